#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the names whose longest call took more than a frame, the longest first.

    python3 slow_frames.py app.trace [MILLISECONDS]

The statements are those of Perfetto's trace processor, and so is the interface.
"""

import signal
import sys

from gi.repository import GLib
from traceview import TraceProcessor

LONGEST = """
SELECT name, count(*) AS calls, max(dur) / 1e6 AS ms
FROM slice GROUP BY name HAVING ms > {} ORDER BY ms DESC, name
"""


def main(trace, milliseconds="16.6"):
    """Returns the exit status."""
    try:
        with TraceProcessor(trace) as processor:
            for row in processor.query(LONGEST.format(float(milliseconds))):
                print(f"{row.ms:12.3f} ms {row.calls:8} calls  {row.name}")
    except GLib.Error as error:
        print(error.message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # A reader such as head(1) that has seen enough ends it in silence.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(*sys.argv[1:] or [""]))
