/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvColor:
 * @red: 0 to 255
 * @green: 0 to 255
 * @blue: 0 to 255
 *
 * An opaque sRGB colour.
 */
typedef struct
{
  guint8 red;
  guint8 green;
  guint8 blue;
} TvColor;

/**
 * TvPalette:
 * @TV_PALETTE_SOFT: 16 colours of like weight
 * @TV_PALETTE_CLASSIC: the 16 colours of the Android SDK's Traceview
 * @TV_PALETTE_ACCESSIBLE: fewer colours, which colour-blind users can tell apart
 *
 * The source of the colours of methods.
 */
typedef enum
{
  TV_PALETTE_SOFT,
  TV_PALETTE_CLASSIC,
  TV_PALETTE_ACCESSIBLE
} TvPalette;

/**
 * TvDrawColors:
 * @palette: the source of the colours of methods
 * @dark: whether the colours are meant for a dark background
 * @background: behind the rows
 * @stripe: behind every other row
 * @text: labels
 * @axis: the ruler's line and its major ticks
 * @minor_tick: the ruler's minor ticks
 * @mixed: the other methods of a column, over the dominant one
 * @wait: tints columns in which a thread waits
 * @unranked: a method without a rank
 * @cursor: the line under the pointer
 * @more: an increase, as a text on the background or a fill
 * @less: a decrease
 * @unchanged: no change, as a fill
 *
 * Every colour of a picture. tv_draw_colors_init() fills it; any field may be changed
 * afterwards, for instance to take @background and @text from a theme.
 */
typedef struct
{
  TvPalette palette;
  gboolean dark;
  TvColor background;
  TvColor stripe;
  TvColor text;
  TvColor axis;
  TvColor minor_tick;
  TvColor mixed;
  TvColor wait;
  TvColor unranked;
  TvColor cursor;
  TvColor more;
  TvColor less;
  TvColor unchanged;
} TvDrawColors;

/**
 * TV_RANK_NONE:
 *
 * The rank of a method that has none.
 */
#define TV_RANK_NONE G_MAXUINT32

void tv_draw_colors_init (TvDrawColors *colors, TvPalette palette, gboolean dark);
guint tv_draw_colors_get_n_ranks (const TvDrawColors *colors);
TvColor tv_draw_colors_get_rank (const TvDrawColors *colors, guint32 rank);
guint tv_draw_colors_get_n_groups (const TvDrawColors *colors);
TvColor tv_draw_colors_get_group (const TvDrawColors *colors, guint place);
TvColor tv_draw_colors_get_change (const TvDrawColors *colors, double change);
TvColor tv_draw_colors_fade (const TvDrawColors *colors, TvColor color);

TvColor tv_color_mix (TvColor a, TvColor b, double share_of_b);
guint32 tv_color_to_pixel (TvColor color, guint8 alpha);
void tv_color_set_source (TvColor color, cairo_t *cr);

G_END_DECLS
