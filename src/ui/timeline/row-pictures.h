/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The range in view. */
typedef struct
{
  gint64 start;    /* in nanoseconds on the timeline's axis */
  gint64 end;      /* after start */
  guint n_columns; /* its width in device pixels */
  guint scale;     /* device pixels per pixel */
} TvRowSpan;

gboolean tv_row_span_equal (const TvRowSpan *a, const TvRowSpan *b);

/* The visible part of a row. */
typedef struct
{
  guint32 row;       /* index of the thread, or another number that its kind uses */
  guint first_level; /* the topmost visible level */
  guint n_levels;    /* 0 if the row has no levels */
} TvRowWish;

/* A question about a row. Kinds of rows extend it by the input for the answer and by
 * the answer. */
typedef struct
{
  TvRowSpan span;
  TvRowWish wish;
} TvRowData;

/* A kind of row. Its owner is on the main thread. */
typedef struct
{
  /* returns new data, not computed yet; it may have more levels than requested */
  TvRowData *(*ask) (gpointer owner, const TvRowData *wanted);
  /* returns the cost of computing it, in calls; NULL if it is always quick */
  gsize (*get_cost) (const TvRowData *data);
  /* computes it, in any thread */
  void (*compute) (TvRowData *data);
  /* returns whether data of the requested span is complete by now */
  gboolean (*is_current) (gpointer owner, const TvRowData *data,
                          const TvRowData *wanted);
  /* draws the requested part, from the top left corner on */
  GskRenderNode *(*draw) (gpointer owner, TvRowData *data, const TvRowWish *wish);
  void (*free) (TvRowData *data);

  gsize most_cost; /* the limit of the cost of rows computed within a frame */
  guint n_kept;    /* number of rows out of sight whose pictures are kept */
} TvRowKind;

/* The place of one span's columns in another span: their shift and their scale. */
typedef struct
{
  double factor;
  double shift; /* columns */
} TvRowStretch;

/* The pictures of the rows of one kind. Rows that take longer than a frame are computed
 * by a job; until then their last pictures are stretched to the range in view. */
typedef struct _TvRowPictures TvRowPictures;

TvRowPictures *tv_row_pictures_new (const TvRowKind *kind, gpointer owner,
                                    void (*ready) (gpointer user_data),
                                    gpointer user_data);
void tv_row_pictures_free (TvRowPictures *self);

void tv_row_pictures_forget (TvRowPictures *self);
void tv_row_pictures_redraw (TvRowPictures *self);
void tv_row_pictures_prepare (TvRowPictures *self, const TvRowSpan *span,
                              const TvRowWish *wishes, guint n_wishes);
void tv_row_pictures_snapshot (TvRowPictures *self, const TvRowWish *wish,
                               GtkSnapshot *snapshot, float x, float y);
TvRowData *tv_row_pictures_get (const TvRowPictures *self, guint32 row,
                                TvRowStretch *stretch);
gboolean tv_row_pictures_are_current (const TvRowPictures *self);
gboolean tv_row_pictures_is_working (const TvRowPictures *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowPictures, tv_row_pictures_free)

G_END_DECLS
