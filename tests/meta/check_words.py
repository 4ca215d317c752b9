#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No leftovers: nothing that banned-words.txt lists, and no file without a subject."""

import re
from pathlib import Path

from findings import files_in, main, place

LIST = Path(__file__).with_name("banned-words.txt")
SUFFIXES = (".c", ".h", ".py", ".sh", ".ui", ".css", ".xml", ".in", ".md", "meson.build")
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "misc", "common"}


def banned():
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [re.compile(line) for line in lines if line and not line.startswith("#")]


def check(root):
    patterns = banned()
    findings = []
    for path in files_in(root, "src", "tests", "data", suffixes=SUFFIXES):
        if EMPTY_NAMES & set(re.split(r"[-_.]", path.stem)):
            findings.append(f"{place(root, path)}: the name says nothing")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            findings += [f'{place(root, path, number)}: "{match.group(0)}"'
                         for match in (each.search(line) for each in patterns) if match]
    return findings


if __name__ == "__main__":
    main(check)
