/* SPDX-License-Identifier: Apache-2.0 */

/* Keys of the table and clicks on its titles, with another model than that of methods.
 */

#include "gui/driver.h"
#include "ui/words-table.h"

#include <check.h>

static TvWordsTable fixture;

static void
set_up (void)
{
  tv_words_table_open (&fixture);
}

static void
tear_down (void)
{
  tv_words_table_close (&fixture);
}

START_TEST (keys_select_and_open)
{
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  tv_gui_keys (fixture.window, "Down");
  ck_assert_uint_eq (tv_table_rows_get_selected (fixture.rows), 1);
  tv_gui_keys (fixture.window, "shift+Right");
  ck_assert_uint_eq (fixture.words->n_toggles, 1);
  ck_assert_uint_eq (tv_table_rows_get_n (fixture.rows), 4);
  ck_assert_str_eq (tv_words_table_get_text (&fixture, 2, TV_WORDS_LENGTH), "9");
}
END_TEST

static gboolean
is_focus_in_rows (void)
{
  return gtk_widget_get_focus_child (GTK_WIDGET (fixture.rows)) != NULL;
}

/* Each click of a quick row of them turns the order round; keys stay with the rows. */
START_TEST (a_title_is_clicked_again)
{
  GtkWidget *title;

  title = tv_gui_find_text (fixture.window, "Length");
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  /* A click on a title of numbers shows the greatest first. */
  tv_gui_click_middle (title);
  ck_assert_uint_eq (fixture.words->sort_column, TV_WORDS_LENGTH);
  ck_assert (fixture.words->descending);
  ck_assert (is_focus_in_rows ());
  for (guint n = 2; n < 5; n++)
    {
      const gboolean before = fixture.words->descending;

      tv_gui_press (GDK_BUTTON_PRIMARY, n);
      ck_assert_uint_eq (fixture.words->sort_column, TV_WORDS_LENGTH);
      ck_assert_int_eq (fixture.words->descending, n % 2 == 0 ? before : !before);
    }
  tv_gui_keys (fixture.window, "End");
  ck_assert_uint_eq (tv_table_rows_get_selected (fixture.rows), 1);

  /* From elsewhere the focus comes to the rows, too. */
  gtk_root_set_focus (GTK_ROOT (fixture.window), NULL);
  tv_gui_click_middle (title);
  ck_assert (is_focus_in_rows ());
}
END_TEST

/* GTK gives the focus to a title when it begins to drag. */
START_TEST (a_drag_of_the_header_leaves_the_keys_to_the_rows)
{
  GtkWidget *title;
  GtkWidget *header;
  graphene_rect_t place;
  int edge;

  title = gtk_widget_get_ancestor (tv_gui_find_text (fixture.window, "Word"),
                                   g_type_from_name ("GtkColumnViewTitle"));
  header = gtk_widget_get_parent (title);
  ck_assert (gtk_widget_compute_bounds (title, header, &place));
  edge = (int) (place.origin.x + place.size.width);
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  tv_gui_drag (header, edge, 10, edge - 40, 10);
  ck_assert (is_focus_in_rows ());
  ck_assert (gtk_widget_compute_bounds (title, header, &place));
  ck_assert_float_lt (place.size.width, (float) edge - 20);
  /* The other column comes first. */
  tv_gui_drag (header, place.size.width + 20, 10, 20, 10);
  ck_assert (is_focus_in_rows ());
  ck_assert (gtk_widget_compute_bounds (title, header, &place));
  ck_assert_float_gt (place.origin.x, 20);
}
END_TEST

/* Who goes to a title by keys stays there. */
START_TEST (keys_on_a_title_keep_the_focus_there)
{
  GtkWidget *title;

  title = gtk_widget_get_ancestor (tv_gui_find_text (fixture.window, "Word"),
                                   g_type_from_name ("GtkColumnViewTitle"));
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  tv_gui_keys (fixture.window, "shift+Tab");
  ck_assert (gtk_widget_is_focus (title));
  tv_gui_keys (fixture.window, "Return");
  ck_assert_uint_eq (fixture.words->sort_column, TV_WORDS_WORD);
  ck_assert (gtk_widget_is_focus (title));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
