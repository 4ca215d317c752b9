/* SPDX-License-Identifier: Apache-2.0 */

/* The table with another model than that of methods: a tree of words, with columns for
 * their length and their first letter. */

#include "gui/driver.h"
#include "support/test-runner.h"
#include "ui/table/column-actions.h"
#include "ui/table/table-row.h"

#include <check.h>

enum
{
  COLUMN_WORD,
  COLUMN_LENGTH,
  COLUMN_FIRST,
  N_COLUMNS
};

static const TvTableColumn columns[N_COLUMNS] = {
  { "word", "Word", "The word", 1, 0 },
  { "length", "Length", "How many letters it has", 1, 0 },
  { "first", "First", "Its first letter", 0, 0 },
};

#define TV_TYPE_WORDS (tv_words_get_type ())
G_DECLARE_FINAL_TYPE (TvWords, tv_words, TV, WORDS, GObject)

struct _TvWords
{
  GObject parent_instance;

  GtkSingleSelection *selection;
  guint n_toggles;
  guint sort_column;
  gboolean descending;
};

static const char *
get_word (gpointer item)
{
  return gtk_string_object_get_string (item);
}

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return TV_WORDS (model)->selection;
}

static void
select_row (TvTableModel *model, guint position)
{
  gtk_single_selection_set_selected (TV_WORDS (model)->selection, position);
}

static void
record_toggle (TvTableModel *model, GtkTreeListRow *row)
{
  TV_WORDS (model)->n_toggles++;
}

static void
sort (TvTableModel *model, guint column, gboolean descending)
{
  TV_WORDS (model)->sort_column = column;
  TV_WORDS (model)->descending = descending;
}

static gboolean
has_column (TvTableModel *model, guint column)
{
  return TRUE;
}

static char *
dup_title (TvTableModel *model, guint column)
{
  return g_strdup (columns[column].title);
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  return g_strdup ("10");
}

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  return tv_name_text_new_in_package (get_word (item), "");
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  switch (column)
    {
    case COLUMN_WORD:
      return g_strdup (get_word (item));
    case COLUMN_LENGTH:
      return g_strdup_printf ("%u", (guint) strlen (get_word (item)));
    default:
      return g_strndup (get_word (item), 1);
    }
}

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  *color = (GdkRGBA){ 1, 0, 0, 1 };
  return g_str_has_prefix (get_word (item), "b");
}

static void
style_row (TvTableModel *model, gpointer item, GtkWidget *row)
{
  if (strlen (get_word (item)) > 3)
    gtk_widget_add_css_class (row, "long");
  else
    gtk_widget_remove_css_class (row, "long");
}

static gboolean
keeps_place (TvTableModel *model)
{
  return FALSE;
}

static guint32
get_anchor (TvTableModel *model, guint position)
{
  return TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 anchor)
{
  return GTK_INVALID_LIST_POSITION;
}

static void
tv_words_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->record_toggle = record_toggle;
  iface->sort = sort;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_color = get_color;
  iface->style_row = style_row;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvWords, tv_words, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_words_init_table_model))

static void
tv_words_dispose (GObject *object)
{
  g_clear_object (&TV_WORDS (object)->selection);

  G_OBJECT_CLASS (tv_words_parent_class)->dispose (object);
}

static void
tv_words_class_init (TvWordsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_words_dispose;
}

static GListModel *
make_list (const char *first, const char *second)
{
  const char *words[] = { first, second, NULL };

  return G_LIST_MODEL (gtk_string_list_new (words));
}

static GListModel *
list_under (gpointer item, gpointer user_data)
{
  return g_str_equal (get_word (item), "bird") ? make_list ("blackbird", "owl") : NULL;
}

static void
tv_words_init (TvWords *self)
{
  self->selection = gtk_single_selection_new (G_LIST_MODEL (gtk_tree_list_model_new (
      make_list ("ape", "bird"), FALSE, FALSE, list_under, NULL, NULL)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->sort_column = TV_TABLE_MAX_COLUMNS;
}

/* A table in a window, as a view has it. */
typedef struct
{
  GtkWidget *window;
  TvTableView *table;
  TvTableRows *rows;
  GActionGroup *group;
  TvColumnLayout *layout;
  TvWords *words;
} Fixture;

static Fixture fixture;

static void
set_up (void)
{
  Fixture *self = &fixture;
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->window = gtk_window_new ();
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  self->rows = tv_table_view_get_rows (self->table);
  self->group = G_ACTION_GROUP (g_simple_action_group_new ());
  self->layout = tv_column_layout_new (columns, N_COLUMNS);
  tv_table_view_set_layout (self->table, self->layout, G_ACTION_MAP (self->group),
                            "words");
  self->words = g_object_new (TV_TYPE_WORDS, NULL);
  tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->words));
  gtk_widget_insert_action_group (self->window, "words", self->group);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 GTK_WIDGET (self->table));
  gtk_window_set_child (GTK_WINDOW (self->window), scrolled);
  gtk_window_set_title (GTK_WINDOW (self->window), "Words");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 700, 300);
  gtk_window_present (GTK_WINDOW (self->window));
  tv_gui_settle ();
}

/* Nothing may hold the model when the table has gone. */
static void
tear_down (void)
{
  Fixture *self = &fixture;

  gtk_window_destroy (GTK_WINDOW (self->window));
  tv_gui_settle ();
  g_object_unref (self->layout);
  g_object_unref (self->group);
  g_object_add_weak_pointer (G_OBJECT (self->words), (gpointer *) &self->words);
  g_object_unref (self->words);
  ck_assert_ptr_null (self->words);
}

static TvTableRow *
find_row (Fixture *self, guint position)
{
  TvTableRow *row = tv_gui_find_row (GTK_WIDGET (self->rows), position);

  ck_assert_ptr_nonnull (row);
  return row;
}

static const char *
get_text (Fixture *self, guint position, guint column)
{
  return tv_row_cells_get_text (tv_table_row_get_cells (find_row (self, position)),
                                column);
}

static void
activate (Fixture *self, const char *action)
{
  g_action_group_activate_action (self->group, action, NULL);
  tv_gui_settle ();
}

START_TEST (rows_show_what_the_model_says)
{
  ck_assert_uint_eq (tv_table_rows_get_n (fixture.rows), 2);
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.window, "Length"));
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.window, "bird"));
  ck_assert_str_eq (get_text (&fixture, 0, COLUMN_LENGTH), "3");
  ck_assert_str_eq (get_text (&fixture, 1, COLUMN_LENGTH), "4");
  ck_assert (!gtk_widget_has_css_class (GTK_WIDGET (find_row (&fixture, 0)), "long"));
  ck_assert (gtk_widget_has_css_class (GTK_WIDGET (find_row (&fixture, 1)), "long"));
}
END_TEST

START_TEST (keys_select_and_open)
{
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  tv_gui_keys (fixture.window, "Down");
  ck_assert_uint_eq (tv_table_rows_get_selected (fixture.rows), 1);
  tv_gui_keys (fixture.window, "shift+Right");
  ck_assert_uint_eq (fixture.words->n_toggles, 1);
  ck_assert_uint_eq (tv_table_rows_get_n (fixture.rows), 4);
  ck_assert_str_eq (get_text (&fixture, 2, COLUMN_LENGTH), "9");
}
END_TEST

START_TEST (columns_are_shown_and_sorted_by)
{
  ck_assert_ptr_null (get_text (&fixture, 1, COLUMN_FIRST));
  tv_column_layout_set_shown (fixture.layout, COLUMN_FIRST, TRUE);
  tv_gui_settle ();
  ck_assert_str_eq (get_text (&fixture, 1, COLUMN_FIRST), "b");

  activate (&fixture, "sort-next");
  ck_assert_uint_eq (fixture.words->sort_column, COLUMN_WORD);
  ck_assert (!fixture.words->descending);
  activate (&fixture, "sort-next");
  activate (&fixture, "sort-next");
  ck_assert_uint_eq (fixture.words->sort_column, COLUMN_FIRST);
  ck_assert (fixture.words->descending);
  activate (&fixture, "sort-reverse");
  ck_assert (!fixture.words->descending);
  /* Rows are not sorted by a column that nobody sees. */
  tv_column_layout_set_shown (fixture.layout, COLUMN_FIRST, FALSE);
  tv_gui_settle ();
  ck_assert_uint_eq (fixture.words->sort_column, TV_TABLE_MAX_COLUMNS);

  /* A click on a title of numbers shows the greatest first. */
  tv_gui_click_middle (tv_gui_find_text (fixture.window, "Length"));
  ck_assert_uint_eq (fixture.words->sort_column, COLUMN_LENGTH);
  ck_assert (fixture.words->descending);
}
END_TEST

static gboolean
is_focus_in_rows (Fixture *self)
{
  return gtk_widget_get_focus_child (GTK_WIDGET (self->rows)) != NULL;
}

/* Each click of a quick row of them turns the order round; keys stay with the rows. */
START_TEST (a_title_is_clicked_again)
{
  GtkWidget *title;

  title = tv_gui_find_text (fixture.window, "Length");
  gtk_widget_grab_focus (GTK_WIDGET (fixture.rows));
  tv_gui_click_middle (title);
  ck_assert (fixture.words->descending);
  ck_assert (is_focus_in_rows (&fixture));
  for (guint n = 2; n < 5; n++)
    {
      const gboolean before = fixture.words->descending;

      tv_gui_press (GDK_BUTTON_PRIMARY, n);
      ck_assert_uint_eq (fixture.words->sort_column, COLUMN_LENGTH);
      ck_assert_int_eq (fixture.words->descending, n % 2 == 0 ? before : !before);
    }
  tv_gui_keys (fixture.window, "End");
  ck_assert_uint_eq (tv_table_rows_get_selected (fixture.rows), 1);

  /* From elsewhere the focus comes to the rows, too. */
  gtk_root_set_focus (GTK_ROOT (fixture.window), NULL);
  tv_gui_click_middle (title);
  ck_assert (is_focus_in_rows (&fixture));
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
  ck_assert (is_focus_in_rows (&fixture));
  ck_assert (gtk_widget_compute_bounds (title, header, &place));
  ck_assert_float_lt (place.size.width, (float) edge - 20);
  /* The other column comes first. */
  tv_gui_drag (header, place.size.width + 20, 10, 20, 10);
  ck_assert (is_focus_in_rows (&fixture));
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
  ck_assert_uint_eq (fixture.words->sort_column, COLUMN_WORD);
  ck_assert (gtk_widget_is_focus (title));
}
END_TEST

START_TEST (the_chooser_offers_the_columns_of_the_model)
{
  activate (&fixture, "choose-columns");
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (gtk_widget_get_ancestor (
          tv_gui_find_text (fixture.window, "First"), GTK_TYPE_CHECK_BUTTON)),
      TRUE);
  tv_gui_settle ();
  ck_assert_str_eq (get_text (&fixture, 0, COLUMN_FIRST), "a");
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    rows_show_what_the_model_says,
    keys_select_and_open,
    columns_are_shown_and_sorted_by,
    a_title_is_clicked_again,
    a_drag_of_the_header_leaves_the_keys_to_the_rows,
    keys_on_a_title_keep_the_focus_there,
    the_chooser_offers_the_columns_of_the_model,
  };

  return tv_gui_run ("table", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
