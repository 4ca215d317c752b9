/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/notes.h"

G_BEGIN_DECLS

/**
 * TvNoteStore:
 *
 * Keeps the notes of a trace in a file in the user's data folder, which is named after
 * the size and the checksum of the trace. Reads and writes in a worker; changes of
 * another window are merged, note by note.
 *
 * Signals: `failed` (sentence): notes could not be read or written; without a handler,
 * the user gets a notification. `done` (sentence): notes were imported or exported.
 */
#define TV_TYPE_NOTE_STORE (tv_note_store_get_type ())

G_DECLARE_FINAL_TYPE (TvNoteStore, tv_note_store, TV, NOTE_STORE, GObject)

TvNoteStore *tv_note_store_new (GFile *trace_file, const char *etag,
                                const char *folder);
TvNotes *tv_note_store_get_notes (TvNoteStore *self);
gboolean tv_note_store_is_for (TvNoteStore *self, GFile *trace_file, const char *etag);
gboolean tv_note_store_is_busy (TvNoteStore *self);
void tv_note_store_close (TvNoteStore *self);
void tv_note_store_import (TvNoteStore *self, GFile *file);
void tv_note_store_export (TvNoteStore *self, GFile *file);

G_END_DECLS
