/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-kept.h"

#include "ui/timeline/lane-picture.h"

void
tv_lane_kept_free (TvLaneKept *lane)
{
  g_return_if_fail (lane != NULL);

  tv_lane_data_free (lane->data);
  g_clear_pointer (&lane->picture, gsk_render_node_unref);
  g_free (lane);
}

gboolean
tv_lane_kept_is_for (const TvLaneKept *lane, const TvLaneView *view,
                     const TvMethodSet *hit_methods)
{
  g_return_val_if_fail (lane != NULL && view != NULL, FALSE);

  return lane->data != NULL && tv_lane_view_equal (&lane->data->view, view)
         && lane->data->hit_methods == hit_methods;
}

void
tv_lane_kept_take (TvLaneKept *lane, TvLaneData *data, const TvMethodSet *hit_methods)
{
  g_return_if_fail (lane != NULL && data != NULL);

  tv_lane_data_free (lane->data);
  lane->data = data;
  lane->drawn = FALSE;
  if (data->hit_methods != hit_methods)
    tv_lane_kept_forget_hits (lane);
}

/* Another search begins: hits of the last one would be drawn in faded colours. */
void
tv_lane_kept_forget_hits (TvLaneKept *lane)
{
  g_return_if_fail (lane != NULL);

  if (lane->data != NULL)
    g_clear_pointer (&lane->data->hits, g_free);
  lane->drawn = FALSE;
}

static void
draw (TvLaneKept *lane, const TvLaneView *view, const TvMethodSet *hit_methods,
      guint bar_height, const TvLaneStyle *style)
{
  g_autoptr (TvLaneData) stretched = NULL;
  const TvLaneData *data = lane->data;
  TvLaneGeometry geometry
      = { TV_LANE_TAB_HEIGHT, bar_height, TV_LANE_EXTENT_HEIGHT, view->scale };

  if (!tv_lane_kept_is_for (lane, view, hit_methods))
    data = stretched = tv_lane_data_new_stretched (lane->data, view);
  g_clear_pointer (&lane->picture, gsk_render_node_unref);
  lane->picture = tv_lane_picture_new (data, &geometry, style);
  lane->shown = *view;
  lane->drawn = TRUE;
}

/* Draws a lane if its picture does not show what is in view; what is known of another
 * view is stretched. */
GskRenderNode *
tv_lane_kept_draw (TvLaneKept *lane, const TvLaneView *view,
                   const TvMethodSet *hit_methods, guint bar_height,
                   const TvLaneStyle *style)
{
  g_return_val_if_fail (lane != NULL && view != NULL && style != NULL, NULL);

  if (lane->data == NULL)
    return NULL;
  if (!lane->drawn || !tv_lane_view_equal (&lane->shown, view))
    draw (lane, view, hit_methods, bar_height, style);
  return lane->picture;
}
