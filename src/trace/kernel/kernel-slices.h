/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/kernel/atrace-marks.h"

G_BEGIN_DECLS

/**
 * TvKernelEvent:
 * @tid: the number of the thread that runs
 * @cpu: the number of its processor
 * @time: nanoseconds on the clock of the file
 * @offset: where it stands in the file
 *
 * When and where something happened in the kernel.
 */
typedef struct
{
  gint64 tid;
  guint32 cpu;
  gint64 time;
  guint64 offset;
} TvKernelEvent;

/**
 * TvKernelSlices:
 *
 * Makes slices of what the kernel does: interrupts of processors, work and system calls
 * of threads, and how the system is suspended.
 */
typedef struct _TvKernelSlices TvKernelSlices;

TvKernelSlices *tv_kernel_slices_new (const TvAtraceSink *sink);
void tv_kernel_slices_free (TvKernelSlices *self);
void tv_kernel_slices_set_machine (TvKernelSlices *self, const char *machine);
gboolean tv_kernel_slices_begin_irq (TvKernelSlices *self, const TvKernelEvent *event,
                                     const char *name);
gboolean tv_kernel_slices_begin_softirq (TvKernelSlices *self,
                                         const TvKernelEvent *event, guint64 vector);
gboolean tv_kernel_slices_end_irq (TvKernelSlices *self, const TvKernelEvent *event,
                                   gboolean is_soft);
gboolean tv_kernel_slices_begin_work (TvKernelSlices *self, const TvKernelEvent *event,
                                      const char *function);
gboolean tv_kernel_slices_end_work (TvKernelSlices *self, const TvKernelEvent *event);
gboolean tv_kernel_slices_enter_call (TvKernelSlices *self, const TvKernelEvent *event,
                                      guint64 number);
gboolean tv_kernel_slices_leave_call (TvKernelSlices *self, const TvKernelEvent *event,
                                      guint64 number);
gboolean tv_kernel_slices_end_write (TvKernelSlices *self, const TvKernelEvent *event);
gboolean tv_kernel_slices_suspend (TvKernelSlices *self, const TvKernelEvent *event,
                                   const char *action, gint64 value, gboolean starts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvKernelSlices, tv_kernel_slices_free)

G_END_DECLS
