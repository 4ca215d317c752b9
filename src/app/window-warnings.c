/* SPDX-License-Identifier: Apache-2.0 */

/* The warnings about the trace's file. */

#include "config.h"

#include "app/window-private.h"

#include <glib/gi18n-lib.h>

static GtkWidget *
build_row (const TvWarning *warning)
{
  g_autofree char *message = tv_warning_dup_message (warning);
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "label", message, "wrap", TRUE, "wrap-mode",
                      PANGO_WRAP_WORD_CHAR, "xalign", 0.0, "max-width-chars", 60, NULL);

  return g_object_new (GTK_TYPE_LIST_BOX_ROW, "child", label, "activatable", FALSE,
                       "focusable", FALSE, NULL);
}

/* Shows the warnings of the session's trace. The bar has the text of a single warning.
 * Several are counted, and its button lists them. */
void
tv_window_update_warnings (TvWindow *self)
{
  const TvWarnings *warnings
      = self->session != NULL
            ? tv_trace_get_warnings (tv_trace_session_get_trace (self->session))
            : NULL;
  const guint n = warnings != NULL ? tv_warnings_get_n (warnings) : 0;
  g_autofree char *text = NULL;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->warnings_list))) != NULL)
    gtk_list_box_remove (self->warnings_list, row);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->warnings_list,
                         build_row (tv_warnings_get (warnings, i)));
  if (n == 1)
    text = tv_warning_dup_message (tv_warnings_get (warnings, 0));
  else if (n > 1)
    text = g_strdup_printf (ngettext ("%u problem in this file was repaired",
                                      "%u problems in this file were repaired", n),
                            n);
  gtk_label_set_label (self->warnings_summary, text != NULL ? text : "");
  gtk_widget_set_visible (self->warnings_button, n > 1);
  gtk_widget_set_visible (self->warnings_bar, n > 0);
}
