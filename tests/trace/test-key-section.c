/* SPDX-License-Identifier: Apache-2.0 */

/* The text part as a whole: sections, properties, line ends. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define MEBIBYTE (1024 * 1024)

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

static const TvMethod *
find_id (const TvTrace *trace, guint64 id)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return tv_trace_get_method (trace, i);
  return NULL;
}

START_TEST (properties)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_property (writer, "elapsed-time-usec", "12");
  tv_trace_writer_add_property (writer, "made-up", "a=b=c");
  tv_trace_writer_add_property (writer, "vm", "dalvik");
  tv_trace_writer_add_property (writer, "vm", "art");
  trace = tv_test_load (writer);
  ck_assert_str_eq (tv_trace_lookup_property (trace, "made-up"), "a=b=c");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "vm"), "art");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "clock"), "dual");
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (properties_past_a_thousand_are_skipped)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, 0x4, 1, 10);
  for (guint i = 0; i < 1100; i++)
    {
      g_autofree char *key = g_strdup_printf ("key%u", i);

      tv_trace_writer_add_property (writer, key, "1");
    }
  tv_trace_writer_add_property (writer, "key7", "2");
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_trace_get_n_properties (trace), 1000);
  ck_assert_str_eq (tv_trace_lookup_property (trace, "key7"), "2");
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "key1099"));
  ck_assert_uint_gt (tv_test_count_warnings (trace, TV_WARNING_PROPERTY_LINE), 99);
}
END_TEST

START_TEST (property_line_without_equals_sign)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_PROPERTIES, "nonsense", -1);

  tv_assert_only_warning (trace, TV_WARNING_PROPERTY_LINE);
}
END_TEST

START_TEST (numbers_that_do_not_fit)
{
  g_autoptr (TvTrace) count = load_with_line (
      TV_WRITER_PROPERTIES, "num-method-calls=99999999999999999999", -1);
  g_autoptr (TvTrace) elapsed = load_with_line (
      TV_WRITER_PROPERTIES, "elapsed-time-usec=1000000000000000000000000000000", -1);
  g_autoptr (TvTrace) wrong
      = load_with_line (TV_WRITER_PROPERTIES, "num-method-calls=4", -1);
  g_autoptr (TvTrace) right
      = load_with_line (TV_WRITER_PROPERTIES, "num-method-calls=2", -1);

  tv_assert_only_warning (count, TV_WARNING_NUMBER);
  tv_assert_only_warning (elapsed, TV_WARNING_NUMBER);
  tv_assert_only_warning (wrong, TV_WARNING_RECORD_COUNT);
  tv_assert_no_warning (right);
}
END_TEST

START_TEST (unknown_and_missing_clock)
{
  g_autoptr (TvTraceWriter) unknown = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTraceWriter) missing = new_writer ();
  g_autoptr (TvTrace) unknown_trace = NULL;
  g_autoptr (TvTrace) missing_trace = NULL;

  tv_trace_writer_add_property (unknown, "clock", "banana");
  tv_trace_writer_enter (unknown, 1, 0x4, 1, 10);
  unknown_trace = tv_test_load (unknown);
  tv_assert_only_warning (unknown_trace, TV_WARNING_UNKNOWN_CLOCK);
  ck_assert_str_eq (tv_trace_get_info (unknown_trace)->clock_name, "thread-cpu");

  tv_trace_writer_set_flags (missing, TV_WRITER_NO_CLOCK);
  missing_trace = tv_test_load (missing);
  tv_assert_no_warning (missing_trace);
  ck_assert_str_eq (tv_trace_get_info (missing_trace)->clock_name, "dual");
}
END_TEST

/* Programs tell warnings apart by these. */
START_TEST (kinds_of_warnings_have_names_of_their_own)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint kind = 0; kind < TV_N_WARNING_KINDS; kind++)
    {
      const char *name = tv_warning_kind_get_name (kind);

      ck_assert_ptr_nonnull (name);
      ck_assert_msg (g_hash_table_add (names, (gpointer) name), "%s", name);
    }
  ck_assert_str_eq (tv_warning_kind_get_name (TV_WARNING_GZIP_CUT), "gzip-cut");
}
END_TEST

START_TEST (unknown_section_is_skipped)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_raw_line (writer, TV_WRITER_THREADS, "*allocations", -1);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_THREADS, "0x14\tnot\ta thread", -1);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tC\tm\t()V", -1);
  trace = tv_test_load (writer);
  tv_assert_only_warning (trace, TV_WARNING_UNKNOWN_SECTION);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 1);
  ck_assert_str_eq (find_id (trace, 0x14)->class_name, "C");
}
END_TEST

START_TEST (version_lines)
{
  g_autoptr (TvTraceWriter) mismatch = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (mismatch, TV_WRITER_KEY_VERSION, 2);
  trace = tv_test_load (mismatch);
  tv_assert_only_warning (trace, TV_WARNING_VERSION_MISMATCH);
  ck_assert_uint_eq (tv_trace_get_info (trace)->version, 3);
}
END_TEST

/* The text of a key section by hand, in front of the records of a writer. */
static TvTrace *
load_with_key (const char *key)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (GBytes) data = tv_trace_writer_data_to_bytes (writer);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  TvTrace *trace = NULL;

  g_byte_array_append (file, (const guint8 *) key, (guint) strlen (key));
  g_byte_array_append (file, g_bytes_get_data (data, NULL),
                       (guint) g_bytes_get_size (data));
  bytes = g_bytes_new (file->data, file->len);
  trace = tv_test_load_bytes (bytes, NULL);
  ck_assert_msg (trace != NULL, "%s", key);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  return trace;
}

START_TEST (version_line_that_is_no_number)
{
  g_autoptr (TvTrace) word = load_with_key ("*version\nbanana\n*threads\n*end\n");
  g_autoptr (TvTrace) missing
      = load_with_key ("*version\n*threads\n1\tmain\n*methods\n*end\n");

  g_autoptr (TvTrace) property
      = load_with_key ("*version\nclock=wall\n*threads\n*end\n");

  tv_assert_only_warning (property, TV_WARNING_VERSION_LINE);
  ck_assert_str_eq (tv_trace_get_info (property)->clock_name, "wall");
  tv_assert_only_warning (word, TV_WARNING_VERSION_LINE);
  ck_assert_uint_eq (tv_trace_get_info (word)->version, 3);
  tv_assert_only_warning (missing, TV_WARNING_VERSION_LINE);
  ck_assert_str_eq (tv_trace_get_thread (missing, 0)->name, "main");
}
END_TEST

START_TEST (sections_in_any_order)
{
  g_autoptr (TvTrace) trace
      = load_with_key ("\n\n*version\n3\n*methods\n0x4\tC\tm\t()V\n"
                       "*threads\n1\tmain\n*end\n");

  tv_assert_no_warning (trace);
  tv_assert_calls (trace, 1, "m cpu 1-2 wall 10-20\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "main");
}
END_TEST

START_TEST (windows_line_ends_and_byte_order_mark)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_flags (writer, TV_WRITER_CRLF | TV_WRITER_BOM);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x4, "C", "m", "()V", "C.java", 0);
  trace = tv_test_load (writer);
  tv_assert_no_warning (trace);
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "main");
  ck_assert_str_eq (find_id (trace, 0x4)->file, "C.java");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "clock"), "dual");
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
}
END_TEST

START_TEST (long_lines_are_cut)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *name = g_strnfill (2 * MEBIBYTE, 'x');
  gsize length = 0;

  tv_trace_writer_add_thread (writer, 1, name);
  tv_trace_writer_add_thread (writer, 2, "next");
  trace = tv_test_load (writer);
  tv_assert_only_warning (trace, TV_WARNING_LONG_LINE);
  length = strlen (tv_trace_get_thread (trace, tv_test_find_thread (trace, 1))->name);
  ck_assert_uint_gt (length, MEBIBYTE / 2);
  ck_assert_uint_le (length, MEBIBYTE);
  ck_assert_str_eq (tv_trace_get_thread (trace, tv_test_find_thread (trace, 2))->name,
                    "next");
}
END_TEST

START_TEST (empty_tables)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);

  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 1);
  ck_assert_ptr_null (tv_trace_get_thread (trace, 0)->name);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), 1);
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
  const TTest *const tests[] = { properties,
                                 properties_past_a_thousand_are_skipped,
                                 property_line_without_equals_sign,
                                 numbers_that_do_not_fit,
                                 unknown_and_missing_clock,
                                 kinds_of_warnings_have_names_of_their_own,
                                 unknown_section_is_skipped,
                                 version_lines,
                                 version_line_that_is_no_number,
                                 sections_in_any_order,
                                 windows_line_ends_and_byte_order_mark,
                                 long_lines_are_cut,
                                 empty_tables };

  return tv_test_run ("key-section", tests, G_N_ELEMENTS (tests));
}
