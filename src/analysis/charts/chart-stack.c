/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/charts/chart-stack-private.h"

#include "analysis/sums/call-bounds.h"

/* So many callers are gone through one by one before the index is asked. */
#define MAX_STEPS 128

void
tv_chart_stack_init (TvChartStack *stack, const TvChartSight *sight)
{
  g_return_if_fail (stack != NULL && sight != NULL);

  *stack = (TvChartStack){ TV_CALL_NONE, -1, g_new (guint32, sight->n_levels), 0 };
}

void
tv_chart_stack_clear (TvChartStack *stack)
{
  g_return_if_fail (stack != NULL);

  g_clear_pointer (&stack->calls, g_free);
}

/* How many calls in sight of another stack are @call or around it. */
static guint
count_common (const TvChartSight *sight, const TvChartStack *near, guint32 call)
{
  gint64 start = tv_times_get (&sight->calls.axis_start, call);
  guint n = near->n;

  while (
      n > 0
      && (near->calls[n - 1] > call
          || (near->calls[n - 1] < call
              && tv_times_get (&sight->calls.axis_end, near->calls[n - 1]) <= start)))
    n--;
  return n;
}

/* The call around @call on @level, which is above it. Of the calls that were entered so
 * far the innermost is looked for that is open when @call begins: the more of them are
 * taken, the deeper it is. */
static guint32
find_ancestor (const TvChartSight *sight, guint32 call, guint level)
{
  gint64 time = tv_times_get (&sight->calls.axis_start, call);
  gsize low = 1, high = (gsize) call + 1;

  while (low < high)
    {
      gsize middle = low + (high - low + 1) / 2;
      guint32 open
          = tv_call_stacks_find_open (sight->stacks, sight->thread, middle, time);

      if (open == TV_CALL_NONE
          || tv_call_stacks_get_depth (sight->stacks, sight->thread, open) <= level)
        low = middle;
      else
        high = middle - 1;
    }
  return tv_call_stacks_find_open (sight->stacks, sight->thread, low, time);
}

/* Writes the calls from @call, on @level, up to the levels that are there. */
static void
fill_up (TvChartStack *stack, const TvChartSight *sight, guint32 call, guint level)
{
  guint n_known = stack->n;

  stack->n = level - sight->first_level + 1;
  for (guint i = stack->n; i > n_known; i--)
    {
      stack->calls[i - 1] = call;
      call = sight->calls.parent[call];
    }
}

static gboolean
find_with_index (TvChartStack *stack, const TvChartSight *sight, guint32 call)
{
  guint level = tv_call_stacks_get_depth (sight->stacks, sight->thread, call);
  guint last = sight->first_level + sight->n_levels - 1;

  stack->level = level;
  if (level < sight->first_level)
    return TRUE;
  if (level > last && level - last > MAX_STEPS)
    {
      /* What lasts no time cannot be found by time. */
      if (tv_times_get (&sight->calls.axis_start, call)
          == tv_times_get (&sight->calls.axis_end, call))
        return FALSE;
      call = find_ancestor (sight, call, last);
      level = last;
    }
  for (; level > last; level--)
    call = sight->calls.parent[call];
  fill_up (stack, sight, call, level);
  return TRUE;
}

/* Takes as many steps as the stacks differ in, up to a limit, after which it takes the
 * logarithm of the number of calls. */
gboolean
tv_chart_stack_find (TvChartStack *stack, const TvChartSight *sight,
                     const TvChartStack *near, guint32 call)
{
  guint32 around = call;
  guint32 known;
  guint steps = 0;

  stack->innermost = call;
  stack->level = -1;
  stack->n = 0;
  if (call == TV_CALL_NONE)
    return TRUE;

  stack->n = count_common (sight, near, call);
  for (guint i = 0; i < stack->n; i++)
    stack->calls[i] = near->calls[i];
  if (stack->n == sight->n_levels)
    return TRUE;
  known = stack->n > 0 ? stack->calls[stack->n - 1] : TV_CALL_NONE;
  while (around != known && steps <= MAX_STEPS)
    {
      around = sight->calls.parent[around];
      steps++;
    }
  if (around != known)
    return find_with_index (stack, sight, call);

  stack->level = (gint64) steps - 1;
  if (stack->n > 0)
    stack->level += (gint64) sight->first_level + stack->n;
  if (stack->level < sight->first_level)
    return TRUE;
  for (; stack->level >= (gint64) sight->first_level + sight->n_levels; stack->level--)
    call = sight->calls.parent[call];
  fill_up (stack, sight, call, (guint) stack->level);
  return TRUE;
}
