-- Heaviest packages
--
-- The own time of the methods of each package, and its share of the total.

CREATE TABLE IF NOT EXISTS top AS SELECT 50 AS value;

WITH taken AS (
  SELECT rtrim(rtrim(class, replace(replace(class, '.', ''), '/', '')), './') AS package,
         calls, wall_exclusive, cpu_exclusive, waiting
  FROM method
  WHERE calls > 0
)
SELECT package, count(*) AS methods, sum(calls) AS calls,
       sum(wall_exclusive) / 1e6 AS wall_ms, sum(cpu_exclusive) / 1e6 AS cpu_ms,
       sum(waiting) / 1e6 AS waiting_ms,
       round(100.0 * sum(coalesce(cpu_exclusive, wall_exclusive))
             / sum(sum(coalesce(cpu_exclusive, wall_exclusive))) OVER (), 2) AS percent
FROM taken
GROUP BY package
ORDER BY sum(coalesce(cpu_exclusive, wall_exclusive)) DESC, package
LIMIT (SELECT value FROM top);
