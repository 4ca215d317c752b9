/* SPDX-License-Identifier: Apache-2.0 */

/* The base: a second trace that the first is compared with. */

#include "config.h"

#include "analysis/text/time-text.h"
#include "app/window-private.h"
#include "trace/model/trace-samples.h"

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

/* Returns what all calls in the scope of a trace took. Samples are counted in their own
 * unit. */
static char *
dup_whole (TvTraceSession *session, TvClock clock, gint64 amount)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autofree char *text = tv_trace_session_dup_amount (session, clock, amount);

  return tv_trace_get_clock_quantity (trace, clock) == TV_QUANTITY_TIME
             ? g_steal_pointer (&text)
             : g_strdup_printf ("%s %s", text, tv_trace_get_clock_title (trace, clock));
}

/* Says of what the shares are. */
static char *
dup_shares (TvWindow *self, const TvComparison *by, TvClock clock)
{
  const TvClock old_clock = by->old_clock[clock];
  g_autofree char *before = dup_whole (tv_trace_session_get_base (self->session),
                                       old_clock, by->whole[TV_DIFF_OLD][clock]);
  g_autofree char *now
      = dup_whole (self->session, clock, by->whole[TV_DIFF_NEW][clock]);

  /* Translators: what two traces took, such as "Shares of 20 ms and of 31 Samples". */
  return g_strdup_printf (tv_trace_session_compares_amounts (self->session)
                              ? _ ("Shares of %s and of %s")
                              : _ ("Only shares can be compared: of %s and of %s"),
                          before, now);
}

/* Returns the time of all calls in the scope of each trace, and the difference. */
static char *
dup_difference (TvWindow *self, const TvComparison *by, TvClock clock)
{
  const gint64 before = by->whole[TV_DIFF_OLD][clock];
  const gint64 now = by->whole[TV_DIFF_NEW][clock];
  g_autofree char *old_time = dup_whole (self->session, clock, before);
  g_autofree char *new_time = dup_whole (self->session, clock, now);
  g_autofree char *change = NULL;
  g_autofree char *share = NULL;

  change = tv_text_add_sign (
      tv_trace_session_dup_amount (self->session, clock, ABS (now - before)),
      now < before);
  if (before == 0)
    return g_strdup_printf ("%s → %s · %s", old_time, new_time, change);
  share
      = tv_text_add_sign (tv_percent_format (ABS (now - before), before), now < before);
  /* Translators: the time of all calls before and now, and the difference. */
  return g_strdup_printf (_ ("%s → %s · %s (%s)"), old_time, new_time, change, share);
}

/* Shows what changed in all, or what shares are compared. */
static void
show_change (TvWindow *self)
{
  GtkWidget *label = gtk_widget_get_next_sibling (GTK_WIDGET (self->compare_label));
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  const gboolean by_share = tv_trace_session_compares_by_share (self->session);
  g_autofree char *text = NULL;
  TvComparison by;

  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                 G_ACTION_MAP (self), "compare-by-share")),
                             g_variant_new_boolean (by_share));
  if (!tv_trace_session_get_comparison (self->session, &by))
    return;
  text = (by_share ? dup_shares : dup_difference) (self, &by, clock);
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (
      label, by_share
                 ? _ ("Shares of the Time of All Calls in the Scope of Each Trace, and "
                      "Their Differences in Percentage Points")
                 : _ ("Time of All Calls in the Base and in the Trace, and the "
                      "Difference"));
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
compare_by_share (TvWindow *self, GVariant *state)
{
  if (self->session != NULL)
    {
      self->by_share = g_variant_get_boolean (state);
      tv_trace_session_set_by_share (self->session, self->by_share);
    }
}

static void
share_scale (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  self->own_scales = !g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  if (self->session != NULL)
    tv_trace_session_set_common_scale (self->session, !self->own_scales);
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
    { "compare-by-share", G_CALLBACK (compare_by_share), NULL, "false" },
    { "one-scale", G_CALLBACK (share_scale), NULL, "true" },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  gtk_widget_insert_action_group (self->base_box, "timeline",
                                  tv_timeline_get_action_group (self->base_timeline));
  gtk_widget_insert_action_group (self->base_box, "scope",
                                  tv_scope_bar_get_action_group (self->base_scope_bar));
  g_signal_connect_object (self->timelines, "notify::max-position",
                           G_CALLBACK (split_timelines), self, G_CONNECT_SWAPPED);
}
