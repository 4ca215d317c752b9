/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/ruler.h"

#include "draw/time-ticks.h"

#include <math.h>

/* Least distances in pixels */
#define MIN_LABEL_SPACING 60
#define MIN_MINOR_SPACING 5
#define MINOR_TICK_HEIGHT 4
#define LABEL_INDENT 4
#define LABEL_GAP 10
#define PADDING 3

/* Far more than fit into a window. The limit is for long pans, which need a layout for
 * every label. */
#define MAX_LAYOUTS 2048

struct _TvRuler
{
  PangoContext *context;
  GHashTable *layouts;
};

/**
 * tv_ruler_new:
 * @context: the source of fonts: the context of a widget, or of
 *   pango_font_map_create_context() for the default Cairo font map
 *
 * Returns: (transfer full): a ruler; free with tv_ruler_free()
 */
TvRuler *
tv_ruler_new (PangoContext *context)
{
  TvRuler *ruler;

  g_return_val_if_fail (PANGO_IS_CONTEXT (context), NULL);

  ruler = g_new0 (TvRuler, 1);
  ruler->context = g_object_ref (context);
  ruler->layouts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return ruler;
}

void
tv_ruler_free (TvRuler *ruler)
{
  g_return_if_fail (ruler != NULL);

  g_hash_table_unref (ruler->layouts);
  g_object_unref (ruler->context);
  g_free (ruler);
}

/**
 * tv_ruler_forget_layouts:
 * @ruler: a ruler
 *
 * Drops the cached layouts. Call it when the context's font, resolution or language has
 * changed.
 */
void
tv_ruler_forget_layouts (TvRuler *ruler)
{
  g_return_if_fail (ruler != NULL);

  g_hash_table_remove_all (ruler->layouts);
}

/* Returns the layout of a label, which it takes. */
static PangoLayout *
get_layout (TvRuler *ruler, char *label)
{
  g_autofree char *key = label;
  PangoLayout *layout = g_hash_table_lookup (ruler->layouts, key);

  if (layout != NULL)
    return layout;
  if (g_hash_table_size (ruler->layouts) >= MAX_LAYOUTS)
    g_hash_table_remove_all (ruler->layouts);
  layout = pango_layout_new (ruler->context);
  pango_layout_set_text (layout, key, -1);
  g_hash_table_insert (ruler->layouts, g_steal_pointer (&key), layout);
  return layout;
}

/**
 * tv_ruler_get_height:
 * @ruler: a ruler
 *
 * Returns: the height of labels and ticks in pixels
 */
double
tv_ruler_get_height (TvRuler *ruler)
{
  int text_height;

  g_return_val_if_fail (ruler != NULL, 0);

  pango_layout_get_pixel_size (get_layout (ruler, g_strdup ("0")), NULL, &text_height);
  return PADDING + text_height + MINOR_TICK_HEIGHT + 1;
}

static gboolean
labels_fit (TvRuler *ruler, const TvTimeTicks *ticks, const TvTimeScale *scale)
{
  double room = (double) ticks->step / tv_time_scale_get_pixel_time (scale);

  for (gint64 time = tv_time_ticks_first (ticks->step, scale->start);
       time <= scale->end; time += ticks->step)
    {
      int width;

      pango_layout_get_pixel_size (
          get_layout (ruler, tv_time_ticks_format (ticks, scale, time)), &width, NULL);
      if (LABEL_INDENT + width + LABEL_GAP > room)
        return FALSE;
    }
  return TRUE;
}

static void
choose_ticks (TvRuler *ruler, const TvTimeScale *scale, TvTimeTicks *ticks)
{
  tv_time_ticks_init (ticks, scale, MIN_LABEL_SPACING);
  while (!labels_fit (ruler, ticks, scale) && tv_time_ticks_coarsen (ticks))
    continue;
}

/* Draws vertical lines, one pixel wide and on whole device pixels, at the multiples of
 * @step. */
static void
draw_ticks (cairo_t *cr, const TvTimeScale *scale, gint64 step, double top,
            double bottom, guint device_scale, TvColor color)
{
  for (gint64 time = tv_time_ticks_first (step, scale->start); time <= scale->end;
       time += step)
    {
      double x = tv_time_scale_to_x (scale, time);

      x = MIN (floor (x * device_scale + 0.5) / device_scale, scale->width - 1);
      cairo_rectangle (cr, x, top, 1, bottom - top);
    }
  tv_color_set_source (color, cr);
  cairo_fill (cr);
}

static void
draw_labels (TvRuler *ruler, cairo_t *cr, const TvTimeTicks *ticks,
             const TvTimeScale *scale, guint device_scale, TvColor color)
{
  tv_color_set_source (color, cr);
  for (gint64 time = tv_time_ticks_first (ticks->step, scale->start);
       time <= scale->end; time += ticks->step)
    {
      PangoLayout *layout
          = get_layout (ruler, tv_time_ticks_format (ticks, scale, time));
      double x = tv_time_scale_to_x (scale, time) + LABEL_INDENT;
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      if (x + width > scale->width)
        continue;
      cairo_move_to (cr, floor (x * device_scale + 0.5) / device_scale, PADDING / 2);
      pango_cairo_show_layout (cr, layout);
    }
}

/**
 * tv_ruler_draw:
 * @ruler: a ruler
 * @cr: where to draw, the scale's x = 0 at x = 0
 * @scale: the scale, its width in (logical) pixels
 * @height: pixels; tv_ruler_get_height() or more
 * @device_scale: device pixels in a pixel, 1 or more
 * @colors: colours
 *
 * Draws the axis along the lower edge, a tick of the whole height at each major step
 * with its time on the right, and short minor ticks in between if there is room. Steps
 * are as small as the labels allow; a label that would be cut on the right is left out.
 * The caller draws the background.
 */
void
tv_ruler_draw (TvRuler *ruler, cairo_t *cr, const TvTimeScale *scale, double height,
               guint device_scale, const TvDrawColors *colors)
{
  TvTimeTicks ticks;
  double minor_spacing;
  double axis = height - 1;

  g_return_if_fail (ruler != NULL && cr != NULL && scale != NULL && colors != NULL);
  g_return_if_fail (device_scale > 0);

  choose_ticks (ruler, scale, &ticks);
  minor_spacing = (double) ticks.minor_step / tv_time_scale_get_pixel_time (scale);

  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  if (minor_spacing >= MIN_MINOR_SPACING)
    draw_ticks (cr, scale, ticks.minor_step, axis - MINOR_TICK_HEIGHT, axis,
                device_scale, colors->minor_tick);
  draw_ticks (cr, scale, ticks.step, 0, axis, device_scale, colors->axis);
  cairo_rectangle (cr, 0, axis, scale->width, 1);
  cairo_fill (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  draw_labels (ruler, cr, &ticks, scale, device_scale, colors->text);
  cairo_restore (cr);
}

/**
 * tv_ruler_widen_over_labels:
 * @ruler: a ruler
 * @scale: the scale
 * @left: (inout): pixels from the left side
 * @right: (inout): pixels from the left side
 * @bottom: (out): the lower edge of labels
 *
 * Widens a range of the ruler so that each label is either inside or outside, and none
 * is covered in part.
 */
void
tv_ruler_widen_over_labels (TvRuler *ruler, const TvTimeScale *scale, double *left,
                            double *right, double *bottom)
{
  const double covered_left = *left;
  const double covered_right = *right;
  TvTimeTicks ticks;

  g_return_if_fail (ruler != NULL && scale != NULL);
  g_return_if_fail (left != NULL && right != NULL && bottom != NULL);

  choose_ticks (ruler, scale, &ticks);
  *bottom = tv_ruler_get_height (ruler) - MINOR_TICK_HEIGHT - 1;
  for (gint64 time = tv_time_ticks_first (ticks.step, scale->start); time <= scale->end;
       time += ticks.step)
    {
      const double start = tv_time_scale_to_x (scale, time) + LABEL_INDENT;
      int width;

      pango_layout_get_pixel_size (
          get_layout (ruler, tv_time_ticks_format (&ticks, scale, time)), &width, NULL);
      if (start < covered_right && start + width > covered_left)
        {
          *left = MIN (*left, floor (start));
          *right = MAX (*right, ceil (start + width));
        }
    }
}
