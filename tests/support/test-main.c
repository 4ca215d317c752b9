/* SPDX-License-Identifier: Apache-2.0 */

/* The main() of programs whose tests are added by START_TEST. */

#include "support/test-runner.h"

/**
 * main:
 *
 * Returns: 0 if all tests passed, and there was one
 */
int
main (int argc, char **argv)
{
  if (argc > 1)
    g_setenv ("CK_RUN_SUITE", argv[1], TRUE);
  return tv_test_run_all ();
}
