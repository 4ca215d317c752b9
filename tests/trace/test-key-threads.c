/* SPDX-License-Identifier: Apache-2.0 */

/* The thread table: every form of line that a runtime, a tool or an accident writes. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <string.h>

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_enter (writer, 1, 0x4, 1, 10);
  tv_trace_writer_exit (writer, 1, 0x4, 2, 20);
  return writer;
}

static TvTrace *
load_with_line (TvWriterSection section, const char *text, gssize length)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  tv_trace_writer_add_raw_line (writer, section, text, length);
  return tv_test_load (writer);
}

START_TEST (control_characters_do_not_get_through)
{
  static const char line[] = "1\tm\0a\x01i\x1bn\x7f";
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_THREADS, line, sizeof line - 1);
  const TvThread *thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 1));

  ck_assert (g_utf8_validate (thread->name, -1, NULL));
  for (const char *p = thread->name; *p != '\0'; p = g_utf8_next_char (p))
    ck_assert (!g_unichar_iscntrl (g_utf8_get_char (p)));
  ck_assert_ptr_nonnull (strchr (thread->name, 'a'));
  ck_assert_ptr_nonnull (strchr (thread->name, 'n'));
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (thread_lines)
{
  static const struct
  {
    const char *line;
    guint32 id;
    const char *name;
  } rows[] = { { "7\tmain", 7, "main" },
               { "7\tpool = 3 *best*", 7, "pool = 3 *best*" },
               { "65535\tx", 65535, "x" },
               { "7   with blanks", 7, "with blanks" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_THREADS, rows[i].line, -1);
      guint32 thread = tv_test_find_thread (trace, rows[i].id);

      ck_assert_uint_ne (thread, TV_THREAD_NONE);
      ck_assert_str_eq (tv_trace_get_thread (trace, thread)->name, rows[i].name);
      tv_assert_no_warning (trace);
    }
}
END_TEST

START_TEST (thread_with_an_empty_name)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_THREADS, "7\t", -1);
  const TvThread *thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 7));

  ck_assert (thread->name == NULL || *thread->name == '\0');
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (thread_name_keeps_tabs_as_blanks_at_most)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_THREADS, "7\ta\tb", -1);
  const TvThread *thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 7));

  ck_assert (g_str_has_prefix (thread->name, "a"));
  ck_assert (g_str_has_suffix (thread->name, "b"));
  ck_assert_ptr_null (strchr (thread->name, '\t'));
}
END_TEST

START_TEST (thread_name_with_a_line_feed_is_joined)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (writer, 1, "first\nsecond");
  tv_trace_writer_add_thread (writer, 2, "other");
  trace = tv_test_load (writer);
  ck_assert_str_eq (tv_trace_get_thread (trace, tv_test_find_thread (trace, 1))->name,
                    "first second");
  ck_assert_str_eq (tv_trace_get_thread (trace, tv_test_find_thread (trace, 2))->name,
                    "other");
  tv_assert_only_warning (trace, TV_WARNING_THREAD_NAME_JOINED);
}
END_TEST

START_TEST (thread_line_without_a_number)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_THREADS, "abc\tmain", -1);
  const TvWarning *warning = NULL;

  tv_assert_only_warning (trace, TV_WARNING_THREAD_LINE);
  warning = tv_warnings_get (tv_trace_get_warnings (trace), 0);
  ck_assert_int_eq (warning->place, TV_PLACE_LINE);
  ck_assert_uint_eq (warning->at, 5);
}
END_TEST

START_TEST (thread_ids_out_of_range)
{
  g_autoptr (TvTrace) negative = load_with_line (TV_WRITER_THREADS, "-3\tx", -1);
  g_autoptr (TvTrace) large = load_with_line (TV_WRITER_THREADS, "99999999999\tx", -1);

  tv_assert_only_warning (negative, TV_WARNING_THREAD_LINE);
  ck_assert_uint_gt (tv_warnings_get_n (tv_trace_get_warnings (large)), 0);
}
END_TEST

/* The kernel gives the id of a thread that ended to a new one: the last name is the
 * label, the others are kept. */
START_TEST (thread_id_listed_twice)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  const TvThread *thread = NULL;

  tv_trace_writer_add_thread (writer, 1, "old");
  tv_trace_writer_add_thread (writer, 1, "new");
  trace = tv_test_load (writer);
  thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 1));
  ck_assert_str_eq (thread->name, "new");
  ck_assert_ptr_nonnull (thread->other_names);
  ck_assert_str_eq (thread->other_names[0], "old");
  ck_assert_ptr_null (thread->other_names[1]);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 1);
}
END_TEST

START_TEST (thread_ids_match_by_their_low_bits)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTraceWriter) narrow = tv_trace_writer_new (1, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) narrow_trace = NULL;
  guint32 thread = 0;

  tv_trace_writer_add_thread (writer, 70000, "low half 4464");
  tv_trace_writer_add_thread (writer, 4465, "exact");
  tv_trace_writer_add_thread (writer, 70001, "low half 4465");
  tv_trace_writer_enter (writer, 70000, 0x4, 1, 10);
  tv_trace_writer_exit (writer, 70000, 0x4, 2, 20);
  tv_trace_writer_enter (writer, 4465, 0x4, 1, 10);
  trace = tv_test_load (writer);
  thread = tv_test_find_thread (trace, 70000);
  ck_assert_uint_ne (thread, TV_THREAD_NONE);
  ck_assert_str_eq (tv_trace_get_thread (trace, thread)->name, "low half 4464");
  ck_assert_uint_eq (tv_trace_get_thread (trace, thread)->n_events, 2);
  thread = tv_test_find_thread (trace, 4465);
  ck_assert_str_eq (tv_trace_get_thread (trace, thread)->name, "exact");
  ck_assert_uint_eq (tv_trace_get_thread (trace, thread)->n_events, 1);

  tv_trace_writer_add_thread (narrow, 300, "low byte 44");
  tv_trace_writer_enter (narrow, 300, 0x4, 1, 10);
  narrow_trace = tv_test_load (narrow);
  thread = tv_test_find_thread (narrow_trace, 300);
  ck_assert_uint_ne (thread, TV_THREAD_NONE);
  ck_assert_uint_eq (tv_trace_get_thread (narrow_trace, thread)->n_events, 1);
}
END_TEST

/* Whose events they are cannot be told: the row has the record's id and all the names.
 */
START_TEST (thread_ids_alike_in_their_low_bits)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  const TvThread *thread = NULL;

  tv_trace_writer_add_thread (writer, 70000, "one");
  tv_trace_writer_add_thread (writer, 70000 + 65536, "two");
  tv_trace_writer_enter (writer, 70000, 0x4, 1, 10);
  trace = tv_test_load (writer);
  thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 4464));
  ck_assert_uint_eq (thread->n_events, 1);
  ck_assert_str_eq (thread->name, "one, two");
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
  const TTest *const tests[] = { control_characters_do_not_get_through,
                                 thread_lines,
                                 thread_with_an_empty_name,
                                 thread_name_keeps_tabs_as_blanks_at_most,
                                 thread_name_with_a_line_feed_is_joined,
                                 thread_line_without_a_number,
                                 thread_ids_out_of_range,
                                 thread_id_listed_twice,
                                 thread_ids_match_by_their_low_bits,
                                 thread_ids_alike_in_their_low_bits };

  return tv_test_run ("key-threads", tests, G_N_ELEMENTS (tests));
}
