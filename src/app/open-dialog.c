/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/open-dialog.h"

#include <glib/gi18n-lib.h>

static GPtrArray *
take_chosen_files (GtkNativeDialog *dialog, int response)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    g_ptr_array_add (chosen, g_list_model_get_item (files, i));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  return chosen;
}

static void
open_chosen_files (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  g_autoptr (GPtrArray) files = take_chosen_files (dialog, response);

  for (guint i = 0; i < files->len; i++)
    tv_window_open_file (user_data, g_ptr_array_index (files, i));
}

static void
add_chosen_mappings (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  g_autoptr (GPtrArray) files = take_chosen_files (dialog, response);

  tv_window_add_mappings (user_data, files);
}

static void
add_all_files (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

static void
add_trace_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();

  gtk_file_filter_set_name (traces, _ ("Android Method Traces"));
  gtk_file_filter_add_suffix (traces, "trace");
  gtk_file_filter_add_suffix (traces, "trace.gz");
  gtk_file_filter_add_suffix (traces, "key");
  gtk_file_chooser_add_filter (chooser, traces);
}

static void
add_mapping_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) mappings = gtk_file_filter_new ();

  gtk_file_filter_set_name (mappings, _ ("Mappings of ProGuard and R8"));
  gtk_file_filter_add_suffix (mappings, "txt");
  gtk_file_filter_add_suffix (mappings, "map");
  gtk_file_filter_add_suffix (mappings, "txt.gz");
  gtk_file_chooser_add_filter (chooser, mappings);
}

static void
start_in_folder_of (GtkFileChooser *chooser, GFile *file)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
}

static GtkFileChooserNative *
make_dialog (TvWindow *window, const char *title,
             void (*add_filter) (GtkFileChooser *chooser))
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
      _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filter (GTK_FILE_CHOOSER (dialog));
  add_all_files (GTK_FILE_CHOOSER (dialog));
  start_in_folder_of (GTK_FILE_CHOOSER (dialog), tv_window_get_file (window));
  return dialog;
}

/* Asks for one or more traces to open. The dialog goes away with window. */
void
tv_open_dialog_show (TvWindow *window)
{
  GtkFileChooserNative *dialog = NULL;

  g_return_if_fail (TV_IS_WINDOW (window));

  dialog = make_dialog (window, _ ("Open Trace"), add_trace_filter);
  g_signal_connect_object (dialog, "response", G_CALLBACK (open_chosen_files), window,
                           0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* Asks for one or more mapping files. The dialog goes away with window. */
void
tv_open_dialog_show_for_mapping (TvWindow *window)
{
  GtkFileChooserNative *dialog = NULL;

  g_return_if_fail (TV_IS_WINDOW (window));

  dialog = make_dialog (window, _ ("Open Mapping"), add_mapping_filter);
  g_signal_connect_object (dialog, "response", G_CALLBACK (add_chosen_mappings), window,
                           0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
