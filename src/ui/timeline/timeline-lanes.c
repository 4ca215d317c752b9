/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-lanes.h"

#include "draw/lane-raster.h"
#include "draw/method-colors.h"
#include "trace/model/parallel.h"
#include "ui/widgets/job.h"
#include <math.h>

/* Hits are found by a walk over the calls where columns hold fewer than this. */
#define WALKED_CALLS_PER_COLUMN 6

/* Cairo's images are limited to 32,767 pixels. Divisible by any scale. */
#define MAX_PART 30000u

/* Calls that may be walked over within a frame, a millisecond or two of work. */
#define MAX_COST_IN_FRAME 40000

/* Cost of an indexed column in calls walked over, and the cost of cache misses,
 * which grows with the distance between calls. */
#define INDEXED_COLUMN_COST 8
#define CALLS_APART_PER_COST 64

gboolean
tv_lane_view_equal (const TvLaneView *a, const TvLaneView *b)
{
  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns
         && a->scale == b->scale && tv_lane_mark_equal (&a->mark, &b->mark);
}

static TvLaneData *
lane_data_new (guint32 thread, const TvLaneView *view)
{
  TvLaneData *data = g_new0 (TvLaneData, 1);

  data->thread = thread;
  data->view = *view;
  data->columns = g_new0 (TvLaneColumn, view->n_columns);
  return data;
}

/* Computes a lane, with the hits of a search of @methods. Takes time in proportion to
 * tv_lane_cost(). */
TvLaneData *
tv_lane_data_new (const TvTrace *trace, guint32 thread, const TvLaneView *view,
                  TvMethodSet *methods)
{
  TvLaneData *data = lane_data_new (thread, view);

  tv_lane_columns (trace, thread, view->start, view->end, &view->mark, methods,
                   data->columns, view->n_columns);
  if (tv_lane_mark_is_set (&view->mark))
    data->extents = tv_lane_extents (trace, thread, view->start, view->end, &view->mark,
                                     view->n_columns);
  data->hit_methods = methods != NULL ? tv_method_set_ref (methods) : NULL;
  return data;
}

/* Computes a lane in a fraction of a millisecond, however many calls there are.
 * Without @marks or @hits, the lane lacks them. */
static TvLaneData *
lane_data_new_indexed (const TvLaneIndex *index, const TvLaneMarks *marks,
                       const TvLaneHits *hits, const TvLaneView *view,
                       TvMethodSet *methods)
{
  TvLaneData *data = lane_data_new (tv_lane_index_get_thread (index), view);

  tv_lane_columns_indexed (index, marks, hits, view->start, view->end, &view->mark,
                           data->columns, view->n_columns);
  if (marks != NULL)
    data->extents
        = tv_lane_extents_indexed (marks, view->start, view->end, view->n_columns);
  data->lacks_marks = marks == NULL && tv_lane_mark_is_set (&view->mark);
  data->lacks_hits = hits == NULL && methods != NULL;
  data->hit_methods = methods != NULL ? tv_method_set_ref (methods) : NULL;
  return data;
}

static void
stretch_columns (const TvLaneData *from, TvLaneData *to)
{
  double per_column = (double) (to->view.end - to->view.start) / to->view.n_columns;
  double from_span = (double) (from->view.end - from->view.start);
  double shift = (double) (to->view.start - from->view.start);

  for (guint i = 0; i < to->view.n_columns; i++)
    {
      double middle = (shift + per_column * (i + 0.5)) / from_span;
      double column = floor (middle * from->view.n_columns);

      if (column >= 0 && column < from->view.n_columns)
        to->columns[i] = from->columns[(guint) column];
      else
        to->columns[i] = (TvLaneColumn){ .method = TV_METHOD_NONE,
                                         .kind = TV_LANE_IDLE,
                                         .hit = TV_METHOD_NONE };
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

/* Makes a stand-in for a lane that is being computed, from a lane of another range:
 * each column takes the old column nearest to its middle. */
TvLaneData *
tv_lane_data_new_stretched (const TvLaneData *data, const TvLaneView *view)
{
  TvLaneData *stretched;

  g_assert (data->view.end > data->view.start);
  g_assert (view->end > view->start);

  stretched = lane_data_new (data->thread, view);
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
  g_clear_pointer (&data->hit_methods, tv_method_set_unref);
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

static void
append_part (GtkSnapshot *snapshot, const TvLaneData *data,
             const TvLaneGeometry *geometry, const TvLaneStyle *style, guint first)
{
  const float scale = (float) geometry->scale;
  const guint n = MIN (data->view.n_columns - first, MAX_PART);
  cairo_surface_t *surface
      = tv_lane_raster_new_surface (data->columns + first, n, geometry, style);
  g_autoptr (GdkTexture) texture = NULL;

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

  g_assert (data != NULL && data->view.n_columns > 0);
  g_assert (geometry != NULL && geometry->scale > 0);
  snapshot = gtk_snapshot_new ();
  for (guint first = 0; first < data->view.n_columns; first += MAX_PART)
    append_part (snapshot, data, geometry, style, first);
  return gtk_snapshot_free_to_node (snapshot);
}

void
tv_lane_cache_free (TvLaneCache *lane)
{
  tv_lane_data_free (lane->data);
  g_clear_pointer (&lane->picture, gsk_render_node_unref);
  g_free (lane);
}

gboolean
tv_lane_cache_is_for (const TvLaneCache *lane, const TvLaneView *view,
                      const TvMethodSet *hit_methods)
{
  return lane->data != NULL && tv_lane_view_equal (&lane->data->view, view)
         && lane->data->hit_methods == hit_methods;
}

void
tv_lane_cache_take (TvLaneCache *lane, TvLaneData *data, const TvMethodSet *hit_methods)
{
  tv_lane_data_free (lane->data);
  lane->data = data;
  lane->drawn = FALSE;
  if (data->hit_methods != hit_methods)
    tv_lane_cache_forget_hits (lane);
}

/* Drops the hits of the last search: they would have faded colours. */
void
tv_lane_cache_forget_hits (TvLaneCache *lane)
{
  for (guint i = 0; lane->data != NULL && i < lane->data->view.n_columns; i++)
    lane->data->columns[i].hit = TV_METHOD_NONE;
  lane->drawn = FALSE;
}

static void
draw (TvLaneCache *lane, const TvLaneView *view, const TvMethodSet *hit_methods,
      guint bar_height, const TvLaneStyle *style)
{
  g_autoptr (TvLaneData) stretched = NULL;
  const TvLaneData *data = lane->data;
  TvLaneGeometry geometry
      = { TV_LANE_TAB_HEIGHT, bar_height, TV_LANE_EXTENT_HEIGHT, view->scale };

  if (!tv_lane_cache_is_for (lane, view, hit_methods))
    data = stretched = tv_lane_data_new_stretched (lane->data, view);
  g_clear_pointer (&lane->picture, gsk_render_node_unref);
  lane->picture = tv_lane_picture_new (data, &geometry, style);
  lane->shown = *view;
  lane->drawn = TRUE;
}

/* Returns the picture of a lane for @view. Columns of another view are stretched. */
static GskRenderNode *
draw_lane (TvLaneCache *lane, const TvLaneView *view, const TvMethodSet *hit_methods,
           guint bar_height, const TvLaneStyle *style)
{
  if (lane->data == NULL)
    return NULL;
  if (!lane->drawn || !tv_lane_view_equal (&lane->shown, view))
    draw (lane, view, hit_methods, bar_height, style);
  return lane->picture;
}

struct _TvTimelineLanes
{
  void (*ready) (gpointer user_data);
  gpointer user_data;
  TvTrace *trace;
  TvDrawColors colors;
  TvMethodColors *method_colors;
  guint bar_height;

  GHashTable *lanes; /* thread to TvLaneCache */
  TvLaneView view;
  TvMethodSet *hit_methods; /* or NULL */
  guint frame;
  GArray *in_view; /* threads */

  TvLaneIndexer *indexer;
  TvJob *job;
};

static void
drop_workers (TvTimelineLanes *self)
{
  tv_job_cancel (&self->job);
  g_clear_pointer (&self->indexer, tv_lane_indexer_free);
}

static TvLaneCache *
ensure_lane (TvTimelineLanes *self, guint32 thread)
{
  TvLaneCache *lane = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));

  if (lane == NULL)
    {
      lane = g_new0 (TvLaneCache, 1);
      g_hash_table_insert (self->lanes, GUINT_TO_POINTER (thread), lane);
    }
  return lane;
}

static TvLaneHelp
get_help (TvTimelineLanes *self, guint32 thread)
{
  return tv_lane_indexer_get (self->indexer, thread, &self->view.mark,
                              self->hit_methods);
}

/* Returns whether a lane is not known for the present view, or marks or hits have
 * become known that it lacks. */
static gboolean
lane_is_missing (TvTimelineLanes *self, guint32 thread)
{
  const TvLaneCache *lane = ensure_lane (self, thread);
  const TvLaneHelp known = get_help (self, thread);

  return !tv_lane_cache_is_for (lane, &self->view, self->hit_methods)
         || (lane->data->lacks_marks && known.marks != NULL)
         || (lane->data->lacks_hits && known.hits != NULL);
}

/* An index alone changes no picture. */
static void
on_index_ready (gpointer data)
{
  TvTimelineLanes *self = data;

  for (guint i = 0; i < self->in_view->len; i++)
    if (lane_is_missing (self, g_array_index (self->in_view, guint32, i)))
      {
        self->ready (self->user_data);
        return;
      }
}

/* Calls @ready when a job has finished lanes that are to be drawn. */
TvTimelineLanes *
tv_timeline_lanes_new (void (*ready) (gpointer user_data), gpointer user_data)
{
  TvTimelineLanes *self = g_new0 (TvTimelineLanes, 1);

  self->ready = ready;
  self->user_data = user_data;
  self->bar_height = TV_LANE_BAR_HEIGHT;
  self->lanes
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_lane_cache_free);
  self->in_view = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
tv_timeline_lanes_free (TvTimelineLanes *self)
{
  tv_timeline_lanes_set_trace (self, NULL);
  g_hash_table_unref (self->lanes);
  g_array_unref (self->in_view);
  g_free (self);
}

/* Forgets all pictures and cancels the jobs. */
void
tv_timeline_lanes_set_trace (TvTimelineLanes *self, TvTrace *trace)
{
  drop_workers (self);
  g_hash_table_remove_all (self->lanes);
  g_array_set_size (self->in_view, 0);
  g_clear_pointer (&self->trace, tv_trace_unref);
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  if (trace == NULL)
    return;

  self->trace = tv_trace_ref (trace);
  self->indexer = tv_lane_indexer_new (trace, on_index_ready, self);
}

/* The columns stay. */
static void
forget_pictures (TvTimelineLanes *self)
{
  GHashTableIter iter;
  gpointer lane;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    ((TvLaneCache *) lane)->drawn = FALSE;
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
  forget_pictures (self);
}

/* Takes full effect with the next tv_timeline_lanes_set_colors(). */
void
tv_timeline_lanes_set_hits (TvTimelineLanes *self, TvMethodSet *methods)
{
  GHashTableIter iter;
  gpointer lane;

  if (methods == self->hit_methods)
    return;
  if (methods != NULL)
    tv_method_set_ref (methods);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  self->hit_methods = methods;
  tv_lane_indexer_set_hits (self->indexer, methods);
  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    tv_lane_cache_forget_hits (lane);
}

void
tv_timeline_lanes_set_bar_height (TvTimelineLanes *self, guint height)
{
  g_assert (height > 0);
  if (height == self->bar_height)
    return;
  self->bar_height = height;
  forget_pictures (self);
}

/* A requested lane, and what helps to compute it. */
typedef struct
{
  guint32 thread;
  TvLaneHelp help;
  TvLaneData *data; /* the answer */
} Ask;

typedef struct
{
  TvTrace *trace;
  TvLaneView view;
  TvMethodSet *hit_methods;
  GArray *asks;
  GCancellable *cancellable;
} LaneJob;

static void
ask_clear (Ask *ask)
{
  tv_lane_help_clear (&ask->help);
  g_clear_pointer (&ask->data, tv_lane_data_free);
}

/* Until the hits are known, they are found by a walk where that is quick. */
static void
compute_lane (Ask *ask, const TvTrace *trace, const TvLaneView *view,
              TvMethodSet *methods)
{
  gboolean walk = ask->help.index == NULL
                  || (methods != NULL && ask->help.hits == NULL
                      && tv_lane_cost (trace, ask->thread, view->start, view->end)
                             <= (gsize) view->n_columns * WALKED_CALLS_PER_COLUMN);

  ask->data = walk ? tv_lane_data_new (trace, ask->thread, view, methods)
                   : lane_data_new_indexed (ask->help.index, ask->help.marks,
                                            ask->help.hits, view, methods);
}

static LaneJob *
lane_job_new (TvTimelineLanes *self)
{
  LaneJob *job = g_new0 (LaneJob, 1);

  job->trace = tv_trace_ref (self->trace);
  job->view = self->view;
  if (self->hit_methods != NULL)
    job->hit_methods = tv_method_set_ref (self->hit_methods);
  job->asks = g_array_new (FALSE, FALSE, sizeof (Ask));
  g_array_set_clear_func (job->asks, (GDestroyNotify) ask_clear);
  return job;
}

static void
lane_job_free (LaneJob *job)
{
  tv_trace_unref (job->trace);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_array_unref (job->asks);
  g_free (job);
}

static void
compute_one (guint i, gpointer data)
{
  const LaneJob *job = data;

  if (!g_cancellable_is_cancelled (job->cancellable))
    compute_lane (&g_array_index (job->asks, Ask, i), job->trace, &job->view,
                  job->hit_methods);
}

static gpointer
compute_lanes (gpointer question, GCancellable *cancellable, GError **error)
{
  LaneJob *job = question;

  job->cancellable = cancellable;
  tv_parallel_run (job->asks->len, 0, compute_one, job);
  return NULL;
}

/* Indexes make the next view of a lane quick that was too big for a frame. */
static void
want_indexes (TvTimelineLanes *self)
{
  tv_lane_indexer_want (self->indexer, (const guint32 *) (gpointer) self->in_view->data,
                        self->in_view->len, &self->view.mark);
}

static void
keep_lanes (TvTimelineLanes *self, const LaneJob *job)
{
  for (guint i = 0; i < job->asks->len; i++)
    {
      Ask *ask = &g_array_index (job->asks, Ask, i);

      tv_lane_cache_take (ensure_lane (self, ask->thread), g_steal_pointer (&ask->data),
                          self->hit_methods);
    }
}

static void
on_lanes_computed (gpointer owner, gpointer question, gpointer answer,
                   const GError *error)
{
  TvTimelineLanes *self = owner;

  keep_lanes (self, question);
  want_indexes (self);
  self->ready (self->user_data);
}

static const TvJobType lane_job = {
  .run = compute_lanes,
  .done = on_lanes_computed,
  .free_question = (GDestroyNotify) lane_job_free,
  .pace = TV_JOB_NOW,
};

static const TvJobType long_lane_job = {
  .run = compute_lanes,
  .done = on_lanes_computed,
  .free_question = (GDestroyNotify) lane_job_free,
  .pace = TV_JOB_SOON,
};

/* Without its index, a lane of many calls takes as long as building the index. */
static gboolean
takes_long (const LaneJob *job)
{
  for (guint i = 0; i < job->asks->len; i++)
    {
      const Ask *ask = &g_array_index (job->asks, Ask, i);

      if (ask->help.index == NULL && tv_lane_index_is_useful (job->trace, ask->thread))
        return TRUE;
    }
  return FALSE;
}

void
tv_timeline_lanes_get_style (TvTimelineLanes *self, TvLaneStyle *style)
{
  *style = (TvLaneStyle){ .colors = &self->colors,
                          .method_colors = self->method_colors,
                          .mark_method = self->view.mark.method };
}

/* Keeps a few pictures of lanes out of sight for scrolling back. */
static void
forget_old_lanes (TvTimelineLanes *self, guint n_in_view)
{
  GHashTableIter iter;
  gpointer lane;

  if (g_hash_table_size (self->lanes) <= 2 * n_in_view + 32)
    return;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    if (((TvLaneCache *) lane)->last_frame != self->frame)
      g_hash_table_iter_remove (&iter);
}

static gsize
get_cost (TvTimelineLanes *self, guint32 thread)
{
  const TvLaneView *view = &self->view;
  gsize cost = tv_lane_cost (self->trace, thread, view->start, view->end);

  if (get_help (self, thread).index != NULL)
    {
      cost = MIN (cost, (gsize) view->n_columns * INDEXED_COLUMN_COST
                            + cost / CALLS_APART_PER_COST);
    }
  return cost;
}

/* Computes lanes within the frame. */
static void
compute_now (TvTimelineLanes *self, LaneJob *job)
{
  gboolean lacks_any = FALSE;

  for (guint i = 0; i < job->asks->len; i++)
    {
      const Ask *ask = &g_array_index (job->asks, Ask, i);

      compute_one (i, job);
      lacks_any |= ask->data->lacks_marks || ask->data->lacks_hits;
    }
  keep_lanes (self, job);
  lane_job_free (job);
  if (lacks_any)
    want_indexes (self);
}

/* Begins a frame. Missing lanes are computed now if that is quick, else by a job. If
 * a job for an earlier view is still running, its result makes the next frame ask
 * again. Then big threads are indexed, which makes any view of them quick. */
void
tv_timeline_lanes_prepare (TvTimelineLanes *self, const TvLaneView *view,
                           const guint32 *threads, guint n_threads)
{
  LaneJob *job;
  gsize cost = 0;

  g_assert (view != NULL && view->end > view->start && view->n_columns > 0);

  self->view = *view;
  self->frame++;
  g_array_set_size (self->in_view, 0);
  g_array_append_vals (self->in_view, threads, n_threads);

  job = lane_job_new (self);
  for (guint i = 0; i < n_threads; i++)
    {
      ensure_lane (self, threads[i])->last_frame = self->frame;
      if (lane_is_missing (self, threads[i]))
        {
          const Ask ask
              = { threads[i], tv_lane_help_ref (get_help (self, threads[i])), NULL };

          g_array_append_val (job->asks, ask);
          cost += get_cost (self, threads[i]);
        }
    }
  if (cost <= MAX_COST_IN_FRAME)
    compute_now (self, job);
  else if (self->job == NULL)
    tv_job_start (&self->job, takes_long (job) ? &long_lane_job : &lane_job, job, self);
  else
    lane_job_free (job);
  forget_old_lanes (self, n_threads);
}

/* Draws a lane, or nothing until it is known. */
void
tv_timeline_lanes_snapshot (TvTimelineLanes *self, guint32 thread,
                            GtkSnapshot *snapshot, int x, int y)
{
  GskRenderNode *picture = NULL;
  TvLaneCache *lane;
  TvLaneStyle style;

  lane = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));
  tv_timeline_lanes_get_style (self, &style);
  if (lane != NULL)
    picture
        = draw_lane (lane, &self->view, self->hit_methods, self->bar_height, &style);
  if (picture == NULL)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_node (snapshot, picture);
  gtk_snapshot_restore (snapshot);
}

/* Returns a column of the lane for each of the view, or NULL if the lane is not known
 * for it. They are the lane's until the next frame. */
const TvLaneColumn *
tv_timeline_lanes_get_columns (TvTimelineLanes *self, guint32 thread)
{
  const TvLaneCache *lane
      = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));

  return lane != NULL && tv_lane_cache_is_for (lane, &self->view, self->hit_methods)
             ? lane->data->columns
             : NULL;
}

/* Returns FALSE if the lane is not known for the present view. */
gboolean
tv_timeline_lanes_get_column (TvTimelineLanes *self, guint32 thread, guint column,
                              TvLaneColumn *result)
{
  const TvLaneColumn *columns = tv_timeline_lanes_get_columns (self, thread);

  if (columns == NULL || column >= self->view.n_columns)
    return FALSE;
  *result = columns[column];
  return TRUE;
}

gboolean
tv_timeline_lanes_is_working (TvTimelineLanes *self)
{
  return self->job != NULL;
}
