/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvCallStacks:
 *
 * An index of a trace's calls that finds in logarithmic time which call is open at a
 * time and how deep a call is, however deep stacks are. It takes less than 0.4 bytes a
 * call on any trace, usually less than 0.07 (twice that where times are wide).
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvCallStacks TvCallStacks;

TvCallStacks *tv_call_stacks_new (TvTrace *trace, GCancellable *cancellable,
                                  GError **error);
TvCallStacks *tv_call_stacks_new_renamed (TvCallStacks *stacks, TvTrace *trace);
TvCallStacks *tv_call_stacks_ref (TvCallStacks *stacks);
void tv_call_stacks_unref (TvCallStacks *stacks);

TvTrace *tv_call_stacks_get_trace (const TvCallStacks *stacks);
gsize tv_call_stacks_get_memory_size (const TvCallStacks *stacks);

guint32 tv_call_stacks_find_open (const TvCallStacks *stacks, guint thread, gsize n,
                                  gint64 axis_time);
guint tv_call_stacks_get_depth (const TvCallStacks *stacks, guint thread, guint32 call);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallStacks, tv_call_stacks_unref)

G_END_DECLS
