/* SPDX-License-Identifier: Apache-2.0 */

/* Records of layout C that follow each other in a block are decoded in another way than
 * records that stand alone, which are too short for it. Whatever is in them, both come
 * to the same. */

#include "support/packet-writer.h"
#include "support/test-runner.h"
#include "support/trace-dump.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define N_SEEDS 25
#define N_RECORDS 400
#define N_METHODS 30
#define N_THREADS 3

/* Numbers of this size make a record that stands alone begin with one of more than four
 * bytes. */
#define FIRST_TIME (G_GUINT64_CONSTANT (1) << 33)

/* What the records are like. */
typedef struct
{
  TvWriterClock clock;
  guint64 frequency;
  guint64 first_method;
  guint64 method_step;
  guint back;    /* of a hundred records so many go back in time */
  gboolean wild; /* or nearly all are plain */
} Kind;

typedef struct
{
  const Kind *kind;
  GRand *rand;
  guint64 time[N_THREADS];
  guint64 cpu[N_THREADS];
} Course;

static guint
choose (Course *course, guint n)
{
  return (guint) g_rand_int_range (course->rand, 0, (gint32) n);
}

/* Steps of all lengths that numbers have; some go back. */
static guint64
choose_step (Course *course)
{
  guint64 bits = G_GUINT64_CONSTANT (1)
                 << choose (course, course->kind->wild ? 38 : 14);
  guint64 step = g_rand_int (course->rand) % bits;

  if (choose (course, 100) < course->kind->back)
    return -(step % 5000);
  return choose (course, 8) == 0 ? 0 : step;
}

/* Every fourth of the methods has no name in a wild file. */
static guint64
choose_method (Course *course)
{
  return course->kind->first_method
         + course->kind->method_step * choose (course, N_METHODS);
}

static TvWriterAction
choose_action (Course *course)
{
  guint n = choose (course, 100);

  if (course->kind->wild && n < 3)
    return 3;
  if (n < (course->kind->wild ? 10 : 4))
    return TV_WRITER_UNWIND;
  return n < 50 ? TV_WRITER_EXIT : TV_WRITER_ENTER;
}

static void
add_names (TvPacketWriter *writer, const Kind *kind)
{
  for (guint32 thread = 1; thread <= N_THREADS; thread++)
    tv_packet_writer_add_thread (writer, thread, "a thread");
  for (guint i = 0; i < N_METHODS; i++)
    if (!kind->wild || i % 4 != 3)
      {
        g_autofree char *text = g_strdup_printf ("Lc;\tmethod%u\t()V\tc.java\n", i);

        tv_packet_writer_add_method (writer, kind->first_method + i * kind->method_step,
                                     text);
      }
}

/* The same for the same @seed, but for the number of records in a block. */
static GBytes *
write_records (const Kind *kind, guint32 seed, guint block_records)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_C,
                              .frequency = kind->frequency,
                              .flush_records = 3 + seed % 4 * 60,
                              .block_records = block_records };
  g_autoptr (TvTraceWriter) tables
      = tv_trace_writer_new (kind->clock == TV_WRITER_CLOCK_DUAL ? 3 : 2, kind->clock);
  g_autoptr (TvPacketWriter) writer = tv_packet_writer_new (tables, &form);
  Course course = { .kind = kind, .rand = g_rand_new_with_seed (seed) };

  add_names (writer, kind);
  for (guint i = 0; i < N_THREADS; i++)
    course.time[i] = course.cpu[i] = FIRST_TIME;
  for (guint i = 0; i < N_RECORDS; i++)
    {
      guint thread = choose (&course, 4) % N_THREADS;
      TvPacketRecord record = { .action = choose_action (&course) };

      course.time[thread] += choose_step (&course);
      course.cpu[thread] += choose_step (&course);
      record.time = course.time[thread];
      record.cpu = course.cpu[thread];
      record.method = choose_method (&course);
      tv_packet_writer_record (writer, thread + 1, &record);
    }
  tv_packet_writer_flush (writer);
  tv_packet_writer_add_summary (writer);
  g_rand_free (course.rand);
  return tv_packet_writer_to_bytes (writer);
}

/* Everything but where in the file something was. */
static char *
load_and_dump (GBytes *bytes, guint n_workers, gsize part_size)
{
  g_autoptr (GRegex) place = g_regex_new ("(warning .* at \\d) \\d+", 0, 0, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace
      = tv_trace_load_bytes_in_parts (bytes, n_workers, part_size, NULL, &error);
  g_autofree char *text = NULL;

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  text = tv_test_dump_trace (trace);
  return g_regex_replace (place, text, -1, 0, "\\1", 0, NULL);
}

static void
check_same (const char *expected, const char *text, const char *what)
{
  gsize i = 0;
  gsize line = 0;

  if (strcmp (expected, text) == 0)
    return;
  for (; expected[i] == text[i]; i++)
    if (text[i] == '\n')
      line = i + 1;
  ck_abort_msg ("%s:\n%.300s\ninstead of\n%.300s", what, text + line, expected + line);
}

static void
check_kind (const Kind *kind)
{
  static const gsize part_sizes[] = { 0, 100, 1000 };

  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (GBytes) alone = write_records (kind, seed, 1);
      g_autoptr (GBytes) together = write_records (kind, seed, 0);
      g_autofree char *expected = load_and_dump (alone, 1, 0);

      for (guint n_workers = 1; n_workers <= 3; n_workers += 2)
        for (guint i = 0; i < G_N_ELEMENTS (part_sizes); i++)
          {
            g_autofree char *text = load_and_dump (together, n_workers, part_sizes[i]);
            g_autofree char *what = g_strdup_printf (
                "seed %u, clock %d, frequency %" G_GUINT64_FORMAT
                ", method %" G_GUINT64_FORMAT ", wild %d, %u workers, parts of %zu",
                seed, kind->clock, kind->frequency, kind->first_method, kind->wild,
                n_workers, part_sizes[i]);

            check_same (expected, text, what);
          }
    }
}

/* With each clock, with and without a frequency, and with ids that are small, that are
 * addresses, and that are far from each other. */
static void
check_all_kinds (gboolean wild, guint back)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };
  static const guint64 ids[][2] = { { 0, 4 },
                                    { 0x7f3c5a1e40, 24 },
                                    { 0x1000, G_GUINT64_CONSTANT (1) << 32 },
                                    { 16, G_GUINT64_CONSTANT (1) << 58 } };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
      {
        Kind kind = { .clock = clocks[i],
                      .first_method = ids[j][0],
                      .method_step = ids[j][1],
                      .back = back,
                      .wild = wild };

        check_kind (&kind);
        kind.frequency = 19200000;
        check_kind (&kind);
      }
}

START_TEST (ordinary_records)
{
  check_all_kinds (FALSE, 0);
}
END_TEST

START_TEST (times_that_go_back)
{
  check_all_kinds (FALSE, 2);
}
END_TEST

START_TEST (wild_records)
{
  check_all_kinds (TRUE, 5);
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[] = { ordinary_records, times_that_go_back, wild_records };

  return tv_test_run ("packet-runs", tests, G_N_ELEMENTS (tests));
}
