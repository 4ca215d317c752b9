/* SPDX-License-Identifier: Apache-2.0 */

/* The kernel's trace as text, by itself or in the page of systrace. */

#include "config.h"

#include "trace/formats/ftrace-events.h"
#include "trace/formats/ftrace-processes.h"
#include "trace/formats/text-lines.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How many lines of the beginning of a file are looked at. */
#define PROBED_LINES 20

typedef struct
{
  TvTrace *trace;
  TvRunBuilder *builder;
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  TvAtraceSink sink;
  TvFtraceEvents *events;

  gboolean is_page;   /* of systrace: most lines are none of the trace */
  gboolean is_quoted; /* a page that has the trace in a string of JavaScript */
  GString *unquoted;
  guint64 n_lines; /* of the trace */
  TvFtraceProcesses processes;
  guint64 n_kernel;
  guint64 n_lost; /* events that the kernel had no room for */
  guint64 n_unreadable;
  guint64 first_unreadable; /* number of a line */
} Reader;

/* Lines */

static gboolean
starts_with (const char *text, gsize length, const char *start)
{
  return length >= strlen (start) && memcmp (text, start, strlen (start)) == 0;
}

static void
learn_task (Reader *self, const TvFtraceLine *line)
{
  if (line->pid >= 0)
    tv_system_tasks_set_process (self->tasks, line->tid, line->pid);
  /* A name in angle brackets is one that the kernel has lost. */
  if (line->task.length > 0 && *line->task.text != '<')
    tv_system_tasks_see_name (self->tasks, line->tid, line->task.text,
                              line->task.length);
}

static gboolean
add_line (Reader *self, const TvFtraceLine *line, guint64 offset)
{
  const TvAtraceMark mark = { .text = line->rest.text,
                              .length = line->rest.length,
                              .tid = line->tid,
                              .time = line->time,
                              .offset = offset };

  self->n_lines++;
  tv_system_tasks_set_time (self->tasks, line->time);
  learn_task (self, line);
  if (tv_ftrace_line_is_mark (line))
    return tv_atrace_sink_add (&self->sink, &mark);
  return tv_ftrace_events_add (self->events, line, offset, &self->n_kernel);
}

/* Takes the escapes out of a line of a string, which ends with "\n\". */
static void
unquote (Reader *self, const char **text, gsize *length)
{
  GString *plain = self->unquoted;

  g_string_truncate (plain, 0);
  if (*length >= 3 && memcmp (*text + *length - 3, "\\n\\", 3) == 0)
    *length -= 3;
  for (gsize i = 0; i < *length; i++)
    {
      if ((*text)[i] == '\\' && i + 1 < *length)
        i++;
      g_string_append_c (plain, (*text)[i]);
    }
  *text = plain->str;
  *length = plain->len;
}

/* Comments, empty lines and the head of trace-cmd. */
static gboolean
is_no_event (const char *text, gsize length)
{
  while (length > 0 && *text == ' ')
    text++, length--;
  return length == 0 || *text == '#' || starts_with (text, length, "cpus=");
}

/* Takes "CPU:1 [LOST 123 EVENTS]". */
static gboolean
take_loss (Reader *self, const char *text, gsize length)
{
  static const char before[] = " [LOST ";
  const char *lost = g_strstr_len (text, (gssize) length, before);
  char *end;
  guint64 n;

  if (!starts_with (text, length, "CPU:") || lost == NULL || text[length - 1] != ']')
    return FALSE;
  lost += strlen (before);
  n = g_ascii_strtoull (lost, &end, 10);
  if (!g_ascii_isdigit (*lost)
      || !starts_with (end, (gsize) (text + length - end), " EVENTS]"))
    return FALSE;
  self->n_lost = n > G_MAXUINT64 - self->n_lost ? G_MAXUINT64 : self->n_lost + n;
  return TRUE;
}

static gboolean
take_line (const TvTextLine *source, gpointer data)
{
  Reader *self = data;
  const char *text = source->text;
  gsize length = source->length;
  TvFtraceLine line = { 0 };

  while (length > 0 && text[length - 1] == '\r')
    length--;
  if (starts_with (text, length, "<!DOCTYPE") || starts_with (text, length, "<html"))
    self->is_page = TRUE;
  if (self->is_page
      && g_strstr_len (text, (gssize) length, "linuxPerfData = \"") != NULL)
    self->is_quoted = TRUE;
  if (self->is_quoted)
    unquote (self, &text, &length);
  if (is_no_event (text, length) || take_loss (self, text, length)
      || (self->is_page
          && tv_ftrace_processes_take (&self->processes, self->builder, self->tasks,
                                       text, length)))
    return TRUE;
  if (tv_ftrace_line_parse (&line, text, length))
    return add_line (self, &line, source->offset);
  if (!self->is_page && self->n_unreadable++ == 0)
    self->first_unreadable = source->number;
  return TRUE;
}

/* The file */

static void
list_hidden (Reader *self)
{
  const struct
  {
    const char *name;
    guint64 n;
  } counts[] = { { "kernel", self->n_kernel }, { "prints", self->sink.n_others } };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].n > 0)
      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT,
                              text->len > 0 ? ", " : "", counts[i].name, counts[i].n);
  if (text->len > 0)
    tv_trace_add_property (self->trace, "hidden-events", text->str);
}

static gboolean
finish (Reader *self, GError **error)
{
  self->trace->info.n_records = self->n_lines;
  if (!tv_async_runs_finish (self->async, error))
    return FALSE;
  tv_ftrace_events_finish (self->events);
  tv_system_tasks_finish (self->tasks);
  if (self->n_unreadable > 0)
    tv_warnings_add_many (self->trace->warnings, TV_WARNING_EVENT_UNREADABLE,
                          self->n_unreadable, TV_PLACE_LINE, self->first_unreadable,
                          NULL);
  list_hidden (self);
  if (self->n_lost > 0)
    {
      g_autofree char *lost = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_lost);

      tv_trace_add_property (self->trace, "lost-events", lost);
    }
  /* The kernel traces with the time since boot, unless it was told otherwise. */
  tv_system_builder_set_own_clock (tv_run_builder_get_system (self->builder),
                                   TV_SYSTEM_CLOCK_BOOT);
  return tv_run_builder_finish (self->builder, error);
}

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  *self = (Reader){ .trace = trace };
  self->builder = tv_run_builder_new (trace, options);
  self->async = tv_async_runs_new (self->builder, trace, options);
  self->names = tv_slice_names_new (self->builder);
  self->tasks = tv_system_tasks_new (self->builder);
  self->unquoted = g_string_new (NULL);
  self->sink = (TvAtraceSink){ .builder = self->builder,
                               .async = self->async,
                               .names = self->names,
                               .tasks = self->tasks };
  self->events = tv_ftrace_events_new (&self->sink, trace);
}

static void
clear_reader (Reader *self)
{
  g_string_free (self->unquoted, TRUE);
  tv_ftrace_events_free (self->events);
  tv_system_tasks_free (self->tasks);
  tv_slice_names_free (self->names);
  tv_async_runs_free (self->async);
  tv_run_builder_free (self->builder);
}

static TvTrace *
read_text (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options);
  ok = tv_text_lines_read (input->window, options, take_line, &reader, error)
       && finish (&reader, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

/* Whether a text is the kernel's trace: it says so, or one of its first lines is one.
 */
static gboolean
is_ftrace (GBytes *start)
{
  gsize size;
  const char *text = g_bytes_get_data (start, &size);
  const char *end = text + size;
  TvFtraceLine line = { 0 };

  if (memchr (text, '\0', size) != NULL)
    return FALSE;
  if (g_strstr_len (text, (gssize) size, "# tracer:") != NULL
      || g_strstr_len (text, (gssize) size, "<title>Android System Trace") != NULL)
    return TRUE;
  for (guint i = 0; i < PROBED_LINES && text < end; i++)
    {
      const char *feed = memchr (text, '\n', (gsize) (end - text));
      const char *line_end = feed != NULL ? feed : end;

      if (tv_ftrace_line_parse (&line, text, (gsize) (line_end - text)))
        return TRUE;
      text = line_end + 1;
    }
  return FALSE;
}

/* The kernel's trace as text, as systrace and atrace have it. */
const TvTraceReader tv_ftrace_reader = { .name = "ftrace",
                                         .title = N_ ("Linux kernel trace (text)"),
                                         .probe = is_ftrace,
                                         .layout = TV_LAYOUT_WINDOWS,
                                         .read = read_text };
