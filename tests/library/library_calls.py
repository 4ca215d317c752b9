#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls, waits, flags and sums of the library as Python has them.

    library_calls.py FOLDER MAPPING TRACE

Sums up the calls of every reference trace of FOLDER, from what the library says about
each call, and compares them with its table and with the sums of the library. Of TRACE,
which MAPPING renames, the waits and the sums of parts are compared.
"""

import csv
import itertools
import sys
from collections import Counter
from pathlib import Path

import gi

gi.require_version("Tv", "0")
from gi.repository import Gio, Tv  # noqa: E402

CLOCKS = {"cpu": Tv.Clock.THREAD_CPU, "wall": Tv.Clock.WALL}


def load(path, mapping=None):
    return Tv.Trace.load(Gio.File.new_for_path(str(path)), 0, mapping, None, None, None)


def add_calls(trace, thread, sums):
    """Adds the calls of a thread to numbers by method and title of a column."""
    methods = trace.dup_call_methods(thread)
    parents = trace.dup_call_parents(thread)
    flags = trace.dup_call_flags(thread)
    assert trace.get_thread(thread).n_calls == len(methods) == len(parents) == len(flags)
    for method, flag in zip(methods, flags):
        recursive = bool(flag & Tv.CallFlags.RECURSIVE)
        sums[method, "recursive_calls" if recursive else "calls"] += 1
    for name, clock in CLOCKS.items():
        if not trace.has_clock(clock):
            continue
        starts = trace.dup_call_times(thread, clock, False)
        ends = trace.dup_call_times(thread, clock, True)
        for call, (start, end) in enumerate(zip(starts, ends)):
            if not flags[call] & Tv.CallFlags.RECURSIVE:
                sums[methods[call], f"inclusive_{name}_us"] += end - start
            sums[methods[call], f"exclusive_{name}_us"] += end - start
            if parents[call] != Tv.CALL_NONE:
                sums[methods[parents[call]], f"exclusive_{name}_us"] -= end - start


def check_accessors(trace, thread):
    """One value at a time is the same as all at once."""
    columns = trace.dup_call_methods(thread), trace.dup_call_parents(thread), trace.dup_call_flags(thread)
    for call, (method, parent, flags) in enumerate(zip(*columns)):
        assert trace.get_call_method(thread, call) == method
        assert trace.get_call_parent(thread, call) == parent
        assert trace.get_call_flags(thread, call) == flags
    for clock in filter(trace.has_clock, CLOCKS.values()):
        for call, start in enumerate(trace.dup_call_times(thread, clock, False)):
            assert trace.get_call_start(thread, call, clock) == start
        for call, end in enumerate(trace.dup_call_times(thread, clock, True)):
            assert trace.get_call_end(thread, call, clock) == end
    waits = zip(trace.dup_wait_calls(thread), trace.dup_wait_times(thread, False),
                trace.dup_wait_times(thread, True))
    for wait, (call, start, end) in enumerate(waits):
        assert trace.get_wait_call(thread, wait) == call
        assert (trace.get_wait_start(thread, wait), trace.get_wait_end(thread, wait)) == (start, end)


def numbers_of_library(trace, method, totals):
    numbers = {"calls": totals.calls, "recursive_calls": totals.recursive_calls}
    for name, clock in CLOCKS.items():
        if trace.has_clock(clock):
            numbers[f"inclusive_{name}_us"] = totals.inclusive[clock]
            numbers[f"exclusive_{name}_us"] = totals.exclusive[clock]
    return numbers


def check_table(path):
    """The table has rows of methods that were called, in microseconds with a point."""
    trace = load(path)
    profile = Tv.Profile.new(trace, None)
    sums = Counter()
    for thread in range(trace.get_n_threads()):
        add_calls(trace, thread, sums)
        check_accessors(trace, thread)
    found = {}
    for index in range(trace.get_n_methods()):
        method = trace.get_method(index)
        numbers = numbers_of_library(trace, index, profile.get_totals(index))
        assert all(sums[index, title] == value for title, value in numbers.items()), (path, index)
        if numbers["calls"] > 0:
            key = method.class_name, method.name, method.signature
            found.setdefault(key, []).append(numbers)
    with open(path.with_suffix(".tsv"), encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        key = tuple(row.pop(title) for title in ("class", "method", "signature"))
        expected = {title: round(float(value) * (1000 if title.endswith("_us") else 1))
                    for title, value in row.items() if value not in ("-", "")}
        assert expected in found[key], (path, key, expected, found[key])
        found[key].remove(expected)
    assert not any(found.values()), (path, found)


def check_waits(trace):
    profile = Tv.Profile.new(trace, None)
    waiting, n_waits, outside = Counter(), Counter(), 0
    for thread in range(trace.get_n_threads()):
        methods = trace.dup_call_methods(thread)
        calls = trace.dup_wait_calls(thread)
        starts = trace.dup_wait_times(thread, False)
        ends = trace.dup_wait_times(thread, True)
        assert trace.get_thread(thread).n_waits == len(calls) == len(starts) == len(ends)
        outside += calls.count(Tv.CALL_NONE)
        for call, start, end in zip(calls, starts, ends):
            # Shorter ones are no waits.
            assert end - start > 100_000
            if call != Tv.CALL_NONE:
                waiting[methods[call]] += end - start
                n_waits[methods[call]] += 1
    assert waiting and profile.get_n_waits() == n_waits.total() + outside
    for method in range(trace.get_n_methods()):
        totals = profile.get_totals(method)
        assert (totals.waiting, totals.n_waits) == (waiting[method], n_waits[method])


def check_parts(trace):
    """The sums of parts of time, and of threads, add up to those of all."""
    whole = Tv.Profile.new(trace, None)
    start, end = trace.get_axis_range()
    moments = [start, start + (end - start) // 3, start + (end - start) // 2, end + 1]
    threads = range(trace.get_n_threads())
    by_time = [Tv.Profile.new_between(trace, *part, None, None) for part in itertools.pairwise(moments)]
    by_thread = [Tv.Profile.new_between(trace, start, end + 1, [thread], None) for thread in threads]
    for clock in CLOCKS.values():
        for parts in by_time, by_thread:
            assert sum(part.get_root_inclusive(clock) for part in parts) == whole.get_root_inclusive(clock)
            for method in range(trace.get_n_methods()):
                assert (sum(part.get_totals(method).exclusive[clock] for part in parts)
                        == whole.get_totals(method).exclusive[clock])
    assert by_time[0].get_root_inclusive(Tv.Clock.WALL) > 0


def check_names(path, mapping_path):
    mapping = Tv.NameMapping.new()
    assert mapping.add_file(Gio.File.new_for_path(mapping_path), None) == (True, [])
    plain, mapped = load(path), load(path, mapping)
    assert mapped.count_renamed() > 0
    names = {mapped.get_method(method).dup_display_name() for method in range(mapped.get_n_methods())}
    assert "org.example.Sorter.merge ()V" in names
    assert mapped.get_n_calls() == plain.get_n_calls()


def main():
    tables = [path for path in sorted(Path(sys.argv[1]).glob("*.trace"))
              if path.with_suffix(".tsv").exists()]
    assert len(tables) > 20
    for path in tables:
        check_table(path)
    trace = load(sys.argv[3])
    check_waits(trace)
    check_parts(trace)
    check_names(sys.argv[3], sys.argv[2])


if __name__ == "__main__":
    main()
