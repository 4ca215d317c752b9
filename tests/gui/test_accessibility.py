# SPDX-License-Identifier: Apache-2.0
"""The window as a screen reader gets it from AT-SPI, and as Tab goes through it.

test_accessibility.py TRACEVIEW TRACE
"""

import os
import re
import subprocess
import sys
import time
import unittest

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError):
    print("skipped: Atspi for Python is not installed")
    sys.exit(77)

PROGRAM = ""
TRACE = ""
DEADLINE_SECONDS = 120
STEP_SECONDS = 0.01

# What people read out or use by keys; all of it has a name of its own.
NAMED_ROLES = {
    "check box",
    "combo box",
    "entry",
    "image",
    "list item",
    "push button",
    "table row",
    "toggle button",
    "tree table",
}


def has(node, state):
    return node.get_state_set().contains(state)


def walk(node):
    """All nodes below one, itself included, from the top."""
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield from walk(child)


def is_named(node):
    """GTK gives the name of the type to what has none."""
    name = node.get_name() or ""
    return name != "" and not name.startswith(("Gtk", "Tv"))


class Window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        environment = dict(os.environ, GTK_A11Y="atspi")
        environment.pop("NO_AT_BRIDGE", None)
        cls.program = subprocess.Popen([PROGRAM, TRACE], env=environment)
        cls.addClassCleanup(cls.close)
        Atspi.init()
        cls.listener = Atspi.EventListener.new(cls.on_focus)
        cls.listener.register("object:state-changed:focused")
        cls.frame = cls.wait(cls.find_frame, "the window")
        window = cls.wait(cls.find_window, "the window on the screen")
        subprocess.run(["xdotool", "windowfocus", window], check=True)
        cls.wait(lambda: list(cls.find("table row", "")), "the table")

    @classmethod
    def on_focus(cls, event):
        try:
            if event.detail1 == 1 and event.source.get_role_name() != "frame":
                cls.focused = event.source
        except GLib.Error:
            pass  # it is gone already

    @classmethod
    def close(cls):
        cls.program.terminate()
        cls.program.wait(DEADLINE_SECONDS)

    @classmethod
    def wait(cls, condition, what):
        deadline = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < deadline:
            try:
                found = condition()
            except (GLib.Error, StopIteration):
                found = None  # rows and windows come and go meanwhile
            if found:
                return found
            GLib.MainContext.default().iteration(False)
            time.sleep(STEP_SECONDS)
        raise AssertionError(f"waited in vain for {what}")

    @staticmethod
    def find_frame():
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application is not None and application.get_child_count() > 0:
                return application.get_child_at_index(0)
        return None

    @staticmethod
    def find_window():
        name = os.path.basename(TRACE)
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{name}$"], capture_output=True, text=True, check=False
        )
        return found.stdout.split()[-1] if found.stdout else None

    @classmethod
    def find(cls, role, part):
        """Nodes of a role with that in their names."""
        return (node for node in walk(cls.frame) if node.get_role_name() == role and part in (node.get_name() or ""))

    def take_events(self):
        """Hears what the program has told so far: it answers after that."""
        self.frame.get_extents(Atspi.CoordType.WINDOW)
        while GLib.MainContext.default().iteration(False):
            pass

    def press(self, key):
        """Presses a key and returns what got the keyboard: its role, its name, the node."""
        self.take_events()
        Window.focused = None
        subprocess.run(["xdotool", "key", key], check=True)
        node = self.wait(lambda: Window.focused, f"another focus after {key}")
        return node.get_role_name(), node.get_name(), node

    def tab_to(self, wanted):
        """Presses Tab until that has the keyboard; returns what had it on the way."""
        way = []
        for _ in range(40):
            way.append(self.press("Tab"))
            if wanted(way[-1]):
                return way
        raise AssertionError(f"Tab does not lead there, but to: {way}")

    def test_all_has_names(self):
        unnamed = [
            (node.get_role_name(), node.get_name(), [child.get_name() for child in walk(node)])
            for node in walk(self.frame)
            if node.get_role_name() in NAMED_ROLES and not is_named(node)
            # The outer of the two nodes of a menu button; the inner one is named.
            and not any(is_named(child) and child.get_role_name() in NAMED_ROLES for child in walk(node))
            # What only adorns a button that has a name.
            and not (node.get_role_name() == "image" and node.get_name() in ("GtkImage", "GtkPicture"))
        ]
        self.assertEqual(unnamed, [])

    def test_names_are_plain(self):
        """No name has a mark for a mnemonic or for a line break, and none says a thing twice."""
        unlike = []
        # With a method in the side bar.
        self.tab_to(lambda focused: focused[0] == "table row")
        self.press("Down")
        self.wait(lambda: any(node.get_name() == "Callees" for node in walk(self.frame)), "the side bar")
        for node in walk(self.frame):
            name = node.get_name() or ""
            words = name.split()
            half = len(words) // 2
            if (
                re.search(r"(^|\W)_\w|\w_(\W|$)|\u200b", name)
                or (len(words) > 1 and len(words) % 2 == 0 and words[:half] == words[half:])
            ):
                unlike.append((node.get_role_name(), name))
        self.assertEqual(unlike, [])

    def test_menu_buttons_have_names(self):
        """Both nodes of a menu button are named: screen readers stop at either."""
        unnamed = []
        for node in walk(self.frame):
            if node.get_role_name() == "toggle button" and has(node, Atspi.StateType.EXPANDABLE):
                if not is_named(node):
                    unnamed.append((node.get_role_name(), node.get_name(), node.get_parent().get_name()))
        self.assertEqual(unnamed, [])

    def test_each_tab_has_a_name(self):
        first = self.press("Tab")
        way = [first, *self.tab_to(lambda focused: focused[:2] == first[:2])]
        for role, name, node in way:
            self.assertTrue(is_named(node), f"{role}: {name}")
        roles = {role for role, _, _ in way}
        self.assertIn("table row", roles)
        names = {name for _, name, _ in way}
        self.assertIn("Name", names)
        self.assertIn("Overview of the whole trace", names)

    def test_titles_sort(self):
        self.tab_to(lambda focused: focused[1] == "Name")
        title = self.press("Right")
        self.assertNotEqual(title[1], "Name")
        self.assertEqual(self.press("Left")[1], "Name")
        first = next(self.find("table row", "(")).get_name()
        subprocess.run(["xdotool", "key", "Return"], check=True)
        self.wait(lambda: next(self.find("table row", "(")).get_name() != first, "another first row")

    def test_row_has_the_keyboard(self):
        self.tab_to(lambda focused: focused[0] == "table row")
        before = Window.focused
        after = self.press("Down")
        self.assertEqual(after[0], "table row")
        self.assertNotEqual(after[1], before.get_name())
        self.assertTrue(has(after[2], Atspi.StateType.FOCUSED))
        self.assertNotEqual(after[2].get_description(), "")

    def test_threads(self):
        threads = next(node for node in self.find("list", "Threads"))
        rows = [threads.get_child_at_index(i) for i in range(threads.get_child_count())]
        self.assertRegex(rows[0].get_name(), r"main.*row 1 of 11$")
        self.assertEqual([row.get_name().split()[-3] for row in rows], [str(i + 1) for i in range(len(rows))])
        tops = [row.get_extents(Atspi.CoordType.WINDOW).y for row in rows]
        self.assertEqual(tops, sorted(set(tops)))
        self.tab_to(lambda focused: focused[1].startswith("Timeline"))
        subprocess.run(["xdotool", "key", "ctrl+Down"], check=True)
        self.wait(lambda: has(rows[0], Atspi.StateType.SELECTED), "the first thread to be the current one")
        was_open = has(rows[0], Atspi.StateType.EXPANDED)
        subprocess.run(["xdotool", "key", "e"], check=True)
        self.wait(lambda: has(rows[0], Atspi.StateType.EXPANDED) != was_open, "its stack to open or close")


if __name__ == "__main__":
    PROGRAM, TRACE = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
