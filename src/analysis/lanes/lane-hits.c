/* SPDX-License-Identifier: Apache-2.0 */

/* Finds the places in which hits of a search show. */

#include "analysis/lanes/lane-index-private.h"

/* The number of parts between two checks for cancellation: at most some hundred
 * thousand calls. */
#define PARTS_PER_CHECK 4096

/* Prepares a walk that does not separate waits from own time: hits show in both. */
static inline void
init_walk (TvLaneWalk *walk, const TvCalls *calls, gint64 start, gint64 end)
{
  *walk = (TvLaneWalk){
    .calls = *calls, .start = start, .end = end, .next_wait = G_MAXINT64
  };
}

typedef struct
{
  TvLaneHits *hits;
  TvHitTest test;
  gsize part;      /* the current part */
  gsize next_cell; /* the first cell without any of the hits so far */
} Look;

static void
add_place (TvHitPlaces *places, gsize place, guint32 method)
{
  tv_lane_bits_set (places->shown, place);
  g_array_append_val (places->first, method);
}

/* Adds a hit to the cells whose middles it covers, or else to the cell of its own
 * middle. Hits come in order of time. */
static void
add_to_cells (Look *look, gint64 start, gint64 end, guint32 method)
{
  const TvTimePyramid *pyramid = &look->hits->index->pyramid;
  const gint64 half = pyramid->width / 2;
  gsize first, last;

  if (end - start <= pyramid->width)
    first = last = tv_time_pyramid_find (pyramid, start + (end - start) / 2);
  else
    {
      first = tv_time_pyramid_find (pyramid, start + half);
      last = tv_time_pyramid_find (pyramid, end - (pyramid->width - half));
    }
  for (gsize cell = MAX (first, look->next_cell); cell <= last; cell++)
    add_place (&look->hits->cells, cell, method);
  look->next_cell = MAX (look->next_cell, last + 1);
}

static inline void
look_at_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Look *look = visitor;
  TvLaneHits *hits = look->hits;
  guint32 method = tv_calls_method (&hits->index->calls, call);

  if (!tv_hit_test_passes (&look->test, method, call))
    return;
  if ((hits->parts.shown[look->part / 64] >> (look->part % 64) & 1) == 0)
    add_place (&hits->parts, look->part, method);
  if (hits->index->pyramid.width > 0)
    add_to_cells (look, start, end, method);
}

static inline void
look_at_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  look_at_time (visitor, call, depth, time, time);
}

static const TvLaneVisitor look_visitor
    = { .own = look_at_time, .wait = look_at_time, .instant = look_at_instant };

/* Looks for hits among the calls that are entered in a part. Returns the last end of
 * these hits and of the earlier ones, which is @reach. */
static gint64
look_at_entries (const TvCalls *calls, const TvHitTest *test, gsize first, gsize end,
                 gint64 reach, gboolean *found)
{
  for (gsize call = first; call < end; call++)
    if (tv_hit_test_passes (test, tv_calls_method (calls, call), (guint32) call))
      {
        reach = MAX (reach, tv_times_get (&calls->axis_end, call));
        *found = TRUE;
      }
  return reach;
}

/* Walks over the parts in which a hit is open, and no others. */
static gboolean
fill_hits (TvLaneHits *hits, GCancellable *cancellable)
{
  const TvLaneIndex *index = hits->index;
  const TvCalls *calls = &index->calls;
  const gsize n_parts = tv_lane_index_get_n_parts (index);
  Look look = { hits, tv_method_set_get_test (hits->methods, index->thread), 0, 0 };
  gint64 reach = G_MININT64;
  TvLaneWalk walk;

  if (calls->n == 0 || tv_method_set_get_n (hits->methods) == 0)
    return TRUE;
  init_walk (&walk, calls, index->times[0], G_MAXINT64);
  for (; look.part < n_parts; look.part++)
    {
      const gsize part = look.part;
      gboolean found = FALSE;
      TvLaneState from, to;

      if (part % PARTS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (part % (1u << index->part_bits) != 0
          && tv_lane_index_get_starts (index, part) == TV_LANE_PART_EMPTY)
        continue;
      from = tv_lane_index_get_state (index, part);
      to = tv_lane_index_get_state (index, part + 1);
      reach = look_at_entries (calls, &look.test, from.next, to.next, reach, &found);
      if (found || reach > from.time)
        tv_lane_walk_part (&walk, &look_visitor, &look, &from, &to);
    }
  return TRUE;
}

static void
places_init (TvHitPlaces *places, gsize n)
{
  places->n_words = n / 64 + 1;
  places->shown = g_new0 (guint64, places->n_words);
  places->n_before = g_new0 (guint32, places->n_words);
  places->first = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
places_count (TvHitPlaces *places)
{
  guint32 n = 0;

  for (gsize i = 0; i < places->n_words; i++)
    {
      places->n_before[i] = n;
      n += (guint32) __builtin_popcountll (places->shown[i]);
    }
}

static gsize
places_get_size (const TvHitPlaces *places)
{
  return places->n_words * (sizeof (guint64) + sizeof (guint32))
         + places->first->len * sizeof (guint32);
}

static void
places_clear (TvHitPlaces *places)
{
  g_free (places->shown);
  g_free (places->n_before);
  g_array_unref (places->first);
}

static void
free_contents (gpointer data)
{
  TvLaneHits *hits = data;

  places_clear (&hits->parts);
  places_clear (&hits->cells);
  tv_method_set_unref (hits->methods);
  tv_lane_index_unref (hits->index);
}

/**
 * tv_lane_hits_new:
 * @index: the index of a thread
 * @methods: some methods of its trace
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds the parts and cells of a thread in which calls of some methods show. Takes a
 * nanosecond or two for each call of the thread, and more for calls inside a hit, so
 * run it in a worker.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if cancelled
 */
TvLaneHits *
tv_lane_hits_new (TvLaneIndex *index, TvMethodSet *methods, GCancellable *cancellable)
{
  g_autoptr (TvLaneHits) hits = NULL;

  g_return_val_if_fail (index != NULL && methods != NULL, NULL);

  hits = g_atomic_rc_box_new0 (TvLaneHits);
  hits->index = tv_lane_index_ref (index);
  hits->methods = tv_method_set_ref (methods);
  places_init (&hits->parts, tv_lane_index_get_n_parts (index));
  places_init (&hits->cells, index->pyramid.levels[0].n);
  if (!fill_hits (hits, cancellable))
    return NULL;
  places_count (&hits->parts);
  places_count (&hits->cells);
  return g_steal_pointer (&hits);
}

TvLaneHits *
tv_lane_hits_ref (TvLaneHits *hits)
{
  g_return_val_if_fail (hits != NULL, NULL);

  return g_atomic_rc_box_acquire (hits);
}

void
tv_lane_hits_unref (TvLaneHits *hits)
{
  g_return_if_fail (hits != NULL);

  g_atomic_rc_box_release_full (hits, free_contents);
}

/**
 * tv_lane_hits_is_for:
 * @hits: hits
 * @index: an index
 * @methods: some methods
 *
 * Returns: whether @hits are the hits of @methods in @index
 */
gboolean
tv_lane_hits_is_for (const TvLaneHits *hits, const TvLaneIndex *index,
                     const TvMethodSet *methods)
{
  g_return_val_if_fail (hits != NULL, FALSE);

  return hits->index == index && hits->methods == methods;
}

gsize
tv_lane_hits_get_size (const TvLaneHits *hits)
{
  g_return_val_if_fail (hits != NULL, 0);

  return sizeof (TvLaneHits) + places_get_size (&hits->parts)
         + places_get_size (&hits->cells);
}
