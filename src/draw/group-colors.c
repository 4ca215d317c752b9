/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/group-colors.h"

/*
 * A colour every 15 degrees of hue (CIELAB), lightness and chroma moved until each
 * pair, the background and the mixed colour were as far apart as possible: 24 or more
 * (CIE 1976) on a light background, 27 on a dark one.
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

/* From a place that is taken to the next that may be free: far away in hue, and over
   all places before it comes back, as it has no divisor in common with 10 or 24. */
#define NEXT_PLACE 7

/* Returns how many colours there are for classes or packages. */
guint
tv_draw_colors_get_n_groups (const TvDrawColors *colors)
{
  g_return_val_if_fail (colors != NULL, 1);

  if (colors->palette == TV_PALETTE_ACCESSIBLE)
    return tv_draw_colors_get_n_ranks (colors);
  return G_N_ELEMENTS (group_light);
}

TvColor
tv_draw_colors_get_group (const TvDrawColors *colors, guint place)
{
  g_return_val_if_fail (colors != NULL, (TvColor){ 0 });
  g_return_val_if_fail (place < tv_draw_colors_get_n_groups (colors), colors->unranked);

  if (colors->palette == TV_PALETTE_ACCESSIBLE)
    return tv_draw_colors_get_rank (colors, place);
  return colors->dark ? group_dark[place] : group_light[place];
}

/* Hands colours out. A name's own colour is the same in every trace. Those with the
 * most own time choose first; where another one has the colour already, the next that
 * is free is taken, so that as many groups as there are colours can be told apart. All
 * further ones have their own colour. */
guint8 *
tv_draw_colors_new_group_places (const TvDrawColors *colors,
                                 const TvMethodGroups *groups)
{
  guint8 *places;
  guint32 taken = 0;
  guint n_places;
  guint n;

  g_return_val_if_fail (colors != NULL && groups != NULL, NULL);

  n = tv_method_groups_get_n (groups);
  n_places = tv_draw_colors_get_n_groups (colors);
  places = g_new (guint8, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      guint place = tv_method_groups_get_hash (groups, i) % n_places;

      while (i < n_places && (taken & 1u << place) != 0)
        place = (place + NEXT_PLACE) % n_places;
      taken |= 1u << place;
      places[i] = (guint8) place;
    }
  return places;
}
