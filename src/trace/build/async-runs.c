/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/async-runs.h"

#include "trace/model/trace-storage.h"

/* Numbers of tracks, which others do not have: of keys that nest, and of names. */
#define FIRST_OWN_TRACK (1ll << 40)
#define FIRST_NAMED_TRACK (1ll << 41)

/* How many events are added between two looks at the budget. */
#define EVENTS_AT_ONCE 4096

#define NO_EVENT G_MAXUINT32

/* The runs of a key. */
typedef struct
{
  guint32 index;
  guint32 process;
  const char *track_name;
  guint32 name;   /* of the first run */
  guint32 n_open; /* while it is found out whether they do nest */
  gboolean may_nest;
  gboolean nests;
  guint32 track;
  guint32 top; /* the innermost open beginning, or NO_EVENT */
} Key;

typedef struct
{
  gint64 time;
  gint64 end;
  guint64 offset;
  Key *key;
  guint32 name;
  guint32 order; /* in the file */
  guint32 tag;
  guint32 end_tag;
  guint32 below; /* the beginning that was innermost before it */
  TvAsyncPhase phase;
  gboolean is_left_out; /* it is an end, or begins what has begun */
} Event;

struct _TvAsyncRuns
{
  TvRunBuilder *builder;
  TvTrace *trace;
  const TvLoadOptions *options;
  GHashTable *keys; /* text to Key */
  GArray *events;
  GError *error;
};

/**
 * tv_async_runs_new:
 * @builder: receives the runs
 * @trace: the trace that it makes
 * @options: how that is loaded
 *
 * Returns: (transfer full): an empty list of runs, which all of these must outlive
 */
TvAsyncRuns *
tv_async_runs_new (TvRunBuilder *builder, TvTrace *trace, const TvLoadOptions *options)
{
  TvAsyncRuns *self = g_new0 (TvAsyncRuns, 1);

  self->builder = builder;
  self->trace = trace;
  self->options = options;
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->events = g_array_new (FALSE, FALSE, sizeof (Event));
  return self;
}

void
tv_async_runs_free (TvAsyncRuns *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->keys);
  g_array_unref (self->events);
  g_clear_error (&self->error);
  g_free (self);
}

static Key *
find_key (TvAsyncRuns *self, const TvAsyncEvent *event)
{
  Key *key = g_hash_table_lookup (self->keys, event->key);

  if (key != NULL)
    return key;
  key = g_new0 (Key, 1);
  key->index = g_hash_table_size (self->keys);
  key->process = event->process;
  if (event->track_name != NULL)
    key->track_name = tv_string_pool_add (self->trace->strings, event->track_name);
  key->name = event->name;
  key->track = TV_THREAD_NONE;
  key->may_nest = event->nests;
  key->top = NO_EVENT;
  g_hash_table_insert (self->keys, g_strdup (event->key), key);
  return key;
}

/**
 * tv_async_runs_add:
 * @self: runs
 * @event: an event, in any order of time
 *
 * Returns: %FALSE when memory is exhausted
 */
gboolean
tv_async_runs_add (TvAsyncRuns *self, const TvAsyncEvent *event)
{
  const gsize size = EVENTS_AT_ONCE * (sizeof (Event) + sizeof (Key));
  Event own = { .time = event->time,
                .offset = event->offset,
                .name = event->name,
                .tag = event->tag,
                .order = self->events->len,
                .phase = event->phase };

  if (self->error != NULL
      || (self->events->len % EVENTS_AT_ONCE == 0 && self->options->budget != NULL
          && !tv_memory_budget_check (self->options->budget, size, &self->error)))
    return FALSE;
  own.key = find_key (self, event);
  g_array_append_val (self->events, own);
  return TRUE;
}

static gint
compare_events (gconstpointer a, gconstpointer b)
{
  const Event *first = a;
  const Event *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  return first->order < second->order ? -1 : first->order > second->order;
}

static Event *
get_event (const TvAsyncRuns *self, guint32 index)
{
  return &g_array_index (self->events, Event, index);
}

static void
find_nesting (const TvAsyncRuns *self)
{
  for (guint32 i = 0; i < self->events->len; i++)
    {
      const Event *event = get_event (self, i);
      Key *key = event->key;

      if (event->phase == TV_ASYNC_END)
        key->n_open -= key->n_open > 0;
      else
        {
          key->nests |= key->may_nest && key->n_open > 0;
          key->n_open += event->phase == TV_ASYNC_BEGIN;
        }
    }
}

static guint32
find_track (TvAsyncRuns *self, Key *key)
{
  const char *name
      = key->track_name != NULL
            ? key->track_name
            : g_array_index (self->trace->methods, TvMethod, key->name).name;
  const TvTrackSpec spec
      = { .kind = key->process != TV_PROCESS_NONE ? TV_TRACK_PROCESS : TV_TRACK_GLOBAL,
          .process = key->process,
          .number
          = key->nests ? FIRST_OWN_TRACK + key->index : FIRST_NAMED_TRACK + key->name,
          .name = name,
          .overlap = key->nests ? TV_OVERLAP_CUT : TV_OVERLAP_BESIDE };

  if (key->track == TV_THREAD_NONE)
    key->track = tv_run_builder_add_track (self->builder, &spec);
  return key->track;
}

static gboolean
add_run (TvAsyncRuns *self, const Event *event)
{
  const TvRun run = { .name = event->name,
                      .offset = event->offset,
                      .start = event->time,
                      .end = event->end,
                      .tag = event->tag,
                      .end_tag = event->end_tag };
  const guint32 track = find_track (self, event->key);

  return track != TV_THREAD_NONE && tv_run_builder_add_run (self->builder, track, &run);
}

/* Of a key that does not nest, what has begun cannot begin once more. */
static void
begin_run (TvAsyncRuns *self, guint32 index)
{
  Event *event = get_event (self, index);
  Key *key = event->key;

  if (key->top != NO_EVENT && !key->may_nest)
    {
      tv_warnings_add (self->trace->warnings, TV_WARNING_BEGUN_TWICE, TV_PLACE_OFFSET,
                       event->offset, NULL);
      event->is_left_out = TRUE;
      return;
    }
  event->below = key->top;
  key->top = index;
}

static void
end_run (TvAsyncRuns *self, const Event *end)
{
  Key *key = end->key;
  Event *begin;

  if (key->top == NO_EVENT)
    {
      tv_warnings_add (self->trace->warnings, TV_WARNING_SLICE_STRAY_END,
                       TV_PLACE_OFFSET, end->offset, NULL);
      return;
    }
  begin = get_event (self, key->top);
  key->top = begin->below;
  begin->end = end->time;
  begin->end_tag = end->tag;
}

/* Finds the ends of runs. Events are in order of time. */
static void
match_event (TvAsyncRuns *self, guint32 index)
{
  Event *event = get_event (self, index);

  event->end = event->phase == TV_ASYNC_BEGIN ? TV_RUN_OPEN : event->time;
  event->is_left_out = event->phase == TV_ASYNC_END;
  if (event->phase == TV_ASYNC_BEGIN)
    begin_run (self, index);
  else if (event->phase == TV_ASYNC_END)
    end_run (self, event);
}

/**
 * tv_async_runs_finish:
 * @self: runs
 * @error: %TV_TRACE_ERROR_TOO_LARGE
 *
 * Gives all runs to the builder. An end without a beginning is left out, with a
 * warning.
 *
 * Returns: %FALSE when memory was exhausted
 */
gboolean
tv_async_runs_finish (TvAsyncRuns *self, GError **error)
{
  gboolean ok = self->error == NULL;

  if (!ok)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  g_array_sort (self->events, compare_events);
  find_nesting (self);
  for (guint32 i = 0; i < self->events->len; i++)
    match_event (self, i);
  /* Of runs with the same times, the outer one has begun first. */
  for (guint32 i = 0; ok && i < self->events->len; i++)
    if (!get_event (self, i)->is_left_out)
      ok = add_run (self, get_event (self, i));
  return TRUE; /* the builder tells of memory of its own */
}
