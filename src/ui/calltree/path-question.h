/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-path.h"
#include "analysis/stacks/call-tree.h"
#include "ui/calltree/path-list.h"
#include "ui/columns/profile-column.h"

G_BEGIN_DECLS

/**
 * TvPathKind:
 * @TV_PATHS_TOP_DOWN: the outermost calls, and under each what it calls
 * @TV_PATHS_BOTTOM_UP: all methods, and under each its callers
 * @TV_PATHS_AROUND: the callers of a method, the method, and its callees
 *
 * Which paths a #TvPathTree shows.
 */
typedef enum
{
  TV_PATHS_TOP_DOWN,
  TV_PATHS_BOTTOM_UP,
  TV_PATHS_AROUND
} TvPathKind;

/**
 * TvPathRequest:
 * @all_under: (nullable) (element-type TvPathStep): the path of a row to be opened with
 *   all that is under it, as far as there is room for %TV_PATH_MAX_ROWS
 * @goal: (nullable) (element-type TvPathStep): the path of a row to be selected
 * @wanted: (nullable): methods to go to: @goal becomes the path of the next row of one
 *   of them
 * @after_selected: whether to go on from the selected row, and not from the first
 * @backward: whether to go to the one before
 *
 * What somebody asked for, beyond rows.
 */
typedef struct
{
  GArray *all_under;
  GArray *goal;
  TvMethodSet *wanted;
  gboolean after_selected;
  gboolean backward;
} TvPathRequest;

void tv_path_request_clear (TvPathRequest *request);

/**
 * TvPathQuestion:
 * @profiles: which calls, on each side; %NULL for the base while nothing is compared
 * @kind: which paths
 * @per_thread: whether each thread has a root of its own
 * @clock: the clock of the order of children
 * @method: the method of %TV_PATHS_AROUND
 * @column: rows are in its order; %TV_PROFILE_N_COLUMNS for that of the trees
 * @descending: whether the greatest come first. While traces are compared, those of
 *   %TV_PROFILE_N_COLUMNS come in the order of the difference of their times
 * @trees: the trees, %NULL if they are still to be built
 * @threads: (nullable): by thread of the base, the same one of the trace; it is found
 *   with the trees
 * @lists_anew: whether all rows are listed: they are others, or in another order
 * @open: (element-type TvPathStep): rows to be opened
 * @under: (element-type TvPathRow): rows of these trees to be opened
 * @heaviest: whether to open the heaviest path, too
 * @request: what else is asked for
 * @after: (nullable) (element-type TvPathStep): the path of the selected row
 * @cut: whether there was no room for all that is asked for
 * @lists: (element-type gint64 GArray): the rows under the rows of each tree that were
 *   opened; the top ones are in the first
 *
 * What a worker is asked, and its answer. It has the trees to itself.
 */
typedef struct
{
  TvProfile *profiles[TV_N_SIDES];
  TvPathKind kind;
  gboolean per_thread;
  TvClock clock;
  guint32 method;
  TvProfileColumn column;
  gboolean descending;
  TvCallTree *trees[TV_N_SIDES][TV_PATH_N_TREES];
  guint32 *threads;

  gboolean lists_anew;
  GArray *open;
  GArray *under;
  gboolean heaviest;
  TvPathRequest request;
  GArray *after;
  gboolean cut;
  GHashTable *lists[TV_PATH_N_TREES];
} TvPathQuestion;

/* No more rows are opened at once. */
#define TV_PATH_MAX_ROWS 100000

TvPathQuestion *tv_path_question_new (void);
gpointer tv_path_question_answer (gpointer question, GCancellable *cancellable,
                                  GError **error);
GArray *tv_path_question_take_rows (TvPathQuestion *question, const TvPathRow *above);
void tv_path_question_drop_rows (TvPathQuestion *question);
void tv_path_question_free (gpointer question);

/* What is known of a row, on each side. */
typedef struct
{
  TvMethodTotals totals[TV_N_SIDES];
  TvProfileNumbers numbers;
} TvPathNumbers;

gboolean tv_path_row_has_calls (const TvPathRow *row);
guint tv_path_row_count_under (const TvPathQuestion *question, const TvPathRow *row);
void tv_path_numbers_init (TvPathNumbers *numbers, const TvPathQuestion *question,
                           const TvPathRow *row);
int tv_path_compare_weights (gconstpointer a, gconstpointer b, gpointer question);
GArray *tv_path_list_rows (const TvPathQuestion *question, const TvPathRow *above);

gboolean tv_path_question_has_shape_of (const TvPathQuestion *before,
                                        const TvPathQuestion *question);
guint64 tv_path_question_count_calls (const TvPathQuestion *question);

G_END_DECLS
