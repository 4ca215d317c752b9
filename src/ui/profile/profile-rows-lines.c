/* SPDX-License-Identifier: Apache-2.0 */

/* The widgets of the rows that are seen: made, bound to rows, used again. */

#include "ui/profile/profile-rows-private.h"

/* How many lines may be made in the first frame, which has the whole window to draw,
 * and in any: a frame must not take long. The others come in the frames after it, so
 * that a large window fills from the top. */
#define MADE_AT_FIRST 8
#define MADE_AT_MOST 24

/* Returns a line; their order is that of their making. */
TvProfileLine *
tv_profile_rows_get_line (TvProfileRows *self, guint index)
{
  return g_ptr_array_index (self->lines, index);
}

TvProfileLine *
tv_profile_rows_find_line (TvProfileRows *self, guint position)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (tv_profile_line_get_position (tv_profile_rows_get_line (self, i)) == position)
      return tv_profile_rows_get_line (self, i);
  return NULL;
}

/* Which rows are seen, at least in part. Always as many, so that scrolling by less than
 * a row makes none. */
static void
find_seen (TvProfileRows *self, guint *first, guint *n)
{
  const guint n_all = tv_profile_rows_get_n (self);
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  *first = 0;
  *n = 0;
  if (self->row_height == 0 || height <= 0)
    return;
  *n = MIN (n_all, (guint) ((height + self->row_height - 1) / self->row_height) + 1);
  *first = (guint) (gtk_adjustment_get_value (self->adjustment) / self->row_height);
  *first = MIN (*first, n_all - *n);
}

static TvProfileLine *
make_line (TvProfileRows *self)
{
  GtkWidget *line = tv_profile_line_new (self->tree);

  tv_profile_line_set_font (TV_PROFILE_LINE (line), self->glyphs, self->ascent,
                            self->descent);
  gtk_widget_set_parent (line, GTK_WIDGET (self));
  g_ptr_array_add (self->lines, line);
  return TV_PROFILE_LINE (line);
}

/* Pango takes its time to find out how high a font is: only for another one. */
static gboolean
knows_font (TvProfileRows *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  return self->font != NULL
         && pango_font_description_equal (self->font,
                                          pango_context_get_font_description (context));
}

static void
learn_font (TvProfileRows *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics;

  if (knows_font (self))
    return;
  g_clear_pointer (&self->font, pango_font_description_free);
  self->font
      = pango_font_description_copy (pango_context_get_font_description (context));
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  self->glyphs = tv_number_glyphs_new (context);
  metrics = pango_context_get_metrics (context, NULL, NULL);
  self->ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics));
  self->descent = PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (metrics));
  pango_font_metrics_unref (metrics);
  for (guint i = 0; i < self->lines->len; i++)
    tv_profile_line_set_font (tv_profile_rows_get_line (self, i), self->glyphs,
                              self->ascent, self->descent);
}

/* How high a row is: one is asked for all. */
static void
learn_height (TvProfileRows *self)
{
  learn_font (self);
  if (tv_profile_rows_get_n (self) == 0)
    return;
  if (self->lines->len == 0)
    make_line (self);
  gtk_widget_measure (GTK_WIDGET (tv_profile_rows_get_line (self, 0)),
                      GTK_ORIENTATION_VERTICAL, -1, NULL, &self->row_height, NULL,
                      NULL);
}

static void
bind_line (TvProfileRows *self, TvProfileLine *line, guint position)
{
  g_autoptr (GtkTreeListRow) row
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  tv_profile_line_bind (line, position, row);
  tv_profile_line_set_selected (line, position == tv_profile_rows_get_selected (self));
}

static TvProfileLine *
find_free_line (TvProfileRows *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (!tv_profile_line_is_bound (tv_profile_rows_get_line (self, i)))
      return tv_profile_rows_get_line (self, i);
  return NULL;
}

static void
unbind_unseen (TvProfileRows *self, guint first, guint n, guint focused)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      TvProfileLine *line = tv_profile_rows_get_line (self, i);
      const guint position = tv_profile_line_get_position (line);

      if (position - first >= n && position != focused)
        tv_profile_line_unbind (line);
    }
}

static void
remove_free_lines (TvProfileRows *self)
{
  for (guint i = self->lines->len; i > 0; i--)
    if (!tv_profile_line_is_bound (tv_profile_rows_get_line (self, i - 1)))
      {
        gtk_widget_unparent (GTK_WIDGET (tv_profile_rows_get_line (self, i - 1)));
        g_ptr_array_remove_index_fast (self->lines, i - 1);
      }
}

/* The focus stays in the table while there is no row to have it, so that its keys are
 * heard, and goes on with the rows. */
static void
hold_focus (TvProfileRows *self, gboolean focused)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean empty = tv_profile_rows_get_n (self) == 0;
  TvProfileLine *line
      = focused && !empty ? tv_profile_rows_find_line (self, self->cursor) : NULL;

  if (line != NULL && gtk_widget_get_focus_child (widget) != GTK_WIDGET (line))
    gtk_widget_grab_focus (GTK_WIDGET (line));
  gtk_widget_set_focusable (widget, empty);
  if (focused && empty)
    gtk_widget_grab_focus (widget);
}

/* Gives every row that is seen a line, and the one that has the focus, seen or not. */
void
tv_profile_rows_bind_seen (TvProfileRows *self)
{
  const gboolean focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL
                         || gtk_widget_is_focus (GTK_WIDGET (self));
  guint allowed = MIN (MADE_AT_FIRST + self->lines->len, MADE_AT_MOST);
  guint first;
  guint n;
  TvProfileLine *line = NULL;

  find_seen (self, &first, &n);
  self->cursor = MIN (self->cursor, MAX (tv_profile_rows_get_n (self), 1) - 1);
  unbind_unseen (self, first, n, focus ? self->cursor : GTK_INVALID_LIST_POSITION);
  for (guint i = 0; i < n + (focus && n > 0 ? 1 : 0); i++)
    {
      /* The focus first: its line must be there. */
      const guint position
          = focus ? (i == 0 ? self->cursor : first + i - 1) : first + i;

      if (tv_profile_rows_find_line (self, position) != NULL)
        continue;
      line = find_free_line (self);
      if (line == NULL && allowed-- == 0)
        break;
      bind_line (self, line != NULL ? line : make_line (self), position);
    }
  hold_focus (self, focus);
  remove_free_lines (self);
}

static gboolean
bind_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  self->binder = 0;
  if (self->adjustment != NULL && self->selection != NULL)
    {
      learn_height (self);
      tv_profile_rows_scroll (self, gtk_adjustment_get_value (self->adjustment));
      tv_profile_rows_bind_seen (self);
    }
  gtk_widget_queue_allocate (widget);
  return G_SOURCE_REMOVE;
}

/* Has the rows that are seen bound to lines before the next frame is laid out. While
 * it is being laid out would be too late: a new line asks for another layout of all
 * the widgets around it. */
void
tv_profile_rows_queue_lines (TvProfileRows *self)
{
  if (self->binder == 0)
    self->binder
        = gtk_widget_add_tick_callback (GTK_WIDGET (self), bind_in_frame, NULL, NULL);
}

/* Returns whether rows are seen that have no line, or one in another font. */
gboolean
tv_profile_rows_lack_lines (TvProfileRows *self)
{
  guint first;
  guint n;

  if (!knows_font (self) || (self->row_height == 0 && tv_profile_rows_get_n (self) > 0))
    return TRUE;
  find_seen (self, &first, &n);
  for (guint i = 0; i < n; i++)
    if (tv_profile_rows_find_line (self, first + i) == NULL)
      return TRUE;
  return FALSE;
}

/* Returns the pixels that the longest name among those that are seen needs. */
int
tv_profile_rows_get_name_width (TvProfileRows *self)
{
  int width = 0;

  for (guint i = 0; i < self->lines->len; i++)
    width = MAX (width,
                 tv_profile_line_get_name_width (tv_profile_rows_get_line (self, i)));
  return width;
}

/* Shows the same numbers as they are written now, in another unit. */
void
tv_profile_rows_refresh (TvProfileRows *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    tv_profile_line_refresh (tv_profile_rows_get_line (self, i));
}
