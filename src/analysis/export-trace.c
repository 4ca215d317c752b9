/* SPDX-License-Identifier: Apache-2.0 */

/* A method trace as the runtime writes it, version 3: the calls of one thread after the
 * other, every one of them entered and left. */

#include "config.h"

#include "analysis/export-names-private.h"
#include "analysis/export-walk.h"
#include "analysis/export.h"

#include <glib/gi18n-lib.h>

#define HEADER_SIZE 32
#define MOST_METHODS (G_MAXUINT32 / 4)

typedef struct
{
  TvTrace *trace;
  TvReportWriter *writer;
  TvClock clocks[TV_N_CLOCKS];
  guint n_clocks;
} TraceFile;

static void
add_little_endian (TraceFile *file, guint64 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    tv_report_writer_add_char (file->writer, (char) (guchar) (number >> (8 * i)));
}

static void
write_threads (TraceFile *file, const TvProfileRange *part)
{
  tv_report_writer_add (file->writer, "*threads\n");
  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      g_autofree char *name = tv_export_names_dup_thread (file->trace, i);

      if (part->threads != NULL && !tv_thread_set_contains (part->threads, i))
        continue;
      tv_report_writer_add_number (file->writer,
                                   tv_trace_get_thread (file->trace, i)->id, 0);
      tv_report_writer_add_char (file->writer, '\t');
      tv_report_writer_add_field (file->writer, name);
      tv_report_writer_add_char (file->writer, '\n');
    }
}

/* The two low bits of an id are the action's, and ids may be wider in packets. */
static guint32
get_method_id (guint32 method)
{
  return (method + 1) * 4;
}

static void
write_methods (TraceFile *file)
{
  tv_report_writer_add (file->writer, "*methods\n");
  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (file->trace, i);
      const char *const fields[]
          = { method->class_name, method->name, method->signature,
              method->file != NULL ? method->file : "" };
      g_autofree char *id = g_strdup_printf ("0x%x", get_method_id (i));

      tv_report_writer_add (file->writer, id);
      for (guint field = 0; field < G_N_ELEMENTS (fields); field++)
        {
          tv_report_writer_add_char (file->writer, '\t');
          tv_report_writer_add_field (file->writer, fields[field]);
        }
      tv_report_writer_add_char (file->writer, '\t');
      tv_report_writer_add_number (file->writer, method->line, 0);
      tv_report_writer_add_char (file->writer, '\n');
    }
}

static void
write_header (TraceFile *file)
{
  tv_report_writer_add (file->writer, "*end\nSLOW");
  add_little_endian (file, 3, 2);
  add_little_endian (file, HEADER_SIZE, 2);
  add_little_endian (file, tv_trace_get_info (file->trace)->start_time, 8);
  add_little_endian (file, 6 + 4 * file->n_clocks, 2);
  add_little_endian (file, 0, 8);
  add_little_endian (file, 0, 6);
}

static void
write_record (TraceFile *file, guint32 thread, const TvExportStep *step)
{
  const gint64 *times = step->enters ? step->start : step->end;
  guint action = 0;

  if (!step->enters)
    action = step->flags & TV_CALL_BY_EXCEPTION ? 2 : 1;
  add_little_endian (file, thread, 2);
  add_little_endian (file, get_method_id (step->method) | action, 4);
  for (guint i = 0; i < file->n_clocks; i++)
    add_little_endian (file, (guint64) (times[file->clocks[i]] / 1000), 4);
}

static gboolean
check_ids (TvTrace *trace, GError **error)
{
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_thread (trace, i)->id > G_MAXUINT16)
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                     _ ("Thread %u has an id that does not fit into the format"),
                     tv_trace_get_thread (trace, i)->id);
        return FALSE;
      }
  g_return_val_if_fail (tv_trace_get_n_methods (trace) < MOST_METHODS, FALSE);
  return TRUE;
}

/**
 * tv_export_trace:
 * @trace: a trace
 * @spec: what of it; all its clocks are written
 * @out: where to; stays open
 * @cancellable: (nullable): ends it early
 * @error: a #GIOErrorEnum
 *
 * Writes a method trace of version 3 whose calls all have an entry and an exit. Times
 * are in whole microseconds, and go round after 71 minutes as they do in the runtime's.
 *
 * Returns: whether all was written
 */
gboolean
tv_export_trace (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (TvReportWriter) writer = tv_report_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  TraceFile file = { .trace = trace, .writer = writer };
  TvExportStep step;
  guint32 thread;

  if (!check_ids (trace, error))
    return FALSE;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      file.clocks[file.n_clocks++] = clock;
  tv_report_writer_add (writer, "*version\n3\nclock=");
  tv_report_writer_add (writer, file.n_clocks == 2 ? "dual"
                                : tv_trace_has_clock (trace, TV_CLOCK_WALL)
                                    ? "wall"
                                    : "thread-cpu");
  tv_report_writer_add_char (writer, '\n');
  write_threads (&file, &spec->part);
  write_methods (&file);
  write_header (&file);
  while (!tv_report_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    while (!tv_report_writer_has_failed (writer) && tv_export_walk_next (walk, &step))
      write_record (&file, tv_trace_get_thread (trace, thread)->id, &step);
  return tv_report_writer_finish (writer, error);
}
