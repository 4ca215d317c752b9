/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/relatives/call-edges.h"
#include "output/report/call-report.h"

G_BEGIN_DECLS

/**
 * TvCallReportLinks:
 * @relatives: of one relation, row by row, the longest time first
 * @first: by row, where its relatives begin; one more than there are rows
 *
 * The callers or callees of all rows.
 */
typedef struct
{
  GArray *relatives;
  guint32 *first;
} TvCallReportLinks;

struct _TvCallReport
{
  TvTrace *trace;
  TvClock clock;
  gint64 total;
  GArray *rows;          /* of TvCallReportRow, the longest inclusive time first */
  guint32 *row_of;       /* by method, the last for (toplevel); G_MAXUINT32 for none */
  guint32 *name_place;   /* by row, its place in the order of names */
  guint32 *by_exclusive; /* rows, the longest exclusive time first */
  TvCallReportLinks links[TV_N_RELATIONS];
  GArray *groups[TV_N_CALL_REPORT_GROUPINGS]; /* of TvCallReportGroup */
  guint32 *members[TV_N_CALL_REPORT_GROUPINGS];
};

#define TV_CALL_REPORT_NO_ROW G_MAXUINT32

void tv_call_report_link (TvCallReport *self, const TvCallEdges *edges,
                          gboolean only_callees);
void tv_call_report_group (TvCallReport *self, TvCallReportGrouping grouping);

G_END_DECLS
