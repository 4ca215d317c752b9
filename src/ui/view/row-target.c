/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/view/row-target.h"

#include "analysis/text/name-text.h"

void
tv_row_target_clear (TvRowTarget *self)
{
  g_clear_pointer (&self->path, tv_call_path_unref);
}

/**
 * tv_row_target_get_longest_call:
 * @self: a target
 * @session: the session whose profile has its method
 *
 * Returns: the longest call of its method in scope; its thread is %TV_THREAD_NONE if
 *   there is none
 */
TvCallRef
tv_row_target_get_longest_call (const TvRowTarget *self, TvTraceSession *session)
{
  if (self->method == TV_METHOD_NONE)
    return (TvCallRef){ TV_THREAD_NONE, 0 };
  return tv_profile_get_totals (tv_trace_session_get_profile (session), self->method)
      ->longest_call;
}

/**
 * tv_row_target_dup_name:
 * @self: a target
 * @how: `short`, `full` or `jvm`
 *
 * Returns: (transfer full) (nullable): the name of its method, %NULL without one
 */
char *
tv_row_target_dup_name (const TvRowTarget *self, const char *how)
{
  g_autoptr (TvNameText) name = NULL;
  const TvMethod *method;

  if (self->method == TV_METHOD_NONE)
    return NULL;
  method = tv_trace_get_method (self->trace, self->method);
  if (g_str_equal (how, "jvm"))
    return tv_method_dup_jvm_name (method);
  if (!g_str_equal (how, "short"))
    return tv_method_dup_java_name (method);
  name = tv_name_text_new (method);
  return tv_name_text_dup_short (name);
}

/**
 * tv_row_target_dup_stack:
 * @self: a target
 *
 * Returns: (transfer full) (nullable): its stack with a line for each method, %NULL
 *   without one
 */
char *
tv_row_target_dup_stack (const TvRowTarget *self)
{
  return self->path != NULL ? tv_call_path_dup_text (self->path, self->trace) : NULL;
}

/* In the timeline */

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

/* A search for the longest call along a path. */
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

static void
show_longest (const TvRowTarget *self, TvTraceSession *session, GtkWidget *widget,
              TvJob **job)
{
  static const TvJobType type
      = { .run = answer, .done = on_answered, .free_question = free_question };
  Question *question = g_new0 (Question, 1);

  question->session = g_object_ref (session);
  question->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  question->path = tv_call_path_ref (self->path);
  question->clock = tv_trace_session_get_primary_clock (session);
  tv_job_start (job, &type, question, widget);
}

/**
 * tv_row_target_show_in_timeline:
 * @self: a target
 * @session: the session
 * @widget: a widget in a window with a timeline
 * @job: where @widget keeps the job, which it must cancel before it is finalized
 *
 * Selects the call of the target and zooms the timeline to it. A worker finds the
 * longest call along a path.
 */
void
tv_row_target_show_in_timeline (const TvRowTarget *self, TvTraceSession *session,
                                GtkWidget *widget, TvJob **job)
{
  if (self->call.thread == TV_THREAD_NONE && self->path != NULL)
    show_longest (self, session, widget, job);
  else
    tv_call_show_in_timeline (widget, session,
                              self->call.thread != TV_THREAD_NONE
                                  ? self->call
                                  : tv_row_target_get_longest_call (self, session));
}
