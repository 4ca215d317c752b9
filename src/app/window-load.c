/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/application.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "trace/formats/trace-loader.h"
#include "ui/session/trace-match.h"

#include <glib/gi18n-lib.h>

#define MEMORY_LIMIT "memory-limit"
#define MIB (1024 * 1024)

/* One attempt to read a file. It does not keep the window alive. */
typedef struct
{
  GWeakRef window;
  GCancellable *cancellable;
} Load;

static Load *
load_new (TvWindow *window)
{
  Load *load = g_new0 (Load, 1);

  g_weak_ref_init (&load->window, window);
  load->cancellable = g_object_ref (window->cancellable);
  return load;
}

static void
load_free (Load *load)
{
  g_weak_ref_clear (&load->window);
  g_clear_object (&load->cancellable);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

/* What a window shows of a trace, made by a worker. */
typedef struct
{
  TvCallStacks *stacks;
  TvProfile *profile;
  TvRanking *ranking;
} Sums;

static void
sums_free (gpointer data)
{
  Sums *sums = data;

  g_clear_pointer (&sums->stacks, tv_call_stacks_unref);
  g_clear_pointer (&sums->profile, tv_profile_unref);
  g_clear_pointer (&sums->ranking, tv_ranking_free);
  g_free (sums);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Sums, sums_free)

/* Returns the window if it is still there and still waits for this load. */
static TvWindow *
ref_waiting_window (Load *load)
{
  g_autoptr (TvWindow) window = g_weak_ref_get (&load->window);

  if (window == NULL || window->cancellable != load->cancellable)
    return NULL;
  return g_steal_pointer (&window);
}

/* A trace that is shown stays when it cannot be read again. */
static void
show_error (TvWindow *self, const GError *error)
{
  g_autofree char *name = tv_window_dup_file_name (self->file);
  g_autofree char *title = g_strdup_printf (_ ("Could Not Open “%s”"), name);

  g_clear_object (&self->cancellable);
  if (self->session != NULL)
    {
      g_autofree char *sentence = g_strdup_printf (_ ("“%s” could not be reloaded: %s"),
                                                   name, error->message);

      tv_window_show_page (self, TV_PAGE_TRACE);
      tv_notice_bar_show_error (self->notice, sentence);
      tv_notice_bar_set_action (self->notice, _ ("_Try Again"), "win.reload");
      return;
    }
  gtk_label_set_label (self->error_title, title);
  gtk_label_set_label (self->error_label, error->message);
  tv_window_show_page (self, TV_PAGE_ERROR);
  /* On its way to the button, the focus selects the sentence. */
  gtk_label_select_region (self->error_label, 0, 0);
}

static void
show_trace (TvWindow *self, Sums *sums)
{
  g_autoptr (TvTraceSession) session = tv_trace_session_new_with (
      sums->stacks, sums->profile, g_steal_pointer (&sums->ranking));

  g_clear_object (&self->cancellable);
  if (self->session != NULL)
    tv_trace_session_continue (
        session, self->session,
        tv_trace_match_new (self->plain_trace, tv_trace_session_get_trace (session)));
  tv_window_set_session (self, session);
  tv_trace_session_end_match (session);
  tv_window_remember_file (self->file);
  tv_window_show_page (self, TV_PAGE_TRACE);
}

static gpointer
add_up (gpointer question, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = question;
  g_autoptr (Sums) sums = g_new0 (Sums, 1);

  sums->profile = tv_profile_new (trace, cancellable, error);
  if (sums->profile == NULL)
    return NULL;
  sums->stacks = tv_call_stacks_new (trace, cancellable, error);
  if (sums->stacks == NULL)
    return NULL;
  sums->ranking = tv_ranking_new (sums->profile, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&sums);
}

static void
on_added_up (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  g_autoptr (Sums) sums = answer;

  if (sums != NULL)
    show_trace (owner, sums);
  else
    show_error (owner, error);
}

static void
on_trace_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  static const TvJobType type = { .run = add_up,
                                  .done = on_added_up,
                                  .free_question = (GDestroyNotify) tv_trace_unref,
                                  .free_answer = sums_free,
                                  .pace = TV_JOB_SOON };
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_finish (result, &error);

  if (self == NULL)
    return;
  if (trace == NULL)
    {
      show_error (self, error);
      return;
    }
  gtk_label_set_label (self->loading_label, _ ("Adding up…"));
  gtk_progress_bar_set_fraction (self->progress_bar, 1.0);
  tv_job_start (&self->adding_job, &type, g_steal_pointer (&trace), self);
}

static void
show_progress (goffset current, goffset total, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);

  if (self == NULL)
    return;
  if (total > 0)
    gtk_progress_bar_set_fraction (self->progress_bar,
                                   CLAMP ((double) current / (double) total, 0.0, 1.0));
  else
    gtk_progress_bar_pulse (self->progress_bar);
}

/* The command line has precedence over the setting. 0 is the default. */
static guint64
get_memory_limit (TvWindow *self)
{
  TvApplication *application
      = TV_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
  const guint64 limit = tv_application_get_memory_limit (application);

  if (limit == 0 && tv_settings_has_key (self->settings, MEMORY_LIMIT))
    return (guint64) g_settings_get_uint (self->settings, MEMORY_LIMIT) * MIB;
  return limit;
}

/* Changes on disk */

/* A file without changes for so long is taken to be written. */
#define SETTLED_MS 1000

static void
on_state_of_load (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvWindow) self = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);

  g_free (self->etag);
  self->etag = info != NULL ? g_strdup (g_file_info_get_etag (info)) : NULL;
}

/* Offers to read the file again if it is not what was read. */
static void
on_state_of_change (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvWindow) self = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  g_autofree char *sentence = NULL;

  if (info == NULL || self->session == NULL || self->cancellable != NULL
      || g_strcmp0 (g_file_info_get_etag (info), self->etag) == 0)
    return;
  sentence = g_strdup_printf (_ ("“%s” has changed on disk"),
                              gtk_window_get_title (GTK_WINDOW (self)));
  tv_notice_bar_show_hint (self->notice, sentence);
  tv_notice_bar_set_action (self->notice, _ ("_Reload"), "win.reload");
}

static void
query_state (TvWindow *self, GAsyncReadyCallback callback)
{
  g_file_query_info_async (self->file, G_FILE_ATTRIBUTE_ETAG_VALUE,
                           G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL, callback,
                           g_object_ref (self));
}

static gboolean
on_settled (gpointer user_data)
{
  TvWindow *self = user_data;

  if (self->cancellable != NULL)
    return G_SOURCE_CONTINUE;
  self->change_source = 0;
  query_state (self, on_state_of_change);
  return G_SOURCE_REMOVE;
}

static void
on_file_changed (TvWindow *self)
{
  g_clear_handle_id (&self->change_source, g_source_remove);
  self->change_source = g_timeout_add (SETTLED_MS, on_settled, self);
}

/* Without a monitor, as on some network folders, nobody offers anything. */
static void
watch_file (TvWindow *self)
{
  tv_window_stop_watching (self);
  query_state (self, on_state_of_load);
  self->monitor
      = g_file_monitor_file (self->file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (on_file_changed),
                             self, G_CONNECT_SWAPPED);
}

/* Must be called when the file is not shown any more. */
void
tv_window_stop_watching (TvWindow *self)
{
  g_clear_handle_id (&self->change_source, g_source_remove);
  g_clear_object (&self->monitor);
}

/* Loading */

static void
start_loading (TvWindow *self)
{
  g_autofree char *text
      = g_strdup_printf (_ ("Reading “%s”…"), gtk_window_get_title (GTK_WINDOW (self)));
  Load *load = NULL;

  tv_window_stop_loading (self);
  tv_notice_bar_hide (self->notice);
  self->cancellable = g_cancellable_new ();
  load = load_new (self);
  watch_file (self);

  gtk_label_set_label (self->loading_label, text);
  gtk_progress_bar_set_fraction (self->progress_bar, 0.0);
  tv_window_show_page (self, TV_PAGE_LOADING);
  tv_trace_load_async (self->file, get_memory_limit (self), show_progress, load,
                       self->cancellable, on_trace_loaded, load);
}

/* Cancels the load under way, if there is one. The page stays as it is. */
void
tv_window_stop_loading (TvWindow *self)
{
  tv_job_cancel (&self->adding_job);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Starts to load file in this window if it is empty, or else in another one. */
void
tv_window_open_file (TvWindow *self, GFile *file)
{
  tv_window_open_file_with (self, file, NULL);
}

/* As tv_window_open_file(), then adds mappings to the window that shows the file. */
void
tv_window_open_file_with (TvWindow *self, GFile *file, GPtrArray *mappings)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  if (!tv_window_is_empty (self))
    {
      GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

      tv_application_open_file (TV_APPLICATION (application), file, mappings);
      return;
    }
  tv_window_set_file (self, file);
  start_loading (self);
  if (mappings != NULL)
    tv_window_add_mappings (self, mappings);
}

/* Shows why a file cannot be opened. */
void
tv_window_refuse_file (TvWindow *self, GFile *file, const char *sentence)
{
  g_autoptr (GError) error
      = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, sentence);

  g_return_if_fail (tv_window_is_empty (self));

  tv_window_set_file (self, file);
  show_error (self, error);
}

/* Reads the window's file again. The old trace stays until the new one is there. */
void
tv_window_reload (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  if (self->file != NULL && self->cancellable == NULL)
    start_loading (self);
}

/* Cancels the load under way, if there is one, and goes back to the trace of before or
 * the welcome page. */
void
tv_window_cancel_loading (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  if (self->cancellable == NULL)
    return;
  tv_window_stop_loading (self);
  if (self->session == NULL)
    tv_window_set_file (self, NULL);
  tv_window_show_page (self, self->session != NULL ? TV_PAGE_TRACE : TV_PAGE_WELCOME);
}
