/* SPDX-License-Identifier: Apache-2.0 */

/* Packets of Perfetto traces that repeat, contradict or inflate themselves. The
 * expected values are worked out by hand. */

#include "support/proto-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/build/sample-builder.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-storage.h"

#include <string.h>
#include <sys/resource.h>

static TvTrace *
load_bytes (GByteArray *message)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (message);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  return trace;
}

static TvTrace *
load (const char *text)
{
  GByteArray *message = g_byte_array_new ();

  tv_test_put_message (message, text);
  return load_bytes (message);
}

static void
assert_thread (const TvTrace *trace, guint thread, const char *expected)
{
  g_autofree char *text = tv_test_calls_to_string (trace, thread);

  ck_assert_str_eq (text, expected);
}

static void
assert_warning (const TvTrace *trace, TvWarningKind kind, guint64 count, guint64 at)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->count, count);
  ck_assert_uint_eq (warning->at, at);
}

/* Samples */

/* A stack has the names of the time of the sample. */
START_TEST (stacks_whose_frames_change)
{
  g_autoptr (TvTrace) trace
      = load ("1{10=5 13=1 12{5{1=1 2=\"a\"} 6{1=1 2=1} 7{1=1 2=1}}}"
              "1{8=1000000 10=5 66{2=3 3=7 4=1}}"
              "1{10=5 12{5{1=1 2=\"b\"}}}"
              "1{8=2000000 10=5 66{2=3 3=7 4=1}}"
              "1{10=5 12{5{1=2 2=\"c\"} 6{1=1 2=2}}}"
              "1{8=3000000 10=5 66{2=3 3=7 4=1}}");

  assert_thread (trace, 0,
                 "a cpu 0-1 wall 0-1000\n"
                 "b cpu 1-2 wall 1000-2000\n"
                 "c cpu 2-3 wall 2000-3000\n");
}
END_TEST

/* A frame that comes late is known from then on. */
START_TEST (stacks_whose_frames_come_late)
{
  g_autoptr (TvTrace) trace = load ("1{10=5 13=1 12{7{1=1 2=1}}}"
                                    "1{8=1000000 10=5 66{2=3 3=7 4=1}}"
                                    "1{10=5 12{5{1=1 2=\"a\"} 6{1=1 2=1}}}"
                                    "1{8=2000000 10=5 66{2=3 3=7 4=1}}");

  assert_thread (trace, 0,
                 "? cpu 0-1 wall 0-1000\n"
                 "a cpu 1-2 wall 1000-2000\n");
}
END_TEST

/* No weight is lost: of a stack that no table has, of none, and of one without frames.
 */
START_TEST (samples_without_a_stack)
{
  g_autoptr (TvTrace) trace
      = load ("1{10=5 13=1 12{5{1=1 2=\"a\"} 6{1=1 2=1} 7{1=1 2=1} 7{1=2}}}"
              "1{8=1000000 10=5 66{2=3 3=7 4=1}}"
              "1{8=2000000 10=5 66{2=3 3=7 4=9}}"
              "1{8=3000000 10=5 66{2=3 3=7}}"
              "1{8=4000000 10=5 66{2=3 3=7 4=2}}");

  assert_thread (trace, 0,
                 "a cpu 0-1 wall 0-1000\n"
                 "[no stack] cpu 1-4 wall 1000-4000\n");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1, 50);
}
END_TEST

/* Samples that were lost are counted up to the end of numbers. */
START_TEST (samples_that_are_lost)
{
  g_autoptr (TvTrace) trace = load ("1{8=1000000 10=5 13=1 66{2=3 3=7}}"
                                    "1{8=2000000 10=5 66{3=7 17=-1}}"
                                    "1{8=3000000 10=5 66{3=7 17=5}}");

  ck_assert_str_eq (tv_trace_lookup_property (trace, "lost-samples"),
                    "18446744073709551615");
}
END_TEST

/* Three stacks and one step of time are one sample. */
START_TEST (profiles_with_too_few_steps)
{
  g_autoptr (TvTrace) trace
      = load ("1{10=5 13=1 12{5{1=1 2=\"a\"} 6{1=1 2=1} 7{1=1 2=1}}}"
              "1{8=1000000 10=5 54{1=1 1=1 1=1 2=5}}");

  ck_assert_uint_eq (tv_trace_get_samples (trace, 0).n, 1);
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 2, 29);
}
END_TEST

/* A fiber that is its own parent, and two that are each other's. */
START_TEST (fibers_in_a_circle)
{
  g_autoptr (TvTrace) trace
      = load ("1{10=5 13=1 12{51{1=1 2=\"f\" 4=1} 51{1=2 2=\"g\" 4=3}"
              " 51{1=3 2=\"h\" 4=2} 51{1=4 2=\"i\" 4=2}}}"
              "1{8=1000000 10=5 135{1{2=3 3=7 4=1}}}"
              "1{8=2000000 10=5 135{1{2=3 3=7 4=4}}}");

  /* f, and h, g, i. */
  ck_assert_uint_eq (tv_trace_get_n_extras (trace, TV_EXTRA_ASYNC_CONTEXTS), 4);
}
END_TEST

/* Times */

/* A packet moves a clock that counts in steps, whatever is in it. */
START_TEST (steps_of_other_packets)
{
  g_autoptr (TvTrace) trace
      = load ("1{10=5 13=1 6{1{1=6 2=1000000} 1{1=64 2=1000000 3=1}}}"
              "1{8=10000 58=64 10=5 11{9=1 11=99 23=\"a\"}}"
              "1{8=100000 58=64 10=5 60{1=99 4{1=5 2=7}}}"
              "1{8=5000 58=64 10=5 11{9=2 11=99}}"
              "1{8=1000 58=64 10=5 11{9=1 11=99 23=\"b\"}}"
              "1{8=2000 58=64 10=5 11{9=2 11=99}}");

  assert_thread (trace, 0, "a wall 0-105\nb wall 106-108\n");
}
END_TEST

/* All packets on a clock that no snapshot has are counted, but for those whose content
 * needs no time. */
START_TEST (packets_without_a_clock)
{
  g_autoptr (TvTrace) trace
      = load ("1{8=1 10=5 6{1{1=6 2=1000} 1{1=3 2=500}}}"
              "1{8=1000 60{1=99 4{1=5 2=7}}}"
              "1{8=2000 11{9=1 11=99 23=\"a\"}} 1{8=9000 11{9=2 11=99}}"
              "1{8=5 58=77 10=5 60{1=98 2=\"x\"}}"
              "1{8=5 58=77 10=5 76{4{1=2 2=11 3=21 4=100}}}"
              "1{8=5 58=77 10=5 9{1{1=100 2=5}}}"
              "1{8=5 58=77 10=5 68{1=100 2{1{1=\"x\"}}}}"
              "1{8=5 58=77 10=5 11{9=3 11=99}}");

  assert_thread (trace, 0, "a wall 0-7\n");
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 4, 83);
}
END_TEST

/* Frames */

/* A frame ends where another one of its number begins. */
START_TEST (frames_that_begin_twice)
{
  g_autoptr (TvTrace) trace
      = load ("1{8=1000000 76{4{1=1 2=10 3=20 4=100 9=1}}}"
              "1{8=2000000 76{4{1=1 2=11 3=21 4=100 9=1}}} 1{8=3000000 76{5{1=1}}}");

  assert_thread (trace, 0, "10 wall 0-1000\n11 wall 1000-2000\n");
}
END_TEST

/* Of the reasons for a late frame, one may be new. */
START_TEST (frames_with_unknown_jank)
{
  g_autoptr (TvTrace) trace
      = load ("1{8=1000000 76{4{1=1 2=10 3=20 4=100 9=4096}}} 1{8=2000000 76{5{1=1}}}");
  const guint32 set = tv_trace_get_call_arg_set (trace, 0, 0);
  const char *jank = NULL;
  guint n;
  const TvArg *args = tv_trace_get_arg_set (trace, set, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (args[i].key, "Jank type"))
      jank = args[i].value.text;
  ck_assert_str_eq (jank, "Unknown");
}
END_TEST

/* What a small file can make of itself */

#define MOST_MEMORY (128 * 1024 * 1024)

/* Returns the most memory that the program took so far. */
static gint64
get_peak (void)
{
  struct rusage usage;

  ck_assert_int_eq (getrusage (RUSAGE_SELF, &usage), 0);
  return (gint64) usage.ru_maxrss * 1024;
}

/* Large numbers of texts take no more memory than small ones. The number may be met by
 * smaller ones later. */
START_TEST (large_numbers_of_texts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;
  const gint64 before = get_peak ();

  for (guint i = 1; i <= 200; i++)
    g_string_append_printf (text,
                            "1{10=%u 12{1{1=65535 2=\"a\"} 2{1=65535 2=\"a\"}"
                            " 3{1=65535 2=\"a\"} 29{1=65535 2=\"a\"}"
                            " 26{1=65535 2=\"a\"}}}",
                            i);
  g_string_append (text, "1{60{1=99 4{1=5 2=7}}} 1{10=1 13=1 12{2{1=100 2=\"far\"}"
                         " 2{1=50 2=\"near\"} 2{1=160 2=\"next\"}}}"
                         "1{8=1000 10=1 11{9=1 11=99 10=100}}"
                         "1{8=2000 10=1 11{9=1 11=99 10=160}}"
                         "1{10=1 12{2{1=100 2=\"other\"}}}"
                         "1{8=3000 10=1 11{9=1 11=99 10=100}} 1{8=4000 11{9=2 11=99}}"
                         "1{8=5000 11{9=2 11=99}} 1{8=6000 11{9=2 11=99}}");
  trace = load (text->str);
  ck_assert_int_lt (get_peak () - before, MOST_MEMORY);
  assert_thread (trace, 0,
                 "far wall 0-5\n"
                 "  next wall 1-4\n"
                 "    other wall 2-3\n");
}
END_TEST

static void
repeat (GString *text, const char *more, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (text, more);
}

/* Many frames of a library whose message is long, but for a name: with each frame read
 * once more, this would take minutes. */
START_TEST (long_messages_of_libraries)
{
  g_autoptr (GString) text = g_string_new ("1{10=5 13=1 12{17{1=1 2=\"lib.so\"} "
                                           "19{1=1 7=1 ");
  g_autoptr (TvTrace) trace = NULL;

  repeat (text, "2=0 ", 500000);
  g_string_append (text, "} 5{1=1 2=\"a\" ");
  repeat (text, "3=0 ", 500000);
  g_string_append (text, "} ");
  for (guint i = 1; i <= 20000; i++)
    g_string_append_printf (text, "6{1=%u 2=%u 3=1 4=%u} 7{1=%u 2=%u} ", i, i % 2, i, i,
                            i);
  g_string_append (text, "}} ");
  for (guint i = 1; i <= 20000; i++)
    g_string_append_printf (text, "1{8=%u 10=5 66{2=3 3=7 4=%u}} ", i, i);
  trace = load (text->str);
  ck_assert_uint_eq (tv_trace_get_samples (trace, 0).n, 20000);
  ck_assert_str_eq (tv_trace_get_method (trace, 1)->name, "lib.so+0x2");
}
END_TEST

/* Samples without values of other counters do not look at these. */
START_TEST (long_defaults_of_samples)
{
  g_autoptr (GString) text = g_string_new ("1{10=5 13=1 59{100{1=\"source\" "
                                           "2{2=\"cycles\" 3=2} ");
  g_autoptr (TvTrace) trace = NULL;

  repeat (text, "3{} ", 500000);
  g_string_append (text, "}}} ");
  repeat (text, "1{8=1 10=5 135{1{2=3 3=7} 11=1}} ", 2000);
  trace = load (text->str);
  ck_assert_uint_eq (tv_trace_get_samples (trace, 0).n, 2000);
  ck_assert_str_eq (tv_trace_get_sample_event (trace, 0)->name, "cycles");
}
END_TEST

TV_TESTS (NULL, NULL)
