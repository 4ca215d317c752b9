/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/bars/notice-bar.h"
#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvProfileTools:
 *
 * All that is done with the rows of a profile panel: their menu, copying, and the bars
 * that speak of it.
 */
typedef struct _TvProfileTools TvProfileTools;

TvProfileTools *tv_profile_tools_new (TvProfilePanel *panel);
void tv_profile_tools_set_session (TvProfileTools *self, TvTraceSession *session);
void tv_profile_tools_free (TvProfileTools *self);

TvProfileTools *tv_profile_panel_get_tools (TvProfilePanel *panel);
TvNoticeBar *tv_profile_tools_get_notice (TvProfileTools *self);
TvProfileCopy *tv_profile_tools_get_copy (TvProfileTools *self);

G_END_DECLS
