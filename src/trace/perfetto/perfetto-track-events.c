/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-track-events.h"

#include "trace/build/clock-repair.h"
#include "trace/perfetto/perfetto-event.h"

#define NS_PER_US 1000

struct _TvPerfettoTrackEvents
{
  TvRunBuilder *builder;
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  TvPerfettoTracks *tracks;
  TvDetailBuilder *details;
  TvSystemBuilder *system;
  GHashTable *states;    /* a set of tracks that are in one */
  TvPerfettoEvent event; /* the last one */
  guint64 n_others;
};

TvPerfettoTrackEvents *
tv_perfetto_track_events_new (const TvAtraceSink *sink, TvPerfettoTracks *tracks)
{
  TvPerfettoTrackEvents *self = g_new0 (TvPerfettoTrackEvents, 1);

  self->builder = sink->builder;
  self->async = sink->async;
  self->names = sink->names;
  self->tasks = sink->tasks;
  self->tracks = tracks;
  self->details = tv_run_builder_get_details (sink->builder);
  self->system = tv_run_builder_get_system (sink->builder);
  self->states = g_hash_table_new (NULL, NULL);
  tv_perfetto_event_init (&self->event);
  return self;
}

void
tv_perfetto_track_events_free (TvPerfettoTrackEvents *self)
{
  if (self == NULL)
    return;
  tv_perfetto_event_clear (&self->event);
  g_hash_table_unref (self->states);
  g_free (self);
}

/* The track of an event, or of its thread for old writers and events of the old form.
 */
static guint32
find_track (TvPerfettoTrackEvents *self, const TvPerfettoSequence *sequence,
            const TvPerfettoEvent *event)
{
  const guint64 uuid = event->has_track ? event->track : sequence->track;

  if (event->tid >= 0)
    {
      if (event->pid >= 0)
        tv_system_tasks_set_process (self->tasks, event->tid, event->pid);
      return tv_system_tasks_get_track (self->tasks, event->tid);
    }

  if (uuid == 0 && sequence->has_thread
      && (!event->has_track || event->type == TV_PERFETTO_NONE))
    return tv_system_tasks_get_track (self->tasks, sequence->tid);
  return tv_perfetto_tracks_get (self->tracks, uuid, event->name);
}

static guint32
make_name (TvPerfettoTrackEvents *self, const TvPerfettoEvent *event)
{
  return tv_slice_names_get (self->names, event->category,
                             event->name != NULL ? event->name : "");
}

/* A name and a category that are numbers of the sequence are looked up by these. */
static guint32
find_name (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
           const TvPerfettoEvent *event)
{
  const guint64 key = event->category_number << 32 | event->name_number;
  guint32 name;

  if (event->name_number == 0 || event->name_number > G_MAXUINT32
      || event->category_number > G_MAXUINT32
      || (event->category_number == 0 && event->category != NULL))
    return make_name (self, event);
  name = tv_id_map_get (&sequence->names, key);
  if (name != TV_ID_MAP_NONE)
    return name;
  name = make_name (self, event);
  if (name != TV_METHOD_NONE)
    tv_id_map_set (&sequence->names, key, name);
  return name;
}

/* Returns a tag for the arguments and flows of an event, or 0. */
static guint32
add_tag (TvPerfettoTrackEvents *self, const TvPerfettoEvent *event)
{
  guint n_args;
  const TvArg *args = tv_arg_tree_get (event->args, &n_args);
  guint32 tag;

  if (n_args == 0 && event->flows->len == 0)
    return 0;
  tag = tv_detail_builder_add_tag (
      self->details, tv_detail_builder_add_arg_set (self->details, args, n_args));
  for (guint i = 0; tag > 0 && i < event->flows->len; i++)
    {
      const TvPerfettoFlow *flow = &g_array_index (event->flows, TvPerfettoFlow, i);
      const TvFlowPoint point = { .id = flow->id,
                                  .phase = flow->ends ? TV_FLOW_END : TV_FLOW_ANY,
                                  .time = event->time,
                                  .tag = tag };

      (void) tv_detail_builder_add_flow_point (self->details, &point);
    }
  return tag;
}

static gboolean
begin_run (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
           const TvPerfettoEvent *event, guint32 track)
{
  const TvRun run = { .name = find_name (self, sequence, event),
                      .has_cpu = event->has_cpu_time,
                      .start = event->time,
                      .cpu_start = event->cpu_time,
                      .offset = event->offset,
                      .tag = add_tag (self, event) };

  return tv_run_builder_begin_run (self->builder, track, &run);
}

/* An end that gives a name or a category ends the innermost run that has it. */
static gboolean
end_run (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
         const TvPerfettoEvent *event, guint32 track)
{
  const gboolean is_named = event->name != NULL || event->category != NULL;
  const TvRun run
      = { .name = is_named ? find_name (self, sequence, event) : TV_METHOD_NONE,
          .ends_category = event->name == NULL && is_named,
          .has_cpu = event->has_cpu_time,
          .end = event->time,
          .cpu_end = event->cpu_time,
          .offset = event->offset,
          .tag = add_tag (self, event) };

  return tv_run_builder_end_run (self->builder, track, &run);
}

static gboolean
add_run (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
         const TvPerfettoEvent *event, guint32 track, gint64 duration,
         gint64 cpu_duration)
{
  TvRun run = { .name = find_name (self, sequence, event),
                .start = event->time,
                .cpu_start = event->cpu_time,
                .offset = event->offset,
                .tag = add_tag (self, event) };

  if (__builtin_add_overflow (event->time, duration, &run.end))
    run.end = event->time;
  run.has_cpu
      = event->has_cpu_time
        && !__builtin_add_overflow (event->cpu_time, cpu_duration, &run.cpu_end);
  return tv_run_builder_add_run (self->builder, track, &run);
}

/* Adds a value of a counter, which may be a step from the last one. */
static gboolean
add_value (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
           TvPerfettoEvent *event, guint64 uuid, double value)
{
  const TvPerfettoCounter *counter
      = tv_perfetto_tracks_get_counter (self->tracks, uuid);

  if (counter == NULL)
    return FALSE;
  if (counter->is_incremental)
    value = tv_perfetto_sequence_add_up (sequence, uuid, value);
  value *= (double) counter->multiplier;
  if (counter->is_thread_time && ABS (value) < TV_TIME_IMPOSSIBLE)
    {
      event->has_cpu_time = TRUE;
      event->cpu_time = (gint64) value;
    }
  return tv_system_builder_add_value (self->system, counter->index, event->time, value);
}

/* Events of the old form, which have the phases of Chrome's JSON */

enum
{
  LEGACY_NAME_NUMBER = 1,
  LEGACY_PHASE = 2,
  LEGACY_DURATION = 3,
  LEGACY_CPU_DURATION = 4,
  LEGACY_ID = 6,
  LEGACY_SCOPE = 7,
  LEGACY_BIND_ID = 8,
  LEGACY_LOCAL_ID = 10,
  LEGACY_GLOBAL_ID = 11,
  LEGACY_BINDS_TO_ENCLOSING = 12,
  LEGACY_FLOW_DIRECTION = 13,
  LEGACY_INSTANT_SCOPE = 14,
  LEGACY_PID = 18,
  LEGACY_TID = 19
};

/* The directions of a flow that a slice binds: in, out, or both. */
#define FLOW_IN 1

typedef struct
{
  char phase;
  gint64 duration; /* nanoseconds; 0 without */
  gint64 cpu_duration;
  guint64 id;
  guint32 id_field; /* which kind of id it is */
  char *scope;
  gboolean binds_to_enclosing;
  char scope_kind; /* of an instant: g, p or t */
} Legacy;

static gint64
get_ns (guint64 microseconds)
{
  gint64 time;

  return __builtin_mul_overflow ((gint64) microseconds, NS_PER_US, &time) ? 0 : time;
}

static void
set_scope (Legacy *legacy, const TvProtoField *field)
{
  g_free (legacy->scope);
  legacy->scope = field->wire == TV_PROTO_BYTES
                      ? g_strndup ((const char *) field->data, field->size)
                      : NULL;
}

static void
read_legacy (Legacy *legacy, TvPerfettoEvent *event, const TvPerfettoSequence *sequence)
{
  TvProto message = tv_proto_enter (&event->legacy);
  TvProtoField field;
  TvPerfettoFlow flow = { 0 };
  guint64 direction = 0;

  *legacy = (Legacy){ .scope_kind = 't' };
  while (tv_proto_next (&message, &field))
    switch (field.number)
      {
      case LEGACY_NAME_NUMBER:
        if (event->name == NULL)
          tv_perfetto_event_set_name (event, sequence, field.value);
        break;
      case LEGACY_PHASE:
        legacy->phase = (char) field.value;
        break;
      case LEGACY_DURATION:
        legacy->duration = get_ns (field.value);
        break;
      case LEGACY_CPU_DURATION:
        legacy->cpu_duration = get_ns (field.value);
        break;
      case LEGACY_ID:
      case LEGACY_LOCAL_ID:
      case LEGACY_GLOBAL_ID:
        legacy->id = field.value;
        legacy->id_field = field.number;
        break;
      case LEGACY_SCOPE:
        set_scope (legacy, &field);
        break;
      case LEGACY_BIND_ID:
        flow.id = field.value;
        break;
      case LEGACY_BINDS_TO_ENCLOSING:
        legacy->binds_to_enclosing = field.value != 0;
        break;
      case LEGACY_FLOW_DIRECTION:
        direction = field.value;
        break;
      case LEGACY_INSTANT_SCOPE:
        legacy->scope_kind = "tgpt"[MIN (field.value, 3)];
        break;
      case LEGACY_PID:
        event->pid = (gint32) field.value;
        break;
      case LEGACY_TID:
        event->tid = (gint32) field.value;
        break;
      default:
        break;
      }
  flow.ends = direction == FLOW_IN;
  if (direction != 0)
    g_array_append_val (event->flows, flow);
}

static gboolean
add_legacy_async (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                  const TvPerfettoEvent *event, const Legacy *legacy,
                  TvAsyncPhase phase, gboolean is_old)
{
  const gint64 pid = event->pid >= 0 ? event->pid : sequence->pid;
  const guint32 process = tv_run_builder_add_process (self->builder, pid, NULL);
  const gboolean is_own = legacy->id_field != LEGACY_GLOBAL_ID
                          && (legacy->id_field == LEGACY_LOCAL_ID || is_old);
  g_autofree char *key = g_strdup_printf (
      "%s\n%s\n%" G_GINT64_MODIFIER "x\n%d\n%s",
      event->category != NULL ? event->category : "",
      legacy->scope != NULL ? legacy->scope : "", legacy->id,
      is_own ? (int) process : -1, is_old && event->name != NULL ? event->name : "");
  const TvAsyncEvent async = { .phase = phase,
                               .nests = !is_old,
                               .key = key,
                               .process = process,
                               .name = find_name (self, sequence, event),
                               .time = event->time,
                               .offset = event->offset,
                               .tag = add_tag (self, event) };

  return tv_async_runs_add (self->async, &async);
}

/* A flow of the old form goes from what is open to what is open or comes next. */
static gboolean
add_legacy_flow (TvPerfettoTrackEvents *self, const TvPerfettoEvent *event,
                 const Legacy *legacy, guint32 track)
{
  const TvFlowPoint point
      = { .id
          = legacy->id ^ g_str_hash (event->category != NULL ? event->category : ""),
          .phase = legacy->phase == 's'   ? TV_FLOW_BEGIN
                   : legacy->phase == 't' ? TV_FLOW_STEP
                                          : TV_FLOW_END,
          .binds_to_next = legacy->phase == 'f' && !legacy->binds_to_enclosing,
          .time = event->time,
          .track = track };

  return tv_detail_builder_add_flow_point (self->details, &point);
}

/* The track of what happens at once to a thread, a process or everything. */
static guint32
find_instant_track (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                    const TvPerfettoEvent *event, const Legacy *legacy)
{
  const gint64 pid = event->pid >= 0 ? event->pid : sequence->pid;
  TvTrackSpec spec = { .kind = TV_TRACK_GLOBAL,
                       .process = TV_PROCESS_NONE,
                       .number = -1,
                       .overlap = TV_OVERLAP_SPILL };

  if (legacy->scope_kind == 't' || (event->has_track && event->track != 0))
    return find_track (self, sequence, event);
  if (legacy->scope_kind == 'p')
    {
      spec.kind = TV_TRACK_PROCESS;
      spec.process = tv_run_builder_add_process (self->builder, pid, NULL);
    }
  return tv_run_builder_add_track (self->builder, &spec);
}

static gboolean
add_legacy_phase (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                  const TvPerfettoEvent *event, const Legacy *legacy)
{
  const guint32 track = find_track (self, sequence, event);

  switch (legacy->phase)
    {
    case 'B':
      return begin_run (self, sequence, event, track);
    case 'E':
      return end_run (self, sequence, event, track);
    case 'X':
      return add_run (self, sequence, event, track, legacy->duration,
                      legacy->cpu_duration);
    case 'i':
    case 'I':
    case 'R':
      return add_run (self, sequence, event,
                      find_instant_track (self, sequence, event, legacy), 0, 0);
    case 'b':
    case 'S':
      return add_legacy_async (self, sequence, event, legacy, TV_ASYNC_BEGIN,
                               legacy->phase == 'S');
    case 'e':
    case 'F':
      return add_legacy_async (self, sequence, event, legacy, TV_ASYNC_END,
                               legacy->phase == 'F');
    case 'n':
      return add_legacy_async (self, sequence, event, legacy, TV_ASYNC_INSTANT, FALSE);
    case 's':
    case 't':
    case 'f':
      return add_legacy_flow (self, event, legacy, track);
    default:
      self->n_others++;
      return TRUE;
    }
}

/* A state holds from its event to the next one of its track. One without a name ends
 * the one before. */
static gboolean
add_state (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
           const TvPerfettoEvent *event)
{
  const guint32 track = find_track (self, sequence, event);
  const TvRun end
      = { .name = TV_METHOD_NONE, .end = event->time, .offset = event->offset };
  TvTrackFacts *facts = tv_detail_builder_get_track (self->details, track);

  if (facts == NULL)
    return FALSE;
  facts->holds_states = TRUE;
  if (!g_hash_table_add (self->states, GUINT_TO_POINTER (track))
      && !tv_run_builder_end_run (self->builder, track, &end))
    return FALSE;
  if (event->name != NULL && *event->name != '\0')
    return begin_run (self, sequence, event, track);
  g_hash_table_remove (self->states, GUINT_TO_POINTER (track));
  return TRUE;
}

static gboolean
add_event_of_type (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                   TvPerfettoEvent *event, const Legacy *legacy)
{
  switch (event->type)
    {
    case TV_PERFETTO_BEGIN:
      return begin_run (self, sequence, event, find_track (self, sequence, event));
    case TV_PERFETTO_END:
      return end_run (self, sequence, event, find_track (self, sequence, event));
    case TV_PERFETTO_INSTANT:
      return add_run (self, sequence, event, find_track (self, sequence, event), 0, 0);
    case TV_PERFETTO_COUNTER:
      return !event->has_value
             || add_value (self, sequence, event,
                           event->has_track ? event->track : sequence->track,
                           event->value);
    case TV_PERFETTO_STATE:
      return add_state (self, sequence, event);
    case TV_PERFETTO_NONE:
    default:
      if (event->legacy.data != NULL)
        return add_legacy_phase (self, sequence, event, legacy);
      self->n_others++;
      return TRUE;
    }
}

/* A writer mostly tells of one thread. */
static guint32
find_thread_counter (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                     guint kind, const TvCounterSpec *spec)
{
  TvPerfettoThreadCounter *last = &sequence->thread_counters[kind];

  if (!last->is_known || last->track != spec->track)
    {
      last->track = spec->track;
      last->index = tv_system_builder_add_counter (self->system, spec);
      last->is_known = last->index != G_MAXUINT32;
    }
  return last->index;
}

/* Events of old writers give times and instructions of their threads themselves. */
static gboolean
add_thread_counters (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                     const TvPerfettoEvent *event)
{
  const struct
  {
    gboolean is_given;
    const char *name;
    gint64 value;
  } counters[] = { { event->has_cpu_time, "thread_time", event->cpu_time },
                   { event->has_instructions, "thread_instruction_count",
                     event->instructions } };
  TvCounterSpec spec = { .kind = TV_TRACK_THREAD, .process = TV_PROCESS_NONE };

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    {
      guint32 counter;

      if (!counters[i].is_given || !sequence->has_thread)
        continue;
      spec.track = tv_system_tasks_get_track (
          self->tasks, event->tid >= 0 ? event->tid : sequence->tid);
      spec.name = counters[i].name;
      counter = find_thread_counter (self, sequence, i, &spec);
      if (counter == G_MAXUINT32
          || !tv_system_builder_add_value (self->system, counter, event->time,
                                           (double) counters[i].value))
        return FALSE;
    }
  return TRUE;
}

/* Further counters, of the event or of the defaults of its sequence. */
static gboolean
add_more_values (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                 TvPerfettoEvent *event)
{
  guint n[2] = { event->n_whole, event->values->len - event->n_whole };
  guint at = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (n); kind++)
    {
      const GArray *counters = event->counters[kind]->len > 0
                                   ? event->counters[kind]
                                   : sequence->counters[kind];

      for (guint i = 0; i < n[kind]; i++, at++)
        if (i < counters->len
            && !add_value (self, sequence, event, g_array_index (counters, guint64, i),
                           g_array_index (event->values, double, at)))
          return FALSE;
    }
  return TRUE;
}

/* Adds the event of a packet, and says whether its time is known; else it is left out.
 * @time is that of the packet, or NULL if it is not known. Returns FALSE when memory is
 * exhausted. */
gboolean
tv_perfetto_track_events_add (TvPerfettoTrackEvents *self, TvPerfettoSequence *sequence,
                              const TvPerfettoPacket *packet, const gint64 *time,
                              gboolean *is_timed)
{
  TvPerfettoEvent *event = &self->event;
  Legacy legacy = { 0 };
  gboolean ok;

  event->offset = packet->offset;
  tv_perfetto_event_read (event, sequence,
                          tv_proto_enter (&packet->messages[TV_PACKET_TRACK_EVENT]));
  *is_timed = !event->has_bad_time && (event->has_time || time != NULL);
  if (!*is_timed)
    return TRUE;
  if (!event->has_time)
    event->time = *time;
  tv_system_tasks_set_time (self->tasks, event->time);
  if (event->legacy.data != NULL)
    read_legacy (&legacy, event, sequence);
  ok = add_thread_counters (self, sequence, event)
       && add_more_values (self, sequence, event)
       && add_event_of_type (self, sequence, event, &legacy);
  g_free (legacy.scope);
  return ok;
}

/* Returns how many events the model has no place for. */
guint64
tv_perfetto_track_events_get_n_others (const TvPerfettoTrackEvents *self)
{
  return self->n_others;
}
