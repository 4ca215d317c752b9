/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-hits-private.h"

#include "analysis/sums/method-set-private.h"

/* How many parts are gone through between two looks at the cancellable: at most some
   hundred thousand calls. */
#define PARTS_PER_CHECK 4096

typedef struct
{
  const TvCalls *calls;
  const guint64 *words;
  guint32 found;
} Look;

static inline void
look_at_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Look *look = visitor;
  guint32 method = tv_calls_method (look->calls, call);

  if (look->found == TV_METHOD_NONE && tv_method_words_contain (look->words, method))
    look->found = method;
}

static inline void
look_at_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  look_at_time (visitor, call, depth, time, time);
}

static const TvLaneVisitor look_visitor
    = { .own = look_at_time, .wait = look_at_time, .instant = look_at_instant };

/* Looks for hits among the calls that are entered in a part.
 *
 * Returns: until when one of them is open, or one of those before that are until @reach
 */
static gint64
look_at_entries (const TvCalls *calls, const guint64 *words, gsize first, gsize end,
                 gint64 reach, gboolean *found)
{
  for (gsize call = first; call < end; call++)
    if (tv_method_words_contain (words, tv_calls_method (calls, call)))
      {
        reach = MAX (reach, tv_times_get (&calls->axis_end, call));
        *found = TRUE;
      }
  return reach;
}

static void
add_part (TvLaneHits *hits, gsize part, guint32 method)
{
  hits->shown[part / 64] |= G_GUINT64_CONSTANT (1) << (part % 64);
  g_array_append_val (hits->first, method);
}

static void
count_before (TvLaneHits *hits)
{
  guint32 n = 0;

  for (gsize i = 0; i < hits->n_words; i++)
    {
      hits->n_before[i] = n;
      n += (guint32) __builtin_popcountll (hits->shown[i]);
    }
}

/* Goes only through the calls of parts in which a hit is open at all. */
static gboolean
fill_hits (TvLaneHits *hits, GCancellable *cancellable)
{
  const TvLaneIndex *index = hits->index;
  const TvCalls *calls = &index->calls;
  const gsize n_parts = tv_lane_index_get_n_parts (index);
  const guint64 *words = tv_method_set_get_words (hits->methods);
  gint64 reach = G_MININT64;
  TvLaneWalk walk;

  if (calls->n == 0 || tv_method_set_get_n (hits->methods) == 0)
    return TRUE;
  tv_lane_hits_init_walk (&walk, calls, index->times[0], G_MAXINT64);
  for (gsize part = 0; part < n_parts; part++)
    {
      Look look = { calls, words, TV_METHOD_NONE };
      gboolean found = FALSE;
      TvLaneState from, to;

      if (part % PARTS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (part % (1u << index->part_bits) != 0
          && tv_lane_index_get_starts (index, part) == TV_LANE_PART_EMPTY)
        continue;
      from = tv_lane_index_get_state (index, part);
      to = tv_lane_index_get_state (index, part + 1);
      reach = look_at_entries (calls, words, from.next, to.next, reach, &found);
      if (!found && reach <= from.time)
        continue;
      tv_lane_walk_part (&walk, &look_visitor, &look, &from, &to);
      if (look.found != TV_METHOD_NONE)
        add_part (hits, part, look.found);
    }
  count_before (hits);
  return TRUE;
}

static void
free_contents (gpointer data)
{
  TvLaneHits *hits = data;

  g_free (hits->shown);
  g_free (hits->n_before);
  g_array_unref (hits->first);
  tv_method_set_unref (hits->methods);
  tv_lane_index_unref (hits->index);
}

/**
 * tv_lane_hits_new:
 * @index: the index of a thread
 * @methods: some methods of its trace
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds out in which parts of a thread calls of some methods show. Takes a nanosecond
 * or two for each call of the thread and more for those in a hit, so this is work for a
 * worker.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled
 */
TvLaneHits *
tv_lane_hits_new (TvLaneIndex *index, TvMethodSet *methods, GCancellable *cancellable)
{
  g_autoptr (TvLaneHits) hits = NULL;

  g_return_val_if_fail (index != NULL && methods != NULL, NULL);

  hits = g_atomic_rc_box_new0 (TvLaneHits);
  hits->index = tv_lane_index_ref (index);
  hits->methods = tv_method_set_ref (methods);
  hits->n_words = tv_lane_index_get_n_parts (index) / 64 + 1;
  hits->shown = g_new0 (guint64, hits->n_words);
  hits->n_before = g_new0 (guint32, hits->n_words);
  hits->first = g_array_new (FALSE, FALSE, sizeof (guint32));
  return fill_hits (hits, cancellable) ? g_steal_pointer (&hits) : NULL;
}

/**
 * tv_lane_hits_ref:
 * @hits: hits
 *
 * Returns: (transfer full): @hits
 */
TvLaneHits *
tv_lane_hits_ref (TvLaneHits *hits)
{
  g_return_val_if_fail (hits != NULL, NULL);

  return g_atomic_rc_box_acquire (hits);
}

/**
 * tv_lane_hits_unref:
 * @hits: (transfer full): hits
 *
 * Gives a reference back.
 */
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
 * Returns: whether @hits were made of these
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

  return sizeof (TvLaneHits) + hits->n_words * (sizeof (guint64) + sizeof (guint32))
         + hits->first->len * sizeof (guint32);
}
