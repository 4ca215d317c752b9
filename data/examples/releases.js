// SPDX-License-Identifier: Apache-2.0
// Finds the methods that got slower between two releases of an app, in many traces of each.
//
//     sql='SELECT name, calls, coalesce(cpu_exclusive, wall_exclusive) AS ns FROM method WHERE calls > 0'
//     tracedump batch old --lines=row --query="$sql" -o old.jsonl
//     tracedump batch new --lines=row --query="$sql" -o new.jsonl
//     npm install @duckdb/node-api
//     node releases.js old.jsonl new.jsonl slower.parquet
//
// DuckDB reads the lines, and what it finds becomes a Parquet file for other programs.

const { DuckDBInstance } = require('@duckdb/node-api')

// A trace in which a method is not called counts as no time in it. Lines of what is wrong with
// a trace are left out.
const SLOWER = `
WITH line AS (
  SELECT 'old' AS release, trace, name, ns FROM read_json_auto($old) WHERE name IS NOT NULL
  UNION ALL SELECT 'new', trace, name, ns FROM read_json_auto($new) WHERE name IS NOT NULL
),
total AS (SELECT release, count(DISTINCT trace) AS traces FROM line GROUP BY release),
mean AS (
  SELECT name, release, sum(ns) / any_value(traces) / 1e6 AS ms
  FROM line JOIN total USING (release) GROUP BY name, release
)
SELECT name, coalesce(o.ms, 0) AS old_ms, n.ms AS new_ms, n.ms - coalesce(o.ms, 0) AS slower_ms
FROM (FROM mean WHERE release = 'new') n
LEFT JOIN (FROM mean WHERE release = 'old') o USING (name)
WHERE slower_ms > 0.1 AND n.ms > 1.1 * coalesce(o.ms, 0)
ORDER BY slower_ms DESC, name`

// A name of a file in a statement that takes no parameters.
const quote = (text) => `'${text.replaceAll("'", "''")}'`

async function main(oldLines, newLines, output) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const sql = SLOWER.replace('$old', () => quote(oldLines)).replace('$new', () => quote(newLines))
  await connection.run(`COPY (${sql}) TO ${quote(output)} (FORMAT parquet)`)
  const reader = await connection.runAndReadAll(`FROM read_parquet(${quote(output)})`)
  for (const row of reader.getRowObjects())
    console.log(`${row.slower_ms.toFixed(3)} ms slower (${row.old_ms.toFixed(3)} to ` +
                `${row.new_ms.toFixed(3)}): ${row.name}`)
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
