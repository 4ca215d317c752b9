/* SPDX-License-Identifier: Apache-2.0 */

#include "query/table-module.h"

#include "query/query-flame.h"

#include <string.h>

/* Tables that read the model when SQLite asks for a column. The plan passes the
 * conditions that the cursor evaluates as two letters each: field and operator. */

/* Declares a table with some columns, each with a comma before it, and allocates it:
 * @size bytes that start with a sqlite3_vtab. */
int
tv_query_vtab_connect (sqlite3 *db, GString *columns, gsize size, sqlite3_vtab **made)
{
  g_autofree char *sql = g_strdup_printf ("CREATE TABLE x(%s)", columns->str + 1);
  const int status = sqlite3_declare_vtab (db, sql);

  if (status != SQLITE_OK)
    return status;
  sqlite3_vtab_config (db, SQLITE_VTAB_INNOCUOUS);
  *made = g_malloc0 (size);
  return SQLITE_OK;
}

static int
connect_table (sqlite3 *db, void *data, int argc, const char *const *argv,
               sqlite3_vtab **vtab, char **error)
{
  const GPtrArray *sources = data;
  const guint trace = argv[1][1] == '\0' ? (guint) (argv[1][0] - 'a') : 0;
  const TvQueryTable *table = tv_query_table_find (argv[2]);
  g_autoptr (GArray) columns = NULL;
  g_autoptr (GString) declared = g_string_new (NULL);
  TvQueryVtab *made;
  int status;

  if (table == NULL)
    return SQLITE_ERROR;
  columns = tv_query_table_get_columns (table);
  for (guint i = 0; i < columns->len; i++)
    {
      const TvQueryColumn *column = &g_array_index (columns, TvQueryColumn, i);

      g_string_append_printf (declared, ",\"%s\" %s%s", column->name, column->type,
                              column->is_hidden ? " HIDDEN" : "");
    }
  status = tv_query_vtab_connect (db, declared, sizeof *made, vtab);
  if (status != SQLITE_OK)
    return status;
  made = (TvQueryVtab *) *vtab;
  made->source = g_ptr_array_index (sources, trace);
  made->table = table;
  made->columns = g_steal_pointer (&columns);
  return SQLITE_OK;
}

/* Differs from xConnect: otherwise SQLite would make the module itself a table, too. */
static int
create_table (sqlite3 *db, void *data, int argc, const char *const *argv,
              sqlite3_vtab **vtab, char **error)
{
  return connect_table (db, data, argc, argv, vtab, error);
}

static int
disconnect_table (sqlite3_vtab *vtab)
{
  g_array_unref (((TvQueryVtab *) vtab)->columns);
  return tv_query_vtab_disconnect (vtab);
}

int
tv_query_vtab_disconnect (sqlite3_vtab *vtab)
{
  sqlite3_free (vtab->zErrMsg);
  g_free (vtab);
  return SQLITE_OK;
}

/* Sets the error of a statement. Returns SQLITE_ERROR. */
int
tv_query_vtab_fail (sqlite3_vtab *vtab, const char *format, ...)
{
  va_list arguments;

  sqlite3_free (vtab->zErrMsg);
  va_start (arguments, format);
  vtab->zErrMsg = sqlite3_vmprintf (format, arguments);
  va_end (arguments);
  return SQLITE_ERROR;
}

int
tv_query_row_cursor_is_at_end (sqlite3_vtab_cursor *cursor)
{
  return ((const TvQueryRowCursor *) cursor)->at_end;
}

int
tv_query_row_cursor_get_id (sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
  *id = ((const TvQueryRowCursor *) cursor)->row;
  return SQLITE_OK;
}

/* Sets a result to a text that lives as long as the trace, or to NULL. */
void
tv_query_result_text (sqlite3_context *result, const char *text)
{
  if (text != NULL)
    sqlite3_result_text (result, text, -1, SQLITE_STATIC);
}

/* The length of an open slice is -1 in all units. */
static void
result_in_units (sqlite3_context *result, gint64 amount, gint64 unit)
{
  if (unit == 1 || amount == -1)
    sqlite3_result_int64 (result, amount);
  else if (amount % unit == 0)
    sqlite3_result_int64 (result, amount / unit);
  else
    sqlite3_result_double (result, (double) amount / (double) unit);
}

/* Sets a result to an amount on a clock: nanoseconds, or a number of things. */
void
tv_query_result_amount (const TvQuerySource *source, TvClock clock, gint64 amount,
                        sqlite3_context *result)
{
  result_in_units (result, amount, source->units[clock]);
}

static gboolean
lists_calls (const TvQueryTable *table)
{
  return table->get == NULL && table->view == NULL;
}

/* Plans */

/* The number of a plan: an order of rows, by a field or in the order of the calls … */
#define PLAN_FIELD 0xff
#define PLAN_ORDERED (1 << 8)
#define PLAN_DESCENDING (1 << 9)
#define PLAN_BY_THREAD (1 << 11)
#define PLAN_BY_TIME (1 << 12)
/* … of which only the first are needed, as many as the last argument says. */
#define PLAN_LIMITED (1 << 10)
/* … or one call, by its id alone. */
#define PLAN_ONE_CALL (1 << 13)

/* SQLite itself sorts fewer calls, which it may read many times, and more calls, for
 * which the cursor would exceed its memory. */
#define MIN_TO_SORT 100
#define MAX_TO_SORT 1e8

typedef struct
{
  const TvQueryVtab *vtab;
  sqlite3_index_info *info;
  double n;            /* rows of the table */
  double share;        /* of the rows that are returned, roughly */
  double effort;       /* of the rows that are visited, roughly */
  GString *conditions; /* two letters each */
  gboolean has_start;
  int limit; /* index of the condition, or -1 */
} Plan;

static TvQueryField
get_field (const TvQueryVtab *vtab, int column)
{
  return column < 0 ? TV_FIELD_ID
                    : g_array_index (vtab->columns, TvQueryColumn, column).field;
}

static gboolean
is_parameter (TvQueryField field)
{
  return field >= TV_FIELD_START_ID && field <= TV_FIELD_PATTERN;
}

static gboolean
is_key (const TvQueryTable *table, TvQueryField field)
{
  return table->find != NULL && table->key == field;
}

/* Returns the share of the rows that meet a condition, roughly. */
static double
guess_share (const Plan *plan, TvQueryField field, guint op)
{
  if (op == SQLITE_INDEX_CONSTRAINT_ISNOTNULL)
    return 1;
  if (op != SQLITE_INDEX_CONSTRAINT_EQ && op != SQLITE_INDEX_CONSTRAINT_IS)
    return 0.25;
  if (field == TV_FIELD_ID || is_key (plan->vtab->table, field))
    return 1 / plan->n;
  if (field == TV_FIELD_PARENT_ID)
    return MIN (1, 8 / plan->n);
  if (field == TV_FIELD_NAME || field == TV_FIELD_METHOD_ID)
    return 1.0 / MAX (plan->vtab->source->n_methods, 1);
  if (tv_query_field_is_of_thread (field))
    return 1.0 / MAX (plan->vtab->source->n_threads, 1);
  return 0.1;
}

/* Whether the cursor skips calls that do not meet a condition without visiting them. */
static gboolean
jumps (const TvQueryTable *table, TvQueryField field)
{
  return is_key (table, field) || field == TV_FIELD_ID || field == TV_FIELD_TS
         || field == TV_FIELD_PARENT_ID || tv_query_field_is_of_thread (field);
}

/* Whether a condition may belong to the join and not to the table. SQLite 3.40 also
 * passes such conditions to the table on the left of a LEFT JOIN; rows without a match
 * would be lost. */
static gboolean
may_be_of_join (const Plan *plan, guint op)
{
  return plan->vtab->source->guard->has_left_joins
         && (op == SQLITE_INDEX_CONSTRAINT_ISNOTNULL
             || op == SQLITE_INDEX_CONSTRAINT_GLOB || op == SQLITE_INDEX_CONSTRAINT_LIKE
             || op == SQLITE_INDEX_CONSTRAINT_REGEXP);
}

/* Whether the cursor evaluates a condition. On counted rows it evaluates only their
 * number. */
static gboolean
is_decided (const Plan *plan, int i)
{
  const TvQueryField field = get_field (plan->vtab, plan->info->aConstraint[i].iColumn);
  const guint op = plan->info->aConstraint[i].op;

  if (is_parameter (field))
    return op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (may_be_of_join (plan, op))
    return FALSE;
  if (is_key (plan->vtab->table, field))
    return op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (!lists_calls (plan->vtab->table))
    return field == TV_FIELD_ID && tv_column_check_knows_number (op)
           && op != SQLITE_INDEX_CONSTRAINT_ISNULL && op != SQLITE_INDEX_CONSTRAINT_IS;
  if (!tv_query_field_is_text (field))
    return field >= TV_FIELD_ID && tv_column_check_knows_number (op)
           && tv_query_source_get_unit (plan->vtab->source, field) == 1;
  return tv_column_check_knows_text (op)
         && (op != SQLITE_INDEX_CONSTRAINT_EQ
             || g_str_equal (sqlite3_vtab_collation (plan->info, i), "BINARY"));
}

/* Takes all conditions that the cursor evaluates. Returns FALSE if a parameter is not
 * known in this plan. */
static gboolean
take_conditions (Plan *plan)
{
  sqlite3_index_info *info = plan->info;

  for (int i = 0; i < info->nConstraint; i++)
    {
      const guint op = info->aConstraint[i].op;
      const gboolean usable = info->aConstraint[i].usable;
      const gboolean has_row
          = op != SQLITE_INDEX_CONSTRAINT_LIMIT && op != SQLITE_INDEX_CONSTRAINT_OFFSET;
      const TvQueryField field
          = has_row ? get_field (plan->vtab, info->aConstraint[i].iColumn)
                    : TV_FIELD_NOTHING;

      if (op == SQLITE_INDEX_CONSTRAINT_LIMIT)
        plan->limit = usable ? i : -1;
      if (has_row && is_parameter (field) && !usable)
        return FALSE;
      if (!has_row || !is_decided (plan, i) || !usable)
        continue;
      g_string_append_c (plan->conditions, (char) ('0' + field));
      g_string_append_c (plan->conditions, (char) op);
      info->aConstraintUsage[i].argvIndex = (int) plan->conditions->len / 2;
      /* If LIKE is omitted, a LEFT JOIN of SQLite 3.40 loses the rows without a match.
       */
      info->aConstraintUsage[i].omit
          = op != SQLITE_INDEX_CONSTRAINT_LIKE && !is_key (plan->vtab->table, field);
      plan->has_start = plan->has_start || field == TV_FIELD_START_ID;
      if (is_parameter (field))
        continue;
      plan->share *= guess_share (plan, field, op);
      if (jumps (plan->vtab->table, field))
        plan->effort *= guess_share (plan, field, op);
    }
  return TRUE;
}

static gboolean
has_condition (const Plan *plan, TvQueryField field, guint op)
{
  for (gsize i = 0; i < plan->conditions->len; i += 2)
    if (plan->conditions->str[i] == (char) ('0' + field)
        && plan->conditions->str[i + 1] == (char) op)
      return TRUE;
  return FALSE;
}

/* Whether a field counts the tracks of a trace. Threads of slices have several. */
static gboolean
is_thread_id (const Plan *plan, TvQueryField field)
{
  return field == TV_FIELD_TRACK_ID
         || (field == TV_FIELD_UTID && !plan->vtab->source->has_slices);
}

/* Whether rows come in the requested order without sorting: calls by thread, then by
 * time. */
static gboolean
is_natural_order (const Plan *plan)
{
  const sqlite3_index_info *info = plan->info;
  gboolean one_thread
      = plan->vtab->source->n_threads <= 1
        || (plan->has_start && !plan->vtab->table->by_stack)
        || (is_thread_id (plan, TV_FIELD_UTID)
            && has_condition (plan, TV_FIELD_UTID, SQLITE_INDEX_CONSTRAINT_EQ))
        || has_condition (plan, TV_FIELD_TRACK_ID, SQLITE_INDEX_CONSTRAINT_EQ);

  for (int i = 0; i < info->nOrderBy; i++)
    {
      const TvQueryField field = get_field (plan->vtab, info->aOrderBy[i].iColumn);

      if (info->aOrderBy[i].desc)
        return FALSE;
      if (field == TV_FIELD_ID)
        return TRUE;
      if (!lists_calls (plan->vtab->table))
        return FALSE;
      if (is_thread_id (plan, field))
        one_thread = TRUE;
      else
        return field == TV_FIELD_TS && one_thread && i + 1 == info->nOrderBy;
    }
  return TRUE;
}

/* Takes an order by a field of methods, within each thread or over all threads. Calls
 * of a method share their arguments, and come thread by thread. */
static TvQueryField
take_method_order (Plan *plan)
{
  sqlite3_index_info *info = plan->info;
  const gboolean by_thread
      = is_thread_id (plan, get_field (plan->vtab, info->aOrderBy[0].iColumn));
  TvQueryField field;

  if (by_thread && (info->nOrderBy == 1 || info->aOrderBy[0].desc))
    return TV_FIELD_NOTHING;
  for (int i = by_thread + 1; i < info->nOrderBy; i++)
    if (info->aOrderBy[i].desc
        || !is_thread_id (plan, get_field (plan->vtab, info->aOrderBy[i].iColumn)))
      return TV_FIELD_NOTHING;
  info->idxNum = (by_thread ? PLAN_BY_THREAD : 0)
                 | (info->aOrderBy[by_thread].desc ? PLAN_DESCENDING : 0);
  field = get_field (plan->vtab, info->aOrderBy[by_thread].iColumn);
  if (field == TV_FIELD_NAME || field == TV_FIELD_PATHNAME)
    return field;
  return field == TV_FIELD_METHOD_ID
                 || (field == TV_FIELD_ARG_SET_ID && !plan->vtab->source->has_slices)
             ? TV_FIELD_METHOD_ID
             : TV_FIELD_NOTHING;
}

/* Lists slices of several tracks by time, unless another order is requested. Returns
 * whether that is done. */
static gboolean
take_time_order (Plan *plan)
{
  static const TvQueryField limits[]
      = { TV_FIELD_ID, TV_FIELD_PARENT_ID, TV_FIELD_TRACK_ID };
  sqlite3_index_info *info = plan->info;

  if (!plan->vtab->table->by_time || !plan->vtab->source->has_slices
      || plan->vtab->source->n_threads <= 1 || info->colUsed == 0 || info->nOrderBy > 1
      || (info->nOrderBy == 1
          && (info->aOrderBy[0].desc
              || get_field (plan->vtab, info->aOrderBy[0].iColumn) != TV_FIELD_TS)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (has_condition (plan, limits[i], SQLITE_INDEX_CONSTRAINT_EQ))
      return FALSE;
  info->idxNum = PLAN_BY_TIME;
  info->orderByConsumed = info->nOrderBy == 1;
  return TRUE;
}

/* Takes the requested order, if the cursor can deliver it. The order of groups may also
 * be that of the result, so its direction matters. */
static void
take_order (Plan *plan)
{
  sqlite3_index_info *info = plan->info;
  const double rows = plan->share * plan->n;
  TvQueryField field;

  if (take_time_order (plan) || info->nOrderBy == 0)
    return;
  info->orderByConsumed = is_natural_order (plan);
  if (info->orderByConsumed || !lists_calls (plan->vtab->table) || rows < MIN_TO_SORT
      || rows > MAX_TO_SORT)
    return;
  field = get_field (plan->vtab, info->aOrderBy[0].iColumn);
  if (plan->limit >= 0 && info->nOrderBy == 1 && !tv_query_field_is_text (field))
    {
      info->aConstraintUsage[plan->limit].argvIndex
          = (int) plan->conditions->len / 2 + 1;
      info->idxNum = PLAN_LIMITED | (info->aOrderBy[0].desc ? PLAN_DESCENDING : 0);
    }
  else if ((field = take_method_order (plan)) == TV_FIELD_NOTHING)
    return;
  info->idxNum |= (int) field | PLAN_ORDERED;
  info->orderByConsumed = TRUE;
}

static int
choose_plan (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const TvQueryVtab *vtab = (const TvQueryVtab *) base;
  const TvQueryTable *table = vtab->table;
  g_autoptr (GString) conditions = g_string_new (NULL);
  Plan plan = { .vtab = vtab,
                .info = info,
                .n = vtab->source->n_calls,
                .share = 1,
                .effort = 1,
                .conditions = conditions,
                .limit = -1 };

  if (table->count != NULL)
    plan.n = (double) table->count (vtab->source);
  plan.n = MAX (plan.n, 1);
  if (!take_conditions (&plan)
      || (table->calls != TV_QUERY_ALL_CALLS && !plan.has_start))
    return SQLITE_CONSTRAINT;
  if (plan.has_start)
    plan.effort = plan.share = MIN (1, 30 / plan.n);
  take_order (&plan);
  if (has_condition (&plan, TV_FIELD_ID, SQLITE_INDEX_CONSTRAINT_EQ))
    {
      info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
      if (lists_calls (table) && table->calls == TV_QUERY_ALL_CALLS
          && conditions->len == 2)
        info->idxNum = PLAN_ONE_CALL;
    }
  info->estimatedRows = (sqlite3_int64) MAX (1, plan.share * plan.n);
  info->estimatedCost = MAX (1, (plan.effort * 0.2 + plan.share) * plan.n);
  info->idxStr = sqlite3_mprintf ("%s", conditions->str);
  info->needToFreeIdxStr = TRUE;
  return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* Cursors */

static int
open_cursor (sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
  *made = tv_query_cursor_new (((TvQueryVtab *) base)->source);
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *cursor)
{
  tv_query_cursor_free ((TvQueryCursor *) cursor);
  return SQLITE_OK;
}

/* Takes the call, or the stack of calls, whose relatives to list. */
static void
take_start (TvQueryCursor *cursor, const TvQueryTable *table, sqlite3_value *value)
{
  const gint64 id = sqlite3_value_int64 (value);

  if (table->by_stack)
    tv_query_cursor_list_stack (cursor, value, table->calls == TV_QUERY_ANCESTORS);
  else if (sqlite3_value_numeric_type (value) != SQLITE_INTEGER || id < 0
           || id >= cursor->source->n_calls)
    cursor->error = g_strdup_printf ("%s: there is no slice with this id", table->name);
  else if (table->calls == TV_QUERY_ANCESTORS)
    tv_query_cursor_list_ancestors (cursor, (guint32) id, table->with_self);
  else
    tv_query_cursor_list_descendants (cursor, (guint32) id, table->with_self);
}

/* Returns the number of rows of a table that counts them. */
static gsize
count_rows (TvQueryCursor *cursor, const TvQueryTable *table, const char *view,
            const char *pattern)
{
  const TvFlamePart *parts;

  if (cursor->high < 0)
    return 0;
  if (table->count != NULL)
    return table->count (cursor->source);
  g_clear_pointer (&cursor->flame, tv_query_flame_unref);
  cursor->flame = tv_query_flame_find (cursor->source, view, pattern, &cursor->error);
  if (cursor->flame == NULL)
    return 0;
  parts = cursor->flame->parts;
  return (gsize) parts[0].n + parts[1].n + (table->with_self ? parts[0].first : 0);
}

/* Returns the kinds of tracks of a table. Without tracks of states, slices are all
 * calls.
 */
static guint
get_kinds (const TvQuerySource *source, const TvQueryTable *table)
{
  return table->kinds == TV_QUERY_SLICE_KINDS && !source->has_state_tracks
             ? 0
             : table->kinds;
}

/* Passes over tracks of other kinds than those of the table. */
static void
find_track (TvQueryCursor *cursor)
{
  while (cursor->kinds != 0 && !cursor->at_end
         && !tv_query_cursor_has_kind (cursor, cursor->id))
    cursor->at_end = ++cursor->id > cursor->high;
}

static int
get_status (const TvQueryCursor *cursor)
{
  return cursor->error == NULL
             ? SQLITE_OK
             : tv_query_vtab_fail (cursor->base.pVtab, "%s", cursor->error);
}

/* Limits the rows to those with a value in the key of the table. */
static void
find_key (TvQueryCursor *cursor, const TvQueryTable *table, sqlite3_value *value)
{
  gint64 low = 0;
  gint64 high = -1;

  /* SQLite compares other values with each row. */
  if (sqlite3_value_type (value) != SQLITE_INTEGER)
    return;
  table->find (cursor->source, sqlite3_value_int64 (value), &low, &high);
  cursor->low = MAX (cursor->low, low);
  cursor->high = MIN (cursor->high, high);
}

static int
filter_rows (sqlite3_vtab_cursor *base, int plan, const char *conditions, int argc,
             sqlite3_value **argv)
{
  TvQueryCursor *cursor = (TvQueryCursor *) base;
  const TvQueryTable *table = ((const TvQueryVtab *) base->pVtab)->table;
  const char *parameters[] = { table->view, NULL };
  const int n = (int) strlen (conditions) / 2;

  cursor->kinds = get_kinds (cursor->source, table);
  if ((plan & PLAN_ONE_CALL) != 0 && sqlite3_value_type (argv[0]) == SQLITE_INTEGER)
    {
      tv_query_cursor_start_at (cursor, sqlite3_value_int64 (argv[0]));
      return SQLITE_OK;
    }
  tv_query_cursor_reset (cursor);
  if (!lists_calls (table))
    cursor->high = G_MAXINT64;
  for (int i = 0; i < n && cursor->error == NULL; i++)
    {
      const TvQueryField field = (guchar) conditions[2 * i] - '0';

      if (is_parameter (field) && sqlite3_value_type (argv[i]) == SQLITE_NULL)
        cursor->high = -1;
      else if (field == TV_FIELD_START_ID)
        take_start (cursor, table, argv[i]);
      else if (is_parameter (field))
        parameters[field - TV_FIELD_VIEW] = (const char *) sqlite3_value_text (argv[i]);
      else if (is_key (table, field))
        find_key (cursor, table, argv[i]);
      else
        tv_query_cursor_add_check (cursor, field, (guchar) conditions[2 * i + 1],
                                   argv[i]);
    }
  if (cursor->error != NULL)
    return get_status (cursor);
  if (!lists_calls (table))
    {
      const gsize n_rows = count_rows (cursor, table, parameters[0], parameters[1]);

      cursor->high = MIN (cursor->high, (gint64) n_rows - 1);
      cursor->at_end = MAX (cursor->low, 0) > cursor->high;
      cursor->id = cursor->at_end ? 0 : (guint32) MAX (cursor->low, 0);
      find_track (cursor);
      return get_status (cursor);
    }
  cursor->is_descending = (plan & PLAN_DESCENDING) != 0;
  if (plan & PLAN_BY_TIME)
    tv_query_cursor_start_by_time (cursor);
  else if (plan & PLAN_LIMITED)
    tv_query_cursor_choose (cursor, plan & PLAN_FIELD, sqlite3_value_int64 (argv[n]));
  else if (plan & PLAN_ORDERED)
    tv_query_cursor_sort (cursor, plan & PLAN_FIELD, (plan & PLAN_BY_THREAD) != 0);
  else
    tv_query_cursor_start (cursor);
  return get_status (cursor);
}

static int
go_to_next (sqlite3_vtab_cursor *base)
{
  TvQueryCursor *cursor = (TvQueryCursor *) base;

  if (lists_calls (((const TvQueryVtab *) base->pVtab)->table))
    tv_query_cursor_next (cursor);
  else
    {
      cursor->at_end = ++cursor->id > cursor->high;
      find_track (cursor);
    }
  return get_status (cursor);
}

static int
is_at_end (sqlite3_vtab_cursor *cursor)
{
  return ((const TvQueryCursor *) cursor)->at_end;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *result, int column)
{
  TvQueryCursor *cursor = (TvQueryCursor *) base;
  const TvQueryVtab *vtab = (const TvQueryVtab *) base->pVtab;
  const TvQueryTable *table = vtab->table;
  const TvQueryField field = get_field (vtab, column);
  gint64 number;

  if (lists_calls (table) && tv_query_field_is_text (field))
    tv_query_result_text (result, tv_query_cursor_get_text (cursor, field));
  else if (lists_calls (table))
    {
      if (tv_query_cursor_get_number (cursor, field, &number))
        result_in_units (result, number,
                         tv_query_source_get_unit (cursor->source, field));
    }
  else if (field == TV_FIELD_ID)
    sqlite3_result_int64 (result, cursor->id);
  else if (table->get != NULL)
    table->get (cursor->source, cursor->id, field, result);
  else
    tv_query_result_frame (cursor->source, cursor->flame, cursor->id, table->with_self,
                           field, result);
  return SQLITE_OK;
}

static int
get_row_id (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  gint64 number = ((const TvQueryCursor *) base)->id;

  if (lists_calls (((const TvQueryVtab *) base->pVtab)->table))
    (void) tv_query_cursor_get_number ((TvQueryCursor *) base, TV_FIELD_ID, &number);
  *id = number;
  return SQLITE_OK;
}

const sqlite3_module tv_query_table_module = {
  .iVersion = 1,
  .xCreate = create_table,
  .xConnect = connect_table,
  .xBestIndex = choose_plan,
  .xDisconnect = disconnect_table,
  .xDestroy = disconnect_table,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = filter_rows,
  .xNext = go_to_next,
  .xEof = is_at_end,
  .xColumn = get_column,
  .xRowid = get_row_id,
};
