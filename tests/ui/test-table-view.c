/* SPDX-License-Identifier: Apache-2.0 */

/* The table with another model than that of methods. */

#include "ui/display.h"
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

static void
activate (const char *action)
{
  g_action_group_activate_action (fixture.group, action, NULL);
  tv_gui_settle ();
}

START_TEST (rows_show_what_the_model_says)
{
  ck_assert_uint_eq (tv_table_rows_get_n (fixture.rows), 2);
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.window, "Length"));
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.window, "bird"));
  ck_assert_str_eq (tv_words_table_get_text (&fixture, 0, TV_WORDS_LENGTH), "3");
  ck_assert_str_eq (tv_words_table_get_text (&fixture, 1, TV_WORDS_LENGTH), "4");
  ck_assert (!gtk_widget_has_css_class (
      GTK_WIDGET (tv_gui_find_row (GTK_WIDGET (fixture.rows), 0)), "long"));
  ck_assert (gtk_widget_has_css_class (
      GTK_WIDGET (tv_gui_find_row (GTK_WIDGET (fixture.rows), 1)), "long"));
}
END_TEST

START_TEST (columns_are_shown_and_sorted_by)
{
  ck_assert_ptr_null (tv_words_table_get_text (&fixture, 1, TV_WORDS_FIRST));
  tv_column_layout_set_shown (fixture.layout, TV_WORDS_FIRST, TRUE);
  tv_gui_settle ();
  ck_assert_str_eq (tv_words_table_get_text (&fixture, 1, TV_WORDS_FIRST), "b");

  activate ("sort-next");
  ck_assert_uint_eq (fixture.words->sort_column, TV_WORDS_WORD);
  ck_assert (!fixture.words->descending);
  activate ("sort-next");
  activate ("sort-next");
  ck_assert_uint_eq (fixture.words->sort_column, TV_WORDS_FIRST);
  ck_assert (fixture.words->descending);
  activate ("sort-reverse");
  ck_assert (!fixture.words->descending);
  /* Rows are not sorted by a column that nobody sees. */
  tv_column_layout_set_shown (fixture.layout, TV_WORDS_FIRST, FALSE);
  tv_gui_settle ();
  ck_assert_uint_eq (fixture.words->sort_column, TV_TABLE_MAX_COLUMNS);
}
END_TEST

/* Titles are column headers, and tell by which of them rows are sorted. */
START_TEST (titles_tell_the_order)
{
  TvTableColumns *columns = tv_table_view_get_columns (fixture.table);
  GtkAccessible *title
      = GTK_ACCESSIBLE (tv_table_columns_get_title (columns, TV_WORDS_LENGTH));

  ck_assert (gtk_test_accessible_has_role (title, GTK_ACCESSIBLE_ROLE_COLUMN_HEADER));
  tv_table_columns_sort_by (columns, TV_WORDS_LENGTH, TRUE);
  tv_gui_settle ();
  ck_assert_ptr_null (gtk_test_accessible_check_property (
      title, GTK_ACCESSIBLE_PROPERTY_SORT, GTK_ACCESSIBLE_SORT_DESCENDING));
  tv_table_columns_sort_by (columns, TV_WORDS_WORD, FALSE);
  tv_gui_settle ();
  ck_assert_ptr_null (gtk_test_accessible_check_property (
      title, GTK_ACCESSIBLE_PROPERTY_SORT, GTK_ACCESSIBLE_SORT_NONE));
}
END_TEST

START_TEST (the_chooser_offers_the_columns_of_the_model)
{
  activate ("choose-columns");
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (gtk_widget_get_ancestor (
          tv_gui_find_text (fixture.window, "First"), GTK_TYPE_CHECK_BUTTON)),
      TRUE);
  tv_gui_settle ();
  ck_assert_str_eq (tv_words_table_get_text (&fixture, 0, TV_WORDS_FIRST), "a");
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
