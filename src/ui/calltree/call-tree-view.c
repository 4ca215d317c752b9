/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/call-tree-view.h"

#include "config.h"

#include "analysis/text/name-text.h"
#include "ui/calltree/path-tree.h"
#include "ui/session/session-find.h"
#include "ui/session/transform-text.h"
#include "ui/table/column-actions.h"
#include "ui/widgets/job.h"
#include "ui/widgets/notice-bar.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

/* Milliseconds after which an empty view says that it is at work. */
#define BUSY_DELAY 200

struct _TvCallTreeView
{
  GtkWidget parent_instance;

  TvTableView *table;
  GtkWidget *sentence; /* over an empty table */
  TvNoticeBar *notice;
  guint busy_source;
  TvJob *longest_job;

  gboolean around;
  GSimpleActionGroup *actions;
  TvColumnLayout *layout;
  TvColumnActions *column_actions;

  TvPathTree *tree; /* NULL without a session */
  TvTableColumns *columns;
};

G_DEFINE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, GTK_TYPE_WIDGET)

enum
{
  PROP_AROUND = 1
};

static const struct
{
  const char *action;
  const char *keys;
} shortcuts[] = {
  { "call-tree.row-menu", "Menu|<Shift>F10" },
  { "call-tree.bottom-up", "b" },
  { "call-tree.open-all", "asterisk|KP_Multiply" },
  { "call-tree.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "call-tree.copy-row", "<Control>c|<Control>Insert" },
  { "call-tree.copy-name::full", "<Control><Alt>c" },
  { "call-tree.copy-stack", "<Control><Alt>s" },
};

/* What is said where there are no rows */

static gboolean
is_empty (TvCallTreeView *self)
{
  return self->tree == NULL
         || g_list_model_get_n_items (
                G_LIST_MODEL (tv_path_tree_get_selection (self->tree)))
                == 0;
}

static const char *
get_sentence (TvCallTreeView *self)
{
  TvTraceSession *session;

  if (self->tree == NULL)
    return "";
  if (tv_path_tree_is_busy (self->tree))
    return _ ("Adding up calls…");
  session = tv_path_tree_get_session (self->tree);
  if (!self->around)
    return _ ("There are no calls in this range of time and these threads.");
  if (tv_trace_session_get_selected_method (session) == TV_METHOD_NONE)
    return _ ("Select a method to see its callers and callees.");
  return _ ("The selected method is not called in this range of time and these "
            "threads.");
}

static gboolean
show_sentence (gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  self->busy_source = 0;
  gtk_label_set_text (GTK_LABEL (self->sentence), get_sentence (self));
  gtk_widget_set_visible (self->sentence, is_empty (self));
  return G_SOURCE_REMOVE;
}

static void
on_rows_changed (TvCallTreeView *self)
{
  const gboolean busy = self->tree != NULL && tv_path_tree_is_busy (self->tree);

  g_clear_handle_id (&self->busy_source, g_source_remove);
  if (busy && is_empty (self))
    self->busy_source = g_timeout_add (BUSY_DELAY, show_sentence, self);
  else
    (void) show_sentence (self);
}

/* The selected row */

static guint
get_selected (TvCallTreeView *self)
{
  return tv_table_rows_get_selected (tv_table_view_get_rows (self->table));
}

static const TvMethod *
get_method_of (TvCallTreeView *self, TvPathItem *item)
{
  TvTrace *trace = tv_profile_get_trace (
      tv_trace_session_get_profile (tv_path_tree_get_session (self->tree)));
  const guint32 method = tv_path_item_get_row (item)->sums.method;

  return method < tv_trace_get_n_methods (trace) ? tv_trace_get_method (trace, method)
                                                 : NULL;
}

static void
copy (TvCallTreeView *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_name (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  const TvMethod *method = item != NULL ? get_method_of (self, item) : NULL;
  g_autofree char *name = method != NULL ? tv_method_dup_java_name (method) : NULL;

  if (name != NULL)
    copy (self, name);
}

/* As it is on the screen: the columns that are shown, by tabs. */
static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  TvTableModel *model = TV_TABLE_MODEL (self->tree);
  TvTableModelInterface *iface = TV_TABLE_MODEL_GET_IFACE (model);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  g_autoptr (GString) text = g_string_new (NULL);
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n = tv_table_columns_list_shown (self->columns, columns);

  for (guint i = 0; item != NULL && i < n; i++)
    {
      g_autoptr (TvNameText) name
          = columns[i] == TV_TABLE_NAME_COLUMN ? iface->dup_name (model, item) : NULL;
      g_autofree char *cell
          = name == NULL ? iface->dup_text (model, item, columns[i]) : NULL;

      if (i > 0)
        g_string_append_c (text, '\t');
      g_string_append (text, name != NULL ? name->text : cell != NULL ? cell : "");
    }
  if (text->len > 0)
    copy (self, text->str);
}

/* The method first, as stacks are written, and what stands above it on the lines after
 * it. */
static void
copy_stack (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  g_autoptr (TvPathItem) selected = tv_path_tree_dup_selected (self->tree);
  g_autoptr (GString) stack = g_string_new (NULL);

  for (TvPathItem *i = selected; i != NULL; i = tv_path_item_get_above (i))
    {
      const TvMethod *method = get_method_of (self, i);
      g_autofree char *name = method != NULL ? tv_method_dup_java_name (method) : NULL;

      if (name != NULL)
        g_string_append_printf (stack, "%s\n", name);
    }
  if (stack->len > 0)
    copy (self, stack->str);
}

/* In the timeline */

typedef struct
{
  TvCallPath *path;
  TvTrace *trace;
  TvProfile *profile;
  TvClock clock;
  TvCallRef longest;
} LongestQuestion;

static void
free_longest (gpointer data)
{
  LongestQuestion *question = data;

  tv_call_path_unref (question->path);
  tv_profile_unref (question->profile);
  tv_trace_unref (question->trace);
  g_free (question);
}

static gpointer
find_longest (gpointer data, GCancellable *cancellable, GError **error)
{
  LongestQuestion *question = data;

  question->longest = tv_call_path_find_longest (
      question->path, question->trace, tv_profile_get_range (question->profile),
      question->clock);
  return question;
}

static void
show_call (TvCallTreeView *self, TvCallRef call)
{
  if (call.thread == TV_THREAD_NONE)
    return;
  tv_trace_session_select_call (tv_path_tree_get_session (self->tree), call);
  (void) gtk_widget_activate_action (GTK_WIDGET (self), "timeline.zoom-to-selection",
                                     NULL);
}

static void
on_longest_found (gpointer self, gpointer question, gpointer answer,
                  const GError *error)
{
  if (answer != NULL)
    show_call (self, ((LongestQuestion *) answer)->longest);
}

/* Goes to the longest call along the path; where a row is no path, of its method. */
static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const TvJobType type = { .run = find_longest,
                                  .done = on_longest_found,
                                  .free_question = free_longest };
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  TvTraceSession *session = tv_path_tree_get_session (self->tree);
  TvTrace *trace = tv_trace_session_get_trace (session);
  TvProfile *profile = tv_trace_session_get_profile (session);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  TvCallPath *path = item != NULL ? tv_path_tree_dup_path (self->tree, item) : NULL;
  const guint32 method
      = item != NULL ? tv_path_item_get_row (item)->sums.method : TV_METHOD_NONE;
  LongestQuestion *question;

  if (path != NULL)
    {
      question = g_new0 (LongestQuestion, 1);
      question->path = path;
      question->trace = tv_trace_ref (trace);
      question->profile = tv_profile_ref (profile);
      question->clock = tv_trace_session_get_primary_clock (session);
      tv_job_start (&self->longest_job, &type, question, self);
    }
  else if (method < tv_trace_get_n_methods (trace))
    show_call (self, tv_profile_get_totals (profile, method)->longest_call);
}

static void
open_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  tv_notice_bar_hide (self->notice);
  tv_path_tree_open_all (self->tree, get_selected (self));
}

static void
on_cut (TvCallTreeView *self)
{
  g_autofree char *sentence = g_strdup_printf (
      _ ("Only the heaviest %'d rows were opened."), TV_PATH_MAX_ROWS);

  tv_notice_bar_show_hint (self->notice, sentence);
}

/* The shape */

static gboolean
get_state (TvCallTreeView *self, const char *name)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), name);

  return g_variant_get_boolean (state);
}

static void
update_shape (TvCallTreeView *self)
{
  if (self->tree == NULL || self->around)
    return;
  tv_path_tree_set_shape (self->tree,
                          get_state (self, "bottom-up") ? TV_PATHS_BOTTOM_UP
                                                        : TV_PATHS_TOP_DOWN,
                          get_state (self, "per-thread"));
}

/* The menu */

static void
append (GMenu *menu, const char *title, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, action);

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (g_str_equal (shortcuts[i].action, action))
      {
        g_auto (GStrv) keys = g_strsplit (shortcuts[i].keys, "|", 2);

        g_menu_item_set_attribute (item, "accel", "s", keys[0]);
      }
  g_menu_append_item (menu, item);
}

static void
on_menu_closed (TvCallTreeView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (tv_table_view_get_rows (self->table)));
}

/* Opens the menu at a place of the rows. */
static void
open_at (TvCallTreeView *self, GdkRectangle place)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new ();
  double x;
  double y;

  append (menu, _ ("_Show in Timeline"), "call-tree.show-in-timeline");
  append (menu, _ ("_Open All Below"), "call-tree.open-all");
  g_menu_append_submenu (menu, _ ("_Transform"), transforms);
  append (menu, _ ("_Copy Row"), "call-tree.copy-row");
  append (menu, _ ("Copy Na_me"), "call-tree.copy-name::full");
  append (menu, _ ("Copy Stac_k"), "call-tree.copy-stack");
  if (gtk_widget_translate_coordinates (
          GTK_WIDGET (tv_table_view_get_rows (self->table)), GTK_WIDGET (self), place.x,
          place.y, &x, &y))
    {
      place.x = (int) x;
      place.y = (int) y;
    }
  g_signal_connect_object (
      tv_popup_menu_open (GTK_WIDGET (self), G_MENU_MODEL (menu), &place), "closed",
      G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  TvTableRows *rows = tv_table_view_get_rows (self->table);
  const guint selected = get_selected (self);

  if (is_empty (self))
    return;
  tv_table_rows_move_cursor (rows,
                             selected != GTK_INVALID_LIST_POSITION
                                 ? selected
                                 : tv_table_rows_get_cursor (rows),
                             TRUE);
  open_at (self, tv_table_rows_get_cursor_area (rows));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  TvTableRows *rows = tv_table_view_get_rows (self->table);
  GdkEvent *event
      = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  const guint position = tv_table_rows_find_position (rows, y);

  if (event == NULL || !gdk_event_triggers_context_menu (event)
      || position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tv_table_rows_move_cursor (rows, position, TRUE);
  open_at (self, (GdkRectangle){ (int) x, (int) y, 1, 1 });
}

/* Actions and keys */

static void
update_actions (TvCallTreeView *self)
{
  static const char *const names[] = { "open-all",  "show-in-timeline", "copy-row",
                                       "copy-name", "copy-stack",       "row-menu" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                     G_ACTION_MAP (self->actions), names[i])),
                                 self->tree != NULL);
}

static void
add_actions (TvCallTreeView *self)
{
  static const GActionEntry entries[] = {
    { "open-all", open_all, NULL, NULL, NULL, { 0 } },
    { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
    { "copy-row", copy_row, NULL, NULL, NULL, { 0 } },
    { "copy-name", copy_name, "s", NULL, NULL, { 0 } },
    { "copy-stack", copy_stack, NULL, NULL, NULL, { 0 } },
    { "row-menu", open_menu, NULL, NULL, NULL, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "call-tree",
                                  G_ACTION_GROUP (self->actions));
  update_actions (self);
}

static void
add_keys (TvCallTreeView *self)
{
  GtkWidget *rows = GTK_WIDGET (tv_table_view_get_rows (self->table));
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;
      GtkShortcut *shortcut;

      if (!g_action_parse_detailed_name (shortcuts[i].action, &name, &target, NULL))
        g_assert_not_reached ();
      shortcut
          = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[i].keys),
                              gtk_named_action_new (name));
      gtk_shortcut_set_arguments (shortcut, target);
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
    }
  gtk_widget_add_controller (rows, keys);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  gtk_widget_add_controller (rows, GTK_EVENT_CONTROLLER (click));
}

/* The session */

static void
on_row_activated (TvTableRows *rows, guint position, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  if (self->tree != NULL)
    tv_path_tree_activate (self->tree, position);
}

static gboolean
on_find_step (TvSessionFind *find, gboolean forward, TvCallTreeView *self)
{
  TvMethodSet *hits = tv_session_find_get_hits (find);

  if (self->around || hits == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  tv_path_tree_find (self->tree, hits, forward);
  return TRUE;
}

static void
clear_session (TvCallTreeView *self)
{
  TvTableColumns *columns = g_steal_pointer (&self->columns);

  g_clear_handle_id (&self->busy_source, g_source_remove);
  tv_job_cancel (&self->longest_job);
  if (self->tree == NULL)
    return;
  g_signal_handlers_disconnect_by_data (
      tv_trace_session_get_find (tv_path_tree_get_session (self->tree)), self);
  g_signal_handlers_disconnect_by_data (self->tree, self);
  tv_path_tree_set_active (self->tree, FALSE);
  if (self->column_actions != NULL)
    tv_column_actions_set_model (self->column_actions, NULL);
  tv_table_view_set_model (self->table, NULL, NULL);
  g_clear_pointer (&columns, tv_table_columns_free);
  g_clear_object (&self->tree);
}

/**
 * tv_call_tree_view_set_session:
 * @self: a view
 * @session: (nullable): what to show, %NULL for nothing
 *
 * Shows the calls of another session. The view must have a layout.
 */
void
tv_call_tree_view_set_session (TvCallTreeView *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_CALL_TREE_VIEW (self));
  g_return_if_fail (session == NULL || self->layout != NULL);

  clear_session (self);
  if (session != NULL)
    {
      self->tree = tv_path_tree_new (session, self->around ? TV_PATHS_AROUND
                                                           : TV_PATHS_TOP_DOWN);
      update_shape (self);
      g_signal_connect_swapped (self->tree, "changed", G_CALLBACK (on_rows_changed),
                                self);
      g_signal_connect_swapped (self->tree, "cut", G_CALLBACK (on_cut), self);
      g_signal_connect (tv_trace_session_get_find (session), "step",
                        G_CALLBACK (on_find_step), self);
      tv_column_actions_set_model (self->column_actions, TV_TABLE_MODEL (self->tree));
      self->columns = tv_table_columns_new (tv_table_view_get_column_view (self->table),
                                            TV_TABLE_MODEL (self->tree), self->layout);
      tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->tree), self->columns);
      tv_path_tree_set_active (self->tree, gtk_widget_get_mapped (GTK_WIDGET (self)));
    }
  update_actions (self);
  on_rows_changed (self);
}

/**
 * tv_call_tree_view_set_layout:
 * @self: a view that has none
 * @layout: the columns, perhaps of several tables
 *
 * Gives the table its columns.
 */
void
tv_call_tree_view_set_layout (TvCallTreeView *self, TvColumnLayout *layout)
{
  g_return_if_fail (TV_IS_CALL_TREE_VIEW (self));
  g_return_if_fail (TV_IS_COLUMN_LAYOUT (layout) && self->layout == NULL);

  self->layout = g_object_ref (layout);
  self->column_actions = tv_column_actions_new (
      self->table, layout, G_ACTION_MAP (self->actions), "call-tree");
}

/**
 * tv_call_tree_view_get_table:
 * @self: a view
 *
 * Returns: (transfer none): the table in it
 */
TvTableView *
tv_call_tree_view_get_table (TvCallTreeView *self)
{
  g_return_val_if_fail (TV_IS_CALL_TREE_VIEW (self), NULL);

  return self->table;
}

/* Life */

/* The view's key leads to what is looked at, and not to the options above it. */
static gboolean
tv_call_tree_view_mnemonic_activate (GtkWidget *widget, gboolean group_cycling)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (tv_table_view_get_rows (TV_CALL_TREE_VIEW (widget)->table)));
}

static void
tv_call_tree_view_map (GtkWidget *widget)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (widget);

  GTK_WIDGET_CLASS (tv_call_tree_view_parent_class)->map (widget);
  if (self->tree != NULL)
    tv_path_tree_set_active (self->tree, TRUE);
}

static void
tv_call_tree_view_unmap (GtkWidget *widget)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (widget);

  if (self->tree != NULL)
    tv_path_tree_set_active (self->tree, FALSE);
  GTK_WIDGET_CLASS (tv_call_tree_view_parent_class)->unmap (widget);
}

static void
tv_call_tree_view_dispose (GObject *object)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);
  GtkWidget *child;

  if (self->table != NULL)
    clear_session (self);
  g_clear_pointer (&self->column_actions, tv_column_actions_free);
  g_clear_object (&self->layout);
  self->table = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "call-tree", NULL);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->dispose (object);
}

static void
tv_call_tree_view_set_property (GObject *object, guint prop_id, const GValue *value,
                                GParamSpec *pspec)
{
  if (prop_id == PROP_AROUND)
    TV_CALL_TREE_VIEW (object)->around = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

/* The toggle is the state of its action. */
static void
add_toggle (TvCallTreeView *self, GtkWidget *box, const char *label, const char *action,
            const char *tooltip)
{
  GtkWidget *toggle = gtk_toggle_button_new_with_mnemonic (label);
  g_autoptr (GPropertyAction) state = g_property_action_new (action, toggle, "active");

  gtk_widget_set_tooltip_text (toggle, tooltip);
  gtk_box_append (GTK_BOX (box), toggle);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (state));
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (update_shape), self,
                           G_CONNECT_SWAPPED);
}

static void
make_options (TvCallTreeView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (box, "options");
  add_toggle (self, box, _ ("_Bottom Up"), "bottom-up",
              _ ("Begin with the methods and go up to their callers"));
  add_toggle (self, box, _ ("By _Thread"), "per-thread",
              _ ("Show a tree for each thread"));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static void
make_table (TvCallTreeView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *overlay = gtk_overlay_new ();

  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  g_signal_connect (tv_table_view_get_rows (self->table), "activate",
                    G_CALLBACK (on_row_activated), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 GTK_WIDGET (self->table));
  /* An overlay scroll bar would hide the digits at the end of the last column. */
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scrolled), FALSE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  self->sentence = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_add_css_class (self->sentence, "dim-label");
  gtk_widget_set_can_target (self->sentence, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scrolled);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->sentence);
  gtk_widget_set_parent (overlay, GTK_WIDGET (self));
}

static void
tv_call_tree_view_constructed (GObject *object)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->constructed (object);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  add_actions (self);
  if (!self->around)
    make_options (self);
  make_table (self);
  self->notice = TV_NOTICE_BAR (tv_notice_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->notice), GTK_WIDGET (self));
  add_keys (self);
}

static void
tv_call_tree_view_class_init (TvCallTreeViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = tv_call_tree_view_constructed;
  object_class->dispose = tv_call_tree_view_dispose;
  object_class->set_property = tv_call_tree_view_set_property;
  widget_class->mnemonic_activate = tv_call_tree_view_mnemonic_activate;
  widget_class->map = tv_call_tree_view_map;
  widget_class->unmap = tv_call_tree_view_unmap;
  g_object_class_install_property (object_class, PROP_AROUND,
                                   g_param_spec_boolean ("around", NULL, NULL, FALSE,
                                                         G_PARAM_WRITABLE
                                                             | G_PARAM_CONSTRUCT_ONLY
                                                             | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_css_name (widget_class, "calltree");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_call_tree_view_init (TvCallTreeView *self)
{
}

/**
 * tv_call_tree_view_new:
 * @around: whether to show the callers and callees of the selected method
 *
 * Returns: (transfer floating): a view that shows nothing
 */
GtkWidget *
tv_call_tree_view_new (gboolean around)
{
  return g_object_new (TV_TYPE_CALL_TREE_VIEW, "around", around, NULL);
}
