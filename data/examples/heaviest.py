#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the ten methods of a trace with the longest exclusive time.

    python3 heaviest.py app.trace [mapping.txt]

The sums are the library's. For other ones, take the calls of a thread as lists:
trace.dup_call_methods(), dup_call_parents(), dup_call_flags() and dup_call_times(), and
its waits: dup_wait_calls() and dup_wait_times().
"""

import signal
import sys

import gi

gi.require_version("Tv", "0")
from gi.repository import Gio, GLib, Tv  # noqa: E402

N_PRINTED = 10


def load(trace_name, mapping_name=None):
    mapping = None
    if mapping_name is not None:
        mapping = Tv.NameMapping.new()
        mapping.add_file(Gio.File.new_for_commandline_arg(mapping_name), None)
    file = Gio.File.new_for_commandline_arg(trace_name)
    return Tv.Trace.load(file, 0, mapping, None, None, None)


def main(names):
    """Returns the exit status."""
    try:
        trace = load(*names)
    except GLib.Error as error:
        print(error.message, file=sys.stderr)
        return 1
    clock = trace.get_primary_clock()
    profile = Tv.Profile.new(trace, None)
    exclusive = [profile.get_totals(method).exclusive[clock]
                 for method in range(trace.get_n_methods())]
    order = sorted(range(len(exclusive)), key=lambda method: -exclusive[method])
    for method in order[:N_PRINTED]:
        name = trace.get_method(method).dup_display_name()
        print(f"{exclusive[method] / 1e6:12.3f} ms  {name}")
    return 0


if __name__ == "__main__":
    # A reader such as head(1) that has seen enough ends it in silence.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:] or [""]))
