/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-panel.h"

#include "ui/column-titles.h"
#include "ui/list-scroll.h"
#include "ui/profile-cells.h"
#include "ui/profile-text.h"

/* Lines of titles hold that many letters: "Calls+Recur". */
#define TITLE_CHARS 11

/* The name takes what is left, but no less than this. */
#define NAME_WIDTH 300

/* Space on either side of a cell's text, as in style.css, and the line between cells.
 */
#define CELL_PADDING 13

struct _TvProfilePanel
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkColumnView *view;

  TvProfileTree *tree;
  GtkColumnViewColumn *columns[TV_PROFILE_N_COLUMNS];

  /* What GTK sorts by, as far as it was found out; see find_sort_column(). */
  TvProfileColumn asked_column;
  TvProfileColumn sort_column;
  gboolean pressed_in_header;

  GtkWidget *pressed_row;
  guint click_source;
};

G_DEFINE_FINAL_TYPE (TvProfilePanel, tv_profile_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_SESSION = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void clear_columns (TvProfilePanel *self);

static void
tv_profile_panel_dispose (GObject *object)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  g_clear_handle_id (&self->click_source, g_source_remove);
  if (self->view != NULL)
    {
      clear_columns (self);
      gtk_column_view_set_model (self->view, NULL);
    }
  self->view = NULL;
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (tv_profile_panel_parent_class)->dispose (object);
}

static void
tv_profile_panel_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, tv_profile_panel_get_session (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
tv_profile_panel_set_property (GObject *object, guint prop_id, const GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      tv_profile_panel_set_session (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
tv_profile_panel_class_init (TvProfilePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_profile_panel_dispose;
  object_class->get_property = tv_profile_panel_get_property;
  object_class->set_property = tv_profile_panel_set_property;

  properties[PROP_SESSION] = g_param_spec_object (
      "session", NULL, NULL, TV_TYPE_TRACE_SESSION,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gtk_widget_class_set_css_name (widget_class, "profile");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Sorting */

/* The sorter of a column. It only notes that GTK asked it: the model sorts itself. */
static int
note_asked_column (gconstpointer a, gconstpointer b, gpointer user_data)
{
  GtkColumnViewColumn *column = user_data;
  GtkWidget *panel = gtk_widget_get_ancestor (
      GTK_WIDGET (gtk_column_view_column_get_column_view (column)),
      TV_TYPE_PROFILE_PANEL);
  TvProfilePanel *self = TV_PROFILE_PANEL (panel);
  TvProfileColumn i;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->columns[i] == column)
      self->asked_column = i;
  return -1;
}

/* GTK 4.8 doesn't tell which column is sorted by. But its sorter asks that column's
 * sorter first, and turns the answer round if the column is sorted descending. */
static TvProfileColumn
find_sort_column (TvProfilePanel *self, gboolean *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);
  GtkOrdering ordering;

  self->asked_column = TV_PROFILE_N_COLUMNS;
  ordering = gtk_sorter_compare (sorter, self, self);
  *descending = ordering == GTK_ORDERING_LARGER;
  return self->asked_column;
}

static void
follow_sorter (TvProfilePanel *self)
{
  gboolean descending;
  const TvProfileColumn column = find_sort_column (self, &descending);
  const gboolean is_new = column != self->sort_column;
  const gboolean clicked = self->pressed_in_header;

  if (self->tree == NULL)
    return;
  self->sort_column = column;
  self->pressed_in_header = FALSE;
  /* A click on a header of numbers wants to see the greatest first, as in Traceview;
   * GTK begins with the smallest. */
  if (clicked && is_new && column != TV_PROFILE_N_COLUMNS
      && column != TV_PROFILE_COLUMN_NAME && !descending)
    gtk_column_view_sort_by_column (self->view, self->columns[column],
                                    GTK_SORT_DESCENDING);
  else
    tv_profile_model_sort (tv_profile_tree_get_methods (self->tree), column,
                           descending);
}

/* Clicks */

static GtkWidget *
get_ancestor_of_name (GtkWidget *widget, const char *css_name)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (g_str_equal (gtk_widget_get_css_name (widget), css_name))
      return widget;
  return NULL;
}

static GtkWidget *
find_row_at (TvProfilePanel *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);

  /* The triangle opens and closes, and does nothing else. */
  if (widget == NULL || get_ancestor_of_name (widget, "expander") != NULL)
    return NULL;
  return get_ancestor_of_name (widget, "row");
}

static void
note_press (GtkGestureClick *gesture, int n_press, double x, double y,
            gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);

  self->pressed_row = find_row_at (self, x, y);
  self->pressed_in_header = get_ancestor_of_name (widget, "header") != NULL;
}

static gboolean
pick_selected (gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);

  self->click_source = 0;
  if (self->tree != NULL)
    tv_profile_tree_pick (self->tree, gtk_single_selection_get_selected (
                                          tv_profile_tree_get_selection (self->tree)));
  return G_SOURCE_REMOVE;
}

/* The row selects itself when it gets this event, after the panel: what the click means
 * is done then, and before the next layout. */
static void
note_release (GtkGestureClick *gesture, int n_press, double x, double y,
              gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  GtkWidget *row = find_row_at (self, x, y);

  if (n_press == 1 && row != NULL && row == self->pressed_row
      && self->click_source == 0)
    self->click_source
        = g_idle_add_full (G_PRIORITY_HIGH_IDLE, pick_selected, self, NULL);
  self->pressed_row = NULL;
}

static void
activate_row (GtkColumnView *view, guint position, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);

  if (self->tree != NULL)
    tv_profile_tree_activate (self->tree, position);
}

/* Keys */

static gboolean
step_sideways (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const gboolean left = g_variant_get_boolean (arguments);

  if (self->tree == NULL)
    return FALSE;
  if (left != rtl)
    tv_profile_tree_step_out (self->tree);
  else
    tv_profile_tree_step_in (self->tree);
  return TRUE;
}

static void
add_step_key (TvProfilePanel *self, GtkShortcutController *controller, guint key,
              gboolean left)
{
  GtkShortcut *shortcut
      = gtk_shortcut_new (gtk_keyval_trigger_new (key, 0),
                          gtk_callback_action_new (step_sideways, self, NULL));

  gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (left));
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

static void
add_controllers (TvProfilePanel *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (note_press), self);
  g_signal_connect (click, "released", G_CALLBACK (note_release), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));

  /* Before the list, which has the arrows move sideways to where there is nothing. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  add_step_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Left, TRUE);
  add_step_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_KP_Left, TRUE);
  add_step_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Right, FALSE);
  add_step_key (self, GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_KP_Right, FALSE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
}

static void
tv_profile_panel_init (TvProfilePanel *self)
{
  self->sort_column = TV_PROFILE_N_COLUMNS;
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_column_view_set_reorderable (self->view, TRUE);
  g_signal_connect (self->view, "activate", G_CALLBACK (activate_row), self);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed",
                           G_CALLBACK (follow_sorter), self, G_CONNECT_SWAPPED);
  add_controllers (self);

  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled),
                                 GTK_WIDGET (self->view));
  gtk_widget_set_hexpand (self->scrolled, TRUE);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

/* Columns */

static void
clear_columns (TvProfilePanel *self)
{
  TvProfileColumn i;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->columns[i] != NULL)
      {
        gtk_column_view_remove_column (self->view, self->columns[i]);
        g_clear_object (&self->columns[i]);
      }
}

/* The widest number that a column can hold: that of all root calls, or of all calls. */
static char *
dup_widest_text (TvProfilePanel *self, TvProfileColumn column)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);
  TvTrace *trace = tv_trace_session_get_trace (session);

  if (tv_profile_column_is_percent (column))
    return tv_profile_format_percent (1, 1);
  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE)
    return g_strdup_printf ("%" G_GSIZE_FORMAT "+0", tv_trace_get_n_calls (trace));
  return tv_profile_format_time ((double) tv_profile_get_root_inclusive (
      tv_trace_session_get_profile (session), tv_profile_column_get_clock (column)));
}

static int
measure_column (TvProfilePanel *self, TvProfileColumn column, guint position)
{
  g_autofree char *text = dup_widest_text (self, column);
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (width + CELL_PADDING, tv_column_titles_get_width (self->view, position));
}

static void
append_column (TvProfilePanel *self, TvProfileColumn i)
{
  GtkColumnViewColumn *column = gtk_column_view_column_new (
      tv_profile_column_get_title (i), tv_profile_cells_new_factory (self->tree, i));
  GtkSorter *sorter
      = GTK_SORTER (gtk_custom_sorter_new (note_asked_column, column, NULL));

  self->columns[i] = column;
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_append_column (self->view, column);
  g_object_unref (sorter);
}

static void
append_columns (TvProfilePanel *self)
{
  TvTrace *trace
      = tv_trace_session_get_trace (tv_profile_tree_get_session (self->tree));
  TvProfileColumn i;
  guint position = 0;

  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (tv_profile_column_is_shown (i, trace))
      append_column (self, i);
  tv_column_titles_wrap (self->view, TITLE_CHARS);
  for (i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (self->columns[i] != NULL)
      gtk_column_view_column_set_fixed_width (
          self->columns[i], i == TV_PROFILE_COLUMN_NAME
                                ? NAME_WIDTH
                                : measure_column (self, i, position++ + 1));
  gtk_column_view_column_set_expand (self->columns[TV_PROFILE_COLUMN_NAME], TRUE);
}

/* The keyboard goes where the eye is sent, if it was in the table before. */
static void
show_row (TvProfilePanel *self, guint position, double align)
{
  GtkWidget *rows = tv_list_scroll_get_rows (self->view);

  tv_list_scroll_to (self->view, position, align);
  if (gtk_widget_get_focus_child (rows) != NULL)
    gtk_widget_grab_focus (rows);
}

/**
 * tv_profile_panel_new:
 *
 * Returns: (transfer floating): an empty panel
 */
GtkWidget *
tv_profile_panel_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_PANEL, NULL);
}

/**
 * tv_profile_panel_get_session:
 * @self: a panel
 *
 * Returns: (transfer none) (nullable): what it shows
 */
TvTraceSession *
tv_profile_panel_get_session (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->tree != NULL ? tv_profile_tree_get_session (self->tree) : NULL;
}

/**
 * tv_profile_panel_set_session:
 * @self: a panel
 * @session: (nullable): what to show, %NULL for nothing
 *
 * Shows another session, by rank, with the columns of the clocks that it has.
 */
void
tv_profile_panel_set_session (TvProfilePanel *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_PROFILE_PANEL (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == tv_profile_panel_get_session (self))
    return;

  clear_columns (self);
  gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->tree);
  self->sort_column = TV_PROFILE_N_COLUMNS;
  if (session != NULL)
    {
      self->tree = tv_profile_tree_new (session);
      g_signal_connect_object (self->tree, "show-row", G_CALLBACK (show_row), self,
                               G_CONNECT_SWAPPED);
      append_columns (self);
      gtk_column_view_set_model (
          self->view, GTK_SELECTION_MODEL (tv_profile_tree_get_selection (self->tree)));
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

/**
 * tv_profile_panel_get_tree:
 * @self: a panel
 *
 * Returns: (transfer none) (nullable): its rows, %NULL without a session
 */
TvProfileTree *
tv_profile_panel_get_tree (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->tree;
}

/**
 * tv_profile_panel_get_column_view:
 * @self: a panel
 *
 * Returns: (transfer none): the table in it
 */
GtkColumnView *
tv_profile_panel_get_column_view (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->view;
}

/**
 * tv_profile_panel_get_column:
 * @self: a panel
 * @column: a column
 *
 * Returns: (transfer none) (nullable): it, %NULL where it isn't shown
 */
GtkColumnViewColumn *
tv_profile_panel_get_column (TvProfilePanel *self, TvProfileColumn column)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return self->columns[column];
}
