/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TV_ID_MAP_NONE:
 *
 * The result of looking up an unknown id.
 */
#define TV_ID_MAP_NONE G_MAXUINT32

/**
 * TvIdMap:
 *
 * Maps the 64-bit ids of a file to small indexes, with one look-up a record. ART counts
 * ids up from 0 in steps of 4: these are in a plain table, all others in a table with
 * open addressing. A #GHashTable would be several times slower.
 */
typedef struct
{
  /*< private >*/
  guint32 *direct; /* index by id / 4 */
  gsize n_direct;
  guint64 *keys; /* open addressing; a slot is free when its value is TV_ID_MAP_NONE */
  guint32 *values;
  guint64 seed;
  guint bits; /* log2 of the number of slots, 0 before the first */
  gsize n_used;
} TvIdMap;

void tv_id_map_init (TvIdMap *map);
void tv_id_map_clear (TvIdMap *map);
void tv_id_map_set (TvIdMap *map, guint64 id, guint32 value);
guint32 tv_id_map_find (const TvIdMap *map, guint64 id);

/**
 * tv_id_map_is_direct:
 * @map: a map
 * @id: an id
 *
 * Returns: whether @id is in the plain table, which is fast
 */
static inline gboolean
tv_id_map_is_direct (const TvIdMap *map, guint64 id)
{
  return (id & 3) == 0 && id / 4 < map->n_direct;
}

/**
 * tv_id_map_spread:
 * @id: an id of a file that counts its ids in steps of one
 *
 * Returns: a key of its own for @id, which is in the plain table unless it is large
 */
static inline guint64
tv_id_map_spread (guint64 id)
{
  return id << 2 | id >> 62;
}

/**
 * tv_id_map_get:
 * @map: a map
 * @id: an id
 *
 * Returns: the value of @id, or %TV_ID_MAP_NONE
 */
static inline guint32
tv_id_map_get (const TvIdMap *map, guint64 id)
{
  if (tv_id_map_is_direct (map, id))
    return map->direct[id / 4];
  return tv_id_map_find (map, id);
}

G_END_DECLS
