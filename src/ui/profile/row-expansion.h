/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/profile-model.h"
#include "ui/profile/profile-order.h"
#include "ui/profile/relatives-list.h"
#include "ui/session/trace-match.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRowPath:
 * @kind: what kind of row it is
 * @index: index of the method that it is or stands under, or of the class or package
 * @relation: the group that it is, or is in
 * @n_steps: number of relatives from there, or of methods of the class or package
 * @steps: (array length=n_steps): their methods, or those of a class or package of
 *   another trace, whose index in this one is not known yet
 *
 * Which row a row is, by methods instead of positions: so it is found again in another
 * order.
 */
typedef struct
{
  TvProfileItemKind kind;
  guint32 index;
  TvRelation relation;
  guint n_steps;
  guint32 steps[];
} TvRowPath;

TvRowPath *tv_row_path_new (TvProfileItem *item);
TvRowPath *tv_row_path_new_matching (const TvRowPath *path, TvProfileModel *methods,
                                     const TvTraceMatch *match);

/**
 * TvRowExpansion:
 *
 * Which rows of a tree are open. It outlives the rows themselves, so that a new order
 * can be opened as the old one was.
 *
 * Signals: `rows-found` when rows opened late, because a worker had to find what is
 * under them.
 */
#define TV_TYPE_ROW_EXPANSION (tv_row_expansion_get_type ())

G_DECLARE_FINAL_TYPE (TvRowExpansion, tv_row_expansion, TV, ROW_EXPANSION, GObject)

TvRowExpansion *tv_row_expansion_new (GtkTreeListModel *tree, TvProfileModel *methods,
                                      TvRelativesStore *store);

GtkTreeListRow *tv_row_expansion_find (TvRowExpansion *self, const TvRowPath *path);
GtkTreeListRow *tv_row_expansion_find_method (TvRowExpansion *self, guint32 method);
gboolean tv_row_expansion_contains (TvRowExpansion *self, guint32 method);

void tv_row_expansion_open (TvRowExpansion *self, guint32 method);
void tv_row_expansion_close (TvRowExpansion *self, guint32 method);
void tv_row_expansion_reveal (TvRowExpansion *self, guint32 method);
gboolean tv_row_expansion_record_toggle (TvRowExpansion *self, GtkTreeListRow *row);

void tv_row_expansion_save (TvRowExpansion *self);
void tv_row_expansion_restore (TvRowExpansion *self);
void tv_row_expansion_continue (TvRowExpansion *self, TvRowExpansion *before,
                                const TvTraceMatch *match);

G_END_DECLS
