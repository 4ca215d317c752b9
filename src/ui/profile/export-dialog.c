/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/export-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  GtkFileChooserNative *dialog;
  GtkFileFilter *filters[TV_N_TABLE_FILE_FORMATS];
  TvExportChosen chosen;
  gpointer user_data;
} Export;

static TvTableFormat
find_format (const Export *export, GFile *file)
{
  GtkFileFilter *filter
      = gtk_file_chooser_get_filter (GTK_FILE_CHOOSER (export->dialog));
  g_autofree char *name = g_file_get_basename (file);
  TvTableFormat format;

  if (tv_table_format_find_by_ending (name, &format))
    return format;
  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    if (filter == export->filters[i])
      return (TvTableFormat) i;
  return TV_TABLE_CSV;
}

static void
answer (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Export *export = user_data;
  g_autoptr (GFile) file = NULL;
  TvTableFormat format = TV_TABLE_CSV;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    format = find_format (export, file);
  gtk_native_dialog_destroy (dialog);
  export->chosen (file, format, export->user_data);
  g_object_unref (export->dialog);
  g_free (export);
}

static GtkFileFilter *
add_filter (GtkFileChooser *chooser, TvTableFormat format)
{
  static const char *const titles[TV_N_TABLE_FILE_FORMATS] = {
    [TV_TABLE_TSV] = N_ ("Tab-Separated Values (.tsv)"),
    [TV_TABLE_MARKDOWN] = N_ ("Markdown (.md)"),
    [TV_TABLE_CSV] = N_ ("Comma-Separated Values (.csv)"),
    [TV_TABLE_JSON] = N_ ("JSON (.json)"),
  };
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ (titles[format]));
  gtk_file_filter_add_suffix (filter, tv_table_format_get_ending (format));
  gtk_file_chooser_add_filter (chooser, filter);
  return filter;
}

/* "app.trace" gives "app-profile.csv". */
static char *
dup_proposal (GFile *trace_file)
{
  g_autofree char *base = trace_file != NULL ? g_file_get_basename (trace_file) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;
  char *ending;

  if (name == NULL)
    return g_strdup ("profile.csv");
  ending = strstr (name, ".trace");
  if (ending != NULL && ending > name)
    *ending = '\0';
  return g_strconcat (name, "-profile.csv", NULL);
}

static void
propose (GtkFileChooser *chooser, GFile *trace_file)
{
  g_autofree char *name = dup_proposal (trace_file);
  g_autoptr (GFile) folder = trace_file != NULL ? g_file_get_parent (trace_file) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_file_chooser_set_current_name (chooser, name);
}

/* Asks for a file to export to. The ending of its name says what format it has; a name
 * without a known one is taken as it is, in the format that is chosen below. */
void
tv_export_dialog_show (GtkWidget *widget, GFile *trace_file, TvExportChosen chosen,
                       gpointer user_data)
{
  Export *export;
  GtkRoot *root;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  root = gtk_widget_get_root (widget);
  export = g_new0 (Export, 1);
  export->chosen = chosen;
  export->user_data = user_data;
  export->dialog = gtk_file_chooser_native_new (
      _ ("Export Profile"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (export->dialog), TRUE);
  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    export->filters[i]
        = add_filter (GTK_FILE_CHOOSER (export->dialog), (TvTableFormat) i);
  gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (export->dialog),
                               export->filters[TV_TABLE_CSV]);
  propose (GTK_FILE_CHOOSER (export->dialog), trace_file);
  g_signal_connect (export->dialog, "response", G_CALLBACK (answer), export);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (export->dialog));
}
