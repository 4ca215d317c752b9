#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tracedump metrics` and `tracedump batch` as a user runs them.

metrics_batch.py PROGRAM: every metric against rows worked out by hand, the user's own ones,
and batches that are broken off, gone on with, and divided.
"""

import fcntl
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Method, class and name with their signature; what each does is said below.
METHODS = [("android.app.ActivityThread", "handleBindApplication"),
           ("com.x.Shop", "<clinit>"),
           ("android.view.LayoutInflater", "inflate"),
           ("android.os.MessageQueue", "nativePollOnce"),
           ("java.lang.Object", "wait"),
           ("dalvik.system.VMRuntime", "runHeapTasks"),
           ("Main", "run")]
BIND, CLINIT, INFLATE, POLL, WAIT, GC, RUN = range(7)
# (thread, method, enters, CPU µs, wall µs). Thread 1 is the main thread: bind takes 40 ms, of
# which the class's initializer 20 (5 of CPU); inflate takes 17, within Main.run of 30; then it
# waits for messages. Thread 2 waits in Object.wait for 60 ms, and collects garbage for 2.
EVENTS = [(1, BIND, 1, 0, 0), (1, CLINIT, 1, 5000, 5000), (1, CLINIT, 0, 10000, 25000),
          (1, BIND, 0, 25000, 40000), (1, RUN, 1, 25000, 40000), (1, INFLATE, 1, 25500, 40500),
          (1, INFLATE, 0, 42500, 57500), (1, RUN, 0, 55000, 70000), (1, POLL, 1, 55000, 70000),
          (1, POLL, 0, 55000, 100000),
          (2, WAIT, 1, 0, 10000), (2, WAIT, 0, 0, 70000), (2, GC, 1, 0, 70000), (2, GC, 0, 2000, 72000)]
METRICS = {
    "blocking": [
        {"kind": "lock", "name": "java.lang.Object.wait: ()V", "calls": 1, "wall_ms": 60.0,
         "cpu_ms": 0.0, "waiting_ms": 60.0},
        {"kind": "gc", "name": "dalvik.system.VMRuntime.runHeapTasks: ()V", "calls": 1,
         "wall_ms": 2.0, "cpu_ms": 2.0, "waiting_ms": 0.0}],
    "classes": [{"kind": "initialize", "name": "com.x.Shop.<clinit>: ()V", "calls": 1,
                 "wall_ms": 20.0, "cpu_ms": 5.0}],
    "frames": [
        {"id": 1, "ts": 5000000, "dur": 20000000, "ms": 20.0, "cpu_ms": 5.0,
         "name": "com.x.Shop.<clinit>: ()V"},
        {"id": 3, "ts": 40500000, "dur": 17000000, "ms": 17.0, "cpu_ms": 17.0,
         "name": "android.view.LayoutInflater.inflate: ()V"}],
    "packages": [
        {"package": "android.app", "methods": 1, "calls": 1, "wall_ms": 20.0, "cpu_ms": 20.0,
         "waiting_ms": 0.0, "percent": 35.09},
        {"package": "android.view", "methods": 1, "calls": 1, "wall_ms": 17.0, "cpu_ms": 17.0,
         "waiting_ms": 0.0, "percent": 29.82},
        {"package": "", "methods": 1, "calls": 1, "wall_ms": 13.0, "cpu_ms": 13.0,
         "waiting_ms": 0.0, "percent": 22.81},
        {"package": "com.x", "methods": 1, "calls": 1, "wall_ms": 20.0, "cpu_ms": 5.0,
         "waiting_ms": 15.0, "percent": 8.77},
        {"package": "dalvik.system", "methods": 1, "calls": 1, "wall_ms": 2.0, "cpu_ms": 2.0,
         "waiting_ms": 0.0, "percent": 3.51},
        {"package": "android.os", "methods": 1, "calls": 1, "wall_ms": 30.0, "cpu_ms": 0.0,
         "waiting_ms": 30.0, "percent": 0.0},
        {"package": "java.lang", "methods": 1, "calls": 1, "wall_ms": 60.0, "cpu_ms": 0.0,
         "waiting_ms": 60.0, "percent": 0.0}],
    "startup": [
        {"phase": "bind application", "id": 0, "ts": 0, "dur": 40000000, "start_ms": 0.0,
         "ms": 40.0, "cpu_ms": 25.0},
        {"phase": "inflate", "id": 3, "ts": 40500000, "dur": 17000000, "start_ms": 40.5,
         "ms": 17.0, "cpu_ms": 17.0}],
    "waits": [
        {"slice_id": 5, "ts": 10000000, "dur": 60000000, "ms": 60.0, "thread": "worker",
         "name": "java.lang.Object.wait: ()V"},
        {"slice_id": 4, "ts": 70000000, "dur": 30000000, "ms": 30.0, "thread": "main",
         "name": "android.os.MessageQueue.nativePollOnce: ()V"},
        {"slice_id": 1, "ts": 7500000, "dur": 15000000, "ms": 15.0, "thread": "main",
         "name": "com.x.Shop.<clinit>: ()V"}],
}


def make_trace(longer=0):
    methods = "".join(f"{4 * i:#x}\t{c}\t{m}\t()V\n" for i, (c, m) in enumerate(METHODS))
    data = b"".join(
        thread.to_bytes(2, "little") + (4 * method + (1 - enters)).to_bytes(4, "little")
        + cpu.to_bytes(4, "little") + (wall + (longer if wall >= 72000 else 0)).to_bytes(4, "little")
        for thread, method, enters, cpu, wall in EVENTS)
    header = b"SLOW" + bytes([3, 0, 32, 0]) + bytes(8) + bytes([14, 0]) + bytes(14)
    return ("*version\n3\nclock=dual\npid=1\n*threads\n1\tmain\n2\tworker\n*methods\n"
            + methods + "*end\n").encode() + header + data


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.metrics = folder / "data" / "traceview" / "metrics"
        self.metrics.mkdir(parents=True)
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "0",
                            "XDG_DATA_HOME": str(folder / "data")}

    def start(self, *line, **options):
        return subprocess.Popen([self.path, *line], cwd=self.folder, env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, *line):
        process = self.start(*line)
        out, err = process.communicate(timeout=100)
        return process.returncode, out.decode(), err.decode()

    def ask(self, *line, status=0, err=""):
        found = self.run(*line)
        assert (found[0], found[2]) == (status, err), (line, found)
        return found[1]

    def batch(self, *line, counts, err=""):
        """Asks a folder. @counts are of what is read, failed and skipped."""
        last = "Read: {}, failed: {}, skipped: {}\n".format(*counts)
        return self.ask("batch", *line, status=1 if counts[1] else 0, err=err + last)


def find_metrics(program, *line, **expected):
    [trace] = json.loads(program.ask("metrics", "a.trace", "--format=json", *line, **expected))["traces"]
    return trace


def check_odd_files(program):
    """What cannot be read as a script is refused, and not waited for."""
    odd = program.metrics / "odd.sql"

    def refuse(sentence):
        program.ask("metrics", "--list", status=1, err=f"tracedump: {program.metrics}: {sentence}\n")
        odd.unlink()

    os.mkfifo(odd)
    refuse("odd.sql: a folder, a pipe or a device is not read")
    with odd.open("wb") as file:
        file.truncate(1024 * 1024 + 1)
    refuse("odd.sql: the file is too large")
    odd.write_bytes(b"-- \xff\n")
    refuse("“odd.sql” is not UTF-8 text")
    program.metrics.rmdir()
    program.metrics.write_text("")
    status, out, err = program.run("metrics", "--list")
    assert (status, out) == (1, "") and err.startswith(f"tracedump: {program.metrics}: "), (status, out, err)
    program.metrics.unlink()
    assert program.ask("metrics", "--list").count("\n") == len(METRICS)
    program.metrics.mkdir()


def check_metrics(program):
    trace = find_metrics(program)
    content = (program.folder / "a.trace").read_bytes()
    assert trace["trace"] == "a.trace" and trace["size"] == len(content)
    assert trace["sha256"] == hashlib.sha256(content).hexdigest()
    assert list(trace["metrics"]) == sorted(METRICS), trace["metrics"].keys()
    for name, rows in METRICS.items():
        assert trace["metrics"][name] == rows, f"{name}:\n{trace['metrics'][name]}\nand not\n{rows}"
    # Settings: inflate takes less than this, so Main.run around it is to blame.
    names = [row["id"] for row in find_metrics(program, "--set=frame_ms=17.5")["metrics"]["frames"]]
    assert names == [2, 1], names
    assert len(find_metrics(program, "--set", "top=2", "-m", "waits")["metrics"]["waits"]) == 2
    out = program.ask("metrics", "a.trace", "-m", "waits", "-m", "startup", "--set=top=1")
    assert out == ("Phases of the start of an app (startup)\n\n"
                   "phase             id        ts       dur  start_ms    ms  cpu_ms\n"
                   "bind application   0         0  40000000       0.0  40.0    25.0\n"
                   "inflate            3  40500000  17000000      40.5  17.0    17.0\n\n"
                   "Longest waits (waits)\n\n"
                   "slice_id        ts       dur    ms  thread  name\n"
                   "       5  10000000  60000000  60.0  worker  java.lang.Object.wait: ()V\n"), out
    # Of several files, one that is no trace.
    lines = program.ask("metrics", "a.trace", "none", "b.trace", "--format=jsonl", status=1,
                        err="tracedump: none: There is no such file\n").splitlines()
    assert [json.loads(line).get("error") for line in lines] == [None, "There is no such file", None]
    # A file is not replaced by the metrics of none.
    (program.folder / "kept").write_text("kept")
    for line in ["none"], ["none", "--format=json"], ["traces/sub/note.txt", "none", "--format=jsonl"]:
        status, out, err = program.run("metrics", *line, "-o", "kept")
        assert (status, out) == (1, "") and (program.folder / "kept").read_text() == "kept", (line, status, out, err)
    program.ask("metrics", "none", "a.trace", "--format=jsonl", "-o", "kept", status=1,
                err="tracedump: none: There is no such file\n")
    assert ["metrics" in line for line in read(program, "kept")] == [False, True]
    for line, word in (["--metric=wait"], "waits"), (["--set=x=1"], "“x”"), (["--set=top"], "NAME=VALUE"), \
            (["--set=x\\E|top|\\Q=1"], "“x"):
        status, out, err = program.run("metrics", "a.trace", *line)
        assert (status, out) == (2, "") and word in err, (line, status, out, err)
    assert "trace file" in program.run("metrics")[2]


def check_own_metrics(program):
    own = program.metrics / "mine.sql"
    own.write_text("-- My calls\nCREATE TABLE IF NOT EXISTS least AS SELECT 2 AS value;\n"
                   "CREATE TABLE IF NOT EXISTS top AS SELECT 1 AS value;\n"
                   "SELECT count(*) AS n FROM slice WHERE id >= (SELECT value FROM least);\n")
    assert find_metrics(program)["metrics"]["mine"] == [{"n": 5}]
    # Its tables are gone for the next one.
    assert len(find_metrics(program)["metrics"]["waits"]) == 3
    assert find_metrics(program, "--metric=mine", "--set=least=6")["metrics"] == {"mine": [{"n": 1}]}
    assert find_metrics(program, "--metric=mine", "--set=least=';x")["metrics"] == {"mine": [{"n": 0}]}
    assert "mine         My calls (" in program.ask("metrics", "--list")
    assert program.ask("metrics", "--sql", "--metric=mine") == own.read_text()
    # A mistake in one does not hold up the others.
    own.write_text("SELECT 1;\nSELECT nope;")
    message = "mine.sql: line 2, column 8: no such column: nope"
    trace = find_metrics(program, status=1, err=f"tracedump: a.trace: {message}\n")
    assert trace["errors"] == {"mine": message.partition(": ")[2]} and "waits" in trace["metrics"]
    status, out, err = program.run("metrics", "a.trace")
    assert status == 1 and message in err and "Longest waits" in out
    own.write_text("SELECT 1; SELECT 2")
    assert "more than one result" in find_metrics(
        program, "--metric=mine", status=1, err="tracedump: a.trace: mine.sql: There is more than one result\n"
    )["errors"]["mine"]
    status, out, err = program.run("batch", "traces", "--metrics", "-o", "no.jsonl")
    assert status == 1 and err.count("\n") == 1 and not (program.folder / "no.jsonl").exists(), err
    # One of the same name is taken instead.
    own.unlink()
    (program.metrics / "waits.sql").write_text("SELECT 3 AS x")
    assert find_metrics(program, "--metric=waits")["metrics"] == {"waits": [{"x": 3}]}
    (program.metrics / "waits.sql").unlink()


SQL = "SELECT count(*) AS n, max(ts + dur) AS \"end\" FROM slice"


def read(program, name):
    return [json.loads(line) for line in (program.folder / name).read_text().splitlines()]


def check_batch(program):
    out = program.batch("traces", f"--query={SQL}", "--jobs=3", counts=(40, 1, 0),
                        err="tracedump: traces/sub/note.txt: This is not a trace or profile of a known format\n")
    lines = {line["trace"]: line for line in map(json.loads, out.splitlines())}
    files = [path for path in program.folder.glob("traces/**/*") if path.is_file()]
    assert set(lines) == {str(path.relative_to(program.folder / "traces")) for path in files}
    for path in files:
        line = lines[str(path.relative_to(program.folder / "traces"))]
        assert line["size"] == path.stat().st_size
        assert line["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        if path.suffix == ".txt":
            assert line["error"] == "This is not a trace or profile of a known format" and "rows" not in line
        else:
            number = int(path.stem.rpartition("-")[2])
            assert line["rows"] == [{"n": 7, "end": 100000000 + 1000 * number}], line
    line = json.loads(program.batch("traces", "--metrics", "--name=t-07.trace", "--set=top=1",
                                    counts=(1, 0, 0)))
    assert line["metrics"]["startup"] == METRICS["startup"] and len(line["metrics"]["waits"]) == 1
    rows = program.batch("traces", "--lines=row", "--name=t-0[7].trace", "-q", "SELECT 1 AS n",
                         counts=(0, 0, 0)).splitlines()
    assert rows == []  # no sets in patterns
    rows = program.batch("traces", "--lines=row", "--name=t-07.*", "-q",
                         "SELECT id, 'a\n{' AS \"x\"\"\" FROM slice WHERE id > 4", counts=(1, 0, 0)).splitlines()
    assert [json.loads(row) for row in rows] == [
        {**{key: line[key] for key in ("trace", "size", "sha256")}, "query": json.loads(rows[0])["query"],
         "id": id, "x\"": "a\n{"} for id in (5, 6)], rows


def check_shards(program):
    whole = {line["trace"] for line in map(json.loads, program.batch(
        "traces", f"--query={SQL}", "--name=*.trace", counts=(40, 0, 0)).splitlines())}
    parts = [{json.loads(line)["trace"] for line in program.run(
        "batch", "traces", f"--query={SQL}", "--name=*.trace", f"--shard={i}/3")[1].splitlines()}
        for i in (1, 2, 3)]
    assert set.union(*parts) == whole and sum(map(len, parts)) == len(whole) and all(parts)
    for line, word in (["--query=x"], "FOLDER"), (["x", "y", "--query=x"], "one folder"), (["x"], "--query"), \
            (["x", "--query=x", "--metrics"], "--query"), (["x", "--query=x", "--shard=4/3"], "--shard"), \
            (["x", "--query=x", "--shard=0/3"], "--shard"), (["x", "--metrics", "--lines=row"], "--lines"), \
            (["x", "--query=x", "--set=top=1"], "--set"), (["x", "--query=x", "--lines=y"], "--lines"), \
            (["x", "--query=x", "--jobs=-1"], "--jobs"):
        status, out, err = program.run("batch", *line)
        assert (status, out) == (2, "") and (word in err or word == "FOLDER"), (line, status, out, err)
    status, out, err = program.run("batch", "traces", "--query=SELECT nope")
    assert (status, out, err) == (
        1, "", "tracedump: SQL: line 1, column 8: no such column: nope\n"), (status, out, err)
    assert program.run("batch", "nowhere", f"--query={SQL}")[0] == 1


def check_restart(program, by_row):
    """The output of a batch that was killed is gone on with, and is in the end as of one."""
    name = "rows.jsonl" if by_row else "lines.jsonl"
    line = ["traces", "--name=*.trace", f"--lines={'row' if by_row else 'trace'}", "-q",
            "SELECT id, ts FROM slice"]
    path = program.folder / name
    whole = sorted(program.batch(*line, counts=(40, 0, 0)).splitlines())

    def go_on(status=0):
        found, out, err = program.run("batch", *line, "-o", name)
        assert (found, out) == (status, ""), (found, out, err)
        assert sorted(path.read_text().splitlines()) == whole

    process = program.start("batch", *line, "--jobs=1", "-o", name)
    while process.poll() is None and (not path.exists() or path.stat().st_size < 2000):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    go_on()
    # Cut within a line, and with the last trace's last line missing.
    text = path.read_text()
    for cut in len(text) // 2, len(text) - 1, len(text) - 100, text.rindex("\n", 0, -1) + 1, 60, 30, 5, 0:
        path.write_text(text[:cut])
        go_on()
    # Nothing is left to do; then a trace is.
    before = path.read_text()
    program.batch(*line, "-o", name, counts=(1, 0, 39) if by_row else (0, 0, 40))
    assert sorted(path.read_text().splitlines()) == whole
    assert by_row or path.read_text() == before
    (program.folder / "traces" / "t-99.trace").write_bytes(make_trace(99))
    program.batch(*line, "-o", name, counts=(2, 0, 39) if by_row else (1, 0, 40))
    assert len(path.read_text().splitlines()) == len(whole) + (7 if by_row else 1)
    (program.folder / "traces" / "t-99.trace").unlink()


def check_output(program):
    """The output of something else stays as it is, and one in the folder is no trace."""
    line = ["batch", "traces/deep", f"--query={SQL}", "-o"]
    ours = program.batch(*line[1:-1], counts=(2, 0, 0)).splitlines()[0]
    for text in ("mine\n", "mine", "{\"trace\":7", "{\"trace\":\"a\",\"size\":-1", "{\"rows\":[\n]}\n", "\n",
                 f"{ours}\n" + ours.replace("trace", "other"), f"{ours}\n" + ours.replace("trace", "other")[:5]):
        (program.folder / "other.txt").write_text(text)
        program.ask(*line, "other.txt", status=1,
                    err="tracedump: other.txt: already exists and is not the output of a batch\n")
        assert (program.folder / "other.txt").read_text() == text, text
    program.batch(*line[1:], "traces/deep/out", counts=(2, 0, 0))
    program.batch(*line[1:], "traces/deep/out", counts=(0, 0, 2))
    assert len(read(program, "traces/deep/out")) == 2
    (program.folder / "traces/deep/out").unlink()
    # Without a folder, nothing is written.
    program.ask("batch", "nowhere", f"--query={SQL}", "-o", "new.jsonl", status=1,
                err="tracedump: nowhere: No such file or directory\n")
    assert not (program.folder / "new.jsonl").exists()
    # A file that becomes too large has whole lines only.
    limit = 20 * (len(ours) + 1) + 100
    process = program.start("batch", "traces", f"--query={SQL}", "--name=t-1*", "-o", "short.jsonl",
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit // 4, limit // 4)))
    err = process.communicate(timeout=100)[1].decode()
    assert process.returncode == 1 and err.startswith("tracedump: short.jsonl: "), err
    assert err.endswith("File too large\n") and err.count("\n") == 1, err
    assert 1 < len(read(program, "short.jsonl")) < 10


def check_failures(program, by_row):
    """What failed stays a failure; for want of time or memory, it is asked again."""
    folder = program.folder / ("failures-by-row" if by_row else "failures")
    folder.mkdir()
    cut = make_trace(500)[:-3]
    for name, content in ("good", make_trace()), ("bad", b"no trace"), ("cut", cut):
        (folder / f"{name}.trace").write_bytes(content)
    endless = "SELECT sum(x) AS n FROM (WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT 1 FROM r"\
              " WHERE (SELECT max(ts + dur) FROM slice) = 100000000) SELECT x FROM r)"
    line = [folder.name, "-q", endless, f"--lines={'row' if by_row else 'trace'}", "--time-limit=1", "--jobs=1",
            "-o", f"{folder.name}.jsonl"]
    warning = "bytes at the end do not make a whole record"
    bad = f"tracedump: {folder.name}/bad.trace: This is not a trace or profile of a known format\n"
    late = f"tracedump: {folder.name}/good.trace: The query was stopped after its limit of 1 s\n"

    def sort_out():
        return {answer["trace"]: {key: answer[key] for key in answer if key not in ("size", "sha256", "query")}
                for answer in read(program, f"{folder.name}.jsonl")}

    status, out, err = program.run("batch", *line)
    assert (status, out) == (1, "") and err.startswith(bad) and late in err and warning in err, err
    assert err.endswith("\nRead: 1, failed: 2, skipped: 0\n"), err
    answers = sort_out()
    assert list(answers)[-1] == "good.trace", answers
    assert answers["bad.trace"] == {"trace": "bad.trace", "error": "This is not a trace or profile of a known format"}, answers
    assert answers["good.trace"] == {"trace": "good.trace", "retry": True,
                                     "error": "The query was stopped after its limit of 1 s"}, answers
    [told] = [answer["warnings"] for answer in read(program, f"{folder.name}.jsonl") if "warnings" in answer]
    assert any(warning in text for text in told), told
    # It is asked again, in vain; what cannot be answered is not, and counts.
    program.batch(*line, counts=(0, 2, 1), err=late)
    assert sort_out() == answers
    # What is there now has an answer.
    (folder / "good.trace").write_bytes(make_trace(1))
    program.batch(*line, counts=(1, 1, 1))
    answers = sort_out()
    assert answers["good.trace"] == {"trace": "good.trace", **({"n": 1} if by_row else {"rows": [{"n": 1}]})}, answers
    (folder / "bad.trace").unlink()
    if by_row:
        return
    # The name does not matter, the content does. Each of two copies is asked.
    (folder / "good.trace").rename(folder / "moved.trace")
    program.batch(*line, counts=(0, 0, 2))
    (folder / "copy.trace").write_bytes(make_trace(1))
    program.batch(*line, counts=(1, 0, 2))
    program.batch(*line, counts=(0, 0, 3))
    (folder / "moved.trace").write_bytes(make_trace(2))
    assert len(make_trace(1)) == len(make_trace(2))
    program.batch(*line, counts=(1, 0, 2))
    assert "moved.trace" in sort_out()


def check_memory(program):
    """A trace that needed more memory than it was given is asked again."""
    line = ["traces", "--name=t-1*", "-q", "SELECT 1 AS n", "-o", "memory.jsonl"]
    status, out, err = program.run("batch", *line, "--memory-limit=1KiB")
    assert status == 1 and err.endswith("Read: 0, failed: 10, skipped: 0\n"), err
    answers = read(program, "memory.jsonl")
    assert all(answer["retry"] and "the limit is 1.0\u00a0KiB" in answer["error"] for answer in answers), answers
    program.batch(*line, counts=(10, 0, 0))
    assert [answer["rows"] for answer in read(program, "memory.jsonl")] == 10 * [[{"n": 1}]]


def check_other_query(program):
    """Answers to different questions do not get into one file."""
    questions = [["-q", "SELECT 1 AS n"], ["-q", "SELECT 2 AS n"], ["-q", "SELECT 1 AS n", "--lines=row"],
                 ["--metrics"], ["--metric=waits"], ["--metric=waits", "--set=top=1"],
                 ["--metric=waits", "--set=top=2"], ["-q", "SELECT 1 AS n", "--mapping=m1"],
                 ["-q", "SELECT 1 AS n", "--mapping=m2"]]
    for name in "m1", "m2":
        (program.folder / name).write_text(f"com.{name} -> com.x.Shop:\n")
    line = ["traces", "--name=t-0*", "-o"]
    for i, question in enumerate(questions):
        program.batch(*line, f"asked-{i}", *question, counts=(10, 0, 0))
    digits = [{answer["query"] for answer in read(program, f"asked-{i}")} for i in range(len(questions))]
    assert all(len(one) == 1 for one in digits) and len(set.union(*digits)) == len(questions), digits
    for i, question in enumerate(questions):
        content = (program.folder / f"asked-{i}").read_bytes()
        program.ask("batch", *line, f"asked-{i}", *questions[i - 1], status=1,
                    err=f"tracedump: asked-{i}: already exists and has the results of another query\n")
        assert (program.folder / f"asked-{i}").read_bytes() == content, (i, questions[i - 1])
        assert program.run("batch", *line, f"asked-{i}", *question)[0] == 0


def check_questions(program):
    """What is wrong with a question is said once; what is wrong in one trace is said there."""
    line = ["traces", "--name=t-0[12].trace", "--name=t-01.trace", "--lines=row", "-q"]
    for name in "trace", "size", "sha256", "query", "retry", "error", "warnings":
        program.ask("batch", *line, f"SELECT 1 AS \"{name}\"", status=1, err=f"tracedump: SQL: Lines have “{name}” of"
                    " their own: give the column another name by AS\n")
    out = program.batch(*line, "SELECT count(*) AS n FROM descendant_slice(1)", counts=(1, 0, 0))
    assert [json.loads(row)["n"] for row in out.splitlines()] == [0], out
    message = "line 1, column 1: descendant_slice: there is no slice with this id"
    out = program.batch(*line, "SELECT count(*) AS n FROM descendant_slice(10)", counts=(0, 1, 0),
                        err=f"tracedump: traces/t-01.trace: {message}\n")
    assert json.loads(out)["error"] == message, out
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r"
    program.batch(*line, endless, "--time-limit=0.2", counts=(0, 1, 0),
                  err="tracedump: traces/t-01.trace: The query was stopped after its limit of 0.2 s\n")
    # The last one counts; what SQL has no number for is a text.
    waits = find_metrics(program, "--metric=waits", "--set=top=nan", "--set=top=1")["metrics"]["waits"]
    assert len(waits) == 1, waits
    # The same from a file, whose name is told with a mistake.
    (program.folder / "q.sql").write_text("CREATE VIEW v AS\nSELECT 3 AS n;\nSELECT n FROM v;\n")
    row = json.loads(program.batch(*line[:-1], "-f", "q.sql", counts=(1, 0, 0)))
    assert (row["trace"], row["n"]) == ("t-01.trace", 3), row
    (program.folder / "q.sql").write_text("SELECT 1,\n nope")
    program.ask("batch", *line[:-1], "--file=q.sql", status=1, err="tracedump: q.sql: line 2, column 2: no such column: nope\n")
    status, out, err = program.run("batch", "traces", "-f", "q.sql", "-q", "SELECT 1")
    assert status == 2 and "--file" in err, err
    own = program.metrics / "mine.sql"
    own.write_text("CREATE TABLE IF NOT EXISTS least AS SELECT 2 AS value;\nSELECT value FROM least;\n")
    for value, expected in ("nan", "nan"), ("0x10", "0x10"), ("-1.5e2", -150.0), ("7", 7), ("a'b", "a'b"):
        rows = find_metrics(program, "--metric=mine", f"--set=least={value}")["metrics"]["mine"]
        assert rows == [{"value": expected}], (value, rows)
    own.unlink()


def check_lock(program):
    """Two batches do not write to one file."""
    line = ["traces", "--name=t-01.trace", "-q", "SELECT 1 AS n", "-o", "locked.jsonl"]
    with open(program.folder / "locked.jsonl", "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        program.ask("batch", *line, status=1, err="tracedump: locked.jsonl: is being written by another batch\n")
    program.batch(*line, counts=(1, 0, 0))


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = Program(os.path.abspath(sys.argv[1]), Path(folder))
        for name in "a.trace", "b.trace":
            (program.folder / name).write_bytes(make_trace())
        for i in range(40):
            path = program.folder / "traces" / (f"deep/er/t-{i:02}.trace" if i % 20 == 3 else f"t-{i:02}.trace")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(make_trace(i))
        (program.folder / "traces" / "sub").mkdir()
        (program.folder / "traces" / "sub" / "note.txt").write_text("no trace")
        (program.folder / "traces" / "deep" / "back").symlink_to("..")
        check_odd_files(program)
        check_metrics(program)
        check_own_metrics(program)
        check_batch(program)
        check_shards(program)
        check_restart(program, by_row=False)
        check_restart(program, by_row=True)
        check_output(program)
        check_failures(program, by_row=False)
        check_failures(program, by_row=True)
        check_memory(program)
        check_other_query(program)
        check_questions(program)
        check_lock(program)


if __name__ == "__main__":
    main()
