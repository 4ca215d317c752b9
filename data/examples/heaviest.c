/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the ten methods of a trace with the longest exclusive time.
 *
 *   cc heaviest.c -o heaviest $(pkg-config --cflags --libs tvtrace-0)
 *   ./heaviest app.trace [mapping.txt]
 *
 * It is C and C++. The library has such sums, see tv_profile_new(); here they are made
 * from the calls themselves.
 */

#include <tvtrace.h>

#define N_PRINTED 10

static void
add_thread (const TvTrace *trace, guint thread, TvClock clock, gint64 *exclusive)
{
  const gsize n = tv_trace_get_thread (trace, thread)->n_calls;

  for (gsize call = 0; call < n; call++)
    {
      const gint64 inclusive = tv_trace_get_call_end (trace, thread, call, clock)
                               - tv_trace_get_call_start (trace, thread, call, clock);
      const guint32 parent = tv_trace_get_call_parent (trace, thread, call);

      exclusive[tv_trace_get_call_method (trace, thread, call)] += inclusive;
      if (parent != TV_CALL_NONE)
        exclusive[tv_trace_get_call_method (trace, thread, parent)] -= inclusive;
    }
}

static TvTrace *
load (const char *trace_name, const char *mapping_name, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (trace_name);
  g_autoptr (TvNameMapping) mapping = NULL;

  if (mapping_name != NULL)
    {
      g_autoptr (GFile) names = g_file_new_for_commandline_arg (mapping_name);
      g_auto (GStrv) warnings = NULL;

      mapping = tv_name_mapping_new ();
      if (!tv_name_mapping_add_file (mapping, names, &warnings, NULL, error))
        return NULL;
    }
  return tv_trace_load (file, 0, mapping, NULL, NULL, NULL, error);
}

static void
print_heaviest (const TvTrace *trace, gint64 *exclusive)
{
  const guint n = tv_trace_get_n_methods (trace);

  for (guint i = 0; i < MIN (N_PRINTED, n); i++)
    {
      g_autofree char *name = NULL;
      guint heaviest = 0;

      for (guint method = 1; method < n; method++)
        if (exclusive[method] > exclusive[heaviest])
          heaviest = method;
      name = tv_method_dup_display_name (tv_trace_get_method (trace, heaviest));
      g_print ("%12.3f ms  %s\n", (double) exclusive[heaviest] / 1e6, name);
      exclusive[heaviest] = G_MININT64;
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace
      = load (argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : NULL, &error);
  g_autofree gint64 *exclusive = NULL;

  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  exclusive = g_new0 (gint64, tv_trace_get_n_methods (trace) + 1);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    add_thread (trace, thread, tv_trace_get_primary_clock (trace), exclusive);
  print_heaviest (trace, exclusive);
  return 0;
}
