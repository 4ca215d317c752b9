/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/slice-names.h"

#include "trace/build/growth.h"
#include "trace/model/id-map.h"
#include "trace/model/string-pool.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _TvSliceNames
{
  TvRunBuilder *builder;
  GString *key;       /* category, line feed and name, as in the file */
  TvStringPool *keys; /* the same key is the same pointer */
  TvIdMap indexes;    /* by pointer */
};

/**
 * tv_is_java_file:
 * @path: the path of a library or another file with code
 *
 * Returns: whether its code is that of methods
 */
gboolean
tv_is_java_file (const char *path)
{
  static const char *const endings[]
      = { ".jar", ".apk", ".dex", ".odex", ".oat", ".vdex" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (path, endings[i]))
      return TRUE;
  return g_str_equal (path, "[JIT app cache]");
}

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
  tv_id_map_init (&self->indexes);
  self->key = g_string_new (NULL);
  return self;
}

void
tv_slice_names_free (TvSliceNames *self)
{
  if (self == NULL)
    return;
  tv_id_map_clear (&self->indexes);
  tv_string_pool_free (self->keys);
  g_string_free (self->key, TRUE);
  g_free (self);
}

static char *
dup_text (const char *text)
{
  return text != NULL && *text != '\0' ? tv_java_text_dup_utf8 (text, strlen (text))
                                       : NULL;
}

/* Returns the length of the class of `class.method (…)`, or 0. */
static gsize
get_class_length (const char *name)
{
  const gsize length = strcspn (name, " (");
  const char *dot = g_strrstr_len (name, (gssize) length, ".");

  return dot != NULL && dot + 1 < name + length ? (gsize) (dot - name) : 0;
}

static guint32
add_name (TvSliceNames *self, const TvFrameSpec *frame)
{
  g_autofree char *name = dup_text (frame->name);
  g_autofree char *category = dup_text (frame->library);
  g_autofree char *file = dup_text (frame->file);
  const gsize class_length
      = frame->is_java && name != NULL ? get_class_length (name) : 0;
  g_autofree char *class_name = g_strndup (name, class_length);
  TvMethod method = { .class_name = class_name != NULL ? class_name : "",
                      .signature = "",
                      .category = category,
                      .file = file,
                      .line = frame->line,
                      .named = TRUE,
                      .is_slice = frame->is_slice };

  /* Translators: what a slice is called that has no name */
  method.name
      = name != NULL ? name + class_length + (class_length > 0) : _ ("[no name]");
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
  const TvFrameSpec slice = { .name = name, .library = category, .is_slice = TRUE };

  return tv_slice_names_get_frame (self, &slice);
}

static void
set_key (GString *key, const TvFrameSpec *frame)
{
  const gsize category_length = frame->library != NULL ? strlen (frame->library) : 0;
  const gsize name_length = strlen (frame->name);

  g_string_set_size (key, category_length + 1 + name_length);
  if (category_length > 0)
    memcpy (key->str, frame->library, category_length);
  key->str[category_length] = frame->is_slice ? '\r' : '\n';
  memcpy (key->str + category_length + 1, frame->name, name_length);
  if (frame->file != NULL || frame->is_java)
    g_string_append_printf (key, "\n%d\n%d\n%s", frame->is_java, frame->line,
                            frame->file != NULL ? frame->file : "");
}

/**
 * tv_slice_names_get_frame:
 * @self: names
 * @frame: what runs in a frame; its library becomes the category of the name
 *
 * Returns: the builder's index of the name, or %TV_METHOD_NONE when memory is exhausted
 */
guint32
tv_slice_names_get_frame (TvSliceNames *self, const TvFrameSpec *frame)
{
  guint64 key;
  guint32 index;

  if (tv_run_builder_get_growth (self->builder)->error != NULL)
    return TV_METHOD_NONE;
  set_key (self->key, frame);
  key = (guintptr) tv_string_pool_add_length (self->keys, self->key->str,
                                              self->key->len);
  index = tv_id_map_get (&self->indexes, key);
  if (index != TV_ID_MAP_NONE)
    return index;
  index = add_name (self, frame);
  if (index != TV_METHOD_NONE)
    tv_id_map_set (&self->indexes, key, index);
  return index;
}
