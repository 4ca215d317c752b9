/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-tree.h"

#include "ui/session/session-colors.h"
#include "ui/widgets/job.h"

/* Trees of fewer calls take a few milliseconds at most. */
#define MAX_CALLS_AT_ONCE 100000

struct _TvPathTree
{
  GObject parent_instance;

  TvTraceSession *session;
  TvPathKind kind;
  gboolean per_thread;
  gboolean active;

  TvItemList *top;
  TvRowTree *tree;

  TvProfileColumn column; /* TV_PROFILE_N_COLUMNS for the order of the trees */
  gboolean descending;

  /* What is shown, with the trees that it is of unless the job has them. */
  TvPathQuestion *shown; /* NULL until there is something */
  TvJob *job;
  gboolean keeps_place;

  gboolean is_reopening;   /* rows that were open before */
  GArray *selected_before; /* NULL for none */

  GPtrArray *unfilled;   /* of TvItemList: those that wait for their rows */
  TvPathRequest request; /* what is to be asked next */

  GArray *top_before; /* the row at the top, of the trace that was read before */
  GArray *anchor;
};

static void ask (TvPathTree *self);

static gboolean
has_trees (TvPathTree *self)
{
  return self->shown != NULL && self->shown->trees[TV_SIDE_SHOWN][0] != NULL;
}

/* Fills a list if no worker is needed for it. */
static gboolean
fill (TvPathTree *self, TvItemList *list)
{
  const TvPathRow *above = tv_path_item_get_row (tv_path_list_get_above (list));
  GArray *rows
      = has_trees (self) ? tv_path_question_take_rows (self->shown, above) : NULL;

  if (rows != NULL)
    tv_path_list_fill (list, rows);
  return rows != NULL;
}

static void
on_list_wanted (TvItemList *list, TvPathTree *self)
{
  /* What opens again was asked for; what is still missing is when all is open. */
  if (fill (self, list))
    return;
  g_ptr_array_add (self->unfilled, g_object_ref (list));
  if (!self->is_reopening)
    ask (self);
}

static GListModel *
list_under (gpointer tree, gpointer item)
{
  TvPathTree *self = TV_PATH_TREE (tree);
  TvItemList *list;

  if (!tv_path_item_get_row (item)->has_children)
    return NULL;
  list = tv_path_list_new (item);
  g_signal_connect_object (list, "wanted", G_CALLBACK (on_list_wanted), self, 0);
  return G_LIST_MODEL (list);
}

static TvRowStep
get_step (TvItemList *list, guint place)
{
  return tv_path_row_get_step (tv_path_list_get_row (list, place), 0);
}

static gboolean
is_known (gpointer tree, TvItemList *list, guint place)
{
  const TvPathRow *row = tv_path_list_get_row (list, place);

  return row->has_children
         && tv_path_row_count_under (TV_PATH_TREE (tree)->shown, row) != G_MAXUINT;
}

/* Selecting */

static void
tell_session (TvPathTree *self)
{
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self);
  g_autoptr (TvCallPath) path = NULL;
  const guint32 method
      = item != NULL ? tv_path_item_get_row (item)->sums.method : TV_METHOD_NONE;

  /* A method that stands for several is in the profile alone. */
  if (self->kind == TV_PATHS_AROUND
      || method >= tv_trace_get_n_methods (tv_trace_session_get_trace (self->session)))
    return;
  path = tv_path_tree_dup_path (self, item);
  if (path != NULL)
    tv_trace_session_select_path (self->session, path);
  else
    tv_trace_session_select_method (self->session, method);
}

/* Showing an answer */

/* Callers may fill more than the screen. */
static void
go_to_subject (TvPathTree *self)
{
  const TvRowStep subject
      = { 0, TV_PATH_STEP_OF (TV_PATH_ROW_SUBJECT), self->shown->method };
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (TvRowStep));

  g_array_append_val (path, subject);
  tv_row_tree_select (self->tree, tv_row_tree_find_position (self->tree, path),
                      TV_TABLE_SCROLL_TOP_THIRD);
}

static GArray *
list_selected (TvPathTree *self)
{
  return tv_row_tree_list_path (self->tree, tv_row_tree_get_selected (self->tree));
}

/* Fills the table anew; what is open and selected stays so. */
static void
show_all (TvPathTree *self)
{
  GArray *selected = list_selected (self);

  if (selected != NULL)
    {
      g_clear_pointer (&self->selected_before, g_array_unref);
      self->selected_before = selected;
    }
  if (!self->is_reopening)
    g_signal_emit_by_name (self, "reordering");
  self->is_reopening = TRUE;
  g_ptr_array_set_size (self->unfilled, 0);
  tv_row_tree_add (self->tree, self->shown->open);
  tv_path_list_fill (self->top, tv_path_question_take_rows (self->shown, NULL));
}

static void
stop_opening (TvPathTree *self)
{
  tv_row_tree_stop (self->tree);
  if (self->shown == NULL)
    return;
  tv_path_question_drop_rows (self->shown);
  self->shown->cut = FALSE;
}

/* Scrolls to where the tree before was. */
static void
restore_scroll (TvPathTree *self)
{
  g_autoptr (GArray) top = g_steal_pointer (&self->top_before);
  const guint position = tv_row_tree_find_position (self->tree, top);

  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "show-row", position, 0.0);
  tv_row_tree_select (self->tree, tv_row_tree_get_selected (self->tree),
                      TV_TABLE_SCROLL_NOT);
}

/* All that was to be open is. */
static void
finish_opening (TvPathTree *self)
{
  if (self->is_reopening)
    {
      g_autoptr (GArray) selected = g_steal_pointer (&self->selected_before);

      self->is_reopening = FALSE;
      if (selected != NULL)
        tv_row_tree_select (self->tree,
                            tv_row_tree_find_position (self->tree, selected),
                            TV_TABLE_SCROLL_NOT);
      g_signal_emit_by_name (self, "settled");
      if (!self->keeps_place && self->kind == TV_PATHS_AROUND)
        go_to_subject (self);
    }
  if (self->shown->cut)
    g_signal_emit_by_name (self, "cut");
  stop_opening (self);
}

static void
on_opened (gpointer tree)
{
  TvPathTree *self = TV_PATH_TREE (tree);
  const gboolean was_reopening = self->is_reopening;

  finish_opening (self);
  if (!was_reopening)
    return;
  if (self->top_before != NULL)
    restore_scroll (self);
  g_signal_emit_by_name (self, "changed");
  ask (self);
}

/* Opens what was open, and all below a row. */
static void
begin_opening (TvPathTree *self, const GArray *all_under)
{
  gboolean is_done = !self->is_reopening || tv_row_tree_reopen (self->tree);

  if (all_under != NULL)
    is_done = tv_row_tree_open_all (self->tree, all_under);
  if (is_done)
    finish_opening (self);
}

/* What is shown is selected instead of what was. */
static void
show_goal (TvPathTree *self, const TvPathRequest *request)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  if (request->goal == NULL && (request->wanted == NULL || request->after_selected))
    return;
  g_clear_pointer (&self->selected_before, g_array_unref);
  if (request->goal != NULL)
    row = tv_row_tree_open_path (self->tree, request->goal);
  tv_row_tree_select (self->tree,
                      row != NULL ? gtk_tree_list_row_get_position (row)
                                  : GTK_INVALID_LIST_POSITION,
                      TV_TABLE_SCROLL_IF_UNSEEN);
  if (request->goal != NULL && request->after_selected)
    tell_session (self);
}

/* Shows an answer and what was asked for with it. Nothing of it stays in @from. */
static void
show_answer (TvPathTree *self, TvPathQuestion *from)
{
  TvPathQuestion *answer = g_memdup2 (from, sizeof *from);
  const TvPathRequest *request = &answer->request;

  *from = (TvPathQuestion){ 0 };
  stop_opening (self);
  self->keeps_place = tv_path_question_has_shape_of (self->shown, answer);
  if (self->shown != NULL && !self->keeps_place)
    tv_row_tree_clear (self->tree);
  g_clear_pointer (&self->shown, tv_path_question_free);
  self->shown = answer;
  if (answer->lists_anew)
    show_all (self);
  for (guint i = self->unfilled->len; i-- > 0;)
    if (fill (self, g_ptr_array_index (self->unfilled, i)))
      g_ptr_array_remove_index (self->unfilled, i);
  begin_opening (self, request->all_under);
  show_goal (self, request);
  if (self->top_before != NULL && !self->is_reopening)
    restore_scroll (self);
  g_signal_emit_by_name (self, "changed");
}

/* Asking */

static gboolean
is_about (const TvPathQuestion *question, TvPathTree *self)
{
  TvTraceSession *session = self->session;

  return question != NULL
         && question->profiles[TV_SIDE_SHOWN] == tv_trace_session_get_profile (session)
         && question->profiles[TV_SIDE_BASE]
                == tv_trace_session_get_base_profile (session)
         && question->by.by_share == tv_trace_session_compares_by_share (session)
         && question->kind == self->kind && question->per_thread == self->per_thread
         && question->clock == tv_trace_session_get_primary_clock (session)
         && (self->kind != TV_PATHS_AROUND
             || question->method == tv_trace_session_get_selected_method (session));
}

static gboolean
has_requests (TvPathTree *self)
{
  return self->unfilled->len > 0 || self->request.all_under != NULL
         || self->request.goal != NULL || self->request.wanted != NULL
         || self->shown->column != self->column
         || self->shown->descending != self->descending;
}

/* Lets the question open what was open, or the lists that wait for their rows. */
static void
ask_for_rows (TvPathTree *self, TvPathQuestion *question, gboolean fresh)
{
  const GArray *goal = self->request.goal;
  const gboolean same_shape = tv_path_question_has_shape_of (self->shown, question);

  question->lists_anew = fresh || self->is_reopening
                         || question->column != self->shown->column
                         || question->descending != self->shown->descending;
  if (!question->lists_anew)
    for (guint i = 0; i < self->unfilled->len; i++)
      g_array_append_vals (
          question->under,
          tv_path_item_get_row (tv_path_list_get_above (self->unfilled->pdata[i])), 1);
  else if (same_shape || self->shown == NULL)
    tv_row_tree_append_open (self->tree, question->open);
  question->heaviest = question->lists_anew && !same_shape
                       && self->kind == TV_PATHS_TOP_DOWN && self->top_before == NULL;
  if (goal != NULL)
    g_array_append_vals (question->open, goal->data, goal->len - 1);
}

static TvPathQuestion *
make_question (TvPathTree *self, gboolean fresh)
{
  TvProfile *base = tv_trace_session_get_base_profile (self->session);
  TvPathQuestion *question = tv_path_question_new ();

  stop_opening (self);
  question->profiles[TV_SIDE_SHOWN]
      = tv_profile_ref (tv_trace_session_get_profile (self->session));
  if (base != NULL)
    question->profiles[TV_SIDE_BASE] = tv_profile_ref (base);
  (void) tv_trace_session_get_comparison (self->session, &question->by);
  question->kind = self->kind;
  question->per_thread = self->per_thread;
  question->clock = tv_trace_session_get_primary_clock (self->session);
  question->method = self->kind == TV_PATHS_AROUND
                         ? tv_trace_session_get_selected_method (self->session)
                         : TV_METHOD_NONE;
  question->column = self->column;
  question->descending = self->descending;
  if (!fresh)
    {
      memcpy (question->trees, self->shown->trees, sizeof question->trees);
      memset (self->shown->trees, 0, sizeof question->trees);
      question->threads = g_steal_pointer (&self->shown->threads);
    }
  ask_for_rows (self, question, fresh);
  question->request = self->request;
  self->request = (TvPathRequest){ 0 };
  if (question->request.after_selected)
    question->after = list_selected (self);
  return question;
}

/* Without an answer, a worker was told to stop. More may be wanted by now. */
static void
on_answered (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvPathTree *self = TV_PATH_TREE (owner);

  if (answer != NULL)
    show_answer (self, answer);
  ask (self);
}

static void
show_nothing (TvPathTree *self)
{
  if (self->shown == NULL)
    return;
  tv_job_cancel (&self->job);
  stop_opening (self);
  self->is_reopening = FALSE;
  tv_row_tree_clear (self->tree);
  g_ptr_array_set_size (self->unfilled, 0);
  g_clear_pointer (&self->selected_before, g_array_unref);
  g_clear_pointer (&self->shown, tv_path_question_free);
  tv_path_list_fill (self->top, g_array_new (FALSE, FALSE, sizeof (TvPathRow)));
  g_signal_emit_by_name (self, "changed");
}

static void
ask (TvPathTree *self)
{
  static const TvJobType type = { .run = tv_path_question_answer,
                                  .done = on_answered,
                                  .free_question = tv_path_question_free };
  TvPathQuestion *question;
  gboolean fresh;

  if (!self->active)
    return;
  if (self->kind == TV_PATHS_AROUND
      && tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    {
      show_nothing (self);
      return;
    }
  if (self->job != NULL && is_about (tv_job_get_question (self->job), self))
    return;
  tv_job_cancel (&self->job);
  fresh = !is_about (self->shown, self) || !has_trees (self);
  if (!fresh && !has_requests (self))
    {
      /* Perhaps what is shown is what was asked for once more. */
      g_signal_emit_by_name (self, "changed");
      return;
    }
  question = make_question (self, fresh);
  if (tv_path_question_count_calls (question) > MAX_CALLS_AT_ONCE)
    {
      tv_job_start (&self->job, &type, question, self);
      g_signal_emit_by_name (self, "changed");
    }
  else
    tv_job_answer (&self->job, &type, question, self);
}

/* Following the session */

static gboolean
is_selected (TvPathTree *self, guint32 method, TvCallPath *path)
{
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self);
  g_autoptr (TvCallPath) own = NULL;

  /* Rows of another shape are still there. */
  if (item == NULL || tv_path_item_get_row (item)->sums.method != method
      || self->shown->kind != self->kind || self->shown->per_thread != self->per_thread)
    return FALSE;
  own = tv_path_tree_dup_path (self, item);
  return path == NULL || (own != NULL && tv_call_path_equal (own, path));
}

static gboolean
is_called (TvPathTree *self, guint32 method)
{
  const TvMethodTotals *totals
      = tv_profile_get_totals (tv_trace_session_get_profile (self->session), method);

  return totals->calls + totals->recursive_calls > 0;
}

/* Returns the path of what is selected: of a method, the heaviest one. From the bottom
 * up it is the method alone. NULL if it is not known yet. */
static TvCallPath *
dup_goal (TvPathTree *self, guint32 method)
{
  const TvCallRef call = tv_trace_session_get_selected_call (self->session);
  TvCallPath *selected = tv_trace_session_get_selected_path (self->session);
  TvCallPath *path = NULL;

  if (self->kind == TV_PATHS_TOP_DOWN && selected != NULL)
    return tv_call_path_ref (selected);
  if (self->kind == TV_PATHS_TOP_DOWN && call.thread != TV_THREAD_NONE)
    path = tv_call_path_new_to_original (
        tv_profile_get_trace (tv_trace_session_get_profile (self->session)), call);
  if (path != NULL)
    return path;
  if (self->kind == TV_PATHS_BOTTOM_UP && !self->per_thread)
    return tv_call_path_new (TV_THREAD_NONE, &method, 1);
  selected = tv_trace_session_get_heaviest_path (self->session);
  if (selected == NULL || self->kind == TV_PATHS_TOP_DOWN)
    return selected != NULL ? tv_call_path_ref (selected) : NULL;
  return tv_call_path_new (selected->thread, &method, 1);
}

/* Another view selected a method, a call or a path. What only the base has is found
 * where it comes first. */
static void
follow_selection (TvPathTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);
  g_autoptr (TvCallPath) path = NULL;

  if (!self->active || self->kind == TV_PATHS_AROUND)
    return;
  tv_path_request_clear (&self->request);
  if (method != TV_METHOD_NONE && is_called (self, method)
      && !(self->kind == TV_PATHS_BOTTOM_UP && is_selected (self, method, NULL)))
    path = dup_goal (self, method);
  if (method == TV_METHOD_NONE)
    tv_row_tree_select (self->tree, GTK_INVALID_LIST_POSITION, 0);
  else if (is_selected (self, method, path))
    return;
  else if (path != NULL)
    self->request.goal = tv_path_list_steps (path, self->per_thread);
  else if (is_called (self, method))
    tv_row_tree_select (self->tree, GTK_INVALID_LIST_POSITION, 0);
  else
    self->request.wanted = tv_method_set_new_single (
        tv_profile_get_trace (tv_trace_session_get_profile (self->session)), method);
}

static void
on_selection_changed (TvPathTree *self)
{
  follow_selection (self);
  ask (self);
}

/* As a model of a table */

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return tv_path_tree_get_selection (TV_PATH_TREE (model));
}

static void
select_row (TvTableModel *model, guint position)
{
  tv_path_tree_select (TV_PATH_TREE (model), position);
}

/* A row that closes forgets what was open under it. */
static void
record_toggle (TvTableModel *model, GtkTreeListRow *row)
{
  (void) tv_row_tree_record (TV_PATH_TREE (model)->tree, row, TRUE);
}

/* Returns whether a column has what rows are ordered by unless somebody sorts them: the
 * time of paths, from the bottom up the methods' own. In a comparison it is the
 * difference. */
gboolean
tv_path_tree_is_own_order (TvPathTree *self, guint column)
{
  const TvProfileKind *kind
      = column < TV_PROFILE_N_COLUMNS ? tv_profile_column_get_kind (column) : NULL;

  return kind != NULL && kind->of == TV_SUBJECT_TRACE && !kind->percent
         && kind->measure
                == (self->kind == TV_PATHS_BOTTOM_UP ? TV_METHOD_MEASURE_EXCLUSIVE
                                                     : TV_METHOD_MEASURE_INCLUSIVE)
         && kind->clock == tv_trace_session_get_primary_clock (self->session)
         && tv_trace_session_get_base (self->session) == NULL;
}

static void
sort (TvTableModel *model, guint column, gboolean descending)
{
  TvPathTree *self = TV_PATH_TREE (model);

  self->column = descending && tv_path_tree_is_own_order (self, column)
                     ? TV_PROFILE_N_COLUMNS
                     : MIN (column, TV_PROFILE_N_COLUMNS);
  self->descending = descending;
  if (self->shown != NULL)
    ask (self);
}

static gboolean
keeps_place (TvTableModel *model)
{
  return TV_PATH_TREE (model)->keeps_place;
}

/* A row is found again by its path. The table wants one at a time. */
static guint32
get_anchor (TvTableModel *model, guint position)
{
  TvPathTree *self = TV_PATH_TREE (model);

  g_clear_pointer (&self->anchor, g_array_unref);
  self->anchor = tv_row_tree_list_path (self->tree, position);
  return self->anchor != NULL ? 0 : TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 anchor)
{
  TvPathTree *self = TV_PATH_TREE (model);

  return self->anchor != NULL ? tv_row_tree_find_position (self->tree, self->anchor)
                              : GTK_INVALID_LIST_POSITION;
}

static void
tv_path_tree_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->record_toggle = record_toggle;
  iface->sort = sort;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
  tv_path_tree_init_cells (iface);
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvPathTree, tv_path_tree, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_path_tree_init_table_model))

static void
tv_path_tree_finalize (GObject *object)
{
  TvPathTree *self = TV_PATH_TREE (object);

  tv_job_cancel (&self->job);
  g_object_unref (self->tree);
  g_object_unref (self->top);
  g_ptr_array_unref (self->unfilled);
  g_object_unref (self->session);
  g_clear_pointer (&self->shown, tv_path_question_free);
  g_clear_pointer (&self->selected_before, g_array_unref);
  tv_path_request_clear (&self->request);
  g_clear_pointer (&self->anchor, g_array_unref);
  g_clear_pointer (&self->top_before, g_array_unref);

  G_OBJECT_CLASS (tv_path_tree_parent_class)->finalize (object);
}

static void
tv_path_tree_class_init (TvPathTreeClass *klass)
{
  static const char *const names[] = { "changed", "cut" };

  G_OBJECT_CLASS (klass)->finalize = tv_path_tree_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);
}

static void
tv_path_tree_init (TvPathTree *self)
{
  self->column = TV_PROFILE_N_COLUMNS;
  self->unfilled = g_ptr_array_new_with_free_func (g_object_unref);
}

TvPathTree *
tv_path_tree_new (TvTraceSession *session, TvPathKind kind)
{
  static const TvRowTreeType type = { .list_path = tv_path_item_list_path,
                                      .list_under = list_under,
                                      .get_step = get_step,
                                      .is_known = is_known,
                                      .done = on_opened };
  TvPathTree *self = g_object_new (TV_TYPE_PATH_TREE, NULL);

  self->session = g_object_ref (session);
  self->kind = kind;
  self->top = tv_path_list_new (NULL);
  tv_path_list_fill (self->top, g_array_new (FALSE, FALSE, sizeof (TvPathRow)));
  self->tree = tv_row_tree_new (&type, self, G_LIST_MODEL (self->top));
  g_object_connect (
      session, "swapped-object-signal::selection-changed", on_selection_changed, self,
      "swapped-object-signal::notify::heaviest-path", on_selection_changed, self,
      "swapped-object-signal::notify::ranking", on_selection_changed, self,
      "swapped-object-signal::notify::time-unit", tv_table_model_texts_changed, self,
      "swapped-object-signal::notify::by-share", tv_table_model_texts_changed, self,
      NULL);
  g_object_connect (tv_trace_session_get_colors (session),
                    "swapped-object-signal::changed", tv_table_model_looks_changed,
                    self, "swapped-object-signal::hits-changed",
                    tv_table_model_looks_changed, self, NULL);
  return self;
}

/* Opens what is open in the tree of a trace that was read again, with @top being the
 * first row that is seen of it. */
void
tv_path_tree_continue (TvPathTree *self, TvPathTree *before, const TvTraceMatch *match,
                       guint top)
{
  g_autoptr (GArray) path = tv_row_tree_list_path (before->tree, top);

  if (path == NULL || self->kind != before->kind
      || self->per_thread != before->per_thread)
    return;
  tv_row_tree_continue (self->tree, before->tree, tv_path_step_translate,
                        (gpointer) match);
  for (guint i = 0; i < path->len; i++)
    (void) tv_path_step_translate ((gpointer) match,
                                   &g_array_index (path, TvRowStep, i));
  self->top_before = g_steal_pointer (&path);
}

TvTraceSession *
tv_path_tree_get_session (TvPathTree *self)
{
  return self->session;
}

/* Returns (transfer none) what its rows are of, NULL while it has none. */
const TvPathQuestion *
tv_path_tree_get_shown (TvPathTree *self)
{
  return self->shown;
}

/* Asks for what is missing when it becomes active. */
void
tv_path_tree_set_active (TvPathTree *self, gboolean active)
{
  if (active == self->active)
    return;
  self->active = active;
  if (active)
    on_selection_changed (self);
  else
    tv_job_cancel (&self->job);
}

/* Shows other paths. */
void
tv_path_tree_set_shape (TvPathTree *self, TvPathKind kind, gboolean per_thread)
{
  if (kind == self->kind && per_thread == self->per_thread)
    return;
  self->kind = kind;
  self->per_thread = per_thread;
  if (self->shown == NULL)
    tv_row_tree_clear (self->tree);
  g_clear_pointer (&self->top_before, g_array_unref);
  on_selection_changed (self);
}

gboolean
tv_path_tree_is_busy (TvPathTree *self)
{
  return self->job != NULL;
}

/* Returns whether the worker is about other rows than those that are shown, or about
 * their order. */
gboolean
tv_path_tree_is_pending (TvPathTree *self)
{
  return self->job != NULL
         && (!is_about (self->shown, self) || self->shown->column != self->column
             || self->shown->descending != self->descending);
}

/* Returns (transfer none) the visible rows with what is selected. */
GtkSingleSelection *
tv_path_tree_get_selection (TvPathTree *self)
{
  return tv_row_tree_get_selection (self->tree);
}

TvPathItem *
tv_path_tree_dup_selected (TvPathTree *self)
{
  return tv_table_model_dup_item (TV_TABLE_MODEL (self),
                                  tv_row_tree_get_selected (self->tree));
}

/* Returns the stack of a row: its method and the callers that the tree shows of it.
 * NULL for a row without a method. */
TvCallPath *
tv_path_tree_dup_stack (TvPathTree *self, TvPathItem *item)
{
  return tv_path_item_dup_stack (item, self->kind != TV_PATHS_TOP_DOWN);
}

/* Returns the path of a row from the outermost call on, NULL if it has none: from the
 * bottom up a row is the end of many. */
TvCallPath *
tv_path_tree_dup_path (TvPathTree *self, TvPathItem *item)
{
  return self->shown != NULL && self->shown->kind == TV_PATHS_TOP_DOWN
             ? tv_path_tree_dup_stack (self, item)
             : NULL;
}

/* What the arrow keys do: selects a row, and its path in the session. Between its
 * callers and callees the selected method stays. */
void
tv_path_tree_select (TvPathTree *self, guint position)
{
  if (position == tv_row_tree_get_selected (self->tree))
    return;
  g_clear_pointer (&self->selected_before, g_array_unref);
  gtk_single_selection_set_selected (tv_path_tree_get_selection (self), position);
  tell_session (self);
}

/* What Enter and a double click do: a row opens or closes; a caller or callee becomes
 * the method. */
void
tv_path_tree_activate (TvPathTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row
      = gtk_tree_list_model_get_row (tv_row_tree_get_rows (self->tree), position);
  g_autoptr (TvPathItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item == NULL)
    return;
  if (self->kind != TV_PATHS_AROUND)
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      record_toggle (TV_TABLE_MODEL (self), row);
    }
  else if (tv_path_item_get_row (item)->kind == TV_PATH_ROW_NODE)
    tv_trace_session_select_method (self->session,
                                    tv_path_item_get_row (item)->sums.method);
}

/* Opens a row with all that is under it, the heaviest first. */
void
tv_path_tree_open_all (TvPathTree *self, guint position)
{
  g_autoptr (TvPathItem) item
      = tv_table_model_dup_item (TV_TABLE_MODEL (self), position);

  if (item == NULL || !tv_path_item_get_row (item)->has_children)
    return;
  g_clear_pointer (&self->request.all_under, g_array_unref);
  self->request.all_under = tv_path_item_list_path (item);
  ask (self);
}

/* Goes to the next row of one of the methods, or to the one before, and opens what it
 * is under. */
void
tv_path_tree_find (TvPathTree *self, TvMethodSet *methods, gboolean forward)
{
  if (self->kind == TV_PATHS_AROUND)
    return;
  tv_path_request_clear (&self->request);
  self->request = (TvPathRequest){ .wanted = tv_method_set_ref (methods),
                                   .after_selected = TRUE,
                                   .backward = !forward };
  ask (self);
}
