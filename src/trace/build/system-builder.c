/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/system-builder.h"

#include "trace/model/call-columns.h"
#include "trace/model/trace-error.h"

#include <math.h>
#include <string.h>

/* Memory that a counter needs, about. */
#define COUNTER_SIZE 256

#define MAX_CPU (TV_CPU_NONE - 1)
#define MAX_LETTERS G_MAXUINT8

typedef struct
{
  gint64 time;
  double value;
} Value;

typedef struct
{
  TvCounterSpec spec; /* without the unit */
  guint32 index;
  TvCounter counter;
  GArray *values; /* of Value */
  gboolean is_disordered;
} Counter;

typedef struct
{
  gint64 start;
  gint64 end;
  const char *blocked_function;
  guint32 track; /* and when rows are known, the thread */
  union
  {
    guint32 waker; /* a track */
    guint32 index; /* of the state in its thread, when it is written */
  };
  guint16 cpu;
  gint16 priority;
  guint8 kind;
  guint8 letters;
  guint8 flags;
} State;

G_STATIC_ASSERT (sizeof (State) == 40);

struct _TvSystemBuilder
{
  TvTrace *trace;
  TvGrowth *growth;
  TvSystemColumns *columns;
  GPtrArray *counters; /* of Counter */
  GHashTable *by_spec; /* a set of Counter */
  GArray *states;      /* of State */
  guint64 n_bad_times;
  gint64 earliest;
  gint64 latest;
  gint64 own_time[TV_N_SYSTEM_CLOCKS]; /* when the clocks were read */
  gint64 latest_kept;
};

static guint
hash_counter (gconstpointer data)
{
  const TvCounterSpec *spec = &((const Counter *) data)->spec;

  return (g_direct_hash (spec->name) * 31 + g_int64_hash (&spec->number)) * 31
         + spec->process * 7 + spec->track * 5 + spec->kind;
}

/* The same name is the same pointer. */
static gboolean
is_same_counter (gconstpointer a, gconstpointer b)
{
  const TvCounterSpec *first = &((const Counter *) a)->spec;
  const TvCounterSpec *second = &((const Counter *) b)->spec;

  return first->name == second->name && first->number == second->number
         && first->process == second->process && first->track == second->track
         && first->kind == second->kind;
}

static void
free_counter (gpointer data)
{
  Counter *counter = data;

  g_clear_pointer (&counter->values, g_array_unref);
  g_free (counter);
}

TvSystemBuilder *
tv_system_builder_new (TvTrace *trace, TvGrowth *growth)
{
  TvSystemBuilder *self = g_new0 (TvSystemBuilder, 1);

  self->trace = trace;
  self->growth = growth;
  self->columns = tv_system_columns_new ();
  self->counters = g_ptr_array_new_with_free_func (free_counter);
  self->by_spec = g_hash_table_new (hash_counter, is_same_counter);
  self->states = g_array_new (FALSE, FALSE, sizeof (State));
  self->earliest = G_MAXINT64;
  self->latest = G_MININT64;
  return self;
}

void
tv_system_builder_free (TvSystemBuilder *self)
{
  if (self == NULL)
    return;
  tv_system_columns_free (self->columns);
  g_hash_table_unref (self->by_spec);
  g_ptr_array_unref (self->counters);
  g_array_unref (self->states);
  g_free (self);
}

static const char *
keep_text (TvSystemBuilder *self, const char *text)
{
  return text != NULL ? tv_string_pool_add (self->trace->strings, text) : NULL;
}

/* Returns whether a time can be. */
static gboolean
take_time (TvSystemBuilder *self, gint64 time)
{
  if (!tv_run_time_is_possible (time))
    {
      self->n_bad_times++;
      return FALSE;
    }
  self->earliest = MIN (self->earliest, time);
  self->latest = MAX (self->latest, time);
  return TRUE;
}

/* Counters */

/**
 * tv_system_builder_add_counter:
 * @self: a builder
 * @spec: a counter
 *
 * Returns: index of the counter, the same for the same owner, number and name; its last
 *   unit counts. %G_MAXUINT32 when memory is exhausted
 */
guint32
tv_system_builder_add_counter (TvSystemBuilder *self, const TvCounterSpec *spec)
{
  Counter wanted = { .spec = *spec };
  Counter *counter;

  wanted.spec.name = keep_text (self, spec->name);
  counter = g_hash_table_lookup (self->by_spec, &wanted);
  if (counter == NULL)
    {
      if (!tv_growth_take (self->growth, COUNTER_SIZE))
        return G_MAXUINT32;
      counter = g_new0 (Counter, 1);
      counter->spec = wanted.spec;
      counter->index = self->counters->len;
      counter->counter
          = (TvCounter){ .name = wanted.spec.name,
                         .kind = spec->kind,
                         .process = spec->process,
                         .thread = TV_THREAD_NONE,
                         .number = spec->kind == TV_TRACK_CPU ? spec->number : 0 };
      counter->values = g_array_new (FALSE, FALSE, sizeof (Value));
      g_ptr_array_add (self->counters, counter);
      g_hash_table_add (self->by_spec, counter);
    }
  if (spec->unit != NULL)
    counter->counter.unit = keep_text (self, spec->unit);
  return counter->index;
}

/**
 * tv_system_builder_add_value:
 * @self: a builder
 * @counter: index of a counter
 * @time: nanoseconds on the clock of the file, in any order
 * @value: its value from then on
 *
 * A value at a time that cannot be is left out, with a warning.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_system_builder_add_value (TvSystemBuilder *self, guint32 counter, gint64 time,
                             double value)
{
  const Value item = { time, value };
  Counter *to;

  if (self->growth->error != NULL)
    return FALSE;
  g_return_val_if_fail (counter < self->counters->len, FALSE);

  if (!take_time (self, time))
    return TRUE;
  to = self->counters->pdata[counter];
  to->is_disordered
      |= to->values->len > 0
         && g_array_index (to->values, Value, to->values->len - 1).time > time;
  return tv_growth_append (self->growth, to->values, &item);
}

/**
 * tv_system_builder_add_cpu_value:
 * @self: a builder
 * @name: the name of a counter of each processor
 * @cpu: number of a processor
 * @time: nanoseconds on the clock of the file, in any order
 * @value: its value from then on
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_system_builder_add_cpu_value (TvSystemBuilder *self, const char *name, guint32 cpu,
                                 gint64 time, double value)
{
  const TvCounterSpec spec = { .kind = TV_TRACK_CPU,
                               .process = TV_PROCESS_NONE,
                               .track = TV_THREAD_NONE,
                               .number = cpu,
                               .name = name };
  const guint32 counter = tv_system_builder_add_counter (self, &spec);

  return counter != G_MAXUINT32
         && tv_system_builder_add_value (self, counter, time, value);
}

static gint
compare_values (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const Value *) a)->time;
  const gint64 second = ((const Value *) b)->time;

  return (first > second) - (first < second);
}

static gint64
keep_time (const TvSystemBuilder *self, gint64 time)
{
  return MIN (time - self->trace->info.origin, self->latest_kept);
}

static void
find_extremes (Counter *counter)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < counter->values->len; i++)
    {
      const double value = g_array_index (counter->values, Value, i).value;

      if (isnan (value))
        continue;
      counter->counter.least = is_first ? value : fmin (counter->counter.least, value);
      counter->counter.most = is_first ? value : fmax (counter->counter.most, value);
      is_first = FALSE;
    }
}

static void
write_counter (TvSystemBuilder *self, Counter *counter, gsize at)
{
  if (counter->is_disordered)
    g_array_sort (counter->values, compare_values);
  for (guint i = 0; i < counter->values->len; i++)
    {
      const Value *value = &g_array_index (counter->values, Value, i);

      tv_time_column_set (&self->columns->value_time, at + i,
                          keep_time (self, value->time));
      self->columns->value[at + i] = value->value;
    }
  g_clear_pointer (&counter->values, g_array_unref);
}

static gboolean
write_counters (TvSystemBuilder *self, const TvTrackRows *tracks, gint64 latest,
                GError **error)
{
  TvSystemColumns *columns = self->columns;
  const guint n = self->counters->len;

  columns->first_value = g_new0 (gsize, n + 1);
  for (guint i = 0; i < n; i++)
    {
      Counter *counter = self->counters->pdata[i];

      counter->counter.n = counter->values->len;
      find_extremes (counter);
      if (counter->spec.track != TV_THREAD_NONE)
        counter->counter.thread = tracks[counter->spec.track].rows[0];
      columns->first_value[i + 1] = columns->first_value[i] + counter->counter.n;
      g_array_append_val (columns->counters, counter->counter);
    }
  if (!tv_memory_budget_check (
          self->growth->budget,
          columns->first_value[n]
              * (tv_time_column_get_width (latest) + sizeof (double)),
          error))
    return FALSE;
  tv_time_column_allocate (&columns->value_time, columns->first_value[n], latest);
  columns->value = tv_column_new (columns->first_value[n], sizeof (double));
  for (guint i = 0; i < n; i++)
    write_counter (self, self->counters->pdata[i], columns->first_value[i]);
  return TRUE;
}

/* States */

/* Returns what the first of the kernel's letters says. */
static TvStateKind
get_kind (const char *letters)
{
  static const char known[] = "RSDTtXxZIPNWC";
  static const TvStateKind kinds[]
      = { TV_STATE_RUNNABLE, TV_STATE_SLEEPING, TV_STATE_BLOCKED, TV_STATE_STOPPED,
          TV_STATE_TRACED,   TV_STATE_DEAD,     TV_STATE_DEAD,    TV_STATE_ZOMBIE,
          TV_STATE_IDLE,     TV_STATE_PARKED,   TV_STATE_CREATED, TV_STATE_RUNNABLE,
          TV_STATE_CREATED };
  const char *found
      = letters != NULL && *letters != '\0' ? strchr (known, *letters) : NULL;

  if (found == NULL)
    return TV_STATE_UNKNOWN;
  return *letters == 'R' && letters[1] == '+' ? TV_STATE_PREEMPTED
                                              : kinds[found - known];
}

/* Returns the index of a text, or 0 if there are too many. */
static guint8
find_letters (TvSystemBuilder *self, const char *text)
{
  GPtrArray *letters = self->columns->letters;

  if (text == NULL)
    return 0;
  for (guint i = 1; i < letters->len; i++)
    if (g_str_equal (letters->pdata[i], text))
      return (guint8) i;
  if (letters->len > MAX_LETTERS)
    return 0;
  g_ptr_array_add (letters, (gpointer) keep_text (self, text));
  return (guint8) (letters->len - 1);
}

/**
 * tv_system_builder_add_state:
 * @self: a builder
 * @spec: a state, in any order of threads and of time
 *
 * A state at a time that cannot be is left out, with a warning. One that ends before it
 * starts has no length.
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_system_builder_add_state (TvSystemBuilder *self, const TvStateSpec *spec)
{
  const gboolean is_open = spec->end == G_MAXINT64;
  State state = { .start = spec->start,
                  .end = MAX (spec->start, spec->end),
                  .blocked_function = keep_text (self, spec->blocked_function),
                  .track = spec->track,
                  .waker = spec->waker,
                  .cpu = (guint16) MIN (spec->cpu, TV_CPU_NONE),
                  .priority = (gint16) CLAMP (spec->priority, G_MININT16, G_MAXINT16),
                  .letters = find_letters (self, spec->letters) };

  if (!take_time (self, spec->start) || (!is_open && !take_time (self, spec->end)))
    return self->growth->error == NULL;
  state.kind = spec->is_running ? TV_STATE_RUNNING : get_kind (spec->letters);
  if (state.kind == TV_STATE_BLOCKED && spec->io_wait == TV_IO_WAIT_YES)
    state.kind = TV_STATE_IO;
  state.flags
      = (guint8) ((is_open ? TV_STATE_OPEN : 0) | spec->io_wait << TV_STATE_IO_SHIFT);
  return tv_growth_append (self->growth, self->states, &state);
}

static State *
get_state (const TvSystemBuilder *self, guint32 index)
{
  return &g_array_index (self->states, State, index);
}

static gint
compare_states (gconstpointer a, gconstpointer b, gpointer data)
{
  const State *first = get_state (data, *(const guint32 *) a);
  const State *second = get_state (data, *(const guint32 *) b);

  return (first->start > second->start) - (first->start < second->start);
}

/* Sorts states by start, unless they are. */
static void
sort_states (TvSystemBuilder *self, guint32 *states, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (get_state (self, states[i])->start < get_state (self, states[i - 1])->start)
      {
        g_qsort_with_data (states, (gint) n, sizeof *states, compare_states, self);
        return;
      }
}

/* Returns the states by thread and time. */
static guint32 *
order_states (TvSystemBuilder *self, const TvTrackRows *tracks)
{
  TvSystemColumns *columns = self->columns;
  const guint n_threads = self->trace->n_threads;
  guint32 *order = g_new (guint32, self->states->len);
  g_autofree gsize *next = NULL;

  columns->first_state = g_new0 (gsize, n_threads + 1);
  for (guint32 i = 0; i < self->states->len; i++)
    {
      State *state = get_state (self, i);

      state->track = tracks[state->track].rows[0];
      columns->first_state[state->track + 1]++;
    }
  for (guint i = 0; i < n_threads; i++)
    columns->first_state[i + 1] += columns->first_state[i];
  next = g_memdup2 (columns->first_state, (n_threads + 1) * sizeof *next);
  for (guint32 i = 0; i < self->states->len; i++)
    order[next[get_state (self, i)->track]++] = i;
  for (guint i = 0; i < n_threads; i++)
    sort_states (self, order + columns->first_state[i],
                 columns->first_state[i + 1] - columns->first_state[i]);
  return order;
}

static gboolean
allocate_states (TvSystemBuilder *self, gint64 latest, GError **error)
{
  TvSystemColumns *columns = self->columns;
  const gsize n = self->states->len;
  const gsize size = 2 * tv_time_column_get_width (latest) + 3 + 2 * sizeof (guint16)
                     + sizeof (guint32) + sizeof (TvStateRef);

  if (!tv_memory_budget_check (self->growth->budget, n * (size + sizeof (guint32)),
                               error))
    return FALSE;
  tv_time_column_allocate (&columns->state_start, n, latest);
  tv_time_column_allocate (&columns->state_end, n, latest);
  columns->state_kind = tv_column_new (n, 1);
  columns->state_flags = tv_column_new (n, 1);
  columns->state_letters = tv_column_new (n, 1);
  columns->state_cpu = tv_column_new (n, sizeof *columns->state_cpu);
  columns->state_priority = tv_column_new (n, sizeof *columns->state_priority);
  columns->state_waker = tv_column_new (n, sizeof *columns->state_waker);
  columns->n_states = n;
  return TRUE;
}

static void
write_state (TvSystemBuilder *self, const State *state, const TvTrackRows *tracks,
             gsize at, gint64 latest)
{
  TvSystemColumns *columns = self->columns;
  const gboolean is_open = (state->flags & TV_STATE_OPEN) != 0;
  const TvBlockedFunction blocked = { at, state->blocked_function };

  tv_time_column_set (&columns->state_start, at, keep_time (self, state->start));
  tv_time_column_set (&columns->state_end, at,
                      is_open ? latest : keep_time (self, state->end));
  columns->state_kind[at] = state->kind;
  columns->state_flags[at] = state->flags;
  columns->state_letters[at] = state->letters;
  columns->state_cpu[at] = state->cpu;
  columns->state_priority[at] = state->priority;
  columns->state_waker[at]
      = state->waker != TV_THREAD_NONE ? tracks[state->waker].rows[0] : TV_THREAD_NONE;
  if (state->blocked_function != NULL)
    g_array_append_val (columns->blocked_functions, blocked);
}

/* Lists the processors, and counts the states on each. */
static void
count_cpus (TvSystemBuilder *self, const gsize *n_on_cpu)
{
  TvSystemColumns *columns = self->columns;
  gsize n = 0;

  for (guint32 i = 0; i <= MAX_CPU; i++)
    if (n_on_cpu[i] > 0)
      g_array_append_val (columns->cpus, i);
  columns->first_on_cpu = g_new0 (gsize, columns->cpus->len + 1);
  for (guint i = 0; i < columns->cpus->len; i++)
    {
      n += n_on_cpu[g_array_index (columns->cpus, guint32, i)];
      columns->first_on_cpu[i + 1] = n;
    }
}

/* Lists the states by processor. Those of each are in order of time, mostly, already:
 * who switches threads adds what ran. */
static void
write_cpus (TvSystemBuilder *self)
{
  TvSystemColumns *columns = self->columns;
  g_autofree gsize *next = g_new0 (gsize, MAX_CPU + 2);
  g_autofree guint32 *order = NULL;
  gsize n;

  for (guint32 i = 0; i < self->states->len; i++)
    next[get_state (self, i)->cpu]++;
  count_cpus (self, next);
  for (guint i = 0; i < columns->cpus->len; i++)
    next[g_array_index (columns->cpus, guint32, i)] = columns->first_on_cpu[i];
  n = columns->first_on_cpu[columns->cpus->len];
  order = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < self->states->len; i++)
    if (get_state (self, i)->cpu <= MAX_CPU)
      order[next[get_state (self, i)->cpu]++] = i;
  for (guint i = 0; i < columns->cpus->len; i++)
    sort_states (self, order + columns->first_on_cpu[i],
                 columns->first_on_cpu[i + 1] - columns->first_on_cpu[i]);
  columns->on_cpu = tv_column_new (n, sizeof *columns->on_cpu);
  for (gsize i = 0; i < n; i++)
    columns->on_cpu[i] = (TvStateRef){ get_state (self, order[i])->track,
                                       get_state (self, order[i])->index };
}

static gboolean
write_states (TvSystemBuilder *self, const TvTrackRows *tracks, gint64 latest,
              GError **error)
{
  TvSystemColumns *columns = self->columns;
  g_autofree guint32 *order = NULL;

  if (self->states->len == 0)
    return TRUE;
  if (!allocate_states (self, latest, error))
    return FALSE;
  order = order_states (self, tracks);
  for (gsize at = 0; at < columns->n_states; at++)
    {
      State *state = get_state (self, order[at]);

      write_state (self, state, tracks, at, latest);
      state->index = (guint32) (at - columns->first_state[state->track]);
    }
  write_cpus (self);
  return TRUE;
}

/* Clocks */

/**
 * tv_system_builder_set_own_clock:
 * @self: a builder
 * @clock: the clock of the times of the file
 */
void
tv_system_builder_set_own_clock (TvSystemBuilder *self, TvSystemClock clock)
{
  self->columns->own_clock = clock;
}

/**
 * tv_system_builder_set_reading:
 * @self: a builder
 * @clock: a clock
 * @own_time: nanoseconds on the clock of the file
 * @time: nanoseconds on @clock at that moment
 *
 * Says how the clock of the file and another one go together; the first reading counts.
 */
void
tv_system_builder_set_reading (TvSystemBuilder *self, TvSystemClock clock,
                               gint64 own_time, gint64 time)
{
  if (self->columns->has_clock_start[clock])
    return;
  self->columns->has_clock_start[clock] = TRUE;
  self->columns->clock_start[clock] = time;
  self->own_time[clock] = own_time;
}

static void
finish_clocks (TvSystemBuilder *self)
{
  TvSystemColumns *columns = self->columns;
  const gint64 origin = self->trace->info.origin;

  for (guint i = 0; i < TV_N_SYSTEM_CLOCKS; i++)
    {
      gint64 *start = &columns->clock_start[i];
      gint64 passed;

      columns->has_clock_start[i]
          &= !__builtin_sub_overflow (origin, self->own_time[i], &passed)
             && !__builtin_add_overflow (*start, passed, start);
    }
  if (columns->own_clock != TV_SYSTEM_CLOCK_UNKNOWN)
    {
      columns->has_clock_start[columns->own_clock] = TRUE;
      columns->clock_start[columns->own_clock] = origin;
    }
}

/* Completion */

/* Widens a range of time, on the clock of the file, to all that was added. */
void
tv_system_builder_get_range (const TvSystemBuilder *self, gint64 *earliest,
                             gint64 *latest)
{
  *earliest = MIN (*earliest, self->earliest);
  *latest = MAX (*latest, self->latest);
}

/* Gives a trace whose threads and range of time are known its counters, states and
 * clocks. @latest is when the trace ends, and @latest_kept a limit of times, both in
 * nanoseconds since the start of tracing. */
gboolean
tv_system_builder_finish (TvSystemBuilder *self, const TvTrackRows *tracks,
                          gint64 latest, gint64 latest_kept, GError **error)
{
  const gboolean has_any = self->counters->len > 0 || self->states->len > 0;

  self->latest_kept = latest_kept;
  latest = MIN (latest, latest_kept);
  if (self->n_bad_times > 0)
    tv_warnings_add_many (self->trace->warnings, TV_WARNING_EVENT_UNREADABLE,
                          self->n_bad_times, TV_PLACE_NOWHERE, 0, NULL);
  if (has_any
      && (!write_counters (self, tracks, latest, error)
          || !write_states (self, tracks, latest, error)))
    return FALSE;
  finish_clocks (self);
  if (has_any || self->columns->own_clock != TV_SYSTEM_CLOCK_UNKNOWN)
    self->trace->system = g_steal_pointer (&self->columns);
  return TRUE;
}
