/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/call-list.h"

#include "analysis/text/time-text.h"
#include "ui/columns/profile-values.h"
#include "ui/session/session-colors.h"
#include "ui/table/table-model.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>
#include <inttypes.h>

/* GTK takes 180 bytes for each row that is open. A group with more calls opens to so
 * many, and a row that says so. */
#define MAX_OPENED 100000

/* Callers that the name of a path shows. */
#define MAX_PATH_NAMES 12

/* A row: a call, a group, or what is not shown of a group. */
typedef enum
{
  ITEM_CALL,
  ITEM_GROUP,
  ITEM_REST
} ItemKind;

#define TV_TYPE_CALL_ITEM (tv_call_item_get_type ())
G_DECLARE_FINAL_TYPE (TvCallItem, tv_call_item, TV, CALL_ITEM, GObject)

struct _TvCallItem
{
  GObject parent_instance;

  TvCallsOrder *order;
  ItemKind kind;
  guint index; /* of the call, of the group in the list, or how many are not shown */
};

G_DEFINE_FINAL_TYPE (TvCallItem, tv_call_item, G_TYPE_OBJECT)

static void
tv_call_item_finalize (GObject *object)
{
  g_clear_pointer (&TV_CALL_ITEM (object)->order, tv_calls_order_unref);

  G_OBJECT_CLASS (tv_call_item_parent_class)->finalize (object);
}

static void
tv_call_item_class_init (TvCallItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_call_item_finalize;
}

static void
tv_call_item_init (TvCallItem *self)
{
}

static TvCallsGroup *
get_group (const TvCallItem *item)
{
  return &g_array_index (item->order->groups, TvCallsGroup, item->index);
}

/* Some calls of an order, or its groups. Never changes. */
#define TV_TYPE_CALL_ROWS (tv_call_rows_get_type ())
G_DECLARE_FINAL_TYPE (TvCallRows, tv_call_rows, TV, CALL_ROWS, GObject)

struct _TvCallRows
{
  GObject parent_instance;

  TvCallsOrder *order;
  ItemKind kind;
  guint first;
  guint n;      /* calls or groups */
  guint n_rest; /* calls that are not shown */
};

static GType
tv_call_rows_get_item_type (GListModel *model)
{
  return TV_TYPE_CALL_ITEM;
}

static guint
tv_call_rows_get_n_items (GListModel *model)
{
  TvCallRows *self = TV_CALL_ROWS (model);

  return self->n + (self->n_rest > 0 ? 1 : 0);
}

static gpointer
tv_call_rows_get_item (GListModel *model, guint position)
{
  TvCallRows *self = TV_CALL_ROWS (model);
  TvCallItem *item;

  if (position >= tv_call_rows_get_n_items (model))
    return NULL;
  item = g_object_new (TV_TYPE_CALL_ITEM, NULL);
  item->order = tv_calls_order_ref (self->order);
  item->kind = position == self->n ? ITEM_REST : self->kind;
  if (item->kind == ITEM_REST)
    item->index = self->n_rest;
  else if (item->kind == ITEM_GROUP)
    item->index = position;
  else
    item->index = self->order->order[self->first + position];
  return item;
}

static void
tv_call_rows_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_call_rows_get_item_type;
  iface->get_n_items = tv_call_rows_get_n_items;
  iface->get_item = tv_call_rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvCallRows, tv_call_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_call_rows_init_list_model))

static void
tv_call_rows_finalize (GObject *object)
{
  g_clear_pointer (&TV_CALL_ROWS (object)->order, tv_calls_order_unref);

  G_OBJECT_CLASS (tv_call_rows_parent_class)->finalize (object);
}

static void
tv_call_rows_class_init (TvCallRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_call_rows_finalize;
}

static void
tv_call_rows_init (TvCallRows *self)
{
}

static GListModel *
rows_new (TvCallsOrder *order, ItemKind kind, guint first, guint n)
{
  TvCallRows *rows = g_object_new (TV_TYPE_CALL_ROWS, NULL);

  rows->order = tv_calls_order_ref (order);
  rows->kind = kind;
  rows->first = first;
  rows->n = n;
  return G_LIST_MODEL (rows);
}

static GListModel *
open_group (gpointer data, gpointer user_data)
{
  const TvCallItem *item = data;
  const TvCallsGroup *group;
  GListModel *rows;

  if (item->kind != ITEM_GROUP)
    return NULL;
  group = get_group (item);
  rows = rows_new (item->order, ITEM_CALL, group->first, MIN (group->n, MAX_OPENED));
  TV_CALL_ROWS (rows)->n_rest = group->n - MIN (group->n, MAX_OPENED);
  return rows;
}

/* The list */

struct _TvCallList
{
  GObject parent_instance;

  TvTraceSession *session;
  TvCallsOrder *order; /* NULL without calls */
  GtkSingleSelection *selection;
  TvCallsSort sort;
  gboolean descending;
  gboolean keeps_place;
  guint pointed; /* a call */
};

enum
{
  SIGNAL_RESORT,
  SIGNAL_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const TvTableColumn columns[] = {
  { "name", N_ ("Caller"), N_ ("What called the method, or what calls have in common"),
    ~0u, 0 },
  { "start", N_ ("Start"), N_ ("When the call began"), ~0u, 0 },
  { "inclusive", N_ ("Inclusive"), N_ ("Time of the call with its callees"), ~0u, 0 },
  { "exclusive", N_ ("Exclusive"), N_ ("Time of the call without its callees"), ~0u,
    0 },
  { "waiting", N_ ("Waiting"), N_ ("Exclusive time spent off the CPU"), ~0u, 0 },
  { "calls", N_ ("Calls"), N_ ("Number of calls of the group"), 2, 0 },
  { "mean", N_ ("Mean"), N_ ("Mean time of the calls of the group"), 2, 0 },
  { "thread", N_ ("Thread"), N_ ("The thread of the call"), ~0u, 0 },
};

static void tv_call_list_init_table_model (TvTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvCallList, tv_call_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_call_list_init_table_model))

static TvTrace *
get_trace (const TvCallItem *item)
{
  return tv_method_calls_get_trace (item->order->data->calls);
}

/* The call of a row, or the first one of a group. */
static void
get_call (const TvCallItem *item, TvMethodCall *call)
{
  const TvCallsData *data = item->order->data;

  tv_method_calls_get (data->calls,
                       item->kind == ITEM_GROUP ? data->members[get_group (item)->group]
                                                : item->index,
                       call);
}

static TvNameText *
name_caller (TvTrace *trace, guint32 caller)
{
  /* As in the table of methods. */
  if (caller == TV_METHOD_NONE)
    return tv_name_text_new_in_package ("(toplevel)", "");
  return tv_name_text_new (tv_trace_get_method (trace, caller));
}

/* The caller, and behind it its callers. */
static TvNameText *
name_path (TvTrace *trace, const TvMethodCall *call)
{
  const TvCalls calls = tv_trace_get_calls (trace, call->ref.thread);
  g_autoptr (TvNameText) caller = name_caller (trace, call->caller);
  g_autofree char *name = tv_name_text_dup_short (caller);
  g_autoptr (GString) path = g_string_new (NULL);
  guint32 outer = calls.parent[call->ref.call];
  guint n = 0;

  for (; outer != TV_CALL_NONE && calls.parent[outer] != TV_CALL_NONE;
       outer = calls.parent[outer])
    {
      const guint32 method = tv_calls_method (&calls, calls.parent[outer]);
      g_autoptr (TvNameText) text
          = tv_name_text_new (tv_trace_get_method (trace, method));
      g_autofree char *brief = tv_name_text_dup_short (text);

      if (n++ == MAX_PATH_NAMES)
        {
          g_string_append (path, " ‹ …");
          break;
        }
      g_string_append_printf (path, "%s‹ %s", path->len > 0 ? " " : "", brief);
    }
  return tv_name_text_new_in_package (name, path->str);
}

static TvNameText *
dup_name (TvTableModel *model, gpointer data)
{
  const TvCallItem *item = data;
  g_autofree char *text = NULL;
  TvMethodCall call;

  if (item->kind == ITEM_REST)
    {
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "… and %'u more call",
                                           "… and %'u more calls", item->index),
                              item->index);
      return tv_name_text_new_in_package (text, "");
    }
  get_call (item, &call);
  if (item->kind == ITEM_CALL)
    return name_caller (get_trace (item), call.caller);
  switch (item->order->data->question.grouping)
    {
    case TV_CALL_GROUPING_THREAD:
      text = tv_trace_dup_thread_label (get_trace (item), call.ref.thread);
      return tv_name_text_new_in_package (text, "");
    case TV_CALL_GROUPING_PATH:
      return name_path (get_trace (item), &call);
    case TV_CALL_GROUPING_CALLER:
    case TV_CALL_GROUPING_NONE:
    default:
      return name_caller (get_trace (item), call.caller);
    }
}

static char *
dup_time (TvTableModel *model, double time)
{
  return tv_time_format_cell (
      time, tv_trace_session_get_time_unit (TV_CALL_LIST (model)->session));
}

static char *
dup_call_text (TvTableModel *model, const TvCallItem *item, guint column)
{
  const TvCallsData *data = item->order->data;
  const TvClock clock = data->question.clock;
  TvMethodCall call;

  get_call (item, &call);
  switch ((TvCallsSort) column)
    {
    case TV_CALLS_SORT_THREAD:
      return tv_trace_dup_thread_label (get_trace (item), call.ref.thread);
    case TV_CALLS_SORT_START:
      return dup_time (model,
                       (double) tv_method_calls_get_number (
                           data->calls, item->index, TV_CALL_NUMBER_AXIS_START, clock));
    case TV_CALLS_SORT_INCLUSIVE:
      return dup_time (model, (double) call.inclusive[clock]);
    case TV_CALLS_SORT_EXCLUSIVE:
      return dup_time (model, (double) call.exclusive[clock]);
    case TV_CALLS_SORT_WAITING:
      return dup_time (model, (double) call.waiting);
    case TV_CALLS_SORT_NAME:
    case TV_CALLS_SORT_COUNT:
    case TV_CALLS_SORT_MEAN:
    default:
      return NULL;
    }
}

static char *
dup_group_text (TvTableModel *model, const TvCallsGroup *group, guint column)
{
  switch ((TvCallsSort) column)
    {
    case TV_CALLS_SORT_START:
      return dup_time (model, (double) group->start);
    case TV_CALLS_SORT_INCLUSIVE:
      return dup_time (model, (double) group->inclusive);
    case TV_CALLS_SORT_EXCLUSIVE:
      return dup_time (model, (double) group->exclusive);
    case TV_CALLS_SORT_WAITING:
      return dup_time (model, (double) group->waiting);
    case TV_CALLS_SORT_COUNT:
      return g_strdup_printf ("%u", group->n);
    case TV_CALLS_SORT_MEAN:
      return dup_time (model, group->mean);
    case TV_CALLS_SORT_NAME:
    case TV_CALLS_SORT_THREAD:
    default:
      return NULL;
    }
}

static char *
dup_text (TvTableModel *model, gpointer data, guint column)
{
  const TvCallItem *item = data;

  switch (item->kind)
    {
    case ITEM_CALL:
      return dup_call_text (model, item, column);
    case ITEM_GROUP:
      return dup_group_text (model, get_group (item), column);
    case ITEM_REST:
    default:
      return NULL;
    }
}

static char *
dup_tooltip (TvTableModel *model, gpointer data)
{
  const TvCallItem *item = data;
  TvMethodCall call;

  if (item->kind == ITEM_REST)
    return NULL;
  get_call (item, &call);
  if (call.caller == TV_METHOD_NONE)
    return NULL;
  return tv_method_dup_display_name (
      tv_trace_get_method (get_trace (item), call.caller));
}

static gboolean
get_color (TvTableModel *model, gpointer data, gboolean dark, GdkRGBA *color)
{
  const TvCallItem *item = data;
  TvMethodCall call;

  if (item->kind == ITEM_REST
      || (item->kind == ITEM_GROUP
          && item->order->data->question.grouping == TV_CALL_GROUPING_THREAD))
    return FALSE;
  get_call (item, &call);
  if (call.caller == TV_METHOD_NONE)
    return FALSE;
  tv_profile_get_method_color (TV_CALL_LIST (model)->session, call.caller, dark, color);
  return TRUE;
}

static void
style_row (TvTableModel *model, gpointer data, GtkWidget *row)
{
  const TvCallItem *item = data;

  if (item->kind == ITEM_CALL && item->index == TV_CALL_LIST (model)->pointed)
    gtk_widget_add_css_class (row, "pointed");
  else
    gtk_widget_remove_css_class (row, "pointed");
}

/* Bars show the time that is asked for: of calls against the longest one, of groups
 * against all. */
static double
get_share (TvTableModel *model, gpointer data, guint column)
{
  const TvCallItem *item = data;
  const TvCallsData *calls = item->order->data;
  const gsize n = tv_call_sample_get_n (calls->sample);

  if (item->kind != ITEM_CALL || n == 0
      || column
             != (calls->question.number == TV_CALL_NUMBER_EXCLUSIVE
                     ? TV_CALLS_SORT_EXCLUSIVE
                     : TV_CALLS_SORT_INCLUSIVE))
    return 0;
  return (double) tv_method_calls_get_number (
             calls->calls, item->index, calls->question.number, calls->question.clock)
         / (double) MAX (tv_call_sample_get (calls->sample, n - 1), 1);
}

/* Columns */

static gboolean
has_column (TvTableModel *model, guint column)
{
  TvTrace *trace = tv_trace_session_get_trace (TV_CALL_LIST (model)->session);

  return column != TV_CALLS_SORT_WAITING
         || (tv_trace_has_clock (trace, TV_CLOCK_WALL)
             && tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
}

static char *
dup_title (TvTableModel *model, guint column)
{
  const TvClock clock
      = tv_trace_session_get_primary_clock (TV_CALL_LIST (model)->session);

  if (column != TV_CALLS_SORT_INCLUSIVE && column != TV_CALLS_SORT_EXCLUSIVE)
    return g_strdup (_ (columns[column].title));
  if (column == TV_CALLS_SORT_INCLUSIVE)
    return g_strdup (clock == TV_CLOCK_THREAD_CPU ? _ ("Incl CPU") : _ ("Incl Real"));
  return g_strdup (clock == TV_CLOCK_THREAD_CPU ? _ ("Excl CPU") : _ ("Excl Real"));
}

static char *
dup_longest_label (TvTrace *trace)
{
  g_autofree char *longest = g_strdup ("");

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      char *label = tv_trace_dup_thread_label (trace, i);

      if (g_utf8_strlen (label, -1) > g_utf8_strlen (longest, -1))
        {
          g_free (longest);
          longest = label;
        }
      else
        g_free (label);
    }
  return g_utf8_substring (longest, 0, MIN (g_utf8_strlen (longest, -1), 16));
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  TvCallList *self = TV_CALL_LIST (model);
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  gint64 start;
  gint64 end;

  if (column == TV_CALLS_SORT_THREAD)
    return dup_longest_label (trace);
  if (column == TV_CALLS_SORT_COUNT)
    return g_strdup_printf ("%" G_GSIZE_FORMAT, tv_trace_get_n_calls (trace));
  tv_trace_get_axis_range (trace, &start, &end);
  return dup_time (model, (double) end);
}

/* Selection and order */

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return TV_CALL_LIST (model)->selection;
}

static void
select_row (TvTableModel *model, guint position)
{
  TvCallList *self = TV_CALL_LIST (model);

  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit (self, signals[SIGNAL_PICKED], 0);
}

static void
record_toggle (TvTableModel *model, GtkTreeListRow *row)
{
}

static void
sort (TvTableModel *model, guint column, gboolean descending)
{
  TvCallList *self = TV_CALL_LIST (model);
  const gboolean is_default = column >= G_N_ELEMENTS (columns);
  const TvCallsSort wanted = is_default ? TV_CALLS_SORT_START : (TvCallsSort) column;

  if (wanted == self->sort && (descending && !is_default) == self->descending)
    return;
  self->sort = wanted;
  self->descending = descending && !is_default;
  g_signal_emit (self, signals[SIGNAL_RESORT], 0);
}

static gboolean
keeps_place (TvTableModel *model)
{
  return TV_CALL_LIST (model)->keeps_place;
}

static TvCallItem *
dup_item (TvCallList *self, guint position)
{
  g_autoptr (GObject) row
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row == NULL || TV_IS_CALL_ITEM (row))
    return (TvCallItem *) g_steal_pointer (&row);
  return gtk_tree_list_row_get_item (GTK_TREE_LIST_ROW (row));
}

/* A row is found again by its call, a group by the first call of it. */
static guint32
get_anchor (TvTableModel *model, guint position)
{
  g_autoptr (TvCallItem) item = dup_item (TV_CALL_LIST (model), position);

  if (item == NULL || item->kind == ITEM_REST)
    return TV_TABLE_NO_ANCHOR;
  return item->kind == ITEM_CALL ? item->index
                                 : item->order->data->members[get_group (item)->group];
}

static guint
find_place (const TvCallsOrder *order, guint call)
{
  for (guint i = 0; i < order->n; i++)
    if (order->order[i] == call)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* Groups are closed when they come: the row of a call is then that of its group. */
static guint
find_anchor (TvTableModel *model, guint32 call)
{
  TvCallList *self = TV_CALL_LIST (model);

  if (self->order == NULL)
    return GTK_INVALID_LIST_POSITION;
  if (self->order->groups == NULL)
    return find_place (self->order, call);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (TvCallItem) item = dup_item (self, i);

      if (item->kind == ITEM_GROUP
              ? get_group (item)->group == self->order->data->groups->group[call]
              : item->kind == ITEM_CALL && item->index == call)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
tv_call_list_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->record_toggle = record_toggle;
  iface->sort = sort;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_share = get_share;
  iface->dup_tooltip = dup_tooltip;
  iface->get_color = get_color;
  iface->style_row = style_row;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
}

static void
tv_call_list_dispose (GObject *object)
{
  TvCallList *self = TV_CALL_LIST (object);

  g_clear_pointer (&self->order, tv_calls_order_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_call_list_parent_class)->dispose (object);
}

static void
tv_call_list_class_init (TvCallListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_call_list_dispose;

  signals[SIGNAL_RESORT]
      = g_signal_new ("resort", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PICKED]
      = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_call_list_init (TvCallList *self)
{
  self->sort = TV_CALLS_SORT_START;
  self->pointed = TV_CALL_LIST_NONE;
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
}

static void
emit_texts (TvTableModel *model)
{
  g_signal_emit_by_name (model, "texts-changed");
}

static void
emit_looks (TvTableModel *model)
{
  g_signal_emit_by_name (model, "looks-changed");
}

TvCallList *
tv_call_list_new (TvTraceSession *session)
{
  TvCallList *self = g_object_new (TV_TYPE_CALL_LIST, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::time-unit", G_CALLBACK (emit_texts), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tv_trace_session_get_colors (session), "changed",
                           G_CALLBACK (emit_looks), self, G_CONNECT_SWAPPED);
  return self;
}

TvColumnLayout *
tv_call_list_new_layout (void)
{
  return tv_column_layout_new (columns, G_N_ELEMENTS (columns));
}

static GListModel *
make_rows (TvCallsOrder *order)
{
  if (order->groups == NULL)
    return rows_new (order, ITEM_CALL, 0, order->n);
  return G_LIST_MODEL (
      gtk_tree_list_model_new (rows_new (order, ITEM_GROUP, 0, order->groups->len),
                               FALSE, FALSE, open_group, NULL, NULL));
}

/* Shows calls in another order, or others; NULL for none. */
void
tv_call_list_set_order (TvCallList *self, TvCallsOrder *order)
{
  g_autoptr (GListModel) rows = NULL;
  guint32 selected = TV_TABLE_NO_ANCHOR;
  guint position;

  g_return_if_fail (TV_IS_CALL_LIST (self));

  position = gtk_single_selection_get_selected (self->selection);
  self->keeps_place
      = order != NULL && self->order != NULL && order->data == self->order->data;
  if (self->keeps_place && position != GTK_INVALID_LIST_POSITION)
    selected = get_anchor (TV_TABLE_MODEL (self), position);
  g_signal_emit_by_name (self, "reordering");
  gtk_single_selection_set_model (self->selection, NULL);
  if (order != NULL)
    tv_calls_order_ref (order);
  g_clear_pointer (&self->order, tv_calls_order_unref);
  self->order = order;
  if (order != NULL)
    {
      rows = make_rows (order);
      gtk_single_selection_set_model (self->selection, rows);
      if (selected != TV_TABLE_NO_ANCHOR)
        gtk_single_selection_set_selected (
            self->selection, find_anchor (TV_TABLE_MODEL (self), selected));
    }
  g_signal_emit_by_name (self, "settled");
}

TvCallsOrder *
tv_call_list_get_order (TvCallList *self)
{
  g_return_val_if_fail (TV_IS_CALL_LIST (self), NULL);

  return self->order;
}

TvCallsSort
tv_call_list_get_sort (TvCallList *self, gboolean *descending)
{
  g_return_val_if_fail (TV_IS_CALL_LIST (self), TV_CALLS_SORT_START);

  *descending = self->descending;
  return self->sort;
}

guint
tv_call_list_get_call (TvCallList *self, guint position)
{
  g_autoptr (TvCallItem) item = NULL;

  g_return_val_if_fail (TV_IS_CALL_LIST (self), TV_CALL_LIST_NONE);

  item = dup_item (self, position);
  return item != NULL && item->kind == ITEM_CALL ? item->index : TV_CALL_LIST_NONE;
}

/* Returns the group of a row, also that which an open row of a call is in. */
guint
tv_call_list_get_group (TvCallList *self, guint position)
{
  g_autoptr (TvCallItem) item = NULL;

  g_return_val_if_fail (TV_IS_CALL_LIST (self), TV_CALL_LIST_NONE);

  item = dup_item (self, position);
  if (item == NULL || item->order->groups == NULL || item->kind == ITEM_REST)
    return TV_CALL_LIST_NONE;
  return item->kind == ITEM_GROUP ? get_group (item)->group
                                  : item->order->data->groups->group[item->index];
}

/* Selects the row of a call, or of its group, and has it shown. */
void
tv_call_list_show_call (TvCallList *self, guint call)
{
  guint position;

  g_return_if_fail (TV_IS_CALL_LIST (self));

  position = call != TV_CALL_LIST_NONE ? find_anchor (TV_TABLE_MODEL (self), call)
                                       : GTK_INVALID_LIST_POSITION;
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "show-row", position, TV_TABLE_SCROLL_IF_UNSEEN);
}

/* Marks the row of the call under the pointer. */
void
tv_call_list_set_pointed (TvCallList *self, guint call)
{
  g_return_if_fail (TV_IS_CALL_LIST (self));

  if (call == self->pointed)
    return;
  self->pointed = call;
  g_signal_emit_by_name (self, "looks-changed");
}
