#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the ten methods of a trace with the longest exclusive time."""

import signal
import sys

import gi

gi.require_version("Tv", "0")
from gi.repository import Gio, GLib, Tv  # noqa: E402

N_PRINTED = 10


def sum_exclusive(trace, clock):
    """Exclusive nanoseconds by index of the method."""
    exclusive = [0] * trace.get_n_methods()
    for thread in range(trace.get_n_threads()):
        methods = trace.dup_call_methods(thread)
        parents = trace.dup_call_parents(thread)
        starts = trace.dup_call_times(thread, clock, False)
        ends = trace.dup_call_times(thread, clock, True)
        for method, parent, start, end in zip(methods, parents, starts, ends):
            exclusive[method] += end - start
            if parent != Tv.CALL_NONE:
                exclusive[methods[parent]] -= end - start
    return exclusive


def main(path):
    """Returns the exit status."""
    try:
        trace = Tv.Trace.load(Gio.File.new_for_commandline_arg(path), 0, None, None, None)
    except GLib.Error as error:
        print(error.message, file=sys.stderr)
        return 1
    exclusive = sum_exclusive(trace, trace.get_primary_clock())
    order = sorted(range(len(exclusive)), key=lambda method: -exclusive[method])
    for method in order[:N_PRINTED]:
        name = trace.get_method(method).dup_display_name()
        print(f"{exclusive[method] / 1e6:12.3f} ms  {name}")
    return 0


if __name__ == "__main__":
    # A reader such as head(1) that has seen enough ends it in silence.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
