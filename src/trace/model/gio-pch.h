/* SPDX-License-Identifier: Apache-2.0 */

/* Compiled once for all files of a target without widgets; see gtk-pch.h. */

#include <gio/gio.h>
