/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/slice-names.h"
#include "trace/kernel/system-tasks.h"

G_BEGIN_DECLS

/**
 * TvBinderEvent:
 * @tid: the number of the thread that sends or receives
 * @time: nanoseconds on the clock of the file
 * @offset: where it stands in the file
 * @id: the number of the transaction
 *
 * An event of the kernel's binder, by which processes of Android call each other.
 */
typedef struct
{
  gint64 tid;
  gint64 time;
  guint64 offset;
  gint64 id;
} TvBinderEvent;

/**
 * TvBinder:
 *
 * Makes slices of transactions: of the thread that waits for a reply, and of the one
 * that replies, with a flow from the first to the second.
 */
typedef struct _TvBinder TvBinder;

TvBinder *tv_binder_new (TvRunBuilder *builder, TvSliceNames *names,
                         TvSystemTasks *tasks);
void tv_binder_free (TvBinder *self);
gboolean tv_binder_send (TvBinder *self, const TvBinderEvent *event, gboolean is_reply,
                         guint64 flags);
gboolean tv_binder_receive (TvBinder *self, const TvBinderEvent *event);
gboolean tv_binder_fail (TvBinder *self, const TvBinderEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvBinder, tv_binder_free)

G_END_DECLS
