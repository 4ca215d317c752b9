/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvEntry:
 * @thread: index of the thread
 * @is_wait: whether this is a wait rather than a call
 * @index: index into the thread's #TvCalls or #TvWaits
 *
 * One item of the order of entry.
 */
typedef struct
{
  guint32 thread;
  gboolean is_wait;
  gsize index;
} TvEntry;

/**
 * TvEntryOrder:
 *
 * A walk over the calls and waits of all threads in the order in which the file has
 * their entries.
 */
typedef struct _TvEntryOrder TvEntryOrder;

TvEntryOrder *tv_entry_order_new (const TvTrace *trace);
void tv_entry_order_free (TvEntryOrder *order);

void tv_entry_order_rewind (TvEntryOrder *order);
gboolean tv_entry_order_next (TvEntryOrder *order, TvEntry *entry);
const TvCalls *tv_entry_order_get_calls (const TvEntryOrder *order, guint32 thread);
const TvWaits *tv_entry_order_get_waits (const TvEntryOrder *order, guint32 thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvEntryOrder, tv_entry_order_free)

G_END_DECLS
