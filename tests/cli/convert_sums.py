#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads back what "tracedump convert" writes, each format with a reader that knows
nothing of the program, and compares the sums of every method with "tracedump methods".

    convert_sums.py TRACEDUMP WRITE_TRACE [TRACE…]

Without traces: random ones of WRITE_TRACE, with all clocks and with broken stacks, and
the reference traces where they are.
"""

import sys
import tempfile

import convert_readers
from trace_sums import (clocks_of, compare, find_parts, find_threads, find_traces,
                        load_methods, make_traces, run, sums_of_methods)


def check(tracedump, path):
    good = True
    for options in find_parts(find_threads(tracedump, path)):
        methods = load_methods(tracedump, path, options)
        for clock in clocks_of(methods):
            expected = sums_of_methods(methods, clock)
            for name, (read, fields) in convert_readers.READERS.items():
                out = run(tracedump, "convert", "--to=" + name, "--clock=" + clock,
                          *options, path)
                what = f"{path} {' '.join(options)} {name} {clock}"
                good = compare(what, expected, read(out, clock), fields) and good
    return good


def main():
    tracedump, write_trace, *paths = sys.argv[1:]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for path in paths or [*make_traces(write_trace, folder), *find_traces(
                "real/art-*.trace", "gen/f5-*.trace", "gen/v*-cpu.trace")]:
            good = check(tracedump, str(path)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
