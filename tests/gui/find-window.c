/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/find-window.h"

#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"

#include <check.h>

static void
enter (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_enter (writer, thread, method, ms * 1000, ms * 1000);
}

static void
leave (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 ms)
{
  tv_trace_writer_exit (writer, thread, method, ms * 1000, ms * 1000);
}

static char *
write_trace (const char *folder)
{
  static const struct
  {
    guint32 id;
    const char *class_name;
    const char *name;
  } methods[] = {
    { TV_FIND_MAIN, "app.Main", "main" },   { TV_FIND_RUN, "app.Worker", "run" },
    { TV_FIND_OUTER, "app.Work", "outer" }, { TV_FIND_INNER, "app.Work", "inner" },
    { TV_FIND_REST, "app.Work", "rest" },
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  char *path = g_build_filename (folder, "find.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    tv_trace_writer_add_method (writer, methods[i].id, methods[i].class_name,
                                methods[i].name, "()V", "A.java", 1);
  enter (writer, 1, TV_FIND_MAIN, 0);
  enter (writer, 2, TV_FIND_RUN, 50);
  enter (writer, 1, TV_FIND_OUTER, 100);
  enter (writer, 1, TV_FIND_INNER, 200);
  leave (writer, 1, TV_FIND_INNER, 500);
  leave (writer, 1, TV_FIND_OUTER, 600);
  leave (writer, 2, TV_FIND_RUN, 950);
  leave (writer, 1, TV_FIND_MAIN, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  return path;
}

/**
 * tv_find_window_init:
 * @self: (out caller-allocates): a window
 *
 * Starts the program with its trace.
 */
void
tv_find_window_init (TvFindWindow *self)
{
  tv_find_window_init_with (self, write_trace);
}

/**
 * tv_find_window_init_with:
 * @self: (out caller-allocates): a window
 * @write: writes a trace into a folder and gives its path
 *
 * Starts the program with another trace.
 */
void
tv_find_window_init_with (TvFindWindow *self, char *(*write) (const char *folder))
{
  g_autofree char *path = NULL;

  self->application = tv_gui_start ();
  self->folder = tv_test_folder_new ();
  path = write (self->folder);
  self->window = tv_gui_open (self->application, path);
  self->session = tv_window_get_session (self->window);
  self->timeline = tv_gui_find_type (GTK_WIDGET (self->window), "TvTimeline");
  self->panel = TV_PROFILE_PANEL (
      tv_gui_find_type (GTK_WIDGET (self->window), "TvProfilePanel"));
  self->rows
      = GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (self->panel))));
  self->profile = gtk_widget_get_ancestor (GTK_WIDGET (self->panel), GTK_TYPE_OVERLAY);
  /* Rows under the pointer look otherwise. */
  tv_gui_park ();
}

/**
 * tv_find_window_clear:
 * @self: a window
 *
 * Ends the program.
 */
void
tv_find_window_clear (TvFindWindow *self)
{
  tv_gui_close_all (self->application);
  tv_test_folder_remove (g_steal_pointer (&self->folder));
}

/**
 * tv_find_window_get_entry:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): where one types, if it is shown
 */
GtkWidget *
tv_find_window_get_entry (TvFindWindow *self)
{
  return tv_gui_find_type (self->profile, "GtkSearchEntry");
}

static gboolean
is_label_of_class (GtkWidget *widget, const char *css_class)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, css_class);
}

/**
 * tv_find_window_get_label:
 * @self: a window
 * @css_class: a style class
 *
 * Returns: (transfer none) (nullable): the label with it in the panel or its bars, if
 *   it is shown
 */
GtkWidget *
tv_find_window_get_label (TvFindWindow *self, const char *css_class)
{
  return tv_gui_find (self->profile, is_label_of_class, css_class);
}

/**
 * tv_find_window_get_row:
 * @self: a window
 * @name: rank and name of a method that is seen
 *
 * Returns: (transfer none): its row
 */
GtkWidget *
tv_find_window_get_row (TvFindWindow *self, const char *name)
{
  GtkWidget *widget = tv_gui_find_text (self->rows, name);

  ck_assert_ptr_nonnull (widget);
  while (gtk_widget_get_parent (widget) != self->rows)
    widget = gtk_widget_get_parent (widget);
  return widget;
}

/**
 * tv_find_window_is_open:
 * @self: a window
 *
 * Returns: whether the find bar is
 */
gboolean
tv_find_window_is_open (TvFindWindow *self)
{
  GtkWidget *bar = tv_gui_find_type (self->profile, "GtkSearchBar");

  return gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (bar));
}

/**
 * tv_find_window_find_method:
 * @self: a window
 * @id: id of a method, which there must be
 *
 * Returns: its index
 */
guint32
tv_find_window_find_method (TvFindWindow *self, guint64 id)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return i;
  ck_abort_msg ("no method %" G_GUINT64_FORMAT, id);
}

/**
 * tv_find_window_get_selected:
 * @self: a window
 *
 * Returns: id of the selected method, which there must be
 */
guint64
tv_find_window_get_selected (TvFindWindow *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return tv_trace_get_method (tv_trace_session_get_trace (self->session), method)->id;
}

/**
 * tv_find_window_press:
 * @self: a window
 * @keys: as for tv_gui_keys()
 *
 * Presses keys.
 */
void
tv_find_window_press (TvFindWindow *self, const char *keys)
{
  tv_gui_keys (GTK_WIDGET (self->window), keys);
}

/**
 * tv_find_window_open_bar:
 * @self: a window
 *
 * Opens the find bar by its key.
 */
void
tv_find_window_open_bar (TvFindWindow *self)
{
  tv_find_window_press (self, "ctrl+f");
  ck_assert (tv_find_window_is_open (self));
}

typedef struct
{
  TvFindWindow *window;
  const char *status;
} Wait;

static gboolean
has_status (gpointer data)
{
  const Wait *wait = data;
  GtkWidget *label = tv_find_window_get_label (wait->window, "status");

  return label != NULL
         && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), wait->status);
}

/**
 * tv_find_window_wait_for:
 * @self: a window
 * @status: what the bar is to say
 *
 * Waits until names were looked for, which a worker does.
 */
void
tv_find_window_wait_for (TvFindWindow *self, const char *status)
{
  g_autofree char *what = g_strdup_printf ("the status “%s”", status);

  tv_gui_wait (has_status, &(Wait){ self, status }, what);
  tv_gui_settle ();
}

/**
 * tv_find_window_go_to_row:
 * @self: a window
 * @position: a row of the table, from the one after `(toplevel)`
 *
 * Goes to a row by keys.
 */
void
tv_find_window_go_to_row (TvFindWindow *self, guint position)
{
  ck_assert (gtk_widget_grab_focus (self->rows));
  tv_find_window_press (self, "Home");
  for (guint i = 0; i <= position; i++)
    tv_find_window_press (self, "Down");
}

/**
 * tv_find_window_count_rows:
 * @self: a window
 *
 * Returns: how many rows the table has besides `(toplevel)`, seen or not
 */
guint
tv_find_window_count_rows (TvFindWindow *self)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (self->panel);
  const guint n
      = g_list_model_get_n_items (G_LIST_MODEL (tv_profile_tree_get_rows (tree)));

  return tv_profile_model_get_toplevel (tv_profile_tree_get_methods (tree)) != G_MAXUINT
             ? n - 1
             : n;
}

/**
 * tv_find_window_get_start_of_call:
 * @self: a window in which a call is selected
 *
 * Returns: when it was entered, in nanoseconds of the axis
 */
gint64
tv_find_window_get_start_of_call (TvFindWindow *self)
{
  const TvCallRef call = tv_trace_session_get_selected_call (self->session);
  TvCalls calls;

  ck_assert_uint_ne (call.thread, TV_THREAD_NONE);
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), call.thread);
  return tv_times_get (&calls.axis_start, call.call);
}
