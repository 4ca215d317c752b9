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

void tv_copy_set_up (void);
void tv_copy_tear_down (void);

TvRun tv_copy_convert (const char *option, const char *second);
void tv_copy_assert_calls (const char *clock, const char *expected);

G_END_DECLS
