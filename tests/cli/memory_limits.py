#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that would take more memory than there is end in one sentence.

memory_limits.py PROGRAM WRITE_TRACE [--sanitized]: tracedump reads what is no trace,
traces that need more than --memory-limit, and traces with a limited address space. It
must end with status 1 and one line on standard error, or with 0 if there is room; never
by a signal, and with no more memory than allowed. A sanitized program takes more memory
and needs all address space, so only its answers are compared.
"""

import argparse
import gzip
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

MIB = 1024 * 1024
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "LANG": ""}
KEY = b"*version\n3\n*threads\n*methods\n"
HEADER = b"*end\nSLOW\3\0 \0" + bytes(8) + b"\x0e\0" + bytes(14)
SIZE = r"[\d.]+\s[KMG]iB"
NEEDS = f"The trace needs at least {SIZE} of memory, and the limit is {SIZE}$"
FOREIGN_MEMORY = 32 * MIB
FOREIGN_SECONDS = 1
# Beyond the limit: what is allocated between two looks, and the program itself.
SLACK = 48 * MIB

failures = []


class Result:
    """How a program ended, and the memory and processor time that it took."""

    def __init__(self, program, *arguments, address_space=None, feed=None):
        def limit():
            if address_space:
                resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))

        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([program, *map(str, arguments)], env=ENVIRONMENT,
                                       stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit)
            if feed:
                threading.Thread(target=pour, args=(feed, process.stdin), daemon=True).start()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = self.code = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            self.errors = errors.read().decode()
        self.memory = usage.ru_maxrss * 1024
        self.seconds = usage.ru_utime + usage.ru_stime
        self.name = " ".join(map(str, arguments))

    def check(self, condition, what):
        if not condition:
            failures.append(f"{self.name}: {what} (status {self.code}, {self.memory // MIB} MiB, "
                            f"{self.seconds:.1f} s): {self.errors.strip()[:300]}")

    def check_refused(self, sentence, memory=None):
        self.check(self.code == 1, "is not refused")
        lines = self.errors.splitlines()
        self.check(len(lines) == 1 and re.search(sentence, lines[0]), f"does not say “{sentence}”")
        self.check(memory is None or self.memory <= memory, f"takes more than {(memory or 0) // MIB} MiB")


def pour(path, pipe):
    """Writes a file into a pipe for as long as somebody reads."""
    try:
        with open(path, "rb") as source, pipe:
            while block := source.read(MIB):
                pipe.write(block)
    except BrokenPipeError:
        pass


def write(path, data, size=None):
    with open(path, "wb") as file:
        file.write(data)
        if size is not None:
            file.truncate(size)
    return path


def check_foreign(program, folder, sanitized):
    zipped = write(folder / "large.zip", b"PK\3\4", 4 << 30)
    text = write(folder / "large.txt", b"A line of text\n" * 100000, 600 * MIB)
    with gzip.open(folder / "text.gz", "wb", 1) as file:
        for _ in range(80):
            file.write(b"A line of text\n" * 70000)
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    for path, sentence in [(zipped, "The file cannot be unpacked: "), (text, "This is not a trace or profile of a known format"),
                           (Path("/dev/zero"), "This is not a trace or profile of a known format"),
                           (folder / "text.gz", "This is not a trace or profile of a known format")]:
        results = [Result(program, "info", path), Result(program, "info", "-", feed=path)]
        threading.Thread(target=lambda path=path: pour(path, open(pipe, "wb")), daemon=True).start()
        results.append(Result(program, "info", pipe))
        for result in results:
            result.check_refused(sentence, None if sanitized else FOREIGN_MEMORY)
            result.check(sanitized or result.seconds < FOREIGN_SECONDS, f"takes over {FOREIGN_SECONDS} s")


def write_threads(path, n):
    """Packets of a record each, all of different threads."""
    blocks = b"".join(struct.pack("<BIHBIH", 2, thread, 1, 0, 2, 0) for thread in range(n))
    return write(path, b"SLOW" + struct.pack("<HQQQH", 4, 0, 0, 0, 0) + blocks)


def check_limit(program, folder, sanitized):
    methods = b"".join(b"0x%x\tn%d\tm\n" % (4 * i, i) for i in range(600000))
    with gzip.open(folder / "zeros.gz", "wb", 1) as file:
        file.write(KEY + HEADER + os.urandom(MIB))
        file.write(bytes(120 * MIB))
    paths = [write(folder / "zeros.trace", KEY + HEADER, 200 * MIB), folder / "zeros.gz",
             write_threads(folder / "threads.trace", 400000),
             write(folder / "methods.trace", KEY + methods + HEADER),
             write(folder / "stream.trace", b"SLOW\xf3\0 \0" + bytes(8) + b"\x0e\0" + bytes(14)
                   + b"\1\0" * 7 * 4000000)]
    for path in paths:
        result = Result(program, "info", "--memory-limit=60MiB", path)
        result.check_refused(NEEDS, None if sanitized else 60 * MIB + SLACK)
    # What stands beside a trace under the name of its side file does not matter.
    write(folder / "small.trace", b"SLOW\xf3\0 \0" + bytes(8) + b"\x0e\0" + bytes(14) + b"\1\0" * 7)
    write(folder / "small.trace.sec", b"PK\3\4", 200 * MIB)
    beside = Result(program, "info", "--memory-limit=60MiB", folder / "small.trace")
    beside.check(beside.code == 0, "is refused for the file beside it")
    enough = Result(program, "info", "--memory-limit=3G", folder / "methods.trace")
    enough.check(enough.code == 0, "is refused")
    wrong = Result(program, "info", "--memory-limit=much", folder / "methods.trace")
    wrong.check(wrong.code == 2 and "“much”" in wrong.errors, "is no size, but taken")


def check_address_space(program, write_trace, folder):
    n_refused = 0
    for name, *options in [("classic",), ("streamed", "--streamed"), ("packets", "--packets")]:
        path = folder / f"{name}.trace"
        subprocess.run([write_trace, "--events=2000000", "--threads=8", "--methods=5000", "--clock=dual",
                        *options, path], check=True)
        for size in 90, 130, 200, 300, 2000:
            for command in ["methods"], ["tree", "--per-thread"], ["convert", "--to=pprof", "-o", folder / "out"]:
                result = Result(program, *command, path, address_space=size * MIB)
                result.name += f" in {size} MiB"
                result.check(result.code in (0, 1), "does not end in order")
                if result.code == 1:
                    n_refused += 1
                    result.check_refused(NEEDS + "|There is not enough memory$")
                result.check(result.code == 0 or size < 2000, "is refused")
    if n_refused == 0:
        failures.append("no address space was too small")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("write_trace")
    parser.add_argument("--sanitized", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_foreign(options.program, folder, options.sanitized)
        check_limit(options.program, folder, options.sanitized)
        if not options.sanitized:
            check_address_space(options.program, options.write_trace, folder)
    print("\n".join(failures) or "all refused in order")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
