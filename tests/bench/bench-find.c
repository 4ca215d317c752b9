/* SPDX-License-Identifier: Apache-2.0 */

/* Methods found by name, as at every key stroke in the find bar. */

#include "analysis/find/name-search.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "trace/formats/trace-loader.h"

#include <stdlib.h>

typedef struct
{
  const char *title;
  TvNameMatch match;
  gboolean class_only;
  const char *queries[2]; /* for each of the traces, so that something is found */
} Question;

static const TvBenchTrace traces[] = { TV_BENCH_CLASSIC, TV_BENCH_NAMES };

static const Question questions[] = {
  { "a letter", TV_NAME_MATCH_TEXT, FALSE, { "m", "m" } },
  { "eight letters", TV_NAME_MATCH_TEXT, FALSE, { "method12", "getstrin" } },
  { "eight letters of a class", TV_NAME_MATCH_TEXT, TRUE, { ".class12", "stringbu" } },
  { "eight letters without a hit",
    TV_NAME_MATCH_TEXT,
    FALSE,
    { "methodzz", "getstrzz" } },
  { "three words", TV_NAME_MATCH_WORDS, FALSE, { "99 class com", "get str list" } },
  { "regular expression", TV_NAME_MATCH_REGEX, FALSE, { "s1.*99", "get.*list" } },
  { "expression with a choice",
    TV_NAME_MATCH_REGEX,
    FALSE,
    { "(s1|s2).*99", "(get|set).*list" } },
  { "expression for a class",
    TV_NAME_MATCH_REGEX,
    TRUE,
    { "\\w+\\d5$", "\\b\\w+(y|m)$" } },
};

static gboolean
run_question (const TvBenchOptions *options, const TvNameHaystack *names,
              const Question *question, guint trace, GError **error)
{
  g_autoptr (TvTimings) samples = tv_timings_new ();
  g_autofree char *name = NULL;
  guint n_hits = 0;

  for (int i = 0; i < options->n_runs; i++)
    {
      TvMeasure measure = { 0 };
      double start = tv_measure_now ();
      double cpu = tv_measure_get_cpu ();
      g_autoptr (TvNamePattern) pattern = tv_name_pattern_new (
          question->queries[trace], question->match, question->class_only, error);
      g_autoptr (TvMethodSet) hits
          = pattern != NULL ? tv_name_search (names, pattern, NULL, error) : NULL;

      if (hits == NULL)
        return FALSE;
      measure.seconds = tv_measure_now () - start;
      measure.cpu = tv_measure_get_cpu () - cpu;
      tv_timings_add (samples, &measure);
      n_hits = tv_method_set_get_n (hits);
    }
  name = g_strdup_printf ("%s: %u hits", question->title, n_hits);
  tv_bench_table_small_row (name, samples);
  return TRUE;
}

static TvNameHaystack *
make_names (const TvBenchOptions *options, TvTrace *trace, GError **error)
{
  g_autoptr (TvTimings) samples = tv_timings_new ();
  g_autoptr (TvNameHaystack) names = NULL;

  for (int i = 0; i < options->n_runs; i++)
    {
      TvMeasure measure = { 0 };
      double start = tv_measure_now ();
      double cpu = tv_measure_get_cpu ();

      g_clear_pointer (&names, tv_name_haystack_unref);
      names = tv_name_haystack_new (trace, NULL, error);
      if (names == NULL)
        return NULL;
      measure.seconds = tv_measure_now () - start;
      measure.cpu = tv_measure_get_cpu () - cpu;
      tv_timings_add (samples, &measure);
    }
  tv_bench_table_small_row ("copy of all names", samples);
  return g_steal_pointer (&names);
}

static gboolean
run_trace (const TvBenchOptions *options, guint index, GError **error)
{
  const TvBenchTable table = { options->n_events, NULL };
  g_autofree char *path = tv_bench_trace_make (options, traces[index], error);
  g_autofree char *title = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvNameHaystack) names = NULL;

  if (path == NULL)
    return FALSE;
  file = g_file_new_for_path (path);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  title
      = g_strdup_printf ("finding %u methods by name", tv_trace_get_n_methods (trace));
  tv_bench_table_head (&table, title);
  names = make_names (options, trace, error);
  if (names == NULL)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    if (!run_question (options, names, &questions[i], index, error))
      return FALSE;
  return TRUE;
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean done = tv_bench_options_parse (
      &options, "Measures how methods are found by name.", &argc, &argv, &error);

  for (guint i = 0; done && i < G_N_ELEMENTS (traces); i++)
    done = run_trace (&options, i, &error);
  if (!done)
    g_printerr ("bench-find: %s\n", error->message);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
