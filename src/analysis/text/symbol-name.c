/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/text/symbol-name.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <string.h>

typedef struct
{
  GString *text;
  jmp_buf too_long;
} Name;

/* A symbol of a few hundred bytes can stand for a name of any length. The demangler
 * cannot be asked to stop; it holds nothing but its stack, so it is left by a jump. */
static void
add (const char *text, size_t length, void *data)
{
  Name *name = data;

  if (length > TV_MAX_SYMBOL - name->text->len)
    longjmp (name->too_long, 1);
  g_string_append_len (name->text, text, (gssize) length);
}

static gboolean
demangle (const char *symbol, Name *name)
{
  if (setjmp (name->too_long) != 0)
    return FALSE;
  if (rust_demangle_callback (symbol, 0, add, name))
    return TRUE;
  g_string_truncate (name->text, 0);
  return cplus_demangle_v3_callback (symbol, DMGL_PARAMS | DMGL_ANSI, add, name) != 0;
}

/**
 * tv_symbol_name_demangle:
 * @symbol: the name of a function as linkers know it
 *
 * Demangles symbols of C++ (`_Z…`) and Rust (`_R…`, and the older `_ZN…17h…E`).
 *
 * Returns: (transfer full) (nullable): the name in the source, or %NULL if @symbol is
 * not mangled, or one of the two is longer than %TV_MAX_SYMBOL
 */
char *
tv_symbol_name_demangle (const char *symbol)
{
  g_autoptr (GString) text = NULL;
  Name name;

  if (!g_str_has_prefix (symbol, "_Z") && !g_str_has_prefix (symbol, "_R"))
    return NULL;
  if (strlen (symbol) > TV_MAX_SYMBOL)
    return NULL;

  text = g_string_new (NULL);
  name.text = text;
  if (!demangle (symbol, &name) || !g_utf8_validate (text->str, -1, NULL))
    return NULL;
  return g_string_free (g_steal_pointer (&text), FALSE);
}
