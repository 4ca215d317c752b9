/* SPDX-License-Identifier: Apache-2.0 */

/* Into how many parts a file is cut, and how many workers read them, makes no
 * difference to what is read. */

#include "support/packet-writer.h"
#include "support/random-trace.h"
#include "support/stream-writer.h"
#include "support/test-runner.h"
#include "support/trace-dump.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-reader.h"

#include <string.h>

#define N_SEEDS 20

/* Larger files than this are left to the benchmarks. */
#define MAX_SIZE (2 * 1024 * 1024)

/* Into how many lines of the dump to look back for what a difference is about. */
static void
assert_same (const char *expected, const char *text, const char *what, guint n_workers,
             gsize part_size)
{
  gsize i = 0;
  gsize line = 0;

  if (strcmp (expected, text) == 0)
    return;
  for (; expected[i] == text[i]; i++)
    if (text[i] == '\n')
      line = i + 1;
  ck_abort_msg ("%s, %u workers, parts of %zu bytes:\n%.200s\ninstead of\n%.200s", what,
                n_workers, part_size, text + line, expected + line);
}

static void
check_parts (GBytes *bytes, const char *what)
{
  static const struct
  {
    guint n_workers;
    gsize part_size;
  } cuts[] = { { 2, 0 }, { 2, 100 }, { 7, 14 }, { 7, 333 }, { 7, 5000 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_bytes_in_parts (bytes, 1, 0, NULL, &error);
  g_autofree char *expected
      = trace != NULL ? tv_test_dump_trace (trace) : g_strdup (error->message);

  if (trace != NULL)
    for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
      {
        g_autoptr (GError) other_error = NULL;
        g_autoptr (TvTrace) other = tv_trace_load_bytes_in_parts (
            bytes, cuts[i].n_workers, cuts[i].part_size, NULL, &other_error);
        g_autofree char *text = other != NULL ? tv_test_dump_trace (other)
                                              : g_strdup (other_error->message);

        assert_same (expected, text, what, cuts[i].n_workers, cuts[i].part_size);
      }
}

/* What goes wrong with the clocks, in so many of a thousand events each. */
typedef struct
{
  guint back;
  guint anew;
  guint late;
  guint unknown;
  guint reserved;
} Disorder;

typedef struct
{
  GRand *rand;
  const Disorder *disorder;
  TvTraceWriter *classic;
  TvStreamWriter *stream;
  TvPacketWriter *packets;
  guint64 cpu_base; /* taken off what comes, as a new thread with the old id would */
  guint64 wall_base;
} Mangler;

static gboolean
happens (Mangler *mangler, guint permille)
{
  return g_rand_int_range (mangler->rand, 0, 1000) < (gint32) permille;
}

static void
mangle (const TvWriterEvent *event, gpointer user_data)
{
  Mangler *mangler = user_data;
  TvWriterEvent changed = *event;

  if (happens (mangler, mangler->disorder->anew))
    mangler->cpu_base = event->cpu;
  if (happens (mangler, mangler->disorder->late))
    mangler->wall_base += (guint64) g_rand_int (mangler->rand);
  changed.cpu -= MIN (changed.cpu, mangler->cpu_base);
  changed.wall += mangler->wall_base;
  if (happens (mangler, mangler->disorder->back))
    changed.wall -= MIN (changed.wall, 500);
  if (happens (mangler, mangler->disorder->unknown))
    changed.method = 4 * (guint32) g_rand_int_range (mangler->rand, 5000, 5020);
  if (happens (mangler, mangler->disorder->reserved))
    changed.action = 3;
  if (mangler->packets != NULL)
    tv_packet_writer_event (mangler->packets, &changed);
  else if (mangler->stream != NULL)
    tv_stream_writer_event (mangler->stream, &changed);
  else
    tv_trace_writer_event (mangler->classic, &changed);
}

static TvRandomTrace
make_spec (guint32 seed)
{
  TvRandomTrace spec = { .seed = seed,
                         .n_events = 500,
                         .n_threads = 1 + seed % 5,
                         .n_methods = 2 + seed % 40,
                         .max_depth = 2 + seed % 12,
                         .batch = seed % 2 == 0 ? 0 : 30,
                         .recursion_percent = 20,
                         .wait_percent = 10,
                         .unwind_percent = 5,
                         .before_percent = seed % 4 * 20,
                         .lost_percent = seed % 3 * 4,
                         .stray_percent = seed % 5 };

  return spec;
}

static void
check_random (guint version, TvWriterClock clock, gboolean streamed, guint32 seed,
              const Disorder *disorder)
{
  const TvRandomTrace spec = make_spec (seed);
  g_autoptr (TvTraceWriter) classic = tv_trace_writer_new (version, clock);
  g_autoptr (TvStreamWriter) stream = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *what = g_strdup_printf ("version %u, clock %d, streamed %d, seed %u",
                                           version, clock, streamed, seed);
  Mangler mangler = { .rand = g_rand_new_with_seed (seed),
                      .disorder = disorder,
                      .classic = classic };

  tv_random_trace_add_tables (&spec, classic);
  if (streamed)
    mangler.stream = stream = tv_stream_writer_new (classic);
  tv_random_trace_run (&spec, mangle, &mangler);
  if (streamed)
    tv_stream_writer_add_summary (stream, TV_SUMMARY_FULL);
  bytes = streamed ? tv_stream_writer_to_bytes (stream)
                   : tv_trace_writer_to_bytes (classic);
  check_parts (bytes, what);
  g_rand_free (mangler.rand);
}

static void
check_random_packets (const TvPacketForm *form, TvWriterClock clock, guint32 seed,
                      const Disorder *disorder)
{
  const TvRandomTrace spec = make_spec (seed);
  g_autoptr (TvTraceWriter) tables
      = tv_trace_writer_new (clock == TV_WRITER_CLOCK_DUAL ? 3 : 2, clock);
  g_autoptr (TvPacketWriter) packets = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *what = g_strdup_printf ("packets, layout %d, clock %d, seed %u",
                                           form->layout, clock, seed);
  Mangler mangler = { .rand = g_rand_new_with_seed (seed), .disorder = disorder };

  tv_random_trace_add_tables (&spec, tables);
  mangler.packets = packets = tv_packet_writer_new (tables, form);
  tv_packet_writer_add_names (packets);
  tv_random_trace_run (&spec, mangle, &mangler);
  tv_packet_writer_add_summary (packets);
  bytes = tv_packet_writer_to_bytes (packets);
  check_parts (bytes, what);
  g_rand_free (mangler.rand);
}

static void
check_packets (guint32 seed, const Disorder *disorder)
{
  for (guint layout = TV_WRITER_LAYOUT_B; layout <= TV_WRITER_LAYOUT_C; layout++)
    {
      const TvPacketForm form = { .layout = layout,
                                  .flush_records = 5 + seed % 3 * 20,
                                  .block_records = seed % 2 * 3 };

      check_random_packets (&form, TV_WRITER_CLOCK_DUAL, seed, disorder);
      check_random_packets (&form, TV_WRITER_CLOCK_WALL, seed, disorder);
      check_random_packets (&form, TV_WRITER_CLOCK_THREAD_CPU, seed, disorder);
    }
}

static void
check_all_formats (const Disorder *disorder)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      check_random (1, TV_WRITER_CLOCK_THREAD_CPU, FALSE, seed, disorder);
      check_random (2, TV_WRITER_CLOCK_WALL, FALSE, seed, disorder);
      check_random (2, TV_WRITER_CLOCK_THREAD_CPU, FALSE, seed, disorder);
      check_random (3, TV_WRITER_CLOCK_DUAL, FALSE, seed, disorder);
      check_random (3, TV_WRITER_CLOCK_DUAL, TRUE, seed, disorder);
      check_random (2, TV_WRITER_CLOCK_WALL, TRUE, seed, disorder);
      check_packets (seed, disorder);
    }
}

START_TEST (calls_that_are_lost_stray_or_from_before)
{
  const Disorder none = { 0 };

  check_all_formats (&none);
}
END_TEST

START_TEST (methods_that_no_table_has)
{
  const Disorder unknown = { .unknown = 30, .reserved = 10 };

  check_all_formats (&unknown);
}
END_TEST

START_TEST (clocks_that_go_back)
{
  const Disorder back = { .back = 20 };

  check_all_formats (&back);
}
END_TEST

START_TEST (ids_of_new_threads)
{
  const Disorder anew = { .anew = 10, .unknown = 5 };

  check_all_formats (&anew);
}
END_TEST

START_TEST (clocks_that_wrap)
{
  const Disorder late = { .late = 5, .back = 5 };

  check_all_formats (&late);
}
END_TEST

/* Depth 200 up and down again, over and over: most parts begin and end in the midst of
 * it, and the exits of one lie parts behind the entries. */
START_TEST (deep_calls_over_many_parts)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GBytes) bytes = NULL;
  guint64 time = 0;

  for (guint i = 0; i < 3000; i++)
    {
      guint place = i % 400;
      guint depth = place < 200 ? place : 399 - place;
      guint thread = 1 + i / 7 % 2;

      time += 3;
      if (place < 200)
        tv_trace_writer_enter (writer, thread, 4 * (depth % 50), time, time);
      else
        tv_trace_writer_exit (writer, thread, 4 * (depth % 50), time, time);
    }
  bytes = tv_trace_writer_to_bytes (writer);
  check_parts (bytes, "deep calls");
}
END_TEST

/* Threads of which a file has blocks and no whole record are threads all the same. */
START_TEST (blocks_without_events)
{
  static const char records[] = "\x10\x05\x05\x01\x05\x05"; /* enter and leave 16 */
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) packets = tv_packet_writer_new (tables, &form);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  for (guint32 thread = 1; thread <= 40; thread++)
    {
      gsize length = thread % 4 == 2 ? sizeof records - 1 : 1;

      tv_packet_writer_add_block (packets, thread, 2, (guint32) length, records,
                                  length);
    }
  tv_packet_writer_add_summary (packets);
  bytes = tv_packet_writer_to_bytes (packets);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_ptr_nonnull (trace);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 40);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 10);
  check_parts (bytes, "blocks without events");
}
END_TEST

static void
check_folder (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *file;

  ck_assert_ptr_nonnull (folder);
  while ((file = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file_path = g_build_filename (path, file, NULL);
      g_autoptr (GBytes) bytes = NULL;
      char *data;
      gsize size;

      if (!g_file_get_contents (file_path, &data, &size, NULL))
        continue;
      bytes = g_bytes_new_take (data, size);
      if (size > 0 && size <= MAX_SIZE)
        check_parts (bytes, file);
    }
}

START_TEST (real_and_made_and_malformed_files)
{
  if (tv_test_has_trace ("real"))
    check_folder ("real");
  check_folder ("gen");
  check_folder ("bad");
}
END_TEST

TV_TESTS (NULL, NULL)
