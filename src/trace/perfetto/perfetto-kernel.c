/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-kernel.h"

#include "trace/kernel/binder.h"
#include "trace/kernel/kernel-slices.h"
#include "trace/kernel/scheduler.h"
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
  KERNEL_WAKE_UP = 17,
  KERNEL_BLOCKED = 18,
  KERNEL_WAKING = 20,
  KERNEL_SOFTIRQ_ENTRY = 24,
  KERNEL_SOFTIRQ_EXIT = 25,
  KERNEL_IRQ_ENTRY = 36,
  KERNEL_IRQ_EXIT = 37,
  KERNEL_BINDER_SEND = 50,
  KERNEL_BINDER_RECEIVE = 51,
  KERNEL_WORK_END = 57,
  KERNEL_WORK_START = 58,
  KERNEL_TRACING_MARK = 80,
  KERNEL_SUSPEND_RESUME = 113,
  KERNEL_WAKE_UP_NEW = 114,
  KERNEL_NEW_TASK = 235,
  KERNEL_RENAME = 236,
  KERNEL_SYS_ENTER = 329,
  KERNEL_SYS_EXIT = 330,
  KERNEL_ZERO = 331,
  KERNEL_SDE_MARK = 333,
  KERNEL_DPU_MARK = 348,
  KERNEL_G2D_MARK = 349,
  KERNEL_MALI_MARK = 350
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
#define N_FIELDS TV_N_COUNTER_FIELDS

/* The thread that a processor runs is not known. */
#define UNKNOWN_TID (-1)

/* An event with its time, as the file has it. */
typedef struct
{
  guint64 time;
  TvProto message;
} TimedEvent;

/* A list of switches and wake-ups, as columns. */
typedef struct
{
  GArray *columns[N_COMPACT]; /* of guint64 */
  GArray *texts;              /* of TvProtoField */
} Compact;

struct _TvPerfettoKernel
{
  TvAtraceSink *marks;
  TvSystemTasks *tasks;
  TvSystemBuilder *system;
  TvGrowth *growth;
  TvScheduler *scheduler;
  TvBinder *binder;
  TvKernelSlices *slices;
  TvPerfettoCounters *counters;
  TvPerfettoClocks *clocks;
  guint version;   /* of the kernel, as 414 for 4.14 */
  GArray *last;    /* of gint64: by processor, the thread of its last switch */
  GArray *events;  /* of TimedEvent, of a bundle */
  Compact compact; /* the last one */
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
  TvKernelEvent place;
  TvProtoField fields[N_FIELDS]; /* number is 0 for none */
} Event;

static void
init_compact (Compact *compact)
{
  for (guint i = 0; i < N_COMPACT; i++)
    compact->columns[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
  compact->texts = g_array_new (FALSE, FALSE, sizeof (TvProtoField));
}

static void
clear_compact (Compact *compact)
{
  for (guint i = 0; i < N_COMPACT; i++)
    g_array_unref (compact->columns[i]);
  g_array_unref (compact->texts);
}

TvPerfettoKernel *
tv_perfetto_kernel_new (TvAtraceSink *marks, TvTrace *trace, TvPerfettoClocks *clocks,
                        TvPerfettoCounters *counters)
{
  TvPerfettoKernel *self = g_new0 (TvPerfettoKernel, 1);

  self->marks = marks;
  self->tasks = marks->tasks;
  self->system = tv_run_builder_get_system (marks->builder);
  self->growth = tv_run_builder_get_growth (marks->builder);
  self->scheduler = tv_scheduler_new (marks->builder, trace, marks->tasks);
  self->binder = tv_binder_new (marks->builder, marks->names, marks->tasks);
  self->slices = tv_kernel_slices_new (marks);
  self->counters = counters;
  self->clocks = clocks;
  self->last = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->events = g_array_new (FALSE, FALSE, sizeof (TimedEvent));
  init_compact (&self->compact);
  return self;
}

void
tv_perfetto_kernel_free (TvPerfettoKernel *self)
{
  if (self == NULL)
    return;
  tv_scheduler_free (self->scheduler);
  tv_binder_free (self->binder);
  tv_kernel_slices_free (self->slices);
  g_array_unref (self->last);
  g_array_unref (self->events);
  clear_compact (&self->compact);
  g_free (self);
}

/* Takes the kernel's version, which says what the bits of a state mean, and its
 * machine, which says what numbers of system calls mean: utsname 1, release 3,
 * machine 4. */
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
        if (name.wire == TV_PROTO_BYTES)
          {
            g_autofree char *text = g_strndup ((const char *) name.data, name.size);
            guint major;
            guint minor;

            if (name.number == 4)
              tv_kernel_slices_set_machine (self->slices, text);
            if (name.number == 3 && sscanf (text, "%3u.%3u", &major, &minor) == 2)
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
  if (field->data != NULL)
    tv_system_tasks_see_name (self->tasks, tid, (const char *) field->data,
                              field->size);
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
  const TvSchedSwitch own = { .time = event->place.time,
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
      self->scheduler, event->place.time, get_tid (&fields[1]),
      fields[3].value != 0 ? TV_IO_WAIT_YES : TV_IO_WAIT_NO, function);
}

/* A process that begins has a parent, and at first the name of its thread. */
static void
add_new_process (TvPerfettoKernel *self, gint64 pid, gint64 time, gint64 parent_pid)
{
  TvRunBuilder *builder = self->marks->builder;
  const guint32 process = tv_run_builder_add_process (builder, pid, NULL);
  const guint32 parent = parent_pid >= 0
                             ? tv_run_builder_add_process (builder, parent_pid, NULL)
                             : TV_PROCESS_NONE;
  TvProcessFacts *facts
      = tv_detail_builder_get_process (tv_run_builder_get_details (builder), process);

  tv_system_tasks_set_process (self->tasks, pid, pid);
  tv_system_tasks_let_name_process (self->tasks, pid);
  if (facts == NULL)
    return;
  if (!facts->has_start)
    facts->start = time;
  facts->has_start = TRUE;
  if (parent != TV_PROCESS_NONE)
    facts->parent = parent;
}

static void
add_new_task (TvPerfettoKernel *self, const Event *event)
{
  const TvProtoField *fields = event->fields;
  const gint64 tid = get_tid (&fields[1]);
  const gint64 pid = tv_system_tasks_get_process (self->tasks, event->place.tid);
  const gboolean is_process = (fields[3].value & CLONE_THREAD) == 0;

  tv_system_tasks_begin (self->tasks, tid, is_process);
  learn_name (self, tid, &fields[2]);
  if (is_process)
    add_new_process (self, tid, event->place.time, pid);
  else if (pid >= 0)
    tv_system_tasks_set_process (self->tasks, tid, pid);
  (void) tv_scheduler_add_new_task (self->scheduler, event->place.time, tid,
                                    event->place.tid);
}

static gboolean
add_print (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const TvProtoField *text = &event->fields[2];
  const TvAtraceMark mark = { .text = (const char *) text->data,
                              .length = text->size,
                              .tid = event->place.tid,
                              .time = event->place.time,
                              .offset = bundle->offset };

  return text->data == NULL
         || (tv_kernel_slices_end_write (self->slices, &event->place)
             && tv_atrace_sink_add (self->marks, &mark));
}

/* Where a mark of a driver has its thread, name, letter, value, and whether it begins
 * something. 0 stands for what it does not have. */
typedef struct
{
  guint kind;
  guint tid;
  guint name;
  guint letter;
  guint value;
  guint begins;
} DriverMark;

static const DriverMark driver_marks[]
    = { { KERNEL_TRACING_MARK, 1, 2, 0, 0, 3 }, { KERNEL_ZERO, 3, 2, 1, 4, 0 },
        { KERNEL_SDE_MARK, 1, 2, 3, 4, 5 },     { KERNEL_DPU_MARK, 1, 4, 5, 6, 0 },
        { KERNEL_G2D_MARK, 1, 4, 5, 6, 0 },     { KERNEL_MALI_MARK, 1, 4, 5, 6, 0 } };

static const DriverMark *
find_driver_mark (guint32 kind)
{
  guint i = 0;

  while (driver_marks[i].kind != kind)
    i++;
  return &driver_marks[i];
}

/* Writes a mark of a driver as a program writes it. */
static gboolean
add_driver_mark (TvPerfettoKernel *self, const Bundle *bundle, const Event *event,
                 guint32 kind)
{
  const DriverMark *form = find_driver_mark (kind);
  const TvProtoField *fields = event->fields;
  const TvProtoField *name = &fields[form->name];
  const gint64 tid = get_tid (&fields[form->tid]);
  char letter = form->letter > 0 ? (char) fields[form->letter].value : '\0';
  g_autofree char *text = NULL;
  TvAtraceMark mark = { .tid = kind == KERNEL_ZERO ? event->place.tid : tid,
                        .time = event->place.time,
                        .offset = bundle->offset };

  if (letter == '\0' && form->begins > 0)
    letter = fields[form->begins].value != 0 ? 'B' : 'E';
  if (letter == 'E')
    text = g_strdup ("E");
  else if (name->data == NULL || strchr ("BIC", letter) == NULL)
    return TRUE;
  else
    text = g_strdup_printf ("%c|%" G_GINT64_FORMAT "|%.*s|%" G_GINT64_FORMAT, letter,
                            tid, (int) MIN (name->size, G_MAXINT16),
                            (const char *) name->data,
                            (gint64) (gint32) fields[form->value].value);
  mark.text = text;
  mark.length = strlen (text);
  if (letter == 'B' || letter == 'I')
    mark.length = (gsize) (strrchr (text, '|') - text);
  return tv_atrace_sink_add (self->marks, &mark);
}

/* A transaction: number 1 and, where it is sent, whether it is a reply 5, flags 7. */
static gboolean
add_transaction (TvPerfettoKernel *self, const Bundle *bundle, const Event *event,
                 gboolean is_sent)
{
  const TvProtoField *fields = event->fields;
  const TvBinderEvent own = { .tid = event->place.tid,
                              .time = event->place.time,
                              .offset = bundle->offset,
                              .id = (gint64) fields[1].value };

  return is_sent ? tv_binder_send (self->binder, &own, fields[5].value != 0,
                                   fields[7].value)
                 : tv_binder_receive (self->binder, &own);
}

static gboolean
begin_work (TvPerfettoKernel *self, const Bundle *bundle, const Event *event)
{
  const guint64 address = event->fields[2].value;
  const char *symbol
      = tv_perfetto_sequence_get_text (bundle->sequence, TV_INTERNED_SYMBOLS, address);
  g_autofree char *function
      = symbol != NULL ? g_strdup (symbol)
                       : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);

  return tv_kernel_slices_begin_work (self->slices, &event->place, function);
}

static gboolean
add_suspend (TvPerfettoKernel *self, const Event *event)
{
  const TvProtoField *fields = event->fields;
  g_autofree char *action
      = fields[1].data != NULL
            ? g_strndup ((const char *) fields[1].data, fields[1].size)
            : g_strdup ("");

  return tv_kernel_slices_suspend (self->slices, &event->place, action,
                                   (gint32) fields[2].value, fields[3].value != 0);
}

static gboolean
begin_irq (TvPerfettoKernel *self, const Event *event)
{
  const TvProtoField *field = &event->fields[2];
  g_autofree char *name = field->data != NULL
                              ? g_strndup ((const char *) field->data, field->size)
                              : g_strdup ("");

  return tv_kernel_slices_begin_irq (self->slices, &event->place, name);
}

/* Adds what begins or ends a slice, or else a value of a counter. */
static gboolean
add_slice (TvPerfettoKernel *self, const Bundle *bundle, const Event *event,
           guint32 kind)
{
  const TvKernelEvent *place = &event->place;
  const guint64 first = event->fields[1].value;

  switch (kind)
    {
    case KERNEL_SOFTIRQ_ENTRY:
      return tv_kernel_slices_begin_softirq (self->slices, place, first);
    case KERNEL_SOFTIRQ_EXIT:
    case KERNEL_IRQ_EXIT:
      return tv_kernel_slices_end_irq (self->slices, place,
                                       kind == KERNEL_SOFTIRQ_EXIT);
    case KERNEL_IRQ_ENTRY:
      return begin_irq (self, event);
    case KERNEL_WORK_START:
      return begin_work (self, bundle, event);
    case KERNEL_WORK_END:
      return tv_kernel_slices_end_work (self->slices, place);
    case KERNEL_SYS_ENTER:
      return tv_kernel_slices_enter_call (self->slices, place, first);
    case KERNEL_SYS_EXIT:
      return tv_kernel_slices_leave_call (self->slices, place, first);
    case KERNEL_SUSPEND_RESUME:
      return add_suspend (self, event);
    default:
      self->n_others += !tv_perfetto_counters_add_event (
          self->counters, kind, event->place.time, event->place.tid, event->fields);
      return self->growth->error == NULL;
    }
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
      (void) tv_scheduler_add_wake_up (self->scheduler, event->place.time,
                                       get_tid (&event->fields[2]), event->place.tid);
      break;
    case KERNEL_BLOCKED:
      add_blocked (self, bundle, event);
      break;
    case KERNEL_NEW_TASK:
      add_new_task (self, event);
      break;
    case KERNEL_RENAME:
      learn_name (self, get_tid (&event->fields[1]), &event->fields[3]);
      tv_system_tasks_let_name_process (self->tasks, get_tid (&event->fields[1]));
      break;
    case KERNEL_BINDER_SEND:
    case KERNEL_BINDER_RECEIVE:
      return add_transaction (self, bundle, event, kind == KERNEL_BINDER_SEND);
    case KERNEL_TRACING_MARK:
    case KERNEL_ZERO:
    case KERNEL_SDE_MARK:
    case KERNEL_DPU_MARK:
    case KERNEL_G2D_MARK:
    case KERNEL_MALI_MARK:
      return add_driver_mark (self, bundle, event, kind);
    default:
      return add_slice (self, bundle, event, kind);
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
add_event (TvPerfettoKernel *self, const Bundle *bundle, const TimedEvent *timed)
{
  Event event = { .place = { .cpu = bundle->cpu, .offset = bundle->offset } };
  TvProtoField payload = { 0 };
  TvProto message = timed->message;
  TvProtoField field;
  TvProto fields;

  while (tv_proto_next (&message, &field))
    if (field.number == KERNEL_TID && field.wire == TV_PROTO_VARINT)
      event.place.tid = (gint32) field.value;
    else if (field.wire == TV_PROTO_BYTES)
      payload = field;
  fields = tv_proto_enter (&payload);
  while (tv_proto_next (&fields, &field))
    if (field.number < N_FIELDS)
      event.fields[field.number] = field;
  if (convert_time (self, bundle, timed->time, &event.place.time))
    {
      tv_system_tasks_set_time (self->tasks, event.place.time);
      return add_payload (self, bundle, &event, payload.number);
    }
  self->n_others++;
  return TRUE;
}

/* Lists of switches and wake-ups, as columns */

/* A number has a byte at least. */
static void
read_column (GArray *column, const TvProtoField *field)
{
  const gsize n_most = field->wire == TV_PROTO_BYTES ? field->size : 1;
  TvProto packed = { 0 };
  guint at = column->len;

  if (n_most == 0 || n_most > G_MAXINT32 / sizeof (guint64))
    return;
  g_array_set_size (column, at + (guint) n_most);
  while (tv_proto_next_number (field, &packed, &g_array_index (column, guint64, at)))
    at++;
  g_array_set_size (column, at);
}

/* Reads the columns of a message, which replace those of the last one. */
static void
read_compact (Compact *compact, TvProto message)
{
  TvProtoField field;

  for (guint i = 0; i < N_COMPACT; i++)
    g_array_set_size (compact->columns[i], 0);
  g_array_set_size (compact->texts, 0);
  while (tv_proto_next (&message, &field))
    {
      if (field.number == COMPACT_TEXT)
        g_array_append_val (compact->texts, field);
      else if (field.number < N_COMPACT)
        read_column (compact->columns[field.number], &field);
    }
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
      write_letters (self, (gint64) get_value (compact, COMPACT_PREVIOUS_STATE, i),
                     letters);
      if (convert_time (self, bundle, time, &event.time))
        {
          tv_system_tasks_set_time (self->tasks, event.time);
          (void) tv_scheduler_add_switch (self->scheduler, &event);
        }
      learn_listed_name (self, compact, event.next,
                         get_value (compact, COMPACT_NEXT_NAME, i));
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
      if (convert_time (self, bundle, wake_time, &time))
        {
          tv_system_tasks_set_time (self->tasks, time);
          (void) tv_scheduler_add_wake_up_on (self->scheduler, time, tid, bundle->cpu);
        }
      learn_listed_name (self, compact, tid, get_value (compact, COMPACT_WAKE_NAME, i));
    }
}

static void
add_compact (TvPerfettoKernel *self, const Bundle *bundle, TvProto message)
{
  read_compact (&self->compact, message);
  add_listed_switches (self, bundle, &self->compact);
  add_listed_wake_ups (self, bundle, &self->compact);
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

static gint
compare_timed_events (gconstpointer a, gconstpointer b)
{
  const TimedEvent *first = a;
  const TimedEvent *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  return (first->message.data > second->message.data)
         - (first->message.data < second->message.data);
}

/* Lists the events of a bundle. The kernel writes those of a processor in order. */
static void
list_events (TvPerfettoKernel *self, TvProto bundle)
{
  gboolean is_disordered = FALSE;
  guint64 last = 0;
  TvProtoField field;

  g_array_set_size (self->events, 0);
  while (tv_proto_next (&bundle, &field))
    if (field.number == BUNDLE_EVENT && field.wire == TV_PROTO_BYTES)
      {
        TimedEvent event = { .message = tv_proto_enter (&field) };
        TvProto head = event.message;

        while (event.time == 0 && tv_proto_next (&head, &field))
          if (field.number == KERNEL_TIME && field.wire == TV_PROTO_VARINT)
            event.time = field.value;
        is_disordered |= event.time < last;
        last = event.time;
        g_array_append_val (self->events, event);
      }
  if (is_disordered)
    g_array_sort (self->events, compare_timed_events);
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
  list_events (self, message);
  while (tv_proto_next (&message, &field))
    if (field.number == BUNDLE_COMPACT && field.wire == TV_PROTO_BYTES)
      add_compact (self, &bundle, tv_proto_enter (&field));
  for (guint i = 0; i < self->events->len; i++)
    if (!add_event (self, &bundle, &g_array_index (self->events, TimedEvent, i)))
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
