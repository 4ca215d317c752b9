/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/scope-threads.h"

#include "analysis/text/time-text.h"

#include <glib/gi18n-lib.h>

/* The number of threads that need no search entry */
#define MAX_WITHOUT_SEARCH 8

/* An item of the list: a thread to choose */
#define TV_TYPE_SCOPE_THREAD (tv_scope_thread_get_type ())

G_DECLARE_FINAL_TYPE (TvScopeThread, tv_scope_thread, TV, SCOPE_THREAD, GObject)

struct _TvScopeThread
{
  GObject parent_instance;

  guint32 index;
  gint64 time;  /* nanoseconds in calls, on the clock of the list */
  gint64 whole; /* time of all threads in the list */
  char *label;
};

G_DEFINE_FINAL_TYPE (TvScopeThread, tv_scope_thread, G_TYPE_OBJECT)

static void
tv_scope_thread_finalize (GObject *object)
{
  g_free (TV_SCOPE_THREAD (object)->label);

  G_OBJECT_CLASS (tv_scope_thread_parent_class)->finalize (object);
}

static void
tv_scope_thread_class_init (TvScopeThreadClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_scope_thread_finalize;
}

static void
tv_scope_thread_init (TvScopeThread *self)
{
}

static TvScopeThread *
scope_thread_new (TvTrace *trace, guint32 index, TvClock clock)
{
  TvScopeThread *self = g_object_new (TV_TYPE_SCOPE_THREAD, NULL);

  self->index = index;
  self->time = tv_trace_get_thread (trace, index)->root_inclusive[clock];
  self->label = tv_trace_dup_thread_label (trace, index);
  return self;
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvScopeThread *first = a;
  const TvScopeThread *second = b;

  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

static void
set_wholes (GListStore *list)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  gint64 all = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvScopeThread) thread = g_list_model_get_item (G_LIST_MODEL (list), i);

      all += thread->time;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvScopeThread) thread = g_list_model_get_item (G_LIST_MODEL (list), i);

      thread->whole = all;
    }
}

/* Lists the threads with calls, longest time first. */
static GListModel *
list_threads (TvTrace *trace, TvClock clock)
{
  GListStore *list = g_list_store_new (TV_TYPE_SCOPE_THREAD);

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_thread (trace, i)->n_calls > 0)
      {
        g_autoptr (TvScopeThread) thread = scope_thread_new (trace, i, clock);

        g_list_store_append (list, thread);
      }
  g_list_store_sort (list, compare_times, NULL);
  set_wholes (list);
  return G_LIST_MODEL (list);
}

/* The popover */

struct _TvScopeThreads
{
  GtkPopover parent_instance;

  GtkWidget *search;
  GtkWidget *view;
  GtkFilterListModel *filtered;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  GListModel *threads; /* NULL until it is first shown */
};

G_DEFINE_FINAL_TYPE (TvScopeThreads, tv_scope_threads, GTK_TYPE_POPOVER)

static void
tv_scope_threads_dispose (GObject *object)
{
  TvScopeThreads *self = TV_SCOPE_THREADS (object);

  g_clear_object (&self->filtered);
  g_clear_object (&self->threads);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_scope_threads_parent_class)->dispose (object);
}

/* Choosing */

static gboolean
is_chosen (TvScopeThreads *self, guint32 thread)
{
  const TvThreadSet *chosen = tv_trace_session_get_threads (self->session);

  return chosen == NULL || tv_thread_set_contains (chosen, thread);
}

/* Sets the scope. All threads with calls, or no thread, mean the whole trace. */
static void
choose (TvScopeThreads *self, const GArray *chosen)
{
  g_autoptr (TvThreadSet) set = NULL;

  if (chosen->len > 0 && chosen->len < g_list_model_get_n_items (self->threads))
    set = tv_thread_set_new ((const guint32 *) (gpointer) chosen->data, chosen->len);
  tv_trace_session_set_threads (self->session, set);
}

/* Changes the choice, unless the check button only shows what is chosen already. */
static void
on_toggled (GtkCheckButton *check, GtkListItem *item)
{
  TvScopeThreads *self = g_object_get_data (G_OBJECT (item), "threads");
  TvScopeThread *toggled = gtk_list_item_get_item (item);
  const gboolean active = gtk_check_button_get_active (check);
  g_autoptr (GArray) chosen = NULL;

  if (toggled == NULL || active == is_chosen (self, toggled->index))
    return;
  chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < g_list_model_get_n_items (self->threads); i++)
    {
      g_autoptr (TvScopeThread) thread = g_list_model_get_item (self->threads, i);

      if (thread == toggled ? active : is_chosen (self, thread->index))
        g_array_append_val (chosen, thread->index);
    }
  choose (self, chosen);
}

static void
choose_only (GtkButton *button, GtkListItem *item)
{
  TvScopeThreads *self = g_object_get_data (G_OBJECT (item), "threads");
  TvScopeThread *thread = gtk_list_item_get_item (item);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (thread == NULL)
    return;
  g_array_append_val (chosen, thread->index);
  choose (self, chosen);
}

/* Rows */

static GtkWidget *
build_label (void)
{
  return g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize",
                       PANGO_ELLIPSIZE_MIDDLE, "max-width-chars", 32, NULL);
}

static void
set_up_row (GtkListItemFactory *factory, GtkListItem *item, TvScopeThreads *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *share = gtk_label_new (NULL);
  GtkWidget *only = gtk_button_new_with_label (_ ("Only"));

  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), build_label ());
  gtk_widget_set_hexpand (check, TRUE);
  gtk_widget_add_css_class (share, "dim-label");
  gtk_widget_add_css_class (share, "numeric");
  gtk_widget_add_css_class (only, "flat");
  gtk_widget_set_tooltip_text (only, _ ("Choose Only This Thread"));
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), share);
  gtk_box_append (GTK_BOX (row), only);
  gtk_list_item_set_child (item, row);
  gtk_list_item_set_activatable (item, FALSE);
  g_object_set_data (G_OBJECT (item), "threads", self);
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), item);
  g_signal_connect (only, "clicked", G_CALLBACK (choose_only), item);
}

static void
show_choice (TvScopeThreads *self, GtkWidget *row, TvScopeThread *thread)
{
  GtkCheckButton *check = GTK_CHECK_BUTTON (gtk_widget_get_first_child (row));

  gtk_check_button_set_active (check, is_chosen (self, thread->index));
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, TvScopeThreads *self)
{
  TvScopeThread *thread = gtk_list_item_get_item (item);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *check = gtk_widget_get_first_child (row);
  GtkWidget *share = gtk_widget_get_next_sibling (check);
  const char *label = thread->label;
  g_autofree char *text = tv_percent_format (thread->time, thread->whole);

  gtk_label_set_label (
      GTK_LABEL (gtk_check_button_get_child (GTK_CHECK_BUTTON (check))), label);
  gtk_widget_set_tooltip_text (check, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_label_set_label (GTK_LABEL (share), text);
  show_choice (self, row, thread);
  g_object_set_data (G_OBJECT (row), "thread", thread);
}

static void
unbind_row (GtkListItemFactory *factory, GtkListItem *item, TvScopeThreads *self)
{
  g_object_set_data (G_OBJECT (gtk_list_item_get_child (item)), "thread", NULL);
}

/* Updates the existing rows after the choice has changed elsewhere. */
static void
on_scope_changed (TvScopeThreads *self)
{
  GtkWidget *place;

  if (self->session == NULL || self->threads == NULL)
    return;
  for (place = gtk_widget_get_first_child (self->view); place != NULL;
       place = gtk_widget_get_next_sibling (place))
    {
      GtkWidget *row = gtk_widget_get_first_child (place);
      TvScopeThread *thread
          = row != NULL ? g_object_get_data (G_OBJECT (row), "thread") : NULL;

      if (thread != NULL)
        show_choice (self, row, thread);
    }
}

/* Fills the list when the popover opens, since thousands of threads take a moment. */
static void
fill_list (TvScopeThreads *self)
{
  if (self->session == NULL || self->threads != NULL)
    return;
  self->threads = list_threads (tv_trace_session_get_trace (self->session),
                                tv_trace_session_get_primary_clock (self->session));
  gtk_widget_set_visible (self->search, g_list_model_get_n_items (self->threads)
                                            > MAX_WITHOUT_SEARCH);
  gtk_filter_list_model_set_model (self->filtered, self->threads);
}

static void
tv_scope_threads_show (GtkWidget *widget)
{
  TvScopeThreads *self = TV_SCOPE_THREADS (widget);

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  fill_list (self);
  on_scope_changed (self);

  GTK_WIDGET_CLASS (tv_scope_threads_parent_class)->show (widget);
}

static void
tv_scope_threads_class_init (TvScopeThreadsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_scope_threads_dispose;
  GTK_WIDGET_CLASS (klass)->show = tv_scope_threads_show;
}

/* Widgets */

static char *
dup_label (TvScopeThread *thread)
{
  return g_strdup (thread->label);
}

/* Builds the list. The search entry must exist before. */
static void
build_view (TvScopeThreads *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkStringFilter *filter = gtk_string_filter_new (gtk_cclosure_expression_new (
      G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (dup_label), NULL, NULL));
  GtkNoSelection *rows;

  g_object_bind_property (self->search, "text", filter, "search", G_BINDING_DEFAULT);
  self->filtered = gtk_filter_list_model_new (NULL, GTK_FILTER (filter));
  rows = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->filtered)));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  self->view = gtk_list_view_new (GTK_SELECTION_MODEL (rows), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Threads of the profile"), -1);
}

static void
tv_scope_threads_init (TvScopeThreads *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *all = gtk_button_new_with_mnemonic (_ ("_All Threads"));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Thread name or ID"), NULL);
  build_view (self);
  g_signal_connect_swapped (self->search, "stop-search",
                            G_CALLBACK (gtk_popover_popdown), self);
  g_object_set (scrolled, "child", self->view, "hscrollbar-policy", GTK_POLICY_NEVER,
                "propagate-natural-height", TRUE, "propagate-natural-width", TRUE,
                "max-content-height", 400, NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (all), "scope.all-threads");
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), all);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "threads");

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::scope",
                                  G_CALLBACK (on_scope_changed), self);
}

GtkWidget *
tv_scope_threads_new (void)
{
  return g_object_new (TV_TYPE_SCOPE_THREADS, NULL);
}

void
tv_scope_threads_set_session (TvScopeThreads *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_SCOPE_THREADS (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  gtk_filter_list_model_set_model (self->filtered, NULL);
  g_clear_object (&self->threads);
  g_signal_group_set_target (self->session_signals, session);
  g_set_object (&self->session, session);
}
