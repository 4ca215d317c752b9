/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-writer-private.h"

static const char *
clock_name (TvWriterClock clock)
{
  static const char *const names[] = { "thread-cpu", "wall", "dual", "global" };

  return names[clock];
}

/**
 * tv_trace_writer_set_flavour:
 * @writer: a writer without methods
 * @flavour: whose lines to write
 *
 * Chooses how tv_trace_writer_add_method() writes its line. ART is the default.
 */
void
tv_trace_writer_set_flavour (TvTraceWriter *writer, TvWriterFlavour flavour)
{
  g_return_if_fail (writer != NULL);

  writer->flavour = flavour;
}

/**
 * tv_trace_writer_set_flags:
 * @writer: a writer
 * @flags: all the flags that shall hold
 *
 * Chooses oddities of the text part. %TV_WRITER_CRLF acts on lines that are added
 * later.
 */
void
tv_trace_writer_set_flags (TvTraceWriter *writer, TvWriterFlags flags)
{
  g_return_if_fail (writer != NULL);

  writer->flags = flags;
}

/**
 * tv_trace_writer_add_property:
 * @writer: a writer
 * @key: left of the `=`
 * @value: right of it
 *
 * Adds a line to the version section. A property `clock` takes the place of the line
 * that the writer adds by itself.
 */
void
tv_trace_writer_add_property (TvTraceWriter *writer, const char *key, const char *value)
{
  g_autofree char *line = NULL;

  g_return_if_fail (writer != NULL);

  line = g_strdup_printf ("%s=%s", key, value);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_PROPERTIES, line, -1);
  if (g_str_equal (key, "clock"))
    writer->has_clock_line = TRUE;
}

/**
 * tv_trace_writer_add_thread:
 * @writer: a writer
 * @id: thread id, which may be wider than the records' field
 * @name: name as it shall stand in the file
 *
 * Adds a line to the thread table.
 */
void
tv_trace_writer_add_thread (TvTraceWriter *writer, guint32 id, const char *name)
{
  g_autofree char *line = NULL;

  g_return_if_fail (writer != NULL);

  line = g_strdup_printf ("%u\t%s", id, name);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_THREADS, line, -1);
}

/**
 * tv_trace_writer_add_method:
 * @writer: a writer
 * @id: method id, a multiple of 4
 * @class_name: class in the flavour's own spelling
 * @name: method name
 * @signature: JVM descriptor
 * @file: (nullable): source file, or %NULL for a line of four fields
 * @line: line in @file; only Dalvik's lines have it
 *
 * Adds a line to the method table, of as many fields as the flavour has.
 */
void
tv_trace_writer_add_method (TvTraceWriter *writer, guint32 id, const char *class_name,
                            const char *name, const char *signature, const char *file,
                            int line)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (writer != NULL);

  if (writer->flavour == TV_WRITER_DALVIK)
    g_string_append_printf (text, "0x%08x", id);
  else
    g_string_append_printf (text, "%#x", id);
  g_string_append_printf (text, "\t%s\t%s\t%s", class_name, name, signature);
  if (file != NULL)
    g_string_append_printf (text, "\t%s", file);
  if (file != NULL && writer->flavour == TV_WRITER_DALVIK)
    g_string_append_printf (text, "\t%d", line);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, text->str,
                                (gssize) text->len);
}

/**
 * tv_trace_writer_add_raw_line:
 * @writer: a writer
 * @section: where the line goes
 * @text: (array length=length): the line without its end; any bytes
 * @length: number of bytes, or -1 for a string that ends in NUL
 *
 * Adds a line as it is. A line `*threads` and the like begins that section once more.
 */
void
tv_trace_writer_add_raw_line (TvTraceWriter *writer, TvWriterSection section,
                              const char *text, gssize length)
{
  g_return_if_fail (writer != NULL);
  g_return_if_fail (section < TV_N_WRITER_SECTIONS);

  g_string_append_len (writer->sections[section], text, length);
  g_string_append (writer->sections[section],
                   writer->flags & TV_WRITER_CRLF ? "\r\n" : "\n");
}

/**
 * tv_trace_writer_key_to_bytes:
 * @writer: a writer
 *
 * Returns: (transfer full): the text part, up to and with `*end`
 */
GBytes *
tv_trace_writer_key_to_bytes (const TvTraceWriter *writer)
{
  GString *text = NULL;
  const char *newline = NULL;

  g_return_val_if_fail (writer != NULL, NULL);

  newline = writer->flags & TV_WRITER_CRLF ? "\r\n" : "\n";
  text = g_string_new (writer->flags & TV_WRITER_BOM ? "\xef\xbb\xbf" : "");
  g_string_append_printf (text, "*version%s%" G_GUINT64_FORMAT "%s", newline,
                          writer->fields[TV_WRITER_KEY_VERSION], newline);
  if (!writer->has_clock_line && !(writer->flags & TV_WRITER_NO_CLOCK))
    g_string_append_printf (text, "clock=%s%s", clock_name (writer->clock), newline);
  g_string_append_len (text, writer->sections[TV_WRITER_PROPERTIES]->str,
                       (gssize) writer->sections[TV_WRITER_PROPERTIES]->len);
  g_string_append_printf (text, "*threads%s", newline);
  g_string_append_len (text, writer->sections[TV_WRITER_THREADS]->str,
                       (gssize) writer->sections[TV_WRITER_THREADS]->len);
  g_string_append_printf (text, "*methods%s", newline);
  g_string_append_len (text, writer->sections[TV_WRITER_METHODS]->str,
                       (gssize) writer->sections[TV_WRITER_METHODS]->len);
  if (!(writer->flags & TV_WRITER_NO_END))
    g_string_append_printf (text, "*end%s",
                            writer->flags & TV_WRITER_NO_END_NEWLINE ? "" : newline);
  return g_string_free_to_bytes (text);
}
