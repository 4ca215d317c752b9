/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-tracks.h"

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/overview.h"
#include <math.h>

struct _TvTimelineTracks
{
  const TvTimelineContext *context;
  TvRowPictures *pictures;
  const TvTimelineThreads *threads; /* of the last frame */
};

/* A row in columns. */
typedef struct
{
  TvRowData row;
  TvTrace *trace;
  GArray *threads; /* of a group */
  float *heights;  /* by column: the part that is filled, 0 to 1 */
} TrackData;

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  TvTimelineTracks *self = owner;
  TrackData *data = g_new0 (TrackData, 1);

  data->row = *wanted;
  data->trace = tv_trace_ref (self->threads->trace);
  data->threads = tv_timeline_threads_list_group (
      self->threads, tv_row_key_get_index (wanted->wish.row));
  return &data->row;
}

static gsize
get_cost (const TvRowData *row)
{
  const TrackData *data = (const TrackData *) row;
  gsize cost = row->span.n_columns;

  for (guint i = 0; i < data->threads->len; i++)
    cost += tv_lane_cost (data->trace, g_array_index (data->threads, guint32, i),
                          row->span.start, row->span.end);
  return cost;
}

/* One busy thread fills half of the height, each further one half of what is left. */
static void
compute (TvRowData *row)
{
  TrackData *data = (TrackData *) row;
  const TvRowSpan *span = &row->span;

  data->heights = g_new0 (float, span->n_columns);
  tv_overview_busy (data->trace, (const guint32 *) (gpointer) data->threads->data,
                    data->threads->len, span->start, span->end, data->heights,
                    span->n_columns, NULL);
  for (guint i = 0; i < span->n_columns; i++)
    data->heights[i] = 1 - exp2f (-data->heights[i]);
}

static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  return TRUE;
}

/* Any busy time must be visible. */
static guint
get_top (float height, guint n_lines)
{
  return height > 0
             ? n_lines - (guint) CLAMP (height * (float) n_lines + 0.5f, 1, n_lines)
             : n_lines;
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  TvTimelineTracks *self = owner;
  const TrackData *data = (const TrackData *) row;
  const TvDrawColors *colors = &self->context->colors;
  const guint width = row->span.n_columns;
  const guint height = wish->n_levels * row->span.scale;
  const guint32 pixel
      = tv_color_to_pixel (tv_color_mix (colors->background, colors->text, 0.5), 255);
  guint32 *pixels = g_new0 (guint32, (gsize) width * height);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  for (guint x = 0; x < width; x++)
    for (guint y = get_top (data->heights[x], height); y < height; y++)
      pixels[(gsize) y * width + x] = pixel;
  bytes = g_bytes_new_take (pixels, (gsize) width * height * sizeof pixels[0]);
  texture = gdk_memory_texture_new ((int) width, (int) height, GDK_MEMORY_DEFAULT,
                                    bytes, (gsize) width * sizeof pixels[0]);
  return gsk_texture_node_new (
      texture, &GRAPHENE_RECT_INIT (0, 0, (float) width / (float) row->span.scale,
                                    (float) wish->n_levels));
}

static void
free_data (TvRowData *row)
{
  TrackData *data = (TrackData *) row;

  tv_trace_unref (data->trace);
  g_array_unref (data->threads);
  g_free (data->heights);
  g_free (data);
}

static const TvRowKind track_kind = {
  .ask = ask,
  .get_cost = get_cost,
  .compute = compute,
  .is_current = is_current,
  .draw = draw,
  .free = free_data,
  .most_cost = 40000, /* a millisecond or two of work */
  .n_kept = 64,
};

/* Calls @ready when rows that are to be drawn are finished. */
TvTimelineTracks *
tv_timeline_tracks_new (const TvTimelineContext *context,
                        void (*ready) (gpointer user_data), gpointer user_data)
{
  TvTimelineTracks *self = g_new0 (TvTimelineTracks, 1);

  self->context = context;
  self->pictures = tv_row_pictures_new (&track_kind, self, ready, user_data);
  return self;
}

void
tv_timeline_tracks_free (TvTimelineTracks *self)
{
  tv_row_pictures_free (self->pictures);
  g_free (self);
}

/* Another trace is shown. */
void
tv_timeline_tracks_forget (TvTimelineTracks *self)
{
  tv_row_pictures_forget (self->pictures);
}

/* Colours changed. */
void
tv_timeline_tracks_redraw (TvTimelineTracks *self)
{
  tv_row_pictures_redraw (self->pictures);
}

/* Begins a frame. The levels of a row are the pixels of its height. */
void
tv_timeline_tracks_prepare (TvTimelineTracks *self, const TvTimelineThreads *threads,
                            const TvRowSpan *span, const TvRowWish *rows, guint n_rows)
{
  self->threads = threads;
  tv_row_pictures_prepare (self->pictures, span, rows, n_rows);
}

/* Draws a row, or nothing until it is known. */
void
tv_timeline_tracks_snapshot (TvTimelineTracks *self, const TvRowWish *row,
                             GtkSnapshot *snapshot, int x, int y)
{
  tv_row_pictures_snapshot (self->pictures, row, snapshot, (float) x, (float) y);
}
