/* SPDX-License-Identifier: Apache-2.0 */

/* Mapping files: any bytes are refused or tell names that can be shown. */

#include "fuzzing.h"
#include "trace/mapping/mapping-table.h"

#include <string.h>

/* What stands between two files. */
#define SEPARATOR 0xFF

/* Each may go through all entries of its name. */
#define MAX_METHODS 1000

static void
add (TvNameMapping *mapping, const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_auto (GStrv) warnings = NULL;
  g_autoptr (GError) error = NULL;
  const guint n_classes = mapping->classes->len;

  if (!tv_name_mapping_add_stream (mapping, stream, &warnings, NULL, &error))
    {
      g_assert (error != NULL && mapping->classes->len == n_classes);
      return;
    }
  for (guint i = 0; warnings[i] != NULL; i++)
    g_assert (g_utf8_validate (warnings[i], -1, NULL));
}

static void
check_text (const GString *text)
{
  g_assert (strlen (text->str) == text->len);
  g_assert (g_utf8_validate (text->str, -1, NULL));
}

static void
check_method (TvRetrace *retrace, const TvMappedClass *class,
              const TvMappedMethod *entry, const char *signature)
{
  const TvMethod method = { .named = TRUE,
                            .class_name = (char *) class->obfuscated,
                            .name = (char *) entry->obfuscated,
                            .signature = (char *) signature,
                            .line = entry->lines.from };

  tv_retrace_method (retrace, &method);
  check_text (retrace->class_name);
  check_text (retrace->name);
  check_text (retrace->signature);
  g_assert (retrace->name->len > 0 && retrace->class_name->len > 0);
  g_assert (retrace->line >= 0);
  g_assert (retrace->file == NULL || g_utf8_validate (retrace->file, -1, NULL));
}

static void
check_names (const TvNameMapping *mapping)
{
  g_auto (TvRetrace) retrace = { 0 };
  guint n_checked = 0;

  tv_retrace_init (&retrace, mapping, FALSE);
  for (guint i = 0; i < mapping->classes->len; i++)
    {
      const TvMappedClass *class = &g_array_index (mapping->classes, TvMappedClass, i);

      g_assert ((guint64) class->first + class->n <= mapping->methods->len);
      for (guint j = 0; j < class->n && n_checked < MAX_METHODS; j++, n_checked++)
        {
          const TvMappedMethod *entry
              = &g_array_index (mapping->methods, TvMappedMethod, class->first + j);

          check_method (&retrace, class, entry, "");
          check_method (&retrace, class, entry, "(La/b;[I)V");
          if (entry->residual != NULL)
            check_method (&retrace, class, entry, entry->residual);
        }
    }
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: the bytes of a would-be mapping file, or of two with a byte between them that
 *   text does not have
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();
  const guint8 *end = size > 0 ? memchr (data, SEPARATOR, size) : NULL;
  const gsize first = end != NULL ? (gsize) (end - data) : size;

  add (mapping, data, first);
  if (end != NULL)
    add (mapping, end + 1, size - first - 1);
  check_names (mapping);
  return 0;
}
