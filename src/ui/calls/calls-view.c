/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/calls-view.h"

#include "ui/calls/call-histogram.h"
#include "ui/calls/call-list.h"
#include "ui/calls/call-numbers.h"
#include "ui/session/longest-call.h"
#include "ui/session/pending.h"
#include "ui/session/session-colors.h"
#include "ui/session/transform-text.h"
#include "ui/table/row-menu.h"
#include "ui/table/table-view.h"
#include "ui/widgets/placeholder.h"

#include <glib/gi18n-lib.h>

/* Pixels of the histogram and the list below which there is no layout yet. */
#define LEAST_ROOM 100

struct _TvCallsView
{
  GtkWidget parent_instance;

  GtkWidget *options;
  GSimpleActionGroup *actions;
  GtkDropDown *number;
  GtkDropDown *grouping;

  TvPlaceholder *placeholder; /* with the histogram, the numbers and the table in it */
  TvCallHistogram *histogram;
  TvCallNumbers numbers;
  TvTableView *table;
  TvColumnLayout *layout;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  TvPending *pending;
  TvCallList *list;
  TvCallsData *data; /* that is shown; NULL for none */
  TvJob *job;
};

G_DEFINE_FINAL_TYPE (TvCallsView, tv_calls_view, GTK_TYPE_WIDGET)

static void update (TvCallsView *self);

/* What is asked */

typedef struct
{
  TvCallsQuestion question;
  TvCallsData *data; /* the answer so far, NULL for none */
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
  return tv_table_rows_get_selected (tv_table_view_get_rows (self->table));
}

static void
update_numbers (TvCallsView *self)
{
  const TvCallsSpan span = tv_call_histogram_get_span (self->histogram);
  const guint group = tv_call_list_get_group (self->list, get_selected_row (self));

  tv_call_numbers_show (&self->numbers, self->session, self->data, &span, group);
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

  if (self->data == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
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
  TvTableRows *rows = tv_table_view_get_rows (self->table);
  guint call;

  if (self->data == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  call = tv_calls_data_find_original (
      self->data, tv_trace_session_get_selected_call (self->session));
  if (call != TV_CALL_LIST_NONE
      && tv_call_list_get_call (self->list, tv_table_rows_get_selected (rows)) != call)
    {
      tv_call_list_show_call (self->list, call);
      update_numbers (self);
    }
  update_marks (self);
}

/* The calls that are kept stand out in the pictures while the view is seen. */
static void
mark_kept (TvCallsView *self)
{
  const TvCallsOrder *order
      = self->list != NULL && gtk_widget_get_mapped (GTK_WIDGET (self))
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

/* What is seen stays while it is grouped or sorted anew. */
static void
update_pending (TvCallsView *self)
{
  tv_pending_set_asking (self->pending, self->job != NULL);
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
  tv_placeholder_say (self->placeholder, sentence);
}

/* Shows the calls that there are, or says why there are none. */
static void
say_if_empty (TvCallsView *self)
{
  const TvCallsData *data = self->data;

  tv_placeholder_say (
      self->placeholder,
      tv_call_sample_get_n (data->sample) > 0 ? NULL
      : data->base != NULL && tv_call_sample_get_n (data->base) > 0
          ? _ ("The selected method is called only in the base.")
      : tv_trace_session_get_transforms (self->session) != NULL
          ? _ ("Transforms leave no call of the selected method in this range of time "
               "and these threads.")
          : _ ("The selected method is not called in this range and these threads."));
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

/* Returns whether both traces know the numbers that are shown. */
static gboolean
compares_number (TvCallsView *self)
{
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

  if (self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  method = tv_trace_session_get_selected_method (self->session);
  gtk_widget_set_sensitive (self->options, method != TV_METHOD_NONE);
  if (method == TV_METHOD_NONE)
    {
      show_sentence (self, _ ("Select a method to see its calls."));
      return;
    }
  ask = make_ask (self, method);
  if (is_shown (self, ask))
    {
      stop (self);
      say_if_empty (self);
      ask_free (ask);
      return;
    }
  if (self->data == NULL || self->data->question.method != method)
    tv_placeholder_say_soon (self->placeholder, _ ("Listing calls…"));
  tv_job_start (&self->job, &type, ask, self);
  update_pending (self);
}

/* The same calls in another unit, or in other colours. */
static void
write_anew (TvCallsView *self)
{
  if (self->data != NULL)
    update_numbers (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->histogram));
}

/* What a person does */

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
  tv_trace_session_show_times (self->session,
                               tv_times_get (&calls.axis_start, ref.call),
                               tv_times_get (&calls.axis_end, ref.call));
}

/* What can be done with a row */

/* Returns the call of the selected row, or the longest one of a group;
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

static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallsView *self = TV_CALLS_VIEW (user_data);
  const guint call = get_selected_call (self);

  if (call != TV_CALL_LIST_NONE)
    tv_call_show_in_timeline (GTK_WIDGET (self), self->session,
                              tv_calls_get_original (self->data->calls, call));
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
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallsView *self = TV_CALLS_VIEW (user_data);
  g_autofree char *text = tv_table_view_dup_selected_text (self->table);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (user_data), text);
}

static void
copy_stack (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallsView *self = TV_CALLS_VIEW (user_data);
  const guint index = get_selected_call (self);
  g_autoptr (TvCallPath) path = NULL;
  g_autofree char *text = NULL;
  TvMethodCall call;

  if (index == TV_CALL_LIST_NONE)
    return;
  tv_method_calls_get (self->data->calls, index, &call);
  path = tv_call_path_new_to_call (self->data->calls->trace, call.ref);
  text = tv_call_path_dup_text (path, self->data->calls->trace);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (user_data), text);
}

static void
on_activated (TvTableRows *rows, guint position, TvCallsView *self)
{
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
      show_in_timeline (NULL, NULL, self);
    }
}

static const TvRowShortcut shortcuts[] = {
  { "calls.row-menu", "Menu|<Shift>F10" },
  { "calls.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "calls.copy-row", "<Control>c|<Control>Insert" },
  { "calls.copy-stack", "<Control><Alt>s" },
};

static GMenuModel *new_menu (GtkWidget *view);

static const TvRowMenu row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static GMenuModel *
new_menu (GtkWidget *view)
{
  TvCallsView *self = TV_CALLS_VIEW (view);
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new ();
  GMenu *menu = g_menu_new ();

  tv_row_menu_append (&row_menu, menu, _ ("_Show in Timeline"),
                      "calls.show-in-timeline");
  tv_row_menu_append (&row_menu, menu, _ ("_Go to Caller"), "calls.go-to-caller");
  /* It is about the selected call. */
  if (tv_call_list_get_call (self->list, get_selected_row (self)) != TV_CALL_LIST_NONE)
    tv_row_menu_append (&row_menu, menu, _ ("Add _Note…"), "timeline.add-note");
  g_menu_append_submenu (menu, _ ("_Transform"), transforms);
  tv_row_menu_append (&row_menu, menu, _ ("_Copy Row"), "calls.copy-row");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Stac_k"), "calls.copy-stack");
  tv_row_menu_append (&row_menu, menu, _ ("_Export…"), "win.export");
  tv_row_menu_append (&row_menu, menu, _ ("C_hoose Columns…"), "calls.choose-columns");
  return G_MENU_MODEL (menu);
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_row_menu_open (
      &row_menu, tv_table_view_get_rows (TV_CALLS_VIEW (user_data)->table), user_data);
}

/* The session */

static void
clear_session (TvCallsView *self)
{
  show_sentence (self, "");
  g_signal_group_set_target (self->session_signals, NULL);
  tv_pending_set_session (self->pending, NULL);
  tv_table_view_set_model (self->table, NULL);
  g_clear_object (&self->list);
  g_clear_object (&self->session);
}

/* Offers the time without waiting where it is known. */
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

/**
 * tv_calls_view_set_session:
 * @self: a view
 * @session: (nullable): what to show, %NULL for nothing
 *
 * Shows another session.
 */
void
tv_calls_view_set_session (TvCallsView *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_CALLS_VIEW (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == self->session)
    return;
  clear_session (self);
  if (session == NULL)
    return;
  self->session = g_object_ref (session);
  self->list = tv_call_list_new (session);
  offer_numbers (self);
  tv_call_histogram_set_span (self->histogram, TV_CALLS_ALL);
  g_signal_connect_object (self->list, "resort", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (on_picked), self,
                           G_CONNECT_SWAPPED);
  tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->list));
  g_signal_group_set_target (self->session_signals, session);
  tv_pending_set_session (self->pending, session);
  update (self);
}

/**
 * tv_calls_view_get_action_group:
 * @self: a view
 *
 * Returns: (transfer none): its actions. The states of `number`, `grouping`,
 * `log-time`, `log-bars`, `by-time`, `trim` and `columns` can be saved
 */
GActionGroup *
tv_calls_view_get_action_group (TvCallsView *self)
{
  g_return_val_if_fail (TV_IS_CALLS_VIEW (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * tv_calls_view_take_rows:
 * @self: a view
 * @taken: (out): all calls that are listed, or all groups with the calls of open ones
 *
 * Returns: whether there are any
 */
gboolean
tv_calls_view_take_rows (TvCallsView *self, TvTakenRows *taken)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  TvTableExport *table;
  guint n;

  g_return_val_if_fail (TV_IS_CALLS_VIEW (self), FALSE);

  if (self->list == NULL)
    return FALSE;
  n = tv_table_columns_list_shown (tv_table_view_get_columns (self->table), columns);
  table = tv_call_list_export (self->list, columns, n);
  if (table != NULL)
    *taken = tv_table_export_take_rows (table);
  return table != NULL;
}

/* The widget */

/* The view's key leads to what is looked at, and not to the options above it. */
static gboolean
tv_calls_view_mnemonic_activate (GtkWidget *widget, gboolean group_cycling)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (tv_table_view_get_rows (TV_CALLS_VIEW (widget)->table)));
}

static void
tv_calls_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_calls_view_parent_class)->map (widget);
  update (TV_CALLS_VIEW (widget));
  mark_kept (TV_CALLS_VIEW (widget));
  on_selected_call (TV_CALLS_VIEW (widget));
}

static void
tv_calls_view_unmap (GtkWidget *widget)
{
  stop (TV_CALLS_VIEW (widget));
  GTK_WIDGET_CLASS (tv_calls_view_parent_class)->unmap (widget);
  mark_kept (TV_CALLS_VIEW (widget));
}

static void
tv_calls_view_dispose (GObject *object)
{
  TvCallsView *self = TV_CALLS_VIEW (object);
  GtkWidget *child;

  if (self->table != NULL)
    clear_session (self);
  self->table = NULL;
  g_clear_pointer (&self->pending, tv_pending_free);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->layout);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "calls", NULL);
  g_clear_object (&self->actions);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (tv_calls_view_parent_class)->dispose (object);
}

static void
tv_calls_view_class_init (TvCallsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_calls_view_dispose;
  widget_class->mnemonic_activate = tv_calls_view_mnemonic_activate;
  widget_class->map = tv_calls_view_map;
  widget_class->unmap = tv_calls_view_unmap;
  gtk_widget_class_set_css_name (widget_class, "calls");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

/* The button in it has the focus, and no name of its own. */
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
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (state));
  gtk_box_append (GTK_BOX (self->options), choice);
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

  self->options = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->options, "options");
  self->number = add_choice (self, "number", _ ("Which time of the calls"), numbers);
  self->grouping = add_choice (self, "grouping", _ ("Groups of calls"), groupings);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Histogram"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_box_append (GTK_BOX (self->options), button);
  gtk_widget_set_parent (self->options, GTK_WIDGET (self));
}

static GtkWidget *
make_table (TvCallsView *self)
{
  /* The looks of a table are those of the profile. */
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "css-name", "profile", NULL);
  GtkWidget *scrolled = tv_table_view_new_scrolled (&self->table);

  self->layout = tv_call_list_new_layout ();
  tv_table_view_set_layout (self->table, self->layout, G_ACTION_MAP (self->actions),
                            "calls");
  g_signal_connect (tv_table_view_get_rows (self->table), "activate",
                    G_CALLBACK (on_activated), self);
  tv_row_menu_add (&row_menu, tv_table_view_get_rows (self->table), GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (box), scrolled);
  return box;
}

/* Gives each half the same, but the numbers what they need; less only if little would
 * be left for the list. GTK keeps the proportion from here on. */
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
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->histogram = TV_CALL_HISTOGRAM (tv_call_histogram_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->histogram), TRUE);
  g_signal_connect_swapped (self->histogram, "span-changed",
                            G_CALLBACK (on_span_changed), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->histogram));
  tv_call_histogram_add_actions (self->histogram, G_ACTION_MAP (self->actions));
  gtk_box_append (GTK_BOX (box), tv_call_numbers_init (&self->numbers));
  gtk_paned_set_start_child (GTK_PANED (paned), box);
  gtk_paned_set_end_child (GTK_PANED (paned), make_table (self));
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  g_signal_connect (paned, "notify::max-position", G_CALLBACK (place_split), NULL);
  for (TvNumbersColumn i = 0; i < TV_N_NUMBERS; i++)
    g_signal_connect_object (self->numbers.labels[i][TV_N_NUMBER_ROWS - 1],
                             "notify::visible", G_CALLBACK (place_split), paned,
                             G_CONNECT_SWAPPED);
  return paned;
}

static void
connect_signals (TvCallsView *self)
{
  static const struct
  {
    const char *signal;
    void (*handler) (TvCallsView *self);
  } handlers[] = {
    { "notify::ranking", update },
    { "selection-changed::method", update },
    { "notify::primary-clock", update },
    { "notify::time-unit", write_anew },
    { "selection-changed", on_selected_call },
    { "notify::pointed-call", update_marks },
  };

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_group_connect_swapped (self->session_signals, handlers[i].signal,
                                    G_CALLBACK (handlers[i].handler), self);
}

static void
add_actions (TvCallsView *self)
{
  static const GActionEntry entries[] = {
    { "row-menu", open_menu, NULL, NULL, NULL, { 0 } },
    { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
    { "go-to-caller", go_to_caller, NULL, NULL, NULL, { 0 } },
    { "copy-row", copy_row, NULL, NULL, NULL, { 0 } },
    { "copy-stack", copy_stack, NULL, NULL, NULL, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "calls",
                                  G_ACTION_GROUP (self->actions));
}

static void
tv_calls_view_init (TvCallsView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *calls;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->pending = tv_pending_new (GTK_WIDGET (self));
  connect_signals (self);
  add_actions (self);
  add_options (self);
  calls = make_calls (self);
  self->placeholder = TV_PLACEHOLDER (
      tv_placeholder_new (calls, GTK_WIDGET (tv_table_view_get_rows (self->table))));
  gtk_widget_set_vexpand (GTK_WIDGET (self->placeholder), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->placeholder), GTK_WIDGET (self));
  tv_placeholder_say (self->placeholder, "");
}

GtkWidget *
tv_calls_view_new (void)
{
  return g_object_new (TV_TYPE_CALLS_VIEW, NULL);
}
