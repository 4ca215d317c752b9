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

/* The rows of a result that are events of one thread. */
typedef struct
{
  char *name;
  guint n_events;
  gboolean is_chosen;
  TvEventRow *row; /* NULL if there is no room for it */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *first = *(const Group *const *) a;
  const Group *second = *(const Group *const *) b;

  return (first->n_events < second->n_events) - (first->n_events > second->n_events);
}

/* Adds a row of events for each of the groups with the most events, @most at most, in
 * the order of the groups. */
static void
make_rows (GPtrArray *rows, GPtrArray *groups, const char *name, guint most)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (groups, NULL, NULL);

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_groups);
  for (guint i = 0; i < MIN (sorted->len, most); i++)
    ((Group *) sorted->pdata[i])->is_chosen = TRUE;
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = groups->pdata[i];
      g_autofree char *full = NULL;

      if (!group->is_chosen)
        continue;
      /* Translators: a row of the timeline: "Query", and a thread. */
      full = *group->name != '\0' ? g_strdup_printf (_ ("%s: %s"), name, group->name)
                                  : g_strdup (name);
      group->row = tv_event_row_new (full);
      g_ptr_array_add (rows, group->row);
    }
}

/* The job */

typedef struct
{
  TvQueryResult *result;
  TvTraceSession *session; /* only for the main thread */
  TvTrace *trace;
  TvQueryEventsFunc say;
  guint most; /* rows of events */
  gint64 first;
  gint64 last;
} Question;

typedef struct
{
  GPtrArray *rows;  /* TvEventRow */
  guint n_left_out; /* groups without a row */
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  tv_query_result_unref (question->result);
  tv_trace_unref (question->trace);
  g_object_unref (question->session);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_ptr_array_unref (answer->rows);
  g_free (answer);
}

/* Finds the event that a row of the result is. It has a call of the trace unless the
 * result has calls of another one. */
static gboolean
find_event (const Question *question, guint row, TvEvent *event)
{
  const TvQueryResult *result = question->result;

  *event = (TvEvent){ .start = question->first, .end = question->last };
  if (!tv_query_result_find_times (result, row, &event->start, &event->end))
    return FALSE;
  if (result->trace != 0 || !tv_query_result_find_call (result, row, &event->call))
    event->call = (TvCallRef){ TV_THREAD_NONE, 0 };
  return TRUE;
}

/* Lists the groups of the rows with times in the order of their first rows. Returns the
 * group of each row of the result, or NULL. */
static Group **
list_groups (const Question *question, GPtrArray *groups)
{
  const TvQueryResult *result = question->result;
  const guint column = find_group_column (result);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  Group **of_rows = g_new0 (Group *, result->n_rows + 1);

  for (guint row = 0; row < result->n_rows; row++)
    {
      g_autofree char *name = NULL;
      TvEvent event;

      if (!find_event (question, row, &event))
        continue;
      name = dup_group (result, question->trace, row, &event, column);
      of_rows[row] = g_hash_table_lookup (by_name, name);
      if (of_rows[row] == NULL)
        {
          of_rows[row] = g_new0 (Group, 1);
          of_rows[row]->name = g_steal_pointer (&name);
          g_ptr_array_add (groups, of_rows[row]);
          g_hash_table_insert (by_name, of_rows[row]->name, of_rows[row]);
        }
      of_rows[row]->n_events++;
    }
  return of_rows;
}

static gpointer
make_events (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  const TvQueryResult *result = question->result;
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autofree Group **of_rows = list_groups (question, groups);
  Answer *answer = g_new0 (Answer, 1);

  answer->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_event_row_unref);
  make_rows (answer->rows, groups, _ ("Query"), question->most);
  answer->n_left_out = groups->len - answer->rows->len;
  for (guint row = 0; row < result->n_rows; row++)
    {
      g_autofree char *label = NULL;
      TvEvent event;

      if (of_rows[row] == NULL || of_rows[row]->row == NULL
          || !find_event (question, row, &event))
        continue;
      label = tv_query_value_dup_text (
          tv_query_result_get (result, row, result->name_column));
      event.label = label;
      tv_event_row_add (of_rows[row]->row, &event);
    }
  for (guint i = 0; i < answer->rows->len; i++)
    tv_event_row_sort (answer->rows->pdata[i]);
  return answer;
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
  const Question *question = data;
  TvTraceSession *session = question->session;
  const Answer *events = answer;
  g_auto (GStrv) own = list_own_rows (session);

  if (events == NULL || events->rows->len == 0)
    gtk_widget_error_bell (owner);
  else
    for (guint i = 0; own[i] != NULL; i++)
      tv_trace_session_remove_event_row (session, own[i]);
  for (guint i = 0; events != NULL && i < events->rows->len; i++)
    tv_trace_session_add_event_row (session, events->rows->pdata[i]);
  if (events != NULL && events->n_left_out > 0)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("The timeline has rows for the threads with the most events; %u "
                    "other is left out",
                    "The timeline has rows for the threads with the most events; %u "
                    "others are left out",
                    events->n_left_out),
          events->n_left_out);

      question->say (owner, text);
    }
  g_clear_pointer (&answer, answer_free);
}

/* Puts all rows with times into the timeline, and replaces those of an earlier result.
 * Rings the bell of @widget if there are none, and says if there is no room for all. */
void
tv_query_show_events (TvQueryResult *result, TvTraceSession *session, GtkWidget *widget,
                      TvQueryEventsFunc say, TvJob **job)
{
  static const TvJobType type = { .run = make_events,
                                  .done = on_events,
                                  .free_question = question_free,
                                  .free_answer = answer_free };
  Question *question = g_new0 (Question, 1);
  g_auto (GStrv) own = list_own_rows (session);
  const guint n_others
      = tv_trace_session_get_event_rows (session)->len - g_strv_length (own);

  question->result = tv_query_result_ref (result);
  question->session = g_object_ref (session);
  question->trace = tv_trace_ref (tv_trace_session_get_trace (session));
  question->say = say;
  question->most = n_others < TV_MAX_EVENT_ROWS ? TV_MAX_EVENT_ROWS - n_others : 1;
  tv_trace_session_get_full_range (session, &question->first, &question->last);
  tv_job_start (job, &type, question, widget);
}
