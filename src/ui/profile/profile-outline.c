/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-outline.h"

#include "ui/profile/profile-order.h"

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
    }
}

void
tv_profile_groups_clear (TvProfileGroups *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    {
      g_clear_pointer (&self->groups[i], tv_method_groups_unref);
      g_clear_pointer (&self->sums[i], tv_group_profile_unref);
    }
}

/* Returns whether a grouped table needs the sums of classes, or of packages. */
static gboolean
needs (TvProfileGrouping grouping, TvGrouping kind)
{
  return grouping == TV_PROFILE_GROUPING_PACKAGE
         || (grouping == TV_PROFILE_GROUPING_CLASS && kind == TV_GROUPING_CLASS);
}

gboolean
tv_profile_groups_know (const TvProfileGroups *self, const TvProfile *profile,
                        TvProfileGrouping grouping)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    if (needs (grouping, (TvGrouping) i)
        && (self->sums[i] == NULL
            || tv_group_profile_get_profile (self->sums[i]) != profile))
      return FALSE;
  return TRUE;
}

/* Sums up the classes and packages of a grouping. */
gboolean
tv_profile_groups_find (TvProfileGroups *self, TvProfile *whole, TvProfile *profile,
                        TvProfileGrouping grouping, GCancellable *cancellable)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    {
      if (!needs (grouping, (TvGrouping) i))
        continue;
      if (self->groups[i] != NULL
          && tv_method_groups_get_trace (self->groups[i])
                 != tv_profile_get_trace (whole))
        g_clear_pointer (&self->groups[i], tv_method_groups_unref);
      if (self->groups[i] == NULL)
        self->groups[i] = tv_method_groups_new (whole, (TvGrouping) i, cancellable);
      if (self->groups[i] == NULL)
        return FALSE;
      if (self->sums[i] != NULL
          && tv_group_profile_get_profile (self->sums[i]) == profile)
        continue;
      g_clear_pointer (&self->sums[i], tv_group_profile_unref);
      self->sums[i]
          = tv_group_profile_new (profile, self->groups[i], cancellable, NULL);
      if (self->sums[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* An ordered list, split by owner; each part keeps the order. */
typedef struct
{
  guint32 *members; /* those of the first owner, then of the second, … */
  guint32 *firsts;  /* by owner, and one more: where its members begin */
  guint32 *places;  /* by member: its place among those of its owner */
} Members;

struct _TvProfileOutline
{
  GObject parent_instance;

  TvProfileGrouping grouping;
  TvGroupProfile *sums[TV_GROUPING_PACKAGE + 1];
  TvCallLength *lengths[TV_GROUPING_PACKAGE + 1]; /* NULL while they are not known */
  guint32 *package_of;                            /* by class */

  guint32 *top;
  guint n_top;
  guint32 *top_places; /* by class or package */
  Members classes;     /* by package */
  Members methods;     /* by class */
};

G_DEFINE_FINAL_TYPE (TvProfileOutline, tv_profile_outline, G_TYPE_OBJECT)

static void
members_clear (Members *members)
{
  g_clear_pointer (&members->members, g_free);
  g_clear_pointer (&members->firsts, g_free);
  g_clear_pointer (&members->places, g_free);
}

static void
tv_profile_outline_finalize (GObject *object)
{
  TvProfileOutline *self = TV_PROFILE_OUTLINE (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->sums); i++)
    {
      g_clear_pointer (&self->sums[i], tv_group_profile_unref);
      g_free (self->lengths[i]);
    }
  g_free (self->package_of);
  g_free (self->top);
  g_free (self->top_places);
  members_clear (&self->classes);
  members_clear (&self->methods);

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
  return tv_group_profile_get_groups (self->sums[grouping]);
}

static guint32
get_owner_of_method (TvProfileOutline *self, guint32 method)
{
  return tv_method_groups_get_group (get_groups (self, TV_GROUPING_CLASS), method);
}

static guint32
get_owner_of_class (TvProfileOutline *self, guint32 class_)
{
  return self->package_of[class_];
}

/* Splits a list by counting, which keeps the order. */
static void
members_init (Members *members, TvProfileOutline *self, const guint32 *sorted, guint n,
              guint n_all, guint n_owners,
              guint32 (*get_owner) (TvProfileOutline *self, guint32 member))
{
  g_autofree guint32 *next = g_new (guint32, MAX (n_owners, 1));

  members->members = g_new (guint32, MAX (n, 1));
  members->firsts = g_new0 (guint32, n_owners + 1);
  members->places = g_new (guint32, MAX (n_all, 1));
  memset (members->places, 0xff, n_all * sizeof *members->places);
  for (guint i = 0; i < n; i++)
    members->firsts[get_owner (self, sorted[i]) + 1]++;
  for (guint i = 0; i < n_owners; i++)
    {
      members->firsts[i + 1] += members->firsts[i];
      next[i] = members->firsts[i];
    }
  for (guint i = 0; i < n; i++)
    {
      const guint32 owner = get_owner (self, sorted[i]);

      members->places[sorted[i]] = next[owner] - members->firsts[owner];
      members->members[next[owner]++] = sorted[i];
    }
}

static const guint32 *
members_get (const Members *members, guint32 owner, guint *n)
{
  *n = members->firsts[owner + 1] - members->firsts[owner];
  return &members->members[members->firsts[owner]];
}

/* Returns the groups with calls, in order. */
static guint32 *
sort_groups (TvProfileOutline *self, TvGrouping grouping, TvProfileColumn column,
             gboolean descending, guint *n)
{
  TvGroupProfile *sums = self->sums[grouping];
  TvMethodGroups *groups = tv_group_profile_get_groups (sums);
  guint32 *sorted = tv_method_groups_list_by_name (groups);
  const guint n_all = tv_method_groups_get_n (groups);

  *n = 0;
  for (guint i = 0; i < n_all; i++)
    {
      const TvMethodTotals *totals = tv_group_profile_get_totals (sums, sorted[i]);

      /* All calls are recursive where the outermost was left as the range began. */
      if (totals->calls + totals->recursive_calls > 0)
        sorted[(*n)++] = sorted[i];
    }
  tv_profile_sort_groups (sums, self->lengths[grouping], column, descending, sorted,
                          *n);
  return sorted;
}

static void
drop_empty (const Members *members, guint32 *owners, guint *n_owners)
{
  guint n_left = 0;

  for (guint i = 0; i < *n_owners; i++)
    {
      guint n;

      (void) members_get (members, owners[i], &n);
      if (n > 0)
        owners[n_left++] = owners[i];
    }
  *n_owners = n_left;
}

static void
number_top (TvProfileOutline *self, TvGrouping grouping)
{
  const guint n_all = tv_method_groups_get_n (get_groups (self, grouping));

  self->top_places = g_new (guint32, MAX (n_all, 1));
  memset (self->top_places, 0xff, n_all * sizeof *self->top_places);
  for (guint i = 0; i < self->n_top; i++)
    self->top_places[self->top[i]] = i;
}

static void
put_under_packages (TvProfileOutline *self, TvProfileColumn column, gboolean descending,
                    const guint32 *classes, guint n_classes, gboolean some_hidden)
{
  TvMethodGroups *inner = get_groups (self, TV_GROUPING_CLASS);
  TvMethodGroups *outer = get_groups (self, TV_GROUPING_PACKAGE);

  self->package_of = tv_method_groups_list_outer (inner, outer);
  members_init (&self->classes, self, classes, n_classes,
                tv_method_groups_get_n (inner), tv_method_groups_get_n (outer),
                get_owner_of_class);
  self->top = sort_groups (self, TV_GROUPING_PACKAGE, column, descending, &self->n_top);
  if (some_hidden)
    drop_empty (&self->classes, self->top, &self->n_top);
  number_top (self, TV_GROUPING_PACKAGE);
}

static void
sum_up_lengths (TvProfileOutline *self, const TvCallLengths *lengths)
{
  for (guint i = 0; lengths != NULL && i < G_N_ELEMENTS (self->sums); i++)
    if (self->sums[i] != NULL)
      self->lengths[i]
          = tv_call_lengths_sum_up (lengths, get_groups (self, (TvGrouping) i));
}

/* Puts methods under their classes. Equal classes and packages come by name. */
TvProfileOutline *
tv_profile_outline_new (const TvProfileGroups *groups, const TvCallLengths *lengths,
                        TvProfileGrouping grouping, TvProfileColumn column,
                        gboolean descending, const guint32 *methods, guint n_methods,
                        gboolean some_hidden)
{
  TvProfileOutline *self;
  TvMethodGroups *classes;
  g_autofree guint32 *sorted = NULL;
  guint n_sorted;

  g_return_val_if_fail (grouping != TV_PROFILE_GROUPING_NONE, NULL);

  self = g_object_new (TV_TYPE_PROFILE_OUTLINE, NULL);
  self->grouping = grouping;
  self->sums[TV_GROUPING_CLASS]
      = tv_group_profile_ref (groups->sums[TV_GROUPING_CLASS]);
  if (grouping == TV_PROFILE_GROUPING_PACKAGE)
    self->sums[TV_GROUPING_PACKAGE]
        = tv_group_profile_ref (groups->sums[TV_GROUPING_PACKAGE]);
  sum_up_lengths (self, lengths);
  classes = get_groups (self, TV_GROUPING_CLASS);
  members_init (&self->methods, self, methods, n_methods,
                tv_method_groups_get_n_methods (classes),
                tv_method_groups_get_n (classes), get_owner_of_method);
  sorted = sort_groups (self, TV_GROUPING_CLASS, column, descending, &n_sorted);
  if (some_hidden)
    drop_empty (&self->methods, sorted, &n_sorted);
  if (grouping == TV_PROFILE_GROUPING_PACKAGE)
    put_under_packages (self, column, descending, sorted, n_sorted, some_hidden);
  else
    {
      self->top = g_steal_pointer (&sorted);
      self->n_top = n_sorted;
      number_top (self, TV_GROUPING_CLASS);
    }
  return self;
}

TvProfileGrouping
tv_profile_outline_get_grouping (TvProfileOutline *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), TV_PROFILE_GROUPING_NONE);

  return self->grouping;
}

/* Returns the sums of classes or packages; NULL for packages in an outline by class. */
TvGroupProfile *
tv_profile_outline_get_sums (TvProfileOutline *self, TvGrouping grouping)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);

  return self->sums[grouping];
}

/* Returns the lengths of calls by class or package, NULL where they are not known. */
const TvCallLength *
tv_profile_outline_get_lengths (TvProfileOutline *self, TvGrouping grouping)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);

  return self->lengths[grouping];
}

/* Returns the packages, or the classes in an outline by class. */
const guint32 *
tv_profile_outline_get_top (TvProfileOutline *self, guint *n)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);

  *n = self->n_top;
  return self->top;
}

/**
 * tv_profile_outline_get_classes:
 * @self: an outline by package
 * @package: a package
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the classes of the package
 */
const guint32 *
tv_profile_outline_get_classes (TvProfileOutline *self, guint32 package, guint *n)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);
  g_return_val_if_fail (self->grouping == TV_PROFILE_GROUPING_PACKAGE, NULL);

  return members_get (&self->classes, package, n);
}

/**
 * tv_profile_outline_get_methods:
 * @self: an outline
 * @class_: a class
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the methods of the class
 */
const guint32 *
tv_profile_outline_get_methods (TvProfileOutline *self, guint32 class_, guint *n)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);

  return members_get (&self->methods, class_, n);
}

static void
append_class (TvProfileOutline *self, guint32 class_, guint32 *methods, guint *n)
{
  guint n_members;
  const guint32 *members = members_get (&self->methods, class_, &n_members);

  if (n_members > 0)
    memcpy (&methods[*n], members, n_members * sizeof *members);
  *n += n_members;
}

/**
 * tv_profile_outline_list_methods:
 * @self: an outline
 * @n: (out): how many there are
 *
 * Returns: (transfer full) (array length=n): all methods from the top to the end, as
 *   they stand where every class is open
 */
guint32 *
tv_profile_outline_list_methods (TvProfileOutline *self, guint *n)
{
  guint32 *methods;

  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  methods = g_new (
      guint32,
      MAX (tv_method_groups_get_n_methods (get_groups (self, TV_GROUPING_CLASS)), 1));
  *n = 0;
  for (guint i = 0; i < self->n_top; i++)
    {
      const guint32 *classes = &self->top[i];
      guint n_classes = 1;

      if (self->grouping == TV_PROFILE_GROUPING_PACKAGE)
        classes = members_get (&self->classes, self->top[i], &n_classes);
      for (guint j = 0; j < n_classes; j++)
        append_class (self, classes[j], methods, n);
    }
  return methods;
}

/* Returns the package that the class stands under, %TV_OUTLINE_NONE where there are
 * only classes. */
guint32
tv_profile_outline_get_package (TvProfileOutline *self, guint32 class_)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), TV_OUTLINE_NONE);

  return self->package_of != NULL ? self->package_of[class_] : TV_OUTLINE_NONE;
}

/* Returns the class that the method stands under, %TV_OUTLINE_NONE if it has no calls.
 */
guint32
tv_profile_outline_get_class (TvProfileOutline *self, guint32 method)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), TV_OUTLINE_NONE);

  if (self->methods.places[method] == TV_OUTLINE_NONE)
    return TV_OUTLINE_NONE;
  return get_owner_of_method (self, method);
}

/* Returns its place at the top, or in its package; %TV_OUTLINE_NONE if it has no
 * calls, or if there are no packages. */
guint
tv_profile_outline_get_place (TvProfileOutline *self, TvGrouping grouping,
                              guint32 group)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), TV_OUTLINE_NONE);

  if (self->grouping == TV_PROFILE_GROUPING_CLASS)
    return grouping == TV_GROUPING_CLASS ? self->top_places[group] : TV_OUTLINE_NONE;
  return grouping == TV_GROUPING_CLASS ? self->classes.places[group]
                                       : self->top_places[group];
}

/* Returns its place in its class, %TV_OUTLINE_NONE if it has no calls. */
guint
tv_profile_outline_get_method_place (TvProfileOutline *self, guint32 method)
{
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (self), TV_OUTLINE_NONE);

  return self->methods.places[method];
}
