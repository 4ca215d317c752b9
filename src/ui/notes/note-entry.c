/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/notes/note-entry.h"

#include "analysis/text/name-text.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

#define ENTRY_CHARS 36

/* A note that is being written */
typedef struct
{
  TvTraceSession *session;
  TvNote *note;
  GtkWidget *popover; /* borrowed */
  GtkWidget *entry;   /* borrowed */
  GtkWidget *focus;   /* the widget that had the keyboard focus; may be NULL */
  gboolean escaped;   /* whether to discard the text */
} Draft;

static void
draft_free (gpointer data, GClosure *closure)
{
  Draft *draft = data;

  g_object_unref (draft->session);
  g_object_unref (draft->note);
  if (draft->focus != NULL)
    g_object_remove_weak_pointer (G_OBJECT (draft->focus), (gpointer *) &draft->focus);
  g_free (draft);
}

static char *
dup_method_name (TvTraceSession *session, const TvNote *note)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autoptr (TvNameText) name = NULL;
  TvCallRef ref;
  TvCalls calls;

  if (!tv_note_find_call (note, trace, &ref))
    return g_strdup (note->method);
  calls = tv_trace_get_calls (trace, ref.thread);
  name = tv_name_text_new (
      tv_trace_get_method (trace, tv_calls_method (&calls, ref.call)));
  return tv_name_text_dup_short (name);
}

/**
 * tv_note_dup_place_text:
 * @session: a session
 * @note: a note
 *
 * Returns: (transfer full): the subject of the note, its position and its length
 */
char *
tv_note_dup_place_text (TvTraceSession *session, const TvNote *note)
{
  g_autofree char *time = NULL;
  g_autofree char *length = NULL;
  g_autofree char *method = NULL;
  time = tv_trace_session_dup_duration (session, note->start);
  if (note->kind == TV_NOTE_TIME)
    return g_strdup (time);
  length = tv_trace_session_dup_duration (session, note->end - note->start);
  if (note->kind == TV_NOTE_RANGE)
    return g_strdup_printf ("%s · %s", time, length);
  method = dup_method_name (session, note);
  return g_strdup_printf ("%s · %s · %s", method, time, length);
}

static void
save (Draft *draft)
{
  g_autofree char *text
      = g_strdup (gtk_editable_get_text (GTK_EDITABLE (draft->entry)));

  g_strstrip (text);
  if (*text != '\0' && !g_str_equal (text, draft->note->text))
    {
      g_autoptr (TvNote) note = tv_note_new_with_text (draft->note, text);

      tv_notes_put (tv_trace_session_get_notes (draft->session), note);
    }
}

static gboolean
on_key (GtkEventController *controller, guint key, guint code, GdkModifierType state,
        Draft *draft)
{
  draft->escaped = key == GDK_KEY_Escape;
  return GDK_EVENT_PROPAGATE;
}

/* Closes the popover when the window closes. */
static gboolean
on_close_request (GtkPopover *popover)
{
  gtk_popover_popdown (popover);
  return FALSE;
}

static void
on_closed (Draft *draft)
{
  if (!draft->escaped)
    save (draft);
  if (draft->focus != NULL)
    gtk_widget_grab_focus (draft->focus);
  tv_popup_drop (draft->popover);
}

static void
update_button (GtkEditable *entry, GParamSpec *spec, GtkWidget *button)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (entry));

  gtk_widget_set_sensitive (button, *g_strstrip (text) != '\0');
}

static GtkWidget *
new_content (Draft *draft)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *place = tv_note_dup_place_text (draft->session, draft->note);
  GtkWidget *label = gtk_label_new (place);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Save"));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), ENTRY_CHARS);
  gtk_widget_set_halign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "caption");
  draft->entry = gtk_entry_new ();
  gtk_entry_set_max_length (GTK_ENTRY (draft->entry), TV_MAX_NOTE_LENGTH);
  gtk_entry_set_placeholder_text (GTK_ENTRY (draft->entry), _ ("Note"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (draft->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (draft->entry), ENTRY_CHARS);
  gtk_widget_add_css_class (button, "suggested-action");
  g_signal_connect (draft->entry, "notify::text", G_CALLBACK (update_button), button);
  g_signal_connect_swapped (draft->entry, "activate", G_CALLBACK (gtk_popover_popdown),
                            draft->popover);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (gtk_popover_popdown),
                            draft->popover);
  gtk_editable_set_text (GTK_EDITABLE (draft->entry), draft->note->text);
  update_button (GTK_EDITABLE (draft->entry), NULL, button);
  gtk_box_append (GTK_BOX (row), draft->entry);
  gtk_box_append (GTK_BOX (row), button);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), row);
  return box;
}

/**
 * tv_note_entry_open:
 * @owner: the widget that shows the subject of the note
 * @place: its place, in pixels of @owner
 * @session: the session that gets the note when it is saved
 * @note: the note to edit; a new one has an empty text
 *
 * Opens an entry for the text of a note beside a place. Closing it saves the text,
 * except by Escape.
 *
 * Returns: (transfer none): the popover
 */
GtkWidget *
tv_note_entry_open (GtkWidget *owner, const GdkRectangle *place,
                    TvTraceSession *session, TvNote *note)
{
  Draft *draft = g_new0 (Draft, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *parent = owner;
  graphene_rect_t bounds;

  draft->session = g_object_ref (session);
  draft->note = g_object_ref (note);
  draft->popover = gtk_popover_new ();
  g_set_weak_pointer (&draft->focus, gtk_root_get_focus (gtk_widget_get_root (owner)));
  gtk_popover_set_child (GTK_POPOVER (draft->popover), new_content (draft));
  /* A widget with a layout manager moves its popovers with itself. */
  while (gtk_widget_get_layout_manager (parent) == NULL
         && gtk_widget_get_parent (parent) != NULL)
    parent = gtk_widget_get_parent (parent);
  if (!gtk_widget_compute_bounds (owner, parent, &bounds))
    graphene_rect_init (&bounds, 0, 0, 0, 0);
  gtk_widget_set_parent (draft->popover, parent);
  gtk_popover_set_pointing_to (GTK_POPOVER (draft->popover),
                               &(GdkRectangle){ place->x + (int) bounds.origin.x,
                                                place->y + (int) bounds.origin.y,
                                                MAX (place->width, 1),
                                                MAX (place->height, 1) });
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), draft);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (draft->popover, keys);
  g_signal_connect_object (gtk_widget_get_root (owner), "close-request",
                           G_CALLBACK (on_close_request), draft->popover,
                           G_CONNECT_SWAPPED);
  g_signal_connect_data (draft->popover, "closed", G_CALLBACK (on_closed), draft,
                         draft_free, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (draft->popover));
  gtk_widget_grab_focus (draft->entry);
  return draft->popover;
}
