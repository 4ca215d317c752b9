/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-actions.h"

#include "ui/timeline/timeline-colors.h"
#include "ui/timeline/timeline-notes.h"
#include "ui/timeline/timeline-pointer.h"
#include "ui/timeline/timeline-steps.h"

static const TvTimelineAction *const tables[TV_TIMELINE_N_ACTIONS] = {
  [TV_TIMELINE_ACTIONS_OF_RANGE] = tv_timeline_range_actions,
  [TV_TIMELINE_ACTIONS_OF_VIEW] = tv_timeline_view_actions,
  [TV_TIMELINE_ACTIONS_OF_POINTER] = tv_timeline_pointer_actions,
  [TV_TIMELINE_ACTIONS_OF_STEPS] = tv_timeline_step_actions,
  [TV_TIMELINE_ACTIONS_OF_LEVELS] = tv_timeline_level_actions,
  [TV_TIMELINE_ACTIONS_OF_ROWS] = tv_timeline_row_actions,
  [TV_TIMELINE_ACTIONS_OF_COLORS] = tv_timeline_color_actions,
  [TV_TIMELINE_ACTIONS_OF_NOTES] = tv_timeline_note_actions,
  [TV_TIMELINE_ACTIONS_OF_EVENTS] = tv_timeline_event_actions,
  [TV_TIMELINE_ACTIONS_OF_WIDGET] = tv_timeline_widget_actions,
};

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

/* Adds an action with a state. It replaces a stateless one of the same name. */
void
tv_timeline_action_add_stateful (const TvTimelineContext *context, const char *name,
                                 GVariant *state, GCallback change, gpointer part)
{
  const GVariantType *type = g_variant_get_type (state);
  g_autoptr (GSimpleAction) action = NULL;

  /* An action that is not a switch takes its new state as parameter. */
  if (g_variant_type_equal (type, G_VARIANT_TYPE_BOOLEAN))
    type = NULL;
  action = g_simple_action_new_stateful (name, type, state);
  g_signal_connect (action, "change-state", change, part);
  g_action_map_add_action (context->actions, G_ACTION (action));
}

typedef struct
{
  const TvTimelineContext *context;
  const TvTimelineAction *action;
  gpointer *part;
} Activation;

static void
on_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Activation *activation = data;

  if (activation->context->session != NULL)
    activation->action->run (*activation->part);
}

static void
add_action (const TvTimelineContext *context, const TvTimelineAction *entry,
            gpointer *part)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (entry->name, NULL);
  Activation *activation = g_new (Activation, 1);

  *activation = (Activation){ context, entry, part };
  g_signal_connect_data (action, "activate", G_CALLBACK (on_activated), activation,
                         (GClosureNotify) (GCallback) g_free, 0);
  g_simple_action_set_enabled (action, FALSE);
  g_action_map_add_action (context->actions, G_ACTION (action));
}

/* Adds the actions of all tables, disabled until there is a trace. @parts may be
 * filled in later. */
void
tv_timeline_actions_add (const TvTimelineContext *context, gpointer *parts)
{
  for (guint i = 0; i < TV_TIMELINE_N_ACTIONS; i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      add_action (context, entry, &parts[i]);
}

static void
change_state (GActionGroup *group, const char *action, GVariant *state)
{
  g_autoptr (GVariant) before = g_action_group_get_action_state (group, action);

  if (before != NULL && !g_variant_equal (before, state)
      && !g_str_equal (action, "pin-thread"))
    g_action_group_change_action_state (group, action, state);
}

/* What is chosen in the other group is chosen in this one. A thread is pinned in one
 * trace alone. */
void
tv_timeline_actions_follow (GActionGroup *group, GActionGroup *other)
{
  g_signal_connect_object (other, "action-state-changed", G_CALLBACK (change_state),
                           group, G_CONNECT_SWAPPED);
}

/* Empties the group: others may still hold it. */
void
tv_timeline_actions_remove (const TvTimelineContext *context)
{
  g_auto (GStrv) names
      = g_action_group_list_actions (G_ACTION_GROUP (context->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (context->actions, names[i]);
}

/* Returns whether a table of actions makes sense for the trace. Notes are about the one
 * that the window shows, not about its base. */
static gboolean
is_useful (const TvTimelineContext *context, guint table)
{
  return context->session != NULL
         && (table != TV_TIMELINE_ACTIONS_OF_NOTES
             || !tv_trace_session_is_base (context->session));
}

/* Enables the actions while there is a trace. */
void
tv_timeline_actions_enable (const TvTimelineContext *context)
{
  for (guint i = 0; i < TV_TIMELINE_N_ACTIONS; i++)
    for (const TvTimelineAction *entry = tables[i]; entry->name != NULL; entry++)
      tv_timeline_action_set_enabled (context, entry->name, is_useful (context, i));
}

/* Runs the action of a key that tv_timeline_actions_bind_keys() bound. */
gboolean
tv_timeline_actions_run (const TvTimelineContext *context, GVariant *arguments,
                         gpointer const *parts)
{
  guint table;
  guint entry;

  g_variant_get (arguments, "(uu)", &table, &entry);
  if (!is_useful (context, table))
    return GDK_EVENT_PROPAGATE;
  return tables[table][entry].run (parts[table]);
}

static void
bind_keys (GtkWidgetClass *widget_class, guint table, guint entry,
           GtkShortcutFunc run_by_key)
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
tv_timeline_actions_bind_keys (GtkWidgetClass *widget_class, GtkShortcutFunc run_by_key)
{
  for (guint table = 0; table < TV_TIMELINE_N_ACTIONS; table++)
    for (guint entry = 0; tables[table][entry].name != NULL; entry++)
      bind_keys (widget_class, table, entry, run_by_key);
}
