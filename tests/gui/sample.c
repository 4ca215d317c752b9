/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/sample.h"

#include "gui/driver.h"
#include "support/test-folder.h"
#include "ui/sample-trace.h"

#include <check.h>
#include <glib/gstdio.h>

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
 * Writes tv_sample_script() with both clocks.
 *
 * Returns: (transfer full): path of the file
 */
char *
tv_sample_write (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = tv_sample_script (TV_WRITER_CLOCK_DUAL);

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
  g_autoptr (TvTraceWriter) writer = tv_sample_script (TV_WRITER_CLOCK_WALL);

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
  g_autoptr (TvTraceWriter) writer = tv_sample_script (TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_enter (writer, 2, TV_SAMPLE_MAIN, 1000000, 1000000);
  tv_trace_writer_exit (writer, 2, TV_SAMPLE_WRAPPER, 1001000, 1001000);
  tv_trace_writer_exit (writer, 2, TV_SAMPLE_MAIN, 1002000, 1002000);
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
 * Writes tv_sample_script_base().
 *
 * Returns: (transfer full): its path
 */
char *
tv_sample_write_base (const char *folder, const char *name)
{
  g_autoptr (TvTraceWriter) writer = tv_sample_script_base ();

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
