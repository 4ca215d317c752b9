/* SPDX-License-Identifier: Apache-2.0 */

/* What traces of samples have beside calls. */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TV_WEIGHT_ONE:
 *
 * What a clock that counts things advances by for one of them. So weights may have
 * three decimals.
 */
#define TV_WEIGHT_ONE 1000

/**
 * TvQuantity:
 * @TV_QUANTITY_TIME: time, in nanoseconds
 * @TV_QUANTITY_COUNT: a number of things, such as samples, in steps of %TV_WEIGHT_ONE
 * @TV_QUANTITY_BYTES: a number of bytes, in the same steps
 *
 * What a clock measures.
 */
typedef enum
{
  TV_QUANTITY_TIME,
  TV_QUANTITY_COUNT,
  TV_QUANTITY_BYTES
} TvQuantity;

/**
 * TvSampleEvent:
 * @name: its name in the file, such as `cpu-clock`
 * @title: (nullable): its name for people, if @name is none
 * @quantity: what the weights of its samples measure
 * @n_samples: number of its samples in the file
 *
 * What makes a profiler take samples. Weights of different events are never added up.
 */
typedef struct
{
  const char *name;
  const char *title;
  TvQuantity quantity;
  guint64 n_samples;
} TvSampleEvent;

/**
 * TvSamples:
 * @n: number of samples
 * @time: (array length=n) (nullable): nanoseconds from the start of the trace, never
 *   decreasing; %NULL in a file without times
 * @weight: (array length=n): what each adds to the CPU clock of its thread
 * @leaf: (array length=n): the innermost call of each, or %TV_CALL_NONE
 *
 * The samples of a thread, in order of time.
 */
typedef struct
{
  gsize n;
  const gint64 *time;
  const gint64 *weight;
  const guint32 *leaf;
} TvSamples;

/**
 * TvSampleStack:
 * @parent: the stack of its callers, an earlier one, or %TV_CALL_NONE
 * @method: index of the method of its innermost frame
 *
 * A stack as the file has it, of any event.
 */
typedef struct
{
  guint32 parent;
  guint32 method;
} TvSampleStack;

/**
 * TvFrameKind:
 * @TV_FRAME_UNKNOWN: the file does not say
 * @TV_FRAME_JAVA: a method that was compiled before it ran
 * @TV_FRAME_INTERPRETED: a method that was interpreted
 * @TV_FRAME_JIT: a method that was compiled while the program ran
 * @TV_FRAME_NATIVE: a function of a library
 * @TV_FRAME_KERNEL: a function of the kernel
 * @TV_FRAME_SCRIPT: a function of a script
 * @TV_FRAME_SLICE: no code: a slice beside samples
 * @TV_N_FRAME_KINDS: how many kinds there are
 *
 * What kind of code runs in a frame.
 */
typedef enum
{
  TV_FRAME_UNKNOWN,
  TV_FRAME_JAVA,
  TV_FRAME_INTERPRETED,
  TV_FRAME_JIT,
  TV_FRAME_NATIVE,
  TV_FRAME_KERNEL,
  TV_FRAME_SCRIPT,
  TV_FRAME_SLICE,
  TV_N_FRAME_KINDS
} TvFrameKind;

gboolean tv_trace_has_samples (const TvTrace *trace);
guint tv_trace_get_n_sample_events (const TvTrace *trace);
const TvSampleEvent *tv_trace_get_sample_event (const TvTrace *trace, guint event);
guint tv_trace_get_chosen_event (const TvTrace *trace);
TvSamples tv_trace_get_samples (const TvTrace *trace, guint thread);
const TvSampleStack *tv_trace_get_sample_stacks (const TvTrace *trace, guint *n);
TvFrameKind tv_trace_get_frame_kind (const TvTrace *trace, guint32 method);
const char *tv_frame_kind_get_name (TvFrameKind kind);

gboolean tv_trace_weighs_samples (const TvTrace *trace);
TvQuantity tv_trace_get_clock_quantity (const TvTrace *trace, TvClock clock);
const char *tv_trace_get_clock_title (const TvTrace *trace, TvClock clock);

G_END_DECLS
