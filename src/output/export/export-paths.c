/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-private.h"

#define FIRST_SLOTS 1024

/* The number of slots in a cache line. */
#define N_NEAR 8

static void
set_slots (TvExportPaths *self, gsize n)
{
  g_free (self->slots);
  self->slots = g_new0 (guint64, n);
  self->n_slots = n;
}

static guint32
append (TvExportPaths *self, guint32 caller, guint32 method)
{
  const guint32 index = self->paths->len;

  g_array_set_size (self->paths, index + 1);
  *tv_export_paths_get (self, index)
      = (TvExportPath){ .method = method, .caller = caller };
  return index;
}

/* Adds the empty path. Each path takes @size bytes: a TvExportPath, then bytes that are
 * zero at first. */
void
tv_export_paths_init (TvExportPaths *self, gsize size)
{
  *self = (TvExportPaths){ .size = size };
  self->paths = g_array_new (FALSE, TRUE, (guint) size);
  set_slots (self, FIRST_SLOTS);
  append (self, 0, TV_METHOD_NONE);
}

void
tv_export_paths_clear (TvExportPaths *self)
{
  g_clear_pointer (&self->paths, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

/* Removes all paths but the empty one, in O(paths). */
void
tv_export_paths_reset (TvExportPaths *self)
{
  if (self->paths->len < self->n_slots / 4)
    set_slots (self, FIRST_SLOTS);
  else
    memset (self->slots, 0, self->n_slots * sizeof *self->slots);
  g_array_set_size (self->paths, 0);
  append (self, 0, TV_METHOD_NONE);
}

/* Fibonacci hashing of both numbers. */
static guint64
hash_path (guint32 caller, guint32 method)
{
  return ((guint64) caller << 32 | method) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

static guint64
make_slot (guint64 hash, guint32 index)
{
  return (hash & ~(guint64) G_MAXUINT32) | index;
}

/* Reads a path only if the upper half of its hash matches, since most paths are not in
 * the processor's cache. */
static gboolean
is_path (const TvExportPaths *self, gsize at, guint64 hash, guint32 caller,
         guint32 method)
{
  const TvExportPath *path;

  if ((self->slots[at] ^ hash) >> 32 != 0)
    return FALSE;
  path = tv_export_paths_get (self, (guint32) self->slots[at]);
  return path->caller == caller && path->method == method;
}

/* Neighbouring callers have neighbouring slots, which are mostly in the processor's
 * cache. If these are taken, looks where the hash points. */
static gsize
find_slot (const TvExportPaths *self, guint64 hash, guint32 caller, guint32 method)
{
  const gsize mask = self->n_slots - 1;
  gsize at = (gsize) caller * N_NEAR & mask;
  guint n_tried = 0;

  while (self->slots[at] != 0 && !is_path (self, at, hash, caller, method))
    at = (++n_tried == N_NEAR ? (gsize) (hash >> 20) : at + 1) & mask;
  return at;
}

/* Doubles the slots, so that at least a quarter of them are free. */
static void
grow (TvExportPaths *self)
{
  set_slots (self, 2 * self->n_slots);
  for (guint32 i = 1; i < self->paths->len; i++)
    {
      const TvExportPath *path = tv_export_paths_get (self, i);
      const guint64 hash = hash_path (path->caller, path->method);

      self->slots[find_slot (self, hash, path->caller, path->method)]
          = make_slot (hash, i);
    }
}

/* Returns the path of @caller extended by @method, and adds it if it is missing. */
guint32
tv_export_paths_find (TvExportPaths *self, guint32 caller, guint32 method)
{
  const guint64 hash = hash_path (caller, method);
  const gsize at = find_slot (self, hash, caller, method);
  guint32 index = (guint32) self->slots[at];

  if (index > 0)
    return index;
  index = append (self, caller, method);
  self->slots[at] = make_slot (hash, index);
  if (self->paths->len > self->n_slots / 4 * 3)
    grow (self);
  return index;
}

/* Returns the path that a step leads to from @path. */
guint32
tv_export_paths_go (TvExportPaths *self, guint32 path, const TvExportStep *step)
{
  return step->enters ? tv_export_paths_find (self, path, step->method)
                      : tv_export_paths_get (self, path)->caller;
}
