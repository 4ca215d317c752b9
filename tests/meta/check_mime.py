#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The MIME package installs without a complaint and knows traces by their first bytes.

Argument: the package. It goes into a database of its own, and files with and
without the suffix are looked up there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from findings import SKIPPED_EXIT

TYPE = "application/x-android-method-trace"
BEGINNINGS = {
    "classic": (b"*version\n3\nclock=dual\n", True),
    "classic-crlf": (b"*version\r\n3\r\n", True),
    "streamed": (b"SLOW\xf3\x00\x20\x00", True),
    "text": (b"version\n3\n", False),
    "by-name.trace": (b"\x1f\x8b\x08\x00", True),
}


def content_type(path, environment):
    answer = subprocess.run(["gio", "info", "-a", "standard::content-type", str(path)],
                            env=environment, capture_output=True, text=True, check=True)
    return answer.stdout.rsplit("content-type: ", 1)[1].strip()


def main(package):
    for program in ("update-mime-database", "gio"):
        if shutil.which(program) is None:
            print(f"skipped: {program} is not installed")
            return SKIPPED_EXIT
    n_wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder) / "mime" / "packages"
        packages.mkdir(parents=True)
        shutil.copy(package, packages)
        # Alone in its database, so that no other installed package can help or hinder.
        environment = dict(os.environ, XDG_DATA_HOME=folder, XDG_DATA_DIRS=folder)
        subprocess.run(["update-mime-database", packages.parent], env=environment,
                       check=True)
        for name, (beginning, is_ours) in BEGINNINGS.items():
            path = Path(folder) / name
            path.write_bytes(beginning)
            found = content_type(path, environment)
            print(f"{name}: {found}")
            n_wrong += (found == TYPE) != is_ours
    return 1 if n_wrong else 0


sys.exit(main(sys.argv[1]))
