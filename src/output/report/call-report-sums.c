/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/call-report-sums.h"

#include "analysis/stacks/call-tree.h"

static void
take_totals (TvCallReportSums *sums, const TvProfile *profile, guint n_methods,
             TvClock clock)
{
  for (guint32 method = 0; method < n_methods; method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

      sums->rows[method]
          = (TvCallReportRow){ .method = method,
                               .calls = totals->calls,
                               .recursive_calls = totals->recursive_calls,
                               .inclusive = totals->inclusive[clock],
                               .exclusive = totals->exclusive[clock] };
    }
  sums->roots = tv_profile_get_root_inclusive (profile, clock);
}

/* Takes two passes over the calls of @range, one for totals and one for edges. */
static gboolean
add_up_all (TvCallReportSums *sums, TvTrace *trace, const TvProfileRange *range,
            TvClock clock, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvProfile) profile
      = tv_profile_new_for_range (trace, range, cancellable, error);

  if (profile == NULL)
    return FALSE;
  take_totals (sums, profile, tv_trace_get_n_methods (trace), clock);
  sums->edges
      = tv_call_edges_new (trace, range, clock, &sums->total, cancellable, error);
  return sums->edges != NULL;
}

/* A method on a path, and whether it was already on the path. */
typedef struct
{
  guint32 method;
  gboolean is_recursive;
} OnPath;

static void
add_node (TvCallReportSums *sums, const TvCallTreeNode *node, TvClock clock,
          const OnPath *caller, const OnPath *callee)
{
  TvCallReportRow *row = &sums->rows[node->method];
  const TvCallEdge edge = { .caller = caller->method,
                            .callee = node->method,
                            .inclusive = node->inclusive[clock],
                            .calls = node->calls,
                            .caller_recursive = caller->is_recursive,
                            .callee_recursive = callee->is_recursive };

  g_array_append_val (sums->edges, edge);
  row->exclusive += node->exclusive[clock];
  if (callee->is_recursive)
    row->recursive_calls += node->calls;
  else
    {
      row->calls += node->calls;
      row->inclusive += node->inclusive[clock];
    }
}

/* @outermost: by method: its least depth, if it is on the path there */
static void
add_paths (TvCallReportSums *sums, const TvCallTree *tree, TvClock clock,
           guint *outermost)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (OnPath));
  guint32 index = TV_NODE_NONE;
  guint depth = 0;

  while ((index = tv_call_tree_get_next (tree, index, &depth)) != TV_NODE_NONE)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, index);
      const guint32 method = node->method;
      OnPath *on_path;

      g_array_set_size (path, depth + 1);
      on_path = (OnPath *) (gpointer) path->data;
      on_path[depth] = (OnPath){ .method = method };
      if (depth == 0)
        continue;
      if (outermost[method] > depth || on_path[outermost[method]].method != method)
        outermost[method] = depth;
      on_path[depth].is_recursive = outermost[method] < depth;
      add_node (sums, node, clock, &on_path[depth - 1], &on_path[depth]);
    }
}

/* Callers and threads have the time of the calls on a stack with a method of @through.
 */
static gboolean
add_up_through (TvCallReportSums *sums, TvTrace *trace, const TvProfileRange *range,
                const TvCallReportSpec *spec, GCancellable *cancellable, GError **error)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  const TvCallTreeLimits limits = { .clock = spec->clock, .through = spec->through };
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new (trace, range, &limits, cancellable, error);
  g_autofree guint *outermost = g_new0 (guint, MAX (n_methods, 1));

  if (tree == NULL)
    return FALSE;
  for (guint32 method = 0; method < n_methods; method++)
    sums->rows[method].method = method;
  sums->edges = g_array_new (FALSE, FALSE, sizeof (TvCallEdge));
  add_paths (sums, tree, spec->clock, outermost);
  sums->roots = sums->total = tv_call_tree_get_whole (tree, spec->clock);
  return TRUE;
}

/* Adds up the calls of a range, or only those on a stack with a method of
 * @spec->through. */
gboolean
tv_call_report_sums_init (TvCallReportSums *sums, TvTrace *trace,
                          const TvProfileRange *range, const TvCallReportSpec *spec,
                          GCancellable *cancellable, GError **error)
{
  *sums = (TvCallReportSums){ 0 };
  sums->rows = g_new0 (TvCallReportRow, MAX (tv_trace_get_n_methods (trace), 1));
  if (spec->through != NULL)
    return add_up_through (sums, trace, range, spec, cancellable, error);
  return add_up_all (sums, trace, range, spec->clock, cancellable, error);
}

void
tv_call_report_sums_clear (TvCallReportSums *sums)
{
  g_clear_pointer (&sums->rows, g_free);
  g_clear_pointer (&sums->edges, g_array_unref);
}
