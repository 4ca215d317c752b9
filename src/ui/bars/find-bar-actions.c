/* SPDX-License-Identifier: Apache-2.0 */

/* The actions of the find bar, which menus and keys of the whole window name. */

#include "ui/bars/find-bar-private.h"

static const char *const match_names[] = { "text", "words", "regex" };

static void
show (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
hide (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  (void) tv_find_bar_close (TV_FIND_BAR (user_data));
}

static void
go_to_next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_find_bar_step (TV_FIND_BAR (user_data), TRUE);
}

static void
go_to_previous (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_find_bar_step (TV_FIND_BAR (user_data), FALSE);
}

static void
change_match (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (match_names); i++)
    if (g_str_equal (name, match_names[i]))
      {
        self->match = (TvNameMatch) i;
        g_simple_action_set_state (action, state);
        tv_find_bar_search (self);
      }
}

static void
change_class_only (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  self->class_only = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  tv_find_bar_search (self);
}

static void
change_only_hits (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  g_simple_action_set_state (action, state);
  if (self->find != NULL)
    tv_session_find_set_only_hits (self->find, g_variant_get_boolean (state));
}

void
tv_find_bar_add_actions (TvFindBar *self)
{
  static const GActionEntry entries[] = {
    { "show", show, NULL, NULL, NULL, { 0 } },
    { "close", hide, NULL, NULL, NULL, { 0 } },
    { "next", go_to_next, NULL, NULL, NULL, { 0 } },
    { "previous", go_to_previous, NULL, NULL, NULL, { 0 } },
    { "match", NULL, "s", "'text'", change_match, { 0 } },
    { "class-only", NULL, NULL, "false", change_class_only, { 0 } },
    { "only-hits", NULL, NULL, "false", change_only_hits, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "find",
                                  G_ACTION_GROUP (self->actions));
}

/* Enables the actions while there is something to find. */
void
tv_find_bar_enable_actions (TvFindBar *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                     G_ACTION_MAP (self->actions), names[i])),
                                 self->find != NULL);
}
