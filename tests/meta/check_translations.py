#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""po/POTFILES lists exactly the files that hold strings for people."""

import re

from findings import files_in, main

MARKED = {
    ".c": re.compile(r'(?<!\w)(?:N?C?_|[dn]*gettext|g_dn?p?gettext2?) \('),
    ".h": re.compile(r'(?<!\w)N?C?_ \('),
    ".ui": re.compile(r'translatable="(?:yes|true)"'),
    ".desktop.in": re.compile(r"^Name=", re.MULTILINE),
    ".metainfo.xml.in": re.compile(r"<name"),
    ".mime.xml.in": re.compile(r"<comment"),
}


def holds_strings(path):
    text = path.read_text(encoding="utf-8")
    return any(path.name.endswith(suffix) and pattern.search(text)
               for suffix, pattern in MARKED.items())


def listed_files(root):
    lines = (root / "po" / "POTFILES").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def check(root):
    listed = listed_files(root)
    marked = {path.relative_to(root).as_posix()
              for path in files_in(root, "src", "data", suffixes=tuple(MARKED))
              if holds_strings(path)}
    return ([f"po/POTFILES: {name} is missing" for name in sorted(marked - set(listed))]
            + [f"po/POTFILES: {name} holds no string or is not there"
               for name in sorted(set(listed) - marked)]
            + [f"po/POTFILES: {name} is listed twice"
               for name in sorted({each for each in listed if listed.count(each) > 1})])


if __name__ == "__main__":
    main(check)
