/* SPDX-License-Identifier: Apache-2.0 */

/* Long lists of methods, which are read in pieces by many workers: they come to the
 * same as line by line, however odd the lines are. */

#include "support/stream-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-dump.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define N_SEEDS 60
#define MEBIBYTE (1024 * 1024)

static const struct
{
  guint n_workers;
  gsize piece_size;
} cuts[] = { { 1, 1 },  { 2, 1 },   { 7, 13 },   { 1, 60 },   { 2, 64 },
             { 7, 64 }, { 2, 333 }, { 7, 1000 }, { 1, 5000 }, { 2, 20000 } };

static void
check_cuts (GBytes *bytes, const char *what)
{
  g_autoptr (GError) error = NULL;
  /* In a piece as large as this nothing is cut. */
  g_autoptr (TvTrace) whole
      = tv_trace_load_bytes_in_parts (bytes, 1, G_MAXINT64, NULL, &error);
  g_autofree char *expected
      = whole != NULL ? tv_test_dump_trace (whole) : g_strdup (error->message);

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (GError) other_error = NULL;
      g_autoptr (TvTrace) trace = tv_trace_load_bytes_in_parts (
          bytes, cuts[i].n_workers, cuts[i].piece_size, NULL, &other_error);
      g_autofree char *text = trace != NULL ? tv_test_dump_trace (trace)
                                            : g_strdup (other_error->message);

      ck_assert_msg (g_str_equal (text, expected),
                     "%s, %u workers, pieces of %zu:\n%s\ninstead of\n%s", what,
                     cuts[i].n_workers, cuts[i].piece_size, text, expected);
    }
}

/* A list of lines as a runtime writes them, one in @odd of which is something else. */
static GString *
make_lines (GRand *rand, guint n, guint odd)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const guint id = 4 * i;
      const guint kind
          = odd > 0 && (guint) g_rand_int_range (rand, 0, (gint32) odd) == 0
                ? (guint) g_rand_int_range (rand, 1, 14)
                : 0;

      if (kind == 0)
        g_string_append_printf (text, "%#x\ta.b.Class%u\tm%u\t(I)V\tClass%u.java\n", id,
                                i / 10, i % 7, i / 10);
      else if (kind == 1) /* known, by the same names or others */
        g_string_append_printf (text, "0x%x\ta.b.Class0\tm%u\t(I)V\tX.java\n",
                                4 * (guint) g_rand_int_range (rand, 0, (gint32) i + 1),
                                i % 3);
      else if (kind == 2)
        g_string_append (text, "no id\tA\tb\t()V\tA.java\n");
      else if (kind == 3)
        g_string_append_printf (text, "0x%x\n", id);
      else if (kind == 4)
        g_string_append_printf (text, "0x%x\tA\tb\n", id + 1);
      else if (kind == 5)
        g_string_append_printf (text, "0x%x\tA\tb\t()V\tA.java\t5\tmore\n", id);
      else if (kind == 6)
        g_string_append (text, "\n");
      else if (kind == 7)
        g_string_append_printf (text, "0x%x\tA\tb\t()V\tA.java\t%u\r\n", id, i);
      else if (kind == 8)
        g_string_append_printf (text,
                                "0x%x\tA\xC0\x80\tm\xED\xA0\xBD\xED\xB8\x80\t()V"
                                "\tA\xFF.java\n",
                                id);
      else if (kind == 9)
        g_string_append_printf (text, "%u  A.two  blanks  ()V\n", id);
      else if (kind == 10)
        g_string_append_printf (text, "0x1%08x\tA\tlong id\t()V\tA.java\n", id);
      else if (kind == 11)
        g_string_append_printf (text, "0x%x\t\n", id);
      else if (kind == 12)
        g_string_append_printf (text, "0x%x\tA.file\tA.java\t12\n", id);
      else
        g_string_append_printf (text, "0x%x\tA\tslow\t()V\tSLOW\n", id);
    }
  return text;
}

static GBytes *
make_classic (const char *lines, const char *end)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GBytes) data = NULL;
  GByteArray *file = g_byte_array_new ();
  g_autofree char *text = g_strconcat (
      "*version\n3\nclock=wall\n*threads\n1\tmain\n*methods\n", lines, end, NULL);

  for (guint i = 0; i < 40; i++)
    tv_trace_writer_enter (writer, 1, 4 * i, 0, i);
  data = tv_trace_writer_data_to_bytes (writer);
  g_byte_array_append (file, (const guint8 *) text, (guint) strlen (text));
  g_byte_array_append (file, g_bytes_get_data (data, NULL),
                       (guint) g_bytes_get_size (data));
  return g_byte_array_free_to_bytes (file);
}

static void
check_classic (guint32 seed, guint n, guint odd, const char *end)
{
  GRand *rand = g_rand_new_with_seed (seed);
  GString *lines = make_lines (rand, n, odd);
  g_autoptr (GBytes) bytes = make_classic (lines->str, end);
  g_autofree char *what = g_strdup_printf ("seed %u", seed);

  check_cuts (bytes, what);
  g_string_free (lines, TRUE);
  g_rand_free (rand);
}

START_TEST (lines_as_they_are_written)
{
  check_classic (0, 500, 0, "*end\n");
}
END_TEST

START_TEST (lines_of_all_kinds)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    check_classic (seed, 20 + seed * 3, 1 + seed, "*end\n");
}
END_TEST

/* Another section behind the methods, and methods once more. */
START_TEST (sections_that_follow)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    check_classic (seed, 60, 9,
                   "*else\nwhatever\n*methods\n0x9000\tA\tz\t()V\tA.java\n"
                   "0x4\tA\ty\t()V\tA.java\n\nodd\n*threads\n2\tworker\n*end\n");
}
END_TEST

/* Then the data begins in the midst of the methods. */
START_TEST (no_end)
{
  for (guint32 seed = 1; seed <= 10; seed++)
    {
      check_classic (seed, 60, seed, "");
      check_classic (seed, 60, seed, "0x8888\tA\tcut");
    }
}
END_TEST

/* Longer than many pieces, and longer than lines may be. */
START_TEST (long_lines)
{
  static const gsize lengths[] = { 900, 70000, MEBIBYTE + 10 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      GRand *rand = g_rand_new_with_seed (i);
      GString *lines = make_lines (rand, 30, 0);
      g_autofree char *name = g_strnfill (lengths[i], 'n');
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (TvTrace) expected = NULL;

      g_string_append_printf (lines, "0x9000\tA\t%s\t()V\tA.java\n", name);
      for (guint j = 0; j < 30; j++)
        g_string_append_printf (lines, "0x%x\tA\tafter\t()V\tA.java\n", 0xA000 + 4 * j);
      bytes = make_classic (lines->str, "*end\n");
      expected = tv_trace_load_bytes_in_parts (bytes, 1, G_MAXINT64, NULL, NULL);
      ck_assert_ptr_nonnull (expected);
      for (guint j = 3; j < G_N_ELEMENTS (cuts); j++)
        {
          g_autoptr (TvTrace) trace = tv_trace_load_bytes_in_parts (
              bytes, cuts[j].n_workers, cuts[j].piece_size, NULL, NULL);
          g_autofree char *text = tv_test_dump_trace (trace);
          g_autofree char *whole = tv_test_dump_trace (expected);

          ck_assert_str_eq (text, whole);
        }
      g_string_free (lines, TRUE);
      g_rand_free (rand);
    }
}
END_TEST

/* The summary of a streamed trace tells of methods that the stream named before. */
START_TEST (summaries)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
      g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
      GRand *rand = g_rand_new_with_seed (seed);
      GString *lines = make_lines (rand, 100, seed % 4 == 0 ? 0 : 12);
      g_autofree char *summary
          = g_strconcat ("*version\n3\nclock=wall\n*threads\n1\tmain\n*methods\n",
                         lines->str, "*end\n", NULL);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *what = g_strdup_printf ("summary %u", seed);

      tv_stream_writer_add_thread (writer, 1, "main");
      for (guint i = 0; i < 100; i += seed % 3 + 1)
        {
          const TvWriterEvent event
              = { .thread = 1, .method = 4 * i, .action = 0, .wall = i };
          g_autofree char *line
              = g_strdup_printf ("%#x\ta.b.Class%u\tm%u\t(I)V\tClass%u.java", 4 * i,
                                 i / 10, i % (seed % 2 == 0 ? 7 : 6), i / 10);

          tv_stream_writer_add_method (writer, line);
          tv_stream_writer_event (writer, &event);
        }
      tv_stream_writer_add_summary_text (writer, summary, strlen (summary));
      bytes = tv_stream_writer_to_bytes (writer);
      check_cuts (bytes, what);
      g_string_free (lines, TRUE);
      g_rand_free (rand);
    }
}
END_TEST

/* As large as it takes for pieces of the usual size, and by hand: ids, names, a file
 * and a line at both ends and at a place in the middle. */
START_TEST (a_long_list)
{
  GString *lines = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const guint n = 30000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (lines, "0x%x\tp.C%u\tm%u\t()V\tC%u.java\t%u\n", 4 * i,
                            i / 5, i, i / 5, i);
  bytes = make_classic (lines->str, "*end\n");
  trace = tv_trace_load_bytes (bytes, NULL, NULL);
  ck_assert_ptr_nonnull (trace);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), n);
  for (guint i = 0; i < n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      g_autofree char *class_name = g_strdup_printf ("p.C%u", i / 5);
      g_autofree char *name = g_strdup_printf ("m%u", i);
      g_autofree char *file = g_strdup_printf ("C%u.java", i / 5);

      ck_assert_uint_eq (method->id, 4 * i);
      ck_assert_str_eq (method->class_name, class_name);
      ck_assert_str_eq (method->name, name);
      ck_assert_str_eq (method->signature, "()V");
      ck_assert_str_eq (method->file, file);
      ck_assert_int_eq (method->line, i);
      ck_assert (method->named && !method->is_proxy && method->proxy_name == NULL);
    }
  tv_assert_no_warning (trace);
  g_string_free (lines, TRUE);
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
  const TTest *const tests[] = { lines_as_they_are_written,
                                 lines_of_all_kinds,
                                 sections_that_follow,
                                 no_end,
                                 long_lines,
                                 summaries,
                                 a_long_list };

  return tv_test_run ("method-section", tests, G_N_ELEMENTS (tests));
}
