/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/slice-names.h"

#include "trace/model/string-pool.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TvSliceNames
{
  TvRunBuilder *builder;
  GString *key;       /* category, line feed and name, as in the file */
  TvStringPool *keys; /* the same key is the same pointer */
  GHashTable *indexes;
};

/**
 * tv_slice_names_new:
 * @builder: receives the names
 *
 * Returns: (transfer full): a table without names, which @builder must outlive
 */
TvSliceNames *
tv_slice_names_new (TvRunBuilder *builder)
{
  TvSliceNames *self = g_new0 (TvSliceNames, 1);

  self->builder = builder;
  self->keys = tv_string_pool_new ();
  self->indexes = g_hash_table_new (NULL, NULL);
  self->key = g_string_new (NULL);
  return self;
}

void
tv_slice_names_free (TvSliceNames *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->indexes);
  tv_string_pool_free (self->keys);
  g_string_free (self->key, TRUE);
  g_free (self);
}

static guint32
add_name (TvSliceNames *self, const char *category, const char *name)
{
  g_autofree char *own_name
      = *name != '\0' ? tv_java_text_dup_utf8 (name, strlen (name)) : NULL;
  g_autofree char *own_category
      = category != NULL ? tv_java_text_dup_utf8 (category, strlen (category)) : NULL;
  const TvMethod method = { .class_name = "",
                            /* Translators: what a slice is called that has no name */
                            .name = own_name != NULL ? own_name : _ ("[no name]"),
                            .signature = "",
                            .category = own_category,
                            .named = TRUE };

  return tv_run_builder_add_name (self->builder, &method);
}

/**
 * tv_slice_names_get:
 * @self: names
 * @category: (nullable): the category of a slice, in any encoding
 * @name: its name
 *
 * Returns: the builder's index of the name, or %TV_METHOD_NONE when memory is exhausted
 */
guint32
tv_slice_names_get (TvSliceNames *self, const char *category, const char *name)
{
  const char *key;
  gpointer found;
  guint32 index;

  g_string_assign (self->key, category != NULL ? category : "");
  g_string_append_c (self->key, '\n');
  g_string_append (self->key, name);
  key = tv_string_pool_add (self->keys, self->key->str);
  if (g_hash_table_lookup_extended (self->indexes, key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  index = add_name (self, category, name);
  if (index != TV_METHOD_NONE)
    g_hash_table_insert (self->indexes, (gpointer) key, GUINT_TO_POINTER (index));
  return index;
}
