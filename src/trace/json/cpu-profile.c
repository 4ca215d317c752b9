/* SPDX-License-Identifier: Apache-2.0 */

/* CPU profiles of V8, which Chrome's developer tools and Node write. */

#include "config.h"

#include "trace/formats/trace-reader.h"
#include "trace/json/json-paths.h"
#include "trace/json/v8-profile.h"
#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

/* What tells a profile from other files. */
enum
{
  NODES = TV_N_V8_VALUES,
  CALL_FRAME,
  SAMPLES,
  DELTAS
};

static const TvJsonPath paths[] = {
  { "nodes", NODES },
  { "nodes.*", TV_V8_NODE },
  { "nodes.*.id", TV_V8_NODE_ID },
  { "nodes.*.parent", TV_V8_NODE_PARENT },
  { "nodes.*.children.*", TV_V8_NODE_CHILD },
  { "nodes.*.hitCount", TV_V8_NODE_HITS },
  { "nodes.*.functionName", TV_V8_FUNCTION_NAME },
  { "nodes.*.url", TV_V8_URL },
  { "nodes.*.lineNumber", TV_V8_LINE },
  { "nodes.*.callFrame", CALL_FRAME },
  { "nodes.*.callFrame.functionName", TV_V8_FUNCTION_NAME },
  { "nodes.*.callFrame.url", TV_V8_URL },
  { "nodes.*.callFrame.lineNumber", TV_V8_LINE },
  { "head", TV_V8_HEAD },
  { "head.id", TV_V8_NODE_ID },
  { "head.hitCount", TV_V8_NODE_HITS },
  { "head.functionName", TV_V8_FUNCTION_NAME },
  { "head.url", TV_V8_URL },
  { "head.lineNumber", TV_V8_LINE },
  { "head.children.*=head", TV_V8_HEAD },
  { "startTime", TV_V8_START_TIME },
  { "endTime", TV_V8_END_TIME },
  { "samples", SAMPLES },
  { "samples.*", TV_V8_SAMPLE },
  { "timeDeltas", DELTAS },
  { "timeDeltas.*", TV_V8_DELTA },
  { "timestamps.*", TV_V8_TIME_STAMP },
};

typedef struct
{
  TvV8Profiles *profiles;
  guint64 offset; /* of the value that is read */
} Reader;

static void
enter (gpointer data, int id, const TvTextValue *key)
{
  Reader *self = data;

  (void) key;
  tv_v8_profiles_enter (self->profiles, id, self->offset);
}

static void
leave (gpointer data, int id)
{
  tv_v8_profiles_leave (((Reader *) data)->profiles, id);
}

static gboolean
take (gpointer data, int id, const TvTextValue *value, guint32 index)
{
  Reader *self = data;

  (void) index;
  tv_v8_profiles_take (self->profiles, id, value, self->offset);
  return TRUE;
}

static const TvJsonForm form = { .paths = paths,
                                 .n_paths = G_N_ELEMENTS (paths),
                                 .enter = enter,
                                 .leave = leave,
                                 .take = take };

static TvTrace *
read_profile (const TvTraceInput *input, const TvLoadOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  g_autoptr (TvSampleBuilder) builder = tv_sample_builder_new (trace, options);
  g_autoptr (TvV8Profiles) profiles = tv_v8_profiles_new (trace, builder);
  Reader reader = { .profiles = profiles };
  guint32 profile;

  if (!tv_json_paths_read (input->window, options, &form, &reader, &reader.offset,
                           trace->warnings, error))
    return NULL;
  profile = tv_v8_profiles_add (profiles);
  tv_v8_profiles_set_thread (
      profiles, profile,
      tv_sample_builder_add_thread (builder, TV_PROCESS_NONE, -1, NULL));
  tv_v8_profiles_keep (profiles, profile, 0);
  return tv_sample_builder_finish (builder, tv_v8_profiles_build (profiles), error)
             ? g_steal_pointer (&trace)
             : NULL;
}

static gboolean
is_cpu_profile (GBytes *start)
{
  const TvJsonForm probe = { .paths = paths, .n_paths = G_N_ELEMENTS (paths) };
  const guint64 seen = tv_json_paths_see (start, &probe, NULL);
  const guint64 rest = 1 << TV_V8_START_TIME | 1 << SAMPLES | 1 << DELTAS;
  const guint64 head = 1 << TV_V8_HEAD | 1 << TV_V8_FUNCTION_NAME;

  return (seen & 1 << CALL_FRAME) != 0
         || ((seen & 1 << NODES) != 0 && (seen & rest) != 0) || (seen & head) == head;
}

const TvTraceReader tv_cpu_profile_reader = { .name = "cpuprofile",
                                              .title = N_ ("V8 CPU profile"),
                                              .probe = is_cpu_profile,
                                              .layout = TV_LAYOUT_WINDOWS,
                                              .read = read_profile };
