#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every XML file is well formed, and every .ui file has the shape that GTK 4 reads.

The grammar that GTK ships knows elements and attributes, not classes: that the classes
are there is for the tests which instantiate each template.
"""

import shutil
import subprocess
from pathlib import Path

from findings import Skipped, files_in, main, place

GRAMMARS = [Path("/usr/share/gtk-4.0/gtk4builder.rng"),
            Path("/usr/local/share/gtk-4.0/gtk4builder.rng")]
SUFFIXES = (".ui", ".xml", ".xml.in", ".svg")


def complaints(xmllint, root, path, grammar):
    command = [xmllint, "--noout", "--nonet"]
    if path.suffix == ".ui" and grammar is not None:
        command += ["--relaxng", str(grammar)]
    answer = subprocess.run([*command, str(path)], capture_output=True, text=True)
    if answer.returncode == 0:
        return []
    lines = [line for line in answer.stderr.splitlines() if "error" in line]
    return [line.replace(f"{root}/", "") for line in lines] or [
        f"{place(root, path)}: {answer.stderr.strip()}"]


def check(root):
    xmllint = shutil.which("xmllint")
    if xmllint is None:
        raise Skipped("xmllint is not installed")
    files = files_in(root, "src", "data", suffixes=SUFFIXES)
    grammar = next((each for each in GRAMMARS if each.is_file()), None)
    if grammar is None and any(path.suffix == ".ui" for path in files):
        raise Skipped("GTK's gtk4builder.rng is not installed")
    return [line for path in files for line in complaints(xmllint, root, path, grammar)]


if __name__ == "__main__":
    main(check)
