# SPDX-License-Identifier: Apache-2.0
"""What every check has in common: which files it reads and how it reports.

A check is a function from the project's root folder to a list of findings, each a
sentence that begins with its place. No findings, exit 0; otherwise exit 1; a check that
cannot be made on this machine raises Skipped, exit 77, which meson counts as skipped.
"""

import sys
from pathlib import Path

SKIPPED_EXIT = 77


class Skipped(Exception):
    """The check needs something that is not installed."""


def files_in(root, *folders, suffixes):
    """The files under the named folders of root with one of the suffixes, sorted."""
    found = []
    for folder in folders:
        found += [path for path in (root / folder).rglob("*")
                  if path.is_file() and path.name.endswith(suffixes)]
    return sorted(found)


def c_files(root):
    """Every C file of the project's own."""
    return files_in(root, "src", "tests", suffixes=(".c", ".h"))


def place(root, path, line=None):
    """PATH or PATH:LINE as a compiler writes it, PATH from the project's root."""
    name = Path(path).relative_to(root).as_posix()
    return name if line is None else f"{name}:{line}"


def main(check):
    """Run check on the folder named by the first argument and exit with its result."""
    try:
        findings = check(Path(sys.argv[1]).resolve())
    except Skipped as reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED_EXIT)
    for finding in findings:
        print(finding)
    print(f"{len(findings)} found")
    sys.exit(1 if findings else 0)
