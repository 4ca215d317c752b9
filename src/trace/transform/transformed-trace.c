/* SPDX-License-Identifier: Apache-2.0 */

/* A transform first decides what becomes of each call, then copies the calls that are
 * kept. Both passes visit the calls in order of entry, each thread in one worker. */

#include "trace/transform/transform.h"

#include "trace/model/call-columns.h"
#include "trace/model/memory-budget.h"
#include "trace/model/parallel.h"

/* The most bytes of a wait. */
#define WAIT_SIZE (2 * sizeof (guint32) + 2 * sizeof (gint64))

/* The number of calls between two checks for cancellation. */
#define CALLS_AT_ONCE (1u << 18)

/* What becomes of a call. */
typedef enum
{
  KEPT,
  MERGED,  /* into its caller */
  OUTSIDE, /* not in focus */
  ON_PATH, /* not in focus, but on the way there: its callees may be on the path */
  DROPPED  /* with its time */
} Verdict;

typedef struct
{
  TvTrace *from;
  TvTrace *to;
  const TvTransform *transform;
  TvTransformKind kind;
  guint32
      group; /* the method that stands for a package or library, or TV_METHOD_NONE */
  guint64 *words; /* the bits of its methods, NULL for all */
  GCancellable *cancellable;

  guint8 *verdicts; /* by call of all threads */
  gboolean has_drops;
  gint next_thread; /* atomic: the first thread that no worker has taken */
} Transforming;

static gboolean
contains (const Transforming *self, guint32 method)
{
  return self->words == NULL || (self->words[method / 64] >> (method % 64) & 1) != 0;
}

static gboolean
is_cancelled (const Transforming *self, gsize call)
{
  return call % CALLS_AT_ONCE == 0 && g_cancellable_is_cancelled (self->cancellable);
}

static guint8 *
get_verdicts (const Transforming *self, guint thread)
{
  return self->verdicts + self->from->first_call[thread];
}

/* Verdicts */

/* Judges a call by itself and by its caller. */
static Verdict
judge_call (const Transforming *self, const TvCalls *calls, const guint8 *verdicts,
            gsize call)
{
  const guint32 parent = calls->parent[call];
  const gboolean is_root = parent == TV_CALL_NONE;
  const gboolean is_in = contains (self, tv_calls_method (calls, call));

  switch (self->kind)
    {
    case TV_TRANSFORM_FOCUS:
      return is_in || (!is_root && verdicts[parent] == KEPT) ? KEPT : OUTSIDE;
    case TV_TRANSFORM_DROP:
      return is_in || (!is_root && verdicts[parent] == DROPPED) ? DROPPED : KEPT;
    case TV_TRANSFORM_COLLAPSE_PACKAGE:
    case TV_TRANSFORM_COLLAPSE_LIBRARY:
      return is_in && !is_root && contains (self, tv_calls_method (calls, parent))
                 ? MERGED
                 : KEPT;
    case TV_TRANSFORM_MERGE:
    case TV_TRANSFORM_COLLAPSE_RECURSION:
    case TV_TRANSFORM_FOCUS_SUBTREE:
    default:
      return is_in ? MERGED : KEPT;
    }
}

static int
compare_methods (const void *a, const void *b)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

static gboolean
fits_step (const TvTransform *transform, guint step, guint32 method)
{
  guint n;
  const guint32 *methods = tv_transform_get_step (transform, step, &n);

  return bsearch (&method, methods, n, sizeof *methods, compare_methods) != NULL;
}

/* The open calls on the path are a stack, with one call for each step. */
static void
judge_by_path (const Transforming *self, guint thread, const TvCalls *calls,
               guint8 *verdicts)
{
  const TvTransform *transform = self->transform;
  const guint n_steps = transform->steps->len;
  const guint32 only = transform->thread;
  g_autofree guint32 *path = g_new (guint32, n_steps);
  guint level = 0;

  if (only != TV_THREAD_NONE && only != thread)
    {
      memset (verdicts, OUTSIDE, calls->n);
      return;
    }
  for (gsize call = 0; call < calls->n && !is_cancelled (self, call); call++)
    {
      const guint32 parent = calls->parent[call];

      verdicts[call] = parent != TV_CALL_NONE ? verdicts[parent] : ON_PATH;
      if (verdicts[call] != ON_PATH)
        continue;
      while (level > 0 && path[level - 1] != parent)
        level--;
      if (!fits_step (transform, level, tv_calls_method (calls, call)))
        verdicts[call] = OUTSIDE;
      else if (level + 1 == n_steps)
        verdicts[call] = KEPT;
      else
        path[level++] = (guint32) call;
    }
}

/* Sets for each call the outermost open call of the same method, which may be the call
 * itself. @outermost is TV_CALL_NONE for each method before and after. */
static void
find_outermost (const Transforming *self, const TvCalls *calls, guint32 *outermost,
                guint32 *outer)
{
  guint32 open = TV_CALL_NONE;

  for (gsize call = 0; call <= calls->n; call++)
    {
      const guint32 parent = call < calls->n ? calls->parent[call] : TV_CALL_NONE;
      guint32 method;

      for (; open != parent; open = calls->parent[open])
        if (outermost[tv_calls_method (calls, open)] == open)
          outermost[tv_calls_method (calls, open)] = TV_CALL_NONE;
      if (call == calls->n)
        return;
      method = tv_calls_method (calls, call);
      open = outer[call] = (guint32) call;
      if (!contains (self, method))
        continue;
      if (outermost[method] == TV_CALL_NONE)
        outermost[method] = open;
      outer[call] = outermost[method];
    }
}

/* A call becomes part of an outer call if the method of that is called within it. */
static void
judge_recursion (const Transforming *self, const TvCalls *calls, guint32 *outermost,
                 guint8 *verdicts)
{
  guint32 *outer = tv_column_new (calls->n, sizeof *outer);

  find_outermost (self, calls, outermost, outer);
  for (gsize call = calls->n; call-- > 0;)
    {
      const guint32 parent = calls->parent[call];

      verdicts[call] = outer[call] < call ? MERGED : KEPT;
      if (parent != TV_CALL_NONE)
        outer[parent] = MIN (outer[parent], outer[call]);
    }
  tv_column_free (outer);
}

static gboolean
keeps_wait (const Transforming *self, const guint8 *verdicts, guint32 owner)
{
  if (owner == TV_CALL_NONE)
    return self->kind != TV_TRANSFORM_FOCUS && self->kind != TV_TRANSFORM_FOCUS_SUBTREE;
  return verdicts[owner] == KEPT || verdicts[owner] == MERGED;
}

/* Writes the numbers of calls and waits that are kept to the tables of first ones. */
static void
judge_thread (Transforming *self, guint thread, guint32 *outermost)
{
  const TvCalls calls = tv_trace_get_calls (self->from, thread);
  const TvWaits waits = tv_trace_get_waits (self->from, thread);
  guint8 *verdicts = get_verdicts (self, thread);
  gsize n = 0;

  if (self->kind == TV_TRANSFORM_FOCUS_SUBTREE)
    judge_by_path (self, thread, &calls, verdicts);
  else if (self->kind == TV_TRANSFORM_COLLAPSE_RECURSION)
    judge_recursion (self, &calls, outermost, verdicts);
  else
    for (gsize call = 0; call < calls.n && !is_cancelled (self, call); call++)
      verdicts[call] = (guint8) judge_call (self, &calls, verdicts, call);
  for (gsize call = 0; call < calls.n; call++)
    n += verdicts[call] == KEPT;
  self->to->first_call[thread + 1] = n;
  n = 0;
  for (gsize i = 0; i < waits.n; i++)
    n += keeps_wait (self, verdicts, waits.call[i]);
  self->to->first_wait[thread + 1] = n;
}

/* Columns */

/* The state while the calls of a thread are copied. Times are in steps. */
typedef struct
{
  const Transforming *self;
  guint thread;
  TvCalls calls;
  TvWaits waits;
  const guint8 *verdicts;
  guint32 *depths; /* by method: number of open calls */

  guint32 open; /* the innermost open call */
  guint32 row;  /* of the innermost open call that is kept */
  gsize first_row;
  guint32 n_rows;
  gsize next_wait;
  gsize next_wait_row;
  gint64 dropped[TV_N_CLOCKS]; /* the time of dropped calls so far */
  GArray *drops;               /* of guint32: calls of the original */
} Copying;

static guint32
choose_method (const Transforming *self, guint32 method)
{
  return self->group != TV_METHOD_NONE && contains (self, method) ? self->group
                                                                  : method;
}

/* Sets the start or the end of a row: the times of a call less the dropped time. */
static void
set_times (const Copying *copying, gsize call, guint32 row, gboolean ends)
{
  const TvCalls *calls = &copying->calls;
  TvTrace *to = copying->self->to;
  const gsize at = copying->first_row + row;
  const gboolean is_root = to->call_parent[at] == TV_CALL_NONE;
  gint64 *root_inclusive = to->threads[copying->thread].root_inclusive;
  gint64 times[TV_N_CLOCKS] = { 0 };

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (to->has_clock[clock])
      {
        times[clock] = tv_times_get_steps (
                           ends ? &calls->end[clock] : &calls->start[clock], call)
                       - copying->dropped[clock];
        if (is_root)
          root_inclusive[clock] += (ends ? times[clock] : -times[clock]) * to->unit;
      }
  tv_call_columns_set_times (
      to, ends, at, times,
      tv_times_get_steps (ends ? &calls->axis_end : &calls->axis_start, call));
}

/* Ends the open calls within a call. */
static void
close_calls (Copying *copying, guint32 within)
{
  while (copying->open != within && copying->open != TV_CALL_NONE)
    {
      const guint32 call = copying->open;

      if (copying->verdicts[call] == KEPT)
        {
          const guint32 method = tv_calls_method (&copying->calls, call);

          copying->depths[choose_method (copying->self, method)]--;
          set_times (copying, call, copying->row, TRUE);
          copying->row
              = copying->self->to->call_parent[copying->first_row + copying->row];
        }
      copying->open = copying->calls.parent[call];
    }
}

static guint32
find_origin (const Copying *copying, gsize call)
{
  return tv_trace_get_original_call (copying->self->from, copying->thread,
                                     (guint32) call);
}

static void
add_row (Copying *copying, gsize call)
{
  TvTrace *to = copying->self->to;
  const guint32 row = copying->n_rows++;
  const gsize at = copying->first_row + row;
  const guint32 method
      = choose_method (copying->self, tv_calls_method (&copying->calls, call));

  tv_call_columns_set_method (to, at, method);
  to->call_parent[at] = copying->row;
  to->call_flags[at] = copying->calls.flags[call] & (guint8) ~TV_CALL_RECURSIVE;
  if (copying->depths[method]++ > 0)
    to->call_flags[at] |= TV_CALL_RECURSIVE;
  to->call_origin[at] = find_origin (copying, call);
  set_times (copying, call, row, FALSE);
  copying->row = row;
}

static void
drop_call (Copying *copying, gsize call)
{
  const TvCalls *calls = &copying->calls;
  const guint32 parent = calls->parent[call];
  const guint32 origin = find_origin (copying, call);

  if (parent != TV_CALL_NONE && copying->verdicts[parent] == DROPPED)
    return;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (copying->self->to->has_clock[clock])
      copying->dropped[clock] += tv_times_get_steps (&calls->end[clock], call)
                                 - tv_times_get_steps (&calls->start[clock], call);
  g_array_append_val (copying->drops, origin);
}

/* Copies the waits that were noticed before a call was entered. */
static void
copy_waits (Copying *copying, gsize call)
{
  const TvWaits *waits = &copying->waits;
  const gint64 *dropped = &copying->dropped[TV_CLOCK_WALL];
  TvTrace *to = copying->self->to;

  for (;
       copying->next_wait < waits->n && waits->calls_before[copying->next_wait] <= call;
       copying->next_wait++)
    {
      const gsize i = copying->next_wait;
      const guint32 owner = waits->call[i];

      close_calls (copying, owner);
      if (!keeps_wait (copying->self, copying->verdicts, owner))
        continue;
      to->wait_call[copying->next_wait_row] = copying->row;
      to->wait_calls_before[copying->next_wait_row] = copying->n_rows;
      tv_time_column_set (&to->wait_start, copying->next_wait_row,
                          tv_times_get_steps (&waits->start, i) - *dropped);
      tv_time_column_set (&to->wait_end, copying->next_wait_row,
                          tv_times_get_steps (&waits->end, i) - *dropped);
      copying->next_wait_row++;
    }
}

static void
copy_calls (Copying *copying)
{
  const TvCalls *calls = &copying->calls;

  for (gsize call = 0; call < calls->n && !is_cancelled (copying->self, call); call++)
    {
      copy_waits (copying, call);
      close_calls (copying, calls->parent[call]);
      if (copying->verdicts[call] == DROPPED)
        drop_call (copying, call);
      else if (copying->verdicts[call] == KEPT)
        add_row (copying, call);
      copying->open = (guint32) call;
    }
  copy_waits (copying, calls->n);
  close_calls (copying, TV_CALL_NONE);
}

/* Drops */

static gboolean
is_within (const TvTrace *original, const TvCalls *calls, guint32 call, guint32 outer)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (original->has_clock[clock]
        && (tv_times_get_steps (&calls->start[clock], call)
                < tv_times_get_steps (&calls->start[clock], outer)
            || tv_times_get_steps (&calls->end[clock], call)
                   > tv_times_get_steps (&calls->end[clock], outer)))
      return FALSE;
  return call > outer;
}

/* Adds up the times of dropped calls of the original, in ascending order, without calls
 * inside others. For a call that takes no time this makes no difference. */
static void
add_up_drops (const TvTrace *original, guint thread, const GArray *calls,
              TvDrops *drops)
{
  const TvCalls columns = tv_trace_get_calls (original, thread);
  const guint32 *all = (const guint32 *) (gpointer) calls->data;
  gint64 sums[TV_N_CLOCKS] = { 0 };

  drops->calls = tv_column_new (calls->len, sizeof *drops->calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (original->has_clock[clock])
      drops->before[clock] = tv_column_new (calls->len, sizeof (gint64));
  for (guint i = 0; i < calls->len; i++)
    {
      if (drops->n > 0
          && is_within (original, &columns, all[i], drops->calls[drops->n - 1]))
        continue;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (original->has_clock[clock])
          {
            drops->before[clock][drops->n] = sums[clock];
            sums[clock] += tv_times_get (&columns.end[clock], all[i])
                           - tv_times_get (&columns.start[clock], all[i]);
          }
      drops->calls[drops->n++] = all[i];
    }
}

/* Joins the drops of a thread with those of the source trace. */
static void
join_drops (const Transforming *self, guint thread, GArray *calls)
{
  const TvDrops *before = self->from->drops != NULL ? &self->from->drops[thread] : NULL;

  if (!self->has_drops)
    return;
  if (before != NULL && before->n > 0)
    {
      g_array_append_vals (calls, before->calls, (guint) before->n);
      g_array_sort (calls, compare_methods);
    }
  add_up_drops (self->to->original, thread, calls, &self->to->drops[thread]);
}

static void
copy_thread (Transforming *self, guint thread, guint32 *depths)
{
  TvTrace *to = self->to;
  g_autoptr (GArray) drops = g_array_new (FALSE, FALSE, sizeof (guint32));
  Copying copying = { .self = self,
                      .thread = thread,
                      .calls = tv_trace_get_calls (self->from, thread),
                      .waits = tv_trace_get_waits (self->from, thread),
                      .verdicts = get_verdicts (self, thread),
                      .depths = depths,
                      .open = TV_CALL_NONE,
                      .row = TV_CALL_NONE,
                      .first_row = to->first_call[thread],
                      .next_wait_row = to->first_wait[thread],
                      .drops = drops };

  memset (to->threads[thread].root_inclusive, 0,
          sizeof to->threads[thread].root_inclusive);
  to->threads[thread].n_calls = to->first_call[thread + 1] - to->first_call[thread];
  to->threads[thread].n_waits = to->first_wait[thread + 1] - to->first_wait[thread];
  copy_calls (&copying);
  join_drops (self, thread, drops);
}

/* The trace */

typedef struct
{
  Transforming *self;
  void (*run) (Transforming *self, guint thread, guint32 *by_method);
  guint32 initial;
} Pass;

static void
run_worker (guint worker, gpointer data)
{
  const Pass *pass = data;
  Transforming *self = pass->self;
  const guint n = tv_trace_get_n_methods (self->from);
  g_autofree guint32 *by_method = g_new (guint32, MAX (n, 1));
  gint thread;

  for (guint i = 0; i < n; i++)
    by_method[i] = pass->initial;
  while ((thread = g_atomic_int_add (&self->next_thread, 1))
             < (gint) self->from->n_threads
         && !g_cancellable_is_cancelled (self->cancellable))
    pass->run (self, (guint) thread, by_method);
}

static void
run_pass (Pass *pass)
{
  const guint n_workers
      = MIN (tv_parallel_get_n_workers (), pass->self->from->n_threads);

  g_atomic_int_set (&pass->self->next_thread, 0);
  tv_parallel_run (n_workers, n_workers, run_worker, pass);
}

static gint64
get_latest (const TvTimeColumn *column)
{
  return tv_time_column_get_size (column) > 0 ? tv_time_column_get_latest (column) : -1;
}

/* Returns the widths of the source trace. If calls are dropped, no clock is the same as
 * the axis. */
static TvCallWidths
get_widths (const Transforming *self)
{
  const TvTrace *from = self->from;
  const TvClock clock
      = from->axis == TV_AXIS_CPU_PER_THREAD ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  TvCallWidths widths = { .wide_methods = from->call_method == NULL };

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    widths.latest[i] = get_latest (&from->call_start[i]);
  widths.latest_axis = get_latest (&from->call_axis_start);
  if (widths.latest_axis < 0 && self->has_drops)
    widths.latest_axis = widths.latest[clock];
  return widths;
}

static void
allocate_waits (TvTrace *to, const TvTrace *from)
{
  const gsize n = MAX (to->n_waits, 1);

  to->wait_call = g_new (guint32, n);
  to->wait_calls_before = g_new (guint32, n);
  if (from->n_waits == 0)
    return;
  tv_time_column_allocate (&to->wait_start, n, get_latest (&from->wait_start));
  tv_time_column_allocate (&to->wait_end, n, get_latest (&from->wait_end));
}

static void
add_up (gsize *first, guint n)
{
  for (guint i = 0; i < n; i++)
    first[i + 1] += first[i];
}

/* Makes the method that stands for a package or a library. The kind of code is that of
 * the library. */
static void
name_group (const Transforming *self, TvMethod *method)
{
  const gboolean is_package = self->kind == TV_TRANSFORM_COLLAPSE_PACKAGE;
  const char *group = self->transform->group;
  const char *slash = strrchr (group, '/');
  g_autofree char *class_name
      = is_package ? g_strconcat (group, *group != '\0' ? ".*" : "*", NULL)
                   : g_strdup ("");
  const char *name = is_package ? "" : slash != NULL ? slash + 1 : group;

  *method
      = (TvMethod){ .id = method->id,
                    .class_name = tv_string_pool_add (self->to->strings, class_name),
                    .name = tv_string_pool_add (self->to->strings, name),
                    .signature = "",
                    .category = is_package ? NULL : method->category,
                    .named = TRUE,
                    .style = method->style };
}

/* Gives the first method of a package or library its name, which all calls of the group
 * get. Names that are not in the base are copied. */
static void
name_methods (const Transforming *self)
{
  TvTrace *to = self->to;

  for (guint i = 0; i < tv_trace_get_n_methods (to); i++)
    {
      TvMethod *method = &g_array_index (to->methods, TvMethod, i);

      if (method->class_name != tv_trace_get_method (to->base, i)->class_name)
        method->class_name = tv_string_pool_add (to->strings, method->class_name);
      if (method->name != tv_trace_get_method (to->base, i)->name)
        method->name = tv_string_pool_add (to->strings, method->name);
    }
  if (self->group != TV_METHOD_NONE)
    name_group (self, &g_array_index (to->methods, TvMethod, self->group));
  tv_string_pool_seal (to->strings);
}

/* Creates the new trace. It shares what transforms do not change with the original. */
static TvTrace *
create_trace (TvTrace *from)
{
  const gboolean was_transformed = from->original != NULL && !from->shares_calls;
  TvTrace *to = tv_trace_new_empty ();
  const gsize n = (gsize) from->n_threads + 1;

  to->base = tv_trace_ref (was_transformed ? from->base : from);
  to->original = from->original != NULL ? from->original : from;
  tv_warnings_free (to->warnings);
  g_ptr_array_unref (to->name_lists);
  g_array_unref (to->processes);
  to->warnings = from->warnings;
  to->name_lists = from->name_lists;
  to->processes = from->processes;
  to->properties = from->properties;
  to->system = from->system;
  to->details = from->details;
  to->joined = from->joined;
  to->samples = from->samples;
  to->appearance = from->appearance;
  to->info = from->info;
  memcpy (to->has_clock, from->has_clock, sizeof to->has_clock);
  to->unit = from->unit;
  to->axis = from->axis;
  to->axis_start = from->axis_start;
  to->axis_end = from->axis_end;
  to->methods = g_array_copy (from->methods);
  to->n_threads = from->n_threads;
  to->threads = g_memdup2 (from->threads, sizeof *to->threads * from->n_threads);
  to->first_call = g_new0 (gsize, n);
  to->first_wait = g_new0 (gsize, n);
  return to;
}

static void
set_methods (Transforming *self)
{
  const guint32 *methods;
  guint n;

  if (self->transform->steps->len != 1)
    return;
  self->words = g_new0 (guint64, tv_trace_get_n_methods (self->from) / 64 + 1);
  methods = tv_transform_get_step (self->transform, 0, &n);
  if (self->transform->group != NULL)
    self->group = methods[0];
  for (guint i = 0; i < n; i++)
    if (methods[i] < tv_trace_get_n_methods (self->from))
      self->words[methods[i] / 64] |= G_GUINT64_CONSTANT (1) << (methods[i] % 64);
}

static gboolean
transform (Transforming *self, guint64 memory_limit, GError **error)
{
  TvTrace *to = self->to;
  TvMemoryBudget budget;
  TvCallWidths widths;
  gsize size;

  tv_memory_budget_init (&budget, memory_limit);
  if (!tv_memory_budget_check (&budget, 5 * self->from->n_calls, error))
    return FALSE;
  self->verdicts = tv_column_new (self->from->n_calls, 1);
  run_pass (&(Pass){ self, judge_thread, TV_CALL_NONE });
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  add_up (to->first_call, to->n_threads);
  add_up (to->first_wait, to->n_threads);
  to->n_calls = to->first_call[to->n_threads];
  to->n_waits = to->first_wait[to->n_threads];
  self->has_drops = self->from->drops != NULL || self->kind == TV_TRANSFORM_DROP;
  if (self->has_drops)
    to->drops = g_new0 (TvDrops, MAX (to->n_threads, 1));
  widths = get_widths (self);
  size = tv_call_columns_get_row_size (&widths) + sizeof *to->call_origin;
  if (!tv_memory_budget_check (&budget, to->n_calls * size + to->n_waits * WAIT_SIZE,
                               error))
    return FALSE;
  tv_call_columns_allocate (to, &widths);
  to->call_origin = tv_column_new (MAX (to->n_calls, 1), sizeof *to->call_origin);
  allocate_waits (to, self->from);
  run_pass (&(Pass){ self, copy_thread, 0 });
  name_methods (self);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/**
 * tv_trace_new_transformed:
 * @trace: a trace, which may be transformed itself
 * @transform_by: the transform
 * @memory_limit: the most bytes of memory, or 0 for half of the machine's
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED or %TV_TRACE_ERROR_TOO_LARGE
 *
 * Creates a trace with other stacks: some calls are gone, others have another caller.
 * Threads and the indexes of methods are the same. If a package or a
 * library was collapsed, its first method has the name of that. Sums, trees and lists
 * are made from it as from any trace.
 *
 * Calls keep their times on the axis. After dropped calls, times on the clocks are less
 * by the time of these; a range of time still refers to the original, see
 * tv_thread_range_init(). There is no order of entries.
 *
 * Takes time for each call of @trace, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_new_transformed (TvTrace *trace, const TvTransform *transform_by,
                          guint64 memory_limit, GCancellable *cancellable,
                          GError **error)
{
  Transforming self = { .from = trace,
                        .transform = transform_by,
                        .group = TV_METHOD_NONE,
                        .cancellable = cancellable };
  gboolean ok;

  g_return_val_if_fail (trace != NULL && transform_by != NULL, NULL);

  self.kind = transform_by->kind;
  self.to = create_trace (trace);
  set_methods (&self);
  ok = transform (&self, memory_limit, error);
  g_free (self.words);
  tv_column_free (self.verdicts);
  if (!ok)
    g_clear_pointer (&self.to, tv_trace_unref);
  return self.to;
}

/* Calls and times of the original */

/**
 * tv_trace_get_original:
 * @trace: a trace
 *
 * Returns: (transfer none): the trace before all transforms; @trace itself unless it is
 *   from tv_trace_new_transformed()
 */
const TvTrace *
tv_trace_get_original (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->original != NULL ? trace->original : trace;
}

/**
 * tv_trace_get_original_call:
 * @trace: a trace
 * @thread: index of a thread
 * @call: one of its calls
 *
 * Returns: index of the call in the original trace
 */
guint32
tv_trace_get_original_call (const TvTrace *trace, guint32 thread, guint32 call)
{
  return trace->call_origin != NULL
             ? trace->call_origin[trace->first_call[thread] + call]
             : call;
}

/**
 * tv_trace_find_transformed_call:
 * @trace: a trace
 * @thread: index of a thread
 * @original: index of a call in the original trace, or their number
 *
 * Finds a call by bisection.
 *
 * Returns: index of the call, or of the next call that is left; the number of calls if
 *   there is none
 */
guint32
tv_trace_find_transformed_call (const TvTrace *trace, guint32 thread, guint32 original)
{
  const guint32 *origins;
  guint32 low = 0, high;

  g_return_val_if_fail (trace != NULL && thread < trace->n_threads, 0);

  if (trace->call_origin == NULL)
    return original;
  origins = trace->call_origin + trace->first_call[thread];
  high = (guint32) (trace->first_call[thread + 1] - trace->first_call[thread]);
  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (origins[middle] < original)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_trace_has_drops:
 * @trace: a trace
 *
 * Returns: whether calls were dropped with their time
 */
gboolean
tv_trace_has_drops (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, FALSE);

  return trace->drops != NULL;
}

/**
 * tv_trace_subtract_drops:
 * @trace: a trace
 * @thread: index of a thread
 * @clock: a clock of the trace
 * @next: index of the first call of the original that is entered at or after @time
 * @time: nanoseconds on @clock in the original
 *
 * Returns: the time in @trace: @time less the time of dropped calls before it
 */
gint64
tv_trace_subtract_drops (const TvTrace *trace, guint32 thread, TvClock clock,
                         gsize next, gint64 time)
{
  const TvDrops *drops = trace->drops != NULL ? &trace->drops[thread] : NULL;
  gsize low = 0, high = drops != NULL ? drops->n : 0;
  TvCalls calls;
  gint64 start, end;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (drops->calls[middle] < next)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return time;
  low--;
  calls = tv_trace_get_calls (trace->original, thread);
  start = tv_times_get (&calls.start[clock], drops->calls[low]);
  end = tv_times_get (&calls.end[clock], drops->calls[low]);
  return time - drops->before[clock][low] - CLAMP (time - start, 0, end - start);
}
