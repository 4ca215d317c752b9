/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/rows-window.h"

#include "support/trace-fixtures.h"
#include "ui/rows-sample.h"

#include <check.h>

static const guint32 ids[] = { 12, 3, 7, 20, 30, 31 };

TvTimelineStage rows_stage;

/**
 * tv_rows_window_open:
 * @height: pixels of the window
 *
 * Shows the rows' sample, the threads in order of their time without regard to which is
 * the main one.
 */
void
tv_rows_window_open (int height)
{
  tv_timeline_stage_open (&rows_stage, tv_rows_sample_new ());
  g_action_group_change_action_state (
      tv_timeline_get_action_group (TV_TIMELINE (rows_stage.timeline)),
      "main-thread-first", g_variant_new_boolean (FALSE));
  gtk_window_set_default_size (GTK_WINDOW (rows_stage.window), 900, height);
  tv_gui_settle ();
}

/**
 * tv_rows_window_close:
 *
 * Closes the window.
 */
void
tv_rows_window_close (void)
{
  tv_timeline_stage_close (&rows_stage);
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
  return tv_timeline_stage_call (&rows_stage, id, 0);
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
  return tv_timeline_stage_area (&rows_stage, tv_rows_window_get_call (id));
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
    if (tv_timeline_get_call_area (TV_TIMELINE (rows_stage.timeline),
                                   tv_rows_window_get_call (ids[i]), &area))
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
  tv_gui_keys (rows_stage.timeline, keys);
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
  tv_gui_click (rows_stage.timeline, TV_LABEL_X, tv_rows_window_get_middle (id));
}
