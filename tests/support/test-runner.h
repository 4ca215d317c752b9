/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <check.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTestProgram:
 * @run: runs the tests of a file
 * @next: (nullable): those of another file of the program
 *
 * What %TV_TEST_MAIN makes of a file.
 */
typedef struct _TvTestProgram TvTestProgram;
struct _TvTestProgram
{
  int (*run) (void);
  const TvTestProgram *next;
};

/**
 * TV_TEST_MAIN:
 * @nothing: void
 *
 * Begins what is main() of a file whose program has many: it ends with the value of
 * tv_test_run(). The program runs all, or the file that its argument or CK_RUN_SUITE
 * names.
 */
#define TV_TEST_MAIN(nothing)                                                          \
  static int run_tests (nothing);                                                      \
  static void __attribute__ ((constructor)) add_tests (void)                           \
  {                                                                                    \
    static TvTestProgram program = { run_tests, NULL };                                \
    tv_test_add (&program);                                                            \
  }                                                                                    \
  static int run_tests (nothing)

/* What tv_test_run() returns if other tests are asked for. */
#define TV_TEST_NOT_RUN 77

void tv_test_add (TvTestProgram *program);
void tv_test_add_case (Suite *suite, const char *name, SFun set_up, SFun tear_down,
                       const TTest *const *tests, gsize n_tests);
int tv_test_run_with (const char *name, SFun set_up, SFun tear_down,
                      const TTest *const *tests, gsize n_tests);
int tv_test_run_suite (const char *name, Suite *(*make_suite) (void) );
int tv_test_run (const char *name, const TTest *const *tests, gsize n_tests);

G_END_DECLS
