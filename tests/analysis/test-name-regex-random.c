/* SPDX-License-Identifier: Apache-2.0 */

/* Expressions that nobody writes find what GRegex finds, and end. */

#include "analysis/regex-haystack.h"
#include "support/test-runner.h"

#define N_RANDOM_NAMES 400
#define N_RANDOM_REGEXES 4000

static const char *
pick (GRand *random, const char *const *of, guint n)
{
  return of[g_rand_int_range (random, 0, (gint32) n)];
}

#define PICK(random, of) pick (random, of, G_N_ELEMENTS (of))

/* Of few letters, so that things match, and some that are rare in names. */
static char *
make_name (GRand *random)
{
  static const char *const common[] = { "a", "b", "A", "B", "_", ".", " ", "1", "ab" };
  static const char *const rare[]
      = { "\n", "\t", "ä", "Ä", "ſ", "s", "k", "\xe2\x84\xaa", "あ", "-", "$", "]" };
  GString *name = g_string_new (NULL);
  const guint n = (guint) g_rand_int_range (random, 0, 9);
  const gboolean is_odd = g_rand_int_range (random, 0, 4) == 0;

  for (guint i = 0; i < n; i++)
    g_string_append (name, is_odd && g_rand_boolean (random) ? PICK (random, rare)
                                                             : PICK (random, common));
  return g_string_free (name, FALSE);
}

static void append_choice (GString *regex, GRand *random, guint depth);

static void
append_part (GString *regex, GRand *random, guint depth)
{
  static const char *const atoms[]
      = { "a",   "b",    "a",    "b",     "ab",   "A",      "_",       ".",
          "\\.", " ",    "1",    "\\d",   "\\w",  "\\W",    "\\s",     "\\S",
          "\\D", "[ab]", "[^a]", "[a-z]", "[AB]", "[^\\w]", "[\\d_.]", "[^ab.]",
          "s",   "k",    "ä",    "[sk]",  "-",    "\\n",    "\\$",     "[ä-ö]" };
  static const char *const places[] = { "^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z" };
  static const char *const counts[]
      = { "*", "+", "?", "*?", "+?", "??", "{2}", "{1,}", "{0,2}", "{2,3}" };
  const gint32 kind = g_rand_int_range (random, 0, 10);

  if (kind == 0)
    {
      g_string_append (regex, PICK (random, places));
      return;
    }
  if (kind <= 3 && depth > 0)
    {
      g_string_append (regex, g_rand_boolean (random) ? "(" : "(?:");
      append_choice (regex, random, depth - 1);
      g_string_append_c (regex, ')');
    }
  else
    g_string_append (regex, PICK (random, atoms));
  if (g_rand_int_range (random, 0, 3) == 0)
    g_string_append (regex, PICK (random, counts));
}

static void
append_choice (GString *regex, GRand *random, guint depth)
{
  do
    {
      const guint n = (guint) g_rand_int_range (random, 0, 4);

      for (guint i = 0; i < n; i++)
        append_part (regex, random, depth);
    }
  while (g_rand_int_range (random, 0, 3) == 0 && g_string_append_c (regex, '|'));
}

START_TEST (random_expressions_find_the_same)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvHaystack) haystack = { 0 };
  guint n_good = 0;

  for (guint i = 0; i < N_RANDOM_NAMES; i++)
    {
      g_autofree char *class_name = make_name (random);
      g_autofree char *name = make_name (random);

      tv_trace_writer_add_method (writer, 4 * i, class_name, name,
                                  i % 3 == 0 ? "(B)V" : "", "F.java", 1);
    }
  tv_haystack_fill (&haystack, writer);
  for (guint i = 0; i < N_RANDOM_REGEXES; i++)
    {
      g_autoptr (GString) regex = g_string_new (NULL);

      while (regex->len == 0)
        append_choice (regex, random, 3);
      n_good += tv_haystack_check (&haystack, regex->str, i % 2 == 0);
    }
  ck_assert_uint_gt (n_good, N_RANDOM_REGEXES * 9 / 10);
  ck_assert_uint_gt (haystack.n_hits, n_good * (N_RANDOM_NAMES / 10));
  ck_assert_uint_lt (haystack.n_hits, n_good * (N_RANDOM_NAMES * 9 / 10));
  ck_assert_uint_lt (haystack.n_unknown, n_good);
  ck_assert_uint_lt (haystack.n_unanswered, n_good / 100);
}
END_TEST

static char *
repeat (const char *before, const char *part, guint n, const char *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static char *
nest (const char *open, const char *part, const char *close, guint n)
{
  g_autofree char *inner = repeat (part, close, n, "");

  return repeat ("", open, n, inner);
}

/* Many steps, many states, deep groups, counts of counts. */
START_TEST (hostile_expressions_end)
{
  char *hostile[] = {
    g_strdup ("(a*)*b"),
    g_strdup ("(a|a)*b"),
    g_strdup ("(a|aa)+$"),
    g_strdup ("((a*)*)*$"),
    g_strdup ("[ab].{20}b"),
    g_strdup ("(a|b).{0,30}(ab|ba).{0,30}x"),
    g_strdup (".{200}.{0,200}x"),
    g_strdup ("a{1000}"),
    g_strdup ("((){100}){60}"),
    g_strdup ("((){30}){30}a"),
    g_strdup ("(((a{3}){5}){7}){2}"),
    g_strdup ("(((a?){9}){9}){9}b"),
    g_strdup ("(|||||a)*b"),
    repeat ("", "a", 2000, ""),
    repeat ("", "a?", 100, "b"),
    nest ("(", "a", ")", 60),
    nest ("(", "a", ")", 200),
    nest ("(a|", "b", ")*", 60),
    repeat ("", "[ab]", 400, ""),
    repeat ("x", "|ab", 3000, ""),
    repeat ("(x", "|[ab]c", 300, ")d"),
    repeat ("[a", "b-z", 500, "]+"),
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvHaystack) haystack = { 0 };
  guint n_good = 0;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strnfill (i % 12, i % 5 == 0 ? 'b' : 'a');

      tv_trace_writer_add_method (writer, 4 * i, i % 2 == 0 ? "ab" : "b\nä", name, "",
                                  "F.java", 1);
    }
  tv_haystack_fill (&haystack, writer);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      n_good += tv_haystack_check (&haystack, hostile[i], FALSE);
      g_free (hostile[i]);
    }
  ck_assert_uint_eq (n_good, G_N_ELEMENTS (hostile));
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[]
      = { random_expressions_find_the_same, hostile_expressions_end };

  return tv_test_run ("name-regex-random", tests, G_N_ELEMENTS (tests));
}
