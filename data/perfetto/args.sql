-- The arguments of calls, which are those of their methods. Slices have arguments of their own.

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
