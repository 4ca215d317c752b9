/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/query-mistake.h"

#include "analysis/text/nearest-word.h"
#include "query/perfetto-script.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Describes and locates mistakes in statements. SQLite names what it does not know, and
 * seldom says where it is. */

/* The beginnings of messages about unknown names, and statements that list the known
 * names. ?1 is the statement with the mistake. */
static const struct
{
  const char *begin;
  const char *names;
} kinds[] = {
  { N_ ("no such table: "),
    "SELECT name FROM sqlite_schema UNION SELECT name FROM temp.sqlite_schema"
    " UNION SELECT name FROM pragma_module_list WHERE name NOT LIKE 'tv\\_%' ESCAPE "
    "'\\'" },
  { N_ ("no such column: "),
    "SELECT c.name FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c"
    " WHERE m.type IN ('table', 'view') AND instr(lower(?1), lower(m.name))" },
  { N_ ("no such function: "), "SELECT name FROM pragma_function_list" },
};

/* Returns the known names. */
static char **
list_names (sqlite3 *db, const char *sql, const char *statement)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  sqlite3_stmt *names = NULL;
  const char *name;

  if (sqlite3_prepare_v2 (db, sql, -1, &names, NULL) == SQLITE_OK)
    sqlite3_bind_text (names, 1, statement, (int) MIN (strlen (statement), 10000),
                       SQLITE_STATIC);
  while (names != NULL && sqlite3_step (names) == SQLITE_ROW)
    if ((name = (const char *) sqlite3_column_text (names, 0)) != NULL)
      g_strv_builder_add (builder, name);
  sqlite3_finalize (names);
  return g_strv_builder_end (builder);
}

/* Appends the name that was probably meant, if any, to a message. */
static char *
add_nearest (sqlite3 *db, const char *sentence, const char *name, const char *sql,
             const char *statement)
{
  g_auto (GStrv) names = list_names (db, sql, statement);
  g_autofree char *word = g_ascii_strdown (name, -1);
  const char *nearest = tv_find_nearest (word, (const char *const *) names);

  if (nearest == NULL)
    return g_strdup (sentence);
  /* Translators: a mistake in SQL, and a name instead of a wrong one */
  return g_strdup_printf (_ ("%s; did you mean “%s”?"), sentence, nearest);
}

/* Returns a frequent message of SQLite in the user's language, any other as it is. */
static char *
dup_translated (const char *sentence)
{
  const char *end = strrchr (sentence, '"');

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (sentence, kinds[i].begin))
      return g_strconcat (_ (kinds[i].begin), sentence + strlen (kinds[i].begin), NULL);
  if (g_str_has_prefix (sentence, "near \"") && end > sentence + 5
      && g_str_equal (end, "\": syntax error"))
    {
      g_autofree char *word = g_strndup (sentence + 6, (gsize) (end - sentence - 6));

      return g_strdup_printf (_ ("near \"%s\": syntax error"), word);
    }
  return g_strdup (g_str_equal (sentence, "incomplete input") ? _ ("incomplete input")
                                                              : sentence);
}

/* Returns what is wrong with a statement that was not prepared or that failed. Sets its
 * position in the statement, or 0 if that is unknown. Of a trace with slices, tables of
 * Perfetto are not kept; others have modules to include. */
char *
tv_query_mistake_describe (sqlite3 *db, const char *statement, gboolean has_slices,
                           gsize *offset)
{
  const int code = sqlite3_errcode (db);
  const int known = sqlite3_error_offset (db);
  g_autofree char *sentence = g_strdup (sqlite3_errmsg (db));
  g_autofree char *translated = dup_translated (sentence);

  /* The position may be one in the statement of a view or a function. */
  *offset = known >= 0 && (gsize) known < strlen (statement) ? (gsize) known : 0;
  if (code == SQLITE_AUTH)
    return g_strdup (_ ("a query is not allowed to do this"));
  if (code == SQLITE_TOOBIG)
    return g_strdup_printf (
        _ ("a value can have at most %d MiB, and a statement %d MiB"),
        TV_QUERY_MAX_VALUE / (1024 * 1024), TV_QUERY_MAX_STATEMENT / (1024 * 1024));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (sentence, kinds[i].begin))
      {
        const char *dot = strrchr (sentence, '.');
        const char *name = dot != NULL ? dot + 1 : sentence + strlen (kinds[i].begin);
        const char *found = known < 0 ? tv_perfetto_find_word (statement, name) : NULL;

        if (found != NULL)
          *offset = (gsize) (found - statement);
        if (i == 0 && has_slices && tv_perfetto_has_table (name))
          return g_strdup_printf (_ ("the table “%s” of Perfetto is not kept"), name);
        return add_nearest (db, translated, name, kinds[i].names, statement);
      }
  return g_steal_pointer (&translated);
}
