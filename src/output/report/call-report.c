/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/call-report.h"

#include "analysis/sums/ranking.h"
#include "output/report/call-report-sums.h"

#include <string.h>

#define NO_ROW G_MAXUINT32

/* The callers or callees of all rows. */
typedef struct
{
  GArray *relatives; /* of TvCallReportRelative by row, the longest time first */
  guint32 *first;    /* by row, its first relative; one more than there are rows */
} Links;

struct _TvCallReport
{
  TvTrace *trace;
  TvClock clock;
  double least_share;
  gint64 total;
  GArray *rows;          /* of TvCallReportRow, the longest inclusive time first */
  guint32 *row_of;       /* by method, the last for (toplevel); G_MAXUINT32 for none */
  guint32 *name_place;   /* by row, its place in the order of names */
  guint32 *by_exclusive; /* rows, the longest exclusive time first */
  Links links[TV_N_RELATIONS];
  GArray *groups[TV_N_CALL_REPORT_GROUPINGS]; /* of TvCallReportGroup */
  guint32 *members[TV_N_CALL_REPORT_GROUPINGS];
};

static TvCallReportRow *
get_row (const TvCallReport *self, guint32 row)
{
  return &g_array_index (self->rows, TvCallReportRow, row);
}

/* Whether the time of one of several is listed, before which @n_listed are. No more can
 * have their share of @whole, unless that is 0. */
static gboolean
has_share (const TvCallReport *self, guint n_listed, gint64 time, gint64 whole)
{
  return self->least_share <= 0
         || (n_listed < 100 / self->least_share
             && (double) time * 100 >= self->least_share * (double) whole);
}

/* Callers and callees */

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
count_links (TvCallReport *self, const TvCallReportSums *sums, gboolean is_to_callee)
{
  for (guint i = 0; i < sums->n_edges; i++)
    {
      const Link link = find_link (self, &sums->edges[i], is_to_callee);

      self->links[link.relation].first[link.row + 1]++;
    }
}

/* Makes room for the counted relatives. Returns the next free place, by row. */
static guint32 *
make_room (const TvCallReport *self, Links *links)
{
  for (guint i = 0; i < self->rows->len; i++)
    links->first[i + 1] += links->first[i];
  links->relatives = g_array_new (FALSE, FALSE, sizeof (TvCallReportRelative));
  g_array_set_size (links->relatives, links->first[self->rows->len]);
  return g_memdup2 (links->first, ((gsize) self->rows->len + 1) * sizeof (guint32));
}

static void
collect_links (TvCallReport *self, const TvCallReportSums *sums, gboolean is_to_callee,
               guint32 *const next[TV_N_RELATIONS])
{
  for (guint i = 0; i < sums->n_edges; i++)
    {
      const TvCallEdge *edge = &sums->edges[i];
      const Link link = find_link (self, edge, is_to_callee);

      g_array_index (self->links[link.relation].relatives, TvCallReportRelative,
                     next[link.relation][link.row]++)
          = (TvCallReportRelative){ link.relative, edge->calls, edge->inclusive };
    }
}

/* Merges the edges of a pair of methods that differ only in how the other one was
 * called. Returns the number of edges left. */
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
sort_links (TvCallReport *self, Links *links)
{
  TvCallReportRelative *relatives
      = (TvCallReportRelative *) (gpointer) links->relatives->data;
  guint32 start = 0;
  guint32 n_left = 0;

  /* For instance, if no method calls another. */
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
  const Links *links = &self->links[TV_RELATION_CHILDREN];

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
link_rows (TvCallReport *self, const TvCallReportSums *sums, gboolean to_callees)
{
  guint32 *next[TV_N_RELATIONS] = { NULL };

  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    if (is_to_callee (relation) == to_callees)
      self->links[relation].first = g_new0 (guint32, (gsize) self->rows->len + 1);
  count_links (self, sums, to_callees);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    if (is_to_callee (relation) == to_callees)
      next[relation] = make_room (self, &self->links[relation]);
  collect_links (self, sums, to_callees, next);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      if (is_to_callee (relation) == to_callees)
        sort_links (self, &self->links[relation]);
      g_free (next[relation]);
    }
}

/* Finds the relatives of the rows and the rows' own time. */
static void
link_relatives (TvCallReport *self, const TvCallReportSums *sums, gboolean only_callees)
{
  if (!only_callees)
    link_rows (self, sums, FALSE);
  link_rows (self, sums, TRUE);
  take_callees_off (self);
}

/* Classes, and methods of the same name */

static const TvMethod *
get_method (const TvCallReport *self, guint32 row)
{
  return tv_trace_get_method (self->trace,
                              g_array_index (self->rows, TvCallReportRow, row).method);
}

static const char *
get_name (const TvCallReport *self, TvCallReportGrouping grouping, guint32 row)
{
  const TvMethod *method = get_method (self, row);

  return grouping == TV_CALL_REPORT_CLASSES ? method->class_name : method->name;
}

/* Equal times are ordered by the first members. */
static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallReport *self = user_data;
  const TvCallReportGroup *first = a;
  const TvCallReportGroup *second = b;
  const TvMethod *method;
  const TvMethod *other;
  int order;

  if (first->exclusive != second->exclusive)
    return first->exclusive > second->exclusive ? -1 : 1;
  method = get_method (self, first->members[0]);
  other = get_method (self, second->members[0]);
  order = strcmp (method->class_name, other->class_name);
  return order != 0 ? order : (method->id > other->id) - (method->id < other->id);
}

typedef struct
{
  const TvCallReport *report;
  TvCallReportGrouping grouping;
} MemberOrder;

static int
compare_group_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MemberOrder *order = user_data;

  return strcmp (get_name (order->report, order->grouping, *(const guint32 *) a),
                 get_name (order->report, order->grouping, *(const guint32 *) b));
}

/* The rows of the chosen methods, grouped by class or by name. */
static guint
list_members (const TvCallReport *self, TvCallReportGrouping grouping, guint32 *members)
{
  MemberOrder order = { self, grouping };
  guint n = 0;

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const TvCallReportRow *row = &g_array_index (self->rows, TvCallReportRow, i);

      if (row->is_chosen && row->method != TV_METHOD_NONE)
        members[n++] = i;
    }
  g_qsort_with_data (members, (gint) n, sizeof *members, compare_group_names, &order);
  return n;
}

/* By row, its place in the order of exclusive times. */
static guint32 *
find_places (const TvCallReport *self)
{
  guint32 *places = g_new (guint32, self->rows->len);

  for (guint32 i = 0; i < self->rows->len; i++)
    places[self->by_exclusive[i]] = i;
  return places;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer places)
{
  const guint32 first = ((const guint32 *) places)[*(const guint32 *) a];
  const guint32 second = ((const guint32 *) places)[*(const guint32 *) b];

  return (first > second) - (first < second);
}

static void
sort_members (TvCallReportGroup *group, guint32 *members, guint32 *places)
{
  if (group->n_members > 1)
    g_qsort_with_data (members, (gint) group->n_members, sizeof *members,
                       compare_places, places);
}

static void
add_member (TvCallReportGroup *group, const TvCallReportRow *row)
{
  group->exclusive += row->exclusive;
  group->calls += row->calls;
  group->recursive_calls += row->recursive_calls;
  group->n_members++;
}

static guint
count_listed_members (const TvCallReport *self, const TvCallReportGroup *group)
{
  guint n = 0;

  while (n < group->n_members
         && has_share (self, n, get_row (self, group->members[n])->exclusive,
                       group->exclusive))
    n++;
  return n + 1 == group->n_members ? n + 1 : n;
}

/* Puts the chosen methods into groups. */
static void
group_rows (TvCallReport *self, TvCallReportGrouping grouping)
{
  guint32 *members = g_new (guint32, self->rows->len);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (TvCallReportGroup));
  g_autofree guint32 *places = find_places (self);
  const guint n = list_members (self, grouping, members);

  for (guint i = 0, end; i < n; i = end)
    {
      TvCallReportGroup group
          = { .name = get_name (self, grouping, members[i]), .members = members + i };

      for (end = i;
           end < n
           && (end == i
               || g_str_equal (get_name (self, grouping, members[end]), group.name));
           end++)
        add_member (&group, &g_array_index (self->rows, TvCallReportRow, members[end]));
      sort_members (&group, members + i, places);
      group.n_listed = count_listed_members (self, &group);
      g_array_append_val (groups, group);
    }
  g_array_sort_with_data (groups, compare_groups, self);
  self->groups[grouping] = groups;
  self->members[grouping] = members;
}

/* Rows are compared by numbers; names are sorted once. */
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

/* By the name that dmtracedump prints. */
static int
compare_with_top_level (const TvTrace *trace, guint32 method)
{
  static const TvMethod top_level
      = { .class_name = "(toplevel)", .name = "", .signature = "" };

  return tv_method_compare (tv_trace_get_method (trace, method), &top_level);
}

/* A method may have callees in a range of time and no time of its own there. */
static gboolean *
find_callers (const TvCallReport *self, const TvCallReportSums *sums)
{
  gboolean *is_caller = g_new0 (gboolean, tv_trace_get_n_methods (self->trace) + 1);

  for (guint i = 0; i < sums->n_edges; i++)
    if (sums->edges[i].caller != TV_METHOD_NONE)
      is_caller[sums->edges[i].caller] = TRUE;
  return is_caller;
}

/* In order of their names. Returns the number of methods. */
static guint
collect_methods (const TvCallReport *self, const TvCallReportSums *sums,
                 gboolean all_methods, guint32 *methods)
{
  const guint n_methods = tv_trace_get_n_methods (self->trace);
  g_autofree gboolean *is_caller = find_callers (self, sums);
  guint n = 0;

  for (guint32 method = 0; method < n_methods; method++)
    if (all_methods || is_caller[method]
        || sums->rows[method].calls + sums->rows[method].recursive_calls > 0)
      methods[n++] = method;
  tv_methods_sort_by_name (self->trace, methods, n);
  return n;
}

static void
collect_rows (TvCallReport *self, const TvCallReportSums *sums, gboolean all_methods)
{
  g_autofree guint32 *methods
      = g_new (guint32, (gsize) tv_trace_get_n_methods (self->trace) + 1);
  const guint n = collect_methods (self, sums, all_methods, methods);
  const TvCallReportRow top_level = { .method = TV_METHOD_NONE,
                                      .inclusive = self->total,
                                      .exclusive = self->total - sums->roots,
                                      .self = self->total };
  guint i = 0;

  for (; i < n && compare_with_top_level (self->trace, methods[i]) < 0; i++)
    g_array_append_val (self->rows, sums->rows[methods[i]]);
  g_array_append_val (self->rows, top_level);
  for (; i < n; i++)
    g_array_append_val (self->rows, sums->rows[methods[i]]);
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
    self->row_of[method] = NO_ROW;
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
choose_rows (TvCallReport *self, const TvMethodFilter *filter)
{
  g_autoptr (TvMethodSet) wanted = tv_method_set_new_matching (self->trace, filter);

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      TvCallReportRow *row = &g_array_index (self->rows, TvCallReportRow, i);

      row->is_chosen = wanted == NULL
                       || (row->method != TV_METHOD_NONE
                           && tv_method_set_contains (wanted, row->method));
    }
}

/* What is listed */

/* Bytes of a line of a page without the name, and of the lines that each listed method
 * has besides those of its relatives. */
#define LINE_BYTES 130
#define N_OWN_LINES 5

static gsize
get_name_length (const TvCallReport *self, guint32 row)
{
  const TvMethod *method;

  if (get_row (self, row)->method == TV_METHOD_NONE)
    return strlen ("(toplevel)");
  method = get_method (self, row);
  return strlen (method->class_name) + strlen (method->name)
         + strlen (method->signature);
}

static gsize
estimate_row (const TvCallReport *self, guint32 row)
{
  gsize bytes = N_OWN_LINES * (LINE_BYTES + get_name_length (self, row));

  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      guint n;
      const TvCallReportRelative *relatives
          = tv_call_report_get_relatives (self, row, relation, &n);

      n = tv_call_report_count_listed_relatives (self, row, relation);
      for (guint i = 0; i < n; i++)
        bytes += LINE_BYTES + get_name_length (self, relatives[i].row);
    }
  return bytes;
}

static gsize
estimate_group (const TvCallReport *self, const TvCallReportGroup *group)
{
  gsize bytes = N_OWN_LINES * LINE_BYTES + strlen (group->name);

  for (guint i = 0; i < group->n_listed; i++)
    bytes += LINE_BYTES + get_name_length (self, group->members[i]);
  return bytes;
}

/* How much may still be listed. */
typedef struct
{
  gsize bytes;
  guint n;
} Room;

static Room
make_room_for (const TvCallReportSpec *spec, guint part)
{
  return (Room){ spec->most_bytes > 0 ? spec->most_bytes / part : G_MAXSIZE,
                 spec->top > 0 ? spec->top : G_MAXUINT };
}

static gboolean
take_room (Room *room, gsize bytes)
{
  if (room->n == 0 || room->bytes == 0)
    return FALSE;
  room->n--;
  room->bytes -= MIN (bytes, room->bytes);
  return TRUE;
}

/* Lists the chosen rows of one order until there is no room. (toplevel) needs none. */
static void
list_in_order (TvCallReport *self, const guint32 *order, Room room)
{
  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const guint32 index = order != NULL ? order[i] : i;
      TvCallReportRow *row = get_row (self, index);

      if (!row->is_chosen || (order != NULL && row->exclusive == 0))
        continue;
      if (row->method != TV_METHOD_NONE
          && !take_room (&room, row->is_listed ? 0 : estimate_row (self, index)))
        return;
      row->is_listed = TRUE;
    }
}

/* A third of the room is for the methods of the longest inclusive times, a third for
 * those of the longest exclusive times, and a third for the groups. */
static void
list_what_fits (TvCallReport *self, const TvCallReportSpec *spec)
{
  list_in_order (self, NULL, make_room_for (spec, 3));
  list_in_order (self, self->by_exclusive, make_room_for (spec, 3));
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS; grouping++)
    {
      Room room = make_room_for (spec, 3 * TV_N_CALL_REPORT_GROUPINGS);

      for (guint i = 0; i < self->groups[grouping]->len; i++)
        {
          TvCallReportGroup *group
              = &g_array_index (self->groups[grouping], TvCallReportGroup, i);

          group->is_listed = take_room (&room, estimate_group (self, group));
        }
    }
}

TvCallReport *
tv_call_report_new (TvTrace *trace, const TvProfileRange *range,
                    const TvCallReportSpec *spec, GCancellable *cancellable,
                    GError **error)
{
  g_auto (TvCallReportSums) sums = { 0 };
  TvCallReport *self;

  g_return_val_if_fail (trace != NULL && range != NULL && spec != NULL, NULL);

  if (!tv_call_report_sums_init (&sums, trace, range, spec, cancellable, error))
    return NULL;
  self = g_new0 (TvCallReport, 1);
  self->trace = tv_trace_ref (trace);
  self->clock = spec->clock;
  self->least_share = spec->least_share;
  self->total = sums.total;
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvCallReportRow));
  collect_rows (self, &sums, spec->all_methods);
  g_clear_pointer (&sums.rows, g_free);
  rank_rows (self);
  rank_by_exclusive (self);
  choose_rows (self, spec->filter);
  link_relatives (self, &sums, spec->only_callees);
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS && !spec->only_callees;
       grouping++)
    group_rows (self, grouping);
  if (!spec->only_callees)
    list_what_fits (self, spec);
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

double
tv_call_report_get_least_share (const TvCallReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->least_share;
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
  const Links *links;

  g_return_val_if_fail (report != NULL && row < report->rows->len, NULL);
  g_return_val_if_fail (relation < TV_N_RELATIONS && n_relatives != NULL, NULL);

  links = &report->links[relation];
  g_return_val_if_fail (links->first != NULL, NULL);

  *n_relatives = links->first[row + 1] - links->first[row];
  /* An array that never had a row has no memory, and NULL + 0 is undefined. */
  return *n_relatives > 0 ? &g_array_index (links->relatives, TvCallReportRelative,
                                            links->first[row])
                          : NULL;
}

/* Returns how many relatives of a row are listed, from the first. A single one that has
 * less than its share is as good as a line that sums it up. */
guint
tv_call_report_count_listed_relatives (const TvCallReport *report, guint row,
                                       TvRelation relation)
{
  guint n_relatives;
  const TvCallReportRelative *relatives
      = tv_call_report_get_relatives (report, row, relation, &n_relatives);
  const gint64 inclusive = get_row (report, row)->inclusive;
  guint n = 0;

  while (n < n_relatives && has_share (report, n, relatives[n].inclusive, inclusive))
    n++;
  return n + 1 == n_relatives ? n + 1 : n;
}

/* Returns the chosen methods in groups, the longest exclusive time first. `(toplevel)`
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
