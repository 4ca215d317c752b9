/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

/* Every table of actions, one a module. */
static const TvTimelineAction *const tables[] = {
  tv_timeline_range_actions, tv_timeline_moves,       tv_timeline_steps,
  tv_timeline_openings,      tv_timeline_row_actions, tv_timeline_colorings,
  tv_timeline_overviews,
};

static void
activate (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTimeline *self = user_data;
  const TvTimelineAction *entry = g_object_get_data (G_OBJECT (action), "entry");

  if (self->session != NULL)
    entry->run (self);
}

static void
add_action (TvTimeline *self, const TvTimelineAction *entry)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (entry->name, NULL);

  g_object_set_data (G_OBJECT (action), "entry", (gpointer) entry);
  g_signal_connect (action, "activate", G_CALLBACK (activate), self);
  g_simple_action_set_enabled (action, FALSE);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* Makes its group of actions, disabled until there is a trace. */
void
tv_timeline_init_actions (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      add_action (self, entry);
}

/* Whoever still has the group can do nothing with it any more. */
void
tv_timeline_drop_actions (TvTimeline *self)
{
  g_auto (GStrv) names = NULL;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->actions == NULL)
    return;
  names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));
  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), names[i]);
  g_clear_object (&self->actions);
}

/* Enables the actions while there is a trace. Those that a module adds with a state
 * are its own. */
void
tv_timeline_update_actions (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      {
        GAction *action
            = g_action_map_lookup_action (G_ACTION_MAP (self->actions), entry->name);
        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->session != NULL);
      }
  tv_timeline_update_range_actions (self);
  tv_timeline_sync_row_actions (self);
}

/**
 * tv_timeline_get_action_group:
 * @self: a timeline
 *
 * Every action of the timeline: a menu names them with the prefix that the group is
 * inserted under, `timeline`. Those that have keys answer to them while the timeline
 * has the focus.
 *
 * Returns: (transfer none): the actions
 */
GActionGroup *
tv_timeline_get_action_group (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

static gboolean
run_by_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  guint table;
  guint entry;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  g_variant_get (arguments, "(uu)", &table, &entry);
  if (tables[table][entry].run (self) == GDK_EVENT_PROPAGATE)
    return GDK_EVENT_PROPAGATE;
  self->moved_by_key = TRUE;
  tv_timeline_queue_update (self);
  return GDK_EVENT_STOP;
}

static void
bind_keys (GtkWidgetClass *widget_class, guint table, guint entry)
{
  g_auto (GStrv) keys = NULL;

  if (tables[table][entry].keys == NULL)
    return;
  keys = g_strsplit (tables[table][entry].keys, " ", -1);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      GdkModifierType modifiers = 0;
      guint key = 0;

      if (!gtk_accelerator_parse (keys[i], &key, &modifiers))
        g_error ("“%s” names no key", keys[i]);
      gtk_widget_class_add_binding (widget_class, key, modifiers, run_by_key, "(uu)",
                                    table, entry);
    }
}

/* Binds the keys of all actions. */
void
tv_timeline_class_init_actions (GtkWidgetClass *widget_class)
{
  g_return_if_fail (widget_class != NULL);

  for (guint table = 0; table < G_N_ELEMENTS (tables); table++)
    for (guint entry = 0; tables[table][entry].name != NULL; entry++)
      bind_keys (widget_class, table, entry);
}
