/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace-samples.h"

#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * tv_sample_columns_new:
 *
 * Returns: (transfer full): columns without events and samples, to be filled
 */
TvSampleColumns *
tv_sample_columns_new (void)
{
  TvSampleColumns *columns = g_new0 (TvSampleColumns, 1);

  columns->events = g_array_new (FALSE, FALSE, sizeof (TvSampleEvent));
  return columns;
}

void
tv_sample_columns_free (TvSampleColumns *columns)
{
  if (columns == NULL)
    return;
  g_array_unref (columns->events);
  g_clear_pointer (&columns->stacks, g_array_unref);
  g_free (columns->first);
  g_free (columns->time);
  g_free (columns->weight);
  g_free (columns->leaf);
  g_free (columns);
}

/* Returns bytes of the columns. */
gsize
tv_sample_columns_get_size (const TvSampleColumns *columns)
{
  const gsize times = columns != NULL && columns->time != NULL ? sizeof (gint64) : 0;

  if (columns == NULL)
    return 0;
  return columns->n * (times + sizeof *columns->weight + sizeof *columns->leaf)
         + (columns->stacks != NULL ? columns->stacks->len * sizeof (TvSampleStack)
                                    : 0);
}

/**
 * tv_trace_has_samples:
 * @trace: a trace
 *
 * Returns: whether the trace holds samples, which tell neither single calls nor how
 *   long each took, instead of calls or slices
 */
gboolean
tv_trace_has_samples (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, FALSE);

  return trace->info.kind == TV_TRACE_KIND_SAMPLES;
}

/**
 * tv_trace_get_n_sample_events:
 * @trace: a trace
 *
 * Returns: number of events that its file has samples of; 0 unless it holds samples
 */
guint
tv_trace_get_n_sample_events (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->samples != NULL ? trace->samples->events->len : 0;
}

/**
 * tv_trace_get_sample_event:
 * @trace: a trace
 * @event: below tv_trace_get_n_sample_events()
 *
 * Returns: (transfer none): an event, in the order of the file
 */
const TvSampleEvent *
tv_trace_get_sample_event (const TvTrace *trace, guint event)
{
  g_return_val_if_fail (event < tv_trace_get_n_sample_events (trace), NULL);

  return &g_array_index (trace->samples->events, TvSampleEvent, event);
}

/**
 * tv_trace_get_chosen_event:
 * @trace: a trace with events
 *
 * Returns: the event whose samples the trace holds
 */
guint
tv_trace_get_chosen_event (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL && trace->samples != NULL, 0);

  return trace->samples->chosen;
}

/**
 * tv_trace_get_samples:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: its samples, none unless the trace holds samples. In a transformed trace,
 *   their calls are those of the original
 */
TvSamples
tv_trace_get_samples (const TvTrace *trace, guint thread)
{
  const TvSampleColumns *columns;
  gsize first;

  g_return_val_if_fail (trace != NULL && thread < trace->n_threads, (TvSamples){ 0 });

  columns = trace->samples;
  if (columns == NULL || columns->first == NULL)
    return (TvSamples){ 0 };
  first = columns->first[thread];
  return (TvSamples){ .n = columns->first[thread + 1] - first,
                      .time = columns->time != NULL ? columns->time + first : NULL,
                      .weight = columns->weight + first,
                      .leaf = columns->leaf + first };
}

/**
 * tv_trace_get_sample_stacks:
 * @trace: a trace
 * @n: (out): their number
 *
 * Returns: (array length=n) (nullable): the stacks of the file, if its extra rows refer
 *   to them
 */
const TvSampleStack *
tv_trace_get_sample_stacks (const TvTrace *trace, guint *n)
{
  const TvSampleColumns *columns;

  g_return_val_if_fail (trace != NULL && n != NULL, NULL);

  columns = trace->samples;
  *n = columns != NULL && columns->stacks != NULL ? columns->stacks->len : 0;
  return *n > 0 ? (const TvSampleStack *) (gpointer) columns->stacks->data : NULL;
}

/* What the library of a frame, or what is in its place, says of its kind. */
static TvFrameKind
find_library_kind (const char *library)
{
  static const struct
  {
    const char *text;
    TvFrameKind kind;
  } words[] = { { "kernel", TV_FRAME_KERNEL }, { "interpreted", TV_FRAME_INTERPRETED },
                { "JIT", TV_FRAME_JIT },       { "C1", TV_FRAME_JIT },
                { "inlined", TV_FRAME_JAVA },  { "[anon]", TV_FRAME_JIT },
                { "anon", TV_FRAME_JIT } },
    places[] = { { "[kernel", TV_FRAME_KERNEL }, { "[guest.kernel", TV_FRAME_KERNEL },
                 { "vmlinux", TV_FRAME_KERNEL }, { "[JIT", TV_FRAME_JIT },
                 { "jitted-", TV_FRAME_JIT },    { "[anon:dalvik-jit", TV_FRAME_JIT } },
    endings[] = { { ".ko", TV_FRAME_KERNEL }, { ".jar", TV_FRAME_JAVA },
                  { ".apk", TV_FRAME_JAVA },  { ".dex", TV_FRAME_JAVA },
                  { ".odex", TV_FRAME_JAVA }, { ".oat", TV_FRAME_JAVA },
                  { ".vdex", TV_FRAME_JAVA }, { ".js", TV_FRAME_SCRIPT } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (library, words[i].text))
      return words[i].kind;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_has_prefix (library, places[i].text))
      return places[i].kind;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (library, endings[i].text))
      return endings[i].kind;
  /* The map that a compiler writes for perf, perf-PID.map. */
  if (g_str_has_prefix (library, "perf-") && g_str_has_suffix (library, ".map"))
    return TV_FRAME_JIT;
  return TV_FRAME_NATIVE;
}

/* Whether the code is in a file of scripts, by its name or address. */
static gboolean
is_script (const char *file)
{
  static const char *const endings[] = { ".js", ".mjs", ".cjs", ".ts", ".jsm" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (file, endings[i]))
      return TRUE;
  return strstr (file, "://") != NULL || g_str_has_prefix (file, "node:");
}

/**
 * tv_trace_get_frame_kind:
 * @trace: a trace
 * @method: index of a method
 *
 * Tells by the library that the file names, by the class, or by the file of the source.
 *
 * Returns: the kind of the code of a frame; that of methods of a trace of calls is not
 *   known
 */
TvFrameKind
tv_trace_get_frame_kind (const TvTrace *trace, guint32 method)
{
  const TvMethod *info;

  g_return_val_if_fail (trace != NULL && method < tv_trace_get_n_methods (trace),
                        TV_FRAME_UNKNOWN);

  info = tv_trace_get_method (trace, method);
  if (tv_trace_get_n_sample_events (trace) == 0)
    return TV_FRAME_UNKNOWN;
  if (info->is_slice)
    return TV_FRAME_SLICE;
  if (info->category != NULL && *info->category != '\0')
    return find_library_kind (info->category);
  if (*info->class_name != '\0')
    return TV_FRAME_JAVA;
  return info->file != NULL && is_script (info->file) ? TV_FRAME_SCRIPT
                                                      : TV_FRAME_UNKNOWN;
}

/**
 * tv_frame_kind_get_name:
 * @kind: a kind of code
 *
 * Returns: (transfer none): its name for people
 */
const char *
tv_frame_kind_get_name (TvFrameKind kind)
{
  static const char *const names[TV_N_FRAME_KINDS]
      = { N_ ("unknown"), N_ ("Java"),   N_ ("interpreted"), N_ ("JIT"),
          N_ ("native"),  N_ ("kernel"), N_ ("script"),      N_ ("slice") };

  g_return_val_if_fail (kind < TV_N_FRAME_KINDS, NULL);

  return _ (names[kind]);
}

/* Returns the event that a clock adds up, or NULL if it tells time. */
static const TvSampleEvent *
find_weight (const TvTrace *trace, TvClock clock)
{
  return clock == TV_CLOCK_THREAD_CPU && tv_trace_get_n_sample_events (trace) > 0
             ? tv_trace_get_sample_event (trace, trace->samples->chosen)
             : NULL;
}

/**
 * tv_trace_weighs_samples:
 * @trace: a trace
 *
 * Returns: whether its weights are numbers of samples, so that one record may stand for
 *   many
 */
gboolean
tv_trace_weighs_samples (const TvTrace *trace)
{
  const TvSampleEvent *event = find_weight (trace, TV_CLOCK_THREAD_CPU);

  return event != NULL && event->quantity == TV_QUANTITY_COUNT
         && g_str_equal (event->name, "samples");
}

/**
 * tv_trace_get_clock_quantity:
 * @trace: a trace
 * @clock: one of its clocks
 *
 * The CPU clock of a trace of samples is its *weight clock*: after a sample, it stands
 * at the sum of the weights of the samples of the thread so far.
 *
 * Returns: what the clock measures
 */
TvQuantity
tv_trace_get_clock_quantity (const TvTrace *trace, TvClock clock)
{
  const TvSampleEvent *event = find_weight (trace, clock);

  return event != NULL ? event->quantity : TV_QUANTITY_TIME;
}

/**
 * tv_trace_get_clock_title:
 * @trace: a trace
 * @clock: one of its clocks
 *
 * Returns: (transfer none): its name for people: that of what it adds up in a trace of
 *   samples, otherwise the one that all traces have
 */
const char *
tv_trace_get_clock_title (const TvTrace *trace, TvClock clock)
{
  const TvSampleEvent *event = find_weight (trace, clock);

  if (event != NULL)
    return event->title != NULL ? _ (event->title) : event->name;
  return clock == TV_CLOCK_THREAD_CPU ? _ ("CPU") : _ ("Real");
}
