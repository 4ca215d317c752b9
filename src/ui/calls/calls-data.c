/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/calls-data.h"

#include "analysis/sums/ranking.h"
#include "trace/transform/transform.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Listing and sorting calls takes up to 100 bytes for each. */
#define MAX_LISTED 10000000

/* Data */

static void
free_data (gpointer pointer)
{
  TvCallsData *data = pointer;

  tv_call_sample_free (data->grouped);
  tv_call_groups_free (data->groups);
  tv_call_sample_free (data->sample);
  tv_method_calls_free (data->calls);
  tv_profile_unref (data->question.profile);
  g_free (data->members);
}

TvCallsData *
tv_calls_data_ref (TvCallsData *data)
{
  return g_atomic_rc_box_acquire (data);
}

void
tv_calls_data_unref (TvCallsData *data)
{
  g_atomic_rc_box_release_full (data, free_data);
}

static TvMethodSet *
new_single (TvTrace *trace, guint32 method)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  words[method / 64] = G_GUINT64_CONSTANT (1) << method % 64;
  return tv_method_set_new (words, n);
}

static void
find_members (TvCallsData *data)
{
  const guint n = tv_method_calls_get_n (data->calls);

  data->members = g_new0 (guint32, MAX (data->groups->n, 1));
  for (guint i = n; i > 0; i--)
    data->members[data->groups->group[i - 1]] = i - 1;
}

static gboolean
fill_data (TvCallsData *data, GCancellable *cancellable, GError **error)
{
  const TvCallsQuestion *question = &data->question;
  TvTrace *trace = tv_profile_get_trace (question->profile);
  g_autoptr (TvMethodSet) methods = new_single (trace, question->method);

  data->calls = tv_method_calls_new (trace, tv_profile_get_range (question->profile),
                                     methods, cancellable, error);
  if (data->calls == NULL)
    return FALSE;
  data->sample = tv_call_sample_new (data->calls, question->number, question->clock);
  if (question->grouping == TV_CALL_GROUPING_NONE)
    return TRUE;
  data->groups
      = tv_call_groups_new (data->calls, question->grouping, cancellable, error);
  if (data->groups == NULL)
    return FALSE;
  data->grouped = tv_call_sample_new_grouped (data->sample, data->groups);
  find_members (data);
  return TRUE;
}

/* Returns NULL with @error set if it was cancelled or there are too many calls. */
TvCallsData *
tv_calls_data_new (const TvCallsQuestion *question, GCancellable *cancellable,
                   GError **error)
{
  const TvMethodTotals *totals
      = tv_profile_get_totals (question->profile, question->method);
  const guint64 n = totals->calls + totals->recursive_calls;
  g_autoptr (TvCallsData) data = NULL;

  if (n > MAX_LISTED)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   _ ("%'" PRIu64 " calls are too many to list. Restrict the tables to "
                      "a range or to fewer threads."),
                   n);
      return NULL;
    }
  data = g_atomic_rc_box_new0 (TvCallsData);
  data->question = *question;
  tv_profile_ref (question->profile);
  return fill_data (data, cancellable, error) ? g_steal_pointer (&data) : NULL;
}

/* Returns a call as it is in the trace of the timeline, which knows no transforms. */
TvCallRef
tv_calls_data_get_original (const TvCallsData *data, guint call)
{
  TvMethodCall found;

  tv_method_calls_get (data->calls, call, &found);
  found.ref.call = tv_trace_get_original_call (tv_method_calls_get_trace (data->calls),
                                               found.ref.thread, found.ref.call);
  return found.ref;
}

/* Returns the number of a call of the timeline, G_MAXUINT if it is none of these. */
guint
tv_calls_data_find_original (const TvCallsData *data, TvCallRef call)
{
  TvCallRef ref = call;
  guint found;

  if (call.thread == TV_THREAD_NONE)
    return G_MAXUINT;
  ref.call = tv_trace_find_transformed_call (tv_method_calls_get_trace (data->calls),
                                             call.thread, call.call);
  /* A call that a transform dropped is not the one after it. */
  return tv_method_calls_find (data->calls, ref, &found)
                 && tv_calls_data_get_original (data, found).call == call.call
             ? found
             : G_MAXUINT;
}

/* Spans */

gboolean
tv_calls_span_equal (const TvCallsSpan *a, const TvCallsSpan *b)
{
  return a->low == b->low && a->high == b->high;
}

gboolean
tv_calls_span_is_all (const TvCallsSpan *span)
{
  return tv_calls_span_equal (span, &TV_CALLS_ALL);
}

/* Orders */

static void
free_order (gpointer pointer)
{
  TvCallsOrder *order = pointer;

  g_free (order->order);
  g_clear_pointer (&order->groups, g_array_unref);
  g_clear_pointer (&order->kept, tv_method_set_unref);
  tv_calls_data_unref (order->data);
}

TvCallsOrder *
tv_calls_order_ref (TvCallsOrder *order)
{
  return g_atomic_rc_box_acquire (order);
}

void
tv_calls_order_unref (TvCallsOrder *order)
{
  g_atomic_rc_box_release_full (order, free_order);
}

static gint64
get_number (const TvCallsData *data, guint32 call, TvCallNumber number)
{
  return tv_method_calls_get_number (data->calls, call, number, data->question.clock);
}

static TvCallNumber
get_sort_number (TvCallsSort sort, TvCallGrouping grouping)
{
  switch (sort)
    {
    case TV_CALLS_SORT_THREAD:
      return TV_CALL_NUMBER_THREAD;
    case TV_CALLS_SORT_INCLUSIVE:
      return TV_CALL_NUMBER_INCLUSIVE;
    case TV_CALLS_SORT_EXCLUSIVE:
      return TV_CALL_NUMBER_EXCLUSIVE;
    case TV_CALLS_SORT_WAITING:
      return TV_CALL_NUMBER_WAITING;
    case TV_CALLS_SORT_NAME:
      return grouping == TV_CALL_GROUPING_THREAD ? TV_CALL_NUMBER_THREAD
                                                 : TV_CALL_NUMBER_AXIS_START;
    case TV_CALLS_SORT_START:
    case TV_CALLS_SORT_COUNT:
    case TV_CALLS_SORT_MEAN:
    default:
      return TV_CALL_NUMBER_AXIS_START;
    }
}

/* Returns a key for each call, the least first. */
static guint64 *
make_keys (const TvCallsOrder *order)
{
  const TvCallsData *data = order->data;
  const guint n = tv_method_calls_get_n (data->calls);
  /* Groups of threads are named by their threads. */
  const gboolean by_name = order->sort == TV_CALLS_SORT_NAME
                           && data->question.grouping != TV_CALL_GROUPING_THREAD;
  const TvCallNumber number = get_sort_number (order->sort, data->question.grouping);
  const guint64 flip = order->descending ? ~G_GUINT64_CONSTANT (0) : 0;
  guint64 *keys = g_new (guint64, MAX (n, 1));
  g_autoptr (TvMethodSequence) names = NULL;

  if (by_name)
    names = tv_methods_list_by_name (tv_profile_get_trace (data->question.profile));
  for (guint i = 0; i < n; i++)
    {
      if (names != NULL)
        {
          TvMethodCall call;

          tv_method_calls_get (data->calls, i, &call);
          /* Those that no method called come first. */
          keys[i] = call.caller != TV_METHOD_NONE
                        ? (guint64) tv_method_sequence_find (names, call.caller) + 1
                        : 0;
        }
      else
        keys[i] = (guint64) get_number (data, i, number) ^ G_GUINT64_CONSTANT (1) << 63;
      keys[i] ^= flip;
    }
  return keys;
}

/* Leaves out the calls that the span does not hold. */
static void
keep_span (TvCallsOrder *order)
{
  guint n = 0;

  if (tv_calls_span_is_all (&order->span))
    return;
  for (guint i = 0; i < order->n; i++)
    {
      const gint64 time
          = get_number (order->data, order->order[i], order->data->question.number);

      if (time >= order->span.low && time < order->span.high)
        order->order[n++] = order->order[i];
    }
  order->n = n;
}

static void
set_bit (guint64 *words, guint32 bit)
{
  words[bit / 64] |= G_GUINT64_CONSTANT (1) << bit % 64;
}

/* Lists the calls that are kept as they are in the trace of the timeline. */
static TvMethodSet *
list_kept (const TvCallsOrder *order)
{
  const TvMethodCalls *calls = order->data->calls;
  const TvTrace *trace = tv_method_calls_get_trace (calls);
  const TvTrace *original = tv_trace_get_original (trace);
  const guint n_methods = tv_trace_get_n_methods (original);
  const guint n_threads = tv_trace_get_n_threads (original);
  guint64 *words = g_new0 (guint64, n_methods / 64 + 1);
  guint64 **bits = g_new0 (guint64 *, MAX (n_threads, 1));

  for (guint i = 0; i < order->n; i++)
    {
      const TvCallRef ref = tv_calls_data_get_original (order->data, order->order[i]);
      const TvCalls all = tv_trace_get_calls (original, ref.thread);

      if (bits[ref.thread] == NULL)
        bits[ref.thread] = g_new0 (guint64, all.n / 64 + 1);
      set_bit (bits[ref.thread], ref.call);
      set_bit (words, tv_calls_method (&all, ref.call));
    }
  return tv_method_set_new_narrow (words, n_methods, bits, n_threads);
}

/* Groups */

static void
add_to_group (TvCallsGroup *group, const TvCallsData *data, guint32 call)
{
  const gint64 start = get_number (data, call, TV_CALL_NUMBER_AXIS_START);

  group->start = group->n == 0 ? start : MIN (group->start, start);
  if (!tv_method_calls_is_nested (data->calls, call))
    group->inclusive += get_number (data, call, TV_CALL_NUMBER_INCLUSIVE);
  group->exclusive += get_number (data, call, TV_CALL_NUMBER_EXCLUSIVE);
  group->waiting += get_number (data, call, TV_CALL_NUMBER_WAITING);
  group->mean += (double) get_number (data, call, data->question.number);
  group->n++;
}

static double
get_group_number (const TvCallsOrder *order, const TvCallsGroup *group)
{
  switch (order->sort)
    {
    case TV_CALLS_SORT_START:
      return (double) group->start;
    case TV_CALLS_SORT_INCLUSIVE:
      return (double) group->inclusive;
    case TV_CALLS_SORT_EXCLUSIVE:
      return (double) group->exclusive;
    case TV_CALLS_SORT_WAITING:
      return (double) group->waiting;
    case TV_CALLS_SORT_COUNT:
      return group->n;
    case TV_CALLS_SORT_MEAN:
      return group->mean;
    case TV_CALLS_SORT_NAME:
    case TV_CALLS_SORT_THREAD:
    default:
      return order->descending ? -(double) group->rank : group->rank;
    }
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallsOrder *order = user_data;
  const TvCallsGroup *first = a;
  const TvCallsGroup *second = b;
  const double x = get_group_number (order, first);
  const double y = get_group_number (order, second);

  if (x != y)
    return ((x > y) - (x < y)) * (order->descending ? -1 : 1);
  return (first->group > second->group) - (first->group < second->group);
}

/* Brings the calls of each group together, and sorts the groups that have any. */
static void
make_groups (TvCallsOrder *order)
{
  const TvCallsData *data = order->data;
  g_autofree guint32 *calls = g_steal_pointer (&order->order);
  GArray *groups
      = g_array_sized_new (FALSE, TRUE, sizeof (TvCallsGroup), data->groups->n);
  g_autofree guint *next = g_new0 (guint, data->groups->n + 1);

  g_array_set_size (groups, data->groups->n);
  for (guint i = 0; i < order->n; i++)
    {
      TvCallsGroup *group
          = &g_array_index (groups, TvCallsGroup, data->groups->group[calls[i]]);

      if (group->n == 0)
        group->rank = i;
      add_to_group (group, data, calls[i]);
    }
  for (guint i = 0, first = 0; i < groups->len; i++)
    {
      TvCallsGroup *group = &g_array_index (groups, TvCallsGroup, i);

      group->group = i;
      group->first = next[i] = first;
      group->mean /= MAX (group->n, 1);
      first += group->n;
    }
  order->order = g_new (guint32, MAX (order->n, 1));
  for (guint i = 0; i < order->n; i++)
    order->order[next[data->groups->group[calls[i]]]++] = calls[i];
  for (guint i = groups->len; i > 0; i--)
    if (g_array_index (groups, TvCallsGroup, i - 1).n == 0)
      g_array_remove_index_fast (groups, i - 1);
  g_array_sort_with_data (groups, compare_groups, order);
  order->groups = groups;
}

/* Lists the calls of a span. Takes time for each call: to be called in a worker. */
TvCallsOrder *
tv_calls_order_new (TvCallsData *data, const TvCallsSpan *span, TvCallsSort sort,
                    gboolean descending)
{
  TvCallsOrder *order = g_atomic_rc_box_new0 (TvCallsOrder);
  g_autofree guint64 *keys = NULL;

  order->data = tv_calls_data_ref (data);
  order->span = *span;
  order->sort = sort;
  order->descending = descending;
  order->n = tv_method_calls_get_n (data->calls);
  keys = make_keys (order);
  order->order = tv_method_calls_sort_by_keys (keys, order->n);
  keep_span (order);
  if (!tv_calls_span_is_all (&order->span))
    order->kept = list_kept (order);
  if (data->groups != NULL)
    make_groups (order);
  return order;
}
