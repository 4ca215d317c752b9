/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvRegressionMethod:
 * @name: what Traceview calls it
 * @inclusive: nanoseconds by #TvClock over the calls that are not recursive; on the
 *   timeline's axis where the file has no wall clock
 * @exclusive: nanoseconds by #TvClock over all calls, waits not counted
 * @calls: calls that are not recursive
 * @recursive_calls: recursive calls
 *
 * A row of Traceview's method statistics.
 */
typedef struct
{
  const char *name;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  guint64 calls;
  guint64 recursive_calls;
} TvRegressionMethod;

/**
 * TvRegressionMethods:
 *
 * Traceview's method statistics: `(toplevel)` and the methods, ranked as there.
 */
typedef struct _TvRegressionMethods TvRegressionMethods;

TvRegressionMethods *tv_regression_methods_new (const TvProfile *profile,
                                                GCancellable *cancellable,
                                                GError **error);
void tv_regression_methods_free (TvRegressionMethods *methods);

const TvRegressionMethod *
tv_regression_methods_get_toplevel (const TvRegressionMethods *methods);
const TvRegressionMethod *tv_regression_methods_get (const TvRegressionMethods *methods,
                                                     guint32 method);
guint tv_regression_methods_get_n_ranked (const TvRegressionMethods *methods);
const TvRegressionMethod *
tv_regression_methods_get_ranked (const TvRegressionMethods *methods, guint rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRegressionMethods, tv_regression_methods_free)

G_END_DECLS
