-- Tables of Perfetto that repeat other tables, or that have no rows in method traces.
-- They are in each schema, and in saved databases.

CREATE VIEW track AS
SELECT
  id, name, type, NULL AS dimension_arg_set_id, parent_id, source_arg_set_id, machine_id,
  NULL AS track_group_id
FROM thread_track;

-- Process 0 is not a real one, either.
CREATE VIEW process AS
SELECT
  0 AS upid, 0 AS id, 0 AS pid, NULL AS name, NULL AS start_ts, NULL AS end_ts,
  NULL AS parent_upid, NULL AS uid, NULL AS android_appid, NULL AS android_user_id,
  NULL AS cmdline, NULL AS arg_set_id, NULL AS machine_id
UNION ALL
SELECT
  1, 1, (SELECT CAST(str_value AS INTEGER) FROM metadata WHERE name = 'pid'),
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
WHERE 1 IN (SELECT upid FROM thread);

CREATE VIEW args AS
SELECT
  2 * id AS id, arg_set_id, 'pathname' AS flat_key, 'pathname' AS key,
  NULL AS int_value, pathname AS string_value, NULL AS real_value,
  'string' AS value_type, pathname AS display_value
FROM method
WHERE pathname IS NOT NULL
UNION ALL
SELECT
  2 * id + 1, arg_set_id, 'line_number', 'line_number', line_number, NULL, NULL, 'int',
  line_number
FROM method
WHERE line_number IS NOT NULL;

CREATE VIEW mapping AS
SELECT id AS method_id, name_in_file, name FROM method WHERE name_in_file <> name;

CREATE VIEW instant AS
SELECT ts, track_id, name, arg_set_id FROM slice WHERE dur = 0;

CREATE VIEW flow AS
SELECT 0 AS id, 0 AS slice_out, 0 AS slice_in, 0 AS trace_id, 0 AS arg_set_id WHERE 0;

CREATE VIEW process_track AS
SELECT
  0 AS id, NULL AS name, NULL AS type, NULL AS parent_id, NULL AS source_arg_set_id,
  NULL AS machine_id, 0 AS upid
WHERE 0;

CREATE VIEW cpu_track AS
SELECT
  0 AS id, NULL AS name, NULL AS type, NULL AS parent_id, NULL AS source_arg_set_id,
  NULL AS machine_id, 0 AS cpu
WHERE 0;

CREATE VIEW stats AS
SELECT
  id, kind AS name, kind AS key, NULL AS idx, 'data_loss' AS severity,
  'trace' AS source, count AS value, message AS description, NULL AS machine_id,
  0 AS trace_id
FROM warning;

CREATE VIEW process_slice AS
SELECT
  id, ts, dur, category, name, track_id, NULL AS track_name, NULL AS process_name,
  NULL AS upid, NULL AS pid, depth, parent_id, arg_set_id, thread_ts, thread_dur
FROM slice
WHERE 0;

CREATE VIEW thread_or_process_slice AS
SELECT
  id, ts, dur, category, name, track_id, track_name, thread_name, utid, tid,
  is_main_thread, process_name, upid, pid, depth, parent_id, arg_set_id, thread_ts,
  thread_dur
FROM thread_slice;
