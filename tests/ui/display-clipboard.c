/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/display.h"

typedef struct
{
  gboolean done;
  char *text;
} Reading;

static void
take_text (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Reading *reading = user_data;

  reading->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  reading->done = TRUE;
}

static gboolean
is_read (gpointer data)
{
  return ((Reading *) data)->done;
}

/**
 * tv_gui_read_clipboard:
 * @widget: a widget
 *
 * Returns: (transfer full) (nullable): the text in the clipboard of its display
 */
char *
tv_gui_read_clipboard (GtkWidget *widget)
{
  Reading reading = { FALSE, NULL };

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, take_text,
                                 &reading);
  tv_gui_wait (is_read, &reading, "the clipboard");
  return reading.text;
}
