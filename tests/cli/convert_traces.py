#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts traces to every form that "tracedump convert --to=trace" has, whole and cut,
reads them with a reader of its own and with the program, and compares.

    convert_traces.py TRACEDUMP WRITE_TRACE [--few] [TRACE…]
"""

import functools
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import report_readers
import trace_reader
import trace_sums
from convert_readers import Stack, new_sums

PACKETS = {2: ["--trace-version=5"], 1: ["--trace-version=4"]}
ONE_CLOCK = [["--trace-version=1"], ["--trace-version=2"],
             ["--trace-version=2", "--streaming"], ["--trace-version=4"],
             ["--trace-version=4", "--streaming"], ["--trace-version=3"]]
# By the number of clocks in the trace.
FORMS = {1: ONE_CLOCK,
         2: [[], ["--trace-version=3", "--streaming"], ["--trace-version=5"],
             ["--trace-version=5", "--streaming"], *ONE_CLOCK[:-1],
             ["--clock=cpu"], ["--trace-version=4", "--clock=cpu"]]}
DAMAGED = [[], ["--trace-version=1"], ["--streaming"], ["--trace-version=5"],
           ["--trace-version=4"]]
US = 1000


def convert(tracedump, path, options, to):
    """What was written, nothing if the form cannot tell the times, and what the program
    says of it."""
    done = subprocess.run([tracedump, "convert", "--to=trace", "-o", to, *options, path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    notes = [line for line in done.stderr.decode().splitlines() if "warning" not in line]
    if done.returncode == 1 and len(notes) == 1 and "overflow" in notes[0]:
        return None, notes
    assert done.returncode == 0, done.stderr.decode()
    return trace_reader.read_trace(Path(to).read_bytes()), notes


def by_thread(trace, clocks, unit):
    """By thread, the names of methods, what they do and when."""
    @functools.cache
    def name(method):
        return trace_sums.name_of(*trace.methods.get(method, ("(unknown)", hex(method), "")))

    steps = {}
    for thread, method, action, times in trace.records:
        steps.setdefault(thread, []).append(
            (name(method), action, *(times[clock] // unit for clock in clocks)))
    return steps


def sums_of(trace, clock, start=0, end=1 << 63):
    """By method, what it took from start to end; calls are not counted there."""
    sums = new_sums()
    for steps in by_thread(trace, [clock], 1).values():
        stack = Stack(sums)
        for name, action, time in steps:
            time = max(start, min(time, end))
            if action == trace_reader.ENTER:
                stack.enter(name, time)
            else:
                stack.leave(name, time)
        assert not stack.open, "calls that are never left"
    return dict(sums)


def in_order(trace):
    """Wherever there are no blocks of a thread each, the wall clock only goes forward."""
    times = [times["wall"] for *_, times in trace.records if "wall" in times]
    return trace.version & 0x0F >= 4 or times == sorted(times)


def same_steps(what, expected, read, new_ids):
    if new_ids:
        expected, read = (sorted(steps.values()) for steps in (expected, read))
    if expected == read:
        return True
    print(f"{what}: the calls of threads differ")
    return False


def read_back(tracedump, what, trace, file):
    """What the program reads is what is written."""
    good = True
    methods = trace_sums.load_methods(tracedump, file)
    for clock in trace_reader.clocks_of(trace.clock):
        read = trace_sums.sums_of_methods(methods, clock)
        good = trace_sums.compare(f"{what} read {clock}", read, sums_of(trace, clock),
                                  (0, 1, 2)) and good
    return good


def original_can_tell(trace):
    """dmtracedump knows no streams and packets, takes methods without names for one and
    needs signatures, and has no room for large ids of threads or times that go round."""
    return (trace.version <= 3 and max(trace.threads) < 1 << 15
            and all(method in trace.methods for _, method, _, _ in trace.records)
            and all(signature for _, _, signature in trace.methods.values())
            and int(trace.properties["elapsed-time-usec"]) < trace_reader.ROUND)


def check_original(what, trace, file):
    """What dmtracedump itself reports, which goes by the first clock of a file."""
    if not shutil.which("dmtracedump") or not original_can_tell(trace):
        return True
    clock = trace_reader.clocks_of(trace.clock)[0]
    report = trace_sums.run("dmtracedump", file)
    read = report_readers.read_whole_report(report, clock, 0)[None]
    # It leaves out what took no time, and writes classes as the file does.
    expected = {name.replace("/", "."): sums for name, sums in sums_of(trace, clock).items()
                if any(sums[1:])}
    return trace_sums.compare(f"{what} dmtracedump {clock}", expected,
                              {name.replace("/", "."): sums for name, sums in read.items()},
                              (0, 1, 2))


def same_threads(what, expected, read, exact):
    """Ids, names and, if there is nothing below microseconds, total times."""
    columns = (0, 1, 5) if exact else (0, 1)
    tables = [sorted([row[i] for i in columns] for row in rows) for rows in (expected, read)]
    if tables[0] == tables[1]:
        return True
    print(f"{what}: the table of threads differs")
    return False


def check_form(tracedump, path, part, form, reference, threads, file):
    """The reference is to the nanosecond."""
    what = f"{path} {' '.join([*part, *form])}"
    trace, notes = convert(tracedump, path, [*part, *form], file)
    if not trace:
        return any(time >= trace_reader.ROUND // 2 * US for *_, times in reference.records
                   for time in times.values())
    clocks = trace_reader.clocks_of(trace.clock)
    unit = 1 if trace.version & 0x0F >= 4 else US
    new_ids = any("thread" in note and "new id" in note for note in notes)
    good = same_steps(what, by_thread(reference, clocks, unit),
                      by_thread(trace, clocks, unit), new_ids)
    if not in_order(trace):
        print(f"{what}: not in order of time")
        good = False
    if len(clocks) < len(trace_reader.clocks_of(reference.clock)) and not any(
            "clock" in note for note in notes) != any("--clock" in option for option in form):
        print(f"{what}: a clock was lost without a word")
        good = False
    if not part and not new_ids:
        exact = trace.clock == reference.clock and not any(
            "microseconds" in note for note in notes)
        read = trace_sums.find_threads(tracedump, file)
        good = same_threads(what, threads, read, exact) and good
    good = check_original(what, trace, file) and good
    return read_back(tracedump, what, trace, file) and good


def check(tracedump, path, file, turn, all_forms=None):
    """Parts take turns: each is written in every third form."""
    good = True
    threads = trace_sums.find_threads(tracedump, path)
    for n, part in enumerate(trace_sums.find_parts(threads)):
        methods = trace_sums.load_methods(tracedump, path, part)
        clocks = trace_sums.clocks_of(methods)
        if not clocks:
            continue
        reference, _ = convert(tracedump, path, [*part, *PACKETS[len(clocks)]], file)
        for clock in clocks:
            expected = trace_sums.sums_of_methods(methods, clock)
            good = trace_sums.compare(f"{path} {' '.join(part)} {clock}", expected,
                                      sums_of(reference, clock), (0, 1, 2)) and good
        forms = all_forms or FORMS[len(clocks)]
        for form in forms[(turn + n) % 3::3] if part else forms:
            good = check_form(tracedump, path, part, form, reference, threads,
                              file) and good
    return good


def check_axis(tracedump, path, file):
    """The axis of traces with CPU time alone is the sum of all threads: it depends on the
    order of records, and must be the same when they are read again. A chart shows it."""
    good = True
    for form in ONE_CLOCK[1:3]:
        convert(tracedump, path, form, file)
        charts = [trace_sums.run(tracedump, "flamegraph", "--chart", "--title=x", name)
                  for name in (path, file)]
        if charts[0] != charts[1]:
            print(f"{path} {' '.join(form)}: threads are in another order")
            good = False
    return good


def check_ranges(tracedump, path, file):
    """Without a wall clock, a range is one of each thread's own CPU clock: of the times
    that are written, whatever the order of the records."""
    good = True
    if trace_sums.clocks_of(trace_sums.load_methods(tracedump, path)) != ["cpu"]:
        return True
    whole, _ = convert(tracedump, path, PACKETS[1], file)
    for start, end in ((0, 500), (700, 1500), (100, 9000)):
        part = f"--range={start}..{end}"
        expected = sums_of(whole, "cpu", start * US, end * US)
        for name in (path, file):
            read = trace_sums.sums_of_methods(
                trace_sums.load_methods(tracedump, name, [part]), "cpu")
            # Methods without a call in the range are not in its table.
            there = {method: sums for method, sums in expected.items()
                     if method in read or any(sums[1:])}
            good = trace_sums.compare(f"{name} {part}", read, there, (1, 2)) and good
    return good


def check_damaged(tracedump, path, file, form):
    """Whatever can be read can be written, and nothing is left to repair."""
    done = subprocess.run([tracedump, "convert", "--to=trace", "-o", file, *form, path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = [line for line in done.stderr.decode().splitlines() if "warning" not in line]
    if done.returncode == 1 and len(said) == 1:
        return True
    assert done.returncode == 0, (path, form, done.stderr)
    trace = trace_reader.read_trace(Path(file).read_bytes())
    for clock in trace_reader.clocks_of(trace.clock):
        sums_of(trace, clock)
    done = subprocess.run([tracedump, "info", file], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=True)
    left = [line for line in done.stderr.decode().splitlines()
            if "contains no events" not in line]
    if left:
        print(path, form, left)
    return not left


def write_unnamed(folder):
    """So many calls of a method without a name that they take several blocks of packets. If
    a reader took the second to go on from the first, it would find a method with a name."""
    path = Path(folder) / "unnamed.trace"
    records = b"".join(struct.pack("<HII", 1, 8 | time % 2, time) for time in range(80000))
    path.write_bytes(b"*version\n3\nclock=wall\n*threads\n1\tmain\n*methods\n"
                     b"0x10\tp.Other\tother\t()V\tO.java\n*end\n"
                     + struct.pack("<4sHHQH14x", b"SLOW", 3, 32, 0, 10) + records)
    return path


def main():
    (tracedump, write_trace, *paths), chosen = trace_sums.choose(sys.argv[1:])
    good = True
    with tempfile.TemporaryDirectory() as folder:
        if not paths:
            good = check(tracedump, str(write_unnamed(folder)), f"{folder}/copy", 0,
                         [PACKETS[1], [*PACKETS[1], "--streaming"]])
        paths = paths or [*trace_sums.make_traces(write_trace, folder),
                          *trace_sums.find_traces("gen/*.trace", "gen/*.key",
                                                  "real/*.trace")]
        for turn, path in enumerate(paths[chosen]):
            good = check(tracedump, str(path), f"{folder}/copy", turn) and good
            good = check_ranges(tracedump, str(path), f"{folder}/copy") and good
            # Stray exits take CPU time, too, and are not written.
            if Path(path).name.startswith("2-thread-cpu-0"):
                good = check_axis(tracedump, str(path), f"{folder}/copy") and good
        for turn, path in enumerate(trace_sums.find_traces("bad/*.trace")):
            form = DAMAGED[turn % len(DAMAGED)]
            good = check_damaged(tracedump, str(path), f"{folder}/copy", form) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
