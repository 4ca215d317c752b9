/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvPageRange:
 * @start: an address
 * @size: how many bytes from there
 */
typedef struct
{
  guintptr start;
  gsize size;
} TvPageRange;

void tv_page_touch (const TvPageRange *ranges, guint n_ranges);

G_END_DECLS
