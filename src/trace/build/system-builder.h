/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/growth.h"
#include "trace/model/system-storage.h"

G_BEGIN_DECLS

/**
 * TvCounterSpec:
 * @kind: what it belongs to
 * @process: index of its process, or %TV_PROCESS_NONE
 * @track: of a thread, index of its track, else %TV_THREAD_NONE
 * @number: the number of a processor, or what tells it from others of the same name
 * @name: its name
 * @unit: (nullable): the unit of its values
 *
 * A counter to add.
 */
typedef struct
{
  TvTrackKind kind;
  guint32 process;
  guint32 track;
  gint64 number;
  const char *name;
  const char *unit;
} TvCounterSpec;

/**
 * TvStateSpec:
 * @track: index of the track of the thread
 * @is_running: whether it ran
 * @start: nanoseconds on the clock of the file
 * @end: nanoseconds on the clock of the file, or %G_MAXINT64 for a state that did not
 *   end
 * @letters: (nullable): the state; of a thread that ran, the state after that
 * @cpu: number of the processor that it ran on, or %TV_CPU_NONE
 * @priority: of a thread that ran
 * @waker: index of the track of the thread that woke it, or %TV_THREAD_NONE
 * @io_wait: whether it waited for input or output
 * @blocked_function: (nullable): the function in which it was blocked
 *
 * A state of a thread to add.
 */
typedef struct
{
  guint32 track;
  gboolean is_running;
  gint64 start;
  gint64 end;
  const char *letters;
  guint32 cpu;
  gint priority;
  guint32 waker;
  TvIoWait io_wait;
  const char *blocked_function;
} TvStateSpec;

/**
 * TvSystemBuilder:
 *
 * Collects counters, states of threads and clocks, and makes columns of them.
 */
typedef struct _TvSystemBuilder TvSystemBuilder;

TvSystemBuilder *tv_system_builder_new (TvTrace *trace, TvGrowth *growth);
void tv_system_builder_free (TvSystemBuilder *self);

guint32 tv_system_builder_add_counter (TvSystemBuilder *self,
                                       const TvCounterSpec *spec);
gboolean tv_system_builder_add_value (TvSystemBuilder *self, guint32 counter,
                                      gint64 time, double value);
gboolean tv_system_builder_add_cpu_value (TvSystemBuilder *self, const char *name,
                                          guint32 cpu, gint64 time, double value);
gboolean tv_system_builder_add_state (TvSystemBuilder *self, const TvStateSpec *spec);
void tv_system_builder_set_own_clock (TvSystemBuilder *self, TvSystemClock clock);
void tv_system_builder_set_reading (TvSystemBuilder *self, TvSystemClock clock,
                                    gint64 own_time, gint64 time);

void tv_system_builder_get_range (const TvSystemBuilder *self, gint64 *earliest,
                                  gint64 *latest);
gboolean tv_system_builder_finish (TvSystemBuilder *self, const TvTrackRows *tracks,
                                   gint64 latest, gint64 latest_kept, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSystemBuilder, tv_system_builder_free)

G_END_DECLS
