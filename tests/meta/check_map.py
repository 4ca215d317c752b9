#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""src/README.md has a paragraph for each room, and doors are used.

A paragraph begins with the room's folder: **`trace/model`**. A header of a door that no
other room and no test includes is a door that leads nowhere.
"""

import re

from findings import c_files, main
from rooms import doors, room_of, rooms

PARAGRAPH = re.compile(r"^\*\*`([\w/]+)`\*\*", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def used_from_outside(root):
    """The headers that are included from another room or from the tests."""
    found = set()
    for path in c_files(root):
        own = room_of(root, path) if path.is_relative_to(root / "src") else None
        found |= {name for name in INCLUDE.findall(path.read_text(encoding="utf-8"))
                  if name.rpartition("/")[0] != own}
    return found


def check(root):
    told = PARAGRAPH.findall((root / "src" / "README.md").read_text(encoding="utf-8"))
    there = rooms(root)
    used = used_from_outside(root)
    findings = [f"src/README.md: {room} has no paragraph"
                for room in there if room not in told]
    findings += [f"src/README.md: {room} is not there" for room in told if room not in there]
    for door in sorted(doors(root)):
        if not (root / "src" / door).is_file():
            findings.append(f"src/{door}: is in a door and is not there")
        elif door not in used:
            findings.append(f"src/{door}: is in a door and nobody outside includes it")
    return findings


if __name__ == "__main__":
    main(check)
