/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/java-type.h"
#include "trace/model/trace-storage.h"
#include "trace/model/trace.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names of methods for people, made on demand. */

/* Appends the class with dots between packages. The runtime names the class of an array
 * by its descriptor, which is written as `int[]`. */
static void
tv_method_append_class_name (GString *text, const TvMethod *method)
{
  const char *name;
  const char *end;
  gboolean is_raw;
  gsize start;

  g_return_if_fail (text != NULL && method != NULL);

  is_raw = method->style == TV_NAME_STYLE_RAW;
  name = method->class_name;
  start = text->len;
  end = name[0] == '[' && !is_raw ? tv_java_type_append (text, name) : NULL;
  if (end != NULL && *end == '\0')
    return;
  g_string_truncate (text, start);
  g_string_append (text, name);
  if (!is_raw)
    g_strdelimit (text->str + start, "/", '.');
}

/* Appends what follows the class, which has @class_length bytes. */
static void
append_member (GString *text, gsize class_length, const TvMethod *method)
{
  if (class_length > 0 && method->name[0] != '\0')
    g_string_append_c (text, '.');
  g_string_append (text, method->name);
  if (method->signature[0] != '\0')
    {
      g_string_append_c (text, ' ');
      g_string_append (text, method->signature);
    }
}

/**
 * tv_method_dup_full_name:
 * @method: a method
 *
 * Returns: (transfer full): `class.method signature` with the class as in the file, as
 *   the original printed it; `(0x…)` for an id that no table names
 */
char *
tv_method_dup_full_name (const TvMethod *method)
{
  GString *text;

  g_return_val_if_fail (method != NULL, NULL);

  if (!method->named)
    return g_strdup_printf ("(%s)", method->name);
  text = g_string_new (method->class_name);
  append_member (text, text->len, method);
  return g_string_free (text, FALSE);
}

/**
 * tv_method_append_display_name:
 * @text: where to
 * @method: a method
 *
 * Appends the result of tv_method_dup_display_name().
 *
 * Returns: number of bytes of the class in it; 0 if there is no class
 */
gsize
tv_method_append_display_name (GString *text, const TvMethod *method)
{
  gsize start;
  gsize class_length;

  g_return_val_if_fail (text != NULL && method != NULL, 0);

  start = text->len;
  if (method->proxy_name != NULL)
    /* Translators: a method that stands for another one, whose name follows */
    g_string_append_printf (text, _ ("proxy %s"), method->proxy_name);
  else if (method->is_proxy)
    g_string_append_printf (text, _ ("proxy method %s"), method->name);
  else if (!method->named)
    g_string_append_printf (text, "(%s)", method->name);
  if (text->len > start)
    return 0;

  tv_method_append_class_name (text, method);
  class_length = text->len - start;
  append_member (text, class_length, method);
  return class_length;
}

/**
 * tv_method_dup_display_name:
 * @method: a method
 *
 * Returns: (transfer full): `class.method signature` with dots between packages and
 * arrays as `int[]`; for an id that no table names, what is known about its proxy, or
 * `(0x…)`
 */
char *
tv_method_dup_display_name (const TvMethod *method)
{
  GString *text;

  g_return_val_if_fail (method != NULL, NULL);

  text = g_string_new (NULL);
  tv_method_append_display_name (text, method);
  return g_string_free (text, FALSE);
}

/**
 * tv_method_dup_java_name:
 * @method: a method
 *
 * Returns: (transfer full): the method as a Java declaration,
 *   `void com.example.Foo.bar(int[], String)`, with constructors and static
 * initializers without a return type; without a readable signature the same as
 *   tv_method_dup_display_name()
 */
char *
tv_method_dup_java_name (const TvMethod *method)
{
  g_autoptr (GString) parameters = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize start;
  const char *p;

  g_return_val_if_fail (method != NULL, NULL);

  p = method->named ? tv_java_type_append_parameters (parameters, method->signature)
                    : NULL;
  p = p != NULL ? tv_java_type_append (text, p) : NULL;
  if (p == NULL || *p != '\0')
    return tv_method_dup_display_name (method);
  if (method->name[0] == '<')
    g_string_truncate (text, 0);
  else
    g_string_append_c (text, ' ');
  start = text->len;
  tv_method_append_class_name (text, method);
  if (text->len > start)
    g_string_append_c (text, '.');
  g_string_append (text, method->name);
  g_string_append_len (text, parameters->str, (gssize) parameters->len);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * tv_method_dup_jvm_name:
 * @method: a method
 *
 * Returns: (transfer full): the method as `javap` writes it, `pkg/Class.method:(I)V`;
 * for an id that no table names the same as tv_method_dup_display_name()
 */
char *
tv_method_dup_jvm_name (const TvMethod *method)
{
  GString *text;

  g_return_val_if_fail (method != NULL, NULL);

  if (!method->named)
    return tv_method_dup_display_name (method);
  text = g_string_new (method->class_name);
  /* A descriptor of an array has its own dots and slashes. */
  if (text->str[0] != '[')
    g_strdelimit (text->str, ".", '/');
  if (text->len > 0 && method->name[0] != '\0')
    g_string_append_c (text, '.');
  g_string_append (text, method->name);
  if (method->signature[0] != '\0')
    {
      g_string_append_c (text, ':');
      g_string_append (text, method->signature);
    }
  return g_string_free (text, FALSE);
}

/* Styles */

/* Returns whether the signature could be read. */
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

/* The name of a proxy is `class.method signature` in one string. */
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
  method->is_proxy = FALSE;
  method->proxy_name = NULL;
}

/**
 * tv_trace_new_styled:
 * @trace: a trace
 * @style: how names are written
 *
 * Creates a trace that differs from @trace in how the names of methods are written.
 * Columns are shared.
 *
 * Returns: (transfer full): the trace, which is @trace itself for %TV_NAME_STYLE_PLAIN
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

      method->style = style;
      if (style == TV_NAME_STYLE_RAW)
        write_raw (method);
      else if (style == TV_NAME_STYLE_JAVA)
        write_as_java (styled->strings, method);
    }
  tv_string_pool_seal (styled->strings);
  return styled;
}
