#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random command lines end in order, however senseless they are.

fuzz_command_line.py PROGRAM EXAMPLE [--runs N] [--seed N]: tracedump runs with random
commands, options and files. It must never end by a signal, nor with a status other than
0 to 3, nor take long. An error is one sentence on standard error, after warnings about
the file, and leaves no output file behind. The same seed gives the same command lines.
"""

import argparse
import gzip
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "COLUMNS": "0"}
COMMAND = re.compile(r"^  ([a-z][a-z-]*)  +\S", re.M)
OPTION = re.compile(r"^  (?:-(\w), )?--([\w-]+)(?:=(\S+))?", re.M)
SECONDS = 60
LARGEST = 400_000

VALUES = ["", "0", "1", "-1", "5%", "2ms", "1us..2ms", "..", "5..1", "1s..", "main", "é",
          "(", ".", "<init>", "a" * 300, "99999999999999999999", "nan", "x=y", "%s%n",
          "cpu", "wall", "text", "json", "name", "calls", "thread", "..100us", "16"]


MAPPINGS = ["map.txt", "map.gz", "torn.txt"]
MAPPING = """# {"id":"com.android.tools.r8.mapping","version":"2.2"}
p.Start -> com.example.calc.Main:
# {"id":"sourceFile","fileName":"Start.kt"}
    1:2:void p.Inner.inner():70:71 -> main
    1:2:void start(java.lang.String[]):42 -> main
    # {"id":"com.android.tools.r8.synthesized"}
    # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}
p.Other -> android.os.Looper:
    void around() -> loop
"""


def read_help(program, *command):
    return subprocess.run([program, *command, "--help"], check=True, text=True,
                          encoding="utf-8", stdout=subprocess.PIPE, env=ENVIRONMENT).stdout


def make_files(folder, example, chance):
    """Good traces, and what is left of them after some damage."""
    good = gzip.compress(example)
    cut = example[:chance.randrange(len(example))]
    bent = bytearray(example)
    for _ in range(20):
        bent[chance.randrange(len(bent))] = chance.randrange(256)
    mapping = MAPPING.encode()
    torn = bytearray(mapping)
    for _ in range(8):
        torn[chance.randrange(len(torn))] = chance.randrange(256)
    for name, data in {"map.txt": mapping, "map.gz": gzip.compress(mapping),
                       "torn.txt": bytes(torn), "good.trace": example, "good.gz": good, "cut.trace": cut,
                       "cut.gz": good[:len(good) // 2], "bent.trace": bytes(bent),
                       "empty.trace": b"", "noise.trace": chance.randbytes(3000),
                       "-dash.trace": example}.items():
        (folder / name).write_bytes(data)
    return ["good.trace", "good", "good.gz", "cut.trace", "cut.gz", "bent.trace",
            "empty.trace", "noise.trace", "./-dash.trace", "missing", ".", "", "-",
            "/dev/null"]


def list_shared_traces():
    """Malformed files, small ones, and those from devices where they are."""
    own = Path(__file__).parents[1] / "traces"
    real = Path(os.environ["TRACEVIEW_TRACES"]) / "real"
    return [str(path) for folder in (own / "bad", own / "regress", real)
            for path in sorted(folder.glob("*"))
            if path.is_file() and path.stat().st_size < LARGEST]


class Lines:
    """Makes command lines."""

    def __init__(self, program, chance, files):
        self.chance, self.files = chance, files
        self.commands = {name: OPTION.findall(read_help(program, name))
                         for name in COMMAND.findall(read_help(program))}

    def make_value(self, placeholder):
        fixed = [] if re.search("[A-Z]", placeholder) else placeholder.split("|")
        if fixed and self.chance.random() < 0.8:
            return self.chance.choice(fixed)
        if placeholder == "FILE" and self.chance.random() < 0.6:
            return self.chance.choice(MAPPINGS)
        if placeholder in ("FILE", "OLD") and self.chance.random() < 0.7:
            return self.chance.choice(self.files)
        return self.chance.choice(VALUES)

    def make_option(self, option):
        letter, name, placeholder = option
        if name == "output":
            value = self.chance.choice(["out", "out.json", "out.svg", "out.html", "/dev/full",
                                        "no/such/folder/x", ".", ""])
        else:
            value = self.make_value(placeholder)
        if name == "help" and self.chance.random() < 0.9:
            return []
        if not placeholder:
            return [f"--{name}"]
        if letter and self.chance.random() < 0.5:
            return [f"-{letter}", value]
        return [f"--{name}={value}"]

    def make(self):
        chance = self.chance
        command = chance.choice(sorted(self.commands))
        arguments = []
        for option in self.commands[command]:
            if chance.random() < 0.25:
                arguments += self.make_option(option)
        n_files = 2 if command == "diff" else 1
        if chance.random() < 0.1:
            n_files = chance.randrange(4)
        arguments += [chance.choice(self.files) if chance.random() < 0.6 else "good"
                      for _ in range(n_files)]
        if chance.random() < 0.2:
            chance.shuffle(arguments)
        if chance.random() < 0.03:
            arguments.append(chance.choice(["--", "--no-such", "-Z", "--format"]))
        if chance.random() < 0.03:
            command = chance.choice(["", "nothing", "--dmtracedump", "--help", "-x"])
        return [command, *arguments]


def find_faults(done, folder, before):
    """What is wrong with how the program ended."""
    if done.returncode not in (0, 1, 2, 3):
        yield f"ended with {done.returncode}: {done.stderr[-600:]}"
        return
    lines = [line for line in done.stderr.splitlines()
             if not re.match(r"tracedump: .*: warning: ", line)]
    # These tell of each file that is no trace, and leave what they wrote of the others.
    if done.args[1] in ("metrics", "batch") and done.returncode == 1:
        lines = lines[:1] + [line for line in lines[1:] if not line.startswith("tracedump: ")]
        for path in folder.glob("out*"):
            path.unlink()
    if done.returncode == 2 and lines and lines[-1].startswith("Try “"):
        lines.pop()
        if lines[-1].startswith("Did you mean “"):
            lines.pop()
    if done.returncode == 2 and lines and lines[0].startswith("usage: dmtracedump "):
        lines = ["tracedump: as dmtracedump has it"]
    # Of what the other format cannot hold, each kind has a sentence.
    if done.returncode == 0 and "convert" in done.args:
        lines = [line for line in lines if not line.startswith("tracedump: ")]
    # A sentence may quote an argument, which is never more than a line here.
    if len(lines) != (0 if done.returncode == 0 else 1):
        yield f"ended with {done.returncode} and tells {lines}"
    elif lines and not lines[0].startswith("tracedump: "):
        yield f"tells {lines}"
    left = {path.name for path in folder.iterdir()} - before
    if done.returncode in (1, 2) and left:
        yield f"ended with {done.returncode} and leaves {left}"
    for name in left:
        (folder / name).unlink()


def try_lines(program, lines, folder, n_runs):
    before = {path.name for path in folder.iterdir()}
    statuses, n_faults = {}, 0
    for _ in range(n_runs):
        line = lines.make()
        try:
            done = subprocess.run([program, *line], cwd=folder, env=ENVIRONMENT,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            print(f"tracedump {shlex.join(line)}: takes over {SECONDS} s")
            n_faults += 1
            continue
        done.stderr = done.stderr.decode("utf-8", "replace")
        statuses[done.returncode] = statuses.get(done.returncode, 0) + 1
        for fault in find_faults(done, folder, before):
            print(f"tracedump {shlex.join(line)}: {fault}")
            n_faults += 1
    print(f"statuses {dict(sorted(statuses.items()))}")
    # A test in which nothing succeeds, or nothing fails, tests nothing.
    if not {0, 1, 2} <= statuses.keys():
        print("not every way to end was seen")
        n_faults += 1
    return n_faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("example", type=Path)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = str(options.program.resolve())
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="tracedump-fuzz-") as name:
        folder = Path(name)
        files = make_files(folder, options.example.read_bytes(), chance)
        lines = Lines(program, chance, files + list_shared_traces())
        n_faults = try_lines(program, lines, folder, options.runs)
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
