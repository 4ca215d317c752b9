/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the ten methods of a trace with the longest exclusive time.
 *
 *   cc heaviest.c -o heaviest $(pkg-config --cflags --libs tvtrace-0)
 */

#include "trace/formats/trace-loader.h"

#define N_PRINTED 10

static void
add_thread (const TvTrace *trace, guint thread, TvClock clock, gint64 *exclusive)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  for (gsize call = 0; call < calls.n; call++)
    {
      const gint64 inclusive = tv_times_get (&calls.end[clock], call)
                               - tv_times_get (&calls.start[clock], call);

      exclusive[tv_calls_method (&calls, call)] += inclusive;
      if (calls.parent[call] != TV_CALL_NONE)
        exclusive[tv_calls_method (&calls, calls.parent[call])] -= inclusive;
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argc > 1 ? argv[1] : "");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, &error);
  g_autofree gint64 *exclusive = NULL;

  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  exclusive = g_new0 (gint64, tv_trace_get_n_methods (trace) + 1);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    add_thread (trace, thread, tv_trace_get_primary_clock (trace), exclusive);
  for (guint i = 0; i < MIN (N_PRINTED, tv_trace_get_n_methods (trace)); i++)
    {
      g_autofree char *name = NULL;
      guint heaviest = 0;

      for (guint method = 1; method < tv_trace_get_n_methods (trace); method++)
        if (exclusive[method] > exclusive[heaviest])
          heaviest = method;
      name = tv_method_dup_display_name (tv_trace_get_method (trace, heaviest));
      g_print ("%12.3f ms  %s\n", (double) exclusive[heaviest] / 1e6, name);
      exclusive[heaviest] = G_MININT64;
    }
  return 0;
}
