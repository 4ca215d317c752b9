/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/charts/chart-walk.h"

#include "analysis/sums/method-set.h"

/* The calls of a thread, in order of entry, are cut into blocks. A block has a bit for
 * each level: whether it has a hit on that level. Eight blocks are joined to a block of
 * the next tier, and so on. */
#define BLOCK_BITS 7
#define FAN_OUT_BITS 3
#define MAX_TIERS 10
#define WORD_BITS 64

/* The number of calls between two checks for cancellation. */
#define CALLS_PER_CHECK (1u << 18)

typedef struct
{
  gsize n;
  guint64 *words;
} Tier;

struct _TvChartHits
{
  TvTrace *trace;
  guint thread;
  TvMethodSet *methods;
  guint first_level; /* the level of the first bit */
  guint n_words;     /* of each block */
  guint n_tiers;
  Tier tiers[MAX_TIERS];
};

/* The stack during a walk along the calls. */
typedef struct
{
  const TvCalls *calls;
  guint32 top;
  guint level; /* of @top */
} Descent;

static inline void
enter (Descent *at, guint32 call)
{
  for (; at->top != at->calls->parent[call]; at->top = at->calls->parent[at->top])
    at->level--;
  at->top = call;
  at->level++;
}

static inline void
set_bit (guint64 *words, guint bit)
{
  words[bit / WORD_BITS] |= G_GUINT64_CONSTANT (1) << bit % WORD_BITS;
}

static inline gboolean
has_bit (const guint64 *words, guint bit)
{
  return words[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

static gboolean
fill_blocks (TvChartHits *hits, GCancellable *cancellable)
{
  const TvCalls calls = tv_trace_get_calls (hits->trace, hits->thread);
  const TvHitTest test = tv_method_set_get_test (hits->methods, hits->thread);
  const guint n_bits = hits->n_words * WORD_BITS;
  /* Without an open call the level is -1, which wraps. */
  Descent at = { &calls, TV_CALL_NONE, G_MAXUINT };

  for (guint32 call = 0; call < calls.n; call++)
    {
      if (call % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      enter (&at, call);
      if (at.level - hits->first_level < n_bits
          && tv_hit_test_passes (&test, tv_calls_method (&calls, call), call))
        set_bit (hits->tiers[0].words + (call >> BLOCK_BITS) * hits->n_words,
                 at.level - hits->first_level);
    }
  return TRUE;
}

static void
join_blocks (TvChartHits *hits)
{
  for (guint tier = 1; tier < hits->n_tiers; tier++)
    for (gsize i = 0; i < hits->tiers[tier - 1].n; i++)
      for (guint word = 0; word < hits->n_words; word++)
        hits->tiers[tier].words[(i >> FAN_OUT_BITS) * hits->n_words + word]
            |= hits->tiers[tier - 1].words[i * hits->n_words + word];
}

static void
free_contents (gpointer data)
{
  TvChartHits *hits = data;

  for (guint i = 0; i < hits->n_tiers; i++)
    g_free (hits->tiers[i].words);
  tv_method_set_unref (hits->methods);
  tv_trace_unref (hits->trace);
}

/**
 * tv_chart_hits_new:
 * @trace: a trace
 * @thread: index of a thread
 * @methods: some methods of @trace
 * @first_level: the topmost requested level of the stack
 * @n_levels: number of requested levels, over 0
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds the calls of some methods on some levels. Takes some nanoseconds for each call
 * of the thread, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if cancelled
 */
TvChartHits *
tv_chart_hits_new (TvTrace *trace, guint thread, TvMethodSet *methods,
                   guint first_level, guint n_levels, GCancellable *cancellable)
{
  g_autoptr (TvChartHits) hits = NULL;
  gsize n;

  g_return_val_if_fail (trace != NULL && methods != NULL, NULL);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), NULL);
  g_return_val_if_fail (n_levels > 0 && n_levels <= G_MAXUINT32 - first_level, NULL);

  hits = g_atomic_rc_box_new0 (TvChartHits);
  hits->trace = tv_trace_ref (trace);
  hits->thread = thread;
  hits->methods = tv_method_set_ref (methods);
  hits->first_level = first_level / WORD_BITS * WORD_BITS;
  hits->n_words = (first_level - hits->first_level + n_levels - 1) / WORD_BITS + 1;
  n = (tv_trace_get_thread (trace, thread)->n_calls >> BLOCK_BITS) + 1;
  for (guint i = 0; i < MAX_TIERS && (i == 0 || n > 1); i++)
    {
      n = i > 0 ? ((n - 1) >> FAN_OUT_BITS) + 1 : n;
      hits->tiers[i] = (Tier){ n, g_new0 (guint64, n * hits->n_words) };
      hits->n_tiers++;
    }
  if (!fill_blocks (hits, cancellable))
    return NULL;
  join_blocks (hits);
  return g_steal_pointer (&hits);
}

TvChartHits *
tv_chart_hits_ref (TvChartHits *hits)
{
  g_return_val_if_fail (hits != NULL, NULL);

  return g_atomic_rc_box_acquire (hits);
}

void
tv_chart_hits_unref (TvChartHits *hits)
{
  g_return_if_fail (hits != NULL);

  g_atomic_rc_box_release_full (hits, free_contents);
}

/**
 * tv_chart_hits_cover:
 * @hits: hits
 * @methods: (nullable): some methods
 * @first_level: a level
 * @n_levels: number of levels
 *
 * Returns: whether @hits are those of @methods and cover all these levels
 */
gboolean
tv_chart_hits_cover (const TvChartHits *hits, const TvMethodSet *methods,
                     guint first_level, guint n_levels)
{
  g_return_val_if_fail (hits != NULL, FALSE);

  return hits->methods == methods && first_level >= hits->first_level
         && (guint64) first_level - hits->first_level + n_levels
                <= (guint64) hits->n_words * WORD_BITS;
}

const TvMethodSet *
tv_chart_hits_get_methods (const TvChartHits *hits)
{
  g_return_val_if_fail (hits != NULL, NULL);

  return hits->methods;
}

static gboolean
has_wanted (const TvChartHits *hits, const guint64 *wanted, guint tier, gsize place)
{
  const guint64 *words = hits->tiers[tier].words + place * hits->n_words;

  for (guint i = 0; i < hits->n_words; i++)
    if ((words[i] & wanted[i]) != 0)
      return TRUE;
  return FALSE;
}

/* Returns the first block from @block on with a hit on a wanted level, or @end. */
static gsize
find_block (const TvChartHits *hits, const guint64 *wanted, gsize block, gsize end)
{
  guint tier = 0;

  while (block < end)
    {
      guint bits = tier * FAN_OUT_BITS;

      if (has_wanted (hits, wanted, tier, block >> bits))
        {
          if (tier == 0)
            return block;
          tier--;
          continue;
        }
      block = ((block >> bits) + 1) << bits;
      while (tier + 1 < hits->n_tiers
             && block % ((gsize) 1 << (tier + 1) * FAN_OUT_BITS) == 0)
        tier++;
    }
  return end;
}

/* Finds the first hit on each wanted level among some calls. Then the level is no
 * longer wanted. */
static void
find_in_calls (const TvChartHits *hits, const TvCallStacks *stacks, guint32 first,
               gsize end, guint first_level, guint64 *wanted, guint32 *found)
{
  const TvCalls calls = tv_trace_get_calls (hits->trace, hits->thread);
  const TvHitTest test = tv_method_set_get_test (hits->methods, hits->thread);
  Descent at
      = { &calls, first, tv_call_stacks_get_depth (stacks, hits->thread, first) };

  for (guint32 call = first; call < end; call++)
    {
      guint bit;

      if (call > first)
        enter (&at, call);
      bit = at.level - hits->first_level;
      if (bit >= hits->n_words * WORD_BITS || !has_bit (wanted, bit)
          || !tv_hit_test_passes (&test, tv_calls_method (&calls, call), call))
        continue;
      found[at.level - first_level] = call;
      wanted[bit / WORD_BITS] &= ~(G_GUINT64_CONSTANT (1) << bit % WORD_BITS);
    }
}

/* Finds the first hit on each level among some calls; %TV_CALL_NONE for none. Takes
 * time for each level, and little for each call. */
void
tv_chart_hits_find_first (const TvChartHits *hits, const TvCallStacks *stacks,
                          gsize first, gsize end, guint first_level, guint n_levels,
                          guint32 *found)
{
  g_autofree guint64 *wanted = NULL;
  gsize end_block = ((end - 1) >> BLOCK_BITS) + 1;

  g_return_if_fail (hits != NULL && stacks != NULL && found != NULL);
  g_return_if_fail (tv_chart_hits_cover (hits, hits->methods, first_level, n_levels));
  g_return_if_fail (first < end);

  wanted = g_new0 (guint64, hits->n_words);
  for (guint i = 0; i < n_levels; i++)
    {
      found[i] = TV_CALL_NONE;
      set_bit (wanted, first_level - hits->first_level + i);
    }
  for (gsize block = find_block (hits, wanted, first >> BLOCK_BITS, end_block);
       block < end_block; block = find_block (hits, wanted, block + 1, end_block))
    find_in_calls (hits, stacks, (guint32) MAX (first, block << BLOCK_BITS),
                   MIN (end, (block + 1) << BLOCK_BITS), first_level, wanted, found);
}
