/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TV_REGRESSION_TOPLEVEL:
 *
 * What Traceview calls the time of a thread outside all methods.
 */
#define TV_REGRESSION_TOPLEVEL "(toplevel)"

/**
 * TV_REGRESSION_WAIT:
 *
 * What Traceview calls a wait.
 */
#define TV_REGRESSION_WAIT "(context switch)"

char *tv_regression_dup_thread_name (const TvThread *thread);
int tv_regression_compare_names (const char *a, const char *b);

G_END_DECLS
