# SPDX-License-Identifier: Apache-2.0
"""Reads the method traces that "tracedump convert --to=trace" writes, byte by byte as the
formats are described, with nothing of the program in it and with nothing forgiven."""

import struct
from collections import namedtuple

# records: (thread id, method id, action, {clock: nanoseconds}), in the order of the file.
Trace = namedtuple("Trace", "version clock threads methods records properties")

ENTER, EXIT, UNWIND = range(3)
STREAMED = 0xF0
ROUND = 1 << 32


def split_key(text):
    """The properties, and the lines of the tables, of a key section."""
    lines = text.decode().split("\n")
    assert lines[0] == "*version" and lines[-2:] == ["*end", ""], lines[-2:]
    properties, tables, at = {}, {"*version": []}, "*version"
    for line in lines[1:-2]:
        if line in ("*threads", "*methods"):
            assert line not in tables
            at = line
            tables[at] = []
        else:
            tables[at].append(line)
    version = int(tables["*version"].pop(0))
    for line in tables["*version"]:
        key, value = line.split("=", 1)
        assert key not in properties, key
        properties[key] = value
    return version, properties, tables.get("*threads"), tables.get("*methods")


def read_threads(lines):
    threads = {}
    for line in lines:
        number, name = line.split("\t", 1)
        threads[int(number)] = name
    return threads


def read_method(line):
    number, *names = line.split("\t")
    assert 4 <= len(names) <= 5, line
    return int(number, 16), tuple(names[:3])


def read_methods(lines):
    methods = dict(map(read_method, lines))
    assert len(methods) == len(lines)
    return methods


def clocks_of(clock):
    return {"dual": ["cpu", "wall"], "wall": ["wall"], "thread-cpu": ["cpu"]}[clock]


class Bytes:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, n):
        assert self.at + n <= len(self.data), "cut off"
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, n):
        return int.from_bytes(self.take(n), "little")

    def more(self):
        return self.at < len(self.data)

    def leb(self, signed):
        value = shift = 0
        byte = 0x80
        while byte & 0x80:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
        return value - (1 << shift) if signed and byte & 0x40 else value


def read_record(data, id_size, clocks):
    thread, word = data.number(id_size), data.number(4)
    return thread, word & ~3, word & 3, {clock: data.number(4) * 1000 for clock in clocks}


def whole_ids(threads, mask):
    """By what records have of an id, the id; two threads must not have the same."""
    found = {number & mask: number for number in threads}
    assert len(found) == len(threads), "threads that records cannot tell apart"
    return found


def with_whole_ids(records, threads, mask):
    found = whole_ids(threads, mask)
    return [(found[thread], *rest) for thread, *rest in records]


def continue_times(records, properties):
    """Times of 32 bits go round only if tracing took that long: the wall clock of all
    records together then steps on by less than half a round, and a thread's CPU clock
    that drops by more than that has gone round."""
    if int(properties["elapsed-time-usec"]) < ROUND - 1000000:
        return
    wall, cpu = None, {}
    for thread, _, _, times in records:
        for clock, time in times.items():
            time //= 1000
            if clock == "wall":
                step = 0 if wall is None else (time - wall) % ROUND
                assert step < ROUND // 2, "the wall clock goes back"
                wall = time = time if wall is None else wall + step
            else:
                before = cpu.get(thread, 0)
                time += before - before % ROUND
                if before - time > ROUND // 2:
                    time += ROUND
                cpu[thread] = time
            times[clock] = time * 1000


def read_classic(data):
    end = data.index(b"\n*end\n") + len(b"\n*end\n")
    version, properties, threads, methods = split_key(data[:end])
    magic, number, offset, start, size = struct.unpack_from("<4sHHQH", data, end)
    clocks = clocks_of(properties["clock"])
    id_size = 1 if number == 1 else 2
    assert magic == b"SLOW" and number == version and offset == 32
    assert len(clocks) == 1 or version == 3
    # Only version 3 says it.
    assert size == (id_size + 4 + 4 * len(clocks) if version == 3 else 0)
    data = Bytes(data, end + offset)
    records = []
    while data.more():
        records.append(read_record(data, id_size, clocks))
    assert int(properties["num-method-calls"]) == len(records)
    continue_times(records, properties)
    threads = read_threads(threads)
    return Trace(version, properties["clock"], threads, read_methods(methods),
                 with_whole_ids(records, threads, 0xFF if version == 1 else 0xFFFF),
                 properties)


def read_stream(data):
    magic, number, offset, start, size = struct.unpack_from("<4sHHQH", data)
    version = number - STREAMED
    assert offset == 32 and size == {2: 10, 3: 14}[version]
    # Which clock it is comes last, and how many there are first.
    data = Bytes(data, offset)
    announced, methods, raw = {}, {}, []
    while True:
        thread = data.number(2)
        if thread:
            assert thread in announced, "a record of a thread that was not announced"
            word = data.number(4)
            raw.append((thread, word, [data.number(4) for _ in range(version - 1)]))
            continue
        code = data.number(1)
        if code == 3:
            break
        if code == 1:
            line = data.take(data.number(2)).decode()
            assert line[-1] == "\n"
            method, names = read_method(line[:-1])
            assert method not in methods
            methods[method] = names
        else:
            assert code == 2
            thread = data.number(2)
            announced[thread] = data.take(data.number(2)).decode()
    said, properties, threads, none = split_key(data.take(data.number(4)))
    assert said == version and none == [] and not data.more()
    assert "num-method-calls" not in properties
    clocks = clocks_of(properties["clock"])
    assert len(clocks) == version - 1
    threads = read_threads(threads)
    found = whole_ids(threads, 0xFFFF)
    assert {number: threads[found[number]] for number in announced} == announced
    records = [(found[thread], word & ~3, word & 3,
                {clock: time * 1000 for clock, time in zip(clocks, times)})
               for thread, word, times in raw]
    continue_times(records, properties)
    return Trace(number, properties["clock"], threads, methods, records, properties)


def read_block(data, clocks):
    """Wall time first; everything is told by the record before, the first by 0."""
    word, times = 0, dict.fromkeys(clocks, 0)
    while data.more():
        word = (word + data.leb(True)) % (1 << 64)
        for clock in reversed(clocks):
            times[clock] += data.leb(False)
        yield word & ~3, word & 3, dict(times)


def read_packets(data):
    magic, number, start, counter, frequency = struct.unpack_from("<4sHQQQ", data)
    version = number & 0x0F
    assert counter == 0 and frequency == 0
    data = Bytes(data, 32)
    threads, methods, blocks, count = {}, {}, [], 0
    while True:
        kind = data.number(1)
        if kind == 0:
            thread = data.number(4)
            threads[thread] = data.take(data.number(2)).decode()
        elif kind == 1:
            method = data.number(8)
            line = data.take(data.number(2)).decode()
            assert line[-1] == "\n" and method not in methods
            methods[method] = tuple(line[:-1].split("\t")[:3])
        elif kind == 2:
            thread, count, size = data.number(4), data.number(3), data.number(4)
            assert thread in threads
            blocks.append((thread, count, data.take(size)))
        else:
            assert kind == 3
            break
    said, properties, *tables = split_key(data.take(data.number(2)))
    assert said == version and tables == [None, None] and not data.more()
    clocks = clocks_of(properties["clock"])
    assert len(clocks) == version - 3
    records = []
    for thread, count, block in blocks:
        read = [(thread, *record) for record in read_block(Bytes(block), clocks)]
        assert len(read) == count
        records += read
    assert number & STREAMED or int(properties["num-method-calls"]) == len(records)
    return Trace(number, properties["clock"], threads, methods, records, properties)


def read_trace(data):
    if data.startswith(b"*version\n"):
        return read_classic(data)
    assert data[:4] == b"SLOW"
    number = int.from_bytes(data[4:6], "little")
    return read_packets(data) if number & 0x0F >= 4 else read_stream(data)
