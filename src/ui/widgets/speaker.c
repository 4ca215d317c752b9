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
