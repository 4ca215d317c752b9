/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-tools.h"

#include "ui/bars/package-bar.h"
#include "ui/profile/profile-row-actions.h"

struct _TvProfileTools
{
  TvNoticeBar *notice;
  TvProfileCopy *copy;
  TvPackageBar *packages;
};

static void
on_copy_state (TvProfileTools *self, int state, const char *sentence,
               GCancellable *cancellable)
{
  switch ((TvProfileCopyState) state)
    {
    case TV_PROFILE_COPY_BUSY:
      tv_notice_bar_show_busy (self->notice, sentence, cancellable);
      break;
    case TV_PROFILE_COPY_DONE:
      tv_notice_bar_show_done (self->notice, sentence);
      break;
    case TV_PROFILE_COPY_FAILED:
      tv_notice_bar_show_error (self->notice, sentence);
      break;
    case TV_PROFILE_COPY_SILENT:
    default:
      tv_notice_bar_hide (self->notice);
      break;
    }
}

TvProfileTools *
tv_profile_tools_new (TvProfilePanel *panel)
{
  TvProfileTools *self;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);

  self = g_new0 (TvProfileTools, 1);
  self->notice = TV_NOTICE_BAR (tv_notice_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->notice), GTK_WIDGET (panel));
  self->copy = tv_profile_copy_new (panel);
  g_signal_connect_swapped (self->copy, "state", G_CALLBACK (on_copy_state), self);
  self->packages = TV_PACKAGE_BAR (tv_package_bar_new ());
  gtk_widget_insert_before (GTK_WIDGET (self->packages), GTK_WIDGET (panel),
                            GTK_WIDGET (self->notice));
  g_signal_connect_swapped (panel, "emptied", G_CALLBACK (gtk_widget_grab_focus),
                            self->packages);
  /* Where the focus goes when no row is left. */
  tv_profile_row_menu_add_keys (GTK_WIDGET (self->packages));
  return self;
}

void
tv_profile_tools_set_session (TvProfileTools *self, TvTraceSession *session)
{
  tv_package_bar_set_session (self->packages, session);
}

/* Takes them from their panel. */
void
tv_profile_tools_free (TvProfileTools *self)
{
  gtk_widget_unparent (GTK_WIDGET (self->packages));
  g_signal_handlers_disconnect_by_data (self->copy, self);
  tv_profile_copy_stop (self->copy);
  g_object_unref (self->copy);
  gtk_widget_unparent (GTK_WIDGET (self->notice));
  g_free (self);
}

/**
 * tv_profile_tools_get_notice:
 * @self: tools
 *
 * Returns: (transfer none): where it is said how something went
 */
TvNoticeBar *
tv_profile_tools_get_notice (TvProfileTools *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->notice;
}

/**
 * tv_profile_tools_get_copy:
 * @self: tools
 *
 * Returns: (transfer none): what copies and exports
 */
TvProfileCopy *
tv_profile_tools_get_copy (TvProfileTools *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->copy;
}
