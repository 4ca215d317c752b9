/* SPDX-License-Identifier: Apache-2.0 */

/* The example that is shipped is what its generator writes, and shows what a trace can
 * hold. */

#include "support/app-start.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

START_TEST (shipped_file_is_what_the_generator_writes)
{
  g_autoptr (TvTraceWriter) writer = tv_app_start_write ();
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "data",
                                            "examples", "app-start.trace", NULL);
  g_autofree char *shipped = NULL;
  gsize shipped_size = 0;
  gsize size = 0;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  ck_assert (g_file_get_contents (path, &shipped, &shipped_size, NULL));
  ck_assert_uint_eq (shipped_size, size);
  ck_assert_mem_eq (shipped, data, size);
  ck_assert_uint_gt (size, 180 * 1024);
  ck_assert_uint_lt (size, 220 * 1024);
}
END_TEST

START_TEST (it_holds_something_of_everything)
{
  g_autoptr (TvTraceWriter) writer = tv_app_start_write ();
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  guint flags = 0;
  guint n_busy = 0;
  gsize n_waits = 0;
  gint64 start = 0;
  gint64 end = 0;

  tv_assert_no_warning (trace);
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);
      TvCalls calls = tv_trace_get_calls (trace, i);

      n_busy += thread->n_calls > 0;
      n_waits += thread->n_waits;
      for (gsize k = 0; k < calls.n; k++)
        flags |= calls.flags[k];
    }
  ck_assert_uint_ge (n_busy, 8);
  ck_assert_uint_gt (n_waits, 200);
  ck_assert_uint_eq (flags, TV_CALL_PRE_OPEN | TV_CALL_STILL_OPEN | TV_CALL_BY_EXCEPTION
                                | TV_CALL_RECURSIVE);
  tv_trace_get_axis_range (trace, &start, &end);
  ck_assert_int_gt (end - start, 2 * G_GINT64_CONSTANT (1000000000));
  ck_assert_int_lt (end - start, 3 * G_GINT64_CONSTANT (1000000000));
}
END_TEST

TV_TESTS (NULL, NULL)
