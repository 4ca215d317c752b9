/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvKeyItem:
 * @key: what to sort by
 * @index: what it is the key of
 *
 * Something to sort.
 */
typedef struct
{
  guint64 key;
  guint32 index;
} TvKeyItem;

guint64 tv_key_from_double (double value);
void tv_key_sort (TvKeyItem *items, TvKeyItem *scratch, gsize n);

G_END_DECLS
