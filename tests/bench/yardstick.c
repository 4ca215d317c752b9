/* SPDX-License-Identifier: Apache-2.0 */

/* The yardstick of all else: the least work that finds calls and sums in a classic
 * trace with two clocks, by one thread, with tables and without any check of the input.
 */

#include "bench/yardstick.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_LENGTH 32
#define RECORD_LENGTH 14
#define N_THREADS 65536
#define NO_CALL G_MAXUINT32

typedef struct
{
  guint32 method;
  guint32 start[2];
  guint32 end[2];
  guint32 parent;
} YardCall;

G_STATIC_ASSERT (sizeof (YardCall) == 24);

typedef struct
{
  guint32 *stack;
  guint32 depth;
  guint32 capacity;
  guint32 last[2];
} YardThread;

typedef struct
{
  const guint8 *map;
  gsize size;
} Map;

static gboolean
map_file (const char *path, Map *map, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  void *address = MAP_FAILED;

  if (fd >= 0 && fstat (fd, &status) == 0)
    address = mmap (NULL, (gsize) status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE,
                    fd, 0);
  if (address == MAP_FAILED)
    {
      int number = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s",
                   path, g_strerror (number));
    }
  else
    *map = (Map){ address, (gsize) status.st_size };
  if (fd >= 0)
    close (fd);
  return address != MAP_FAILED;
}

/* The first record, behind the key section and the header. */
static const guint8 *
find_records (const Map *map, gsize *n_records)
{
  const guint8 *end = memmem (map->map, map->size, "\n*end\nSLOW\003\0", 12);
  const guint8 *records = NULL;

  if (end == NULL || map->size - (gsize) (end - map->map) < 6 + HEADER_LENGTH)
    return NULL;

  records = end + 6 + HEADER_LENGTH;
  *n_records = (map->size - (gsize) (records - map->map)) / RECORD_LENGTH;
  return records;
}

static void
push (YardThread *thread, guint32 call)
{
  if (thread->depth == thread->capacity)
    {
      thread->capacity = MAX (64, 2 * thread->capacity);
      thread->stack = g_renew (guint32, thread->stack, thread->capacity);
    }
  thread->stack[thread->depth++] = call;
}

static void
close_all (YardThread *threads, YardCall *calls)
{
  for (guint i = 0; i < N_THREADS; i++)
    {
      while (threads[i].depth > 0)
        {
          guint32 call = threads[i].stack[--threads[i].depth];

          memcpy (calls[call].end, threads[i].last, sizeof calls[call].end);
        }
      g_free (threads[i].stack);
    }
}

/* The first pass: from records to calls. */
static YardCall *
make_calls (const guint8 *records, TvYardstick *yardstick)
{
  YardThread *threads = g_new0 (YardThread, N_THREADS);
  YardCall *calls = g_new (YardCall, yardstick->n_records);
  guint32 n_calls = 0;
  guint32 last_method = 0;

  for (gsize i = 0; i < yardstick->n_records; i++)
    {
      const guint8 *record = records + i * RECORD_LENGTH;
      guint16 id;
      guint32 word;
      guint32 times[2];
      YardThread *thread;

      memcpy (&id, record, sizeof id);
      memcpy (&word, record + 2, sizeof word);
      memcpy (times, record + 6, sizeof times);
      thread = &threads[id];
      memcpy (thread->last, times, sizeof times);
      if ((word & 3) == 0)
        {
          YardCall *call = &calls[n_calls];

          call->method = word >> 2;
          last_method = MAX (last_method, call->method);
          memcpy (call->start, times, sizeof times);
          call->parent = thread->depth > 0 ? thread->stack[thread->depth - 1] : NO_CALL;
          push (thread, n_calls++);
        }
      else if (thread->depth > 0)
        memcpy (calls[thread->stack[--thread->depth]].end, times, sizeof times);
    }
  close_all (threads, calls);
  g_free (threads);
  yardstick->n_calls = n_calls;
  yardstick->n_methods = last_method + 1;
  return calls;
}

/* The second pass: from calls to sums. */
static void
add_up (const YardCall *calls, TvYardstick *yardstick)
{
  TvYardSums *sums = g_new0 (TvYardSums, yardstick->n_methods);

  for (gsize i = 0; i < yardstick->n_calls; i++)
    {
      const YardCall *call = &calls[i];
      guint64 cpu = call->end[0] - call->start[0];
      guint64 wall = call->end[1] - call->start[1];
      TvYardSums *own = &sums[call->method];

      own->calls++;
      own->inclusive[0] += cpu;
      own->inclusive[1] += wall;
      own->exclusive[0] += cpu;
      own->exclusive[1] += wall;
      if (call->parent != NO_CALL)
        {
          TvYardSums *caller = &sums[calls[call->parent].method];

          caller->exclusive[0] -= cpu;
          caller->exclusive[1] -= wall;
        }
      else
        {
          yardstick->root_time[0] += cpu;
          yardstick->root_time[1] += wall;
        }
    }
  yardstick->sums = sums;
}

/* The own times of all methods are the times of the outermost calls. The check also
 * keeps the compiler from dropping any sum. */
static gboolean
check_sums (const TvYardstick *yardstick)
{
  guint64 total[2] = { 0, 0 };

  for (guint i = 0; i < yardstick->n_methods; i++)
    {
      total[0] += yardstick->sums[i].exclusive[0];
      total[1] += yardstick->sums[i].exclusive[1];
    }
  return total[0] == yardstick->root_time[0] && total[1] == yardstick->root_time[1];
}

/**
 * tv_yardstick_run:
 * @path: a classic trace of version 3 with two clocks, whose method ids are small
 *   multiples of 4
 * @error: return location for an error of the file system, or of the data if the trace
 *   is of another kind
 *
 * Finds the calls of a trace and adds them up.
 *
 * Returns: (transfer full) (nullable): the sums
 */
TvYardstick *
tv_yardstick_run (const char *path, GError **error)
{
  g_autoptr (TvYardstick) yardstick = g_new0 (TvYardstick, 1);
  g_autofree YardCall *calls = NULL;
  const guint8 *records = NULL;
  Map map;

  if (!map_file (path, &map, error))
    return NULL;

  records = find_records (&map, &yardstick->n_records);
  if (records != NULL)
    {
      calls = make_calls (records, yardstick);
      add_up (calls, yardstick);
    }
  munmap ((void *) map.map, map.size);
  if (records == NULL || !check_sums (yardstick))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "%s: the yardstick cannot read this trace", path);
      return NULL;
    }
  return g_steal_pointer (&yardstick);
}

/**
 * tv_yardstick_free:
 * @yardstick: (transfer full): what the loop found
 */
void
tv_yardstick_free (TvYardstick *yardstick)
{
  g_free (yardstick->sums);
  g_free (yardstick);
}

static gboolean
measure_yardstick (gpointer path, TvMeasure *measure, GError **error)
{
  double start = tv_measure_now ();
  g_autoptr (TvYardstick) yardstick = tv_yardstick_run (path, error);

  measure->seconds = tv_measure_now () - start;
  measure->n_calls = yardstick != NULL ? yardstick->n_calls : 0;
  return yardstick != NULL;
}

/**
 * tv_yardstick_measure:
 * @path: a classic trace
 * @samples: where the run is added
 * @error: return location for an error
 *
 * Runs the yardstick once, in a process of its own.
 *
 * Returns: whether it worked
 */
gboolean
tv_yardstick_measure (const char *path, TvTimings *samples, GError **error)
{
  TvMeasure measure;

  if (!tv_measure_in_child (measure_yardstick, (gpointer) path, &measure, 1, error))
    return FALSE;

  tv_timings_add (samples, &measure);
  return TRUE;
}
