/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/notes/notes-popover.h"

#include "ui/notes/note-entry.h"

#include <glib/gi18n-lib.h>

#define WIDTH 360
#define MAX_HEIGHT 480
#define MAX_LINES 3

struct _TvNotesPopover
{
  GtkPopover parent_instance;

  TvTraceSession *session;
  GtkWidget *list;
  GtkWidget *empty;
};

G_DEFINE_FINAL_TYPE (TvNotesPopover, tv_notes_popover, GTK_TYPE_POPOVER)

static TvNotes *
get_notes (TvNotesPopover *self)
{
  return tv_trace_session_get_notes (self->session);
}

static GtkListBoxRow *
get_row_of (GtkWidget *part)
{
  return GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (part, GTK_TYPE_LIST_BOX_ROW));
}

static TvNote *
ref_note (TvNotesPopover *self, GtkListBoxRow *row)
{
  return g_list_model_get_item (G_LIST_MODEL (get_notes (self)),
                                (guint) gtk_list_box_row_get_index (row));
}

static void
show_note (TvNotesPopover *self, GtkListBoxRow *row)
{
  g_autoptr (TvNote) note = ref_note (self, row);

  gtk_popover_popdown (GTK_POPOVER (self));
  tv_trace_session_show_note (self->session, note);
}

static void
edit_note (TvNotesPopover *self, GtkWidget *part)
{
  g_autoptr (TvNote) note = ref_note (self, get_row_of (part));

  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-note", "s", note->id);
}

/* Deletes a note. The focus moves to the next one. */
static void
remove_note (TvNotesPopover *self, GtkWidget *part)
{
  GtkListBoxRow *row = get_row_of (part);
  g_autoptr (TvNote) note = ref_note (self, row);
  const int index = gtk_list_box_row_get_index (row);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.delete-note", "s", note->id);
  row = gtk_list_box_get_row_at_index (
      GTK_LIST_BOX (self->list),
      MIN (index, (int) tv_notes_get_n (get_notes (self)) - 1));
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  else
    gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
on_key (GtkEventController *controller, guint key, guint code, GdkModifierType state,
        TvNotesPopover *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (self->list));

  if (focus == NULL || !gtk_widget_is_ancestor (focus, self->list)
      || get_row_of (focus) == NULL)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_F2)
    edit_note (self, focus);
  else if (key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete)
    remove_note (self, focus);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static GtkWidget *
new_button (TvNotesPopover *self, const char *icon, const char *name,
            GCallback on_clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", on_clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
new_label (const char *text, int lines)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), lines > 1);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), lines);
  return label;
}

static GtkWidget *
create_row (gpointer item, gpointer user_data)
{
  TvNotesPopover *self = user_data;
  const TvNote *note = item;
  g_autofree char *place = tv_note_dup_place_text (self->session, note);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *caption = new_label (place, 1);

  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (caption, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), new_label (note->text, MAX_LINES));
  gtk_box_append (GTK_BOX (texts), caption);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), new_button (self, "document-edit-symbolic",
                                             _ ("Edit Note"), G_CALLBACK (edit_note)));
  gtk_box_append (GTK_BOX (box),
                  new_button (self, "user-trash-symbolic", _ ("Delete Note"),
                              G_CALLBACK (remove_note)));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (texts, note->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  note->text, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  place, -1);
  return row;
}

/* Updates the rows when they are shown, since times and names may have changed. */
static void
tv_notes_popover_map (GtkWidget *widget)
{
  TvNotesPopover *self = TV_NOTES_POPOVER (widget);
  GtkListBoxRow *first;

  gtk_list_box_bind_model (GTK_LIST_BOX (self->list),
                           self->session != NULL ? G_LIST_MODEL (get_notes (self))
                                                 : NULL,
                           create_row, self, NULL);
  GTK_WIDGET_CLASS (tv_notes_popover_parent_class)->map (widget);
  first = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);
  if (first != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (first));
}

static void
tv_notes_popover_unmap (GtkWidget *widget)
{
  TvNotesPopover *self = TV_NOTES_POPOVER (widget);

  GTK_WIDGET_CLASS (tv_notes_popover_parent_class)->unmap (widget);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), NULL, NULL, NULL, NULL);
}

static void
tv_notes_popover_dispose (GObject *object)
{
  g_clear_object (&TV_NOTES_POPOVER (object)->session);

  G_OBJECT_CLASS (tv_notes_popover_parent_class)->dispose (object);
}

static void
tv_notes_popover_class_init (TvNotesPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_notes_popover_dispose;
  GTK_WIDGET_CLASS (klass)->map = tv_notes_popover_map;
  GTK_WIDGET_CLASS (klass)->unmap = tv_notes_popover_unmap;
}

static GtkWidget *
new_bar (TvNotesPopover *self)
{
  static const struct
  {
    const char *label;
    const char *action;
  } buttons[] = { { N_ ("_Add…"), "timeline.add-note" },
                  { N_ ("_Import…"), "win.import-notes" },
                  { N_ ("_Export…"), "win.export-notes" } };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_set_homogeneous (GTK_BOX (bar), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_ (buttons[i].label));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
      g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown),
                               self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (bar), button);
    }
  return bar;
}

static void
tv_notes_popover_init (TvNotesPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->list = gtk_list_box_new ();
  self->empty = gtk_label_new (_ ("No notes yet. Press N in the timeline to write one "
                                  "about the selected call, the selected range or the "
                                  "time under the pointer."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty), 40);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_margin_top (self->empty, 12);
  gtk_widget_set_margin_bottom (self->empty, 12);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), self->empty);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Notes"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "notes");
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (show_note), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->list, keys);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled),
                                              MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_size_request (box, WIDTH, -1);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), new_bar (self));
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

/**
 * tv_notes_popover_new:
 *
 * Returns: (transfer floating): a popover for a menu button
 */
GtkWidget *
tv_notes_popover_new (void)
{
  return g_object_new (TV_TYPE_NOTES_POPOVER, NULL);
}

/**
 * tv_notes_popover_set_session:
 * @self: a popover
 * @session: (nullable): the session whose notes it lists
 *
 * Closes the popover and lists the notes of another session.
 */
void
tv_notes_popover_set_session (TvNotesPopover *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_NOTES_POPOVER (self));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_set_object (&self->session, session);
}
