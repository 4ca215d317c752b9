/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/calls-view.h"

#include "trace/model/trace-samples.h"
#include "ui/calls/call-histogram.h"
#include "ui/calls/call-list.h"
#include "ui/calls/call-numbers.h"
#include "ui/session/session-colors.h"
#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>

/* If the histogram and the list have fewer pixels, there is no layout yet. */
#define LEAST_ROOM 100

struct _TvCallsView
{
  TvView parent_instance;

  GtkWidget *options;
  GtkWidget *legend; /* of the bars of a comparison */
  GtkDropDown *number;
  GtkDropDown *grouping;
  GtkLabel *method;

  TvCallHistogram *histogram;
  TvCallNumbers numbers;
  GtkWidget *numbers_box;
  GtkPaned *split;
  TvTableRows *rows;
  TvColumnLayout *layout;
  guint own_order; /* see show_own_order() */

  TvTraceSession *session; /* borrowed */
  TvCallList *list;
  TvCallsData *data; /* the current calls; NULL for none */
  TvJob *job;
};

G_DEFINE_FINAL_TYPE (TvCallsView, tv_calls_view, TV_TYPE_VIEW)

static void update (TvCallsView *self);

/* Requests */

typedef struct
{
  TvCallsQuestion question;
  TvCallsData *data; /* calls that can be reused, or NULL */
  TvCallsSpan span;
  TvCallsColumn column;
  gboolean descending;
} Ask;

static void
ask_free (gpointer data)
{
  Ask *ask = data;

  tv_profile_unref (ask->question.profile);
  g_clear_pointer (&ask->question.base, tv_profile_unref);
  g_clear_pointer (&ask->data, tv_calls_data_unref);
  g_free (ask);
}

static gpointer
answer (gpointer data, GCancellable *cancellable, GError **error)
{
  const Ask *ask = data;
  g_autoptr (TvCallsData) calls
      = ask->data != NULL ? tv_calls_data_ref (ask->data)
                          : tv_calls_data_new (&ask->question, cancellable, error);

  return calls != NULL ? tv_calls_order_new (calls, &ask->span, ask->column,
                                             ask->descending, cancellable)
                       : NULL;
}

static gboolean
has_same_question (const TvCallsData *data, const TvCallsQuestion *question)
{
  return data != NULL && data->question.profile == question->profile
         && data->question.method == question->method
         && data->question.number == question->number
         && data->question.clock == question->clock
         && data->question.grouping == question->grouping
         && data->question.base == question->base;
}

static TvCallNumber
get_number (TvCallsView *self)
{
  static const TvCallNumber numbers[]
      = { TV_CALL_NUMBER_INCLUSIVE, TV_CALL_NUMBER_EXCLUSIVE, TV_CALL_NUMBER_RUNNING };
  const guint selected = gtk_drop_down_get_selected (self->number);

  return selected < G_N_ELEMENTS (numbers) ? numbers[selected]
                                           : TV_CALL_NUMBER_INCLUSIVE;
}

static TvCallGrouping
get_grouping (TvCallsView *self)
{
  const guint selected = gtk_drop_down_get_selected (self->grouping);

  return selected <= TV_CALL_GROUPING_PATH ? (TvCallGrouping) selected
                                           : TV_CALL_GROUPING_NONE;
}

/* Numbers */

static guint
get_selected_row (TvCallsView *self)
{
  return tv_table_rows_get_selected (self->rows);
}

static int
measure_numbers (TvCallsView *self)
{
  int width;

  gtk_widget_measure (self->numbers_box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width,
                      NULL, NULL);
  return width;
}

/* The list makes room for a column of numbers that comes, and not the histogram, which
 * would move during a drag. */
static void
show_numbers (TvCallsView *self, guint group)
{
  const TvCallsSpan span = tv_call_histogram_get_span (self->histogram);
  const guint n_columns = tv_call_numbers_count (&self->numbers);
  const int width = measure_numbers (self);

  tv_call_numbers_show (&self->numbers, self->session, self->data, &span, group);
  if (tv_call_numbers_count (&self->numbers) != n_columns)
    gtk_paned_set_position (self->split, gtk_paned_get_position (self->split)
                                             + measure_numbers (self) - width);
}

static void
update_numbers (TvCallsView *self)
{
  const guint group = tv_call_list_get_group (self->list, get_selected_row (self));

  show_numbers (self, group);
  tv_call_histogram_set_group (self->histogram, group);
}

/* Marks of calls */

static gint64
get_time (TvCallsView *self, guint call)
{
  return call != TV_CALL_LIST_NONE
             ? tv_method_calls_get_number (self->data->calls, call,
                                           self->data->question.number,
                                           self->data->question.clock)
             : TV_HISTOGRAM_NO_TIME;
}

static void
update_marks (TvCallsView *self)
{
  guint pointed;
  guint selected;

  if (self->data == NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  pointed = tv_calls_data_find_original (
      self->data, tv_trace_session_get_pointed_call (self->session));
  selected = tv_calls_data_find_original (
      self->data, tv_trace_session_get_selected_call (self->session));
  tv_call_histogram_set_marks (self->histogram, get_time (self, pointed),
                               get_time (self, selected));
  tv_call_list_set_pointed (self->list, pointed);
}

static void
on_selected_call (TvCallsView *self)
{
  guint call;

  if (self->data == NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  call = tv_calls_data_find_original (
      self->data, tv_trace_session_get_selected_call (self->session));
  if (call != TV_CALL_LIST_NONE
      && tv_call_list_get_call (self->list, get_selected_row (self)) != call)
    {
      tv_call_list_show_call (self->list, call);
      update_numbers (self);
    }
  update_marks (self);
}

/* While the view is visible, the calls in the span stand out in pictures. */
static void
mark_kept (TvCallsView *self)
{
  const TvCallsOrder *order = self->list != NULL && tv_view_is_seen (TV_VIEW (self))
                                  ? tv_call_list_get_order (self->list)
                                  : NULL;
  TvTraceSession *base
      = self->session != NULL ? tv_trace_session_get_base (self->session) : NULL;

  if (self->session != NULL)
    tv_session_colors_set_kept (tv_trace_session_get_colors (self->session),
                                order != NULL ? order->kept : NULL);
  if (base != NULL)
    tv_session_colors_set_kept (tv_trace_session_get_colors (base),
                                order != NULL ? order->kept_of_base : NULL);
}

/* Answers */

/* While calls are grouped or sorted again, the old list stays and is marked as pending.
 */
static void
update_pending (TvCallsView *self)
{
  tv_view_set_asking (TV_VIEW (self), self->job != NULL);
}

static void
stop (TvCallsView *self)
{
  tv_job_cancel (&self->job);
  update_pending (self);
}

/* Says why there are no calls. */
static void
show_sentence (TvCallsView *self, const char *sentence)
{
  stop (self);
  if (self->list != NULL)
    tv_call_list_set_order (self->list, NULL);
  mark_kept (self);
  tv_call_histogram_set_data (self->histogram, NULL, NULL);
  g_clear_pointer (&self->data, tv_calls_data_unref);
  gtk_widget_set_visible (self->legend, FALSE);
  tv_view_say (TV_VIEW (self), sentence);
}

/* Shows the calls, or says why there are none. */
static void
say_if_empty (TvCallsView *self)
{
  const TvCallsData *data = self->data;

  tv_view_say (
      TV_VIEW (self),
      tv_call_sample_get_n (data->sample) > 0 ? NULL
      : data->base != NULL && tv_call_sample_get_n (data->base) > 0
          ? tv_trace_session_get_text (
              self->session, N_ ("The selected method is called only in the base."))
      : tv_trace_session_get_transforms (self->session) != NULL
          ? tv_trace_session_get_text (self->session,
                                       N_ ("Transforms leave no call of the selected "
                                           "method in this range of time "
                                           "and these threads."))
          : tv_trace_session_get_text (self->session,
                                       N_ ("The selected method is not called in this "
                                           "range of time and these threads.")));
}

static void
show_order (TvCallsView *self, TvCallsOrder *order)
{
  if (order->data != self->data)
    {
      g_clear_pointer (&self->data, tv_calls_data_unref);
      self->data = tv_calls_data_ref (order->data);
      tv_call_histogram_set_data (self->histogram, self->session, self->data);
      tv_column_layout_set_view (self->layout, self->data->groups != NULL ? 1 : 0);
    }
  gtk_widget_set_visible (self->legend,
                          self->data->base != NULL
                              && tv_call_sample_get_n (self->data->base) > 0);
  tv_call_list_set_order (self->list, order);
  mark_kept (self);
  say_if_empty (self);
  update_numbers (self);
  on_selected_call (self);
}

static void
on_answered (gpointer owner, gpointer question, gpointer order, const GError *error)
{
  TvCallsView *self = TV_CALLS_VIEW (owner);

  update_pending (self);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_sentence (self, error->message);
  if (order == NULL)
    return;
  show_order (self, order);
  tv_calls_order_unref (order);
}

static gboolean
is_shown (TvCallsView *self, const Ask *ask)
{
  const TvCallsOrder *order = tv_call_list_get_order (self->list);

  return ask->data != NULL && order != NULL && order->data == ask->data
         && tv_calls_span_equal (&order->span, &ask->span)
         && order->column == ask->column && order->descending == ask->descending;
}

/* Returns whether both traces have the chosen time, and calls that can be compared. */
static gboolean
compares_number (TvCallsView *self)
{
  if (!tv_trace_session_compares_amounts (self->session))
    return FALSE;
  return get_number (self) != TV_CALL_NUMBER_RUNNING
         || (tv_trace_session_compares_clock (self->session, TV_CLOCK_THREAD_CPU)
             && tv_trace_session_compares_clock (self->session, TV_CLOCK_WALL));
}

static Ask *
make_ask (TvCallsView *self, guint32 method)
{
  TvProfile *base = tv_trace_session_get_base_profile (self->session);
  Ask *ask = g_new0 (Ask, 1);

  ask->question = (TvCallsQuestion){
    .profile = tv_profile_ref (tv_trace_session_get_profile (self->session)),
    .method = method,
    .number = get_number (self),
    .clock = tv_trace_session_get_primary_clock (self->session),
    .grouping = get_grouping (self),
  };
  if (base != NULL && compares_number (self))
    ask->question.base = tv_profile_ref (base);
  if (has_same_question (self->data, &ask->question))
    ask->data = tv_calls_data_ref (self->data);
  else if (self->data != NULL
           && (self->data->question.method != method
               || self->data->question.number != ask->question.number
               || self->data->question.clock != ask->question.clock))
    tv_call_histogram_set_span (self->histogram, TV_CALLS_ALL);
  ask->span = tv_call_histogram_get_span (self->histogram);
  ask->column = tv_call_list_get_sort (self->list, &ask->descending);
  return ask;
}

/* Calls are in their own order, groups by what they take together. */
static void
show_own_order (TvCallsView *self)
{
  TvTableColumns *columns
      = tv_table_view_get_columns (tv_view_get_table (TV_VIEW (self)));
  const gboolean is_grouped = get_grouping (self) != TV_CALL_GROUPING_NONE;
  const guint before = self->own_order;

  self->own_order = !is_grouped ? TV_CALLS_START
                    : get_number (self) == TV_CALL_NUMBER_EXCLUSIVE
                        ? TV_CALLS_EXCLUSIVE
                        : TV_CALLS_INCLUSIVE;
  if (before == self->own_order)
    return;
  g_signal_handlers_block_by_func (self->list, update, self);
  tv_table_columns_show_order (columns, before, self->own_order, is_grouped);
  g_signal_handlers_unblock_by_func (self->list, update, self);
}

static void
name_method (TvCallsView *self, guint32 method)
{
  TvTrace *trace = tv_profile_get_trace (tv_trace_session_get_profile (self->session));
  g_autoptr (TvNameText) name = NULL;
  g_autofree char *tooltip = NULL;

  if (method < tv_trace_get_n_methods (trace))
    {
      name = tv_name_text_new (tv_trace_get_method (trace, method));
      tooltip = tv_method_dup_display_name (tv_trace_get_method (trace, method));
    }
  gtk_label_set_text (self->method, name != NULL ? name->text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->method), tooltip);
}

static void
update (TvCallsView *self)
{
  static const TvJobType type
      = { .run = answer,
          .done = on_answered,
          .free_question = ask_free,
          .free_answer = (GDestroyNotify) tv_calls_order_unref };
  guint32 method;
  Ask *ask;

  if (self->session == NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  if (tv_trace_has_samples (tv_trace_session_get_trace (self->session)))
    {
      gtk_widget_set_sensitive (self->options, FALSE);
      show_sentence (self,
                     _ ("Samples do not show individual calls or how long each one "
                        "took. The other views show what was sampled."));
      return;
    }
  method = tv_trace_session_get_selected_method (self->session);
  gtk_widget_set_sensitive (self->options, method != TV_METHOD_NONE);
  name_method (self, method);
  if (method == TV_METHOD_NONE)
    {
      show_sentence (
          self, tv_trace_session_get_text (self->session,
                                           N_ ("Select a method to see its calls.")));
      return;
    }
  show_own_order (self);
  ask = make_ask (self, method);
  if (is_shown (self, ask))
    {
      stop (self);
      say_if_empty (self);
      ask_free (ask);
      return;
    }
  if (self->data == NULL || self->data->question.method != method)
    tv_view_say_soon (TV_VIEW (self),
                      tv_trace_session_get_text (self->session, N_ ("Listing calls…")));
  tv_job_start (&self->job, &type, ask, self);
  update_pending (self);
}

/* Shows the same calls in another unit or in other colours. */
static void
refresh (TvCallsView *self)
{
  if (self->data != NULL)
    update_numbers (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->histogram));
}

/* Input */

static void
on_span_changed (TvCallsView *self)
{
  if (self->data == NULL)
    return;
  update_numbers (self);
  update (self);
}

static void
on_picked (TvCallsView *self)
{
  const guint call = tv_call_list_get_call (self->list, get_selected_row (self));
  TvCallRef ref;
  TvCalls calls;

  update_numbers (self);
  if (call == TV_CALL_LIST_NONE)
    return;
  ref = tv_calls_get_original (self->data->calls, call);
  tv_trace_session_select_call (self->session, ref);
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), ref.thread);
  tv_trace_session_scroll_to (self->session, tv_times_get (&calls.axis_start, ref.call),
                              tv_times_get (&calls.axis_end, ref.call));
}

/* Actions of a row */

/* Returns the call of the selected row, or the longest call of a group;
 * TV_CALL_LIST_NONE for none. */
static guint
get_selected_call (TvCallsView *self)
{
  const TvCallsSpan span = tv_call_histogram_get_span (self->histogram);
  const guint row = get_selected_row (self);
  const guint call = tv_call_list_get_call (self->list, row);
  const guint group = tv_call_list_get_group (self->list, row);
  gsize first;
  gsize end;

  if (self->data == NULL || call != TV_CALL_LIST_NONE || group == TV_CALL_LIST_NONE)
    return call;
  tv_call_sample_get_group (self->data->grouped, group, &first, &end);
  return tv_call_sample_get_call (
      self->data->grouped,
      tv_call_sample_find (self->data->grouped, first, end, span.high) - 1);
}

static gboolean
get_target (TvView *view, TvRowTarget *target)
{
  TvCallsView *self = TV_CALLS_VIEW (view);
  const guint index = get_selected_call (self);
  TvMethodCall call;

  if (index == TV_CALL_LIST_NONE)
    return FALSE;
  tv_method_calls_get (self->data->calls, index, &call);
  target->trace = self->data->calls->trace;
  target->method = self->data->question.method;
  target->path = tv_call_path_new_to_call (target->trace, call.ref);
  target->call = tv_calls_get_original (self->data->calls, index);
  return TRUE;
}

static void
go_to_caller (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallsView *self = TV_CALLS_VIEW (user_data);
  const guint index = get_selected_call (self);
  TvMethodCall call = { .caller = TV_METHOD_NONE };

  if (index != TV_CALL_LIST_NONE)
    tv_method_calls_get (self->data->calls, index, &call);
  if (call.caller != TV_METHOD_NONE)
    tv_trace_session_select_method (self->session, call.caller);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
activate_row (TvView *view, guint position)
{
  TvCallsView *self = TV_CALLS_VIEW (view);
  TvTableModel *model = TV_TABLE_MODEL (self->list);
  g_autoptr (GObject) row = g_list_model_get_item (
      G_LIST_MODEL (TV_TABLE_MODEL_GET_IFACE (model)->get_selection (model)), position);

  if (GTK_IS_TREE_LIST_ROW (row)
      && gtk_tree_list_row_is_expandable (GTK_TREE_LIST_ROW (row)))
    gtk_tree_list_row_set_expanded (
        GTK_TREE_LIST_ROW (row),
        !gtk_tree_list_row_get_expanded (GTK_TREE_LIST_ROW (row)));
  else
    {
      TV_TABLE_MODEL_GET_IFACE (model)->select (model, position);
      (void) gtk_widget_activate_action (GTK_WIDGET (self), "calls.show-in-timeline",
                                         NULL);
    }
}

static const TvRowShortcut shortcuts[] = {
  { "calls.row-menu", "Menu|<Shift>F10" },
  { "calls.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "calls.copy-row", "<Control>c|<Control>Insert" },
  { "calls.copy-rows", "<Control><Shift>c" },
  { "calls.copy-name::full", "<Control><Alt>c" },
  { "calls.copy-stack", "<Control><Alt>s" },
};

static GMenuModel *new_menu (GtkWidget *view);

static const TvRowMenu row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static GMenuModel *
new_menu (GtkWidget *view)
{
  TvCallsView *self = TV_CALLS_VIEW (view);
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new (
      tv_trace_session_get_trace (tv_view_get_session (TV_VIEW (view))));
  GMenu *menu = g_menu_new ();

  tv_row_menu_append (&row_menu, menu, _ ("_Show in Timeline"),
                      "calls.show-in-timeline");
  tv_row_menu_append (&row_menu, menu,
                      tv_trace_session_get_text (self->session, N_ ("_Go to Caller")),
                      "calls.go-to-caller");
  /* A note is about a single call. */
  if (tv_call_list_get_call (self->list, get_selected_row (self)) != TV_CALL_LIST_NONE)
    tv_row_menu_append (&row_menu, menu, _ ("Add _Note…"), "timeline.add-note");
  g_menu_append_submenu (menu, _ ("_Transform"), transforms);
  tv_row_menu_append (&row_menu, menu, _ ("_Copy Row"), "calls.copy-row");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Na_me"), "calls.copy-name::full");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Stac_k"), "calls.copy-stack");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Ta_ble"), "calls.copy-rows");
  tv_row_menu_append (&row_menu, menu, _ ("_Export…"), "win.export");
  tv_row_menu_append (&row_menu, menu, _ ("C_hoose Columns…"), "calls.choose-columns");
  return G_MENU_MODEL (menu);
}

/* The session */

/* Offers the time without waiting if the trace has it. */
static void
offer_numbers (TvCallsView *self)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (self->number));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  const char *const more[] = { _ ("Without Waiting"), NULL };
  const gboolean is_dual = tv_trace_has_clock (trace, TV_CLOCK_WALL)
                           && tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU);

  gtk_string_list_splice (list, 2, n - 2, is_dual ? more : NULL);
}

/* Says of what there are groups, as the trace does. */
static void
offer_groupings (TvCallsView *self)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (self->grouping));
  const guint selected = gtk_drop_down_get_selected (self->grouping);
  const char *const names[]
      = { tv_trace_session_get_text (self->session, N_ ("By Caller")),
          tv_trace_session_get_text (self->session, N_ ("By Call Path")), NULL };

  if (g_str_equal (gtk_string_list_get_string (list, TV_CALL_GROUPING_CALLER),
                   names[0]))
    return;
  gtk_string_list_splice (list, TV_CALL_GROUPING_CALLER, 2, names);
  gtk_drop_down_set_selected (self->grouping, selected);
}

static void
session_changed (TvView *view)
{
  TvCallsView *self = TV_CALLS_VIEW (view);

  show_sentence (self, "");
  tv_table_view_set_model (tv_view_get_table (view), NULL);
  g_clear_object (&self->list);
  self->session = tv_view_get_session (view);
  if (self->session == NULL)
    return;
  self->list = tv_call_list_new (self->session);
  self->own_order = TV_TABLE_MAX_COLUMNS;
  offer_numbers (self);
  offer_groupings (self);
  tv_call_histogram_set_span (self->histogram, TV_CALLS_ALL);
  g_signal_connect_object (self->list, "resort", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (on_picked), self,
                           G_CONNECT_SWAPPED);
  tv_table_view_set_model (tv_view_get_table (view), TV_TABLE_MODEL (self->list));
  update (self);
}

/* Exports all listed calls, or all groups with the calls of open groups. */
static TvTableExport *
export_rows (TvView *view, const guint *columns, guint n_columns)
{
  return tv_call_list_export (TV_CALLS_VIEW (view)->list, columns, n_columns);
}

/* The widget */

static void
seen_changed (TvView *view)
{
  TvCallsView *self = TV_CALLS_VIEW (view);

  if (tv_view_is_seen (view))
    update (self);
  else
    stop (self);
  mark_kept (self);
  on_selected_call (self);
}

static void
tv_calls_view_finalize (GObject *object)
{
  g_object_unref (TV_CALLS_VIEW (object)->layout);

  G_OBJECT_CLASS (tv_calls_view_parent_class)->finalize (object);
}

static void
tv_calls_view_class_init (TvCallsViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_calls_view_finalize;
  view_class->prefix = "calls";
  view_class->row_menu = &row_menu;
  view_class->session_changed = session_changed;
  view_class->seen_changed = seen_changed;
  view_class->get_target = get_target;
  view_class->activate_row = activate_row;
  view_class->export_rows = export_rows;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "calls");
}

/* The button inside a drop-down has the focus, but no accessible name of its own. */
static void
name_choice (GtkDropDown *choice)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (choice));
  GtkStringObject *chosen = gtk_drop_down_get_selected_item (choice);
  g_autofree char *name
      = g_strdup_printf ("%s: %s", gtk_widget_get_tooltip_text (GTK_WIDGET (choice)),
                         chosen != NULL ? gtk_string_object_get_string (chosen) : "");

  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* The choices in the menu for where there is little room. */
static void
fill_choices (GListModel *choices, guint position, guint removed, guint added,
              GMenu *section)
{
  const char *action = g_object_get_data (G_OBJECT (section), "action");

  g_menu_remove_all (section);
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      const char *title = gtk_string_list_get_string (GTK_STRING_LIST (choices), i);
      g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

      g_menu_item_set_action_and_target (item, action, "u", i);
      g_menu_append_item (section, item);
    }
}

static void
append_choices (TvCallsView *self, const char *action, GtkDropDown *choice)
{
  GListModel *choices = gtk_drop_down_get_model (choice);
  g_autoptr (GMenu) section = g_menu_new ();

  g_object_set_data_full (G_OBJECT (section), "action",
                          g_strconcat ("calls.", action, NULL), g_free);
  fill_choices (choices, 0, 0, 0, section);
  g_signal_connect_object (choices, "items-changed", G_CALLBACK (fill_choices), section,
                           0);
  g_menu_append_section (tv_view_get_menu (TV_VIEW (self)),
                         gtk_widget_get_tooltip_text (GTK_WIDGET (choice)),
                         G_MENU_MODEL (section));
}

static GtkDropDown *
add_choice (TvCallsView *self, const char *action, const char *name,
            const char *const *choices)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings (choices);
  g_autoptr (GPropertyAction) state
      = g_property_action_new (action, choice, "selected");

  gtk_widget_set_tooltip_text (choice, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  name_choice (GTK_DROP_DOWN (choice));
  g_signal_connect (choice, "notify::selected-item", G_CALLBACK (name_choice), NULL);
  g_signal_connect_swapped (choice, "notify::selected", G_CALLBACK (update), self);
  g_action_map_add_action (G_ACTION_MAP (tv_view_get_action_group (TV_VIEW (self))),
                           G_ACTION (state));
  gtk_box_append (GTK_BOX (self->options), choice);
  append_choices (self, action, GTK_DROP_DOWN (choice));
  return GTK_DROP_DOWN (choice);
}

static void
add_options (TvCallsView *self)
{
  const char *const numbers[] = { _ ("Inclusive Time"), _ ("Exclusive Time"), NULL };
  const char *const groupings[]
      = { _ ("No Groups"), _ ("By Thread"), _ ("By Caller"), _ ("By Call Path"), NULL };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = tv_call_histogram_menu_new ();

  self->options = tv_view_add_options (TV_VIEW (self));
  self->number = add_choice (self, "number", _ ("Which Time"), numbers);
  self->grouping = add_choice (self, "grouping", _ ("Groups"), groupings);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Histogram"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_box_append (GTK_BOX (self->options), button);
  g_menu_append_submenu (tv_view_get_menu (TV_VIEW (self)), _ ("_Histogram"), menu);
  self->method = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->method, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->method, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->method), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->method), "heading");
  gtk_box_append (GTK_BOX (self->options), GTK_WIDGET (self->method));
  /* Translators: filled and outlined bars. */
  self->legend = gtk_label_new (_ ("■ Trace  □ Base"));
  gtk_widget_set_visible (self->legend, FALSE);
  gtk_widget_set_tooltip_text (
      self->legend,
      _ ("Filled Bars Are Calls of the Trace, Outlined Ones Those of the Base"));
  gtk_box_append (GTK_BOX (self->options), self->legend);
}

static GtkWidget *
make_table (TvCallsView *self)
{
  TvView *view = TV_VIEW (self);
  /* The table has the style of the profile. */
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "css-name", "profile", NULL);

  gtk_box_append (GTK_BOX (box), tv_view_make_table (view));
  self->rows = tv_table_view_get_rows (tv_view_get_table (view));
  self->layout = tv_call_list_new_layout ();
  tv_table_view_set_layout (tv_view_get_table (view), self->layout,
                            G_ACTION_MAP (tv_view_get_action_group (view)), "calls");
  return box;
}

/* Gives both halves the same room, but the numbers at least what they need, unless too
 * little would be left for the list. */
static void
place_split (GtkPaned *paned)
{
  gboolean is_placed;
  int room;
  int position;
  int needed;

  g_object_get (paned, "max-position", &room, "position-set", &is_placed, "position",
                &position, NULL);
  if (room < LEAST_ROOM || room == G_MAXINT)
    return;
  g_signal_handlers_disconnect_by_func (paned, place_split, NULL);
  gtk_widget_measure (gtk_paned_get_start_child (paned), GTK_ORIENTATION_HORIZONTAL, -1,
                      NULL, &needed, NULL, NULL);
  gtk_paned_set_position (
      paned, MAX (is_placed ? position : room / 2, MIN (needed, room * 2 / 3)));
}

static GtkWidget *
make_calls (TvCallsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *split;

  self->histogram = TV_CALL_HISTOGRAM (tv_call_histogram_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->histogram), TRUE);
  g_signal_connect_swapped (self->histogram, "span-changed",
                            G_CALLBACK (on_span_changed), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->histogram));
  tv_call_histogram_add_actions (
      self->histogram, G_ACTION_MAP (tv_view_get_action_group (TV_VIEW (self))));
  self->numbers_box = tv_call_numbers_init (&self->numbers);
  gtk_box_append (GTK_BOX (box), self->numbers_box);
  split = tv_view_make_split (box, make_table (self), place_split);
  self->split = GTK_PANED (split);
  return split;
}

static void
listen (TvCallsView *self)
{
  static const struct
  {
    const char *signal;
    void (*handler) (TvCallsView *self);
  } handlers[] = {
    { "notify::ranking", update },
    { "selection-changed::method", update },
    { "notify::primary-clock", update },
    { "notify::time-unit", refresh },
    { "selection-changed", on_selected_call },
    { "notify::pointed-call", update_marks },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    tv_view_listen (TV_VIEW (self), handlers[i].signal,
                    G_CALLBACK (handlers[i].handler));
}

static void
tv_calls_view_init (TvCallsView *self)
{
  static const GActionEntry entries[] = {
    { "go-to-caller", go_to_caller, NULL, NULL, NULL, { 0 } },
  };
  GtkWidget *calls;

  listen (self);
  tv_view_add_actions (TV_VIEW (self), entries, G_N_ELEMENTS (entries));
  add_options (self);
  calls = make_calls (self);
  tv_view_set_content (
      TV_VIEW (self),
      tv_view_make_placeholder (TV_VIEW (self), calls, GTK_WIDGET (self->rows)));
  tv_view_say (TV_VIEW (self), "");
}

GtkWidget *
tv_calls_view_new (void)
{
  return g_object_new (TV_TYPE_CALLS_VIEW, NULL);
}
