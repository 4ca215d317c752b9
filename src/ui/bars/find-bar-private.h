/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/bars/find-bar.h"
#include "ui/session/session-find.h"

G_BEGIN_DECLS

struct _TvFindBar
{
  GtkWidget parent_instance;

  GtkWidget *table; /* what has the focus while the bar has not; outlives the bar */
  GtkSearchBar *bar;
  GtkWidget *entry;
  GtkWidget *status;
  GtkWidget *error;

  GSimpleActionGroup *actions;
  TvTraceSession *session;
  TvSessionFind *find; /* of the session, %NULL without one */
  TvNameMatch match;
  gboolean class_only;
};

void tv_find_bar_search (TvFindBar *self);
void tv_find_bar_step (TvFindBar *self, gboolean forward);
gboolean tv_find_bar_close (TvFindBar *self);

void tv_find_bar_add_actions (TvFindBar *self);
void tv_find_bar_enable_actions (TvFindBar *self);

void tv_find_bar_add_keys (TvFindBar *self);

G_END_DECLS
