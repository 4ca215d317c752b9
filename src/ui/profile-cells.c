/* SPDX-License-Identifier: Apache-2.0 */

/* The cells of the profile panel. Inscriptions and signal factories, since labels take
 * twice as long to fill and GTK 4.8 keeps 205 rows of cells alive. */

#include "ui/profile-cells.h"

#include "ui/profile-text.h"
#include "ui/swatch.h"

/* Where a name cell keeps the handler that follows its row's `expanded`. */
#define HANDLER_KEY "tv-profile-cells-handler"

typedef struct
{
  TvProfileTree *tree;
  TvProfileColumn column;
} CellKind;

static void
cell_kind_free (gpointer data, GClosure *closure)
{
  CellKind *kind = data;

  g_object_unref (kind->tree);
  g_free (kind);
}

static GtkWidget *
new_inscription (float xalign)
{
  GtkWidget *inscription = gtk_inscription_new (NULL);

  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (inscription),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (inscription), xalign);
  /* An ellipsis can come from another font and make its line higher: all lines of a row
   * begin at one height, then they stand on one line too. */
  gtk_inscription_set_yalign (GTK_INSCRIPTION (inscription), 0);
  gtk_widget_set_valign (inscription, GTK_ALIGN_CENTER);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (inscription), 0);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (inscription), 0);
  gtk_widget_set_hexpand (inscription, TRUE);
  return inscription;
}

static void
set_text (GtkWidget *inscription, const char *text)
{
  gtk_inscription_set_text (GTK_INSCRIPTION (inscription), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (inscription),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
}

static void
set_up_number (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  const CellKind *kind = user_data;
  const gboolean rtl = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL;
  /* On the right in every script, for only there digits can be compared; also calls,
   * which Traceview centres. Digits have no direction of their own and turn round with
   * the widget, names have one and don't: hence the other way round than below. */
  GtkWidget *inscription = new_inscription (rtl ? 0 : 1);

  gtk_widget_add_css_class (inscription, "numeric");
  if (tv_profile_column_is_percent (kind->column))
    gtk_widget_add_css_class (inscription, "percent");
  gtk_list_item_set_child (list_item, inscription);
}

static void
bind_number (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  const CellKind *kind = user_data;
  GtkTreeListRow *tree_row = gtk_list_item_get_item (list_item);
  g_autoptr (TvProfileRow) row = gtk_tree_list_row_get_item (tree_row);
  g_autofree char *text = NULL;

  if (row == NULL)
    return;
  text = tv_profile_row_dup_text (row, tv_profile_tree_get_session (kind->tree),
                                  kind->column);
  set_text (gtk_list_item_get_child (list_item), text);
}

static gboolean
show_tooltip (GtkWidget *expander, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
              gpointer user_data)
{
  TvProfileTree *tree = TV_PROFILE_TREE (user_data);
  GtkTreeListRow *tree_row
      = gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander));
  g_autoptr (TvProfileRow) row = NULL;
  g_autofree char *text = NULL;

  row = tree_row != NULL ? gtk_tree_list_row_get_item (tree_row) : NULL;
  if (row != NULL)
    text = tv_profile_row_dup_tooltip (row, tv_profile_tree_get_session (tree));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
set_up_name (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  const CellKind *kind = user_data;
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const gboolean rtl = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL;

  gtk_box_append (GTK_BOX (box), tv_swatch_new ());
  gtk_box_append (GTK_BOX (box), new_inscription (rtl ? 1 : 0));
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_widget_set_has_tooltip (expander, TRUE);
  g_signal_connect_object (expander, "query-tooltip", G_CALLBACK (show_tooltip),
                           kind->tree, 0);
  gtk_list_item_set_child (list_item, expander);
}

static void
show_swatch (TvSwatch *swatch, TvProfileRow *row, TvTraceSession *session)
{
  const guint32 method = tv_profile_row_get_target (row);

  /* Headings and rows about no method keep no room for a swatch. */
  gtk_widget_set_visible (GTK_WIDGET (swatch), method != TV_METHOD_NONE);
  tv_swatch_set_method (swatch, method != TV_METHOD_NONE ? session : NULL, method);
}

/* The class goes on the row, which is the parent of the cell: on a cell it would leave
 * stripes and hide the selection. Rows are used again, so the other classes go. */
static void
paint_row (GtkWidget *child, TvProfileRow *row)
{
  GtkWidget *cell = gtk_widget_get_parent (child);
  GtkWidget *row_widget = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  const char *class_name = NULL;

  if (row_widget == NULL)
    return;
  if (tv_profile_row_get_kind (row) != TV_PROFILE_ROW_METHOD)
    switch (tv_profile_row_get_relation (row))
      {
      case TV_RELATION_PARENTS:
      case TV_RELATION_PARENTS_WHILE_RECURSIVE:
        class_name = "parents";
        break;
      case TV_RELATION_CHILDREN:
      case TV_RELATION_CHILDREN_WHILE_RECURSIVE:
      default:
        class_name = "children";
        break;
      }
  if (g_strcmp0 (class_name, "parents") != 0)
    gtk_widget_remove_css_class (row_widget, "parents");
  if (g_strcmp0 (class_name, "children") != 0)
    gtk_widget_remove_css_class (row_widget, "children");
  if (class_name != NULL)
    gtk_widget_add_css_class (row_widget, class_name);
}

static void
name_row (GtkWidget *child, const char *text)
{
  GtkWidget *cell = gtk_widget_get_parent (child);
  GtkWidget *row_widget = cell != NULL ? gtk_widget_get_parent (cell) : NULL;

  if (row_widget != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row_widget),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
note_expanded (GtkTreeListRow *tree_row, GParamSpec *pspec, gpointer user_data)
{
  tv_profile_tree_note_expanded (TV_PROFILE_TREE (user_data), tree_row);
}

static void
bind_name (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  const CellKind *kind = user_data;
  TvTraceSession *session = tv_profile_tree_get_session (kind->tree);
  GtkTreeListRow *tree_row = gtk_list_item_get_item (list_item);
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  GtkWidget *box = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander));
  g_autoptr (TvProfileRow) row = gtk_tree_list_row_get_item (tree_row);
  g_autofree char *text = NULL;
  gulong handler;

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), tree_row);
  if (row == NULL)
    return;
  text = tv_profile_row_dup_text (row, session, TV_PROFILE_COLUMN_NAME);
  show_swatch (TV_SWATCH (gtk_widget_get_first_child (box)), row, session);
  set_text (gtk_widget_get_last_child (box), text);
  paint_row (expander, row);
  name_row (expander, text);
  handler = g_signal_connect (tree_row, "notify::expanded", G_CALLBACK (note_expanded),
                              kind->tree);
  g_object_set_data (G_OBJECT (list_item), HANDLER_KEY, GSIZE_TO_POINTER (handler));
}

static void
unbind_name (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkTreeListRow *tree_row = gtk_list_item_get_item (list_item);
  GtkWidget *expander = gtk_list_item_get_child (list_item);
  GtkWidget *box = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander));
  const gulong handler
      = GPOINTER_TO_SIZE (g_object_steal_data (G_OBJECT (list_item), HANDLER_KEY));

  if (handler != 0)
    g_signal_handler_disconnect (tree_row, handler);
  tv_swatch_set_method (TV_SWATCH (gtk_widget_get_first_child (box)), NULL,
                        TV_METHOD_NONE);
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), NULL);
}

static void
connect_cell (GtkListItemFactory *factory, const char *signal, GCallback callback,
              const CellKind *kind)
{
  CellKind *copy = g_memdup2 (kind, sizeof *kind);

  g_object_ref (copy->tree);
  g_signal_connect_data (factory, signal, callback, copy, cell_kind_free, 0);
}

/**
 * tv_profile_cells_new_factory:
 * @tree: the rows that the cells will be of; kept alive
 * @column: the column that they will stand in
 *
 * Returns: (transfer full): what makes and fills the cells of a column
 */
GtkListItemFactory *
tv_profile_cells_new_factory (TvProfileTree *tree, TvProfileColumn column)
{
  GtkListItemFactory *factory;
  const CellKind kind = { tree, column };

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);

  factory = gtk_signal_list_item_factory_new ();
  if (column == TV_PROFILE_COLUMN_NAME)
    {
      connect_cell (factory, "setup", G_CALLBACK (set_up_name), &kind);
      connect_cell (factory, "bind", G_CALLBACK (bind_name), &kind);
      connect_cell (factory, "unbind", G_CALLBACK (unbind_name), &kind);
    }
  else
    {
      connect_cell (factory, "setup", G_CALLBACK (set_up_number), &kind);
      connect_cell (factory, "bind", G_CALLBACK (bind_number), &kind);
    }
  return factory;
}
