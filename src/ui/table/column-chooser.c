/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/column-chooser.h"

#include "config.h"

#include <glib/gi18n-lib.h>

#define MAX_HEIGHT 480

struct _TvColumnChooser
{
  GtkPopover parent_instance;

  TvTableView *table; /* the parent */
  TvColumnLayout *layout;
  TvTableModel *model;
  GtkWidget *list;
  GtkWidget *checks[TV_TABLE_MAX_COLUMNS]; /* NULL for columns that it lacks */
  GtkWidget *earlier;
  GtkWidget *later;
  GtkWidget *wider;
  GtkWidget *narrower;
  GtkWidget *fitted;
  guint current; /* the column that buttons and keys move */
};

G_DEFINE_FINAL_TYPE (TvColumnChooser, tv_column_chooser, GTK_TYPE_POPOVER)

static void
tv_column_chooser_dispose (GObject *object)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (object);

  g_clear_object (&self->layout);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (tv_column_chooser_parent_class)->dispose (object);
}

/* Lists the columns of the trace in order. */
static guint
list_columns (TvColumnChooser *self, guint columns[TV_TABLE_MAX_COLUMNS])
{
  guint n = 0;

  for (guint i = 0; i < tv_column_layout_get_n (self->layout); i++)
    {
      const guint column = tv_column_layout_get (self->layout, i);

      if (self->checks[column] != NULL)
        columns[n++] = column;
    }
  return n;
}

static guint
find_current (TvColumnChooser *self, guint columns[TV_TABLE_MAX_COLUMNS], guint *n)
{
  guint place = 0;

  *n = list_columns (self, columns);
  while (place < *n && columns[place] != self->current)
    place++;
  return place;
}

static gboolean
has_width (TvColumnChooser *self)
{
  return self->current != TV_TABLE_MAX_COLUMNS
         && tv_column_layout_is_shown (self->layout, self->current);
}

static void
update_buttons (TvColumnChooser *self)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  guint n;
  const guint place = find_current (self, columns, &n);
  const gboolean shown = has_width (self);

  gtk_widget_set_sensitive (self->earlier, place > 0 && place < n);
  gtk_widget_set_sensitive (self->later, place + 1 < n);
  gtk_widget_set_sensitive (self->wider, shown);
  gtk_widget_set_sensitive (self->narrower, shown);
  gtk_widget_set_sensitive (self->fitted, shown);
}

static void
on_layout_changed (TvColumnChooser *self)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n = list_columns (self, columns);
  GtkWidget *last = NULL;

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *check = self->checks[columns[i]];

      if (gtk_widget_get_prev_sibling (check) != last)
        gtk_box_reorder_child_after (GTK_BOX (self->list), check, last);
      gtk_check_button_set_active (
          GTK_CHECK_BUTTON (check),
          tv_column_layout_is_shown (self->layout, columns[i]));
      last = check;
    }
  update_buttons (self);
}

/* Swaps the current column with its neighbour. */
static void
move_current (GtkWidget *widget, const char *action, GVariant *step)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (widget);
  guint columns[TV_TABLE_MAX_COLUMNS];
  guint n;
  const guint place = find_current (self, columns, &n);
  const guint other = place + (guint) g_variant_get_int32 (step);

  if (place >= n || other >= n)
    return;
  columns[place] = columns[other];
  columns[other] = self->current;
  tv_column_layout_arrange (self->layout, columns, n);
}

static void
step_width (GtkWidget *widget, const char *action, GVariant *step)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (widget);

  if (has_width (self))
    tv_table_view_step_width (self->table, self->current,
                              (TvColumnStep) g_variant_get_int32 (step));
}

/* Check buttons would use the arrow keys, as groups of radio buttons do. */
static void
tv_column_chooser_move_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (widget);
  const gboolean vertical = direction == GTK_DIR_UP || direction == GTK_DIR_DOWN;

  if (!vertical || gtk_widget_get_focus_child (self->list) == NULL)
    GTK_WIDGET_CLASS (tv_column_chooser_parent_class)->move_focus (widget, direction);
  else if (!gtk_widget_child_focus (self->list, direction == GTK_DIR_DOWN
                                                    ? GTK_DIR_TAB_FORWARD
                                                    : GTK_DIR_TAB_BACKWARD))
    gtk_widget_error_bell (widget);
}

static void
reset (GtkWidget *widget, const char *action, GVariant *parameter)
{
  tv_column_layout_reset (TV_COLUMN_CHOOSER (widget)->layout);
}

static GtkWidget *
make_button (const char *icon, const char *tooltip, const char *action, int step)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", step);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_buttons (TvColumnChooser *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *reset_button = gtk_button_new_with_mnemonic (_ ("_Reset"));

  self->earlier
      = make_button ("go-up-symbolic", _ ("Move Earlier (Alt+Up)"), "columns.move", -1);
  self->later = make_button ("go-down-symbolic", _ ("Move Later (Alt+Down)"),
                             "columns.move", 1);
  self->narrower = make_button ("list-remove-symbolic", _ ("Narrower (Ctrl+Alt+Minus)"),
                                "columns.width", TV_COLUMN_NARROWER);
  self->wider = make_button ("list-add-symbolic", _ ("Wider (Ctrl+Alt+Plus)"),
                             "columns.width", TV_COLUMN_WIDER);
  self->fitted
      = make_button ("zoom-fit-best-symbolic", _ ("Fit to Contents (Ctrl+Alt+0)"),
                     "columns.width", TV_COLUMN_FITTED);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (reset_button), "columns.reset");
  gtk_widget_set_tooltip_text (reset_button, _ ("Reset Columns, Order and Widths"));
  gtk_widget_set_hexpand (reset_button, TRUE);
  gtk_widget_set_halign (reset_button, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), self->earlier);
  gtk_box_append (GTK_BOX (box), self->later);
  gtk_box_append (GTK_BOX (box), self->narrower);
  gtk_box_append (GTK_BOX (box), self->wider);
  gtk_box_append (GTK_BOX (box), self->fitted);
  gtk_box_append (GTK_BOX (box), reset_button);
  return box;
}

/* Checks */

static guint
find_column (TvColumnChooser *self, GtkWidget *check)
{
  guint column = 0;

  while (column < TV_TABLE_MAX_COLUMNS && self->checks[column] != check)
    column++;
  return column;
}

static void
on_check_toggled (GtkCheckButton *check, GParamSpec *pspec, gpointer user_data)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (user_data);
  const guint column = find_column (self, GTK_WIDGET (check));

  if (column == TV_TABLE_MAX_COLUMNS)
    return;
  self->current = column;
  tv_column_layout_set_shown (self->layout, column,
                              gtk_check_button_get_active (check));
}

static void
on_check_focused (GtkEventControllerFocus *controller, gpointer user_data)
{
  TvColumnChooser *self = TV_COLUMN_CHOOSER (user_data);

  self->current = find_column (
      self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
  update_buttons (self);
}

static void
add_check (TvColumnChooser *self, guint column)
{
  const TvTableColumn *about = tv_column_layout_get_column (self->layout, column);
  GtkWidget *check = gtk_check_button_new_with_label (
      tv_table_model_get_text (self->model, about->title));
  GtkEventController *focus = gtk_event_controller_focus_new ();

  /* The column of names is always shown. */
  gtk_widget_set_sensitive (check, column != TV_TABLE_NAME_COLUMN);
  g_signal_connect (focus, "enter", G_CALLBACK (on_check_focused), self);
  gtk_widget_add_controller (check, focus);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                               tv_column_layout_is_shown (self->layout, column));
  g_signal_connect (check, "notify::active", G_CALLBACK (on_check_toggled), self);
  self->checks[column] = check;
  gtk_box_append (GTK_BOX (self->list), check);
}

/* Says what the numbers of a column are at the moment. */
static void
describe_check (TvColumnChooser *self, guint column)
{
  g_autofree char *description = tv_table_model_dup_description (
      self->model, tv_column_layout_get_column (self->layout, column), column);

  gtk_widget_set_tooltip_text (self->checks[column], description);
}

/* Checks take some milliseconds to make, so that they are made when the popover opens
 * first. */
static void
offer_columns (TvColumnChooser *self)
{
  const guint n = tv_column_layout_get_n (self->layout);

  for (guint i = 0; self->model != NULL && i < n; i++)
    {
      if (!TV_TABLE_MODEL_GET_IFACE (self->model)->has_column (self->model, i))
        continue;
      if (self->checks[i] == NULL)
        add_check (self, i);
      describe_check (self, i);
    }
  on_layout_changed (self);
}

static void
tv_column_chooser_show (GtkWidget *widget)
{
  offer_columns (TV_COLUMN_CHOOSER (widget));

  GTK_WIDGET_CLASS (tv_column_chooser_parent_class)->show (widget);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  const GdkModifierType alt = GDK_ALT_MASK;
  const GdkModifierType control_alt = GDK_CONTROL_MASK | GDK_ALT_MASK;
  const struct
  {
    const char *action;
    int step;
    GdkModifierType modifiers;
    guint key;
  } keys[] = {
    { "columns.move", -1, alt, GDK_KEY_Up },
    { "columns.move", -1, alt, GDK_KEY_KP_Up },
    { "columns.move", 1, alt, GDK_KEY_Down },
    { "columns.move", 1, alt, GDK_KEY_KP_Down },
    { "columns.width", TV_COLUMN_WIDER, control_alt, GDK_KEY_plus },
    { "columns.width", TV_COLUMN_WIDER, control_alt, GDK_KEY_equal },
    { "columns.width", TV_COLUMN_NARROWER, control_alt, GDK_KEY_minus },
    { "columns.width", TV_COLUMN_FITTED, control_alt, GDK_KEY_0 },
  };

  gtk_widget_class_install_action (widget_class, "columns.move", "i", move_current);
  gtk_widget_class_install_action (widget_class, "columns.width", "i", step_width);
  gtk_widget_class_install_action (widget_class, "columns.reset", NULL, reset);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, "i", keys[i].step);
}

static void
tv_column_chooser_class_init (TvColumnChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_column_chooser_dispose;
  widget_class->show = tv_column_chooser_show;
  widget_class->move_focus = tv_column_chooser_move_focus;
  install_actions (widget_class);
}

static void
tv_column_chooser_init (TvColumnChooser *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->current = TV_TABLE_MAX_COLUMNS;
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled),
                                              MAX_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled),
                                                    TRUE);
  /* A permanent scroll bar shows that there are more columns. */
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scrolled), FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "columns");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Columns"), -1);
}

GtkWidget *
tv_column_chooser_new (TvTableView *table, TvColumnLayout *layout)
{
  TvColumnChooser *self = g_object_new (TV_TYPE_COLUMN_CHOOSER, NULL);
  self->table = table;
  self->layout = g_object_ref (layout);
  tv_table_view_set_chooser (table, GTK_WIDGET (self));
  g_signal_connect_object (layout, "changed", G_CALLBACK (on_layout_changed), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/* Offers the columns of a model, of %NULL none. */
void
tv_column_chooser_set_model (TvColumnChooser *self, TvTableModel *model)
{
  self->current = TV_TABLE_MAX_COLUMNS;
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    if (self->checks[i] != NULL)
      {
        gtk_box_remove (GTK_BOX (self->list), self->checks[i]);
        self->checks[i] = NULL;
      }
  g_set_object (&self->model, model);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    offer_columns (self);
}
