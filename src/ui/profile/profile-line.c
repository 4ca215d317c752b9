/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-line.h"

#include "ui/profile/cell-text.h"
#include "ui/profile/line-look.h"
#include "ui/profile/profile-text.h"
#include "ui/profile/swatch.h"
#include "ui/session/session-colors.h"

#define BEFORE_SWATCH 2
#define AFTER_SWATCH 4

/* Letters reach further up than down: with this above them they are in the middle. */
#define ABOVE 2

struct _TvProfileLine
{
  GtkWidget parent_instance;

  TvProfileTree *tree;
  TvLineCells *cells;
  GtkWidget *expander;
  GtkWidget *name;
  int ascent;
  int descent;

  GtkTreeListRow *row; /* %NULL while it shows none */
  guint position;
  guint32 method; /* whose colour it shows, %TV_METHOD_NONE for none */
  GdkRectangle swatch;
  gboolean selected;
};

G_DEFINE_FINAL_TYPE (TvProfileLine, tv_profile_line, GTK_TYPE_WIDGET)

static void
note_expanded (GtkTreeListRow *row, GParamSpec *pspec, gpointer user_data)
{
  TvProfileLine *self = TV_PROFILE_LINE (user_data);

  tv_line_look_set_expanded (GTK_WIDGET (self), row);
  tv_profile_tree_record_toggle (self->tree, row);
}

static void
forget_row (TvProfileLine *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_func (self->row, note_expanded, self);
  g_clear_object (&self->row);
}

static void
tv_profile_line_dispose (GObject *object)
{
  TvProfileLine *self = TV_PROFILE_LINE (object);

  forget_row (self);
  g_clear_pointer (&self->expander, gtk_widget_unparent);
  g_clear_pointer (&self->name, gtk_widget_unparent);
  g_clear_pointer (&self->cells, tv_line_cells_free);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (tv_profile_line_parent_class)->dispose (object);
}

static void
tv_profile_line_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                            ? ABOVE + self->ascent + self->descent
                            : 0;
}

static GdkRectangle
mirror (GdkRectangle area, const TvColumnPlace *place)
{
  area.x = 2 * place->x + place->width - area.x - area.width;
  return area;
}

/* From its start the triangle, the mark and the name. */
static void
place_name (TvProfileLine *self, const TvColumnPlace *place, int height)
{
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const int end = place->x + place->width - TV_LINE_CELLS_PADDING;
  const int y = ABOVE;
  GdkRectangle expander = { place->x + TV_LINE_CELLS_PADDING, y, 0, height - y };
  GdkRectangle swatch = { 0, y + (height - y - TV_SWATCH_HEIGHT) / 2, TV_SWATCH_WIDTH,
                          TV_SWATCH_HEIGHT };
  GdkRectangle name = { 0, y, 0, height - y };

  gtk_widget_measure (self->expander, GTK_ORIENTATION_HORIZONTAL, -1, &expander.width,
                      NULL, NULL, NULL);
  swatch.x = expander.x + expander.width + BEFORE_SWATCH;
  name.x = expander.x + expander.width;
  /* Rows about no method keep no room for its colour. */
  if (self->method != TV_METHOD_NONE)
    name.x = swatch.x + TV_SWATCH_WIDTH + AFTER_SWATCH;
  name.width = MAX (end - name.x, 0);
  self->swatch = rtl ? mirror (swatch, place) : swatch;
  expander = rtl ? mirror (expander, place) : expander;
  gtk_widget_size_allocate (self->expander, &expander, -1);
  name = rtl ? mirror (name, place) : name;
  gtk_widget_size_allocate (self->name, &name, -1);
}

static void
tv_profile_line_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);
  const TvColumnPlace *place
      = tv_line_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);

  gtk_widget_set_child_visible (self->expander, place != NULL);
  gtk_widget_set_child_visible (self->name, place != NULL);
  if (place != NULL)
    place_name (self, place, height);
}

static void
tv_profile_line_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);
  const int free
      = gtk_widget_get_height (widget) - ABOVE - self->ascent - self->descent;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  tv_line_cells_snapshot (self->cells, snapshot, &color,
                          ABOVE + free / 2 + self->ascent,
                          gtk_widget_get_height (widget));
  gtk_widget_snapshot_child (widget, self->expander, snapshot);
  gtk_widget_snapshot_child (widget, self->name, snapshot);
  if (self->method != TV_METHOD_NONE && gtk_widget_get_child_visible (self->name))
    tv_swatch_snapshot (widget, snapshot, tv_profile_tree_get_session (self->tree),
                        self->method, self->swatch.x, self->swatch.y);
}

/* As in GTK's lists the triangle has the focus, and with it the keys that open and
 * close a row. */
static gboolean
tv_profile_line_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TV_PROFILE_LINE (widget)->expander);
}

static gboolean
tv_profile_line_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                               GtkTooltip *tooltip)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);
  const TvColumnPlace *place
      = tv_line_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);
  g_autoptr (TvProfileItem) row = NULL;
  g_autofree char *text = NULL;

  if (!keyboard && (place == NULL || x < place->x || x >= place->x + place->width))
    return FALSE;
  row = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (row != NULL)
    text = tv_profile_item_dup_tooltip (row, tv_profile_tree_get_session (self->tree));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
tv_profile_line_class_init (TvProfileLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_line_dispose;
  widget_class->measure = tv_profile_line_measure;
  widget_class->size_allocate = tv_profile_line_size_allocate;
  widget_class->snapshot = tv_profile_line_snapshot;
  widget_class->grab_focus = tv_profile_line_grab_focus;
  widget_class->query_tooltip = tv_profile_line_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
}

static void
tv_profile_line_init (TvProfileLine *self)
{
  self->position = GTK_INVALID_LIST_POSITION;
  self->method = TV_METHOD_NONE;
  self->expander = gtk_tree_expander_new ();
  gtk_widget_set_parent (self->expander, GTK_WIDGET (self));
  self->name = tv_cell_text_new ("name", GTK_ACCESSIBLE_ROLE_LABEL);
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "activatable");
  /* Undefined would mean that it can't be selected. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               FALSE, -1);
}

static void
follow_colors (TvProfileLine *self)
{
  g_autoptr (TvProfileItem) row = NULL;

  gtk_widget_queue_draw (GTK_WIDGET (self));
  row = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (row != NULL)
    tv_line_look_set_marks (GTK_WIDGET (self), row,
                            tv_profile_tree_get_session (self->tree));
}

static void
show_method (TvProfileLine *self, guint32 method)
{
  /* The name begins elsewhere. */
  if ((self->method == TV_METHOD_NONE) != (method == TV_METHOD_NONE))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  self->method = method;
}

static void
show_name (TvProfileLine *self, TvProfileItem *row)
{
  g_autofree char *text = tv_profile_item_dup_text (
      row, tv_profile_tree_get_session (self->tree), TV_PROFILE_COLUMN_NAME);

  if (g_strcmp0 (text, tv_cell_text_get_text (TV_CELL_TEXT (self->name))) == 0)
    return;
  tv_cell_text_set_text (TV_CELL_TEXT (self->name), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
}

static void
describe_cells (TvProfileLine *self)
{
  g_autofree char *description = tv_line_cells_dup_description (self->cells);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

GtkWidget *
tv_profile_line_new (TvProfileTree *tree)
{
  TvProfileLine *self;
  TvTraceSession *session;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = g_object_new (TV_TYPE_PROFILE_LINE, NULL);
  self->tree = g_object_ref (tree);
  session = tv_profile_tree_get_session (tree);
  self->cells = tv_line_cells_new (session);
  g_object_connect (tv_trace_session_get_colors (session),
                    "swapped-object-signal::changed", follow_colors, self,
                    "swapped-object-signal::hits-changed", follow_colors, self, NULL);
  return GTK_WIDGET (self);
}

/* Says what the font of all cells is like. */
void
tv_profile_line_set_font (TvProfileLine *self, TvNumberGlyphs *glyphs, int ascent,
                          int descent)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));
  g_return_if_fail (glyphs != NULL);

  self->ascent = ascent;
  self->descent = descent;
  tv_line_cells_set_glyphs (self->cells, glyphs);
  tv_cell_text_set_font_height (TV_CELL_TEXT (self->name), ascent, descent);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tv_profile_line_set_places (TvProfileLine *self, GArray *places)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  if (!tv_line_cells_set_places (self->cells, places))
    return;
  describe_cells (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TvLineCells *
tv_profile_line_get_cells (TvProfileLine *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), NULL);

  return self->cells;
}

/* Shows a row, and tells the tree when it opens or closes. */
void
tv_profile_line_bind (TvProfileLine *self, guint position, GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = NULL;

  g_return_if_fail (TV_IS_PROFILE_LINE (self));
  g_return_if_fail (GTK_IS_TREE_LIST_ROW (row));

  forget_row (self);
  self->position = position;
  self->row = g_object_ref (row);
  g_signal_connect (row, "notify::expanded", G_CALLBACK (note_expanded), self);
  /* From row to row: with none between, the triangle would be thrown away. */
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (self->expander), row);
  item = gtk_tree_list_row_get_item (row);
  if (item == NULL)
    return;
  show_method (self, tv_profile_item_get_target (item));
  show_name (self, item);
  tv_line_cells_set_row (self->cells, item);
  describe_cells (self);
  tv_line_look_set_row (GTK_WIDGET (self), item, gtk_tree_list_row_get_depth (row));
  tv_line_look_set_marks (GTK_WIDGET (self), item,
                          tv_profile_tree_get_session (self->tree));
  tv_line_look_set_expanded (GTK_WIDGET (self), row);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Follows its row no longer. It looks as before, for it is bound again or goes before
 * it is seen. */
void
tv_profile_line_unbind (TvProfileLine *self)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  forget_row (self);
  self->position = GTK_INVALID_LIST_POSITION;
}

/* To be called when rows before it came or went. */
void
tv_profile_line_move (TvProfileLine *self, guint position)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  self->position = position;
}

gboolean
tv_profile_line_is_bound (TvProfileLine *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), FALSE);

  return self->row != NULL;
}

/* Returns where in the list its row stands, %GTK_INVALID_LIST_POSITION without one. */
guint
tv_profile_line_get_position (TvProfileLine *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), GTK_INVALID_LIST_POSITION);

  return self->position;
}

/* Shows whether the row is selected. */
void
tv_profile_line_set_selected (TvProfileLine *self, gboolean selected)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  if (self->selected == selected)
    return;
  self->selected = selected;
  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               selected, -1);
}

/* Returns the pixels that the column of names needs to show the whole name. */
int
tv_profile_line_get_name_width (TvProfileLine *self)
{
  const TvColumnPlace *place;
  graphene_rect_t bounds;
  float before;

  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), 0);

  place = tv_line_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);
  if (self->row == NULL || place == NULL
      || !gtk_widget_compute_bounds (self->name, GTK_WIDGET (self), &bounds))
    return 0;
  before = bounds.origin.x - (float) place->x;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    before = (float) place->width - before - bounds.size.width;
  return (int) before + TV_LINE_CELLS_PADDING
         + tv_cell_text_get_natural_width (TV_CELL_TEXT (self->name));
}

/* Shows the numbers of its row as they are written now. */
void
tv_profile_line_refresh (TvProfileLine *self)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  tv_line_cells_refresh (self->cells);
  describe_cells (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
