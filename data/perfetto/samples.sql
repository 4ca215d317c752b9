-- Samples of all events of a Perfetto trace, with their stacks, and what they are about. Samples
-- without stacks are those of counters alone. Those of other formats are in _profile_sample: each
-- thread is a task of its own. They are in each schema of a trace of samples, and in saved databases
-- of it.

CREATE VIEW perf_sample AS
SELECT
  s.id, s.ts, t.utid, e.ucpu AS cpu, coalesce(e.cpu_mode, 'unknown') AS cpu_mode, s.callsite_id,
  s.unwind_error, s.session_id AS perf_session_id
FROM __intrinsic_profiler_sample s
LEFT JOIN __intrinsic_profiler_task_context t ON t.id = s.task_context_id
LEFT JOIN __intrinsic_profiler_execution_context e ON e.id = s.execution_context_id
WHERE s.source = 'linux.perf';

CREATE VIEW perf_session AS
SELECT id, id AS perf_session_id, cmdline
FROM __intrinsic_profiler_session
WHERE source = 'linux.perf';

CREATE VIEW cpu_profile_stack_sample AS
SELECT id, ts, callsite_id, utid, process_priority FROM _profile_sample
UNION ALL
SELECT s.id, s.ts, s.callsite_id, t.utid, NULL
FROM __intrinsic_profiler_sample s
LEFT JOIN __intrinsic_profiler_task_context t ON t.id = s.task_context_id
WHERE s.source = 'chrome';

CREATE VIEW stack_sample AS
SELECT id, ts, source, task_context_id, execution_context_id, callsite_id, session_id
FROM __intrinsic_profiler_sample
WHERE callsite_id IS NOT NULL
UNION ALL
SELECT p.id, p.ts, m.str_value, p.utid, NULL, p.callsite_id, NULL
FROM _profile_sample p CROSS JOIN metadata m ON m.name = 'trace_type'
WHERE callsite_id IS NOT NULL;

CREATE VIEW stack_sample_session AS
SELECT id, source, timebase_unit, cmdline
FROM __intrinsic_profiler_session
WHERE id IN (SELECT session_id FROM stack_sample);

CREATE VIEW stack_sample_task_context AS
SELECT id, upid, utid, async_context_id
FROM __intrinsic_profiler_task_context
WHERE id IN (SELECT task_context_id FROM stack_sample)
UNION ALL
SELECT utid, upid, utid, NULL FROM thread WHERE utid IN (SELECT utid FROM _profile_sample);

CREATE VIEW stack_sample_execution_context AS
SELECT id, ucpu, cpu_mode
FROM __intrinsic_profiler_execution_context
WHERE id IN (SELECT execution_context_id FROM stack_sample);

CREATE VIEW stack_sample_async_context AS
WITH RECURSIVE referenced(id) AS (
  SELECT async_context_id FROM stack_sample_task_context WHERE async_context_id IS NOT NULL
  UNION
  SELECT c.parent_id
  FROM referenced r JOIN __intrinsic_profiler_async_context c ON c.id = r.id
  WHERE c.parent_id IS NOT NULL)
SELECT id, name, kind, parent_id
FROM __intrinsic_profiler_async_context
WHERE id IN (SELECT id FROM referenced);

CREATE VIEW stack_sample_counter AS
SELECT v.id, v.sample_id AS stack_sample_id, v.counter_id AS track_id, CAST(v.value AS REAL) AS value
FROM _sample_value v JOIN __intrinsic_profiler_sample s ON s.id = v.sample_id
WHERE s.callsite_id IS NOT NULL;

CREATE VIEW stack_sample_counter_track AS
SELECT
  id, name, NULL AS type, NULL AS parent_id, NULL AS source_arg_set_id, 0 AS machine_id, unit,
  NULL AS description, session_id, cpu, is_timebase
FROM _sample_counter
WHERE id IN (SELECT track_id FROM stack_sample_counter);

-- The values of samples that are values of a counter of the trace.
CREATE VIEW __intrinsic_profiler_counter_set AS
SELECT v.sample_id AS counter_set_id, c.id AS counter_id
FROM _sample_value v
JOIN _sample_counter k ON k.id = v.counter_id
JOIN __intrinsic_profiler_sample s ON s.id = v.sample_id
JOIN counter c ON c.track_id = k.track_id AND c.ts = s.ts;

CREATE VIEW stack_profile_symbol AS
SELECT
  f.id, f.id AS symbol_set_id, p.name, f.source_file, f.line_number, 0 AS inlined
FROM _frame_source f JOIN stack_profile_frame p ON p.id = f.frame_id
WHERE f.source_file IS NOT NULL;

-- Samples of the time that a processor takes, of its cycles or instructions.
CREATE VIEW cpu_profiling_samples AS
SELECT
  s.id, s.ts, c.utid, t.tid, t.name AS thread_name, e.ucpu, e.ucpu AS cpu, s.callsite_id, s.source
FROM stack_sample s
LEFT JOIN stack_sample_task_context c ON c.id = s.task_context_id
LEFT JOIN stack_sample_execution_context e ON e.id = s.execution_context_id
LEFT JOIN stack_sample_session n ON n.id = s.session_id
LEFT JOIN thread t ON t.utid = c.utid
WHERE coalesce(n.timebase_unit, 'ns') IN ('ns', 'cycles', 'instructions')
ORDER BY s.ts;
