-- Phases of the start of an app
--
-- The first call of each phase, from the start of the process to the first frame that is
-- drawn. Phases are nested: an activity is created while it is launched.

WITH phase (phase, pattern) AS (VALUES
  ('bind application', 'android?app?ActivityThread.handleBindApplication: *'),
  ('content providers', 'android?app?ActivityThread.installContentProviders: *'),
  ('create application', 'android?app?Instrumentation.callApplicationOnCreate: *'),
  ('launch activity', 'android?app?ActivityThread.performLaunchActivity: *'),
  ('create activity', 'android?app?Instrumentation.callActivityOnCreate: *'),
  ('inflate', 'android?view?LayoutInflater.inflate: *'),
  ('start activity', 'android?app?Activity.performStart: *'),
  ('resume activity', 'android?app?ActivityThread.handleResumeActivity: *'),
  ('first frame', 'android?view?Choreographer.doFrame: *')
)
SELECT phase, id, ts, dur, ts / 1e6 AS start_ms, dur / 1e6 AS ms, thread_dur / 1e6 AS cpu_ms
FROM (
  SELECT phase, s.id, s.ts, s.dur, s.thread_dur,
         row_number() OVER (PARTITION BY phase ORDER BY s.ts, s.id) AS number
  FROM phase JOIN slice s ON s.name GLOB pattern
)
WHERE number = 1
ORDER BY ts, id;
