/* SPDX-License-Identifier: Apache-2.0 */

#include "support/test-runner.h"

#include <stdlib.h>
#include <string.h>

/* Sanitizers and valgrind make a program many times slower. */
#define TIMEOUT_SECONDS 120

static gboolean
is_wanted (const char *name)
{
  const char *wanted = g_getenv ("CK_RUN_SUITE");

  return wanted == NULL || strcmp (wanted, name) == 0;
}

static int
run_suite (Suite *suite)
{
  SRunner *runner = srunner_create (suite);
  int n_failed;

  srunner_run_all (runner, CK_ENV);
  n_failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/**
 * tv_test_add_case:
 * @suite: a suite
 * @name: what its tests begin with
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 * @tests: (array length=n_tests): tests
 * @n_tests: number of tests
 *
 * Adds tests that begin alike to a suite.
 */
void
tv_test_add_case (Suite *suite, const char *name, SFun set_up, SFun tear_down,
                  const TTest *const *tests, gsize n_tests)
{
  TCase *tcase = tcase_create (name);

  tcase_set_timeout (tcase, TIMEOUT_SECONDS);
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  for (gsize i = 0; i < n_tests; i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
}

/**
 * tv_test_run_with:
 * @name: what the program tests
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 * @tests: (array length=n_tests): its tests
 * @n_tests: number of tests
 *
 * Runs the tests, each in a process of its own unless CK_FORK says otherwise.
 *
 * Returns: exit status for main(), or %TV_TEST_NOT_RUN
 */
int
tv_test_run_with (const char *name, SFun set_up, SFun tear_down,
                  const TTest *const *tests, gsize n_tests)
{
  Suite *suite;

  if (!is_wanted (name))
    return TV_TEST_NOT_RUN;

  suite = suite_create (name);
  tv_test_add_case (suite, name, set_up, tear_down, tests, n_tests);
  return run_suite (suite);
}

/**
 * tv_test_run_suite:
 * @name: what the program tests
 * @make_suite: makes a suite of that name
 *
 * Does what tv_test_run_with() does, where not all tests begin alike.
 *
 * Returns: exit status for main(), or %TV_TEST_NOT_RUN
 */
int
tv_test_run_suite (const char *name, Suite *(*make_suite) (void) )
{
  return is_wanted (name) ? run_suite (make_suite ()) : TV_TEST_NOT_RUN;
}

/**
 * tv_test_run:
 * @name: what the program tests
 * @tests: (array length=n_tests): its tests
 * @n_tests: number of tests
 *
 * Does what tv_test_run_with() does, with nothing before and after each test.
 *
 * Returns: exit status for main(), or %TV_TEST_NOT_RUN
 */
int
tv_test_run (const char *name, const TTest *const *tests, gsize n_tests)
{
  return tv_test_run_with (name, NULL, NULL, tests, n_tests);
}
