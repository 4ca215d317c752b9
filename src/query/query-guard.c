/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-guard.h"

#include "query/table-module.h"

#include <string.h>

/* Instructions of SQLite between two checks: well under a millisecond. */
#define INSTRUCTIONS 5000

/* Memory that a statement may still take while it is being stopped. */
#define RESERVE (1024 * 1024)

/* Whether a schema is in memory: statements may create tables and views there. */
static gboolean
is_own_schema (const char *schema)
{
  return g_strcmp0 (schema, "main") == 0 || g_strcmp0 (schema, "temp") == 0;
}

/* Whether a pragma only lists tables, columns and the like. */
static gboolean
is_harmless_pragma (const char *name, const char *value)
{
  static const char *const with_value[]
      = { "table_info", "table_xinfo", "index_list", "index_info", "index_xinfo" };
  static const char *const without[]
      = { "table_list",    "function_list",  "module_list",
          "database_list", "collation_list", "compile_options" };

  for (guint i = 0; i < G_N_ELEMENTS (with_value); i++)
    if (g_ascii_strcasecmp (name, with_value[i]) == 0)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    if (g_ascii_strcasecmp (name, without[i]) == 0)
      return value == NULL || g_ascii_strcasecmp (name, "table_list") == 0;
  return FALSE;
}

/* Whether a function stays within the connection. Another one that is refused compares
 * each name of a text with each of another. */
static gboolean
is_harmless_function (const char *name)
{
  return g_ascii_strcasecmp (name, "load_extension") != 0
         && g_ascii_strcasecmp (name, "fts3_tokenizer") != 0
         && g_ascii_strcasecmp (name, "json_patch") != 0;
}

static gboolean
is_span_join (const char *module)
{
  return g_ascii_strcasecmp (module, "SPAN_JOIN") == 0
         || g_ascii_strcasecmp (module, "SPAN_LEFT_JOIN") == 0
         || g_ascii_strcasecmp (module, "SPAN_OUTER_JOIN") == 0;
}

/* Whether a statement may do something. All actions not known to be harmless are
 * refused. */
static gboolean
is_allowed (int action, const char *first, const char *second, const char *schema)
{
  /* These create, drop, insert into or delete from tables, views and the like. */
  if (action >= SQLITE_CREATE_INDEX && action <= SQLITE_INSERT)
    return is_own_schema (schema);
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return TRUE;
    case SQLITE_FUNCTION:
      return is_harmless_function (second);
    case SQLITE_PRAGMA:
      return is_harmless_pragma (first, second);
    case SQLITE_UPDATE:
    case SQLITE_REINDEX:
      return is_own_schema (schema);
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE:
      return is_own_schema (schema) && is_span_join (second);
    case SQLITE_ALTER_TABLE:
      return is_own_schema (first) && tv_query_table_find (second) == NULL;
    default:
      return FALSE;
    }
}

static int
authorize (void *data, int action, const char *first, const char *second,
           const char *schema, const char *trigger)
{
  TvQueryGuard *guard = data;

  /* A table of which no column is read has no schema here unless the statement says
   * it. */
  if (guard->reads != NULL && action == SQLITE_READ
      && (schema == NULL || g_str_equal (schema, "main")))
    g_hash_table_add (guard->reads, g_strdup (first));
  return is_allowed (action, first, second, schema) ? SQLITE_OK : SQLITE_DENY;
}

/* Stops the statement and the sums for it. */
void
tv_query_guard_stop (TvQueryGuard *guard, TvQueryStop reason)
{
  guard->stop = reason;
  g_cancellable_cancel (guard->work);
}

/* Returns the number of bytes that are left. */
gint64
tv_query_guard_get_room (const TvQueryGuard *guard)
{
  return guard->bytes - guard->held - MAX (guard->used, 0);
}

/* Whether SQLite may allocate memory. A refusal at the limit keeps every statement
 * below it, however much one step allocates. A statement that is being prepared can be
 * stopped only here. */
gboolean
tv_query_guard_grant (TvQueryGuard *guard, gint64 bytes)
{
  const gboolean is_stopped = guard->stop != TV_QUERY_NOT_STOPPED;

  if (!is_stopped && guard->is_preparing && tv_query_guard_must_stop (guard))
    return FALSE;
  if (bytes - (is_stopped ? RESERVE : 0) <= tv_query_guard_get_room (guard))
    return TRUE;
  if (!is_stopped)
    tv_query_guard_stop (guard, TV_QUERY_OUT_OF_MEMORY);
  return FALSE;
}

/* Counts memory that is not SQLite's if enough is left. The owner subtracts it from
 * @held when it frees it. */
gboolean
tv_query_guard_take (TvQueryGuard *guard, gint64 bytes)
{
  if (bytes > tv_query_guard_get_room (guard))
    return FALSE;
  guard->held += bytes;
  return TRUE;
}

/* Counts memory that a statement cannot do without. */
gboolean
tv_query_guard_demand (TvQueryGuard *guard, gint64 bytes)
{
  const gboolean taken = tv_query_guard_take (guard, bytes);

  if (!taken)
    tv_query_guard_stop (guard, TV_QUERY_OUT_OF_MEMORY);
  return taken;
}

gboolean
tv_query_guard_must_stop (TvQueryGuard *guard)
{
  if (g_cancellable_is_cancelled (guard->cancellable))
    guard->stop = TV_QUERY_CANCELLED;
  else if (g_get_monotonic_time () > guard->deadline)
    guard->stop = TV_QUERY_OUT_OF_TIME;
  else if (tv_query_guard_get_room (guard) < 0)
    guard->stop = TV_QUERY_OUT_OF_MEMORY;
  return guard->stop != TV_QUERY_NOT_STOPPED;
}

static int
watch (void *guard)
{
  return tv_query_guard_must_stop (guard);
}

/* Stops the statement and the sums from another thread. */
static void
interrupt (TvQueryGuard *guard)
{
  g_cancellable_cancel (guard->work);
  sqlite3_interrupt (guard->db);
}

static gpointer
wait_for_deadline (gpointer data)
{
  TvQueryGuard *guard = data;
  const gint64 rest = guard->deadline - g_get_monotonic_time ();

  if (g_async_queue_timeout_pop (guard->ended, (guint64) MAX (rest, 0)) == NULL)
    interrupt (guard);
  return NULL;
}

static void
on_cancelled (GCancellable *cancellable, gpointer guard)
{
  interrupt (guard);
}

/* Starts to watch a script. G_MAXINT64 microseconds means no limit. */
void
tv_query_guard_begin (TvQueryGuard *guard, gint64 microseconds,
                      GCancellable *cancellable)
{
  guard->stop = TV_QUERY_NOT_STOPPED;
  guard->cancellable = cancellable;
  guard->work = g_cancellable_new ();
  guard->outer = tv_query_memory_count_for (guard);
  if (cancellable != NULL)
    guard->link
        = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), guard, NULL);
  if (microseconds == G_MAXINT64
      || __builtin_add_overflow (g_get_monotonic_time (), microseconds,
                                 &guard->deadline))
    {
      guard->deadline = G_MAXINT64;
      return;
    }
  guard->ended = g_async_queue_new ();
  guard->timer = g_thread_new ("query-timer", wait_for_deadline, guard);
}

void
tv_query_guard_end (TvQueryGuard *guard)
{
  g_cancellable_disconnect (guard->cancellable, guard->link);
  guard->link = 0;
  guard->cancellable = NULL;
  if (guard->timer != NULL)
    {
      g_async_queue_push (guard->ended, guard);
      g_thread_join (g_steal_pointer (&guard->timer));
      g_clear_pointer (&guard->ended, g_async_queue_unref);
    }
  guard->deadline = G_MAXINT64;
  tv_query_memory_count_for (g_steal_pointer (&guard->outer));
  g_clear_object (&guard->work);
}

/* Prepares a statement, unless the script has to stop. */
int
tv_query_guard_prepare (TvQueryGuard *guard, const char *sql, sqlite3_stmt **statement,
                        const char **rest)
{
  const gboolean was_preparing = guard->is_preparing;
  int status;

  *statement = NULL;
  if (tv_query_guard_must_stop (guard))
    return SQLITE_INTERRUPT;
  guard->is_preparing = TRUE;
  status = sqlite3_prepare_v2 (guard->db, sql, -1, statement, rest);
  guard->is_preparing = was_preparing;
  return status;
}

/* Restricts all later statements of the connection. */
void
tv_query_guard_install (TvQueryGuard *guard)
{
  sqlite3 *db = guard->db;

  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, TV_QUERY_MAX_VALUE);
  sqlite3_limit (db, SQLITE_LIMIT_SQL_LENGTH, TV_QUERY_MAX_STATEMENT);
  sqlite3_limit (db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10000);
  sqlite3_limit (db, SQLITE_LIMIT_TRIGGER_DEPTH, 100);
  sqlite3_limit (db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit (db, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_progress_handler (db, INSTRUCTIONS, watch, guard);
  sqlite3_set_authorizer (db, authorize, guard);
  guard->is_installed = TRUE;
}

/* Executes a statement of the query itself, which may do what others may not. Only for
 * guards that are installed. */
int
tv_query_guard_execute_trusted (TvQueryGuard *guard, const char *sql)
{
  int status;

  sqlite3_set_authorizer (guard->db, NULL, NULL);
  status = sqlite3_exec (guard->db, sql, NULL, NULL, NULL);
  sqlite3_set_authorizer (guard->db, authorize, guard);
  return status;
}
