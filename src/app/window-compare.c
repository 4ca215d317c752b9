/* SPDX-License-Identifier: Apache-2.0 */

/* The base: a second trace that the first is compared with. */

#include "config.h"

#include "analysis/text/time-text.h"
#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* Gives both timelines the same height at first. The user can drag the split. */
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

/* Shows what changed in all: the time of all calls in the scope of each trace. */
static void
show_change (TvWindow *self)
{
  TvProfile *base = tv_trace_session_get_base_profile (self->session);
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  g_autofree char *old_time = NULL;
  g_autofree char *new_time = NULL;
  g_autofree char *change = NULL;
  g_autofree char *share = NULL;
  g_autofree char *text = NULL;
  gint64 before;
  gint64 now;

  if (base == NULL)
    return;
  before = tv_profile_get_root_inclusive (base, clock);
  now = tv_profile_get_root_inclusive (tv_trace_session_get_profile (self->session),
                                       clock);
  old_time = tv_trace_session_dup_amount (self->session, clock, before);
  new_time = tv_trace_session_dup_amount (self->session, clock, now);
  change = tv_text_add_sign (
      tv_trace_session_dup_amount (self->session, clock, ABS (now - before)),
      now < before);
  share
      = tv_text_add_sign (tv_percent_format (ABS (now - before), before), now < before);
  /* Translators: the time of all calls before and now, and the difference. */
  text = g_strdup_printf (_ ("%s → %s · %s (%s)"), old_time, new_time, change, share);
  gtk_label_set_label (
      GTK_LABEL (gtk_widget_get_next_sibling (GTK_WIDGET (self->compare_label))), text);
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
  tv_window_update_actions (self);
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
      g_signal_connect_object (self->session, "notify::ranking",
                               G_CALLBACK (show_change), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->session, "notify::time-unit",
                               G_CALLBACK (show_change), self, G_CONNECT_SWAPPED);
      show_change (self);
      if (!was_shown)
        self->split_height = 0;
    }
  if (was_shown != (base != NULL))
    tv_window_place_split (self);
}

/* Shows a notice if two compared traces have nothing in common or are the same. */
void
tv_window_announce_comparison (TvWindow *self, gboolean has_common)
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
swap_traces (TvWindow *self)
{
  tv_window_show_traces (self, self->sources[TV_DIFF_OLD], self->sources[TV_DIFF_NEW],
                         NULL);
}

static void
stop_comparing (TvWindow *self)
{
  tv_notice_bar_hide (self->notice);
  tv_window_show_traces (self, self->sources[TV_DIFF_NEW], NULL, NULL);
}

/* Adds the actions about two traces. */
void
tv_window_init_compare (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "compare", G_CALLBACK (tv_window_choose_base), NULL, NULL },
    { "swap-traces", G_CALLBACK (swap_traces), NULL, NULL },
    { "stop-comparing", G_CALLBACK (stop_comparing), NULL, NULL },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  gtk_widget_insert_action_group (self->base_box, "timeline",
                                  tv_timeline_get_action_group (self->base_timeline));
  gtk_widget_insert_action_group (self->base_box, "scope",
                                  tv_scope_bar_get_action_group (self->base_scope_bar));
  g_signal_connect_object (self->timelines, "notify::max-position",
                           G_CALLBACK (split_timelines), self, G_CONNECT_SWAPPED);
}
