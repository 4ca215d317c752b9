/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-rows.h"

#include "analysis/text/kind-text.h"
#include "draw/lane-raster.h"
#include "ui/timeline/timeline-charts.h"
#include "ui/widgets/job.h"
#include <glib/gi18n-lib.h>
#include <math.h>

/* Pinned rows beyond this share of the height scroll like the others. */
#define MAX_FIXED_SHARE 0.5

/* Summing up the threads visits all calls: up to this many at once. */
#define MAX_SUMMED_AT_ONCE 1000000

/* Threads that are listed at once; more are listed in a worker. */
#define MAX_THREADS_LISTED_AT_ONCE 10000

struct _TvTimelineRows
{
  const TvTimelineContext *context;
  TvTimelineThreads *threads; /* NULL until they are summed up */
  TvJob *summing;
  TvRowChoice *choice;
  TvJob *listing;
  TvTimelineLayout *layout; /* NULL until there is a list */
  TvRowList list;           /* that is laid out; its threads are the layout's */

  guint text_height;   /* of a label */
  guint chosen_height; /* of a strip; labels in a large font may need more */
  guint row_height;

  GtkAdjustment *adjustment; /* of the rows that scroll */
  GtkWidget *bar;
  guint32 to_reveal; /* shown when there is a list, or TV_THREAD_NONE */

  gboolean has_current;
  guint32 current; /* its key */
};

/* Returns the layout, NULL until there is a list. */
TvTimelineLayout *
tv_timeline_rows_get_layout (TvTimelineRows *self)
{
  return self->layout;
}

/* Returns the number of threads. The threads of the rows are the layout's. */
const TvRowList *
tv_timeline_rows_get_list (TvTimelineRows *self)
{
  return &self->list;
}

/* Returns the choice of rows; after a change, they must be rearranged. */
TvRowChoice *
tv_timeline_rows_get_choice (TvTimelineRows *self)
{
  return self->choice;
}

/* Returns sums of the threads, NULL until they are known. */
const TvTimelineThreads *
tv_timeline_rows_get_threads (TvTimelineRows *self)
{
  return self->threads;
}

GtkAdjustment *
tv_timeline_rows_get_adjustment (TvTimelineRows *self)
{
  return self->adjustment;
}

GtkWidget *
tv_timeline_rows_get_bar (TvTimelineRows *self)
{
  return self->bar;
}

guint
tv_timeline_rows_get_row_height (TvTimelineRows *self)
{
  return self->row_height;
}

/* Returns the chosen height of a strip; labels may need more. */
guint
tv_timeline_rows_get_chosen_height (TvTimelineRows *self)
{
  return self->chosen_height;
}

guint
tv_timeline_rows_get_n (TvTimelineRows *self)
{
  return self->layout != NULL ? tv_timeline_layout_get_n_rows (self->layout) : 0;
}

guint
tv_timeline_rows_get_n_pinned (TvTimelineRows *self)
{
  return self->layout != NULL ? tv_timeline_layout_get_n_pinned (self->layout) : 0;
}

TvTimelineRow
tv_timeline_rows_get (TvTimelineRows *self, guint row)
{
  return tv_timeline_layout_get_row (self->layout, row);
}

gint
tv_timeline_rows_find (TvTimelineRows *self, guint32 key)
{
  return self->layout != NULL ? tv_timeline_layout_find (self->layout, key) : -1;
}

/* Returns the row of a key, else the header of its folded group; -1 if there is
 * neither.
 */
gint
tv_timeline_rows_find_shown (TvTimelineRows *self, guint32 key)
{
  const gint row = tv_timeline_rows_find (self, key);
  gint header = -1;

  if (row >= 0 || self->layout == NULL || !self->threads->grouped
      || key == TV_THREAD_NONE
      || g_hash_table_contains (self->choice->hidden, GUINT_TO_POINTER (key)))
    return row;
  header = tv_timeline_layout_find (
      self->layout,
      tv_row_key_new (TV_TIMELINE_ROW_GROUP,
                      tv_timeline_threads_find_group (self->threads, key)));
  return header >= 0
                 && !tv_timeline_layout_get_row (self->layout, (guint) header).is_open
             ? header
             : -1;
}

/* Returns the group of a header, or -1 for another row. */
gint
tv_timeline_rows_get_group (TvTimelineRows *self, guint row)
{
  const guint32 key = tv_timeline_layout_get_row (self->layout, row).key;

  return tv_row_key_get_kind (key) == TV_TIMELINE_ROW_GROUP
             ? (gint) tv_row_key_get_index (key)
             : -1;
}

/* Returns whether a row is under the header of a group. */
gboolean
tv_timeline_rows_is_member (TvTimelineRows *self, guint row)
{
  return self->threads->grouped && row >= self->list.n_pinned
         && tv_timeline_rows_get_group (self, row) < 0;
}

/* Folds or opens the group of a header. */
void
tv_timeline_rows_toggle_group (TvTimelineRows *self, guint row)
{
  tv_row_choice_toggle_group (self->choice, self->threads,
                              (guint32) tv_timeline_rows_get_group (self, row));
  tv_timeline_rows_rearrange (self);
}

static guint
count_fixed_rows (TvTimelineRows *self)
{
  gint64 limit = (gint64) (self->context->rows_area.height * MAX_FIXED_SHARE);
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
get_fixed_height (TvTimelineRows *self, guint n_fixed)
{
  if (n_fixed == tv_timeline_layout_get_n_rows (self->layout))
    return (int) MIN (tv_timeline_layout_get_height (self->layout), G_MAXINT);
  return (int) tv_timeline_layout_get_row (self->layout, n_fixed).y;
}

/* Finds the visible rows: the fixed ones and those that scroll. */
void
tv_timeline_rows_get_bands (TvTimelineRows *self, TvTimelineBand bands[2])
{
  double scrolled = floor (gtk_adjustment_get_value (self->adjustment));
  guint n_fixed;
  int fixed_height;
  double left;

  n_fixed = count_fixed_rows (self);
  fixed_height = get_fixed_height (self, n_fixed);
  left = self->context->rows_area.height - fixed_height;

  bands[0] = (TvTimelineBand){ 0, n_fixed, self->context->rows_area.y, fixed_height };
  bands[1]
      = (TvTimelineBand){ 0, 0, self->context->rows_area.y + fixed_height,
                          MAX (self->context->rows_area.height - fixed_height, 0) };
  bands[1].n_rows = tv_timeline_layout_visible (self->layout, scrolled + fixed_height,
                                                left, &bands[1].first);
}

/* Returns the rows in sight, from the top, as guint. */
GArray *
tv_timeline_rows_list_in_sight (TvTimelineRows *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));
  TvTimelineBand bands[2] = { 0 };

  if (self->layout != NULL)
    tv_timeline_rows_get_bands (self, bands);
  for (guint i = 0; i < 2; i++)
    for (guint row = bands[i].first; row < bands[i].first + bands[i].n_rows; row++)
      g_array_append_val (rows, row);
  return rows;
}

/* Returns the position of a row in the widget; it may be far outside. */
gint64
tv_timeline_rows_get_y (TvTimelineRows *self, guint row)
{
  gint64 y
      = self->context->rows_area.y + tv_timeline_layout_get_row (self->layout, row).y;

  if (row >= count_fixed_rows (self))
    y -= (gint64) gtk_adjustment_get_value (self->adjustment);
  return y;
}

void
tv_timeline_rows_get_label_area (TvTimelineRows *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  TvTimelineRow shown;
  gint64 height;
  gint64 y;
  int top;

  tv_timeline_rows_get_bands (self, bands);
  top = row < bands[0].n_rows ? bands[0].y : bands[1].y;
  shown = tv_timeline_layout_get_row (self->layout, row);
  y = tv_timeline_rows_get_y (self, row);
  height = shown.levels > 0 ? TV_ROW_HEIGHT : MIN (shown.height, TV_ROW_MAX_HEIGHT);
  if (shown.height > height)
    y = MAX (y, MIN (top, y + shown.height - height));
  *area
      = (GdkRectangle){ self->context->label_area.x + TV_TIMELINE_LABEL_MARGIN,
                        (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2)
                            + (int) tv_row_get_bar_top ((guint) height),
                        self->context->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN,
                        (int) tv_row_get_bar_height ((guint) height) };
  if (!tv_timeline_rows_is_member (self, row))
    return;
  area->width -= TV_TIMELINE_TRIANGLE_WIDTH;
  if (!tv_timeline_is_mirrored (self->context))
    area->x += TV_TIMELINE_TRIANGLE_WIDTH;
}

/* Returns the area of the triangle that opens and closes a row. It is as high as the
 * label, so that it is easy to hit. */
GdkRectangle
tv_timeline_rows_get_triangle (TvTimelineRows *self, const GdkRectangle *label)
{
  const gboolean mirrored = tv_timeline_is_mirrored (self->context);
  const int x = mirrored ? label->x + label->width - TV_TIMELINE_TRIANGLE_SIZE + 7
                         : label->x - 6;

  return (GdkRectangle){ x, label->y, TV_TIMELINE_TRIANGLE_SIZE, label->height };
}

gint
tv_timeline_rows_get_at (TvTimelineRows *self, double y)
{
  y -= self->context->rows_area.y;
  if (self->layout == NULL || !(y >= 0) || y >= self->context->rows_area.height)
    return -1;
  if (y >= get_fixed_height (self, count_fixed_rows (self)))
    y += floor (gtk_adjustment_get_value (self->adjustment));
  return tv_timeline_layout_row_at (self->layout, y);
}

void
tv_timeline_rows_scroll_by (TvTimelineRows *self, double dy)
{
  gtk_adjustment_set_value (self->adjustment,
                            gtk_adjustment_get_value (self->adjustment) + dy);
}

/* Brings a row into sight. */
void
tv_timeline_rows_scroll_to (TvTimelineRows *self, guint row)
{
  GdkRectangle area;
  TvTimelineRow shown;
  guint n_fixed = count_fixed_rows (self);

  if (row < n_fixed)
    return;
  shown = tv_timeline_layout_get_row (self->layout, row);
  /* A row that is higher than the page need not be in sight as a whole. */
  if (shown.height > gtk_adjustment_get_page_size (self->adjustment)
      && tv_timeline_rows_get_area (self, row, &area))
    return;
  gtk_adjustment_clamp_page (self->adjustment,
                             (double) (shown.y - get_fixed_height (self, n_fixed)),
                             (double) (shown.y + shown.height));
}

gboolean
tv_timeline_rows_get_area (TvTimelineRows *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  const TvTimelineBand *band;
  gint64 top;
  gint64 bottom;

  tv_timeline_rows_get_bands (self, bands);
  band = row < bands[0].n_rows ? &bands[0] : &bands[1];
  top = tv_timeline_rows_get_y (self, row);
  bottom = top + tv_timeline_layout_get_row (self->layout, row).height;
  top = CLAMP (top, band->y, band->y + band->height);
  bottom = CLAMP (bottom, band->y, band->y + band->height);

  area->x = MIN (self->context->label_area.x, self->context->rows_area.x);
  area->width = self->context->label_area.width + self->context->rows_area.width;
  area->y = (int) top;
  area->height = (int) (bottom - top);
  return area->height > 0;
}

/* Narrows the area of a row to the level of a call, if the row shows the stack. */
void
tv_timeline_rows_get_level_area (TvTimelineRows *self, guint row, TvCallRef call,
                                 GdkRectangle *area)
{
  const TvTimelineRow shown = tv_timeline_layout_get_row (self->layout, row);
  guint level;
  gint64 y;

  if (shown.levels == 0)
    return;
  level = tv_call_stacks_get_depth (
      tv_trace_session_get_stacks (self->context->session), call.thread, call.call);
  y = tv_timeline_rows_get_y (self, row) + TV_LANE_TAB_HEIGHT
      + tv_row_get_line (&shown, level) * TV_LEVEL_HEIGHT;
  area->y = (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2);
  area->height = TV_CHART_BOX_HEIGHT;
}

/* Brings the row of a call into sight, and its level if the row shows the stack. */
static void
scroll_to_call (TvTimelineRows *self, guint row, TvCallRef call)
{
  GdkRectangle area = { 0 };
  TvTimelineBand bands[2];

  if (tv_timeline_layout_get_row (self->layout, row).levels == 0)
    {
      tv_timeline_rows_scroll_to (self, row);
      return;
    }
  tv_timeline_rows_get_bands (self, bands);
  if (row < bands[0].n_rows)
    return;
  tv_timeline_rows_get_level_area (self, row, call, &area);
  if (area.y < bands[1].y)
    tv_timeline_rows_scroll_by (self, area.y - bands[1].y);
  else if (area.y + area.height > bands[1].y + bands[1].height)
    tv_timeline_rows_scroll_by (self,
                                area.y + area.height - bands[1].y - bands[1].height);
}

gint
tv_timeline_rows_get_current (TvTimelineRows *self)
{
  if (!self->has_current || self->layout == NULL)
    return -1;
  /* The line of idle threads comes after all other threads. */
  if (self->current == TV_THREAD_NONE)
    return self->list.n_idle > 0 ? (gint) (self->list.n_shown - self->list.n_idle) : -1;
  return tv_timeline_rows_find_shown (self, self->current);
}

/* Returns the thread of the current row, or %TV_THREAD_NONE if there is none, or it is
 * not a thread's. */
guint32
tv_timeline_rows_get_current_thread (TvTimelineRows *self)
{
  gint row = tv_timeline_rows_get_current (self);

  return row >= 0 ? tv_timeline_layout_get_row (self->layout, (guint) row).thread
                  : TV_THREAD_NONE;
}

char *
tv_timeline_rows_dup_idle_text (TvTimelineRows *self)
{
  /* Translators: a line that stands for threads that did next to nothing. */
  return g_strdup_printf (
      ngettext ("%u idle thread", "%u idle threads", self->list.n_idle),
      self->list.n_idle);
}

static char *
dup_group_text (TvTimelineRows *self, guint row)
{
  const guint n_rows = tv_timeline_layout_get_n_rows (self->layout);
  const guint32 key = tv_timeline_layout_get_row (self->layout, row).key;
  g_autofree char *title = tv_row_key_dup_label (self->threads->trace, key);

  if (tv_timeline_layout_get_row (self->layout, row).is_open)
    /* Translators: the header of the rows of a process, and which of the rows it is. */
    return g_strdup_printf (_ ("%s, open group, row %u of %u"), title, row + 1, n_rows);
  /* Translators: as “%s, open group, row %u of %u”; its rows are not shown. */
  return g_strdup_printf (_ ("%s, folded group, row %u of %u"), title, row + 1, n_rows);
}

/* Returns the number of the row and whether it is open, for screen readers. */
char *
tv_timeline_rows_dup_text (TvTimelineRows *self, guint row)
{
  const TvTimelineRow shown = tv_timeline_layout_get_row (self->layout, row);
  const guint n_rows = tv_timeline_layout_get_n_rows (self->layout);
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  g_autofree char *label = NULL;

  if (shown.kind == TV_TIMELINE_ROW_GROUP)
    return dup_group_text (self, row);
  if (shown.kind != TV_TIMELINE_ROW_IDLE)
    label = tv_row_key_dup_label (trace, shown.key);
  else
    label = tv_timeline_rows_dup_idle_text (self);
  if (shown.levels > 0 && shown.folded > 0)
    /* Translators: as “%s, open row %u of %u”; one line stands for the outermost calls.
     */
    return g_strdup_printf (
        tv_kind_text (trace, N_ ("%s, open row %u of %u, outer calls folded")), label,
        row + 1, n_rows);
  if (shown.levels > 0)
    /* Translators: a thread whose row shows the stack, and which of the rows it is. */
    return g_strdup_printf (_ ("%s, open row %u of %u"), label, row + 1, n_rows);
  /* Translators: a thread, and which of the rows of the timeline is its. */
  return g_strdup_printf (_ ("%s, row %u of %u"), label, row + 1, n_rows);
}

/* Announces a row after a key has moved to it or toggled it. */
void
tv_timeline_rows_announce (TvTimelineRows *self, guint row)
{
  g_autofree char *text = tv_timeline_rows_dup_text (self, row);

  tv_timeline_announce (self->context, text);
}

void
tv_timeline_rows_set_current (TvTimelineRows *self, guint row)
{
  self->has_current = TRUE;
  self->current = tv_timeline_layout_get_row (self->layout, row).key;
  tv_timeline_rows_scroll_to (self, row);
  tv_timeline_rows_changed (self->context);
  tv_timeline_redraw (self->context);
}

/* Moves the current row; if there is none, the first in sight becomes it. */
gboolean
tv_timeline_rows_step_current (TvTimelineRows *self, gint step)
{
  g_autoptr (GArray) in_sight = tv_timeline_rows_list_in_sight (self);
  const gint n_rows = (gint) tv_timeline_rows_get_n (self);
  gint row = tv_timeline_rows_get_current (self);

  if (n_rows == 0)
    return FALSE;
  if (row >= 0)
    row = CLAMP (row + step, 0, n_rows - 1);
  else
    row = in_sight->len > 0 ? (gint) g_array_index (in_sight, guint, 0) : 0;
  tv_timeline_rows_set_current (self, (guint) row);
  tv_timeline_rows_announce (self, (guint) row);
  return TRUE;
}

/* A row that keeps its place. */
typedef struct
{
  guint32 key; /* TV_THREAD_NONE for none */
  gint64 y;    /* in the widget */
} Anchor;

static gboolean
try_anchor (TvTimelineRows *self, gint row, Anchor *anchor)
{
  TvTimelineBand bands[2];
  GdkRectangle area;

  if (row < 0 || !tv_timeline_rows_get_area (self, (guint) row, &area))
    return FALSE;
  tv_timeline_rows_get_bands (self, bands);
  if ((guint) row < bands[0].n_rows)
    return FALSE;
  anchor->key = tv_timeline_layout_get_row (self->layout, (guint) row).key;
  anchor->y = tv_timeline_rows_get_y (self, (guint) row);
  return anchor->key != TV_THREAD_NONE;
}

/* The anchor is the row of the selected call, else the current row, else the first
 * in sight. At the top there is none. */
static Anchor
save_scroll_anchor (TvTimelineRows *self)
{
  Anchor anchor = { TV_THREAD_NONE, 0 };
  TvTimelineBand bands[2];
  TvCallRef call;

  if (self->layout == NULL || gtk_adjustment_get_value (self->adjustment) <= 0)
    return anchor;
  call = tv_trace_session_get_selected_call (self->context->session);
  tv_timeline_rows_get_bands (self, bands);
  if (!try_anchor (self, tv_timeline_rows_find_shown (self, call.thread), &anchor)
      && !try_anchor (self, tv_timeline_rows_get_current (self), &anchor)
      && !try_anchor (self, (gint) bands[1].first, &anchor))
    anchor.key = TV_THREAD_NONE;
  return anchor;
}

static void
restore_scroll_anchor (TvTimelineRows *self, const Anchor *anchor)
{
  gint row = tv_timeline_rows_find_shown (self, anchor->key);
  gint64 moved;

  tv_timeline_rows_sync_bar (self);
  if (row < 0)
    return;
  moved = tv_timeline_rows_get_y (self, (guint) row) - anchor->y;
  tv_timeline_rows_scroll_by (self, (double) moved);
}

static void
reveal_pending (TvTimelineRows *self)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  gint row = tv_timeline_rows_find_shown (self, self->to_reveal);

  self->to_reveal = TV_THREAD_NONE;
  if (row < 0)
    return;
  if (tv_timeline_layout_get_row (self->layout, (guint) row).thread == call.thread)
    scroll_to_call (self, (guint) row, call);
  else
    tv_timeline_rows_scroll_to (self, (guint) row);
}

static void
on_rows_listed (TvTimelineRows *self, TvRowList *list)
{
  const Anchor anchor = save_scroll_anchor (self);

  if (self->layout == NULL)
    {
      self->layout
          = tv_timeline_layout_new (tv_trace_get_n_threads (self->threads->trace));
      tv_timeline_layout_set_row_height (self->layout, self->row_height);
    }

  tv_timeline_layout_set_rows (self->layout, g_steal_pointer (&list->keys),
                               list->n_rows, list->n_pinned);
  self->list = *list;
  tv_row_list_free (list);

  restore_scroll_anchor (self, &anchor);
  reveal_pending (self);
  tv_timeline_layout_changed (self->context);
  tv_timeline_rows_changed (self->context);
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

static gpointer
list_rows (gpointer question, GCancellable *cancellable, GError **error)
{
  const ListJob *job = question;

  return tv_row_list_new (job->threads, job->choice, cancellable);
}

static void
on_list_done (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  on_rows_listed (owner, answer);
}

static const TvJobType list_job = {
  .run = list_rows,
  .done = on_list_done,
  .free_question = (GDestroyNotify) list_job_free,
  .free_answer = (GDestroyNotify) tv_row_list_free,
  .pace = TV_JOB_NOW,
};

/* Lists the rows of the current choice, in a worker if there are very many threads. */
void
tv_timeline_rows_rearrange (TvTimelineRows *self)
{
  tv_job_cancel (&self->listing);
  tv_timeline_rows_changed (self->context);
  if (self->threads == NULL)
    return;
  if (self->threads->n_all > MAX_THREADS_LISTED_AT_ONCE)
    {
      ListJob *job = g_new (ListJob, 1);

      *job = (ListJob){ tv_timeline_threads_ref (self->threads),
                        tv_row_choice_copy (self->choice) };
      tv_job_start (&self->listing, &list_job, job, self);
    }
  else
    on_rows_listed (self, tv_row_list_new (self->threads, self->choice, NULL));
}

static void
change_row_height (TvTimelineRows *self, guint height, const Anchor *anchor)
{
  self->row_height = height;
  if (self->layout != NULL)
    {
      tv_timeline_layout_set_row_height (self->layout, height);
      restore_scroll_anchor (self, anchor);
      tv_timeline_layout_changed (self->context);
    }
  tv_timeline_rows_changed (self->context);
}

/* A row is no lower than its label. */
static guint
fit_labels (TvTimelineRows *self, guint height)
{
  return CLAMP (MAX (height, self->text_height), TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT);
}

/* Sets the chosen height, or the height that the font needs. */
static void
update_row_height (TvTimelineRows *self)
{
  const Anchor anchor = save_scroll_anchor (self);
  const guint height = fit_labels (self, self->chosen_height);

  if (height != self->row_height)
    change_row_height (self, height, &anchor);
}

void
tv_timeline_rows_set_height (TvTimelineRows *self, guint height)
{
  self->chosen_height = CLAMP (height, TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT);
  update_row_height (self);
  tv_timeline_rows_changed (self->context);
}

/* Sets the height of a line in the font of the labels. */
void
tv_timeline_rows_set_text_height (TvTimelineRows *self, guint height)
{
  self->text_height = height;
  update_row_height (self);
}

void
tv_timeline_rows_set_height_at (TvTimelineRows *self, guint height, guint row)
{
  Anchor anchor = { TV_THREAD_NONE, 0 };

  self->chosen_height = height;
  height = fit_labels (self, height);
  if (height == self->row_height)
    return;
  if (!try_anchor (self, (gint) row, &anchor))
    anchor.key = TV_THREAD_NONE;
  change_row_height (self, height, &anchor);
}

static gpointer
sum_up (gpointer trace, GCancellable *cancellable, GError **error)
{
  return tv_timeline_threads_new (trace, cancellable);
}

static void
on_threads_summed (gpointer owner, gpointer question, gpointer answer,
                   const GError *error)
{
  TvTimelineRows *self = owner;

  self->threads = answer;
  tv_timeline_rows_rearrange (self);
}

static const TvJobType sum_job = {
  .run = sum_up,
  .done = on_threads_summed,
  .free_question = (GDestroyNotify) tv_trace_unref,
  .free_answer = (GDestroyNotify) tv_timeline_threads_unref,
  .pace = TV_JOB_SOON,
};

/* Lays out the rows of the session's trace, in a worker if it is big. */
void
tv_timeline_rows_start (TvTimelineRows *self)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);

  if (tv_trace_get_n_calls (trace) + tv_trace_get_n_threads (trace)
      <= MAX_SUMMED_AT_ONCE)
    on_threads_summed (self, NULL, tv_timeline_threads_new (trace, NULL), NULL);
  else
    tv_job_start (&self->summing, &sum_job, tv_trace_ref (trace), self);
}

/* Drops the layout and its jobs. Order and height of rows stay for the next trace, and
 * choices about threads that match. */
void
tv_timeline_rows_forget (TvTimelineRows *self, const TvTraceMatch *match)
{
  tv_job_cancel (&self->summing);
  tv_job_cancel (&self->listing);
  g_clear_pointer (&self->threads, tv_timeline_threads_unref);
  g_clear_pointer (&self->layout, tv_timeline_layout_free);
  tv_row_choice_change_threads (self->choice, match);
  self->list = (TvRowList){ 0 };
  self->to_reveal = TV_THREAD_NONE;
  self->has_current = FALSE;
}

/* Brings the row of the selected call into sight, or the header of its folded group,
 * and makes it the current one. Unfolds the idle threads if it is one of them. */
void
tv_timeline_rows_reveal_selected (TvTimelineRows *self)
{
  TvCallRef call = tv_trace_session_get_selected_call (self->context->session);

  if (call.thread == TV_THREAD_NONE)
    return;
  self->has_current = TRUE;
  self->current = call.thread;
  self->to_reveal = call.thread;
  tv_timeline_rows_changed (self->context);
  if (self->layout == NULL || self->listing != NULL)
    return;
  if (tv_timeline_layout_find (self->layout, call.thread) < 0
      && tv_timeline_threads_is_idle (self->threads, call.thread)
      && !self->threads->grouped && !self->choice->idle_open)
    {
      self->choice->idle_open = TRUE;
      tv_timeline_rows_rearrange (self);
      return;
    }
  reveal_pending (self);
}

/* Updates the scroll bar. */
void
tv_timeline_rows_sync_bar (TvTimelineRows *self)
{
  const double page = self->context->rows_area.height;
  const double step = self->row_height;
  double height = 0;
  double upper;
  double value;

  if (self->layout != NULL)
    height = (double) tv_timeline_layout_get_height (self->layout);
  upper = MAX (height, page);
  value = CLAMP (gtk_adjustment_get_value (self->adjustment), 0, upper - page);
  gtk_adjustment_configure (self->adjustment, value, 0, upper, step,
                            MAX (page - step, step), page);
}

/* The current row will be in sight after the next rearrangement. */
void
tv_timeline_rows_keep_current_in_sight (TvTimelineRows *self)
{
  self->to_reveal = self->has_current ? self->current : TV_THREAD_NONE;
}

TvTimelineRows *
tv_timeline_rows_new (const TvTimelineContext *context)
{
  TvTimelineRows *self = g_new0 (TvTimelineRows, 1);

  self->context = context;
  self->choice = tv_row_choice_new ();
  self->chosen_height = TV_ROW_HEIGHT;
  self->row_height = TV_ROW_HEIGHT;
  self->to_reveal = TV_THREAD_NONE;
  self->current = TV_THREAD_NONE;
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_swapped (self->adjustment, "value-changed",
                            G_CALLBACK (tv_timeline_rows_scrolled), (gpointer) context);
  self->bar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->adjustment);
  gtk_widget_set_parent (self->bar, context->widget);
  return self;
}

void
tv_timeline_rows_free (TvTimelineRows *self)
{
  tv_job_cancel (&self->summing);
  tv_job_cancel (&self->listing);
  g_signal_handlers_disconnect_by_data (self->adjustment, (gpointer) self->context);
  gtk_widget_unparent (self->bar);
  g_clear_pointer (&self->threads, tv_timeline_threads_unref);
  g_clear_pointer (&self->layout, tv_timeline_layout_free);
  tv_row_choice_free (self->choice);
  g_object_unref (self->adjustment);
  g_free (self);
}
