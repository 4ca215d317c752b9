/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/name-search.h"

#include "config.h"

#include "trace/model/parallel.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Many methods may share a long name of a proxy, so the names can be far larger than
 * the file. */
#define MAX_BYTES ((gsize) G_MAXINT32)

/* Methods that are added between two looks at the cancellable. */
#define CANCEL_INTERVAL 1024

/* The limit of the matcher for one name, which takes some milliseconds. Ordinary
 * expressions need a few tries for each character. */
#define MATCH_LIMIT "(*LIMIT_MATCH=1000000)"

/* Makes an expression ignore case. */
#define IGNORE_CASE "(?i)"

#define WORD_BITS 64

/* Methods of a task: a multiple of WORD_BITS, so that no two tasks write to the same
 * word. */
#define BLOCK (16 * WORD_BITS)

/* The names, concatenated. */
typedef struct
{
  GString *bytes;
  guint32 *ends;
  guint32 *class_ends;
} Column;

struct _TvNameHaystack
{
  gatomicrefcount references;
  guint n_methods;
  Column names;
  Column folded;
};

static void
init_column (Column *column, guint n)
{
  column->bytes = g_string_new (NULL);
  column->ends = g_new (guint32, n);
  column->class_ends = g_new (guint32, n);
}

static void
clear_column (Column *column)
{
  g_string_free (column->bytes, TRUE);
  g_free (column->ends);
  g_free (column->class_ends);
}

/* g_utf8_casefold() without an allocation for ASCII, which most names are. */
static void
append_folded (GString *bytes, const char *text, gsize length)
{
  const gsize start = bytes->len;
  g_autofree char *folded = NULL;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isprint (text[i]))
        {
          folded = g_utf8_casefold (text, (gssize) length);
          g_string_truncate (bytes, start);
          g_string_append (bytes, folded);
          return;
        }
      g_string_append_c (bytes, g_ascii_tolower (text[i]));
    }
}

static void
add_method (TvNameHaystack *self, guint32 index, const TvMethod *method)
{
  Column *names = &self->names;
  Column *folded = &self->folded;
  const gsize start = names->bytes->len;
  const gsize class_length = tv_method_append_display_name (names->bytes, method);
  const char *name = names->bytes->str + start;

  names->class_ends[index] = (guint32) (start + class_length);
  names->ends[index] = (guint32) names->bytes->len;

  /* Case folding works character by character, so the parts can be folded separately.
   */
  append_folded (folded->bytes, name, class_length);
  folded->class_ends[index] = (guint32) folded->bytes->len;
  append_folded (folded->bytes, name + class_length,
                 names->bytes->len - start - class_length);
  folded->ends[index] = (guint32) folded->bytes->len;
}

/**
 * tv_name_haystack_new:
 * @trace: a trace
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED; %TV_TRACE_ERROR_TOO_LARGE if all names together are
 *   over 2 GiB
 *
 * Collects the names of all methods. Takes half a second for a million methods: call it
 * in a worker.
 *
 * Returns: (transfer full) (nullable): the names, or %NULL with @error set
 */
TvNameHaystack *
tv_name_haystack_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvNameHaystack) self = NULL;

  g_return_val_if_fail (trace != NULL, NULL);

  self = g_new0 (TvNameHaystack, 1);
  g_atomic_ref_count_init (&self->references);
  self->n_methods = tv_trace_get_n_methods (trace);
  init_column (&self->names, self->n_methods);
  init_column (&self->folded, self->n_methods);
  for (guint32 i = 0; i < self->n_methods; i++)
    {
      if (i % CANCEL_INTERVAL == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      add_method (self, i, tv_trace_get_method (trace, i));
      if (self->names.bytes->len + self->folded.bytes->len > MAX_BYTES)
        {
          g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                               _ ("The names of the methods are too long to search"));
          return NULL;
        }
    }
  return g_steal_pointer (&self);
}

TvNameHaystack *
tv_name_haystack_ref (TvNameHaystack *haystack)
{
  g_return_val_if_fail (haystack != NULL, NULL);

  g_atomic_ref_count_inc (&haystack->references);
  return haystack;
}

void
tv_name_haystack_unref (TvNameHaystack *haystack)
{
  g_return_if_fail (haystack != NULL);

  if (!g_atomic_ref_count_dec (&haystack->references))
    return;
  clear_column (&haystack->names);
  clear_column (&haystack->folded);
  g_free (haystack);
}

struct _TvNamePattern
{
  gboolean class_only;
  gboolean folds;     /* whether case is ignored */
  GPtrArray *needles; /* char *: a name must contain all of them */
  GRegex *regex;      /* (nullable): used instead of the needles */
};

static gboolean
has_upper (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isupper (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

/* Whether an expression has a capital letter that stands for itself, unlike those of
 * `\S`, `\p{Lu}` and `\x{AB}`. */
static gboolean
has_upper_literal (const char *regex)
{
  if (g_str_has_prefix (regex, IGNORE_CASE))
    return FALSE;
  for (const char *p = regex; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *close;

      if (*p != '\\')
        {
          if (g_unichar_isupper (g_utf8_get_char (p)))
            return TRUE;
          continue;
        }
      p++;
      if (*p == '\0')
        break;
      close = strchr ("pPxoNgk", *p) != NULL && p[1] == '{' ? strchr (p, '}') : NULL;
      if (close != NULL)
        p = close;
    }
  return FALSE;
}

static void
add_needle (TvNamePattern *pattern, const char *text)
{
  if (*text != '\0')
    g_ptr_array_add (pattern->needles,
                     pattern->folds ? g_utf8_casefold (text, -1) : g_strdup (text));
}

static void
add_words (TvNamePattern *pattern, const char *text)
{
  while (*text != '\0')
    {
      const char *end = text;
      g_autofree char *word = NULL;

      while (*end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)))
        end = g_utf8_next_char (end);
      word = g_strndup (text, (gsize) (end - text));
      add_needle (pattern, word);
      text = *end != '\0' ? g_utf8_next_char (end) : end;
    }
}

static GRegex *
compile (const char *query, gboolean folds, GError **error)
{
  const GRegexCompileFlags flags
      = G_REGEX_OPTIMIZE | (folds ? G_REGEX_CASELESS : (GRegexCompileFlags) 0);
  g_autoptr (GRegex) unlimited = g_regex_new (query, flags, 0, error);
  g_autofree char *limited = NULL;
  GRegex *regex;

  /* Compiled without the limit in front, so that positions in error messages are those
   * of the user's text. */
  if (unlimited == NULL)
    return NULL;
  limited = g_strconcat (MATCH_LIMIT, query, NULL);
  regex = g_regex_new (limited, flags, 0, error);

  /* The first match compiles the expression to machine code, which is not thread-safe.
   */
  if (regex != NULL)
    g_regex_match (regex, "", 0, NULL);
  return regex;
}

/**
 * tv_name_pattern_new:
 * @query: what to look for, in UTF-8
 * @match: how to compare
 * @class_only: whether to search only the class, instead of class, method and signature
 * @error: an error of %G_REGEX_ERROR, whose message says what is wrong with the
 *   expression and where
 *
 * Parses a query. Case is ignored unless @query has a capital letter; those of escapes
 * such as `\S` do not count, nor does any after a `(?i)` at the beginning. An empty
 * query finds nothing.
 *
 * Returns: (transfer full) (nullable): the pattern, or %NULL with @error set
 */
TvNamePattern *
tv_name_pattern_new (const char *query, TvNameMatch match, gboolean class_only,
                     GError **error)
{
  g_autoptr (TvNamePattern) pattern = NULL;

  g_return_val_if_fail (query != NULL && g_utf8_validate (query, -1, NULL), NULL);
  g_return_val_if_fail (match <= TV_NAME_MATCH_REGEX, NULL);

  pattern = g_new0 (TvNamePattern, 1);
  pattern->class_only = class_only;
  pattern->needles = g_ptr_array_new_with_free_func (g_free);
  pattern->folds
      = match == TV_NAME_MATCH_REGEX ? !has_upper_literal (query) : !has_upper (query);
  if (match == TV_NAME_MATCH_WORDS)
    add_words (pattern, query);
  else if (match == TV_NAME_MATCH_TEXT)
    add_needle (pattern, query);
  else if (*query != '\0')
    {
      pattern->regex = compile (query, pattern->folds, error);
      if (pattern->regex == NULL)
        return NULL;
    }
  return g_steal_pointer (&pattern);
}

void
tv_name_pattern_free (TvNamePattern *pattern)
{
  if (pattern == NULL)
    return;
  g_ptr_array_unref (pattern->needles);
  g_clear_pointer (&pattern->regex, g_regex_unref);
  g_free (pattern);
}

typedef struct
{
  const TvNameHaystack *haystack;
  const TvNamePattern *pattern;
  GCancellable *cancellable;
  guint64 *words; /* of the bits of the set of methods */
  gint too_hard;  /* atomic: whether the expression took too long on a name */
} Search;

static gboolean
is_match (Search *search, guint32 method)
{
  const TvNamePattern *pattern = search->pattern;
  const Column *column = pattern->folds && pattern->regex == NULL
                             ? &search->haystack->folded
                             : &search->haystack->names;
  const gsize start = method > 0 ? column->ends[method - 1] : 0;
  const gsize end
      = pattern->class_only ? column->class_ends[method] : column->ends[method];
  const char *name = column->bytes->str + start;

  if (pattern->regex != NULL)
    {
      g_autoptr (GError) error = NULL;
      const gboolean matches = g_regex_match_full (
          pattern->regex, name, (gssize) (end - start), 0, 0, NULL, &error);

      if (error != NULL)
        g_atomic_int_set (&search->too_hard, TRUE);
      return matches;
    }
  for (guint i = 0; i < pattern->needles->len; i++)
    {
      const char *needle = g_ptr_array_index (pattern->needles, i);

      if (memmem (name, end - start, needle, strlen (needle)) == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
search_block (guint task, gpointer data)
{
  Search *search = data;
  const guint32 first = task * BLOCK;
  const guint32 end = MIN (first + BLOCK, search->haystack->n_methods);

  for (guint32 i = first; i < end; i++)
    {
      if (g_cancellable_is_cancelled (search->cancellable)
          || g_atomic_int_get (&search->too_hard))
        return;
      if (is_match (search, i))
        search->words[i / WORD_BITS] |= G_GUINT64_CONSTANT (1) << i % WORD_BITS;
    }
}

/**
 * tv_name_search:
 * @haystack: the names
 * @pattern: what to look for
 * @cancellable: (nullable): stops the search
 * @error: %G_IO_ERROR_CANCELLED; %G_REGEX_ERROR_MATCH if the expression takes too long
 *   on a name
 *
 * Finds all methods whose names match, called or not, on all processors. Names are what
 * tv_method_dup_display_name() returns. Takes some milliseconds for 10,000 methods, and
 * for a million half a second with a regular expression: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the methods, or %NULL with @error set
 */
TvMethodSet *
tv_name_search (const TvNameHaystack *haystack, const TvNamePattern *pattern,
                GCancellable *cancellable, GError **error)
{
  g_autofree guint64 *words = NULL;
  Search search
      = { .haystack = haystack, .pattern = pattern, .cancellable = cancellable };

  g_return_val_if_fail (haystack != NULL && pattern != NULL, NULL);

  words = g_new0 (guint64, haystack->n_methods / WORD_BITS + 1);
  search.words = words;
  if (pattern->regex != NULL || pattern->needles->len > 0)
    tv_parallel_run ((haystack->n_methods + BLOCK - 1) / BLOCK, 0, search_block,
                     &search);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (search.too_hard)
    {
      g_set_error_literal (error, G_REGEX_ERROR, G_REGEX_ERROR_MATCH,
                           _ ("The regular expression takes too long"));
      return NULL;
    }
  return tv_method_set_new (g_steal_pointer (&words), haystack->n_methods);
}
