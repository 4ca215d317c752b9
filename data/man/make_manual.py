#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual page of tracedump: make_manual.py TRACEDUMP TEMPLATE VERSION OUTPUT

The template has what only a person can say. Its commands and their options are what the
program's own help says, so that the page has all of them and no others.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

COMMAND = re.compile(r"  ([a-z][a-z-]*) +(\S.*)")
OPTION = re.compile(r"  ((?:-\w, )?--[\w-]+)(=\S+)? +(\S.*)")
# Options that so many commands have are told once.
SHARED_BY = 3


def read_help(program, *arguments):
    done = subprocess.run([program, *arguments, "--help"], check=True, text=True,
                          encoding="utf-8", stdout=subprocess.PIPE,
                          env={**os.environ, "LC_ALL": "C.UTF-8",
                               "LANGUAGE": "", "COLUMNS": "0"})
    return done.stdout


def list_commands(program):
    text = read_help(program).partition("Commands:\n")[2].partition("\n\n")[0]
    return [match.groups() for match in map(COMMAND.fullmatch, text.splitlines()) if match]


def list_options(text):
    """(name, value, description) of each option; the value has its sign."""
    return [(match[1], match[2] or "", match[3])
            for match in map(OPTION.fullmatch, text.splitlines()) if match]


def get_arguments(text, command):
    """What follows [OPTION…] in the usage."""
    usage = re.search(rf"^  tracedump {command} \[OPTION…\] ?(.*)$", text, re.M)
    return usage[1] if usage else ""


def get_summary(text):
    """The paragraphs between the usage and the options."""
    return text.partition("\n\n")[2].partition("\n\nOptions:")[0]


def escape(text):
    """Text as troff shows it as it is."""
    text = text.replace("\\", "\\(rs").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith(".") else text


def write_option(name, value):
    names = ", ".join(f"\\fB{escape(one)}\\fR" for one in name.split(", "))
    return names + (f"=\\fI{escape(value[1:])}\\fR" if value else "")


def make_command(command, title, text, shared):
    options = list_options(text)
    usage = f"tracedump {command} [OPTION…] {get_arguments(text, command)}".rstrip()
    lines = [f".SS {escape(usage)}", escape(" ".join(get_summary(text).split()) or title)]
    for name, value, description in options:
        if (name, description) not in shared:
            lines += [".TP", write_option(name, value), escape(description)]
    common = [write_option(name.rpartition(" ")[2], value)
              for name, value, description in options if (name, description) in shared]
    return lines + [".PP", "Also: " + ", ".join(common) + "."]


def main():
    program, template, version, output = sys.argv[1:]
    commands = [(name, title, read_help(program, name))
                for name, title in list_commands(program)]
    counts = Counter((name, description) for _, _, text in commands
                     for name, _, description in list_options(text))
    shared = [key for key, count in counts.items() if count >= SHARED_BY]
    described = [line for command in commands for line in make_command(*command, shared)]
    told = [line for name, description in shared
            for line in (".TP", write_option(name, ""), escape(description))]
    page = Path(template).read_text(encoding="utf-8")
    for place, text in (("@VERSION@", version), ("@COMMANDS@", "\n".join(described)),
                        ("@SHARED@", "\n".join(told))):
        page = page.replace(place, text)
    Path(output).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
