/* SPDX-License-Identifier: Apache-2.0 */

/* Help in lines as long as a terminal has them. */

#include "cli/messages.h"
#include "support/test-runner.h"

static void
assert_wrapped (const char *text, guint width, const char *expected)
{
  g_autofree char *wrapped = tv_help_text_wrap (text, width);

  ck_assert_str_eq (wrapped, expected);
}

START_TEST (options_have_a_column)
{
  assert_wrapped ("Usage:\n  tracedump x [OPTION…] FILE\n\nOptions:\n"
                  "  -f, --format=text|json              How to lay the output out\n"
                  "  --everything-that-there-is=yes      And a little more than that\n"
                  "  -h, --help                          Show it\n",
                  50,
                  "Usage:\n  tracedump x [OPTION…] FILE\n\nOptions:\n"
                  "  -f, --format=text|json    How to lay the output\n"
                  "                            out\n"
                  "  --everything-that-there-is=yes\n"
                  "                            And a little more than\n"
                  "                            that\n"
                  "  -h, --help                Show it\n");
}
END_TEST

START_TEST (values_are_broken_after_a_bar)
{
  assert_wrapped ("  -s, --sort=first|second|third|fourth|fifth|sixth|seventh  Order\n",
                  50,
                  "  -s, --sort=first|second|third|fourth|fifth|\n"
                  "             sixth|seventh  Order\n");
}
END_TEST

/* Letters are counted, not bytes: the first line has 50 of them. */
START_TEST (paragraphs_are_broken)
{
  assert_wrapped ("ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄÄ ÖÖ\n\nB\n", 50,
                  "ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄ ÄÄÄÄÄÄÄÄÄÄ\nÖÖ\n\nB\n");
}
END_TEST

START_TEST (what_cannot_be_broken_stays)
{
  const char *const texts[] = { "", "\n", "  info         Show it\n", "  --version\n" };
  g_autofree char *word = g_strnfill (200, 'x');
  g_autofree char *line = g_strconcat (word, "\n", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_wrapped (texts[i], 80, texts[i]);
  assert_wrapped (line, 80, line);
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
TV_TESTS (NULL, NULL)
