/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/shown-table.h"

#include "ui/profile/shown-fields.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* What goes to the clipboard stays in memory as long as it is there, and is sent from
 * there in one piece. */
#define MAX_CLIPBOARD_BYTES (64u << 20)

/* That many rows are written in a few milliseconds. */
#define MAX_ROWS_AT_ONCE 1000

struct _TvShownTable
{
  TvShownRows *rows;
  TvProfileColumn *columns;
  guint n_columns;
  gboolean titled;

  TvTraceSession *session; /* of few rows, which are written without a worker */
  TvCallStacks *stacks;
  TvProfile *profile;
  TvCallLengths *lengths; /* %NULL where no column shows them */
  TvClock clock;
  TvTimeUnit unit;
};

TvShownTable *
tv_shown_table_new (TvProfileTree *tree, TvShownRows *rows,
                    const TvProfileColumn *columns, guint n_columns, gboolean titled)
{
  TvTraceSession *session;
  TvCallLengths *lengths;
  TvShownTable *self;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (tree), NULL);
  g_return_val_if_fail (rows != NULL, NULL);
  g_return_val_if_fail (columns != NULL && n_columns > 0, NULL);

  session = tv_profile_tree_get_session (tree);
  self = g_new0 (TvShownTable, 1);
  self->rows = rows;
  self->columns = g_memdup2 (columns, n_columns * sizeof *columns);
  self->n_columns = n_columns;
  self->titled = titled;
  if (tv_shown_rows_get_n (rows) <= MAX_ROWS_AT_ONCE)
    self->session = g_object_ref (session);
  self->stacks = tv_call_stacks_ref (tv_trace_session_get_stacks (session));
  self->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  self->clock = tv_trace_session_get_primary_clock (session);
  self->unit = tv_trace_session_get_time_unit (session);
  lengths = tv_trace_session_get_lengths (session);
  if (lengths != NULL)
    self->lengths = tv_call_lengths_ref (lengths);
  return self;
}

void
tv_shown_table_free (TvShownTable *self)
{
  if (self == NULL)
    return;
  tv_shown_rows_free (self->rows);
  g_clear_object (&self->session);
  g_clear_pointer (&self->lengths, tv_call_lengths_unref);
  tv_call_stacks_unref (self->stacks);
  tv_profile_unref (self->profile);
  g_free (self->columns);
  g_free (self);
}

guint
tv_shown_table_get_n_rows (const TvShownTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return tv_shown_rows_get_n (self->rows);
}

/* Returns whether it is to be written where it was made, and takes no time; another is
 * for a worker. */
gboolean
tv_shown_table_is_short (const TvShownTable *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->session != NULL;
}

/* A session of the worker's own, which nobody else changes. */
static TvTraceSession *
freeze_session (TvShownTable *self)
{
  TvTraceSession *session = tv_trace_session_new_with (
      self->stacks, self->profile, tv_ranking_new (self->profile, self->clock));

  tv_trace_session_set_time_unit (session, self->unit);
  if (self->lengths != NULL)
    tv_trace_session_adopt_lengths (session, self->lengths);
  return session;
}

/* What cells are made from while a table is written. */
typedef struct
{
  TvShownRows *rows;
  TvTraceSession *session;
} Source;

static gboolean
go_to_row (gpointer data, gsize row)
{
  const Source *source = data;

  return tv_shown_rows_next (source->rows);
}

static void
make_cell (gpointer data, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const Source *source = data;

  tv_shown_fields_make_cell (column, tv_shown_rows_get_row (source->rows),
                             tv_shown_rows_get_level (source->rows), source->session,
                             cell);
}

/* Writes the table, from any thread but for a short one. */
gboolean
tv_shown_table_write (TvShownTable *self, TvTableFormat format, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvShownFields) fields = NULL;
  g_autoptr (TvTraceSession) session = NULL;
  g_autoptr (TvTextWriter) writer = NULL;
  Source source = { self->rows, NULL };
  TvTable table = { .titled = self->titled,
                    .rows_name = "rows",
                    .go_to_row = go_to_row,
                    .get = make_cell,
                    .source = &source };

  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  session
      = self->session != NULL ? g_object_ref (self->session) : freeze_session (self);
  fields = tv_shown_fields_new (self->columns, self->n_columns,
                                tv_trace_session_get_time_unit (session), format);
  writer = tv_text_writer_new (out, cancellable);
  source.session = session;
  table.columns = tv_shown_fields_get_columns (fields, &table.n_columns);
  tv_table_write (&table, format, writer);
  return tv_text_writer_finish (writer, error);
}

/* What a link leads to is replaced, and the link stays. */
static GFile *
resolve_links (GFile *file)
{
  const char *path = g_file_peek_path (file);
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  GFile *resolved = real != NULL ? g_file_new_for_path (real) : g_object_ref (file);

  free (real);
  return resolved;
}

/* A stream that is closed by a cancelled operation leaves the file as it was. */
static void
abandon (GOutputStream *out)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  (void) g_output_stream_close (out, cancelled, NULL);
}

/* Writes the table to a file. A file of that name stays as it is until all is written,
 * and for good where that fails. */
gboolean
tv_shown_table_save (TvShownTable *self, TvTableFormat format, GFile *file,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) resolved = NULL;
  g_autoptr (GFileOutputStream) out = NULL;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  resolved = resolve_links (file);
  out = g_file_replace (resolved, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                        cancellable, error);
  if (out == NULL)
    return FALSE;
  if (!tv_shown_table_write (self, format, G_OUTPUT_STREAM (out), cancellable, error))
    {
      abandon (G_OUTPUT_STREAM (out));
      return FALSE;
    }
  return g_output_stream_close (G_OUTPUT_STREAM (out), cancellable, error);
}

static gpointer
grow_within_limit (gpointer memory, gsize size)
{
  return size <= MAX_CLIPBOARD_BYTES ? g_try_realloc (memory, size) : NULL;
}

/* Writes the table to memory, for the clipboard. */
GBytes *
tv_shown_table_get_bytes (TvShownTable *self, TvTableFormat format,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (GOutputStream) out
      = g_memory_output_stream_new (NULL, 0, grow_within_limit, g_free);
  GError *own_error = NULL;

  if (!tv_shown_table_write (self, format, out, cancellable, &own_error))
    {
      if (g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        {
          g_clear_error (&own_error);
          g_set_error_literal (&own_error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                               _ ("The table is too large for the clipboard; it can "
                                  "be exported to a file."));
        }
      g_propagate_error (error, own_error);
      return NULL;
    }
  (void) g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}
