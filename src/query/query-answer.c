/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/metrics.h"
#include "query/query.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct _TvQueryAnswer
{
  gatomicrefcount n_refs;
  char **titles;
  guint n_columns;
  GPtrArray *rows; /* of GVariant */
};

G_DEFINE_BOXED_TYPE (TvQuery, tv_query, tv_query_ref, tv_query_unref)
G_DEFINE_BOXED_TYPE (TvQueryAnswer, tv_query_answer, tv_query_answer_ref,
                     tv_query_answer_unref)

static TvQueryAnswer *
new_answer (guint n_columns)
{
  TvQueryAnswer *answer = g_new0 (TvQueryAnswer, 1);

  g_atomic_ref_count_init (&answer->n_refs);
  answer->n_columns = n_columns;
  answer->titles = g_new0 (char *, n_columns + 1);
  answer->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  return answer;
}

/* The digits of bytes are hexadecimal. */
static GVariant *
make_bytes (const char *digits)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_BYTESTRING);
  for (; digits[0] != '\0' && digits[1] != '\0'; digits += 2)
    g_variant_builder_add (&builder, "y",
                           g_ascii_xdigit_value (digits[0]) * 16
                               + g_ascii_xdigit_value (digits[1]));
  return g_variant_builder_end (&builder);
}

static GVariant *
make_value (const TvQueryValue *value)
{
  switch (value->kind)
    {
    case TV_QUERY_INTEGER:
      return g_variant_new_int64 (value->integer);
    case TV_QUERY_REAL:
      return g_variant_new_double (value->real);
    case TV_QUERY_TEXT:
      return g_variant_new_string (value->text);
    case TV_QUERY_BLOB:
      return make_bytes (value->text);
    case TV_QUERY_NULL:
    default:
      return g_variant_new_maybe (G_VARIANT_TYPE_VARIANT, NULL);
    }
}

static GVariant *
make_row (TvQueryRows *rows, guint n_columns)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_TUPLE);
  for (guint column = 0; column < n_columns; column++)
    {
      const TvQueryValue value = tv_query_rows_get (rows, column);

      g_variant_builder_add_value (&builder, make_value (&value));
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static gboolean
take_result (TvQueryRows *rows, gpointer data, GError **error)
{
  TvQueryAnswer **last = data;
  TvQueryAnswer *answer = new_answer (tv_query_rows_get_n_columns (rows));
  g_autoptr (GError) local_error = NULL;

  tv_query_answer_unref (*last);
  *last = answer;
  for (guint column = 0; column < answer->n_columns; column++)
    answer->titles[column] = g_strdup (tv_query_rows_get_title (rows, column));
  while (answer->rows->len < G_MAXINT32 && tv_query_rows_next (rows, &local_error))
    g_ptr_array_add (answer->rows, make_row (rows, answer->n_columns));
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/**
 * tv_query_fetch:
 * @query: a query
 * @script: statements, separated by semicolons
 * @cancellable: (nullable): stops the script
 * @error: return location for a #TvQueryError, or %G_IO_ERROR_CANCELLED
 *
 * Runs a script and keeps the rows of its last result. Tables, views and functions that
 * it creates are there for later scripts.
 *
 * The rows do not count in the memory of tv_query_set_limits().
 *
 * Returns: (transfer full) (nullable): the last result, without columns if no statement
 *   has one; %NULL with @error set
 */
TvQueryAnswer *
tv_query_fetch (TvQuery *query, const char *script, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TvQueryAnswer) answer = new_answer (0);

  g_return_val_if_fail (query != NULL && script != NULL, NULL);

  if (!tv_query_run (query, script, take_result, &answer, cancellable, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/**
 * tv_trace_query:
 * @trace: a trace
 * @script: statements, separated by semicolons
 * @error: return location for a #TvQueryError
 *
 * Runs a script as tv_query_fetch() does, in a query of its own.
 *
 * Returns: (transfer full) (nullable): the last result; %NULL with @error set
 */
TvQueryAnswer *
tv_trace_query (TvTrace *trace, const char *script, GError **error)
{
  g_autoptr (TvQuery) query = NULL;

  g_return_val_if_fail (trace != NULL && script != NULL, NULL);

  query = tv_query_new (&trace, 1, error);
  return query != NULL ? tv_query_fetch (query, script, NULL, error) : NULL;
}

/**
 * tv_query_answer_ref:
 * @answer: an answer
 *
 * Returns: (transfer full): the same answer with another reference
 */
TvQueryAnswer *
tv_query_answer_ref (TvQueryAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, NULL);

  g_atomic_ref_count_inc (&answer->n_refs);
  return answer;
}

/**
 * tv_query_answer_unref:
 * @answer: (transfer full): an answer
 *
 * Drops a reference.
 */
void
tv_query_answer_unref (TvQueryAnswer *answer)
{
  g_return_if_fail (answer != NULL);

  if (!g_atomic_ref_count_dec (&answer->n_refs))
    return;
  g_strfreev (answer->titles);
  g_ptr_array_unref (answer->rows);
  g_free (answer);
}

/**
 * tv_query_answer_get_n_columns:
 * @answer: an answer
 *
 * Returns: the number of its columns
 */
guint
tv_query_answer_get_n_columns (const TvQueryAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, 0);

  return answer->n_columns;
}

/**
 * tv_query_answer_get_title:
 * @answer: an answer
 * @column: index of a column
 *
 * Returns: the title of the column
 */
const char *
tv_query_answer_get_title (const TvQueryAnswer *answer, guint column)
{
  g_return_val_if_fail (answer != NULL && column < answer->n_columns, NULL);

  return answer->titles[column];
}

/**
 * tv_query_answer_get_n_rows:
 * @answer: an answer
 *
 * Returns: the number of its rows
 */
guint
tv_query_answer_get_n_rows (const TvQueryAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, 0);

  return answer->rows->len;
}

/**
 * tv_query_answer_get_row:
 * @answer: an answer
 * @row: index of a row
 *
 * Returns: (transfer none): the values of the row, a tuple: integers (`x`), numbers
 *   (`d`), texts (`s`) and bytes (`ay`); no value is an empty `mv`
 */
GVariant *
tv_query_answer_get_row (const TvQueryAnswer *answer, guint row)
{
  g_return_val_if_fail (answer != NULL && row < answer->rows->len, NULL);

  return g_ptr_array_index (answer->rows, row);
}

static GPtrArray *
load_metrics (GError **error)
{
  g_autofree char *folder = tv_metrics_dup_folder ();

  return tv_metrics_load (folder, error);
}

/**
 * tv_query_list_metrics:
 * @error: return location for a #GError
 *
 * Lists the metrics: those that come with the program, and those that users keep in
 * `traceview/metrics` in their data folder.
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): their names; %NULL
 * with
 *   @error set if a file cannot be read
 */
char **
tv_query_list_metrics (GError **error)
{
  g_autoptr (GPtrArray) metrics = load_metrics (error);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (metrics == NULL)
    return NULL;
  for (guint i = 0; i < metrics->len; i++)
    g_strv_builder_add (names, ((TvMetric *) metrics->pdata[i])->name);
  return g_strv_builder_end (names);
}

/**
 * tv_query_dup_metric:
 * @name: the name of a metric
 * @error: return location for a #GError
 *
 * Returns: (transfer full) (nullable): the script of a metric, for tv_query_fetch();
 *   %NULL with @error set
 */
char *
tv_query_dup_metric (const char *name, GError **error)
{
  g_autoptr (GPtrArray) metrics = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  metrics = load_metrics (error);
  for (guint i = 0; metrics != NULL && i < metrics->len; i++)
    {
      const TvMetric *metric = metrics->pdata[i];

      if (g_str_equal (metric->name, name))
        return g_strdup (metric->script);
    }
  if (metrics != NULL)
    g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
                 _ ("There is no metric “%s”"), name);
  return NULL;
}

/**
 * tv_query_value_get_time:
 * @value: a value
 * @unit: what 1 is, see tv_query_rows_get_origin()
 * @time: (out): the value as a time of the trace, to which its origin is still added
 *
 * Returns: whether it is one
 */
gboolean
tv_query_value_get_time (const TvQueryValue *value, gint64 unit, gint64 *time)
{
  const double product
      = value->kind == TV_QUERY_REAL ? value->real * (double) unit : NAN;

  if (value->kind == TV_QUERY_INTEGER)
    return !__builtin_mul_overflow (value->integer, unit, time);
  if (unit == 1 || !(ABS (product) < 1e18))
    return FALSE;
  *time = (gint64) floor (product + 0.5);
  return TRUE;
}

/**
 * tv_query_value_dup_text:
 * @value: a value
 *
 * Returns: (transfer full): the value as in SQL, texts without quotes; empty for no
 *   value. A number has the fewest digits that identify it
 */
char *
tv_query_value_dup_text (const TvQueryValue *value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (value->kind == TV_QUERY_INTEGER)
    return g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
  if (value->kind != TV_QUERY_REAL)
    return g_strdup (value->text != NULL ? value->text : "");
  g_ascii_formatd (digits, sizeof digits, "%.15g", value->real);
  if (g_ascii_strtod (digits, NULL) != value->real)
    g_ascii_dtostr (digits, sizeof digits, value->real);
  /* Mark it as a number that is not an integer. */
  return strpbrk (digits, ".ein") == NULL ? g_strconcat (digits, ".0", NULL)
                                          : g_strdup (digits);
}
