/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvRegressionSection:
 * @TV_REGRESSION_TOTALS: the two totals
 * @TV_REGRESSION_THREADS: `Thread Times`
 * @TV_REGRESSION_CALLS: `Call Times`
 * @TV_REGRESSION_METHODS: `Method Stats`
 * @TV_REGRESSION_RECORDS: `Time Records`
 *
 * The sections of what `-r` prints, in order.
 */
typedef enum
{
  TV_REGRESSION_TOTALS,
  TV_REGRESSION_THREADS,
  TV_REGRESSION_CALLS,
  TV_REGRESSION_METHODS,
  TV_REGRESSION_RECORDS
} TvRegressionSection;

#define TV_N_REGRESSION_SECTIONS 5

/**
 * TvRegressionText:
 *
 * What `-r` printed, taken apart so that parts can be compared: lines by section.
 */
typedef struct
{
  GPtrArray *lines[TV_N_REGRESSION_SECTIONS];
} TvRegressionText;

TvRegressionText *tv_regression_text_new (const char *text);
void tv_regression_text_free (TvRegressionText *text);

void tv_regression_text_sort_threads (TvRegressionText *text);
void tv_regression_text_drop_waits (TvRegressionText *text);
void tv_regression_text_drop_method (TvRegressionText *text, const char *name);
void tv_regression_text_drop_ranks (TvRegressionText *text);
void tv_regression_text_keep_cpu (TvRegressionText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRegressionText, tv_regression_text_free)

G_END_DECLS
