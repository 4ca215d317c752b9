/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-tracks.h"

#include "trace/tables/java-text.h"

#include <string.h>

/* A track is of the process or thread of one of this many tracks above it. */
#define MAX_LEVELS 64

/* Labels of a process, at most. */
#define MAX_LABELS 64

/* Bytes of the command line of a process. */
#define MAX_COMMAND_SIZE 4096

typedef struct
{
  guint64 uuid;
  guint64 parent;
  const char *name;         /* the last one */
  const char *current_name; /* the last one before its first event */
  const char *description;
  gboolean is_whole; /* its writer is there from its first packet on */
  gboolean has_process;
  gboolean has_thread;
  guint64 counter_type;
  const char *unit;
  TvPerfettoCounter counter;
  gboolean has_counter; /* of the builder */
  gint64 pid;
  gint64 tid;
  guint32 process;  /* of the builder, or TV_PROCESS_NONE */
  guint32 instance; /* of the thread, if its number was another track's before */
  guint32 track;    /* of the builder, or TV_THREAD_NONE */
} Track;

struct _TvPerfettoTracks
{
  TvRunBuilder *builder;
  TvSystemTasks *tasks;
  TvStringPool *strings;
  GHashTable *by_uuid;
  Track *last;        /* that was found; or NULL */
  GHashTable *by_pid; /* the last track of each process */
  GHashTable *by_tid; /* the last track of each thread */
  guint32 n_instances;
};

TvPerfettoTracks *
tv_perfetto_tracks_new (TvRunBuilder *builder, TvSystemTasks *tasks,
                        TvStringPool *strings)
{
  TvPerfettoTracks *self = g_new0 (TvPerfettoTracks, 1);

  self->builder = builder;
  self->tasks = tasks;
  self->strings = strings;
  self->by_uuid = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->by_pid = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->by_tid = g_hash_table_new (g_int64_hash, g_int64_equal);
  return self;
}

void
tv_perfetto_tracks_free (TvPerfettoTracks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_pid);
  g_hash_table_unref (self->by_tid);
  g_hash_table_unref (self->by_uuid);
  g_free (self);
}

static const char *
keep_text (TvPerfettoTracks *self, const TvProtoField *field)
{
  g_autofree char *text
      = tv_java_text_dup_utf8 ((const char *) field->data, field->size);

  return tv_string_pool_add (self->strings, text);
}

static Track *
find_track (TvPerfettoTracks *self, guint64 uuid)
{
  Track *track = self->last;

  if (track != NULL && track->uuid == uuid)
    return track;
  track = g_hash_table_lookup (self->by_uuid, &uuid);
  if (track != NULL)
    return self->last = track;
  track = g_new0 (Track, 1);
  track->uuid = uuid;
  track->track = TV_THREAD_NONE;
  track->process = TV_PROCESS_NONE;
  track->counter.multiplier = 1;
  g_hash_table_insert (self->by_uuid, &track->uuid, track);
  return self->last = track;
}

/* Processes and threads: ids and names of a message, whose fields are given */

typedef struct
{
  gint64 pid;
  gint64 tid;
  const char *name;
} Owner;

static Owner
read_owner (TvPerfettoTracks *self, TvProto message, guint32 pid_field,
            guint32 tid_field, guint32 name_field)
{
  Owner owner = { .pid = -1, .tid = -1 };
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_VARINT && field.number == pid_field)
      owner.pid = (gint32) field.value;
    else if (field.wire == TV_PROTO_VARINT && field.number == tid_field)
      owner.tid = (gint64) field.value;
    else if (field.wire == TV_PROTO_BYTES && field.number == name_field
             && (owner.name == NULL || *owner.name == '\0'))
      owner.name = keep_text (self, &field);
  if (owner.name != NULL && *owner.name == '\0')
    owner.name = NULL;
  return owner;
}

/* Workers of the kernel have what they work on in their names, which changes. */
static const char *
keep_worker_name (TvPerfettoTracks *self, const char *name)
{
  const gsize head = strlen ("kworker/");
  g_autofree char *kept = NULL;

  if (name == NULL || !g_str_has_prefix (name, "kworker/"))
    return name;
  kept = g_strndup (name, head + strcspn (name + head, "+-"));
  return tv_string_pool_add (self->strings, kept);
}

/* Adds a process of a track: id 1, name 6. */
void
tv_perfetto_tracks_add_process (TvPerfettoTracks *self, TvProto process)
{
  const Owner owner = read_owner (self, process, 1, 0, 6);

  if (owner.pid >= 0)
    tv_run_builder_add_process (self->builder, owner.pid, owner.name);
}

static Owner
add_thread (TvPerfettoTracks *self, TvProto thread)
{
  const Owner owner = read_owner (self, thread, 1, 2, 5);

  if (owner.tid >= 0 && owner.pid >= 0)
    tv_system_tasks_set_process (self->tasks, owner.tid, owner.pid);
  if (owner.tid >= 0 && owner.name != NULL)
    tv_system_tasks_set_name (self->tasks, owner.tid, owner.name, TV_NAME_FROM_PROGRAM);
  return owner;
}

/* Adds a thread of a track: process 1, id 2, name 5. */
void
tv_perfetto_tracks_add_thread (TvPerfettoTracks *self, TvProto thread)
{
  add_thread (self, thread);
}

enum
{
  PROCESS_PID = 1,
  PROCESS_PARENT = 2,
  PROCESS_COMMAND = 3,
  PROCESS_USER = 5,
  PROCESS_START = 7,
  PROCESS_IS_KERNEL = 8,
  PROCESS_HAS_TASK_NAME = 9 /* instead of a command */
};

/* The facts that a list of the system has of a process. The command comes in words. */
static void
read_facts (TvPerfettoTracks *self, TvProto message, guint32 process)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  TvProcessFacts *facts = tv_detail_builder_get_process (details, process);
  g_autoptr (GString) command = g_string_new (NULL);
  TvProtoField field;

  if (facts == NULL)
    return;
  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_BYTES && field.number == PROCESS_COMMAND
        && command->len < MAX_COMMAND_SIZE)
      {
        g_autofree char *word = tv_java_text_dup_utf8 (
            (const char *) field.data, MIN (field.size, MAX_COMMAND_SIZE));

        g_string_append_printf (command, "%s%s", command->len > 0 ? " " : "", word);
      }
    else if (field.wire != TV_PROTO_VARINT)
      continue;
    else if (field.number == PROCESS_USER)
      {
        facts->has_uid = TRUE;
        facts->uid = (guint32) field.value;
      }
    else if (field.number == PROCESS_START)
      {
        facts->has_start = field.value <= G_MAXINT64;
        facts->start = (gint64) field.value;
      }
    else if (field.number == PROCESS_PARENT)
      {
        facts->is_first = field.value == 0;
        facts->parent
            = tv_run_builder_find_process (self->builder, (gint32) field.value);
      }
    else if (field.number == PROCESS_IS_KERNEL)
      {
        const TvArg arg = { .key = "is_kthread",
                            .type = TV_ARG_BOOL,
                            .value.integer = field.value != 0 };

        facts->arg_set = tv_detail_builder_add_arg_set (details, &arg, 1);
      }
  if (command->len > 0)
    facts->command_line
        = keep_worker_name (self, tv_string_pool_add (self->strings, command->str));
}

static gboolean
has_task_name (TvProto process)
{
  TvProtoField field;

  while (tv_proto_next (&process, &field))
    if (field.number == PROCESS_HAS_TASK_NAME)
      return field.value != 0;
  return FALSE;
}

static void
add_listed_process (TvPerfettoTracks *self, TvProto message)
{
  const Owner owner = read_owner (self, message, PROCESS_PID, 0, PROCESS_COMMAND);
  const char *name = keep_worker_name (self, owner.name);

  if (owner.pid < 0)
    return;
  read_facts (self, message,
              tv_run_builder_add_process (self->builder, owner.pid, name));
  tv_system_tasks_set_process (self->tasks, owner.pid, owner.pid);
  if (name != NULL && has_task_name (message))
    tv_system_tasks_set_name (self->tasks, owner.pid, name, TV_NAME_FROM_SYSTEM);
}

/* Adds the system's list of processes, and of threads: id 1, process 3, name 2. */
void
tv_perfetto_tracks_add_process_tree (TvPerfettoTracks *self, TvProto tree)
{
  TvProtoField field;

  while (tv_proto_next (&tree, &field))
    {
      Owner owner;

      if (field.wire != TV_PROTO_BYTES)
        continue;
      if (field.number == 1)
        add_listed_process (self, tv_proto_enter (&field));
      else if (field.number == 2)
        {
          owner = read_owner (self, tv_proto_enter (&field), 3, 1, 2);
          if (owner.tid < 0)
            continue;
          if (owner.pid >= 0)
            tv_system_tasks_set_process (self->tasks, owner.tid, owner.pid);
          if (owner.name != NULL)
            tv_system_tasks_set_name (self->tasks, owner.tid,
                                      keep_worker_name (self, owner.name),
                                      TV_NAME_FROM_SYSTEM);
        }
    }
}

/* Tracks */

enum
{
  TRACK_UUID = 1,
  TRACK_NAME = 2,
  TRACK_PROCESS = 3,
  TRACK_THREAD = 4,
  TRACK_PARENT = 5,
  TRACK_CHROME_PROCESS = 6,
  TRACK_COUNTER = 8,
  TRACK_STATIC_NAME = 10,
  TRACK_ATRACE_NAME = 13,
  TRACK_DESCRIPTION = 14
};

static guint64
find_uuid (TvProto descriptor)
{
  TvProtoField field;

  while (tv_proto_next (&descriptor, &field))
    if (field.number == TRACK_UUID)
      return field.value;
  return 0;
}

static gboolean
is_name (const TvProtoField *field)
{
  return field->wire == TV_PROTO_BYTES
         && (field->number == TRACK_NAME || field->number == TRACK_STATIC_NAME
             || field->number == TRACK_ATRACE_NAME);
}

/* A process has one track: another one of the same number is another process. */
static void
describe_process (TvPerfettoTracks *self, Track *track, TvProto message)
{
  const Owner owner = read_owner (self, message, 1, 0, 6);

  if (owner.pid < 0)
    return;
  if (!track->has_process)
    {
      track->has_process = TRUE;
      track->pid = owner.pid;
      track->process
          = g_hash_table_contains (self->by_pid, &owner.pid)
                ? tv_run_builder_add_next_process (self->builder, owner.pid)
                : tv_run_builder_add_process (self->builder, owner.pid, NULL);
      g_hash_table_replace (self->by_pid, &track->pid, track);
    }
  if (owner.name != NULL && track->process != TV_PROCESS_NONE)
    tv_run_builder_name_process (self->builder, track->process, owner.name);
}

/* A thread has one track that says so: another one of the same number is another
 * thread. */
static void
describe_thread (TvPerfettoTracks *self, Track *track, TvProto message)
{
  const Owner owner = read_owner (self, message, 1, 2, 5);

  if (owner.tid < 0)
    return;
  if (!track->has_thread)
    {
      const Track *process = g_hash_table_lookup (self->by_pid, &owner.pid);

      track->has_thread = TRUE;
      track->tid = owner.tid;
      track->pid = owner.pid;
      if (process != NULL)
        track->process = process->process;
      else if (owner.pid >= 0)
        track->process = tv_run_builder_add_process (self->builder, owner.pid, NULL);
      if (g_hash_table_contains (self->by_tid, &owner.tid))
        track->instance = ++self->n_instances;
      g_hash_table_replace (self->by_tid, &track->tid, track);
    }
  if (track->instance == 0)
    add_thread (self, message);
  else if (owner.name != NULL)
    track->name = owner.name;
}

enum
{
  COUNTER_TYPE = 1,
  COUNTER_UNIT = 3,
  COUNTER_MULTIPLIER = 4,
  COUNTER_INCREMENTAL = 5,
  COUNTER_UNIT_NAME = 6
};

enum
{
  TYPE_THREAD_TIME = 1,
  TYPE_THREAD_INSTRUCTIONS = 2
};

static void
describe_counter (TvPerfettoTracks *self, Track *track, TvProto message)
{
  static const char *const units[] = { NULL, "ns", "count", "bytes" };
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    switch (field.number)
      {
      case COUNTER_TYPE:
        track->counter_type = field.value;
        track->counter.is_thread_time = field.value == TYPE_THREAD_TIME;
        if (track->unit == NULL)
          track->unit = field.value == TYPE_THREAD_TIME           ? units[1]
                        : field.value == TYPE_THREAD_INSTRUCTIONS ? units[2]
                                                                  : NULL;
        break;
      case COUNTER_UNIT:
        if (field.value < G_N_ELEMENTS (units) && units[field.value] != NULL)
          track->unit = units[field.value];
        break;
      case COUNTER_MULTIPLIER:
        track->counter.multiplier = (gint64) field.value;
        break;
      case COUNTER_INCREMENTAL:
        track->counter.is_incremental = field.value != 0;
        break;
      case COUNTER_UNIT_NAME:
        if (field.wire == TV_PROTO_BYTES)
          track->unit = keep_text (self, &field);
        break;
      default:
        break;
      }
}

enum
{
  PROCESS_LABEL = 8,
  CHROME_HOST_APP = 4,
  CHROME_CRASH_ID = 5
};

/* Collects arguments of a process: labels, and what Chrome says of its own. */
static void
collect_arg (TvPerfettoTracks *self, GArray *args, gboolean is_of_chrome,
             const TvProtoField *field)
{
  TvArg arg = { .type = TV_ARG_STRING };
  g_autofree char *key = NULL;

  if (is_of_chrome && field->number == CHROME_CRASH_ID)
    {
      arg.key = "chrome.crash_trace_id";
      arg.type = TV_ARG_UINT;
      arg.value.uinteger = field->value;
    }
  else if (field->wire != TV_PROTO_BYTES || args->len >= MAX_LABELS)
    return;
  else if (is_of_chrome && field->number == CHROME_HOST_APP)
    arg.key = "chrome.host_app_package_name";
  else if (!is_of_chrome && field->number == PROCESS_LABEL)
    {
      key = g_strdup_printf ("chrome.process_label[%u]", args->len);
      arg.key = tv_string_pool_add (self->strings, key);
      arg.flat_key = "chrome.process_label";
    }
  else
    return;
  if (arg.type == TV_ARG_STRING)
    arg.value.text = keep_text (self, field);
  g_array_append_val (args, arg);
}

static void
describe_process_args (TvPerfettoTracks *self, guint32 process, TvProto descriptor)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  g_autoptr (GArray) args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  TvProcessFacts *facts;
  TvProtoField field;

  while (tv_proto_next (&descriptor, &field))
    {
      const gboolean is_of_chrome = field.number == TRACK_CHROME_PROCESS;
      TvProto message = tv_proto_enter (&field);
      TvProtoField part;

      if (field.wire == TV_PROTO_BYTES
          && (is_of_chrome || field.number == TRACK_PROCESS))
        while (tv_proto_next (&message, &part))
          collect_arg (self, args, is_of_chrome, &part);
    }
  if (args->len > 0
      && (facts = tv_detail_builder_get_process (details, process)) != NULL)
    facts->arg_set = tv_detail_builder_add_arg_set (
        details, (const TvArg *) (gpointer) args->data, args->len);
}

/* Adds what a descriptor says of a track; a later one counts. @is_whole is whether its
 * writer is there from its first packet on. */
void
tv_perfetto_tracks_describe (TvPerfettoTracks *self, TvProto descriptor,
                             gboolean is_whole)
{
  Track *track = find_track (self, find_uuid (descriptor));
  const TvProto whole = descriptor;
  TvProtoField field;

  track->is_whole |= is_whole;
  while (tv_proto_next (&descriptor, &field))
    if (field.number == TRACK_PARENT)
      track->parent = field.value;
    else if (field.wire != TV_PROTO_BYTES)
      continue;
    else if (is_name (&field))
      track->name = keep_text (self, &field);
    else if (field.number == TRACK_DESCRIPTION)
      track->description = keep_text (self, &field);
    else if (field.number == TRACK_PROCESS)
      describe_process (self, track, tv_proto_enter (&field));
    else if (field.number == TRACK_THREAD)
      describe_thread (self, track, tv_proto_enter (&field));
    else if (field.number == TRACK_COUNTER)
      describe_counter (self, track, tv_proto_enter (&field));
  if (track->has_process)
    describe_process_args (self, track->process, whole);
}

/* Finds the track, of those above a track and itself, that has a process or thread. */
static const Track *
find_owner (TvPerfettoTracks *self, const Track *track)
{
  for (guint i = 0; i < MAX_LEVELS && track != NULL; i++)
    {
      if (track->has_process || track->has_thread || track->parent == 0)
        return track;
      track = g_hash_table_lookup (self->by_uuid, &track->parent);
    }
  return NULL;
}

/* A track is called what it was called when its first event came; else what it is
 * called later, or after the event. */
static const char *
choose_name (const Track *track, const char *event_name)
{
  if (track->current_name != NULL)
    return track->current_name;
  if (track->name != NULL || track->has_process || track->has_thread)
    return track->name;
  return track->uuid == 0 ? "Default Track" : event_name;
}

/* Returns the builder's track of a thread. */
static guint32
add_thread_track (TvPerfettoTracks *self, const Track *track)
{
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = track->process,
                             .number = track->tid,
                             .instance = track->instance,
                             .name = track->name,
                             .overlap = TV_OVERLAP_SPILL };

  if (track->instance > 0)
    return tv_run_builder_add_track (self->builder, &spec);
  if (track->process != TV_PROCESS_NONE)
    tv_system_tasks_place (self->tasks, track->tid, track->process);
  return tv_system_tasks_get_track (self->tasks, track->tid);
}

static guint32
add_track (TvPerfettoTracks *self, const Track *track, const char *event_name)
{
  const Track *owner = find_owner (self, track);
  g_autofree char *own_name
      = event_name != NULL ? tv_java_text_dup_utf8 (event_name, strlen (event_name))
                           : NULL;
  TvTrackSpec spec = { .kind = TV_TRACK_GLOBAL,
                       .process = TV_PROCESS_NONE,
                       .number = (gint64) track->uuid,
                       .name = choose_name (track, own_name),
                       .overlap = TV_OVERLAP_SPILL };

  if (track->has_thread)
    return add_thread_track (self, track);
  if (owner != NULL && owner->has_thread)
    {
      spec.kind = TV_TRACK_THREAD;
      spec.is_below = TRUE;
      spec.owner = add_thread_track (self, owner);
    }
  else if (owner != NULL && owner->process != TV_PROCESS_NONE)
    {
      spec.kind = TV_TRACK_PROCESS;
      spec.process = owner->process;
    }
  return tv_run_builder_add_track (self->builder, &spec);
}

/* Takes the name of a descriptor in its turn: the last one before the first event of
 * the track counts. */
void
tv_perfetto_tracks_rename (TvPerfettoTracks *self, TvProto descriptor)
{
  Track *track = find_track (self, find_uuid (descriptor));
  TvProtoField field;

  while (tv_proto_next (&descriptor, &field))
    if (is_name (&field) && track->track == TV_THREAD_NONE)
      track->current_name = keep_text (self, &field);
}

/* Keeps what descriptors say of a track beside its name. */
static void
add_facts (TvPerfettoTracks *self, const Track *track)
{
  TvDetailBuilder *details = tv_run_builder_get_details (self->builder);
  TvTrackFacts *facts;
  TvArg args[2] = { 0 };
  guint n = 0;

  if (track->is_whole)
    args[n++] = (TvArg){ .key = "has_first_packet_on_sequence",
                         .type = TV_ARG_BOOL,
                         .value.integer = 1 };
  if (track->description != NULL)
    args[n++] = (TvArg){ .key = "description",
                         .type = TV_ARG_STRING,
                         .value.text = track->description };
  if (n > 0 && (facts = tv_detail_builder_get_track (details, track->track)) != NULL)
    facts->arg_set = tv_detail_builder_add_arg_set (details, args, n);
}

/* Returns the builder's track of an event's track. */
guint32
tv_perfetto_tracks_get (TvPerfettoTracks *self, guint64 uuid, const char *event_name)
{
  Track *track = find_track (self, uuid);

  if (track->track == TV_THREAD_NONE)
    {
      track->track = add_track (self, track, event_name);
      add_facts (self, track);
    }
  return track->track;
}

static const char *
get_counter_name (const Track *track)
{
  if (track->name != NULL)
    return track->name;
  if (track->counter_type == TYPE_THREAD_TIME)
    return "thread_time";
  return track->counter_type == TYPE_THREAD_INSTRUCTIONS ? "thread_instruction_count"
                                                         : "";
}

static guint32
add_counter (TvPerfettoTracks *self, const Track *track)
{
  const Track *owner = find_owner (self, track);
  TvCounterSpec spec = { .kind = TV_TRACK_GLOBAL,
                         .process = TV_PROCESS_NONE,
                         .track = TV_THREAD_NONE,
                         .number = (gint64) track->uuid,
                         .name = get_counter_name (track),
                         .unit = track->unit };

  if (owner != NULL && owner->has_thread)
    {
      spec.kind = TV_TRACK_THREAD;
      spec.track = add_thread_track (self, owner);
    }
  else if (owner != NULL && owner->process != TV_PROCESS_NONE)
    {
      spec.kind = TV_TRACK_PROCESS;
      spec.process = owner->process;
    }
  return tv_system_builder_add_counter (tv_run_builder_get_system (self->builder),
                                        &spec);
}

/* Returns the counter of a track, or NULL when memory is exhausted. */
const TvPerfettoCounter *
tv_perfetto_tracks_get_counter (TvPerfettoTracks *self, guint64 uuid)
{
  Track *track = find_track (self, uuid);

  if (!track->has_counter)
    {
      track->counter.index = add_counter (self, track);
      track->has_counter = track->counter.index != G_MAXUINT32;
    }
  return track->has_counter ? &track->counter : NULL;
}
