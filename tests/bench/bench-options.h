/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvBenchOptions:
 * @n_events: records of the traces that are made
 * @n_runs: how often everything is measured
 * @directory: where the traces are kept
 *
 * The options of every benchmark. Each comes from the command line, else from the
 * environment, else it has a default.
 */
typedef struct
{
  gint64 n_events;
  int n_runs;
  char *directory;
} TvBenchOptions;

gboolean tv_bench_options_parse (TvBenchOptions *options, const char *summary,
                                 int *argc, char ***argv, GError **error);
void tv_bench_options_clear (TvBenchOptions *options);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvBenchOptions, tv_bench_options_clear)

G_END_DECLS
