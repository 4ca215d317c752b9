/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-row-widget.h"

#include "ui/profile/cell-text.h"
#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"
#include "ui/session/session-colors.h"

/* The colour of a method, as large as in Traceview. */
#define SWATCH_WIDTH 8
#define SWATCH_HEIGHT 14
#define BEFORE_SWATCH 2
#define AFTER_SWATCH 4

/* Letters reach further up than down: with this space above they are in the middle. */
#define TOP_PADDING 2

struct _TvProfileRowWidget
{
  GtkWidget parent_instance;

  TvProfileTree *tree;
  TvRowCells *cells;
  GtkWidget *expander;
  GtkWidget *name;
  int ascent;
  int descent;

  GtkTreeListRow *row; /* NULL while it is not bound */
  guint position;
  guint32 method; /* whose colour it shows, TV_METHOD_NONE for none */
  GdkRectangle swatch;
  gboolean selected;
};

G_DEFINE_FINAL_TYPE (TvProfileRowWidget, tv_profile_row_widget, GTK_TYPE_WIDGET)

/* Style classes and states */

static void
set_css_class (TvProfileRowWidget *self, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), css_class);
}

/* Every second level of a path is lighter, so that one sees where each begins. */
static gboolean
is_lighter (TvProfileItem *item)
{
  return tv_profile_item_get_kind (item) != TV_PROFILE_ITEM_GROUP
         && tv_relatives_query_get_depth (
                TV_RELATIVES_QUERY (tv_profile_item_get_owner (item)))
                    % 2
                == 1;
}

static void
update_relation (TvProfileRowWidget *self, TvProfileItem *item)
{
  const gboolean is_sub = tv_profile_item_is_sub (item);
  const TvRelation relation
      = is_sub ? tv_profile_item_get_relation (item) : TV_RELATION_PARENTS;
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

  set_css_class (self, "parents", is_sub && is_parent);
  set_css_class (self, "children", is_sub && !is_parent);
  set_css_class (self, "lighter", is_sub && is_lighter (item));
}

static void
update_marks (TvProfileRowWidget *self, TvProfileItem *item)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (session));
  const guint32 method = tv_profile_item_get_target (item);
  /* The row "self" does not name its method. */
  const gboolean is_method = method != TV_METHOD_NONE
                             && tv_profile_item_get_kind (item) != TV_PROFILE_ITEM_SELF;

  set_css_class (self, "hit",
                 is_method && hits != NULL && tv_method_set_contains (hits, method));
  set_css_class (self, "uncalled",
                 is_method
                     && tv_profile_snapshot_get_rank (
                            tv_profile_tree_get_snapshot (self->tree), method)
                            == TV_METHOD_NONE);
}

static void
update_expanded (TvProfileRowWidget *self)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);

  if (gtk_tree_list_row_is_expandable (self->row))
    gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED,
                                 gtk_tree_list_row_get_expanded (self->row), -1);
  else
    gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
on_expanded_changed (TvProfileRowWidget *self)
{
  update_expanded (self);
  tv_profile_tree_record_toggle (self->tree, self->row);
}

static void
on_colors_changed (TvProfileRowWidget *self)
{
  g_autoptr (TvProfileItem) item = NULL;

  gtk_widget_queue_draw (GTK_WIDGET (self));
  item = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (item != NULL)
    update_marks (self, item);
}

static void
describe_cells (TvProfileRowWidget *self)
{
  g_autofree char *description = tv_row_cells_dup_description (self->cells);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* Layout and drawing */

static void
tv_profile_row_widget_measure (GtkWidget *widget, GtkOrientation orientation,
                               int for_size, int *minimum, int *natural,
                               int *minimum_baseline, int *natural_baseline)
{
  TvProfileRowWidget *self = TV_PROFILE_ROW_WIDGET (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                            ? TOP_PADDING + self->ascent + self->descent
                            : 0;
}

static int
find_baseline (TvProfileRowWidget *self)
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

/* From the start of the line: the triangle, the colour and the name. */
static void
place_name (TvProfileRowWidget *self, const TvColumnPlace *place, int height)
{
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const int end = place->x + place->width - TV_ROW_CELLS_PADDING;
  const int room = height - TOP_PADDING;
  GdkRectangle expander = { place->x + TV_ROW_CELLS_PADDING, TOP_PADDING, 0, room };
  GdkRectangle swatch
      = { 0, TOP_PADDING + (room - SWATCH_HEIGHT) / 2, SWATCH_WIDTH, SWATCH_HEIGHT };
  GdkRectangle name = { 0, TOP_PADDING, 0, room };

  gtk_widget_measure (self->expander, GTK_ORIENTATION_HORIZONTAL, -1, &expander.width,
                      NULL, NULL, NULL);
  swatch.x = expander.x + expander.width + BEFORE_SWATCH;
  name.x = self->method != TV_METHOD_NONE ? swatch.x + SWATCH_WIDTH + AFTER_SWATCH
                                          : expander.x + expander.width;
  name.width = MAX (end - name.x, 0);
  self->swatch = rtl ? mirror (swatch, place) : swatch;
  expander = rtl ? mirror (expander, place) : expander;
  gtk_widget_size_allocate (self->expander, &expander, -1);
  name = rtl ? mirror (name, place) : name;
  gtk_widget_size_allocate (self->name, &name, -1);
  tv_cell_text_set_baseline (TV_CELL_TEXT (self->name),
                             find_baseline (self) - TOP_PADDING);
}

static void
tv_profile_row_widget_size_allocate (GtkWidget *widget, int width, int height,
                                     int baseline)
{
  TvProfileRowWidget *self = TV_PROFILE_ROW_WIDGET (widget);
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);

  gtk_widget_set_child_visible (self->expander, place != NULL);
  gtk_widget_set_child_visible (self->name, place != NULL);
  if (place != NULL)
    place_name (self, place, height);
}

/* A theme does not say that it is dark: then text is lighter than the middle. The text
 * of the window counts, for that of a selected row may be light in any theme. */
static gboolean
is_dark (GtkWidget *widget)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (root), &text);
  return text.red * 0.3 + text.green * 0.59 + text.blue * 0.11 > 0.5;
}

static void
draw_swatch (TvProfileRowWidget *self, GtkSnapshot *snapshot)
{
  TvSessionColors *colors
      = tv_trace_session_get_colors (tv_profile_tree_get_session (self->tree));
  const TvColor color
      = tv_session_colors_get_color (colors, is_dark (GTK_WIDGET (self)), self->method);

  gtk_snapshot_append_color (
      snapshot,
      &(GdkRGBA){ color.red / 255.0f, color.green / 255.0f, color.blue / 255.0f, 1 },
      &GRAPHENE_RECT_INIT ((float) self->swatch.x, (float) self->swatch.y, SWATCH_WIDTH,
                           SWATCH_HEIGHT));
}

static void
tv_profile_row_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvProfileRowWidget *self = TV_PROFILE_ROW_WIDGET (widget);
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  tv_row_cells_snapshot (self->cells, snapshot, &color, find_baseline (self),
                         gtk_widget_get_height (widget));
  gtk_widget_snapshot_child (widget, self->expander, snapshot);
  gtk_widget_snapshot_child (widget, self->name, snapshot);
  if (self->method != TV_METHOD_NONE && gtk_widget_get_child_visible (self->name))
    draw_swatch (self, snapshot);
}

/* The triangle has the focus, as in GTK's lists, and its keys open and close a row. */
static gboolean
tv_profile_row_widget_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TV_PROFILE_ROW_WIDGET (widget)->expander);
}

static gboolean
tv_profile_row_widget_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                     GtkTooltip *tooltip)
{
  TvProfileRowWidget *self = TV_PROFILE_ROW_WIDGET (widget);
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);
  g_autoptr (TvProfileItem) item = NULL;
  g_autofree char *text = NULL;

  if (!keyboard && (place == NULL || x < place->x || x >= place->x + place->width))
    return FALSE;
  item = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (item != NULL)
    text = tv_profile_item_dup_tooltip (
        item, tv_profile_tree_get_snapshot (self->tree)->trace);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Life */

static void
forget_row (TvProfileRowWidget *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_func (self->row, on_expanded_changed, self);
  g_clear_object (&self->row);
}

static void
tv_profile_row_widget_dispose (GObject *object)
{
  TvProfileRowWidget *self = TV_PROFILE_ROW_WIDGET (object);

  forget_row (self);
  g_clear_pointer (&self->expander, gtk_widget_unparent);
  g_clear_pointer (&self->name, gtk_widget_unparent);
  g_clear_pointer (&self->cells, tv_row_cells_free);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (tv_profile_row_widget_parent_class)->dispose (object);
}

static void
tv_profile_row_widget_class_init (TvProfileRowWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_row_widget_dispose;
  widget_class->measure = tv_profile_row_widget_measure;
  widget_class->size_allocate = tv_profile_row_widget_size_allocate;
  widget_class->snapshot = tv_profile_row_widget_snapshot;
  widget_class->grab_focus = tv_profile_row_widget_grab_focus;
  widget_class->query_tooltip = tv_profile_row_widget_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
}

static void
tv_profile_row_widget_init (TvProfileRowWidget *self)
{
  self->position = GTK_INVALID_LIST_POSITION;
  self->method = TV_METHOD_NONE;
  self->expander = gtk_tree_expander_new ();
  gtk_widget_set_parent (self->expander, GTK_WIDGET (self));
  self->name = tv_cell_text_new ();
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "activatable");
  /* Undefined would mean that it cannot be selected. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               FALSE, -1);
}

GtkWidget *
tv_profile_row_widget_new (TvProfileTree *tree, TvNumberGlyphs *glyphs)
{
  TvProfileRowWidget *self = g_object_new (TV_TYPE_PROFILE_ROW_WIDGET, NULL);
  TvTraceSession *session = tv_profile_tree_get_session (tree);

  self->tree = g_object_ref (tree);
  self->cells = tv_row_cells_new (tree);
  tv_profile_row_widget_set_glyphs (self, glyphs);
  g_object_connect (tv_trace_session_get_colors (session),
                    "swapped-object-signal::changed", on_colors_changed, self,
                    "swapped-object-signal::hits-changed", on_colors_changed, self,
                    NULL);
  return GTK_WIDGET (self);
}

void
tv_profile_row_widget_set_glyphs (TvProfileRowWidget *self, TvNumberGlyphs *glyphs)
{
  self->ascent = tv_number_glyphs_get_ascent (glyphs);
  self->descent = tv_number_glyphs_get_descent (glyphs);
  tv_row_cells_set_glyphs (self->cells, glyphs);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tv_profile_row_widget_set_places (TvProfileRowWidget *self, GArray *places)
{
  if (!tv_row_cells_set_places (self->cells, places))
    return;
  describe_cells (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TvRowCells *
tv_profile_row_widget_get_cells (TvProfileRowWidget *self)
{
  return self->cells;
}

/* Binding */

static void
show_method (TvProfileRowWidget *self, guint32 method)
{
  /* Without a colour the name begins elsewhere. */
  if ((self->method == TV_METHOD_NONE) != (method == TV_METHOD_NONE))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  self->method = method;
}

static void
show_name (TvProfileRowWidget *self, TvProfileItem *item)
{
  g_autofree char *text = tv_profile_item_dup_text (
      item, tv_profile_tree_get_snapshot (self->tree), TV_PROFILE_COLUMN_NAME);

  tv_cell_text_set_text (TV_CELL_TEXT (self->name), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
}

/* Shows a row, and tells the tree when it opens or closes. */
void
tv_profile_row_widget_bind (TvProfileRowWidget *self, guint position,
                            GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = NULL;

  forget_row (self);
  self->position = position;
  self->row = g_object_ref (row);
  g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (on_expanded_changed),
                            self);
  /* With no row between two rows, the triangle would be made anew. */
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (self->expander), row);
  item = gtk_tree_list_row_get_item (row);
  if (item == NULL)
    return;
  show_method (self, tv_profile_item_get_target (item));
  show_name (self, item);
  tv_row_cells_set_item (self->cells, item);
  describe_cells (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) gtk_tree_list_row_get_depth (row) + 1, -1);
  update_relation (self, item);
  update_marks (self, item);
  update_expanded (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* It looks as before: it is bound to another row or removed before it is drawn. */
void
tv_profile_row_widget_unbind (TvProfileRowWidget *self)
{
  forget_row (self);
  self->position = GTK_INVALID_LIST_POSITION;
}

gboolean
tv_profile_row_widget_is_bound (TvProfileRowWidget *self)
{
  return self->row != NULL;
}

/* Returns GTK_INVALID_LIST_POSITION while it is not bound. */
guint
tv_profile_row_widget_get_position (TvProfileRowWidget *self)
{
  return self->position;
}

/* To be called when rows before it came or went. */
void
tv_profile_row_widget_set_position (TvProfileRowWidget *self, guint position)
{
  self->position = position;
}

void
tv_profile_row_widget_set_selected (TvProfileRowWidget *self, gboolean selected)
{
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
tv_profile_row_widget_get_name_width (TvProfileRowWidget *self)
{
  const TvColumnPlace *place
      = tv_row_cells_find_place (self->cells, TV_PROFILE_COLUMN_NAME);
  graphene_rect_t bounds;
  float before;

  if (self->row == NULL || place == NULL
      || !gtk_widget_compute_bounds (self->name, GTK_WIDGET (self), &bounds))
    return 0;
  before = bounds.origin.x - (float) place->x;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    before = (float) place->width - before - bounds.size.width;
  return (int) before + TV_ROW_CELLS_PADDING
         + tv_cell_text_measure_text (TV_CELL_TEXT (self->name));
}

/* Writes the numbers anew, in another unit perhaps. */
void
tv_profile_row_widget_refresh (TvProfileRowWidget *self)
{
  tv_row_cells_refresh (self->cells);
  describe_cells (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
