/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/call-numbers.h"

#include "draw/palette.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define NUMBER_CHARS 10

/* This row is the same as the mean unless calls are nested. */
#define ROW_MEAN_LENGTH 3

/* Returns the number of a spread for a row. */
static double
get_number (const TvCallSpread *spread, guint row)
{
  const double numbers[TV_N_NUMBER_ROWS] = { (double) spread->n,
                                             (double) spread->total,
                                             spread->mean,
                                             spread->mean_length,
                                             spread->median,
                                             (double) spread->percentile_75,
                                             (double) spread->percentile_90,
                                             (double) spread->percentile_99,
                                             (double) spread->percentile_999,
                                             spread->deviation,
                                             (double) spread->least,
                                             (double) spread->greatest };

  return numbers[row];
}

static char *
dup_number (TvTraceSession *session, guint row, double number)
{
  return row == 0 ? g_strdup_printf ("%'" PRIu64, (guint64) number)
                  : tv_trace_session_dup_duration (session, (gint64) llround (number));
}

static void
show_column (TvCallNumbers *self, TvTraceSession *session, TvNumbersColumn column,
             const char *title, const TvCallSpread *spread)
{
  gtk_label_set_label (self->titles[column], title != NULL ? title : "");
  for (guint i = 0; i < TV_N_NUMBER_ROWS; i++)
    {
      g_autofree char *text = title != NULL && (i == 0 || spread->n > 0)
                                  ? dup_number (session, i, get_number (spread, i))
                                  : g_strdup (title != NULL ? "–" : "");

      gtk_label_set_label (self->labels[column][i], text);
    }
}

static PangoAttrList *
new_attributes (GtkWidget *widget, double change)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  TvDrawColors colors;
  GdkRGBA text;
  TvColor color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  tv_draw_colors_init (&colors, TV_PALETTE_SOFT, text.green > 0.5f);
  color = change > 0 ? colors.more : colors.less;
  if (change != 0)
    pango_attr_list_insert (attributes, pango_attr_foreground_new (color.red * 257,
                                                                   color.green * 257,
                                                                   color.blue * 257));
  return attributes;
}

/* Increases and decreases have colours, and always signs. */
static void
show_difference (TvCallNumbers *self, TvTraceSession *session,
                 const TvCallSpread *spread, const TvCallSpread *base)
{
  for (guint i = 0; i < TV_N_NUMBER_ROWS; i++)
    {
      GtkLabel *label = self->labels[TV_NUMBERS_DIFFERENCE][i];
      const gboolean known = i == 0 || (spread->n > 0 && base->n > 0);
      const double change = known ? get_number (spread, i) - get_number (base, i) : 0;
      g_autofree char *text
          = tv_text_add_sign (dup_number (session, i, fabs (change)), change < 0);
      g_autoptr (PangoAttrList) attributes
          = new_attributes (GTK_WIDGET (label), change);

      gtk_label_set_attributes (label, attributes);
      gtk_label_set_label (label, known ? text : "–");
    }
}

static void
set_visible (TvCallNumbers *self, TvNumbersColumn column, gboolean visible)
{
  const gboolean has_nested
      = gtk_widget_get_visible (GTK_WIDGET (self->names[ROW_MEAN_LENGTH]));

  gtk_widget_set_visible (GTK_WIDGET (self->titles[column]), visible);
  for (guint i = 0; i < TV_N_NUMBER_ROWS; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->labels[column][i]),
                            visible && (i != ROW_MEAN_LENGTH || has_nested));
}

/* Names the rows in the words of the trace. */
static void
name_rows (TvCallNumbers *self, TvTraceSession *session)
{
  static const char *const names[TV_N_NUMBER_ROWS]
      = { N_ ("Calls"),  N_ ("Total"), N_ ("Mean"),     N_ ("Mean Length"),
          N_ ("Median"), "p75",        "p90",           "p99",
          "p99.9",       "σ",          N_ ("Shortest"), N_ ("Longest") };
  static const char *const tooltips[TV_N_NUMBER_ROWS]
      = { N_ ("All calls, nested ones included"),
          N_ ("Time of all calls; nested time counts once"),
          N_ ("The total, divided by the number of calls"),
          N_ ("The mean of what each call took, nested calls included") };

  for (int row = 0; row < TV_N_NUMBER_ROWS; row++)
    {
      gtk_label_set_label (self->names[row],
                           tv_trace_session_get_text (session, names[row]));
      if (tooltips[row] != NULL)
        gtk_widget_set_tooltip_text (
            GTK_WIDGET (self->names[row]),
            tv_trace_session_get_text (session, tooltips[row]));
    }
}

void
tv_call_numbers_show (TvCallNumbers *self, TvTraceSession *session,
                      const TvCallsData *data, const TvCallsSpan *span, guint group)
{
  const gboolean is_all = tv_calls_span_is_all (span);
  const gboolean is_compared = data->base != NULL;
  TvCallSpread all;
  TvCallSpread other = { 0 };
  TvCallSpread of_group = { 0 };

  tv_calls_data_measure (data, TV_CALLS_NO_GROUP, is_compared ? span : &TV_CALLS_ALL,
                         &all);
  name_rows (self, session);
  if (is_compared || !is_all)
    tv_calls_data_measure (data, is_compared ? TV_CALLS_BASE : TV_CALLS_NO_GROUP, span,
                           &other);
  if (group != TV_CALLS_NO_GROUP)
    tv_calls_data_measure (data, group, span, &of_group);
  show_column (self, session, TV_NUMBERS_ALL,
               is_compared && !is_all ? _ ("Selected") : _ ("All"), &all);
  show_column (self, session, TV_NUMBERS_OTHER,
               is_compared ? _ ("Base")
               : is_all    ? NULL
                           : _ ("Selected"),
               &other);
  show_column (self, session, TV_NUMBERS_GROUP,
               group != TV_CALLS_NO_GROUP ? _ ("Group") : NULL, &of_group);
  if (is_compared)
    show_difference (self, session, &all, &other);
  gtk_widget_set_visible (GTK_WIDGET (self->names[ROW_MEAN_LENGTH]),
                          data->calls->n_nested > 0
                              || (is_compared && data->base_calls->n_nested > 0));
  set_visible (self, TV_NUMBERS_ALL, TRUE);
  set_visible (self, TV_NUMBERS_OTHER, is_compared || !is_all);
  set_visible (self, TV_NUMBERS_GROUP, data->groups != NULL);
  set_visible (self, TV_NUMBERS_DIFFERENCE, is_compared);
}

/* Returns the number of columns that are shown. */
guint
tv_call_numbers_count (const TvCallNumbers *self)
{
  guint n = 0;

  for (guint i = 0; i < TV_N_NUMBERS; i++)
    n += gtk_widget_get_visible (GTK_WIDGET (self->titles[i]));
  return n;
}

static GtkLabel *
add_label (GtkWidget *grid, const char *text, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_add_css_class (label, column == 0 || row == 0 ? "dim-label" : "numeric");
  if (column > 0)
    gtk_label_set_width_chars (GTK_LABEL (label), NUMBER_CHARS);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
  return GTK_LABEL (label);
}

GtkWidget *
tv_call_numbers_init (TvCallNumbers *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_add_css_class (grid, "numbers");
  for (int i = 0; i < TV_N_NUMBERS; i++)
    self->titles[i] = add_label (
        grid, i == TV_NUMBERS_DIFFERENCE ? _ ("Difference") : "", i + 1, 0);
  for (int row = 0; row < TV_N_NUMBER_ROWS; row++)
    {
      self->names[row] = add_label (grid, "", 0, row + 1);
      for (int i = 0; i < TV_N_NUMBERS; i++)
        self->labels[i][row] = add_label (grid, "", i + 1, row + 1);
    }
  for (TvNumbersColumn i = TV_NUMBERS_OTHER; i < TV_N_NUMBERS; i++)
    set_visible (self, i, FALSE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled),
                                                   TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), grid);
  return scrolled;
}
