#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each language of po/LINGUAS has every string for people, none of them doubtful.

What xgettext finds in the files of po/POTFILES is held against what the language has:
msgcmp names strings that are missing, not translated or fuzzy, and msgfmt those whose
format does not fit.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from findings import Skipped, main

# The keywords of meson's preset "glib"; those of po/meson.build come on top.
KEYWORDS = ("_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3",
            "g_dpgettext2:2c,3")
OWN_KEYWORD = re.compile(r"'--keyword=([^']+)'")

# The summary at the end of a list of errors; what is named above it is enough.
SUMMARY = re.compile(r"found \d+ fatal errors?$")

# A complaint about a line of the strings of the sources.
IN_TEMPLATE = re.compile(r"\S*/strings\.pot:(\d+): (.*)")


def run(*command):
    """The complaints of a program that did not succeed, line by line."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr.splitlines() if done.returncode != 0 else []


def name_string(line, template):
    """A complaint about a line of the template, with what stands there."""
    match = IN_TEMPLATE.match(line)
    if match is None:
        return line
    above = "\n".join(template.read_text(encoding="utf-8").splitlines()[:int(match[1])])
    string = above[above.rindex("\nmsgid ") + 1:].split("\nmsg")[0]
    return f"{match[2]}: {string}"


def languages(root):
    lines = (root / "po" / "LINGUAS").read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def extract(root, template):
    """Writes the strings of the sources, and returns complaints about them."""
    own = OWN_KEYWORD.findall((root / "po" / "meson.build").read_text(encoding="utf-8"))
    return run("xgettext", f"--directory={root}", f"--files-from={root}/po/POTFILES",
               f"--output={template}", "--from-code=UTF-8", "--force-po",
               *(f"--keyword={keyword}" for keyword in (*KEYWORDS, *own)))


def check(root):
    for program in ("xgettext", "msgcmp", "msgfmt"):
        if shutil.which(program) is None:
            raise Skipped(f"{program} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "strings.pot"
        findings = extract(root, template)
        for language in languages(root):
            path = root / "po" / f"{language}.po"
            findings += [name_string(line, template)
                         for line in run("msgcmp", path, template)]
            findings += run("msgfmt", "--check", "--output-file=/dev/null", path)
    return [line.replace(f"{root}/", "") for line in findings
            if line and not SUMMARY.search(line)]


if __name__ == "__main__":
    main(check)
