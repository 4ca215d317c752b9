/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/event-rules.h"

#include "query/query.h"
#include <glib/gi18n-lib.h>
#include <metric-resources.h>
#include <string.h>

#define MAX_RULES 1000
#define NO_RULE G_MAXUINT16

/* Limits of a rule's query. */
#define MAX_QUERY_TIME (5 * G_TIME_SPAN_SECOND)
#define MAX_QUERY_BYTES (64 * 1024 * 1024)

/* Calls between two looks at the cancellable */
#define CALLS_AT_ONCE 65536

G_DEFINE_QUARK (tv - event - rules - error - quark, tv_event_rules_error)

typedef struct
{
  char *group;
  char *label;
  guint kind;        /* of the untranslated label */
  char *explanation; /* or NULL */
  char **methods;    /* patterns, or NULL */
  char *query;       /* or NULL */
} Rule;

struct _TvEventRules
{
  GPtrArray *rules;   /* of Rule */
  const char *locale; /* "C" for texts as they are, NULL for the user's */
};

static void
rule_free (gpointer data)
{
  Rule *rule = data;

  g_free (rule->group);
  g_free (rule->label);
  g_free (rule->explanation);
  g_strfreev (rule->methods);
  g_free (rule->query);
  g_free (rule);
}

/**
 * tv_event_rules_new:
 * @translated: whether texts are in the user's language
 *
 * Returns: (transfer full): no rules yet
 */
TvEventRules *
tv_event_rules_new (gboolean translated)
{
  TvEventRules *rules = g_new0 (TvEventRules, 1);

  rules->locale = translated ? NULL : "C";
  rules->rules = g_ptr_array_new_with_free_func (rule_free);
  return rules;
}

void
tv_event_rules_free (TvEventRules *rules)
{
  if (rules == NULL)
    return;
  g_ptr_array_unref (rules->rules);
  g_free (rules);
}

/* Reading */

/* Returns the first line that does not belong in a key file, counted from 1, or 0. */
static guint
find_bad_line (char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autofree char *text = g_strconcat ("[x]\n", lines[i], "\n", NULL);

      if (!g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_NONE, NULL))
        return i + 1;
    }
  return 0;
}

/* Returns the line of a group or of one of its keys. */
static guint
find_line (char *const *lines, const char *group, const char *key)
{
  const gsize length = strlen (group);
  guint found = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] == '[')
      {
        if (found > 0)
          break;
        if (strncmp (lines[i] + 1, group, length) == 0 && lines[i][length + 1] == ']')
          found = i + 1;
      }
    else if (found > 0 && key != NULL && g_str_has_prefix (lines[i], key))
      return i + 1;
  return found;
}

static gboolean
set_error (GError **error, guint line, const char *sentence)
{
  /* Translators: the number of a line, and what is wrong with it. */
  g_set_error (error, TV_EVENT_RULES_ERROR, TV_EVENT_RULES_ERROR_INVALID,
               _ ("line %u: %s"), MAX (line, 1), sentence);
  return FALSE;
}

static gboolean
check_keys (GKeyFile *file, const char *group, char *const *lines, GError **error)
{
  const char *const known[] = { "Label", "Explanation", "Methods", "Query", NULL };
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *plain = g_strndup (keys[i], strcspn (keys[i], "["));
      g_autoptr (GError) mistake = NULL;
      g_autofree char *sentence = NULL;

      if (g_str_equal (plain, "Methods"))
        g_strfreev (g_key_file_get_string_list (file, group, keys[i], NULL, &mistake));
      else
        g_free (g_key_file_get_string (file, group, keys[i], &mistake));
      if (!g_strv_contains (known, plain))
        sentence = g_strdup_printf (_ ("there is no key “%s”"), keys[i]);
      else if (mistake != NULL)
        sentence = g_strdup (mistake->message);
      if (sentence != NULL)
        return set_error (error, find_line (lines, group, keys[i]), sentence);
    }
  return TRUE;
}

/* Adds a rule, or replaces the one of the same name. */
static void
put_rule (TvEventRules *rules, Rule *rule)
{
  for (guint i = 0; i < rules->rules->len; i++)
    if (strcmp (((Rule *) g_ptr_array_index (rules->rules, i))->group, rule->group)
        == 0)
      {
        rule_free (g_ptr_array_index (rules->rules, i));
        g_ptr_array_index (rules->rules, i) = rule;
        return;
      }
  g_ptr_array_add (rules->rules, rule);
}

static gboolean
read_rule (TvEventRules *rules, GKeyFile *file, const char *group, char *const *lines,
           GError **error)
{
  g_autofree char *label = g_key_file_get_string (file, group, "Label", NULL);
  Rule *rule;

  if (!check_keys (file, group, lines, error))
    return FALSE;
  if (!g_key_file_has_key (file, group, "Methods", NULL)
      && !g_key_file_has_key (file, group, "Query", NULL))
    return set_error (error, find_line (lines, group, NULL),
                      _ ("this rule has neither Methods nor a Query"));
  if (rules->rules->len >= MAX_RULES)
    return set_error (error, find_line (lines, group, NULL), _ ("too many rules"));
  rule = g_new0 (Rule, 1);
  rule->group = g_strdup (group);
  rule->label
      = g_key_file_get_locale_string (file, group, "Label", rules->locale, NULL);
  if (rule->label == NULL)
    rule->label = g_utf8_make_valid (group, -1);
  rule->kind = g_str_hash (label != NULL ? label : group);
  rule->explanation
      = g_key_file_get_locale_string (file, group, "Explanation", rules->locale, NULL);
  rule->methods = g_key_file_get_string_list (file, group, "Methods", NULL, NULL);
  rule->query = g_key_file_get_string (file, group, "Query", NULL);
  put_rule (rules, rule);
  return TRUE;
}

/**
 * tv_event_rules_read:
 * @rules: rules
 * @text: a key file
 * @length: its bytes
 * @error: return location for a #GError, which names the line of the first mistake
 *
 * Adds the rules of a file. A rule replaces an earlier one of the same name; with an
 * empty `Methods` and no `Query` it finds nothing.
 *
 * Returns: whether the file has no mistakes; the rules before the first one are added
 */
gboolean
tv_event_rules_read (TvEventRules *rules, const char *text, gsize length,
                     GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) mistake = NULL;
  g_autofree char *ended = g_strndup (text, length);
  g_auto (GStrv) lines = g_strsplit (ended, "\n", -1);
  g_auto (GStrv) groups = NULL;

  g_return_val_if_fail (rules != NULL && text != NULL, FALSE);

  if (!g_key_file_load_from_data (file, ended, strlen (ended),
                                  G_KEY_FILE_KEEP_TRANSLATIONS, &mistake))
    return strlen (ended) == 0
           || set_error (error, find_bad_line (lines), mistake->message);
  groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    if (!read_rule (rules, file, groups[i], lines, error))
      return FALSE;
  return TRUE;
}

/**
 * tv_event_rules_add_own:
 * @rules: rules
 *
 * Adds the rules that come with the program. None of them has a query.
 */
void
tv_event_rules_add_own (TvEventRules *rules)
{
  g_autoptr (GBytes) text = g_resource_lookup_data (
      tv_metric_get_resource (), "/org/traceview/events.conf", 0, NULL);

  tv_event_rules_read (rules, g_bytes_get_data (text, NULL), g_bytes_get_size (text),
                       NULL);
}

/* Calls of methods */

typedef struct
{
  GHashTable *exact; /* names to rules */
  GPtrArray *globs;  /* of GPatternSpec */
  GArray *owners;    /* rules of these */
} Patterns;

static void
patterns_init (Patterns *patterns, const TvEventRules *rules)
{
  patterns->exact = g_hash_table_new (g_str_hash, g_str_equal);
  patterns->globs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  patterns->owners = g_array_new (FALSE, FALSE, sizeof (guint16));
  for (guint16 i = 0; i < rules->rules->len; i++)
    {
      const Rule *rule = g_ptr_array_index (rules->rules, i);

      for (char **text = rule->methods; text != NULL && *text != NULL; text++)
        if (strpbrk (*text, "*?") == NULL)
          g_hash_table_insert (patterns->exact, *text, GUINT_TO_POINTER (i + 1));
        else
          {
            g_ptr_array_add (patterns->globs, g_pattern_spec_new (*text));
            g_array_append_val (patterns->owners, i);
          }
    }
}

static void
patterns_clear (Patterns *patterns)
{
  g_hash_table_unref (patterns->exact);
  g_ptr_array_unref (patterns->globs);
  g_array_unref (patterns->owners);
}

static guint16
match_name (const Patterns *patterns, const GString *name)
{
  const guint exact
      = GPOINTER_TO_UINT (g_hash_table_lookup (patterns->exact, name->str));

  if (exact > 0)
    return (guint16) (exact - 1);
  for (guint i = 0; i < patterns->globs->len; i++)
    if (g_pattern_spec_match (g_ptr_array_index (patterns->globs, i), name->len,
                              name->str, NULL))
      return g_array_index (patterns->owners, guint16, i);
  return NO_RULE;
}

/* Finds the rule of each method in the table of methods. Returns NULL if no method has
 * one. */
static guint16 *
match_methods (const TvEventRules *rules, const TvTrace *trace, TvEventRow *row,
               GCancellable *cancellable)
{
  const guint n = tv_trace_get_n_methods (trace);
  g_autofree guint16 *rule_of = g_new (guint16, MAX (n, 1));
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean any = FALSE;
  Patterns patterns;

  patterns_init (&patterns, rules);
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);

      g_string_printf (name, "%s.%s", method->class_name, method->name);
      rule_of[i] = match_name (&patterns, name);
      if (rule_of[i] != NO_RULE)
        {
          const Rule *rule = g_ptr_array_index (rules->rules, rule_of[i]);

          tv_event_row_explain (row, i, rule->label, rule->explanation);
          any = TRUE;
        }
    }
  patterns_clear (&patterns);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  return any ? g_steal_pointer (&rule_of) : NULL;
}

/* Adds the calls of a thread. Calls inside a call of the same rule are left out. */
static void
add_calls (const TvEventRules *rules, const TvTrace *trace, guint thread,
           const guint16 *rule_of, TvEventRow *row, GCancellable *cancellable)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);
  g_autofree gint64 *ends = g_new (gint64, rules->rules->len);

  for (guint i = 0; i < rules->rules->len; i++)
    ends[i] = G_MININT64;
  for (guint32 i = 0; i < calls.n; i++)
    {
      const guint16 index = rule_of[tv_calls_method (&calls, i)];
      const Rule *rule;
      gint64 start;

      if (i % CALLS_AT_ONCE == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (index == NO_RULE)
        continue;
      start = tv_times_get (&calls.axis_start, i);
      if (start < ends[index])
        continue;
      ends[index] = tv_times_get (&calls.axis_end, i);
      rule = g_ptr_array_index (rules->rules, index);
      tv_event_row_add (row, &(TvEvent){ start,
                                         ends[index],
                                         rule->label,
                                         rule->explanation,
                                         { thread, i },
                                         0,
                                         rule->kind });
    }
}

/* Rows of queries */

typedef struct
{
  const Rule *rule;
  TvEventRow *row;
} Answer;

static gint
find_column (const TvQueryRows *rows, const char *title)
{
  for (guint i = 0; i < tv_query_rows_get_n_columns (rows); i++)
    if (g_ascii_strcasecmp (tv_query_rows_get_title (rows, i), title) == 0)
      return (gint) i;
  return -1;
}

/* Returns the text of a column in the present row, or the text of the rule if there is
 * none. */
static char *
dup_text (TvQueryRows *rows, gint column, const char *otherwise)
{
  TvQueryValue value = { TV_QUERY_NULL, 0, 0, NULL };

  if (column >= 0)
    value = tv_query_rows_get (rows, (guint) column);
  if (value.kind == TV_QUERY_INTEGER)
    return g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
  return g_strdup (value.text != NULL ? value.text : otherwise);
}

static gboolean
add_rows (TvQueryRows *rows, gpointer user_data, GError **error)
{
  const Answer *answer = user_data;
  const gint ts = find_column (rows, "ts");
  const gint dur = find_column (rows, "dur");
  const gint name = find_column (rows, "name");
  const gint explanation = find_column (rows, "explanation");
  g_autoptr (GError) mistake = NULL;
  gint64 origin;
  gint64 unit;

  if (ts < 0 || dur < 0)
    {
      g_set_error_literal (error, TV_EVENT_RULES_ERROR, TV_EVENT_RULES_ERROR_INVALID,
                           _ ("the query has no columns ts and dur"));
      return FALSE;
    }
  origin = tv_query_rows_get_origin (rows, (guint) ts, &unit);
  while (tv_query_rows_next (rows, &mistake))
    {
      const TvQueryValue from = tv_query_rows_get (rows, (guint) ts);
      const TvQueryValue width = tv_query_rows_get (rows, (guint) dur);
      g_autofree char *label = dup_text (rows, name, answer->rule->label);
      g_autofree char *sentence
          = dup_text (rows, explanation, answer->rule->explanation);
      const gboolean is_own = g_str_equal (label, answer->rule->label);
      gint64 start;
      gint64 length;
      gint64 end;

      if (!tv_query_value_get_time (&from, unit, &start)
          || !tv_query_value_get_time (&width, unit, &length)
          || __builtin_sub_overflow (start, origin, &start))
        continue;
      if (__builtin_add_overflow (start, length, &end))
        end = length > 0 ? G_MAXINT64 : G_MININT64;
      tv_event_row_add (answer->row, &(TvEvent){ start,
                                                 end,
                                                 label,
                                                 sentence,
                                                 { TV_THREAD_NONE, 0 },
                                                 0,
                                                 is_own ? answer->rule->kind : 0 });
    }
  if (mistake != NULL)
    g_propagate_error (error, g_steal_pointer (&mistake));
  return mistake == NULL;
}

static gboolean
run_queries (const TvEventRules *rules, TvTrace *trace, TvEventRow *row,
             GCancellable *cancellable, GError **error)
{
  gboolean good = TRUE;

  for (guint i = 0; i < rules->rules->len; i++)
    {
      const Rule *rule = g_ptr_array_index (rules->rules, i);
      Answer answer = { rule, row };
      g_autoptr (TvQuery) query = NULL;
      g_autoptr (GError) mistake = NULL;

      if (rule->query == NULL)
        continue;
      query = tv_query_new (&trace, 1, &mistake);
      if (query != NULL)
        tv_query_set_limits (query, MAX_QUERY_TIME, MAX_QUERY_BYTES);
      if (query != NULL
          && tv_query_run (query, rule->query, add_rows, &answer, cancellable,
                           &mistake))
        continue;
      if (good)
        g_set_error (error, TV_EVENT_RULES_ERROR, TV_EVENT_RULES_ERROR_INVALID,
                     "[%s]: %s", rule->group, mistake->message);
      good = FALSE;
    }
  return good;
}

/**
 * tv_event_rules_find:
 * @rules: rules
 * @trace: a trace
 * @name: what the row is to be called
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError: the first rule whose query failed; there is a
 *   row without its events
 *
 * Finds the events of a trace.
 *
 * Returns: (transfer full): a sorted row, which may have no events
 */
TvEventRow *
tv_event_rules_find (const TvEventRules *rules, TvTrace *trace, const char *name,
                     GCancellable *cancellable, GError **error)
{
  TvEventRow *row = tv_event_row_new (name);
  g_autofree guint16 *rule_of = match_methods (rules, trace, row, cancellable);

  for (guint i = 0; rule_of != NULL && i < tv_trace_get_n_threads (trace); i++)
    add_calls (rules, trace, i, rule_of, row, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    run_queries (rules, trace, row, cancellable, error);
  tv_event_row_sort (row);
  return row;
}
