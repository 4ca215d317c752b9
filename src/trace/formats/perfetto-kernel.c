/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/perfetto-kernel.h"

#include "trace/build/binder.h"
#include "trace/build/scheduler.h"
#include "trace/tables/java-text.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

enum
{
  BUNDLE_CPU = 1,
  BUNDLE_EVENT = 2,
  BUNDLE_LOST = 3,
  BUNDLE_COMPACT = 4,
  BUNDLE_CLOCK = 5,
  BUNDLE_TIME = 6,
  BUNDLE_BOOT_TIME = 7
};

enum
{
  KERNEL_TIME = 1,
  KERNEL_TID = 2,
  KERNEL_PRINT = 3,
  KERNEL_SWITCH = 4,
  KERNEL_CPU_FREQUENCY = 11,
  KERNEL_CPU_IDLE = 13,
  KERNEL_WAKE_UP = 17,
  KERNEL_BLOCKED = 18,
  KERNEL_WAKING = 20,
  KERNEL_BINDER_SEND = 50,
  KERNEL_BINDER_RECEIVE = 51,
  KERNEL_WAKE_UP_NEW = 114,
  KERNEL_NEW_TASK = 235,
  KERNEL_RENAME = 236,
  KERNEL_SDE_MARK = 333,
  KERNEL_CPU_UTIL = 421
};

/* The parts of a list of switches and wake-ups. */
enum
{
  COMPACT_SWITCH_TIME = 1,
  COMPACT_PREVIOUS_STATE = 2,
  COMPACT_NEXT = 3,
  COMPACT_NEXT_PRIORITY = 4,
  COMPACT_TEXT = 5,
  COMPACT_NEXT_NAME = 6,
  COMPACT_WAKE_TIME = 7,
  COMPACT_WAKE_TID = 8,
  COMPACT_WAKE_NAME = 11,
  N_COMPACT
};

/* Fields that a message of the kernel may have. */
#define N_FIELDS 15

/* The thread that a processor runs is not known. */
#define UNKNOWN_TID (-1)

struct _TvPerfettoKernel
{
  TvAtraceSink *marks;
  TvSystemTasks *tasks;
  TvSystemBuilder *system;
  TvGrowth *growth;
  TvScheduler *scheduler;
  TvBinder *binder;
  TvPerfettoClocks *clocks;
  guint version; /* of the kernel, as 414 for 4.14 */
  GArray *last;  /* of gint64: by processor, the thread of its last switch */
  guint64 n_others;
};

/* A list of events of a processor. */
typedef struct
{
  guint32 cpu;
  gint64 shift; /* from the times of the list to those since boot */
  const TvPerfettoSequence *sequence;
  guint64 offset;
} Bundle;

/* An event. */
typedef struct
{
  gint64 time;
  gint64 tid;
  TvProtoField fields[N_FIELDS]; /* number is 0 for none */
} Event;

TvPerfettoKernel *
tv_perfetto_kernel_new (TvAtraceSink *marks, TvTrace *trace, TvPerfettoClocks *clocks)
{
  TvPerfettoKernel *self = g_new0 (TvPerfettoKernel, 1);

  self->marks = marks;
  self->tasks = marks->tasks;
  self->system = tv_run_builder_get_system (marks->builder);
  self->growth = tv_run_builder_get_growth (marks->builder);
  self->scheduler = tv_scheduler_new (marks->builder, trace, marks->tasks);
  self->binder = tv_binder_new (marks->builder, marks->names, marks->tasks);
  self->clocks = clocks;
  self->last = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

void
tv_perfetto_kernel_free (TvPerfettoKernel *self)
{
  if (self == NULL)
    return;
  tv_scheduler_free (self->scheduler);
  tv_binder_free (self->binder);
  g_array_unref (self->last);
  g_free (self);
}

/* Takes the kernel's version, which says what the bits of a state mean: utsname 1,
 * release 3. */
void
tv_perfetto_kernel_set_system (TvPerfettoKernel *self, TvProto system_info)
{
  TvProtoField field;

  while (tv_proto_next (&system_info, &field))
    {
      TvProto names = tv_proto_enter (&field);
      TvProtoField name;

      if (field.number != 1 || field.wire != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&names, &name))
        if (name.number == 3 && name.wire == TV_PROTO_BYTES)
          {
            g_autofree char *text = g_strndup ((const char *) name.data, name.size);
            guint major;
            guint minor;

            if (sscanf (text, "%3u.%3u", &major, &minor) == 2)
              self->version = major * 100 + MIN (minor, 99);
          }
    }
}

/* States */

/* Writes what the kernel's bits mean as Perfetto does. */
static void
write_letters (const TvPerfettoKernel *self, gint64 bits, char letters[16])
{
  const gboolean is_new = self->version == 0 || self->version >= 414;
  const char *names = is_new ? "SDTtXZPI" : "SDTtXZxKWPN";
  const gint64 preempted = is_new ? 0x100 : self->version >= 408 ? 0x1000 : 0x800;
  guint n = 0;

  if (bits < 0 || bits >= 2 * preempted)
    {
      strcpy (letters, "?");
      return;
    }
  for (guint i = 0; names[i] != '\0'; i++)
    if ((bits >> i & 1) != 0)
      letters[n++] = names[i];
  if (n == 0)
    letters[n++] = 'R';
  if ((bits & preempted) != 0)
    letters[n++] = '+';
  letters[n] = '\0';
}

static gint64 *
find_last (TvPerfettoKernel *self, guint32 cpu)
{
  const gint64 unknown = UNKNOWN_TID;

  while (self->last->len <= cpu)
    g_array_append_val (self->last, unknown);
  return &g_array_index (self->last, gint64, cpu);
}

static void
learn_name (TvPerfettoKernel *self, gint64 tid, const TvProtoField *field)
{
  g_autofree char *name = NULL;

  if (field->data == NULL || tid <= 0)
    return;
  name = tv_java_text_dup_utf8 ((const char *) field->data, field->size);
  tv_system_tasks_set_name (self->tasks, tid, name, TV_NAME_FROM_SCHEDULER);
}

/* Events */

static gint64
get_tid (const TvProtoField *field)
{
  return (gint32) field->value;
}

static void
add_switch (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const TvProtoField *fields = event->fields;
  char letters[16];
  const TvSchedSwitch own = { .time = event->time,
                              .cpu = bundle->cpu,
                              .previous = get_tid (&fields[2]),
                              .letters = letters,
                              .next = get_tid (&fields[6]),
                              .priority = (gint32) fields[7].value };

  write_letters (self, (gint64) fields[4].value, letters);
  learn_name (self, own.previous, &fields[1]);
  learn_name (self, own.next, &fields[5]);
  *find_last (self, bundle->cpu) = own.next;
  (void) tv_scheduler_add_switch (self->scheduler, &own);
}

static void
add_blocked (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const TvProtoField *fields = event->fields;
  const char *function = tv_perfetto_sequence_get_text (
      bundle->sequence, TV_INTERNED_SYMBOLS, fields[2].value);

  (void) tv_scheduler_add_blocked (
      self->scheduler, event->time, get_tid (&fields[1]),
      fields[3].value != 0 ? TV_IO_WAIT_YES : TV_IO_WAIT_NO, function);
}

static void
add_new_task (TvPerfettoKernel *self, const Event *event)
{
  const TvProtoField *fields = event->fields;
  const gint64 tid = get_tid (&fields[1]);
  const gint64 pid = tv_system_tasks_get_process (self->tasks, event->tid);

  learn_name (self, tid, &fields[2]);
  if ((fields[3].value & CLONE_THREAD) == 0)
    tv_system_tasks_set_process (self->tasks, tid, tid);
  else if (pid >= 0)
    tv_system_tasks_set_process (self->tasks, tid, pid);
  (void) tv_scheduler_add_new_task (self->scheduler, event->time, tid, event->tid);
}

static void
add_cpu_value (TvPerfettoKernel *self, const Event *event, const char *name)
{
  const TvProtoField *fields = event->fields;

  if (fields[2].value < TV_CPU_NONE)
    (void) tv_system_builder_add_cpu_value (self->system, name,
                                            (guint32) fields[2].value, event->time,
                                            (double) (guint32) fields[1].value);
}

static gboolean
add_print (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const TvProtoField *text = &event->fields[2];
  const TvAtraceMark mark = { .text = (const char *) text->data,
                              .length = text->size,
                              .tid = event->tid,
                              .time = event->time,
                              .offset = bundle->offset };

  return text->data == NULL || tv_atrace_sink_add (self->marks, &mark);
}

/* What the scheduler thinks of a processor: capacity 2, processor 4, utilization 6,
 * running threads 11. */
static void
add_cpu_util (TvPerfettoKernel *self, const Event *event)
{
  static const struct
  {
    const char *name;
    guint field;
  } counters[] = { { "Util", 6 }, { "Cap", 2 }, { "Nr Running", 11 } };
  const TvProtoField *fields = event->fields;
  const guint32 cpu = (guint32) fields[4].value;

  if (fields[4].value >= TV_CPU_NONE)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    {
      g_autofree char *name = g_strdup_printf ("Cpu %u %s", cpu, counters[i].name);

      (void) tv_system_builder_add_cpu_value (self->system, name, cpu, event->time,
                                              (double) fields[counters[i].field].value);
    }
}

/* A mark of a driver: thread 1, name 2, and whether it begins 5. */
static gboolean
add_sde_mark (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const TvProtoField *fields = event->fields;
  const gint64 tid = get_tid (&fields[1]);
  g_autofree char *name = g_strndup ((const char *) fields[2].data, fields[2].size);
  g_autofree char *text = fields[5].value != 0
                              ? g_strdup_printf ("B|%" G_GINT64_FORMAT "|%s", tid,
                                                 name != NULL ? name : "")
                              : g_strdup ("E");
  const TvAtraceMark mark = { .text = text,
                              .length = strlen (text),
                              .tid = tid,
                              .time = event->time,
                              .offset = bundle->offset };

  return name == NULL || tv_atrace_sink_add (self->marks, &mark);
}

/* A transaction: number 1 and, where it is sent, whether it is a reply 5, flags 7. */
static gboolean
add_transaction (TvPerfettoKernel *self, const Bundle *bundle, const Event *event,
                 gboolean is_sent)
{
  const TvProtoField *fields = event->fields;
  const TvBinderEvent own = { .tid = event->tid,
                              .time = event->time,
                              .offset = bundle->offset,
                              .id = (gint64) fields[1].value };

  return is_sent ? tv_binder_send (self->binder, &own, fields[5].value != 0,
                                   fields[7].value)
                 : tv_binder_receive (self->binder, &own);
}

static gboolean
add_payload (TvPerfettoKernel *self, const Bundle *bundle, const Event *event,
             guint32 kind)
{
  switch (kind)
    {
    case KERNEL_PRINT:
      return add_print (self, bundle, event);
    case KERNEL_SWITCH:
      add_switch (self, bundle, event);
      break;
    case KERNEL_WAKE_UP:
    case KERNEL_WAKING:
    case KERNEL_WAKE_UP_NEW:
      learn_name (self, get_tid (&event->fields[2]), &event->fields[1]);
      (void) tv_scheduler_add_wake_up (self->scheduler, event->time,
                                       get_tid (&event->fields[2]), event->tid);
      break;
    case KERNEL_BLOCKED:
      add_blocked (self, bundle, event);
      break;
    case KERNEL_NEW_TASK:
      add_new_task (self, event);
      break;
    case KERNEL_RENAME:
      learn_name (self, get_tid (&event->fields[1]), &event->fields[3]);
      break;
    case KERNEL_CPU_FREQUENCY:
      add_cpu_value (self, event, "cpufreq");
      break;
    case KERNEL_CPU_IDLE:
      add_cpu_value (self, event, "cpuidle");
      break;
    case KERNEL_BINDER_SEND:
    case KERNEL_BINDER_RECEIVE:
      return add_transaction (self, bundle, event, kind == KERNEL_BINDER_SEND);
    case KERNEL_CPU_UTIL:
      add_cpu_util (self, event);
      break;
    case KERNEL_SDE_MARK:
      return add_sde_mark (self, bundle, event);
    default:
      self->n_others++;
      break;
    }
  return self->growth->error == NULL;
}

/* Finds the time on the trace's clock of one of a bundle. */
static gboolean
convert_time (TvPerfettoKernel *self, const Bundle *bundle, guint64 time,
              gint64 *result)
{
  gint64 boot_time;

  return time <= G_MAXINT64
         && !__builtin_add_overflow ((gint64) time, bundle->shift, &boot_time)
         && tv_perfetto_clocks_convert (self->clocks, TV_PERFETTO_BOOTTIME, boot_time,
                                        result);
}

static gboolean
add_event (TvPerfettoKernel *self, const Bundle *bundle, TvProto message)
{
  Event event = { 0 };
  TvProtoField payload = { 0 };
  TvProtoField field;
  TvProto fields;
  guint64 time = 0;

  while (tv_proto_next (&message, &field))
    if (field.number == KERNEL_TIME && field.wire == TV_PROTO_VARINT)
      time = field.value;
    else if (field.number == KERNEL_TID && field.wire == TV_PROTO_VARINT)
      event.tid = (gint32) field.value;
    else if (field.wire == TV_PROTO_BYTES)
      payload = field;
  fields = tv_proto_enter (&payload);
  while (tv_proto_next (&fields, &field))
    if (field.number < N_FIELDS)
      event.fields[field.number] = field;
  if (convert_time (self, bundle, time, &event.time))
    return add_payload (self, bundle, &event, payload.number);
  self->n_others++;
  return TRUE;
}

/* Lists of switches and wake-ups, as columns */

typedef struct
{
  GArray *columns[N_COMPACT]; /* of guint64 */
  GArray *texts;              /* of TvProtoField */
} Compact;

static void
init_compact (Compact *compact, TvProto message)
{
  TvProtoField field;

  for (guint i = 0; i < N_COMPACT; i++)
    compact->columns[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
  compact->texts = g_array_new (FALSE, FALSE, sizeof (TvProtoField));
  while (tv_proto_next (&message, &field))
    {
      TvProto packed = { 0 };
      guint64 value;

      if (field.number >= N_COMPACT)
        continue;
      if (field.number == COMPACT_TEXT)
        g_array_append_val (compact->texts, field);
      else
        while (tv_proto_next_number (&field, &packed, &value))
          g_array_append_val (compact->columns[field.number], value);
    }
}

static void
clear_compact (Compact *compact)
{
  for (guint i = 0; i < N_COMPACT; i++)
    g_array_unref (compact->columns[i]);
  g_array_unref (compact->texts);
}

static guint64
get_value (const Compact *compact, guint column, guint row)
{
  return row < compact->columns[column]->len
             ? g_array_index (compact->columns[column], guint64, row)
             : 0;
}

static void
learn_listed_name (TvPerfettoKernel *self, const Compact *compact, gint64 tid,
                   guint64 text)
{
  if (text < compact->texts->len)
    learn_name (self, tid, &g_array_index (compact->texts, TvProtoField, text));
}

/* The thread before a switch is the one after the last one; before the first, nobody
 * knows. */
static void
add_listed_switches (TvPerfettoKernel *self, const Bundle *bundle,
                     const Compact *compact)
{
  const guint n = MIN (compact->columns[COMPACT_SWITCH_TIME]->len,
                       compact->columns[COMPACT_NEXT]->len);
  guint64 time = 0;
  char letters[16];

  for (guint i = 0; i < n; i++)
    {
      gint64 *last = find_last (self, bundle->cpu);
      TvSchedSwitch event
          = { .cpu = bundle->cpu,
              .previous = *last,
              .letters = letters,
              .next = (gint32) get_value (compact, COMPACT_NEXT, i),
              .priority = (gint32) get_value (compact, COMPACT_NEXT_PRIORITY, i) };

      time += get_value (compact, COMPACT_SWITCH_TIME, i);
      learn_listed_name (self, compact, event.next,
                         get_value (compact, COMPACT_NEXT_NAME, i));
      write_letters (self, (gint64) get_value (compact, COMPACT_PREVIOUS_STATE, i),
                     letters);
      if (convert_time (self, bundle, time, &event.time))
        (void) tv_scheduler_add_switch (self->scheduler, &event);
      *last = event.next;
    }
}

/* Who wakes a thread is not said: it is the one that runs on the processor. */
static void
add_listed_wake_ups (TvPerfettoKernel *self, const Bundle *bundle,
                     const Compact *compact)
{
  const guint n = MIN (compact->columns[COMPACT_WAKE_TIME]->len,
                       compact->columns[COMPACT_WAKE_TID]->len);
  guint64 wake_time = 0;

  for (guint i = 0; i < n; i++)
    {
      const gint64 tid = (gint32) get_value (compact, COMPACT_WAKE_TID, i);
      gint64 time;

      wake_time += get_value (compact, COMPACT_WAKE_TIME, i);
      learn_listed_name (self, compact, tid, get_value (compact, COMPACT_WAKE_NAME, i));
      if (convert_time (self, bundle, wake_time, &time))
        (void) tv_scheduler_add_wake_up_on (self->scheduler, time, tid, bundle->cpu);
    }
}

static void
add_compact (TvPerfettoKernel *self, const Bundle *bundle, TvProto message)
{
  Compact compact;

  init_compact (&compact, message);
  add_listed_switches (self, bundle, &compact);
  add_listed_wake_ups (self, bundle, &compact);
  clear_compact (&compact);
}

/* Reads what holds for all events of a bundle. */
static Bundle
read_bundle (TvPerfettoKernel *self, TvProto message)
{
  Bundle bundle = { 0 };
  TvProtoField field;
  gint64 time = 0;
  gint64 boot_time = 0;
  gboolean is_other_clock = FALSE;
  gboolean has_lost = FALSE;

  while (tv_proto_next (&message, &field))
    if (field.wire != TV_PROTO_VARINT)
      continue;
    else if (field.number == BUNDLE_CPU)
      bundle.cpu = (guint32) MIN (field.value, TV_CPU_NONE);
    else if (field.number == BUNDLE_CLOCK)
      is_other_clock = field.value != 0;
    else if (field.number == BUNDLE_TIME)
      time = (gint64) field.value;
    else if (field.number == BUNDLE_BOOT_TIME)
      boot_time = (gint64) field.value;
    else if (field.number == BUNDLE_LOST)
      has_lost = field.value != 0;
  if (is_other_clock && __builtin_sub_overflow (boot_time, time, &bundle.shift))
    bundle.shift = 0;
  if (has_lost)
    *find_last (self, bundle.cpu) = UNKNOWN_TID;
  return bundle;
}

/* Adds a bundle of events. Returns FALSE when memory is exhausted. */
gboolean
tv_perfetto_kernel_add (TvPerfettoKernel *self, const TvPerfettoSequence *sequence,
                        TvProto message, guint64 offset)
{
  Bundle bundle = read_bundle (self, message);
  TvProtoField field;

  bundle.sequence = sequence;
  bundle.offset = offset;
  while (tv_proto_next (&message, &field))
    if (field.wire != TV_PROTO_BYTES)
      continue;
    else if (field.number == BUNDLE_COMPACT)
      add_compact (self, &bundle, tv_proto_enter (&field));
    else if (field.number == BUNDLE_EVENT
             && !add_event (self, &bundle, tv_proto_enter (&field)))
      return FALSE;
  return self->growth->error == NULL;
}

/* Adds what a thread does, for kernels without switches: processor 1, name 2, thread 3,
 * state 4, priority 5. */
void
tv_perfetto_kernel_add_task_state (TvPerfettoKernel *self, gint64 time, TvProto message)
{
  static const char *const letters[]
      = { "?", "Created", "R", NULL, "S", "D", "T", "X", "X" };
  TvProtoField fields[6] = { 0 };
  TvProtoField field;
  TvSchedSwitch event = { .time = time };

  while (tv_proto_next (&message, &field))
    if (field.number < G_N_ELEMENTS (fields))
      fields[field.number] = field;
  event.cpu = (guint32) MIN (fields[1].value, TV_CPU_NONE);
  event.next = (gint64) fields[3].value;
  event.priority = (gint32) fields[5].value;
  event.letters
      = letters[fields[4].value < G_N_ELEMENTS (letters) ? fields[4].value : 0];
  learn_name (self, event.next, &fields[2]);
  (void) tv_scheduler_add_state (self->scheduler, &event);
}

/* Gives all states of threads to the builder, which tells if memory is exhausted. */
void
tv_perfetto_kernel_finish (TvPerfettoKernel *self)
{
  (void) tv_scheduler_finish (self->scheduler);
}

/* Returns how many events the model has no place for. */
guint64
tv_perfetto_kernel_get_n_others (const TvPerfettoKernel *self)
{
  return self->n_others;
}
