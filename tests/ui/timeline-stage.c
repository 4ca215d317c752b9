/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline-stage.h"

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/session/session-colors.h"

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
  tv_timeline_stage_activate (&(TvTimelineStage){ .timeline = timeline }, "close-rows");
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
 * tv_timeline_stage_activate:
 * @stage: a stage
 * @action: an action of the timeline
 *
 * Does what a key or a menu does, and waits until that is drawn.
 */
void
tv_timeline_stage_activate (const TvTimelineStage *stage, const char *action)
{
  g_action_group_activate_action (
      tv_timeline_get_action_group (TV_TIMELINE (stage->timeline)), action, NULL);
  tv_gui_settle ();
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

static void
assert_text (GtkWidget *widget, GtkAccessibleProperty property, const char *expected)
{
  g_autofree char *wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                               property, expected);

  ck_assert_msg (wrong == NULL, "“%s” instead of “%s”", wrong, expected);
}

/**
 * tv_timeline_assert_said:
 * @timeline: a timeline
 * @expected: what a screen reader must have read out last
 */
void
tv_timeline_assert_said (GtkWidget *timeline, const char *expected)
{
  assert_text (tv_timeline_find_speaker (timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
               expected);
}

/**
 * tv_timeline_assert_described:
 * @timeline: a timeline
 * @expected: what its description must be
 */
void
tv_timeline_assert_described (GtkWidget *timeline, const char *expected)
{
  assert_text (timeline, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, expected);
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
 * tv_timeline_stage_set_view:
 * @stage: a stage
 * @start_ms: where the view begins
 * @end_ms: where it ends
 *
 * Shows a part of the trace, and waits until it is drawn.
 */
void
tv_timeline_stage_set_view (const TvTimelineStage *stage, double start_ms,
                            double end_ms)
{
  tv_trace_session_set_view (stage->session, (gint64) (start_ms * MS),
                             (gint64) (end_ms * MS));
  tv_gui_settle ();
}

/**
 * tv_timeline_stage_select_method:
 * @stage: a stage
 * @name: a method, see tv_test_find_method()
 *
 * Selects a method, and waits until that is drawn.
 */
void
tv_timeline_stage_select_method (const TvTimelineStage *stage, const char *name)
{
  tv_trace_session_select_method (stage->session,
                                  tv_test_find_method (stage->trace, name));
  tv_gui_settle ();
}

/**
 * tv_timeline_stage_find:
 * @stage: a stage
 * @name: (nullable): the only method that a search hits, see tv_test_find_method();
 *   %NULL for the end of the search
 */
void
tv_timeline_stage_find (const TvTimelineStage *stage, const char *name)
{
  g_autoptr (TvMethodSet) hits = NULL;

  if (name != NULL)
    {
      guint64 *words = g_new0 (guint64, 1);

      words[0] = (guint64) 1 << tv_test_find_method (stage->trace, name);
      hits = tv_method_set_new (words, tv_trace_get_n_methods (stage->trace));
    }
  tv_session_colors_set_hits (tv_trace_session_get_colors (stage->session), hits);
}

/**
 * tv_timeline_stage_get_color:
 * @stage: a stage
 * @method: a method, see tv_test_find_method()
 *
 * Returns: the colour that all views give it on a light background, as 0xrrggbb
 */
guint32
tv_timeline_stage_get_color (const TvTimelineStage *stage, const char *method)
{
  TvColor color
      = tv_session_colors_get_color (tv_trace_session_get_colors (stage->session),
                                     FALSE, tv_test_find_method (stage->trace, method));

  return (guint32) color.red << 16 | (guint32) color.green << 8 | color.blue;
}

/**
 * tv_timeline_stage_assert_all_in_view:
 * @stage: a stage
 */
void
tv_timeline_stage_assert_all_in_view (const TvTimelineStage *stage)
{
  gint64 full_start, full_end, start, end;

  tv_trace_session_get_full_range (stage->session, &full_start, &full_end);
  tv_trace_session_get_view (stage->session, &start, &end);
  ck_assert_int_eq (start, full_start);
  ck_assert_int_eq (end, full_end);
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
