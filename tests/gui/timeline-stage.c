/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/timeline-stage.h"

#include "gui/driver.h"
#include "support/trace-fixtures.h"

#include <check.h>

#define MS 1000000.0

/**
 * tv_timeline_close_charts:
 * @timeline: a timeline that is shown
 *
 * Makes strips of all rows. None opens by itself from then on.
 */
void
tv_timeline_close_charts (GtkWidget *timeline)
{
  g_action_group_activate_action (tv_timeline_get_action_group (TV_TIMELINE (timeline)),
                                  "close-rows", NULL);
  tv_gui_settle ();
}

/**
 * tv_timeline_stage_open:
 * @stage: (out caller-allocates): filled
 * @trace: (transfer full): what to show
 *
 * Shows a timeline, all of whose rows are strips, and gives it the keyboard.
 */
void
tv_timeline_stage_open (TvTimelineStage *stage, TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

  stage->trace = trace;
  stage->session = tv_trace_session_new (trace, profile);
  stage->timeline = tv_timeline_new ();
  stage->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (stage->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 900, 400);
  gtk_window_set_child (GTK_WINDOW (stage->window), stage->timeline);
  tv_timeline_set_session (TV_TIMELINE (stage->timeline), stage->session);
  tv_gui_park ();
  gtk_window_present (GTK_WINDOW (stage->window));
  tv_gui_settle ();
  tv_timeline_close_charts (stage->timeline);
  gtk_widget_grab_focus (stage->timeline);
  tv_gui_focus (stage->timeline);
}

/**
 * tv_timeline_stage_close:
 * @stage: a stage that was opened
 */
void
tv_timeline_stage_close (TvTimelineStage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  tv_gui_settle ();
  g_clear_object (&stage->session);
  g_clear_pointer (&stage->trace, tv_trace_unref);
}

/**
 * tv_timeline_stage_call:
 * @stage: a stage
 * @thread_id: the id of a thread in the file
 * @index: how many of its calls were entered before
 *
 * Returns: a call
 */
TvCallRef
tv_timeline_stage_call (const TvTimelineStage *stage, guint32 thread_id, guint32 index)
{
  return (TvCallRef){ tv_test_find_thread (stage->trace, thread_id), index };
}

/**
 * tv_timeline_find_speaker:
 * @timeline: a timeline
 *
 * Returns: (transfer none): the child whose label a screen reader reads out
 */
GtkWidget *
tv_timeline_find_speaker (GtkWidget *timeline)
{
  GtkWidget *child = gtk_widget_get_first_child (timeline);

  while (child != NULL
         && !gtk_test_accessible_has_role (GTK_ACCESSIBLE (child),
                                           GTK_ACCESSIBLE_ROLE_STATUS))
    child = gtk_widget_get_next_sibling (child);
  ck_assert_ptr_nonnull (child);
  return child;
}

/**
 * tv_timeline_stage_area:
 * @stage: a stage
 * @call: a call that is in view
 *
 * Returns: where it is
 */
GdkRectangle
tv_timeline_stage_area (const TvTimelineStage *stage, TvCallRef call)
{
  GdkRectangle area = { 0, 0, 0, 0 };

  ck_assert (tv_timeline_get_call_area (TV_TIMELINE (stage->timeline), call, &area));
  return area;
}

/**
 * tv_timeline_stage_assert_view:
 * @stage: a stage
 * @start_ms: the expected start of the range in view
 * @end_ms: its expected end
 * @tolerance_ms: how far off they may be
 */
void
tv_timeline_stage_assert_view (const TvTimelineStage *stage, double start_ms,
                               double end_ms, double tolerance_ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (stage->session, &start, &end);
  ck_assert_double_eq_tol ((double) start / MS, start_ms, tolerance_ms);
  ck_assert_double_eq_tol ((double) end / MS, end_ms, tolerance_ms);
}

/**
 * tv_timeline_stage_assert_selected:
 * @stage: a stage
 * @call: the call that must be selected
 */
void
tv_timeline_stage_assert_selected (const TvTimelineStage *stage, TvCallRef call)
{
  TvCallRef selected = tv_trace_session_get_selected_call (stage->session);

  ck_assert_uint_eq (selected.thread, call.thread);
  ck_assert_uint_eq (selected.call, call.call);
}
