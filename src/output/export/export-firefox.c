/* SPDX-License-Identifier: Apache-2.0 */

/* The processed profile of the Firefox Profiler: a sample for each stretch of time with
 * the same stack, weighted by its length. Tables are columns; the calls are walked once
 * for each column, so that samples need no memory. Stacks are found on the first of
 * these walks alone. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"
#include "trace/model/parallel.h"

/* See docs-developer/CHANGELOG-formats.md of the profiler, which upgrades older
 * versions when it loads them. */
#define GECKO_VERSION 28
#define PROCESSED_VERSION 46

#define COLUMN_NULL G_MININT64

/* Some milliseconds of formatting. */
#define BLOCK_SIZE (1 << 14)

/* Numbers on their way from the thread that finds them to the one that formats them. */
typedef struct
{
  guint n;
  gint64 numbers[BLOCK_SIZE];
} Block;

typedef struct _Firefox Firefox;

typedef void (*AddNumberFunc) (Firefox *firefox, gint64 number);

struct _Firefox
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  guint64 process;
  TvTextWriter *writer;
  TvExportWalk *walk;

  guint32 *functions; /* by method: its function in the present thread, and 1 */
  GArray *used;       /* guint32: methods by function */
  TvCallTreeNodes stacks;

  TvPipeline *pipeline;
  Block *block;
  AddNumberFunc add_to_column;
  gboolean column_began;
  gboolean column_is_long; /* more than a block */
};

/* A stretch of time: from the last step of the thread to this one. */
typedef struct
{
  guint32 stack; /* index of a node, if stacks are looked for */
  gint64 start;
  gint64 end;
  gint64 cpu;        /* CPU time at its start */
  gint64 cpu_before; /* the same of the stretch before */
} Stretch;

typedef gint64 (*GetNumberFunc) (const Stretch *stretch);

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

/* In milliseconds. Most files have whole microseconds. */
static void
add_time (Firefox *firefox, gint64 nanoseconds)
{
  if (nanoseconds % 1000 == 0)
    tv_text_writer_add_fixed (firefox->writer, nanoseconds / 1000, 3, 0);
  else
    tv_text_writer_add_fixed (firefox->writer, nanoseconds, 6, 0);
}

static void
add_number_or_null (Firefox *firefox, gint64 number)
{
  if (number == COLUMN_NULL)
    add (firefox, "null");
  else
    add_number (firefox, number);
}

static void
add_boolean (Firefox *firefox, gint64 number)
{
  add (firefox, number ? "true" : "false");
}

static void
format_block (gpointer data, gpointer user_data)
{
  Firefox *firefox = user_data;
  Block *block = data;

  for (guint i = 0; i < block->n; i++)
    {
      if (i > 0 || firefox->column_began)
        tv_text_writer_add_char (firefox->writer, ',');
      firefox->add_to_column (firefox, block->numbers[i]);
    }
  firefox->column_began = firefox->column_began || block->n > 0;
  block->n = 0;
}

static void
begin_column (Firefox *firefox, const char *name, AddNumberFunc add_to_column)
{
  add (firefox, ",\n\"");
  add (firefox, name);
  add (firefox, "\":[");
  firefox->column_began = firefox->column_is_long = FALSE;
  firefox->add_to_column = add_to_column;
}

static void
put (Firefox *firefox, gint64 number)
{
  firefox->block->numbers[firefox->block->n++] = number;
  if (firefox->block->n < BLOCK_SIZE)
    return;
  firefox->column_is_long = TRUE;
  tv_pipeline_push (firefox->pipeline, firefox->block);
  firefox->block = tv_pipeline_take (firefox->pipeline);
}

/* A short column is not worth waiting for the other thread. */
static void
end_column (Firefox *firefox)
{
  if (firefox->column_is_long)
    {
      tv_pipeline_push (firefox->pipeline, firefox->block);
      tv_pipeline_wait (firefox->pipeline);
      firefox->block = tv_pipeline_take (firefox->pipeline);
    }
  else
    format_block (firefox->block, firefox);
  add (firefox, "]");
}

/* A column with the same value in all rows. */
static void
add_constant_column (Firefox *firefox, const char *name, AddNumberFunc add_to_column,
                     gint64 value, gsize n)
{
  begin_column (firefox, name, add_to_column);
  for (gsize i = 0; i < n; i++)
    put (firefox, value);
  end_column (firefox);
}

/* Functions, frames and strings of functions are numbered alike. */
static void
add_counting_column (Firefox *firefox, const char *name, gsize n)
{
  begin_column (firefox, name, add_number);
  for (gsize i = 0; i < n; i++)
    put (firefox, (gint64) i);
  end_column (firefox);
}

static void
add_function (Firefox *firefox, guint32 method)
{
  if (firefox->functions[method] > 0)
    return;
  g_array_append_val (firefox->used, method);
  firefox->functions[method] = firefox->used->len;
}

static const TvCallTreeKey *
get_node (const Firefox *firefox, guint32 node)
{
  return tv_call_tree_nodes_get_key (&firefox->stacks, node);
}

static guint32
find_stack (Firefox *firefox, guint32 stack, const TvExportStep *step)
{
  if (step->enters)
    add_function (firefox, step->method);
  return tv_export_find_path (&firefox->stacks, stack, step);
}

/* Indexes without the root, which stands for no stack. */
static gint64
get_stack_index (guint32 node)
{
  return node == 0 ? COLUMN_NULL : (gint64) node - 1;
}

static gint64
get_stack (const Stretch *stretch)
{
  return get_stack_index (stretch->stack);
}

static gint64
get_start (const Stretch *stretch)
{
  return stretch->start;
}

static gint64
get_weight (const Stretch *stretch)
{
  return stretch->end - stretch->start;
}

/* In nanoseconds, since the sample before. */
static gint64
get_cpu (const Stretch *stretch)
{
  return stretch->cpu - stretch->cpu_before;
}

/* Goes through the stretches of time of a thread, gaps included. With CPU time beside
 * it, an empty one at the end has the CPU time of the last. */
static gsize
put_stretches (Firefox *firefox, GetNumberFunc get_number)
{
  gsize n = 0;
  Stretch stretch = { .stack = 0 };
  TvExportStep step;
  gboolean is_first = TRUE;

  tv_export_walk_rewind (firefox->walk);
  /* Once a block: the other thread writes to what this reads. */
  while ((firefox->block->n > 0 || !tv_text_writer_has_failed (firefox->writer))
         && tv_export_walk_next (firefox->walk, &step))
    {
      const gint64 *times = step.enters ? step.start : step.end;

      stretch.end = times[firefox->clock];
      if (is_first)
        stretch.cpu_before = stretch.cpu = times[TV_CLOCK_THREAD_CPU];
      else if (stretch.end > stretch.start)
        {
          n++;
          put (firefox, get_number (&stretch));
          stretch.cpu_before = stretch.cpu;
        }
      is_first = FALSE;
      stretch.start = stretch.end;
      stretch.cpu = times[TV_CLOCK_THREAD_CPU];
      if (get_number == get_stack)
        stretch.stack = find_stack (firefox, stretch.stack, &step);
    }
  if (firefox->has_cpu_too && n > 0)
    {
      n++;
      put (firefox, get_number (&stretch));
    }
  return n;
}

static gsize
add_samples_column (Firefox *firefox, const char *name, AddNumberFunc add_to_column,
                    GetNumberFunc get_number)
{
  gsize n;

  begin_column (firefox, name, add_to_column);
  n = put_stretches (firefox, get_number);
  end_column (firefox);
  return n;
}

static void
write_samples (Firefox *firefox)
{
  gsize n;

  add (firefox, ",\n\"samples\":{\"weightType\":\"tracing-ms\"");
  n = add_samples_column (firefox, "stack", add_number_or_null, get_stack);
  add_samples_column (firefox, "time", add_time, get_start);
  add_samples_column (firefox, "weight", add_time, get_weight);
  if (firefox->has_cpu_too)
    add_samples_column (firefox, "threadCPUDelta", add_number, get_cpu);
  add (firefox, ",\n\"length\":");
  add_number (firefox, (gint64) n);
  add (firefox, "}");
}

static void
write_stack_table (Firefox *firefox)
{
  const guint32 n = firefox->stacks.nodes->len;

  add (firefox, ",\n\"stackTable\":{\"length\":");
  add_number (firefox, (gint64) n - 1);
  begin_column (firefox, "prefix", add_number_or_null);
  for (guint32 i = 1; i < n; i++)
    put (firefox, get_stack_index (get_node (firefox, i)->parent));
  end_column (firefox);
  begin_column (firefox, "frame", add_number);
  for (guint32 i = 1; i < n; i++)
    put (firefox, firefox->functions[get_node (firefox, i)->method] - 1);
  end_column (firefox);
  add_constant_column (firefox, "category", add_number_or_null, 0, n - 1);
  add_constant_column (firefox, "subcategory", add_number_or_null, 0, n - 1);
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

/* The strings of files come after those of functions. */
static void
add_file_column (Firefox *firefox)
{
  guint next = firefox->used->len;

  begin_column (firefox, "fileName", add_number_or_null);
  for (guint i = 0; i < firefox->used->len; i++)
    put (firefox, has_file (get_function (firefox, i)) ? next++ : COLUMN_NULL);
  end_column (firefox);
}

static void
add_line_column (Firefox *firefox)
{
  begin_column (firefox, "lineNumber", add_number_or_null);
  for (guint i = 0; i < firefox->used->len; i++)
    {
      const TvMethod *method = get_function (firefox, i);

      put (firefox, has_file (method) && method->line > 0 ? method->line : COLUMN_NULL);
    }
  end_column (firefox);
}

static void
write_strings (Firefox *firefox)
{
  add (firefox, ",\n\"stringArray\":[");
  for (guint i = 0; i < firefox->used->len; i++)
    {
      g_autofree char *name = tv_method_dup_display_name (get_function (firefox, i));

      add (firefox, i > 0 ? ",\n" : "\n");
      tv_text_writer_add_json (firefox->writer, name);
    }
  for (guint i = 0; i < firefox->used->len; i++)
    if (has_file (get_function (firefox, i)))
      {
        add (firefox, ",\n");
        tv_text_writer_add_json (firefox->writer, get_function (firefox, i)->file);
      }
  add (firefox, "]");
}

static void
write_frame_tables (Firefox *firefox)
{
  const gsize n = firefox->used->len;

  add (firefox, ",\n\"frameTable\":{\"length\":");
  add_number (firefox, (gint64) n);
  add_counting_column (firefox, "func", n);
  add_constant_column (firefox, "address", add_number_or_null, -1, n);
  add_constant_column (firefox, "inlineDepth", add_number_or_null, 0, n);
  add_constant_column (firefox, "category", add_number_or_null, 0, n);
  add_constant_column (firefox, "subcategory", add_number_or_null, 0, n);
  add_constant_column (firefox, "nativeSymbol", add_number_or_null, COLUMN_NULL, n);
  add_constant_column (firefox, "innerWindowID", add_number_or_null, 0, n);
  add_constant_column (firefox, "implementation", add_number_or_null, COLUMN_NULL, n);
  add_constant_column (firefox, "line", add_number_or_null, COLUMN_NULL, n);
  add_constant_column (firefox, "column", add_number_or_null, COLUMN_NULL, n);
  add (firefox, "},\n\"funcTable\":{\"length\":");
  add_number (firefox, (gint64) n);
  add_counting_column (firefox, "name", n);
  add_constant_column (firefox, "isJS", add_boolean, FALSE, n);
  add_constant_column (firefox, "relevantForJS", add_boolean, FALSE, n);
  add_constant_column (firefox, "resource", add_number_or_null, -1, n);
  add_file_column (firefox);
  add_line_column (firefox);
  add_constant_column (firefox, "columnNumber", add_number_or_null, COLUMN_NULL, n);
  add (firefox, "}");
  write_strings (firefox);
}

static void
write_empty_tables (Firefox *firefox)
{
  add (firefox,
       ",\n\"markers\":{\"length\":0,\"category\":[],\"data\":[],\"endTime\":[],"
       "\"name\":[],\"phase\":[],\"startTime\":[]},\n"
       "\"nativeSymbols\":{\"length\":0,\"address\":[],\"functionSize\":[],"
       "\"libIndex\":[],\"name\":[]},\n"
       "\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],"
       "\"type\":[]},\n\"pausedRanges\":[]");
}

static void
forget_thread (Firefox *firefox)
{
  for (guint i = 0; i < firefox->used->len; i++)
    firefox->functions[g_array_index (firefox->used, guint32, i)] = 0;
  g_array_set_size (firefox->used, 0);
}

static void
write_thread (Firefox *firefox, guint32 thread)
{
  g_autofree char *name = tv_export_names_dup_thread (firefox->trace, thread);
  const guint32 id = tv_trace_get_thread (firefox->trace, thread)->id;

  tv_call_tree_nodes_init (&firefox->stacks, sizeof (TvCallTreeKey));
  tv_call_tree_nodes_add_root (&firefox->stacks, thread);
  /* Depth only matters to filters, which are not used here. */
  tv_call_tree_nodes_begin_level (&firefox->stacks);
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
  write_samples (firefox);
  write_stack_table (firefox);
  write_frame_tables (firefox);
  write_empty_tables (firefox);
  add (firefox, "}");
  forget_thread (firefox);
  tv_call_tree_nodes_clear (&firefox->stacks);
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
                                                 "\"threadCPUDelta\":\"ns\"},"
                                                 "\"product\":");
  tv_text_writer_add_json (firefox->writer, title);
  add (firefox, "},\n\"libs\":[],\"pages\":[],\"counters\":[],\"profilerOverhead\":[],"
                "\n\"threads\":[");
}

/* Writes a processed profile for the Firefox profiler, its times of the chosen clock
 * in milliseconds, with CPU time in nanoseconds beside it if both clocks are wanted.
 * Takes memory for the stacks of a thread that differ. */
gboolean
tv_export_firefox (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  g_autofree guint32 *functions
      = g_new0 (guint32, MAX (tv_trace_get_n_methods (trace), 1));
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvPipeline) pipeline = NULL;
  Firefox firefox = { .trace = trace,
                      .clock = spec->clock,
                      .has_cpu_too = tv_export_has_both_clocks (spec, trace),
                      .process = tv_export_find_process (trace),
                      .writer = writer,
                      .walk = walk,
                      .functions = functions,
                      .used = used };
  gboolean is_first = TRUE;
  guint32 thread;

  firefox.pipeline = pipeline
      = tv_pipeline_new (sizeof (Block), format_block, &firefox);
  firefox.block = tv_pipeline_take (pipeline);
  write_head (&firefox, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      add (&firefox, is_first ? "\n" : ",\n");
      write_thread (&firefox, thread);
      is_first = FALSE;
    }
  add (&firefox, "]}\n");
  g_free (firefox.block);
  return tv_text_writer_finish (writer, error);
}
