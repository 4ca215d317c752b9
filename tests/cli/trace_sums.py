# SPDX-License-Identifier: Apache-2.0
"""What the tests of several outputs share: traces, parts of them, and the sums that
"tracedump methods" and "threads" give for them."""

import json
import os
import subprocess
from collections import defaultdict
from pathlib import Path

UNNAMED = "(unnamed)"
OWN_TRACES = Path(__file__).parents[1] / "traces"
CALLS, INCLUSIVE, EXCLUSIVE = range(3)
RANDOM = ["--events=1500", "--threads=5", "--methods=40", "--depth=30", "--waits=10",
          "--recursion=20"]


def run(*argv):
    return subprocess.run(argv, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def name_of(class_name, method, signature):
    return f'{class_name.replace("/", ".")}.{method} {signature}'.strip()


def load_methods(tracedump, path, options=()):
    """The rows of the table of methods."""
    return json.loads(run(tracedump, "methods", "--format=json", *options, path))["methods"]


def sums_of_methods(rows, clock):
    """By method: calls, inclusive and exclusive nanoseconds."""
    sums = {}
    for row in rows:
        if not row["calls"] and not row["recursive_calls"]:
            continue
        name = UNNAMED
        if row["named"]:
            name = name_of(row["class"], row["method"], row["signature"])
        times = row[clock]
        before = sums.get(name, (0, 0, 0))
        sums[name] = (before[0] + row["calls"] + row["recursive_calls"],
                      before[1] + times["inclusive_ns"],
                      before[2] + times["exclusive_ns"])
    return sums


def fold_unnamed(read, named):
    """What was read, with the methods that no table names taken together."""
    sums = defaultdict(lambda: (0, 0, 0))
    for name, values in read.items():
        key = name.strip() if name.strip() in named else UNNAMED
        sums[key] = tuple(a + b for a, b in zip(sums[key], values))
    return dict(sums)


def compare(what, expected, read, fields):
    read = fold_unnamed(read, expected)
    wrong = [name for name in sorted(expected.keys() | read.keys())
             if any(expected.get(name, (0, 0, 0))[i] != read.get(name, (0, 0, 0))[i]
                    for i in fields)]
    for name in wrong[:3]:
        print(f"{what}: {name}: {expected.get(name)} expected, {read.get(name)} read")
    return not wrong


def clocks_of(rows):
    return [clock for clock in ("cpu", "wall") if rows and rows[0].get(clock)]


def find_threads(tracedump, path):
    """Rows of the table of threads: id, name, events, first, last and total time."""
    rows = run(tracedump, "threads", "--format=tsv", path).decode().splitlines()[1:]
    return [row.split("\t") for row in rows]


def find_parts(threads):
    """Options of the whole trace, of a range of it and of a thread."""
    busy = [row for row in threads if int(row[2]) > 0]
    parts = [[]]
    if busy:
        end = max(float(row[4]) for row in busy)
        parts.append([f"--range={end * 0.31:.3f}..{end * 0.67:.3f}"])
        parts.append(["--thread=" + busy[-1][0], f"--range={end * 0.5:.3f}.."])
    return parts


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


def find_traces(*patterns):
    """The reference traces: those of the repository, and "real/…" where they are."""
    found = []
    for pattern in patterns:
        is_real = pattern.startswith("real/")
        folder = Path(os.environ["TRACEVIEW_TRACES"]) if is_real else OWN_TRACES
        # A report of samples is no trace, and a pair is opened by its first file.
        these = sorted(path for path in folder.glob(pattern)
                       if not path.name.startswith("simpleperf"))
        if not these:
            print(f"skipped: there is no {pattern}")
        found += these
    return found


def choose(arguments):
    """The arguments without "--few", and of which traces they ask to be taken: a sanitized
    program takes many times as long."""
    few = "--few" in arguments
    return [argument for argument in arguments if argument != "--few"], \
        slice(None, None, 12 if few else 1)
