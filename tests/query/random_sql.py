#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random statements have one answer, whether they ask the tables of a trace or copies of them.

random_sql.py PROGRAM WRITE-TRACE [STATEMENTS [SEED]]: SQLite decides all conditions, joins and orders on a copy;
on the tables of a trace, the cursor decides what it can. Halves of statements must do no harm.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

TABLES = {
    "slice": ["id", "ts", "dur", "track_id", "depth", "parent_id", "arg_set_id", "thread_ts",
              "thread_dur", "is_open", "name", "category", "pathname"],
    "call": ["id", "utid", "number", "method_id", "parent_id", "depth", "self_dur", "cpu_self",
             "is_recursive", "exit_lost", "name", "wall_dur", "pathname"],
    "thread_slice": ["id", "ts", "dur", "utid", "tid", "thread_name", "is_main_thread", "name",
                     "parent_id", "depth"],
    "thread": ["utid", "tid", "name", "start_ts", "is_main_thread", "calls"],
    "method": ["id", "file_id", "name", "class", "calls", "wall_exclusive", "is_named"],
}
# A report of a sanitizer ends the program with 1 by itself, as a mistake in a statement does.
ENVIRONMENT = {**os.environ, **{name: os.environ.get(name, "") + ":exitcode=99:halt_on_error=1"
                                for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS")}}
TEXTS = {"name", "category", "pathname", "thread_name", "class"}
HIDDEN = {"slice": ", pathname", "call": ", pathname"}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, *choices):
        return self.random.choice(choices)

    def number(self):
        r = self.random
        return self.one("NULL", "'x'", "'7'", "1.5", "-1", "0", "1", "1e300", "-9223372036854775808",
                        "9223372036854775807", "x'41'", *(str(r.randrange(8)) for _ in range(9)),
                        *(str(r.randrange(1500)) for _ in range(5)),
                        *(f"(SELECT ts FROM slice WHERE id = {r.randrange(1500)})" for _ in range(5)),
                        str(r.randrange(10 ** r.randrange(1, 9))), f"{r.random() * 3000}")

    def text(self):
        return self.one("NULL", "'%a%'", "'*a*'", "'a'", "5", "'%_.%'", "'[a-c]*'", "'main'", "''",
                        "'*: ()V'", "x'41'")

    def condition(self, alias, table):
        column = self.one(*TABLES[table])
        name = f"{alias}.{column}"
        if column in TEXTS:
            return self.one(f"{name} {self.one('=', '!=', '>', 'LIKE', 'GLOB', 'IS')} {self.text()}",
                            f"{name} REGEXP '{self.one('a', '^.o', 'x|y', 'V$')}'",
                            f"{name} IN ('a', {self.text()})", f"{name} IS NOT NULL")
        return self.one(f"{name} {self.one('=', '<', '<=', '>', '>=', '!=', 'IS', 'IS NOT')} {self.number()}",
                        f"{name} BETWEEN {self.number()} AND {self.number()}",
                        f"{name} IN ({self.number()}, {self.number()})",
                        f"{name} IS {self.one('', 'NOT ')}NULL",
                        f"{name} {self.one('=', '<', '>=')} {alias}.{self.one(*TABLES[table])}",
                        f"{name} {self.one('<', '>')} (SELECT s.{column if column in TABLES['slice'] else 'dur'}"
                        f" FROM slice s WHERE s.id = {alias}.{TABLES[table][0]} + 1)")

    def where(self, *tables):
        conditions = [self.condition(*self.one(*tables)) for _ in range(self.random.randrange(4))]
        if not conditions:
            return ""
        return " WHERE " + self.one(" AND ", " AND ", " OR ").join(conditions)

    def statement(self):
        """With `@` before the name of each table, and a result of one order."""
        table = self.one(*TABLES)
        key = TABLES[table][0]
        kind = self.random.randrange(6)
        column = self.one(*TABLES[table])
        if kind == 0:
            columns = ", ".join(f"a.{name}" for name in TABLES[table])
            return (f"SELECT {columns if table in HIDDEN else 'a.*'} FROM @{table} a"
                    f"{self.where(('a', table))} ORDER BY {key}")
        if kind == 1:
            # Of rows with one number any may come, but the numbers are the same.
            return (f"SELECT {column} FROM @{table} a{self.where(('a', table))} ORDER BY {column}"
                    f" {self.one('', 'DESC')} LIMIT {self.random.randrange(-1, 9)}"
                    f" {self.one('', 'OFFSET 2')}")
        if kind == 2:
            other = self.one(column, *TABLES[table])
            return (f"SELECT {column}, {other}, count(*), sum({key}) FROM @{table} a"
                    f"{self.where(('a', table))} GROUP BY {self.one('1, 2', '2, 1')} ORDER BY"
                    f" {self.one('', '3 DESC, ', '1 DESC, ')}1, 2 {self.one('', 'DESC')}")
        if kind == 3:
            return (f"SELECT s.id, p.id FROM @slice s {self.one('', 'LEFT ')}JOIN @call p ON"
                    f" s.parent_id = p.id AND {self.condition(*self.one(('s', 'slice'), ('p', 'call')))}"
                    f"{self.where(('s', 'slice'), ('p', 'call'))} ORDER BY 1, 2 LIMIT 50")
        if kind == 4:
            return (f"SELECT {column}, {key} FROM @{table} a{self.where(('a', table))} ORDER BY"
                    f" {column} {self.one('', 'DESC')}, {self.one(*TABLES[table])}, 2")
        return (f"SELECT DISTINCT t.tid, s.name FROM @slice s JOIN @thread t ON t.utid ="
                f" s.track_id + 1{self.where(('s', 'slice'), ('t', 'thread'))} ORDER BY 1, 2")


def ask(program, trace, script):
    done = subprocess.run([program, "shell", "--format=jsonl", trace], input=script.encode(), env=ENVIRONMENT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    assert done.returncode in (0, 1), f"ends with {done.returncode}: {done.stderr.decode()[-3000:]}"
    return done.stdout.decode(), done.stderr.decode()


def main():
    program, write_trace = sys.argv[1:3]
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 1500
    maker = Maker(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "random.trace"
        subprocess.run([write_trace, "--version=3", "--clock=dual", "--events=3000", "--threads=4",
                        "--methods=60", "--broken=5", "--recursion=20", "--seed=5", trace], check=True)
        statements = [maker.statement() for _ in range(n)]
        script = "".join(f"CREATE TABLE copy_{table} AS SELECT *{HIDDEN.get(table, '')} FROM {table};\n"
                         for table in TABLES)
        for i, statement in enumerate(statements):
            for prefix in "", "copy_":
                script += f"SELECT 'mark {i}' AS mark;\n{statement.replace('@', prefix)};\n"
        out, err = ask(program, trace, script)
        err = [line for line in err.splitlines() if "warning: " not in line]
        assert not err, err
        parts = out.split('{"mark":"mark ')[1:]
        assert len(parts) == 2 * n, len(parts)
        rows = 0
        for statement, ours, theirs in zip(statements, parts[::2], parts[1::2]):
            assert ours == theirs, f"{statement}\ngives\n{ours[:2000]}\nand not\n{theirs[:2000]}"
            rows += ours.count("\n") - 1
        assert rows > 2 * n, rows
        # What is cut off, or has a word too many, is refused or answered.
        broken = []
        for statement in statements:
            words = statement.replace("@", "").split()
            at = maker.random.randrange(len(words))
            words[at:at + maker.random.randrange(2)] = maker.one(
                [], ["!("], ["perfetto"], ["create perfetto macro"], ["'"], ["slice!("], ["/*"], [";"])
            broken.append(" ".join(words) + "\n;'\n;\"\n;*/\n")
        ask(program, trace, "".join(broken))
        print(n, "statements,", rows, "rows")


if __name__ == "__main__":
    main()
