#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SQL from Python: the same answers as those of tracedump.

    library_query.py TRACEDUMP TRACE
"""

import json
import subprocess
import sys

from gi.repository import GLib
from traceview import TraceProcessor

STATEMENTS = [
    "SELECT id, name, dur, parent_id, depth FROM slice ORDER BY id",
    "SELECT * FROM thread",
    "SELECT 1 AS i, 1.5 AS d, 'ü' AS t, NULL AS n",
    "SELECT name FROM slice WHERE 0",
]


def run(tracedump, *arguments):
    return json.loads(subprocess.run([tracedump, *arguments], check=True, capture_output=True).stdout)


def assert_fails(call, part):
    try:
        call()
    except GLib.Error as error:
        assert part in error.message, error.message
    else:
        raise AssertionError(part)


def main(tracedump, trace):
    with TraceProcessor(trace) as processor:
        for statement in STATEMENTS:
            result = processor.query(statement)
            wanted = run(tracedump, "query", "--format=json", trace, statement)["rows"]
            assert [vars(row) for row in result] == wanted, statement
            assert len(result) == len(wanted)

        # The last result of a script counts, and what it creates stays.
        result = processor.query("CREATE VIEW two AS SELECT 2 AS n; SELECT 1 AS n; SELECT n FROM two")
        assert result.column_names == ["n"] and result[0].n == 2 and result[-1].n == 2
        assert len(processor.query("SELECT n FROM two")) == 1
        assert processor.query("CREATE VIEW three AS SELECT 3").column_names == []
        assert processor.query("SELECT x'00FF80' AS b")[0].b == b"\x00\xff\x80"

        metrics = run(tracedump, "metrics", "--format=json", "--metric=waits", trace)["traces"][0]["metrics"]
        found = processor.metric(["waits"])
        assert [vars(row) for row in found["waits"]] == metrics["waits"]

        assert_fails(lambda: processor.query("SELECT no_column FROM slice"), "no_column")
        assert_fails(lambda: processor.metric(["none"]), "none")
        try:
            frame = processor.query("SELECT 1 AS n").as_pandas_dataframe()
            assert list(frame["n"]) == [1]
        except ImportError as error:
            assert "pandas" in str(error)
    assert_fails(lambda: TraceProcessor(__file__), "trace")


main(*sys.argv[1:])
