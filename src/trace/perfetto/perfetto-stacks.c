/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-stacks.h"

#include "trace/tables/java-text.h"

#include <string.h>

/* Bytes of the name of a function, and of a piece of the path of a library, beyond
 * which they are cut. A path is in the names of all frames without functions. */
#define MAX_NAME_LENGTH (64 * 1024)
#define MAX_PATH_LENGTH 4096

/* Pieces of the path of a library. */
#define MAX_PIECES 256

/* Bytes of a mapping, and of another message that samples or frames read each time they
 * name it, beyond which it is cut. It has a few numbers, and a text or numbers of
 * pieces of a path. */
#define MAX_MAPPING_SIZE 2048
#define MAX_MESSAGE_SIZE 512

struct _TvPerfettoStacks
{
  TvSampleBuilder *builder;
  TvSliceNames *names;
  TvDetailBuilder *details;
  GHashTable *writers; /* by sequence */
  GHashTable *methods; /* a set of those whose frames are told of */
  GString *name;
  GString *library;
};

/* Writers */

static void
free_writer (gpointer data)
{
  TvPerfettoWriter *writer = data;

  for (guint i = 0; i < TV_N_PERFETTO_TABLES; i++)
    g_hash_table_unref (writer->messages[i]);
  g_hash_table_unref (writer->asyncs);
  g_hash_table_unref (writer->names);
  g_hash_table_unref (writer->stacks);
  g_free (writer->event);
  g_clear_pointer (&writer->defaults, g_bytes_unref);
  g_free (writer->source);
  g_array_unref (writer->followers);
  g_free (writer);
}

static gboolean
is_of_texts (TvPerfettoTable table)
{
  return table == TV_PERFETTO_FUNCTIONS || table == TV_PERFETTO_PATHS
         || table == TV_PERFETTO_SOURCES;
}

TvPerfettoWriter *
tv_perfetto_stacks_find_writer (TvPerfettoStacks *self, guint32 sequence)
{
  TvPerfettoWriter *writer
      = g_hash_table_lookup (self->writers, GUINT_TO_POINTER (sequence));

  if (writer != NULL)
    return writer;
  writer = g_new0 (TvPerfettoWriter, 1);
  for (guint i = 0; i < TV_N_PERFETTO_TABLES; i++)
    writer->messages[i] = g_hash_table_new_full (
        g_int64_hash, g_int64_equal, g_free,
        is_of_texts (i) ? g_free : (GDestroyNotify) g_bytes_unref);
  writer->asyncs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  writer->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  writer->stacks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  writer->followers = g_array_new (FALSE, FALSE, sizeof (TvProto));
  g_hash_table_insert (self->writers, GUINT_TO_POINTER (sequence), writer);
  return writer;
}

TvPerfettoStacks *
tv_perfetto_stacks_new (TvSampleBuilder *builder, TvSliceNames *names)
{
  TvPerfettoStacks *self = g_new0 (TvPerfettoStacks, 1);

  self->builder = builder;
  self->names = names;
  self->details = tv_run_builder_get_details (tv_sample_builder_get_runs (builder));
  self->writers = g_hash_table_new_full (NULL, NULL, NULL, free_writer);
  self->methods = g_hash_table_new (NULL, NULL);
  self->name = g_string_new (NULL);
  self->library = g_string_new (NULL);
  tv_sample_builder_keep_stacks (builder);
  return self;
}

void
tv_perfetto_stacks_free (TvPerfettoStacks *self)
{
  g_hash_table_unref (self->writers);
  g_hash_table_unref (self->methods);
  g_string_free (self->name, TRUE);
  g_string_free (self->library, TRUE);
  g_free (self);
}

/* Messages */

guint64
tv_perfetto_get_number (TvProto message, guint32 number)
{
  TvProtoField field;
  guint64 value = 0;

  while (tv_proto_next (&message, &field))
    if (field.number == number && field.wire == TV_PROTO_VARINT)
      value = field.value;
  return value;
}

/* Returns a message, which is empty if it is not known. */
TvProto
tv_perfetto_writer_get_message (TvPerfettoWriter *writer, TvPerfettoTable table,
                                guint64 number)
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

/* Returns a text, or NULL if it is empty or not known. */
static const char *
get_text (TvPerfettoWriter *writer, TvPerfettoTable table, guint64 number)
{
  gpointer text;

  if (g_hash_table_lookup_extended (writer->messages[table], &number, NULL, &text))
    return text;
  writer->has_gaps |= number != 0;
  return NULL;
}

/* Returns the message in a field, which is empty if there is none. */
TvProto
tv_perfetto_find_message (TvProto message, guint32 number)
{
  TvProto found = tv_proto_new (NULL, 0);
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == number && field.wire == TV_PROTO_BYTES)
      found = tv_proto_enter (&field);
  return found;
}

static char *
dup_text (TvProto message, guint32 number, gsize limit)
{
  const TvProto text = tv_perfetto_find_message (message, number);

  return text.size > 0
             ? tv_java_text_dup_utf8 ((const char *) text.data, MIN (text.size, limit))
             : NULL;
}

char *
tv_perfetto_dup_text (TvProto message, guint32 number)
{
  return dup_text (message, number, MAX_PATH_LENGTH);
}

/* The field of InternedData that has fibers and the like. */
#define INTERNED_ASYNCS 51

static gsize
get_limit (TvPerfettoTable table)
{
  switch ((guint) table)
    {
    case TV_PERFETTO_STACKS:
      return G_MAXSIZE;
    case TV_PERFETTO_FUNCTIONS:
      return MAX_NAME_LENGTH;
    case TV_PERFETTO_PATHS:
    case TV_PERFETTO_SOURCES:
      return MAX_PATH_LENGTH;
    case TV_PERFETTO_MAPPINGS:
      return MAX_MAPPING_SIZE;
    default:
      return MAX_MESSAGE_SIZE;
    }
}

static gpointer
make_entry (TvPerfettoTable table, TvProto message)
{
  const gsize limit = get_limit (table);

  return is_of_texts (table)
             ? (gpointer) dup_text (message, 2, limit)
             : (gpointer) g_bytes_new (message.data, MIN (message.size, limit));
}

static gboolean
is_same_entry (TvPerfettoTable table, gconstpointer a, gconstpointer b)
{
  return is_of_texts (table) ? g_strcmp0 (a, b) == 0 : g_bytes_equal (a, b);
}

static void
intern_message (TvPerfettoWriter *writer, TvPerfettoTable table, TvProto message)
{
  const guint64 number = tv_perfetto_get_number (message, 1);
  const gpointer entry = make_entry (table, message);
  gpointer before;
  const gboolean is_known
      = g_hash_table_lookup_extended (writer->messages[table], &number, NULL, &before);
  const gboolean is_same = is_known && is_same_entry (table, before, entry);

  g_hash_table_insert (writer->messages[table], g_memdup2 (&number, sizeof number),
                       entry);
  if (is_same || table > TV_PERFETTO_SOURCES)
    return;
  if (table == TV_PERFETTO_STACKS)
    {
      g_hash_table_remove (writer->stacks, &number);
      return;
    }
  if (!is_known && !writer->has_gaps)
    return;
  /* Frames and stacks have other names now. */
  g_hash_table_remove_all (writer->stacks);
  g_hash_table_remove_all (writer->names);
  writer->has_gaps = FALSE;
}

/* Name 2, kind 3, number of the parent 4. */
static void
intern_async (TvPerfettoStacks *self, TvPerfettoWriter *writer, TvProto message)
{
  const guint64 number = tv_perfetto_get_number (message, 1);
  g_autofree char *name = tv_perfetto_dup_text (message, 2);
  g_autofree char *kind = tv_perfetto_dup_text (message, 3);
  const TvPerfettoAsync async
      = { .name = tv_detail_builder_keep_text (self->details, name),
          .kind = tv_detail_builder_keep_text (self->details, kind),
          .parent = tv_perfetto_get_number (message, 4) };

  g_hash_table_insert (writer->asyncs, g_memdup2 (&number, sizeof number),
                       g_memdup2 (&async, sizeof async));
}

static void
intern (TvPerfettoStacks *self, TvPerfettoWriter *writer, TvProto data)
{
  /* Fields of InternedData. */
  static const guint32 numbers[TV_N_PERFETTO_TABLES]
      = { 5, 6, 7, 17, 19, 18, 48, 49, 50 };
  TvProtoField field;

  while (tv_proto_next (&data, &field))
    {
      if (field.number == INTERNED_ASYNCS && field.wire == TV_PROTO_BYTES)
        intern_async (self, writer, tv_proto_enter (&field));
      for (guint i = 0; i < TV_N_PERFETTO_TABLES && field.wire == TV_PROTO_BYTES; i++)
        if (field.number == numbers[i])
          intern_message (writer, (TvPerfettoTable) i, tv_proto_enter (&field));
    }
}

/* Defaults of samples are in those of packets. Their timebase is the event that makes a
 * profiler take a sample. */
enum
{
  DEFAULT_SAMPLES = 12,
  DEFAULT_STACK_SAMPLES = 100,
  TIMEBASE = 1,
  TIMEBASE_COUNTER = 4,
  TIMEBASE_NAME = 10
};

static void
take_event (TvPerfettoWriter *writer, TvProto defaults)
{
  static const struct
  {
    guint64 counter;
    const char *name;
    const char *unit;
  } counters[] = { { 1, "cpu-clock", "ns" },
                   { 2, "page-faults", "count" },
                   { 3, "task-clock", "ns" },
                   { 4, "context-switches", "count" },
                   { 5, "cpu-migrations", "count" },
                   { 6, "minor-faults", "count" },
                   { 7, "major-faults", "count" },
                   { 10, "cpu-cycles", "cycles" },
                   { 11, "instructions", "instructions" },
                   { 12, "cache-references", "count" },
                   { 13, "cache-misses", "count" },
                   { 14, "branch-instructions", "count" },
                   { 15, "branch-misses", "count" } };
  const TvProto timebase = tv_perfetto_find_message (
      tv_perfetto_find_message (defaults, DEFAULT_SAMPLES), TIMEBASE);
  const guint64 counter = tv_perfetto_get_number (timebase, TIMEBASE_COUNTER);

  g_free (writer->event);
  writer->event = tv_perfetto_dup_text (timebase, TIMEBASE_NAME);
  writer->event_index = 0;
  writer->unit = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    if (counters[i].counter == counter)
      {
        writer->unit = counters[i].unit;
        if (writer->event == NULL)
          writer->event = g_strdup (counters[i].name);
      }
}

/* Returns the message of a counter, without what is too long to be read often. */
static TvProto
cut_counter (TvProto message)
{
  return tv_proto_new (message.data, MIN (message.size, MAX_MESSAGE_SIZE));
}

/* Takes the defaults of samples that say all themselves: source 1, counter 2, further
 * ones 3. */
static void
take_stack_defaults (TvPerfettoWriter *writer, TvProto defaults)
{
  TvProto message = tv_perfetto_find_message (defaults, DEFAULT_STACK_SAMPLES);
  TvProtoField field;

  g_clear_pointer (&writer->defaults, g_bytes_unref);
  writer->defaults = g_bytes_new (message.data, message.size);
  message = tv_proto_new (g_bytes_get_data (writer->defaults, NULL), message.size);
  g_free (writer->source);
  writer->source = tv_perfetto_dup_text (message, 1);
  writer->counter = cut_counter (tv_perfetto_find_message (message, 2));
  g_array_set_size (writer->followers, 0);
  while (tv_proto_next (&message, &field))
    if (field.number == 3 && field.wire == TV_PROTO_BYTES)
      {
        const TvProto counter = cut_counter (tv_proto_enter (&field));

        g_array_append_val (writer->followers, counter);
      }
}

static void
take_defaults (TvPerfettoWriter *writer, TvProto defaults)
{
  take_event (writer, defaults);
  take_stack_defaults (writer, defaults);
}

/* Takes what a packet says of stacks and events. */
void
tv_perfetto_stacks_intern (TvPerfettoStacks *self, const TvPerfettoPacket *packet)
{
  const TvProtoField *messages = packet->messages;

  if (packet->clears_state)
    g_hash_table_remove (self->writers, GUINT_TO_POINTER (packet->sequence));
  if (messages[TV_PACKET_INTERNED_DATA].data != NULL)
    intern (self, tv_perfetto_stacks_find_writer (self, packet->sequence),
            tv_proto_enter (&messages[TV_PACKET_INTERNED_DATA]));
  if (messages[TV_PACKET_DEFAULTS].data != NULL)
    take_defaults (tv_perfetto_stacks_find_writer (self, packet->sequence),
                   tv_proto_enter (&messages[TV_PACKET_DEFAULTS]));
}

/* Frames */

enum
{
  STACK_FRAMES = 2,
  FRAME_FUNCTION = 2,
  FRAME_MAPPING = 3,
  FRAME_PC = 4,
  FRAME_SOURCE = 5,
  FRAME_LINE = 6,
  FRAME_KIND = 7,
  FRAME_OWN_KIND = 8,
  MAPPING_PATHS = 7
};

/* What a frame has beside its name. A function has several lines; the first one that
 * was met counts. */
static void
add_frame_facts (TvPerfettoStacks *self, guint32 method, const char *kind,
                 const char *file, guint64 line)
{
  const gint64 row[]
      = { method, tv_detail_builder_keep_text (self->details, kind),
          tv_detail_builder_keep_text (self->details, file),
          line > 0 && line <= G_MAXINT32 ? (gint64) line : TV_EXTRA_NULL };

  if (method != TV_METHOD_NONE && (kind != NULL || file != NULL)
      && g_hash_table_add (self->methods, GUINT_TO_POINTER (method)))
    (void) tv_detail_builder_add_extra (self->details, TV_EXTRA_FRAMES, row);
}

/* Takes the kind of a frame, which is a number or a text, and where its source is. */
static void
take_frame_facts (TvPerfettoStacks *self, TvPerfettoWriter *writer, guint32 method,
                  TvProto message)
{
  static const char *const kinds[]
      = { NULL, "native", "kernel", "interpreted", "jit", "gc", "runtime" };
  const guint64 kind = tv_perfetto_get_number (message, FRAME_KIND);
  g_autofree char *own_kind = tv_perfetto_dup_text (message, FRAME_OWN_KIND);
  const char *file = get_text (writer, TV_PERFETTO_SOURCES,
                               tv_perfetto_get_number (message, FRAME_SOURCE));

  add_frame_facts (self, method,
                   own_kind != NULL              ? own_kind
                   : kind < G_N_ELEMENTS (kinds) ? kinds[kind]
                                                 : NULL,
                   file, tv_perfetto_get_number (message, FRAME_LINE));
}

static void
add_piece (TvPerfettoStacks *self, TvPerfettoWriter *writer, guint64 path)
{
  const char *text = get_text (writer, TV_PERFETTO_PATHS, path);

  if (text == NULL)
    return;
  if (*text != '/' && *text != '[')
    g_string_append_c (self->library, '/');
  g_string_append (self->library, text);
}

/* The path of a library comes in pieces. */
static void
find_library (TvPerfettoStacks *self, TvPerfettoWriter *writer, guint64 mapping)
{
  TvProto message
      = tv_perfetto_writer_get_message (writer, TV_PERFETTO_MAPPINGS, mapping);
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
make_name (TvPerfettoStacks *self, TvPerfettoWriter *writer, TvProto message)
{
  const char *function = get_text (writer, TV_PERFETTO_FUNCTIONS,
                                   tv_perfetto_get_number (message, FRAME_FUNCTION));
  const char *library;
  TvFrameSpec frame = { 0 };
  guint32 method;

  find_library (self, writer, tv_perfetto_get_number (message, FRAME_MAPPING));
  library = strrchr (self->library->str, '/');
  if (function != NULL)
    g_string_assign (self->name, function);
  else
    g_string_printf (self->name, "%s+0x%" G_GINT64_MODIFIER "x",
                     library != NULL ? library + 1 : self->library->str,
                     tv_perfetto_get_number (message, FRAME_PC));
  frame.name = self->name->str;
  frame.library = self->library->len > 0 ? self->library->str : NULL;
  frame.is_java = function != NULL && tv_is_java_file (self->library->str);
  method = tv_slice_names_get_frame (self->names, &frame);
  take_frame_facts (self, writer, method, message);
  return method;
}

static guint32
find_name (TvPerfettoStacks *self, TvPerfettoWriter *writer, guint64 number,
           guint64 offset)
{
  const gpointer known = g_hash_table_lookup (writer->names, &number);
  const TvFrameSpec unknown = { .name = "?" };
  TvProto message;
  guint32 name;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  message = tv_perfetto_writer_get_message (writer, TV_PERFETTO_FRAMES, number);
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
add_frames (TvPerfettoStacks *self, TvPerfettoWriter *writer, TvProto message,
            guint64 offset)
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

/* Returns the stack of samples that have none. */
guint32
tv_perfetto_stacks_get_none (TvPerfettoStacks *self)
{
  const TvFrameSpec none = { .name = "[no stack]" };

  return tv_sample_builder_add_stack (self->builder, TV_STACK_EMPTY,
                                      tv_slice_names_get_frame (self->names, &none));
}

/* Returns a stack, which is empty if it is not known. */
guint32
tv_perfetto_stacks_find (TvPerfettoStacks *self, TvPerfettoWriter *writer,
                         guint64 number, guint64 offset)
{
  TvProto message;
  gpointer known;
  guint32 stack;

  if (number == 0)
    return TV_STACK_EMPTY;
  if (g_hash_table_lookup_extended (writer->stacks, &number, NULL, &known))
    return GPOINTER_TO_UINT (known);
  message = tv_perfetto_writer_get_message (writer, TV_PERFETTO_STACKS, number);
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

/* Frames of a stack: function 1, file 2, line 3. The innermost comes last. */
guint32
tv_perfetto_stacks_add (TvPerfettoStacks *self, TvProto stack)
{
  guint32 made = TV_STACK_EMPTY;
  TvProtoField field;

  while (tv_proto_next (&stack, &field))
    {
      const TvProto message = tv_proto_enter (&field);
      const guint32 callers = made;
      TvFrameSpec frame = { .name = "?" };
      g_autofree char *function = NULL;
      g_autofree char *file = NULL;
      guint32 method;

      if (field.number != 1 || field.wire != TV_PROTO_BYTES)
        continue;
      function = dup_text (message, 1, MAX_NAME_LENGTH);
      file = tv_perfetto_dup_text (message, 2);
      if (function != NULL)
        frame.name = function;
      method = tv_slice_names_get_frame (self->names, &frame);
      add_frame_facts (self, method, NULL, file, tv_perfetto_get_number (message, 3));
      made = tv_sample_builder_add_stack (self->builder, callers, method);
      if (made == callers)
        break;
    }
  return made;
}
