/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/speaker.h"

/**
 * tv_speaker_new:
 * @parent: a widget, which must allocate and unparent it
 *
 * Creates an invisible child whose text screen readers read.
 *
 * Returns: (transfer none): the child
 */
GtkWidget *
tv_speaker_new (GtkWidget *parent)
{
  GtkWidget *speaker
      = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS,
                      "name", "speaker", NULL);

  gtk_widget_set_parent (speaker, parent);
  return speaker;
}

/**
 * tv_speaker_say:
 * @speaker: a speaker
 * @text: the text to say; the previous text is not repeated
 */
void
tv_speaker_say (GtkWidget *speaker, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (speaker),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/**
 * tv_speaker_name_buttons:
 * @root: a widget
 *
 * Has screen readers read the labels of all buttons in a widget once. GTK 4.8 names a
 * button after its text, in which a mnemonic has an underscore, and after the label
 * that shows the text.
 */
void
tv_speaker_name_buttons (GtkWidget *root)
{
  if (GTK_IS_BUTTON (root) && gtk_button_get_label (GTK_BUTTON (root)) != NULL)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (root),
                                   GTK_ACCESSIBLE_PROPERTY_LABEL);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    tv_speaker_name_buttons (child);
}
