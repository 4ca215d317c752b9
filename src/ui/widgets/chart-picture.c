/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/chart-picture.h"

#include "ui/widgets/rgba.h"

#include <string.h>

/* Heights of the bands of a box */
static const guint line_heights[TV_N_CHART_LINES]
    = { 1, TV_CHART_BOX_HEIGHT - 5, 3, 1 };

typedef struct
{
  gboolean drawn;
  GdkTexture *textures[TV_N_CHART_LINES]; /* NULL for an empty band */
  graphene_rect_t areas[TV_N_CHART_LINES];
} LevelPicture;

struct _TvChartPicture
{
  TvCallChart *chart;
  guint n_columns;
  guint scale;
  double factor;        /* by how much the boxes are stretched */
  double shift;         /* by how many columns they are then moved to the right */
  LevelPicture *levels; /* a level is drawn when it is first shown */
};

/**
 * tv_chart_picture_new:
 * @chart: (transfer full): a chart
 * @n_columns: number of its columns
 * @scale: device pixels in a pixel; a column is a device pixel
 *
 * Returns: (transfer full): its picture, not drawn yet
 */
TvChartPicture *
tv_chart_picture_new (TvCallChart *chart, guint n_columns, guint scale)
{
  TvChartPicture *picture;

  g_return_val_if_fail (chart != NULL && n_columns > 0 && scale > 0, NULL);

  picture = g_new0 (TvChartPicture, 1);
  picture->chart = chart;
  picture->n_columns = n_columns;
  picture->scale = scale;
  picture->factor = 1;
  picture->levels = g_new0 (LevelPicture, tv_call_chart_get_n_levels (chart));
  return picture;
}

/**
 * tv_chart_picture_get_chart:
 * @picture: a picture
 *
 * Returns: (transfer none): the chart that it shows
 */
const TvCallChart *
tv_chart_picture_get_chart (const TvChartPicture *picture)
{
  g_return_val_if_fail (picture != NULL, NULL);

  return picture->chart;
}

/**
 * tv_chart_picture_forget_colors:
 * @picture: a picture
 *
 * Drops the drawn levels. Call it when the colours or the marked method have changed.
 */
void
tv_chart_picture_forget_colors (TvChartPicture *picture)
{
  for (guint i = 0; i < tv_call_chart_get_n_levels (picture->chart); i++)
    {
      for (guint line = 0; line < TV_N_CHART_LINES; line++)
        g_clear_object (&picture->levels[i].textures[line]);
      picture->levels[i].drawn = FALSE;
    }
}

void
tv_chart_picture_free (TvChartPicture *picture)
{
  if (picture == NULL)
    return;
  tv_chart_picture_forget_colors (picture);
  g_free (picture->levels);
  tv_call_chart_free (picture->chart);
  g_free (picture);
}

/* Adds a texture of one row of pixels, to be stretched to the height of the band. */
static void
add_line (const TvChartPicture *picture, LevelPicture *level, TvChartLine line,
          GBytes *bytes, guint top, guint height)
{
  gsize row = picture->n_columns * sizeof (guint32);
  const guint32 *pixels
      = (const guint32 *) (gpointer) ((const guint8 *) g_bytes_get_data (bytes, NULL)
                                      + line * row);
  guint left = 0;
  guint right = picture->n_columns;
  float scale = (float) picture->scale;
  g_autoptr (GBytes) line_bytes = NULL;

  while (left < right && pixels[left] == 0)
    left++;
  while (right > left && pixels[right - 1] == 0)
    right--;
  if (left == right)
    return;
  line_bytes = g_bytes_new_from_bytes (bytes, line * row + left * sizeof (guint32),
                                       (right - left) * sizeof (guint32));
  level->textures[line] = gdk_memory_texture_new ((int) (right - left), 1,
                                                  GDK_MEMORY_DEFAULT, line_bytes, row);
  level->areas[line]
      = GRAPHENE_RECT_INIT ((float) left / scale, (float) top,
                            (float) (right - left) / scale, (float) height);
}

static void
draw_level (TvChartPicture *picture, LevelPicture *level, guint number,
            const TvLaneStyle *style)
{
  gsize row = picture->n_columns * sizeof (guint32);
  guint32 *pixels = g_malloc (TV_N_CHART_LINES * row);
  guint32 *lines[TV_N_CHART_LINES];
  guint top = 0;
  guint next;
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < TV_N_CHART_LINES; i++)
    lines[i] = pixels + i * picture->n_columns;
  level->drawn = TRUE;
  if (!tv_chart_raster (picture->chart, number, style, picture->scale,
                        picture->n_columns, lines))
    {
      g_free (pixels);
      return;
    }
  bytes = g_bytes_new_take (pixels, TV_N_CHART_LINES * row);
  /* Equal bands share a texture. */
  for (guint line = 0; line < TV_N_CHART_LINES; line = next)
    {
      guint height = line_heights[line];

      for (next = line + 1;
           next < TV_N_CHART_LINES && memcmp (lines[line], lines[next], row) == 0;
           next++)
        height += line_heights[next];
      add_line (picture, level, line, bytes, top, height);
      top += height;
    }
}

static LevelPicture *
get_level (TvChartPicture *picture, guint level)
{
  guint first = tv_call_chart_get_first_level (picture->chart);

  return level >= first && level - first < tv_call_chart_get_n_levels (picture->chart)
             ? &picture->levels[level - first]
             : NULL;
}

/**
 * tv_chart_picture_snapshot:
 * @picture: a picture
 * @level: a level; nothing is drawn if the chart lacks it
 * @style: its colours, the same until tv_chart_picture_forget_colors()
 * @snapshot: where it is drawn
 * @x: left edge of the first column
 * @y: upper edge of the boxes, which are %TV_CHART_BOX_HEIGHT high
 *
 * Draws the boxes of a level.
 */
void
tv_chart_picture_snapshot (TvChartPicture *picture, guint level,
                           const TvLaneStyle *style, GtkSnapshot *snapshot, float x,
                           float y)
{
  LevelPicture *drawn = get_level (picture, level);

  if (drawn == NULL)
    return;
  if (!drawn->drawn)
    draw_level (picture, drawn, level, style);
  for (guint i = 0; i < TV_N_CHART_LINES; i++)
    if (drawn->textures[i] != NULL)
      {
        graphene_rect_t area;

        graphene_rect_offset_r (&drawn->areas[i], x, y, &area);
        gtk_snapshot_append_texture (snapshot, drawn->textures[i], &area);
      }
}

/**
 * tv_chart_picture_set_stretch:
 * @picture: a picture
 * @factor: the factor by which its boxes are stretched
 * @shift: the number of columns by which they are then moved to the right
 *
 * Positions names for a picture that is shown stretched.
 */
void
tv_chart_picture_set_stretch (TvChartPicture *picture, double factor, double shift)
{
  picture->factor = factor;
  picture->shift = shift;
}

/* Returns the alpha of the box at @column, in the middle of a name. */
static guint8
get_alpha (const TvCallChart *chart, guint level, guint column)
{
  guint n_waits;
  const TvChartWait *waits = tv_call_chart_get_waits (chart, level, &n_waits);
  guint low = 0, high = n_waits;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (waits[middle].x1 <= column)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n_waits && waits[low].x0 <= column ? TV_CHART_WAIT_ALPHA : 255;
}

/**
 * tv_chart_picture_write_name:
 * @layout: the name
 * @color: the colour behind it
 * @alpha: its opacity, of 255
 * @style: the colours
 * @snapshot: where it is written
 * @point: its upper left corner
 *
 * Writes a name in black or white.
 */
void
tv_chart_picture_write_name (PangoLayout *layout, TvColor color, guint8 alpha,
                             const TvLaneStyle *style, GtkSnapshot *snapshot,
                             graphene_point_t point)
{
  const GdkRGBA rgba
      = tv_color_to_rgba (tv_chart_get_text_color (tv_color_to_pixel (color, alpha),
                                                   style->colors->background),
                          1);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &point);
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

/* Returns the position of a border between columns in the stretched picture. */
static guint
to_shown (const TvChartPicture *picture, guint x)
{
  const double shown = x * picture->factor + picture->shift;

  return (guint) (CLAMP (shown, 0, picture->n_columns) + 0.5);
}

/**
 * tv_chart_picture_snapshot_names:
 * @picture: a picture
 * @level: a level
 * @names: the names
 * @style: the colours
 * @max_names: the most names to write
 * @snapshot: where they are written
 * @x: as the boxes have it
 * @y: likewise
 *
 * Writes the names of methods into the boxes of a level that have room for them.
 *
 * Returns: number of names written
 */
guint
tv_chart_picture_snapshot_names (TvChartPicture *picture, guint level,
                                 TvChartNames *names, const TvLaneStyle *style,
                                 guint max_names, GtkSnapshot *snapshot, float x,
                                 float y)
{
  const TvChartBox *boxes;
  guint n_drawn = 0;
  guint n_boxes;
  float indent
      = (float) ((TV_CHART_BOX_HEIGHT - tv_chart_names_get_height (names)) / 2);

  boxes = tv_call_chart_get_boxes (picture->chart, level, &n_boxes);
  for (guint i = 0; i < n_boxes && n_drawn < max_names; i++)
    {
      const guint x0 = to_shown (picture, boxes[i].x0);
      int width = (int) ((to_shown (picture, boxes[i].x1) - x0) / picture->scale);
      PangoLayout *layout;
      double middle;

      if (boxes[i].kind != TV_CHART_CALL || boxes[i].method == TV_METHOD_NONE
          || width < TV_CHART_MIN_NAME_ROOM)
        continue;
      layout = tv_chart_names_get (names, boxes[i].method,
                                   width - 2 * TV_CHART_NAME_MARGIN);
      if (layout == NULL)
        continue;
      pango_layout_get_pixel_size (layout, &width, NULL);
      middle = x0 + (guint) (TV_CHART_NAME_MARGIN + width / 2) * picture->scale;
      tv_chart_picture_write_name (
          layout, tv_chart_get_box_color (style, &boxes[i]),
          get_alpha (picture->chart, level,
                     (guint) ((middle - picture->shift) / picture->factor)),
          style, snapshot,
          GRAPHENE_POINT_INIT (x + (float) ((x0 + picture->scale - 1) / picture->scale)
                                   + TV_CHART_NAME_MARGIN,
                               y + indent));
      n_drawn++;
    }
  return n_drawn;
}
