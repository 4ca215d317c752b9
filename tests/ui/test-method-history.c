/* SPDX-License-Identifier: Apache-2.0 */

/* The methods visited: as strings, the one that one is at in brackets. */

#include "support/test-runner.h"
#include "trace/model/trace.h"
#include "ui/profile/method-history.h"

#include <check.h>

/* Goes back to the first and forward from there, and then to where it was. */
static char *
history_to_string (TvMethodHistory *history)
{
  GString *text = g_string_new (NULL);
  guint32 method = TV_METHOD_NONE;
  guint n_back = 0;

  while (tv_method_history_can_go (history, FALSE))
    {
      method = tv_method_history_go (history, FALSE);
      n_back++;
    }
  if (method != TV_METHOD_NONE)
    g_string_append_printf (text, "%u", method);
  for (guint i = 1; tv_method_history_can_go (history, TRUE); i++)
    {
      method = tv_method_history_go (history, TRUE);
      g_string_append_printf (text, i == n_back ? " [%u]" : " %u", method);
    }
  while (text->len > 0 && tv_method_history_can_go (history, FALSE))
    (void) tv_method_history_go (history, FALSE);
  while (n_back-- > 0)
    (void) tv_method_history_go (history, TRUE);
  return g_string_free (text, FALSE);
}

static void
assert_history (TvMethodHistory *history, const char *expected)
{
  g_autofree char *text = history_to_string (history);

  ck_assert_str_eq (text, expected);
}

START_TEST (visits_are_gone_through_back_and_forward)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();

  ck_assert (!tv_method_history_can_go (history, FALSE));
  ck_assert (!tv_method_history_can_go (history, TRUE));
  ck_assert_uint_eq (tv_method_history_go (history, FALSE), TV_METHOD_NONE);
  tv_method_history_visit (history, 1);
  ck_assert (!tv_method_history_can_go (history, FALSE));
  tv_method_history_visit (history, 2);
  tv_method_history_visit (history, 3);
  assert_history (history, "1 2 [3]");
  ck_assert_uint_eq (tv_method_history_go (history, FALSE), 2);
  assert_history (history, "1 [2] 3");
  ck_assert_uint_eq (tv_method_history_go (history, TRUE), 3);
  ck_assert_uint_eq (tv_method_history_go (history, TRUE), TV_METHOD_NONE);
}
END_TEST

START_TEST (a_visit_leaves_what_was_ahead)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();

  for (guint32 method = 1; method <= 4; method++)
    tv_method_history_visit (history, method);
  (void) tv_method_history_go (history, FALSE);
  (void) tv_method_history_go (history, FALSE);
  /* The same again leaves it as it is. */
  tv_method_history_visit (history, 2);
  assert_history (history, "1 [2] 3 4");
  tv_method_history_visit (history, 9);
  assert_history (history, "1 2 [9]");
}
END_TEST

START_TEST (methods_that_are_passed_are_not_kept)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();

  tv_method_history_visit (history, 1);
  for (guint32 method = 2; method <= 5; method++)
    tv_method_history_pass (history, method);
  assert_history (history, "1 [5]");
}
END_TEST

/* Looking at a history settles where one is, so that each has its own. */
START_TEST (a_method_passed_and_then_visited_is_kept)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();

  tv_method_history_visit (history, 1);
  tv_method_history_pass (history, 2);
  tv_method_history_pass (history, 3);
  tv_method_history_visit (history, 3);
  tv_method_history_pass (history, 4);
  tv_method_history_pass (history, 5);
  assert_history (history, "1 3 [5]");
}
END_TEST

START_TEST (passing_and_coming_back_is_no_visit)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();

  tv_method_history_visit (history, 7);
  tv_method_history_visit (history, 1);
  tv_method_history_pass (history, 2);
  tv_method_history_pass (history, 1);
  assert_history (history, "7 [1]");
  tv_method_history_pass (history, 2);
  tv_method_history_pass (history, 1);
  tv_method_history_pass (history, 3);
  assert_history (history, "7 1 [3]");
}
END_TEST

START_TEST (the_oldest_visits_are_forgotten)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();
  guint n = 1;

  for (guint32 method = 0; method < 1000; method++)
    tv_method_history_visit (history, method);
  for (; tv_method_history_can_go (history, FALSE); n++)
    ck_assert_uint_eq (tv_method_history_go (history, FALSE), 999 - n);
  ck_assert_uint_eq (n, 256);
}
END_TEST

static void
count (TvMethodHistory *history, gpointer user_data)
{
  (*(guint *) user_data)++;
}

START_TEST (changes_are_told)
{
  g_autoptr (TvMethodHistory) history = tv_method_history_new ();
  guint n = 0;

  g_signal_connect (history, "changed", G_CALLBACK (count), &n);
  tv_method_history_visit (history, 1);
  tv_method_history_pass (history, 2);
  tv_method_history_pass (history, 2);
  (void) tv_method_history_go (history, FALSE);
  (void) tv_method_history_go (history, FALSE);
  ck_assert_uint_eq (n, 3);
}
END_TEST

TV_TESTS (NULL, NULL)
