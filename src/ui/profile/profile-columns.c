/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-columns.h"

#include "analysis/text/time-text.h"
#include "ui/widgets/quiet-tooltip.h"

/* Letters in a line of a title: "Excl Real", and in German "Realzeit %". */
#define TITLE_CHARS 10

/* The column of names takes what is left, but no less than this. */
#define NAME_WIDTH 320

/* Space on both sides of a cell's text, as in style.css, and the line between cells. */
#define CELL_PADDING 13

/* Pixels by which keys make a column wider or narrower. */
#define WIDTH_STEP 16

/* Keys make no column narrower. */
#define LEAST_WIDTH 32

/* Milliseconds after which a dragged edge is at rest. */
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
  gboolean applying;   /* the layout: signals of the header are no news */
  guint widths_source; /* saves the widths that the user drags */
  gboolean dragged[TV_PROFILE_N_COLUMNS]; /* its width is not saved yet */

  /* Whose sorter GTK asked first; see tv_profile_columns_find_sort(). */
  TvProfileColumn asked;
};

/* Titles
 *
 * GTK 4.8 shows the title of a column as one line at its start, and has no way to say
 * otherwise. But its widgets can be found: a header row with a button for each column,
 * in it a box with a label and the sort indicator. If another GTK has other widgets,
 * titles stay as GTK makes them. */

/* The title belongs to the column as long as the column is in the view. */
static GtkWidget *
find_title (GtkColumnView *view, guint position)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  for (; title != NULL && position > 0; position--)
    title = gtk_widget_get_next_sibling (title);
  return title;
}

/* Breaks a text at spaces into lines of so many letters, where there are spaces. */
static char *
dup_wrapped (const char *text, guint max_chars)
{
  char *wrapped = g_strdup (text);
  char *line = wrapped;
  char *space = NULL;

  for (char *c = wrapped; *c != '\0'; c = g_utf8_next_char (c))
    {
      if (*c == ' ')
        space = c;
      else if (*c == '\n')
        {
          line = c + 1;
          space = NULL;
        }
      if (space != NULL && g_utf8_pointer_to_offset (line, c) >= (glong) max_chars)
        {
          *space = '\n';
          line = space + 1;
          space = NULL;
        }
    }
  return wrapped;
}

/* The text of a label in lines, and as it is read out. */
typedef struct
{
  char *wrapped;
  char *text;
} TitleText;

static void
title_text_free (TitleText *text)
{
  g_free (text->wrapped);
  g_free (text->text);
  g_free (text);
}

static void
write_label (GtkLabel *label, const TitleText *text)
{
  if (g_str_equal (gtk_label_get_label (label), text->wrapped))
    return;
  gtk_label_set_text (label, text->wrapped);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text->text, -1);
}

/* GTK sets the title again whenever the sort order changes. */
static void
on_label_changed (GtkLabel *label, GParamSpec *pspec, gpointer user_data)
{
  write_label (label, g_object_get_data (G_OBJECT (label), "tv-title-text"));
}

static void
set_label (GtkLabel *label, const char *text, guint max_chars)
{
  TitleText *title_text = g_new0 (TitleText, 1);
  const gboolean is_first
      = g_object_get_data (G_OBJECT (label), "tv-title-text") == NULL;

  title_text->wrapped = dup_wrapped (text, max_chars);
  title_text->text = g_strdup (text);
  g_object_set_data_full (G_OBJECT (label), "tv-title-text", title_text,
                          (GDestroyNotify) title_text_free);
  write_label (label, title_text);
  if (is_first)
    g_signal_connect (label, "notify::label", G_CALLBACK (on_label_changed), NULL);
}

/* Breaks a long title into lines. A label that wraps its text itself takes half a
 * millisecond to measure, in each layout of the window. */
static void
set_title_text (GtkWidget *title, const char *text, guint max_chars, gboolean at_end)
{
  GtkWidget *box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;

  if (!GTK_IS_BOX (box) || !GTK_IS_LABEL (label))
    return;
  set_label (GTK_LABEL (label), text, max_chars);
  if (at_end)
    {
      gtk_widget_set_halign (box, GTK_ALIGN_END);
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
    }
}

/* Returns the pixels that the whole title needs, with room for the sort indicator. */
static int
get_title_width (GtkWidget *title)
{
  int natural = 0;

  if (title != NULL)
    gtk_widget_measure (title, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL,
                        NULL);
  return natural;
}

/* Widths */

/* The longest time that a column can hold: that of all root calls, or the end of the
 * trace. */
static double
get_longest_time (TvProfileColumn column, TvTraceSession *session)
{
  const TvProfile *profile = tv_trace_session_get_whole_profile (session);
  gint64 start;
  gint64 end;

  switch (tv_profile_column_get_measure (column))
    {
    case TV_PROFILE_MEASURE_FIRST_CALL:
      tv_trace_get_axis_range (tv_trace_session_get_trace (session), &start, &end);
      return (double) end;
    case TV_PROFILE_MEASURE_LONGEST_CALL:
    case TV_PROFILE_MEASURE_SHORTEST_CALL:
    case TV_PROFILE_MEASURE_AVERAGE_CALL:
      return (double) MAX (tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU),
                           tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL));
    case TV_PROFILE_MEASURE_NONE:
    case TV_PROFILE_MEASURE_INCLUSIVE:
    case TV_PROFILE_MEASURE_EXCLUSIVE:
    case TV_PROFILE_MEASURE_WAITING:
    case TV_PROFILE_MEASURE_PER_CALL:
    case TV_PROFILE_MEASURE_REAL_MINUS_CPU:
    default:
      return (double) tv_profile_get_root_inclusive (
          profile, tv_profile_column_get_clock (column));
    }
}

/* Returns a number as wide as any of the column, in the unit of the session. */
static char *
dup_widest_text (TvProfileColumn column, TvTraceSession *session)
{
  if (tv_profile_column_is_percent (column))
    return tv_percent_format (1, 1);
  if (!tv_profile_column_is_time (column))
    return g_strdup_printf (
        "%" G_GSIZE_FORMAT "+0",
        tv_trace_get_n_calls (tv_trace_session_get_trace (session)));
  return tv_time_format_cell (get_longest_time (column, session),
                              tv_trace_session_get_time_unit (session));
}

/* A title asks for the width that it was given, so that has to be taken away. */
static int
measure_title (TvProfileColumns *self, TvProfileColumn column)
{
  const ColumnEntry *entry = &self->entries[column];
  const gboolean was_applying = self->applying;
  const int given = gtk_column_view_column_get_fixed_width (entry->view_column);
  int width;

  self->applying = TRUE;
  gtk_column_view_column_set_fixed_width (entry->view_column, -1);
  width = get_title_width (entry->title);
  gtk_column_view_column_set_fixed_width (entry->view_column, given);
  self->applying = was_applying;
  return width;
}

static int
measure_column (TvProfileColumns *self, TvProfileColumn column)
{
  g_autofree char *text
      = dup_widest_text (column, tv_profile_tree_get_session (self->tree));
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (width + CELL_PADDING, measure_title (self, column));
}

/* The sorter of a column only records that it was asked: the model sorts itself. */
static int
note_asked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ColumnEntry *entry = user_data;

  if (entry->columns->asked == TV_PROFILE_N_COLUMNS)
    entry->columns->asked = entry->column;
  return -1;
}

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
  /* A column that expands would not become narrower. */
  gtk_column_view_column_set_expand (view_column,
                                     column == TV_PROFILE_COLUMN_NAME && wished == 0);
}

static void
save_widths (TvProfileColumns *self)
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
save_widths_at_rest (gpointer user_data)
{
  TvProfileColumns *self = user_data;

  self->widths_source = 0;
  save_widths (self);
  return G_SOURCE_REMOVE;
}

static void
on_width_changed (GtkColumnViewColumn *view_column, GParamSpec *pspec,
                  gpointer user_data)
{
  const ColumnEntry *entry = user_data;
  TvProfileColumns *self = entry->columns;

  if (self->applying)
    return;
  self->dragged[entry->column] = TRUE;
  gtk_column_view_column_set_expand (view_column, FALSE);
  g_clear_handle_id (&self->widths_source, g_source_remove);
  self->widths_source = g_timeout_add (WIDTH_DELAY, save_widths_at_rest, self);
}

/* Order */

static TvProfileColumn
find_column (TvProfileColumns *self, GtkColumnViewColumn *view_column)
{
  TvProfileColumn i = 0;

  while (i < TV_PROFILE_N_COLUMNS && self->entries[i].view_column != view_column)
    i++;
  return i;
}

static guint
list_order (TvProfileColumns *self, TvProfileColumn order[TV_PROFILE_N_COLUMNS])
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const TvProfileColumn found = find_column (self, column);

      if (found != TV_PROFILE_N_COLUMNS)
        order[n++] = found;
    }
  return n;
}

/* GTK moves a column by removing and inserting it: for a moment it is missing. */
static void
on_columns_changed (TvProfileColumns *self)
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

/* The layout */

static void
set_title (TvProfileColumns *self, TvProfileColumn column)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  g_autofree char *text
      = tv_profile_column_dup_title (column, tv_trace_session_get_time_unit (session));

  set_title_text (self->entries[column].title, text, TITLE_CHARS,
                  column != TV_PROFILE_COLUMN_NAME);
  if (self->entries[column].title != NULL)
    tv_quiet_tooltip_set (self->entries[column].title,
                          tv_profile_column_get_description (column));
}

/* Rows are not sorted by a column that nobody sees. */
static void
reset_hidden_sort (TvProfileColumns *self)
{
  gboolean descending;
  const TvProfileColumn column = tv_profile_columns_find_sort (self, &descending);

  if (column != TV_PROFILE_N_COLUMNS
      && !tv_column_layout_is_shown (self->layout, column))
    gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
}

static void
on_layout_changed (TvProfileColumns *self)
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
  reset_hidden_sort (self);
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
  g_signal_connect (entry->view_column, "notify::fixed-width",
                    G_CALLBACK (on_width_changed), entry);
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
        self->entries[i].title = find_title (self->view, position++);
      }
  self->applying = FALSE;
}

/* Adds the columns that the trace has clocks for. */
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
  on_layout_changed (self);
  g_signal_connect_swapped (layout, "changed", G_CALLBACK (on_layout_changed), self);
  g_signal_connect_swapped (gtk_column_view_get_columns (view), "items-changed",
                            G_CALLBACK (on_columns_changed), self);
  g_signal_connect_swapped (tv_profile_tree_get_session (tree), "notify::time-unit",
                            G_CALLBACK (on_layout_changed), self);
  return self;
}

/* Removes the columns. */
void
tv_profile_columns_free (TvProfileColumns *self)
{
  save_widths (self);
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

/* Returns a column, shown or not; NULL if the trace does not have it. */
GtkColumnViewColumn *
tv_profile_columns_get (TvProfileColumns *self, TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->entries[column].view_column;
}

/* Returns NULL if the trace does not have the column. */
GtkWidget *
tv_profile_columns_get_title (TvProfileColumns *self, TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->entries[column].title;
}

/* GTK 4.8 does not tell which column a table is sorted by. But its sorter asks that
 * column's sorter first, and reverses the answer if the order is descending. */
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

/* The column of names may have expanded. */
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

/* @name_width is that of the longest visible name. A column of numbers that was fitted
 * stays so in every unit and for every trace. */
void
tv_profile_columns_step_width (TvProfileColumns *self, TvProfileColumn column,
                               TvColumnStep step, int name_width)
{
  const int by = step == TV_COLUMN_WIDER ? WIDTH_STEP : -WIDTH_STEP;
  int width = 0;

  g_return_if_fail (column < TV_PROFILE_N_COLUMNS
                    && self->entries[column].view_column != NULL);

  save_widths (self);
  if (step != TV_COLUMN_FITTED)
    width = MAX (get_width (self, column) + by, LEAST_WIDTH);
  else if (column == TV_PROFILE_COLUMN_NAME)
    width = MAX (name_width + 1, measure_title (self, column));
  tv_column_layout_set_width (self->layout, column, width);
}
