/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees of the rows of a report, out of the edges between methods. */

#include "output/report/call-report-private.h"

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

/* One method of an edge has the other as a relative. */
typedef struct
{
  TvRelation relation;
  guint32 row;
  guint32 relative;
} Link;

static Link
find_link (const TvCallReport *self, const TvCallEdge *edge, gboolean is_to_callee)
{
  const guint32 caller = find_row (self, edge->caller);
  const guint32 callee = find_row (self, edge->callee);

  if (is_to_callee)
    return (Link){ edge->caller_recursive ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
                                          : TV_RELATION_CHILDREN,
                   caller, callee };
  return (Link){ edge->callee_recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE
                                        : TV_RELATION_PARENTS,
                 callee, caller };
}

static void
count_links (TvCallReport *self, const TvCallEdges *edges, gboolean is_to_callee)
{
  guint n;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n);

  for (guint i = 0; i < n; i++)
    {
      const Link link = find_link (self, &edge[i], is_to_callee);

      self->links[link.relation].first[link.row + 1]++;
    }
}

/* Makes room for the relatives that were counted. Returns: by row, the next free place
 */
static guint32 *
make_room (const TvCallReport *self, TvCallReportLinks *links)
{
  for (guint i = 0; i < self->rows->len; i++)
    links->first[i + 1] += links->first[i];
  links->relatives = g_array_new (FALSE, FALSE, sizeof (TvCallReportRelative));
  g_array_set_size (links->relatives, links->first[self->rows->len]);
  return g_memdup2 (links->first, ((gsize) self->rows->len + 1) * sizeof (guint32));
}

static void
collect_links (TvCallReport *self, const TvCallEdges *edges, gboolean is_to_callee,
               guint32 *const next[TV_N_RELATIONS])
{
  guint n;
  const TvCallEdge *edge = tv_call_edges_get (edges, &n);

  for (guint i = 0; i < n; i++)
    {
      const Link link = find_link (self, &edge[i], is_to_callee);

      g_array_index (self->links[link.relation].relatives, TvCallReportRelative,
                     next[link.relation][link.row]++)
          = (TvCallReportRelative){ link.relative, edge[i].calls, edge[i].inclusive };
    }
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

static gboolean
is_to_callee (TvRelation relation)
{
  return relation == TV_RELATION_CHILDREN
         || relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE;
}

static void
link_rows (TvCallReport *self, const TvCallEdges *edges, gboolean to_callees)
{
  guint32 *next[TV_N_RELATIONS] = { NULL };

  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    if (is_to_callee (relation) == to_callees)
      self->links[relation].first = g_new0 (guint32, (gsize) self->rows->len + 1);
  count_links (self, edges, to_callees);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    if (is_to_callee (relation) == to_callees)
      next[relation] = make_room (self, &self->links[relation]);
  collect_links (self, edges, to_callees, next);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      if (is_to_callee (relation) == to_callees)
        sort_links (self, &self->links[relation]);
      g_free (next[relation]);
    }
}

/* Gives the rows their relatives, and the time that is their own. */
void
tv_call_report_link (TvCallReport *self, const TvCallEdges *edges,
                     gboolean only_callees)
{
  if (!only_callees)
    link_rows (self, edges, FALSE);
  link_rows (self, edges, TRUE);
  take_callees_off (self);
}
