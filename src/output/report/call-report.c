/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/call-report.h"

#include "analysis/sums/ranking.h"
#include "output/report/call-report-sums.h"

#include <string.h>

#define NO_ROW G_MAXUINT32

/* Returns whether a time is listed after @n_listed others. Only so many can have the
 * least share of @whole; if that is 0, all have it. */
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

/* The longest time comes first; equal times are ordered by name. */
static int
compare_times (const TvCallReport *self, gint64 first_time, guint32 first,
               gint64 second_time, guint32 second)
{
  const guint32 first_place = self->rows[first].name_place;
  const guint32 second_place = self->rows[second].name_place;

  if (first_time != second_time)
    return first_time > second_time ? -1 : 1;
  return (first_place > second_place) - (first_place < second_place);
}

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer report)
{
  const TvCallReportRelative *first = a;
  const TvCallReportRelative *second = b;

  return compare_times (report, first->inclusive, first->row, second->inclusive,
                        second->row);
}

static guint32
find_row (const TvCallReport *self, guint32 method)
{
  return self->row_of[MIN (method, tv_trace_get_n_methods (self->trace))];
}

/* Finds the row of an edge and its relative in @relation. Returns whether both have a
 * row. */
static gboolean
find_link (const TvCallReport *self, const TvCallEdge *edge, TvRelation relation,
           guint32 *row, guint32 *relative)
{
  const gboolean upward = tv_relation_is_upward (relation);

  *row = find_row (self, upward ? edge->callee : edge->caller);
  *relative = find_row (self, upward ? edge->caller : edge->callee);
  return (upward ? edge->callee_recursive : edge->caller_recursive)
         == tv_relation_is_of_recursive (relation);
}

/* Fills in the relatives of each row, in the order of the edges. */
static void
collect_links (TvCallReport *self, const GArray *edges, TvRelation relation)
{
  /* A counting sort. The number of a row's relatives is counted two places after the
   * row. Summed up, the place after the row says where its next relative goes: first
   * where they begin, at last where they end. */
  guint32 *first = g_new0 (guint32, (gsize) self->n_rows + 2);
  TvCallReportRelative *relatives;
  guint32 row, relative;

  for (guint i = 0; i < edges->len; i++)
    if (find_link (self, &g_array_index (edges, TvCallEdge, i), relation, &row,
                   &relative))
      first[row + 2]++;
  for (guint i = 0; i < self->n_rows; i++)
    first[i + 2] += first[i + 1];
  relatives = g_new (TvCallReportRelative, first[self->n_rows + 1]);
  for (guint i = 0; i < edges->len; i++)
    {
      const TvCallEdge *edge = &g_array_index (edges, TvCallEdge, i);

      if (find_link (self, edge, relation, &row, &relative))
        relatives[first[row + 1]++]
            = (TvCallReportRelative){ relative, edge->calls, edge->inclusive };
    }
  self->first_relative[relation] = first;
  self->relatives[relation] = relatives;
}

/* Merges the relatives of a row that have the same method. Returns how many are left.
 */
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
sort_links (const TvCallReport *self, TvRelation relation)
{
  TvCallReportRelative *relatives = self->relatives[relation];
  guint32 *first = self->first_relative[relation];
  guint32 start = 0;
  guint32 n_left = 0;

  for (guint32 row = 0; row < self->n_rows; row++)
    {
      const guint32 end = first[row + 1];
      const guint32 n = end > start ? merge_links (relatives + start, end - start) : 0;

      if (n > 1)
        g_qsort_with_data (relatives + start, (gint) n, sizeof *relatives,
                           compare_relatives, (gpointer) self);
      if (n > 0)
        memmove (relatives + n_left, relatives + start, n * sizeof *relatives);
      n_left += n;
      first[row + 1] = n_left;
      start = end;
    }
}

/* Classes, and methods of the same name */

static const TvMethod *
get_method (const TvCallReport *self, guint32 row)
{
  return tv_trace_get_method (self->trace, self->rows[row].method);
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

/* Lists the rows of the chosen methods by class or by name. Within a group they stay in
 * order of exclusive time, because the sort is stable. */
static guint
list_members (const TvCallReport *self, TvCallReportGrouping grouping, guint32 *members)
{
  MemberOrder order = { self, grouping };
  guint n = 0;

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const guint32 index = self->by_exclusive[i];
      const TvCallReportRow *row = &self->rows[index];

      if (row->is_chosen && row->method != TV_METHOD_NONE)
        members[n++] = index;
    }
  g_qsort_with_data (members, (gint) n, sizeof *members, compare_group_names, &order);
  return n;
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

  while (
      n < group->n_members
      && has_share (self, n, self->rows[group->members[n]].exclusive, group->exclusive))
    n++;
  return n + 1 == group->n_members ? n + 1 : n;
}

/* Puts the chosen methods into groups. */
static void
group_rows (TvCallReport *self, TvCallReportGrouping grouping)
{
  guint32 *members = g_new (guint32, self->n_rows);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (TvCallReportGroup));
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
        add_member (&group, &self->rows[members[end]]);
      group.n_listed = count_listed_members (self, &group);
      g_array_append_val (groups, group);
    }
  g_array_sort_with_data (groups, compare_groups, self);
  self->n_groups[grouping] = groups->len;
  self->groups[grouping] = (gpointer) g_array_free (groups, FALSE);
  self->members[grouping] = members;
}

/* Compares by the name that dmtracedump prints. */
static int
compare_with_top_level (const TvTrace *trace, guint32 method)
{
  static const TvMethod top_level
      = { .class_name = "(toplevel)", .name = "", .signature = "" };

  return tv_method_compare (tv_trace_get_method (trace, method), &top_level);
}

/* Finds methods that call others in the range: they have a row even if they have no
 * time of their own there. */
static gboolean *
find_callers (const TvCallReport *self, const TvCallReportSums *sums)
{
  gboolean *is_caller = g_new0 (gboolean, tv_trace_get_n_methods (self->trace) + 1);

  for (guint i = 0; i < sums->edges->len; i++)
    {
      const guint32 caller = g_array_index (sums->edges, TvCallEdge, i).caller;

      if (caller != TV_METHOD_NONE)
        is_caller[caller] = TRUE;
    }
  return is_caller;
}

/* Collects the methods in order of name. Returns their number. */
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
append_row (TvCallReport *self, const TvCallReportRow *row)
{
  self->rows[self->n_rows] = *row;
  self->rows[self->n_rows].name_place = self->n_rows;
  self->n_rows++;
}

/* Makes the rows in order of name. */
static void
collect_rows (TvCallReport *self, const TvCallReportSums *sums, gboolean all_methods)
{
  g_autofree guint32 *methods
      = g_new (guint32, (gsize) tv_trace_get_n_methods (self->trace) + 1);
  const guint n = collect_methods (self, sums, all_methods, methods);
  const TvCallReportRow top_level = { .method = TV_METHOD_NONE,
                                      .inclusive = self->total,
                                      .exclusive = self->total - sums->roots };
  guint i = 0;

  self->rows = g_new (TvCallReportRow, (gsize) n + 1);
  for (; i < n && compare_with_top_level (self->trace, methods[i]) < 0; i++)
    append_row (self, &sums->rows[methods[i]]);
  append_row (self, &top_level);
  for (; i < n; i++)
    append_row (self, &sums->rows[methods[i]]);
}

static int
compare_inclusive (gconstpointer a, gconstpointer b)
{
  const TvCallReportRow *first = a;
  const TvCallReportRow *second = b;

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  return (first->name_place > second->name_place)
         - (first->name_place < second->name_place);
}

static int
compare_exclusive (gconstpointer a, gconstpointer b, gpointer report)
{
  const TvCallReportRow *rows = ((const TvCallReport *) report)->rows;
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return compare_times (report, rows[first].exclusive, first, rows[second].exclusive,
                        second);
}

static void
rank_rows (TvCallReport *self)
{
  const guint n_methods = tv_trace_get_n_methods (self->trace);

  qsort (self->rows, self->n_rows, sizeof *self->rows, compare_inclusive);
  self->row_of = g_new (guint32, (gsize) n_methods + 1);
  for (guint32 method = 0; method <= n_methods; method++)
    self->row_of[method] = NO_ROW;
  self->by_exclusive = g_new (guint32, self->n_rows);
  for (guint32 i = 0; i < self->n_rows; i++)
    {
      self->row_of[MIN (self->rows[i].method, n_methods)] = i;
      self->by_exclusive[i] = i;
    }
  g_qsort_with_data (self->by_exclusive, (gint) self->n_rows,
                     sizeof *self->by_exclusive, compare_exclusive, self);
}

static void
choose_rows (TvCallReport *self, const TvMethodFilter *filter)
{
  g_autoptr (TvMethodSet) wanted = tv_method_set_new_matching (self->trace, filter);

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      TvCallReportRow *row = &self->rows[i];

      row->is_chosen = wanted == NULL
                       || (row->method != TV_METHOD_NONE
                           && tv_method_set_contains (wanted, row->method));
    }
}

/* What is listed */

/* The bytes of a line of the page without its name, and the number of lines of a listed
 * method besides its relatives. */
#define LINE_BYTES 130
#define N_OWN_LINES 5

static gsize
get_name_length (const TvCallReport *self, guint32 row)
{
  const TvMethod *method;

  if (self->rows[row].method == TV_METHOD_NONE)
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

/* How much more may be listed. */
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

/* Lists chosen rows in an order until the room is used up. (toplevel) takes none. */
static void
list_in_order (TvCallReport *self, const guint32 *order, Room room)
{
  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const guint32 index = order != NULL ? order[i] : i;
      TvCallReportRow *row = &self->rows[index];

      if (!row->is_chosen || (order != NULL && row->exclusive == 0))
        continue;
      if (row->method != TV_METHOD_NONE
          && !take_room (&room, row->is_listed ? 0 : estimate_row (self, index)))
        return;
      row->is_listed = TRUE;
    }
}

/* Gives a third of the room to the methods with the longest inclusive times, a third to
 * those with the longest exclusive times, and a third to the groups. */
static void
list_what_fits (TvCallReport *self, const TvCallReportSpec *spec)
{
  list_in_order (self, NULL, make_room_for (spec, 3));
  list_in_order (self, self->by_exclusive, make_room_for (spec, 3));
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS; grouping++)
    {
      Room room = make_room_for (spec, 3 * TV_N_CALL_REPORT_GROUPINGS);

      for (guint i = 0; i < self->n_groups[grouping]; i++)
        {
          TvCallReportGroup *group = &self->groups[grouping][i];

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
  collect_rows (self, &sums, spec->all_methods);
  g_clear_pointer (&sums.rows, g_free);
  rank_rows (self);
  choose_rows (self, spec->filter);
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    if (!(spec->only_callees && tv_relation_is_upward (relation)))
      {
        collect_links (self, sums.edges, relation);
        sort_links (self, relation);
      }
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
  g_free (report->rows);
  g_free (report->by_exclusive);
  g_free (report->row_of);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      g_free (report->relatives[relation]);
      g_free (report->first_relative[relation]);
    }
  for (guint grouping = 0; grouping < TV_N_CALL_REPORT_GROUPINGS; grouping++)
    {
      g_free (report->groups[grouping]);
      g_free (report->members[grouping]);
    }
  g_free (report);
}

/* Returns the exclusive time of the calls of a row that are not recursive. With the
 * time of the callees it adds up to the inclusive time. */
gint64
tv_call_report_get_self (const TvCallReport *report, guint row)
{
  guint n;
  const TvCallReportRelative *callees
      = tv_call_report_get_relatives (report, row, TV_RELATION_CHILDREN, &n);
  gint64 self = report->rows[row].inclusive;

  for (guint i = 0; i < n; i++)
    self -= callees[i].inclusive;
  return self;
}

const TvCallReportRelative *
tv_call_report_get_relatives (const TvCallReport *report, guint row,
                              TvRelation relation, guint *n_relatives)
{
  const guint32 *first;

  g_return_val_if_fail (report != NULL && row < report->n_rows, NULL);
  g_return_val_if_fail (relation < TV_N_RELATIONS && n_relatives != NULL, NULL);

  first = report->first_relative[relation];
  g_return_val_if_fail (first != NULL, NULL);

  *n_relatives = first[row + 1] - first[row];
  /* Without relatives the array is NULL, and NULL + 0 is undefined. */
  return *n_relatives > 0 ? report->relatives[relation] + first[row] : NULL;
}

/* Returns how many relatives of a row are listed, from the first. If only one is below
 * the least share, it is listed instead of a line that sums up. */
guint
tv_call_report_count_listed_relatives (const TvCallReport *report, guint row,
                                       TvRelation relation)
{
  guint n_relatives;
  const TvCallReportRelative *relatives
      = tv_call_report_get_relatives (report, row, relation, &n_relatives);
  const gint64 inclusive = report->rows[row].inclusive;
  guint n = 0;

  while (n < n_relatives && has_share (report, n, relatives[n].inclusive, inclusive))
    n++;
  return n + 1 == n_relatives ? n + 1 : n;
}
