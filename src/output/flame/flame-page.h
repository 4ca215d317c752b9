/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"

G_BEGIN_DECLS

/**
 * TV_FLAME_ROW:
 *
 * Pixels from one level of frames to the next.
 */
#define TV_FLAME_ROW 16

/**
 * TvFlamePage:
 * @width: size of all frames in pixels
 * @height: size of all frames in pixels
 * @title: title of the picture, UTF-8
 * @note: (nullable): text below the frames
 * @upward: whether callers are below their callees
 *
 * What surrounds the frames of a picture.
 */
typedef struct
{
  guint width;
  gint64 height;
  const char *title;
  const char *note;
  gboolean upward;
} TvFlamePage;

/**
 * TvFlameBox:
 * @start: its left edge as a share of the width
 * @end: its right edge
 * @y: pixels from the top of the frames
 * @style: name of its class in the style sheet
 * @number: a number after @style, -1 for none
 * @hit: whether it stands out, as what the page's search finds
 * @name: its name
 * @details: text of its tooltip below the name
 *
 * A frame of a picture.
 */
typedef struct
{
  double start;
  double end;
  gint64 y;
  const char *style;
  int number;
  gboolean hit;
  const char *name;
  const char *details;
} TvFlameBox;

void tv_flame_page_begin (const TvFlamePage *page, TvTextWriter *writer);
void tv_flame_page_add_box (const TvFlamePage *page, const TvFlameBox *box,
                            TvTextWriter *writer);
void tv_flame_page_add_label (double x, gint64 y, const char *text,
                              TvTextWriter *writer);
void tv_flame_page_add_tick (const TvFlamePage *page, double place, const char *text,
                             TvTextWriter *writer);
char *tv_flame_page_make_note (gboolean empty, double narrowest, guint deepest,
                               const char *more);
void tv_flame_page_end (const TvFlamePage *page, TvTextWriter *writer);
guint tv_flame_page_get_color (const char *name);

G_END_DECLS
