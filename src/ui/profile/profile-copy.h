/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/bars/notice-bar.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvProfileCopy:
 *
 * Copies what a profile panel shows to the clipboard, and exports it to files. What is
 * in the selected row, in it with all rows that are open under it, or in the whole
 * table, is taken as it stands when it is asked for; a worker writes what is long.
 *
 * # Actions
 *
 * Added to those of the panel, `profile`: `copy-row` and `copy-rows`, as tab-separated
 * values; `copy-as` (strings: `row`, `rows` or `table`, and the name of a
 * #TvTableFormat); `export` (string: `row`, `rows` or `table`) asks for a file.
 */
#define TV_TYPE_PROFILE_COPY (tv_profile_copy_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileCopy, tv_profile_copy, TV, PROFILE_COPY, GObject)

TvProfileCopy *tv_profile_copy_new (TvProfilePanel *panel, TvNoticeBar *notice);
void tv_profile_copy_set_trace_file (TvProfileCopy *self, GFile *file);
void tv_profile_copy_stop (TvProfileCopy *self);
void tv_profile_copy_save (TvProfileCopy *self, const char *what, TvTableFormat format,
                           GFile *file);
GMenuModel *tv_profile_copy_new_menu (void);

G_END_DECLS
