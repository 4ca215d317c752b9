/* SPDX-License-Identifier: Apache-2.0 */

/* Threads and methods as streams and packets name them, each in a piece of its own. */

#include "output/export/export-trace-private.h"

#define LENGTH_BYTES 2

/* Writes the length of a text and the text. */
void
tv_trace_names_write_text (TvTraceFile *file, const GString *text, guint n_bytes)
{
  tv_trace_file_add_little_endian (file, text->len, n_bytes);
  tv_text_writer_add_bytes (file->writer, text->str, text->len);
}

static void
write_thread (TvTraceFile *file, guint32 thread, const char *name,
              TvTraceNameFunc begin, GString *text)
{
  g_string_truncate (text, 0);
  begin (file, thread, text);
  tv_trace_text_append_thread_name (text, file, name);
  tv_trace_names_write_text (file, text, LENGTH_BYTES);
}

/* Names all threads. The last name of an id is the one that counts; in a stream the
 * others are in its summary, which packets have no table of threads in. */
void
tv_trace_names_write_threads (TvTraceFile *file, TvTraceNameFunc begin)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other
          = tv_trace_form_has_packets (&file->form) ? thread->other_names : NULL;

      if (!tv_trace_file_has_thread (file, i))
        continue;
      for (; other != NULL && *other != NULL; other++)
        write_thread (file, i, *other, begin, text);
      write_thread (file, i, thread->name, begin, text);
    }
}

/* Names the methods that tv_trace_text_has_method() tells. */
void
tv_trace_names_write_methods (TvTraceFile *file, TvTraceNameFunc begin)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      if (!tv_trace_text_has_method (file, i))
        continue;
      g_string_truncate (text, 0);
      begin (file, i, text);
      tv_trace_text_append_method (text, file, i);
      g_string_append_c (text, '\n');
      tv_trace_names_write_text (file, text, LENGTH_BYTES);
    }
}
