/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/name-regex-private.h"

#include <string.h>

#define WORD_BITS 64

/* The names of a block that are to be matched. */
typedef struct
{
  guint n;
  guint16 at[TV_NAME_BLOCK]; /* which of the block they are */
  guint32 starts[TV_NAME_BLOCK];
  guint32 ends[TV_NAME_BLOCK];
  guint8 verdicts[TV_NAME_BLOCK];
} Names;

static void
list_names (const TvNameColumn *column, gboolean class_only, const guint64 *hits,
            Names *names)
{
  names->n = 0;
  for (guint i = 0; i < (column->n + WORD_BITS - 1) / WORD_BITS; i++)
    for (guint64 left = hits[i]; left != 0; left &= left - 1)
      {
        const guint at = i * WORD_BITS + (guint) __builtin_ctzll (left);

        names->at[names->n] = (guint16) at;
        names->starts[names->n] = column->starts[at];
        names->ends[names->n]
            = class_only ? column->class_ends[at] : column->starts[at + 1] - 1;
        names->verdicts[names->n] = TV_REGEX_UNSURE;
        names->n++;
      }
}

/* A machine sees where a name ends by the 0 there, which is behind the class only in a
 * copy. */
static void
match_classes (const TvRegexMachine *machine, const char *bytes, Names *names)
{
  g_autoptr (GString) classes = g_string_new (NULL);
  guint32 starts[TV_NAME_BLOCK];

  for (guint i = 0; i < names->n; i++)
    {
      starts[i] = (guint32) classes->len;
      g_string_append_len (classes, bytes + names->starts[i],
                           (gssize) (names->ends[i] - names->starts[i]));
      g_string_append_c (classes, '\0');
    }
  tv_regex_machine_match (machine, classes->str, starts, names->n, names->verdicts);
}

/* Matches an expression with names. */
gboolean
tv_name_regex_match (const TvNamePattern *pattern, const TvRegexMachine *machine,
                     const TvNameColumn *names, GCancellable *cancellable,
                     guint64 *hits)
{
  Names listed;

  list_names (names, pattern->class_only, hits, &listed);
  if (machine != NULL && pattern->class_only)
    match_classes (machine, names->bytes, &listed);
  else if (machine != NULL)
    tv_regex_machine_match (machine, names->bytes, listed.starts, listed.n,
                            listed.verdicts);

  for (guint i = 0; i < listed.n; i++)
    {
      const guint at = listed.at[i];
      gboolean is_hit = listed.verdicts[i] == TV_REGEX_HIT;
      g_autoptr (GError) error = NULL;

      if (listed.verdicts[i] == TV_REGEX_UNSURE)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return TRUE;
          is_hit = g_regex_match_full (pattern->regex, names->bytes + listed.starts[i],
                                       (gssize) (listed.ends[i] - listed.starts[i]), 0,
                                       0, NULL, &error);
        }
      if (error != NULL)
        return FALSE;
      if (!is_hit)
        hits[at / WORD_BITS] &= ~(G_GUINT64_CONSTANT (1) << at % WORD_BITS);
    }
  return TRUE;
}
