/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvNotesPopover:
 *
 * The list of a session's notes, in order of time. Enter or a click goes to the subject
 * of a note, F2 edits the note, Delete removes it: `win.edit-note` and
 * `win.delete-note` with the id of the note. Buttons below are `win.import-notes` and
 * `win.export-notes`.
 */
#define TV_TYPE_NOTES_POPOVER (tv_notes_popover_get_type ())

G_DECLARE_FINAL_TYPE (TvNotesPopover, tv_notes_popover, TV, NOTES_POPOVER, GtkPopover)

GtkWidget *tv_notes_popover_new (void);
void tv_notes_popover_set_session (TvNotesPopover *self, TvTraceSession *session);

G_END_DECLS
