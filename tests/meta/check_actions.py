#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that the timeline does is to be found in a menu and has a key of its own,
which the shortcuts window names. A key does the same wherever the focus is.

The tables of actions are C: rows of a name, its keys and a function. An action with a
state is made by hand and has no row; the menus must have it all the same. The tables
of other keys are called `shortcuts` or `accelerators`.

The letters of transforms are those of Firefox Profiler. They are for the views under the
timeline, and the timeline has other letters.
"""

import re

from findings import files_in, main, place

TABLE = re.compile(r"^const TvTimelineAction \w+\[\]\s*=\s*\{(.*?)^\};", re.DOTALL | re.MULTILINE)
ROW = re.compile(r'\{\s*"([\w-]+)",\s*(NULL|"[^"]*"(?:\s*"[^"]*")*)\s*,')
BY_HAND = re.compile(
    r'g_(?:simple|property)_action_new\w*\s*\(\s*"([\w-]+)"', re.DOTALL)
STRING = re.compile(r'"([^"]*)"')
ACCELERATORS = re.compile(r"accelerators\[\] = \{(.*?)^  \};", re.DOTALL | re.MULTILINE)
ACCELERATOR = re.compile(r'\{\s*"([\w.:-]+)",\s*\{(.*?)NULL\s*\}\s*\}', re.DOTALL)
SHORTCUTS = re.compile(r"\bshortcuts\[\]\s*=\s*\{(.*?)\};", re.DOTALL)
PAIR = re.compile(r'\{\s*"([^"]+)",\s*"([^"]+)"\s*\}')
IN_MENU = re.compile(r'"timeline\.([\w-]+)(?:::[\w-]+)?"')
LISTED = re.compile(r'\{\s*(?:KEYS|ACTION),\s*N_ \("[^"]*"\),\s*"([^"]*)"\s*\}')
ACTION_NAME = re.compile(r"[a-z]+(?:[.-][a-z]+)+(?:::[a-z]+)?")

# The menu of whatever has the focus.
MENU_KEYS = {"Menu", "<Shift>F10"}


def keys_of(text):
    """The keys of a row: C strings that the compiler joins."""
    return "".join(STRING.findall(text)).split()


def menu_actions(root):
    """The timeline's actions in the menus, submenus included."""
    text = (root / "src" / "app" / "window-menus.c").read_text("utf-8")
    return set(IN_MENU.findall(text))


def listed_keys(root):
    """Every key and every action that the shortcuts window shows."""
    text = (root / "src" / "app" / "window-shortcuts.c").read_text("utf-8")
    return {key for keys in LISTED.findall(text) for key in keys.split()}


def same_key(text):
    """A key whatever order its modifiers are written in."""
    return (*sorted(re.findall(r"<(\w+)>", text)), re.sub(r"<\w+>", "", text).lower())


def bound_keys(root):
    """Path, key and action of every key that is bound somewhere."""
    for path in files_in(root, "src/app", "src/ui", suffixes=(".c",)):
        text = path.read_text("utf-8")
        for table in TABLE.findall(text):
            for name, keys in ROW.findall(table):
                yield from ((path, key, name) for key in keys_of(keys))
        for table in ACCELERATORS.findall(text):
            for name, keys in ACCELERATOR.findall(table):
                yield from ((path, key, name) for key in STRING.findall(keys))
        for table in SHORTCUTS.findall(text):
            for pair in PAIR.findall(table):
                keys, name = pair if ACTION_NAME.fullmatch(pair[1]) else pair[::-1]
                yield from ((path, key, name) for key in keys.split("|"))


def repeated_keys(root):
    """Keys that two tables, or two rows of one, bind to different actions."""
    owners = {}
    for path, key, name in bound_keys(root):
        if key in MENU_KEYS:
            continue
        base = name.rpartition(".")[2]
        of_views = name.startswith("transform.") and "<Control>" not in key
        owner, owner_path, owner_base = owners.setdefault((same_key(key), of_views),
                                                          (name, path, base))
        if base != owner_base or (path == owner_path and name != owner):
            yield f"{place(root, path)}: {key} is for {name} and {owner}"


def check(root):
    in_menu = menu_actions(root)
    listed = listed_keys(root)
    findings = list(repeated_keys(root))
    for path in files_in(root, "src/ui", suffixes=(".c",)):
        if not path.name.startswith("timeline"):
            continue
        text = path.read_text("utf-8")
        rows = [row for table in TABLE.findall(text) for row in ROW.findall(table)]
        names = [name for name, _ in rows] + BY_HAND.findall(text)
        findings += [f"{place(root, path)}: {name} is in no menu"
                     for name in names if name not in in_menu]
        for name, keys in rows:
            if keys == "NULL":
                findings.append(f"{place(root, path)}: {name} has no key")
            elif not listed & {f"timeline.{name}", *keys_of(keys)}:
                findings.append(
                    f"{place(root, path)}: {name} is not in the shortcuts window")
    return findings


if __name__ == "__main__":
    main(check)
