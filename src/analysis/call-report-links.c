/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees of the rows of a report, out of the edges between methods. */

#include "analysis/call-report-private.h"

#include <string.h>

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const TvCallReportRelative *first = a;
  const TvCallReportRelative *second = b;

  return (first->row > second->row) - (first->row < second->row);
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

/* Which of the two methods of an edge has the other as a relative, if any has. */
static gboolean
find_link (const TvCallReport *self, const TvCallEdge *edge, TvRelation relation,
           guint32 *row, guint32 *relative)
{
  const guint32 caller = find_row (self, edge->caller);
  const guint32 callee = find_row (self, edge->callee);
  const gboolean is_parent
      = relation
        == (edge->callee_recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE
                                   : TV_RELATION_PARENTS);

  *row = is_parent ? callee : caller;
  *relative = is_parent ? caller : callee;
  return is_parent
         || relation
                == (edge->caller_recursive ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
                                           : TV_RELATION_CHILDREN);
}

/* Returns: by row, and one more: where its relatives begin */
static guint32 *
count_links (const TvCallReport *self, const TvCallEdge *edges, guint n_edges,
             TvRelation relation)
{
  guint32 *first = g_new0 (guint32, (gsize) self->rows->len + 1);
  guint32 row, relative;

  for (guint i = 0; i < n_edges; i++)
    if (find_link (self, &edges[i], relation, &row, &relative))
      first[row + 1]++;
  for (guint i = 0; i < self->rows->len; i++)
    first[i + 1] += first[i];
  return first;
}

static GArray *
collect_links (const TvCallReport *self, const TvCallEdges *edges, TvRelation relation,
               const guint32 *first)
{
  GArray *relatives = g_array_new (FALSE, FALSE, sizeof (TvCallReportRelative));
  guint n;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n);
  g_autofree guint32 *next
      = g_memdup2 (first, ((gsize) self->rows->len + 1) * sizeof *next);

  g_array_set_size (relatives, first[self->rows->len]);
  for (guint i = 0; i < n; i++, edge++)
    {
      guint32 row, relative;

      if (find_link (self, edge, relation, &row, &relative))
        g_array_index (relatives, TvCallReportRelative, next[row]++)
            = (TvCallReportRelative){ relative, edge->calls,
                                      edge->inclusive[self->clock] };
    }
  return relatives;
}

/* The edges of a pair of methods that differ in how the other one was called are one.
 * Returns: how many are left */
static guint32
merge_links (TvCallReportRelative *relatives, guint32 n)
{
  guint32 n_left = 0;

  if (n > 1)
    qsort (relatives, n, sizeof *relatives, compare_rows);
  for (guint32 i = 0; i < n; i++)
    {
      TvCallReportRelative *last = n_left > 0 ? &relatives[n_left - 1] : NULL;

      if (last == NULL || last->row != relatives[i].row)
        relatives[n_left++] = relatives[i];
      else
        {
          last->calls += relatives[i].calls;
          last->inclusive += relatives[i].inclusive;
        }
    }
  return n_left;
}

static void
sort_links (TvCallReport *self, TvCallReportLinks *links)
{
  TvCallReportRelative *relatives
      = (TvCallReportRelative *) (gpointer) links->relatives->data;
  guint32 start = 0;
  guint32 n_left = 0;

  /* No method of the trace calls another, say. */
  if (relatives == NULL)
    return;
  for (guint32 row = 0; row < self->rows->len; row++)
    {
      const guint32 end = links->first[row + 1];
      const guint32 n = end > start ? merge_links (relatives + start, end - start) : 0;

      if (n > 1)
        g_qsort_with_data (relatives + start, (gint) n, sizeof *relatives,
                           compare_times, self);
      if (n > 0)
        memmove (relatives + n_left, relatives + start, n * sizeof *relatives);
      n_left += n;
      links->first[row + 1] = n_left;
      start = end;
    }
  g_array_set_size (links->relatives, n_left);
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
  guint n;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n);

  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      TvCallReportLinks *links = &self->links[relation];

      links->first = count_links (self, edge, n, relation);
      links->relatives = collect_links (self, edges, relation, links->first);
      sort_links (self, links);
    }
  take_callees_off (self);
}
