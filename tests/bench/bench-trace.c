/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/bench-trace.h"

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

#define SEED_OF_NAMES 1
#define METHODS_OF_CLASS 10

static const char *const packages[]
    = { "ads",   "android", "app",   "base", "cache", "codec", "com",     "core",
        "data",  "example", "font",  "gms",  "graph", "http",  "image",   "internal",
        "io",    "json",    "media", "net",  "org",   "parse", "runtime", "service",
        "store", "text",    "ui",    "util", "video", "view",  "widget",  "xml" };
static const char *const nouns[]
    = { "Adapter", "Buffer",  "Builder", "Cache",    "Callback", "Cursor",
        "Event",   "Factory", "Handler", "Holder",   "Index",    "Item",
        "Layout",  "List",    "Manager", "Map",      "Node",     "Pool",
        "Queue",   "Reader",  "Request", "Response", "Session",  "Stream",
        "String",  "Table",   "Task",    "Tree",     "View",     "Worker" };
static const char *const verbs[] = { "add",  "apply",   "bind",  "compute", "create",
                                     "draw", "find",    "get",   "init",    "is",
                                     "make", "measure", "on",    "remove",  "run",
                                     "set",  "to",      "update" };
static const char *const types[] = { "I",
                                     "Z",
                                     "J",
                                     "[B",
                                     "F",
                                     "Ljava/lang/String;",
                                     "Ljava/util/List;",
                                     "Landroid/view/View;" };

static const char *
pick (GRand *random, const char *const *words, guint n)
{
  return words[g_rand_int_range (random, 0, (gint32) n)];
}

#define PICK(random, words) pick (random, words, G_N_ELEMENTS (words))

static void
make_class (GRand *random, GString *text)
{
  g_string_truncate (text, 0);
  for (guint i = 0; i < 4; i++)
    g_string_append_printf (text, "%s.", PICK (random, packages));
  g_string_append (text, PICK (random, nouns));
  g_string_append (text, PICK (random, nouns));
  if (g_rand_boolean (random))
    g_string_append_printf (text, "$%d", g_rand_int_range (random, 1, 20));
}

static void
make_signature (GRand *random, GString *text)
{
  g_string_assign (text, "(");
  for (gint32 i = g_rand_int_range (random, 0, 4); i > 0; i--)
    g_string_append (text, PICK (random, types));
  g_string_append (text, ")V");
}

/* Adds methods with names like an app's, of about 80 letters with class and signature,
 * ids from 0 in steps of 4. */
static void
add_many_names (TvTraceWriter *writer, guint n_methods)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED_OF_NAMES);
  g_autoptr (GString) class_name = g_string_new (NULL);
  g_autoptr (GString) signature = g_string_new (NULL);

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *name = g_strdup_printf (
          "%s%s%s", PICK (random, verbs), PICK (random, nouns), PICK (random, nouns));

      if (i % METHODS_OF_CLASS == 0)
        make_class (random, class_name);
      make_signature (random, signature);
      tv_trace_writer_add_method (writer, 4 * i, class_name->str, name, signature->str,
                                  "Source.java", (int) i % 1000);
    }
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
    add_many_names (writer, (guint) MIN (options->n_events, MAX_NAMES));
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
