/* SPDX-License-Identifier: Apache-2.0 */

#include "query/call-cursor.h"

#include <string.h>

/* Calls to prefetch: memory answers while SQLite adds up so many. */
#define AHEAD 16

sqlite3_vtab_cursor *
tv_call_cursor_new (TvQuerySource *source)
{
  TvCallCursor *cursor = g_new0 (TvCallCursor, 1);

  cursor->source = source;
  cursor->thread = TV_THREAD_NONE;
  cursor->checks = g_array_new (FALSE, FALSE, sizeof (TvColumnCheck));
  cursor->thread_checks = g_array_new (FALSE, FALSE, sizeof (TvColumnCheck));
  g_array_set_clear_func (cursor->checks, tv_column_check_clear);
  g_array_set_clear_func (cursor->thread_checks, tv_column_check_clear);
  cursor->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  cursor->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  return &cursor->base;
}

void
tv_call_cursor_free (TvCallCursor *cursor)
{
  g_array_unref (cursor->checks);
  g_array_unref (cursor->thread_checks);
  g_array_unref (cursor->order);
  g_array_unref (cursor->path);
  g_free (cursor->methods);
  g_free (cursor);
}

/* Threads */

static void
load_thread (TvCallCursor *cursor, guint32 thread)
{
  if (thread == cursor->thread)
    return;
  cursor->thread = thread;
  cursor->first = (guint32) tv_trace_get_n_calls_before (cursor->source->trace, thread);
  cursor->calls = tv_trace_get_calls (cursor->source->trace, thread);
  g_array_set_size (cursor->path, 0);
}

static gboolean
is_in_thread (const TvCallCursor *cursor, guint32 id)
{
  return cursor->thread != TV_THREAD_NONE && id >= cursor->first
         && id - cursor->first < cursor->calls.n;
}

static void
go_to (TvCallCursor *cursor, guint32 id)
{
  if (!is_in_thread (cursor, id))
    load_thread (cursor, tv_trace_find_thread_of_call (cursor->source->trace, id));
  cursor->id = id;
}

/* Returns the first call of the thread that begins at a time or later. */
static gint64
find_start (const TvCallCursor *cursor, gint64 time)
{
  return (gint64) tv_calls_lower_bound (&cursor->calls, 0, cursor->calls.n, time);
}

/* Numbers */

/* Extends the path of callers to the call. Neighbours in order of entry share most of
 * it. */
static void
find_path (TvCallCursor *cursor)
{
  GArray *path = cursor->path;
  const guint32 call = cursor->id - cursor->first;
  const guint32 parent = cursor->calls.parent[call];
  guint32 *calls = (guint32 *) (gpointer) path->data;

  if (path->len > 0 && calls[path->len - 1] == call)
    return;
  while (path->len > 0 && (parent == TV_CALL_NONE || calls[path->len - 1] > parent))
    path->len--;
  if (parent != TV_CALL_NONE && (path->len == 0 || calls[path->len - 1] != parent))
    {
      g_array_set_size (path, 0);
      for (guint32 at = parent; at != TV_CALL_NONE; at = cursor->calls.parent[at])
        g_array_append_val (path, at);
      calls = (guint32 *) (gpointer) path->data;
      for (guint i = 0; i < path->len / 2; i++)
        {
          const guint32 other = calls[i];

          calls[i] = calls[path->len - 1 - i];
          calls[path->len - 1 - i] = other;
        }
    }
  g_array_append_val (path, call);
}

static gint64
get_duration (const TvTimes *start, const TvTimes *end, gsize call)
{
  return tv_times_get (end, call) - tv_times_get (start, call);
}

/* Returns the time of a call without that of the calls it made. */
static gint64
get_self (const TvCallCursor *cursor, const TvTimes *start, const TvTimes *end)
{
  const TvCalls *calls = &cursor->calls;
  const gsize call = cursor->id - cursor->first;
  gint64 self = get_duration (start, end, call);
  gsize child = call + 1;

  while (child < calls->n && calls->parent[child] == call)
    {
      self -= get_duration (start, end, child);
      child = tv_calls_subtree_end (calls, child);
    }
  return self;
}

/* Fields of a clock that the file may lack. */
static gboolean
get_clock_number (const TvCallCursor *cursor, TvClock clock, guint field,
                  gint64 *number)
{
  const TvTimes *start = &cursor->calls.start[clock];
  const TvTimes *end = &cursor->calls.end[clock];
  const gsize call = cursor->id - cursor->first;

  if (!tv_times_exist (start))
    return FALSE;
  if (field == TV_CALL_CPU_START)
    *number = tv_times_get (start, call);
  else if (field == TV_CALL_CPU_END)
    *number = tv_times_get (end, call);
  else if (field == TV_CALL_CPU_DUR)
    *number = get_duration (start, end, call);
  else
    *number = get_self (cursor, start, end);
  return TRUE;
}

static gboolean
get_thread_number (const TvCallCursor *cursor, guint field, gint64 *number)
{
  if (field == TV_CALL_UTID)
    *number = (gint64) cursor->thread + 1;
  else if (field == TV_CALL_THREAD)
    *number = cursor->thread;
  else if (field == TV_CALL_TID)
    *number = tv_trace_get_thread (cursor->source->trace, cursor->thread)->id;
  else if (field == TV_CALL_IS_MAIN)
    *number = tv_query_source_is_main (cursor->source, cursor->thread);
  else
    {
      if (!tv_query_source_get_pid (cursor->source, number))
        return FALSE;
      if (field == TV_CALL_UPID)
        *number = 1;
    }
  return TRUE;
}

static gboolean
get_flag (const TvCallCursor *cursor, TvCallFlags flag, gint64 *number)
{
  *number = (cursor->calls.flags[cursor->id - cursor->first] & flag) != 0;
  return TRUE;
}

static gboolean
get_parent (const TvCallCursor *cursor, gint64 *number)
{
  const guint32 parent = cursor->calls.parent[cursor->id - cursor->first];

  *number = (gint64) cursor->first + parent;
  return parent != TV_CALL_NONE;
}

/* Returns a hash of the names on the path, the last @left_out of them left out: 0
 * without a name. */
static gint64
hash_path (TvCallCursor *cursor, guint left_out)
{
  guint64 hash = 0;

  find_path (cursor);
  for (guint i = 0; i + left_out < cursor->path->len; i++)
    {
      const guint32 call = g_array_index (cursor->path, guint32, i);
      const char *name = tv_query_source_get_name (
          cursor->source, tv_calls_method (&cursor->calls, call));

      hash = (hash ^ g_str_hash (name)) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) + 1;
      hash ^= hash >> 29;
    }
  return (gint64) hash;
}

/* Gets a column that is a number. Returns FALSE if it has no value. */
gboolean
tv_call_cursor_get_number (TvCallCursor *cursor, guint field, gint64 *number)
{
  const TvCalls *calls = &cursor->calls;
  const gsize call = cursor->id - cursor->first;

  switch (field)
    {
    case TV_CALL_ID:
      *number = cursor->id;
      return TRUE;
    case TV_CALL_NUMBER:
      *number = (gint64) call;
      return TRUE;
    case TV_CALL_TS:
      *number = tv_times_get (&calls->axis_start, call);
      return TRUE;
    case TV_CALL_DUR:
      *number = get_duration (&calls->axis_start, &calls->axis_end, call);
      return TRUE;
    case TV_CALL_SELF:
      *number = get_self (cursor, &calls->axis_start, &calls->axis_end);
      return TRUE;
    case TV_CALL_METHOD:
      *number = tv_calls_method (calls, call);
      return TRUE;
    case TV_CALL_ARG_SET:
      *number
          = tv_query_source_get_arg_set (cursor->source, tv_calls_method (calls, call));
      return TRUE;
    case TV_CALL_PARENT:
      return get_parent (cursor, number);
    case TV_CALL_DEPTH:
      find_path (cursor);
      *number = (gint64) cursor->path->len - 1;
      return TRUE;
    case TV_CALL_STACK:
    case TV_CALL_PARENT_STACK:
      *number = hash_path (cursor, field == TV_CALL_PARENT_STACK);
      return TRUE;
    case TV_CALL_PARAMETER:
      *number = cursor->parameter;
      return TRUE;
    default:
      break;
    }
  if (field >= TV_CALL_IS_PRE_OPEN && field <= TV_CALL_IS_RECURSIVE)
    return get_flag (cursor, 1 << (field - TV_CALL_IS_PRE_OPEN), number);
  if (field >= TV_CALL_WALL_START && field <= TV_CALL_WALL_SELF)
    return get_clock_number (cursor, TV_CLOCK_WALL,
                             field - TV_CALL_WALL_START + TV_CALL_CPU_START, number);
  if (field >= TV_CALL_CPU_START && field <= TV_CALL_CPU_SELF)
    return get_clock_number (cursor, TV_CLOCK_THREAD_CPU, field, number);
  return get_thread_number (cursor, field, number);
}

/* Gets a column that is a text, or NULL. It stays for as long as the trace. */
const char *
tv_call_cursor_get_text (TvCallCursor *cursor, guint field)
{
  if (field == TV_CALL_NAME)
    return tv_query_source_get_name (
        cursor->source, tv_calls_method (&cursor->calls, cursor->id - cursor->first));
  if (field == TV_CALL_THREAD_NAME)
    return tv_trace_get_thread (cursor->source->trace, cursor->thread)->name;
  return NULL;
}

/* Conditions */

void
tv_call_cursor_reset (TvCallCursor *cursor)
{
  g_array_set_size (cursor->checks, 0);
  g_array_set_size (cursor->thread_checks, 0);
  g_array_set_size (cursor->order, 0);
  g_clear_pointer (&cursor->methods, g_free);
  cursor->is_listed = FALSE;
  cursor->low = 0;
  cursor->high = (gint64) cursor->source->n_calls - 1;
  cursor->earliest = G_MININT64;
  cursor->latest = G_MAXINT64;
  cursor->parent = TV_CALL_NONE;
}

/* Finds out which methods have a name that meets a condition. */
static void
choose_methods (TvCallCursor *cursor, const TvColumnCheck *check)
{
  const guint n = cursor->source->n_methods;
  const gboolean is_first = cursor->methods == NULL;

  if (is_first)
    cursor->methods = g_new0 (guint8, n + 1);
  for (guint32 method = 0; method < n; method++)
    cursor->methods[method]
        = (is_first || cursor->methods[method])
          && tv_column_check_text (check,
                                   tv_query_source_get_name (cursor->source, method));
}

/* Only the calls that a call made: these are found without looking at what they made.
 */
static void
limit_to_children (TvCallCursor *cursor, guint32 parent)
{
  go_to (cursor, parent);
  cursor->parent = parent;
  cursor->low = MAX (cursor->low, (gint64) parent + 1);
  cursor->high = MIN (cursor->high, (gint64) cursor->first - 1
                                        + (gint64) tv_calls_subtree_end (
                                            &cursor->calls, parent - cursor->first));
}

/* Adds a condition. A pattern that cannot be used is an error. */
gboolean
tv_call_cursor_add_check (TvCallCursor *cursor, guint field, guint op,
                          sqlite3_value *value, char **error)
{
  TvColumnCheck check;

  if (!tv_column_check_init (&check, field, op, tv_call_field_is_text (field), value,
                             error))
    return FALSE;
  if (field == TV_CALL_NAME)
    choose_methods (cursor, &check);
  else if (tv_call_field_is_of_thread (field))
    g_array_append_val (cursor->thread_checks, check);
  else if (field == TV_CALL_ID)
    {
      cursor->low = MAX (cursor->low, check.low);
      cursor->high = MIN (cursor->high, check.high);
    }
  else if (field == TV_CALL_TS)
    {
      cursor->earliest = MAX (cursor->earliest, check.low);
      cursor->latest = MIN (cursor->latest, check.high);
    }
  else
    g_array_append_val (cursor->checks, check);
  if (field == TV_CALL_PARENT && !check.is_null && check.low == check.high
      && check.low >= 0 && check.low < cursor->source->n_calls)
    limit_to_children (cursor, (guint32) check.low);
  if (field == TV_CALL_NAME)
    tv_column_check_clear (&check);
  return TRUE;
}

void
tv_call_cursor_list_nothing (TvCallCursor *cursor)
{
  cursor->high = -1;
}

void
tv_call_cursor_list_ancestors (TvCallCursor *cursor, guint32 id, gboolean with_self)
{
  go_to (cursor, id);
  cursor->parameter = id;
  find_path (cursor);
  for (guint i = 0; i + !with_self < cursor->path->len; i++)
    {
      const guint32 ancestor = cursor->first + g_array_index (cursor->path, guint32, i);

      g_array_append_val (cursor->order, ancestor);
    }
  cursor->is_listed = TRUE;
}

void
tv_call_cursor_list_descendants (TvCallCursor *cursor, guint32 id, gboolean with_self)
{
  gint64 end;

  go_to (cursor, id);
  end = (gint64) cursor->first
        + (gint64) tv_calls_subtree_end (&cursor->calls, id - cursor->first);
  cursor->parameter = id;
  cursor->low = MAX (cursor->low, (gint64) id + !with_self);
  cursor->high = MIN (cursor->high, end - 1);
}

/* Going over the calls */

static gboolean
thread_fits (TvCallCursor *cursor)
{
  for (guint i = 0; i < cursor->thread_checks->len; i++)
    {
      const TvColumnCheck *check
          = &g_array_index (cursor->thread_checks, TvColumnCheck, i);
      gint64 number = 0;
      gboolean exists;

      if (tv_call_field_is_text (check->field))
        {
          if (!tv_column_check_text (check,
                                     tv_call_cursor_get_text (cursor, check->field)))
            return FALSE;
          continue;
        }
      exists = get_thread_number (cursor, check->field, &number);
      if (!tv_column_check_number (check, exists, number))
        return FALSE;
    }
  return TRUE;
}

static gboolean
call_fits (TvCallCursor *cursor)
{
  if (cursor->methods != NULL
      && !cursor->methods[tv_calls_method (&cursor->calls, cursor->id - cursor->first)])
    return FALSE;
  for (guint i = 0; i < cursor->checks->len; i++)
    {
      const TvColumnCheck *check = &g_array_index (cursor->checks, TvColumnCheck, i);
      gint64 number = 0;
      const gboolean exists = tv_call_cursor_get_number (cursor, check->field, &number);

      if (!tv_column_check_number (check, exists, number))
        return FALSE;
    }
  return TRUE;
}

/* Enters the thread of a call, or the next one with a call that can fit. */
static gboolean
enter_thread (TvCallCursor *cursor, gint64 id)
{
  guint32 thread;

  if (id > cursor->high || cursor->earliest > cursor->latest)
    return FALSE;
  thread = is_in_thread (cursor, (guint32) id)
               ? cursor->thread
               : tv_trace_find_thread_of_call (cursor->source->trace, (gsize) id);
  for (; thread < cursor->source->n_threads; thread++)
    {
      gint64 end;

      load_thread (cursor, thread);
      if (cursor->first > cursor->high)
        return FALSE;
      if (!thread_fits (cursor))
        continue;
      end = (gint64) cursor->first + (gint64) cursor->calls.n;
      if (cursor->latest < G_MAXINT64)
        end = (gint64) cursor->first + find_start (cursor, cursor->latest + 1);
      id = MAX (id, (gint64) cursor->first);
      if (cursor->earliest > G_MININT64)
        id = MAX (id, (gint64) cursor->first + find_start (cursor, cursor->earliest));
      end = MIN (end, cursor->high + 1);
      if (id >= end)
        continue;
      cursor->id = (guint32) id;
      cursor->end = (guint32) end;
      return TRUE;
    }
  return FALSE;
}

static gint64
get_following (const TvCallCursor *cursor)
{
  if (cursor->parent == TV_CALL_NONE)
    return (gint64) cursor->id + 1;
  return (gint64) cursor->first
         + (gint64) tv_calls_subtree_end (&cursor->calls, cursor->id - cursor->first);
}

/* Goes to the first call that fits, from one on in the thread that was entered. */
static void
seek (TvCallCursor *cursor, gint64 id)
{
  const gboolean fits_always = cursor->methods == NULL && cursor->checks->len == 0;

  for (;;)
    {
      for (; id < cursor->end; id = get_following (cursor))
        {
          cursor->id = (guint32) id;
          if (fits_always || call_fits (cursor))
            return;
        }
      if (!enter_thread (cursor, id))
        {
          cursor->at_end = TRUE;
          return;
        }
      id = cursor->id;
    }
}

static gboolean
listed_call_fits (TvCallCursor *cursor)
{
  const gint64 start
      = tv_times_get (&cursor->calls.axis_start, cursor->id - cursor->first);

  return cursor->id >= cursor->low && cursor->id <= cursor->high
         && start >= cursor->earliest && start <= cursor->latest && thread_fits (cursor)
         && call_fits (cursor);
}

/* Asks for the columns of a call that is some places ahead: calls in the order of their
 * methods are far from each other. */
static void
prefetch (TvCallCursor *cursor)
{
  const guint place = cursor->place + AHEAD;
  const guint16 *methods;
  guint32 id;
  gsize call;

  if (place >= cursor->order->len)
    return;
  id = g_array_index (cursor->order, guint32, place);
  if (id < cursor->ahead_first || id - cursor->ahead_first >= cursor->ahead.n)
    {
      const guint32 thread = tv_trace_find_thread_of_call (cursor->source->trace, id);

      cursor->ahead = tv_trace_get_calls (cursor->source->trace, thread);
      cursor->ahead_first
          = (guint32) tv_trace_get_n_calls_before (cursor->source->trace, thread);
    }
  call = id - cursor->ahead_first;
  methods = tv_calls_get_narrow_methods (&cursor->ahead);
  tv_times_prefetch (&cursor->ahead.axis_start, call);
  tv_times_prefetch (&cursor->ahead.axis_end, call);
  /* Whether its neighbour is a child, for its own time. */
  __builtin_prefetch (&cursor->ahead.parent[call]);
  if (methods != NULL)
    __builtin_prefetch (&methods[call]);
}

/* Goes to the next call of a list, whose calls may not fit, or of an order, whose do.
 */
static void
go_on_in_order (TvCallCursor *cursor)
{
  while (cursor->place < cursor->order->len)
    {
      prefetch (cursor);
      go_to (cursor, g_array_index (cursor->order, guint32, cursor->place++));
      if (!cursor->is_listed || listed_call_fits (cursor))
        return;
    }
  cursor->at_end = TRUE;
}

void
tv_call_cursor_start (TvCallCursor *cursor)
{
  cursor->at_end = FALSE;
  cursor->place = 0;
  if (cursor->is_listed)
    go_on_in_order (cursor);
  else if (!enter_thread (cursor, MAX (cursor->low, 0)))
    cursor->at_end = TRUE;
  else
    seek (cursor, cursor->id);
}

void
tv_call_cursor_next (TvCallCursor *cursor)
{
  if (cursor->is_listed || cursor->place > 0)
    go_on_in_order (cursor);
  else
    seek (cursor, get_following (cursor));
}

/* Orders */

/* Goes to the first call of an order that was made. */
static void
start_in_order (TvCallCursor *cursor)
{
  cursor->at_end = FALSE;
  cursor->is_listed = FALSE;
  cursor->place = 0;
  go_on_in_order (cursor);
}

static guint32
get_bin (const TvCallCursor *cursor, const guint32 *ranks)
{
  const guint32 method = tv_calls_method (&cursor->calls, cursor->id - cursor->first);

  return ranks != NULL ? ranks[method] : method;
}

/* Puts the calls from the present one on in the order of their methods or of the names
 * of these, by counting: four bytes a call. */
void
tv_call_cursor_sort (TvCallCursor *cursor, gboolean by_name)
{
  const guint n = cursor->source->n_methods;
  const guint32 *ranks = by_name ? tv_query_source_get_ranks (cursor->source) : NULL;
  g_autofree guint32 *places = g_new0 (guint32, (gsize) n + 1);
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 *ids;

  for (; !cursor->at_end; tv_call_cursor_next (cursor))
    places[get_bin (cursor, ranks) + 1]++;
  for (guint i = 0; i < n; i++)
    places[i + 1] += places[i];
  g_array_set_size (sorted, places[n]);
  ids = (guint32 *) (gpointer) sorted->data;
  for (tv_call_cursor_start (cursor); !cursor->at_end; tv_call_cursor_next (cursor))
    ids[places[get_bin (cursor, ranks)]++] = cursor->id;
  g_array_unref (cursor->order);
  cursor->order = g_steal_pointer (&sorted);
  start_in_order (cursor);
}

typedef struct
{
  gint64 key;
  guint32 id;
} Choice;

/* Greater numbers first, then earlier calls. */
static int
compare_choices (gconstpointer a, gconstpointer b)
{
  const Choice *one = a;
  const Choice *other = b;

  if (one->key != other->key)
    return one->key > other->key ? -1 : 1;
  return one->id < other->id ? -1 : 1;
}

/* Sorts choices, and drops those after so many. */
static void
drop_worst (GArray *choices, gint64 count)
{
  g_array_sort (choices, compare_choices);
  if (count >= 0 && choices->len > count)
    g_array_set_size (choices, (guint) count);
}

/* Keeps the @count calls from the present one on with the greatest or the least numbers
 * in a column, and puts them in order. A negative @count is no limit. */
void
tv_call_cursor_choose (TvCallCursor *cursor, guint field, gboolean greatest,
                       gint64 count)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (Choice));
  gint64 worst = G_MININT64; /* what is wanted is better, once there are enough */
  gboolean is_full = FALSE;

  for (; !cursor->at_end && count != 0; tv_call_cursor_next (cursor))
    {
      Choice choice = { .id = cursor->id };

      if (!tv_call_cursor_get_number (cursor, field, &choice.key))
        choice.key = G_MININT64;
      /* Not the negative number: the least one has none. */
      choice.key = greatest ? choice.key : ~choice.key;
      if (is_full && choice.key <= worst)
        continue;
      g_array_append_val (chosen, choice);
      if (count < 0 || chosen->len / 2 < count)
        continue;
      drop_worst (chosen, count);
      worst = g_array_index (chosen, Choice, count - 1).key;
      is_full = TRUE;
    }
  drop_worst (chosen, count);
  g_array_set_size (cursor->order, 0);
  for (guint i = 0; i < chosen->len; i++)
    g_array_append_val (cursor->order, g_array_index (chosen, Choice, i).id);
  start_in_order (cursor);
}
