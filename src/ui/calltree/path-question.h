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

/* The trees of TV_PATHS_AROUND. Other kinds have the first alone. */
#define TV_PATH_TREE_CALLERS 0
#define TV_PATH_TREE_CALLEES 1
#define TV_PATH_N_TREES 2

/**
 * TvPathStep:
 * @depth: 0 at the top
 * @tree: which tree it is of
 * @method: index of its method, %TV_METHOD_NONE for a thread
 * @thread: index of the thread, %TV_THREAD_NONE for all
 *
 * A row, by what finds it again in another tree. Rows in order, each after the one
 * above it, are paths.
 */
typedef struct
{
  guint depth;
  guint tree;
  guint32 method;
  guint32 thread;
} TvPathStep;

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
 * @is_fresh: whether they were built for this question
 * @open: (element-type TvPathStep): rows to be opened
 * @heaviest: whether to open the heaviest path, too
 * @all_under: (nullable) (element-type TvPathStep): the path of a row to be opened with
 *   all that is under it, as far as there is room for %TV_PATH_MAX_ROWS
 * @cut: whether there was more
 * @wanted: methods to go to, one of them, %NULL for none
 * @after_selected: whether to go on from the selected row, and not from the first
 * @after: (nullable) (element-type TvPathStep): the path of the selected row
 * @backward: whether to go to the one before
 * @found: (nullable) (element-type TvPathStep): the path of the row that was found
 *
 * What a worker is asked, and its answer. It has the trees to itself.
 */
typedef struct
{
  TvProfile *profiles[TV_PATH_N_SIDES];
  TvPathKind kind;
  gboolean per_thread;
  TvClock clock;
  guint32 method;
  TvProfileColumn column;
  gboolean descending;
  TvCallTree *trees[TV_PATH_N_SIDES][TV_PATH_N_TREES];
  guint32 *threads;
  gboolean is_fresh;

  GArray *open;
  gboolean heaviest;
  GArray *all_under;
  gboolean cut;

  TvMethodSet *wanted;
  gboolean after_selected;
  GArray *after;
  gboolean backward;
  GArray *found;
} TvPathQuestion;

/* No more rows are opened at once. */
#define TV_PATH_MAX_ROWS 100000

gpointer tv_path_question_answer (gpointer question, GCancellable *cancellable,
                                  GError **error);
void tv_path_question_free (gpointer question);

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
