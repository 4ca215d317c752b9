#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads back what "tracedump convert" writes, each format with a reader that knows
nothing of the program, and compares the sums of every method with "tracedump methods".

    convert_sums.py TRACEDUMP WRITE_TRACE [TRACE…]

Without traces: random ones of WRITE_TRACE, with all clocks and with broken stacks, and
the reference traces where they are.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import convert_readers

UNNAMED = "(unnamed)"
RANDOM = ["--events=1500", "--threads=5", "--methods=40", "--depth=30", "--waits=10",
          "--recursion=20"]


def run(*argv):
    return subprocess.run(argv, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def expected_sums(tracedump, path, options, clock):
    """By method: calls, inclusive and exclusive nanoseconds."""
    report = json.loads(run(tracedump, "methods", "--format=json", *options, path))
    sums = {}
    for row in report["methods"]:
        if not row["calls"] and not row["recursive_calls"]:
            continue
        name = UNNAMED
        if row["named"]:
            name = f'{row["class"].replace("/", ".")}.{row["method"]} {row["signature"]}'
        times = row[clock]
        before = sums.get(name.strip(), (0, 0, 0))
        sums[name.strip()] = (before[0] + row["calls"] + row["recursive_calls"],
                              before[1] + times["inclusive_ns"],
                              before[2] + times["exclusive_ns"])
    return sums


def fold(read, named):
    """What was read, with the methods that no table names taken together."""
    sums = defaultdict(lambda: (0, 0, 0))
    for name, values in read.items():
        key = name.strip() if name.strip() in named else UNNAMED
        sums[key] = tuple(a + b for a, b in zip(sums[key], values))
    return dict(sums)


def compare(what, expected, read, fields):
    read = fold(read, expected)
    wrong = [name for name in sorted(expected.keys() | read.keys())
             if any(expected.get(name, (0, 0, 0))[i] != read.get(name, (0, 0, 0))[i]
                    for i in fields)]
    for name in wrong[:3]:
        print(f"{what}: {name}: {expected.get(name)} expected, {read.get(name)} read")
    return not wrong


def find_clocks(tracedump, path):
    methods = json.loads(run(tracedump, "methods", "--format=json", path))["methods"]
    return [clock for clock in ("cpu", "wall") if methods and methods[0].get(clock)]


def find_parts(tracedump, path):
    """Options of the whole trace, of a range of it and of a thread."""
    rows = run(tracedump, "threads", "--format=tsv", path).decode().splitlines()[1:]
    busy = [row.split("\t") for row in rows if int(row.split("\t")[2]) > 0]
    parts = [[]]
    if busy:
        end = max(float(row[4]) for row in busy)
        parts.append([f"--range={end * 0.31:.3f}..{end * 0.67:.3f}"])
        parts.append(["--thread=" + busy[-1][0], f"--range={end * 0.5:.3f}.."])
    return parts


def check_own_format(tracedump, path):
    """What is written as a trace says the same when it is read, repaired as it is."""
    good = True
    for options in ([], find_parts(tracedump, path)[-1][:1]):
        for clock in find_clocks(tracedump, path):
            expected = expected_sums(tracedump, path, options, clock)
            if any(time % 1000 for sums in expected.values() for time in sums[1:]):
                continue
            with tempfile.NamedTemporaryFile(suffix=".trace") as copy:
                run(tracedump, "convert", "--to=trace", "-o", copy.name, *options, path)
                read = expected_sums(tracedump, copy.name, [], clock)
            what = f"{path} {' '.join(options)} trace {clock}"
            good = compare(what, expected, read, (0, 1, 2)) and good
    return good


def check(tracedump, path):
    good = check_own_format(tracedump, path)
    for options in find_parts(tracedump, path):
        for clock in find_clocks(tracedump, path):
            expected = expected_sums(tracedump, path, options, clock)
            for name, (read, fields) in convert_readers.READERS.items():
                out = run(tracedump, "convert", "--to=" + name, "--clock=" + clock,
                          *options, path)
                what = f"{path} {' '.join(options)} {name} {clock}"
                good = compare(what, expected, read(out, clock), fields) and good
    return good


def make_traces(write_trace, folder):
    makers = [(f"{version}-{clock}-{broken}-{seed}",
               [f"--version={version}", f"--clock={clock}", f"--broken={broken}",
                f"--seed={seed}"])
              for seed, (version, clock) in enumerate(
                  [(3, "dual"), (3, "wall"), (2, "thread-cpu"), (1, "wall")])
              for broken in (0, 6)]
    makers.append(("packets", ["--packets", "--broken=3", "--seed=9"]))
    for name, options in makers:
        path = Path(folder) / (name + ".trace")
        run(write_trace, *RANDOM, *options, path)
        yield path


def find_traces():
    folder = Path(os.environ.get("TRACEVIEW_TRACES", ""))
    if not (folder / "real").is_dir():
        print("no reference traces: random ones only")
        return []
    return sorted([*folder.glob("real/art-*.trace"), *folder.glob("gen/f5-*.trace"),
                   *folder.glob("gen/v*-cpu.trace")])


def main():
    tracedump, write_trace, *paths = sys.argv[1:]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for path in paths or [*make_traces(write_trace, folder), *find_traces()]:
            good = check(tracedump, str(path)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
