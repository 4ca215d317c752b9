/* SPDX-License-Identifier: Apache-2.0 */

#include "support/test-runner.h"

#include <stdlib.h>
#include <string.h>

/* Sanitizers and valgrind make a program many times slower. */
#define TIMEOUT_SECONDS 120

/* In the order of the files. */
static struct
{
  TvTestEntry *first;
  TvTestEntry *last;
} entries;
static TvTestCase *cases;

/**
 * tv_test_add:
 * @entry: a test, which stays there
 *
 * Adds it to the program, after those above it in its file.
 */
void
tv_test_add (TvTestEntry *entry)
{
  if (entries.first == NULL)
    entries.first = entry;
  else
    entries.last->next = entry;
  entries.last = entry;
}

/**
 * tv_test_add_case:
 * @tests: what tests have in common, which stays there
 *
 * Adds it to the program.
 */
void
tv_test_add_case (TvTestCase *tests)
{
  TvTestCase **end = &cases;

  while (*end != NULL)
    end = &(*end)->next;
  *end = tests;
}

/**
 * tv_test_count:
 *
 * Returns: number of tests of the program, for one that has a list of them
 */
gsize
tv_test_count (void)
{
  gsize n = 0;

  for (const TvTestEntry *entry = entries.first; entry != NULL; entry = entry->next)
    n++;
  return n;
}

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

static TCase *
make_case (const char *name, SFun set_up, SFun tear_down)
{
  TCase *tcase = tcase_create (name);

  tcase_set_timeout (tcase, TIMEOUT_SECONDS);
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  return tcase;
}

/* Returns what a test stands above, or NULL. */
static const TvTestCase *
find_case (const TTest *test)
{
  const TvTestCase *tests = cases;

  while (tests != NULL
         && (strcmp (tests->file, test->file) != 0 || tests->line < test->line))
    tests = tests->next;
  return tests;
}

static TCase *
make_case_of_file (const TvTestCase *tests, const char *name)
{
  TCase *tcase = make_case (name, tests->set_up, tests->tear_down);

  for (const TvTestEntry *entry = entries.first; entry != NULL; entry = entry->next)
    if (find_case (entry->test) == tests)
      tcase_add_test (tcase, entry->test);
  return tcase;
}

/* Returns "window" for "tests/gui/test-window.c". */
static char *
dup_name (const char *file)
{
  g_autofree char *name = g_path_get_basename (file);

  return g_strndup (name + strlen ("test-"), strlen (name) - strlen ("test-.c"));
}

/* Runs the tests of a file, whose first case is given. */
static int
run_file (const TvTestCase *first)
{
  g_autofree char *name = dup_name (first->file);
  Suite *suite;

  if (!is_wanted (name))
    return TV_TEST_NOT_RUN;

  suite = suite_create (name);
  for (const TvTestCase *tests = first;
       tests != NULL && strcmp (tests->file, first->file) == 0; tests = tests->next)
    {
      if (tests->prepare != NULL)
        tests->prepare ();
      suite_add_tcase (suite, make_case_of_file (tests, name));
    }
  return run_suite (suite);
}

/* Returns whether there are tests that nothing runs. */
static gboolean
has_stray_test (void)
{
  for (const TvTestEntry *entry = entries.first; entry != NULL; entry = entry->next)
    if (find_case (entry->test) == NULL)
      {
        g_printerr ("%s:%d: there is no TV_TESTS below %s\n", entry->test->file,
                    entry->test->line, entry->test->name);
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_test_run_all:
 *
 * Runs all tests of the program, or those of the file that CK_RUN_SUITE names.
 *
 * Returns: exit status for main(), 0 if all passed and there was one
 */
int
tv_test_run_all (void)
{
  gboolean was_run = FALSE;
  gboolean has_failed = has_stray_test ();
  const TvTestCase *before = NULL;

  for (const TvTestCase *tests = cases; tests != NULL;
       before = tests, tests = tests->next)
    if (before == NULL || strcmp (before->file, tests->file) != 0)
      {
        const int result = run_file (tests);

        was_run = was_run || result != TV_TEST_NOT_RUN;
        has_failed = has_failed || result == EXIT_FAILURE;
      }
  if (!was_run)
    g_printerr ("There are no tests of that name.\n");
  return was_run && !has_failed ? EXIT_SUCCESS : EXIT_FAILURE;
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
  TCase *tcase;

  if (!is_wanted (name))
    return TV_TEST_NOT_RUN;

  suite = suite_create (name);
  tcase = make_case (name, set_up, tear_down);
  for (gsize i = 0; i < n_tests; i++)
    tcase_add_test (tcase, tests[i]);
  suite_add_tcase (suite, tcase);
  return run_suite (suite);
}
