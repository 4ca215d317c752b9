/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-cache.h"

#include <math.h>

#include "draw/lane-raster.h"

/* Where columns hold fewer calls than this, hits are found by walking over them. */
#define WALKED_CALLS_PER_COLUMN 6

gboolean
tv_lane_view_equal (const TvLaneView *a, const TvLaneView *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns
         && a->scale == b->scale && tv_lane_mark_equal (&a->mark, &b->mark);
}

/* Computes a lane. Takes time in proportion to tv_lane_cost(). */
TvLaneData *
tv_lane_data_new (const TvTrace *trace, guint32 thread, const TvLaneView *view)
{
  TvLaneData *data;

  g_return_val_if_fail (trace != NULL && view != NULL, NULL);

  data = g_new0 (TvLaneData, 1);
  data->thread = thread;
  data->view = *view;
  data->columns = g_new0 (TvLaneColumn, view->n_columns);
  tv_lane_columns (trace, thread, view->start, view->end, &view->mark, data->columns,
                   view->n_columns);
  if (tv_lane_mark_is_set (&view->mark))
    data->extents = tv_lane_extents (trace, thread, view->start, view->end, &view->mark,
                                     view->n_columns);
  return data;
}

/* Computes a lane in a fraction of a millisecond, however many calls there are.
 * Without. */
TvLaneData *
tv_lane_data_new_indexed (const TvLaneIndex *index, const TvLaneMarks *marks,
                          const TvLaneView *view)
{
  TvLaneData *data;

  g_return_val_if_fail (index != NULL && view != NULL, NULL);

  data = g_new0 (TvLaneData, 1);
  data->thread = tv_lane_index_get_thread (index);
  data->view = *view;
  data->columns = g_new0 (TvLaneColumn, view->n_columns);
  tv_lane_columns_indexed (index, marks, view->start, view->end, &view->mark,
                           data->columns, view->n_columns);
  if (marks != NULL)
    data->extents
        = tv_lane_extents_indexed (marks, view->start, view->end, view->n_columns);
  data->lacks_marks = marks == NULL && tv_lane_mark_is_set (&view->mark);
  return data;
}

/* Finds the columns in which calls of methods show. Without hits, of a thread that is
 * big enough for an index, only if the view holds few calls a column: else the lane
 * lacks them. */
void
tv_lane_data_find_hits (TvLaneData *data, const TvTrace *trace, const TvLaneHits *hits,
                        TvMethodSet *methods)
{
  const TvLaneView *view;
  guint32 *columns;

  g_return_if_fail (data != NULL && trace != NULL);
  g_return_if_fail (data->hit_methods == NULL);

  if (methods == NULL)
    return;
  view = &data->view;
  data->hit_methods = tv_method_set_ref (methods);
  if (hits == NULL && tv_lane_index_is_useful (trace, data->thread)
      && tv_lane_cost (trace, data->thread, view->start, view->end)
             > (gsize) view->n_columns * WALKED_CALLS_PER_COLUMN)
    return;
  columns = g_new (guint32, view->n_columns);
  if (hits != NULL)
    tv_lane_hits_columns_indexed (hits, view->start, view->end, columns,
                                  view->n_columns);
  else
    tv_lane_hits_columns (trace, data->thread, methods, view->start, view->end, columns,
                          view->n_columns);
  data->hits = columns;
}

/* Returns whether a search found something, but it is not known yet where in the lane.
 */
gboolean
tv_lane_data_lacks_hits (const TvLaneData *data)
{
  g_return_val_if_fail (data != NULL, FALSE);

  return data->hit_methods != NULL && data->hits == NULL;
}

static void
stretch_columns (const TvLaneData *from, TvLaneData *to)
{
  double per_column = (double) (to->view.end - to->view.start) / to->view.n_columns;
  double from_span = (double) (from->view.end - from->view.start);
  double shift = (double) (to->view.start - from->view.start);

  for (guint i = 0; i < to->view.n_columns; i++)
    {
      double place = (shift + per_column * (i + 0.5)) / from_span;
      double column = floor (place * from->view.n_columns);

      if (column >= 0 && column < from->view.n_columns)
        {
          to->columns[i] = from->columns[(guint) column];
          if (to->hits != NULL)
            to->hits[i] = from->hits[(guint) column];
        }
      else
        {
          to->columns[i]
              = (TvLaneColumn){ .method = TV_METHOD_NONE, .kind = TV_LANE_IDLE };
          if (to->hits != NULL)
            to->hits[i] = TV_METHOD_NONE;
        }
    }
}

static void
stretch_extents (const TvLaneData *from, TvLaneData *to)
{
  double from_column
      = (double) (from->view.end - from->view.start) / from->view.n_columns;
  double to_column = (double) (to->view.end - to->view.start) / to->view.n_columns;
  double shift = (double) (from->view.start - to->view.start);
  double last = to->view.n_columns - 1.0;

  for (guint i = 0; i < from->extents->len; i++)
    {
      TvExtent extent = g_array_index (from->extents, TvExtent, i);
      double x0 = floor ((shift + extent.x0 * from_column) / to_column);
      double x1 = ceil ((shift + (extent.x1 + 1) * from_column) / to_column) - 1;

      if (x1 < 0 || x0 > last)
        continue;
      extent.starts = extent.starts && x0 >= 0;
      extent.ends = extent.ends && x1 <= last;
      extent.x0 = (gint) CLAMP (x0, 0, last);
      extent.x1 = (gint) CLAMP (x1, extent.x0, last);
      g_array_append_val (to->extents, extent);
    }
}

/* Makes a stand-in for a lane that is still being computed, out of what is known of
 * another range: each column takes what was seen nearest to its middle. */
TvLaneData *
tv_lane_data_new_stretched (const TvLaneData *data, const TvLaneView *view)
{
  TvLaneData *stretched;

  g_return_val_if_fail (data != NULL && view != NULL, NULL);
  g_return_val_if_fail (data->view.end > data->view.start, NULL);
  g_return_val_if_fail (view->end > view->start, NULL);

  stretched = g_new0 (TvLaneData, 1);
  stretched->thread = data->thread;
  stretched->view = *view;
  stretched->columns = g_new0 (TvLaneColumn, view->n_columns);
  if (data->hits != NULL)
    stretched->hits = g_new (guint32, view->n_columns);
  stretch_columns (data, stretched);
  if (data->extents != NULL)
    {
      stretched->extents = g_array_new (FALSE, FALSE, sizeof (TvExtent));
      stretch_extents (data, stretched);
    }
  return stretched;
}

void
tv_lane_data_free (TvLaneData *data)
{
  if (data == NULL)
    return;
  g_clear_pointer (&data->extents, g_array_unref);
  g_free (data->columns);
  g_free (data->hits);
  g_clear_pointer (&data->hit_methods, tv_method_set_unref);
  g_free (data);
}

/* Cairo's images end at 32,767 pixels. A whole number of pixels at any scale. */
#define MAX_PART 30000u

/* Draws the extents that reach into a part of the lane. */
static void
draw_extents (const TvLaneData *data, const TvLaneGeometry *geometry, TvColor color,
              guint first, cairo_surface_t *surface)
{
  cairo_t *cr;

  if (data->extents == NULL || data->extents->len == 0)
    return;

  cr = cairo_create (surface);
  cairo_translate (cr, -(double) first / geometry->scale, 0);
  tv_extents_draw (cr, (const TvExtent *) (gpointer) data->extents->data,
                   data->extents->len, geometry->tab_height + geometry->bar_height,
                   geometry->scale, color);
  cairo_destroy (cr);
}

/* A texture of the pixels of a surface, which it takes. */
static GdkTexture *
make_texture (cairo_surface_t *surface)
{
  const int width = cairo_image_surface_get_width (surface);
  const int height = cairo_image_surface_get_height (surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
append_part (GtkSnapshot *snapshot, const TvLaneData *data,
             const TvLaneGeometry *geometry, const TvLaneStyle *style, guint first)
{
  const float scale = (float) geometry->scale;
  const guint n = MIN (data->view.n_columns - first, MAX_PART);
  cairo_surface_t *surface
      = tv_lane_raster_new_surface (data->columns + first, n, geometry, style);
  g_autoptr (GdkTexture) texture = NULL;

  if (data->hits != NULL)
    tv_hit_raster_on_surface (data->columns + first, data->hits + first, n, geometry,
                              style, surface);
  draw_extents (data, geometry, style->colors->extent, first, surface);
  texture = make_texture (surface);
  gtk_snapshot_append_texture (
      snapshot, texture,
      &GRAPHENE_RECT_INIT ((float) first / scale, 0,
                           (float) gdk_texture_get_width (texture) / scale,
                           (float) gdk_texture_get_height (texture) / scale));
}

/* Draws a lane with its hits and extents, however wide it is. */
GskRenderNode *
tv_lane_picture_new (const TvLaneData *data, const TvLaneGeometry *geometry,
                     const TvLaneStyle *style)
{
  GtkSnapshot *snapshot = NULL;

  g_return_val_if_fail (data != NULL && data->view.n_columns > 0, NULL);
  g_return_val_if_fail (geometry != NULL && geometry->scale > 0, NULL);
  g_return_val_if_fail (style != NULL, NULL);

  snapshot = gtk_snapshot_new ();
  for (guint first = 0; first < data->view.n_columns; first += MAX_PART)
    append_part (snapshot, data, geometry, style, first);
  return gtk_snapshot_free_to_node (snapshot);
}

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
