/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/line-cells.h"

#include "ui/profile/profile-text.h"
#include "ui/profile/share-bar.h"

struct _TvLineCells
{
  TvTraceSession *session;
  TvProfileItem *row;     /* %NULL for none */
  GArray *places;         /* %NULL until they are known */
  TvNumberGlyphs *glyphs; /* the same */

  /* Of columns that have a place; of the others they may be of a row before. */
  char *texts[TV_PROFILE_N_COLUMNS];
  double shares[TV_PROFILE_N_COLUMNS]; /* 0 for what is none */
  graphene_rect_t bounds[TV_PROFILE_N_COLUMNS];
  TvNumberRow *numbers; /* %NULL until they are drawn */
};

TvLineCells *
tv_line_cells_new (TvTraceSession *session)
{
  TvLineCells *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_new0 (TvLineCells, 1);
  self->session = g_object_ref (session);
  return self;
}

void
tv_line_cells_free (TvLineCells *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    g_clear_pointer (&self->texts[i], g_free);
  g_clear_pointer (&self->numbers, tv_number_row_free);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_object (&self->row);
  g_clear_object (&self->session);
  g_free (self);
}

void
tv_line_cells_set_glyphs (TvLineCells *self, TvNumberGlyphs *glyphs)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (glyphs != NULL);

  g_clear_pointer (&self->numbers, tv_number_row_free);
  tv_number_glyphs_ref (glyphs);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  self->glyphs = glyphs;
}

static const TvColumnPlace *
get_place (TvLineCells *self, guint index)
{
  return &g_array_index (self->places, TvColumnPlace, index);
}

static guint
count_places (TvLineCells *self)
{
  return self->places != NULL ? self->places->len : 0;
}

static double
get_share (TvLineCells *self, TvProfileColumn column)
{
  TvProfileValue value;

  if (self->row == NULL || !tv_profile_column_is_percent (column))
    return 0;
  value = tv_profile_item_get_value (self->row, self->session, column);
  return value.kind == TV_PROFILE_VALUE_SHARE && value.whole > 0
             ? value.time / (double) value.whole
             : 0;
}

/* Only of columns that are seen. */
static void
learn_texts (TvLineCells *self)
{
  g_clear_pointer (&self->numbers, tv_number_row_free);
  for (guint i = 0; i < count_places (self); i++)
    {
      const TvProfileColumn column = get_place (self, i)->column;

      g_clear_pointer (&self->texts[column], g_free);
      if (self->row != NULL)
        self->texts[column]
            = tv_profile_item_dup_text (self->row, self->session, column);
      self->shares[column] = get_share (self, column);
    }
}

gboolean
tv_line_cells_set_places (TvLineCells *self, GArray *places)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (places != NULL, FALSE);

  if (self->places == places)
    return FALSE;
  g_array_ref (places);
  g_clear_pointer (&self->places, g_array_unref);
  self->places = places;
  learn_texts (self);
  return TRUE;
}

/* Shows the numbers of a row as they are now. */
void
tv_line_cells_set_row (TvLineCells *self, TvProfileItem *row)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (row == NULL || TV_IS_PROFILE_ITEM (row));

  g_set_object (&self->row, row);
  learn_texts (self);
}

/* Shows the same numbers as they are written now. */
void
tv_line_cells_refresh (TvLineCells *self)
{
  g_return_if_fail (self != NULL);

  learn_texts (self);
}

const TvColumnPlace *
tv_line_cells_find_place (TvLineCells *self, TvProfileColumn column)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < count_places (self); i++)
    if (get_place (self, i)->column == column)
      return get_place (self, i);
  return NULL;
}

const char *
tv_line_cells_get_text (TvLineCells *self, TvProfileColumn column)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return tv_line_cells_find_place (self, column) != NULL ? self->texts[column] : NULL;
}

/* The name is not among the numbers: a widget of its own shows it. */
static void
add_number (TvLineCells *self, const TvColumnPlace *place)
{
  const char *text = self->texts[place->column];

  if (place->column != TV_PROFILE_COLUMN_NAME && text != NULL)
    tv_number_row_add (self->numbers, text, place->x + TV_LINE_CELLS_PADDING,
                       place->width - 2 * TV_LINE_CELLS_PADDING,
                       &self->bounds[place->column]);
}

/* From the left, whichever side columns begin on. */
static void
make_numbers (TvLineCells *self)
{
  const guint n = count_places (self);
  const gboolean from_end
      = n > 1 && get_place (self, 0)->x > get_place (self, n - 1)->x;

  if (self->numbers != NULL || self->glyphs == NULL)
    return;
  self->numbers = tv_number_row_new (self->glyphs);
  for (guint i = 0; i < n; i++)
    add_number (self, get_place (self, from_end ? n - 1 - i : i));
}

gboolean
tv_line_cells_get_bounds (TvLineCells *self, TvProfileColumn column,
                          graphene_rect_t *bounds)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (bounds != NULL, FALSE);

  make_numbers (self);
  *bounds = self->bounds[column];
  return self->numbers != NULL && column != TV_PROFILE_COLUMN_NAME
         && tv_line_cells_get_text (self, column) != NULL;
}

/* Returns the numbers with the titles of their columns, for those who don't see them.
 */
char *
tv_line_cells_dup_description (TvLineCells *self)
{
  GString *description = g_string_new (NULL);

  for (guint i = 0; i < count_places (self); i++)
    {
      const TvProfileColumn column = get_place (self, i)->column;
      const char *text = self->texts[column];
      g_autofree char *title = NULL;

      if (column == TV_PROFILE_COLUMN_NAME || text == NULL || *text == '\0')
        continue;
      title = tv_profile_column_dup_title (
          column, tv_trace_session_get_time_unit (self->session));
      if (description->len > 0)
        g_string_append (description, "; ");
      g_string_append_printf (description, "%s: %s", title, text);
    }
  /* A title may have lines. */
  g_strdelimit (description->str, "\n", ' ');
  return g_string_free (description, FALSE);
}

/* Draws the numbers, those that are shares over bars. */
void
tv_line_cells_snapshot (TvLineCells *self, GtkSnapshot *snapshot, const GdkRGBA *color,
                        int baseline, int height)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < count_places (self); i++)
    {
      const TvColumnPlace *place = get_place (self, i);

      if (self->shares[place->column] > 0)
        tv_share_bar_snapshot (snapshot,
                               &(GdkRectangle){ place->x, 0, place->width, height },
                               self->shares[place->column], color);
    }
  make_numbers (self);
  if (self->numbers != NULL)
    tv_number_row_snapshot (self->numbers, snapshot, color, baseline);
}
