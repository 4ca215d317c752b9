/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-names-private.h"

/* Where a file does not say it. */
#define SOME_PROCESS 1

void
tv_export_names_init (TvExportNames *names, const TvTrace *trace)
{
  names->trace = trace;
  names->methods = g_new0 (char *, MAX (tv_trace_get_n_methods (trace), 1));
}

/* Frees what is in names. */
void
tv_export_names_clear (TvExportNames *names)
{
  for (guint i = 0; names->methods != NULL && i < tv_trace_get_n_methods (names->trace);
       i++)
    g_free (names->methods[i]);
  g_clear_pointer (&names->methods, g_free);
}

const char *
tv_export_names_get_method (TvExportNames *names, guint32 method)
{
  if (names->methods[method] == NULL)
    names->methods[method]
        = tv_method_dup_display_name (tv_trace_get_method (names->trace, method));
  return names->methods[method];
}

/* Names a thread for other programs: in English, whatever the locale. */
char *
tv_export_names_dup_thread (const TvTrace *trace, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);

  if (row->name == NULL || *row->name == '\0')
    return g_strdup_printf ("Thread %u", row->id);
  return g_strdup (row->name);
}

/* Returns the process's id as the file's `pid` says, else some other. */
guint64
tv_export_find_process (const TvTrace *trace)
{
  const char *text = tv_trace_lookup_property (trace, "pid");
  guint64 id;

  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &id, NULL))
    return id;
  return SOME_PROCESS;
}

/* Adds a time in microseconds, with as many digits behind the point as it needs, as
 * JSON and CSV have numbers. */
void
tv_export_add_microseconds (TvTextWriter *writer, gint64 nanoseconds)
{
  guint64 rest = nanoseconds < 0 ? -(guint64) nanoseconds : (guint64) nanoseconds;
  const guint fraction = (guint) (rest % 1000);

  if (nanoseconds < 0)
    tv_text_writer_add_char (writer, '-');
  tv_text_writer_add_number (writer, (gint64) (rest / 1000), 0);
  if (fraction == 0)
    return;
  tv_text_writer_add_char (writer, '.');
  tv_text_writer_add_char (writer, (char) ('0' + fraction / 100));
  if (fraction % 100 == 0)
    return;
  tv_text_writer_add_char (writer, (char) ('0' + fraction / 10 % 10));
  if (fraction % 10 != 0)
    tv_text_writer_add_char (writer, (char) ('0' + fraction % 10));
}
