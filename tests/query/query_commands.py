#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`tracedump query` and `tracedump shell` as a user runs them.

query_commands.py PROGRAM TRACE: formats, scripts, mistakes, and the shell both from a pipe and
in a terminal.
"""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SQL = "SELECT 1 AS a, 'x|\"y' AS \"b.c\", NULL AS d, 0.5 AS e UNION ALL SELECT 20, '', NULL, 3.0"
FORMATS = {
    "text": " a  b.c   d    e\n 1  x|\"y     0.5\n20           3.0\n",
    "csv": "\"a\",\"b.c\",\"d\",\"e\"\r\n1,\"x|\"\"y\",,0.5\r\n20,\"\",,3.0\r\n",
    "tsv": "a\tb.c\td\te\n1\tx|\"y\t-\t0.5\n20\t\t-\t3.0\n",
    "json": "{\"rows\":[\n{\"a\":1,\"b.c\":\"x|\\\"y\",\"d\":null,\"e\":0.5},\n"
            "{\"a\":20,\"b.c\":\"\",\"d\":null,\"e\":3.0}\n]}\n",
    "jsonl": "{\"a\":1,\"b.c\":\"x|\\\"y\",\"d\":null,\"e\":0.5}\n"
             "{\"a\":20,\"b.c\":\"\",\"d\":null,\"e\":3.0}\n",
    "markdown": "| a | b.c | d | e |\n| ---: | --- | ---: | ---: |\n"
                "| 1 | x\\|\"y | - | 0.5 |\n| 20 |  | - | 3.0 |\n",
}


class Program:
    def __init__(self, path, trace, folder):
        self.path, self.trace, self.folder = path, trace, folder
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "0",
                            "XDG_STATE_HOME": str(folder / "state"), "TERM": "dumb"}

    def run(self, *line, typed=""):
        done = subprocess.run([self.path, *line], cwd=self.folder, env=self.environment,
                              input=typed.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def expect(self, line, status, out, err, typed=""):
        found = self.run(*line, typed=typed)
        assert found == (status, out, err), f"{line} gives\n{found}\nand not\n{(status, out, err)}"


def check_events(program):
    # What the rules that come with the program find, beside the calls of the same names.
    program.expect(["query", program.trace, "--format=tsv",
                    "SELECT e.name, count(*), min(e.ts), min(s.name) FROM event e"
                    " JOIN slice s ON s.id = e.slice_id AND s.ts = e.ts AND s.dur = e.dur"
                    " WHERE e.name IN ('Activity Start', 'Inflate', 'GC') GROUP BY 1"], 0,
                   "name\tcount(*)\tmin(e.ts)\tmin(s.name)\n"
                   "Activity Start\t1\t189935000\tandroid.app.ActivityThread.handleLaunchActivity:"
                   " (Landroid/app/ActivityThread$ActivityClientRecord;)V\n"
                   "GC\t4\t419266000\tdalvik.system.VMRuntime.runHeapTasks: ()V\n"
                   "Inflate\t8\t190951000\tandroid.view.LayoutInflater.inflate:"
                   " (ILandroid/view/ViewGroup;)Landroid/view/View;\n", "")


def check_formats(program):
    for name, expected in FORMATS.items():
        program.expect(["query", program.trace, SQL, f"--format={name}"], 0, expected, "")
        program.expect(["query", "-o", "out", f"--format={name}", program.trace, SQL], 0, "", "")
        assert (program.folder / "out").read_bytes().decode() == expected, name
    # Members of objects have names of their own.
    program.expect(["query", program.trace, "SELECT 1 AS a, 2 AS \"a:1\", 3 AS a, 4 AS a", "--format=jsonl"], 0,
                   '{"a":1,"a:1":2,"a:2":3,"a:3":4}\n', "")
    # Columns are as wide as the first thousand rows need; later ones go on.
    rows = "WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 1500) SELECT n, 'x' FROM r"
    lines = program.run("query", program.trace, rows)[1].splitlines()
    assert len(lines) == 1501 and lines[1] == "   1  x" and lines[1500] == "1500  x", lines[-1]
    # They are measured by 16 MiB at most, so the long name after 30 MB does not make them wider.
    rows = ("WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 31)"
            " SELECT iif(n < 31, 'a', 'abc') AS b, printf('%.1000000c', 'x') AS x FROM r")
    lines = program.run("query", program.trace, rows)[1].splitlines()
    assert [line[:6] for line in lines[:2] + lines[31:]] == ["b  x", "a  xxx", "abc  x"], lines[1][:20]
    program.expect(["query", program.trace, "SELECT 1 a; SELECT 2 b", "--format=tsv"], 0,
                   "a\n1\n\nb\n2\n", "")


def check_control_characters(program):
    """What SQL makes can neither end a line nor turn what follows."""
    sql = "SELECT 1 AS a, char(27, 91, 155, 127, 10, 8238, 8232) AS \"\u202ex\u0085\", 2 AS b"
    shown = " [\ufffd\ufffd \\u202e\\u2028"
    for name, expected in {
            "text": f"a  \\u202ex\ufffd           b\n1  {shown}  2\n",
            "tsv": f"a\t\\u202ex\ufffd\tb\n1\t{shown}\t2\n",
            "jsonl": r'{"a":1,"\u202ex\u0085":"\u001b[\u009b\u007f\n\u202e\u2028","b":2}' + "\n",
            "json": r'{"rows":[' + "\n" + r'{"a":1,"\u202ex\u0085":"\u001b[\u009b\u007f\n\u202e\u2028","b":2}'
                    + "\n]}\n",
            "markdown": "| a | \\\\u202ex\ufffd | b |\n| ---: | --- | ---: |\n"
                        "| 1 |  \\[\ufffd\ufffd \\\\u202e\\\\u2028 | 2 |\n"}.items():
        program.expect(["query", program.trace, sql, f"--format={name}"], 0, expected, "")
    # For programs, CSV has texts as they are.
    program.expect(["query", program.trace, sql, "--format=csv"], 0, "\"a\",\"\u202ex\u0085\",\"b\"\r\n"
                   "1,\"\x1b[\x9b\x7f\n\u202e\u2028\",2\r\n", "")


def check_mapping(program):
    (program.folder / "mapping.txt").write_text(
        "com.x.Foo -> android.os.Handler:\n    void bar(android.os.Message) -> dispatchMessage\n")
    sql = "SELECT name_in_file AS a, name AS b FROM mapping WHERE name GLOB '*.bar*'"
    program.expect(["query", "--format=tsv", program.trace, sql], 0, "a\tb\n", "")
    program.expect(["query", "--format=tsv", "--mapping=mapping.txt", program.trace, sql], 0,
                   "a\tb\nandroid.os.Handler.dispatchMessage: (Landroid/os/Message;)V\t"
                   "com.x.Foo.bar: (Landroid/os/Message;)V\n", "")


def check_scripts(program):
    (program.folder / "a.sql").write_text("-- two\nCREATE VIEW v AS SELECT 7 AS n;\nSELECT n FROM v;\n")
    (program.folder / "b.sql").write_text("SELECT 1;\nSELECT nope;\n")
    program.expect(["query", "-f", "a.sql", program.trace], 0, "n\n7\n", "")
    program.expect(["query", "-f", "-", program.trace], 0, "n\n8\n", "", typed="SELECT 8 AS n")
    program.expect(["query", "--file=b.sql", program.trace, "--format=csv"], 1, "\"1\"\r\n1\r\n",
                   "tracedump: b.sql: line 2, column 8: no such column: nope\n")
    # A failed query leaves no half of a file.
    program.expect(["query", "-f", "b.sql", "-o", "half.csv", program.trace], 1, "",
                   "tracedump: b.sql: line 2, column 8: no such column: nope\n")
    assert not (program.folder / "half.csv").exists()
    program.expect(["query", program.trace, program.trace,
                    "SELECT (SELECT count(*) FROM a.slice) = (SELECT count(*) FROM b.slice) AS x"],
                   0, "x\n1\n", "")
    status, out, err = program.run("query", "-f", "none.sql", program.trace)
    assert status == 1 and not out and "none.sql" in err, err
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run([program.path, "query", "-f", "-", program.trace], stdin=zeros,
                              capture_output=True, env=program.environment, timeout=60)
    assert done.stderr == b"tracedump: standard input: the file is too large\n", done
    for line in ["query", "-f", "-", "-"], ["shell", "-"]:
        program.expect(line, 1, "", "tracedump: standard input: has the statements, and cannot be a trace,"
                       " too\n", typed="SELECT 1")
    program.expect(["query", "--time-limit=1e300", program.trace, "SELECT 1 AS a"], 0, "a\n1\n", "")
    for line, word in (["query", program.trace, "x", "--time-limit=-1"], "--time-limit"), \
            (["shell", program.trace, "--time-limit=nan"], "--time-limit"), \
            (["metrics", program.trace, "--time-limit=-1"], "--time-limit"), \
            (["query", program.trace], "SQL"), (["query"], "trace file"), \
            (["query", *[program.trace] * 11, "SELECT 1"], "10"), (["shell"], "trace file"):
        status, out, err = program.run(*line)
        assert status == 2 and not out and word in err, (line, status, err)
    status, out, err = program.run("query", "--time-limit=0.2", program.trace,
                                   "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r)"
                                   " SELECT count(*) FROM r")
    assert (status, err) == (1, "tracedump: SQL: The query was stopped after its limit of 0.2 s\n")


def check_arguments(program):
    """What begins with a comment is SQL, and what is missing is said."""
    for sql in "-- one\nSELECT 1 AS n", "--one\nSELECT 1 AS n", "--\tone\n--two\nSELECT 1 AS n", "--=\nSELECT 1 AS n":
        program.expect(["query", program.trace, sql, "--format=tsv"], 0, "n\n1\n", "")
    program.expect(["query", "--format=tsv", program.trace, "-- one\nSELECT nope"], 1, "",
                   "tracedump: SQL: line 2, column 8: no such column: nope\n")
    for line, sentence in ([program.trace], "The SQL statement is missing"), \
            ([program.trace, program.trace], "The SQL statement is missing"), \
            ([program.trace, program.trace.removesuffix(".trace")], "The SQL statement is missing"), \
            (["none.trace"], "The SQL statement is missing"), (["SELECT 1"], "The name of a trace file is missing"), \
            ([program.trace, "--nope"], "There is no option “--nope”"):
        program.expect(["query", *line], 2, "",
                       f"tracedump: {sentence}\nTry “tracedump query --help” for help.\n")


def check_names(program):
    """A file is named once in a sentence."""
    (program.folder / "loop").symlink_to("loop")
    (program.folder / "empty").mkdir()
    for line, file, reason in (["query", "-f", "/nonexist", program.trace], "/nonexist", "No such file or directory"), \
            (["query", "-f", "loop", program.trace], "loop", "Too many levels of symbolic links"), \
            (["query", "-f", "empty", program.trace], "empty", "Is a directory"), \
            (["info", "loop"], "loop", "Too many levels of symbolic links"), \
            (["info", "--mapping=/nonexist", program.trace], "/nonexist", "No such file or directory"), \
            (["batch", "/nonexist", "-q", "SELECT 1"], "/nonexist", "No such file or directory"), \
            (["batch", "loop", "-q", "SELECT 1"], "loop", "Too many levels of symbolic links"), \
            (["batch", "empty", "-f", "/nonexist"], "/nonexist", "No such file or directory"):
        program.expect(line, 1, "", f"tracedump: {file}: {reason}\n")
    program.expect(["shell", program.trace], 1, "", "tracedump: /nonexist: No such file or directory\n",
                   typed=".read /nonexist\n")


def check_shell(program):
    (program.folder / "c.sql").write_text("SELECT 'from c' AS c;")
    program.expect(["shell", program.trace, "--format=csv"], 1,
                   "\"table\"\r\n\"slice_self_dur\"\r\n\r\n"
                   "\"table\"\r\n\"slice_self_dur(id INTEGER, self_dur INTEGER)\"\r\n\r\n"
                   "\"n\"\r\n5\r\n\r\n\"c\"\r\n\"from c\"\r\n\nm\n6\n\nk\n7\n",
                   "tracedump: SQL: line 1, column 8: no such column: nope\n"
                   "tracedump: .mode: can be: text, csv, tsv, json, jsonl, markdown\n"
                   "tracedump: .what: there is no such command; .help lists them\n",
                   typed=".tables slice_self%\n.schema slice_self%\nSELECT\n 5 AS n\n;\n"
                         "SELECT nope;\n.read c.sql\n.mode tsv\n SELECT 6 AS m;\n"
                         ".mode x\n.what\nSELECT 7 AS k\n")
    # Patterns as of files.
    program.expect(["shell", program.trace, "--format=csv"], 0,
                   "\"table\"\r\n\"slice_self_dur\"\r\n\r\n"
                   "\"table\"\r\n\"slice_self_dur(id INTEGER, self_dur INTEGER)\"\r\n",
                   "", typed=".tables slice_se*f_d?r\n.schema *self_dur\n")
    status, out, err = program.run("shell", program.trace, typed=".help\n.quit\nSELECT 1;\n")
    assert status == 0 and ".schema" in out and "1\n" not in out.splitlines(True), out
    # Commands after empty lines and comments; texts keep the spaces that lines begin with.
    program.expect(["shell", program.trace, "--format=csv"], 1, "\"x\"\r\n\"a\n  .mode\"\r\n\nx\n1\n",
                   "tracedump: .read: the name of a file is missing\n",
                   typed="SELECT 'a\n  .mode' AS x;\n\n -- c\n\t\n  .mode tsv\n.read\n\nSELECT\n-- c\n1 AS x;\n")
    status, out, err = program.run("shell", program.trace, typed=".timer on\nSELECT 1 AS a;\n")
    assert (status, out) == (0, "a\n1\n") and err.startswith("Time: "), err
    # What cannot be written is said once, of the right file, and ends the shell.
    for typed in "SELECT 1;\nSELECT nope;\n", ".help\nSELECT nope;\n":
        program.expect(["shell", program.trace, "-o", "/dev/full"], 1, "",
                       "tracedump: /dev/full: Error writing to file descriptor:"
                       " No space left on device\n", typed=typed)


class Terminal:
    def __init__(self, program):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execve(program.path, ["tracedump", "shell", program.trace], program.environment)
        self.text = ""

    def wait_for(self, text):
        end = time.monotonic() + 60
        while text not in self.text:
            assert time.monotonic() < end, f"no “{text}” in “{self.text}”"
            if select.select([self.file], [], [], 1)[0]:
                try:
                    self.text += os.read(self.file, 65536).decode(errors="replace")
                except OSError:
                    self.text += "<end>"
        self.text = self.text.partition(text)[2]

    def wait_until_it_reads(self):
        """Libedit loses an interruption that comes when it is at work."""
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            time.sleep(0.001)

    def wait_until_it_has_worked(self, seconds):
        """However slow the machine is: what counts is the time of the processor."""
        def measure():
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        start = measure()
        while measure() < start + seconds:
            time.sleep(0.001)

    def type(self, text):
        os.write(self.file, text.encode())


def check_terminal(program):
    history = program.folder / "state" / "traceview" / "shell-history"
    terminal = Terminal(program)
    terminal.wait_for("traceview> ")
    # From the start it is nobody else's, before anything is in it.
    assert history.stat().st_mode & 0o077 == 0 and history.stat().st_size == 0
    terminal.type("SELECT 100 + 23;\n")
    terminal.wait_for("123")
    terminal.wait_for("traceview> ")
    terminal.type("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT max(n) FROM r;\n")
    terminal.wait_for("r;\r\n")
    terminal.wait_until_it_has_worked(0.3)
    terminal.type("\x03")
    terminal.wait_for("The query was stopped")
    terminal.wait_for("traceview> ")
    # Ctrl-C drops what was typed of a statement, with the lines before.
    terminal.type("SELECT 1,\n")
    terminal.wait_for("...> ")
    terminal.type("2,")
    terminal.wait_for("2,")
    terminal.wait_until_it_reads()
    terminal.type("\x03")
    terminal.wait_for("traceview> ")
    terminal.type("SELECT 400 + 56;\n")
    terminal.wait_for("456")
    terminal.wait_for("traceview> ")
    terminal.type(".quit\n")
    terminal.wait_for("<end>")
    assert os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1]) == 0
    assert "456" not in history.read_text() and "400" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0
    check_history_of_others(program, history)


def check_history_of_others(program, history):
    """What an earlier version wrote for all to read, and a pipe that nobody writes to."""
    history.chmod(0o644)
    for makes_pipe in False, True:
        if makes_pipe:
            history.unlink()
            os.mkfifo(history)
        terminal = Terminal(program)
        terminal.wait_for("traceview> ")
        assert makes_pipe or history.stat().st_mode & 0o077 == 0
        terminal.type(".quit\n")
        terminal.wait_for("<end>")
        assert os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1]) == 0


def check_second_interruption(program):
    # The first Ctrl-C stops a query; what does not stop is ended by the second one. Here it is a
    # reader that does not read.
    with subprocess.Popen([program.path, "query", program.trace, "--format=csv",
                           "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"],
                          env=program.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.read(process.stdout.fileno(), 1)
        process.send_signal(signal.SIGINT)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        assert process.returncode == -signal.SIGINT, process.returncode


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = Program(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), Path(folder))
        for check in (check_formats, check_control_characters, check_events, check_mapping, check_scripts, check_arguments, check_names,
                      check_shell, check_terminal, check_second_interruption):
            check(program)


if __name__ == "__main__":
    main()
