/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-levels.h"

#include "analysis/charts/call-chart.h"
#include "analysis/lookup/call-query.h"
#include "analysis/sums/call-bounds.h"
#include "analysis/text/name-text.h"
#include "draw/lane-raster.h"
#include "trace/model/parallel.h"
#include "ui/widgets/job.h"

/* Counting levels visits all calls: up to this many at once. */
#define MAX_CALLS_COUNTED_AT_ONCE 1000000

/* The first row opens by itself if all rows take up at most this share of the height.
 */
#define MAX_SHARE_OF_STRIPS 0.5

/* A line for a single level would save nothing. */
#define MIN_FOLDED 2

/* The innermost names, which that line and its tooltip show. */
#define MAX_FOLDED_NAMES 32

struct _TvTimelineLevels
{
  const TvTimelineContext *context;
  TvTimelineRows *rows;
  guint32 *counted;     /* lines by thread, 0 if not known */
  GHashTable *unfolded; /* threads whose rows show each level */
  GHashTable *wanted;   /* threads whose rows wait for that */
  TvJob *job;
  guint32 announced; /* key of a row to announce when it is open, or TV_THREAD_NONE */
  gboolean
      started; /* whether it is decided that the first row opens by itself or not */
  gboolean
      stays_closed; /* whether the user closed such a row, so that no other opens */
  guint32 opened;   /* the thread whose row opened by itself, or TV_THREAD_NONE */
};

typedef struct
{
  TvTrace *trace;
  guint n_threads;
  guint32 *threads;
  guint32 *counted; /* for each of the threads */
  GCancellable *cancellable;
} CountJob;

static CountJob *
count_job_new (TvTimelineLevels *self)
{
  CountJob *job = g_new0 (CountJob, 1);
  GHashTableIter iter;
  gpointer thread;

  job->trace = tv_trace_ref (tv_trace_session_get_trace (self->context->session));
  job->threads = g_new (guint32, g_hash_table_size (self->wanted));
  job->counted = g_new0 (guint32, g_hash_table_size (self->wanted));
  g_hash_table_iter_init (&iter, self->wanted);
  while (g_hash_table_iter_next (&iter, &thread, NULL))
    job->threads[job->n_threads++] = GPOINTER_TO_UINT (thread);
  return job;
}

static void
count_job_free (CountJob *job)
{
  tv_trace_unref (job->trace);
  g_free (job->threads);
  g_free (job->counted);
  g_free (job);
}

static void
count_one (guint i, gpointer data)
{
  CountJob *job = data;

  job->counted[i]
      = tv_thread_count_levels (job->trace, job->threads[i], job->cancellable);
}

/* Announces a row that a key has opened. */
static void
announce_row (TvTimelineLevels *self)
{
  gint row = -1;

  if (self->announced != TV_THREAD_NONE)
    row = tv_timeline_rows_find (self->rows, self->announced);
  self->announced = TV_THREAD_NONE;
  if (row >= 0)
    tv_timeline_rows_announce (self->rows, (guint) row);
}

/* Returns the innermost call that lasts over all activity of a thread in a range, or
 * TV_CALL_NONE. */
static guint32
find_trunk (TvTimelineLevels *self, guint32 thread, gint64 start, gint64 end)
{
  TvTraceSession *session = self->context->session;
  TvTrace *trace = tv_trace_session_get_trace (session);
  const TvThread *info = tv_trace_get_thread (trace, thread);
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  start = MAX (start, info->axis_first);
  end = MIN (end, info->axis_last);
  if (start >= end)
    return TV_CALL_NONE;
  return tv_call_stacks_find_open (tv_trace_session_get_stacks (session), thread,
                                   tv_calls_upper_bound (&calls, start), end - 1);
}

/* Returns the number of levels that share a line: those above the last level with only
 * one call. */
static guint
count_folded (TvTimelineLevels *self, guint32 thread, guint32 trunk)
{
  guint n;

  if (trunk == TV_CALL_NONE
      || g_hash_table_contains (self->unfolded, GUINT_TO_POINTER (thread)))
    return 0;
  n = tv_call_stacks_get_depth (tv_trace_session_get_stacks (self->context->session),
                                thread, trunk);
  return n >= MIN_FOLDED ? n : 0;
}

/* Returns the number of lines that a row needs in any view: the view of the whole trace
 * folds the most levels. */
static guint
count_lines (TvTimelineLevels *self, guint32 thread, guint n_levels)
{
  gint64 start;
  gint64 end;
  guint n_folded;

  tv_trace_session_get_full_range (self->context->session, &start, &end);
  n_folded = count_folded (self, thread, find_trunk (self, thread, start, end));
  tv_timeline_layout_set_folded (tv_timeline_rows_get_layout (self->rows), thread,
                                 n_folded);
  return n_folded == 0 ? n_levels : n_levels - n_folded + 1;
}

static void
open_counted (TvTimelineLevels *self, const CountJob *job)
{
  for (guint i = 0; i < job->n_threads; i++)
    self->counted[job->threads[i]]
        = count_lines (self, job->threads[i], job->counted[i]);
  tv_timeline_layout_set_levels_of (tv_timeline_rows_get_layout (self->rows),
                                    job->threads, job->n_threads, self->counted);
  g_hash_table_remove_all (self->wanted);
  tv_timeline_layout_changed (self->context);
  announce_row (self);
}

static gpointer
count_in_worker (gpointer question, GCancellable *cancellable, GError **error)
{
  CountJob *job = question;

  job->cancellable = cancellable;
  tv_parallel_run (job->n_threads, 0, count_one, job);
  return NULL;
}

static void
on_levels_counted (gpointer owner, gpointer question, gpointer answer,
                   const GError *error)
{
  open_counted (owner, question);
}

static const TvJobType count_job = {
  .run = count_in_worker,
  .done = on_levels_counted,
  .free_question = (GDestroyNotify) count_job_free,
  .pace = TV_JOB_SOON,
};

/* Counts the levels of the wanted rows and opens them. */
static void
open_wanted (TvTimelineLevels *self)
{
  CountJob *job;
  gsize n_calls = 0;

  if (tv_timeline_rows_get_layout (self->rows) == NULL)
    return;
  if (g_hash_table_size (self->wanted) == 0)
    {
      tv_timeline_layout_changed (self->context);
      return;
    }
  job = count_job_new (self);
  for (guint i = 0; i < job->n_threads; i++)
    n_calls += tv_trace_get_thread (job->trace, job->threads[i])->n_calls;
  if (n_calls > MAX_CALLS_COUNTED_AT_ONCE)
    {
      tv_job_start (&self->job, &count_job, job, self);
      return;
    }
  tv_job_cancel (&self->job);
  tv_parallel_run (job->n_threads, 0, count_one, job);
  open_counted (self, job);
  count_job_free (job);
}

static gboolean
may_open (TvTimelineLevels *self, guint32 thread)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);

  return thread != TV_THREAD_NONE && tv_trace_get_thread (trace, thread)->n_calls > 0;
}

gboolean
tv_timeline_levels_can_open (TvTimelineLevels *self, guint row)
{
  return tv_timeline_rows_get_group (self->rows, row) >= 0
         || may_open (self, tv_timeline_rows_get (self->rows, row).thread);
}

/* Folds levels of the visible rows according to the range in view. */
void
tv_timeline_levels_fold (TvTimelineLevels *self)
{
  g_autoptr (GArray) rows = tv_timeline_rows_list_in_sight (self->rows);
  gint64 start;
  gint64 end;

  if (rows->len > 0)
    tv_trace_session_get_view (self->context->session, &start, &end);
  for (guint i = 0; i < rows->len; i++)
    {
      const TvTimelineRow shown
          = tv_timeline_rows_get (self->rows, g_array_index (rows, guint, i));
      const guint32 trunk = shown.levels > 0
                                ? find_trunk (self, shown.thread, start, end)
                                : TV_CALL_NONE;

      /* A thread that does nothing in view stays as it is. */
      if (trunk != TV_CALL_NONE)
        tv_timeline_layout_set_folded (tv_timeline_rows_get_layout (self->rows),
                                       shown.thread,
                                       count_folded (self, shown.thread, trunk));
    }
}

/* Returns the row that has a line of folded levels at @y, or -1. */
gint
tv_timeline_levels_find_fold (TvTimelineLevels *self, double y)
{
  const gint row = tv_timeline_rows_get_at (self->rows, y);
  double below;

  if (row < 0 || tv_timeline_rows_get (self->rows, (guint) row).folded == 0)
    return -1;
  below = y - (double) tv_timeline_rows_get_y (self->rows, (guint) row)
          - TV_LANE_TAB_HEIGHT;
  return below >= 0 && below < TV_LEVEL_HEIGHT ? row : -1;
}

/* Returns the names of the calls that share the line at @y, or NULL. */
char *
tv_timeline_levels_dup_tooltip (TvTimelineLevels *self, int y)
{
  const gint row = tv_timeline_levels_find_fold (self, y);
  gsize lit;
  gsize n_lit;

  return row >= 0
             ? tv_timeline_levels_dup_folded (self, (guint) row, "\n", &lit, &n_lit)
             : NULL;
}

/* Shows each level of a row, until it is closed; or folds the levels again. */
void
tv_timeline_levels_toggle_fold (TvTimelineLevels *self, guint row)
{
  const gpointer thread
      = GUINT_TO_POINTER (tv_timeline_rows_get (self->rows, row).thread);

  if (!g_hash_table_remove (self->unfolded, thread))
    g_hash_table_add (self->unfolded, thread);
  g_hash_table_add (self->wanted, thread);
  open_wanted (self);
}

static char *
dup_short_name (const TvMethod *method)
{
  g_autoptr (TvNameText) name = tv_name_text_new (method);

  return tv_name_text_dup_short (name);
}

/* Writes the names of the calls whose levels are folded, the outermost first. Finds the
 * bytes of that of the selected method, or of what is left out if it is among that. */
char *
tv_timeline_levels_dup_folded (TvTimelineLevels *self, guint row, const char *separator,
                               gsize *lit, gsize *n_lit)
{
  const guint32 selected
      = tv_trace_session_get_selected_method (self->context->session);
  gsize lit_end = 0;
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  const TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);
  const TvCalls calls = tv_trace_get_calls (trace, shown.thread);
  GString *text = g_string_new (NULL);
  TvCallRef call = { shown.thread, TV_CALL_NONE };
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (self->context->session, &start, &end);
  call.call = find_trunk (self, shown.thread, start, end);
  *n_lit = 0;
  for (guint i = 0;
       call.call != TV_CALL_NONE && tv_call_get_parent (trace, call, &call); i++)
    {
      const guint32 method = tv_calls_method (&calls, call.call);
      g_autofree char *written = NULL;

      if (i < MAX_FOLDED_NAMES)
        written = dup_short_name (tv_trace_get_method (trace, method));
      else if (i == MAX_FOLDED_NAMES)
        written = g_strdup ("…");
      if (written != NULL && text->len > 0)
        g_string_prepend (text, separator);
      if (written != NULL)
        g_string_prepend (text, written);
      if (method == selected && *n_lit == 0)
        {
          *n_lit = strlen (written != NULL ? written : "…");
          lit_end = text->len;
        }
    }
  *lit = text->len - lit_end;
  return g_string_free (text, FALSE);
}

/* A row that is opened again folds its levels again. */
static void
forget_unfolded (TvTimelineLevels *self, guint32 thread)
{
  if (g_hash_table_remove (self->unfolded, GUINT_TO_POINTER (thread)))
    self->counted[thread] = 0;
}

/* Opens or closes a row, or folds or opens a group. If the thread has many calls, the
 * row opens once its levels are counted. */
void
tv_timeline_levels_toggle (TvTimelineLevels *self, guint row)
{
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  const TvTimelineRow toggled = tv_timeline_rows_get (self->rows, row);
  const guint32 thread = toggled.thread;

  if (toggled.kind == TV_TIMELINE_ROW_GROUP)
    tv_timeline_rows_toggle_group (self->rows, row);
  if (!may_open (self, thread))
    return;
  self->stays_closed |= toggled.levels > 0 && thread == self->opened;
  if (toggled.levels > 0)
    {
      tv_timeline_layout_set_levels (layout, thread, 0);
      forget_unfolded (self, thread);
    }
  else if (self->counted[thread] > 0)
    tv_timeline_layout_set_levels (layout, thread, self->counted[thread]);
  else
    g_hash_table_add (self->wanted, GUINT_TO_POINTER (thread));
  open_wanted (self);
}

/* Opens the row of the main thread, or else the first, in a trace with so few threads
 * that there is room for it. This is decided once for each trace, as soon as the layout
 * is known. */
void
tv_timeline_levels_open_first (TvTimelineLevels *self)
{
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  gint row;

  if (self->started || layout == NULL || self->context->rows_area.height <= 0)
    return;
  self->started = TRUE;
  row = tv_timeline_rows_find (self->rows,
                               tv_timeline_rows_get_threads (self->rows)->main_thread);
  for (guint i = 0; row < 0 && i < tv_timeline_rows_get_n (self->rows); i++)
    if (tv_timeline_rows_get_group (self->rows, i) < 0)
      row = (gint) i;
  if (self->stays_closed || row < 0
      || tv_timeline_rows_get (self->rows, (guint) row).levels > 0
      || (double) tv_timeline_layout_get_height (layout)
             > self->context->rows_area.height * MAX_SHARE_OF_STRIPS)
    return;
  self->opened = tv_timeline_rows_get (self->rows, (guint) row).thread;
  tv_timeline_levels_toggle (self, (guint) row);
}

/* Returns whether the open rows are decided and their levels known. */
gboolean
tv_timeline_levels_are_settled (TvTimelineLevels *self)
{
  return self->started && g_hash_table_size (self->wanted) == 0;
}

/* Returns the threads of the next trace whose rows are open now. */
GArray *
tv_timeline_levels_list_open (TvTimelineLevels *self, const TvTraceMatch *match)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint row = 0; row < tv_timeline_rows_get_n (self->rows); row++)
    {
      const TvTimelineRow open = tv_timeline_rows_get (self->rows, row);
      const guint32 thread = tv_trace_match_thread (match, open.thread);

      if (open.levels > 0 && thread != TV_THREAD_NONE)
        g_array_append_val (threads, thread);
    }
  return threads;
}

/* Opens the rows of some threads, as soon as there are rows, and none by itself. */
void
tv_timeline_levels_open (TvTimelineLevels *self, const GArray *threads)
{
  self->started = TRUE;
  for (guint i = 0; i < threads->len; i++)
    {
      const guint32 thread = g_array_index (threads, guint32, i);

      if (may_open (self, thread))
        g_hash_table_add (self->wanted, GUINT_TO_POINTER (thread));
    }
  tv_timeline_levels_resume (self);
}

/* Call it as soon as there are rows. */
void
tv_timeline_levels_resume (TvTimelineLevels *self)
{
  if (self->job == NULL && g_hash_table_size (self->wanted) > 0)
    open_wanted (self);
}

static gboolean
open_rows (gpointer data, int argument)
{
  TvTimelineLevels *self = data;
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (layout == NULL)
    return GDK_EVENT_PROPAGATE;
  for (guint row = 0; row < tv_timeline_rows_get_n (self->rows); row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (!may_open (self, thread))
        continue;
      if (self->counted[thread] > 0)
        g_array_append_val (known, thread);
      else
        g_hash_table_add (self->wanted, GUINT_TO_POINTER (thread));
    }
  tv_timeline_layout_set_levels_of (layout, (const guint32 *) (gpointer) known->data,
                                    known->len, self->counted);
  open_wanted (self);
  return GDK_EVENT_STOP;
}

static void
forget_all_unfolded (TvTimelineLevels *self)
{
  GHashTableIter iter;
  gpointer thread;

  g_hash_table_iter_init (&iter, self->unfolded);
  while (g_hash_table_iter_next (&iter, &thread, NULL))
    self->counted[GPOINTER_TO_UINT (thread)] = 0;
  g_hash_table_remove_all (self->unfolded);
}

static gboolean
close_rows (gpointer data, int argument)
{
  TvTimelineLevels *self = data;
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);

  if (layout == NULL)
    return GDK_EVENT_PROPAGATE;
  tv_job_cancel (&self->job);
  g_hash_table_remove_all (self->wanted);
  self->announced = TV_THREAD_NONE;
  self->stays_closed |= self->opened != TV_THREAD_NONE;
  forget_all_unfolded (self);
  tv_timeline_layout_set_levels_of_all (layout, NULL);
  tv_timeline_layout_changed (self->context);
  return GDK_EVENT_STOP;
}

/* Returns the current row, else the row under the pointer, else the first in sight; -1
 * if there is none. */
static gint
find_target_row (TvTimelineLevels *self)
{
  g_autoptr (GArray) rows = tv_timeline_rows_list_in_sight (self->rows);
  gint row = tv_timeline_rows_get_current (self->rows);

  if (row < 0 && tv_timeline_rows_get_layout (self->rows) != NULL)
    row = self->context->hover.row;
  return row < 0 && rows->len > 0 ? (gint) g_array_index (rows, guint, 0) : row;
}

static gboolean
toggle_target_row (gpointer data, int argument)
{
  TvTimelineLevels *self = data;
  const gint row = find_target_row (self);

  if (row < 0)
    return GDK_EVENT_PROPAGATE;
  self->announced = tv_timeline_rows_get (self->rows, (guint) row).key;
  tv_timeline_levels_toggle (self, (guint) row);
  if (g_hash_table_size (self->wanted) == 0)
    announce_row (self);
  return GDK_EVENT_STOP;
}

static gboolean
toggle_outer_calls (gpointer data, int argument)
{
  TvTimelineLevels *self = data;
  const gint row = find_target_row (self);
  TvTimelineRow shown = { 0 };

  if (row >= 0)
    shown = tv_timeline_rows_get (self->rows, (guint) row);
  if (shown.levels == 0
      || (shown.folded == 0
          && !g_hash_table_contains (self->unfolded, GUINT_TO_POINTER (shown.thread))))
    return GDK_EVENT_PROPAGATE;
  self->announced = shown.thread;
  tv_timeline_levels_toggle_fold (self, (guint) row);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_level_actions[] = {
  { "toggle-row", "e", toggle_target_row, .argument = 0 },
  { "show-outer-calls", "u", toggle_outer_calls, .argument = 0 },
  { "open-rows", "<Shift>e", open_rows, .argument = 0 },
  { "close-rows", "<Control><Shift>e", close_rows, .argument = 0 },
  { 0 },
};

/* Drops the set of open rows. @trace is NULL for none. */
void
tv_timeline_levels_start (TvTimelineLevels *self, const TvTrace *trace)
{
  tv_job_cancel (&self->job);
  g_hash_table_remove_all (self->wanted);
  g_hash_table_remove_all (self->unfolded);
  self->announced = TV_THREAD_NONE;
  self->opened = TV_THREAD_NONE;
  self->started = FALSE;
  g_clear_pointer (&self->counted, g_free);
  if (trace != NULL)
    self->counted = g_new0 (guint32, tv_trace_get_n_threads (trace));
}

TvTimelineLevels *
tv_timeline_levels_new (const TvTimelineContext *context, TvTimelineRows *rows)
{
  TvTimelineLevels *self = g_new0 (TvTimelineLevels, 1);

  self->context = context;
  self->rows = rows;
  self->wanted = g_hash_table_new (NULL, NULL);
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->announced = TV_THREAD_NONE;
  tv_timeline_actions_add (context, tv_timeline_level_actions, self);
  return self;
}

void
tv_timeline_levels_free (TvTimelineLevels *self)
{
  tv_timeline_levels_start (self, NULL);
  g_hash_table_unref (self->wanted);
  g_hash_table_unref (self->unfolded);
  g_free (self);
}
