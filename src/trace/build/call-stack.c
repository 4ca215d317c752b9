/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/call-stack.h"

void
tv_call_stack_clear (TvCallStack *stack)
{
  g_clear_pointer (&stack->frames, g_free);
  g_clear_pointer (&stack->live, g_hash_table_unref);
  stack->depth = stack->capacity = stack->barrier = 0;
}

/* The rare case of tv_call_stack_push(). */
void
tv_call_stack_grow (TvCallStack *stack)
{
  stack->capacity = MAX (stack->capacity * 2, 2);
  stack->frames = g_renew (TvFrame, stack->frames, stack->capacity);
}

/* Updates the count of a method. A method that is not on the stack takes no memory. */
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

/* Finds a method above the barrier. Without the counts, each stray exit of a hostile
 * file would cost the depth of the stack. With them, the search only passes frames that
 * the exit then closes. */
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
