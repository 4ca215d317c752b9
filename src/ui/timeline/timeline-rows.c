/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/model/background.h"
#include "ui/timeline/timeline-private.h"

/* Where in the widget the rows are: pinned ones stay on top while the others scroll. */

/* Pinned rows that take more of the height scroll like the others. */
#define MAX_FIXED_SHARE 0.5

static guint
count_fixed_rows (TvTimeline *self)
{
  gint64 limit = (gint64) (self->rows_area.height * MAX_FIXED_SHARE);
  guint n_pinned = tv_timeline_layout_get_n_pinned (self->layout);
  guint n = 0;

  while (n < n_pinned)
    {
      TvTimelineRow row = tv_timeline_layout_get_row (self->layout, n);
      if (row.y + row.height > limit)
        break;
      n++;
    }
  return n;
}

static int
get_fixed_height (TvTimeline *self, guint n_fixed)
{
  if (n_fixed == tv_timeline_layout_get_n_rows (self->layout))
    return (int) MIN (tv_timeline_layout_get_height (self->layout), G_MAXINT);
  return (int) tv_timeline_layout_get_row (self->layout, n_fixed).y;
}

/* Finds what is to be seen of the rows. */
void
tv_timeline_get_bands (TvTimeline *self, TvTimelineBand bands[2])
{
  double scrolled = floor (gtk_adjustment_get_value (self->vertical));
  guint n_fixed;
  int fixed_height;
  double left;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && bands != NULL);

  n_fixed = count_fixed_rows (self);
  fixed_height = get_fixed_height (self, n_fixed);
  left = self->rows_area.height - fixed_height;

  bands[0] = (TvTimelineBand){ 0, n_fixed, self->rows_area.y, fixed_height };
  bands[1] = (TvTimelineBand){ 0, 0, self->rows_area.y + fixed_height,
                               MAX (self->rows_area.height - fixed_height, 0) };
  bands[1].n_rows = tv_timeline_layout_visible (self->layout, scrolled + fixed_height,
                                                left, &bands[1].first);
}

/* Returns pixels from the widget's top to the row's; a row that is scrolled away may
 * be far out of the widget. */
gint64
tv_timeline_get_row_y (TvTimeline *self, guint row)
{
  gint64 y;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, 0);

  y = self->rows_area.y + tv_timeline_layout_get_row (self->layout, row).y;
  if (row >= count_fixed_rows (self))
    y -= (gint64) gtk_adjustment_get_value (self->vertical);
  return y;
}

void
tv_timeline_get_label_area (TvTimeline *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  TvTimelineRow place;
  gint64 height;
  gint64 y;
  int top;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && area != NULL);

  tv_timeline_get_bands (self, bands);
  top = row < bands[0].n_rows ? bands[0].y : bands[1].y;
  place = tv_timeline_layout_get_row (self->layout, row);
  y = tv_timeline_get_row_y (self, row);
  height = place.levels > 0 ? TV_ROW_HEIGHT : MIN (place.height, TV_ROW_MAX_HEIGHT);
  if (place.height > height)
    y = MAX (y, MIN (top, y + place.height - height));
  *area = (GdkRectangle){ self->label_area.x + TV_TIMELINE_LABEL_MARGIN,
                          (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2)
                              + TV_LANE_TAB_HEIGHT,
                          self->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN,
                          (int) height - TV_ROW_MARGIN };
}

gint
tv_timeline_get_row_at (TvTimeline *self, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), -1);

  y -= self->rows_area.y;
  if (self->layout == NULL || !(y >= 0) || y >= self->rows_area.height)
    return -1;
  if (y >= get_fixed_height (self, count_fixed_rows (self)))
    y += floor (gtk_adjustment_get_value (self->vertical));
  return tv_timeline_layout_row_at (self->layout, y);
}

/* Brings a row into sight. */
void
tv_timeline_scroll_to_row (TvTimeline *self, guint row)
{
  GdkRectangle area;
  TvTimelineRow place;
  guint n_fixed;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  n_fixed = count_fixed_rows (self);
  if (row < n_fixed)
    return;
  place = tv_timeline_layout_get_row (self->layout, row);
  /* Of a row that is higher than the window any part will do. */
  if (place.height > gtk_adjustment_get_page_size (self->vertical)
      && tv_timeline_get_row_area (self, row, &area))
    return;
  gtk_adjustment_clamp_page (self->vertical,
                             (double) (place.y - get_fixed_height (self, n_fixed)),
                             (double) (place.y + place.height));
}

gboolean
tv_timeline_get_row_area (TvTimeline *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  const TvTimelineBand *band;
  gint64 top;
  gint64 bottom;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, FALSE);
  g_return_val_if_fail (area != NULL, FALSE);

  tv_timeline_get_bands (self, bands);
  band = row < bands[0].n_rows ? &bands[0] : &bands[1];
  top = tv_timeline_get_row_y (self, row);
  bottom = top + tv_timeline_layout_get_row (self->layout, row).height;
  top = CLAMP (top, band->y, band->y + band->height);
  bottom = CLAMP (bottom, band->y, band->y + band->height);

  area->x = MIN (self->label_area.x, self->rows_area.x);
  area->width = self->label_area.width + self->rows_area.width;
  area->y = (int) top;
  area->height = (int) (bottom - top);
  return area->height > 0;
}

/* The current row, which the actions for one thread are about. */

#define MARK_WIDTH 3

static gint
find_idle_line (TvTimeline *self)
{
  TvTimelineRows *rows = self->rows;
  guint n_rows = tv_timeline_layout_get_n_rows (self->layout);
  guint n_below = rows->choice->idle_open ? rows->n_idle : 0;

  return rows->n_idle > 0 ? (gint) (n_rows - n_below - 1) : -1;
}

gint
tv_timeline_get_current_row (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), -1);

  if (!self->rows->has_current || self->layout == NULL)
    return -1;
  if (self->rows->current == TV_THREAD_NONE)
    return find_idle_line (self);
  return tv_timeline_layout_find (self->layout, self->rows->current);
}

/* Returns the thread of the current row, or %TV_THREAD_NONE if there is none, or it is
 * the line of idle threads. */
guint32
tv_timeline_get_current_thread (TvTimeline *self)
{
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_THREAD_NONE);

  row = tv_timeline_get_current_row (self);
  return row >= 0 ? tv_timeline_layout_get_row (self->layout, (guint) row).thread
                  : TV_THREAD_NONE;
}

/* Has a screen reader say which row it is, and whether it is open, when the keyboard
 * goes there or opens and closes it. */
void
tv_timeline_announce_row (TvTimeline *self, guint row)
{
  g_autofree char *label = NULL;
  g_autofree char *text = NULL;
  gboolean is_open;
  guint32 thread;
  guint n_rows;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  n_rows = tv_timeline_layout_get_n_rows (self->layout);
  thread = tv_timeline_layout_get_row (self->layout, row).thread;
  is_open = tv_timeline_layout_get_row (self->layout, row).levels > 0;
  if (thread != TV_THREAD_NONE)
    label = tv_trace_dup_thread_label (tv_trace_session_get_trace (self->session),
                                       thread);
  else
    label = tv_timeline_dup_idle_text (self);
  if (is_open)
    /* Translators: a thread whose row shows the stack, and which of the rows it is. */
    text = g_strdup_printf (_ ("%s, open row %u of %u"), label, row + 1, n_rows);
  else
    /* Translators: a thread, and which of the rows of the timeline is its. */
    text = g_strdup_printf (_ ("%s, row %u of %u"), label, row + 1, n_rows);
  tv_read_out_announce (TV_READ_OUT (self->read_out), text);
}

void
tv_timeline_set_current_row (TvTimeline *self, guint row)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  self->rows->has_current = TRUE;
  self->rows->current = tv_timeline_layout_get_row (self->layout, row).thread;
  tv_timeline_scroll_to_row (self, row);
  tv_timeline_sync_row_actions (self);
  tv_timeline_redraw (self);
}

/* Makes another row the current one; without one the first that is in sight. */
gboolean
tv_timeline_step_current_row (TvTimeline *self, gint step)
{
  TvTimelineBand bands[2];
  gint n_rows;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  if (self->layout == NULL || tv_timeline_layout_get_n_rows (self->layout) == 0)
    return FALSE;
  n_rows = (gint) tv_timeline_layout_get_n_rows (self->layout);
  row = tv_timeline_get_current_row (self);
  tv_timeline_get_bands (self, bands);
  if (row >= 0)
    row = CLAMP (row + step, 0, n_rows - 1);
  else
    row = bands[0].n_rows > 0 ? 0 : (gint) bands[1].first;
  tv_timeline_set_current_row (self, (guint) row);
  tv_timeline_announce_row (self, (guint) row);
  return TRUE;
}

/* Marks the current row at the outer edge of its label. */
void
tv_timeline_draw_current_row (TvTimeline *self, GtkSnapshot *snapshot)
{
  gboolean mirrored;
  GdkRGBA color;
  GdkRectangle area;
  gint row;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  row = tv_timeline_get_current_row (self);
  if (row < 0 || !tv_timeline_get_row_area (self, (guint) row, &area))
    return;
  mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  color = self->accent_color;
  color.alpha = 0.16f;
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT ((float) self->label_area.x, (float) area.y,
                           (float) self->label_area.width, (float) area.height));
  color.alpha = 1;
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (
          (float) (mirrored ? area.x + area.width - MARK_WIDTH : area.x),
          (float) area.y, MARK_WIDTH, (float) area.height));
}

/* Which rows the timeline has, and that it keeps pointing at the same thread when they
 * change. */

/* Summing up the threads walks over them and all calls: up to so many it is done at
 * once. */
#define MAX_SUMMED_AT_ONCE 1000000

/* Threads that are ordered at once, and above which a worker does it. */
#define MAX_THREADS_LISTED_AT_ONCE 10000

/* A row that is to stay where it is. */
typedef struct
{
  guint32 thread; /* TV_THREAD_NONE for none */
  gint64 y;       /* in the widget */
} Anchor;

static gboolean
try_anchor (TvTimeline *self, gint row, Anchor *anchor)
{
  TvTimelineBand bands[2];
  GdkRectangle area;

  if (row < 0 || !tv_timeline_get_row_area (self, (guint) row, &area))
    return FALSE;
  tv_timeline_get_bands (self, bands);
  if ((guint) row < bands[0].n_rows)
    return FALSE;
  anchor->thread = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  anchor->y = tv_timeline_get_row_y (self, (guint) row);
  return anchor->thread != TV_THREAD_NONE;
}

/* What one looks at is what is selected, or the current row, or what one scrolled to.
 * Who is at the top stays there. */
static Anchor
hold_rows (TvTimeline *self)
{
  Anchor anchor = { TV_THREAD_NONE, 0 };
  TvTimelineBand bands[2];
  TvCallRef call;

  if (gtk_adjustment_get_value (self->vertical) <= 0)
    return anchor;
  call = tv_trace_session_get_selected_call (self->session);
  tv_timeline_get_bands (self, bands);
  if (!try_anchor (self, tv_timeline_layout_find (self->layout, call.thread), &anchor)
      && !try_anchor (self, tv_timeline_get_current_row (self), &anchor)
      && !try_anchor (self, (gint) bands[1].first, &anchor))
    anchor.thread = TV_THREAD_NONE;
  return anchor;
}

static void
let_go_of_rows (TvTimeline *self, const Anchor *anchor)
{
  gint row = tv_timeline_layout_find (self->layout, anchor->thread);
  gint64 moved;

  tv_timeline_sync_vertical (self);
  if (row < 0)
    return;
  moved = tv_timeline_get_row_y (self, (guint) row) - anchor->y;
  gtk_adjustment_set_value (self->vertical,
                            gtk_adjustment_get_value (self->vertical) + (double) moved);
}

static void
reveal_pending (TvTimeline *self)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->session);
  gint row = tv_timeline_layout_find (self->layout, self->rows->to_reveal);

  self->rows->to_reveal = TV_THREAD_NONE;
  if (row < 0)
    return;
  if (tv_timeline_layout_get_row (self->layout, (guint) row).thread == call.thread)
    tv_timeline_scroll_to_call (self, call);
  else
    tv_timeline_scroll_to_row (self, (guint) row);
}

static void
take_list (TvTimeline *self, TvRowList *list)
{
  TvTimelineRows *rows = self->rows;
  Anchor anchor = { TV_THREAD_NONE, 0 };
  gboolean is_first = self->layout == NULL;

  if (is_first)
    {
      TvTrace *trace = tv_timeline_threads_get_trace (rows->threads);
      self->layout = tv_timeline_layout_new (tv_trace_get_n_threads (trace));
      tv_timeline_layout_set_row_height (self->layout, rows->row_height);
    }
  else
    anchor = hold_rows (self);

  tv_timeline_layout_take_rows (self->layout, g_steal_pointer (&list->threads),
                                list->n_rows, list->n_pinned);
  rows->n_shown = list->n_shown;
  rows->n_all = list->n_all;
  rows->n_idle = list->n_idle;
  tv_row_list_free (list);

  if (is_first)
    tv_timeline_choose_label_width (self);
  let_go_of_rows (self, &anchor);
  reveal_pending (self);
  tv_timeline_follow_layout (self);
  tv_timeline_sync_row_actions (self);
}

typedef struct
{
  TvTimelineThreads *threads;
  TvRowChoice *choice;
} ListJob;

static void
list_job_free (ListJob *job)
{
  tv_timeline_threads_unref (job->threads);
  tv_row_choice_free (job->choice);
  g_free (job);
}

static void
list_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  const ListJob *job = task_data;
  TvRowList *list = tv_row_list_new (job->threads, job->choice, cancellable);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, list, (GDestroyNotify) tv_row_list_free);
  else if (list != NULL)
    tv_row_list_free (list);
}

static void
take_list_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvTimeline) self = user_data;
  GTask *task = G_TASK (result);
  g_autoptr (TvRowList) list = g_task_propagate_pointer (task, NULL);

  /* No list means that it was cancelled, by another choice, session or the end. */
  if (list == NULL || g_task_get_cancellable (task) != self->rows->listing)
    return;
  g_clear_object (&self->rows->listing);
  take_list (self, g_steal_pointer (&list));
}

static void
start_listing (TvTimeline *self)
{
  g_autoptr (GTask) task = NULL;
  ListJob *job = g_new0 (ListJob, 1);

  job->threads = tv_timeline_threads_ref (self->rows->threads);
  job->choice = tv_row_choice_copy (self->rows->choice);
  self->rows->listing = g_cancellable_new ();
  /* With the timeline as its source, the worker might be the last to let go of it. */
  task = g_task_new (NULL, self->rows->listing, take_list_of_worker,
                     g_object_ref (self));
  g_task_set_source_tag (task, start_listing);
  g_task_set_task_data (task, job, (GDestroyNotify) list_job_free);
  g_task_run_in_thread (task, list_in_worker);
}

static void
cancel (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

/* Gives the timeline the rows of its present choice, in a worker if there are very
 * many threads. */
void
tv_timeline_rearrange (TvTimeline *self)
{
  guint n;

  g_return_if_fail (TV_IS_TIMELINE (self));

  cancel (&self->rows->listing);
  tv_timeline_sync_row_actions (self);
  if (self->rows->threads == NULL)
    return;
  tv_timeline_threads_get_all (self->rows->threads, &n);
  if (n > MAX_THREADS_LISTED_AT_ONCE)
    start_listing (self);
  else
    take_list (self, tv_row_list_new (self->rows->threads, self->rows->choice, NULL));
}

static void
change_row_height (TvTimeline *self, guint height, const Anchor *anchor)
{
  self->rows->row_height = height;
  tv_timeline_lanes_set_bar_height (self->lanes, height - TV_ROW_MARGIN);
  if (self->layout != NULL)
    {
      tv_timeline_layout_set_row_height (self->layout, height);
      let_go_of_rows (self, anchor);
      tv_timeline_follow_layout (self);
    }
  tv_timeline_sync_row_actions (self);
}

/* No lower than the labels, which would run into each other. */
static guint
fit_labels (TvTimeline *self, guint height)
{
  const int text = tv_timeline_labels_get_text_height (self->labels);

  return CLAMP (MAX (height, (guint) text), TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT);
}

void
tv_timeline_set_row_height (TvTimeline *self, guint height)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->rows->chosen_height = CLAMP (height, TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT);
  tv_timeline_follow_font (self);
  tv_timeline_sync_row_actions (self);
}

/* Gives the rows the height that was chosen, or what the font of the labels needs. */
void
tv_timeline_follow_font (TvTimeline *self)
{
  Anchor anchor = { TV_THREAD_NONE, 0 };
  guint height;

  g_return_if_fail (TV_IS_TIMELINE (self));

  height = fit_labels (self, self->rows->chosen_height);
  if (height == self->rows->row_height)
    return;
  if (self->layout != NULL)
    anchor = hold_rows (self);
  change_row_height (self, height, &anchor);
}

void
tv_timeline_set_row_height_at (TvTimeline *self, guint height, guint row)
{
  Anchor anchor = { TV_THREAD_NONE, 0 };

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  self->rows->chosen_height = height;
  height = fit_labels (self, height);
  if (height == self->rows->row_height)
    return;
  if (!try_anchor (self, (gint) row, &anchor))
    anchor.thread = TV_THREAD_NONE;
  change_row_height (self, height, &anchor);
}

static void
sum_up_in_worker (GTask *task, gpointer source, gpointer trace,
                  GCancellable *cancellable)
{
  TvTimelineThreads *threads = tv_timeline_threads_new (trace, cancellable);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, threads, (GDestroyNotify) tv_timeline_threads_unref);
  else if (threads != NULL)
    tv_timeline_threads_unref (threads);
}

static void
take_sums_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvTimeline) self = user_data;
  GTask *task = G_TASK (result);
  g_autoptr (TvTimelineThreads) threads = g_task_propagate_pointer (task, NULL);

  /* No sums mean that it was cancelled, by another session or the end. */
  if (threads == NULL || g_task_get_cancellable (task) != self->rows->summing)
    return;
  g_clear_object (&self->rows->summing);
  self->rows->threads = g_steal_pointer (&threads);
  tv_timeline_rearrange (self);
}

/* Makes the layout, in a worker if the trace is big. */
void
tv_timeline_start_rows (TvTimeline *self, TvTrace *trace)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TV_IS_TIMELINE (self) && trace != NULL);

  if (tv_trace_get_n_calls (trace) + tv_trace_get_n_threads (trace)
      <= MAX_SUMMED_AT_ONCE)
    {
      self->rows->threads = tv_timeline_threads_new (trace, NULL);
      tv_timeline_rearrange (self);
      return;
    }

  self->rows->summing = g_cancellable_new ();
  task = g_task_new (NULL, self->rows->summing, take_sums_of_worker,
                     g_object_ref (self));
  g_task_set_source_tag (task, tv_timeline_start_rows);
  g_task_set_task_data (task, tv_trace_ref (trace), (GDestroyNotify) tv_trace_unref);
  tv_background_run_task (task, TV_BACKGROUND_SOON, sum_up_in_worker);
}

/* Drops the layout and what is being worked out for it. The order that was chosen and
 * the height of rows stay for the next trace. */
void
tv_timeline_forget_rows (TvTimeline *self)
{
  TvTimelineRows *rows;

  g_return_if_fail (TV_IS_TIMELINE (self));

  rows = self->rows;
  cancel (&rows->summing);
  cancel (&rows->listing);
  g_clear_pointer (&rows->threads, tv_timeline_threads_unref);
  g_clear_pointer (&self->layout, tv_timeline_layout_free);
  tv_row_choice_forget_threads (rows->choice);
  rows->n_shown = rows->n_all = rows->n_idle = 0;
  rows->to_reveal = TV_THREAD_NONE;
  rows->has_current = FALSE;
  self->hover_row = -1;
  tv_timeline_sync_filter (self);
}

/* Returns sums of the threads, NULL until they are known. */
TvTimelineThreads *
tv_timeline_get_threads (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return self->rows->threads;
}

/* Returns how many threads are shown, the idle ones that a line stands for included. */
guint
tv_timeline_count_threads (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), 0);

  return self->rows->n_shown;
}

/* Brings the row of the selected call into sight and makes it the current one. If it
 * is among the idle threads, these are opened. */
void
tv_timeline_reveal_selected_call (TvTimeline *self)
{
  TvTimelineRows *rows;
  TvCallRef call;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  rows = self->rows;
  call = tv_trace_session_get_selected_call (self->session);
  if (call.thread == TV_THREAD_NONE)
    return;
  rows->has_current = TRUE;
  rows->current = call.thread;
  rows->to_reveal = call.thread;
  tv_timeline_sync_row_actions (self);
  if (self->layout == NULL || rows->listing != NULL)
    return;
  if (tv_timeline_layout_find (self->layout, call.thread) < 0
      && tv_timeline_threads_is_idle (rows->threads, call.thread)
      && !rows->choice->idle_open)
    {
      rows->choice->idle_open = TRUE;
      tv_timeline_rearrange (self);
      return;
    }
  reveal_pending (self);
}

void
tv_timeline_init_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->rows = g_new0 (TvTimelineRows, 1);
  self->rows->choice = tv_row_choice_new ();
  self->rows->chosen_height = TV_ROW_HEIGHT;
  self->rows->row_height = TV_ROW_HEIGHT;
  self->rows->to_reveal = TV_THREAD_NONE;
  self->rows->current = TV_THREAD_NONE;
  tv_timeline_init_row_actions (self);
  tv_timeline_init_row_menu (self);
  tv_timeline_init_filter (self);
}

void
tv_timeline_drop_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->rows->menu, gtk_widget_unparent);
  g_clear_pointer (&self->rows->entry, gtk_widget_unparent);
}

void
tv_timeline_free_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->rows->choice, tv_row_choice_free);
  g_clear_pointer (&self->rows, g_free);
}
