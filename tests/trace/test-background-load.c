/* SPDX-License-Identifier: Apache-2.0 */

/* Loading in a worker: progress, cancelling, errors. */

#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace-samples.h"

#include <glib/gstdio.h>

typedef struct
{
  GMainLoop *loop;
  GThread *main_thread;
  TvTrace *trace;
  GError *error;
  goffset current;
  goffset total;
  double share;
  guint n_reports;
  gboolean went_back;
  gboolean finished;
  gboolean reported_late;
  GCancellable *cancel_at_report;
} Load;

static void
note_progress (goffset current, goffset total, gpointer user_data)
{
  Load *load = user_data;

  ck_assert_ptr_eq (load->main_thread, g_thread_self ());
  load->went_back |= current < load->current;
  load->went_back |= (double) current / total < load->share;
  load->share = (double) current / total;
  load->reported_late |= load->finished;
  load->current = current;
  load->total = total;
  load->n_reports++;
  if (load->cancel_at_report != NULL)
    g_cancellable_cancel (load->cancel_at_report);
}

static void
finish_load (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;

  ck_assert_ptr_eq (load->main_thread, g_thread_self ());
  ck_assert (!load->finished);
  load->finished = TRUE;
  load->trace = tv_trace_load_finish (result, &load->error);
  g_main_loop_quit (load->loop);
}

/* What is still on its way when the callback has run must do no harm. */
static void
settle (void)
{
  for (guint i = 0; i < 20; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      g_usleep (5000);
    }
}

static void
run_load_of_event (Load *load, const char *path, const char *event,
                   GCancellable *cancellable)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  load->loop = g_main_loop_new (NULL, FALSE);
  load->main_thread = g_thread_self ();
  tv_trace_load_event_async (file, 0, event, note_progress, load, cancellable,
                             finish_load, load);
  ck_assert (!load->finished);
  g_main_loop_run (load->loop);
  settle ();
  ck_assert (!load->reported_late);
  g_main_loop_unref (load->loop);
}

static void
run_load (Load *load, const char *path, GCancellable *cancellable)
{
  run_load_of_event (load, path, NULL, cancellable);
}

static void
clear_load (Load *load)
{
  g_clear_pointer (&load->trace, tv_trace_unref);
  g_clear_error (&load->error);
}

static char *
save_random_trace (guint64 n_events)
{
  const TvRandomTrace spec = {
    .seed = 11, .n_events = n_events, .n_threads = 4, .n_methods = 50, .max_depth = 20
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = NULL;
  int fd = g_file_open_tmp ("traceview-test-XXXXXX", &path, NULL);

  ck_assert_int_ge (fd, 0);
  g_close (fd, NULL);
  tv_random_trace_add_tables (&spec, writer);
  ck_assert (tv_trace_writer_begin_file (writer, path, NULL));
  tv_random_trace_write (&spec, writer);
  ck_assert (tv_trace_writer_end_file (writer, NULL));
  return path;
}

START_TEST (progress_reaches_the_total)
{
  g_autofree char *path = save_random_trace (500000);
  Load load = { 0 };

  run_load (&load, path, NULL);
  ck_assert_ptr_nonnull (load.trace);
  ck_assert_uint_eq (tv_trace_get_info (load.trace)->n_records, 500000);
  ck_assert_uint_ge (load.n_reports, 1);
  ck_assert (!load.went_back);
  ck_assert_int_gt (load.total, 0);
  ck_assert_int_eq (load.current, load.total);
  clear_load (&load);
  g_unlink (path);
}
END_TEST

/* The zipped bytes go by once, the unzipped ones twice. */
START_TEST (progress_of_a_gzip_file)
{
  g_autofree char *path = save_random_trace (300000);
  g_autofree char *data = NULL;
  g_autoptr (GBytes) plain = NULL;
  g_autoptr (GBytes) zipped = NULL;
  gsize size = 0;
  Load load = { 0 };

  ck_assert (g_file_get_contents (path, &data, &size, NULL));
  plain = g_bytes_new_take (g_steal_pointer (&data), size);
  zipped = tv_gzip_bytes (plain);
  ck_assert (g_file_set_contents (path, g_bytes_get_data (zipped, NULL),
                                  (gssize) g_bytes_get_size (zipped), NULL));
  run_load (&load, path, NULL);
  ck_assert_ptr_nonnull (load.trace);
  ck_assert_uint_eq (tv_trace_get_info (load.trace)->n_records, 300000);
  ck_assert (!load.went_back);
  ck_assert_int_eq (load.current, load.total);
  clear_load (&load);
  g_unlink (path);
}
END_TEST

START_TEST (cancelled_before_it_begins)
{
  g_autofree char *path = save_random_trace (1000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Load load = { 0 };

  g_cancellable_cancel (cancellable);
  run_load (&load, path, cancellable);
  ck_assert_ptr_null (load.trace);
  ck_assert (g_error_matches (load.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  ck_assert_uint_eq (load.n_reports, 0);
  clear_load (&load);
  g_unlink (path);
}
END_TEST

START_TEST (cancelled_at_the_first_report)
{
  g_autofree char *path = save_random_trace (3000000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Load load = { .cancel_at_report = cancellable };

  run_load (&load, path, cancellable);
  ck_assert_ptr_null (load.trace);
  ck_assert (g_error_matches (load.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  ck_assert_uint_eq (load.n_reports, 1);
  ck_assert_int_lt (load.current, load.total);
  clear_load (&load);
  g_unlink (path);
}
END_TEST

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (3000);
  g_cancellable_cancel (data);
  return NULL;
}

/* Whenever the cancelling comes, there is one callback, and a trace or an error. */
START_TEST (cancelled_by_another_thread)
{
  g_autofree char *path = save_random_trace (200000);

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      Load load = { 0 };

      run_load (&load, path, cancellable);
      g_thread_join (thread);
      ck_assert ((load.trace == NULL) == (load.error != NULL));
      if (load.error != NULL)
        ck_assert (g_error_matches (load.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
      clear_load (&load);
    }
  g_unlink (path);
}
END_TEST

START_TEST (a_cancelled_load_in_this_thread)
{
  g_autofree char *path = save_random_trace (1000);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_trace_load (file, 0, NULL, NULL, NULL, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_unlink (path);
}
END_TEST

START_TEST (a_bad_file_comes_as_an_error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("traceview-test-XXXXXX", &path, NULL);
  Load load = { 0 };

  ck_assert_int_ge (fd, 0);
  g_close (fd, NULL);
  run_load (&load, path, NULL);
  ck_assert_ptr_null (load.trace);
  ck_assert (g_error_matches (load.error, TV_TRACE_ERROR, TV_TRACE_ERROR_EMPTY));
  clear_load (&load);
  g_unlink (path);
}
END_TEST

/* Two traces are compared that need not have the same events. */
START_TEST (an_event_is_preferred)
{
  static const char text[] = "a;b 1 5\na;c 2 7\n";
  static const char *const events[] = { "after", "none", NULL };
  static const char *const chosen[] = { "after", "before", "before" };
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("traceview-test-XXXXXX", &path, NULL);

  ck_assert_int_ge (fd, 0);
  g_close (fd, NULL);
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      Load load = { 0 };

      run_load_of_event (&load, path, events[i], NULL);
      ck_assert_ptr_nonnull (load.trace);
      ck_assert_str_eq (
          tv_trace_get_sample_event (load.trace, tv_trace_get_chosen_event (load.trace))
              ->name,
          chosen[i]);
      clear_load (&load);
    }
  g_unlink (path);
}
END_TEST

TV_TESTS (NULL, NULL)
