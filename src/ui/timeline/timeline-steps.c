/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-steps.h"

#include "analysis/lookup/call-query.h"
#include "analysis/lookup/method-index.h"
#include "ui/widgets/job.h"

/* A step along the calls of the selected method. */
typedef enum
{
  STEP_NEXT_IN_THREAD,
  STEP_PREVIOUS_IN_THREAD,
  STEP_NEXT,
  STEP_PREVIOUS
} Step;

typedef gboolean (*NeighbourFunc) (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *neighbour);

struct _TvTimelineSteps
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvMethodIndex *index; /* NULL until it is needed */
  TvJob *job;           /* that makes it */
  Step step;            /* along the selected method, asked for last */
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

static gint64
get_entry (TvTimelineSteps *self, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);

  return tv_times_get (&calls.axis_start, call.call);
}

static gboolean
is_before (TvTimelineSteps *self, TvCallRef a, TvCallRef b)
{
  gint64 entry_a = get_entry (self, a);
  gint64 entry_b = get_entry (self, b);

  return entry_a != entry_b ? entry_a < entry_b : a.thread < b.thread;
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

/* From the selected call, or from an edge of the view if only a method is selected. */
static gboolean
find_in_thread (TvTimelineSteps *self, guint32 thread, gboolean forward,
                TvCallRef *found)
{
  guint32 method = tv_trace_session_get_selected_method (self->context->session);
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  gint64 start;
  gint64 end;

  if (call.thread != TV_THREAD_NONE)
    return forward
               ? tv_method_index_find_next (self->index, method, thread, call, found)
               : tv_method_index_find_previous (self->index, method, thread, call,
                                                found);
  tv_trace_session_get_view (self->context->session, &start, &end);
  return forward
             ? tv_method_index_find_from (self->index, method, thread, start, found)
             : tv_method_index_find_before (self->index, method, thread, end, found);
}

/* Searches only threads with a row: the selected call must be visible. */
static gboolean
find_in_rows (TvTimelineSteps *self, gboolean forward, TvCallRef *found)
{
  const guint n_rows = tv_timeline_rows_get_n (self->rows);

  found->thread = TV_THREAD_NONE;
  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;
      TvCallRef call;

      if (thread != TV_THREAD_NONE && find_in_thread (self, thread, forward, &call)
          && (found->thread == TV_THREAD_NONE
              || is_before (self, call, *found) == forward))
        *found = call;
    }
  return found->thread != TV_THREAD_NONE;
}

static void
step_along_method (TvTimelineSteps *self)
{
  Step step = self->step;
  gboolean forward = step == STEP_NEXT || step == STEP_NEXT_IN_THREAD;
  TvCallRef selected = tv_trace_session_get_selected_call (self->context->session);
  gboolean in_thread = (step == STEP_NEXT_IN_THREAD || step == STEP_PREVIOUS_IN_THREAD)
                       && selected.thread != TV_THREAD_NONE;
  TvCallRef call;
  gboolean found;

  /* The selection may have been cleared while the index was built. */
  if (tv_trace_session_get_selected_method (self->context->session) == TV_METHOD_NONE)
    return;
  found = in_thread ? find_in_thread (self, selected.thread, forward, &call)
                    : find_in_rows (self, forward, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (self->context->widget);
}

static gpointer
make_index (gpointer trace, GCancellable *cancellable, GError **error)
{
  return tv_method_index_new (trace, 0, cancellable, error);
}

static void
on_index_made (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvTimelineSteps *self = owner;

  self->index = answer;
  step_along_method (self);
}

static const TvJobType index_job = {
  .run = make_index,
  .done = on_index_made,
  .free_question = (GDestroyNotify) tv_trace_unref,
  .free_answer = (GDestroyNotify) tv_method_index_unref,
  .pace = TV_JOB_LATER,
};

/* The last requested step is taken once the index is built. */
static gboolean
ask_for_step (TvTimelineSteps *self, Step step)
{
  if (tv_trace_session_get_selected_method (self->context->session) == TV_METHOD_NONE)
    return GDK_EVENT_PROPAGATE;
  self->step = step;
  if (self->index != NULL)
    step_along_method (self);
  else if (self->job == NULL)
    tv_job_start (&self->job, &index_job, tv_trace_ref (get_trace (self)), self);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_next_call (gpointer self)
{
  return ask_for_step (self, STEP_NEXT_IN_THREAD);
}

static gboolean
go_to_previous_call (gpointer self)
{
  return ask_for_step (self, STEP_PREVIOUS_IN_THREAD);
}

static gboolean
go_to_next_call_of_all (gpointer self)
{
  return ask_for_step (self, STEP_NEXT);
}

static gboolean
go_to_previous_call_of_all (gpointer self)
{
  return ask_for_step (self, STEP_PREVIOUS);
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

/* Forgets the index of the trace. */
void
tv_timeline_steps_forget (TvTimelineSteps *self)
{
  tv_job_cancel (&self->job);
  g_clear_pointer (&self->index, tv_method_index_unref);
}

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
  tv_timeline_steps_forget (self);
  g_free (self);
}
