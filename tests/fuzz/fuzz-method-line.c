/* SPDX-License-Identifier: Apache-2.0 */

/* One line of the method table. */

#include "fuzzing.h"
#include "trace/tables/method-table.h"

/**
 * LLVMFuzzerTestOneInput:
 * @data: the bytes of a would-be line
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* Of the line's own length, so that a byte too far is seen. */
  g_autofree char *line = g_memdup2 (data, size);
  TvMethodLine parsed = { 0 };

  if (size == 0)
    return 0;
  tv_method_line_parse (&parsed, line, size, size % 2 == 0 ? 10 : 16);
  if (parsed.has_id)
    {
      g_assert (g_utf8_validate (parsed.method.class_name, -1, NULL));
      g_assert (g_utf8_validate (parsed.method.name, -1, NULL));
      g_assert (g_utf8_validate (parsed.method.signature, -1, NULL));
    }
  tv_method_line_clear (&parsed);
  return 0;
}
