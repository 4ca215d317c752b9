/* SPDX-License-Identifier: Apache-2.0 */

/* Folded stacks: written by hand for small traces, added up against a profile for
 * random, generated and real ones. */

#include "analysis/profile-reference.h"
#include "output/flame/folded-stacks.h"
#include "support/packet-writer.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

static char *
fold_spec (TvTrace *trace, const TvFoldedSpec *spec, char **note)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  ck_assert (tv_folded_stacks_write (trace, spec, note, out, NULL, NULL));
  g_output_stream_write_all (out, "", 1, NULL, NULL, NULL);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

static char *
fold (TvTrace *trace, gboolean per_thread, gboolean signatures, TvClock clock,
      TvFoldedUnit unit)
{
  const TvFoldedSpec spec = { .part = whole,
                              .clock = clock,
                              .unit = unit,
                              .per_thread = per_thread,
                              .signatures = signatures };
  g_autofree char *note = NULL;
  char *text = fold_spec (trace, &spec, &note);

  ck_assert_ptr_null (note);
  return text;
}

static void
assert_folded (TvTrace *trace, gboolean per_thread, gboolean signatures,
               const char *expected)
{
  g_autofree char *text
      = fold (trace, per_thread, signatures, TV_CLOCK_WALL, TV_FOLDED_MICROSECONDS);

  ck_assert_str_eq (text, expected);
}

/* Thread 1 is in a from 0 to 100, there in one b from 10 to 30 and in the other from 40
 * to 70, which is not left; thread 2 is in a from 5 to 25. */
static TvTrace *
load_script (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main; loop");
  tv_trace_writer_add_thread (writer, 2, "pool 1");
  tv_trace_writer_add_method (writer, 0x4, "p/Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/Q", "b", "(Ljava/lang/String;)V",
                              "Q.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p/Q", "b", "(I)V", "Q.java", 3);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 2, 0x4, 0, 5);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 10);
  tv_trace_writer_exit (writer, 2, 0x4, 0, 25);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 30);
  tv_trace_writer_enter (writer, 1, 0xc, 0, 40);
  tv_test_write_calls (writer, "b 60-70");
  return tv_test_load (writer);
}

START_TEST (overloads_are_one_method_or_several)
{
  g_autoptr (TvTrace) trace = load_script ();

  assert_folded (trace, FALSE, FALSE,
                 "p.Q.a 40\n"
                 "p.Q.a;p.Q.b 40\n"
                 "p.Q.a;p.Q.b;p.Q.b 10\n");
  assert_folded (trace, FALSE, TRUE,
                 "p.Q.a()V 40\n"
                 "p.Q.a()V;p.Q.b(I)V 20\n"
                 "p.Q.a()V;p.Q.b(I)V;p.Q.b(Ljava/lang/String:)V 10\n"
                 "p.Q.a()V;p.Q.b(Ljava/lang/String:)V 20\n");
}
END_TEST

START_TEST (threads_come_first)
{
  g_autoptr (TvTrace) trace = load_script ();

  assert_folded (trace, TRUE, FALSE,
                 "[1]_main:_loop;p.Q.a 20\n"
                 "[1]_main:_loop;p.Q.a;p.Q.b 40\n"
                 "[1]_main:_loop;p.Q.a;p.Q.b;p.Q.b 10\n"
                 "[2]_pool_1;p.Q.a 20\n");
}
END_TEST

START_TEST (deeper_frames_count_as_time_of_the_last_one)
{
  g_autoptr (TvTrace) trace = load_script ();
  TvFoldedSpec spec = { .part = whole, .clock = TV_CLOCK_WALL, .max_depth = 2 };
  g_autofree char *note = NULL;
  g_autofree char *text = fold_spec (trace, &spec, &note);
  g_autofree char *shorter = NULL;
  g_autofree char *shorter_note = NULL;

  ck_assert_str_eq (text, "p.Q.a 40\n"
                          "p.Q.a;p.Q.b 50\n");
  ck_assert_ptr_nonnull (strstr (note, "below level 2 "));
  spec.max_depth = 1;
  shorter = fold_spec (trace, &spec, &shorter_note);
  ck_assert_str_eq (shorter, "p.Q.a 90\n");
  spec.max_depth = 3;
  g_clear_pointer (&text, g_free);
  g_clear_pointer (&note, g_free);
  text = fold_spec (trace, &spec, &note);
  ck_assert_ptr_null (note);
}
END_TEST

typedef struct
{
  GHashTable *own; /* name to gint64: of the innermost frame */
  gint64 all;
} Sums;

static void
add_line (Sums *sums, char *line)
{
  char *space = strrchr (line, ' ');
  char *frame;
  gint64 *sum;
  gint64 value;

  ck_assert_ptr_nonnull (space);
  *space = '\0';
  value = g_ascii_strtoll (space + 1, NULL, 10);
  ck_assert_int_gt (value, 0);
  ck_assert_ptr_null (strchr (line, ' '));
  frame = strrchr (line, ';');
  frame = frame != NULL ? frame + 1 : line;
  sum = g_hash_table_lookup (sums->own, frame);
  if (sum == NULL)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (sums->own, g_strdup (frame), sum);
    }
  *sum += value;
  sums->all += value;
}

static void
add_text (Sums *sums, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    add_line (sums, lines[i]);
}

/* What the profile says of each name, as it stands in a stack. */
static GHashTable *
list_own_times (TvTrace *trace, const TvProfile *profile, const TvFrameNames *names,
                TvClock clock)
{
  GHashTable *own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method++)
    {
      char *name = g_strdup (tv_frame_names_get (names, method));
      const gint64 time = tv_profile_get_totals (profile, method)->exclusive[clock];
      gint64 *sum;

      g_strdelimit (name, ";", ':');
      g_strdelimit (name, " ", '_');
      sum = g_hash_table_lookup (own, name);
      if (sum == NULL)
        {
          sum = g_new0 (gint64, 1);
          g_hash_table_insert (own, g_strdup (name), sum);
        }
      *sum += time;
      g_free (name);
    }
  return own;
}

static void
check_against_profile (TvTrace *trace, gboolean per_thread, gboolean signatures)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, signatures);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_autoptr (GHashTable) expected = list_own_times (trace, profile, names, clock);
      g_autoptr (GHashTable) own
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *text
          = fold (trace, per_thread, signatures, clock, TV_FOLDED_NANOSECONDS);
      Sums sums = { .own = own };
      GHashTableIter iter;
      gpointer name, sum;

      add_text (&sums, text);
      ck_assert_int_eq (sums.all, tv_profile_get_root_inclusive (profile, clock));
      g_hash_table_iter_init (&iter, expected);
      while (g_hash_table_iter_next (&iter, &name, &sum))
        {
          const gint64 *found = g_hash_table_lookup (own, name);

          ck_assert_int_eq (found != NULL ? *found : 0, *(const gint64 *) sum);
        }
    }
}

START_TEST (random_traces_add_up_to_their_profile)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, clocks[seed % 3], seed % 4 == 0 ? 20 : 0);

      check_against_profile (trace, seed % 2, seed % 5 < 2);
    }
}
END_TEST

START_TEST (shared_traces_add_up_to_their_profile)
{
  const char *const names[] = { "real/art-trace-regular.trace",
                                "real/art-trace-streaming.trace",
                                "real/basic.trace",
                                "gen/f5-C-ns.trace",
                                "gen/v3-broken-stacks.trace",
                                "gen/v3-recursion.trace",
                                "gen/v3-tid-reuse.trace",
                                "gen/v1-cpu.trace" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_test_has_trace (names[i]))
      {
        g_autofree char *path = tv_test_trace_path (names[i]);
        g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);

        ck_assert_ptr_nonnull (trace);
        check_against_profile (trace, i % 2, FALSE);
      }
}
END_TEST

static void
add_packet_event (const TvWriterEvent *event, gpointer user_data)
{
  tv_packet_writer_event (user_data, event);
}

/* A counter of 700 kHz: times of tenths of a microsecond and less. */
static TvTrace *
load_fine_trace (void)
{
  const TvRandomTrace spec = { .seed = 5,
                               .n_events = 900,
                               .n_threads = 3,
                               .n_methods = 20,
                               .max_depth = 8,
                               .wait_percent = 5 };
  const TvPacketForm form
      = { .layout = TV_WRITER_LAYOUT_C, .frequency = 700000, .flush_records = 40 };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;

  tv_random_trace_add_tables (&spec, tables);
  writer = tv_packet_writer_new (tables, &form);
  tv_random_trace_run (&spec, add_packet_event, writer);
  tv_packet_writer_flush (writer);
  tv_packet_writer_add_names (writer);
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  return tv_test_load_bytes (bytes, NULL);
}

START_TEST (the_sum_is_rounded_but_once)
{
  g_autoptr (TvTrace) trace = load_fine_trace ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GHashTable) own
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text
      = fold (trace, TRUE, FALSE, TV_CLOCK_WALL, TV_FOLDED_MICROSECONDS);
  Sums sums = { .own = own };

  ck_assert_int_eq (tv_folded_unit_choose (trace), TV_FOLDED_NANOSECONDS);
  ck_assert_int_ne (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL) % 1000, 0);
  add_text (&sums, text);
  ck_assert_int_eq (sums.all,
                    tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL) / 1000);
  check_against_profile (trace, FALSE, FALSE);
}
END_TEST

TV_TESTS (NULL, NULL)
