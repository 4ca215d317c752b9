/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-lanes.h"

#include "draw/method-colors.h"
#include "ui/timeline/lane-cache.h"
#include "ui/timeline/lane-indexer.h"

/* Calls that may be walked over within a frame, some milliseconds' work. */
#define MAX_COST_IN_FRAME 500000

/* A column that comes from an index costs as much as walking over so many calls, and
   what has to come from memory, which is the more the further calls lie apart. */
#define INDEXED_COLUMN_COST 8
#define HIT_COLUMN_COST 10
#define CALLS_APART_PER_COST 64

struct _TvTimelineLanes
{
  GObject parent_instance;

  TvTrace *trace;
  TvDrawColors colors;
  TvMethodColors *method_colors;
  guint bar_height;

  GHashTable *lanes; /* thread to TvLaneKept */
  TvLaneView view;
  TvMethodSet *hit_methods; /* or NULL */
  guint frame;
  GArray *in_view; /* threads */

  TvLaneIndexer *indexer;
  GCancellable *job; /* of the worker that runs, if one does */
};

enum
{
  SIGNAL_READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvTimelineLanes, tv_timeline_lanes, G_TYPE_OBJECT)

static void
drop_workers (TvTimelineLanes *self)
{
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  if (self->indexer != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->indexer, self);
      tv_lane_indexer_stop (self->indexer);
    }
  g_clear_object (&self->indexer);
}

static void
tv_timeline_lanes_dispose (GObject *object)
{
  TvTimelineLanes *self = TV_TIMELINE_LANES (object);

  drop_workers (self);
  g_clear_pointer (&self->lanes, g_hash_table_unref);
  g_clear_pointer (&self->in_view, g_array_unref);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  G_OBJECT_CLASS (tv_timeline_lanes_parent_class)->dispose (object);
}

static void
tv_timeline_lanes_class_init (TvTimelineLanesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_timeline_lanes_dispose;

  signals[SIGNAL_READY]
      = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_timeline_lanes_init (TvTimelineLanes *self)
{
  self->bar_height = TV_LANE_BAR_HEIGHT;
  self->lanes
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_lane_kept_free);
  self->in_view = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static TvLaneKept *
ensure_lane (TvTimelineLanes *self, guint32 thread)
{
  TvLaneKept *lane = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));

  if (lane == NULL)
    {
      lane = g_new0 (TvLaneKept, 1);
      g_hash_table_insert (self->lanes, GUINT_TO_POINTER (thread), lane);
    }
  return lane;
}

/* Whether a lane is not known for the present view, or could be known better. */
static gboolean
lane_is_missing (TvTimelineLanes *self, guint32 thread)
{
  const TvLaneKept *lane = ensure_lane (self, thread);

  return !tv_lane_kept_is_for (lane, &self->view, self->hit_methods)
         || (lane->data->lacks_marks
             && tv_lane_indexer_get_marks (self->indexer, thread, &self->view.mark)
                    != NULL)
         || (tv_lane_data_lacks_hits (lane->data)
             && tv_lane_indexer_get_hits (self->indexer, thread, self->hit_methods)
                    != NULL);
}

/* An index alone changes nothing that is known. */
static void
take_index (TvTimelineLanes *self)
{
  for (guint i = 0; i < self->in_view->len; i++)
    if (lane_is_missing (self, g_array_index (self->in_view, guint32, i)))
      {
        g_signal_emit (self, signals[SIGNAL_READY], 0);
        return;
      }
}

TvTimelineLanes *
tv_timeline_lanes_new (void)
{
  return g_object_new (TV_TYPE_TIMELINE_LANES, NULL);
}

/* Forgets all pictures and stops the workers. */
void
tv_timeline_lanes_set_trace (TvTimelineLanes *self, TvTrace *trace)
{
  g_return_if_fail (TV_IS_TIMELINE_LANES (self));

  drop_workers (self);
  g_hash_table_remove_all (self->lanes);
  g_array_set_size (self->in_view, 0);
  g_clear_pointer (&self->trace, tv_trace_unref);
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  if (trace == NULL)
    return;

  self->trace = tv_trace_ref (trace);
  self->indexer = tv_lane_indexer_new (trace);
  g_signal_connect_swapped (self->indexer, "ready", G_CALLBACK (take_index), self);
}

/* The columns stay. */
static void
forget_pictures (TvTimelineLanes *self)
{
  GHashTableIter iter;
  gpointer lane;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    ((TvLaneKept *) lane)->drawn = FALSE;
}

/* Those of methods that do not stand out are faded, if others do. The columns stay,
 * only their pictures are made anew. */
void
tv_timeline_lanes_set_colors (TvTimelineLanes *self, const TvDrawColors *colors,
                              TvMethodColors *method_colors)
{
  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && self->trace != NULL);
  g_return_if_fail (colors != NULL && method_colors != NULL);

  self->colors = *colors;
  g_clear_pointer (&self->method_colors, tv_method_colors_unref);
  self->method_colors
      = self->hit_methods != NULL
            ? tv_method_colors_new_fading (method_colors, colors, self->hit_methods)
            : tv_method_colors_ref (method_colors);
  forget_pictures (self);
}

/* Takes full effect with the colours that are set next. */
void
tv_timeline_lanes_set_hits (TvTimelineLanes *self, TvMethodSet *methods)
{
  GHashTableIter iter;
  gpointer lane;

  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && self->trace != NULL);

  if (methods == self->hit_methods)
    return;
  if (methods != NULL)
    tv_method_set_ref (methods);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  self->hit_methods = methods;
  tv_lane_indexer_set_hits (self->indexer, methods);
  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    tv_lane_kept_forget_hits (lane);
}

void
tv_timeline_lanes_set_bar_height (TvTimelineLanes *self, guint height)
{
  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && height > 0);

  self->bar_height = height;
  forget_pictures (self);
}

static void
take_data (TvTimelineLanes *self, TvLaneData *data)
{
  tv_lane_kept_take (ensure_lane (self, data->thread), data, self->hit_methods);
}

/* Once a lane was too big for a frame, the next view of it shall not be. */
static void
want_indexes (TvTimelineLanes *self)
{
  tv_lane_indexer_want (self->indexer, (const guint32 *) (gpointer) self->in_view->data,
                        self->in_view->len, &self->view.mark);
}

static void
take_lanes_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvTimelineLanes) self = user_data;
  g_autoptr (GPtrArray) lanes = tv_lane_task_compute_finish (result, NULL);

  /* The only error is a cancellation: the trace was changed or closed. The worker's own
   * cancellable tells whether it is still the one that is waited for. */
  if (lanes == NULL || g_task_get_cancellable (G_TASK (result)) != self->job)
    return;
  g_clear_object (&self->job);

  g_ptr_array_set_free_func (lanes, NULL);
  for (guint i = 0; i < lanes->len; i++)
    take_data (self, g_ptr_array_index (lanes, i));
  want_indexes (self);
  g_signal_emit (self, signals[SIGNAL_READY], 0);
}

static void
start_worker (TvTimelineLanes *self, const GArray *threads)
{
  self->job = g_cancellable_new ();
  tv_lane_task_compute_async (self->trace, self->indexer, threads, &self->view,
                              self->hit_methods, self->job, take_lanes_of_worker,
                              g_object_ref (self));
}

void
tv_timeline_lanes_get_style (TvTimelineLanes *self, TvLaneStyle *style)
{
  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && style != NULL);

  *style = (TvLaneStyle){ .colors = &self->colors,
                          .method_colors = self->method_colors,
                          .mark_method = self->view.mark.method };
}

/* Textures of lanes out of sight are kept for scrolling back, but not many. */
static void
forget_old_lanes (TvTimelineLanes *self, guint n_in_view)
{
  GHashTableIter iter;
  gpointer lane;

  if (g_hash_table_size (self->lanes) <= 2 * n_in_view + 32)
    return;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &lane))
    if (((TvLaneKept *) lane)->last_frame != self->frame)
      g_hash_table_iter_remove (&iter);
}

static gsize
get_cost (TvTimelineLanes *self, guint32 thread)
{
  const TvLaneView *view = &self->view;
  gsize cost = tv_lane_cost (self->trace, thread, view->start, view->end);

  if (tv_lane_indexer_get_index (self->indexer, thread) != NULL)
    {
      guint column_cost
          = INDEXED_COLUMN_COST + (self->hit_methods != NULL ? HIT_COLUMN_COST : 0);

      cost = MIN (cost,
                  (gsize) view->n_columns * column_cost + cost / CALLS_APART_PER_COST);
    }
  return cost;
}

/* Begins a frame. Lanes that are not known for this view are computed now if that is
 * quick. If not, a worker computes them, unless it is still at work for an earlier
 * view; then its result makes the next frame ask again. After that, indexes are made
 * of big threads, with which any view of them is quick. */
void
tv_timeline_lanes_prepare (TvTimelineLanes *self, const TvLaneView *view,
                           const guint32 *threads, guint n_threads)
{
  g_autoptr (GArray) missing = NULL;
  gboolean lacks_any = FALSE;
  gsize cost = 0;

  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && self->trace != NULL);
  g_return_if_fail (view != NULL && view->end > view->start && view->n_columns > 0);

  self->view = *view;
  self->frame++;
  g_array_set_size (self->in_view, 0);
  g_array_append_vals (self->in_view, threads, n_threads);

  missing = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_threads; i++)
    {
      ensure_lane (self, threads[i])->last_frame = self->frame;
      if (!lane_is_missing (self, threads[i]))
        continue;
      g_array_append_val (missing, threads[i]);
      cost += get_cost (self, threads[i]);
    }

  if (missing->len > 0 && cost > MAX_COST_IN_FRAME && self->job == NULL)
    start_worker (self, missing);
  for (guint i = 0; i < missing->len && cost <= MAX_COST_IN_FRAME; i++)
    {
      guint32 thread = g_array_index (missing, guint32, i);

      take_data (self, tv_lane_task_compute (self->trace, self->indexer, thread, view,
                                             self->hit_methods));
      lacks_any |= ensure_lane (self, thread)->data->lacks_marks
                   || tv_lane_data_lacks_hits (ensure_lane (self, thread)->data);
    }
  if (lacks_any)
    want_indexes (self);
  forget_old_lanes (self, n_threads);
}

/* Draws a lane, or nothing if nothing is known of it yet. */
void
tv_timeline_lanes_snapshot (TvTimelineLanes *self, guint32 thread,
                            GtkSnapshot *snapshot, int x, int y)
{
  GskRenderNode *picture = NULL;
  TvLaneKept *lane;
  TvLaneStyle style;

  g_return_if_fail (TV_IS_TIMELINE_LANES (self) && self->method_colors != NULL);

  lane = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));
  tv_timeline_lanes_get_style (self, &style);
  if (lane != NULL)
    picture = tv_lane_kept_draw (lane, &self->view, self->hit_methods, self->bar_height,
                                 &style);
  if (picture == NULL)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_node (snapshot, picture);
  gtk_snapshot_restore (snapshot);
}

/* Returns FALSE if the lane is not known for the present view. */
gboolean
tv_timeline_lanes_get_column (TvTimelineLanes *self, guint32 thread, guint column,
                              TvLaneColumn *result)
{
  const TvLaneKept *lane;

  g_return_val_if_fail (TV_IS_TIMELINE_LANES (self) && result != NULL, FALSE);

  lane = g_hash_table_lookup (self->lanes, GUINT_TO_POINTER (thread));
  if (lane == NULL || !tv_lane_kept_is_for (lane, &self->view, self->hit_methods)
      || column >= self->view.n_columns)
    return FALSE;
  *result = lane->data->columns[column];
  return TRUE;
}

gboolean
tv_timeline_lanes_is_working (TvTimelineLanes *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE_LANES (self), FALSE);

  return self->job != NULL;
}
