/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/swatch.h"

#include "ui/session/session-colors.h"

/* A theme says so nowhere: it is dark where text is lighter than the middle. Not that
   of a row, which may be light only because it is selected. */
static gboolean
is_dark (GtkWidget *widget)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (root), &text);
  return text.red * 0.3 + text.green * 0.59 + text.blue * 0.11 > 0.5;
}

/* Draws the mark of a method, in its colour. */
void
tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot, TvTraceSession *session,
                    guint32 method, int x, int y)
{
  TvColor color;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (GTK_IS_SNAPSHOT (snapshot));
  g_return_if_fail (TV_IS_TRACE_SESSION (session));

  color = tv_session_colors_get_color (tv_trace_session_get_colors (session),
                                       is_dark (widget), method);
  gtk_snapshot_append_color (
      snapshot,
      &(GdkRGBA){ color.red / 255.0f, color.green / 255.0f, color.blue / 255.0f, 1 },
      &GRAPHENE_RECT_INIT ((float) x, (float) y, TV_SWATCH_WIDTH, TV_SWATCH_HEIGHT));
}
