/* SPDX-License-Identifier: Apache-2.0 */

/* Opens, selects, zooms and closes a trace, on the display and with the renderer that
 * most people have: SMOKE_DISPLAY and SMOKE_RENDERER name their types. Whether the
 * window draws is seen on screenshots, for nothing else needs the renderer to work. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/session/session-colors.h"

#include <check.h>
#include <glib/gstdio.h>

/* A change of so many pixels is more than a cursor that blinks. */
#define N_CHANGED 300

/* The colours of that many methods cover at least so many pixels of strips and
 * swatches. */
#define N_METHODS 6
#define N_COLORED 500

typedef struct
{
  int width;
  int height;
  guint32 *argb;
} Screen;

static void
screen_free (Screen *screen)
{
  g_free (screen->argb);
  g_free (screen);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Screen, screen_free)

static void
on_screenshot_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  gboolean *done = user_data;
  g_autoptr (GError) error = NULL;

  *done = TRUE;
  ck_assert_msg (g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error),
                 "screenshot: %s", error != NULL ? error->message : "");
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static Screen *
take_screenshot (void)
{
  g_autofree char *program = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                               "support", "screenshot", NULL);
  g_autofree char *path
      = g_build_filename (g_get_user_runtime_dir (), "screen.png", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, path, NULL);
  g_autoptr (GdkTexture) texture = NULL;
  Screen *screen = g_new0 (Screen, 1);
  gboolean done = FALSE;

  ck_assert_msg (process != NULL, "%s", error != NULL ? error->message : "");
  g_subprocess_wait_check_async (process, NULL, on_screenshot_done, &done);
  tv_gui_wait (is_true, &done, "the screenshot");
  texture = gdk_texture_new_from_filename (path, &error);
  ck_assert_msg (texture != NULL, "%s", error != NULL ? error->message : "");
  g_remove (path);

  screen->width = gdk_texture_get_width (texture);
  screen->height = gdk_texture_get_height (texture);
  screen->argb = g_new (guint32, (gsize) screen->width * (gsize) screen->height);
  gdk_texture_download (texture, (guchar *) screen->argb,
                        (gsize) screen->width * sizeof (guint32));
  return screen;
}

static guint
count_changed (const Screen *before, const Screen *after)
{
  const gsize n_pixels = (gsize) before->width * (gsize) before->height;
  guint n = 0;

  ck_assert_int_eq (before->width, after->width);
  ck_assert_int_eq (before->height, after->height);
  for (gsize i = 0; i < n_pixels; i++)
    n += before->argb[i] != after->argb[i];
  return n;
}

/* Counts the pixels in the colours of the methods that took longest. */
static guint
count_colored (const Screen *screen, TvTraceSession *session)
{
  const gsize n_pixels = (gsize) screen->width * (gsize) screen->height;
  TvSessionColors *colors = tv_trace_session_get_colors (session);
  const TvRanking *ranking = tv_trace_session_get_whole_ranking (session);
  guint n = 0;

  for (guint rank = 0; rank < N_METHODS; rank++)
    {
      const TvColor color = tv_session_colors_get_color (
          colors, FALSE, tv_method_sequence_get (ranking->sequence, rank));
      const guint32 argb = 0xff000000 | (guint32) color.red << 16
                           | (guint32) color.green << 8 | color.blue;

      for (gsize i = 0; i < n_pixels; i++)
        n += screen->argb[i] == argb;
    }
  return n;
}

/* Takes screenshots until one differs from @before: a frame may be on its way. */
static Screen *
wait_for_change (const Screen *before, const char *what)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (Screen) after = NULL;

      tv_gui_settle ();
      after = take_screenshot ();
      if (count_changed (before, after) >= N_CHANGED)
        return g_steal_pointer (&after);
    }
  ck_abort_msg ("nothing changed on the screen: %s", what);
}

/* The same for the colours of a trace to be there, or to be gone. */
static Screen *
wait_for_colors (TvTraceSession *session, gboolean wanted)
{
  guint n = 0;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (Screen) screen = NULL;

      tv_gui_settle ();
      screen = take_screenshot ();
      n = count_colored (screen, session);
      if (wanted ? n >= N_COLORED : n == 0)
        return g_steal_pointer (&screen);
    }
  ck_abort_msg ("%u pixels have the colours of methods", n);
}

static void
assert_type (gpointer object, const char *variable)
{
  ck_assert_ptr_nonnull (g_getenv (variable));
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (object), g_getenv (variable));
}

static void
zoom_in (TvWindow *window)
{
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");

  for (guint i = 0; i < 4; i++)
    ck_assert (gtk_widget_activate_action (timeline, "timeline.zoom-in", NULL));
}

START_TEST (opens_selects_zooms_and_closes)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "data",
                                            "examples", "app-start.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvTraceSession) session = NULL;
  g_autoptr (Screen) welcome = NULL;
  g_autoptr (Screen) whole = NULL;
  g_autoptr (Screen) selected = NULL;
  g_autoptr (Screen) zoomed = NULL;
  g_autoptr (Screen) closed = NULL;
  TvWindow *window = tv_window_new (tv_gui_start ());

  gtk_window_present (GTK_WINDOW (window));
  tv_gui_wait_for_page (window, "welcome");
  assert_type (gdk_display_get_default (), "SMOKE_DISPLAY");
  assert_type (gtk_native_get_renderer (GTK_NATIVE (window)), "SMOKE_RENDERER");
  welcome = take_screenshot ();

  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "trace");
  session = g_object_ref (tv_window_get_session (window));
  ck_assert_uint_eq (count_colored (welcome, session), 0);
  whole = wait_for_colors (session, TRUE);

  tv_trace_session_select_method (
      session, tv_method_sequence_get (
                   tv_trace_session_get_whole_ranking (session)->sequence, 3));
  selected = wait_for_change (whole, "selecting a method");

  zoom_in (window);
  zoomed = wait_for_change (selected, "zooming in");
  ck_assert_uint_gt (count_colored (zoomed, session), 0);

  tv_gui_close (window);
  closed = wait_for_colors (session, FALSE);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
