#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes go against the arrows of src/README.md, and through doors.

A folder of src includes only the folders below it. A room includes another only through
its door, some headers of which may be for the rooms of the same folder alone. The rooms of
a folder include each other in no circle, and the views and bars of ui/ meet only in its
session. Of the parts of a room each knows only those before it. Tests may include every
header of src and of the tests.
"""

import re

from c_source import line_of
from findings import c_files, main, place
from rooms import doors, room_of

MAY_INCLUDE = {
    "trace": {"trace"},
    "analysis": {"analysis", "trace"},
    "library": {"library", "query", "analysis", "trace"},
    "output": {"output", "analysis", "trace"},
    "query": {"query", "analysis", "trace"},
    "draw": {"draw", "analysis", "trace"},
    "ui": {"ui", "draw", "output", "query", "analysis", "trace"},
    "app": {"app", "ui", "draw", "output", "query", "analysis", "trace"},
    "cli": {"cli", "query", "output", "analysis", "trace"},
}
# Of a folder that uses another in part: the rooms that it may use.
ROOMS_FOR = {("ui", "output"): {"output/table"}}
BELOW_VIEWS = {"ui/widgets": set(), "ui/session": {"ui/widgets"}, "ui/table": {"ui/widgets"},
               "ui/columns": {"ui/session", "ui/table", "ui/widgets"},
               "ui/view": {"ui/session", "ui/table", "ui/widgets"}}
# The parts of a room in order, by the names of their files; its other files know none.
PARTS = {"ui/timeline": [
    "timeline-context", "timeline-colors", "timeline-view", "timeline-align", "timeline-rows", "thread-items",
    "timeline-levels", "timeline-filter", "timeline-labels", "timeline-row-actions",
    "timeline-tracks", "timeline-picture", "timeline-overlay", "timeline-range",
    "timeline-notes", "timeline-events", "timeline-status", "timeline-card",
    "timeline-steps", "timeline-wheel", "timeline-pointer", "timeline-actions", "overview", "overview-data", "timeline"]}
GENERATED = {"config.h"}
GTK_LAYERS = {"ui", "app"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def header_path(root, path, name):
    """Where the quoted header stands, or None."""
    for base in (root / "src", path.parent, root / "tests"):
        if (base / name).is_file():
            return (base / name).resolve()
    return None


def may_meet(room, other):
    """Whether a room of ui/ may include another one of ui/."""
    return other in BELOW_VIEWS.get(room, set(BELOW_VIEWS))


def complaint_about_room(room, other, name, all_doors, inner_doors):
    """What is wrong with an include of the other room's header, or None."""
    folder, other_folder = room.split("/")[0], other.split("/")[0]
    if other_folder not in MAY_INCLUDE.get(folder, set()):
        return f'{folder} may not include "{name}"'
    if other not in ROOMS_FOR.get((folder, other_folder), {other}):
        return f'{folder} may not include {other}, only "{name}" of its table writer'
    if folder == other_folder == "ui" and not may_meet(room, other):
        return f'{room} may not include "{name}": views meet in the session'
    if name not in all_doors:
        return f'"{name}" is not in the door of {other}'
    if folder != other_folder and name in inner_doors:
        return f'"{name}" is a door for the rooms of {other_folder} alone'
    return None


def complaint_about_part(room, path, target):
    """What is wrong with an include of a header of the same room, or None."""
    parts = PARTS.get(room, [])
    if path.stem == target.stem or target.stem not in parts:
        return None
    if path.stem not in parts:
        return f'{path.stem} is no part of {room} and may not include "{target.name}" of one'
    if parts.index(target.stem) > parts.index(path.stem):
        return f'{path.stem} may not include "{target.name}": that part comes after it'
    return None


def complaint_about_quoted(root, path, name, all_doors, inner_doors):
    """What is wrong with an include of one of our own headers, or None."""
    if name in GENERATED:
        return None
    target = header_path(root, path, name)
    if target is None:
        return f'"{name}" is not a header of this project; use <…>'
    if path.relative_to(root).parts[0] == "tests":
        return None
    if not target.is_relative_to(root / "src"):
        return f'"{name}" is a part of the tests'
    room, other = room_of(root, path), room_of(root, target)
    if room == other:
        return complaint_about_part(room, path, target)
    return complaint_about_room(room, other, name, all_doors, inner_doors)


def complaint_about_system(root, path, name):
    """GTK stays in the folders that draw widgets."""
    own = path.relative_to(root).parts
    is_gtk = name.startswith(("gtk/", "gdk/", "gsk/"))
    if is_gtk and own[0] == "src" and own[1] not in GTK_LAYERS:
        return f"{own[1]} may not include <{name}>"
    return None


def circle_of(uses):
    """Rooms that use each other in a circle, in order, or None."""
    done, way = set(), []

    def visit(room):
        if room in way:
            return way[way.index(room):] + [room]
        if room in done:
            return None
        way.append(room)
        for other in sorted(uses.get(room, ())):
            circle = visit(other)
            if circle:
                return circle
        done.add(way.pop())
        return None

    return next(filter(None, map(visit, sorted(uses))), None)


def check(root):
    findings, uses = [], {}
    all_doors, inner_doors = doors(root), doors(root, "_inner_doors")
    for path in c_files(root):
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            quote, name = match.groups()
            complaint = (complaint_about_quoted(root, path, name, all_doors, inner_doors)
                         if quote == '"' else complaint_about_system(root, path, name))
            if complaint:
                line = line_of(text, match.start())
                findings.append(f"{place(root, path, line)}: {complaint}")
            target = header_path(root, path, name) if quote == '"' else None
            if target and all(each.is_relative_to(root / "src") for each in (path, target)):
                uses.setdefault(room_of(root, path), set()).add(room_of(root, target))
    circle = circle_of({room: others - {room} for room, others in uses.items()})
    return findings + ([f"src: rooms in a circle: {' > '.join(circle)}"] if circle else [])


if __name__ == "__main__":
    main(check)
