/* SPDX-License-Identifier: Apache-2.0 */

/* The same random events as packets, in all variants, and as a classic trace give the
 * same methods, threads, calls and waits. */

#include "support/packet-writer.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define N_SEEDS 6

/* Every 5 µs are a whole number of ticks of the counters here; half of the CPU time is
 * a whole number of microseconds. */
#define TIME_FACTOR 10

/* The id that the classic trace gives to calls that layout C does not name. */
#define PRE_OPEN_METHOD 0xFFFFFF00u
#define PRE_OPEN_NAME "(open before trace)"

/* Writes each event twice. */
typedef struct
{
  TvPacketWriter *packets;
  TvTraceWriter *classic;
  TvWriterLayout layout;
  GArray **stacks; /* of method ids, for each thread */
} Pair;

static TvRandomTrace
make_spec (guint32 seed)
{
  TvRandomTrace spec = { .seed = seed,
                         .n_events = 400,
                         .n_threads = 1 + seed % 5,
                         .n_methods = 40,
                         .max_depth = 12,
                         .batch = seed % 2 == 0 ? 0 : 30,
                         .recursion_percent = 20,
                         .wait_percent = 10,
                         .unwind_percent = 5,
                         .before_percent = 20,
                         .lost_percent = seed % 3,
                         .stray_percent = seed % 3 };

  return spec;
}

/* In layout C, whatever is left is the innermost call. */
static guint32
innermost (GArray *stack, const TvWriterEvent *event)
{
  guint32 method;

  if (event->action == TV_WRITER_ENTER)
    {
      g_array_append_val (stack, event->method);
      return event->method;
    }
  if (stack->len == 0)
    return PRE_OPEN_METHOD;
  method = g_array_index (stack, guint32, stack->len - 1);
  g_array_set_size (stack, stack->len - 1);
  return method;
}

static void
write_twice (const TvWriterEvent *event, gpointer user_data)
{
  Pair *pair = user_data;
  TvWriterEvent copy = *event;

  copy.cpu *= TIME_FACTOR;
  copy.wall *= TIME_FACTOR;
  tv_packet_writer_event (pair->packets, &copy);
  if (pair->layout == TV_WRITER_LAYOUT_C)
    copy.method = innermost (pair->stacks[event->thread - 1], event);
  tv_trace_writer_event (pair->classic, &copy);
}

static void
write_pair (Pair *pair, const TvRandomTrace *spec)
{
  pair->stacks = g_new0 (GArray *, spec->n_threads);
  for (guint i = 0; i < spec->n_threads; i++)
    pair->stacks[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_random_trace_run (spec, write_twice, pair);
  for (guint i = 0; i < spec->n_threads; i++)
    g_array_unref (pair->stacks[i]);
  g_clear_pointer (&pair->stacks, g_free);
}

static TvTrace *
load_packets (TvPacketWriter *writer, const char *what)
{
  g_autoptr (GBytes) bytes = tv_packet_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  ck_assert_msg (trace != NULL, "%s: %s", what, error != NULL ? error->message : "");
  return trace;
}

/* All methods that the file names, called or not. */
static void
assert_methods (const TvTrace *trace, const TvRandomTrace *spec,
                const TvPacketForm *form, const char *what)
{
  guint n_named = 0;

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      g_autofree char *name = NULL;

      if (!method->named || g_str_equal (method->name, PRE_OPEN_NAME))
        continue;
      name = g_strdup_printf ("method%" G_GUINT64_FORMAT,
                              (method->id - form->first_method) / 4);
      ck_assert_msg (g_str_equal (method->name, name), "%s: %s, not %s", what,
                     method->name, name);
      n_named++;
    }
  ck_assert_msg (n_named == spec->n_methods, "%s: %u methods", what, n_named);
}

static void
check_round_trip (TvWriterClock clock, const TvPacketForm *form, guint32 seed)
{
  const TvRandomTrace spec = make_spec (seed);
  guint version = clock == TV_WRITER_CLOCK_DUAL ? 3 : 2;
  g_autofree char *what = g_strdup_printf (
      "seed %u, clock %d, layout %d, streamed %d, frequency %" G_GUINT64_FORMAT
      ", first method %" G_GUINT64_FORMAT ", flush %u, block %u",
      seed, clock, form->layout, form->streamed, form->frequency, form->first_method,
      form->flush_records, form->block_records);
  g_autoptr (TvTraceWriter) classic = tv_trace_writer_new (version, clock);
  g_autoptr (TvPacketWriter) packets = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) expected = NULL;

  tv_random_trace_add_tables (&spec, classic);
  packets = tv_packet_writer_new (classic, form);
  if (!form->streamed)
    tv_packet_writer_add_names (packets);
  write_pair (&(Pair){ packets, classic, form->layout, NULL }, &spec);
  tv_packet_writer_flush (packets);
  tv_packet_writer_add_names (packets);
  tv_packet_writer_add_summary (packets);
  trace = load_packets (packets, what);

  tv_trace_writer_add_method (classic, PRE_OPEN_METHOD, "(unknown)", PRE_OPEN_NAME, "",
                              "", 0);
  expected = tv_test_load (classic);
  tv_assert_same_events (trace, expected, what);
  assert_methods (trace, &spec, form, what);
  for (TvWarningKind kind = TV_WARNING_PACKET_TYPE; kind <= TV_WARNING_FREQUENCY;
       kind++)
    ck_assert_msg (tv_test_count_warnings (trace, kind) == 0, "%s: warning %d", what,
                   kind);
}

/* Each way of splitting the records of a thread, with each seed and clock. */
static void
check_all_sizes (TvPacketForm form)
{
  static const guint sizes[][2]
      = { { 0, 0 }, { 50, 0 }, { 64, 16 }, { 0, 7 }, { 23, 5 }, { 3, 1 }, { 1, 1 } };

  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        form.flush_records = sizes[i][0];
        form.block_records = sizes[i][1];
        check_round_trip (TV_WRITER_CLOCK_DUAL, &form, seed);
        check_round_trip (TV_WRITER_CLOCK_WALL, &form, seed);
        check_round_trip (TV_WRITER_CLOCK_THREAD_CPU, &form, seed);
      }
}

START_TEST (layout_b)
{
  check_all_sizes ((TvPacketForm){ .layout = TV_WRITER_LAYOUT_B });
}
END_TEST

START_TEST (layout_b_streamed_with_addresses)
{
  check_all_sizes ((TvPacketForm){
      .layout = TV_WRITER_LAYOUT_B, .streamed = TRUE, .first_method = 0x7f3c5a1e40 });
}
END_TEST

START_TEST (layout_c_in_nanoseconds)
{
  check_all_sizes ((TvPacketForm){ .layout = TV_WRITER_LAYOUT_C });
  check_all_sizes ((TvPacketForm){ .layout = TV_WRITER_LAYOUT_C,
                                   .streamed = TRUE,
                                   .first_method = 0xffff800000000000 });
}
END_TEST

START_TEST (layout_c_in_ticks)
{
  static const guint64 frequencies[] = { 1000000, 19200000, 24000000, 1000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    check_all_sizes ((TvPacketForm){ .layout = TV_WRITER_LAYOUT_C,
                                     .streamed = i % 2 == 0,
                                     .frequency = frequencies[i],
                                     .first_method = 0x70000000 });
}
END_TEST

TV_TESTS (NULL, NULL)
