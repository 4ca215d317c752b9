/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-index.h"

G_BEGIN_DECLS

/*
 * All calls, numbered through over all threads, are cut into blocks of equal size, and
 * for each method the blocks are listed in which it is called. Within a block, the
 * column of methods is read, which is fast. Blocks are so large that their numbers have
 * 16 bits, and so small that one is read in microseconds.
 */

/**
 * TvMethodIndex:
 * @references: atomic
 * @trace: the trace
 * @block_bits: logarithm of the number of calls in a block
 * @n_blocks: number of blocks, at most 65,536
 * @first: (array): by method, and one more at the end: where its list begins in @blocks
 * @blocks: (array): the lists, each in ascending order
 */
struct _TvMethodIndex
{
  gatomicrefcount references;
  TvTrace *trace;
  guint block_bits;
  guint n_blocks;
  gsize *first;
  guint16 *blocks;
};

G_END_DECLS
