/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/diff/trace-diff.h"
#include "app/application.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "trace/formats/trace-loader.h"
#include "trace/mapping/shared-methods.h"
#include "ui/session/trace-match.h"

#include <glib/gi18n-lib.h>

#define MEMORY_LIMIT "memory-limit"
#define MIB (1024 * 1024)

/* One attempt to read a file. It does not keep the window alive. */
typedef struct
{
  GWeakRef window;
  GCancellable *cancellable;
  gboolean of_base; /* whether the file is what the trace is compared with */
} Load;

static Load *
load_new (TvWindow *window, gboolean of_base)
{
  Load *load = g_new0 (Load, 1);

  g_weak_ref_init (&load->window, window);
  load->cancellable = g_object_ref (window->cancellable);
  load->of_base = of_base;
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
  g_clear_object (&self->wanted_base);
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

/* The traces that are shown stay. */
static void
show_base_error (TvWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = tv_window_dup_file_name (file);
  g_autofree char *sentence
      = g_strdup_printf (_ ("“%s” cannot be compared: %s"), name, error->message);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->wanted_base);
  tv_window_show_page (self, TV_PAGE_TRACE);
  tv_notice_bar_show_error (self->notice, sentence);
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

/* What the window shows */

static void start_loading (TvWindow *self, gboolean of_base);

/* A trace and what it is compared with. */
typedef struct
{
  TvTrace *traces[TV_N_DIFF_SIDES]; /* as they were read; the old one may be NULL */
  guint64 memory_limit;
  gboolean swapped;
} Question;

/* What the window shows of a trace, made by a worker. */
typedef struct
{
  TvCallStacks *stacks;
  TvProfile *profile;
  TvRanking *ranking;
} Sums;

typedef struct
{
  Sums sums[TV_N_DIFF_SIDES];
  gboolean has_common; /* whether both call a method */
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    g_clear_pointer (&question->traces[side], tv_trace_unref);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&answer->sums[side].stacks, tv_call_stacks_unref);
      g_clear_pointer (&answer->sums[side].profile, tv_profile_unref);
      g_clear_pointer (&answer->sums[side].ranking, tv_ranking_free);
    }
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gboolean
add_up (Sums *sums, TvTrace *trace, GCancellable *cancellable, GError **error)
{
  sums->profile = tv_profile_new (trace, cancellable, error);
  if (sums->profile == NULL)
    return FALSE;
  sums->stacks = tv_call_stacks_new (trace, cancellable, error);
  if (sums->stacks == NULL)
    return FALSE;
  sums->ranking = tv_ranking_new (sums->profile, tv_trace_get_primary_clock (trace));
  return TRUE;
}

/* Returns whether there is something to compare. */
static gboolean
can_compare (const Question *question, GError **error)
{
  const TvTrace *trace = question->traces[TV_DIFF_NEW];
  const TvTrace *base = question->traces[TV_DIFF_OLD];

  if (tv_trace_get_n_calls (base) == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The trace has no calls"));
      return FALSE;
    }
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock) && tv_trace_has_clock (base, clock))
      return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("The traces have no clock in common"));
  return FALSE;
}

static gboolean
have_common (const Answer *answer)
{
  const TvProfile *profile = answer->sums[TV_DIFF_NEW].profile;
  const TvProfile *base = answer->sums[TV_DIFF_OLD].profile;

  for (guint32 i = 0; i < tv_trace_get_n_methods (tv_profile_get_trace (base)); i++)
    if (tv_profile_get_totals (profile, i)->calls > 0
        && tv_profile_get_totals (base, i)->calls > 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_up_both (const Question *question, Answer *answer, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) base = NULL;

  if (!can_compare (question, error)
      || !tv_traces_share_methods (
          question->traces[TV_DIFF_NEW], question->traces[TV_DIFF_OLD],
          question->memory_limit, &trace, &base, cancellable, error)
      || !add_up (&answer->sums[TV_DIFF_NEW], trace, cancellable, error)
      || !add_up (&answer->sums[TV_DIFF_OLD], base, cancellable, error))
    return FALSE;
  answer->has_common = have_common (answer);
  return TRUE;
}

static gpointer
answer_question (gpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  if (question->traces[TV_DIFF_OLD] != NULL
          ? add_up_both (question, answer, cancellable, error)
          : add_up (&answer->sums[TV_DIFF_NEW], question->traces[TV_DIFF_NEW],
                    cancellable, error))
    return g_steal_pointer (&answer);
  return NULL;
}

static TvTraceSession *
make_session (const Question *question, Sums *sums)
{
  TvTraceSession *session = tv_trace_session_new_with (
      sums->stacks, sums->profile, g_steal_pointer (&sums->ranking));

  tv_trace_session_set_memory_limit (session, question->memory_limit);
  return session;
}

/* Returns the trace of a session that is shown under the names of its files. */
static TvTrace *
dup_plain (TvWindow *self, TvTraceSession *session)
{
  return tv_trace_new_with_methods_of (tv_trace_session_get_trace (session),
                                       self->plain_trace);
}

/* Takes over the state of the session that showed the same file before. Widgets keep
 * what they have of the session that they show. */
static void
continue_session (TvWindow *self, TvTraceSession *session, TvTraceSession *before,
                  TvTraceSession *shown)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autoptr (TvTrace) plain = NULL;
  g_autoptr (TvTrace) shown_plain = NULL;

  if (before == NULL)
    return;
  plain = dup_plain (self, before);
  tv_trace_session_continue (session, before, tv_trace_match_new (plain, trace));
  if (shown == before)
    return;
  shown_plain = dup_plain (self, shown);
  tv_trace_session_set_match (session, tv_trace_match_new (shown_plain, trace));
}

/* On a clock that both traces have. */
static void
join_sessions (TvTraceSession *session, TvTraceSession *base)
{
  const TvClock clock = tv_trace_session_get_primary_clock (session);

  tv_trace_session_set_base (session, base);
  if (!tv_trace_session_compares_clock (session, clock))
    tv_trace_session_set_primary_clock (
        session, clock == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL);
}

static void
set_files (TvWindow *self, const Question *question)
{
  TvTrace *base = question->traces[TV_DIFF_OLD];

  g_clear_pointer (&self->read_trace, tv_trace_unref);
  self->read_trace = tv_trace_ref (question->traces[TV_DIFF_NEW]);
  if (question->swapped)
    {
      g_autoptr (GFile) file = g_steal_pointer (&self->base_file);
      g_autoptr (GPtrArray) mappings = g_steal_pointer (&self->mappings);

      self->base_file = g_object_ref (self->file);
      tv_window_set_file (self, file);
      self->mappings = g_steal_pointer (&mappings);
    }
  else if (base == NULL)
    g_clear_object (&self->base_file);
  else if (base != self->base_trace)
    g_set_object (&self->base_file, self->wanted_base);
  if (base != NULL && base != self->base_trace)
    g_clear_object (&self->wanted_base);
  g_clear_pointer (&self->base_trace, tv_trace_unref);
  self->base_trace = base != NULL ? tv_trace_ref (base) : NULL;
}

static void
show_answer (TvWindow *self, const Question *question, Answer *answer)
{
  TvTraceSession *shown = self->session;
  TvTraceSession *shown_base = shown != NULL ? tv_trace_session_get_base (shown) : NULL;
  const gboolean same_base = self->wanted_base == NULL
                             || (self->base_file != NULL
                                 && g_file_equal (self->wanted_base, self->base_file));
  g_autoptr (TvTraceSession) session
      = make_session (question, &answer->sums[TV_DIFF_NEW]);
  g_autoptr (TvTraceSession) base = NULL;

  continue_session (self, session, question->swapped ? shown_base : shown, shown);
  if (question->traces[TV_DIFF_OLD] != NULL)
    {
      base = make_session (question, &answer->sums[TV_DIFF_OLD]);
      if (same_base)
        continue_session (self, base, question->swapped ? shown : shown_base,
                          shown_base);
      join_sessions (session, base);
    }
  set_files (self, question);
  tv_window_set_session (self, session);
  tv_trace_session_set_match (session, NULL);
  if (base == NULL)
    return;
  tv_trace_session_set_match (base, NULL);
  tv_window_tell_compared (self, answer->has_common);
}

static void
on_answered (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvWindow *self = owner;
  const Question *question = data;
  const gboolean of_base = question->traces[TV_DIFF_NEW] == self->read_trace;
  g_autoptr (Answer) answer = result;

  if (answer == NULL && question->traces[TV_DIFF_OLD] != NULL)
    {
      show_base_error (
          self, self->wanted_base != NULL ? self->wanted_base : self->base_file, error);
      return;
    }
  if (answer == NULL)
    {
      show_error (self, error);
      return;
    }
  g_clear_object (&self->cancellable);
  show_answer (self, question, answer);
  if (!of_base)
    tv_window_remember_file (self->file);
  tv_window_show_page (self, TV_PAGE_TRACE);
  if (self->wanted_base != NULL)
    start_loading (self, TRUE);
}

/* Shows a trace, compared with another one or not, when a worker has added them up.
 * What is shown of them already stays as it is; swapped, the base was the trace before.
 */
void
tv_window_show_traces (TvWindow *self, TvTrace *trace, TvTrace *base, gboolean swapped)
{
  static const TvJobType type = { .run = answer_question,
                                  .done = on_answered,
                                  .free_question = question_free,
                                  .free_answer = answer_free,
                                  .pace = TV_JOB_SOON };
  Question *question = g_new0 (Question, 1);

  question->traces[TV_DIFF_NEW] = tv_trace_ref (trace);
  question->traces[TV_DIFF_OLD] = base != NULL ? tv_trace_ref (base) : NULL;
  question->memory_limit = get_memory_limit (self);
  question->swapped = swapped;
  tv_job_start (&self->adding_job, &type, question, self);
}

static void
on_trace_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_finish (result, &error);

  if (self == NULL)
    return;
  if (trace == NULL && load->of_base)
    show_base_error (self, self->wanted_base, error);
  else if (trace == NULL)
    show_error (self, error);
  if (trace == NULL)
    return;
  gtk_label_set_label (self->loading_label, _ ("Adding up…"));
  gtk_progress_bar_set_fraction (self->progress_bar, 1.0);
  if (load->of_base)
    tv_window_show_traces (self, self->read_trace, trace, FALSE);
  else
    tv_window_show_traces (self, trace, self->base_trace, FALSE);
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
start_loading (TvWindow *self, gboolean of_base)
{
  GFile *file = of_base ? self->wanted_base : self->file;
  g_autofree char *name = tv_window_dup_file_name (file);
  g_autofree char *text = g_strdup_printf (_ ("Reading “%s”…"), name);
  Load *load = NULL;

  tv_window_stop_loading (self);
  tv_notice_bar_hide (self->notice);
  self->cancellable = g_cancellable_new ();
  load = load_new (self, of_base);
  if (!of_base)
    watch_file (self);

  gtk_label_set_label (self->loading_label, text);
  gtk_progress_bar_set_fraction (self->progress_bar, 0.0);
  tv_window_show_page (self, TV_PAGE_LOADING);
  tv_trace_load_async (file, get_memory_limit (self), show_progress, load,
                       self->cancellable, on_trace_loaded, load);
}

/* Reads what the trace is to be compared with: at once, or when the trace is there. */
void
tv_window_load_base (TvWindow *self, GFile *file)
{
  g_set_object (&self->wanted_base, file);
  if (self->session != NULL && self->cancellable == NULL)
    start_loading (self, TRUE);
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
  start_loading (self, FALSE);
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

/* Reads the window's file again, and that of the base after it. The old trace stays
 * until the new one is there. */
void
tv_window_reload (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  if (self->file == NULL || self->cancellable != NULL)
    return;
  g_set_object (&self->wanted_base, self->base_file);
  start_loading (self, FALSE);
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
  g_clear_object (&self->wanted_base);
  if (self->session == NULL)
    tv_window_set_file (self, NULL);
  tv_window_show_page (self, self->session != NULL ? TV_PAGE_TRACE : TV_PAGE_WELCOME);
}
