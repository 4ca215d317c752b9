#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes go one way only: app -> ui -> draw -> analysis -> trace, cli beside ui.

No file includes another folder's private header. Tests may include every public header
of src and whatever stands in tests.
"""

import re

from c_source import line_of
from findings import c_files, main, place

MAY_INCLUDE = {
    "trace": {"trace"},
    "analysis": {"analysis", "trace"},
    "draw": {"draw", "analysis", "trace"},
    "ui": {"ui", "draw", "analysis", "trace"},
    "app": {"app", "ui", "draw", "analysis", "trace"},
    "cli": {"cli", "draw", "analysis", "trace"},
}
GENERATED = {"config.h"}
GTK_LAYERS = {"ui", "app"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def header_path(root, path, name):
    """Where the quoted header stands, as parts from the root, or None."""
    for base in (root / "src", path.parent, root / "tests"):
        if (base / name).is_file():
            return (base / name).resolve().relative_to(root).parts
    return None


def complaint_about_quoted(root, path, name):
    """What is wrong with an include of one of our own headers, or None."""
    if name in GENERATED:
        return None
    target = header_path(root, path, name)
    if target is None:
        return f'"{name}" is not a header of this project; use <…>'
    own = path.relative_to(root).parts
    if name.endswith("-private.h") and target[:-1] != own[:-1]:
        return f'"{name}" is private to {"/".join(target[:-1])}'
    if own[0] == "tests":
        return None
    if target[0] != "src":
        return f'"{name}" is a part of the tests'
    if target[1] not in MAY_INCLUDE.get(own[1], set()):
        return f'{own[1]} may not include "{name}"'
    return None


def complaint_about_system(root, path, name):
    """GTK stays in the layers that draw widgets."""
    own = path.relative_to(root).parts
    is_gtk = name.startswith(("gtk/", "gdk/", "gsk/"))
    if is_gtk and own[0] == "src" and own[1] not in GTK_LAYERS:
        return f"{own[1]} may not include <{name}>"
    return None


def check(root):
    findings = []
    for path in c_files(root):
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            quote, name = match.groups()
            judge = complaint_about_quoted if quote == '"' else complaint_about_system
            complaint = judge(root, path, name)
            if complaint:
                line = line_of(text, match.start())
                findings.append(f"{place(root, path, line)}: {complaint}")
    return findings


if __name__ == "__main__":
    main(check)
