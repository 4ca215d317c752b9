/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-rows.h"
#include "ui/timeline-stage.h"

G_BEGIN_DECLS

/* Its calls of 1 ms, of 2 to 8, of 16 and of 100. */
#define TV_CALLS_STAGE_1                                                               \
  "Main.go()  p | [1] main | 0.000 | 1.000\n"                                          \
  "Main.go()  p | [1] main | 1.000 | 1.000\n"
#define TV_CALLS_STAGE_2_TO_8                                                          \
  "Main.go()  p | [1] main | 2.000 | 2.000\n"                                          \
  "Main.go()  p | [1] main | 4.000 | 4.000\n"                                          \
  "Side.go()  p | [1] main | 8.000 | 8.000\n"
#define TV_CALLS_STAGE_16 "Main.go()  p | [2] worker | 16.000 | 16.000\n"
#define TV_CALLS_STAGE_100 "Main.go()  p | [2] worker | 32.000 | 100.000\n"

/* All of them, in order of their starts. */
#define TV_CALLS_STAGE_ALL                                                             \
  TV_CALLS_STAGE_1 TV_CALLS_STAGE_2_TO_8 TV_CALLS_STAGE_16 TV_CALLS_STAGE_100

/* The same by thread and by caller, in order of their sums: start, sum, number and
 * mean.
 */
#define TV_CALLS_STAGE_MAIN_THREAD "[1] main | 0.000 | 16.000 | 5 | 3.200\n"
#define TV_CALLS_STAGE_WORKER "[2] worker | 16.000 | 116.000 | 2 | 58.000\n"
#define TV_CALLS_STAGE_THREADS TV_CALLS_STAGE_WORKER TV_CALLS_STAGE_MAIN_THREAD
#define TV_CALLS_STAGE_CALLERS                                                         \
  "Main.go()  p | 0.000 | 124.000 | 6 | 20.667\n"                                      \
  "Side.go()  p | 8.000 | 8.000 | 1 | 8.000\n"

/* Methods come in order of their ids. */
enum
{
  TV_CALLS_STAGE_MAIN,
  TV_CALLS_STAGE_SIDE,
  TV_CALLS_STAGE_STEP,
  TV_CALLS_STAGE_ONCE,
  TV_CALLS_STAGE_UNCALLED
};

/**
 * TvCallsStage:
 * @timeline: a timeline with its window
 * @view: the calls below it
 * @histogram: a part of that, once its rows were looked at
 * @rows: likewise
 *
 * All calls of a method, beside a timeline.
 */
typedef struct
{
  TvTimelineStage timeline;
  GtkWidget *view;
  GtkWidget *histogram;
  TvTableRows *rows;
} TvCallsStage;

void tv_calls_stage_open (TvCallsStage *stage);
void tv_calls_stage_select_step (TvCallsStage *stage);
void tv_calls_stage_group (TvCallsStage *stage, guint grouping);
TvTableRow *tv_calls_stage_find_row (TvCallsStage *stage, guint position);
void tv_calls_stage_assert_rows (TvCallsStage *stage, const char *expected);
void tv_calls_stage_assert_numbers (TvCallsStage *stage, const char *numbers);

G_END_DECLS
