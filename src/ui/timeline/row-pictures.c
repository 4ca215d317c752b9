/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/row-pictures.h"

#include "trace/model/parallel.h"
#include "ui/widgets/job.h"

/* A job over this many calls has a lower priority than drawing. */
#define LONG_COST 1000000

/* Columns of the widest stretched picture, because renderers compute in fixed point. */
#define MAX_STRETCHED 4000000

typedef struct
{
  TvRowData *data;     /* the last computed data, or NULL */
  GskRenderNode *node; /* its picture, or NULL */
  TvRowWish drawn;     /* the part in the picture */
  TvRowWish wish;      /* of the last frame that showed it */
  guint last_frame;    /* the number of that frame */
} Row;

struct _TvRowPictures
{
  const TvRowKind *kind;
  gpointer owner;
  void (*ready) (gpointer user_data);
  gpointer user_data;
  GHashTable *rows; /* number to Row */
  TvRowSpan span;   /* of the last frame */
  guint frame;
  TvJob *job;
};

typedef struct
{
  const TvRowKind *kind;
  GPtrArray *asks; /* of TvRowData */
  GCancellable *cancellable;
} RowJob;

gboolean
tv_row_span_equal (const TvRowSpan *a, const TvRowSpan *b)
{
  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns
         && a->scale == b->scale;
}

static gboolean
wish_equal (const TvRowWish *a, const TvRowWish *b)
{
  return a->row == b->row && a->first_level == b->first_level
         && a->n_levels == b->n_levels;
}

/* Takes @data, or NULL. */
static void
row_set_data (const TvRowKind *kind, Row *row, TvRowData *data)
{
  g_clear_pointer (&row->node, gsk_render_node_unref);
  g_clear_pointer (&row->data, kind->free);
  row->data = data;
}

static Row *
ensure_row (TvRowPictures *self, guint32 number)
{
  Row *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (number));

  if (row == NULL)
    {
      row = g_new0 (Row, 1);
      row->last_frame = self->frame;
      g_hash_table_insert (self->rows, GUINT_TO_POINTER (number), row);
    }
  return row;
}

/* Calls @ready when a job has finished rows that are in the frame. */
TvRowPictures *
tv_row_pictures_new (const TvRowKind *kind, gpointer owner,
                     void (*ready) (gpointer user_data), gpointer user_data)
{
  TvRowPictures *self = g_new0 (TvRowPictures, 1);

  self->kind = kind;
  self->owner = owner;
  self->ready = ready;
  self->user_data = user_data;
  self->rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
tv_row_pictures_free (TvRowPictures *self)
{
  tv_row_pictures_forget (self);
  g_hash_table_unref (self->rows);
  g_free (self);
}

/* Removes rows that were in no frame since @first. */
static void
forget_before (TvRowPictures *self, guint first)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    if (((Row *) row)->last_frame < first)
      {
        row_set_data (self->kind, row, NULL);
        g_hash_table_iter_remove (&iter);
      }
}

/* Drops all rows, and cancels the job. */
void
tv_row_pictures_forget (TvRowPictures *self)
{
  tv_job_cancel (&self->job);
  forget_before (self, G_MAXUINT);
}

/* Drops the pictures, because their looks have changed. The data stays. */
void
tv_row_pictures_redraw (TvRowPictures *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_clear_pointer (&((Row *) row)->node, gsk_render_node_unref);
}

static RowJob *
row_job_new (const TvRowKind *kind)
{
  RowJob *job = g_new0 (RowJob, 1);

  job->kind = kind;
  job->asks = g_ptr_array_new_with_free_func ((GDestroyNotify) kind->free);
  return job;
}

static void
row_job_free (RowJob *job)
{
  g_ptr_array_unref (job->asks);
  g_free (job);
}

static void
compute_one (guint i, gpointer data)
{
  const RowJob *job = data;

  if (!g_cancellable_is_cancelled (job->cancellable))
    job->kind->compute (g_ptr_array_index (job->asks, i));
}

static gpointer
compute_rows (gpointer question, GCancellable *cancellable, GError **error)
{
  RowJob *job = question;

  job->cancellable = cancellable;
  tv_parallel_run (job->asks->len, 0, compute_one, job);
  return NULL;
}

static void
keep_rows (TvRowPictures *self, RowJob *job)
{
  while (job->asks->len > 0)
    {
      TvRowData *data = g_ptr_array_steal_index_fast (job->asks, 0);

      row_set_data (self->kind, ensure_row (self, data->wish.row), data);
    }
}

static void
on_rows_computed (gpointer owner, gpointer question, gpointer answer,
                  const GError *error)
{
  TvRowPictures *self = owner;

  keep_rows (self, question);
  self->ready (self->user_data);
}

static const TvJobType row_job = {
  .run = compute_rows,
  .done = on_rows_computed,
  .free_question = (GDestroyNotify) row_job_free,
  .pace = TV_JOB_NOW,
};

static const TvJobType long_row_job = {
  .run = compute_rows,
  .done = on_rows_computed,
  .free_question = (GDestroyNotify) row_job_free,
  .pace = TV_JOB_SOON,
};

static gboolean
is_current (const TvRowPictures *self, const Row *row)
{
  const TvRowData wanted = { self->span, row->wish };

  return row->data != NULL && tv_row_span_equal (&row->data->span, &self->span)
         && self->kind->is_current (self->owner, row->data, &wanted);
}

/* Asks for the missing data of a row. Returns the cost. */
static gsize
ask (TvRowPictures *self, const Row *row, RowJob *job)
{
  const TvRowData wanted = { self->span, row->wish };
  TvRowData *data;

  if (is_current (self, row))
    return 0;
  data = self->kind->ask (self->owner, &wanted);
  g_ptr_array_add (job->asks, data);
  return self->kind->get_cost != NULL ? self->kind->get_cost (data) : 0;
}

/* Begins a frame. Missing rows are computed now if that is quick, else by a job. If a
 * job for an earlier view is still running, its result makes the next frame ask again.
 */
void
tv_row_pictures_prepare (TvRowPictures *self, const TvRowSpan *span,
                         const TvRowWish *wishes, guint n_wishes)
{
  RowJob *job = row_job_new (self->kind);
  gsize cost = 0;

  g_assert (span->end > span->start && span->n_columns > 0 && span->scale > 0);

  self->span = *span;
  self->frame++;
  for (guint i = 0; i < n_wishes; i++)
    {
      Row *row = ensure_row (self, wishes[i].row);

      row->wish = wishes[i];
      row->last_frame = self->frame;
      cost += ask (self, row, job);
    }
  if (cost <= self->kind->most_cost)
    {
      for (guint i = 0; i < job->asks->len; i++)
        compute_one (i, job);
      keep_rows (self, job);
    }
  else if (self->job == NULL)
    tv_job_start (&self->job, cost > LONG_COST ? &long_row_job : &row_job,
                  g_steal_pointer (&job), self);
  g_clear_pointer (&job, row_job_free);
  if (g_hash_table_size (self->rows) > n_wishes + self->kind->n_kept)
    forget_before (self, self->frame);
}

static TvRowStretch
get_stretch (const TvRowSpan *from, const TvRowSpan *to)
{
  const double column = ((double) to->end - (double) to->start) / to->n_columns;

  return (TvRowStretch){ ((double) from->end - (double) from->start) / from->n_columns
                             / column,
                         ((double) from->start - (double) to->start) / column };
}

/* Moves to the place of another span's picture in the view. Returns FALSE if it is out
 * of view. */
static gboolean
move_into_view (const TvRowPictures *self, const Row *row, GtkSnapshot *snapshot)
{
  const TvRowSpan *from = &row->data->span;
  const TvRowStretch stretch = get_stretch (from, &self->span);
  const float scale = (float) self->span.scale;
  const double width = stretch.factor * from->n_columns;
  graphene_rect_t clip;

  if (stretch.shift >= self->span.n_columns || stretch.shift + width <= 0
      || width > MAX_STRETCHED)
    return FALSE;
  gsk_render_node_get_bounds (row->node, &clip);
  clip.origin.x = 0;
  clip.size.width = (float) self->span.n_columns / scale;
  gtk_snapshot_push_clip (snapshot, &clip);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) stretch.shift / scale, 0));
  gtk_snapshot_scale (snapshot, (float) (stretch.factor * from->scale) / scale, 1);
  return TRUE;
}

static void
append_node (const TvRowPictures *self, const Row *row, GtkSnapshot *snapshot)
{
  if (tv_row_span_equal (&row->data->span, &self->span))
    gtk_snapshot_append_node (snapshot, row->node);
  else if (move_into_view (self, row, snapshot))
    {
      gtk_snapshot_append_node (snapshot, row->node);
      gtk_snapshot_pop (snapshot);
    }
}

/* Draws a prepared row, or nothing until it is known. */
void
tv_row_pictures_snapshot (TvRowPictures *self, const TvRowWish *wish,
                          GtkSnapshot *snapshot, float x, float y)
{
  Row *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (wish->row));

  if (row == NULL || row->data == NULL)
    return;
  if (row->node == NULL || !wish_equal (&row->drawn, wish))
    {
      g_clear_pointer (&row->node, gsk_render_node_unref);
      row->node = self->kind->draw (self->owner, row->data, wish);
      row->drawn = *wish;
    }
  if (row->node == NULL)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  append_node (self, row, snapshot);
  gtk_snapshot_restore (snapshot);
}

/* Returns the last data of a row and its place in the view; without @stretch only the
 * data of the range in view. NULL if there is none. */
TvRowData *
tv_row_pictures_get (const TvRowPictures *self, guint32 number, TvRowStretch *stretch)
{
  const Row *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (number));

  if (row == NULL || row->data == NULL
      || (stretch == NULL && !tv_row_span_equal (&row->data->span, &self->span)))
    return NULL;
  if (stretch != NULL)
    *stretch = get_stretch (&row->data->span, &self->span);
  return row->data;
}

/* Returns whether the rows of the last frame show all data that is known by now. */
gboolean
tv_row_pictures_are_current (const TvRowPictures *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    if (((Row *) row)->last_frame == self->frame && !is_current (self, row))
      return FALSE;
  return TRUE;
}

gboolean
tv_row_pictures_is_working (const TvRowPictures *self)
{
  return self->job != NULL;
}
