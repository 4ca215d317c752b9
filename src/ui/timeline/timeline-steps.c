/* SPDX-License-Identifier: Apache-2.0 */

/* From one call to another: up and down the stack, and along a method. */

#include "ui/timeline/timeline-private.h"

#include "analysis/lookup/call-neighbours.h"
#include "analysis/lookup/method-search.h"

/* Along which calls of the selected method a step goes. In a thread is what is wanted
 * most: the calls there follow each other, and their row stays where it is. */
typedef enum
{
  TV_STEP_NEXT_IN_THREAD,
  TV_STEP_PREVIOUS_IN_THREAD,
  TV_STEP_NEXT,
  TV_STEP_PREVIOUS
} Step;

typedef gboolean (*NeighbourFunc) (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *neighbour);

static TvTrace *
get_trace (TvTimeline *self)
{
  return tv_trace_session_get_trace (self->session);
}

static void
go_to_call (TvTimeline *self, TvCallRef call)
{
  tv_trace_session_select_call (self->session, call);
  tv_timeline_show_call (self, call);
}

static gint64
get_entry (TvTimeline *self, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);

  return tv_times_get (&calls.axis_start, call.call);
}

static gboolean
is_before (TvTimeline *self, TvCallRef a, TvCallRef b)
{
  gint64 entry_a = get_entry (self, a);
  gint64 entry_b = get_entry (self, b);

  return entry_a != entry_b ? entry_a < entry_b : a.thread < b.thread;
}

/* Where nothing is selected, stepping begins in the row under the pointer or else the
 * first in sight that has a call in the middle of the view. */
static gboolean
find_call_in_row (TvTimeline *self, gint row, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;

  if (row < 0)
    return FALSE;
  thread = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  tv_timeline_get_scale (self, &scale);
  return tv_call_at (tv_trace_session_get_stacks (self->session), thread,
                     scale.start + (scale.end - scale.start) / 2, call);
}

static gboolean
find_first_call (TvTimeline *self, TvCallRef *call)
{
  TvTimelineBand bands[2];

  if (self->layout == NULL)
    return FALSE;
  if (find_call_in_row (self, self->hover_row, call))
    return TRUE;
  tv_timeline_get_bands (self, bands);
  for (guint i = 0; i < G_N_ELEMENTS (bands); i++)
    for (guint row = bands[i].first; row < bands[i].first + bands[i].n_rows; row++)
      if (find_call_in_row (self, (gint) row, call))
        return TRUE;
  return FALSE;
}

/* With no call in the middle of the view, the very first that there is. */
static gboolean
find_any_call (TvTimeline *self, TvCallRef *call)
{
  guint n_rows
      = self->layout != NULL ? tv_timeline_layout_get_n_rows (self->layout) : 0;

  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;

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
step_to_neighbour (TvTimeline *self, NeighbourFunc find)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->session);
  gboolean found;

  if (call.thread == TV_THREAD_NONE)
    found = find_first_call (self, &call) || find_any_call (self, &call);
  else
    found = find (get_trace (self), call, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static gboolean
go_to_parent (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_parent);
}

static gboolean
go_to_child (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_first_child);
}

static gboolean
go_to_next_sibling (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_next_sibling);
}

static gboolean
go_to_previous_sibling (TvTimeline *self)
{
  return step_to_neighbour (self, tv_call_get_previous_sibling);
}

/* From the selected call, or from the start of the view where only a method is. */
static gboolean
find_in_thread (TvTimeline *self, const TvMethodIndex *index, guint32 thread,
                gboolean forward, TvCallRef *found)
{
  guint32 method = tv_trace_session_get_selected_method (self->session);
  TvCallRef call = tv_trace_session_get_selected_call (self->session);
  gint64 start;
  gint64 end;

  if (call.thread != TV_THREAD_NONE)
    return forward ? tv_method_index_find_next (index, method, thread, call, found)
                   : tv_method_index_find_previous (index, method, thread, call, found);
  tv_trace_session_get_view (self->session, &start, &end);
  return forward ? tv_method_index_find_from (index, method, thread, start, found)
                 : tv_method_index_find_before (index, method, thread, end, found);
}

/* Only threads that have a row: a call that is selected is to be seen. */
static gboolean
find_in_rows (TvTimeline *self, const TvMethodIndex *index, gboolean forward,
              TvCallRef *found)
{
  guint n_rows
      = self->layout != NULL ? tv_timeline_layout_get_n_rows (self->layout) : 0;

  found->thread = TV_THREAD_NONE;
  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;
      TvCallRef call;

      if (thread != TV_THREAD_NONE
          && find_in_thread (self, index, thread, forward, &call)
          && (found->thread == TV_THREAD_NONE
              || is_before (self, call, *found) == forward))
        *found = call;
    }
  return found->thread != TV_THREAD_NONE;
}

static void
step_along_method (TvTimeline *self, const TvMethodIndex *index)
{
  Step step = (Step) self->step;
  gboolean forward = step == TV_STEP_NEXT || step == TV_STEP_NEXT_IN_THREAD;
  TvCallRef selected = tv_trace_session_get_selected_call (self->session);
  gboolean in_thread
      = (step == TV_STEP_NEXT_IN_THREAD || step == TV_STEP_PREVIOUS_IN_THREAD)
        && selected.thread != TV_THREAD_NONE;
  TvCallRef call;
  gboolean found;

  /* The selection may have gone while the index was made. */
  if (tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return;
  found = in_thread ? find_in_thread (self, index, selected.thread, forward, &call)
                    : find_in_rows (self, index, forward, &call);
  if (found)
    go_to_call (self, call);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
take_method_index (const TvMethodIndex *index, const GError *error, gpointer user_data)
{
  TvTimeline *self = user_data;

  if (index != NULL)
    step_along_method (self, index);
  else
    tv_read_out_set_numbers (TV_READ_OUT (self->read_out), error->message);
}

static gboolean
ask_for_step (TvTimeline *self, Step step)
{
  if (tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return GDK_EVENT_PROPAGATE;
  if (self->method_indexer == NULL)
    self->method_indexer = tv_method_indexer_new (get_trace (self));
  self->step = (int) step;
  tv_method_indexer_ask (self->method_indexer, take_method_index, self);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_next_call (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_NEXT_IN_THREAD);
}

static gboolean
go_to_previous_call (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_PREVIOUS_IN_THREAD);
}

static gboolean
go_to_next_call_of_all (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_NEXT);
}

static gboolean
go_to_previous_call_of_all (TvTimeline *self)
{
  return ask_for_step (self, TV_STEP_PREVIOUS);
}

const TvTimelineAction tv_timeline_steps[] = {
  { "next-call", "period", go_to_next_call },
  { "previous-call", "comma", go_to_previous_call },
  { "next-call-of-all-threads", "greater <Shift>period", go_to_next_call_of_all },
  { "previous-call-of-all-threads", "less <Shift>comma", go_to_previous_call_of_all },
  { "parent-call", "<Alt>Up <Alt>KP_Up", go_to_parent },
  { "first-child-call", "<Alt>Down <Alt>KP_Down", go_to_child },
  { "next-sibling-call", "<Alt>Right <Alt>KP_Right", go_to_next_sibling },
  { "previous-sibling-call", "<Alt>Left <Alt>KP_Left", go_to_previous_sibling },
  { NULL, NULL, NULL },
};
