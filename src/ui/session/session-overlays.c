/* SPDX-License-Identifier: Apache-2.0 */

/* Notes of people and rows of events about parts of a trace. */

#include "ui/session/trace-session-private.h"

void
tv_trace_session_init_overlays (TvTraceSession *self)
{
  g_autoptr (TvNotes) none = tv_notes_new ();

  self->event_rows
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_event_row_unref);
  tv_trace_session_set_notes (self, none);
}

/**
 * tv_trace_session_get_notes:
 * @self: a session
 *
 * Returns: (transfer none): the notes of the trace
 */
TvNotes *
tv_trace_session_get_notes (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->notes;
}

static void
on_notes_changed (TvTraceSession *self)
{
  tv_trace_session_notify (self, TV_SESSION_PROP_NOTES);
}

/**
 * tv_trace_session_set_notes:
 * @self: a session
 * @notes: (nullable): the notes of its trace; %NULL at the end of the session
 *
 * Replaces the notes. A new session has an empty list.
 */
void
tv_trace_session_set_notes (TvTraceSession *self, TvNotes *notes)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  if (!g_set_object (&self->notes, notes) || notes == NULL)
    return;
  g_signal_connect_swapped (notes, "items-changed", G_CALLBACK (on_notes_changed),
                            self);
  on_notes_changed (self);
}

/**
 * tv_trace_session_show_note:
 * @self: a session
 * @note: one of its notes
 *
 * Brings what a note is about into view, and selects it.
 */
void
tv_trace_session_show_note (TvTraceSession *self, const TvNote *note)
{
  TvCallRef call;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (tv_note_find_call (note, self->trace, &call))
    tv_trace_session_select_call (self, call);
  else if (note->kind != TV_NOTE_TIME)
    tv_trace_session_set_range (self, note->start, note->end);
  tv_trace_session_show_times (self, note->start, note->end);
}

/**
 * tv_trace_session_get_event_rows:
 * @self: a session
 *
 * Returns: (transfer none) (element-type TvEventRow): the rows of events that the
 *   timeline shows over the threads, from the top
 */
GPtrArray *
tv_trace_session_get_event_rows (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), NULL);

  return self->event_rows;
}

static gint
find_row (TvTraceSession *self, const char *name)
{
  for (guint i = 0; i < self->event_rows->len; i++)
    {
      const TvEventRow *row = g_ptr_array_index (self->event_rows, i);

      if (strcmp (row->name, name) == 0)
        return (gint) i;
    }
  return -1;
}

/**
 * tv_trace_session_add_event_row:
 * @self: a session
 * @row: a sorted row
 *
 * Adds a row of events under the others, or replaces the row of the same name. If there
 * are %TV_MAX_EVENT_ROWS already, it replaces the last row.
 */
void
tv_trace_session_add_event_row (TvTraceSession *self, TvEventRow *row)
{
  gint index;

  g_return_if_fail (TV_IS_TRACE_SESSION (self) && row != NULL);

  index = find_row (self, row->name);
  if (index < 0 && self->event_rows->len == TV_MAX_EVENT_ROWS)
    index = TV_MAX_EVENT_ROWS - 1;
  if (index >= 0)
    g_ptr_array_remove_index (self->event_rows, (guint) index);
  g_ptr_array_insert (self->event_rows, index, tv_event_row_ref (row));
  tv_trace_session_notify (self, TV_SESSION_PROP_EVENT_ROWS);
}

/**
 * tv_trace_session_remove_event_row:
 * @self: a session
 * @name: name of a row
 *
 * Removes a row of events, if it is there.
 */
void
tv_trace_session_remove_event_row (TvTraceSession *self, const char *name)
{
  gint index;

  g_return_if_fail (TV_IS_TRACE_SESSION (self) && name != NULL);

  index = find_row (self, name);
  if (index < 0)
    return;
  g_ptr_array_remove_index (self->event_rows, (guint) index);
  tv_trace_session_notify (self, TV_SESSION_PROP_EVENT_ROWS);
}

/**
 * tv_trace_session_get_meaning:
 * @self: a session
 * @method: index of a method
 * @meaning: (out): the event that the topmost row with this method makes of its calls
 *
 * Returns: whether a row has the method
 */
gboolean
tv_trace_session_get_meaning (TvTraceSession *self, guint32 method, TvEvent *meaning)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  for (guint i = 0; i < self->event_rows->len; i++)
    if (tv_event_row_get_meaning (g_ptr_array_index (self->event_rows, i), method,
                                  meaning))
      return TRUE;
  return FALSE;
}
