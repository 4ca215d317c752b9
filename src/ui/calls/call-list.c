/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/call-list.h"

#include "analysis/text/kind-text.h"
#include "analysis/text/time-text.h"
#include "ui/columns/profile-values.h"
#include "ui/session/session-colors.h"
#include "ui/session/transform-text.h"
#include "ui/table/item-list.h"
#include "ui/table/table-model.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>
#include <inttypes.h>

/* The most groups, and the most calls of a group, that have rows; one more row says how
 * many have none. GTK takes 180 bytes for each row of a tree. */
#define MAX_OPENED 100000

/* The most callers that the name of a path shows. */
#define MAX_PATH_NAMES 12

/* The kinds of row: all calls or groups, a group, a call, or the groups or calls
 * without a row. */
typedef enum
{
  ROW_ALL,
  ROW_GROUP,
  ROW_CALL,
  ROW_MORE_GROUPS,
  ROW_MORE_CALLS
} RowKind;

#define TV_TYPE_CALL_ROW (tv_call_row_get_type ())
G_DECLARE_FINAL_TYPE (TvCallRow, tv_call_row, TV, CALL_ROW, GObject)

struct _TvCallRow
{
  GObject parent_instance;

  TvCallsOrder *order;
  RowKind kind;
  guint index; /* of the call or of the group in the list; or how many have no row */
};

G_DEFINE_FINAL_TYPE (TvCallRow, tv_call_row, G_TYPE_OBJECT)

static void
tv_call_row_finalize (GObject *object)
{
  g_clear_pointer (&TV_CALL_ROW (object)->order, tv_calls_order_unref);

  G_OBJECT_CLASS (tv_call_row_parent_class)->finalize (object);
}

static void
tv_call_row_class_init (TvCallRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_call_row_finalize;
}

static void
tv_call_row_init (TvCallRow *self)
{
}

static const TvCallsGroup *
get_group (const TvCallRow *row)
{
  return &g_array_index (row->order->groups, TvCallsGroup, row->index);
}

static TvCallRow *
row_new (TvCallsOrder *order, RowKind kind, guint index)
{
  TvCallRow *row = g_object_new (TV_TYPE_CALL_ROW, NULL);

  row->order = tv_calls_order_ref (order);
  row->kind = kind;
  row->index = index;
  return row;
}

/* Returns the number of calls or groups below a row, including those without a row. */
static guint
get_n_below (const TvCallRow *self)
{
  if (self->kind == ROW_ALL)
    return self->order->groups != NULL ? self->order->groups->len : self->order->n;
  return self->kind == ROW_GROUP ? get_group (self)->n : 0;
}

static gpointer
make_any_row (gpointer above, guint position)
{
  TvCallRow *row = above;
  TvCallsOrder *order = row->order;

  if (row->kind == ROW_ALL && order->groups != NULL)
    return row_new (order, ROW_GROUP, position);
  if (row->kind == ROW_GROUP)
    position += get_group (row)->first;
  return row_new (order, ROW_CALL, order->calls[position]);
}

static gpointer
make_row (gpointer above, guint position)
{
  TvCallRow *row = above;

  if (row->order->groups != NULL && position == MAX_OPENED)
    return row_new (row->order, row->kind == ROW_ALL ? ROW_MORE_GROUPS : ROW_MORE_CALLS,
                    get_n_below (row) - MAX_OPENED);
  return make_any_row (row, position);
}

/* @row: (transfer full) */
static GListModel *
list_below (TvCallRow *row)
{
  TvItemList *list = tv_item_list_new (TV_TYPE_CALL_ROW, make_row, row, g_object_unref);
  const guint n = get_n_below (row);

  tv_item_list_fill (list, row->order->groups != NULL ? MIN (n, MAX_OPENED + 1) : n);
  return G_LIST_MODEL (list);
}

/* Returns the list with those that have no row. */
static GListModel *
dup_whole (GListModel *list)
{
  TvCallRow *row = tv_item_list_get_data (TV_ITEM_LIST (list));
  TvItemList *whole = tv_item_list_new (TV_TYPE_CALL_ROW, make_any_row,
                                        g_object_ref (row), g_object_unref);

  tv_item_list_fill (whole, get_n_below (row));
  return G_LIST_MODEL (whole);
}

static GListModel *
open_row (gpointer row, gpointer user_data)
{
  return TV_CALL_ROW (row)->kind == ROW_GROUP ? list_below (g_object_ref (row)) : NULL;
}

/* The list */

struct _TvCallList
{
  GObject parent_instance;

  TvTraceSession *session;
  TvCallsOrder *order; /* NULL without calls */
  GtkSingleSelection *selection;
  TvCallsColumn column;
  gboolean descending;
  gboolean keeps_place;
  guint32 anchor; /* of the last selected row, which may be filtered out now */
  guint pointed;  /* the call under the pointer */
};

static const TvTableColumn columns[] = {
  { "name", N_ ("Caller"), N_ ("What called the method, or what calls have in common"),
    ~0u, 0 },
  { "calls", N_ ("Calls"), N_ ("Number of calls of the group"), 2, 0 },
  { "mean", N_ ("Mean"), N_ ("The time of the group, divided by its calls"), 2, 0 },
  { "start", N_ ("Start"), N_ ("When the call began"), ~0u, 0 },
  { "inclusive", N_ ("Inclusive"),
    N_ ("Time of the call with its callees; in a group, nested time counts once"), ~0u,
    0 },
  { "exclusive", N_ ("Exclusive"), N_ ("Time of the call without its callees"), ~0u,
    0 },
  { "waiting", N_ ("Waiting"), N_ ("Exclusive time spent off the CPU"), ~0u, 0 },
  { "thread", N_ ("Thread"), N_ ("The thread of the call"), ~0u, 0 },
};

static void tv_call_list_init_table_model (TvTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvCallList, tv_call_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_call_list_init_table_model))

static TvTrace *
get_trace (const TvCallRow *row)
{
  return row->order->data->calls->trace;
}

/* Returns whether a row is a call or a group. */
static gboolean
is_call (const TvCallRow *row)
{
  return row->kind == ROW_CALL || row->kind == ROW_GROUP;
}

/* Returns the call of a row, or the first call of a group. */
static guint
get_index (const TvCallRow *row)
{
  return row->kind == ROW_GROUP ? row->order->calls[get_group (row)->first]
                                : row->index;
}

static void
get_call (const TvCallRow *row, TvMethodCall *call)
{
  tv_method_calls_get (row->order->data->calls, get_index (row), call);
}

static TvNameText *
name_caller (TvTrace *trace, guint32 caller)
{
  /* As in the table of methods. */
  if (caller == TV_METHOD_NONE)
    return tv_name_text_new_in_package ("(toplevel)", "");
  return tv_name_text_new (tv_trace_get_method (trace, caller));
}

/* Returns the caller, followed by its callers. */
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
dup_row_name (const TvCallRow *row)
{
  const TvCallGrouping grouping = row->order->data->question.grouping;
  g_autofree char *text = NULL;
  TvMethodCall call;

  if (!is_call (row))
    {
      text
          = g_strdup_printf (row->kind == ROW_MORE_GROUPS
                                 ? g_dngettext (GETTEXT_PACKAGE, "… and %'u more group",
                                                "… and %'u more groups", row->index)
                                 : g_dngettext (GETTEXT_PACKAGE, "… and %'u more call",
                                                "… and %'u more calls", row->index),
                             row->index);
      return tv_name_text_new_in_package (text, "");
    }
  get_call (row, &call);
  if (row->kind == ROW_GROUP && grouping == TV_CALL_GROUPING_PATH)
    return name_path (get_trace (row), &call);
  if (row->kind == ROW_CALL || grouping != TV_CALL_GROUPING_THREAD)
    return name_caller (get_trace (row), call.caller);
  text = tv_trace_dup_thread_label (get_trace (row), call.ref.thread);
  return tv_name_text_new_in_package (text, "");
}

static TvNameText *
dup_name (TvTableModel *model, gpointer row)
{
  return dup_row_name (row);
}

static char *
dup_time (TvTableModel *model, double time)
{
  return tv_time_format_cell (
      time, tv_trace_session_get_time_unit (TV_CALL_LIST (model)->session));
}

/* Gets the number of a cell. Returns FALSE if it is empty. The number of a thread is
 * its index. */
static gboolean
get_number (const TvCallRow *row, guint column, double *number)
{
  if (row->kind == ROW_GROUP && column != TV_CALLS_THREAD)
    *number = get_group (row)->numbers[column];
  else if (row->kind == ROW_CALL && column != TV_CALLS_COUNT && column != TV_CALLS_MEAN)
    *number = (double) tv_calls_data_get_number (row->order->data, row->index, column);
  else
    return FALSE;
  return TRUE;
}

static char *
dup_cell (const TvCallRow *row, guint column, TvTimeUnit unit)
{
  double number;

  if (!get_number (row, column, &number))
    return NULL;
  if (column == TV_CALLS_THREAD)
    return tv_trace_dup_thread_label (get_trace (row), (guint) number);
  return column == TV_CALLS_COUNT ? g_strdup_printf ("%.0f", number)
                                  : tv_time_format_cell (number, unit);
}

static char *
dup_text (TvTableModel *model, gpointer row, guint column)
{
  return dup_cell (row, column,
                   tv_trace_session_get_time_unit (TV_CALL_LIST (model)->session));
}

static char *
dup_tooltip (TvTableModel *model, gpointer data)
{
  const TvCallRow *row = data;
  TvMethodCall call;

  if (!is_call (row))
    return NULL;
  get_call (row, &call);
  if (call.caller == TV_METHOD_NONE)
    return NULL;
  return tv_method_dup_display_name (
      tv_trace_get_method (get_trace (row), call.caller));
}

static gboolean
get_color (TvTableModel *model, gpointer data, gboolean dark, GdkRGBA *color)
{
  const TvCallRow *row = data;
  TvMethodCall call;

  if (!is_call (row)
      || (row->kind == ROW_GROUP
          && row->order->data->question.grouping == TV_CALL_GROUPING_THREAD))
    return FALSE;
  get_call (row, &call);
  if (call.caller == TV_METHOD_NONE)
    return FALSE;
  tv_profile_get_method_color (TV_CALL_LIST (model)->session, call.caller, dark, color);
  return TRUE;
}

static void
style_row (TvTableModel *model, gpointer data, GtkWidget *widget)
{
  const TvCallRow *row = data;

  tv_profile_set_css_class (widget, "pointed",
                            row->kind == ROW_CALL
                                && row->index == TV_CALL_LIST (model)->pointed);
}

/* Bars show the chosen time: of a call as a share of the longest call, of a group as a
 * share of all. */
static double
get_share (TvTableModel *model, gpointer data, guint column)
{
  const TvCallRow *row = data;
  const TvCallsData *calls = row->order->data;
  const gsize n = tv_call_sample_get_n (calls->sample);

  if (row->kind != ROW_CALL || n == 0
      || column
             != (calls->question.number == TV_CALL_NUMBER_EXCLUSIVE
                     ? TV_CALLS_EXCLUSIVE
                     : TV_CALLS_INCLUSIVE))
    return 0;
  return (double) tv_method_calls_get_number (
             calls->calls, row->index, calls->question.number, calls->question.clock)
         / (double) MAX (tv_call_sample_get (calls->sample, n - 1), 1);
}

/* Columns */

static gboolean
has_column (TvTableModel *model, guint column)
{
  TvTrace *trace = tv_trace_session_get_trace (TV_CALL_LIST (model)->session);

  return column != TV_CALLS_WAITING
         || (tv_trace_has_clock (trace, TV_CLOCK_WALL)
             && tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
}

static const char *
get_title (guint column, const TvTrace *trace, TvClock clock)
{
  const gboolean is_cpu = clock == TV_CLOCK_THREAD_CPU;

  if (column == TV_CALLS_INCLUSIVE)
    return is_cpu ? _ ("Incl CPU") : _ ("Incl Real");
  if (column == TV_CALLS_EXCLUSIVE)
    return is_cpu ? _ ("Excl CPU") : _ ("Excl Real");
  return tv_kind_text (trace, columns[column].title);
}

static char *
dup_title (TvTableModel *model, guint column)
{
  TvTraceSession *session = TV_CALL_LIST (model)->session;

  return g_strdup (get_title (column, tv_trace_session_get_trace (session),
                              tv_trace_session_get_primary_clock (session)));
}

static char *
dup_longest_label (TvTrace *trace)
{
  g_autofree char *longest = g_strdup ("");

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      g_autofree char *other = tv_trace_dup_thread_label (trace, i);

      if (g_utf8_strlen (other, -1) > g_utf8_strlen (longest, -1))
        {
          g_free (longest);
          longest = g_steal_pointer (&other);
        }
    }
  return g_utf8_substring (longest, 0, MIN (g_utf8_strlen (longest, -1), 16));
}

static const char *
get_text (TvTableModel *model, const char *text)
{
  return tv_trace_session_get_text (TV_CALL_LIST (model)->session, text);
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  TvCallList *self = TV_CALL_LIST (model);
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  gint64 start;
  gint64 end;

  if (column == TV_CALLS_THREAD)
    return dup_longest_label (trace);
  if (column == TV_CALLS_COUNT)
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
sort (TvTableModel *model, guint column, gboolean descending)
{
  TvCallList *self = TV_CALL_LIST (model);
  const gboolean is_default = column >= G_N_ELEMENTS (columns);
  const TvCallsColumn wanted = is_default ? TV_CALLS_START : (TvCallsColumn) column;

  if (wanted == self->column && (descending && !is_default) == self->descending)
    return;
  self->column = wanted;
  self->descending = descending && !is_default;
  g_signal_emit_by_name (self, "resort");
}

static gboolean
keeps_place (TvTableModel *model)
{
  return TV_CALL_LIST (model)->keeps_place;
}

/* The anchor of a row is its call, of a group its first call. */
static guint32
get_anchor (TvTableModel *model, guint position)
{
  g_autoptr (TvCallRow) row = tv_table_model_dup_item (model, position);

  return row != NULL && is_call (row) ? get_index (row) : TV_TABLE_NO_ANCHOR;
}

static void
select_row (TvTableModel *model, guint position)
{
  TvCallList *self = TV_CALL_LIST (model);

  self->anchor = get_anchor (model, position);
  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit_by_name (self, "picked");
}

/* Returns the place of the group of a call, or the number of groups if it is not
 * listed.
 */
static guint
find_group (const TvCallsOrder *order, guint32 call)
{
  guint i = 0;

  while (i < order->groups->len
         && g_array_index (order->groups, TvCallsGroup, i).group
                != order->data->groups->group[call])
    i++;
  return i;
}

/* Returns the row of a call, or of its group while that is closed. Calls and groups
 * without a row share one. */
static guint
find_anchor (TvTableModel *model, guint32 call)
{
  TvCallList *self = TV_CALL_LIST (model);
  const TvCallsOrder *order = self->order;
  g_autoptr (GtkTreeListRow) group_row = NULL;
  g_autoptr (GtkTreeListRow) row = NULL;
  guint place = 0;
  guint group;

  if (order == NULL || call == TV_TABLE_NO_ANCHOR)
    return GTK_INVALID_LIST_POSITION;
  while (place < order->n && order->calls[place] != call)
    place++;
  if (order->groups == NULL)
    return place < order->n ? place : GTK_INVALID_LIST_POSITION;
  group = find_group (order, call);
  if (group == order->groups->len)
    return GTK_INVALID_LIST_POSITION;
  group_row = gtk_tree_list_model_get_child_row (
      GTK_TREE_LIST_MODEL (gtk_single_selection_get_model (self->selection)),
      MIN (group, MAX_OPENED));
  if (place < order->n && gtk_tree_list_row_get_expanded (group_row))
    row = gtk_tree_list_row_get_child_row (
        group_row,
        MIN (place - g_array_index (order->groups, TvCallsGroup, group).first,
             MAX_OPENED));
  return gtk_tree_list_row_get_position (row != NULL ? row : group_row);
}

static void
tv_call_list_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->sort = sort;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->get_text = get_text;
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

  g_signal_new ("resort", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
  g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

static void
tv_call_list_init (TvCallList *self)
{
  self->column = TV_CALLS_START;
  self->pointed = TV_CALL_LIST_NONE;
  self->anchor = TV_TABLE_NO_ANCHOR;
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE,
                                  "can-unselect", TRUE, NULL);
}

TvCallList *
tv_call_list_new (TvTraceSession *session)
{
  TvCallList *self = g_object_new (TV_TYPE_CALL_LIST, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::time-unit",
                           G_CALLBACK (tv_table_model_texts_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tv_trace_session_get_colors (session), "changed",
                           G_CALLBACK (tv_table_model_looks_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

TvColumnLayout *
tv_call_list_new_layout (void)
{
  return tv_column_layout_new (columns, G_N_ELEMENTS (columns));
}

/* Shows other calls, or another order; NULL for no calls. */
void
tv_call_list_set_order (TvCallList *self, TvCallsOrder *order)
{
  g_autoptr (GListModel) rows = NULL;

  self->keeps_place
      = order != NULL && self->order != NULL && order->data == self->order->data;
  if (!self->keeps_place)
    self->anchor = TV_TABLE_NO_ANCHOR;
  g_signal_emit_by_name (self, "reordering");
  gtk_single_selection_set_model (self->selection, NULL);
  if (order != NULL)
    tv_calls_order_ref (order);
  g_clear_pointer (&self->order, tv_calls_order_unref);
  self->order = order;
  if (order != NULL)
    {
      rows = list_below (row_new (order, ROW_ALL, 0));
      if (order->groups != NULL)
        rows = G_LIST_MODEL (
            gtk_tree_list_model_new (rows, FALSE, FALSE, open_row, NULL, NULL));
      gtk_single_selection_set_model (self->selection, rows);
      gtk_single_selection_set_selected (
          self->selection, find_anchor (TV_TABLE_MODEL (self), self->anchor));
    }
  g_signal_emit_by_name (self, "settled");
}

TvCallsOrder *
tv_call_list_get_order (TvCallList *self)
{
  return self->order;
}

TvCallsColumn
tv_call_list_get_sort (TvCallList *self, gboolean *descending)
{
  *descending = self->descending;
  return self->column;
}

guint
tv_call_list_get_call (TvCallList *self, guint position)
{
  g_autoptr (TvCallRow) row = tv_table_model_dup_item (TV_TABLE_MODEL (self), position);

  return row != NULL && row->kind == ROW_CALL ? row->index : TV_CALL_LIST_NONE;
}

/* Returns the group of a row, or of a call in an open group. */
guint
tv_call_list_get_group (TvCallList *self, guint position)
{
  g_autoptr (TvCallRow) row = tv_table_model_dup_item (TV_TABLE_MODEL (self), position);

  return row != NULL && row->order->groups != NULL && is_call (row)
             ? row->order->data->groups->group[get_index (row)]
             : TV_CALL_LIST_NONE;
}

/* Selects the row of a call, or of its group, and brings it into view. */
void
tv_call_list_show_call (TvCallList *self, guint call)
{
  const guint position = find_anchor (TV_TABLE_MODEL (self), call);

  self->anchor = call;
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "show-row", position, TV_TABLE_SCROLL_IF_UNSEEN);
}

/* Marks the row of the call under the pointer. */
void
tv_call_list_set_pointed (TvCallList *self, guint call)
{
  if (call == self->pointed)
    return;
  self->pointed = call;
  tv_table_model_looks_changed (TV_TABLE_MODEL (self));
}

/* Exports */

#define WHAT_LEVEL (TV_CALLS_N_COLUMNS + 0)
#define WHAT_KIND (TV_CALLS_N_COLUMNS + 1)
#define WHAT_NUMBER(column) (TV_CALLS_N_COLUMNS + 2 + (column))

/* The data that cells are written from. */
typedef struct
{
  const TvTrace *trace; /* that of the rows */
  TvClock clock;
  TvTimeUnit unit;
} Written;

static void
add_identity (TvTableExport *table, gpointer data, TvTableFormat format)
{
  tv_table_export_add_column (table, TV_CALLS_NAME, _ ("Name"), "name", FALSE);
  tv_table_export_add_column (table, WHAT_LEVEL, _ ("Level"), "level", TRUE);
  tv_table_export_add_column (table, WHAT_KIND, _ ("Kind"), "kind", TRUE);
}

static void
add_column (TvTableExport *table, gpointer data, guint column, TvTableFormat format)
{
  static const char *const members[TV_CALLS_N_COLUMNS]
      = { "name",         "calls",        "mean_ns",    "start_ns",
          "inclusive_ns", "exclusive_ns", "waiting_ns", "thread" };
  const Written *written = data;
  const gboolean for_people = tv_table_format_is_for_people (format);
  const gboolean is_time = column != TV_CALLS_NAME && column != TV_CALLS_COUNT
                           && column != TV_CALLS_THREAD;
  const char *title = get_title (column, written->trace, written->clock);
  g_autofree char *with_unit = g_strdup_printf (
      _ ("%s (%s)"), title,
      tv_time_unit_get_symbol (for_people ? written->unit : TV_TIME_UNIT_MS));

  if (for_people || column != TV_CALLS_NAME)
    tv_table_export_add_column (
        table, for_people || column == TV_CALLS_THREAD ? column : WHAT_NUMBER (column),
        is_time ? with_unit : title, members[column],
        is_time || column == TV_CALLS_COUNT);
}

/* Sets the caller with its class and signature, or the name of a group. */
static void
set_name (TvCell *cell, const TvCallRow *row)
{
  const gboolean is_group
      = row->kind == ROW_GROUP
        && row->order->data->question.grouping != TV_CALL_GROUPING_CALLER;
  g_autoptr (TvNameText) name = NULL;
  TvMethodCall call = { .caller = TV_METHOD_NONE };

  cell->kind = TV_CELL_TEXT;
  if (!is_group)
    get_call (row, &call);
  if (call.caller != TV_METHOD_NONE)
    {
      tv_method_append_display_name (
          cell->text, tv_trace_get_method (get_trace (row), call.caller));
      return;
    }
  name = dup_row_name (row);
  g_string_append (cell->text, name->text);
}

static void
get_cell (gpointer data, gpointer item, guint level, guint what, TvCell *cell)
{
  const Written *written = data;
  const TvCallRow *row = item;
  double number;

  if (what == TV_CALLS_NAME)
    {
      cell->level = level;
      set_name (cell, row);
    }
  else if (what == WHAT_LEVEL)
    tv_cell_set_count (cell, level);
  else if (what == WHAT_KIND)
    tv_cell_set_text (cell, row->kind == ROW_GROUP ? "group" : "call");
  else if (what < TV_CALLS_N_COLUMNS)
    {
      g_autofree char *text = dup_cell (row, what, written->unit);

      if (text != NULL && what == TV_CALLS_THREAD)
        {
          cell->kind = TV_CELL_TEXT;
          g_string_append (cell->text, text);
        }
      else if (text != NULL)
        tv_cell_set_digits (cell, text);
    }
  else if (!get_number (row, what - WHAT_NUMBER (0), &number))
    return;
  else if (what == WHAT_NUMBER (TV_CALLS_COUNT))
    tv_cell_set_count (cell, (guint64) number);
  else
    tv_cell_set_mean (cell, number);
}

/* Returns a copy of all calls, or of all groups with the calls of open groups; NULL if
 * there are none. */
TvTableExport *
tv_call_list_export (TvCallList *self, const guint *shown, guint n_shown)
{
  static const TvExportType type = { .add_identity = add_identity,
                                     .add_column = add_column,
                                     .get = get_cell,
                                     .free_data = g_free };
  GListModel *rows = gtk_single_selection_get_model (self->selection);
  g_autofree char *note = tv_transforms_dup_note (self->session);
  Written *written;
  TvTableExport *table;

  if (rows == NULL || g_list_model_get_n_items (rows) == 0)
    return NULL;
  written = g_new (Written, 1);
  written->trace = self->order->data->calls->trace;
  written->clock = self->order->data->question.clock;
  written->unit = tv_trace_session_get_time_unit (self->session);
  table = tv_table_export_new (&type, dup_whole, written, note);
  tv_table_export_show (table, shown, n_shown);
  tv_table_export_add_all (table, rows, NULL);
  return table;
}
