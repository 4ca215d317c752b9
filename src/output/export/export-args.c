/* SPDX-License-Identifier: Apache-2.0 */

/* The arguments of a call have keys such as `list[2].name`. Formats write them as lists
 * and objects inside each other. */

#include "output/export/export-private.h"

#include <string.h>

/* Keys that go on are written as they are. */
#define MAX_LEVELS 50

typedef struct
{
  const TvExportArgs *to;
  gpointer data;
} Walk;

/* Returns the length of the first word of a key: a name, or a number in brackets. */
static gsize
measure_word (const char *key)
{
  const char *bracket = *key == '[' ? strchr (key, ']') : NULL;

  return bracket != NULL ? (gsize) (bracket + 1 - key)
         : *key == '['   ? strlen (key)
                         : strcspn (key, ".[");
}

/* Returns how many of the next arguments have a key that begins with @length bytes of
 * the first one and goes on. */
static guint
count_inside (const TvArg *args, guint n, gsize length)
{
  guint i = 1;

  while (i < n && strncmp (args[i].key, args[0].key, length) == 0
         && (args[i].key[length] == '.' || args[i].key[length] == '['))
    i++;
  return i;
}

/* Writes the first argument, and those that are in a list or an object with it. Their
 * keys are equal for @start bytes. Returns how many these were. */
static guint
walk (const Walk *self, const TvArg *args, guint n, gsize start, guint level)
{
  const char *word = args->key + start;
  const gboolean is_item = *word == '[';
  gsize length = measure_word (word);
  gsize end = start + length;
  gboolean is_list;
  guint n_inside;

  if (args->key[end] == '\0' || level == MAX_LEVELS)
    {
      self->to->add (self->data, is_item ? NULL : word, is_item ? 0 : strlen (word),
                     args);
      return 1;
    }
  n_inside = count_inside (args, n, end);
  is_list = args->key[end] == '[';
  self->to->open (self->data, is_item ? NULL : word, is_item ? 0 : length, is_list);
  for (guint i = 0; i < n_inside;)
    i += walk (self, args + i, n_inside - i, end + (args[i].key[end] == '.'),
               level + 1);
  self->to->close (self->data, is_list, !is_item);
  return n_inside;
}

/* Writes arguments, whose keys are in the order of the file. */
void
tv_export_args_write (const TvArg *args, guint n, const TvExportArgs *to, gpointer data)
{
  const Walk self = { to, data };

  for (guint i = 0; i < n;)
    i += walk (&self, args + i, n - i,
               (gsize) (tv_export_get_arg_name (&args[i]) - args[i].key), 0);
}
