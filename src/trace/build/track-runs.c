/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/track-runs.h"

#include "trace/build/call-stack.h"
#include "trace/build/clock-repair.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The depth of a run that began and ended is its level on the stack of its track, from
 * 1. It tells whether a run of no length, at the end of another one, is in it. While
 * runs are added, it tells beginnings from ends. */
#define MAX_DEPTH 0x7FFF
#define IS_BEGIN 1
#define IS_END 2
#define IS_END_OF_CATEGORY 3

/* Set with the depth of a run that was closed with a run around it. */
#define END_LOST 0x8000

/* Bytes that are allocated between two looks at the budget. */
#define UNCHECKED (1024 * 1024)

/* g_qsort_with_data() sorts no more. */
#define MAX_RUNS G_MAXINT32

G_STATIC_ASSERT (sizeof (TvRunDraft) == 32);
G_STATIC_ASSERT (TV_MAX_TRACK_ROWS - 1 <= G_MAXUINT8);

/* Growth */

static void
set_too_many (GError **error)
{
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                       _ ("The trace has too many slices in one track"));
}

/**
 * tv_growth_take:
 * @growth: what grows
 * @size: bytes that are about to be allocated
 *
 * Returns: whether there is memory for them
 */
gboolean
tv_growth_take (TvGrowth *growth, gsize size)
{
  growth->n_unchecked += size;
  if (growth->error != NULL)
    return FALSE;
  if (growth->n_unchecked < UNCHECKED)
    return TRUE;
  if (!tv_memory_budget_check (growth->budget, growth->n_unchecked, &growth->error))
    return FALSE;
  growth->n_unchecked = 0;
  return TRUE;
}

/**
 * tv_growth_append:
 * @growth: what grows
 * @array: an array without a function that clears items, to which nothing else appends
 * @item: what to append
 *
 * Appends an item in place: room for as many items as there are is made when their
 * number is a power of two. g_array_append_vals() takes several times as long.
 *
 * Returns: whether there was memory
 */
gboolean
tv_growth_append (TvGrowth *growth, GArray *array, gconstpointer item)
{
  const guint n = array->len;
  const gsize size = g_array_get_element_size (array);

  if (growth->error == NULL && n >= MAX_RUNS)
    set_too_many (&growth->error);
  if (growth->error != NULL)
    return FALSE;
  if ((n & (n - 1)) == 0)
    {
      if (!tv_growth_take (growth, MAX (n, 1) * size))
        return FALSE;
      g_array_set_size (array, MAX (2 * n, 1));
      g_array_set_size (array, n);
    }
  memcpy (array->data + n * size, item, size);
  array->len++;
  return TRUE;
}

void
tv_track_runs_init (TvTrackRuns *track, TvOverlap overlap)
{
  *track = (TvTrackRuns){ .overlap = overlap,
                          .earliest = G_MAXINT64,
                          .latest = G_MININT64 };
  track->runs = g_array_new (FALSE, FALSE, sizeof (TvRunDraft));
  track->events = g_array_new (FALSE, FALSE, sizeof (TvRunDraft));
  track->extras = g_array_new (FALSE, FALSE, sizeof (TvRunExtra));
  track->row_sizes = g_array_new (FALSE, TRUE, sizeof (guint32));
}

void
tv_track_runs_clear (TvTrackRuns *track)
{
  g_array_unref (track->runs);
  g_clear_pointer (&track->events, g_array_unref);
  g_array_unref (track->extras);
  g_array_unref (track->row_sizes);
  g_clear_error (&track->error);
}

static const TvWarningKind fault_kinds[TV_N_RUN_FAULTS] = {
  [TV_RUN_FAULT_OVERLAPS] = TV_WARNING_SLICE_OVERLAPS,
  [TV_RUN_FAULT_BACKWARDS] = TV_WARNING_SLICE_BACKWARDS,
  [TV_RUN_FAULT_TIME] = TV_WARNING_SLICE_TIME,
  [TV_RUN_FAULT_LATE] = TV_WARNING_SLICE_TIME,
  [TV_RUN_FAULT_END_LOST] = TV_WARNING_SLICE_END_LOST,
  [TV_RUN_FAULT_STRAY_END] = TV_WARNING_SLICE_STRAY_END,
  [TV_RUN_FAULT_CPU] = TV_WARNING_TIME_BACKWARDS,
  [TV_RUN_FAULT_NO_CPU] = TV_WARNING_SLICE_CPU,
};

TvWarningKind
tv_run_fault_get_warning (TvRunFault fault)
{
  return fault_kinds[fault];
}

/* Others are found when it is forgotten where a run stands in the file. */
gboolean
tv_run_fault_has_place (TvRunFault fault)
{
  return fault != TV_RUN_FAULT_LATE && fault != TV_RUN_FAULT_CPU;
}

void
tv_track_runs_count_fault (TvTrackRuns *track, TvRunFault fault, guint64 offset)
{
  TvFaultCount *count = &track->faults[fault];

  count->first = count->count > 0 ? MIN (count->first, offset) : offset;
  count->count++;
}

static TvRunDraft *
get_run (const GArray *drafts, gsize index)
{
  return &g_array_index (drafts, TvRunDraft, index);
}

/* Adding */

gboolean
tv_run_time_is_possible (gint64 time)
{
  return time > -(gint64) TV_TIME_IMPOSSIBLE && time < (gint64) TV_TIME_IMPOSSIBLE;
}

/* Returns a time, or the last one that was possible. */
static gint64
repair_time (TvTrackRuns *track, gint64 time, guint64 offset)
{
  if (tv_run_time_is_possible (time))
    {
      track->latest = MAX (track->latest, time);
      return track->previous = time;
    }
  tv_track_runs_count_fault (track, TV_RUN_FAULT_TIME, offset);
  return track->previous;
}

static gint64
repair_end (TvTrackRuns *track, const TvRun *run, gint64 start)
{
  gint64 end;

  if (run->end == TV_RUN_OPEN)
    return TV_RUN_OPEN;
  end = repair_time (track, run->end, run->offset);
  if (end >= start)
    return end;
  tv_track_runs_count_fault (track, TV_RUN_FAULT_BACKWARDS, run->offset);
  return start;
}

/* Returns a CPU time, or -1 if it cannot be. */
static gint64
repair_cpu (TvTrackRuns *track, gint64 time, guint64 offset)
{
  if (time >= 0 && tv_run_time_is_possible (time))
    return time;
  tv_track_runs_count_fault (track, TV_RUN_FAULT_TIME, offset);
  return -1;
}

static gboolean
add_draft (TvTrackRuns *track, GArray *drafts, const TvRun *run, TvRunDraft *draft,
           const TvRunExtra *extra, TvGrowth *growth)
{
  const gboolean is_event = drafts == track->events;

  if (draft->depth < IS_END)
    track->earliest = MIN (track->earliest, draft->start);
  draft->name = run->name;
  draft->offset = (guint32) run->offset;
  draft->offset_high = (guint16) (run->offset >> 32);
  track->has_cpu |= run->has_cpu;
  if (run->has_cpu || extra->tag > 0 || extra->end_tag > 0)
    {
      if (!tv_growth_append (growth, track->extras, extra))
        return FALSE;
      draft->extra = track->extras->len;
    }
  if (drafts->len > 0)
    {
      const TvRunDraft *last = get_run (drafts, drafts->len - 1);

      track->is_disordered[is_event]
          |= draft->start < last->start
             || (!is_event && draft->start == last->start && draft->end > last->end);
    }
  return tv_growth_append (growth, drafts, draft);
}

/* Times on the CPU that a run should have, but lacks, are -1. */
static TvRunExtra
get_extra (const TvRun *run)
{
  const gint64 unknown = run->has_cpu ? -1 : TV_NO_CPU_TIME;

  return (TvRunExtra){ unknown, unknown, run->tag, run->end_tag };
}

gboolean
tv_track_runs_add (TvTrackRuns *track, const TvRun *run, TvGrowth *growth)
{
  TvRunDraft draft = { .start = repair_time (track, run->start, run->offset) };
  TvRunExtra extra = get_extra (run);

  draft.end = repair_end (track, run, draft.start);
  if (run->has_cpu)
    extra.cpu_start = repair_cpu (track, run->cpu_start, run->offset);
  if (run->has_cpu && run->end != TV_RUN_OPEN)
    extra.cpu_end = repair_cpu (track, run->cpu_end, run->offset);
  return add_draft (track, track->runs, run, &draft, &extra, growth);
}

gboolean
tv_track_runs_add_begin (TvTrackRuns *track, const TvRun *run, TvGrowth *growth)
{
  TvRunDraft draft = { .start = repair_time (track, run->start, run->offset),
                       .end = TV_RUN_OPEN,
                       .depth = IS_BEGIN };
  TvRunExtra extra = get_extra (run);

  if (run->has_cpu)
    extra.cpu_start = repair_cpu (track, run->cpu_start, run->offset);
  return add_draft (track, track->events, run, &draft, &extra, growth);
}

gboolean
tv_track_runs_add_end (TvTrackRuns *track, const TvRun *run, TvGrowth *growth)
{
  TvRunDraft draft = { .start = repair_time (track, run->end, run->offset),
                       .depth = run->ends_category ? IS_END_OF_CATEGORY : IS_END };
  TvRunExtra extra = get_extra (run);

  if (run->has_cpu)
    extra.cpu_end = repair_cpu (track, run->cpu_end, run->offset);
  return add_draft (track, track->events, run, &draft, &extra, growth);
}

/* Sorting. g_array_sort() is stable. */

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const TvRunDraft *first = a;
  const TvRunDraft *second = b;

  return (first->start > second->start) - (first->start < second->start);
}

/* By start, then the longest first. */
static gint
compare_runs (gconstpointer a, gconstpointer b)
{
  const TvRunDraft *first = a;
  const TvRunDraft *second = b;
  const gint order = compare_times (first, second);

  return order != 0 ? order : (first->end < second->end) - (first->end > second->end);
}

static gboolean
check_memory (TvTrackRuns *track, TvMemoryBudget *budget, gsize size)
{
  return size < UNCHECKED || tv_memory_budget_check (budget, size, &track->error);
}

static gboolean
sort (TvTrackRuns *track, TvMemoryBudget *budget)
{
  GArray *drafts[] = { track->runs, track->events };
  const GCompareFunc compare[] = { compare_runs, compare_times };

  for (guint i = 0; i < G_N_ELEMENTS (drafts); i++)
    {
      if (!track->is_disordered[i])
        continue;
      if (!check_memory (track, budget, drafts[i]->len * sizeof (TvRunDraft)))
        return FALSE;
      g_array_sort (drafts[i], compare[i]);
    }
  return TRUE;
}

/* Pairing */

static guint64
get_offset (const TvRunDraft *draft)
{
  return (guint64) draft->offset_high << 32 | draft->offset;
}

static TvRunExtra *
find_extra (const TvTrackRuns *track, const TvRunDraft *run)
{
  return run->extra > 0 ? &g_array_index (track->extras, TvRunExtra, run->extra - 1)
                        : NULL;
}

/* Gives a run the CPU time and, unless it is closed with another one, the tag of its
 * end. Its CPU time is unknown where only one end has it. */
static void
take_extra (TvTrackRuns *track, TvRunDraft *run, const TvRunDraft *end,
            gboolean is_lost)
{
  const TvRunExtra *from = find_extra (track, end);
  TvRunExtra *to = find_extra (track, run);

  if (from == NULL)
    return;
  if (to == NULL && !is_lost)
    {
      /* The end is used up: the run has what it had. */
      run->extra = end->extra;
      return;
    }
  if (to != NULL && from->cpu_end != TV_NO_CPU_TIME)
    {
      to->cpu_start = MAX (to->cpu_start, -1);
      to->cpu_end = from->cpu_end;
    }
  if (to != NULL && !is_lost && from->tag > 0)
    to->end_tag = from->tag;
}

static void
close_run (TvTrackRuns *track, TvCallStack *stack, const TvRunDraft *end,
           gboolean is_lost)
{
  TvRunDraft *run = get_run (track->events, tv_call_stack_pop (stack).call);

  run->end = end->start;
  take_extra (track, run, end, is_lost);
  if (!is_lost)
    return;
  run->depth |= END_LOST;
  tv_track_runs_count_fault (track, TV_RUN_FAULT_END_LOST, get_offset (run));
}

/* Finds the innermost run of a category. Categories of a trace are equal if their
 * pointers are. */
static gboolean
find_category (const TvCallStack *stack, const GArray *methods, guint32 name,
               guint32 *depth)
{
  const char *category = g_array_index (methods, TvMethod, name).category;

  for (guint32 i = stack->depth; i-- > 0;)
    if (g_array_index (methods, TvMethod, stack->frames[i].method).category == category)
      {
        *depth = i;
        return TRUE;
      }
  return FALSE;
}

/* Finds the run that an end is of. */
static gboolean
find_ended (TvCallStack *stack, const GArray *methods, const TvRunDraft *end,
            guint32 *depth)
{
  *depth = stack->depth - 1;
  if (stack->depth == 0)
    return FALSE;
  if (end->depth == IS_END_OF_CATEGORY)
    return find_category (stack, methods, end->name, depth);
  return end->name == TV_METHOD_NONE || stack->frames[*depth].method == end->name
         || tv_call_stack_find (stack, end->name, depth);
}

/* An end closes the innermost run of its name, with all that are in it. */
static void
take_end (TvTrackRuns *track, TvCallStack *stack, const GArray *methods,
          const TvRunDraft *end)
{
  guint32 depth;

  if (!find_ended (stack, methods, end, &depth))
    {
      tv_track_runs_count_fault (track, TV_RUN_FAULT_STRAY_END, get_offset (end));
      return;
    }
  while (stack->depth > depth + 1)
    close_run (track, stack, end, TRUE);
  close_run (track, stack, end, FALSE);
}

/* Makes runs of beginnings and ends, in place: they are in pre-order. */
static void
pair_events (TvTrackRuns *track, const GArray *methods)
{
  TvCallStack stack = { 0 };
  guint n_runs = 0;

  for (guint i = 0; i < track->events->len; i++)
    {
      TvRunDraft event = *get_run (track->events, i);

      if (event.depth >= IS_END)
        {
          take_end (track, &stack, methods, &event);
          continue;
        }
      event.depth = (guint16) MIN (stack.depth + 1, MAX_DEPTH);
      tv_call_stack_push (&stack, event.name, n_runs);
      *get_run (track->events, n_runs++) = event;
    }
  g_array_set_size (track->events, n_runs);
  tv_call_stack_clear (&stack);
}

/* Returns the latest end of the runs that start when run @first does. */
static gint64
find_latest_end (const GArray *drafts, guint first)
{
  gint64 latest = get_run (drafts, first)->end;

  for (guint i = first; i < drafts->len; i++)
    {
      const TvRunDraft *draft = get_run (drafts, i);

      if (draft->start > get_run (drafts, first)->start)
        break;
      latest = MAX (latest, draft->end);
    }
  return latest;
}

/* Whether a whole run comes before paired runs that start together: if it starts
 * before, if it is longer than all of them, or if it has no length and stands before
 * them in the file. */
static gboolean
is_before (const TvRunDraft *whole, const TvRunDraft *group)
{
  return compare_runs (whole, group) < 0
         || (whole->start == group->start && whole->end == whole->start
             && get_offset (whole) < get_offset (group));
}

/* Merges both lists, each of which keeps its order. */
static GArray *
merge (const GArray *whole, const GArray *paired)
{
  GArray *all
      = g_array_sized_new (FALSE, FALSE, sizeof (TvRunDraft), whole->len + paired->len);
  TvRunDraft group = { 0 };
  guint next = 0;

  for (guint i = 0; i < paired->len; i++)
    {
      const TvRunDraft *draft = get_run (paired, i);

      if (i == 0 || draft->start > group.start)
        {
          group = *draft;
          group.end = find_latest_end (paired, i);
        }
      while (next < whole->len && is_before (get_run (whole, next), &group))
        g_array_append_vals (all, get_run (whole, next++), 1);
      g_array_append_vals (all, draft, 1);
    }
  if (next < whole->len)
    g_array_append_vals (all, get_run (whole, next), whole->len - next);
  return all;
}

static gboolean
join (TvTrackRuns *track, TvMemoryBudget *budget)
{
  const gsize n = (gsize) track->runs->len + track->events->len;
  GArray *all;

  if (n > MAX_RUNS)
    {
      set_too_many (&track->error);
      return FALSE;
    }
  if (track->events->len == 0)
    all = g_array_ref (track->runs);
  else if (track->runs->len == 0)
    all = g_array_ref (track->events);
  else if (check_memory (track, budget, n * sizeof (TvRunDraft)))
    all = merge (track->runs, track->events);
  else
    return FALSE;
  g_array_unref (track->runs);
  g_clear_pointer (&track->events, g_array_unref);
  track->runs = all;
  return TRUE;
}

/* Nesting */

/* Of two times in microseconds, in nanoseconds. */
#define MAX_ROUNDING 2000

typedef struct
{
  TvCallStack stack; /* runs of the row, and as calls their indexes in the track */
  guint32 n;
  gint64 cpu_now;
} Row;

typedef struct
{
  TvTrackRuns *track;
  gint64 latest;
  Row *rows;
  guint n_rows;
} Nesting;

static const TvRunDraft *
get_top (const Nesting *nesting, const Row *row)
{
  return get_run (nesting->track->runs, row->stack.frames[row->stack.depth - 1].call);
}

static gint64
get_end (const TvRunDraft *nested)
{
  return (nested->flags & TV_CALL_STILL_OPEN) != 0 ? TV_RUN_OPEN : nested->end;
}

static gboolean
is_inside (const TvRunDraft *run, const TvRunDraft *outer)
{
  const gint64 end = get_end (outer);

  return run->start < end
         || (run->start == end && run->end == end && outer->depth > 0
             && (outer->depth & MAX_DEPTH) < (run->depth & MAX_DEPTH));
}

/* Takes a reading of the CPU clock, if it is one, or returns the last. Runs that are
 * open and had none begin with it.
 *
 * CPU times of a thread never go back: what would is held. Starts and lengths in
 * microseconds are rounded each, so that a slice may end that much after its parent. */
static void
step_cpu (Nesting *nesting, Row *row, gint64 *time)
{
  const gint64 reading = *time;

  *time = row->cpu_now = MAX (row->cpu_now, reading);
  if (reading < 0)
    return;
  if (reading + MAX_ROUNDING < row->cpu_now)
    tv_track_runs_count_fault (nesting->track, TV_RUN_FAULT_CPU, 0);
  for (guint i = row->stack.depth; i-- > 0;)
    {
      TvRunExtra *extra = find_extra (
          nesting->track, get_run (nesting->track->runs, row->stack.frames[i].call));

      if (extra->cpu_start >= 0)
        break;
      extra->cpu_start = row->cpu_now;
    }
}

static void
pop_run (Nesting *nesting, Row *row)
{
  TvTrackRuns *track = nesting->track;
  const TvRunDraft *run = get_run (track->runs, tv_call_stack_pop (&row->stack).call);

  TvRunExtra *extra = find_extra (track, run);

  if (!track->has_cpu)
    return;
  step_cpu (nesting, row, &extra->cpu_end);
  if (extra->cpu_start < 0)
    extra->cpu_start = extra->cpu_end;
}

/* Finds the row of a run, and leaves on its stack what the run is in. */
static guint
choose_row (Nesting *nesting, const TvRunDraft *run)
{
  const TvOverlap overlap = nesting->track->overlap;

  for (guint i = 0; i < nesting->n_rows; i++)
    {
      Row *row = &nesting->rows[i];

      while (row->stack.depth > 0 && !is_inside (run, get_top (nesting, row)))
        pop_run (nesting, row);
      if (overlap == TV_OVERLAP_CUT || row->stack.depth == 0
          || (overlap == TV_OVERLAP_SPILL
              && run->end <= get_end (get_top (nesting, row))))
        return i;
    }
  return nesting->n_rows < TV_MAX_TRACK_ROWS ? nesting->n_rows++ : nesting->n_rows - 1;
}

/* Sets the end of a run, and returns its flags. */
static guint8
finish_end (Nesting *nesting, TvRunDraft *run, const TvRunDraft *parent)
{
  if (run->end == TV_RUN_OPEN)
    {
      run->end = parent != NULL ? parent->end : nesting->latest;
      return parent == NULL || get_end (parent) == TV_RUN_OPEN ? TV_CALL_STILL_OPEN
                                                               : TV_CALL_EXIT_LOST;
    }
  if (parent != NULL && run->end > get_end (parent))
    {
      tv_track_runs_count_fault (nesting->track, TV_RUN_FAULT_OVERLAPS,
                                 get_offset (run));
      run->end = parent->end;
    }
  return (run->depth & END_LOST) != 0 ? TV_CALL_EXIT_LOST : 0;
}

/* Finds the CPU times of a run, if its track has any. One that lacks them lasts from
 * the first to the last reading in it. Returns its flags, more than @flags. */
static guint8
place_on_cpu (Nesting *nesting, Row *row, TvRunDraft *run, guint8 flags)
{
  static const TvRunExtra none = { -1, -1, 0, 0 };
  TvTrackRuns *track = nesting->track;
  TvRunExtra *extra = find_extra (track, run);
  const gboolean is_open = (flags & (TV_CALL_STILL_OPEN | TV_CALL_EXIT_LOST)) != 0;
  const gboolean has_time
      = extra != NULL && extra->cpu_start >= 0 && (is_open || extra->cpu_end >= 0);

  track->n_with_cpu += has_time;
  if (!has_time && track->is_of_thread && run->start < run->end)
    tv_track_runs_count_fault (track, TV_RUN_FAULT_NO_CPU, get_offset (run));
  if (!track->has_cpu)
    return flags;
  if (extra == NULL)
    {
      g_array_append_val (track->extras, none);
      run->extra = track->extras->len;
      extra = find_extra (track, run);
    }
  extra->cpu_start = MAX (extra->cpu_start, -1);
  extra->cpu_end = MAX (extra->cpu_end, -1);
  if (extra->cpu_start >= 0)
    step_cpu (nesting, row, &extra->cpu_start);
  return has_time ? flags : flags | TV_CALL_NO_CPU_TIME;
}

static void
place_run (Nesting *nesting, guint32 index)
{
  TvTrackRuns *track = nesting->track;
  TvRunDraft *run = get_run (track->runs, index);
  const guint number = choose_row (nesting, run);
  Row *row = &nesting->rows[number];
  const gboolean is_root = row->stack.depth == 0;
  guint8 flags = finish_end (nesting, run, is_root ? NULL : get_top (nesting, row));

  flags = place_on_cpu (nesting, row, run, flags);
  run->parent = is_root ? TV_CALL_NONE : row->stack.frames[row->stack.depth - 1].method;
  run->row = (guint8) number;
  run->flags = flags;
  tv_call_stack_push (&row->stack, row->n++, index);
}

static void
finish_rows (Nesting *nesting)
{
  TvTrackRuns *track = nesting->track;

  for (guint i = 0; i < nesting->n_rows; i++)
    {
      Row *row = &nesting->rows[i];

      while (row->stack.depth > 0)
        pop_run (nesting, row);
      tv_call_stack_clear (&row->stack);
      g_array_append_val (track->row_sizes, row->n);
      track->latest_cpu = MAX (track->latest_cpu, row->cpu_now);
    }
}

/* Sorts the runs, finds their parents and rows, and repairs what overlaps. @latest is
 * where runs end that do not. */
void
tv_track_runs_nest (TvTrackRuns *track, gint64 latest, const GArray *methods,
                    TvMemoryBudget *budget)
{
  const guint n_rows = track->overlap == TV_OVERLAP_CUT ? 1 : TV_MAX_TRACK_ROWS;
  g_autofree Row *rows = NULL;
  Nesting nesting = { .track = track, .latest = latest, .n_rows = 1 };

  if (!sort (track, budget)
      || !check_memory (
          track, budget,
          ((gsize) track->runs->len + track->events->len)
              * (sizeof (TvFrame) + (track->has_cpu ? sizeof (TvRunExtra) : 0))))
    return;
  pair_events (track, methods);
  if (!join (track, budget))
    return;
  nesting.rows = rows = g_new0 (Row, n_rows);
  for (guint i = 0; i < track->runs->len; i++)
    place_run (&nesting, i);
  finish_rows (&nesting);
}
