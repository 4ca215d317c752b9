/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest symbol that is demangled, and the longest name for one, in bytes. */
#define TV_MAX_SYMBOL (16 * 1024)

char *tv_symbol_name_demangle (const char *symbol);

G_END_DECLS
