# SPDX-License-Identifier: Apache-2.0
"""The rooms of src: a room is a folder with C files; its door is a list in its meson.build.

The list is a variable whose name ends in "_doors"; it names the headers that other rooms
may include. Those of a list that ends in "_inner_doors" are for the rooms of the same folder.
"""

import re

DOORS = re.compile(r"^(\w+_doors) \+?= files\((.*?)\)", re.DOTALL | re.MULTILINE)


def room_of(root, path):
    """The room of a file of src, as "trace/model"; a flat folder is one room."""
    return path.parent.relative_to(root / "src").as_posix()


def rooms(root):
    """The rooms of src in order."""
    return sorted({room_of(root, path) for path in (root / "src").rglob("*.[ch]")})


def doors(root, ending="_doors"):
    """The headers of all lists with this ending, as "trace/model/trace.h"."""
    found = set()
    for path in sorted((root / "src").rglob("meson.build")):
        text = path.read_text(encoding="utf-8")
        for variable, names in DOORS.findall(text):
            if variable.endswith(ending):
                found |= {f"{room_of(root, path)}/{name}"
                          for name in re.findall(r"'([^']+)'", names)}
    return found
