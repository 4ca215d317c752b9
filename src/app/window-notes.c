/* SPDX-License-Identifier: Apache-2.0 */

/* The notes of the window's trace: storage, editing and the list. */

#include "config.h"

#include "app/window-private.h"
#include "ui/notes/note-entry.h"

#include <glib/gi18n-lib.h>

#define FILE_SUFFIX ".notes.json"

static void
on_note_wanted (TvWindow *self, TvNote *note, const GdkRectangle *place)
{
  TvNotes *notes = tv_trace_session_get_notes (self->session);

  if (tv_notes_get_n (notes) >= TV_MAX_NOTES && tv_notes_find (notes, note->id) == NULL)
    tv_notice_bar_show_error (self->notice, _ ("There is no room for another note."));
  else
    tv_note_entry_open (GTK_WIDGET (self->timeline), place, self->session, note);
}

static void
add_note (TvWindow *self, GVariant *parameter)
{
  const gint64 time = g_variant_get_int64 (parameter);
  g_autoptr (TvNote) note = tv_note_new (TV_NOTE_TIME, time, time);

  if (self->session != NULL)
    tv_timeline_ask_for_note (self->timeline, note);
}

/* Returns the note of an action, or NULL. Another window may have deleted it. */
static TvNote *
find_note (TvWindow *self, GVariant *id)
{
  return self->session != NULL
             ? tv_notes_find (tv_trace_session_get_notes (self->session),
                              g_variant_get_string (id, NULL))
             : NULL;
}

static void
edit_note (TvWindow *self, GVariant *parameter)
{
  TvNote *note = find_note (self, parameter);

  if (note == NULL)
    return;
  tv_trace_session_show_note (self->session, note);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  tv_timeline_ask_for_note (self->timeline, note);
}

/* After the list is closed, gives the focus back to the timeline. */
static void
leave_list (gpointer data)
{
  g_autoptr (TvWindow) self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (self->timeline != NULL
      && (focus == NULL || !gtk_widget_get_mapped (focus)
          || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->notes_button))))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
on_list_closed (TvWindow *self)
{
  g_idle_add_once (leave_list, g_object_ref (self));
}

static void
delete_note (TvWindow *self, GVariant *parameter)
{
  TvNote *note = find_note (self, parameter);

  if (note == NULL)
    return;
  g_set_object (&self->removed_note, note);
  tv_notes_remove (tv_trace_session_get_notes (self->session), note->id);
  tv_notice_bar_show_done (self->notice, _ ("The note was deleted."));
  tv_notice_bar_set_action (self->notice, _ ("_Undo"), "win.restore-note");
}

static void
restore_note (TvWindow *self)
{
  g_autoptr (TvNote) removed = g_steal_pointer (&self->removed_note);
  g_autoptr (TvNote) note = NULL;

  tv_notice_bar_hide (self->notice);
  if (removed == NULL || self->session == NULL)
    return;
  note = tv_note_new_with_text (removed, removed->text);
  tv_notes_put (tv_trace_session_get_notes (self->session), note);
}

/* A narrow window has it only while the list is open, which is in a menu, too. */
void
tv_window_show_notes_button (TvWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->notes_button), self->is_roomy);
}

static void
show_notes (TvWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->notes_button), TRUE);
  gtk_menu_button_popup (self->notes_button);
}

static void
import_chosen (TvWindow *self, GPtrArray *files)
{
  if (self->note_store != NULL)
    tv_note_store_import (self->note_store, g_ptr_array_index (files, 0));
}

static void
export_chosen (TvWindow *self, GPtrArray *files)
{
  if (self->note_store != NULL)
    tv_note_store_export (self->note_store, g_ptr_array_index (files, 0));
}

#define NOTES N_ ("Notes (JSON)"), "json"

static void
import_notes (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Import Notes"), N_ ("_Import"), NOTES, FALSE, import_chosen };

  gtk_popover_popdown (GTK_POPOVER (self->notes_popover));
  tv_window_ask_for_files (self, &question, NULL);
}

static void
export_notes (TvWindow *self)
{
  static const TvFileQuestion question
      = { N_ ("Export Notes"), N_ ("_Export"), NOTES, FALSE, export_chosen };
  g_autofree char *base = tv_window_dup_file_name (self->file);
  g_autofree char *name = g_strconcat (base, FILE_SUFFIX, NULL);

  gtk_popover_popdown (GTK_POPOVER (self->notes_popover));
  tv_window_ask_for_files (self, &question, name);
}

static void
on_failed (TvWindow *self, const char *sentence)
{
  tv_notice_bar_show_error (self->notice, sentence);
}

static void
on_done (TvWindow *self, const char *sentence)
{
  tv_notice_bar_show_done (self->notice, sentence);
}

static void
update_notes_actions (TvWindow *self)
{
  TvNotes *notes
      = self->session != NULL ? tv_trace_session_get_notes (self->session) : NULL;

  tv_window_set_enabled (self, "notes", self->session != NULL);
  tv_window_set_enabled (self, "import-notes", self->note_store != NULL);
  tv_window_set_enabled (self, "export-notes",
                         self->note_store != NULL && notes != NULL
                             && tv_notes_get_n (notes) > 0);
}

/* Gives the session the notes of its trace. After a reload of the same file, notes that
 * could not be saved are kept. */
void
tv_window_update_notes (TvWindow *self)
{
  g_autofree char *folder
      = g_build_filename (g_get_user_data_dir (), "traceview", "notes", NULL);

  const TvTraceSource *source = self->sources[TV_DIFF_NEW];

  g_clear_object (&self->removed_note);
  if (self->note_store != NULL
      && (self->session == NULL
          || !tv_note_store_is_for (self->note_store, source->file, source->etag)))
    {
      tv_note_store_close (self->note_store);
      g_signal_handlers_disconnect_by_data (tv_note_store_get_notes (self->note_store),
                                            self);
      g_clear_object (&self->note_store);
    }
  if (self->session != NULL && self->note_store == NULL)
    {
      self->note_store = tv_note_store_new (source->file, source->etag, folder);
      g_signal_connect_object (self->note_store, "failed", G_CALLBACK (on_failed), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->note_store, "done", G_CALLBACK (on_done), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (tv_note_store_get_notes (self->note_store),
                               "items-changed", G_CALLBACK (update_notes_actions), self,
                               G_CONNECT_SWAPPED);
    }
  if (self->session != NULL)
    tv_trace_session_set_notes (self->session,
                                tv_note_store_get_notes (self->note_store));
  tv_notes_popover_set_session (self->notes_popover, self->session);
  update_notes_actions (self);
}

/* Adds the actions of notes to the window. */
void
tv_window_init_notes (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "notes", G_CALLBACK (show_notes), NULL, NULL },
    { "add-note", G_CALLBACK (add_note), "x", NULL },
    { "edit-note", G_CALLBACK (edit_note), "s", NULL },
    { "delete-note", G_CALLBACK (delete_note), "s", NULL },
    { "import-notes", G_CALLBACK (import_notes), NULL, NULL },
    { "export-notes", G_CALLBACK (export_notes), NULL, NULL },
    { "restore-note", G_CALLBACK (restore_note), NULL, NULL },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  g_signal_connect_swapped (self->timeline, "note-wanted", G_CALLBACK (on_note_wanted),
                            self);
  g_signal_connect_swapped (self->notes_popover, "closed", G_CALLBACK (on_list_closed),
                            self);
  update_notes_actions (self);
  g_signal_connect_object (self->notes_popover, "closed",
                           G_CALLBACK (tv_window_show_notes_button), self,
                           G_CONNECT_SWAPPED);
}
