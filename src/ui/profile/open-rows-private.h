/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/open-rows.h"

G_BEGIN_DECLS

/* Counted references: whoever waits for a worker has one. */
struct _TvOpenRows
{
  TvRowTree *tree; /* %NULL at the end */
  TvProfileModel *methods;
  TvProfileOutline *outline; /* what the tree is over if not over methods */
  TvRelativesStore *store;
  TvOpenRowsFunc late_func;
  gpointer late_data;

  /* From the index of each open method to the bits of its open groups and IS_OPEN. */
  GHashTable *groups;

  /* The open relatives, as a set of TvRowPath. */
  GHashTable *paths;

  /* The open classes and packages, see get_outlined_key(). */
  GHashTable *outlined;

  /* All is closed while the methods get another order. */
  gboolean suspended;
};

TvOpenRows *tv_open_rows_ref (TvOpenRows *self);
void tv_open_rows_unref (TvOpenRows *self);
guint tv_open_rows_get_groups (TvOpenRows *self, guint32 method);
void tv_open_rows_open_below (TvOpenRows *self, GtkTreeListRow *row);
void tv_open_rows_keep_queries (TvOpenRows *self);

G_END_DECLS
