/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/calls-data.h"

#include "analysis/sums/ranking.h"
#include "trace/transform/transform.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* The most calls of a list. Listing and sorting takes up to 100 bytes for each. */
#define MAX_LISTED 10000000

#define CALLS_PER_CHECK (1 << 16)

/* Data */

static void
free_data (gpointer pointer)
{
  TvCallsData *data = pointer;

  tv_call_sample_free (data->base);
  g_clear_pointer (&data->base_calls, tv_method_calls_free);
  tv_call_sample_free (data->grouped);
  tv_call_groups_free (data->groups);
  tv_call_sample_free (data->sample);
  tv_method_calls_free (data->calls);
  tv_profile_unref (data->question.profile);
  g_clear_pointer (&data->question.base, tv_profile_unref);
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

static TvMethodCalls *
list_calls (TvProfile *profile, guint32 method, GCancellable *cancellable,
            GError **error)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  g_autoptr (TvMethodSet) methods = tv_method_set_new_single (trace, method);

  return tv_method_calls_new (trace, tv_profile_get_range (profile), methods,
                              cancellable, error);
}

static gboolean
fill_data (TvCallsData *data, GCancellable *cancellable, GError **error)
{
  const TvCallsQuestion *question = &data->question;

  if (question->base != NULL)
    {
      data->base_calls
          = list_calls (question->base, question->method, cancellable, error);
      if (data->base_calls == NULL)
        return FALSE;
      data->base
          = tv_call_sample_new (data->base_calls, question->number, question->clock);
    }
  data->calls = list_calls (question->profile, question->method, cancellable, error);
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
  return TRUE;
}

static guint64
count_calls (TvProfile *profile, guint32 method)
{
  const TvMethodTotals *totals
      = profile != NULL ? tv_profile_get_totals (profile, method) : NULL;

  return totals != NULL ? totals->calls + totals->recursive_calls : 0;
}

/* Returns NULL with @error set if cancelled or if there are too many calls. */
TvCallsData *
tv_calls_data_new (const TvCallsQuestion *question, GCancellable *cancellable,
                   GError **error)
{
  const guint64 n = count_calls (question->profile, question->method)
                    + count_calls (question->base, question->method);
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
  if (question->base != NULL)
    tv_profile_ref (question->base);
  return fill_data (data, cancellable, error) ? g_steal_pointer (&data) : NULL;
}

/* Returns the call in the trace of the timeline, which is not transformed. */
TvCallRef
tv_calls_get_original (const TvMethodCalls *calls, guint call)
{
  TvMethodCall found;

  tv_method_calls_get (calls, call, &found);
  found.ref.call
      = tv_trace_get_original_call (calls->trace, found.ref.thread, found.ref.call);
  return found.ref;
}

/* Returns the number of a call of the timeline, G_MAXUINT if it is not among these. */
guint
tv_calls_data_find_original (const TvCallsData *data, TvCallRef call)
{
  TvCallRef ref = call;
  guint found;

  if (call.thread == TV_THREAD_NONE)
    return G_MAXUINT;
  ref.call
      = tv_trace_find_transformed_call (data->calls->trace, call.thread, call.call);
  /* For a call that a transform dropped, the next call is found. */
  return tv_method_calls_find (data->calls, ref, &found)
                 && tv_calls_get_original (data->calls, found).call == call.call
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

/* Computes the spread of the calls of a group that are in a span. */
void
tv_calls_data_measure (const TvCallsData *data, guint group, const TvCallsSpan *span,
                       TvCallSpread *spread)
{
  const gboolean is_group = group < TV_CALLS_BASE;
  const TvCallSample *sample = is_group                 ? data->grouped
                               : group == TV_CALLS_BASE ? data->base
                                                        : data->sample;
  gsize first;
  gsize end;

  tv_call_sample_get_group (sample, is_group ? group : 0, &first, &end);
  tv_call_sample_measure (sample, tv_call_sample_find (sample, first, end, span->low),
                          tv_call_sample_find (sample, first, end, span->high), spread);
}

/* Orders */

static void
free_order (gpointer pointer)
{
  TvCallsOrder *order = pointer;

  g_free (order->calls);
  g_clear_pointer (&order->groups, g_array_unref);
  g_clear_pointer (&order->kept, tv_method_set_unref);
  g_clear_pointer (&order->kept_of_base, tv_method_set_unref);
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

/* Returns the number of a call in a column; 0 if only groups have one. */
gint64
tv_calls_data_get_number (const TvCallsData *data, guint call, TvCallsColumn column)
{
  static const TvCallNumber numbers[TV_CALLS_N_COLUMNS] = {
    [TV_CALLS_START] = TV_CALL_NUMBER_AXIS_START,
    [TV_CALLS_INCLUSIVE] = TV_CALL_NUMBER_INCLUSIVE,
    [TV_CALLS_EXCLUSIVE] = TV_CALL_NUMBER_EXCLUSIVE,
    [TV_CALLS_WAITING] = TV_CALL_NUMBER_WAITING,
    [TV_CALLS_THREAD] = TV_CALL_NUMBER_THREAD,
  };

  if (column == TV_CALLS_NAME || column == TV_CALLS_COUNT)
    return 0;
  return tv_method_calls_get_number (data->calls, call,
                                     column == TV_CALLS_MEAN ? data->question.number
                                                             : numbers[column],
                                     data->question.clock);
}

/* Checks only now and then. */
static gboolean
is_cancelled_at (guint i, GCancellable *cancellable)
{
  return i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable);
}

/* Returns a sort key for each listed call; NULL if cancelled. */
static guint64 *
make_keys (const TvCallsOrder *order, GCancellable *cancellable)
{
  const TvCallsData *data = order->data;
  /* Groups of threads have the names of their threads. Only groups have sums. */
  const TvCallsColumn column
      = order->column == TV_CALLS_NAME
                && data->question.grouping == TV_CALL_GROUPING_THREAD
            ? TV_CALLS_THREAD
        : order->column == TV_CALLS_COUNT || order->column == TV_CALLS_MEAN
            ? TV_CALLS_START
            : order->column;
  const guint64 flip = order->descending ? ~G_GUINT64_CONSTANT (0) : 0;
  g_autofree guint64 *keys = g_new (guint64, MAX (order->n, 1));
  g_autoptr (TvMethodSequence) names = NULL;

  if (column == TV_CALLS_NAME)
    names = tv_methods_list_by_name (tv_profile_get_trace (data->question.profile));
  for (guint i = 0; i < order->n; i++)
    {
      guint64 key = (guint64) tv_calls_data_get_number (data, order->calls[i], column)
                    ^ G_GUINT64_CONSTANT (1) << 63;

      if (is_cancelled_at (i, cancellable))
        return NULL;
      if (names != NULL)
        {
          TvMethodCall call;

          tv_method_calls_get (data->calls, order->calls[i], &call);
          /* Root calls come first. */
          key = call.caller != TV_METHOD_NONE
                    ? (guint64) tv_method_sequence_find (names, call.caller) + 1
                    : 0;
        }
      keys[i] = key ^ flip;
    }
  return g_steal_pointer (&keys);
}

static gboolean
sort_calls (TvCallsOrder *order, GCancellable *cancellable)
{
  g_autofree guint64 *keys = make_keys (order, cancellable);
  guint32 *sorted;

  if (keys == NULL)
    return FALSE;
  sorted = tv_method_calls_sort_by_keys (keys, order->n);
  for (guint i = 0; i < order->n; i++)
    sorted[i] = order->calls[sorted[i]];
  g_free (order->calls);
  order->calls = sorted;
  return !g_cancellable_is_cancelled (cancellable);
}

static void
set_bit (guint64 *words, guint32 bit)
{
  words[bit / 64] |= G_GUINT64_CONSTANT (1) << bit % 64;
}

/* Lists the calls in the span, in order of entry. */
static void
list_span (TvCallsOrder *order)
{
  const TvCallSample *sample = order->data->sample;
  const gsize n = tv_call_sample_get_n (sample);
  const gsize first = tv_call_sample_find (sample, 0, n, order->span.low);
  const gsize end = tv_call_sample_find (sample, first, n, order->span.high);
  g_autofree guint64 *held = g_new0 (guint64, n / 64 + 1);

  for (gsize place = first; place < end; place++)
    set_bit (held, tv_call_sample_get_call (sample, place));
  order->calls = g_new (guint32, MAX (end - first, 1));
  for (guint call = 0; call < n; call++)
    if (held[call / 64] >> call % 64 & 1)
      order->calls[order->n++] = call;
}

/* Lists the calls in a span as calls of the trace of the timeline. The list is
 * incomplete if cancelled. */
static TvMethodSet *
list_kept (const TvMethodCalls *calls, const TvCallSample *sample,
           const TvCallsSpan *span, GCancellable *cancellable)
{
  const gsize n = tv_call_sample_get_n (sample);
  const gsize first = tv_call_sample_find (sample, 0, n, span->low);
  const gsize end = tv_call_sample_find (sample, first, n, span->high);
  const TvTrace *original = tv_trace_get_original (calls->trace);
  const guint n_methods = tv_trace_get_n_methods (original);
  const guint n_threads = tv_trace_get_n_threads (original);
  guint64 *words = g_new0 (guint64, n_methods / 64 + 1);
  guint64 **bits = g_new0 (guint64 *, MAX (n_threads, 1));

  for (gsize i = first; i < end && !is_cancelled_at ((guint) i, cancellable); i++)
    {
      const TvCallRef ref
          = tv_calls_get_original (calls, tv_call_sample_get_call (sample, i));
      const TvCalls all = tv_trace_get_calls (original, ref.thread);

      if (bits[ref.thread] == NULL)
        bits[ref.thread] = g_new0 (guint64, all.n / 64 + 1);
      set_bit (bits[ref.thread], ref.call);
      set_bit (words, tv_calls_method (&all, ref.call));
    }
  return tv_method_set_new_narrow (words, n_methods, bits, n_threads);
}

/* Groups */

/* Returns whether a number of a group leaves out nested calls. */
static gboolean
leaves_out_nested (const TvCallsData *data, TvCallsColumn column)
{
  const TvCallNumber asked = data->question.number;

  return column == TV_CALLS_INCLUSIVE
         || (column == TV_CALLS_MEAN
             && (asked == TV_CALL_NUMBER_INCLUSIVE || asked == TV_CALL_NUMBER_RUNNING));
}

static void
add_to_group (TvCallsGroup *group, const TvCallsData *data, guint32 call)
{
  static const TvCallsColumn sums[]
      = { TV_CALLS_MEAN, TV_CALLS_INCLUSIVE, TV_CALLS_EXCLUSIVE, TV_CALLS_WAITING };
  const double start = (double) tv_calls_data_get_number (data, call, TV_CALLS_START);

  group->numbers[TV_CALLS_START]
      = group->n == 0 ? start : MIN (group->numbers[TV_CALLS_START], start);
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    if (!leaves_out_nested (data, sums[i])
        || !tv_method_calls_is_nested (data->calls, call))
      group->numbers[sums[i]]
          += (double) tv_calls_data_get_number (data, call, sums[i]);
  group->n++;
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvCallsOrder *order = user_data;
  const TvCallsGroup *first = a;
  const TvCallsGroup *second = b;
  const double x = first->numbers[order->column];
  const double y = second->numbers[order->column];

  if (x != y)
    return ((x > y) - (x < y)) * (order->descending ? -1 : 1);
  return (first->group > second->group) - (first->group < second->group);
}

/* Brings the calls of each group together, and sorts the groups that have any. If
 * cancelled, the order has no calls. */
static void
make_groups (TvCallsOrder *order, GCancellable *cancellable)
{
  const TvCallGroups *of = order->data->groups;
  g_autofree guint32 *calls = g_steal_pointer (&order->calls);
  g_autofree guint *next = g_new (guint, of->n + 1);
  GArray *groups = g_array_sized_new (FALSE, TRUE, sizeof (TvCallsGroup), of->n);
  guint first = 0;
  guint n = 0;

  g_array_set_size (groups, of->n);
  for (guint i = 0; i < order->n && !is_cancelled_at (i, cancellable); i++)
    {
      TvCallsGroup *group = &g_array_index (groups, TvCallsGroup, of->group[calls[i]]);

      /* By name and thread, groups come in the order of their first calls. */
      if (group->n == 0)
        group->numbers[TV_CALLS_NAME] = group->numbers[TV_CALLS_THREAD]
            = order->descending ? -(double) i : i;
      add_to_group (group, order->data, calls[i]);
    }
  order->groups = groups;
  if (g_cancellable_is_cancelled (cancellable))
    return;
  for (guint i = 0; i < of->n; i++)
    {
      TvCallsGroup group = g_array_index (groups, TvCallsGroup, i);

      next[i] = group.first = first;
      first += group.n;
      group.group = i;
      group.numbers[TV_CALLS_COUNT] = group.n;
      group.numbers[TV_CALLS_MEAN] /= group.n;
      if (group.n > 0)
        g_array_index (groups, TvCallsGroup, n++) = group;
    }
  g_array_set_size (groups, n);
  g_array_sort_with_data (groups, compare_groups, order);
  order->calls = g_new (guint32, MAX (order->n, 1));
  for (guint i = 0; i < order->n; i++)
    order->calls[next[of->group[calls[i]]]++] = calls[i];
}

/* Lists the calls of a span. Takes time for each call, so it runs in a worker. Returns
 * NULL if cancelled. */
TvCallsOrder *
tv_calls_order_new (TvCallsData *data, const TvCallsSpan *span, TvCallsColumn column,
                    gboolean descending, GCancellable *cancellable)
{
  g_autoptr (TvCallsOrder) order = g_atomic_rc_box_new0 (TvCallsOrder);

  order->data = tv_calls_data_ref (data);
  order->span = *span;
  order->column = column;
  order->descending = descending;
  list_span (order);
  if (!sort_calls (order, cancellable))
    return NULL;
  if (!tv_calls_span_is_all (span))
    order->kept = list_kept (data->calls, data->sample, span, cancellable);
  if (order->kept != NULL && data->base != NULL)
    order->kept_of_base = list_kept (data->base_calls, data->base, span, cancellable);
  if (data->groups != NULL)
    make_groups (order, cancellable);
  return !g_cancellable_is_cancelled (cancellable) ? g_steal_pointer (&order) : NULL;
}
