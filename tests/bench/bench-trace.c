/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/bench-trace.h"

#include "bench/many-names.h"
#include "support/random-trace-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Raise it when the same options no longer give the same trace: then traces are made
 * anew. */
#define EDITION 2
#define PIECE (1024 * 1024)
#define MAX_NAMES 100000
#define N_EVENTS_OF_NAMES 1000

static const char *const trace_names[]
    = { "classic", "streamed",   "packets", "time-order",
        "wall",    "thread-cpu", "names",   "at-scale" };

static void
describe (const TvBenchOptions *options, TvBenchTrace trace, TvRandomTrace *spec)
{
  *spec = (TvRandomTrace){ .seed = 1,
                           .n_events = (guint64) options->n_events,
                           .n_threads = 16,
                           .n_methods = 10000,
                           .max_depth = 40,
                           .batch = trace == TV_BENCH_TIME_ORDER ? 0 : 1000,
                           .recursion_percent = 5,
                           .wait_percent = 1,
                           .unwind_percent = 1,
                           .skew = 2,
                           .habit_percent = 70 };
  if (trace == TV_BENCH_AT_SCALE)
    {
      spec->n_events = (guint64) MAX (options->n_events / 5, 1);
      spec->n_methods = (guint) MAX (options->n_events / 10, 1);
      spec->skew = 0;
      spec->habit_percent = 0;
    }
  if (trace == TV_BENCH_NAMES)
    spec->n_events = N_EVENTS_OF_NAMES;
}

static TvWriterClock
get_clock (TvBenchTrace trace)
{
  if (trace == TV_BENCH_WALL)
    return TV_WRITER_CLOCK_WALL;
  return trace == TV_BENCH_THREAD_CPU ? TV_WRITER_CLOCK_THREAD_CPU
                                      : TV_WRITER_CLOCK_DUAL;
}

static gboolean
save (const TvBenchOptions *options, TvBenchTrace trace, const char *path,
      GError **error)
{
  const TvPacketForm packets
      = { .layout = TV_WRITER_LAYOUT_C, .streamed = TRUE, .flush_records = 1000 };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, get_clock (trace));
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, options->n_events);
  TvRandomForm form
      = trace == TV_BENCH_STREAMED ? TV_RANDOM_STREAMED : TV_RANDOM_CLASSIC;
  TvRandomTrace spec;

  describe (options, trace, &spec);
  tv_trace_writer_add_property (writer, "num-method-calls", count);
  if (trace == TV_BENCH_NAMES)
    tv_many_names_add (writer, (guint) MIN (options->n_events, MAX_NAMES));
  else
    tv_random_trace_add_tables (&spec, writer);
  if (trace == TV_BENCH_PACKETS)
    return tv_random_trace_save_packets (&spec, writer, &packets, path, error);
  return tv_random_trace_save (&spec, writer, form, path, error);
}

/* Writes under another name first, so that half a trace is never used. */
static gboolean
write_trace (const TvBenchOptions *options, TvBenchTrace trace, const char *path,
             GError **error)
{
  g_autofree char *unfinished = g_strconcat (path, ".part", NULL);

  if (!save (options, trace, unfinished, error))
    return FALSE;
  if (g_rename (unfinished, path) == 0)
    return TRUE;

  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno),
               "%s: cannot be renamed", unfinished);
  return FALSE;
}

/* Reads the file once, so that the disk is not measured. */
static void
warm (const char *path)
{
  g_autofree char *piece = g_malloc (PIECE);
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  while (fd >= 0 && read (fd, piece, PIECE) > 0)
    continue;
  if (fd >= 0)
    close (fd);
}

/**
 * tv_bench_trace_make:
 * @options: how large, and where to
 * @trace: which one
 * @error: return location for an error of the file system
 *
 * Makes a trace unless it is there from another time, and brings it into the page
 * cache.
 *
 * Returns: (transfer full) (nullable): its path
 */
char *
tv_bench_trace_make (const TvBenchOptions *options, TvBenchTrace trace, GError **error)
{
  g_autofree char *name
      = g_strdup_printf ("%s-%" G_GINT64_FORMAT "-%d.trace", trace_names[trace],
                         options->n_events, EDITION);
  g_autofree char *path = g_build_filename (options->directory, name, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_mkdir_with_parents (options->directory, 0755);
      if (!write_trace (options, trace, path, error))
        return NULL;
    }
  warm (path);
  return g_steal_pointer (&path);
}
