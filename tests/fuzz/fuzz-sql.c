/* SPDX-License-Identifier: Apache-2.0 */

/* SQL over small traces: statements of a grammar, statements that one of the bytes may
 * have spoilt, metrics with settings, and rules of events. */

#include "fuzzing.h"
#include "sql-maker.h"

#include "query/event-rules.h"
#include "query/metrics.h"
#include "support/random-trace.h"
#include "trace/formats/trace-loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a statement may take. One that is stopped there is as good as any other. */
#define MAX_TIME (200 * 1000)
#define MAX_BYTES (32 * 1024 * 1024)

/* Rows that are read of a result. */
#define MAX_ROWS 1000

/* The traces that are asked, by the second byte; the last of them has no calls. */
#define N_TRACES 5

static TvTrace *traces[N_TRACES];
static TvSqlWords *words;
static GPtrArray *metrics;

/* How many statements were begun, and what became of them. */
static struct
{
  guint64 n;
  guint64 n_ran;
  guint64 n_stopped;
  guint64 n_pairs;
} statements;

static void
print_statistics (void)
{
  fprintf (stderr,
           "stat::statements: %" G_GUINT64_FORMAT ", of which %" G_GUINT64_FORMAT
           " ran and %" G_GUINT64_FORMAT " were stopped; %" G_GUINT64_FORMAT
           " pairs had one answer\n",
           statements.n, statements.n_ran, statements.n_stopped, statements.n_pairs);
}

static TvTrace *
make_trace (TvWriterClock clock, guint n_events)
{
  const TvRandomTrace spec = { .seed = 7 + clock,
                               .n_events = n_events,
                               .n_threads = 3,
                               .n_methods = 12,
                               .max_depth = 8,
                               .recursion_percent = 20,
                               .wait_percent = 10,
                               .unwind_percent = 5,
                               .before_percent = 10,
                               .lost_percent = 5,
                               .stray_percent = 5 };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  g_autoptr (GBytes) bytes = NULL;
  TvTrace *trace;

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  bytes = tv_trace_writer_to_bytes (writer);
  trace = tv_trace_load_bytes (bytes, NULL, NULL);
  g_assert (trace != NULL);
  return trace;
}

/* Queries by the traces that they ask. Opening one takes longer than most statements.
 */
#define N_QUERIES (N_TRACES * 3)

static TvQuery *queries[N_QUERIES];

/* One trace, or two of them in one order or the other. */
static guint
count_traces (guint choice)
{
  return choice < N_TRACES ? 1 : 2;
}

static TvQuery *
open_query (guint choice)
{
  TvTrace *one = traces[choice % N_TRACES];
  TvTrace *next = traces[(choice + 1) % N_TRACES];
  TvTrace *const *chosen
      = choice < 2 * N_TRACES ? (TvTrace *[]){ one, next } : (TvTrace *[]){ next, one };

  if (queries[choice] == NULL)
    queries[choice] = tv_query_new (chosen, count_traces (choice), NULL);
  g_assert (queries[choice] != NULL);
  tv_query_set_limits (queries[choice], MAX_TIME, MAX_BYTES);
  return queries[choice];
}

/* Schemas of the tables of two traces; the first trace needs none. The last is that of
 * the second trace. */
static const char *const schemas[] = { "", "a.", "b.", NULL };

static gboolean
read_nothing (TvQueryRows *rows, gpointer user_data, GError **error)
{
  return TRUE;
}

/* What statements create from now on can be forgotten. */
static TvQuery *
begin (guint choice)
{
  TvQuery *query = open_query (choice);

  tv_query_run (query, "SAVEPOINT fuzz", read_nothing, NULL, NULL, NULL);
  return query;
}

/* Forgets what statements have created: functions and macros stay for as long as the
 * query, so that the next input gets another one. */
static void
forget (guint choice, gboolean lasts)
{
  if (lasts
      || !tv_query_run (queries[choice], "ROLLBACK TO fuzz; RELEASE fuzz", read_nothing,
                        NULL, NULL, NULL))
    g_clear_pointer (&queries[choice], tv_query_unref);
}

static void
prepare (void)
{
  if (words != NULL)
    return;
  traces[0] = make_trace (TV_WRITER_CLOCK_DUAL, 160);
  traces[1] = make_trace (TV_WRITER_CLOCK_WALL, 60);
  traces[2] = make_trace (TV_WRITER_CLOCK_THREAD_CPU, 60);
  traces[3] = make_trace (TV_WRITER_CLOCK_DUAL, 1);
  traces[4] = make_trace (TV_WRITER_CLOCK_DUAL, 0);
  words = tv_sql_words_new (open_query (0));
  metrics = tv_metrics_load (NULL, NULL);
  atexit (print_statistics);
}

/* Running */

static gboolean
read_rows (TvQueryRows *rows, gpointer user_data, GError **error)
{
  GString *answer = user_data;
  const guint n_columns = tv_query_rows_get_n_columns (rows);
  guint trace;

  for (guint i = 0; i < n_columns; i++)
    {
      (void) tv_query_rows_get_title (rows, i);
      if (tv_query_rows_has_calls (rows, i, &trace))
        g_assert (trace < TV_QUERY_MAX_TRACES);
    }
  for (guint row = 0; row < MAX_ROWS && tv_query_rows_next (rows, error); row++)
    for (guint i = 0; i < n_columns; i++)
      {
        const TvQueryValue value = tv_query_rows_get (rows, i);
        g_autofree char *text = tv_query_value_dup_text (&value);

        g_assert (g_utf8_validate (text, -1, NULL));
        if (answer != NULL)
          g_string_append_printf (answer, "%s%c", text, i + 1 < n_columns ? '|' : '\n');
      }
  return *error == NULL;
}

/* Runs a statement or several. Returns whether they ran; what they answered is added
 * to @answer. */
static gboolean
run (TvQuery *query, const char *sql, GString *answer)
{
  const gboolean shown = g_getenv ("FUZZ_SHOW") != NULL;
  g_autoptr (GError) error = NULL;
  gsize offset;
  gboolean ran;

  if (shown)
    fprintf (stderr, "%s\n", sql);
  ran = tv_query_run (query, sql, read_rows, answer, NULL, &error);
  if (shown)
    fprintf (stderr, "  %s\n", ran ? "ran" : error->message);
  g_assert (ran == (error == NULL));
  g_assert (error == NULL || *error->message != '\0');
  if (tv_query_get_mistake (query, &offset))
    g_assert (!ran && offset <= strlen (sql));
  statements.n++;
  statements.n_ran += ran;
  statements.n_stopped
      += g_error_matches (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED);
  return ran;
}

/* Statements of a grammar. Returns whether they made something that lasts. */
static gboolean
run_made (TvQuery *query, guint choice, const guint8 *data, gsize size)
{
  g_auto (TvSqlMaker) maker = { 0 };
  char *sql;

  tv_sql_maker_init (&maker, words, data, size);
  maker.schemas = count_traces (choice) > 1 ? schemas : NULL;
  while ((sql = tv_sql_maker_next (&maker)) != NULL)
    {
      run (query, sql, NULL);
      g_free (sql);
    }
  return maker.lasts;
}

/* Runs two statements that have one answer, if they run. */
static void
compare (TvQuery *query, const char *sql, TvQuery *other_query, const char *other_sql)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  g_autoptr (GString) other_answer = g_string_new (NULL);
  const gboolean ran = run (query, sql, answer);

  if (!run (other_query, other_sql, other_answer) || !ran)
    return;
  statements.n_pairs++;
  if (g_string_equal (answer, other_answer))
    return;
  fprintf (stderr, "%.900s\nand not\n%.900s\n%s\n%s\n", answer->str, other_answer->str,
           sql, other_sql);
  abort ();
}

/* A condition that a table may decide, or SQLite. */
static void
compare_conditions (TvQuery *query, const guint8 *data, gsize size)
{
  g_auto (TvSqlMaker) maker = { 0 };
  g_autofree char *sql = NULL;
  g_autofree char *other_sql = NULL;

  tv_sql_maker_init (&maker, words, data, size);
  sql = tv_sql_maker_next_pair (&maker, &other_sql);
  compare (query, sql, query, other_sql);
}

/* Statements that ask a trace alone, or as the second of two. Sets of arguments have
 * other numbers there, functions without a table ask the first one, and tables about
 * tables tell of both. */
static void
compare_schemas (guint choice, const guint8 *data, gsize size)
{
  const guint alone = choice % N_TRACES;
  const guint second = 2 * N_TRACES + alone;
  g_auto (TvSqlMaker) maker = { 0 };
  g_auto (TvSqlMaker) other = { 0 };
  char *sql;

  tv_sql_maker_init (&maker, words, data, size);
  tv_sql_maker_init (&other, words, data, size);
  other.schemas = schemas + 2;
  begin (alone);
  begin (second);
  while ((sql = tv_sql_maker_next (&maker)) != NULL)
    {
      g_autofree char *other_sql = tv_sql_maker_next (&other);

      if (!g_regex_match_simple ("arg|trace_|pragma|dbstat|stmt|\\*|f\\d\\(|x\\d", sql,
                                 G_REGEX_RAW, 0))
        compare (queries[alone], sql, queries[second], other_sql);
      else
        {
          run (queries[alone], sql, NULL);
          run (queries[second], other_sql, NULL);
        }
      g_free (sql);
    }
  forget (second, maker.lasts);
  forget (alone, maker.lasts);
}

/* Statements up to the end of a line, each with what those before have created. */
static void
run_text (TvQuery *query, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    run (query, parts[i], NULL);
}

/* Lines of NAME=VALUE, and then all metrics. */
static void
run_metrics (TvQuery *query, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 10);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *value = strchr (lines[i], '=');
      g_autoptr (GString) sql = g_string_new (NULL);

      if (value == NULL)
        continue;
      *value = '\0';
      for (guint j = 0; j < metrics->len; j++)
        g_free (tv_metric_dup_default (metrics->pdata[j], lines[i]));
      tv_metric_append_setting (sql, lines[i], value + 1);
      run (query, sql->str, NULL);
    }
  for (guint i = 0; i < metrics->len; i++)
    run (query, ((const TvMetric *) metrics->pdata[i])->script, NULL);
}

static void
find_events (TvTrace *trace, const char *text, gsize size)
{
  g_autoptr (TvEventRules) rules = tv_event_rules_new (FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvEventRow) row = NULL;

  /* Each of them has seconds. */
  if (g_strstr_len (text, -1, "Query") != g_strrstr (text, "Query"))
    return;
  if (!tv_event_rules_read (rules, text, size, &error))
    g_assert (error != NULL);
  g_clear_error (&error);
  row = tv_event_rules_find (rules, trace, "", NULL, &error);
  g_assert (row != NULL);
  for (guint i = 0; i < row->events->len; i++)
    g_assert (tv_event_row_get (row, i)->label != NULL);
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: a letter that says what the others are; a byte that says which traces are
 *   asked; and then what statements are made of, or a text
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = NULL;
  gboolean lasts = FALSE;
  TvQuery *query;
  guint choice;

  prepare ();
  if (size < 3)
    return 0;
  choice = data[1] % N_QUERIES;
  if (strchr ("smr", *data) == NULL && *data % 4 == 1)
    {
      compare_schemas (choice, data + 2, size - 2);
      return 0;
    }
  query = begin (choice);
  text = g_strndup ((const char *) data + 2, size - 2);
  if (*data == 's')
    {
      run_text (query, text);
      lasts
          = g_regex_match_simple ("PERFETTO", text, G_REGEX_CASELESS | G_REGEX_RAW, 0);
    }
  else if (*data == 'm')
    run_metrics (query, text);
  else if (*data == 'r')
    find_events (traces[choice % N_TRACES], text, size - 2);
  else if (*data % 4 == 0)
    compare_conditions (query, data + 2, size - 2);
  else
    lasts = run_made (query, choice, data + 2, size - 2);
  forget (choice, lasts);
  return 0;
}
