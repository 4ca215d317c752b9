/* SPDX-License-Identifier: Apache-2.0 */

/* Packets: headers, names, times and plain records */

#include "support/packet-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-dump.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-reader.h"

#include <string.h>

/* A file of packets, written out byte by byte in both layouts of its records. Its one
 * call takes 2.5 µs of wall and 0.9 µs of CPU time. */

static const guint8 header_b[32]
    = { 'S', 'L', 'O', 'W', 0xF5, 0, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 };
static const guint8 header_c[32]
    = { 'S', 'L',  'O', 'W', 0xF5, 0, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0,
        0,   0x99, 0,   0,   0,    0, 0,    0,    0,    0x80, 0x96, 0x98, 0 };
static const char names[] = "\x01\0\x70\0\0\0\0\0\0\x11\0"
                            "a.B\tc\t()V\tB.java\n"
                            "\0\x4d\0\0\0\x04\0main";
static const char block_b[] = "\x02\x4d\0\0\0\x02\0\0\x0b\0\0\0"
                              "\x80\xe0\x01\xe8\x07\x05"
                              "\x01\xc4\x13\x84\x07";
static const char block_c[] = "\x02\x4d\0\0\0\x02\0\0\x09\0\0\0"
                              "\x28\x05\x80\xe0\x01"
                              "\xe5\0\x84\x07";
static const char exit_c[] = "\x02\x4d\0\0\0\x01\0\0\x04\0\0\0"
                             "\xa1\x01\x8e\x07";
static const char summary[] = "\x03\x20\0*version\n5\nclock=dual\n*end\n";

#define ADD(array, bytes)                                                              \
  g_byte_array_append (array, (const guint8 *) (bytes), sizeof (bytes) - 1)

static GByteArray *
start_file (const guint8 *header)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, header, 32);
  ADD (file, names);
  return file;
}

static TvTrace *
load (GByteArray *file)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (file);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

static void
assert_one_call (const TvTrace *trace)
{
  const TvThread *thread = tv_trace_get_thread (trace, 0);
  const TvMethod *method = tv_trace_get_method (trace, 0);

  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (thread->id, 77);
  ck_assert_str_eq (thread->name, "main");
  ck_assert_uint_eq (method->id, 0x7000);
  ck_assert_str_eq (method->class_name, "a.B");
  ck_assert_int_eq (thread->first[TV_CLOCK_WALL], 1000);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_WALL], 2500);
  ck_assert_int_eq (thread->first[TV_CLOCK_THREAD_CPU], 5);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_THREAD_CPU], 900);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 2);
}

START_TEST (layout_b)
{
  GByteArray *file = start_file (header_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD (file, block_b);
  ADD (file, summary);
  trace = load (file);
  assert_one_call (trace);
}
END_TEST

START_TEST (layout_c_in_ticks)
{
  GByteArray *file = start_file (header_c);
  g_autoptr (TvTrace) trace = NULL;

  ADD (file, block_c);
  ADD (file, summary);
  trace = load (file);
  assert_one_call (trace);
}
END_TEST

START_TEST (an_exit_without_a_method_and_a_call)
{
  GByteArray *file = start_file (header_c);
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  ADD (file, block_c);
  ADD (file, exit_c);
  ADD (file, summary);
  trace = load (file);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_str_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->name,
                    "(open before trace)");
  ck_assert_uint_eq (calls.parent[1], 0);
}
END_TEST

START_TEST (cut_at_every_byte)
{
  GByteArray *file = start_file (header_b);

  ADD (file, block_b);
  ADD (file, summary);
  for (gsize length = 0; length < file->len; length++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (file->data, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, &error);

      ck_assert ((trace == NULL) == (length < 32));
    }
  g_byte_array_unref (file);
}
END_TEST

/* A file of the thread 77 and the method 0x7000 in layout B that ends in @end. */
static TvTrace *
load_ending_in (const void *end, gsize length)
{
  GByteArray *file = start_file (header_b);

  ADD (file, block_b);
  g_byte_array_append (file, end, (guint) length);
  return load (file);
}

/* Its length takes two bytes, or four, and says anything: it is read up to its end. */
START_TEST (the_length_of_the_summary_is_not_trusted)
{
  static const char *const lengths[]
      = { "", "\x20", "\x01\x02", "\xff\xff\xff\xff", "0123456789abcdef" };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *end = g_strdup_printf (
          "\x03%s*version\n5\nclock=dual\nvm=art\n*end\n", lengths[i]);
      g_autoptr (TvTrace) trace = load_ending_in (end, strlen (end));

      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
      if (strlen (lengths[i]) < 16)
        {
          tv_assert_no_warning (trace);
          ck_assert_str_eq (tv_trace_lookup_property (trace, "vm"), "art");
          continue;
        }
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_PACKET_CUT), 1);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_NOT_FINISHED), 1);
    }
}
END_TEST

START_TEST (what_follows_the_summary_is_counted)
{
  static const char end[] = "\x03\x20\0*version\n5\nclock=dual\n*end\nseven b";
  g_autoptr (TvTrace) trace = load_ending_in (end, sizeof end - 1);

  tv_assert_only_warning (trace, TV_WARNING_AFTER_SUMMARY);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_AFTER_SUMMARY), 7);
}
END_TEST

/* The version with one clock does not say which it is before the summary does. */
START_TEST (the_clock_of_version_4)
{
  static const struct
  {
    const char *line;
    TvClock clock;
    gboolean known;
  } examples[] = { { "clock=wall\n", TV_CLOCK_WALL, TRUE },
                   { "clock=global\n", TV_CLOCK_WALL, TRUE },
                   { "clock=thread-cpu\n", TV_CLOCK_THREAD_CPU, TRUE },
                   { "", TV_CLOCK_WALL, TRUE },
                   { "clock=banana\n", TV_CLOCK_WALL, FALSE } };
  static const char block[] = "\x02\x4d\0\0\0\x02\0\0\x08\0\0\0"
                              "\x80\xe0\x01\xe8\x07\x01\xc4\x13";

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      TvClock clock = examples[i].clock;
      g_autofree char *end
          = g_strdup_printf ("\x03\x20\x20*version\n4\n%s*end\n", examples[i].line);
      GByteArray *file = start_file (header_b);
      g_autoptr (TvTrace) trace = NULL;

      file->data[4] = i % 2 ? 4 : 0xF4;
      ADD (file, block);
      g_byte_array_append (file, (const guint8 *) end, (guint) strlen (end));
      trace = load (file);
      ck_assert (tv_trace_has_clock (trace, clock));
      ck_assert (!tv_trace_has_clock (trace, TV_N_CLOCKS - 1 - clock));
      ck_assert_int_eq (tv_trace_get_thread (trace, 0)->root_inclusive[clock], 2500);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_UNKNOWN_CLOCK),
                         examples[i].known ? 0 : 1);
    }
}
END_TEST

/* Perfetto reads a line number behind the file's name. */
START_TEST (fields_of_a_method)
{
  static const char more[] = "\x01\x04\x70\0\0\0\0\0\0\x14\0"
                             "a.B\td\t()V\tB.java\t42\n"
                             "\x01\x08\x70\0\0\0\0\0\0\x06\0"
                             "a.B\te\n";
  g_autoptr (TvTrace) trace = load_ending_in (more, sizeof more - 1);
  const TvMethod *method = tv_trace_get_method (trace, 1);

  ck_assert_uint_eq (method->id, 0x7004);
  ck_assert_str_eq (method->signature, "()V");
  ck_assert_str_eq (method->file, "B.java");
  ck_assert_int_eq (method->line, 42);
  ck_assert_str_eq (tv_trace_get_method (trace, 2)->name, "e");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_METHOD_FIELDS), 1);
}
END_TEST

/* Times in blocks of packets: ticks, impossible ones, and such as go back. */

#define METHOD 0x70
#define DAY_SECONDS G_GUINT64_CONSTANT (86400)

/* A clock is held at 2⁴⁷ − 1 ns, some 39 hours. */
#define LATEST G_GINT64_CONSTANT (140737488355327)

/* One call of @METHOD by thread 7, from @start to @end in the file's unit. */
static TvTrace *
load_call (TvWriterClock clock, const TvPacketForm *form, guint64 start, guint64 end)
{
  guint version = clock == TV_WRITER_CLOCK_DUAL ? 3 : 2;
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (version, clock);
  g_autoptr (TvPacketWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_writer_add_thread (tables, 7, "main");
  tv_trace_writer_add_method (tables, METHOD, "A", "a", "()V", "A.java", 0);
  writer = tv_packet_writer_new (tables, form);
  tv_packet_writer_add_names (writer);
  tv_packet_writer_record (writer, 7,
                           &(TvPacketRecord){ METHOD, TV_WRITER_ENTER, start, 10 });
  tv_packet_writer_record (writer, 7,
                           &(TvPacketRecord){ METHOD, TV_WRITER_EXIT, end, 25 });
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  return trace;
}

static void
assert_call (const TvTrace *trace, TvClock clock, gint64 start, gint64 end)
{
  TvCalls calls = tv_trace_get_calls (trace, 0);

  ck_assert_int_eq (tv_times_get (&calls.start[clock], 0), start);
  ck_assert_int_eq (tv_times_get (&calls.end[clock], 0), end);
}

/* The file's frequency, then ticks and the nanoseconds that have passed at them. */
START_TEST (ticks_become_nanoseconds_rounded_down)
{
  static const struct
  {
    guint64 frequency;
    guint64 start;
    guint64 end;
    gint64 start_ns;
    gint64 end_ns;
  } examples[] = {
    { 1000, 1, 3, 1000000, 3000000 }, { 32768, 1, 32769, 30517, 1000030517 },
    { 19200000, 1, 192, 52, 10000 },  { 24000000, 1, 5, 41, 208 },
    { 1000000000, 7, 9, 7, 9 },       { 18000000000, 17, 18, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = examples[i].frequency };
      g_autoptr (TvTrace) trace
          = load_call (TV_WRITER_CLOCK_DUAL, &form, examples[i].start, examples[i].end);

      tv_assert_no_warning (trace);
      assert_call (trace, TV_CLOCK_WALL, examples[i].start_ns, examples[i].end_ns);
      assert_call (trace, TV_CLOCK_THREAD_CPU, 10, 25);
    }
}
END_TEST

/* Where ticks × 10⁹ no longer fits into 64 bits: after 9 s at 1 GHz, after 16 minutes
 * at 19.2 MHz. */
START_TEST (ticks_of_a_day_do_not_overflow)
{
  static const guint64 frequencies[] = { 19200000, 1000000000, 18000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = frequencies[i] };
      guint64 day = DAY_SECONDS * frequencies[i];
      g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_WALL, &form, day,
                                             day + day / 2 + frequencies[i] / 2);

      tv_assert_no_warning (trace);
      assert_call (trace, TV_CLOCK_WALL, G_GINT64_CONSTANT (86400000000000),
                   G_GINT64_CONSTANT (129600500000000));
    }
}
END_TEST

START_TEST (ticks_hold_for_the_only_clock_too)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_C, .frequency = 1000000 };
  g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_THREAD_CPU, &form, 3, 8);

  tv_assert_no_warning (trace);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
  assert_call (trace, TV_CLOCK_THREAD_CPU, 3000, 8000);
}
END_TEST

/* Less than 1000 Hz and more than 18 GHz; the last ones of each are above. */
START_TEST (impossible_frequencies_are_ignored)
{
  static const guint64 frequencies[]
      = { 1, 999, 18000000001, G_GUINT64_CONSTANT (1) << 63, G_MAXUINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = frequencies[i] };
      g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, 3500);
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, frequencies[i]);
      const TvWarning *warning
          = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_FREQUENCY);

      tv_assert_only_warning (trace, TV_WARNING_FREQUENCY);
      ck_assert_str_eq (warning->detail, text);
      ck_assert_uint_eq (warning->count, 1);
      assert_call (trace, TV_CLOCK_WALL, 1000, 3500);
    }
}
END_TEST

/* A time of 2⁶² ns or more is taken as the one before. */
START_TEST (impossible_times)
{
  static const guint64 impossible[]
      = { G_GUINT64_CONSTANT (1) << 62, (G_GUINT64_CONSTANT (1) << 62) + 1,
          G_GUINT64_CONSTANT (1) << 63 };
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  guint64 last = (G_GUINT64_CONSTANT (1) << 62) - 1;
  g_autoptr (TvTrace) late = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, last);

  tv_assert_only_warning (late, TV_WARNING_TIME_TOO_LATE);
  assert_call (late, TV_CLOCK_WALL, 1000, LATEST);
  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++)
    {
      g_autoptr (TvTrace) trace
          = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, impossible[i]);

      tv_assert_only_warning (trace, TV_WARNING_TIME_IMPOSSIBLE);
      assert_call (trace, TV_CLOCK_WALL, 1000, 1000);
      assert_call (trace, TV_CLOCK_THREAD_CPU, 10, 25);
    }
}
END_TEST

/* 2⁶¹ ticks at 1000 Hz are 73 million years. */
START_TEST (ticks_that_make_an_impossible_time)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_C, .frequency = 1000 };
  g_autoptr (TvTrace) trace
      = load_call (TV_WRITER_CLOCK_WALL, &form, 5, G_GUINT64_CONSTANT (1) << 61);

  tv_assert_only_warning (trace, TV_WARNING_TIME_IMPOSSIBLE);
  assert_call (trace, TV_CLOCK_WALL, 5000000, 5000000);
}
END_TEST

/* A step back is not followed; the differences that come after it still hold. */
static void
check_step_back (TvWriterLayout layout)
{
  static const guint64 walls[] = { 1000, 600, 2000, 2500 };
  const TvPacketForm form = { .layout = layout };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (tables, 7, "main");
  tv_trace_writer_add_method (tables, METHOD, "A", "a", "()V", "A.java", 0);
  writer = tv_packet_writer_new (tables, &form);
  tv_packet_writer_add_names (writer);
  for (guint i = 0; i < 4; i++)
    {
      TvPacketRecord record
          = { METHOD, i < 2 ? TV_WRITER_ENTER : TV_WRITER_EXIT, walls[i], 10 * i };

      tv_packet_writer_record (writer, 7, &record);
    }
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  trace = tv_test_load_bytes (bytes, NULL);
  tv_assert_only_warning (trace, TV_WARNING_TIME_BACKWARDS);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
  assert_call (trace, TV_CLOCK_WALL, 1000, 2500);
  ck_assert_int_eq (tv_times_get (&tv_trace_get_calls (trace, 0).start[1], 1), 1000);
  ck_assert_int_eq (tv_times_get (&tv_trace_get_calls (trace, 0).end[1], 1), 2000);
}

START_TEST (time_that_goes_back)
{
  check_step_back (TV_WRITER_LAYOUT_B);
  check_step_back (TV_WRITER_LAYOUT_C);
}
END_TEST

/* Records of layout C that follow each other in a block are decoded in another way than
 * records that stand alone, which are too short for it. Whatever is in them, both come
 * to the same. */

#define N_SEEDS 12
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

TV_TESTS (NULL, NULL)
