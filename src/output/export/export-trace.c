/* SPDX-License-Identifier: Apache-2.0 */

/* A method trace as runtimes write it. */

#include "config.h"

#include "output/export/export-notes-private.h"
#include "output/export/export-trace-private.h"
#include "output/export/export-walk.h"

#include <glib/gi18n-lib.h>

#define NS_PER_US 1000

gboolean
tv_trace_file_has_thread (const TvTraceFile *file, guint32 thread)
{
  const TvThreadSet *threads = file->part->threads;

  return threads == NULL || tv_thread_set_contains (threads, thread);
}

/* Writes the low bytes of number, the lowest first. */
void
tv_trace_file_add_little_endian (TvTraceFile *file, guint64 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    tv_text_writer_add_char (file->writer, (char) (guchar) (number >> (8 * i)));
}

/* Thread-cpu comes first in records. */
static gboolean
choose_clocks (TvTraceFile *file, const TvExportSpec *spec, GError **error)
{
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (file->trace, clock))
      file->clocks[file->n_clocks++] = clock;
  file->form = spec->form;
  if (!tv_trace_form_check (&file->form, error)
      || !tv_trace_form_settle (&file->form, file->n_clocks, error))
    return FALSE;
  if (file->n_clocks > 1 && file->form.one_clock)
    {
      file->clocks[0] = spec->clock;
      file->n_clocks = 1;
    }
  return TRUE;
}

static gint64
find_elapsed (const TvTrace *trace)
{
  static const struct
  {
    const char *key;
    gint64 unit;
  } keys[] = { { "elapsed-time-nsec", 1 }, { "elapsed-time-usec", NS_PER_US } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *text = tv_trace_lookup_property (trace, keys[i].key);
      guint64 elapsed;

      if (text != NULL
          && g_ascii_string_to_unsigned (
              text, 10, 0, (guint64) (G_MAXINT64 / keys[i].unit), &elapsed, NULL))
        return (gint64) elapsed * keys[i].unit;
    }
  return 0;
}

/* Tracing took at least until the last event, whatever the file says. */
static void
measure (TvTraceFile *file)
{
  g_autoptr (TvExportWalk) walk
      = tv_export_walk_new (file->trace, file->part, file->cancellable);
  guint32 thread;

  file->elapsed = find_elapsed (file->trace);
  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    for (guint k = 0; k < file->n_clocks; k++)
      file->elapsed = MAX (file->elapsed,
                           tv_trace_get_thread (file->trace, i)->last[file->clocks[k]]);
  while (tv_export_walk_next_thread (walk, &thread))
    file->n_records += 2 * (guint64) tv_export_walk_get_n_rows (walk);
}

static char *
tell_clock (const TvTraceFile *file)
{
  if (file->clocks[0] == TV_CLOCK_WALL)
    return g_strdup_printf (_ ("version %u has one clock: wall time is written, CPU "
                               "time is not"),
                            file->form.version);
  return g_strdup_printf (_ ("version %u has one clock: CPU time is written, wall time "
                             "is not"),
                          file->form.version);
}

static char *
tell_new_threads (const TvTraceFile *file)
{
  const guint n = file->ids.n_new_threads;

  return g_strdup_printf (
      ngettext ("%u thread has a new id, for version %u cannot hold its own",
                "%u threads have new ids, for version %u cannot hold their own", n),
      n, file->form.version);
}

static char *
tell_new_methods (const TvTraceFile *file)
{
  const guint n = file->ids.n_new_methods;

  return g_strdup_printf (
      ngettext ("%u method has a new id, for version %u cannot hold its own",
                "%u methods have new ids, for version %u cannot hold their own", n),
      n, file->form.version);
}

static char *
tell_cut_names (const TvTraceFile *file, guint n)
{
  return g_strdup_printf (
      ngettext ("%u name is cut, for there is room for %u bytes in each name of a "
                "method and %u in that of a thread",
                "%u names are cut, for there is room for %u bytes in each name of a "
                "method and %u in that of a thread",
                n),
      n, (guint) tv_trace_text_get_method_room (file),
      (guint) tv_trace_text_get_thread_room (file));
}

static char *
tell_properties (const TvTraceFile *file)
{
  const guint n = file->n_properties_left_out;

  return g_strdup_printf (
      ngettext ("%u property is left out, for there is room for %u bytes",
                "%u properties are left out, for there is room for %u bytes", n),
      n, (guint) tv_trace_text_get_property_room (file));
}

static void
tell_losses_of_text (const TvTraceFile *file, const TvExportSpec *spec)
{
  const guint n_cut = tv_trace_text_count_cut_names (file);

  if (file->ids.n_new_threads > 0)
    tv_export_note (spec, tell_new_threads (file));
  if (file->ids.n_new_methods > 0)
    tv_export_note (spec, tell_new_methods (file));
  if (n_cut > 0)
    tv_export_note (spec, tell_cut_names (file, n_cut));
  if (file->n_properties_left_out > 0)
    tv_export_note (spec, tell_properties (file));
}

/* What the form cannot hold, unless that was asked for. */
static void
tell_losses (const TvTraceFile *file, const TvExportSpec *spec)
{
  if (file->form.one_clock && tv_export_loses_clock (spec, file->trace))
    tv_export_note (spec, tell_clock (file));
  tell_losses_of_text (file, spec);
  if (tv_trace_get_time_unit (file->trace) < NS_PER_US
      && !tv_trace_form_has_packets (&file->form))
    tv_export_note (spec,
                    g_strdup_printf (
                        _ ("version %u has whole microseconds: times are rounded down"),
                        file->form.version));
}

static gboolean
write_trace (TvTraceFile *file, const TvExportSpec *spec, GError **error)
{
  const gboolean packets = tv_trace_form_has_packets (&file->form);

  if (!tv_trace_ids_init (&file->ids, file->trace, file->part, &file->form, error))
    return FALSE;
  measure (file);
  if (!packets && !tv_trace_records_check_times (file, error))
    return FALSE;
  if (packets)
    tv_trace_packets_write (file);
  else
    tv_trace_records_write (file);
  tell_losses (file, spec);
  return tv_text_writer_finish (file->writer, error);
}

/**
 * tv_export_trace:
 * @trace: a trace
 * @spec: what of it, and in what form
 * @out: where to; stays open
 * @cancellable: (nullable): ends it early
 * @error: a #GIOErrorEnum
 *
 * Writes a method trace whose calls all have an entry and an exit, in order of time
 * over all threads where the form has no blocks of them. Threads and methods keep their
 * ids where the form can hold them, names longer than it can hold are cut, and
 * properties that it has no room for are left out. Times in microseconds are rounded
 * down. What of that happened is told in the notes of @spec.
 *
 * Returns: whether all was written
 */
gboolean
tv_export_trace (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  TvTraceFile file = {
    .trace = trace, .part = &spec->part, .writer = writer, .cancellable = cancellable
  };
  gboolean written
      = choose_clocks (&file, spec, error) && write_trace (&file, spec, error);

  tv_trace_ids_clear (&file.ids);
  return written;
}
