/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"

G_BEGIN_DECLS

/**
 * TV_EVENT_ROW_MAX:
 *
 * A row keeps no more events than these, the first ones by time.
 */
#define TV_EVENT_ROW_MAX 100000

/**
 * TV_EVENT_ROW_MAX_LEVELS:
 *
 * On how many levels events of one row lie that overlap in time.
 */
#define TV_EVENT_ROW_MAX_LEVELS 4

/**
 * TvEvent:
 * @start: when it begins, in nanoseconds on the timeline's axis
 * @end: when it ends, not before @start
 * @label: what it is called
 * @explanation: (nullable): a sentence on what it means
 * @call: the call that it is; its thread is %TV_THREAD_NONE for none
 * @level: 0 for the topmost; an event shares its level with none that overlaps it, but
 *   for the last one
 * @kind: events of one kind look alike, whatever their @label is in a language; 0 where
 *   the label is the kind
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
 * @name: what it is called
 * @events: (element-type TvEvent): its events, once sorted in order of time
 * @n_left_out: how many events there are after the first %TV_EVENT_ROW_MAX
 * @n_levels: how many levels the sorted events take, up to %TV_EVENT_ROW_MAX_LEVELS
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
  GHashTable *meanings; /* method to one of the next */
  GPtrArray *texts_of;  /* of TvEvent without times */
  gboolean is_full;     /* the last event is in its place, later ones are left out */
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
