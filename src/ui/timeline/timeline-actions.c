/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-align.h"
#include "ui/timeline/timeline-colors.h"
#include "ui/timeline/timeline-events.h"
#include "ui/timeline/timeline-levels.h"
#include "ui/timeline/timeline-notes.h"
#include "ui/timeline/timeline-pointer.h"
#include "ui/timeline/timeline-range.h"
#include "ui/timeline/timeline-row-actions.h"
#include "ui/timeline/timeline-steps.h"
#include "ui/timeline/timeline-view.h"

#define BINDING "tv-binding"

/* The tables of actions that have keys. */
static const TvTimelineAction *const tables[] = {
  tv_timeline_range_actions, tv_timeline_view_actions,   tv_timeline_pointer_actions,
  tv_timeline_step_actions,  tv_timeline_level_actions,  tv_timeline_row_actions,
  tv_timeline_align_actions, tv_timeline_color_actions,  tv_timeline_note_actions,
  tv_timeline_event_actions, tv_timeline_widget_actions,
};

/* The owner of an action. */
typedef struct
{
  const TvTimelineContext *context;
  const TvTimelineAction *entry;
  gpointer part;
} Binding;

static GSimpleAction *
find_action (const TvTimelineContext *context, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (context->actions, name));
}

void
tv_timeline_action_set_enabled (const TvTimelineContext *context, const char *name,
                                gboolean enabled)
{
  g_simple_action_set_enabled (find_action (context, name), enabled);
}

void
tv_timeline_action_set_state (const TvTimelineContext *context, const char *name,
                              GVariant *state)
{
  g_simple_action_set_state (find_action (context, name), state);
}

static void
on_activated (GSimpleAction *action, GVariant *parameter, const Binding *binding)
{
  if (binding->context->session != NULL)
    binding->entry->run (binding->part, binding->entry->argument);
}

static void
on_change_state (GSimpleAction *action, GVariant *state, const Binding *binding)
{
  if (binding->entry->change (binding->part, state))
    g_simple_action_set_state (action, state);
}

/* An action with a state that is not a switch takes its new state as parameter. */
static GSimpleAction *
new_action (const TvTimelineAction *entry)
{
  g_autoptr (GVariant) state = NULL;

  if (entry->state == NULL)
    return g_simple_action_new (entry->name, NULL);
  state = g_variant_parse (NULL, entry->state, NULL, NULL, NULL);
  return g_simple_action_new_stateful (
      entry->name,
      g_variant_is_of_type (state, G_VARIANT_TYPE_BOOLEAN) ? NULL
                                                           : g_variant_get_type (state),
      state);
}

/* Adds the actions of a part. Those without a state are disabled until there is a
 * trace. */
void
tv_timeline_actions_add (const TvTimelineContext *context,
                         const TvTimelineAction *table, gpointer part)
{
  for (const TvTimelineAction *entry = table; entry->name != NULL; entry++)
    {
      g_autoptr (GSimpleAction) action = new_action (entry);
      Binding *binding = g_new (Binding, 1);

      *binding = (Binding){ context, entry, part };
      g_object_set_data_full (G_OBJECT (action), BINDING, binding, g_free);
      if (entry->state != NULL)
        g_signal_connect (action, "change-state", G_CALLBACK (on_change_state),
                          binding);
      else
        g_signal_connect (action, "activate", G_CALLBACK (on_activated), binding);
      g_simple_action_set_enabled (action, entry->state != NULL);
      g_action_map_add_action (context->actions, G_ACTION (action));
    }
}

static void
change_state (GActionGroup *group, const char *action, GVariant *state)
{
  g_autoptr (GVariant) before = g_action_group_get_action_state (group, action);

  if (before != NULL && !g_variant_equal (before, state)
      && !g_str_equal (action, "pin-thread"))
    g_action_group_change_action_state (group, action, state);
}

/* A choice in the other group is made in this one, too. But a thread is pinned in only
 * one trace. */
void
tv_timeline_actions_follow (GActionGroup *group, GActionGroup *other)
{
  g_signal_connect_object (other, "action-state-changed", G_CALLBACK (change_state),
                           group, G_CONNECT_SWAPPED);
}

/* Empties the group, because it may live longer. */
void
tv_timeline_actions_remove (const TvTimelineContext *context)
{
  g_auto (GStrv) names
      = g_action_group_list_actions (G_ACTION_GROUP (context->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (context->actions, names[i]);
}

/* Enables the actions while there is a trace. Notes belong to the trace of the window,
 * not to its base. */
void
tv_timeline_actions_enable (const TvTimelineContext *context)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      tv_timeline_action_set_enabled (
          context, entry->name,
          context->session != NULL
              && (tables[i] != tv_timeline_note_actions
                  || !tv_trace_session_is_base (context->session)));
}

/* Runs the action of a key that tv_timeline_actions_bind_keys() bound. */
gboolean
tv_timeline_actions_run (const TvTimelineContext *context, GVariant *arguments)
{
  const char *name;
  GAction *action;
  const Binding *binding;

  g_variant_get (arguments, "(&s)", &name);
  action = g_action_map_lookup_action (context->actions, name);
  if (context->session == NULL || !g_action_get_enabled (action))
    return GDK_EVENT_PROPAGATE;
  binding = g_object_get_data (G_OBJECT (action), BINDING);
  if (binding->entry->run != NULL)
    return binding->entry->run (binding->part, binding->entry->argument);
  g_action_activate (action, NULL);
  return GDK_EVENT_STOP;
}

static void
bind_keys (GtkWidgetClass *widget_class, const TvTimelineAction *entry,
           GtkShortcutFunc run_by_key)
{
  g_auto (GStrv) keys = g_strsplit (entry->keys, " ", -1);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      GdkModifierType modifiers = 0;
      guint key = 0;

      if (!gtk_accelerator_parse (keys[i], &key, &modifiers))
        g_error ("“%s” names no key", keys[i]);
      gtk_widget_class_add_binding (widget_class, key, modifiers, run_by_key, "(s)",
                                    entry->name);
    }
}

/* Binds the keys of all actions. */
void
tv_timeline_actions_bind_keys (GtkWidgetClass *widget_class, GtkShortcutFunc run_by_key)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      bind_keys (widget_class, entry, run_by_key);
}
