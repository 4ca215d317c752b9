/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-copy.h"

#include "ui/profile/table-export.h"
#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TvProfileCopy
{
  GObject parent_instance;

  TvProfilePanel *panel; /* NULL after tv_profile_copy_stop() */
  GFile *trace_file;
  TvJob *job;
};

G_DEFINE_FINAL_TYPE (TvProfileCopy, tv_profile_copy, G_TYPE_OBJECT)

static void
tv_profile_copy_finalize (GObject *object)
{
  TvProfileCopy *self = TV_PROFILE_COPY (object);

  tv_job_cancel (&self->job);
  g_clear_object (&self->trace_file);

  G_OBJECT_CLASS (tv_profile_copy_parent_class)->finalize (object);
}

static void
tv_profile_copy_class_init (TvProfileCopyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_copy_finalize;
}

static void
tv_profile_copy_init (TvProfileCopy *self)
{
}

static TvNoticeBar *
get_notice (TvProfileCopy *self)
{
  return tv_profile_panel_get_notice (self->panel);
}

/* What is copied */

static TvExportRows
parse_rows (const char *what)
{
  if (g_str_equal (what, "table"))
    return TV_EXPORT_ALL_ROWS;
  return g_str_equal (what, "rows") ? TV_EXPORT_OPEN_ROWS : TV_EXPORT_ROW;
}

/* Returns NULL if there is nothing to take. */
static TvTableExport *
take_table (TvProfileCopy *self, const char *what)
{
  TvProfileTree *tree
      = self->panel != NULL ? tv_profile_panel_get_tree (self->panel) : NULL;
  guint columns[TV_TABLE_MAX_COLUMNS];
  guint n_columns;
  g_autoptr (TvTableExport) table = NULL;

  if (tree == NULL)
    return NULL;
  n_columns = tv_table_columns_list_shown (
      tv_table_view_get_columns (tv_profile_panel_get_table (self->panel)), columns);
  table = tv_table_export_new (
      tree, parse_rows (what),
      gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)), columns,
      n_columns);
  if (n_columns > 0 && tv_table_export_get_n_rows (table) > 0)
    return g_steal_pointer (&table);
  gtk_widget_error_bell (GTK_WIDGET (self->panel));
  return NULL;
}

/* Writing */

typedef struct
{
  TvTableExport *table;
  TvTableFormat format;
  GFile *file; /* NULL for the clipboard */
} Copy;

static void
copy_free (gpointer data)
{
  Copy *copy = data;

  tv_table_export_free (copy->table);
  g_clear_object (&copy->file);
  g_free (copy);
}

static char *
dup_display_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return g_filename_display_name (name);
}

static char *
dup_error_sentence (GFile *file, const GError *error)
{
  g_autofree char *name = file != NULL ? dup_display_name (file) : NULL;

  if (name == NULL)
    return g_strdup (error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return g_strdup_printf (_ ("“%s” could not be written: the disk is full."), name);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY))
    return g_strdup_printf (_ ("“%s” could not be written: permission denied."), name);
  return g_strdup_printf (_ ("“%s” could not be written: %s"), name, error->message);
}

static void
set_clipboard (TvProfileCopy *self, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data, length);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->panel)), text);
}

static void
tell_done (TvProfileCopy *self, const Copy *copy)
{
  const guint n = tv_table_export_get_n_rows (copy->table);
  g_autofree char *sentence = NULL;
  g_autofree char *name = copy->file != NULL ? dup_display_name (copy->file) : NULL;

  if (name != NULL)
    sentence = g_strdup_printf (
        ngettext ("Wrote %u row to “%s”.", "Wrote %u rows to “%s”.", n), n, name);
  else
    sentence = g_strdup_printf (ngettext ("Copied %u row.", "Copied %u rows.", n), n);
  tv_notice_bar_show_done (get_notice (self), sentence);
}

/* Returns the contents of the clipboard; for a file an empty GBytes. */
static gpointer
run_copy (gpointer question, GCancellable *cancellable, GError **error)
{
  const Copy *copy = question;

  if (copy->file == NULL)
    return tv_table_export_get_bytes (copy->table, copy->format, cancellable, error);
  if (!tv_table_export_save (copy->table, copy->format, copy->file, cancellable, error))
    return NULL;
  return g_bytes_new_static ("", 0);
}

static void
on_copy_done (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvProfileCopy *self = owner;
  const Copy *copy = question;
  g_autoptr (GBytes) bytes = answer;

  /* A person who cancels knows it. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (bytes == NULL)
    {
      g_autofree char *sentence = dup_error_sentence (copy->file, error);

      tv_notice_bar_show_error (get_notice (self), sentence);
      return;
    }
  if (copy->file == NULL)
    set_clipboard (self, bytes);
  /* That a few rows are copied needs no word. */
  if (copy->file != NULL || !tv_table_export_is_short (copy->table))
    tell_done (self, copy);
  else if (self->job == NULL)
    tv_notice_bar_hide (get_notice (self));
}

/* A few rows are written at once, beside what a worker writes. More rows take the place
 * of what it writes, and any copy that of an earlier one. */
static void
start_copy (TvProfileCopy *self, TvTableExport *table, TvTableFormat format,
            GFile *file)
{
  static const TvJobType type = { .run = run_copy,
                                  .done = on_copy_done,
                                  .free_question = copy_free,
                                  .free_answer = (GDestroyNotify) g_bytes_unref };
  const Copy *running = tv_job_get_question (self->job);
  Copy *copy;
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  if (table == NULL)
    return;
  if (file == NULL && running != NULL && running->file == NULL)
    tv_job_cancel (&self->job);
  copy = g_new0 (Copy, 1);
  *copy = (Copy){ table, format, file != NULL ? g_object_ref (file) : NULL };
  if (!tv_table_export_is_short (table))
    {
      tv_job_start (&self->job, &type, copy, self);
      tv_notice_bar_show_busy (get_notice (self),
                               file != NULL ? _ ("Exporting…") : _ ("Copying…"),
                               tv_job_get_cancellable (self->job));
      return;
    }
  bytes = run_copy (copy, NULL, &error);
  on_copy_done (self, copy, bytes, error);
  copy_free (copy);
}

/* The file dialog */

typedef struct
{
  TvProfileCopy *copy;
  char *what;
  GtkFileChooserNative *dialog;
  GtkFileFilter *filters[TV_N_TABLE_FILE_FORMATS];
} Export;

/* The ending of the name tells the format. Without a known one the filter counts. */
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
on_response (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Export *export = user_data;
  g_autoptr (GFile) file = NULL;
  TvTableFormat format = TV_TABLE_CSV;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    format = find_format (export, file);
  gtk_native_dialog_destroy (dialog);
  if (file != NULL && export->copy->panel != NULL)
    tv_profile_copy_save (export->copy, export->what, format, file);
  g_object_unref (export->dialog);
  g_object_unref (export->copy);
  g_free (export->what);
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

static void
ask_for_file (TvProfileCopy *self, const char *what)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->panel));
  Export *export = g_new0 (Export, 1);

  export->copy = g_object_ref (self);
  export->what = g_strdup (what);
  export->dialog = gtk_file_chooser_native_new (
      _ ("Export Profile"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (export->dialog), TRUE);
  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    export->filters[i]
        = add_filter (GTK_FILE_CHOOSER (export->dialog), (TvTableFormat) i);
  gtk_file_chooser_set_filter (GTK_FILE_CHOOSER (export->dialog),
                               export->filters[TV_TABLE_CSV]);
  propose (GTK_FILE_CHOOSER (export->dialog), self->trace_file);
  g_signal_connect (export->dialog, "response", G_CALLBACK (on_response), export);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (export->dialog));
}

/* Actions */

static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start_copy (user_data, take_table (user_data, "row"), TV_TABLE_TSV, NULL);
}

static void
copy_rows (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start_copy (user_data, take_table (user_data, "rows"), TV_TABLE_TSV, NULL);
}

static void
copy_as (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  const char *name;
  TvTableFormat format;

  g_variant_get (parameter, "(&s&s)", &what, &name);
  if (tv_table_format_parse (name, &format))
    start_copy (user_data, take_table (user_data, what), format, NULL);
}

static void export(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileCopy *self = TV_PROFILE_COPY (user_data);

  if (self->panel != NULL && tv_profile_panel_get_tree (self->panel) != NULL)
    ask_for_file (self, g_variant_get_string (parameter, NULL));
}

static const GActionEntry entries[] = {
  { "copy-row", copy_row, NULL, NULL, NULL, { 0 } },
  { "copy-rows", copy_rows, NULL, NULL, NULL, { 0 } },
  { "copy-as", copy_as, "(ss)", NULL, NULL, { 0 } },
  { "export", export, "s", NULL, NULL, { 0 } },
};

static void
enable_actions (TvProfileCopy *self)
{
  GActionMap *map = G_ACTION_MAP (tv_profile_panel_get_action_group (self->panel));
  const gboolean any = tv_profile_panel_get_session (self->panel) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (map, entries[i].name)), any);
}

/* Adds the actions to those of the panel. */
TvProfileCopy *
tv_profile_copy_new (TvProfilePanel *panel)
{
  TvProfileCopy *self;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);

  self = g_object_new (TV_TYPE_PROFILE_COPY, NULL);
  self->panel = panel;
  g_action_map_add_action_entries (
      G_ACTION_MAP (tv_profile_panel_get_action_group (panel)), entries,
      G_N_ELEMENTS (entries), self);
  g_signal_connect_object (panel, "notify::session", G_CALLBACK (enable_actions), self,
                           G_CONNECT_SWAPPED);
  enable_actions (self);
  return self;
}

/**
 * tv_profile_copy_set_trace_file:
 * @self: what copies and exports
 * @file: (nullable): the trace that is shown
 *
 * Says what exported files are named after, and where they are wanted.
 */
void
tv_profile_copy_set_trace_file (TvProfileCopy *self, GFile *file)
{
  g_return_if_fail (TV_IS_PROFILE_COPY (self));

  g_set_object (&self->trace_file, file);
}

/* Cancels what is being written. To be called before the panel goes. */
void
tv_profile_copy_stop (TvProfileCopy *self)
{
  g_return_if_fail (TV_IS_PROFILE_COPY (self));

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_action_map_remove_action (
        G_ACTION_MAP (tv_profile_panel_get_action_group (self->panel)),
        entries[i].name);
  tv_job_cancel (&self->job);
  g_signal_handlers_disconnect_by_data (self->panel, self);
  self->panel = NULL;
}

/* Exports to a file that was chosen. */
void
tv_profile_copy_save (TvProfileCopy *self, const char *what, TvTableFormat format,
                      GFile *file)
{
  g_return_if_fail (TV_IS_PROFILE_COPY (self));
  g_return_if_fail (G_IS_FILE (file));

  start_copy (self, take_table (self, what), format, file);
}

/* The menu */

static GMenuModel *
new_formats_menu (const char *what)
{
  static const char *const titles[TV_N_TABLE_FILE_FORMATS] = {
    [TV_TABLE_TSV] = N_ ("_Tab-Separated Values"),
    [TV_TABLE_MARKDOWN] = N_ ("_Markdown"),
    [TV_TABLE_CSV] = N_ ("_CSV"),
    [TV_TABLE_JSON] = N_ ("_JSON"),
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (titles[i]), NULL);

      g_menu_item_set_action_and_target (item, "profile.copy-as", "(ss)", what,
                                         tv_table_format_get_name ((TvTableFormat) i));
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
append_formats (GMenu *menu, const char *title, const char *what)
{
  g_autoptr (GMenuModel) formats = new_formats_menu (what);

  g_menu_append_submenu (menu, title, formats);
}

static GMenuModel *
new_export_menu (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Table…"), "profile.export::table");
  g_menu_append (menu, _ ("Row with _Open Rows…"), "profile.export::rows");
  g_menu_append (menu, _ ("_Row…"), "profile.export::row");
  return G_MENU_MODEL (menu);
}

/* Appends what can be copied in other ways and exported. */
void
tv_profile_copy_append_menus (GMenu *menu)
{
  g_autoptr (GMenu) as = g_menu_new ();
  g_autoptr (GMenuModel) files = new_export_menu ();

  append_formats (as, _ ("_Row"), "row");
  append_formats (as, _ ("Row with _Open Rows"), "rows");
  append_formats (as, _ ("_Table"), "table");
  g_menu_append_submenu (menu, _ ("Copy _As"), G_MENU_MODEL (as));
  g_menu_append_submenu (menu, _ ("_Export"), files);
}
