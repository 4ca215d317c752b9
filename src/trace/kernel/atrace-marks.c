/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/kernel/atrace-marks.h"

#include "trace/build/clock-repair.h"
#include "trace/tables/java-text.h"

#include <string.h>

/* The most parts that a mark has, between bars. */
#define MAX_PARTS 5

/* Splits a text at its first bars; the last part has the rest. */
static guint
split (char *text, char *parts[MAX_PARTS], guint n_wanted)
{
  guint n = 0;

  parts[n++] = text;
  while (n < n_wanted && (text = strchr (text, '|')) != NULL)
    {
      *text++ = '\0';
      parts[n++] = text;
    }
  return n;
}

/* The process that a mark gives is that of the thread, unless the system said so. */
static guint32
find_process (TvAtraceSink *sink, const TvAtraceMark *mark, const char *number)
{
  gint64 pid = tv_system_tasks_get_process (sink->tasks, mark->tid);
  guint64 given;

  if (pid < 0 && g_ascii_string_to_unsigned (number, 10, 1, G_MAXINT32, &given, NULL))
    {
      pid = (gint64) given;
      tv_system_tasks_guess_process (sink->tasks, mark->tid, pid);
    }
  return pid >= 0 ? tv_run_builder_add_process (sink->builder, pid, NULL)
                  : TV_PROCESS_NONE;
}

static guint32
find_name (TvAtraceSink *sink, const char *name)
{
  return tv_slice_names_get (sink->names, NULL, name);
}

static gboolean
begin_run (TvAtraceSink *sink, const TvAtraceMark *mark, char *const parts[], guint n)
{
  const TvRun run = { .name = find_name (sink, n > 2 ? parts[2] : ""),
                      .start = mark->time,
                      .offset = mark->offset };

  find_process (sink, mark, n > 1 ? parts[1] : "");
  return tv_run_builder_begin_run (
      sink->builder, tv_system_tasks_get_track (sink->tasks, mark->tid), &run);
}

static gboolean
end_run (TvAtraceSink *sink, const TvAtraceMark *mark)
{
  const TvRun run
      = { .name = TV_METHOD_NONE, .end = mark->time, .offset = mark->offset };

  return tv_run_builder_end_run (
      sink->builder, tv_system_tasks_get_track (sink->tasks, mark->tid), &run);
}

static gboolean
add_instant (TvAtraceSink *sink, const TvAtraceMark *mark, char *const parts[])
{
  const TvRun run = { .name = find_name (sink, parts[2]),
                      .start = mark->time,
                      .end = mark->time,
                      .offset = mark->offset };

  find_process (sink, mark, parts[1]);
  return tv_run_builder_add_run (
      sink->builder, tv_system_tasks_get_track (sink->tasks, mark->tid), &run);
}

/* S|PID|NAME|COOKIE and F, G|PID|TRACK|NAME|COOKIE, H|PID|TRACK|COOKIE or with the
 * name, and N|PID|TRACK|NAME. */
static gboolean
add_async (TvAtraceSink *sink, const TvAtraceMark *mark, char *const parts[], guint n)
{
  const char kind = *parts[0];
  const gboolean has_track = strchr ("GHN", kind) != NULL;
  const char *name = has_track && n > 3 ? parts[3] : parts[2];
  const char *cookie = kind == 'N' ? "" : parts[n - 1];
  const guint32 process = find_process (sink, mark, parts[1]);
  g_autofree char *key = g_strdup_printf ("%s\n%s\n%c%s", parts[1], parts[2],
                                          has_track ? 'G' : 'S', cookie);
  const TvAsyncEvent event = { .phase = strchr ("SG", kind) != NULL ? TV_ASYNC_BEGIN
                                        : kind == 'N'               ? TV_ASYNC_INSTANT
                                                                    : TV_ASYNC_END,
                               .key = key,
                               .process = process,
                               .track_name = has_track ? parts[2] : NULL,
                               .name = find_name (sink, name),
                               .time = mark->time,
                               .offset = mark->offset };

  return tv_async_runs_add (sink->async, &event);
}

/* C|PID|NAME|VALUE. */
static gboolean
add_value (TvAtraceSink *sink, const TvAtraceMark *mark, char *const parts[])
{
  g_autofree char *name = tv_java_text_dup_utf8 (parts[2], strlen (parts[2]));
  TvCounterSpec spec = { .kind = TV_TRACK_PROCESS,
                         .process = find_process (sink, mark, parts[1]),
                         .track = TV_THREAD_NONE,
                         .name = name };
  char *end;
  const double value = g_ascii_strtod (parts[3], &end);
  guint32 counter;

  if (end == parts[3] || (*end != '\0' && !g_ascii_isspace (*end) && *end != '|'))
    {
      sink->n_others++;
      return TRUE;
    }
  if (spec.process == TV_PROCESS_NONE)
    spec.kind = TV_TRACK_GLOBAL;
  counter = tv_system_builder_add_counter (tv_run_builder_get_system (sink->builder),
                                           &spec);
  return counter != G_MAXUINT32
         && tv_system_builder_add_value (tv_run_builder_get_system (sink->builder),
                                         counter, mark->time, value);
}

/* How many parts a mark of a kind has at most, or 0 if its kind is not known. */
static guint
get_n_parts (const char *text)
{
  if (*text == 'E' && (text[1] == '\0' || text[1] == '|'))
    return 2;
  if (text[0] == '\0' || text[1] != '|')
    return 0;
  switch (*text)
    {
    case 'B':
    case 'I':
      return 3;
    case 'S':
    case 'F':
    case 'N':
    case 'C':
      return 4;
    case 'G':
    case 'H':
      return 5;
    default:
      return 0;
    }
}

/* What other clocks show: trace_event_clock_sync: parent_ts=SECONDS, or
 * realtime_ts=MILLISECONDS. Returns whether a mark says that. */
static gboolean
set_reading (TvAtraceSink *sink, const TvAtraceMark *mark, const char *text)
{
  static const struct
  {
    const char *start;
    double unit;
    TvSystemClock clock;
  } known[]
      = { { "trace_event_clock_sync: parent_ts=", 1e9, TV_SYSTEM_CLOCK_MONOTONIC },
          { "trace_event_clock_sync: realtime_ts=", 1e6, TV_SYSTEM_CLOCK_REALTIME } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (text, known[i].start))
      {
        const double time
            = g_ascii_strtod (text + strlen (known[i].start), NULL) * known[i].unit;

        if (time > 0 && time < (double) TV_TIME_IMPOSSIBLE)
          tv_system_builder_set_reading (tv_run_builder_get_system (sink->builder),
                                         known[i].clock, mark->time, (gint64) time);
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_atrace_sink_add:
 * @sink: where to
 * @mark: a mark
 *
 * Adds what a mark says. A mark of a kind that is not known is counted.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_atrace_sink_add (TvAtraceSink *sink, const TvAtraceMark *mark)
{
  gsize length = mark->length;
  g_autofree char *text = NULL;
  char *parts[MAX_PARTS];
  guint n_wanted;
  guint n;

  while (length > 0
         && (mark->text[length - 1] == '\n' || mark->text[length - 1] == '\0'))
    length--;
  text = g_strndup (mark->text, length);
  n_wanted = get_n_parts (text);
  n = n_wanted > 0 ? split (text, parts, n_wanted) : 0;
  if (n > 0 && *text == 'B')
    return begin_run (sink, mark, parts, n);
  if (n > 0 && *text == 'E')
    return end_run (sink, mark);
  if (n == 3 && *text == 'I')
    return add_instant (sink, mark, parts);
  if (n >= 4 || (n == 4 - 1 && *text == 'H'))
    return *text == 'C' ? add_value (sink, mark, parts)
                        : add_async (sink, mark, parts, n);
  sink->n_others += !set_reading (sink, mark, text);
  return TRUE;
}
