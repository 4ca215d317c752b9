/* SPDX-License-Identifier: Apache-2.0 */

/* The search in a list of methods that stands beside another view. It leaves out all
 * methods that do not match, and changes nothing else. */

#include "config.h"

#include "ui/profile/profile-search.h"

#include "ui/session/session-find.h"
#include "ui/widgets/job.h"

#include <glib/gi18n-lib.h>

struct _TvProfileSearch
{
  TvProfilePanel *panel; /* owns the search */
  GtkWidget *entry;
  GSignalGroup *find_signals;
  TvJob *job;
  gboolean is_waiting; /* for the names */
};

typedef struct
{
  TvNameHaystack *names;
  TvNamePattern *pattern;
} Question;

static gpointer
run (gpointer question, GCancellable *cancellable, GError **error)
{
  const Question *search = question;

  return tv_name_search (search->names, search->pattern, cancellable, error);
}

static void
set_only (TvProfileSearch *self, TvMethodSet *only)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (self->panel);

  if (tree != NULL)
    tv_profile_model_set_only (tv_profile_tree_get_methods (tree), only);
}

static void
done (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  if (answer == NULL)
    return;
  set_only (owner, answer);
  tv_method_set_unref (answer);
}

static void
free_question (gpointer question)
{
  Question *search = question;

  tv_name_haystack_unref (search->names);
  tv_name_pattern_free (search->pattern);
  g_free (search);
}

/* Words cannot be malformed. */
static void
start (TvProfileSearch *self, TvNameHaystack *names)
{
  static const TvJobType type = { .run = run,
                                  .done = done,
                                  .free_question = free_question,
                                  .free_answer = (GDestroyNotify) tv_method_set_unref };
  Question *question = g_new0 (Question, 1);

  question->names = tv_name_haystack_ref (names);
  question->pattern
      = tv_name_pattern_new (gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                             TV_NAME_MATCH_WORDS, FALSE, NULL);
  tv_job_start (&self->job, &type, question, self);
}

/* Searches the rows of another session, or for another text. */
void
tv_profile_search_restart (TvProfileSearch *self)
{
  TvTraceSession *session = tv_view_get_session (TV_VIEW (self->panel));
  TvSessionFind *find = session != NULL ? tv_trace_session_get_find (session) : NULL;
  TvNameHaystack *names = find != NULL ? tv_session_find_get_names (find) : NULL;

  tv_job_cancel (&self->job);
  g_signal_group_set_target (self->find_signals, find);
  self->is_waiting = FALSE;
  if (!tv_profile_search_has_text (self))
    set_only (self, NULL);
  else if (names != NULL)
    start (self, names);
  else if (find != NULL)
    {
      self->is_waiting = TRUE;
      tv_session_find_prepare (find);
    }
}

static void
on_find_changed (TvProfileSearch *self)
{
  if (self->is_waiting)
    tv_profile_search_restart (self);
}

static void
go_to_rows (TvProfileSearch *self)
{
  (void) gtk_widget_grab_focus (
      GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (self->panel)))));
}

static gboolean
on_key (TvProfileSearch *self, guint key)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return FALSE;
  go_to_rows (self);
  return TRUE;
}

static void
clear (TvProfileSearch *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  go_to_rows (self);
}

TvProfileSearch *
tv_profile_search_new (TvProfilePanel *panel)
{
  TvProfileSearch *self = g_new0 (TvProfileSearch, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->panel = panel;
  self->entry = g_object_ref_sink (gtk_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _ ("Search"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the list of methods"), -1);
  g_object_connect (self->entry, "swapped-signal::changed", tv_profile_search_restart,
                    self, "swapped-signal::activate", go_to_rows, self,
                    "swapped-signal::stop-search", clear, self, NULL);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  self->find_signals = g_signal_group_new (TV_TYPE_SESSION_FIND);
  g_signal_group_connect_swapped (self->find_signals, "changed",
                                  G_CALLBACK (on_find_changed), self);
  return self;
}

void
tv_profile_search_free (TvProfileSearch *self)
{
  tv_job_cancel (&self->job);
  g_object_unref (self->find_signals);
  g_signal_handlers_disconnect_by_data (self->entry, self);
  g_object_unref (self->entry);
  g_free (self);
}

GtkWidget *
tv_profile_search_get_entry (TvProfileSearch *self)
{
  return self->entry;
}

gboolean
tv_profile_search_has_text (TvProfileSearch *self)
{
  return *gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0';
}
