#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that the timeline does is to be found in the View menu and has a key of
its own, which the shortcuts window names.

The tables of actions are C: rows of a name, its keys and a function. An action with a
state is made by hand and has no row; the menu must have it all the same.
"""

import re
from xml.etree import ElementTree

from findings import files_in, main, place

TABLE = re.compile(r"^const TvTimelineAction \w+\[\]\s*=\s*\{(.*?)^\};", re.DOTALL | re.MULTILINE)
ROW = re.compile(r'\{\s*"([\w-]+)",\s*(NULL|"[^"]*"(?:\s*"[^"]*")*)\s*,')
BY_HAND = re.compile(
    r'g_(?:simple|property)_action_new\w*\s*\(\s*"([\w-]+)"', re.DOTALL)
STRING = re.compile(r'"([^"]*)"')
ACCELERATORS = re.compile(r"accelerators\[\] = \{(.*?)^  \};", re.DOTALL | re.MULTILINE)
ACCELERATOR = re.compile(r'\{\s*"([\w.:-]+)",\s*\{(.*?)NULL\s*\}\s*\}', re.DOTALL)


def keys_of(text):
    """The keys of a row: C strings that the compiler joins."""
    return "".join(STRING.findall(text)).split()


def menu_actions(root):
    """The timeline's actions in the View menu, submenus included."""
    tree = ElementTree.parse(root / "src" / "app" / "view-menu.ui")
    menu = tree.find(".//menu[@id='view_menu']")
    attributes = menu.iter("attribute") if menu is not None else []
    return {each.text.removeprefix("timeline.") for each in attributes
            if each.get("name") == "action" and each.text.startswith("timeline.")}


def listed_keys(root):
    """Every key and every action that the shortcuts window shows."""
    tree = ElementTree.parse(root / "src" / "app" / "help-overlay.ui")
    keys = set()
    for each in tree.iter("property"):
        if each.get("name") in ("accelerator", "action-name"):
            keys.update((each.text or "").split())
    return keys


def same_key(text):
    """A key whatever order its modifiers are written in."""
    return (*sorted(re.findall(r"<(\w+)>", text)), re.sub(r"<\w+>", "", text).lower())


def repeated_accelerators(root):
    """Keys of the whole window that two actions have: GTK would run the first."""
    path = root / "src" / "app" / "application.c"
    table = ACCELERATORS.search(path.read_text("utf-8")) if path.exists() else None
    owners = {}
    for name, keys in ACCELERATOR.findall(table.group(1) if table else ""):
        for key in STRING.findall(keys):
            if same_key(key) in owners:
                yield f"{place(root, path)}: {key} is for {name} and {owners[same_key(key)]}"
            owners[same_key(key)] = name


def check(root):
    in_menu = menu_actions(root)
    listed = listed_keys(root)
    findings = list(repeated_accelerators(root))
    owners = {}
    for path in files_in(root, "src/ui", suffixes=(".c",)):
        if not path.name.startswith("timeline"):
            continue
        text = path.read_text("utf-8")
        rows = [row for table in TABLE.findall(text) for row in ROW.findall(table)]
        names = [name for name, _ in rows] + BY_HAND.findall(text)
        findings += [f"{place(root, path)}: {name} is not in the View menu"
                     for name in names if name not in in_menu]
        for name, keys in rows:
            findings += [f"{place(root, path)}: {key} is for {name} and {owners[key]}"
                         for key in keys_of(keys) if key in owners]
            owners.update((key, name) for key in keys_of(keys))
            if keys == "NULL":
                findings.append(f"{place(root, path)}: {name} has no key")
            elif not listed & {f"timeline.{name}", *keys_of(keys)}:
                findings.append(
                    f"{place(root, path)}: {name} is not in the shortcuts window")
    return findings


if __name__ == "__main__":
    main(check)
