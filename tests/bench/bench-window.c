/* SPDX-License-Identifier: Apache-2.0 */

/* The whole window: from the name of a file to a picture, and how the picture follows
 * when the view moves. Needs a display. */

#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/window-table.h"
#include "ui/flame/flame-view.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/timeline.h"

#include <stdlib.h>
#include <time.h>

#define N_PANS 30
#define N_POINTS 60
#define N_ZOOM_STEPS 100
#define ZOOM_FACTOR 1.1
#define SKIPPED 77

/* The part of the trace in view, one in so many. The whole could not move. */
static const guint zooms[] = { 2, 16, 256, 4096, 65536 };

#define N_ZOOMS G_N_ELEMENTS (zooms)

/* The measures of one run: of an opening, of the table, of each zoom, and so on. */
enum
{
  FIRST_FRAME,
  FIRST_TRACE,
  WHOLE_TRACE,
  STALL_LOADING,
  WAIT_LOADING,
  WORK_LOADING,
  STALL_SHOWING,
  WAIT_SHOWING,
  WORK_SHOWING,
  N_OPENING
};

/* Of some frames. */
enum
{
  OWN_MEDIAN,
  OWN_WORST,
  RENDERING,
  N_OF_FRAMES
};

/* Of a zoom. */
enum
{
  SETTLED,
  PAN_STALL,
  PANNED,
  POINTED = PANNED + N_OF_FRAMES,
  N_OF_ZOOM = POINTED + N_OF_FRAMES
};

/* Of the flame graph. */
enum
{
  FLAMES_SHOWN,
  FLAMES_FIRST,
  FLAMES_NEXT,
  N_OF_FLAMES
};

/* Pixels of the flame graph, and how often it is drawn. */
#define FLAMES_WIDTH 1600
#define FLAMES_HEIGHT 600
#define N_DRAWN 50

#define FIRST_OF_TABLE N_OPENING
#define FIRST_OF_ZOOMS (N_OPENING + TV_WINDOW_N_TABLE)
#define FIRST_ZOOMING (FIRST_OF_ZOOMS + N_ZOOMS * N_OF_ZOOM)
#define FIRST_HITS (FIRST_ZOOMING + N_OF_FRAMES)
#define FIRST_FLAMES (FIRST_HITS + N_OF_FRAMES)
#define N_MEASURES (FIRST_FLAMES + N_OF_FLAMES)

/* What the main thread computes for frames, in seconds. */
typedef struct
{
  TvTimings *own;       /* our own code: layout, snapshot, columns */
  TvTimings *rendering; /* GTK's, of the snapshot */
} Frames;

static Frames
new_frames (void)
{
  return (Frames){ tv_timings_new (), tv_timings_new () };
}

/* Waits for the frame that shows what was begun at @begun. */
static void
note_frame (TvWindowWatch *watch, double begun, const Frames *frames)
{
  const gboolean drawn = tv_window_watch_wait_for_frame (watch);
  const double snapshot = drawn ? watch->snapshot_work : tv_window_watch_get_work ();

  tv_timings_add_seconds (frames->own, MAX (snapshot - begun, 0));
  tv_timings_add_seconds (frames->rendering,
                          drawn ? MAX (watch->frame_work - snapshot, 0) : 0);
}

/* Writes three measures. */
static void
take_frames (Frames *frames, TvMeasure *measures)
{
  measures[OWN_MEDIAN].seconds = tv_timings_get_median (frames->own);
  measures[OWN_WORST].seconds = tv_timings_get_max (frames->own);
  measures[RENDERING].seconds = tv_timings_get_median (frames->rendering);
  tv_timings_free (frames->own);
  tv_timings_free (frames->rendering);
}

static GtkWidget *
find_type (GtkWidget *root, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (root, type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

static GtkWidget *
find_timeline (GtkWidget *root)
{
  return find_type (root, TV_TYPE_TIMELINE);
}

static GtkEventController *
find_motion (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  guint n = g_list_model_get_n_items (controllers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (each))
        return each;
    }
  return NULL;
}

/* Moves the pointer across the rows, without the window system. */
static void
measure_pointer (TvWindowWatch *watch, TvMeasure *measures)
{
  GtkWidget *timeline = find_timeline (GTK_WIDGET (watch->window));
  GtkEventController *motion = find_motion (timeline);
  double width = gtk_widget_get_width (timeline);
  double height = gtk_widget_get_height (timeline);
  Frames frames = new_frames ();

  for (int i = 0; i < N_POINTS; i++)
    {
      double begun = tv_window_watch_get_work ();

      g_signal_emit_by_name (motion, "motion", width * (0.3 + 0.6 * i / N_POINTS),
                             height * (0.4 + 0.3 * (i % 7) / 7));
      note_frame (watch, begun, &frames);
    }
  g_signal_emit_by_name (motion, "leave");
  take_frames (&frames, measures);
}

/* Every second method. */
static TvMethodSet *
make_hits (TvTrace *trace)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  guint64 *words = g_new (guint64, (n_methods + 63) / 64);

  for (guint i = 0; i < (n_methods + 63) / 64; i++)
    words[i] = G_GUINT64_CONSTANT (0x5555555555555555);
  if (n_methods % 64 != 0)
    words[n_methods / 64] &= (G_GUINT64_CONSTANT (1) << n_methods % 64) - 1;
  return tv_method_set_new (words, n_methods);
}

/* Moves the view a little each frame. */
static void
pan (TvWindowWatch *watch, gint64 start, gint64 width, const Frames *frames)
{
  TvTraceSession *session = tv_window_get_session (watch->window);

  for (int i = 0; i < N_PANS; i++)
    {
      const double begun = tv_window_watch_get_work ();

      start += width / 200;
      tv_trace_session_set_view (session, start, start + width);
      note_frame (watch, begun, frames);
    }
}

/* Pans while a search shows its hits. */
static void
measure_hits (TvWindowWatch *watch, TvMeasure *measures)
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  TvSessionColors *colors = tv_trace_session_get_colors (session);
  g_autoptr (TvMethodSet) hits = make_hits (tv_trace_session_get_trace (session));
  Frames frames = new_frames ();
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (session, &start, &end);
  tv_trace_session_set_view (session, start + (end - start) / 4, (start + end) / 2);
  tv_session_colors_set_hits (colors, hits);
  tv_window_watch_settle (watch);
  pan (watch, start + (end - start) / 4, (end - start) / 4, &frames);
  take_frames (&frames, measures);
  tv_session_colors_set_hits (colors, NULL);
}

/* From the whole trace inwards, a step a frame. */
static void
measure_zooming (TvWindowWatch *watch, TvMeasure *measures)
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  Frames frames = new_frames ();
  gint64 start;
  gint64 end;
  double width;
  gint64 middle;

  tv_trace_session_get_full_range (session, &start, &end);
  tv_trace_session_set_view (session, start, end);
  tv_window_watch_settle (watch);
  middle = start + (end - start) / 2;
  width = (double) (end - start);
  for (int i = 0; i < N_ZOOM_STEPS; i++)
    {
      double begun = tv_window_watch_get_work ();

      width /= ZOOM_FACTOR;
      tv_trace_session_set_view (session, middle - (gint64) (width / 2),
                                 middle + (gint64) (width / 2));
      note_frame (watch, begun, &frames);
    }
  take_frames (&frames, measures);
}

/* Jumps to a view, waits for the whole picture, then moves it frame by frame. */
static void
measure_zoom (TvWindowWatch *watch, guint zoom, TvMeasure *measures)
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  double begun = tv_measure_now ();
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 width;
  Frames frames = new_frames ();

  tv_trace_session_get_full_range (session, &full_start, &full_end);
  width = (full_end - full_start) / zoom;
  start = full_start + (full_end - full_start - width) / 2;
  tv_trace_session_set_view (session, start, start + width);
  tv_window_watch_settle (watch);
  measures[SETTLED].seconds = MAX (watch->frame - begun, 0);

  tv_window_watch_take_stall ();
  pan (watch, start, width, &frames);
  measures[PAN_STALL].seconds = tv_window_watch_take_stall ().length;
  take_frames (&frames, measures + PANNED);
  tv_window_watch_settle (watch);
  measure_pointer (watch, measures + POINTED);
  tv_window_watch_settle (watch);
}

/* The longest turn, what it waited, and the most work, side by side. */
/* What our own code does to draw a widget, in seconds. */
static double
draw (GtkWidget *widget)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const double begun = tv_window_watch_get_work ();
  g_autoptr (GskRenderNode) node = NULL;
  double work;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  work = tv_window_watch_get_work () - begun;
  node = gtk_snapshot_free_to_node (snapshot);
  return work;
}

static void
measure_flames (TvWindowWatch *watch, TvMeasure *measures)
{
  GtkWidget *window = GTK_WIDGET (watch->window);
  TvFlameView *view = TV_FLAME_VIEW (find_type (window, TV_TYPE_FLAME_VIEW));
  GtkWidget *picture
      = find_type (GTK_WIDGET (view), g_type_from_name ("TvFlamePicture"));
  const double begun = tv_measure_now ();
  g_autoptr (TvTimings) drawn = tv_timings_new ();

  gtk_widget_activate_action (window, "win.view", "s", "flame-graph");
  while (tv_flame_view_get_answer (view) == NULL)
    tv_window_watch_turn (watch);
  tv_window_watch_wait_for_frame (watch);
  measures[FLAMES_SHOWN].seconds = tv_measure_now () - begun;
  tv_window_watch_settle (watch);
  gtk_widget_allocate (picture, FLAMES_WIDTH, FLAMES_HEIGHT, -1, NULL);
  measures[FLAMES_FIRST].seconds = draw (picture);
  for (guint i = 0; i < N_DRAWN; i++)
    tv_timings_add_seconds (drawn, draw (picture));
  measures[FLAMES_NEXT].seconds = tv_timings_get_median (drawn);
}

static void
note_stall (TvLoopStall stall, TvMeasure measures[3])
{
  measures[0].seconds = stall.length;
  measures[1].seconds = stall.waited;
  measures[2].seconds = stall.work;
}

static gboolean
open_trace (const char *path, double begun, TvApplication **application,
            TvWindowWatch *watch, GError **error)
{
  tv_window_watch_start (begun);
  *application = tv_application_new ();
  if (!g_application_register (G_APPLICATION (*application), NULL, error))
    return FALSE;
  if (tv_window_watch_open (*application, path, watch))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not shown", path);
  return FALSE;
}

/* A life of the program: opens a trace, looks here and there, and ends. */
static gboolean
live (gpointer path, TvMeasure *measures, GError **error)
{
  const double begun = tv_measure_now ();
  g_autoptr (TvApplication) application = NULL;
  TvWindowWatch watch;

  if (!open_trace (path, begun, &application, &watch, error))
    return FALSE;
  measures[FIRST_FRAME].seconds = watch.first_frame - begun;
  measures[FIRST_TRACE].seconds = watch.first_trace - begun;
  measures[WHOLE_TRACE].seconds = watch.frame - begun;
  note_stall (watch.stall_loading, &measures[STALL_LOADING]);
  note_stall (tv_window_watch_take_stall (), &measures[STALL_SHOWING]);
  tv_window_table_measure (&watch, measures + FIRST_OF_TABLE);
  for (guint i = 0; i < N_ZOOMS; i++)
    measure_zoom (&watch, zooms[i], measures + FIRST_OF_ZOOMS + i * N_OF_ZOOM);
  measure_zooming (&watch, measures + FIRST_ZOOMING);
  measure_hits (&watch, measures + FIRST_HITS);
  measure_flames (&watch, measures + FIRST_FLAMES);
  return TRUE;
}

/* A life with a million methods, which only has to work. */
static gboolean
live_at_scale (gpointer path, TvMeasure *measures, GError **error)
{
  g_autoptr (TvApplication) application = NULL;
  TvWindowWatch watch;

  if (!open_trace (path, tv_measure_now (), &application, &watch, error))
    return FALSE;
  measures->seconds = watch.first_trace - watch.opened;
  return TRUE;
}

static void
print_frames (const char *name, TvTimings **samples)
{
  static const char *const kinds[N_OF_FRAMES]
      = { "own code a frame, median", "own code a frame, worst", "GTK's rendering" };

  for (guint i = 0; i < N_OF_FRAMES; i++)
    {
      g_autofree char *line = g_strdup_printf ("%s: %s", name, kinds[i]);

      tv_bench_table_small_row (line, samples[i]);
    }
}

static void
print_zoom (guint zoom, TvTimings **samples)
{
  g_autofree char *settled = g_strdup_printf ("at 1/%u: whole picture", zoom);
  g_autofree char *stall
      = g_strdup_printf ("pan at 1/%u: longest turn of the main loop", zoom);
  g_autofree char *panned = g_strdup_printf ("pan at 1/%u", zoom);
  g_autofree char *pointed = g_strdup_printf ("pointer at 1/%u", zoom);

  tv_bench_table_small_row (settled, samples[SETTLED]);
  tv_bench_table_small_row (stall, samples[PAN_STALL]);
  print_frames (panned, samples + PANNED);
  print_frames (pointed, samples + POINTED);
}

static void
print_all (TvTimings **samples)
{
  static const char *const opening[N_OPENING] = {
    "first frame of the window",
    "first frame of the trace",
    "whole picture of the trace",
    "longest turn of the main loop: loading",
    "  of which it waited for a processor",
    "most work in a turn: loading",
    "longest turn of the main loop: showing",
    "  of which it waited for a processor",
    "most work in a turn: showing",
  };
  static const char *const flames[N_OF_FLAMES]
      = { "flame graph: from the key until it is painted",
          "flame graph: own code, first at 1600 x 600", "flame graph: own code" };

  for (guint i = 0; i < N_OPENING; i++)
    tv_bench_table_small_row (opening[i], samples[i]);
  for (guint i = 0; i < TV_WINDOW_N_TABLE; i++)
    tv_bench_table_small_row (tv_window_table_names[i], samples[FIRST_OF_TABLE + i]);
  for (guint i = 0; i < N_ZOOMS; i++)
    print_zoom (zooms[i], samples + FIRST_OF_ZOOMS + i * N_OF_ZOOM);
  print_frames ("zooming in", samples + FIRST_ZOOMING);
  print_frames ("pan at 1/4, with hits of a search", samples + FIRST_HITS);
  for (guint i = 0; i < N_OF_FLAMES; i++)
    tv_bench_table_small_row (flames[i], samples[FIRST_FLAMES + i]);
}

static void
print_at_scale (TvTimings **samples)
{
  tv_bench_table_small_row ("file opened: first frame of the trace", samples[0]);
}

static gboolean
measure (const TvBenchOptions *options, TvBenchTrace trace, const char *title,
         TvMeasureFunc func, guint n_measures, void (*print) (TvTimings **samples),
         GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, trace, error);
  const TvBenchTable table = { options->n_events, NULL };
  TvMeasure measures[N_MEASURES];
  TvTimings *samples[N_MEASURES];
  gboolean done = path != NULL;

  for (guint i = 0; i < n_measures; i++)
    samples[i] = tv_timings_new ();
  for (int run = 0; done && run < options->n_runs; run++)
    {
      done = tv_measure_in_child (func, path, measures, n_measures, error);
      for (guint i = 0; done && i < n_measures; i++)
        tv_timings_add (samples[i], &measures[i]);
    }
  if (done)
    {
      tv_bench_table_head (&table, title);
      print (samples);
    }
  for (guint i = 0; i < n_measures; i++)
    tv_timings_free (samples[i]);
  return done;
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured, 77 without a display
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  if (tv_bench_options_parse (&options, "Measures the window.", &argc, &argv, &error))
    {
      if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
        {
          g_print ("skipped: there is no display\n");
          return SKIPPED;
        }
      if (measure (&options, TV_BENCH_CLASSIC, "the window", live, N_MEASURES,
                   print_all, &error)
          && measure (&options, TV_BENCH_AT_SCALE,
                      "the window, a tenth as many methods, twice as many events as "
                      "methods",
                      live_at_scale, 1, print_at_scale, &error))
        return EXIT_SUCCESS;
    }
  g_printerr ("bench-window: %s\n", error->message);
  return EXIT_FAILURE;
}
