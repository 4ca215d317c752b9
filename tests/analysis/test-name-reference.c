/* SPDX-License-Identifier: Apache-2.0 */

/* The search for names, compared with the plainest one, on names of few letters. */

#include "analysis/find/name-search.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define TEXT TV_NAME_MATCH_TEXT
#define WORDS TV_NAME_MATCH_WORDS
#define REGEX TV_NAME_MATCH_REGEX

#define N_RANDOM_METHODS 700
#define N_RANDOM_QUERIES 1200

static void
append_random (GString *text, GRand *random, guint max_length)
{
  static const char *const letters[]
      = { "a", "a", "a", "b", "A", "B", ".", "$", "ä", "Ä", "ß", "ſ", "Σ", "ς", "あ" };
  const gboolean ascii = g_rand_int_range (random, 0, 3) > 0;
  const guint n = (guint) g_rand_int_range (random, 0, (gint32) max_length + 1);

  for (guint i = 0; i < n; i++)
    g_string_append (text, letters[g_rand_int_range (random, 0, ascii ? 8 : 15)]);
}

static TvTrace *
make_random_trace (GRand *random)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  for (guint i = 0; i < N_RANDOM_METHODS; i++)
    {
      const guint max_length = i % 10 == 0 ? 300 : 12;
      g_autoptr (GString) class_name = g_string_new ("k");
      g_autoptr (GString) name = g_string_new ("n");

      append_random (class_name, random, max_length);
      append_random (name, random, max_length);
      tv_trace_writer_add_method (writer, 4 * i, class_name->str, name->str,
                                  i % 3 == 0 ? "" : "(aB)V", "F.java", 1);
    }
  return tv_test_load (writer);
}

static char *
make_random_query (GRand *random, TvNameMatch match)
{
  static const char *const parts[]
      = { ".*",  "a*",    "ab?", "a+?",   "b*?",    "Ba?",  "\\.",
          "\\$", "^",     "\\w", "(a|ß)", "[ab]",   "a{2}", "ä?",
          "aä*", "(aB)?", "b|a", "\\x61", "\\QA\\E" };
  GString *query = g_string_new (NULL);

  append_random (query, random, 4);
  if (match == WORDS)
    {
      g_string_append_c (query, ' ');
      append_random (query, random, 2);
    }
  for (guint i = 0; match == REGEX && i < 2; i++)
    {
      g_string_append (query,
                       parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))]);
      append_random (query, random, 2);
    }
  return g_string_free (query, FALSE);
}

static gboolean
has_capital (const char *text)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);

  return !g_str_equal (lower, text);
}

static gboolean
contains (const char *text, const char *part)
{
  g_autofree char *folded_text = g_utf8_casefold (text, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  if (has_capital (part))
    return strstr (text, part) != NULL;
  return strstr (folded_text, folded_part) != NULL;
}

static gboolean
is_match (const char *text, const char *query, TvNameMatch match)
{
  g_auto (GStrv) words = NULL;
  gboolean all = TRUE;
  gboolean any = FALSE;

  if (match == TEXT)
    return *query != '\0' && contains (text, query);
  if (match == REGEX)
    return g_regex_match_simple (query, text,
                                 has_capital (query) ? 0 : G_REGEX_CASELESS, 0);

  words = g_strsplit (query, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *folded_text = g_utf8_casefold (text, -1);
      g_autofree char *folded_word = g_utf8_casefold (words[i], -1);

      any = any || *words[i] != '\0';
      all = all
            && (has_capital (query) ? strstr (text, words[i]) != NULL
                                    : strstr (folded_text, folded_word) != NULL);
    }
  return all && any;
}

static guint
compare_hits (const TvTrace *trace, const TvMethodSet *set, const char *query,
              TvNameMatch match, gboolean class_only)
{
  guint n = 0;

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      g_autofree char *name = class_only ? g_strdup (method->class_name)
                                         : tv_method_dup_display_name (method);
      const gboolean expected = is_match (name, query, match);

      ck_assert_msg (tv_method_set_contains (set, i) == expected,
                     "\"%s\", %d%s: \"%s\" %s found", query, match,
                     class_only ? ", class" : "", name, expected ? "is not" : "is");
      n += expected;
    }
  ck_assert_uint_eq (tv_method_set_get_n (set), n);
  return n;
}

static TvNameHaystack *
make_text (TvTrace *trace)
{
  g_autoptr (GError) error = NULL;
  TvNameHaystack *text = tv_name_haystack_new (trace, NULL, &error);

  ck_assert_msg (text != NULL, "%s", error != NULL ? error->message : "");
  return text;
}

static TvMethodSet *
search (const TvNameHaystack *text, const char *query, TvNameMatch match,
        gboolean class_only)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvNamePattern) pattern
      = tv_name_pattern_new (query, match, class_only, &error);
  TvMethodSet *set = NULL;

  ck_assert_msg (pattern != NULL, "%s", error != NULL ? error->message : "");
  set = tv_name_search (text, pattern, NULL, &error);
  ck_assert_msg (set != NULL, "%s", error != NULL ? error->message : "");
  return set;
}

START_TEST (the_plainest_search_finds_the_same)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (TvTrace) trace = make_random_trace (random);
  g_autoptr (TvNameHaystack) text = make_text (trace);
  guint n_hits = 0;
  guint n_misses = 0;

  for (guint i = 0; i < N_RANDOM_QUERIES; i++)
    {
      const TvNameMatch match = (TvNameMatch) (i % 3);
      const gboolean class_only = i % 4 == 3;
      g_autofree char *query = make_random_query (random, match);
      g_autoptr (TvMethodSet) set = search (text, query, match, class_only);
      const guint n = compare_hits (trace, set, query, match, class_only);

      n_hits += n;
      n_misses += N_RANDOM_METHODS - n;
    }
  ck_assert_uint_gt (n_hits, N_RANDOM_QUERIES * 20);
  ck_assert_uint_gt (n_misses, N_RANDOM_QUERIES * 20);
}
END_TEST

TV_TESTS (NULL, NULL)
