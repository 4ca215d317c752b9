/* SPDX-License-Identifier: Apache-2.0 */

/* Regular expressions find the same in all names at once as GRegex does in each. */

#include "analysis/regex-haystack.h"
#include "support/test-runner.h"

static const char *const names[] = {
  "",
  "a",
  "aa",
  "aab",
  "ab",
  "aabb_9 ",
  "Activity",
  "activity",
  "onCreate",
  "onResume",
  "ONRESUME",
  "onPause",
  "on Create",
  "foo",
  "bar",
  "foobar",
  "foo-bar",
  "fo",
  "access$000",
  "lambda$run$0",
  "<init>",
  "<clinit>",
  "a.b.c",
  "[x]",
  "{x}",
  "a|b",
  "x^y",
  "back\\slash",
  "tab\tin",
  "line\nin it",
  "line\n",
  "\nline",
  "return\r\n",
  "bell\a",
  "delete\x7f",
  "größe",
  "GRÖSSE",
  "straße",
  "ſtring",
  "\xe2\x84\xaa"
  "elvin",
  "kelvin",
  "あ",
  "a あ b",
  "no\xc2\xa0"
  "break",
  "\xe2\x80\xa8"
  "line",
  "٣",
  "0123456789",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

static const char *const regexes[] = {
  "on(Create|Resume)",
  "on(create|resume)",
  "foo|bar",
  "Foo|bar",
  "fo{2}|b.r",
  "(foo|bar)+",
  "(foo)?bar",
  "(?:foo|bar)?$",
  "^(foo|bar)$",
  "^foo|bar$",
  "(|foo)bar",
  "(foo|)$",
  "f(o|oo|ooo)b",
  "[fb][oa][or]",
  "(a|b|c)(d|e|f)?",
  "((f)(o)(o))|x",
  "(a(b(c)?)?)?$",
  "(on|un)(Create|Resume|Pause|Stop|Start|Destroy)",
  /* Without a text */
  "^.{3,5}$",
  "[A-Z]{4}",
  "\\d\\d",
  "\\d{3,}",
  "^\\w+$",
  "^\\W",
  "\\s",
  "\\S+\\s\\S+",
  "\\D$",
  "^\\D*$",
  ".",
  "^.$",
  "^..$",
  "...",
  "[^a]",
  "^[^a]*$",
  "[^a]{60,}",
  "^[^\\n]+$",
  "[[]",
  "[]]",
  "[^]]",
  "[]a-]",
  "[-a]x",
  "[a-]",
  "[\\w-]$",
  "[\\d.]+",
  "[^\\w ]",
  "[\\W_]",
  "[\\\\]",
  "[\\]x]+",
  "[+-.]",
  "[Z-a]",
  "[ -~]",
  "[!-~]+ ",
  /* Empty matches */
  "a*",
  "a?",
  "(a*)*",
  "(a*)+",
  "(a?){3}",
  "()",
  "(|)",
  "^",
  "$",
  "^$",
  "^*",
  "(^)*a",
  "(^|b)a",
  "a($|b)",
  "\\b",
  "\\B",
  "\\b\\b",
  "\\b\\B",
  "^\\b",
  "\\b$",
  "^\\B",
  "\\B$",
  "\\ba",
  "a\\b",
  "\\Ba",
  "a\\B",
  "\\bfoo\\b",
  "(\\b)*foo",
  "\\w\\b\\W\\b\\w",
  "$a",
  "a^",
  "$^",
  "(^a|b)",
  "x|^$",
  "(a|\\b)+b",
  /* Ends and lines */
  "\\Aa",
  "a\\z",
  "a\\Z",
  "\\Aon|e\\z",
  "line$",
  "line\\Z",
  "line\\z",
  "e$\\s",
  "e\\n",
  "\\n",
  "\\t",
  "\\r",
  "\\r\\n",
  "\\R",
  "\\h",
  "\\v",
  "\\V+",
  "\\N+$",
  "in.it",
  "in\\sit",
  "line.in",
  "line[^x]in",
  "e$\n",
  "\tin",
  "[\t]in",
  "[\t-a]",
  "\\f",
  "\\a",
  "\\e",
  "(?m)^in",
  "(?m)line$",
  "(?s)line.in",
  "(?x) f o o",
  "(?i)FOO|BAR",
  "(?i)on(C|R)",
  "(?-i)Foo",
  "f(?i)OO",
  /* Lazy, possessive, atomic, looking round, back-references, verbs */
  "a+?b",
  "a*?$",
  "a??b",
  "a{1,2}?b",
  "a++b",
  "a*+a",
  "a?+a",
  "a{1,2}+a",
  "(?>a+)b",
  "(?>a|ab)b",
  "a(?=b)",
  "a(?!b)",
  "(?<=a)b",
  "(?<!a)b",
  "(?<n>a)\\k<n>",
  "(.)\\1",
  "(a)(b)?\\2",
  "(a)|b\\1",
  "(?1)(a|b)",
  "(a(?1)?b)",
  "a\\Kb",
  "\\Ga",
  "(*UCP)\\w",
  "(*CR)a.b",
  "(*ANYCRLF)^in",
  "(*ACCEPT)x",
  "a(*COMMIT)b|aa",
  "a(?#x)b",
  "(?|(a)|b)c",
  "(a)?(?(1)b|c)",
  /* Letters by other means, and beyond ASCII */
  "\\x61",
  "\\x{61}+b",
  "\\x{41}ctivity",
  "[\\x61]",
  "\\141",
  "\\p{Lu}",
  "\\p{L}+$",
  "\\P{L}",
  "\\pL",
  "\\Qa.b\\E",
  "\\Qa",
  "[[:alpha:]]+$",
  "[[:^digit:]]",
  "[^[:space:]]",
  "größe|straße",
  "gr(ö|ü)(ß|ss)e",
  "ö",
  "Ö",
  "[ö]",
  "[^ö]",
  "[ä-ü]",
  "[a-ü]{3}",
  "あ?b",
  "ſ",
  "[ſ]tring",
  "string",
  "[s]tring|x",
  "(s|x)tring",
  "k",
  "[k-l]elvin",
  "kelvin|x",
  "\xe2\x84\xaa",
  "Kelvin",
  "(?i)\xe2\x84\xaa"
  "elvin",
  "[\xe2\x84\xaa]",
  "\\w{6}",
  "\\d",
  "a.あ",
  "あ{1}",
  "^.あ?$",
  /* Signs */
  "\\$\\d+",
  "\\$(run|000)",
  "<(cl)?init>",
  "\\[x\\]",
  "\\{x\\}",
  "{x}",
  "x}",
  "x]",
  "a\\|b",
  "a|b|",
  "x\\^y",
  "\\\\",
  "a\\.b",
  "a.b.c",
  "a{,2}b",
  "a{x",
  "a{2}{2}",
  "a{0}b",
  "a{0,0}b",
  "(ab){0}",
  "a{2,}b",
  "a{3}",
  "\\_9",
  "_9\\ ",
  "#|-",
  "~",
};

START_TEST (every_kind_of_expression_finds_the_same)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvHaystack) haystack = { 0 };
  guint n_good = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < 3; j++)
      tv_trace_writer_add_method (writer, 4 * (3 * i + j), names[i],
                                  names[(i + 7 * j) % G_N_ELEMENTS (names)],
                                  j == 0 ? "" : "(I)V", "F.java", 1);
  tv_haystack_fill (&haystack, writer);
  for (guint i = 0; i < G_N_ELEMENTS (regexes); i++)
    for (guint j = 0; j < 2; j++)
      n_good += tv_haystack_check (&haystack, regexes[i], j == 1);
  ck_assert_uint_gt (n_good, 2 * (G_N_ELEMENTS (regexes) - 15));
  ck_assert_uint_gt (haystack.n_hits, 5 * n_good);
  ck_assert_uint_eq (haystack.n_unknown + haystack.n_unanswered, 0);
}
END_TEST

/* PCRE takes 2 to the power of the letters for it, and says so after a while. */
START_TEST (an_expression_that_PCRE_gives_up_is_answered)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *name = g_strnfill (300, 'a');
  static const char *const hopeless[] = { "(a+)+$", "(a*)*b", "(a|aa)+$", "^(a|a)*$" };
  g_auto (TvHaystack) haystack = { 0 };

  tv_trace_writer_add_method (writer, 0, "p.A", name, "()V", "F.java", 1);
  tv_trace_writer_add_method (writer, 4, "p.A", "aaab", "", "F.java", 1);
  tv_trace_writer_add_method (writer, 8, name, "c", "", "F.java", 1);
  tv_haystack_fill (&haystack, writer);
  for (guint i = 0; i < G_N_ELEMENTS (hopeless); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvNamePattern) pattern
          = tv_name_pattern_new (hopeless[i], TV_NAME_MATCH_REGEX, FALSE, NULL);
      g_autoptr (TvMethodSet) set
          = tv_name_search (haystack.text, pattern, NULL, &error);

      ck_assert_msg (set != NULL, "%s: %s", hopeless[i],
                     error != NULL ? error->message : "");
      ck_assert_uint_eq (tv_method_set_get_n (set), i == 1);
      ck_assert (tv_method_set_contains (set, 1) == (i == 1));
    }
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
  const TTest *const tests[] = { every_kind_of_expression_finds_the_same,
                                 an_expression_that_PCRE_gives_up_is_answered };

  return tv_test_run ("name-regex", tests, G_N_ELEMENTS (tests));
}
