/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/perfetto/perfetto-samples.h"

#include "trace/model/trace-storage.h"
#include "trace/perfetto/perfetto-stacks.h"

#include <glib/gi18n-lib.h>

#define NS_PER_US 1000

struct _TvPerfettoSamples
{
  TvSampleBuilder *builder;
  TvPerfettoStacks *stacks;
  TvSystemTasks *tasks;
  TvDetailBuilder *details;
  TvSystemBuilder *system;
  GHashTable *sessions; /* by sequence: their rows, plus one */
  guint64 n_lost;
};

TvPerfettoSamples *
tv_perfetto_samples_new (TvSampleBuilder *builder, TvSliceNames *names,
                         TvSystemTasks *tasks)
{
  TvPerfettoSamples *self = g_new0 (TvPerfettoSamples, 1);

  self->builder = builder;
  self->stacks = tv_perfetto_stacks_new (builder, names);
  self->tasks = tasks;
  self->details = tv_run_builder_get_details (tv_sample_builder_get_runs (builder));
  self->system = tv_run_builder_get_system (tv_sample_builder_get_runs (builder));
  self->sessions = g_hash_table_new (NULL, NULL);
  return self;
}

void
tv_perfetto_samples_free (TvPerfettoSamples *self)
{
  if (self == NULL)
    return;
  tv_perfetto_stacks_free (self->stacks);
  g_hash_table_unref (self->sessions);
  g_free (self);
}

/* Takes what a packet says of stacks and events. */
void
tv_perfetto_samples_intern (TvPerfettoSamples *self, const TvPerfettoPacket *packet)
{
  tv_perfetto_stacks_intern (self->stacks, packet);
}

/* Samples */

enum
{
  SAMPLE_CPU = 1,
  SAMPLE_PID = 2,
  SAMPLE_TID = 3,
  SAMPLE_STACK = 4,
  SAMPLE_MODE = 5,
  SAMPLE_TOTAL = 6,
  SAMPLE_ERROR = 16,
  SAMPLE_LOST = 17,
  SAMPLE_SKIPPED = 18
};

#define PERF_SOURCE "linux.perf"
#define PROFILE_SOURCE "chrome"

/* A value of an extra row that is a number or none. */
static gint64
get_row_value (gboolean is_known, gint64 value)
{
  return is_known ? value : TV_EXTRA_NULL;
}

/* Returns the row of the session of a writer. */
static gint64
find_session (TvPerfettoSamples *self, guint32 sequence, const char *source,
              const char *unit)
{
  const gpointer key = GUINT_TO_POINTER (sequence);
  gint64 session = GPOINTER_TO_INT (g_hash_table_lookup (self->sessions, key));
  const gint64 row[]
      = { tv_detail_builder_keep_text (self->details, source),
          tv_detail_builder_keep_text (self->details, unit), TV_EXTRA_NULL };

  if (session > 0)
    return session - 1;
  session = tv_detail_builder_add_extra (self->details, TV_EXTRA_SESSIONS, row);
  g_hash_table_insert (self->sessions, key, GINT_TO_POINTER ((gint) session + 1));
  return session;
}

/* Returns the row of where something ran, or none. */
static gint64
find_execution (TvPerfettoSamples *self, gboolean has_cpu, guint64 cpu,
                const char *mode)
{
  const gint64 row[] = { get_row_value (has_cpu, (guint32) cpu),
                         tv_detail_builder_keep_text (self->details, mode) };

  return has_cpu || mode != NULL ? tv_detail_builder_intern_extra (
             self->details, TV_EXTRA_EXECUTION_CONTEXTS, row)
                                 : TV_EXTRA_NULL;
}

/* Returns the row of what was sampled, or none. */
static gint64
find_task (TvPerfettoSamples *self, guint32 process, guint32 track, gint64 async)
{
  const gint64 row[] = { get_row_value (process != TV_PROCESS_NONE, process),
                         get_row_value (track != TV_THREAD_NONE, track), async };

  if (row[0] == TV_EXTRA_NULL && row[1] == TV_EXTRA_NULL && async == TV_EXTRA_NULL)
    return TV_EXTRA_NULL;
  return tv_detail_builder_intern_extra (self->details, TV_EXTRA_TASK_CONTEXTS, row);
}

/* Adds a value of a counter of a sample. */
static void
add_sample_value (TvPerfettoSamples *self, gint64 sample, const gint64 *counter,
                  guint64 value)
{
  const gint64 row[] = { sample,
                         tv_detail_builder_intern_extra (
                             self->details, TV_EXTRA_SAMPLE_COUNTERS, counter),
                         (gint64) MIN (value, G_MAXINT64) };

  (void) tv_detail_builder_add_extra (self->details, TV_EXTRA_SAMPLE_VALUES, row);
}

static guint32
find_event (TvPerfettoSamples *self, TvPerfettoWriter *writer)
{
  const TvSampleEvent event
      = { .name = writer->event != NULL ? writer->event : "samples",
          .title = writer->event != NULL ? NULL : N_ ("Samples"),
          .quantity = TV_QUANTITY_COUNT };

  if (writer->event_index == 0)
    writer->event_index = tv_sample_builder_add_event (self->builder, &event) + 1;
  return writer->event_index - 1;
}

/* Adds a sample, whose weight counts without a stack, too. */
static gboolean
add_sample (TvPerfettoSamples *self, TvSampleSpec *sample)
{
  if (sample->stack == TV_STACK_EMPTY)
    sample->stack = tv_perfetto_stacks_get_none (self->stacks);
  return tv_sample_builder_add_sample (self->builder, sample);
}

static const char *
get_unwind_error (guint64 error)
{
  static const char *const errors[]
      = { "unknown",     "none",        "memory_invalid",      "unwind_info",
          "unsupported", "invalid_map", "max_frames_exceeded", "repeated_frame",
          "invalid_elf", "system_call", "thread_timeout",      "thread_does_not_exist",
          "bad_arch",    "maps_parse",  "invalid_parameter",   "ptrace_call" };

  return errors[error < G_N_ELEMENTS (errors) ? error : 0];
}

/* The total of the event on the processor is a counter. */
static void
add_total (TvPerfettoSamples *self, const TvPerfettoWriter *writer, gint64 sample,
           gint64 session, guint32 cpu, gint64 time, guint64 total)
{
  const TvCounterSpec spec = { .kind = TV_TRACK_CPU,
                               .process = TV_PROCESS_NONE,
                               .track = TV_THREAD_NONE,
                               .number = cpu,
                               .name = writer->event != NULL ? writer->event : "" };
  const guint32 counter = tv_system_builder_add_counter (self->system, &spec);
  const gint64 row[] = { session,
                         tv_detail_builder_keep_text (self->details, spec.name),
                         tv_detail_builder_keep_text (self->details, writer->unit),
                         1,
                         cpu,
                         counter };

  if (counter != G_MAXUINT32
      && tv_system_builder_add_value (self->system, counter, time, (double) total))
    add_sample_value (self, sample, row, total);
}

/* Keeps a sample with all that it has, of whatever event it is. */
static void
keep_perf_sample (TvPerfettoSamples *self, const TvPerfettoWriter *writer,
                  const TvProtoField *fields, guint32 sequence,
                  const TvSampleSpec *sample)
{
  static const char *const modes[]
      = { NULL, "kernel", "user", "hypervisor", "guest_kernel", "guest_user" };
  const gint64 session = find_session (self, sequence, PERF_SOURCE, writer->unit);
  const guint64 mode = fields[SAMPLE_MODE].value;
  const gint64 pid = (gint32) fields[SAMPLE_PID].value;
  const guint32 process = fields[SAMPLE_PID].number > 0 ? tv_run_builder_add_process (
                              tv_sample_builder_get_runs (self->builder), pid, NULL)
                                                        : TV_PROCESS_NONE;
  const gint64 row[]
      = { sample->time,
          tv_detail_builder_keep_text (self->details, PERF_SOURCE),
          find_task (self, process, sample->thread, TV_EXTRA_NULL),
          find_execution (self, fields[SAMPLE_CPU].number > 0, fields[SAMPLE_CPU].value,
                          modes[mode < G_N_ELEMENTS (modes) ? mode : 0]),
          get_row_value (sample->stack != TV_STACK_EMPTY, sample->stack),
          tv_detail_builder_keep_text (
              self->details, fields[SAMPLE_ERROR].number > 0
                                 ? get_unwind_error (fields[SAMPLE_ERROR].value)
                                 : NULL),
          session };
  const gint64 added
      = tv_detail_builder_add_extra (self->details, TV_EXTRA_STACK_SAMPLES, row);

  if (fields[SAMPLE_TOTAL].number > 0)
    add_total (self, writer, added, session, (guint32) fields[SAMPLE_CPU].value,
               sample->time, fields[SAMPLE_TOTAL].value);
}

static gboolean
add_perf_sample (TvPerfettoSamples *self, const TvPerfettoPacket *packet, gint64 time)
{
  TvPerfettoWriter *writer
      = tv_perfetto_stacks_find_writer (self->stacks, packet->sequence);
  TvProto message = tv_proto_enter (&packet->messages[TV_PACKET_PERF_SAMPLE]);
  TvSampleSpec sample = { .time = time,
                          .weight = TV_WEIGHT_ONE,
                          .stack = TV_STACK_EMPTY,
                          .offset = packet->offset };
  TvProtoField fields[SAMPLE_SKIPPED + 1] = { 0 };
  TvProtoField field;
  gboolean is_lost;

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_VARINT && field.number < G_N_ELEMENTS (fields))
      fields[field.number] = field;
  is_lost = fields[SAMPLE_LOST].number > 0 || fields[SAMPLE_SKIPPED].number > 0;
  if (fields[SAMPLE_PID].value != 0)
    tv_system_tasks_set_process (self->tasks, (gint32) fields[SAMPLE_TID].value,
                                 (gint32) fields[SAMPLE_PID].value);
  sample.thread
      = tv_system_tasks_get_track (self->tasks, (gint32) fields[SAMPLE_TID].value);
  if (!is_lost)
    sample.stack = tv_perfetto_stacks_find (self->stacks, writer,
                                            fields[SAMPLE_STACK].value, packet->offset);
  keep_perf_sample (self, writer, fields, packet->sequence, &sample);
  if (is_lost)
    {
      self->n_lost
          += MIN (MAX (fields[SAMPLE_LOST].value, 1), G_MAXUINT64 - self->n_lost);
      return TRUE;
    }
  sample.event = find_event (self, writer);
  return add_sample (self, &sample);
}

/* Samples that say all themselves: who was sampled, where, in what stack */

enum
{
  OWN_TASK = 1, /* and its number after it, as of the following ones */
  OWN_EXECUTION = 3,
  OWN_STACK = 5,
  OWN_STACK_NUMBER = 6,
  OWN_COUNTER = 9,
  OWN_WEIGHT = 11,
  OWN_FOLLOWERS = 12,
  OWN_FOLLOWER_NUMBERS = 13,
  OWN_FOLLOWER_WEIGHTS = 14
};

/* Returns a message that a sample gives itself or by number. */
static TvProto
find_part (TvPerfettoWriter *writer, TvProto sample, guint32 number,
           TvPerfettoTable table)
{
  const TvProto own = tv_perfetto_find_message (sample, number);

  return own.data != NULL
             ? own
             : tv_perfetto_writer_get_message (
                 writer, table, tv_perfetto_get_number (sample, number + 1));
}

static gboolean
has_number (TvProto message, guint32 number)
{
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == number && field.wire == TV_PROTO_VARINT)
      return TRUE;
  return FALSE;
}

#define MAX_ASYNC_LEVELS 16

static gboolean
contains (const TvPerfettoAsync *const *asyncs, guint n, const TvPerfettoAsync *async)
{
  for (guint i = 0; i < n; i++)
    if (asyncs[i] == async)
      return TRUE;
  return FALSE;
}

/* Returns the row of a fiber or the like, or none. Parents of parents are followed so
 * far, and not in a circle. */
static gint64
find_async (TvPerfettoSamples *self, const TvPerfettoWriter *writer, guint64 number)
{
  const TvPerfettoAsync *asyncs[MAX_ASYNC_LEVELS];
  gint64 found = TV_EXTRA_NULL;
  guint n = 0;

  while (n < MAX_ASYNC_LEVELS)
    {
      const TvPerfettoAsync *async = g_hash_table_lookup (writer->asyncs, &number);

      if (number == 0 || async == NULL || contains (asyncs, n, async))
        break;
      asyncs[n++] = async;
      number = async->parent;
    }
  while (n-- > 0)
    {
      const gint64 row[] = { asyncs[n]->name, asyncs[n]->kind, found };

      found = tv_detail_builder_intern_extra (self->details, TV_EXTRA_ASYNC_CONTEXTS,
                                              row);
    }
  return found;
}

/* Returns the row of what was sampled: process 2, thread 3, number of a fiber 4. */
static gint64
take_task (TvPerfettoSamples *self, TvPerfettoWriter *writer, TvProto task,
           guint32 *thread)
{
  const gint64 pid
      = has_number (task, 2) ? (gint32) tv_perfetto_get_number (task, 2) : -1;
  const gint64 tid
      = has_number (task, 3) ? (gint64) tv_perfetto_get_number (task, 3) : -1;
  const guint32 process = pid >= 0 ? tv_run_builder_add_process (
                              tv_sample_builder_get_runs (self->builder), pid, NULL)
                                   : TV_PROCESS_NONE;

  if (pid >= 0 && tid >= 0)
    tv_system_tasks_set_process (self->tasks, tid, pid);
  *thread = tv_system_tasks_get_track (self->tasks, tid);
  return find_task (self, process, tid >= 0 ? *thread : TV_THREAD_NONE,
                    find_async (self, writer, tv_perfetto_get_number (task, 4)));
}

/* A counter of samples: name 2, unit 3. */
typedef struct
{
  char *name;
  const char *unit;
} Counter;

static Counter
read_counter (TvProto message)
{
  static const char *const units[]
      = { NULL, "ns", "cycles", "instructions", "count", "bytes" };
  const guint64 unit = tv_perfetto_get_number (message, 3);

  return (Counter){ .name = tv_perfetto_dup_text (message, 2),
                    .unit = unit < G_N_ELEMENTS (units) ? units[unit] : NULL };
}

static void
add_counter_value (TvPerfettoSamples *self, gint64 sample, gint64 session,
                   TvProto counter, gboolean is_timebase, guint64 value)
{
  const Counter read = read_counter (counter);
  const gint64 row[] = { session,
                         tv_detail_builder_keep_text (self->details, read.name),
                         tv_detail_builder_keep_text (self->details, read.unit),
                         is_timebase,
                         TV_EXTRA_NULL,
                         TV_EXTRA_NULL };

  add_sample_value (self, sample, row, value);
  g_free (read.name);
}

/* Lists the counters of a sample that follow the first one. */
static GArray *
list_followers (TvPerfettoWriter *writer, TvProto sample)
{
  GArray *followers = g_array_new (FALSE, FALSE, sizeof (TvProto));
  TvProtoField field;

  while (tv_proto_next (&sample, &field))
    {
      TvProto packed = { 0 };
      TvProto message = tv_proto_enter (&field);
      guint64 number;

      if (field.number == OWN_FOLLOWERS && field.wire == TV_PROTO_BYTES)
        g_array_append_val (followers, message);
      while (field.number == OWN_FOLLOWER_NUMBERS
             && tv_proto_next_number (&field, &packed, &number))
        {
          message
              = tv_perfetto_writer_get_message (writer, TV_PERFETTO_COUNTERS, number);
          g_array_append_val (followers, message);
        }
    }
  return followers;
}

/* Adds values of further counters: those of the sample, or of its writer. */
static void
add_followers (TvPerfettoSamples *self, TvPerfettoWriter *writer, gint64 added,
               gint64 session, TvProto sample)
{
  g_autoptr (GArray) own = list_followers (writer, sample);
  const GArray *followers = own->len > 0 ? own : writer->followers;
  TvProtoField field;
  guint n = 0;

  while (tv_proto_next (&sample, &field))
    {
      TvProto packed = { 0 };
      guint64 value;

      while (field.number == OWN_FOLLOWER_WEIGHTS && n < followers->len
             && tv_proto_next_number (&field, &packed, &value))
        add_counter_value (self, added, session,
                           g_array_index (followers, TvProto, n++), FALSE, value);
    }
}

/* Returns the event of the first counter. */
static guint32
find_own_event (TvPerfettoSamples *self, const Counter *counter)
{
  const gboolean is_time = g_strcmp0 (counter->unit, "ns") == 0;
  const TvSampleEvent event
      = { .name = counter->name != NULL ? counter->name : "samples",
          .title = counter->name != NULL ? NULL : N_ ("Samples"),
          .quantity = is_time                                   ? TV_QUANTITY_TIME
                      : g_strcmp0 (counter->unit, "bytes") == 0 ? TV_QUANTITY_BYTES
                                                                : TV_QUANTITY_COUNT };

  return tv_sample_builder_add_event (self->builder, &event);
}

static gint64
get_own_weight (TvProto sample, const Counter *counter)
{
  const gint64 unit = g_strcmp0 (counter->unit, "ns") == 0 ? 1 : TV_WEIGHT_ONE;
  const guint64 weight = has_number (sample, OWN_WEIGHT)
                             ? tv_perfetto_get_number (sample, OWN_WEIGHT)
                             : 1;

  return (gint64) MIN (weight, (guint64) (G_MAXINT64 / unit)) * unit;
}

static gboolean
add_stack_sample (TvPerfettoSamples *self, const TvPerfettoPacket *packet, gint64 time)
{
  static const char *const modes[] = { NULL, "user", "kernel" };
  TvPerfettoWriter *writer
      = tv_perfetto_stacks_find_writer (self->stacks, packet->sequence);
  const TvProto message = tv_proto_enter (&packet->messages[TV_PACKET_STACK_SAMPLE]);
  TvProto primary = find_part (writer, message, OWN_COUNTER, TV_PERFETTO_COUNTERS);
  const TvProto own_stack = tv_perfetto_find_message (message, OWN_STACK);
  const TvProto execution
      = find_part (writer, message, OWN_EXECUTION, TV_PERFETTO_EXECUTIONS);
  const guint64 mode = tv_perfetto_get_number (execution, 3);
  TvSampleSpec sample = { .time = time, .offset = packet->offset };
  Counter counter;
  gint64 session, added;
  gint64 row[7];

  if (primary.data == NULL)
    primary = writer->counter;
  counter = read_counter (primary);
  session = find_session (self, packet->sequence, writer->source, counter.unit);
  sample.stack
      = own_stack.data != NULL
            ? tv_perfetto_stacks_add (self->stacks, own_stack)
            : tv_perfetto_stacks_find (
                self->stacks, writer,
                tv_perfetto_get_number (message, OWN_STACK_NUMBER), packet->offset);
  row[0] = time;
  row[1] = tv_detail_builder_keep_text (self->details, writer->source);
  row[2] = take_task (self, writer,
                      find_part (writer, message, OWN_TASK, TV_PERFETTO_TASKS),
                      &sample.thread);
  row[3] = find_execution (self, has_number (execution, 2),
                           tv_perfetto_get_number (execution, 2),
                           modes[mode < G_N_ELEMENTS (modes) ? mode : 0]);
  row[4] = get_row_value (sample.stack != TV_STACK_EMPTY, sample.stack);
  row[5] = TV_EXTRA_NULL;
  row[6] = session;
  added = tv_detail_builder_add_extra (self->details, TV_EXTRA_STACK_SAMPLES, row);
  if (has_number (message, OWN_WEIGHT))
    add_counter_value (self, added, session, primary, TRUE,
                       tv_perfetto_get_number (message, OWN_WEIGHT));
  add_followers (self, writer, added, session, message);
  sample.event = find_own_event (self, &counter);
  sample.weight = get_own_weight (message, &counter);
  g_free (counter.name);
  return add_sample (self, &sample);
}

/* Keeps a sample of an old profiler. */
static void
keep_profile_sample (TvPerfettoSamples *self, const TvPerfettoSequence *sequence,
                     const TvSampleSpec *sample)
{
  const guint32 process
      = sequence->has_thread ? tv_run_builder_add_process (
            tv_sample_builder_get_runs (self->builder), sequence->pid, NULL)
                             : TV_PROCESS_NONE;
  const gint64 row[] = { sample->time,
                         tv_detail_builder_keep_text (self->details, PROFILE_SOURCE),
                         find_task (self, process, sample->thread, TV_EXTRA_NULL),
                         TV_EXTRA_NULL,
                         get_row_value (sample->stack != TV_STACK_EMPTY, sample->stack),
                         TV_EXTRA_NULL,
                         find_session (self, sequence->id, PROFILE_SOURCE, "ns") };

  (void) tv_detail_builder_add_extra (self->details, TV_EXTRA_STACK_SAMPLES, row);
}

/* A packet of an old profiler has lists of stacks and of steps of time. The thread is
 * that of the writer. Packets without a time go on from the last step, the first one
 * from the time of the thread, if it has one. */
static gboolean
add_profile (TvPerfettoSamples *self, TvPerfettoSequence *sequence,
             const TvPerfettoPacket *packet, gint64 time)
{
  TvPerfettoWriter *writer
      = tv_perfetto_stacks_find_writer (self->stacks, packet->sequence);
  TvProto message = tv_proto_enter (&packet->messages[TV_PACKET_PROFILE]);
  g_autoptr (GArray) stacks = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint64));
  TvSampleSpec sample
      = { .time = time, .weight = TV_WEIGHT_ONE, .offset = packet->offset };
  TvProtoField field;
  gboolean ok = TRUE;

  while (tv_proto_next (&message, &field))
    {
      TvProto packed = { 0 };
      guint64 value;

      if (field.number < 1 || field.number > 2)
        continue;
      while (tv_proto_next_number (&field, &packed, &value))
        g_array_append_val (field.number == 1 ? stacks : steps, value);
    }
  /* What has no pair is nothing. */
  for (guint i = MIN (stacks->len, steps->len); i < MAX (stacks->len, steps->len); i++)
    tv_sample_builder_count_fault (self->builder, TV_WARNING_SAMPLE_UNREADABLE,
                                   packet->offset);
  if (!packet->has_time && sequence->time != 0)
    sample.time = sequence->time;
  sample.thread = tv_system_tasks_get_track (self->tasks,
                                             sequence->has_thread ? sequence->tid : -1);
  sample.event = find_event (self, writer);
  for (guint i = 0; ok && i < MIN (stacks->len, steps->len); i++)
    {
      gint64 step;

      if (__builtin_mul_overflow ((gint64) g_array_index (steps, guint64, i), NS_PER_US,
                                  &step)
          || __builtin_add_overflow (sample.time, step, &sample.time))
        sample.time = G_MAXINT64;
      sample.stack = tv_perfetto_stacks_find (
          self->stacks, writer, g_array_index (stacks, guint64, i), packet->offset);
      keep_profile_sample (self, sequence, &sample);
      ok = add_sample (self, &sample);
    }
  if (!packet->has_time)
    sequence->time = sample.time;
  return ok;
}

gboolean
tv_perfetto_samples_are_in (const TvPerfettoPacket *packet)
{
  return packet->messages[TV_PACKET_PERF_SAMPLE].data != NULL
         || packet->messages[TV_PACKET_PROFILE].data != NULL
         || packet->messages[TV_PACKET_STACK_SAMPLE].data != NULL;
}

/* Whether a packet has what a trace of samples has no place for. */
gboolean
tv_perfetto_samples_pass_over (const TvPerfettoPacket *packet)
{
  static const TvPacketMessage others[]
      = { TV_PACKET_FTRACE,       TV_PACKET_TRACK_EVENT,   TV_PACKET_TASK_STATE,
          TV_PACKET_SYSTEM_STATS, TV_PACKET_PROCESS_STATS, TV_PACKET_BATTERY,
          TV_PACKET_FRAME };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (packet->messages[others[i]].data != NULL)
      return TRUE;
  return FALSE;
}

/* Adds the samples of a packet. Returns FALSE when memory is exhausted. */
gboolean
tv_perfetto_samples_add (TvPerfettoSamples *self, TvPerfettoSequence *sequence,
                         const TvPerfettoPacket *packet, gint64 time)
{
  return (packet->messages[TV_PACKET_PERF_SAMPLE].data == NULL
          || add_perf_sample (self, packet, time))
         && (packet->messages[TV_PACKET_STACK_SAMPLE].data == NULL
             || add_stack_sample (self, packet, time))
         && (packet->messages[TV_PACKET_PROFILE].data == NULL
             || add_profile (self, sequence, packet, time));
}

/* Says how many samples were lost. A trace of samples has an event. */
void
tv_perfetto_samples_finish (TvPerfettoSamples *self, TvTrace *trace)
{
  TvPerfettoWriter none = { 0 };
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_lost);

  if (tv_trace_get_n_sample_events (trace) == 0)
    find_event (self, &none);
  if (self->n_lost > 0)
    tv_trace_add_property (trace, "lost-samples", text);
}
