/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/id-map.h"

#include <string.h>

/* Limit of the plain table, which grows with the largest id up to 4 MiB. */
#define MAX_DIRECT (1u << 20)

#define MIN_BITS 6

/**
 * tv_id_map_init:
 * @map: (out caller-allocates): becomes an empty map
 */
void
tv_id_map_init (TvIdMap *map)
{
  memset (map, 0, sizeof *map);
  map->seed = (guint64) g_random_int () << 32 | g_random_int ();
}

/**
 * tv_id_map_clear:
 * @map: a map
 *
 * Frees the memory of a map, which is empty afterwards.
 */
void
tv_id_map_clear (TvIdMap *map)
{
  g_free (map->direct);
  g_free (map->keys);
  g_free (map->values);
  tv_id_map_init (map);
}

/* The last steps of MurmurHash3. The random seed keeps a file from choosing ids that
 * collide, which would take quadratic time. */
static inline gsize
slot_of (const TvIdMap *map, guint64 id)
{
  guint64 hash = id ^ map->seed;

  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xFF51AFD7ED558CCD);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xC4CEB9FE1A85EC53);
  return (gsize) (hash >> (64 - map->bits));
}

static gsize
find_slot (const TvIdMap *map, guint64 id)
{
  gsize mask = ((gsize) 1 << map->bits) - 1;
  gsize slot = slot_of (map, id);

  while (map->values[slot] != TV_ID_MAP_NONE && map->keys[slot] != id)
    slot = (slot + 1) & mask;
  return slot;
}

static void
allocate_slots (TvIdMap *map, guint bits)
{
  gsize n = (gsize) 1 << bits;

  map->bits = bits;
  map->keys = g_new (guint64, n);
  map->values = g_new (guint32, n);
  memset (map->values, 0xFF, n * sizeof *map->values);
}

static void
grow_slots (TvIdMap *map)
{
  g_autofree guint64 *old_keys = map->keys;
  g_autofree guint32 *old_values = map->values;
  gsize n_old = map->bits == 0 ? 0 : (gsize) 1 << map->bits;

  allocate_slots (map, MAX (map->bits + 1, MIN_BITS));
  for (gsize i = 0; i < n_old; i++)
    {
      gsize slot;

      if (old_values[i] == TV_ID_MAP_NONE)
        continue;
      slot = find_slot (map, old_keys[i]);
      map->keys[slot] = old_keys[i];
      map->values[slot] = old_values[i];
    }
}

static void
grow_direct (TvIdMap *map, gsize index)
{
  gsize n = MAX (map->n_direct, 256);

  while (n <= index)
    n *= 2;
  map->direct = g_renew (guint32, map->direct, n);
  memset (map->direct + map->n_direct, 0xFF, (n - map->n_direct) * sizeof *map->direct);
  map->n_direct = n;
}

/**
 * tv_id_map_set:
 * @map: a map
 * @id: an id
 * @value: its index, not %TV_ID_MAP_NONE
 *
 * Adds @id or changes its value.
 */
void
tv_id_map_set (TvIdMap *map, guint64 id, guint32 value)
{
  gsize slot;

  g_return_if_fail (value != TV_ID_MAP_NONE);

  if ((id & 3) == 0 && id / 4 < MAX_DIRECT)
    {
      if (id / 4 >= map->n_direct)
        grow_direct (map, (gsize) (id / 4));
      map->direct[id / 4] = value;
      return;
    }
  /* At most half full, so that a miss is fast. */
  if (map->bits == 0 || map->n_used >= ((gsize) 1 << map->bits) / 2)
    grow_slots (map);
  slot = find_slot (map, id);
  if (map->values[slot] == TV_ID_MAP_NONE)
    map->n_used++;
  map->keys[slot] = id;
  map->values[slot] = value;
}

/* The slow case of tv_id_map_get(). */
guint32
tv_id_map_find (const TvIdMap *map, guint64 id)
{
  if (map->bits == 0)
    return TV_ID_MAP_NONE;
  return map->values[find_slot (map, id)];
}
