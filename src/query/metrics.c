/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/metrics.h"

#include "query/query.h"
#include "trace/input/small-file.h"

#include <glib/gi18n-lib.h>
#include <metric-resources.h>
#include <sqlite3.h>
#include <string.h>

#define OWN_FOLDER "/org/traceview/metrics/"
#define ENDING ".sql"

/* The largest file that a user can add. */
#define MAX_SIZE (1024 * 1024)

static void
metric_free (gpointer data)
{
  TvMetric *metric = data;

  g_free (metric->name);
  g_free (metric->title);
  g_free (metric->description);
  g_free (metric->script);
  g_free (metric->file);
  g_free (metric);
}

/* Splits the comment at the start of a script into its first line and the others. */
static void
read_comment (TvMetric *metric)
{
  g_auto (GStrv) lines = g_strsplit (metric->script, "\n", -1);
  g_autoptr (GString) rest = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && g_str_has_prefix (lines[i], "--"); i++)
    {
      const char *text = g_strstrip (lines[i] + 2);

      if (metric->title == NULL)
        metric->title = g_strdup (text);
      else if (rest->len > 0 || *text != '\0')
        g_string_append_printf (rest, "%s%s", rest->len > 0 ? "\n" : "", text);
    }
  if (metric->title == NULL)
    metric->title = g_strdup (metric->name);
  metric->description = g_string_free (g_steal_pointer (&rest), FALSE);
}

/* Adds a metric, or replaces the one of the same name. */
static void
add_metric (GPtrArray *metrics, const char *file_name, char *script, char *file)
{
  TvMetric *metric = g_new0 (TvMetric, 1);

  metric->name = g_strndup (file_name, strlen (file_name) - strlen (ENDING));
  metric->script = script;
  metric->file = file;
  read_comment (metric);
  for (guint i = 0; i < metrics->len; i++)
    if (g_str_equal (((TvMetric *) metrics->pdata[i])->name, metric->name))
      {
        metric_free (metrics->pdata[i]);
        metrics->pdata[i] = metric;
        return;
      }
  g_ptr_array_add (metrics, metric);
}

static gboolean
add_file (GPtrArray *metrics, const char *folder, const char *name, GError **error)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, name, NULL);
  g_autofree char *shown = g_filename_display_name (name);
  gsize length;
  g_autofree char *script = tv_small_file_read (file, MAX_SIZE, &length, NULL, error);

  if (script == NULL)
    {
      g_prefix_error (error, "%s: ", shown);
      return FALSE;
    }
  if (!g_utf8_validate (script, (gssize) length, NULL))
    {
      g_set_error (error, TV_QUERY_ERROR, TV_QUERY_ERROR_SCRIPT,
                   /* Translators: the name of a file */
                   _ ("“%s” is not UTF-8 text"), shown);
      return FALSE;
    }
  add_metric (metrics, name, g_steal_pointer (&script), g_file_get_path (file));
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TvMetric *const *) a)->name, (*(TvMetric *const *) b)->name);
}

/**
 * tv_metrics_load:
 * @folder: (nullable): a folder with further metrics, which need not exist
 * @error: return location for a #GError
 *
 * Reads the metrics that come with the program, and the files of @folder that end in
 * `.sql`. These replace metrics of the same name.
 *
 * Returns: (transfer full) (nullable) (element-type TvMetric): the metrics, by name;
 *   %NULL with @error set if a file or the folder cannot be read
 */
GPtrArray *
tv_metrics_load (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) metrics = g_ptr_array_new_with_free_func (metric_free);
  GResource *resource = tv_metric_get_resource ();
  g_auto (GStrv) own = g_resource_enumerate_children (resource, OWN_FOLDER, 0, NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, &reason) : NULL;
  const char *name;

  if (reason != NULL && !g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
  for (guint i = 0; own[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (OWN_FOLDER, own[i], NULL);
      g_autoptr (GBytes) bytes = g_resource_lookup_data (resource, path, 0, NULL);
      gsize length;
      const char *script = g_bytes_get_data (bytes, &length);

      add_metric (metrics, own[i], g_strndup (script, length), NULL);
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ENDING) && *name != '.'
        && !add_file (metrics, folder, name, error))
      return NULL;
  g_ptr_array_sort (metrics, compare_names);
  return g_steal_pointer (&metrics);
}

/**
 * tv_metrics_dup_folder:
 *
 * Returns: (transfer full): the folder where users keep metrics of their own
 */
char *
tv_metrics_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "traceview", "metrics", NULL);
}

/**
 * tv_metric_dup_default:
 * @metric: a metric
 * @setting: name of a number that it may depend on
 *
 * A script declares a setting by `CREATE TABLE IF NOT EXISTS frame_ms AS SELECT 16.6 AS
 * value;`. To change the value, create a table of this name before.
 *
 * Returns: (transfer full) (nullable): the value as the script has it, %NULL if the
 *   metric has no such setting
 */
char *
tv_metric_dup_default (const TvMetric *metric, const char *setting)
{
  g_autofree char *name = g_regex_escape_string (setting, -1);
  g_autofree char *pattern = g_strdup_printf (
      "(?mi)^CREATE TABLE IF NOT EXISTS %s AS SELECT (.*) AS value;", name);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (regex == NULL || !g_regex_match (regex, metric->script, 0, &match))
    return NULL;
  return g_match_info_fetch (match, 1);
}

/**
 * tv_metric_append_setting:
 * @script: what is run before the script of the metric
 * @setting: name of a number that a metric depends on
 * @value: a number or a text
 *
 * Appends the statements that make the table of a setting.
 */
void
tv_metric_append_setting (GString *script, const char *setting, const char *value)
{
  gboolean is_number;
  char *end;
  char *quoted;
  char *sql;

  (void) g_ascii_strtod (value, &end);
  /* “nan” and hexadecimal numbers are not numbers in SQL. */
  is_number = *value != '\0' && *end == '\0'
              && value[strspn (value, "+-.0123456789eE")] == '\0';
  quoted = sqlite3_mprintf (is_number ? "%s" : "%Q", value);
  sql = sqlite3_mprintf ("DROP TABLE IF EXISTS \"%w\";"
                         "CREATE TABLE \"%w\" AS SELECT %s AS value;",
                         setting, setting, quoted);
  g_string_append (script, sql);
  sqlite3_free (sql);
  sqlite3_free (quoted);
}
