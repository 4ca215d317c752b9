/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/clock-repair.h"
#include "trace/build/event-sink.h"
#include "trace/formats/packet-record.h"
#include "trace/model/id-map.h"

G_BEGIN_DECLS

/* Where the records of a TvPacketRun are, in a block of layout C, with a place that the
 * decoder need not pass, indexes of methods by their ids, the index of the thread in
 * the part, which clock the first time is, and ticks of that in a second, or 0 for
 * nanoseconds. */
struct _TvPacketRun
{
  TvPacketDecoder decoder;
  const guint8 *limit;
  const TvIdMap *methods;
  guint32 thread;
  TvClock clock;
  guint64 frequency;
};

/**
 * TV_PACKET_PLAIN_SIZE:
 *
 * So many bytes must be there for tv_packet_place_step().
 */
#define TV_PACKET_PLAIN_SIZE 16

/* Returns it in nanoseconds; what no clock reaches is handed on as such, see
 * tv_thread_clock_step(). */
static inline gint64
tv_packet_run_convert_time (guint64 frequency, guint64 time)
{
  const guint64 second = G_GUINT64_CONSTANT (1000000000);

  if (frequency == 0)
    return (gint64) MIN (time, TV_TIME_IMPOSSIBLE);
  if (time / frequency >= TV_TIME_IMPOSSIBLE / second)
    return (gint64) TV_TIME_IMPOSSIBLE;
  /* Exact, and without the overflow of ticks × 10⁹. */
  return (gint64) (time / frequency * second + time % frequency * second / frequency);
}

static inline void
tv_packet_run_get_times (const TvPacketRun *run, gint64 times[TV_N_CLOCKS])
{
  const TvPacketDecoder *decoder = &run->decoder;

  times[TV_CLOCK_THREAD_CPU] = times[TV_CLOCK_WALL] = 0;
  times[run->clock] = tv_packet_run_convert_time (run->frequency, decoder->time[0]);
  if (decoder->dual)
    times[TV_CLOCK_THREAD_CPU] = (gint64) MIN (decoder->time[1], TV_TIME_IMPOSSIBLE);
}

/**
 * TvPacketPlace:
 * @next: the next record
 * @word: the first time and the action of the last
 * @cpu: its second time
 * @method: the running id of methods
 *
 * How far plain records are decoded: of #TvPacketDecoder what changes in layout C, in
 * so few variables that the processor can hold them.
 */
typedef struct
{
  const guint8 *next;
  guint64 word;
  guint64 cpu;
  guint64 method;
} TvPacketPlace;

static inline TvPacketPlace
tv_packet_place_get (const TvPacketRun *run)
{
  return (TvPacketPlace){ .next = run->decoder.next,
                          .word = run->decoder.word,
                          .cpu = run->decoder.time[1],
                          .method = run->decoder.method };
}

static inline guint32
tv_packet_place_get_action (const TvPacketPlace *place)
{
  return (guint32) (place->word & TV_PACKET_ACTION_MASK);
}

static inline guint64
tv_packet_place_get_time (const TvPacketPlace *place)
{
  return place->word >> TV_PACKET_ACTION_BITS;
}

/* Returns the method that the record enters, or %TV_ID_MAP_NONE if it has no index; of
 * a record that enters none, anything. */
static inline guint32
tv_packet_place_find_method (const TvPacketPlace *place, const TvIdMap *methods)
{
  if (G_LIKELY (tv_id_map_is_direct (methods, place->method))
      || tv_packet_place_get_action (place) == TV_EVENT_ENTER)
    return tv_id_map_get (methods, place->method);
  return TV_ID_MAP_NONE;
}

static inline void
tv_packet_run_move (TvPacketRun *run, const TvPacketPlace *place)
{
  run->decoder.next = place->next;
  run->decoder.word = place->word;
  run->decoder.action = tv_packet_place_get_action (place);
  run->decoder.time[0] = tv_packet_place_get_time (place);
  run->decoder.time[1] = place->cpu;
  run->decoder.method = place->method;
}

/* Returns number of bytes up to the one that has the lowest of ends. */
static inline guint
tv_packet_count_bytes (guint64 ends)
{
  return (guint) __builtin_ctzll (ends) / 8 + 1;
}

static inline guint64
tv_packet_mask_bytes (guint64 ends)
{
  return ends ^ (ends - 1);
}

/* Moves place on by the times of a record, which are put together at once. */
static inline guint64
tv_packet_place_add_times (TvPacketPlace *place, guint64 first, guint n_first,
                           guint64 second)
{
  guint64 action = (place->word + first) & TV_PACKET_ACTION_MASK;
  guint64 both = (first | second << 32) & ~TV_LEB128_MORE;

  both = (both & 0x7F007F007F007F00) >> 1 | (both & 0x007F007F007F007F);
  both = (both & 0x3FFF00003FFF0000) >> 2 | (both & 0x00003FFF00003FFF);
  place->word += tv_leb128_extend (both & G_MAXUINT32, 7 * n_first);
  place->cpu += both >> 32;
  return action == TV_EVENT_ENTER ? G_MAXUINT64 : 0;
}

/* Decodes one record if its times have at most four bytes each and its method at most
 * eight, and its CPU time does not go back. Who enters and who leaves is hard to
 * foretell, so there is no branch on it: what would be a method is decoded in any
 * case. */
G_ALWAYS_INLINE static inline gboolean
tv_packet_place_step (TvPacketPlace *place, gboolean dual)
{
  const guint8 *next = place->next;
  guint64 low = tv_load_u64 (next);
  guint64 high_ends = ~tv_load_u64 (next + 8) & TV_LEB128_MORE;
  guint64 first_ends = ~low & TV_LEB128_MORE;
  guint64 last_ends = dual ? first_ends & (first_ends - 1) : first_ends;
  guint64 method_ends = last_ends & (last_ends - 1);
  guint64 is_high = method_ends == 0 ? G_MAXUINT64 : 0;
  guint64 second = 0;
  guint64 enters;
  guint64 step;
  guint n_first;
  guint n;
  guint n_method;

  method_ends |= high_ends & is_high;
  if (G_UNLIKELY ((guint32) first_ends == 0 || last_ends == 0 || method_ends == 0))
    return FALSE;
  n_first = tv_packet_count_bytes (first_ends);
  n = tv_packet_count_bytes (last_ends);
  n_method = tv_packet_count_bytes (method_ends) + (guint) (is_high & 8) - n;
  if (dual)
    {
      guint64 sign = (last_ends & -last_ends) >> 1;

      second = (low & tv_packet_mask_bytes (last_ends)) >> (8 * n_first);
      if (G_UNLIKELY (second > G_MAXUINT32 || (low & sign) != 0))
        return FALSE;
    }
  if (G_UNLIKELY (n_method > 8))
    return FALSE;
  enters = tv_packet_place_add_times (place, low & tv_packet_mask_bytes (first_ends),
                                      n_first, second);
  step = tv_leb128_join (tv_load_u64 (next + n), n_method);
  place->method += tv_leb128_extend (step, 7 * n_method) & enters;
  place->next = next + n + (n_method & enters);
  return TRUE;
}

G_END_DECLS
