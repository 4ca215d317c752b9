/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-guard.h"

/* The allocator of SQLite. A process has one, which must be set before SQLite is used.
 * It counts the memory of a script in the thread that runs it, so that queries do not
 * limit each other. */

static sqlite3_mem_methods system_methods;

/* The guard of the script that runs in this thread, or NULL. */
static _Thread_local TvQueryGuard *guard_of_thread;

/* Counts the memory of this thread for another script, or for none. Returns the
 * previous guard. */
TvQueryGuard *
tv_query_memory_count_for (TvQueryGuard *guard)
{
  TvQueryGuard *before = guard_of_thread;

  guard_of_thread = guard;
  return before;
}

static gboolean
may_take (gint64 bytes)
{
  return guard_of_thread == NULL || tv_query_guard_grant (guard_of_thread, bytes);
}

static void
count (gint64 bytes)
{
  if (guard_of_thread != NULL)
    guard_of_thread->used += bytes;
}

static void *
take (int bytes)
{
  void *taken = may_take (bytes) ? system_methods.xMalloc (bytes) : NULL;

  count (taken != NULL ? system_methods.xSize (taken) : 0);
  return taken;
}

static void
release (void *taken)
{
  count (-(gint64) system_methods.xSize (taken));
  system_methods.xFree (taken);
}

static void *
resize (void *taken, int bytes)
{
  const gint64 before = system_methods.xSize (taken);
  void *resized
      = may_take (bytes - before) ? system_methods.xRealloc (taken, bytes) : NULL;

  count (resized != NULL ? system_methods.xSize (resized) - before : 0);
  return resized;
}

__attribute__ ((constructor)) static void
install (void)
{
  sqlite3_mem_methods methods;

  sqlite3_config (SQLITE_CONFIG_GETMALLOC, &system_methods);
  methods = system_methods;
  methods.xMalloc = take;
  methods.xFree = release;
  methods.xRealloc = resize;
  sqlite3_config (SQLITE_CONFIG_MALLOC, &methods);
}
