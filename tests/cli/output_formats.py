#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what tracedump writes with the programs that such files are for, or by the rules
that those publish: JSON strictly, Protocol Buffers with protoc, graphs with dot, pictures
with xmllint, traces for speedscope and Chrome by their schemas.

    output_formats.py TRACEDUMP [--few] [TRACE…]

A program that is not installed is not asked, and that is said.
"""

import csv
import gzip
import io
import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
import xml.etree.ElementTree as xml

from convert_readers import fields, packed
from trace_sums import choose, find_traces, run

# All that means something to one format or another.
NASTY = ["<init>", "[[Lx<y>;", "a\"b'c\\d", "x;y:z]]>&amp;<!--", "%s%n{0}", "é中😀\u202e\u2066\u061c\u2028",
         "=1+1", "\\N\\l"]

# They put text in another order, or begin a line; names have them as escapes.
CONTROLS = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069")


absent = set()


def ask(program, *arguments, data):
    """What a program that reads standard input says, nothing if there is none."""
    if shutil.which(program) is None:
        if program not in absent:
            print(f"skipped: {program} is not installed")
        absent.add(program)
        return None
    done = subprocess.run([program, *arguments], input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    assert done.returncode == 0 and not done.stderr, (program, done.stderr[:300])
    return done.stdout


# Shapes of JSON: a type, a function that says whether a value is right, a set of values,
# a list of one shape, or keys with shapes, of which those with "?" may be missing.
def check_shape(value, shape, where="$"):
    if isinstance(shape, dict):
        assert isinstance(value, dict), where
        known = {key.rstrip("?"): key for key in shape}
        assert value.keys() <= known.keys(), (where, value.keys() - known.keys())
        for key, name in known.items():
            assert key in value or name.endswith("?"), (where, key)
            if key in value:
                check_shape(value[key], shape[name], f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), where
        for i, item in enumerate(value):
            check_shape(item, shape[0], f"{where}[{i}]")
    elif isinstance(shape, (set, frozenset)):
        assert value in shape, (where, value)
    elif isinstance(shape, type):
        assert isinstance(value, shape) and not isinstance(value, bool), (where, value)
    else:
        assert shape(value), (where, value)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def count(value):
    return number(value) and value >= 0


# https://www.speedscope.app/file-format-schema.json, of which evented profiles.
SPEEDSCOPE = {
    "$schema": {"https://www.speedscope.app/file-format-schema.json"},
    "shared": {"frames": [{"name": str, "file?": str, "line?": number, "col?": number}]},
    "profiles": [{"type": {"evented"}, "name": str, "startValue": number, "endValue": number,
                  "unit": {"none", "nanoseconds", "microseconds", "milliseconds", "seconds",
                           "bytes"},
                  "events": [{"type": {"O", "C"}, "at": number, "frame": int}]}],
    "name?": str, "activeProfileIndex?": count, "exporter?": str}

# "Trace Event Format", the JSON object format: metadata and complete events.
CHROME = {"traceEvents": [dict], "displayTimeUnit?": {"ms", "ns"}, "otherData?": dict}
CHROME_EVENTS = {
    "M": {"ph": {"M"}, "name": {"process_name", "thread_name"}, "pid": int, "tid?": int,
          "args": {"name": str}},
    "X": {"ph": {"X"}, "name": str, "cat": str, "pid": int, "tid": int, "ts": count,
          "dur": count, "tts?": count, "tdur?": count, "args?": dict}}


def check_speedscope(data):
    document = read_json(data)
    check_shape(document, SPEEDSCOPE)
    frames = len(document["shared"]["frames"])
    assert document["profiles"]
    for profile in document["profiles"]:
        times = [event["at"] for event in profile["events"]]
        assert times == sorted(times)
        assert all(0 <= event["frame"] < frames for event in profile["events"])


def check_chrome(data):
    document = read_json(data)
    check_shape(document, CHROME)
    for event in document["traceEvents"]:
        check_shape(event, CHROME_EVENTS[event["ph"]])
        assert ("tts" in event) == ("tdur" in event)


def check_firefox(data):
    """Columns of a table have its length, and what points into another table is in it."""
    points = {("samples", "stack"): "stackTable", ("stackTable", "prefix"): "stackTable",
              ("stackTable", "frame"): "frameTable", ("frameTable", "func"): "funcTable",
              ("funcTable", "resource"): "resourceTable"}
    document = read_json(data)
    categories = len(document["meta"]["categories"])
    for thread in document["threads"]:
        for (table, column), other in points.items():
            assert all(value in (None, -1) or 0 <= value < thread[other]["length"]
                       for value in thread[table][column]), (table, column)
        strings = thread["stringArray"]
        assert all(isinstance(text, str) for text in strings)
        assert all(0 <= name < len(strings) for name in thread["funcTable"]["name"])
        for table in ("stackTable", "frameTable"):
            assert all(category is None or 0 <= category < categories
                       for category in thread[table].get("category", []))


def no_twins(pairs):
    """An object, which must not have a key twice."""
    found = dict(pairs)
    assert len(found) == len(pairs), [key for key, _ in pairs]
    return found


def read_json(data):
    def refuse(constant):
        raise AssertionError(constant)
    return json.loads(data, object_pairs_hook=no_twins, parse_constant=refuse)


def check_json_lines(data):
    for line in data.splitlines():
        read_json(line)


def check_csv(data, **dialect):
    rows = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True, **dialect))
    assert len(rows) > 1 and {len(row) for row in rows} == {len(rows[0])}


def check_tsv(data):
    check_csv(data, delimiter="\t", quoting=csv.QUOTE_NONE)


# What protoc prints without knowing the messages: numbers, texts and messages in braces.
RAW = re.compile(r'\s*(\d+)(?:: (?:(-?\d+)|0x[0-9a-f]+|"(.*)")| (\{))|\s*(\})')


def parse_raw(text):
    top = []
    stack = [top]
    for line in text.splitlines():
        field, value, string, opens, closes = RAW.fullmatch(line).groups()
        if closes:
            stack.pop()
        elif opens:
            stack[-1].append((int(field), []))
            stack.append(stack[-1][-1][1])
        else:
            stack[-1].append((int(field), string if value is None else int(value)))
    assert len(stack) == 1
    return top


# By field, the numbers and messages of a message.
PERFETTO = {1: {6: {1: {1: int, 2: int}, 2: int}, 8: int, 10: int, 13: int, 58: int, 11: {9: int, 10: int, 11: int},
                12: {2: {1: int}}, 60: {1: int, 4: {1: int, 2: int}}}}
PPROF = {1: {1: int, 2: int}, 2: {3: {1: int, 2: int}}, 3: {1: int, 5: int, 7: int},
         4: {1: int, 2: int, 4: {1: int, 2: int}},
         5: {1: int, 2: int, 4: int}, 9: int, 10: int, 11: {1: int, 2: int}, 12: int, 14: int}


def numbers_of_raw(message, shape):
    return [(field, value if shape[field] is int else numbers_of_raw(value, shape[field]))
            for field, value in message
            if field in shape and isinstance(value, int if shape[field] is int else list)]


def numbers_of(data, shape):
    return [(field, value if shape[field] is int else numbers_of(value, shape[field]))
            for field, value in fields(data) if field in shape]


def check_protobuf(data, shape):
    text = ask("protoc", "--decode_raw", data=data)
    own = numbers_of(data, shape)
    assert len(own) > 3
    if text is not None:
        assert numbers_of_raw(parse_raw(text.decode()), shape) == own


def check_perfetto(data):
    check_protobuf(data, PERFETTO)


def check_pprof(data):
    """What refers to texts, functions and places does so to one that is there."""
    data = gzip.decompress(data)
    check_protobuf(data, PPROF)
    texts = [value.decode() for field, value in fields(data) if field == 6]
    messages = [(field, dict(fields(value))) for field, value in fields(data)
                if field in (2, 4, 5)]
    places = {message[1] for field, message in messages if field == 4}
    functions = {message[1] for field, message in messages if field == 5}
    assert 0 not in places | functions and texts[0] == ""
    for field, message in messages:
        if field == 2:
            assert set(packed(message[1])) <= places
        elif field == 4:
            assert dict(fields(message[4]))[1] in functions
        else:
            assert message[2] < len(texts)
    names = {message[1]: texts[message[2]] for field, message in messages if field == 5}
    used = set(sum((packed(message[1]) for field, message in messages if field == 2), []))
    check_names_in_pprof([names[place] for place in used], data)


def check_names_in_pprof(names, data):
    """pprof itself finds all names, whole, and nothing to complain about."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        read = ask("go", "tool", "pprof", "-raw", file.name, data=b"")
    if read is not None:
        for name in names:
            assert f" M=1 {name} " in read.decode(), name


def check_layout(data):
    try:
        assert not CONTROLS & set(data.decode())
    except UnicodeDecodeError:
        pass  # not text


def check_dot(data):
    """dot finds the nodes and edges that are written, and draws their labels."""
    text = data.decode()
    edges = len(re.findall(r"^\w+ -> \w+ ", text, re.M))
    nodes = len(re.findall(r"^\w+ \[label=", text, re.M))
    assert nodes > 1 and edges > 0
    drawn = ask("dot", "-Tsvg", data=data)
    if drawn is not None:
        groups = [group.get("class") for group in xml.fromstring(drawn).iter()]
        assert (groups.count("node"), groups.count("edge")) == (nodes, edges)


def check_svg(data):
    assert xml.fromstring(data).tag.endswith("svg")
    ask("xmllint", "--nonet", "--noout", "-", data=data)


class Page(HTMLParser):
    """Tags are closed as they were opened, and links within the page lead somewhere."""

    VOID = {"meta", "link", "input", "br", "hr", "col"}

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in self.VOID:
            self.open.append(tag)
        if "id" in attributes:
            assert attributes["id"] not in self.ids, attributes["id"]
            self.ids.add(attributes["id"])
        if tag == "a":
            self.links.add(attributes["href"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def check_html(data):
    page = Page()
    page.feed(data.decode())
    page.close()
    assert not page.open
    assert all(link[1:] in page.ids for link in page.links if link.startswith("#"))


# What to run and what reads it.
OUTPUTS = [
    (["info", "--format=json"], read_json), (["threads", "--format=json"], read_json),
    (["methods", "--format=json"], read_json), (["tree", "--format=json"], read_json),
    (["tree", "--format=tsv"], check_tsv), (["tree", "--format=csv"], check_csv),
    (["tree", "--format=html"], check_html), (["top", "--format=json"], read_json),
    (["top", "--format=csv"], check_csv), (["top", "--format=html"], check_html),
    (["diff", "--all", "--format=json"], read_json),
    (["dump", "--format=jsonl"], check_json_lines),
    (["info", "--format=tsv"], check_tsv), (["threads", "--format=tsv"], check_tsv),
    (["methods", "--format=tsv"], check_tsv), (["dump", "--format=tsv"], check_tsv),
    (["diff", "--all", "--format=tsv"], check_tsv),
    (["report", "--format=html"], check_html),
    (["report", "--format=html", "--per-thread"], check_html),
    (["diff", "--all", "--format=html"], check_html),
    (["graph", "--threshold=20"], check_dot),
    (["graph", "--threshold=20", "--clusters=thread"], check_dot),
    (["graph", "--threshold=20", "--format=svg"], check_svg),
    (["flamegraph"], check_svg), (["flamegraph", "--icicle", "--per-thread"], check_svg),
    (["flamegraph", "--chart"], check_svg), (["flamegraph", "--diff"], check_svg),
    (["convert", "--to=chrome"], check_chrome), (["convert", "--to=csv"], check_csv),
    (["convert", "--to=speedscope"], check_speedscope),
    (["convert", "--to=firefox"], check_firefox),
    (["convert", "--to=perfetto"], check_perfetto), (["convert", "--to=pprof"], check_pprof),
]


def write_by_hand(folder):
    """Threads, classes and methods with names that formats could stumble over."""
    path = Path(folder) / "nasty <&\"'.trace"
    threads = "".join(f"{i + 1}\t{name}\n" for i, name in enumerate(NASTY))
    methods = "".join(f"{hex(4 * i)}\t{name}\t{name}\t(L{name};)V\t{name}\t{i}\n"
                      for i, name in enumerate(NASTY))
    text = f"*version\n3\nclock=dual\n*threads\n{threads}*methods\n{methods}*end\n"
    data = text.encode() + struct.pack("<4sHHQH14x", b"SLOW", 3, 32, 0, 14)
    for step in range(200):
        method = 4 * (step % len(NASTY))
        for thread in range(1, len(NASTY) + 1):
            for action, time in ((0, 10 * step), (step % 3, 10 * step + 7)):
                data += struct.pack("<HIII", thread, method | action, time // 2, time)
    path.write_bytes(data)
    return path


def check_date(tracedump, path):
    """A trace that does not tell when it began has the date of its file, by base name, too."""
    for name in path, path.with_suffix(""):
        data = gzip.decompress(run(tracedump, "convert", "--to=pprof", name))
        assert dict(fields(data))[9] == int(path.stat().st_mtime) * 10**9, name


def main():
    (tracedump, *paths), chosen = choose(sys.argv[1:])
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        nasty = write_by_hand(folder)
        check_date(tracedump, nasty)
        paths = paths or [nasty,
                          *find_traces("real/*.trace", "gen/f5-C-ns.trace")][chosen]
        for path in paths:
            for arguments, check in OUTPUTS:
                if "graph" in arguments and shutil.which("dot") is None:
                    continue
                files = [path] * (2 if "diff" in str(arguments) else 1)
                try:
                    data = run(tracedump, *arguments, *files)
                    check_layout(data)
                    check(data)
                except (AssertionError, ValueError, KeyError, xml.ParseError,
                        subprocess.CalledProcessError) as problem:
                    print(path, *arguments, repr(problem)[:300])
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
