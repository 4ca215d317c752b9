/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-records.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvCliLine *line;
  GOutputStream *out;

  /* Set with the first records */
  TvRecordReport *report;
  TvRecordChoice choice;
  TvTrace *styled;
  TvThreadSet *threads;
  TvMethodSet *methods;

  gboolean refused; /* whether an error has been reported */
  GError *write_error;
} Dump;

static void
clear_dump (Dump *dump)
{
  g_clear_pointer (&dump->report, tv_record_report_free);
  g_clear_pointer (&dump->styled, tv_trace_unref);
  g_clear_pointer (&dump->threads, tv_thread_set_unref);
  g_clear_pointer (&dump->methods, tv_method_set_unref);
  g_clear_error (&dump->write_error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dump, clear_dump)

/* Resolves threads and methods, which need the trace. */
static gboolean
begin (Dump *dump, TvTrace *trace)
{
  g_autofree char *title = tv_file_title_dup (dump->line->files[0]);
  TvProfileRange part;

  if (!tv_cli_check_calls (dump->line->files[0], trace, dump->line->command->name)
      || !tv_cli_find_part (dump->line, dump->line->files[0], trace, &part))
    return FALSE;
  dump->threads = part.threads;
  dump->styled = tv_trace_new_styled (trace, dump->line->names);
  dump->methods = tv_method_set_new_matching (dump->styled, &dump->line->filter);
  dump->choice = (TvRecordChoice){ part.start, part.end, dump->threads, dump->methods,
                                   dump->line->top };
  dump->report
      = tv_record_report_new (dump->styled, dump->line->table_format, title, dump->out);
  return TRUE;
}

static gboolean
take_records (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
              GError **error)
{
  Dump *dump = user_data;

  dump->refused = dump->report == NULL && !begin (dump, trace);
  if (!dump->refused && tv_record_report_add (dump->report, &dump->choice, records, n))
    return TRUE;
  if (!dump->refused)
    (void) tv_record_report_finish (dump->report, &dump->write_error);
  /* An error without a message ends the loading. */
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  return FALSE;
}

/* Reports errors of the file and of the request itself. */
static gboolean
write_dump (const TvCliLine *line, GOutputStream *out, GError **error)
{
  g_auto (Dump) dump = { .line = line, .out = out };
  g_autoptr (GError) load_error = NULL;
  g_autoptr (TvTrace) trace
      = tv_cli_load_with_records (line, take_records, &dump, &load_error);

  if (dump.write_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&dump.write_error));
      return FALSE;
    }
  if (trace == NULL && !dump.refused)
    tv_report_file_error (line->files[0], load_error->message);
  if (trace == NULL || (dump.report == NULL && !begin (&dump, trace)))
    return FALSE;
  return tv_record_report_finish (dump.report, error);
}

static TvExitStatus
run_dump (TvCliLine *line)
{
  return tv_cli_write (line, write_dump);
}

const TvCommand tv_command_dump
    = { .name = "dump",
        .title = N_ ("List the records"),
        .summary = N_ ("List the records of a trace in the order of the file. “!” "
                       "marks exits from methods that were not running."),
        .formats = TV_TABLE_FORMATS "|jsonl",
        .takes = TV_TAKES_PART | TV_TAKES_FILTER | TV_TAKES_NAMES | TV_TAKES_TOP,
        .run = run_dump };
