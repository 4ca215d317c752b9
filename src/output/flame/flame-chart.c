/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/flame-chart.h"

#include "analysis/charts/call-chart.h"
#include "analysis/stacks/call-tree.h"
#include "analysis/text/time-text.h"
#include "output/flame/flame-page.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>

/* Room for the name above the rows of a thread, and for the times above all rows. */
#define LANE_HEAD 20
#define RULER 18

/* A chart with fewer columns shows too little. */
#define LEAST_COLUMNS 60

/* The least distance between ticks, in pixels. */
#define TICK_ROOM 110

typedef struct
{
  guint32 thread;
  guint n_levels;
  gint64 y; /* of its topmost row */
} Lane;

typedef struct
{
  const TvFlameChart *chart;
  TvCallStacks *stacks;
  gint64 start; /* nanoseconds on the axis */
  gint64 end;
  GArray *lanes; /* Lane */
  guint n_columns;
  guint max_depth; /* 0 for all */
  gboolean cut;    /* whether deeper levels are left out */
  gboolean merged; /* whether calls are too narrow for frames of their own */
  guint n_frames;
  TvFlamePage page;
  GString *details;
  TvTextWriter *writer; /* NULL while frames are counted */
} Drawing;

/* Neighbouring columns whose calls are too narrow to be told apart. */
typedef struct
{
  guint32 x0;
  guint32 x1;
} Crowd;

static void
add_lane (Drawing *drawing, guint32 thread)
{
  const TvFlameChart *chart = drawing->chart;
  Lane lane = { .thread = thread };

  if (tv_trace_get_thread (chart->trace, thread)->n_calls == 0)
    return;
  lane.n_levels = tv_thread_count_levels (chart->trace, thread, NULL);
  if (drawing->max_depth > 0 && lane.n_levels > drawing->max_depth)
    {
      drawing->cut = TRUE;
      lane.n_levels = drawing->max_depth;
    }
  lane.y = drawing->page.height + LANE_HEAD;
  drawing->page.height = lane.y + (gint64) lane.n_levels * TV_FLAME_ROW;
  g_array_append_val (drawing->lanes, lane);
}

static void
find_lanes (Drawing *drawing)
{
  const TvFlameChart *chart = drawing->chart;
  const TvThreadSet *threads = chart->range->threads;
  const guint n = tv_thread_set_count (threads, chart->trace);

  g_array_set_size (drawing->lanes, 0);
  drawing->page.height = RULER;
  for (guint32 i = 0; i < n; i++)
    add_lane (drawing, tv_thread_set_get_nth (threads, i));
}

static double
find_place (const Drawing *drawing, gint64 time)
{
  const double place
      = (double) (time - drawing->start) / (double) (drawing->end - drawing->start);

  return CLAMP (place, 0, 1);
}

static gint64
find_y (const Lane *lane, guint level)
{
  return lane->y + (gint64) level * TV_FLAME_ROW;
}

static void
add_box (Drawing *drawing, TvFlameBox *box)
{
  box->details = drawing->details->str;
  if (drawing->writer != NULL)
    tv_flame_page_add_box (&drawing->page, box, drawing->writer);
  drawing->n_frames++;
}

static void
append_span (Drawing *drawing, gint64 start, gint64 end)
{
  tv_time_append_milliseconds (drawing->details, end - start);
  g_string_append_printf (drawing->details, " %s, %s ", _ ("ms"), _ ("from"));
  tv_time_append_milliseconds (drawing->details, start);
  g_string_append_printf (drawing->details, " %s", _ ("ms"));
}

static void
add_call (Drawing *drawing, const Lane *lane, guint level, const TvChartBox *call)
{
  const TvCalls calls = tv_trace_get_calls (drawing->chart->trace, lane->thread);
  const gint64 start = tv_times_get (&calls.axis_start, call->call);
  const gint64 end = tv_times_get (&calls.axis_end, call->call);
  const double columns = drawing->n_columns;
  TvFlameBox box = { .start = find_place (drawing, start),
                     .end = find_place (drawing, end),
                     .y = find_y (lane, level),
                     .style = "c" };

  if (box.end - box.start < 1 / columns)
    {
      box.start = call->x0 / columns;
      box.end = call->x1 / columns;
    }

  g_string_truncate (drawing->details, 0);
  append_span (drawing, start, end);
  box.name = tv_frame_names_get (drawing->chart->names, call->method);
  box.number = (int) tv_flame_page_get_color (box.name);
  add_box (drawing, &box);
}

static void
add_crowd (Drawing *drawing, const Lane *lane, guint level, Crowd *crowd)
{
  const double columns = drawing->n_columns;
  const double span = (double) (drawing->end - drawing->start);
  TvFlameBox box = { .start = crowd->x0 / columns,
                     .end = crowd->x1 / columns,
                     .y = find_y (lane, level),
                     .style = "crowd",
                     .number = -1,
                     .name = _ ("Calls too short to be told apart") };

  if (crowd->x1 == crowd->x0)
    return;
  g_string_truncate (drawing->details, 0);
  append_span (drawing, drawing->start + (gint64) (span * box.start),
               drawing->start + (gint64) (span * box.end));
  add_box (drawing, &box);
  drawing->merged = TRUE;
  crowd->x1 = crowd->x0;
}

static void
add_level (Drawing *drawing, const Lane *lane, guint level, const TvCallChart *chart)
{
  guint n;
  const TvChartBox *boxes = tv_call_chart_get_boxes (chart, level, &n);
  Crowd crowd = { 0 };

  for (guint i = 0; i < n; i++)
    {
      const TvChartBox *box = &boxes[i];

      if (box->kind == TV_CHART_CALL)
        {
          add_crowd (drawing, lane, level, &crowd);
          add_call (drawing, lane, level, box);
          continue;
        }
      if (crowd.x1 == crowd.x0 || crowd.x1 < box->x0)
        {
          add_crowd (drawing, lane, level, &crowd);
          crowd.x0 = box->x0;
        }
      crowd.x1 = box->x1;
    }
  add_crowd (drawing, lane, level, &crowd);
}

static gboolean
has_room (const Drawing *drawing)
{
  if (drawing->writer != NULL)
    return !tv_text_writer_has_failed (drawing->writer);
  return drawing->chart->max_frames == 0
         || drawing->n_frames <= drawing->chart->max_frames;
}

static void
add_lane_boxes (Drawing *drawing, const Lane *lane)
{
  g_autoptr (TvCallChart) boxes
      = tv_call_chart_new (drawing->stacks, NULL, lane->thread, drawing->start,
                           drawing->end, drawing->n_columns, 0, lane->n_levels);

  for (guint level = 0; level < lane->n_levels && has_room (drawing); level++)
    add_level (drawing, lane, level, boxes);
}

static gboolean
has_too_many_frames (Drawing *drawing)
{
  drawing->n_frames = 0;
  drawing->merged = drawing->cut = FALSE;
  find_lanes (drawing);
  for (guint i = 0; i < drawing->lanes->len && has_room (drawing); i++)
    add_lane_boxes (drawing, &g_array_index (drawing->lanes, Lane, i));
  return !has_room (drawing);
}

/* Widens columns by a quarter each time. When that no longer helps, halves the levels.
 */
static void
choose_detail (Drawing *drawing)
{
  while (has_too_many_frames (drawing))
    if (drawing->n_columns > LEAST_COLUMNS)
      drawing->n_columns = drawing->n_columns * 4 / 5;
    else if (drawing->max_depth != 1)
      drawing->max_depth
          = drawing->max_depth > 0 ? drawing->max_depth / 2 : TV_CALL_TREE_DEPTH;
    else
      return;
}

static void
write_lane (Drawing *drawing, const Lane *lane)
{
  g_autofree char *label
      = tv_trace_dup_thread_label (drawing->chart->trace, lane->thread);

  tv_flame_page_add_label (0, lane->y - 5, label, drawing->writer);
  add_lane_boxes (drawing, lane);
}

/* Returns 1, 2 or 5 times a power of ten, in nanoseconds. */
static gint64
choose_step (gint64 span, guint n_ticks)
{
  gint64 step = 1;

  while (span / step > n_ticks)
    {
      if (span / (step * 2) <= n_ticks)
        return step * 2;
      if (span / (step * 5) <= n_ticks)
        return step * 5;
      step *= 10;
    }
  return step;
}

static void
write_ticks (Drawing *drawing)
{
  const gint64 step = choose_step (drawing->end - drawing->start,
                                   MAX (drawing->chart->width / TICK_ROOM, 1));
  gint64 time = drawing->start / step * step;

  for (; time < drawing->end; time += step)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (time < drawing->start)
        continue;
      tv_time_append_milliseconds (text, time);
      g_string_append_printf (text, " %s", _ ("ms"));
      tv_flame_page_add_tick (&drawing->page, find_place (drawing, time), text->str,
                              drawing->writer);
    }
}

static void
write_chart (Drawing *drawing)
{
  const TvFlameChart *chart = drawing->chart;
  g_autofree char *note = tv_flame_page_make_note (
      drawing->lanes->len == 0,
      drawing->merged ? (double) chart->width / drawing->n_columns : 0,
      drawing->cut ? drawing->max_depth : 0, NULL);

  drawing->page.width = chart->width;
  drawing->page.title = chart->title;
  drawing->page.note = note;
  tv_flame_page_begin (&drawing->page, drawing->writer);
  if (drawing->lanes->len > 0)
    write_ticks (drawing);
  for (guint i = 0; i < drawing->lanes->len; i++)
    write_lane (drawing, &g_array_index (drawing->lanes, Lane, i));
  tv_flame_page_end (&drawing->page, drawing->writer);
}

/**
 * tv_flame_chart_write:
 * @chart: the picture
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a self-contained SVG document: one lane below the other for each thread with
 * calls, with its calls in order of time. The size of the document depends on the
 * number of columns and levels, not on the number of calls.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_flame_chart_write (const TvFlameChart *chart, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  g_autoptr (GString) details = g_string_new (NULL);
  Drawing drawing = { .chart = chart, .lanes = lanes, .details = details };

  g_return_val_if_fail (chart != NULL && chart->n_columns > 0, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  stacks = tv_call_stacks_new (chart->trace, cancellable, error);
  if (stacks == NULL)
    return FALSE;
  writer = tv_text_writer_new (out, cancellable);
  tv_trace_get_axis_range (chart->trace, &drawing.start, &drawing.end);
  drawing.start = MAX (drawing.start, chart->range->start);
  drawing.end = MIN (drawing.end, chart->range->end);
  drawing.stacks = stacks;
  drawing.n_columns = chart->n_columns;
  drawing.max_depth = chart->max_depth;
  if (drawing.start < drawing.end)
    choose_detail (&drawing);
  drawing.writer = writer;
  write_chart (&drawing);
  return tv_text_writer_finish (writer, error);
}
