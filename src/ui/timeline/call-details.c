/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/call-details.h"

#include "analysis/lanes/lane-columns.h"
#include "analysis/text/time-text.h"
#include "ui/widgets/job.h"
#include <glib/gi18n-lib.h>

/* Calls inside a call up to which its numbers are computed at once. */
#define MAX_COST_AT_ONCE 200000

struct _TvDetailsQuery
{
  TvDetailsReady ready;
  gpointer user_data;
  TvCallRef call; /* the thread is TV_THREAD_NONE for none */
  gboolean known;
  TvCallDetails details; /* if they are known */
  TvJob *job;
};

typedef struct
{
  TvCallStacks *stacks;
  TvCallRef call;
  TvCallDetails details;
} DetailsJob;

TvDetailsQuery *
tv_details_query_new (TvDetailsReady ready, gpointer user_data)
{
  TvDetailsQuery *query = g_new0 (TvDetailsQuery, 1);

  query->ready = ready;
  query->user_data = user_data;
  query->call.thread = TV_THREAD_NONE;
  return query;
}

void
tv_details_query_free (TvDetailsQuery *query)
{
  if (query == NULL)
    return;
  tv_details_query_forget (query);
  g_free (query);
}

/* Forgets the call, and cancels the worker. */
void
tv_details_query_forget (TvDetailsQuery *query)
{
  tv_job_cancel (&query->job);
  query->call.thread = TV_THREAD_NONE;
  query->known = FALSE;
}

static void
details_job_free (DetailsJob *job)
{
  tv_call_stacks_unref (job->stacks);
  g_free (job);
}

static gpointer
get_details (gpointer question, GCancellable *cancellable, GError **error)
{
  DetailsJob *job = question;

  tv_call_get_details (job->stacks, job->call, cancellable, &job->details);
  return NULL;
}

static void
on_details (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvDetailsQuery *query = owner;

  query->details = ((const DetailsJob *) question)->details;
  query->known = TRUE;
  query->ready (query->user_data);
}

static const TvJobType details_job = {
  .run = get_details,
  .done = on_details,
  .free_question = (GDestroyNotify) details_job_free,
  .pace = TV_JOB_NOW,
};

static gboolean
is_cheap (const TvTrace *trace, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  gint64 start = tv_times_get (&calls.axis_start, call.call);
  gint64 end = tv_times_get (&calls.axis_end, call.call);

  /* Calls of length zero may lie at its end. */
  return tv_lane_cost (trace, call.thread, start, end + 1) <= MAX_COST_AT_ONCE;
}

/* Asks for the numbers of a call. Returns NULL where they come later: a call as long
 * as the trace may contain millions of others. */
const TvCallDetails *
tv_details_query_ask (TvDetailsQuery *query, TvCallStacks *stacks, TvCallRef call)
{
  if (call.thread == query->call.thread && call.call == query->call.call)
    return tv_details_query_get (query);

  tv_details_query_forget (query);
  query->call = call;
  if (is_cheap (tv_call_stacks_get_trace (stacks), call))
    {
      tv_call_get_details (stacks, call, NULL, &query->details);
      query->known = TRUE;
    }
  else
    {
      DetailsJob *job = g_new0 (DetailsJob, 1);

      job->stacks = tv_call_stacks_ref (stacks);
      job->call = call;
      tv_job_start (&query->job, &details_job, job, query);
    }
  return tv_details_query_get (query);
}

/* Returns the numbers of the call, NULL until they are known. */
const TvCallDetails *
tv_details_query_get (const TvDetailsQuery *query)
{
  return query->known ? &query->details : NULL;
}

/* Writes a time with its label. */
typedef char *(*WriteTime) (TvClock clock, const char *time);

static char *
dup_exclusive (TvClock clock, const char *time)
{
  return clock == TV_CLOCK_THREAD_CPU ? g_strdup_printf (_ ("excl CPU %s"), time)
                                      : g_strdup_printf (_ ("excl real %s"), time);
}

static char *
dup_inclusive (TvClock clock, const char *time)
{
  return clock == TV_CLOCK_THREAD_CPU ? g_strdup_printf (_ ("incl CPU %s"), time)
                                      : g_strdup_printf (_ ("incl real %s"), time);
}

static char *
dup_spoken_exclusive (TvClock clock, const char *time)
{
  return clock == TV_CLOCK_THREAD_CPU
             ? g_strdup_printf (_ ("exclusive CPU time %s"), time)
             : g_strdup_printf (_ ("exclusive real time %s"), time);
}

static char *
dup_spoken_inclusive (TvClock clock, const char *time)
{
  return clock == TV_CLOCK_THREAD_CPU
             ? g_strdup_printf (_ ("inclusive CPU time %s"), time)
             : g_strdup_printf (_ ("inclusive real time %s"), time);
}

/* Appends a time for each clock that the trace has. */
static void
append_times (GString *text, const TvTrace *trace, const char *separator,
              WriteTime write, const gint64 *times)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_autofree char *time = NULL;
      g_autofree char *number = NULL;

      if (!tv_trace_has_clock (trace, (TvClock) clock))
        continue;
      time = tv_time_format_duration (times[clock]);
      number = write ((TvClock) clock, time);
      g_string_append (text, text->len > 0 ? separator : "");
      g_string_append (text, number);
    }
}

static void
append_waiting (GString *text, const char *separator, const TvCallDetails *call)
{
  g_autofree char *waiting = NULL;

  if (call->waiting <= 0)
    return;
  waiting = tv_time_format_duration (call->waiting);
  g_string_append (text, separator);
  /* Translators: how long a call was off the CPU. */
  g_string_append_printf (text, _ ("waiting %s"), waiting);
}

/* Returns exclusive and inclusive times on each clock of the trace, and the waiting
 * time if there is any. */
char *
tv_call_dup_numbers_text (const TvTrace *trace, const TvCallDetails *call)
{
  GString *text = g_string_new (NULL);

  append_times (text, trace, " · ", dup_exclusive, call->exclusive);
  append_times (text, trace, " · ", dup_inclusive, call->inclusive);
  append_waiting (text, " · ", call);
  return g_string_free (text, FALSE);
}

/* Returns the depth and the thread. */
char *
tv_call_dup_position_text (const TvTrace *trace, const TvCallDetails *call)
{
  g_autofree char *thread = NULL;

  thread = tv_trace_dup_thread_label (trace, call->ref.thread);
  /* Translators: how many calls are around a call, and its thread. */
  return g_strdup_printf (_ ("depth %u · %s"), call->depth, thread);
}

/* Returns everything about the call in full words, for a screen reader. */
char *
tv_call_dup_spoken_text (const TvTrace *trace, const TvCallDetails *call)
{
  g_autofree char *method = NULL;
  g_autofree char *thread = NULL;
  GString *text;

  method = tv_method_dup_display_name (tv_trace_get_method (trace, call->method));
  thread = tv_trace_dup_thread_label (trace, call->ref.thread);
  text = g_string_new (NULL);
  /* Translators: a method, its thread and how many calls are around the call; times
   * follow. */
  g_string_append_printf (text, _ ("%s, thread %s, depth %u"), method, thread,
                          call->depth);
  append_times (text, trace, ", ", dup_spoken_inclusive, call->inclusive);
  append_times (text, trace, ", ", dup_spoken_exclusive, call->exclusive);
  append_waiting (text, ", ", call);
  return g_string_free (text, FALSE);
}

/* Returns the callers of a call, the innermost first, one per line with an arrow. If
 * there are more than @max_lines, the last line counts the rest. */
char *
tv_call_dup_callers_text (const TvCallStacks *stacks, TvCallRef call, guint max_lines)
{
  const TvTrace *trace;
  TvCalls calls;
  GString *text;
  guint depth;
  guint n_lines;

  g_assert (stacks != NULL && max_lines > 0);

  trace = tv_call_stacks_get_trace (stacks);
  calls = tv_trace_get_calls (trace, call.thread);
  depth = tv_call_stacks_get_depth (stacks, call.thread, call.call);
  n_lines = depth > max_lines ? max_lines - 1 : depth;
  text = g_string_new (NULL);
  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *name = NULL;

      call.call = calls.parent[call.call];
      name = tv_method_dup_display_name (
          tv_trace_get_method (trace, tv_calls_method (&calls, call.call)));
      g_string_append_printf (text, "%s↑ %s", i > 0 ? "\n" : "", name);
    }
  if (n_lines < depth)
    {
      const guint n_more = depth - n_lines;

      g_string_append (text, n_lines > 0 ? "\n" : "");
      /* Translators: the last line of a list of callers, too long to be shown whole. */
      g_string_append_printf (text, ngettext ("… and %u more", "… and %u more", n_more),
                              n_more);
    }
  return g_string_free (text, FALSE);
}

/* Returns the source position, `File.java:12`, or NULL if the trace has none. */
char *
tv_method_dup_source_text (const TvMethod *method)
{
  if (method->file == NULL || *method->file == '\0')
    return NULL;
  if (method->line <= 0)
    return g_strdup (method->file);
  return g_strdup_printf ("%s:%d", method->file, method->line);
}
