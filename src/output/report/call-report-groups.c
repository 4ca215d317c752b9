/* SPDX-License-Identifier: Apache-2.0 */

/* Classes, and methods of the same name, with the sums of their methods. */

#include "output/report/call-report-private.h"

#include <string.h>

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

/* Where times are equal, the first members decide. */
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

/* The rows of the listed methods, those of a class or of a name beside each other. */
static guint
list_members (const TvCallReport *self, TvCallReportGrouping grouping, guint32 *members)
{
  MemberOrder order = { self, grouping };
  guint n = 0;

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const TvCallReportRow *row = &g_array_index (self->rows, TvCallReportRow, i);

      if (row->is_listed && row->method != TV_METHOD_NONE)
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

/* Puts the listed methods into groups. */
void
tv_call_report_group (TvCallReport *self, TvCallReportGrouping grouping)
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
      g_array_append_val (groups, group);
    }
  g_array_sort_with_data (groups, compare_groups, self);
  self->groups[grouping] = groups;
  self->members[grouping] = members;
}
