/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-order.h"

#include "analysis/sums/ranking.h"

/* Classes and packages */

/* Copies the references, so that a worker can add to its own. */
void
tv_profile_groups_copy (const TvProfileGroups *self, TvProfileGroups *copy)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    {
      copy->groups[i]
          = self->groups[i] != NULL ? tv_method_groups_ref (self->groups[i]) : NULL;
      copy->sums[i]
          = self->sums[i] != NULL ? tv_group_profile_ref (self->sums[i]) : NULL;
      copy->base_sums[i] = self->base_sums[i] != NULL
                               ? tv_group_profile_ref (self->base_sums[i])
                               : NULL;
    }
}

void
tv_profile_groups_clear (TvProfileGroups *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    {
      g_clear_pointer (&self->groups[i], tv_method_groups_unref);
      g_clear_pointer (&self->sums[i], tv_group_profile_unref);
      g_clear_pointer (&self->base_sums[i], tv_group_profile_unref);
    }
}

/* Returns whether a grouped table needs the sums of these groups. */
static gboolean
needs (TvProfileGrouping grouping, TvGrouping kind)
{
  static const gboolean needed[TV_N_PROFILE_GROUPINGS][TV_GROUPING_LIBRARY + 1]
      = { [TV_PROFILE_GROUPING_CLASS][TV_GROUPING_CLASS] = TRUE,
          [TV_PROFILE_GROUPING_PACKAGE][TV_GROUPING_CLASS] = TRUE,
          [TV_PROFILE_GROUPING_PACKAGE][TV_GROUPING_PACKAGE] = TRUE,
          [TV_PROFILE_GROUPING_LIBRARY][TV_GROUPING_LIBRARY] = TRUE };

  return needed[grouping][kind];
}

static gboolean
are_of (TvGroupProfile *sums, const TvProfile *profile)
{
  return profile == NULL || (sums != NULL && sums->profile == profile);
}

static gboolean
groups_know (const TvProfileGroups *self, const TvProfileOrder *order)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    if (needs (order->grouping, (TvGrouping) i)
        && !(are_of (self->sums[i], order->profile)
             && are_of (self->base_sums[i], order->base)))
      return FALSE;
  return TRUE;
}

static gboolean
sum_up (TvGroupProfile **sums, TvMethodGroups *groups, TvProfile *profile,
        GCancellable *cancellable)
{
  if (*sums != NULL && profile != NULL && are_of (*sums, profile))
    return TRUE;
  g_clear_pointer (sums, tv_group_profile_unref);
  if (profile != NULL)
    *sums = tv_group_profile_new (profile, groups, cancellable, NULL);
  return profile == NULL || *sums != NULL;
}

/* Sums up the classes and packages of a grouping. */
static gboolean
groups_find (TvProfileGroups *self, const TvProfileOrder *order,
             GCancellable *cancellable)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    {
      if (!needs (order->grouping, (TvGrouping) i))
        continue;
      if (self->groups[i] != NULL
          && self->groups[i]->trace != tv_profile_get_trace (order->whole))
        {
          g_clear_pointer (&self->groups[i], tv_method_groups_unref);
          g_clear_pointer (&self->base_sums[i], tv_group_profile_unref);
        }
      if (self->groups[i] == NULL)
        self->groups[i] = tv_method_groups_new_for_both (
            order->whole, order->base_whole, (TvGrouping) i, cancellable);
      if (self->groups[i] == NULL
          || !sum_up (&self->sums[i], self->groups[i], order->profile, cancellable)
          || !sum_up (&self->base_sums[i], self->groups[i], order->base, cancellable))
        return FALSE;
    }
  return TRUE;
}

/* Sorting */

static gboolean
is_by_rank (const TvProfileOrder *order)
{
  return order->column == TV_PROFILE_N_COLUMNS;
}

typedef struct
{
  double value;
  guint32 index;
} SortItem;

static double
get_value (TvProfileColumn column, gboolean descending, const TvProfileNumbers *numbers,
           guint32 name_place)
{
  double value = name_place;

  if (column != TV_PROFILE_COLUMN_NAME)
    value = tv_profile_column_get_weight (column, numbers);
  return descending ? -value : value;
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const double first = ((const SortItem *) a)->value;
  const double second = ((const SortItem *) b)->value;

  return (first > second) - (first < second);
}

/* The sort is stable: equal values stay in the order that they are in, by name. */
static void
sort_items (SortItem *items, guint32 *sorted, guint n)
{
  g_qsort_with_data (items, (gint) n, sizeof *items, compare_items, NULL);
  for (guint i = 0; i < n; i++)
    sorted[i] = items[i].index;
}

/* The outline */

/* An ordered list, split by the parents of its members. Each part keeps the order.
 * Members at the top have the owner 0. */
typedef struct
{
  guint32 *members; /* those of the first owner, then of the second, … */
  guint32 *firsts;  /* by owner, and one more: the first of its members */
  guint32 *places;  /* by member: its position among those of its owner */
} Members;

struct _TvProfileOutline
{
  GObject parent_instance;

  TvOutlineLevel top;
  TvProfileGroups groups;
  TvComparison by;
  TvCallLength *lengths[TV_GROUPING_LIBRARY + 1]; /* NULL while they are not known */
  guint32 *package_of;                            /* by class; NULL without packages */
  Members members[TV_N_OUTLINE_LEVELS];           /* zeros for levels that it lacks */
};

G_DEFINE_FINAL_TYPE (TvProfileOutline, tv_profile_outline, G_TYPE_OBJECT)

static void
tv_profile_outline_finalize (GObject *object)
{
  TvProfileOutline *self = TV_PROFILE_OUTLINE (object);

  tv_profile_groups_clear (&self->groups);
  for (guint i = 0; i < G_N_ELEMENTS (self->lengths); i++)
    g_free (self->lengths[i]);
  g_free (self->package_of);
  for (guint i = 0; i < G_N_ELEMENTS (self->members); i++)
    {
      g_free (self->members[i].members);
      g_free (self->members[i].firsts);
      g_free (self->members[i].places);
    }

  G_OBJECT_CLASS (tv_profile_outline_parent_class)->finalize (object);
}

static void
tv_profile_outline_class_init (TvProfileOutlineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_outline_finalize;
}

static void
tv_profile_outline_init (TvProfileOutline *self)
{
}

static TvMethodGroups *
get_groups (TvProfileOutline *self, TvGrouping grouping)
{
  return self->groups.groups[grouping];
}

/* Returns the groups that methods are in. */
static TvMethodGroups *
get_innermost (TvProfileOutline *self)
{
  return get_groups (self, self->top == TV_OUTLINE_LIBRARIES ? TV_GROUPING_LIBRARY
                                                             : TV_GROUPING_CLASS);
}

static guint32
get_owner (TvProfileOutline *self, TvOutlineLevel level, guint32 member)
{
  if (level == self->top)
    return 0;
  return level == TV_OUTLINE_CLASSES ? self->package_of[member]
                                     : get_innermost (self)->by_method[member];
}

/* Splits a list by counting, which keeps the order. */
static void
split (TvProfileOutline *self, TvOutlineLevel level, const guint32 *sorted, guint n,
       guint n_all, guint n_owners)
{
  Members *members = &self->members[level];
  g_autofree guint32 *next = g_new (guint32, MAX (n_owners, 1));

  members->members = g_new (guint32, MAX (n, 1));
  members->firsts = g_new0 (guint32, n_owners + 1);
  members->places = g_new (guint32, MAX (n_all, 1));
  memset (members->places, 0xff, n_all * sizeof *members->places);
  for (guint i = 0; i < n; i++)
    if (get_owner (self, level, sorted[i]) < n_owners)
      members->firsts[get_owner (self, level, sorted[i]) + 1]++;
  for (guint i = 0; i < n_owners; i++)
    {
      members->firsts[i + 1] += members->firsts[i];
      next[i] = members->firsts[i];
    }
  for (guint i = 0; i < n; i++)
    {
      const guint32 owner = get_owner (self, level, sorted[i]);

      if (owner >= n_owners)
        continue;
      members->places[sorted[i]] = next[owner] - members->firsts[owner];
      members->members[next[owner]++] = sorted[i];
    }
}

/* Returns the children of a class or package, or, with 0 for @owner, the members of the
 * top level. */
const guint32 *
tv_profile_outline_get_members (TvProfileOutline *self, TvOutlineLevel level,
                                guint32 owner, guint *n)
{
  const Members *members = &self->members[level];

  *n = members->firsts[owner + 1] - members->firsts[owner];
  return &members->members[members->firsts[owner]];
}

/* Returns the numbers of a class or package. */
TvProfileNumbers
tv_profile_outline_get_numbers (TvProfileOutline *self, TvGrouping grouping,
                                guint32 group)
{
  const TvGroupProfile *sums = self->groups.sums[grouping];
  const TvGroupProfile *base = self->groups.base_sums[grouping];
  const TvCallLength *lengths = self->lengths[grouping];

  return (TvProfileNumbers){
    .trace = tv_profile_get_trace (sums->profile),
    .totals = &sums->totals[group],
    .base = base != NULL ? &base->totals[group] : NULL,
    .by = &self->by,
    .length = lengths != NULL ? &lengths[group] : NULL,
  };
}

/* All calls are recursive if the outermost one ended at the beginning of the range. */
static gboolean
has_calls (const TvMethodTotals *totals)
{
  return totals != NULL && totals->calls + totals->recursive_calls > 0;
}

/* Returns the groups with calls, in order. Equal ones are ordered by ascending name in
 * both directions, as in Traceview. */
static guint32 *
sort_groups (TvProfileOutline *self, TvGrouping grouping, const TvProfileOrder *order,
             guint *n)
{
  const TvProfileColumn by_rank = order->clock == TV_CLOCK_WALL
                                      ? TV_PROFILE_COLUMN_INCL_REAL
                                      : TV_PROFILE_COLUMN_INCL_CPU;
  const TvProfileColumn column = is_by_rank (order) ? by_rank : order->column;
  const gboolean descending = is_by_rank (order) || order->descending;
  TvMethodGroups *groups = get_groups (self, grouping);
  guint32 *sorted = tv_method_groups_list_by_name (groups, grouping);
  const guint n_all = groups->n;
  g_autofree SortItem *items = g_new (SortItem, MAX (n_all, 1));

  *n = 0;
  for (guint i = 0; i < n_all; i++)
    {
      const TvProfileNumbers numbers
          = tv_profile_outline_get_numbers (self, grouping, sorted[i]);

      if (has_calls (numbers.totals) || has_calls (numbers.base))
        {
          items[*n]
              = (SortItem){ get_value (column, descending, &numbers, *n), sorted[i] };
          (*n)++;
        }
    }
  sort_items (items, sorted, *n);
  return sorted;
}

/* Leaves out groups without children. */
static void
drop_empty (TvProfileOutline *self, TvOutlineLevel below, guint32 *groups,
            guint *n_groups)
{
  guint n_left = 0;

  for (guint i = 0; i < *n_groups; i++)
    {
      guint n;

      (void) tv_profile_outline_get_members (self, below, groups[i], &n);
      if (n > 0)
        groups[n_left++] = groups[i];
    }
  *n_groups = n_left;
}

/* Adds the groups of a level, after their children. */
static void
add_groups (TvProfileOutline *self, TvGrouping grouping, const TvProfileOrder *order)
{
  const TvOutlineLevel level = (TvOutlineLevel) grouping;
  guint n;
  g_autofree guint32 *sorted = sort_groups (self, grouping, order, &n);

  if (order->packages != NULL)
    drop_empty (self, tv_profile_outline_get_below (self, level), sorted, &n);
  split (self, level, sorted, n, get_groups (self, grouping)->n,
         level == self->top ? 1 : get_groups (self, TV_GROUPING_PACKAGE)->n);
}

/* Puts methods under their groups. Equal groups are ordered by name. They have no
 * ranks, but the same default order: by inclusive time. */
static TvProfileOutline *
outline_new (const TvProfileOrder *order)
{
  TvProfileOutline *self = g_object_new (TV_TYPE_PROFILE_OUTLINE, NULL);
  guint n;
  const guint32 *methods = tv_method_sequence_get_methods (order->listed, &n);
  TvMethodGroups *innermost;

  self->top = order->grouping == TV_PROFILE_GROUPING_PACKAGE   ? TV_OUTLINE_PACKAGES
              : order->grouping == TV_PROFILE_GROUPING_LIBRARY ? TV_OUTLINE_LIBRARIES
                                                               : TV_OUTLINE_CLASSES;
  tv_profile_groups_copy (&order->groups, &self->groups);
  self->by = order->by;
  for (guint i = 0; i < G_N_ELEMENTS (self->lengths); i++)
    if (needs (order->grouping, (TvGrouping) i) && order->lengths != NULL)
      self->lengths[i]
          = tv_call_lengths_sum_up (order->lengths, get_groups (self, (TvGrouping) i));
  innermost = get_innermost (self);
  split (self, TV_OUTLINE_METHODS, methods, n, innermost->n_methods, innermost->n);
  if (self->top == TV_OUTLINE_PACKAGES)
    {
      self->package_of = tv_method_groups_list_outer (
          innermost, get_groups (self, TV_GROUPING_PACKAGE));
      add_groups (self, TV_GROUPING_CLASS, order);
    }
  add_groups (self, (TvGrouping) self->top, order);
  return self;
}

/* Returns the level at the top. */
TvOutlineLevel
tv_profile_outline_get_top (TvProfileOutline *self)
{
  return self->top;
}

/* Returns the level under a group. */
TvOutlineLevel
tv_profile_outline_get_below (TvProfileOutline *self, TvOutlineLevel level)
{
  return level == TV_OUTLINE_PACKAGES ? TV_OUTLINE_CLASSES : TV_OUTLINE_METHODS;
}

/* Returns the sums of the groups of a level. */
TvGroupProfile *
tv_profile_outline_get_sums (TvProfileOutline *self, TvGrouping grouping)
{
  return self->groups.sums[grouping];
}

/**
 * tv_profile_outline_list_methods:
 * @self: an outline
 * @n: (out): their number
 *
 * Returns: (transfer full) (array length=n): all methods from the top to the end, as if
 *   every group were open
 */
guint32 *
tv_profile_outline_list_methods (TvProfileOutline *self, guint *n)
{
  const guint32 *top;
  guint32 *methods;
  guint n_top;

  methods = g_new (guint32, MAX (get_innermost (self)->n_methods, 1));
  top = tv_profile_outline_get_members (self, self->top, 0, &n_top);
  *n = 0;
  for (guint i = 0; i < n_top; i++)
    {
      const guint32 *classes = &top[i];
      guint n_classes = 1;

      if (self->top == TV_OUTLINE_PACKAGES)
        classes = tv_profile_outline_get_members (self, TV_OUTLINE_CLASSES, top[i],
                                                  &n_classes);
      for (guint j = 0; j < n_classes; j++)
        {
          guint n_members;
          const guint32 *members = tv_profile_outline_get_members (
              self, TV_OUTLINE_METHODS, classes[j], &n_members);

          if (n_members > 0)
            memcpy (&methods[*n], members, n_members * sizeof *members);
          *n += n_members;
        }
    }
  return methods;
}

/* Returns the group of a method, or the package of a class, and its level;
 * %TV_OUTLINE_NONE if the member is at the top or has no calls. */
guint32
tv_profile_outline_get_owner (TvProfileOutline *self, TvOutlineLevel *level,
                              guint32 member)
{
  const TvOutlineLevel of = *level;

  if (of == self->top
      || tv_profile_outline_get_place (self, of, member) == TV_OUTLINE_NONE)
    return TV_OUTLINE_NONE;
  *level = of == TV_OUTLINE_CLASSES            ? TV_OUTLINE_PACKAGES
           : self->top == TV_OUTLINE_LIBRARIES ? TV_OUTLINE_LIBRARIES
                                               : TV_OUTLINE_CLASSES;
  return get_owner (self, of, member);
}

/* Returns its position in its parent; %TV_OUTLINE_NONE if it has no calls, or if there
 * are no packages. */
guint
tv_profile_outline_get_place (TvProfileOutline *self, TvOutlineLevel level,
                              guint32 member)
{
  return self->members[level].places != NULL ? self->members[level].places[member]
                                             : TV_OUTLINE_NONE;
}

/* The order */

/* Frees it with its members. */
void
tv_profile_order_free (TvProfileOrder *order)
{
  tv_profile_unref (order->whole);
  tv_profile_unref (order->profile);
  g_clear_pointer (&order->base, tv_profile_unref);
  g_clear_pointer (&order->base_whole, tv_profile_unref);
  tv_method_sequence_unref (order->ranked);
  g_clear_pointer (&order->lengths, tv_call_lengths_unref);
  g_clear_pointer (&order->only, tv_method_set_unref);
  g_clear_pointer (&order->packages, tv_package_filter_unref);
  tv_profile_groups_clear (&order->groups);
  g_clear_pointer (&order->by_name, tv_method_sequence_unref);
  g_clear_pointer (&order->listed, tv_method_sequence_unref);
  g_clear_object (&order->outline);
  g_free (order);
}

static gboolean
is_grouped (const TvProfileOrder *order)
{
  return order->grouping != TV_PROFILE_GROUPING_NONE && order->only == NULL;
}

/* Returns whether it is found in a few milliseconds. Then it is found at once, so that
 * the old order is not seen. */
gboolean
tv_profile_order_is_quick (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const gboolean few = tv_trace_get_n_methods (trace) <= TV_METHODS_AT_ONCE;

  if (!is_grouped (order))
    return few
           || (is_by_rank (order) && order->only == NULL && order->packages == NULL
               && order->base == NULL);
  return few
         && (tv_trace_get_n_calls (trace) <= TV_CALLS_AT_ONCE
             || groups_know (&order->groups, order));
}

static TvProfileNumbers
get_numbers (const TvProfileOrder *order, guint32 method)
{
  return (TvProfileNumbers){
    .trace = tv_profile_get_trace (order->profile),
    .totals = tv_profile_get_totals (order->profile, method),
    .base = order->base != NULL ? tv_profile_get_totals (order->base, method) : NULL,
    .by = &order->by,
    .length
    = order->lengths != NULL ? tv_call_lengths_get (order->lengths, method) : NULL,
  };
}

/* Whether only the base has calls of the method, which is then listed, too. */
static gboolean
is_gone (const TvProfileNumbers *numbers)
{
  return numbers->totals->calls == 0 && numbers->base != NULL
         && numbers->base->calls > 0;
}

/* Sorts the methods that were called in the profile's range. */
static TvMethodSequence *
sort_methods (const TvProfileOrder *order)
{
  guint n_all;
  const guint32 *all = tv_method_sequence_get_methods (order->by_name, &n_all);
  g_autofree SortItem *items = g_new (SortItem, MAX (n_all, 1));
  guint32 *sorted = NULL;
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    {
      const TvProfileNumbers numbers = get_numbers (order, all[i]);

      if (numbers.totals->calls > 0 || is_gone (&numbers))
        items[n++]
            = (SortItem){ get_value (order->column, order->descending, &numbers, i),
                          all[i] };
    }
  sorted = g_new (guint32, MAX (n, 1));
  sort_items (items, sorted, n);
  return tv_method_sequence_new_take (sorted, n, n_all);
}

/* The methods by rank, followed by those that only the base calls, by name. */
static TvMethodSequence *
list_by_rank (const TvProfileOrder *order)
{
  const guint n_all = tv_trace_get_n_methods (tv_profile_get_trace (order->profile));
  const guint n_ranked = tv_method_sequence_get_n (order->ranked);
  guint32 *methods;
  guint n = n_ranked;

  if (order->base == NULL)
    return tv_method_sequence_ref (order->ranked);
  methods = g_new (guint32, MAX (n_all, 1));
  tv_method_sequence_copy (order->ranked, 0, n_ranked, methods);
  for (guint i = 0; i < n_all; i++)
    {
      const guint32 method = tv_method_sequence_get (order->by_name, i);
      const TvProfileNumbers numbers = get_numbers (order, method);

      if (is_gone (&numbers))
        methods[n++] = method;
    }
  return tv_method_sequence_new_take (methods, n, n_all);
}

/* Listing */

/* Leaves out methods of hidden packages. */
static TvMethodSet *
find_shown (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint32 i = 0; i < n; i++)
    if ((order->only == NULL || tv_method_set_contains (order->only, i))
        && tv_package_filter_shows (order->packages, tv_trace_get_method (trace, i)))
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n);
}

/* Methods that were never called have no numbers. They follow the others, by name, and
 * only on request. */
static TvMethodSequence *
list_methods (const TvProfileOrder *order)
{
  g_autoptr (TvMethodSequence) sorted
      = is_by_rank (order) ? list_by_rank (order) : sort_methods (order);
  g_autoptr (TvMethodSet) wanted = NULL;

  if (order->packages != NULL)
    wanted = find_shown (order);
  else if (order->only != NULL)
    wanted = tv_method_set_ref (order->only);
  if (wanted == NULL)
    return g_steal_pointer (&sorted);
  return tv_method_sequence_new_filtered (
      sorted, order->only != NULL ? order->by_name : NULL, wanted);
}

/* `(toplevel)` */

/* @top are the groups at the top of an outline, if there is one. */
static double
get_value_at (const TvProfileOrder *order, const guint32 *top, guint place)
{
  const TvProfileNumbers numbers
      = top != NULL
            ? tv_profile_outline_get_numbers (
                order->outline, (TvGrouping) order->outline->top, top[place])
            : get_numbers (order, tv_method_sequence_get (order->listed, place));

  return get_value (order->column, order->descending, &numbers, 0);
}

/* It is part of every order, before equal ones, because its name begins with a bracket.
 * It is the whole and not a hit, so it is not in a list of some methods. */
static guint
find_toplevel (const TvProfileOrder *order)
{
  const TvMethodTotals totals = tv_profile_make_toplevel (order->profile);
  const TvMethodTotals base = order->base != NULL
                                  ? tv_profile_make_toplevel (order->base)
                                  : (TvMethodTotals){ 0 };
  const TvProfileNumbers numbers = { .trace = tv_profile_get_trace (order->profile),
                                     .totals = &totals,
                                     .base = order->base != NULL ? &base : NULL,
                                     .by = &order->by };
  const guint32 *top = NULL;
  guint first = 0;
  guint end = tv_method_sequence_get_n (order->listed);
  double value;

  if (order->outline != NULL)
    top = tv_profile_outline_get_members (order->outline, order->outline->top, 0, &end);
  if (!order->with_toplevel || order->only != NULL || end == 0)
    return G_MAXUINT;
  if (is_by_rank (order) || order->column == TV_PROFILE_COLUMN_NAME)
    return is_by_rank (order) || !order->descending ? 0 : end;
  value = get_value (order->column, order->descending, &numbers, 0);
  while (first < end)
    {
      const guint middle = first + (end - first) / 2;

      if (get_value_at (order, top, middle) < value)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Puts the methods in order. Returns %FALSE if it was cancelled. */
gboolean
tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable)
{
  if (order->by_name == NULL
      && (!is_by_rank (order) || order->only != NULL || order->base != NULL))
    order->by_name = tv_methods_list_by_name (tv_profile_get_trace (order->profile));
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  order->listed = list_methods (order);
  if (is_grouped (order))
    {
      if (!groups_find (&order->groups, order, cancellable))
        return FALSE;
      order->outline = outline_new (order);
    }
  order->toplevel = find_toplevel (order);
  return TRUE;
}
