/* SPDX-License-Identifier: Apache-2.0 */

/* Names of methods as people read them, made on demand. */

#include "trace/trace.h"

#include <string.h>

/* A type has at most so many dimensions (JVM specification, 4.3.2). */
#define MAX_DIMENSIONS 255

static const char *
get_primitive (char letter)
{
  static const struct
  {
    char letter;
    const char *name;
  } primitives[] = { { 'B', "byte" },  { 'C', "char" }, { 'D', "double" },
                     { 'F', "float" }, { 'I', "int" },  { 'J', "long" },
                     { 'S', "short" }, { 'V', "void" }, { 'Z', "boolean" } };

  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (primitives[i].letter == letter)
      return primitives[i].name;
  return NULL;
}

/* Classes that a Java source names without an import are shown without their package.
 */
static void
append_class (GString *text, const char *name, gsize length)
{
  static const char package[] = "java/lang/";
  const gsize skipped = sizeof package - 1;
  gsize start = text->len;

  if (length > skipped && strncmp (name, package, skipped) == 0
      && memchr (name + skipped, '/', length - skipped) == NULL)
    g_string_append_len (text, name + skipped, (gssize) (length - skipped));
  else
    g_string_append_len (text, name, (gssize) length);
  g_strdelimit (text->str + start, "/", '.');
}

/* Appends the type that a descriptor begins with (JVM specification, 4.3.2). Returns
 * where the next one is, or NULL if this is none. */
static const char *
append_type (GString *text, const char *descriptor)
{
  guint n_dimensions = 0;
  const char *semicolon;

  while (*descriptor == '[' && n_dimensions <= MAX_DIMENSIONS)
    {
      descriptor++;
      n_dimensions++;
    }
  if (get_primitive (*descriptor) != NULL)
    {
      g_string_append (text, get_primitive (*descriptor));
      descriptor++;
    }
  else
    {
      semicolon = *descriptor == 'L' ? strchr (descriptor, ';') : NULL;
      if (semicolon == NULL || semicolon == descriptor + 1)
        return NULL;
      append_class (text, descriptor + 1, (gsize) (semicolon - descriptor - 1));
      descriptor = semicolon + 1;
    }
  for (guint i = 0; i < n_dimensions; i++)
    g_string_append (text, "[]");
  return descriptor;
}

/* Appends the types in the brackets of a signature. Returns the return type's place, or
 * NULL if it is no signature. */
static const char *
append_parameters (GString *text, const char *signature)
{
  const char *p = signature;

  if (*p != '(')
    return NULL;
  g_string_append_c (text, '(');
  for (p++; p != NULL && *p != ')'; p = append_type (text, p))
    if (p > signature + 1)
      g_string_append (text, ", ");
  g_string_append_c (text, ')');
  return p != NULL ? p + 1 : NULL;
}

/* The runtime calls the class of an array by its descriptor; others have dots or
 * slashes between their packages. */
static char *
dup_class_name (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end = name[0] == '[' ? append_type (text, name) : NULL;

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
 *   whichever way the runtime wrote them, and arrays as `int[]`; `(0x…)` for an id that
 *   no table names
 */
char *
tv_method_dup_display_name (const TvMethod *method)
{
  g_autofree char *class_name = NULL;
  TvMethod dotted;

  g_return_val_if_fail (method != NULL, NULL);

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

  p = method->named ? append_parameters (parameters, method->signature) : NULL;
  p = p != NULL ? append_type (type, p) : NULL;
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
