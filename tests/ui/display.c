/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/display.h"

#include "support/test-runner.h"
#include "ui/widgets/job.h"
#include "ui/widgets/later.h"

#include <check.h>
#include <gdk/x11/gdkx.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif
#include <stdlib.h>
#include <string.h>

/* Long enough for a slow machine under a sanitizer. A test that passes never waits it
 * out. */
#define DEADLINE_SECONDS 120

#define POLL_MS 10
/* Longer than the time from one frame to the next. */
#define FRAME_MS 34
/* Longer than GTK waits before it does something. */
#define REST_MS 5000

/* Whether the test is about what goes on meanwhile. */
static gboolean is_busy;

/* How many files are read; NULL where none are. */
static guint (*count_files) (void);

static guint
count_loads (void)
{
  return count_files != NULL ? count_files () : 0;
}

static gboolean
wake_up (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Returns how many milliseconds the main loop has nothing to do; G_MAXINT where only
 * the outside can wake it. A frame that is asked for is a source of it, too. */
static int
get_rest (void)
{
  GMainContext *context = g_main_context_default ();
  g_autofree GPollFD *fds = NULL;
  gboolean is_ready;
  int n_fds;
  int timeout;

  ck_assert (g_main_context_acquire (context));
  is_ready = g_main_context_prepare (context, NULL);
  n_fds = g_main_context_query (context, G_MAXINT, &timeout, NULL, 0);
  fds = g_new0 (GPollFD, (gsize) n_fds);
  n_fds = g_main_context_query (context, G_MAXINT, &timeout, fds, n_fds);
  /* Wayland's source ends here what it has prepared. */
  g_main_context_check (context, G_MAXINT, fds, n_fds);
  g_main_context_release (context);
  if (is_ready)
    return 0;
  return timeout < 0 ? G_MAXINT : timeout;
}

static gboolean
is_idle (gpointer data)
{
  /* Brings what the server has to tell so far. */
  gdk_display_sync (gdk_display_get_default ());
  return !g_main_context_pending (NULL) && tv_gui_count_file_operations () == 0
         && (is_busy || tv_job_get_n_running () + count_loads () == 0)
         && get_rest () > FRAME_MS;
}

static gboolean
run_until (TvCondition condition, gpointer data, gboolean skips_time)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;
  gboolean holds = FALSE;

  while (!(holds = condition (data)) && g_get_monotonic_time () < deadline)
    {
      /* Frames come first: a condition that takes long would leave no time for them. */
      guint source = g_timeout_add_full (G_PRIORITY_LOW, POLL_MS, wake_up, NULL, NULL);

      g_main_context_iteration (NULL, TRUE);
      g_source_remove (source);
      /* What holds now may end with the next action. */
      if (skips_time && is_idle (NULL) && !condition (data))
        tv_later_skip ();
    }
  return holds;
}

/**
 * tv_gui_wait_until:
 * @condition: what to wait for
 * @data: for @condition
 *
 * Runs the main loop until @condition holds. Where the program is idle before, the time
 * passes until it does something by itself; it passes nowhere else.
 *
 * Returns: whether it does, in time
 */
gboolean
tv_gui_wait_until (TvCondition condition, gpointer data)
{
  return run_until (condition, data, TRUE);
}

/**
 * tv_gui_wait:
 * @condition: what to wait for
 * @data: for @condition
 * @what: the same in words, for the message of a failure
 *
 * Runs the main loop until @condition holds, and fails the test if it does not in time.
 */
void
tv_gui_wait (TvCondition condition, gpointer data, const char *what)
{
  ck_assert_msg (tv_gui_wait_until (condition, data), "waited in vain for: %s", what);
}

static gboolean
is_told_of_files (gpointer data)
{
  return tv_gui_count_file_operations () == 0;
}

/**
 * tv_gui_settle:
 *
 * Runs the main loop until the program is idle: every event that the server has sent is
 * handled, no job runs, GTK waits for no file, and no window or popover asks for a
 * frame.
 */
void
tv_gui_settle (void)
{
  if (is_busy)
    {
      ck_assert (run_until (is_told_of_files, NULL, FALSE));
      tv_gui_draw ();
    }
  else if (!run_until (is_idle, NULL, FALSE))
    {
      g_autofree char *due = tv_later_dup_names ();

      ck_abort_msg (
          "never idle: %u jobs run, %u files are read, %d answers about files are "
          "due, the main loop rests for %d ms, due are: %s",
          tv_job_get_n_running (), count_loads (), tv_gui_count_file_operations (),
          get_rest (), due);
    }
}

static gboolean
is_at_rest (gpointer data)
{
  return is_idle (NULL) && get_rest () > REST_MS;
}

/**
 * tv_gui_rest:
 *
 * Runs the main loop until GTK has nothing due, such as a tooltip. The program's own
 * time stands.
 */
void
tv_gui_rest (void)
{
  tv_gui_settle ();
  ck_assert (run_until (is_at_rest, NULL, FALSE));
}

/**
 * tv_gui_set_busy:
 * @busy: whether something goes on that does not end by itself, such as a job or an
 *   animation
 *
 * Has tv_gui_settle() wait for the next frames, and for dialogs that ask about files,
 * for what a person does meanwhile.
 */
void
tv_gui_set_busy (gboolean busy)
{
  is_busy = busy;
}

typedef struct
{
  GtkWidget *window;
  guint n_frames;
} Drawing;

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ((Drawing *) data)->n_frames++;
  return G_SOURCE_CONTINUE;
}

/* The first frame may have begun before, the second one is drawn when the third begins.
 * None comes of a window that is closed meanwhile. */
static gboolean
has_drawn (gpointer data)
{
  const Drawing *drawing = data;

  return drawing->n_frames >= 3 || !gtk_widget_get_mapped (drawing->window);
}

/* Returns a window that is shown, or NULL. */
static GtkWidget *
dup_shown_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (gtk_widget_get_mapped (window))
        return g_steal_pointer (&window);
    }
  return NULL;
}

/**
 * tv_gui_draw:
 *
 * Runs the main loop until every event that the server has sent is handled and what it
 * changed is drawn, although the program is not idle.
 */
void
tv_gui_draw (void)
{
  g_autoptr (GtkWidget) window = dup_shown_window ();
  Drawing drawing = { window, 0 };
  guint tick;

  gdk_display_sync (gdk_display_get_default ());
  if (window == NULL)
    return;
  tick = gtk_widget_add_tick_callback (window, count_frame, &drawing, NULL);
  tv_gui_wait (has_drawn, &drawing, "frames to be drawn");
  gtk_widget_remove_tick_callback (window, tick);
}

static Display *
get_display (void)
{
  return gdk_x11_display_get_xdisplay (gdk_display_get_default ());
}

static Window
get_window (GtkWidget *widget)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  return gdk_x11_surface_get_xid (surface);
}

/**
 * tv_gui_park:
 *
 * Moves the pointer to the corner of the screen that no window reaches.
 */
void
tv_gui_park (void)
{
  const int screen = DefaultScreen (get_display ());

  XWarpPointer (get_display (), None, DefaultRootWindow (get_display ()), 0, 0, 0, 0,
                DisplayWidth (get_display (), screen) - 1,
                DisplayHeight (get_display (), screen) - 1);
  tv_gui_settle ();
}

static gboolean
is_active (gpointer data)
{
  return gtk_window_is_active (data);
}

/**
 * tv_gui_focus:
 * @widget: a widget of a window that is shown
 *
 * Gives the keyboard to the window of @widget: there is no window manager to do so.
 */
void
tv_gui_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  Window window = get_window (GTK_WIDGET (root));

  XRaiseWindow (get_display (), window);
  XSetInputFocus (get_display (), window, RevertToParent, CurrentTime);
  tv_gui_wait (is_active, root, "the window to get the focus");
}

typedef struct
{
  GdkSurface *surface;
  int width;
  int height;
} SizeWait;

static gboolean
has_size (gpointer data)
{
  SizeWait *wait = data;

  return gdk_surface_get_width (wait->surface) == wait->width
         && gdk_surface_get_height (wait->surface) == wait->height;
}

/**
 * tv_gui_resize:
 * @widget: a widget of a window that is shown
 * @width: in pixels
 * @height: in pixels
 *
 * Makes the window of @widget as large, as the user does by its border.
 */
void
tv_gui_resize (GtkWidget *widget, int width, int height)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  SizeWait wait = { gtk_native_get_surface (GTK_NATIVE (root)), width, height };

  XResizeWindow (get_display (), get_window (root), (unsigned) width,
                 (unsigned) height);
  tv_gui_wait (has_size, &wait, "the window to get its size");
  tv_gui_settle ();
}

/* GTK's own file dialog draws the buttons of its path before they have a place, if the
 * answers about folders come late. */
static gboolean
is_by_file_dialog (const char *message)
{
  return strstr (message, "GtkButton") != NULL
         && tv_gui_find_dialog ("GtkFileChooserDialog") != NULL;
}

/* GTK leaves out of a frame what asks for another layout while it is being laid out,
 * and what is less than nothing wide. */
static GLogWriterOutput
fail_on_blank (GLogLevelFlags level, const GLogField *fields, gsize n_fields,
               gpointer user_data)
{
  const GLogWriterOutput output
      = g_log_writer_default (level, fields, n_fields, user_data);

  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE")
        && (strstr (fields[i].value, "without a current allocation") != NULL
            || strstr (fields[i].value, "but sizes must be >= 0") != NULL)
        && !is_by_file_dialog (fields[i].value))
      abort ();
  return output;
}

/* GLib never frees its first table of quarks, not even when it makes a larger one. The
 * stacks of ASan are too short there for a suppression to match. What libraries
 * allocate before main() is not ours to free. */
#ifdef __SANITIZE_ADDRESS__
static void
trust_libraries (void)
{
  __lsan_disable ();
}

__attribute__ ((section (".preinit_array"),
                used)) static void (*before_libraries) (void)
    = trust_libraries;
#endif

/* Takes the place of GLib's function, for GTK's frame clock: it would wait for the next
 * sixtieth of a second, and a test for it. On OpenGL, all is as users have it. */
guint
g_timeout_add_full (gint priority, guint interval, GSourceFunc function, gpointer data,
                    GDestroyNotify notify)
{
  const gboolean is_frame = priority == GDK_PRIORITY_REDRAW
                            && g_strcmp0 (g_getenv ("GSK_RENDERER"), "cairo") == 0;
  g_autoptr (GSource) source
      = g_timeout_source_new (is_frame ? MIN (interval, 1) : interval);

  g_source_set_priority (source, priority);
  g_source_set_callback (source, function, data, notify);
  return g_source_attach (source, NULL);
}

/**
 * tv_gui_prepare:
 * @count: (nullable): says how many files are being read
 *
 * Readies GTK, so that nothing depends on time or chance: nothing moves by itself.
 */
void
tv_gui_prepare (guint (*count) (void))
{
  static gboolean is_ready;

  count_files = count;
  if (is_ready)
    return;
  is_ready = TRUE;
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable ();
#endif
  gtk_init ();
  g_log_set_writer_func (fail_on_blank, NULL, NULL);
  tv_later_set_clock (FALSE);
  g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", FALSE,
                "gtk-enable-animations", FALSE, NULL);
}

/**
 * tv_display_prepare:
 *
 * Readies GTK for tests of views, without mouse and keys.
 */
void
tv_display_prepare (void)
{
  tv_gui_prepare (NULL);
}
