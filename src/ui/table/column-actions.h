/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/column-layout.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

/**
 * TvColumnActions:
 *
 * Actions for the columns of a table: they show and hide columns, change their order
 * and width, and sort the rows. The state of the action `columns` can be saved. A
 * secondary click on the header chooses columns, and a double click on the edge of a
 * title fits its column.
 */
typedef struct _TvColumnActions TvColumnActions;

TvColumnActions *tv_column_actions_new (TvTableView *table, TvColumnLayout *layout,
                                        GActionMap *actions, const char *prefix);
void tv_column_actions_free (TvColumnActions *self);

void tv_column_actions_set_model (TvColumnActions *self, TvTableModel *model);

G_END_DECLS
