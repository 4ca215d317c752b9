/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/query.h"

#include "query/perfetto-script.h"
#include "query/query-guard.h"
#include "query/query-mistake.h"
#include "query/query-rows.h"
#include "query/table-module.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TvQuery
{
  gatomicrefcount n_refs;
  sqlite3 *db;
  GPtrArray *sources; /* TvQuerySource, by trace */
  TvQueryGuard guard;
  TvPerfettoParser *parser;
  GHashTable *functions; /* names of the functions that scripts have created, and as
                          * bits the schemas where they are tables; 0 for values */
  GString *note;         /* about the last script, empty for none */
  gboolean is_moved;     /* whether the positions that SQLite knows are not those of the
                            script */
  gint64 microseconds;   /* time limit of a script */
  gsize mistake;         /* its position in the last script; G_MAXSIZE for none */
};

/* Errors */

G_DEFINE_QUARK (tv - query - error - quark, tv_query_error)

static void
set_stop_error (const TvQuery *query, GError **error)
{
  if (query->guard.stop == TV_QUERY_CANCELLED)
    g_set_error_literal (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                         _ ("The query was stopped"));
  else if (query->guard.stop == TV_QUERY_OUT_OF_TIME)
    g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                 _ ("The query was stopped after its limit of %.3g s"),
                 (double) query->microseconds / G_USEC_PER_SEC);
  else
    g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                 _ ("The query was stopped at its limit of %.0f MiB of memory"),
                 (double) query->guard.bytes / (1024 * 1024));
}

/* Whether the first trace has slices. */
static gboolean
has_slices (const TvQuery *query)
{
  return ((const TvQuerySource *) g_ptr_array_index (query->sources, 0))->has_slices;
}

static gboolean
has_any_slices (const TvQuery *query)
{
  for (guint i = 0; i < query->sources->len; i++)
    if (((const TvQuerySource *) g_ptr_array_index (query->sources, i))->has_slices)
      return TRUE;
  return FALSE;
}

/* Sets an error with its position in the script: lines and columns count from 1. An
 * error about a stopped script has no position. */
static void
set_error_at (TvQuery *query, const char *script, const char *at, const char *sentence,
              GError **error)
{
  const char *line_start = script;
  guint line = 1;

  if (tv_query_guard_must_stop (&query->guard))
    {
      set_stop_error (query, error);
      return;
    }
  for (const char *i = script; i < at; i++)
    if (*i == '\n')
      {
        line++;
        line_start = i + 1;
      }
  query->mistake = (gsize) (at - script);
  /* Translators: a position in a script, and what is wrong there */
  g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
               _ ("line %u, column %u: %s"), line,
               (guint) g_utf8_strlen (line_start, at - line_start) + 1, sentence);
}

static void
set_error (TvQuery *query, const char *script, const char *statement, GError **error)
{
  gsize offset;
  g_autofree char *mistake = tv_query_mistake_describe (
      query->db, statement, query->sources->len > 0 && has_slices (query), &offset);

  set_error_at (query, script, statement + (query->is_moved ? 0 : offset), mistake,
                error);
}

/* Connections */

static gboolean
execute (TvQuery *query, const char *sql, GError **error)
{
  if (sqlite3_exec (query->db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  set_error (query, sql, sql, error);
  return FALSE;
}

/* Creates the tables and views of a trace in a schema. */
static gboolean
fill_schema (TvQuery *query, const char *schema, guint trace, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  tv_query_append_schema (sql, query->db, g_ptr_array_index (query->sources, trace),
                          schema, query->functions);
  return execute (query, sql->str, error);
}

static gboolean
take_nothing (TvQueryRows *rows, gpointer user_data, GError **error)
{
  return TRUE;
}

/* Creates the tables without rows of modules, except where a script has a function of
 * the same name. In a system trace a table that is not kept is a mistake. Returns the
 * number of tables. */
static guint
create_empty_tables (TvQuery *query, const char *module, TvPerfettoModule *found)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (g_free);

  *found = tv_perfetto_find_module (module, tables);
  for (guint i = 0; i < tables->len; i++)
    {
      const char *table = g_ptr_array_index (tables, i);
      g_autofree char *name = g_strndup (table, strcspn (table, " "));

      if (!has_slices (query) && !g_hash_table_contains (query->functions, name))
        tv_perfetto_empty_table_create (&query->guard, table);
    }
  return tables->len;
}

/* Limits the schemas of the first trace to its scope. */
static gboolean
create_scope (TvQuery *query, GError **error)
{
  const TvQuerySource *source = g_ptr_array_index (query->sources, 0);

  if (tv_query_limit_schema (query->db, source, "main") == SQLITE_OK
      && (query->sources->len == 1
          || tv_query_limit_schema (query->db, source, "a") == SQLITE_OK))
    return TRUE;
  set_error (query, "", "", error);
  return FALSE;
}

static gboolean
create_tables (TvQuery *query, gboolean in_scope, GError **error)
{
  g_autofree char *functions = tv_query_dup_script ("functions.sql");
  g_autofree char *system = tv_query_dup_script ("system.sql");
  TvPerfettoModule found;
  static const char *const spans[]
      = { "SPAN_JOIN", "SPAN_LEFT_JOIN", "SPAN_OUTER_JOIN" };

  sqlite3_create_module (query->db, "tv_model", &tv_query_table_module, query->sources);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    sqlite3_create_module (query->db, spans[i], &tv_query_span_module, &query->guard);
  tv_query_functions_register (query->db, query->sources);
  tv_query_text_functions_register (&query->guard);
  create_empty_tables (query, "prelude.*", &found);
  /* Temporary files are in memory, too; sorting through them is three times as fast. */
  if (!execute (query, "PRAGMA temp_store = FILE", error)
      || !fill_schema (query, "main", 0, error)
      || !tv_query_run (query, functions, take_nothing, NULL, NULL, error)
      || (has_any_slices (query)
          && !tv_query_run (query, system, take_nothing, NULL, NULL, error)))
    return FALSE;
  for (guint i = 0; i < query->sources->len && query->sources->len > 1; i++)
    {
      const char schema[] = { (char) ('a' + i), '\0' };
      g_autofree char *attach = g_strdup_printf ("ATTACH ':memory:' AS %s", schema);

      if (!execute (query, attach, error) || !fill_schema (query, schema, i, error))
        return FALSE;
    }
  return !in_scope || create_scope (query, error);
}

static gboolean
connect_query (TvQuery *query, TvTrace *const *traces, guint n_traces, TvProfile *scope,
               GError **error)
{
  for (guint i = 0; i < n_traces; i++)
    {
      if (tv_trace_get_n_calls (traces[i]) >= G_MAXUINT32)
        {
          g_set_error_literal (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                               _ ("A trace of more than 4 billion calls cannot be "
                                  "queried"));
          return FALSE;
        }
      g_ptr_array_add (query->sources,
                       tv_query_source_new (traces[i], i, &query->guard));
    }
  if (scope != NULL)
    tv_query_source_set_scope (g_ptr_array_index (query->sources, 0), scope);
  if (sqlite3_open_v2 (":memory:", &query->db,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
                           | SQLITE_OPEN_URI,
                       "memdb")
      != SQLITE_OK)
    {
      set_error (query, "", "", error);
      return FALSE;
    }
  query->guard.db = query->db;
  sqlite3_extended_result_codes (query->db, FALSE);
  return create_tables (query, scope != NULL, error);
}

static TvQuery *
open_query (TvTrace *const *traces, guint n_traces, TvProfile *scope, GError **error)
{
  g_autoptr (TvQuery) query = g_new0 (TvQuery, 1);
  TvQueryGuard *before = tv_query_memory_count_for (&query->guard);
  gboolean done;

  g_atomic_ref_count_init (&query->n_refs);
  query->sources
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_query_source_free);
  query->parser = tv_perfetto_parser_new (&query->guard);
  query->functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  query->note = g_string_new (NULL);
  query->guard.deadline = G_MAXINT64;
  tv_query_set_limits (query, 0, 0);
  done = connect_query (query, traces, n_traces, scope, error);
  tv_query_memory_count_for (before);
  return done ? g_steal_pointer (&query) : NULL;
}

/**
 * tv_query_new:
 * @traces: (array length=n_traces): the traces to ask
 * @n_traces: 1 to %TV_QUERY_MAX_TRACES
 * @error: return location for a #GError
 *
 * Prepares traces for queries. The time does not depend on their size.
 *
 * Returns: (transfer full) (nullable): the query, or %NULL with @error set
 */
TvQuery *
tv_query_new (TvTrace *const *traces, guint n_traces, GError **error)
{
  g_return_val_if_fail (n_traces >= 1 && n_traces <= TV_QUERY_MAX_TRACES, NULL);

  return tv_query_new_in_scope (traces, n_traces, NULL, error);
}

/**
 * tv_query_new_in_scope:
 * @traces: (array length=n_traces): the traces to ask
 * @n_traces: 1 to %TV_QUERY_MAX_TRACES
 * @scope: (nullable): a profile of the first trace, %NULL for whole traces
 * @error: return location for a #GError
 *
 * Prepares traces for queries that see of the first one what a profile covers, under
 * plain names and in the schema `a`; the others are whole. Tables have the rows of its
 * threads that begin in its range or have a part in it, as #TvProfileRange has it, with
 * their whole times. Sums of methods, calls between them and flame graphs add up the
 * parts. Tables without a column `ts`, as those of threads and tracks, are whole. All
 * rows of `slice` are in `_whole_slice`, and so on.
 *
 * Returns: (transfer full) (nullable): the query, or %NULL with @error set
 */
TvQuery *
tv_query_new_in_scope (TvTrace *const *traces, guint n_traces, TvProfile *scope,
                       GError **error)
{
  TvQuery *query;

  g_return_val_if_fail (n_traces >= 1 && n_traces <= TV_QUERY_MAX_TRACES, NULL);
  g_return_val_if_fail (scope == NULL || tv_profile_get_trace (scope) == traces[0],
                        NULL);

  query = open_query (traces, n_traces, scope, error);
  if (query != NULL)
    tv_query_guard_install (&query->guard);
  return query;
}

/**
 * tv_query_save:
 * @trace: a trace
 * @folder: a folder with room for a large file
 * @error: return location for a #GError
 *
 * Writes the tables of a trace as a database of SQLite. Its tables and views have the
 * names and columns of those of a query; it has no functions. Takes little memory.
 *
 * Returns: (transfer full) (nullable): the content of the database, whose file has no
 *   name any more; %NULL with @error set
 */
GInputStream *
tv_query_save (TvTrace *trace, const char *folder, GError **error)
{
  g_autoptr (TvQuery) query = NULL;

  g_return_val_if_fail (trace != NULL && folder != NULL, NULL);

  query = open_query (&trace, 1, NULL, error);
  return query != NULL ? tv_query_save_tables (
             query->db, g_ptr_array_index (query->sources, 0), folder, error)
                       : NULL;
}

/**
 * tv_query_ref:
 * @query: a query
 *
 * Returns: (transfer full): the same query with another reference
 */
TvQuery *
tv_query_ref (TvQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  g_atomic_ref_count_inc (&query->n_refs);
  return query;
}

/**
 * tv_query_unref:
 * @query: (transfer full): a query
 *
 * Drops a reference. The last one ends the query, and everything that its scripts have
 * created.
 */
void
tv_query_unref (TvQuery *query)
{
  TvQueryGuard *before;

  g_return_if_fail (query != NULL);

  if (!g_atomic_ref_count_dec (&query->n_refs))
    return;
  before = tv_query_memory_count_for (&query->guard);
  sqlite3_close (query->db);
  tv_query_memory_count_for (before);
  g_ptr_array_unref (query->sources);
  tv_perfetto_parser_free (query->parser);
  g_hash_table_unref (query->functions);
  g_string_free (query->note, TRUE);
  g_free (query);
}

/**
 * tv_query_set_limits:
 * @query: a query
 * @microseconds: the most time that a script may take, 0 for no limit
 * @bytes: the most memory that it may take, 0 for no limit
 *
 * Limits the time and memory of scripts. A script is stopped with an error before it
 * exceeds them.
 *
 * Memory is what SQLite allocates for this query, tables of earlier scripts included,
 * and the sums and trees that are kept for the tables of a trace. The trace itself and
 * data of a #TvQueryFunc do not count. Other queries have limits of their own.
 */
void
tv_query_set_limits (TvQuery *query, gint64 microseconds, gint64 bytes)
{
  g_return_if_fail (query != NULL);

  query->microseconds = microseconds > 0 ? microseconds : G_MAXINT64;
  query->guard.bytes = bytes > 0 ? bytes : G_MAXINT64;
}

/* Scripts */

/**
 * tv_query_is_complete:
 * @script: what has been typed so far
 *
 * Returns: whether the script ends where a statement ends
 */
gboolean
tv_query_is_complete (const char *script)
{
  g_return_val_if_fail (script != NULL, FALSE);

  return sqlite3_complete (script) != 0;
}

/* Refuses names such as `$x` that have no value. */
static gboolean
check_values (TvQueryRows *rows, GError **error)
{
  const char *name = sqlite3_bind_parameter_name (rows->statement, 1);
  g_autofree char *mistake = NULL;
  const char *at = NULL;

  if (sqlite3_bind_parameter_count (rows->statement) == 0)
    return TRUE;
  if (name != NULL && !rows->query->is_moved)
    at = tv_perfetto_find_word (rows->start, name);
  mistake = g_strdup_printf (_ ("“%s” has no value"), name != NULL ? name : "?");
  set_error_at (rows->query, rows->script, at != NULL ? at : rows->start, mistake,
                error);
  return FALSE;
}

/* Runs an SQL statement: one of the script, or the translation of one. Returns the rest
 * of the SQL, or NULL. */
static const char *
run_sql (TvQueryRows *rows, const char *sql, GError **error)
{
  const char *rest;
  gboolean done;

  rows->ended = FALSE;
  if (tv_query_guard_prepare (&rows->query->guard, sql, &rows->statement, &rest)
      != SQLITE_OK)
    {
      set_error (rows->query, rows->script, rows->start, error);
      return NULL;
    }
  done = check_values (rows, error);
  if (done && sqlite3_column_count (rows->statement) > 0)
    done = rows->func (rows, rows->user_data, error);
  else if (done && rows->statement != NULL)
    {
      while (tv_query_rows_next (rows, error))
        continue;
      done = *error == NULL;
    }
  sqlite3_finalize (rows->statement);
  return done ? rest : NULL;
}

/* Reports a mistake in a statement of Perfetto. */
static gboolean
refuse (TvQueryRows *rows, const char *mistake, GError **error)
{
  set_error_at (rows->query, rows->script, rows->start, mistake, error);
  return FALSE;
}

static gboolean
include_module (TvQueryRows *rows, const char *module, GError **error)
{
  g_autofree char *sentence = NULL;
  TvPerfettoModule found;
  const guint n_tables = create_empty_tables (rows->query, module, &found);

  if (found == TV_PERFETTO_MODULE_UNKNOWN)
    {
      sentence = g_strdup_printf (_ ("there is no module “%s”"), module);
      return refuse (rows, sentence, error);
    }
  if (found == TV_PERFETTO_MODULE_WITHOUT_DATA && !has_slices (rows->query))
    g_string_printf (
        rows->query->note,
        n_tables > 0
            ? _ ("the tables of the module “%s” are empty in a method trace")
            : _ ("the module “%s” has no tables or functions in a method trace"),
        module);
  return TRUE;
}

static gboolean
create_function (TvQueryRows *rows, TvPerfettoStatement *statement, GError **error)
{
  TvQuery *query = rows->query;
  const gboolean returns_table = statement->columns != NULL;
  g_autofree char *name = g_ascii_strdown (statement->name, -1);
  g_autofree char *mistake = NULL;
  guint schemas = GPOINTER_TO_UINT (g_hash_table_lookup (query->functions, name));

  if (!statement->replaces && g_hash_table_contains (query->functions, name))
    {
      mistake
          = g_strdup_printf (_ ("the function “%s” already exists"), statement->name);
      return refuse (rows, mistake, error);
    }
  if (tv_perfetto_function_create (&query->guard, statement, &mistake) != SQLITE_OK)
    {
      set_error (query, rows->script, rows->start, error);
      return FALSE;
    }
  if (mistake != NULL)
    return refuse (rows, mistake, error);
  if (query->guard.is_installed && query->sources->len > 1)
    schemas = tv_perfetto_function_share (&query->guard, name, returns_table,
                                          query->sources->len, schemas);
  else
    schemas = returns_table ? G_MAXUINT : 0;
  g_hash_table_insert (query->functions, g_steal_pointer (&name),
                       GUINT_TO_POINTER (schemas));
  return TRUE;
}

/* Whether there is a table, view or index to drop. */
static gboolean
exists (TvQuery *query, const char *name)
{
  sqlite3_stmt *found = NULL;
  gboolean is_there = FALSE;

  if (tv_query_guard_prepare (
          &query->guard, "SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE",
          &found, NULL)
      == SQLITE_OK)
    {
      sqlite3_bind_text (found, 1, name, -1, SQLITE_STATIC);
      is_there = sqlite3_step (found) == SQLITE_ROW;
    }
  sqlite3_finalize (found);
  return is_there;
}

/* Creates a table, view or index, and drops it again if its columns are not the
 * declared ones. */
static gboolean
create_table (TvQueryRows *rows, TvPerfettoStatement *statement, GError **error)
{
  TvQuery *query = rows->query;
  g_autofree char *select = NULL;
  g_autofree char *mistake = NULL;
  sqlite3_stmt *made = NULL;

  if ((statement->replaces && exists (query, statement->table)
       && run_sql (rows, statement->drop, error) == NULL)
      || run_sql (rows, statement->sql, error) == NULL)
    return FALSE;
  if (statement->columns == NULL)
    return TRUE;
  select = g_strdup_printf ("SELECT * FROM \"%s\"", statement->table);
  if (tv_query_guard_prepare (&query->guard, select, &made, NULL) != SQLITE_OK)
    set_error (query, rows->script, rows->start, error);
  else if ((mistake = tv_perfetto_check_columns (made, statement->columns)) != NULL)
    refuse (rows, mistake, error);
  sqlite3_finalize (made);
  if (*error == NULL)
    return TRUE;
  sqlite3_exec (query->db, statement->drop, NULL, NULL, NULL);
  return FALSE;
}

/* Runs a statement of Perfetto after its translation. */
static gboolean
run_perfetto (TvQueryRows *rows, TvPerfettoStatement *statement, GError **error)
{
  if (statement->module != NULL)
    return include_module (rows, statement->module, error);
  if (statement->name != NULL)
    return create_function (rows, statement, error);
  if (statement->table != NULL)
    return create_table (rows, statement, error);
  return statement->sql == NULL || run_sql (rows, statement->sql, error) != NULL;
}

/* Runs the statement at @at. Returns the rest of the script, or NULL. */
static const char *
run_next (TvQueryRows *rows, const char *at, GError **error)
{
  g_auto (TvPerfettoStatement) statement = { 0 };
  g_autofree char *message = NULL;
  TvQuery *query = rows->query;
  gboolean done;

  rows->start = at;
  if (tv_query_guard_must_stop (&query->guard))
    {
      set_stop_error (query, error);
      return NULL;
    }
  if (!tv_perfetto_parse (query->parser, at, &statement, &rows->start, &message))
    {
      set_error_at (query, rows->script, rows->start, message, error);
      return NULL;
    }
  if (statement.rest == NULL)
    {
      rows->start = at;
      return run_sql (rows, at, error);
    }
  query->is_moved = statement.is_moved;
  done = run_perfetto (rows, &statement, error);
  query->is_moved = FALSE;
  return done ? statement.rest : NULL;
}

/* Flame graphs and columns of own times are too large to keep for the next statement.
 */
static void
drop_flames (TvQuery *query)
{
  if (query->guard.held > query->guard.bytes / 4)
    for (guint i = 0; i < query->sources->len; i++)
      {
        TvQuerySource *source = g_ptr_array_index (query->sources, i);

        g_hash_table_remove_all (source->flames);
        tv_query_source_drop_self_times (source);
      }
}

/**
 * tv_query_run:
 * @query: a query
 * @script: statements, separated by semicolons
 * @func: called for each result
 * @user_data: passed to @func
 * @cancellable: (nullable): stops the script
 * @error: return location for a #GError, which names the line and column of a mistake
 *
 * Runs a script, up to the first mistake.
 *
 * Returns: whether all of it was run
 */
gboolean
tv_query_run (TvQuery *query, const char *script, TvQueryFunc func, gpointer user_data,
              GCancellable *cancellable, GError **error)
{
  TvQueryRows rows = { .query = query,
                       .sources = query->sources,
                       .script = script,
                       .func = func,
                       .user_data = user_data };
  g_autoptr (GError) reason = NULL;
  const char *at = script;

  g_return_val_if_fail (query != NULL && script != NULL && func != NULL, FALSE);

  rows.digits = g_string_new (NULL);
  query->mistake = G_MAXSIZE;
  g_string_truncate (query->note, 0);
  tv_query_guard_begin (&query->guard, query->microseconds, cancellable);
  while (at != NULL && *at != '\0')
    {
      at += strspn (at, " \t\r\n;");
      drop_flames (query);
      at = run_next (&rows, at, &reason);
    }
  tv_query_guard_end (&query->guard);
  g_string_free (rows.digits, TRUE);
  if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return at != NULL;
}

/**
 * tv_query_get_mistake:
 * @query: a query
 * @offset: (out): the byte of the script where it is
 *
 * Finds the mistake that ended the last script.
 *
 * Returns: whether a mistake ended it
 */
gboolean
tv_query_get_mistake (const TvQuery *query, gsize *offset)
{
  g_return_val_if_fail (query != NULL && offset != NULL, FALSE);

  *offset = query->mistake;
  return query->mistake != G_MAXSIZE;
}

/**
 * tv_query_get_note:
 * @query: a query
 *
 * Returns: (transfer none) (nullable): a note about the last script that is not a
 *   mistake: that a module it includes has no data in a method trace
 */
const char *
tv_query_get_note (const TvQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  return query->note->len > 0 ? query->note->str : NULL;
}

/* Results */

/**
 * tv_query_rows_get_n_columns:
 * @rows: a result
 *
 * Returns: number of its columns
 */
guint
tv_query_rows_get_n_columns (const TvQueryRows *rows)
{
  g_return_val_if_fail (rows != NULL, 0);

  return (guint) sqlite3_column_count (rows->statement);
}

/**
 * tv_query_rows_get_title:
 * @rows: a result
 * @column: one of its columns
 *
 * Returns: (transfer none): the name that the statement gives to the column
 */
const char *
tv_query_rows_get_title (const TvQueryRows *rows, guint column)
{
  g_return_val_if_fail (rows != NULL, NULL);

  return sqlite3_column_name (rows->statement, (int) column);
}

/**
 * tv_query_rows_get_sql:
 * @rows: a result
 *
 * Returns: (transfer none): the statement in plain SQL, which can be run again
 */
const char *
tv_query_rows_get_sql (const TvQueryRows *rows)
{
  g_return_val_if_fail (rows != NULL, NULL);

  return sqlite3_sql (rows->statement);
}

/**
 * tv_query_rows_next:
 * @rows: a result
 * @error: return location for a #GError
 *
 * Moves to the next row, or to the first one at the first call.
 *
 * Returns: whether there is one; %FALSE with @error set if the statement failed
 */
gboolean
tv_query_rows_next (TvQueryRows *rows, GError **error)
{
  int status;

  g_return_val_if_fail (rows != NULL, FALSE);

  /* Another step would start again. */
  if (rows->ended)
    return FALSE;
  status = sqlite3_step (rows->statement);
  rows->ended = status != SQLITE_ROW;
  /* Sums that were stopped have no rows, or rows without values. */
  if ((status != SQLITE_ROW && status != SQLITE_DONE)
      || ((rows->ended || g_cancellable_is_cancelled (rows->query->guard.work))
          && tv_query_guard_must_stop (&rows->query->guard)))
    set_error (rows->query, rows->script, rows->start, error);
  return status == SQLITE_ROW && rows->query->guard.stop == TV_QUERY_NOT_STOPPED;
}
