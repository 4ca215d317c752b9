/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-tree.h"
#include "ui/view/view.h"

G_BEGIN_DECLS

/**
 * TvProfilePanel:
 *
 * The profile of a session as a table: a row for each method, under it its callers and
 * callees. See #TvProfileTree for how rows open and are selected.
 *
 * # Properties
 *
 * `both-clocks` (boolean): whether it has the columns of both clocks, not only of the
 * session's primary clock.
 *
 * `toplevel` (boolean): whether `(toplevel)` is among the methods, which calls the
 * roots of all threads.
 *
 * `beside` (boolean): whether it is a narrow list beside another view: methods by
 * inclusive time, under a search, none of which can be opened.
 *
 * # Signals
 *
 * `emptied`: the user hid the package of the last row, which had the focus.
 *
 * # Actions
 *
 * `group-by` (string: `none`, `class`, `package` or `library`): the parents of methods.
 *
 * `columns` (state: %TV_COLUMN_LAYOUT_TYPE): the shown columns, their order and widths;
 * `choose-columns` asks the user, `reset-columns` restores the default. `wider-column`,
 * `narrower-column` and `fit-column` change the sorted column, or that of names.
 *
 * `time-unit` (string: `us`, `ms` or `s`): the unit of times; `next-time-unit` switches
 * to the next.
 *
 * `go-back`, `go-forward`: through the visited methods. `sort-next`, `sort-previous`,
 * `sort-reverse`: by another column, or in the other direction.
 *
 * Of the selected row: `next-call`, `previous-call` and `show-callers` of its method;
 * `row-details` shows the text of its tooltip; `hide-package` and `only-package`, and
 * `show-all-packages` to undo them.
 *
 * # CSS nodes
 *
 * `profile` with a scrolled table whose nodes are those of a column
 * view of the class `data-table`, its header in a column view of its own. Rows of the
 * groups of parents have the class `parents`, those of children the class `children`. A
 * row has an `expander` and a `name`, and draws its numbers itself. Rows that find
 * found have the class `hit`, methods that were never called the class `uncalled`.
 */
#define TV_TYPE_PROFILE_PANEL (tv_profile_panel_get_type ())

G_DECLARE_FINAL_TYPE (TvProfilePanel, tv_profile_panel, TV, PROFILE_PANEL, TvView)

GtkWidget *tv_profile_panel_new (void);
TvProfileTree *tv_profile_panel_get_tree (TvProfilePanel *self);
TvColumnLayout *tv_profile_panel_get_layout (TvProfilePanel *self);

G_END_DECLS
