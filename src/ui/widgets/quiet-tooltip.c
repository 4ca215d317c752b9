/* SPDX-License-Identifier: Apache-2.0 */

/* gtk_widget_set_tooltip_text() of GTK 4.8 asks the display for the pointer's position
 * and waits for the answer. For all titles of a table that took a third of the time to
 * show a trace. */

#include "ui/widgets/quiet-tooltip.h"

static gboolean
show_text (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
           gpointer text)
{
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
free_text (gpointer text, GClosure *closure)
{
  g_free (text);
}

/**
 * tv_quiet_tooltip_set:
 * @widget: a widget
 * @text: its tooltip
 *
 * Gives a widget a tooltip and a description, without asking where the pointer is.
 */
void
tv_quiet_tooltip_set (GtkWidget *widget, const char *text)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && text != NULL);

  g_signal_handlers_disconnect_matched (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL,
                                        show_text, NULL);
  g_signal_connect_data (widget, "query-tooltip", G_CALLBACK (show_text),
                         g_strdup (text), free_text, 0);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
