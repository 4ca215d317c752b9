/* SPDX-License-Identifier: Apache-2.0 */

/* The main() of programs whose files begin with TV_TEST_MAIN. */

#include "support/test-runner.h"

#include <stdlib.h>

static const TvTestProgram *first_program;

/**
 * tv_test_add:
 * @program: the tests of a file, which stay there
 *
 * Adds them to the program. The constructors that call it run in no set order.
 */
void
tv_test_add (TvTestProgram *program)
{
  program->next = first_program;
  first_program = program;
}

/**
 * main:
 *
 * Returns: 0 if all tests passed, and there was one
 */
int
main (int argc, char **argv)
{
  gboolean was_run = FALSE;
  int status = EXIT_SUCCESS;

  if (argc > 1)
    g_setenv ("CK_RUN_SUITE", argv[1], TRUE);
  for (const TvTestProgram *program = first_program; program != NULL;
       program = program->next)
    {
      int result = program->run ();

      was_run = was_run || result != TV_TEST_NOT_RUN;
      if (result == EXIT_FAILURE)
        status = EXIT_FAILURE;
    }
  if (!was_run)
    g_printerr ("There are no tests of that name.\n");
  return was_run ? status : EXIT_FAILURE;
}
