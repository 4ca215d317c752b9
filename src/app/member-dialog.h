/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvMemberChosen:
 * @file: the chosen trace
 * @user_data: what tv_member_dialog_show() was given
 *
 * Opens a trace of an archive.
 */
typedef void (*TvMemberChosen) (GFile *file, gpointer user_data);

void tv_member_dialog_show (GtkWindow *parent, const char *archive, GPtrArray *members,
                            TvMemberChosen chosen, gpointer user_data,
                            GDestroyNotify destroy);

G_END_DECLS
