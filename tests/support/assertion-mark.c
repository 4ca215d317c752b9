/* SPDX-License-Identifier: Apache-2.0 */

/* Check's header is compiled with this name for its own function, see meson.build. */
#undef _mark_point

#include <check.h>

#define N_PLACES 4096

void tv_test_mark (const char *file, int line);

/* Tells Check of an assertion that holds, so that it can say after which one a test
 * crashed. Check writes each such message to a file, and the tests have loops over
 * millions of pixels and calls: an assertion is told once. Of two with the same place
 * in the table, the second is not told. */
void
tv_test_mark (const char *file, int line)
{
  static unsigned char is_told[N_PLACES];
  unsigned char *told = &is_told[((size_t) file + (size_t) line) % N_PLACES];

  if (*told)
    return;
  *told = 1;
  _mark_point (file, line);
}
