/* SPDX-License-Identifier: Apache-2.0 */

#include "query-text.h"

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

/* On thread 1 a from 0 to 1000, in it b from 100 to 500 and to 600, in the
 * first b an a from 200 to 300; on thread 2 b(int) from 0 to 250, in it the a of
 * another class from 220, which is still open at the end. The CPU clock stands still
 * from 300 to 500 on thread 1, which is a wait of the first b. Times are microseconds.
 */
TvTrace *
tv_test_make_shop (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_property (writer, "pid", "1");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "pool 1");
  tv_trace_writer_add_method (writer, 0x4, "p.Shop", "a", "()V", "Shop.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.Cart", "b", "()V", "Cart.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p.Cart", "b", "(I)V", "Cart.java", 3);
  tv_trace_writer_add_method (writer, 0x10, "p.Cart", "never", "()V", NULL, 0);
  tv_trace_writer_add_method (writer, 0x14, "q.Shop", "a", "()V", "Shop.java", 1);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 2, 0xc, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 50, 100);
  tv_trace_writer_enter (writer, 1, 0x4, 100, 200);
  tv_trace_writer_enter (writer, 2, 0x14, 130, 220);
  tv_trace_writer_exit (writer, 1, 0x4, 150, 300);
  tv_trace_writer_exit (writer, 1, 0x8, 150, 500);
  tv_trace_writer_enter (writer, 1, 0x8, 150, 500);
  tv_trace_writer_exit (writer, 1, 0x8, 200, 600);
  tv_trace_writer_exit (writer, 1, 0x4, 500, 1000);
  return tv_test_load (writer);
}

static gboolean
add_rows (TvQueryRows *rows, gpointer text, GError **error)
{
  const guint n = tv_query_rows_get_n_columns (rows);
  g_autoptr (GError) reason = NULL;

  while (tv_query_rows_next (rows, &reason))
    for (guint column = 0; column < n; column++)
      {
        const TvQueryValue value = tv_query_rows_get (rows, column);

        if (value.kind == TV_QUERY_INTEGER)
          g_string_append_printf (text, "%" G_GINT64_FORMAT, value.integer);
        else if (value.kind == TV_QUERY_REAL)
          g_string_append_printf (text, "%.3f", value.real);
        else if (value.kind != TV_QUERY_NULL)
          g_string_append (text, value.text);
        g_string_append_c (text, column + 1 < n ? '|' : '\n');
      }
  if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return error == NULL || *error == NULL;
}

/* Returns the rows of a script, with bars between values, and what was wrong with it.
 */
char *
tv_test_ask (TvQuery *query, const char *script)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!tv_query_run (query, script, add_rows, text, NULL, &error))
    g_string_append (text, error->message);
  return g_string_free (text, FALSE);
}

/* Fails the test unless a script has this answer, as tv_test_ask() writes it. */
void
tv_test_assert_answer (TvQuery *query, const char *script, const char *expected)
{
  g_autofree char *answer = tv_test_ask (query, script);

  ck_assert_msg (g_str_equal (answer, expected), "%s\ngives\n%s\nand not\n%s", script,
                 answer, expected);
}
