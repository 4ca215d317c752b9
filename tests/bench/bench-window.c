/* SPDX-License-Identifier: Apache-2.0 */

/* The whole window: from the name of a file to a picture, and how the picture follows
 * when the view moves. Needs a display. */

#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/window-table.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/timeline.h"

#include <stdlib.h>
#include <time.h>

#define N_PANS 30
#define N_POINTS 60
#define N_ZOOM_STEPS 100
#define ZOOM_FACTOR 1.1
#define SKIPPED 77

/* How much of the trace is in view: one in so many parts. All of it could not move. */
static const guint zooms[] = { 2, 16, 256, 4096, 65536 };

#define N_ZOOMS G_N_ELEMENTS (zooms)

/* What one run finds: times of an opening, then of each zoom. */
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

enum
{
  SETTLED,
  PANNED,
  PAN_STALL,
  PAN_MEDIAN,
  PAN_WORST,
  POINTER_MEDIAN,
  POINTER_WORST,
  N_EACH_ZOOM
};

enum
{
  ZOOMING_MEDIAN,
  ZOOMING_WORST,
  N_ZOOMING
};

enum
{
  HITS_MEDIAN,
  HITS_WORST,
  N_HITS
};

#define FIRST_OF_TABLE N_OPENING
#define FIRST_OF_ZOOMS (N_OPENING + TV_WINDOW_N_TABLE)
#define FIRST_ZOOMING (FIRST_OF_ZOOMS + N_ZOOMS * N_EACH_ZOOM)
#define FIRST_HITS (FIRST_ZOOMING + N_ZOOMING)
#define N_MEASURES (FIRST_HITS + N_HITS)

/* Seconds that this thread, which draws, has been at work. */
static double
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* Waits for the frame that shows what was just done, and notes what the main thread
 * worked for it. */
static void
note_work (TvWindowWatch *watch, double begun, TvSamples *frames)
{
  tv_window_watch_wait_for_frame (watch);
  tv_samples_add_seconds (frames, get_thread_time () - begun);
}

static void
take_work (TvSamples *frames, TvMeasure *median, TvMeasure *worst)
{
  median->seconds = tv_samples_get_median (frames);
  worst->seconds = tv_samples_get_max (frames);
}

static GtkWidget *
find_timeline (GtkWidget *root)
{
  GtkWidget *found = TV_IS_TIMELINE (root) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_timeline (child);
  return found;
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

/* Moves the pointer across the rows, as far as the timeline knows: the window system
 * has no part in it. */
static void
measure_pointer (TvWindowWatch *watch, TvMeasure *median, TvMeasure *worst)
{
  GtkWidget *timeline = find_timeline (GTK_WIDGET (watch->window));
  GtkEventController *motion = find_motion (timeline);
  double width = gtk_widget_get_width (timeline);
  double height = gtk_widget_get_height (timeline);
  g_autoptr (TvSamples) frames = tv_samples_new ();

  for (int i = 0; i < N_POINTS; i++)
    {
      double begun = get_thread_time ();

      g_signal_emit_by_name (motion, "motion", width * (0.3 + 0.6 * i / N_POINTS),
                             height * (0.4 + 0.3 * (i % 7) / 7));
      note_work (watch, begun, frames);
    }
  g_signal_emit_by_name (motion, "leave");
  take_work (frames, median, worst);
}

/* Every second method, as many as a search can find that one would look at. */
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

/* Moves the view by a little, frame by frame. */
static void
pan (TvWindowWatch *watch, gint64 start, gint64 width, TvSamples *frames)
{
  TvTraceSession *session = tv_window_get_session (watch->window);

  for (int i = 0; i < N_PANS; i++)
    {
      const double begun = get_thread_time ();

      start += width / 200;
      tv_trace_session_set_view (session, start, start + width);
      note_work (watch, begun, frames);
    }
}

/* The same while a search shows its hits and everything else paler. */
static void
measure_hits (TvWindowWatch *watch, TvMeasure measures[N_HITS])
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  TvSessionColors *colors = tv_trace_session_get_colors (session);
  g_autoptr (TvMethodSet) hits = make_hits (tv_trace_session_get_trace (session));
  g_autoptr (TvSamples) frames = tv_samples_new ();
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (session, &start, &end);
  tv_trace_session_set_view (session, start + (end - start) / 4, (start + end) / 2);
  tv_session_colors_set_hits (colors, hits);
  tv_window_watch_settle (watch);
  pan (watch, start + (end - start) / 4, (end - start) / 4, frames);
  take_work (frames, &measures[HITS_MEDIAN], &measures[HITS_WORST]);
  tv_session_colors_set_hits (colors, NULL);
}

/* From the whole trace inwards, a step a frame. */
static void
measure_zooming (TvWindowWatch *watch, TvMeasure measures[N_ZOOMING])
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  g_autoptr (TvSamples) frames = tv_samples_new ();
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
      double begun = get_thread_time ();

      width /= ZOOM_FACTOR;
      tv_trace_session_set_view (session, middle - (gint64) (width / 2),
                                 middle + (gint64) (width / 2));
      note_work (watch, begun, frames);
    }
  take_work (frames, &measures[ZOOMING_MEDIAN], &measures[ZOOMING_WORST]);
}

/* Jumps to a view, waits for the whole picture, then moves it frame by frame. */
static void
measure_zoom (TvWindowWatch *watch, guint zoom, TvMeasure measures[N_EACH_ZOOM])
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  double begun = tv_measure_now ();
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 width;
  g_autoptr (TvSamples) frames = tv_samples_new ();

  tv_trace_session_get_full_range (session, &full_start, &full_end);
  width = (full_end - full_start) / zoom;
  start = full_start + (full_end - full_start - width) / 2;
  tv_trace_session_set_view (session, start, start + width);
  tv_window_watch_settle (watch);
  measures[SETTLED].seconds = MAX (watch->frame - begun, 0);

  tv_window_watch_take_stall ();
  begun = tv_measure_now ();
  pan (watch, start, width, frames);
  measures[PANNED].seconds = (tv_measure_now () - begun) / N_PANS;
  measures[PAN_STALL].seconds = tv_window_watch_take_stall ().length;
  take_work (frames, &measures[PAN_MEDIAN], &measures[PAN_WORST]);
  tv_window_watch_settle (watch);
  measure_pointer (watch, &measures[POINTER_MEDIAN], &measures[POINTER_WORST]);
  tv_window_watch_settle (watch);
}

/* The longest turn, what it waited, and the most work, side by side. */
static void
note_stall (TvLoopStall stall, TvMeasure measures[3])
{
  measures[0].seconds = stall.length;
  measures[1].seconds = stall.waited;
  measures[2].seconds = stall.work;
}

/* A life of the program: opens a trace, looks here and there, and ends. */
static gboolean
live (gpointer path, TvMeasure *measures, GError **error)
{
  double begun = tv_measure_now ();
  g_autoptr (TvApplication) application = NULL;
  TvWindowWatch watch;

  tv_window_watch_start (begun);
  application = tv_application_new ();
  if (!g_application_register (G_APPLICATION (application), NULL, error))
    return FALSE;

  if (!tv_window_watch_open (application, path, &watch))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not shown",
                   (const char *) path);
      return FALSE;
    }
  measures[FIRST_FRAME].seconds = watch.first_frame - begun;
  measures[FIRST_TRACE].seconds = watch.first_trace - begun;
  measures[WHOLE_TRACE].seconds = watch.frame - begun;
  note_stall (watch.stall_loading, &measures[STALL_LOADING]);
  note_stall (tv_window_watch_take_stall (), &measures[STALL_SHOWING]);
  tv_window_table_measure (&watch, measures + FIRST_OF_TABLE);
  for (guint i = 0; i < N_ZOOMS; i++)
    measure_zoom (&watch, zooms[i], measures + FIRST_OF_ZOOMS + i * N_EACH_ZOOM);
  measure_zooming (&watch, measures + FIRST_ZOOMING);
  measure_hits (&watch, measures + FIRST_HITS);
  return TRUE;
}

static void
print_all (const TvBenchTable *table, const char *title, TvSamples **samples)
{
  static const char *const opening[] = {
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
  static const char *const moving[] = { "whole picture",
                                        "pan, a frame",
                                        "pan, longest turn of the main loop",
                                        "pan, main thread a frame, median",
                                        "pan, main thread a frame, worst",
                                        "pointer, main thread a move, median",
                                        "pointer, main thread a move, worst" };
  static const char *const zooming[] = { "zooming in, main thread a frame, median",
                                         "zooming in, main thread a frame, worst" };

  static const char *const searched[]
      = { "at 1/4, with hits of a search: pan, main thread a frame, median",
          "at 1/4, with hits of a search: pan, main thread a frame, worst" };

  tv_bench_table_head (table, title);
  for (guint i = 0; i < N_OPENING; i++)
    tv_bench_table_small_row (opening[i], samples[i]);
  for (guint i = 0; i < TV_WINDOW_N_TABLE; i++)
    tv_bench_table_small_row (tv_window_table_names[i], samples[FIRST_OF_TABLE + i]);
  for (guint i = 0; i < N_ZOOMS; i++)
    for (guint j = 0; j < N_EACH_ZOOM; j++)
      {
        g_autofree char *name = g_strdup_printf ("at 1/%u: %s", zooms[i], moving[j]);

        tv_bench_table_small_row (name, samples[FIRST_OF_ZOOMS + i * N_EACH_ZOOM + j]);
      }
  for (guint i = 0; i < N_ZOOMING; i++)
    tv_bench_table_small_row (zooming[i], samples[FIRST_ZOOMING + i]);
  for (guint i = 0; i < N_HITS; i++)
    tv_bench_table_small_row (searched[i], samples[FIRST_HITS + i]);
}

static gboolean
measure_all (const TvBenchOptions *options, TvBenchTrace trace, const char *title,
             GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, trace, error);
  const TvBenchTable table = { options->n_events, NULL };
  TvMeasure measures[N_MEASURES];
  TvSamples *samples[N_MEASURES];
  gboolean done = path != NULL;

  for (guint i = 0; i < N_MEASURES; i++)
    samples[i] = tv_samples_new ();
  for (int run = 0; done && run < options->n_runs; run++)
    {
      done = tv_measure_in_child (live, path, measures, N_MEASURES, error);
      for (guint i = 0; done && i < N_MEASURES; i++)
        tv_samples_add (samples[i], &measures[i]);
    }
  if (done)
    print_all (&table, title, samples);
  for (guint i = 0; i < N_MEASURES; i++)
    tv_samples_free (samples[i]);
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
      if (measure_all (&options, TV_BENCH_CLASSIC, "the window", &error)
          && measure_all (&options, TV_BENCH_MANY_METHODS,
                          "the window, a tenth as many methods", &error))
        return EXIT_SUCCESS;
    }
  g_printerr ("bench-window: %s\n", error->message);
  return EXIT_FAILURE;
}
