/* SPDX-License-Identifier: Apache-2.0 */

#include "query/call-cursor.h"
#include "query/table-module.h"

#include <string.h>

/* Tables of calls. They differ in their columns, and in which calls they list. */

#define PERFETTO_COLUMNS                                                               \
  { "id", "INTEGER", TV_CALL_ID }, { "ts", "INTEGER", TV_CALL_TS },                    \
      { "dur", "INTEGER", TV_CALL_DUR }, { "track_id", "INTEGER", TV_CALL_THREAD },    \
      { "category", "TEXT", TV_CALL_NOTHING }, { "name", "TEXT", TV_CALL_NAME },       \
      { "depth", "INTEGER", TV_CALL_DEPTH },                                           \
      { "parent_id", "INTEGER", TV_CALL_PARENT },                                      \
      { "arg_set_id", "INTEGER", TV_CALL_ARG_SET },                                    \
      { "thread_ts", "INTEGER", TV_CALL_CPU_START },                                   \
      { "thread_dur", "INTEGER", TV_CALL_CPU_DUR },                                    \
      { "thread_instruction_count", "INTEGER", TV_CALL_NOTHING },                      \
  {                                                                                    \
    "thread_instruction_delta", "INTEGER", TV_CALL_NOTHING                             \
  }

static const TvQueryColumn slice_columns[] = {
  PERFETTO_COLUMNS,
  { "cat", "TEXT", TV_CALL_NOTHING },
  { "slice_id", "INTEGER", TV_CALL_ID },
  { "is_open", "INTEGER", TV_CALL_IS_OPEN },
};

static const TvQueryColumn relative_columns[] = {
  PERFETTO_COLUMNS,
  { "start_id", "INTEGER HIDDEN", TV_CALL_PARAMETER },
};

static const TvQueryColumn stack_columns[] = {
  PERFETTO_COLUMNS,
  { "stack_id", "INTEGER", TV_CALL_STACK },
  { "parent_stack_id", "INTEGER", TV_CALL_PARENT_STACK },
};

static const TvQueryColumn thread_slice_columns[] = {
  { "id", "INTEGER", TV_CALL_ID },
  { "ts", "INTEGER", TV_CALL_TS },
  { "dur", "INTEGER", TV_CALL_DUR },
  { "category", "TEXT", TV_CALL_NOTHING },
  { "name", "TEXT", TV_CALL_NAME },
  { "track_id", "INTEGER", TV_CALL_THREAD },
  { "track_name", "TEXT", TV_CALL_NOTHING },
  { "thread_name", "TEXT", TV_CALL_THREAD_NAME },
  { "utid", "INTEGER", TV_CALL_UTID },
  { "tid", "INTEGER", TV_CALL_TID },
  { "is_main_thread", "INTEGER", TV_CALL_IS_MAIN },
  { "process_name", "TEXT", TV_CALL_NOTHING },
  { "upid", "INTEGER", TV_CALL_UPID },
  { "pid", "INTEGER", TV_CALL_PID },
  { "depth", "INTEGER", TV_CALL_DEPTH },
  { "parent_id", "INTEGER", TV_CALL_PARENT },
  { "arg_set_id", "INTEGER", TV_CALL_ARG_SET },
  { "thread_ts", "INTEGER", TV_CALL_CPU_START },
  { "thread_dur", "INTEGER", TV_CALL_CPU_DUR },
  { "is_open", "INTEGER", TV_CALL_IS_OPEN },
};

static const TvQueryColumn self_columns[] = {
  { "id", "INTEGER", TV_CALL_ID },
  { "self_dur", "INTEGER", TV_CALL_SELF },
};

static const TvQueryColumn call_columns[] = {
  { "id", "INTEGER", TV_CALL_ID },
  { "utid", "INTEGER", TV_CALL_UTID },
  { "number", "INTEGER", TV_CALL_NUMBER },
  { "method_id", "INTEGER", TV_CALL_METHOD },
  { "name", "TEXT", TV_CALL_NAME },
  { "parent_id", "INTEGER", TV_CALL_PARENT },
  { "depth", "INTEGER", TV_CALL_DEPTH },
  { "ts", "INTEGER", TV_CALL_TS },
  { "dur", "INTEGER", TV_CALL_DUR },
  { "self_dur", "INTEGER", TV_CALL_SELF },
  { "wall_start", "INTEGER", TV_CALL_WALL_START },
  { "wall_end", "INTEGER", TV_CALL_WALL_END },
  { "wall_dur", "INTEGER", TV_CALL_WALL_DUR },
  { "wall_self", "INTEGER", TV_CALL_WALL_SELF },
  { "cpu_start", "INTEGER", TV_CALL_CPU_START },
  { "cpu_end", "INTEGER", TV_CALL_CPU_END },
  { "cpu_dur", "INTEGER", TV_CALL_CPU_DUR },
  { "cpu_self", "INTEGER", TV_CALL_CPU_SELF },
  { "is_pre_open", "INTEGER", TV_CALL_IS_PRE_OPEN },
  { "is_open", "INTEGER", TV_CALL_IS_OPEN },
  { "exit_lost", "INTEGER", TV_CALL_IS_EXIT_LOST },
  { "by_exception", "INTEGER", TV_CALL_IS_BY_EXCEPTION },
  { "is_recursive", "INTEGER", TV_CALL_IS_RECURSIVE },
};

const TvQueryTable tv_query_call_tables[] = {
  { "slice", TV_QUERY_COLUMNS (slice_columns) },
  { "slices", TV_QUERY_COLUMNS (slice_columns) },
  { "thread_slice", TV_QUERY_COLUMNS (thread_slice_columns) },
  { "slice_with_stack_id", TV_QUERY_COLUMNS (stack_columns) },
  { "slice_self_dur", TV_QUERY_COLUMNS (self_columns) },
  { "call", TV_QUERY_COLUMNS (call_columns) },
  { "ancestor_slice", TV_QUERY_COLUMNS (relative_columns),
    .calls = TV_QUERY_ANCESTORS },
  { "descendant_slice", TV_QUERY_COLUMNS (relative_columns),
    .calls = TV_QUERY_DESCENDANTS },
  { "_slice_ancestor_and_self", TV_QUERY_COLUMNS (relative_columns),
    .calls = TV_QUERY_ANCESTORS, .with_self = TRUE },
  { "_slice_descendant_and_self", TV_QUERY_COLUMNS (relative_columns),
    .calls = TV_QUERY_DESCENDANTS, .with_self = TRUE },
};

const guint tv_query_n_call_tables = G_N_ELEMENTS (tv_query_call_tables);

/* Plans */

/* The number of a plan: an order of rows, by a field or by that of the calls, … */
#define PLAN_FIELD 0xff
#define PLAN_ORDERED (1 << 8)
#define PLAN_DESCENDING (1 << 9)
/* … of which only so many are wanted as the last argument says. */
#define PLAN_LIMITED (1 << 10)

/* SQLite sorts fewer calls itself, since it may ask for them many times, and more in
 * the memory that a query is allowed. */
#define MIN_TO_SORT 100
#define MAX_TO_SORT 1e8

static guint
get_field (const sqlite3_vtab *base, int column)
{
  const TvQueryVtab *vtab = (const TvQueryVtab *) base;

  return column < 0 ? TV_CALL_ID : vtab->table->columns[column].field;
}

/* What share of the calls a condition leaves, roughly. */
static double
guess_share (const TvQuerySource *source, guint field, guint op)
{
  const double n = MAX (source->n_calls, 1);
  const gboolean is_equal
      = op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_IS;

  if (!is_equal)
    return op == SQLITE_INDEX_CONSTRAINT_ISNOTNULL ? 1 : 0.25;
  if (field == TV_CALL_ID)
    return 1 / n;
  if (field == TV_CALL_PARENT)
    return MIN (1, 8 / n);
  if (field == TV_CALL_NAME || field == TV_CALL_METHOD)
    return 1.0 / MAX (source->n_methods, 1);
  if (tv_call_field_is_of_thread (field))
    return 1.0 / MAX (source->n_threads, 1);
  return 0.1;
}

/* What share of the calls has to be looked at for a condition. */
static double
guess_effort (const TvQuerySource *source, guint field, guint op)
{
  const gboolean jumps = field == TV_CALL_ID || field == TV_CALL_TS
                         || field == TV_CALL_PARENT
                         || tv_call_field_is_of_thread (field);

  return jumps ? guess_share (source, field, op) : 1;
}

/* Conditions that the cursor decides go to it as two letters each. */
static gboolean
is_decided (const sqlite3_vtab *base, sqlite3_index_info *info, int i)
{
  const guint field = get_field (base, info->aConstraint[i].iColumn);
  const guint op = info->aConstraint[i].op;

  if (!info->aConstraint[i].usable)
    return FALSE;
  if (!tv_call_field_is_text (field))
    return tv_column_check_knows_number (op)
           && (field != TV_CALL_PARAMETER || op == SQLITE_INDEX_CONSTRAINT_EQ);
  return field != TV_CALL_NOTHING && tv_column_check_knows_text (op)
         && (op != SQLITE_INDEX_CONSTRAINT_EQ
             || g_str_equal (sqlite3_vtab_collation (info, i), "BINARY"));
}

/* Takes all conditions that the cursor decides. Returns whether those are all, and the
 * limit of rows, if there is one. */
static gboolean
take_conditions (sqlite3_vtab *base, sqlite3_index_info *info, GString *plan,
                 double *share, double *effort, int *limit)
{
  const TvQuerySource *source = ((TvQueryVtab *) base)->source;
  gboolean all = TRUE;

  *limit = -1;
  for (int i = 0; i < info->nConstraint; i++)
    {
      const guint op = info->aConstraint[i].op;
      guint field;

      if (op == SQLITE_INDEX_CONSTRAINT_LIMIT && info->aConstraint[i].usable)
        *limit = i;
      if (op == SQLITE_INDEX_CONSTRAINT_LIMIT)
        continue;
      if (op == SQLITE_INDEX_CONSTRAINT_OFFSET || !is_decided (base, info, i))
        {
          all = FALSE;
          continue;
        }
      field = get_field (base, info->aConstraint[i].iColumn);
      g_string_append_c (plan, (char) ('0' + field));
      g_string_append_c (plan, (char) op);
      info->aConstraintUsage[i].argvIndex = (int) plan->len / 2;
      info->aConstraintUsage[i].omit = TRUE;
      *share *= guess_share (source, field, op);
      *effort *= guess_effort (source, field, op);
    }
  return all;
}

/* Returns whether calls come in the order that is asked for without being sorted: by
 * thread, then by time. */
static gboolean
is_natural_order (const sqlite3_vtab *base, const sqlite3_index_info *info,
                  const GString *plan)
{
  const TvQuerySource *source = ((const TvQueryVtab *) base)->source;
  gboolean one_thread = source->n_threads <= 1;

  for (gsize i = 0; i < plan->len; i += 2)
    one_thread = one_thread
                 || (plan->str[i + 1] == SQLITE_INDEX_CONSTRAINT_EQ
                     && (plan->str[i] == '0' + TV_CALL_UTID
                         || plan->str[i] == '0' + TV_CALL_THREAD
                         || plan->str[i] == '0' + TV_CALL_PARAMETER));
  for (int i = 0; i < info->nOrderBy; i++)
    {
      const guint field = get_field (base, info->aOrderBy[i].iColumn);

      if (info->aOrderBy[i].desc)
        return FALSE;
      if (field == TV_CALL_ID)
        return TRUE;
      if (field == TV_CALL_UTID || field == TV_CALL_THREAD)
        one_thread = TRUE;
      else
        return field == TV_CALL_TS && one_thread && i + 1 == info->nOrderBy;
    }
  return TRUE;
}

/* Takes the order that is asked for, if the cursor can deliver it. */
static void
take_order (const sqlite3_vtab *base, sqlite3_index_info *info, const GString *plan,
            gboolean decides_all, int limit, double rows)
{
  guint field;

  if (info->nOrderBy == 0)
    return;
  if (is_natural_order (base, info, plan))
    {
      info->orderByConsumed = TRUE;
      return;
    }
  field = get_field (base, info->aOrderBy[0].iColumn);
  if (info->nOrderBy > 1 || rows < MIN_TO_SORT || rows > MAX_TO_SORT)
    return;
  if (decides_all && limit >= 0 && !tv_call_field_is_text (field))
    {
      info->aConstraintUsage[limit].argvIndex = (int) plan->len / 2 + 1;
      info->idxNum = (int) field | PLAN_ORDERED | PLAN_LIMITED;
    }
  else if ((field == TV_CALL_NAME || field == TV_CALL_METHOD)
           && !info->aOrderBy[0].desc)
    info->idxNum = (int) field | PLAN_ORDERED;
  else
    return;
  if (info->aOrderBy[0].desc)
    info->idxNum |= PLAN_DESCENDING;
  info->orderByConsumed = TRUE;
}

static int
choose_plan (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const TvQueryVtab *vtab = (const TvQueryVtab *) base;
  const TvQueryTable *table = vtab->table;
  const double n = MAX (vtab->source->n_calls, 1);
  g_autoptr (GString) plan = g_string_new (NULL);
  double share = 1;
  double effort = 1;
  gboolean decides_all;
  int limit;

  decides_all = take_conditions (base, info, plan, &share, &effort, &limit);
  if (table->calls != TV_QUERY_ALL_CALLS)
    {
      const char start[] = { '0' + TV_CALL_PARAMETER, SQLITE_INDEX_CONSTRAINT_EQ, 0 };
      const char *found = NULL;

      for (gsize i = 0; i < plan->len && found == NULL; i += 2)
        found = strncmp (plan->str + i, start, 2) == 0 ? plan->str + i : NULL;
      if (found == NULL)
        return SQLITE_CONSTRAINT;
      effort = share = MIN (1, 30 / n);
    }
  take_order (base, info, plan, decides_all, limit, share * n);
  info->estimatedRows = (sqlite3_int64) MAX (1, share * n);
  info->estimatedCost = MAX (1, effort * n * 0.2 + share * n);
  info->idxStr = sqlite3_mprintf ("%s", plan->str);
  info->needToFreeIdxStr = TRUE;
  return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* Cursors */

static int
open_cursor (sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
  *made = tv_call_cursor_new (((TvQueryVtab *) base)->source);
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *cursor)
{
  tv_call_cursor_free ((TvCallCursor *) cursor);
  return SQLITE_OK;
}

/* Takes the call whose relatives are asked for. */
static gboolean
take_start (TvCallCursor *cursor, const TvQueryTable *table, sqlite3_value *value,
            char **error)
{
  if (sqlite3_value_type (value) == SQLITE_NULL)
    tv_call_cursor_list_nothing (cursor);
  else if (sqlite3_value_numeric_type (value) != SQLITE_INTEGER
           || sqlite3_value_int64 (value) < 0
           || sqlite3_value_int64 (value) >= cursor->source->n_calls)
    {
      *error = g_strdup_printf ("%s: there is no slice with this id", table->name);
      return FALSE;
    }
  else if (table->calls == TV_QUERY_ANCESTORS)
    tv_call_cursor_list_ancestors (cursor, (guint32) sqlite3_value_int64 (value),
                                   table->with_self);
  else
    tv_call_cursor_list_descendants (cursor, (guint32) sqlite3_value_int64 (value),
                                     table->with_self);
  return TRUE;
}

static int
filter_calls (sqlite3_vtab_cursor *base, int plan, const char *conditions, int argc,
              sqlite3_value **argv)
{
  TvCallCursor *cursor = (TvCallCursor *) base;
  const TvQueryVtab *vtab = (const TvQueryVtab *) base->pVtab;
  g_autofree char *error = NULL;
  gboolean fits = TRUE;
  const int n = (int) strlen (conditions) / 2;

  tv_call_cursor_reset (cursor);
  for (int i = 0; i < n && fits; i++)
    {
      const guint field = (guint) (conditions[2 * i] - '0');

      if (field == TV_CALL_PARAMETER)
        fits = take_start (cursor, vtab->table, argv[i], &error);
      else
        fits = tv_call_cursor_add_check (cursor, field, (guchar) conditions[2 * i + 1],
                                         argv[i], &error);
    }
  if (!fits)
    return tv_query_vtab_fail (base->pVtab, error);
  tv_call_cursor_start (cursor);
  if (plan & PLAN_LIMITED)
    tv_call_cursor_choose (cursor, plan & PLAN_FIELD, (plan & PLAN_DESCENDING) != 0,
                           sqlite3_value_int64 (argv[n]));
  else if (plan & PLAN_ORDERED)
    tv_call_cursor_sort (cursor, (plan & PLAN_FIELD) == TV_CALL_NAME);
  return SQLITE_OK;
}

static int
go_to_next (sqlite3_vtab_cursor *cursor)
{
  tv_call_cursor_next ((TvCallCursor *) cursor);
  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *cursor)
{
  return ((const TvCallCursor *) cursor)->at_end;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *result, int column)
{
  TvCallCursor *cursor = (TvCallCursor *) base;
  const guint field = get_field (base->pVtab, column);
  gint64 number;

  if (tv_call_field_is_text (field))
    tv_query_result_text (result, tv_call_cursor_get_text (cursor, field));
  else if (tv_call_cursor_get_number (cursor, field, &number))
    sqlite3_result_int64 (result, number);
  return SQLITE_OK;
}

static int
get_row_id (sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
  *id = ((const TvCallCursor *) cursor)->id;
  return SQLITE_OK;
}

const sqlite3_module tv_query_calls_module = {
  .iVersion = 1,
  .xCreate = tv_query_vtab_create,
  .xConnect = tv_query_vtab_connect,
  .xBestIndex = choose_plan,
  .xDisconnect = tv_query_vtab_disconnect,
  .xDestroy = tv_query_vtab_disconnect,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = filter_calls,
  .xNext = go_to_next,
  .xEof = is_at_end,
  .xColumn = get_column,
  .xRowid = get_row_id,
};
