/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees are found in one scan, which takes half the time of two trees for
 * the methods with the most calls. Longer paths are those of call trees. */

#include "analysis/stacks/relatives.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/sums/ranking.h"

/* Calls between two checks for cancellation: well under a millisecond. */
#define CALLS_PER_CHECK (1 << 18)

/* The calls of a method, and by relation the trees of the paths from them, which are
 * made on demand. */
typedef struct
{
  gatomicrefcount references;
  TvTrace *trace;
  TvProfileRange range;
  guint32 method;
  GMutex lock; /* held to make or grow trees */
  TvCallTree *trees[TV_N_RELATIONS];
} Paths;

struct _TvRelatives
{
  gatomicrefcount references;
  Paths *paths;
  guint32 node; /* at the end of a path; TV_NODE_NONE for the method itself */
  GArray *rows[TV_N_RELATIONS]; /* of TvRelative */
  TvRelativesOwn own;
};

static Paths *
paths_new (const TvProfile *profile, guint32 method)
{
  Paths *paths = g_new0 (Paths, 1);

  g_atomic_ref_count_init (&paths->references);
  paths->trace = tv_trace_ref (tv_profile_get_trace (profile));
  paths->range = *tv_profile_get_range (profile);
  if (paths->range.threads != NULL)
    (void) tv_thread_set_ref (paths->range.threads);
  paths->method = method;
  g_mutex_init (&paths->lock);
  return paths;
}

static void
paths_unref (Paths *paths)
{
  if (!g_atomic_ref_count_dec (&paths->references))
    return;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    tv_call_tree_free (paths->trees[relation]);
  g_clear_pointer (&paths->range.threads, tv_thread_set_unref);
  tv_trace_unref (paths->trace);
  g_mutex_clear (&paths->lock);
  g_free (paths);
}

/* @paths: (transfer full) */
static TvRelatives *
relatives_new (Paths *paths, guint32 node)
{
  TvRelatives *self = g_new0 (TvRelatives, 1);

  g_atomic_ref_count_init (&self->references);
  self->paths = paths;
  self->node = node;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    self->rows[relation] = g_array_new (FALSE, TRUE, sizeof (TvRelative));
  return self;
}

/* Filling */

/* Finds the row of a relative in constant time. */
typedef struct
{
  TvRelatives *relatives;
  guint n_methods;
  guint32 *places[TV_N_RELATIONS]; /* of the row of each method and of TV_METHOD_NONE,
                                    * plus 1 */
} Tally;

/* Returns the row of a method, valid until another is added; NULL if it has none. */
static TvRelative *
find_row (Tally *tally, TvRelation relation, guint32 method)
{
  const guint32 *places = tally->places[relation];
  const guint32 place = places != NULL ? places[MIN (method, tally->n_methods)] : 0;

  return place != 0
             ? &g_array_index (tally->relatives->rows[relation], TvRelative, place - 1)
             : NULL;
}

/* Adds a call to the row of a method, which is created for the first call. */
static TvRelative *
tally_add (Tally *tally, TvRelation relation, guint32 method,
           const gint64 inclusive[TV_N_CLOCKS])
{
  GArray *rows = tally->relatives->rows[relation];
  TvRelative *row = find_row (tally, relation, method);

  if (row == NULL)
    {
      if (tally->places[relation] == NULL)
        tally->places[relation] = g_new0 (guint32, (gsize) tally->n_methods + 1);
      g_array_set_size (rows, rows->len + 1);
      tally->places[relation][MIN (method, tally->n_methods)] = rows->len;
      row = &g_array_index (rows, TvRelative, rows->len - 1);
      row->method = method;
    }
  row->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += inclusive[clock];
  return row;
}

/* One scan over all calls */

typedef struct
{
  TvRelatives *relatives;
  guint32 method;
  Tally tally;
  TvThreadRange range; /* of the current thread */
} RelativesScan;

static void
add_own_call (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &scan->range.calls;
  const guint32 parent = calls->parent[call];
  const gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  const guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);

  tally_add (&scan->tally,
             recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE : TV_RELATION_PARENTS,
             caller, inclusive)
      ->has_more
      = caller != TV_METHOD_NONE;
  for (guint clock = 0; !recursive && clock < TV_N_CLOCKS; clock++)
    scan->relatives->own.self[clock] += inclusive[clock];
}

/* Returns whether a call has a callee that counts in the range. Only calls that were
 * open when the range began may not count. */
static gboolean
has_child (const TvThreadRange *range, guint32 call)
{
  const guint32 next = tv_thread_range_find_number (range, call) + 1;
  const guint32 child = next < tv_thread_range_get_n (range)
                            ? tv_thread_range_get_call (range, next)
                            : TV_CALL_NONE;
  gint64 inclusive[TV_N_CLOCKS];

  return child != TV_CALL_NONE && range->calls.parent[child] == call
         && (tv_thread_range_clip_call (range, child, inclusive)
             || (range->first_call < range->end_call
                 && range->calls.parent[range->first_call] == call));
}

static TvRelation
relation_to_callee (const RelativesScan *scan, guint32 call)
{
  const TvCalls *calls = &scan->range.calls;
  const guint32 parent = calls->parent[call];

  return parent != TV_CALL_NONE && calls->flags[parent] & TV_CALL_RECURSIVE
             ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
             : TV_RELATION_CHILDREN;
}

static void
add_callee (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvRelation relation = relation_to_callee (scan, call);
  TvRelative *row = tally_add (&scan->tally, relation,
                               tv_calls_method (&scan->range.calls, call), inclusive);

  row->has_more = row->has_more || has_child (&scan->range, call);
  if (relation != TV_RELATION_CHILDREN || scan->method == TV_METHOD_NONE)
    return;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    scan->relatives->own.self[clock] -= inclusive[clock];
}

static gboolean
is_own_call (const RelativesScan *scan, gsize call)
{
  return tv_calls_method (&scan->range.calls, call) == scan->method;
}

static gboolean
is_callee (const RelativesScan *scan, gsize call)
{
  const guint32 parent = scan->range.calls.parent[call];

  return parent != TV_CALL_NONE ? is_own_call (scan, parent)
                                : scan->method == TV_METHOD_NONE;
}

static void
scan_call (RelativesScan *scan, guint32 call)
{
  const gboolean own = is_own_call (scan, call);
  const gboolean callee = is_callee (scan, call);
  gint64 inclusive[TV_N_CLOCKS];

  if (!own && !callee)
    return;
  if (!tv_thread_range_clip_call (&scan->range, call, inclusive))
    return;
  if (own)
    add_own_call (scan, call, inclusive);
  if (callee)
    add_callee (scan, call, inclusive);
}

static void
add_wait (RelativesScan *scan, guint32 call, gint64 length)
{
  const TvCalls *calls = &scan->range.calls;
  TvRelative *row = NULL;

  if (is_own_call (scan, call) && !(calls->flags[call] & TV_CALL_RECURSIVE))
    {
      scan->relatives->own.waiting += length;
      scan->relatives->own.n_waits++;
    }
  if (is_callee (scan, call))
    row = find_row (&scan->tally, relation_to_callee (scan, call),
                    tv_calls_method (calls, call));
  if (row != NULL)
    row->has_more = TRUE;
}

static gboolean
scan_thread (RelativesScan *scan, guint thread, GCancellable *cancellable)
{
  const Paths *paths = scan->relatives->paths;
  TvThreadRange *range = &scan->range;
  guint32 n;

  tv_thread_range_init (range, paths->trace, &paths->range, thread);
  n = tv_thread_range_get_n (range);
  for (guint32 i = 0; i < n; i++)
    {
      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      scan_call (scan, tv_thread_range_get_call (range, i));
    }
  for (gsize wait = range->first_wait; wait < range->end_wait; wait++)
    if (range->waits.call[wait] != TV_CALL_NONE)
      add_wait (scan, range->waits.call[wait], tv_thread_range_clip_wait (range, wait));
  tv_thread_range_clear (range);
  return !g_cancellable_is_cancelled (cancellable);
}

/* An empty range has no calls, not even open ones. */
static gboolean
scan_range (RelativesScan *scan, GCancellable *cancellable)
{
  const Paths *paths = scan->relatives->paths;
  const guint n = tv_thread_set_count (paths->range.threads, paths->trace);

  if (paths->range.start >= paths->range.end)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!scan_thread (scan, tv_thread_set_get_nth (paths->range.threads, i),
                      cancellable))
      return FALSE;
  return !g_cancellable_is_cancelled (cancellable);
}

/**
 * tv_relatives_new:
 * @profile: a profile, whose range is scanned
 * @method: index of a method of its trace; %TV_METHOD_NONE for `(toplevel)`, which
 * calls the roots of all threads and takes no time of its own
 * @cancellable: (nullable): a #GCancellable, checked several hundred times a second
 * @error: return location for a #GError
 *
 * Collects the callers and callees of @method in one scan over all calls in the
 * profile's range, so run it in a worker. Calls are clipped and counted as in
 * #TvProfileRange. The rows are sorted by time on the trace's primary clock.
 *
 * Returns: (transfer full): the relatives, or %NULL with %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_new (const TvProfile *profile, guint32 method, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvRelatives) self = NULL;
  RelativesScan scan = { .method = method };
  TvTrace *trace;
  gboolean done;

  g_return_val_if_fail (profile != NULL, NULL);
  trace = tv_profile_get_trace (profile);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (trace) || method == TV_METHOD_NONE, NULL);

  self = relatives_new (paths_new (profile, method), TV_NODE_NONE);
  scan.relatives = scan.tally.relatives = self;
  scan.tally.n_methods = tv_trace_get_n_methods (trace);
  done = scan_range (&scan, cancellable);
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_free (scan.tally.places[relation]);
  if (!done)
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  tv_relatives_sort_by_time (self, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&self);
}

/* Paths */

/* Makes the tree of a relation, opened down to the method's relatives. */
static TvCallTree *
tree_new (const Paths *paths, TvRelation relation, GCancellable *cancellable,
          GError **error)
{
  const gboolean is_method = paths->method != TV_METHOD_NONE;
  g_autoptr (TvMethodSet) from
      = is_method ? tv_method_set_new_single (paths->trace, paths->method) : NULL;
  const TvCallTreeLimits limits = { .bottom_up = tv_relation_is_upward (relation),
                                    .from = from,
                                    .starts = !is_method ? TV_CALL_TREE_STARTS_ALL
                                              : tv_relation_is_of_recursive (relation)
                                                  ? TV_CALL_TREE_STARTS_RECURSIVE
                                                  : TV_CALL_TREE_STARTS_OUTERMOST };
  const TvCallTreeGrowth growth = { .max_depth = is_method ? 2 : 1, .complete = TRUE };
  g_autoptr (TvCallTree) tree = tv_call_tree_new_closed (paths->trace, &paths->range,
                                                         &limits, cancellable, error);

  if (tree == NULL
      || !tv_call_tree_grow (tree, TV_NODE_NONE, &growth, cancellable, error))
    return NULL;
  return g_steal_pointer (&tree);
}

/* Returns the index of the node of a method below a node, or below the method of the
 * tree. */
static guint32
find_step (const Paths *paths, const TvCallTree *tree, guint32 node, guint32 method)
{
  guint n;
  guint32 first;

  if (node == TV_NODE_NONE)
    {
      node = tv_call_tree_get_children (tree, node, &n);
      if (n > 0 && paths->method != TV_METHOD_NONE)
        node = tv_call_tree_get_children (tree, node, &n);
      if (n == 0)
        return TV_NODE_NONE;
    }
  first = tv_call_tree_get_children (tree, node, &n);
  for (guint32 i = first; i < first + n; i++)
    if (tv_call_tree_get_node (tree, i)->method == method)
      return i;
  return TV_NODE_NONE;
}

/* Opens the next node of a path. Returns FALSE with @error set if cancelled. */
static gboolean
take_step (const TvRelatives *self, TvRelation relation, guint32 method, guint32 *node,
           GCancellable *cancellable, GError **error)
{
  const TvCallTreeGrowth growth = { .max_depth = 1, .complete = TRUE };
  Paths *paths = self->paths;
  TvCallTree **tree = &paths->trees[relation];
  gboolean done = TRUE;

  g_mutex_lock (&paths->lock);
  if (*tree == NULL)
    *tree = tree_new (paths, relation, cancellable, error);
  if (*tree != NULL)
    *node = find_step (paths, *tree, self->node, method);
  done = *tree != NULL
         && (*node == TV_NODE_NONE
             || tv_call_tree_grow (*tree, *node, &growth, cancellable, error));
  g_mutex_unlock (&paths->lock);
  return done;
}

/* Appends a row for the calls that have no caller. */
static void
append_toplevel (GArray *rows, const TvCallTreeNode *node)
{
  TvRelative rest = { .method = TV_METHOD_NONE, .calls = node->calls };

  memcpy (rest.inclusive, node->inclusive, sizeof rest.inclusive);
  for (guint i = 0; i < rows->len; i++)
    {
      const TvRelative *caller = &g_array_index (rows, TvRelative, i);

      rest.calls -= caller->calls;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        rest.inclusive[clock] -= caller->inclusive[clock];
    }
  if (rest.calls > 0)
    g_array_append_val (rows, rest);
}

static void
list_node (TvRelatives *self, TvRelation relation)
{
  const gboolean upward = tv_relation_is_upward (relation);
  const TvCallTree *tree = self->paths->trees[relation];
  const TvCallTreeNode *node = tv_call_tree_get_node (tree, self->node);
  GArray *rows = self->rows[relation];
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, self->node, &n);

  for (guint32 i = first; i < first + n; i++)
    {
      const TvCallTreeNode *child = tv_call_tree_get_node (tree, i);
      TvRelative row = { .method = child->method,
                         .calls = child->calls,
                         .has_more = upward || child->n_waits > 0
                                     || tv_call_tree_has_children (tree, i) };

      memcpy (row.inclusive, child->inclusive, sizeof row.inclusive);
      if (row.calls > 0)
        g_array_append_val (rows, row);
    }
  if (upward)
    append_toplevel (rows, node);
  else
    {
      memcpy (self->own.self, node->exclusive, sizeof self->own.self);
      self->own.waiting = node->waiting;
      self->own.n_waits = node->n_waits;
    }
}

/**
 * tv_relatives_follow:
 * @relatives: relatives of a method, or on a path from it
 * @relation: a relation; on a path, the relation of its first step
 * @method: the method of one of the rows in @relation
 * @cancellable: (nullable): a #GCancellable, checked several hundred times a second
 * @error: return location for a #GError
 *
 * Takes a step along a path: to the callees of @method in the calls on the path, or to
 * its callers there. The first step in a relation scans all calls in the range; later
 * steps take time for each call on the path, its callees and their callees. The rows
 * are sorted by time on the trace's primary clock.
 *
 * Returns: (transfer full): the relatives on the longer path, or %NULL with
 *   %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_follow (const TvRelatives *relatives, TvRelation relation, guint32 method,
                     GCancellable *cancellable, GError **error)
{
  TvRelatives *self;
  guint32 node = TV_NODE_NONE;

  g_return_val_if_fail (relatives != NULL, NULL);
  g_return_val_if_fail ((guint) relation < TV_N_RELATIONS, NULL);
  g_return_val_if_fail (method < tv_trace_get_n_methods (relatives->paths->trace),
                        NULL);

  if (!take_step (relatives, relation, method, &node, cancellable, error))
    return NULL;
  g_atomic_ref_count_inc (&relatives->paths->references);
  self = relatives_new (relatives->paths, node);
  if (node != TV_NODE_NONE)
    list_node (self, relation);
  tv_relatives_sort_by_time (self, tv_trace_get_primary_clock (self->paths->trace));
  return self;
}

/* The door */

TvRelatives *
tv_relatives_ref (TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, NULL);

  g_atomic_ref_count_inc (&relatives->references);
  return relatives;
}

void
tv_relatives_unref (TvRelatives *relatives)
{
  if (relatives == NULL || !g_atomic_ref_count_dec (&relatives->references))
    return;
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_unref (relatives->rows[relation]);
  paths_unref (relatives->paths);
  g_free (relatives);
}

/**
 * tv_relatives_get:
 * @relatives: relatives of a method
 * @relation: a relation; on a path only the relation of its first step has rows
 * @n_relatives: (out): number of rows
 *
 * Returns: (transfer none) (array length=n_relatives): the rows in the order of the
 * last tv_relatives_sort_by_time(); valid until the next sort
 */
const TvRelative *
tv_relatives_get (const TvRelatives *relatives, TvRelation relation, guint *n_relatives)
{
  g_return_val_if_fail (relatives != NULL && n_relatives != NULL, NULL);
  g_return_val_if_fail ((guint) relation < TV_N_RELATIONS, NULL);

  *n_relatives = relatives->rows[relation]->len;
  return (const TvRelative *) (gpointer) relatives->rows[relation]->data;
}

typedef struct
{
  const TvTrace *trace;
  TvClock clock;
} RelativesSort;

/* TV_METHOD_NONE comes before every name. */
static int
compare_names (const TvTrace *trace, guint32 first, guint32 second)
{
  if (first == TV_METHOD_NONE || second == TV_METHOD_NONE)
    return (second == TV_METHOD_NONE) - (first == TV_METHOD_NONE);
  return tv_method_compare (tv_trace_get_method (trace, first),
                            tv_trace_get_method (trace, second));
}

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvRelative *first = a;
  const TvRelative *second = b;
  const RelativesSort *sort = user_data;
  const gint64 x = first->inclusive[sort->clock];
  const gint64 y = second->inclusive[sort->clock];

  return x != y ? (x < y) - (x > y)
                : compare_names (sort->trace, first->method, second->method);
}

/**
 * tv_relatives_sort_by_time:
 * @relatives: relatives of a method
 * @clock: a clock
 *
 * Sorts each relation by inclusive time, the longest first, then by name.
 */
void
tv_relatives_sort_by_time (TvRelatives *relatives, TvClock clock)
{
  RelativesSort sort;

  g_return_if_fail (relatives != NULL && clock < TV_N_CLOCKS);

  sort = (RelativesSort){ relatives->paths->trace, clock };
  for (guint relation = 0; relation < TV_N_RELATIONS; relation++)
    g_array_sort_with_data (relatives->rows[relation], compare_relatives, &sort);
}

/**
 * tv_relatives_get_own:
 * @relatives: relatives of a method
 *
 * Returns: (transfer none): the method's own times
 */
const TvRelativesOwn *
tv_relatives_get_own (const TvRelatives *relatives)
{
  g_return_val_if_fail (relatives != NULL, NULL);

  return &relatives->own;
}
