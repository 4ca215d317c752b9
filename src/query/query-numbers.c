/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/call-bounds.h"
#include "query/query-cursor.h"

/* The numbers of the call that a cursor is at, straight from the columns of the model.
 */

/* Finds the stack of the call, from that of the call before: neighbours in order of
 * entry share most of it. */
void
tv_query_cursor_find_stack (TvQueryCursor *cursor)
{
  GArray *stack = cursor->stack;
  const guint32 call = cursor->id - cursor->first;
  const guint32 parent = cursor->calls.parent[call];
  guint32 *calls = (guint32 *) (gpointer) stack->data;

  if (stack->len > 0 && calls[stack->len - 1] == call)
    return;
  while (stack->len > 0 && (parent == TV_CALL_NONE || calls[stack->len - 1] > parent))
    stack->len--;
  g_array_set_size (cursor->hashes, MIN (cursor->hashes->len, stack->len));
  if (parent != TV_CALL_NONE && (stack->len == 0 || calls[stack->len - 1] != parent))
    {
      guint n = 0;

      g_array_set_size (cursor->hashes, 0);
      for (guint32 at = parent; at != TV_CALL_NONE; at = cursor->calls.parent[at])
        n++;
      g_array_set_size (stack, n);
      for (guint32 at = parent; n > 0; at = cursor->calls.parent[at])
        g_array_index (stack, guint32, --n) = at;
    }
  g_array_append_val (stack, call);
}

static gint64
get_duration (const TvTimes *start, const TvTimes *end, gsize call)
{
  return tv_times_get (end, call) - tv_times_get (start, call);
}

/* Returns the own time of a call: its time without its callees. */
static gint64
get_self (const TvQueryCursor *cursor, const TvTimes *start, const TvTimes *end)
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

/* Gets a time on the axis, or on a clock that the file or the call may lack. */
gboolean
tv_query_cursor_read_time (const TvQueryCursor *cursor, TvQueryField field,
                           gint64 *number)
{
  const gsize call = cursor->id - cursor->first;
  const gboolean is_on_cpu = field >= TV_FIELD_CPU_START && field <= TV_FIELD_CPU_SELF;
  const gint64 origin = is_on_cpu ? 0 : cursor->source->origin;
  const gint64 *self_times;
  const TvTimes *start;
  const TvTimes *end;

  if (!tv_query_field_find_times (field, &cursor->calls, &start, &end)
      || (is_on_cpu && (cursor->calls.flags[call] & TV_CALL_NO_CPU_TIME)))
    return FALSE;
  switch ((field - TV_FIELD_TS) % 4)
    {
    case 0:
      *number = origin + tv_times_get (start, call);
      break;
    case 1:
      *number = origin + tv_times_get (end, call);
      break;
    case 2:
      /* Perfetto's slices have no length as long as they are open. */
      *number = cursor->source->has_slices
                        && (cursor->calls.flags[call] & TV_CALL_STILL_OPEN)
                    ? -1
                    : get_duration (start, end, call);
      break;
    default:
      self_times = tv_query_source_get_self_times (cursor->source, field, 1);
      *number
          = self_times != NULL ? self_times[cursor->id] : get_self (cursor, start, end);
    }
  return TRUE;
}

static gboolean
get_parent (const TvQueryCursor *cursor, gint64 *number)
{
  const guint32 parent = cursor->calls.parent[cursor->id - cursor->first];

  *number = (gint64) cursor->first + parent;
  return parent != TV_CALL_NONE;
}

/* Returns a hash of the names on the stack without the last @left_out, or 0 if none is
 * left. */
static gint64
hash_stack (TvQueryCursor *cursor, guint left_out)
{
  GArray *hashes = cursor->hashes;

  tv_query_cursor_find_stack (cursor);
  for (guint i = hashes->len; i < cursor->stack->len; i++)
    {
      const guint32 call = g_array_index (cursor->stack, guint32, i);
      const char *name = tv_query_source_get_name (
          cursor->source, tv_calls_method (&cursor->calls, call));
      guint64 hash = i > 0 ? g_array_index (hashes, guint64, i - 1) : 0;

      hash = (hash ^ g_str_hash (name)) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) + 1;
      hash ^= hash >> 29;
      g_array_append_val (hashes, hash);
    }
  return hashes->len > left_out
             ? (gint64) g_array_index (hashes, guint64, hashes->len - 1 - left_out)
             : 0;
}

gboolean
tv_query_cursor_read_number (TvQueryCursor *cursor, TvQueryField field, gint64 *number)
{
  const TvCalls *calls = &cursor->calls;
  const gsize call = cursor->id - cursor->first;

  if (field == TV_FIELD_ID)
    {
      *number = cursor->id;
      return TRUE;
    }
  if (field >= TV_FIELD_TS && field <= TV_FIELD_WALL_SELF)
    return tv_query_cursor_read_time (cursor, field, number);
  if (tv_query_field_is_of_thread (field))
    return tv_query_source_get_thread_number (cursor->source, cursor->thread, field,
                                              number);
  if (tv_query_field_is_of_method (field, cursor->source->has_slices))
    return tv_query_source_get_method_number (
        cursor->source, tv_calls_method (calls, call), field, number);
  if (field == TV_FIELD_PARENT_ID)
    return get_parent (cursor, number);
  if (field == TV_FIELD_ARG_SET_ID)
    return tv_query_source_get_call_args (cursor->source, cursor->thread, call, number);
  if (field == TV_FIELD_NUMBER)
    *number = (gint64) call;
  else if (field >= TV_FIELD_IS_PRE_OPEN && field <= TV_FIELD_IS_RECURSIVE)
    *number = calls->flags[call] >> (field - TV_FIELD_IS_PRE_OPEN) & 1;
  else if (field == TV_FIELD_START_ID)
    *number = cursor->parameter;
  else if (field == TV_FIELD_STACK_ID || field == TV_FIELD_PARENT_STACK_ID)
    *number = hash_stack (cursor, field == TV_FIELD_PARENT_STACK_ID);
  else if (field == TV_FIELD_DEPTH)
    {
      tv_query_cursor_find_stack (cursor);
      *number = (gint64) cursor->stack->len - 1;
    }
  else
    return FALSE;
  return TRUE;
}
