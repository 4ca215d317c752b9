/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump convert --to=trace: ids and times that a form cannot hold as they are. */

#include "convert-copy.h"
#include "support/packet-writer.h"

#include <string.h>

#define MAIN 0x4
#define LEAF 0x8

/* Packets, which hold any id: two events of thread @id and method @method. Thread
 * @other has none. */
static void
save_events (TvTraceWriter *tables, guint32 id, guint32 other, guint32 method,
             const TvWriterEvent events[2])
{
  static const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  g_autoptr (TvPacketWriter) writer = tv_packet_writer_new (tables, &form);
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize size;

  tv_packet_writer_add_thread (writer, id, "a thread");
  if (other != id)
    tv_packet_writer_add_thread (writer, other, "alike");
  tv_packet_writer_add_method (writer, method, "p.Main\tmain\t()V\tM.java\n");
  for (guint i = 0; i < 2; i++)
    tv_packet_writer_event (writer, &events[i]);
  tv_packet_writer_flush (writer);
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  data = g_bytes_get_data (bytes, &size);
  ck_assert (g_file_set_contents (copy.file.path, data, (gssize) size, NULL));
}

/* Main of thread @id from 100 to 200. */
static void
save_packets (guint32 id, guint32 other)
{
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  save_events (
      tables, id, other, MAIN,
      (const TvWriterEvent[]){
          { .thread = id, .method = MAIN, .action = TV_WRITER_ENTER, .wall = 100 },
          { .thread = id, .method = MAIN, .action = TV_WRITER_EXIT, .wall = 200 } });
}

static void
assert_id (guint32 id, guint32 other, const char *option, gboolean new_id,
           const char *calls)
{
  g_auto (TvRun) run = { 0 };

  save_packets (id, other);
  run = tv_copy_convert (option, NULL);
  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_msg (
      (strstr (run.err, "calc.trace: 1 thread has a new id because version 3 "
                        "cannot hold its own\n")
       != NULL)
          == new_id,
      "%s", run.err);
  tv_copy_assert_calls ("wall", calls);
}

/* Records have 16 bits of 70001, which are 4465, as those of ART had: that will do
 * unless there is a thread 4465. In a stream those of 65536 mean something else. */
START_TEST (thread_ids_are_kept_where_they_can_be)
{
  assert_id (70001, 70001, NULL, FALSE, "70001 \"main\" 100+100 ");
  assert_id (70001, 4465, NULL, TRUE, "1 \"main\" 100+100 ");
  assert_id (70001, 4465, "--trace-version=5", FALSE, "70001 \"main\" 100+100 ");
  assert_id (65536, 65536, NULL, FALSE, "65536 \"main\" 100+100 ");
  assert_id (65536, 65536, "--streaming", TRUE, "1 \"main\" 100+100 ");
}
END_TEST

START_TEST (too_many_threads_are_refused)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvRun) most = { 0 };
  g_auto (TvRun) more = { 0 };

  for (guint i = 0; i < 256; i++)
    tv_trace_writer_add_thread (writer, i, "another");
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  most = tv_copy_convert ("--trace-version=1", "--clock=cpu");
  ck_assert_msg (most.status == 0, "%s", most.err);
  tv_trace_writer_add_thread (writer, 256, "one more");
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  more = tv_copy_convert ("--trace-version=1", "--clock=cpu");
  ck_assert_int_eq (more.status, 1);
  ck_assert_ptr_nonnull (
      strstr (more.err, "There are 257 threads, more than version 1 can tell apart\n"));
}
END_TEST

/* An hour and a half: readers find out that 32 bits of microseconds went round, for no
 * step is longer than half of that. After 80 minutes alone they cannot know. */
START_TEST (times_go_round_where_readers_follow)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) late = { 0 };
  g_auto (TvRun) packets = { 0 };

  tv_trace_writer_add_property (writer, "elapsed-time-usec", "5400000000");
  tv_trace_writer_add_method (writer, MAIN, "p/Main", "main", "()V", "M.java", 3);
  tv_trace_writer_add_method (writer, LEAF, "p/Leaf", "leaf", "(I)V", NULL, 0);
  tv_trace_writer_enter (writer, 1, MAIN, 0, 10);
  tv_trace_writer_enter (writer, 1, LEAF, 0, 1800000000);
  tv_trace_writer_exit (writer, 1, LEAF, 0, 3600000000u);
  tv_trace_writer_exit (writer, 1, MAIN, 0, 5400000000 - 4294967296);
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));

  run = tv_copy_convert (NULL, NULL);
  ck_assert_msg (run.status == 0, "%s", run.err);
  tv_copy_assert_calls ("wall",
                        "1 \"main\" 10+5399999990 1 \"leaf\" 1800000000+1800000000 ");

  late = tv_copy_convert ("--range=4800s..", NULL);
  ck_assert_int_eq (late.status, 1);
  ck_assert_ptr_nonnull (strstr (late.err, "overflow after 71 minutes"));
  ck_assert_ptr_nonnull (strstr (late.err, "use version 4\n"));
  packets = tv_copy_convert ("--range=4800s..", "--trace-version=4");
  ck_assert_int_eq (packets.status, 0);
  tv_copy_assert_calls ("wall", "1 \"main\" 4800000000+600000000 ");
}
END_TEST

/* Main alone from 0 to @end microseconds on the wall clock, of a tracing of 90 minutes.
 */
static void
save_long_call (guint64 end)
{
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_property (tables, "elapsed-time-nsec", "5400000000000");
  save_events (tables, 1, 1, MAIN,
               (const TvWriterEvent[]){
                   { .thread = 1, .method = MAIN, .action = TV_WRITER_ENTER },
                   { .thread = 1,
                     .method = MAIN,
                     .action = TV_WRITER_EXIT,
                     .cpu = end / 2,
                     .wall = end } });
}

/* A step of 80 minutes looks like one of 8. One of 50 would look like one back, if
 * readers had to look for it; they need not where the last record is of that time. */
START_TEST (steps_that_readers_cannot_follow_are_refused)
{
  g_auto (TvRun) eighty = { 0 };
  g_auto (TvRun) fifty = { 0 };

  save_long_call (4800000000);
  eighty = tv_copy_convert (NULL, NULL);
  ck_assert_int_eq (eighty.status, 1);
  ck_assert_ptr_nonnull (strstr (eighty.err, "use version 5\n"));
  save_long_call (3000000000);
  fifty = tv_copy_convert (NULL, NULL);
  ck_assert_int_eq (fifty.status, 0);
  tv_copy_assert_calls ("wall", "1 \"main\" 0+3000000000 ");
  tv_copy_assert_calls ("cpu", "1 \"main\" 0+1500000000 ");
}
END_TEST

/* Readers take it for what a buffer is filled with, if it is left by an exception. */
START_TEST (the_method_that_is_none_has_another_id)
{
  const guint32 fill = 0xEEEEEEEC;
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvRun) run = { 0 };

  save_events (
      tables, 1, 1, fill,
      (const TvWriterEvent[]){
          { .thread = 1, .method = fill, .action = TV_WRITER_ENTER },
          { .thread = 1, .method = fill, .action = TV_WRITER_UNWIND, .wall = 9 },
      });
  run = tv_copy_convert (NULL, NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (
      run.err, "1 method has a new id because version 3 cannot hold its own\n"));
  tv_copy_assert_calls ("wall", "1 \"main\" 0+9 ");
}
END_TEST

/* A name of @length bytes, which end with a character of two. */
static char *
dup_name (gsize length)
{
  char *name = g_strnfill (length, 'n');

  memcpy (name + length - 2, "é", 2);
  return name;
}

static void
save_names (gsize thread_length, gsize class_length)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *thread_name = dup_name (thread_length);
  g_autofree char *class_name = dup_name (class_length);

  tv_trace_writer_add_thread (writer, 1, thread_name);
  tv_trace_writer_add_method (writer, MAIN, class_name, "main", "()V", "M.java", 3);
  tv_trace_writer_add_method (writer, LEAF, "p/Leaf", "leaf", "(I)V", NULL, 0);
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_exit (writer, 1, MAIN, 9, 9);
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
}

/* The names that the copy has. */
static void
assert_lengths (const char *column, const char *command, guint expected)
{
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, command, "--format=tsv", copy.path, NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  g_auto (GStrv) titles = g_strsplit (lines[0], "\t", -1);
  g_auto (GStrv) cells = g_strsplit (lines[1], "\t", -1);
  guint i = 0;

  while (titles[i] != NULL && !g_str_equal (titles[i], column))
    i++;
  ck_assert_ptr_nonnull (titles[i]);
  ck_assert (g_utf8_validate (cells[i], -1, NULL));
  ck_assert_uint_eq (strlen (cells[i]), expected);
}

/* Of the 65535 bytes of a piece 64 are for numbers; a method has a quarter of the rest
 * for each of four names and what is behind it. */
START_TEST (names_that_are_cut_are_told)
{
  static const char told[] = "2 names are cut: there is room for 16366 bytes in a "
                             "method's name and 65471 in a thread's\n";
  static const char *const options[] = { "--streaming", "--trace-version=5" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (TvRun) fits = { 0 };
      g_auto (TvRun) cut = { 0 };

      save_names (65471, 16366);
      fits = tv_copy_convert (options[i], NULL);
      ck_assert_msg (fits.status == 0 && *fits.err == '\0', "%s", fits.err);
      assert_lengths ("name", "threads", 65471);
      assert_lengths ("class", "methods", 16366);
      save_names (65472, 16367);
      cut = tv_copy_convert (options[i], NULL);
      ck_assert_int_eq (cut.status, 0);
      ck_assert_msg (strstr (cut.err, told) != NULL, "%s", cut.err);
      assert_lengths ("name", "threads", 65470);
      assert_lengths ("class", "methods", 16365);
    }
}
END_TEST

/* A table of its own has lines for them. */
START_TEST (a_table_has_room_for_long_names)
{
  g_auto (TvRun) run = { 0 };

  save_names (200000, 200000);
  run = tv_copy_convert (NULL, NULL);
  ck_assert_msg (run.status == 0 && *run.err == '\0', "%s", run.err);
  assert_lengths ("name", "threads", 200000);
  assert_lengths ("class", "methods", 200000);
}
END_TEST

/* What packets say at their end has 16 bits; what fits is there nevertheless. */
START_TEST (properties_that_are_left_out_are_told)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *value = g_strnfill (70000, 'v');
  g_auto (TvRun) packets = { 0 };
  g_auto (TvRun) info = { 0 };
  g_auto (TvRun) stream = { 0 };

  tv_trace_writer_add_property (writer, "long", value);
  tv_trace_writer_add_property (writer, "vm", "art");
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_exit (writer, 1, MAIN, 9, 9);
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  packets = tv_copy_convert ("--trace-version=5", NULL);
  ck_assert_int_eq (packets.status, 0);
  ck_assert_ptr_nonnull (
      strstr (packets.err, "1 property is left out: there is room for 65471 bytes\n"));
  info = tv_run_tracedump (NULL, "info", copy.path, NULL);
  ck_assert_ptr_nonnull (strstr (info.out, "art"));
  stream = tv_copy_convert ("--streaming", NULL);
  ck_assert_msg (stream.status == 0 && *stream.err == '\0', "%s", stream.err);
  g_clear_pointer (&info.out, g_free);
  g_clear_pointer (&info.err, g_free);
  info = tv_run_tracedump (NULL, "info", copy.path, NULL);
  ck_assert_ptr_nonnull (strstr (info.out, value));
}
END_TEST

/* Ids are used again: the last name is that of the thread. */
START_TEST (all_names_of_a_thread_are_kept)
{
  static const char *const options[] = { NULL, "--streaming", "--trace-version=5" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "first");
  tv_trace_writer_add_thread (writer, 1, "second");
  tv_trace_writer_add_thread (writer, 1, "last");
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_exit (writer, 1, MAIN, 9, 9);
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (TvRun) run = tv_copy_convert (options[i], NULL);
      g_auto (TvRun) threads = { 0 };
      g_autoptr (GString) text = NULL;

      ck_assert_int_eq (run.status, 0);
      threads = tv_run_tracedump (NULL, "threads", "--format=json", copy.path, NULL);
      text = g_string_new (threads.out);
      g_string_replace (text, " ", "", 0);
      g_string_replace (text, "\n", "", 0);
      ck_assert_ptr_nonnull (strstr (text->str, "\"name\":\"last\""));
      ck_assert_msg (strstr (text->str, "\"other_names\":[\"first\",\"second\"]")
                         != NULL,
                     "%s", threads.out);
    }
}
END_TEST

TV_TESTS (tv_copy_set_up, tv_copy_tear_down)
