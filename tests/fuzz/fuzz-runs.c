/* SPDX-License-Identifier: Apache-2.0 */

/* Runs of tracks: each twelve bytes are an action, a track, a name and times. */

#include "fuzzing.h"
#include "trace/build/run-builder.h"
#include "trace/model/trace-storage.h"

#include <string.h>

#define STEP 12

static void
take_step (TvRunBuilder *builder, const guint8 *bytes)
{
  const TvTrackSpec spec
      = { .kind = (TvTrackKind) (bytes[1] % 4),
          .process = tv_run_builder_add_process (builder, bytes[1] / 4 % 2, NULL),
          .number = (gint8) bytes[1] / 8,
          .overlap = (TvOverlap) (bytes[1] % 3) };
  const char name[] = { (char) ('a' + bytes[2] % 8), '\0' };
  const TvMethod method = { .class_name = "", .name = name, .signature = "" };
  const guint32 track = tv_run_builder_add_track (builder, &spec);
  TvRun run = { .name = tv_run_builder_add_name (builder, &method),
                .has_cpu = bytes[0] % 16 > 0,
                .offset = bytes[0] };
  const guint shift = bytes[3] % 4 == 0 ? bytes[3] / 4 : 0;

  run.start = (gint64) ((guint64) bytes[4] << shift | bytes[5]);
  run.end = bytes[6] == 0xFF ? TV_RUN_OPEN
                             : (gint64) ((guint64) bytes[6] << shift | bytes[7]);
  memcpy (&run.cpu_start, bytes + 8, 2);
  memcpy (&run.cpu_end, bytes + 10, 2);
  if (bytes[2] >= 0xE0)
    run.name = TV_METHOD_NONE;
  if (bytes[0] % 4 == 1)
    tv_run_builder_begin_run (builder, track, &run);
  else if (bytes[0] % 4 == 2)
    tv_run_builder_end_run (builder, track, &run);
  else
    tv_run_builder_add_run (builder, track, &run);
}

/**
 * LLVMFuzzerTestOneInput:
 * @data: the steps of a reader
 * @size: how many bytes they have
 *
 * Returns: 0, as libFuzzer wants it
 */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const TvLoadOptions options = { .n_workers = 1 };
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  g_autoptr (TvRunBuilder) builder = tv_run_builder_new (trace, &options);
  g_autoptr (GError) error = NULL;

  for (; size >= STEP; data += STEP, size -= STEP)
    take_step (builder, data);
  if (tv_run_builder_finish (builder, &error))
    tv_fuzz_check (trace, NULL);
  g_assert_no_error (error);
  return 0;
}
