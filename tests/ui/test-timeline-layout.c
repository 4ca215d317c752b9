/* SPDX-License-Identifier: Apache-2.0 */

/* Which threads have a row in the timeline, in which order, and which rows are in
 * sight. */

#include "support/test-runner.h"
#include "ui/sample-trace.h"
#include "ui/timeline-layout.h"

#include <math.h>

#define MS G_GINT64_CONSTANT (1000000)

static char *
list_ids (const TvTrace *trace, const TvTimelineLayout *layout)
{
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout); row++)
    g_string_append_printf (
        text, "%s%u", row > 0 ? " " : "",
        tv_trace_get_thread (trace, tv_timeline_layout_get_row (layout, row)->thread)
            ->id);
  return g_string_free (text, FALSE);
}

START_TEST (test_order)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, NULL);
  g_autofree char *ids = list_ids (trace, layout);

  /* Longest first; 3 and 7 are equal and so in order of id; 5 has no events. */
  ck_assert_str_eq (ids, "1 3 7 9");
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 0)->covered, 10 * MS);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 1)->covered, 4 * MS);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 2)->covered, 4 * MS);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 3)->covered, 1 * MS);
}
END_TEST

START_TEST (test_find)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, NULL);

  for (gint row = 0; row < 4; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (layout, (guint) row)->thread;
      ck_assert_int_eq (tv_timeline_layout_find (layout, thread), row);
    }
  for (guint32 thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    if (tv_trace_get_thread (trace, thread)->id == 5)
      ck_assert_int_eq (tv_timeline_layout_find (layout, thread), -1);
}
END_TEST

START_TEST (test_row_at)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, NULL);

  ck_assert_int_eq (tv_timeline_layout_get_height (layout), 4 * TV_ROW_HEIGHT);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, -0.5), -1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 0), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, TV_ROW_HEIGHT - 0.5), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, TV_ROW_HEIGHT), 1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 4 * TV_ROW_HEIGHT - 0.5), 3);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 4 * TV_ROW_HEIGHT), -1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, (double) NAN), -1);
}
END_TEST

static void
assert_visible (const TvTimelineLayout *layout, double top, double height,
                guint expected_first, guint expected_n)
{
  guint first = G_MAXUINT;

  ck_assert_uint_eq (tv_timeline_layout_visible (layout, top, height, &first),
                     expected_n);
  ck_assert_uint_eq (first, expected_first);
}

START_TEST (test_visible)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, NULL);
  const double row = TV_ROW_HEIGHT;

  assert_visible (layout, 0, 1000, 0, 4);
  assert_visible (layout, 0, 2 * row, 0, 2);
  /* One pixel further, the third row comes into sight and the first is still there. */
  assert_visible (layout, 1, 2 * row, 0, 3);
  assert_visible (layout, row, 2 * row, 1, 2);
  assert_visible (layout, 3.5 * row, 1000, 3, 1);
  assert_visible (layout, 4 * row, 1000, 0, 0);
  assert_visible (layout, 0, 0, 0, 0);
}
END_TEST

START_TEST (test_cancel)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_timeline_layout_new (trace, cancellable));
}
END_TEST

int
main (void)
{
  const TTest *const tests[]
      = { test_order, test_find, test_row_at, test_visible, test_cancel };

  return tv_test_run ("timeline-layout", tests, G_N_ELEMENTS (tests));
}
