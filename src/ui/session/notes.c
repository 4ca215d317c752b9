/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/notes.h"

G_DEFINE_FINAL_TYPE (TvNote, tv_note, G_TYPE_OBJECT)

static void
tv_note_finalize (GObject *object)
{
  TvNote *self = TV_NOTE (object);

  g_free (self->id);
  g_free (self->method);
  g_free (self->text);

  G_OBJECT_CLASS (tv_note_parent_class)->finalize (object);
}

static void
tv_note_class_init (TvNoteClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_note_finalize;
}

static void
tv_note_init (TvNote *self)
{
}

/**
 * tv_note_new:
 * @kind: what it is about
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis
 *
 * Returns: (transfer full): a note without a text
 */
TvNote *
tv_note_new (TvNoteKind kind, gint64 start, gint64 end)
{
  TvNote *self = g_object_new (TV_TYPE_NOTE, NULL);

  self->id = g_uuid_string_random ();
  self->changed = g_get_real_time ();
  self->kind = kind;
  self->start = start;
  self->end = end;
  self->text = g_strdup ("");
  return self;
}

/**
 * tv_note_new_for_call:
 * @trace: a trace
 * @call: one of its calls
 *
 * Returns: (transfer full): a note about the call, without a text
 */
TvNote *
tv_note_new_for_call (const TvTrace *trace, TvCallRef call)
{
  const TvCalls calls = tv_trace_get_calls (trace, call.thread);
  TvNote *self;

  g_return_val_if_fail (call.call < calls.n, NULL);

  self = tv_note_new (TV_NOTE_CALL, tv_times_get (&calls.axis_start, call.call),
                      tv_times_get (&calls.axis_end, call.call));
  self->thread = tv_trace_get_thread (trace, call.thread)->id;
  self->call = call.call;
  self->method = tv_method_dup_full_name (
      tv_trace_get_method (trace, tv_calls_method (&calls, call.call)));
  return self;
}

/**
 * tv_note_new_with_text:
 * @note: a note
 * @text: its new text
 *
 * Returns: (transfer full): the note with the text
 */
TvNote *
tv_note_new_with_text (const TvNote *note, const char *text)
{
  TvNote *self = tv_note_new (note->kind, note->start, note->end);

  g_free (self->id);
  g_free (self->text);
  self->id = g_strdup (note->id);
  self->changed = MAX (self->changed, note->changed + 1);
  self->thread = note->thread;
  self->call = note->call;
  self->method = g_strdup (note->method);
  self->text = g_strdup (text);
  return self;
}

/**
 * tv_note_find_call:
 * @note: a note
 * @trace: a trace, with any names
 * @call: (out): the call that the note is about
 *
 * Returns: %FALSE if it is not about a call, or if the trace lacks that call
 */
gboolean
tv_note_find_call (const TvNote *note, const TvTrace *trace, TvCallRef *call)
{
  for (guint32 i = 0; note->kind == TV_NOTE_CALL && i < tv_trace_get_n_threads (trace);
       i++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, i);

      *call = (TvCallRef){ i, note->call };
      if (tv_trace_get_thread (trace, i)->id == note->thread && note->call < calls.n
          && tv_times_get (&calls.axis_start, note->call) == note->start
          && tv_times_get (&calls.axis_end, note->call) == note->end)
        return TRUE;
    }
  return FALSE;
}

/**
 * tv_notes_new:
 *
 * Returns: (transfer full): an empty list of notes
 */
TvNotes *
tv_notes_new (void)
{
  return g_list_store_new (TV_TYPE_NOTE);
}

/**
 * tv_notes_get_n:
 * @self: notes
 *
 * Returns: their number
 */
guint
tv_notes_get_n (TvNotes *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self));
}

/**
 * tv_notes_get:
 * @self: notes
 * @index: below their number
 *
 * Returns: (transfer none): the note of that index, in order of time
 */
TvNote *
tv_notes_get (TvNotes *self, guint index)
{
  g_autoptr (TvNote) note = g_list_model_get_item (G_LIST_MODEL (self), index);

  return note;
}

/**
 * tv_notes_find:
 * @self: notes
 * @id: id of a note
 *
 * Returns: (transfer none) (nullable): the note
 */
TvNote *
tv_notes_find (TvNotes *self, const char *id)
{
  for (guint i = 0; i < tv_notes_get_n (self); i++)
    if (g_str_equal (tv_notes_get (self, i)->id, id))
      return tv_notes_get (self, i);
  return NULL;
}

static int
compare_notes (gconstpointer a, gconstpointer b)
{
  const TvNote *left = *(TvNote *const *) a;
  const TvNote *right = *(TvNote *const *) b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  /* The wider note comes first, because it may contain the other. */
  if (left->end != right->end)
    return left->end > right->end ? -1 : 1;
  if (left->changed != right->changed)
    return left->changed < right->changed ? -1 : 1;
  return strcmp (left->id, right->id);
}

/**
 * tv_notes_set_all:
 * @self: notes
 * @notes: (element-type TvNote): the new notes, in any order
 *
 * Replaces all notes. The list does not report notes that stay as changed.
 */
void
tv_notes_set_all (TvNotes *self, GPtrArray *notes)
{
  g_autoptr (GPtrArray) now = g_ptr_array_new ();
  const guint n_before = tv_notes_get_n (self);
  const guint n_least = MIN (n_before, notes->len);
  guint same = 0;
  guint same_end = 0;

  g_ptr_array_extend (now, notes, NULL, NULL);
  g_ptr_array_sort (now, compare_notes);
  while (same < n_least && tv_notes_get (self, same) == now->pdata[same])
    same++;
  while (same_end < n_least - same
         && tv_notes_get (self, n_before - 1 - same_end)
                == now->pdata[now->len - 1 - same_end])
    same_end++;
  if (n_before - same - same_end > 0 || now->len - same - same_end > 0)
    g_list_store_splice (self, same, n_before - same - same_end, now->pdata + same,
                         now->len - same - same_end);
}

/**
 * tv_notes_dup_all:
 * @self: notes
 *
 * Returns: (transfer full) (element-type TvNote): all notes, in order of time
 */
GPtrArray *
tv_notes_dup_all (TvNotes *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tv_notes_get_n (self); i++)
    g_ptr_array_add (all, g_object_ref (tv_notes_get (self, i)));
  return all;
}

/* Replaces the note with @id by @note, which may be NULL. */
static void
replace (TvNotes *self, const char *id, TvNote *note)
{
  g_autoptr (GPtrArray) all = tv_notes_dup_all (self);
  TvNote *old = tv_notes_find (self, id);

  if (old != NULL)
    g_ptr_array_remove (all, old);
  if (note != NULL)
    g_ptr_array_add (all, g_object_ref (note));
  tv_notes_set_all (self, all);
}

/**
 * tv_notes_put:
 * @self: notes
 * @note: a note
 *
 * Adds a note, or replaces the note of the same id.
 */
void
tv_notes_put (TvNotes *self, TvNote *note)
{
  g_return_if_fail (TV_IS_NOTE (note));

  replace (self, note->id, note);
}

/**
 * tv_notes_remove:
 * @self: notes
 * @id: id of a note
 *
 * Removes a note, if it is there.
 */
void
tv_notes_remove (TvNotes *self, const char *id)
{
  g_return_if_fail (id != NULL);

  replace (self, id, NULL);
}
