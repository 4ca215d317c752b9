/* SPDX-License-Identifier: Apache-2.0 */

/* A real trace of an Android 4 device, 992 bytes long, rebuilt record by record: every
 * number that a reader gets from it was worked out by hand from the bytes. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define START_ONE 0x6287d960
#define START_THREE 0x6287d9d0
#define STOP 0x6287dae8
#define BAR 0x62ae8a10
#define FOO 0x62ae8a48
#define VM_START 0x627f5868
#define VM_STOP 0x627f59f0
#define ASYNC_TASK 11

static const struct
{
  guint32 id;
  const char *name;
} threads[] = { { 1, "main" },
                { ASYNC_TASK, "AsyncTask #1" },
                { 10, "Binder_2" },
                { 9, "Binder_1" },
                { 8, "FinalizerWatchdogDaemon" },
                { 7, "FinalizerDaemon" },
                { 6, "ReferenceQueueDaemon" },
                { 5, "Compiler" },
                { 4, "JDWP" },
                { 3, "Signal Catcher" },
                { 2, "GC" } };

static const struct
{
  guint32 id;
  const char *class_name;
  const char *name;
  const char *signature;
  const char *file;
  int line;
} methods[] = {
  { START_ONE, "android/os/Debug", "startMethodTracing", "(Ljava/lang/String;)V",
    "Debug.java", -1 },
  { START_THREE, "android/os/Debug", "startMethodTracing", "(Ljava/lang/String;II)V",
    "Debug.java", 604 },
  { STOP, "android/os/Debug", "stopMethodTracing", "()V", "Debug.java", 650 },
  { BAR, "com/test/android/traceview/Basic", "bar", "()I", "Basic.java", 18 },
  { FOO, "com/test/android/traceview/Basic", "foo", "()V", "Basic.java", 14 },
  { VM_START, "dalvik/system/VMDebug", "startMethodTracing", "(Ljava/lang/String;II)V",
    "VMDebug.java", 170 },
  { VM_STOP, "dalvik/system/VMDebug", "stopMethodTracing", "()V", "VMDebug.java", -2 },
};

static TvTraceWriter *
write_example (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_set_field (writer, TV_WRITER_START_TIME, 1374703971214759);
  tv_trace_writer_add_property (writer, "data-file-overflow", "false");
  tv_trace_writer_add_property (writer, "clock", "dual");
  tv_trace_writer_add_property (writer, "elapsed-time-usec", "303");
  tv_trace_writer_add_property (writer, "num-method-calls", "9");
  tv_trace_writer_add_property (writer, "clock-call-overhead-nsec", "2178");
  tv_trace_writer_add_property (writer, "vm", "dalvik");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    tv_trace_writer_add_thread (writer, threads[i].id, threads[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    tv_trace_writer_add_method (writer, methods[i].id, methods[i].class_name,
                                methods[i].name, methods[i].signature, methods[i].file,
                                methods[i].line);

  tv_trace_writer_exit (writer, ASYNC_TASK, VM_START, 3, 230);
  tv_trace_writer_exit (writer, ASYNC_TASK, START_THREE, 7, 233);
  tv_trace_writer_exit (writer, ASYNC_TASK, START_ONE, 9, 235);
  tv_trace_writer_enter (writer, ASYNC_TASK, FOO, 16, 242);
  tv_trace_writer_enter (writer, ASYNC_TASK, BAR, 19, 245);
  tv_trace_writer_exit (writer, ASYNC_TASK, BAR, 21, 247);
  tv_trace_writer_exit (writer, ASYNC_TASK, FOO, 23, 249);
  tv_trace_writer_enter (writer, ASYNC_TASK, STOP, 45, 271);
  tv_trace_writer_enter (writer, ASYNC_TASK, VM_STOP, 61, 287);
  return writer;
}

START_TEST (writer_makes_the_bytes_of_the_real_file)
{
  g_autoptr (TvTraceWriter) writer = write_example ();
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  gsize size = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autofree char *path = tv_test_trace_path ("real/basic.trace");
  g_autofree char *real = NULL;
  gsize real_size = 0;

  ck_assert_uint_eq (size, 992);
  ck_assert_mem_eq (data + 829, "*end\nSLOW\x03\x00\x20\x00", 13);
  ck_assert_mem_eq (data + 866, "\x0b\x00\x69\x58\x7f\x62\x03\x00\x00\x00\xe6", 11);
  if (!tv_test_has_trace ("real/basic.trace"))
    return;

  ck_assert (g_file_get_contents (path, &real, &real_size, NULL));
  ck_assert_uint_eq (real_size, size);
  ck_assert_mem_eq (real, data, size);
}
END_TEST

START_TEST (header_and_properties)
{
  g_autoptr (TvTraceWriter) writer = write_example ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  const TvTraceInfo *info = tv_trace_get_info (trace);

  ck_assert_str_eq (info->format, "classic");
  ck_assert_uint_eq (info->version, 3);
  ck_assert_str_eq (info->clock_name, "dual");
  ck_assert_uint_eq (info->start_time, 1374703971214759);
  ck_assert_uint_eq (info->record_size, 14);
  ck_assert_uint_eq (info->file_size, 992);
  ck_assert_uint_eq (info->n_records, 9);
  ck_assert (!info->compressed);
  ck_assert (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
  ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
  ck_assert_int_eq (tv_trace_get_primary_clock (trace), TV_CLOCK_THREAD_CPU);
  ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_WALL);

  ck_assert_uint_eq (tv_trace_get_n_properties (trace), 6);
  ck_assert_str_eq (tv_trace_get_property (trace, 0)->key, "data-file-overflow");
  ck_assert_str_eq (tv_trace_get_property (trace, 0)->value, "false");
  ck_assert_str_eq (tv_trace_get_property (trace, 5)->key, "vm");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "elapsed-time-usec"), "303");
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "pid"));
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
}
END_TEST

START_TEST (tables)
{
  g_autoptr (TvTraceWriter) writer = write_example ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);

  ck_assert_uint_eq (tv_trace_get_n_threads (trace), G_N_ELEMENTS (threads));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      guint32 index = tv_test_find_thread (trace, threads[i].id);
      const TvThread *thread = NULL;

      ck_assert_uint_ne (index, TV_THREAD_NONE);
      thread = tv_trace_get_thread (trace, index);
      ck_assert_str_eq (thread->name, threads[i].name);
      ck_assert_ptr_null (thread->other_names);
      ck_assert_uint_eq (thread->n_events, threads[i].id == ASYNC_TASK ? 9 : 0);
      ck_assert_uint_eq (thread->n_calls, threads[i].id == ASYNC_TASK ? 7 : 0);
    }

  ck_assert_uint_eq (tv_trace_get_n_methods (trace), G_N_ELEMENTS (methods));
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s%s", methods[i].class_name,
                                               methods[i].name, methods[i].signature);
      guint32 index = tv_test_find_method (trace, name);
      const TvMethod *method = NULL;

      ck_assert_uint_ne (index, TV_METHOD_NONE);
      method = tv_trace_get_method (trace, index);
      ck_assert_uint_eq (method->id, methods[i].id);
      ck_assert_str_eq (method->signature, methods[i].signature);
      ck_assert_str_eq (method->file, methods[i].file);
      ck_assert_int_eq (method->line, methods[i].line);
      ck_assert (method->named);
    }
}
END_TEST

START_TEST (calls)
{
  g_autoptr (TvTraceWriter) writer = write_example ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  guint32 thread = tv_test_find_thread (trace, ASYNC_TASK);
  g_autofree char *text = tv_test_calls_to_string (trace, thread);

  ck_assert_str_eq (text, "startMethodTracing cpu 3-9 wall 230-235 pre-open\n"
                          "  startMethodTracing cpu 3-7 wall 230-233 pre-open\n"
                          "    startMethodTracing cpu 3-3 wall 230-230 pre-open\n"
                          "foo cpu 16-23 wall 242-249\n"
                          "  bar cpu 19-21 wall 245-247\n"
                          "stopMethodTracing cpu 45-61 wall 271-287 still-open\n"
                          "  stopMethodTracing cpu 61-61 wall 287-287 still-open\n");
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 7);
}
END_TEST

START_TEST (thread_sums)
{
  g_autoptr (TvTraceWriter) writer = write_example ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  guint32 index = tv_test_find_thread (trace, ASYNC_TASK);
  const TvThread *thread = tv_trace_get_thread (trace, index);
  g_autofree char *label = tv_trace_dup_thread_label (trace, index);
  gint64 start = 0;
  gint64 end = 0;

  ck_assert_int_eq (thread->first[TV_CLOCK_THREAD_CPU], 3000);
  ck_assert_int_eq (thread->last[TV_CLOCK_THREAD_CPU], 61000);
  ck_assert_int_eq (thread->first[TV_CLOCK_WALL], 230000);
  ck_assert_int_eq (thread->last[TV_CLOCK_WALL], 287000);
  ck_assert_int_eq (thread->axis_first, 230000);
  ck_assert_int_eq (thread->axis_last, 287000);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_THREAD_CPU], 29000);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_WALL], 28000);
  ck_assert_uint_eq (thread->n_waits, 0);
  ck_assert_str_eq (label, "[11] AsyncTask #1");

  tv_trace_get_axis_range (trace, &start, &end);
  ck_assert_int_eq (start, 230000);
  ck_assert_int_eq (end, 287000);
}
END_TEST

TV_TESTS (NULL, NULL)
