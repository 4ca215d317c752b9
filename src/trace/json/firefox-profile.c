/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles of Firefox: those of the Firefox Profiler, whose tables are lists of
 * columns, and Gecko's own, whose tables are lists of rows with a schema. */

#include "config.h"

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/formats/trace-reader.h"
#include "trace/json/json-paths.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Columns of rows; further ones mean nothing here. */
#define MAX_CELLS 32

/* Columns of tables. Each table has its own, one after another. */
typedef enum
{
  STACK_FRAME,
  STACK_PREFIX,
  FRAME_FUNC,
  FRAME_LOCATION,
  FRAME_LIB,
  FUNC_NAME,
  FUNC_RESOURCE,
  FUNC_FILE,
  FUNC_SOURCE,
  FUNC_LINE,
  RESOURCE_NAME,
  SAMPLE_STACK,
  SAMPLE_TIME,
  SAMPLE_DELTA,
  SAMPLE_WEIGHT,
  STRING,
  STACK_OFFSET, /* instead of a prefix */
  SOURCE_FILE,
  LIB_NAME,
  N_COLUMNS
} Column;

/* Tables of rows. */
typedef enum
{
  STACK_ROWS,
  FRAME_ROWS,
  SAMPLE_ROWS,
  N_ROW_TABLES
} RowTable;

enum
{
  ROOT = N_COLUMNS,
  META_INTERVAL,
  META_START,
  META_VERSION,
  META_PROCESSED,
  LIB_DEBUG_NAME,
  THREADS,
  THREAD,
  THREAD_NAME,
  THREAD_PID,
  THREAD_TID,
  THREAD_PROCESS,
  WEIGHT_TYPE,
  SHARED,
  SHARED_STACKS,
  MARKER,
  SCHEMA_STACK_FRAME,
  SCHEMA_STACK_PREFIX,
  SCHEMA_FRAME_LOCATION,
  SCHEMA_SAMPLE_STACK,
  SCHEMA_SAMPLE_TIME,
  STACK_ROW,
  FRAME_ROW,
  SAMPLE_ROW,
  STACK_CELL,
  FRAME_CELL,
  SAMPLE_CELL
};

#define TABLE_PATHS(owner)                                                             \
  { owner ".stackTable.frame.*", STACK_FRAME },                                        \
      { owner ".stackTable.prefix.*", STACK_PREFIX },                                  \
      { owner ".stackTable.prefixOffset.*", STACK_OFFSET },                            \
      { owner ".frameTable.func.*", FRAME_FUNC },                                      \
      { owner ".frameTable.lib.*", FRAME_LIB },                                        \
      { owner ".funcTable.name.*", FUNC_NAME },                                        \
      { owner ".funcTable.resource.*", FUNC_RESOURCE },                                \
      { owner ".funcTable.fileName.*", FUNC_FILE },                                    \
      { owner ".funcTable.source.*", FUNC_SOURCE },                                    \
      { owner ".funcTable.lineNumber.*", FUNC_LINE },                                  \
      { owner ".resourceTable.name.*", RESOURCE_NAME },                                \
      { owner ".sources.filename.*", SOURCE_FILE },                                    \
      { owner ".stringArray.*", STRING },                                              \
  {                                                                                    \
    owner ".stringTable.*", STRING                                                     \
  }

static const TvJsonPath paths[] = {
  { "", ROOT },
  { "profile=", ROOT },
  { "processes.*=", ROOT },
  { "meta.interval", META_INTERVAL },
  { "meta.startTime", META_START },
  { "meta.version", META_VERSION },
  { "meta.preprocessedProfileVersion", META_PROCESSED },
  { "libs.*.name", LIB_NAME },
  { "libs.*.debugName", LIB_DEBUG_NAME },
  { "threads", THREADS },
  { "threads.*", THREAD },
  { "threads.*.name", THREAD_NAME },
  { "threads.*.pid", THREAD_PID },
  { "threads.*.tid", THREAD_TID },
  { "threads.*.processName", THREAD_PROCESS },
  { "threads.*.samples.stack.*", SAMPLE_STACK },
  { "threads.*.samples.time.*", SAMPLE_TIME },
  { "threads.*.samples.timeDeltas.*", SAMPLE_DELTA },
  { "threads.*.samples.weight.*", SAMPLE_WEIGHT },
  { "threads.*.samples.weightType", WEIGHT_TYPE },
  { "threads.*.markers.data.*", MARKER },
  { "shared", SHARED },
  { "shared.stackTable", SHARED_STACKS },
  TABLE_PATHS ("threads.*"),
  TABLE_PATHS ("shared"),
  { "threads.*.stackTable.schema.frame", SCHEMA_STACK_FRAME },
  { "threads.*.stackTable.schema.prefix", SCHEMA_STACK_PREFIX },
  { "threads.*.frameTable.schema.location", SCHEMA_FRAME_LOCATION },
  { "threads.*.samples.schema.stack", SCHEMA_SAMPLE_STACK },
  { "threads.*.samples.schema.time", SCHEMA_SAMPLE_TIME },
  { "threads.*.stackTable.data.*", STACK_ROW },
  { "threads.*.frameTable.data.*", FRAME_ROW },
  { "threads.*.samples.data.*", SAMPLE_ROW },
  { "threads.*.stackTable.data.*.*", STACK_CELL },
  { "threads.*.frameTable.data.*.*", FRAME_CELL },
  { "threads.*.samples.data.*.*", SAMPLE_CELL },
};

/* The columns that the rows of a table have, and where, unless their schema says. */
static const struct
{
  Column first;
  Column last;
  gint8 cells[2];
} row_tables[N_ROW_TABLES] = {
  { STACK_FRAME, STACK_PREFIX, { 1, 0 } },
  { FRAME_LOCATION, FRAME_LOCATION, { 0 } },
  { SAMPLE_STACK, SAMPLE_TIME, { 0, 1 } },
};

/* Columns of stacks, frames, functions and resources. Those of no row are NULL. */
typedef struct
{
  GArray *columns[N_COLUMNS]; /* of gint64: -1 for null */
  GPtrArray *strings;         /* of const char *, NULL for null */
} Tables;

typedef struct
{
  Tables tables;
  gint8 cells[N_ROW_TABLES][2]; /* of rows, by column */
  char *name;
  char *pid;
  char *tid;
  char *process;
  char *weight_type;
  guint scope; /* the process that its text is in */
  guint64 n_markers;
  guint64 offset;
} Thread;

typedef struct
{
  TvTrace *trace;
  guint64 offset; /* of the value that is read */
  TvStringPool *texts;
  Tables shared;
  Tables *tables;     /* which the text is in, or NULL */
  GPtrArray *libs;    /* of const char * */
  GPtrArray *threads; /* of Thread */
  GHashTable *pids;   /* of their texts to indexes of their first threads */
  GArray *starts;     /* of gint64: those of scopes, nanoseconds since 1970 */
  GArray *open;       /* of guint: scopes whose text is open */

  TvSampleBuilder *builder;
  TvSliceNames *names;
  GString *name;
} Reader;

static void
warn (Reader *self, TvWarningKind kind, guint64 offset)
{
  tv_warnings_add (self->trace->warnings, kind, TV_PLACE_OFFSET, offset, NULL);
}

/* Tables */

static void
clear_tables (Tables *tables)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_pointer (&tables->columns[i], g_array_unref);
  g_clear_pointer (&tables->strings, g_ptr_array_unref);
}

static void
add_cell (Tables *tables, Column column, gint64 value)
{
  if (tables->columns[column] == NULL)
    tables->columns[column] = g_array_new (FALSE, FALSE, sizeof value);
  g_array_append_val (tables->columns[column], value);
}

static guint
get_length (const Tables *tables, Column column)
{
  return tables->columns[column] != NULL ? tables->columns[column]->len : 0;
}

/* Returns a cell, or -1. */
static gint64
get_cell (const Tables *tables, Column column, gint64 row)
{
  return row >= 0 && row < get_length (tables, column)
             ? g_array_index (tables->columns[column], gint64, (guint) row)
             : -1;
}

static const char *
get_string (const Tables *tables, gint64 string)
{
  return tables->strings != NULL && string >= 0 && string < tables->strings->len
             ? g_ptr_array_index (tables->strings, (guint) string)
             : NULL;
}

/* The text */

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  clear_tables (&thread->tables);
  g_free (thread->name);
  g_free (thread->pid);
  g_free (thread->tid);
  g_free (thread->process);
  g_free (thread->weight_type);
  g_free (thread);
}

static Thread *
get_thread (const Reader *self)
{
  return g_ptr_array_index (self->threads, self->threads->len - 1);
}

static void
add_scope (Reader *self)
{
  const guint scope = self->starts->len;
  const gint64 start = 0;

  g_array_append_val (self->starts, start);
  g_array_append_val (self->open, scope);
}

static guint
get_scope (const Reader *self)
{
  return g_array_index (self->open, guint, self->open->len - 1);
}

static void
add_thread (Reader *self)
{
  Thread *thread = g_new0 (Thread, 1);

  for (guint i = 0; i < N_ROW_TABLES; i++)
    memcpy (thread->cells[i], row_tables[i].cells, sizeof thread->cells[i]);
  thread->scope = get_scope (self);
  thread->offset = self->offset;
  g_ptr_array_add (self->threads, thread);
  self->tables = &thread->tables;
}

/* Rows may be shorter than their schema. */
static void
add_row (Reader *self, RowTable table)
{
  for (Column i = row_tables[table].first; i <= row_tables[table].last; i++)
    add_cell (self->tables, i, i == SAMPLE_TIME ? G_MAXINT64 : -1);
}

static void
enter (gpointer data, int id, const TvTextValue *key)
{
  Reader *self = data;

  if (id == ROOT)
    add_scope (self);
  else if (id == THREAD)
    add_thread (self);
  else if (id == SHARED)
    self->tables = &self->shared;
  else if (id >= STACK_ROW && id <= SAMPLE_ROW)
    add_row (self, id - STACK_ROW);
  else if (id == MARKER)
    get_thread (self)->n_markers++;
}

static void
leave (gpointer data, int id)
{
  Reader *self = data;

  if (id == ROOT)
    g_array_set_size (self->open, self->open->len - 1);
  else if (id == THREAD || id == SHARED)
    self->tables = NULL;
}

static void
set_text (char **text, const TvTextValue *value)
{
  g_free (*text);
  *text
      = value->text != NULL ? tv_java_text_dup_utf8 (value->text, value->length) : NULL;
}

static gint64
get_milliseconds (const TvTextValue *value, gint64 otherwise)
{
  gint64 time;

  return tv_text_value_get_decimal (value, 6, &time) ? time : otherwise;
}

/* Reads the time from one sample to the next one. */
static gint64
get_delta (Reader *self, const TvTextValue *value)
{
  gint64 delta;

  if (tv_text_value_get_decimal (value, 6, &delta))
    return delta;
  warn (self, TV_WARNING_SAMPLE_TIME, self->offset);
  return 0;
}

/* Reads a value of a column. Unreadable times and weights are ones that the builder
 * refuses. */
static gint64
get_value (Reader *self, const TvTextValue *value, Column column)
{
  gint64 number;

  if (column == SAMPLE_TIME)
    return get_milliseconds (value, G_MAXINT64);
  if (column == SAMPLE_DELTA)
    return get_delta (self, value);
  if (column == SAMPLE_WEIGHT) /* milliseconds, or things */
    return get_milliseconds (value, -1);
  return tv_text_value_get_integer (value, &number) ? number : -1;
}

static void
keep_text (Reader *self, GPtrArray *texts, const TvTextValue *value)
{
  const char *text
      = value->text != NULL ? tv_string_pool_add (self->texts, value->text) : NULL;

  g_ptr_array_add (texts, (gpointer) text);
}

static void
take_column (Reader *self, Column column, const TvTextValue *value)
{
  if (column == LIB_NAME)
    keep_text (self, self->libs, value);
  else if (self->tables == NULL)
    return;
  else if (column != STRING)
    add_cell (self->tables, column, get_value (self, value, column));
  else
    {
      if (self->tables->strings == NULL)
        self->tables->strings = g_ptr_array_new ();
      keep_text (self, self->tables->strings, value);
    }
}

static void
take_schema (Reader *self, int id, const TvTextValue *value)
{
  static const struct
  {
    RowTable table;
    guint column;
  } places[] = { { STACK_ROWS, 0 },
                 { STACK_ROWS, 1 },
                 { FRAME_ROWS, 0 },
                 { SAMPLE_ROWS, 0 },
                 { SAMPLE_ROWS, 1 } };
  const guint i = (guint) (id - SCHEMA_STACK_FRAME);
  gint64 cell;

  if (tv_text_value_get_integer (value, &cell) && cell >= 0 && cell < MAX_CELLS)
    get_thread (self)->cells[places[i].table][places[i].column] = (gint8) cell;
}

static void
take_cell (Reader *self, RowTable table, const TvTextValue *value, guint32 index)
{
  const gint8 *cells = get_thread (self)->cells[table];

  for (Column i = row_tables[table].first; i <= row_tables[table].last; i++)
    if ((guint32) cells[i - row_tables[table].first] == index)
      {
        GArray *column = self->tables->columns[i];

        g_array_index (column, gint64, column->len - 1) = get_value (self, value, i);
      }
}

static void
take_thread_value (Reader *self, int id, const TvTextValue *value)
{
  Thread *thread = get_thread (self);

  set_text (id == THREAD_NAME      ? &thread->name
            : id == THREAD_PID     ? &thread->pid
            : id == THREAD_TID     ? &thread->tid
            : id == THREAD_PROCESS ? &thread->process
                                   : &thread->weight_type,
            value);
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;

  if (id < N_COLUMNS)
    take_column (self, id, value);
  else if (id >= THREAD_NAME && id <= WEIGHT_TYPE)
    take_thread_value (self, id, value);
  else if (id >= SCHEMA_STACK_FRAME && id <= SCHEMA_SAMPLE_TIME)
    take_schema (self, id, value);
  else if (id >= STACK_ROW && id <= SAMPLE_ROW)
    add_row (self, id - STACK_ROW);
  else if (id >= STACK_CELL && id <= SAMPLE_CELL)
    take_cell (self, id - STACK_CELL, value, index);
  else if (id == META_START)
    g_array_index (self->starts, gint64, get_scope (self))
        = get_milliseconds (value, 0);
  else if (id == MARKER)
    get_thread (self)->n_markers++;
  return TRUE;
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take };

/* Frames */

/* Cuts ":NUMBER" from the end of a text. Returns the number, or -1. */
static gint64
cut_number (char *text)
{
  char *colon = strrchr (text, ':');
  char *end;
  gint64 number;

  if (colon == NULL || !g_ascii_isdigit (colon[1]))
    return -1;
  number = g_ascii_strtoll (colon + 1, &end, 10);
  if (*end != '\0')
    return -1;
  *colon = '\0';
  return number;
}

/* Takes a location apart: "name (file:line:column)", whose column may be absent, or
 * "name (in library)". */
static void
split_location (Reader *self, TvFrameSpec *frame)
{
  char *text = self->name->str;
  char *open = g_strrstr (text, " (");
  gint64 number;
  gint64 line;

  frame->name = text;
  if (open == NULL || open == text || !g_str_has_suffix (text, ")"))
    return;
  text[self->name->len - 1] = '\0';
  if (g_str_has_prefix (open, " (in "))
    frame->library = open + strlen (" (in ");
  else if ((number = cut_number (open)) >= 0)
    {
      line = cut_number (open);
      frame->file = open + strlen (" (");
      frame->line = (gint32) MIN (line >= 0 ? line : number, G_MAXINT32);
    }
  else
    {
      text[self->name->len - 1] = ')';
      return;
    }
  *open = '\0';
}

static const char *
find_library (const Reader *self, const Tables *tables, gint64 frame, gint64 func)
{
  const gint64 lib = get_cell (tables, FRAME_LIB, frame);
  const gint64 resource = get_cell (tables, FUNC_RESOURCE, func);

  if (lib >= 0 && lib < self->libs->len)
    return g_ptr_array_index (self->libs, (guint) lib);
  return get_string (tables, get_cell (tables, RESOURCE_NAME, resource));
}

static guint32
find_name (Reader *self, const Tables *tables, gint64 frame, guint64 offset)
{
  const gint64 func = get_cell (tables, FRAME_FUNC, frame);
  const gboolean is_row = get_length (tables, FRAME_LOCATION) > 0;
  const char *name
      = get_string (tables, is_row ? get_cell (tables, FRAME_LOCATION, frame)
                                   : get_cell (tables, FUNC_NAME, func));
  TvFrameSpec spec = { .name = "?" };

  if (name == NULL)
    warn (self, TV_WARNING_FRAME_UNKNOWN, offset);
  g_string_assign (self->name, name != NULL ? name : "?");
  if (is_row)
    split_location (self, &spec);
  else
    {
      spec.name = self->name->str;
      spec.library = find_library (self, tables, frame, func);
      spec.file = get_string (tables, get_cell (tables, FUNC_FILE, func));
      if (spec.file == NULL)
        spec.file
            = get_string (tables, get_cell (tables, SOURCE_FILE,
                                            get_cell (tables, FUNC_SOURCE, func)));
      spec.line = (gint32) CLAMP (get_cell (tables, FUNC_LINE, func), 0, G_MAXINT32);
      if (spec.file == NULL)
        spec.line = 0;
    }
  return tv_slice_names_get_frame (self->names, &spec);
}

static gint64
find_parent (const Tables *tables, gint64 stack)
{
  const gint64 offset = get_cell (tables, STACK_OFFSET, stack);

  if (get_length (tables, STACK_OFFSET) > 0)
    return offset > 0 ? stack - offset : -1;
  return get_cell (tables, STACK_PREFIX, stack);
}

/* Makes the stacks of a table: callers come before what they call. */
static guint32 *
make_stacks (Reader *self, const Tables *tables, guint64 offset, guint *n_stacks)
{
  const guint n_frames
      = MAX (get_length (tables, FRAME_FUNC), get_length (tables, FRAME_LOCATION));
  const guint n = get_length (tables, STACK_FRAME);
  g_autofree guint32 *names = g_new (guint32, (gsize) n_frames + 1);
  guint32 *stacks = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i <= n_frames; i++)
    names[i] = TV_METHOD_NONE;
  for (guint i = 0; i < n; i++)
    {
      const gint64 frame = get_cell (tables, STACK_FRAME, i);
      const guint known = frame >= 0 && frame < n_frames ? (guint) frame : n_frames;
      const gint64 parent = find_parent (tables, i);

      if (names[known] == TV_METHOD_NONE)
        names[known] = find_name (self, tables, frame, offset);
      if (parent >= (gint64) i || parent < -1)
        warn (self, TV_WARNING_FRAME_UNKNOWN, offset);
      stacks[i] = tv_sample_builder_add_stack (
          self->builder,
          parent >= 0 && parent < (gint64) i ? stacks[parent] : TV_STACK_EMPTY,
          names[known]);
    }
  *n_stacks = n;
  return stacks;
}

/* Samples */

static guint32
find_event (Reader *self, const Thread *thread)
{
  static const TvSampleEvent events[]
      = { { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT },
          { .name = "tracing", .title = N_ ("Time"), .quantity = TV_QUANTITY_TIME },
          { .name = "bytes", .title = N_ ("Bytes"), .quantity = TV_QUANTITY_BYTES } };
  guint i = 0;

  if (g_strcmp0 (thread->weight_type, "tracing-ms") == 0)
    i = 1;
  else if (g_strcmp0 (thread->weight_type, "bytes") == 0)
    i = 2;
  return tv_sample_builder_add_event (self->builder, &events[i]);
}

/* Returns the number that the file gives, or one of our own. */
static gint64
get_number (const char *text, guint index)
{
  const TvTextValue value
      = { .text = text, .length = text != NULL ? strlen (text) : 0 };
  gint64 number;

  return tv_text_value_get_integer (&value, &number) && number >= 0
             ? number
             : TV_FIRST_NAMED_ID + index;
}

/* Adds the process of a thread. Pids of the same text are one process. */
static guint32
add_process (Reader *self, const Thread *thread, guint index)
{
  const char *name = thread->process;
  gpointer first;
  gint64 pid;

  if (thread->pid == NULL)
    return TV_PROCESS_NONE;
  if (!g_hash_table_lookup_extended (self->pids, thread->pid, NULL, &first))
    {
      first = GUINT_TO_POINTER (index);
      g_hash_table_insert (self->pids, thread->pid, first);
    }
  pid = get_number (thread->pid, GPOINTER_TO_UINT (first));
  if (name == NULL && pid >= TV_FIRST_NAMED_ID && GPOINTER_TO_UINT (first) == index)
    name = thread->pid;
  return tv_run_builder_add_process (tv_sample_builder_get_runs (self->builder), pid,
                                     name);
}

static guint32
add_track (Reader *self, const Thread *thread, guint index)
{
  return tv_sample_builder_add_thread (self->builder, add_process (self, thread, index),
                                       get_number (thread->tid, index), thread->name);
}

/* Weights are thousandths of things, or nanoseconds; those that are missing are -1. */
static gint64
get_weight (const Reader *self, const Thread *thread, guint32 event, guint sample)
{
  const gint64 weight = get_cell (&thread->tables, SAMPLE_WEIGHT, sample);
  const gboolean is_time
      = tv_trace_get_sample_event (self->trace, event)->quantity == TV_QUANTITY_TIME;

  if (get_length (&thread->tables, SAMPLE_WEIGHT) == 0)
    return is_time ? 1000000 : TV_WEIGHT_ONE;
  return is_time || weight < 0 ? weight : weight / (1000000 / TV_WEIGHT_ONE);
}

/* Adds the samples of a thread. @shift is how much later its process started
 * than the first one. */
static gboolean
add_samples (Reader *self, const Thread *thread, guint index, gint64 shift,
             const guint32 *stacks, guint n_stacks)
{
  const Tables *tables = &thread->tables;
  const gboolean has_times = get_length (tables, SAMPLE_TIME) > 0;
  const guint n_times = get_length (tables, has_times ? SAMPLE_TIME : SAMPLE_DELTA);
  TvSampleSpec sample = { .offset = thread->offset };
  gint64 time = 0;
  gboolean ok = TRUE;

  sample.thread = add_track (self, thread, index);
  sample.event = find_event (self, thread);
  if (n_times < get_length (tables, SAMPLE_STACK))
    warn (self, TV_WARNING_SAMPLE_UNREADABLE, thread->offset);
  for (guint i = 0; ok && i < MIN (n_times, get_length (tables, SAMPLE_STACK)); i++)
    {
      const gint64 stack = get_cell (tables, SAMPLE_STACK, i);

      if (has_times)
        time = get_cell (tables, SAMPLE_TIME, i);
      else if (__builtin_add_overflow (time, get_cell (tables, SAMPLE_DELTA, i), &time))
        time = G_MAXINT64;
      if (__builtin_add_overflow (time, shift, &sample.time))
        sample.time = G_MAXINT64;
      if (stack < -1 || stack >= n_stacks)
        warn (self, TV_WARNING_FRAME_UNKNOWN, thread->offset);
      sample.stack = stack >= 0 && stack < n_stacks ? stacks[stack] : TV_STACK_EMPTY;
      sample.weight = get_weight (self, thread, sample.event, i);
      ok = tv_sample_builder_add_sample (self->builder, &sample);
    }
  return ok;
}

static void
count_markers (Reader *self)
{
  guint64 n_markers = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < self->threads->len; i++)
    n_markers += ((const Thread *) g_ptr_array_index (self->threads, i))->n_markers;
  text = g_strdup_printf ("markers %" G_GUINT64_FORMAT, n_markers);
  if (n_markers > 0)
    tv_trace_add_property (self->trace, "hidden-events", text);
}

static gint64
get_start (const Reader *self, guint thread)
{
  const Thread *source = g_ptr_array_index (self->threads, thread);

  return g_array_index (self->starts, gint64, source->scope);
}

static gint64
find_first_start (const Reader *self)
{
  gint64 start = G_MAXINT64;

  for (guint i = 0; i < self->threads->len; i++)
    start = MIN (start, get_start (self, i));
  return start;
}

static gboolean
build (Reader *self, GError **error)
{
  const gint64 start = find_first_start (self);
  const gboolean is_shared = get_length (&self->shared, STACK_FRAME) > 0;
  const TvSampleEvent event
      = { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT };
  g_autofree guint32 *shared = NULL;
  guint n_shared = 0;
  gboolean ok = TRUE;

  if (is_shared)
    shared = make_stacks (self, &self->shared, 0, &n_shared);
  for (guint i = 0; ok && i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);
      g_autofree guint32 *own = NULL;
      guint n_own = 0;
      gint64 shift;

      if (__builtin_sub_overflow (get_start (self, i), start, &shift))
        shift = 0;
      /* From version 56, only strings are shared. */
      if (thread->tables.strings == NULL && self->shared.strings != NULL)
        thread->tables.strings = g_ptr_array_ref (self->shared.strings);
      if (!is_shared)
        own = make_stacks (self, &thread->tables, thread->offset, &n_own);
      ok = add_samples (self, thread, i, shift, is_shared ? shared : own,
                        is_shared ? n_shared : n_own);
    }
  if (self->threads->len == 0)
    tv_sample_builder_add_event (self->builder, &event);
  count_markers (self);
  return tv_sample_builder_finish (self->builder, TRUE, error);
}

/* The file */

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  *self = (Reader){ .trace = trace };
  self->texts = tv_string_pool_new ();
  self->libs = g_ptr_array_new ();
  self->threads = g_ptr_array_new_with_free_func (free_thread);
  self->pids = g_hash_table_new (g_str_hash, g_str_equal);
  self->starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  self->builder = tv_sample_builder_new (trace, options);
  self->names = tv_slice_names_new (tv_sample_builder_get_runs (self->builder));
  self->name = g_string_new (NULL);
}

static void
clear_reader (Reader *self)
{
  clear_tables (&self->shared);
  g_hash_table_unref (self->pids);
  g_ptr_array_unref (self->libs);
  g_ptr_array_unref (self->threads);
  g_array_unref (self->starts);
  g_array_unref (self->open);
  tv_slice_names_free (self->names);
  tv_sample_builder_free (self->builder);
  tv_string_pool_free (self->texts);
  g_string_free (self->name, TRUE);
}

static TvTrace *
read_profile (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  Reader reader;
  gboolean ok;

  init_reader (&reader, trace, options);
  ok = tv_json_paths_read (input->window, options, &form, &reader, &reader.offset,
                           trace->warnings, error)
       && build (&reader, error);
  clear_reader (&reader);
  return ok ? g_steal_pointer (&trace) : NULL;
}

static gboolean
is_firefox (GBytes *start)
{
  const TvJsonForm probe = { .paths = paths, .n_paths = G_N_ELEMENTS (paths) };
  const guint64 seen = tv_json_paths_see (start, &probe, NULL);
  const guint64 meta
      = 1ull << META_INTERVAL | 1ull << META_START | 1ull << META_VERSION;
  const guint64 rest = 1ull << THREADS | 1ull << LIB_NAME;

  return (seen & (1ull << META_PROCESSED | 1ull << SHARED_STACKS)) != 0
         || (seen & 1ull << THREAD) != 0 || (seen & 1ull << LIB_DEBUG_NAME) != 0
         || ((seen & meta) != 0 && (seen & rest) != 0) || (seen & meta) == meta;
}

const TvTraceReader tv_firefox_reader = { .name = "firefox",
                                          .title = N_ ("Firefox profile"),
                                          .probe = is_firefox,
                                          .layout = TV_LAYOUT_WINDOWS,
                                          .read = read_profile };
