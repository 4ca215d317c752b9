#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example for DuckDB: 1,000 traces of two releases, and the methods that got slower.

duckdb_releases.py PROGRAM EXAMPLE: needs Node.js, and the package @duckdb/node-api where
`.ci/install full` puts it or NODE_PATH finds it.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

EACH = 500
METHODS = ["a.Start.run", "a.Shop.load", "a.Shop.gone", "a.Shop.fresh"]
# In the new release, load takes 3 ms more, gone is not called, and fresh is, for 1 ms, in
# every second trace. Each trace is up to 4 µs longer than that.
SLOWER = ["3.000 ms slower (2.002 to 5.002): a.Shop.load: ()V",
          "0.500 ms slower (0.000 to 0.500): a.Shop.fresh: ()V"]
SQL = re.compile(r"sql='(.*)'")


def make_trace(number, is_new):
    """Main.run, which calls the others one after another: (method, microseconds)."""
    calls = [(1, (5000 if is_new else 2000) + number % 5)]
    calls += [] if is_new else [(2, 700)]
    calls += [(3, 1000)] if is_new and number % 2 else []
    lines = "".join(f"{4 * i:#x}\t{name.rpartition('.')[0]}\t{name.rpartition('.')[2]}\t()V\n"
                    for i, name in enumerate(METHODS))
    records, now = [(0, 0, 0)], 0
    for method, length in calls:
        records += [(method, 0, now), (method, 1, now + length)]
        now += length
    records.append((0, 1, now))
    data = b"".join(struct.pack("<HII", 1, 4 * method + action, time) for method, action, time in records)
    header = struct.pack("<4sHHQH", b"SLOW", 2, 32, 0, 10).ljust(32, b"\0")
    return f"*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n{lines}*end\n".encode() + header + data


def main():
    program, example = (str(Path(argument).resolve()) for argument in sys.argv[1:])
    os.environ.setdefault("NODE_PATH", str(Path.home() / ".cache" / "traceview-test" / "node_modules"))
    if not shutil.which("node") or subprocess.run(
            ["node", "-e", "require('@duckdb/node-api')"], capture_output=True).returncode != 0:
        print("@duckdb/node-api is not installed")
        return 77
    sql = SQL.search(Path(example).read_text(encoding="utf-8"))[1]
    with tempfile.TemporaryDirectory() as name:
        for release in "old", "new":
            folder = Path(name) / release
            folder.mkdir()
            for number in range(EACH):
                (folder / f"{number}.trace").write_bytes(make_trace(number, release == "new"))
            subprocess.run([program, "batch", release, "--lines=row", f"--query={sql}", "-o",
                            f"{release}.jsonl"], cwd=name, check=True, timeout=100)
        out = subprocess.run(["node", example, "old.jsonl", "new.jsonl", "it's.parquet"], cwd=name,
                             check=True, timeout=100, stdout=subprocess.PIPE, text=True).stdout
        assert out.splitlines() == SLOWER, out
        assert (Path(name) / "it's.parquet").read_bytes()[:4] == b"PAR1"
    return 0


if __name__ == "__main__":
    sys.exit(main())
