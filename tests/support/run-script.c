/* SPDX-License-Identifier: Apache-2.0 */

#include "support/run-script.h"

#include "trace/build/run-builder.h"
#include "trace/model/trace-storage.h"

typedef struct
{
  TvRunBuilder *builder;
  guint32 process;
  guint32 track;
} Script;

/* Reads `1.5-2`, or a part of it, as nanoseconds. */
static void
read_span (const char *text, gint64 *start, gint64 *end)
{
  char *rest = (char *) text;

  if (*rest != '-')
    *start = (gint64) (g_ascii_strtod (text, &rest) * 1000);
  g_assert (*rest == '-' || *rest == '\0');
  if (*rest == '-')
    *end = rest[1] != '\0' ? (gint64) (g_ascii_strtod (rest + 1, NULL) * 1000)
                           : TV_RUN_OPEN;
}

static gboolean
add_owner (Script *script, char **words)
{
  static const char *const kinds[] = { "thread", "row", "cpu", "global", NULL };
  static const char *const overlaps[] = { "cut", "spill", "beside", NULL };
  const gint64 number = words[1] != NULL ? g_ascii_strtoll (words[1], NULL, 10) : 0;
  TvTrackSpec spec = { .process = script->process, .number = number };
  char **name = words[1] != NULL ? words + 2 : words + 1;

  if (g_str_equal (words[0], "process"))
    {
      script->process = tv_run_builder_add_process (script->builder, number, *name);
      return TRUE;
    }
  while (kinds[spec.kind] != NULL && !g_str_equal (words[0], kinds[spec.kind]))
    spec.kind++;
  if (kinds[spec.kind] == NULL)
    return FALSE;
  for (guint i = 0; *name != NULL && overlaps[i] != NULL; i++)
    if (g_str_equal (*name, overlaps[i]))
      {
        spec.overlap = (TvOverlap) i;
        name++;
        break;
      }
  if (spec.kind == TV_TRACK_CPU || spec.kind == TV_TRACK_GLOBAL)
    spec.process = TV_PROCESS_NONE;
  spec.name = *name;
  script->track = tv_run_builder_add_track (script->builder, &spec);
  return TRUE;
}

static void
add_run (Script *script, char **words, guint64 line)
{
  const TvMethod method
      = { .class_name = "", .name = words[0], .signature = "", .named = TRUE };
  TvRun run = { .name = TV_METHOD_NONE, .offset = line };
  const char action = words[1][0];
  char **times = g_ascii_isdigit (action) || action == '-' ? words + 1 : words + 2;

  if (!g_str_equal (words[0], "*"))
    run.name = tv_run_builder_add_name (script->builder, &method);
  run.has_cpu = times[1] != NULL;
  read_span (times[0], &run.start, &run.end);
  if (run.has_cpu)
    read_span (times[1], &run.cpu_start, &run.cpu_end);
  if (action == '<')
    tv_run_builder_begin_run (script->builder, script->track, &run);
  else if (action == '>')
    tv_run_builder_end_run (script->builder, script->track, &run);
  else
    tv_run_builder_add_run (script->builder, script->track, &run);
}

/**
 * tv_test_run_script_build:
 * @script: lines, or parts between semicolons, of words. What comes next belongs to
 *   `process PID [NAME]`; to `thread NUMBER`, `row NUMBER` (of the process), `cpu
 *   NUMBER` or `global NUMBER`, after which `spill` or `beside` and a name may follow.
 *   A run is `NAME START-END` or, if it does not end, `NAME START-`; `NAME < START`
 *   begins one; `NAME > -END` ends one, and `* > -END` the innermost. Times on the CPU
 *   may follow. All are in microseconds. The place of a run is the number of its line,
 *   from 1
 * @memory_limit: bytes of memory, 0 for the usual
 * @error: as tv_run_builder_finish() sets it
 *
 * Returns: (transfer full) (nullable): a trace of these runs
 */
TvTrace *
tv_test_run_script_build (const char *script, guint64 memory_limit, GError **error)
{
  TvMemoryBudget budget;
  const TvLoadOptions options = { .budget = &budget };
  g_autoptr (TvTrace) trace = tv_trace_new_empty ();
  g_autoptr (TvRunBuilder) builder = tv_run_builder_new (trace, &options);
  g_auto (GStrv) lines = g_strsplit_set (script, ";\n", -1);
  Script state = { .builder = builder, .process = TV_PROCESS_NONE };

  tv_memory_budget_init (&budget, memory_limit);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (lines[i]), " ", -1);

      if (words[0] != NULL && words[0][0] != '\0' && !add_owner (&state, words))
        add_run (&state, words, i + 1);
    }
  if (!tv_run_builder_finish (builder, error))
    return NULL;
  return g_steal_pointer (&trace);
}

/**
 * tv_test_run_script:
 * @script: as for tv_test_run_script_build()
 *
 * Returns: (transfer full): a trace of these runs
 */
TvTrace *
tv_test_run_script (const char *script)
{
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_run_script_build (script, 0, &error);

  g_assert_no_error (error);
  return trace;
}
