/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/call-stack.h"

void
tv_call_stack_clear (TvCallStack *stack)
{
  g_clear_pointer (&stack->frames, g_free);
  g_clear_pointer (&stack->live, g_hash_table_unref);
  stack->depth = stack->capacity = stack->barrier = 0;
}

/**
 * tv_call_stack_grow:
 * @stack: a full stack
 *
 * Makes room; the slow half of tv_call_stack_push().
 */
void
tv_call_stack_grow (TvCallStack *stack)
{
  stack->capacity = MAX (stack->capacity * 2, 2);
  stack->frames = g_renew (TvFrame, stack->frames, stack->capacity);
}

/* Keeps the counts; a method that is not on the stack takes no memory. */
void
tv_call_stack_count (TvCallStack *stack, guint32 method, gint change)
{
  gpointer key = GUINT_TO_POINTER (method);
  gsize count = GPOINTER_TO_SIZE (g_hash_table_lookup (stack->live, key));

  count += (gsize) change;
  if (count == 0)
    g_hash_table_remove (stack->live, key);
  else
    g_hash_table_insert (stack->live, key, GSIZE_TO_POINTER (count));
}

static void
start_counting (TvCallStack *stack)
{
  stack->live = g_hash_table_new (NULL, NULL);
  for (guint32 i = stack->barrier; i < stack->depth; i++)
    tv_call_stack_count (stack, stack->frames[i].method, 1);
}

/* Looks for method above the barrier. Without the counts a hostile file of stray exits
 * would cost its depth each; with them the search runs only when it ends in closing
 * the frames that it passes. */
gboolean
tv_call_stack_find (TvCallStack *stack, guint32 method, guint32 *depth)
{
  if (stack->live == NULL)
    start_counting (stack);
  if (!g_hash_table_contains (stack->live, GUINT_TO_POINTER (method)))
    return FALSE;
  for (guint32 i = stack->depth; i-- > stack->barrier;)
    if (stack->frames[i].method == method)
      {
        *depth = i;
        return TRUE;
      }
  return FALSE;
}
