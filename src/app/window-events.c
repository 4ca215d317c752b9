/* SPDX-License-Identifier: Apache-2.0 */

/* Events that rules find in the trace and in its base: a row of the timeline. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "query/event-rules.h"
#include "query/user-file.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTraceSession *session; /* for the main thread */
  TvTrace *trace;
  char *complaint; /* what is wrong with the user's rules, or NULL */
} EventsJob;

static void
events_job_free (EventsJob *job)
{
  g_object_unref (job->session);
  tv_trace_unref (job->trace);
  g_free (job->complaint);
  g_free (job);
}

/* Adds the user's rules. Most have none. */
static void
read_users_rules (TvEventRules *rules, const char *path, GError **error)
{
  g_autoptr (GError) mistake = NULL;
  gsize length;
  g_autofree char *text = tv_user_file_read (path, &length, &mistake);

  if (text != NULL)
    tv_event_rules_read (rules, text, length, &mistake);
  if (mistake != NULL && !g_error_matches (mistake, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&mistake));
}

static gpointer
find_events (gpointer question, GCancellable *cancellable, GError **error)
{
  EventsJob *job = question;
  g_autoptr (TvEventRules) rules = tv_event_rules_new (TRUE);
  g_autofree char *path
      = g_build_filename (g_get_user_config_dir (), "traceview", "events.conf", NULL);
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (GError) mistake = NULL;
  TvEventRow *row;

  tv_event_rules_add_own (rules);
  read_users_rules (rules, path, &mistake);
  row = tv_event_rules_find (rules, job->trace, _ ("Events"), cancellable,
                             mistake == NULL ? &mistake : NULL);
  if (mistake != NULL)
    job->complaint = g_strdup_printf ("%s: %s", shown, mistake->message);
  return row;
}

static void
on_events_found (gpointer owner, gpointer question, gpointer answer,
                 const GError *error)
{
  TvWindow *self = owner;
  EventsJob *job = question;
  TvEventRow *row = answer;

  if (row != NULL && tv_event_row_get_n (row) > 0)
    tv_trace_session_add_event_row (job->session, row);
  else
    tv_trace_session_remove_event_row (job->session, _ ("Events"));
  if (job->complaint != NULL)
    tv_notice_bar_show_error (self->notice, job->complaint);
  tv_event_row_unref (row);
}

static const TvJobType events_job = {
  .run = find_events,
  .done = on_events_found,
  .free_question = (GDestroyNotify) events_job_free,
  .free_answer = (GDestroyNotify) tv_event_row_unref,
  .pace = TV_JOB_SOON,
};

static gboolean
is_wanted (TvWindow *self)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (self), "events");

  return g_variant_get_boolean (state);
}

static void
find_in (TvWindow *self, TvTraceSession *session, TvJob **field)
{
  EventsJob *job;

  tv_job_cancel (field);
  if (session == NULL)
    return;
  if (!is_wanted (self))
    {
      tv_trace_session_remove_event_row (session, _ ("Events"));
      return;
    }
  job = g_new0 (EventsJob, 1);
  job->session = g_object_ref (session);
  job->trace = tv_trace_ref (tv_trace_session_get_trace (session));
  tv_job_start (field, &events_job, job, self);
}

/* Another trace is shown, or compared with, or has other names; a base gets its own
 * later than the other. */
void
tv_window_update_events (TvWindow *self)
{
  TvTraceSession *session = self->session;
  TvTraceSession *const sessions[]
      = { session, session != NULL ? tv_trace_session_get_base (session) : NULL };

  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      g_signal_group_set_target (self->event_signals[i], sessions[i]);
      find_in (self, sessions[i], &self->event_jobs[i]);
    }
}

static void
change_events (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  g_simple_action_set_state (action, state);
  tv_window_update_events (self);
}

/* Adds the action `events`, which is remembered. */
void
tv_window_init_events (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "events", G_CALLBACK (change_events), NULL, "true" } };

  for (guint i = 0; i < G_N_ELEMENTS (self->event_signals); i++)
    {
      self->event_signals[i] = g_signal_group_new (TV_TYPE_TRACE_SESSION);
      g_signal_group_connect_swapped (self->event_signals[i], "notify::trace",
                                      G_CALLBACK (tv_window_update_events), self);
      g_signal_group_connect_swapped (self->event_signals[i], "notify::base",
                                      G_CALLBACK (tv_window_update_events), self);
    }
  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  tv_settings_bind_action (self->settings, "events", G_ACTION_GROUP (self), "events");
}
