-- Loading and initializing classes
--
-- The time to load classes, to find them by name and to run their static initializers,
-- with everything that these call.

CREATE TABLE IF NOT EXISTS top AS SELECT 50 AS value;

WITH kind (kind, pattern) AS (VALUES
  ('initialize', '*.<clinit>: *'),
  ('load', '*ClassLoader.loadClass: *'),
  ('find', '*ClassLoader.findClass: *'),
  ('find', 'java?lang?Class.forName: *'),
  ('define', 'dalvik?system?DexFile.defineClass*: *')
)
SELECT kind, name, calls, wall_inclusive / 1e6 AS wall_ms, cpu_inclusive / 1e6 AS cpu_ms
FROM kind JOIN method ON name GLOB pattern
WHERE calls > 0
ORDER BY coalesce(wall_inclusive, cpu_inclusive) DESC, name
LIMIT (SELECT value FROM top);
