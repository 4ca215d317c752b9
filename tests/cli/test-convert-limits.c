/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump convert --to=trace: ids and times that a form cannot hold as they are. */

#include "convert-copy.h"
#include "support/packet-writer.h"
#include "support/test-runner.h"

#include <string.h>

#define MAIN 0x4
#define LEAF 0x8

static TvCopy copy;

static void
set_up (void)
{
  tv_copy_init (&copy);
}

static void
tear_down (void)
{
  tv_copy_clear (&copy);
}

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
  run = tv_copy_convert (&copy, option, NULL);
  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_msg ((strstr (run.err, "calc.trace: 1 thread has a new id, for version 3 "
                                   "cannot hold its own\n")
                  != NULL)
                     == new_id,
                 "%s", run.err);
  tv_copy_assert_calls (&copy, "wall", calls);
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
  most = tv_copy_convert (&copy, "--trace-version=1", "--clock=cpu");
  ck_assert_msg (most.status == 0, "%s", most.err);
  tv_trace_writer_add_thread (writer, 256, "one more");
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  more = tv_copy_convert (&copy, "--trace-version=1", "--clock=cpu");
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

  run = tv_copy_convert (&copy, NULL, NULL);
  ck_assert_msg (run.status == 0, "%s", run.err);
  tv_copy_assert_calls (&copy, "wall",
                        "1 \"main\" 10+5399999990 1 \"leaf\" 1800000000+1800000000 ");

  late = tv_copy_convert (&copy, "--range=4800s..", NULL);
  ck_assert_int_eq (late.status, 1);
  ck_assert_ptr_nonnull (strstr (late.err, "goes round after 71 minutes"));
  ck_assert_ptr_nonnull (strstr (late.err, "version 4 has them\n"));
  packets = tv_copy_convert (&copy, "--range=4800s..", "--trace-version=4");
  ck_assert_int_eq (packets.status, 0);
  tv_copy_assert_calls (&copy, "wall", "1 \"main\" 4800000000+600000000 ");
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
  eighty = tv_copy_convert (&copy, NULL, NULL);
  ck_assert_int_eq (eighty.status, 1);
  ck_assert_ptr_nonnull (strstr (eighty.err, "version 5 has them\n"));
  save_long_call (3000000000);
  fifty = tv_copy_convert (&copy, NULL, NULL);
  ck_assert_int_eq (fifty.status, 0);
  tv_copy_assert_calls (&copy, "wall", "1 \"main\" 0+3000000000 ");
  tv_copy_assert_calls (&copy, "cpu", "1 \"main\" 0+1500000000 ");
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
  run = tv_copy_convert (&copy, NULL, NULL);
  ck_assert_int_eq (run.status, 0);
  tv_copy_assert_calls (&copy, "wall", "1 \"main\" 0+9 ");
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
  const TTest *const tests[] = {
    thread_ids_are_kept_where_they_can_be,
    too_many_threads_are_refused,
    times_go_round_where_readers_follow,
    steps_that_readers_cannot_follow_are_refused,
    the_method_that_is_none_has_another_id,
  };

  return tv_test_run_with ("convert-limits", set_up, tear_down, tests,
                           G_N_ELEMENTS (tests));
}
