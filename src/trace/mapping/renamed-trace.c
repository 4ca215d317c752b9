/* SPDX-License-Identifier: Apache-2.0 */

/* A trace whose methods have their original names. Everything that reads names reads
 * them out of the table of methods, so that this is all it takes. */

#include "trace/mapping/renamed-trace.h"

#include "trace/mapping/method-retrace.h"
#include "trace/model/trace-private.h"

#include <string.h>

/* Methods are renamed so many at a time before it is asked whether to go on. */
#define METHODS_AT_ONCE 4096

/* Whether the file writes classes as class files do. */
static gboolean
has_slashes (const GArray *methods)
{
  for (guint i = 0; i < methods->len; i++)
    {
      const char *name = g_array_index (methods, TvMethod, i).class_name;

      if (name[0] != '[' && strchr (name, '/') != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
rename_method (TvRetrace *retrace, TvStringPool *strings, TvMethod *method)
{
  tv_retrace_method (retrace, method);
  method->class_name = tv_string_pool_add (strings, retrace->class_name->str);
  method->name = tv_string_pool_add (strings, retrace->name->str);
  method->signature = tv_string_pool_add (strings, retrace->signature->str);
  method->line = retrace->line;
  if (retrace->file != NULL)
    method->file = tv_string_pool_add (strings, retrace->file);
}

/* A proxy's name is `class.method signature` in one string. */
static void
rename_proxied (TvRetrace *retrace, TvStringPool *strings, TvMethod *method)
{
  g_auto (GStrv) words = g_strsplit (method->proxy_name, " ", 2);
  char *dot = words[0] != NULL ? strrchr (words[0], '.') : NULL;
  TvMethod interface_method = { .named = TRUE, .signature = "" };
  g_autofree char *name = NULL;

  if (dot == NULL)
    return;
  *dot = '\0';
  interface_method.class_name = words[0];
  interface_method.name = dot + 1;
  if (words[1] != NULL)
    interface_method.signature = words[1];
  rename_method (retrace, strings, &interface_method);
  name = tv_method_dup_display_name (&interface_method);
  method->proxy_name = tv_string_pool_add (strings, name);
}

/**
 * tv_trace_rename_methods:
 * @trace: a trace that has just been read and that nobody else knows yet
 * @mapping: the original names
 * @cancellable: (nullable): stops it, and leaves @trace with some of the names
 *
 * Gives the methods of a trace their original names, as tv_trace_new_renamed() does.
 */
void
tv_trace_rename_methods (TvTrace *trace, const TvNameMapping *mapping,
                         GCancellable *cancellable)
{
  g_auto (TvRetrace) retrace = { 0 };

  tv_retrace_init (&retrace, mapping, has_slashes (trace->methods));
  for (guint i = 0; i < trace->methods->len; i++)
    {
      TvMethod *method = &g_array_index (trace->methods, TvMethod, i);

      if (i % METHODS_AT_ONCE == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (method->proxy_name != NULL)
        rename_proxied (&retrace, trace->strings, method);
      if (method->named)
        rename_method (&retrace, trace->strings, method);
    }
}

/**
 * tv_trace_new_renamed:
 * @trace: a trace
 * @mapping: the original names
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a trace that differs from @trace in the names of methods alone: their classes,
 * names, signatures, source files and lines are those that @mapping tells. Indexes are
 * the same, and the columns are shared, so that this takes time in proportion to the
 * number of methods.
 *
 * Returns: (transfer full): the trace, or %NULL if it was cancelled
 */
TvTrace *
tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTrace) renamed = NULL;

  g_return_val_if_fail (trace != NULL && mapping != NULL, NULL);

  renamed = tv_trace_new_sharing (trace);
  tv_trace_rename_methods (renamed, mapping, cancellable);
  tv_string_pool_seal (renamed->strings);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&renamed);
}

/* Strings of a trace are kept once, but not those of two traces. */
static gboolean
have_same_names (const TvMethod *a, const TvMethod *b)
{
  return g_str_equal (a->class_name, b->class_name) && g_str_equal (a->name, b->name)
         && g_str_equal (a->signature, b->signature)
         && g_strcmp0 (a->proxy_name, b->proxy_name) == 0;
}

/**
 * tv_trace_count_renamed:
 * @renamed: what tv_trace_new_renamed() made
 *
 * Returns: how many methods have another class, name or signature than in the trace
 *   that it was made from
 */
guint
tv_trace_count_renamed (const TvTrace *renamed)
{
  guint n = 0;

  g_return_val_if_fail (renamed != NULL && renamed->base != NULL, 0);

  for (guint i = 0; i < renamed->methods->len; i++)
    n += !have_same_names (&g_array_index (renamed->methods, TvMethod, i),
                           &g_array_index (renamed->base->methods, TvMethod, i));
  return n;
}
