/* SPDX-License-Identifier: Apache-2.0 */

/* The processed profile of the Firefox Profiler: a sample for each stretch of time with
 * the same stack, weighted by its length or by the samples in it. The format stores
 * tables by column, but calls are walked only once: each column of the samples goes to
 * a temporary file, and the files are joined at the end, so samples take no memory.
 * Other threads format the numbers. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"
#include "trace/model/parallel.h"
#include "trace/model/trace-samples.h"

#include <glib/gstdio.h>

/* See docs-developer/CHANGELOG-formats.md of the profiler, which upgrades older
 * versions when it loads them. */
#define GECKO_VERSION 28
#define PROCESSED_VERSION 55

#define NO_NUMBER G_MININT64

/* Takes about a millisecond. */
#define BLOCK_SIZE (1 << 14)

#define COPY_SIZE (1 << 16)

/* The columns of samples. */
enum
{
  COLUMN_STACK,
  COLUMN_DELTA,
  COLUMN_WEIGHT,
  COLUMN_CPU,
  N_COLUMNS
};

static const char *const column_names[N_COLUMNS]
    = { "stack", "timeDeltas", "weight", "threadCPUDelta" };

typedef struct
{
  gint64 numbers[N_COLUMNS];
} Sample;

/* A block of samples, not yet written to the columns. */
typedef struct
{
  guint n;
  Sample samples[BLOCK_SIZE];
  gsize length[N_COLUMNS];
  char text[N_COLUMNS]
           [BLOCK_SIZE * (1 + TV_TEXT_NUMBER_SIZE)]; /* with a comma before each */
} Block;

typedef struct
{
  GFileIOStream *file;
  TvTextWriter *writer;
} Column;

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean is_sampled; /* whether weights are written */
  TvQuantity quantity; /* what they measure */
  guint n_columns;
  guint64 process;
  GCancellable *cancellable;
  TvTextWriter *writer;
  TvExportWalk *walk;

  guint32 *functions; /* by method: 1 + its function in this thread, 0 for none */
  GArray *used;       /* guint32: methods by function */
  TvExportPaths stacks;
  TvExportLibraries libraries;

  Column columns[N_COLUMNS];
  TvPipeline *pipeline;
  Block *block;
  gsize n_samples;
  gint64 start_before, cpu_before; /* of the last sample */
} Firefox;

static void
add (Firefox *firefox, const char *text)
{
  tv_text_writer_add (firefox->writer, text);
}

static void
add_number (Firefox *firefox, gint64 number)
{
  tv_text_writer_add_number (firefox->writer, number, 0);
}

static void
add_function (Firefox *firefox, guint32 method)
{
  if (firefox->functions[method] > 0)
    return;
  g_array_append_val (firefox->used, method);
  firefox->functions[method] = firefox->used->len;
}

static const TvExportPath *
get_node (const Firefox *firefox, guint32 node)
{
  return tv_export_paths_get (&firefox->stacks, node);
}

static guint32
find_stack (Firefox *firefox, guint32 stack, const TvExportStep *step)
{
  if (step->enters)
    add_function (firefox, step->method);
  return tv_export_paths_go (&firefox->stacks, stack, step);
}

/* The profile does not list the root, which stands for no stack. */
static gint64
get_stack_index (guint32 node)
{
  return node == 0 ? NO_NUMBER : (gint64) node - 1;
}

/* Tables */

static void
begin_column (Firefox *firefox, const char *name)
{
  add (firefox, ",\n\"");
  add (firefox, name);
  add (firefox, "\":[");
}

static void
end_column (Firefox *firefox)
{
  add (firefox, "]");
}

static void
put (Firefox *firefox, gsize row, gint64 number)
{
  if (row > 0)
    tv_text_writer_add_char (firefox->writer, ',');
  if (number == NO_NUMBER)
    add (firefox, "null");
  else
    add_number (firefox, number);
}

/* Adds a column with the same value in all rows. */
static void
add_constant_column (Firefox *firefox, const char *name, const char *value, gsize n)
{
  begin_column (firefox, name);
  for (gsize i = 0; i < n; i++)
    {
      add (firefox, i > 0 ? "," : "");
      add (firefox, value);
    }
  end_column (firefox);
}

/* A function, its frame and its string have the same number. */
static void
add_counting_column (Firefox *firefox, const char *name, gsize n)
{
  begin_column (firefox, name);
  for (gsize i = 0; i < n; i++)
    put (firefox, i, (gint64) i);
  end_column (firefox);
}

/* Samples */

/* Writes a time in a unit of 10^@decimals µs. Most files have whole microseconds. */
static char *
put_time (char *at, gint64 nanoseconds, guint decimals)
{
  return nanoseconds % 1000 == 0 ? tv_text_put_fixed (at, nanoseconds / 1000, decimals)
                                 : tv_text_put_fixed (at, nanoseconds, decimals + 3);
}

/* Weights are milliseconds, or else have thousandths. */
static char *
put_weight (char *at, gint64 weight, TvQuantity quantity)
{
  return quantity == TV_QUANTITY_TIME ? put_time (at, weight, 3)
                                      : tv_text_put_fixed (at, weight, 3);
}

static char *
put_stack (char *at, gint64 stack)
{
  if (stack != NO_NUMBER)
    return tv_text_put_fixed (at, stack, 0);
  memcpy (at, "null", 4);
  return at + 4;
}

static void
format_block (gpointer data, gpointer user_data)
{
  const Firefox *firefox = user_data;
  Block *block = data;
  char *ends[N_COLUMNS];

  for (guint k = 0; k < firefox->n_columns; k++)
    ends[k] = block->text[k];
  for (guint i = 0; i < block->n; i++)
    {
      const gint64 *numbers = block->samples[i].numbers;

      for (guint k = 0; k < firefox->n_columns; k++)
        *ends[k]++ = ',';
      ends[COLUMN_STACK] = put_stack (ends[COLUMN_STACK], numbers[COLUMN_STACK]);
      ends[COLUMN_DELTA] = put_time (ends[COLUMN_DELTA], numbers[COLUMN_DELTA], 3);
      ends[COLUMN_WEIGHT]
          = put_weight (ends[COLUMN_WEIGHT], numbers[COLUMN_WEIGHT], firefox->quantity);
      if (firefox->n_columns > COLUMN_CPU)
        ends[COLUMN_CPU] = put_time (ends[COLUMN_CPU], numbers[COLUMN_CPU], 0);
    }
  for (guint k = 0; k < firefox->n_columns; k++)
    block->length[k] = (gsize) (ends[k] - block->text[k]);
  block->n = 0;
}

static void
write_block (gpointer data, gpointer user_data)
{
  const Firefox *firefox = user_data;
  const Block *block = data;

  for (guint k = 0; k < firefox->n_columns; k++)
    tv_text_writer_add_bytes (firefox->columns[k].writer, block->text[k],
                              block->length[k]);
}

/* Times are written as differences from the sample before, which are shorter. */
static void
add_sample (Firefox *firefox, guint32 stack, gint64 start, gint64 weight, gint64 cpu)
{
  firefox->block->samples[firefox->block->n++]
      = (Sample){ { [COLUMN_STACK] = get_stack_index (stack),
                    [COLUMN_DELTA] = start - firefox->start_before,
                    [COLUMN_WEIGHT] = weight,
                    [COLUMN_CPU] = cpu - firefox->cpu_before } };
  firefox->n_samples++;
  firefox->start_before = start;
  firefox->cpu_before = cpu;
  if (firefox->block->n == BLOCK_SIZE)
    firefox->block = tv_pipeline_push (firefox->pipeline);
}

/* Adds the samples of a thread, with empty ones for gaps. A sample has the CPU time of
 * the one before it, so with CPU time an empty sample follows the last. */
static void
add_samples (Firefox *firefox)
{
  guint32 stack = 0;
  gint64 start = 0, cpu = 0;
  gboolean began = FALSE;
  TvExportStep step;

  firefox->n_samples = 0;
  firefox->start_before = 0;
  while (!tv_text_writer_has_failed (firefox->writer)
         && tv_export_walk_next (firefox->walk, &step))
    {
      const gint64 weight = firefox->is_sampled ? step.times[TV_CLOCK_THREAD_CPU] - cpu
                                                : step.times[firefox->clock] - start;

      if (!began)
        firefox->cpu_before = step.times[TV_CLOCK_THREAD_CPU];
      else if (weight > 0)
        add_sample (firefox, stack, start, weight, cpu);
      began = TRUE;
      start = step.times[firefox->clock];
      cpu = step.times[TV_CLOCK_THREAD_CPU];
      stack = find_stack (firefox, stack, &step);
    }
  if (firefox->n_columns > COLUMN_CPU && firefox->n_samples > 0)
    add_sample (firefox, stack, start, 0, cpu);
  tv_pipeline_flush (firefox->pipeline);
}

static gboolean
open_column (Firefox *firefox, Column *column, GError **error)
{
  g_autoptr (GFile) file = g_file_new_tmp (NULL, &column->file, error);

  if (file == NULL)
    return FALSE;
  /* A file without a name goes away when it is closed. */
  (void) g_unlink (g_file_peek_path (file));
  column->writer = tv_text_writer_new (
      g_io_stream_get_output_stream (G_IO_STREAM (column->file)), firefox->cancellable);
  return TRUE;
}

/* Adds the file of a column without its first comma, and empties it for the next
 * thread. */
static gboolean
join_column (Firefox *firefox, const Column *column, GError **error)
{
  GSeekable *seekable = G_SEEKABLE (column->file);
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (column->file));
  g_autofree char *bytes = g_malloc (COPY_SIZE);
  gssize n;

  if (!tv_text_writer_finish (column->writer, error)
      || !g_seekable_seek (seekable, 1, G_SEEK_SET, NULL, error))
    return FALSE;
  while ((n = g_input_stream_read (in, bytes, COPY_SIZE, NULL, error)) > 0)
    tv_text_writer_add_bytes (firefox->writer, bytes, (gsize) n);
  return n == 0 && g_seekable_seek (seekable, 0, G_SEEK_SET, NULL, error)
         && g_seekable_truncate (seekable, 0, NULL, error);
}

static gboolean
write_samples (Firefox *firefox, GError **error)
{
  static const char *const weight_types[] = { [TV_QUANTITY_TIME] = "tracing-ms",
                                              [TV_QUANTITY_COUNT] = "samples",
                                              [TV_QUANTITY_BYTES] = "bytes" };

  add_samples (firefox);
  add (firefox, ",\n\"samples\":{\"weightType\":\"");
  add (firefox, weight_types[firefox->quantity]);
  add (firefox, "\"");
  for (guint i = 0; i < firefox->n_columns; i++)
    {
      begin_column (firefox, column_names[i]);
      if (!join_column (firefox, &firefox->columns[i], error))
        return FALSE;
      end_column (firefox);
    }
  add (firefox, ",\n\"length\":");
  add_number (firefox, (gint64) firefox->n_samples);
  add (firefox, "}");
  return TRUE;
}

static void
write_stack_table (Firefox *firefox)
{
  const guint32 n = firefox->stacks.paths->len;

  add (firefox, ",\n\"stackTable\":{\"length\":");
  add_number (firefox, (gint64) n - 1);
  begin_column (firefox, "prefix");
  for (guint32 i = 1; i < n; i++)
    put (firefox, i - 1, get_stack_index (get_node (firefox, i)->caller));
  end_column (firefox);
  begin_column (firefox, "frame");
  for (guint32 i = 1; i < n; i++)
    put (firefox, i - 1, firefox->functions[get_node (firefox, i)->method] - 1);
  end_column (firefox);
  add (firefox, "}");
}

static gboolean
has_file (const TvMethod *method)
{
  return method->file != NULL && *method->file != '\0';
}

static const TvMethod *
get_function (const Firefox *firefox, guint function)
{
  return tv_trace_get_method (firefox->trace,
                              g_array_index (firefox->used, guint32, function));
}

/* Each library of the trace is a resource of each thread. */
static void
add_resource_column (Firefox *firefox)
{
  begin_column (firefox, "resource");
  for (guint i = 0; i < firefox->used->len; i++)
    {
      const guint32 method = g_array_index (firefox->used, guint32, i);
      const guint32 library = firefox->libraries.by_method[method];

      put (firefox, i, library != G_MAXUINT32 ? (gint64) library : -1);
    }
  end_column (firefox);
}

static gboolean
is_script (const Firefox *firefox, guint function)
{
  return tv_trace_get_frame_kind (firefox->trace,
                                  g_array_index (firefox->used, guint32, function))
         == TV_FRAME_SCRIPT;
}

static void
add_script_column (Firefox *firefox, const char *name)
{
  begin_column (firefox, name);
  for (guint i = 0; i < firefox->used->len; i++)
    {
      add (firefox, i > 0 ? "," : "");
      add (firefox, is_script (firefox, i) ? "true" : "false");
    }
  end_column (firefox);
}

/* The names of files follow those of functions among the strings. */
static void
add_file_column (Firefox *firefox)
{
  guint next = firefox->used->len;

  begin_column (firefox, "fileName");
  for (guint i = 0; i < firefox->used->len; i++)
    put (firefox, i, has_file (get_function (firefox, i)) ? next++ : NO_NUMBER);
  end_column (firefox);
}

static void
add_line_column (Firefox *firefox)
{
  begin_column (firefox, "lineNumber");
  for (guint i = 0; i < firefox->used->len; i++)
    {
      const TvMethod *method = get_function (firefox, i);

      put (firefox, i,
           has_file (method) && method->line > 0 ? method->line : NO_NUMBER);
    }
  end_column (firefox);
}

static void
add_string (Firefox *firefox, const char *text, guint *n)
{
  add (firefox, (*n)++ == 0 ? "\n" : ",\n");
  tv_text_writer_add_json (firefox->writer, text);
}

static void
write_strings (Firefox *firefox)
{
  guint n = 0;

  add (firefox, ",\n\"stringArray\":[");
  for (guint i = 0; i < firefox->used->len; i++)
    {
      g_autofree char *name = tv_method_dup_display_name (get_function (firefox, i));

      add_string (firefox, name, &n);
    }
  for (guint i = 0; i < firefox->used->len; i++)
    if (has_file (get_function (firefox, i)))
      add_string (firefox, get_function (firefox, i)->file, &n);
  for (guint i = 0; i < firefox->libraries.names->len; i++)
    add_string (firefox, firefox->libraries.names->pdata[i], &n);
  add (firefox, "]");
}

static void
write_frame_tables (Firefox *firefox)
{
  const gsize n = firefox->used->len;

  add (firefox, ",\n\"frameTable\":{\"length\":");
  add_number (firefox, (gint64) n);
  add_counting_column (firefox, "func", n);
  add_constant_column (firefox, "address", "-1", n);
  add_constant_column (firefox, "inlineDepth", "0", n);
  add_constant_column (firefox, "category", "0", n);
  add_constant_column (firefox, "subcategory", "0", n);
  add_constant_column (firefox, "nativeSymbol", "null", n);
  add_constant_column (firefox, "innerWindowID", "0", n);
  add_constant_column (firefox, "line", "null", n);
  add_constant_column (firefox, "column", "null", n);
  add (firefox, "},\n\"funcTable\":{\"length\":");
  add_number (firefox, (gint64) n);
  add_counting_column (firefox, "name", n);
  add_script_column (firefox, "isJS");
  add_constant_column (firefox, "relevantForJS", "false", n);
  add_resource_column (firefox);
  add_file_column (firefox);
  add_line_column (firefox);
  add_constant_column (firefox, "columnNumber", "null", n);
  add (firefox, "}");
  write_strings (firefox);
}

/* The names of libraries are the last strings. A resource of type 1 is a library. */
static void
write_resources (Firefox *firefox)
{
  const guint n = firefox->libraries.names->len;
  guint first = firefox->used->len;

  for (guint i = 0; i < firefox->used->len; i++)
    first += has_file (get_function (firefox, i));
  add (firefox, ",\n\"resourceTable\":{\"length\":");
  add_number (firefox, n);
  add_counting_column (firefox, "lib", n);
  begin_column (firefox, "name");
  for (guint i = 0; i < n; i++)
    put (firefox, i, first + i);
  end_column (firefox);
  add_constant_column (firefox, "host", "null", n);
  add_constant_column (firefox, "type", "1", n);
  add (firefox, "}");
}

static void
write_libraries (Firefox *firefox)
{
  static const char *const keys[] = { "{\"arch\":\"\",\"name\":", ",\"path\":",
                                      ",\"debugName\":", ",\"debugPath\":" };

  add (firefox, "},\n\"libs\":[");
  for (guint i = 0; i < firefox->libraries.names->len; i++)
    {
      add (firefox, i > 0 ? ",\n" : "\n");
      for (guint j = 0; j < G_N_ELEMENTS (keys); j++)
        {
          add (firefox, keys[j]);
          tv_text_writer_add_json (firefox->writer, firefox->libraries.names->pdata[i]);
        }
      add (firefox, ",\"breakpadId\":\"\",\"codeId\":null}");
    }
  add (firefox, "]");
}

static void
write_empty_tables (Firefox *firefox)
{
  add (firefox,
       ",\n\"markers\":{\"length\":0,\"category\":[],\"data\":[],\"endTime\":[],"
       "\"name\":[],\"phase\":[],\"startTime\":[]},\n"
       "\"nativeSymbols\":{\"length\":0,\"address\":[],\"functionSize\":[],"
       "\"libIndex\":[],\"name\":[]},\n\"pausedRanges\":[]");
}

static void
forget_thread (Firefox *firefox)
{
  for (guint i = 0; i < firefox->used->len; i++)
    firefox->functions[g_array_index (firefox->used, guint32, i)] = 0;
  g_array_set_size (firefox->used, 0);
  tv_export_paths_reset (&firefox->stacks);
}

static gboolean
write_thread (Firefox *firefox, guint32 thread, GError **error)
{
  g_autofree char *name = tv_export_names_dup_thread (firefox->trace, thread);
  const guint32 id = tv_trace_get_thread (firefox->trace, thread)->id;

  /* Depth matters only to filters, which are not used here. */
  add (firefox, "{\"name\":");
  tv_text_writer_add_json (firefox->writer, name);
  add (firefox, ",\"isMainThread\":");
  add (firefox, id == firefox->process ? "true" : "false");
  add (firefox, ",\"processType\":\"default\",\"processStartupTime\":0,"
                "\"processShutdownTime\":null,\"registerTime\":0,"
                "\"unregisterTime\":null,\"pid\":\"");
  add_number (firefox, (gint64) firefox->process);
  add (firefox, "\",\"tid\":");
  add_number (firefox, id);
  if (!write_samples (firefox, error))
    return FALSE;
  write_stack_table (firefox);
  write_frame_tables (firefox);
  write_resources (firefox);
  write_empty_tables (firefox);
  add (firefox, "}");
  forget_thread (firefox);
  return TRUE;
}

static void
write_head (Firefox *firefox, const char *title)
{
  add (firefox,
       "{\"meta\":{\"version\":" G_STRINGIFY (
           GECKO_VERSION) ","
                          "\"preprocessedProfileVersion\":" G_STRINGIFY (
                              PROCESSED_VERSION) ","
                                                 "\"interval\":1,\"startTime\":0,"
                                                 "\"processType\":0,\"stackwalk\":0,"
                                                 "\"debug\":false,\"symbolicated\":"
                                                 "true,\"sourceCodeIsNotOnSearchfox\":"
                                                 "true,\"categories\":[{\"name\":"
                                                 "\"Java\",\"color\":\"blue\","
                                                 "\"subcategories\":[\"Other\"]}],"
                                                 "\"markerSchema\":[],\"extensions\":"
                                                 "{\"length\":0,\"baseURL\":[],\"id\":["
                                                 "],\"name\":[]},"
                                                 "\"importedFrom\":\"tracedump\","
                                                 "\"sampleUnits\":{\"time\":\"ms\","
                                                 "\"eventDelay\":\"ms\","
                                                 "\"threadCPUDelta\":\"\\u00b5s\"},"
                                                 "\"product\":");
  tv_text_writer_add_json (firefox->writer, title);
  write_libraries (firefox);
  add (firefox, ",\"pages\":[],\"counters\":[],\"profilerOverhead\":[],"
                "\n\"threads\":[");
}

static void
clear_firefox (Firefox *firefox)
{
  tv_pipeline_free (firefox->pipeline);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_clear_pointer (&firefox->columns[i].writer, tv_text_writer_free);
      g_clear_object (&firefox->columns[i].file);
    }
  g_free (firefox->functions);
  g_array_unref (firefox->used);
  tv_export_paths_clear (&firefox->stacks);
  tv_export_libraries_clear (&firefox->libraries);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Firefox, clear_firefox)

/* Samples have their own times, if the file has them, and their weights. */
static void
choose_numbers (Firefox *firefox, const TvExportSpec *spec)
{
  firefox->is_sampled = tv_export_has_weights (spec, firefox->trace);
  firefox->clock = spec->clock;
  firefox->n_columns
      = tv_export_has_both_clocks (spec, firefox->trace) ? N_COLUMNS : COLUMN_CPU;
  if (!firefox->is_sampled)
    return;
  firefox->clock = tv_trace_has_clock (firefox->trace, TV_CLOCK_WALL)
                       ? TV_CLOCK_WALL
                       : TV_CLOCK_THREAD_CPU;
  firefox->n_columns = COLUMN_CPU;
  firefox->quantity = tv_trace_get_clock_quantity (firefox->trace, TV_CLOCK_THREAD_CPU);
}

/* Writes a processed profile for the Firefox Profiler, with times on the chosen clock
 * in milliseconds, and CPU time in microseconds if both clocks are written; of samples,
 * their times and weights. Takes
 * memory for each different stack of a thread. */
gboolean
tv_export_firefox (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  g_auto (Firefox) firefox
      = { .trace = trace,
          .process = tv_export_find_process (trace),
          .cancellable = cancellable,
          .writer = writer,
          .walk = walk,
          .functions = g_new0 (guint32, MAX (tv_trace_get_n_methods (trace), 1)),
          .used = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  gboolean is_first = TRUE;
  guint32 thread;

  choose_numbers (&firefox, spec);
  tv_export_paths_init (&firefox.stacks, sizeof (TvExportPath));
  tv_export_libraries_init (&firefox.libraries, trace);
  firefox.pipeline
      = tv_pipeline_new (sizeof (Block), format_block, write_block, &firefox);
  firefox.block = tv_pipeline_get_block (firefox.pipeline);
  for (guint i = 0; i < firefox.n_columns; i++)
    if (!open_column (&firefox, &firefox.columns[i], error))
      return FALSE;
  write_head (&firefox, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      if (!tv_export_has_thread (spec, trace, thread))
        continue;
      add (&firefox, is_first ? "\n" : ",\n");
      if (!write_thread (&firefox, thread, error))
        return FALSE;
      is_first = FALSE;
    }
  add (&firefox, "]}\n");
  return tv_text_writer_finish (writer, error);
}
