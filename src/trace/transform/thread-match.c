/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/transform/thread-match.h"

#include "trace/model/id-map.h"

#include <string.h>

/* The kernel keeps so many bytes of a thread's name. */
#define KERNEL_NAME_SIZE 15

/* What the runtime calls the main thread, which has the name of the app elsewhere. */
#define MAIN_NAME "main"

/* The name of several threads. */
#define AMBIGUOUS G_MAXUINT32

typedef struct
{
  const TvTrace *calls;
  const TvTrace *system;
  gint64 pid;          /* of the method trace, or -1 */
  TvIdMap by_number;   /* threads of the method trace */
  GHashTable *by_name; /* the same plus one, by what the kernel keeps of a name */
  guint8 *taken;       /* by row of the system trace: whether it has its thread */
  TvThreadMatch *match;
} Matching;

static guint
hash_row (gconstpointer data)
{
  const TvThread *row = data;

  return g_int64_hash (&row->number) * 31 + row->process;
}

static gboolean
is_same_thread (gconstpointer a, gconstpointer b)
{
  const TvThread *first = a;
  const TvThread *second = b;

  return first->number == second->number && first->process == second->process;
}

/* Slices of a thread that overlap have several rows. */
static void
find_owners (const TvTrace *system, guint32 *owner)
{
  g_autoptr (GHashTable) first = g_hash_table_new (hash_row, is_same_thread);
  gpointer found;

  for (guint32 i = 0; i < tv_trace_get_n_threads (system); i++)
    {
      const TvThread *row = tv_trace_get_thread (system, i);

      owner[i] = i;
      if (row->kind != TV_TRACK_THREAD)
        continue;
      if (g_hash_table_lookup_extended (first, row, NULL, &found))
        owner[i] = GPOINTER_TO_UINT (found);
      else
        g_hash_table_insert (first, (gpointer) row, GUINT_TO_POINTER (i));
    }
}

static void
index_calls (Matching *self)
{
  tv_id_map_init (&self->by_number);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 i = 0; i < tv_trace_get_n_threads (self->calls); i++)
    {
      const TvThread *thread = tv_trace_get_thread (self->calls, i);
      char *name;
      guint32 value = i + 1;

      if (tv_id_map_get (&self->by_number, (guint64) thread->number) == TV_ID_MAP_NONE)
        tv_id_map_set (&self->by_number, (guint64) thread->number, i);
      if (thread->name == NULL || *thread->name == '\0')
        continue;
      name = g_strndup (thread->name, KERNEL_NAME_SIZE);
      if (g_hash_table_contains (self->by_name, name))
        value = AMBIGUOUS;
      g_hash_table_replace (self->by_name, name, GUINT_TO_POINTER (value));
    }
}

static gint64
get_pid (const TvTrace *system, const TvThread *row)
{
  return row->process != TV_PROCESS_NONE
             ? tv_trace_get_process (system, row->process)->pid
             : -1;
}

/* Whether a thread of the method trace may have the name that a row has. */
static gboolean
names_agree (const Matching *self, guint32 thread, const TvThread *row)
{
  const char *name = tv_trace_get_thread (self->calls, thread)->name;

  if (name == NULL)
    return FALSE;
  if (g_str_equal (name, MAIN_NAME) && row->number == get_pid (self->system, row))
    return TRUE;
  return row->name != NULL && *row->name != '\0'
         && strncmp (name, row->name, KERNEL_NAME_SIZE) == 0;
}

/* Returns the thread of the method trace with the number of a row. Numbers of Dalvik
 * are its own: without the id of the process, the names must agree, too. */
static guint32
find_by_number (const Matching *self, const TvThread *row)
{
  const guint32 found = tv_id_map_get (&self->by_number, (guint64) row->number);

  return found != TV_ID_MAP_NONE && (self->pid >= 0 || names_agree (self, found, row))
             ? found
             : TV_THREAD_NONE;
}

static guint32
find_by_name (const Matching *self, const TvThread *row)
{
  g_autofree char *name = NULL;
  guint32 found = 0;

  if (row->number == get_pid (self->system, row))
    found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, MAIN_NAME));
  if (found == 0 && row->name != NULL)
    {
      name = g_strndup (row->name, KERNEL_NAME_SIZE);
      found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, name));
    }
  return found == 0 || found == AMBIGUOUS ? TV_THREAD_NONE : found - 1;
}

/* Returns the process with the id that the method trace has, or else the one in which
 * most of its threads are found; a number counts twice as much as a name. */
static guint32
find_process (const Matching *self)
{
  const guint n = tv_trace_get_n_processes (self->system);
  g_autofree guint *scores = g_new0 (guint, n + 1);
  guint32 best = TV_PROCESS_NONE;

  for (guint32 i = 0; i < n && self->pid >= 0; i++)
    if (tv_trace_get_process (self->system, i)->pid == self->pid)
      return i;
  for (guint32 i = 0; i < tv_trace_get_n_threads (self->system) && self->pid < 0; i++)
    {
      const TvThread *row = tv_trace_get_thread (self->system, i);

      if (row->kind != TV_TRACK_THREAD || self->match->owner[i] != i
          || row->process == TV_PROCESS_NONE)
        continue;
      if (find_by_number (self, row) != TV_THREAD_NONE)
        scores[row->process] += 2;
      else
        scores[row->process] += find_by_name (self, row) != TV_THREAD_NONE;
    }
  for (guint32 i = 0; i < n; i++)
    if (scores[i] > 0 && (best == TV_PROCESS_NONE || scores[i] > scores[best]))
      best = i;
  return best;
}

static gboolean
is_free (const Matching *self, guint32 row, guint32 thread)
{
  return thread != TV_THREAD_NONE && self->match->system[thread] == TV_THREAD_NONE
         && !self->taken[row];
}

static void
add_pair (Matching *self, guint32 thread, guint32 row)
{
  self->match->system[thread] = row;
  self->match->n++;
  self->taken[row] = TRUE;
}

/* Matches rows of the process, and those whose process is not known. */
static void
match_numbers (Matching *self)
{
  const TvThreadMatch *match = self->match;

  for (guint32 i = 0; i < tv_trace_get_n_threads (self->system); i++)
    {
      const TvThread *row = tv_trace_get_thread (self->system, i);
      guint32 thread;

      if (row->kind != TV_TRACK_THREAD || match->owner[i] != i
          || (row->process != match->process && row->process != TV_PROCESS_NONE))
        continue;
      thread = find_by_number (self, row);
      if (is_free (self, i, thread))
        add_pair (self, thread, i);
    }
}

/* Matches what is left in the process by names that occur once on both sides. */
static void
match_names (Matching *self)
{
  const TvThreadMatch *match = self->match;
  const guint n = tv_trace_get_n_threads (self->calls);
  g_autofree guint32 *found = g_new0 (guint32, n + 1); /* row plus one */

  for (guint32 i = 0; i < tv_trace_get_n_threads (self->system); i++)
    {
      const TvThread *row = tv_trace_get_thread (self->system, i);
      guint32 thread;

      if (row->kind != TV_TRACK_THREAD || match->owner[i] != i
          || match->process == TV_PROCESS_NONE || row->process != match->process)
        continue;
      thread = find_by_name (self, row);
      if (is_free (self, i, thread))
        found[thread] = found[thread] == 0 ? i + 1 : AMBIGUOUS;
    }
  for (guint32 thread = 0; thread < n; thread++)
    if (found[thread] > 0 && found[thread] != AMBIGUOUS)
      add_pair (self, thread, found[thread] - 1);
}

/* Finds the threads of a method trace in a system trace.
 *
 * Their process is the one with the id that the method trace has; if it has none, the
 * one in which most threads are found. There, threads with the same number are the
 * same, and so are those that only one name fits; without the id of the process,
 * threads of the same number must have names that agree, too. The kernel keeps 15 bytes
 * of names, and calls the main thread as its process. Threads of the system trace whose
 * process is not known are matched by number. */
void
tv_thread_match_init (TvThreadMatch *match, const TvTrace *calls, const TvTrace *system)
{
  const guint n = tv_trace_get_n_threads (calls);
  Matching self = { .calls = calls, .system = system, .pid = -1, .match = match };

  match->n = 0;
  self.taken = g_new0 (guint8, MAX (tv_trace_get_n_threads (system), 1));
  match->system = g_new (guint32, MAX (n, 1));
  match->owner = g_new (guint32, MAX (tv_trace_get_n_threads (system), 1));
  for (guint i = 0; i < n; i++)
    match->system[i] = TV_THREAD_NONE;
  if (tv_trace_get_n_processes (calls) > 0)
    self.pid = tv_trace_get_process (calls, 0)->pid;
  find_owners (system, match->owner);
  index_calls (&self);
  match->process = find_process (&self);
  match_numbers (&self);
  match_names (&self);
  g_free (self.taken);
  tv_id_map_clear (&self.by_number);
  g_hash_table_unref (self.by_name);
}

void
tv_thread_match_clear (TvThreadMatch *match)
{
  g_clear_pointer (&match->system, g_free);
  g_clear_pointer (&match->owner, g_free);
}
