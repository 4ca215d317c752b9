#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs "tracedump info" on every malformed reference file, with 5 s and 200 MiB each, and
compares what it prints with the table in bad_files.md.

    bad_files.py TRACEDUMP DOCUMENT [--write] [--sanitized]

--write puts the table of today into the document. --sanitized measures the memory that was
used instead of limiting addresses, of which the address sanitizer reserves terabytes.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 5
BYTES = 200 * 1024 * 1024
BEGIN = "<!-- made by tests/cli/bad_files.py --write -->"
END = "<!-- end -->"


def run(tracedump, path, is_sanitized):
    """Exit status, standard error and bytes of one run."""
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if not is_sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen([tracedump, "info", path], stdout=subprocess.DEVNULL,
                              stderr=errors, preexec_fn=set_limits) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read().decode("utf-8")
    return process.returncode, text, usage.ru_maxrss * 1024


def describe(name, path, status, text):
    """A row of the table: E for an error, W for warnings, S for silence."""
    lines = [line.removeprefix(f"tracedump: {path}: ") for line in text.splitlines()]
    if status != 0:
        return f"| `{name}` | E | {'; '.join(lines)} |"
    messages = [line.removeprefix("warning: ") for line in lines]
    return f"| `{name}` | {'W' if messages else 'S'} | {'<br>'.join(messages)} |"


def check(name, status, text, n_bytes):
    """What is wrong with a run, whatever the table says."""
    lines = text.splitlines()
    if status not in (0, 1):
        yield f"{name}: ended with {status}"
    if status == 1 and len(lines) != 1:
        yield f"{name}: {len(lines)} lines for an error"
    if any(not line.startswith("tracedump: ") for line in lines):
        yield f"{name}: prints something else: {text}"
    if n_bytes > BYTES:
        yield f"{name}: took {n_bytes} bytes"


def main():
    """Returns the exit status."""
    tracedump, path_of_table = sys.argv[1], Path(sys.argv[2])
    files = sorted((Path(__file__).parents[1] / "traces" / "bad").glob("*.trace"))
    rows, findings = [], []
    for path in files:
        status, text, n_bytes = run(tracedump, path, "--sanitized" in sys.argv)
        findings += check(path.stem, status, text, n_bytes)
        rows.append(describe(path.stem, path, status, text))
    document = path_of_table.read_text(encoding="utf-8")
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    table = "\n".join(["", "| file | | text |", "| --- | --- | --- |", *rows, ""])
    if "--write" in sys.argv:
        path_of_table.write_text(before + BEGIN + table + END + after, encoding="utf-8")
    elif before + BEGIN + table + END + after != document:
        old = set(rest.splitlines())
        findings += [f"not in {path_of_table}: {row}" for row in rows if row not in old]
        findings += [f"{path_of_table} is not what {sys.argv[0]} --write writes"]
    print("\n".join(findings) or f"{len(files)} files as they should be")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
