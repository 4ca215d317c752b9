/* SPDX-License-Identifier: Apache-2.0 */

/* The whole window: from the name of a file to a picture, and how the picture follows
 * when the view moves. Needs a display. */

#include "app/application.h"
#include "app/window.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "ui/profile-panel.h"

#include <stdlib.h>

/* Nothing was drawn for so long, and no worker computed: the picture is whole. */
#define SILENCE 0.25
#define POLL_MS 10
#define IDLE_SHARE 0.2
#define WIDTH 1400
#define HEIGHT 900
#define N_PANS 30
#define N_SORTS 5
#define SCROLL_STEP 60 /* pixels: a notch of the wheel */
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
  STALL_SHOWING,
  N_OPENING
};

enum
{
  SETTLED,
  PANNED,
  PAN_STALL,
  N_EACH_ZOOM
};

enum
{
  SORT_PAINTED,
  SORT_STALL,
  SCROLLED,
  SCROLL_STALL,
  JUMPED,
  JUMP_STALL,
  N_TABLE
};

#define N_MEASURES (N_OPENING + N_TABLE + N_ZOOMS * N_EACH_ZOOM)
#define FIRST_OF_TABLE N_OPENING
#define FIRST_OF_ZOOMS (N_OPENING + N_TABLE)

/* The main loop's poll function has no data of its own. */
static struct
{
  double woke;  /* when the loop last had something to do */
  double stall; /* the longest that it took to do it */
} loop;

typedef struct
{
  TvWindow *window;
  double frame;       /* when the last frame was ready */
  double first_frame; /* when the first was */
  double first_trace; /* when the first with the trace was */
  double stall_loading;
} Watch;

static int
poll_watched (GPollFD *fds, guint n_fds, int timeout)
{
  int result = 0;

  loop.stall = MAX (loop.stall, tv_measure_now () - loop.woke);
  result = g_poll (fds, n_fds, timeout);
  loop.woke = tv_measure_now ();
  return result;
}

static double
take_stall (void)
{
  double stall = loop.stall;

  loop.stall = 0;
  return stall;
}

static void
note_frame (GdkFrameClock *clock, gpointer user_data)
{
  Watch *watch = user_data;

  watch->frame = tv_measure_now ();
  if (watch->first_frame <= 0)
    {
      watch->first_frame = watch->frame;
      take_stall ();
    }
  if (watch->first_trace <= 0
      && g_strcmp0 (tv_window_get_page (watch->window), "trace") == 0)
    watch->first_trace = watch->frame;
}

static gboolean
wake_up (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
turn (Watch *watch)
{
  g_main_context_iteration (NULL, TRUE);
  if (watch->stall_loading < 0
      && g_strcmp0 (tv_window_get_page (watch->window), "trace") == 0)
    watch->stall_loading = take_stall ();
}

/* Runs the main loop until nothing is drawn any more and the workers rest. */
static void
settle (Watch *watch)
{
  double now = tv_measure_now ();
  double busy = now; /* when the process last was at work */
  double looked = now;
  double cpu = tv_measure_get_cpu ();

  while (now - MAX (watch->frame, busy) < SILENCE)
    {
      turn (watch);
      now = tv_measure_now ();
      if (now - looked < POLL_MS / 1e3)
        continue;
      if (tv_measure_get_cpu () - cpu > IDLE_SHARE * (now - looked))
        busy = now;
      looked = now;
      cpu = tv_measure_get_cpu ();
    }
}

static gboolean
open_window (TvApplication *application, const char *path, Watch *watch)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWindow *window = NULL;

  g_application_open (G_APPLICATION (application), &file, 1, "");
  window = gtk_application_get_active_window (GTK_APPLICATION (application));
  gtk_window_set_default_size (window, WIDTH, HEIGHT);
  *watch = (Watch){ .window = TV_WINDOW (window), .stall_loading = -1 };
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (note_frame), watch);
  while (watch->first_trace <= 0
         && g_strcmp0 (tv_window_get_page (watch->window), "error") != 0)
    turn (watch);
  settle (watch);
  return watch->first_trace > 0;
}

static void
wait_for_frame (Watch *watch)
{
  double before = watch->frame;
  double asked = tv_measure_now ();

  while (watch->frame <= before && tv_measure_now () - asked < SILENCE)
    turn (watch);
}

static GtkWidget *
find_panel (GtkWidget *root)
{
  GtkWidget *found = TV_IS_PROFILE_PANEL (root) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = find_panel (child);
  return found;
}

static void
note_order (TvProfileModel *methods, gboolean *reordered)
{
  *reordered = TRUE;
}

/* What a click on a header does: another order, up to the frame that shows it. Columns
 * by turns, the slowest counts; the first click also has to sort by name, which equal
 * methods stand in. */
static void
measure_sorting (Watch *watch, TvProfilePanel *panel, TvMeasure *measures)
{
  static const TvProfileColumn columns[N_SORTS]
      = { TV_PROFILE_COLUMN_EXCL_CPU, TV_PROFILE_COLUMN_CALLS, TV_PROFILE_COLUMN_NAME,
          TV_PROFILE_COLUMN_INCL_REAL, TV_PROFILE_COLUMN_WAITING };
  TvProfileModel *methods
      = tv_profile_tree_get_methods (tv_profile_panel_get_tree (panel));
  gboolean reordered = FALSE;
  gulong handler
      = g_signal_connect (methods, "reordered", G_CALLBACK (note_order), &reordered);

  for (guint i = 0; i < N_SORTS; i++)
    {
      double begun = tv_measure_now ();
      double stall = 0;

      take_stall ();
      reordered = FALSE;
      loop.woke = begun;
      gtk_column_view_sort_by_column (tv_profile_panel_get_column_view (panel),
                                      tv_profile_panel_get_column (panel, columns[i]),
                                      GTK_SORT_DESCENDING);
      while (!reordered)
        turn (watch);
      wait_for_frame (watch);
      measures[SORT_PAINTED].seconds
          = MAX (measures[SORT_PAINTED].seconds, watch->frame - begun);
      settle (watch);
      stall = take_stall ();
      measures[SORT_STALL].seconds = MAX (measures[SORT_STALL].seconds, stall);
    }
  g_signal_handler_disconnect (methods, handler);
}

/* Moves the table N_PANS times and finds the time of a move and of its longest turn. */
static void
measure_scrolling (Watch *watch, TvProfilePanel *panel, double step, TvMeasure *moved,
                   TvMeasure *stall)
{
  GtkWidget *table
      = gtk_widget_get_parent (GTK_WIDGET (tv_profile_panel_get_rows (panel)));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  double begun;

  settle (watch);
  take_stall ();
  begun = tv_measure_now ();
  for (int i = 0; i < N_PANS; i++)
    {
      gtk_adjustment_set_value (adjustment,
                                gtk_adjustment_get_value (adjustment) + step);
      wait_for_frame (watch);
    }
  moved->seconds = (tv_measure_now () - begun) / N_PANS;
  stall->seconds = take_stall ();
  gtk_adjustment_set_value (adjustment, 0);
}

static void
measure_table (Watch *watch, TvMeasure measures[N_TABLE])
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (find_panel (GTK_WIDGET (watch->window)));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (
      gtk_widget_get_parent (GTK_WIDGET (tv_profile_panel_get_rows (panel)))));

  for (guint i = 0; i < N_TABLE; i++)
    measures[i].seconds = 0;
  measure_sorting (watch, panel, measures);
  measure_scrolling (watch, panel, SCROLL_STEP, &measures[SCROLLED],
                     &measures[SCROLL_STALL]);
  measure_scrolling (watch, panel, gtk_adjustment_get_upper (adjustment) / (N_PANS + 1),
                     &measures[JUMPED], &measures[JUMP_STALL]);
}

/* Jumps to a view, waits for the whole picture, then moves it frame by frame. */
static void
measure_zoom (Watch *watch, guint zoom, TvMeasure measures[N_EACH_ZOOM])
{
  TvTraceSession *session = tv_window_get_session (watch->window);
  double begun = tv_measure_now ();
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 width;

  tv_trace_session_get_full_range (session, &full_start, &full_end);
  width = (full_end - full_start) / zoom;
  start = full_start + (full_end - full_start - width) / 2;
  tv_trace_session_set_view (session, start, start + width);
  settle (watch);
  measures[SETTLED].seconds = MAX (watch->frame - begun, 0);

  take_stall ();
  begun = tv_measure_now ();
  for (int i = 0; i < N_PANS; i++)
    {
      start += width / 200;
      tv_trace_session_set_view (session, start, start + width);
      wait_for_frame (watch);
    }
  measures[PANNED].seconds = (tv_measure_now () - begun) / N_PANS;
  measures[PAN_STALL].seconds = take_stall ();
  settle (watch);
}

/* A life of the program: opens a trace, looks here and there, and ends. */
static gboolean
live (gpointer path, TvMeasure *measures, GError **error)
{
  double begun = tv_measure_now ();
  g_autoptr (TvApplication) application = NULL;
  Watch watch;

  loop.woke = begun;
  g_main_context_set_poll_func (NULL, poll_watched);
  application = tv_application_new ();
  if (!g_application_register (G_APPLICATION (application), NULL, error))
    return FALSE;

  g_timeout_add (POLL_MS, wake_up, NULL);
  if (!open_window (application, path, &watch))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not shown",
                   (const char *) path);
      return FALSE;
    }
  measures[FIRST_FRAME].seconds = watch.first_frame - begun;
  measures[FIRST_TRACE].seconds = watch.first_trace - begun;
  measures[WHOLE_TRACE].seconds = watch.frame - begun;
  measures[STALL_LOADING].seconds = watch.stall_loading;
  measures[STALL_SHOWING].seconds = take_stall ();
  measure_table (&watch, measures + FIRST_OF_TABLE);
  for (guint i = 0; i < N_ZOOMS; i++)
    measure_zoom (&watch, zooms[i], measures + FIRST_OF_ZOOMS + i * N_EACH_ZOOM);
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
    "longest turn of the main loop: showing",
  };
  static const char *const of_table[] = {
    "click on a header: painted, the slowest column",
    "click on a header: longest turn of the main loop",
    "scroll the methods: a frame",
    "scroll the methods: longest turn of the main loop",
    "jump in the methods: a frame",
    "jump in the methods: longest turn of the main loop",
  };
  static const char *const moving[]
      = { "whole picture", "pan, a frame", "pan, longest turn of the main loop" };

  tv_bench_table_head (table, title);
  for (guint i = 0; i < N_OPENING; i++)
    tv_bench_table_small_row (opening[i], samples[i]);
  for (guint i = 0; i < N_TABLE; i++)
    tv_bench_table_small_row (of_table[i], samples[FIRST_OF_TABLE + i]);
  for (guint i = 0; i < N_ZOOMS; i++)
    for (guint j = 0; j < N_EACH_ZOOM; j++)
      {
        g_autofree char *name = g_strdup_printf ("at 1/%u: %s", zooms[i], moving[j]);

        tv_bench_table_small_row (name, samples[FIRST_OF_ZOOMS + i * N_EACH_ZOOM + j]);
      }
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
