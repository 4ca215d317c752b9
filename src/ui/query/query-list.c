/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/query/query-list.h"

#include "ui/columns/profile-values.h"
#include "ui/session/session-colors.h"
#include "ui/table/item-list.h"
#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>

/* Rows by which the width of a column is measured, and the letters of a text that it
 * has at first. */
#define MEASURED_ROWS 1000
#define MAX_LETTERS 32

/* Rows of a result in an order. */
typedef struct
{
  TvQueryResult *result;
  guint *rows;
} Rows;

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  tv_query_result_unref (rows->result);
  g_free (rows->rows);
  g_free (rows);
}

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
make_row (gpointer rows, guint position)
{
  TvQueryRow *row = g_object_new (TV_TYPE_QUERY_ROW, NULL);

  row->index = ((Rows *) rows)->rows[position];
  return row;
}

/* The list */

struct _TvQueryList
{
  GObject parent_instance;

  TvTraceSession *session;
  TvTraceSession *base; /* when the statements were run, or NULL */
  TvQueryResult *result;
  TvItemList *list;
  const guint *rows; /* of the result, in the order of the list */
  GtkSingleSelection *selection;
  guint column; /* of the result, that it is sorted by */
  gboolean descending;
  gboolean keeps_place;
  TvJob *job;
};

enum
{
  SIGNAL_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void tv_query_list_init_table_model (TvTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvQueryList, tv_query_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_query_list_init_table_model))

/* The table has the names of rows in its column 0, the result has them in any. */
static guint
get_column (const TvQueryResult *result, guint column)
{
  if (column == TV_TABLE_NAME_COLUMN)
    return result->name_column;
  return column <= result->name_column ? column - 1 : column;
}

static const TvQueryValue *
get_value (TvTableModel *model, gpointer item, guint column)
{
  const TvQueryResult *result = TV_QUERY_LIST (model)->result;

  return tv_query_result_get (result, TV_QUERY_ROW (item)->index,
                              get_column (result, column));
}

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  g_autofree char *text
      = tv_query_value_dup_text (get_value (model, item, TV_TABLE_NAME_COLUMN));

  return tv_name_text_new_in_package (text, "");
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  return tv_query_value_dup_text (get_value (model, item, column));
}

static char *
dup_tooltip (TvTableModel *model, gpointer item)
{
  return dup_text (model, item, TV_TABLE_NAME_COLUMN);
}

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  TvQueryList *self = TV_QUERY_LIST (model);
  TvCallRef ref;
  TvTraceSession *session
      = tv_query_list_find_call (self, TV_QUERY_ROW (item)->index, &ref);
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
  return column < TV_QUERY_LIST (model)->result->n_columns;
}

static gboolean
has_texts (TvTableModel *model, guint column)
{
  const TvQueryResult *result = TV_QUERY_LIST (model)->result;

  return column < result->n_columns && result->is_text[get_column (result, column)];
}

static char *
dup_title (TvTableModel *model, guint column)
{
  const TvQueryResult *result = TV_QUERY_LIST (model)->result;

  return g_strdup (g_ptr_array_index (result->titles, get_column (result, column)));
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  const TvQueryResult *result = TV_QUERY_LIST (model)->result;
  g_autofree char *widest = g_strdup ("");
  glong width = 0;

  for (guint row = 0; row < MIN (result->n_rows, MEASURED_ROWS); row++)
    {
      char *text = tv_query_value_dup_text (
          tv_query_result_get (result, row, get_column (result, column)));
      const glong length = g_utf8_strlen (text, -1);

      if (length > width)
        {
          width = length;
          g_free (widest);
          widest = text;
        }
      else
        g_free (text);
    }
  return g_utf8_substring (widest, 0, MIN (width, MAX_LETTERS));
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
  TvQueryList *self = TV_QUERY_LIST (model);

  return position < self->result->n_rows ? self->rows[position] : TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 anchor)
{
  TvQueryList *self = TV_QUERY_LIST (model);

  for (guint i = 0; i < self->result->n_rows; i++)
    if (self->rows[i] == anchor)
      return i;
  return GTK_INVALID_LIST_POSITION;
}

static void
select_row (TvTableModel *model, guint position)
{
  TvQueryList *self = TV_QUERY_LIST (model);

  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  g_signal_emit (self, signals[SIGNAL_PICKED], 0);
}

static void
set_rows (TvQueryList *self, guint *order)
{
  const guint selected = tv_query_list_get_selected (self);
  Rows *rows = g_new (Rows, 1);

  g_signal_emit_by_name (self, "reordering");
  gtk_single_selection_set_model (self->selection, NULL);
  g_clear_object (&self->list);
  *rows = (Rows){ tv_query_result_ref (self->result), order };
  self->rows = order;
  self->list = tv_item_list_new (TV_TYPE_QUERY_ROW, make_row, rows, rows_free);
  tv_item_list_fill (self->list, self->result->n_rows);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->list));
  gtk_single_selection_set_selected (self->selection,
                                     find_anchor (TV_TABLE_MODEL (self), selected));
  g_signal_emit_by_name (self, "settled");
}

typedef struct
{
  TvQueryResult *result;
  guint column;
  gboolean descending;
} Sort;

static void
sort_free (gpointer data)
{
  tv_query_result_unref (((Sort *) data)->result);
  g_free (data);
}

static gpointer
run_sort (gpointer data, GCancellable *cancellable, GError **error)
{
  const Sort *sort = data;

  return tv_query_result_sort (sort->result, sort->column, sort->descending);
}

static void
on_sorted (gpointer owner, gpointer question, gpointer order, const GError *error)
{
  TvQueryList *self = TV_QUERY_LIST (owner);

  self->keeps_place = TRUE;
  if (order != NULL)
    set_rows (self, order);
}

static void
sort_rows (TvTableModel *model, guint column, gboolean descending)
{
  static const TvJobType type = { .run = run_sort,
                                  .done = on_sorted,
                                  .free_question = sort_free,
                                  .free_answer = g_free };
  TvQueryList *self = TV_QUERY_LIST (model);
  const guint wanted = column < self->result->n_columns
                           ? get_column (self->result, column)
                           : TV_QUERY_NO_COLUMN;
  Sort *sort;

  if (wanted == self->column && descending == self->descending)
    return;
  self->column = wanted;
  self->descending = descending;
  sort = g_new (Sort, 1);
  *sort = (Sort){ tv_query_result_ref (self->result), wanted, descending };
  tv_job_start (&self->job, &type, sort, self);
}

static gboolean
keeps_place (TvTableModel *model)
{
  return TV_QUERY_LIST (model)->keeps_place;
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
  g_clear_object (&self->list);
  g_clear_pointer (&self->result, tv_query_result_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->base);

  G_OBJECT_CLASS (tv_query_list_parent_class)->dispose (object);
}

static void
tv_query_list_class_init (TvQueryListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_query_list_dispose;
  signals[SIGNAL_PICKED]
      = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_query_list_init (TvQueryList *self)
{
  self->column = TV_QUERY_NO_COLUMN;
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
}

/* @result must have columns. */
TvQueryList *
tv_query_list_new (TvQueryResult *result, TvTraceSession *session)
{
  TvQueryList *self = g_object_new (TV_TYPE_QUERY_LIST, NULL);

  self->result = tv_query_result_ref (result);
  self->session = g_object_ref (session);
  g_set_object (&self->base, tv_trace_session_get_base (session));
  set_rows (self, tv_query_result_sort (result, TV_QUERY_NO_COLUMN, FALSE));
  g_signal_connect_object (tv_trace_session_get_colors (session), "changed",
                           G_CALLBACK (tv_table_model_looks_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

TvQueryResult *
tv_query_list_get_result (TvQueryList *self)
{
  return self->result;
}

const guint *
tv_query_list_get_order (TvQueryList *self)
{
  return self->rows;
}

/* Returns the selected row of the result, or TV_QUERY_NO_ROW. */
guint
tv_query_list_get_selected (TvQueryList *self)
{
  const TvQueryRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? row->index : TV_QUERY_NO_ROW;
}

/* Finds the call that a row is about. Returns the session of its trace, or NULL if the
 * row is about none, or about one of a trace that is not compared any more. */
TvTraceSession *
tv_query_list_find_call (TvQueryList *self, guint row, TvCallRef *call)
{
  TvTraceSession *base = tv_trace_session_get_base (self->session);
  TvTraceSession *session = self->result->trace == 0 ? self->session : self->base;

  return session != NULL && (session == self->session || session == base)
                 && tv_query_result_find_call (
                     self->result, row, tv_trace_session_get_trace (session), call)
             ? session
             : NULL;
}

/* Finds from when to when a row was, as far as the trace was recorded. */
gboolean
tv_query_list_find_times (TvQueryList *self, guint row, gint64 *start, gint64 *end)
{
  tv_trace_session_get_full_range (self->session, start, end);
  return tv_query_result_find_times (self->result, row, start, end);
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

/* Shows the columns as the statement has them. */
void
tv_query_list_arrange (TvQueryList *self, TvColumnLayout *layout)
{
  const guint name = MIN (self->result->name_column, TV_QUERY_MAX_SHOWN - 1);
  guint order[TV_QUERY_MAX_SHOWN];

  for (guint i = 0; i < TV_QUERY_MAX_SHOWN; i++)
    order[i] = i == name ? TV_TABLE_NAME_COLUMN : i < name ? i + 1 : i;
  tv_column_layout_reset (layout);
  tv_column_layout_arrange (layout, order, TV_QUERY_MAX_SHOWN);
}
