/* SPDX-License-Identifier: Apache-2.0 */

/* The file format of speedscope (https://www.speedscope.app/file-format-schema.json):
 * an evented profile for each thread, a sampled one of samples, and frames that all
 * profiles share. */

#include "output/export/export-private.h"
#include "output/export/export.h"
#include "output/table/text-writer.h"
#include "trace/model/trace-samples.h"

static void
write_frame (TvTextWriter *writer, const TvMethod *method)
{
  g_autofree char *name = tv_method_dup_display_name (method);

  tv_text_writer_add (writer, "{\"name\":");
  tv_text_writer_add_json (writer, name);
  if (method->file != NULL && *method->file != '\0')
    {
      tv_text_writer_add (writer, ",\"file\":");
      tv_text_writer_add_json (writer, method->file);
      if (method->line > 0)
        {
          tv_text_writer_add (writer, ",\"line\":");
          tv_text_writer_add_number (writer, method->line, 0);
        }
    }
  tv_text_writer_add_char (writer, '}');
}

/* Writes all methods, so that a frame has the number of its method. */
static void
write_frames (TvTextWriter *writer, const TvTrace *trace)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      tv_text_writer_add (writer, i == 0 ? "\n" : ",\n");
      write_frame (writer, tv_trace_get_method (trace, i));
    }
}

static void
write_event (TvTextWriter *writer, const TvExportStep *step, TvClock clock,
             gboolean is_first)
{
  if (!is_first)
    tv_text_writer_add_char (writer, ',');
  tv_text_writer_add (writer, step->enters ? "\n{\"type\":\"O\",\"frame\":"
                                           : "\n{\"type\":\"C\",\"frame\":");
  tv_text_writer_add_number (writer, step->method, 0);
  tv_text_writer_add (writer, ",\"at\":");
  tv_export_add_microseconds (writer, step->times[clock]);
  tv_text_writer_add_char (writer, '}');
}

static void
write_events (TvTextWriter *writer, TvExportWalk *walk, TvClock clock)
{
  gint64 first = 0, last = 0;
  gboolean is_first = TRUE;
  TvExportStep step;

  while (!tv_text_writer_has_failed (writer) && tv_export_walk_next (walk, &step))
    {
      if (is_first)
        first = step.times[clock];
      last = step.times[clock];
      write_event (writer, &step, clock, is_first);
      is_first = FALSE;
    }
  tv_text_writer_add (writer, "],\"startValue\":");
  tv_export_add_microseconds (writer, first);
  tv_text_writer_add (writer, ",\"endValue\":");
  tv_export_add_microseconds (writer, last);
  tv_text_writer_add_char (writer, '}');
}

static void
write_profile (TvTextWriter *writer, TvExportWalk *walk, const char *name,
               TvClock clock)
{
  tv_text_writer_add (writer, "{\"type\":\"evented\",\"name\":");
  tv_text_writer_add_json (writer, name);
  tv_text_writer_add (writer, ",\"unit\":\"microseconds\",\"events\":[");
  write_events (writer, walk, clock);
}

/* Samples */

static void
add_stack (TvTextWriter *writer, const GArray *stack, gboolean is_first)
{
  tv_text_writer_add (writer, is_first ? "\n[" : ",\n[");
  for (guint i = 0; i < stack->len; i++)
    {
      tv_text_writer_add (writer, i > 0 ? "," : "");
      tv_text_writer_add_number (writer, g_array_index (stack, guint32, i), 0);
    }
  tv_text_writer_add_char (writer, ']');
}

/* Writes the stacks of a thread, or their weights. Consecutive samples with one stack
 * become one. Returns the sum of the weights. */
static gint64
write_column (TvTextWriter *writer, TvExportWalk *walk, gboolean of_weights)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 before = G_MAXINT64;
  gint64 sum = 0;
  TvExportStep step;

  tv_export_walk_rewind (walk);
  while (!tv_text_writer_has_failed (writer) && tv_export_walk_next (walk, &step))
    {
      const gint64 weight = step.times[TV_CLOCK_THREAD_CPU] - before;

      if (weight > 0 && of_weights)
        {
          tv_text_writer_add (writer, sum > 0 ? "," : "");
          tv_export_add_microseconds (writer, weight);
        }
      else if (weight > 0)
        add_stack (writer, stack, sum == 0);
      sum += MAX (weight, 0);
      before = step.times[TV_CLOCK_THREAD_CPU];
      if (step.enters)
        g_array_append_val (stack, step.method);
      else
        g_array_set_size (stack, (guint) step.depth);
    }
  return sum;
}

/* Weights that are not times have the same steps: thousandths. */
static void
write_sampled_profile (TvTextWriter *writer, TvTrace *trace, TvExportWalk *walk,
                       const char *name)
{
  static const char *const units[] = { [TV_QUANTITY_TIME] = "microseconds",
                                       [TV_QUANTITY_COUNT] = "none",
                                       [TV_QUANTITY_BYTES] = "bytes" };
  gint64 sum;

  tv_text_writer_add (writer, "{\"type\":\"sampled\",\"name\":");
  tv_text_writer_add_json (writer, name);
  tv_text_writer_add (writer, ",\"unit\":\"");
  tv_text_writer_add (writer,
                      units[tv_trace_get_clock_quantity (trace, TV_CLOCK_THREAD_CPU)]);
  tv_text_writer_add (writer, "\",\"samples\":[");
  (void) write_column (writer, walk, FALSE);
  tv_text_writer_add (writer, "],\n\"weights\":[");
  sum = write_column (writer, walk, TRUE);
  tv_text_writer_add (writer, "],\"startValue\":0,\"endValue\":");
  tv_export_add_microseconds (writer, sum);
  tv_text_writer_add_char (writer, '}');
}

static void
write_profiles (TvTextWriter *writer, TvTrace *trace, const TvExportSpec *spec,
                TvClock clock, GCancellable *cancellable)
{
  static const char *const suffixes[TV_N_CLOCKS]
      = { [TV_CLOCK_THREAD_CPU] = " (CPU)", [TV_CLOCK_WALL] = " (wall)" };
  const gboolean has_both = tv_export_has_both_clocks (spec, trace);
  g_autoptr (TvExportWalk) walk = tv_export_walk_new (trace, &spec->part, cancellable);
  const gboolean is_sampled = tv_export_has_weights (spec, trace);
  gboolean is_first = is_sampled || clock == spec->clock;
  guint32 thread;

  while (!tv_text_writer_has_failed (writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      g_autofree char *name = tv_export_dup_thread_label (trace, thread);
      g_autofree char *label
          = g_strconcat (name, has_both && !is_sampled ? suffixes[clock] : "", NULL);

      if (!tv_export_has_thread (spec, trace, thread))
        continue;
      tv_text_writer_add (writer, is_first ? "\n" : ",\n");
      if (is_sampled)
        write_sampled_profile (writer, trace, walk, label);
      else
        write_profile (writer, walk, label, clock);
      is_first = FALSE;
    }
}

/* Writes a file for speedscope with a profile of each thread that has calls, in
 * microseconds, or with the weights of its samples. If both clocks are written, the
 * profiles of the second clock follow. */
gboolean
tv_export_speedscope (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, cancellable);

  tv_text_writer_add (writer, "{\"$schema\":\"https://www.speedscope.app/"
                              "file-format-schema.json\",\n"
                              "\"exporter\":\"tracedump\",\"name\":");
  tv_text_writer_add_json (writer, spec->title);
  tv_text_writer_add (writer, ",\n\"shared\":{\"frames\":[");
  write_frames (writer, trace);
  tv_text_writer_add (writer, "]},\n\"profiles\":[");
  write_profiles (writer, trace, spec, spec->clock, cancellable);
  if (tv_export_has_both_clocks (spec, trace) && !tv_export_has_weights (spec, trace))
    write_profiles (writer, trace, spec,
                    spec->clock == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL,
                    cancellable);
  tv_text_writer_add (writer, "]}\n");
  return tv_text_writer_finish (writer, error);
}
