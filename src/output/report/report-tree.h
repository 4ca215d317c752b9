/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"
#include "output/table/report-format.h"

G_BEGIN_DECLS

/**
 * TvTreeReport:
 * @tree: calls by path
 * @bottom_up: whether callers are below what they call
 * @limits: what @tree was made with
 *
 * A call tree to be written.
 */
typedef struct
{
  const TvCallTree *tree;
  gboolean bottom_up;
  const TvCallTreeLimits *limits;
} TvTreeReport;

gboolean tv_report_tree (const TvTreeReport *report, TvReportFormat format,
                         GOutputStream *out, GCancellable *cancellable, GError **error);

G_END_DECLS
