/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/*
 * The calls of all threads of a tree are numbered in pre-order, one thread after the
 * other. The number that follows a call and all calls below it leads from one child to
 * the next. An entry of a node is a call on its path; in a bottom-up tree, it is a call
 * of the method at the start of the path, and the caller at the end of the path.
 *
 * The entries of a node's children are allocated when it is opened. In a bottom-up tree
 * an entry moves into at most one child, so the children use the room of their parent.
 */

/* Marks of a call of a tree. */
typedef enum
{
  TV_CALL_MARK_WAITS = 1 << 0,
  TV_CALL_MARK_WANTED = 1 << 1, /* with @through: it is on a path */
  TV_CALL_MARK_WITHIN = 1 << 2, /* with @through: its own time counts */
  TV_CALL_MARK_NESTED = 1 << 3, /* with @from: its time is part of another call's */
  TV_CALL_MARK_LEADS = 1 << 4,  /* there are hits further down the tree */
} TvCallMark;

/* The waits of a call in the range. */
typedef struct
{
  guint32 number; /* of the call in the thread */
  guint32 n;
  gint64 time;
} TvCallWait;

/* The calls of a thread. */
typedef struct
{
  TvThreadRange range;
  guint32 first; /* number of the first call */
  guint32 n;
  GArray *waits;            /* TvCallWait: by number */
  GArray *starts;           /* guint32: with @from, the numbers of its calls */
  gint64 *led[TV_N_CLOCKS]; /* by call: with @through, for a call that is not within,
                             * the time of the calls below that are; with @nested, the
                             * time of the calls below that are on the first level */
  guint32 *n_led; /* with @nested, by call: the number of the latter calls; NULL if
                   * there are none */
} TvCallTreeThread;

/* The calls that a tree is made of. They don't change while it grows. */
typedef struct
{
  TvTrace *trace;
  TvCallTreeThread *threads;
  guint n_threads;
  guint32 n;
  guint32 *ends; /* by number: the number after the call and all below it; NULL if few
                  * of them are needed */
  guint8 *marks; /* by number: TvCallMark */
  guint8 *from;  /* nullable, by method */
  gboolean through;
  gboolean nested;
} TvCallTreeCalls;

TvCallTreeCalls *tv_call_tree_calls_new (TvTrace *trace, const TvProfileRange *range,
                                         const TvCallTreeLimits *limits,
                                         GCancellable *cancellable, GError **error);
void tv_call_tree_calls_free (TvCallTreeCalls *calls);

const TvCallTreeThread *tv_call_tree_calls_find_thread (const TvCallTreeCalls *calls,
                                                        guint32 number);
TvCallWait tv_call_tree_thread_find_wait (const TvCallTreeThread *thread,
                                          guint32 number);
guint32 tv_call_tree_thread_find_end (const TvCallTreeThread *thread, guint32 number);

/* Gets the time of a call, or with @through, the time below it in calls of those
 * methods. Returns whether the call counts in the range. */
static inline gboolean
tv_call_tree_calls_get_inclusive (const TvCallTreeCalls *calls,
                                  const TvCallTreeThread *thread, guint32 number,
                                  gint64 inclusive[TV_N_CLOCKS])
{
  const TvThreadRange *range = &thread->range;
  const guint32 i = number - thread->first;
  const guint32 call = tv_thread_range_get_call (range, i);
  gboolean counts = TRUE;

  /* Most calls were entered in the range. */
  if (i < range->n_open)
    counts = tv_thread_range_clip_call (range, call, inclusive);
  else
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      inclusive[clock]
          = tv_times_exist (&range->calls.start[clock])
                ? MIN (tv_times_get (&range->calls.end[clock], call), range->to[clock])
                      - tv_times_get (&range->calls.start[clock], call)
                : 0;
  if (calls->through && !(calls->marks[number] & TV_CALL_MARK_WITHIN))
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      inclusive[clock] = thread->led[clock] != NULL ? thread->led[clock][i] : 0;
  if (calls->nested && thread->n_led != NULL)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      inclusive[clock] -= thread->led[clock] != NULL ? thread->led[clock][i] : 0;
  return counts;
}

guint8 *tv_call_tree_find_through (const TvTrace *trace, const TvMethodSet *methods,
                                   const guint32 *same);

/* The memory of entries. */
typedef struct
{
  GPtrArray *blocks; /* of guint32[] */
  guint32 *next;
  gsize n_left;
} TvCallTreeRoom;

/* A block of nodes is twice as large as the one before. */
#define TV_FIRST_NODES 1024
#define TV_N_NODE_BLOCKS 23

struct _TvCallTree
{
  TvTrace *trace;
  gboolean bottom_up;
  gboolean by_exclusive; /* whether children are ordered by exclusive time */
  TvCallTreeStarts starts;
  TvClock clock;
  gint64 whole[TV_N_CLOCKS];
  TvCallTreeNode *blocks[TV_N_NODE_BLOCKS];
  guint32 n_nodes;
  guint32 n_roots; /* the roots are the first nodes */

  /* For growing */
  TvCallTreeCalls *calls;         /* NULL if it no longer grows */
  const TvCallTreeThread *thread; /* of the last call */
  guint32 *same;                  /* nullable, by method */
  TvCallTreeRoom room;            /* of entries: a call, or in a bottom-up tree two */
  guint32 *moving;                /* entries of the node that is opened */
  gsize n_moving;
  GArray *groups;    /* TvCallTreeNode: the children of the node that is opened */
  GArray *targets;   /* guint32: by group, where its next entry goes */
  guint64 *group_of; /* by method: the number of an opening, and its group there */
  guint32 n_openings;
};

static inline TvCallTreeNode *
tv_call_tree_find_node (const TvCallTree *tree, guint32 index)
{
  const guint block = g_bit_storage (index / TV_FIRST_NODES + 1) - 1;

  return &tree->blocks[block][index - ((1u << block) - 1) * TV_FIRST_NODES];
}

static inline gint64
tv_call_tree_get_time (const TvCallTree *tree, const TvCallTreeNode *node)
{
  return (tree->by_exclusive ? node->exclusive : node->inclusive)[tree->clock];
}

guint32 tv_call_tree_add_node (TvCallTree *tree, const TvCallTreeNode *node);
gboolean tv_call_tree_add_roots (TvCallTree *tree, gboolean per_thread,
                                 GCancellable *cancellable);
void tv_call_tree_end_growth (TvCallTree *tree);

G_END_DECLS
