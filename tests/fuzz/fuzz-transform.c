/* SPDX-License-Identifier: Apache-2.0 */

/* Transforms, one after another, of a trace whose records are any. */

#include "fuzzing.h"

#include "analysis/sums/profile.h"
#include "support/trace-writer.h"
#include "trace/formats/trace-loader.h"
#include "trace/transform/transform.h"

#include <string.h>

#define N_METHODS 8
#define MAX_TRANSFORMS 6

/* Longer paths of a focus than most stacks are. */
#define MAX_STEPS 4

typedef struct
{
  const guint8 *data;
  gsize size;
} Bytes;

static guint
take (Bytes *bytes, guint n)
{
  guint choice;

  if (bytes->size == 0)
    return 0;
  choice = *bytes->data % n;
  bytes->data++;
  bytes->size--;
  return choice;
}

/* Makes a trace of the bytes: for each record, a byte for method, thread and action,
 * and one for the time that has passed. */
static TvTrace *
make_trace (Bytes *bytes)
{
  const TvWriterClock clock = (TvWriterClock) take (bytes, 3);
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  g_autoptr (GBytes) file = NULL;
  guint64 wall = 0;
  TvTrace *trace;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "other");
  for (guint i = 0; i < N_METHODS; i++)
    {
      const char name[] = { (char) ('a' + i), '\0' };

      tv_trace_writer_add_method (writer, 4 * i, i % 2 == 0 ? "p.P" : "p.q.Q", name,
                                  "()V", "P.java", 1);
    }
  while (bytes->size > 0)
    {
      const guint what = take (bytes, 256);

      wall += take (bytes, 256) * 4;
      tv_trace_writer_event (writer, &(TvWriterEvent){ .thread = 1 + (what >> 7),
                                                       .method = what % N_METHODS * 4,
                                                       .action = (what >> 3) % 4 == 3
                                                                     ? TV_WRITER_UNWIND
                                                                     : (what >> 3) % 2,
                                                       .cpu = wall / 3,
                                                       .wall = wall });
    }
  file = tv_trace_writer_to_bytes (writer);
  trace = tv_trace_load_bytes (file, NULL, NULL);
  g_assert (trace != NULL);
  return trace;
}

/* One method or more. */
static GArray *
take_methods (Bytes *bytes, guint n_methods)
{
  const guint set = take (bytes, 256);
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n_methods; i++)
    if ((set >> i % 8 & 1) != 0 || (methods->len == 0 && i + 1 == n_methods))
      g_array_append_val (methods, i);
  return methods;
}

static TvTransform *
make_path (Bytes *bytes, guint n_methods)
{
  const guint thread = take (bytes, 3);
  const guint n = 1 + take (bytes, MAX_STEPS);
  GArray *steps[MAX_STEPS];
  TvTransform *transform;

  for (guint i = 0; i < n; i++)
    steps[i] = take_methods (bytes, n_methods);
  transform = tv_transform_new_subtree (thread < 2 ? thread : TV_THREAD_NONE,
                                        (const GArray *const *) steps, n);
  for (guint i = 0; i < n; i++)
    g_array_unref (steps[i]);
  return transform;
}

static TvTransform *
make_transform (Bytes *bytes, guint n_methods)
{
  const TvTransformKind kind = (TvTransformKind) take (bytes, TV_TRANSFORM_DROP + 1);
  g_autoptr (GArray) methods = NULL;
  const guint32 *first;

  if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
    return make_path (bytes, n_methods);
  methods = take_methods (bytes, n_methods);
  first = (const guint32 *) (gpointer) methods->data;
  if (kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
    return tv_transform_new_library ("p/x.so", first, methods->len);
  return kind == TV_TRANSFORM_COLLAPSE_PACKAGE
             ? tv_transform_new_package ("p", first, methods->len)
             : tv_transform_new (kind, first, methods->len);
}

/* Calls are recursive where a call further out has their method, and each is one of the
 * original trace. */
static void
check_calls (TvTrace *trace, guint thread)
{
  const TvTrace *original = tv_trace_get_original (trace);
  const TvCalls calls = tv_trace_get_calls (trace, thread);
  const TvCalls before = tv_trace_get_calls (original, thread);

  g_assert (tv_trace_get_thread (trace, thread)->n_calls == calls.n);
  for (guint32 call = 0; call < calls.n; call++)
    {
      const guint32 from = tv_trace_get_original_call (trace, thread, call);
      gboolean is_recursive = FALSE;

      for (guint32 up = calls.parent[call]; up != TV_CALL_NONE; up = calls.parent[up])
        is_recursive |= tv_calls_method (&calls, up) == tv_calls_method (&calls, call);
      g_assert (((calls.flags[call] & TV_CALL_RECURSIVE) != 0) == is_recursive);
      g_assert (from < before.n);
      g_assert (tv_trace_find_transformed_call (trace, thread, from) == call);
    }
}

static void
add_up (TvTrace *trace, gint64 *sums)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums[clock] = 0;
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      {
        const gint64 time = tv_profile_get_totals (profile, i)->exclusive[clock];

        g_assert (time >= 0);
        sums[clock] += time;
      }
}

/* No time is made, and calls that become one keep theirs. */
static void
check_times (TvTransformKind kind, const gint64 *before, const gint64 *after)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (kind == TV_TRANSFORM_COLLAPSE_PACKAGE || kind == TV_TRANSFORM_COLLAPSE_LIBRARY
        || kind == TV_TRANSFORM_COLLAPSE_RECURSION)
      g_assert_cmpint (after[clock], ==, before[clock]);
    else
      g_assert_cmpint (after[clock], <=, before[clock]);
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: what transforms are made of, and then records
 * @size: how many
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const gsize n = MIN (size, 6 * MAX_TRANSFORMS);
  Bytes head = { data, n };
  Bytes records = { data + n, size - n };
  TvTrace *trace = make_trace (&records);
  gint64 before[TV_N_CLOCKS];

  add_up (trace, before);
  while (head.size > 0 && tv_trace_get_n_methods (trace) > 0)
    {
      g_autoptr (TvTransform) transform
          = make_transform (&head, tv_trace_get_n_methods (trace));
      g_autoptr (GError) error = NULL;
      gint64 after[TV_N_CLOCKS];
      TvTrace *made = tv_trace_new_transformed (trace, transform, 0, NULL, &error);

      g_assert_no_error (error);
      add_up (made, after);
      check_times (transform->kind, before, after);
      memcpy (before, after, sizeof before);
      for (guint thread = 0; thread < tv_trace_get_n_threads (made); thread++)
        check_calls (made, thread);
      tv_trace_unref (trace);
      trace = made;
    }
  tv_trace_unref (trace);
  return 0;
}
