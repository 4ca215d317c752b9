/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-list.h"

/* Reading that many calls takes a few milliseconds at most. */
#define MAX_CALLS_AT_ONCE 200000

G_DEFINE_FINAL_TYPE (TvRelativesQuery, tv_relatives_query, G_TYPE_OBJECT)

static void
clear_profiles (TvProfile **profiles)
{
  for (guint side = 0; side < TV_N_SIDES; side++)
    g_clear_pointer (&profiles[side], tv_profile_unref);
}

static void
clear_relatives (TvRelatives **relatives)
{
  for (guint side = 0; side < TV_N_SIDES; side++)
    g_clear_pointer (&relatives[side], tv_relatives_unref);
}

static void
ref_profiles (TvProfile **copy, TvProfile *const *profiles)
{
  for (guint side = 0; side < TV_N_SIDES; side++)
    copy[side] = profiles[side] != NULL ? tv_profile_ref (profiles[side]) : NULL;
}

static void
tv_relatives_query_finalize (GObject *object)
{
  TvRelativesQuery *self = TV_RELATIVES_QUERY (object);

  tv_job_cancel (&self->job);
  g_clear_object (&self->parent);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  clear_relatives (self->relatives);
  clear_profiles (self->profiles);

  G_OBJECT_CLASS (tv_relatives_query_parent_class)->finalize (object);
}

static void
tv_relatives_query_class_init (TvRelativesQueryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_relatives_query_finalize;
  g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

static void
tv_relatives_query_init (TvRelativesQuery *self)
{
}

/* The data of a worker. */
typedef struct
{
  TvProfile *profiles[TV_N_SIDES];
  TvRelatives *before[TV_N_SIDES]; /* one step before, NULL for the method itself */
  TvRelation relation;
  guint32 method;
  TvClock clock;
  TvRelatives *found[TV_N_SIDES];
} Question;

static Question *
question_new (TvRelativesQuery *self)
{
  Question *question = g_new0 (Question, 1);

  ref_profiles (question->profiles, self->profiles);
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (self->parent != NULL && self->profiles[side] != NULL)
      question->before[side] = tv_relatives_ref (self->parent->relatives[side]);
  question->relation = self->relation;
  question->method = self->last_method;
  question->clock = self->clock;
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  clear_profiles (question->profiles);
  clear_relatives (question->before);
  clear_relatives (question->found);
  g_free (question);
}

static gboolean
relate_side (Question *question, guint side, GCancellable *cancellable)
{
  TvRelatives *relatives
      = question->before[side] != NULL
            ? tv_relatives_follow (question->before[side], question->relation,
                                   question->method, cancellable, NULL)
            : tv_relatives_new (question->profiles[side], question->method, cancellable,
                                NULL);

  if (relatives != NULL)
    tv_relatives_sort_by_time (relatives, question->clock);
  question->found[side] = relatives;
  return relatives != NULL;
}

/* Only cancelling makes it fail. */
static gpointer
relate (gpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = data;

  for (guint side = 0; side < TV_N_SIDES; side++)
    if (question->profiles[side] != NULL && !relate_side (question, side, cancellable))
      return NULL;
  return question;
}

static void
on_related (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvRelativesQuery *self = TV_RELATIVES_QUERY (owner);
  Question *answered = answer;

  if (answered == NULL)
    return;
  memcpy (self->relatives, answered->found, sizeof self->relatives);
  memset (answered->found, 0, sizeof answered->found);
  g_signal_emit_by_name (self, "ready");
}

/* Starts to find the relatives. The second call does nothing. */
static void
query_start (TvRelativesQuery *self)
{
  static const TvJobType type
      = { .run = relate, .done = on_related, .free_question = question_free };
  guint64 n_calls = 0;

  if (self->started)
    return;
  self->started = TRUE;
  if (self->kept != NULL)
    g_ptr_array_add (self->kept, g_object_ref (self));
  for (guint side = 0; side < TV_N_SIDES; side++)
    if (self->profiles[side] != NULL)
      n_calls += tv_trace_get_n_calls (tv_profile_get_trace (self->profiles[side]));
  (n_calls <= MAX_CALLS_AT_ONCE ? tv_job_answer : tv_job_start) (
      &self->job, &type, question_new (self), self);
}

/* Returns a query for the relatives of method, not yet started. */
TvRelativesQuery *
tv_relatives_query_new (TvTraceSession *session, guint32 method)
{
  TvRelativesQuery *self = g_object_new (TV_TYPE_RELATIVES_QUERY, NULL);
  ref_profiles (self->profiles,
                (TvProfile *[]){ tv_trace_session_get_profile (session),
                                 tv_trace_session_get_base_profile (session) });
  self->clock = tv_trace_session_get_primary_clock (session);
  self->method = self->last_method = method;
  return self;
}

/* Returns a query for the relatives of a relative, not yet started. */
static TvRelativesQuery *
query_new_under (TvRelativesQuery *parent, TvRelation relation, guint32 method)
{
  TvRelativesQuery *self = g_object_new (TV_TYPE_RELATIVES_QUERY, NULL);

  g_assert (parent->relatives[TV_SIDE_SHOWN] != NULL);

  ref_profiles (self->profiles, parent->profiles);
  self->clock = parent->clock;
  self->method = parent->method;
  self->last_method = method;
  self->depth = parent->depth + 1;
  self->relation = relation;
  self->parent = g_object_ref (parent);
  return self;
}

/* Positions of the base follow those of the trace. */
static const TvRelative *
get_relative (TvRelativesQuery *self, TvRelation relation, guint index, TvSide *side)
{
  guint n;
  const TvRelative *shown
      = tv_relatives_get (self->relatives[TV_SIDE_SHOWN], relation, &n);

  *side = index < n ? TV_SIDE_SHOWN : TV_SIDE_BASE;
  if (index < n)
    return &shown[index];
  return tv_relatives_get (self->relatives[TV_SIDE_BASE], relation, &(guint){ 0 })
         + (index - n);
}

static TvRelative
find_relative (const TvRelatives *relatives, TvRelation relation, guint32 method)
{
  guint n = 0;
  const TvRelative *all
      = relatives != NULL ? tv_relatives_get (relatives, relation, &n) : NULL;

  for (guint i = 0; i < n; i++)
    if (all[i].method == method)
      return all[i];
  return (TvRelative){ .method = method };
}

/* Returns the relative at a position, of both sides. */
TvRelativePair
tv_relatives_query_get_pair (TvRelativesQuery *self, TvRelation relation, guint index)
{
  TvSide side;
  const TvRelative *relative = get_relative (self, relation, index, &side);
  TvRelativePair pair;

  pair.of[side] = *relative;
  /* Relatives that only the base has follow the others. */
  pair.of[!side]
      = find_relative (side == TV_SIDE_SHOWN ? self->relatives[TV_SIDE_BASE] : NULL,
                       relation, relative->method);
  return pair;
}

/* Returns the number of calls of the path on a side. */
guint64
tv_relatives_query_count_calls (TvRelativesQuery *self, TvSide side)
{
  const TvMethodTotals *totals;

  if (self->parent != NULL)
    return find_relative (self->parent->relatives[side], self->relation,
                          self->last_method)
        .calls;
  /* `(toplevel)` */
  if (self->method == TV_METHOD_NONE)
    return 1;
  totals = tv_profile_get_totals (self->profiles[side], self->method);
  return totals->calls + totals->recursive_calls;
}

static gboolean
is_about (TvRelativesQuery *self, TvRelativesQuery *parent, TvRelation relation,
          guint32 method)
{
  return self->parent == parent && self->last_method == method
         && (parent == NULL || self->relation == relation);
}

/* Returns a query for the relatives of a method, or of a relative under @parent: one of
 * @kept, the queries of open rows, or a new one that adds itself when it is started. */
TvRelativesQuery *
tv_relatives_query_get (GPtrArray *kept, TvTraceSession *session,
                        TvRelativesQuery *parent, TvRelation relation, guint32 method)
{
  TvProfile *profile = tv_trace_session_get_profile (session);
  TvProfile *base = tv_trace_session_get_base_profile (session);
  TvRelativesQuery *query;

  for (guint i = 0; i < kept->len; i++)
    {
      query = g_ptr_array_index (kept, i);
      if (is_about (query, parent, relation, method)
          && query->profiles[TV_SIDE_SHOWN] == profile
          && query->profiles[TV_SIDE_BASE] == base)
        return g_object_ref (query);
    }
  query = parent != NULL ? query_new_under (parent, relation, method)
                         : tv_relatives_query_new (session, method);
  query->kept = g_ptr_array_ref (kept);
  return query;
}

/* Drops the queries of closed rows, children before parents. */
void
tv_relatives_forget_closed (GPtrArray *kept)
{
  for (guint i = kept->len; i-- > 0;)
    if (G_OBJECT (g_ptr_array_index (kept, i))->ref_count == 1)
      g_ptr_array_remove_index (kept, i);
}

typedef struct
{
  TvProfileItemKind kind;
  TvRelation relation;
  guint index; /* of a relative: see tv_relatives_query_get_pair() */
  guint32 method;
  double weight; /* the list is ordered by it */
} Row;

/* The data of a list. */
typedef struct
{
  TvRelativesQuery *query;
  gboolean of_groups;
  TvRelation relation; /* of the members */
  TvRelativesOrder order;
  GArray *rows; /* of Row */
} Level;

static void
level_free (gpointer data)
{
  Level *level = data;

  g_array_unref (level->rows);
  g_object_unref (level->query);
  g_free (level);
}

static gpointer
make_item (gpointer data, guint position)
{
  const Level *level = data;
  const Row *row = &g_array_index (level->rows, Row, position);

  return tv_profile_item_new_sub (row->kind, row->relation, row->index, level->query);
}

static void
append (Level *self, TvProfileItemKind kind, TvRelation relation)
{
  const Row row = { kind, relation, 0, TV_METHOD_NONE, 0 };

  g_array_append_val (self->rows, row);
}

static guint64
count_waits (TvRelativesQuery *query)
{
  guint64 n = 0;

  for (guint side = 0; side < TV_N_SIDES; side++)
    if (query->relatives[side] != NULL)
      n += tv_relatives_get_own (query->relatives[side])->n_waits;
  return n;
}

/* A method that calls nothing and never waits has no group of children, as in
 * Traceview: "self" alone would be useless. */
static void
append_groups (Level *self)
{
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      guint n_all
          = relation == TV_RELATION_CHILDREN ? count_waits (self->query) > 0 : 0;

      for (guint side = 0; side < TV_N_SIDES; side++)
        {
          guint n;

          if (self->query->relatives[side] == NULL)
            continue;
          (void) tv_relatives_get (self->query->relatives[side], relation, &n);
          n_all += n;
        }
      if (n_all > 0)
        append (self, TV_PROFILE_ITEM_GROUP, relation);
    }
}

static TvMethodTotals
make_totals (const TvRelative *relative)
{
  TvMethodTotals totals = { 0 };

  if (relative != NULL)
    {
      memcpy (totals.inclusive, relative->inclusive, sizeof totals.inclusive);
      totals.calls = relative->calls;
    }
  return totals;
}

/* Adds a relative of the trace and of the base; either may be NULL. */
static void
append_relative (Level *self, guint index, const TvRelative *shown,
                 const TvRelative *base)
{
  const TvProfileColumn column = self->order.column;
  const gboolean by_trace = tv_profile_column_get_kind (column)->of == TV_SUBJECT_TRACE;
  /* Relatives that only the base has follow the others, in the order of the base. */
  const TvMethodTotals totals = make_totals (by_trace && shown == NULL ? base : shown);
  const TvMethodTotals of_base = make_totals (base);
  const TvProfileNumbers numbers
      = { .totals = &totals,
          .base = &of_base,
          .by = self->query->profiles[TV_SIDE_BASE] != NULL ? &self->order.by : NULL };
  const Row row = { TV_PROFILE_ITEM_RELATIVE, self->relation, index,
                    shown != NULL ? shown->method : base->method,
                    column != TV_PROFILE_COLUMN_NAME
                        ? tv_profile_column_get_weight (column, &numbers)
                        : 0 };

  g_array_append_val (self->rows, row);
}

static int
compare_names (const Level *self, guint32 first, guint32 second,
               int (*compare) (const TvMethod *, const TvMethod *))
{
  const TvTrace *trace = tv_profile_get_trace (self->query->profiles[TV_SIDE_SHOWN]);

  /* No caller sorts before every name. */
  if (first == TV_METHOD_NONE || second == TV_METHOD_NONE)
    return (second == TV_METHOD_NONE) - (first == TV_METHOD_NONE);
  return compare (tv_trace_get_method (trace, first),
                  tv_trace_get_method (trace, second));
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer level)
{
  const Level *self = level;
  const Row *first = a;
  const Row *second = b;
  int result = (first->weight > second->weight) - (first->weight < second->weight);

  if (self->order.column == TV_PROFILE_COLUMN_NAME)
    result
        = compare_names (self, first->method, second->method, tv_method_compare_shown);
  if (result != 0)
    return self->order.descending ? -result : result;
  return compare_names (self, first->method, second->method, tv_method_compare);
}

static void
sort_rows (Level *self, guint first, guint end)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (self->order.column);
  /* The worker has already put them in this order. */
  const gboolean is_sorted
      = kind->of == TV_SUBJECT_TRACE && kind->measure == TV_METHOD_MEASURE_INCLUSIVE
        && kind->clock == self->query->clock && self->order.descending;

  if (!is_sorted)
    g_qsort_with_data (&g_array_index (self->rows, Row, first), (gint) (end - first),
                       sizeof (Row), compare_rows, self);
}

/* Relatives that only the base has come last, unless a column of the base is sorted. */
static void
append_relatives (Level *self)
{
  g_autoptr (GHashTable) of_base = g_hash_table_new (NULL, NULL);
  const guint first = self->rows->len;
  guint n = 0;
  guint n_base = 0;
  guint end;
  const TvRelative *shown
      = tv_relatives_get (self->query->relatives[TV_SIDE_SHOWN], self->relation, &n);
  const TvRelative *base = NULL;

  if (self->query->relatives[TV_SIDE_BASE] != NULL)
    base = tv_relatives_get (self->query->relatives[TV_SIDE_BASE], self->relation,
                             &n_base);
  for (guint i = 0; i < n_base; i++)
    g_hash_table_insert (of_base, GUINT_TO_POINTER (base[i].method),
                         (gpointer) &base[i]);
  for (guint i = 0; i < n; i++)
    {
      gpointer found = NULL;

      (void) g_hash_table_steal_extended (of_base, GUINT_TO_POINTER (shown[i].method),
                                          NULL, &found);
      append_relative (self, i, &shown[i], found);
    }
  end = self->rows->len;
  for (guint i = 0; i < n_base; i++)
    if (g_hash_table_contains (of_base, GUINT_TO_POINTER (base[i].method)))
      append_relative (self, n + i, NULL, &base[i]);
  if (tv_profile_column_get_kind (self->order.column)->of != TV_SUBJECT_TRACE)
    end = self->rows->len;
  sort_rows (self, first, end);
  sort_rows (self, end, self->rows->len);
}

static void
append_members (Level *self)
{
  const gboolean has_own_time
      = self->relation == TV_RELATION_CHILDREN
        || (self->relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE
            && self->query->depth > 0);

  if (has_own_time)
    append (self, TV_PROFILE_ITEM_SELF, self->relation);
  append_relatives (self);
  if (has_own_time && count_waits (self->query) > 0)
    append (self, TV_PROFILE_ITEM_WAIT, self->relation);
}

static void
fill (TvItemList *list)
{
  Level *level = tv_item_list_get_data (list);

  if (tv_item_list_is_filled (list) || level->query->relatives[TV_SIDE_SHOWN] == NULL)
    return;
  if (level->of_groups)
    append_groups (level);
  else
    append_members (level);
  tv_item_list_fill (list, level->rows->len);
}

static void
on_wanted (TvItemList *list)
{
  query_start (tv_relatives_list_get_query (list));
  fill (list);
}

static TvItemList *
list_new (TvRelativesQuery *query, gboolean of_groups, TvRelation relation,
          TvRelativesOrder order)
{
  Level *level = g_new (Level, 1);
  TvItemList *list
      = tv_item_list_new (TV_TYPE_PROFILE_ITEM, make_item, level, level_free);

  *level = (Level){ g_object_ref (query), of_groups, relation, order,
                    g_array_new (FALSE, FALSE, sizeof (Row)) };
  g_signal_connect (list, "wanted", G_CALLBACK (on_wanted), NULL);
  g_signal_connect_object (query, "ready", G_CALLBACK (fill), list, G_CONNECT_SWAPPED);
  fill (list);
  return list;
}

TvItemList *
tv_relatives_list_new_groups (TvRelativesQuery *query)
{
  return list_new (query, TRUE, TV_RELATION_PARENTS, (TvRelativesOrder){ 0 });
}

TvItemList *
tv_relatives_list_new_members (TvRelativesQuery *query, TvRelation relation,
                               TvRelativesOrder order)
{
  return list_new (query, FALSE, relation, order);
}

TvRelativesQuery *
tv_relatives_list_get_query (TvItemList *list)
{
  return ((Level *) tv_item_list_get_data (list))->query;
}

/* Returns the step of a heading, by its relation, of a relative, by its method, or of
 * own time or waiting. */
TvRowStep
tv_relatives_list_get_step (TvItemList *list, guint place)
{
  const Level *level = tv_item_list_get_data (list);
  const Row *row = &g_array_index (level->rows, Row, place);
  guint32 index = 0;

  if (row->kind == TV_PROFILE_ITEM_GROUP)
    index = row->relation;
  else if (row->kind == TV_PROFILE_ITEM_RELATIVE)
    index = row->method;
  return (TvRowStep){ 0, row->kind, index };
}
