/* SPDX-License-Identifier: Apache-2.0 */

/* Where the keyboard is while the table of the profile has no rows, and after. */

#include "gui/find-window.h"
#include "support/test-runner.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvFindWindow fixture;

static void
set_up (void)
{
  tv_find_window_init (&fixture);
}

static void
tear_down (void)
{
  tv_find_window_clear (&fixture);
}

static GtkWidget *
get_focus (TvFindWindow *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window->window));
}

static gboolean
is_in_rows (TvFindWindow *window)
{
  GtkWidget *focus = get_focus (window);

  return focus != NULL && gtk_widget_is_ancestor (focus, window->rows);
}

static gboolean
is_button (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Show _All Packages")
                == 0;
}

/* The focus goes to the button, which hears the keys of the rows, and back. */
START_TEST (test_the_keyboard_brings_back_the_last_row)
{
  static const char *const hide[] = { "ctrl+h", "Menu k h" };
  static const char *const show[] = { "ctrl+alt+h", "Return" };

  for (guint i = 0; i < G_N_ELEMENTS (hide) * G_N_ELEMENTS (show); i++)
    {
      g_auto (GStrv) keys = g_strsplit (hide[i / 2], " ", -1);

      tv_find_window_go_to_row (&fixture, 1);
      for (guint key = 0; keys[key] != NULL; key++)
        tv_find_window_press (&fixture, keys[key]);
      ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 0);
      ck_assert_ptr_nonnull (get_focus (&fixture));
      ck_assert (is_button (get_focus (&fixture)));
      tv_find_window_press (&fixture, show[i % 2]);
      ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 4);
      ck_assert (is_in_rows (&fixture));
      /* And the rows hear keys again. */
      tv_find_window_press (&fixture, "End");
      ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
    }
  /* While there are rows left, the focus stays with them. */
  tv_find_window_go_to_row (&fixture, 1);
  tv_find_window_press (&fixture, "ctrl+shift+h");
  ck_assert (is_in_rows (&fixture));
}
END_TEST

static const char no_calls[]
    = "There are no calls in this range of time and these threads.";

static gboolean
is_silent (gpointer panel)
{
  return tv_gui_find_text (panel, no_calls) == NULL;
}

/* The worker's thread begins later than the trace. */
START_TEST (test_an_empty_scope_keeps_the_keyboard)
{
  /* There is nothing for them to do. */
  static const char *const idle[]
      = { "Down", "Right", "Left", "Return", "space", "Menu", "ctrl+c", "ctrl+h" };
  g_autoptr (TvThreadSet) worker = NULL;

  worker = tv_thread_set_new ((const guint32[]){ 1 }, 1);
  tv_trace_session_set_range (fixture.session, 0, 10 * MS);
  tv_gui_settle ();
  tv_find_window_go_to_row (&fixture, 0);
  tv_trace_session_set_threads (fixture.session, worker);
  tv_gui_settle ();
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 0);
  ck_assert_ptr_eq (get_focus (&fixture), fixture.rows);
  tv_gui_wait_for_text (GTK_WIDGET (fixture.panel), no_calls);
  for (guint i = 0; i < G_N_ELEMENTS (idle); i++)
    tv_find_window_press (&fixture, idle[i]);
  /* Out of it and back. */
  tv_find_window_press (&fixture, "Tab");
  ck_assert_ptr_ne (get_focus (&fixture), fixture.rows);
  tv_find_window_press (&fixture, "shift+Tab");
  ck_assert_ptr_eq (get_focus (&fixture), fixture.rows);
  tv_find_window_press (&fixture, "ctrl+1");
  ck_assert_uint_gt (tv_find_window_count_rows (&fixture), 0);
  ck_assert (is_in_rows (&fixture));
  tv_gui_wait (is_silent, fixture.panel, "rows without a sentence");
}
END_TEST

START_TEST (test_the_chooser_gives_the_keyboard_back)
{
  tv_find_window_go_to_row (&fixture, 2);
  tv_find_window_press (&fixture, "ctrl+l");
  ck_assert (!is_in_rows (&fixture));
  tv_find_window_press (&fixture, "Escape");
  ck_assert (is_in_rows (&fixture));
  tv_find_window_press (&fixture, "Down");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
