/* SPDX-License-Identifier: Apache-2.0 */

/* Names of one package begin alike, so that comparing two of them takes long, and there
 * are twenty comparisons to each of a million names. So a name is looked at in pieces
 * of eight letters, each at most once: those that are equal up to there are sorted by
 * the piece, as a number, and each run of equal ones by the piece after it. */

#include "analysis/sums/name-order.h"

#include "analysis/sums/key-sort.h"
#include "trace/model/parallel.h"

#define PIECE 8

/* What a name is sorted by, in this order; see tv_method_compare(). */
enum
{
  BY_CLASS,
  BY_NAME,
  BY_SIGNATURE,
  BY_ID,
  N_FIELDS
};

/* Methods that are equal in all fields before, and in so many letters of this one. */
typedef struct
{
  guint start;
  guint n;
  guint field;
  gsize n_letters;
} EqualRun;

/* The runs are cut until there are so many for each worker, so that all have as much to
 * do, or until this one is short: what is left is quick. */
#define RUNS_PER_WORKER 16
#define SHORT_RUN 5000

typedef struct
{
  const TvTrace *trace;
  GCancellable *cancellable;
  TvKeyItem *items;
  TvKeyItem *scratch;
  GArray *runs;
} NameSort;

/* Eight letters as one number: less for what strcmp() says is less. */
static guint64
read_piece (const char *text)
{
  guint64 piece = 0;
  guint i;

  for (i = 0; i < PIECE && text[i] != '\0'; i++)
    piece = piece << 8 | (guchar) text[i];
  return i > 0 ? piece << (8 * (PIECE - i)) : 0;
}

static guint64
read_key (const TvMethod *method, const EqualRun *run)
{
  switch (run->field)
    {
    case BY_CLASS:
      return read_piece (method->class_name + run->n_letters);
    case BY_NAME:
      return read_piece (method->name + run->n_letters);
    case BY_SIGNATURE:
      return read_piece (method->signature + run->n_letters);
    case BY_ID:
    default:
      return method->id;
    }
}

/* Returns whether the methods are not all equal. */
static gboolean
read_keys (NameSort *sort, const EqualRun *run)
{
  TvKeyItem *items = sort->items + run->start;
  guint64 differences = 0;

  for (guint i = 0; i < run->n; i++)
    {
      items[i].key = read_key (tv_trace_get_method (sort->trace, items[i].index), run);
      differences |= items[i].key ^ items[0].key;
    }
  return differences != 0;
}

/* From a piece to the one after it: a text that ends in a piece ends in a zero. */
static void
step_on (EqualRun *run, guint64 key)
{
  if (run->field == BY_ID || (key & 0xff) == 0)
    {
      run->field++;
      run->n_letters = 0;
    }
  else
    run->n_letters += PIECE;
}

/* Adds what is equal in this piece, too, and not in order therefore. */
static void
add_equal_runs (NameSort *sort, const EqualRun *run, GArray *runs)
{
  const TvKeyItem *items = sort->items + run->start;

  for (guint start = 0, end; start < run->n; start = end)
    {
      EqualRun equal = { .start = run->start + start,
                         .field = run->field,
                         .n_letters = run->n_letters };

      for (end = start + 1; end < run->n && items[end].key == items[start].key; end++)
        ;
      equal.n = end - start;
      step_on (&equal, items[start].key);
      if (equal.n > 1 && equal.field < N_FIELDS)
        g_array_append_val (runs, equal);
    }
}

/* Sorts by one piece, and leaves in @runs what is still to be sorted. */
static void
sort_run (NameSort *sort, EqualRun run, GArray *runs)
{
  if (g_cancellable_is_cancelled (sort->cancellable))
    return;
  if (read_keys (sort, &run))
    tv_key_sort (sort->items + run.start, sort->scratch + run.start, run.n);
  add_equal_runs (sort, &run, runs);
}

/* Methods with equal names and ids are left by index, in which order they came. */
static void
sort_one_run (guint task, gpointer data)
{
  NameSort *sort = data;
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (EqualRun));

  g_array_append_val (runs, g_array_index (sort->runs, EqualRun, task));
  while (runs->len > 0)
    {
      const EqualRun run = g_array_index (runs, EqualRun, runs->len - 1);

      g_array_set_size (runs, runs->len - 1);
      sort_run (sort, run, runs);
    }
}

/* From one run to many, for all workers. */
static void
cut_runs (NameSort *sort)
{
  const guint n_wanted = RUNS_PER_WORKER * tv_parallel_get_n_workers ();

  for (guint i = 0; i < sort->runs->len && sort->runs->len - i < n_wanted; i++)
    {
      EqualRun *run = &g_array_index (sort->runs, EqualRun, i);
      const EqualRun cut = *run;

      if (run->n <= SHORT_RUN)
        continue;
      run->n = 0;
      sort_run (sort, cut, sort->runs);
    }
}

static void
sort_all (NameSort *sort, guint n, guint first_field)
{
  const EqualRun all = { 0, n, first_field, 0 };

  sort->runs = g_array_new (FALSE, FALSE, sizeof (EqualRun));
  g_array_append_val (sort->runs, all);
  cut_runs (sort);
  tv_parallel_run (sort->runs->len, tv_parallel_get_n_workers (), sort_one_run, sort);
  g_clear_pointer (&sort->runs, g_array_unref);
}

/**
 * tv_name_order_sort:
 * @trace: a trace
 * @methods: (array length=n) (inout): indexes of methods
 * @n: how many
 * @by_class: whether the class goes before the name, or else is not looked at
 *
 * Sorts methods as tv_method_compare() does, or by name and signature.
 */
void
tv_name_order_sort (const TvTrace *trace, guint32 *methods, guint n, gboolean by_class)
{
  g_autofree TvKeyItem *items = g_new (TvKeyItem, MAX (n, 1));
  g_autofree TvKeyItem *scratch = g_new (TvKeyItem, MAX (n, 1));
  NameSort sort = { .trace = trace, .items = items, .scratch = scratch };

  g_return_if_fail (trace != NULL && (methods != NULL || n == 0));

  for (guint32 i = 0; i < n; i++)
    items[i].index = methods[i];
  sort_all (&sort, n, by_class ? BY_CLASS : BY_NAME);
  for (guint i = 0; i < n; i++)
    methods[i] = items[i].index;
}

/**
 * tv_name_order_new:
 * @trace: a trace
 * @cancellable: (nullable): stops it
 *
 * Brings all methods in the order of tv_method_compare(), equal ones in that of their
 * indexes.
 *
 * Returns: (transfer full) (nullable): the order, %NULL if it was cancelled
 */
TvMethodSequence *
tv_name_order_new (const TvTrace *trace, GCancellable *cancellable)
{
  guint n;
  g_autofree TvKeyItem *items = NULL;
  g_autofree TvKeyItem *scratch = NULL;
  NameSort sort = { .trace = trace, .cancellable = cancellable };
  guint32 *methods;

  g_return_val_if_fail (trace != NULL, NULL);

  n = tv_trace_get_n_methods (trace);
  sort.items = items = g_new (TvKeyItem, MAX (n, 1));
  sort.scratch = scratch = g_new (TvKeyItem, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    items[i].index = i;
  sort_all (&sort, n, BY_CLASS);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  methods = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    methods[i] = items[i].index;
  return tv_method_sequence_new_listed (methods, n);
}
