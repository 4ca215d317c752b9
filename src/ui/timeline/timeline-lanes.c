/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-lanes.h"

#include "draw/lane-raster.h"
#include "draw/method-colors.h"

/* Hits are found by a walk over the calls if columns have fewer than this. */
#define WALKED_CALLS_PER_COLUMN 6

/* Cairo's images are limited to 32,767 pixels. Divisible by any scale. */
#define MAX_PART 30000u

/* Cost of an indexed column in calls walked over, and the cost of cache misses,
 * which grows with the distance between calls. */
#define INDEXED_COLUMN_COST 8
#define CALLS_APART_PER_COST 64

static gsize
count_calls (const TvLaneData *data)
{
  const TvRowSpan *span = &data->row.span;

  return tv_lane_cost (data->trace, data->row.wish.row, span->start, span->end);
}

/* Asks for a lane, with the hits of a search. Until the hits are known, they are found
 * by a walk where that is quick. */
TvLaneData *
tv_lane_data_new (TvTrace *trace, const TvRowData *row, const TvLaneMark *mark,
                  TvMethodSet *hit_methods, TvLaneHelp help)
{
  TvLaneData *data = g_new0 (TvLaneData, 1);

  data->row = *row;
  data->trace = tv_trace_ref (trace);
  data->mark = *mark;
  if (hit_methods != NULL)
    data->hit_methods = tv_method_set_ref (hit_methods);
  if (hit_methods == NULL || help.hits != NULL
      || count_calls (data) > (gsize) row->span.n_columns * WALKED_CALLS_PER_COLUMN)
    data->help = tv_lane_help_ref (help);
  return data;
}

static void
walk (TvLaneData *data)
{
  const TvRowSpan *span = &data->row.span;
  const guint32 thread = data->row.wish.row;

  tv_lane_columns (data->trace, thread, span->start, span->end, &data->mark,
                   data->hit_methods, data->columns, span->n_columns);
  if (tv_lane_mark_is_set (&data->mark))
    data->extents = tv_lane_extents (data->trace, thread, span->start, span->end,
                                     &data->mark, span->n_columns);
}

/* Takes a fraction of a millisecond with an index, for any number of calls, but lacks
 * marks and hits that are not known yet. */
void
tv_lane_data_compute (TvLaneData *data)
{
  const TvRowSpan *span = &data->row.span;
  const TvLaneHelp *help = &data->help;

  data->columns = g_new0 (TvLaneColumn, span->n_columns);
  if (help->index == NULL)
    {
      walk (data);
      return;
    }
  tv_lane_columns_indexed (help->index, help->marks, help->hits, span->start, span->end,
                           &data->mark, data->columns, span->n_columns);
  if (help->marks != NULL)
    data->extents = tv_lane_extents_indexed (help->marks, span->start, span->end,
                                             span->n_columns);
}

void
tv_lane_data_free (TvLaneData *data)
{
  tv_trace_unref (data->trace);
  g_clear_pointer (&data->hit_methods, tv_method_set_unref);
  tv_lane_help_clear (&data->help);
  g_clear_pointer (&data->extents, g_array_unref);
  g_free (data->columns);
  g_free (data);
}

/* Draws the extents that overlap the columns from @first on. */
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

/* Makes a texture of a surface's pixels, and takes the surface. */
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

/* Returns the colour of the marked method, a little nearer to black, or white on dark:
 * its extents are thin lines. */
static TvColor
get_extent_color (const TvLaneStyle *style)
{
  const guint8 end = style->colors->dark ? 255 : 0;

  return tv_color_mix (
      tv_method_colors_get_hit (style->method_colors, style->mark_method),
      (TvColor){ end, end, end }, 0.25);
}

static void
append_part (GtkSnapshot *snapshot, const TvLaneData *data,
             const TvLaneGeometry *geometry, const TvLaneStyle *style, guint first)
{
  const float scale = (float) geometry->scale;
  const guint n = MIN (data->row.span.n_columns - first, MAX_PART);
  cairo_surface_t *surface
      = tv_lane_raster_new_surface (data->columns + first, n, geometry, style);
  g_autoptr (GdkTexture) texture = NULL;

  draw_extents (data, geometry, get_extent_color (style), first, surface);
  texture = make_texture (surface);
  gtk_snapshot_append_texture (
      snapshot, texture,
      &GRAPHENE_RECT_INIT ((float) first / scale, 0,
                           (float) gdk_texture_get_width (texture) / scale,
                           (float) gdk_texture_get_height (texture) / scale));
}

/* Draws a lane of any width with its hits and extents. */
GskRenderNode *
tv_lane_picture_new (const TvLaneData *data, const TvLaneGeometry *geometry,
                     const TvLaneStyle *style)
{
  GtkSnapshot *snapshot = NULL;

  g_assert (data != NULL && data->row.span.n_columns > 0);
  g_assert (geometry != NULL && geometry->scale > 0);
  snapshot = gtk_snapshot_new ();
  for (guint first = 0; first < data->row.span.n_columns; first += MAX_PART)
    append_part (snapshot, data, geometry, style, first);
  return gtk_snapshot_free_to_node (snapshot);
}

struct _TvTimelineLanes
{
  TvRowPictures *pictures;
  void (*ready) (gpointer user_data);
  gpointer user_data;
  TvTrace *trace;
  TvDrawColors colors;
  TvMethodColors *method_colors;
  guint bar_height;
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
  TvLaneIndexer *indexer;
};

static TvLaneHelp
get_help (TvTimelineLanes *self, guint32 thread)
{
  return tv_lane_indexer_get (self->indexer, thread, &self->mark, self->hit_methods);
}

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  TvTimelineLanes *self = owner;

  return (TvRowData *) tv_lane_data_new (self->trace, wanted, &self->mark,
                                         self->hit_methods,
                                         get_help (self, wanted->wish.row));
}

static gsize
get_cost (const TvRowData *row)
{
  const TvLaneData *data = (const TvLaneData *) row;
  const gsize cost = count_calls (data);

  return data->help.index == NULL
             ? cost
             : MIN (cost, (gsize) row->span.n_columns * INDEXED_COLUMN_COST
                              + cost / CALLS_APART_PER_COST);
}

/* A lane that was made by a walk over its calls is complete. */
static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  TvTimelineLanes *self = owner;
  const TvLaneData *data = (const TvLaneData *) row;
  const TvLaneHelp known = get_help (self, row->wish.row);

  return tv_lane_mark_equal (&data->mark, &self->mark)
         && data->hit_methods == self->hit_methods
         && (data->help.index == NULL
             || ((known.marks == NULL || data->help.marks != NULL)
                 && (known.hits == NULL || data->help.hits != NULL)));
}

/* Drops the hits of another search: they would have faded colours. */
static void
forget_hits (TvLaneData *data)
{
  g_clear_pointer (&data->hit_methods, tv_method_set_unref);
  for (guint i = 0; i < data->row.span.n_columns; i++)
    data->columns[i].hit = TV_METHOD_NONE;
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  TvTimelineLanes *self = owner;
  TvLaneData *data = (TvLaneData *) row;
  const TvLaneGeometry geometry = { TV_LANE_TAB_HEIGHT, self->bar_height,
                                    TV_LANE_EXTENT_HEIGHT, row->span.scale };
  TvLaneStyle style;

  if (data->hit_methods != self->hit_methods)
    forget_hits (data);
  tv_timeline_lanes_get_style (self, &style);
  return tv_lane_picture_new (data, &geometry, &style);
}

static const TvRowKind lane_kind = {
  .ask = ask,
  .get_cost = get_cost,
  .compute = (void (*) (TvRowData *)) tv_lane_data_compute,
  .is_current = is_current,
  .draw = draw,
  .free = (void (*) (TvRowData *)) tv_lane_data_free,
  .most_cost = 40000, /* a millisecond or two of work */
  .n_kept = 64,
};

/* An index alone changes no picture. */
static void
on_index_ready (gpointer data)
{
  TvTimelineLanes *self = data;

  if (!tv_row_pictures_are_current (self->pictures))
    self->ready (self->user_data);
}

/* Calls @ready when a job has finished lanes that are in the frame. */
TvTimelineLanes *
tv_timeline_lanes_new (void (*ready) (gpointer user_data), gpointer user_data)
{
  TvTimelineLanes *self = g_new0 (TvTimelineLanes, 1);

  self->ready = ready;
  self->user_data = user_data;
  self->bar_height = TV_LANE_BAR_HEIGHT;
  self->pictures = tv_row_pictures_new (&lane_kind, self, ready, user_data);
  return self;
}

void
tv_timeline_lanes_free (TvTimelineLanes *self)
{
  tv_timeline_lanes_set_trace (self, NULL);
  tv_row_pictures_free (self->pictures);
  g_free (self);
}

/* Drops all pictures and cancels the jobs. */
void
tv_timeline_lanes_set_trace (TvTimelineLanes *self, TvTrace *trace)
{
  tv_row_pictures_forget (self->pictures);
  g_clear_pointer (&self->indexer, tv_lane_indexer_free);
  g_clear_pointer (&self->trace, tv_trace_unref);
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  if (trace == NULL)
    return;

  self->trace = tv_trace_ref (trace);
  self->indexer = tv_lane_indexer_new (trace, on_index_ready, self);
}

/* While some methods stand out, the others are faded. Only the pictures are made
 * again, not the columns. */
void
tv_timeline_lanes_set_colors (TvTimelineLanes *self, const TvDrawColors *colors,
                              TvMethodColors *method_colors)
{
  self->colors = *colors;
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  self->method_colors
      = self->hit_methods != NULL
            ? tv_method_colors_new_fading (method_colors, colors, self->hit_methods)
            : tv_method_colors_ref (method_colors);
  tv_row_pictures_redraw (self->pictures);
}

/* Takes full effect with the next tv_timeline_lanes_set_colors(). */
void
tv_timeline_lanes_set_hits (TvTimelineLanes *self, TvMethodSet *methods)
{
  if (methods == self->hit_methods)
    return;
  if (methods != NULL)
    tv_method_set_ref (methods);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  self->hit_methods = methods;
  tv_lane_indexer_set_hits (self->indexer, methods);
}

void
tv_timeline_lanes_set_bar_height (TvTimelineLanes *self, guint height)
{
  g_assert (height > 0);
  if (height == self->bar_height)
    return;
  self->bar_height = height;
  tv_row_pictures_redraw (self->pictures);
}

void
tv_timeline_lanes_get_style (TvTimelineLanes *self, TvLaneStyle *style)
{
  *style = (TvLaneStyle){ .colors = &self->colors,
                          .method_colors = self->method_colors,
                          .mark_method = self->mark.method };
}

/* Begins a frame. As soon as there are columns to show, big threads are indexed, which
 * makes any view of them quick. */
void
tv_timeline_lanes_prepare (TvTimelineLanes *self, const TvRowSpan *span,
                           const TvLaneMark *mark, const TvRowWish *threads,
                           guint n_threads)
{
  TvRowStretch stretch;

  self->mark = *mark;
  tv_row_pictures_prepare (self->pictures, span, threads, n_threads);
  if (n_threads > 0
      && tv_row_pictures_get (self->pictures, threads[0].row, &stretch) != NULL)
    tv_lane_indexer_request (self->indexer, threads, n_threads, mark);
}

/* Draws a lane, or nothing until it is known. */
void
tv_timeline_lanes_snapshot (TvTimelineLanes *self, guint32 thread,
                            GtkSnapshot *snapshot, int x, int y)
{
  const TvRowWish wish = { thread, 0, 0 };

  tv_row_pictures_snapshot (self->pictures, &wish, snapshot, (float) x, (float) y);
}

/* Returns a lane of the view, or NULL if it is not known. It is valid until the next
 * frame. */
const TvLaneData *
tv_timeline_lanes_get (const TvTimelineLanes *self, guint32 thread)
{
  return (const TvLaneData *) tv_row_pictures_get (self->pictures, thread, NULL);
}

gboolean
tv_timeline_lanes_is_working (const TvTimelineLanes *self)
{
  return tv_row_pictures_is_working (self->pictures);
}
