/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/text/nearest-word.h"

#include <string.h>

/* Longer words are not compared. */
#define MAX_WORD 40

/* Counts the letters to insert, delete or replace to make one word of the other
 * (Levenshtein). */
static guint
count_edits (const char *from, const char *to)
{
  const gsize length = strlen (to);
  guint edits[MAX_WORD + 1];

  for (guint i = 0; i <= length; i++)
    edits[i] = i;
  for (; *from != '\0'; from++)
    {
      guint before = edits[0]++;

      for (gsize i = 1; i <= length; i++)
        {
          const guint replaced = before + (*from != to[i - 1]);

          before = edits[i];
          edits[i] = MIN (replaced, 1 + MIN (edits[i], edits[i - 1]));
        }
    }
  return edits[length];
}

/**
 * tv_find_nearest:
 * @word: what was typed
 * @words: (array zero-terminated=1): the known words
 *
 * Finds the word that was probably meant: one that begins with @word, or differs in
 * less than half of its letters. Leading dashes do not count.
 *
 * Returns: (transfer none) (nullable): one of @words
 */
const char *
tv_find_nearest (const char *word, const char *const *words)
{
  const char *letters = word + strspn (word, "-");
  const gsize n_letters = strlen (letters);
  const char *nearest = NULL;
  gsize least = G_MAXSIZE;

  for (guint i = 0; n_letters <= MAX_WORD && words[i] != NULL; i++)
    {
      const char *other = words[i] + strspn (words[i], "-");
      const gsize length = strlen (other);
      gsize edits;

      if (length > MAX_WORD)
        continue;
      edits = n_letters > 2 && g_str_has_prefix (other, letters)
                  ? 1
                  : count_edits (letters, other);
      if (edits < least && 2 * edits < MIN (n_letters, length))
        {
          least = edits;
          nearest = words[i];
        }
    }
  return nearest;
}
