/* SPDX-License-Identifier: Apache-2.0 */

/* The processed profile of the Firefox Profiler: a sample for each stretch of time with
 * the same stack, weighted by its length. Tables are columns; the calls are walked once
 * for each column, so that samples need no memory. The first of these walks finds the
 * stacks, and keeps where each block of samples begins, so that other threads can go on
 * from there for the other columns. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"
#include "trace/model/parallel.h"

/* See docs-developer/CHANGELOG-formats.md of the profiler, which upgrades older
 * versions when it loads them. */
#define GECKO_VERSION 28
#define PROCESSED_VERSION 55

#define COLUMN_NULL G_MININT64

/* A millisecond of work. */
#define BLOCK_SIZE (1 << 14)

/* The stretch of time from the last step of the thread to the next one. */
typedef struct
{
  TvExportPosition at;
  gsize n; /* number of samples before it */
  gboolean began;
  guint32 stack; /* index of a node, if stacks are looked for */
  gint64 start;
  gint64 end;
  gint64 cpu;                      /* CPU time at its start */
  gint64 start_before, cpu_before; /* of the last sample */
} Stretch;

typedef gint64 (*GetNumberFunc) (const Stretch *stretch);
typedef char *(*FormatFunc) (char *at, gint64 number);

/* Numbers of a column on their way to the file. */
typedef struct
{
  Stretch stretch; /* where the block begins, if the column has samples */
  guint n;
  gint64 numbers[BLOCK_SIZE];
  gsize length;
  char text[BLOCK_SIZE * (1 + TV_TEXT_NUMBER_SIZE)]; /* a comma before each */
} Block;

typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean has_cpu_too;
  guint64 process;
  TvTextWriter *writer;
  TvExportWalk *walk;

  guint32 *functions; /* by method: its function in the present thread, and 1 */
  GArray *used;       /* guint32: methods by function */
  TvExportPaths stacks;
  GArray *blocks; /* Stretch: where each block of samples begins */

  TvPipeline *pipeline;
  Block *block;

  /* The present column. The threads of the pipeline are idle while it changes. */
  FormatFunc format;
  GetNumberFunc get_number; /* NULL if blocks are filled before they are pushed */
  gboolean column_began;
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

static char *
put_text (char *at, const char *text)
{
  const gsize length = strlen (text);

  memcpy (at, text, length);
  return at + length;
}

static char *
put_number (char *at, gint64 number)
{
  return tv_text_put_fixed (at, number, 0);
}

/* In milliseconds. Most files have whole microseconds. */
static char *
put_time (char *at, gint64 nanoseconds)
{
  return nanoseconds % 1000 == 0 ? tv_text_put_fixed (at, nanoseconds / 1000, 3)
                                 : tv_text_put_fixed (at, nanoseconds, 6);
}

static char *
put_microseconds (char *at, gint64 nanoseconds)
{
  return nanoseconds % 1000 == 0 ? tv_text_put_fixed (at, nanoseconds / 1000, 0)
                                 : tv_text_put_fixed (at, nanoseconds, 3);
}

static char *
put_number_or_null (char *at, gint64 number)
{
  return number == COLUMN_NULL ? put_text (at, "null") : put_number (at, number);
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

/* Since the sample before; times are shorter so. */
static gint64
get_delta (const Stretch *stretch)
{
  return stretch->start - stretch->start_before;
}

static gint64
get_weight (const Stretch *stretch)
{
  return stretch->end - stretch->start;
}

static gint64
get_cpu (const Stretch *stretch)
{
  return stretch->cpu - stretch->cpu_before;
}

static void
add_sample (Block *block, Stretch *stretch, GetNumberFunc get_number)
{
  block->numbers[block->n++] = get_number (stretch);
  stretch->n++;
  stretch->start_before = stretch->start;
  stretch->cpu_before = stretch->cpu;
}

/* Ends a stretch at the next entry or exit, and begins another. */
static void
end_stretch (const Firefox *firefox, Block *block, Stretch *stretch,
             GetNumberFunc get_number, const gint64 *times)
{
  stretch->end = times[firefox->clock];
  if (!stretch->began)
    stretch->cpu_before = times[TV_CLOCK_THREAD_CPU];
  else if (stretch->end > stretch->start)
    add_sample (block, stretch, get_number);
  stretch->began = TRUE;
  stretch->start = stretch->end;
  stretch->cpu = times[TV_CLOCK_THREAD_CPU];
}

/* With CPU time beside it, an empty sample at the end of a thread has the CPU time of
 * the last. */
static void
end_samples (const Firefox *firefox, Block *block, Stretch *stretch,
             GetNumberFunc get_number)
{
  if (firefox->has_cpu_too && block->n < BLOCK_SIZE && stretch->n > 0)
    add_sample (block, stretch, get_number);
}

/* Fills a block with the samples of a thread from a stretch of time on, gaps included.
 */
static void
fill_block (const Firefox *firefox, Block *block, Stretch *stretch)
{
  gint64 times[TV_N_CLOCKS];

  while (block->n < BLOCK_SIZE
         && tv_export_walk_next_times (firefox->walk, &stretch->at, times))
    end_stretch (firefox, block, stretch, firefox->get_number, times);
  end_samples (firefox, block, stretch, firefox->get_number);
}

/* The same for their stacks. */
static void
fill_stacks (Firefox *firefox, Block *block, Stretch *stretch)
{
  TvExportStep step;

  while (block->n < BLOCK_SIZE && tv_export_walk_next (firefox->walk, &step))
    {
      end_stretch (firefox, block, stretch, get_stack, step.times);
      stretch->stack = find_stack (firefox, stretch->stack, &step);
    }
  stretch->at = tv_export_walk_get_position (firefox->walk);
  end_samples (firefox, block, stretch, get_stack);
}

static void
format_block (gpointer data, gpointer user_data)
{
  Firefox *firefox = user_data;
  Block *block = data;
  char *at = block->text;

  if (firefox->get_number != NULL)
    fill_block (firefox, block, &block->stretch);
  for (guint i = 0; i < block->n; i++)
    {
      *at++ = ',';
      at = firefox->format (at, block->numbers[i]);
    }
  block->length = (gsize) (at - block->text);
  block->n = 0;
}

static void
write_block (gpointer data, gpointer user_data)
{
  Firefox *firefox = user_data;
  const Block *block = data;
  const gsize comma = !firefox->column_began && block->length > 0;

  tv_text_writer_add_bytes (firefox->writer, block->text + comma,
                            block->length - comma);
  firefox->column_began = firefox->column_began || block->length > 0;
}

static void
begin_column (Firefox *firefox, const char *name, FormatFunc format,
              GetNumberFunc get_number)
{
  add (firefox, ",\n\"");
  add (firefox, name);
  add (firefox, "\":[");
  firefox->format = format;
  firefox->get_number = get_number;
  firefox->column_began = FALSE;
}

static void
push_block (Firefox *firefox)
{
  firefox->block = tv_pipeline_push (firefox->pipeline);
}

static void
put (Firefox *firefox, gint64 number)
{
  firefox->block->numbers[firefox->block->n++] = number;
  if (firefox->block->n == BLOCK_SIZE)
    push_block (firefox);
}

static void
end_column (Firefox *firefox)
{
  tv_pipeline_flush (firefox->pipeline);
  add (firefox, "]");
}

/* A column with the same value in all rows. */
static void
add_constant_column (Firefox *firefox, const char *name, const char *value, gsize n)
{
  const gsize length = 1 + strlen (value);
  g_autoptr (GString) rows = g_string_new (NULL);

  for (gsize i = 0; i < MIN (n, BLOCK_SIZE); i++)
    g_string_append (g_string_append_c (rows, ','), value);
  begin_column (firefox, name, NULL, NULL);
  for (gsize i = 0; i < n; i += BLOCK_SIZE)
    {
      const gsize comma = i == 0;

      tv_text_writer_add_bytes (firefox->writer, rows->str + comma,
                                MIN (n - i, BLOCK_SIZE) * length - comma);
    }
  add (firefox, "]");
}

/* Functions, frames and strings of functions are numbered alike. */
static void
add_counting_column (Firefox *firefox, const char *name, gsize n)
{
  begin_column (firefox, name, put_number, NULL);
  for (gsize i = 0; i < n; i++)
    put (firefox, (gint64) i);
  end_column (firefox);
}

static gsize
add_stack_column (Firefox *firefox)
{
  Stretch stretch = { .at = tv_export_walk_get_position (firefox->walk) };

  g_array_set_size (firefox->blocks, 0);
  begin_column (firefox, "stack", put_number_or_null, NULL);
  for (;;)
    {
      g_array_append_val (firefox->blocks, stretch);
      fill_stacks (firefox, firefox->block, &stretch);
      if (firefox->block->n < BLOCK_SIZE || tv_text_writer_has_failed (firefox->writer))
        break;
      push_block (firefox);
    }
  end_column (firefox);
  return stretch.n;
}

static void
add_samples_column (Firefox *firefox, const char *name, FormatFunc format,
                    GetNumberFunc get_number)
{
  begin_column (firefox, name, format, get_number);
  for (guint i = 0; i < firefox->blocks->len; i++)
    {
      if (i > 0)
        push_block (firefox);
      if (tv_text_writer_has_failed (firefox->writer))
        break;
      firefox->block->stretch = g_array_index (firefox->blocks, Stretch, i);
    }
  end_column (firefox);
}

static void
write_samples (Firefox *firefox)
{
  gsize n;

  add (firefox, ",\n\"samples\":{\"weightType\":\"tracing-ms\"");
  n = add_stack_column (firefox);
  add_samples_column (firefox, "timeDeltas", put_time, get_delta);
  add_samples_column (firefox, "weight", put_time, get_weight);
  if (firefox->has_cpu_too)
    add_samples_column (firefox, "threadCPUDelta", put_microseconds, get_cpu);
  add (firefox, ",\n\"length\":");
  add_number (firefox, (gint64) n);
  add (firefox, "}");
}

static void
write_stack_table (Firefox *firefox)
{
  const guint32 n = firefox->stacks.paths->len;

  add (firefox, ",\n\"stackTable\":{\"length\":");
  add_number (firefox, (gint64) n - 1);
  begin_column (firefox, "prefix", put_number_or_null, NULL);
  for (guint32 i = 1; i < n; i++)
    put (firefox, get_stack_index (get_node (firefox, i)->caller));
  end_column (firefox);
  begin_column (firefox, "frame", put_number, NULL);
  for (guint32 i = 1; i < n; i++)
    put (firefox, firefox->functions[get_node (firefox, i)->method] - 1);
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

/* The strings of files come after those of functions. */
static void
add_file_column (Firefox *firefox)
{
  guint next = firefox->used->len;

  begin_column (firefox, "fileName", put_number_or_null, NULL);
  for (guint i = 0; i < firefox->used->len; i++)
    put (firefox, has_file (get_function (firefox, i)) ? next++ : COLUMN_NULL);
  end_column (firefox);
}

static void
add_line_column (Firefox *firefox)
{
  begin_column (firefox, "lineNumber", put_number_or_null, NULL);
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
  add_constant_column (firefox, "isJS", "false", n);
  add_constant_column (firefox, "relevantForJS", "false", n);
  add_constant_column (firefox, "resource", "-1", n);
  add_file_column (firefox);
  add_line_column (firefox);
  add_constant_column (firefox, "columnNumber", "null", n);
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
  tv_export_paths_reset (&firefox->stacks);
}

static void
write_thread (Firefox *firefox, guint32 thread)
{
  g_autofree char *name = tv_export_names_dup_thread (firefox->trace, thread);
  const guint32 id = tv_trace_get_thread (firefox->trace, thread)->id;

  /* Depth only matters to filters, which are not used here. */
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
  add (firefox, "},\n\"libs\":[],\"pages\":[],\"counters\":[],\"profilerOverhead\":[],"
                "\n\"threads\":[");
}

/* Writes a processed profile for the Firefox profiler, its times of the chosen clock
 * in milliseconds, with CPU time in microseconds beside it if both clocks are wanted.
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
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (Stretch));
  g_autoptr (TvPipeline) pipeline = NULL;
  Firefox firefox = { .trace = trace,
                      .clock = spec->clock,
                      .has_cpu_too = tv_export_has_both_clocks (spec, trace),
                      .process = tv_export_find_process (trace),
                      .writer = writer,
                      .walk = walk,
                      .functions = functions,
                      .used = used,
                      .blocks = blocks };
  gboolean is_first = TRUE;
  guint32 thread;

  firefox.pipeline = pipeline
      = tv_pipeline_new (sizeof (Block), format_block, write_block, &firefox);
  firefox.block = tv_pipeline_get_block (pipeline);
  tv_export_paths_init (&firefox.stacks, sizeof (TvExportPath));
  write_head (&firefox, spec->title);
  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      add (&firefox, is_first ? "\n" : ",\n");
      write_thread (&firefox, thread);
      is_first = FALSE;
    }
  add (&firefox, "]}\n");
  tv_export_paths_clear (&firefox.stacks);
  return tv_text_writer_finish (writer, error);
}
