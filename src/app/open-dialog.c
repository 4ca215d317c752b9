/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/open-dialog.h"

#include <glib/gi18n-lib.h>

static void
open_chosen_files (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      tv_window_open_file (user_data, file);
    }
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (traces, _ ("Android Method Traces"));
  gtk_file_filter_add_suffix (traces, "trace");
  gtk_file_filter_add_suffix (traces, "trace.gz");
  gtk_file_filter_add_suffix (traces, "key");
  gtk_file_chooser_add_filter (chooser, traces);

  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

static void
start_in_folder_of (GtkFileChooser *chooser, GFile *file)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
}

/**
 * tv_open_dialog_show:
 * @window: where the chosen files go, see tv_window_open_file()
 *
 * Asks for one or more traces to open. The dialog goes away with @window.
 */
void
tv_open_dialog_show (TvWindow *window)
{
  GtkFileChooserNative *dialog = NULL;

  g_return_if_fail (TV_IS_WINDOW (window));

  dialog = gtk_file_chooser_native_new (_ ("Open Trace"), GTK_WINDOW (window),
                                        GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
                                        _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filters (GTK_FILE_CHOOSER (dialog));
  start_in_folder_of (GTK_FILE_CHOOSER (dialog), tv_window_get_file (window));
  g_signal_connect_object (dialog, "response", G_CALLBACK (open_chosen_files), window,
                           0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
