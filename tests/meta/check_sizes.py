#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A file holds one idea and a function fits a screen."""

from c_source import functions
from findings import files_in, main, place

MAX_FILE_LINES = 900
MAX_FUNCTION_LINES = 60
SUFFIXES = (".c", ".h", ".py", ".sh", ".ui", ".css")


def check(root):
    findings = []
    for path in files_in(root, "src", "tests", suffixes=SUFFIXES):
        text = path.read_text(encoding="utf-8")
        n_lines = len(text.splitlines())
        if n_lines > MAX_FILE_LINES:
            findings.append(
                f"{place(root, path)}: {n_lines} lines, {MAX_FILE_LINES} is the end")
        if path.suffix not in (".c", ".h"):
            continue
        findings += [
            f"{place(root, path, each.first_line)}: {each.name}() has {each.n_lines} "
            f"lines, {MAX_FUNCTION_LINES} is the end"
            for each in functions(text) if each.n_lines > MAX_FUNCTION_LINES]
    return findings


if __name__ == "__main__":
    main(check)
