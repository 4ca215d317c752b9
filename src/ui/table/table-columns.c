/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/table-columns.h"

#include "config.h"

#include "ui/widgets/later.h"
#include "ui/widgets/quiet-tooltip.h"

#include <glib/gi18n-lib.h>

/* Letters in a line of a title: "Excl Real". */
#define TITLE_CHARS 9

/* The column of names takes the width that numbers leave: names are cut before numbers
 * are out of sight. Where numbers leave less than this, they are scrolled under the
 * names, which then get the width that they need, up to this part of the table. */
#define LEAST_NAME_WIDTH 200
#define GREATEST_NAME_PART 0.6

/* Space on both sides of a cell's text, as in style.css, and the line between cells. */
#define CELL_PADDING 13

/* Pixels by which keys make a column wider or narrower. */
#define WIDTH_STEP 16

/* The least width that keys give a column. */
#define LEAST_WIDTH 32

/* Milliseconds after which a dragged edge is at rest. */
#define WIDTH_DELAY 250

typedef struct
{
  TvTableColumns *columns;
  guint column;
  GtkColumnViewColumn *view_column;
  GtkWidget *title;
} ColumnEntry;

struct _TvTableColumns
{
  GtkColumnView *view;
  TvTableModel *model;
  TvColumnLayout *layout;
  ColumnEntry entries[TV_TABLE_MAX_COLUMNS];
  gboolean applying;      /* the layout: signals of the header are ignored */
  TvLater *widths_saving; /* saves the widths that the user drags */
  gboolean dragged[TV_TABLE_MAX_COLUMNS]; /* whether its width is not saved yet */

  /* The sorter that GTK asked first; see tv_table_columns_find_sort(). */
  guint asked;
  guint sorted;     /* the column that the rows are sorted by */
  gboolean clicked; /* whether the last click was on the header */
};

/* Titles
 *
 * GTK 4.8 shows the title of a column as one line at its start, and offers no choice.
 * But its widgets can be found: a header row with a button for each column, and in the
 * button a box with a label and the sort indicator. If another version of GTK has other
 * widgets, titles stay as GTK makes them. */

/* The title exists as long as the column is in the view. */
static GtkWidget *
find_title (GtkColumnView *view, guint position)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  for (; title != NULL && position > 0; position--)
    title = gtk_widget_get_next_sibling (title);
  return title;
}

/* Breaks a text at its spaces into lines of at most so many letters, if it can. */
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
      if (space != NULL && g_utf8_pointer_to_offset (line, c) >= (glong) max_chars)
        {
          *space = '\n';
          line = space + 1;
          space = NULL;
        }
    }
  return wrapped;
}

/* The text of a label in lines, and for screen readers. */
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
  GtkWidget *first = box != NULL ? gtk_widget_get_first_child (box) : NULL;
  GtkWidget *last = box != NULL ? gtk_widget_get_last_child (box) : NULL;
  GtkWidget *label = GTK_IS_LABEL (first) ? first : last;

  if (!GTK_IS_BOX (box) || !GTK_IS_LABEL (label))
    return;
  set_label (GTK_LABEL (label), text, max_chars);
  if (at_end)
    {
      /* The sort indicator comes first, so that the title ends where its numbers end.
       */
      if (label != last)
        gtk_box_reorder_child_after (GTK_BOX (box), label, last);
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

/* A title asks for the width that was set, so the width is first unset. */
static int
measure_title (TvTableColumns *self, guint column)
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
measure_column (TvTableColumns *self, guint column)
{
  g_autofree char *text
      = TV_TABLE_MODEL_GET_IFACE (self->model)->dup_widest_text (self->model, column);
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

  if (entry->columns->asked == TV_TABLE_MAX_COLUMNS)
    entry->columns->asked = entry->column;
  return -1;
}

static void
set_width (TvTableColumns *self, guint column)
{
  GtkColumnViewColumn *view_column = self->entries[column].view_column;
  const int wished = tv_column_layout_get_width (self->layout, column);
  int width = LEAST_NAME_WIDTH;

  /* GTK 4.8 leaves room for hidden ones, too. */
  if (!tv_column_layout_is_shown (self->layout, column))
    width = 0;
  else if (wished > 0)
    width = wished;
  else if (column != TV_TABLE_NAME_COLUMN)
    width = measure_column (self, column);
  gtk_column_view_column_set_fixed_width (view_column, width);
  /* A column that expands would not become narrower. */
  gtk_column_view_column_set_expand (view_column,
                                     column == TV_TABLE_NAME_COLUMN && wished == 0);
}

static void
save_widths (gpointer user_data)
{
  TvTableColumns *self = user_data;

  tv_later_cancel (&self->widths_saving);
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    if (self->dragged[i])
      {
        self->dragged[i] = FALSE;
        tv_column_layout_set_width (
            self->layout, i,
            gtk_column_view_column_get_fixed_width (self->entries[i].view_column));
      }
}

static void
on_width_changed (GtkColumnViewColumn *view_column, GParamSpec *pspec,
                  gpointer user_data)
{
  const ColumnEntry *entry = user_data;
  TvTableColumns *self = entry->columns;

  if (self->applying)
    return;
  self->dragged[entry->column] = TRUE;
  gtk_column_view_column_set_expand (view_column, FALSE);
  tv_later_add (&self->widths_saving, WIDTH_DELAY, save_widths, self);
}

/* Order */

static guint
find_column (TvTableColumns *self, GtkColumnViewColumn *view_column)
{
  guint i = 0;

  while (i < TV_TABLE_MAX_COLUMNS && self->entries[i].view_column != view_column)
    i++;
  return i;
}

static guint
list_order (TvTableColumns *self, guint order[TV_TABLE_MAX_COLUMNS])
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const guint found = find_column (self, column);

      if (found != TV_TABLE_MAX_COLUMNS)
        order[n++] = found;
    }
  return n;
}

/* GTK removes a column and inserts it to move it. For a moment it is missing. */
static void
on_columns_changed (TvTableColumns *self)
{
  guint order[TV_TABLE_MAX_COLUMNS];
  guint n = 0;

  if (self->applying)
    return;
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    n += self->entries[i].view_column != NULL;
  if (list_order (self, order) == n)
    tv_column_layout_arrange (self->layout, order, n);
}

static void
set_order (TvTableColumns *self)
{
  guint place = 0;

  for (guint i = 0; i < tv_column_layout_get_n (self->layout); i++)
    {
      const guint column = tv_column_layout_get (self->layout, i);

      if (self->entries[column].view_column != NULL)
        gtk_column_view_insert_column (self->view, place++,
                                       self->entries[column].view_column);
    }
  /* Drawn last, over the titles that are scrolled under it. */
  if (self->entries[TV_TABLE_NAME_COLUMN].title != NULL)
    gtk_widget_insert_before (
        self->entries[TV_TABLE_NAME_COLUMN].title,
        gtk_widget_get_parent (self->entries[TV_TABLE_NAME_COLUMN].title), NULL);
}

/* Keys of the titles: Tab moves to one of them, Left and Right to the others; Enter and
 * Space sort like a click. GTK 4.8 gives no title the focus. */

static void
focus_title (ColumnEntry *from, ColumnEntry *to)
{
  gtk_widget_set_focusable (to->title, TRUE);
  if (gtk_widget_grab_focus (to->title) && from != to)
    gtk_widget_set_focusable (from->title, FALSE);
}

static gboolean
step_to_title (GtkWidget *title, ColumnEntry *entry, gboolean left)
{
  const gboolean rtl = gtk_widget_get_direction (title) == GTK_TEXT_DIR_RTL;
  guint shown[TV_TABLE_MAX_COLUMNS];
  const int n = (int) tv_table_columns_list_shown (entry->columns, shown);
  int place = 0;

  while (place < n && shown[place] != entry->column)
    place++;
  place += left == rtl ? 1 : -1;
  if (place >= 0 && place < n)
    focus_title (entry, &entry->columns->entries[shown[place]]);
  return TRUE;
}

/* on_sorter_changed() puts the greatest numbers of another column first. */
static void
sort_by_title (ColumnEntry *entry)
{
  gboolean descending;
  const guint sorted = tv_table_columns_find_sort (entry->columns, &descending);

  tv_table_columns_sort_by (
      entry->columns, entry->column,
      sorted == entry->column ? !descending : entry->column != TV_TABLE_NAME_COLUMN);
}

static gboolean
on_title_key (GtkEventControllerKey *controller, guint key, guint code,
              GdkModifierType state, gpointer user_data)
{
  ColumnEntry *entry = user_data;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return step_to_title (entry->title, entry,
                            key == GDK_KEY_Left || key == GDK_KEY_KP_Left);
    case GDK_KEY_Return:
    case GDK_KEY_ISO_Enter:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      sort_by_title (entry);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
add_title_keys (ColumnEntry *entry)
{
  GtkWidget *header;
  GtkEventController *keys;

  if (entry->title == NULL)
    return;
  /* GTK 4.8 makes them of no role. */
  g_object_set (entry->title, "accessible-role", GTK_ACCESSIBLE_ROLE_COLUMN_HEADER,
                NULL);
  keys = gtk_event_controller_key_new ();
  /* Left and Right of the table are for its rows, and come later. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_TARGET);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_title_key), entry);
  gtk_widget_add_controller (entry->title, keys);
  header = gtk_widget_get_parent (entry->title);
  gtk_widget_set_can_focus (header, TRUE);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (header), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Column titles"), -1);
  gtk_widget_set_focusable (entry->title, entry->column == TV_TABLE_NAME_COLUMN);
}

/* The layout */

static void
set_title (TvTableColumns *self, guint column)
{
  g_autofree char *text
      = TV_TABLE_MODEL_GET_IFACE (self->model)->dup_title (self->model, column);
  g_autofree char *description = NULL;

  set_title_text (
      self->entries[column].title, text, TITLE_CHARS,
      column != TV_TABLE_NAME_COLUMN
          && !TV_TABLE_MODEL_GET_IFACE (self->model)->has_texts (self->model, column));
  if (self->entries[column].title == NULL)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entries[column].title),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  description = tv_table_model_dup_description (
      self->model, tv_column_layout_get_column (self->layout, column), column);
  tv_quiet_tooltip_set (self->entries[column].title, description);
}

/* Tells assistive technology by which column rows are sorted. */
static void
describe_sort (TvTableColumns *self, gboolean descending)
{
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    if (self->entries[i].title != NULL)
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entries[i].title),
                                      GTK_ACCESSIBLE_PROPERTY_SORT,
                                      i != self->sorted ? GTK_ACCESSIBLE_SORT_NONE
                                      : descending      ? GTK_ACCESSIBLE_SORT_DESCENDING
                                                        : GTK_ACCESSIBLE_SORT_ASCENDING,
                                      -1);
}

/* A click on a title of numbers shows the greatest first, as in Traceview; GTK begins
 * with the smallest. */
static void
on_sorter_changed (TvTableColumns *self)
{
  const gboolean clicked = self->clicked;
  const guint before = self->sorted;
  gboolean descending;

  self->clicked = FALSE;
  self->sorted = tv_table_columns_find_sort (self, &descending);
  describe_sort (self, descending);
  if (clicked && self->sorted != before && !descending
      && self->sorted != TV_TABLE_MAX_COLUMNS && self->sorted != TV_TABLE_NAME_COLUMN)
    tv_table_columns_sort_by (self, self->sorted, TRUE);
  else
    TV_TABLE_MODEL_GET_IFACE (self->model)
        ->sort (self->model, self->sorted, descending);
}

/* Rows are never sorted by a hidden column. The same column of another clock takes its
 * place. */
static void
replace_hidden_sort (TvTableColumns *self)
{
  gboolean descending;
  const guint column = tv_table_columns_find_sort (self, &descending);
  guint twin;

  if (column == TV_TABLE_MAX_COLUMNS
      || tv_column_layout_is_shown (self->layout, column))
    return;
  twin = tv_column_layout_get_column (self->layout, column)->twin;
  if (twin == 0 || self->entries[twin].view_column == NULL
      || !tv_column_layout_is_shown (self->layout, twin))
    twin = TV_TABLE_MAX_COLUMNS;
  tv_table_columns_sort_by (self, twin, descending);
}

static void
on_layout_changed (TvTableColumns *self)
{
  if (self->applying)
    return;
  self->applying = TRUE;
  set_order (self);
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    {
      if (self->entries[i].view_column == NULL)
        continue;
      gtk_column_view_column_set_visible (self->entries[i].view_column,
                                          tv_column_layout_is_shown (self->layout, i));
      set_title (self, i);
      set_width (self, i);
    }
  self->applying = FALSE;
  replace_hidden_sort (self);
  gtk_widget_queue_resize (gtk_widget_get_parent (GTK_WIDGET (self->view)));
}

static void
append_column (TvTableColumns *self, guint column)
{
  ColumnEntry *entry = &self->entries[column];
  g_autoptr (GtkSorter) sorter
      = GTK_SORTER (gtk_custom_sorter_new (note_asked, entry, NULL));

  entry->columns = self;
  entry->column = column;
  entry->view_column = gtk_column_view_column_new (
      _ (tv_column_layout_get_column (self->layout, column)->title), NULL);
  gtk_column_view_column_set_resizable (entry->view_column, TRUE);
  gtk_column_view_column_set_sorter (entry->view_column, sorter);
  gtk_column_view_append_column (self->view, entry->view_column);
  g_signal_connect (entry->view_column, "notify::fixed-width",
                    G_CALLBACK (on_width_changed), entry);
}

static void
append_columns (TvTableColumns *self)
{
  const guint n = tv_column_layout_get_n (self->layout);
  guint position = 0;

  self->applying = TRUE;
  for (guint i = 0; i < n; i++)
    if (TV_TABLE_MODEL_GET_IFACE (self->model)->has_column (self->model, i))
      {
        append_column (self, i);
        self->entries[i].title = find_title (self->view, position++);
        add_title_keys (&self->entries[i]);
      }
  self->applying = FALSE;
}

/**
 * tv_table_columns_new:
 * @view: a view that has no columns; must outlive them
 * @model: the model of the table
 * @layout: the user's choice of columns
 *
 * Adds the columns of the model.
 *
 * Returns: (transfer full): the columns, to be freed with tv_table_columns_free()
 */
TvTableColumns *
tv_table_columns_new (GtkColumnView *view, TvTableModel *model, TvColumnLayout *layout)
{
  TvTableColumns *self;

  self = g_new0 (TvTableColumns, 1);
  self->view = view;
  self->model = g_object_ref (model);
  self->layout = g_object_ref (layout);
  self->asked = TV_TABLE_MAX_COLUMNS;
  self->sorted = TV_TABLE_MAX_COLUMNS;
  append_columns (self);
  on_layout_changed (self);
  g_signal_connect_swapped (layout, "changed", G_CALLBACK (on_layout_changed), self);
  g_signal_connect_swapped (gtk_column_view_get_columns (view), "items-changed",
                            G_CALLBACK (on_columns_changed), self);
  g_signal_connect_swapped (gtk_column_view_get_sorter (view), "changed",
                            G_CALLBACK (on_sorter_changed), self);
  g_signal_connect_swapped (model, "texts-changed", G_CALLBACK (on_layout_changed),
                            self);
  return self;
}

/* Removes the columns. */
void
tv_table_columns_free (TvTableColumns *self)
{
  save_widths (self);
  self->applying = TRUE;
  g_signal_handlers_disconnect_by_data (self->layout, self);
  g_signal_handlers_disconnect_by_data (gtk_column_view_get_columns (self->view), self);
  g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  g_signal_handlers_disconnect_by_data (self->model, self);
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    if (self->entries[i].view_column != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->entries[i].view_column,
                                              &self->entries[i]);
        gtk_column_view_remove_column (self->view, self->entries[i].view_column);
        g_clear_object (&self->entries[i].view_column);
      }
  g_clear_object (&self->layout);
  g_clear_object (&self->model);
  g_free (self);
}

/**
 * tv_table_columns_get:
 * @self: columns
 * @column: one of them
 *
 * Returns: (transfer none) (nullable): the column, shown or not; %NULL if the model
 * does not have it
 */
GtkColumnViewColumn *
tv_table_columns_get (TvTableColumns *self, guint column)
{
  return self->entries[column].view_column;
}

/* Returns NULL if the model does not have the column. */
GtkWidget *
tv_table_columns_get_title (TvTableColumns *self, guint column)
{
  return self->entries[column].title;
}

/**
 * tv_table_columns_find_sort:
 * @self: columns
 * @descending: (out): whether the greatest comes first
 *
 * GTK 4.8 does not tell by which column a table is sorted. But its sorter asks that
 * column's sorter first, and reverses the answer if the order is descending.
 *
 * Returns: the column, %TV_TABLE_MAX_COLUMNS for none
 */
guint
tv_table_columns_find_sort (TvTableColumns *self, gboolean *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  self->asked = TV_TABLE_MAX_COLUMNS;
  *descending
      = gtk_sorter_compare (sorter, self->model, self->view) == GTK_ORDERING_LARGER;
  return self->asked;
}

/**
 * tv_table_columns_list_shown:
 * @self: columns
 * @columns: (array) (out caller-allocates): the columns that are shown, from the
 *   beginning of the line; has room for %TV_TABLE_MAX_COLUMNS
 *
 * Returns: their number
 */
guint
tv_table_columns_list_shown (TvTableColumns *self, guint *columns)
{
  const guint n_all = list_order (self, columns);
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    if (gtk_column_view_column_get_visible (self->entries[columns[i]].view_column))
      columns[n++] = columns[i];
  return n;
}

/* Returns the least width of names in a table of that width. @name_width is the width
 * that they need. */
void
tv_table_columns_fit (TvTableColumns *self, int width, int name_width)
{
  int room = width;
  int name;

  if (tv_column_layout_get_width (self->layout, TV_TABLE_NAME_COLUMN) > 0
      || self->dragged[TV_TABLE_NAME_COLUMN])
    return;
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    if (i != TV_TABLE_NAME_COLUMN && self->entries[i].view_column != NULL)
      room -= gtk_column_view_column_get_fixed_width (self->entries[i].view_column);
  name = room >= LEAST_NAME_WIDTH
             ? room
             : MIN (name_width, (int) (width * GREATEST_NAME_PART));
  name = MAX (name, LEAST_NAME_WIDTH);
  self->applying = TRUE;
  gtk_column_view_column_set_fixed_width (
      self->entries[TV_TABLE_NAME_COLUMN].view_column, name);
  self->applying = FALSE;
}

/**
 * tv_table_columns_sort_by:
 * @self: the columns of a table
 * @column: a column; %TV_TABLE_MAX_COLUMNS for the model's own order
 * @descending: whether the greatest comes first
 */
void
tv_table_columns_sort_by (TvTableColumns *self, guint column, gboolean descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  /* GTK 4.8 leaves the arrow of the column before. */
  g_signal_handlers_block_by_func (sorter, on_sorter_changed, self);
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  g_signal_handlers_unblock_by_func (sorter, on_sorter_changed, self);
  if (column == TV_TABLE_MAX_COLUMNS)
    on_sorter_changed (self);
  else
    gtk_column_view_sort_by_column (self->view, self->entries[column].view_column,
                                    descending ? GTK_SORT_DESCENDING
                                               : GTK_SORT_ASCENDING);
}

/**
 * tv_table_columns_show_order:
 * @self: the columns of a table
 * @before: the column of the order that the rows had of themselves,
 *   %TV_TABLE_MAX_COLUMNS for none
 * @column: that of the order that they have now
 * @descending: whether the greatest comes first
 *
 * Sorts rows by what they are ordered by unless somebody sorts them, so that the titles
 * tell. Does nothing if somebody has.
 */
void
tv_table_columns_show_order (TvTableColumns *self, guint before, guint column,
                             gboolean descending)
{
  gboolean was_descending;
  const guint sorted = tv_table_columns_find_sort (self, &was_descending);

  if (sorted == TV_TABLE_MAX_COLUMNS || sorted == before)
    tv_table_columns_sort_by (self, column, descending);
}

/* Call it at each press of the primary button: whether it was on the header. */
void
tv_table_columns_set_clicked (TvTableColumns *self, gboolean clicked)
{
  self->clicked = clicked;
}

/* The column of names may have expanded. */
static int
get_width (TvTableColumns *self, guint column)
{
  const ColumnEntry *entry = &self->entries[column];
  graphene_rect_t bounds;

  if (gtk_column_view_column_get_expand (entry->view_column)
      && gtk_widget_compute_bounds (entry->title, entry->title, &bounds))
    return (int) bounds.size.width;
  return gtk_column_view_column_get_fixed_width (entry->view_column);
}

/* @name_width is the width of the longest visible name. A column of numbers that was
 * fitted stays fitted in every unit and for every trace. */
void
tv_table_columns_step_width (TvTableColumns *self, guint column, TvColumnStep step,
                             int name_width)
{
  const int by = step == TV_COLUMN_WIDER ? WIDTH_STEP : -WIDTH_STEP;
  int width = 0;

  save_widths (self);
  if (step != TV_COLUMN_FITTED)
    width = MAX (get_width (self, column) + by, LEAST_WIDTH);
  else if (column == TV_TABLE_NAME_COLUMN)
    width = MAX (name_width + 1, measure_title (self, column));
  tv_column_layout_set_width (self->layout, column, width);
}
