/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/clock-repair.h"
#include "trace/build/event-source.h"
#include "trace/input/byte-cursor.h"
#include "trace/model/id-map.h"

G_BEGIN_DECLS

guint tv_leb128_read_slowly (const guint8 **next, const guint8 *end, guint64 *value);

/**
 * TV_LEB128_MORE:
 *
 * The bit of each byte that tells whether the number continues.
 */
#define TV_LEB128_MORE G_GUINT64_CONSTANT (0x8080808080808080)

/* Joins n groups of 7 bits: pairs first, then pairs of pairs. */
static inline guint64
tv_leb128_join (guint64 word, guint n)
{
  word &= ~TV_LEB128_MORE & (G_MAXUINT64 >> (64 - 8 * n));
  word = (word & 0x7F007F007F007F00) >> 1 | (word & 0x007F007F007F007F);
  word = (word & 0x3FFF00003FFF0000) >> 2 | (word & 0x00003FFF00003FFF);
  return (word & 0x0FFFFFFF00000000) >> 4 | (word & 0x000000000FFFFFFF);
}

/* Reads groups of 7 bits, low ones first. Reads all at once if eight bytes are left.
 * Returns the number of bits, or 0 if the number is broken. */
static inline guint
tv_leb128_read (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint64 word;
  guint n;

  if (G_UNLIKELY (end - *next < 8))
    return tv_leb128_read_slowly (next, end, value);
  word = tv_load_u64 (*next);
  if (G_UNLIKELY ((~word & TV_LEB128_MORE) == 0))
    return tv_leb128_read_slowly (next, end, value);
  n = (guint) __builtin_ctzll (~word & TV_LEB128_MORE) / 8 + 1;
  *value = tv_leb128_join (word, n);
  *next += n;
  return 7 * n;
}

/* Reads two numbers, at once if they fit in eight bytes: otherwise the second read
 * would have to wait for the end of the first. */
static inline gboolean
tv_leb128_read_two (const guint8 **next, const guint8 *end, guint64 values[2],
                    guint bits[2])
{
  guint64 word = end - *next >= 8 ? tv_load_u64 (*next) : TV_LEB128_MORE;
  guint64 ends = ~word & TV_LEB128_MORE;
  guint64 second = ends & (ends - 1);
  guint first_n;
  guint n;

  if (G_UNLIKELY (second == 0))
    {
      bits[0] = tv_leb128_read (next, end, &values[0]);
      bits[1] = bits[0] > 0 ? tv_leb128_read (next, end, &values[1]) : 0;
      return bits[1] > 0;
    }
  n = (guint) __builtin_ctzll (second) / 8 + 1;
  first_n = (guint) __builtin_ctzll (ends) / 8 + 1;
  *next += n;
  values[0] = tv_leb128_join (word, first_n);
  values[1] = tv_leb128_join (word >> (8 * first_n), n - first_n);
  bits[0] = 7 * first_n;
  bits[1] = 7 * (n - first_n);
  return TRUE;
}

static inline guint64
tv_leb128_extend (guint64 value, guint bits)
{
  /* No branch on the sign: it is hard to predict. */
  guint shift = bits < 64 ? 64 - bits : 0;

  return (guint64) ((gint64) (value << shift) >> shift);
}

/* Returns FALSE for a number of more than ten bytes or one that runs past the end. */
static inline gboolean
tv_leb128_read_unsigned (const guint8 **next, const guint8 *end, guint64 *value)
{
  return tv_leb128_read (next, end, value) > 0;
}

/* Returns FALSE for a number of more than ten bytes or one that runs past the end. */
static inline gboolean
tv_leb128_read_signed (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint bits = tv_leb128_read (next, end, value);

  if (bits > 0)
    *value = tv_leb128_extend (*value, bits);
  return bits > 0;
}

#define TV_PACKET_ACTION_BITS 2
#define TV_PACKET_ACTION_MASK G_GUINT64_CONSTANT (3)

/**
 * TvPacketLayout:
 * @TV_PACKET_LAYOUT_B: method and action, then wall and CPU time: ART of 2024
 * @TV_PACKET_LAYOUT_C: time and action, then CPU time, then the method of an enter:
 *   what Perfetto reads
 * @TV_PACKET_LAYOUT_LONG_RUNNING: time and one bit for an exit, then the method of an
 *   enter: traces of long-running methods
 *
 * The ways in which records are packed. A file does not name which of the first two it
 * has.
 */
typedef enum
{
  TV_PACKET_LAYOUT_B,
  TV_PACKET_LAYOUT_C,
  TV_PACKET_LAYOUT_LONG_RUNNING
} TvPacketLayout;

/**
 * TvPacketDecoder:
 * @next: the next record
 * @end: the end of the block
 * @layout: how records are packed
 * @dual: whether they have a second time
 * @broken: whether decoding stopped inside a record
 * @word: the running value that holds the action
 * @method: id of the last record's method; only layout B has one in an exit
 * @time: first and second time of the last record, modulo 2⁶⁴
 * @action: the last record's action bits
 *
 * Decodes the records of one block.
 */
typedef struct
{
  const guint8 *next;
  const guint8 *end;
  TvPacketLayout layout;
  gboolean dual;
  gboolean broken;
  guint64 word;
  guint64 method;
  guint64 time[2];
  guint action;
} TvPacketDecoder;

/**
 * tv_packet_decoder_has_method:
 * @decoder: a decoder that has decoded a record
 *
 * Returns: whether the record names its method
 */
static inline gboolean
tv_packet_decoder_has_method (const TvPacketDecoder *decoder)
{
  return decoder->layout == TV_PACKET_LAYOUT_B || decoder->action == 0;
}

static inline gboolean
tv_packet_decoder_next_b (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 steps[2] = { 0, 0 };
  guint bits[2];
  guint64 cpu_step = 0;
  gboolean ok = tv_leb128_read_two (&next, end, steps, bits)
                && (!decoder->dual || tv_leb128_read_unsigned (&next, end, &cpu_step));

  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += tv_leb128_extend (steps[0], bits[0]);
  decoder->action = (guint) (decoder->word & TV_PACKET_ACTION_MASK);
  decoder->method = decoder->word & ~TV_PACKET_ACTION_MASK;
  decoder->time[0] += steps[1];
  decoder->time[1] += cpu_step;
  return TRUE;
}

static inline gboolean
tv_packet_decoder_next_c (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 steps[2] = { 0, 0 };
  guint bits[2] = { 0, 64 };
  guint64 method_step = 0;
  guint action;
  gboolean ok;

  if (decoder->dual)
    ok = tv_leb128_read_two (&next, end, steps, bits);
  else
    ok = (bits[0] = tv_leb128_read (&next, end, &steps[0])) > 0;
  /* The sign does not reach down to the action. */
  action = (guint) ((decoder->word + steps[0]) & TV_PACKET_ACTION_MASK);
  ok = ok && (action != 0 || tv_leb128_read_signed (&next, end, &method_step));
  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += tv_leb128_extend (steps[0], bits[0]);
  decoder->action = action;
  decoder->method += method_step;
  decoder->time[0] = decoder->word >> TV_PACKET_ACTION_BITS;
  decoder->time[1] += tv_leb128_extend (steps[1], bits[1]);
  return TRUE;
}

/* The bit of the action is one of the time, too. */
static inline gboolean
tv_packet_decoder_next_long_running (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 step = 0;
  guint64 method_step = 0;
  gboolean ok = tv_leb128_read_signed (&next, end, &step);
  const guint64 word = decoder->word + step;

  ok = ok && ((word & 1) != 0 || tv_leb128_read_signed (&next, end, &method_step));
  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word = word;
  decoder->action = (guint) (word & 1);
  decoder->method += method_step;
  decoder->time[0] = word & ~G_GUINT64_CONSTANT (1);
  return TRUE;
}

/**
 * tv_packet_decoder_next:
 * @decoder: a decoder
 *
 * Decodes a record. All its numbers are differences from the previous record.
 *
 * Returns: whether there was a whole record
 */
static inline gboolean
tv_packet_decoder_next (TvPacketDecoder *decoder)
{
  gboolean ok;

  if (decoder->next >= decoder->end || decoder->broken)
    return FALSE;
  if (decoder->layout == TV_PACKET_LAYOUT_B)
    ok = tv_packet_decoder_next_b (decoder);
  else if (G_LIKELY (decoder->layout == TV_PACKET_LAYOUT_C))
    ok = tv_packet_decoder_next_c (decoder);
  else
    ok = tv_packet_decoder_next_long_running (decoder);
  decoder->broken = !ok;
  return ok;
}

struct _TvPacketRun
{
  TvPacketDecoder decoder; /* in a block of layout C */
  const guint8 *limit;     /* where to stop */
  const TvIdMap *methods;
  guint32 thread;    /* index in the part */
  TvClock clock;     /* of the first time */
  guint64 frequency; /* of that clock in Hz, or 0 for nanoseconds */
};

/**
 * TV_PACKET_PLAIN_SIZE:
 *
 * Number of bytes that tv_packet_place_step() may read.
 */
#define TV_PACKET_PLAIN_SIZE 16

/**
 * tv_packet_run_convert_time:
 * @frequency: ticks in a second, or 0 if ticks are nanoseconds
 * @time: a time in ticks
 *
 * Returns: the time in nanoseconds; an impossible time stays one for
 *   tv_thread_clock_step()
 */
static inline gint64
tv_packet_run_convert_time (guint64 frequency, guint64 time)
{
  const guint64 second = G_GUINT64_CONSTANT (1000000000);

  if (frequency == 0)
    return (gint64) MIN (time, TV_TIME_IMPOSSIBLE);
  if (time / frequency >= TV_TIME_IMPOSSIBLE / second)
    return (gint64) TV_TIME_IMPOSSIBLE;
  /* Exact, without the overflow of ticks × 10⁹. */
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
 * @word: first time and action of the last record
 * @cpu: second time of the last record
 * @method: the running method id
 *
 * The position in plain records: those members of #TvPacketDecoder that change in
 * layout C, few enough for the registers of the processor.
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

/* Returns the method that the record enters, or %TV_ID_MAP_NONE if it has no index. The
 * result is undefined for an exit. */
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

/* Returns the number of bytes up to the first end. */
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

/* Adds the times of a record, joined in one step. Returns all ones for an entry. */
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
 * eight, and if its CPU time does not go back. There is no branch on entry or exit,
 * which is hard to predict: the method is decoded in any case. */
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
