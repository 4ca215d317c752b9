#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""po/POTFILES lists exactly the files that hold strings for people.

And xgettext can read each string whole: none goes on with a macro. The macros of
<inttypes.h> such as PRIu64 are the ones that gettext knows.
"""

import re

from c_source import line_of
from findings import c_files, files_in, main, place

MARKED = {
    ".c": re.compile(r'(?<!\w)(?:N?C?_|[dn]*gettext|g_dn?p?gettext2?) \('),
    ".h": re.compile(r'(?<!\w)N?C?_ \('),
    ".ui": re.compile(r'translatable="(?:yes|true)"'),
    ".desktop.in": re.compile(r"^Name=", re.MULTILINE),
    ".metainfo.xml.in": re.compile(r"<name"),
    ".mime.xml.in": re.compile(r"<comment"),
}

# Strings, commas between them and the macros of <inttypes.h>; then another name.
GOES_ON_WITH_MACRO = re.compile(
    r'(?<!\w)(?:_|ngettext) \((?:\s*"(?:\\.|[^"\\\n])*"|\s*\bPRI\w+\b|,(?=\s*"))+'
    r'\s*(?!PRI)[A-Za-z]')


def holds_strings(path):
    text = path.read_text(encoding="utf-8")
    return any(path.name.endswith(suffix) and pattern.search(text)
               for suffix, pattern in MARKED.items())


def listed_files(root):
    lines = (root / "po" / "POTFILES").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def broken_strings(root):
    findings = []
    for path in c_files(root):
        text = path.read_text(encoding="utf-8")
        findings += [f"{place(root, path, line_of(text, match.start()))}: the string goes "
                     "on with a macro that xgettext does not know"
                     for match in GOES_ON_WITH_MACRO.finditer(text)]
    return findings


def check(root):
    listed = listed_files(root)
    marked = {path.relative_to(root).as_posix()
              for path in files_in(root, "src", "data", suffixes=tuple(MARKED))
              if holds_strings(path)}
    return ([f"po/POTFILES: {name} is missing" for name in sorted(marked - set(listed))]
            + [f"po/POTFILES: {name} holds no string or is not there"
               for name in sorted(set(listed) - marked)]
            + [f"po/POTFILES: {name} is listed twice"
               for name in sorted({each for each in listed if listed.count(each) > 1})]
            + broken_strings(root))


if __name__ == "__main__":
    main(check)
