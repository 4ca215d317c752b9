#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random statements have one answer, whether they ask the tables of a trace or copies of them.

random_sql.py PROGRAM WRITE-TRACE [STATEMENTS [SEED]]: SQLite decides all conditions, joins and orders on a copy;
on the tables of a trace, the cursor decides what it can. Statements know the columns of every table and the arguments
of every function, so that at least two thirds of them run. Halves of statements must do no harm.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# A report of a sanitizer ends the program with 1 by itself, as a mistake in a statement does.
ENVIRONMENT = {**os.environ, **{name: os.environ.get(name, "") + ":exitcode=99:halt_on_error=1"
                                for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS")}}
# Times of one partition that do not overlap, as a span join wants them.
SPANS = {"top": "SELECT ts, dur, utid, name FROM thread_slice WHERE depth = 0",
         "low": "SELECT ts, dur, utid, depth FROM thread_slice WHERE depth = 2",
         "off": "SELECT ts, dur, utid, call_id FROM wait"}
# With the kinds of their arguments: Columns, Texts, Numbers
FUNCTIONS = {"abs": "N", "coalesce": "CCT", "ifnull": "CN", "nullif": "CC", "iif": "CCC", "instr": "CT", "length": "C",
             "lower": "C", "upper": "C", "substr": "CNN", "trim": "C", "round": "N", "typeof": "C", "hex": "C",
             "quote": "C", "min": "CC", "max": "CN", "printf": "TCC", "replace": "CTT", "unicode": "C", "sign": "N",
             "regexp": "RC", "regexp_extract": "CR", "extract_arg": "NK", "slice_is_ancestor": "II", "hash": "CCC",
             "trace_start": "", "trace_end": "", "trace_dur": "", "time_from_ns": "S", "time_from_us": "S",
             "time_from_ms": "S", "time_from_s": "S", "time_from_min": "S", "time_from_hours": "S",
             "time_from_days": "S", "time_to_ns": "N", "time_to_us": "N", "time_to_ms": "N", "time_to_s": "N",
             "time_to_min": "N", "time_to_hours": "N", "time_to_days": "N"}
AGGREGATES = ["count(*)", "count({0})", "sum({1})", "total({1})", "min({0})", "max({0})", "avg({1} % 1000)",
              "count(DISTINCT {0})", "percentile({1}, 90)", "percentile({1}, 0)"]
# Hidden columns that are no arguments
HIDDEN = {"pathname", "category", "track_id", "_end_ts", "stack_id", "parent_stack_id"}
# What tables of functions are called with, and columns of theirs.
CALLS = {"ancestor_slice({0})": ["id", "name", "depth"], "descendant_slice({0})": ["id", "dur", "name"],
         "_slice_ancestor_and_self({0})": ["id", "parent_id"], "_slice_descendant_and_self({0})": ["id", "ts"],
         "flamegraph({1}, {2})": ["_tree_id", "name", "calls", "cumulative_value", "x_start"],
         "experimental_flat_slice({0}, {0} + 90000)": ["ts", "dur", "track_id", "name"],
         "ancestor_slice_by_stack((SELECT stack_id FROM slice_with_stack_id WHERE id = {0}))": ["id", "depth"],
         "descendant_slice_by_stack((SELECT stack_id FROM slice_with_stack_id WHERE id = {0}))": ["id", "name"]}


class Maker:
    def __init__(self, seed, tables):
        self.random = random.Random(seed)
        self.tables = tables
        self.likely = [name for name in ("slice", "call", "thread_slice", "thread", "method") for _ in range(5)]

    def one(self, *choices):
        return self.random.choice(choices)

    def table(self):
        return self.one(*self.tables, *self.likely)

    def column(self, alias, table):
        return f"{alias}.{self.one(*self.tables[table]['columns'])}"

    def number(self):
        r = self.random
        return self.one("NULL", "'x'", "'7'", "1.5", "-1", "0", "1", "1e300", "-9223372036854775808",
                        "9223372036854775807", "x'41'", *(str(r.randrange(8)) for _ in range(9)),
                        *(str(r.randrange(1500)) for _ in range(5)),
                        *(f"(SELECT ts FROM slice WHERE id = {r.randrange(1500)})" for _ in range(5)),
                        str(r.randrange(10 ** r.randrange(1, 9))), f"{r.random() * 3000}")

    def text(self):
        return self.one("NULL", "'%a%'", "'*a*'", "'a'", "5", "'%_.%'", "'[a-c]*'", "'main'", "''", "'*: ()V'", "x'41'")

    def argument(self, kind, alias, table):
        r = self.random
        return {"C": lambda: self.column(alias, table), "T": self.text, "N": lambda: f"({self.number()}) % 100000",
                "S": lambda: str(r.randrange(-99, 9999)), "I": lambda: str(r.randrange(900)),
                "R": lambda: self.one("'a'", "'^.o'", "'(x|y)'", "'V$'", "''", "NULL"),
                "K": lambda: self.one("'pathname'", "'line_number'", "'x'", "NULL")}[kind]()

    def call(self, alias, table):
        name = self.one(*FUNCTIONS)
        return f"{name}({', '.join(self.argument(kind, alias, table) for kind in FUNCTIONS[name])})"

    def expression(self, alias, table):
        column = self.column(alias, table)
        return self.one(column, column, self.call(alias, table), self.call(alias, table), f"{column} + 1",
                        f"{column} || 'x'", f"CAST({column} AS {self.one('TEXT', 'INTEGER', 'REAL')})",
                        f"CASE WHEN {self.condition(alias, table)} THEN {column} ELSE {self.number()} END",
                        f"(SELECT count(*) FROM @slice q WHERE q.parent_id IS {column} AND q.id < 99)")

    def condition(self, alias, table):
        r = self.random
        name = self.column(alias, table)
        if r.randrange(9) == 0:
            name = self.call(alias, table)
        if name.split(".")[1:] and name.split(".")[1] in self.tables[table]["texts"]:
            return self.one(f"{name} {self.one('=', '!=', '>', 'LIKE', 'GLOB', 'IS')} {self.text()}",
                            f"{name} REGEXP '{self.one('a', '^.o', 'x|y', 'V$')}'",
                            f"{name} IN ('a', {self.text()})", f"{name} IS NOT NULL")
        other = self.column(alias, table)
        key = self.tables[table]["columns"][0]
        return self.one(f"{name} {self.one('=', '<', '<=', '>', '>=', '!=', 'IS', 'IS NOT')} {self.number()}",
                        f"{name} BETWEEN {self.number()} AND {self.number()}",
                        f"{name} IN ({self.number()}, {self.number()})", f"{name} IS {self.one('', 'NOT ')}NULL",
                        f"{name} {self.one('=', '<', '>=')} {other}",
                        f"{name} {self.one('<', '>')} (SELECT s.dur FROM slice s WHERE s.id = {alias}.{key} + 1)",
                        f"{self.one('', 'NOT ')}EXISTS (SELECT 1 FROM @slice q WHERE q.id = {name} AND q.depth > 1)")

    def where(self, *tables):
        conditions = [self.condition(*self.one(*tables)) for _ in range(self.random.randrange(4))]
        return " WHERE " + self.one(" AND ", " AND ", " OR ").join(conditions) if conditions else ""

    def order(self, table, n):
        """Rows of one order: by the key, where there is one, or by all that is shown."""
        if self.tables[table]["has_key"] and self.random.randrange(2):
            return f"a.{self.tables[table]['columns'][0]} {self.one('', 'DESC')}"
        return ", ".join(f"{i + 1} {self.one('', 'DESC')}" for i in range(n))

    def all_rows(self, table):
        columns = self.tables[table]["columns"]
        return (f"SELECT {', '.join(f'a.{name}' for name in columns)} FROM @{table} a{self.where(('a', table))}"
                f" ORDER BY {self.order(table, len(columns))}")

    def expressions(self, table):
        n = 1 + self.random.randrange(3)
        columns = ", ".join(f"{self.expression('a', table)} AS c{i}" for i in range(n))
        return f"SELECT {columns} FROM @{table} a{self.where(('a', table))} ORDER BY {self.order(table, n)}"

    def first_rows(self, table):
        # Of rows with one number any may come, but the numbers are the same.
        column = self.column("a", table)
        return (f"SELECT {column} FROM @{table} a{self.where(('a', table))} ORDER BY {column} {self.one('', 'DESC')}"
                f" LIMIT {self.random.randrange(-1, 9)} {self.one('', 'OFFSET 2')}")

    def groups(self, table):
        one, other, number = (self.column("a", table) for _ in range(3))
        sums = self.one(*AGGREGATES).format(other, number)
        return (f"SELECT {one}, {other}, count(*), {sums} FROM @{table} a{self.where(('a', table))}"
                f" GROUP BY {self.one('1, 2', '2, 1')}{self.one('', ' HAVING count(*) > 1')} ORDER BY"
                f" {self.one('', '3 DESC, ', '1 DESC, ')}1, 2 {self.one('', 'DESC')}")

    def join(self, table):
        return (f"SELECT s.id, p.id FROM @slice s {self.one('', 'LEFT ')}JOIN @call p ON"
                f" s.parent_id = p.id AND {self.condition(*self.one(('s', 'slice'), ('p', 'call')))}"
                f"{self.where(('s', 'slice'), ('p', 'call'))} ORDER BY 1, 2 LIMIT 50")

    def join_any(self, table):
        other = self.table()
        return (f"SELECT {self.column('a', table)}, {self.column('b', other)}, count(*) FROM @{table} a"
                f" {self.one('JOIN', 'LEFT JOIN', 'CROSS JOIN')} @{other} b ON {self.column('a', table)} ="
                f" {self.column('b', other)} AND a.{self.tables[table]['columns'][0]} < 40"
                f"{self.where(('a', table), ('b', other))} GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 99")

    def threads(self, table):
        return ("SELECT DISTINCT t.tid, s.name FROM @slice s JOIN @thread t ON t.utid = s.track_id + 1"
                f"{self.where(('s', 'slice'), ('t', 'thread'))} ORDER BY 1, 2")

    def table_function(self, table):
        call = self.one(*CALLS)
        arguments = (str(self.random.randrange(900)), self.one("'TOP_DOWN'", "'BOTTOM_UP'", "'PIVOT'", "NULL", "'x'"),
                     self.one("'a'", "NULL", "'nomatch'", "'('", "'*'"))
        columns = CALLS[call]
        if self.random.randrange(3) == 0 and "{1}" not in call and "by_stack" not in call:
            return (f"SELECT a.id, r.{self.one(*columns)} FROM @slice a JOIN {call.format('a.id')} r WHERE a.id < 60 AND"
                    f" {self.condition('a', 'slice')} ORDER BY 1, 2 LIMIT 99")
        return (f"SELECT r.{', r.'.join(columns)} FROM {call.format(*arguments)} r LEFT JOIN @slice a ON a.id ="
                f" r.{columns[0]}{self.where(('a', 'slice'))} ORDER BY {', '.join(str(i + 1) for i in range(len(columns)))}")

    def window(self, table):
        column, number = self.column("a", table), self.column("a", table)
        columns = self.tables[table]["columns"]
        over = f"PARTITION BY {column} ORDER BY {', '.join(f'a.{name}' for name in columns)}"
        return (f"SELECT {column}, {number}, {self.one('row_number()', 'rank()', f'lag({number})', f'total({number})')}"
                f" OVER ({over}) FROM @{table} a{self.where(('a', table))} ORDER BY 1, 2, 3")

    def compound(self, table):
        other = self.table()
        return (f"SELECT {self.column('a', table)} FROM @{table} a{self.where(('a', table))}"
                f" {self.one('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT')} SELECT {self.column('b', other)}"
                f" FROM @{other} b{self.where(('b', other))} ORDER BY 1")

    def spans(self, table):
        one, other = self.random.sample(sorted(SPANS), 2)
        partition = self.one(" PARTITIONED utid", " PARTITIONED utid", " PARTITIONED utid", "")
        return (f"DROP TABLE IF EXISTS spans; CREATE VIRTUAL TABLE spans USING"
                f" SPAN_{self.one('', 'LEFT_', 'OUTER_')}JOIN(@{one}{partition}, @{other}{partition});"
                f" SELECT * FROM spans ORDER BY utid, ts")

    def created(self, table):
        kind = self.one("TABLE", "VIEW")
        return (f"CREATE OR REPLACE PERFETTO {kind} made_{kind} AS {self.expressions(table)};"
                f" SELECT c0 FROM made_{kind} ORDER BY c0")

    def function(self, table):
        return (f"CREATE OR REPLACE PERFETTO FUNCTION f(x {self.one('LONG', 'STRING')}) RETURNS LONG AS SELECT"
                f" {self.expression('a', table)} FROM @{table} a WHERE {self.column('a', table)} = $x"
                f" ORDER BY {', '.join(f'a.{name}' for name in self.tables[table]['columns'])} LIMIT 1;"
                f" SELECT a.id, f({self.column('a', 'slice')}) FROM @slice a WHERE a.id < 30 ORDER BY a.id")

    def macro(self, table):
        return (f"CREATE OR REPLACE PERFETTO MACRO m(x Expr, t TableOrSubquery) RETURNS TableOrSubquery AS"
                f" (SELECT * FROM $t AS a WHERE {self.one('NOT ', '')}$x); SELECT count(*) FROM"
                f" m!({self.condition('a', table)}, @{table})")

    def statement(self):
        """With `@` before the name of each table, and a result of one order."""
        make = self.one(self.all_rows, self.expressions, self.expressions, self.first_rows, self.groups, self.groups,
                        self.join, self.join_any, self.threads, self.table_function, self.window, self.compound,
                        self.spans, self.created, self.function, self.macro)
        return make(self.table())

    def broken(self, statement):
        """What is cut off, or has a word too many, is refused or answered."""
        words = statement.replace("@", "").split()
        at = self.random.randrange(len(words))
        words[at:at + self.random.randrange(2)] = self.one([], ["!("], ["perfetto"], ["create perfetto macro"], ["'"],
                                                           ["slice!("], ["/*"], [";"])
        return " ".join(words) + "\n;'\n;\"\n;*/\n"


def ask(program, trace, script):
    """What the shell writes, errors in their places."""
    done = subprocess.run([program, "shell", "--format=jsonl", trace], input=script.encode(), env=ENVIRONMENT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3600)
    text = done.stdout.decode()
    assert done.returncode in (0, 1), f"ends with {done.returncode}: {text[-3000:]}"
    return text


def ask_rows(program, trace, script):
    return [json.loads(line) for line in ask(program, trace, script).splitlines() if line.startswith("{")]


def read_tables(program, trace):
    """The tables that are no functions, with what columns they have, and whether the first of them is a key."""
    tables = {}
    for row in ask_rows(program, trace, "SELECT t.name AS t, x.name AS c, x.type, x.hidden FROM pragma_table_list t,"
                        " pragma_table_xinfo(t.name) x WHERE t.schema = 'main' AND t.name NOT GLOB 'sqlite_*'"
                        " ORDER BY t.name, x.cid;"):
        table = tables.setdefault(row["t"], {"columns": [], "texts": set(), "hidden": []})
        if row["hidden"]:
            table["hidden"].append(row["c"])
        table["columns"].append(row["c"])
        if row["type"] == "TEXT":
            table["texts"].add(row["c"])
    # Other hidden columns are arguments of functions.
    tables = {name: table for name, table in tables.items() if set(table["hidden"]) <= HIDDEN}
    for name, table in tables.items():
        key = table["columns"][0]
        row, = ask_rows(program, trace, f"SELECT count(*) AS n, count(DISTINCT {key}) AS keys FROM {name};")
        table["has_key"] = row["n"] == row["keys"]
    return tables


def make_script(tables, statements):
    script = ""
    for name, table in tables.items():
        script += f"CREATE TABLE copy_{name} AS SELECT {', '.join(['*', *table['hidden']])} FROM {name};\n"
    for name, query in SPANS.items():
        script += f"CREATE VIEW {name} AS {query};\n"
        query = query.replace("FROM ", "FROM copy_")
        script += f"CREATE TABLE copy_{name} AS {query};\n"
    for i, statement in enumerate(statements):
        for prefix in "", "copy_":
            script += f"SELECT 'mark {i}' AS mark;\n{statement.replace('@', prefix)};\n"
    return script


def compare(statements, out):
    """Returns how many of the statements ran, and how many rows they gave."""
    before, *parts = out.split('{"mark":"mark ')
    assert "tracedump: SQL" not in before, before
    assert len(parts) == 2 * len(statements), len(parts)
    ran, rows = 0, 0
    for statement, ours, theirs in zip(statements, parts[::2], parts[1::2]):
        failed = ["tracedump: " in part for part in (ours, theirs)]
        if any(failed):
            # Where a mistake is in a value, one may not need the value.
            continue
        assert ours == theirs, f"{statement}\ngives\n{ours[:2000]}\nand not\n{theirs[:2000]}"
        ran += 1
        rows += ours.count("\n") - 1
    return ran, rows


def main():
    program, write_trace = sys.argv[1:3]
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "random.trace"
        subprocess.run([write_trace, "--version=3", "--clock=dual", "--events=1500", "--threads=4",
                        "--methods=60", "--broken=5", "--recursion=20", "--waits=5", "--seed=5", trace], check=True)
        tables = read_tables(program, trace)
        maker = Maker(int(sys.argv[4]) if len(sys.argv) > 4 else 1, tables)
        statements = [maker.statement() for _ in range(n)]
        out = ask(program, trace, make_script(tables, statements))
        ran, rows = compare(statements, out)
        print(n, "statements,", ran, "ran,", rows, "rows")
        if os.environ.get("RANDOM_SQL_ERRORS"):
            for statement, part in zip(statements, out.split('{"mark":"mark ')[1::2]):
                for line in part.splitlines():
                    if line.startswith("tracedump: "):
                        print(line, statement, sep="\n  ")
        assert 3 * ran >= 2 * n and rows > 2 * n, (ran, rows)
        ask(program, trace, "".join(maker.broken(statement) for statement in statements))


if __name__ == "__main__":
    main()
