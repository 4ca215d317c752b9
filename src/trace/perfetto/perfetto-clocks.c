/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-clocks.h"

/* Clocks that each sequence has of its own. */
#define FIRST_OWN_CLOCK 64
#define LAST_OWN_CLOCK 127

/* What a clock showed in a snapshot. */
typedef struct
{
  guint32 snapshot;
  gint64 time; /* nanoseconds */
} Reading;

/* What a clock showed when the next one on the way to the trace's showed something. */
typedef struct
{
  gint64 time;
  gint64 next_time;
} Step;

typedef struct _Clock Clock;

struct _Clock
{
  guint64 key;
  gint64 unit; /* nanoseconds of a tick */
  gboolean is_incremental;
  GArray *readings; /* in the order of snapshots */
  Clock *next;      /* towards the trace's clock; NULL if there is no way */
  GArray *steps;    /* by time */
};

struct _TvPerfettoClocks
{
  GPtrArray *clocks;
  GHashTable *by_key;
  guint32 n_snapshots;
  guint32 primary;
  Clock *last; /* that was found; or NULL */
};

static void
free_clock (gpointer data)
{
  Clock *clock = data;

  g_array_unref (clock->readings);
  g_array_unref (clock->steps);
  g_free (clock);
}

TvPerfettoClocks *
tv_perfetto_clocks_new (void)
{
  TvPerfettoClocks *self = g_new0 (TvPerfettoClocks, 1);

  self->clocks = g_ptr_array_new_with_free_func (free_clock);
  self->by_key = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->primary = TV_PERFETTO_BOOTTIME;
  return self;
}

void
tv_perfetto_clocks_free (TvPerfettoClocks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->clocks);
  g_free (self);
}

/* Returns the key of a clock id that a packet of a sequence gives. */
guint64
tv_perfetto_clocks_get_key (guint32 clock, guint32 sequence)
{
  const gboolean is_own = clock >= FIRST_OWN_CLOCK && clock <= LAST_OWN_CLOCK;

  return (is_own ? (guint64) sequence << 32 : 0) | clock;
}

/* Most times are on the clock of the one before. */
static Clock *
find_clock (TvPerfettoClocks *self, guint64 key)
{
  if (self->last == NULL || self->last->key != key)
    self->last = g_hash_table_lookup (self->by_key, &key);
  return self->last;
}

static Clock *
add_clock (TvPerfettoClocks *self, guint64 key)
{
  Clock *clock = find_clock (self, key);

  if (clock != NULL)
    return clock;
  clock = g_new0 (Clock, 1);
  clock->key = key;
  clock->unit = 1;
  clock->readings = g_array_new (FALSE, FALSE, sizeof (Reading));
  clock->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_ptr_array_add (self->clocks, clock);
  g_hash_table_insert (self->by_key, &clock->key, clock);
  return clock;
}

static gboolean
add_reading (TvPerfettoClocks *self, TvProto message, guint32 sequence)
{
  TvProtoField field;
  guint32 id = 0;
  guint64 time = 0;
  guint64 unit = 1;
  gboolean is_incremental = FALSE;
  Reading reading = { .snapshot = self->n_snapshots };
  Clock *clock;

  while (tv_proto_next (&message, &field))
    switch (field.number)
      {
      case 1:
        id = (guint32) field.value;
        break;
      case 2:
        time = field.value;
        break;
      case 3:
        is_incremental = field.value != 0;
        break;
      case 4:
        unit = field.value;
        break;
      default:
        break;
      }
  if (message.is_broken || id == 0 || unit == 0 || time > (guint64) G_MAXINT64 / unit)
    return FALSE;
  clock = add_clock (self, tv_perfetto_clocks_get_key (id, sequence));
  clock->unit = (gint64) unit;
  clock->is_incremental = is_incremental;
  reading.time = (gint64) (time * unit);
  g_array_append_val (clock->readings, reading);
  return TRUE;
}

/* Adds a snapshot of a sequence. Returns whether it could be read. */
gboolean
tv_perfetto_clocks_add (TvPerfettoClocks *self, TvProto snapshot, guint32 sequence)
{
  TvProtoField field;
  gboolean ok = TRUE;

  while (tv_proto_next (&snapshot, &field))
    if (field.number == 1 && field.wire == TV_PROTO_BYTES)
      ok = add_reading (self, tv_proto_enter (&field), sequence) && ok;
    else if (field.number == 2 && field.value != 0)
      self->primary = (guint32) field.value;
  self->n_snapshots++;
  return ok && !snapshot.is_broken;
}

/* Ways to the trace's clock */

static gint
compare_steps (gconstpointer a, gconstpointer b)
{
  const gint64 first = ((const Step *) a)->time;
  const gint64 second = ((const Step *) b)->time;

  return (first > second) - (first < second);
}

/* Collects what two clocks showed in the same snapshots. */
static void
collect_steps (Clock *clock, const Clock *next)
{
  guint j = 0;

  for (guint i = 0; i < clock->readings->len; i++)
    {
      const Reading *from = &g_array_index (clock->readings, Reading, i);
      const Reading *to;
      Step step = { .time = from->time };

      while (j < next->readings->len
             && g_array_index (next->readings, Reading, j).snapshot < from->snapshot)
        j++;
      if (j == next->readings->len)
        break;
      to = &g_array_index (next->readings, Reading, j);
      step.next_time = to->time;
      if (to->snapshot == from->snapshot)
        g_array_append_val (clock->steps, step);
    }
  g_array_sort (clock->steps, compare_steps);
}

/* Finds the shortest way of each clock to the trace's, after the last snapshot. */
void
tv_perfetto_clocks_seal (TvPerfettoClocks *self)
{
  g_autoptr (GQueue) reached = g_queue_new ();
  Clock *target = add_clock (self, self->primary);

  target->next = target;
  for (Clock *next = target; next != NULL; next = g_queue_pop_head (reached))
    for (guint i = 0; i < self->clocks->len; i++)
      {
        Clock *clock = self->clocks->pdata[i];

        if (clock->next != NULL)
          continue;
        collect_steps (clock, next);
        if (clock->steps->len == 0)
          continue;
        clock->next = next;
        g_queue_push_tail (reached, clock);
      }
}

/* Returns the last step that is not later, or else the first. */
static const Step *
find_step (const Clock *clock, gint64 time)
{
  guint low = 0;
  guint high = clock->steps->len;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (clock->steps, Step, middle).time <= time)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (clock->steps, Step, low);
}

/* Converts nanoseconds of a clock to the trace's clock. Without any snapshot all clocks
 * are the same. Returns FALSE if there is no way. */
gboolean
tv_perfetto_clocks_convert (TvPerfettoClocks *self, guint64 key, gint64 time,
                            gint64 *result)
{
  const Clock *clock = find_clock (self, key);

  *result = time;
  if (self->n_snapshots == 0 || key == self->primary)
    return TRUE;
  if (clock == NULL)
    return FALSE;
  for (; clock->next != clock; clock = clock->next)
    {
      const Step *step;
      gint64 offset;

      if (clock->next == NULL)
        return FALSE;
      step = find_step (clock, *result);
      if (__builtin_sub_overflow (step->next_time, step->time, &offset)
          || __builtin_add_overflow (*result, offset, result))
        return FALSE;
    }
  return TRUE;
}

guint32
tv_perfetto_clocks_get_primary (const TvPerfettoClocks *self)
{
  return self->primary;
}

/* Finds the first snapshot that has a clock and the trace's. */
gboolean
tv_perfetto_clocks_find_reading (TvPerfettoClocks *self, guint32 id, gint64 *own_time,
                                 gint64 *time)
{
  const Clock *clock = find_clock (self, id);
  const Clock *own = find_clock (self, self->primary);
  guint j = 0;

  for (guint i = 0; clock != NULL && own != NULL && i < clock->readings->len; i++)
    {
      const Reading *reading = &g_array_index (clock->readings, Reading, i);
      const Reading *own_reading;

      while (j < own->readings->len
             && g_array_index (own->readings, Reading, j).snapshot < reading->snapshot)
        j++;
      if (j == own->readings->len)
        return FALSE;
      own_reading = &g_array_index (own->readings, Reading, j);
      if (own_reading->snapshot != reading->snapshot)
        continue;
      *own_time = own_reading->time;
      *time = reading->time;
      return TRUE;
    }
  return FALSE;
}

gint64
tv_perfetto_clocks_get_unit (TvPerfettoClocks *self, guint64 key)
{
  const Clock *clock = find_clock (self, key);

  return clock != NULL ? clock->unit : 1;
}

gboolean
tv_perfetto_clocks_is_incremental (TvPerfettoClocks *self, guint64 key)
{
  const Clock *clock = find_clock (self, key);

  return clock != NULL && clock->is_incremental;
}
