/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/method-table.h"

void
tv_method_table_init (TvMethodTable *table, TvStringPool *strings)
{
  table->methods = g_array_new (FALSE, FALSE, sizeof (TvMethod));
  table->strings = strings;
  tv_id_map_init (&table->index);
  table->line = (TvMethodLine){ 0 };
}

void
tv_method_table_clear (TvMethodTable *table)
{
  g_clear_pointer (&table->methods, g_array_unref);
  tv_id_map_clear (&table->index);
  tv_method_line_clear (&table->line);
}

/* Returns whether class, name and signature of both are equal. */
gboolean
tv_method_has_same_names (const TvMethod *a, const TvMethod *b)
{
  return g_str_equal (a->class_name, b->class_name) && g_str_equal (a->name, b->name)
         && g_str_equal (a->signature, b->signature);
}

static const char *
keep_string (TvMethodTable *table, const char *string)
{
  return string != NULL ? tv_string_pool_add (table->strings, string) : NULL;
}

/**
 * tv_method_table_define:
 * @table: a table
 * @method: (transfer none): what the file says of a method; strings are copied
 *
 * Adds a method that the file names. The last line for an id wins.
 *
 * Returns: what became of it
 */
TvDefinition
tv_method_table_define (TvMethodTable *table, const TvMethod *method)
{
  guint32 index = tv_id_map_get (&table->index, method->id);
  TvDefinition result = TV_DEFINITION_NEW;
  TvMethod kept = *method;

  if (index != TV_ID_MAP_NONE)
    {
      const TvMethod *old = &g_array_index (table->methods, TvMethod, index);

      if (old->named)
        result = tv_method_has_same_names (old, method) ? TV_DEFINITION_SAME
                                                        : TV_DEFINITION_CHANGED;
    }
  kept.named = TRUE;
  kept.class_name = keep_string (table, method->class_name);
  kept.name = keep_string (table, method->name);
  kept.signature = keep_string (table, method->signature);
  kept.file = keep_string (table, method->file);
  if (index != TV_ID_MAP_NONE)
    {
      g_array_index (table->methods, TvMethod, index) = kept;
      return result;
    }
  tv_id_map_set (&table->index, method->id, table->methods->len);
  g_array_append_val (table->methods, kept);
  return result;
}

/**
 * tv_method_table_add_unnamed:
 * @table: a table
 * @id: an id that the table does not have
 *
 * Adds a method that only records know.
 *
 * Returns: its index
 */
guint32
tv_method_table_add_unnamed (TvMethodTable *table, guint64 id)
{
  char name[2 + 16 + 1];
  guint32 index = table->methods->len;
  TvMethod method = { .id = id, .class_name = "(unknown)", .signature = "" };

  g_snprintf (name, sizeof name, "0x%" G_GINT64_MODIFIER "x", id);
  /* No other id has this name, and records can name millions of ids. */
  method.name = tv_string_pool_store (table->strings, name);
  tv_id_map_set (&table->index, id, index);
  g_array_append_val (table->methods, method);
  return index;
}

/**
 * tv_method_table_add_pre_open:
 * @table: a table
 *
 * Adds the method that stands for all that were entered before tracing began and whose
 * exits do not name them. It has no id that could be looked up.
 *
 * Returns: its index
 */
guint32
tv_method_table_add_pre_open (TvMethodTable *table)
{
  TvMethod method = { .class_name = "(unknown)",
                      .name = "(open before trace)",
                      .signature = "",
                      .named = TRUE };

  g_array_append_val (table->methods, method);
  return table->methods->len - 1;
}

/**
 * tv_method_table_set_proxied:
 * @table: a table
 * @proxy: index of a method without a name
 * @interface_method: index of the method of an interface that it stands for
 *
 * Recovers the name of a method of a dynamic proxy.
 */
void
tv_method_table_set_proxied (TvMethodTable *table, guint32 proxy,
                             guint32 interface_method)
{
  TvMethod *method = &g_array_index (table->methods, TvMethod, proxy);
  g_autofree char *name = tv_method_dup_display_name (
      &g_array_index (table->methods, TvMethod, interface_method));

  method->is_proxy = TRUE;
  method->proxy_name = tv_string_pool_add (table->strings, name);
}
