/* SPDX-License-Identifier: Apache-2.0 */

#include "regression-text.h"

#include <stdlib.h>
#include <string.h>

/* How many columns of each section stand before the name, and which of them are of the
 * CPU clock or of no clock. */
static const struct
{
  guint n_columns;
  guint cpu_columns;
} layouts[TV_N_REGRESSION_SECTIONS] = {
  [TV_REGRESSION_TOTALS] = { 0, 0 },
  [TV_REGRESSION_THREADS] = { 5, 1 << 0 | 1 << 1 | 1 << 2 },
  [TV_REGRESSION_CALLS] = { 7, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 },
  [TV_REGRESSION_METHODS] = { 5, 1 << 0 | 1 << 1 | 1 << 4 },
  [TV_REGRESSION_RECORDS] = { 5, 1 << 0 | 1 << 1 | 1 << 2 },
};

/**
 * tv_regression_text_new:
 * @text: what `-r` printed
 *
 * Takes @text apart. The headings are lines as well.
 *
 * Returns: (transfer full): the sections
 */
TvRegressionText *
tv_regression_text_new (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  TvRegressionText *sections = g_new0 (TvRegressionText, 1);
  guint section = 0;

  for (guint i = 0; i < TV_N_REGRESSION_SECTIONS; i++)
    sections->lines[i] = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
    {
      if (*lines[i] == '\0')
        section++;
      g_assert (section < TV_N_REGRESSION_SECTIONS);
      g_ptr_array_add (sections->lines[section], g_strdup (lines[i]));
    }
  return sections;
}

/**
 * tv_regression_text_free:
 * @text: (nullable): sections
 *
 * Frees @text.
 */
void
tv_regression_text_free (TvRegressionText *text)
{
  if (text == NULL)
    return;
  for (guint i = 0; i < TV_N_REGRESSION_SECTIONS; i++)
    g_ptr_array_unref (text->lines[i]);
  g_free (text);
}

static const char *
skip_columns (const char *line, guint n)
{
  for (; n > 0; n--)
    {
      line += strspn (line, " ");
      line += strcspn (line, " ");
    }
  return line + strspn (line, " ");
}

static gboolean
is_row (const char *line)
{
  return g_ascii_isdigit (*skip_columns (line, 0)) || *skip_columns (line, 0) == '-';
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const char *first = *(const char *const *) a;
  const char *second = *(const char *const *) b;

  if (!is_row (first) || !is_row (second))
    return is_row (first) - is_row (second);
  return atoi (first) - atoi (second);
}

/**
 * tv_regression_text_sort_threads:
 * @text: sections
 *
 * Brings the rows of `Thread Times` in order of id.
 */
void
tv_regression_text_sort_threads (TvRegressionText *text)
{
  GPtrArray *lines = text->lines[TV_REGRESSION_THREADS];
  const guint n_headings = 3;

  g_assert (lines->len >= n_headings);
  qsort (lines->pdata + n_headings, lines->len - n_headings, sizeof (gpointer),
         compare_ids);
}

static void
drop_rows (TvRegressionText *text, TvRegressionSection section, guint n_columns,
           const char *name)
{
  GPtrArray *lines = text->lines[section];

  for (guint i = lines->len; i-- > 0;)
    {
      const char *line = g_ptr_array_index (lines, i);

      if (is_row (line) && g_str_equal (skip_columns (line, n_columns), name))
        g_ptr_array_remove_index (lines, i);
    }
}

/**
 * tv_regression_text_drop_waits:
 * @text: sections
 *
 * Drops the rows of context switches.
 */
void
tv_regression_text_drop_waits (TvRegressionText *text)
{
  drop_rows (text, TV_REGRESSION_CALLS, layouts[TV_REGRESSION_CALLS].n_columns,
             "(context switch)");
  drop_rows (text, TV_REGRESSION_RECORDS, layouts[TV_REGRESSION_RECORDS].n_columns,
             "(context switch)");
}

/**
 * tv_regression_text_drop_method:
 * @text: sections
 * @name: a method as `-r` names it
 *
 * Drops the method's row of `Method Stats`.
 */
void
tv_regression_text_drop_method (TvRegressionText *text, const char *name)
{
  drop_rows (text, TV_REGRESSION_METHODS, layouts[TV_REGRESSION_METHODS].n_columns + 1,
             name);
}

static void
replace_line (GPtrArray *lines, guint index, char *line)
{
  g_free (g_ptr_array_index (lines, index));
  g_ptr_array_index (lines, index) = line;
}

/**
 * tv_regression_text_drop_ranks:
 * @text: sections
 *
 * Takes the ranks out of `Method Stats`.
 */
void
tv_regression_text_drop_ranks (TvRegressionText *text)
{
  GPtrArray *lines = text->lines[TV_REGRESSION_METHODS];

  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);
      const char *rank;

      if (!is_row (line))
        continue;
      rank = skip_columns (line, layouts[TV_REGRESSION_METHODS].n_columns);
      replace_line (lines, i,
                    g_strdup_printf ("%.*s%s", (int) (rank - line), line,
                                     skip_columns (rank, 1)));
    }
}

static char *
dup_cpu_columns (const char *line, guint section)
{
  GString *kept = g_string_new (NULL);

  for (guint column = 0; column < layouts[section].n_columns; column++)
    {
      const char *start = skip_columns (line, column);

      if (layouts[section].cpu_columns & 1 << column)
        g_string_append_printf (kept, "%.*s ", (int) strcspn (start, " "), start);
    }
  g_string_append (kept, skip_columns (line, layouts[section].n_columns));
  return g_string_free (kept, FALSE);
}

/**
 * tv_regression_text_keep_cpu:
 * @text: sections
 *
 * Drops all real times.
 */
void
tv_regression_text_keep_cpu (TvRegressionText *text)
{
  g_ptr_array_set_size (text->lines[TV_REGRESSION_TOTALS], 1);
  for (guint section = TV_REGRESSION_THREADS; section < TV_N_REGRESSION_SECTIONS;
       section++)
    for (guint i = 0; i < text->lines[section]->len; i++)
      {
        const char *line = g_ptr_array_index (text->lines[section], i);

        if (is_row (line))
          replace_line (text->lines[section], i, dup_cpu_columns (line, section));
      }
}
