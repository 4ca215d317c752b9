/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/java-type.h"

#include <string.h>

/* The maximum number of dimensions (JVM specification, 4.3.2). */
#define MAX_DIMENSIONS 255

static const struct
{
  char letter;
  const char *name;
} primitives[] = { { 'B', "byte" },  { 'C', "char" }, { 'D', "double" },
                   { 'F', "float" }, { 'I', "int" },  { 'J', "long" },
                   { 'S', "short" }, { 'V', "void" }, { 'Z', "boolean" } };

static const char *
get_primitive (char letter)
{
  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (primitives[i].letter == letter)
      return primitives[i].name;
  return NULL;
}

/* Classes that Java source can name without an import are shown without their package.
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

/* Appends a type as in Java source, such as `int[]` (JVM specification, 4.3.2). Returns
 * the position behind the descriptor, or NULL if it is invalid. */
const char *
tv_java_type_append (GString *text, const char *descriptor)
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

/**
 * tv_java_type_append_parameters:
 * @text: what to append to
 * @signature: the JVM descriptor of a method
 *
 * Appends the parameters in brackets, such as `(int[], java.util.List)`.
 *
 * Returns: (nullable): the position behind them in @signature, or %NULL if they are
 *   invalid
 */
const char *
tv_java_type_append_parameters (GString *text, const char *signature)
{
  const char *p = signature;

  if (*p != '(')
    return NULL;
  g_string_append_c (text, '(');
  for (p++; p != NULL && *p != ')'; p = tv_java_type_append (text, p))
    if (p > signature + 1)
      g_string_append (text, ", ");
  g_string_append_c (text, ')');
  return p != NULL ? p + 1 : NULL;
}

/**
 * tv_java_type_append_descriptor:
 * @text: what to append to
 * @type: a type as in Java source, with its package, such as `int[]`
 * @length: number of bytes of @type
 *
 * Appends the descriptor of a type, such as `[I`.
 */
void
tv_java_type_append_descriptor (GString *text, const char *type, gsize length)
{
  gsize start;

  for (; length > 2 && type[length - 2] == '[' && type[length - 1] == ']'; length -= 2)
    g_string_append_c (text, '[');
  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (strlen (primitives[i].name) == length
        && memcmp (primitives[i].name, type, length) == 0)
      {
        g_string_append_c (text, primitives[i].letter);
        return;
      }
  g_string_append_c (text, 'L');
  start = text->len;
  g_string_append_len (text, type, (gssize) length);
  g_strdelimit (text->str + start, ".", '/');
  g_string_append_c (text, ';');
}
