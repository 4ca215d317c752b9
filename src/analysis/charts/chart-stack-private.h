/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/chart-hits.h"
#include "analysis/lookup/call-stacks.h"

G_BEGIN_DECLS

/**
 * TvChartStack:
 * @innermost: the innermost call, or %TV_CALL_NONE
 * @level: the number of calls around @innermost while it is above the levels in sight,
 *   -1 if there is none
 * @calls: (array length=n): the calls of the stack on the levels in sight
 * @n: how many of those levels it reaches
 *
 * What is open at a moment, as far as it is in sight. All below the levels in sight is
 * left out, but for @innermost.
 */
typedef struct
{
  guint32 innermost;
  gint64 level;
  guint32 *calls;
  guint n;
} TvChartStack;

/**
 * TvChartSight:
 * @stacks: an index of a trace's calls
 * @thread: index of a thread
 * @calls: its calls
 * @first_level: the topmost level in sight; roots are on level 0
 * @n_levels: how many levels are in sight, over 0
 * @hits: (nullable): what a search found on these
 *
 * Which levels of which thread are looked at.
 */
typedef struct
{
  const TvCallStacks *stacks;
  guint thread;
  TvCalls calls;
  guint first_level;
  guint n_levels;
  const TvChartHits *hits;
} TvChartSight;

void tv_chart_stack_init (TvChartStack *stack, const TvChartSight *sight);
void tv_chart_stack_clear (TvChartStack *stack);
gboolean tv_chart_stack_find (TvChartStack *stack, const TvChartSight *sight,
                              const TvChartStack *near, guint32 call);

static inline gboolean
tv_chart_stack_is_in_sight (const TvChartStack *stack)
{
  return stack->n > 0 && stack->calls[stack->n - 1] == stack->innermost;
}

/* Makes call the innermost. */
static inline void
tv_chart_stack_enter (TvChartStack *stack, const TvChartSight *sight, guint32 call)
{
  if (stack->n > 0)
    {
      if (stack->n < sight->n_levels && tv_chart_stack_is_in_sight (stack))
        stack->calls[stack->n++] = call;
    }
  else if (++stack->level == sight->first_level)
    stack->calls[stack->n++] = call;
  stack->innermost = call;
}

/* Makes the parent of the innermost call the innermost. */
static inline gboolean
tv_chart_stack_leave (TvChartStack *stack, const TvChartSight *sight)
{
  gboolean in_sight = tv_chart_stack_is_in_sight (stack);

  if (in_sight)
    stack->n--;
  if (stack->n == 0)
    stack->level = in_sight ? (gint64) sight->first_level - 1 : stack->level - 1;
  stack->innermost = sight->calls.parent[stack->innermost];
  return in_sight;
}

G_END_DECLS
