/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

#include "ui/timeline/overview.h"

static void
show_chosen (TvOverview *overview, gint64 start, gint64 end, int change,
             TvTimeline *self)
{
  TvTimeScale scale;

  if (self->session == NULL)
    return;
  tv_timeline_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_show_scale (self, &scale, (TvViewChange) change);
}

static void
change_shown (GSimpleAction *action, GVariant *state, TvTimeline *self)
{
  g_simple_action_set_state (action, state);
  gtk_widget_set_visible (self->overview, g_variant_get_boolean (state));
}

static gboolean
toggle_overview (TvTimeline *self)
{
  gboolean shown = gtk_widget_get_visible (self->overview);

  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "overview",
                                      g_variant_new_boolean (!shown));
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_overviews[] = {
  { "overview", "v", toggle_overview },
  { NULL, NULL, NULL },
};

/* Adds the strip of the whole trace over the ruler, and the choice to hide it. */
void
tv_timeline_init_overview (TvTimeline *self)
{
  g_autoptr (GSimpleAction) action = NULL;

  g_return_if_fail (TV_IS_TIMELINE (self));

  self->overview = tv_overview_new ();
  g_signal_connect_object (self->overview, "view-chosen", G_CALLBACK (show_chosen),
                           self, 0);
  gtk_widget_set_parent (self->overview, GTK_WIDGET (self));

  action
      = g_simple_action_new_stateful ("overview", NULL, g_variant_new_boolean (TRUE));
  g_signal_connect (action, "change-state", G_CALLBACK (change_shown), self);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* Returns pixels that the overview takes, 0 if it is hidden. */
int
tv_timeline_get_overview_height (TvTimeline *self)
{
  int height = 0;

  g_return_val_if_fail (TV_IS_TIMELINE (self), 0);

  if (gtk_widget_get_visible (self->overview))
    gtk_widget_measure (self->overview, GTK_ORIENTATION_VERTICAL, -1, NULL, &height,
                        NULL, NULL);
  return height;
}

/* Puts the overview over the lanes. */
void
tv_timeline_place_overview (TvTimeline *self, int y)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (!gtk_widget_get_visible (self->overview))
    return;
  gtk_widget_size_allocate (self->overview,
                            &(GtkAllocation){ self->rows_area.x, y,
                                              self->rows_area.width,
                                              tv_timeline_get_overview_height (self) },
                            -1);
}
