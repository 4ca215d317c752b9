/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/call-bounds.h"
#include "analysis/text/amount-text.h"
#include "ui/query/query-editor.h"

#include <math.h>
#include <string.h>

/* Nobody reads more rows. */
#define MAX_ROWS 100000

/* A column is no wider than so many letters of a text at first, which are in no more
 * bytes. */
#define MAX_LETTERS 32
#define MAX_MEASURED_BYTES 256

/* The most memory that rows take, and that SQLite takes meanwhile. */
#define MAX_BYTES (256 * 1024 * 1024)
#define MAX_SQLITE_BYTES (G_GINT64_CONSTANT (1024) * 1024 * 1024)

/* Results */

TvQueryResult *
tv_query_result_ref (TvQueryResult *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_result (gpointer data)
{
  TvQueryResult *self = data;

  g_clear_pointer (&self->titles, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->note, g_free);
}

static void
free_result (gpointer data)
{
  TvQueryResult *self = data;

  clear_result (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->traces); i++)
    g_clear_pointer (&self->traces[i], tv_trace_unref);
}

void
tv_query_result_unref (TvQueryResult *self)
{
  g_atomic_rc_box_release_full (self, free_result);
}

guint
tv_query_result_find_title (const TvQueryResult *self, const char *title)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (self->titles, i), title) == 0)
      return i;
  return TV_QUERY_NO_COLUMN;
}

static void
read_columns (TvQueryResult *self, const TvQueryRows *rows)
{
  clear_result (self);
  self->n_columns = tv_query_rows_get_n_columns (rows);
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_new0 (TvQueryColumnInfo, self->n_columns);
  self->values = g_array_new (FALSE, FALSE, sizeof (TvQueryValue));
  self->texts = g_string_chunk_new (4096);
  self->n_rows = 0;
  self->is_cut = FALSE;
  self->sql = g_strdup (tv_query_rows_get_sql (rows));
  self->call_column = TV_QUERY_NO_COLUMN;
  for (guint i = 0; i < self->n_columns; i++)
    {
      TvQueryColumnInfo *info = &self->columns[i];
      guint trace;

      g_ptr_array_add (self->titles,
                       g_utf8_make_valid (tv_query_rows_get_title (rows, i), -1));
      info->has_times = tv_query_rows_has_times (rows, i, &info->times);
      info->is_computed = strchr (tv_query_rows_get_title (rows, i), '(') != NULL;
      if (self->call_column == TV_QUERY_NO_COLUMN
          && tv_query_rows_has_calls (rows, i, &trace))
        {
          self->call_column = i;
          self->trace = trace;
        }
    }
  self->start_column = tv_query_result_find_title (self, "ts");
  self->duration_column = tv_query_result_find_title (self, "dur");
  self->origin = self->start_column != TV_QUERY_NO_COLUMN
                     ? tv_query_rows_get_origin (rows, self->start_column, &self->unit)
                     : 0;
}

/* Finds the column of names, or else the first one with texts. */
static void
find_name (TvQueryResult *self)
{
  self->name_column = tv_query_result_find_title (self, "name");
  for (guint i = 0; i < self->n_columns && self->name_column == TV_QUERY_NO_COLUMN; i++)
    if (self->columns[i].has_texts)
      self->name_column = i;
  if (self->name_column == TV_QUERY_NO_COLUMN)
    self->name_column = 0;
}

/* Remembers the row if its value may be the widest of the column. The width of whole
 * numbers grows with their distance from 0. */
static void
note_width (TvQueryResult *self, guint column, const TvQueryValue *value)
{
  TvQueryColumnInfo *info = &self->columns[column];
  g_autofree char *digits = NULL;
  glong n;

  if (value->kind == TV_QUERY_INTEGER)
    {
      const TvQueryValue *least = tv_query_result_get (self, info->least, column);
      const TvQueryValue *greatest = tv_query_result_get (self, info->greatest, column);

      if (least->kind != TV_QUERY_INTEGER || value->integer < least->integer)
        info->least = self->n_rows;
      if (greatest->kind != TV_QUERY_INTEGER || value->integer > greatest->integer)
        info->greatest = self->n_rows;
      return;
    }
  if (value->kind == TV_QUERY_REAL)
    digits = tv_query_value_dup_text (value);
  n = digits != NULL        ? (glong) strlen (digits)
      : value->text != NULL ? g_utf8_strlen (value->text, MAX_MEASURED_BYTES)
                            : 0;
  if (n > info->n_letters)
    {
      info->n_letters = n;
      info->longest = self->n_rows;
    }
}

/* Reads the current row. Returns how much memory it takes. */
static gsize
read_row (TvQueryResult *self, TvQueryRows *rows)
{
  gsize size = self->n_columns * sizeof (TvQueryValue);

  for (guint i = 0; i < self->n_columns; i++)
    {
      TvQueryValue value = tv_query_rows_get (rows, i);

      if (value.text != NULL)
        {
          size += strlen (value.text);
          value.text = g_string_chunk_insert_const (self->texts, value.text);
          self->columns[i].has_texts = TRUE;
        }
      g_array_append_val (self->values, value);
      note_width (self, i, &value);
    }
  self->n_rows++;
  return size;
}

/* Reads the rows of a statement, which replace those of an earlier one. */
static gboolean
read_rows (TvQueryRows *rows, gpointer user_data, GError **error)
{
  TvQueryResult *self = user_data;
  GError *own_error = NULL;
  gsize size = 0;

  read_columns (self, rows);
  while (!self->is_cut && tv_query_rows_next (rows, &own_error))
    {
      self->is_cut = self->n_rows == MAX_ROWS || size > MAX_BYTES;
      if (!self->is_cut)
        size += read_row (self, rows);
    }
  find_name (self);
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  return own_error == NULL;
}

/* Questions */

/* @in_scope: whether only what the profile covers is seen of the trace
 * @script: (transfer full) */
TvQueryQuestion *
tv_query_question_new (TvTraceSession *session, gboolean in_scope, char *script)
{
  TvQueryQuestion *self = g_new0 (TvQueryQuestion, 1);
  TvTraceSession *base = tv_trace_session_get_base (session);

  if (in_scope)
    self->scope = tv_profile_ref (tv_trace_session_get_profile (session));
  self->traces[self->n_traces++]
      = tv_trace_ref (in_scope ? tv_profile_get_trace (self->scope)
                               : tv_trace_session_get_trace (session));
  if (base != NULL)
    self->traces[self->n_traces++] = tv_trace_ref (tv_trace_session_get_trace (base));
  self->script = script;
  /* The question may be stopped before a worker has begun. */
  self->mistake = G_MAXSIZE;
  return self;
}

void
tv_query_question_free (gpointer question)
{
  TvQueryQuestion *self = question;

  for (guint i = 0; i < self->n_traces; i++)
    tv_trace_unref (self->traces[i]);
  g_clear_pointer (&self->query, tv_query_unref);
  g_clear_pointer (&self->words, tv_query_result_unref);
  g_clear_pointer (&self->tables, tv_query_result_unref);
  g_clear_pointer (&self->scope, tv_profile_unref);
  g_free (self->script);
  g_free (self);
}

static TvQueryResult *
run (TvQuery *query, const char *script, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvQueryResult) result = g_atomic_rc_box_new0 (TvQueryResult);
  gboolean done;

  result->microseconds = -g_get_monotonic_time ();
  done = tv_query_run (query, script, read_rows, result, cancellable, error);
  result->microseconds += g_get_monotonic_time ();
  result->note = g_strdup (tv_query_get_note (query));
  return done ? g_steal_pointer (&result) : NULL;
}

/* Runs the script in a worker. Returns a TvQueryResult. */
gpointer
tv_query_question_answer (gpointer question, GCancellable *cancellable, GError **error)
{
  TvQueryQuestion *self = question;
  TvQueryResult *result = NULL;

  if (self->query == NULL)
    self->query
        = tv_query_new_in_scope (self->traces, self->n_traces, self->scope, error);
  if (self->query == NULL)
    return NULL;
  tv_query_set_limits (self->query, 0, MAX_SQLITE_BYTES);
  if (self->script != NULL)
    {
      result = run (self->query, self->script, cancellable, error);
      for (guint i = 0; result != NULL && i < self->n_traces; i++)
        result->traces[i] = tv_trace_ref (self->traces[i]);
      (void) tv_query_get_mistake (self->query, &self->mistake);
    }
  /* Scripts can create tables and functions, whose names are words too. */
  self->words = run (self->query, tv_query_words, NULL, NULL);
  if (self->script == NULL)
    self->tables = run (self->query, tv_query_listing, NULL, NULL);
  /* The names of columns take the room that is left. */
  if (self->tables != NULL)
    self->tables->name_column = 1;
  return result;
}

const TvQueryValue *
tv_query_result_get (const TvQueryResult *self, guint row, guint column)
{
  return &g_array_index (self->values, TvQueryValue,
                         (gsize) row * self->n_columns + column);
}

/* Gets a time of the trace that a column is of. */
static gboolean
get_time (const TvQueryColumnInfo *info, const TvQueryValue *value, gint64 *time)
{
  if (!info->has_times)
    return FALSE;
  if (!tv_query_value_get_time (value, info->times.unit, time))
    {
      if (!info->is_computed || value->kind != TV_QUERY_REAL
          || !(fabs (value->real) < 1e18))
        return FALSE;
      *time = (gint64) floor (value->real + 0.5);
    }
  return !__builtin_sub_overflow (*time, info->times.origin, time);
}

/* Returns a value as the table shows it: times like those of other tables, from the
 * start of the trace. */
char *
tv_query_result_dup_text (const TvQueryResult *self, guint row, guint column,
                          TvTraceSession *session)
{
  const TvQueryColumnInfo *info = &self->columns[column];
  const TvQueryValue *value = tv_query_result_get (self, row, column);
  gint64 time;

  if (!get_time (info, value, &time))
    return tv_query_value_dup_text (value);
  return tv_time_format_duration (
      time, tv_amount_get_unit (self->traces[info->times.trace], info->times.clock,
                                tv_trace_session_get_time_unit (session)));
}

char *
tv_query_result_dup_widest (const TvQueryResult *self, guint column,
                            TvTraceSession *session)
{
  const TvQueryColumnInfo *info = &self->columns[column];
  const guint rows[] = { info->least, info->greatest, info->longest };
  g_autofree char *widest = g_strdup ("");

  for (guint i = 0; i < G_N_ELEMENTS (rows) && self->n_rows > 0; i++)
    {
      char *text = tv_query_result_dup_text (self, rows[i], column, session);

      if (g_utf8_strlen (text, -1) > g_utf8_strlen (widest, -1))
        {
          g_free (widest);
          widest = text;
        }
      else
        g_free (text);
    }
  return g_utf8_substring (widest, 0, MIN (g_utf8_strlen (widest, -1), MAX_LETTERS));
}

/* Finds the call of a row, in the trace before its transforms. */
gboolean
tv_query_result_find_call (const TvQueryResult *self, guint row, TvCallRef *call)
{
  TvTrace *own
      = self->trace < G_N_ELEMENTS (self->traces) ? self->traces[self->trace] : NULL;
  const TvQueryValue *id;
  gsize number;

  if (self->call_column == TV_QUERY_NO_COLUMN || own == NULL)
    return FALSE;
  id = tv_query_result_get (self, row, self->call_column);
  number = (gsize) id->integer;
  if (id->kind != TV_QUERY_INTEGER || number >= tv_trace_get_n_calls (own))
    return FALSE;
  call->thread = tv_trace_find_thread_of_call (own, number);
  call->call = tv_trace_get_original_call (
      own, call->thread,
      (guint32) (number - tv_trace_get_n_calls_before (own, call->thread)));
  return TRUE;
}

/* Finds the time of a row, cut to @start and @end. */
gboolean
tv_query_result_find_times (const TvQueryResult *self, guint row, gint64 *start,
                            gint64 *end)
{
  const TvQueryValue *ts;
  const TvQueryValue *dur;
  gint64 row_start;
  gint64 row_end;
  gint64 length;

  if (self->start_column == TV_QUERY_NO_COLUMN
      || self->duration_column == TV_QUERY_NO_COLUMN)
    return FALSE;
  ts = tv_query_result_get (self, row, self->start_column);
  dur = tv_query_result_get (self, row, self->duration_column);
  if (!tv_query_value_get_time (ts, self->unit, &row_start)
      || !tv_query_value_get_time (dur, self->unit, &length) || length < 0
      || __builtin_sub_overflow (row_start, self->origin, &row_start)
      || __builtin_add_overflow (row_start, length, &row_end) || row_end < *start
      || row_start > *end)
    return FALSE;
  *start = MAX (*start, row_start);
  *end = MIN (*end, row_end);
  return TRUE;
}

/* Order */

/* Rows are in the order of the result until they are sorted. */
TvQueryOrder *
tv_query_order_new (TvQueryResult *result, guint column, gboolean descending)
{
  TvQueryOrder *self = g_atomic_rc_box_new (TvQueryOrder);

  *self = (TvQueryOrder){ tv_query_result_ref (result), column, descending,
                          g_new (guint, result->n_rows) };
  for (guint i = 0; i < result->n_rows; i++)
    self->rows[i] = i;
  return self;
}

TvQueryOrder *
tv_query_order_ref (TvQueryOrder *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_order (gpointer data)
{
  TvQueryOrder *self = data;

  tv_query_result_unref (self->result);
  g_free (self->rows);
}

void
tv_query_order_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, clear_order);
}

static int
compare_numbers (const TvQueryValue *a, const TvQueryValue *b)
{
  const double first = a->kind == TV_QUERY_REAL ? a->real : (double) a->integer;
  const double second = b->kind == TV_QUERY_REAL ? b->real : (double) b->integer;

  if (a->kind == TV_QUERY_INTEGER && b->kind == TV_QUERY_INTEGER)
    return (a->integer > b->integer) - (a->integer < b->integer);
  return (first > second) - (first < second);
}

/* Orders as SQLite does: no value, numbers, texts, bytes. */
static int
compare_values (const TvQueryValue *a, const TvQueryValue *b)
{
  static const int ranks[] = { [TV_QUERY_NULL] = 0,
                               [TV_QUERY_INTEGER] = 1,
                               [TV_QUERY_REAL] = 1,
                               [TV_QUERY_TEXT] = 2,
                               [TV_QUERY_BLOB] = 3 };

  if (ranks[a->kind] != ranks[b->kind])
    return ranks[a->kind] - ranks[b->kind];
  if (ranks[a->kind] == 1)
    return compare_numbers (a, b);
  /* Equal texts have the same address. */
  return a->text == b->text ? 0 : strcmp (a->text, b->text);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvQueryOrder *order = data;
  const guint first = *(const guint *) a;
  const guint second = *(const guint *) b;
  const int difference
      = compare_values (tv_query_result_get (order->result, first, order->column),
                        tv_query_result_get (order->result, second, order->column));

  if (difference != 0)
    return order->descending ? -difference : difference;
  return (first > second) - (first < second);
}

/* Sorts the order in a worker. Returns a reference. */
gpointer
tv_query_order_sort (gpointer order, GCancellable *cancellable, GError **error)
{
  TvQueryOrder *self = order;

  if (self->column < self->result->n_columns)
    g_qsort_with_data (self->rows, (int) self->result->n_rows, sizeof *self->rows,
                       compare_rows, self);
  return tv_query_order_ref (self);
}

/* Copies and files */

/* The row that is being written. */
typedef struct
{
  const TvQueryOrder *order;
  gsize row;
} Place;

static gboolean
go_to_row (gpointer source, gsize row)
{
  Place *place = source;

  place->row = row;
  return row < place->order->result->n_rows;
}

/* JSON has only finite numbers. */
static void
set_cell (TvCell *cell, const TvQueryValue *value, TvTableFormat format)
{
  if (value->text != NULL)
    tv_cell_set_text (cell, value->text);
  else if (value->kind == TV_QUERY_INTEGER)
    tv_cell_set_count (cell, (guint64) value->integer);
  else if (value->kind == TV_QUERY_REAL
           && (isfinite (value->real) || format != TV_TABLE_JSON))
    {
      g_autofree char *digits = tv_query_value_dup_text (value);

      tv_cell_set_digits (cell, digits);
    }
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const Place *place = source;

  set_cell (cell,
            tv_query_result_get (place->order->result, place->order->rows[place->row],
                                 column->what),
            format);
}

/* Writes a table that has the columns of a result. */
static void
write_table (const TvQueryResult *result, TvTable *table, const TvTableOutput *output)
{
  g_autofree TvColumn *columns = g_new0 (TvColumn, result->n_columns);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < result->n_columns; i++)
    {
      const char *title = g_ptr_array_index (result->titles, i);
      char *member = tv_json_dup_name (title);

      g_ptr_array_add (members, member);
      columns[i] = (TvColumn){ .title = title,
                               .member = member,
                               .numeric = !result->columns[i].has_texts,
                               .what = i };
    }
  table->columns = columns;
  table->n_columns = result->n_columns;
  table->is_generic = TRUE;
  table->titled = TRUE;
  table->rows_name = "rows";
  table->n_written = output->n_written;
  tv_table_write (table, output->format, output->writer);
}

static gboolean
write_rows (gpointer rows, const TvTableOutput *output, GError **error)
{
  Place place = { .order = rows };
  TvTable table = { .go_to_row = go_to_row, .get = get_cell, .source = &place };

  write_table (place.order->result, &table, output);
  return TRUE;
}

TvTakenRows
tv_query_order_take_rows (TvQueryOrder *self)
{
  return (TvTakenRows){ .rows = tv_query_order_ref (self),
                        .n_rows = self->result->n_rows,
                        .write = write_rows,
                        .free = tv_query_order_unref };
}

/* Whole results */

/* A cut result, which is read again as a whole. */
typedef struct
{
  TvQueryResult *result;
  TvQuery *query;
  TvQueryReturn give_back;
  gpointer owner;

  /* While it is being written */
  const TvTableOutput *output;
  TvQueryRows *rows;
  GError *error;
} Whole;

static gboolean
go_to_next (gpointer source, gsize row)
{
  Whole *self = source;

  return tv_query_rows_next (self->rows, &self->error);
}

static void
get_next (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const TvQueryValue value
      = tv_query_rows_get (((const Whole *) source)->rows, column->what);

  set_cell (cell, &value, format);
}

static gboolean
write_next (TvQueryRows *rows, gpointer user_data, GError **error)
{
  Whole *self = user_data;
  TvTable table = { .go_to_row = go_to_next, .get = get_next, .source = self };

  self->rows = rows;
  write_table (self->result, &table, self->output);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

static gboolean
write_whole (gpointer data, const TvTableOutput *output, GError **error)
{
  Whole *self = data;

  self->output = output;
  return tv_query_run (self->query, self->result->sql, write_next, self,
                       output->cancellable, error);
}

static void
free_whole (gpointer data)
{
  Whole *self = data;

  self->give_back (self->owner, self->query);
  tv_query_result_unref (self->result);
  g_free (self);
}

/* Takes all rows of a cut result in the order of the statement, by running that again.
 * @query must be the one that ran it. It is lent until the rows are freed. */
TvTakenRows
tv_query_result_take_whole (TvQueryResult *result, TvQuery *query,
                            TvQueryReturn give_back, gpointer owner)
{
  Whole *self = g_new0 (Whole, 1);

  self->result = tv_query_result_ref (result);
  self->query = query;
  self->give_back = give_back;
  self->owner = owner;
  return (TvTakenRows){
    .rows = self, .n_rows = TV_ROWS_UNCOUNTED, .write = write_whole, .free = free_whole
  };
}
