/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/ftrace-processes.h"

#include "trace/tables/java-text.h"

#include <string.h>

#define TITLE "PROCESS DUMP"

/* Columns that a list has, at most. */
#define MAX_COLUMNS 32

/* Splits a line at blanks; the last column has the rest. */
static GPtrArray *
split (char *line, guint n_columns)
{
  GPtrArray *columns = g_ptr_array_new ();

  while (columns->len < n_columns)
    {
      line += strspn (line, " \t");
      if (*line == '\0')
        break;
      g_ptr_array_add (columns, line);
      if (columns->len == n_columns)
        break;
      line += strcspn (line, " \t");
      if (*line != '\0')
        *line++ = '\0';
    }
  return columns;
}

static void
read_head (TvFtraceProcesses *self, char *line)
{
  g_autoptr (GPtrArray) columns = split (line, MAX_COLUMNS);

  self->n_columns = columns->len;
  self->pid = self->tid = self->name = self->command = -1;
  for (guint i = 0; i < columns->len; i++)
    {
      const char *title = columns->pdata[i];

      if (g_str_equal (title, "PID"))
        self->pid = (int) i;
      else if (g_str_equal (title, "TID"))
        self->tid = (int) i;
      else if (g_str_equal (title, "NAME"))
        self->name = (int) i;
      else if (g_str_equal (title, "CMD") || g_str_equal (title, "COMM"))
        self->command = (int) i;
    }
}

/* A list with threads names them; one without names processes and their first threads.
 */
static void
read_row (const TvFtraceProcesses *self, TvRunBuilder *builder, TvSystemTasks *tasks,
          char *line)
{
  g_autoptr (GPtrArray) columns = split (line, self->n_columns);
  const int tid_column = self->tid >= 0 ? self->tid : self->pid;
  guint64 pid;
  guint64 tid;

  if (self->pid < 0 || columns->len < self->n_columns
      || !g_ascii_string_to_unsigned (columns->pdata[self->pid], 10, 0, G_MAXINT32,
                                      &pid, NULL)
      || !g_ascii_string_to_unsigned (columns->pdata[tid_column], 10, 0, G_MAXINT32,
                                      &tid, NULL))
    return;
  tv_system_tasks_set_process (tasks, (gint64) tid, (gint64) pid);
  if (self->tid < 0 && self->name >= 0)
    tv_run_builder_add_process (builder, (gint64) pid, columns->pdata[self->name]);
  if (self->command >= 0)
    tv_system_tasks_set_name (tasks, (gint64) tid, columns->pdata[self->command],
                              TV_NAME_FROM_SYSTEM);
}

/* Takes a line, if it belongs to the lists. Returns whether it does. */
gboolean
tv_ftrace_processes_take (TvFtraceProcesses *self, TvRunBuilder *builder,
                          TvSystemTasks *tasks, const char *text, gsize length)
{
  g_autofree char *line = NULL;

  if (!self->is_inside)
    {
      const gsize n = strlen (TITLE);

      self->is_inside = length >= n && memcmp (text + length - n, TITLE, n) == 0;
      self->pid = -1;
      return self->is_inside;
    }
  line = tv_java_text_dup_utf8 (text, length);
  if (strstr (line, "</script") != NULL)
    self->is_inside = FALSE;
  else if (g_str_has_prefix (line, "USER "))
    read_head (self, line);
  else
    read_row (self, builder, tasks, line);
  return TRUE;
}
