/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles of Firefox: those of the Firefox Profiler, whose tables are lists of
 * columns, and Gecko's own, whose tables are lists of rows with a schema. */

#include "config.h"

#include "trace/formats/trace-reader.h"
#include "trace/json/firefox-markers.h"
#include "trace/json/firefox-samples.h"
#include "trace/json/json-paths.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Columns of rows; further ones mean nothing here. */
#define MAX_CELLS 32

/* Times of arguments that fit in nanoseconds. */
#define MAX_MILLISECONDS 9e12

/* Tables of rows. */
typedef enum
{
  STACK_ROWS,
  FRAME_ROWS,
  SAMPLE_ROWS,
  MARKER_ROWS,
  COUNTER_ROWS,
  N_ROW_TABLES
} RowTable;

/* Columns of a row that a schema names, at most. */
#define MAX_COLUMNS 7

enum
{
  ROOT = TV_FIREFOX_N_COLUMNS,
  META_INTERVAL,
  META_START,
  META_VERSION,
  META_PROCESSED,
  LIB,
  LIB_DEBUG_NAME,
  META_CATEGORY,
  META_CPU_UNIT,
  THREADS,
  THREAD,
  THREAD_NAME,
  THREAD_PID,
  THREAD_TID,
  THREAD_PROCESS,
  WEIGHT_TYPE,
  COUNTER_NAME,
  COUNTER_CATEGORY,
  COUNTER_PID,
  SHARED,
  SHARED_STACKS,
  COUNTER,
  COUNTER_SAMPLES,
  MARKER_SCHEMA,
  STACK_ROW,
  FRAME_ROW,
  SAMPLE_ROW,
  MARKER_ROW, /* in the newer form, what a marker carries */
  COUNTER_ROW,
  STACK_CELL,
  FRAME_CELL,
  SAMPLE_CELL,
  MARKER_CELL,
  COUNTER_CELL,
  SCHEMAS /* and of each its columns */
};

#define SCHEMA(table, column) (SCHEMAS + (table) *MAX_COLUMNS + (column))

#define TABLE_PATHS(owner)                                                             \
  { owner ".stackTable.frame.*", TV_FIREFOX_STACK_FRAME },                             \
      { owner ".stackTable.prefix.*", TV_FIREFOX_STACK_PREFIX },                       \
      { owner ".stackTable.prefixOffset.*", TV_FIREFOX_STACK_OFFSET },                 \
      { owner ".frameTable.func.*", TV_FIREFOX_FRAME_FUNC },                           \
      { owner ".frameTable.lib.*", TV_FIREFOX_FRAME_LIB },                             \
      { owner ".funcTable.name.*", TV_FIREFOX_FUNC_NAME },                             \
      { owner ".funcTable.resource.*", TV_FIREFOX_FUNC_RESOURCE },                     \
      { owner ".funcTable.fileName.*", TV_FIREFOX_FUNC_FILE },                         \
      { owner ".funcTable.source.*", TV_FIREFOX_FUNC_SOURCE },                         \
      { owner ".funcTable.lineNumber.*", TV_FIREFOX_FUNC_LINE },                       \
      { owner ".resourceTable.name.*", TV_FIREFOX_RESOURCE_NAME },                     \
      { owner ".sources.filename.*", TV_FIREFOX_SOURCE_FILE },                         \
      { owner ".stringArray.*", TV_FIREFOX_STRING },                                   \
  {                                                                                    \
    owner ".stringTable.*", TV_FIREFOX_STRING                                          \
  }

static const TvJsonPath paths[] = {
  { "", ROOT },
  { "profile=", ROOT },
  { "processes.*=", ROOT },
  { "meta.interval", META_INTERVAL },
  { "meta.startTime", META_START },
  { "meta.version", META_VERSION },
  { "meta.preprocessedProfileVersion", META_PROCESSED },
  { "meta.categories.*.name", META_CATEGORY },
  { "meta.sampleUnits.threadCPUDelta", META_CPU_UNIT },
  { "libs.*", LIB },
  { "libs.*.name", TV_FIREFOX_LIB_NAME },
  { "libs.*.start", TV_FIREFOX_LIB_START },
  { "libs.*.end", TV_FIREFOX_LIB_END },
  { "libs.*.debugName", LIB_DEBUG_NAME },
  { "threads", THREADS },
  { "threads.*", THREAD },
  { "threads.*.name", THREAD_NAME },
  { "threads.*.pid", THREAD_PID },
  { "threads.*.tid", THREAD_TID },
  { "threads.*.processName", THREAD_PROCESS },
  { "threads.*.samples.stack.*", TV_FIREFOX_SAMPLE_STACK },
  { "threads.*.samples.time.*", TV_FIREFOX_SAMPLE_TIME },
  { "threads.*.samples.timeDeltas.*", TV_FIREFOX_SAMPLE_DELTA },
  { "threads.*.samples.weight.*", TV_FIREFOX_SAMPLE_WEIGHT },
  { "threads.*.samples.weightType", WEIGHT_TYPE },
  { "threads.*.markers.name.*", TV_FIREFOX_MARKER_NAME },
  { "threads.*.markers.startTime.*", TV_FIREFOX_MARKER_START },
  { "threads.*.markers.endTime.*", TV_FIREFOX_MARKER_END },
  { "threads.*.markers.time.*", TV_FIREFOX_MARKER_TIME },
  { "threads.*.markers.phase.*", TV_FIREFOX_MARKER_PHASE },
  { "threads.*.markers.category.*", TV_FIREFOX_MARKER_CATEGORY },
  { "threads.*.markers.data.*{}", MARKER_ROW },
  { "counters.*", COUNTER },
  { "counters.*.name", COUNTER_NAME },
  { "counters.*.category", COUNTER_CATEGORY },
  { "counters.*.pid", COUNTER_PID },
  { "counters.*.samples.time.*", TV_FIREFOX_COUNTER_TIME },
  { "counters.*.samples.timeDeltas.*", TV_FIREFOX_COUNTER_DELTA },
  { "counters.*.samples.count.*", TV_FIREFOX_COUNTER_COUNT },
  { "counters.*.samples.data.*", COUNTER_ROW },
  { "counters.*.samples.data.*.*", COUNTER_CELL },
  { "counters.*.samples.schema.time", SCHEMA (COUNTER_ROWS, 0) },
  { "counters.*.samples.schema.count", SCHEMA (COUNTER_ROWS, 2) },
  { "counters.*.sampleGroups.samples=counters.*.samples", COUNTER_SAMPLES },
  { "counters.*.sampleGroups.*.samples=counters.*.samples", COUNTER_SAMPLES },
  { "counters.*.sample_groups.samples=counters.*.samples", COUNTER_SAMPLES },
  { "counters.*.sample_groups.*.samples=counters.*.samples", COUNTER_SAMPLES },
  { "shared", SHARED },
  { "shared.stackTable", SHARED_STACKS },
  TABLE_PATHS ("threads.*"),
  TABLE_PATHS ("shared"),
  { "threads.*.stackTable.schema.frame", SCHEMA (STACK_ROWS, 0) },
  { "threads.*.stackTable.schema.prefix", SCHEMA (STACK_ROWS, 1) },
  { "threads.*.frameTable.schema.location", SCHEMA (FRAME_ROWS, 0) },
  { "threads.*.samples.schema.stack", SCHEMA (SAMPLE_ROWS, 0) },
  { "threads.*.samples.schema.time", SCHEMA (SAMPLE_ROWS, 1) },
  { "threads.*.markers.schema", MARKER_SCHEMA },
  { "threads.*.markers.schema.name", SCHEMA (MARKER_ROWS, 0) },
  { "threads.*.markers.schema.startTime", SCHEMA (MARKER_ROWS, 1) },
  { "threads.*.markers.schema.endTime", SCHEMA (MARKER_ROWS, 2) },
  { "threads.*.markers.schema.time", SCHEMA (MARKER_ROWS, 3) },
  { "threads.*.markers.schema.phase", SCHEMA (MARKER_ROWS, 4) },
  { "threads.*.markers.schema.category", SCHEMA (MARKER_ROWS, 5) },
  { "threads.*.markers.schema.data", SCHEMA (MARKER_ROWS, 6) },
  { "threads.*.stackTable.data.*", STACK_ROW },
  { "threads.*.frameTable.data.*", FRAME_ROW },
  { "threads.*.samples.data.*", SAMPLE_ROW },
  { "threads.*.stackTable.data.*.*", STACK_CELL },
  { "threads.*.frameTable.data.*.*", FRAME_CELL },
  { "threads.*.samples.data.*.*", SAMPLE_CELL },
  { "threads.*.markers.data.*.*{}", MARKER_CELL },
};

/* The columns that the rows of a table have, and where, unless their schema says. */
static const struct
{
  TvFirefoxColumn first;
  TvFirefoxColumn last;
  gint8 cells[MAX_COLUMNS];
} row_tables[N_ROW_TABLES] = {
  { TV_FIREFOX_STACK_FRAME, TV_FIREFOX_STACK_PREFIX, { 1, 0 } },
  { TV_FIREFOX_FRAME_LOCATION, TV_FIREFOX_FRAME_LOCATION, { 0 } },
  { TV_FIREFOX_SAMPLE_STACK, TV_FIREFOX_SAMPLE_TIME, { 0, 1 } },
  { TV_FIREFOX_MARKER_NAME, TV_FIREFOX_MARKER_ARGS, { 0, 1, 2, -1, 3, 4, 5 } },
  { TV_FIREFOX_COUNTER_TIME, TV_FIREFOX_COUNTER_COUNT, { 0, -1, 2 } },
};

/* A process: a profile of its own in the file. */
typedef struct
{
  gint64 start;          /* nanoseconds since 1970 */
  GPtrArray *categories; /* of const char * */
  gint64 cpu_unit;       /* nanoseconds that counters of CPU time count, or 0 */
  guint32 process;       /* of its first thread that has one */
  gboolean has_rows;     /* threads or counters */
} Scope;

/* A thread or a counter. */
typedef struct
{
  TvFirefoxTables tables;
  char *name;
  char *pid;
  char *tid;
  char *process;
  char *weight_type;
  char *category; /* of a counter */
  guint scope;    /* the process that its text is in */
  guint64 offset;
} Thread;

typedef struct
{
  TvTrace *trace;
  guint64 offset; /* of the value that is read */
  TvStringPool *texts;
  TvFirefoxTables shared;
  TvFirefoxTables *tables;                /* which the text is in, or NULL */
  Thread *current;                        /* the last thread or counter */
  gint8 cells[N_ROW_TABLES][MAX_COLUMNS]; /* of its rows, by column */
  TvFirefoxTables libs;
  GPtrArray *threads;  /* of Thread */
  GPtrArray *counters; /* of Thread */
  GHashTable *pids;    /* of their texts to indexes of their first threads */
  GPtrArray *scopes;   /* of Scope */
  GArray *open;        /* of guint: scopes whose text is open */

  TvSampleBuilder *builder;
  TvDetailBuilder *details;
  TvSliceNames *names;
  GString *name;
} Reader;

static void
warn (Reader *self, TvWarningKind kind, guint64 offset)
{
  tv_warnings_add (self->trace->warnings, kind, TV_PLACE_OFFSET, offset, NULL);
}

/* The text */

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  tv_firefox_tables_clear (&thread->tables);
  g_free (thread->name);
  g_free (thread->pid);
  g_free (thread->tid);
  g_free (thread->process);
  g_free (thread->weight_type);
  g_free (thread->category);
  g_free (thread);
}

static void
free_scope (gpointer data)
{
  Scope *scope = data;

  g_ptr_array_unref (scope->categories);
  g_free (scope);
}

static void
add_scope (Reader *self)
{
  const guint index = self->scopes->len;
  Scope *scope = g_new0 (Scope, 1);

  scope->process = TV_PROCESS_NONE;
  scope->categories = g_ptr_array_new ();
  g_ptr_array_add (self->scopes, scope);
  g_array_append_val (self->open, index);
}

static Scope *
get_scope (const Reader *self, guint scope)
{
  return g_ptr_array_index (self->scopes, scope);
}

static guint
get_open_scope (const Reader *self)
{
  return g_array_index (self->open, guint, self->open->len - 1);
}

static void
add_thread (Reader *self, GPtrArray *threads)
{
  Thread *thread = g_new0 (Thread, 1);

  for (guint i = 0; i < N_ROW_TABLES; i++)
    memcpy (self->cells[i], row_tables[i].cells, sizeof self->cells[i]);
  thread->scope = get_open_scope (self);
  get_scope (self, thread->scope)->has_rows = TRUE;
  thread->offset = self->offset;
  g_ptr_array_add (threads, thread);
  self->current = thread;
  self->tables = &thread->tables;
}

/* Rows may be shorter than their schema. */
static void
add_row (Reader *self, RowTable table)
{
  tv_firefox_add_empty_cells (self->tables, row_tables[table].first,
                              row_tables[table].last);
  if (table == MARKER_ROWS)
    tv_firefox_add_empty_cells (self->tables, TV_FIREFOX_MARKER_OWN_START,
                                TV_FIREFOX_MARKER_OWN_PHASE);
}

static void
add_lib (Reader *self)
{
  const guint scope = get_open_scope (self);

  self->tables = &self->libs;
  tv_firefox_add_empty_cells (self->tables, TV_FIREFOX_LIB_START, TV_FIREFOX_LIB_END);
  tv_firefox_add_cell (self->tables, TV_FIREFOX_LIB_SCOPE, scope);
  g_ptr_array_add (self->libs.strings, NULL);
}

static void
enter (gpointer data, int id, const TvTextValue *key)
{
  Reader *self = data;

  if (id == ROOT)
    add_scope (self);
  else if (id == THREAD)
    add_thread (self, self->threads);
  else if (id == COUNTER)
    add_thread (self, self->counters);
  else if (id == SHARED)
    self->tables = &self->shared;
  else if (id == LIB)
    add_lib (self);
  else if (id == MARKER_SCHEMA)
    memset (self->cells[MARKER_ROWS], -1, MAX_COLUMNS);
  else if (id >= STACK_ROW && id <= COUNTER_ROW)
    add_row (self, id - STACK_ROW);
}

static void
leave (gpointer data, int id)
{
  Reader *self = data;

  if (id == ROOT)
    g_array_set_size (self->open, self->open->len - 1);
  else if (id == THREAD || id == COUNTER || id == SHARED || id == LIB)
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

/* Reads what is added to the value before, with a number of decimals. */
static gint64
get_step (Reader *self, const TvTextValue *value, guint n_decimals, TvWarningKind kind)
{
  gint64 step;

  if (tv_text_value_get_decimal (value, n_decimals, &step))
    return step;
  warn (self, kind, self->offset);
  return 0;
}

/* Reads a value of a column. Unreadable times and weights are ones that the builder
 * refuses. */
static gint64
get_value (Reader *self, const TvTextValue *value, TvFirefoxColumn column)
{
  gint64 number;

  if (tv_firefox_column_is_time (column))
    return get_milliseconds (value, G_MAXINT64);
  if (column == TV_FIREFOX_SAMPLE_DELTA || column == TV_FIREFOX_COUNTER_DELTA)
    return get_step (self, value, 6, TV_WARNING_SAMPLE_TIME);
  if (column == TV_FIREFOX_COUNTER_COUNT)
    return get_step (self, value, 3, TV_WARNING_EVENT_UNREADABLE);
  if (column == TV_FIREFOX_SAMPLE_WEIGHT) /* milliseconds, or things */
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
set_cell (Reader *self, TvFirefoxColumn column, gint64 value)
{
  GArray *cells = self->tables->columns[column];

  g_array_index (cells, gint64, cells->len - 1) = value;
}

static void
take_column (Reader *self, TvFirefoxColumn column, const TvTextValue *value)
{
  if (self->tables == NULL)
    return;
  if (column == TV_FIREFOX_LIB_NAME)
    {
      g_ptr_array_set_size (self->libs.strings, (gint) self->libs.strings->len - 1);
      keep_text (self, self->libs.strings, value);
    }
  else if (column >= TV_FIREFOX_LIB_START && column <= TV_FIREFOX_LIB_END)
    set_cell (self, column, get_value (self, value, column));
  else if (column != TV_FIREFOX_STRING)
    tv_firefox_add_cell (self->tables, column, get_value (self, value, column));
  else
    {
      if (self->tables->strings == NULL)
        self->tables->strings = g_ptr_array_new ();
      keep_text (self, self->tables->strings, value);
    }
}

static void
take_schema (Reader *self, int schema, const TvTextValue *value)
{
  gint64 cell;

  if (tv_text_value_get_integer (value, &cell) && cell >= 0 && cell < MAX_CELLS)
    self->cells[schema / MAX_COLUMNS][schema % MAX_COLUMNS] = (gint8) cell;
}

static void
take_cell (Reader *self, RowTable table, const TvTextValue *value, guint32 index)
{
  for (TvFirefoxColumn i = row_tables[table].first; i <= row_tables[table].last; i++)
    if (self->cells[table][i - row_tables[table].first] == (gint64) index)
      set_cell (self, i, get_value (self, value, i));
}

static void
take_thread_value (Reader *self, int id, const TvTextValue *value)
{
  Thread *thread = self->current;

  set_text (id == THREAD_NAME || id == COUNTER_NAME ? &thread->name
            : id == THREAD_PID || id == COUNTER_PID ? &thread->pid
            : id == THREAD_TID                      ? &thread->tid
            : id == THREAD_PROCESS                  ? &thread->process
            : id == COUNTER_CATEGORY                ? &thread->category
                                                    : &thread->weight_type,
            value);
}

static void
take_meta (Reader *self, int id, const TvTextValue *value)
{
  Scope *scope = get_scope (self, get_open_scope (self));

  if (id == META_START)
    scope->start = get_milliseconds (value, 0);
  else if (id == META_CATEGORY)
    keep_text (self, scope->categories, value);
  else if (id == META_CPU_UNIT && value->text != NULL)
    scope->cpu_unit = g_str_equal (value->text, "ns")        ? 1
                      : g_str_equal (value->text, "\u00B5s") ? 1000
                                                             : 0;
}

/* Markers are rows, or have what they carry in a list of its own. */
static gboolean
has_marker_rows (const Reader *self)
{
  const guint n = tv_firefox_get_length (self->tables, TV_FIREFOX_MARKER_NAME);

  return n > 0 && n == tv_firefox_get_length (self->tables, TV_FIREFOX_MARKER_ARGS);
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;

  if (id < TV_FIREFOX_N_COLUMNS)
    take_column (self, id, value);
  else if (id >= SCHEMAS)
    take_schema (self, id - SCHEMAS, value);
  else if (id == MARKER_ROW && !has_marker_rows (self))
    tv_firefox_add_empty_cells (self->tables, TV_FIREFOX_MARKER_ARGS,
                                TV_FIREFOX_MARKER_OWN_PHASE);
  else if (id >= STACK_ROW && id <= COUNTER_ROW)
    add_row (self, id - STACK_ROW);
  else if (id >= STACK_CELL && id <= COUNTER_CELL)
    take_cell (self, id - STACK_CELL, value, index);
  else if (id >= META_INTERVAL && id <= META_CPU_UNIT)
    take_meta (self, id, value);
  else if (id >= THREAD_NAME && id <= COUNTER_PID)
    take_thread_value (self, id, value);
  return TRUE;
}

/* Old markers say only among their arguments when they began and ended. */
static void
keep_own_times (Reader *self, const TvArg *arg)
{
  double value;

  if (g_str_equal (arg->key, "data.interval") && arg->type == TV_ARG_STRING)
    set_cell (self, TV_FIREFOX_MARKER_OWN_PHASE,
              g_str_equal (arg->value.text, "start") ? TV_FIREFOX_BEGINS
              : g_str_equal (arg->value.text, "end") ? TV_FIREFOX_ENDS
                                                     : -1);
  else if (arg->type != TV_ARG_STRING && tv_arg_get_number (arg, &value)
           && ABS (value) < MAX_MILLISECONDS)
    {
      if (g_str_equal (arg->key, "data.startTime"))
        set_cell (self, TV_FIREFOX_MARKER_OWN_START, (gint64) round (value * 1e6));
      else if (g_str_equal (arg->key, "data.endTime"))
        set_cell (self, TV_FIREFOX_MARKER_OWN_END, (gint64) round (value * 1e6));
    }
}

static void
take_args (gpointer data, int id, const TvArg *args, guint n, guint32 index)
{
  Reader *self = data;
  const guint32 set = tv_detail_builder_add_arg_set (self->details, args, n);

  if (id == MARKER_ROW)
    tv_firefox_add_empty_cells (self->tables, TV_FIREFOX_MARKER_ARGS,
                                TV_FIREFOX_MARKER_OWN_PHASE);
  else if (self->cells[MARKER_ROWS][MAX_COLUMNS - 1] != (gint64) index)
    return;
  set_cell (self, TV_FIREFOX_MARKER_ARGS, set != TV_ARG_SET_NONE ? (gint64) set : -1);
  for (guint i = 0; i < n; i++)
    keep_own_times (self, &args[i]);
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take,
                                 .take_args = take_args };

/* Threads */

static TvRunBuilder *
get_runs (const Reader *self)
{
  return tv_sample_builder_get_runs (self->builder);
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

/* Adds the process of a thread or a counter. Pids of the same text are one process. */
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
  return tv_run_builder_add_process (get_runs (self), pid, name);
}

/* In a file without samples, markers are on the thread itself. */
static guint32
add_track (Reader *self, const Thread *thread, guint index, gboolean has_samples)
{
  const TvTrackSpec spec
      = { .kind = TV_TRACK_THREAD,
          .process = add_process (self, thread, index),
          .number = get_number (thread->tid, index),
          .name = thread->name,
          .overlap = has_samples ? TV_OVERLAP_CUT : TV_OVERLAP_SPILL };
  Scope *scope = get_scope (self, thread->scope);

  if (scope->process == TV_PROCESS_NONE)
    scope->process = spec.process;
  return has_samples ? tv_sample_builder_add_thread (self->builder, spec.process,
                                                     spec.number, spec.name)
                     : tv_run_builder_add_track (get_runs (self), &spec);
}

static guint32
add_marker_track (Reader *self, guint32 thread, guint32 process)
{
  const TvTrackSpec spec = { .kind = TV_TRACK_THREAD,
                             .process = process,
                             .number = thread,
                             .is_below = TRUE,
                             .owner = thread,
                             .name = _ ("Markers"),
                             .overlap = TV_OVERLAP_SPILL };

  return tv_run_builder_add_track (get_runs (self), &spec);
}

/* Processes */

static const Thread *
get_thread (const Reader *self, guint thread)
{
  return g_ptr_array_index (self->threads, thread);
}

static gint64
find_first_start (const Reader *self)
{
  gint64 start = G_MAXINT64;

  for (guint i = 0; i < self->scopes->len; i++)
    if (get_scope (self, i)->has_rows)
      start = MIN (start, get_scope (self, i)->start);
  return start;
}

/* Returns how much later the process of a thread started than the first one. */
static gint64
find_shift (const Reader *self, const Thread *thread, gint64 first)
{
  gint64 shift;

  return __builtin_sub_overflow (get_scope (self, thread->scope)->start, first, &shift)
             ? 0
             : shift;
}

static guint64
count_cells (const Reader *self, TvFirefoxColumn column)
{
  guint64 n = 0;

  for (guint i = 0; i < self->threads->len; i++)
    n += tv_firefox_get_length (&get_thread (self, i)->tables, column);
  return n;
}

static gboolean
add_markers (Reader *self, const Thread *thread, guint index, guint32 track,
             gint64 shift, gboolean is_beside_samples)
{
  TvFirefoxMarkers markers
      = { .builder = get_runs (self),
          .names = self->names,
          .warnings = self->trace->warnings,
          .categories = get_scope (self, thread->scope)->categories,
          .track = track,
          .is_beside_samples = is_beside_samples,
          .shift = shift,
          .offset = thread->offset };

  if (tv_firefox_get_length (&thread->tables, TV_FIREFOX_MARKER_NAME) == 0)
    return TRUE;
  if (is_beside_samples)
    markers.track = add_marker_track (self, track, add_process (self, thread, index));
  return markers.track != TV_THREAD_NONE
         && tv_firefox_markers_add (&markers, &thread->tables);
}

/* A counter of Gecko's own belongs to the process that its text is in. */
static gboolean
add_counters (Reader *self, gint64 start)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < self->counters->len; i++)
    {
      const Thread *counter = g_ptr_array_index (self->counters, i);
      const TvFirefoxCounter spec
          = { .name = counter->name,
              .category = counter->category,
              .process = counter->pid != NULL
                             ? add_process (self, counter, self->threads->len + i)
                             : get_scope (self, counter->scope)->process,
              .number = i,
              .cpu_unit = get_scope (self, counter->scope)->cpu_unit,
              .shift = find_shift (self, counter, start) };

      ok = tv_firefox_counter_add (&spec, &counter->tables,
                                   tv_run_builder_get_system (get_runs (self)));
    }
  return ok;
}

static gboolean
add_all (Reader *self, gboolean is_sampled)
{
  g_autoptr (GArray) libs = tv_firefox_sort_libs (&self->libs);
  TvFirefoxFrames frames
      = { self->builder, self->names, &self->libs, libs, 0, self->name };
  const gint64 start = find_first_start (self);
  const gboolean is_shared
      = tv_firefox_get_length (&self->shared, TV_FIREFOX_STACK_FRAME) > 0;
  g_autofree guint32 *shared = NULL;
  guint n_shared = 0;
  gboolean ok = TRUE;

  if (is_shared)
    shared = tv_firefox_make_stacks (&self->shared, &frames, 0, &n_shared);
  for (guint i = 0; ok && i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);
      const gint64 shift = find_shift (self, thread, start);
      const guint32 track = add_track (self, thread, i, is_sampled);
      g_autofree guint32 *own = NULL;
      guint n_own = 0;
      TvFirefoxSamples samples;

      /* From version 56, only strings are shared. */
      if (thread->tables.strings == NULL && self->shared.strings != NULL)
        thread->tables.strings = g_ptr_array_ref (self->shared.strings);
      frames.scope = thread->scope;
      if (!is_shared)
        own = tv_firefox_make_stacks (&thread->tables, &frames, thread->offset, &n_own);
      samples = (TvFirefoxSamples){ .builder = self->builder,
                                    .trace = self->trace,
                                    .weight_type = thread->weight_type,
                                    .stacks = is_shared ? shared : own,
                                    .n_stacks = is_shared ? n_shared : n_own,
                                    .track = track,
                                    .shift = shift,
                                    .offset = thread->offset };
      ok = track != TV_THREAD_NONE && tv_firefox_samples_add (&samples, &thread->tables)
           && add_markers (self, thread, i, track, shift, is_sampled);
    }
  return ok && add_counters (self, start);
}

/* Samples, with markers and counters beside them; or these alone. */
static gboolean
build (Reader *self, GError **error)
{
  const TvSampleEvent event
      = { .name = "samples", .title = N_ ("Samples"), .quantity = TV_QUANTITY_COUNT };
  const guint64 n_markers = count_cells (self, TV_FIREFOX_MARKER_NAME);
  const gboolean is_sampled
      = n_markers == 0 || count_cells (self, TV_FIREFOX_SAMPLE_STACK) > 0;

  self->trace->info.n_records = n_markers;
  (void) add_all (self, is_sampled);
  if (!is_sampled)
    return tv_sample_builder_finish_slices (self->builder, error);
  if (self->threads->len == 0)
    tv_sample_builder_add_event (self->builder, &event);
  return tv_sample_builder_finish (self->builder, TRUE, error);
}

/* The file */

static void
init_reader (Reader *self, TvTrace *trace, const TvLoadOptions *options)
{
  *self = (Reader){ .trace = trace };
  self->texts = tv_string_pool_new ();
  self->libs.strings = g_ptr_array_new ();
  self->threads = g_ptr_array_new_with_free_func (free_thread);
  self->counters = g_ptr_array_new_with_free_func (free_thread);
  self->scopes = g_ptr_array_new_with_free_func (free_scope);
  self->pids = g_hash_table_new (g_str_hash, g_str_equal);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  self->builder = tv_sample_builder_new (trace, options);
  self->details = tv_run_builder_get_details (get_runs (self));
  self->names = tv_slice_names_new (get_runs (self));
  self->name = g_string_new (NULL);
}

static void
clear_reader (Reader *self)
{
  tv_firefox_tables_clear (&self->shared);
  tv_firefox_tables_clear (&self->libs);
  g_hash_table_unref (self->pids);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  g_ptr_array_unref (self->scopes);
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
  const guint64 rest = 1ull << THREADS | 1ull << TV_FIREFOX_LIB_NAME;

  return (seen & (1ull << META_PROCESSED | 1ull << SHARED_STACKS)) != 0
         || (seen & 1ull << THREAD) != 0 || (seen & 1ull << LIB_DEBUG_NAME) != 0
         || ((seen & meta) != 0 && (seen & rest) != 0) || (seen & meta) == meta;
}

const TvTraceReader tv_firefox_reader = { .name = "firefox",
                                          .title = N_ ("Firefox profile"),
                                          .probe = is_firefox,
                                          .layout = TV_LAYOUT_WINDOWS,
                                          .read = read_profile };
