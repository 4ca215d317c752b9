# SPDX-License-Identifier: Apache-2.0
"""Readers of what the commands of tracedump print. Each takes the bytes of the output of
one of them and gives, by thread and method, calls, inclusive and exclusive nanoseconds as
far as it tells. They check on the way that an output agrees with itself; those of outputs
that may round are told by how many nanoseconds a figure may be off."""

import json
import re
import xml.etree.ElementTree as xml
from collections import defaultdict
from html.parser import HTMLParser

from convert_readers import add, add_path, new_sums, new_threads, thread_of
from trace_sums import name_of

TOPLEVEL = "(toplevel)"
LEFT_OUT = "(left out)"
OPEN_BEFORE = "(unknown).(open before trace)"


def from_unit(text, unit):
    """A number with three digits behind the point or none, in nanoseconds."""
    whole, _, fraction = text.partition(".")
    assert len(fraction) in (0, 3), text
    return int(whole) * unit + int(fraction or 0) * unit // 1000


def micro(text):
    return from_unit(text, 1000)


def milli(text):
    return from_unit(text, 1000 * 1000)


TIME = r"\s*(\d+(?:\.\d+)?)"
PERCENT = r"\s+[\d.]+"
CALLS = r"\s+(\d+)\+(\d+)"
LISTED = re.compile(TIME + PERCENT * 2 + r"  \[(\d+)\] (.*)")
GROUP = re.compile(TIME + PERCENT * 2 + CALLS + r" +(?!\[)(.*)")
CALLED = re.compile(r"\[(\d+)\]\s+[\d.]+%" + CALLS + TIME + r" (.*)")
MEMBER = re.compile(TIME + TIME + PERCENT * 2 + CALLS + r" +\[(\d+)\] (.*)")
TOTAL = re.compile(r"(?:CPU time of the threads in microseconds|"
                   r"Wall time in microseconds|Total cycles): (\S+)")


def check_group(group, left, n, off):
    time, *calls = left
    assert not any(calls) and abs(time) <= off * (n + 1), f"{group} differs by {left}"


def read_groups(lines, off):
    """By the number of a method what a list of groups says: its name there, the group's
    name, calls, inclusive and exclusive time. A group adds up to its methods."""
    methods, group, left, n = {}, None, [0, 0, 0], 0
    for line in lines:
        match = MEMBER.fullmatch(line)
        if match:
            own, took, calls, again, number, name = match.groups()
            assert number not in methods
            methods[number] = (group, name.strip(), int(calls) + int(again), micro(took),
                               micro(own))
            left = [a - b for a, b in zip(left, (micro(own), int(calls), int(again)))]
            n += 1
            continue
        match = GROUP.fullmatch(line)
        if match:
            check_group(group, left, n, off)
            own, calls, again, group = match.groups()
            left, n = [micro(own), int(calls), int(again)], 0
    check_group(group, left, n, off)
    return methods


def read_exclusive(lines):
    return {match[2]: micro(match[1]) for match in map(LISTED.fullmatch, lines) if match}


def read_called(lines):
    """By the number of a method its name, calls and inclusive time."""
    matches = filter(None, map(CALLED.fullmatch, lines))
    return {number: (name, int(calls) + int(again), micro(took))
            for number, calls, again, took, name in (match.groups() for match in matches)}


def read_report_of_thread(lines, sums, off):
    """The four parts of a report, none of which has methods that took no time."""
    called = next(i for i, line in enumerate(lines) if line.startswith("index "))
    classes = next(i for i, line in enumerate(lines) if line.endswith("  Class"))
    names = next(i for i, line in enumerate(lines) if line.endswith("  Method") and i > classes)
    listed = read_exclusive(lines[:called])
    inclusive = read_called(lines[called:classes])
    by_class = read_groups(lines[classes:names], off)
    by_name = read_groups(lines[names:], off)
    total = micro(next(filter(None, map(TOTAL.fullmatch, lines)))[1])
    assert abs(sum(listed.values()) - total) <= off * (len(listed) + 1), \
        "the exclusive times do not add up"
    for number, (name, calls, took) in inclusive.items():
        own = listed.get(number, 0)
        groups = [part[number] for part in (by_class, by_name) if number in part]
        assert all(group[2:] == (calls, took, own) for group in groups), name
        assert len(groups) == 2 or own == 0 or name == TOPLEVEL, name
        if name != TOPLEVEL:
            add(sums, name, calls, took, own)


def read_report(data, clock, off):
    threads = new_threads()
    lines = data.decode().splitlines()
    starts = [i - 2 for i, line in enumerate(lines) if TOTAL.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        read_report_of_thread(lines[start:end], threads[thread_of(lines[start])], off)
    return threads


def read_whole_report(data, clock, off):
    """The report of all threads together, also in the words of dmtracedump."""
    sums = new_sums()
    read_report_of_thread(data.decode().splitlines(), sums, off)
    return {None: sums}


class Page(HTMLParser):
    """The list of exclusive times of each thread of a report: no tags but those that the
    page closes."""

    VOID = {"meta", "link", "input", "br", "hr", "col"}

    def __init__(self):
        super().__init__()
        self.threads = new_threads()
        self.open, self.row, self.part, self.thread = [], [], "", None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.part = attributes.get("id", self.part) if tag in ("h2", "h3") else self.part
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.row = []
        elif tag == "td":
            self.row.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag == "tr" and self.part.endswith("-exclusive") and len(self.row) == 4:
            own, *_, name = self.row
            name = name.partition("] ")[2]
            if name != TOPLEVEL:
                add(self.threads[self.thread], name, 0, 0, micro(own))

    def handle_data(self, data):
        if "h2" in self.open and data.startswith("["):
            self.thread = thread_of(data)
        elif "td" in self.open:
            self.row[-1] += data


def read_html_report(data, clock, off):
    page = Page()
    page.feed(data.decode())
    page.close()
    assert not page.open
    return page.threads


def read_tree(data, clock):
    """A tree under the threads, or under one root for all."""
    document = json.loads(data)
    assert document["direction"] == "top-down"
    threads = new_threads()
    paths, inner = {}, defaultdict(int)
    for number, node in enumerate(document["nodes"]):
        times = node[clock]
        assert node["node"] == number
        if node["parent"] is None:
            paths[number] = (node.get("tid"), [])
            continue
        thread, above = paths[node["parent"]]
        name = name_of(node["class"], node["method"], node["signature"])
        assert node["level"] == len(above) + 1
        paths[number] = (thread, [*above, name])
        inner[node["parent"]] += times["inclusive_ns"]
        add(threads[thread], name, node["calls"],
            0 if name in above else times["inclusive_ns"], times["exclusive_ns"])
    for number, node in enumerate(document["nodes"]):
        times = node[clock]
        assert times["inclusive_ns"] == times["exclusive_ns"] + inner[number]
    assert document[f"{clock}_ns"] == sum(
        node[clock]["inclusive_ns"] for node in document["nodes"] if node["parent"] is None)
    return threads


def read_callers(data, clock):
    """A tree whose first level are the methods."""
    document = json.loads(data)
    assert document["direction"] == "bottom-up"
    sums = new_sums()
    for node in document["nodes"]:
        if node["level"] == 1:
            add(sums, name_of(node["class"], node["method"], node["signature"]),
                node["calls"], node[clock]["inclusive_ns"], node[clock]["exclusive_ns"])
    return {None: sums}


FRAME = re.compile(r"(\S+) ms \(\S+ %\)(?:, self (\S+) ms \(\S+ %\), (\d+) calls?)?")
SVG = "{http://www.w3.org/2000/svg}"
ROW = 16


def read_flame_graph(data, clock, off, merged=False):
    """Titles of frames: those of callers come before those of what they call, one row
    lower or higher in the picture. The first is of all threads if there are several,
    then come threads, unless they are merged. What of a thread is too narrow to be drawn is said to be of LEFT_OUT."""
    threads, totals = new_threads(), {}
    stack, bottom = [], None
    for group in xml.fromstring(data).iter(SVG + "g"):
        title, rectangle = group.find(SVG + "title"), group.find(SVG + "rect")
        if not group.get("class", "").startswith("f ") or title is None:
            continue
        # Of frames that are too narrow, what they are drawn on says the sum, too.
        if group.get("class") == "f crowd":
            continue
        name, figures = title.text.split("\n")
        took, own, calls = FRAME.fullmatch(figures).groups()
        bottom = int(rectangle.get("y")) if bottom is None else bottom
        level = abs(bottom - int(rectangle.get("y"))) // ROW
        assert level <= len(stack), "a frame over nothing"
        del stack[level:]
        base = 1 if "All threads" in (name, *stack[:1]) and not merged else 0
        if level > base:
            thread = None if merged else thread_of(stack[base])
            add(threads[thread], name, int(calls),
                0 if name in stack[base + 1:] else milli(took), milli(own))
        elif level == base:
            totals[None if merged else thread_of(name)] = milli(took)
        stack.append(name)
    for thread, total in totals.items():
        sums = threads[thread]
        rest = total - sum(own for _, _, own in sums.values())
        if abs(rest) > off * sum(calls for calls, _, _ in sums.values()):
            assert rest > 0, "frames have more than what they are drawn on"
            add(sums, LEFT_OUT, 0, 0, rest)
    return threads


NODE = re.compile(r'(?:t(\d+))?m(\d+) \[label="\[\d+\] .*\\n\(([\d.]+), ([\d.]+), '
                  r'(\d+)(?:\+(\d+))?\)", tooltip="(.*)", fillcolor="[^"]*"\];')
EDGE = re.compile(r'(?:t(\d+))?m(\d+) -> (?:t\d+)?m(\d+) \[label="([\d.]+) ms\\n(\d+)×", [^"]*\];')
CLUSTER = re.compile(r'subgraph "cluster_t(\d+)" \{\nlabel="(.*)";')


def unescape(text):
    return re.sub(r"\\(.)", r"\1", text)


def read_graph(data, clock, off):
    """Clusters of threads, or one graph for all: the root has the whole thread, and the part of it in no
    method. What the root calls is the rest."""
    text = data.decode()
    threads = new_threads()
    ids = {number: thread_of(unescape(label)) for number, label in CLUSTER.findall(text)}
    ids[None] = None
    rest, rounded = defaultdict(int), defaultdict(int)
    for line in text.splitlines():
        node, edge = NODE.fullmatch(line), EDGE.fullmatch(line)
        if edge and edge[2] == "0":
            rest[edge[1]] -= milli(edge[4])
            rounded[edge[1]] += 1
        elif node:
            thread, method, took, own, calls, again, name = node.groups()
            if method == "0":
                rest[thread] += milli(took) - milli(own)
            else:
                add(threads[ids[thread]], unescape(name), int(calls) + int(again or 0),
                    milli(took), milli(own))
        else:
            assert edge or ("->" not in line and "tooltip" not in line), line
    for thread, difference in rest.items():
        assert abs(difference) <= off * (rounded[thread] + 2), \
            "the root calls something else than it has"
    return threads


def read_diff(data, clock):
    """A trace compared with itself, which is told for all threads together."""
    document = json.loads(data)
    sums = new_sums()
    for row in document["methods"]:
        times = row[clock]
        assert row["status"] == "same"
        assert times["inclusive"]["old_ns"] == times["inclusive"]["new_ns"]
        add(sums, name_of(row["class"], row["method"], row["signature"]), row["calls"]["new"],
            times["inclusive"]["new_ns"], times["exclusive"]["new_ns"])
    total = document["total"][clock]
    assert total["change_ns"] == 0
    assert total["new_ns"] == sum(own for _, _, own in sums.values())
    return {None: sums}


def open_before(events):
    """The methods whose exits come when nothing is open, the innermost first. An exit of
    layout C of packets has no method: it is that of whatever is open."""
    live, before = [], []
    for event in events:
        method = event.get("id")
        if event["action"] == "enter":
            live.append(method)
        elif not live:
            before.append(method)
        elif method is None:
            live.pop()
        elif method in live:
            while live.pop() != method:
                pass
    return before


class Calls:
    """The calls of one thread, made of what it says is entered and left."""

    def __init__(self, sums, names, clock):
        self.sums, self.names, self.clock = sums, names, clock
        self.open = []

    def enter(self, method, now):
        again = any(method == other for other, *_ in self.open)
        self.open.append([method, now, 0, again])

    def leave(self, now):
        method, start, inner, again = self.open.pop()
        took = now - start
        add(self.sums, self.names.get(method, OPEN_BEFORE), 1, 0 if again else took, took - inner)
        if self.open:
            self.open[-1][2] += took

    def play(self, events):
        key = self.clock + "_ns"
        before = open_before(events)[::-1]
        for method in before:
            self.enter(method, events[0][key])
        for event in events:
            now, method = event[key], event.get("id")
            entered = [other for other, *_ in self.open[len(before):]]
            if event["action"] == "enter":
                self.enter(method, now)
            elif not entered and before:
                before.pop()
                self.leave(now)
            elif entered and (method is None or method in entered):
                while self.open[-1][0] != method and method is not None:
                    self.leave(now)
                self.leave(now)
        while self.open:
            self.leave(events[-1][key])


def read_dump(data, clock):
    """Events one by one: what calls they are has to be found out."""
    threads, names, events = new_threads(), {}, defaultdict(list)
    for event in map(json.loads, data.decode().splitlines()):
        events[event["tid"]].append(event)
        if "class" in event:
            names[event["id"]] = name_of(event["class"], event["method"], event["signature"])
    for thread, steps in events.items():
        Calls(threads[thread], names, clock).play(steps)
    return threads
