/* SPDX-License-Identifier: Apache-2.0 */

/* The text part: any bytes give tables whose strings are UTF-8. */

#include "fuzzing.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/key-section.h"

static void
check_tables (const TvKeySection *key)
{
  for (guint i = 0; i < key->methods.methods->len; i++)
    {
      const TvMethod *method = &g_array_index (key->methods.methods, TvMethod, i);

      g_assert (g_utf8_validate (method->class_name, -1, NULL));
      g_assert (g_utf8_validate (method->name, -1, NULL));
      g_assert (g_utf8_validate (method->signature, -1, NULL));
      g_assert (method->file == NULL || g_utf8_validate (method->file, -1, NULL));
    }
  for (guint i = 0; i < key->threads.entries->len; i++)
    g_assert (g_utf8_validate (
        g_array_index (key->threads.entries, TvThreadEntry, i).name, -1, NULL));
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: the bytes of a would-be key section
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (TvStringPool) strings = tv_string_pool_new ();
  g_autoptr (TvWarnings) warnings = tv_warnings_new ();
  TvKeySection key;

  tv_key_section_init (&key, strings);
  tv_key_section_parse (&key, bytes, warnings);
  g_assert (key.end <= size);
  check_tables (&key);
  tv_key_section_clear (&key);
  return 0;
}
