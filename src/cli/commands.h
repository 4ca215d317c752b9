/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"

G_BEGIN_DECLS

/* Each takes its arguments, beginning with its name, and returns the exit status. */
TvExitStatus tv_command_batch (int argc, char **argv);
TvExitStatus tv_command_callees (int argc, char **argv);
TvExitStatus tv_command_callers (int argc, char **argv);
TvExitStatus tv_command_calls (int argc, char **argv);
TvExitStatus tv_command_convert (int argc, char **argv);
TvExitStatus tv_command_diff (int argc, char **argv);
TvExitStatus tv_command_dmtracedump (int argc, char **argv);
TvExitStatus tv_command_dump (int argc, char **argv);
TvExitStatus tv_command_flamegraph (int argc, char **argv);
TvExitStatus tv_command_fold (int argc, char **argv);
TvExitStatus tv_command_graph (int argc, char **argv);
TvExitStatus tv_command_info (int argc, char **argv);
TvExitStatus tv_command_methods (int argc, char **argv);
TvExitStatus tv_command_metrics (int argc, char **argv);
TvExitStatus tv_command_query (int argc, char **argv);
TvExitStatus tv_command_regression (int argc, char **argv);
TvExitStatus tv_command_report (int argc, char **argv);
TvExitStatus tv_command_shell (int argc, char **argv);
TvExitStatus tv_command_threads (int argc, char **argv);
TvExitStatus tv_command_top (int argc, char **argv);
TvExitStatus tv_command_tree (int argc, char **argv);

/* Draws a graph with `dot` of Graphviz. */
GBytes *tv_graphviz_draw (GBytes *dot, const char *format, GError **error);

G_END_DECLS
