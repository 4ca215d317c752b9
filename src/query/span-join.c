/* SPDX-License-Identifier: Apache-2.0 */

#include "query/table-module.h"

/* CREATE VIRTUAL TABLE x USING SPAN_JOIN (a [PARTITIONED c], b [PARTITIONED c]): the
 * intersections in time of the rows of two tables, by partition. SPAN_LEFT_JOIN keeps
 * all times of the first table, SPAN_OUTER_JOIN those of both. Rows of one table must
 * not overlap within a partition. */

/* Limits joins of joins, and a join whose table was replaced by a view of the join
 * itself. */
#define MAX_DEPTH 50

/* One of the two tables, and its columns except ts, dur and the partition. */
typedef struct
{
  char *name;
  char *partition; /* (nullable) */
  GPtrArray *columns;
} Side;

typedef struct
{
  sqlite3_vtab base;
  TvQueryGuard *guard;
  Side sides[2];
  gboolean is_partitioned;
  gboolean keeps[2]; /* whether to keep times of this table alone */
} Vtab;

/* The rows of a table, sorted by partition and time. */
typedef struct
{
  sqlite3_stmt *statement;
  gboolean ended;
  gint64 partition;
  gint64 start;
  gint64 end;
  gboolean is_open;
} Input;

typedef struct
{
  TvQueryRowCursor rows;
  Input inputs[2];
  gint64 partition;
  gint64 start;
  gint64 end;
  gboolean in[2]; /* whether a row of each table covers start to end */
} Cursor;

static void
clear_side (Side *side)
{
  g_free (side->name);
  g_free (side->partition);
  g_clear_pointer (&side->columns, g_ptr_array_unref);
}

/* Tables */

static gboolean
is_own_column (const Side *side, const char *name)
{
  return g_ascii_strcasecmp (name, "ts") != 0 && g_ascii_strcasecmp (name, "dur") != 0
         && (side->partition == NULL
             || g_ascii_strcasecmp (name, side->partition) != 0);
}

#define WORD "([^\\s\"'`\\[\\];()]+)"

/* Parses `table [PARTITIONED column]`. */
static gboolean
parse_side (sqlite3 *db, const char *text, Side *side, char **error)
{
  g_autoptr (GRegex) regex
      = g_regex_new ("^\\s*" WORD "(?:\\s+PARTITIONED\\s+" WORD ")?\\s*$",
                     G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *sql = NULL;
  sqlite3_stmt *statement = NULL;

  if (!g_regex_match (regex, text, 0, &match))
    {
      *error
          = sqlite3_mprintf ("SPAN_JOIN: “%s” is not TABLE [PARTITIONED COLUMN]", text);
      return FALSE;
    }
  side->name = g_match_info_fetch (match, 1);
  if (g_match_info_get_match_count (match) > 2)
    side->partition = g_match_info_fetch (match, 2);
  side->columns = g_ptr_array_new_with_free_func (g_free);
  /* A missing column is an error here. */
  sql = g_strdup_printf ("SELECT *, ts, dur, %s FROM %s",
                         side->partition != NULL ? side->partition : "0", side->name);
  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    {
      *error = sqlite3_mprintf ("SPAN_JOIN: %s: %s", side->name, sqlite3_errmsg (db));
      return FALSE;
    }
  for (int i = 0; i < sqlite3_column_count (statement) - 3; i++)
    if (is_own_column (side, sqlite3_column_name (statement, i)))
      g_ptr_array_add (side->columns, g_strdup (sqlite3_column_name (statement, i)));
  sqlite3_finalize (statement);
  return TRUE;
}

static int
disconnect (sqlite3_vtab *base)
{
  Vtab *vtab = (Vtab *) base;

  clear_side (&vtab->sides[0]);
  clear_side (&vtab->sides[1]);
  return tv_query_vtab_disconnect (base);
}

static void
append_columns (GString *sql, const Side *side)
{
  for (guint i = 0; i < side->columns->len; i++)
    g_string_append_printf (sql, ",\"%s\"",
                            (const char *) g_ptr_array_index (side->columns, i));
}

static int
connect_join (sqlite3 *db, void *data, int argc, const char *const *argv,
              sqlite3_vtab **made, char **error)
{
  Side sides[2] = { 0 };
  g_autoptr (GString) declared = g_string_new (",ts INTEGER,dur INTEGER");
  const char *partition = NULL;
  int status = SQLITE_ERROR;

  if (argc != 5)
    *error = sqlite3_mprintf ("SPAN_JOIN takes two tables");
  else if (parse_side (db, argv[3], &sides[0], error)
           && parse_side (db, argv[4], &sides[1], error))
    {
      partition = sides[sides[0].partition == NULL].partition;
      if (partition != NULL)
        g_string_append_printf (declared, ",\"%s\" INTEGER", partition);
      append_columns (declared, &sides[0]);
      append_columns (declared, &sides[1]);
      status = tv_query_vtab_connect (db, declared, sizeof (Vtab), made);
      if (status != SQLITE_OK)
        *error = sqlite3_mprintf ("SPAN_JOIN: %s", sqlite3_errmsg (db));
    }
  if (status == SQLITE_OK)
    *(Vtab *) *made
        = (Vtab){ .guard = data,
                  .sides = { sides[0], sides[1] },
                  .is_partitioned = partition != NULL,
                  .keeps = { g_ascii_strcasecmp (argv[0], "SPAN_JOIN") != 0,
                             g_ascii_strcasecmp (argv[0], "SPAN_OUTER_JOIN") == 0 } };
  else
    {
      clear_side (&sides[0]);
      clear_side (&sides[1]);
    }
  return status;
}

static int
create_join (sqlite3 *db, void *data, int argc, const char *const *argv,
             sqlite3_vtab **made, char **error)
{
  return connect_join (db, data, argc, argv, made, error);
}

static int
choose_plan (sqlite3_vtab *vtab, sqlite3_index_info *info)
{
  info->estimatedCost = 1e6;
  info->estimatedRows = 100000;
  return SQLITE_OK;
}

/* Rows */

static Vtab *
get_vtab (const Cursor *cursor)
{
  return (Vtab *) cursor->rows.base.pVtab;
}

static int
open_cursor (sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
  *cursor = &(g_new0 (Cursor, 1))->rows.base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;

  sqlite3_finalize (cursor->inputs[0].statement);
  sqlite3_finalize (cursor->inputs[1].statement);
  g_free (cursor);
  return SQLITE_OK;
}

/* Moves to the next row of a table. One that is open, with the length -1, is there at
 * its start alone, as in Perfetto. */
static int
step_input (Cursor *cursor, guint side)
{
  Input *input = &cursor->inputs[side];
  Vtab *vtab = get_vtab (cursor);
  const gint64 partition = input->partition;
  const gint64 end = input->end;
  gint64 duration;
  int status;

  vtab->guard->depth++;
  status = sqlite3_step (input->statement);
  vtab->guard->depth--;
  input->ended = status != SQLITE_ROW;
  if (status == SQLITE_DONE)
    return SQLITE_OK;
  if (status != SQLITE_ROW)
    return tv_query_vtab_fail (&vtab->base, "%s", sqlite3_errmsg (vtab->guard->db));
  input->partition = sqlite3_column_int64 (input->statement, 0);
  input->start = sqlite3_column_int64 (input->statement, 1);
  duration = sqlite3_column_int64 (input->statement, 2);
  input->is_open = duration == -1;
  if (input->is_open)
    duration = 0;
  if (duration < 0 || __builtin_add_overflow (input->start, duration, &input->end))
    return tv_query_vtab_fail (&vtab->base,
                               "SPAN_JOIN: a row of %s has no length (ts %lld)",
                               vtab->sides[side].name, (long long) input->start);
  if (input->partition == partition && input->start < end)
    return tv_query_vtab_fail (&vtab->base, "SPAN_JOIN: rows of %s overlap (ts %lld)",
                               vtab->sides[side].name, (long long) input->start);
  return SQLITE_OK;
}

/* Starts to read the rows of a table, except those without a partition. */
static int
start_input (Cursor *cursor, guint side)
{
  Input *input = &cursor->inputs[side];
  Vtab *vtab = get_vtab (cursor);
  const Side *table = &vtab->sides[side];
  const char *partition = table->partition != NULL ? table->partition : "0";
  g_autoptr (GString) sql = g_string_new (NULL);

  g_clear_pointer (&input->statement, sqlite3_finalize);
  if (vtab->guard->depth >= MAX_DEPTH)
    return tv_query_vtab_fail (
        &vtab->base, "SPAN_JOIN: %s joins itself, or too many others", table->name);
  g_string_append_printf (sql, "SELECT %s, ts, dur", partition);
  append_columns (sql, table);
  g_string_append_printf (sql,
                          " FROM %s WHERE ts IS NOT NULL AND dur IS NOT NULL"
                          " AND %s IS NOT NULL ORDER BY %s + 0, ts",
                          table->name, partition, partition);
  if (tv_query_guard_prepare (vtab->guard, sql->str, &input->statement, NULL)
      != SQLITE_OK)
    return tv_query_vtab_fail (&vtab->base, "%s", sqlite3_errmsg (vtab->guard->db));
  input->end = G_MININT64;
  return step_input (cursor, side);
}

/* Whether the present row of a table belongs to the present partition. A table without
 * partitions takes part in each partition of the other table. */
static gboolean
is_there (const Cursor *cursor, guint side)
{
  const Vtab *vtab = get_vtab (cursor);

  return !cursor->inputs[side].ended
         && (vtab->sides[side].partition == NULL
             || cursor->inputs[side].partition == cursor->partition);
}

/* Moves to the next partition. A table without partitions starts again there. */
static int
go_to_partition (Cursor *cursor)
{
  const Vtab *vtab = get_vtab (cursor);
  gboolean found = FALSE;

  for (guint side = 0; side < 2; side++)
    if (!cursor->inputs[side].ended
        && (vtab->sides[side].partition != NULL || !vtab->is_partitioned)
        && (!found || cursor->inputs[side].partition < cursor->partition))
      {
        cursor->partition = cursor->inputs[side].partition;
        found = TRUE;
      }
  cursor->rows.at_end = !found;
  cursor->end = G_MININT64;
  for (guint side = 0; side < 2; side++)
    if (found && vtab->is_partitioned && vtab->sides[side].partition == NULL)
      {
        const int status = start_input (cursor, side);

        if (status != SQLITE_OK)
          return status;
      }
  return SQLITE_OK;
}

/* Finds the longest span after the last one during which the rows stay the same. */
static void
find_span (Cursor *cursor)
{
  gint64 start = G_MAXINT64;
  gint64 end = G_MAXINT64;

  for (guint side = 0; side < 2; side++)
    if (is_there (cursor, side))
      start = MIN (start, MAX (cursor->inputs[side].start, cursor->end));
  for (guint side = 0; side < 2; side++)
    {
      const Input *input = &cursor->inputs[side];

      cursor->in[side] = is_there (cursor, side) && input->start <= start;
      if (is_there (cursor, side))
        end = MIN (end, cursor->in[side] ? input->end : input->start);
    }
  cursor->start = start;
  cursor->end = end;
}

/* Moves to the next span to keep. */
static int
go_to_next (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;
  const Vtab *vtab = get_vtab (cursor);

  cursor->rows.row++;
  for (;;)
    {
      int status = SQLITE_OK;

      for (guint side = 0; side < 2 && status == SQLITE_OK; side++)
        while (status == SQLITE_OK && cursor->in[side] && is_there (cursor, side)
               && cursor->inputs[side].end <= cursor->end)
          {
            status = step_input (cursor, side);
            cursor->in[side] = FALSE;
          }
      if (status == SQLITE_OK && !is_there (cursor, 0) && !is_there (cursor, 1))
        status = go_to_partition (cursor);
      if (status != SQLITE_OK || cursor->rows.at_end)
        return status;
      find_span (cursor);
      if ((cursor->in[0] || vtab->keeps[1]) && (cursor->in[1] || vtab->keeps[0]))
        return SQLITE_OK;
    }
}

static int
start (sqlite3_vtab_cursor *base, int plan, const char *text, int argc,
       sqlite3_value **argv)
{
  Cursor *cursor = (Cursor *) base;
  int status = start_input (cursor, 0);

  if (status == SQLITE_OK)
    status = start_input (cursor, 1);
  cursor->rows.row = -1;
  cursor->in[0] = cursor->in[1] = FALSE;
  if (status == SQLITE_OK)
    status = go_to_partition (cursor);
  return status == SQLITE_OK && !cursor->rows.at_end ? go_to_next (base) : status;
}

static gboolean
is_open (const Cursor *cursor, guint side)
{
  return cursor->in[side] && cursor->inputs[side].is_open;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *result, int column)
{
  const Cursor *cursor = (const Cursor *) base;
  const Vtab *vtab = get_vtab (cursor);
  const int own = column - 2 - vtab->is_partitioned;
  const int n_first = (int) vtab->sides[0].columns->len;
  const guint side = own >= n_first;

  if (column == 0)
    sqlite3_result_int64 (result, cursor->start);
  else if (column == 1)
    sqlite3_result_int64 (result, is_open (cursor, 0) || is_open (cursor, 1)
                                      ? -1
                                      : cursor->end - cursor->start);
  else if (own < 0)
    sqlite3_result_int64 (result, cursor->partition);
  else if (cursor->in[side])
    sqlite3_result_value (result,
                          sqlite3_column_value (cursor->inputs[side].statement,
                                                3 + own - (side == 1 ? n_first : 0)));
  return SQLITE_OK;
}

const sqlite3_module tv_query_span_module = {
  .iVersion = 1,
  .xCreate = create_join,
  .xConnect = connect_join,
  .xBestIndex = choose_plan,
  .xDisconnect = disconnect,
  .xDestroy = disconnect,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = start,
  .xNext = go_to_next,
  .xEof = tv_query_row_cursor_is_at_end,
  .xColumn = get_column,
  .xRowid = tv_query_row_cursor_get_id,
};
