/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The limits for notes read from a file. */
#define TV_MAX_NOTES 1000
#define TV_MAX_NOTE_LENGTH 4000

/**
 * TvNoteKind:
 * @TV_NOTE_TIME: a moment
 * @TV_NOTE_RANGE: a range of time
 * @TV_NOTE_CALL: a call
 *
 * What a note is about.
 */
typedef enum
{
  TV_NOTE_TIME,
  TV_NOTE_RANGE,
  TV_NOTE_CALL
} TvNoteKind;

/**
 * TvNote:
 *
 * A text about a part of a trace. It is immutable: editing replaces it by another note
 * of the same `id`.
 */
#define TV_TYPE_NOTE (tv_note_get_type ())

G_DECLARE_FINAL_TYPE (TvNote, tv_note, TV, NOTE, GObject)

struct _TvNote
{
  GObject parent_instance;

  char *id;        /* unique, also among the notes of other people */
  gint64 changed;  /* when it was written, in microseconds since 1970 */
  TvNoteKind kind; /* what it is about */
  gint64 start;    /* nanoseconds on the timeline's axis */
  gint64 end;      /* the same; equal to @start for a moment */
  guint32 thread;  /* id of the call's thread */
  guint32 call;    /* number of the call in its thread */
  char *method;    /* full name of the call's method, NULL if it is not about a call */
  char *text;      /* empty while the note is not written yet */
};

TvNote *tv_note_new (TvNoteKind kind, gint64 start, gint64 end);
TvNote *tv_note_new_for_call (const TvTrace *trace, TvCallRef call);
TvNote *tv_note_new_with_text (const TvNote *note, const char *text);
gboolean tv_note_find_call (const TvNote *note, const TvTrace *trace, TvCallRef *call);

/**
 * TvNotes:
 *
 * The notes of a trace in order of time. Only these functions change the list.
 */
typedef GListStore TvNotes;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNotes, g_object_unref)

TvNotes *tv_notes_new (void);
guint tv_notes_get_n (TvNotes *self);
TvNote *tv_notes_get (TvNotes *self, guint index);
TvNote *tv_notes_find (TvNotes *self, const char *id);
void tv_notes_put (TvNotes *self, TvNote *note);
void tv_notes_remove (TvNotes *self, const char *id);
GPtrArray *tv_notes_dup_all (TvNotes *self);
void tv_notes_set_all (TvNotes *self, GPtrArray *notes);

G_END_DECLS
