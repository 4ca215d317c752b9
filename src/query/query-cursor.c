/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-cursor.h"

#include "analysis/sums/call-bounds.h"
#include "query/query-flame.h"

#include <string.h>

/* The most calls to choose at a time. */
#define MAX_TO_CHOOSE (1u << 22)

/* Calls that are visited between two checks whether the script has to stop. */
#define CALLS_BETWEEN_LOOKS (1u << 16)

/* In a column of times: none. */
#define NO_TIME G_MININT64

sqlite3_vtab_cursor *
tv_query_cursor_new (TvQuerySource *source)
{
  TvQueryCursor *cursor = g_new0 (TvQueryCursor, 1);

  cursor->source = source;
  cursor->thread = TV_THREAD_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (cursor->checks); i++)
    {
      cursor->checks[i] = g_array_new (FALSE, FALSE, sizeof (TvColumnCheck));
      g_array_set_clear_func (cursor->checks[i], tv_column_check_clear);
    }
  cursor->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  cursor->ends = g_array_new (FALSE, TRUE, sizeof (guint32));
  cursor->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  cursor->hashes = g_array_new (FALSE, FALSE, sizeof (gint64));
  tv_query_cursor_reset (cursor);
  return &cursor->base;
}

void
tv_query_cursor_free (TvQueryCursor *cursor)
{
  tv_query_cursor_reset (cursor);
  if (cursor->source->sorted == cursor)
    cursor->source->sorted = NULL;
  g_array_unref (cursor->checks[0]);
  g_array_unref (cursor->checks[1]);
  g_array_unref (cursor->order);
  g_array_unref (cursor->ends);
  g_array_unref (cursor->stack);
  g_array_unref (cursor->hashes);
  g_clear_pointer (&cursor->flame, tv_query_flame_unref);
  g_free (cursor);
}

/* Threads */

static void
load_thread (TvQueryCursor *cursor, guint32 thread)
{
  if (thread == cursor->thread)
    return;
  cursor->thread = thread;
  cursor->first = (guint32) tv_trace_get_n_calls_before (cursor->source->trace, thread);
  cursor->calls = tv_trace_get_calls (cursor->source->trace, thread);
  g_array_set_size (cursor->stack, 0);
  g_array_set_size (cursor->hashes, 0);
}

static gboolean
is_in_thread (const TvQueryCursor *cursor, guint32 id)
{
  return cursor->thread != TV_THREAD_NONE && id >= cursor->first
         && id - cursor->first < cursor->calls.n;
}

static void
go_to (TvQueryCursor *cursor, guint32 id)
{
  if (!is_in_thread (cursor, id))
    load_thread (cursor, tv_trace_find_thread_of_call (cursor->source->trace, id));
  cursor->id = id;
}

/* Returns the first call after the call and its descendants. */
static gint64
find_subtree_end (const TvQueryCursor *cursor)
{
  return cursor->first
         + (gint64) tv_calls_subtree_end (&cursor->calls, cursor->id - cursor->first);
}

/* Returns the first call of the thread that starts at a time or later. */
static gint64
find_start (const TvQueryCursor *cursor, gint64 time)
{
  return cursor->first
         + (gint64) tv_calls_lower_bound (&cursor->calls, 0, cursor->calls.n, time);
}

/* Conditions */

static void
drop_order (TvQueryCursor *cursor)
{
  for (guint i = 0; i < TV_QUERY_N_TIMES; i++)
    g_clear_pointer (&cursor->gathered[i], g_free);
  g_array_set_size (cursor->order, 0);
  g_array_set_size (cursor->ends, 0);
  cursor->source->guard->held -= cursor->held;
  cursor->held = 0;
  cursor->place = cursor->n_sorted = cursor->rank = 0;
}

void
tv_query_cursor_reset (TvQueryCursor *cursor)
{
  g_array_set_size (cursor->checks[0], 0);
  g_array_set_size (cursor->checks[1], 0);
  if (cursor->is_in_order || cursor->ranks != NULL)
    drop_order (cursor);
  g_clear_pointer (&cursor->error, g_free);
  g_clear_pointer (&cursor->merge, tv_time_merge_free);
  cursor->ranks = NULL;
  cursor->is_by_thread = FALSE;
  cursor->at_end = FALSE;
  cursor->is_in_order = FALSE;
  cursor->is_list = FALSE;
  cursor->is_one_call = FALSE;
  cursor->n_to_choose = 0;
  cursor->low = 0;
  cursor->high = (gint64) cursor->source->n_calls - 1;
  cursor->earliest = G_MININT64;
  cursor->latest = G_MAXINT64;
  cursor->parent = TV_CALL_NONE;
}

/* Limits the cursor to the direct callees of a call. They are found without visiting
 * the calls below them. */
static void
limit_to_children (TvQueryCursor *cursor, guint32 parent)
{
  go_to (cursor, parent);
  cursor->parent = parent;
  cursor->low = MAX (cursor->low, (gint64) parent + 1);
  cursor->high = MIN (cursor->high, find_subtree_end (cursor) - 1);
}

/* Adds a condition. A text is checked at the first call of its method or thread. */
void
tv_query_cursor_add_check (TvQueryCursor *cursor, TvQueryField field, guint op,
                           sqlite3_value *value)
{
  const gboolean is_of_thread = tv_query_field_is_of_thread (field);
  TvColumnCheck check;
  guint n_texts = 0;

  if (tv_query_field_is_text (field))
    n_texts
        = 1 + (is_of_thread ? cursor->source->n_threads : cursor->source->n_methods);
  tv_column_check_init (&check, field, op, value, n_texts, &cursor->error);
  if (field == TV_FIELD_ID)
    {
      cursor->low = MAX (cursor->low, check.low);
      cursor->high = MIN (cursor->high, check.high);
    }
  else if (field == TV_FIELD_TS)
    {
      cursor->earliest = MAX (cursor->earliest,
                              tv_query_source_find_time (cursor->source, check.low));
      cursor->latest = MIN (cursor->latest,
                            tv_query_source_find_time (cursor->source, check.high));
    }
  else
    g_array_append_val (cursor->checks[is_of_thread], check);
  if (field == TV_FIELD_PARENT_ID && !check.is_null && check.low == check.high
      && check.low >= 0 && check.low < cursor->source->n_calls)
    limit_to_children (cursor, (guint32) check.low);
}

void
tv_query_cursor_list_ancestors (TvQueryCursor *cursor, guint32 id, gboolean with_self)
{
  go_to (cursor, id);
  cursor->parameter = id;
  tv_query_cursor_find_stack (cursor);
  for (guint i = 0; i + !with_self < cursor->stack->len; i++)
    {
      const guint32 ancestor
          = cursor->first + g_array_index (cursor->stack, guint32, i);

      g_array_append_val (cursor->order, ancestor);
    }
  cursor->is_in_order = TRUE;
  cursor->is_list = TRUE;
}

void
tv_query_cursor_list_descendants (TvQueryCursor *cursor, guint32 id, gboolean with_self)
{
  go_to (cursor, id);
  cursor->parameter = id;
  cursor->low = MAX (cursor->low, (gint64) id + !with_self);
  cursor->high = MIN (cursor->high, find_subtree_end (cursor) - 1);
}

/* Iteration */

static gboolean
is_stopped (const TvQueryCursor *cursor)
{
  return cursor->source->guard->stop != TV_QUERY_NOT_STOPPED
         || g_cancellable_is_cancelled (cursor->source->guard->work);
}

/* Returns the method or the thread whose text a field is. */
static guint32
get_text_index (const TvQueryCursor *cursor, TvQueryField field)
{
  return tv_query_field_is_of_thread (field)
             ? cursor->thread
             : tv_calls_method (&cursor->calls, cursor->id - cursor->first);
}

/* Whether the text of a method or thread meets a condition. */
static gboolean
text_fits (TvQueryCursor *cursor, const TvColumnCheck *check)
{
  const guint32 index = get_text_index (cursor, check->field);

  if (G_UNLIKELY (check->fits[index] == TV_CHECK_UNKNOWN))
    check->fits[index] = tv_column_check_text (
        check, cursor->source->guard,
        tv_query_source_get_text (cursor->source, index, check->field), &cursor->error);
  if (G_UNLIKELY (cursor->error != NULL || is_stopped (cursor)))
    cursor->high = cursor->end = 0;
  return check->fits[index] == TV_CHECK_FITS;
}

/* Whether the call, or only its thread, meets all conditions. */
static inline gboolean
fits (TvQueryCursor *cursor, gboolean is_of_thread)
{
  const GArray *checks = cursor->checks[is_of_thread];

  for (guint i = 0; i < checks->len; i++)
    {
      const TvColumnCheck *check = &g_array_index (checks, TvColumnCheck, i);
      gint64 number = 0;
      gboolean good;

      if (check->fits != NULL)
        good = text_fits (cursor, check);
      else
        {
          const gboolean exists
              = tv_query_cursor_read_number (cursor, check->field, &number);

          good = tv_column_check_number (check, exists, number);
        }
      if (!good)
        return FALSE;
    }
  return TRUE;
}

/* Enters the thread of a call, or the next thread with a call that may match. */
static gboolean
enter_thread (TvQueryCursor *cursor, gint64 id)
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
      if (!tv_query_cursor_has_kind (cursor, thread) || !fits (cursor, TRUE))
        continue;
      end = cursor->latest < G_MAXINT64 ? find_start (cursor, cursor->latest + 1)
                                        : cursor->first + (gint64) cursor->calls.n;
      end = MIN (end, cursor->high + 1);
      id = MAX (id, cursor->earliest > G_MININT64
                        ? find_start (cursor, cursor->earliest)
                        : cursor->first);
      if (id >= end)
        continue;
      cursor->id = (guint32) id;
      cursor->end = (guint32) end;
      return TRUE;
    }
  return FALSE;
}

static gint64
get_following (const TvQueryCursor *cursor)
{
  return cursor->parent == TV_CALL_NONE ? (gint64) cursor->id + 1
                                        : find_subtree_end (cursor);
}

/* Seeks the first match in the entered thread, from a call on. */
static void
seek (TvQueryCursor *cursor, gint64 id)
{
  const gboolean fits_always = cursor->checks[0]->len == 0;

  for (;;)
    {
      for (; id < cursor->end; id = get_following (cursor))
        {
          cursor->id = (guint32) id;
          if (cursor->id % CALLS_BETWEEN_LOOKS == 0 && is_stopped (cursor))
            cursor->high = cursor->end = 0;
          else if (fits_always || fits (cursor, FALSE))
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

/* Moves to the next match, which is mostly the next call. */
static inline void
advance (TvQueryCursor *cursor)
{
  if (cursor->checks[0]->len == 0 && cursor->parent == TV_CALL_NONE
      && cursor->id + 1 < cursor->end && (cursor->id + 1) % CALLS_BETWEEN_LOOKS != 0)
    cursor->id++;
  else
    seek (cursor, get_following (cursor));
}

static gboolean
listed_call_fits (TvQueryCursor *cursor)
{
  const gint64 start
      = tv_times_get (&cursor->calls.axis_start, cursor->id - cursor->first);

  return cursor->id >= cursor->low && cursor->id <= cursor->high
         && start >= cursor->earliest && start <= cursor->latest && fits (cursor, TRUE)
         && fits (cursor, FALSE);
}

static void choose_next (TvQueryCursor *cursor);
static gboolean sort_next_thread (TvQueryCursor *cursor);

/* Moves to the next call in the order of methods. Its id is found later. */
static void
advance_by_rank (TvQueryCursor *cursor)
{
  while (cursor->place == cursor->n_sorted)
    if (!cursor->is_by_thread || !sort_next_thread (cursor))
      {
        cursor->at_end = TRUE;
        return;
      }
  while (cursor->place == g_array_index (cursor->ends, guint32, cursor->rank))
    cursor->rank++;
  cursor->place++;
}

/* Moves to the next call of a list, which may not match, or to the next chosen call. */
static void
advance_in_order (TvQueryCursor *cursor)
{
  if (cursor->place == cursor->order->len && cursor->n_to_choose > 0)
    choose_next (cursor);
  while (cursor->place < cursor->order->len)
    {
      go_to (cursor, g_array_index (cursor->order, guint32, cursor->place++));
      if (!cursor->is_list || listed_call_fits (cursor))
        return;
    }
  cursor->at_end = TRUE;
}

static void
start_walk (TvQueryCursor *cursor)
{
  cursor->at_end = FALSE;
  if (!enter_thread (cursor, MAX (cursor->low, 0)))
    cursor->at_end = TRUE;
  else
    seek (cursor, cursor->id);
}

/* Limits a cursor without conditions to one call. A join does so for each of its rows.
 */
void
tv_query_cursor_start_at (TvQueryCursor *cursor, gint64 id)
{
  cursor->at_end = id < 0 || id >= cursor->source->n_calls;
  if (cursor->at_end)
    return;
  cursor->id = (guint32) id;
  cursor->is_one_call = TRUE;
  if (cursor->kinds != 0)
    {
      go_to (cursor, cursor->id);
      cursor->at_end = !tv_query_cursor_has_kind (cursor, cursor->thread);
    }
}

void
tv_query_cursor_start (TvQueryCursor *cursor)
{
  if (cursor->is_in_order)
    advance_in_order (cursor);
  else
    start_walk (cursor);
}

/* Moves to the next match in the order of times. */
static void
advance_by_time (TvQueryCursor *cursor)
{
  TvQueryPlace place;

  while (cursor->error == NULL && tv_time_merge_next (cursor->merge, &place))
    {
      load_thread (cursor, place.column);
      cursor->id = cursor->first + place.row;
      if (++cursor->place % CALLS_BETWEEN_LOOKS == 0 && is_stopped (cursor))
        break;
      if (fits (cursor, FALSE))
        return;
    }
  cursor->at_end = TRUE;
}

void
tv_query_cursor_start_by_time (TvQueryCursor *cursor)
{
  cursor->merge = tv_time_merge_new ();
  for (gint64 id = MAX (cursor->low, 0); enter_thread (cursor, id); id = cursor->end)
    tv_time_merge_add (cursor->merge, &cursor->calls.axis_start,
                       cursor->id - cursor->first, cursor->end - cursor->first,
                       cursor->thread,
                       tv_trace_get_appearance (cursor->source->trace, cursor->thread));
  advance_by_time (cursor);
}

/* Appends a call with its callers or its descendants, without those that are listed
 * already. The callers up to the last listed call are listed: they also called that
 * one. */
static void
append_relatives (TvQueryCursor *cursor, TvQueryCursor *at, gboolean goes_up)
{
  GArray *ids = cursor->order;
  const guint32 next
      = ids->len > 0 ? g_array_index (ids, guint32, ids->len - 1) + 1 : 0;
  const gint64 end = goes_up ? 0 : find_subtree_end (at);

  tv_query_cursor_find_stack (at);
  for (guint i = 0; goes_up && i < at->stack->len; i++)
    {
      const guint32 id = at->first + g_array_index (at->stack, guint32, i);

      if (id >= next)
        g_array_append_val (ids, id);
    }
  for (guint32 id = MAX (at->id, next); id < end; id++)
    g_array_append_val (ids, id);
}

/* Lists the calls with a stack, and their callers or descendants. */
void
tv_query_cursor_list_stack (TvQueryCursor *cursor, sqlite3_value *stack,
                            gboolean goes_up)
{
  g_autoptr (TvQueryCursor) at = (TvQueryCursor *) tv_query_cursor_new (cursor->source);
  TvQueryGuard *guard = cursor->source->guard;

  cursor->parameter = sqlite3_value_int64 (stack);
  tv_query_cursor_reset (at);
  tv_query_cursor_add_check (at, TV_FIELD_STACK_ID, SQLITE_INDEX_CONSTRAINT_EQ, stack);
  for (start_walk (at); !at->at_end; advance (at))
    {
      const guint n_before = cursor->order->len;
      gint64 size;

      append_relatives (cursor, at, goes_up);
      size = (gint64) (cursor->order->len - n_before) * (gint64) sizeof (guint32);
      if (!tv_query_guard_demand (guard, size))
        break;
      cursor->held += size;
    }
  cursor->is_in_order = TRUE;
  cursor->is_list = TRUE;
}

/* Orders */

static guint32
get_rank (const TvQueryCursor *cursor)
{
  const guint32 call = cursor->id - cursor->first;
  const guint32 rank = cursor->ranks[tv_calls_method (&cursor->calls, call)];

  return cursor->is_descending ? cursor->ends->len - 1 - rank : rank;
}

/* Visits the matching calls, and writes the id of each, or a number, to its place in
 * the order. */
static void
write_in_order (TvQueryCursor *cursor, guint32 *ids, TvQueryField field,
                gint64 *numbers)
{
  guint32 *places = (guint32 *) (gpointer) cursor->ends->data;

  if (numbers != NULL && (field - TV_FIELD_TS) % 4 == 3)
    (void) tv_query_source_get_self_times (cursor->source, field, cursor->n_sorted);
  /* Each rank starts where the previous one ends. */
  memmove (places + 1, places, (cursor->ends->len - 1) * sizeof *places);
  places[0] = 0;
  for (start_walk (cursor); !cursor->at_end; advance (cursor))
    {
      const guint32 place = places[get_rank (cursor)]++;

      if (ids != NULL)
        ids[place] = cursor->id;
      else if (!tv_query_cursor_read_time (cursor, field, &numbers[place]))
        numbers[place] = NO_TIME;
    }
  cursor->at_end = FALSE;
}

/* Counts the matching calls of each rank. */
static void
sort_by_rank (TvQueryCursor *cursor)
{
  drop_order (cursor);
  g_array_set_size (cursor->ends, MAX (cursor->source->n_methods, 1));
  for (start_walk (cursor); !cursor->at_end; advance (cursor))
    g_array_index (cursor->ends, guint32, get_rank (cursor))++;
  cursor->at_end = FALSE;
  for (guint i = 0; i < cursor->ends->len; i++)
    cursor->n_sorted = g_array_index (cursor->ends, guint32, i) += cursor->n_sorted;
}

/* Finds the id of the call at the present place of the order. Stops the statement if
 * there is no memory for the order. */
static gboolean
find_id (TvQueryCursor *cursor, guint32 *id)
{
  const gint64 size = (gint64) cursor->n_sorted * (gint64) sizeof (guint32);

  if (cursor->order->len == 0)
    {
      if (!tv_query_guard_demand (cursor->source->guard, size))
        return FALSE;
      cursor->held += size;
      g_array_set_size (cursor->order, cursor->n_sorted);
      write_in_order (cursor, (guint32 *) (gpointer) cursor->order->data, TV_FIELD_ID,
                      NULL);
    }
  *id = g_array_index (cursor->order, guint32, cursor->place - 1);
  cursor->source->sorted = cursor;
  return TRUE;
}

/* Goes to the call, in whose thread the cursor may not be yet. */
static gboolean
locate (TvQueryCursor *cursor)
{
  guint32 id = cursor->id;

  if (cursor->ranks != NULL && !find_id (cursor, &id))
    return FALSE;
  if (cursor->ranks != NULL || cursor->is_one_call)
    go_to (cursor, id);
  return TRUE;
}

/* Sorts the calls of the next thread. Returns whether there is one. */
static gboolean
sort_next_thread (TvQueryCursor *cursor)
{
  if (cursor->error != NULL)
    return FALSE;
  cursor->low = cursor->high + 1;
  cursor->high = cursor->last;
  if (!enter_thread (cursor, MAX (cursor->low, 0)))
    return FALSE;
  cursor->high = MIN (cursor->last, cursor->first + (gint64) cursor->calls.n - 1);
  sort_by_rank (cursor);
  return TRUE;
}

/* Sorts the matching calls by a column of their methods, within each thread or over all
 * threads. */
void
tv_query_cursor_sort (TvQueryCursor *cursor, TvQueryField field, gboolean by_thread)
{
  cursor->sorted_by = field;
  cursor->ranks = tv_query_source_get_ranks (cursor->source, field);
  cursor->is_by_thread = by_thread;
  cursor->last = cursor->high;
  if (by_thread)
    cursor->high = cursor->low - 1;
  else
    sort_by_rank (cursor);
  advance_by_rank (cursor);
}

void
tv_query_cursor_next (TvQueryCursor *cursor)
{
  if (cursor->is_one_call)
    cursor->at_end = TRUE;
  else if (cursor->merge != NULL)
    advance_by_time (cursor);
  else if (cursor->ranks != NULL)
    advance_by_rank (cursor);
  else if (cursor->is_in_order)
    advance_in_order (cursor);
  else
    advance (cursor);
}

/* Whether all calls of the present group have the same value in a column. */
static gboolean
is_of_group (const TvQueryCursor *cursor, TvQueryField field)
{
  return cursor->ranks != NULL
         && tv_query_field_is_of_method (field, cursor->source->has_slices)
         && (cursor->sorted_by == field || cursor->sorted_by == TV_FIELD_METHOD_ID);
}

/* Returns one method of the present group. */
static guint32
get_method_of_group (const TvQueryCursor *cursor)
{
  const guint rank
      = cursor->is_descending ? cursor->ends->len - 1 - cursor->rank : cursor->rank;

  return tv_query_source_get_method_of_rank (cursor->source, cursor->sorted_by, rank);
}

/* Returns a column of times in the order of the calls, or NULL if there is no memory
 * for it or no such clock. Looking the times up one by one would jump through memory.
 */
static const gint64 *
gather (TvQueryCursor *cursor, TvQueryField field)
{
  gint64 **numbers = &cursor->gathered[field - TV_FIELD_TS];
  const gint64 size = (gint64) cursor->n_sorted * (gint64) sizeof (gint64);
  TvQueryGuard *guard = cursor->source->guard;
  const TvTimes *start;
  const TvTimes *end;

  /* Leave some memory to SQLite. */
  if (*numbers != NULL
      || !tv_query_field_find_times (field, &cursor->calls, &start, &end)
      || size > tv_query_guard_get_room (guard) / 2
      || !tv_query_guard_take (guard, size))
    return *numbers;
  cursor->held += size;
  *numbers = g_new (gint64, cursor->n_sorted);
  write_in_order (cursor, NULL, field, *numbers);
  return *numbers;
}

/* Returns the cursor that has the call of @cursor in the order of methods, if any: one
 * that is joined with it. */
static TvQueryCursor *
find_sorted (TvQueryCursor *cursor)
{
  TvQueryCursor *other = cursor->ranks != NULL ? cursor : cursor->source->sorted;

  return other == cursor
                 || (other != NULL && other->ranks != NULL && !other->at_end
                     && other->order->len > 0
                     && g_array_index (other->order, guint32, other->place - 1)
                            == cursor->id)
             ? other
             : NULL;
}

/* Gets a column that is a number. Returns FALSE if it is NULL. */
gboolean
tv_query_cursor_get_number (TvQueryCursor *cursor, TvQueryField field, gint64 *number)
{
  TvQueryCursor *sorted;
  const gint64 *numbers;

  if (is_of_group (cursor, field))
    return tv_query_source_get_method_number (
        cursor->source, get_method_of_group (cursor), field, number);
  if (field == TV_FIELD_ID && cursor->ranks != NULL)
    {
      guint32 id = 0;
      const gboolean is_found = find_id (cursor, &id);

      *number = id;
      return is_found;
    }
  if (field < TV_FIELD_TS || field > TV_FIELD_WALL_SELF
      || (sorted = find_sorted (cursor)) == NULL
      || (numbers = gather (sorted, field)) == NULL)
    return locate (cursor) && tv_query_cursor_read_number (cursor, field, number);
  *number = numbers[sorted->place - 1];
  return *number != NO_TIME;
}

/* Gets a column that is a text, or NULL. The text lives as long as the trace. */
const char *
tv_query_cursor_get_text (TvQueryCursor *cursor, TvQueryField field)
{
  guint32 index;

  if (is_of_group (cursor, field))
    index = get_method_of_group (cursor);
  else if (locate (cursor))
    index = get_text_index (cursor, field);
  else
    return NULL;
  return tv_query_source_get_text (cursor->source, index, field);
}

static TvCallChoice
get_choice (TvQueryCursor *cursor)
{
  TvCallChoice choice = { .id = cursor->id };

  if (!tv_query_cursor_get_number (cursor, cursor->chosen_by, &choice.key))
    choice.key = G_MININT64;
  /* The complement, since the least number has no negative. */
  if (!cursor->is_descending)
    choice.key = ~choice.key;
  return choice;
}

/* Finds the best calls after those that were chosen before, and sorts them. */
static GArray *
find_best (TvQueryCursor *cursor, guint n)
{
  GArray *best = g_array_new (FALSE, FALSE, sizeof (TvCallChoice));
  gint64 worst = G_MININT64; /* the key that a further choice must exceed */
  gboolean is_full = FALSE;

  for (start_walk (cursor); !cursor->at_end; advance (cursor))
    {
      const TvCallChoice choice = get_choice (cursor);

      if ((is_full && choice.key <= worst)
          || (cursor->place > 0
              && tv_call_choice_compare (&choice, &cursor->last_choice) <= 0))
        continue;
      g_array_append_val (best, choice);
      if (best->len / 2 < n)
        continue;
      tv_call_choices_drop_worst (best, n);
      worst = g_array_index (best, TvCallChoice, n - 1).key;
      is_full = TRUE;
    }
  tv_call_choices_drop_worst (best, n);
  cursor->at_end = FALSE;
  return best;
}

/* Chooses the next calls, eight times as many as the last time: SQLite may reject calls
 * by conditions that the cursor does not know. */
static void
choose_next (TvQueryCursor *cursor)
{
  TvQueryGuard *guard = cursor->source->guard;
  const gint64 room = tv_query_guard_get_room (guard) / (4 * sizeof (TvCallChoice));
  g_autoptr (GArray) best = NULL;

  if (room <= 0)
    tv_query_guard_stop (guard, TV_QUERY_OUT_OF_MEMORY);
  if (g_cancellable_is_cancelled (guard->work))
    return;
  best = find_best (cursor, (guint) MIN (room, cursor->n_to_choose));
  cursor->place = 0;
  g_array_set_size (cursor->order, 0);
  for (guint i = 0; i < best->len; i++)
    g_array_append_val (cursor->order, g_array_index (best, TvCallChoice, i).id);
  if (best->len > 0)
    cursor->last_choice = g_array_index (best, TvCallChoice, best->len - 1);
  cursor->n_to_choose = MIN (cursor->n_to_choose * 8, MAX_TO_CHOOSE);
}

/* Sorts the matching calls by a column. Only the first @limit are needed, or all if it
 * is negative. */
void
tv_query_cursor_choose (TvQueryCursor *cursor, TvQueryField field, gint64 limit)
{
  cursor->is_in_order = TRUE;
  cursor->chosen_by = field;
  cursor->n_to_choose
      = limit < 0 ? MAX_TO_CHOOSE : (guint) CLAMP (limit, 1, MAX_TO_CHOOSE);
  advance_in_order (cursor);
}
