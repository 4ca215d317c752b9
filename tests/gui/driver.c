/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"

#include <check.h>
#include <gdk/x11/gdkx.h>
#include <stdarg.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif
#include <stdlib.h>
#include <string.h>

/* Long enough for a slow machine under a sanitizer. A test that passes never waits it
 * out. */
#define DEADLINE_SECONDS 120

#define POLL_MS 10
#define SKIPPED 77 /* to meson */

static gboolean
wake_up (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/**
 * tv_gui_wait_until:
 * @condition: what to wait for
 * @data: for @condition
 *
 * Runs the main loop until @condition holds.
 *
 * Returns: whether it does, in time
 */
gboolean
tv_gui_wait_until (TvCondition condition, gpointer data)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;
  /* Frames come first: a condition that takes long would leave no time for them. */
  guint source = g_timeout_add_full (G_PRIORITY_LOW, POLL_MS, wake_up, NULL, NULL);
  gboolean holds = FALSE;

  while (!(holds = condition (data)) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  return holds;
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
count_frames (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  guint *n_frames = data;

  (*n_frames)++;
  return G_SOURCE_CONTINUE;
}

static gboolean
has_drawn (gpointer data)
{
  return *(guint *) data >= 3 && !g_main_context_pending (NULL);
}

/**
 * tv_gui_settle:
 *
 * Runs the main loop until every event that the server has sent is handled and what it
 * changed is drawn: for the assertion that something did not happen, which cannot be
 * waited for.
 */
void
tv_gui_settle (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n_frames = 0;
  g_autoptr (GtkWidget) window = NULL;
  guint tick = 0;

  /* Brings what the server has to tell so far. */
  gdk_display_sync (gdk_display_get_default ());
  for (guint i = 0; window == NULL && i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) candidate = g_list_model_get_item (windows, i);

      if (gtk_widget_get_mapped (candidate))
        window = g_steal_pointer (&candidate);
    }
  if (window == NULL)
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      return;
    }
  tick = gtk_widget_add_tick_callback (window, count_frames, &n_frames, NULL);
  tv_gui_wait (has_drawn, &n_frames, "frames to be drawn");
  gtk_widget_remove_tick_callback (window, tick);
}

static void
take_exit (GObject *source, GAsyncResult *result, gpointer user_data)
{
  gboolean *done = user_data;

  *done = TRUE;
  ck_assert (g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, NULL));
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
run_xdotool (const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process
      = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  gboolean done = FALSE;

  ck_assert_msg (process != NULL, "%s", error != NULL ? error->message : "");
  g_subprocess_wait_check_async (process, NULL, take_exit, &done);
  tv_gui_wait (is_true, &done, "xdotool to end");
}

/**
 * tv_gui_xdotool:
 * @first: first argument of xdotool
 * @...: the others, then %NULL
 *
 * Runs xdotool, and the main loop until it has ended.
 */
void
tv_gui_xdotool (const char *first, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  const char *argument = first;
  va_list list;

  g_ptr_array_add (arguments, (char *) "xdotool");
  va_start (list, first);
  while (argument != NULL)
    {
      g_ptr_array_add (arguments, (char *) argument);
      argument = va_arg (list, const char *);
    }
  va_end (list);
  g_ptr_array_add (arguments, NULL);
  /* The server may still have to move a popup to where the program believes it. */
  gdk_display_sync (gdk_display_get_default ());
  run_xdotool ((const char *const *) arguments->pdata);
}

/**
 * tv_gui_start:
 *
 * Starts the program within this process, with no window yet. It is one for all tests:
 * GtkApplication has no way to end but with its own main loop.
 *
 * Returns: (transfer none): the running program
 */
TvApplication *
tv_gui_start (void)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  if (application != NULL)
    return TV_APPLICATION (application);
  /* As main() does; the file dialog notes both in the list of recent files. */
  g_set_prgname ("traceview");
  g_set_application_name ("Traceview");
  application = G_APPLICATION (tv_application_new ());
  ck_assert_msg (g_application_register (application, NULL, &error), "%s",
                 error != NULL ? error->message : "");
  return TV_APPLICATION (application);
}

/**
 * tv_gui_count_windows:
 * @application: the running program
 *
 * Returns: number of its windows
 */
guint
tv_gui_count_windows (TvApplication *application)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (application)));
}

static gboolean
has_no_window (gpointer data)
{
  return tv_gui_count_windows (data) == 0;
}

/**
 * tv_gui_close_all:
 * @application: the running program
 *
 * Closes all windows. Frames are drawn before: GTK 4.8 never frees a menu whose window
 * goes before it has let go of the pointer, and asks it for its surface half a second
 * later, when its tooltip would be due.
 */
void
tv_gui_close_all (TvApplication *application)
{
  g_autoptr (GList) windows
      = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));

  tv_gui_settle ();
  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_destroy (link->data);
  tv_gui_wait (has_no_window, application, "all windows to close");
}

typedef struct
{
  TvWindow *window;
  const char *page;
} PageWait;

static gboolean
shows_page (gpointer data)
{
  PageWait *wait = data;

  return g_strcmp0 (tv_window_get_page (wait->window), wait->page) == 0
         && gtk_widget_get_mapped (GTK_WIDGET (wait->window));
}

/**
 * tv_gui_wait_for_page:
 * @window: a window
 * @page: a page, see tv_window_get_page()
 *
 * Waits until @window shows @page, and that is drawn.
 */
void
tv_gui_wait_for_page (TvWindow *window, const char *page)
{
  PageWait wait = { window, page };

  tv_gui_wait (shows_page, &wait, page);
  tv_gui_settle ();
}

/**
 * tv_gui_open:
 * @application: the running program
 * @path: (nullable): a trace, or %NULL for an empty window
 *
 * Opens @path as the command line does, and waits until the window is there. It has the
 * keyboard then.
 *
 * Returns: (transfer none): the window
 */
TvWindow *
tv_gui_open (TvApplication *application, const char *path)
{
  TvWindow *window = NULL;

  if (path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      g_application_open (G_APPLICATION (application), &file, 1, "");
    }
  else
    g_application_activate (G_APPLICATION (application));
  window
      = TV_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  tv_gui_wait_for_page (window, path != NULL ? "trace" : "welcome");
  tv_gui_focus (GTK_WIDGET (window));
  return window;
}

static gboolean
is_null (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/**
 * tv_gui_close:
 * @window: a window
 *
 * Closes @window as its close button does, and waits until nothing is left of it.
 */
void
tv_gui_close (TvWindow *window)
{
  TvWindow *weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &weak);
  gtk_window_close (GTK_WINDOW (window));
  tv_gui_wait (is_null, &weak, "the window to be freed");
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
            || strstr (fields[i].value, "but sizes must be >= 0") != NULL))
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

/**
 * tv_gui_run:
 * @make_suite: makes the tests; called once there is a display
 *
 * Returns: the status of the test program
 */
int
tv_gui_run (Suite *(*make_suite) (void) )
{
  SRunner *runner = NULL;
  int failed = 0;

#ifdef __SANITIZE_ADDRESS__
  __lsan_enable ();
#endif
  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return SKIPPED;
    }
  g_log_set_writer_func (fail_on_blank, NULL, NULL);
  runner = srunner_create (make_suite ());
  srunner_run_all (runner, CK_ENV);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
