/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/column-layout.h"
#include "ui/profile/profile-table.h"

G_BEGIN_DECLS

/**
 * TvColumnActions:
 *
 * Actions for the columns of a table: which are shown, their order and width, and the
 * unit of times. The states of the actions can be saved. A secondary click on the
 * header chooses columns, a double click on the edge of a title fits its column.
 */
typedef struct _TvColumnActions TvColumnActions;

TvColumnActions *tv_column_actions_new (TvProfileTable *table, GActionMap *actions);
void tv_column_actions_free (TvColumnActions *self);

TvColumnLayout *tv_column_actions_get_layout (TvColumnActions *self);
void tv_column_actions_set_session (TvColumnActions *self, TvTraceSession *session);

G_END_DECLS
