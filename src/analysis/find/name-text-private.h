/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-text.h"

G_BEGIN_DECLS

/* So many methods are searched as one: few enough that their text stays in the cache
 * of a processor, and a multiple of the bits in a word of #TvMethodSet. */
#define TV_NAME_BLOCK 256

/**
 * TvNameColumn:
 * @n: number of names
 * @bytes: the names one after the other, each with a 0 at its end, which is in none
 * @starts: where each begins, and one more for where all end
 * @class_ends: where the class of each ends
 *
 * Some names, side by side.
 */
typedef struct
{
  guint n;
  char *bytes;
  guint32 *starts;
  guint32 *class_ends;
} TvNameColumn;

/**
 * TvNameBlock:
 * @names: the names of the methods as people read them
 * @folded: those of them that are not ASCII, with their case folded, by which some get
 *   longer or shorter
 * @folded_at: for each of @folded, which of @names it is
 *
 * The names of at most %TV_NAME_BLOCK methods.
 */
typedef struct
{
  TvNameColumn names;
  TvNameColumn folded;
  guint16 *folded_at;
} TvNameBlock;

struct _TvNameText
{
  gatomicrefcount references;
  guint n_methods;
  guint n_blocks;
  TvNameBlock *blocks;
};

G_END_DECLS
