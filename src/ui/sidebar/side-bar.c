/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/sidebar/side-bar.h"

#include "analysis/columns/method-columns.h"
#include "analysis/lookup/call-query.h"
#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "analysis/text/name-text.h"
#include "trace/mapping/shared-methods.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-samples.h"
#include "ui/session/call-details.h"
#include "ui/session/pending.h"
#include "ui/sidebar/call-survey.h"
#include "ui/sidebar/side-base.h"
#include "ui/sidebar/side-waits.h"
#include "ui/sidebar/side-weights.h"
#include "ui/widgets/job.h"
#include "ui/widgets/later.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define LEAST_WIDTH 220

/* The rows of a list; the others are only counted. */
#define MOST_ROWS 10

/* Milliseconds after which the pointer counts as resting on a call. */
#define REST_MS 80

#define ZERO_WIDTH_SPACE "\u200b"

/* Sections, from top to bottom */
enum
{
  CALL,    /* its times and place */
  ARGS,    /* its arguments */
  WAITS,   /* what became of its time */
  WAKERS,  /* who woke its thread */
  FLOWS,   /* calls that flows come from or go to */
  CALLEES, /* of the call, or of the method */
  CALLERS, /* the same */
  METHOD,  /* all calls of the method */
  BASE,    /* the same in the base of a comparison */
  TRACE,   /* while nothing is selected */
  N_SECTIONS
};

struct _TvSideBar
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkLabel *name;
  GtkLabel *package;
  GtkButton *source;
  GtkLabel *hint; /* shown instead of the name */

  TvSideSection *sections[N_SECTIONS];

  TvTraceSession *session;
  GSignalGroup *session_signals;
  TvPending *pending;
  TvDetailsQuery *details; /* of the call that is shown */
  TvJob *job;
  TvSurvey *survey; /* of the selection; NULL until computed */
  guint update;     /* tick callback, or 0 */
  gboolean waits;   /* skips a frame */
  TvLater *rest;    /* waits for the pointer to rest */
};

G_DEFINE_FINAL_TYPE (TvSideBar, tv_side_bar, GTK_TYPE_WIDGET)

static const char *
get_clock_word (TvSideBar *self, TvClock clock)
{
  return tv_trace_get_clock_title (tv_trace_session_get_trace (self->session), clock);
}

static TvTrace *
get_trace (TvSideBar *self)
{
  return tv_trace_session_get_trace (self->session);
}

/* Gets the clocks of the trace, the primary one first. */
static guint
get_clocks (TvSideBar *self, TvClock clocks[TV_N_CLOCKS])
{
  const TvClock first = tv_trace_session_get_primary_clock (self->session);
  guint n = 0;

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    if (tv_trace_has_clock (get_trace (self), (first + i) % TV_N_CLOCKS))
      clocks[n++] = (first + i) % TV_N_CLOCKS;
  return n;
}

static char *
dup_count (guint64 count)
{
  return g_strdup_printf ("%'" PRIu64, count);
}

static void
add_count (TvSideSection *section, const char *name, guint64 count)
{
  g_autofree char *text = dup_count (count);

  tv_side_section_add (section, name, text, NULL);
}

/* Adds the number of further entries of a list of @n. */
static void
add_rest (TvSideSection *section, guint n)
{
  g_autofree char *text = NULL;

  if (n <= MOST_ROWS)
    return;
  text = g_strdup_printf (ngettext ("… and %u more", "… and %u more", n - MOST_ROWS),
                          n - MOST_ROWS);
  tv_side_section_add (section, text, NULL, NULL);
}

/* Heading */

/* Allows line breaks between the parts of a name, and inside a part that is too long.
 */
static char *
dup_heading (const TvNameText *name)
{
  GString *text = g_string_new_len (name->text, (gssize) name->parameters_end);

  g_string_replace (text, ".", "." ZERO_WIDTH_SPACE, 0);
  g_string_replace (text, "(", ZERO_WIDTH_SPACE "(", 0);
  return g_string_free (text, FALSE);
}

static void
show_name (TvSideBar *self, guint32 index)
{
  const TvMethod *method = tv_trace_get_method (get_trace (self), index);
  g_autoptr (TvNameText) name = tv_name_text_new (method);
  g_autofree char *shown = dup_heading (name);
  g_autofree char *read = g_strndup (name->text, name->parameters_end);
  const char *package = name->text + name->parameters_end;
  const gboolean has_source = method->file != NULL && *method->file != '\0';
  g_autofree char *whole = tv_method_dup_display_name (method);
  g_autofree char *source = NULL;

  while (*package == ' ')
    package++;
  if (has_source)
    source = method->line > 0 ? g_strdup_printf ("%s:%d", method->file, method->line)
                              : g_strdup (method->file);
  gtk_label_set_label (self->name, shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, read, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), whole);
  gtk_label_set_label (self->package, package);
  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (self->source)),
                       source != NULL ? source : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->source),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  source != NULL ? source : "", -1);
  gtk_widget_set_visible (GTK_WIDGET (self->package), *package != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->source), has_source);
}

/* A call */

/* Adds a row, and takes its texts. */
static void
add_texts (TvSideSection *section, const char *name, char *texts[TV_N_CLOCKS])
{
  tv_side_section_add (section, name, texts[0], texts[1]);
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    g_free (texts[i]);
}

/* Adds rows with a number for each clock, of a call and its share of the whole. */
static void
add_numbers (TvSideBar *self, const TvCallDetails *call, TvProfile *whole)
{
  TvSideSection *section = self->sections[CALL];
  char *words[TV_N_CLOCKS] = { NULL };
  char *inclusive[TV_N_CLOCKS] = { NULL };
  char *shares[TV_N_CLOCKS] = { NULL };
  char *exclusive[TV_N_CLOCKS] = { NULL };
  g_autofree char *waiting
      = tv_trace_session_dup_duration (self->session, call->waiting);
  TvClock clocks[TV_N_CLOCKS];
  const guint n = get_clocks (self, clocks);
  const gboolean real_first = clocks[0] == TV_CLOCK_WALL;

  for (guint i = 0; i < n; i++)
    {
      const gint64 time = call->inclusive[clocks[i]];

      words[i] = g_strdup (get_clock_word (self, clocks[i]));
      inclusive[i] = tv_trace_session_dup_amount (self->session, clocks[i], time);
      shares[i] = tv_profile_dup_share (whole, clocks[i], time);
      exclusive[i] = tv_trace_session_dup_amount (self->session, clocks[i],
                                                  call->exclusive[clocks[i]]);
    }
  add_texts (section, "", words);
  add_texts (section, _ ("Inclusive"), inclusive);
  add_texts (section, _ ("Share"), shares);
  add_texts (section, _ ("Exclusive"), exclusive);
  if (call->waiting > 0)
    tv_side_section_add (section, _ ("Waiting"), real_first ? waiting : "",
                         real_first ? "" : waiting);
}

static void
write_call (TvSideBar *self, TvCallRef call)
{
  TvSideSection *section = self->sections[CALL];
  const TvCallDetails *details = tv_details_query_ask (
      self->details, tv_trace_session_get_stacks (self->session), call);
  TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);
  const gint64 entry = tv_times_get (&calls.axis_start, call.call);
  const gint64 exit = tv_times_get (&calls.axis_end, call.call);
  g_autofree char *thread = tv_trace_dup_thread_label (get_trace (self), call.thread);
  g_autofree char *start = tv_trace_session_dup_duration (self->session, entry);
  g_autofree char *end = tv_trace_session_dup_duration (self->session, exit);

  tv_side_section_begin (section, tv_kind_text (get_trace (self), N_ ("This Call")));
  tv_side_section_add_text (section, _ ("Thread"), thread);
  tv_side_section_add (section, _ ("Start"), start, NULL);
  tv_side_section_add (section, _ ("End"), end, NULL);
  /* Otherwise they follow soon. */
  if (details != NULL)
    add_numbers (self, details, tv_trace_session_get_whole_profile (self->session));
}

static void
write_arguments (TvSideBar *self, TvCallRef call)
{
  TvSideSection *section = self->sections[ARGS];
  const guint32 set
      = tv_trace_get_call_arg_set (get_trace (self), call.thread, call.call);
  const TvArg *args;
  guint n;

  if (set == TV_ARG_SET_NONE)
    return;
  args = tv_trace_get_arg_set (get_trace (self), set, &n);
  tv_side_section_begin (section, _ ("Arguments"));
  for (guint i = 0; i < MIN (n, MOST_ROWS); i++)
    {
      g_autofree char *value = tv_arg_dup_value (&args[i]);

      tv_side_section_add_text (section, args[i].key, value != NULL ? value : "");
    }
  add_rest (section, n);
}

static gboolean
is_same_call (TvCallRef a, TvCallRef b)
{
  return a.thread == b.thread && a.call == b.call;
}

/* Links the calls that flows of a call come from and go to. */
static void
write_flows (TvSideBar *self, TvCallRef call)
{
  TvSideSection *section = self->sections[FLOWS];
  TvTrace *trace = get_trace (self);
  guint n = 0;

  for (gsize i = 0; i < tv_trace_get_n_flows (trace); i++)
    {
      const TvFlow flow = tv_trace_get_flow (trace, i);
      const gboolean enters = is_same_call (flow.to, call);
      const TvCallRef other = enters ? flow.from : flow.to;
      TvCalls calls;

      if ((!enters && !is_same_call (flow.from, call))
          || other.thread == TV_THREAD_NONE)
        continue;
      if (n++ == 0)
        tv_side_section_begin (section, _ ("Flows"));
      if (n > MOST_ROWS)
        continue;
      calls = tv_trace_get_calls (trace, other.thread);
      tv_side_section_add_link (
          section, tv_trace_get_method (trace, tv_calls_method (&calls, other.call)),
          &(TvSideTarget){ other, TV_METHOD_NONE },
          /* Translators: of a flow between two calls. */
          enters ? _ ("from there") : _ ("to there"), NULL);
    }
  add_rest (section, n);
}

/* A path */

/* Writes all calls along the path as one call. */
static void
write_path (TvSideBar *self, const TvCallTreeNode *sums)
{
  const TvCallDetails path = { .inclusive = { sums->inclusive[0], sums->inclusive[1] },
                               .exclusive = { sums->exclusive[0], sums->exclusive[1] },
                               .waiting = sums->waiting };

  tv_side_section_begin (self->sections[CALL], _ ("This Path"));
  add_numbers (self, &path, tv_trace_session_get_profile (self->session));
  if (!tv_trace_has_samples (get_trace (self)))
    add_count (self->sections[CALL], tv_kind_text (get_trace (self), N_ ("Calls")),
               sums->calls);
}

/* Lists the callers, innermost first. */
static void
write_callers (TvSideBar *self, TvCallRef call)
{
  TvSideSection *section = self->sections[CALLERS];
  const guint depth = tv_call_stacks_get_depth (
      tv_trace_session_get_stacks (self->session), call.thread, call.call);
  TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);

  tv_side_section_begin (section, tv_kind_text (get_trace (self), N_ ("Callers")));
  for (guint i = 0; i < MIN (depth, MOST_ROWS); i++)
    {
      call.call = calls.parent[call.call];
      tv_side_section_add_link (
          section,
          tv_trace_get_method (get_trace (self), tv_calls_method (&calls, call.call)),
          &(TvSideTarget){ call, TV_METHOD_NONE }, NULL, NULL);
    }
  add_rest (section, depth);
}

/* Adds a method and its share of a whole. */
static void
add_part (TvSideBar *self, TvSideSection *section, guint32 method, gint64 time,
          gint64 whole)
{
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  g_autofree char *text = tv_trace_session_dup_amount (self->session, clock, time);
  g_autofree char *share = tv_percent_format (time, whole);

  if (method == TV_METHOD_NONE)
    tv_side_section_add (section, _ ("(toplevel)"), text, share);
  else
    tv_side_section_add_link (section, tv_trace_get_method (get_trace (self), method),
                              &(TvSideTarget){ { TV_THREAD_NONE, 0 }, method }, text,
                              share);
}

/* Lists the methods that took the call's time, at all levels below it. */
static void
write_shares (TvSideBar *self, const GArray *shares)
{
  TvSideSection *section = self->sections[CALLEES];
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  g_autofree char *heading
      = g_strdup_printf (_ ("Time Spent In · %s"), get_clock_word (self, clock));
  gint64 whole = 0;

  tv_side_section_begin (section, heading);
  for (guint i = 0; i < shares->len; i++)
    whole += g_array_index (shares, TvCallShare, i).exclusive;
  for (guint i = 0; i < MIN (shares->len, MOST_ROWS); i++)
    {
      const TvCallShare *share = &g_array_index (shares, TvCallShare, i);

      add_part (self, section, share->method, share->exclusive, whole);
    }
  add_rest (section, shares->len);
}

/* A method */

static void
write_relatives (TvSideBar *self, TvSideSection *section, const char *heading,
                 const GArray *relatives, gint64 whole)
{
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);

  tv_side_section_begin (section, heading);
  tv_side_section_explain (
      section, tv_kind_text (get_trace (self),
                             N_ ("All calls of the method; nested time counts once")));
  for (guint i = 0; i < MIN (relatives->len, MOST_ROWS); i++)
    {
      const TvCallTreeNode *relative = &g_array_index (relatives, TvCallTreeNode, i);

      add_part (self, section, relative->method, relative->inclusive[clock], whole);
    }
  add_rest (section, relatives->len);
}

static void
add_time (TvSideBar *self, TvSideSection *section, const char *name, gint64 time)
{
  g_autofree char *text = tv_trace_session_dup_duration (self->session, time);

  tv_side_section_add (section, name, text, NULL);
}

/* Counts recursive calls, too, like the spread. */
static guint64
count_calls (const TvMethodTotals *totals)
{
  return totals->calls + totals->recursive_calls;
}

/* Describes all calls in scope. The spread of their lengths follows later. */
static void
write_method (TvSideBar *self, guint32 method)
{
  TvSideSection *section = self->sections[METHOD];
  TvProfile *profile = tv_trace_session_get_profile (self->session);
  const gboolean whole = profile == tv_trace_session_get_whole_profile (self->session);
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  const TvCallSpread *spread;
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  g_autofree char *heading
      = g_strdup_printf (whole ? _ ("Statistics · %s") : _ ("Statistics in Scope · %s"),
                         get_clock_word (self, clock));

  tv_side_section_begin (section, heading);
  if (tv_trace_has_samples (get_trace (self)))
    {
      tv_side_weights_add (section, self->session, totals);
      return;
    }
  tv_side_section_explain (
      section,
      tv_kind_text (get_trace (self),
                    N_ ("The count includes all calls, and the exclusive time is "
                        "their own time; the total counts nested time once")));
  add_count (section, _ ("Count"), count_calls (totals));
  add_time (self, section, _ ("Total"), totals->inclusive[clock]);
  add_time (self, section, _ ("Exclusive"), totals->exclusive[clock]);
  if (self->survey == NULL || count_calls (totals) == 0)
    return;
  if (!self->survey->has_spread)
    {
      tv_side_section_add (section, _ ("Median"), _ ("Not enough memory"), NULL);
      return;
    }
  spread = &self->survey->spread;
  add_time (self, section, _ ("Shortest"), spread->least);
  add_time (self, section, _ ("Median"), (gint64) spread->median);
  add_time (self, section, _ ("95th Percentile"), spread->percentile_95);
  add_time (self, section, _ ("Longest"), spread->greatest);
}

/* The trace */

/* Counts the threads that the timeline does not show. */
static guint
count_empty_threads (const TvTrace *trace)
{
  guint n = 0;

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    n += tv_trace_get_thread (trace, i)->n_calls == 0;
  return n;
}

static void
write_trace (TvSideBar *self)
{
  TvSideSection *section = self->sections[TRACE];
  const TvTrace *trace = get_trace (self);
  const guint n_empty = count_empty_threads (trace);
  TvClock clocks[TV_N_CLOCKS];
  const guint n_clocks = get_clocks (self, clocks);
  g_autofree char *words
      = n_clocks > 1 ? g_strdup_printf ("%s, %s", get_clock_word (self, clocks[0]),
                                        get_clock_word (self, clocks[1]))
                     : g_strdup (get_clock_word (self, clocks[0]));
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (trace, &start, &end);
  tv_side_section_begin (section, _ ("Trace"));
  if (tv_amount_is_on_axis (tv_trace_session_get_trace (self->session)))
    add_time (self, section, _ ("Total"),
              tv_profile_get_root_inclusive (
                  tv_trace_session_get_whole_profile (self->session), clocks[0]));
  else
    add_time (self, section, _ ("Length"), end - start);
  add_count (section, _ ("Threads"), tv_trace_get_n_threads (trace));
  if (n_empty > 0)
    add_count (section, tv_kind_text (get_trace (self), N_ ("Without Calls")), n_empty);
  if (tv_trace_has_samples (trace) && !tv_trace_weighs_samples (trace))
    add_count (section, _ ("Samples"),
               tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace))
                   ->n_samples);
  else if (!tv_trace_has_samples (trace))
    add_count (section, tv_kind_text (get_trace (self), N_ ("Calls")),
               tv_trace_get_n_calls (trace));
  add_count (section, tv_kind_text (get_trace (self), N_ ("Methods")),
             tv_trace_get_n_own_methods (trace));
  tv_side_section_add_text (section, _ ("Clocks"), words);
}

/* All sections */

static void
write_selection (TvSideBar *self, TvCallRef call, guint32 method)
{
  const TvSurvey *survey = self->survey;
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  gint64 inclusive;

  if (call.thread == TV_THREAD_NONE && survey != NULL && survey->callees != NULL)
    {
      inclusive
          = tv_profile_get_totals (tv_trace_session_get_profile (self->session), method)
                ->inclusive[clock];
      write_relatives (self, self->sections[CALLERS],
                       tv_kind_text (get_trace (self), N_ ("Callers")), survey->callers,
                       inclusive);
      write_relatives (self, self->sections[CALLEES],
                       tv_kind_text (get_trace (self), N_ ("Callees")), survey->callees,
                       inclusive);
    }
  if (call.thread != TV_THREAD_NONE)
    write_flows (self, call);
  if (survey != NULL && survey->waits != NULL)
    tv_side_waits_write (self->session, survey->waits, self->sections[WAITS],
                         self->sections[WAKERS]);
  if (survey != NULL && survey->path.calls > 0)
    write_path (self, &survey->path);
  if (survey != NULL && survey->shares != NULL)
    write_shares (self, survey->shares);
  write_method (self, method);
  tv_side_base_write (self->sections[BASE], self->session, method);
}

/* Writes all sections. A call under the pointer has only those that cost nothing. */
static void
write_all (TvSideBar *self)
{
  const TvCallRef selected = tv_trace_session_get_selected_call (self->session);
  const TvCallRef pointed = tv_trace_session_get_pointed_call (self->session);
  const gboolean is_pointed = pointed.thread != TV_THREAD_NONE;
  const TvCallRef call = is_pointed ? pointed : selected;
  guint32 method = tv_trace_session_get_selected_method (self->session);

  if (call.thread != TV_THREAD_NONE)
    {
      TvCalls calls = tv_trace_get_calls (get_trace (self), call.thread);

      method = tv_calls_method (&calls, call.call);
      write_call (self, call);
      write_arguments (self, call);
      write_callers (self, call);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->name), method != TV_METHOD_NONE);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), method == TV_METHOD_NONE);
  gtk_widget_set_visible (GTK_WIDGET (self->package), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->source), FALSE);
  if (method == TV_METHOD_NONE)
    {
      write_trace (self);
      return;
    }
  show_name (self, method);
  if (!is_pointed
      || (pointed.thread == selected.thread && pointed.call == selected.call))
    write_selection (self, call, method);
}

static void
update (TvSideBar *self)
{
  for (guint i = 0; i < N_SECTIONS; i++)
    tv_side_section_begin (self->sections[i], "");
  if (self->session != NULL)
    write_all (self);
  for (guint i = 0; i < N_SECTIONS; i++)
    tv_side_section_end (self->sections[i]);
  tv_pending_set_asking (self->pending, self->job != NULL);
}

static gboolean
update_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvSideBar *self = TV_SIDE_BAR (widget);

  if (self->waits)
    {
      self->waits = FALSE;
      return G_SOURCE_CONTINUE;
    }
  self->update = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Updates at most once a frame, and only while visible. The next frame belongs to the
 * views, which the user looks at. */
static void
queue_update (gpointer data)
{
  TvSideBar *self = data;

  if (self->update != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->waits = TRUE;
  self->update
      = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_in_frame, NULL, NULL);
}

/* Waits for the pointer to rest: new texts need a new layout, which would make a moving
 * pointer lag. */
static void
on_pointed (TvSideBar *self)
{
  tv_later_add (&self->rest, REST_MS, queue_update, self);
}

/* The worker */

static void
on_surveyed (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvSideBar *self = TV_SIDE_BAR (owner);

  self->survey = answer;
  queue_update (self);
}

static void
start_survey (TvSideBar *self)
{
  static const TvJobType type
      = { .run = (gpointer (*) (gpointer, GCancellable *, GError **)) tv_survey_new,
          .done = on_surveyed,
          .free_question = (GDestroyNotify) tv_survey_question_free,
          .free_answer = (GDestroyNotify) tv_survey_free,
          .pace = TV_JOB_SOON };
  guint32 method = TV_METHOD_NONE;

  tv_job_cancel (&self->job);
  g_clear_pointer (&self->survey, tv_survey_free);
  if (self->session != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    method = tv_trace_session_get_selected_method (self->session);
  if (method != TV_METHOD_NONE)
    tv_job_start (
        &self->job, &type,
        tv_survey_question_new (tv_trace_session_get_profile (self->session), method,
                                tv_trace_session_get_selected_call (self->session),
                                tv_trace_session_get_selected_path (self->session),
                                tv_trace_session_get_primary_clock (self->session)),
        self);
  queue_update (self);
  tv_pending_set_asking (self->pending, self->update != 0);
}

static void
on_link (gpointer data, const TvSideTarget *target)
{
  TvSideBar *self = TV_SIDE_BAR (data);

  if (target->call.thread != TV_THREAD_NONE)
    tv_trace_session_select_call (self->session, target->call);
  else
    tv_trace_session_select_method (self->session, target->method);
}

static void
on_details (gpointer data)
{
  queue_update (TV_SIDE_BAR (data));
}

/* The widget */

static char *
dup_text (TvSideBar *self)
{
  GString *text = g_string_new (NULL);

  if (gtk_widget_get_visible (GTK_WIDGET (self->name)))
    g_string_append_printf (text, "%s\n",
                            gtk_widget_get_tooltip_text (GTK_WIDGET (self->name)));
  for (guint i = 0; i < N_SECTIONS; i++)
    tv_side_section_append_to (self->sections[i], text);
  return g_string_free (text, FALSE);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = dup_text (TV_SIDE_BAR (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
open_menu (GtkGestureClick *gesture, int n_press, double x, double y, TvSideBar *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("_Copy"), "side-bar.copy");
  tv_popup_menu_open (GTK_WIDGET (self), G_MENU_MODEL (menu),
                      &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

static void
tv_side_bar_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_side_bar_parent_class)->map (widget);
  start_survey (TV_SIDE_BAR (widget));
}

static void
tv_side_bar_dispose (GObject *object)
{
  TvSideBar *self = TV_SIDE_BAR (object);

  tv_later_cancel (&self->rest);
  tv_job_cancel (&self->job);
  g_clear_pointer (&self->survey, tv_survey_free);
  g_clear_pointer (&self->details, tv_details_query_free);
  g_clear_pointer (&self->pending, tv_pending_free);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  for (guint i = 0; i < N_SECTIONS; i++)
    g_clear_pointer (&self->sections[i], tv_side_section_free);
  G_OBJECT_CLASS (tv_side_bar_parent_class)->dispose (object);
}

static void
tv_side_bar_class_init (TvSideBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_side_bar_dispose;
  widget_class->map = tv_side_bar_map;
  gtk_widget_class_set_css_name (widget_class, "sidebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "side-bar.copy", NULL, copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "side-bar.copy", NULL);
}

static GtkLabel *
add_label (GtkBox *box, const char *style)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (label), style);
  gtk_box_append (box, GTK_WIDGET (label));
  return label;
}

static void
add_head (TvSideBar *self, GtkBox *box)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GtkWidget *text = gtk_label_new (NULL);

  self->hint = add_label (box, "dim-label");
  self->name = add_label (box, "heading");
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (self->name, attributes);
  self->package = add_label (box, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  self->source = GTK_BUTTON (gtk_button_new ());
  gtk_button_set_child (self->source, text);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->source), "win.open-source");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source), _ ("Open the Source"));
  gtk_widget_add_css_class (GTK_WIDGET (self->source), "link");
  gtk_widget_set_halign (GTK_WIDGET (self->source), GTK_ALIGN_START);
  gtk_box_append (box, GTK_WIDGET (self->source));
}

static void
connect_session (TvSideBar *self)
{
  static const char *const surveyed[] = { "selection-changed", "notify::ranking" };
  static const char *const shown[]
      = { "notify::trace", "notify::primary-clock", "notify::time-unit" };

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (surveyed); i++)
    g_signal_group_connect_swapped (self->session_signals, surveyed[i],
                                    G_CALLBACK (start_survey), self);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    g_signal_group_connect_swapped (self->session_signals, shown[i],
                                    G_CALLBACK (queue_update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::pointed-call",
                                  G_CALLBACK (on_pointed), self);
}

static void
tv_side_bar_init (TvSideBar *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkGesture *click = gtk_gesture_click_new ();

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller),
                                  GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller),
                                 GTK_WIDGET (box));
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH, -1);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (box), "content");
  add_head (self, box);
  for (guint i = 0; i < N_SECTIONS; i++)
    self->sections[i] = tv_side_section_new (box, on_link, self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (open_menu), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  self->details = tv_details_query_new (on_details, self);
  self->pending = tv_pending_new (GTK_WIDGET (self));
  connect_session (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Side bar"), -1);
  /* The scroller has the focus itself, for the keys that scroll. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Side bar"), -1);
}

GtkWidget *
tv_side_bar_new (void)
{
  return g_object_new (TV_TYPE_SIDE_BAR, NULL);
}

/**
 * tv_side_bar_set_session:
 * @self: a side bar
 * @session: (nullable): the session whose selection it shows, %NULL for none
 */
void
tv_side_bar_set_session (TvSideBar *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_SIDE_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  tv_details_query_forget (self->details);
  if (session != NULL)
    gtk_label_set_label (
        self->hint, tv_trace_session_get_text (
                        session, N_ ("Click a call in the timeline or a method in the "
                                     "table to see where its time went.")));
  g_signal_group_set_target (self->session_signals, session);
  tv_pending_set_session (self->pending, session);
  start_survey (self);
}
