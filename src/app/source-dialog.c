/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/source-dialog.h"

#include <glib/gi18n-lib.h>

/* What is remembered changes with every letter and folder: there is nothing to save. */
typedef struct
{
  GSettings *settings;
  GtkWindow *window;
  GtkListBox *folders;
} Dialog;

static void
dialog_free (gpointer data)
{
  Dialog *dialog = data;

  g_object_unref (dialog->settings);
  g_free (dialog);
}

static void fill_folders (Dialog *dialog);

static void
remove_folder (GtkButton *button, gpointer user_data)
{
  Dialog *dialog = user_data;
  const char *folder = g_object_get_data (G_OBJECT (button), "folder");
  g_auto (GStrv) before = g_settings_get_strv (dialog->settings, "source-folders");
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  for (guint i = 0; before[i] != NULL; i++)
    if (!g_str_equal (before[i], folder))
      g_ptr_array_add (after, before[i]);
  g_ptr_array_add (after, NULL);
  g_settings_set_strv (dialog->settings, "source-folders",
                       (const char *const *) after->pdata);
  fill_folders (dialog);
}

static GtkWidget *
make_row (Dialog *dialog, const char *folder)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *name = g_filename_display_name (folder);
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "hexpand", TRUE,
                      "ellipsize", PANGO_ELLIPSIZE_START, NULL);

  g_object_set_data_full (G_OBJECT (button), "folder", g_strdup (folder), g_free);
  gtk_widget_set_tooltip_text (button, _ ("Remove the Folder"));
  g_signal_connect (button, "clicked", G_CALLBACK (remove_folder), dialog);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static void
fill_folders (Dialog *dialog)
{
  g_auto (GStrv) folders = g_settings_get_strv (dialog->settings, "source-folders");
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (dialog->folders))) != NULL)
    gtk_list_box_remove (dialog->folders, row);
  for (guint i = 0; folders[i] != NULL; i++)
    gtk_list_box_append (dialog->folders, make_row (dialog, folders[i]));
}

static void
add_chosen_folder (GtkNativeDialog *chooser, int response, gpointer user_data)
{
  GtkWindow *window = GTK_WINDOW (user_data);
  Dialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL && g_utf8_validate (path, -1, NULL))
    {
      g_auto (GStrv) before = g_settings_get_strv (dialog->settings, "source-folders");
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) after = NULL;

      g_strv_builder_addv (builder, (const char **) before);
      if (!g_strv_contains ((const char *const *) before, path))
        g_strv_builder_add (builder, path);
      after = g_strv_builder_end (builder);
      g_settings_set_strv (dialog->settings, "source-folders",
                           (const char *const *) after);
      fill_folders (dialog);
    }
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
choose_folder (Dialog *dialog)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Add Source Folder"), dialog->window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
      _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (add_chosen_folder),
                           dialog->window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static GtkWidget *
make_label (const char *text)
{
  return g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE,
                       "use-underline", TRUE, NULL);
}

static void
add_command (Dialog *dialog, GtkBox *box)
{
  GtkWidget *label = make_label (_ ("_Command"));
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *hint = make_label (_ ("{file}, {line} and {class} stand for what the "
                                   "method has."));

  g_settings_bind (dialog->settings, "source-command", entry, "text",
                   G_SETTINGS_BIND_DEFAULT);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "kate --line {line} {file}");
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_box_append (box, label);
  gtk_box_append (box, entry);
  gtk_box_append (box, hint);
}

static void
add_folders (Dialog *dialog, GtkBox *box)
{
  GtkWidget *label = make_label (_ ("Source Folders"));
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Add Folder…"));

  dialog->folders = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (dialog->folders, GTK_SELECTION_NONE);
  gtk_frame_set_child (GTK_FRAME (frame), list);
  gtk_widget_set_vexpand (frame, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_folder), dialog);
  gtk_box_append (box, label);
  gtk_box_append (box, frame);
  gtk_box_append (box, button);
  fill_folders (dialog);
}

/* Lets a person choose what opens a source file, and where these are. */
void
tv_source_dialog_show (GtkWindow *parent, GSettings *settings)
{
  Dialog *dialog;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (G_IS_SETTINGS (settings));

  dialog = g_new0 (Dialog, 1);
  dialog->settings = g_object_ref (settings);
  dialog->window
      = g_object_new (GTK_TYPE_WINDOW, "title", _ ("Source Settings"), "transient-for",
                      parent, "modal", TRUE, "destroy-with-parent", TRUE,
                      "default-width", 480, "default-height", 360, NULL);
  g_object_set_data_full (G_OBJECT (dialog->window), "dialog", dialog, dialog_free);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  add_command (dialog, GTK_BOX (box));
  add_folders (dialog, GTK_BOX (box));
  gtk_window_set_child (dialog->window, box);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (dialog->window), keys);
  gtk_window_present (dialog->window);
}
