-- Tables of Perfetto that repeat other tables, or that have no rows in method traces.
-- They are in each schema, and in saved databases.

CREATE VIEW args AS
SELECT
  2 * id AS id, arg_set_id, 'pathname' AS flat_key, 'pathname' AS key,
  NULL AS int_value, pathname AS string_value, NULL AS real_value,
  'string' AS value_type, pathname AS display_value
FROM method
WHERE pathname IS NOT NULL AND arg_set_id IS NOT NULL
UNION ALL
SELECT
  2 * id + 1, arg_set_id, 'line_number', 'line_number', line_number, NULL, NULL, 'int',
  line_number
FROM method
WHERE line_number IS NOT NULL AND arg_set_id IS NOT NULL
UNION ALL
SELECT
  id, arg_set_id, flat_key, key, int_value, string_value, real_value, value_type,
  display_value
FROM _arg;

CREATE VIEW mapping AS
SELECT id AS method_id, name_in_file, name FROM method WHERE name_in_file <> name;

CREATE VIEW instant AS
SELECT ts, track_id, name, arg_set_id FROM slice WHERE dur = 0;

-- The limit has SQLite make an index of all rows where it joins this view.
CREATE VIEW flow AS
SELECT id, slice_out, slice_in, trace_id, arg_set_id FROM _flow LIMIT -1;

CREATE VIEW stats AS
SELECT
  id, kind AS name, kind AS key, NULL AS idx, 'data_loss' AS severity,
  'trace' AS source, count AS value, message AS description, NULL AS machine_id,
  0 AS trace_id
FROM warning;
