/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-steps.h"

#include "analysis/lookup/call-query.h"

typedef gboolean (*NeighbourFunc) (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *neighbour);

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
  TvTimelineBand bands[2];

  if (tv_timeline_rows_get_layout (self->rows) == NULL)
    return FALSE;
  if (find_call_in_row (self, self->context->hover.row, call))
    return TRUE;
  tv_timeline_rows_get_bands (self->rows, bands);
  for (guint i = 0; i < G_N_ELEMENTS (bands); i++)
    for (guint row = bands[i].first; row < bands[i].first + bands[i].n_rows; row++)
      if (find_call_in_row (self, (gint) row, call))
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

static gboolean
step_to_neighbour (TvTimelineSteps *self, NeighbourFunc find)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  gboolean found;

  if (call.thread == TV_THREAD_NONE)
    found = find_first_call (self, &call) || find_any_call (self, &call);
  else
    found = find (get_trace (self), call, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (self->context->widget);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_parent (gpointer self)
{
  return step_to_neighbour (self, tv_call_get_parent);
}

static gboolean
go_to_child (gpointer self)
{
  return step_to_neighbour (self, tv_call_get_first_child);
}

static gboolean
go_to_next_sibling (gpointer self)
{
  return step_to_neighbour (self, tv_call_get_next_sibling);
}

static gboolean
go_to_previous_sibling (gpointer self)
{
  return step_to_neighbour (self, tv_call_get_previous_sibling);
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

/* From the selected call, or from an edge of the view if only a method is selected. */
static gboolean
step_along_method (TvTimelineSteps *self, gboolean forwards, gboolean in_thread)
{
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

static gboolean
go_to_next_call (gpointer self)
{
  return step_along_method (self, TRUE, TRUE);
}

static gboolean
go_to_previous_call (gpointer self)
{
  return step_along_method (self, FALSE, TRUE);
}

static gboolean
go_to_next_call_of_all (gpointer self)
{
  return step_along_method (self, TRUE, FALSE);
}

static gboolean
go_to_previous_call_of_all (gpointer self)
{
  return step_along_method (self, FALSE, FALSE);
}

const TvTimelineAction tv_timeline_step_actions[] = {
  { "next-call", "period", go_to_next_call },
  { "previous-call", "comma", go_to_previous_call },
  { "next-call-of-all-threads", "greater <Shift>period", go_to_next_call_of_all },
  { "previous-call-of-all-threads", "less <Shift>comma", go_to_previous_call_of_all },
  { "parent-call", "<Alt>Up <Alt>KP_Up", go_to_parent },
  { "first-child-call", "<Alt>Down <Alt>KP_Down", go_to_child },
  { "next-sibling-call", "<Control>Right <Control>KP_Right", go_to_next_sibling },
  { "previous-sibling-call", "<Control>Left <Control>KP_Left", go_to_previous_sibling },
  { NULL, NULL, NULL },
};

TvTimelineSteps *
tv_timeline_steps_new (const TvTimelineContext *context, TvTimelineView *view,
                       TvTimelineRows *rows)
{
  TvTimelineSteps *self = g_new0 (TvTimelineSteps, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  return self;
}

void
tv_timeline_steps_free (TvTimelineSteps *self)
{
  g_free (self);
}
