/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/window-find.h"

#include <string.h>

const char *const tv_window_find_names[TV_WINDOW_N_FINDS] = {
  "a key more: text",
  "a key less: text",
  "a key more: text of no name",
  "a key more: all words",
  "a key more: regular expression",
  "a key more: text of classes",
};

static const struct
{
  const char *match;
  const char *query;
  gsize first; /* letters that are there after the first key */
  gboolean class_only;
  gboolean deletes;
} finds[TV_WINDOW_N_FINDS] = {
  { "text", "method123", 1, FALSE, FALSE },
  { "text", "method123", 1, FALSE, TRUE },
  { "text", "xyz", 1, FALSE, FALSE },
  { "words", "hod cl 12", 1, FALSE, FALSE },
  { "regex", "(od|as)1.*2$", 7, FALSE, FALSE },
  { "text", "class123", 1, TRUE, FALSE },
};

/* That a person takes from opening the bar to the first letter at least; the names are
 * read meanwhile. */
#define MS_BEFORE_TYPING 300

static GtkWidget *
find_entry (GtkWidget *root)
{
  GtkWidget *found = GTK_IS_SEARCH_ENTRY (root) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static void
note_order (TvProfileModel *methods, gboolean *reordered)
{
  *reordered = TRUE;
}

/* Leaves so much of a text, as if by a key: with the whole of it set anew there would
 * be nothing in the entry in between. */
static void
type_until (GtkEditable *entry, const char *query, gsize length)
{
  const int before = (int) strlen (gtk_editable_get_text (entry));
  int end = before;

  if ((gsize) before > length)
    gtk_editable_delete_text (entry, (int) length, -1);
  else
    gtk_editable_insert_text (entry, query + before, (int) length - before, &end);
}

/* From a key to the frame that shows the hits alone. */
static double
press_key (TvWindowWatch *watch, TvProfileModel *methods, GtkWidget *entry,
           const char *query, gsize n_letters)
{
  gboolean reordered = FALSE;
  const gulong handler
      = g_signal_connect (methods, "reordered", G_CALLBACK (note_order), &reordered);
  const double begun = tv_measure_now ();

  type_until (GTK_EDITABLE (entry), query, n_letters);
  while (!reordered)
    tv_window_watch_turn (watch);
  tv_window_watch_wait_for_frame (watch);
  g_signal_handler_disconnect (methods, handler);
  return watch->frame - begun;
}

/* The slowest key. */
static double
measure_find (TvWindowWatch *watch, TvProfileModel *methods, GtkWidget *entry,
              guint find)
{
  const char *query = finds[find].query;
  const gsize length = strlen (query);
  double slowest = 0;

  /* An expression that is not finished leaves everything as it is. */
  for (gsize i = finds[find].first; i <= length; i++)
    {
      const gsize n_letters = finds[find].deletes ? length + finds[find].first - i : i;
      const double seconds = press_key (watch, methods, entry, query, n_letters);

      slowest = MAX (slowest, seconds);
      tv_window_watch_settle (watch);
    }
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  tv_window_watch_settle (watch);
  return slowest;
}

static gboolean
begin_typing (gpointer typing)
{
  *(gboolean *) typing = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_before_typing (TvWindowWatch *watch)
{
  gboolean typing = FALSE;

  g_timeout_add (MS_BEFORE_TYPING, begin_typing, &typing);
  while (!typing)
    tv_window_watch_turn (watch);
}

void
tv_window_find_measure (TvWindowWatch *watch, TvProfilePanel *panel,
                        TvMeasure measures[TV_WINDOW_N_FINDS])
{
  GActionGroup *actions = tv_profile_panel_get_find_actions (panel);
  TvProfileModel *methods
      = tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel));
  GtkWidget *entry = find_entry (GTK_WIDGET (panel));

  /* A cursor that blinks is drawn all the time, so that no picture is the last one. */
  g_object_set (gtk_widget_get_settings (entry), "gtk-cursor-blink", FALSE, NULL);
  g_action_group_activate_action (actions, "show", NULL);
  g_action_group_change_action_state (actions, "only-hits",
                                      g_variant_new_boolean (TRUE));
  tv_window_watch_settle (watch);
  wait_before_typing (watch);
  for (guint i = 0; i < TV_WINDOW_N_FINDS; i++)
    {
      g_action_group_change_action_state (actions, "match",
                                          g_variant_new_string (finds[i].match));
      g_action_group_change_action_state (actions, "class-only",
                                          g_variant_new_boolean (finds[i].class_only));
      tv_window_watch_settle (watch);
      measures[i].seconds = measure_find (watch, methods, entry, i);
    }
  g_action_group_activate_action (actions, "close", NULL);
  tv_window_watch_settle (watch);
}
