/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/**
 * TvProfileCopy:
 *
 * Copies what a profile panel shows to the clipboard, and exports it to files: the
 * selected row, the row with all rows that are open under it, or the whole table, as
 * they are when the action is activated. A worker writes what is long. The notice bar
 * of the panel says how it goes.
 *
 * # Actions
 *
 * Added to those of the panel, `profile`: `copy-row` and `copy-rows`, as tab-separated
 * values; `copy-as` (strings: `row`, `rows` or `table`, and the name of a
 * #TvTableFormat); `export` (string: `row`, `rows` or `table`) asks for a file.
 */
#define TV_TYPE_PROFILE_COPY (tv_profile_copy_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileCopy, tv_profile_copy, TV, PROFILE_COPY, GObject)

TvProfileCopy *tv_profile_copy_new (TvProfilePanel *panel);
TvProfileCopy *tv_profile_panel_get_copy (TvProfilePanel *panel);
void tv_profile_copy_set_trace_file (TvProfileCopy *self, GFile *file);
void tv_profile_copy_stop (TvProfileCopy *self);
void tv_profile_copy_save (TvProfileCopy *self, const char *what, TvTableFormat format,
                           GFile *file);
void tv_profile_copy_append_menus (GMenu *menu);

G_END_DECLS
