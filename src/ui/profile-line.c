/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-line.h"

#include "ui/cell-text.h"
#include "ui/profile-text.h"
#include "ui/session-colors.h"
#include "ui/swatch.h"

struct _TvProfileLine
{
  GtkWidget parent_instance;

  TvProfileTree *tree;
  GtkWidget
      *cells[TV_PROFILE_N_COLUMNS]; /* %NULL where the trace has no clock for it */
  GtkWidget *expander;
  GtkWidget *swatch;
  GtkWidget *name;
  GArray *places;

  GtkTreeListRow *row; /* %NULL while it shows none */
  guint position;
  const char *css_class;
  gboolean selected;
};

G_DEFINE_FINAL_TYPE (TvProfileLine, tv_profile_line, GTK_TYPE_WIDGET)

static void
note_expanded (GtkTreeListRow *row, GParamSpec *pspec, gpointer user_data)
{
  TvProfileLine *self = TV_PROFILE_LINE (user_data);

  tv_profile_tree_note_expanded (self->tree, row);
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
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    g_clear_pointer (&self->cells[i], gtk_widget_unparent);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (tv_profile_line_parent_class)->dispose (object);
}

/* As high as its first cell. The others are of the same font; to ask them all would
 * take most of the time that a new row takes. */
static void
tv_profile_line_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);
  GtkWidget *cell = self->cells[TV_PROFILE_COLUMN_NAME];

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL && cell != NULL)
    gtk_widget_measure (cell, orientation, -1, minimum, natural, NULL, NULL);
}

static void
tv_profile_line_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvProfileLine *self = TV_PROFILE_LINE (widget);

  for (guint i = 0; self->places != NULL && i < self->places->len; i++)
    {
      const TvColumnPlace *place = &g_array_index (self->places, TvColumnPlace, i);

      if (self->cells[place->column] != NULL)
        gtk_widget_size_allocate (self->cells[place->column],
                                  &(GtkAllocation){ place->x, 0, place->width, height },
                                  -1);
    }
}

/* As in GTK's lists the triangle has the focus, and with it the keys that open and
 * close a row. */
static gboolean
tv_profile_line_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TV_PROFILE_LINE (widget)->expander);
}

static void
tv_profile_line_class_init (TvProfileLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_line_dispose;
  widget_class->measure = tv_profile_line_measure;
  widget_class->size_allocate = tv_profile_line_size_allocate;
  widget_class->grab_focus = tv_profile_line_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ROW);
}

static void
tv_profile_line_init (TvProfileLine *self)
{
  self->position = GTK_INVALID_LIST_POSITION;
  gtk_widget_add_css_class (GTK_WIDGET (self), "activatable");
  /* Undefined would mean that it can't be selected. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED,
                               FALSE, -1);
}

static gboolean
show_tooltip (GtkWidget *expander, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
              gpointer user_data)
{
  TvProfileLine *self = TV_PROFILE_LINE (user_data);
  g_autoptr (TvProfileRow) row = NULL;
  g_autofree char *text = NULL;

  row = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (row != NULL)
    text = tv_profile_row_dup_tooltip (row, tv_profile_tree_get_session (self->tree));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static GtkWidget *
make_name_cell (TvProfileLine *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *cell
      = g_object_new (GTK_TYPE_BOX, "css-name", "cell", "accessible-role",
                      GTK_ACCESSIBLE_ROLE_CELL, "overflow", GTK_OVERFLOW_HIDDEN, NULL);

  self->swatch = tv_swatch_new ();
  self->name = tv_cell_text_new ("name", GTK_ACCESSIBLE_ROLE_LABEL, FALSE);
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_box_append (GTK_BOX (box), self->swatch);
  gtk_box_append (GTK_BOX (box), self->name);
  self->expander = gtk_tree_expander_new ();
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (self->expander), box);
  gtk_widget_set_hexpand (self->expander, TRUE);
  gtk_widget_set_has_tooltip (self->expander, TRUE);
  g_signal_connect (self->expander, "query-tooltip", G_CALLBACK (show_tooltip), self);
  gtk_box_append (GTK_BOX (cell), self->expander);
  return cell;
}

static void
show_swatch (TvProfileLine *self, TvProfileRow *row)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  const guint32 method = tv_profile_row_get_target (row);

  /* Headings and rows about no method keep no room for a swatch. */
  gtk_widget_set_visible (self->swatch, method != TV_METHOD_NONE);
  tv_swatch_set_method (TV_SWATCH (self->swatch),
                        method != TV_METHOD_NONE ? session : NULL, method);
}

/* The class goes on the row: on a cell it would leave stripes and hide the selection.
 */
static void
paint_row (TvProfileLine *self, TvProfileRow *row)
{
  const char *css_class = NULL;

  if (tv_profile_row_is_sub (row))
    switch (tv_profile_row_get_relation (row))
      {
      case TV_RELATION_PARENTS:
      case TV_RELATION_PARENTS_WHILE_RECURSIVE:
        css_class = "parents";
        break;
      case TV_RELATION_CHILDREN:
      case TV_RELATION_CHILDREN_WHILE_RECURSIVE:
      default:
        css_class = "children";
        break;
      }
  if (g_strcmp0 (css_class, self->css_class) == 0)
    return;
  if (self->css_class != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self), self->css_class);
  if (css_class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  self->css_class = css_class;
}

static void
set_css_class (TvProfileLine *self, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), css_class);
}

/* A row that names a method: "self" doesn't. */
static void
mark_row (TvProfileLine *self, TvProfileRow *row)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (session));
  const guint32 method = tv_profile_row_get_target (row);
  const gboolean is_method = method != TV_METHOD_NONE
                             && tv_profile_row_get_kind (row) != TV_PROFILE_ROW_SELF;

  set_css_class (self, "hit",
                 is_method && hits != NULL && tv_method_set_contains (hits, method));
  set_css_class (
      self, "uncalled",
      is_method
          && tv_ranking_get_rank (tv_trace_session_get_ranking (session), method)
                 == TV_METHOD_NONE);
}

static void
follow_hits (TvProfileLine *self)
{
  g_autoptr (TvProfileRow) row = NULL;

  row = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;
  if (row != NULL)
    mark_row (self, row);
}

static void
show_texts (TvProfileLine *self, TvProfileRow *row)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);

  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      g_autofree char *text = NULL;

      if (self->cells[i] == NULL)
        continue;
      text = tv_profile_row_dup_text (row, session, i);
      if (i != TV_PROFILE_COLUMN_NAME)
        {
          tv_cell_text_set_text (TV_CELL_TEXT (self->cells[i]), text);
          continue;
        }
      if (g_strcmp0 (text, tv_cell_text_get_text (TV_CELL_TEXT (self->name))) == 0)
        continue;
      tv_cell_text_set_text (TV_CELL_TEXT (self->name), text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->cells[i]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    }
}

/**
 * tv_profile_line_new:
 * @tree: the rows that it will show; kept alive
 *
 * Returns: (transfer floating): a line that shows nothing
 */
GtkWidget *
tv_profile_line_new (TvProfileTree *tree)
{
  TvProfileLine *self;
  TvTrace *trace;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  self = g_object_new (TV_TYPE_PROFILE_LINE, NULL);
  self->tree = g_object_ref (tree);
  g_signal_connect_object (
      tv_trace_session_get_colors (tv_profile_tree_get_session (tree)), "changed",
      G_CALLBACK (follow_hits), self, G_CONNECT_SWAPPED);
  trace = tv_trace_session_get_trace (tv_profile_tree_get_session (tree));
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      if (!tv_profile_column_is_shown (i, trace))
        continue;
      self->cells[i] = i == TV_PROFILE_COLUMN_NAME
                           ? make_name_cell (self)
                           : tv_cell_text_new ("cell", GTK_ACCESSIBLE_ROLE_CELL, TRUE);
      gtk_widget_set_parent (self->cells[i], GTK_WIDGET (self));
    }
  return GTK_WIDGET (self);
}

/**
 * tv_profile_line_set_font_height:
 * @self: a line
 * @ascent: as for tv_cell_text_set_font_height()
 * @descent: the same
 *
 * Says how high the font of all cells is.
 */
void
tv_profile_line_set_font_height (TvProfileLine *self, int ascent, int descent)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  tv_cell_text_set_font_height (TV_CELL_TEXT (self->name), ascent, descent);
  for (guint i = TV_PROFILE_COLUMN_NAME + 1; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->cells[i] != NULL)
      tv_cell_text_set_font_height (TV_CELL_TEXT (self->cells[i]), ascent, descent);
}

/**
 * tv_profile_line_set_places:
 * @self: a line
 * @places: (element-type TvColumnPlace): where its cells stand; kept, and not changed
 * any more
 *
 * Places the cells.
 */
void
tv_profile_line_set_places (TvProfileLine *self, GArray *places)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  if (self->places == places)
    return;
  g_clear_pointer (&self->places, g_array_unref);
  self->places = g_array_ref (places);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * tv_profile_line_bind:
 * @self: a line
 * @position: where in the list it will stand
 * @row: what it will show
 *
 * Shows a row, and tells the tree when it opens or closes.
 */
void
tv_profile_line_bind (TvProfileLine *self, guint position, GtkTreeListRow *row)
{
  g_autoptr (TvProfileRow) item = NULL;

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
  show_swatch (self, item);
  show_texts (self, item);
  paint_row (self, item);
  mark_row (self, item);
}

/**
 * tv_profile_line_unbind:
 * @self: a line
 *
 * Follows its row no longer. It looks as before, for it is bound again or goes before
 * it is seen.
 */
void
tv_profile_line_unbind (TvProfileLine *self)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  forget_row (self);
  self->position = GTK_INVALID_LIST_POSITION;
}

/**
 * tv_profile_line_move:
 * @self: a line
 * @position: where in the list its row stands now
 *
 * To be called when rows before it came or went.
 */
void
tv_profile_line_move (TvProfileLine *self, guint position)
{
  g_return_if_fail (TV_IS_PROFILE_LINE (self));

  self->position = position;
}

/**
 * tv_profile_line_is_bound:
 * @self: a line
 *
 * Returns: whether it shows a row
 */
gboolean
tv_profile_line_is_bound (TvProfileLine *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), FALSE);

  return self->row != NULL;
}

/**
 * tv_profile_line_get_position:
 * @self: a line
 *
 * Returns: where in the list its row stands, %GTK_INVALID_LIST_POSITION without one
 */
guint
tv_profile_line_get_position (TvProfileLine *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_LINE (self), GTK_INVALID_LIST_POSITION);

  return self->position;
}

/**
 * tv_profile_line_set_selected:
 * @self: a line
 * @selected: whether its row is
 *
 * Shows whether the row is selected.
 */
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
