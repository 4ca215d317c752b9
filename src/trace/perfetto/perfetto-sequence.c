/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/perfetto/perfetto-sequence.h"

#include "trace/tables/java-text.h"

#define NS_PER_US 1000

/* The field of InternedData that has places in the source. */
#define LOCATIONS 4

/* Numbers of texts begin at 1 and have no large gaps, mostly; kernel symbols are
 * addresses. */
#define MAX_DIRECT 65536
#define MAX_GAP 64

/* About what a sequence takes, and an entry of its tables. */
#define SEQUENCE_SIZE 4096
#define ENTRY_SIZE 64

TvPerfettoSequence *
tv_perfetto_sequence_new (guint32 id, TvGrowth *growth)
{
  TvPerfettoSequence *self = g_new0 (TvPerfettoSequence, 1);

  self->id = id;
  self->growth = growth;
  tv_growth_take (growth, SEQUENCE_SIZE);
  for (guint i = 0; i < TV_N_INTERNED_TABLES; i++)
    {
      self->first_texts[i] = g_ptr_array_new ();
      self->texts[i]
          = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
    }
  tv_id_map_init (&self->names);
  self->locations = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                           (GDestroyNotify) g_bytes_unref);
  self->running = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->totals = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->counters); i++)
    self->counters[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
tv_perfetto_sequence_free (TvPerfettoSequence *self)
{
  for (guint i = 0; i < TV_N_INTERNED_TABLES; i++)
    {
      g_ptr_array_unref (self->first_texts[i]);
      g_hash_table_unref (self->texts[i]);
    }
  tv_id_map_clear (&self->names);
  g_hash_table_unref (self->locations);
  g_hash_table_unref (self->running);
  g_hash_table_unref (self->totals);
  for (guint i = 0; i < G_N_ELEMENTS (self->counters); i++)
    g_array_unref (self->counters[i]);
  g_free (self);
}

static void
forget_defaults (TvPerfettoSequence *self)
{
  self->clock = 0;
  self->track = 0;
  for (guint i = 0; i < G_N_ELEMENTS (self->counters); i++)
    g_array_set_size (self->counters[i], 0);
}

static void
forget (TvPerfettoSequence *self)
{
  for (guint i = 0; i < TV_N_INTERNED_TABLES; i++)
    {
      g_ptr_array_set_size (self->first_texts[i], 0);
      g_hash_table_remove_all (self->texts[i]);
    }
  tv_id_map_clear (&self->names);
  g_hash_table_remove_all (self->locations);
  g_hash_table_remove_all (self->running);
  g_hash_table_remove_all (self->totals);
  forget_defaults (self);
}

/* The last text of a number counts. */
static void
set_text (TvPerfettoSequence *self, TvInternedTable table, guint64 number,
          const char *text)
{
  GPtrArray *first = self->first_texts[table];

  if (tv_perfetto_sequence_get_text (self, table, number) != NULL)
    tv_id_map_clear (&self->names);
  tv_growth_take (self->growth, ENTRY_SIZE);
  if (number >= first->len
      && (number >= MAX_DIRECT || number > 2 * (guint64) first->len + MAX_GAP))
    {
      g_hash_table_insert (self->texts[table], g_memdup2 (&number, sizeof number),
                           (gpointer) text);
      return;
    }
  if (number >= first->len)
    g_ptr_array_set_size (first, (gint) number + 1);
  first->pdata[number] = (gpointer) text;
}

static void
intern (TvPerfettoSequence *self, TvInternedTable table, const TvProtoField *entry,
        TvStringPool *strings)
{
  TvProto message = tv_proto_enter (entry);
  TvProtoField field;
  guint64 number = 0;
  g_autofree char *text = NULL;

  while (tv_proto_next (&message, &field))
    if (field.number == 1 && field.wire == TV_PROTO_VARINT)
      number = field.value;
    else if (field.number == 2 && field.wire == TV_PROTO_BYTES)
      {
        g_free (text);
        text = tv_java_text_dup_utf8 ((const char *) field.data, field.size);
      }
  if (number > 0 && text != NULL)
    set_text (self, table, number, tv_string_pool_add (strings, text));
}

static void
intern_location (TvPerfettoSequence *self, const TvProtoField *entry)
{
  TvProto message = tv_proto_enter (entry);
  TvProtoField field;
  guint64 number = 0;

  while (tv_proto_next (&message, &field))
    if (field.number == 1 && field.wire == TV_PROTO_VARINT)
      number = field.value;
  tv_growth_take (self->growth, entry->size + ENTRY_SIZE);
  g_hash_table_insert (self->locations, g_memdup2 (&number, sizeof number),
                       g_bytes_new (entry->data, entry->size));
}

static void
take_interned (TvPerfettoSequence *self, TvProto message, TvStringPool *strings)
{
  /* Fields of InternedData. */
  static const guint32 numbers[TV_N_INTERNED_TABLES] = { 1, 2, 3, 29, 26 };
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.wire == TV_PROTO_BYTES && field.number == LOCATIONS)
      intern_location (self, &field);
    else
      for (guint i = 0; i < G_N_ELEMENTS (numbers) && field.wire == TV_PROTO_BYTES; i++)
        if (field.number == numbers[i])
          intern (self, (TvInternedTable) i, &field, strings);
}

enum
{
  DEFAULT_EVENT = 11,
  DEFAULT_TRACK = 11, /* this one and the next two are in the defaults of events */
  DEFAULT_COUNTERS = 31,
  DEFAULT_REAL_COUNTERS = 45,
  DEFAULT_CLOCK = 58
};

static void
take_event_defaults (TvPerfettoSequence *self, TvProto event)
{
  TvProtoField field;

  while (tv_proto_next (&event, &field))
    {
      TvProto packed = { 0 };
      guint64 track;

      if (field.number == DEFAULT_TRACK)
        self->track = field.value;
      if (field.number != DEFAULT_COUNTERS && field.number != DEFAULT_REAL_COUNTERS)
        continue;
      while (tv_proto_next_number (&field, &packed, &track))
        g_array_append_val (self->counters[field.number == DEFAULT_REAL_COUNTERS],
                            track);
    }
}

static void
take_defaults (TvPerfettoSequence *self, TvProto message)
{
  TvProtoField field;

  forget_defaults (self);
  while (tv_proto_next (&message, &field))
    if (field.number == DEFAULT_CLOCK)
      self->clock = (guint32) field.value;
    else if (field.number == DEFAULT_EVENT && field.wire == TV_PROTO_BYTES)
      take_event_defaults (self, tv_proto_enter (&field));
}

enum
{
  TRACK_THREAD = 4, /* in the descriptor of a track */
  THREAD_PID = 1,
  THREAD_TID = 2,
  THREAD_TIME = 6,
  THREAD_CPU_TIME = 7
};

static void
take_thread (TvPerfettoSequence *self, TvProto message)
{
  TvProtoField field;

  self->has_thread = TRUE;
  while (tv_proto_next (&message, &field))
    switch (field.number)
      {
      case THREAD_PID:
        self->pid = (gint32) field.value;
        break;
      case THREAD_TID:
        self->tid = (gint64) field.value;
        break;
      case THREAD_TIME:
        if (__builtin_mul_overflow ((gint64) field.value, NS_PER_US, &self->time))
          self->time = G_MAXINT64;
        break;
      case THREAD_CPU_TIME:
        if (__builtin_mul_overflow ((gint64) field.value, NS_PER_US, &self->cpu_time))
          self->cpu_time = G_MAXINT64;
        break;
      default:
        break;
      }
}

/* The thread of a track that a writer describes is its own. */
static void
take_track (TvPerfettoSequence *self, TvProto message)
{
  TvProtoField field;

  while (tv_proto_next (&message, &field))
    if (field.number == TRACK_THREAD && field.wire == TV_PROTO_BYTES)
      take_thread (self, tv_proto_enter (&field));
}

/* Takes what a packet says of the state. Returns whether its events can be read: not if
 * they need a state that was lost. */
gboolean
tv_perfetto_sequence_take (TvPerfettoSequence *self, const TvPerfettoPacket *packet,
                           TvStringPool *strings)
{
  const TvProtoField *messages = packet->messages;

  if (packet->clears_state)
    {
      forget (self);
      self->is_valid = TRUE;
    }
  else if (packet->is_after_loss)
    self->is_valid = FALSE;
  if (messages[TV_PACKET_DEFAULTS].data != NULL)
    take_defaults (self, tv_proto_enter (&messages[TV_PACKET_DEFAULTS]));
  if (messages[TV_PACKET_INTERNED_DATA].data != NULL)
    take_interned (self, tv_proto_enter (&messages[TV_PACKET_INTERNED_DATA]), strings);
  if (messages[TV_PACKET_THREAD_DESCRIPTOR].data != NULL)
    take_thread (self, tv_proto_enter (&messages[TV_PACKET_THREAD_DESCRIPTOR]));
  if (messages[TV_PACKET_TRACK_DESCRIPTOR].data != NULL)
    take_track (self, tv_proto_enter (&messages[TV_PACKET_TRACK_DESCRIPTOR]));
  return self->is_valid || !packet->needs_state;
}

const char *
tv_perfetto_sequence_get_text (const TvPerfettoSequence *self, TvInternedTable table,
                               guint64 number)
{
  const GPtrArray *first = self->first_texts[table];
  const char *text = number < first->len ? first->pdata[number] : NULL;

  return text != NULL ? text : g_hash_table_lookup (self->texts[table], &number);
}

/* Returns a place in the source, as a message that is empty if it is not known. */
TvProto
tv_perfetto_sequence_get_location (const TvPerfettoSequence *self, guint64 number)
{
  GBytes *bytes = g_hash_table_lookup (self->locations, &number);

  return bytes != NULL
             ? tv_proto_new (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
             : tv_proto_new (NULL, 0);
}

/* Returns the last time of a clock whose times are steps. */
gint64 *
tv_perfetto_sequence_get_running (TvPerfettoSequence *self, guint64 clock)
{
  gint64 *time = g_hash_table_lookup (self->running, &clock);

  if (time == NULL)
    {
      time = g_new0 (gint64, 1);
      g_hash_table_insert (self->running, g_memdup2 (&clock, sizeof clock), time);
    }
  return time;
}

/* Returns the value of a counter after a step. */
double
tv_perfetto_sequence_add_up (TvPerfettoSequence *self, guint64 track, double step)
{
  double *total = g_hash_table_lookup (self->totals, &track);

  if (total == NULL)
    {
      total = g_new0 (double, 1);
      g_hash_table_insert (self->totals, g_memdup2 (&track, sizeof track), total);
    }
  return *total += step;
}

/* A snapshot sets the clocks of its sequence that count in steps. */
void
tv_perfetto_sequence_set_running (TvPerfettoSequence *self, TvPerfettoClocks *clocks,
                                  TvProto snapshot)
{
  TvProtoField field;

  while (tv_proto_next (&snapshot, &field))
    {
      TvProto clock = tv_proto_enter (&field);
      TvProtoField value;
      guint64 key = 0;
      guint64 time = 0;

      if (field.number != 1 || field.wire != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&clock, &value))
        if (value.number == 1)
          key = tv_perfetto_clocks_get_key ((guint32) value.value, self->id);
        else if (value.number == 2)
          time = value.value;
      if (tv_perfetto_clocks_is_incremental (clocks, key))
        *tv_perfetto_sequence_get_running (self, key) = (gint64) time;
    }
}

/* Finds the time of a packet on the trace's clock. One without a time is as late as the
 * latest so far. */
gboolean
tv_perfetto_sequence_find_time (TvPerfettoSequence *self, TvPerfettoClocks *clocks,
                                const TvPerfettoPacket *packet, guint64 *latest,
                                gint64 *result)
{
  const guint32 clock = packet->clock != 0 ? packet->clock
                        : self->clock != 0 ? self->clock
                                           : TV_PERFETTO_BOOTTIME;
  const guint64 key = tv_perfetto_clocks_get_key (clock, self->id);
  gint64 time;

  if (!packet->has_time)
    {
      *result = (gint64) *latest;
      return TRUE;
    }
  time = (gint64) packet->time;
  if (tv_perfetto_clocks_is_incremental (clocks, key))
    {
      gint64 *running = tv_perfetto_sequence_get_running (self, key);

      if (__builtin_add_overflow (*running, time, running))
        return FALSE;
      time = *running;
    }
  if (time < 0
      || __builtin_mul_overflow (time, tv_perfetto_clocks_get_unit (clocks, key), &time)
      || !tv_perfetto_clocks_convert (clocks, key, time, result))
    return FALSE;
  *latest = MAX (*latest, (guint64) MAX (*result, 0));
  return TRUE;
}
