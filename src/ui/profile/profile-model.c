/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-model.h"

#include "ui/profile/profile-item.h"
#include "ui/profile/profile-order.h"
#include "ui/widgets/job.h"

struct _TvProfileModel
{
  GObject parent_instance;

  TvTraceSession *session;

  TvMethodSequence *listed;  /* the methods in order */
  TvProfileOutline *outline; /* %NULL while the methods are not grouped */
  guint toplevel;            /* position of `(toplevel)`; G_MAXUINT for none */
  TvItemList *top;           /* the items, in a list that never changes */
  TvItemList *rows; /* the same, in a permanent list; empty between two orders */

  TvProfileColumn column;
  gboolean descending;
  TvProfileGrouping grouping;
  gboolean with_toplevel;
  gboolean keeps_place; /* whether only the order of the rows changes */
  gboolean paused;
  gboolean is_stale; /* the sums changed while it was paused */

  TvMethodSet *only;         /* %NULL for all, or those of the session's filter */
  TvMethodSequence *by_name; /* %NULL until it is known */
  TvProfileGroups groups;
  TvJob *job;
};

G_DEFINE_FINAL_TYPE (TvProfileModel, tv_profile_model, G_TYPE_OBJECT)

static void
tv_profile_model_finalize (GObject *object)
{
  TvProfileModel *self = TV_PROFILE_MODEL (object);

  tv_job_cancel (&self->job);
  /* Other owners of the list get no more items. */
  tv_item_list_fill (self->rows, 0);
  g_object_unref (self->rows);
  g_object_unref (self->top);
  g_clear_object (&self->outline);
  g_object_unref (self->session);
  tv_method_sequence_unref (self->listed);
  g_clear_pointer (&self->by_name, tv_method_sequence_unref);
  g_clear_pointer (&self->only, tv_method_set_unref);
  tv_profile_groups_clear (&self->groups);

  G_OBJECT_CLASS (tv_profile_model_parent_class)->finalize (object);
}

static void
tv_profile_model_class_init (TvProfileModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_model_finalize;
  g_signal_new ("reordering", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("reordered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("asked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

static void
tv_profile_model_init (TvProfileModel *self)
{
  self->column = TV_PROFILE_N_COLUMNS;
}

static gpointer
make_item (gpointer model, guint position)
{
  return g_list_model_get_item (G_LIST_MODEL (TV_PROFILE_MODEL (model)->top), position);
}

static void
fill_rows (TvProfileModel *self)
{
  self->top = self->outline != NULL
                  ? tv_profile_list_new_top (self->outline, self->toplevel)
                  : tv_profile_list_new_methods (self->listed, self->toplevel);
  tv_item_list_fill (self->rows, g_list_model_get_n_items (G_LIST_MODEL (self->top)));
}

/* The type's description says why there are two steps. */
static void
show_order (TvProfileModel *self, TvProfileOrder *order)
{
  g_signal_emit_by_name (self, "reordering");
  tv_item_list_fill (self->rows, 0);
  g_clear_object (&self->top);
  tv_method_sequence_unref (self->listed);
  self->listed = tv_method_sequence_ref (order->listed);
  g_set_object (&self->outline, order->outline);
  self->toplevel = order->toplevel;
  fill_rows (self);
  g_signal_emit_by_name (self, "reordered");
}

static TvProfileOrder *
order_new (TvProfileModel *self)
{
  TvProfileOrder *order = g_new0 (TvProfileOrder, 1);
  TvProfile *base = tv_trace_session_get_base_profile (self->session);
  TvCallLengths *lengths = tv_trace_session_get_lengths (self->session);
  TvMethodSet *only = self->only != NULL
                          ? self->only
                          : tv_trace_session_get_method_filter (self->session);
  TvPackageFilter *packages = tv_trace_session_get_packages (self->session);

  order->whole = tv_profile_ref (tv_trace_session_get_whole_profile (self->session));
  order->profile = tv_profile_ref (tv_trace_session_get_profile (self->session));
  if (base != NULL)
    {
      order->base = tv_profile_ref (base);
      (void) tv_trace_session_get_comparison (self->session, &order->by);
      order->base_whole = tv_profile_ref (tv_trace_session_get_whole_profile (
          tv_trace_session_get_base (self->session)));
    }
  if (lengths != NULL)
    order->lengths = tv_call_lengths_ref (lengths);
  order->clock = tv_trace_session_get_primary_clock (self->session);
  order->column = self->column;
  order->descending = self->descending;
  order->grouping = self->grouping;
  order->with_toplevel = self->with_toplevel;
  order->only = only != NULL ? tv_method_set_ref (only) : NULL;
  order->packages = packages != NULL ? tv_package_filter_ref (packages) : NULL;
  tv_profile_groups_copy (&self->groups, &order->groups);
  order->ranked
      = tv_method_sequence_ref (tv_trace_session_get_ranking (self->session)->sequence);
  if (self->by_name != NULL)
    order->by_name = tv_method_sequence_ref (self->by_name);
  return order;
}

static gpointer
find_order (gpointer order, GCancellable *cancellable, GError **error)
{
  return tv_profile_order_find (order, cancellable) ? order : NULL;
}

static void
on_order_found (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvProfileModel *self = TV_PROFILE_MODEL (owner);
  TvProfileOrder *order = answer;

  if (order == NULL)
    return;
  if (self->by_name == NULL)
    self->by_name = g_steal_pointer (&order->by_name);
  tv_profile_groups_clear (&self->groups);
  tv_profile_groups_copy (&order->groups, &self->groups);
  show_order (self, order);
}

static void
rearrange (TvProfileModel *self)
{
  static const TvJobType find
      = { .run = find_order,
          .done = on_order_found,
          .free_question = (GDestroyNotify) tv_profile_order_free };
  TvProfileOrder *order = order_new (self);

  (tv_profile_order_is_quick (order) ? tv_job_answer : tv_job_start) (&self->job, &find,
                                                                      order, self);
  g_signal_emit_by_name (self, "asked");
}

/* Sorts the methods, equal ones by name. A worker sorts long lists. The latest request
 * wins. `reordered` is emitted at the end. */
void
tv_profile_model_sort (TvProfileModel *self, TvProfileColumn column,
                       gboolean descending)
{
  self->column = column;
  self->descending = descending;
  self->keeps_place = TRUE;
  rearrange (self);
}

/* Returns the last requested column; %TV_PROFILE_N_COLUMNS for rank. */
TvProfileColumn
tv_profile_model_get_sort (TvProfileModel *self, gboolean *descending)
{
  *descending = self->descending;
  return self->column;
}

static void
on_method_filter_changed (TvProfileModel *self)
{
  self->keeps_place = FALSE;
  rearrange (self);
}

/* Rows show ranks and sums, so all of them change, even if their order does not. */
static void
on_ranking_changed (TvProfileModel *self)
{
  self->is_stale = self->paused;
  if (self->paused)
    return;
  self->keeps_place = TRUE;
  rearrange (self);
}

/* Postpones new sums while the rows are not visible. */
void
tv_profile_model_set_paused (TvProfileModel *self, gboolean paused)
{
  self->paused = paused;
  if (self->is_stale)
    on_ranking_changed (self);
}

static void
on_trace_changed (TvProfileModel *self)
{
  g_clear_pointer (&self->by_name, tv_method_sequence_unref);
}

TvProfileModel *
tv_profile_model_new (TvTraceSession *session)
{
  TvProfileModel *self = g_object_new (TV_TYPE_PROFILE_MODEL, NULL);
  self->session = g_object_ref (session);
  self->listed
      = tv_method_sequence_ref (tv_trace_session_get_ranking (session)->sequence);
  self->toplevel = G_MAXUINT;
  self->rows = tv_item_list_new (TV_TYPE_PROFILE_ITEM, make_item, self, NULL);
  fill_rows (self);
  g_object_connect (
      session, "swapped-object-signal::notify::trace", on_trace_changed, self,
      "swapped-object-signal::notify::method-filter", on_method_filter_changed, self,
      "swapped-object-signal::notify::packages", rearrange, self,
      "swapped-object-signal::notify::ranking", on_ranking_changed, self, NULL);
  if (tv_trace_session_get_base (session) != NULL)
    rearrange (self);
  return self;
}

/* Returns whether a worker is finding another order. */
gboolean
tv_profile_model_is_pending (TvProfileModel *self)
{
  return self->job != NULL;
}

/* Groups the methods in their current order. A worker sums up long lists of calls.
 * `reordered` is emitted at the end. */
void
tv_profile_model_set_grouping (TvProfileModel *self, TvProfileGrouping grouping)
{
  if (grouping == self->grouping)
    return;
  self->grouping = grouping;
  self->keeps_place = FALSE;
  rearrange (self);
}

/* Lists some methods instead of those of the session's filter. @only: (nullable). */
void
tv_profile_model_set_only (TvProfileModel *self, TvMethodSet *only)
{
  if (only == self->only)
    return;
  g_clear_pointer (&self->only, tv_method_set_unref);
  self->only = only != NULL ? tv_method_set_ref (only) : NULL;
  on_method_filter_changed (self);
}

/* Lists `(toplevel)` among the methods. */
void
tv_profile_model_set_toplevel (TvProfileModel *self, gboolean listed)
{
  if (listed == self->with_toplevel)
    return;
  self->with_toplevel = listed;
  self->keeps_place = TRUE;
  rearrange (self);
}

/* Returns the last requested grouping. */
TvProfileGrouping
tv_profile_model_get_grouping (TvProfileModel *self)
{
  return self->grouping;
}

/* Returns, during `reordering` and `reordered`, whether only the order of the rows
 * changes, because they were sorted or their numbers changed with the range. The
 * visited row should then keep its place. */
gboolean
tv_profile_model_keeps_place (TvProfileModel *self)
{
  return self->keeps_place;
}

/**
 * tv_profile_model_get_outline:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the methods under their classes, %NULL while
 * methods are not grouped, or only some are listed
 */
TvProfileOutline *
tv_profile_model_get_outline (TvProfileModel *self)
{
  return self->outline;
}

/* Returns (transfer none) the items in a list that changes. */
GListModel *
tv_profile_model_get_rows (TvProfileModel *self)
{
  return G_LIST_MODEL (self->rows);
}

/* Returns the current items in a list that never changes. */
GListModel *
tv_profile_model_get_top (TvProfileModel *self)
{
  return G_LIST_MODEL (self->top);
}

/* Returns the position of `(toplevel)` in tv_profile_model_get_top(), or %G_MAXUINT. */
guint
tv_profile_model_get_toplevel (TvProfileModel *self)
{
  return self->toplevel;
}

/* Fills in the positions of a member of the outline and of its parents. Returns their
 * number. */
static guint
locate_member (TvProfileOutline *outline, TvOutlineLevel level, guint32 member,
               guint places[TV_ROW_MAX_ABOVE + 1])
{
  const guint place = tv_profile_outline_get_place (outline, level, member);
  TvOutlineLevel level_above = level;
  guint32 above;
  guint n = 0;

  if (place == TV_OUTLINE_NONE)
    return 0;
  above = tv_profile_outline_get_owner (outline, &level_above, member);
  if (above != TV_OUTLINE_NONE)
    n = locate_member (outline, level_above, above, places);
  places[n] = place;
  return n + 1;
}

/* Fills in the positions from the top down to a method or a group. Returns their
 * number, 0 if it has no calls. */
guint
tv_profile_model_locate (TvProfileModel *self, const TvRowStep *step,
                         guint places[TV_ROW_MAX_ABOVE + 1])
{
  guint n = 1;

  if (step->kind == TV_PROFILE_ITEM_METHOD && step->index == TV_METHOD_NONE)
    {
      places[0] = self->toplevel;
      return 1;
    }
  if (self->outline != NULL && step->kind <= TV_PROFILE_ITEM_LIBRARY)
    n = locate_member (
        self->outline,
        step->kind == TV_PROFILE_ITEM_METHOD
            ? TV_OUTLINE_METHODS
            : (TvOutlineLevel) tv_profile_item_kind_get_grouping (step->kind),
        step->index, places);
  else if (step->kind == TV_PROFILE_ITEM_METHOD)
    places[0] = tv_profile_model_get_position (self, step->index);
  else
    n = 0;
  if (n > 0 && places[0] != G_MAXUINT && places[0] >= self->toplevel)
    places[0]++;
  return n;
}

/* Returns the methods in their order, grouped or not. */
TvMethodSequence *
tv_profile_model_get_listed (TvProfileModel *self)
{
  return self->listed;
}

/* Returns the methods from the top down, as if all rows were open. */
TvMethodSequence *
tv_profile_model_dup_shown (TvProfileModel *self)
{
  guint32 *methods;
  guint n;

  if (self->outline == NULL)
    return tv_method_sequence_ref (self->listed);
  methods = tv_profile_outline_list_methods (self->outline, &n);
  return tv_method_sequence_new_listed (methods, n);
}

/* Returns the classes or packages of the last grouping, NULL if there was none. */
TvMethodGroups *
tv_profile_model_get_groups (TvProfileModel *self, TvGrouping grouping)
{
  return self->groups.groups[grouping];
}

/* Returns the position of the method in tv_profile_model_get_listed(), %G_MAXUINT if it
 * is not listed: without a filter, if it was never called in the session's range of
 * time.
 */
guint
tv_profile_model_get_position (TvProfileModel *self, guint32 method)
{
  return tv_method_sequence_find (self->listed, method);
}
