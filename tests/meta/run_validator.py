#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a validator: skipped where it is not installed, otherwise its own exit status.

Arguments: the program and its arguments.
"""

import shutil
import subprocess
import sys

from findings import SKIPPED_EXIT

program, *arguments = sys.argv[1:]
if shutil.which(program) is None:
    print(f"skipped: {program} is not installed")
    sys.exit(SKIPPED_EXIT)
sys.exit(subprocess.run([program, *arguments]).returncode)
