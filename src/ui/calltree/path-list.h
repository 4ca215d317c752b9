/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"
#include "ui/columns/profile-column.h"
#include "ui/session/trace-match.h"
#include "ui/table/row-tree.h"

G_BEGIN_DECLS

/* What a row stands for. */
typedef enum
{
  TV_PATH_ROW_NODE,     /* a node of a tree: a method on a path of calls, or a thread */
  TV_PATH_ROW_SUBJECT,  /* the method between its callers and its callees */
  TV_PATH_ROW_SELF,     /* the subject's own time, among its callees */
  TV_PATH_ROW_TOPLEVEL, /* what calls the subject as a root, among its callers */
  TV_PATH_ROW_CALLERS,  /* the heading of the callers */
  TV_PATH_ROW_CALLEES   /* the heading of the callees */
} TvPathRowKind;

/* The nodes of one path in the trees of each side, TV_NODE_NONE where there is none. */
typedef struct
{
  guint32 of[TV_N_SIDES];
} TvPathNodes;

#define TV_PATH_NO_NODES ((TvPathNodes){ { TV_NODE_NONE, TV_NODE_NONE } })

/* In the index of a thread: one of the base that the trace shown has not. */
#define TV_PATH_BASE_THREAD (1u << 31)

/* What a row shows. Only `sums.method` or `sums.thread` names it in another tree. */
typedef struct
{
  TvPathRowKind kind;
  guint tree; /* of the model's trees */
  TvPathNodes nodes;
  gboolean has_children;
  TvCallTreeNode sums; /* a copy, to be read while the tree grows; without calls and
                          times if only the base has the path */
  TvCallTreeNode base; /* the same of the base */
} TvPathRow;

/* The trees of TV_PATHS_AROUND. Other kinds have the first alone. */
#define TV_PATH_TREE_CALLERS 0
#define TV_PATH_TREE_CALLEES 1
#define TV_PATH_N_TREES 2

/* The kind of the step to a row: that of a method is the tree. */
#define TV_PATH_STEP_OF(row_kind) ((guint32) TV_PATH_N_TREES + (row_kind))
#define TV_PATH_STEP_THREAD TV_PATH_STEP_OF (TV_PATH_ROW_CALLEES + 1)

static inline gboolean
tv_path_row_is_heading (const TvPathRow *row)
{
  return row->kind == TV_PATH_ROW_CALLERS || row->kind == TV_PATH_ROW_CALLEES;
}

gint64 tv_path_row_get_key (const TvPathRow *row);
GHashTable *tv_path_table_new (GDestroyNotify free_value);
TvRowStep tv_path_row_get_step (const TvPathRow *row, guint depth);
gboolean tv_path_row_is_of (const TvPathRow *row, const TvRowStep *step);

/* A row, made when a list asks for it. It never changes. */
#define TV_TYPE_PATH_ITEM (tv_path_item_get_type ())

G_DECLARE_FINAL_TYPE (TvPathItem, tv_path_item, TV, PATH_ITEM, GObject)

const TvPathRow *tv_path_item_get_row (TvPathItem *self);
GArray *tv_path_item_list_path (gpointer self);
TvCallPath *tv_path_item_dup_stack (TvPathItem *self, gboolean from_callers);

/* Lists of #TvPathItem: the rows under a row, or the top ones. */
TvItemList *tv_path_list_new (TvPathItem *above);
TvPathItem *tv_path_list_get_above (TvItemList *list);
void tv_path_list_fill (TvItemList *list, GArray *rows);
const TvPathRow *tv_path_list_get_row (TvItemList *list, guint position);
GListModel *tv_path_list_dup_whole (GListModel *list);

GArray *tv_path_list_steps (TvCallPath *path, gboolean per_thread);
gboolean tv_path_step_translate (gpointer match, TvRowStep *step);

G_END_DECLS
