/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-align.h"

#include "trace/model/trace-system.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NS_PER_MS 1e6
#define NS_PER_US 1000

struct _TvTimelineAlign
{
  TvTimelineContext *context; /* it writes the move of this */
  TvTimelineView *view;
  gboolean is_on;    /* whether a plain drag moves a trace */
  gboolean is_taken; /* whether a trace is being dragged */
};

static const TvJoin *
get_join (const TvTimelineAlign *self)
{
  return self->context->session != NULL
             ? tv_trace_get_join (tv_trace_session_get_trace (self->context->session))
             : NULL;
}

static void
set_move (TvTimelineAlign *self, gint64 by)
{
  if (self->context->move.by == by)
    return;
  self->context->move.by = by;
  tv_timeline_redraw (self->context);
}

/* Returns whether the second file is the one that moves. */
static gboolean
moves_second (const TvTimelineAlign *self)
{
  return get_join (self)->adds_calls == self->context->move.moves_calls;
}

/* Returns the offset with the move, in whole microseconds. */
static gint64
get_offset (const TvTimelineAlign *self)
{
  const gint64 by = self->context->move.by;
  const gint64 offset = get_join (self)->offset + (moves_second (self) ? by : -by);

  return llround ((double) offset / NS_PER_US) * NS_PER_US;
}

/* Asks the window to join the traces anew. The file that does not move stays where it
 * is. */
static void
choose_offset (TvTimelineAlign *self, gint64 offset, gboolean holds_second)
{
  gtk_widget_activate_action (self->context->widget, "win.set-offset", "(xb)", offset,
                              holds_second);
}

gboolean
tv_timeline_align_is_on (const TvTimelineAlign *self)
{
  return self->is_on && get_join (self) != NULL;
}

/* Takes the trace that the row of a thread, or of none, is of. */
gboolean
tv_timeline_align_grab (TvTimelineAlign *self, guint32 thread)
{
  if (!tv_timeline_align_is_on (self))
    return FALSE;
  set_move (self, 0);
  self->is_taken = TRUE;
  self->context->move.moves_calls = tv_timeline_has_methods (self->context, thread);
  return TRUE;
}

/* Moves the trace by pixels from where it was taken. */
void
tv_timeline_align_drag (TvTimelineAlign *self, double dx)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self->view, &scale);
  set_move (self, llround (dx * tv_time_scale_get_pixel_time (&scale)));
}

/* The rows stay where they are until the session of the new trace is here. */
void
tv_timeline_align_drop (TvTimelineAlign *self)
{
  self->is_taken = FALSE;
  if (self->context->move.by != 0)
    choose_offset (self, get_offset (self), !moves_second (self));
}

/* Puts rows back to their place. */
void
tv_timeline_align_forget (TvTimelineAlign *self)
{
  self->is_taken = FALSE;
  set_move (self, 0);
}

/* Returns the offset while a trace is dragged, or NULL. */
char *
tv_timeline_align_dup_text (const TvTimelineAlign *self)
{
  return self->is_taken && get_join (self) != NULL ? g_strdup_printf (
             _ ("Offset %+.3f ms"), (double) get_offset (self) / NS_PER_MS)
                                                   : NULL;
}

/* Actions */

/* Turning it off puts rows back that no new trace has come for. */
static gboolean
change_is_on (gpointer data, GVariant *state)
{
  TvTimelineAlign *self = data;

  self->is_on = g_variant_get_boolean (state);
  if (!self->is_on)
    tv_timeline_align_forget (self);
  tv_timeline_queue_update (self->context);
  return TRUE;
}

/* Moves the second trace by a pixel. */
static gboolean
step (gpointer data, int argument)
{
  TvTimelineAlign *self = data;
  const TvJoin *join = get_join (self);
  TvTimeScale scale;
  gint64 by;

  if (join == NULL)
    return GDK_EVENT_PROPAGATE;
  tv_timeline_view_get_scale (self->view, &scale);
  by = MAX (llround (tv_time_scale_get_pixel_time (&scale)), NS_PER_US);
  choose_offset (self, join->offset + argument * by, FALSE);
  return GDK_EVENT_STOP;
}

static gboolean
reset (gpointer data, int argument)
{
  TvTimelineAlign *self = data;

  if (get_join (self) == NULL)
    return GDK_EVENT_PROPAGATE;
  choose_offset (self, 0, FALSE);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_align_actions[] = {
  { "move-traces", "l", .state = "false", .change = change_is_on },
  { "added-earlier", "bracketleft", step, .argument = -1 },
  { "added-later", "bracketright", step, .argument = 1 },
  { "reset-offset", "<Shift>l", reset, .argument = 0 },
  { 0 },
};

/* Enables the actions if there are two traces. */
void
tv_timeline_align_sync_actions (TvTimelineAlign *self)
{
  static const char *const names[]
      = { "move-traces", "added-earlier", "added-later", "reset-offset" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    tv_timeline_action_set_enabled (self->context, names[i], get_join (self) != NULL);
}

TvTimelineAlign *
tv_timeline_align_new (TvTimelineContext *context, TvTimelineView *view)
{
  TvTimelineAlign *self = g_new0 (TvTimelineAlign, 1);

  self->context = context;
  self->view = view;
  tv_timeline_actions_add (context, tv_timeline_align_actions, self);
  tv_timeline_align_sync_actions (self);
  return self;
}
