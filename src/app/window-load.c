/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/diff/trace-diff.h"
#include "app/application.h"
#include "app/member-dialog.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "trace/formats/trace-loader.h"
#include "trace/input/member-name.h"
#include "trace/mapping/shared-methods.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"
#include "ui/session/trace-match.h"

#include <glib/gi18n-lib.h>

#define MEMORY_LIMIT "memory-limit"
#define MIB (1024 * 1024)

/* One attempt to read a file. It does not keep the window alive. */
typedef struct
{
  GWeakRef window;
  GCancellable *cancellable;
  GFile *file;
  GFile *on_disk; /* the file, or the archive that it is a member of */
  char *etag;     /* of @on_disk before it is read; NULL if unknown */
  GAsyncReadyCallback on_loaded;
} Load;

static Load *
load_new (TvWindow *window, GFile *file, GAsyncReadyCallback on_loaded)
{
  Load *load = g_new0 (Load, 1);

  g_weak_ref_init (&load->window, window);
  load->cancellable = g_object_ref (window->cancellable);
  load->file = g_object_ref (file);
  load->on_disk = tv_member_file_split (file, NULL);
  load->on_loaded = on_loaded;
  return load;
}

static void
load_free (Load *load)
{
  g_weak_ref_clear (&load->window);
  g_clear_object (&load->cancellable);
  g_object_unref (load->file);
  g_object_unref (load->on_disk);
  g_free (load->etag);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

static void
clear_source (gpointer data)
{
  TvTraceSource *source = data;

  g_object_unref (source->file);
  g_object_unref (source->on_disk);
  tv_trace_unref (source->trace);
  g_free (source->etag);
  g_clear_pointer (&source->alone, tv_trace_source_unref);
  g_clear_pointer (&source->added, tv_trace_unref);
  g_clear_object (&source->added_file);
}

void
tv_trace_source_unref (TvTraceSource *source)
{
  g_rc_box_release_full (source, clear_source);
}

/* Returns the window if it is still there and still waits for this load. */
static TvWindow *
ref_waiting_window (Load *load)
{
  g_autoptr (TvWindow) window = g_weak_ref_get (&load->window);

  if (window == NULL || window->cancellable != load->cancellable)
    return NULL;
  return g_steal_pointer (&window);
}

/* If a trace cannot be reloaded, it stays in the window as it was. */
static void
show_error (TvWindow *self, const GError *error)
{
  g_autofree char *name = tv_window_dup_file_name (self->file);
  g_autofree char *title = g_strdup_printf (_ ("Could Not Open “%s”"), name);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->next_base);
  tv_window_update_event (self);
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
  /* The focus passes the sentence on its way to the button and selects it. */
  gtk_label_select_region (self->error_label, 0, 0);
}

/* Returns the limit of the command line, or else of the setting, or 0 for the default.
 */
guint64
tv_window_get_memory_limit (TvWindow *self)
{
  TvApplication *application
      = TV_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
  const guint64 limit = tv_application_get_memory_limit (application);

  if (limit == 0 && tv_settings_has_key (self->settings, MEMORY_LIMIT))
    return (guint64) g_settings_get_uint (self->settings, MEMORY_LIMIT) * MIB;
  return limit;
}

/* Showing traces */

static void start_loading (TvWindow *self, GFile *file, GAsyncReadyCallback on_loaded);
static void on_base_loaded (GObject *object, GAsyncResult *result, gpointer user_data);
static void on_added_loaded (GObject *object, GAsyncResult *result, gpointer user_data);

/* A trace and its base. */
typedef struct
{
  TvTraceSource *sources[TV_N_DIFF_SIDES]; /* the old one may be NULL */
  guint64 memory_limit;
  char *sentence; /* says that another trace cannot be compared; or NULL */
} Question;

/* The data of a trace that the window shows, computed by a worker. */
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
    g_clear_pointer (&question->sources[side], tv_trace_source_unref);
  g_free (question->sentence);
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

/* Returns whether the traces can be compared. */
static gboolean
can_compare (const Question *question, GError **error)
{
  const TvTrace *trace = question->sources[TV_DIFF_NEW]->trace;
  const TvTrace *base = question->sources[TV_DIFF_OLD]->trace;
  TvClock base_clock;

  if (tv_trace_get_n_calls (base) == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The trace has no calls"));
      return FALSE;
    }
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_traces_find_old_clock (base, trace, clock, &base_clock))
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
          question->sources[TV_DIFF_NEW]->trace, question->sources[TV_DIFF_OLD]->trace,
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

  if (question->sources[TV_DIFF_OLD] != NULL
          ? add_up_both (question, answer, cancellable, error)
          : add_up (&answer->sums[TV_DIFF_NEW], question->sources[TV_DIFF_NEW]->trace,
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

/* Returns the trace of a session with the names in its file. */
static TvTrace *
dup_plain (TvWindow *self, TvTraceSession *session)
{
  return tv_trace_new_with_methods_of (tv_trace_session_get_trace (session),
                                       self->plain_trace);
}

/* Takes over the state of the session of the same file before it was reloaded. Widgets
 * keep what they have of the session that they show. */
static void
continue_session (TvWindow *self, const TvTraceSource *source, TvTraceSession *session,
                  TvTraceSession *before, TvTraceSession *shown)
{
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autoptr (TvTrace) plain = NULL;
  g_autoptr (TvTrace) shown_plain = NULL;
  TvTraceMatch *match;

  if (before == NULL)
    return;
  plain = dup_plain (self, before);
  match = tv_trace_match_new (plain, trace);
  tv_trace_match_hold_file (match, source->held_file);
  tv_trace_session_continue (session, before, match);
  if (shown == before)
    return;
  shown_plain = dup_plain (self, shown);
  tv_trace_session_set_match (session, tv_trace_match_new (shown_plain, trace));
}

static void watch_files (TvWindow *self);

static void
set_sources (TvWindow *self, const Question *question)
{
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&self->sources[side], tv_trace_source_unref);
      if (question->sources[side] != NULL)
        self->sources[side] = g_rc_box_acquire (question->sources[side]);
    }
  if (self->file != self->sources[TV_DIFF_NEW]->file)
    {
      g_autoptr (GPtrArray) mappings = g_steal_pointer (&self->mappings);

      tv_window_set_file (self, self->sources[TV_DIFF_NEW]->file);
      self->mappings = g_steal_pointer (&mappings);
    }
  watch_files (self);
}

static gboolean
is_same_file (const TvTraceSource *source, const TvTraceSource *other)
{
  return source != NULL && other != NULL && g_file_equal (source->file, other->file);
}

static void
show_answer (TvWindow *self, const Question *question, Answer *answer)
{
  TvTraceSource *const old = question->sources[TV_DIFF_OLD];
  const gboolean swapped = old != NULL && old == self->sources[TV_DIFF_NEW];
  TvTraceSession *shown = self->session;
  TvTraceSession *shown_base = shown != NULL ? tv_trace_session_get_base (shown) : NULL;
  g_autoptr (TvTraceSession) session
      = make_session (question, &answer->sums[TV_DIFF_NEW]);
  g_autoptr (TvTraceSession) base = NULL;

  continue_session (self, question->sources[TV_DIFF_NEW], session,
                    swapped ? shown_base : shown, shown);
  if (old != NULL)
    {
      base = make_session (question, &answer->sums[TV_DIFF_OLD]);
      if (swapped || is_same_file (old, self->sources[TV_DIFF_OLD]))
        continue_session (self, old, base, swapped ? shown : shown_base, shown_base);
      tv_trace_session_set_by_share (session, self->by_share);
      tv_trace_session_set_common_scale (session, !self->own_scales);
      tv_trace_session_set_base (session, base);
    }
  set_sources (self, question);
  tv_window_set_session (self, session);
  tv_trace_session_set_match (session, NULL);
  if (base == NULL)
    return;
  tv_trace_session_set_match (base, NULL);
  tv_window_announce_comparison (self, answer->has_common);
}

/* Says that a file cannot be compared with. If a trace was read before it, shows that
 * trace alone; otherwise the window stays as it is. */
static void
refuse_base (TvWindow *self, GFile *file, TvTraceSource *source, TvTraceSource *base,
             const GError *error)
{
  g_autofree char *name = tv_window_dup_file_name (file);
  g_autofree char *sentence
      = g_strdup_printf (_ ("“%s” cannot be compared: %s"), name, error->message);

  g_clear_object (&self->next_base);
  if (source != self->sources[TV_DIFF_NEW] && source != self->sources[TV_DIFF_OLD])
    {
      tv_window_show_traces (self, source, base, sentence);
      return;
    }
  g_clear_object (&self->cancellable);
  tv_window_show_page (self, TV_PAGE_TRACE);
  tv_notice_bar_show_error (self->notice, sentence);
}

static void
on_answered (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvWindow *self = owner;
  const Question *question = data;
  TvTraceSource *const *sources = question->sources;
  const gboolean is_read = sources[TV_DIFF_NEW] != self->sources[TV_DIFF_NEW]
                           && sources[TV_DIFF_NEW] != self->sources[TV_DIFF_OLD];
  g_autoptr (Answer) answer = result;

  /* Only a comparison can fail. */
  if (answer == NULL)
    {
      refuse_base (self, sources[TV_DIFF_OLD]->file, sources[TV_DIFF_NEW], NULL, error);
      return;
    }
  g_clear_object (&self->cancellable);
  show_answer (self, question, answer);
  if (is_read)
    tv_window_remember_file (self->file);
  tv_window_show_page (self, TV_PAGE_TRACE);
  if (question->sentence != NULL)
    tv_notice_bar_show_error (self->notice, question->sentence);
  if (self->next_base != NULL)
    start_loading (self, self->next_base, on_base_loaded);
  else if (self->next_added != NULL)
    start_loading (self, self->next_added, on_added_loaded);
}

/* Shows a trace, alone or with a base, when a worker has added them up. Sessions that
 * already show one of them are kept. @sentence says that another trace cannot be
 * compared, or is NULL. */
void
tv_window_show_traces (TvWindow *self, TvTraceSource *source, TvTraceSource *base,
                       const char *sentence)
{
  static const TvJobType type = { .run = answer_question,
                                  .done = on_answered,
                                  .free_question = question_free,
                                  .free_answer = answer_free,
                                  .pace = TV_JOB_SOON };
  Question *question = g_new0 (Question, 1);

  question->sources[TV_DIFF_NEW] = g_rc_box_acquire (source);
  question->sources[TV_DIFF_OLD] = base != NULL ? g_rc_box_acquire (base) : NULL;
  question->memory_limit = tv_window_get_memory_limit (self);
  question->sentence = g_strdup (sentence);
  gtk_label_set_label (self->loading_label, _ ("Adding up…"));
  gtk_progress_bar_set_fraction (self->progress_bar, 1.0);
  tv_job_start (&self->sums_job, &type, question, self);
  g_clear_pointer (&self->read, tv_trace_source_unref);
}

static TvTraceSource *
source_new (const Load *load, TvTrace *trace)
{
  TvTraceSource *source = g_rc_box_new (TvTraceSource);

  *source = (TvTraceSource){ .file = g_object_ref (load->file),
                             .on_disk = g_object_ref (load->on_disk),
                             .trace = tv_trace_ref (trace),
                             .etag = g_strdup (load->etag) };
  return source;
}

/* Archives */

/* What the window was to show when it met an archive of several traces. */
typedef struct
{
  GWeakRef window;
  gboolean is_base;
  GFile *base;         /* to be compared with, or NULL */
  GPtrArray *mappings; /* files of names, or NULL */
} Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  g_weak_ref_clear (&wish->window);
  g_clear_object (&wish->base);
  g_clear_pointer (&wish->mappings, g_ptr_array_unref);
  g_free (wish);
}

static void
open_member (GFile *file, gpointer user_data)
{
  Wish *wish = user_data;
  g_autoptr (TvWindow) self = g_weak_ref_get (&wish->window);
  g_autoptr (GFile) base = wish->base != NULL ? g_object_ref (wish->base) : NULL;

  if (self == NULL)
    return;
  if (wish->is_base)
    {
      tv_window_compare_with (self, file);
      return;
    }
  tv_window_open_file_with (self, file, wish->mappings);
  if (base != NULL)
    tv_window_compare_with (self, base);
}

/* The window is as before while the dialog asks. */
static void
on_members_listed (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) members = tv_trace_list_members_finish (result, &error);
  g_autofree char *name = NULL;
  Wish *wish = NULL;

  if (self == NULL)
    return;
  if (members == NULL)
    {
      show_error (self, error);
      return;
    }
  wish = g_new0 (Wish, 1);
  g_weak_ref_init (&wish->window, self);
  wish->is_base = load->on_loaded == on_base_loaded;
  if (self->next_base != NULL && !wish->is_base)
    wish->base = g_object_ref (self->next_base);
  if (self->mappings != NULL && self->session == NULL)
    wish->mappings = g_ptr_array_ref (self->mappings);
  name = tv_window_dup_file_name (load->file);
  tv_window_cancel_loading (self);
  tv_member_dialog_show (GTK_WINDOW (self), name, members, open_member, wish,
                         wish_free);
}

/* Whether a file is an archive of several traces, of which the user is asked for one.
 * Takes the load then. */
static gboolean
ask_for_member (Load **load, const GError *error)
{
  Load *asking;

  if (!g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_SEVERAL))
    return FALSE;
  asking = g_steal_pointer (load);
  tv_trace_list_members_async (asking->file, asking->cancellable, on_members_listed,
                               asking);
  return TRUE;
}

static void
on_base_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_finish (result, &error);
  g_autoptr (TvTraceSource) base = NULL;
  TvTraceSource *source;

  if (self == NULL || ask_for_member (&load, error))
    return;
  source = self->read != NULL ? self->read : self->sources[TV_DIFF_NEW];
  if (trace == NULL)
    {
      refuse_base (self, load->file, source, self->sources[TV_DIFF_OLD], error);
      return;
    }
  if (load->file != self->next_base)
    {
      start_loading (self, self->next_base, on_base_loaded);
      return;
    }
  g_clear_object (&self->next_base);
  base = source_new (load, trace);
  tv_window_show_traces (self, source, base, NULL);
}

/* A trace that is added is shown with the first one, which the window shows already. */
static void
on_added_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_finish (result, &error);

  if (self == NULL)
    return;
  g_clear_object (&self->next_added);
  if (trace != NULL)
    tv_window_join (self, load->file, trace);
  else
    tv_window_refuse_added (self, load->file, error);
}

/* If there is a base, it is read next, before both are added up. */
static void
on_trace_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TvWindow) self = ref_waiting_window (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_trace_load_finish (result, &error);

  if (self == NULL || ask_for_member (&load, error))
    return;
  if (trace == NULL)
    {
      show_error (self, error);
      return;
    }
  self->read = source_new (load, trace);
  if (self->next_base != NULL)
    start_loading (self, self->next_base, on_base_loaded);
  else
    tv_window_show_traces (self, self->read, self->sources[TV_DIFF_OLD], NULL);
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

/* A file that has not changed for so long is taken to be complete. */
#define SETTLED_MS 1000

/* Offers to reload a file if it has changed since it was read. */
static void
on_state (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvWindow) self = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (object), result, NULL);
  g_autofree char *name = tv_window_dup_file_name (G_FILE (object));
  g_autofree char *sentence = NULL;
  gboolean has_changed = FALSE;

  if (info == NULL || self->cancellable != NULL)
    return;
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    if (self->sources[side] != NULL && self->sources[side]->on_disk == G_FILE (object)
        && self->sources[side]->etag != NULL)
      has_changed
          |= g_strcmp0 (g_file_info_get_etag (info), self->sources[side]->etag) != 0;
  if (!has_changed)
    return;
  sentence = g_strdup_printf (_ ("“%s” has changed on disk"), name);
  tv_notice_bar_show_hint (self->notice, sentence);
  tv_notice_bar_set_action (self->notice, _ ("_Reload"), "win.reload");
}

static void
check_files (gpointer user_data)
{
  TvWindow *self = user_data;

  if (self->cancellable != NULL)
    {
      tv_later_add (&self->checking_files, SETTLED_MS, check_files, self);
      return;
    }
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    if (self->sources[side] != NULL)
      g_file_query_info_async (self->sources[side]->on_disk,
                               G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE,
                               G_PRIORITY_DEFAULT, NULL, on_state, g_object_ref (self));
}

static void
on_file_changed (TvWindow *self)
{
  tv_later_add (&self->checking_files, SETTLED_MS, check_files, self);
}

/* Without a monitor, as in some network folders, later changes go unnoticed. */
static void
watch_files (TvWindow *self)
{
  tv_window_stop_watching (self);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      if (self->sources[side] != NULL)
        self->monitors[side] = g_file_monitor_file (
            self->sources[side]->on_disk, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
      if (self->monitors[side] != NULL)
        g_signal_connect_object (self->monitors[side], "changed",
                                 G_CALLBACK (on_file_changed), self, G_CONNECT_SWAPPED);
    }
  /* A file may have changed while it was read. */
  on_file_changed (self);
}

/* Stops watching the files. Must be called before the window shows other files. */
void
tv_window_stop_watching (TvWindow *self)
{
  tv_later_cancel (&self->checking_files);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    g_clear_object (&self->monitors[side]);
}

/* Loading */

static void
on_version_known (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (object), result, NULL);
  g_autoptr (TvWindow) self = ref_waiting_window (load);

  if (self == NULL)
    {
      load_free (load);
      return;
    }
  if (info != NULL)
    load->etag = g_strdup (g_file_info_get_etag (info));
  tv_trace_load_event_async (load->file, tv_window_get_memory_limit (self), self->event,
                             show_progress, load, load->cancellable, load->on_loaded,
                             load);
}

static void
start_loading (TvWindow *self, GFile *file, GAsyncReadyCallback on_loaded)
{
  g_autofree char *name = tv_window_dup_file_name (file);
  g_autofree char *text = g_strdup_printf (_ ("Reading “%s”…"), name);
  Load *load = NULL;

  tv_window_stop_loading (self);
  tv_notice_bar_hide (self->notice);
  self->cancellable = g_cancellable_new ();
  load = load_new (self, file, on_loaded);

  gtk_label_set_label (self->loading_label, text);
  gtk_progress_bar_set_fraction (self->progress_bar, 0.0);
  tv_window_show_page (self, TV_PAGE_LOADING);
  g_file_query_info_async (load->on_disk, G_FILE_ATTRIBUTE_ETAG_VALUE,
                           G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT,
                           load->cancellable, on_version_known, load);
}

/* Compares the trace with that of a file, which a worker reads as soon as the trace
 * itself has been read. */
void
tv_window_compare_with (TvWindow *self, GFile *file)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_set_object (&self->next_base, file);
  if (self->session != NULL && self->cancellable == NULL)
    start_loading (self, file, on_base_loaded);
}

/* Adds the trace of a file to the one of the window, as soon as that has been read,
 * later by nanoseconds than clocks tell. */
void
tv_window_add_file_at (TvWindow *self, GFile *file, gint64 offset)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_set_object (&self->next_added, file);
  self->next_offset = offset;
  if (self->session != NULL && self->cancellable == NULL)
    start_loading (self, file, on_added_loaded);
}

/* Cancels the current load, if any. The page stays as it is. */
void
tv_window_stop_loading (TvWindow *self)
{
  tv_job_cancel (&self->sums_job);
  tv_job_cancel (&self->join_job);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Starts to load a file in this window if it is empty, or else in another one. */
void
tv_window_open_file (TvWindow *self, GFile *file)
{
  tv_window_open_file_with (self, file, NULL);
}

/* Like tv_window_open_file(), and adds mappings to the window that shows the file. */
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
  start_loading (self, file, on_trace_loaded);
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

/* Reloads the window's file and then that of the base. The old traces stay until both
 * have been read. */
void
tv_window_reload (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  if (self->file == NULL || self->cancellable != NULL)
    return;
  if (self->sources[TV_DIFF_OLD] != NULL)
    g_set_object (&self->next_base, self->sources[TV_DIFF_OLD]->file);
  if (self->sources[TV_DIFF_NEW] != NULL
      && self->sources[TV_DIFF_NEW]->added_file != NULL)
    {
      g_set_object (&self->next_added, self->sources[TV_DIFF_NEW]->added_file);
      self->next_offset = tv_trace_get_join (self->sources[TV_DIFF_NEW]->trace)->offset;
    }
  start_loading (self, self->file, on_trace_loaded);
}

/* Reads the file again for the samples of another event. */
void
tv_window_choose_event (TvWindow *self, GVariant *event)
{
  if (self->session == NULL || self->cancellable != NULL)
    return;
  g_free (self->event);
  self->event = g_variant_dup_string (event, NULL);
  tv_window_reload (self);
}

/* Remembers the event that is shown, also after another one could not be read. */
void
tv_window_update_event (TvWindow *self)
{
  const TvTrace *trace
      = self->session != NULL ? tv_trace_session_get_trace (self->session) : NULL;
  const gboolean has_events = trace != NULL && tv_trace_get_n_sample_events (trace) > 1;
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "sample-event");

  g_clear_pointer (&self->event, g_free);
  if (has_events)
    self->event = g_strdup (
        tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace))->name);
  g_simple_action_set_state (
      G_SIMPLE_ACTION (action),
      g_variant_new_string (self->event != NULL ? self->event : ""));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), has_events);
}

/* Cancels the current load, if any, and returns to the last trace or to the welcome
 * page. If a base was being read, shows the trace that was read before it. */
void
tv_window_cancel_loading (TvWindow *self)
{
  g_return_if_fail (TV_IS_WINDOW (self));

  if (self->cancellable == NULL)
    return;
  tv_window_stop_loading (self);
  tv_window_update_event (self);
  g_clear_object (&self->next_base);
  if (self->session == NULL && self->read != NULL)
    {
      self->cancellable = g_cancellable_new ();
      tv_window_show_traces (self, self->read, NULL, NULL);
      return;
    }
  g_clear_pointer (&self->read, tv_trace_source_unref);
  if (self->session == NULL)
    tv_window_set_file (self, NULL);
  tv_window_show_page (self, self->session != NULL ? TV_PAGE_TRACE : TV_PAGE_WELCOME);
}
