/* SPDX-License-Identifier: Apache-2.0 */

/* A node is opened by going through the calls that its own calls made, or that made
 * them: once to add them up by method, and once more to list them by method. So a tree
 * takes time for the calls of the nodes that are opened, and for no others. */

#include "analysis/stacks/call-tree-private.h"

#define CALLS_PER_CHECK (1 << 16)
#define NO_ENTRY G_MAXUINT32

/* A call to be added up, with the caller that it has climbed to. In a top-down tree
 * both are the same, and the time of a call may be counted on the first level. */
typedef struct
{
  guint32 call;
  guint32 at;
  gboolean is_elsewhere;
} Candidate;

/* What the children of a node are made of. */
typedef struct
{
  TvCallTree *tree;
  const guint32 *entry; /* of the node; the first of those left */
  const guint32 *last_entry;
  guint32 next; /* the next callee of the last entry or, of a root, the next call */
  guint32 end;
  const guint8 *from; /* nullable */
} Candidates;

typedef struct
{
  TvCallTreeGrowth limits;
  GCancellable *cancellable;
  guint64 n_read;
  guint32 top;   /* the node that is opened with others below it */
  GArray *steps; /* Step: those others */
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

static inline gboolean
has_mark (const TvCallTree *tree, guint32 number, TvCallMark mark)
{
  return tree->calls->marks[number] & mark;
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
  const guint size = get_entry_size (tree);

  *self = (Candidates){ .tree = tree };
  self->entry = tree->entries + (gsize) node->first_entry * size;
  self->last_entry = self->entry + (gsize) node->n_entries * size;
  if (node->parent != TV_NODE_NONE)
    return;
  self->next = node->first_entry;
  self->end = node->first_entry + node->n_below;
  self->from = tree->calls->from;
}

static inline gboolean
next_callee (Candidates *self, guint32 *number)
{
  const TvCallTreeCalls *calls = self->tree->calls;

  while (TRUE)
    {
      while (self->next == self->end)
        {
          if (self->entry == self->last_entry)
            return FALSE;
          self->next = *self->entry + 1;
          self->end = calls->ends[*self->entry++];
        }
      *number = self->next;
      if (self->from != NULL && !self->from[get_method (self->tree, *number)])
        {
          self->next++;
          continue;
        }
      self->next
          = self->from != NULL && calls->nested ? *number + 1 : calls->ends[*number];
      if (!calls->through || has_mark (self->tree, *number, TV_CALL_MARK_WANTED))
        return TRUE;
    }
}

/* Returns whether a callee is counted here, but its time on the first level. */
static inline gboolean
is_elsewhere (const Candidates *self, guint32 number)
{
  const TvCallTreeCalls *calls = self->tree->calls;

  return calls->nested && self->from == NULL
         && calls->from[get_method (self->tree, number)];
}

/* Calls that don't count are no start of a path. */
static gboolean
is_start (const Candidates *self, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (self->tree, number);
  gint64 inclusive[TV_N_CLOCKS];

  return (self->from == NULL || self->from[get_method (self->tree, number)])
         && (!self->tree->calls->through
             || has_mark (self->tree, number, TV_CALL_MARK_WANTED))
         && (number - thread->first >= thread->range.n_open
             || tv_call_tree_calls_get_inclusive (self->tree->calls, thread, number,
                                                  inclusive));
}

static inline gboolean
next_caller (Candidates *self, Candidate *candidate)
{
  for (; self->next < self->end; self->next++)
    if (is_start (self, self->next))
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
  const guint32 *ends = tree->calls->ends;
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 i = number + 1; i < ends[number]; i = ends[i])
    {
      (void) get_inclusive (tree, i, inclusive);
      subtract_times (exclusive, inclusive);
    }
}

/* Returns whether the time of a call is part of another's of the method. */
static gboolean
is_nested (TvCallTree *tree, guint32 number)
{
  const TvCallTreeThread *thread = find_thread (tree, number);
  const guint32 call
      = tv_thread_range_get_call (&thread->range, number - thread->first);

  return tree->calls->from != NULL
             ? has_mark (tree, number, TV_CALL_MARK_NESTED)
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
    group->waiting += tv_call_tree_thread_get_waiting (find_thread (tree, call), call);
  if (!tree->bottom_up)
    {
      const TvCallTreeThread *thread = find_thread (tree, call);

      add_times (group->inclusive, inclusive);
      group->n_below += tree->calls->ends[call] - call - 1;
      if (thread->n_led != NULL)
        group->n_below -= thread->n_led[call - thread->first];
      return;
    }
  if (!is_nested (tree, call))
    add_times (group->inclusive, inclusive);
  parent = find_parent (tree, candidate->at);
  group->n_entries += parent != TV_CALL_NONE;
  group->n_below = group->n_entries;
  /* Where all calls are read, each is subtracted from its caller's method. */
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
  if (node->n_below == 0)
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
  return node->n_below > 0
         && (growing->limits.max_depth == 0 || depth < growing->limits.max_depth)
         && tv_call_tree_get_time (tree, node) >= growing->limits.least_time;
}

/* Entries of a bottom-up tree move within the room that they have. */
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

/* Lists the calls of groups that may be opened. */
static gboolean
list_entries (TvCallTree *tree, Growing *growing, const TvCallTreeNode *node,
              Candidates candidates)
{
  const guint size = get_entry_size (tree);
  guint32 at = node->first_entry + (tree->bottom_up ? 0 : node->n_entries);
  Candidate candidate;

  /* Each call below a root may have two entries. */
  if (node->parent == TV_NODE_NONE && tree->calls->nested)
    at *= 2;
  g_array_set_size (tree->targets, tree->groups->len);
  for (guint i = 0; i < tree->groups->len; i++)
    {
      TvCallTreeNode *group = &g_array_index (tree->groups, TvCallTreeNode, i);
      const gboolean is_listed
          = group->n_below > 0 && !is_left_out (tree, growing, group);

      group->first_entry = at;
      g_array_index (tree->targets, guint32, i) = is_listed ? at : NO_ENTRY;
      at += group->n_entries + (tree->bottom_up ? 0 : group->n_below);
    }
  while (candidates_next (&candidates, &candidate))
    {
      const guint32 group = find_group (tree, get_method (tree, candidate.at));
      guint32 *target = &g_array_index (tree->targets, guint32, group);
      guint32 *entry;

      if (is_cancelled (growing))
        return FALSE;
      if (*target == NO_ENTRY)
        continue;
      if (tree->bottom_up)
        candidate.at = find_parent (tree, candidate.at);
      if (candidate.at == TV_CALL_NONE)
        continue;
      entry = &tree->entries[(gsize) (*target)++ * size];
      entry[0] = candidate.call;
      entry[size - 1] = candidate.at;
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

/* Opens a node and those below it. Its children are seen by others at the end, when all
 * that is below them is there. If the work is cancelled, all is as before. */
static gboolean
open_below (TvCallTree *tree, Growing *growing, guint32 top, guint depth)
{
  TvCallTreeNode *node = tv_call_tree_find_node (tree, top);
  const gsize size = get_entry_size (tree) * sizeof *tree->entries;
  guint32 *entries = &tree->entries[(gsize) node->first_entry * get_entry_size (tree)];
  g_autofree guint32 *saved
      = tree->bottom_up ? g_memdup2 (entries, node->n_entries * size) : NULL;
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
    memcpy (entries, saved, node->n_entries * size);
  if (!opened)
    tree->n_nodes = n_before;
  g_array_set_size (growing->steps, 0);
  return opened;
}

/* Opens what is closed from @top on. */
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
 * Opens @node and, below it, the nodes within the limits. Nodes that are open keep
 * their children: what a growth that was not complete has left out stays so.
 *
 * Takes time for the calls of the nodes that are opened and those that they are added
 * up from: call it in a worker. One thread at a time may grow a tree; others may read
 * the nodes that they know. If it is cancelled, the nodes that were opened until then
 * stay.
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

/* Adds a root of the calls of a thread, or of all, if any is wanted. */
static gboolean
add_root (TvCallTree *tree, Growing *growing, guint32 thread, guint32 first, guint32 n)
{
  TvCallTreeNode root = { .method = TV_METHOD_NONE,
                          .parent = TV_NODE_NONE,
                          .thread = thread,
                          .first_child = TV_NODE_NONE,
                          .first_entry = first,
                          .n_below = n };
  gboolean is_called = FALSE;
  gint64 inclusive[TV_N_CLOCKS];
  Candidates candidates;
  guint32 number;

  candidates_init (&candidates, tree, &root);
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

static gboolean
add_roots (TvCallTree *tree, gboolean per_thread, GCancellable *cancellable)
{
  const TvCallTreeCalls *calls = tree->calls;
  Growing growing = { .cancellable = cancellable };

  if (!per_thread)
    return add_root (tree, &growing, TV_THREAD_NONE, 0, calls->n);
  for (guint i = 0; i < calls->n_threads; i++)
    if (!add_root (tree, &growing, calls->threads[i].range.thread,
                   calls->threads[i].first, calls->threads[i].n))
      return FALSE;
  return TRUE;
}

/**
 * tv_call_tree_new_closed:
 * @trace: a trace
 * @range: the part of it
 * @limits: which paths are wanted; those on time and depth are not used
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a tree of closed roots that tv_call_tree_grow() opens. It takes 9 bytes for
 * each call of the range, 13 if it is bottom up or @nested, 20 more for those of
 * threads where calls are nested, and 80 for each node: four of them for the calls of a
 * node when it is added.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_closed (TvTrace *trace, const TvProfileRange *range,
                         const TvCallTreeLimits *limits, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TvCallTree) tree = NULL;
  TvCallTreeCalls *calls;
  guint n_methods;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);
  g_return_val_if_fail (
      limits->same == NULL || !limits->bottom_up || limits->from != NULL, NULL);
  g_return_val_if_fail (limits->from == NULL || limits->through == NULL, NULL);
  g_return_val_if_fail (!limits->nested || limits->from != NULL, NULL);

  calls = tv_call_tree_calls_new (trace, range, limits, cancellable, error);
  if (calls == NULL)
    return NULL;
  n_methods = MAX (tv_trace_get_n_methods (trace), 1);
  tree = g_new0 (TvCallTree, 1);
  tree->trace = tv_trace_ref (trace);
  tree->bottom_up = limits->bottom_up;
  tree->by_exclusive = limits->bottom_up && limits->from == NULL;
  tree->clock = limits->clock;
  tree->calls = calls;
  tree->thread = calls->threads;
  tree->same = g_memdup2 (limits->same,
                          limits->same != NULL ? n_methods * sizeof *limits->same : 0);
  tree->entries
      = g_new (guint32, MAX (calls->n, 1)
                            * (gsize) (limits->bottom_up || limits->nested ? 2 : 1));
  tree->groups = g_array_new (FALSE, FALSE, sizeof (TvCallTreeNode));
  tree->targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  tree->group_of = g_new0 (guint64, n_methods);
  if (!add_roots (tree, limits->per_thread, cancellable)
      || g_cancellable_is_cancelled (cancellable))
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&tree);
}

/* Frees what only a tree that grows needs. */
void
tv_call_tree_end_growth (TvCallTree *tree)
{
  g_clear_pointer (&tree->calls, tv_call_tree_calls_free);
  g_clear_pointer (&tree->groups, g_array_unref);
  g_clear_pointer (&tree->targets, g_array_unref);
  g_clear_pointer (&tree->same, g_free);
  g_clear_pointer (&tree->entries, g_free);
  g_clear_pointer (&tree->moving, g_free);
  g_clear_pointer (&tree->group_of, g_free);
}

/* Leaves out threads without a path within the limits. */
static void
drop_empty_roots (TvCallTree *tree)
{
  guint32 n = 0;

  for (guint32 i = 0; i < tree->n_roots; i++)
    {
      const TvCallTreeNode root = *tv_call_tree_find_node (tree, i);

      if (root.n_children == 0)
        continue;
      for (guint32 k = 0; k < root.n_children; k++)
        tv_call_tree_find_node (tree, root.first_child + k)->parent = n;
      *tv_call_tree_find_node (tree, n++) = root;
    }
  tree->n_roots = n;
}

/**
 * tv_call_tree_new:
 * @trace: a trace
 * @range: the part of it
 * @limits: which paths are wanted
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Merges calls by path. Takes time and memory as tv_call_tree_new_closed() and
 * tv_call_tree_grow() do, and from the bottom up on each level time for each call of
 * the methods that are wanted: call it in a worker, and with limits where stacks may be
 * deep.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by the clock of
 *   @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new (TvTrace *trace, const TvProfileRange *range,
                  const TvCallTreeLimits *limits, GCancellable *cancellable,
                  GError **error)
{
  TvCallTree *tree = tv_call_tree_new_closed (trace, range, limits, cancellable, error);
  TvCallTreeGrowth growth;

  if (tree == NULL)
    return NULL;
  growth = (TvCallTreeGrowth){ .least_time = tv_call_tree_get_least (tree, limits),
                               .max_depth = limits->max_depth };
  if (!tv_call_tree_grow (tree, TV_NODE_NONE, &growth, cancellable, error))
    g_clear_pointer (&tree, tv_call_tree_free);
  else
    {
      drop_empty_roots (tree);
      tv_call_tree_end_growth (tree);
    }
  return tree;
}
