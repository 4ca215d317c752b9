#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums over the tables of queries are what `methods`, `threads` and `fold` print.

query_sums.py PROGRAM WRITE-TRACE [--few]: asks every reference trace, or every sixth, and
some random ones.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
RANDOM = [("--version=3", "--clock=dual", "--broken=10", "--recursion=30"),
          ("--version=2", "--clock=thread-cpu"), ("--version=5", "--packets", "--waits=5")]


def run(*arguments):
    result = subprocess.run([str(a) for a in arguments], capture_output=True, env=ENVIRONMENT)
    return result.stdout.decode() if result.returncode == 0 else None


def ask(program, trace, sql):
    return json.loads(run(program, "query", trace, sql, "--format=json"))["rows"]


def check_methods(program, trace):
    wanted = json.loads(run(program, "methods", "--format=json", trace))["methods"]
    rows = ask(program, trace, """
        SELECT file_id, class, method, signature, calls + recursive_calls AS n,
               wall_exclusive, cpu_exclusive, wall_inclusive, cpu_inclusive,
               sum(c.wall_self) AS wall_self, sum(c.cpu_self) AS cpu_self, count(*) AS counted,
               sum((1 - is_recursive) * c.wall_dur) AS wall_sum,
               sum((1 - is_recursive) * c.cpu_dur) AS cpu_sum
        FROM call c JOIN method m ON m.id = c.method_id GROUP BY method_id""")
    found = {}
    for row in rows:
        assert row["n"] == row["counted"], row
        for clock in "wall", "cpu":
            assert row[f"{clock}_exclusive"] == row[f"{clock}_self"], row
            assert row[f"{clock}_inclusive"] == row[f"{clock}_sum"], row
        found[row["class"], row["method"], row["signature"], hex(row["file_id"])] = row
    for method in wanted:
        row = found.get((method["class"], method["method"], method["signature"], method["id"]))
        calls = method["calls"] + method["recursive_calls"]
        assert (row["n"] if row else 0) == calls, method
        for clock in "wall", "cpu":
            if row and method.get(clock):
                assert row[f"{clock}_self"] == method[clock]["exclusive_ns"], (method, row)
                assert row[f"{clock}_sum"] == method[clock]["inclusive_ns"], (method, row)


def check_threads(program, trace):
    wanted = json.loads(run(program, "threads", "--format=json", trace))["threads"]
    rows = ask(program, trace, """
        SELECT tid, name, calls, (SELECT count(*) FROM slice WHERE track_id = utid - 1) AS n
        FROM thread WHERE utid > 0 ORDER BY utid""")
    assert len(rows) == len(wanted), trace
    assert sorted((t["tid"], t["calls"]) for t in wanted) == sorted((r["tid"], r["n"]) for r in rows)
    assert all(row["calls"] == row["n"] for row in rows)


def check_slices(program, trace):
    """Depths, parents and times of Perfetto's tables agree among each other."""
    [row] = ask(program, trace, """
        SELECT count(*) AS n, sum(s.depth != p.depth + 1) AS deep, sum(s.ts < p.ts) AS early,
               sum(s.ts + s.dur > p.ts + p.dur) AS late, sum(s.track_id != p.track_id) AS moved,
               sum(s.dur < 0) AS negative
        FROM slice s JOIN slice p ON s.parent_id = p.id""")
    assert not any(row[name] for name in ("deep", "early", "late", "moved", "negative")), row
    [row] = ask(program, trace, """
        SELECT (SELECT sum(self_dur) FROM slice_self_dur) IS
               (SELECT sum(dur) FROM slice WHERE depth = 0) AS same""")
    assert row["same"], trace
    for table in "slice_self_dur", "call":
        [row] = ask(program, trace, f"""
            SELECT sum(own.self_dur IS NOT s.dur - ifnull(made.dur, 0)) AS wrong, count(*) AS n
            FROM slice s JOIN {table} own USING (id)
            LEFT JOIN (SELECT parent_id, sum(dur) AS dur FROM slice GROUP BY parent_id) made
            ON made.parent_id = s.id ORDER BY s.name""")
        assert not row["wrong"], (trace, row)


def name_frame(name):
    """As `fold` writes it: with dots, the signature right behind the method, without what divides frames and lines."""
    method, _, signature = name.rpartition(": ")
    return re.sub(r"[\0-\x20\x7f]", "_", method.replace("/", ".") + signature.replace(";", ":"))


def check_flames(program, trace):
    """Own times of a flame graph are those of the folded stacks, stack by stack."""
    rows = ask(program, trace, """
        SELECT _tree_id AS id, _tree_parent_id AS parent, name, self_value AS n, wall_inclusive AS wall
        FROM flamegraph ORDER BY depth""")
    clock = "wall" if any(row["wall"] is not None for row in rows) else "cpu"
    clocks = [f"--clock={clock}"] if rows else []
    folded = run(program, "fold", "--unit=ns", "--depth=1000000", "--signatures", *clocks, trace)
    wanted = collections.Counter()
    for line in folded.splitlines():
        stack, time = line.rsplit(" ", 1)
        wanted[stack] += int(time)
    stacks, found = {}, collections.Counter()
    for row in rows:
        frame = name_frame(row["name"])
        stacks[row["id"]] = f"{stacks[row['parent']]};{frame}" if row["parent"] is not None else frame
        found[stacks[row["id"]]] += row["n"]
    assert wanted == +found, (trace, list((wanted - found).items())[:3], list((found - wanted).items())[:3])
    [row] = ask(program, trace, """
        SELECT (SELECT sum(self_value) FROM flamegraph('BOTTOM_UP')) IS
               (SELECT sum(self_value) FROM flamegraph) AS same,
               (SELECT count(*) FROM flamegraph c JOIN flamegraph p ON c._tree_parent_id = p._tree_id
                WHERE c.x_start < p.x_start OR c.x_end > p.x_end OR c.depth != p.depth + 1) AS wrong""")
    assert row["same"] and row["wrong"] == 0, (trace, row)


def main():
    program, write_trace, *few = sys.argv[1:]
    real = Path(os.environ["TRACEVIEW_TRACES"]) / "real"
    own = Path(os.environ["TRACEVIEW_SRCDIR"]) / "tests" / "traces"
    n = 0
    with tempfile.TemporaryDirectory() as temporary:
        traces = sorted(own.glob("*/*.trace")) + sorted(real.glob("*.trace"))
        traces = traces[::6 if few else 1]
        for i, options in enumerate(RANDOM):
            path = Path(temporary) / f"{i}.trace"
            subprocess.run([write_trace, *options, "--events=5000", "--threads=5",
                            f"--seed={i}", path], check=True)
            traces.append(path)
        for trace in traces:
            facts = run(program, "info", "--format=json", trace)
            # Samples have weights, and no calls to count.
            if facts is None or "samples" in json.loads(facts):
                continue
            n += 1
            for check in check_methods, check_threads, check_slices, check_flames:
                try:
                    check(program, trace)
                except (AssertionError, KeyError, TypeError):
                    print(trace, check.__name__, file=sys.stderr)
                    raise
    assert n >= 10, n
    print(n, "traces")


if __name__ == "__main__":
    main()
