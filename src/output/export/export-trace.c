/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/export/export-private.h"
#include "output/export/export-trace.h"
#include "trace/model/id-map.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LATEST_VERSION 5
#define FIRST_OF_PACKETS 4

static gboolean has_thread (const TvTraceFile *file, guint32 thread);

/**
 * tv_trace_form_check:
 * @form: the requested form
 * @error: a #GIOErrorEnum
 *
 * Returns: whether the form exists
 */
gboolean
tv_trace_form_check (const TvTraceForm *form, GError **error)
{
  g_return_val_if_fail (form != NULL, FALSE);

  if (form->version > LATEST_VERSION)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("There is no trace version %u"), form->version);
  else if (form->version == 1 && form->streaming)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("Traces of version 1 cannot be streamed"));
  else
    return TRUE;
  return FALSE;
}

/* Chooses the version if none was requested, and the number of clocks. Version 3 can
 * have one clock unless it is streamed. */
static gboolean
complete_form (TvTraceForm *form, guint n_clocks, GError **error)
{
  gboolean dual;

  g_return_val_if_fail (form != NULL && tv_trace_form_check (form, NULL), FALSE);

  dual = n_clocks > 1 && !form->one_clock;
  if (form->version == 0)
    form->version = dual ? 3 : 2;
  if (!dual && (form->version == 5 || (form->version == 3 && form->streaming)))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   form->streaming
                       ? _ ("Streamed traces of version %u have two clocks, and there "
                            "is only one: use version %u")
                       : _ ("Traces of version %u have two clocks, and there is only "
                            "one: use version %u"),
                   form->version, form->version - 1);
      return FALSE;
    }
  form->one_clock = !dual || (form->version != 3 && form->version != 5);
  return TRUE;
}

static gboolean
has_packets (const TvTraceForm *form)
{
  g_return_val_if_fail (form != NULL, FALSE);

  return form->version >= FIRST_OF_PACKETS;
}

/* Returns the number of bits that a record has for a thread's id. */
static guint
get_thread_bits (const TvTraceForm *form)
{
  g_return_val_if_fail (form != NULL, 0);

  if (has_packets (form))
    return 32;
  return form->version == 1 ? 8 : 16;
}

/* Ids */

/* The two low bits of a method's id hold the action. */
#define ID_STEP 4
#define WIDEST_ID (G_MAXUINT32 & ~(guint32) (ID_STEP - 1))
#define MOST_METHODS (G_MAXUINT32 / ID_STEP)

/* Dalvik fills its buffer with records of this id, as if a method was left by an
 * exception. */
#define FILL_ID 0xEEEEEEECu

typedef struct
{
  TvTraceIds *ids;
  const TvTrace *trace;
  const TvTraceForm *form;
  guint8 *used; /* by id in records */
  guint32 next; /* the first id that may be free */
} Numbering;

/* In a stream, an id of 0 marks items that are not records. */
static gboolean
can_be_record_id (const Numbering *numbering, guint32 id)
{
  return (id != 0 || !numbering->form->streaming) && !numbering->used[id];
}

/* As in ART until 2022, the table has the whole id and records have its low bits. That
 * is enough if no other thread has the same low bits. */
static gboolean
keep_thread_id (Numbering *numbering, guint32 thread)
{
  const guint32 id = tv_trace_get_thread (numbering->trace, thread)->id;
  const guint32 record_id = id & numbering->ids->thread_mask;

  if (!can_be_record_id (numbering, record_id))
    return FALSE;
  numbering->used[record_id] = TRUE;
  numbering->ids->threads[thread] = id;
  return TRUE;
}

static gboolean
find_new_thread_id (Numbering *numbering, guint32 thread)
{
  while (numbering->next <= numbering->ids->thread_mask
         && !can_be_record_id (numbering, numbering->next))
    numbering->next++;
  if (numbering->next > numbering->ids->thread_mask)
    return FALSE;
  numbering->used[numbering->next] = TRUE;
  numbering->ids->threads[thread] = numbering->next;
  numbering->ids->n_new_threads++;
  return TRUE;
}

/* Keeps the ids that fit in a record first. */
static gboolean
number_threads (Numbering *numbering, const guint32 *threads, guint n)
{
  g_autofree guint8 *kept = g_new0 (guint8, MAX (n, 1));

  for (guint wide = 0; wide < 2; wide++)
    for (guint i = 0; i < n; i++)
      {
        const guint32 id = tv_trace_get_thread (numbering->trace, threads[i])->id;

        if ((id > numbering->ids->thread_mask) == (wide != 0))
          kept[i] = keep_thread_id (numbering, threads[i]);
      }
  for (guint i = 0; i < n; i++)
    if (!kept[i] && !find_new_thread_id (numbering, threads[i]))
      return FALSE;
  return TRUE;
}

static gboolean
find_thread_ids (Numbering *numbering, const TvProfileRange *part, GError **error)
{
  const guint n_all = tv_trace_get_n_threads (numbering->trace);
  const guint bits = get_thread_bits (numbering->form);
  g_autofree guint32 *threads = g_new (guint32, MAX (n_all, 1));
  guint n = 0;
  gboolean fits;

  numbering->ids->threads = g_new0 (guint32, MAX (n_all, 1));
  numbering->ids->thread_mask = (guint32) (((guint64) 1 << bits) - 1);
  for (guint i = 0; i < n_all; i++)
    {
      numbering->ids->threads[i] = tv_trace_get_thread (numbering->trace, i)->id;
      if (part->threads == NULL || tv_thread_set_contains (part->threads, i))
        threads[n++] = i;
    }
  if (has_packets (numbering->form))
    return TRUE;
  numbering->used = g_new0 (guint8, (gsize) numbering->ids->thread_mask + 1);
  fits = number_threads (numbering, threads, n);
  g_clear_pointer (&numbering->used, g_free);
  if (!fits)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _ ("There are %u threads, more than version %u can tell apart"), n,
                 numbering->form->version);
  return fits;
}

static gboolean
can_be_method_id (const TvTraceForm *form, guint64 id)
{
  if (id % ID_STEP != 0)
    return FALSE;
  return has_packets (form) || (id <= WIDEST_ID && id != FILL_ID);
}

static void
find_method_ids (Numbering *numbering)
{
  const TvTrace *trace = numbering->trace;
  TvTraceIds *ids = numbering->ids;
  const guint n = tv_trace_get_n_methods (trace);
  guint64 next = ID_STEP;
  TvIdMap used;

  ids->methods = g_new0 (guint64, MAX (n, 1));
  ids->renamed = g_new0 (guint8, MAX (n, 1));
  tv_id_map_init (&used);
  for (guint32 i = 0; i < n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);

      ids->methods[i] = method->id;
      if (can_be_method_id (numbering->form, method->id)
          && tv_id_map_get (&used, method->id) == TV_ID_MAP_NONE)
        tv_id_map_set (&used, method->id, i);
    }
  for (guint32 i = 0; i < n; i++)
    {
      if (can_be_method_id (numbering->form, ids->methods[i])
          && tv_id_map_get (&used, ids->methods[i]) == i)
        continue;
      while (!can_be_method_id (numbering->form, next)
             || tv_id_map_get (&used, next) != TV_ID_MAP_NONE)
        next += ID_STEP;
      ids->methods[i] = next;
      ids->renamed[i] = TRUE;
      ids->n_new_methods++;
      tv_id_map_set (&used, next, i);
    }
  tv_id_map_clear (&used);
}

/* Keeps the ids of threads and methods that the form can hold, and gives the others new
 * ones. */
static gboolean
find_ids (TvTraceIds *ids, TvTrace *trace, const TvProfileRange *part,
          const TvTraceForm *form, GError **error)
{
  Numbering numbering = { .ids = ids, .trace = trace, .form = form, .next = 1 };

  *ids = (TvTraceIds){ 0 };
  if (tv_trace_get_n_methods (trace) >= MOST_METHODS)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("There are more methods than a trace can tell apart"));
      return FALSE;
    }
  find_method_ids (&numbering);
  return find_thread_ids (&numbering, part, error);
}

static void
clear_ids (TvTraceIds *ids)
{
  g_clear_pointer (&ids->threads, g_free);
  g_clear_pointer (&ids->methods, g_free);
  g_clear_pointer (&ids->renamed, g_free);
}

/* Text */

/* Readers cut lines at 1 MiB. The length of a name in a stream, and of any text in a
 * packet, has 16 bits. A method has four names, an id and a line. */
#define LONGEST_LINE (1024 * 1024)
#define LONGEST_PIECE G_MAXUINT16
#define FOR_NUMBERS 64
#define N_NAMES 4

/* What ART writes. dmtracedump drops empty fields. */
#define NO_FILE "(null)"

static gboolean
is_classic (const TvTraceFile *file)
{
  return !file->form.streaming && !has_packets (&file->form);
}

/* Returns the room for the name of a thread, in bytes. */
static gsize
get_thread_room (const TvTraceFile *file)
{
  return (is_classic (file) ? LONGEST_LINE : LONGEST_PIECE) - FOR_NUMBERS;
}

/* Returns the room for each name of a method, in bytes. */
static gsize
get_method_room (const TvTraceFile *file)
{
  return get_thread_room (file) / N_NAMES - 1;
}

/* Returns the room for a property, or in packets for all properties, in bytes. */
static gsize
get_property_room (const TvTraceFile *file)
{
  return (has_packets (&file->form) ? LONGEST_PIECE : LONGEST_LINE) - FOR_NUMBERS;
}

static void
append_cut (GString *text, const char *name, gsize longest)
{
  gsize length = strlen (name);

  if (length > longest)
    length = (gsize) (g_utf8_find_prev_char (name, name + longest + 1) - name);
  g_string_append_len (text, name, (gssize) length);
}

static void
append_thread_name (GString *text, const TvTraceFile *file, const char *name)
{
  if (name != NULL)
    append_cut (text, name, get_thread_room (file));
}

/* Readers recognize a block of packets by ids that have names, so packets name all
 * methods. Other forms name the methods that the file names and those with new ids. */
static gboolean
has_method (const TvTraceFile *file, guint32 method)
{
  return has_packets (&file->form) || tv_trace_get_method (file->trace, method)->named
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

/* Appends a line of the method table without the id and the line break. */
static void
append_method (GString *text, const TvTraceFile *file, guint32 method)
{
  const TvMethod *row = tv_trace_get_method (file->trace, method);
  const char *names[N_NAMES];

  get_names (row, names);
  for (guint i = 0; i < N_NAMES; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\t');
      append_cut (text, names[i], get_method_room (file));
    }
  /* Classic traces always have a line number, others only if it is known. */
  if (row->line != 0 || is_classic (file))
    g_string_append_printf (text, "\t%d", row->line);
}

static guint
count_cut_thread_names (const TvTraceFile *file)
{
  const gsize room = get_thread_room (file);
  guint n = 0;

  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other = thread->other_names;

      if (!has_thread (file, i))
        continue;
      n += thread->name != NULL && strlen (thread->name) > room;
      for (; other != NULL && *other != NULL; other++)
        n += strlen (*other) > room;
    }
  return n;
}

/* Counts the names that are longer than the form can hold. */
static guint
count_cut_names (const TvTraceFile *file)
{
  const gsize room = get_method_room (file);
  guint n = count_cut_thread_names (file);

  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      const char *names[N_NAMES];

      get_names (tv_trace_get_method (file->trace, i), names);
      for (guint k = 0; k < N_NAMES && has_method (file, i); k++)
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

/* Properties that describe the layout of the old file are not copied. */
static gboolean
describes_layout (const char *key)
{
  static const char *const keys[]
      = { "clock", "elapsed-time-usec", "elapsed-time-nsec", "num-method-calls" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (keys[i], key))
      return TRUE;
  return FALSE;
}

/* In packets, all properties share one length of 16 bits. In other forms, each has a
 * line. */
static gboolean
has_room (const TvTraceFile *file, const GString *text, const TvProperty *property)
{
  const gsize length = strlen (property->key) + strlen (property->value);
  const gsize room = get_property_room (file);

  if (has_packets (&file->form))
    return length < room - MIN (text->len, room);
  return length < room;
}

static void
append_properties (GString *text, TvTraceFile *file)
{
  const gboolean packets = has_packets (&file->form);

  g_string_append_printf (text, "clock=%s\nelapsed-time-%s=%" G_GINT64_FORMAT "\n",
                          get_clock_name (file), packets ? "nsec" : "usec",
                          packets ? file->elapsed : file->elapsed / NS_PER_US);
  if (!file->form.streaming)
    g_string_append_printf (text, "num-method-calls=%" G_GUINT64_FORMAT "\n",
                            file->n_records);
  for (guint i = 0; i < tv_trace_get_n_properties (file->trace); i++)
    {
      const TvProperty *property = tv_trace_get_property (file->trace, i);

      if (describes_layout (property->key))
        continue;
      if (has_room (file, text, property))
        g_string_append_printf (text, "%s=%s\n", property->key, property->value);
      else
        file->n_properties_left_out++;
    }
}

/* If an id has several names, readers take the last. */
static void
append_threads (GString *text, const TvTraceFile *file)
{
  g_string_append (text, "*threads\n");
  for (guint i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other = thread->other_names;

      if (!has_thread (file, i))
        continue;
      for (; other != NULL && *other != NULL; other++)
        {
          g_string_append_printf (text, "%u\t", file->ids.threads[i]);
          append_thread_name (text, file, *other);
          g_string_append_c (text, '\n');
        }
      g_string_append_printf (text, "%u\t", file->ids.threads[i]);
      append_thread_name (text, file, thread->name);
      g_string_append_c (text, '\n');
    }
}

static void
append_methods (GString *text, const TvTraceFile *file)
{
  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      if (!has_method (file, i))
        continue;
      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x\t",
                              file->ids.methods[i]);
      append_method (text, file, i);
      g_string_append_c (text, '\n');
    }
}

/* Makes the key section of a classic trace, or the summary of a stream or of packets,
 * and counts the properties that do not fit. */
GString *
tv_trace_text_new (TvTraceFile *file)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "*version\n%u\n", file->form.version);
  append_properties (text, file);
  if (!has_packets (&file->form))
    {
      append_threads (text, file);
      g_string_append (text, "*methods\n");
      if (is_classic (file))
        append_methods (text, file);
    }
  g_string_append (text, "*end\n");
  return text;
}

/* Names in streams and packets */

#define LENGTH_BYTES 2

/* Writes the length of a text in @n_bytes, and the text. */
void
tv_trace_names_write_text (TvTraceFile *file, const GString *text, guint n_bytes)
{
  tv_trace_file_add_little_endian (file, text->len, n_bytes);
  tv_text_writer_add_bytes (file->writer, text->str, text->len);
}

static void
write_thread_name (TvTraceFile *file, guint32 thread, const char *name,
                   TvTraceNameFunc begin, GString *text)
{
  g_string_truncate (text, 0);
  begin (file, thread, text);
  append_thread_name (text, file, name);
  tv_trace_names_write_text (file, text, LENGTH_BYTES);
}

/* Names all threads. Readers take the last name of an id. The earlier names are in the
 * summary of a stream; packets have no thread table there. */
void
tv_trace_names_write_threads (TvTraceFile *file, TvTraceNameFunc begin)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_threads (file->trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (file->trace, i);
      const char *const *other = has_packets (&file->form) ? thread->other_names : NULL;

      if (!has_thread (file, i))
        continue;
      for (; other != NULL && *other != NULL; other++)
        write_thread_name (file, i, *other, begin, text);
      write_thread_name (file, i, thread->name, begin, text);
    }
}

void
tv_trace_names_write_methods (TvTraceFile *file, TvTraceNameFunc begin)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < tv_trace_get_n_methods (file->trace); i++)
    {
      if (!has_method (file, i))
        continue;
      g_string_truncate (text, 0);
      begin (file, i, text);
      append_method (text, file, i);
      g_string_append_c (text, '\n');
      tv_trace_names_write_text (file, text, LENGTH_BYTES);
    }
}

/* The trace */

static gboolean
has_thread (const TvTraceFile *file, guint32 thread)
{
  const TvThreadSet *threads = file->part->threads;

  return threads == NULL || tv_thread_set_contains (threads, thread);
}

/* Writes the low bytes of a number, the lowest first. */
void
tv_trace_file_add_little_endian (TvTraceFile *file, guint64 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    tv_text_writer_add_char (file->writer, (char) (guchar) (number >> (8 * i)));
}

/* Records have CPU time before wall time. */
static gboolean
choose_clocks (TvTraceFile *file, const TvExportSpec *spec, GError **error)
{
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (file->trace, clock))
      file->clocks[file->n_clocks++] = clock;
  file->form = spec->form;
  if (!tv_trace_form_check (&file->form, error)
      || !complete_form (&file->form, file->n_clocks, error))
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

/* Tracing lasts at least until the last event. */
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
dup_clock_note (const TvTraceFile *file)
{
  if (file->clocks[0] == TV_CLOCK_WALL)
    return g_strdup_printf (
        _ ("Version %u has one clock: wall time is written, CPU time is not"),
        file->form.version);
  return g_strdup_printf (
      _ ("Version %u has one clock: CPU time is written, wall time is not"),
      file->form.version);
}

static char *
dup_threads_note (const TvTraceFile *file)
{
  const guint n = file->ids.n_new_threads;

  return g_strdup_printf (
      ngettext ("%u thread has a new id because version %u cannot hold its own",
                "%u threads have new ids because version %u cannot hold their own", n),
      n, file->form.version);
}

static char *
dup_methods_note (const TvTraceFile *file)
{
  const guint n = file->ids.n_new_methods;

  return g_strdup_printf (
      ngettext ("%u method has a new id because version %u cannot hold its own",
                "%u methods have new ids because version %u cannot hold their own", n),
      n, file->form.version);
}

static char *
dup_names_note (const TvTraceFile *file, guint n)
{
  return g_strdup_printf (ngettext ("%u name is cut: there is room for %u bytes in a "
                                    "method's name and %u in a thread's",
                                    "%u names are cut: there is room for %u bytes in a "
                                    "method's name and %u in a thread's",
                                    n),
                          n, (guint) get_method_room (file),
                          (guint) get_thread_room (file));
}

static char *
dup_properties_note (const TvTraceFile *file)
{
  const guint n = file->n_properties_left_out;

  return g_strdup_printf (
      ngettext ("%u property is left out: there is room for %u bytes",
                "%u properties are left out: there is room for %u bytes", n),
      n, (guint) get_property_room (file));
}

static void
note_losses_of_text (const TvTraceFile *file, const TvExportSpec *spec)
{
  const guint n_cut = count_cut_names (file);

  if (file->ids.n_new_threads > 0)
    tv_export_note (spec, dup_threads_note (file));
  if (file->ids.n_new_methods > 0)
    tv_export_note (spec, dup_methods_note (file));
  if (n_cut > 0)
    tv_export_note (spec, dup_names_note (file, n_cut));
  if (file->n_properties_left_out > 0)
    tv_export_note (spec, dup_properties_note (file));
}

/* Notes what the form cannot hold, unless that was requested. */
static void
note_losses (const TvTraceFile *file, const TvExportSpec *spec)
{
  if (file->form.one_clock && tv_export_has_both_clocks (spec, file->trace))
    tv_export_note (spec, dup_clock_note (file));
  note_losses_of_text (file, spec);
  if (tv_trace_get_time_unit (file->trace) < NS_PER_US && !has_packets (&file->form))
    tv_export_note (spec,
                    g_strdup_printf (
                        _ ("Version %u has whole microseconds: times are rounded down"),
                        file->form.version));
}

static gboolean
write_trace (TvTraceFile *file, const TvExportSpec *spec, GError **error)
{
  const gboolean packets = has_packets (&file->form);

  if (!find_ids (&file->ids, file->trace, file->part, &file->form, error))
    return FALSE;
  measure (file);
  if (!packets && !tv_trace_records_check_times (file, error))
    return FALSE;
  if (packets)
    tv_trace_packets_write (file);
  else
    tv_trace_records_write (file);
  note_losses (file, spec);
  return tv_text_writer_finish (file->writer, error);
}

/**
 * tv_export_trace:
 * @trace: a trace
 * @spec: the part of it and the form
 * @out: where it goes; stays open
 * @cancellable: (nullable): a #GCancellable
 * @error: a #GIOErrorEnum
 *
 * Writes a method trace in which each call has an entry and an exit, in order of time
 * over all threads unless the form has blocks. Threads and methods keep their ids if
 * the form can hold them, long names are cut, and properties without room are left out.
 * Microseconds are rounded down. The notes of @spec report what was lost.
 *
 * Returns: whether everything was written
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

  clear_ids (&file.ids);
  return written;
}
