/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/line-style.h"

#include "ui/profile-value.h"
#include "ui/session-colors.h"

static void
set_css_class (GtkWidget *line, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (line, css_class);
  else
    gtk_widget_remove_css_class (line, css_class);
}

static void
paint_group (GtkWidget *line, TvProfileRow *row)
{
  const gboolean is_sub = tv_profile_row_is_sub (row);
  const TvRelation relation = tv_profile_row_get_relation (row);
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

  set_css_class (line, "parents", is_sub && is_parent);
  set_css_class (line, "children", is_sub && !is_parent);
}

/* A row that names a method: "self" doesn't. */
static void
mark_method (GtkWidget *line, TvProfileRow *row, TvTraceSession *session)
{
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (session));
  const guint32 method = tv_profile_row_get_target (row);
  const gboolean is_method = method != TV_METHOD_NONE
                             && tv_profile_row_get_kind (row) != TV_PROFILE_ROW_SELF;

  set_css_class (line, "hit",
                 is_method && hits != NULL && tv_method_set_contains (hits, method));
  set_css_class (
      line, "uncalled",
      is_method
          && tv_ranking_get_rank (tv_trace_session_get_ranking (session), method)
                 == TV_METHOD_NONE);
}

/**
 * tv_line_style_apply:
 * @line: the widget of a row
 * @row: what it shows
 * @session: the session that the row is of
 *
 * Gives a line the CSS classes of its row. They go on the line: on a cell they would
 * leave stripes and hide the selection.
 */
void
tv_line_style_apply (GtkWidget *line, TvProfileRow *row, TvTraceSession *session)
{
  g_return_if_fail (GTK_IS_WIDGET (line));
  g_return_if_fail (TV_IS_PROFILE_ROW (row));
  g_return_if_fail (TV_IS_TRACE_SESSION (session));

  paint_group (line, row);
  mark_method (line, row, session);
}
