/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/window-watch.h"

#include "config.h"

#include "bench/measure.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The picture is whole when nothing was drawn and no worker computed for so many
 * seconds. */
#define SILENCE 0.25
#define POLL_MS 10
#define IDLE_SHARE 0.2
#define WIDTH 1600
#define HEIGHT 900

/* The main loop's poll function has no data of its own. */
static struct
{
  double woke;     /* when the turn began */
  double worked;   /* the thread's work until then */
  double waited;   /* how long it had waited for a processor until then */
  int statistics;  /* the system's file about the thread, or below 0 */
  TvLoopStall max; /* so far */

  void (*snapshot) (GtkWidget *widget, GtkSnapshot *snapshot); /* of the window class */
  double snapshot_work;
} loop;

/* Returns the seconds that the calling thread has computed. */
double
tv_window_watch_get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* How long this thread could have run, but others did. */
static double
get_thread_wait (void)
{
  char text[100] = "";
  char *end = NULL;

  if (loop.statistics < 0 || pread (loop.statistics, text, sizeof text - 1, 0) <= 0)
    return 0;
  (void) strtoull (text, &end, 10);
  return (double) strtoull (end, NULL, 10) / 1e9;
}

static void
begin_turn (double now)
{
  loop.woke = now;
  loop.worked = tv_window_watch_get_work ();
  loop.waited = get_thread_wait ();
}

static void
end_turn (void)
{
  const double length = tv_measure_now () - loop.woke;

  loop.max.work = MAX (loop.max.work, tv_window_watch_get_work () - loop.worked);
  if (length <= loop.max.length)
    return;
  loop.max.length = length;
  loop.max.waited = get_thread_wait () - loop.waited;
}

static int
poll_watched (GPollFD *fds, guint n_fds, int timeout)
{
  int result = 0;

  end_turn ();
  result = g_poll (fds, n_fds, timeout);
  begin_turn (tv_measure_now ());
  return result;
}

TvLoopStall
tv_window_watch_take_stall (void)
{
  TvLoopStall stall = loop.max;

  loop.max = (TvLoopStall){ 0 };
  return stall;
}

/* Our own code of a frame ends with the snapshot. Then GTK renders it. */
static void
take_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  loop.snapshot (widget, snapshot);
  loop.snapshot_work = tv_window_watch_get_work ();
}

static void
note_frame (GdkFrameClock *clock, gpointer user_data)
{
  TvWindowWatch *watch = user_data;

  watch->frame = tv_measure_now ();
  watch->frame_work = tv_window_watch_get_work ();
  watch->snapshot_work = loop.snapshot_work;
  if (watch->first_frame <= 0)
    {
      /* The rest of this turn belongs to loading. */
      watch->first_frame = watch->frame;
      begin_turn (watch->frame);
      tv_window_watch_take_stall ();
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

/* Whether the window has the trace. */
static gboolean
is_adding_up (TvWindowWatch *watch)
{
  GObject *label = gtk_widget_get_template_child (GTK_WIDGET (watch->window),
                                                  TV_TYPE_WINDOW, "loading_label");

  return g_str_equal (gtk_label_get_label (GTK_LABEL (label)), _ ("Adding up…"));
}

void
tv_window_watch_turn (TvWindowWatch *watch)
{
  g_main_context_iteration (NULL, TRUE);
  if (watch->loaded <= 0 && is_adding_up (watch))
    watch->loaded = tv_measure_now ();
  if (watch->stall_loading.length < 0
      && g_strcmp0 (tv_window_get_page (watch->window), "trace") == 0)
    watch->stall_loading = tv_window_watch_take_stall ();
}

/* Runs the main loop until nothing is drawn any more and the workers rest. */
void
tv_window_watch_settle (TvWindowWatch *watch)
{
  double now = tv_measure_now ();
  double busy = now; /* when the process last was at work */
  double looked = now;
  double cpu = tv_measure_get_cpu ();

  while (now - MAX (watch->frame, busy) < SILENCE)
    {
      tv_window_watch_turn (watch);
      now = tv_measure_now ();
      if (now - looked < POLL_MS / 1e3)
        continue;
      if (tv_measure_get_cpu () - cpu > IDLE_SHARE * (now - looked))
        busy = now;
      looked = now;
      cpu = tv_measure_get_cpu ();
    }
}

/* Another size once it is shown would draw the first picture twice. */
static void
set_size (GtkApplication *application, GtkWindow *window)
{
  gtk_window_set_default_size (window, WIDTH, HEIGHT);
}

gboolean
tv_window_watch_open (TvApplication *application, const char *path,
                      TvWindowWatch *watch)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWindow *window = NULL;
  const double opened = tv_measure_now ();
  const gulong handler
      = g_signal_connect (application, "window-added", G_CALLBACK (set_size), NULL);

  g_application_open (G_APPLICATION (application), &file, 1, "");
  g_signal_handler_disconnect (application, handler);
  window = gtk_application_get_active_window (GTK_APPLICATION (application));
  loop.snapshot = GTK_WIDGET_GET_CLASS (window)->snapshot;
  GTK_WIDGET_GET_CLASS (window)->snapshot = take_snapshot;
  *watch = (TvWindowWatch){ .window = TV_WINDOW (window),
                            .opened = opened,
                            .stall_loading = { -1, 0, 0 } };
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                    G_CALLBACK (note_frame), watch);
  while (watch->first_trace <= 0
         && g_strcmp0 (tv_window_get_page (watch->window), "error") != 0)
    tv_window_watch_turn (watch);
  tv_window_watch_settle (watch);
  return watch->first_trace > 0;
}

/* Returns whether there was a frame before long. */
gboolean
tv_window_watch_wait_for_frame (TvWindowWatch *watch)
{
  double before = watch->frame;
  double asked = tv_measure_now ();

  while (watch->frame <= before && tv_measure_now () - asked < SILENCE)
    tv_window_watch_turn (watch);
  return watch->frame > before;
}

/* Watches the turns of the main loop from now on. @begun is when this one began. */
void
tv_window_watch_start (double begun)
{
  loop.statistics = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  begin_turn (begun);
  g_main_context_set_poll_func (NULL, poll_watched);
  g_timeout_add (POLL_MS, wake_up, NULL);
}

/* Begins a turn anew, before something whose time is measured. */
void
tv_window_watch_begin_turn (double now)
{
  begin_turn (now);
}
