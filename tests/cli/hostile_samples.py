#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes small files of all sampled formats with what no profiler writes, and checks what
"tracedump info" says of each: stacks that are too deep, ids that no table has, callers that
call themselves, weights below zero or too large, times that are none or go back.

Usage: hostile_samples.py TRACEDUMP"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 20
MEMORY = 1 << 30
DEEP = 20000
DEPTH = "deeper than 16,384 frames"
UNKNOWN = "in no table of the file"
LOOP = "callers of themselves"
TWICE = "listed twice"
WEIGHT = "cannot be added up"
TIME = "impossible time"
UNREADABLE = "cannot be read and w"
HUGE = 10**30


# Protocol buffers

def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def message(*fields):
    """Fields are pairs of a number and an integer, bytes, or a text."""
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            data = value.encode() if isinstance(value, str) else value
            out += varint(number << 3 | 2) + varint(len(data)) + data
    return out


def packed(numbers):
    return b"".join(map(varint, numbers))


# Formats. Samples are lists of indexes of frames, from the outermost.

def collapsed(lines):
    return "".join(line + "\n" for line in lines).encode()


def perf_script(samples):
    return "".join(f"app 1/2 {time}: {period} cycles:\n"
                   + "".join(f"\t4006f4 {frame} (/bin/app)\n" for frame in frames) + "\n"
                   for time, period, frames in samples).encode()


def simpleperf(samples, symbols=("a", "b")):
    """Samples are a time, a thread, an event, a count, and pairs of a file and a symbol."""
    def record(field, data):
        data = message((field, data))
        return len(data).to_bytes(4, "little") + data

    out = b"SIMPLEPERF" + (1).to_bytes(2, "little")
    out += record(5, message((1, "cycles")))
    for time, thread, event, count, frames in samples:
        out += record(1, message((1, time), (2, thread), *((3, message(
            (1, 1), (2, file), (3, symbol))) for file, symbol in frames), (4, count), (5, event)))
    out += record(3, message((1, 0), (2, "/lib.so"), *((3, symbol) for symbol in symbols)))
    out += record(4, message((1, 2), (2, 1), (3, "main")))
    return out + bytes(4)


def pprof(samples, locations=((1, 1),), functions=((1, 3),)):
    """Samples are ids of locations, from the innermost, and a value; locations have an id and
    that of a function, which has an id and a string."""
    return message(
        (1, message((1, 1), (2, 2))),
        *((2, message((1, packed(frames)), (2, packed([value])))) for frames, value in samples),
        *((4, message((1, one), (4, message((1, function))))) for one, function in locations),
        *((5, message((1, one), (2, text))) for one, text in functions),
        *((6, text) for text in ("", "cpu", "nanoseconds", "f")))


def as_json(value):
    return json.dumps(value).replace(f"{HUGE}", "1e30").encode()


def speedscope(samples, weights):
    return as_json({"shared": {"frames": [{"name": "a"}, {"name": "b"}]}, "profiles": [
        {"type": "sampled", "name": "x", "unit": "nanoseconds", "startValue": 0, "endValue": 9,
         "samples": samples, "weights": weights}]})


def firefox(stacks, times, weights, prefixes=(None,), frames=(0,), functions=(0,)):
    return as_json({"meta": {"interval": 1, "startTime": 0, "preprocessedProfileVersion": 20},
                    "threads": [{"name": "x", "pid": 1, "tid": 2, "stringArray": ["a"],
                                 "samples": {"stack": stacks, "time": times, "weight": weights},
                                 "stackTable": {"prefix": list(prefixes), "frame": list(frames)},
                                 "frameTable": {"func": list(functions)},
                                 "funcTable": {"name": [0]}}]})


def gecko(samples, stacks=((None, 0),), frames=((0,),)):
    return as_json({"meta": {"interval": 1, "startTime": 0, "version": 24}, "libs": [], "threads": [
        {"name": "x", "pid": 1, "tid": 2, "stringTable": ["a"],
         "samples": {"schema": {"stack": 0, "time": 1}, "data": samples},
         "stackTable": {"schema": {"prefix": 0, "frame": 1}, "data": list(stacks)},
         "frameTable": {"schema": {"location": 0}, "data": list(frames)}}]})


def nodes(parents):
    return [{"id": one, "callFrame": {"functionName": f"f{one}"},
             **({} if parent is None else {"parent": parent})} for one, parent in parents]


def cpu_profile(parents, samples, deltas, end=100):
    return as_json({"nodes": nodes(parents), "startTime": 0, "endTime": end, "samples": samples,
                    "timeDeltas": deltas})


def chrome_profile(parents, samples, deltas):
    return as_json({"traceEvents": [
        {"name": "Profile", "ph": "P", "id": "1", "pid": 1, "tid": 2, "ts": 1,
         "args": {"data": {"startTime": 1}}},
        {"name": "ProfileChunk", "ph": "P", "id": "1", "pid": 1, "tid": 2, "ts": 2, "args": {
            "data": {"cpuProfile": {"nodes": nodes(parents), "samples": samples},
                     "timeDeltas": deltas}}}]})


def chrome_list(frames, samples):
    return as_json({"traceEvents": [], "stackFrames": {
        str(one): {"name": f"f{one}", **({} if parent is None else {"parent": str(parent)})}
        for one, parent in frames}, "samples": samples})


def perfetto(samples, callstacks=((1, (1,)),), frames=((1, 1),), names=((1, "f"),)):
    """Samples are a time, a callstack and a count; callstacks have ids and those of frames."""
    interned = message(*((7, message((1, one), (2, packed(path)))) for one, path in callstacks),
                       *((6, message((1, one), (2, name))) for one, name in frames),
                       *((5, message((1, one), (2, name))) for one, name in names))
    packets = [message((10, 1), (13, 1), (12, interned))]
    packets += [message((10, 1), (13, 2), (8, time), (66, message(
        (2, 1), (3, 2), (4, stack), (6, count)))) for time, stack, count in samples]
    return message(*((1, packet) for packet in packets))


def chain(n):
    return [(i, i - 1 if i > 1 else None) for i in range(1, n + 1)]


CASES = {
    "collapsed: deep": (collapsed([";".join(["a"] * DEEP) + " 1"]), [DEPTH]),
    "collapsed: weights": (collapsed(["a;b 1", "a;c 2", "a;d 3", "a;e -5", f"a;f {HUGE}"]),
                           [WEIGHT]),
    "perf script: deep": (perf_script([("1.000001", 1, ["a"] * DEEP)]), [DEPTH]),
    "perf script: weights": (perf_script([("1.000001", HUGE, "a"), ("1.000002", -5, "a"),
                                          ("1.000003", 2**63 - 1, "a")]), [WEIGHT]),
    "perf script: times": (perf_script([("2.000001", 1, "a"), ("1.000001", 1, "a"),
                                        (f"{HUGE}.000001", 1, "a")]), [TIME]),
    "simpleperf: deep": (simpleperf([(5, 2, 0, 1, [(0, 0)] * DEEP)]), [DEPTH]),
    "simpleperf: ids": (simpleperf([(5, 2, 0, 1, [(0, 9), (7, 0)]), (6, 9, 0, 1, []),
                                    (7, 2, 8, 1, [(0, 0)])]), [UNKNOWN, UNREADABLE]),
    "simpleperf: weights": (simpleperf([(5, 2, 0, 2**64 - 1, [(0, 0)]),
                                        (6, 2, 0, 2**62, [(0, 0)])]), [WEIGHT]),
    "simpleperf: times": (simpleperf([(9, 2, 0, 1, [(0, 0)]), (5, 2, 0, 1, [(0, 1)]),
                                      (2**63, 2, 0, 1, [(0, 0)])]), [TIME]),
    "pprof: deep": (pprof([([1] * DEEP, 1)]), [DEPTH]),
    "pprof: ids": (pprof([([1, 7, 2, 3], 1)], ((1, 1), (2, 9), (3, 2)), ((1, 3), (2, 99))),
                   [UNKNOWN]),
    "pprof: weights": (pprof([([1], -5), ([1], 2**63 - 1), ([1], 2**63 - 1)]), [WEIGHT]),
    "speedscope: deep": (speedscope([[0] * DEEP], [1]), [DEPTH]),
    "speedscope: ids": (speedscope([[7], [-1], [0]], [1, 1, 1]), [UNKNOWN]),
    "speedscope: weights": (speedscope([[0], [0], [0]], [-5, HUGE, 1]), [WEIGHT]),
    "firefox: deep": (firefox([DEEP - 1], [1], [1], [None, *range(DEEP - 1)], [0] * DEEP), [DEPTH]),
    "firefox: loops": (firefox([0, 1], [1, 2], [1, 1], [0, 2, 1], [0, 0, 0]), [LOOP]),
    "firefox: ids": (firefox([0, 9, -7], [1, 2, 3], [1, 1, 1], [7], [9], [9]), [UNKNOWN]),
    "firefox: weights": (firefox([0] * 3, [1, 2, 3], [-5, HUGE, 9e18]), [WEIGHT]),
    "firefox: times": (firefox([0] * 3, [5, 1, HUGE], [1, 1, 1]), [TIME]),
    "gecko: deep": (gecko([[DEEP - 1, 1]], [[None, 0]] + [[i, 0] for i in range(DEEP - 1)]),
                    [DEPTH]),
    "gecko: loops": (gecko([[0, 1], [1, 2]], [[0, 0], [2, 0], [1, 0]]), [LOOP]),
    "gecko: ids": (gecko([[0, 1], [9, 2]], [[7, 9]], [[9]]), [UNKNOWN]),
    "gecko: times": (gecko([[0, 5], [0, 1], [0, HUGE]]), [TIME]),
    "cpuprofile: deep": (cpu_profile(chain(DEEP), [DEEP], [1]), [DEPTH]),
    "cpuprofile: loops": (cpu_profile([(1, 1), (2, 3), (3, 2)], [1, 3], [1, 1]), [LOOP]),
    "cpuprofile: ids": (cpu_profile([(1, 9), (1, None)], [1, 77], [1, 1]), [UNKNOWN, TWICE]),
    "cpuprofile: times": (cpu_profile([(1, None)], [1, 1, 1], [5, -9, HUGE]), [TIME]),
    "chrome profile: deep": (chrome_profile(chain(DEEP), [DEEP], [1]), [DEPTH]),
    "chrome profile: loops": (chrome_profile([(1, 1), (2, 3), (3, 2)], [1, 3], [1, 1]), [LOOP]),
    "chrome profile: ids": (chrome_profile([(1, 9), (1, None)], [1, 77], [1, 1]), [UNKNOWN, TWICE]),
    "chrome profile: times": (chrome_profile([(1, None)], [1, 1, 1], [5, -9, HUGE]), [TIME]),
    "chrome list: deep": (chrome_list(chain(DEEP), [{"tid": 1, "ts": 1, "sf": str(DEEP)}]),
                          [DEPTH]),
    "chrome list: loops": (chrome_list([(1, 1), (2, 3), (3, 2)], [
        {"tid": 1, "ts": 1, "sf": "1"}, {"tid": 1, "ts": 2, "sf": "2"}]), [LOOP]),
    "chrome list: ids": (chrome_list([(1, 9)], [{"tid": 1, "ts": 1, "sf": "1"},
                                                {"tid": 1, "ts": 2, "sf": "8"}]),
                         [f"2 frames are {UNKNOWN}"]),
    "chrome list: weights": (chrome_list([(1, None)], [
        {"tid": 1, "ts": 1, "sf": "1", "weight": -5},
        {"tid": 1, "ts": 2, "sf": "1", "weight": HUGE}]), [WEIGHT]),
    "chrome list: times": (chrome_list([(1, None)], [
        {"tid": 1, "ts": 5, "sf": "1"}, {"tid": 1, "ts": 1, "sf": "1"},
        {"tid": 1, "ts": HUGE, "sf": "1"}]), [TIME]),
    "perfetto: deep": (perfetto([(5, 1, 1)], [(1, [1] * DEEP)]), [DEPTH]),
    "perfetto: ids": (perfetto([(5, 1, 1), (6, 9, 1)], [(1, [1, 7, 2])], [(1, 1), (2, 9)]),
                      [UNKNOWN]),
    "perfetto: weights": (perfetto([(5, 1, 2**64 - 1), (6, 1, 2**63 - 1), (7, 1, 2**62)]), []),
    "perfetto: times": (perfetto([(9, 1, 1), (5, 1, 1), (2**63, 1, 1)]), [UNREADABLE]),
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(tracedump, data, is_sanitized):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile"
        path.write_bytes(data)
        return subprocess.run([tracedump, "info", path], capture_output=True, text=True,
                              check=False, preexec_fn=None if is_sanitized else limit)


def main(tracedump, *options):
    n_failures = 0
    for name, (data, expected) in CASES.items():
        result = run(tracedump, data, "--sanitized" in options)
        missing = [text for text in expected if text not in result.stderr]
        if result.returncode != 0 or missing or "--show" in options:
            n_failures += "--show" not in options
            print(f"{name}: {result.returncode}: {missing}\n{result.stderr}")
    return n_failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
