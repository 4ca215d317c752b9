#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which commands take which of the shared options, and what these do there.

shared_options.py PROGRAM WRITE-TRACE [--few]: the program's own help must name the options of
the table below and no others. Each is then tried on a trace made by hand: what it is to change
must have changed, and a command that does not take it must say so. With --few, it is tried in
two layouts of each command, and not with every name of an output file.
"""

import csv
import gzip
import io
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from convert_readers import read_pprof

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "COLUMNS": "0"}

PART = ["thread", "range"]
NAMES = ["mapping", "demangle", "raw-names"]
FILTER = ["filter", "filter-signature"]
WITH = ["with", "with-offset"]
TRANSFORMS = ["merge", "focus", "focus-subtree", "collapse-package", "collapse-recursion", "drop"]
TABLE = {
    "info": ["mapping", *WITH],
    "threads": [*PART, "mapping", "clock", "top", *WITH],
    "tracks": ["mapping", "top", *WITH],
    "counters": ["range", "mapping", "top", *WITH],
    "query": ["mapping", *WITH],
    "shell": ["mapping", *WITH],
    "metrics": ["mapping"],
    "batch": ["mapping"],
    "regression": ["mapping"],
    "methods": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "top", *WITH],
    "top": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "top", *WITH],
    "dump": [*PART, *NAMES, *FILTER, "top"],
    "report": [*PART, *NAMES, *FILTER, "clock", "top", *WITH],
    "diff": [*PART, *NAMES, *FILTER, "clock", "mapping-old", "top"],
    "graph": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "top", "depth", *WITH],
    "convert": [*PART, *NAMES, *FILTER, "clock", *WITH],
    "flamegraph": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "mapping-old", "depth", *WITH],
    "tree": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "top", "depth", *WITH],
    "callers": [*PART, *NAMES, *TRANSFORMS, "clock", "top", "depth", *WITH],
    "callees": [*PART, *NAMES, *TRANSFORMS, "clock", "top", "depth", *WITH],
    "calls": [*PART, *NAMES, *TRANSFORMS, "clock", "top", *WITH],
    "fold": [*PART, *NAMES, *TRANSFORMS, *FILTER, "clock", "depth", *WITH],
}
SHARED = sorted({option for options in TABLE.values() for option in options})
VALUES = {"thread": "=1", "range": "=0..1", "clock": "=cpu", "filter": "=x",
          "filter-signature": "=x", "top": "=1", "depth": "=1", "mapping": "=mapping.txt",
          "mapping-old": "=mapping.txt", "merge": "=a.A.a", "focus": "=b.B.b",
          "focus-subtree": "=a.A.a;b.B.b", "collapse-package": "=b", "drop": "=c.C.c",
          "with": "=system.json", "with-offset": "=1ms",
          "collapse-recursion": "=*"}

TABLES = [f"--format={name}" for name in ("text", "tsv", "csv", "json", "html", "markdown")]
# Every layout in which a command writes names.
FORMATS = {
    "methods": TABLES,
    "dump": [*TABLES, "--format=jsonl"],
    "report": ["--format=text", "--format=html", "--per-thread", "--all"],
    "diff": TABLES,
    "graph": ["--format=dot", "--clusters=thread"],
    "convert": ["--to=perfetto", "--to=chrome", "--to=speedscope", "--to=firefox",
                "--to=pprof", "--to=collapsed", "--to=csv", "--to=trace"],
    "flamegraph": ["--signatures", "--icicle", "--per-thread", "--chart"],
    "tree": ["--format=text", "--format=json", "--format=tsv", "--format=csv",
             "--format=html", "--bottom-up"],
    "fold": ["--signatures", "--per-thread"],
    "query": [f"--format={name}" for name in ("text", "tsv", "csv", "json", "jsonl", "markdown")],
    "batch": [None],
    "regression": [None],
}

# Those of "convert" that add up stacks.
STACK_FORMATS = ("--to=pprof", "--to=collapsed")

# What stands before the file.
FIRST = {"diff": ["old.trace"], "callers": ["B.b"], "callees": ["B.b"], "calls": ["B.b"]}
# A system trace with three counters.
SYSTEM = json.dumps([{"ph": "C", "name": "memory", "pid": 1, "ts": ts,
                      "args": {"heap": ts, "stack": 2, "=odd": 3.5}} for ts in (1, 2)])
# What follows it.
LAST = {"query": ["SELECT * FROM slice"]}


def files_of(command):
    if command == "batch":
        return ["traces", "--query=SELECT name FROM slice"]
    file = "system.json" if command == "counters" else "app.trace"
    return [*FIRST.get(command, []), file, *LAST.get(command, [])]


# A thread of two methods and one with a proxy. Names as R8 leaves them.
METHODS = {0x4: ("a.A", "a", "(I[Ljava/lang/String;)V"), 0x8: ("b.B", "b", "()V"),
           0xc: ("c.C", "c", "()V"),
           0x10: ("java.lang.reflect.Proxy", "invoke",
                  "(Ljava/lang/reflect/Proxy;Ljava/lang/reflect/Method;"
                  "[Ljava/lang/Object;)Ljava/lang/Object;")}
# thread, method, CPU and wall microseconds
ENTER, EXIT = 0, 1
RECORDS = [(1, 0x4, ENTER, 0, 0), (1, 0x8, ENTER, 100, 200), (2, 0xc, ENTER, 0, 300),
           (2, 0x40, ENTER, 10, 310), (2, 0x10, ENTER, 20, 320), (2, 0x10, EXIT, 30, 330),
           (2, 0x40, EXIT, 40, 340), (1, 0x8, EXIT, 300, 600), (2, 0xc, EXIT, 70, 900),
           (1, 0x4, EXIT, 500, 1000)]
MAPPING = """p.Alpha -> a.A:
    void start(int,java.lang.String[]) -> a
p.Beta -> b.B:
    void work() -> b
"""
OLD_MAPPING = MAPPING.replace("a.A", "z.Z").replace("-> a", "-> z")


def make_trace(methods):
    lines = ["*version", "3", "data-file-overflow=false", "clock=dual", "vm=art",
             "*threads", "1\tmain", "2\tworker", "*methods",
             *(f"{number:#x}\t{name}\t{method}\t{signature}\tX.java"
               for number, (name, method, signature) in methods.items()), "*end", ""]
    data = struct.pack("<IHHQH", 0x574F4C53, 3, 32, 0, 14).ljust(32, b"\0")
    for thread, method, action, cpu, wall in RECORDS:
        data += struct.pack("<HIII", thread, method | action, cpu, wall)
    return "\n".join(lines).encode() + data


# What is told of some of the formats that "convert" writes.
ONE_CLOCK = ": The format has one clock: CPU time is written, wall time is not"
# What a batch of one trace says in the end.
ASKED = "Read: 1, failed: 0, skipped: 0"


class Tester:
    def __init__(self, program, folder):
        self.program, self.folder, self.findings = program, folder, []
        self.answers = {}

    def run(self, *line):
        """What is asked again, of files that stay as they are, has the same answer."""
        if "-o" in line or "random.trace" in line:
            return self.run_once(line)
        if line not in self.answers:
            self.answers[line] = self.run_once(line)
        return self.answers[line]

    def run_once(self, line):
        done = subprocess.run([self.program, *line], cwd=self.folder, env=ENVIRONMENT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        out = done.stdout
        if out[:2] == b"\x1f\x8b":
            out = gzip.decompress(out)
        return done.returncode, out, done.stderr.decode()

    def check(self, holds, what):
        if not holds:
            self.findings.append(what)

    def write(self, command, *options):
        """What a command writes of the trace, which must succeed."""
        files = files_of(command)
        more = ["--all"] if command == "diff" else []
        if command in ("tree", "callers", "callees") and not any("--min" in option for option in options if option):
            more.append("--min=0")
        more += ["--threshold=0"] if command == "graph" else []
        line = [command, *filter(None, options), *more, *files]
        status, out, err = self.run(*line)
        said = [text for text in err.splitlines() if not text.endswith(ONE_CLOCK) and text != ASKED]
        self.check(status == 0 and not said, f"{line}: ends with {status}: {said}")
        return out

    def check_texts(self, command, options, there, absent):
        out = self.write(command, *options)
        if "--format=markdown" in options:
            out = re.sub(rb"\\(.)", rb"\1", out)
        for text in there:
            self.check(text.encode() in out, f"{command} {options}: no “{text}”")
        for text in absent:
            self.check(text.encode() not in out, f"{command} {options}: has “{text}”")


def check_table(tester):
    _, out, _ = tester.run("--help")
    commands = re.findall(r"^  ([a-z][a-z-]*)  +\S", out.decode(), re.M)
    tester.check(sorted(commands) == sorted(TABLE), f"the commands are {commands}")
    for command, expected in TABLE.items():
        _, out, _ = tester.run(command, "--help")
        found = re.findall(r"^  (?:-\w, )?--([\w-]+)", out.decode(), re.M)
        for option in SHARED:
            tester.check((option in found) == (option in expected),
                         f"{command} --help: --{option} is "
                         f"{'there' if option in found else 'missing'}")
            if option not in expected:
                status, out, err = tester.run(command, f"--{option}{VALUES.get(option, '')}",
                                              *files_of(command))
                tester.check(status == 2 and not out and f"--{option}" in err,
                             f"{command} --{option}: {status}: {err}")


def check_help(tester):
    """Help fits a terminal where its width is not known, with every value of each option."""
    plain = {name: value for name, value in ENVIRONMENT.items() if name != "COLUMNS"}
    for command in ("", *TABLE):
        line = [tester.program, *filter(None, [command]), "--help"]
        wrapped, whole = (subprocess.run(line, env=environment, stdout=subprocess.PIPE,
                                         check=True).stdout.decode()
                          for environment in (plain, ENVIRONMENT))
        long = [text for text in wrapped.splitlines() if len(text) > 80]
        tester.check(not long, f"{command} --help: {long}")
        tester.check("".join(wrapped.split()) == "".join(whole.split()),
                     f"{command} --help: wrapping changes the words")


def check_mapping(tester):
    """Every command, every layout: the names of the source and no others."""
    for command, formats in FORMATS.items():
        for layout in formats:
            tester.check_texts(command, [layout], ["a.A", "b.B"], ["Alpha"])
            tester.check_texts(command, [layout, "--mapping=mapping.txt"],
                               ["Alpha", "start", "Beta", "work", "c.C"], ["a.A", "b.B"])
            # Two files, each with half of it.
            tester.check_texts(command, [layout, "--mapping=alpha.txt", "--mapping=beta.txt"],
                               ["Alpha", "Beta"], ["a.A", "b.B"])
    for command in ("info", "threads"):
        tester.check(tester.write(command) == tester.write(command, "--mapping=mapping.txt"),
                     f"{command}: has names")


def check_names(tester):
    for command, options in TABLE.items():
        if command == "convert":
            continue
        for layout in FORMATS.get(command, []) if "demangle" in options else []:
            signatures = ["--signatures"] if command in ("fold", "flamegraph") else []
            java, plain = "(int, String[]): void", "(I[Ljava/lang/String;)V"
            if signatures:
                java = java.replace(" ", "")
            if command == "fold":
                plain = plain.replace(";", ":")
            tester.check_texts(command, [layout, *signatures], [plain], [java])
            tester.check_texts(command, [layout, *signatures, "--demangle"], [java], [plain])
            raw = tester.write(command, layout, "--raw-names")
            tester.check(b"roxy method 0x40" not in raw, f"{command} {layout} --raw-names")
            # Ids of two runs have nothing to do with each other.
            tester.check(b"0x40" in raw or command == "diff", f"{command} {layout} --raw-names: no 0x40")
    tester.check_texts("methods", [], ["proxy method 0x40"], [])
    tester.check_texts("convert", ["--to=csv", "--demangle"], ["(int, String[]): void"], ["(I["])
    status, _, err = tester.run("convert", "--to=trace", "--demangle", "app.trace")
    tester.check(status == 2 and "--to=trace" in err, f"convert --to=trace --demangle: {err}")
    status, _, err = tester.run("methods", "--demangle", "--raw-names", "app.trace")
    tester.check(status == 2 and "--demangle" in err, f"both ways of names: {err}")


def check_part(tester):
    for command, options in TABLE.items():
        for layout in FORMATS.get(command, []) if "thread" in options else []:
            # The table of methods of these is that of the whole program.
            everything = layout in ("--to=trace", "--to=speedscope", "--to=pprof")
            for thread in ("2", "worker"):
                tester.check_texts(command, [layout, f"--thread={thread}"], ["c.C"],
                                   [] if everything else ["a.A"])
            tester.check_texts(command, [layout, "--thread=1", "--thread=2"],
                               ["a.A", "c.C"], [])
            whole, cut = (tester.write(command, layout, *part)
                          for part in ([], ["--range=0..250us"]))
            tester.check(whole != cut, f"{command} {layout}: --range changes nothing")
            tester.check_texts(command, [layout, "--range=0..250us"], ["a.A", "b.B"],
                               [] if everything else ["c.C"])
            status, out, err = tester.run(command, *filter(None, [layout]),
                                          "--thread=nobody", *files_of(command))
            tester.check(status == 1 and not out and "“nobody”" in err,
                         f"{command} --thread=nobody: {status}: {err}")


ENDINGS = {"csv": "csv", "tsv": "tsv", "json": "json", "jsonl": "jsonl", "html": "html",
           "HTM": "html", "md": "markdown", "png": "png", "pdf": "pdf", "svg": "svg",
           "dot": "dot", "gv": "dot", "trace": "trace", "db": "sqlite", "sqlite": "sqlite", "folded": "collapsed"}


def check_with(tester):
    """A second file is a part of the trace, at the time that is asked for."""
    for command, options in TABLE.items():
        if "with" not in options or command == "shell":
            continue
        layout = FORMATS.get(command, [None])[0]
        status, _, err = tester.run(command, *filter(None, [layout]), "--with=system.json",
                                    *files_of(command))
        if command == "counters":
            tester.check(status == 1 and "Both files are system traces" in err, f"counters --with: {err}")
            continue
        tester.check(status == 0 and "no clock in common" in err, f"{command} --with: {status}: {err}")
    rows = [tester.run("query", "--with=system.json", *options, "app.trace", "--format=tsv",
                       "SELECT (SELECT min(ts) FROM slice) - (SELECT min(ts) FROM counter)")[1]
            for options in ([], ["--with-offset=1.5ms"], ["--with-offset=-20us"])]
    tester.check([row.split()[-1] for row in rows] == [b"0", b"-1500000", b"20000"],
                 f"query --with-offset: {rows}")
    for options, sentence in ((["--with=gone.trace"], "gone.trace: "),
                              (["--with=app.trace"], "Both files are method traces"),
                              (["--with-offset=1ms"], "--with-offset needs --with"),
                              (["--with=system.json", "--with-offset=x"], "“x” is not a time")):
        status, out, err = tester.run("info", *options, "app.trace")
        tester.check(status in (1, 2) and not out and sentence in err, f"info {options}: {status}: {err}")
    status, _, err = tester.run("query", "--with=system.json", "app.trace", "old.trace", "SELECT 1")
    tester.check(status == 2 and "--with goes with one trace file" in err, f"query of two --with: {err}")


def check_endings(tester, few):
    """The name of the output file says the format, or that there is none."""
    for turn, command in enumerate(TABLE):
        text = tester.run(command, "--help")[1].decode()
        formats = re.search(r"--(format|to)=([a-z0-9|]+)", text)
        option = f"--{formats[1]}" if formats else None
        known = formats[2].split("|") if formats else {"flamegraph": ["svg"],
                                                       "fold": ["collapsed"],
                                                       "batch": ["jsonl"]}.get(command, [])
        files = files_of(command)
        for place, (ending, layout) in enumerate(ENDINGS.items()):
            if few and (turn + place) % 4:
                continue
            out = tester.folder / f"out.{ending}"
            status, _, err = tester.run(command, "-o", out.name, *files)
            tester.check(not _, f"{command} -o {out.name}: writes to standard output")
            if layout not in known:
                tester.check(status == 2 and not out.exists()
                             and all(name in err for name in known),
                             f"{command} -o {out.name}: {status}: {err}")
                continue
            tester.check(status == 0, f"{command} -o {out.name}: {status}: {err}")
            if option and layout not in ("png", "pdf", "svg") and out.exists():
                expected = tester.run(command, f"{option}={layout}", *files)[1]
                tester.check(out.read_bytes() == expected, f"{command} -o {out.name}: differs")
            out.unlink(missing_ok=True)
        # What says nothing leaves the default, and what is asked for goes before.
        for name in ("out", "out.txt", "out.bin") if command != "convert" else ():
            (tester.folder / name).unlink(missing_ok=True)
            tester.check(tester.run(command, "-o", name, *files)[0] == 0,
                         f"{command} -o {name}")
        if option:
            status, _, err = tester.run(command, f"{option}={known[0]}", "-o", "out.xpm.md",
                                        *files)
            tester.check(status == 0, f"{command} {option}={known[0]} -o out.xpm.md: {err}")


class Cells(HTMLParser):
    """The rows of the tables of a page, with their titles."""

    def __init__(self, page):
        super().__init__()
        self.rows, self.in_cell = [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag):
        self.in_cell &= tag not in ("td", "th")

    def handle_data(self, data):
        if self.in_cell:
            self.rows[-1][-1] += data


def read_markdown(text):
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert re.fullmatch(r"(\| (---|---:) )+\|", lines[1]), lines[:2]
    assert lines[1].count("|") == len(re.findall(r"(?<!\\)\|", lines[0])), lines[:2]
    return [[re.sub(r"\\(.)", r"\1", cell) for cell in re.split(r" \| ", line[2:-2])]
            for line in lines[:1] + lines[2:]]


def check_tables(tester):
    """A table has the same cells for people in HTML and Markdown, and the same for programs
    in TSV and CSV; --top leaves its beginning."""
    for command in TABLE:
        text = tester.run(command, "--help")[1].decode()
        # The calls of a method have a second table.
        if "|csv|" not in text or command in ("convert", "calls", "query", "shell"):
            continue
        out = {}
        for top in ([], ["--top=2"] if "top" in TABLE[command] else []):
            for layout in ("tsv", "csv", "json", "html", "markdown"):
                out[layout] = tester.write(command, f"--format={layout}", *top).decode()
            tsv = [line.split("\t") for line in out["tsv"].splitlines()]
            rows = list(csv.reader(io.StringIO(out["csv"], newline="")))
            tester.check(rows == [["" if cell == "-" else cell for cell in row] for row in tsv],
                         f"{command} {top}: CSV {rows[:3]} and TSV {tsv[:3]}")
            page, document = Cells(out["html"]).rows, read_markdown(out["markdown"])
            if command == "calls":  # which has two tables on a page
                continue
            tester.check(page == document and len({len(row) for row in page}) == 1,
                         f"{command} {top}: HTML {page[:3]} and Markdown {document[:3]}")
            values = json.loads(out["json"])
            lists = [value for value in values.values() if isinstance(value, list)]
            n = len(tsv) - 1
            tester.check(n > 0 and (command == "info" or len(lists[-1]) == n == len(page) - 1),
                         f"{command} {top}: {n} rows, {len(page) - 1} in HTML")
            if top:
                tester.check(n == 2 and whole[:3] == rows, f"{command} --top=2: {rows}")
            whole = rows
        status, _, err = tester.run(command, "--top=0", "app.trace")
        tester.check(status == 2, f"{command} --top=0: {status}: {err}")


def check_names_for_programs(tester):
    """Programs read the names as they are, whatever a spreadsheet would make of them."""
    for command in ("methods", "dump"):
        tsv = tester.run(command, "--format=tsv", "odd.trace")[1].decode()
        rows = tester.run(command, "--format=csv", "odd.trace")[1].decode()
        for table in ([line.split("\t") for line in tsv.splitlines()],
                      list(csv.reader(io.StringIO(rows, newline="")))):
            names = {(row[table[0].index("class")], row[table[0].index("method")])
                     for row in table}
            tester.check(("-$$Lambda", '=b"') in names, f"{command}: {names}")


def check_clock(tester):
    """Own times of b.B: 200 us on the CPU, 400 by the wall."""
    expected = {"fold": (b" 200\n", b" 400\n"), "report": (b"    200 ", b"    400 "),
                "graph": (b"0.2", b"0.4")}
    for command, options in TABLE.items():
        for layout in FORMATS.get(command, []) if "clock" in options else []:
            if layout == "--chart":
                continue
            cpu, wall = (tester.write(command, layout, f"--clock={clock}")
                         for clock in ("cpu", "wall"))
            # Both clocks stand in these.
            same = (command in ("methods", "diff", "tree") or (command, layout) == ("threads", "--format=json")
                    or layout in ("--to=csv", "--to=trace"))
            tester.check(same or cpu != wall, f"{command} {layout}: --clock changes nothing")
            for text, out in zip(expected.get(command, ()), (cpu, wall)):
                tester.check(layout == "--format=html" or text in out,
                             f"{command} {layout}: no {text}")
    # Ranked by CPU time, c.C with 70 us comes after b.B with 200; by the wall before it.
    for clock, first, second in (("cpu", b"b.B", b"c.C"), ("wall", b"c.C", b"b.B")):
        out = tester.write("methods", f"--clock={clock}")
        tester.check(out.index(first) < out.index(second), f"methods --clock={clock}")
    # By the wall clock the proxy's thread has 60 %, on the CPU 12.
    for clock, there in (("cpu", False), ("wall", True)):
        out = tester.write("tree", f"--clock={clock}", "--min=30%")
        tester.check((b"c.C" in out) == there, f"tree --clock={clock} --min")
    status, _, err = tester.run("flamegraph", "--chart", "--clock=cpu", "app.trace")
    tester.check(status == 2 and "--clock" in err, f"flamegraph --chart --clock: {err}")


def check_filter(tester):
    for command, options in TABLE.items():
        for layout in FORMATS.get(command, []) if "filter" in options else []:
            if command == "convert" and layout not in STACK_FORMATS:
                status, out, err = tester.run(command, layout, "--filter=a", "app.trace")
                tester.check(status == 2 and not out and "--filter" in err,
                             f"convert {layout} --filter: {status}: {err}")
                continue
            # pprof has the names of all methods.
            if layout in ("--chart", "--to=pprof"):
                continue
            stacks = command in ("fold", "tree", "flamegraph", "graph", "convert")
            there = ["b.B"]
            there += ["a.A"] if stacks else []
            absent = ["c.C"] if command != "report" else []
            tester.check_texts(command, [layout, r"--filter=^b\.B"], there, absent)
            # A type of the signature is no part of the name.
            tester.check_texts(command, [layout, "--filter=String"], [],
                               ["a.A", "b.B", "c.C"] if command != "report" else [])
            tester.check_texts(command, [layout, "--filter-signature=String"], ["a.A"], absent)
            tester.check_texts(command, [layout, "--filter=^a", "--filter-signature=^..V"], [],
                               ["a.A", "b.B", "c.C"] if command != "report" else [])
    # Callers have only what led there.
    tester.check(tester.write("fold", "--clock=wall", r"--filter=b\.B")
                 == b"a.A.a;b.B.b 400\n", "fold --filter")
    tester.check(tester.write("fold", "--clock=wall", "--filter=^a")
                 == b"a.A.a 600\na.A.a;b.B.b 400\n", "fold --filter of a caller")
    tester.check(tester.write("fold", "--clock=wall", "--range=250us..500us",
                              r"--filter=b\.B") == b"a.A.a;b.B.b 250\n", "fold in a range")
    tester.check(tester.write("fold", "--filter=nothing") == b"", "fold --filter=nothing")
    # The caller has the time of the method and none of its own.
    pprof = tester.run("convert", "--to=pprof", r"--filter=b\.B", "app.trace")[1]
    threads = read_pprof(gzip.compress(pprof), "cpu")
    tester.check(threads == {1: {"a.A.a (I[Ljava/lang/String;)V": (1, 200000, 0),
                                 "b.B.b ()V": (1, 200000, 200000)}},
                 f"convert --to=pprof --filter: {threads}")
    tree = tester.write("tree", "--clock=wall", r"--filter=b\.B").decode()
    tester.check(re.search(r" 0\.400 +100\.0 +0\.000 +0\.0 +0\.000 +1 +1 +a\.A", tree),
                 f"tree --filter: {tree}")
    tree = tester.write("tree", "--clock=wall", "--bottom-up", r"--filter=b\.B").decode()
    tester.check(re.search(r"\n +0\.200 +100\.0 +0\.200 +100\.0 +0\.400 +100\.0 +0\.400 "
                           r".* 1 +1 +b\.B", tree), f"tree --bottom-up --filter: {tree}")
    # Shares are of what is left: 10 of the 600 us of the proxy's thread are enough.
    tester.check("Proxy.invoke" in tester.write("tree", "--min=50%", "--clock=wall",
                                                "--filter=Proxy.invoke").decode(),
                 "tree --filter --min")
    status, _, err = tester.run("fold", "--filter=(", "app.trace")
    tester.check(status == 2, f"fold --filter=(: {status}: {err}")


def read_threads(tester, part):
    rows = json.loads(tester.write("threads", "--format=json", f"--range={part}"))["threads"]
    return [(row["tid"], row["events"], row["calls"], row["waits"],
             *(row[clock][f"{time}_ns"] // 1000 for clock in ("wall", "cpu")
               for time in ("first", "last", "root_inclusive"))) for row in rows]


def check_threads_in_range(tester):
    """Thread 1 waits from 300 to 500 us in b.B, which takes 200 us of CPU time: 50 of
    them before 250 us, 100 before 350. Then it waits from 700 to 900 us in a.A. Thread 2
    runs from 300 to 900 us and waits from 355 to 885: at 350 us its CPU time is 50."""
    for part, rows in (("0..250us", [(1, 2, 2, 0, 0, 250, 250, 0, 150, 150)]),
                       ("350us..2s", [(1, 2, 2, 2, 350, 1000, 650, 200, 500, 300),
                                      (2, 1, 1, 1, 350, 900, 550, 50, 70, 20)]),
                       ("200us..600us", [(1, 1, 2, 1, 200, 600, 400, 100, 300, 200),
                                         (2, 5, 3, 1, 300, 600, 300, 0, 55, 55)]),
                       ("2s..3s", [])):
        found = read_threads(tester, part)
        tester.check(found == rows, f"threads --range={part}: {found}")
    whole, everything = (tester.write("threads", *part) for part in ([], ["--range=0..1ms"]))
    tester.check(whole == everything, f"threads --range of everything: {everything}")


def check_top_of_a_tree(tester):
    """By the wall clock, c.C takes 600 us and b.B, below a.A, only 400."""
    for clock, there, absent in (("wall", b"c.C", b"b.B"), ("cpu", b"b.B", b"c.C")):
        out = tester.write("tree", f"--clock={clock}", "--top=3")
        tester.check(b"a.A" in out and there in out and absent not in out
                     and b"Only the 3 paths with the most time are listed." in out,
                     f"tree --top=3 --clock={clock}: {out.decode()}")
    for command, options in (("tree", []), ("tree", ["--bottom-up"]), ("callers", []),
                             ("callees", [])):
        whole, cut = (tester.write(command, *options, *top) for top in ([], ["--top=100"]))
        tester.check(whole == cut, f"{command} --top=100: {cut.decode()}")
        out = tester.write(command, *options, "--format=tsv", "--top=1").splitlines()
        tester.check(len(out) == 2, f"{command} {options} --top=1: {out}")


def check_depth(tester):
    """With one level, only what a thread calls first; deeper time is left out or, in
    stacks, is their last frame's."""
    for command, options in TABLE.items():
        if "depth" not in options:
            continue
        status, _, err = tester.run(command, "--depth=0", *files_of(command))
        tester.check(status == 2 and "--depth must be at least 1" in err,
                     f"{command} --depth=0: {status}: {err}")
        for depth in (1, 2) if command not in FIRST else ():
            out = tester.run(command, f"--depth={depth}", "app.trace")[1]
            tester.check(b"a.A" in out and (b"b.B" in out) == (depth == 2),
                         f"{command} --depth={depth}")
    tester.check(tester.run("fold", "--depth=1", "--clock=wall", "app.trace")[1]
                 == b"a.A.a 1000\nc.C.c 600\n", "fold --depth=1")


def check_transforms(tester):
    """What they make of the stacks, in the order in which they are given."""
    for options, expected in (
            (["--merge=b.B.b"], "a.A.a 1000\nc.C.c 570\nc.C.c;proxy_method_0x40 20\n"
             "c.C.c;proxy_method_0x40;java.lang.reflect.Proxy.invoke 10\n"),
            (["--focus=B.b"], "b.B.b 400\n"),
            (["--focus-subtree=A.a;B.b"], "b.B.b 400\n"),
            (["--focus-subtree=B.b"], ""),
            (["--drop=b.B.b", "--drop=c.C.c"], "a.A.a 600\n"),
            (["--merge=a.A.a", "--focus-subtree=B.b"], "b.B.b 400\n"),
            (["--focus-subtree=B.b", "--merge=b.B.b"], ""),
            (["--collapse-package=b", "--focus=b.*"], "b.* 400\n"),
            (["--collapse-package=b.*", "--focus=b.*"], "b.* 400\n"),
            (["--collapse-package=java.*", "--focus=java.*"], "java.* 10\n"),
            (["--collapse-recursion=*", "--drop=C.c"], "a.A.a 600\na.A.a;b.B.b 400\n")):
        status, out, err = tester.run("fold", "--clock=wall", *options, "app.trace")
        tester.check((status, out.decode()) == (0, expected),
                     f"fold {options}: {status} {err} {out.decode()}")
    for option, sentence in (
            ("--merge=x.Y.z", "There is no method “x.Y.z” in the file"),
            ("--focus-subtree=A.a;x.Y.z", "There is no method “x.Y.z” in the file"),
            ("--focus-subtree=", "The path of --focus-subtree is empty"),
            ("--collapse-package=x", "There is no package “x” in the file"),
            ("--collapse-package=java", "There is no package “java” in the file"),
            ("--collapse-package=jav.*", "There is no package “jav.*” in the file")):
        status, _, err = tester.run("tree", option, "app.trace")
        tester.check(status == 1 and sentence in err, f"tree {option}: {status} {err}")
    # The old trace of a comparison need not have the method.
    status, _, err = tester.run("flamegraph", "--diff=renamed.trace", "--merge=a.A.a",
                                "--collapse-package=a", "app.trace")
    tester.check(status == 0, f"flamegraph --diff: {status} {err}")


def read_graph(text):
    """Inclusive and exclusive microseconds by name of a method."""
    return {name: (round(float(inclusive) * 1000), round(float(exclusive) * 1000))
            for name, inclusive, exclusive
            in re.findall(r'label="\[\d+\] (.*?)\\n\((\S+), (\S+), ', text)}


def compare_graph_with_stacks(tester, part, name, stacks):
    """The times of a method are those of the stacks that contain it, or end with it."""
    out = tester.run("graph", "--threshold=0", "--top=100000", "--clock=cpu", *part,
                     f"--filter=^{re.escape(name)}(?![^ ])", "random.trace")[1].decode()
    found = read_graph(out)
    expected = {"(toplevel)": [0, 0]}
    for line in stacks:
        path, _, time = line.rpartition(" ")
        frames = path.split(";")
        for frame in {"(toplevel)", *frames}:
            expected.setdefault(frame, [0, 0])[0] += int(time)
        expected[frames[-1]][1] += int(time)
    for frame, times in expected.items():
        # Names that a stack writes differently, and those of several methods.
        if out.count(f"] {frame}\\n") == 1:
            tester.check(found[frame] == tuple(times),
                         f"graph {part} --filter={name}: {frame}: {found[frame]}, not {times}")
    return len(found)


def check_filter_at_random(tester, write_trace, n_seeds):
    """What goes through a method is what grep(1) finds of all stacks."""
    chance = random.Random(7)
    n_nodes = 0
    for seed in range(1, n_seeds + 1):
        subprocess.run([write_trace, "--clock=dual", "--events=3000", f"--seed={seed}",
                        "--broken=5", "--threads=3", tester.folder / "random.trace"],
                       check=True, stdout=subprocess.DEVNULL)
        for part in ([], ["--range=200us..900us"], ["--per-thread", "--clock=wall"]):
            whole = tester.run("fold", *part, "random.trace")[1].decode().splitlines()
            names = sorted({frame for line in whole
                            for frame in line.rsplit(" ", 1)[0].split(";")})
            for name in chance.sample(names, min(8, len(names))):
                stacks = [line for line in whole
                          if name in line.rsplit(" ", 1)[0].split(";")]
                out = tester.run("fold", *part, f"--filter=^{re.escape(name)}(?![^ ])",
                                 "random.trace")[1].decode().splitlines()
                # Frames of threads are no methods.
                tester.check(sorted(out) == sorted(stacks) or not re.search(r"\.", name),
                             f"fold {part} of seed {seed} through {name}")
                if "--per-thread" not in part:
                    n_nodes += compare_graph_with_stacks(tester, part, name, stacks)
    tester.check(n_nodes > 100 * n_seeds, f"only {n_nodes} nodes of graphs")


def check_old_mapping(tester):
    both = ["--mapping=mapping.txt", "--mapping-old=old.txt"]
    line = ["--all", "renamed.trace", "app.trace"]
    apart = tester.run("diff", "--format=tsv", "--mapping=mapping.txt", *line)[1].decode()
    together = tester.run("diff", "--format=tsv", *both, *line)[1].decode()
    tester.check("z.Z" in apart, "diff: one mapping for both")
    tester.check("z.Z" not in together, "diff --mapping-old")
    # Without a change there is one row with both sums, and none that is new or gone.
    tester.check(len(together.splitlines()) < len(apart.splitlines()), "diff: rows")
    # One file is of both where no other is given.
    out = tester.run("diff", "--format=tsv", "--mapping=mapping.txt", "--all", "old.trace",
                     "app.trace")[1].decode()
    tester.check("a.A" not in out and "p.Alpha" in out, "diff --mapping")
    apart, together = (tester.run("flamegraph", "--diff=renamed.trace", *options,
                                  "app.trace")[1].decode()
                       for options in (["--mapping=mapping.txt"], both))
    tester.check(apart != together and "Alpha" in together, "flamegraph --mapping-old")
    status, _, err = tester.run("flamegraph", "--mapping-old=old.txt", "app.trace")
    tester.check(status == 2 and "--diff" in err, f"flamegraph --mapping-old alone: {err}")


def choose_few():
    """Leaves two layouts of each command."""
    for turn, (command, layouts) in enumerate(FORMATS.items()):
        FORMATS[command] = layouts[turn % len(layouts)::max(len(layouts) // 2, 1)][:2]


def main():
    few = "--few" in sys.argv
    if few:
        choose_few()
    with tempfile.TemporaryDirectory(prefix="shared-options-") as name:
        folder = Path(name)
        trace = make_trace(METHODS)
        renamed = make_trace({**METHODS, 0x4: ("z.Z", "z", METHODS[0x4][2])})
        alpha, beta = MAPPING.split("p.Beta")
        odd = make_trace({**METHODS, 0x8: ("-$$Lambda", '=b"', "()V")})
        for file, content in {"app.trace": trace, "traces/app.trace": trace, "odd.trace": odd, "old.trace": trace,
                              "renamed.trace": renamed, "mapping.txt": MAPPING.encode(),
                              "system.json": SYSTEM.encode(), "old.txt": OLD_MAPPING.encode(), "alpha.txt": alpha.encode(),
                              "beta.txt": ("p.Beta" + beta).encode()}.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(content)
        tester = Tester(str(Path(sys.argv[1]).resolve()), folder)
        check_endings(tester, few)
        check_filter_at_random(tester, sys.argv[2], 1 if few else 5)
        for check in (check_table, check_help, check_mapping, check_names, check_part,
                      check_with, check_tables, check_names_for_programs, check_clock,
                      check_filter, check_threads_in_range, check_top_of_a_tree,
                      check_depth, check_transforms, check_old_mapping):
            check(tester)
    print("\n".join(tester.findings))
    return 1 if tester.findings else 0


if __name__ == "__main__":
    sys.exit(main())
