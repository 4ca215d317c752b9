/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-columns.h"

#include "ui/profile/column-titles.h"
#include "ui/profile/column-widest.h"
#include "ui/widgets/quiet-tooltip.h"

/* Lines of titles hold that many letters: "Excl Real", and in German "Realzeit %". */
#define TITLE_CHARS 10

/* The name takes what is left, but no less than this. */
#define NAME_WIDTH 320

/* Space on both sides of a cell's text, as in style.css, and the line between cells. */
#define CELL_PADDING 13

/* No column is made narrower than that by keys. */
#define LEAST_WIDTH 32

/* An edge that is dragged is at rest after that many milliseconds. */
#define WIDTH_DELAY 250

typedef struct
{
  TvProfileColumns *columns;
  TvProfileColumn column;
  GtkColumnViewColumn *view_column;
  GtkWidget *title;
} ColumnEntry;

struct _TvProfileColumns
{
  GtkColumnView *view;
  TvProfileTree *tree;
  TvColumnLayout *layout;
  ColumnEntry entries[TV_PROFILE_N_COLUMNS];
  gboolean applying;   /* the layout, so that what the header tells is no news */
  guint widths_source; /* takes the widths that the user drags */
  gboolean dragged[TV_PROFILE_N_COLUMNS]; /* its width has changed since it did */

  /* Whose sorter GTK asked first; see tv_profile_columns_find_sort(). */
  TvProfileColumn asked;
};

/* A title says that it needs as much as it has been given. */
static int
measure_title (TvProfileColumns *self, TvProfileColumn column)
{
  const ColumnEntry *entry = &self->entries[column];
  const gboolean was_applying = self->applying;
  const int given = gtk_column_view_column_get_fixed_width (entry->view_column);
  int width;

  self->applying = TRUE;
  gtk_column_view_column_set_fixed_width (entry->view_column, -1);
  width = tv_column_title_get_width (entry->title);
  gtk_column_view_column_set_fixed_width (entry->view_column, given);
  self->applying = was_applying;
  return width;
}

static int
measure_column (TvProfileColumns *self, TvProfileColumn column)
{
  g_autofree char *text
      = tv_column_dup_widest_text (column, tv_profile_tree_get_session (self->tree));
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (width + CELL_PADDING, measure_title (self, column));
}

/* The sorter of a column only notes that it was asked: the model sorts itself. */
static int
note_asked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ColumnEntry *entry = user_data;

  if (entry->columns->asked == TV_PROFILE_N_COLUMNS)
    entry->columns->asked = entry->column;
  return -1;
}

/* Widths */

static void
set_width (TvProfileColumns *self, TvProfileColumn column)
{
  GtkColumnViewColumn *view_column = self->entries[column].view_column;
  const int wished = tv_column_layout_get_width (self->layout, column);
  int width = NAME_WIDTH;

  /* GTK 4.8 leaves room for those that are hidden, too. */
  if (!tv_column_layout_is_shown (self->layout, column))
    width = 0;
  else if (wished > 0)
    width = wished;
  else if (column != TV_PROFILE_COLUMN_NAME)
    width = measure_column (self, column);
  gtk_column_view_column_set_fixed_width (view_column, width);
  /* One that took what is left would not become narrower. */
  gtk_column_view_column_set_expand (view_column,
                                     column == TV_PROFILE_COLUMN_NAME && wished == 0);
}

static void
take_widths (TvProfileColumns *self)
{
  g_clear_handle_id (&self->widths_source, g_source_remove);
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->dragged[i])
      {
        self->dragged[i] = FALSE;
        tv_column_layout_set_width (
            self->layout, i,
            gtk_column_view_column_get_fixed_width (self->entries[i].view_column));
      }
}

static gboolean
take_widths_at_rest (gpointer user_data)
{
  TvProfileColumns *self = user_data;

  self->widths_source = 0;
  take_widths (self);
  return G_SOURCE_REMOVE;
}

static void
note_width (GtkColumnViewColumn *view_column, GParamSpec *pspec, gpointer user_data)
{
  const ColumnEntry *entry = user_data;
  TvProfileColumns *self = entry->columns;

  if (self->applying)
    return;
  self->dragged[entry->column] = TRUE;
  gtk_column_view_column_set_expand (view_column, FALSE);
  g_clear_handle_id (&self->widths_source, g_source_remove);
  self->widths_source = g_timeout_add (WIDTH_DELAY, take_widths_at_rest, self);
}

/* Order */

static guint
list_order (TvProfileColumns *self, TvProfileColumn order[TV_PROFILE_N_COLUMNS])
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const TvProfileColumn found = tv_profile_columns_find (self, column);

      if (found != TV_PROFILE_N_COLUMNS)
        order[n++] = found;
    }
  return n;
}

/* GTK takes a column out and puts it in again: it is not there for a moment. */
static void
note_order (TvProfileColumns *self)
{
  TvProfileColumn order[TV_PROFILE_N_COLUMNS];
  guint n = 0;

  if (self->applying)
    return;
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    n += self->entries[i].view_column != NULL;
  if (list_order (self, order) == n)
    tv_column_layout_arrange (self->layout, order, n);
}

static void
set_order (TvProfileColumns *self)
{
  guint place = 0;

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      const TvProfileColumn column = tv_column_layout_get (self->layout, i);

      if (self->entries[column].view_column != NULL)
        gtk_column_view_insert_column (self->view, place++,
                                       self->entries[column].view_column);
    }
}

/* All of it */

static void
set_title (TvProfileColumns *self, TvProfileColumn column)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  g_autofree char *text
      = tv_profile_column_dup_title (column, tv_trace_session_get_time_unit (session));

  tv_column_title_set_text (self->entries[column].title, text, TITLE_CHARS,
                            column != TV_PROFILE_COLUMN_NAME);
  if (self->entries[column].title != NULL)
    tv_quiet_tooltip_set (self->entries[column].title,
                          tv_profile_column_get_description (column));
}

/* Nobody would know what rows without their column are sorted by. */
static void
forget_hidden_order (TvProfileColumns *self)
{
  gboolean descending;
  const TvProfileColumn column = tv_profile_columns_find_sort (self, &descending);

  if (column != TV_PROFILE_N_COLUMNS
      && !tv_column_layout_is_shown (self->layout, column))
    gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
}

static void
follow_layout (TvProfileColumns *self)
{
  gboolean needs_lengths = FALSE;

  if (self->applying)
    return;
  self->applying = TRUE;
  set_order (self);
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      const gboolean shown = tv_column_layout_is_shown (self->layout, i);

      if (self->entries[i].view_column == NULL)
        continue;
      gtk_column_view_column_set_visible (self->entries[i].view_column, shown);
      set_title (self, i);
      set_width (self, i);
      needs_lengths = needs_lengths || (shown && tv_profile_column_needs_lengths (i));
    }
  self->applying = FALSE;
  forget_hidden_order (self);
  gtk_widget_queue_resize (gtk_widget_get_parent (GTK_WIDGET (self->view)));
  tv_trace_session_set_needs_lengths (tv_profile_tree_get_session (self->tree),
                                      needs_lengths);
}

static void
append_column (TvProfileColumns *self, TvProfileColumn column)
{
  ColumnEntry *entry = &self->entries[column];
  g_autoptr (GtkSorter) sorter
      = GTK_SORTER (gtk_custom_sorter_new (note_asked, entry, NULL));

  entry->columns = self;
  entry->column = column;
  entry->view_column
      = gtk_column_view_column_new (tv_profile_column_get_title (column), NULL);
  gtk_column_view_column_set_resizable (entry->view_column, TRUE);
  gtk_column_view_column_set_sorter (entry->view_column, sorter);
  gtk_column_view_append_column (self->view, entry->view_column);
  g_signal_connect (entry->view_column, "notify::fixed-width", G_CALLBACK (note_width),
                    entry);
}

static void
append_columns (TvProfileColumns *self)
{
  TvTrace *trace
      = tv_trace_session_get_trace (tv_profile_tree_get_session (self->tree));
  guint position = 0;

  self->applying = TRUE;
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (tv_profile_column_exists (i, trace))
      {
        append_column (self, i);
        self->entries[i].title = tv_column_titles_find (self->view, position++);
      }
  self->applying = FALSE;
}

/* Gives a table the columns that the trace has clocks for. */
TvProfileColumns *
tv_profile_columns_new (GtkColumnView *view, TvProfileTree *tree,
                        TvColumnLayout *layout)
{
  TvProfileColumns *self;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);
  g_return_val_if_fail (TV_IS_COLUMN_LAYOUT (layout), NULL);

  self = g_new0 (TvProfileColumns, 1);
  self->view = view;
  self->tree = g_object_ref (tree);
  self->layout = g_object_ref (layout);
  self->asked = TV_PROFILE_N_COLUMNS;
  append_columns (self);
  follow_layout (self);
  g_signal_connect_swapped (layout, "changed", G_CALLBACK (follow_layout), self);
  g_signal_connect_swapped (gtk_column_view_get_columns (view), "items-changed",
                            G_CALLBACK (note_order), self);
  g_signal_connect_swapped (tv_profile_tree_get_session (tree), "notify::time-unit",
                            G_CALLBACK (follow_layout), self);
  return self;
}

/* Takes the columns from the table. */
void
tv_profile_columns_free (TvProfileColumns *self)
{
  take_widths (self);
  self->applying = TRUE;
  g_signal_handlers_disconnect_by_data (self->layout, self);
  g_signal_handlers_disconnect_by_data (gtk_column_view_get_columns (self->view), self);
  g_signal_handlers_disconnect_by_data (tv_profile_tree_get_session (self->tree), self);
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->entries[i].view_column != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->entries[i].view_column,
                                              &self->entries[i]);
        gtk_column_view_remove_column (self->view, self->entries[i].view_column);
        g_clear_object (&self->entries[i].view_column);
      }
  g_clear_object (&self->layout);
  g_clear_object (&self->tree);
  g_free (self);
}

/* Returns it, shown or not; NULL where the trace doesn't have it. */
GtkColumnViewColumn *
tv_profile_columns_get (TvProfileColumns *self, TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->entries[column].view_column;
}

/* Returns its title, NULL where the trace doesn't have it. */
GtkWidget *
tv_profile_columns_get_title (TvProfileColumns *self, TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->entries[column].title;
}

/* Returns which it is, %TV_PROFILE_N_COLUMNS if it isn't one of them. */
TvProfileColumn
tv_profile_columns_find (TvProfileColumns *self, GtkColumnViewColumn *view_column)
{
  TvProfileColumn i;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->entries[i].view_column == view_column)
      return i;
  return TV_PROFILE_N_COLUMNS;
}

/* GTK 4.8 doesn't tell which column a table is sorted by. But its sorter asks that
 * column's sorter first, and turns the answer round if the column is sorted
 * descending. */
TvProfileColumn
tv_profile_columns_find_sort (TvProfileColumns *self, gboolean *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  g_return_val_if_fail (descending != NULL, TV_PROFILE_N_COLUMNS);

  self->asked = TV_PROFILE_N_COLUMNS;
  *descending
      = gtk_sorter_compare (sorter, self->tree, self->view) == GTK_ORDERING_LARGER;
  return self->asked;
}

/* Makes a column as wide as what is in it. That of a column of numbers goes on to be
 * so, whatever trace and unit. */
void
tv_profile_columns_fit (TvProfileColumns *self, TvProfileColumn column, int width)
{
  take_widths (self);
  if (column == TV_PROFILE_COLUMN_NAME)
    width = MAX (width + 1, measure_title (self, column));
  else
    width = 0;
  tv_column_layout_set_width (self->layout, column, width);
}

/* That of names may have taken what is left. */
static int
get_width (TvProfileColumns *self, TvProfileColumn column)
{
  const ColumnEntry *entry = &self->entries[column];
  graphene_rect_t bounds;

  if (gtk_column_view_column_get_expand (entry->view_column)
      && gtk_widget_compute_bounds (entry->title, entry->title, &bounds))
    return (int) bounds.size.width;
  return gtk_column_view_column_get_fixed_width (entry->view_column);
}

/* Makes a column wider or narrower than it is. */
void
tv_profile_columns_widen (TvProfileColumns *self, TvProfileColumn column, int by)
{
  g_return_if_fail (column < TV_PROFILE_N_COLUMNS
                    && self->entries[column].view_column != NULL);

  take_widths (self);
  tv_column_layout_set_width (self->layout, column,
                              MAX (get_width (self, column) + by, LEAST_WIDTH));
}
