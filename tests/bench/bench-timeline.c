/* SPDX-License-Identifier: Apache-2.0 */

/* The timeline without a display: a screen of lanes, from calls to pixels. */

#include "analysis/charts/call-chart.h"
#include "analysis/lanes/lane-columns.h"
#include "analysis/sums/ranking.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/method-choice.h"
#include "draw/lane-raster.h"
#include "draw/method-colors.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/parallel.h"

#include <math.h>
#include <stdlib.h>

#define N_LANES 16
#define N_COLUMNS 1600
#define N_FRAMES 30
#define PAN_COLUMNS 8

/* Levels of 18 pixels in a window of 900. */
#define N_LEVELS 48

/* One in so many methods is a hit: many or few. */
static const guint hit_shares[] = { 2, 64, 4096 };

/* The part of the trace in view, one in so many. */
static const guint zooms[] = { 1, 2, 4, 8, 16, 64, 256, 4096, 65536 };

typedef struct
{
  TvTrace *trace;
  TvCallStacks *stacks;
  guint n_lanes;
  TvLaneIndex *indexes[N_LANES];
  TvLaneMarks *marks[N_LANES];
  gint64 start;
  gint64 end;
  TvLaneMark mark;
  TvMethodSet *hit_methods;
  TvLaneHits *hits[N_LANES];
  TvLaneColumn *columns; /* of all lanes */
  TvDrawColors colors;
  TvMethodColors *method_colors;
} Screen;

static void
screen_init (Screen *screen, TvTrace *trace, const TvProfile *profile)
{
  g_autoptr (TvRanking) ranking
      = tv_ranking_new (profile, tv_trace_get_primary_clock (trace));

  *screen = (Screen){ .trace = trace,
                      .stacks = tv_call_stacks_new (trace, NULL, NULL),
                      .n_lanes = MIN (N_LANES, tv_trace_get_n_threads (trace)),
                      .mark = { TV_METHOD_NONE, { TV_THREAD_NONE, 0 } },
                      .columns = g_new (TvLaneColumn, N_LANES * N_COLUMNS) };
  tv_draw_colors_init (&screen->colors, TV_PALETTE_CLASSIC, FALSE);
  screen->method_colors = tv_method_colors_new_by_rank (
      &screen->colors, ranking->sequence, tv_trace_get_n_methods (trace));
}

static void
index_lane (guint lane, gpointer data)
{
  Screen *screen = data;

  screen->indexes[lane] = tv_lane_index_new (screen->trace, lane, NULL);
}

/* The window has workers do this. */
static void
screen_index (Screen *screen)
{
  g_autoptr (TvTimings) taken = tv_timings_new ();
  double start = tv_measure_now ();
  gsize size = 0;
  gsize n_calls = 0;

  tv_parallel_run (screen->n_lanes, 0, index_lane, screen);
  tv_timings_add_seconds (taken, tv_measure_now () - start);
  for (guint i = 0; i < screen->n_lanes; i++)
    {
      size += tv_lane_index_get_size (screen->indexes[i]);
      n_calls += tv_trace_get_thread (screen->trace, i)->n_calls;
    }
  tv_bench_table_small_row ("indexes of the lanes", taken);
  g_print ("  in %.3f bytes a call\n", (double) size / (double) MAX (n_calls, 1));
}

static void
screen_mark (Screen *screen, guint32 method)
{
  g_autoptr (TvTimings) taken = tv_timings_new ();
  double start = tv_measure_now ();

  screen->mark.method = method;
  for (guint i = 0; i < screen->n_lanes; i++)
    screen->marks[i] = tv_lane_marks_new (screen->indexes[i], &screen->mark, NULL);
  tv_timings_add_seconds (taken, tv_measure_now () - start);
  tv_bench_table_small_row ("marks of a method", taken);
}

static void
screen_clear (Screen *screen)
{
  for (guint i = 0; i < screen->n_lanes; i++)
    {
      g_clear_pointer (&screen->indexes[i], tv_lane_index_unref);
      g_clear_pointer (&screen->marks[i], tv_lane_marks_unref);
    }
  tv_call_stacks_unref (screen->stacks);
  g_free (screen->columns);
  tv_method_colors_unref (screen->method_colors);
}

/* Shows one in @zoom parts of the trace, in its middle, moved by some columns. */
static void
screen_look_at (Screen *screen, double zoom, int moved)
{
  gint64 start;
  gint64 end;
  double width;

  tv_trace_get_axis_range (screen->trace, &start, &end);
  width = MAX ((double) (end - start) / zoom, N_COLUMNS);
  screen->start = start + (gint64) ((double) (end - start) / 2 - width / 2)
                  + (gint64) (width / N_COLUMNS * moved);
  screen->end = screen->start + (gint64) width;
}

static void
draw_lane (guint lane, gpointer data)
{
  const Screen *screen = data;

  tv_lane_columns_indexed (
      screen->indexes[lane], screen->marks[lane], screen->hits[lane], screen->start,
      screen->end, &screen->mark, screen->columns + lane * N_COLUMNS, N_COLUMNS);
}

/* As the workers of the window do. */
static void
draw_columns (Screen *screen)
{
  tv_parallel_run (screen->n_lanes, 0, draw_lane, screen);
}

static void
draw_pixels (const Screen *screen)
{
  const TvLaneGeometry geometry
      = { TV_LANE_TAB_HEIGHT, TV_LANE_BAR_HEIGHT, TV_LANE_EXTENT_HEIGHT, 1 };
  const TvLaneStyle style = { .colors = &screen->colors,
                              .method_colors = screen->method_colors,
                              .mark_method = screen->mark.method };

  for (guint i = 0; i < screen->n_lanes; i++)
    cairo_surface_destroy (tv_lane_raster_new_surface (screen->columns + i * N_COLUMNS,
                                                       N_COLUMNS, &geometry, &style));
}

static void
draw_extents (const Screen *screen)
{
  for (guint i = 0; i < screen->n_lanes; i++)
    g_array_unref (tv_lane_extents_indexed (screen->marks[i], screen->start,
                                            screen->end, N_COLUMNS));
}

/* Frames of a view that moves: their columns and their pixels. */
static void
pan (Screen *screen, guint zoom)
{
  g_autofree char *name = g_strdup_printf ("pan at 1/%u: columns", zoom);
  g_autoptr (TvTimings) counted = tv_timings_new ();
  g_autoptr (TvTimings) drawn = tv_timings_new ();

  for (int frame = 0; frame < N_FRAMES; frame++)
    {
      double start = tv_measure_now ();

      screen_look_at (screen, zoom, (frame - N_FRAMES / 2) * PAN_COLUMNS);
      draw_columns (screen);
      tv_timings_add_seconds (counted, tv_measure_now () - start);
      draw_pixels (screen);
      tv_timings_add_seconds (drawn, tv_measure_now () - start);
    }
  tv_bench_table_small_row (name, counted);
  tv_bench_table_small_row ("  columns and pixels", drawn);
}

static void
chart_lane (guint lane, gpointer data)
{
  const Screen *screen = data;

  tv_call_chart_free (tv_call_chart_new (screen->stacks, NULL, lane, screen->start,
                                         screen->end, N_COLUMNS, 0, N_LEVELS));
}

/* Frames of a view that moves while all rows show the stack. */
static void
chart (Screen *screen, guint zoom)
{
  g_autofree char *name = g_strdup_printf ("16 charts at 1/%u", zoom);
  g_autoptr (TvTimings) found = tv_timings_new ();

  for (int frame = 0; frame < N_FRAMES; frame++)
    {
      double start = tv_measure_now ();

      screen_look_at (screen, zoom, (frame - N_FRAMES / 2) * PAN_COLUMNS);
      tv_parallel_run (screen->n_lanes, 0, chart_lane, screen);
      tv_timings_add_seconds (found, tv_measure_now () - start);
    }
  tv_bench_table_small_row (name, found);
}

static void
zoom_in (Screen *screen)
{
  g_autoptr (TvTimings) drawn = tv_timings_new ();
  double step = pow (zooms[G_N_ELEMENTS (zooms) - 1], 1.0 / (N_FRAMES - 1));
  double zoom = 1;

  for (int frame = 0; frame < N_FRAMES; frame++)
    {
      double start = tv_measure_now ();

      screen_look_at (screen, zoom, 0);
      draw_columns (screen);
      draw_pixels (screen);
      tv_timings_add_seconds (drawn, tv_measure_now () - start);
      zoom *= step;
    }
  tv_bench_table_small_row ("zoom from 1 to 1/65536: columns and pixels", drawn);
}

/* A click on a method: its columns are marked, and its calls get brackets. */
static void
mark_method (Screen *screen, guint32 method)
{
  g_autoptr (TvTimings) marked = tv_timings_new ();
  g_autoptr (TvTimings) extents = tv_timings_new ();

  screen_mark (screen, method);
  screen_look_at (screen, 1, 0);
  for (int frame = 0; frame < N_FRAMES; frame++)
    {
      double start = tv_measure_now ();

      draw_columns (screen);
      tv_timings_add_seconds (marked, tv_measure_now () - start);
      start = tv_measure_now ();
      draw_extents (screen);
      tv_timings_add_seconds (extents, tv_measure_now () - start);
    }
  tv_bench_table_small_row ("whole trace, a method marked: columns", marked);
  tv_bench_table_small_row ("  extents of its calls", extents);
}

static void
find_hits_of_lane (guint lane, gpointer data)
{
  Screen *screen = data;

  screen->hits[lane]
      = tv_lane_hits_new (screen->indexes[lane], screen->hit_methods, NULL);
}

static TvMethodSet *
choose_methods (const TvTrace *trace, guint one_of)
{
  guint n_methods = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n_methods / 64 + 1);

  for (guint i = one_of / 2; i < n_methods; i += one_of)
    words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n_methods);
}

static void
show_hits (Screen *screen, guint zoom)
{
  g_autofree char *name = g_strdup_printf ("  columns at 1/%u", zoom);
  g_autoptr (TvTimings) found = tv_timings_new ();

  for (int frame = 0; frame < N_FRAMES; frame++)
    {
      double start = tv_measure_now ();

      screen_look_at (screen, zoom, (frame - N_FRAMES / 2) * PAN_COLUMNS);
      draw_columns (screen);
      tv_timings_add_seconds (found, tv_measure_now () - start);
    }
  tv_bench_table_small_row (name, found);
}

/* A search: the hits are found once, in workers, then the columns with them for each
 * frame. */
static void
search (Screen *screen, guint one_of)
{
  g_autofree char *name = g_strdup_printf ("hits of 1/%u of all methods", one_of);
  g_autoptr (TvTimings) taken = tv_timings_new ();
  double start = tv_measure_now ();
  gsize size = 0;

  screen->hit_methods = choose_methods (screen->trace, one_of);
  tv_parallel_run (screen->n_lanes, 0, find_hits_of_lane, screen);
  tv_timings_add_seconds (taken, tv_measure_now () - start);
  tv_bench_table_small_row (name, taken);
  for (guint i = 0; i < screen->n_lanes; i++)
    size += tv_lane_hits_get_size (screen->hits[i]);
  g_print ("  %u methods, %.1f MB\n", tv_method_set_get_n (screen->hit_methods),
           (double) size / 1e6);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    show_hits (screen, zooms[i]);
  for (guint i = 0; i < screen->n_lanes; i++)
    g_clear_pointer (&screen->hits[i], tv_lane_hits_unref);
  g_clear_pointer (&screen->hit_methods, tv_method_set_unref);
}

static void
measure_screen (TvTrace *trace, const TvProfile *profile, const TvBenchTable *table)
{
  Screen screen;

  screen_init (&screen, trace, profile);
  tv_bench_table_head (table, "16 lanes of 1600 pixels");
  screen_index (&screen);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    pan (&screen, zooms[i]);
  zoom_in (&screen);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    chart (&screen, zooms[i]);
  mark_method (&screen, tv_method_choice_heaviest (profile));
  for (guint i = 0; i < G_N_ELEMENTS (hit_shares); i++)
    search (&screen, hit_shares[i]);
  screen_clear (&screen);
}

static gboolean
measure_all (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, TV_BENCH_CLASSIC, error);
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  const TvBenchTable table = { options->n_events, NULL };

  if (path == NULL)
    return FALSE;

  file = g_file_new_for_path (path);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  profile = tv_profile_new (trace, NULL, error);
  if (profile == NULL)
    return FALSE;

  measure_screen (trace, profile, &table);
  return TRUE;
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  if (tv_bench_options_parse (&options, "Measures how lanes are drawn.", &argc, &argv,
                              &error)
      && measure_all (&options, &error))
    return EXIT_SUCCESS;

  g_printerr ("bench-timeline: %s\n", error->message);
  return EXIT_FAILURE;
}
