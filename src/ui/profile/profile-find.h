/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-search.h"
#include "ui/profile/profile-tree.h"

G_BEGIN_DECLS

/**
 * TvProfileFind:
 *
 * Find in the profile panel, without a widget. What is found stands out in all colours
 * of the session; the first hit in the present order is selected, and from there one
 * goes to the next and the previous. Hits that were never called have no row unless
 * only hits are shown.
 *
 * Signals: `changed` when there are other hits, another position or an error.
 */
#define TV_TYPE_PROFILE_FIND (tv_profile_find_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileFind, tv_profile_find, TV, PROFILE_FIND, GObject)

TvProfileFind *tv_profile_find_new (TvProfileTree *tree);
void tv_profile_find_follow_names (TvProfileFind *self);
void tv_profile_find_prepare (TvProfileFind *self);
void tv_profile_find_search (TvProfileFind *self, const char *query, TvNameMatch match,
                             gboolean class_only);
void tv_profile_find_stop (TvProfileFind *self);
void tv_profile_find_set_only_hits (TvProfileFind *self, gboolean only_hits);
void tv_profile_find_step (TvProfileFind *self, gboolean forward);

gboolean tv_profile_find_is_searching (TvProfileFind *self);
TvMethodSet *tv_profile_find_get_hits (TvProfileFind *self);
char *tv_profile_find_dup_status (TvProfileFind *self);
const char *tv_profile_find_get_error (TvProfileFind *self);

G_END_DECLS
