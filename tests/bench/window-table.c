/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/window-table.h"

#define N_SORTS 5
#define SCROLL_STEP 60 /* pixels: a notch of the wheel */
#define N_STEPS 30

const char *const tv_window_table_names[] = {
  "click on a header: painted, the slowest column",
  "click on a header: longest turn of the main loop",
  "scroll the methods: a frame",
  "scroll the methods: longest turn of the main loop",
  "jump in the methods: a frame",
  "jump in the methods: longest turn of the main loop",
};

static GtkWidget *
find_panel (GtkWidget *root)
{
  GtkWidget *found = TV_IS_PROFILE_PANEL (root) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = find_panel (child);
  return found;
}

TvProfilePanel *
tv_window_table_find_panel (TvWindowWatch *watch)
{
  return TV_PROFILE_PANEL (find_panel (GTK_WIDGET (watch->window)));
}

static void
note_order (TvProfileModel *methods, gboolean *reordered)
{
  *reordered = TRUE;
}

/* Sorts as a click on a header does. Returns the seconds until the frame that shows it.
 */
double
tv_window_table_sort (TvWindowWatch *watch, TvProfilePanel *panel,
                      TvProfileColumn column)
{
  TvProfileModel *methods
      = tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel));
  gboolean reordered = FALSE;
  const gulong handler
      = g_signal_connect (methods, "reordered", G_CALLBACK (note_order), &reordered);
  const double begun = tv_measure_now ();

  tv_window_watch_begin_turn (begun);
  gtk_column_view_sort_by_column (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (panel))),
      tv_table_columns_get (
          tv_table_view_get_columns (tv_view_get_table (TV_VIEW (panel))), column),
      GTK_SORT_DESCENDING);
  while (!reordered)
    tv_window_watch_turn (watch);
  tv_window_watch_wait_for_frame (watch);
  g_signal_handler_disconnect (methods, handler);
  return watch->frame - begun;
}

/* Sorts by several columns; the slowest counts. The first click also sorts by name, the
 * order of equal methods. */
static void
measure_sorting (TvWindowWatch *watch, TvProfilePanel *panel, TvMeasure *measures)
{
  static const TvProfileColumn columns[N_SORTS]
      = { TV_PROFILE_COLUMN_EXCL_CPU, TV_PROFILE_COLUMN_CALLS, TV_PROFILE_COLUMN_NAME,
          TV_PROFILE_COLUMN_INCL_REAL, TV_PROFILE_COLUMN_WAITING };

  for (guint i = 0; i < N_SORTS; i++)
    {
      double seconds = 0;
      TvLoopStall stall;

      tv_window_watch_take_stall ();
      seconds = tv_window_table_sort (watch, panel, columns[i]);
      measures[TV_WINDOW_TABLE_SORT_PAINTED].seconds
          = MAX (measures[TV_WINDOW_TABLE_SORT_PAINTED].seconds, seconds);
      tv_window_watch_settle (watch);
      stall = tv_window_watch_take_stall ();
      measures[TV_WINDOW_TABLE_SORT_STALL].seconds
          = MAX (measures[TV_WINDOW_TABLE_SORT_STALL].seconds, stall.length);
    }
}

/* Moves the table N_STEPS times: the time of a move, and the longest turn. */
static void
measure_scrolling (TvWindowWatch *watch, TvProfilePanel *panel, double step,
                   TvMeasure *moved, TvMeasure *stall)
{
  GtkWidget *table = gtk_widget_get_parent (
      GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel)))));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  double begun;

  tv_window_watch_settle (watch);
  tv_window_watch_take_stall ();
  begun = tv_measure_now ();
  for (int i = 0; i < N_STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment,
                                gtk_adjustment_get_value (adjustment) + step);
      tv_window_watch_wait_for_frame (watch);
    }
  moved->seconds = (tv_measure_now () - begun) / N_STEPS;
  stall->seconds = tv_window_watch_take_stall ().length;
  gtk_adjustment_set_value (adjustment, 0);
}

void
tv_window_table_measure (TvWindowWatch *watch, TvMeasure measures[TV_WINDOW_N_TABLE])
{
  TvProfilePanel *panel = tv_window_table_find_panel (watch);
  GtkAdjustment *adjustment
      = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (gtk_widget_get_parent (
          GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel)))))));

  for (guint i = 0; i < TV_WINDOW_N_TABLE; i++)
    measures[i].seconds = 0;
  measure_sorting (watch, panel, measures);
  measure_scrolling (watch, panel, SCROLL_STEP, &measures[TV_WINDOW_TABLE_SCROLLED],
                     &measures[TV_WINDOW_TABLE_SCROLL_STALL]);
  measure_scrolling (
      watch, panel, gtk_adjustment_get_upper (adjustment) / (N_STEPS + 1),
      &measures[TV_WINDOW_TABLE_JUMPED], &measures[TV_WINDOW_TABLE_JUMP_STALL]);
}
