/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-groups.h"

/* Makes a copy, for a worker to add to. */
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

/* Whether a table that is grouped needs the sums of classes, or of packages. */
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
