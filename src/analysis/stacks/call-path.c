/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-path.h"

#include "trace/transform/transform.h"

/* Takes some milliseconds. */
#define CALLS_PER_CHECK (1u << 20)

static TvCallPath *
new_path (guint32 thread, guint n_methods)
{
  TvCallPath *path
      = g_atomic_rc_box_alloc (sizeof *path + n_methods * sizeof *path->methods);

  path->thread = thread;
  path->n_methods = n_methods;
  return path;
}

/**
 * tv_call_path_new:
 * @thread: index of a thread, or %TV_THREAD_NONE for all threads together
 * @methods: (array length=n_methods): indexes of methods, the outermost first
 * @n_methods: their number, 0 for all calls of the thread
 *
 * Returns: (transfer full): a path
 */
TvCallPath *
tv_call_path_new (guint32 thread, const guint32 *methods, guint n_methods)
{
  TvCallPath *path;

  g_return_val_if_fail (methods != NULL || n_methods == 0, NULL);

  path = new_path (thread, n_methods);
  if (n_methods > 0)
    memcpy (path->methods, methods, n_methods * sizeof *methods);
  return path;
}

/**
 * tv_call_path_new_to_call:
 * @trace: a trace
 * @call: one of its calls
 *
 * Returns: (transfer full): the path from its outermost caller to the call, in its
 * thread
 */
TvCallPath *
tv_call_path_new_to_call (const TvTrace *trace, TvCallRef call)
{
  TvCallPath *path;
  TvCalls calls;
  guint n = 0;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (call.thread < tv_trace_get_n_threads (trace), NULL);

  calls = tv_trace_get_calls (trace, call.thread);
  g_return_val_if_fail (call.call < calls.n, NULL);

  for (guint32 i = call.call; i != TV_CALL_NONE; i = calls.parent[i])
    n++;
  path = new_path (call.thread, n);
  for (guint32 i = call.call; i != TV_CALL_NONE; i = calls.parent[i])
    path->methods[--n] = tv_calls_method (&calls, i);
  return path;
}

/**
 * tv_call_path_new_to_original:
 * @trace: a trace, perhaps a transformed one
 * @call: a call of the trace that it was made of
 *
 * Returns: (transfer full) (nullable): the path of the call, %NULL if a transform
 *   dropped it
 */
TvCallPath *
tv_call_path_new_to_original (TvTrace *trace, TvCallRef call)
{
  const guint32 found = tv_trace_find_transformed_call (trace, call.thread, call.call);

  return found < tv_trace_get_calls (trace, call.thread).n
                 && tv_trace_get_original_call (trace, call.thread, found) == call.call
             ? tv_call_path_new_to_call (trace, (TvCallRef){ call.thread, found })
             : NULL;
}

/**
 * tv_call_path_ref:
 * @path: a path
 *
 * Returns: (transfer full): @path
 */
TvCallPath *
tv_call_path_ref (TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  return g_atomic_rc_box_acquire (path);
}

/**
 * tv_call_path_unref:
 * @path: (transfer full): a path
 */
void
tv_call_path_unref (TvCallPath *path)
{
  g_return_if_fail (path != NULL);

  g_atomic_rc_box_release (path);
}

/**
 * tv_call_path_get_methods:
 * @path: a path
 * @n_methods: (out): their number, 0 for all calls of the thread
 *
 * Returns: (transfer none) (array length=n_methods): indexes of its methods, the
 *   outermost first
 */
const guint32 *
tv_call_path_get_methods (const TvCallPath *path, guint *n_methods)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (n_methods != NULL, NULL);

  *n_methods = path->n_methods;
  return path->methods;
}

/**
 * tv_call_path_get_method:
 * @path: a path
 *
 * Returns: index of the method of the innermost call, %TV_METHOD_NONE if there is none
 */
guint32
tv_call_path_get_method (const TvCallPath *path)
{
  g_return_val_if_fail (path != NULL, TV_METHOD_NONE);

  return path->n_methods > 0 ? path->methods[path->n_methods - 1] : TV_METHOD_NONE;
}

/**
 * tv_call_path_equal:
 * @a: (nullable): a path
 * @b: (nullable): another path
 *
 * Returns: whether they have the same methods and the same thread
 */
gboolean
tv_call_path_equal (const TvCallPath *a, const TvCallPath *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->thread == b->thread && a->n_methods == b->n_methods
         && memcmp (a->methods, b->methods, a->n_methods * sizeof *a->methods) == 0;
}

/**
 * tv_call_path_dup_text:
 * @path: a path
 * @trace: the trace of its methods
 *
 * Returns: (transfer full): a line for each method, the innermost first, as in a stack
 *   trace
 */
char *
tv_call_path_dup_text (const TvCallPath *path, const TvTrace *trace)
{
  GString *text;

  g_return_val_if_fail (path != NULL && trace != NULL, NULL);

  text = g_string_new (NULL);
  for (guint i = path->n_methods; i-- > 0;)
    {
      g_autofree char *name
          = tv_method_dup_java_name (tv_trace_get_method (trace, path->methods[i]));

      g_string_append_printf (text, "%s\n", name);
    }
  return g_string_free (text, FALSE);
}

/* Finds calls whose callers are those of the path. The matching open calls say how far
 * the path is matched. */
static void
find_longest_in_thread (const TvCallPath *path, const TvThreadRange *range,
                        TvClock clock, GCancellable *cancellable, TvCallRef *longest,
                        gint64 *length)
{
  g_autofree guint32 *open = g_new (guint32, MAX (path->n_methods, 1));
  guint n_open = 0;

  for (guint32 i = 0; i < tv_thread_range_get_n (range); i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);
      const guint32 parent = range->calls.parent[call];
      gint64 inclusive[TV_N_CLOCKS];

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      while (n_open > 0 && (parent == TV_CALL_NONE || open[n_open - 1] > parent))
        n_open--;
      if (n_open == path->n_methods
          || (n_open > 0 ? open[n_open - 1] : TV_CALL_NONE) != parent
          || tv_calls_method (&range->calls, call) != path->methods[n_open])
        continue;
      open[n_open++] = call;
      if (n_open < path->n_methods
          || !tv_thread_range_clip_call (range, call, inclusive)
          || inclusive[clock] <= *length)
        continue;
      *length = inclusive[clock];
      *longest = (TvCallRef){ range->thread, call };
    }
}

/**
 * tv_call_path_find_longest:
 * @path: a path of methods of the profile's trace
 * @profile: a profile
 * @clock: a clock of its trace
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: the longest call along the path in the range of the profile, the first of
 *   several, as a call of the original trace; its thread is %TV_THREAD_NONE if there is
 *   none
 */
TvCallRef
tv_call_path_find_longest (const TvCallPath *path, TvProfile *profile, TvClock clock,
                           GCancellable *cancellable)
{
  TvCallRef longest = { TV_THREAD_NONE, TV_CALL_NONE };
  const TvProfileRange *range;
  TvTrace *trace;
  gint64 length = -1;

  g_return_val_if_fail (path != NULL && profile != NULL, longest);

  trace = tv_profile_get_trace (profile);
  range = tv_profile_get_range (profile);
  for (guint i = 0; i < tv_thread_set_count (range->threads, trace); i++)
    {
      const guint32 nth = tv_thread_set_get_nth (range->threads, i);
      g_auto (TvThreadRange) thread = { 0 };

      if (path->thread != TV_THREAD_NONE && path->thread != nth)
        continue;
      tv_thread_range_init (&thread, trace, range, nth);
      find_longest_in_thread (path, &thread, clock, cancellable, &longest, &length);
    }
  if (longest.thread != TV_THREAD_NONE)
    longest.call = tv_trace_get_original_call (trace, longest.thread, longest.call);
  return longest;
}

/* The heaviest path */

/* The last method of a path of calls. */
typedef struct _Step Step;

struct _Step
{
  const Step *above; /* NULL for the outermost call */
  guint32 method;
  gint64 time;        /* of the calls along the path; -1 if the path goes on */
  gint64 first_start; /* of the first of these calls */
  TvCallRef first;
  guint32 last;     /* the thread of the last of these calls */
  gint64 in_last;   /* the time of these calls in that thread */
  guint32 thread;   /* the thread with the most time */
  gint64 in_thread; /* the time of these calls in that thread */
};

typedef struct
{
  guint32 call;
  Step *step;
} OpenStep;

typedef struct
{
  const TvThreadRange *range;
  guint32 method;
  TvClock clock;
  GCancellable *cancellable;
  GHashTable *steps; /* of Step, by the step above and the method */
  GArray *open;      /* of OpenStep: the last call that was found, and its callers */
  GArray *entered;   /* of guint32 */
} HeaviestWalk;

static guint
hash_step (gconstpointer step)
{
  const Step *self = step;

  return g_direct_hash (self->above) * 31 + self->method;
}

static gboolean
steps_equal (gconstpointer a, gconstpointer b)
{
  const Step *first = a;
  const Step *second = b;

  return first->above == second->above && first->method == second->method;
}

static Step *
go_down (HeaviestWalk *walk, const Step *above, guint32 method)
{
  const Step wanted = { .above = above, .method = method, .time = -1 };
  Step *step = g_hash_table_lookup (walk->steps, &wanted);

  if (step == NULL)
    {
      step = g_memdup2 (&wanted, sizeof wanted);
      g_hash_table_add (walk->steps, step);
    }
  return step;
}

/* Returns the last step of a call's path. Calls come in order of entry, so each caller
 * is visited once. */
static Step *
find_step (HeaviestWalk *walk, guint32 call)
{
  const TvCalls *calls = &walk->range->calls;
  GArray *open = walk->open;
  Step *step;
  guint32 at = call;

  g_array_set_size (walk->entered, 0);
  for (; at != TV_CALL_NONE; at = calls->parent[at])
    {
      while (open->len > 0 && g_array_index (open, OpenStep, open->len - 1).call > at)
        g_array_set_size (open, open->len - 1);
      if (open->len > 0 && g_array_index (open, OpenStep, open->len - 1).call == at)
        break;
      g_array_append_val (walk->entered, at);
    }
  if (at == TV_CALL_NONE)
    g_array_set_size (open, 0);
  step = open->len > 0 ? g_array_index (open, OpenStep, open->len - 1).step : NULL;
  for (guint i = walk->entered->len; i-- > 0;)
    {
      at = g_array_index (walk->entered, guint32, i);
      step = go_down (walk, step, tv_calls_method (calls, at));
      g_array_append_val (open, ((OpenStep){ at, step }));
    }
  return step;
}

static void
add_call (HeaviestWalk *walk, guint32 call, gint64 time)
{
  const TvThreadRange *range = walk->range;
  const gint64 start = tv_times_get (&range->calls.axis_start, call);
  Step *step = find_step (walk, call);

  if (step->time < 0 || start < step->first_start)
    {
      step->first_start = start;
      step->first = (TvCallRef){ range->thread, call };
    }
  if (step->time < 0)
    step->in_thread = -1;
  if (step->time < 0 || step->last != range->thread)
    step->in_last = 0;
  step->last = range->thread;
  step->in_last += time;
  if (step->in_last > step->in_thread)
    {
      step->in_thread = step->in_last;
      step->thread = step->last;
    }
  step->time = MAX (step->time, 0) + time;
}

/* Nested calls add no time to that of the calls around them. */
static void
add_thread (HeaviestWalk *walk)
{
  const TvThreadRange *range = walk->range;
  const TvCalls *calls = &range->calls;
  gint64 inclusive[TV_N_CLOCKS];

  g_array_set_size (walk->open, 0);
  for (guint32 i = 0; i < tv_thread_range_get_n (range); i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (walk->cancellable))
        return;
      if (tv_calls_method (calls, call) == walk->method
          && !(calls->flags[call] & TV_CALL_RECURSIVE)
          && tv_thread_range_clip_call (range, call, inclusive))
        add_call (walk, call, inclusive[walk->clock]);
    }
}

/* Of equal paths, the first one is the heavier. */
static gboolean
is_heavier (const Step *step, const Step *other)
{
  if (other == NULL || step->time != other->time)
    return other == NULL || step->time > other->time;
  if (step->first_start != other->first_start)
    return step->first_start < other->first_start;
  return step->first.thread < other->first.thread
         || (step->first.thread == other->first.thread
             && step->first.call < other->first.call);
}

/* Returns the path with the most time, empty if there is none. */
static TvCallPath *
make_heaviest_path (const HeaviestWalk *walk)
{
  const Step *heaviest = NULL;
  GHashTableIter iter;
  TvCallPath *path;
  gpointer step;
  guint n = 0;

  g_hash_table_iter_init (&iter, walk->steps);
  while (g_hash_table_iter_next (&iter, &step, NULL))
    if (((const Step *) step)->time >= 0 && is_heavier (step, heaviest))
      heaviest = step;
  for (const Step *i = heaviest; i != NULL; i = i->above)
    n++;
  path = new_path (heaviest != NULL ? heaviest->thread : TV_THREAD_NONE, n);
  for (const Step *i = heaviest; i != NULL; i = i->above)
    path->methods[--n] = i->method;
  return path;
}

/**
 * tv_call_path_new_heaviest:
 * @profile: a profile
 * @method: a method of its trace
 * @clock: a clock of its trace
 * @cancellable: (nullable): a #GCancellable
 *
 * Finds the path to a method with the most inclusive time in the range of the profile,
 * in all threads together, of several the first one. Takes time for each call of the
 * range and for each caller of the method's calls, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): the path, with the thread that has most of its
 *   time; without methods if the method has no calls in the range; %NULL if cancelled
 */
TvCallPath *
tv_call_path_new_heaviest (TvProfile *profile, guint32 method, TvClock clock,
                           GCancellable *cancellable)
{
  g_autoptr (GHashTable) steps
      = g_hash_table_new_full (hash_step, steps_equal, g_free, NULL);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenStep));
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (guint32));
  HeaviestWalk walk = { .method = method,
                        .clock = clock,
                        .cancellable = cancellable,
                        .steps = steps,
                        .open = open,
                        .entered = entered };
  const TvProfileRange *range;
  TvTrace *trace;

  g_return_val_if_fail (profile != NULL && clock < TV_N_CLOCKS, NULL);

  trace = tv_profile_get_trace (profile);
  range = tv_profile_get_range (profile);
  for (guint i = 0; i < tv_thread_set_count (range->threads, trace); i++)
    {
      g_auto (TvThreadRange) thread = { 0 };

      tv_thread_range_init (&thread, trace, range,
                            tv_thread_set_get_nth (range->threads, i));
      walk.range = &thread;
      add_thread (&walk);
    }
  return !g_cancellable_is_cancelled (cancellable) ? make_heaviest_path (&walk) : NULL;
}
