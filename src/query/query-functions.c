/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/sums/call-bounds.h"
#include "query/system-tables.h"
#include "trace/model/trace-system.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* Functions of Perfetto that SQLite lacks. */

static TvQuerySource *
get_source (sqlite3_context *context, guint index)
{
  const GPtrArray *sources = sqlite3_user_data (context);

  return index < sources->len ? g_ptr_array_index (sources, index) : NULL;
}

static gboolean
has_null (int argc, sqlite3_value **argv)
{
  for (int i = 0; i < argc; i++)
    if (sqlite3_value_type (argv[i]) == SQLITE_NULL)
      return TRUE;
  return FALSE;
}

/* Calls */

static void
result_call_arg (sqlite3_context *context, const TvQuerySource *source, guint32 set,
                 const char *key)
{
  const TvArg *args;
  guint n;

  if (set >= tv_trace_get_n_arg_sets (source->trace))
    return;
  args = tv_trace_get_arg_set (source->trace, set, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (args[i].key, key))
      {
        tv_query_result_arg (context, &args[i]);
        return;
      }
}

/* extract_arg (arg_set_id, key) */
static void
extract_arg (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const gint64 set = sqlite3_value_int64 (argv[0]);
  const gint64 id = MAX (set, 0) - 1;
  const char *key = (const char *) sqlite3_value_text (argv[1]);
  const TvQuerySource *source;
  const TvMethod *method;

  source = id >= 0 && id >> 32 <= G_MAXUINT ? get_source (context, (guint) (id >> 32))
                                            : NULL;
  if (has_null (argc, argv) || source == NULL)
    return;
  if (source->has_slices)
    {
      result_call_arg (context, source, (guint32) id, key);
      return;
    }
  if ((guint32) id >= source->n_methods)
    return;
  method = tv_trace_get_method (source->trace, (guint32) id);
  if (g_str_equal (key, "pathname") && method->file != NULL)
    sqlite3_result_text (context, method->file, -1, SQLITE_STATIC);
  else if (g_str_equal (key, "line_number") && method->line > 0)
    sqlite3_result_int (context, method->line);
}

/* Returns the only trace, for functions without an argument that names one. Several
 * traces are an error. */
static TvQuerySource *
get_only_source (sqlite3_context *context, const char *function)
{
  g_autofree char *error = NULL;

  if (get_source (context, 1) == NULL)
    return get_source (context, 0);
  error = g_strdup_printf (_ ("%s cannot tell which of several traces is meant"),
                           function);
  sqlite3_result_error (context, error, -1);
  return NULL;
}

/* _one_trace (function): for functions in SQL that cannot know their trace */
static void
check_one_trace (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const char *function = (const char *) sqlite3_value_text (argv[0]);

  if (get_only_source (context, function != NULL ? function : "") != NULL)
    sqlite3_result_int (context, 1);
}

/* slice_is_ancestor (ancestor, descendant) */
static void
slice_is_ancestor (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const TvQuerySource *source = get_only_source (context, "slice_is_ancestor");
  const gint64 ancestor = sqlite3_value_int64 (argv[0]);
  const gint64 descendant = sqlite3_value_int64 (argv[1]);
  guint32 thread;
  gsize before;
  TvCalls calls;

  if (source == NULL || has_null (argc, argv))
    return;
  if (ancestor < 0 || descendant < 0 || ancestor >= source->n_calls
      || descendant >= source->n_calls)
    {
      sqlite3_result_error (context, "slice_is_ancestor: there is no slice of this id",
                            -1);
      return;
    }
  thread = tv_trace_find_thread_of_call (source->trace, (gsize) ancestor);
  before = tv_trace_get_n_calls_before (source->trace, thread);
  calls = tv_trace_get_calls (source->trace, thread);
  sqlite3_result_int (
      context, descendant > ancestor
                   && (gsize) descendant - before
                          < tv_calls_subtree_end (&calls, (gsize) ancestor - before));
}

/* trace_start (), trace_end () and trace_dur () */

static void
result_bounds (sqlite3_context *context, const char *function, gint64 with_start,
               gint64 with_end)
{
  const TvQuerySource *source = get_only_source (context, function);
  gint64 start;
  gint64 end;

  if (source == NULL)
    return;
  tv_trace_get_axis_range (source->trace, &start, &end);
  tv_query_result_amount (source, tv_query_source_get_clock (source),
                          with_start * (start + source->origin)
                              + with_end * (end + source->origin),
                          context);
}

static void
trace_start (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  result_bounds (context, "trace_start", 1, 0);
}

static void
trace_end (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  result_bounds (context, "trace_end", 0, 1);
}

static void
trace_dur (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  result_bounds (context, "trace_dur", -1, 1);
}

/* Times */

static const struct
{
  const char *name;
  gint64 nanoseconds;
} units[] = {
  { "ns", 1 },
  { "us", 1000 },
  { "ms", 1000 * 1000 },
  { "s", G_GINT64_CONSTANT (1000000000) },
  { "min", G_GINT64_CONSTANT (60000000000) },
  { "hours", G_GINT64_CONSTANT (3600000000000) },
  { "days", G_GINT64_CONSTANT (86400000000000) },
};

/* time_from_… (number): nanoseconds of a number of units */
static void
time_from (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const gint64 *unit = sqlite3_user_data (context);
  gint64 time;

  if (has_null (argc, argv))
    return;
  if (__builtin_mul_overflow (sqlite3_value_int64 (argv[0]), *unit, &time))
    sqlite3_result_error (context, "integer overflow", -1);
  else
    sqlite3_result_int64 (context, time);
}

/* time_to_… (nanoseconds): whole units */
static void
time_to (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const gint64 *unit = sqlite3_user_data (context);

  if (!has_null (argc, argv))
    sqlite3_result_int64 (context, sqlite3_value_int64 (argv[0]) / *unit);
}

/* to_timecode (nanoseconds): hours, minutes and seconds, then milli-, micro- and
 * nanoseconds */
static void
to_timecode (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const gint64 time = sqlite3_value_int64 (argv[0]);
  const gint64 seconds = time / G_GINT64_CONSTANT (1000000000);

  if (has_null (argc, argv))
    return;
  if (sqlite3_value_type (argv[0]) != SQLITE_INTEGER)
    sqlite3_result_error (context, "to_timecode: takes nanoseconds", -1);
  else
    sqlite3_result_text (
        context,
        g_strdup_printf ("%02d:%02d:%02d %03d %03d %03d", (int) (seconds / 3600),
                         (int) (seconds / 60 % 60), (int) (seconds % 60),
                         (int) (time / 1000000 % 1000), (int) (time / 1000 % 1000),
                         (int) (time % 1000)),
        -1, g_free);
}

/* abs_time_str (time): the date and time of day, in UTC, if the trace knows it */
static void
abs_time_str (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  const TvQuerySource *source = get_only_source (context, "abs_time_str");
  g_autoptr (GDateTime) second = NULL;
  g_autofree char *text = NULL;
  gint64 start;
  gint64 time;

  if (source == NULL || sqlite3_value_type (argv[0]) != SQLITE_INTEGER
      || !tv_trace_get_clock_start (source->trace, TV_SYSTEM_CLOCK_REALTIME, &start)
      || __builtin_sub_overflow (sqlite3_value_int64 (argv[0]), source->origin, &time)
      || __builtin_add_overflow (time, start, &time) || time < 0)
    return;
  second = g_date_time_new_from_unix_utc (time / G_GINT64_CONSTANT (1000000000));
  text = g_date_time_format (second, "%Y-%m-%dT%H:%M:%S");
  sqlite3_result_text (
      context,
      g_strdup_printf ("%s.%09d", text, (int) (time % G_GINT64_CONSTANT (1000000000))),
      -1, g_free);
}

/* Values */

/* hash (…): FNV-1a of the types and bytes of the values */
static void
hash (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  guint64 sum = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (int i = 0; i < argc; i++)
    {
      const guint8 type = (guint8) sqlite3_value_type (argv[i]);
      const guint8 *bytes = sqlite3_value_blob (argv[i]);
      const int size = sqlite3_value_bytes (argv[i]);

      sum = (sum ^ type) * G_GUINT64_CONSTANT (0x100000001b3);
      for (int at = 0; at < size; at++)
        sum = (sum ^ bytes[at]) * G_GUINT64_CONSTANT (0x100000001b3);
    }
  sqlite3_result_int64 (context, (gint64) sum);
}

/* percentile (number, percent): an aggregate that interpolates linearly. The numbers
 * are in SQLite's memory, which is limited. */
typedef struct
{
  double *numbers;
  gsize n;
  gsize n_allocated;
  double percent;
} Percentile;

static void
percentile_add (sqlite3_context *context, Percentile *state, double number)
{
  if (state->n == state->n_allocated)
    {
      const gsize n = MAX (state->n * 2, 64);
      double *numbers = sqlite3_realloc64 (state->numbers, n * sizeof *state->numbers);

      if (numbers == NULL)
        {
          sqlite3_result_error_nomem (context);
          return;
        }
      state->numbers = numbers;
      state->n_allocated = n;
    }
  state->numbers[state->n++] = number;
}

static void
percentile_step (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Percentile *state = sqlite3_aggregate_context (context, sizeof *state);
  const double percent = sqlite3_value_double (argv[1]);
  const int type = sqlite3_value_type (argv[0]);

  if (state == NULL)
    return;
  if (type == SQLITE_TEXT || type == SQLITE_BLOB)
    sqlite3_result_error (context, "percentile: the first argument must be a number",
                          -1);
  else if (sqlite3_value_numeric_type (argv[1]) == SQLITE_TEXT || !(percent >= 0)
           || percent > 100 || (state->n > 0 && percent != state->percent))
    sqlite3_result_error (
        context, "percentile: the second argument must be one number from 0 to 100",
        -1);
  else if (type != SQLITE_NULL)
    percentile_add (context, state, sqlite3_value_double (argv[0]));
  state->percent = percent;
}

static int
compare_numbers (const void *a, const void *b)
{
  const double one = *(const double *) a;
  const double other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
percentile_final (sqlite3_context *context)
{
  Percentile *state = sqlite3_aggregate_context (context, 0);

  double place;
  gsize below;
  double number;

  if (state == NULL || state->n == 0)
    return;
  qsort (state->numbers, state->n, sizeof *state->numbers, compare_numbers);
  place = state->percent / 100 * (double) (state->n - 1);
  below = (gsize) place;
  number = state->numbers[below];
  if (below + 1 < state->n)
    number += (place - (double) below) * (state->numbers[below + 1] - number);
  sqlite3_result_double (context, number);
  sqlite3_free (state->numbers);
}

/* last_non_null (value), a window function */
typedef struct
{
  sqlite3_value *value; /* (nullable) */
  gint64 n_rows;
  gint64 n_since; /* rows since that of @value, which counts, too */
} LastValue;

static void
last_value_step (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  LastValue *last = sqlite3_aggregate_context (context, sizeof *last);

  if (last == NULL)
    return;
  last->n_rows++;
  last->n_since++;
  if (has_null (argc, argv))
    return;
  sqlite3_value_free (last->value);
  last->value = sqlite3_value_dup (argv[0]);
  last->n_since = 1;
  if (last->value == NULL)
    sqlite3_result_error_nomem (context);
}

/* Removes the first row of the window. */
static void
last_value_inverse (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  LastValue *last = sqlite3_aggregate_context (context, sizeof *last);

  if (last != NULL && last->n_rows-- == last->n_since)
    g_clear_pointer (&last->value, sqlite3_value_free);
}

static void
last_value_get (sqlite3_context *context)
{
  const LastValue *last = sqlite3_aggregate_context (context, 0);

  if (last != NULL && last->value != NULL)
    sqlite3_result_value (context, last->value);
}

static void
last_value_final (sqlite3_context *context)
{
  LastValue *last = sqlite3_aggregate_context (context, 0);

  last_value_get (context);
  if (last != NULL)
    g_clear_pointer (&last->value, sqlite3_value_free);
}

/* _slice_layout (start, end, height), a window function: the depth at which a stack of
 * slices has room below those that started before and have not ended */
typedef struct
{
  gint64 end;
  gint64 depth;
  gint64 height; /* levels below the first */
} LaidOut;

typedef struct
{
  GArray *open; /* LaidOut: by depth */
  gint64 depth; /* of the last row */
} Layout;

static void
layout_step (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Layout *layout = sqlite3_aggregate_context (context, sizeof *layout);
  const gint64 start = sqlite3_value_int64 (argv[0]);
  LaidOut added
      = { .end = sqlite3_value_int64 (argv[1]), .height = sqlite3_value_int (argv[2]) };
  guint at = 0;

  if (layout == NULL)
    return;
  if (layout->open == NULL)
    layout->open = g_array_new (FALSE, FALSE, sizeof (LaidOut));
  for (guint i = layout->open->len; i-- > 0;)
    if (g_array_index (layout->open, LaidOut, i).end <= start)
      g_array_remove_index (layout->open, i);
  for (; at < layout->open->len; at++)
    {
      const LaidOut *other = &g_array_index (layout->open, LaidOut, at);

      if (added.depth + added.height < other->depth)
        break;
      added.depth = other->depth + other->height + 1;
    }
  g_array_insert_val (layout->open, at, added);
  layout->depth = added.depth;
}

/* A window of this function only grows. */
static void
layout_inverse (sqlite3_context *context, int argc, sqlite3_value **argv)
{
}

static void
layout_get (sqlite3_context *context)
{
  const Layout *layout = sqlite3_aggregate_context (context, 0);

  if (layout != NULL)
    sqlite3_result_int64 (context, layout->depth);
}

static void
layout_final (sqlite3_context *context)
{
  Layout *layout = sqlite3_aggregate_context (context, 0);

  layout_get (context);
  if (layout != NULL)
    g_clear_pointer (&layout->open, g_array_unref);
}

void
tv_query_functions_register (sqlite3 *db, GPtrArray *sources)
{
  static const struct
  {
    const char *name;
    int n_arguments;
    void (*run) (sqlite3_context *context, int argc, sqlite3_value **argv);
  } functions[] = {
    { "extract_arg", 2, extract_arg },   { "slice_is_ancestor", 2, slice_is_ancestor },
    { "trace_start", 0, trace_start },   { "trace_end", 0, trace_end },
    { "trace_dur", 0, trace_dur },       { "hash", -1, hash },
    { "to_timecode", 1, to_timecode },   { "_one_trace", 1, check_one_trace },
    { "abs_time_str", 1, abs_time_str },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    sqlite3_create_function (db, functions[i].name, functions[i].n_arguments,
                             TV_QUERY_PURE, sources, functions[i].run, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *from = g_strconcat ("time_from_", units[i].name, NULL);
      g_autofree char *to = g_strconcat ("time_to_", units[i].name, NULL);

      sqlite3_create_function (db, from, 1, TV_QUERY_PURE,
                               (gpointer) &units[i].nanoseconds, time_from, NULL, NULL);
      sqlite3_create_function (db, to, 1, TV_QUERY_PURE,
                               (gpointer) &units[i].nanoseconds, time_to, NULL, NULL);
    }
  sqlite3_create_function (db, "percentile", 2, TV_QUERY_PURE, NULL, NULL,
                           percentile_step, percentile_final);
  sqlite3_create_window_function (db, "last_non_null", 1, TV_QUERY_PURE, NULL,
                                  last_value_step, last_value_final, last_value_get,
                                  last_value_inverse, NULL);
  sqlite3_create_window_function (db, "_slice_layout", 3, TV_QUERY_PURE, NULL,
                                  layout_step, layout_final, layout_get, layout_inverse,
                                  NULL);
}
