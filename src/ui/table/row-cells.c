/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/row-cells.h"

#include "draw/palette.h"
#include "ui/widgets/rgba.h"

/* The bar of a share lies behind its digits, as a pale tint. On a selected row it has
 * the colour of the text, which is visible there. */
#define BAR_TINT ((TvColor){ 53, 132, 228 })
#define BAR_OPACITY 0.3f
#define BAR_MARGIN 1

/* Zeros are paler than other numbers. */
#define ZERO_OPACITY 0.5f

/* The shadow of names that lie over numbers. */
#define EDGE_OPACITY 0.2f

/* The looks of a number. */
typedef enum
{
  PLAIN,
  ZERO,
  MORE,
  LESS,
  N_TONES
} Tone;

struct _TvRowCells
{
  TvTableModel *model;
  GObject *item;          /* NULL for none */
  GArray *places;         /* of TvColumnPlace; NULL until they are known */
  TvNumberGlyphs *glyphs; /* NULL until the font is known */

  /* Only those of columns with a place are up to date. */
  char *texts[TV_TABLE_MAX_COLUMNS];
  double shares[TV_TABLE_MAX_COLUMNS]; /* 0 in other columns */
  graphene_rect_t bounds[TV_TABLE_MAX_COLUMNS];
  TvNumberRow *numbers[N_TONES]; /* NULL until they are drawn */
  gboolean selected;
};

static void
drop_numbers (TvRowCells *self)
{
  for (guint i = 0; i < N_TONES; i++)
    g_clear_pointer (&self->numbers[i], tv_number_row_free);
}

TvRowCells *
tv_row_cells_new (TvTableModel *model)
{
  TvRowCells *self = g_new0 (TvRowCells, 1);

  self->model = g_object_ref (model);
  return self;
}

void
tv_row_cells_free (TvRowCells *self)
{
  for (guint i = 0; i < TV_TABLE_MAX_COLUMNS; i++)
    g_free (self->texts[i]);
  drop_numbers (self);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_object (&self->item);
  g_clear_object (&self->model);
  g_free (self);
}

void
tv_row_cells_set_glyphs (TvRowCells *self, TvNumberGlyphs *glyphs)
{
  drop_numbers (self);
  tv_number_glyphs_ref (glyphs);
  g_clear_pointer (&self->glyphs, tv_number_glyphs_unref);
  self->glyphs = glyphs;
}

static const TvColumnPlace *
get_place (TvRowCells *self, guint index)
{
  return &g_array_index (self->places, TvColumnPlace, index);
}

static guint
count_places (TvRowCells *self)
{
  return self->places != NULL ? self->places->len : 0;
}

/* Writes the texts again. The unit may have changed. */
void
tv_row_cells_refresh (TvRowCells *self)
{
  const TvTableModelInterface *iface = TV_TABLE_MODEL_GET_IFACE (self->model);

  drop_numbers (self);
  for (guint i = 0; i < count_places (self); i++)
    {
      const guint column = get_place (self, i)->column;

      g_clear_pointer (&self->texts[column], g_free);
      self->shares[column] = 0;
      if (self->item == NULL || column == TV_TABLE_NAME_COLUMN)
        continue;
      self->texts[column] = iface->dup_text (self->model, self->item, column);
      self->shares[column] = iface->get_share (self->model, self->item, column);
    }
}

/* Returns whether the places have changed. */
gboolean
tv_row_cells_set_places (TvRowCells *self, GArray *places)
{
  if (self->places == places)
    return FALSE;
  g_array_ref (places);
  g_clear_pointer (&self->places, g_array_unref);
  self->places = places;
  tv_row_cells_refresh (self);
  return TRUE;
}

void
tv_row_cells_set_item (TvRowCells *self, gpointer item)
{
  g_set_object (&self->item, G_OBJECT (item));
  tv_row_cells_refresh (self);
}

/* Returns NULL if the column is not shown. */
const TvColumnPlace *
tv_row_cells_find_place (TvRowCells *self, guint column)
{
  for (guint i = 0; i < count_places (self); i++)
    if (get_place (self, i)->column == column)
      return get_place (self, i);
  return NULL;
}

/* Returns NULL for an empty cell and for a column that is not shown. */
const char *
tv_row_cells_get_text (TvRowCells *self, guint column)
{
  return tv_row_cells_find_place (self, column) != NULL ? self->texts[column] : NULL;
}

/* Only changes begin with a plus, or with this minus. A text that is not a number is
 * not a zero. */
static Tone
get_tone (const char *text)
{
  if (*text == '+')
    return MORE;
  if (g_str_has_prefix (text, "\u2212"))
    return LESS;
  return strpbrk (text, "123456789") == NULL && strpbrk (text, "0") != NULL ? ZERO
                                                                            : PLAIN;
}

/* Returns the text of an amount as it is drawn. A share that is rounded to 0 is more
 * than nothing. */
static char *
dup_amount (TvRowCells *self, guint column)
{
  const char *text = self->texts[column];

  if (get_tone (text) == ZERO && self->shares[column] == 0)
    return g_strdup ("\u2013");
  return g_strndup (text, strlen (text) - (g_str_has_suffix (text, "%") ? 1 : 0));
}

/* The name is not among the numbers, because it has a widget of its own. */
static void
add_number (TvRowCells *self, const TvColumnPlace *place)
{
  const TvTableModelInterface *iface = TV_TABLE_MODEL_GET_IFACE (self->model);
  const char *text = self->texts[place->column];
  g_autofree char *amount = NULL;

  if (place->column == TV_TABLE_NAME_COLUMN || text == NULL)
    return;
  if (iface->has_amounts)
    amount = dup_amount (self, place->column);
  tv_number_row_add (
      self->numbers[get_tone (text)], amount != NULL ? amount : text,
      iface->has_texts (self->model, place->column), place->x + TV_ROW_CELLS_PADDING,
      place->width - 2 * TV_ROW_CELLS_PADDING, &self->bounds[place->column]);
}

/* From left to right, on whichever side the first column is. */
static void
ensure_numbers (TvRowCells *self)
{
  const guint n = count_places (self);
  const gboolean from_end
      = n > 1 && get_place (self, 0)->x > get_place (self, n - 1)->x;

  if (self->numbers[PLAIN] != NULL || self->glyphs == NULL)
    return;
  for (guint i = 0; i < N_TONES; i++)
    self->numbers[i] = tv_number_row_new (self->glyphs);
  for (guint i = 0; i < n; i++)
    add_number (self, get_place (self, from_end ? n - 1 - i : i));
}

/* Finds the place of a number in its cell, without its height. */
gboolean
tv_row_cells_get_bounds (TvRowCells *self, guint column, graphene_rect_t *bounds)
{
  ensure_numbers (self);
  *bounds = self->bounds[column];
  return self->numbers[PLAIN] != NULL && column != TV_TABLE_NAME_COLUMN
         && tv_row_cells_get_text (self, column) != NULL;
}

/* Returns the numbers with the titles of their columns, for assistive technology. */
char *
tv_row_cells_dup_description (TvRowCells *self)
{
  GString *description = g_string_new (NULL);

  for (guint i = 0; i < count_places (self); i++)
    {
      const guint column = get_place (self, i)->column;
      const char *text = self->texts[column];
      g_autofree char *title = NULL;

      if (column == TV_TABLE_NAME_COLUMN || text == NULL || *text == '\0')
        continue;
      title = TV_TABLE_MODEL_GET_IFACE (self->model)->dup_title (self->model, column);
      if (description->len > 0)
        g_string_append (description, "; ");
      g_string_append_printf (description, "%s: %s", title, text);
    }
  return g_string_free (description, FALSE);
}

/* Draws a bar as long as a share, from the left, since numbers are read so in every
 * script. A share above 0 has at least a pixel. */
static void
draw_bar (GtkSnapshot *snapshot, const TvColumnPlace *place, int height, double share,
          const GdkRGBA *color)
{
  const int room = place->width - 2 * TV_ROW_CELLS_PADDING;
  const int width = (int) (CLAMP (share, 0, 1) * room + 0.5);

  if (share > 0 && room > 0)
    gtk_snapshot_append_color (
        snapshot, color,
        &GRAPHENE_RECT_INIT ((float) (place->x + TV_ROW_CELLS_PADDING), BAR_MARGIN,
                             (float) MAX (width, 1),
                             (float) (height - 2 * BAR_MARGIN)));
}

static GdkRGBA
make_lighter (const GdkRGBA *color, float opacity)
{
  return (GdkRGBA){ color->red, color->green, color->blue, color->alpha * opacity };
}

/* Returns the colour of bars. */
static GdkRGBA
set_tones (const TvRowCells *self, GdkRGBA *tones, const GdkRGBA *color)
{
  /* Text is light where the background is dark. */
  const gboolean dark
      = color->red * 0.3 + color->green * 0.59 + color->blue * 0.11 > 0.5;
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_SOFT, dark);
  tones[PLAIN] = *color;
  /* The background of a selection is coloured itself. */
  tones[ZERO] = self->selected ? *color : make_lighter (color, ZERO_OPACITY);
  tones[MORE] = self->selected ? *color : tv_color_to_rgba (colors.more, 1);
  tones[LESS] = self->selected ? *color : tv_color_to_rgba (colors.less, 1);
  return self->selected ? make_lighter (color, BAR_OPACITY)
                        : tv_color_to_rgba (BAR_TINT, BAR_OPACITY);
}

static void
draw_cells (TvRowCells *self, GtkSnapshot *snapshot, const GdkRGBA *color, int baseline,
            int height)
{
  GdkRGBA tones[N_TONES];
  const GdkRGBA bar = set_tones (self, tones, color);

  for (guint i = 0; i < count_places (self); i++)
    {
      const TvColumnPlace *place = get_place (self, i);

      draw_bar (snapshot, place, height, self->shares[place->column], &bar);
    }
  ensure_numbers (self);
  if (self->numbers[PLAIN] == NULL)
    return;
  for (guint i = 0; i < N_TONES; i++)
    tv_number_row_snapshot (self->numbers[i], snapshot, &tones[i], baseline);
}

static gboolean
is_name_over (TvRowCells *self, const TvColumnPlace *name)
{
  for (guint i = 0; i < count_places (self); i++)
    {
      const TvColumnPlace *place = get_place (self, i);

      if (place != name && place->x < name->x + name->width
          && name->x < place->x + place->width)
        return TRUE;
    }
  return FALSE;
}

void
tv_row_cells_set_selected (TvRowCells *self, gboolean selected)
{
  self->selected = selected;
}

/* Draws the numbers, and a bar behind each share. Names stay in sight and cover the
 * numbers that are scrolled under them. */
void
tv_row_cells_snapshot (TvRowCells *self, GtkSnapshot *snapshot, const GdkRGBA *color,
                       int baseline, int width, int height)
{
  const TvColumnPlace *name = tv_row_cells_find_place (self, TV_TABLE_NAME_COLUMN);
  const GdkRGBA edge = make_lighter (color, EDGE_OPACITY);
  float start;
  float end;

  if (name == NULL || !is_name_over (self, name))
    {
      draw_cells (self, snapshot, color, baseline, height);
      return;
    }
  start = (float) name->x;
  end = (float) (name->x + name->width);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, start, (float) height));
  draw_cells (self, snapshot, color, baseline, height);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT (end, 0, (float) width - end, (float) height));
  draw_cells (self, snapshot, color, baseline, height);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_color (snapshot, &edge,
                             &GRAPHENE_RECT_INIT (start - 1, 0, 1, (float) height));
  gtk_snapshot_append_color (snapshot, &edge,
                             &GRAPHENE_RECT_INIT (end - 1, 0, 1, (float) height));
}
