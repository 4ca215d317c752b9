/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/query/query-list.h"

#include "ui/columns/profile-values.h"
#include "ui/session/session-colors.h"
#include "ui/table/item-list.h"
#include "ui/view/row-target.h"
#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>

#define TV_TYPE_QUERY_ROW (tv_query_row_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryRow, tv_query_row, TV, QUERY_ROW, GObject)

struct _TvQueryRow
{
  GObject parent_instance;

  guint index; /* in the result */
};

G_DEFINE_FINAL_TYPE (TvQueryRow, tv_query_row, G_TYPE_OBJECT)

static void
tv_query_row_class_init (TvQueryRowClass *klass)
{
}

static void
tv_query_row_init (TvQueryRow *self)
{
}

static gpointer
make_row (gpointer order, guint position)
{
  TvQueryRow *row = g_object_new (TV_TYPE_QUERY_ROW, NULL);

  row->index = ((TvQueryOrder *) order)->rows[position];
  return row;
}

/* The list */

struct _TvQueryList
{
  GObject parent_instance;

  TvTraceSession *session;
  TvTraceSession *base; /* the base when the statements were run, or NULL */
  TvQueryOrder *order;
  GtkSingleSelection *selection;
  TvJob *job; /* sorts */
};

static void tv_query_list_init_table_model (TvTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvQueryList, tv_query_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_query_list_init_table_model))

static const TvQueryResult *
get_result (TvTableModel *model)
{
  return TV_QUERY_LIST (model)->order->result;
}

/* The table has the names of rows in column 0; the result may have them in any column.
 */
static guint
get_column (const TvQueryResult *result, guint column)
{
  if (column == TV_TABLE_NAME_COLUMN)
    return result->name_column;
  return column <= result->name_column ? column - 1 : column;
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  const TvQueryResult *result = get_result (model);

  return tv_query_result_dup_text (result, TV_QUERY_ROW (item)->index,
                                   get_column (result, column),
                                   TV_QUERY_LIST (model)->session);
}

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  g_autofree char *text = dup_text (model, item, TV_TABLE_NAME_COLUMN);

  return tv_name_text_new_in_package (text, "");
}

static char *
dup_tooltip (TvTableModel *model, gpointer item)
{
  return dup_text (model, item, TV_TABLE_NAME_COLUMN);
}

/* Finds the call of a row. Returns the session of its trace, or NULL if the row has no
 * call or the trace is no longer compared. */
static TvTraceSession *
find_call (TvQueryList *self, guint row, TvCallRef *call)
{
  const TvQueryResult *result = self->order->result;
  TvTraceSession *base = tv_trace_session_get_base (self->session);
  TvTraceSession *session = result->trace == 0 ? self->session : self->base;

  return session != NULL && (session == self->session || session == base)
                 && tv_query_result_find_call (result, row, call)
             ? session
             : NULL;
}

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  TvCallRef ref;
  TvTraceSession *session
      = find_call (TV_QUERY_LIST (model), TV_QUERY_ROW (item)->index, &ref);
  TvCalls calls;

  if (session == NULL)
    return FALSE;
  calls = tv_trace_get_calls (tv_trace_session_get_trace (session), ref.thread);
  tv_profile_get_method_color (session, tv_calls_method (&calls, ref.call), dark,
                               color);
  return TRUE;
}

/* Columns */

static gboolean
has_column (TvTableModel *model, guint column)
{
  return column < get_result (model)->n_columns;
}

static gboolean
has_texts (TvTableModel *model, guint column)
{
  const TvQueryResult *result = get_result (model);

  return column < result->n_columns
         && result->columns[get_column (result, column)].has_texts;
}

static char *
dup_title (TvTableModel *model, guint column)
{
  const TvQueryResult *result = get_result (model);

  return g_strdup (g_ptr_array_index (result->titles, get_column (result, column)));
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  const TvQueryResult *result = get_result (model);

  return tv_query_result_dup_widest (result, get_column (result, column),
                                     TV_QUERY_LIST (model)->session);
}

/* Selection and order */

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return TV_QUERY_LIST (model)->selection;
}

static guint32
get_anchor (TvTableModel *model, guint position)
{
  return position < get_result (model)->n_rows
             ? TV_QUERY_LIST (model)->order->rows[position]
             : TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 anchor)
{
  TvQueryList *self = TV_QUERY_LIST (model);

  for (guint i = 0; i < self->order->result->n_rows; i++)
    if (self->order->rows[i] == anchor)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* Returns the selected row of the result, or TV_TABLE_NO_ANCHOR. */
static guint
get_selected (TvQueryList *self)
{
  const TvQueryRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? row->index : TV_TABLE_NO_ANCHOR;
}

/* Finds the time of a row, cut to the trace. */
static gboolean
find_times (TvQueryList *self, guint row, gint64 *start, gint64 *end)
{
  tv_trace_session_get_full_range (self->session, start, end);
  return tv_query_result_find_times (self->order->result, row, start, end);
}

static void
select_row (TvTableModel *model, guint position)
{
  TvQueryList *self = TV_QUERY_LIST (model);
  TvTraceSession *session;
  TvCallRef call;
  gint64 start;
  gint64 end;
  guint row;

  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  row = get_selected (self);
  if (row == TV_TABLE_NO_ANCHOR)
    return;
  session = find_call (self, row, &call);
  if (session != NULL)
    {
      const TvCalls calls
          = tv_trace_get_calls (tv_trace_session_get_trace (session), call.thread);

      tv_trace_session_select_call (session, call);
      tv_trace_session_scroll_to (session, tv_times_get (&calls.axis_start, call.call),
                                  tv_times_get (&calls.axis_end, call.call));
    }
  else if (find_times (self, row, &start, &end))
    tv_trace_session_scroll_to (self->session, start, end);
}

/* @order: (transfer full) */
static void
set_order (TvQueryList *self, TvQueryOrder *order)
{
  const guint selected = get_selected (self);
  g_autoptr (TvItemList) list = tv_item_list_new (
      TV_TYPE_QUERY_ROW, make_row, tv_query_order_ref (order), tv_query_order_unref);

  g_signal_emit_by_name (self, "reordering");
  gtk_single_selection_set_model (self->selection, NULL);
  g_clear_pointer (&self->order, tv_query_order_unref);
  self->order = order;
  tv_item_list_fill (list, order->result->n_rows);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (list));
  gtk_single_selection_set_selected (self->selection,
                                     find_anchor (TV_TABLE_MODEL (self), selected));
  g_signal_emit_by_name (self, "settled");
}

static void
on_sorted (gpointer owner, gpointer question, gpointer order, const GError *error)
{
  if (order != NULL)
    set_order (TV_QUERY_LIST (owner), order);
}

static void
sort_rows (TvTableModel *model, guint column, gboolean descending)
{
  static const TvJobType type = { .run = tv_query_order_sort,
                                  .done = on_sorted,
                                  .free_question = tv_query_order_unref,
                                  .free_answer = tv_query_order_unref };
  TvQueryList *self = TV_QUERY_LIST (model);
  TvQueryResult *result = self->order->result;
  const TvQueryOrder *last
      = self->job != NULL ? tv_job_get_question (self->job) : self->order;
  const guint wanted
      = column < result->n_columns ? get_column (result, column) : TV_QUERY_NO_COLUMN;

  if (wanted != last->column || descending != last->descending)
    tv_job_start (&self->job, &type, tv_query_order_new (result, wanted, descending),
                  self);
}

static gboolean
keeps_place (TvTableModel *model)
{
  return TRUE;
}

static void
tv_query_list_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->sort = sort_rows;
  iface->has_column = has_column;
  iface->has_texts = has_texts;
  iface->dup_title = dup_title;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->dup_tooltip = dup_tooltip;
  iface->get_color = get_color;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
}

static void
tv_query_list_dispose (GObject *object)
{
  TvQueryList *self = TV_QUERY_LIST (object);

  tv_job_cancel (&self->job);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->order, tv_query_order_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->base);

  G_OBJECT_CLASS (tv_query_list_parent_class)->dispose (object);
}

static void
tv_query_list_class_init (TvQueryListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_query_list_dispose;
}

static void
tv_query_list_init (TvQueryList *self)
{
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
}

/* A time can be the name of a row, too. */
static void
on_unit_changed (TvQueryList *self)
{
  set_order (self, tv_query_order_ref (self->order));
  tv_table_model_texts_changed (TV_TABLE_MODEL (self));
}

/* @result must have at least one column. */
TvQueryList *
tv_query_list_new (TvQueryResult *result, TvTraceSession *session)
{
  TvQueryList *self = g_object_new (TV_TYPE_QUERY_LIST, NULL);

  self->session = g_object_ref (session);
  g_set_object (&self->base, tv_trace_session_get_base (session));
  set_order (self, tv_query_order_new (result, TV_QUERY_NO_COLUMN, FALSE));
  g_signal_connect_object (tv_trace_session_get_colors (session), "changed",
                           G_CALLBACK (tv_table_model_looks_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::time-unit", G_CALLBACK (on_unit_changed),
                           self, G_CONNECT_SWAPPED);
  return self;
}

TvQueryOrder *
tv_query_list_get_order (TvQueryList *self)
{
  return self->order;
}

/* Zooms to the call or the time of the selected row, or rings the bell. */
void
tv_query_list_show_in_timeline (TvQueryList *self, GtkWidget *widget)
{
  const guint row = get_selected (self);
  TvTraceSession *session;
  TvCallRef call;
  gint64 start;
  gint64 end;

  if (row == TV_TABLE_NO_ANCHOR)
    return;
  session = find_call (self, row, &call);
  if (session != NULL)
    tv_call_show_in_timeline (widget, session, call);
  else if (find_times (self, row, &start, &end))
    tv_trace_session_set_view (self->session, start, end);
  else
    gtk_widget_error_bell (widget);
}

/* Columns */

static const char description[] = N_ ("A column of the result");

#define COLUMN(number)                                                                 \
  {                                                                                    \
#number, "", description, ~0u, 0                                                   \
  }

static const TvTableColumn columns[]
    = { COLUMN (0),  COLUMN (1),  COLUMN (2),  COLUMN (3),  COLUMN (4),  COLUMN (5),
        COLUMN (6),  COLUMN (7),  COLUMN (8),  COLUMN (9),  COLUMN (10), COLUMN (11),
        COLUMN (12), COLUMN (13), COLUMN (14), COLUMN (15), COLUMN (16), COLUMN (17),
        COLUMN (18), COLUMN (19), COLUMN (20), COLUMN (21), COLUMN (22), COLUMN (23),
        COLUMN (24), COLUMN (25), COLUMN (26), COLUMN (27), COLUMN (28), COLUMN (29),
        COLUMN (30) };

G_STATIC_ASSERT (G_N_ELEMENTS (columns) == TV_QUERY_MAX_SHOWN);

TvColumnLayout *
tv_query_list_new_layout (void)
{
  return tv_column_layout_new (columns, TV_QUERY_MAX_SHOWN);
}

/* Arranges the columns as in the statement. */
void
tv_query_list_arrange (TvQueryList *self, TvColumnLayout *layout)
{
  const guint name = MIN (self->order->result->name_column, TV_QUERY_MAX_SHOWN - 1);
  guint order[TV_QUERY_MAX_SHOWN];

  for (guint i = 0; i < TV_QUERY_MAX_SHOWN; i++)
    order[i] = i == name ? TV_TABLE_NAME_COLUMN : i < name ? i + 1 : i;
  tv_column_layout_reset (layout);
  tv_column_layout_arrange (layout, order, TV_QUERY_MAX_SHOWN);
}
