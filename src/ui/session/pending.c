/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/session/pending.h"

#include <glib/gi18n-lib.h>

struct _TvPending
{
  GtkWidget *widget;
  GSignalGroup *signals;
  gboolean asking;
};

static void
update (TvPending *pending)
{
  g_autoptr (TvTraceSession) session = g_signal_group_dup_target (pending->signals);
  const gboolean is_pending
      = pending->asking || (session != NULL && tv_trace_session_is_pending (session));
  GtkAccessible *accessible = GTK_ACCESSIBLE (pending->widget);

  if (is_pending == gtk_widget_has_css_class (pending->widget, "pending"))
    return;
  gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_BUSY, is_pending, -1);
  if (is_pending)
    {
      gtk_widget_add_css_class (pending->widget, "pending");
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      _ ("Updating…"), -1);
    }
  else
    {
      gtk_widget_remove_css_class (pending->widget, "pending");
      gtk_accessible_reset_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}

/**
 * tv_pending_new:
 * @widget: a widget, which is not referenced
 *
 * Returns: (transfer full): its state, which is not pending. Free it when @widget is
 *   disposed
 */
TvPending *
tv_pending_new (GtkWidget *widget)
{
  TvPending *pending;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  pending = g_new0 (TvPending, 1);
  pending->widget = widget;
  pending->signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (pending->signals, "notify::pending",
                                  G_CALLBACK (update), pending);
  return pending;
}

void
tv_pending_free (TvPending *pending)
{
  if (pending == NULL)
    return;
  g_signal_group_set_target (pending->signals, NULL);
  g_object_unref (pending->signals);
  g_free (pending);
}

/**
 * tv_pending_set_session:
 * @pending: a state
 * @session: (nullable): the session that the widget shows
 *
 * Makes the widget pending while the session is, see tv_trace_session_is_pending().
 */
void
tv_pending_set_session (TvPending *pending, TvTraceSession *session)
{
  g_return_if_fail (pending != NULL);
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  g_signal_group_set_target (pending->signals, session);
  update (pending);
}

/**
 * tv_pending_set_asking:
 * @pending: a state
 * @asking: whether a worker of the widget itself is busy
 *
 * Makes the widget pending while its own worker is busy.
 */
void
tv_pending_set_asking (TvPending *pending, gboolean asking)
{
  g_return_if_fail (pending != NULL);

  pending->asking = asking;
  update (pending);
}
