-- Tables of Perfetto that repeat other tables, or that have no rows in method traces.
-- They are in each schema, and in saved databases.

CREATE VIEW mapping AS
SELECT id AS method_id, name_in_file, name FROM method WHERE name_in_file <> name;

CREATE VIEW instant AS
SELECT ts, track_id, name, arg_set_id FROM slice WHERE dur = 0;

-- The limit has SQLite make an index of all rows where it joins this view.
CREATE VIEW flow AS
SELECT id, slice_out, slice_in, trace_id, arg_set_id FROM _flow LIMIT -1;

-- What Perfetto counts under names of its own is there even if nothing was wrong.
CREATE VIEW stats AS
SELECT
  id, kind AS name, kind AS key, NULL AS idx, 'data_loss' AS severity,
  'trace' AS source, count AS value, message AS description, NULL AS machine_id,
  0 AS trace_id
FROM warning
UNION ALL
SELECT
  NULL, n.column2, n.column2, NULL, n.column4, 'analysis', coalesce(w.count, 0), w.message, NULL, 0
FROM (VALUES
  ('json', 'json_parser_failure', 'event-unreadable', 'error'),
  ('json', 'json_tokenizer_failure', 'events-cut', 'error'),
  ('json', 'misplaced_end_event', 'slice-stray-end', 'data_loss'),
  ('json', 'slice_negative_duration', 'slice-backwards', 'error'),
  ('proto', 'misplaced_end_event', 'slice-stray-end', 'data_loss'),
  ('proto', 'slice_negative_duration', 'slice-backwards', 'error'),
  ('proto', 'tokenizer_skipped_packets', 'event-stateless', 'info'),
  ('proto', 'track_event_invalid_timestamp', 'event-unreadable', 'error'),
  ('systrace', 'misplaced_end_event', 'slice-stray-end', 'data_loss'),
  ('systrace', 'systrace_parse_failure', 'event-unreadable', 'error')) n
JOIN metadata m ON m.name = 'trace_type' AND m.str_value = n.column1
LEFT JOIN warning w ON w.kind = n.column3;

-- A log knows the numbers of threads.
CREATE VIEW android_logs AS
SELECT l.id, l.ts, t.utid, l.prio, l.tag, l.msg
FROM _android_log l
LEFT JOIN (SELECT tid, min(utid) AS utid FROM thread GROUP BY tid) t ON t.tid = l.tid;

-- Frames of Android's FrameTimeline are slices of tracks of their own. Those of the display have 0 as
-- the token of the surface, as in Perfetto.
CREATE VIEW _frame_slice AS
SELECT
  s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  (SELECT int_value FROM args a
    WHERE a.arg_set_id = s.arg_set_id AND key = 'Display frame token') AS display_frame_token,
  coalesce((SELECT int_value FROM args a
    WHERE a.arg_set_id = s.arg_set_id AND key = 'Surface frame token'), 0) AS surface_frame_token,
  t.upid,
  (SELECT string_value FROM args a
    WHERE a.arg_set_id = s.arg_set_id AND key = 'Layer name') AS layer_name
FROM slice s CROSS JOIN process_track t ON t.id = s.track_id;

-- The sign in front of track_id keeps the order of times.
CREATE VIEW expected_frame_timeline_slice AS
SELECT * FROM _frame_slice
WHERE +track_id IN (SELECT id FROM track WHERE type = 'android_expected_frame_timeline');

CREATE VIEW actual_frame_timeline_slice AS
SELECT
  *,
  CASE
    WHEN surface_frame_token <> 0
      AND (jank_type LIKE '%App Deadline Missed%' OR jank_type LIKE '%Unknown Jank%')
      THEN 'Self Jank'
    WHEN jank_type LIKE '%SurfaceFlinger Scheduling%' OR jank_type LIKE '%Prediction Error%'
      OR jank_type LIKE '%Display HAL%' OR jank_type LIKE '%PU Deadline Missed%'
      THEN iif(surface_frame_token = 0, 'Self Jank', 'Other Jank')
    WHEN surface_frame_token = 0 AND jank_type IN ('SurfaceFlinger Stuffing', 'Dropped Frame')
      THEN jank_type
    WHEN surface_frame_token <> 0 AND jank_type = 'Buffer Stuffing' THEN jank_type
    WHEN surface_frame_token <> 0 AND present_type = 'Dropped Frame' THEN present_type
    ELSE 'No Jank'
  END AS jank_tag,
  NULL AS jank_tag_experimental
FROM (
  SELECT
    s.*,
    (SELECT string_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'Present type') AS present_type,
    (SELECT int_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'On time finish') AS on_time_finish,
    (SELECT int_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'GPU composition') AS gpu_composition,
    (SELECT string_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'Jank type') AS jank_type,
    (SELECT string_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'Jank severity type') AS jank_severity_type,
    (SELECT string_value FROM args a
      WHERE a.arg_set_id = s.arg_set_id AND key = 'Prediction type') AS prediction_type
  FROM _frame_slice s
  WHERE +track_id IN (SELECT id FROM track WHERE type = 'android_actual_frame_timeline'));
