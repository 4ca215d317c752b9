# SPDX-License-Identifier: Apache-2.0
"""Readers of the formats of "tracedump convert". Each takes the bytes of a file and gives,
by thread and method, calls, inclusive and exclusive nanoseconds as far as the format can
tell. They check on the way what the formats ask for."""

import csv
import gzip
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


def new_threads():
    return defaultdict(new_sums)


def thread_of(label):
    """The id of a thread that is shown as "[7] its name"."""
    return int(label[1:label.index("]")])


def add(sums, name, *values):
    sums[name] = tuple(a + b for a, b in zip(sums[name], values))


def add_path(sums, path, value):
    """Time counts once for a method, however often it is on the stack."""
    for name in set(path):
        add(sums, name, 0, value, value if name == path[-1] else 0)


def read_csv(data, clock):
    threads = new_threads()
    calls = {}
    for row in csv.DictReader(io.StringIO(data.decode(), newline="")):
        name = f'{row["class"].replace("/", ".")}.{row["method"]} {row["signature"]}'
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
        add(threads[int(row["thread_id"])], name, 1, 0 if row["recursive"] == "1" else took,
            nanoseconds(row[f"exclusive_{clock}_us"]))
    return threads


def read_chrome(data, clock):
    """Checks what the trace event format asks of complete events and of metadata."""
    document = json.loads(data)
    threads = new_threads()
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
        stack = stacks.setdefault(event["tid"], Stack(threads[event["tid"]]))
        start = nanoseconds(event["ts"])
        while stack.open and stack.open[-1][3] <= start:
            stack.leave(None, stack.open[-1][3])
        stack.enter(event["name"], start)
        stack.open[-1].append(start + nanoseconds(event["dur"]))
    for stack in stacks.values():
        while stack.open:
            stack.leave(None, stack.open[-1][3])
    return threads


def read_speedscope(data, clock):
    """Checks what the published schema asks for, and that events nest. A thread has a
    profile of each clock, and the name of the clock if there are two."""
    document = json.loads(data)
    assert document["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = document["shared"]["frames"]
    for frame in frames:
        assert isinstance(frame["name"], str)
        assert set(frame) <= {"name", "file", "line", "col"}
    threads = new_threads()
    for profile in document["profiles"]:
        assert set(profile) == {"type", "name", "unit", "startValue", "endValue", "events"}
        assert profile["type"] == "evented" and profile["unit"] == "microseconds"
        other = {"cpu": " (wall)", "wall": " (CPU)"}[clock]
        stack = Stack(threads[thread_of(profile["name"])]
                      if not profile["name"].endswith(other) else new_sums())
        for event in profile["events"]:
            assert set(event) == {"type", "frame", "at"}
            assert profile["startValue"] <= event["at"] <= profile["endValue"]
            act = {"O": stack.enter, "C": stack.leave}[event["type"]]
            act(frames[event["frame"]]["name"], nanoseconds(event["at"]))
        assert not stack.open
    return threads


def varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def fields(data):
    """The fields of a message, in order: number and value."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        assert tag & 7 in (0, 2), f"wire type {tag & 7}"
        value, at = varint(data, at)
        if tag & 7 == 2:
            assert at + value <= len(data), "a message is cut off"
            value, at = data[at:at + value], at + value
        yield tag >> 3, value


def message(data):
    """By field, its last value."""
    return dict(fields(data))


def packed(data):
    numbers = []
    at = 0
    while at < len(data):
        number, at = varint(data, at)
        numbers.append(number)
    return numbers


REALTIME, MONOTONIC = 1, 3


def read_clock_of_perfetto(data):
    """The clock of all times, when it began, and the first time, in nanoseconds."""
    packets = [message(packet) for _, packet in fields(data)]
    snapshot = message(packets[0][6])
    times = [packet[8] for packet in packets if 8 in packet]
    return snapshot[2], message(snapshot[1])[2], min(times, default=None)


def read_perfetto(data, clock):
    """Field numbers of protos/perfetto/trace/. All times are of the clock that the first
    packet names."""
    threads = new_threads()
    _, first = next(fields(data))
    snapshot = message(message(first)[6])
    assert snapshot[2] in (REALTIME, MONOTONIC) and message(snapshot[1])[1] == snapshot[2]
    stacks, names, tracks = {}, {}, {}
    for field, packet in fields(data):
        assert field == 1
        packet = message(packet)
        sequence = packet.get(10)
        if packet.get(13) == 1:
            names[sequence] = {}
        if 12 in packet:
            name = message(message(packet[12])[2])
            assert name[1] not in names[sequence]
            names[sequence][name[1]] = name[2].decode()
        if 60 in packet:
            track = message(packet[60])
            if 4 in track:
                thread = message(track[4])
                assert thread[1] and thread[5] and track[1] not in tracks
                tracks[track[1]] = thread[2]
        if 11 in packet:
            assert packet[13] == 2 and packet[58] == snapshot[2]
            assert packet[8] >= message(snapshot[1])[2]
            event = message(packet[11])
            assert event[11] in tracks
            stack = stacks.setdefault(event[11], Stack(threads[tracks[event[11]]]))
            if event[9] == 1:
                stack.enter(names[sequence][event[10]], packet[8])
            else:
                assert event[9] == 2
                stack.leave(None, packet[8])
    assert not any(stack.open for stack in stacks.values())
    return threads


def read_pprof(data, clock):
    """Field numbers of pprof's profile.proto. The default is one of the clocks."""
    profile = defaultdict(list)
    for field, value in fields(gzip.decompress(data)):
        profile[field].append(value)
    texts = [text.decode() for text in profile[6]]
    assert texts[0] == ""
    kinds = [texts[message(kind)[1]] for kind in profile[1]]
    assert [texts[message(kind)[2]] for kind in profile[1]] == [
        "count"] + ["nanoseconds"] * (len(kinds) - 1)
    assert texts[profile[14][0]] in kinds[1:] and len(profile[9]) == len(profile[10]) == 1
    period, = map(message, profile[11])
    assert [texts[period[1]], texts[period[2]]] == [texts[profile[14][0]], "nanoseconds"]
    assert profile[12] in ([1], [1000])
    # pprof takes names that are those of the system, too, for C++ and shortens them.
    assert not any(message(row).get(3) for row in profile[5])
    mapping, = map(message, profile[3])
    assert mapping[7] and all(message(row)[2] == mapping[1] for row in profile[4])
    functions = {row[1]: texts[row[2]] for row in map(message, profile[5])}
    locations = {row[1]: functions[message(row[4])[1]]
                 for row in map(message, profile[4])}
    threads = new_threads()
    for sample in map(message, profile[2]):
        # The innermost comes first.
        stack = [locations[location] for location in packed(sample[1])][::-1]
        values = dict(zip(kinds, packed(sample[2])))
        label = message(sample[3])
        assert texts[label[1]] == "thread"
        sums = threads[thread_of(texts[label[2]])]
        add_path(sums, stack, values[clock])
        add(sums, stack[-1], values["calls"], 0, 0)
    return threads


def read_cpu_of_firefox(data):
    """By thread, the CPU nanoseconds from the first sample on."""
    document = json.loads(data)
    assert document["meta"]["sampleUnits"]["threadCPUDelta"] == "µs"
    assert all(len(thread["samples"]["threadCPUDelta"]) == thread["samples"]["length"]
               for thread in document["threads"])
    return {thread["tid"]: sum(map(nanoseconds, thread["samples"]["threadCPUDelta"]))
            for thread in document["threads"]}


def read_firefox(data, clock):
    document = json.loads(data)
    # The first one with these columns, and the last whose strings are those of a thread.
    assert document["meta"]["preprocessedProfileVersion"] == 55
    threads = new_threads()
    for thread in document["threads"]:
        for name in ("samples", "stackTable", "frameTable", "funcTable"):
            for column in thread[name].values():
                assert not isinstance(column, list) or len(column) == thread[name]["length"]
        stacks, samples = thread["stackTable"], thread["samples"]
        names = [thread["stringArray"][thread["funcTable"]["name"][func]]
                 for func in thread["frameTable"]["func"]]
        assert all(prefix is None or prefix < index
                   for index, prefix in enumerate(stacks["prefix"]))
        assert not {"category", "subcategory"} & set(stacks) and "time" not in samples
        deltas, weights = samples["timeDeltas"], samples["weight"]
        assert all(delta == weight for delta, weight in zip(deltas[1:], weights))
        for stack, weight in zip(samples["stack"], samples["weight"]):
            path = []
            while stack is not None:
                path.insert(0, names[stacks["frame"][stack]])
                stack = stacks["prefix"][stack]
            # Time in no method has a weight of its own, and no stack.
            if path:
                add_path(threads[int(thread["tid"])], path, round(weight * 1e6))
    return threads


def read_collapsed(data, clock, unit, merged=False):
    """Lines of frames with semicolons between them, and a number of so many
    nanoseconds. Unless they are merged, threads come first."""
    threads = new_threads()
    for line in data.decode().splitlines():
        stack, value = line.rsplit(" ", 1)
        path = stack.split(";")
        thread = None if merged else thread_of(path.pop(0))
        assert path and " " not in stack
        add_path(threads[thread], path, int(value) * unit)
    return threads
