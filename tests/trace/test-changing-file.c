/* SPDX-License-Identifier: Apache-2.0 */

/* Files that change while they are loaded. The reports of progress are the moments at
 * which they do; a big file is sparse, so that it costs nothing. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/input/file-bytes.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The longest record there is: a big file has few of them, and a batch of them is more
 * than a buffer. */
#define RECORD_LENGTH 65535
#define N_RECORDS (TV_FILE_BYTES_WINDOW_FROM / RECORD_LENGTH + 1)

typedef void (*ChangeFile) (int fd, goffset size);

typedef struct
{
  char *path;
  goffset size;
  guint n_reports;
  guint change_at;
  ChangeFile change;
} ChangingFile;

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "a/B", "c", "()V", "B.java", 1);
  return writer;
}

static void
save (ChangingFile *file, TvTraceWriter *writer, goffset size)
{
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  int fd = g_file_open_tmp ("traceview-test-XXXXXX", &file->path, NULL);

  file->size = MAX (size, (goffset) length);
  ck_assert_int_ge (fd, 0);
  ck_assert_int_eq (write (fd, data, length), (gssize) length);
  ck_assert_int_eq (ftruncate (fd, file->size), 0);
  g_close (fd, NULL);
}

/* All records but the first few are a hole, that is, enter method 0 of thread 0. */
static void
save_big (ChangingFile *file)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  tv_trace_writer_set_field (writer, TV_WRITER_RECORD_LENGTH, RECORD_LENGTH);
  tv_trace_writer_enter (writer, 1, 4, 1, 1);
  tv_trace_writer_exit (writer, 1, 4, 2, 2);
  save (file, writer, (goffset) N_RECORDS * RECORD_LENGTH);
}

/* 3 MiB, which are read in a first block and three pieces, each of them a report. */
static void
save_small (ChangingFile *file)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  for (guint i = 0; i < 110000; i++)
    {
      tv_trace_writer_enter (writer, 1, 4, 2 * i, 2 * i);
      tv_trace_writer_exit (writer, 1, 4, 2 * i + 1, 2 * i + 1);
    }
  save (file, writer, 0);
}

static void
change_on_report (goffset current, goffset total, gpointer user_data)
{
  ChangingFile *file = user_data;
  int fd;

  if (file->n_reports++ != file->change_at)
    return;
  fd = g_open (file->path, O_RDWR);
  ck_assert_int_ge (fd, 0);
  file->change (fd, file->size);
  g_close (fd, NULL);
}

static TvTrace *
load (ChangingFile *file, GError **error)
{
  g_autoptr (GFile) location = g_file_new_for_path (file->path);
  TvTrace *trace
      = tv_trace_load (location, 0, NULL, change_on_report, file, NULL, error);

  g_unlink (file->path);
  g_clear_pointer (&file->path, g_free);
  return trace;
}

/* Changes the file at each of the reports of its loading, one after the other. */
static void
assert_changed (void (*save_file) (ChangingFile *file), ChangeFile change,
                guint n_reports)
{
  for (guint at = 0; at < n_reports; at++)
    {
      ChangingFile file = { .change_at = at, .change = change };
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      save_file (&file);
      trace = load (&file, &error);
      ck_assert_uint_gt (file.n_reports, at);
      ck_assert_msg (trace == NULL, "loaded, though changed at report %u", at);
      ck_assert_msg (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED),
                     "%s", error->message);
    }
}

static void
cut_to_nothing (int fd, goffset size)
{
  ck_assert_int_eq (ftruncate (fd, 0), 0);
}

static void
cut_in_half (int fd, goffset size)
{
  ck_assert_int_eq (ftruncate (fd, size / 2), 0);
}

static void
append (int fd, goffset size)
{
  ck_assert_int_eq (pwrite (fd, "more", 4, size), 4);
}

/* The clock of the file system ticks only every few milliseconds. */
static void
set_time_of_change (int fd, time_t seconds)
{
  const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };

  ck_assert_int_eq (futimens (fd, times), 0);
}

static void
overwrite_all_records (int fd, goffset size)
{
  static const char record[14] = { 1, 0, 5, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0 };

  for (goffset at = 1000; at + RECORD_LENGTH < size; at += RECORD_LENGTH)
    ck_assert_int_eq (pwrite (fd, record, sizeof record, at), sizeof record);
  set_time_of_change (fd, 1);
}

static void
rewrite_a_byte (int fd, goffset size)
{
  ck_assert_int_eq (pwrite (fd, "\1", 1, size - 1), 1);
  set_time_of_change (fd, 1);
}

START_TEST (a_big_file_is_read_in_windows)
{
  ChangingFile file = { .change_at = G_MAXUINT };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  save_big (&file);
  trace = load (&file, &error);
  ck_assert_msg (trace != NULL, "%s", trace == NULL ? error->message : "");
  ck_assert_uint_eq (tv_trace_get_info (trace)->file_size, file.size);
  ck_assert_uint_eq (tv_trace_get_info (trace)->record_size, RECORD_LENGTH);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, N_RECORDS - 1);
  /* One call in thread 1, all the others in thread 0. */
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), N_RECORDS - 2);
}
END_TEST

/* A report at the start of each pass, and one at its end. */
START_TEST (a_big_file_is_cut)
{
  assert_changed (save_big, cut_to_nothing, 4);
  assert_changed (save_big, cut_in_half, 4);
}
END_TEST

START_TEST (a_big_file_grows)
{
  assert_changed (save_big, append, 4);
}
END_TEST

START_TEST (a_big_file_is_overwritten)
{
  assert_changed (save_big, overwrite_all_records, 4);
  assert_changed (save_big, rewrite_a_byte, 4);
}
END_TEST

START_TEST (a_small_file_changes_while_it_is_read)
{
  assert_changed (save_small, cut_in_half, 4);
  assert_changed (save_small, append, 4);
  assert_changed (save_small, rewrite_a_byte, 4);
}
END_TEST

/* It is all in memory when its records are read. */
START_TEST (a_small_file_changes_later)
{
  ChangingFile file = { .change_at = 4, .change = cut_to_nothing };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  save_small (&file);
  trace = load (&file, &error);
  ck_assert_uint_gt (file.n_reports, 4);
  ck_assert_ptr_nonnull (trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 110000);
}
END_TEST

TV_TESTS (NULL, NULL)
