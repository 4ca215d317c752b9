/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "ui/profile/history-actions.h"
#include "ui/profile/profile-tools.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (TvWindow, tv_window, GTK_TYPE_APPLICATION_WINDOW)

/* Returns a new window with the welcome page, not yet shown. It belongs to GTK until
 * it is closed. */
TvWindow *
tv_window_new (TvApplication *application)
{
  g_return_val_if_fail (TV_IS_APPLICATION (application), NULL);

  return g_object_new (TV_TYPE_WINDOW, "application", application, NULL);
}

/* Returns the file that is shown, being loaded, or could not be shown. */
GFile *
tv_window_get_file (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return self->file;
}

/* Returns the trace that is open, or NULL if none is. */
TvTraceSession *
tv_window_get_session (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return self->session;
}

/* Returns what the window shows: `welcome`, `loading`, `error` or `trace`. */
const char *
tv_window_get_page (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), NULL);

  return gtk_stack_get_visible_child_name (self->pages);
}

/* Returns whether the window has no trace and loads none, so that a file may be opened
 * in it. So it is after a file could not be shown. */
gboolean
tv_window_is_empty (TvWindow *self)
{
  g_return_val_if_fail (TV_IS_WINDOW (self), FALSE);

  return self->session == NULL && self->cancellable == NULL;
}

/* Turns to page, sets which actions can be used there, and gives the keyboard focus to
 * what is used first there. */
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

static char *
dup_folder_name (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below_home = NULL;

  if (folder == NULL)
    return g_strdup ("");
  if (g_file_equal (folder, home))
    return g_strdup ("~");
  below_home = g_file_get_relative_path (home, folder);
  if (below_home != NULL)
    {
      g_autofree char *name = g_filename_display_name (below_home);

      return g_strconcat ("~/", name, NULL);
    }
  return g_file_get_parse_name (folder);
}

/* Shows under the title where the file is, and where the names of methods are from if
 * not from it. */
void
tv_window_update_subtitle (TvWindow *self)
{
  g_autofree char *folder = self->file != NULL ? dup_folder_name (self->file) : NULL;
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

/* Puts the file's name and folder in the title, and forgets the mappings of another. */
void
tv_window_set_file (TvWindow *self, GFile *file)
{
  g_autofree char *name = NULL;

  g_set_object (&self->file, file);
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  tv_profile_copy_set_trace_file (
      tv_profile_tools_get_copy (tv_profile_panel_get_tools (self->profile_panel)),
      file);
  if (file != NULL)
    {
      g_autofree char *base_name = g_file_get_basename (file);

      name = g_filename_display_name (base_name);
    }
  gtk_window_set_title (GTK_WINDOW (self), name != NULL ? name : _ ("Traceview"));
  gtk_label_set_label (self->title_label, name != NULL ? name : _ ("Traceview"));
  tv_window_update_subtitle (self);
}

/* Hands session to the widgets that show it. */
void
tv_window_set_session (TvWindow *self, TvTraceSession *session)
{
  if (!g_set_object (&self->session, session))
    return;
  tv_timeline_set_session (self->timeline, session);
  tv_range_bar_set_session (self->range_bar, session);
  tv_scope_bar_set_session (self->scope_bar, session);
  tv_profile_panel_set_session (self->profile_panel, session);
  tv_warnings_bar_set_trace (self->warnings_bar,
                             session != NULL ? tv_trace_session_get_trace (session)
                                             : NULL);
  tv_window_follow_trace (self);
}

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
  gtk_paned_set_position (self->paned,
                          g_settings_get_int (self->settings, "timeline-height"));
}

/* Not before: GTK sets whether it is maximized once more while it is constructed. */
static void
tv_window_constructed (GObject *object)
{
  G_OBJECT_CLASS (tv_window_parent_class)->constructed (object);
  restore_size (TV_WINDOW (object));
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
    g_settings_set_int (self->settings, "timeline-height",
                        gtk_paned_get_position (self->paned));
}

static gboolean
tv_window_close_request (GtkWindow *window)
{
  TvWindow *self = TV_WINDOW (window);

  tv_window_stop_loading (self);
  (void) tv_window_stop_naming (self);
  save_size (self);

  return GTK_WINDOW_CLASS (tv_window_parent_class)->close_request (window);
}

/* Escape is a binding and not an accelerator, so that an entry or a popover that has
 * the focus gets it first. */
static gboolean
cancel_on_escape (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvWindow *self = TV_WINDOW (widget);

  if (self->cancellable == NULL)
    return tv_window_stop_naming (self);
  tv_window_cancel_loading (self);
  return TRUE;
}

static void
tv_window_dispose (GObject *object)
{
  TvWindow *self = TV_WINDOW (object);

  tv_window_stop_loading (self);
  g_signal_handlers_disconnect_by_data (gtk_recent_manager_get_default (), self);
  if (self->timeline != NULL)
    tv_window_set_session (self, NULL);
  /* Disposing of the template unparents its children behind the window's back. */
  gtk_window_set_child (GTK_WINDOW (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_WINDOW);
  g_clear_object (&self->session);
  g_clear_pointer (&self->plain_trace, tv_trace_unref);
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  g_clear_object (&self->file);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->recent_uris, g_free);

  G_OBJECT_CLASS (tv_window_parent_class)->dispose (object);
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
  gtk_widget_class_bind_template_child (widget_class, TvWindow, view_button);
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
  gtk_widget_class_bind_template_child (widget_class, TvWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, TvWindow, profile_panel);
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
  window_class->close_request = tv_window_close_request;

  g_type_ensure (TV_TYPE_NOTICE_BAR);
  g_type_ensure (TV_TYPE_PROFILE_PANEL);
  g_type_ensure (TV_TYPE_RANGE_BAR);
  g_type_ensure (TV_TYPE_SCOPE_BAR);
  g_type_ensure (TV_TYPE_TIMELINE);
  g_type_ensure (TV_TYPE_WARNINGS_BAR);
  bind_template (widget_class);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, cancel_on_escape,
                                NULL);
}

static void
tv_window_init (TvWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->settings = tv_settings_new ();
  tv_window_init_actions (self);
  tv_window_init_mapping (self);
  tv_window_init_source (self);
  tv_history_actions_add_input (GTK_WIDGET (self), GTK_WIDGET (self->timeline));
  tv_window_init_recent (self);
  tv_window_init_drop (self);
  tv_window_set_file (self, NULL);
  tv_window_show_page (self, TV_PAGE_WELCOME);
}
