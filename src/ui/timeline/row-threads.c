/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/row-threads.h"

#include "config.h"

#include "analysis/lookup/call-query.h"
#include "analysis/text/amount-text.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"
#include <glib/gi18n-lib.h>

#define MAIN_NAME "main"
#define MAIN_ID 1

/* An idle thread was active for less than this fraction of the busiest thread's
 * time. */
#define IDLE_PART 1000

/* And it made few calls: a stack that was open at the start, and some more. */
#define MAX_IDLE_CALLS 32

/* The bits of the kind in a key. No trace has so many threads. */
#define KIND_SHIFT 28

/* Returns the key of a row; the line of idle threads has no index. */
guint32
tv_row_key_new (TvTimelineRowKind kind, guint32 index)
{
  return kind == TV_TIMELINE_ROW_IDLE ? TV_THREAD_NONE : kind << KIND_SHIFT | index;
}

TvTimelineRowKind
tv_row_key_get_kind (guint32 key)
{
  return key == TV_THREAD_NONE ? TV_TIMELINE_ROW_IDLE : key >> KIND_SHIFT;
}

/* Returns the index of the thread or the group. */
guint32
tv_row_key_get_index (guint32 key)
{
  return key & ((1u << KIND_SHIFT) - 1);
}

/* Returns the text of a group's header. */
static char *
dup_group_title (const TvTrace *trace, guint32 group)
{
  switch (group)
    {
    case TV_ROW_GROUP_CPUS:
      return g_strdup (_ ("CPUs"));
    case TV_ROW_GROUP_GLOBAL:
      /* Translators: the header of tracks that belong to no process. */
      return g_strdup (_ ("Global Tracks"));
    case TV_ROW_GROUP_THREADS:
      /* Translators: the header of threads whose process is not known. */
      return g_strdup (_ ("Threads Without Process"));
    default:
      return tv_trace_dup_process_label (trace, group - TV_N_ROW_GROUPS);
    }
}

/* Returns the name of a row, but not of the line of idle threads. */
char *
tv_row_key_dup_label (const TvTrace *trace, guint32 key)
{
  const guint32 index = tv_row_key_get_index (key);

  switch (tv_row_key_get_kind (key))
    {
    case TV_TIMELINE_ROW_GROUP:
      return dup_group_title (trace, index);
    case TV_TIMELINE_ROW_COUNTER:
      return g_strdup (tv_trace_get_counter (trace, index)->name);
    case TV_TIMELINE_ROW_CPU:
      return g_strdup_printf (_ ("CPU %u"), tv_trace_get_cpu_number (trace, index));
    case TV_TIMELINE_ROW_THREAD:
    case TV_TIMELINE_ROW_IDLE:
    default:
      return tv_trace_dup_thread_label (trace, index);
    }
}

/* Returns what tells a row from others of its kind in any trace of the same run: its
 * name, and that of what a counter belongs to. */
static char *
dup_identity (TvTrace *trace, guint32 key)
{
  g_autofree char *label = tv_row_key_dup_label (trace, key);
  g_autofree char *owner = NULL;
  const TvCounter *counter;

  if (tv_row_key_get_kind (key) != TV_TIMELINE_ROW_COUNTER)
    return g_steal_pointer (&label);
  counter = tv_trace_get_counter (trace, tv_row_key_get_index (key));
  if (counter->thread != TV_THREAD_NONE)
    owner = tv_trace_dup_thread_label (trace, counter->thread);
  else if (counter->process != TV_PROCESS_NONE)
    owner = tv_trace_dup_process_label (trace, counter->process);
  return g_strdup_printf ("%s\n%s\n%d\n%" G_GINT64_FORMAT, label,
                          owner != NULL ? owner : "", counter->kind, counter->number);
}

static guint32
count_rows (const TvTrace *trace, TvTimelineRowKind kind)
{
  switch (kind)
    {
    case TV_TIMELINE_ROW_GROUP:
      return TV_N_ROW_GROUPS + tv_trace_get_n_processes (trace);
    case TV_TIMELINE_ROW_COUNTER:
      return tv_trace_get_n_counters (trace);
    case TV_TIMELINE_ROW_CPU:
      return tv_trace_get_n_cpus (trace);
    case TV_TIMELINE_ROW_THREAD:
    case TV_TIMELINE_ROW_IDLE:
    default:
      return 0;
    }
}

/* Returns the row of a trace that is the same as one of another trace, but for threads;
 * TV_THREAD_NONE if there is none. */
guint32
tv_row_key_find (guint32 key, TvTrace *before, TvTrace *now)
{
  const TvTimelineRowKind kind = tv_row_key_get_kind (key);
  const guint32 n = count_rows (now, kind);
  g_autofree char *identity = NULL;

  if (n == 0)
    return TV_THREAD_NONE;
  identity = dup_identity (before, key);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *other = dup_identity (now, tv_row_key_new (kind, i));

      if (g_str_equal (other, identity))
        return tv_row_key_new (kind, i);
    }
  return TV_THREAD_NONE;
}

static guint32
find_group (TvTrackKind kind, guint32 process)
{
  if (kind == TV_TRACK_CPU)
    return TV_ROW_GROUP_CPUS;
  if (process != TV_PROCESS_NONE)
    return TV_N_ROW_GROUPS + process;
  return kind == TV_TRACK_THREAD ? TV_ROW_GROUP_THREADS : TV_ROW_GROUP_GLOBAL;
}

static gint64
get_activity (const TvTimelineThreads *threads, guint32 thread)
{
  if (tv_trace_has_clock (threads->trace, TV_CLOCK_THREAD_CPU))
    return tv_trace_get_thread (threads->trace, thread)
        ->root_inclusive[TV_CLOCK_THREAD_CPU];
  return threads->covered[thread];
}

/* Finds the first thread with events that has the main thread's name, or else the one
 * with the id of an app's main thread. Returns TV_THREAD_NONE if there is none. */
guint32
tv_timeline_find_main_thread (const TvTrace *trace)
{
  guint32 found = TV_THREAD_NONE;

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      if (thread->n_events == 0)
        continue;
      if (g_strcmp0 (thread->name, MAIN_NAME) == 0)
        return i;
      if (thread->id == MAIN_ID && found == TV_THREAD_NONE)
        found = i;
    }
  return found;
}

static gboolean
has_states (const TvTrace *trace, guint32 thread)
{
  return tv_trace_has_states (trace) && !tv_trace_is_idle_thread (trace, thread)
         && tv_trace_get_states (trace, thread).n > 0;
}

static gint64
sum_waits (const TvTrace *trace, guint32 thread)
{
  const TvWaits waits = tv_trace_get_waits (trace, thread);
  gint64 sum = 0;

  for (gsize i = 0; i < waits.n; i++)
    sum += tv_times_get (&waits.end, i) - tv_times_get (&waits.start, i);
  return sum;
}

static gboolean
sum_up (TvTimelineThreads *threads, GCancellable *cancellable)
{
  guint n_threads = tv_trace_get_n_threads (threads->trace);

  for (guint32 thread = 0; thread < n_threads; thread++)
    {
      const TvThread *info = tv_trace_get_thread (threads->trace, thread);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (info->n_events == 0 && !has_states (threads->trace, thread))
        continue;
      threads->all[threads->n_all++] = thread;
      threads->covered[thread] = tv_trace_covered_time (threads->trace, thread);
      threads->waiting[thread] = sum_waits (threads->trace, thread);
      threads->activity += get_activity (threads, thread);
      threads->busiest = MAX (threads->busiest, get_activity (threads, thread));
      threads->most_calls = MAX (threads->most_calls, info->n_calls);
    }
  threads->main_thread = tv_timeline_find_main_thread (threads->trace);
  return TRUE;
}

static void
add_extra (TvTimelineThreads *threads, guint32 key, guint32 group)
{
  const TvExtraRow row = { key, group };

  g_array_append_val (threads->extras, row);
  threads->lively[group] |= group == TV_ROW_GROUP_GLOBAL;
  if (threads->anchors[group] != TV_THREAD_NONE)
    return;
  /* A group with counters only is open by default. */
  threads->anchors[group] = tv_row_key_new (TV_TIMELINE_ROW_GROUP, group);
  threads->lively[group] = TRUE;
}

static gint
compare_extras (gconstpointer a, gconstpointer b)
{
  const TvExtraRow *row_a = a;
  const TvExtraRow *row_b = b;
  const gboolean is_cpu_a = tv_row_key_get_kind (row_a->key) == TV_TIMELINE_ROW_CPU;
  const gboolean is_cpu_b = tv_row_key_get_kind (row_b->key) == TV_TIMELINE_ROW_CPU;

  if (row_a->group != row_b->group)
    return row_a->group < row_b->group ? -1 : 1;
  if (is_cpu_a != is_cpu_b)
    return is_cpu_a ? -1 : 1;
  return row_a->key < row_b->key ? -1 : row_a->key > row_b->key;
}

/* Processors come before counters, which are in the order of the file. */
static void
find_extras (TvTimelineThreads *threads)
{
  TvTrace *trace = threads->trace;

  for (guint32 i = 0; tv_trace_has_states (trace) && i < tv_trace_get_n_cpus (trace);
       i++)
    add_extra (threads, tv_row_key_new (TV_TIMELINE_ROW_CPU, i), TV_ROW_GROUP_CPUS);
  for (guint32 i = 0; i < tv_trace_get_n_counters (trace); i++)
    {
      const TvCounter *counter = tv_trace_get_counter (trace, i);
      const guint32 process
          = counter->thread != TV_THREAD_NONE
                ? tv_trace_get_thread (trace, counter->thread)->process
                : counter->process;

      add_extra (threads, tv_row_key_new (TV_TIMELINE_ROW_COUNTER, i),
                 find_group (counter->kind, process));
    }
  g_array_sort (threads->extras, compare_extras);
}

static void
find_groups (TvTimelineThreads *threads)
{
  guint n_used = 0;

  threads->n_groups = TV_N_ROW_GROUPS + tv_trace_get_n_processes (threads->trace);
  threads->groups = g_new0 (guint32, tv_trace_get_n_threads (threads->trace));
  threads->anchors = g_new (guint32, threads->n_groups);
  threads->lively = g_new0 (guint8, threads->n_groups);
  for (guint32 group = 0; group < threads->n_groups; group++)
    threads->anchors[group] = TV_THREAD_NONE;
  for (guint i = 0; i < threads->n_all; i++)
    {
      const guint32 thread = threads->all[i];
      const TvThread *info = tv_trace_get_thread (threads->trace, thread);
      const guint32 group = find_group (info->kind, info->process);

      threads->groups[thread] = group;
      threads->lively[group] |= !tv_timeline_threads_is_idle (threads, thread);
      if (threads->anchors[group] == TV_THREAD_NONE)
        {
          threads->anchors[group] = thread;
          n_used++;
        }
    }
  find_extras (threads);
  threads->grouped = n_used > 1 || threads->extras->len > 0;
}

/* Returns the group of a row. */
guint32
tv_timeline_threads_find_group (const TvTimelineThreads *threads, guint32 key)
{
  const TvExtraRow *extras = (const TvExtraRow *) (gpointer) threads->extras->data;

  if (tv_row_key_get_kind (key) == TV_TIMELINE_ROW_THREAD)
    return threads->groups[key];
  for (guint i = 0; i < threads->extras->len; i++)
    if (extras[i].key == key)
      return extras[i].group;
  return tv_row_key_get_index (key);
}

/* Returns the threads of a group, by index. */
GArray *
tv_timeline_threads_list_group (const TvTimelineThreads *threads, guint32 group)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < threads->n_all; i++)
    if (threads->groups[threads->all[i]] == group)
      g_array_append_val (members, threads->all[i]);
  return members;
}

/* Returns how a thread spent its time: its CPU time, or that in calls without this
 * clock, the share of all threads, and its waiting. A smaller size leaves out the
 * waiting, and then all but the share. Returns NULL if it did nothing. */
char *
tv_timeline_threads_dup_sums (const TvTimelineThreads *threads, guint32 thread,
                              TvTimeUnit unit, TvSumsSize size)
{
  const gboolean has_cpu = tv_trace_has_clock (threads->trace, TV_CLOCK_THREAD_CPU);
  const gint64 active = get_activity (threads, thread);
  const gint64 waiting = threads->waiting[thread];
  g_autofree char *share = tv_percent_format (active, threads->activity);
  g_autofree char *time = NULL;
  g_autofree char *waits = NULL;

  if (active == 0 && waiting == 0)
    return NULL;
  if (size == TV_SUMS_SHARE)
    return g_steal_pointer (&share);
  if (waiting > 0 && size == TV_SUMS_ALL)
    {
      time = tv_time_format_cell ((double) active, unit);
      waits = tv_time_format_duration (waiting, unit);
      /* Translators: how a thread spent its time: on the CPU, waiting, and its share of
       * the CPU time of all threads. The unit follows the second number only. */
      return g_strdup_printf (_ ("CPU %s · waits %s · %s"), time, waits, share);
    }
  time = tv_time_format_duration (
      active, tv_amount_get_unit (threads->trace,
                                  has_cpu ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL, unit));
  if (tv_trace_get_n_sample_events (threads->trace) > 0)
    return g_strdup_printf (
        "%s %s · %s", tv_trace_get_clock_title (threads->trace, TV_CLOCK_THREAD_CPU),
        time, share);
  return g_strdup_printf (has_cpu ? _ ("CPU %s · %s") : "%s · %s", time, share);
}

/* Walks over all calls to sum covered times. Belongs in a worker for big traces. */
TvTimelineThreads *
tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (TvTimelineThreads) threads = NULL;
  guint n_threads = tv_trace_get_n_threads (trace);

  threads = g_new0 (TvTimelineThreads, 1);
  g_atomic_ref_count_init (&threads->references);
  threads->trace = tv_trace_ref (trace);
  threads->covered = g_new0 (gint64, n_threads);
  threads->waiting = g_new0 (gint64, n_threads);
  threads->all = g_new (guint32, n_threads);
  threads->extras = g_array_new (FALSE, FALSE, sizeof (TvExtraRow));
  if (!sum_up (threads, cancellable))
    return NULL;
  find_groups (threads);
  return g_steal_pointer (&threads);
}

TvTimelineThreads *
tv_timeline_threads_ref (TvTimelineThreads *threads)
{
  g_atomic_ref_count_inc (&threads->references);
  return threads;
}

void
tv_timeline_threads_unref (TvTimelineThreads *threads)
{
  if (!g_atomic_ref_count_dec (&threads->references))
    return;
  g_free (threads->covered);
  g_free (threads->waiting);
  g_free (threads->all);
  g_free (threads->groups);
  g_free (threads->anchors);
  g_free (threads->lively);
  g_array_unref (threads->extras);
  tv_trace_unref (threads->trace);
  g_free (threads);
}

/* Returns whether a thread did next to nothing: less than a thousandth of the
 * busiest thread's CPU time (of its covered time without that clock), and at most 32
 * calls or a thousandth of the highest count. The main thread is never idle. */
gboolean
tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread)
{
  gsize few;

  g_assert (thread < tv_trace_get_n_threads (threads->trace));

  few = MAX (threads->most_calls / IDLE_PART, MAX_IDLE_CALLS);
  return thread != threads->main_thread
         && get_activity (threads, thread) < threads->busiest / IDLE_PART
         && tv_trace_get_thread (threads->trace, thread)->n_calls <= few;
}
