/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-warnings.h"
#include "trace/tables/method-table.h"

G_BEGIN_DECLS

/**
 * TvTableText:
 * @warnings: where to count what is odd
 * @place: what @at counts
 * @at: where the line or name is
 * @fill_gaps: whether what the tables know already stays as it is
 *
 * Where a line of a table comes from.
 */
typedef struct
{
  TvWarnings *warnings;
  TvPlace place;
  guint64 at;
  gboolean fill_gaps;
} TvTableText;

void tv_table_text_warn (const TvTableText *text, TvWarningKind kind, const char *line,
                         gsize length);
gboolean tv_method_table_define_line (TvMethodTable *table, const TvTableText *text,
                                      const char *line, gsize length, guint32 *index);

G_END_DECLS
