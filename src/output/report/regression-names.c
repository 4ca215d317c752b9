/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/regression-names.h"

/* The least first bytes of a UTF-8 sequence for U+E000 and for U+10000. */
#define FIRST_BYTE_AFTER_SURROGATES 0xEE
#define FIRST_BYTE_BEYOND_16_BITS 0xF0

/* Names a thread as Traceview does: `[id] name`, with the id for a name where the file
 * has none. */
char *
tv_regression_dup_thread_name (const TvThread *thread)
{
  g_return_val_if_fail (thread != NULL, NULL);

  if (thread->name == NULL)
    return g_strdup_printf ("[%u] [%u]", thread->id, thread->id);
  return g_strdup_printf ("[%u] %s", thread->id, thread->name);
}

/* In UTF-16 the characters beyond U+FFFF begin with surrogates and so sort before
 * U+E000, in UTF-8 after it. Only the first byte of a character tells them apart. */
static guint
get_utf16_weight (guchar byte)
{
  if (byte >= FIRST_BYTE_BEYOND_16_BITS)
    return byte - 2U;
  if (byte >= FIRST_BYTE_AFTER_SURROGATES)
    return byte + 0x10U;
  return byte;
}

/* Compares as Java's `String.compareTo()` does, by UTF-16 code units. */
int
tv_regression_compare_names (const char *a, const char *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, 0);

  for (; *a != '\0' && *a == *b; a++)
    b++;
  return (int) get_utf16_weight ((guchar) *a) - (int) get_utf16_weight ((guchar) *b);
}
