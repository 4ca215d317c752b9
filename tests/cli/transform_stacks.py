#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what --merge, --focus and the like make of the reference traces against stacks
rewritten here, and the outputs that have them against each other.

    transform_stacks.py TRACEDUMP WRITE_TRACE [--few] [TRACE…]

A folded stack of the whole trace is rewritten line by line, which must give what "fold"
writes with the option, of the same range and thread. A tree and the table of methods must
have the same sums. What recursion becomes depends on calls, not on stacks: of that, only
the sums are compared.
"""

import json
import re
import sys
import tempfile
from collections import Counter, defaultdict

from report_readers import read_tree
from trace_sums import (choose, clocks_of, find_parts, find_threads, find_traces, load_methods,
                        make_traces, name_of, run, sums_of_methods)

FOLD = ["fold", "--signatures", "--unit=ns", "--depth=100000"]
TREE = ["tree", "--format=json", "--min=0", "--depth=100000"]


def read_fold(data):
    """Nanoseconds by stack, a tuple of names."""
    stacks = Counter()
    for line in data.decode().splitlines():
        path, _, time = line.rpartition(" ")
        stacks[tuple(path.split(";"))] += int(time)
    return stacks


def rewrite(stack, option, names, package):
    """The stack that is left, without frames if nothing is."""
    if option == "merge":
        return tuple(name for name in stack if name not in names)
    if option == "drop":
        return () if names.intersection(stack) else stack
    if option == "focus":
        return next((stack[i:] for i, name in enumerate(stack) if name in names), ())
    frames = []
    for i, name in enumerate(stack):
        if name not in names:
            frames.append(name)
        elif i == 0 or stack[i - 1] not in names:
            frames.append(package + ".*")
    return tuple(frames)


def rewrite_all(stacks, *how):
    result = Counter()
    for stack, time in stacks.items():
        left = rewrite(stack, *how)
        if left:
            result[left] += time
    return +result


def package_of(row):
    return row["class"].replace("/", ".").rpartition(".")[0]


def is_of_package(row, package, separators):
    found = package_of(row)
    return found == package or any(found.startswith(package + next) for next in separators)


def frame_of(row):
    """A method as "fold" writes it."""
    name = name_of(row["class"], row["method"], row["signature"])
    return name.replace(" ", "").replace(";", ":")


class Checker:
    def __init__(self, tracedump, path):
        self.tracedump, self.path, self.good = tracedump, path, True
        self.rows = load_methods(tracedump, path)

    def run(self, command, *options):
        return run(self.tracedump, *command, *options, self.path)

    def check(self, is_right, *what):
        if not is_right:
            self.good = False
            print(f"{self.path}:", *what)

    def same_sums(self, options, clock, stacks):
        """The tree, the table and the stacks add up to the same times of each method."""
        rows = load_methods(self.tracedump, self.path, options)
        methods = {name: values[1:] for name, values in sums_of_methods(rows, clock).items()
                   if any(values[1:])}
        tree = read_tree(self.run(TREE, f"--clock={clock}", *options), clock)
        in_tree = defaultdict(lambda: [0, 0])
        for sums in tree.values():
            for name, values in sums.items():
                for i in range(2):
                    in_tree[name][i] += values[i + 1]
        if all(row["named"] for row in rows):
            found = {name: tuple(times) for name, times in in_tree.items() if any(times)}
            self.check(found == methods, options, clock, "tree and methods differ")
        self.check(sum(stacks.values()) == sum(times[1] for times in in_tree.values()),
                   options, clock, "fold and tree differ")

    def check_option(self, option, value, part, clock, stacks, *how):
        options = [f"--{option}={value}", *part]
        found = +read_fold(self.run(FOLD, f"--clock={clock}", *options))
        if how:
            expected = rewrite_all(stacks, option, *how)
            wrong = [stack for stack in found | expected if found[stack] != expected[stack]]
            for stack in wrong[:3]:
                self.check(False, options, clock, stack, found[stack], expected[stack])
        self.same_sums(options, clock, found)

    def check_part(self, part, clock):
        stacks = +read_fold(self.run(FOLD, f"--clock={clock}", *part))
        called = [row for row in self.rows
                  if row["named"] and row["calls"] and re.fullmatch(r"[^;()|]+", row["class"])]
        # Those that most is in, and one that little is in.
        called.sort(key=lambda row: -row[clock]["inclusive_ns"])
        for row in [*called[1:7:5], *called[-1:]]:
            name = name_of(row["class"], row["method"], row["signature"])
            names = {frame_of(row)}
            for option in ("merge", "drop", "focus"):
                self.check_option(option, name, part, clock, stacks, names, None)
            self.check_option("collapse-recursion", name, part, clock, stacks)
            package = package_of(row)
            # Alone, and as far up as its name goes with all packages below.
            for value, below in ((package, ()), (package.split(".")[0] + ".*", (".",))):
                if package:
                    root = value.removesuffix(".*")
                    self.check_option("collapse-package", value, part, clock, stacks,
                                      {frame_of(other) for other in self.rows if other["named"]
                                       and is_of_package(other, root, below)}, root)
        self.check_option("collapse-recursion", "*", part, clock, stacks)

    def check_path(self, clock):
        """Of overloads too: names without signatures are those of "fold" without them."""
        stacks = read_fold(self.run(["fold", "--unit=ns", "--depth=100000"],
                                    f"--clock={clock}"))
        for path in [path for path in stacks if 2 <= len(path) <= 30
                     and not any("(" in name for name in path)][:3]:
            path = path[:(len(path) + 1) // 2]
            expected = Counter()
            for stack, time in stacks.items():
                if stack[:len(path)] == path:
                    expected[stack[len(path) - 1:]] += time
            found = read_fold(self.run(["fold", "--unit=ns", "--depth=100000"], f"--clock={clock}",
                                       "--focus-subtree=" + ";".join(path)))
            self.check(+found == +expected, "--focus-subtree", path)


def main():
    (tracedump, write_trace, *paths), chosen = choose(sys.argv[1:])
    good = True
    with tempfile.TemporaryDirectory() as folder:
        traces = paths or [*make_traces(write_trace, folder),
                           *find_traces("real/*.trace", "gen/*.trace", "gen/*.key",
                                        "regress/*.trace")][chosen]
        for turn, path in enumerate(traces):
            checker = Checker(tracedump, path)
            parts = find_parts(find_threads(tracedump, path))
            # Parts take turns: of few traces, one alone; of all, one beside the whole.
            some = [parts[turn % len(parts)]]
            parts = some if chosen.step > 1 else [parts[0], *parts[1:][turn % 2:][:1]]
            for clock in clocks_of(checker.rows):
                for part in parts:
                    checker.check_part(part, clock)
                checker.check_path(clock)
            good = checker.good and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
