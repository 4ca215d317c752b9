/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-question.h"

#include "analysis/diff/thread-pairs.h"

/* No more rows are listed without a worker. */
#define MAX_ROWS_AT_ONCE 5000

/* Nobody reads a longer path at once. */
#define HEAVIEST_LEVELS 100

/* Trees */

/* Adds up what is under a node, or the roots. */
static gboolean
open_node (const TvPathQuestion *self, TvCallTree *tree, guint32 node)
{
  const TvCallTreeGrowth one_level = { .max_depth = 1, .complete = TRUE };

  return (node != TV_NODE_NONE
          && (tv_call_tree_is_open (tree, node)
              || !tv_call_tree_has_children (tree, node)))
         || tv_call_tree_grow (tree, node, &one_level, self->cancellable, NULL);
}

/* Opens what the top rows stand under: a root, and in it the one method that paths
 * begin with. */
static gboolean
open_top (const TvPathQuestion *self, TvCallTree *tree)
{
  const guint n_levels = self->per_thread ? 0 : self->kind == TV_PATHS_AROUND ? 2 : 1;
  guint32 node = TV_NODE_NONE;
  guint n = 1;

  for (guint i = 0; i <= n_levels && n > 0; i++)
    {
      if (!open_node (self, tree, node))
        return FALSE;
      node = tv_call_tree_get_children (tree, node, &n);
    }
  return TRUE;
}

static gboolean
make_trees (TvPathQuestion *self, guint side)
{
  TvTrace *trace = tv_profile_get_trace (self->profiles[side]);
  const gboolean around = self->kind == TV_PATHS_AROUND;
  g_autoptr (TvMethodSet) from
      = around ? tv_method_set_new_single (trace, self->method) : NULL;
  TvCallTreeLimits limits
      = { .per_thread = self->per_thread, .clock = self->clock, .from = from };

  for (guint i = 0; i < (around ? TV_PATH_N_TREES : 1); i++)
    {
      limits.bottom_up = i == TV_PATH_TREE_CALLERS && self->kind != TV_PATHS_TOP_DOWN;
      limits.nested = i == TV_PATH_TREE_CALLEES;
      self->trees[side][i]
          = tv_call_tree_new_closed (trace, tv_profile_get_range (self->profiles[side]),
                                     &limits, self->cancellable, NULL);
      if (self->trees[side][i] == NULL || !open_top (self, self->trees[side][i]))
        return FALSE;
    }
  return TRUE;
}

/* Rows and nodes */

/* Returns (transfer none) the rows under a row if they were listed. */
static GArray *
find_rows (TvPathQuestion *self, const TvPathRow *above)
{
  const gint64 key = tv_path_row_get_key (above);

  return g_hash_table_lookup (self->lists[above != NULL ? above->tree : 0], &key);
}

/* Takes over the rows under a row for the table. */
static void
keep_rows (TvPathQuestion *self, const TvPathRow *above, GArray *rows)
{
  const gint64 key = tv_path_row_get_key (above);

  g_hash_table_insert (self->lists[above != NULL ? above->tree : 0],
                       g_memdup2 (&key, sizeof key), rows);
}

/* Returns (transfer full) (nullable) the rows under a row, or the top ones; %NULL if
 * that is work for a worker. */
GArray *
tv_path_question_take_rows (TvPathQuestion *self, const TvPathRow *above)
{
  const gint64 key = tv_path_row_get_key (above);
  GArray *rows = find_rows (self, above);

  if (rows != NULL)
    {
      (void) g_array_ref (rows);
      g_hash_table_remove (self->lists[above != NULL ? above->tree : 0], &key);
    }
  else if (tv_path_row_count_under (self, above) <= MAX_ROWS_AT_ONCE)
    rows = tv_path_list_rows (self, above);
  return rows;
}

static gboolean
open_nodes (TvPathQuestion *self, guint tree, TvPathNodes nodes)
{
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (nodes.of[side] != TV_NODE_NONE
        && !open_node (self, self->trees[side][tree], nodes.of[side]))
      return FALSE;
  return TRUE;
}

/* A row among those beside it; none of them if @at is their number. */
typedef struct
{
  GArray *rows; /* of TvPathRow */
  guint at;
} Level;

static void
clear_level (gpointer level)
{
  g_array_unref (((Level *) level)->rows);
}

/* Returns an empty way from the top rows down, an array of #Level. */
static GArray *
way_new (void)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (Level));

  g_array_set_clear_func (way, clear_level);
  return way;
}

static Level *
get_last (GArray *way)
{
  return &g_array_index (way, Level, way->len - 1);
}

/* Returns the row that a way ends at, %NULL for none. */
static const TvPathRow *
get_present (GArray *way)
{
  const Level *last = way->len > 0 ? get_last (way) : NULL;

  return last != NULL && last->at < last->rows->len
             ? &g_array_index (last->rows, TvPathRow, last->at)
             : NULL;
}

/* Opens the row that a way ends at, or the top, and goes to what would come before the
 * first row there. */
static gboolean
enter (TvPathQuestion *self, GArray *way)
{
  const TvPathRow *above = get_present (way);
  Level level = { 0 };

  if (above != NULL && !open_nodes (self, above->tree, above->nodes))
    return FALSE;
  level.rows = find_rows (self, above);
  level.rows
      = level.rows != NULL ? g_array_ref (level.rows) : tv_path_list_rows (self, above);
  g_array_append_val (way, level);
  return TRUE;
}

static gboolean
is_at (const Level *level, guint at, const TvRowStep *step)
{
  return at < level->rows->len
         && tv_path_row_is_of (&g_array_index (level->rows, TvPathRow, at), step);
}

/* Returns the place of a step, the number of rows if it is not there. Most steps come
 * in the order of the rows, or against it. */
static guint
find_place (const Level *level, const TvRowStep *step)
{
  for (guint i = 0; i <= level->rows->len; i++)
    {
      if (is_at (level, level->at + i, step))
        return level->at + i;
      if (is_at (level, level->at - i, step))
        return level->at - i;
    }
  return level->rows->len;
}

/* Goes to the row of a step if the one above it is on the way. */
static gboolean
go_to (TvPathQuestion *self, GArray *way, const TvRowStep *step)
{
  g_array_set_size (way, MIN (way->len, step->depth + 1));
  if (way->len < step->depth
      || (way->len == step->depth && step->depth > 0 && get_present (way) == NULL))
    return TRUE;
  if (way->len == step->depth && !enter (self, way))
    return FALSE;
  get_last (way)->at = find_place (get_last (way), step);
  return TRUE;
}

/* Opens a row, and lists what is under it. */
static gboolean
open_row (TvPathQuestion *self, const TvPathRow *row)
{
  if (!open_nodes (self, row->tree, row->nodes))
    return FALSE;
  if (find_rows (self, row) == NULL)
    keep_rows (self, row, tv_path_list_rows (self, row));
  return TRUE;
}

/* Opens rows as far as they are there. */
static gboolean
open_steps (TvPathQuestion *self, const GArray *steps)
{
  g_autoptr (GArray) way = way_new ();

  for (guint i = 0; i < steps->len; i++)
    {
      const TvRowStep *step = &g_array_index (steps, TvRowStep, i);
      const TvPathRow *row;

      if (!go_to (self, way, step))
        return FALSE;
      row = way->len > step->depth ? get_present (way) : NULL;
      if (row != NULL && !open_row (self, row))
        return FALSE;
    }
  return TRUE;
}

/* Returns the way to a row, which ends at none if it is not there. */
static GArray *
find_way (TvPathQuestion *self, const GArray *steps)
{
  g_autoptr (GArray) way = way_new ();

  for (guint i = 0; i < steps->len; i++)
    if (!go_to (self, way, &g_array_index (steps, TvRowStep, i)))
      return NULL;
  if (way->len < steps->len || get_present (way) == NULL)
    g_array_set_size (way, 0);
  return g_steal_pointer (&way);
}

static GArray *
list_steps (GArray *way)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvRowStep));

  for (guint i = 0; i < way->len; i++)
    {
      const Level *level = &g_array_index (way, Level, i);
      const TvRowStep step = tv_path_row_get_step (
          &g_array_index (level->rows, TvPathRow, level->at), i);

      g_array_append_val (steps, step);
    }
  return steps;
}

/* What is opened */

/* Opens what took most of what is opened before, as the rows come by themselves. */
static gboolean
open_heaviest (TvPathQuestion *self)
{
  TvPathQuestion by_time = *self;
  g_autoptr (GArray) way = way_new ();
  g_autoptr (GArray) steps = NULL;

  by_time.column = TV_PROFILE_N_COLUMNS;
  do
    if (!enter (&by_time, way))
      return FALSE;
  while (get_present (way) != NULL && way->len <= HEAVIEST_LEVELS);
  g_array_set_size (way, way->len - 1);
  steps = list_steps (way);
  g_array_prepend_vals (self->open, steps->data, steps->len);
  return TRUE;
}

/* Opens the heaviest row that is closed, again and again, until there is no room. */
static gboolean
open_all (TvPathQuestion *self)
{
  g_autoptr (GSequence) closed = g_sequence_new (g_free);
  g_autoptr (GArray) way = find_way (self, self->request.all_under);
  TvPathRow row;
  guint n_rows = 0;

  if (way == NULL)
    return FALSE;
  if (way->len > 0)
    g_sequence_append (closed, g_memdup2 (get_present (way), sizeof row));
  while (!g_sequence_is_empty (closed))
    {
      GSequenceIter *first = g_sequence_get_begin_iter (closed);
      const GArray *rows;

      row = *(const TvPathRow *) g_sequence_get (first);
      g_sequence_remove (first);
      if (!open_row (self, &row))
        return FALSE;
      rows = find_rows (self, &row);
      self->cut = rows->len > TV_PATH_MAX_ROWS - n_rows;
      if (self->cut)
        break;
      n_rows += rows->len;
      for (guint i = 0; i < rows->len; i++)
        g_sequence_insert_sorted (
            closed, g_memdup2 (&g_array_index (rows, TvPathRow, i), sizeof row),
            tv_path_compare_weights, self);
    }
  return TRUE;
}

/* What is found */

/* Whether one of the methods may be below a row. */
static gboolean
leads_to_wanted (const TvPathQuestion *self, const TvPathRow *row)
{
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (row->nodes.of[side] != TV_NODE_NONE
        && tv_call_tree_leads_to (self->trees[side][0], row->nodes.of[side],
                                  self->request.wanted))
      return TRUE;
  return FALSE;
}

/* Goes to the next row, and to none behind the last. */
static gboolean
step_forward (TvPathQuestion *self, GArray *way)
{
  if (way->len == 0 || leads_to_wanted (self, get_present (way)))
    {
      if (!enter (self, way))
        return FALSE;
    }
  else
    get_last (way)->at++;
  while (way->len > 0 && get_present (way) == NULL)
    {
      g_array_set_size (way, way->len - 1);
      if (way->len > 0)
        get_last (way)->at++;
    }
  return TRUE;
}

/* Goes to the row before, which is the last that may be below the one beside it. */
static gboolean
step_backward (TvPathQuestion *self, GArray *way)
{
  gboolean goes_on = way->len == 0 || get_last (way)->at > 0;

  if (!goes_on)
    g_array_set_size (way, way->len - 1);
  else if (way->len > 0)
    get_last (way)->at--;
  while (goes_on && (way->len == 0 || leads_to_wanted (self, get_present (way))))
    {
      if (!enter (self, way))
        return FALSE;
      goes_on = get_last (way)->rows->len > 0;
      if (goes_on)
        get_last (way)->at = get_last (way)->rows->len - 1;
      else
        g_array_set_size (way, way->len - 1);
    }
  return TRUE;
}

/* Makes a row the goal, and keeps the rows above it. */
static void
set_goal (TvPathQuestion *self, GArray *way)
{
  self->request.goal = list_steps (way);
  for (guint i = 1; i < way->len; i++)
    {
      const Level *above = &g_array_index (way, Level, i - 1);

      keep_rows (self, &g_array_index (above->rows, TvPathRow, above->at),
                 g_array_ref (g_array_index (way, Level, i).rows));
    }
}

/* Goes on from the other end where there is none. */
static gboolean
find_row (TvPathQuestion *self)
{
  g_autoptr (GArray) way
      = self->after != NULL ? find_way (self, self->after) : way_new ();
  const TvPathRow *row;
  guint n_rounds = way != NULL && way->len > 0 ? 2 : 1;

  if (way == NULL)
    return FALSE;
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (self->trees[side][0] != NULL)
      tv_call_tree_mark (self->trees[side][0], self->request.wanted);
  while (n_rounds > 0)
    {
      if (g_cancellable_is_cancelled (self->cancellable)
          || !(self->request.backward ? step_backward : step_forward) (self, way))
        return FALSE;
      row = get_present (way);
      if (row == NULL)
        n_rounds--;
      else if (row->sums.method != TV_METHOD_NONE
               && tv_method_set_contains (self->request.wanted, row->sums.method))
        {
          set_goal (self, way);
          return TRUE;
        }
    }
  return TRUE;
}

TvPathQuestion *
tv_path_question_new (void)
{
  TvPathQuestion *self = g_new0 (TvPathQuestion, 1);

  self->open = g_array_new (FALSE, FALSE, sizeof (TvRowStep));
  self->under = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    self->lists[i] = tv_path_table_new ((GDestroyNotify) g_array_unref);
  return self;
}

/* Builds the trees if there are none, grows them, and lists the rows that are to be
 * seen. Returns the question, NULL if it was cancelled. */
gpointer
tv_path_question_answer (gpointer question, GCancellable *cancellable, GError **error)
{
  TvPathQuestion *self = question;
  const gboolean builds = self->trees[TV_SIDE_SHOWN][0] == NULL;

  self->cancellable = cancellable;
  if (builds && self->profiles[TV_SIDE_BASE] != NULL)
    self->threads
        = tv_trace_pair_threads (tv_profile_get_trace (self->profiles[TV_SIDE_BASE]),
                                 tv_profile_get_trace (self->profiles[TV_SIDE_SHOWN]));
  for (guint side = 0; side < TV_N_SIDES && builds; side++)
    if (self->profiles[side] != NULL && !make_trees (self, side))
      return NULL;
  if (self->heaviest && !open_heaviest (self))
    return NULL;
  if (self->lists_anew)
    keep_rows (self, NULL, tv_path_list_rows (self, NULL));
  if (!open_steps (self, self->open))
    return NULL;
  for (guint i = 0; i < self->under->len; i++)
    if (!open_row (self, &g_array_index (self->under, TvPathRow, i)))
      return NULL;
  if (self->request.all_under != NULL && !open_all (self))
    return NULL;
  if (self->request.wanted != NULL && !find_row (self))
    return NULL;
  return self;
}

void
tv_path_request_clear (TvPathRequest *request)
{
  g_clear_pointer (&request->all_under, g_array_unref);
  g_clear_pointer (&request->goal, g_array_unref);
  g_clear_pointer (&request->wanted, tv_method_set_unref);
}

/* Drops rows that nobody took. */
void
tv_path_question_drop_rows (TvPathQuestion *self)
{
  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    g_hash_table_remove_all (self->lists[i]);
}

/* Returns whether it lists the same kind of rows as a question before, if any. */
gboolean
tv_path_question_has_shape_of (const TvPathQuestion *before,
                               const TvPathQuestion *question)
{
  return before != NULL && before->kind == question->kind
         && before->per_thread == question->per_thread
         && before->method == question->method;
}

guint64
tv_path_question_count_calls (const TvPathQuestion *question)
{
  guint64 n = 0;

  for (guint side = 0; side < TV_N_SIDES; side++)
    if (question->profiles[side] != NULL)
      n += tv_trace_get_n_calls (tv_profile_get_trace (question->profiles[side]));
  return n;
}

void
tv_path_question_free (gpointer question)
{
  TvPathQuestion *self = question;

  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    {
      for (guint side = 0; side < TV_N_SIDES; side++)
        g_clear_pointer (&self->trees[side][i], tv_call_tree_free);
      g_clear_pointer (&self->lists[i], g_hash_table_unref);
    }
  for (guint side = 0; side < TV_N_SIDES; side++)
    g_clear_pointer (&self->profiles[side], tv_profile_unref);
  g_free (self->threads);
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->under, g_array_unref);
  tv_path_request_clear (&self->request);
  g_clear_pointer (&self->after, g_array_unref);
  g_free (self);
}
