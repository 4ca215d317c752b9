/* SPDX-License-Identifier: Apache-2.0 */

/* Writes a trace for trying things out: the example that is shipped, or a random one of
 * any size (write-trace --events=100000000 --threads=64 big.trace). */

#include "support/app-start.h"
#include "support/random-trace-file.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  gboolean app_start;
  gboolean dalvik;
  gboolean pair;
  gboolean streamed;
  gboolean packets;
  char *layout;
  gint64 frequency;
  int flush;
  int block;
  int version;
  char *clock;
  int seed;
  gint64 n_events;
  int n_threads;
  int n_methods;
  int max_depth;
  int batch;
  int recursion;
  int waits;
  int broken;
  int skew;
  int habit;
  char **files;
} Options;

static gboolean
parse_clock (const char *text, TvWriterClock *clock)
{
  static const char *const names[] = { "thread-cpu", "wall", "dual", "global" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        *clock = (TvWriterClock) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_options (Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "app-start", 0, 0, G_OPTION_ARG_NONE, &options->app_start,
      "Write the example: an app start of about 200 KB", NULL },
    { "version", 0, 0, G_OPTION_ARG_INT, &options->version,
      "1, 2 or 3; of packets 4, 5, 0xF4 or 0xF5", "N" },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options->clock,
      "thread-cpu, wall, dual or global", "NAME" },
    { "dalvik", 0, 0, G_OPTION_ARG_NONE, &options->dalvik,
      "Write the tables as Dalvik does", NULL },
    { "pair", 0, 0, G_OPTION_ARG_NONE, &options->pair, "Write FILE.key and FILE.data",
      NULL },
    { "streamed", 0, 0, G_OPTION_ARG_NONE, &options->streamed,
      "Write the streamed form of the version", NULL },
    { "packets", 0, 0, G_OPTION_ARG_NONE, &options->packets,
      "Write ART's packet format", NULL },
    { "layout", 0, 0, G_OPTION_ARG_STRING, &options->layout,
      "B, as ART of 2024 packs records, or C, as Perfetto reads them", "LETTER" },
    { "frequency", 0, 0, G_OPTION_ARG_INT64, &options->frequency,
      "Ticks in a second of packets in layout C; 0 for nanoseconds", "HZ" },
    { "flush", 0, 0, G_OPTION_ARG_INT, &options->flush,
      "Records of a thread that are kept until they become packets; 0 for all", "N" },
    { "block", 0, 0, G_OPTION_ARG_INT, &options->block,
      "Records in a packet; 0 for as many as are kept", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Seed of the random events",
      "N" },
    { "events", 0, 0, G_OPTION_ARG_INT64, &options->n_events, "Number of records",
      "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options->n_threads, "Number of threads",
      "N" },
    { "methods", 0, 0, G_OPTION_ARG_INT, &options->n_methods, "Number of methods",
      "N" },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options->max_depth, "Deepest stack", "N" },
    { "batch", 0, 0, G_OPTION_ARG_INT, &options->batch,
      "Records of a thread that stand together; 0 for order of time", "N" },
    { "recursion", 0, 0, G_OPTION_ARG_INT, &options->recursion,
      "How often a method calls itself", "PERCENT" },
    { "waits", 0, 0, G_OPTION_ARG_INT, &options->waits, "How often a thread waits",
      "PERCENT" },
    { "broken", 0, 0, G_OPTION_ARG_INT, &options->broken,
      "How often an exit is lost, or one too many", "PERCENT" },
    { "skew", 0, 0, G_OPTION_ARG_INT, &options->skew,
      "0 for methods and threads alike; 1 and more for a hot few", "N" },
    { "habit", 0, 0, G_OPTION_ARG_INT, &options->habit,
      "How often a method calls one of a few of its own", "PERCENT" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, NULL,
      "FILE" },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  g_option_context_set_summary (context, "Writes a method trace to FILE.");
  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, argc, argv, error);
}

/* What was not said follows from the rest. */
static void
complete_options (Options *options)
{
  guint low = (guint) options->version & 0xF;

  if (options->clock == NULL)
    options->clock = g_strdup (low == 0 || low == 3 || low == 5 ? "dual" : "wall");
  if (options->layout == NULL)
    options->layout = g_strdup ("B");
  if (options->version == 0)
    options->version = !options->packets                      ? 3
                       : g_str_equal (options->clock, "dual") ? 5
                                                              : 4;
  if (options->packets && options->version >= 0xF0)
    options->streamed = TRUE;
}

/* Returns what is wrong with the version, or %NULL. */
static const char *
check_version (const Options *options, TvWriterClock clock)
{
  int version = options->version;

  if (!options->packets && (version < 1 || version > 3))
    return "the version is 1, 2 or 3";
  if (!options->packets && clock == TV_WRITER_CLOCK_DUAL && version != 3)
    return "two clocks need version 3";
  if (options->packets && version != 4 && version != 5 && version != 0xF4
      && version != 0xF5)
    return "the version of packets is 4, 5, 0xF4 or 0xF5";
  if (options->packets && (clock == TV_WRITER_CLOCK_DUAL) != (version % 2 == 1))
    return "version 5 has two clocks, version 4 has one";
  return NULL;
}

static const char *
check_packets (const Options *options)
{
  if (!g_str_equal (options->layout, "B") && !g_str_equal (options->layout, "C"))
    return "the layout is B or C";
  if (g_str_equal (options->layout, "B") && options->frequency != 0)
    return "layout B has its times in nanoseconds";
  if (options->frequency < 0 || options->flush < 0 || options->block < 0)
    return "a number is too small";
  return NULL;
}

static gboolean
check_options (const Options *options, TvWriterClock *clock, GError **error)
{
  const char *wrong = NULL;

  if (options->files == NULL || options->files[0] == NULL || options->files[1] != NULL)
    wrong = "one FILE is needed";
  else if (!parse_clock (options->clock, clock))
    wrong = "the clock is thread-cpu, wall, dual or global";
  else if (options->n_events < 0 || options->n_threads < 1 || options->n_methods < 1
           || options->max_depth < 1 || options->batch < 0 || options->skew < 0)
    wrong = "a number is too small";
  else
    wrong = check_version (options, *clock);
  if (wrong == NULL)
    wrong = check_packets (options);

  if (wrong != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong);
  return wrong == NULL;
}

static gboolean
write_app_start (const Options *options, GError **error)
{
  g_autoptr (TvTraceWriter) writer = tv_app_start_write ();

  return tv_trace_writer_save (writer, options->files[0], error);
}

static TvRandomForm
get_form (const Options *options)
{
  if (options->streamed)
    return TV_RANDOM_STREAMED;
  return options->pair ? TV_RANDOM_PAIR : TV_RANDOM_CLASSIC;
}

static gboolean
save_packets (const Options *options, const TvRandomTrace *spec, TvTraceWriter *tables,
              GError **error)
{
  const TvPacketForm form
      = { .layout = g_str_equal (options->layout, "C") ? TV_WRITER_LAYOUT_C
                                                       : TV_WRITER_LAYOUT_B,
          .streamed = options->streamed,
          .frequency = (guint64) options->frequency,
          .flush_records = (guint) options->flush,
          .block_records = (guint) options->block };

  return tv_random_trace_save_packets (spec, tables, &form, options->files[0], error);
}

static gboolean
write_random (const Options *options, TvWriterClock clock, GError **error)
{
  const TvRandomTrace spec = { .seed = (guint32) options->seed,
                               .n_events = (guint64) options->n_events,
                               .n_threads = (guint) options->n_threads,
                               .n_methods = (guint) options->n_methods,
                               .max_depth = (guint) options->max_depth,
                               .batch = (guint) options->batch,
                               .recursion_percent = (guint) options->recursion,
                               .wait_percent = (guint) options->waits,
                               .unwind_percent = 1,
                               .lost_percent = (guint) options->broken,
                               .stray_percent = (guint) options->broken,
                               .skew = (guint) options->skew,
                               .habit_percent = (guint) options->habit };
  guint version
      = options->packets ? 2 + (guint) options->version % 2 : (guint) options->version;
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (version, clock);
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, options->n_events);

  if (options->dalvik)
    tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_property (writer, "num-method-calls", count);
  tv_trace_writer_add_property (writer, "vm", options->dalvik ? "dalvik" : "art");
  tv_random_trace_add_tables (&spec, writer);

  if (options->packets)
    return save_packets (options, &spec, writer, error);

  return tv_random_trace_save (&spec, writer, get_form (options), options->files[0],
                               error);
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options and the name of the file
 *
 * Returns: 0, or 1 if the trace could not be written, 2 for wrong arguments
 */
int
main (int argc, char **argv)
{
  Options options = { .flush = 65536,
                      .n_events = 10000,
                      .n_threads = 4,
                      .n_methods = 100,
                      .max_depth = 30,
                      .recursion = 5,
                      .waits = 2 };
  TvWriterClock clock = TV_WRITER_CLOCK_DUAL;
  g_autoptr (GError) error = NULL;
  gboolean written = FALSE;
  int status = EXIT_SUCCESS;

  if (!parse_options (&options, &argc, &argv, &error))
    status = 2;
  else
    complete_options (&options);
  if (status == EXIT_SUCCESS && !check_options (&options, &clock, &error))
    status = 2;
  if (status == EXIT_SUCCESS)
    {
      written = options.app_start ? write_app_start (&options, &error)
                                  : write_random (&options, clock, &error);
      status = written ? EXIT_SUCCESS : EXIT_FAILURE;
    }
  if (error != NULL)
    g_printerr ("write-trace: %s\n", error->message);

  g_strfreev (options.files);
  g_free (options.clock);
  g_free (options.layout);
  return status;
}
