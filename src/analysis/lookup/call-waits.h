/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvWaitReason:
 * @TV_WAIT_RUNNING: none, the thread ran
 * @TV_WAIT_RUNNABLE: it could run, but had no processor
 * @TV_WAIT_BINDER: the answer of another process, by Binder
 * @TV_WAIT_LOCK: a lock that another thread had
 * @TV_WAIT_IO: input or output
 * @TV_WAIT_KERNEL: something else in the kernel, uninterruptible
 * @TV_WAIT_ASLEEP: something else, interruptible
 * @TV_WAIT_STOPPED: it was stopped, or had ended
 * @TV_WAIT_UNKNOWN: the trace does not tell
 * @TV_N_WAIT_REASONS: how many there are
 *
 * What a thread waited for.
 */
typedef enum
{
  TV_WAIT_RUNNING,
  TV_WAIT_RUNNABLE,
  TV_WAIT_BINDER,
  TV_WAIT_LOCK,
  TV_WAIT_IO,
  TV_WAIT_KERNEL,
  TV_WAIT_ASLEEP,
  TV_WAIT_STOPPED,
  TV_WAIT_UNKNOWN,
  TV_N_WAIT_REASONS
} TvWaitReason;

/**
 * TvWaker:
 * @thread: index of a thread that woke another one
 * @n: how often it did
 * @waited: nanoseconds that the other one had waited before, within the call
 *
 * Who ended waits.
 */
typedef struct
{
  guint32 thread;
  guint n;
  gint64 waited;
} TvWaker;

/**
 * TvCallWaits:
 * @time: by #TvWaitReason: nanoseconds of the call; all together are its wall time
 * @wakers: (element-type TvWaker): who woke the thread during the call, first the one
 *   that ended the longest waits
 *
 * What became of the wall time of a call.
 */
typedef struct
{
  gint64 time[TV_N_WAIT_REASONS];
  GArray *wakers;
} TvCallWaits;

TvCallWaits *tv_call_waits_new (const TvTrace *trace, TvCallRef call,
                                GCancellable *cancellable, GError **error);
void tv_call_waits_free (TvCallWaits *waits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallWaits, tv_call_waits_free)

G_END_DECLS
