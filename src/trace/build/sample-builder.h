/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/run-builder.h"
#include "trace/model/trace-samples.h"

G_BEGIN_DECLS

/**
 * TV_STACK_EMPTY:
 *
 * The stack without frames: the parent of outermost frames.
 */
#define TV_STACK_EMPTY ((guint32) 0xFFFFFFFF)

/**
 * TV_MAX_STACK_DEPTH:
 *
 * Frames of a stack; further ones, at its inner end, are dropped.
 */
#define TV_MAX_STACK_DEPTH 16384

/**
 * TvSampleSpec:
 * @thread: index of its thread
 * @event: index of its event
 * @stack: index of its stack, or %TV_STACK_EMPTY
 * @time: nanoseconds on the clock of the file, unless it has no times
 * @weight: nanoseconds, or steps of %TV_WEIGHT_ONE, see #TvQuantity
 * @offset: where it stands in the file, for warnings: a byte unless the reader counts
 *   lines
 *
 * A sample to add.
 */
typedef struct
{
  guint32 thread;
  guint32 event;
  guint32 stack;
  gint64 time;
  gint64 weight;
  guint64 offset;
} TvSampleSpec;

/**
 * TvSampleBuilder:
 *
 * A door into the model for files of samples: stacks that were looked at now and then,
 * each with a weight.
 *
 * A trace of samples is one of runs on two clocks. The real clock has the times of the
 * samples. The other clock, the CPU clock of other traces, is the *weight clock*: after
 * a sample it stands at the sum of the weights of the thread so far. A frame that
 * consecutive samples of a thread share, with the same callers, is one run. So a run
 * takes as much of the weight clock as the samples that it is in weigh together, and
 * sums, trees, flame graphs and all that is made of them are exact. On the real clock,
 * a run lasts until the first sample that it is not in; but a sample stands for no more
 * than ten times the usual time between two samples, so a longer gap ends all runs. In
 * a file without times, the axis is the weight clock.
 *
 * Weights of different events are never added up: a trace has the samples of one event,
 * which is the first one of the file unless the options or the reader say otherwise.
 *
 * A reader adds events, threads, names and stacks, whose indexes it gets, and samples
 * in any order of threads and times.
 */
typedef struct _TvSampleBuilder TvSampleBuilder;

TvSampleBuilder *tv_sample_builder_new (TvTrace *trace, const TvLoadOptions *options);
void tv_sample_builder_free (TvSampleBuilder *builder);

TvRunBuilder *tv_sample_builder_get_runs (TvSampleBuilder *builder);
guint32 tv_sample_builder_add_event (TvSampleBuilder *builder,
                                     const TvSampleEvent *event);
void tv_sample_builder_keep_stacks (TvSampleBuilder *builder);
void tv_sample_builder_set_default_event (TvSampleBuilder *builder, guint32 event);
gboolean tv_sample_builder_is_chosen (const TvSampleBuilder *builder, guint32 event);
guint32 tv_sample_builder_add_labelled_thread (TvSampleBuilder *builder, gint64 number,
                                               const char *label);
guint32 tv_sample_builder_add_thread (TvSampleBuilder *builder, guint32 process,
                                      gint64 number, const char *name);
guint32 tv_sample_builder_add_stack (TvSampleBuilder *builder, guint32 parent,
                                     guint32 name);
void tv_sample_builder_push_frame (TvSampleBuilder *builder, guint32 name);
guint32 tv_sample_builder_take_stack (TvSampleBuilder *builder);
gboolean tv_sample_builder_add_sample (TvSampleBuilder *builder,
                                       const TvSampleSpec *sample);
void tv_sample_builder_set_place (TvSampleBuilder *builder, TvPlace place);
void tv_sample_builder_count_fault (TvSampleBuilder *builder, TvWarningKind kind,
                                    guint64 offset);

gboolean tv_sample_builder_finish (TvSampleBuilder *builder, gboolean has_times,
                                   GError **error);
gboolean tv_sample_builder_finish_slices (TvSampleBuilder *builder, GError **error);
gboolean tv_samples_are_wanted (const TvLoadOptions *options, gboolean has_samples,
                                gboolean has_slices);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSampleBuilder, tv_sample_builder_free)

G_END_DECLS
