/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"

G_BEGIN_DECLS

/* What is known of a row, on each side. */
typedef struct
{
  TvMethodTotals totals[TV_PATH_N_SIDES];
  TvProfileNumbers numbers;
} TvPathNumbers;

TvPathStep tv_path_row_get_step (const TvPathRow *row, guint depth);
gboolean tv_path_row_is_of (const TvPathRow *row, const TvPathStep *step);
gboolean tv_path_row_has_calls (const TvPathRow *row);
gboolean tv_path_row_is_open (const TvPathQuestion *question, const TvPathRow *row);
void tv_path_numbers_init (TvPathNumbers *numbers, const TvPathQuestion *question,
                           const TvPathRow *row);
int tv_path_compare_weights (gconstpointer a, gconstpointer b, gpointer question);
GArray *tv_path_list_top (const TvPathQuestion *question);
GArray *tv_path_list_under (const TvPathQuestion *question, guint tree,
                            TvPathNodes nodes);

G_END_DECLS
