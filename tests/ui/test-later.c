/* SPDX-License-Identifier: Apache-2.0 */

/* What is due later, by a clock that stands. */

#include "support/test-runner.h"
#include "ui/widgets/later.h"

typedef struct
{
  TvLater *later;
  const char *name;
  GString *done;
  guint again; /* milliseconds until it does it once more, or 0 */
} Owner;

static void
act (gpointer data)
{
  Owner *owner = data;

  ck_assert_ptr_null (owner->later);
  g_string_append (owner->done, owner->name);
  if (owner->again > 0)
    tv_later_add (&owner->later, owner->again, act, owner);
}

START_TEST (test_the_earliest_comes_first)
{
  g_autoptr (GString) done = g_string_new (NULL);
  Owner a = { .name = "a", .done = done };
  Owner b = { .name = "b", .done = done };
  Owner c = { .name = "c", .done = done };

  tv_later_set_clock (FALSE);
  tv_later_add (&a.later, 300, act, &a);
  tv_later_add (&b.later, 100, act, &b);
  tv_later_add (&c.later, 300, act, &c);
  ck_assert_str_eq (done->str, "");
  while (tv_later_skip ())
    ;
  ck_assert_str_eq (done->str, "bac");
}
END_TEST

/* What is added after time was skipped is due from then on. */
START_TEST (test_time_that_was_skipped_has_passed)
{
  g_autoptr (GString) done = g_string_new (NULL);
  Owner a = { .name = "a", .done = done, .again = 100 };
  Owner b = { .name = "b", .done = done };
  gint64 start;

  tv_later_set_clock (FALSE);
  start = tv_later_get_time ();
  tv_later_add (&a.later, 100, act, &a);
  tv_later_add (&b.later, 250, act, &b);
  for (guint i = 0; i < 4; i++)
    ck_assert (tv_later_skip ());
  ck_assert_int_eq (tv_later_get_time () - start, 300 * G_TIME_SPAN_MILLISECOND);
  ck_assert_str_eq (done->str, "aaba");
  tv_later_cancel (&a.later);
  ck_assert (!tv_later_skip ());
}
END_TEST

START_TEST (test_what_is_cancelled_is_not_done)
{
  g_autoptr (GString) done = g_string_new (NULL);
  g_autofree char *names = NULL;
  g_autofree char *none = NULL;
  Owner a = { .name = "a", .done = done };

  tv_later_set_clock (FALSE);
  tv_later_add (&a.later, 300, act, &a);
  /* Another time takes the place of the first. */
  tv_later_add (&a.later, 100, act, &a);
  names = tv_later_dup_names ();
  ck_assert_str_eq (names, "act");
  tv_later_cancel (&a.later);
  ck_assert_ptr_null (a.later);
  none = tv_later_dup_names ();
  ck_assert_str_eq (none, "");
  tv_later_cancel (&a.later);
  ck_assert (!tv_later_skip ());
  ck_assert_str_eq (done->str, "");
}
END_TEST

/* By itself, in the main loop. */
START_TEST (test_the_clock_runs)
{
  g_autoptr (GString) done = g_string_new (NULL);
  Owner a = { .name = "a", .done = done };
  Owner b = { .name = "b", .done = done };

  tv_later_add (&a.later, 2, act, &a);
  tv_later_add (&b.later, 1, act, &b);
  ck_assert (!tv_later_skip ());
  tv_later_cancel (&b.later);
  while (a.later != NULL)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_str_eq (done->str, "a");
}
END_TEST

TV_TESTS (NULL, NULL)
