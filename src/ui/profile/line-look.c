/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/line-look.h"

#include "ui/profile/profile-value.h"
#include "ui/profile/relatives-query.h"
#include "ui/session/session-colors.h"

static void
set_css_class (GtkWidget *line, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (line, css_class);
  else
    gtk_widget_remove_css_class (line, css_class);
}

/* Every second level of a path, so that one sees where each begins. */
static gboolean
is_lighter (TvProfileItem *row)
{
  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_GROUP)
    return FALSE;
  return tv_relatives_query_get_depth (
             TV_RELATIVES_QUERY (tv_profile_item_get_owner (row)))
             % 2
         == 1;
}

/* Gives rows below a method the class `parents` or `children`, and every second level
 * of them `lighter`. The classes go on the row: on a cell they would leave stripes and
 * hide the selection. */
void
tv_line_look_set_row (GtkWidget *line, TvProfileItem *row, guint depth)
{
  const gboolean is_sub = tv_profile_item_is_sub (row);
  const TvRelation relation
      = is_sub ? tv_profile_item_get_relation (row) : TV_RELATION_PARENTS;
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

  set_css_class (line, "parents", is_sub && is_parent);
  set_css_class (line, "children", is_sub && !is_parent);
  set_css_class (line, "lighter", is_sub && is_lighter (row));
  gtk_accessible_update_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) depth + 1, -1);
}

/* Marks a row that names a method with the class `hit` where that was found,
 * `uncalled` where it was never called. */
void
tv_line_look_set_marks (GtkWidget *line, TvProfileItem *row, TvTraceSession *session)
{
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (session));
  const guint32 method = tv_profile_item_get_target (row);
  /* "self" doesn't name it. */
  const gboolean is_method = method != TV_METHOD_NONE
                             && tv_profile_item_get_kind (row) != TV_PROFILE_ITEM_SELF;

  set_css_class (line, "hit",
                 is_method && hits != NULL && tv_method_set_contains (hits, method));
  set_css_class (
      line, "uncalled",
      is_method
          && tv_ranking_get_rank (tv_trace_session_get_ranking (session), method)
                 == TV_METHOD_NONE);
}

/* Tells whether the row is open, if it can open. */
void
tv_line_look_set_expanded (GtkWidget *line, GtkTreeListRow *row)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (line);

  if (gtk_tree_list_row_is_expandable (row))
    gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED,
                                 gtk_tree_list_row_get_expanded (row), -1);
  else
    gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
}
