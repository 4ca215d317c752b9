/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/scope-bar.h"

#include "trace/model/trace-samples.h"
#include "ui/bars/scope-threads.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/later.h"
#include "ui/widgets/speaker.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define TIME_TRACE "trace"
#define TIME_RANGE "range"

/* Milliseconds after which the spinner appears. Nothing moves before. */
#define PATIENCE 300

struct _TvScopeBar
{
  GtkBox parent_instance;

  GtkWidget *threads_button;
  GtkWidget *threads_label;
  TvScopeThreads *threads;
  GtkWidget *clocks;
  GtkWidget *events;
  GtkWidget *spinner;
  GtkWidget *speaker;
  TvLater *timer; /* starts the spinner */

  GSimpleActionGroup *actions;
  TvTraceSession *session;
  GSignalGroup *session_signals;
};

G_DEFINE_FINAL_TYPE (TvScopeBar, tv_scope_bar, GTK_TYPE_BOX)

static void
tv_scope_bar_dispose (GObject *object)
{
  TvScopeBar *self = TV_SCOPE_BAR (object);

  tv_later_cancel (&self->timer);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (tv_scope_bar_parent_class)->dispose (object);
}

static void
tv_scope_bar_class_init (TvScopeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_scope_bar_dispose;

  gtk_widget_class_set_css_name (widget_class, "scopebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* State of the bar */

static char *
dup_threads_text (TvScopeBar *self)
{
  const TvThreadSet *chosen = tv_trace_session_get_threads (self->session);
  const guint32 *threads;
  guint n;

  if (chosen == NULL)
    return g_strdup (_ ("All Threads"));
  threads = tv_thread_set_get (chosen, &n);
  if (n == 1)
    return tv_trace_dup_thread_label (tv_trace_session_get_trace (self->session),
                                      threads[0]);
  return g_strdup_printf (ngettext ("%u Thread", "%u Threads", n), n);
}

static GSimpleAction *
get_action (TvScopeBar *self, const char *name)
{
  return G_SIMPLE_ACTION (
      g_action_map_lookup_action (G_ACTION_MAP (self->actions), name));
}

static void
show_scope (TvScopeBar *self)
{
  g_autofree char *text = dup_threads_text (self);
  const gboolean has_range = tv_trace_session_get_range_depth (self->session) > 0;
  const char *time = tv_trace_session_is_restricted_to_range (self->session)
                         ? TIME_RANGE
                         : TIME_TRACE;

  g_simple_action_set_state (get_action (self, "time"), g_variant_new_string (time));
  g_simple_action_set_enabled (get_action (self, "time"), has_range);
  g_simple_action_set_enabled (get_action (self, "all-threads"),
                               tv_trace_session_get_threads (self->session) != NULL);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->threads_label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (self->threads_label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->threads_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
show_progress (TvScopeBar *self, gboolean pending)
{
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), pending);
  tv_speaker_say (self->speaker, pending ? _ ("Updating…") : "");
}

static void
on_patience_over (gpointer data)
{
  TvScopeBar *self = TV_SCOPE_BAR (data);

  show_progress (self, TRUE);
}

static void
on_pending_changed (TvScopeBar *self)
{
  tv_later_cancel (&self->timer);
  if (self->session != NULL && tv_trace_session_is_pending (self->session))
    tv_later_add (&self->timer, PATIENCE, on_patience_over, self);
  else
    show_progress (self, FALSE);
}

/* Names the button of the first clock, which adds up samples in a trace of samples. */
static void
name_first_clock (TvScopeBar *self)
{
  GtkWidget *button = gtk_widget_get_first_child (self->clocks);
  const TvTrace *trace = tv_trace_session_get_trace (self->session);
  const char *title = tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU);
  const gboolean is_time = tv_trace_get_n_sample_events (trace) == 0;

  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), title);
  gtk_widget_set_tooltip_text (button,
                               is_time ? _ ("Show CPU Time and Rank by It") : title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_time ? _ ("CPU Time") : title, -1);
}

/* Lists the events whose samples the file has. Weights of several are never added up,
 * so one is shown at a time, as one clock is. */
static void
show_events (TvScopeBar *self)
{
  const TvTrace *trace = tv_trace_session_get_trace (self->session);
  const guint n = tv_trace_get_n_sample_events (trace);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *shown = NULL;

  for (guint i = 0; i < n; i++)
    {
      const TvSampleEvent *event = tv_trace_get_sample_event (trace, i);
      const char *title = event->title != NULL ? _ (event->title) : event->name;
      g_autofree char *label = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s · %'" PRIu64 " sample",
                       "%s · %'" PRIu64 " samples", (gulong) event->n_samples),
          title, event->n_samples);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.sample-event", "s", event->name);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->events), G_MENU_MODEL (menu));
  /* Translators: what makes a profiler take samples, such as “cpu-cycles” */
  shown = g_strdup_printf (_ ("Event: %s"),
                           tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->events), shown);
  /* The event is chosen for both traces. */
  gtk_widget_set_visible (self->events,
                          n > 1 && !tv_trace_session_is_base (self->session));
}

/* Actions */

static void
change_time (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvScopeBar *self = TV_SCOPE_BAR (user_data);

  if (self->session != NULL)
    tv_trace_session_set_restricted_to_range (
        self->session, g_str_equal (g_variant_get_string (state, NULL), TIME_RANGE));
}

static void
choose_threads (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvScopeBar *self = TV_SCOPE_BAR (user_data);

  if (gtk_widget_is_sensitive (self->threads_button))
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->threads_button));
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
choose_all_threads (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvScopeBar *self = TV_SCOPE_BAR (user_data);

  if (self->session != NULL)
    tv_trace_session_set_threads (self->session, NULL);
}

static void
choose_thread (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvScopeBar *self = TV_SCOPE_BAR (user_data);
  const guint32 thread = g_variant_get_uint32 (parameter);
  g_autoptr (TvThreadSet) set = tv_thread_set_new (&thread, 1);

  if (self->session != NULL
      && thread < tv_trace_get_n_threads (tv_trace_session_get_trace (self->session)))
    tv_trace_session_set_threads (self->session, set);
}

static void
add_actions (TvScopeBar *self)
{
  static const GActionEntry entries[] = {
    { "time", NULL, "s", "'" TIME_TRACE "'", change_time, { 0 } },
    { "choose-threads", choose_threads, NULL, NULL, NULL, { 0 } },
    { "all-threads", choose_all_threads, NULL, NULL, NULL, { 0 } },
    { "thread", choose_thread, "u", NULL, NULL, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "scope",
                                  G_ACTION_GROUP (self->actions));
}

/* Widgets */

static GtkWidget *
build_choice (const char *title, const char *name, const char *tooltip,
              const char *action_name, const char *target)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action_name);
  return button;
}

static GtkWidget *
build_linked (GtkWidget *first, GtkWidget *second, GtkWidget *third, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  if (third != NULL)
    gtk_box_append (GTK_BOX (box), third);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  return box;
}

static GtkWidget *
build_times (void)
{
  return build_linked (
      build_choice (_ ("Trace"), _ ("Whole Trace"), _ ("Profile the Whole Trace"),
                    "scope.time", TIME_TRACE),
      build_choice (_ ("Range"), _ ("Selected Range"),
                    _ ("Profile Only the Selected Range"), "scope.time", TIME_RANGE),
      NULL, _ ("Time range of the profile"));
}

static GtkWidget *
build_clocks (void)
{
  return build_linked (
      build_choice (_ ("CPU"), _ ("CPU Time"), _ ("Show CPU Time and Rank by It"),
                    "win.primary-clock", "cpu"),
      build_choice (_ ("Real"), _ ("Real Time"), _ ("Show Real Time and Rank by It"),
                    "win.primary-clock", "wall"),
      build_choice (_ ("Both"), _ ("Both"), _ ("Show CPU and Real Time Side by Side"),
                    "win.primary-clock", "both"),
      _ ("Clock of the profile"));
}

static void
build_threads_button (TvScopeBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->threads_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->threads_label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->threads_label), 24);
  gtk_box_append (GTK_BOX (box), self->threads_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));

  self->threads = TV_SCOPE_THREADS (tv_scope_threads_new ());
  self->threads_button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->threads_button), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->threads_button),
                               GTK_WIDGET (self->threads));
  gtk_widget_set_tooltip_text (self->threads_button, _ ("Choose Threads to Profile"));
}

static void
tv_scope_bar_init (TvScopeBar *self)
{
  GtkWidget *progress = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  add_actions (self);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->clocks = build_clocks ();
  self->spinner = gtk_spinner_new ();
  build_threads_button (self);
  gtk_box_append (GTK_BOX (self), build_times ());
  gtk_box_append (GTK_BOX (self), self->threads_button);
  self->events = gtk_menu_button_new ();
  gtk_widget_set_visible (self->events, FALSE);
  gtk_widget_set_tooltip_text (self->events, _ ("Event Whose Samples Are Shown"));
  gtk_box_append (GTK_BOX (self), self->clocks);
  gtk_box_append (GTK_BOX (self), self->events);
  gtk_box_append (GTK_BOX (progress), self->spinner);
  gtk_box_append (GTK_BOX (self), progress);
  self->speaker = tv_speaker_new (progress);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scope of the profile"), -1);

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::scope",
                                  G_CALLBACK (show_scope), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::range-start",
                                  G_CALLBACK (show_scope), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::pending",
                                  G_CALLBACK (on_pending_changed), self);
}

/**
 * tv_scope_bar_set_session:
 * @self: a bar
 * @session: (nullable): the session whose scope it shows, %NULL for none
 */
void
tv_scope_bar_set_session (TvScopeBar *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_SCOPE_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  g_signal_group_set_target (self->session_signals, session);
  g_set_object (&self->session, session);
  tv_scope_threads_set_session (self->threads, session);
  on_pending_changed (self);
  if (session == NULL)
    return;
  gtk_widget_set_visible (self->clocks, tv_trace_session_has_clock_choice (session));
  name_first_clock (self);
  show_events (self);
  show_scope (self);
}

/**
 * tv_scope_bar_get_action_group:
 * @self: a bar
 *
 * Returns: (transfer none): its actions, to be inserted as `scope`
 */
GActionGroup *
tv_scope_bar_get_action_group (TvScopeBar *self)
{
  g_return_val_if_fail (TV_IS_SCOPE_BAR (self), NULL);

  return G_ACTION_GROUP (self->actions);
}
