/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"
#include "output/table/table.h"

G_BEGIN_DECLS

/**
 * TvTreeReport:
 * @tree: calls by path
 * @title: a heading, if the format has one
 * @limits: the limits that @tree was made with
 * @top: the most nodes to list, those of the longest times; 0 for all
 * @n_samples: how many samples of equal weight would be as exact, 0 for none
 *
 * What the report of a call tree shows.
 */
typedef struct
{
  const TvCallTree *tree;
  const char *title;
  const TvCallTreeLimits *limits;
  guint top;
  double n_samples;
} TvTreeReport;

gboolean tv_report_tree (const TvTreeReport *report, TvTableFormat format,
                         GOutputStream *out, GCancellable *cancellable, GError **error);

G_END_DECLS
