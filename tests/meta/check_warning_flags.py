#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails with the warning flags of meson.build that the compiler did not know.

meson drops an unknown flag in silence, so that a misspelt one would warn of nothing.
Arguments: the flags that were dropped.
"""

import sys

for flag in sys.argv[1:]:
    print(f"meson.build: the compiler does not know {flag}")
sys.exit(1 if sys.argv[1:] else 0)
