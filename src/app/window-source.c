/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* Opening the source of the selected method in an editor. */

#include "app/settings.h"
#include "app/source-dialog.h"
#include "app/window-private.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/profile-tools.h"
#include "ui/profile/source-command.h"

#include <glib/gi18n-lib.h>

static void
say_error (TvWindow *self, const char *sentence)
{
  tv_notice_bar_show_error (
      tv_profile_tools_get_notice (tv_profile_panel_get_tools (self->profile_panel)),
      sentence);
}

/* An editor that goes on running is waited for, too, but keeps no window. */
static void
take_end (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak_self = user_data;
  g_autoptr (TvWindow) self = g_weak_ref_get (weak_self);
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = NULL;

  g_weak_ref_clear (weak_self);
  g_free (weak_self);
  if (g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error)
      || self == NULL || self->session == NULL)
    return;
  sentence = g_strdup_printf (_ ("The source command failed: %s"), error->message);
  say_error (self, sentence);
}

static gboolean
run_command (TvWindow *self, const TvMethod *method, GError **error)
{
  g_autofree char *command = g_settings_get_string (self->settings, "source-command");
  g_auto (GStrv) folders = g_settings_get_strv (self->settings, "source-folders");
  g_autofree char *file = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GSubprocess) process = NULL;
  GWeakRef *weak_self;

  if (tv_source_command_needs_file (command))
    {
      file = tv_source_find_file (method, (const char *const *) folders, error);
      if (file == NULL)
        return FALSE;
    }
  words = tv_source_command_expand (command, method, file, error);
  if (words == NULL)
    return FALSE;
  process
      = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_NONE, error);
  if (process == NULL)
    return FALSE;
  weak_self = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak_self, self);
  g_subprocess_wait_check_async (process, NULL, take_end, weak_self);
  return TRUE;
}

static void
open_source (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;
  const guint32 method = tv_profile_panel_get_subject (self->profile_panel);
  g_autoptr (GError) error = NULL;

  if (self->session == NULL || method == TV_METHOD_NONE
      || !tv_settings_has_key (self->settings, "source-command"))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  if (!run_command (
          self,
          tv_trace_get_method (tv_trace_session_get_trace (self->session), method),
          &error))
    say_error (self, error->message);
}

static void
show_settings (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;

  if (tv_settings_has_key (self->settings, "source-command"))
    tv_source_dialog_show (GTK_WINDOW (self), self->settings);
}

/* Adds the actions `open-source` and `source-settings`. */
void
tv_window_init_source (TvWindow *self)
{
  static const GActionEntry entries[] = {
    { "open-source", open_source, NULL, NULL, NULL, { 0 } },
    { "source-settings", show_settings, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
}
