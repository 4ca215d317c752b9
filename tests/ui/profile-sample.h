/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-column.h"
#include "ui/profile/profile-tree.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

TvTraceSession *tv_profile_sample_new (void);
TvTraceSession *tv_profile_sample_new_ties (void);
TvTraceSession *tv_profile_sample_new_many (guint n_methods);
TvTraceSession *tv_profile_sample_new_long (guint n_calls);
TvTraceSession *tv_profile_sample_new_recursive (guint depth);
TvTraceSession *tv_profile_sample_new_pair (TvTraceSession **base);
guint32 tv_profile_sample_find (TvTraceSession *session, const char *full_name);
char *tv_profile_sample_dup_text (TvProfileItem *row, TvTraceSession *session,
                                  TvProfileColumn column);
char *tv_profile_sample_row_to_string (TvProfileItem *row, TvTraceSession *session);
char *tv_profile_sample_names_to_string (GListModel *model, TvTraceSession *session);
char *tv_profile_sample_tree_to_string (TvProfileTree *tree);

G_END_DECLS
