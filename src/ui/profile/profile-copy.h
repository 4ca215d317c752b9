/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/profile/profile-panel.h"

G_BEGIN_DECLS

/* Copies rows of a profile panel to the clipboard, and exports them to files: the
 * selected row, this row with all open rows under it, or the whole table, all at the
 * moment when the action is activated.
 *
 * The actions, among those of the panel: `copy-row` and `copy-rows`, as tab-separated
 * values; `copy-as` (strings: `row`, `rows` or `table`, and the name of a
 * #TvTableFormat); `export` (string: `row`, `rows` or `table`) asks for a file. */

void tv_profile_copy_add (GActionMap *actions, TvProfilePanel *panel);
void tv_profile_copy_save (TvProfilePanel *panel, const char *what,
                           TvTableFormat format, GFile *file);
void tv_profile_copy_append_menus (GMenu *menu);

G_END_DECLS
