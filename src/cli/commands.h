/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"
#include "output/report/report-graph.h"

G_BEGIN_DECLS

extern const TvCommand tv_command_batch;
extern const TvCommand tv_command_callees;
extern const TvCommand tv_command_callers;
extern const TvCommand tv_command_calls;
extern const TvCommand tv_command_convert;
extern const TvCommand tv_command_counters;
extern const TvCommand tv_command_diff;
extern const TvCommand tv_command_dump;
extern const TvCommand tv_command_flamegraph;
extern const TvCommand tv_command_fold;
extern const TvCommand tv_command_graph;
extern const TvCommand tv_command_info;
extern const TvCommand tv_command_methods;
extern const TvCommand tv_command_metrics;
extern const TvCommand tv_command_query;
extern const TvCommand tv_command_regression;
extern const TvCommand tv_command_report;
extern const TvCommand tv_command_shell;
extern const TvCommand tv_command_threads;
extern const TvCommand tv_command_top;
extern const TvCommand tv_command_tracks;
extern const TvCommand tv_command_tree;

TvExitStatus tv_dmtracedump_run (int argc, char **argv);

/* The default of `--threshold`, as in dmtracedump. */
#define TV_GRAPH_THRESHOLD 20

gboolean tv_graph_write (const TvInput *input, const TvReportGraphSpec *spec,
                         const char *format, const char *file, GOutputStream *out,
                         GError **error);

G_END_DECLS
