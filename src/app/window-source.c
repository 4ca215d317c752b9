/* SPDX-License-Identifier: Apache-2.0 */

/* Opening the source of the selected method in an editor. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/source-command.h"

#include <glib/gi18n-lib.h>

static void
say_error (TvWindow *self, const char *sentence)
{
  TvNoticeBar *notice = tv_view_get_notice (TV_VIEW (self->profile_panel));

  tv_notice_bar_show_error (notice, sentence);
  tv_notice_bar_set_action (notice, _ ("_Settings…"), "win.source-settings");
}

/* An editor that keeps running does not keep the window alive. */
static void
on_command_ended (GObject *source, GAsyncResult *result, gpointer user_data)
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
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_auto (GStrv) environment = NULL;
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
  environment = tv_source_command_dup_environment (method, file);
  g_subprocess_launcher_set_environ (launcher, environment);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, error);
  if (process == NULL)
    return FALSE;
  weak_self = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak_self, self);
  g_subprocess_wait_check_async (process, NULL, on_command_ended, weak_self);
  return TRUE;
}

static void
open_source (TvWindow *self)
{
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

/* Adds the action `open-source`. */
void
tv_window_init_source (TvWindow *self)
{
  static const TvWindowAction actions[] = {
    { "open-source", G_CALLBACK (open_source), NULL, NULL },
  };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
}
