/* SPDX-License-Identifier: Apache-2.0 */

/* Files that ask for more than they are worth: time and memory stay in proportion to
 * their size. Each test has a process of its own, whose peak of memory is measured. */

#include "support/packet-writer.h"
#include "support/stream-writer.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/memory-budget.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Most of all that one record or line may cost: a call takes 17 bytes in its columns
 * and 16 on a stack that may be twice as large as needed, a thread or method some 250.
 */
#define BYTES_A_RECORD 64
#define BYTES_A_LINE 512

/* Of a thread with a block of its own. */
#define BYTES_A_THREAD 1024

#define MIB (1024 * 1024)

/* What the making of the file took does not count: proc(5), clear_refs. */
static void
forget_peak (void)
{
  int fd = g_open ("/proc/self/clear_refs", O_WRONLY);

  malloc_trim (0);
  ck_assert_int_ge (fd, 0);
  ck_assert_int_eq (write (fd, "5", 1), 1);
  g_close (fd, NULL);
}

static gsize
get_peak (void)
{
  struct rusage usage;

  ck_assert_int_eq (getrusage (RUSAGE_SELF, &usage), 0);
  return (gsize) usage.ru_maxrss * 1024;
}

/* Loads @bytes; the peak of memory may rise by @allowed, and what the sanitizers keep
 * of what was given back. */
static TvTrace *
load_within (GBytes *bytes, gsize allowed, GError **error)
{
  TvTrace *trace;
  gsize before;
  gsize risen;

  forget_peak ();
  before = get_peak ();
  trace = tv_trace_load_bytes (bytes, NULL, error);
  risen = get_peak () - before;
  g_print ("%zu MiB taken, %zu allowed\n", risen / MIB, allowed / MIB);

#if defined(__SANITIZE_ADDRESS__)
  allowed += 300 * MIB;
#endif
  ck_assert_msg (risen <= allowed, "%zu bytes were taken, %zu are allowed", risen,
                 allowed);
  return trace;
}

static TvTraceWriter *
new_writer (void)
{
  return tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
}

static TvTrace *
load_writer (TvTraceWriter *writer, gsize allowed)
{
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_writer_free (writer);
  trace = load_within (bytes, 16 * MIB + allowed, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

START_TEST (every_record_another_thread)
{
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 65536; i++)
    tv_trace_writer_enter (writer, i, 4, i, i);
  /* A thread of the model says whose it is in another 16 bytes. */
  trace = load_writer (writer, 65536 * (BYTES_A_LINE + 16));
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 65536);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 65536);
}
END_TEST

START_TEST (two_million_deep)
{
  const guint n = 2000000;
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  for (guint i = 0; i < n; i++)
    tv_trace_writer_enter (writer, 1, 4 * (i % 1000), i, i);
  trace = load_writer (writer, n * (gsize) BYTES_A_RECORD);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_uint_eq (calls.n, n);
  ck_assert_uint_eq (calls.parent[n - 1], n - 2);
}
END_TEST

START_TEST (many_exits_of_nothing)
{
  const guint n = 250000;
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_trace_writer_exit (writer, 1, 4 * i, i, i);
  trace = load_writer (writer, n * (gsize) BYTES_A_LINE);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), n);
}
END_TEST

/* A stray exit must not make the reader look through the whole stack. */
START_TEST (stray_exits_of_a_deep_stack)
{
  const guint n = 300000;
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_trace_writer_enter (writer, 1, 4 * (i % 1000), i, i);
  for (guint i = 0; i < n; i++)
    tv_trace_writer_exit (writer, 1, 4 * (5000 + i % 1000), n + i, n + i);
  trace = load_writer (writer, 2 * n * (gsize) BYTES_A_RECORD);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), n);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), n);
}
END_TEST

START_TEST (many_methods_and_threads_are_listed)
{
  const guint n = 250000;
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);

      tv_trace_writer_add_method (writer, 4 * i, "a/B", name, "()V", "B.java", 1);
      tv_trace_writer_add_thread (writer, i, name);
    }
  tv_trace_writer_enter (writer, 1, 4, 1, 1);
  trace = load_writer (writer, 2 * n * (gsize) BYTES_A_LINE);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
}
END_TEST

/* Announced numbers are compared, and never allocated. */
START_TEST (huge_numbers_are_announced)
{
  TvTraceWriter *writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_property (writer, "num-method-calls", "18446744073709551615");
  tv_trace_writer_add_property (writer, "elapsed-time-usec", "18446744073709551615");
  tv_trace_writer_add_thread (writer, 4294967295u, "last");
  tv_trace_writer_add_method (writer, 0xFFFFFFFC, "a/B", "c", "()V", "B.java", 1);
  tv_trace_writer_enter (writer, 65535, 0xFFFFFFFC, 1, 1);
  trace = load_writer (writer, 0);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_RECORD_COUNT), 1);
}
END_TEST

START_TEST (lines_of_many_megabytes)
{
  TvTraceWriter *writer = new_writer ();
  g_autofree char *line = g_strnfill (20 * MIB, '\x80');
  g_autoptr (TvTrace) trace = NULL;

  memcpy (line, "0x4\t", 4);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, line, 20 * MIB);
  memcpy (line, "1\ta\t", 4);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_THREADS, line, 20 * MIB);
  tv_trace_writer_enter (writer, 1, 4, 1, 1);
  trace = load_writer (writer, 60 * MIB);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_LONG_LINE), 2);
}
END_TEST

START_TEST (two_million_lines_without_sense)
{
  GString *text = g_string_new ("*version\n3\n*threads\n1\tmain\n");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "x\n*y\n");
  bytes = g_string_free_to_bytes (text);
  trace = load_within (bytes, 32 * MIB, &error);
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_KEY_SECTION));
}
END_TEST

/* A million methods and the 65,536 threads of a streamed trace, and a summary that says
 * to be of 4 GiB. */
START_TEST (a_stream_full_of_names)
{
  const guint n = 1000000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  g_autoptr (TvStreamWriter) stream = tv_stream_writer_new (tables);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("0x%x\ta/B\tn%u\t()V\tB.java\n", 4 * i, i);

      tv_stream_writer_add_method (stream, line);
    }
  for (guint i = 1; i < 65536; i++)
    tv_stream_writer_add_thread (stream, i, "worker");
  tv_stream_writer_event (stream, &(TvWriterEvent){ .thread = 1, .method = 4 });
  tv_stream_writer_add_summary_text (stream, "*version\n3\n", G_MAXUINT32);
  bytes = tv_stream_writer_to_bytes (stream);
  trace = load_within (bytes, (n + 65536) * (gsize) BYTES_A_LINE, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
}
END_TEST

static const TvPacketForm packet_form = { .layout = TV_WRITER_LAYOUT_B };

static TvTrace *
load_packets (TvPacketWriter *writer, gsize allowed)
{
  g_autoptr (GBytes) bytes = tv_packet_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_packet_writer_free (writer);
  trace = load_within (bytes, 16 * MIB + allowed, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

START_TEST (packets_full_of_names)
{
  const guint n_methods = 250000;
  const guint n_threads = 65536;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *line = g_strdup_printf ("a.B\tn%u\t()V\tB.java\n", i);

      tv_packet_writer_add_method (writer, 4 * i, line);
    }
  for (guint i = 0; i < n_threads; i++)
    {
      const TvPacketRecord record = { .method = 4, .time = i, .cpu = i };

      tv_packet_writer_add_thread (writer, i, "worker");
      tv_packet_writer_record (writer, i, &record);
    }
  trace = load_packets (writer, n_methods * (gsize) BYTES_A_LINE / 2
                                    + n_threads * (gsize) BYTES_A_THREAD);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n_methods);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), n_threads);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), n_threads);
}
END_TEST

/* As long as they may be: 64 MB in all. */
START_TEST (packets_that_repeat_a_long_name)
{
  const guint n = 1000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autofree char *name = g_strnfill (65000, 'n');
  g_autofree char *line = g_strdup_printf ("a.B\t%s\t()V\tB.java\n", name);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    {
      tv_packet_writer_add_method (writer, 4 * i, line);
      tv_packet_writer_add_thread (writer, i, name);
    }
  trace = load_packets (writer, n * (gsize) BYTES_A_LINE);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
}
END_TEST

/* One method and one thread have two names in turn, another thread always a new one,
 * of which no more are kept than anybody would read. */
START_TEST (packets_that_rename_all_the_time)
{
  const guint n = 300000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autoptr (TvTrace) trace = NULL;
  const TvThread *thread;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      tv_packet_writer_add_method (writer, 4, i % 2 ? "A\ta\t()V\n" : "A\tb\t()V\n");
      tv_packet_writer_add_thread (writer, 1, i % 2 ? "a" : "b");
      tv_packet_writer_add_thread (writer, 2, name);
    }
  tv_packet_writer_record (writer, 1, &(TvPacketRecord){ .method = 4 });
  trace = load_packets (writer, n * (gsize) BYTES_A_LINE / 2);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_METHOD_RENAMED), n - 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_LISTED_TWICE),
                     2 * (n - 1));
  ck_assert_str_eq (tv_trace_get_method (trace, 0)->name, "a");
  thread = tv_trace_get_thread (trace, 0);
  ck_assert_str_eq (thread->name, "a");
  ck_assert_str_eq (thread->other_names[0], "b");
  ck_assert_ptr_null (thread->other_names[1]);
  thread = tv_trace_get_thread (trace, 1);
  ck_assert_str_eq (thread->name, "299999");
  ck_assert_str_eq (thread->other_names[99], "99");
  ck_assert_ptr_null (thread->other_names[100]);
}
END_TEST

/* Four million records of three bytes each, in one block. */
START_TEST (packets_four_million_deep)
{
  const guint n = 4000000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autofree guint8 *records = g_malloc0 (3 * (gsize) n);
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  tv_packet_writer_add_block (writer, 1, n, 3 * n, records, 3 * (gsize) n);
  trace = load_packets (writer, n * (gsize) BYTES_A_RECORD);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_uint_eq (calls.n, n);
  ck_assert_uint_eq (calls.parent[n - 1], n - 2);
}
END_TEST

/* Each of a method that nothing names. */
START_TEST (packets_of_a_million_unknown_methods)
{
  const guint n = 1000000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_packet_writer_record (writer, 1, &(TvPacketRecord){ .method = 4 * i });
  trace = load_packets (writer, n * (gsize) BYTES_A_LINE / 2);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
}
END_TEST

/* Blocks without records cost nothing, whatever threads and counts they say. */
START_TEST (four_million_empty_packets)
{
  const guint n = 4000000;
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    tv_packet_writer_add_block (writer, i, i % 2, 0, NULL, 0);
  trace = load_packets (writer, 0);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 0);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_BLOCK_COUNT), n / 2);
}
END_TEST

/* The summary's length has 16 bits, but what it holds is read to its end. */
START_TEST (a_summary_with_a_name_of_20_megabytes)
{
  static const char start[] = "\x03\xff\xff*version\n5\n*threads\n1\t";
  g_autoptr (TvTraceWriter) tables = new_writer ();
  TvPacketWriter *writer = tv_packet_writer_new (tables, &packet_form);
  g_autofree char *name = g_strnfill (20 * MIB, '\x80');
  g_autoptr (TvTrace) trace = NULL;

  tv_packet_writer_record (writer, 1, &(TvPacketRecord){ .method = 4 });
  tv_packet_writer_flush (writer);
  tv_packet_writer_raw (writer, start, sizeof start - 1);
  tv_packet_writer_raw (writer, name, 20 * MIB);
  tv_packet_writer_raw (writer, "\n*end\n", 6);
  trace = load_packets (writer, 40 * MIB);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_LONG_LINE), 1);
}
END_TEST

/* Zeros are records that enter method 0. */
static GBytes *
zip_zeros (const char *header, gsize header_size, gsize size)
{
  guint8 *data = g_malloc0 (size);
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);

  memcpy (data, header, header_size);
  return tv_gzip_bytes (bytes);
}

#define HEADER "*version\n3\n*threads\n*methods\n*end\nSLOW\3\0 "

/* Zeros shrink a thousandfold. The limit of 64 MiB is passed first. Bytes that grow to
 * that are copied up to the 32 MiB from which on the system moves their pages. */
START_TEST (a_gzip_bomb)
{
  g_autoptr (GBytes) bomb = zip_zeros (HEADER, sizeof HEADER, 160 * MIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  ck_assert_uint_lt (g_bytes_get_size (bomb), MIB);
  trace = load_within (bomb, 112 * MIB, &error);
  ck_assert_ptr_null (trace);
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE));
  ck_assert_ptr_nonnull (strstr (error->message, "200 times"));
}
END_TEST

START_TEST (much_that_zips_well_is_no_bomb)
{
  g_autoptr (GBytes) zipped = zip_zeros (HEADER, sizeof HEADER, 60 * MIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  trace = load_within (zipped, 60 * MIB + 60 * MIB / 14 * BYTES_A_RECORD, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
}
END_TEST

/* It is seen in the first block that there is no trace. */
START_TEST (zipped_zeros_are_not_unzipped)
{
  g_autoptr (GBytes) zipped = zip_zeros ("", 0, 64 * MIB);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  trace = load_within (zipped, 4 * MIB, &error);
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE));
}
END_TEST

START_TEST (sizes_of_memory)
{
  static const struct
  {
    const char *text;
    guint64 size;
  } good[] = { { "1", 1 },
               { "4096B", 4096 },
               { "1.5K", 1536 },
               { "800M", G_GUINT64_CONSTANT (838860800) },
               { "800 MiB", G_GUINT64_CONSTANT (838860800) },
               { "4gb", G_GUINT64_CONSTANT (4294967296) },
               { "2T", G_GUINT64_CONSTANT (2199023255552) } };
  static const char *const bad[] = { "",    "0",     "-1G", "G",   "much", "4 Gibbons",
                                     "0.5", "4GiBs", "nan", "inf", "1e30", "9000000T" };
  guint64 size = 0;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      ck_assert_msg (tv_memory_size_parse (good[i].text, &size), "%s", good[i].text);
      ck_assert_uint_eq (size, good[i].size);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    ck_assert_msg (!tv_memory_size_parse (bad[i], &size), "%s", bad[i]);
}
END_TEST

START_TEST (a_budget_stays_exceeded)
{
  TvMemoryBudget budget;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) again = NULL;

  tv_memory_budget_init (&budget, G_GUINT64_CONSTANT (8) << 30);
  ck_assert (tv_memory_budget_check (&budget, G_GUINT64_CONSTANT (2) << 30, NULL));
  ck_assert (!tv_memory_budget_check (&budget, G_GUINT64_CONSTANT (9) << 30, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE));
  ck_assert (!tv_memory_budget_check (&budget, 0, &again));
  ck_assert_str_eq (again->message, error->message);
}
END_TEST

TV_TESTS (NULL, NULL)
