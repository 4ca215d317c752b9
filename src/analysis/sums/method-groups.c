/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-groups.h"

#include "trace/model/trace-samples.h"

#include <string.h>

#define CHECK_CANCELLED_EVERY 4096

/**
 * tv_grouping_exists:
 * @grouping: what methods are grouped by
 * @trace: a trace
 *
 * Returns: whether methods of the trace have it: those of calls have no library, and
 *   only those of samples a kind of code
 */
gboolean
tv_grouping_exists (TvGrouping grouping, const TvTrace *trace)
{
  TvTraceKind kind;

  g_return_val_if_fail (trace != NULL, FALSE);

  kind = tv_trace_get_info (trace)->kind;
  if (grouping == TV_GROUPING_LIBRARY)
    return kind != TV_TRACE_KIND_CALLS;
  return grouping != TV_GROUPING_KIND || kind == TV_TRACE_KIND_SAMPLES;
}

/* A group under construction. Its name points into a text of one of its methods, which
 * the trace keeps. */
typedef struct
{
  const char *name;
  gsize length;
  char slash; /* what a slash of the name stands for */
  guint32 hash;
  guint32 found; /* index before the groups are sorted */
  gint64 own;
} Group;

/* Returns a character of a class name. Some files write `a/b/C`, others `a.b.C`. */
static char
get_letter (const char *name, gsize i)
{
  return name[i] == '/' ? '.' : name[i];
}

/* Returns a character of the name of a group. */
static char
get_letter_of (const Group *group, gsize i)
{
  return group->name[i] == '/' ? group->slash : group->name[i];
}

/* FNV-1a, so that a name has the same hash in every trace and run. */
static guint32
hash_name (const Group *group)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < group->length; i++)
    hash = (hash ^ (guint8) get_letter_of (group, i)) * 16777619u;
  return hash;
}

/* Kinds of code have the same colours in every trace, whatever the language: those of
 * the places in the palette that these numbers choose. */
static guint32
hash_kind (TvFrameKind kind)
{
  static const guint8 places[TV_N_FRAME_KINDS]
      = { [TV_FRAME_UNKNOWN] = 1, [TV_FRAME_JAVA] = 3,   [TV_FRAME_INTERPRETED] = 5,
          [TV_FRAME_JIT] = 6,     [TV_FRAME_NATIVE] = 0, [TV_FRAME_KERNEL] = 7,
          [TV_FRAME_SCRIPT] = 2,  [TV_FRAME_SLICE] = 4 };

  return places[kind];
}

static guint
get_group_hash (gconstpointer group)
{
  return ((const Group *) group)->hash;
}

static int
compare_names (const Group *a, const Group *b)
{
  for (gsize i = 0; i < a->length && i < b->length; i++)
    {
      guint8 of_a = (guint8) get_letter_of (a, i);
      guint8 of_b = (guint8) get_letter_of (b, i);

      if (of_a != of_b)
        return of_a < of_b ? -1 : 1;
    }
  return a->length < b->length ? -1 : a->length > b->length;
}

static gboolean
have_equal_names (gconstpointer a, gconstpointer b)
{
  return compare_names (a, b) == 0;
}

/* Whether a class is that of methods without a name, see method-table.c. */
static gboolean
is_unknown (const char *class_name)
{
  return g_str_equal (class_name, "(unknown)");
}

/* Skips to the element class of an array, whose name is a descriptor such as
 * `[[Lpkg/Class;`. */
static const char *
skip_brackets (const char *class_name)
{
  const char *held = class_name + strspn (class_name, "[");

  return held > class_name && *held == 'L' ? held + 1 : held;
}

/* Returns the part of a class name that names the package. */
static const char *
find_package (const char *class_name, gsize *length)
{
  *length = strlen (class_name);
  if (is_unknown (class_name))
    return class_name;
  class_name = skip_brackets (class_name);
  *length = strlen (class_name);
  while (*length > 0 && get_letter (class_name, *length - 1) != '.')
    --*length;
  if (*length > 0)
    --*length;
  return class_name;
}

/* Returns the text of a method that names its group, or in which that name is. */
static const char *
find_text (const TvTrace *trace, guint32 method, TvGrouping grouping)
{
  const TvMethod *info = tv_trace_get_method (trace, method);

  if (grouping == TV_GROUPING_LIBRARY)
    return info->category != NULL ? info->category : "";
  if (grouping == TV_GROUPING_KIND)
    return tv_frame_kind_get_name (tv_trace_get_frame_kind (trace, method));
  return info->class_name;
}

static Group
name_group (const TvTrace *trace, guint32 method, TvGrouping grouping, const char *text)
{
  Group group = { .name = text, .length = strlen (text), .slash = '/' };

  if (grouping == TV_GROUPING_CLASS || grouping == TV_GROUPING_PACKAGE)
    group.slash = '.';
  if (grouping == TV_GROUPING_PACKAGE)
    group.name = find_package (text, &group.length);
  group.hash = grouping == TV_GROUPING_KIND
                   ? hash_kind (tv_trace_get_frame_kind (trace, method))
                   : hash_name (&group);
  return group;
}

static guint32
find_or_add (TvMethodGroups *self, GHashTable *places, Group group)
{
  const Group *known = g_hash_table_lookup (places, &group);
  Group *key;

  if (known != NULL)
    return known->found;
  group.found = self->groups->len;
  key = g_new (Group, 1);
  *key = group;
  g_hash_table_add (places, key);
  g_array_append_val (self->groups, group);
  return group.found;
}

static gboolean
collect (TvMethodGroups *self, TvProfile *profile, TvProfile *base, TvGrouping grouping,
         GCancellable *cancellable)
{
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (get_group_hash, have_equal_names, g_free, NULL);
  TvClock clock = tv_trace_get_primary_clock (self->trace);
  const char *last_text = NULL;
  guint32 last_group = TV_METHOD_GROUP_NONE;

  for (guint32 i = 0; i < self->n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);
      const char *text;

      if (i % CHECK_CANCELLED_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->by_method[i] = TV_METHOD_GROUP_NONE;
      if (totals->calls == 0
          && (base == NULL || tv_profile_get_totals (base, i)->calls == 0))
        continue;
      /* Files list the methods of a class together, and store its name once. */
      text = find_text (self->trace, i, grouping);
      if (text != last_text)
        last_group
            = find_or_add (self, places, name_group (self->trace, i, grouping, text));
      last_text = text;
      self->by_method[i] = last_group;
      g_array_index (self->groups, Group, last_group).own += totals->exclusive[clock];
    }
  return TRUE;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *first = a;
  const Group *second = b;

  if (first->own != second->own)
    return first->own > second->own ? -1 : 1;
  return compare_names (first, second);
}

static void
sort_groups (TvMethodGroups *self)
{
  g_autofree guint32 *places = g_new (guint32, MAX (self->groups->len, 1));

  g_array_sort (self->groups, compare_groups);
  for (guint i = 0; i < self->groups->len; i++)
    places[g_array_index (self->groups, Group, i).found] = i;
  for (guint i = 0; i < self->n_methods; i++)
    if (self->by_method[i] != TV_METHOD_GROUP_NONE)
      self->by_method[i] = places[self->by_method[i]];
}

/**
 * tv_method_groups_new:
 * @profile: sums of the methods
 * @grouping: what methods are grouped by
 * @cancellable: (nullable): to stop early
 *
 * Groups the methods that were called. Takes about 100 ns per method.
 *
 * Returns: (transfer full) (nullable): the groups; %NULL if @cancellable was cancelled
 */
TvMethodGroups *
tv_method_groups_new (TvProfile *profile, TvGrouping grouping,
                      GCancellable *cancellable)
{
  return tv_method_groups_new_for_both (profile, NULL, grouping, cancellable);
}

/**
 * tv_method_groups_new_for_both:
 * @profile: sums of the methods
 * @base: (nullable): sums of another trace with the same indexes of methods
 * @grouping: what methods are grouped by
 * @cancellable: (nullable): to stop early
 *
 * Groups the methods that were called in either trace.
 *
 * Returns: (transfer full) (nullable): the groups; %NULL if @cancellable was cancelled
 */
TvMethodGroups *
tv_method_groups_new_for_both (TvProfile *profile, TvProfile *base, TvGrouping grouping,
                               GCancellable *cancellable)
{
  g_autoptr (TvMethodGroups) self = NULL;

  g_return_val_if_fail (profile != NULL, NULL);

  self = g_atomic_rc_box_new0 (TvMethodGroups);
  self->trace = tv_trace_ref (tv_profile_get_trace (profile));
  self->n_methods = tv_trace_get_n_methods (self->trace);
  self->by_method = g_new (guint32, MAX (self->n_methods, 1));
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  if (!collect (self, profile, base, grouping, cancellable))
    return NULL;
  sort_groups (self);
  self->n = self->groups->len;
  return g_steal_pointer (&self);
}

TvMethodGroups *
tv_method_groups_ref (TvMethodGroups *groups)
{
  g_return_val_if_fail (groups != NULL, NULL);

  return g_atomic_rc_box_acquire (groups);
}

static void
free_contents (gpointer data)
{
  TvMethodGroups *self = data;

  g_array_unref (self->groups);
  g_free (self->by_method);
  tv_trace_unref (self->trace);
}

void
tv_method_groups_unref (TvMethodGroups *groups)
{
  g_return_if_fail (groups != NULL);

  g_atomic_rc_box_release_full (groups, free_contents);
}

/**
 * tv_method_groups_get_own:
 * @groups: groups
 * @group: one of them
 *
 * Returns: the own time of its methods, by which groups are ordered
 */
gint64
tv_method_groups_get_own (const TvMethodGroups *groups, guint group)
{
  g_return_val_if_fail (groups != NULL && group < groups->groups->len, 0);

  return g_array_index (groups->groups, Group, group).own;
}

/**
 * tv_method_groups_get_hash:
 * @groups: groups
 * @group: one of them
 *
 * Returns: a hash of the group's name, the same in every trace
 */
guint32
tv_method_groups_get_hash (const TvMethodGroups *groups, guint group)
{
  g_return_val_if_fail (groups != NULL && group < groups->groups->len, 0);

  return g_array_index (groups->groups, Group, group).hash;
}

/**
 * tv_method_groups_list_outer:
 * @groups: classes
 * @outer: packages of the same profile
 *
 * Lists the package of each class.
 *
 * Returns: (transfer full) (array): one of @outer for each of @groups; free with
 *   g_free()
 */
guint32 *
tv_method_groups_list_outer (const TvMethodGroups *groups, const TvMethodGroups *outer)
{
  guint32 *list;

  g_return_val_if_fail (groups != NULL && outer != NULL, NULL);
  g_return_val_if_fail (groups->trace == outer->trace, NULL);

  list = g_new (guint32, MAX (groups->groups->len, 1));
  for (guint32 i = 0; i < groups->n_methods; i++)
    if (groups->by_method[i] != TV_METHOD_GROUP_NONE)
      list[groups->by_method[i]] = outer->by_method[i];
  return list;
}

static int
compare_names_of (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const GArray *groups = user_data;

  return compare_names (&g_array_index (groups, Group, *(const guint32 *) a),
                        &g_array_index (groups, Group, *(const guint32 *) b));
}

static Group
skip_package (const Group *of_class)
{
  gsize start = of_class->length;

  while (start > 0 && get_letter_of (of_class, start - 1) != '.')
    start--;
  return (Group){ .name = of_class->name + start,
                  .length = of_class->length - start,
                  .slash = of_class->slash };
}

static int
compare_classes_of (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const GArray *groups = user_data;
  const Group first
      = skip_package (&g_array_index (groups, Group, *(const guint32 *) a));
  const Group second
      = skip_package (&g_array_index (groups, Group, *(const guint32 *) b));
  const int order = compare_names (&first, &second);

  return order != 0 ? order : compare_names_of (a, b, user_data);
}

/**
 * tv_method_groups_list_by_name:
 * @groups: groups
 * @grouping: what they are
 *
 * Returns: (transfer full) (array): all groups, by the bytes of their names; for
 * classes, the package counts last; free with g_free()
 */
guint32 *
tv_method_groups_list_by_name (const TvMethodGroups *groups, TvGrouping grouping)
{
  guint32 *list;
  guint n;

  g_return_val_if_fail (groups != NULL, NULL);

  n = groups->groups->len;
  list = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    list[i] = i;
  g_qsort_with_data (list, (int) n, sizeof *list,
                     grouping == TV_GROUPING_CLASS ? compare_classes_of
                                                   : compare_names_of,
                     groups->groups);
  return list;
}

/**
 * tv_method_groups_dup_name:
 * @groups: groups
 * @group: one of them
 *
 * Returns: (transfer full): the class or package, with dots, the library or the kind of
 *   code; empty for classes without a package and methods without a library
 */
char *
tv_method_groups_dup_name (const TvMethodGroups *groups, guint group)
{
  const Group *of;

  g_return_val_if_fail (groups != NULL && group < groups->groups->len, NULL);

  of = &g_array_index (groups->groups, Group, group);
  return g_strdelimit (g_strndup (of->name, of->length), "/", of->slash);
}

/* Package filters */

/**
 * tv_package_filter_new:
 * @packages: (array zero-terminated=1): names with dots; the empty name stands for
 *   classes without a package
 * @only: whether these packages alone are shown, rather than hidden
 *
 * Returns: (transfer full): the filter
 */
TvPackageFilter *
tv_package_filter_new (const char *const *packages, gboolean only)
{
  TvPackageFilter *filter;

  g_return_val_if_fail (packages != NULL, NULL);

  filter = g_new (TvPackageFilter, 1);
  g_atomic_ref_count_init (&filter->references);
  filter->packages = (const char *const *) g_strdupv ((char **) packages);
  filter->only = only;
  return filter;
}

TvPackageFilter *
tv_package_filter_ref (TvPackageFilter *filter)
{
  g_return_val_if_fail (filter != NULL, NULL);

  g_atomic_ref_count_inc (&filter->references);
  return filter;
}

void
tv_package_filter_unref (TvPackageFilter *filter)
{
  g_return_if_fail (filter != NULL);

  if (!g_atomic_ref_count_dec (&filter->references))
    return;
  g_strfreev ((char **) filter->packages);
  g_free (filter);
}

/* Whether @name is the first @n characters of @package or, if @or_below is set, of a
 * package below it. */
static gboolean
is_package (const char *package, gsize n, gboolean or_below, const char *name,
            gsize length)
{
  if (length != n && !(or_below && length > n && get_letter (name, n) == '.'))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (package[i] != get_letter (name, i))
      return FALSE;
  return TRUE;
}

/**
 * tv_package_filter_shows:
 * @filter: a filter
 * @method: a method
 *
 * Returns: whether the method is shown
 */
gboolean
tv_package_filter_shows (const TvPackageFilter *filter, const TvMethod *method)
{
  gsize length;
  const char *name = find_package (method->class_name, &length);

  for (guint i = 0; filter->packages[i] != NULL; i++)
    if (is_package (filter->packages[i], strlen (filter->packages[i]), FALSE, name,
                    length))
      return filter->only;
  return !filter->only;
}

/**
 * tv_method_dup_package:
 * @method: a method
 *
 * Returns: (transfer full): the package of its class, with dots; empty for a class
 *   without one
 */
char *
tv_method_dup_package (const TvMethod *method)
{
  gsize length;
  const char *name;

  g_return_val_if_fail (method != NULL, NULL);

  name = find_package (method->class_name, &length);
  return g_strdelimit (g_strndup (name, length), "/", '.');
}

/**
 * tv_trace_list_package_methods:
 * @trace: a trace
 * @package: a name as tv_method_dup_package() gives it; with `.*` after it, the
 * packages below count, too
 *
 * Returns: (transfer full) (element-type guint32): indexes of the methods of a package,
 *   ascending
 */
GArray *
tv_trace_list_package_methods (const TvTrace *trace, const char *package)
{
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));

  gboolean or_below;
  gsize n;

  g_return_val_if_fail (trace != NULL && package != NULL, methods);

  or_below = g_str_has_suffix (package, ".*");
  n = strlen (package) - (or_below ? strlen (".*") : 0);
  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      gsize length;
      const char *name
          = find_package (tv_trace_get_method (trace, i)->class_name, &length);

      if (is_package (package, n, or_below, name, length))
        g_array_append_val (methods, i);
    }
  return methods;
}

/* Libraries */

/**
 * tv_trace_list_library_methods:
 * @trace: a trace
 * @library: its path as in the file, or the last part of that; empty for methods
 *   without one
 *
 * Returns: (transfer full) (element-type guint32): indexes of the methods of the
 * library, ascending
 */
GArray *
tv_trace_list_library_methods (const TvTrace *trace, const char *library)
{
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (trace != NULL && library != NULL, methods);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const char *path = find_text (trace, i, TV_GROUPING_LIBRARY);
      const char *slash = strrchr (path, '/');

      if (g_str_equal (path, library)
          || (slash != NULL && *library != '\0' && g_str_equal (slash + 1, library)))
        g_array_append_val (methods, i);
    }
  return methods;
}
