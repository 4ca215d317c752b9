#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C file is built: a merge can drop a test from a list, and nothing fails then.

The meson.build of its folder names it in quotes, tests and benchmarks also without what
comes before the first dash; or any other names it with its path.
"""

import re

from findings import c_files, files_in, main, place

IN_LISTS = re.compile(r"^(?:test|bench|fuzz)-(.+)\.c$")


def is_named(path, own, others):
    names = [path.name, *IN_LISTS.findall(path.name)]
    return (any(f"'{name}'" in own for name in names)
            or f"/{path.parent.name}/{path.name}'" in others)


def check(root):
    texts = {path.parent: path.read_text(encoding="utf-8")
             for path in files_in(root, "src", "tests", suffixes=("meson.build",))}
    others = "".join(texts.values())
    return [f"{place(root, path)}: is not in a meson.build"
            for path in c_files(root)
            if path.suffix == ".c" and not is_named(path, texts.get(path.parent, ""), others)]


if __name__ == "__main__":
    main(check)
