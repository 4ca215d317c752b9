/* SPDX-License-Identifier: Apache-2.0 */

/* Classes, and methods of the same name, with the sums of their methods. */

#include "analysis/call-report-private.h"

typedef struct
{
  const TvCallReport *report;
  TvCallReportGrouping grouping;
} Naming;

static const TvMethod *
get_method (const TvCallReport *self, guint32 row)
{
  return tv_trace_get_method (self->trace,
                              g_array_index (self->rows, TvCallReportRow, row).method);
}

static const char *
get_name (const Naming *naming, guint32 row)
{
  const TvMethod *method = get_method (naming->report, row);

  return naming->grouping == TV_CALL_REPORT_CLASSES ? method->class_name : method->name;
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Naming *naming = user_data;
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;
  const gint64 first_time
      = g_array_index (naming->report->rows, TvCallReportRow, first).exclusive;
  const gint64 second_time
      = g_array_index (naming->report->rows, TvCallReportRow, second).exclusive;
  const guint32 *place = naming->report->name_place;
  const int order = strcmp (get_name (naming, first), get_name (naming, second));

  if (order != 0)
    return order;
  if (first_time != second_time)
    return first_time > second_time ? -1 : 1;
  return (place[first] > place[second]) - (place[first] < place[second]);
}

/* Where times are equal, the first members decide. */
static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallReport *self = user_data;
  const TvCallReportGroup *first = a;
  const TvCallReportGroup *second = b;
  const TvMethod *method = get_method (self, first->members[0]);
  const TvMethod *other = get_method (self, second->members[0]);
  int order;

  if (first->exclusive != second->exclusive)
    return first->exclusive > second->exclusive ? -1 : 1;
  order = strcmp (method->class_name, other->class_name);
  return order != 0 ? order : (method->id > other->id) - (method->id < other->id);
}

static guint
list_members (const TvCallReport *self, guint32 *members)
{
  guint n = 0;

  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const TvCallReportRow *row = &g_array_index (self->rows, TvCallReportRow, i);

      if (row->is_listed && row->method != TV_METHOD_NONE)
        members[n++] = i;
    }
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

/**
 * tv_call_report_group:
 * @self: a report that has its rows
 * @grouping: by what
 *
 * Puts the listed methods into groups.
 */
void
tv_call_report_group (TvCallReport *self, TvCallReportGrouping grouping)
{
  Naming naming = { self, grouping };
  guint32 *members = g_new (guint32, self->rows->len);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (TvCallReportGroup));
  const guint n = list_members (self, members);

  g_qsort_with_data (members, (gint) n, sizeof *members, compare_names, &naming);
  for (guint i = 0; i < n; i++)
    {
      const char *name = get_name (&naming, members[i]);
      TvCallReportGroup *last = NULL;

      if (groups->len > 0)
        last = &g_array_index (groups, TvCallReportGroup, groups->len - 1);
      if (last == NULL || strcmp (last->name, name) != 0)
        {
          const TvCallReportGroup group = { .name = name, .members = members + i };

          g_array_append_val (groups, group);
          last = &g_array_index (groups, TvCallReportGroup, groups->len - 1);
        }
      add_member (last, &g_array_index (self->rows, TvCallReportRow, members[i]));
    }
  g_array_sort_with_data (groups, compare_groups, self);
  self->groups[grouping] = groups;
  self->members[grouping] = members;
}
