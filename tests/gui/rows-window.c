/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/rows-window.h"

#include "gui/timeline-stage.h"
#include "support/trace-fixtures.h"
#include "ui/rows-sample.h"

#include <check.h>

static const guint32 ids[] = { 12, 3, 7, 20, 30, 31 };

static GtkWidget *window;
static GtkWidget *timeline;
static TvTrace *trace;
static TvTraceSession *session;

/**
 * tv_rows_window_open:
 * @height: pixels of the window
 *
 * Shows the timeline of the rows' sample in a window of its own, the threads in order
 * of their time without regard to which is the main one.
 */
void
tv_rows_window_open (int height)
{
  g_autoptr (TvProfile) profile = NULL;

  trace = tv_rows_sample_new ();
  profile = tv_profile_new (trace, NULL, NULL);
  session = tv_trace_session_new (trace, profile);
  timeline = tv_timeline_new ();
  window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, height);
  gtk_window_set_child (GTK_WINDOW (window), timeline);
  g_action_group_change_action_state (
      tv_timeline_get_action_group (TV_TIMELINE (timeline)), "main-thread-first",
      g_variant_new_boolean (FALSE));
  tv_timeline_set_session (TV_TIMELINE (timeline), session);
  tv_gui_park ();
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  tv_timeline_close_charts (timeline);
  gtk_widget_grab_focus (timeline);
  tv_gui_focus (timeline);
}

/**
 * tv_rows_window_close:
 *
 * Closes the window.
 */
void
tv_rows_window_close (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
  tv_gui_settle ();
  g_clear_object (&session);
  g_clear_pointer (&trace, tv_trace_unref);
}

/**
 * tv_rows_window_get_timeline:
 *
 * Returns: (transfer none): the timeline
 */
GtkWidget *
tv_rows_window_get_timeline (void)
{
  return timeline;
}

/**
 * tv_rows_window_get_session:
 *
 * Returns: (transfer none): what it shows
 */
TvTraceSession *
tv_rows_window_get_session (void)
{
  return session;
}

/**
 * tv_rows_window_get_call:
 * @id: a thread's id
 *
 * Returns: the first call of that thread
 */
TvCallRef
tv_rows_window_get_call (guint32 id)
{
  return (TvCallRef){ tv_test_find_thread (trace, id), 0 };
}

static gboolean
find_area (guint32 id, GdkRectangle *area)
{
  return tv_timeline_get_call_area (TV_TIMELINE (timeline),
                                    tv_rows_window_get_call (id), area);
}

/**
 * tv_rows_window_get_area:
 * @id: id of a thread that has a row
 *
 * Returns: where its first call is, in pixels of the timeline
 */
GdkRectangle
tv_rows_window_get_area (guint32 id)
{
  GdkRectangle area = { 0, 0, 0, 0 };

  ck_assert (find_area (id, &area));
  return area;
}

/**
 * tv_rows_window_get_middle:
 * @id: id of a thread that has a row
 *
 * Returns: pixels from the timeline's top to the middle of the row's bar
 */
double
tv_rows_window_get_middle (guint32 id)
{
  GdkRectangle area = tv_rows_window_get_area (id);

  return area.y + area.height / 2.0;
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  return tv_rows_window_get_area (*(const guint32 *) a).y
         - tv_rows_window_get_area (*(const guint32 *) b).y;
}

/**
 * tv_rows_window_assert_rows:
 * @expected: the ids of the threads that have a row, from top to bottom
 */
void
tv_rows_window_assert_rows (const char *expected)
{
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) text = g_string_new (NULL);
  GdkRectangle area;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (find_area (ids[i], &area))
      g_array_append_val (shown, ids[i]);
  g_array_sort (shown, compare_ids);
  for (guint i = 0; i < shown->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "",
                            g_array_index (shown, guint32, i));
  ck_assert_str_eq (text->str, expected);
}

/**
 * tv_rows_window_press:
 * @keys: names of keys, as for tv_gui_keys()
 *
 * Presses keys on the timeline.
 */
void
tv_rows_window_press (const char *keys)
{
  tv_gui_keys (timeline, keys);
}

/**
 * tv_rows_window_click_label:
 * @id: id of a thread that has a row
 *
 * Clicks on its label.
 */
void
tv_rows_window_click_label (guint32 id)
{
  tv_gui_click (timeline, TV_LABEL_X, tv_rows_window_get_middle (id));
}
