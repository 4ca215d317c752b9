# SPDX-License-Identifier: Apache-2.0
"""Readers of the formats of "tracedump convert". Each takes the bytes of a file and gives,
by method, calls, inclusive and exclusive nanoseconds; READERS says which of the three a
format can tell."""

import csv
import io
import json
from collections import defaultdict


def nanoseconds(microseconds):
    return round(float(microseconds) * 1000)


class Stack:
    """Adds calls up that are entered and left one within the other."""

    def __init__(self, sums):
        self.sums = sums
        self.open = []
        self.counts = defaultdict(int)
        self.now = None

    def enter(self, name, start):
        assert self.now is None or start >= self.now, "a call begins before the last event"
        self.now = start
        self.counts[name] += 1
        self.open.append([name, start, 0])

    def leave(self, name, end):
        assert end >= self.now, "a call ends before the last event"
        self.now = end
        entered, start, inner = self.open.pop()[:3]
        assert name is None or name == entered, "another call ends than began last"
        took = end - start
        self.counts[entered] -= 1
        calls, inclusive, exclusive = self.sums[entered]
        self.sums[entered] = (calls + 1,
                              inclusive + (0 if self.counts[entered] else took),
                              exclusive + took - inner)
        if self.open:
            self.open[-1][2] += took


def new_sums():
    return defaultdict(lambda: (0, 0, 0))


def cell(text):
    """An apostrophe keeps spreadsheets from taking a cell for a formula."""
    return text[1:] if text[:2] in ("'-", "'+", "'=", "'@") else text


def read_csv(data, clock):
    sums = new_sums()
    calls = {}
    for row in csv.DictReader(io.StringIO(data.decode(), newline="")):
        name = f'{cell(row["class"]).replace("/", ".")}.{cell(row["method"])} {row["signature"]}'
        key = row["thread_id"], row["call"]
        parent = (row["thread_id"], row["parent"]) if row["parent"] else None
        took = nanoseconds(row[f"inclusive_{clock}_us"])
        start = nanoseconds(row[f"start_{clock}_us"])
        above = calls.get(parent)
        assert key not in calls and (parent is None) == (above is None)
        assert int(row["depth"]) == (above["depth"] + 1 if above else 0)
        if above:
            assert above["start"] <= start and start + took <= above["start"] + above["took"]
        calls[key] = {"depth": int(row["depth"]), "start": start, "took": took}
        recursive = row["recursive"] == "1"
        before = sums[name]
        sums[name] = (before[0] + 1, before[1] + (0 if recursive else took),
                      before[2] + nanoseconds(row[f"exclusive_{clock}_us"]))
    return sums


def read_chrome(data, clock):
    """Checks what the trace event format asks of complete events and of metadata."""
    document = json.loads(data)
    sums = new_sums()
    stacks = {}
    named = set()
    for event in document["traceEvents"]:
        assert isinstance(event["pid"], int)
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name")
            assert isinstance(event["args"]["name"], str)
            named.add(event.get("tid"))
            continue
        assert event["ph"] == "X" and event["tid"] in named and event["dur"] >= 0
        stack = stacks.setdefault(event["tid"], Stack(sums))
        start = nanoseconds(event["ts"])
        while stack.open and stack.open[-1][3] <= start:
            stack.leave(None, stack.open[-1][3])
        stack.enter(event["name"], start)
        stack.open[-1].append(start + nanoseconds(event["dur"]))
    for stack in stacks.values():
        while stack.open:
            stack.leave(None, stack.open[-1][3])
    return sums


def read_speedscope(data, clock):
    """Checks what the published schema asks for, and that events nest."""
    document = json.loads(data)
    assert document["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = document["shared"]["frames"]
    for frame in frames:
        assert isinstance(frame["name"], str)
        assert set(frame) <= {"name", "file", "line", "col"}
    sums = new_sums()
    for profile in document["profiles"]:
        assert set(profile) == {"type", "name", "unit", "startValue", "endValue", "events"}
        assert profile["type"] == "evented" and profile["unit"] == "microseconds"
        stack = Stack(sums)
        for event in profile["events"]:
            assert set(event) == {"type", "frame", "at"}
            assert profile["startValue"] <= event["at"] <= profile["endValue"]
            act = {"O": stack.enter, "C": stack.leave}[event["type"]]
            act(frames[event["frame"]]["name"], nanoseconds(event["at"]))
        assert not stack.open
    return sums


CALLS, INCLUSIVE, EXCLUSIVE = range(3)

READERS = {
    "csv": (read_csv, (CALLS, INCLUSIVE, EXCLUSIVE)),
    "chrome": (read_chrome, (CALLS, INCLUSIVE, EXCLUSIVE)),
    "speedscope": (read_speedscope, (CALLS, INCLUSIVE, EXCLUSIVE)),
}
