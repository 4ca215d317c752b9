/* SPDX-License-Identifier: Apache-2.0 */

/* A trace whose methods have their original names. Everything that reads names reads
 * them out of the table of methods, so that this is all it takes. */

#include "trace/renamed-trace.h"

#include "trace/method-retrace.h"
#include "trace/trace-private.h"

#include <string.h>

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
 *
 * Gives the methods of a trace their original names, as tv_trace_new_renamed() does.
 */
void
tv_trace_rename_methods (TvTrace *trace, const TvNameMapping *mapping)
{
  g_auto (TvRetrace) retrace = { 0 };

  tv_retrace_init (&retrace, mapping, has_slashes (trace->methods));
  for (guint i = 0; i < trace->methods->len; i++)
    {
      TvMethod *method = &g_array_index (trace->methods, TvMethod, i);

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
 *
 * Makes a trace that differs from @trace in the names of methods alone: their classes,
 * names, signatures, source files and lines are those that @mapping tells. Indexes are
 * the same, and the columns are shared, so that this takes time in proportion to the
 * number of methods.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping)
{
  TvTrace *renamed;

  g_return_val_if_fail (trace != NULL && mapping != NULL, NULL);

  renamed = tv_trace_new_sharing (trace);
  tv_trace_rename_methods (renamed, mapping);
  tv_string_pool_seal (renamed->strings);
  return renamed;
}
