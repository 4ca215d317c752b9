/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/package-filter.h"

#include <string.h>

struct _TvPackageFilter
{
  gatomicrefcount references;
  char **packages;
  gboolean only;
};

/**
 * tv_package_filter_new:
 * @packages: (array zero-terminated=1): names with dots, the empty one for classes
 *   without a package
 * @only: whether these are shown and no others, and not the other way round
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
  filter->packages = g_strdupv ((char **) packages);
  filter->only = only;
  return filter;
}

/**
 * tv_package_filter_ref:
 * @filter: a filter
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @filter
 */
TvPackageFilter *
tv_package_filter_ref (TvPackageFilter *filter)
{
  g_return_val_if_fail (filter != NULL, NULL);

  g_atomic_ref_count_inc (&filter->references);
  return filter;
}

/**
 * tv_package_filter_unref:
 * @filter: (transfer full): a filter
 *
 * Drops a reference, from any thread; the last one frees the filter.
 */
void
tv_package_filter_unref (TvPackageFilter *filter)
{
  g_return_if_fail (filter != NULL);

  if (!g_atomic_ref_count_dec (&filter->references))
    return;
  g_strfreev (filter->packages);
  g_free (filter);
}

/**
 * tv_package_filter_is_only:
 * @filter: a filter
 *
 * Returns: whether its packages are those that are shown
 */
gboolean
tv_package_filter_is_only (const TvPackageFilter *filter)
{
  g_return_val_if_fail (filter != NULL, FALSE);

  return filter->only;
}

/**
 * tv_package_filter_get_packages:
 * @filter: a filter
 *
 * Returns: (transfer none) (array zero-terminated=1): its packages
 */
const char *const *
tv_package_filter_get_packages (const TvPackageFilter *filter)
{
  g_return_val_if_fail (filter != NULL, NULL);

  return (const char *const *) filter->packages;
}

/* Up to the last dot, whichever way the file writes it, and of an array that of what it
 * holds, as in method-groups.c. */
static const char *
find_package (const char *class_name, gsize *length)
{
  const char *name = class_name + strspn (class_name, "[");

  if (name > class_name && *name == 'L')
    name++;
  *length = strlen (name);
  if (g_str_equal (class_name, "(unknown)"))
    return name;
  while (*length > 0 && name[*length - 1] != '.' && name[*length - 1] != '/')
    --*length;
  if (*length > 0)
    --*length;
  return name;
}

static gboolean
is_package (const char *package, const char *name, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (package[i] != (name[i] == '/' ? '.' : name[i]))
      return FALSE;
  return package[length] == '\0';
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
    if (is_package (filter->packages[i], name, length))
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
