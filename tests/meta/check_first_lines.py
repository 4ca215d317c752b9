#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file opens with its licence, every header with #pragma once.

A precompiled header is compiled by itself, where that is an error.
"""

from findings import files_in, main, place

LICENCE = "SPDX-License-Identifier: Apache-2.0"
FIRST_LINES = {
    ".c": f"/* {LICENCE} */",
    ".h": f"/* {LICENCE} */",
    ".css": f"/* {LICENCE} */",
    ".py": f"# {LICENCE}",
    ".sh": f"# {LICENCE}",
}


def check(root):
    findings = []
    for path in files_in(root, "src", "tests", "data", suffixes=tuple(FIRST_LINES)):
        lines = path.read_text(encoding="utf-8").splitlines()
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        expected = FIRST_LINES[path.suffix]
        if not lines or lines[0] != expected:
            findings.append(f"{place(root, path, 1)}: does not begin with {expected}")
        if (path.suffix == ".h" and "#pragma once" not in lines
                and not path.name.endswith("-pch.h")):
            findings.append(f"{place(root, path)}: no #pragma once")
    return findings


if __name__ == "__main__":
    main(check)
