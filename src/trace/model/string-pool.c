/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/string-pool.h"

#include "trace/model/column.h"

#include <string.h>

/* Each block is an eighth of the memory so far, so little is left over. */
#define SMALLEST_BLOCK ((gsize) 4096)
#define LARGEST_BLOCK ((gsize) 4 * 1024 * 1024)
#define BLOCK_SHARE 8

#define FIRST_N_SLOTS 64

/* At half load, runs of used slots are far shorter. If the names of a file were chosen
 * to collide, a string is stored again instead of searched for any longer, which bounds
 * the time. */
#define MAX_PROBES 64

typedef struct
{
  const char *text; /* NULL: the slot is free */
  guint32 hash;
  guint32 length;
} Slot;

struct _TvStringPool
{
  GPtrArray *blocks; /* from tv_column_new() */
  gsize n_bytes;     /* of them all */
  char *at;          /* where the last one is free */
  gsize left;
  Slot *slots;
  gsize n_slots; /* a power of 2 */
  gsize n_used;
  guint64 seed;
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

  pool->blocks = g_ptr_array_new_with_free_func (tv_column_free);
  pool->seed = (guint64) g_random_int () << 32 | g_random_int ();
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
  g_ptr_array_unref (pool->blocks);
  g_free (pool->slots);
  g_free (pool);
}

static inline guint64
mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  return hash ^ hash >> 32;
}

/* Eight bytes at a time, with a random seed. */
static guint32
hash_text (const TvStringPool *pool, const char *text, gsize length)
{
  guint64 hash = pool->seed ^ length;
  guint64 word = 0;

  for (; length >= sizeof word; text += sizeof word, length -= sizeof word)
    {
      memcpy (&word, text, sizeof word);
      hash = mix (hash, word);
    }
  word = 0;
  memcpy (&word, text, length);
  hash = mix (mix (hash, word), hash >> 29);
  return (guint32) hash;
}

/* Returns the slot that holds @text or is free for it, or NULL if neither is near. */
static Slot *
find_slot (const TvStringPool *pool, const char *text, gsize length, guint32 hash)
{
  for (gsize probe = 0; probe < MAX_PROBES; probe++)
    {
      Slot *slot = &pool->slots[(hash + probe) & (pool->n_slots - 1)];

      if (slot->text == NULL
          || (slot->hash == hash && slot->length == length
              && memcmp (slot->text, text, length) == 0))
        return slot;
    }
  return NULL;
}

static Slot *
find_free_slot (const TvStringPool *pool, guint32 hash)
{
  for (gsize probe = 0; probe < MAX_PROBES; probe++)
    {
      Slot *slot = &pool->slots[(hash + probe) & (pool->n_slots - 1)];

      if (slot->text == NULL)
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
        slot = find_free_slot (pool, old_slots[i].hash);
      if (slot == NULL)
        continue;
      *slot = old_slots[i];
      pool->n_used++;
    }
}

static char *
add_block (TvStringPool *pool, gsize size)
{
  char *block = tv_column_new (size, 1);

  g_ptr_array_add (pool->blocks, block);
  pool->n_bytes += size;
  return block;
}

static char *
allocate (TvStringPool *pool, gsize size)
{
  const gsize block_size
      = CLAMP (pool->n_bytes / BLOCK_SHARE, SMALLEST_BLOCK, LARGEST_BLOCK);
  char *text;

  if (size > pool->left && size > block_size / 4)
    return add_block (pool, size);
  if (size > pool->left)
    {
      pool->at = add_block (pool, block_size);
      pool->left = block_size;
    }
  text = pool->at;
  pool->at += size;
  pool->left -= size;
  return text;
}

static const char *
store (TvStringPool *pool, const char *text, gsize length)
{
  char *kept = allocate (pool, length + 1);

  memcpy (kept, text, length);
  kept[length] = '\0';
  return kept;
}

/**
 * tv_string_pool_add:
 * @pool: a pool
 * @text: a string
 *
 * Stores a copy of @text, or finds an existing one. Equal strings may still have
 * several copies, so compare their content and not their addresses. Takes time linear
 * in the length.
 *
 * Returns: (transfer none): the copy, which lives as long as @pool
 */
const char *
tv_string_pool_add (TvStringPool *pool, const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return tv_string_pool_add_length (pool, text, strlen (text));
}

/**
 * tv_string_pool_add_length:
 * @pool: a pool
 * @text: a string
 * @length: its length
 *
 * Like tv_string_pool_add().
 *
 * Returns: (transfer none): the copy, which lives as long as @pool
 */
const char *
tv_string_pool_add_length (TvStringPool *pool, const char *text, gsize length)
{
  guint32 hash;
  Slot *slot;

  g_return_val_if_fail (pool != NULL && text != NULL, NULL);

  if (length > G_MAXUINT32)
    return store (pool, text, length);
  hash = hash_text (pool, text, length);
  slot = pool->n_slots > 0 ? find_slot (pool, text, length, hash) : NULL;
  if (slot != NULL && slot->text != NULL)
    return slot->text;
  if (pool->n_used >= pool->n_slots / 2)
    {
      grow (pool);
      slot = find_free_slot (pool, hash);
    }
  if (slot == NULL)
    return store (pool, text, length);
  *slot = (Slot){ store (pool, text, length), hash, (guint32) length };
  pool->n_used++;
  return slot->text;
}

/**
 * tv_string_pool_store:
 * @pool: a pool
 * @text: a string unlike all others
 *
 * Stores a copy of @text that tv_string_pool_add() does not find.
 *
 * Returns: (transfer none): the copy, which lives as long as @pool
 */
const char *
tv_string_pool_store (TvStringPool *pool, const char *text)
{
  g_return_val_if_fail (pool != NULL && text != NULL, NULL);

  return store (pool, text, strlen (text));
}

/**
 * tv_string_pool_seal:
 * @pool: a pool that is nearly complete
 *
 * Frees the memory for finding equal strings. The strings stay.
 */
void
tv_string_pool_seal (TvStringPool *pool)
{
  g_return_if_fail (pool != NULL);

  g_clear_pointer (&pool->slots, g_free);
  pool->n_slots = pool->n_used = 0;
}
