/* SPDX-License-Identifier: Apache-2.0 */

/* Files as they lie about: pairs, gzip, missing ones, and loading in the background. */

#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define A 0x4

static TvTraceWriter *
write_call (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_exit (writer, 1, A, 3, 40);
  return writer;
}

static void
save_bytes (GBytes *bytes, const char *path)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  ck_assert (g_file_set_contents (path, data, (gssize) size, NULL));
}

static char *
new_folder (void)
{
  char *folder = g_dir_make_tmp ("traceview-test-XXXXXX", NULL);

  ck_assert_ptr_nonnull (folder);
  return folder;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
assert_path_loads (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);

  ck_assert_msg (trace != NULL, "%s: %s", path, error != NULL ? error->message : "");
  tv_assert_no_warning (trace);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
}

START_TEST (either_half_of_a_pair_loads_both)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autofree char *folder = new_folder ();
  g_autofree char *base = g_build_filename (folder, "calc", NULL);
  g_autofree char *key = g_strconcat (base, ".key", NULL);
  g_autofree char *data = g_strconcat (base, ".data", NULL);

  ck_assert (tv_trace_writer_save_pair (writer, base, NULL));
  assert_path_loads (key);
  assert_path_loads (data);
  remove_folder (folder);
}
END_TEST

START_TEST (key_file_may_end_in_the_word_end)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autofree char *folder = new_folder ();
  g_autofree char *base = g_build_filename (folder, "calc", NULL);
  g_autofree char *key = g_strconcat (base, ".key", NULL);

  tv_trace_writer_set_flags (writer, TV_WRITER_NO_END_NEWLINE);
  ck_assert (tv_trace_writer_save_pair (writer, base, NULL));
  assert_path_loads (key);
  remove_folder (folder);
}
END_TEST

START_TEST (a_key_file_alone_has_no_data)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) key = tv_trace_writer_key_to_bytes (writer);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (tv_test_load_bytes (key, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_DATA));
}
END_TEST

START_TEST (a_data_file_alone_has_numbers_for_names)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) data = tv_trace_writer_data_to_bytes (writer);
  g_autoptr (TvTrace) trace = tv_test_load_bytes (data, NULL);

  ck_assert_ptr_nonnull (trace);
  tv_assert_only_warning (trace, TV_WARNING_KEY_MISSING);
  tv_assert_calls (trace, 1, "0x4 cpu 1-3 wall 10-40\n");
}
END_TEST

START_TEST (gzip_is_seen_by_its_first_bytes)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) plain = tv_trace_writer_to_bytes (writer);
  g_autoptr (GBytes) zipped = tv_gzip_bytes (plain);
  g_autoptr (TvTrace) trace = tv_test_load_bytes (zipped, NULL);

  ck_assert_ptr_nonnull (trace);
  tv_assert_no_warning (trace);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
  ck_assert (tv_trace_get_info (trace)->compressed);
  ck_assert_uint_eq (tv_trace_get_info (trace)->file_size, g_bytes_get_size (plain));
}
END_TEST

START_TEST (gzip_that_was_cut)
{
  const TvRandomTrace spec = {
    .seed = 5, .n_events = 20000, .n_threads = 3, .n_methods = 40, .max_depth = 9
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GBytes) plain = NULL;
  g_autoptr (GBytes) zipped = NULL;
  g_autoptr (GBytes) cut = NULL;
  g_autoptr (TvTrace) trace = NULL;

  tv_random_trace_write (&spec, writer);
  plain = tv_trace_writer_to_bytes (writer);
  zipped = tv_gzip_bytes (plain);
  cut = g_bytes_new_from_bytes (zipped, 0, g_bytes_get_size (zipped) / 2);
  trace = tv_test_load_bytes (cut, NULL);
  ck_assert_ptr_nonnull (trace);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_GZIP_CUT), 1);
  ck_assert_uint_gt (tv_trace_get_info (trace)->n_records, 2000);
  ck_assert_uint_lt (tv_trace_get_info (trace)->n_records, 20000);
}
END_TEST

static void
truncate_file (goffset current, goffset total, gpointer data)
{
  if (current < total)
    ck_assert_int_eq (truncate (data, 4096), 0);
}

/* Reading a page that is gone from a file that is mapped would end the
 * program. This one is nearly all hole. */
START_TEST (a_mapped_file_that_is_cut)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "calc.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  tv_trace_writer_set_field (writer, TV_WRITER_RECORD_SIZE, 65535);
  bytes = tv_trace_writer_to_bytes (writer);
  ck_assert (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                  (gssize) g_bytes_get_size (bytes), NULL));
  ck_assert_int_eq (truncate (path, 300 * 1024 * 1024), 0);
  ck_assert_ptr_null (tv_trace_load (file, 0, NULL, truncate_file, path, NULL, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED));
  remove_folder (folder);
}
END_TEST

/* The file's name stands before the sentence wherever it is shown. */
START_TEST (errors_of_the_file_system_do_not_name_the_file)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "calc.trace", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (tv_test_load_path (path, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));
  ck_assert_str_eq (error->message, "There is no such file");
  if (getuid () != 0)
    {
      g_clear_error (&error);
      ck_assert (g_file_set_contents (path, "*version\n", -1, NULL));
      ck_assert_int_eq (g_chmod (path, 0), 0);
      ck_assert_ptr_null (tv_test_load_path (path, &error));
      ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED));
      ck_assert_ptr_null (strstr (error->message, "calc.trace"));
    }
  remove_folder (folder);
}
END_TEST

START_TEST (errors_of_the_other_half_name_it)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) key = tv_trace_writer_key_to_bytes (writer);
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "calc.key", NULL);
  g_autofree char *other_half = g_build_filename (folder, "calc.data", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert (g_file_set_contents (path, g_bytes_get_data (key, NULL),
                                  (gssize) g_bytes_get_size (key), NULL));
  ck_assert_int_eq (g_mkdir (other_half, 0700), 0);
  ck_assert_ptr_null (tv_test_load_path (path, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY));
  ck_assert_str_eq (error->message, "calc.data: This is a folder, not a file");
  ck_assert_int_eq (g_rmdir (other_half), 0);
  remove_folder (folder);
}
END_TEST

static void
assert_finds (const char *argument, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = tv_trace_find_file (argument, &error);
  g_autofree char *path = NULL;

  ck_assert_msg (file != NULL, "%s: %s", argument, error != NULL ? error->message : "");
  path = g_file_get_path (file);
  ck_assert_str_eq (path, expected);
}

START_TEST (a_base_name_finds_the_trace_or_the_pair)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autofree char *folder = new_folder ();
  g_autofree char *base = g_build_filename (folder, "calc", NULL);
  g_autofree char *key = g_strconcat (base, ".key", NULL);
  g_autofree char *data = g_strconcat (base, ".data", NULL);
  g_autofree char *whole = g_strconcat (base, ".trace", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (tv_trace_find_file (base, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));

  ck_assert (tv_trace_writer_save_pair (writer, base, NULL));
  assert_finds (base, key);
  assert_finds (data, data);
  ck_assert (tv_trace_writer_save (writer, whole, NULL));
  assert_finds (base, whole);
  assert_finds (key, key);
  ck_assert (tv_trace_writer_save (writer, base, NULL));
  assert_finds (base, base);
  remove_folder (folder);
}
END_TEST

START_TEST (a_folder_of_the_same_name_hides_no_trace)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autofree char *folder = new_folder ();
  g_autofree char *base = g_build_filename (folder, "calc", NULL);
  g_autofree char *whole = g_strconcat (base, ".trace", NULL);

  ck_assert_int_eq (g_mkdir (base, 0700), 0);
  assert_finds (base, base);
  ck_assert (tv_trace_writer_save (writer, whole, NULL));
  assert_finds (base, whole);
  remove_folder (folder);
}
END_TEST

START_TEST (half_a_pair_is_not_found_by_its_base_name)
{
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) key = tv_trace_writer_key_to_bytes (writer);
  g_autofree char *folder = new_folder ();
  g_autofree char *base = g_build_filename (folder, "calc", NULL);
  g_autofree char *path = g_strconcat (base, ".key", NULL);

  save_bytes (key, path);
  ck_assert_ptr_null (tv_trace_find_file (base, NULL));
  remove_folder (folder);
}
END_TEST

static gpointer
write_into_pipe (gpointer data)
{
  const char *path = data;
  g_autoptr (TvTraceWriter) writer = write_call ();
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  FILE *pipe = g_fopen (path, "wb");
  gsize size = 0;
  gconstpointer content = g_bytes_get_data (bytes, &size);
  gboolean ok = pipe != NULL && fwrite (content, 1, size, pipe) == size;

  return GINT_TO_POINTER (ok && fclose (pipe) == 0);
}

static void
note_unknown_total (goffset current, goffset total, gpointer data)
{
  if (total == 0 && current > 0)
    *(gboolean *) data = TRUE;
}

START_TEST (a_pipe_has_no_known_size)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "pipe", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  gboolean unknown = FALSE;
  GThread *thread = NULL;

  ck_assert_int_eq (mkfifo (path, 0600), 0);
  thread = g_thread_new ("pipe", write_into_pipe, path);
  trace = tv_trace_load (file, 0, NULL, note_unknown_total, &unknown, NULL, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  ck_assert (g_thread_join (thread) != NULL);
  ck_assert (unknown);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  remove_folder (folder);
}
END_TEST

START_TEST (missing_file_and_folder)
{
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) folder_error = NULL;
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "none.trace", NULL);

  ck_assert_ptr_null (tv_test_load_path (path, &missing));
  ck_assert (g_error_matches (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));
  ck_assert_ptr_null (tv_test_load_path (folder, &folder_error));
  ck_assert_int_eq (folder_error->domain, G_IO_ERROR);
  remove_folder (folder);
}
END_TEST

TV_TESTS (NULL, NULL)
