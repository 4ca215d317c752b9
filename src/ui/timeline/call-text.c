/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/call-text.h"

#include "draw/time-text.h"

#include <glib/gi18n-lib.h>

/* One number of a call with what it is, as a translator writes it. */
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

/* Adds a time on each clock that the trace has. */
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

/* Returns exclusive and inclusive times on the clocks that the trace has, and the
 * waiting, if there was any. */
char *
tv_call_dup_numbers_text (const TvTrace *trace, const TvCallDetails *call)
{
  GString *text;

  g_return_val_if_fail (trace != NULL && call != NULL, NULL);

  text = g_string_new (NULL);
  append_times (text, trace, " · ", dup_exclusive, call->exclusive);
  append_times (text, trace, " · ", dup_inclusive, call->inclusive);
  append_waiting (text, " · ", call);
  return g_string_free (text, FALSE);
}

/* Returns how deep it is in the stack of which thread. */
char *
tv_call_dup_place_text (const TvTrace *trace, const TvCallDetails *call)
{
  g_autofree char *thread = NULL;

  g_return_val_if_fail (trace != NULL && call != NULL, NULL);

  thread = tv_trace_dup_thread_label (trace, call->ref.thread);
  /* Translators: how many calls are around a call, and its thread. */
  return g_strdup_printf (_ ("depth %u · %s"), call->depth, thread);
}

/* Returns all that there is to say of the call, in whole words. */
char *
tv_call_dup_spoken_text (const TvTrace *trace, const TvCallDetails *call)
{
  g_autofree char *method = NULL;
  g_autofree char *thread = NULL;
  GString *text;

  g_return_val_if_fail (trace != NULL && call != NULL, NULL);

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

/* Returns the calls around call, a line each with an arrow, the innermost first. Where
 * there are more than max_lines, the last line counts the others. */
char *
tv_call_dup_callers_text (const TvCallStacks *stacks, TvCallRef call, guint max_lines)
{
  const TvTrace *trace;
  TvCalls calls;
  GString *text;
  guint depth;
  guint n_lines;

  g_return_val_if_fail (stacks != NULL && max_lines > 0, NULL);

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

/* Returns where it is written, `File.java:12`, or NULL if the trace does not tell. */
char *
tv_method_dup_source_text (const TvMethod *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  if (method->file == NULL || *method->file == '\0')
    return NULL;
  if (method->line <= 0)
    return g_strdup (method->file);
  return g_strdup_printf ("%s:%d", method->file, method->line);
}
