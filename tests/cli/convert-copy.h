/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "tracedump-run.h"

G_BEGIN_DECLS

/**
 * TvCopy:
 * @file: the trace, which a test writes
 * @path: what it is converted to
 *
 * A trace and what "tracedump convert --to=trace" makes of it.
 */
typedef struct
{
  TvTestFile file;
  char *path;
} TvCopy;

/* That of the present test. */
extern TvCopy copy;

int tv_copy_run_tests (const char *name, const TTest *const *tests, gsize n_tests);

TvRun tv_copy_convert (const char *option, const char *second);
void tv_copy_assert_calls (const char *clock, const char *expected);

G_END_DECLS
