/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/string-pool.h"

#include <string.h>

#define BLOCK_SIZE 4096
#define FIRST_N_SLOTS 64

/* At half load a run of used slots is far shorter. Where a file's names were chosen to
 * collide, a string is stored again instead of searched for any longer: that bounds the
 * time, and the memory is that of the file. */
#define MAX_PROBES 64

typedef struct
{
  guint64 hash;
  const char *text; /* NULL: the slot is free */
} Slot;

struct _TvStringPool
{
  GStringChunk *storage;
  Slot *slots;
  gsize n_slots; /* a power of 2 */
  gsize n_used;
};

/**
 * tv_string_pool_new:
 *
 * Returns: (transfer full): an empty pool
 */
TvStringPool *
tv_string_pool_new (void)
{
  TvStringPool *pool = g_new0 (TvStringPool, 1);

  pool->storage = g_string_chunk_new (BLOCK_SIZE);
  return pool;
}

/**
 * tv_string_pool_free:
 * @pool: (transfer full) (nullable): what to free, with all its strings
 */
void
tv_string_pool_free (TvStringPool *pool)
{
  if (pool == NULL)
    return;
  g_string_chunk_free (pool->storage);
  g_free (pool->slots);
  g_free (pool);
}

/* FNV-1a, with the upper half folded in since slots are taken from the lower. */
static guint64
hash_text (const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT (0xCBF29CE484222325);

  for (; *text != '\0'; text++)
    hash = (hash ^ (guchar) *text) * G_GUINT64_CONSTANT (0x100000001B3);
  return hash ^ hash >> 32;
}

/* The slot that holds @text or is free for it, or NULL if neither is near. */
static Slot *
find_slot (const TvStringPool *pool, const char *text, guint64 hash)
{
  for (gsize probe = 0; probe < MAX_PROBES; probe++)
    {
      Slot *slot = &pool->slots[(hash + probe) & (pool->n_slots - 1)];

      if (slot->text == NULL || (slot->hash == hash && strcmp (slot->text, text) == 0))
        return slot;
    }
  return NULL;
}

static void
grow (TvStringPool *pool)
{
  g_autofree Slot *old_slots = pool->slots;
  gsize n_old = pool->n_slots;

  pool->n_slots = MAX (2 * n_old, FIRST_N_SLOTS);
  pool->slots = g_new0 (Slot, pool->n_slots);
  pool->n_used = 0;
  for (gsize i = 0; i < n_old; i++)
    {
      Slot *slot = NULL;

      if (old_slots[i].text != NULL)
        slot = find_slot (pool, old_slots[i].text, old_slots[i].hash);
      if (slot == NULL)
        continue;
      *slot = old_slots[i];
      pool->n_used++;
    }
}

/**
 * tv_string_pool_add:
 * @pool: a pool
 * @text: a string
 *
 * Keeps a copy of @text, as a rule the one that is already there. Equal strings may all
 * the same have several copies, so compare what they say and not where they are. Takes
 * time in proportion to the length, whatever the pool holds.
 *
 * Returns: (transfer none): the copy, which lives as long as @pool
 */
const char *
tv_string_pool_add (TvStringPool *pool, const char *text)
{
  guint64 hash;
  Slot *slot;

  g_return_val_if_fail (pool != NULL && text != NULL, NULL);

  hash = hash_text (text);
  if (pool->n_used >= pool->n_slots / 2)
    grow (pool);
  slot = find_slot (pool, text, hash);
  if (slot == NULL)
    return g_string_chunk_insert (pool->storage, text);
  if (slot->text == NULL)
    {
      slot->hash = hash;
      slot->text = g_string_chunk_insert (pool->storage, text);
      pool->n_used++;
    }
  return slot->text;
}

/**
 * tv_string_pool_store:
 * @pool: a pool
 * @text: a string unlike all others
 *
 * Keeps a copy of @text without looking for an equal one, and without being found when
 * the like is added.
 *
 * Returns: (transfer none): the copy, which lives as long as @pool
 */
const char *
tv_string_pool_store (TvStringPool *pool, const char *text)
{
  g_return_val_if_fail (pool != NULL && text != NULL, NULL);

  return g_string_chunk_insert (pool->storage, text);
}

/**
 * tv_string_pool_seal:
 * @pool: a pool to which hardly anything will be added any more
 *
 * Gives back the memory that serves to find equal strings. The strings stay.
 */
void
tv_string_pool_seal (TvStringPool *pool)
{
  g_return_if_fail (pool != NULL);

  g_clear_pointer (&pool->slots, g_free);
  pool->n_slots = pool->n_used = 0;
}
