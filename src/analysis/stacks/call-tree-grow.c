/* SPDX-License-Identifier: Apache-2.0 */

/* To open a node, the callees or the callers of its calls are visited twice: first to
 * add them up by method, then to list them by method. So a tree takes time only for the
 * calls of the nodes that are opened. */

#include "analysis/stacks/call-tree-private.h"

#define CALLS_PER_CHECK (1 << 16)
#define ENTRIES_PER_BLOCK (1 << 14)

/* A call to be added up, and the caller at the end of its path so far. In a top-down
 * tree both are the same, and the time of a call may be counted on the first level. */
typedef struct
{
  guint32 call;
  guint32 at;
  gboolean is_elsewhere;
} Candidate;

/* The calls that the children of a node are made of. */
typedef struct
{
  TvCallTree *tree;
  const guint32 *entry; /* the next entry of the node */
  const guint32 *last_entry;
  guint32 next; /* the next callee of the last entry or, of a root, the next call */
  guint32 end;

  /* Of a root */
  gboolean is_top;     /* with @from */
  gboolean has_nested; /* also calls within another one */
  const TvCallTreeThread *thread;
  const TvCallTreeThread *last_thread;
  guint n_starts; /* how many starts of this thread were read */
} Candidates;

typedef struct
{
  TvCallTreeGrowth limits;
  GCancellable *cancellable;
  guint64 n_read;
  guint32 top;   /* the node that is opened with nodes below it */
  GArray *steps; /* Step: the nodes below it */
} Growing;

typedef struct
{
  guint32 node;
  guint depth;
} Step;

static inline const TvCallTreeThread *
find_thread (TvCallTree *tree, guint32 number)
{
  if (number - tree->thread->first >= tree->thread->n)
    tree->thread = tv_call_tree_calls_find_thread (tree->calls, number);
  return tree->thread;
}

static inline guint32
get_method (TvCallTree *tree, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (tree, number);

  return tv_calls_method (
      &thread->range.calls,
      tv_thread_range_get_call (&thread->range, number - thread->first));
}

static inline guint32
find_parent (TvCallTree *tree, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (tree, number);
  const guint32 parent
      = tv_thread_range_find_parent (&thread->range, number - thread->first);

  return parent == TV_CALL_NONE ? TV_CALL_NONE : thread->first + parent;
}

static inline guint32
get_end (TvCallTree *tree, guint32 number)
{
  const guint32 *ends = tree->calls->ends;

  return ends != NULL
             ? ends[number]
             : tv_call_tree_thread_find_end (find_thread (tree, number), number);
}

static inline gboolean
has_mark (const TvCallTree *tree, guint32 number, TvCallMark mark)
{
  return (tree->calls->marks[number] & mark) != 0;
}

/* Candidates */

static inline guint
get_entry_size (const TvCallTree *tree)
{
  return tree->bottom_up ? 2 : 1;
}

static void
candidates_init (Candidates *self, TvCallTree *tree, const TvCallTreeNode *node)
{
  const TvCallTreeCalls *calls = tree->calls;

  *self = (Candidates){ .tree = tree };
  self->entry = self->last_entry = node->entries;
  if (node->n_entries > 0)
    self->last_entry += (gsize) node->n_entries * get_entry_size (tree);
  if (node->parent != TV_NODE_NONE)
    return;
  self->is_top = calls->from != NULL;
  self->has_nested = tree->bottom_up || calls->nested;
  self->thread = calls->threads;
  self->last_thread = calls->threads + calls->n_threads;
  if (node->thread != TV_THREAD_NONE)
    {
      while (self->thread->range.thread != node->thread)
        self->thread++;
      self->last_thread = self->thread + 1;
    }
  if (self->is_top || self->thread == self->last_thread)
    return;
  self->next = self->thread->first;
  self->end = self->last_thread[-1].first + self->last_thread[-1].n;
}

/* Returns whether paths begin with a call of a method of @from. */
static inline gboolean
is_start (const Candidates *self, guint32 number)
{
  const gboolean is_nested = has_mark (self->tree, number, TV_CALL_MARK_NESTED);

  if (self->tree->starts == TV_CALL_TREE_STARTS_ALL)
    return !is_nested || self->has_nested;
  return is_nested == (self->tree->starts == TV_CALL_TREE_STARTS_RECURSIVE);
}

static inline gboolean
next_start (Candidates *self, guint32 *number)
{
  while (self->thread < self->last_thread)
    {
      const GArray *starts = self->thread->starts;

      if (self->n_starts == starts->len)
        {
          self->thread++;
          self->n_starts = 0;
          continue;
        }
      *number = g_array_index (starts, guint32, self->n_starts++);
      if (is_start (self, *number))
        return TRUE;
    }
  return FALSE;
}

static inline gboolean
next_callee (Candidates *self, guint32 *number)
{
  const TvCallTreeCalls *calls = self->tree->calls;

  if (self->is_top)
    return next_start (self, number);
  while (TRUE)
    {
      while (self->next == self->end)
        {
          if (self->entry == self->last_entry)
            return FALSE;
          self->next = *self->entry + 1;
          self->end = get_end (self->tree, *self->entry++);
        }
      *number = self->next;
      self->next = get_end (self->tree, *number);
      if (!calls->through || has_mark (self->tree, *number, TV_CALL_MARK_WANTED))
        return TRUE;
    }
}

/* Returns whether the time of a callee is on the first level, so that here it only
 * counts. */
static inline gboolean
is_elsewhere (const Candidates *self, guint32 number)
{
  const TvCallTreeCalls *calls = self->tree->calls;

  return calls->nested && !self->is_top && calls->from[get_method (self->tree, number)];
}

/* Paths do not begin with calls that don't count. */
static gboolean
counts (const Candidates *self, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (self->tree, number);
  gint64 inclusive[TV_N_CLOCKS];

  return (!self->tree->calls->through
          || has_mark (self->tree, number, TV_CALL_MARK_WANTED))
         && (number - thread->first >= thread->range.n_open
             || tv_call_tree_calls_get_inclusive (self->tree->calls, thread, number,
                                                  inclusive));
}

static inline gboolean
next_caller (Candidates *self, Candidate *candidate)
{
  guint32 number;

  while (G_UNLIKELY (self->is_top) && next_start (self, &number))
    if (counts (self, number))
      {
        candidate->call = candidate->at = number;
        return TRUE;
      }
  for (; self->next < self->end; self->next++)
    if (counts (self, self->next))
      {
        candidate->call = candidate->at = self->next++;
        return TRUE;
      }
  if (self->entry == self->last_entry)
    return FALSE;
  candidate->call = *self->entry++;
  candidate->at = *self->entry++;
  return TRUE;
}

static inline gboolean
candidates_next (Candidates *self, Candidate *candidate)
{
  candidate->is_elsewhere = FALSE;
  if (self->tree->bottom_up)
    return next_caller (self, candidate);
  if (!next_callee (self, &candidate->call))
    return FALSE;
  candidate->at = candidate->call;
  candidate->is_elsewhere = is_elsewhere (self, candidate->call);
  return TRUE;
}

/* Sums */

static inline gboolean
is_cancelled (Growing *growing)
{
  return growing->n_read++ % CALLS_PER_CHECK == 0
         && g_cancellable_is_cancelled (growing->cancellable);
}

static inline gboolean
get_inclusive (TvCallTree *tree, guint32 number, gint64 inclusive[TV_N_CLOCKS])
{
  return tv_call_tree_calls_get_inclusive (tree->calls, find_thread (tree, number),
                                           number, inclusive);
}

static inline void
add_times (gint64 sums[TV_N_CLOCKS], const gint64 times[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums[clock] += times[clock];
}

static inline void
subtract_times (gint64 sums[TV_N_CLOCKS], const gint64 times[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums[clock] -= times[clock];
}

static void
subtract_callees (TvCallTree *tree, guint32 number, gint64 exclusive[TV_N_CLOCKS])
{
  const guint32 end = get_end (tree, number);
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 i = number + 1; i < end; i = get_end (tree, i))
    {
      (void) get_inclusive (tree, i, inclusive);
      subtract_times (exclusive, inclusive);
    }
}

/* Returns whether the time of a call is part of the time of another call of the tree.
 */
static gboolean
is_nested (TvCallTree *tree, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (tree, number);
  const guint32 call
      = tv_thread_range_get_call (&thread->range, number - thread->first);

  return tree->calls->from != NULL
             ? tree->starts == TV_CALL_TREE_STARTS_ALL
                   && has_mark (tree, number, TV_CALL_MARK_NESTED)
             : thread->range.calls.flags[call] & TV_CALL_RECURSIVE;
}

static inline guint32
find_group (TvCallTree *tree, guint32 method)
{
  const guint32 same = tree->same != NULL ? tree->same[method] : method;
  guint64 *group_of = &tree->group_of[same];

  if (*group_of >> 32 != tree->n_openings)
    {
      const TvCallTreeNode group = { .method = same, .first_child = TV_NODE_NONE };

      *group_of = (guint64) tree->n_openings << 32 | tree->groups->len;
      g_array_append_val (tree->groups, group);
    }
  return (guint32) *group_of;
}

static void
subtract_from_caller (TvCallTree *tree, guint32 caller,
                      const gint64 inclusive[TV_N_CLOCKS])
{
  const guint64 group_of = tree->group_of[get_method (tree, caller)];

  if (group_of >> 32 == tree->n_openings
      && (!tree->calls->through || has_mark (tree, caller, TV_CALL_MARK_WITHIN)))
    subtract_times (
        g_array_index (tree->groups, TvCallTreeNode, (guint32) group_of).exclusive,
        inclusive);
}

static void
add_waits (TvCallTree *tree, guint32 number, TvCallTreeNode *group)
{
  const TvCallWait wait
      = tv_call_tree_thread_find_wait (find_thread (tree, number), number);

  group->waiting += wait.time;
  group->n_waits += wait.n;
}

/* Returns whether there are calls below a call whose time is there. */
static gboolean
has_below (TvCallTree *tree, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (tree, number);
  const guint32 n = get_end (tree, number) - number - 1;

  return n > (thread->n_led != NULL ? thread->n_led[number - thread->first] : 0);
}

static void
add_candidate (TvCallTree *tree, const Candidate *candidate)
{
  const guint32 call = candidate->call;
  const guint32 index = find_group (tree, get_method (tree, candidate->at));
  TvCallTreeNode *group = &g_array_index (tree->groups, TvCallTreeNode, index);
  const gboolean is_own
      = !tree->calls->through || has_mark (tree, call, TV_CALL_MARK_WITHIN);
  gint64 inclusive[TV_N_CLOCKS];
  guint32 parent;

  group->calls += get_inclusive (tree, call, inclusive);
  group->n_entries += !tree->bottom_up;
  if (candidate->is_elsewhere)
    return;
  if (is_own && has_mark (tree, call, TV_CALL_MARK_WAITS))
    add_waits (tree, call, group);
  if (!tree->bottom_up)
    {
      add_times (group->inclusive, inclusive);
      group->has_below = group->has_below || has_below (tree, call);
      return;
    }
  if (!is_nested (tree, call))
    add_times (group->inclusive, inclusive);
  parent = find_parent (tree, candidate->at);
  group->n_entries += parent != TV_CALL_NONE;
  group->has_below = group->n_entries > 0;
  /* If all calls are read, each is subtracted from its caller's method. */
  if (is_own && (call != candidate->at || tree->calls->from != NULL))
    subtract_callees (tree, call, inclusive);
  else if (is_own && parent != TV_CALL_NONE)
    subtract_from_caller (tree, parent, inclusive);
  if (is_own)
    add_times (group->exclusive, inclusive);
}

/* Finds the exclusive times of a node that stays closed. */
static gboolean
find_exclusive (TvCallTree *tree, Growing *growing, TvCallTreeNode *node)
{
  gint64 inclusive[TV_N_CLOCKS];
  Candidates candidates;
  guint32 number;

  memcpy (node->exclusive, node->inclusive, sizeof node->exclusive);
  if (!node->has_below)
    return TRUE;
  candidates_init (&candidates, tree, node);
  while (next_callee (&candidates, &number))
    {
      if (is_cancelled (growing))
        return FALSE;
      if (is_elsewhere (&candidates, number))
        continue;
      (void) get_inclusive (tree, number, inclusive);
      subtract_times (node->exclusive, inclusive);
    }
  return TRUE;
}

/* Opening */

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallTreeNode *first = a, *second = b;
  const gint64 time = tv_call_tree_get_time (user_data, first);
  const gint64 other = tv_call_tree_get_time (user_data, second);

  if (time != other)
    return time > other ? -1 : 1;
  return (first->method > second->method) - (first->method < second->method);
}

static gboolean
is_left_out (const TvCallTree *tree, const Growing *growing, const TvCallTreeNode *node)
{
  return !growing->limits.complete
         && tv_call_tree_get_time (tree, node) < growing->limits.least_time;
}

static gboolean
is_wanted (const TvCallTree *tree, const Growing *growing, const TvCallTreeNode *node,
           guint depth)
{
  return node->has_below
         && (growing->limits.max_depth == 0 || depth < growing->limits.max_depth)
         && tv_call_tree_get_time (tree, node) >= growing->limits.least_time;
}

/* Entries of a bottom-up tree move within their room. */
static void
move_entries_away (TvCallTree *tree, Candidates *candidates)
{
  const gsize n = (gsize) (candidates->last_entry - candidates->entry);

  if (!tree->bottom_up || n == 0)
    return;
  if (n > tree->n_moving)
    {
      g_free (tree->moving);
      tree->moving = g_new (guint32, n);
      tree->n_moving = n;
    }
  memcpy (tree->moving, candidates->entry, n * sizeof *tree->moving);
  candidates->entry = tree->moving;
  candidates->last_entry = tree->moving + n;
}

static gboolean
add_up (TvCallTree *tree, Growing *growing, Candidates candidates)
{
  Candidate candidate;

  g_array_set_size (tree->groups, 0);
  tree->n_openings++;
  while (candidates_next (&candidates, &candidate))
    {
      if (is_cancelled (growing))
        return FALSE;
      add_candidate (tree, &candidate);
    }
  return TRUE;
}

static guint32 *
take_room (TvCallTreeRoom *room, gsize n)
{
  if (n > room->n_left || room->next == NULL)
    {
      room->n_left = MAX (n, ENTRIES_PER_BLOCK);
      room->next = g_new (guint32, room->n_left);
      g_ptr_array_add (room->blocks, room->next);
    }
  room->next += n;
  room->n_left -= n;
  return room->next - n;
}

/* Gives room to the groups that may be opened. */
static void
find_targets (TvCallTree *tree, const Growing *growing, const TvCallTreeNode *node)
{
  const guint size = get_entry_size (tree);
  guint32 *target;
  gsize n = 0;

  for (guint i = 0; i < tree->groups->len; i++)
    {
      TvCallTreeNode *group = &g_array_index (tree->groups, TvCallTreeNode, i);

      if (!group->has_below || is_left_out (tree, growing, group))
        group->n_entries = 0;
      n += group->n_entries;
    }
  target = tree->bottom_up && node->parent != TV_NODE_NONE
               ? node->entries
               : take_room (&tree->room, n * size);
  g_array_set_size (tree->targets, tree->groups->len);
  for (guint i = 0; i < tree->groups->len; i++)
    {
      TvCallTreeNode *group = &g_array_index (tree->groups, TvCallTreeNode, i);

      group->entries = group->n_entries > 0 ? target : NULL;
      g_array_index (tree->targets, guint32 *, i) = group->entries;
      target += group->n_entries * size;
    }
}

/* Lists the calls of groups that may be opened. */
static gboolean
list_entries (TvCallTree *tree, Growing *growing, const TvCallTreeNode *node,
              Candidates candidates)
{
  const guint size = get_entry_size (tree);
  Candidate candidate;

  find_targets (tree, growing, node);
  while (candidates_next (&candidates, &candidate))
    {
      const guint32 group = find_group (tree, get_method (tree, candidate.at));
      guint32 **target = &g_array_index (tree->targets, guint32 *, group);

      if (is_cancelled (growing))
        return FALSE;
      if (*target == NULL)
        continue;
      if (tree->bottom_up)
        candidate.at = find_parent (tree, candidate.at);
      if (candidate.at == TV_CALL_NONE)
        continue;
      (*target)[0] = candidate.call;
      (*target)[size - 1] = candidate.at;
      *target += size;
    }
  return TRUE;
}

/* Makes nodes of the groups. Returns the first one. */
static gboolean
add_children (TvCallTree *tree, Growing *growing, guint32 index, guint depth,
              guint32 *first)
{
  TvCallTreeNode *node = tv_call_tree_find_node (tree, index);

  *first = tree->n_nodes;
  g_array_sort_with_data (tree->groups, compare_groups, tree);
  for (guint i = 0; i < tree->groups->len; i++)
    {
      TvCallTreeNode *group = &g_array_index (tree->groups, TvCallTreeNode, i);

      if (is_left_out (tree, growing, group))
        break;
      group->parent = index;
      group->thread = node->thread;
      if (!tree->bottom_up && !is_wanted (tree, growing, group, depth + 1)
          && !find_exclusive (tree, growing, group))
        return FALSE;
      (void) tv_call_tree_add_node (tree, group);
    }
  node->n_children = tree->n_nodes - *first;
  for (guint32 i = tree->n_nodes; i-- > *first;)
    if (is_wanted (tree, growing, tv_call_tree_find_node (tree, i), depth + 1))
      {
        const Step step = { i, depth + 1 };

        g_array_append_val (growing->steps, step);
      }
  return TRUE;
}

static gboolean
open_node (TvCallTree *tree, Growing *growing, guint32 index, guint depth,
           guint32 *first)
{
  TvCallTreeNode *node = tv_call_tree_find_node (tree, index);
  Candidates candidates;

  candidates_init (&candidates, tree, node);
  move_entries_away (tree, &candidates);
  if (!add_up (tree, growing, candidates))
    return FALSE;
  if (!tree->bottom_up && index != growing->top)
    {
      memcpy (node->exclusive, node->inclusive, sizeof node->exclusive);
      for (guint i = 0; i < tree->groups->len; i++)
        subtract_times (node->exclusive,
                        g_array_index (tree->groups, TvCallTreeNode, i).inclusive);
    }
  return list_entries (tree, growing, node, candidates)
         && add_children (tree, growing, index, depth, first);
}

/* Opens a node and the nodes below it. Other threads see its children only at the end,
 * when all below them is complete. If cancelled, the tree is as before. */
static gboolean
open_below (TvCallTree *tree, Growing *growing, guint32 top, guint depth)
{
  TvCallTreeNode *node = tv_call_tree_find_node (tree, top);
  const gsize size = get_entry_size (tree) * sizeof *node->entries;
  g_autofree guint32 *saved
      = tree->bottom_up ? g_memdup2 (node->entries, node->n_entries * size) : NULL;
  const TvCallTreeRoom room = tree->room;
  const guint n_blocks = room.blocks->len;
  const guint32 n_before = tree->n_nodes;
  guint32 first;
  gboolean opened;

  growing->top = top;
  opened = open_node (tree, growing, top, depth, &first);
  while (opened && growing->steps->len > 0)
    {
      const Step step = g_array_index (growing->steps, Step, growing->steps->len - 1);

      g_array_set_size (growing->steps, growing->steps->len - 1);
      opened = open_node (tree, growing, step.node, step.depth,
                          &tv_call_tree_find_node (tree, step.node)->first_child);
    }
  if (opened)
    g_atomic_int_set ((gint *) &node->first_child, (gint) first);
  else if (saved != NULL)
    memcpy (node->entries, saved, node->n_entries * size);
  if (!opened)
    {
      tree->n_nodes = n_before;
      tree->room = room;
      g_ptr_array_set_size (room.blocks, (int) n_blocks);
    }
  g_array_set_size (growing->steps, 0);
  return opened;
}

/* Opens the closed nodes at and below @top. */
static gboolean
grow_below (TvCallTree *tree, Growing *growing, guint32 top)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Step step = { top, 0 };
  guint n;

  g_array_append_val (steps, step);
  while (steps->len > 0)
    {
      guint32 child;

      step = g_array_index (steps, Step, steps->len - 1);
      g_array_set_size (steps, steps->len - 1);
      if (!tv_call_tree_has_children (tree, step.node))
        continue;
      if (!tv_call_tree_is_open (tree, step.node))
        {
          if (!open_below (tree, growing, step.node, step.depth))
            return FALSE;
          continue;
        }
      child = tv_call_tree_get_children (tree, step.node, &n);
      step.depth++;
      for (guint i = 0; i < n; i++)
        {
          step.node = child + i;
          if (is_wanted (tree, growing, tv_call_tree_find_node (tree, step.node),
                         step.depth))
            g_array_append_val (steps, step);
        }
    }
  return TRUE;
}

/**
 * tv_call_tree_grow:
 * @tree: a tree that tv_call_tree_new_closed() made
 * @node: index of a node, or %TV_NODE_NONE for all roots
 * @growth: how far it grows
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Opens @node and, below it, the nodes within the limits. Open nodes keep their
 * children: what an incomplete growth left out stays out.
 *
 * Takes time for the calls of the nodes that are opened and for those that they are
 * added up from, so run it in a worker. One thread at a time may grow a tree; others
 * may read the nodes that they know. If it is cancelled, the nodes that were opened
 * before stay.
 *
 * Returns: whether the tree has grown
 */
gboolean
tv_call_tree_grow (TvCallTree *tree, guint32 node, const TvCallTreeGrowth *growth,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Growing growing = { .limits = *growth, .cancellable = cancellable, .steps = steps };
  const guint32 first = node != TV_NODE_NONE ? node : 0;
  guint32 end = node + 1;

  g_return_val_if_fail (tree != NULL && tree->calls != NULL, FALSE);

  if (node == TV_NODE_NONE)
    end = tree->n_roots;
  for (guint32 i = first; i < end; i++)
    if (!grow_below (tree, &growing, i))
      break;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Making trees */

/* Adds a root of the calls of a thread, or of all threads, if it has calls. */
static gboolean
add_root (TvCallTree *tree, Growing *growing, guint32 thread)
{
  TvCallTreeNode root = { .method = TV_METHOD_NONE,
                          .parent = TV_NODE_NONE,
                          .thread = thread,
                          .first_child = TV_NODE_NONE,
                          .has_below = TRUE };
  gboolean is_called = FALSE;
  gint64 inclusive[TV_N_CLOCKS];
  Candidates candidates;
  guint32 number;

  candidates_init (&candidates, tree, &root);
  candidates.has_nested = tree->calls->nested;
  while (next_callee (&candidates, &number))
    {
      if (is_cancelled (growing))
        return FALSE;
      is_called = TRUE;
      (void) get_inclusive (tree, number, inclusive);
      add_times (root.inclusive, inclusive);
    }
  if (!is_called)
    return TRUE;
  add_times (tree->whole, root.inclusive);
  (void) tv_call_tree_add_node (tree, &root);
  tree->n_roots++;
  return TRUE;
}

gboolean
tv_call_tree_add_roots (TvCallTree *tree, gboolean per_thread,
                        GCancellable *cancellable)
{
  const TvCallTreeCalls *calls = tree->calls;
  Growing growing = { .cancellable = cancellable };

  if (!per_thread)
    return add_root (tree, &growing, TV_THREAD_NONE);
  for (guint i = 0; i < calls->n_threads; i++)
    if (!add_root (tree, &growing, calls->threads[i].range.thread))
      return FALSE;
  return TRUE;
}
