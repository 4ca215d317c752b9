/* SPDX-License-Identifier: Apache-2.0 */

/* The kernel's trace as text, by itself or in the page of systrace. */

#include "config.h"

#include "trace/formats/ftrace-line.h"
#include "trace/formats/ftrace-text.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"

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
  TvFtraceText *text;
} Reader;

/* The file */

static gboolean
finish (Reader *self, GError **error)
{
  g_autoptr (GString) hidden = g_string_new (NULL);

  self->trace->info.n_records = tv_ftrace_text_get_n_lines (self->text);
  if (!tv_async_runs_finish (self->async, error))
    return FALSE;
  tv_ftrace_text_list_hidden (self->text, hidden);
  if (hidden->len > 0)
    tv_trace_add_property (self->trace, "hidden-events", hidden->str);
  tv_ftrace_text_finish (self->text, TV_PLACE_LINE);
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
  self->text = tv_ftrace_text_new (&(TvAtraceSink){ .builder = self->builder,
                                                    .async = self->async,
                                                    .names = self->names,
                                                    .tasks = self->tasks },
                                   trace);
}

static void
clear_reader (Reader *self)
{
  tv_ftrace_text_free (self->text);
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
  ok = tv_text_lines_read (input->window, options, tv_ftrace_text_take, reader.text,
                           error)
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
