/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"

#include <check.h>

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
  tv_gui_set_busy (FALSE);
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

typedef struct
{
  TvWindow *window;
  TvTraceSession *before;
} SessionWait;

static gboolean
has_other_session (gpointer data)
{
  const SessionWait *wait = data;
  TvTraceSession *session = tv_window_get_session (wait->window);

  return session != NULL && session != wait->before
         && g_str_equal (tv_window_get_page (wait->window), "trace");
}

/**
 * tv_gui_wait_for_session:
 * @window: a window
 * @before: (transfer full): the session that it had, so that no later one is at its
 *   address
 *
 * Waits until @window shows another session, such as that of a trace that is read
 * again, and that is drawn.
 *
 * Returns: (transfer none): the session
 */
TvTraceSession *
tv_gui_wait_for_session (TvWindow *window, TvTraceSession *before)
{
  SessionWait wait = { window, before };

  tv_gui_wait (has_other_session, &wait, "another session");
  g_object_unref (before);
  tv_gui_settle ();
  return tv_window_get_session (window);
}

/**
 * tv_gui_open:
 * @application: the running program
 * @path: (nullable): a trace, or %NULL for an empty window
 *
 * Opens @path as the command line does, and waits until the window is there. It has the
 * keyboard then, and no pointer.
 *
 * Returns: (transfer none): the window
 */
TvWindow *
tv_gui_open (TvApplication *application, const char *path)
{
  TvWindow *window = NULL;

  tv_gui_park ();
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

/* Returns how many windows read files. */
static guint
count_loads (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      if (TV_IS_WINDOW (window))
        n += g_str_equal (tv_window_get_page (TV_WINDOW (window)), "loading");
    }
  return n;
}

/**
 * tv_gui_prepare_windows:
 *
 * Readies GTK, the mouse and the keys for tests of whole windows.
 */
void
tv_gui_prepare_windows (void)
{
  tv_gui_prepare (count_loads);
  tv_gui_prepare_input ();
}
