/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/color-legend.h"

#include "analysis/text/kind-text.h"
#include "ui/session/session-colors.h"
#include "ui/table/table-view.h"

#include <glib/gi18n-lib.h>

/* Later groups share the colours of others, and weigh next to nothing. */
#define MAX_ROWS 60

#define SWATCH_SIZE 14
#define MAX_HEIGHT 420

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const TvColor *colors = data;

  tv_color_set_source (colors[tv_table_row_is_dark (GTK_WIDGET (area)) ? 1 : 0], cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
}

/* Returns a square in the colour of a method on a light or a dark background. */
static GtkWidget *
new_swatch (TvSessionColors *colors, guint32 method)
{
  GtkWidget *area = gtk_drawing_area_new ();
  TvColor *shown = g_new (TvColor, 2);

  for (guint dark = 0; dark < 2; dark++)
    shown[dark] = tv_method_colors_get (
        tv_session_colors_get_methods (colors, dark != 0), method);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), SWATCH_SIZE);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SWATCH_SIZE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_swatch, shown, g_free);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  return area;
}

static char *
dup_name (TvSessionColors *colors, const TvMethodGroups *groups, guint group)
{
  g_autofree char *name = tv_method_groups_dup_name (groups, group);

  if (*name != '\0')
    return g_steal_pointer (&name);
  if (tv_session_colors_get_mode (colors) == TV_COLOR_BY_CLASS)
    return g_strdup (_ ("(unnamed class)"));
  return g_strdup (tv_session_colors_get_mode (colors) == TV_COLOR_BY_LIBRARY
                       ? tv_kind_text (groups->trace, N_ ("(no library)"))
                       : _ ("(default package)"));
}

/* Returns the first method of each of the first groups. */
static guint32 *
list_first_methods (const TvMethodGroups *groups, guint n)
{
  guint32 *first = g_new (guint32, MAX (n, 1));

  for (guint32 i = groups->n_methods; i-- > 0;)
    if (groups->by_method[i] < n)
      first[groups->by_method[i]] = i;
  return first;
}

static GtkWidget *
new_label (const char *text, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  return label;
}

static GtkWidget *
new_row (GtkWidget *swatch, const char *name, const char *share)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = new_label (name, 0);
  GtkWidget *number = new_label (share, 1);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), 18);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, name);
  gtk_widget_add_css_class (number, "numeric");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), number);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, share, -1);
  return row;
}

static GtkWidget *
new_list (TvTraceSession *session, const TvMethodGroups *groups)
{
  TvSessionColors *colors = tv_trace_session_get_colors (session);
  const guint n = MIN (groups->n, MAX_ROWS);
  g_autofree guint32 *methods = list_first_methods (groups, n);
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = dup_name (colors, groups, i);
      g_autofree char *share = tv_session_colors_dup_share (colors, i);

      gtk_list_box_append (GTK_LIST_BOX (list),
                           new_row (new_swatch (colors, methods[i]), name, share));
    }
  return list;
}

static GtkWidget *
new_scroller (GtkWidget *list, const char *title)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled),
                                              MAX_HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  return scrolled;
}

static GtkWidget *
new_note (const char *text)
{
  GtkWidget *note = new_label (text, 0);

  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (note), 40);
  gtk_widget_add_css_class (note, "dim-label");
  return note;
}

/**
 * tv_color_legend_new:
 * @session: a session
 * @title: what decides the colour of a method, for people
 *
 * Makes a popover that says what the colours of the moment mean: of each group of
 * methods its colour, its name and the share of its own time in the whole trace, the
 * heaviest first.
 *
 * Returns: (transfer floating): the popover, without a parent
 */
GtkWidget *
tv_color_legend_new (TvTraceSession *session, const char *title)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = new_label (title, 0);
  const TvMethodGroups *groups;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session) && title != NULL, NULL);

  groups = tv_session_colors_get_groups (tv_trace_session_get_colors (session));
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (popover, "legend");
  gtk_box_append (GTK_BOX (box), heading);
  if (groups == NULL)
    gtk_box_append (
        GTK_BOX (box),
        new_note (_ ("Colors are assigned by rank and repeat. Each method’s "
                     "color is shown before its name in the table.")));
  else
    {
      g_autofree char *more
          = groups->n > MAX_ROWS ? g_strdup_printf (
                _ ("Own share of the whole trace, the heaviest %u"), MAX_ROWS)
                                 : g_strdup (_ ("Own share of the whole trace"));

      gtk_box_append (GTK_BOX (box), new_note (more));
      gtk_box_append (GTK_BOX (box), new_scroller (new_list (session, groups), title));
    }
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return popover;
}
