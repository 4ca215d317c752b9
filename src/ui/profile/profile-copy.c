/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-copy.h"

#include "ui/profile/export-dialog.h"
#include "ui/profile/shown-table.h"

#include <glib/gi18n-lib.h>

struct _TvProfileCopy
{
  GObject parent_instance;

  TvProfilePanel *panel; /* %NULL once it stopped */
  TvNoticeBar *notice;
  GFile *trace_file;
  GCancellable *cancellable; /* of the worker; %NULL if there is none */
};

G_DEFINE_FINAL_TYPE (TvProfileCopy, tv_profile_copy, G_TYPE_OBJECT)

static void
tv_profile_copy_finalize (GObject *object)
{
  TvProfileCopy *self = TV_PROFILE_COPY (object);

  g_clear_object (&self->trace_file);
  g_clear_object (&self->cancellable);

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

/* What is copied */

static GArray *
list_columns (TvProfileCopy *self)
{
  GListModel *all
      = gtk_column_view_get_columns (tv_profile_panel_get_column_view (self->panel));
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (TvProfileColumn));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (all, i);

      for (TvProfileColumn j = 0; j < TV_PROFILE_N_COLUMNS; j++)
        if (gtk_column_view_column_get_visible (column)
            && tv_profile_panel_get_column (self->panel, j) == column)
          g_array_append_val (shown, j);
    }
  return shown;
}

static TvShownRows *
find_rows (TvProfileTree *tree, const char *what)
{
  guint selected;

  if (g_str_equal (what, "table"))
    return tv_shown_rows_new (tree);
  selected = gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree));
  return tv_shown_rows_new_at (tree, selected, g_str_equal (what, "rows"));
}

/* %NULL where there is nothing to take. */
static TvShownTable *
take_table (TvProfileCopy *self, const char *what)
{
  TvProfileTree *tree
      = self->panel != NULL ? tv_profile_panel_get_tree (self->panel) : NULL;
  g_autoptr (GArray) columns = NULL;
  g_autoptr (TvShownRows) rows = NULL;

  if (tree == NULL)
    return NULL;
  columns = list_columns (self);
  rows = find_rows (tree, what);
  if (columns->len == 0 || tv_shown_rows_get_n (rows) == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self->panel));
      return NULL;
    }
  /* A row is pasted among others, which have their titles. */
  return tv_shown_table_new (tree, g_steal_pointer (&rows),
                             (const TvProfileColumn *) (gpointer) columns->data,
                             columns->len, !g_str_equal (what, "row"));
}

/* Writing */

typedef struct
{
  TvShownTable *table;
  TvTableFormat format;
  GFile *file; /* %NULL for the clipboard */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  tv_shown_table_free (job->table);
  g_clear_object (&job->file);
  g_free (job);
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
    return g_strdup_printf (
        _ ("“%s” could not be written: you may not write in that place."), name);
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
tell_done (TvProfileCopy *self, const Job *job)
{
  const guint n = tv_shown_table_get_n_rows (job->table);
  g_autofree char *sentence = NULL;
  g_autofree char *name = job->file != NULL ? dup_display_name (job->file) : NULL;

  if (name != NULL)
    sentence = g_strdup_printf (
        ngettext ("Wrote %u row to “%s”.", "Wrote %u rows to “%s”.", n), n, name);
  else
    sentence = g_strdup_printf (ngettext ("Copied %u row.", "Copied %u rows.", n), n);
  tv_notice_bar_show_done (self->notice, sentence);
}

static GBytes *
run_job (const Job *job, GCancellable *cancellable, GError **error)
{
  if (job->file == NULL)
    return tv_shown_table_get_bytes (job->table, job->format, cancellable, error);
  if (!tv_shown_table_save (job->table, job->format, job->file, cancellable, error))
    return NULL;
  return g_bytes_new_static ("", 0);
}

static void
take_result (TvProfileCopy *self, const Job *job, GBytes *bytes, const GError *error)
{
  g_autofree char *sentence = NULL;

  if (bytes == NULL)
    {
      sentence = dup_error_sentence (job->file, error);
      tv_notice_bar_show_error (self->notice, sentence);
      return;
    }
  if (job->file == NULL)
    set_clipboard (self, bytes);
  /* That a few rows are copied needs no word. */
  if (job->file == NULL && tv_shown_table_is_short (job->table))
    tv_notice_bar_hide (self->notice);
  else
    tell_done (self, job);
}

static void
run_in_worker (GTask *task, gpointer source, gpointer task_data,
               GCancellable *cancellable)
{
  GError *error = NULL;
  GBytes *bytes = run_job (task_data, cancellable, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
finish_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvProfileCopy *self = TV_PROFILE_COPY (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);

  /* Cancelled by a person, by another job, or as the panel goes. */
  if (self->panel == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->cancellable
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  take_result (self, g_task_get_task_data (G_TASK (result)), bytes, error);
}

static void
start_worker (TvProfileCopy *self, Job *job)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, finish_worker, NULL);
  g_task_set_source_tag (task, start_worker);
  g_task_set_task_data (task, job, job_free);
  tv_notice_bar_show_busy (self->notice,
                           job->file != NULL ? _ ("Exporting…") : _ ("Copying…"),
                           self->cancellable);
  g_task_run_in_thread (task, run_in_worker);
}

static void
start_job (TvProfileCopy *self, TvShownTable *table, TvTableFormat format, GFile *file)
{
  Job *job;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (table == NULL)
    return;
  job = g_new0 (Job, 1);
  *job = (Job){ table, format, file != NULL ? g_object_ref (file) : NULL };
  if (!tv_shown_table_is_short (table))
    {
      start_worker (self, job);
      return;
    }
  bytes = run_job (job, NULL, &error);
  take_result (self, job, bytes, error);
  job_free (job);
}

/* Actions */

static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start_job (user_data, take_table (user_data, "row"), TV_TABLE_TSV, NULL);
}

static void
copy_rows (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start_job (user_data, take_table (user_data, "rows"), TV_TABLE_TSV, NULL);
}

static void
copy_as (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  const char *name;
  TvTableFormat format;

  g_variant_get (parameter, "(&s&s)", &what, &name);
  if (tv_table_format_parse (name, &format))
    start_job (user_data, take_table (user_data, what), format, NULL);
}

typedef struct
{
  TvProfileCopy *copy;
  char *what;
} Question;

static void
save_to_chosen (GFile *file, TvTableFormat format, gpointer user_data)
{
  Question *question = user_data;

  if (file != NULL && question->copy->panel != NULL)
    tv_profile_copy_save (question->copy, question->what, format, file);
  g_object_unref (question->copy);
  g_free (question->what);
  g_free (question);
}

static void export(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileCopy *self = TV_PROFILE_COPY (user_data);
  Question *question;

  if (self->panel == NULL || tv_profile_panel_get_tree (self->panel) == NULL)
    return;
  question = g_new (Question, 1);
  question->copy = g_object_ref (self);
  question->what = g_strdup (g_variant_get_string (parameter, NULL));
  tv_export_dialog_show (GTK_WIDGET (self->panel), self->trace_file, save_to_chosen,
                         question);
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
tv_profile_copy_new (TvProfilePanel *panel, TvNoticeBar *notice)
{
  TvProfileCopy *self;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);
  g_return_val_if_fail (TV_IS_NOTICE_BAR (notice), NULL);

  self = g_object_new (TV_TYPE_PROFILE_COPY, NULL);
  self->panel = panel;
  self->notice = notice;
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

/* Gives up what is being written, and does nothing any more: its panel goes. */
void
tv_profile_copy_stop (TvProfileCopy *self)
{
  g_return_if_fail (TV_IS_PROFILE_COPY (self));

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_action_map_remove_action (
        G_ACTION_MAP (tv_profile_panel_get_action_group (self->panel)),
        entries[i].name);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_signal_handlers_disconnect_by_data (self->panel, self);
  self->panel = NULL;
  self->notice = NULL;
}

/* Exports to a file that was chosen; how it went is said in the notice bar. */
void
tv_profile_copy_save (TvProfileCopy *self, const char *what, TvTableFormat format,
                      GFile *file)
{
  g_return_if_fail (TV_IS_PROFILE_COPY (self));
  g_return_if_fail (G_IS_FILE (file));

  start_job (self, take_table (self, what), format, file);
}
