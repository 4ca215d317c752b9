/* SPDX-License-Identifier: Apache-2.0 */

#include "sql-maker.h"

#include <string.h>

/* How deep expressions and selections are in each other. */
#define MAX_DEPTH 5

/* The last functions, which are Perfetto's, are chosen more often than the others. */
#define N_LIKELY 30

/* Functions that answer something else each time, or that only a table of a kind which
 * statements cannot create takes. */
#define NOT_WANTED                                                                     \
  "^(random|randomblob|changes|total_changes|last_insert_rowid|load_extension|match|"  \
  "snippet|offsets|optimize|matchinfo|bm25|highlight|subtype|->+|fts.*|rtree.*|"       \
  "geopoly.*|"                                                                         \
  "sqlite_.*|.*date.*|.*time|json.*each|json.*tree|json_.*insert|json_.*patch)$"

typedef struct
{
  char *name;
  GPtrArray *columns; /* the hidden ones at the end */
  guint n_shown;
  gboolean has_times; /* a span join takes it */
} Table;

typedef struct
{
  char *name;
  gint n_arguments; /* -1 for any */
} Function;

/* By how they are used: anywhere, over groups, over windows */
typedef enum
{
  SCALAR,
  AGGREGATE,
  WINDOW
} Use;

#define N_USES 3

struct _TvSqlWords
{
  GPtrArray *tables;         /* of Table */
  GArray *functions[N_USES]; /* of Function; those of Perfetto come last */
};

static const char *const literals[] = {
  "NULL",
  "0",
  "1",
  "2",
  "-1",
  "7",
  "100",
  "3000",
  "1.5",
  "'a'",
  "'main'",
  "''",
  "'%a%'",
  "'*a*'",
  "'%: ()V'",
  "'^.o|x'",
  "'('",
  "'[a-'",
  "'7'",
  "'i'",
  "x''",
  "x'00ff41'",
  "9223372036854775807",
  "-9223372036854775808",
  "4294967296",
  "1e300",
  "-1e-300",
  "'TOP_DOWN'",
  "'BOTTOM_UP'",
  "'PIVOT'",
  "'pathname'",
  "'line_number'",
  "'nomatch'",
  "'\xE2\x80\xAE'",
  "zeroblob (50)",
  "'{\"a\":[1,2]}'",
};

static const char *const operators[]
    = { "=", "<", "<=", ">", ">=", "!=", "IS", "IS NOT", "AND",  "OR",  "+",
        "-", "*", "/",  "%", "||", "&",  "|",  "<<",     "LIKE", "GLOB" };

static const char *const types[] = { "LONG", "STRING", "DOUBLE", "BOOL", "BYTES" };

/* Words */

static void
free_table (gpointer data)
{
  Table *table = data;

  g_free (table->name);
  g_ptr_array_unref (table->columns);
  g_free (table);
}

static Table *
table_new (const char *name)
{
  Table *table = g_new0 (Table, 1);

  table->name = g_strdup (name);
  table->columns = g_ptr_array_new_with_free_func (g_free);
  return table;
}

/* Columns of a table: those of `PRAGMA table_xinfo`. */
static gboolean
take_columns (TvQueryRows *rows, gpointer user_data, GError **error)
{
  Table *table = user_data;
  guint n_times = 0;

  while (tv_query_rows_next (rows, error))
    {
      g_autofree char *name = g_strdup (tv_query_rows_get (rows, 1).text);

      table->n_shown += tv_query_rows_get (rows, 6).integer == 0;
      n_times += g_str_equal (name, "ts") || g_str_equal (name, "dur");
      g_ptr_array_add (table->columns, g_steal_pointer (&name));
    }
  table->has_times = n_times == 2;
  return *error == NULL;
}

static gboolean
take_names (TvQueryRows *rows, gpointer user_data, GError **error)
{
  while (tv_query_rows_next (rows, error))
    g_ptr_array_add (user_data, g_strdup (tv_query_rows_get (rows, 0).text));
  return *error == NULL;
}

static gboolean
take_functions (TvQueryRows *rows, gpointer user_data, GError **error)
{
  TvSqlWords *words = user_data;

  while (tv_query_rows_next (rows, error))
    {
      g_autofree char *name = g_strdup (tv_query_rows_get (rows, 0).text);
      const char type = *tv_query_rows_get (rows, 2).text;
      const Use use = type == 's' ? SCALAR : type == 'a' ? AGGREGATE : WINDOW;
      const Function function = { name, (gint) tv_query_rows_get (rows, 4).integer };

      if (g_regex_match_simple (NOT_WANTED, name, G_REGEX_CASELESS, 0))
        continue;
      g_array_append_val (words->functions[use], function);
      (void) g_steal_pointer (&name);
    }
  return *error == NULL;
}

/* Modules that are no tables by themselves give an error. */
static void
ask (TvQuery *query, const char *sql, TvQueryFunc func, gpointer data)
{
  (void) tv_query_run (query, sql, func, data, NULL, NULL);
}

/* Asks a query what it has. */
TvSqlWords *
tv_sql_words_new (TvQuery *query)
{
  TvSqlWords *words = g_new0 (TvSqlWords, 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  words->tables = g_ptr_array_new_with_free_func (free_table);
  for (guint i = 0; i < N_USES; i++)
    words->functions[i] = g_array_new (FALSE, FALSE, sizeof (Function));
  ask (query,
       "SELECT name FROM pragma_table_list WHERE schema = 'main' ORDER BY name <> "
       "'slice', name;"
       "SELECT name FROM pragma_module_list ORDER BY name",
       take_names, names);
  for (guint i = 0; i < names->len; i++)
    {
      Table *table = table_new (names->pdata[i]);
      g_autofree char *sql
          = g_strdup_printf ("PRAGMA table_xinfo(\"%s\")", table->name);

      ask (query, sql, take_columns, table);
      if (table->columns->len > 0 && !g_str_has_prefix (table->name, "sqlite_"))
        g_ptr_array_add (words->tables, table);
      else
        free_table (table);
    }
  ask (query, "SELECT * FROM pragma_function_list ORDER BY builtin DESC, name, narg",
       take_functions, words);
  return words;
}

/* Choices */

static guint
choose (TvSqlMaker *maker, guint n)
{
  guint choice;

  if (maker->size == 0)
    return 0;
  choice = *maker->data % n;
  maker->data++;
  maker->size--;
  return choice;
}

static void
add (TvSqlMaker *maker, const char *text)
{
  g_string_append (maker->sql, text);
}

/* Adds one of the texts, the first of them when there are no bytes left. */
#define ADD_ONE(maker, texts) add (maker, (texts)[choose (maker, G_N_ELEMENTS (texts))])

static const Table *
choose_table (TvSqlMaker *maker)
{
  const guint n_created = maker->created->len;
  const guint n = maker->words->tables->len;
  const guint choice = choose (maker, n + 4 * n_created);

  return choice < n ? maker->words->tables->pdata[choice]
                    : maker->created->pdata[(choice - n) / 4];
}

/* Expressions */

static void add_expression (TvSqlMaker *maker);
static void add_select (TvSqlMaker *maker, guint n_columns);

static void
add_list (TvSqlMaker *maker, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      add (maker, i > 0 ? ", " : "");
      add_expression (maker);
    }
}

/* Tables in scope are called after their places in it. */
static void
add_column (TvSqlMaker *maker)
{
  const guint n = maker->scope->len;
  const guint at = n > 0 ? n - 1 - choose (maker, MIN (n, 3)) : 0;
  const Table *table = n > 0 ? maker->scope->pdata[at] : NULL;

  if (table == NULL || table->columns->len == 0)
    ADD_ONE (maker, literals);
  else
    g_string_append_printf (
        maker->sql, "t%u.\"%s\"", at,
        (char *) table->columns->pdata[choose (maker, table->columns->len)]);
}

static void
add_call (TvSqlMaker *maker, Use use)
{
  const GArray *functions = maker->words->functions[use];
  const guint choice = choose (maker, functions->len + N_LIKELY);
  const Function *function = &g_array_index (
      functions, Function,
      choice < functions->len
          ? choice
          : functions->len - 1 - choice % MIN (N_LIKELY, functions->len));

  g_string_append_printf (maker->sql, "%s(", function->name);
  if (function->n_arguments < 0)
    add_list (maker, 2 + choose (maker, 2));
  else
    add_list (maker, (guint) function->n_arguments);
  add (maker, ")");
}

static void
add_created_call (TvSqlMaker *maker)
{
  if (maker->calls->len > 0)
    {
      add (maker, maker->calls->pdata[choose (maker, maker->calls->len)]);
      add (maker, "(");
      add_expression (maker);
      add (maker, ")");
    }
  else
    add_call (maker, SCALAR);
}

static void
add_in (TvSqlMaker *maker)
{
  static const char *const ins[] = { " IN (", " NOT IN (" };

  add_column (maker);
  ADD_ONE (maker, ins);
  if (choose (maker, 3) == 1)
    add_select (maker, 1);
  else
    add_list (maker, 1 + choose (maker, 3));
  add (maker, ")");
}

static void
add_between (TvSqlMaker *maker)
{
  add_column (maker);
  add (maker, " BETWEEN ");
  add_expression (maker);
  add (maker, " AND ");
  add_expression (maker);
}

static void
add_case (TvSqlMaker *maker)
{
  add (maker, "CASE WHEN ");
  add_expression (maker);
  add (maker, " THEN ");
  add_expression (maker);
  add (maker, " ELSE ");
  add_expression (maker);
  add (maker, " END");
}

static void
add_cast (TvSqlMaker *maker)
{
  static const char *const as[] = { "INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC" };

  add (maker, "CAST(");
  add_expression (maker);
  add (maker, " AS ");
  ADD_ONE (maker, as);
  add (maker, ")");
}

static void
add_selection (TvSqlMaker *maker)
{
  static const char *const kinds[] = { "(", "EXISTS (", "NOT EXISTS (" };

  ADD_ONE (maker, kinds);
  add_select (maker, 1);
  add (maker, ")");
}

static void
add_test (TvSqlMaker *maker)
{
  static const char *const tests[]
      = { " IS NULL",     " IS NOT NULL",   " COLLATE NOCASE",  " REGEXP 'a|o'",
          " = 'a'",       " LIKE '%a%'",    " GLOB '*[a-c]*'",  " > 1000",
          " < 1000",      " IN (1, 2, 3)",  " BETWEEN 1 AND 9", " IS 1",
          " LIKE 'a%' ",  " IS NOT 'main'", " = '1'",           " > 'm'",
          " <= 9.5 + 9e9" };

  add_column (maker);
  ADD_ONE (maker, tests);
}

static void
add_operation (TvSqlMaker *maker)
{
  add_expression (maker);
  add (maker, " ");
  ADD_ONE (maker, operators);
  add (maker, " ");
  add_expression (maker);
}

static void
add_scalar_call (TvSqlMaker *maker)
{
  add_call (maker, SCALAR);
}

static void
add_literal (TvSqlMaker *maker)
{
  ADD_ONE (maker, literals);
}

static void
add_expression (TvSqlMaker *maker)
{
  static void (*const kinds[]) (TvSqlMaker *) = {
    add_literal, add_column,  add_test,        add_column,    add_test,
    add_literal, add_between, add_operation,   add_operation, add_in,
    add_case,    add_cast,    add_scalar_call, add_selection, add_created_call,
  };
  const guint n = ++maker->depth > MAX_DEPTH ? 5 : G_N_ELEMENTS (kinds);

  add (maker, "(");
  kinds[choose (maker, n)](maker);
  add (maker, ")");
  maker->depth--;
}

/* Selections */

/* Adds a table, in the schema of a trace, with values for what may be parameters. */
static void
add_table (TvSqlMaker *maker, const Table *table)
{
  const guint n_hidden = table->columns->len - table->n_shown;

  if (g_ptr_array_find (maker->words->tables, table, NULL))
    {
      const guint schema = choose (maker, 4);

      if (maker->schemas != NULL)
        add (maker, maker->schemas[schema % g_strv_length ((char **) maker->schemas)]);
    }
  g_string_append_printf (maker->sql, "\"%s\"", table->name);
  if (n_hidden > 0)
    {
      add (maker, "(");
      add_list (maker, n_hidden);
      add (maker, ")");
    }
}

/* Values of the parameters of a table may be columns of those before it. */
static void
add_from (TvSqlMaker *maker)
{
  static const char *const joins[]
      = { " CROSS JOIN ", " JOIN ", " LEFT JOIN ", ", ", " FULL JOIN " };
  const guint n = 1 + (choose (maker, 4) == 1) + (choose (maker, 8) == 1);

  add (maker, " FROM ");
  for (guint i = 0; i < n; i++)
    {
      const Table *table = choose_table (maker);

      if (i > 0)
        ADD_ONE (maker, joins);
      add_table (maker, table);
      g_string_append_printf (maker->sql, " t%u", maker->scope->len);
      g_ptr_array_add (maker->scope, (gpointer) table);
      if (i > 0 && !g_str_has_suffix (maker->sql->str, ",") && choose (maker, 2) == 1)
        {
          add (maker, " ON ");
          add_expression (maker);
        }
    }
}

static void
add_order (TvSqlMaker *maker, guint n_columns)
{
  static const char *const limits[] = { "", " LIMIT 5", " LIMIT 3 OFFSET 2" };
  const guint kind = choose (maker, 4);

  if (kind == 1)
    g_string_append_printf (maker->sql, " ORDER BY %u DESC",
                            1 + choose (maker, n_columns));
  else if (kind == 2)
    {
      add (maker, " ORDER BY ");
      add_column (maker);
    }
  ADD_ONE (maker, limits);
}

/* Adds what is selected, each column with a name. */
static void
add_columns (TvSqlMaker *maker, guint n, guint kind)
{
  for (guint i = 0; i < n; i++)
    {
      add (maker, i > 0 ? ", " : "");
      if (kind == 1 && i > 0)
        add_call (maker, AGGREGATE);
      else if (kind == 2 && i > 0)
        {
          add_call (maker, WINDOW);
          add (maker, " OVER (PARTITION BY ");
          add_column (maker);
          add (maker, " ORDER BY ");
          add_column (maker);
          add (maker, ")");
        }
      else if (choose (maker, 2) == 0)
        add_column (maker);
      else
        add_expression (maker);
      g_string_append_printf (maker->sql, " AS c%u", i);
    }
}

/* What is selected from stands behind what is selected, but must be known before. */
static void
add_select (TvSqlMaker *maker, guint n_columns)
{
  GString *outer = maker->sql;
  g_autoptr (GString) from = g_string_new (NULL);
  const guint n_scope = maker->scope->len;
  const guint kind = choose (maker, 5);

  if (++maker->depth > MAX_DEPTH)
    {
      add (maker, "SELECT 1 AS c0");
      for (guint i = 1; i < n_columns; i++)
        g_string_append_printf (maker->sql, ", %u AS c%u", i, i);
      maker->depth--;
      return;
    }
  maker->sql = from;
  add_from (maker);
  maker->sql = outer;
  add (maker, kind == 3 ? "SELECT DISTINCT " : "SELECT ");
  add_columns (maker, n_columns, kind);
  add (maker, from->str);
  if (choose (maker, 3) > 0)
    {
      add (maker, " WHERE ");
      add_expression (maker);
    }
  if (kind == 1)
    {
      add (maker, " GROUP BY ");
      add_column (maker);
    }
  add_order (maker, n_columns);
  g_ptr_array_set_size (maker->scope, (gint) n_scope);
  maker->depth--;
}

/* Statements */

static Table *
begin_table (TvSqlMaker *maker, const char *prefix, guint n_columns)
{
  g_autofree char *name = g_strdup_printf ("%s%u", prefix, maker->created->len);
  Table *table = table_new (name);

  for (guint i = 0; i < n_columns; i++)
    g_ptr_array_add (table->columns, g_strdup_printf ("c%u", i));
  table->n_shown = n_columns;
  return table;
}

static void
create_table (TvSqlMaker *maker)
{
  static const char *const kinds[]
      = { "CREATE PERFETTO TABLE", "CREATE PERFETTO VIEW",
          "CREATE OR REPLACE PERFETTO TABLE", "CREATE OR REPLACE PERFETTO VIEW" };
  const guint n = 1 + choose (maker, 3);
  Table *table = begin_table (maker, "x", n);

  ADD_ONE (maker, kinds);
  g_string_append_printf (maker->sql, " %s AS ", table->name);
  add_select (maker, n);
  g_ptr_array_add (maker->created, table);
}

/* Times that do not overlap in a partition, or do. */
static void
create_times (TvSqlMaker *maker)
{
  static const char *const rows[]
      = { "slice WHERE depth = 1",
          "wait",
          "slice WHERE id = 7",
          "experimental_flat_slice(trace_start(), trace_end())",
          "event",
          "_slice_flattened",
          "slice",
          "instant",
          "slice WHERE 0",
          "(SELECT 1 AS ts, NULL AS dur)",
          "(SELECT 'x' AS ts, 9223372036854775807 AS dur)" };
  Table *table = begin_table (maker, "x", 2);

  g_string_append_printf (maker->sql, "CREATE PERFETTO TABLE %s AS SELECT ts, dur, ",
                          table->name);
  add_literal (maker);
  add (maker, " AS c0, ");
  add (maker, choose (maker, 2) == 0 ? "1" : "row_number() OVER ()");
  add (maker, " AS c1 FROM ");
  ADD_ONE (maker, rows);
  g_ptr_array_add (table->columns, g_strdup ("ts"));
  g_ptr_array_add (table->columns, g_strdup ("dur"));
  table->n_shown = 4;
  table->has_times = TRUE;
  g_ptr_array_add (maker->created, table);
}

static const Table *
choose_times (TvSqlMaker *maker)
{
  const Table *table = NULL;

  for (guint i = 0; i < 8 && (table == NULL || !table->has_times); i++)
    table = choose_table (maker);
  return table;
}

static void
create_span_join (TvSqlMaker *maker)
{
  static const char *const kinds[]
      = { "SPAN_JOIN", "SPAN_LEFT_JOIN", "SPAN_OUTER_JOIN" };
  static const char *const partitions[]
      = { "", " PARTITIONED c1", " PARTITIONED utid", " PARTITIONED track_id",
          " PARTITIONED c0" };
  Table *table = begin_table (maker, "x", 0);

  g_string_append_printf (maker->sql, "CREATE VIRTUAL TABLE %s USING ", table->name);
  ADD_ONE (maker, kinds);
  for (guint i = 0; i < 2; i++)
    {
      add (maker, i == 0 ? " (" : ", ");
      add (maker, choose_times (maker)->name);
      ADD_ONE (maker, partitions);
    }
  add (maker, ")");
  g_ptr_array_add (table->columns, g_strdup ("ts"));
  g_ptr_array_add (table->columns, g_strdup ("dur"));
  table->n_shown = 2;
  table->has_times = TRUE;
  g_ptr_array_add (maker->created, table);
}

static void
create_function (TvSqlMaker *maker)
{
  g_autofree char *name = g_strdup_printf ("f%u", maker->calls->len);

  g_string_append_printf (maker->sql, "CREATE PERFETTO FUNCTION %s(x ", name);
  ADD_ONE (maker, types);
  add (maker, ") RETURNS ");
  ADD_ONE (maker, types);
  add (maker, " AS SELECT ");
  add_expression (maker);
  add (maker, choose (maker, 2) == 0 ? " + $x" : " || $x");
  /* At last, so that what it calls is not itself but by its name alone. */
  if (choose (maker, 16) == 1)
    g_string_append_printf (maker->sql, " + %s($x - 1)", name);
  g_ptr_array_add (maker->calls, g_steal_pointer (&name));
  maker->lasts = TRUE;
}

static void
create_table_function (TvSqlMaker *maker)
{
  const guint n = 1 + choose (maker, 3);
  Table *table = begin_table (maker, "x", n);

  g_string_append_printf (
      maker->sql, "CREATE PERFETTO FUNCTION %s(x LONG) RETURNS TABLE(", table->name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (maker->sql, "%sc%u ", i > 0 ? ", " : "", i);
      ADD_ONE (maker, types);
    }
  add (maker, ") AS ");
  add_select (maker, n);
  g_ptr_array_add (table->columns, g_strdup ("x"));
  g_ptr_array_add (maker->created, table);
  maker->lasts = TRUE;
}

static void
create_macro (TvSqlMaker *maker)
{
  g_autofree char *name = g_strdup_printf ("m%u", maker->calls->len);

  g_string_append_printf (
      maker->sql, "CREATE PERFETTO MACRO %s(x Expr) RETURNS Expr AS ($x + ", name);
  add_expression (maker);
  add (maker, choose (maker, 2) == 0 ? " + $x)" : " /* $x */)");
  g_ptr_array_add (maker->calls, g_strconcat (name, "!", NULL));
  maker->lasts = TRUE;
}

static void
change_table (TvSqlMaker *maker)
{
  static const char *const changes[]
      = { "CREATE PERFETTO INDEX i ON %s(c0)", "DELETE FROM %s WHERE rowid %% 2",
          "UPDATE %s SET c0 = NULL",           "INSERT INTO %s SELECT * FROM %s",
          "ALTER TABLE %s RENAME c0 TO c9",    "DROP TABLE IF EXISTS %s",
          "DROP PERFETTO INDEX i ON %s",       "DROP VIEW %s" };
  g_auto (GStrv) parts
      = g_strsplit (changes[choose (maker, G_N_ELEMENTS (changes))], "%s", -1);
  const guint n = maker->created->len;
  const Table *table
      = n > 0 ? maker->created->pdata[choose (maker, n)] : choose_table (maker);
  g_autofree char *sql = g_strjoinv (table->name, parts);

  add (maker, sql);
}

static void
include (TvSqlMaker *maker)
{
  static const char *const modules[] = { "slices.with_context",
                                         "slices.flat_slices",
                                         "android.startup.startups",
                                         "time.conversion",
                                         "intervals.overlap",
                                         "no.such.module",
                                         "*" };

  add (maker, "INCLUDE PERFETTO MODULE ");
  ADD_ONE (maker, modules);
}

static void
select_rows (TvSqlMaker *maker)
{
  add_select (maker, 1 + choose (maker, 4));
}

/* All of a table, so that each column is read. */
static void
select_all (TvSqlMaker *maker)
{
  add (maker, "SELECT *");
  add_from (maker);
  add_order (maker, 1);
  g_ptr_array_set_size (maker->scope, 0);
}

static void
select_compound (TvSqlMaker *maker)
{
  static const char *const ways[]
      = { " UNION ALL ", " UNION ", " EXCEPT ", " INTERSECT " };

  add (maker, "SELECT * FROM (");
  add_select (maker, 2);
  add (maker, ")");
  ADD_ONE (maker, ways);
  add (maker, "SELECT * FROM (");
  add_select (maker, 2);
  add (maker, ")");
  add_order (maker, 2);
}

static void
select_recursively (TvSqlMaker *maker)
{
  add (maker, "WITH RECURSIVE r(n, v) AS (SELECT 0, NULL UNION ALL SELECT n + 1, ");
  add_expression (maker);
  add (maker, " FROM r WHERE n < 9) SELECT n, v, (");
  add_select (maker, 1);
  add (maker, ") FROM r");
}

void
tv_sql_maker_init (TvSqlMaker *maker, const TvSqlWords *words, const guint8 *data,
                   gsize size)
{
  *maker = (TvSqlMaker){ .words = words, .data = data, .size = size };
  maker->scope = g_ptr_array_new ();
  maker->created = g_ptr_array_new_with_free_func (free_table);
  maker->calls = g_ptr_array_new_with_free_func (g_free);
}

void
tv_sql_maker_clear (TvSqlMaker *maker)
{
  g_clear_pointer (&maker->scope, g_ptr_array_unref);
  g_clear_pointer (&maker->created, g_ptr_array_unref);
  g_clear_pointer (&maker->calls, g_ptr_array_unref);
}

/* Returns the next statement, or NULL when the bytes are used up. */
char *
tv_sql_maker_next (TvSqlMaker *maker)
{
  static void (*const kinds[]) (TvSqlMaker *) = {
    select_rows,     select_rows,        select_all,
    select_compound, select_recursively, create_table,
    create_times,    create_span_join,   create_function,
    create_macro,    change_table,       create_table_function,
    include,         create_table,       create_span_join,
  };

  if (maker->size == 0)
    return NULL;
  maker->sql = g_string_new (NULL);
  kinds[choose (maker, G_N_ELEMENTS (kinds))](maker);
  return g_string_free (g_steal_pointer (&maker->sql), FALSE);
}

/* Returns two statements whose answers are the same: in the first, a table may decide
 * the condition; in the other, SQLite does. */
char *
tv_sql_maker_next_pair (TvSqlMaker *maker, char **other)
{
  g_autoptr (GString) from = g_string_new (NULL);
  g_autoptr (GString) condition = g_string_new (NULL);

  maker->sql = from;
  add_from (maker);
  maker->sql = condition;
  add_expression (maker);
  maker->sql = NULL;
  g_ptr_array_set_size (maker->scope, 0);
  *other = g_strdup_printf ("SELECT total((%s) IS TRUE)%s", condition->str, from->str);
  return g_strdup_printf ("SELECT total(1)%s WHERE %s", from->str, condition->str);
}
