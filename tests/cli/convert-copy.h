/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/test-folder.h"
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

void tv_copy_init (TvCopy *copy);
void tv_copy_clear (TvCopy *copy);

TvRun tv_copy_convert (const TvCopy *copy, const char *option, const char *second);
void tv_copy_assert_calls (const TvCopy *copy, const char *clock, const char *expected);

G_END_DECLS
