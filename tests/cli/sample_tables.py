#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what tracedump says of profiles with the tables of other readers.

Usage: sample_tables.py TRACEDUMP

The folder "other" in that of the variable TRACEVIEW_TRACES has a folder for each format, with
files and a table of their sums, EXPECTED.json. Of each thread and event, or of the whole file,
the total and the heaviest frames must be those of the table, by their own weight and with all
that they call. A file of a sampled
format that has no table, and a table of no file, is a failure, too. Files of other formats
are read or refused with one sentence."""

import functools
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction

SKIPPED = 77

# Which table counts, see other-formats.md; and files that are refused.
FORMATS = {"collapsed": "speedscope", "cpuprofile": "reader", "firefox": "reader",
           "perf-script": "reader", "pprof": "pprof", "simpleperf": "reader",
           "speedscope": "speedscope"}
# speedscope leaves out lines whose weights are no whole numbers.
OTHER_RULES = {"before_fractionals.txt"}
NO_TABLES = re.compile(r".*\.(md|sql)|EXPECTED\.json|.*\.expected\.(csv|txt)")


class Failure(Exception):
    pass


def run(tracedump, *args):
    return subprocess.run([tracedump, *args], capture_output=True, text=True, check=False)


def query(tracedump, path, event, statement):
    chosen = [f"--event={event}"] if event else []
    result = run(tracedump, "query", "--format=json", *chosen, path, statement)
    if result.returncode != 0:
        raise Failure(result.stderr.strip())
    return json.loads(result.stdout)["rows"]


def new_sums():
    return {"total": 0, "leaf": defaultdict(Fraction), "inclusive": defaultdict(Fraction)}


@functools.lru_cache(maxsize=2)
def add_up(tracedump, path, event):
    """The samples of a file by thread: total, and the weights of frames by each name that
    another reader may give them."""
    frames = {row["id"]: names_of(row) for row in query(
        tracedump, path, event,
        "SELECT DISTINCT c.id, f.name, m.pathname, m.line_number, p.name AS library "
        "FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id "
        "LEFT JOIN method m ON m.id = f.id LEFT JOIN stack_profile_mapping p ON p.id = f.mapping")}
    parents = {row["id"]: row["parent_id"] for row in query(
        tracedump, path, event, "SELECT id, parent_id FROM stack_profile_callsite")}
    paths = {}
    threads = defaultdict(new_sums)
    for row in query(tracedump, path, event,
                     "SELECT tid, t.name, s.callsite_id, SUM(s.weight) AS weight FROM sample s "
                     "JOIN thread t USING (utid) GROUP BY utid, s.callsite_id"):
        thread = threads[row["tid"], row["name"]]
        weight = Fraction(str(row["weight"]))
        thread["total"] += weight
        site = row["callsite_id"]
        if site is None:
            continue
        for name in frames[site]:
            thread["leaf"][name] += weight
        for name in path_of(site, parents, frames, paths):
            thread["inclusive"][name] += weight
    return threads


def path_of(site, parents, frames, paths):
    """All names of the frames of a stack."""
    way = []
    while site is not None and site not in paths:
        way.append(site)
        site = parents[site]
    names = paths[site] if site is not None else frozenset()
    for site in reversed(way):
        names = paths[site] = names | frames[site]
    return names


def names_of(row):
    name, library, line = row["name"], row["library"] or "", row["line_number"]
    names = {name, f"{name} ({library})", f"{name} (in {library})",
             name.replace("+0x", "[+") + "]", f"[{library}]"}
    if row["pathname"]:
        names |= {f"{name} ({row['pathname']}:{line})", f"{name} {row['pathname']}:{line}"}
    for word, suffix in (("kernel", "k"), ("JIT", "j"), ("inlined", "i"), ("interpreted", "0"),
                         ("C1", "1")):
        if library == word:
            names.add(f"{name}_[{suffix}]")
    return frozenset(names)


def merge(threads):
    whole = new_sums()
    for thread in threads:
        whole["total"] += thread["total"]
        for part in "leaf", "inclusive":
            for name, weight in thread[part].items():
                whole[part][name] += weight
    return whole


def is_same(value, expected, scale):
    """The tables of other units have six decimals."""
    return abs(value - Fraction(str(expected)) * scale) <= Fraction(scale, 10**6)


def compare(place, sums, table, scale=1):
    """Yields what differs from a table with a total and two lists."""
    total = table.get("weight", table.get("weight_us", table.get("total")))
    if not is_same(sums["total"], total, scale):
        yield f"{place}: total {float(sums['total'])}, expected {total * scale}"
    for part in "leaf", "inclusive":
        for name, weight in table[part]:
            found = sums[part].get(name)
            if found is None or not is_same(found, weight, scale):
                yield (f"{place}: {part} of “{name}” is {float(found) if found else found}, "
                       f"expected {weight * scale}")



def check_threads(tracedump, path, table):
    """Tables by event and thread. A thread that was renamed has several."""
    by_event = defaultdict(list)
    for thread in table["threads"]:
        by_event[thread.get("event")].append(thread)
    for event, expected in by_event.items():
        # Time off the processor is the weight of switches, not their number.
        if event == "sched:sched_switch":
            continue
        found = add_up(tracedump, path, event)
        ids = [str(thread["tid"]) for thread in expected]
        for thread in expected:
            name = thread.get("name") or thread.get("comm")
            place = f"{os.path.basename(path)}, {event}, thread {thread['tid']} {name}"
            mine = [sums for (tid, its_name), sums in found.items()
                    if (str(tid) == str(thread["tid"]) or thread["tid"] is None)
                    and (its_name == name or ids.count(str(thread["tid"])) == 1)]
            if ids.count(str(thread["tid"])) > 1:
                continue
            if mine:
                yield from compare(place, merge(mine), thread)
            elif thread["weight"]:
                yield f"{place}: no such thread"
        total = sum(sums["total"] for sums in found.values())
        if total != sum(thread["weight"] for thread in expected):
            yield f"{os.path.basename(path)}, {event}: total {float(total)}"


UNITS = {"none": 1, "bytes": 1, "nanoseconds": 1, "microseconds": 10**3, "milliseconds": 10**6,
         "seconds": 10**9}


def check_profiles(tracedump, path, table):
    """Tables of speedscope: a profile is a thread, or the whole file."""
    profiles = table.get("profiles", [])
    found = add_up(tracedump, path, None)
    for profile in profiles:
        mine = list(found.values()) if len(profiles) == 1 else [
            sums for (_, name), sums in found.items() if name == profile["name"]]
        yield from compare(f"{os.path.basename(path)}, {profile['name']}", merge(mine), profile,
                           UNITS[profile["unit"]])


def check_whole(tracedump, path, table):
    yield from compare(os.path.basename(path),
                       merge(add_up(tracedump, path, None).values()), table, 1000)


PPROF_UNITS = {"": 1, "ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "mins": 60 * 10**9,
               "hrs": 3600 * 10**9, "B": 1, "kB": 2**10, "MB": 2**20, "GB": 2**30}


def is_rounded(text, value):
    """Whether pprof would write a value so."""
    number, unit = re.fullmatch(r"(-?[\d.]+)(\w*)", text).groups()
    digits = len(number.partition(".")[2])
    return abs(Fraction(number) - value / PPROF_UNITS[unit]) <= Fraction(51, 100) / 10**digits


def check_pprof(tracedump, path, table):
    for title, lines in table["top"].items():
        event, by = title.rsplit(" ", 1)
        sums = merge(add_up(tracedump, path, event).values())
        place = f"{os.path.basename(path)}, {title}"
        total = next(line for line in lines if " total" in line).split()[-2]
        if not is_rounded(total, sums["total"]):
            yield f"{place}: total {float(sums['total'])}, expected {total}"
        rows = lines[lines.index("flat  flat%   sum%        cum   cum%") + 1:]
        for row in rows[:10]:
            flat, _, _, cum, _, name = row.split(None, 5)
            name = name.removesuffix(" (inline)").removesuffix(" (partial-inline)")
            value = sums["leaf" if by == "flat" else "inclusive"].get(name, Fraction(0))
            if not is_rounded(flat if by == "flat" else cum, value):
                yield f"{place}: “{name}” is {float(value)}, expected in {row}"


def check_slices(tracedump, path, table):
    """A profile of events is a thread with calls. Frames of a name may be one or several in
    the table."""
    found = query(tracedump, path, None, "SELECT tid, name FROM thread")
    for profile in table["profiles"]:
        chosen = [f"--thread={row['tid']}" for row in found if row["name"] == profile["name"]]
        rows = json.loads(run(tracedump, "methods", "--format=json", *chosen[:1],
                              path).stdout)["methods"]
        scale = UNITS[profile["unit"]]
        for part, member in ("leaf", "exclusive_"), ("inclusive", "inclusive_"):
            for name, weight in profile[part]:
                values = [value for row in rows if names_of(
                    {"name": row["method"], "pathname": row["file"], "library": None,
                     "line_number": row["line"]}) & {name, name.partition(" (")[0]}
                          for clock in ("cpu", "wall") for key, value in row.get(clock, {}).items()
                          if re.fullmatch(member + "(ns|count|bytes)", key)]
                if not any(is_same(value, weight, scale) for value in values + [sum(values)]):
                    yield (f"{os.path.basename(path)}, {profile['name']}: {part} of “{name}” is "
                           f"{values}, expected {weight * scale}")


def check_file(tracedump, path, table, kind):
    info = run(tracedump, "info", "--format=json", path)
    if info.returncode != 0:
        # The formats of old are named, with what converts them.
        if "pprof" in info.stderr and os.path.basename(path).startswith(("legacy-", "go.", "cpp")):
            return
        if os.path.getsize(path) > 0 and "error" not in table:
            yield f"{os.path.basename(path)}: {info.stderr.strip()}"
        return
    facts = json.loads(info.stdout)
    if "error" in table or os.path.basename(path) in OTHER_RULES:
        return
    if "events" not in facts:
        if kind == "speedscope":
            yield from check_slices(tracedump, path, table)
    elif kind == "pprof":
        yield from check_pprof(tracedump, path, table)
    elif kind == "speedscope":
        yield from check_profiles(tracedump, path, table)
    elif "threads" in table:
        yield from check_threads(tracedump, path, table)
    else:
        yield from check_whole(tracedump, path, table)


def check_folder(tracedump, folder, kind):
    with open(os.path.join(folder, "EXPECTED.json"), encoding="utf-8") as file:
        tables = json.load(file)
    names = {name for name in os.listdir(folder) if not NO_TABLES.fullmatch(name)}
    for name in sorted(names ^ set(tables)):
        yield f"{name}: {'no table' if name in names else 'no file'}"
    for name in sorted(names & set(tables)):
        try:
            yield from check_file(tracedump, os.path.join(folder, name), tables[name][kind], kind)
        except Failure as failure:
            yield f"{name}: {failure}"


def check_sentences(tracedump, folder):
    """A file of another format is read, or refused with one sentence."""
    for name in sorted(os.listdir(folder)):
        if NO_TABLES.fullmatch(name):
            continue
        result = run(tracedump, "info", os.path.join(folder, name))
        lines = result.stderr.splitlines()
        if (result.returncode not in (0, 1) or (result.returncode == 1 and len(lines) != 1)
                or any(not line.startswith("tracedump: ") for line in lines)):
            yield f"{name}: ended with {result.returncode}: {result.stderr.strip()}"


def check_folders(tracedump, other):
    for name in sorted(os.listdir(other)):
        folder = os.path.join(other, name)
        if name in FORMATS:
            yield from check_folder(tracedump, folder, FORMATS[name])
        elif os.path.isdir(folder):
            yield from check_sentences(tracedump, folder)


def main(tracedump):
    other = os.path.join(os.environ["TRACEVIEW_TRACES"], "other")
    if not os.path.isdir(other):
        print(f"no folder {other}")
        return SKIPPED
    failures = list(check_folders(tracedump, other))
    print("\n".join(failures))
    return len(failures) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
