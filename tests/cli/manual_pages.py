#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual pages and completions have every command and option of the help.

manual_pages.py PROGRAM PAGE COMPLETIONS: the program's help is held against the page, as
man(1) shows it, and against what the completions of bash, zsh and fish in a folder offer. Tools
that are not installed are named, and what they would have checked is left out.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "COLUMNS": "0",
               "MANWIDTH": "200", "MAN_KEEP_FORMATTING": ""}
OPTION = re.compile(r"^  (?:-(\w), )?--([\w-]+)(=\S+)?", re.M)
COMMAND = re.compile(r"^  ([a-z][a-z-]*)  +\S", re.M)

# Prints what is offered for the words that it is given, of which the last is completed.
BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$NAME" "$1"
printf '%s\\n' "${COMPREPLY[@]}"
"""

# The same for zsh, whose completion tells _arguments and _describe what there is.
ZSH = """
file=$1; shift
words=("$@"); CURRENT=$#
_describe() { print -l -- ${(P)4} }
_arguments() { print -l -- "$@" }
complete_it() { source $file }
complete_it
"""

# The same for fish, which is asked for what it would offer.
FISH = """
source $argv[2]; complete -C "$argv[3..]"
"""


def run(*command, **environment):
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8",
                          env={**ENVIRONMENT, **environment}, stdin=subprocess.DEVNULL)
    return done.stdout, done.stderr, done.returncode


def read_help(program, *command):
    out, err, status = run(program, *command, "--help")
    assert status == 0 and not err, f"{command}: {err}"
    return out


def check_page(page, wanted):
    """What man shows has all that is wanted, and nothing is wrong with the page."""
    if not shutil.which("man"):
        print("man is not installed: the page is not checked")
        return []
    out, err, status = run("man", "--warnings", "-l", page)
    findings = [f"{page}: {line}" for line in err.splitlines()]
    if status != 0:
        findings.append(f"{page}: man ends with {status}")
    shown = re.sub(".\b", "", out)
    findings += [f"{page}: does not tell of {word}" for word in sorted(wanted)
                 if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown)]
    if shutil.which("mandoc"):
        out, _, _ = run("mandoc", "-Tlint", "-Wwarning", page)
        findings += out.splitlines()
    else:
        print("mandoc is not installed: it does not look at the page")
    return findings


def check_offers(shell, script, program, words, wanted, file, name):
    if not shutil.which(shell):
        print(f"{shell} is not installed: its completion is not checked")
        return []
    out, err, _ = run(shell, "-c", script, shell, str(file), program, *words, NAME=name)
    offered = set()
    for line in out.splitlines():
        match = re.search(r"^\*?(?:\([^)]*\))?(-{0,2}[\w-]+)", line)
        offered |= {match[1]} if match else set()
    place = f"{file.name} {' '.join(words)}"
    return ([f"{place}: {line}" for line in err.splitlines()]
            + [f"{place}: does not offer {word}" for word in sorted(wanted - offered)]
            + [f"{place}: offers {word}, which there is not"
               for word in sorted(offered - wanted) if word.startswith("--")])


def list_options(text):
    return {f"--{match[2]}" for match in OPTION.finditer(text)}


def check_completions(program, name, helps, folder):
    findings = []
    shells = [("bash", BASH, folder / f"{name}.bash", "--"),
              ("zsh", ZSH, folder / f"_{name}", ""),
              ("fish", FISH, folder / f"{name}.fish", "--")]
    for shell, script, file, begun in shells:
        for command, text in helps.items():
            words = [command, begun] if command else [begun]
            findings += check_offers(shell, script, program, words, list_options(text),
                                     file, name)
        commands = set(COMMAND.findall(helps[""]))
        if commands:
            findings += check_offers(shell, script, program, [""],
                                     commands | {"help"} | list_options(helps[""]), file,
                                     name)
            findings += check_offers(shell, script, program, ["help", ""], commands, file,
                                     name)
    return findings


def check_values(program, folder):
    """Values are offered in each way that they can be written."""
    findings = []
    bash, zsh = folder / "tracedump.bash", folder / "_tracedump"
    trace = str(folder.parent / "examples" / "app-start.trace")
    threads = [line.split("\t")[0] for line in
               run(program, "threads", "--format=tsv", trace)[0].splitlines()[1:]]
    metrics = [line.split()[0] for line in run(program, "metrics", "--list")[0].splitlines()]
    assert threads and metrics
    cases = [(["methods", "--format", "=", "t"], ["text", "tsv"]),
             (["methods", "-f", "t"], ["text", "tsv"]),
             (["methods", "--sort", "=", "exc"], ["exclusive-cpu", "exclusive-wall"]),
             (["diff", "-s", "in"], ["inclusive"]),
             (["tree", "--clock", "=", ""], ["cpu", "wall"]),
             (["convert", "--to", "=", "p"], ["perfetto", "pprof"]),
             (["methods", trace, "--format", "t"], ["text", "tsv"]),
             (["query", "--format", "=", "j"], ["json", "jsonl"]),
             (["shell", "--format", "m"], ["markdown"]),
             (["metrics", "-f", "j"], ["json", "jsonl"]),
             (["metrics", "--metric", "=", "st"], ["startup"]),
             (["metrics", trace, "--metric", "w"], ["waits"]),
             (["metrics", "-m", ""], metrics), (["batch", "-m", ""], metrics),
             (["dump", trace, "--thread", "=", ""], threads),
             (["dump", trace, "-t", threads[0]], [threads[0]]),
             (["graph", trace, "-t", threads[0]], [threads[0]]), (["dump", "-t", ""], [])]
    for words, expected in cases:
        out, err, _ = run("bash", "-c", BASH, "bash", str(bash), program, *words,
                          NAME="tracedump")
        if sorted(out.split()) != sorted(expected) or err:
            findings.append(f"{bash.name} {' '.join(words)}: offers {out.split()} {err}")
    fish = folder / "tracedump.fish"
    for words, expected in cases if shutil.which("fish") else ():
        line = " ".join(words).replace(" = ", "=").split(" ")
        out, err, _ = run("fish", "-c", FISH, "fish", str(fish), program, *line)
        values = [line.split("\t")[0].rpartition("=")[2] for line in out.splitlines()]
        if sorted(values) != sorted(expected) or err:
            findings.append(f"{fish.name} {line}: offers {values} {err}")
    if shutil.which("zsh"):
        out, err, _ = run("zsh", "-c", ZSH, "zsh", str(zsh), program, "dump", trace, "",
                          NAME="tracedump")
        for spec in (f":thread:({' '.join(threads)})", ":value:(text tsv csv json html markdown jsonl)"):
            if spec not in out or err:
                findings.append(f"{zsh.name}: does not offer {spec} {err}")
        out, err, _ = run("zsh", "-c", ZSH, "zsh", str(zsh), program, "batch", "", NAME="tracedump")
        if f":metric:({' '.join(metrics)})" not in out or err:
            findings.append(f"{zsh.name}: does not offer metrics {err}")
    return findings


def main():
    program, page, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    name = Path(program).name
    helps = {"": read_help(program)}
    for command in COMMAND.findall(helps[""]):
        helps[command] = read_help(program, command)
    wanted = {f"tracedump {command}" for command in helps if command}
    for text in helps.values():
        wanted |= list_options(text)
        wanted |= {f"-{match[1]}" for match in OPTION.finditer(text) if match[1]}
    findings = check_page(page, wanted) + check_completions(program, name, helps, folder)
    if name == "tracedump":
        assert len(helps) > 5 and "--format" in wanted, "the help could not be read"
        findings += check_values(program, folder)
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
