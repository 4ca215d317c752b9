/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/group-pass-private.h"

/*
 * A call is the outermost of its group when no other call of the group is on the
 * thread's stack. Flags tell that of methods only, so the stack is followed here with a
 * counter for each group: in pre-order the call before is a descendant of this one's
 * parent, or the parent, and going up from there leaves exactly the calls that ended.
 */

typedef struct
{
  TvGroupSum *sums;
  const guint32 *group_of;
  const TvThreadPiece *piece;
  TvCalls calls;
} Pass;

static inline TvGroupSum *
get_sum (const Pass *pass, gsize call)
{
  return &pass->sums[pass->group_of[tv_calls_method (&pass->calls, call)]];
}

static void
enter_stack (const Pass *pass, guint32 top)
{
  for (; top != TV_CALL_NONE; top = pass->calls.parent[top])
    get_sum (pass, top)->n_open++;
}

/* The calls that were open when the range began. From the innermost outwards, so that
 * the one which leaves none of its group on the stack is the outermost. */
static void
add_open_calls (const Pass *pass)
{
  enter_stack (pass, pass->piece->open);
  for (guint32 call = pass->piece->open; call != TV_CALL_NONE;
       call = pass->calls.parent[call])
    {
      TvGroupSum *sum = get_sum (pass, call);
      gint64 inclusive[TV_N_CLOCKS];

      if (--sum->n_open > 0)
        continue;
      sum->calls += (guint64) tv_thread_piece_cut_open_call (pass->piece, &pass->calls,
                                                             call, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        sum->inclusive[clock] += inclusive[clock];
    }
}

static inline void
add_outermost (const Pass *pass, TvGroupSum *sum, gsize call)
{
  sum->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&pass->calls.start[clock]))
      sum->inclusive[clock]
          += MIN (tv_times_get (&pass->calls.end[clock], call), pass->piece->to[clock])
             - tv_times_get (&pass->calls.start[clock], call);
}

/* Some calls that were entered in the range. */
static void
add_calls (const Pass *given, gsize first, gsize end)
{
  const Pass pass = *given;
  const guint32 *parent = pass.calls.parent;
  guint32 top = parent[first];

  enter_stack (&pass, top);
  for (gsize call = first; call < end; call++)
    {
      TvGroupSum *sum;

      for (; top != parent[call]; top = parent[top])
        get_sum (&pass, top)->n_open--;
      sum = get_sum (&pass, call);
      if (sum->n_open++ == 0)
        add_outermost (&pass, sum, call);
      top = (guint32) call;
    }
  for (; top != TV_CALL_NONE; top = parent[top])
    get_sum (&pass, top)->n_open--;
}

/**
 * tv_group_pass_add:
 * @sums: (array): by group, what to add to; no call is on the stack, before as after
 * @group_of: (array): the group of each method
 * @trace: a trace
 * @piece: what a thread of it has
 * @first: the first of its items that is added
 * @end: the item after the last, at most tv_thread_piece_get_n_items()
 *
 * Adds some items of a thread. Waits have no sums here. Takes time for each call, and
 * for the depth of the stack at the first.
 */
void
tv_group_pass_add (TvGroupSum *sums, const guint32 *group_of, const TvTrace *trace,
                   const TvThreadPiece *piece, guint64 first, guint64 end)
{
  gsize n_calls = piece->end_call - piece->first_call;
  guint64 before = tv_thread_piece_get_n_items (piece) - n_calls;
  Pass pass = { .sums = sums, .group_of = group_of, .piece = piece };

  pass.calls = tv_trace_get_calls (trace, piece->thread);
  if (first == 0 && end > 0)
    add_open_calls (&pass);
  if (end > MAX (first, before))
    add_calls (&pass, piece->first_call + (gsize) (MAX (first, before) - before),
               piece->first_call + (gsize) (end - before));
}
