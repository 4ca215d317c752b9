/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/comparison.h"
#include "analysis/lookup/call-stacks.h"
#include "analysis/lookup/event-row.h"
#include "analysis/stacks/call-path.h"
#include "analysis/sums/call-lengths.h"
#include "analysis/sums/method-groups.h"
#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"
#include "analysis/sums/ranking.h"
#include "analysis/sums/thread-range.h"
#include "analysis/text/time-text.h"
#include "trace/transform/transform.h"
#include "ui/session/notes.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvMark:
 * @TV_MARK_A: the first
 * @TV_MARK_B: the second
 *
 * Two moments that the user marks to measure their distance.
 */
typedef enum
{
  TV_MARK_A,
  TV_MARK_B
} TvMark;

#define TV_N_MARKS 2

/* Ranking or sorting so many methods, or adding up so many calls, takes a few
 * milliseconds. A worker does more. */
#define TV_METHODS_AT_ONCE 20000
#define TV_CALLS_AT_ONCE 500000

/**
 * TvSelection:
 * @method: index of the selected method, %TV_METHOD_NONE if none is
 * @call: the selected call of @method. Its thread is %TV_THREAD_NONE if no single call
 * is selected, but all calls of the method
 * @path: (nullable): the selected path of calls, which ends with @method
 *
 * The selection: nothing, a method, one of its calls, or a path to it.
 */
typedef struct
{
  guint32 method;
  TvCallRef call;
  TvCallPath *path;
} TvSelection;

/**
 * TV_MAX_EVENT_ROWS:
 *
 * The most rows of events that a session has.
 */
#define TV_MAX_EVENT_ROWS 5

/**
 * TvTraceSession:
 *
 * The state of an open trace that widgets share: the selection, the view, the scope of
 * the profile, the clock of the ranking. Widgets read it, change it and listen to its
 * signals, but do not talk to each other. Setting a value that is already set does
 * nothing.
 *
 * The signal `selection-changed` is emitted once when #TvSelection has changed, with
 * the detail `method` if the method has changed.
 *
 * Properties, all read-only:
 *
 * - `trace` (pointer): changes with the names of methods, tv_trace_session_set_names();
 *   `ranking` follows
 * - `heaviest-path` (pointer): see tv_trace_session_get_heaviest_path()
 * - `pointed-call` (uint64): the call under the pointer, with the thread in the upper
 *   half
 * - `view-start`, `view-end` (int64): nanoseconds on the timeline's axis, notified
 *   together as `view-start`
 * - `range-start`, `range-end` (int64): the selected range, notified together as
 *   `range-start`, see tv_trace_session_get_range()
 * - `base` (pointer): the session that this one is compared with
 * - `by-share` (uint): whether shares are to be compared; `ranking` is notified as well
 * - `scope` (pointer): notified when other threads or another restriction to the range
 *   are requested; `ranking` is notified when their sums are there
 * - `primary-clock` (uint): #TvClock
 * - `ranking` (pointer): the ranking of the scope; notified also for new sums
 * - `whole-ranking` (pointer): the ranking of the whole trace
 * - `time-unit` (uint): #TvTimeUnit
 * - `marks` (uint): how many are set; notified also when one moves
 * - `notes` (pointer): notified also when a note changes
 * - `event-rows` (pointer): notified when a row is added or removed
 * - `method-filter`, `packages` (pointers): which methods are listed
 * - `pending` (uint): 1 while tv_trace_session_is_pending(), else 0
 * - `transforms` (pointer): notified when others are requested, and when they could not
 *   be applied; `ranking` is notified when their sums are there
 */
#define TV_TYPE_TRACE_SESSION (tv_trace_session_get_type ())

G_DECLARE_FINAL_TYPE (TvTraceSession, tv_trace_session, TV, TRACE_SESSION, GObject)

TvTraceSession *tv_trace_session_new (TvTrace *trace, TvProfile *profile);
TvTraceSession *tv_trace_session_new_with (TvCallStacks *stacks, TvProfile *profile,
                                           TvRanking *ranking);

TvTrace *tv_trace_session_get_trace (TvTraceSession *self);
const char *tv_trace_session_get_text (TvTraceSession *self, const char *text)
    G_GNUC_FORMAT (2);
void tv_trace_session_set_names (TvTraceSession *self, TvTrace *renamed);
TvCallStacks *tv_trace_session_get_stacks (TvTraceSession *self);
TvTimeUnit tv_trace_session_get_time_unit (TvTraceSession *self);
void tv_trace_session_set_time_unit (TvTraceSession *self, TvTimeUnit unit);
char *tv_trace_session_dup_amount (TvTraceSession *self, TvClock clock, gint64 amount);
char *tv_trace_session_dup_duration (TvTraceSession *self, gint64 duration);

/* Compare */
TvTraceSession *tv_trace_session_get_base (TvTraceSession *self);
void tv_trace_session_set_base (TvTraceSession *self, TvTraceSession *base);
gboolean tv_trace_session_is_base (TvTraceSession *self);
TvProfile *tv_trace_session_get_base_profile (TvTraceSession *self);
void tv_trace_session_set_common_scale (TvTraceSession *self, gboolean common);
gboolean tv_trace_session_compares_amounts (TvTraceSession *self);
gboolean tv_trace_session_compares_by_share (TvTraceSession *self);
void tv_trace_session_set_by_share (TvTraceSession *self, gboolean by_share);
gboolean tv_trace_session_get_comparison (TvTraceSession *self,
                                          TvComparison *comparison);
gboolean tv_trace_session_compares_clock (TvTraceSession *self, TvClock clock);
gboolean tv_trace_session_has_clock_choice (TvTraceSession *self);

/* Selection */
const TvSelection *tv_trace_session_get_selection (TvTraceSession *self);
void tv_trace_session_select_method (TvTraceSession *self, guint32 method);
void tv_trace_session_select_call (TvTraceSession *self, TvCallRef call);
void tv_trace_session_select_path (TvTraceSession *self, TvCallPath *path);
TvCallPath *tv_trace_session_get_heaviest_path (TvTraceSession *self);
void tv_trace_session_clear_selection (TvTraceSession *self);
TvCallRef tv_trace_session_get_pointed_call (TvTraceSession *self);
void tv_trace_session_set_pointed_call (TvTraceSession *self, TvCallRef call);

/* Filters */
TvMethodSet *tv_trace_session_get_method_filter (TvTraceSession *self);
void tv_trace_session_set_method_filter (TvTraceSession *self, TvMethodSet *methods);
TvPackageFilter *tv_trace_session_get_packages (TvTraceSession *self);
void tv_trace_session_set_packages (TvTraceSession *self, TvPackageFilter *packages);

/* View */
void tv_trace_session_get_full_range (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_get_view (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_set_view (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_show_times (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_scroll_to (TvTraceSession *self, gint64 start, gint64 end);

/* Marks */
gboolean tv_trace_session_get_mark (TvTraceSession *self, TvMark mark, gint64 *time);
void tv_trace_session_set_mark (TvTraceSession *self, TvMark mark, gint64 time);
void tv_trace_session_set_next_mark (TvTraceSession *self, gint64 time);
void tv_trace_session_clear_marks (TvTraceSession *self);

/* Notes */
TvNotes *tv_trace_session_get_notes (TvTraceSession *self);
void tv_trace_session_set_notes (TvTraceSession *self, TvNotes *notes);
void tv_trace_session_show_note (TvTraceSession *self, const TvNote *note);

/* Rows of events */
GPtrArray *tv_trace_session_get_event_rows (TvTraceSession *self);
void tv_trace_session_add_event_row (TvTraceSession *self, TvEventRow *row);
void tv_trace_session_remove_event_row (TvTraceSession *self, const char *name);
gboolean tv_trace_session_get_meaning (TvTraceSession *self, guint32 method,
                                       TvEvent *meaning);

/* The selected range of time */
gboolean tv_trace_session_get_range (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_set_range (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_drag_range (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_clear_range (TvTraceSession *self);
void tv_trace_session_enter_range (TvTraceSession *self);
guint tv_trace_session_get_range_depth (TvTraceSession *self);
void tv_trace_session_get_range_step (TvTraceSession *self, guint depth, gint64 *start,
                                      gint64 *end);
void tv_trace_session_go_back_to_range (TvTraceSession *self, guint depth);
guint64 tv_trace_session_count_calls_in_range (TvTraceSession *self);

/* The scope and its profile */
TvThreadSet *tv_trace_session_get_threads (TvTraceSession *self);
void tv_trace_session_set_threads (TvTraceSession *self, TvThreadSet *threads);
gboolean tv_trace_session_is_restricted_to_range (TvTraceSession *self);
void tv_trace_session_set_restricted_to_range (TvTraceSession *self,
                                               gboolean restricted);
GPtrArray *tv_trace_session_get_transforms (TvTraceSession *self);
void tv_trace_session_add_transform (TvTraceSession *self, TvTransform *transform);
void tv_trace_session_keep_transforms (TvTraceSession *self, guint n);
void tv_trace_session_set_memory_limit (TvTraceSession *self, guint64 limit);
const char *tv_trace_session_get_transform_error (TvTraceSession *self);
TvClock tv_trace_session_get_primary_clock (TvTraceSession *self);
void tv_trace_session_set_primary_clock (TvTraceSession *self, TvClock clock);
gboolean tv_trace_session_is_summing (TvTraceSession *self);
gboolean tv_trace_session_is_pending (TvTraceSession *self);
TvProfile *tv_trace_session_get_profile (TvTraceSession *self);
const TvRanking *tv_trace_session_get_ranking (TvTraceSession *self);
TvProfile *tv_trace_session_get_whole_profile (TvTraceSession *self);
const TvRanking *tv_trace_session_get_whole_ranking (TvTraceSession *self);
TvCallLengths *tv_trace_session_get_lengths (TvTraceSession *self);
void tv_trace_session_set_needs_lengths (TvTraceSession *self, gboolean needed);

/**
 * tv_trace_session_get_selected_method:
 * @self: a session
 *
 * Returns: index of the selected method, %TV_METHOD_NONE if none is
 */
static inline guint32
tv_trace_session_get_selected_method (TvTraceSession *self)
{
  return tv_trace_session_get_selection (self)->method;
}

/**
 * tv_trace_session_get_selected_call:
 * @self: a session
 *
 * Returns: the selected call, see #TvSelection
 */
static inline TvCallRef
tv_trace_session_get_selected_call (TvTraceSession *self)
{
  return tv_trace_session_get_selection (self)->call;
}

/**
 * tv_trace_session_get_selected_path:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the selected path, see #TvSelection
 */
static inline TvCallPath *
tv_trace_session_get_selected_path (TvTraceSession *self)
{
  return tv_trace_session_get_selection (self)->path;
}

G_END_DECLS
