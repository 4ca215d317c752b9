-- Tables of Perfetto that repeat other tables, or that have no rows in method traces.
-- They are in each schema, and in saved databases.

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
