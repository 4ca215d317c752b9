/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-hits.h"
#include "analysis/lanes/lane-index-private.h"

G_BEGIN_DECLS

/**
 * TvLaneHits:
 * @index: the index of the thread
 * @methods: what is looked for
 * @n_words: length of @shown
 * @shown: (array length=n_words): a bit for each part of the index that shows a hit
 * @n_before: (array length=n_words): how many bits are set in the words before
 * @first: (element-type guint32): of each part that shows one, the first method
 */
struct _TvLaneHits
{
  TvLaneIndex *index;
  TvMethodSet *methods;
  gsize n_words;
  guint64 *shown;
  guint32 *n_before;
  GArray *first;
};

static inline guint32
tv_lane_hits_get_first (const TvLaneHits *hits, gsize part)
{
  guint64 below = (G_GUINT64_CONSTANT (1) << (part % 64)) - 1;
  guint place = hits->n_before[part / 64]
                + (guint) __builtin_popcountll (hits->shown[part / 64] & below);

  return g_array_index (hits->first, guint32, place);
}

/* Prepares a walk to which waiting is a call's own time: a lane shows both. */
static inline void
tv_lane_hits_init_walk (TvLaneWalk *walk, const TvCalls *calls, gint64 start,
                        gint64 end)
{
  *walk = (TvLaneWalk){
    .calls = *calls, .start = start, .end = end, .next_wait = G_MAXINT64
  };
}

G_END_DECLS
