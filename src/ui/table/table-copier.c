/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/table/table-copier.h"

#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* The clipboard keeps its contents in memory and sends them in one piece. */
#define MAX_CLIPBOARD_BYTES (64u << 20)

/* The number of rows that are written in a few milliseconds. */
#define MAX_SHORT_ROWS 1000

/* Seconds between two reports of the progress of a long export. */
#define PROGRESS_SECONDS 1

/* Writing */

/**
 * tv_taken_rows_is_short:
 * @taken: rows
 *
 * Returns: whether they are written quickly enough without a worker
 */
gboolean
tv_taken_rows_is_short (const TvTakenRows *taken)
{
  return taken->n_rows <= MAX_SHORT_ROWS;
}

/* A link stays; its target is replaced. */
static GFile *
resolve_links (GFile *file)
{
  const char *path = g_file_peek_path (file);
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  GFile *resolved = real != NULL ? g_file_new_for_path (real) : g_object_ref (file);

  free (real);
  return resolved;
}

/* Closing a stream with a cancelled operation leaves an existing file as it was. A new
 * file would stay half written. */
static void
abandon (GOutputStream *out, GFile *file, gboolean is_new)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  (void) g_output_stream_close (out, cancelled, NULL);
  if (is_new)
    (void) g_file_delete (file, NULL, NULL);
}

/**
 * tv_file_write_whole:
 * @file: a file
 * @write: writes it
 * @data: passed to @write
 * @cancellable: (nullable): gives up
 * @error: set if it cannot be written
 *
 * Writes a file, from any thread. An existing file is replaced when everything is
 * written, and stays as it was after an error; a new one is then removed.
 *
 * Returns: whether everything is written
 */
gboolean
tv_file_write_whole (GFile *file, TvFileWriter write, gconstpointer data,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) resolved = resolve_links (file);
  const gboolean is_new = !g_file_query_exists (resolved, NULL);
  g_autoptr (GFileOutputStream) out = g_file_replace (
      resolved, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, cancellable, error);

  if (out == NULL)
    return FALSE;
  if (!write (data, G_OUTPUT_STREAM (out), cancellable, error))
    {
      abandon (G_OUTPUT_STREAM (out), resolved, is_new);
      return FALSE;
    }
  return g_output_stream_close (G_OUTPUT_STREAM (out), cancellable, error);
}

/* Rows and their format. */
typedef struct
{
  const TvTakenRows *taken;
  TvTableFormat format;
} Formatted;

static gboolean
write_to_stream (gconstpointer data, GOutputStream *out, GCancellable *cancellable,
                 GError **error)
{
  const Formatted *rows = data;
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  const TvTableOutput output
      = { rows->format, writer, rows->taken->n_written, cancellable };

  return rows->taken->write (rows->taken->rows, &output, error)
         && tv_text_writer_finish (writer, error);
}

/**
 * tv_taken_rows_save:
 * @taken: rows
 * @format: what they are written as
 * @file: the file
 * @cancellable: (nullable): gives up
 * @error: set if it cannot be written
 *
 * Writes rows to a file, as tv_file_write_whole() does.
 *
 * Returns: whether everything is written
 */
gboolean
tv_taken_rows_save (const TvTakenRows *taken, TvTableFormat format, GFile *file,
                    GCancellable *cancellable, GError **error)
{
  return tv_file_write_whole (file, write_to_stream, &(Formatted){ taken, format },
                              cancellable, error);
}

static gpointer
grow_within_limit (gpointer memory, gsize size)
{
  return size <= MAX_CLIPBOARD_BYTES ? g_try_realloc (memory, size) : NULL;
}

/**
 * tv_taken_rows_get_bytes:
 * @taken: rows
 * @format: what they are written as
 * @cancellable: (nullable): gives up
 * @error: set if they are too many
 *
 * Writes rows to memory for the clipboard, from any thread.
 *
 * Returns: (transfer full) (nullable): the text
 */
GBytes *
tv_taken_rows_get_bytes (const TvTakenRows *taken, TvTableFormat format,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (GOutputStream) out
      = g_memory_output_stream_new (NULL, 0, grow_within_limit, g_free);
  GError *own_error = NULL;

  if (!write_to_stream (&(Formatted){ taken, format }, out, cancellable, &own_error))
    {
      if (g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        {
          g_clear_error (&own_error);
          g_set_error_literal (&own_error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                               _ ("The table is too large for the clipboard; export it "
                                  "to a file instead."));
        }
      g_propagate_error (error, own_error);
      return NULL;
    }
  (void) g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

/* The copier */

struct _TvTableCopier
{
  GObject parent_instance;

  TvNoticeBar *notice; /* NULL after it is destroyed */
  GFile *trace_file;
  TvJob *job;
  guint progress_source; /* 0 while there is no job */
};

G_DEFINE_FINAL_TYPE (TvTableCopier, tv_table_copier, G_TYPE_OBJECT)

static void
tv_table_copier_finalize (GObject *object)
{
  TvTableCopier *self = TV_TABLE_COPIER (object);

  tv_table_copier_stop (self);
  g_clear_object (&self->trace_file);

  G_OBJECT_CLASS (tv_table_copier_parent_class)->finalize (object);
}

static void
tv_table_copier_class_init (TvTableCopierClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_table_copier_finalize;
}

static void
tv_table_copier_init (TvTableCopier *self)
{
}

typedef struct
{
  TvTakenRows taken;
  TvTableFormat format;
  GFile *file; /* NULL for the clipboard */
  guint n_written;
} Copy;

static void
copy_free (gpointer data)
{
  Copy *copy = data;

  copy->taken.free (copy->taken.rows);
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
set_clipboard (TvTableCopier *self, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data, length);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->notice)), text);
}

static void
tell_done (TvTableCopier *self, const Copy *copy)
{
  const guint n = copy->n_written;
  g_autofree char *sentence = NULL;
  g_autofree char *name = copy->file != NULL ? dup_display_name (copy->file) : NULL;

  if (name != NULL)
    sentence = g_strdup_printf (
        ngettext ("Wrote %u row to “%s”.", "Wrote %u rows to “%s”.", n), n, name);
  else
    sentence = g_strdup_printf (ngettext ("Copied %u row.", "Copied %u rows.", n), n);
  tv_notice_bar_show_done (self->notice, sentence);
}

/* Returns the contents of the clipboard; for a file an empty GBytes. */
static gpointer
run_copy (gpointer question, GCancellable *cancellable, GError **error)
{
  const Copy *copy = question;

  if (copy->file == NULL)
    return tv_taken_rows_get_bytes (&copy->taken, copy->format, cancellable, error);
  if (!tv_taken_rows_save (&copy->taken, copy->format, copy->file, cancellable, error))
    return NULL;
  return g_bytes_new_static ("", 0);
}

static void
on_copy_done (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvTableCopier *self = owner;
  const Copy *copy = question;
  g_autoptr (GBytes) bytes = answer;

  if (self->job == NULL)
    g_clear_handle_id (&self->progress_source, g_source_remove);
  /* The person who cancelled it knows. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (bytes == NULL)
    {
      g_autofree char *sentence = dup_error_sentence (copy->file, error);

      tv_notice_bar_show_error (self->notice, sentence);
      return;
    }
  if (copy->file == NULL)
    set_clipboard (self, bytes);
  /* Copying a few rows needs no message. */
  if (copy->file != NULL || !tv_taken_rows_is_short (&copy->taken))
    tell_done (self, copy);
  else if (self->job == NULL)
    tv_notice_bar_hide (self->notice);
}

static const char *
get_busy_sentence (const Copy *copy)
{
  return copy->file != NULL ? _ ("Exporting…") : _ ("Copying…");
}

static gboolean
show_progress (gpointer user_data)
{
  TvTableCopier *self = user_data;
  Copy *copy = tv_job_get_question (self->job);
  const guint n = (guint) g_atomic_int_get (&copy->n_written);
  g_autofree char *rows
      = g_strdup_printf (ngettext ("%'u row so far", "%'u rows so far", n), n);
  g_autofree char *sentence = g_strdup_printf ("%s %s", get_busy_sentence (copy), rows);

  tv_notice_bar_set_progress (self->notice, sentence,
                              tv_job_get_cancellable (self->job));
  return G_SOURCE_CONTINUE;
}

/**
 * tv_table_copier_save:
 * @self: a copier
 * @taken: rows, of which it takes care
 * @format: what they are written as
 * @file: (nullable): the file, %NULL for the clipboard
 *
 * Writes rows. A few are written at once, while a worker may write others. More replace
 * the job of the worker, and any copy replaces an earlier copy.
 */
void
tv_table_copier_save (TvTableCopier *self, const TvTakenRows *taken,
                      TvTableFormat format, GFile *file)
{
  static const TvJobType type = { .run = run_copy,
                                  .done = on_copy_done,
                                  .free_question = copy_free,
                                  .free_answer = (GDestroyNotify) g_bytes_unref };
  const Copy *running;
  Copy *copy;
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  g_return_if_fail (TV_IS_TABLE_COPIER (self) && taken != NULL);

  copy = g_new (Copy, 1);
  *copy = (Copy){ *taken, format, file != NULL ? g_object_ref (file) : NULL, 0 };
  copy->taken.n_written = &copy->n_written;
  running = tv_job_get_question (self->job);
  if (file == NULL && running != NULL && running->file == NULL)
    {
      tv_job_cancel (&self->job);
      g_clear_handle_id (&self->progress_source, g_source_remove);
    }
  if (self->notice != NULL && !tv_taken_rows_is_short (taken))
    {
      tv_job_start (&self->job, &type, copy, self);
      tv_notice_bar_show_busy (self->notice, get_busy_sentence (copy),
                               tv_job_get_cancellable (self->job));
      if (self->progress_source == 0)
        self->progress_source
            = g_timeout_add_seconds (PROGRESS_SECONDS, show_progress, self);
      return;
    }
  if (self->notice != NULL)
    {
      bytes = run_copy (copy, NULL, &error);
      on_copy_done (self, copy, bytes, error);
    }
  copy_free (copy);
}

/**
 * tv_table_copier_copy:
 * @self: a copier
 * @taken: rows, of which it takes care
 * @format: what they are written as
 *
 * Puts rows into the clipboard.
 */
void
tv_table_copier_copy (TvTableCopier *self, const TvTakenRows *taken,
                      TvTableFormat format)
{
  tv_table_copier_save (self, taken, format, NULL);
}

/* The file dialog */

typedef struct
{
  TvTableCopier *copier;
  TvTakenRows taken;
  GtkFileChooserNative *dialog;
  GtkFileFilter *filters[TV_N_TABLE_FILE_FORMATS];
} Export;

/* The ending of the name tells the format. Without a known ending the filter does. */
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
  if (file != NULL)
    tv_table_copier_save (export->copier, &export->taken, format, file);
  else
    export->taken.free (export->taken.rows);
  g_object_unref (export->dialog);
  g_object_unref (export->copier);
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
dup_proposal (GFile *trace_file, const char *what)
{
  g_autofree char *base = trace_file != NULL ? g_file_get_basename (trace_file) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;
  char *ending;

  if (name == NULL)
    return g_strconcat (what, ".csv", NULL);
  ending = strstr (name, ".trace");
  if (ending != NULL && ending > name)
    *ending = '\0';
  return g_strconcat (name, "-", what, ".csv", NULL);
}

static void
propose (GtkFileChooser *chooser, GFile *trace_file, const char *what)
{
  g_autofree char *name = dup_proposal (trace_file, what);
  g_autoptr (GFile) folder = trace_file != NULL ? g_file_get_parent (trace_file) : NULL;

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_file_chooser_set_current_name (chooser, name);
}

/**
 * tv_table_copier_ask:
 * @self: a copier
 * @taken: rows, of which it takes care
 * @title: title of the dialog
 * @name: the part of the proposed file name that describes the rows
 *
 * Asks for a file and exports rows to it.
 */
void
tv_table_copier_ask (TvTableCopier *self, const TvTakenRows *taken, const char *title,
                     const char *name)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->notice));
  Export *export = g_new0 (Export, 1);
  GtkFileChooser *chooser;

  export->copier = g_object_ref (self);
  export->taken = *taken;
  export->dialog = gtk_file_chooser_native_new (
      title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  chooser = GTK_FILE_CHOOSER (export->dialog);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (export->dialog), TRUE);
  for (guint i = 0; i < TV_N_TABLE_FILE_FORMATS; i++)
    export->filters[i] = add_filter (chooser, (TvTableFormat) i);
  gtk_file_chooser_set_filter (chooser, export->filters[TV_TABLE_CSV]);
  propose (chooser, self->trace_file, name);
  g_signal_connect (export->dialog, "response", G_CALLBACK (on_response), export);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (export->dialog));
}

/**
 * tv_table_copier_set_trace_file:
 * @self: a copier
 * @file: (nullable): the trace in the window
 *
 * Sets the trace that gives exported files their name and folder.
 */
void
tv_table_copier_set_trace_file (TvTableCopier *self, GFile *file)
{
  g_return_if_fail (TV_IS_TABLE_COPIER (self));

  g_set_object (&self->trace_file, file);
}

/**
 * tv_table_copier_stop:
 * @self: a copier
 *
 * Cancels writing, and does nothing from now on. Call it before the notice bar is
 * destroyed.
 */
void
tv_table_copier_stop (TvTableCopier *self)
{
  g_return_if_fail (TV_IS_TABLE_COPIER (self));

  tv_job_cancel (&self->job);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  self->notice = NULL;
}

/**
 * tv_table_copier_new:
 * @notice: shows progress and errors; the clipboard is that of its display
 *
 * Returns: (transfer full): a copier
 */
TvTableCopier *
tv_table_copier_new (TvNoticeBar *notice)
{
  TvTableCopier *self = g_object_new (TV_TYPE_TABLE_COPIER, NULL);

  self->notice = notice;
  return self;
}
