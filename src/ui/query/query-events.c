/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of a result as events in the timeline, a row for each thread. */

#include "config.h"

#include "ui/query/query-events.h"

#include <glib/gi18n-lib.h>

/* Finds the column that tells rows without calls apart, so that those of one value do
 * not overlap. */
static guint
find_group_column (const TvQueryResult *self)
{
  static const char *const titles[]
      = { "utid", "thread_name", "tid", "track_id", "cpu" };
  guint column = TV_QUERY_NO_COLUMN;

  for (guint i = 0; i < G_N_ELEMENTS (titles) && column == TV_QUERY_NO_COLUMN; i++)
    column = tv_query_result_find_title (self, titles[i]);
  return column;
}

static char *
dup_group (const TvQueryResult *self, TvTrace *trace, guint row, const TvEvent *event,
           guint column)
{
  g_autofree char *text = NULL;

  if (event->call.thread != TV_THREAD_NONE)
    return tv_trace_dup_thread_label (trace, event->call.thread);
  if (column == TV_QUERY_NO_COLUMN)
    return g_strdup ("");
  text = tv_query_value_dup_text (tv_query_result_get (self, row, column));
  return self->columns[column].has_texts
             ? g_steal_pointer (&text)
             : g_strdup_printf (
                 "%s %s", (char *) g_ptr_array_index (self->titles, column), text);
}

/* Returns the row of events of a group, which is added unless there are @most already.
 */
static TvEventRow *
find_group (GPtrArray *rows, GHashTable *groups, const char *name, const char *group,
            guint most)
{
  TvEventRow *row = g_hash_table_lookup (groups, group);
  g_autofree char *full = NULL;

  if (row != NULL || rows->len == most)
    return row;
  /* Translators: a row of the timeline: "Query", and a thread. */
  full = *group != '\0' ? g_strdup_printf (_ ("%s: %s"), name, group) : g_strdup (name);
  row = tv_event_row_new (full);
  g_ptr_array_add (rows, row);
  g_hash_table_insert (groups, g_strdup (group), row);
  return row;
}

/* Makes events of all rows with times, at most @most rows of them: one for each thread.
 * They have calls of @trace unless the result has calls of another trace. */
static GPtrArray *
make_rows (const TvQueryResult *self, const char *name, guint most, TvTrace *trace,
           gint64 first, gint64 last)
{
  GPtrArray *rows
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_event_row_unref);
  g_autoptr (GHashTable) groups
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint column = find_group_column (self);
  guint64 n_left_out = 0;

  for (guint row = 0; row < self->n_rows; row++)
    {
      TvEvent event = { .start = first, .end = last };
      g_autofree char *label = NULL;
      g_autofree char *group = NULL;
      TvEventRow *events;

      if (!tv_query_result_find_times (self, row, &event.start, &event.end))
        continue;
      if (self->trace != 0 || !tv_query_result_find_call (self, row, &event.call))
        event.call = (TvCallRef){ TV_THREAD_NONE, 0 };
      group = dup_group (self, trace, row, &event, column);
      events = find_group (rows, groups, name, group, most);
      label = tv_query_value_dup_text (
          tv_query_result_get (self, row, self->name_column));
      event.label = label;
      if (events != NULL)
        tv_event_row_add (events, &event);
      else
        n_left_out++;
    }
  for (guint i = 0; i < rows->len; i++)
    tv_event_row_sort (rows->pdata[i]);
  if (n_left_out > 0)
    ((TvEventRow *) rows->pdata[rows->len - 1])->n_left_out += n_left_out;
  return rows;
}

/* The job */

typedef struct
{
  TvQueryResult *result;
  TvTraceSession *session; /* only for the main thread */
  TvTrace *trace;
  guint most; /* rows of events */
  gint64 first;
  gint64 last;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  tv_query_result_unref (question->result);
  tv_trace_unref (question->trace);
  g_object_unref (question->session);
  g_free (question);
}

static gpointer
make_events (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return make_rows (question->result, _ ("Query"), question->most, question->trace,
                    question->first, question->last);
}

/* Lists the names of the rows of events that an earlier result has made. */
static GStrv
list_own_rows (TvTraceSession *session)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (session);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const char *name = ((const TvEventRow *) rows->pdata[i])->name;

      if (g_str_has_prefix (name, _ ("Query")))
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

static void
on_events (gpointer owner, gpointer data, gpointer answer, const GError *error)
{
  TvTraceSession *session = ((const Question *) data)->session;
  g_autoptr (GPtrArray) rows = answer;
  g_auto (GStrv) own = list_own_rows (session);

  if (rows == NULL || rows->len == 0)
    {
      gtk_widget_error_bell (owner);
      return;
    }
  for (guint i = 0; own[i] != NULL; i++)
    tv_trace_session_remove_event_row (session, own[i]);
  for (guint i = 0; i < rows->len; i++)
    tv_trace_session_add_event_row (session, rows->pdata[i]);
}

/* Puts all rows with times into the timeline, and replaces those of an earlier result.
 * Rings the bell of @widget if there are none. */
void
tv_query_show_events (TvQueryResult *result, TvTraceSession *session, GtkWidget *widget,
                      TvJob **job)
{
  static const TvJobType type = { .run = make_events,
                                  .done = on_events,
                                  .free_question = question_free,
                                  .free_answer = (GDestroyNotify) g_ptr_array_unref };
  Question *question = g_new0 (Question, 1);
  g_auto (GStrv) own = list_own_rows (session);
  const guint n_others
      = tv_trace_session_get_event_rows (session)->len - g_strv_length (own);

  question->result = tv_query_result_ref (result);
  question->session = g_object_ref (session);
  question->trace = tv_trace_ref (tv_trace_session_get_trace (session));
  question->most = n_others < TV_MAX_EVENT_ROWS ? TV_MAX_EVENT_ROWS - n_others : 1;
  tv_trace_session_get_full_range (session, &question->first, &question->last);
  tv_job_start (job, &type, question, widget);
}
