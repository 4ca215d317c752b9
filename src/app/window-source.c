/* SPDX-License-Identifier: Apache-2.0 */

/* Opening the source of the selected method in an editor. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/source-command.h"

#include <glib/gi18n-lib.h>

/* The dialog */

#define FOLDERS "source-folders"

/* Settings are written with every change, so the dialog has no button to save. */
static void
set_folder (GSettings *settings, const char *folder, gboolean wanted)
{
  g_auto (GStrv) before = g_settings_get_strv (settings, FOLDERS);
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  if (wanted && g_strv_contains ((const char *const *) before, folder))
    return;
  for (guint i = 0; before[i] != NULL; i++)
    if (!g_str_equal (before[i], folder))
      g_ptr_array_add (after, before[i]);
  if (wanted)
    g_ptr_array_add (after, (gpointer) folder);
  g_ptr_array_add (after, NULL);
  g_settings_set_strv (settings, FOLDERS, (const char *const *) after->pdata);
}

static void
remove_folder (GSettings *settings, GtkButton *button)
{
  set_folder (settings, g_object_get_data (G_OBJECT (button), "folder"), FALSE);
}

static GtkWidget *
make_row (GSettings *settings, const char *folder)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *name = g_filename_display_name (folder);
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "hexpand", TRUE,
                      "ellipsize", PANGO_ELLIPSIZE_START, NULL);

  g_object_set_data_full (G_OBJECT (button), "folder", g_strdup (folder), g_free);
  gtk_widget_set_tooltip_text (button, _ ("Remove Folder"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_folder), settings,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static void
fill_folders (GtkListBox *list, const char *key, GSettings *settings)
{
  g_auto (GStrv) folders = g_settings_get_strv (settings, FOLDERS);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
  for (guint i = 0; folders[i] != NULL; i++)
    gtk_list_box_append (list, make_row (settings, folders[i]));
}

static void
add_chosen_folder (GtkNativeDialog *chooser, int response, GSettings *settings)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL && g_utf8_validate (path, -1, NULL))
    set_folder (settings, path, TRUE);
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
choose_folder (GSettings *settings, GtkWidget *button)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Add Source Folder"), GTK_WINDOW (gtk_widget_get_root (button)),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (add_chosen_folder),
                           settings, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static GtkWidget *
make_label (const char *text)
{
  return g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE,
                       "use-underline", TRUE, NULL);
}

/* Adds a widget with a label above it. */
static void
add_named (GtkBox *box, const char *name, GtkWidget *widget)
{
  GtkWidget *label = make_label (name);

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_box_append (box, label);
  gtk_box_append (box, widget);
}

static void
add_command (GSettings *settings, GtkBox *box)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *hint
      = make_label (_ ("{file}, {line} and {class} stand for those of the method, each "
                       "in an argument of its own. A script of a shell finds them in "
                       "$TRACEVIEW_FILE, $TRACEVIEW_LINE and $TRACEVIEW_CLASS."));

  g_settings_bind (settings, "source-command", entry, "text", G_SETTINGS_BIND_DEFAULT);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "kate --line {line} {file}");
  gtk_label_set_use_underline (GTK_LABEL (hint), FALSE);
  gtk_widget_add_css_class (hint, "dim-label");
  add_named (box, _ ("Source _Command"), entry);
  gtk_box_append (box, hint);
}

static void
add_folders (GSettings *settings, GtkBox *box)
{
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkListBox *list = GTK_LIST_BOX (gtk_list_box_new ());
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Add Folder…"));

  gtk_list_box_set_selection_mode (list, GTK_SELECTION_NONE);
  gtk_frame_set_child (GTK_FRAME (frame), GTK_WIDGET (list));
  gtk_widget_set_vexpand (frame, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  g_signal_connect_object (button, "clicked", G_CALLBACK (choose_folder), settings,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" FOLDERS, G_CALLBACK (fill_folders),
                           list, G_CONNECT_SWAPPED);
  fill_folders (list, FOLDERS, settings);
  add_named (box, _ ("Source Folders"), frame);
  gtk_box_append (box, button);
}

static void
add_memory_limit (GSettings *settings, GtkBox *box)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, G_MAXINT, 256);

  g_settings_bind (settings, "memory-limit", spin, "value", G_SETTINGS_BIND_DEFAULT);
  add_named (box, _ ("Memory Limit per Trace in MiB (0: Half of RAM)"), spin);
}

/* Opens the preferences: the command that opens a source file, the folders of source
 * files, and how much memory a trace may take. */
static void
show_dialog (GtkWindow *parent, GSettings *settings)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkWindow *window = g_object_new (
      GTK_TYPE_WINDOW, "title", _ ("Preferences"), "transient-for", parent, "modal",
      TRUE, "destroy-with-parent", TRUE, "default-width", 480, "default-height", 360,
      "titlebar", gtk_header_bar_new (), "child", box, NULL);

  g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 12,
                "margin-bottom", 12, NULL);
  add_command (settings, GTK_BOX (box));
  add_folders (settings, GTK_BOX (box));
  if (tv_settings_has_key (settings, "memory-limit"))
    add_memory_limit (settings, GTK_BOX (box));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
  gtk_window_present (window);
}

/* The command */

static void
say_error (TvWindow *self, const char *sentence)
{
  TvNoticeBar *notice = tv_view_get_notice (TV_VIEW (self->profile_panel));

  tv_notice_bar_show_error (notice, sentence);
  tv_notice_bar_set_action (notice, _ ("_Settings…"), "win.source-settings");
}

/* An editor that keeps running does not keep the window alive. */
static void
on_command_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak_self = user_data;
  g_autoptr (TvWindow) self = g_weak_ref_get (weak_self);
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = NULL;

  g_weak_ref_clear (weak_self);
  g_free (weak_self);
  if (g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error)
      || self == NULL || self->session == NULL)
    return;
  sentence = g_strdup_printf (_ ("The source command failed: %s"), error->message);
  say_error (self, sentence);
}

static gboolean
run_command (TvWindow *self, const TvMethod *method, GError **error)
{
  g_autofree char *command = g_settings_get_string (self->settings, "source-command");
  g_auto (GStrv) folders = g_settings_get_strv (self->settings, FOLDERS);
  g_autofree char *file = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_auto (GStrv) environment = NULL;
  g_autoptr (GSubprocess) process = NULL;
  GWeakRef *weak_self;

  if (tv_source_command_needs_file (command))
    {
      file = tv_source_find_file (method, (const char *const *) folders, error);
      if (file == NULL)
        return FALSE;
    }
  words = tv_source_command_expand (command, method, file, error);
  if (words == NULL)
    return FALSE;
  environment = tv_source_command_dup_environment (method, file);
  g_subprocess_launcher_set_environ (launcher, environment);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, error);
  if (process == NULL)
    return FALSE;
  weak_self = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak_self, self);
  g_subprocess_wait_check_async (process, NULL, on_command_ended, weak_self);
  return TRUE;
}

static void
open_source (TvWindow *self)
{
  const guint32 method = tv_profile_panel_get_subject (self->profile_panel);
  g_autoptr (GError) error = NULL;

  if (self->session == NULL || method == TV_METHOD_NONE
      || !tv_settings_has_key (self->settings, "source-command"))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  if (!run_command (
          self,
          tv_trace_get_method (tv_trace_session_get_trace (self->session), method),
          &error))
    say_error (self, error->message);
}

static void
show_settings (TvWindow *self)
{
  if (tv_settings_has_key (self->settings, "source-command"))
    show_dialog (GTK_WINDOW (self), self->settings);
}

/* Adds the actions `open-source` and `source-settings`. */
void
tv_window_init_source (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "open-source", G_CALLBACK (open_source), NULL, NULL },
    { "source-settings", G_CALLBACK (show_settings), NULL, NULL },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
}
