#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C file is exactly as clang-format 14 writes it.

Another version of clang-format would want another layout, so it is not asked.
"""

import re
import shutil
import subprocess

from findings import Skipped, c_files, main

VERSION = "14"


def formatter():
    """The program, or Skipped."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program is None:
            continue
        answer = subprocess.run([program, "--version"], capture_output=True, text=True)
        found = re.search(r"version (\d+)", answer.stdout)
        if answer.returncode == 0 and found and found.group(1) == VERSION:
            return program
    raise Skipped(f"clang-format {VERSION} is not installed")


def check(root):
    files = [str(path) for path in c_files(root)]
    program = formatter()
    if not files:
        return []
    answer = subprocess.run([program, "--dry-run", "--style=file", *files],
                            capture_output=True, text=True, cwd=root)
    complaints = [line for line in answer.stderr.splitlines()
                  if re.search(r": (warning|error): ", line)]
    if answer.returncode != 0 and not complaints:
        complaints = [answer.stderr.strip() or "clang-format failed"]
    return [each.replace(f"{root}/", "") for each in complaints]


if __name__ == "__main__":
    main(check)
