/* SPDX-License-Identifier: Apache-2.0 */

/* The names that the methods of an obfuscated program have in its source. */

#include "config.h"

#include "app/mapping-task.h"
#include "app/open-dialog.h"
#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* One attempt to read mapping files. It does not keep the window alive. */
typedef struct
{
  GWeakRef window;
  GCancellable *cancellable;
  GPtrArray *files; /* those of before with the new */
} Naming;

static void
naming_free (Naming *naming)
{
  g_weak_ref_clear (&naming->window);
  g_object_unref (naming->cancellable);
  g_ptr_array_unref (naming->files);
  g_free (naming);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Naming, naming_free)

static void
set_files (TvWindow *self, GPtrArray *files)
{
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  if (files != NULL)
    self->mappings = g_ptr_array_ref (files);
  tv_window_update_subtitle (self);
  tv_window_update_actions (self);
}

/* What the names came to, and what is wrong with the files. */
static void
tell_answer (TvWindow *self, const Naming *naming, const TvMappingAnswer *answer)
{
  g_autofree char *name = tv_mapping_dup_quoted_name (
      g_ptr_array_index (naming->files, naming->files->len - 1));
  g_autofree char *sentence = NULL;

  if (answer->warning != NULL)
    {
      tv_notice_bar_show_error (self->notice, answer->warning);
      return;
    }
  if (answer->n_renamed == 0)
    {
      sentence = g_strdup_printf (_ ("No method of this trace has another name in %s"),
                                  name);
      tv_notice_bar_show_error (self->notice, sentence);
      return;
    }
  sentence = g_strdup_printf (
      ngettext ("%'u method has its name in the source now",
                "%'u methods have their names in the source now", answer->n_renamed),
      answer->n_renamed);
  tv_notice_bar_show_done (self->notice, sentence);
}

static void
take_answer (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Naming) naming = user_data;
  g_autoptr (TvWindow) self = g_weak_ref_get (&naming->window);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvMappingAnswer) answer = tv_mapping_task_finish (result, &error);

  /* Overtaken by other files, or given up. */
  if (self == NULL || naming->cancellable != self->naming)
    return;
  tv_window_stop_naming (self);
  if (answer != NULL)
    {
      set_files (self, naming->files);
      self->n_renamed = answer->n_renamed;
      tv_trace_session_set_names (self->session, answer->renamed);
      tell_answer (self, naming, answer);
      return;
    }
  tv_window_update_actions (self);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tv_notice_bar_show_error (self->notice, error->message);
}

/* The same file once more is read anew, and over the others. */
static GPtrArray *
join_files (GPtrArray *before, GPtrArray *added)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      GFile *file = g_ptr_array_index (before, i);

      if (!g_ptr_array_find_with_equal_func (added, file, (GEqualFunc) g_file_equal,
                                             NULL))
        g_ptr_array_add (files, g_object_ref (file));
    }
  for (guint i = 0; i < added->len; i++)
    g_ptr_array_add (files, g_object_ref (g_ptr_array_index (added, i)));
  return files;
}

static void
start_naming (TvWindow *self, GPtrArray *files)
{
  g_autofree char *name
      = tv_mapping_dup_quoted_name (g_ptr_array_index (files, files->len - 1));
  g_autofree char *sentence = g_strdup_printf (_ ("Reading the names in %s…"), name);
  Naming *naming = g_new0 (Naming, 1);

  tv_window_stop_naming (self);
  self->naming = g_cancellable_new ();
  g_weak_ref_init (&naming->window, self);
  naming->cancellable = g_object_ref (self->naming);
  naming->files = g_ptr_array_ref (files);
  tv_notice_bar_show_busy (self->notice, sentence, self->naming);
  tv_window_update_actions (self);
  tv_mapping_task_start (self->plain_trace, files, self->naming, take_answer, naming);
}

/* Gives up reading mapping files, if some are being read; names stay as they are. */
gboolean
tv_window_stop_naming (TvWindow *self)
{
  if (self->naming == NULL)
    return FALSE;
  g_cancellable_cancel (self->naming);
  g_clear_object (&self->naming);
  tv_notice_bar_hide (self->notice);
  return TRUE;
}

/* Gives the methods of the trace the names that are in files, and in those that were
 * added before. Where the trace is still being loaded, it gets them then. */
void
tv_window_add_mappings (TvWindow *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) joined = NULL;

  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (files != NULL);

  if (files->len == 0)
    return;
  joined = join_files (self->mappings, files);
  if (self->session != NULL && self->cancellable == NULL)
    start_naming (self, joined);
  else
    set_files (self, joined);
}

/* Gives the methods the names of the trace's file again. */
void
tv_window_remove_mappings (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  (void) tv_window_stop_naming (self);
  set_files (self, NULL);
  if (self->session != NULL)
    tv_trace_session_set_names (self->session, self->plain_trace);
}

/* Gives the new trace the names that are wanted for it. */
void
tv_window_follow_trace (TvWindow *self)
{
  g_autoptr (GPtrArray) files = g_steal_pointer (&self->mappings);

  (void) tv_window_stop_naming (self);
  g_clear_pointer (&self->plain_trace, tv_trace_unref);
  if (self->session == NULL)
    {
      self->mappings = g_steal_pointer (&files);
      return;
    }
  self->plain_trace = tv_trace_ref (tv_trace_session_get_trace (self->session));
  if (files != NULL)
    start_naming (self, files);
}

/* Returns where the names of methods are from, for the title; NULL where they are
 * those of the trace's file. */
char *
tv_window_dup_names_text (TvWindow *self)
{
  g_autofree char *name = NULL;
  guint n_others;

  if (self->mappings == NULL)
    return NULL;
  name = tv_mapping_dup_quoted_name (g_ptr_array_index (self->mappings, 0));
  n_others = self->mappings->len - 1;
  if (n_others == 0)
    return g_strdup_printf (_ ("names from %s"), name);
  return g_strdup_printf (ngettext ("names from %s and %u other file",
                                    "names from %s and %u other files", n_others),
                          name, n_others);
}

static void
open_mapping (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_open_dialog_show_for_mapping (user_data);
}

static void
remove_mapping (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_window_remove_mappings (user_data);
}

/* Adds the actions that are about names of methods. */
void
tv_window_init_mapping (TvWindow *self)
{
  static const GActionEntry entries[] = {
    { "open-mapping", open_mapping, NULL, NULL, NULL, { 0 } },
    { "remove-mapping", remove_mapping, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
}
