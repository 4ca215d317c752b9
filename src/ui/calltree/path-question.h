/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-path.h"
#include "analysis/stacks/call-tree.h"
#include "ui/calltree/path-list.h"
#include "ui/columns/profile-column.h"

G_BEGIN_DECLS

/* Which paths a tree shows. */
typedef enum
{
  TV_PATHS_TOP_DOWN,  /* the outermost calls, and under each what it calls */
  TV_PATHS_BOTTOM_UP, /* all methods, and under each its callers */
  TV_PATHS_AROUND     /* the callers of a method, the method, and its callees */
} TvPathKind;

/* What somebody asked for, beyond rows. */
typedef struct
{
  GArray *all_under; /* the path of a row to be opened with all that is under it, as far
                        as there is room for TV_PATH_MAX_ROWS; or NULL */
  GArray *goal;      /* the path of a row to be selected, or NULL */
  TvMethodSet *wanted;     /* the goal is to be the next row of one of them; or NULL */
  gboolean after_selected; /* from the selected row on, and not from the first */
  gboolean backward;
} TvPathRequest;

void tv_path_request_clear (TvPathRequest *request);

/* What a worker is asked, and its answer. It has the trees to itself. */
typedef struct
{
  TvProfile *profiles[TV_N_SIDES]; /* which calls; NULL for the base without one */
  TvPathKind kind;
  gboolean per_thread;    /* each thread has a root of its own */
  TvClock clock;          /* of the order of children */
  TvComparison by;        /* how the sides are compared, if there is a base */
  guint32 method;         /* of TV_PATHS_AROUND */
  TvProfileColumn column; /* rows are in its order; TV_PROFILE_N_COLUMNS for that of the
                             trees, in a comparison of the difference of times */
  gboolean descending;
  TvCallTree *trees[TV_N_SIDES][TV_PATH_N_TREES]; /* NULL if still to be built */
  guint32 *threads; /* by thread of the base, the same one of the trace; or NULL */

  gboolean lists_anew; /* all rows: they are others, or in another order */
  GArray *open;        /* of TvRowStep: rows to be opened */
  GArray *under;       /* of TvPathRow: rows of these trees to be opened */
  gboolean heaviest;   /* open the heaviest path, too */
  TvPathRequest request;
  GCancellable *cancellable;          /* valid only while it is being answered */
  GArray *after;                      /* the path of the selected row, or NULL */
  gboolean cut;                       /* there was no room for all that is asked for */
  GHashTable *lists[TV_PATH_N_TREES]; /* gint64 → GArray of the rows under a row that
                                         was opened; the top ones are in the first */
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
