/* SPDX-License-Identifier: Apache-2.0 */

/* The text of a trace that is being written. */

#include "output/export/export-trace-private.h"

#include <string.h>

#define NS_PER_US 1000

/* Readers cut lines at 1 MiB; names in a stream, and all text in packets, have lengths
 * of 16 bits. A method has four names, and its id and line besides. */
#define LONGEST_LINE (1024 * 1024)
#define LONGEST_PIECE G_MAXUINT16
#define FOR_NUMBERS 64
#define N_NAMES 4

/* What ART writes; dmtracedump takes an empty field for none. */
#define NO_FILE "(null)"

static gboolean
is_classic (const TvTraceFile *file)
{
  return !file->form.streaming && !tv_trace_form_has_packets (&file->form);
}

/* Returns how many bytes there are for the name of a thread. */
gsize
tv_trace_text_get_thread_room (const TvTraceFile *file)
{
  return (is_classic (file) ? LONGEST_LINE : LONGEST_PIECE) - FOR_NUMBERS;
}

/* Returns how many bytes there are for each name of a method. */
gsize
tv_trace_text_get_method_room (const TvTraceFile *file)
{
  return tv_trace_text_get_thread_room (file) / N_NAMES - 1;
}

/* Returns how many bytes there are for a property, or in packets for all of them. */
gsize
tv_trace_text_get_property_room (const TvTraceFile *file)
{
  return (tv_trace_form_has_packets (&file->form) ? LONGEST_PIECE : LONGEST_LINE)
         - FOR_NUMBERS;
}

/* Not in the middle of a character. */
static void
append_cut (GString *text, const char *name, gsize longest)
{
  gsize length = strlen (name);

  if (length > longest)
    length = (gsize) (g_utf8_find_prev_char (name, name + longest + 1) - name);
  g_string_append_len (text, name, (gssize) length);
}

/* Appends name as far as the form holds it. */
void
tv_trace_text_append_thread_name (GString *text, const TvTraceFile *file,
                                  const char *name)
{
  if (name != NULL)
    append_cut (text, name, tv_trace_text_get_thread_room (file));
}

/* Readers of packets tell how a block begins by whether the ids in it have names, so
 * that these name all methods. The others name those that the file named, and those
 * whose names would go with their ids. */
gboolean
tv_trace_text_has_method (const TvTraceFile *file, guint32 method)
{
  return tv_trace_form_has_packets (&file->form)
         || tv_trace_get_method (file->trace, method)->named
         || file->ids.renamed[method];
}

static void
get_names (const TvMethod *method, const char *names[N_NAMES])
{
  names[0] = method->class_name;
  names[1] = method->name;
  names[2] = method->signature;
  names[3] = method->file != NULL ? method->file : NO_FILE;
}

/* Appends a line of the table of methods but for the id and the end of the line. */
void
tv_trace_text_append_method (GString *text, const TvTraceFile *file, guint32 method)
{
  const TvMethod *row = tv_trace_get_method (file->trace, method);
  const char *names[N_NAMES];

  get_names (row, names);
  for (guint i = 0; i < N_NAMES; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\t');
      append_cut (text, names[i], tv_trace_text_get_method_room (file));
    }
  /* The runtimes of classic traces have a line for each, those of the others none. */
  if (row->line != 0 || is_classic (file))
    g_string_append_printf (text, "\t%d", row->line);
}

static guint
count_cut_thread_names (const TvTraceFile *file)
{
  const gsize room = tv_trace_text_get_thread_room (file);
  guint n = 0;

  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other = thread->other_names;

      if (!tv_trace_file_has_thread (file, i))
        continue;
      n += thread->name != NULL && strlen (thread->name) > room;
      for (; other != NULL && *other != NULL; other++)
        n += strlen (*other) > room;
    }
  return n;
}

/* Returns how many names of threads and methods are longer than the form can hold. */
guint
tv_trace_text_count_cut_names (const TvTraceFile *file)
{
  const gsize room = tv_trace_text_get_method_room (file);
  guint n = count_cut_thread_names (file);

  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      const char *names[N_NAMES];

      get_names (tv_trace_get_method (file->trace, i), names);
      for (guint k = 0; k < N_NAMES && tv_trace_text_has_method (file, i); k++)
        n += strlen (names[k]) > room;
    }
  return n;
}

static const char *
get_clock_name (const TvTraceFile *file)
{
  if (file->n_clocks > 1)
    return "dual";
  return file->clocks[0] == TV_CLOCK_WALL ? "wall" : "thread-cpu";
}

/* What is said of how the file is laid out has to be said anew. */
static gboolean
is_of_the_layout (const char *key)
{
  static const char *const keys[]
      = { "clock", "elapsed-time-usec", "elapsed-time-nsec", "num-method-calls" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (keys[i], key))
      return TRUE;
  return FALSE;
}

/* Of packets all properties together have 16 bits, of other forms each has a line. */
static gboolean
has_room (const TvTraceFile *file, const GString *text, const TvProperty *property)
{
  const gsize length = strlen (property->key) + strlen (property->value);
  const gsize room = tv_trace_text_get_property_room (file);

  if (tv_trace_form_has_packets (&file->form))
    return length < room - MIN (text->len, room);
  return length < room;
}

static void
append_properties (GString *text, TvTraceFile *file)
{
  const gboolean packets = tv_trace_form_has_packets (&file->form);

  g_string_append_printf (text, "clock=%s\nelapsed-time-%s=%" G_GINT64_FORMAT "\n",
                          get_clock_name (file), packets ? "nsec" : "usec",
                          packets ? file->elapsed : file->elapsed / NS_PER_US);
  if (!file->form.streaming)
    g_string_append_printf (text, "num-method-calls=%" G_GUINT64_FORMAT "\n",
                            file->n_records);
  for (guint i = 0; i < tv_trace_get_n_properties (file->trace); i++)
    {
      const TvProperty *property = tv_trace_get_property (file->trace, i);

      if (is_of_the_layout (property->key))
        continue;
      if (has_room (file, text, property))
        g_string_append_printf (text, "%s=%s\n", property->key, property->value);
      else
        file->n_properties_left_out++;
    }
}

/* The last name of an id is the one that counts. */
static void
append_threads (GString *text, const TvTraceFile *file)
{
  g_string_append (text, "*threads\n");
  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other = thread->other_names;

      if (!tv_trace_file_has_thread (file, i))
        continue;
      for (; other != NULL && *other != NULL; other++)
        {
          g_string_append_printf (text, "%u\t", file->ids.threads[i]);
          tv_trace_text_append_thread_name (text, file, *other);
          g_string_append_c (text, '\n');
        }
      g_string_append_printf (text, "%u\t", file->ids.threads[i]);
      tv_trace_text_append_thread_name (text, file, thread->name);
      g_string_append_c (text, '\n');
    }
}

static void
append_methods (GString *text, const TvTraceFile *file)
{
  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      if (!tv_trace_text_has_method (file, i))
        continue;
      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x\t",
                              file->ids.methods[i]);
      tv_trace_text_append_method (text, file, i);
      g_string_append_c (text, '\n');
    }
}

/* Makes the key section of a classic trace or the summary of another, which has what
 * was not announced before: of a stream the whole ids of threads, of packets none.
 * Counts the properties that there is no room for. */
GString *
tv_trace_text_new (TvTraceFile *file)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "*version\n%u\n", file->form.version);
  append_properties (text, file);
  if (!tv_trace_form_has_packets (&file->form))
    {
      append_threads (text, file);
      g_string_append (text, "*methods\n");
      if (is_classic (file))
        append_methods (text, file);
    }
  g_string_append (text, "*end\n");
  return text;
}
