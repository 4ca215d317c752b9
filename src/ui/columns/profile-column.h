/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/columns/method-columns.h"
#include "ui/session/trace-session.h"
#include "ui/table/table-model.h"

G_BEGIN_DECLS

/**
 * TvProfileView:
 * @TV_PROFILE_VIEW_CPU: CPU time
 * @TV_PROFILE_VIEW_REAL: real time
 * @TV_PROFILE_VIEW_BOTH: both clocks side by side
 * @TV_PROFILE_VIEW_COMPARED: is added to these while traces are compared
 *
 * The clock of the columns. The choice of columns is separate for each.
 */
typedef enum
{
  TV_PROFILE_VIEW_CPU,
  TV_PROFILE_VIEW_REAL,
  TV_PROFILE_VIEW_BOTH,
  TV_PROFILE_VIEW_COMPARED
} TvProfileView;

/**
 * TvSide:
 * @TV_SIDE_SHOWN: the trace
 * @TV_SIDE_BASE: its base
 *
 * One of two traces that are compared.
 */
typedef enum
{
  TV_SIDE_SHOWN,
  TV_SIDE_BASE
} TvSide;

#define TV_N_SIDES 2

TvMethodTotals tv_profile_make_toplevel (const TvProfile *profile);
const TvTableColumn *tv_profile_columns_get (void);
gboolean tv_profile_column_exists (TvProfileColumn column, TvTraceSession *session);

G_END_DECLS
