/* SPDX-License-Identifier: Apache-2.0 */

/* From a line of text to a row of the method table, wherever the line stands. */

#include "trace/tables/method-definition.h"

#include "trace/tables/java-text.h"

/* Counts a warning about a line. */
void
tv_table_text_warn (const TvTableText *text, TvWarningKind kind, const char *line,
                    gsize length)
{
  g_autofree char *detail
      = line != NULL ? tv_java_text_dup_utf8 (line, MIN (length, 200)) : NULL;

  tv_warnings_add (text->warnings, kind, text->place, text->at, detail);
}

static void
define (TvMethodTable *table, const TvTableText *text, const char *line, gsize length,
        const TvMethod *method)
{
  guint32 index = tv_id_map_get (&table->index, method->id);

  if (text->fill_gaps && index != TV_ID_MAP_NONE
      && g_array_index (table->methods, TvMethod, index).named)
    {
      const TvMethod *known = &g_array_index (table->methods, TvMethod, index);

      if (!tv_method_has_same_names (known, method))
        tv_table_text_warn (text, TV_WARNING_SUMMARY_DIFFERS, line, length);
    }
  else if (tv_method_table_define (table, method) == TV_DEFINITION_CHANGED)
    tv_table_text_warn (text, TV_WARNING_METHOD_RENAMED, line, length);
}

/**
 * tv_method_table_define_line:
 * @table: a table whose ids are those of 32-bit method words
 * @text: where the line comes from
 * @line: (array length=length): a line of a `*methods` section without its end
 * @length: number of bytes
 * @index: (out) (optional): the method's index
 *
 * Adds the method that a line describes.
 *
 * Returns: whether the line has an id and names
 */
gboolean
tv_method_table_define_line (TvMethodTable *table, const TvTableText *text,
                             const char *line, gsize length, guint32 *index)
{
  TvMethodLine *parsed = &table->line;

  tv_method_line_parse (parsed, line, length);
  if (!parsed->has_id)
    {
      tv_table_text_warn (text, TV_WARNING_METHOD_ID, line, length);
      return FALSE;
    }
  if (parsed->n_fields == 1 || parsed->n_fields == 3 || parsed->n_fields > 6)
    tv_table_text_warn (text, TV_WARNING_METHOD_FIELDS, line, length);
  /* Records hold 32 bits of an id, the lowest two of which are the action. */
  if (parsed->method.id > G_MAXUINT32 || (parsed->method.id & 3) != 0)
    {
      tv_table_text_warn (text, TV_WARNING_METHOD_ID_MASKED, line, length);
      parsed->method.id &= 0xFFFFFFFC;
    }
  if (parsed->n_fields == 1)
    return FALSE;
  define (table, text, line, length, &parsed->method);
  if (index != NULL)
    *index = tv_id_map_get (&table->index, parsed->method.id);
  return TRUE;
}
