/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvFrame:
 * @method: index of the method
 * @call: index of the call in its thread
 *
 * An open call.
 */
typedef struct
{
  guint32 method;
  guint32 call;
} TvFrame;

/**
 * TvCallStack:
 * @frames: outermost first
 * @depth: number of open calls
 * @barrier: number of calls that were open before tracing began; they can be left only
 *   when all others are gone
 * @capacity: how many fit into @frames
 * @live: (nullable): number of calls above the barrier by method; created at the first
 *   exit that does not match the top
 *
 * The open calls of one thread. Its memory grows with the depth reached.
 */
typedef struct
{
  TvFrame *frames;
  guint32 depth;
  guint32 barrier;
  gsize capacity;
  GHashTable *live;
} TvCallStack;

void tv_call_stack_clear (TvCallStack *stack);
void tv_call_stack_grow (TvCallStack *stack);
void tv_call_stack_count (TvCallStack *stack, guint32 method, gint change);
gboolean tv_call_stack_find (TvCallStack *stack, guint32 method, guint32 *depth);

static inline void
tv_call_stack_push (TvCallStack *stack, guint32 method, guint32 call)
{
  if (G_UNLIKELY (stack->depth == stack->capacity))
    tv_call_stack_grow (stack);
  stack->frames[stack->depth].method = method;
  stack->frames[stack->depth].call = call;
  stack->depth++;
  if (G_UNLIKELY (stack->live != NULL))
    tv_call_stack_count (stack, method, 1);
}

static inline TvFrame
tv_call_stack_pop (TvCallStack *stack)
{
  TvFrame frame = stack->frames[--stack->depth];

  if (G_UNLIKELY (stack->live != NULL) && stack->depth >= stack->barrier)
    tv_call_stack_count (stack, frame.method, -1);
  if (stack->depth < stack->barrier)
    stack->barrier = stack->depth;
  return frame;
}

G_END_DECLS
