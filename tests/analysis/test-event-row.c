/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of named stretches of time. */

#include "analysis/lookup/event-row.h"
#include "support/test-runner.h"

#include <string.h>

static void
add (TvEventRow *row, gint64 start, gint64 end, const char *label)
{
  tv_event_row_add (row,
                    &(TvEvent){ start, end, label, NULL, { TV_THREAD_NONE, 0 }, 9, 0 });
}

/* Writes a sorted row as `label start-end level`, in order. */
static char *
dup_text (TvEventRow *row)
{
  GString *text = g_string_new (NULL);

  tv_event_row_sort (row);
  for (guint i = 0; i < row->events->len; i++)
    {
      const TvEvent *event = tv_event_row_get (row, i);

      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %u",
                              i > 0 ? ", " : "", event->label, event->start, event->end,
                              event->level);
    }
  return g_string_free (text, FALSE);
}

START_TEST (events_that_overlap_lie_on_levels)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  g_autofree char *text = NULL;

  add (row, 30, 40, "d");
  add (row, 10, 20, "b");
  add (row, 10, 30, "a");
  add (row, 12, 15, "c");
  add (row, 20, 25, "e");
  text = dup_text (row);
  ck_assert_str_eq (text, "a 10-30 0, b 10-20 1, c 12-15 2, e 20-25 1, d 30-40 0");
  ck_assert_uint_eq (row->n_levels, 3);
}
END_TEST

/* Five calls that lie inside each other, and one beside the innermost. */
START_TEST (events_inside_each_other_have_a_level_each)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  g_autofree char *text = NULL;

  for (gint64 i = 0; i < 5; i++)
    add (row, i, 10 - i, "x");
  add (row, 6, 7, "y");
  text = dup_text (row);
  ck_assert_str_eq (text, "x 0-10 0, x 1-9 1, x 2-8 2, x 3-7 3, x 4-6 4, y 6-7 4");
  ck_assert_uint_eq (row->n_levels, 5);
}
END_TEST

START_TEST (events_deeper_than_all_levels_have_none)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  const guint n = TV_EVENT_ROW_MAX_LEVELS + 2;

  for (guint i = 0; i < n; i++)
    add (row, i, 1000 - i, "x");
  tv_event_row_sort (row);
  ck_assert_uint_eq (row->n_levels, TV_EVENT_ROW_MAX_LEVELS);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (tv_event_row_get (row, i)->level,
                       MIN (i, TV_EVENT_ROW_MAX_LEVELS));
}
END_TEST

START_TEST (an_end_is_not_before_its_start)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  g_autofree char *text = NULL;

  add (row, 5, G_MININT64, "x");
  text = dup_text (row);
  ck_assert_str_eq (text, "x 5-5 0");
}
END_TEST

/* A query can say anything. */
START_TEST (no_length_is_too_large_to_count_with)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  const TvEvent *event;
  gint64 end;

  add (row, G_MININT64, G_MAXINT64, "x");
  tv_event_row_sort (row);
  event = tv_event_row_get (row, 0);
  ck_assert (!__builtin_sub_overflow (event->end, event->start, &end));
  /* As much again fits on either side. */
  ck_assert (!__builtin_add_overflow (event->end, end, &end));
  ck_assert_int_lt (event->start, -G_MAXINT64 / 5);
  ck_assert_int_gt (event->end, G_MAXINT64 / 5);
}
END_TEST

START_TEST (too_many_events_and_too_long_texts_are_left_out)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  g_autoptr (GString) longest = g_string_new (NULL);

  while (longest->len < 100000)
    g_string_append (longest, "aö");
  add (row, 0, 1, longest->str);
  for (guint i = 0; i < TV_EVENT_ROW_MAX + 6; i++)
    add (row, i, i + 1, "x");
  tv_event_row_sort (row);
  ck_assert_uint_eq (row->events->len, TV_EVENT_ROW_MAX);
  ck_assert_uint_eq (row->n_left_out, 7);
  ck_assert_uint_eq (strlen (tv_event_row_get (row, 0)->label), 199);
  ck_assert (g_utf8_validate (tv_event_row_get (row, 0)->label, -1, NULL));
}
END_TEST

/* Threads come one after another, and each has events from the beginning. */
START_TEST (the_first_events_by_time_are_kept)
{
  const gint64 n = 3 * TV_EVENT_ROW_MAX + 5;
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");

  for (guint thread = 0; thread < 3; thread++)
    for (gint64 i = thread; i < n; i += 3)
      add (row, i, i + 1, i % 2 == 0 ? "even" : "odd");
  add (row, 1, 9, "long");
  tv_event_row_sort (row);
  ck_assert_uint_eq (row->events->len, TV_EVENT_ROW_MAX);
  ck_assert_uint_eq (row->n_left_out, n + 1 - TV_EVENT_ROW_MAX);
  ck_assert_str_eq (tv_event_row_get (row, 0)->label, "even");
  ck_assert_str_eq (tv_event_row_get (row, 1)->label, "long");
  for (guint i = 2; i < TV_EVENT_ROW_MAX; i++)
    ck_assert_int_eq (tv_event_row_get (row, i)->start, i - 1);
}
END_TEST

START_TEST (methods_have_meanings)
{
  g_autoptr (TvEventRow) row = tv_event_row_new ("row");
  TvEvent meaning;

  tv_event_row_explain (row, 7, "Draw", "Views paint themselves.");
  tv_event_row_sort (row);
  ck_assert (!tv_event_row_get_meaning (row, 6, &meaning));
  ck_assert (tv_event_row_get_meaning (row, 7, &meaning));
  ck_assert_str_eq (meaning.label, "Draw");
  ck_assert_str_eq (meaning.explanation, "Views paint themselves.");
}
END_TEST

TV_TESTS (NULL, NULL)
