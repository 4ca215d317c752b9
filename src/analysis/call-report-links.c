/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees of the rows of a report, out of the edges between methods. */

#include "analysis/call-report-private.h"

typedef struct
{
  guint32 row;
  TvCallReportRelative relative;
} Link;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Link *first = a;
  const Link *second = b;

  if (first->row != second->row)
    return first->row < second->row ? -1 : 1;
  return (first->relative.row > second->relative.row)
         - (first->relative.row < second->relative.row);
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallReport *self = user_data;
  const TvCallReportRelative *first = a;
  const TvCallReportRelative *second = b;
  const guint32 first_place = self->name_place[first->row];
  const guint32 second_place = self->name_place[second->row];

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  return (first_place > second_place) - (first_place < second_place);
}

static guint32
find_row (const TvCallReport *self, guint32 method)
{
  return self->row_of[MIN (method, tv_trace_get_n_methods (self->trace))];
}

static void
add_link (GArray *links, guint32 row, guint32 relative, const TvCallEdge *edge,
          TvClock clock)
{
  const Link link = { row, { relative, edge->calls, edge->inclusive[clock] } };

  g_array_append_val (links, link);
}

static GArray *
collect_links (const TvCallReport *self, const TvCallEdges *edges, TvRelation relation)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (Link));
  guint n;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n);

  for (guint i = 0; i < n; i++, edge++)
    {
      const guint32 caller = find_row (self, edge->caller);
      const guint32 callee = find_row (self, edge->callee);

      if (relation
          == (edge->callee_recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE
                                     : TV_RELATION_PARENTS))
        add_link (links, callee, caller, edge, self->clock);
      if (relation
          == (edge->caller_recursive ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
                                     : TV_RELATION_CHILDREN))
        add_link (links, caller, callee, edge, self->clock);
    }
  g_array_sort (links, compare_rows);
  return links;
}

/* The edges of a pair of methods that differ in how the other one was called are one.
 */
static void
merge_links (TvCallReportLinks *self, const GArray *links, guint n_rows)
{
  guint row = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = &g_array_index (links, Link, i);
      const gboolean is_more
          = i > 0 && compare_rows (link, &g_array_index (links, Link, i - 1)) == 0;
      TvCallReportRelative *last;

      for (; row <= link->row; row++)
        self->first[row] = self->relatives->len;
      if (!is_more)
        {
          g_array_append_val (self->relatives, link->relative);
          continue;
        }
      last = &g_array_index (self->relatives, TvCallReportRelative,
                             self->relatives->len - 1);
      last->calls += link->relative.calls;
      last->inclusive += link->relative.inclusive;
    }
  for (; row <= n_rows; row++)
    self->first[row] = self->relatives->len;
}

static void
sort_links (TvCallReport *self, TvCallReportLinks *links)
{
  TvCallReportRelative *relatives
      = (TvCallReportRelative *) (gpointer) links->relatives->data;

  for (guint32 row = 0; row < self->rows->len; row++)
    {
      const guint32 n = links->first[row + 1] - links->first[row];

      if (n > 1)
        g_qsort_with_data (relatives + links->first[row], (gint) n, sizeof *relatives,
                           compare_times, self);
    }
}

static void
take_callees_off (TvCallReport *self)
{
  const TvCallReportLinks *links = &self->links[TV_RELATION_CHILDREN];

  for (guint32 i = 0; i < self->rows->len; i++)
    for (guint32 at = links->first[i]; at < links->first[i + 1]; at++)
      g_array_index (self->rows, TvCallReportRow, i).self
          -= g_array_index (links->relatives, TvCallReportRelative, at).inclusive;
}

/**
 * tv_call_report_link:
 * @self: a report that has its rows
 * @edges: who calls whom in the same range
 *
 * Gives the rows their relatives, and the time that is their own.
 */
void
tv_call_report_link (TvCallReport *self, const TvCallEdges *edges)
{
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      TvCallReportLinks *links = &self->links[relation];
      g_autoptr (GArray) found = collect_links (self, edges, relation);

      links->relatives = g_array_new (FALSE, FALSE, sizeof (TvCallReportRelative));
      links->first = g_new (guint32, (gsize) self->rows->len + 1);
      merge_links (links, found, self->rows->len);
      sort_links (self, links);
    }
  take_callees_off (self);
}
