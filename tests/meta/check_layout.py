#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The top level holds what it is meant to hold and nothing else.

Hidden files and what .gitignore keeps out of the repository (build folders) are free.
"""

from findings import main

TOP_LEVEL = {"meson.build", "meson_options.txt", "README.md", "COPYING",
             "src", "data", "po", "tests", "subprojects"}
IGNORED_PREFIXES = (".", "build")
IGNORED = {"compile_commands.json"}


def check(root):
    here = {path.name for path in root.iterdir()
            if not path.name.startswith(IGNORED_PREFIXES)} - IGNORED
    return ([f"{name}: does not belong at the top" for name in sorted(here - TOP_LEVEL)]
            + [f"{name}: is missing" for name in sorted(TOP_LEVEL - here)])


if __name__ == "__main__":
    main(check)
