/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-column.h"
#include "ui/profile/profile-order.h"
#include "ui/session/trace-session.h"
#include "ui/table/row-tree.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfileModel:
 *
 * The top level of the profile as a list of #TvProfileItem: the methods that are called
 * in the session's range of time, or their classes or packages, by rank at first; or
 * those of the session's method filter, called or not. It sorts itself, because a
 * #GtkSortListModel takes seconds for a million rows. A new order is announced as the
 * removal and then the addition of all rows, which is cheap for GTK's models and
 * selections, between the signals `reordering` and `reordered`. Owners of a row restore
 * it at the second. `asked` is emitted when a worker may have begun to find the order.
 *
 * Grouped methods have an outline, a new one for every order. A list of some methods is
 * never grouped, because a class that was never called has no place in an outline.
 */
#define TV_TYPE_PROFILE_MODEL (tv_profile_model_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileModel, tv_profile_model, TV, PROFILE_MODEL, GObject)

TvProfileModel *tv_profile_model_new (TvTraceSession *session);
void tv_profile_model_set_paused (TvProfileModel *self, gboolean paused);
gboolean tv_profile_model_is_pending (TvProfileModel *self);
void tv_profile_model_sort (TvProfileModel *self, TvProfileColumn column,
                            gboolean descending);
TvProfileColumn tv_profile_model_get_sort (TvProfileModel *self, gboolean *descending);
void tv_profile_model_set_only (TvProfileModel *self, TvMethodSet *only);
GListModel *tv_profile_model_get_rows (TvProfileModel *self);
GListModel *tv_profile_model_get_top (TvProfileModel *self);
void tv_profile_model_set_toplevel (TvProfileModel *self, gboolean listed);
guint tv_profile_model_get_toplevel (TvProfileModel *self);
guint tv_profile_model_locate (TvProfileModel *self, const TvRowStep *step,
                               guint places[TV_ROW_MAX_ABOVE + 1]);
TvMethodSequence *tv_profile_model_get_listed (TvProfileModel *self);
TvMethodSequence *tv_profile_model_dup_shown (TvProfileModel *self);
void tv_profile_model_set_grouping (TvProfileModel *self, TvProfileGrouping grouping);
TvProfileGrouping tv_profile_model_get_grouping (TvProfileModel *self);
gboolean tv_profile_model_keeps_place (TvProfileModel *self);
TvProfileOutline *tv_profile_model_get_outline (TvProfileModel *self);
TvMethodGroups *tv_profile_model_get_groups (TvProfileModel *self, TvGrouping grouping);
guint tv_profile_model_get_position (TvProfileModel *self, guint32 method);

G_END_DECLS
