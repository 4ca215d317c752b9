/* SPDX-License-Identifier: Apache-2.0 */

/* The colours of the timeline in the window: their keys, what is remembered of them,
 * and that all views have the same. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/trace-fixtures.h"
#include "support/trace-writer.h"
#include "ui/pixels.h"
#include "ui/session/session-colors.h"
#include "ui/timeline-stage.h"

#include <check.h>

/* The soft colour of the first rank. */
#define RANK_0 0x3e87e4

static char *folder;
static TvWindow *window;
static TvTimelineStage stage; /* of the window */

static void
look_at_window (void)
{
  stage.session = tv_window_get_session (window);
  stage.trace = tv_trace_session_get_trace (stage.session);
  stage.timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
}

static void
open_trace (const char *path)
{
  window = tv_gui_open (tv_gui_start (), path);
  look_at_window ();
}

static void
set_up (void)
{
  window = tv_sample_open (&folder);
  look_at_window ();
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

static void
assert_state (const char *name, const char *expected)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (
      tv_timeline_get_action_group (TV_TIMELINE (stage.timeline)), name);

  ck_assert_str_eq (g_variant_get_string (state, NULL), expected);
}

/* Round once with each. */
START_TEST (test_keys)
{
  static const char *const modes[] = { "class", "package", "rank" };
  static const char *const palettes[] = { "classic", "accessible", "soft" };

  gtk_widget_grab_focus (stage.timeline);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      tv_gui_keys (stage.timeline, "c");
      assert_state ("color-by", modes[i]);
      tv_gui_keys (stage.timeline, "shift+c");
      assert_state ("palette", palettes[i]);
    }
  tv_timeline_stage_select_method (&stage, "app.Work.outer");
  tv_gui_keys (stage.timeline, "Escape");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (stage.session),
                     TV_METHOD_NONE);
}
END_TEST

static char *
dup_colors_label (void)
{
  GtkWidget *button = tv_gui_find_text (GTK_WIDGET (window), "View");
  GMenuModel *menu = gtk_menu_button_get_menu_model (
      GTK_MENU_BUTTON (gtk_widget_get_ancestor (button, GTK_TYPE_MENU_BUTTON)));

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section
          = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      for (int j = 0; j < g_menu_model_get_n_items (section); j++)
        {
          g_autofree char *label = NULL;

          g_menu_model_get_item_attribute (section, j, "label", "s", &label);
          if (g_str_has_prefix (label, "Colo_rs"))
            return g_steal_pointer (&label);
        }
    }
  return NULL;
}

static void
assert_legend (const char *label, const char *const *texts)
{
  g_autofree char *shown = dup_colors_label ();
  GtkWidget *legend;

  ck_assert_str_eq (shown, label);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+k");
  legend = gtk_widget_get_ancestor (tv_gui_find_text (GTK_WIDGET (window), texts[0]),
                                    GTK_TYPE_POPOVER);
  for (guint i = 0; texts[i] != NULL; i++)
    ck_assert_msg (tv_gui_find_text (legend, texts[i]) != NULL, "%s", texts[i]);
  tv_gui_keys (GTK_WIDGET (window), "Escape");
  tv_gui_settle ();
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), texts[0]));
}

/* Of the samples of this file, 5.5 of 12.5 are in the kernel, 3 in compiled code. A
 * trace of calls has no kinds of code. */
START_TEST (test_legend)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");

  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "kind");
  tv_gui_settle ();
  assert_legend ("Colo_rs: By Rank",
                 (const char *[]){ "Colors are assigned by rank and repeat. Each "
                                   "method’s color is shown before its name in the "
                                   "table.",
                                   NULL });
  tv_gui_keys (stage.timeline, "c");
  assert_state ("color-by", "rank");
  tv_gui_close (window);
  open_trace (path);
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "kind");
  tv_gui_settle ();
  assert_legend ("Colo_rs: By Kind of Code",
                 (const char *[]){ "Own share of the whole trace", "kernel", "44.0%",
                                   "unknown", "32.0%", "JIT", "24.0%", NULL });
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "rank");
}
END_TEST

static GtkWidget *
find_event_button (void)
{
  GtkWidget *label = tv_gui_find_part (GTK_WIDGET (window), "Event: ");

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON) : NULL;
}

static void
assert_event (const char *name)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (window), "sample-event");
  g_autofree char *label = g_strconcat ("Event: ", name, NULL);

  ck_assert_str_eq (g_variant_get_string (state, NULL), name);
  ck_assert_str_eq (gtk_menu_button_get_label (GTK_MENU_BUTTON (find_event_button ())),
                    label);
}

/* Two lines of different events: 3 cycles in a, 5 misses in b. A file that has one
 * event offers no choice. */
START_TEST (test_events_of_samples)
{
  static const char text[] = "prog 7 1.000000: 3 cycles:\n\t    10 a (/p)\n\n"
                             "prog 7 2.000000: 5 misses:\n\t    20 b (/p)\n\n";
  g_autofree char *path = tv_sample_write_text (folder, "events.txt", text);
  g_autofree char *single = tv_test_trace_path ("samples/collapsed.txt");
  TvTraceSession *before;

  tv_gui_close (window);
  open_trace (path);
  ck_assert (gtk_widget_get_mapped (find_event_button ()));
  assert_event ("cycles");
  before = g_object_ref (stage.session);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.sample-event", "s", "misses");
  stage.session = tv_gui_wait_for_session (window, before);
  tv_gui_settle ();
  assert_event ("misses");
  ck_assert_int_eq (
      tv_profile_get_root_inclusive (tv_trace_session_get_whole_profile (stage.session),
                                     TV_CLOCK_THREAD_CPU),
      5000);
  tv_gui_close (window);
  open_trace (single);
  ck_assert (
      !g_action_group_get_action_enabled (G_ACTION_GROUP (window), "sample-event"));
  ck_assert (find_event_button () == NULL
             || !gtk_widget_get_mapped (find_event_button ()));
}
END_TEST

START_TEST (test_choices_are_remembered)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  /* As the items of the View menu do. */
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "package");
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.palette", "s",
                              "accessible");
  tv_gui_close (window);
  open_trace (path);
  assert_state ("color-by", "package");
  assert_state ("palette", "accessible");
  ck_assert_int_eq (
      tv_session_colors_get_mode (tv_trace_session_get_colors (stage.session)),
      TV_COLOR_BY_PACKAGE);
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "rank");
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.palette", "s", "soft");
}
END_TEST

/* Each thread runs one method for 300 ms: on the CPU for 200 ms in thread 1, and for
 * 100 ms in thread 2, which begins 50 ms earlier and waits in between. */
static char *
write_clocks (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = g_build_filename (folder, "clocks.trace", NULL);
  g_autoptr (GError) error = NULL;

  tv_trace_writer_add_thread (writer, 1, "one");
  tv_trace_writer_add_thread (writer, 2, "two");
  tv_trace_writer_add_method (writer, 4, "app.Work", "busy", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, 8, "app.Work", "lazy", "()V", "W.java", 2);
  tv_trace_writer_enter (writer, 2, 8, 0, 0);
  tv_trace_writer_enter (writer, 1, 4, 0, 50000);
  tv_trace_writer_exit (writer, 1, 4, 200000, 250000);
  tv_trace_writer_exit (writer, 2, 8, 100000, 300000);
  ck_assert_msg (tv_trace_writer_save (writer, path, &error), "%s",
                 error != NULL ? error->message : "");
  return path;
}

static gboolean
ranks_by_clock (gpointer clock)
{
  return tv_trace_session_get_primary_clock (stage.session)
         == (TvClock) GPOINTER_TO_INT (clock);
}

/* In the middle of the call of thread 1, and in a swatch of 8 x 14 of the table. */
static void
assert_one_color (const char *method, guint32 rgb)
{
  const GdkRectangle area
      = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  g_autoptr (TvPixels) in_table
      = tv_pixels_take (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));

  ck_assert_uint_eq (
      tv_pixels_get (pixels, area.x + area.width / 2, area.y + area.height / 2), rgb);
  ck_assert_uint_eq (tv_timeline_stage_get_color (&stage, method), rgb);
  ck_assert_uint_ge (tv_pixels_count (in_table, NULL, rgb), 8 * 14);
}

/* Of two methods, one has more time on the CPU and the other more real time. */
START_TEST (test_colours_stay_whatever_the_clock)
{
  g_autofree char *path = write_clocks ();
  guint32 busy;

  tv_gui_close (window);
  open_trace (path);
  busy = tv_test_find_method (stage.trace, "app.Work.busy()V");
  for (guint i = 0; i < 4; i++)
    {
      const TvClock clock = i % 2 == 0 ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

      tv_trace_session_set_primary_clock (stage.session, clock);
      tv_gui_wait (ranks_by_clock, GINT_TO_POINTER (clock), "the other clock's ranks");
      tv_gui_settle ();
      ck_assert_uint_eq (
          tv_ranking_get_rank (tv_trace_session_get_ranking (stage.session), busy),
          i % 2 + 1);
      assert_one_color ("app.Work.busy()V", RANK_0);
      /* The strip, then the chart. */
      if (i == 1)
        tv_timeline_stage_activate (&stage, "open-rows");
    }
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
