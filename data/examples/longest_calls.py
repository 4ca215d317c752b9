#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the longest calls of methods, and how each was reached.

    tracedump convert app.trace -o app.sqlite
    python3 longest_calls.py app.sqlite '*LayoutInflater.inflate*'

The database has the tables of `tracedump query`, so what is asked there works here, too.
"""

import signal
import sqlite3
import sys

LONGEST = """
SELECT id, thread_name, ts / 1e6 AS start, dur / 1e6 AS length, thread_dur / 1e6 AS cpu
FROM thread_slice
WHERE name GLOB ?
ORDER BY dur DESC, id
LIMIT 3
"""
# In a file, there are no functions such as ancestor_slice(). This does what it does.
PATH = """
WITH RECURSIVE path(id, parent_id, name, depth) AS (
  SELECT id, parent_id, name, depth FROM slice WHERE id = ?
  UNION ALL
  SELECT s.id, s.parent_id, s.name, s.depth FROM path JOIN slice s ON s.id = path.parent_id
)
SELECT name FROM path ORDER BY depth
"""


def main():
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    for number, thread, start, length, cpu in database.execute(LONGEST, [sys.argv[2]]):
        cpu_text = f", {cpu:.3f} ms on the CPU" if cpu is not None else ""
        print(f"{length:.3f} ms at {start:.3f} ms in {thread}{cpu_text}")
        for depth, (name,) in enumerate(database.execute(PATH, [number])):
            print("  " * (depth + 1) + name)


if __name__ == "__main__":
    # A reader such as head(1) that has seen enough ends it in silence.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
