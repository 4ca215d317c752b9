/* SPDX-License-Identifier: Apache-2.0 */

/* Names of methods as people read them, made on demand. */

#include "config.h"

#include "trace/trace.h"

#include "trace/java-type.h"

#include <glib/gi18n-lib.h>

/* The runtime calls the class of an array by its descriptor; others have dots or
 * slashes between their packages. */
static char *
dup_class_name (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end = name[0] == '[' ? tv_java_type_append (text, name) : NULL;

  if (end != NULL && *end == '\0')
    return g_string_free (g_steal_pointer (&text), FALSE);
  return g_strdelimit (g_strdup (name), "/", '.');
}

static void
append_signature (GString *text, const TvMethod *method)
{
  if (method->signature[0] != '\0')
    g_string_append_printf (text, " %s", method->signature);
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
  if (method->class_name[0] != '\0' && method->name[0] != '\0')
    g_string_append_c (text, '.');
  g_string_append (text, method->name);
  append_signature (text, method);
  return g_string_free (text, FALSE);
}

/**
 * tv_method_dup_display_name:
 * @method: a method
 *
 * Returns: (transfer full): `class.method signature` with dots between the packages in
 *   whichever way the runtime wrote them, and arrays as `int[]`; for an id that no
 *   table names what is known of the proxy that it belongs to, or `(0x…)`
 */
char *
tv_method_dup_display_name (const TvMethod *method)
{
  g_autofree char *class_name = NULL;
  TvMethod dotted;

  g_return_val_if_fail (method != NULL, NULL);

  if (method->proxy_name != NULL)
    /* Translators: a method that stands for another one, whose name follows */
    return g_strdup_printf (_ ("proxy %s"), method->proxy_name);
  if (method->is_proxy)
    return g_strdup_printf (_ ("proxy method %s"), method->name);
  class_name = dup_class_name (method->class_name);
  dotted = *method;
  dotted.class_name = class_name;
  return tv_method_dup_full_name (&dotted);
}

/**
 * tv_method_dup_java_name:
 * @method: a method
 *
 * Returns: (transfer full): the method as a Java source would declare it,
 *   `void com.example.Foo.bar(int[], String)`, constructors and static initializers
 *   without a return type; as tv_method_dup_display_name() says if the file gives no
 *   signature that can be read
 */
char *
tv_method_dup_java_name (const TvMethod *method)
{
  g_autoptr (GString) parameters = g_string_new (NULL);
  g_autoptr (GString) type = g_string_new (NULL);
  g_autofree char *class_name = NULL;
  const char *p;

  g_return_val_if_fail (method != NULL, NULL);

  p = method->named ? tv_java_type_append_parameters (parameters, method->signature)
                    : NULL;
  p = p != NULL ? tv_java_type_append (type, p) : NULL;
  if (p == NULL || *p != '\0')
    return tv_method_dup_display_name (method);
  if (method->name[0] == '<')
    g_string_truncate (type, 0);
  else
    g_string_append_c (type, ' ');
  class_name = dup_class_name (method->class_name);
  return g_strdup_printf ("%s%s%s%s%s", type->str, class_name,
                          *class_name != '\0' ? "." : "", method->name,
                          parameters->str);
}
