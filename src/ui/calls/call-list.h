/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calls/calls-data.h"
#include "ui/session/trace-session.h"
#include "ui/table/column-layout.h"
#include "ui/table/table-export.h"

G_BEGIN_DECLS

/**
 * TvCallList:
 *
 * Calls of a method as the model of a table: a row for each call, or for each group
 * with its calls below. Rows are made when they become visible, so millions of calls
 * take only their places in an array.
 *
 * Signals: `resort` when the user chooses another order, which the owner computes;
 * `picked` when the user selects a row.
 */
#define TV_TYPE_CALL_LIST (tv_call_list_get_type ())

G_DECLARE_FINAL_TYPE (TvCallList, tv_call_list, TV, CALL_LIST, GObject)

TvCallList *tv_call_list_new (TvTraceSession *session);
TvColumnLayout *tv_call_list_new_layout (void);
void tv_call_list_set_order (TvCallList *self, TvCallsOrder *order);
TvCallsOrder *tv_call_list_get_order (TvCallList *self);
TvCallsColumn tv_call_list_get_sort (TvCallList *self, gboolean *descending);

/* Stands for no call and no group. */
#define TV_CALL_LIST_NONE G_MAXUINT

guint tv_call_list_get_call (TvCallList *self, guint position);
guint tv_call_list_get_group (TvCallList *self, guint position);
void tv_call_list_show_call (TvCallList *self, guint call);
void tv_call_list_set_pointed (TvCallList *self, guint call);
TvTableExport *tv_call_list_export (TvCallList *self, const guint *shown,
                                    guint n_shown);

G_END_DECLS
