/* SPDX-License-Identifier: Apache-2.0 */

/* A trace whose methods are written in another way. */

#include "trace/model/styled-trace.h"

#include "trace/model/java-type.h"
#include "trace/model/trace-private.h"

#include <string.h>

/* Returns: whether it could be read */
static gboolean
append_java_signature (GString *text, const char *signature)
{
  const gsize start = text->len;
  const char *p = tv_java_type_append_parameters (text, signature);

  if (p != NULL)
    {
      g_string_append (text, ": ");
      p = tv_java_type_append (text, p);
    }
  if (p != NULL && *p == '\0')
    return TRUE;
  g_string_truncate (text, start);
  return FALSE;
}

/* `class.method signature` in one string. */
static void
write_proxy_name (TvStringPool *strings, TvMethod *method)
{
  const char *space = strchr (method->proxy_name, ' ');
  g_autoptr (GString) text = NULL;

  if (space == NULL)
    return;
  text = g_string_new_len (method->proxy_name, space + 1 - method->proxy_name);
  if (append_java_signature (text, space + 1))
    method->proxy_name = tv_string_pool_add (strings, text->str);
}

static void
write_as_java (TvStringPool *strings, TvMethod *method)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (method->proxy_name != NULL)
    write_proxy_name (strings, method);
  if (!method->named)
    return;
  if (append_java_signature (text, method->signature))
    method->signature = tv_string_pool_add (strings, text->str);
  g_string_truncate (text, 0);
  tv_method_append_class_name (text, method);
  method->class_name = tv_string_pool_add (strings, text->str);
}

static void
write_raw (TvMethod *method)
{
  method->is_raw = TRUE;
  method->is_proxy = FALSE;
  method->proxy_name = NULL;
}

/**
 * tv_trace_new_styled:
 * @trace: a trace
 * @style: how names are to be written
 *
 * Makes a trace that differs from @trace in how the names of methods are written. The
 * columns are shared.
 *
 * Returns: (transfer full): the trace, which is @trace itself if nothing differs
 */
TvTrace *
tv_trace_new_styled (TvTrace *trace, TvNameStyle style)
{
  TvTrace *styled;

  g_return_val_if_fail (trace != NULL, NULL);

  if (style == TV_NAME_STYLE_PLAIN)
    return tv_trace_ref (trace);
  styled = tv_trace_new_sharing (trace);
  for (guint i = 0; i < styled->methods->len; i++)
    {
      TvMethod *method = &g_array_index (styled->methods, TvMethod, i);

      if (style == TV_NAME_STYLE_RAW)
        write_raw (method);
      else
        write_as_java (styled->strings, method);
    }
  tv_string_pool_seal (styled->strings);
  return styled;
}
