/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-index-private.h"
#include "analysis/lanes/lane-mark-private.h"
#include "analysis/lanes/lane-marks.h"

G_BEGIN_DECLS

struct _TvLaneMarks
{
  TvLaneIndex *index;
  TvLaneMark mark;
  TvLaneMarkedCalls marked;
  gsize n_words;
  guint64 *shown;  /* a bit for each part that shows a marked call */
  guint64 *begins; /* a bit for each part in which one is entered */
  guint64 *cells;  /* a bit for each cell that shows a marked call */
};

/* Returns the first part from part on that has its bit set; end if none has. */
static inline gsize
tv_lane_marks_find (const guint64 *bits, gsize part, gsize end)
{
  gsize word = part / 64;
  guint64 rest;

  if (part >= end)
    return end;
  rest = bits[word] >> (part % 64) << (part % 64);
  while (rest == 0 && (word + 1) * 64 < end)
    rest = bits[++word];
  return rest == 0 ? end : MIN (word * 64 + (gsize) __builtin_ctzll (rest), end);
}

G_END_DECLS
