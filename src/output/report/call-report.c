/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/call-report.h"

#include "analysis/sums/method-filter.h"
#include "analysis/sums/ranking.h"
#include "output/report/call-report-private.h"

/* Rows are compared by numbers alone: names are put in order once. */
typedef struct
{
  gint64 time;
  guint32 place; /* in the order of names */
  guint32 index;
} RowKey;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const RowKey *first = a;
  const RowKey *second = b;

  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return (first->place > second->place) - (first->place < second->place);
}

/* As dmtracedump has it, by the name it prints. */
static int
compare_with_top_level (const TvTrace *trace, guint32 method)
{
  static const TvMethod top_level
      = { .class_name = "(toplevel)", .name = "", .signature = "" };

  return tv_method_compare (tv_trace_get_method (trace, method), &top_level);
}

static void
add_row (TvCallReport *self, const TvProfile *profile, guint32 method)
{
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  const TvCallReportRow row = { .method = method,
                                .calls = totals->calls,
                                .recursive_calls = totals->recursive_calls,
                                .inclusive = totals->inclusive[self->clock],
                                .exclusive = totals->exclusive[self->clock],
                                .self = totals->inclusive[self->clock] };

  g_array_append_val (self->rows, row);
}

/* A method may call in a range of time without having a part in it itself. */
static gboolean *
find_callers (const TvCallReport *self, const TvCallEdges *edges)
{
  gboolean *is_caller = g_new0 (gboolean, tv_trace_get_n_methods (self->trace) + 1);
  guint n_edges;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n_edges);

  for (guint i = 0; i < n_edges; i++)
    if (edge[i].caller != TV_METHOD_NONE)
      is_caller[edge[i].caller] = TRUE;
  return is_caller;
}

static gboolean
is_wanted (const TvProfile *profile, const gboolean *is_caller, gboolean all_methods,
           guint32 method)
{
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

  return all_methods || is_caller[method]
         || totals->calls + totals->recursive_calls > 0;
}

/* In order of their names. Returns: how many */
static guint
collect_methods (const TvCallReport *self, const TvProfile *profile,
                 const TvCallEdges *edges, gboolean all_methods, guint32 *methods)
{
  const guint n_methods = tv_trace_get_n_methods (self->trace);
  g_autofree gboolean *is_caller = find_callers (self, edges);
  guint n = 0;

  for (guint32 method = 0; method < n_methods; method++)
    if (is_wanted (profile, is_caller, all_methods, method))
      methods[n++] = method;
  tv_methods_sort_by_name (self->trace, methods, n);
  return n;
}

static void
collect_rows (TvCallReport *self, const TvProfile *profile, const TvCallEdges *edges,
              gboolean all_methods)
{
  const gint64 roots = tv_profile_get_root_inclusive (profile, self->clock);
  g_autofree guint32 *methods
      = g_new (guint32, (gsize) tv_trace_get_n_methods (self->trace) + 1);
  const guint n = collect_methods (self, profile, edges, all_methods, methods);
  const TvCallReportRow top_level = { .method = TV_METHOD_NONE,
                                      .inclusive = self->total,
                                      .exclusive = self->total - roots,
                                      .self = self->total };
  guint i = 0;

  for (; i < n && compare_with_top_level (self->trace, methods[i]) < 0; i++)
    add_row (self, profile, methods[i]);
  g_array_append_val (self->rows, top_level);
  for (; i < n; i++)
    add_row (self, profile, methods[i]);
}

static gint64
get_time (const TvCallReportRow *row, gboolean exclusive)
{
  return exclusive ? row->exclusive : row->inclusive;
}

/* @place has the place of each row in the order of names. */
static RowKey *
sort_rows (const TvCallReport *self, const guint32 *place, gboolean exclusive)
{
  RowKey *keys = g_new (RowKey, self->rows->len);

  for (guint32 i = 0; i < self->rows->len; i++)
    keys[i] = (RowKey){ get_time (&g_array_index (self->rows, TvCallReportRow, i),
                                  exclusive),
                        place != NULL ? place[i] : i, i };
  qsort (keys, self->rows->len, sizeof *keys, compare_keys);
  return keys;
}

static void
rank_rows (TvCallReport *self)
{
  g_autoptr (GArray) by_name = self->rows;
  g_autofree RowKey *keys = NULL;
  const guint n_methods = tv_trace_get_n_methods (self->trace);

  keys = sort_rows (self, NULL, FALSE);
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (TvCallReportRow), by_name->len);
  self->name_place = g_new (guint32, by_name->len);
  self->row_of = g_new (guint32, (gsize) n_methods + 1);
  for (guint32 method = 0; method <= n_methods; method++)
    self->row_of[method] = TV_CALL_REPORT_NO_ROW;
  for (guint32 i = 0; i < by_name->len; i++)
    {
      const TvCallReportRow *row
          = &g_array_index (by_name, TvCallReportRow, keys[i].index);

      g_array_append_vals (self->rows, row, 1);
      self->name_place[i] = keys[i].index;
      self->row_of[MIN (row->method, n_methods)] = i;
    }
}

static void
rank_by_exclusive (TvCallReport *self)
{
  g_autofree RowKey *keys = sort_rows (self, self->name_place, TRUE);

  self->by_exclusive = g_new (guint32, self->rows->len);
  for (guint32 i = 0; i < self->rows->len; i++)
    self->by_exclusive[i] = keys[i].index;
}

static void
list_rows (TvCallReport *self, const GRegex *filter)
{
  g_autoptr (TvMethodSet) wanted = NULL;

  if (filter != NULL)
    wanted = tv_method_filter_new (self->trace, filter);
  for (guint32 i = 0; i < self->rows->len; i++)
    {
      TvCallReportRow *row = &g_array_index (self->rows, TvCallReportRow, i);

      row->is_listed = wanted == NULL
                       || (row->method != TV_METHOD_NONE
                           && tv_method_set_contains (wanted, row->method));
    }
}

/* Makes a report in two passes over the calls of range, one for the totals and one for
 * who calls whom. */
TvCallReport *
tv_call_report_new (TvTrace *trace, const TvProfileRange *range,
                    const TvCallReportSpec *spec, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvCallEdges) edges = NULL;
  TvCallReport *self;

  g_return_val_if_fail (trace != NULL && range != NULL && spec != NULL, NULL);

  profile = tv_profile_new_for_range (trace, range, cancellable, error);
  if (profile != NULL)
    edges = tv_call_edges_new (trace, range, spec->clock, cancellable, error);
  if (edges == NULL)
    return NULL;
  self = g_new0 (TvCallReport, 1);
  self->trace = tv_trace_ref (trace);
  self->clock = spec->clock;
  self->total = tv_call_edges_get_thread_time (edges);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvCallReportRow));
  collect_rows (self, profile, edges, spec->all_methods);
  g_clear_pointer (&profile, tv_profile_unref);
  rank_rows (self);
  rank_by_exclusive (self);
  list_rows (self, spec->filter);
  tv_call_report_link (self, edges, spec->only_callees);
  g_clear_pointer (&edges, tv_call_edges_free);
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS && !spec->only_callees;
       grouping++)
    tv_call_report_group (self, grouping);
  return self;
}

void
tv_call_report_free (TvCallReport *report)
{
  if (report == NULL)
    return;
  tv_trace_unref (report->trace);
  g_array_unref (report->rows);
  g_free (report->row_of);
  g_free (report->name_place);
  g_free (report->by_exclusive);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      g_clear_pointer (&report->links[relation].relatives, g_array_unref);
      g_free (report->links[relation].first);
    }
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS; grouping++)
    {
      g_clear_pointer (&report->groups[grouping], g_array_unref);
      g_free (report->members[grouping]);
    }
  g_free (report);
}

TvTrace *
tv_call_report_get_trace (const TvCallReport *report)
{
  g_return_val_if_fail (report != NULL, NULL);

  return report->trace;
}

TvClock
tv_call_report_get_clock (const TvCallReport *report)
{
  g_return_val_if_fail (report != NULL, TV_CLOCK_WALL);

  return report->clock;
}

/* Returns nanoseconds between the first and the last event of each thread, summed over
 * the threads. The exclusive times add up to it. */
gint64
tv_call_report_get_total (const TvCallReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->total;
}

const TvCallReportRow *
tv_call_report_get_rows (const TvCallReport *report, guint *n_rows)
{
  g_return_val_if_fail (report != NULL && n_rows != NULL, NULL);

  *n_rows = report->rows->len;
  return (const TvCallReportRow *) (gpointer) report->rows->data;
}

const guint32 *
tv_call_report_get_by_exclusive (const TvCallReport *report)
{
  g_return_val_if_fail (report != NULL, NULL);

  return report->by_exclusive;
}

const TvCallReportRelative *
tv_call_report_get_relatives (const TvCallReport *report, guint row,
                              TvRelation relation, guint *n_relatives)
{
  const TvCallReportLinks *links;

  g_return_val_if_fail (report != NULL && row < report->rows->len, NULL);
  g_return_val_if_fail (relation < TV_N_RELATIONS && n_relatives != NULL, NULL);

  links = &report->links[relation];
  g_return_val_if_fail (links->first != NULL, NULL);

  *n_relatives = links->first[row + 1] - links->first[row];
  return (const TvCallReportRelative *) (gpointer) links->relatives->data
         + links->first[row];
}

/* Returns the listed methods in groups, the longest exclusive time first. `(toplevel)`
 * is in none. */
const TvCallReportGroup *
tv_call_report_get_groups (const TvCallReport *report, TvCallReportGrouping grouping,
                           guint *n_groups)
{
  g_return_val_if_fail (report != NULL && n_groups != NULL, NULL);
  g_return_val_if_fail (grouping < TV_N_CALL_REPORT_GROUPINGS, NULL);
  g_return_val_if_fail (report->groups[grouping] != NULL, NULL);

  *n_groups = report->groups[grouping]->len;
  return (const TvCallReportGroup *) (gpointer) report->groups[grouping]->data;
}
