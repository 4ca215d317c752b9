/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-steps.h"

#include "analysis/lookup/call-query.h"

struct _TvTimelineSteps
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
};

static TvTrace *
get_trace (TvTimelineSteps *self)
{
  return tv_trace_session_get_trace (self->context->session);
}

static void
go_to_call (TvTimelineSteps *self, TvCallRef call)
{
  tv_trace_session_select_call (self->context->session, call);
  tv_timeline_view_show_call (self->view, call);
}

/* Without a selection, stepping begins in the row under the pointer, else in the
 * first row in sight with a call in the middle of the view. */
static gboolean
find_call_in_row (TvTimelineSteps *self, gint row, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;

  if (row < 0)
    return FALSE;
  thread = tv_timeline_rows_get (self->rows, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  tv_timeline_view_get_scale (self->view, &scale);
  return tv_call_at (tv_trace_session_get_stacks (self->context->session), thread,
                     scale.start + (scale.end - scale.start) / 2, call);
}

static gboolean
find_first_call (TvTimelineSteps *self, TvCallRef *call)
{
  g_autoptr (GArray) rows = tv_timeline_rows_list_in_sight (self->rows);

  if (tv_timeline_rows_get_layout (self->rows) == NULL)
    return FALSE;
  if (find_call_in_row (self, self->context->hover.row, call))
    return TRUE;
  for (guint i = 0; i < rows->len; i++)
    if (find_call_in_row (self, (gint) g_array_index (rows, guint, i), call))
      return TRUE;
  return FALSE;
}

/* Else it begins with the first call of the first row. */
static gboolean
find_any_call (TvTimelineSteps *self, TvCallRef *call)
{
  const guint n_rows = tv_timeline_rows_get_n (self->rows);

  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (thread != TV_THREAD_NONE
          && tv_trace_get_thread (get_trace (self), thread)->n_calls > 0)
        {
          *call = (TvCallRef){ thread, 0 };
          return TRUE;
        }
    }
  return FALSE;
}

typedef gboolean (*NeighbourFunc) (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *neighbour);

enum
{
  PARENT,
  FIRST_CHILD,
  NEXT_SIBLING,
  PREVIOUS_SIBLING
};

static gboolean
step_to_neighbour (gpointer data, int which)
{
  static const NeighbourFunc find[]
      = { [PARENT] = tv_call_get_parent,
          [FIRST_CHILD] = tv_call_get_first_child,
          [NEXT_SIBLING] = tv_call_get_next_sibling,
          [PREVIOUS_SIBLING] = tv_call_get_previous_sibling };
  TvTimelineSteps *self = data;
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  gboolean found;

  if (call.thread == TV_THREAD_NONE)
    found = find_first_call (self, &call) || find_any_call (self, &call);
  else
    found = find[which](get_trace (self), call, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (self->context->widget);
  return GDK_EVENT_STOP;
}

/* Only threads with a row: the selected call must be visible. */
static TvThreadSet *
get_threads_in_rows (TvTimelineSteps *self)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint row = 0; row < tv_timeline_rows_get_n (self->rows); row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (thread != TV_THREAD_NONE)
        g_array_append_val (threads, thread);
    }
  return tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
}

enum
{
  NEXT_IN_THREAD,
  PREVIOUS_IN_THREAD,
  NEXT,
  PREVIOUS
};

/* From the selected call, or from an edge of the view if only a method is selected. */
static gboolean
step_along_method (gpointer data, int step)
{
  const gboolean forwards = step == NEXT_IN_THREAD || step == NEXT;
  const gboolean in_thread = step == NEXT_IN_THREAD || step == PREVIOUS_IN_THREAD;
  TvTimelineSteps *self = data;
  guint32 method = tv_trace_session_get_selected_method (self->context->session);
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  g_autoptr (TvThreadSet) threads = NULL;
  gint64 start;
  gint64 end;

  if (method == TV_METHOD_NONE)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_get_view (self->context->session, &start, &end);
  threads = in_thread && call.thread != TV_THREAD_NONE
                ? tv_thread_set_new (&call.thread, 1)
                : get_threads_in_rows (self);
  if (tv_call_find_of_method (get_trace (self), method, threads, call,
                              forwards ? start : end, forwards, &call))
    go_to_call (self, call);
  else
    gtk_widget_error_bell (self->context->widget);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_step_actions[] = {
  { "next-call", "period", step_along_method, .argument = NEXT_IN_THREAD },
  { "previous-call", "comma", step_along_method, .argument = PREVIOUS_IN_THREAD },
  { "next-call-of-all-threads", "greater <Shift>period", step_along_method,
    .argument = NEXT },
  { "previous-call-of-all-threads", "less <Shift>comma", step_along_method,
    .argument = PREVIOUS },
  { "parent-call", "<Alt>Up <Alt>KP_Up", step_to_neighbour, .argument = PARENT },
  { "first-child-call", "<Alt>Down <Alt>KP_Down", step_to_neighbour,
    .argument = FIRST_CHILD },
  { "next-sibling-call", "<Control>Right <Control>KP_Right", step_to_neighbour,
    .argument = NEXT_SIBLING },
  { "previous-sibling-call", "<Control>Left <Control>KP_Left", step_to_neighbour,
    .argument = PREVIOUS_SIBLING },
  { 0 },
};

TvTimelineSteps *
tv_timeline_steps_new (const TvTimelineContext *context, TvTimelineView *view,
                       TvTimelineRows *rows)
{
  TvTimelineSteps *self = g_new0 (TvTimelineSteps, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  tv_timeline_actions_add (context, tv_timeline_step_actions, self);
  return self;
}
