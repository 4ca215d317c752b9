/* SPDX-License-Identifier: Apache-2.0 */

/* The row of events that rules find in the trace, and in its base. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "query/event-rules.h"
#include "trace/input/small-file.h"

#include <glib/gi18n-lib.h>

/* The largest file of rules. */
#define MAX_SIZE (1024 * 1024)

/* A search for events in the trace and its base. */
typedef struct
{
  TvTraceSession *sessions[TV_N_DIFF_SIDES]; /* for the main thread only; or NULL */
  TvTrace *traces[TV_N_DIFF_SIDES];          /* or NULL */
  TvEventRow *rows[TV_N_DIFF_SIDES];         /* the result, or NULL */
  char *complaint; /* a sentence about an error in the user's rules, or NULL */
} EventsJob;

static void
events_job_free (EventsJob *job)
{
  for (guint i = 0; i < TV_N_DIFF_SIDES; i++)
    {
      g_clear_object (&job->sessions[i]);
      g_clear_pointer (&job->traces[i], tv_trace_unref);
      tv_event_row_unref (job->rows[i]);
    }
  g_free (job->complaint);
  g_free (job);
}

/* Adds the user's rules. Most users have none. */
static void
read_users_rules (TvEventRules *rules, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) mistake = NULL;
  gsize length;
  g_autofree char *text = tv_small_file_read (file, MAX_SIZE, &length, NULL, &mistake);

  if (text != NULL)
    tv_event_rules_read (rules, text, length, &mistake);
  if (mistake != NULL && !g_error_matches (mistake, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&mistake));
}

/* Puts the events into the question. There is no other result. */
static gpointer
find_events (gpointer question, GCancellable *cancellable, GError **error)
{
  EventsJob *job = question;
  g_autoptr (TvEventRules) rules = tv_event_rules_new (TRUE);
  g_autofree char *path
      = g_build_filename (g_get_user_config_dir (), "traceview", "events.conf", NULL);
  g_autofree char *shown = g_filename_display_name (path);
  g_autoptr (GError) mistake = NULL;

  tv_event_rules_add_own (rules);
  read_users_rules (rules, path, &mistake);
  for (guint i = 0; i < TV_N_DIFF_SIDES; i++)
    if (job->traces[i] != NULL)
      job->rows[i]
          = tv_event_rules_find (rules, job->traces[i], _ ("Events"), cancellable,
                                 mistake == NULL ? &mistake : NULL);
  if (mistake != NULL)
    job->complaint = g_strdup_printf ("%s: %s", shown, mistake->message);
  return NULL;
}

static void
on_events_found (gpointer owner, gpointer question, gpointer answer,
                 const GError *error)
{
  TvWindow *self = owner;
  EventsJob *job = question;

  for (guint i = 0; i < TV_N_DIFF_SIDES; i++)
    {
      self->event_rows[i] = NULL;
      if (job->rows[i] != NULL && job->rows[i]->events->len > 0)
        {
          tv_trace_session_add_event_row (job->sessions[i], job->rows[i]);
          self->event_rows[i] = job->rows[i];
        }
      else if (job->sessions[i] != NULL)
        tv_trace_session_remove_event_row (job->sessions[i], _ ("Events"));
    }
  if (job->complaint != NULL)
    tv_notice_bar_show_error (self->notice, job->complaint);
}

static const TvJobType events_job = {
  .run = find_events,
  .done = on_events_found,
  .free_question = (GDestroyNotify) events_job_free,
  .pace = TV_JOB_SOON,
};

static gboolean
is_wanted (TvWindow *self)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (self), "events");

  return g_variant_get_boolean (state);
}

static TvTraceSession *
get_session (TvWindow *self, guint side)
{
  return self->session == NULL || side == TV_DIFF_NEW
             ? self->session
             : tv_trace_session_get_base (self->session);
}

/* Finds events again after the trace, its base or their names have changed. The base
 * gets its names later than the trace. */
void
tv_window_update_events (TvWindow *self)
{
  EventsJob *job = g_new0 (EventsJob, 1);

  for (guint i = 0; i < TV_N_DIFF_SIDES; i++)
    {
      TvTraceSession *session = get_session (self, i);

      self->event_rows[i] = NULL;
      g_signal_group_set_target (self->event_signals[i], session);
      if (session == NULL)
        continue;
      if (!is_wanted (self))
        tv_trace_session_remove_event_row (session, _ ("Events"));
      job->sessions[i] = g_object_ref (session);
      job->traces[i] = tv_trace_ref (tv_trace_session_get_trace (session));
    }
  tv_job_cancel (&self->event_job);
  if (is_wanted (self) && self->session != NULL)
    tv_job_start (&self->event_job, &events_job, job, self);
  else
    events_job_free (job);
}

/* When the user removes the row of one trace, removes it from both. */
static void
on_event_rows_changed (TvWindow *self)
{
  for (guint i = 0; i < TV_N_DIFF_SIDES; i++)
    if (self->event_rows[i] != NULL
        && !g_ptr_array_find (tv_trace_session_get_event_rows (get_session (self, i)),
                              self->event_rows[i], NULL))
      {
        g_action_group_change_action_state (G_ACTION_GROUP (self), "events",
                                            g_variant_new_boolean (FALSE));
        return;
      }
}

static void
change_events (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  g_simple_action_set_state (action, state);
  tv_window_update_events (self);
}

/* Adds the action `events`, whose state is saved. */
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
      g_signal_group_connect_swapped (self->event_signals[i], "notify::event-rows",
                                      G_CALLBACK (on_event_rows_changed), self);
    }
  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  tv_settings_bind_action (self->settings, "events", G_ACTION_GROUP (self), "events");
}
