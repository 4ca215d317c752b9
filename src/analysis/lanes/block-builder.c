/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/block-builder.h"

/* The methods that a block names, those with the most own time. */
typedef struct
{
  guint n;
  TvOwnTime best[TV_LANE_BLOCK_METHODS];
} Leaders;

/* Adds the sums of a part to those of a block. */
void
tv_block_builder_fold (TvBlockBuilder *builder, const TvBlockBuilder *part)
{
  builder->busy += part->busy;
  builder->deepest = MAX (builder->deepest, part->deepest);
  if (builder->instant_method == TV_METHOD_NONE)
    builder->instant_method = part->instant_method;
  if (part->wait > 0)
    tv_block_builder_add_wait (builder, part->wait_method, part->wait);
  for (guint i = 0; i < part->sums.n; i++)
    {
      const TvOwnTime *sum = tv_own_time_table_get (&part->sums, i);

      tv_own_time_table_add (&builder->sums, sum->method, sum->own);
    }
}

/* Of equal sums, the first comes first. */
static void
find_leaders (const TvOwnTimeTable *sums, guint n, Leaders *leaders)
{
  leaders->n = 0;
  for (guint i = 0; i < sums->n; i++)
    {
      const TvOwnTime *sum = tv_own_time_table_get (sums, i);
      guint place = leaders->n;

      if (place == n && sum->own <= leaders->best[n - 1].own)
        continue;
      if (place < n)
        leaders->n++;
      else
        place--;
      for (; place > 0 && leaders->best[place - 1].own < sum->own; place--)
        leaders->best[place] = leaders->best[place - 1];
      leaders->best[place] = *sum;
    }
}

/* Writes the methods and shares of a part or block that ends at @end. */
void
tv_block_builder_write (const TvBlockBuilder *builder, gint64 end, guint n,
                        guint8 *shares, TvLaneMethods *methods, gsize place)
{
  gint64 length = end - builder->start;
  Leaders leaders;

  if (builder->busy == 0)
    {
      if (builder->instant_method != TV_METHOD_NONE)
        {
          shares[0] = 1;
          tv_lane_methods_set (methods, place, builder->instant_method);
        }
      if (builder->wait > 0)
        {
          shares[1] = (guint8) tv_lane_to_steps (builder->wait, length, 255);
          tv_lane_methods_set (methods, place + 1, builder->wait_method);
        }
      return;
    }
  find_leaders (&builder->sums, n, &leaders);
  for (guint i = 0; i < leaders.n; i++)
    {
      shares[i] = (guint8) tv_lane_to_steps (leaders.best[i].own, length, 255);
      tv_lane_methods_set (methods, place + i, leaders.best[i].method);
    }
}
