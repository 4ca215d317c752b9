#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The databases of `tracedump convert --to=sqlite`, read by Python's sqlite3.

sqlite_file.py PROGRAM WRITE-TRACE SOURCES [--few]: every table and view of the file has the rows
that `tracedump query` has, for every reference trace, or every sixth, and some random ones.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
# What takes functions that are not in a file, or the sums by path.
MISSING = {"ancestor_slice", "descendant_slice", "ancestor_slice_by_stack", "descendant_slice_by_stack", "call_tree",
           "call_tree_bottom_up", "flamegraph", "slice_with_stack_id"}
RANDOM = [("--version=3", "--clock=dual", "--broken=10", "--recursion=30"),
          ("--version=2", "--clock=thread-cpu"), ("--version=5", "--packets", "--waits=5")]
EXAMPLE = """\
178.959 ms at 350.479 ms in main, 153.716 ms on the CPU
  android.os.Handler.dispatchMessage: (Landroid/os/Message;)V
    android.app.ActivityThread$H.handleMessage: (Landroid/os/Message;)V
"""
# Views of system traces, which modules of Perfetto have.
MODULES = {"cpu_frequency_counters", "cpu_idle_counters", "sched_active_cpu_count",
           "sched_latency_for_running_interval", "sched_percentage_of_time_in_state",
           "sched_previous_runnable_on_thread", "sched_runnable_thread_count",
           "sched_thread_time_in_state", "sched_time_in_state_for_thread",
           "sched_uninterruptible_sleep_thread_count", "sched_with_thread_process"}
EXTRA = {"call_data", "call_args", "method_category"}


def run(*arguments, status=0):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, env=ENVIRONMENT, timeout=100)
    assert done.returncode == status, (arguments, done)
    return done.stdout


def ask(program, trace, script):
    """The results of statements, each a list of rows with their columns."""
    text = run(program, "query", "--format=json", trace, script).decode()
    decoder, results = json.JSONDecoder(), []
    while text.strip():
        result, end = decoder.raw_decode(text)
        results.append(result["rows"])
        text = text[end:].lstrip()
    return results


def order(rows):
    return sorted(rows, key=lambda row: [(value is not None, str(value)) for value in row])


def check_file(program, trace, path):
    run(program, "convert", trace, "--to=sqlite", "-o", path)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA user_version").fetchall() == [(1,)]
        names = {row[0] for row in database.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '\\_%' ESCAPE '\\'")}
        [own] = ask(program, trace, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        own = {row["name"] for row in own if not row["name"].startswith(("_", "sqlite_"))}
        missing = MISSING | MODULES if "sched" in own else MISSING
        assert own - names == missing and names - own == EXTRA, (own ^ names)
        own = sorted(own & names)
        results = ask(program, trace, ";".join(f"SELECT * FROM \"{name}\"" for name in own))
        for name, result in zip(own, results):
            cursor = database.execute(f"SELECT * FROM \"{name}\"")
            rows = order(cursor.fetchall())
            columns = [column[0] for column in cursor.description]
            expected = order([tuple(row[column] for column in columns) for row in result])
            assert not result or list(result[0]) == columns, (trace, name, columns)
            assert rows == expected, (trace, name, rows[:3], expected[:3])


def check_types(program, trace, path):
    """Numbers are compared with texts as they are in `query`."""
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE name IN"
                                                      " ('call', 'slice', 'thread_slice', 'method', 'thread')")]
        statements = [f"SELECT '{name}.{column[1]}' AS x, count(*) AS n FROM {name} WHERE \"{column[1]}\" >= ' 1'"
                      for name in names for column in database.execute(f"PRAGMA table_info({name})")]
        expected = [list(rows[0].values()) for rows in ask(program, trace, ";".join(statements))]
        for statement, row in zip(statements, expected):
            assert list(database.execute(statement).fetchone()) == row, (statement, row)


def check_mapping(program, trace, folder):
    (folder / "mapping.txt").write_text(
        "com.x.Foo -> android.os.Handler:\n    void bar(android.os.Message) -> dispatchMessage\n")
    run(program, "convert", "--mapping", folder / "mapping.txt", trace, "-o", folder / "m.sqlite3")
    with sqlite3.connect(folder / "m.sqlite3") as database:
        [(number,)] = database.execute(
            "SELECT count(*) FROM slice WHERE name = 'com.x.Foo.bar: (Landroid/os/Message;)V'")
        assert number == 22, number


def leaves_nothing(program, trace, folder, seconds):
    """Whether no file but its output is left of a program that is killed."""
    before = set(folder.iterdir())
    process = subprocess.Popen([program, "convert", trace, "-o", folder / "y.db"], env=ENVIRONMENT)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (folder / "y.db").unlink(missing_ok=True)
    left = set(folder.iterdir()) - before
    for path in left:
        path.unlink()
    return not left


def check_failures(program, trace, folder):
    """What cannot be written leaves the file before it, and no other."""
    path = folder / "x.db"
    path.write_text("mine")
    for option in "--thread=1", "--range=0..1", "--clock=cpu":
        done = subprocess.run([program, "convert", trace, option, "-o", path], capture_output=True,
                              env=ENVIRONMENT)
        assert done.returncode == 2 and b"--to=sqlite writes the whole trace" in done.stderr, done
    done = subprocess.run(["bash", "-c", 'ulimit -f 300; trap "" XFSZ; exec "$@"', "-", program,
                           "convert", trace, "-o", path], capture_output=True, env=ENVIRONMENT)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1, done
    run(program, "convert", trace, "--to=sqlite", "-o", "/dev/full", status=1)
    run(program, "convert", trace, "--to=sqlite", "-o", folder / "no" / "x", status=1)
    assert path.read_text() == "mine"
    # The same to standard output.
    content = run(program, "convert", trace, "--to=sqlite")
    assert content.startswith(b"SQLite format 3\0")
    run(program, "convert", trace, "-o", path)
    assert path.read_bytes() == content
    # A file has a name for the moment in which it is opened; no process is killed just then each time.
    for seconds in 0.01, 0.03, 0.1:
        assert any(leaves_nothing(program, trace, folder, seconds) for _ in range(5)), seconds


def check_unread(*line):
    """A reader that has seen enough, as head(1) has, is no news."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(list(map(str, line)), stdout=writer, stderr=subprocess.PIPE, timeout=100)
    os.close(writer)
    assert done.stderr == b"", done


def main():
    program, write_trace, sources = (Path(argument).resolve() for argument in sys.argv[1:4])
    example = sources / "data" / "examples" / "app-start.trace"
    traces = []
    for folder in (Path(os.environ["TRACEVIEW_TRACES"]) / "real", sources / "tests" / "traces" / "gen",
                   sources / "tests" / "traces" / "regress"):
        traces += sorted(path for path in folder.glob("*.trace"))
    traces = [example, sources / "tests" / "traces" / "slices" / "two-processes.json",
              sources / "tests" / "traces" / "samples" / "collapsed.txt", *traces[::6 if "--few" in sys.argv else 1]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for i, options in enumerate(RANDOM):
            traces.append(folder / f"{i}.trace")
            run(write_trace, *options, "--events=3000", "--threads=3", "--methods=40", f"--seed={i}", traces[-1])
        for trace in traces:
            check_file(program, trace, folder / "all.db")
        run(program, "convert", example, "--to=sqlite", "-o", folder / "types.db")
        check_types(program, example, folder / "types.db")
        shown = run(sys.executable, sources / "data" / "examples" / "longest_calls.py", folder / "e.db",
                    "*LayoutInflater.inflate*", status=1)
        run(program, "convert", example, "-o", folder / "e.db")
        shown = run(sys.executable, sources / "data" / "examples" / "longest_calls.py", folder / "e.db",
                    "*LayoutInflater.inflate*").decode()
        assert shown.startswith(EXAMPLE) and shown.count(" ms at ") == 3, shown
        check_unread(sys.executable, sources / "data" / "examples" / "longest_calls.py", folder / "e.db", "*")
        check_mapping(program, example, folder)
        check_failures(program, example, folder)


if __name__ == "__main__":
    main()
