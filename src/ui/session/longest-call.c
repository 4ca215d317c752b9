/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/longest-call.h"

typedef struct
{
  TvTraceSession *session;
  TvProfile *profile;
  TvCallPath *path;
  TvClock clock;
  TvCallRef longest;
} Question;

static void
free_question (gpointer data)
{
  Question *question = data;

  g_object_unref (question->session);
  tv_profile_unref (question->profile);
  tv_call_path_unref (question->path);
  g_free (question);
}

static gpointer
answer (gpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = data;

  question->longest = tv_call_path_find_longest (question->path, question->profile,
                                                 question->clock, cancellable);
  return question;
}

static void
on_answered (gpointer owner, gpointer question, gpointer answered, const GError *error)
{
  Question *found = answered;

  if (found != NULL)
    tv_call_show_in_timeline (owner, found->session, found->longest);
}

/**
 * tv_call_show_in_timeline:
 * @widget: a widget in a window with a timeline
 * @session: the session
 * @call: a call of its trace; nothing happens if its thread is %TV_THREAD_NONE
 *
 * Selects a call and zooms the timeline to it.
 */
void
tv_call_show_in_timeline (GtkWidget *widget, TvTraceSession *session, TvCallRef call)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (TV_IS_TRACE_SESSION (session));

  if (call.thread == TV_THREAD_NONE)
    return;
  tv_trace_session_select_call (session, call);
  (void) gtk_widget_activate_action (widget, "timeline.zoom-to-selection", NULL);
}

/**
 * tv_longest_call_show_in_timeline:
 * @job: where @widget keeps the job; it must cancel it before it goes away
 * @widget: a widget in a window with a timeline
 * @session: the session
 * @path: a path of methods of the trace of the session's profile
 *
 * Looks for the longest call along a path that is in the scope, selects it and zooms
 * the timeline to it.
 */
void
tv_longest_call_show_in_timeline (TvJob **job, GtkWidget *widget,
                                  TvTraceSession *session, TvCallPath *path)
{
  static const TvJobType type
      = { .run = answer, .done = on_answered, .free_question = free_question };
  Question *question;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (TV_IS_TRACE_SESSION (session));
  g_return_if_fail (path != NULL);

  question = g_new0 (Question, 1);
  question->session = g_object_ref (session);
  question->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  question->path = tv_call_path_ref (path);
  question->clock = tv_trace_session_get_primary_clock (session);
  tv_job_start (job, &type, question, widget);
}
