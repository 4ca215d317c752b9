#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""src/README.md names every file of src, and none that is gone.

Under the heading of each folder, the first column of the table holds names without
suffixes, as shell patterns.
"""

import re
from fnmatch import fnmatchcase

from findings import main

FOLDER = re.compile(r"^### (\w+)/\n(.*?)(?=^#|\Z)", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\|((?: `[^`]+`)+) \|", re.MULTILINE)


def patterns_of(section):
    return re.findall(r"`([^`]+)`", " ".join(ROW.findall(section)))


def subjects(folder):
    """What the C files of a folder are about: their names without -private and suffix."""
    return {path.stem.removesuffix("-private")
            for path in folder.iterdir() if path.suffix in (".c", ".h")}


def check(root):
    sections = dict(FOLDER.findall((root / "src" / "README.md").read_text("utf-8")))
    findings = []
    for folder in sorted(path for path in (root / "src").iterdir() if path.is_dir()):
        patterns = patterns_of(sections.pop(folder.name, ""))
        names = subjects(folder)
        findings += [f"src/README.md: {folder.name}/{name} is missing"
                     for name in sorted(names)
                     if not any(fnmatchcase(name, each) for each in patterns)]
        findings += [f"src/README.md: {folder.name}/{each} is not there"
                     for each in patterns
                     if not any(fnmatchcase(name, each) for name in names)]
    return findings + [f"src/README.md: {name}/ is not there" for name in sections]


if __name__ == "__main__":
    main(check)
