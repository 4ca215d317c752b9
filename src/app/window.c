/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/properties-dialog.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "trace/input/member-name.h"
#include "trace/tables/java-text.h"
#include "ui/profile/profile-actions.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/widgets/speaker.h"

#include <glib/gi18n-lib.h>

#define CLOCK_CPU "cpu"
#define CLOCK_WALL "wall"
#define CLOCK_BOTH "both"

/* The timeline's default share of the height. */
#define DEFAULT_SPLIT 0.5
#define DEFAULT_SPLIT_OF_TWO 0.55

enum
{
  PROP_SESSION = 1
};

static GParamSpec *session_property;

G_DEFINE_FINAL_TYPE (TvWindow, tv_window, GTK_TYPE_APPLICATION_WINDOW)

/* Returns a new window with the welcome page, not yet presented. GTK owns it until it
 * is closed. */
TvWindow *
tv_window_new (TvApplication *application)
{
  g_return_val_if_fail (TV_IS_APPLICATION (application), NULL);

  return g_object_new (TV_TYPE_WINDOW, "application", application, NULL);
}

/* Returns the file of the current page: of a trace, a load or an error. */
GFile *
tv_window_get_file (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return self->file;
}

/* Returns the session of the open trace, or NULL. */
TvTraceSession *
tv_window_get_session (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return self->session;
}

/* Returns the current page: `welcome`, `loading`, `error` or `trace`. */
const char *
tv_window_get_page (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return gtk_stack_get_visible_child_name (self->pages);
}

/* Returns whether the window has no trace and loads none, so a file may open in it. */
gboolean
tv_window_is_empty (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), FALSE);

  return self->session == NULL && self->cancellable == NULL;
}

/* Shows a page, enables the actions that work there, and focuses the widget that is
 * used first there. */
void
tv_window_show_page (TvWindow *self, const char *page)
{
  GtkWidget *first = GTK_WIDGET (self->timeline);

  if (g_str_equal (page, TV_PAGE_WELCOME))
    first = self->welcome_button;
  else if (g_str_equal (page, TV_PAGE_LOADING))
    first = self->cancel_button;
  else if (g_str_equal (page, TV_PAGE_ERROR))
    first = self->error_button;

  gtk_stack_set_visible_child_name (self->pages, page);
  tv_window_update_actions (self);
  gtk_widget_grab_focus (first);
}

/* Returns the folder of a file for a title. */
char *
tv_window_dup_folder_name (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below_home = NULL;
  g_autofree char *name = NULL;

  if (folder == NULL)
    return g_strdup ("");
  if (g_file_equal (folder, home))
    return g_strdup ("~");
  below_home = g_file_get_relative_path (home, folder);
  if (below_home != NULL)
    {
      name = tv_text_dup_shown (below_home);
      return g_strconcat ("~/", name, NULL);
    }
  name = g_file_get_parse_name (folder);
  return tv_text_dup_shown (name);
}

/* Returns the name of a file for a title. */
char *
tv_window_dup_file_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return tv_text_dup_shown (name != NULL ? name : "");
}

/* Shows the file's folder under the title, and the source of the names of methods if it
 * is not the file. */
void
tv_window_update_subtitle (TvWindow *self)
{
  g_autofree char *folder
      = self->file != NULL ? tv_window_dup_folder_name (self->file) : NULL;
  g_autofree char *names = tv_window_dup_names_text (self);
  g_autofree char *text = NULL;

  if (names == NULL || folder == NULL || *folder == '\0')
    text = g_strdup (names != NULL ? names : folder);
  else
    text = g_strdup_printf ("%s · %s", folder, names);
  gtk_label_set_label (self->folder_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->folder_label),
                          text != NULL && *text != '\0');
}

/* Shows the file's name and folder in the title, and forgets the mappings of the last
 * file. */
void
tv_window_set_file (TvWindow *self, GFile *file)
{
  g_autofree char *name = NULL;
  g_autoptr (GFile) on_disk = file != NULL ? tv_member_file_split (file, NULL) : NULL;

  g_set_object (&self->file, file);
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  tv_table_copier_set_trace_file (tv_view_get_copier (TV_VIEW (self->profile_panel)),
                                  on_disk);
  tv_table_copier_set_trace_file (self->copier, on_disk);
  if (file != NULL)
    name = tv_window_dup_file_name (file);
  gtk_window_set_title (GTK_WINDOW (self), name != NULL ? name : _ ("Traceview"));
  gtk_label_set_label (self->title_label, name != NULL ? name : _ ("Traceview"));
  tv_window_update_subtitle (self);
}

/* Sets the session. Views are bound to the property; other widgets get it here. */
void
tv_window_set_session (TvWindow *self, TvTraceSession *session)
{
  if (!g_set_object (&self->session, session))
    return;
  tv_timeline_set_session (self->timeline, session);
  tv_range_bar_set_session (self->range_bar, session);
  tv_scope_bar_set_session (self->scope_bar, session);
  g_object_notify_by_pspec (G_OBJECT (self), session_property);
  tv_find_bar_set_session (self->find_bar, session);
  tv_transform_bar_set_session (self->transform_bar, session);
  tv_package_bar_set_session (self->package_bar, session);
  tv_side_bar_set_session (self->side_bar, session);
  tv_window_update_titles (self);
  tv_window_update_event (self);
  tv_window_update_menus (self);
  tv_window_show_base (self);
  tv_window_update_join (self);
  tv_window_update_notes (self);
  tv_window_update_events (self);
  tv_window_update_warnings (self);
  tv_window_on_trace_changed (self);
}

/* Actions */

static void
open_recent (TvWindow *self, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  /* The error says that it is missing. */
  if (!g_file_query_exists (file, NULL))
    tv_window_forget_file (file);
  tv_window_open_file (self, file);
}

static void
show_properties (TvWindow *self)
{
  tv_properties_dialog_show (GTK_WINDOW (self), self->session, self->file,
                             self->mappings, self->n_renamed);
}

static void
change_primary_clock (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  const char *clock = g_variant_get_string (state, NULL);
  gboolean both = g_str_equal (clock, CLOCK_BOTH);

  if (self->session == NULL)
    return;
  if (!both)
    tv_trace_session_set_primary_clock (self->session, g_str_equal (clock, CLOCK_CPU)
                                                           ? TV_CLOCK_THREAD_CPU
                                                           : TV_CLOCK_WALL);
  g_object_set (self->profile_panel, "both-clocks", both, NULL);
  g_simple_action_set_state (action, state);
}

/* Adds actions. Their functions get the window, the parameter or the chosen state, and
 * the action. */
void
tv_window_add_actions (TvWindow *self, const TvWindowAction *actions, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const char *const type = actions[i].parameter;
      g_autoptr (GVariant) state
          = actions[i].state != NULL
                ? g_variant_parse (NULL, actions[i].state, NULL, NULL, NULL)
                : NULL;
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
          actions[i].name, type != NULL ? G_VARIANT_TYPE (type) : NULL, state);

      g_signal_connect_swapped (action, state != NULL ? "change-state" : "activate",
                                actions[i].run, self);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
}

void
tv_window_set_enabled (TvWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static gboolean
update_primary_clock (TvWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "primary-clock");
  const char *state = CLOCK_BOTH;
  gboolean both;

  if (self->session == NULL)
    return FALSE;
  g_object_get (self->profile_panel, "both-clocks", &both, NULL);
  if (!both)
    state = tv_trace_session_get_primary_clock (self->session) == TV_CLOCK_THREAD_CPU
                ? CLOCK_CPU
                : CLOCK_WALL;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (state));
  return tv_trace_session_has_clock_choice (self->session);
}

/* Enables the actions that make sense on the current page. */
void
tv_window_update_actions (TvWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);
  gboolean has_trace = g_strcmp0 (page, TV_PAGE_TRACE) == 0;
  gboolean is_compared = has_trace && self->sources[TV_DIFF_OLD] != NULL;
  gboolean two_clocks = update_primary_clock (self);

  tv_window_set_enabled (self, "reload",
                         self->file != NULL && self->cancellable == NULL);
  tv_window_set_enabled (self, "cancel", self->cancellable != NULL);
  tv_window_set_enabled (self, "properties", has_trace);
  tv_window_set_enabled (self, "export", has_trace);
  tv_window_set_enabled (self, "compare", has_trace);
  tv_window_set_enabled (self, "swap-traces", is_compared);
  tv_window_set_enabled (self, "stop-comparing", is_compared);
  tv_window_set_enabled (self, "one-scale", is_compared);
  tv_window_set_enabled (self, "compare-by-share",
                         is_compared && self->session != NULL
                             && tv_trace_session_compares_amounts (self->session));
  tv_window_set_enabled (self, "add-trace", has_trace);
  tv_window_set_enabled (self, "remove-added",
                         has_trace && self->sources[TV_DIFF_NEW] != NULL
                             && self->sources[TV_DIFF_NEW]->alone != NULL);
  tv_window_set_enabled (self, "open-mapping", has_trace);
  tv_window_set_enabled (self, "save-flame-graph", has_trace);
  tv_window_set_enabled (self, "remove-mapping", has_trace && self->mappings != NULL);
  tv_window_set_enabled (self, "view-menu", has_trace);
  tv_window_set_enabled (self, "color-legend", has_trace);
  tv_window_set_enabled (self, "primary-clock", has_trace && two_clocks);
  gtk_widget_set_visible (self->trace_buttons, has_trace);
  gtk_widget_set_visible (self->history_buttons, has_trace);
  tv_window_show_recent_button (self);
  tv_window_show_notes_button (self);
}

/* Adds the actions `win.…`, and those of the widgets: `timeline.…`, `scope.…`,
 * `profile.…` and `find.…`. */
static void
init_actions (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "open", G_CALLBACK (tv_window_choose_trace), NULL, NULL },
    { "open-recent", G_CALLBACK (open_recent), "s", NULL },
    { "reload", G_CALLBACK (tv_window_reload), NULL, NULL },
    { "cancel", G_CALLBACK (tv_window_cancel_loading), NULL, NULL },
    { "properties", G_CALLBACK (show_properties), NULL, NULL },
    { "save-flame-graph", G_CALLBACK (tv_window_choose_flame_graph), NULL, NULL },
    { "sample-event", G_CALLBACK (tv_window_choose_event), "s", "''" },
    { "primary-clock", G_CALLBACK (change_primary_clock), "s", "'" CLOCK_CPU "'" },
  };
  static const char *const of_profile[] = { "group-by", "columns", "time-unit" };
  static const char *const remembered[]
      = { "color-by",     "palette",           "overview",
          "thread-order", "main-thread-first", "row-height" };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline",
                                  tv_timeline_get_action_group (self->timeline));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "scope",
                                  tv_scope_bar_get_action_group (self->scope_bar));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "find",
                                  tv_find_bar_get_action_group (self->find_bar));
  gtk_widget_insert_action_group (
      GTK_WIDGET (self), "transform",
      tv_transform_bar_get_action_group (self->transform_bar));
  gtk_widget_insert_action_group (
      GTK_WIDGET (self), "profile",
      tv_view_get_action_group (TV_VIEW (self->profile_panel)));
  for (guint i = 0; i < G_N_ELEMENTS (of_profile); i++)
    tv_settings_bind_action (self->settings, of_profile[i],
                             tv_view_get_action_group (TV_VIEW (self->profile_panel)),
                             of_profile[i]);
  g_signal_connect_object (self->profile_panel, "notify::both-clocks",
                           G_CALLBACK (update_primary_clock), self, G_CONNECT_SWAPPED);
  if (tv_settings_has_key (self->settings, "both-clocks"))
    g_settings_bind (self->settings, "both-clocks", self->profile_panel, "both-clocks",
                     G_SETTINGS_BIND_DEFAULT);
  tv_timeline_join (self->timeline, self->base_timeline);
  for (guint i = 0; i < G_N_ELEMENTS (remembered); i++)
    tv_settings_bind_action (self->settings, remembered[i],
                             tv_timeline_get_action_group (self->timeline),
                             remembered[i]);
}

/* The class */

static void
restore_size (TvWindow *self)
{
  if (self->settings == NULL)
    return;
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  self->split = g_settings_get_double (self->settings, "timeline-share");
}

/* Keeps the proportion of timeline and table when the height changes. Until the user
 * chooses one, a single timeline takes no more than it can fill. */
void
tv_window_place_split (TvWindow *self)
{
  const gboolean is_single = !gtk_widget_get_visible (self->base_box);
  const int content = tv_timeline_get_content_height (self->timeline);
  const int height = gtk_widget_get_height (GTK_WIDGET (self->paned));
  int position = (int) (self->split * height);
  int least;
  int most;

  if (self->split == DEFAULT_SPLIT && !is_single)
    position = (int) (DEFAULT_SPLIT_OF_TWO * height);
  else if (self->split == DEFAULT_SPLIT && content >= 0)
    position = MIN (position, content);
  g_object_get (self->paned, "min-position", &least, "max-position", &most, NULL);
  self->max_split = most;
  self->placed_split = CLAMP (position, least, MAX (least, most));
  gtk_paned_set_position (self->paned, self->placed_split);
}

/* GTK moves the split when its range changes. Any other move is the user's. */
static void
on_split_moved (TvWindow *self)
{
  const int position = gtk_paned_get_position (self->paned);
  const int height = gtk_widget_get_height (GTK_WIDGET (self->paned));
  int most;

  g_object_get (self->paned, "max-position", &most, NULL);
  if (most == self->max_split && position != self->placed_split && height > 0)
    self->split = (double) position / height;
}

/* Restores the size here, because GTK sets "maximized" during construction. */
static void
tv_window_constructed (GObject *object)
{
  G_OBJECT_CLASS (tv_window_parent_class)->constructed (object);
  restore_size (TV_WINDOW (object));
}

static void
tv_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_window_parent_class)->realize (widget);
  tv_window_watch_width (TV_WINDOW (widget));
}

static void
save_size (TvWindow *self)
{
  int width = 0;
  int height = 0;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_int (self->settings, "window-width", MAX (width, 1));
  g_settings_set_int (self->settings, "window-height", MAX (height, 1));
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  if (self->session != NULL)
    g_settings_set_double (self->settings, "timeline-share", self->split);
}

static gboolean
tv_window_close_request (GtkWindow *window)
{
  TvWindow *self = TV_WINDOW (window);

  tv_window_stop_loading (self);
  (void) tv_window_stop_naming (self);
  tv_job_cancel (&self->drop_job);
  tv_job_cancel (&self->picture_job);
  if (self->note_store != NULL)
    tv_note_store_close (self->note_store);
  save_size (self);

  return GTK_WINDOW_CLASS (tv_window_parent_class)->close_request (window);
}

/* Escape cancels a load, or else clears the selection. It is a binding and not an
 * accelerator, so that an entry or a popover with the focus gets it first. */
static gboolean
cancel_on_escape (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvWindow *self = TV_WINDOW (widget);

  if (self->cancellable != NULL)
    {
      tv_window_cancel_loading (self);
      return TRUE;
    }
  if (tv_window_stop_naming (self))
    return TRUE;
  if (self->session == NULL
      || tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return FALSE;
  tv_trace_session_clear_selection (self->session);
  return TRUE;
}

static void
tv_window_dispose (GObject *object)
{
  TvWindow *self = TV_WINDOW (object);

  tv_window_stop_loading (self);
  tv_job_cancel (&self->naming_job);
  tv_job_cancel (&self->drop_job);
  tv_job_cancel (&self->picture_job);
  if (self->copier != NULL)
    tv_table_copier_stop (self->copier);
  g_clear_object (&self->copier);
  g_signal_handlers_disconnect_by_data (gtk_recent_manager_get_default (), self);
  if (self->timeline != NULL)
    tv_window_set_session (self, NULL);
  /* This action holds the views, which must not outlive the other actions. */
  g_action_map_remove_action (G_ACTION_MAP (self), "view");
  /* Disposing of the template unparents its children without notice to the window. */
  gtk_window_set_child (GTK_WINDOW (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_WINDOW);
  g_clear_weak_pointer (&self->last_focus);
  g_clear_object (&self->session);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->sources[side], tv_trace_source_unref);
  g_clear_pointer (&self->read, tv_trace_source_unref);
  g_clear_object (&self->next_base);
  g_clear_object (&self->next_added);
  tv_later_cancel (&self->joining);
  g_clear_pointer (&self->offsets, g_hash_table_unref);
  g_clear_pointer (&self->plain_trace, tv_trace_unref);
  g_clear_pointer (&self->named_trace, tv_trace_unref);
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  tv_window_stop_watching (self);
  g_clear_object (&self->file);
  for (guint i = 0; i < G_N_ELEMENTS (self->event_signals); i++)
    g_clear_object (&self->event_signals[i]);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->recent_uris, g_free);
  g_clear_pointer (&self->event, g_free);

  G_OBJECT_CLASS (tv_window_parent_class)->dispose (object);
}

static void
tv_window_get_property (GObject *object, guint prop_id, GValue *value,
                        GParamSpec *pspec)
{
  g_value_set_object (value, TV_WINDOW (object)->session);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/traceview/Traceview/window.ui");
  gtk_widget_class_bind_template_child (widget_class, TvWindow, title_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, folder_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, recent_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, history_buttons);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, trace_buttons);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, view_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, threads_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, notes_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, notes_popover);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, find_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, welcome_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, recent_list);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, recent_box);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, loading_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, error_title);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, error_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, error_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, warnings_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, warnings_summary);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, warnings_button);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, warnings_list);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, side_paned);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, side_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, flame_view);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, timelines);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, compare_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, compare_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, join_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, join_offset);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, base_box);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, base_label);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, base_timeline);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, base_range_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, base_scope_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, find_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, transform_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, views);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, tabs);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, options);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, profile_panel);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, call_tree);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, callers_callees);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, calls_view);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, query_view);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, package_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, range_bar);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, scope_bar);
}

static void
tv_window_class_init (TvWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GtkWindowClass *window_class = GTK_WINDOW_CLASS (klass);

  object_class->constructed = tv_window_constructed;
  object_class->dispose = tv_window_dispose;
  object_class->get_property = tv_window_get_property;
  widget_class->realize = tv_window_realize;
  window_class->close_request = tv_window_close_request;

  g_type_ensure (TV_TYPE_CALL_TREE_VIEW);
  g_type_ensure (TV_TYPE_CALLS_VIEW);
  g_type_ensure (TV_TYPE_FIND_BAR);
  g_type_ensure (TV_TYPE_NOTES_POPOVER);
  g_type_ensure (TV_TYPE_NOTICE_BAR);
  g_type_ensure (TV_TYPE_PACKAGE_BAR);
  g_type_ensure (TV_TYPE_PROFILE_PANEL);
  g_type_ensure (TV_TYPE_QUERY_VIEW);
  g_type_ensure (TV_TYPE_RANGE_BAR);
  g_type_ensure (TV_TYPE_SCOPE_BAR);
  g_type_ensure (TV_TYPE_SIDE_BAR);
  g_type_ensure (TV_TYPE_FLAME_VIEW);
  g_type_ensure (TV_TYPE_TIMELINE);
  g_type_ensure (TV_TYPE_TRANSFORM_BAR);
  session_property = g_param_spec_object ("session", NULL, NULL, TV_TYPE_TRACE_SESSION,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, PROP_SESSION, session_property);
  bind_template (widget_class);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, cancel_on_escape,
                                NULL);
}

/* Connects the profile panel to the bars around it, which do not know each other. */
static void
join_profile (TvWindow *self)
{
  GtkWidget *panel = GTK_WIDGET (self->profile_panel);
  GtkWidget *notice = GTK_WIDGET (tv_view_get_notice (TV_VIEW (self->profile_panel)));

  gtk_widget_insert_before (GTK_WIDGET (self->package_bar), panel, notice);
  tv_find_bar_set_table (self->find_bar,
                         GTK_WIDGET (tv_table_view_get_rows (
                             tv_view_get_table (TV_VIEW (self->profile_panel)))));
  /* When no row is left, the focus moves to the package bar. */
  g_signal_connect_object (self->profile_panel, "emptied",
                           G_CALLBACK (gtk_widget_grab_focus), self->package_bar,
                           G_CONNECT_SWAPPED);
  tv_profile_row_menu_add_keys (GTK_WIDGET (self->package_bar));
}

static void
tv_window_init (TvWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->settings = tv_settings_new ();
  self->copier = tv_table_copier_new (self->notice);
  join_profile (self);
  self->split = DEFAULT_SPLIT;
  g_signal_connect_swapped (self->paned, "notify::max-position",
                            G_CALLBACK (tv_window_place_split), self);
  g_signal_connect_swapped (self->paned, "notify::position",
                            G_CALLBACK (on_split_moved), self);
  g_signal_connect_object (self->timeline, "notify::content-height",
                           G_CALLBACK (tv_window_place_split), self, G_CONNECT_SWAPPED);
  init_actions (self);
  tv_window_init_menus (self);
  tv_window_init_mapping (self);
  tv_window_init_compare (self);
  tv_window_init_join (self);
  tv_window_init_source (self);
  tv_window_init_preferences (self);
  tv_window_init_views (self);
  tv_window_init_side_bar (self);
  tv_window_init_shortcuts (self);
  tv_window_init_keys (self);
  tv_window_init_notes (self);
  tv_window_init_events (self);
  tv_profile_actions_add_input (GTK_WIDGET (self));
  /* A widget with shortcuts hears late of action groups that are added after them, so
   * this comes after all groups. */
  tv_transform_bar_add_keys (GTK_WIDGET (self->views));
  tv_window_init_open (self);
  tv_speaker_name_buttons (GTK_WIDGET (self));
  tv_window_set_file (self, NULL);
  tv_window_show_page (self, TV_PAGE_WELCOME);
}
