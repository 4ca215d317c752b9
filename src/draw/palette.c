/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/palette.h"

#include <math.h>

/*
 * Sixteen colours of like weight: a lightness (CIELAB) of 56 to 76 on a light
 * background and of 46 to 70 on a dark one, a chroma of at most 54 and 50. Within these
 * limits, they were moved until each pair, the background and the mixed colour were as
 * far apart as possible (CIE 1976), 24 or more for normal eyes and 8 or more for
 * colour-blind ones. Neighbours in rank are the farthest apart; the hues of a rank are
 * alike on both backgrounds.
 */
static const TvColor soft_light[] = {
  { 62, 135, 228 },  { 162, 161, 95 },  { 210, 151, 181 }, { 159, 200, 100 },
  { 225, 97, 141 },  { 201, 156, 62 },  { 61, 206, 210 },  { 198, 112, 61 },
  { 167, 187, 240 }, { 61, 151, 98 },   { 190, 104, 174 }, { 141, 200, 167 },
  { 179, 155, 243 }, { 230, 176, 135 }, { 60, 160, 199 },  { 228, 134, 131 },
};

static const TvColor soft_dark[] = {
  { 60, 109, 181 },  { 170, 154, 60 },  { 187, 136, 167 }, { 115, 149, 72 },
  { 181, 70, 120 },  { 122, 108, 61 },  { 64, 187, 198 },  { 243, 146, 105 },
  { 154, 169, 226 }, { 68, 120, 86 },   { 146, 88, 149 },  { 127, 183, 154 },
  { 161, 135, 223 }, { 193, 145, 116 }, { 60, 144, 184 },  { 190, 105, 111 },
};

/* The colours of the original Traceview, in its order */
static const TvColor classic_light[] = {
  { 90, 90, 255 },   { 0, 240, 0 },    { 255, 0, 0 },     { 0, 255, 255 },
  { 255, 80, 255 },  { 200, 200, 0 },  { 40, 0, 200 },    { 150, 255, 150 },
  { 150, 0, 0 },     { 30, 150, 150 }, { 200, 200, 255 }, { 0, 120, 0 },
  { 255, 150, 150 }, { 140, 80, 140 }, { 150, 100, 50 },  { 70, 70, 70 },
};

/* The same colours. The three that would be lost on a dark background are mixed with
 * white up to a contrast of 2.6 to 1. */
static const TvColor classic_dark[] = {
  { 90, 90, 255 },   { 0, 240, 0 },    { 255, 0, 0 },     { 0, 255, 255 },
  { 255, 80, 255 },  { 200, 200, 0 },  { 98, 69, 215 },   { 150, 255, 150 },
  { 172, 54, 54 },   { 30, 150, 150 }, { 200, 200, 255 }, { 0, 120, 0 },
  { 255, 150, 150 }, { 140, 80, 140 }, { 150, 100, 50 },  { 96, 96, 96 },
};

/*
 * Derived from the sets of Okabe and Ito ("Color Universal Design", 2008) and Paul Tol
 * ("muted", 2021), and moved until all pairs, the background and the mixed colour were
 * as far apart as possible (CIELAB), as seen with normal eyes and through the three
 * simulations of colour blindness of Machado, Oliveira and Fernandes (2009).
 */
static const TvColor accessible_light[] = {
  { 0xfa, 0xb0, 0x0e }, { 0x45, 0xbe, 0xe3 }, { 0x39, 0x6c, 0x49 },
  { 0xb5, 0xbc, 0x65 }, { 0x21, 0x37, 0xee }, { 0xbe, 0x4e, 0x00 },
  { 0xad, 0x59, 0xe1 }, { 0x3e, 0x00, 0x9d }, { 0xa5, 0x20, 0x8a },
  { 0x8e, 0xbe, 0xa3 },
};

static const TvColor accessible_dark[] = {
  { 0xda, 0x73, 0x0e }, { 0x69, 0xed, 0xd7 }, { 0x16, 0xbb, 0x6b },
  { 0xb9, 0xf2, 0x0e }, { 0x4d, 0x4e, 0x99 }, { 0x9d, 0x36, 0x00 },
  { 0xbd, 0x8b, 0xdc }, { 0x83, 0x3c, 0xff }, { 0x82, 0x46, 0x3c },
  { 0xff, 0xf3, 0xb8 },
};

/*
 * One colour for every 15 degrees of hue (CIELAB). Lightness and chroma were moved
 * until each pair, the background and the mixed colour were as far apart as possible:
 * 24 or more (CIE 1976) on a light background, 27 on a dark one.
 */
static const TvColor group_light[] = {
  { 255, 0, 140 },   { 145, 65, 82 },   { 255, 0, 66 },  { 155, 46, 0 },
  { 251, 161, 118 }, { 238, 170, 6 },   { 93, 75, 15 },  { 166, 195, 0 },
  { 179, 189, 119 }, { 1, 212, 2 },     { 0, 102, 22 },  { 0, 209, 127 },
  { 32, 196, 158 },  { 0, 142, 130 },   { 0, 203, 209 }, { 5, 198, 246 },
  { 0, 127, 173 },   { 62, 171, 252 },  { 0, 138, 253 }, { 63, 69, 140 },
  { 0, 63, 253 },    { 228, 159, 237 }, { 255, 1, 254 }, { 142, 1, 121 },
};

static const TvColor group_dark[] = {
  { 187, 23, 120 },  { 153, 76, 78 },   { 252, 72, 97 },   { 255, 0, 1 },
  { 255, 134, 0 },   { 238, 173, 118 }, { 251, 224, 0 },   { 104, 103, 6 },
  { 205, 235, 150 }, { 96, 172, 0 },    { 2, 255, 71 },    { 0, 148, 88 },
  { 5, 254, 202 },   { 133, 245, 231 }, { 0, 160, 164 },   { 0, 216, 255 },
  { 0, 125, 172 },   { 131, 192, 254 }, { 0, 130, 237 },   { 3, 95, 254 },
  { 189, 135, 255 }, { 155, 0, 255 },   { 255, 176, 226 }, { 254, 0, 217 },
};

static const TvDrawColors light_colors = {
  .dark = FALSE,
  .background = { 255, 255, 255 },
  .stripe = { 240, 240, 255 },
  .text = { 30, 30, 34 },
  .axis = { 60, 60, 66 },
  .minor_tick = { 160, 160, 168 },
  .mixed = { 126, 130, 134 },
  .wait = { 60, 70, 100 },
  .unranked = { 128, 128, 128 },
  .cursor = { 80, 80, 80 },
  .more = { 200, 40, 36 },
  .less = { 31, 95, 180 },
  .unchanged = { 212, 210, 206 },
};

static const TvDrawColors dark_colors = {
  .dark = TRUE,
  .background = { 30, 30, 30 },
  .stripe = { 38, 38, 46 },
  .text = { 238, 238, 240 },
  .axis = { 190, 190, 198 },
  .minor_tick = { 100, 100, 108 },
  .mixed = { 138, 144, 156 },
  .wait = { 190, 200, 230 },
  .unranked = { 120, 120, 120 },
  .cursor = { 200, 200, 200 },
  .more = { 245, 120, 100 },
  .less = { 98, 168, 250 },
  .unchanged = { 72, 72, 76 },
};

static const TvColor *
get_rank_colors (const TvDrawColors *colors, guint *n)
{
  if (colors->palette == TV_PALETTE_SOFT)
    {
      *n = G_N_ELEMENTS (soft_light);
      return colors->dark ? soft_dark : soft_light;
    }
  if (colors->palette == TV_PALETTE_ACCESSIBLE)
    {
      *n = colors->dark ? G_N_ELEMENTS (accessible_dark)
                        : G_N_ELEMENTS (accessible_light);
      return colors->dark ? accessible_dark : accessible_light;
    }
  *n = colors->dark ? G_N_ELEMENTS (classic_dark) : G_N_ELEMENTS (classic_light);
  return colors->dark ? classic_dark : classic_light;
}

/**
 * tv_draw_colors_init:
 * @colors: (out caller-allocates): filled
 * @palette: the source of the colours of methods
 * @dark: whether the background is dark
 *
 * Fills in the colours of a light or a dark picture.
 */
void
tv_draw_colors_init (TvDrawColors *colors, TvPalette palette, gboolean dark)
{
  g_return_if_fail (colors != NULL);

  *colors = dark ? dark_colors : light_colors;
  colors->palette = palette;
}

/**
 * tv_draw_colors_get_n_ranks:
 * @colors: colours
 *
 * Returns: the number of ranks after which the colours repeat
 */
guint
tv_draw_colors_get_n_ranks (const TvDrawColors *colors)
{
  guint n;

  g_return_val_if_fail (colors != NULL, 1);

  get_rank_colors (colors, &n);
  return n;
}

/**
 * tv_draw_colors_get_rank:
 * @colors: colours
 * @rank: a rank, from 0, or %TV_RANK_NONE
 *
 * Returns: its colour
 */
TvColor
tv_draw_colors_get_rank (const TvDrawColors *colors, guint32 rank)
{
  const TvColor *of_ranks;
  guint n;

  g_return_val_if_fail (colors != NULL, (TvColor){ 0 });

  if (rank == TV_RANK_NONE)
    return colors->unranked;
  of_ranks = get_rank_colors (colors, &n);
  return of_ranks[rank % n];
}

/**
 * tv_draw_colors_get_n_groups:
 * @colors: colours
 *
 * Returns: the number of colours for classes, packages and other groups
 */
guint
tv_draw_colors_get_n_groups (const TvDrawColors *colors)
{
  g_return_val_if_fail (colors != NULL, 1);

  if (colors->palette != TV_PALETTE_CLASSIC)
    return tv_draw_colors_get_n_ranks (colors);
  return G_N_ELEMENTS (group_light);
}

/**
 * tv_draw_colors_get_group:
 * @colors: colours
 * @place: less than tv_draw_colors_get_n_groups()
 *
 * Returns: the colour of a group
 */
TvColor
tv_draw_colors_get_group (const TvDrawColors *colors, guint place)
{
  g_return_val_if_fail (colors != NULL, (TvColor){ 0 });
  g_return_val_if_fail (place < tv_draw_colors_get_n_groups (colors), colors->unranked);

  if (colors->palette != TV_PALETTE_CLASSIC)
    return tv_draw_colors_get_rank (colors, place);
  return colors->dark ? group_dark[place] : group_light[place];
}

/**
 * tv_draw_colors_get_change:
 * @colors: the picture's colours
 * @change: from -1 for the greatest loss to 1 for the greatest gain
 *
 * A small change is visible beside a great one. Colour-blind users see its direction,
 * but a text must say it, too.
 *
 * Returns: the colour of the change
 */
TvColor
tv_draw_colors_get_change (const TvDrawColors *colors, double change)
{
  g_return_val_if_fail (colors != NULL, (TvColor){ 0 });

  return tv_color_mix (colors->unchanged, change < 0 ? colors->less : colors->more,
                       sqrt (MIN (fabs (change), 1)));
}

/**
 * tv_draw_colors_fade:
 * @colors: the picture's colours
 * @color: one colour
 *
 * Weakens a colour so that others stand out: on a light background to a light grey with
 * a hint of the colour, on a dark one towards the background.
 *
 * Returns: the faded colour
 */
TvColor
tv_draw_colors_fade (const TvDrawColors *colors, TvColor color)
{
  g_return_val_if_fail (colors != NULL, color);

  if (!colors->dark)
    return (TvColor){ (guint8) (170 + color.red / 4), (guint8) (170 + color.green / 4),
                      (guint8) (170 + color.blue / 4) };
  return tv_color_mix (colors->background, color, 3.0 / 8);
}

/**
 * tv_color_mix:
 * @a: a colour
 * @b: another one
 * @share_of_b: 0 for @a to 1 for @b
 *
 * Returns: the colour between them
 */
TvColor
tv_color_mix (TvColor a, TvColor b, double share_of_b)
{
  return (TvColor){ (guint8) (a.red + (b.red - a.red) * share_of_b + 0.5),
                    (guint8) (a.green + (b.green - a.green) * share_of_b + 0.5),
                    (guint8) (a.blue + (b.blue - a.blue) * share_of_b + 0.5) };
}

/**
 * tv_color_to_pixel:
 * @color: a colour
 * @alpha: 0 for transparent to 255 for opaque
 *
 * Returns: a pixel of %CAIRO_FORMAT_ARGB32: native-endian, premultiplied
 */
guint32
tv_color_to_pixel (TvColor color, guint8 alpha)
{
  guint32 red = (color.red * alpha + 127u) / 255u;
  guint32 green = (color.green * alpha + 127u) / 255u;
  guint32 blue = (color.blue * alpha + 127u) / 255u;

  return (guint32) alpha << 24 | red << 16 | green << 8 | blue;
}

/**
 * tv_color_set_source:
 * @color: a colour
 * @cr: what is drawn with it from now on
 */
void
tv_color_set_source (TvColor color, cairo_t *cr)
{
  g_return_if_fail (cr != NULL);

  cairo_set_source_rgb (cr, color.red / 255.0, color.green / 255.0, color.blue / 255.0);
}
