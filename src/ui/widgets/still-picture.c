/* SPDX-License-Identifier: Apache-2.0 */

/* GTK's Cairo renderer goes through every node of a window for each frame, and begins
 * to draw it, however little of the window has changed: a texture is copied, text is
 * laid out, before Cairo finds that it is outside. A line of a table is a dozen nodes,
 * a button with an icon as many. Recorded by Cairo they are one node, of which Cairo
 * draws what is inside of the part that changed, or knows at once that there is
 * nothing. */

#include "ui/widgets/still-picture.h"

/* Renderers that draw with the graphics card have what they draw there: for them
 * nothing is gained, and the recording would be drawn and sent again. And what is
 * recorded knows nothing of the scale at which it will be drawn: icons would be coarse.
 */
static gboolean
is_quicker (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);

  return native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native))
         && gtk_widget_get_scale_factor (widget) == 1;
}

static GskRenderNode *
record (GskRenderNode *node)
{
  graphene_rect_t bounds;
  GskRenderNode *still;
  cairo_t *cr;

  gsk_render_node_get_bounds (node, &bounds);
  still = gsk_cairo_node_new (&bounds);
  cr = gsk_cairo_node_get_draw_context (still);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  return still;
}

/**
 * tv_still_picture_append:
 * @picture: a picture
 * @widget: what draws
 * @drawing: (transfer full): the drawing
 * @snapshot: where to draw
 *
 * Appends what was drawn into @drawing to @snapshot, as one node if that is quicker for
 * the renderer of @widget. The node is kept and used again as long as @drawing is a
 * single node which is the same as before, as that of a child is that has not changed.
 */
void
tv_still_picture_append (TvStillPicture *picture, GtkWidget *widget,
                         GtkSnapshot *drawing, GtkSnapshot *snapshot)
{
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (drawing);

  if (node == NULL)
    tv_still_picture_clear (picture);
  else if (!is_quicker (widget))
    gtk_snapshot_append_node (snapshot, node);
  else
    {
      if (picture->node != node)
        {
          tv_still_picture_clear (picture);
          picture->still = record (node);
          picture->node = g_steal_pointer (&node);
        }
      gtk_snapshot_append_node (snapshot, picture->still);
    }
}

/**
 * tv_still_picture_clear:
 * @picture: a picture
 *
 * Forgets what was drawn.
 */
void
tv_still_picture_clear (TvStillPicture *picture)
{
  g_clear_pointer (&picture->node, gsk_render_node_unref);
  g_clear_pointer (&picture->still, gsk_render_node_unref);
}
