#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the sums of all outputs of tracedump against each other: of every method and
thread and of the whole, on each clock, to the microsecond or, where an output has them,
to the nanosecond.

    output_sums.py TRACEDUMP WRITE_TRACE [--few] [TRACE…]

What is right is said by the table beside a reference trace, by hand, or else by "tracedump
methods" and "threads". Without traces: one made by hand, random ones of WRITE_TRACE with
all clocks and with broken stacks, and the reference traces where they are.
"""

import csv
import json
import re
import struct
import sys
import tempfile
from collections import Counter, namedtuple
from functools import partial
from pathlib import Path

import convert_readers as exports
import report_readers as reports
from convert_readers import add, new_sums
from trace_sums import (CALLS, EXCLUSIVE, INCLUSIVE, UNNAMED, choose, clocks_of,
                        find_parts, find_threads, find_traces, load_methods, make_traces, name_of, run,
                        sums_of_methods)

ALL = (CALLS, INCLUSIVE, EXCLUSIVE)
TIMES = (INCLUSIVE, EXCLUSIVE)
NEVER, AS_FILE, ALWAYS = range(3)
US = 1000
MOST_TO_TELL = 10
METHODS_OF_A_TRACE = 6

# What to run, how it is read, and which figures it has of a method; whether it rounds to
# microseconds, always or as far as the file has no less; whether it takes a clock; whether
# it keeps threads apart; and whether it has methods that took no time.
Output = namedtuple("Output", "arguments read fields rounds takes_clock threads idle",
                    defaults=(ALL, NEVER, True, True, True))


def convert(name, read, fields=ALL):
    return Output(["convert", "--to=" + name], read, fields)


WHOLE_GRAPH = ["--threshold=0", "--top=1000000", "--depth=1000000"]
OUTPUTS = {
    "report": Output(["report", "--all", "--per-thread"], reports.read_report, rounds=AS_FILE,
                     idle=False),
    "report page": Output(["report", "--all", "--per-thread", "--format=html"],
                          reports.read_html_report, (EXCLUSIVE,), AS_FILE, idle=False),
    "dmtracedump": Output(["--dmtracedump"], reports.read_whole_report, rounds=ALWAYS,
                          takes_clock=False, threads=False, idle=False),
    "dump": Output(["dump", "--format=jsonl"], reports.read_dump, takes_clock=False),
    "graph": Output(["graph", "--clusters=thread", *WHOLE_GRAPH], reports.read_graph,
                    rounds=ALWAYS),
    "fold": Output(["fold", "--per-thread", "--signatures", "--unit=ns",
                    "--depth=100000"],
                   partial(exports.read_collapsed, unit=1), TIMES),
    "folded": Output(["fold", "--per-thread", "--signatures", "--unit=us",
                      "--depth=100000"],
                     partial(exports.read_collapsed, unit=1000), TIMES, ALWAYS),
    "flame graph": Output(["flamegraph", "--per-thread", "--signatures", "--min-width=0.01",
                           "--width=20000", "--depth=100000"], reports.read_flame_graph, TIMES, ALWAYS),
    "tree": Output(["tree", "--per-thread", "--format=json", "--min=0",
                    "--depth=100000"], reports.read_tree),
    # All threads together.
    "whole report": Output(["report", "--all"], reports.read_whole_report, rounds=AS_FILE,
                           threads=False, idle=False),
    "whole graph": Output(["graph", *WHOLE_GRAPH], reports.read_graph, rounds=ALWAYS,
                          threads=False),
    "whole fold": Output(["fold", "--signatures", "--unit=ns", "--depth=100000"],
                         partial(exports.read_collapsed, unit=1, merged=True), TIMES,
                         threads=False),
    "icicles": Output(["flamegraph", "--icicle", "--signatures", "--min-width=0.01",
                       "--width=20000", "--depth=100000"],
                      partial(reports.read_flame_graph, merged=True), TIMES, ALWAYS,
                      threads=False),
    "whole tree": Output(["tree", "--format=json", "--min=0", "--depth=100000"],
                         reports.read_tree, threads=False),
    "callers": Output(["tree", "--bottom-up", "--format=json", "--min=0", "--depth=1"],
                      reports.read_callers, threads=False),
    "diff": Output(["diff", "--format=json", "--all"], reports.read_diff,
                   threads=False),
    "csv": convert("csv", exports.read_csv),
    "chrome": convert("chrome", exports.read_chrome),
    "speedscope": convert("speedscope", exports.read_speedscope),
    "perfetto": convert("perfetto", exports.read_perfetto),
    "pprof": convert("pprof", exports.read_pprof),
    "firefox": convert("firefox", exports.read_firefox, TIMES),
}

# What has both clocks if none is asked for, and is then read by each of them.
BOTH = {"csv": exports.read_csv, "speedscope": exports.read_speedscope,
        "pprof": exports.read_pprof}


# The others take no part of a trace or, where they do, none of its calls are cut.
WITH_PARTS = set(OUTPUTS) - {"dmtracedump", "dump", "diff"}


def key_of(name):
    """Names without what stands between their pieces, which each output writes in its
    own way."""
    return re.sub(r"[ ;:_]", "", name.replace("/", "."))


def merge(threads):
    whole = new_sums()
    for sums in threads.values():
        for name, values in sums.items():
            add(whole, name, *values)
    return whole


def by_key(sums, known):
    """By the key of a name; methods that no table names are taken together."""
    keyed = new_sums()
    for name, values in sums.items():
        key = key_of(name)
        add(keyed, key if key in known else UNNAMED, *values)
    return keyed


class Check:
    def __init__(self, tracedump, path):
        self.tracedump, self.path, self.n_wrong = tracedump, path, 0

    def fail(self, *what):
        self.n_wrong += 1
        if self.n_wrong <= MOST_TO_TELL:
            print(self.path, *what)

    def good(self):
        return self.n_wrong == 0

    def same_methods(self, what, expected, read, output, slack):
        # What is too narrow to be drawn may be of any.
        *_, left_out = read.pop(reports.LEFT_OUT, (0,))
        known = {key_of(name) for name in expected if name != UNNAMED}
        read, expected = by_key(read, known), by_key(expected, known)
        for name in sorted(expected.keys() | read.keys()):
            if not output.idle and not any(expected[name][1:]):
                continue
            for field in output.fields:
                # Taken for one method, those without names are taken for recursion.
                if field == INCLUSIVE and name == UNNAMED and what[-2] == "diff":
                    continue
                difference = abs(expected[name][field] - read[name][field])
                if difference > left_out + slack * (field != CALLS) * expected[name][CALLS]:
                    self.fail(*what, name, expected[name], "expected,", read[name], "read")
                    break

    def same_totals(self, what, expected, read, slack):
        for thread in sorted(expected.keys() | read.keys()):
            sums = read.get(thread, {}).values()
            total = sum(own for _, _, own in sums)
            if abs(expected.get(thread, 0) - total) > slack * len(sums):
                self.fail(*what, "thread", thread, expected.get(thread), "expected,", total,
                          "read")

    def output(self, name, part, clock, expected, totals, unit):
        """@totals are of threads, if they are known; @unit is that of the file."""
        output = OUTPUTS[name]
        arguments = [*output.arguments, *part, self.path]
        if output.takes_clock:
            arguments.append("--clock=" + clock)
        if name == "diff":
            arguments.append(self.path)
        data = run(self.tracedump, *arguments)
        # A file of microseconds has nanoseconds where it is cut.
        rounds = {NEVER: False, AS_FILE: part and unit == US, ALWAYS: part or unit < US}
        off = US if rounds[output.rounds] else 0
        if output.rounds != NEVER and name != "folded":
            threads = output.read(data, clock, off)
        else:
            threads = output.read(data, clock)
        what = (*part, name, clock)
        self.same_methods(what, expected, merge(threads), output, off)
        if totals is not None and output.threads:
            self.same_totals(what, totals, threads, off)


    def relatives(self, name, calls, callers, callees):
        """Calls of the callers add up, and recursion counts alike among callees."""
        roots = sum("caller" not in call for call in calls)
        recursive = []
        for nodes in (callers, callees):
            method, *others = (node for node in nodes if 1 <= node["level"] <= 2)
            if method["calls"] != len(calls):
                self.fail(name, "calls", len(calls), method)
            recursive.append(sum(node["calls"] for node in others
                                 if full_name({**node, "named": True}) == name))
        listed = sum(node["calls"] for node in callers if node["level"] == 2)
        if listed + roots != len(calls) or recursive[0] != recursive[1]:
            self.fail(name, "callers", listed, roots, len(calls), recursive)

    def both_clocks(self, part, expected):
        """@expected has the sums of methods by clock."""
        for name, read in BOTH.items():
            data = run(self.tracedump, "convert", "--to=" + name, *part, self.path)
            for clock, sums in expected.items():
                self.same_methods((*part, name, "by", clock), sums, merge(read(data, clock)),
                                  OUTPUTS[name], 0)

    def clock_of_perfetto(self):
        """That of the device: since 1970 in old files, since it was started in others."""
        facts = json.loads(run(self.tracedump, "info", "--format=json", self.path))
        start = facts["start_time_us"]
        rows = run(self.tracedump, "convert", "--to=csv", self.path).decode()
        times = [exports.nanoseconds(row["start_wall_us"])
                 for row in csv.DictReader(rows.splitlines(keepends=True))]
        expected = (exports.REALTIME if start >= 10 ** 15 else exports.MONOTONIC,
                    start * US, start * US + min(times))
        read = exports.read_clock_of_perfetto(
            run(self.tracedump, "convert", "--to=perfetto", self.path))
        if read != expected:
            self.fail("perfetto", expected, "expected,", read, "read")

    def cpu_of_firefox(self, part):
        """Against the first and last time of each thread."""
        times = {}
        rows = run(self.tracedump, "convert", "--to=csv", *part, self.path).decode()
        for row in csv.DictReader(rows.splitlines(keepends=True)):
            wall, cpu = (exports.nanoseconds(row[f"start_{clock}_us"])
                         for clock in ("wall", "cpu"))
            took, used = (exports.nanoseconds(row[f"inclusive_{clock}_us"])
                          for clock in ("wall", "cpu"))
            times.setdefault(int(row["thread_id"]), []).extend(
                [(wall, cpu), (wall + took, cpu + used)])
        expected = {thread: max(cpu for _, cpu in steps) - min(cpu for _, cpu in steps)
                    for thread, steps in times.items() if min(steps)[0] < max(steps)[0]}
        read = exports.read_cpu_of_firefox(
            run(self.tracedump, "convert", "--to=firefox", *part, self.path))
        read = {thread: used for thread, used in read.items() if thread in expected}
        if read != expected:
            self.fail(*part, "firefox", "CPU time", expected, "expected,", read, "read")

    def same_stacks(self, part):
        """Two commands that write the same."""
        fold, convert = (run(self.tracedump, *command, *part, self.path) for command in
                         (["fold"], ["convert", "--to=collapsed"]))
        if fold != convert:
            self.fail(*part, "fold and convert --to=collapsed differ")


def find_totals(tracedump, path, clock):
    rows = json.loads(run(tracedump, "threads", "--format=json", path))["threads"]
    return {row["tid"]: row[clock]["root_inclusive_ns"] for row in rows if row["calls"]}


def unit_of(tracedump, path):
    """Only packets have less than microseconds."""
    info = run(tracedump, "info", "--format=tsv", path).decode().splitlines()
    return 1 if "format\tpackets" in info else US


def check_whole(tracedump, path, expected):
    """All outputs of a whole trace. @expected has the sums of its methods, by clock."""
    check = Check(tracedump, str(path))
    unit = unit_of(tracedump, path)
    for clock, sums in expected.items():
        totals = find_totals(tracedump, path, clock)
        if sum(totals.values()) != sum(own for _, _, own in sums.values()):
            check.fail("threads", clock, totals)
        for name in OUTPUTS:
            # The original knows but the first time of a record.
            if name != "dmtracedump" or clock == next(iter(expected)):
                check.output(name, [], clock, sums, totals, unit)
    check.same_stacks([])
    if "wall" in expected:
        check.clock_of_perfetto()
    if len(expected) == 2:
        check.both_clocks([], expected)
        check.cpu_of_firefox([])
    return check.good()


def check_parts(tracedump, path, names):
    """Some outputs of a range of a trace and of a thread, against "tracedump methods"."""
    check = Check(tracedump, str(path))
    unit = unit_of(tracedump, path)
    for part in find_parts(find_threads(tracedump, path))[1:]:
        rows = load_methods(tracedump, path, part)
        check.same_stacks(part)
        if len(clocks_of(rows)) == 2:
            check.both_clocks(part, {clock: sums_of_methods(rows, clock)
                                     for clock in clocks_of(rows)})
        for clock in clocks_of(rows):
            for name in names:
                check.output(name, part, clock, sums_of_methods(rows, clock), None, unit)
    return check.good()


def check_calls(tracedump, path, part=()):
    """The calls of a method add up to its sums, whatever the order, and callers and callees
    begin with these."""
    check = Check(tracedump, str(path))
    rows = [row for row in load_methods(tracedump, path, part)
            if row["calls"] or row["recursive_calls"]]
    names = Counter(full_name(row) for row in rows)
    rows = [row for row in rows if names[full_name(row)] == 1]
    for row in rows[::max(1, len(rows) // METHODS_OF_A_TRACE)]:
        name = full_name(row)
        found, callers, callees = (json.loads(run(tracedump, command, "--format=json", *more,
                                                  *part, name, path))
                                   for command, *more in (["calls", "--sort=start"],
                                                          ["callers", "--depth=2", "--min=0"],
                                                          ["callees", "--depth=2", "--min=0"]))
        outer = [call for call in found["list"] if not call["recursive"]]
        if (len(outer), len(found["list"]) - len(outer)) != (row["calls"],
                                                            row["recursive_calls"]):
            check.fail("calls", name, "number of calls")
        if sum(call.get("waiting_ns", 0) for call in found["list"]) != row["waiting_ns"]:
            check.fail("calls", name, "waiting")
        check.relatives(name, found["list"], callers["nodes"], callees["nodes"])
        for clock in clocks_of(rows):
            expected = row[clock]
            own = sum(call[clock]["exclusive_ns"] for call in found["list"])
            took = sum(call[clock]["inclusive_ns"] for call in outer)
            if (took, own) != (expected["inclusive_ns"], expected["exclusive_ns"]):
                check.fail("calls", name, clock, took, own, expected)
            told = {entry["time"]: entry["total_ns"] for entry in found["times"]
                    if entry["clock"] == clock}
            if (told["inclusive"], told["exclusive"]) != (took, own):
                check.fail("calls", name, clock, told)
            for tree in (callers, callees):
                first = [(node[clock]["inclusive_ns"], node[clock]["exclusive_ns"])
                         for node in tree["nodes"] if node["level"] == 1]
                rest = sum(node[clock]["inclusive_ns"]
                           for node in tree["nodes"] if node["level"] == 2)
                rest += own if tree is callees else sum(
                    call[clock]["inclusive_ns"] for call in outer if "caller" not in call)
                if first != [(took, own)] or rest != took:
                    check.fail(tree["direction"], name, clock, first, rest, took, own)
    return check.good()


def full_name(row):
    """A method as a person names it."""
    if not row["named"]:
        return row["id"]
    return f"{row['class'].replace('/', '.')}.{row['method']} {row['signature']}".rstrip()


def nanoseconds_of(text):
    whole, _, fraction = text.partition(".")
    return int(whole) * 1000 + int(fraction or 0)


def read_table(path):
    """The sums of methods in the table beside a reference trace, by clock."""
    expected = {}
    with open(path, newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            named = row["class"] != "(unknown)" or row["method"].startswith("(")
            name = name_of(row["class"], row["method"], row["signature"])
            for clock in ("cpu", "wall"):
                if row[f"inclusive_{clock}_us"] == "-":
                    continue
                add(expected.setdefault(clock, new_sums()), name if named else UNNAMED,
                    int(row["calls"]) + int(row["recursive_calls"]),
                    nanoseconds_of(row[f"inclusive_{clock}_us"]),
                    nanoseconds_of(row[f"exclusive_{clock}_us"]))
    return expected


# Thread 1: main 0-100 { twice 10-40 { twice 20-30 } }, and main again from 50 on, left by
# nobody: it ends with the thread. Thread 2: twice 0-50. The CPU clock runs at half the
# speed.
HAND_EVENTS = [(1, 4, 0, 0), (2, 8, 0, 0), (1, 8, 0, 10), (1, 8, 0, 20), (1, 8, 1, 30),
               (1, 8, 1, 40), (1, 4, 0, 50), (2, 8, 1, 50), (1, 12, 0, 60), (1, 12, 2, 70),
               (1, 4, 1, 100)]
HAND_SUMS = {"p.Main.main ()V": (2, 100, 60), "p.Calc.twice (I)V": (3, 80, 80),
             "p.Calc.<init> (Ljava/lang/String;)V": (1, 10, 10)}


def write_by_hand(folder):
    """A trace and what its table would have."""
    path = Path(folder) / "hand.trace"
    text = ("*version\n3\nclock=dual\n*threads\n1\tmain\n2\ta; \"b\" <c>\n*methods\n"
            "0x4\tp.Main\tmain\t()V\tM.java\n0x8\tp.Calc\ttwice\t(I)V\tC.java\n"
            "0xc\tp.Calc\t<init>\t(Ljava/lang/String;)V\tC.java\n*end\n")
    data = text.encode() + struct.pack("<4sHHQH14x", b"SLOW", 3, 32, 0, 14)
    for thread, method, action, wall in HAND_EVENTS:
        data += struct.pack("<HIII", thread, method | action, wall // 2, wall)
    path.write_bytes(data)
    return path, {clock: {name: (calls, took * unit, own * unit)
                          for name, (calls, took, own) in HAND_SUMS.items()}
                  for clock, unit in (("cpu", 500), ("wall", 1000))}


def expected_of(tracedump, path):
    table = Path(path).with_suffix(".tsv")
    if table.is_file():
        return read_table(table)
    rows = load_methods(tracedump, path)
    return {clock: sums_of_methods(rows, clock) for clock in clocks_of(rows)}


def check_diff(tracedump, old, new):
    """What is in two tables, method by method."""
    check = Check(tracedump, f"{old} {new}")
    tables = [read_table(path.with_suffix(".tsv")) for path in (old, new)]
    clocks = tables[0].keys() & tables[1].keys()
    if not clocks:
        return True
    rows = json.loads(run(tracedump, "diff", "--all", "--format=json", old, new))
    for clock in clocks:
        known = {key_of(name) for table in tables for name in table[clock]} - {UNNAMED}
        expected = [by_key(table[clock], known) for table in tables]
        read = [new_sums(), new_sums()]
        status = {}
        for row in rows["methods"]:
            key = key_of(name_of(row["class"], row["method"], row["signature"]))
            status[key if key in known else UNNAMED] = row["status"]
            for side, sums in zip(("old", "new"), read):
                times = row[clock]
                assert times["exclusive"]["change_ns"] == \
                    times["exclusive"]["new_ns"] - times["exclusive"]["old_ns"]
                add(sums, key if key in known else UNNAMED, row["calls"][side],
                    times["inclusive"][side + "_ns"], times["exclusive"][side + "_ns"])
        for name in known:
            there = tuple(name in sums and sums[name][CALLS] > 0 for sums in expected)
            values = [sums[name] for sums in read]
            if values != [sums[name] for sums in expected]:
                check.fail("diff", clock, name, values)
            if not any(there):
                continue
            if (status[name] == "new", status[name] == "gone") != (not there[0], not there[1]):
                check.fail("diff", name, status[name])
        for side, sums in zip(("old", "new"), expected):
            if rows["total"][clock][side + "_ns"] != sum(own for _, _, own in sums.values()):
                check.fail("diff", clock, "total", side)
    return check.good()


def check_many_paths(tracedump, write_trace, folder):
    """More paths in a thread than the conversions keep or pass on at a time."""
    path = Path(folder) / "paths.trace"
    run(write_trace, "--events=700000", "--threads=1", "--methods=2000", "--depth=4", "--clock=dual",
        "--skew=0", "--habit=0", path)
    check = Check(tracedump, str(path))
    expected = expected_of(tracedump, path)
    for name in "pprof", "firefox":
        check.output(name, [], "wall", expected["wall"], find_totals(tracedump, path, "wall"), US)
    return check.good()


def main():
    (tracedump, write_trace, *paths), chosen = choose(sys.argv[1:])
    good = True
    with tempfile.TemporaryDirectory() as folder:
        traces = paths or [*make_traces(write_trace, folder),
                           *find_traces("real/*.trace", "gen/*.trace", "gen/*.key")][chosen]
        if not paths:
            good = check_whole(tracedump, *write_by_hand(folder))
        if not paths and chosen.step == 1:
            good = check_many_paths(tracedump, write_trace, folder) and good
        for path in traces:
            good = check_whole(tracedump, path, expected_of(tracedump, path)) and good
        pairs = find_traces("gen/*.trace")[chosen]
        for old, new in zip(pairs, pairs[1:] if not paths else []):
            good = check_diff(tracedump, old, new) and good
        # Not of each, which would take minutes.
        for path in traces[::6]:
            good = check_parts(tracedump, path, WITH_PARTS) and good
            good = check_calls(tracedump, path) and good
            good = check_calls(tracedump, path, ["--range=100us..3ms"]) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
