/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/method-label.h"

#include <string.h>

/* Nobody reads more in a box, and a layout takes time for each. */
#define MAX_LENGTH 200

/* Returns its name for a box, `a.v.View.measure`: as tv_method_dup_display_name()
 * gives it without the signature. */
char *
tv_method_label_dup (const TvMethod *method)
{
  g_autofree char *name = NULL;
  TvMethod plain;
  char *signature;
  glong length;

  g_return_val_if_fail (method != NULL, NULL);

  plain = *method;
  plain.signature = "";
  name = tv_method_dup_display_name (&plain);
  /* The method that a proxy stands for has its signature in its name. */
  signature = strstr (name, " (");
  if (signature != NULL)
    *signature = '\0';
  length = g_utf8_strlen (name, -1);
  if (length > MAX_LENGTH)
    return g_strdup (g_utf8_offset_to_pointer (name, length - MAX_LENGTH));
  return g_steal_pointer (&name);
}

static const char *
find_last (const char *start, const char *end, char c)
{
  while (end > start && end[-1] != c)
    end--;
  return end > start ? end - 1 : NULL;
}

/* Leaves out what says least: first the package, then the classes around an inner
 * class, then the class, so that of `a.v.View$Info.run` there come `View$Info.run`,
 * `Info.run` and `run`. */
const char *
tv_method_label_shorten (const char *label)
{
  const char *method;
  const char *dot;
  const char *dollar;

  g_return_val_if_fail (label != NULL, NULL);

  method = find_last (label, label + strlen (label), '.');
  if (method == NULL || method == label || method[1] == '\0')
    return NULL;
  dot = find_last (label, method, '.');
  if (dot != NULL)
    return dot + 1;
  /* A number alone names no class. */
  dollar = find_last (label, method, '$');
  if (dollar != NULL && dollar > label && g_ascii_isalpha (dollar[1]))
    return dollar + 1;
  return method + 1;
}
