/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-status.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/name-text.h"
#include "draw/time-ticks.h"
#include "ui/session/call-details.h"
#include "ui/widgets/speaker.h"
#include <glib/gi18n-lib.h>

struct _TvTimelineStatus
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  GtkWidget *speaker; /* invisible: screen readers read its label when it changes */

  TvDetailsQuery *details; /* of the selected call */
  char *described_range;
  char *described_selection;
  gboolean
      moved_by_key; /* whether a key moved the view and this is not announced yet */
};

static char *
dup_clock_words (const TvTrace *trace)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_CPU_ALL_THREADS:
      return g_strdup (_ ("CPU time of all threads, one after the other"));
    case TV_AXIS_CPU_PER_THREAD:
      if (tv_trace_get_clock_quantity (trace, TV_CLOCK_THREAD_CPU) == TV_QUANTITY_TIME)
        return g_strdup (_ ("CPU time, each thread from its own start"));
      /* Translators: what the axis of the timeline counts, such as samples. */
      return g_strdup_printf (_ ("%s, each thread from its own start"),
                              tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU));
    case TV_AXIS_WALL:
    default:
      return g_strdup (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
                               && !tv_trace_has_samples (trace)
                           ? _ ("real time, dual clock")
                           : _ ("real time"));
    }
}

/* Returns the range in view, its length and its clock in words. */
char *
tv_timeline_dup_range_text (const TvTrace *trace, const TvTimeScale *scale)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *span = NULL;
  g_autofree char *clock = dup_clock_words (trace);

  from = tv_time_format_on_scale (scale, scale->start);
  to = tv_time_format_on_scale (scale, scale->end);
  span = tv_time_format_on_scale (scale, scale->end - scale->start);

  /* Translators: start and end of what is in view, its length, the clock. */
  return g_strdup_printf (_ ("%s – %s · %s · %s"), from, to, span, clock);
}

static void
append_amount (GString *text, TvTraceSession *session, TvClock clock, const char *words,
               gint64 amount)
{
  g_autofree char *own
      = clock == TV_CLOCK_THREAD_CPU
            ? tv_amount_dup_text (tv_trace_session_get_trace (session), words)
            : g_strdup (words);
  g_autofree char *number = tv_trace_session_dup_amount (session, clock, amount);

  g_string_append_printf (text, ", %s %s", own, number);
}

/* Returns everything about the call in full words, for a screen reader. */
char *
tv_call_dup_spoken_text (TvTraceSession *session, const TvCallDetails *call)
{
  const TvTrace *trace = tv_trace_session_get_trace (session);
  const gboolean has_cpu = tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU);
  const gboolean has_wall = tv_trace_has_clock (trace, TV_CLOCK_WALL);
  g_autofree char *method
      = tv_name_text_dup (tv_trace_get_method (trace, call->method));
  g_autofree char *thread = tv_trace_dup_thread_label (trace, call->ref.thread);
  GString *text = g_string_new (NULL);

  /* Translators: a method, its thread and how many calls are around the call; times
   * follow. */
  g_string_append_printf (text, _ ("%s, thread %s, depth %u"), method, thread,
                          call->depth);
  if (has_cpu)
    append_amount (text, session, TV_CLOCK_THREAD_CPU, _ ("inclusive CPU time"),
                   call->inclusive[TV_CLOCK_THREAD_CPU]);
  if (has_wall)
    append_amount (text, session, TV_CLOCK_WALL, _ ("inclusive real time"),
                   call->inclusive[TV_CLOCK_WALL]);
  if (has_cpu)
    append_amount (text, session, TV_CLOCK_THREAD_CPU, _ ("exclusive CPU time"),
                   call->exclusive[TV_CLOCK_THREAD_CPU]);
  if (has_wall)
    append_amount (text, session, TV_CLOCK_WALL, _ ("exclusive real time"),
                   call->exclusive[TV_CLOCK_WALL]);
  if (call->waiting > 0)
    append_amount (text, session, TV_CLOCK_WALL, _ ("waiting"), call->waiting);
  return g_string_free (text, FALSE);
}

static char *
dup_range (TvTimelineStatus *self)
{
  TvTimeScale scale;

  if (self->context->session == NULL)
    return g_strdup ("");
  tv_timeline_view_get_scale (self->view, &scale);
  return tv_timeline_dup_range_text (
      tv_trace_session_get_trace (self->context->session), &scale);
}

static char *
dup_label (TvTimelineStatus *self, const char *range)
{
  guint n;

  if (self->context->session == NULL)
    return g_strdup (_ ("Timeline, empty"));
  n = tv_timeline_rows_get_list (self->rows)->n_shown;
  return g_strdup_printf (
      ngettext ("Timeline of %u thread, %s", "Timeline of %u threads, %s", n), n,
      range);
}

static char *
dup_method (TvTimelineStatus *self, guint32 method)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);

  return tv_name_text_dup (tv_trace_get_method (trace, method));
}

/* Describes the selection, or else how to select something. The numbers of a call
 * may come later. */
static char *
dup_description (TvTimelineStatus *self, gboolean *complete)
{
  guint32 method = TV_METHOD_NONE;
  TvCallRef call = { TV_THREAD_NONE, 0 };
  const TvCallDetails *details = NULL;

  if (self->context->session != NULL)
    {
      method = tv_trace_session_get_selected_method (self->context->session);
      call = tv_trace_session_get_selected_call (self->context->session);
    }
  if (call.thread != TV_THREAD_NONE)
    details = tv_details_query_ask (
        self->details, tv_trace_session_get_stacks (self->context->session), call);
  else
    tv_details_query_forget (self->details);

  if (self->context->event_text != NULL)
    {
      *complete = TRUE;
      return g_strdup (self->context->event_text);
    }
  *complete = call.thread == TV_THREAD_NONE || details != NULL;
  if (details != NULL)
    return tv_call_dup_spoken_text (self->context->session, details);
  if (method != TV_METHOD_NONE)
    return dup_method (self, method);
  return g_strdup (tv_trace_session_get_text (
      self->context->session,
      N_ ("Drag to zoom, click to select a call, arrow keys to move")));
}

/* Makes a screen reader say something. Nothing is visible. */
void
tv_timeline_status_announce (TvTimelineStatus *self, const char *text)
{
  tv_speaker_say (self->speaker, text);
}

/* Announces a change by a key. Changes by the pointer are not announced. */
static void
announce (TvTimelineStatus *self, const char *range, const char *description,
          gboolean complete)
{
  const char *news = NULL;

  if (g_strcmp0 (description, self->described_selection) != 0)
    news = description;
  else if (g_strcmp0 (range, self->described_range) != 0)
    news = range;
  if (self->moved_by_key && complete && news != NULL)
    tv_timeline_status_announce (self, news);
  if (!complete)
    return;
  self->moved_by_key = FALSE;
  g_free (self->described_range);
  g_free (self->described_selection);
  self->described_range = g_strdup (range);
  self->described_selection = g_strdup (description);
}

/* Updates the accessible label and description. */
void
tv_timeline_status_describe (TvTimelineStatus *self)
{
  g_autofree char *range = NULL;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;
  gboolean complete;

  range = dup_range (self);
  label = dup_label (self, range);
  description = dup_description (self, &complete);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->context->widget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  announce (self, range, description, complete);
}

/* A change by a key is announced with the next description. */
void
tv_timeline_status_expect_announcement (TvTimelineStatus *self)
{
  self->moved_by_key = TRUE;
}

/* Drops the calls of a trace. */
void
tv_timeline_status_forget (TvTimelineStatus *self)
{
  tv_details_query_forget (self->details);
}

static void
on_details (gpointer data)
{
  TvTimelineStatus *self = data;

  tv_timeline_queue_update (self->context);
}

GtkWidget *
tv_timeline_status_get_speaker (TvTimelineStatus *self)
{
  return self->speaker;
}

TvTimelineStatus *
tv_timeline_status_new (const TvTimelineContext *context, TvTimelineView *view,
                        TvTimelineRows *rows)
{
  TvTimelineStatus *self = g_new0 (TvTimelineStatus, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->speaker = tv_speaker_new (context->widget);
  self->details = tv_details_query_new (on_details, self);
  return self;
}

void
tv_timeline_status_free (TvTimelineStatus *self)
{
  gtk_widget_unparent (self->speaker);
  tv_details_query_free (self->details);
  g_free (self->described_range);
  g_free (self->described_selection);
  g_free (self);
}
