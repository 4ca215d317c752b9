/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/formats/perfetto-samples.h"

#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define NS_PER_US 1000

/* Bytes of the name of a function, and of a piece of the path of a library, beyond
 * which they are cut. A path is in the names of all frames without functions. */
#define MAX_NAME_LENGTH (64 * 1024)
#define MAX_PATH_LENGTH 4096

/* Pieces of the path of a library. */
#define MAX_PIECES 256

/* Messages that packets name by number. */
typedef enum
{
  FUNCTIONS,
  FRAMES,
  STACKS,
  PATHS,
  MAPPINGS,
  N_TABLES
} Table;

/* What a writer has said. */
typedef struct
{
  GHashTable *messages[N_TABLES]; /* numbers to GBytes */
  GHashTable *names;              /* numbers of frames to indexes, plus one */
  gboolean has_gaps;              /* whether a message was missed */
  GHashTable *stacks;             /* numbers to those of the builder */
  char *event;                    /* or NULL */
  guint32 event_index;            /* plus one, or 0 before the first sample */
} Writer;

struct _TvPerfettoSamples
{
  TvSampleBuilder *builder;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  GHashTable *writers; /* by sequence */
  GString *name;
  GString *library;
  guint64 n_lost;
};

/* Writers */

static void
free_writer (gpointer data)
{
  Writer *writer = data;

  for (guint i = 0; i < N_TABLES; i++)
    g_hash_table_unref (writer->messages[i]);
  g_hash_table_unref (writer->names);
  g_hash_table_unref (writer->stacks);
  g_free (writer->event);
  g_free (writer);
}

static Writer *
find_writer (TvPerfettoSamples *self, guint32 sequence)
{
  Writer *writer = g_hash_table_lookup (self->writers, GUINT_TO_POINTER (sequence));

  if (writer != NULL)
    return writer;
  writer = g_new0 (Writer, 1);
  for (guint i = 0; i < N_TABLES; i++)
    writer->messages[i] = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                                 (GDestroyNotify) g_bytes_unref);
  writer->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  writer->stacks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_insert (self->writers, GUINT_TO_POINTER (sequence), writer);
  return writer;
}

TvPerfettoSamples *
tv_perfetto_samples_new (TvSampleBuilder *builder, TvSliceNames *names,
                         TvSystemTasks *tasks)
{
  TvPerfettoSamples *self = g_new0 (TvPerfettoSamples, 1);

  self->builder = builder;
  self->names = names;
  self->tasks = tasks;
  self->writers = g_hash_table_new_full (NULL, NULL, NULL, free_writer);
  self->name = g_string_new (NULL);
  self->library = g_string_new (NULL);
  return self;
}

void
tv_perfetto_samples_free (TvPerfettoSamples *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->writers);
  g_string_free (self->name, TRUE);
  g_string_free (self->library, TRUE);
  g_free (self);
}

/* Messages */

static guint64
get_number (TvProto message, guint32 number)
{
  TvProtoField field;
  guint64 value = 0;

  while (tv_proto_next (&message, &field))
    if (field.number == number && field.wire == TV_PROTO_VARINT)
      value = field.value;
  return value;
}

/* Returns a message, which is empty if it is not known. */
static TvProto
get_message (Writer *writer, Table table, guint64 number)
{
  GBytes *bytes = g_hash_table_lookup (writer->messages[table], &number);
  gsize size;
  const guint8 *data;

  if (bytes == NULL)
    {
      writer->has_gaps |= number != 0;
      return tv_proto_new (NULL, 0);
    }
  data = g_bytes_get_data (bytes, &size);
  return tv_proto_new (data, size);
}

static char *
dup_text (Writer *writer, Table table, guint64 number)
{
  const gsize limit = table == PATHS ? MAX_PATH_LENGTH : MAX_NAME_LENGTH;
  TvProto message = get_message (writer, table, number);
  TvProtoField field;
  char *text = NULL;

  while (tv_proto_next (&message, &field))
    if (field.number == 2 && field.wire == TV_PROTO_BYTES && field.size > 0)
      {
        g_free (text);
        text = tv_java_text_dup_utf8 ((const char *) field.data,
                                      MIN (field.size, limit));
      }
  return text;
}

static void
intern_message (Writer *writer, Table table, const TvProtoField *field)
{
  const guint64 number = get_number (tv_proto_enter (field), 1);
  const gboolean is_new = g_hash_table_insert (writer->messages[table],
                                               g_memdup2 (&number, sizeof number),
                                               g_bytes_new (field->data, field->size));

  if (table == STACKS)
    g_hash_table_remove (writer->stacks, &number);
  else if (table == FRAMES)
    g_hash_table_remove (writer->names, &number);
  else if (!is_new || writer->has_gaps)
    {
      g_hash_table_remove_all (writer->names);
      writer->has_gaps = FALSE;
    }
}

static void
intern (Writer *writer, TvProto data)
{
  /* Fields of InternedData. */
  static const guint32 numbers[N_TABLES] = { 5, 6, 7, 17, 19 };
  TvProtoField field;

  while (tv_proto_next (&data, &field))
    for (guint i = 0; i < N_TABLES && field.wire == TV_PROTO_BYTES; i++)
      if (field.number == numbers[i])
        intern_message (writer, (Table) i, &field);
}

/* Defaults of samples are in those of packets. Their timebase is the event that makes a
 * profiler take a sample. */
enum
{
  DEFAULT_SAMPLES = 12,
  TIMEBASE = 1,
  TIMEBASE_COUNTER = 4,
  TIMEBASE_NAME = 10
};

/* Returns the message in a field, which is empty if there is none. */
static TvProto
find_message (TvProto message, guint32 number)
{
  TvProto found = tv_proto_new (NULL, 0);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == number && field.wire == TV_PROTO_BYTES)
      found = tv_proto_enter (&field);
  return found;
}

static void
take_event (Writer *writer, TvProto defaults)
{
  static const struct
  {
    guint64 counter;
    const char *name;
  } counters[] = { { 1, "cpu-clock" },      { 2, "page-faults" },
                   { 3, "task-clock" },     { 4, "context-switches" },
                   { 5, "cpu-migrations" }, { 6, "minor-faults" },
                   { 7, "major-faults" },   { 10, "cpu-cycles" },
                   { 11, "instructions" },  { 12, "cache-references" },
                   { 13, "cache-misses" },  { 14, "branch-instructions" },
                   { 15, "branch-misses" } };
  const TvProto timebase
      = find_message (find_message (defaults, DEFAULT_SAMPLES), TIMEBASE);
  const TvProto name = find_message (timebase, TIMEBASE_NAME);
  const guint64 counter = get_number (timebase, TIMEBASE_COUNTER);

  g_clear_pointer (&writer->event, g_free);
  writer->event_index = 0;
  if (name.size > 0)
    writer->event = tv_java_text_dup_utf8 ((const char *) name.data, name.size);
  for (guint i = 0; writer->event == NULL && i < G_N_ELEMENTS (counters); i++)
    if (counters[i].counter == counter)
      writer->event = g_strdup (counters[i].name);
}

/* Takes what a packet says of stacks and events. */
void
tv_perfetto_samples_intern (TvPerfettoSamples *self, const TvPerfettoPacket *packet)
{
  const TvProtoField *messages = packet->messages;

  if (packet->clears_state)
    g_hash_table_remove (self->writers, GUINT_TO_POINTER (packet->sequence));
  if (messages[TV_PACKET_INTERNED_DATA].data != NULL)
    intern (find_writer (self, packet->sequence),
            tv_proto_enter (&messages[TV_PACKET_INTERNED_DATA]));
  if (messages[TV_PACKET_DEFAULTS].data != NULL)
    take_event (find_writer (self, packet->sequence),
                tv_proto_enter (&messages[TV_PACKET_DEFAULTS]));
}

/* Frames */

enum
{
  STACK_FRAMES = 2,
  FRAME_FUNCTION = 2,
  FRAME_MAPPING = 3,
  FRAME_PC = 4,
  MAPPING_PATHS = 7
};

static void
add_piece (TvPerfettoSamples *self, Writer *writer, guint64 path)
{
  g_autofree char *text = dup_text (writer, PATHS, path);

  if (text == NULL)
    return;
  if (*text != '/' && *text != '[')
    g_string_append_c (self->library, '/');
  g_string_append (self->library, text);
}

/* The path of a library comes in pieces. */
static void
find_library (TvPerfettoSamples *self, Writer *writer, guint64 mapping)
{
  TvProto message = get_message (writer, MAPPINGS, mapping);
  TvProtoField field;
  guint n = 0;

  g_string_truncate (self->library, 0);
  while (tv_proto_next (&message, &field))
    {
      TvProto packed = { 0 };
      guint64 path;

      while (field.number == MAPPING_PATHS && n < MAX_PIECES
             && self->library->len < MAX_PATH_LENGTH
             && tv_proto_next_number (&field, &packed, &path))
        {
          add_piece (self, writer, path);
          n++;
        }
    }
}

static guint32
make_name (TvPerfettoSamples *self, Writer *writer, TvProto message)
{
  g_autofree char *function
      = dup_text (writer, FUNCTIONS, get_number (message, FRAME_FUNCTION));
  const char *library;
  TvFrameSpec frame = { 0 };

  find_library (self, writer, get_number (message, FRAME_MAPPING));
  library = strrchr (self->library->str, '/');
  if (function != NULL)
    g_string_assign (self->name, function);
  else
    g_string_printf (self->name, "%s+0x%" G_GINT64_MODIFIER "x",
                     library != NULL ? library + 1 : self->library->str,
                     get_number (message, FRAME_PC));
  frame.name = self->name->str;
  frame.library = self->library->len > 0 ? self->library->str : NULL;
  frame.is_java = function != NULL && tv_is_java_file (self->library->str);
  return tv_slice_names_get_frame (self->names, &frame);
}

static guint32
find_name (TvPerfettoSamples *self, Writer *writer, guint64 number, guint64 offset)
{
  const gpointer known = g_hash_table_lookup (writer->names, &number);
  const TvFrameSpec unknown = { .name = "?" };
  TvProto message;
  guint32 name;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  message = get_message (writer, FRAMES, number);
  if (message.data == NULL)
    {
      tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
      return tv_slice_names_get_frame (self->names, &unknown);
    }
  name = make_name (self, writer, message);
  if (name != TV_METHOD_NONE)
    g_hash_table_insert (writer->names, g_memdup2 (&number, sizeof number),
                         GUINT_TO_POINTER (name + 1));
  return name;
}

/* Frames of stacks come from the outermost to the innermost. The builder takes no more
 * if a stack is too deep or memory is exhausted. */
static guint32
add_frames (TvPerfettoSamples *self, Writer *writer, TvProto message, guint64 offset)
{
  guint32 stack = TV_STACK_EMPTY;
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    {
      TvProto packed = { 0 };
      guint64 frame;

      while (field.number == STACK_FRAMES
             && tv_proto_next_number (&field, &packed, &frame))
        {
          const guint32 callers = stack;

          stack = tv_sample_builder_add_stack (self->builder, callers,
                                               find_name (self, writer, frame, offset));
          if (stack == callers)
            return stack;
        }
    }
  return stack;
}

static guint32
find_stack (TvPerfettoSamples *self, Writer *writer, guint64 number, guint64 offset)
{
  const TvFrameSpec none = { .name = "[no stack]" };
  TvProto message;
  gpointer known;
  guint32 stack;

  if (number == 0)
    return tv_sample_builder_add_stack (self->builder, TV_STACK_EMPTY,
                                        tv_slice_names_get_frame (self->names, &none));
  if (g_hash_table_lookup_extended (writer->stacks, &number, NULL, &known))
    return GPOINTER_TO_UINT (known);
  message = get_message (writer, STACKS, number);
  if (message.data == NULL)
    {
      tv_sample_builder_count_fault (self->builder, TV_WARNING_FRAME_UNKNOWN, offset);
      return TV_STACK_EMPTY;
    }
  stack = add_frames (self, writer, message, offset);
  g_hash_table_insert (writer->stacks, g_memdup2 (&number, sizeof number),
                       GUINT_TO_POINTER (stack));
  return stack;
}

/* Samples */

enum
{
  SAMPLE_PID = 2,
  SAMPLE_TID = 3,
  SAMPLE_STACK = 4,
  SAMPLE_LOST = 17,
  SAMPLE_SKIPPED = 18
};

static guint32
find_event (TvPerfettoSamples *self, Writer *writer)
{
  const TvSampleEvent event
      = { .name = writer->event != NULL ? writer->event : "samples",
          .title = writer->event != NULL ? NULL : N_ ("Samples"),
          .quantity = TV_QUANTITY_COUNT };

  if (writer->event_index == 0)
    writer->event_index = tv_sample_builder_add_event (self->builder, &event) + 1;
  return writer->event_index - 1;
}

static gboolean
add_perf_sample (TvPerfettoSamples *self, const TvPerfettoPacket *packet, gint64 time)
{
  Writer *writer = find_writer (self, packet->sequence);
  TvProto message = tv_proto_enter (&packet->messages[TV_PACKET_PERF_SAMPLE]);
  TvSampleSpec sample
      = { .time = time, .weight = TV_WEIGHT_ONE, .offset = packet->offset };
  guint64 values[SAMPLE_SKIPPED + 1] = { 0 };
  gboolean is_lost = FALSE;
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_VARINT && field.number < G_N_ELEMENTS (values))
      {
        values[field.number] = field.value;
        is_lost |= field.number >= SAMPLE_LOST;
      }
  if (is_lost)
    {
      self->n_lost += MAX (values[SAMPLE_LOST], 1);
      return TRUE;
    }
  if (values[SAMPLE_PID] != 0)
    tv_system_tasks_set_process (self->tasks, (gint32) values[SAMPLE_TID],
                                 (gint32) values[SAMPLE_PID]);
  sample.thread = tv_system_tasks_get_track (self->tasks, (gint32) values[SAMPLE_TID]);
  sample.event = find_event (self, writer);
  sample.stack = find_stack (self, writer, values[SAMPLE_STACK], packet->offset);
  return tv_sample_builder_add_sample (self->builder, &sample);
}

/* A packet of an old profiler has lists of stacks and of steps of time. The thread is
 * that of the writer. Packets without a time go on from the last step, the first one
 * from the time of the thread, if it has one. */
static gboolean
add_profile (TvPerfettoSamples *self, TvPerfettoSequence *sequence,
             const TvPerfettoPacket *packet, gint64 time)
{
  Writer *writer = find_writer (self, packet->sequence);
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
      sample.stack = find_stack (self, writer, g_array_index (stacks, guint64, i),
                                 packet->offset);
      ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  if (!packet->has_time)
    sequence->time = sample.time;
  return ok;
}

gboolean
tv_perfetto_samples_are_in (const TvPerfettoPacket *packet)
{
  return packet->messages[TV_PACKET_PERF_SAMPLE].data != NULL
         || packet->messages[TV_PACKET_PROFILE].data != NULL;
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
         && (packet->messages[TV_PACKET_PROFILE].data == NULL
             || add_profile (self, sequence, packet, time));
}

/* Says how many samples were lost. A trace of samples has an event. */
void
tv_perfetto_samples_finish (TvPerfettoSamples *self, TvTrace *trace)
{
  Writer none = { 0 };
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_lost);

  if (tv_trace_get_n_sample_events (trace) == 0)
    find_event (self, &none);
  if (self->n_lost > 0)
    tv_trace_add_property (trace, "lost-samples", text);
}
