/* SPDX-License-Identifier: Apache-2.0 */

/* One table of methods for two traces, so that methods can be compared by index. */

#include "trace/mapping/shared-methods.h"

#include "trace/model/call-columns.h"
#include "trace/model/column.h"
#include "trace/model/memory-budget.h"

/* The number of methods between two checks for cancellation and of the memory. */
#define METHODS_AT_ONCE 4096

/* The same for calls. */
#define CALLS_AT_ONCE (1 << 18)

/* The state while methods are numbered. */
typedef struct
{
  TvTrace *to;         /* has the common table */
  TvStringPool *keys;  /* equal keys have the same address */
  GHashTable *indexes; /* key to 1 + index in the common table */
  GString *key;
  gboolean with_signatures;
  TvMemoryBudget budget;
  GCancellable *cancellable;
} Numbering;

/**
 * tv_traces_tell_overloads:
 * @first: a trace
 * @second: another trace
 *
 * Returns: whether methods that differ by their signatures alone are different in both:
 *   frames of samples have no signatures, those of method traces have
 */
gboolean
tv_traces_tell_overloads (const TvTrace *first, const TvTrace *second)
{
  g_return_val_if_fail (first != NULL && second != NULL, TRUE);

  return (tv_trace_get_info (first)->kind == TV_TRACE_KIND_SAMPLES)
         == (tv_trace_get_info (second)->kind == TV_TRACE_KIND_SAMPLES);
}

/**
 * tv_method_append_key:
 * @key: a string
 * @method: a method
 * @with_signature: whether the other trace has signatures, or neither
 *
 * Appends a key that the same method of another trace has too: class, name and
 * perhaps signature, with dots or slashes in the class. For an id that no table names,
 * the key is the method that it is a proxy of, or the id.
 */
void
tv_method_append_key (GString *key, const TvMethod *method, gboolean with_signature)
{
  const gsize start = key->len;
  gsize class_length;

  g_return_if_fail (key != NULL && method != NULL);

  class_length = tv_method_append_display_name (key, method);
  if (!method->named)
    return;
  /* Names have no control characters, so a line feed separates the parts. */
  g_string_truncate (key, start + class_length);
  g_string_append_printf (key, "\n%s\n%s", method->name,
                          with_signature ? method->signature : "");
}

/* Numbering */

static guint32
add_method (TvTrace *to, const TvMethod *method)
{
  TvMethod copy = *method;

  copy.class_name = tv_string_pool_add (to->strings, method->class_name);
  copy.name = tv_string_pool_add (to->strings, method->name);
  copy.signature = tv_string_pool_add (to->strings, method->signature);
  if (method->file != NULL)
    copy.file = tv_string_pool_add (to->strings, method->file);
  if (method->proxy_name != NULL)
    copy.proxy_name = tv_string_pool_add (to->strings, method->proxy_name);
  g_array_append_val (to->methods, copy);
  return to->methods->len - 1;
}

static gboolean
may_go_on (Numbering *self, guint i, GError **error)
{
  return i % METHODS_AT_ONCE != 0
         || (!g_cancellable_set_error_if_cancelled (self->cancellable, error)
             && tv_memory_budget_check (&self->budget, 0, error));
}

/* Returns by index in the trace's own table the index in the common table. */
static guint32 *
number_methods (Numbering *self, const TvTrace *trace, gboolean is_first,
                GError **error)
{
  const guint n = tv_trace_get_n_methods (trace);
  g_autofree guint32 *numbers = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      gconstpointer key;
      gpointer known;

      if (!may_go_on (self, i, error))
        return NULL;
      g_string_truncate (self->key, 0);
      tv_method_append_key (self->key, method, self->with_signatures);
      key = tv_string_pool_add (self->keys, self->key->str);
      known = g_hash_table_lookup (self->indexes, key);
      numbers[i] = GPOINTER_TO_UINT (known) - 1;
      if (known != NULL)
        continue;
      numbers[i] = is_first ? i : add_method (self->to, method);
      g_hash_table_insert (self->indexes, (gpointer) key,
                           GUINT_TO_POINTER (numbers[i] + 1));
    }
  return g_steal_pointer (&numbers);
}

static gboolean
number_both (TvTrace *first, TvTrace *second, Numbering *self, guint32 *numbers[2],
             GError **error)
{
  g_autoptr (TvStringPool) keys = tv_string_pool_new ();
  g_autoptr (GHashTable) indexes = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) key = g_string_new (NULL);

  self->keys = keys;
  self->indexes = indexes;
  self->key = key;
  numbers[0] = number_methods (self, first, TRUE, error);
  if (numbers[0] != NULL)
    numbers[1] = number_methods (self, second, FALSE, error);
  tv_string_pool_seal (self->to->strings);
  return numbers[1] != NULL;
}

/* Calls */

static gboolean
is_identity (const guint32 *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] != i)
      return FALSE;
  return TRUE;
}

/* Sets the methods of the calls of a thread. A call is recursive now also if a method
 * that was joined with its own is open. @depths is 0 for each method before and after.
 */
static gboolean
renumber_thread (TvTrace *to, const TvTrace *from, guint thread, const guint32 *numbers,
                 guint32 *depths, GCancellable *cancellable)
{
  const TvCalls calls = tv_trace_get_calls (from, thread);
  const gsize first = from->first_call[thread];
  guint32 open = TV_CALL_NONE;

  for (gsize call = 0; call <= calls.n; call++)
    {
      const guint32 parent = call < calls.n ? calls.parent[call] : TV_CALL_NONE;
      guint32 number;

      if (call % CALLS_AT_ONCE == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (; open != parent; open = calls.parent[open])
        depths[numbers[tv_calls_method (&calls, open)]]--;
      if (call == calls.n)
        break;
      number = numbers[tv_calls_method (&calls, call)];
      tv_call_columns_set_method (to, first + call, number);
      to->call_flags[first + call] = calls.flags[call] & (guint8) ~TV_CALL_RECURSIVE;
      if (depths[number]++ > 0)
        to->call_flags[first + call] |= TV_CALL_RECURSIVE;
      open = (guint32) call;
    }
  return TRUE;
}

/* Gives a trace that shares all columns with its base its own column of methods. */
static gboolean
renumber (TvTrace *trace, const guint32 *numbers, guint n_methods, Numbering *self,
          GError **error)
{
  const TvTrace *base = trace->base;
  const gsize n = MAX (base->n_calls, 1);
  const gboolean is_narrow = !tv_call_columns_need_wide_methods (n_methods);
  g_autofree guint32 *depths = NULL;

  if (is_identity (numbers, tv_trace_get_n_methods (base)))
    return TRUE;
  if (!tv_memory_budget_check (&self->budget, n * (is_narrow ? 3 : 5), error))
    return FALSE;
  trace->call_method = is_narrow ? tv_column_new (n, sizeof (guint16)) : NULL;
  trace->call_method_wide = is_narrow ? NULL : tv_column_new (n, sizeof (guint32));
  trace->call_flags = tv_column_new (n, sizeof (guint8));
  depths = g_new0 (guint32, MAX (n_methods, 1));
  for (guint i = 0; i < trace->n_threads; i++)
    if (!renumber_thread (trace, base, i, numbers, depths, self->cancellable))
      return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
  return TRUE;
}

/**
 * tv_traces_share_methods:
 * @first: a trace
 * @second: another trace, or the same
 * @memory_limit: the most bytes of memory, or 0 for half of the machine's
 * @new_first: (out): @first with the common table of methods
 * @new_second: (out): @second with the common table
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED or %TV_TRACE_ERROR_TOO_LARGE
 *
 * Creates traces that have one table of methods: an index is the same method in both.
 * Methods are the same if they have the same tv_method_append_key(), even within a
 * trace: then the first of them has all calls. Signatures count unless only one of the
 * traces has samples. The methods of @first keep their
 * indexes; those that only @second has follow them. Everything else is shared with the
 * traces.
 *
 * Takes time for each method, and for each call of a trace that gets other indexes, so
 * run it in a worker.
 *
 * Returns: %FALSE with @error set if it failed
 */
gboolean
tv_traces_share_methods (TvTrace *first, TvTrace *second, guint64 memory_limit,
                         TvTrace **new_first, TvTrace **new_second,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autofree guint32 *first_numbers = NULL;
  g_autofree guint32 *second_numbers = NULL;
  guint32 *numbers[2] = { NULL, NULL };
  Numbering numbering = { .cancellable = cancellable };
  gboolean ok;

  g_return_val_if_fail (first != NULL && second != NULL, FALSE);
  g_return_val_if_fail (new_first != NULL && new_second != NULL, FALSE);

  tv_memory_budget_init (&numbering.budget, memory_limit);
  numbering.with_signatures = tv_traces_tell_overloads (first, second);
  one = numbering.to = tv_trace_new_sharing (first);
  ok = number_both (first, second, &numbering, numbers, error);
  first_numbers = numbers[0];
  second_numbers = numbers[1];
  if (!ok)
    return FALSE;
  other = tv_trace_new_with_methods_of (second, one);
  if (!renumber (one, first_numbers, one->methods->len, &numbering, error)
      || !renumber (other, second_numbers, one->methods->len, &numbering, error))
    return FALSE;
  one->n_own_methods = tv_trace_get_n_methods (first);
  other->n_own_methods = tv_trace_get_n_methods (second);
  *new_first = g_steal_pointer (&one);
  *new_second = g_steal_pointer (&other);
  return TRUE;
}

/**
 * tv_trace_get_n_own_methods:
 * @trace: a trace
 *
 * Returns: the number of its methods, without those that only the other trace of
 *   tv_traces_share_methods() has
 */
guint
tv_trace_get_n_own_methods (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->n_own_methods > 0 ? trace->n_own_methods
                                  : tv_trace_get_n_methods (trace);
}

/**
 * tv_trace_new_with_methods_of:
 * @trace: a trace
 * @other: a trace with the same indexes of methods, such as one from
 *   tv_traces_share_methods() with other names
 *
 * Creates a trace that has the table of methods of @other and shares all columns with
 * @trace. Takes constant time.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_trace_new_with_methods_of (TvTrace *trace, TvTrace *other)
{
  TvTrace *named;

  g_return_val_if_fail (trace != NULL && other != NULL, NULL);

  /* Traces that only have other names are skipped. */
  while (trace->names_owner != NULL && trace->call_flags == trace->base->call_flags)
    trace = trace->base;
  named = tv_trace_new_sharing (trace);
  g_array_unref (named->methods);
  named->methods = g_array_ref (other->methods);
  named->names_owner = tv_trace_ref (other);
  return named;
}
