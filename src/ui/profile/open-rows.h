/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-model.h"
#include "ui/profile/profile-outline.h"
#include "ui/profile/relatives-store.h"
#include "ui/profile/row-tree.h"

G_BEGIN_DECLS

/**
 * TvOpenRows:
 *
 * Which methods, groups and relatives in them are open. It outlives the rows
 * themselves, so that a new order of the methods can be opened as the old one was.
 */
typedef struct _TvOpenRows TvOpenRows;

/**
 * TvOpenRowsFunc:
 * @user_data: what was given with the function
 *
 * Is told that rows opened late, because a worker had to find what is under them.
 */
typedef void (*TvOpenRowsFunc) (gpointer user_data);

TvOpenRows *tv_open_rows_new (TvRowTree *tree, TvProfileModel *methods,
                              TvRelativesStore *store);
void tv_open_rows_free (TvOpenRows *self);
void tv_open_rows_set_late_func (TvOpenRows *self, TvOpenRowsFunc func,
                                 gpointer user_data);

void tv_open_rows_set_tree (TvOpenRows *self, TvRowTree *tree,
                            TvProfileOutline *outline);

GtkTreeListRow *tv_open_rows_find (TvOpenRows *self, guint32 method);
void tv_open_rows_reveal (TvOpenRows *self, guint32 method);
gboolean tv_open_rows_contains (TvOpenRows *self, guint32 method);
void tv_open_rows_open (TvOpenRows *self, guint32 method);
void tv_open_rows_close (TvOpenRows *self, guint32 method);
gboolean tv_open_rows_note (TvOpenRows *self, GtkTreeListRow *row);
void tv_open_rows_suspend (TvOpenRows *self);
void tv_open_rows_restore (TvOpenRows *self);

G_END_DECLS
