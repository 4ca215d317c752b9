/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-search.h"
#include "analysis/sums/method-set.h"
#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameFinder:
 *
 * Finds methods by name in a worker. The names are laid side by side once, at the
 * latest for the first search; of searches the latest wins.
 */
#define TV_TYPE_NAME_FINDER (tv_name_finder_get_type ())

G_DECLARE_FINAL_TYPE (TvNameFinder, tv_name_finder, TV, NAME_FINDER, GObject)

TvNameFinder *tv_name_finder_new (TvTrace *trace);
void tv_name_finder_prepare (TvNameFinder *self);
void tv_name_finder_find_async (TvNameFinder *self, TvNamePattern *pattern,
                                GAsyncReadyCallback callback, gpointer user_data);
TvMethodSet *tv_name_finder_find_finish (TvNameFinder *self, GAsyncResult *result,
                                         GError **error);
void tv_name_finder_stop (TvNameFinder *self);

G_END_DECLS
