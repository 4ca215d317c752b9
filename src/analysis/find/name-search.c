/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/name-search.h"

#include "config.h"

#include "analysis/find/name-regex-private.h"
#include "analysis/sums/method-set-private.h"
#include "trace/model/parallel.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define WORD_BITS 64
#define BLOCK_WORDS (TV_NAME_BLOCK / WORD_BITS)

/* Bytes of names that are folded on the stack. To get and give back memory for each
 * block takes longer than the search itself: a thread that has little gives it back to
 * the system every time. */
#define USUAL_BLOCK (64 * 1024)

#define BLOCKS_TRIED 16

/* Steps of fixed length are what compilers make vectors of. */
#define STEP 64

typedef struct
{
  const TvNameText *text;
  const TvNamePattern *pattern;
  const TvMethodSet *within; /* (nullable): where hits can be */
  GCancellable *cancellable;
  TvRegexMachine *machine; /* (nullable): of an expression that allows for one */
  gboolean skips_needles;  /* the machine is as fast without */
  guint64 *words;
  gint is_too_hard; /* atomic: the expression took too many steps on some name */
} Search;

static void
set_bit (guint64 *bits, guint at)
{
  bits[at / WORD_BITS] |= G_GUINT64_CONSTANT (1) << at % WORD_BITS;
}

/* Only ASCII. */
static void
fold_bytes (char *restrict folded, const char *restrict bytes, gsize length)
{
  gsize i = 0;

  for (; i + STEP <= length; i += STEP)
    for (guint j = 0; j < STEP; j++)
      {
        const guchar byte = (guchar) bytes[i + j];

        folded[i + j] = (char) (byte + ((guchar) (byte - 'A') < 26 ? 'a' - 'A' : 0));
      }
  for (; i < length; i++)
    folded[i] = g_ascii_tolower (bytes[i]);
}

/* Which of the next places have the first byte and, @reach bytes on, the last one: a 1
 * for each. */
static void
mark_places (const char *restrict p, gsize reach, const TvNeedle *needle,
             guint64 marks[restrict STEP / 8])
{
  const char first = needle->bytes[0];
  const char last = needle->bytes[reach];
  guint8 *mark = (guint8 *) marks;

  for (guint i = 0; i < STEP; i++)
    mark[i] = (p[i] == first) & (p[i + reach] == last);
}

/* As memmem(), which is several times slower on texts of two or three letters. */
static const char *
find_bytes (const char *p, const char *end, const TvNeedle *needle)
{
  const gsize reach = needle->length - 1;

  if (reach == 0)
    return memchr (p, needle->bytes[0], (gsize) (end - p));
  for (; (gsize) (end - p) >= STEP + reach; p += STEP)
    {
      guint64 marks[STEP / 8];

      mark_places (p, reach, needle, marks);
      for (guint i = 0; i < STEP / 8; i++)
        for (guint64 left = GUINT64_FROM_LE (marks[i]); left != 0; left &= left - 1)
          {
            const char *place = p + 8 * i + (guint) __builtin_ctzll (left) / 8;

            if (memcmp (place, needle->bytes, needle->length) == 0)
              return place;
          }
    }
  return memmem (p, (gsize) (end - p), needle->bytes, needle->length);
}

/* Whether a class has the text in it shows at the first place that has: the class comes
 * first. @ats says which methods the names are of; %NULL for all of a block. */
static void
find_needle (const TvNameColumn *column, const char *bytes, const TvNeedle *needle,
             gboolean class_only, const guint16 *ats, guint64 *bits)
{
  const char *end = bytes + column->starts[column->n];
  const char *p = bytes;
  guint name = 0;

  while (p < end && (p = find_bytes (p, end, needle)) != NULL)
    {
      const gsize at = (gsize) (p - bytes);

      while (column->starts[name + 1] <= at)
        name++;
      if (!class_only || at + needle->length <= column->class_ends[name])
        set_bit (bits, ats != NULL ? ats[name] : name);
      p = bytes + column->starts[name + 1];
    }
}

static gboolean
is_empty (const guint64 *bits)
{
  guint64 any = 0;

  for (guint i = 0; i < BLOCK_WORDS; i++)
    any |= bits[i];
  return any == 0;
}

/* @folded_bytes: (nullable): the bytes of the names with ASCII in lower case, where
 * case does not matter. What is found in these is there in a name that is wholly
 * folded, too. */
static void
find_needles (const Search *search, const TvNameBlock *block, const char *folded_bytes,
              guint64 *hits)
{
  const GArray *needles = search->pattern->needles;
  const char *bytes = folded_bytes != NULL ? folded_bytes : block->names.bytes;
  const gboolean class_only = search->pattern->class_only;

  for (guint i = 0; i < needles->len && !is_empty (hits);)
    {
      const guint choice = g_array_index (needles, TvNeedle, i).choice;
      guint64 found[BLOCK_WORDS] = { 0 };

      for (; i < needles->len; i++)
        {
          const TvNeedle *needle = &g_array_index (needles, TvNeedle, i);

          if (needle->choice != choice)
            break;
          find_needle (&block->names, bytes, needle, class_only, NULL, found);
          if (folded_bytes != NULL)
            find_needle (&block->folded, block->folded.bytes, needle, class_only,
                         block->folded_at, found);
        }
      for (guint j = 0; j < BLOCK_WORDS; j++)
        hits[j] &= found[j];
    }
}

/* Leaves those that have the texts that names must have. */
static void
keep_with_needles (const Search *search, const TvNameBlock *block, guint64 *words)
{
  const gsize length = block->names.starts[block->names.n];
  char usual[USUAL_BLOCK];
  g_autofree char *unusual = NULL;
  char *folded = NULL;

  if (search->pattern->folds && search->pattern->needles->len > 0)
    {
      if (length > sizeof usual)
        unusual = g_malloc (length);
      folded = unusual != NULL ? unusual : usual;
      fold_bytes (folded, block->names.bytes, length);
    }
  find_needles (search, block, folded, words);
}

/* Where in a block hits can be. */
static void
set_candidates (const Search *search, guint block, guint64 *words)
{
  const guint n = search->text->blocks[block].names.n;
  const gsize first = (gsize) block * BLOCK_WORDS;

  if (search->within != NULL)
    memcpy (words, tv_method_set_get_words (search->within) + first,
            (n + WORD_BITS - 1) / WORD_BITS * sizeof *words);
  else
    for (guint i = 0; i < n; i++)
      set_bit (words, i);
}

static void
search_block (guint task, gpointer data)
{
  Search *search = data;
  const TvNameBlock *block = &search->text->blocks[task];
  guint64 *words = search->words + (gsize) task * BLOCK_WORDS;

  if (g_cancellable_is_cancelled (search->cancellable)
      || g_atomic_int_get (&search->is_too_hard))
    return;
  set_candidates (search, task, words);
  if (is_empty (words))
    return;
  if (!search->skips_needles)
    keep_with_needles (search, block, words);
  if (search->pattern->regex != NULL
      && !tv_name_regex_match (search->pattern, search->machine, &block->names,
                               search->cancellable, words))
    g_atomic_int_set (&search->is_too_hard, TRUE);
}

static guint
count_bits (const guint64 *bits)
{
  guint n = 0;

  for (guint i = 0; i < BLOCK_WORDS; i++)
    n += (guint) __builtin_popcountll (bits[i]);
  return n;
}

/* Texts that most names have cost more than they spare: tried with some blocks, always
 * the same ones, so that a search does the same every time. */
static gboolean
has_common_needles (const Search *search)
{
  const guint n_blocks = search->text->n_blocks;
  const guint n_tried = MIN (n_blocks, BLOCKS_TRIED);
  guint n_before = 0;
  guint n_left = 0;

  for (guint i = 0; i < n_tried; i++)
    {
      const guint block = (guint) ((guint64) i * n_blocks / n_tried);
      guint64 words[BLOCK_WORDS] = { 0 };

      set_candidates (search, block, words);
      n_before += count_bits (words);
      keep_with_needles (search, &search->text->blocks[block], words);
      n_left += count_bits (words);
    }
  return n_left > n_before / 2;
}

/**
 * tv_name_search:
 * @text: the names
 * @pattern: what is looked for
 * @cancellable: (nullable): stops the search
 * @error: %G_IO_ERROR_CANCELLED; %G_REGEX_ERROR_MATCH if the expression takes too long
 *   on a name
 *
 * Finds all methods whose names match, called or not, on all processors. Names are what
 * tv_method_dup_display_name() says.
 *
 * Takes less than 50 ms for a million methods, but up to a fourth of a second for a
 * regular expression that looks ahead or back or is otherwise more than a
 * #TvRegexMachine can match, if there is no text that names must have.
 *
 * Returns: (transfer full) (nullable): the methods, or %NULL with @error set
 */
TvMethodSet *
tv_name_search (const TvNameText *text, const TvNamePattern *pattern,
                GCancellable *cancellable, GError **error)
{
  return tv_name_search_within (text, pattern, NULL, cancellable, error);
}

/**
 * tv_name_search_within:
 * @text: the names
 * @pattern: what is looked for
 * @within: (nullable): methods among which all hits are, as those of a pattern that
 *   @pattern narrows; %NULL for all
 * @cancellable: (nullable): stops the search
 * @error: as tv_name_search() sets it
 *
 * Does what tv_name_search() does where few methods are left to be looked at, which
 * takes the less time.
 *
 * Returns: (transfer full) (nullable): the methods, or %NULL with @error set
 */
TvMethodSet *
tv_name_search_within (const TvNameText *text, const TvNamePattern *pattern,
                       const TvMethodSet *within, GCancellable *cancellable,
                       GError **error)
{
  g_autofree guint64 *words = NULL;
  Search search = {
    .text = text, .pattern = pattern, .within = within, .cancellable = cancellable
  };

  g_return_val_if_fail (text != NULL && pattern != NULL, NULL);

  words = g_new0 (guint64, MAX ((gsize) text->n_blocks * BLOCK_WORDS, 1));
  search.words = words;
  if (pattern->tree != NULL)
    search.machine = tv_regex_machine_new (pattern->tree);
  search.skips_needles = search.machine != NULL && has_common_needles (&search);
  if (pattern->regex != NULL || pattern->needles->len > 0)
    tv_parallel_run (text->n_blocks, 0, search_block, &search);
  tv_regex_machine_free (search.machine);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (search.is_too_hard)
    {
      g_set_error_literal (error, G_REGEX_ERROR, G_REGEX_ERROR_MATCH,
                           _ ("The regular expression takes too long"));
      return NULL;
    }
  return tv_method_set_new (g_steal_pointer (&words), text->n_methods);
}
