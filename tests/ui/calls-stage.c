/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calls-stage.h"

#include "support/trace-fixtures.h"
#include "ui/calls/calls-data.h"
#include "ui/calls/calls-view.h"
#include "ui/display.h"
#include "ui/widgets/name-label.h"

#include <check.h>

/* On thread 1 Main.go calls Work.step, for 1, 1, 2 and 4 ms, and Side.go, which calls
 * it for 8 ms. On thread 2 Main.go calls it for 16 and 100 ms, and Work.once. */
static TvTrace *
load (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, 4, "p.Main", "go", "()V", "Main.java", 1);
  tv_trace_writer_add_method (writer, 8, "p.Side", "go", "()V", "Side.java", 1);
  tv_trace_writer_add_method (writer, 12, "p.Work", "step", "()V", "Work.java", 1);
  tv_trace_writer_add_method (writer, 16, "p.Work", "once", "()V", "Work.java", 9);
  tv_trace_writer_add_method (writer, 20, "p.Work", "never", "()V", "", 0);
  tv_test_write_calls (writer,
                       "a 0-16000 { c 0-1000 c 1000-2000 c 2000-4000 c 4000-8000 "
                       "b 8000-16000 { c 8000-16000 } } 2: a 16000-135000 "
                       "{ c 16000-32000 c 32000-132000 d 132000-135000 }");
  return tv_test_load (writer);
}

/**
 * tv_calls_stage_open:
 * @stage: (out caller-allocates): filled
 *
 * Shows a timeline with the calls. tv_timeline_stage_close() ends that.
 */
void
tv_calls_stage_open (TvCallsStage *stage)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  TvTimelineStage *timeline = &stage->timeline;

  tv_timeline_stage_open (timeline, load ());
  stage->view = tv_calls_view_new ();
  g_object_ref (timeline->timeline);
  gtk_window_set_child (GTK_WINDOW (timeline->window), box);
  gtk_box_append (GTK_BOX (box), timeline->timeline);
  gtk_box_append (GTK_BOX (box), stage->view);
  g_object_unref (timeline->timeline);
  gtk_widget_set_vexpand (stage->view, TRUE);
  gtk_widget_set_size_request (timeline->timeline, 1100, 160);
  gtk_widget_set_size_request (stage->view, 1100, 360);
  tv_view_set_session (TV_VIEW (stage->view), timeline->session);
  gtk_widget_insert_action_group (
      timeline->window, "timeline",
      tv_timeline_get_action_group (TV_TIMELINE (timeline->timeline)));
  tv_gui_park ();
}

/**
 * tv_calls_stage_select_step:
 * @stage: a stage
 *
 * Selects `Work.step`, and looks at its calls.
 */
void
tv_calls_stage_select_step (TvCallsStage *stage)
{
  tv_trace_session_select_method (stage->timeline.session, TV_CALLS_STAGE_STEP);
  tv_calls_stage_assert_rows (stage, TV_CALLS_STAGE_ALL);
}

/**
 * tv_calls_stage_group:
 * @stage: a stage
 * @grouping: number of the choice
 */
void
tv_calls_stage_group (TvCallsStage *stage, guint grouping)
{
  GtkWidget *options = tv_view_get_options (TV_VIEW (stage->view));
  GtkWidget *more = gtk_widget_get_first_child (options);
  GtkWidget *number = gtk_widget_get_next_sibling (more);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (gtk_widget_get_next_sibling (number)),
                              grouping);
}

/**
 * tv_calls_stage_find_row:
 * @stage: a stage
 * @position: the place of a row
 *
 * Returns: (transfer none) (nullable): its widget, if it is in sight
 */
TvTableRow *
tv_calls_stage_find_row (TvCallsStage *stage, guint position)
{
  return tv_gui_find_row (GTK_WIDGET (stage->rows), position);
}

/* `Name Thread Start Inclusive` for each row, or what of these there is. */
static char *
dup_rows (TvCallsStage *stage)
{
  static const guint columns[] = { TV_CALLS_THREAD,  TV_CALLS_START, TV_CALLS_INCLUSIVE,
                                   TV_CALLS_WAITING, TV_CALLS_COUNT, TV_CALLS_MEAN };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_table_rows_get_n (stage->rows); i++)
    {
      TvTableRow *row = tv_calls_stage_find_row (stage, i);

      if (row == NULL)
        continue;
      g_string_append (text, tv_name_label_get_text (TV_NAME_LABEL (
                                 tv_gui_find_type (GTK_WIDGET (row), "TvNameLabel"))));
      for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
        {
          const char *cell
              = tv_row_cells_get_text (tv_table_row_get_cells (row), columns[column]);

          if (cell != NULL && *cell != '\0')
            g_string_append_printf (text, " | %s", cell);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/**
 * tv_calls_stage_assert_rows:
 * @stage: a stage
 * @expected: its rows, a line each
 *
 * Looks at the rows once all is drawn. The parts of the view are found when it shows
 * calls.
 */
void
tv_calls_stage_assert_rows (TvCallsStage *stage, const char *expected)
{
  g_autofree char *text = NULL;

  tv_gui_settle ();
  stage->histogram = tv_gui_find_type (stage->view, "TvCallHistogram");
  ck_assert_ptr_nonnull (stage->histogram);
  stage->rows = TV_TABLE_ROWS (tv_gui_find_type (stage->view, "TvTableRows"));
  text = dup_rows (stage);
  ck_assert_str_eq (text, expected);
}

/**
 * tv_calls_stage_assert_numbers:
 * @stage: a stage
 * @numbers: texts that are seen, with spaces between them; `~` is a space in a text
 */
void
tv_calls_stage_assert_numbers (TvCallsStage *stage, const char *numbers)
{
  g_auto (GStrv) texts = g_strsplit (numbers, " ", -1);

  for (char **text = texts; *text != NULL; text++)
    {
      g_autoptr (GString) label = g_string_new (*text);

      g_string_replace (label, "~", "\u00a0", 0);
      tv_gui_wait_for_text (stage->view, label->str);
    }
}
