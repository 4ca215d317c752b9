/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/sample.h"

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"

#include <check.h>
#include <glib/gstdio.h>

/* Writes an event at @ms milliseconds, on both clocks: no thread ever waits. */
static void
enter (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_enter (writer, thread, method, ms * 1000, ms * 1000);
}

static void
leave (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_exit (writer, thread, method, ms * 1000, ms * 1000);
}

/*
 * thread 1   0    100  200  300  400  500  600  700  800      1000
 *            main
 *                 outer                   .    wrapper
 *                      inner.    inner.         inner .
 * thread 2     run (50 to 950)
 */
static TvTraceWriter *
script_sample (TvWriterClock clock)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, clock);

  tv_trace_writer_add_property (writer, "vm", "art");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, TV_SAMPLE_MAIN, "app.Main", "main", "()V",
                              "Main.java", 1);
  tv_trace_writer_add_method (writer, TV_SAMPLE_RUN, "app.Worker", "run", "()V",
                              "Worker.java", 1);
  tv_trace_writer_add_method (writer, TV_SAMPLE_OUTER, "app.Work", "outer", "()V",
                              "Work.java", 1);
  tv_trace_writer_add_method (writer, TV_SAMPLE_INNER, "app.Work", "inner", "(I)V",
                              "Work.java", 2);
  tv_trace_writer_add_method (writer, TV_SAMPLE_WRAPPER, "app.Work", "wrapper", "()V",
                              "Work.java", 3);

  enter (writer, 1, TV_SAMPLE_MAIN, 0);
  enter (writer, 2, TV_SAMPLE_RUN, 50);
  enter (writer, 1, TV_SAMPLE_OUTER, 100);
  enter (writer, 1, TV_SAMPLE_INNER, 200);
  leave (writer, 1, TV_SAMPLE_INNER, 300);
  enter (writer, 1, TV_SAMPLE_INNER, 400);
  leave (writer, 1, TV_SAMPLE_INNER, 500);
  leave (writer, 1, TV_SAMPLE_OUTER, 600);
  enter (writer, 1, TV_SAMPLE_WRAPPER, 700);
  enter (writer, 1, TV_SAMPLE_INNER, 700);
  leave (writer, 1, TV_SAMPLE_INNER, 800);
  leave (writer, 1, TV_SAMPLE_WRAPPER, 800);
  leave (writer, 2, TV_SAMPLE_RUN, 950);
  leave (writer, 1, TV_SAMPLE_MAIN, 1000);
  return writer;
}

static char *
save (TvTraceWriter *writer, const char *folder, const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_msg (tv_trace_writer_save (writer, path, &error), "%s",
                 error != NULL ? error->message : "");
  return path;
}

/**
 * tv_sample_write:
 * @folder: a folder
 * @name: name of the file
 *
 * Writes a dual-clock trace of two threads, five methods and seven calls over one
 * second. The method `wrapper` never runs itself: all its time is that of `inner`.
 *
 * Returns: (transfer full): path of the file
 */
char *
tv_sample_write (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = script_sample (TV_WRITER_CLOCK_DUAL);

  return save (writer, folder, name);
}

/**
 * tv_sample_write_wall:
 * @folder: a folder
 * @name: name of the file
 *
 * Writes the trace of tv_sample_write() with the wall clock alone.
 *
 * Returns: (transfer full): path of the file
 */
char *
tv_sample_write_wall (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = script_sample (TV_WRITER_CLOCK_WALL);

  return save (writer, folder, name);
}

/**
 * tv_sample_write_cut:
 * @folder: a folder
 * @name: name of the file
 *
 * Writes the trace of tv_sample_write() with two things wrong: a method is left that
 * was never entered, and the last record is cut.
 *
 * Returns: (transfer full): path of the file
 */
char *
tv_sample_write_cut (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = script_sample (TV_WRITER_CLOCK_DUAL);

  enter (writer, 2, TV_SAMPLE_MAIN, 1000);
  leave (writer, 2, TV_SAMPLE_WRAPPER, 1001);
  leave (writer, 2, TV_SAMPLE_MAIN, 1002);
  tv_trace_writer_raw_data (writer, "\1\0\4", 3);
  return save (writer, folder, name);
}

/**
 * tv_sample_write_text:
 * @folder: a folder
 * @name: name of the file
 * @text: what to put in it
 *
 * Writes a file that may be no trace at all.
 *
 * Returns: (transfer full): path of the file
 */
char *
tv_sample_write_text (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/**
 * tv_sample_write_base:
 * @folder: a folder
 * @name: name of the file
 *
 * Writes what the sample can be compared with: main is 200 ms shorter, outer 300, with
 * one call of inner; a call of 40 ms came instead of wrapper.
 *
 * Returns: (transfer full): its path
 */
char *
tv_sample_write_base (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  const guint32 gone = 4, main_id = 8, outer = 12, inner = 16, run = 20;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, gone, "app.Work", "gone", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, main_id, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, outer, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, inner, "app.Work", "inner", "(I)V", "W.java", 2);
  tv_trace_writer_add_method (writer, run, "app.Worker", "run", "()V", "R.java", 1);
  enter (writer, 1, main_id, 0);
  enter (writer, 2, run, 50);
  enter (writer, 1, outer, 100);
  enter (writer, 1, inner, 150);
  leave (writer, 1, inner, 250);
  leave (writer, 1, outer, 300);
  enter (writer, 1, gone, 400);
  leave (writer, 1, gone, 440);
  leave (writer, 1, main_id, 800);
  leave (writer, 2, run, 950);
  return save (writer, folder, name);
}

/**
 * tv_sample_open:
 * @folder: (out): where the sample is
 *
 * Starts the program, writes the sample as `sample.trace` and opens it.
 *
 * Returns: (transfer none): its window
 */
TvWindow *
tv_sample_open (char **folder)
{
  TvApplication *application = tv_gui_start ();
  g_autofree char *path = NULL;

  *folder = tv_test_folder_new ();
  path = tv_sample_write (*folder, "sample.trace");
  return tv_gui_open (application, path);
}

/**
 * tv_sample_close:
 * @folder: (inout): where the sample is
 *
 * Closes all windows, and removes the folder.
 */
void
tv_sample_close (char **folder)
{
  tv_gui_close_all (tv_gui_start ());
  tv_test_folder_remove (g_steal_pointer (folder));
}
