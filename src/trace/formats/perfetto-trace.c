/* SPDX-License-Identifier: Apache-2.0 */

/* Perfetto traces. A first pass over the packets reads what may come after what needs
 * it: clocks, tracks, processes and threads. The second reads events. */

#include "config.h"

#include "trace/build/clock-repair.h"
#include "trace/formats/perfetto-event.h"
#include "trace/formats/perfetto-kernel.h"
#include "trace/formats/perfetto-samples.h"
#include "trace/formats/perfetto-tracks.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>

#define NS_PER_US 1000

/* What is in the file and the model has no place for. */
typedef enum
{
  HIDDEN_KERNEL,
  HIDDEN_PRINTS,
  HIDDEN_LEGACY,
  HIDDEN_SAMPLES,
  HIDDEN_OTHERS, /* packets, in a trace of samples */
  N_HIDDEN
} Hidden;

typedef struct
{
  TvTrace *trace;
  TvRunBuilder *builder;
  TvSampleBuilder *samples;   /* NULL in a trace of slices */
  TvPerfettoSamples *profile; /* the same */
  guint64 n_samples;          /* packets that have some */
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  TvPerfettoTracks *tracks;
  TvPerfettoClocks *clocks;
  GHashTable *sequences; /* by id */
  TvPerfettoSequence *last_sequence;
  GHashTable *states; /* a set of tracks that are in one */
  TvDetailBuilder *details;
  TvSystemBuilder *system;
  TvPerfettoEvent event; /* the last one */
  TvAtraceSink atrace;
  TvPerfettoCounters *counters;
  TvPerfettoKernel *kernel;
  guint64 latest; /* of the times of packets so far */

  guint64 n_hidden[N_HIDDEN];
  guint64 n_stateless; /* events before the state that they need */
  guint64 first_stateless;
  guint64 n_untimed; /* events on a clock that cannot be converted */
  guint64 first_untimed;
} Reader;

/* The first pass */

static gboolean
survey_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Reader *self = data;
  const TvProtoField *messages = packet->messages;

  self->n_samples += tv_perfetto_samples_are_in (packet);
  if (messages[TV_PACKET_CLOCK_SNAPSHOT].data != NULL)
    tv_perfetto_clocks_add (self->clocks,
                            tv_proto_enter (&messages[TV_PACKET_CLOCK_SNAPSHOT]),
                            packet->sequence);
  if (messages[TV_PACKET_SYSTEM_INFO].data != NULL)
    tv_perfetto_kernel_set_system (self->kernel,
                                   tv_proto_enter (&messages[TV_PACKET_SYSTEM_INFO]));
  if (messages[TV_PACKET_PROCESS_TREE].data != NULL)
    tv_perfetto_tracks_add_process_tree (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_PROCESS_TREE]));
  if (messages[TV_PACKET_TRACK_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_describe (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_TRACK_DESCRIPTOR]));
  if (messages[TV_PACKET_PROCESS_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_add_process (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_PROCESS_DESCRIPTOR]));
  if (messages[TV_PACKET_THREAD_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_add_thread (
        self->tracks, tv_proto_enter (&messages[TV_PACKET_THREAD_DESCRIPTOR]));
  return TRUE;
}

/* Times */

static TvPerfettoSequence *
find_sequence (Reader *self, guint32 id)
{
  TvPerfettoSequence *sequence = self->last_sequence;

  if (sequence != NULL && sequence->id == id)
    return sequence;
  sequence = self->last_sequence
      = g_hash_table_lookup (self->sequences, GUINT_TO_POINTER (id));
  if (sequence != NULL)
    return sequence;
  sequence = self->last_sequence = tv_perfetto_sequence_new (id);
  g_hash_table_insert (self->sequences, GUINT_TO_POINTER (id), sequence);
  return sequence;
}

static gboolean
find_time (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoPacket *packet,
           gint64 *time)
{
  return tv_perfetto_sequence_find_time (sequence, self->clocks, packet, &self->latest,
                                         time);
}

static gboolean
count_untimed (Reader *self, const TvPerfettoPacket *packet)
{
  if (self->n_untimed++ == 0)
    self->first_untimed = packet->offset;
  return TRUE;
}

/* Events of tracks */

/* The track of an event, or of its thread for old writers and events of the old form.
 */
static guint32
find_track (Reader *self, const TvPerfettoSequence *sequence,
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
make_name (Reader *self, const TvPerfettoEvent *event)
{
  return tv_slice_names_get (self->names, event->category,
                             event->name != NULL ? event->name : "");
}

/* A name and a category that are numbers of the sequence are looked up by these. */
static guint32
find_name (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoEvent *event)
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
add_tag (Reader *self, const TvPerfettoEvent *event)
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
begin_run (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoEvent *event,
           guint32 track)
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
end_run (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoEvent *event,
         guint32 track)
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
add_run (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoEvent *event,
         guint32 track, gint64 duration, gint64 cpu_duration)
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
add_value (Reader *self, TvPerfettoSequence *sequence, TvPerfettoEvent *event,
           guint64 uuid, double value)
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
add_legacy_async (Reader *self, TvPerfettoSequence *sequence,
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
add_legacy_flow (Reader *self, const TvPerfettoEvent *event, const Legacy *legacy,
                 guint32 track)
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
find_instant_track (Reader *self, TvPerfettoSequence *sequence,
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
add_legacy_phase (Reader *self, TvPerfettoSequence *sequence,
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
      self->n_hidden[HIDDEN_LEGACY]++;
      return TRUE;
    }
}

/* A state holds from its event to the next one of its track. One without a name ends
 * the one before. */
static gboolean
add_state (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoEvent *event)
{
  const guint32 track = find_track (self, sequence, event);
  const TvRun end
      = { .name = TV_METHOD_NONE, .end = event->time, .offset = event->offset };

  if (!g_hash_table_add (self->states, GUINT_TO_POINTER (track))
      && !tv_run_builder_end_run (self->builder, track, &end))
    return FALSE;
  if (event->name != NULL && *event->name != '\0')
    return begin_run (self, sequence, event, track);
  g_hash_table_remove (self->states, GUINT_TO_POINTER (track));
  return TRUE;
}

static gboolean
add_event_of_type (Reader *self, TvPerfettoSequence *sequence, TvPerfettoEvent *event,
                   const Legacy *legacy)
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
      self->n_hidden[HIDDEN_LEGACY]++;
      return TRUE;
    }
}

/* Events of old writers give times and instructions of their threads themselves. */
static gboolean
add_thread_counters (Reader *self, const TvPerfettoSequence *sequence,
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
      counter = tv_system_builder_add_counter (self->system, &spec);
      if (counter == G_MAXUINT32
          || !tv_system_builder_add_value (self->system, counter, event->time,
                                           (double) counters[i].value))
        return FALSE;
    }
  return TRUE;
}

/* Further counters, of the event or of the defaults of its sequence. */
static gboolean
add_more_values (Reader *self, TvPerfettoSequence *sequence, TvPerfettoEvent *event)
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

static gboolean
add_track_event (Reader *self, TvPerfettoSequence *sequence,
                 const TvPerfettoPacket *packet)
{
  TvPerfettoEvent *event = &self->event;
  Legacy legacy = { 0 };
  gboolean ok;

  event->offset = packet->offset;
  tv_perfetto_event_read (event, sequence,
                          tv_proto_enter (&packet->messages[TV_PACKET_TRACK_EVENT]));
  if (event->has_bad_time
      || (!event->has_time && !find_time (self, sequence, packet, &event->time)))
    return count_untimed (self, packet);
  if (event->legacy.data != NULL)
    read_legacy (&legacy, event, sequence);
  ok = add_thread_counters (self, sequence, event)
       && add_more_values (self, sequence, event)
       && add_event_of_type (self, sequence, event, &legacy);
  g_free (legacy.scope);
  return ok;
}

/* What probes read of processes, the system and its battery. */
static void
add_stats (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoPacket *packet)
{
  const TvProtoField *processes = &packet->messages[TV_PACKET_PROCESS_STATS];
  const TvProtoField *system = &packet->messages[TV_PACKET_SYSTEM_STATS];
  const TvProtoField *battery = &packet->messages[TV_PACKET_BATTERY];
  gint64 time;

  if ((processes->data == NULL && system->data == NULL && battery->data == NULL)
      || !find_time (self, sequence, packet, &time))
    return;
  tv_perfetto_counters_add_processes (self->counters, time, tv_proto_enter (processes));
  tv_perfetto_counters_add_system (self->counters, time, tv_proto_enter (system));
  tv_perfetto_counters_add_battery (self->counters, time, tv_proto_enter (battery));
}

/* The second pass */

static gboolean
add_samples (Reader *self, TvPerfettoSequence *sequence, const TvPerfettoPacket *packet,
             gboolean is_readable)
{
  gint64 time = 0;
  /* Clocks that count in steps go on with each packet. */
  const gboolean is_timed = find_time (self, sequence, packet, &time);

  self->n_hidden[HIDDEN_OTHERS] += tv_perfetto_samples_pass_over (packet);
  tv_perfetto_samples_intern (self->profile, packet);
  if (!tv_perfetto_samples_are_in (packet))
    return TRUE;
  if (!is_readable && self->n_stateless++ == 0)
    self->first_stateless = packet->offset;
  if (!is_readable)
    return TRUE;
  return is_timed ? tv_perfetto_samples_add (self->profile, sequence, packet, time)
                  : count_untimed (self, packet);
}

static gboolean
add_packet (const TvPerfettoPacket *packet, gpointer data)
{
  Reader *self = data;
  const TvProtoField *messages = packet->messages;
  TvPerfettoSequence *sequence = find_sequence (self, packet->sequence);
  const gboolean is_readable
      = tv_perfetto_sequence_take (sequence, packet, self->trace->strings);
  gint64 time;

  if (messages[TV_PACKET_CLOCK_SNAPSHOT].data != NULL)
    tv_perfetto_sequence_set_running (
        sequence, self->clocks, tv_proto_enter (&messages[TV_PACKET_CLOCK_SNAPSHOT]));
  if (messages[TV_PACKET_TRACK_DESCRIPTOR].data != NULL)
    tv_perfetto_tracks_rename (self->tracks,
                               tv_proto_enter (&messages[TV_PACKET_TRACK_DESCRIPTOR]));
  if (self->samples != NULL)
    return add_samples (self, sequence, packet, is_readable);
  self->n_hidden[HIDDEN_SAMPLES] += tv_perfetto_samples_are_in (packet);
  if (messages[TV_PACKET_FTRACE].data != NULL
      && !tv_perfetto_kernel_add (self->kernel, sequence,
                                  tv_proto_enter (&messages[TV_PACKET_FTRACE]),
                                  packet->offset))
    return FALSE;
  if (messages[TV_PACKET_TASK_STATE].data != NULL
      && find_time (self, sequence, packet, &time))
    tv_perfetto_kernel_add_task_state (
        self->kernel, time, tv_proto_enter (&messages[TV_PACKET_TASK_STATE]));
  add_stats (self, sequence, packet);
  if (messages[TV_PACKET_TRACK_EVENT].data == NULL)
    return TRUE;
  if (is_readable)
    return add_track_event (self, sequence, packet);
  if (self->n_stateless++ == 0)
    self->first_stateless = packet->offset;
  return TRUE;
}

/* The file */

static void
warn (Reader *self, TvWarningKind kind, guint64 count, guint64 at)
{
  if (count > 0)
    tv_warnings_add_many (self->trace->warnings, kind, count, TV_PLACE_OFFSET, at,
                          NULL);
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  return GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b) ? -1 : a != b;
}

static void
list_hidden (Reader *self, GHashTable *others)
{
  static const char *const names[N_HIDDEN]
      = { "kernel", "prints", "legacy", "samples", "others" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GList) numbers
      = g_list_sort (g_hash_table_get_keys (others), compare_numbers);

  self->n_hidden[HIDDEN_KERNEL] = tv_perfetto_kernel_get_n_others (self->kernel);
  self->n_hidden[HIDDEN_PRINTS] = self->atrace.n_others;
  for (guint i = 0; i < N_HIDDEN; i++)
    if (self->n_hidden[i] > 0)
      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT,
                              text->len > 0 ? ", " : "", names[i], self->n_hidden[i]);
  for (GList *l = numbers; l != NULL; l = l->next)
    g_string_append_printf (text, "%spacket %u %u", text->len > 0 ? ", " : "",
                            GPOINTER_TO_UINT (l->data),
                            GPOINTER_TO_UINT (g_hash_table_lookup (others, l->data)));
  if (text->len > 0)
    tv_trace_add_property (self->trace, "hidden-events", text->str);
}

/* Says what other clocks showed when tracing began. */
static void
set_clocks (Reader *self)
{
  static const struct
  {
    guint32 id;
    TvSystemClock clock;
  } known[] = { { 1, TV_SYSTEM_CLOCK_REALTIME },
                { 3, TV_SYSTEM_CLOCK_MONOTONIC },
                { 5, TV_SYSTEM_CLOCK_MONOTONIC_RAW },
                { TV_PERFETTO_BOOTTIME, TV_SYSTEM_CLOCK_BOOT } };
  gint64 own_time;
  gint64 time;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (known[i].id == tv_perfetto_clocks_get_primary (self->clocks))
        tv_system_builder_set_own_clock (self->system, known[i].clock);
      else if (tv_perfetto_clocks_find_reading (self->clocks, known[i].id, &own_time,
                                                &time))
        tv_system_builder_set_reading (self->system, known[i].clock, own_time, time);
    }
}

static gboolean
finish (Reader *self, const TvPerfettoSurvey *survey, GError **error)
{
  self->trace->info.n_records = survey->n_packets;
  if (survey->n_packets == 0)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                           _ ("This is not an Android method trace"));
      return FALSE;
    }
  if (!tv_async_runs_finish (self->async, error))
    return FALSE;
  tv_perfetto_kernel_finish (self->kernel);
  tv_system_tasks_finish (self->tasks);
  warn (self, TV_WARNING_EVENT_UNREADABLE, survey->n_broken, survey->first_broken);
  warn (self, TV_WARNING_EVENT_UNREADABLE, self->n_untimed, self->first_untimed);
  warn (self, TV_WARNING_EVENT_STATELESS, self->n_stateless, self->first_stateless);
  warn (self, TV_WARNING_EVENTS_CUT, survey->is_cut, survey->cut_at);
  list_hidden (self, survey->others);
  set_clocks (self);
  if (self->samples == NULL)
    return tv_run_builder_finish (self->builder, error);
  tv_perfetto_samples_finish (self->profile, self->trace);
  return tv_sample_builder_finish (self->samples, TRUE, error);
}

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options,
             gboolean has_samples)
{
  *self = (Reader){ .trace = trace };
  self->samples = has_samples ? tv_sample_builder_new (trace, options) : NULL;
  self->builder = has_samples ? tv_sample_builder_get_runs (self->samples)
                              : tv_run_builder_new (trace, options);
  self->async = tv_async_runs_new (self->builder, trace, options);
  self->names = tv_slice_names_new (self->builder);
  self->tasks = tv_system_tasks_new (self->builder);
  self->tracks = tv_perfetto_tracks_new (self->builder, self->tasks, trace->strings);
  self->clocks = tv_perfetto_clocks_new ();
  self->details = tv_run_builder_get_details (self->builder);
  self->system = tv_run_builder_get_system (self->builder);
  tv_perfetto_event_init (&self->event);
  self->states = g_hash_table_new (NULL, NULL);
  self->sequences = g_hash_table_new_full (NULL, NULL, NULL,
                                           (GDestroyNotify) tv_perfetto_sequence_free);
  self->atrace = (TvAtraceSink){ .builder = self->builder,
                                 .async = self->async,
                                 .names = self->names,
                                 .tasks = self->tasks };
  self->counters = tv_perfetto_counters_new (self->builder, self->tasks);
  self->kernel
      = tv_perfetto_kernel_new (&self->atrace, trace, self->clocks, self->counters);
  self->profile
      = has_samples ? tv_perfetto_samples_new (self->samples, self->names, self->tasks)
                    : NULL;
}

static void
clear_reader (Reader *self)
{
  tv_perfetto_kernel_free (self->kernel);
  tv_perfetto_counters_free (self->counters);
  tv_perfetto_event_clear (&self->event);
  g_hash_table_unref (self->sequences);
  g_hash_table_unref (self->states);
  tv_perfetto_clocks_free (self->clocks);
  tv_perfetto_tracks_free (self->tracks);
  tv_system_tasks_free (self->tasks);
  tv_slice_names_free (self->names);
  tv_async_runs_free (self->async);
  tv_perfetto_samples_free (self->profile);
  if (self->samples == NULL)
    tv_run_builder_free (self->builder);
  tv_sample_builder_free (self->samples);
}

/* Reads a file as slices, or as samples. In a file that has nothing else, and if an
 * event is wished for, @has_samples becomes %TRUE instead. */
static gboolean
read_twice (Reader *self, const TvTraceInput *input, const TvLoadOptions *options,
            gboolean *has_samples, GError **error)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  TvPerfettoSurvey first = { .others = others, .skips_events = TRUE };
  TvPerfettoSurvey survey = { .others = others };

  if (!tv_perfetto_packets_read (input->window, options, survey_packet, self, &first,
                                 error))
    return FALSE;
  *has_samples
      = self->n_samples > 0 && (first.n_skipped == 0 || options->event != NULL);
  if (*has_samples && self->samples == NULL)
    return TRUE;
  g_hash_table_remove_all (others);
  tv_perfetto_clocks_seal (self->clocks);
  return tv_perfetto_packets_read (input->window, options, add_packet, self, &survey,
                                   error)
         && finish (self, &survey, error);
}

static TvTrace *
read_trace (const TvTraceInput *input, const TvLoadOptions *options,
            gboolean *has_samples, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options, *has_samples);
  ok = read_twice (&reader, input, options, has_samples, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static TvTrace *
read_packets (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  gboolean has_samples = FALSE;
  TvTrace *trace = read_trace (input, options, &has_samples, error);

  if (trace == NULL || !has_samples)
    return trace;
  tv_trace_unref (trace);
  return read_trace (input, options, &has_samples, error);
}

static gboolean
is_perfetto (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  return tv_perfetto_packets_probe (data, size);
}

const TvTraceReader tv_perfetto_reader = { .name = "perfetto",
                                           .title = N_ ("Perfetto trace"),
                                           .probe = is_perfetto,
                                           .layout = TV_LAYOUT_WINDOWS,
                                           .read = read_packets };
