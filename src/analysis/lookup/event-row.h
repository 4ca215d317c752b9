/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"

G_BEGIN_DECLS

/**
 * TV_EVENT_ROW_MAX:
 *
 * The most events of a row; it keeps the first ones by time.
 */
#define TV_EVENT_ROW_MAX 100000

/**
 * TV_EVENT_ROW_MAX_LEVELS:
 *
 * The most levels for overlapping events of a row.
 */
#define TV_EVENT_ROW_MAX_LEVELS 64

/**
 * TvEvent:
 * @start: its start, in nanoseconds on the timeline's axis
 * @end: its end, not before @start
 * @label: its label
 * @explanation: (nullable): a sentence on what it means
 * @call: the call that is the event; its thread is %TV_THREAD_NONE for none
 * @level: 0 for the topmost; events on one level do not overlap. It is
 *   %TV_EVENT_ROW_MAX_LEVELS for an event that has no place on a level
 * @kind: events of one kind look alike, whatever the language of @label; 0 if the label
 *   is the kind
 *
 * A named stretch of time.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  const char *label;
  const char *explanation;
  TvCallRef call;
  guint level;
  guint kind;
} TvEvent;

/**
 * TvEventRow:
 * @name: its name
 * @events: (element-type TvEvent): its events, once sorted in order of time
 * @n_left_out: number of events after the first %TV_EVENT_ROW_MAX
 * @n_levels: number of levels of the sorted events, up to %TV_EVENT_ROW_MAX_LEVELS
 *
 * Named stretches of time, for a row of the timeline. Filled by one thread; it never
 * changes after tv_event_row_sort(), so that any thread may read it.
 */
typedef struct
{
  char *name;
  GArray *events;
  guint64 n_left_out;
  guint n_levels;
  /*< private >*/
  gatomicrefcount n_refs;
  GHashTable *meanings; /* by method: one of @texts_of */
  GPtrArray *texts_of;  /* TvEvent without times */
  gboolean is_full;     /* whether events after the last one are dropped */
} TvEventRow;

TvEventRow *tv_event_row_new (const char *name);
TvEventRow *tv_event_row_ref (TvEventRow *row);
void tv_event_row_unref (TvEventRow *row);

void tv_event_row_add (TvEventRow *row, const TvEvent *event);
void tv_event_row_explain (TvEventRow *row, guint32 method, const char *label,
                           const char *explanation);
void tv_event_row_sort (TvEventRow *row);

/**
 * tv_event_row_get:
 * @row: a sorted row
 * @index: number of an event
 *
 * Returns: (transfer none): an event, in order of time
 */
static inline const TvEvent *
tv_event_row_get (const TvEventRow *row, guint index)
{
  return &g_array_index (row->events, TvEvent, index);
}

gboolean tv_event_row_get_meaning (const TvEventRow *row, guint32 method,
                                   TvEvent *meaning);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvEventRow, tv_event_row_unref)

G_END_DECLS
