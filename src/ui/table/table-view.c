/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/table-view.h"

#include "ui/table/column-actions.h"
#include "ui/table/name-scroll.h"

struct _TvTableView
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  TvTableRows *rows;
  GtkWidget *name_bar;
  TvTableModel *model;             /* the rows hold it */
  TvColumnLayout *layout;          /* NULL until it is set */
  TvColumnActions *column_actions; /* likewise */
  TvTableColumns *columns;         /* NULL without a model */
  GtkWidget *chooser;              /* a popover; NULL without one */
  GArray *places;                  /* of titles and cells at the last layout */
  int header_height;
  double gap; /* see find_gap() */

  GtkAdjustment *hadjustment;
  GtkAdjustment *vadjustment;
  GtkScrollablePolicy hscroll_policy;
  GtkScrollablePolicy vscroll_policy;
};

enum
{
  PROP_HADJUSTMENT = 1,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

/* Scroll bars begin below the header. */
static gboolean
tv_table_view_get_border (GtkScrollable *scrollable, GtkBorder *border)
{
  *border = (GtkBorder){ 0, 0, (gint16) TV_TABLE_VIEW (scrollable)->header_height, 0 };
  return TRUE;
}

static void
tv_table_view_init_scrollable (GtkScrollableInterface *iface)
{
  iface->get_border = tv_table_view_get_border;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvTableView, tv_table_view, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE,
                                                      tv_table_view_init_scrollable))

/* Pixels between the right edges of the view and of the contents. */
static double
find_gap (TvTableView *self)
{
  return gtk_adjustment_get_upper (self->hadjustment)
         - gtk_adjustment_get_page_size (self->hadjustment)
         - gtk_adjustment_get_value (self->hadjustment);
}

static void
on_scrolled_sideways (TvTableView *self)
{
  self->gap = find_gap (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* The beginning of the lines, with the names, stays in place. For text that runs from
 * the right this is the right side, but GTK keeps the left side. */
static void
on_width_changed (TvTableView *self)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL
      && gtk_adjustment_get_page_size (self->hadjustment) > 0)
    gtk_adjustment_set_value (self->hadjustment,
                              gtk_adjustment_get_value (self->hadjustment)
                                  + find_gap (self) - self->gap);
}

static void
set_hadjustment (TvTableView *self, GtkAdjustment *adjustment)
{
  if (self->hadjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->hadjustment, self);
  g_set_object (&self->hadjustment, adjustment);
  if (adjustment == NULL)
    return;
  g_signal_connect_swapped (adjustment, "value-changed",
                            G_CALLBACK (on_scrolled_sideways), self);
  g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (on_width_changed), self);
}

static void
tv_table_view_dispose (GObject *object)
{
  TvTableView *self = TV_TABLE_VIEW (object);
  GtkWidget *view;
  GtkWidget *rows;

  if (self->layout != NULL)
    tv_table_view_set_model (self, NULL);
  g_clear_pointer (&self->column_actions, tv_column_actions_free);
  g_clear_object (&self->layout);
  view = GTK_WIDGET (g_steal_pointer (&self->view));
  rows = GTK_WIDGET (g_steal_pointer (&self->rows));
  g_clear_pointer (&self->name_bar, gtk_widget_unparent);
  g_clear_pointer (&rows, gtk_widget_unparent);
  g_clear_pointer (&view, gtk_widget_unparent);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_pointer (&self->places, g_array_unref);
  set_hadjustment (self, NULL);
  g_clear_object (&self->vadjustment);

  G_OBJECT_CLASS (tv_table_view_parent_class)->dispose (object);
}

static void
tv_table_view_get_property (GObject *object, guint prop_id, GValue *value,
                            GParamSpec *pspec)
{
  TvTableView *self = TV_TABLE_VIEW (object);

  switch (prop_id)
    {
    case PROP_HADJUSTMENT:
      g_value_set_object (value, self->hadjustment);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->vadjustment);
      break;
    case PROP_HSCROLL_POLICY:
      g_value_set_enum (value, self->hscroll_policy);
      break;
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, self->vscroll_policy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
tv_table_view_set_property (GObject *object, guint prop_id, const GValue *value,
                            GParamSpec *pspec)
{
  TvTableView *self = TV_TABLE_VIEW (object);

  switch (prop_id)
    {
    case PROP_HADJUSTMENT:
      set_hadjustment (self, g_value_get_object (value));
      gtk_scrollable_set_hadjustment (GTK_SCROLLABLE (self->view), self->hadjustment);
      break;
    case PROP_VADJUSTMENT:
      g_set_object (&self->vadjustment, g_value_get_object (value));
      tv_table_rows_set_adjustment (self->rows, self->vadjustment);
      break;
    case PROP_HSCROLL_POLICY:
      self->hscroll_policy = g_value_get_enum (value);
      gtk_scrollable_set_hscroll_policy (GTK_SCROLLABLE (self->view),
                                         self->hscroll_policy);
      break;
    case PROP_VSCROLL_POLICY:
      self->vscroll_policy = g_value_get_enum (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
tv_table_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                       int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  int rows_minimum;
  int rows_natural;

  gtk_widget_measure (GTK_WIDGET (self->view), orientation, -1, minimum, natural, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (self->rows), orientation, -1, &rows_minimum,
                      &rows_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum += rows_minimum;
      *natural += rows_natural;
    }
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const TvColumnPlace *first = a;
  const TvColumnPlace *second = b;

  return (first->x > second->x) - (first->x < second->x);
}

static int
compare_places_rtl (gconstpointer a, gconstpointer b)
{
  return compare_places (b, a);
}

/* Returns the places that GTK has given the titles, from the beginning of the line. */
static GArray *
find_places (TvTableView *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (TvColumnPlace));
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    {
      GtkWidget *title = tv_table_columns_get_title (self->columns, i);
      graphene_rect_t bounds;
      TvColumnPlace place = { i, 0, 0 };

      if (title == NULL || !gtk_widget_get_visible (title)
          || !gtk_widget_compute_bounds (title, header, &bounds))
        continue;
      place.x = (int) bounds.origin.x;
      place.width = (int) bounds.size.width;
      g_array_append_val (places, place);
    }
  g_array_sort (places, gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL
                            ? compare_places_rtl
                            : compare_places);
  return places;
}

static gboolean
places_equal (GArray *a, GArray *b)
{
  return a != NULL && b != NULL && a->len == b->len
         && memcmp (a->data, b->data, a->len * sizeof (TvColumnPlace)) == 0;
}

static void
place_cells (TvTableView *self)
{
  g_autoptr (GArray) places = find_places (self);

  if (!places_equal (places, self->places))
    {
      g_clear_pointer (&self->places, g_array_unref);
      self->places = g_array_ref (places);
    }
  tv_table_rows_set_places (
      self->rows, self->places, (int) -gtk_adjustment_get_value (self->hadjustment),
      gtk_widget_get_width (gtk_widget_get_first_child (GTK_WIDGET (self->view))));
}

/* The names stay in sight when numbers are scrolled sideways: their column stops at the
 * edge of the view. */
static void
pin_names (TvTableView *self)
{
  GtkWidget *title = tv_table_columns_get_title (self->columns, TV_TABLE_NAME_COLUMN);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  const int value = (int) gtk_adjustment_get_value (self->hadjustment);
  const int end = value + gtk_widget_get_width (GTK_WIDGET (self->view));
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n = tv_table_columns_list_shown (self->columns, columns);
  GtkAllocation place = { 0, 0, 0, gtk_widget_get_height (header) };

  if (title == NULL)
    return;
  place.width = gtk_widget_get_allocated_width (title);
  for (guint i = 0; i < n && columns[i] != TV_TABLE_NAME_COLUMN; i++)
    place.x += gtk_widget_get_allocated_width (
        tv_table_columns_get_title (self->columns, columns[i]));
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    place.x = gtk_widget_get_width (header) - place.x - place.width;
  place.x = MAX (MIN (place.x, end - place.width), value);
  gtk_widget_size_allocate (title, &place, -1);
}

/* GTK places the titles by the scroll position, and only then sets their width, which
 * may change the position. */
static void
place_titles (TvTableView *self, int width)
{
  const GtkAllocation place = { 0, 0, width, self->header_height };
  const double value
      = self->hadjustment != NULL ? gtk_adjustment_get_value (self->hadjustment) : 0;

  gtk_widget_size_allocate (GTK_WIDGET (self->view), &place, -1);
  if (self->hadjustment == NULL
      || gtk_adjustment_get_value (self->hadjustment) == value)
    return;
  gtk_widget_queue_allocate (GTK_WIDGET (self->view));
  gtk_widget_size_allocate (GTK_WIDGET (self->view), &place, -1);
}

static void
tv_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  gtk_widget_measure (GTK_WIDGET (self->view), GTK_ORIENTATION_VERTICAL, -1, NULL,
                      &self->header_height, NULL, NULL);
  if (self->columns != NULL)
    tv_table_columns_fit (self->columns, width,
                          tv_table_rows_get_needed_name_width (self->rows));
  place_titles (self, width);
  if (self->columns != NULL && self->hadjustment != NULL)
    {
      pin_names (self);
      place_cells (self);
    }
  tv_name_scroll_place_bar (self->name_bar, self->places,
                            self->hadjustment != NULL
                                ? (int) -gtk_adjustment_get_value (self->hadjustment)
                                : 0,
                            width, &height);
  gtk_widget_size_allocate (GTK_WIDGET (self->rows),
                            &(GtkAllocation){ 0, self->header_height, width,
                                              MAX (height - self->header_height, 0) },
                            -1);
  if (self->chooser != NULL)
    gtk_popover_present (GTK_POPOVER (self->chooser));
}

/* A title that is dragged or made wider does not queue a layout of its parents, but is
 * drawn. */
static void
tv_table_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  if (self->columns != NULL)
    {
      g_autoptr (GArray) places = find_places (self);

      if (!places_equal (places, self->places))
        gtk_widget_queue_allocate (widget);
    }
  gtk_widget_snapshot_child (widget, GTK_WIDGET (self->view), snapshot);
  gtk_widget_snapshot_child (widget, GTK_WIDGET (self->rows), snapshot);
  gtk_widget_snapshot_child (widget, self->name_bar, snapshot);
}

/* The class "dark" is for tints, which look muddy if they only let a dark background
 * shine through. */
static void
tv_table_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  const gboolean dark = tv_table_row_is_dark (widget);

  GTK_WIDGET_CLASS (tv_table_view_parent_class)->css_changed (widget, change);
  if (dark && !gtk_widget_has_css_class (widget, "dark"))
    gtk_widget_add_css_class (widget, "dark");
  else if (!dark && gtk_widget_has_css_class (widget, "dark"))
    gtk_widget_remove_css_class (widget, "dark");
}

static void
tv_table_view_class_init (TvTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_table_view_dispose;
  object_class->get_property = tv_table_view_get_property;
  object_class->set_property = tv_table_view_set_property;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY,
                                    "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY,
                                    "vscroll-policy");

  widget_class->css_changed = tv_table_view_css_changed;
  widget_class->measure = tv_table_view_measure;
  widget_class->size_allocate = tv_table_view_size_allocate;
  widget_class->snapshot = tv_table_view_snapshot;
  /* The same as in a column view, so that themes style the rows. */
  gtk_widget_class_set_css_name (widget_class, "columnview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_GRID);
}

/* GTK 4.8 makes the header of a column view from a row of its list. A click gives it
 * the focus, and the second press of a double click activates it, so that the title
 * never sees this click. */
static void
stop_activating (GtkWidget *header)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (header);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller
          = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller)
          && gtk_event_controller_get_propagation_phase (controller)
                 == GTK_PHASE_BUBBLE)
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

static void
tv_table_view_init (TvTableView *self)
{
  GtkWidget *view = g_object_new (GTK_TYPE_COLUMN_VIEW, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_GROUP, NULL);

  /* Only the header is used. Its list is empty, and is hidden from the keyboard and
   * from assistive technology. */
  gtk_widget_set_visible (gtk_widget_get_last_child (view), FALSE);
  stop_activating (gtk_widget_get_first_child (view));
  self->view = GTK_COLUMN_VIEW (view);
  gtk_column_view_set_reorderable (self->view, TRUE);
  gtk_widget_add_css_class (view, "data-table");
  gtk_widget_set_parent (view, GTK_WIDGET (self));
  self->rows = TV_TABLE_ROWS (tv_table_rows_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->rows), GTK_WIDGET (self));
  self->name_bar = tv_name_scroll_new_bar (tv_table_rows_get_names (self->rows),
                                           GTK_WIDGET (self->rows));
  gtk_widget_set_parent (self->name_bar, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self), "view");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * tv_table_view_new:
 *
 * Returns: (transfer floating): a table that shows nothing
 */
GtkWidget *
tv_table_view_new (void)
{
  return g_object_new (TV_TYPE_TABLE_VIEW, NULL);
}

/**
 * tv_table_view_new_scrolled:
 * @table: (out) (transfer none): a table that shows nothing
 *
 * Returns: (transfer floating): the table in a scrolled window that takes all room
 */
GtkWidget *
tv_table_view_new_scrolled (TvTableView **table)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  *table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (*table));
  /* An overlay scroll bar would hide the digits at the end of the last column. */
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scrolled), FALSE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

/**
 * tv_table_view_get_column_view:
 * @self: a table
 *
 * Returns: (transfer none): its header, with the columns, their order, and the sort
 *   order
 */
GtkColumnView *
tv_table_view_get_column_view (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  return self->view;
}

/**
 * tv_table_view_get_rows:
 * @self: a table
 *
 * Returns: (transfer none): the rows below the header
 */
TvTableRows *
tv_table_view_get_rows (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  return self->rows;
}

/**
 * tv_table_view_set_layout:
 * @self: a table that has no columns
 * @layout: the columns, which several tables may share
 * @actions: where to add the actions of columns
 * @prefix: the prefix under which they are inserted, for their keys
 *
 * Gives the table its columns and their actions.
 */
void
tv_table_view_set_layout (TvTableView *self, TvColumnLayout *layout,
                          GActionMap *actions, const char *prefix)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->layout == NULL);
  g_return_if_fail (TV_IS_COLUMN_LAYOUT (layout));

  self->layout = g_object_ref (layout);
  self->column_actions = tv_column_actions_new (self, layout, actions, prefix);
}

/**
 * tv_table_view_set_model:
 * @self: a table that has a layout
 * @model: (nullable): the new model, %NULL for none
 *
 * Shows another model from its first row on, with the columns that it has.
 */
void
tv_table_view_set_model (TvTableView *self, TvTableModel *model)
{
  TvTableColumns *before;

  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->layout != NULL);

  before = g_steal_pointer (&self->columns);
  tv_column_actions_set_model (self->column_actions, model);
  tv_table_rows_set_model (self->rows, NULL);
  g_clear_pointer (&before, tv_table_columns_free);
  self->model = model;
  if (model != NULL)
    {
      self->columns = tv_table_columns_new (self->view, model, self->layout);
      tv_table_rows_set_model (self->rows, model);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

int
tv_table_view_get_header_height (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), 0);

  return self->header_height;
}

/**
 * tv_table_view_get_columns:
 * @self: a table
 *
 * Returns: (transfer none) (nullable): its columns, %NULL without a model
 */
TvTableColumns *
tv_table_view_get_columns (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  return self->columns;
}

/**
 * tv_table_view_dup_selected_text:
 * @self: a table
 *
 * Returns: (transfer full) (nullable): the texts of the selected row in the shown
 *   columns, separated by tabs; %NULL if none is selected
 */
char *
tv_table_view_dup_selected_text (TvTableView *self)
{
  TvTableModel *model;
  TvTableModelInterface *iface;
  g_autoptr (GObject) item = NULL;
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  guint columns[TV_TABLE_MAX_COLUMNS];
  guint n;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  model = self->model;
  if (model == NULL)
    return NULL;
  iface = TV_TABLE_MODEL_GET_IFACE (model);
  item = tv_table_model_dup_item (model, tv_table_rows_get_selected (self->rows));
  if (item == NULL)
    return NULL;
  n = tv_table_columns_list_shown (self->columns, columns);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvNameText) name
          = columns[i] == TV_TABLE_NAME_COLUMN ? iface->dup_name (model, item) : NULL;
      g_autofree char *cell
          = name == NULL ? iface->dup_text (model, item, columns[i]) : NULL;

      g_strv_builder_add (cells, name != NULL ? name->text : cell != NULL ? cell : "");
    }
  texts = g_strv_builder_end (cells);
  return g_strjoinv ("\t", texts);
}

void
tv_table_view_step_width (TvTableView *self, guint column, TvColumnStep step)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->columns != NULL);

  tv_table_columns_step_width (self->columns, column, step,
                               tv_table_rows_get_name_width (self->rows, TRUE));
}

/* The table becomes the parent of the popover. */
void
tv_table_view_set_chooser (TvTableView *self, GtkWidget *chooser)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  g_return_if_fail (GTK_IS_POPOVER (chooser) && self->chooser == NULL);

  self->chooser = chooser;
  gtk_widget_set_parent (chooser, GTK_WIDGET (self));
}
