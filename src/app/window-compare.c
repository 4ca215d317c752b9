/* SPDX-License-Identifier: Apache-2.0 */

/* A second trace beside the first, which it is compared with: the base. */

#include "config.h"

#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* Enables the actions that make sense. */
static void
update_actions (TvWindow *self)
{
  static const char *const names[] = { "swap-traces", "stop-comparing" };
  const char *page = gtk_stack_get_visible_child_name (self->pages);
  const gboolean has_trace = g_strcmp0 (page, TV_PAGE_TRACE) == 0;

  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "compare")),
      has_trace);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), names[i])),
        has_trace && self->sources[TV_DIFF_OLD] != NULL);
}

/* Both get the same room at first; whoever wants another split drags it. */
static void
split_timelines (TvWindow *self)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self->timelines));

  if (!gtk_widget_get_visible (self->base_box) || self->split_height == height)
    return;
  if (self->split_height == 0)
    gtk_paned_set_position (self->timelines, height / 2);
  self->split_height = height;
}

/* Shows the timeline of the base and the names of both, or neither. */
void
tv_window_show_base (TvWindow *self)
{
  TvTraceSession *base
      = self->session != NULL ? tv_trace_session_get_base (self->session) : NULL;
  const gboolean was_shown = gtk_widget_get_visible (self->base_box);

  gtk_widget_set_visible (self->compare_bar, base != NULL);
  gtk_widget_set_visible (self->base_box, base != NULL);
  tv_timeline_set_session (self->base_timeline, base);
  tv_range_bar_set_session (self->base_range_bar, base);
  tv_scope_bar_set_session (self->base_scope_bar, base);
  update_actions (self);
  if (base != NULL)
    {
      g_autofree char *name = tv_window_dup_file_name (self->file);
      g_autofree char *base_name
          = tv_window_dup_file_name (self->sources[TV_DIFF_OLD]->file);
      g_autofree char *text
          = g_strdup_printf (_ ("“%s” compared with “%s”"), name, base_name);
      g_autofree char *base_text = g_strdup_printf (_ ("Base: %s"), base_name);

      gtk_label_set_label (self->compare_label, text);
      gtk_label_set_label (self->base_label, base_text);
      if (!was_shown)
        self->split_height = 0;
    }
  if (was_shown != (base != NULL))
    tv_window_place_split (self);
}

/* Says what is unusual about two traces that are compared. */
void
tv_window_tell_compared (TvWindow *self, gboolean has_common)
{
  g_autofree char *base_name
      = tv_window_dup_file_name (self->sources[TV_DIFF_OLD]->file);
  g_autofree char *sentence = NULL;

  if (!has_common)
    {
      sentence = g_strdup_printf (_ ("“%s” has no method in common with this trace"),
                                  base_name);
      tv_notice_bar_show_error (self->notice, sentence);
    }
  else if (g_file_equal (self->file, self->sources[TV_DIFF_OLD]->file))
    tv_notice_bar_show_hint (
        self->notice,
        _ ("The trace is compared with itself: select a range in each timeline"));
}

/* Actions */

static void
compare (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_window_choose_base (user_data);
}

static void
swap_traces (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;

  tv_window_show_traces (self, self->sources[TV_DIFF_OLD], self->sources[TV_DIFF_NEW]);
}

static void
stop_comparing (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;

  tv_notice_bar_hide (self->notice);
  tv_window_show_traces (self, self->sources[TV_DIFF_NEW], NULL);
}

/* Adds the actions that are about two traces. */
void
tv_window_init_compare (TvWindow *self)
{
  static const GActionEntry entries[] = {
    { "compare", compare, NULL, NULL, NULL, { 0 } },
    { "swap-traces", swap_traces, NULL, NULL, NULL, { 0 } },
    { "stop-comparing", stop_comparing, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (self->base_box, "timeline",
                                  tv_timeline_get_action_group (self->base_timeline));
  gtk_widget_insert_action_group (self->base_box, "scope",
                                  tv_scope_bar_get_action_group (self->base_scope_bar));
  g_signal_connect_object (self->timelines, "notify::max-position",
                           G_CALLBACK (split_timelines), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child",
                           G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  update_actions (self);
}
