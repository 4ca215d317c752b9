/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/firefox-markers.h"

#include "trace/model/trace-storage.h"

#define NO_TIME G_MAXINT64

/* Energy is counted in picowatt-hours. */
#define WATTS_PER_STEP 3.6 /* in a nanosecond */

/* Markers */

typedef struct
{
  const TvFirefoxMarkers *target;
  const TvFirefoxTables *tables;
  GHashTable *open; /* names to rows, plus one, of the last that began */
  guint *outer;     /* by row: what was open of its name, plus one */
} Reader;

static gint64
get (const Reader *self, TvFirefoxColumn column, guint row)
{
  return tv_firefox_get_cell (self->tables, column, row);
}

/* Returns a time of the whole file. */
static gint64
get_time (const Reader *self, TvFirefoxColumn column, guint row)
{
  const gint64 time = row < tv_firefox_get_length (self->tables, column)
                          ? get (self, column, row)
                          : NO_TIME;
  gint64 sum;

  return time == NO_TIME || __builtin_add_overflow (time, self->target->shift, &sum)
             ? NO_TIME
             : sum;
}

/* Finds out what a marker says, and when. In old files, only its arguments tell. */
static TvFirefoxPhase
find_phase (const Reader *self, guint row, gint64 *start, gint64 *end)
{
  const gint64 phase = get (self, TV_FIREFOX_MARKER_PHASE, row);
  const gint64 own_phase = get (self, TV_FIREFOX_MARKER_OWN_PHASE, row);
  const gint64 time = get_time (self, TV_FIREFOX_MARKER_TIME, row);

  *start = get_time (self, TV_FIREFOX_MARKER_START, row);
  *end = get_time (self, TV_FIREFOX_MARKER_END, row);
  if (phase >= TV_FIREFOX_INSTANT && phase <= TV_FIREFOX_ENDS)
    return (TvFirefoxPhase) phase;
  if (time != NO_TIME)
    *start = *end = time;
  if (time != NO_TIME && own_phase >= 0)
    return (TvFirefoxPhase) own_phase;
  if (get_time (self, TV_FIREFOX_MARKER_OWN_END, row) != NO_TIME)
    {
      *start = get_time (self, TV_FIREFOX_MARKER_OWN_START, row);
      *end = get_time (self, TV_FIREFOX_MARKER_OWN_END, row);
    }
  return *start != NO_TIME && *end != NO_TIME ? TV_FIREFOX_INTERVAL
                                              : TV_FIREFOX_INSTANT;
}

static void
warn (const Reader *self, TvWarningKind kind)
{
  tv_warnings_add (self->target->warnings, kind, TV_PLACE_OFFSET, self->target->offset,
                   NULL);
}

static guint32
add_tag (const Reader *self, guint row)
{
  const gint64 set = get (self, TV_FIREFOX_MARKER_ARGS, row);

  return set >= 0 ? tv_detail_builder_add_tag (
             tv_run_builder_get_details (self->target->builder), (guint32) set)
                  : 0;
}

static const char *
get_name (const Reader *self, guint row)
{
  return tv_firefox_get_string (self->tables, get (self, TV_FIREFOX_MARKER_NAME, row));
}

/* Adds a slice, whose end is told by another row, by its own, or not at all. */
static gboolean
add_slice (const Reader *self, guint row, guint end_row, gint64 start, gint64 end)
{
  const GPtrArray *categories = self->target->categories;
  const gint64 category = get (self, TV_FIREFOX_MARKER_CATEGORY, row);
  const char *name = get_name (self, row);
  TvRun run = { .start = start, .end = end, .offset = self->target->offset };

  if (name == NULL)
    warn (self, TV_WARNING_FRAME_UNKNOWN);
  run.name = tv_slice_names_get (
      self->target->names,
      category >= 0 && category < categories->len ? categories->pdata[category] : NULL,
      name != NULL ? name : "?");
  run.tag = add_tag (self, row);
  run.end_tag = end_row != row ? add_tag (self, end_row) : 0;
  run.has_cpu = self->target->is_beside_samples; /* at 0: it weighs nothing */
  return tv_run_builder_add_run (self->target->builder, self->target->track, &run);
}

static void
begin (Reader *self, guint row)
{
  gpointer name = (gpointer) get_name (self, row);

  self->outer[row] = GPOINTER_TO_UINT (g_hash_table_lookup (self->open, name));
  g_hash_table_insert (self->open, name, GUINT_TO_POINTER (row + 1));
}

static gboolean
finish (Reader *self, guint row, gint64 end)
{
  gpointer name = (gpointer) get_name (self, row);
  const guint first = GPOINTER_TO_UINT (g_hash_table_lookup (self->open, name));
  gint64 start;
  gint64 unused;

  if (first == 0)
    {
      warn (self, TV_WARNING_SLICE_STRAY_END);
      return TRUE;
    }
  g_hash_table_insert (self->open, name, GUINT_TO_POINTER (self->outer[first - 1]));
  find_phase (self, first - 1, &start, &unused);
  return add_slice (self, first - 1, row, start, end);
}

static gboolean
add_marker (Reader *self, guint row)
{
  gint64 start;
  gint64 end;
  const TvFirefoxPhase phase = find_phase (self, row, &start, &end);

  if (phase == TV_FIREFOX_ENDS
          ? end == NO_TIME
          : start == NO_TIME || (phase == TV_FIREFOX_INTERVAL && end == NO_TIME))
    {
      warn (self, TV_WARNING_EVENT_UNREADABLE);
      return TRUE;
    }
  switch (phase)
    {
    case TV_FIREFOX_BEGINS:
      begin (self, row);
      return TRUE;
    case TV_FIREFOX_ENDS:
      return finish (self, row, end);
    case TV_FIREFOX_INSTANT:
      return add_slice (self, row, row, start, start);
    case TV_FIREFOX_INTERVAL:
    default:
      return add_slice (self, row, row, start, end);
    }
}

/* Adds what began and did not end. */
static gboolean
add_open (Reader *self)
{
  GHashTableIter iter;
  gpointer value;
  gboolean ok = TRUE;

  g_hash_table_iter_init (&iter, self->open);
  while (ok && g_hash_table_iter_next (&iter, NULL, &value))
    for (guint next = GPOINTER_TO_UINT (value); ok && next > 0;
         next = self->outer[next - 1])
      {
        gint64 start;
        gint64 end;

        find_phase (self, next - 1, &start, &end);
        ok = add_slice (self, next - 1, next - 1, start, TV_RUN_OPEN);
      }
  return ok;
}

/* Adds the markers of a thread as slices. Those that begin and end as two markers of a
 * name are paired, the last that began first. */
gboolean
tv_firefox_markers_add (const TvFirefoxMarkers *target, const TvFirefoxTables *tables)
{
  const guint n = tv_firefox_get_length (tables, TV_FIREFOX_MARKER_NAME);
  Reader reader = { .target = target, .tables = tables };
  gboolean ok = TRUE;

  reader.open = g_hash_table_new (NULL, NULL);
  reader.outer = g_new0 (guint, MAX (n, 1));
  for (guint i = 0; ok && i < n; i++)
    ok = add_marker (&reader, i);
  ok = ok && add_open (&reader);
  g_hash_table_unref (reader.open);
  g_free (reader.outer);
  return ok;
}

/* Counters */

/* A value is the sum of all counts so far, or, of what is used up in the course of
 * time, the rate from the sample before it. */
typedef struct
{
  const char *category;
  const char *unit; /* or NULL */
  double rate;      /* for one in a nanosecond, or 0 */
} CounterKind;

static CounterKind
find_kind (const TvFirefoxCounter *counter)
{
  static const CounterKind kinds[] = { { "Memory", "bytes", 0 },
                                       { "power", "W", WATTS_PER_STEP },
                                       { "Bandwidth", "bytes", 0 } };
  const CounterKind cpu = { "CPU", "%", 100 * (double) counter->cpu_unit };

  if (counter->category == NULL)
    return (CounterKind){ 0 };
  if (g_str_equal (counter->category, cpu.category) && counter->cpu_unit > 0)
    return cpu;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (counter->category, kinds[i].category))
      return kinds[i];
  return (CounterKind){ 0 };
}

static gint64
find_counter_time (const TvFirefoxTables *tables, gboolean has_times, guint row,
                   gint64 before)
{
  gint64 time;

  if (has_times)
    return tv_firefox_get_cell (tables, TV_FIREFOX_COUNTER_TIME, row);
  return __builtin_add_overflow (
             before, tv_firefox_get_cell (tables, TV_FIREFOX_COUNTER_DELTA, row), &time)
             ? NO_TIME
             : time;
}

static gboolean
add_value (const TvFirefoxCounter *counter, TvSystemBuilder *builder, guint32 index,
           gint64 time, double value)
{
  gint64 shifted;

  if (__builtin_add_overflow (time, counter->shift, &shifted))
    shifted = NO_TIME;
  return tv_system_builder_add_value (builder, index, shifted, value);
}

/* Adds the values of a counter. */
gboolean
tv_firefox_counter_add (const TvFirefoxCounter *counter, const TvFirefoxTables *tables,
                        TvSystemBuilder *builder)
{
  const CounterKind kind = find_kind (counter);
  const TvCounterSpec spec
      = { .kind
          = counter->process != TV_PROCESS_NONE ? TV_TRACK_PROCESS : TV_TRACK_GLOBAL,
          .process = counter->process,
          .track = TV_THREAD_NONE,
          .number = counter->number,
          .name = counter->name != NULL ? counter->name : "?",
          .unit = kind.unit };
  const guint32 index = tv_system_builder_add_counter (builder, &spec);
  const gboolean has_times
      = tv_firefox_get_length (tables, TV_FIREFOX_COUNTER_TIME) > 0;
  const guint n
      = MIN (tv_firefox_get_length (tables, TV_FIREFOX_COUNTER_COUNT),
             tv_firefox_get_length (tables, has_times ? TV_FIREFOX_COUNTER_TIME
                                                      : TV_FIREFOX_COUNTER_DELTA));
  double sum = 0;
  gint64 time = 0; /* of the file, without the shift */
  gboolean ok = index != G_MAXUINT32;

  for (guint i = 0; ok && i < n; i++)
    {
      const double count
          = (double) tv_firefox_get_cell (tables, TV_FIREFOX_COUNTER_COUNT, i) / 1000;
      const gint64 before = time;
      double span;

      time = find_counter_time (tables, has_times, i, before);
      span = (double) time - (double) before;
      sum += count;
      if (time == NO_TIME)
        {
          ok = add_value (counter, builder, index, NO_TIME, 0); /* which warns */
          time = before;
        }
      else if (kind.rate == 0)
        ok = add_value (counter, builder, index, time, sum);
      else if (i > 0 && span > 0)
        ok = add_value (counter, builder, index, before, kind.rate * count / span);
    }
  return ok;
}
