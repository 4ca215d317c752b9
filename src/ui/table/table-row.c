/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/table-row.h"

#include "ui/widgets/name-label.h"

/* The colour of a row, as large as in Traceview. */
#define SWATCH_WIDTH 8
#define SWATCH_HEIGHT 14
#define BEFORE_SWATCH 2
#define AFTER_SWATCH 4

/* Letters reach further up than down. With this space above they are in the middle. */
#define TOP_PADDING 2

/* The triangle, and its indent for each level. Names are scrolled sideways. */
#define TRIANGLE_WIDTH 16
#define LEVEL_WIDTH 18

/* The lines that lead down from the triangles of the rows above. */
#define GUIDE_OPACITY 0.15f

struct _TvTableRow
{
  GtkWidget parent_instance;

  TvTableModel *model;
  TvRowCells *cells;
  GtkWidget *triangle; /* visible if the row can be opened */
  GtkWidget *name;
  int ascent;
  int descent;

  GtkTreeListRow *row; /* NULL while it is not bound, or to an item alone */
  GObject *item;       /* an item that cannot be opened, or NULL */
  guint position;
  gboolean colored;
  int scrolled; /* pixels of names that are scrolled out of sight at their beginning */
  GdkRectangle swatch;
  gboolean selected;
  gboolean is_quiet; /* it was clicked, and the pointer has not left it since */
};

G_DEFINE_FINAL_TYPE (TvTableRow, tv_table_row, GTK_TYPE_WIDGET)

/* Returns NULL while it is not bound, and for a removed row. */
static GObject *
dup_item (TvTableRow *self)
{
  if (self->row != NULL)
    return gtk_tree_list_row_get_item (self->row);
  return self->item != NULL ? g_object_ref (self->item) : NULL;
}

/* States */

static void
update_expanded (TvTableRow *self)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);

  const gboolean opens
      = self->row != NULL && gtk_tree_list_row_is_expandable (self->row);
  const gboolean is_open = opens && gtk_tree_list_row_get_expanded (self->row);

  gtk_widget_set_visible (self->triangle, opens);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->triangle),
                                is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  if (opens)
    gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED, is_open,
                                 -1);
  else
    gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
on_expanded_changed (TvTableRow *self)
{
  update_expanded (self);
  TV_TABLE_MODEL_GET_IFACE (self->model)->record_toggle (self->model, self->row);
}

static void
describe_cells (TvTableRow *self)
{
  g_autofree char *description = tv_row_cells_dup_description (self->cells);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* Layout and drawing */

static void
tv_table_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                      int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TvTableRow *self = TV_TABLE_ROW (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                            ? TOP_PADDING + self->ascent + self->descent
                            : 0;
}

static int
find_baseline (TvTableRow *self)
{
  const int free = gtk_widget_get_height (GTK_WIDGET (self)) - TOP_PADDING
                   - self->ascent - self->descent;

  return TOP_PADDING + free / 2 + self->ascent;
}

static GdkRectangle
mirror (GdkRectangle area, const TvColumnPlace *place)
{
  area.x = 2 * place->x + place->width - area.x - area.width;
  return area;
}

static int
get_depth (TvTableRow *self)
{
  return self->row != NULL ? (int) gtk_tree_list_row_get_depth (self->row) : 0;
}

/* Returns the pixels before the swatch, or before the name if there is no swatch. */
static int
find_triangle_end (TvTableRow *self)
{
  return TV_ROW_CELLS_PADDING + TRIANGLE_WIDTH + get_depth (self) * LEVEL_WIDTH;
}

static int
find_name_start (TvTableRow *self)
{
  return find_triangle_end (self)
         + (self->colored ? BEFORE_SWATCH + SWATCH_WIDTH + AFTER_SWATCH : 0);
}

/* Places the triangle, the colour and the name, from the start of the line. */
static void
place_name (TvTableRow *self, const TvColumnPlace *place, int height)
{
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const int end = place->x + place->width - TV_ROW_CELLS_PADDING;
  const int room = height - TOP_PADDING;
  const int start = place->x - self->scrolled;
  GdkRectangle triangle = { start + find_triangle_end (self) - TRIANGLE_WIDTH,
                            TOP_PADDING, TRIANGLE_WIDTH, room };
  GdkRectangle swatch
      = { 0, TOP_PADDING + (room - SWATCH_HEIGHT) / 2, SWATCH_WIDTH, SWATCH_HEIGHT };
  GdkRectangle name = { start + find_name_start (self), TOP_PADDING, 0, room };

  swatch.x = triangle.x + triangle.width + BEFORE_SWATCH;
  name.width = MAX (end - name.x, 0);
  self->swatch = rtl ? mirror (swatch, place) : swatch;
  gtk_widget_set_child_visible (self->triangle,
                                triangle.x >= place->x && triangle.x < end);
  triangle = rtl ? mirror (triangle, place) : triangle;
  gtk_widget_size_allocate (self->triangle, &triangle, -1);
  name = rtl ? mirror (name, place) : name;
  gtk_widget_size_allocate (self->name, &name, -1);
  tv_name_label_set_baseline (TV_NAME_LABEL (self->name),
                              find_baseline (self) - TOP_PADDING);
}

static void
tv_table_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTableRow *self = TV_TABLE_ROW (widget);
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_TABLE_NAME_COLUMN);

  gtk_widget_set_child_visible (self->name, place != NULL);
  if (place != NULL)
    place_name (self, place, height);
  else
    gtk_widget_set_child_visible (self->triangle, FALSE);
}

/**
 * tv_table_row_is_dark:
 * @widget: a widget
 *
 * A theme does not tell that it is dark, but then its text is light. The text of the
 * window counts, because the text of a selected row may be light in any theme.
 *
 * Returns: whether @widget has a dark background
 */
gboolean
tv_table_row_is_dark (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GdkRGBA text;

  gtk_style_context_get_color (
      gtk_widget_get_style_context (root != NULL ? GTK_WIDGET (root) : widget), &text);
  return text.red * 0.3 + text.green * 0.59 + text.blue * 0.11 > 0.5;
}

static void
draw_swatch (TvTableRow *self, GtkSnapshot *snapshot)
{
  g_autoptr (GObject) item = dup_item (self);
  GdkRGBA color;

  if (item != NULL
      && TV_TABLE_MODEL_GET_IFACE (self->model)
             ->get_color (self->model, item, tv_table_row_is_dark (GTK_WIDGET (self)),
                          &color))
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT ((float) self->swatch.x,
                                                    (float) self->swatch.y,
                                                    SWATCH_WIDTH, SWATCH_HEIGHT));
}

/* Draws a line for each level above, as far as it is in sight. */
static void
draw_guides (TvTableRow *self, GtkSnapshot *snapshot, const TvColumnPlace *place,
             const GdkRGBA *text)
{
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const GdkRGBA color = { text->red, text->green, text->blue, GUIDE_OPACITY };
  const int first = TV_ROW_CELLS_PADDING + TRIANGLE_WIDTH / 2 - self->scrolled;
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  for (int i = MAX (-first / LEVEL_WIDTH, 0);
       i < get_depth (self) && first + i * LEVEL_WIDTH < place->width; i++)
    {
      GdkRectangle line = { place->x + first + i * LEVEL_WIDTH, 0, 1, height };

      line = rtl ? mirror (line, place) : line;
      gtk_snapshot_append_color (
          snapshot, &color, &GRAPHENE_RECT_INIT ((float) line.x, 0, 1, (float) height));
    }
}

static void
draw_name (TvTableRow *self, GtkSnapshot *snapshot, const TvColumnPlace *place,
           const GdkRGBA *color)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT ((float) place->x, 0, (float) place->width,
                                     (float) gtk_widget_get_height (widget)));
  draw_guides (self, snapshot, place, color);
  gtk_widget_snapshot_child (widget, self->triangle, snapshot);
  gtk_widget_snapshot_child (widget, self->name, snapshot);
  if (self->colored)
    draw_swatch (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
tv_table_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvTableRow *self = TV_TABLE_ROW (widget);
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_TABLE_NAME_COLUMN);
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  tv_row_cells_snapshot (self->cells, snapshot, &color, find_baseline (self),
                         gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  if (place != NULL)
    draw_name (self, snapshot, place, &color);
}

/* Opens the row by 1, closes it by 0, and toggles it by -1. */
static gboolean
open_by_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GtkTreeListRow *row = TV_TABLE_ROW (widget)->row;
  int how;

  g_variant_get (arguments, "(i)", &how);
  if (row != NULL)
    gtk_tree_list_row_set_expanded (
        row, how >= 0 ? how > 0 : !gtk_tree_list_row_get_expanded (row));
  return row != NULL;
}

static gboolean
open_by_arrow (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean right;
  g_autoptr (GVariant) how = NULL;

  g_variant_get (arguments, "(b)", &right);
  how = g_variant_ref_sink (g_variant_new ("(i)", right != rtl));
  return open_by_key (widget, how, user_data);
}

static gboolean
step_by_arrow (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTableRow *self = TV_TABLE_ROW (widget);
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean right;

  g_variant_get (arguments, "(b)", &right);
  if (self->selected)
    tv_table_model_step (self->model, right != rtl);
  else
    TV_TABLE_MODEL_GET_IFACE (self->model)->select (self->model, self->position);
  return TRUE;
}

static void
install_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    int how;
  } keys[] = {
    { GDK_KEY_space, GDK_CONTROL_MASK, -1 },
    { GDK_KEY_KP_Space, GDK_CONTROL_MASK, -1 },
  };
  static const guint arrows[]
      = { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers,
                                  open_by_key, "(i)", keys[i].how);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    {
      gtk_widget_class_add_binding (widget_class, arrows[i], 0, step_by_arrow, "(b)",
                                    i >= 2);
      gtk_widget_class_add_binding (widget_class, arrows[i], GDK_SHIFT_MASK,
                                    open_by_arrow, "(b)", i >= 2);
    }
}

static gboolean
tv_table_row_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                            GtkTooltip *tooltip)
{
  TvTableRow *self = TV_TABLE_ROW (widget);
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_TABLE_NAME_COLUMN);
  g_autoptr (GObject) item = dup_item (self);
  g_autofree char *text = NULL;

  if (!keyboard
      && (self->is_quiet || place == NULL || x < place->x
          || x >= place->x + place->width))
    return FALSE;
  if (item != NULL)
    text = TV_TABLE_MODEL_GET_IFACE (self->model)->dup_tooltip (self->model, item);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip,
                            &(GdkRectangle){ x, 0, 1, gtk_widget_get_height (widget) });
  return text != NULL;
}

/* Life */

static void
forget_row (TvTableRow *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_func (self->row, on_expanded_changed, self);
  g_clear_object (&self->row);
  g_clear_object (&self->item);
}

static void
tv_table_row_dispose (GObject *object)
{
  TvTableRow *self = TV_TABLE_ROW (object);

  forget_row (self);
  g_clear_pointer (&self->triangle, gtk_widget_unparent);
  g_clear_pointer (&self->name, gtk_widget_unparent);
  g_clear_pointer (&self->cells, tv_row_cells_free);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (tv_table_row_parent_class)->dispose (object);
}

static void
tv_table_row_class_init (TvTableRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_table_row_dispose;
  widget_class->measure = tv_table_row_measure;
  widget_class->size_allocate = tv_table_row_size_allocate;
  widget_class->snapshot = tv_table_row_snapshot;
  widget_class->query_tooltip = tv_table_row_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
  install_keys (widget_class);
}

static void
on_triangle_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
                     TvTableRow *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_tree_list_row_set_expanded (self->row,
                                  !gtk_tree_list_row_get_expanded (self->row));
}

/* #GtkTreeExpander has a widget for each level: a row of 3,000 levels takes long. */
static void
add_triangle (TvTableRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->triangle
      = g_object_new (GTK_TYPE_IMAGE, "css-name", "expander", "visible", FALSE,
                      "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  g_signal_connect (click, "pressed", G_CALLBACK (on_triangle_pressed), self);
  gtk_widget_add_controller (self->triangle, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_parent (self->triangle, GTK_WIDGET (self));
}

static void
on_clicked (TvTableRow *self)
{
  self->is_quiet = TRUE;
}

static void
on_left (TvTableRow *self)
{
  self->is_quiet = FALSE;
}

/* The tooltip would cover what a click opens. */
static void
keep_quiet_after_clicks (TvTableRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

static void
tv_table_row_init (TvTableRow *self)
{
  keep_quiet_after_clicks (self);
  self->position = GTK_INVALID_LIST_POSITION;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  add_triangle (self);
  self->name = tv_name_label_new ();
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "activatable");
  /* Undefined would mean that it cannot be selected. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               FALSE, -1);
}

GtkWidget *
tv_table_row_new (TvTableModel *model, TvNumberGlyphs *glyphs)
{
  TvTableRow *self = g_object_new (TV_TYPE_TABLE_ROW, NULL);

  self->model = g_object_ref (model);
  self->cells = tv_row_cells_new (model);
  tv_table_row_set_glyphs (self, glyphs);
  return GTK_WIDGET (self);
}

void
tv_table_row_set_glyphs (TvTableRow *self, TvNumberGlyphs *glyphs)
{
  self->ascent = tv_number_glyphs_get_ascent (glyphs);
  self->descent = tv_number_glyphs_get_descent (glyphs);
  tv_row_cells_set_glyphs (self->cells, glyphs);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tv_table_row_set_places (TvTableRow *self, GArray *places)
{
  if (!tv_row_cells_set_places (self->cells, places))
    return;
  describe_cells (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TvRowCells *
tv_table_row_get_cells (TvTableRow *self)
{
  return self->cells;
}

/* Binding */

static void
show_color (TvTableRow *self, GObject *item)
{
  GdkRGBA color;
  const gboolean colored
      = TV_TABLE_MODEL_GET_IFACE (self->model)
            ->get_color (self->model, item, tv_table_row_is_dark (GTK_WIDGET (self)),
                         &color);

  /* The colour changes the place of the name. */
  if (self->colored != colored)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  self->colored = colored;
}

static void
show_name (TvTableRow *self, GObject *item)
{
  TvNameText *name
      = TV_TABLE_MODEL_GET_IFACE (self->model)->dup_name (self->model, item);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name->text, -1);
  tv_name_label_set_name (TV_NAME_LABEL (self->name), name);
}

/* Shows a row, and tells the model when it opens or closes. Anything but a
 * #GtkTreeListRow is an item that cannot be opened. */
void
tv_table_row_bind (TvTableRow *self, guint position, gpointer row)
{
  g_autoptr (GObject) item = NULL;

  forget_row (self);
  self->position = position;
  if (GTK_IS_TREE_LIST_ROW (row))
    {
      self->row = g_object_ref (row);
      g_signal_connect_swapped (row, "notify::expanded",
                                G_CALLBACK (on_expanded_changed), self);
    }
  else
    self->item = g_object_ref (row);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  item = dup_item (self);
  if (item == NULL)
    return;
  show_color (self, item);
  show_name (self, item);
  tv_row_cells_set_item (self->cells, item);
  describe_cells (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  get_depth (self) + 1, -1);
  TV_TABLE_MODEL_GET_IFACE (self->model)
      ->style_row (self->model, item, GTK_WIDGET (self));
  update_expanded (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Its looks stay, because it is bound to another row or removed before it is drawn. */
void
tv_table_row_unbind (TvTableRow *self)
{
  forget_row (self);
  self->position = GTK_INVALID_LIST_POSITION;
}

gboolean
tv_table_row_is_bound (TvTableRow *self)
{
  return self->row != NULL || self->item != NULL;
}

/* Returns GTK_INVALID_LIST_POSITION while it is not bound. */
guint
tv_table_row_get_position (TvTableRow *self)
{
  return self->position;
}

/* Call it after rows before it were added or removed. */
void
tv_table_row_set_position (TvTableRow *self, guint position)
{
  self->position = position;
}

void
tv_table_row_set_selected (TvTableRow *self, gboolean selected)
{
  if (self->selected == selected)
    return;
  self->selected = selected;
  tv_row_cells_set_selected (self->cells, selected);
  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               selected, -1);
}

/* Scrolls the name by so many pixels. */
void
tv_table_row_set_scrolled (TvTableRow *self, int scrolled)
{
  if (self->scrolled == scrolled)
    return;
  self->scrolled = scrolled;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns the pixels before the triangle of a row, by its level. */
int
tv_table_row_get_indent (TvTableRow *self)
{
  return get_depth (self) * LEVEL_WIDTH;
}

/* Returns the width in pixels that the column of names needs for the name, @whole or
 * without its package. */
int
tv_table_row_get_name_width (TvTableRow *self, gboolean whole)
{
  return find_name_start (self) + TV_ROW_CELLS_PADDING
         + tv_name_label_measure_text (TV_NAME_LABEL (self->name), whole);
}

/* Writes the numbers again. The unit may have changed. */
void
tv_table_row_refresh (TvTableRow *self)
{
  tv_row_cells_refresh (self->cells);
  describe_cells (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Reads colours and style classes again. */
void
tv_table_row_restyle (TvTableRow *self)
{
  g_autoptr (GObject) item = dup_item (self);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (item != NULL)
    TV_TABLE_MODEL_GET_IFACE (self->model)
        ->style_row (self->model, item, GTK_WIDGET (self));
}
