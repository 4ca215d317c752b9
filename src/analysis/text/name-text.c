/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/text/name-text.h"

#include "config.h"

#include "trace/model/java-type.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Nobody reads longer parts, and Pango is slow with a megabyte of text. */
#define MAX_PART 256

/* The gap between the parameters and the package. */
#define GAP "  "

static void
append_part (GString *text, const char *part, gsize length)
{
  const gboolean whole
      = length <= MAX_PART || g_utf8_strlen (part, (gssize) length) <= MAX_PART;
  const char *end = whole ? part + length : g_utf8_offset_to_pointer (part, MAX_PART);

  g_string_append_len (text, part, end - part);
  if (!whole)
    g_string_append (text, "…");
}

static void
append_package (GString *text, const char *package, gsize length)
{
  if (length == 0)
    return;
  g_string_append (text, GAP);
  append_part (text, package, length);
}

/* Returns the parameters of a signature, with types without packages. */
static char *
dup_parameters (const char *signature)
{
  g_autoptr (GString) types = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  gsize start = 0;

  if (*signature == '\0')
    return g_strdup ("");
  if (tv_java_type_append_parameters (types, signature) == NULL)
    return g_strdup_printf (" %s", signature);
  text = g_string_sized_new (types->len);
  for (const char *p = types->str; *p != '\0'; p++)
    {
      if (*p == '.')
        g_string_truncate (text, start);
      else
        g_string_append_c (text, *p);
      if (*p == '(' || *p == ' ')
        start = text->len;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Appends the parts of a method: the class without its package, and the method. */
static void
append_method (TvNameText *self, GString *text, const char *class_name,
               gsize class_length, const TvMethod *method)
{
  const gboolean is_jvm = method->style == TV_NAME_STYLE_JVM;
  /* A collapsed package is written in full. */
  const gboolean is_package = class_length > 0 && class_name[class_length - 1] == '*';
  const char *dot = is_jvm || is_package
                        ? NULL
                        : g_strrstr_len (class_name, (gssize) class_length, ".");
  const char *simple = dot != NULL ? dot + 1 : class_name;
  g_autofree char *parameters = is_jvm && *method->signature != '\0'
                                    ? g_strconcat (" ", method->signature, NULL)
                                    : dup_parameters (method->signature);

  self->method_start = text->len;
  append_part (text, simple, (gsize) (class_name + class_length - simple));
  if (*method->name != '\0')
    {
      if (text->len > self->method_start)
        g_string_append_c (text, '.');
      self->method_start = text->len;
    }
  append_part (text, method->name, strlen (method->name));
  self->method_end = text->len;
  append_part (text, parameters, strlen (parameters));
  self->parameters_end = text->len;
  append_package (text, class_name, dot != NULL ? (gsize) (dot - class_name) : 0);
}

/* Appends the method that a proxy stands for, which it names as `class.method
 * signature`. */
static void
append_proxy (TvNameText *self, GString *text, const TvMethod *method)
{
  const char *name = method->proxy_name;
  const gsize length = strcspn (name, " ");
  const char *dot = g_strrstr_len (name, (gssize) length, ".");
  g_autofree char *method_name = NULL;
  TvMethod other = *method;

  /* Translators: a method that stands for another one, whose name follows */
  g_string_append_printf (text, _ ("proxy %s"), "");
  method_name = dot != NULL ? g_strndup (dot + 1, (gsize) (name + length - dot - 1))
                            : g_strndup (name, length);
  other.name = method_name;
  other.signature = name[length] == ' ' ? name + length + 1 : "";
  append_method (self, text, name, dot != NULL ? (gsize) (dot - name) : 0, &other);
}

/**
 * tv_name_text_new:
 * @method: a method
 *
 * Writes the name of a method: class and types without packages, followed by the
 * package. With %TV_NAME_STYLE_JVM it is the same text as that of
 * tv_method_dup_display_name(). Ids without a name, and signatures that cannot be
 * parsed, are written as they are.
 *
 * Returns: (transfer full): the name
 */
TvNameText *
tv_name_text_new (const TvMethod *method)
{
  g_autoptr (GString) whole = NULL;
  g_autoptr (GString) text = NULL;
  TvNameText *self;
  gsize class_length;
  TvMethod plain;

  g_return_val_if_fail (method != NULL, NULL);

  plain = *method;
  plain.signature = "";
  whole = g_string_new (NULL);
  class_length = tv_method_append_display_name (whole, &plain);
  if (!method->named && method->proxy_name == NULL)
    return tv_name_text_new_in_package (whole->str, NULL);
  self = g_new0 (TvNameText, 1);
  text = g_string_new (NULL);
  if (method->proxy_name != NULL)
    append_proxy (self, text, method);
  else
    append_method (self, text, whole->str, class_length, method);
  self->text = g_string_free (g_steal_pointer (&text), FALSE);
  return self;
}

/**
 * tv_name_text_new_in_package:
 * @name: a class, or any other text that is shown as it is
 * @package: (nullable): the package that it is in
 *
 * Returns: (transfer full): the name, followed by its package
 */
TvNameText *
tv_name_text_new_in_package (const char *name, const char *package)
{
  TvNameText *self;
  GString *text;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_new0 (TvNameText, 1);
  text = g_string_new (NULL);
  append_part (text, name, strlen (name));
  self->method_end = self->parameters_end = text->len;
  if (package != NULL)
    append_package (text, package, strlen (package));
  self->text = g_string_free (text, FALSE);
  return self;
}

void
tv_name_text_free (TvNameText *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}

/**
 * tv_name_text_prepend:
 * @self: a name
 * @before: a rank with a blank
 *
 * Puts a text before the name that is never left out.
 */
void
tv_name_text_prepend (TvNameText *self, const char *before)
{
  const gsize length = strlen (before);
  g_autofree char *text = self->text;

  self->text = g_strconcat (before, text, NULL);
  self->name_start += length;
  self->method_start += length;
  self->method_end += length;
  self->parameters_end += length;
}

/**
 * tv_name_text_dup:
 * @method: a method
 *
 * Returns: (transfer full): the whole text of its name, see tv_name_text_new()
 */
char *
tv_name_text_dup (const TvMethod *method)
{
  g_autoptr (TvNameText) name = tv_name_text_new (method);

  return name != NULL ? g_steal_pointer (&name->text) : NULL;
}

/**
 * tv_name_text_dup_short:
 * @self: a name
 *
 * Returns: (transfer full): `Class.method`, in every style
 */
char *
tv_name_text_dup_short (const TvNameText *self)
{
  const char *start;
  const char *method;
  const char *dot = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  start = self->text + self->name_start;
  method = self->text + self->method_start;
  if (method > start)
    dot = g_strrstr_len (start, method - start - 1, ".");
  if (dot != NULL)
    start = dot + 1 < method - 1 ? dot + 1 : method;
  return g_strndup (start, (gsize) (self->text + self->method_end - start));
}
