/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"
#include "ui/columns/profile-column.h"

G_BEGIN_DECLS

/**
 * TvPathLister:
 * @question: an answered question
 * @column: the rows are in its order; %TV_PROFILE_N_COLUMNS for that of the trees
 * @descending: whether the greatest come first
 *
 * Makes rows of the nodes of trees.
 */
typedef struct
{
  const TvPathQuestion *question;
  TvProfileColumn column;
  gboolean descending;
} TvPathLister;

GArray *tv_path_lister_list_top (const TvPathLister *self);
GArray *tv_path_lister_list_under (const TvPathLister *self, guint tree, guint32 node);

G_END_DECLS
