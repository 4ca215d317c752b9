/* SPDX-License-Identifier: Apache-2.0 */

/* The text part of a trace: sections, threads and methods */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <string.h>

/* The text part as a whole: sections, properties, line ends. */

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

/* The thread table: every form of line that a runtime, a tool or an accident writes. */

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

/* The method table: every form of line that a runtime, a tool or an accident writes. */

START_TEST (method_lines_by_number_of_fields)
{
  static const struct
  {
    const char *line;
    const char *class_name;
    const char *name;
    const char *signature;
    const char *file;
    int line_number;
    gboolean warns;
  } rows[] = {
    { "0x14\tfn", "", "fn", "", NULL, 0, FALSE },
    { "0x14\tC\tm", "C", "m", "", NULL, 0, TRUE },
    { "0x14\tC\tm\t()V", "C", "m", "()V", NULL, 0, FALSE },
    { "0x14\tC\tm\t()V\tC.java", "C", "m", "()V", "C.java", 0, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t77", "C", "m", "()V", "C.java", 77, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t-1", "C", "m", "()V", "C.java", -1, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t7\tx\ty\tz", "C", "m", "()V", "C.java", 7, TRUE },
    { "20  C  m  ()V  C.java  7", "C", "m", "()V", "C.java", 7, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, rows[i].line, -1);
      const TvMethod *method = find_id (trace, 0x14);

      ck_assert_msg (method != NULL, "line “%s”", rows[i].line);
      ck_assert_str_eq (method->class_name, rows[i].class_name);
      ck_assert_str_eq (method->name, rows[i].name);
      ck_assert_str_eq (method->signature, rows[i].signature);
      ck_assert_pstr_eq (method->file, rows[i].file);
      if (rows[i].line_number > 0)
        ck_assert_int_eq (method->line, rows[i].line_number);
      else
        ck_assert_int_le (method->line, 0);
      ck_assert (method->named);
      if (rows[i].warns)
        tv_assert_only_warning (trace, TV_WARNING_METHOD_FIELDS);
      else
        tv_assert_no_warning (trace);
    }
}
END_TEST

START_TEST (method_line_with_file_but_no_method)
{
  g_autoptr (TvTrace) trace
      = load_with_line (TV_WRITER_METHODS, "0x14\tC\tC.java\t12", -1);
  const TvMethod *method = find_id (trace, 0x14);

  ck_assert_str_eq (method->class_name, "C");
  ck_assert_str_eq (method->file, "C.java");
  ck_assert_int_eq (method->line, 12);
}
END_TEST

START_TEST (method_line_with_an_id_alone)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, "0x14", -1);

  tv_assert_only_warning (trace, TV_WARNING_METHOD_FIELDS);
}
END_TEST

START_TEST (method_ids)
{
  static const struct
  {
    const char *text;
    guint64 id;
  } rows[] = { { "0", 0 },
               { "0x0", 0 },
               { "0x00000010", 16 },
               { "16", 16 },
               { "0xABCDEF00", 0xabcdef00 },
               { "0x80000000", 0x80000000 },
               { "0xfffffffc", 0xfffffffc } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *line = g_strconcat (rows[i].text, "\tC\tm\t()V\tC.java", NULL);
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, line, -1);

      ck_assert_msg (find_id (trace, rows[i].id) != NULL, "id “%s”", rows[i].text);
      ck_assert_str_eq (find_id (trace, rows[i].id)->name, "m");
      tv_assert_no_warning (trace);
    }
}
END_TEST

START_TEST (method_ids_that_are_none)
{
  static const char *const lines[]
      = { "zzz\tC\tm\t()V", "\tC\tm\t()V", "-4\tC\tm\t()V", "0x\tC\tm\t()V" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, lines[i], -1);

      tv_assert_only_warning (trace, TV_WARNING_METHOD_ID);
      ck_assert_uint_eq (tv_test_find_method (trace, "C.m"), TV_METHOD_NONE);
    }
}
END_TEST

START_TEST (method_ids_are_masked)
{
  g_autoptr (TvTrace) action_bits
      = load_with_line (TV_WRITER_METHODS, "0x15\tC\tm\t()V", -1);
  g_autoptr (TvTrace) too_wide
      = load_with_line (TV_WRITER_METHODS, "0x700000014\tC\tm\t()V", -1);

  tv_assert_only_warning (action_bits, TV_WARNING_METHOD_ID_MASKED);
  ck_assert_str_eq (find_id (action_bits, 0x14)->name, "m");
  tv_assert_only_warning (too_wide, TV_WARNING_METHOD_ID_MASKED);
  ck_assert_str_eq (find_id (too_wide, 0x14)->name, "m");
}
END_TEST

START_TEST (method_named_twice)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) same = NULL;
  g_autoptr (TvTrace) other = NULL;

  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tC\tm\t()V\tC.java",
                                -1);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tC\tm\t()V\tC.java",
                                -1);
  same = tv_test_load (writer);
  tv_assert_no_warning (same);

  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tD\tn\t(I)V\tD.java",
                                -1);
  other = tv_test_load (writer);
  tv_assert_only_warning (other, TV_WARNING_METHOD_RENAMED);
  ck_assert_str_eq (find_id (other, 0x14)->class_name, "D");
  ck_assert_str_eq (find_id (other, 0x14)->name, "n");
  ck_assert_uint_eq (tv_test_find_method (other, "C.m"), TV_METHOD_NONE);
}
END_TEST

/* ART writes the word for a method whose source file it does not know. */
START_TEST (source_file_null_is_none)
{
  g_autoptr (TvTrace) trace
      = load_with_line (TV_WRITER_METHODS, "0x14\tC\tm\t()V\t(null)", -1);

  ck_assert_ptr_null (find_id (trace, 0x14)->file);
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (modified_utf_8)
{
  static const char line[] = "0x14\tcaf\xc3\xa9.\xed\xa0\xbd\xed\xb8\x80"
                             "C\ta\xc0\x80z\t()V\tb\xff.java";
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, line, sizeof line - 1);
  const TvMethod *method = find_id (trace, 0x14);

  ck_assert_str_eq (method->class_name, "café.😀C");
  ck_assert (g_utf8_validate (method->name, -1, NULL));
  ck_assert (g_str_has_prefix (method->name, "a"));
  ck_assert (g_str_has_suffix (method->name, "z"));
  ck_assert_str_eq (method->file, "b\xef\xbf\xbd.java");
  tv_assert_no_warning (trace);
}
END_TEST

/* A name cannot put the text behind it in another order, or begin a line of its own. */
START_TEST (layout_controls_are_written_as_escapes)
{
  static const char line[]
      = "0x14\ta\u061cb\u200ec\u200fd.\u202ae\u202ef\tg\u2066h\u2069i\t"
        "(\u2028)V\tj\u2029k\u2027\u202f\u2065\u206a.java";
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, line, sizeof line - 1);
  const TvMethod *method = find_id (trace, 0x14);

  ck_assert_str_eq (method->class_name, "a\\u061cb\\u200ec\\u200fd.\\u202ae\\u202ef");
  ck_assert_str_eq (method->name, "g\\u2066h\\u2069i");
  ck_assert_str_eq (method->signature, "(\\u2028)V");
  /* Their neighbours do no harm. */
  ck_assert_str_eq (method->file, "j\\u2029k\u2027\u202f\u2065\u206a.java");
  tv_assert_no_warning (trace);
}
END_TEST

/* 16 bits hold the indexes of 65,536 methods, the calls of the last one included. */
START_TEST (calls_of_the_last_of_many_methods)
{
  const guint counts[] = { G_MAXUINT16, G_MAXUINT16 + 1, G_MAXUINT16 + 2 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
      g_autoptr (TvTrace) trace = NULL;
      guint32 last = 4 * (counts[i] - 1);
      TvCalls calls;

      for (guint method = 0; method < counts[i]; method++)
        tv_trace_writer_add_method (writer, 4 * method, "C", "m", "()V", NULL, 0);
      tv_trace_writer_enter (writer, 1, 0, 0, 1);
      tv_trace_writer_enter (writer, 1, last, 0, 2);
      tv_trace_writer_exit (writer, 1, last, 0, 3);
      tv_trace_writer_exit (writer, 1, 0, 0, 4);
      trace = tv_test_load (writer);
      calls = tv_trace_get_calls (trace, 0);
      ck_assert_uint_eq (tv_trace_get_n_methods (trace), counts[i]);
      ck_assert_uint_eq (calls.n, 2);
      ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->id,
                         0);
      ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 1))->id,
                         last);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
