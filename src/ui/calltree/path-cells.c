/* SPDX-License-Identifier: Apache-2.0 */

/* What the table shows of the rows of paths: titles, texts, shares, colours and style
 * classes. */

#include "config.h"

#include "ui/calltree/path-tree.h"

#include "analysis/text/kind-text.h"

#include <glib/gi18n-lib.h>

static TvTraceSession *
get_session (TvTableModel *model)
{
  return tv_path_tree_get_session (TV_PATH_TREE (model));
}

/* The trace with the names that methods have now: those of the session, and those that
 * its profile has beyond them. */
static TvTrace *
get_trace (TvTableModel *model)
{
  return tv_profile_get_trace (tv_trace_session_get_profile (get_session (model)));
}

/* What would need the length of each call of a path, or its samples, is not known. */
static gboolean
has_column (TvTableModel *model, guint column)
{
  return column != TV_PROFILE_COLUMN_SAMPLES
         && !tv_profile_column_needs_lengths (column)
         && tv_profile_column_get_kind (column)->measure != TV_METHOD_MEASURE_FIRST_CALL
         && tv_profile_column_exists (column, get_session (model));
}

static char *
dup_title (TvTableModel *model, guint column)
{
  /* A path knows its recursive calls as deeper ones. */
  if (column == TV_PROFILE_COLUMN_CALLS)
    return g_strdup (tv_kind_text (get_trace (model), N_ ("Calls")));
  return tv_profile_column_dup_own_title (column, get_session (model));
}

static const char *
get_text (TvTableModel *model, const char *text)
{
  return tv_kind_text (get_trace (model), text);
}

static char *
dup_description (TvTableModel *model, const TvTableColumn *about, guint column)
{
  return tv_profile_column_dup_own_description (column, get_session (model));
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  return tv_profile_column_dup_widest_text (column, get_session (model));
}

static const TvMethod *
get_method (const TvTrace *trace, guint32 method)
{
  return method < tv_trace_get_n_methods (trace) ? tv_trace_get_method (trace, method)
                                                 : NULL;
}

static char *
dup_thread_name (guint32 thread, const TvTrace *trace, const TvTrace *base)
{
  if ((thread & TV_PATH_BASE_THREAD) == 0)
    return tv_trace_dup_thread_label (trace, thread);
  return base != NULL ? tv_trace_dup_thread_label (base, thread & ~TV_PATH_BASE_THREAD)
                      : NULL;
}

/* Returns the name of a row in a trace, which may be compared with @base. */
TvNameText *
tv_path_row_dup_name (const TvPathRow *row, const TvTrace *trace, const TvTrace *base)
{
  const TvMethod *method = get_method (trace, row->sums.method);
  g_autofree char *thread = NULL;

  if (row->kind == TV_PATH_ROW_SELF)
    return tv_name_text_new_in_package (_ ("self"), NULL);
  if (row->kind == TV_PATH_ROW_CALLERS)
    return tv_name_text_new_in_package (tv_kind_text (trace, N_ ("Callers")), NULL);
  if (row->kind == TV_PATH_ROW_CALLEES)
    return tv_name_text_new_in_package (tv_kind_text (trace, N_ ("Callees")), NULL);
  if (row->kind == TV_PATH_ROW_TOPLEVEL)
    return tv_name_text_new_in_package (_ ("(toplevel)"), NULL);
  if (method != NULL)
    return tv_name_text_new (method);
  if (row->sums.thread != TV_THREAD_NONE)
    thread = dup_thread_name (row->sums.thread, trace, base);
  return tv_name_text_new_in_package (thread != NULL ? thread : "", NULL);
}

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  TvTraceSession *base = tv_trace_session_get_base (get_session (model));

  return tv_path_row_dup_name (tv_path_item_get_row (item), get_trace (model),
                               base != NULL ? tv_trace_session_get_trace (base) : NULL);
}

/* Returns what a cell shows. Shares are of all calls in the scope. */
TvProfileValue
tv_path_row_get_value (const TvPathRow *row, const TvPathQuestion *shown,
                       TvProfileColumn column)
{
  const TvMethodMeasure measure = tv_profile_column_get_kind (column)->measure;
  TvPathNumbers numbers;

  if (shown == NULL || tv_path_row_is_heading (row)
      || (!tv_path_row_has_calls (row)
          && (measure == TV_METHOD_MEASURE_ALL_CALLS
              || measure == TV_METHOD_MEASURE_PER_CALL)))
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_NONE };
  tv_path_numbers_init (&numbers, shown, row);
  return tv_profile_value_new (&numbers.numbers, shown->profiles[TV_SIDE_SHOWN],
                               column);
}

char *
tv_path_row_dup_text (const TvPathRow *row, const TvPathQuestion *shown,
                      TvProfileColumn column, TvTimeUnit unit)
{
  const TvProfileValue value = tv_path_row_get_value (row, shown, column);

  if (value.kind == TV_PROFILE_VALUE_CALLS)
    return g_strdup_printf ("%'" G_GUINT64_FORMAT, value.calls);
  return tv_profile_value_dup_text (&value, unit);
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  return tv_path_row_dup_text (tv_path_item_get_row (item),
                               tv_path_tree_get_shown (TV_PATH_TREE (model)), column,
                               tv_trace_session_get_time_unit (get_session (model)));
}

static double
get_share (TvTableModel *model, gpointer item, guint column)
{
  TvProfileValue value;

  if (!tv_profile_column_get_kind (column)->percent
      && !tv_trace_session_compares_by_share (get_session (model)))
    return 0;
  value = tv_path_row_get_value (tv_path_item_get_row (item),
                                 tv_path_tree_get_shown (TV_PATH_TREE (model)), column);
  return tv_profile_value_get_share (&value);
}

/* A method among its own callers or callees has little time there: says why. */
static char *
dup_tooltip (TvTableModel *model, gpointer item)
{
  const TvPathRow *row = tv_path_item_get_row (item);
  const TvMethod *method = get_method (get_trace (model), row->sums.method);
  const TvPathQuestion *shown = tv_path_tree_get_shown (TV_PATH_TREE (model));
  g_autofree char *name = NULL;

  if (row->kind == TV_PATH_ROW_SELF)
    return g_strdup (tv_kind_text (
        get_trace (model), N_ ("What all calls of the method took themselves")));
  if (method == NULL)
    return NULL;
  name = tv_profile_dup_method_tooltip (method);
  if (shown == NULL || shown->kind != TV_PATHS_AROUND || row->kind != TV_PATH_ROW_NODE
      || row->sums.method != shown->method)
    return g_steal_pointer (&name);
  return g_strconcat (
      name, "\n",
      tv_kind_text (get_trace (model),
                    N_ ("Nested calls are counted here, and their time counts once")),
      NULL);
}

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  TvTraceSession *session = get_session (model);
  const TvPathRow *row = tv_path_item_get_row (item);

  if (row->kind == TV_PATH_ROW_SELF
      || row->sums.method
             >= tv_trace_get_n_methods (tv_trace_session_get_trace (session)))
    return FALSE;
  tv_profile_get_method_color (session, row->sums.method, dark, color);
  return TRUE;
}

static void
style_row (TvTableModel *model, gpointer item, GtkWidget *widget)
{
  const TvPathRow *row = tv_path_item_get_row (item);
  const TvPathQuestion *shown = tv_path_tree_get_shown (TV_PATH_TREE (model));
  const gboolean around = shown != NULL && shown->kind == TV_PATHS_AROUND
                          && row->kind != TV_PATH_ROW_SUBJECT;
  const gboolean is_caller = row->tree == TV_PATH_TREE_CALLERS;
  const gboolean is_known = row->sums.method < tv_trace_get_n_methods (
                                tv_trace_session_get_trace (get_session (model)));

  tv_profile_set_css_class (widget, "parents", around && is_caller);
  tv_profile_set_css_class (widget, "children", around && !is_caller);
  tv_profile_set_css_class (widget, "subject", row->kind == TV_PATH_ROW_SUBJECT);
  tv_profile_set_css_class (widget, "heading", tv_path_row_is_heading (row));
  tv_profile_style_method (NULL, get_session (model),
                           is_known && row->kind != TV_PATH_ROW_SELF ? row->sums.method
                                                                     : TV_METHOD_NONE,
                           widget);
  /* Only the base has it. */
  tv_profile_set_css_class (widget, "uncalled",
                            row->sums.calls == 0 && row->base.calls > 0);
}

void
tv_path_tree_init_cells (TvTableModelInterface *iface)
{
  iface->has_amounts = TRUE;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->get_text = get_text;
  iface->dup_description = dup_description;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_share = get_share;
  iface->dup_tooltip = dup_tooltip;
  iface->get_color = get_color;
  iface->style_row = style_row;
}
