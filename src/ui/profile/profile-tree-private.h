/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/open-rows.h"
#include "ui/profile/profile-places.h"
#include "ui/profile/profile-tree.h"
#include "ui/profile/row-path.h"

G_BEGIN_DECLS

struct _TvProfileTree
{
  GObject parent_instance;

  TvTraceSession *session;
  TvProfileModel *methods;
  TvProfilePlaces *places;
  TvRelativesStore *store;
  TvProfileOutline *outline; /* what the tree is over if not over places */
  TvRowTree *tree;
  GtkSingleSelection *selection;
  GObject *selected_item;
  TvOpenRows *open_rows;
  TvMethodHistory *history;

  /* A row below a method that is to be selected when it is there again. */
  TvRowPath *wanted;

  /* Opened because it was picked; to be closed when the selection leaves. */
  guint32 opened_method;
  guint closing_source;

  /* The next order comes with another grouping: the selected method is to be shown. */
  gboolean revealing;

  /* The selection is being brought in line with the session, not by a person. */
  gboolean following;
};

void tv_profile_tree_follow_selection (TvProfileTree *self);
void tv_profile_tree_follow_session (TvProfileTree *self);
void tv_profile_tree_remember_selected (TvProfileTree *self);
gboolean tv_profile_tree_select_remembered (TvProfileTree *self, double align);
void tv_profile_tree_select_method_row (TvProfileTree *self, guint32 method,
                                        double align);

G_END_DECLS
