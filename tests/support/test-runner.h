/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <check.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTestEntry:
 * @test: a test
 * @next: (nullable): another
 *
 * A test of the program.
 */
typedef struct _TvTestEntry TvTestEntry;
struct _TvTestEntry
{
  const TTest *test;
  TvTestEntry *next;
};

/**
 * TvTestCase:
 * @file: where its tests are
 * @line: what they stand above
 * @prepare: (nullable): run once before the tests
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 * @next: (nullable): another
 *
 * Tests of a file that begin alike.
 */
typedef struct _TvTestCase TvTestCase;
struct _TvTestCase
{
  const char *file;
  int line;
  void (*prepare) (void);
  SFun set_up;
  SFun tear_down;
  TvTestCase *next;
};

/**
 * START_TEST:
 * @test: name of a test
 *
 * Begins a test, as in Check, and adds it to the program.
 */
#undef START_TEST
#define START_TEST(test)                                                               \
  static void test##_fn (int);                                                         \
  static const TTest test##_ttest = { #test, test##_fn, __FILE__, __LINE__ };          \
  static const TTest *const test G_GNUC_UNUSED = &test##_ttest;                        \
  static void __attribute__ ((constructor)) test##_add (void)                          \
  {                                                                                    \
    static TvTestEntry entry = { &test##_ttest, NULL };                                \
    tv_test_add (&entry);                                                              \
  }                                                                                    \
  static void test##_fn (int _i G_GNUC_UNUSED)

/**
 * TV_TESTS:
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 *
 * Ends a file of tests: the program runs all, or the file that its argument or
 * CK_RUN_SUITE names, "window" for test-window.c. Where not all tests begin alike, each
 * group ends with its own.
 */
#define TV_TESTS(set_up, tear_down) TV_PREPARED_TESTS (NULL, set_up, tear_down)

/**
 * TV_PREPARED_TESTS:
 * @prepare: (nullable): run once before the tests
 * @set_up: (nullable): run before each test
 * @tear_down: (nullable): run after each test
 *
 * Does what %TV_TESTS does, for tests that need something made ready.
 */
#define TV_PREPARED_TESTS(prepare, set_up, tear_down)                                  \
  static void __attribute__ ((constructor)) G_PASTE (add_case_, __LINE__) (void)       \
  {                                                                                    \
    static TvTestCase tests                                                            \
        = { __FILE__, __LINE__, prepare, set_up, tear_down, NULL };                    \
    tv_test_add_case (&tests);                                                         \
  }

/* What tv_test_run_with() returns if other tests are asked for. */
#define TV_TEST_NOT_RUN 77

void tv_test_add (TvTestEntry *entry);
void tv_test_add_case (TvTestCase *tests);
gsize tv_test_count (void);
int tv_test_run_all (void);
int tv_test_run_with (const char *name, SFun set_up, SFun tear_down,
                      const TTest *const *tests, gsize n_tests);

G_END_DECLS
