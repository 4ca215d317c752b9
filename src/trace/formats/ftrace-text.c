/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/ftrace-text.h"

#include "trace/formats/ftrace-events.h"
#include "trace/formats/ftrace-processes.h"
#include "trace/model/trace-storage.h"

#include <string.h>

struct _TvFtraceText
{
  TvTrace *trace;
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
  guint64 first_number; /* of the line of the first of them, … */
  guint64 first_offset; /* … and where it begins */
};

/**
 * tv_ftrace_text_new:
 * @sink: receives what the lines say
 * @trace: gets warnings and properties
 *
 * Returns: (transfer full): a reader of the kernel's text, which all of @sink and
 *   @trace must outlive
 */
TvFtraceText *
tv_ftrace_text_new (const TvAtraceSink *sink, TvTrace *trace)
{
  TvFtraceText *self = g_new0 (TvFtraceText, 1);

  self->trace = trace;
  self->sink = *sink;
  self->events = tv_ftrace_events_new (&self->sink, trace);
  self->unquoted = g_string_new (NULL);
  return self;
}

void
tv_ftrace_text_free (TvFtraceText *self)
{
  if (self == NULL)
    return;
  g_string_free (self->unquoted, TRUE);
  tv_ftrace_events_free (self->events);
  g_free (self);
}

/* Lines */

static gboolean
starts_with (const char *text, gsize length, const char *start)
{
  return length >= strlen (start) && memcmp (text, start, strlen (start)) == 0;
}

static void
learn_task (TvFtraceText *self, const TvFtraceLine *line)
{
  if (line->pid >= 0)
    tv_system_tasks_set_process (self->sink.tasks, line->tid, line->pid);
  /* A name in angle brackets is one that the kernel has lost. */
  if (line->task.length > 0 && *line->task.text != '<')
    tv_system_tasks_see_name (self->sink.tasks, line->tid, line->task.text,
                              line->task.length);
}

static gboolean
add_line (TvFtraceText *self, const TvFtraceLine *line, guint64 offset)
{
  const TvAtraceMark mark = { .text = line->rest.text,
                              .length = line->rest.length,
                              .tid = line->tid,
                              .time = line->time,
                              .offset = offset };

  self->n_lines++;
  tv_system_tasks_set_time (self->sink.tasks, line->time);
  learn_task (self, line);
  if (tv_ftrace_line_is_mark (line))
    return tv_atrace_sink_add (&self->sink, &mark);
  return tv_ftrace_events_add (self->events, line, offset, &self->n_kernel);
}

/* Takes the escapes out of a line of a string, which ends with "\n\". */
static void
unquote (TvFtraceText *self, const char **text, gsize *length)
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
take_loss (TvFtraceText *self, const char *text, gsize length)
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

/**
 * tv_ftrace_text_take:
 * @source: a line of the kernel's trace, or of a page that has it
 * @data: a reader
 *
 * Takes a line. Lines that say nothing are counted.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_ftrace_text_take (const TvTextLine *source, gpointer data)
{
  TvFtraceText *self = data;
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
          && tv_ftrace_processes_take (&self->processes, self->sink.builder,
                                       self->sink.tasks, text, length)))
    return TRUE;
  if (tv_ftrace_line_parse (&line, text, length))
    return add_line (self, &line, source->offset);
  if (!self->is_page && self->n_unreadable++ == 0)
    {
      self->first_number = source->number;
      self->first_offset = source->offset;
    }
  return TRUE;
}

/* The end */

/**
 * tv_ftrace_text_get_n_lines:
 * @self: a reader
 *
 * Returns: how many lines of the trace it took
 */
guint64
tv_ftrace_text_get_n_lines (const TvFtraceText *self)
{
  return self->n_lines;
}

/**
 * tv_ftrace_text_list_hidden:
 * @self: a reader
 * @text: receives the numbers of events that the model has no place for
 */
void
tv_ftrace_text_list_hidden (const TvFtraceText *self, GString *text)
{
  const struct
  {
    const char *name;
    guint64 n;
  } counts[] = { { "kernel", self->n_kernel }, { "prints", self->sink.n_others } };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].n > 0)
      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT,
                              text->len > 0 ? ", " : "", counts[i].name, counts[i].n);
}

/**
 * tv_ftrace_text_finish:
 * @self: a reader
 * @place: whether warnings tell the number of a line or its offset
 *
 * Says what is known of threads only at the end, and what was wrong.
 */
void
tv_ftrace_text_finish (TvFtraceText *self, TvPlace place)
{
  tv_ftrace_events_finish (self->events);
  tv_system_tasks_finish (self->sink.tasks);
  tv_warnings_add_many (
      self->trace->warnings, TV_WARNING_EVENT_UNREADABLE, self->n_unreadable, place,
      place == TV_PLACE_LINE ? self->first_number : self->first_offset, NULL);
  if (self->n_lost > 0)
    {
      g_autofree char *lost = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_lost);

      tv_trace_add_property (self->trace, "lost-events", lost);
    }
}
