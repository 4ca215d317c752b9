/* SPDX-License-Identifier: Apache-2.0 */

/* The format of Go's pprof. For the numbers of the fields see
 * https://github.com/google/pprof/blob/main/proto/profile.proto. Each path of calls is
 * a sample with its exclusive time on each clock; of samples, with their weight. */

#include "config.h"

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/export/protobuf-writer.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>

/* Profile */
#define PROFILE_SAMPLE_TYPE 1
#define PROFILE_SAMPLE 2
#define PROFILE_MAPPING 3
#define PROFILE_LOCATION 4
#define PROFILE_FUNCTION 5
#define PROFILE_STRING_TABLE 6
#define PROFILE_TIME 9
#define PROFILE_DURATION 10
#define PROFILE_PERIOD_TYPE 11
#define PROFILE_PERIOD 12
#define PROFILE_DEFAULT_SAMPLE_TYPE 14

/* ValueType, Sample, Mapping, Location, Line, Function */
#define VALUE_TYPE_TYPE 1
#define VALUE_TYPE_UNIT 2
#define SAMPLE_LOCATION 1
#define SAMPLE_VALUE 2
#define SAMPLE_LABEL 3
#define LABEL_KEY 1
#define LABEL_TEXT 2
#define MAPPING_ID 1
#define MAPPING_FILE 5
#define MAPPING_HAS_FUNCTIONS 7
#define LOCATION_ID 1
#define LOCATION_MAPPING 2
#define LOCATION_LINE 4
#define LINE_FUNCTION 1
#define LINE_LINE 2
#define FUNCTION_ID 1
#define FUNCTION_NAME 2
#define FUNCTION_FILE 4
#define FUNCTION_START_LINE 5

#define THE_MAPPING 1

/* Each sample has its whole stack, so without a limit the size of a file would grow
 * with the square of the depth. Deeper stacks lose their outer part; exclusive times
 * stay exact. */
#define MOST_FRAMES 1024

/* When a thread has more paths, those so far are written and forgotten. pprof adds up
 * samples of the same path. */
#define MOST_PATHS (1 << 18)

#define NO_MATCH G_MAXSIZE

/* The first strings of each string table. */
enum
{
  TEXT_EMPTY,
  TEXT_CALLS,
  TEXT_COUNT,
  TEXT_CPU,
  TEXT_WALL,
  TEXT_NANOSECONDS,
  TEXT_BYTES,
  TEXT_THREAD,
  TEXT_LEFT_OUT,
  TEXT_TITLE,
  TEXT_EVENT,
  N_TEXTS
};

static const guint clock_texts[TV_N_CLOCKS]
    = { [TV_CLOCK_THREAD_CPU] = TEXT_CPU, [TV_CLOCK_WALL] = TEXT_WALL };

static const char *const texts[TEXT_TITLE] = { "",      "calls",  "count",
                                               "cpu",   "wall",   "nanoseconds",
                                               "bytes", "thread", "(frames left out)" };

/* A path of calls. The first path is empty. */
typedef struct
{
  TvExportPath key;
  guint32 calls;
  gint64 exclusive[TV_N_CLOCKS];
  gsize length; /* size of its locations in bytes, once it is written */
} Path;

typedef struct
{
  TvTrace *trace;
  const TvExportSpec *spec;
  TvTextWriter *writer;
  TvProtobuf message;
  TvProtobuf inner;
  guint n_shortened; /* paths that are too deep */

  TvExportPaths paths; /* Path: those of a thread */
  gsize topmost;       /* depth of the outermost matching call, or NO_MATCH */
  gsize n_counted;     /* how many of the open calls are counted, from the outermost */

  gboolean is_sampled; /* whether weights are written, without calls */
  gboolean is_rounded; /* whether a weight was not a whole number */
  gboolean has_clock[TV_N_CLOCKS];
  TvProtobuf label; /* of the thread */
  TvExportLibraries libraries;

  /* The locations of the last path written. The innermost comes first, so they grow
   * towards the front of the buffer. */
  guint8 *room;
  gsize room_size;
  guint32 last;
} Pprof;

static void
clear_pprof (Pprof *pprof)
{
  tv_protobuf_clear (&pprof->message);
  tv_protobuf_clear (&pprof->inner);
  tv_protobuf_clear (&pprof->label);
  tv_export_paths_clear (&pprof->paths);
  tv_export_libraries_clear (&pprof->libraries);
  g_free (pprof->room);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pprof, clear_pprof)

/* The ids of locations and functions start at 1, in the order of methods. The last one
 * stands for frames that are left out. */
static guint64
get_location (guint32 method)
{
  return (guint64) method + 1;
}

static void
write_message (Pprof *pprof, guint field)
{
  tv_protobuf_write (&pprof->message, field, pprof->writer);
  tv_protobuf_reset (&pprof->message);
}

static void
write_type (Pprof *pprof, guint field, guint type, guint unit)
{
  tv_protobuf_add_number (&pprof->message, VALUE_TYPE_TYPE, type);
  tv_protobuf_add_number (&pprof->message, VALUE_TYPE_UNIT, unit);
  write_message (pprof, field);
}

static guint
get_weight_unit (const Pprof *pprof)
{
  static const guint units[] = { [TV_QUANTITY_TIME] = TEXT_NANOSECONDS,
                                 [TV_QUANTITY_COUNT] = TEXT_COUNT,
                                 [TV_QUANTITY_BYTES] = TEXT_BYTES };

  return units[tv_trace_get_clock_quantity (pprof->trace, TV_CLOCK_THREAD_CPU)];
}

static void
write_sample_types (Pprof *pprof)
{
  if (pprof->is_sampled)
    {
      write_type (pprof, PROFILE_SAMPLE_TYPE, TEXT_EVENT, get_weight_unit (pprof));
      return;
    }
  write_type (pprof, PROFILE_SAMPLE_TYPE, TEXT_CALLS, TEXT_COUNT);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (pprof->has_clock[clock])
      write_type (pprof, PROFILE_SAMPLE_TYPE, clock_texts[clock], TEXT_NANOSECONDS);
}

static Path *
get_path (const Pprof *pprof, guint32 path)
{
  return (Path *) (gpointer) tv_export_paths_get (&pprof->paths, path);
}

static guint32
get_caller (const Pprof *pprof, guint32 path)
{
  return get_path (pprof, path)->key.caller;
}

/* Returns the locations if they take @length bytes. */
static guint8 *
find_locations (const Pprof *pprof, gsize length)
{
  return pprof->room + pprof->room_size - length;
}

static void
grow_room (Pprof *pprof, gsize size, gsize kept)
{
  guint8 *room = g_malloc (size);

  if (kept > 0)
    memcpy (room + size - kept, find_locations (pprof, kept), kept);
  g_free (pprof->room);
  pprof->room = room;
  pprof->room_size = size;
}

/* Puts the locations of a path in front of those that it shares with the last path.
 * A caller's path has a lower index. */
static void
go_to_path (Pprof *pprof, guint32 index)
{
  Path *path = get_path (pprof, index);
  guint32 shared = pprof->last;
  gsize kept;

  for (guint32 at = index; at != shared;)
    if (at > shared)
      at = get_caller (pprof, at);
    else
      shared = get_caller (pprof, shared);
  tv_protobuf_reset (&pprof->inner);
  for (guint32 at = index; at != shared; at = get_caller (pprof, at))
    tv_protobuf_add_packed (&pprof->inner,
                            get_location (get_path (pprof, at)->key.method));
  kept = get_path (pprof, shared)->length;
  path->length = kept + pprof->inner.length;
  if (path->length > pprof->room_size)
    grow_room (pprof, 2 * path->length, kept);
  memcpy (find_locations (pprof, path->length), pprof->inner.data, pprof->inner.length);
  pprof->last = index;
}

/* Returns the path of the innermost call that is left out, or the empty path. */
static guint32
find_left_out (const Pprof *pprof, guint32 path)
{
  for (guint i = 0; i < MOST_FRAMES && path != 0; i++)
    path = get_caller (pprof, path);
  return path;
}

static void
add_locations (Pprof *pprof, guint32 index)
{
  const gsize length = get_path (pprof, index)->length;
  const guint8 *bytes = find_locations (pprof, length);
  guint32 left_out = 0;

  /* A location takes at least a byte. */
  if (length > MOST_FRAMES)
    left_out = find_left_out (pprof, index);
  if (left_out == 0)
    {
      tv_protobuf_add_bytes (&pprof->message, SAMPLE_LOCATION, bytes, length);
      return;
    }
  tv_protobuf_reset (&pprof->inner);
  tv_protobuf_append (&pprof->inner, bytes,
                      length - get_path (pprof, left_out)->length);
  tv_protobuf_add_packed (&pprof->inner,
                          get_location (tv_trace_get_n_methods (pprof->trace)));
  tv_protobuf_add_message (&pprof->message, SAMPLE_LOCATION, &pprof->inner);
  pprof->n_shortened++;
}

/* The format has whole numbers alone. */
static void
add_count (Pprof *pprof, gint64 weight)
{
  pprof->is_rounded |= weight % TV_WEIGHT_ONE != 0;
  tv_protobuf_add_packed (&pprof->inner,
                          (guint64) (weight + TV_WEIGHT_ONE / 2) / TV_WEIGHT_ONE);
}

static void
add_values (Pprof *pprof, const Path *path)
{
  tv_protobuf_reset (&pprof->inner);
  if (!pprof->is_sampled)
    tv_protobuf_add_packed (&pprof->inner, path->calls);
  else if (get_weight_unit (pprof) != TEXT_NANOSECONDS)
    add_count (pprof, path->exclusive[TV_CLOCK_THREAD_CPU]);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (pprof->has_clock[clock]
        && !(pprof->is_sampled && get_weight_unit (pprof) != TEXT_NANOSECONDS))
      tv_protobuf_add_packed (&pprof->inner, (guint64) path->exclusive[clock]);
  tv_protobuf_add_message (&pprof->message, SAMPLE_VALUE, &pprof->inner);
}

/* After the fixed strings come the name and the file of each method, then the names of
 * threads, and of libraries. */
static guint64
get_name_text (guint32 method)
{
  return N_TEXTS + 2 * (guint64) method;
}

static guint64
get_thread_text (const TvTrace *trace, guint32 thread)
{
  return get_name_text (tv_trace_get_n_methods (trace)) + thread;
}

/* Paths are empty if their calls do not match, or if they were only callers after paths
 * were forgotten. */
static gboolean
is_empty (const Pprof *pprof, const Path *path)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (path->exclusive[clock] != 0 && pprof->has_clock[clock])
      return FALSE;
  return pprof->is_sampled || path->calls == 0;
}

static void
write_paths (Pprof *pprof)
{
  pprof->last = 0;
  for (guint32 i = 1; i < pprof->paths.paths->len; i++)
    {
      const Path *path = get_path (pprof, i);

      go_to_path (pprof, i);
      if (is_empty (pprof, path))
        continue;
      add_locations (pprof, i);
      tv_protobuf_append (&pprof->message, pprof->label.data, pprof->label.length);
      add_values (pprof, path);
      write_message (pprof, PROFILE_SAMPLE);
    }
}

/* Removes all paths, and returns @path added anew. */
static guint32
forget_paths (Pprof *pprof, guint32 path)
{
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 at = 0;

  for (; path != 0; path = get_caller (pprof, path))
    g_array_append_val (methods, get_path (pprof, path)->key.method);
  tv_export_paths_reset (&pprof->paths);
  for (guint i = methods->len; i-- > 0;)
    at = tv_export_paths_find (&pprof->paths, at, g_array_index (methods, guint32, i));
  return at;
}

static gboolean
is_match (const Pprof *pprof, guint32 method)
{
  const TvMethodSet *through = pprof->spec->through;

  return through == NULL || tv_method_set_contains (through, method);
}

/* Counts a call and its callers that are not counted yet, if it is in a matching call.
 */
static void
count_call (Pprof *pprof, guint32 path, const TvExportStep *step)
{
  if (pprof->topmost == NO_MATCH && is_match (pprof, step->method))
    pprof->topmost = step->depth;
  if (pprof->topmost == NO_MATCH)
    return;
  for (; pprof->n_counted <= step->depth; pprof->n_counted++)
    {
      get_path (pprof, path)->calls++;
      path = get_caller (pprof, path);
    }
}

static void
leave_call (Pprof *pprof, const TvExportStep *step)
{
  pprof->n_counted = MIN (pprof->n_counted, step->depth);
  if (pprof->topmost == step->depth)
    pprof->topmost = NO_MATCH;
}

static void
set_label (Pprof *pprof, guint32 thread)
{
  tv_protobuf_reset (&pprof->inner);
  tv_protobuf_add_number (&pprof->inner, LABEL_KEY, TEXT_THREAD);
  tv_protobuf_add_number (&pprof->inner, LABEL_TEXT,
                          get_thread_text (pprof->trace, thread));
  tv_protobuf_reset (&pprof->label);
  tv_protobuf_add_message (&pprof->label, SAMPLE_LABEL, &pprof->inner);
}

/* Adds up the calls of a thread by their paths. */
static void
write_thread (Pprof *pprof, TvExportWalk *walk, guint32 thread)
{
  gint64 before[TV_N_CLOCKS] = { 0 };
  guint32 at = 0;
  TvExportStep step;

  pprof->topmost = NO_MATCH;
  pprof->n_counted = 0;
  set_label (pprof, thread);
  tv_export_paths_reset (&pprof->paths);
  while (tv_export_walk_next (walk, &step)
         && !tv_text_writer_has_failed (pprof->writer))
    {
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          if (pprof->topmost != NO_MATCH)
            get_path (pprof, at)->exclusive[clock] += step.times[clock] - before[clock];
          before[clock] = step.times[clock];
        }
      at = tv_export_paths_go (&pprof->paths, at, &step);
      if (step.enters)
        count_call (pprof, at, &step);
      else
        leave_call (pprof, &step);
      if (pprof->paths.paths->len > MAX (MOST_PATHS, 2 * step.depth))
        {
          write_paths (pprof);
          at = forget_paths (pprof, at);
        }
    }
  write_paths (pprof);
}

static void
write_mapping (Pprof *pprof, guint64 id, guint64 file)
{
  tv_protobuf_add_number (&pprof->message, MAPPING_ID, id);
  tv_protobuf_add_number (&pprof->message, MAPPING_FILE, file);
  tv_protobuf_add_number (&pprof->message, MAPPING_HAS_FUNCTIONS, TRUE);
  write_message (pprof, PROFILE_MAPPING);
}

/* Without a mapping, pprof looks for a program to find names in. The others are
 * libraries. */
static void
write_mappings (Pprof *pprof)
{
  const guint64 first
      = get_thread_text (pprof->trace, tv_trace_get_n_threads (pprof->trace));

  write_mapping (pprof, THE_MAPPING, TEXT_TITLE);
  for (guint i = 0; i < pprof->libraries.names->len; i++)
    write_mapping (pprof, THE_MAPPING + 1 + i, first + i);
}

/* Returns 0 for frames of samples whose library is not known. */
static guint64
find_mapping (const Pprof *pprof, guint32 method)
{
  const guint32 library = pprof->libraries.by_method[method];

  if (library != G_MAXUINT32)
    return THE_MAPPING + 1 + (guint64) library;
  return pprof->is_sampled ? 0 : THE_MAPPING;
}

/* Functions have no system name: if it were the same as the name, pprof would take it
 * for C++ and cut off what looks like arguments and templates. */
static void
write_function (Pprof *pprof, guint64 id, guint64 mapping, guint64 name, guint64 file,
                gint32 line)
{
  tv_protobuf_reset (&pprof->inner);
  tv_protobuf_add_number (&pprof->inner, LINE_FUNCTION, id);
  if (line > 0)
    tv_protobuf_add_number (&pprof->inner, LINE_LINE, (guint64) line);
  tv_protobuf_add_number (&pprof->message, LOCATION_ID, id);
  if (mapping > 0)
    tv_protobuf_add_number (&pprof->message, LOCATION_MAPPING, mapping);
  tv_protobuf_add_message (&pprof->message, LOCATION_LINE, &pprof->inner);
  write_message (pprof, PROFILE_LOCATION);

  tv_protobuf_add_number (&pprof->message, FUNCTION_ID, id);
  tv_protobuf_add_number (&pprof->message, FUNCTION_NAME, name);
  tv_protobuf_add_number (&pprof->message, FUNCTION_FILE, file);
  if (line > 0)
    tv_protobuf_add_number (&pprof->message, FUNCTION_START_LINE, (guint64) line);
  write_message (pprof, PROFILE_FUNCTION);
}

static void
write_functions (Pprof *pprof)
{
  const guint n = tv_trace_get_n_methods (pprof->trace);

  for (guint32 i = 0; i < n; i++)
    write_function (pprof, get_location (i), find_mapping (pprof, i), get_name_text (i),
                    get_name_text (i) + 1, tv_trace_get_method (pprof->trace, i)->line);
  write_function (pprof, get_location (n), THE_MAPPING, TEXT_LEFT_OUT, TEXT_EMPTY, 0);
}

static void
write_text (Pprof *pprof, const char *text)
{
  tv_protobuf_add_text (&pprof->message, PROFILE_STRING_TABLE, text);
  tv_text_writer_add_bytes (pprof->writer, (const char *) pprof->message.data,
                            pprof->message.length);
  tv_protobuf_reset (&pprof->message);
}

static const char *
get_event_name (const TvTrace *trace)
{
  return tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace))->name;
}

static void
write_texts (Pprof *pprof)
{
  for (guint i = 0; i < TEXT_TITLE; i++)
    write_text (pprof, texts[i]);
  write_text (pprof, pprof->spec->title);
  write_text (pprof, pprof->is_sampled ? get_event_name (pprof->trace) : "");
  for (guint32 i = 0; i < tv_trace_get_n_methods (pprof->trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (pprof->trace, i);
      g_autofree char *name = tv_method_dup_display_name (method);

      write_text (pprof, name);
      write_text (pprof, method->file != NULL ? method->file : "");
    }
  for (guint32 i = 0; i < tv_trace_get_n_threads (pprof->trace); i++)
    {
      g_autofree char *label = tv_export_dup_thread_label (pprof->trace, i);

      write_text (pprof, label);
    }
  for (guint i = 0; i < pprof->libraries.names->len; i++)
    write_text (pprof, pprof->libraries.names->pdata[i]);
}

static char *
dup_shortened_note (const Pprof *pprof)
{
  const guint n = pprof->n_shortened;

  return g_strdup_printf (
      ngettext ("%u path is deeper than %u calls: its outer part is left out",
                "%u paths are deeper than %u calls: their outer part is left out", n),
      n, MOST_FRAMES);
}

/* Nothing is sampled, so the period is the resolution of the clock. */
static void
write_facts (Pprof *pprof)
{
  const TvProfileRange *part = &pprof->spec->part;
  const guint clock = pprof->is_sampled ? TEXT_EVENT : clock_texts[pprof->spec->clock];
  gint64 start, end, began;
  const gboolean has_date = tv_export_find_start (pprof->trace, &began);

  write_type (pprof, PROFILE_PERIOD_TYPE, clock,
              pprof->is_sampled ? get_weight_unit (pprof) : TEXT_NANOSECONDS);
  tv_protobuf_add_number (
      &pprof->message, PROFILE_PERIOD,
      pprof->is_sampled ? 1 : (guint64) tv_trace_get_time_unit (pprof->trace));
  tv_trace_get_axis_range (pprof->trace, &start, &end);
  start = CLAMP (part->start, start, end);
  end = CLAMP (part->end, start, end);
  tv_protobuf_add_number (&pprof->message, PROFILE_DURATION, (guint64) (end - start));
  tv_protobuf_add_number (&pprof->message, PROFILE_TIME,
                          has_date ? (guint64) began + (guint64) start
                                   : (guint64) pprof->spec->date);
  tv_protobuf_add_number (&pprof->message, PROFILE_DEFAULT_SAMPLE_TYPE, clock);
  tv_text_writer_add_bytes (pprof->writer, (const char *) pprof->message.data,
                            pprof->message.length);
}

static gboolean
write_profile (Pprof *pprof, GOutputStream *out, GCancellable *cancellable,
               GError **error)
{
  /* A higher level saves a tenth of the size but takes twice the time. */
  g_autoptr (GZlibCompressor) compressor
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr (GOutputStream) zipped
      = g_converter_output_stream_new (out, G_CONVERTER (compressor));
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (zipped, cancellable);
  g_autoptr (TvExportWalk) walk
      = tv_export_walk_new (pprof->trace, &pprof->spec->part, cancellable);
  guint32 thread;

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (zipped), FALSE);
  pprof->writer = writer;
  write_sample_types (pprof);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    write_thread (pprof, walk, thread);
  write_mappings (pprof);
  write_functions (pprof);
  write_texts (pprof);
  write_facts (pprof);
  if (pprof->is_rounded)
    tv_export_note (pprof->spec,
                    g_strdup (_ ("The format has whole numbers: weights are rounded")));
  if (pprof->n_shortened > 0)
    tv_export_note (pprof->spec, dup_shortened_note (pprof));
  return tv_text_writer_finish (writer, error)
         && g_output_stream_close (zipped, cancellable, error);
}

/* Writes a gzipped profile for pprof: for each thread and path, the number of calls and
 * their exclusive time on each clock in nanoseconds. Paths deeper than 1024 frames lose
 * their outer part, and a note says so. Memory does not grow with the trace: in a
 * thread with very many paths, a path may have several samples. */
gboolean
tv_export_pprof (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_auto (Pprof) pprof = { .trace = trace,
                           .spec = spec,
                           .is_sampled = tv_export_has_weights (spec, trace) };

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pprof.has_clock[clock] = tv_export_has_clock (spec, trace, clock)
                             && (!pprof.is_sampled || clock == TV_CLOCK_THREAD_CPU);
  tv_export_paths_init (&pprof.paths, sizeof (Path));
  tv_export_libraries_init (&pprof.libraries, trace);
  return write_profile (&pprof, out, cancellable, error);
}
