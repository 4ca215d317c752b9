/* SPDX-License-Identifier: Apache-2.0 */

/* Questions to a loaded trace: sums, relatives, call trees, and the report of -r. */

#include "analysis/stacks/call-tree.h"
#include "analysis/stacks/relatives.h"
#include "analysis/sums/group-profile.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/method-choice.h"
#include "bench/yardstick.h"
#include "output/report/report-regression.h"
#include "trace/formats/trace-loader.h"
#include "trace/transform/transform.h"

#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct
{
  const TvBenchOptions *options;
  TvBenchTable table;
  TvTrace *trace;
  TvProfile *profile;
  TvMethodGroups *classes;
  TvMethodGroups *packages;
  guint32 method; /* whose relatives are asked for */
} Subject;

/* Something to measure, on the whole trace. */
typedef gboolean (*Work) (const Subject *subject, GError **error);

static gboolean
run_work (const Subject *subject, const char *name, Work work, GError **error)
{
  g_autoptr (TvTimings) samples = tv_timings_new ();

  for (int i = 0; i < subject->options->n_runs; i++)
    {
      gboolean resets = tv_measure_reset_peak ();
      double start = tv_measure_now ();
      double cpu = tv_measure_get_cpu ();
      TvMeasure measure = { 0 };

      if (!work (subject, error))
        return FALSE;
      measure.seconds = tv_measure_now () - start;
      measure.cpu = tv_measure_get_cpu () - cpu;
      measure.peak = resets ? tv_measure_get_peak () : 0;
      tv_timings_add (samples, &measure);
    }
  tv_bench_table_row (&subject->table, name, samples);
  return TRUE;
}

static gboolean
work_profile (const Subject *subject, GError **error)
{
  g_autoptr (TvProfile) profile = tv_profile_new (subject->trace, NULL, error);

  return profile != NULL;
}

static gboolean
work_classes (const Subject *subject, GError **error)
{
  g_autoptr (TvGroupProfile) profile
      = tv_group_profile_new (subject->profile, subject->classes, NULL, error);

  return profile != NULL;
}

static gboolean
work_packages (const Subject *subject, GError **error)
{
  g_autoptr (TvGroupProfile) profile
      = tv_group_profile_new (subject->profile, subject->packages, NULL, error);

  return profile != NULL;
}

static gboolean
work_relatives (const Subject *subject, GError **error)
{
  g_autoptr (TvRelatives) relatives
      = tv_relatives_new (subject->profile, subject->method, NULL, error);

  return relatives != NULL;
}

static gboolean
transform_by (const Subject *subject, TvTransformKind kind, GError **error)
{
  g_autoptr (TvTransform) transform = tv_transform_new (kind, &subject->method, 1);
  g_autoptr (TvTrace) trace
      = tv_trace_new_transformed (subject->trace, transform, 0, NULL, error);

  return trace != NULL;
}

static gboolean
work_merge (const Subject *subject, GError **error)
{
  return transform_by (subject, TV_TRANSFORM_MERGE, error);
}

static gboolean
work_recursion (const Subject *subject, GError **error)
{
  return transform_by (subject, TV_TRANSFORM_COLLAPSE_RECURSION, error);
}

static gboolean
work_drop (const Subject *subject, GError **error)
{
  return transform_by (subject, TV_TRANSFORM_DROP, error);
}

static TvCallTree *
make_tree (const Subject *subject, gboolean bottom_up, GError **error)
{
  const TvCallTreeLimits limits
      = { .bottom_up = bottom_up,
          .clock = tv_trace_get_primary_clock (subject->trace) };
  const TvCallTreeGrowth methods = { .max_depth = 1, .complete = TRUE };
  TvCallTree *tree = tv_call_tree_new_closed (
      subject->trace, tv_profile_get_range (subject->profile), &limits, NULL, error);

  if (tree != NULL && tv_call_tree_grow (tree, TV_NODE_NONE, &methods, NULL, error))
    return tree;
  tv_call_tree_free (tree);
  return NULL;
}

static gboolean
work_tree (const Subject *subject, GError **error)
{
  g_autoptr (TvCallTree) tree = make_tree (subject, FALSE, error);

  return tree != NULL;
}

static gboolean
work_bottom_up (const Subject *subject, GError **error)
{
  g_autoptr (TvCallTree) tree = make_tree (subject, TRUE, error);

  return tree != NULL;
}

static gboolean
work_heaviest (const Subject *subject, GError **error)
{
  const TvCallTreeGrowth one_level = { .max_depth = 1, .complete = TRUE };
  g_autoptr (TvCallTree) tree = make_tree (subject, FALSE, error);
  gboolean grown = tree != NULL;
  guint32 last = 0;
  guint n = grown ? tv_call_tree_get_n_nodes (tree) : 0;

  while (grown && n > 0)
    {
      grown = tv_call_tree_grow (tree, last, &one_level, NULL, error);
      last = tv_call_tree_get_children (tree, last, &n);
    }
  return grown;
}

/* As wide as a window: a frame has a pixel at least. */
static gboolean
work_flame_graph (const Subject *subject, GError **error)
{
  const TvCallTreeLimits limits
      = { .clock = tv_trace_get_primary_clock (subject->trace),
          .least_share = 1. / 1600 };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      subject->trace, tv_profile_get_range (subject->profile), &limits, NULL, error);

  return tree != NULL;
}

static gboolean
work_regression (const Subject *subject, GError **error)
{
  int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  g_autoptr (GOutputStream) out = g_unix_output_stream_new (null, TRUE);

  return tv_report_regression (subject->profile, out, NULL, error);
}

static gboolean
run_all (Subject *subject, GError **error)
{
  tv_bench_table_head (&subject->table, "questions to a loaded trace");
  if (!run_work (subject, "profile", work_profile, error))
    return FALSE;
  if (!run_work (subject, "sums of classes", work_classes, error)
      || !run_work (subject, "sums of packages", work_packages, error))
    return FALSE;

  subject->method = tv_method_choice_heaviest (subject->profile);
  if (!run_work (subject, "relatives of the heaviest method", work_relatives, error))
    return FALSE;

  subject->method = tv_method_choice_widest (subject->trace);
  if (!run_work (subject, "transform: merge a method", work_merge, error)
      || !run_work (subject, "transform: collapse recursion", work_recursion, error)
      || !run_work (subject, "transform: drop a method", work_drop, error))
    return FALSE;
  if (!run_work (subject, "relatives of the widest method", work_relatives, error))
    return FALSE;
  if (!run_work (subject, "call tree: outermost calls", work_tree, error)
      || !run_work (subject, "call tree: heaviest path", work_heaviest, error)
      || !run_work (subject, "call tree: methods, bottom up", work_bottom_up, error)
      || !run_work (subject, "call tree: flame graph", work_flame_graph, error))
    return FALSE;
  return run_work (subject, "-r, without writing it", work_regression, error);
}

static gboolean
measure_all (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, TV_BENCH_CLASSIC, error);
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvMethodGroups) classes = NULL;
  g_autoptr (TvMethodGroups) packages = NULL;
  g_autoptr (TvTimings) yardstick = tv_timings_new ();
  Subject subject = { .options = options,
                      .table = { options->n_events, yardstick },
                      .method = TV_METHOD_NONE };

  if (path == NULL)
    return FALSE;
  for (int i = 0; i < options->n_runs; i++)
    if (!tv_yardstick_measure (path, yardstick, error))
      return FALSE;

  file = g_file_new_for_path (path);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  profile = tv_profile_new (trace, NULL, error);
  if (profile == NULL)
    return FALSE;

  subject.trace = trace;
  subject.profile = profile;
  subject.classes = classes = tv_method_groups_new (profile, TV_GROUPING_CLASS, NULL);
  subject.packages = packages
      = tv_method_groups_new (profile, TV_GROUPING_PACKAGE, NULL);
  return run_all (&subject, error);
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

  if (tv_bench_options_parse (&options, "Measures what is asked of a loaded trace.",
                              &argc, &argv, &error)
      && measure_all (&options, &error))
    return EXIT_SUCCESS;

  g_printerr ("bench-analysis: %s\n", error->message);
  return EXIT_FAILURE;
}
