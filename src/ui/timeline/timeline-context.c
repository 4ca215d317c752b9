/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-context.h"

#include "trace/model/trace-system.h"
#include <math.h>

/* In pixels. */
#define CHIP_MARGIN 6
#define CHIP_RADIUS 4

/* One notch of a wheel. */
#define WHEEL_ZOOM 1.25

/* Pixels on a touchpad that zoom by 2. */
#define SURFACE_ZOOM_PIXELS 120.0

/* Returns whether the row of a thread shows calls of methods in a trace of two files,
 * not slices; FALSE for no thread. */
gboolean
tv_timeline_has_methods (const TvTimelineContext *context, guint32 thread)
{
  TvTrace *trace = tv_trace_session_get_trace (context->session);
  TvCalls calls;

  if (thread == TV_THREAD_NONE || tv_trace_get_join (trace) == NULL)
    return FALSE;
  calls = tv_trace_get_calls (trace, thread);
  return calls.n > 0 && !tv_trace_is_slice (trace, tv_calls_method (&calls, 0));
}

/* The brightness of a colour, 0 to 1, by the weights of ITU-R BT.709. */
float
tv_timeline_get_luminance (const GdkRGBA *color)
{
  return 0.2126f * color->red + 0.7152f * color->green + 0.0722f * color->blue;
}

GdkRGBA
tv_timeline_mix (const GdkRGBA *a, const GdkRGBA *b, float share_of_b)
{
  return (GdkRGBA){ a->red + (b->red - a->red) * share_of_b,
                    a->green + (b->green - a->green) * share_of_b,
                    a->blue + (b->blue - a->blue) * share_of_b, 1 };
}

TvColor
tv_timeline_to_draw_color (GdkRGBA color)
{
  return (TvColor){ (guint8) lroundf (color.red * 255),
                    (guint8) lroundf (color.green * 255),
                    (guint8) lroundf (color.blue * 255) };
}

/* Reads the colours of the theme. */
void
tv_timeline_read_theme (GtkWidget *widget, GdkRGBA *text, GdkRGBA *background,
                        GdkRGBA *accent)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);

  gtk_style_context_get_color (style, text);
  if (!gtk_style_context_lookup_color (style, "theme_base_color", background))
    *background = tv_timeline_get_luminance (text) > 0.5f
                      ? (GdkRGBA){ 0.12f, 0.12f, 0.12f, 1 }
                      : (GdkRGBA){ 1, 1, 1, 1 };
  if (!gtk_style_context_lookup_color (style, "theme_selected_bg_color", accent))
    *accent = (GdkRGBA){ 0.21f, 0.52f, 0.89f, 1 };
}

/* Returns the factor to zoom by for a step of the wheel or a motion on a touchpad. */
double
tv_timeline_get_zoom_factor (double dy, GdkScrollUnit unit)
{
  return unit == GDK_SCROLL_UNIT_SURFACE ? pow (2, -dy / SURFACE_ZOOM_PIXELS)
                                         : pow (WHEEL_ZOOM, -dy);
}

/* GTK requires a child to be measured before it is allocated. */
void
tv_timeline_place_child (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (
      child, &(GtkAllocation){ x, y, MAX (width, 0), MAX (height, 0) }, -1);
}

void
tv_timeline_push_clip (GtkSnapshot *snapshot, int x, int y, int width, int height)
{
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width,
                                               (float) MAX (height, 0)));
}

void
tv_timeline_paint_box (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y,
                       double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (
        snapshot, color,
        &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

/* Draws a border, whose outer edge is @reach pixels outside of @area. */
void
tv_timeline_paint_border (GtkSnapshot *snapshot, const GdkRectangle *area, float reach,
                          float radius, float width, const GdkRGBA *color)
{
  const float widths[] = { width, width, width, width };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float) area->x - reach, (float) area->y - reach,
                           (float) area->width + 2 * reach,
                           (float) area->height + 2 * reach),
      radius);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[]){ *color, *color, *color, *color });
}

void
tv_timeline_paint_layout (GtkSnapshot *snapshot, PangoLayout *layout, float x, float y,
                          const GdkRGBA *color)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

/* Writes a line of text. @attributes may be NULL. */
static void
paint_text (const TvTimelineContext *context, GtkSnapshot *snapshot, const char *text,
            PangoAttrList *attributes, const GdkRGBA *color, const GdkRectangle *area,
            gboolean centered)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (context->widget, text);
  int height = 0;

  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_width (layout, MAX (area->width, 0) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  if (centered)
    pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &height);
  tv_timeline_paint_layout (snapshot, layout, (float) area->x,
                            (float) (area->y + (area->height - height) / 2), color);
}

void
tv_timeline_paint_text (const TvTimelineContext *context, GtkSnapshot *snapshot,
                        const char *text, const GdkRGBA *color,
                        const GdkRectangle *area, gboolean centered)
{
  paint_text (context, snapshot, text, NULL, color, area, centered);
}

/* Writes a line of dim text. @attributes may be NULL. */
void
tv_timeline_paint_note (const TvTimelineContext *context, GtkSnapshot *snapshot,
                        const char *text, PangoAttrList *attributes,
                        const GdkRectangle *area, gboolean centered)
{
  GdkRGBA color = context->text_color;

  color.alpha *= 0.62f;
  paint_text (context, snapshot, text, attributes, &color, area, centered);
}

void
tv_timeline_paint_icon (const TvTimelineContext *context, GtkSnapshot *snapshot,
                        const char *name, int x, int y, const GdkRGBA *color)
{
  GtkWidget *widget = context->widget;
  GtkIconTheme *theme
      = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
      theme, name, NULL, TV_TIMELINE_ICON_SIZE, gtk_widget_get_scale_factor (widget),
      gtk_widget_get_direction (widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot,
                                            TV_TIMELINE_ICON_SIZE,
                                            TV_TIMELINE_ICON_SIZE, color, 1);
  gtk_snapshot_restore (snapshot);
}

void
tv_chip_clear (TvChip *chip)
{
  g_clear_object (&chip->layout);
}

static void
lay_out_chip (GtkWidget *widget, TvChip *chip)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  if (chip->layout != NULL)
    return;
  chip->layout = gtk_widget_create_pango_layout (widget, chip->text);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (chip->layout, attributes);
}

/* Finds the area of a chip. Returns FALSE if it does not fit within its limits. */
gboolean
tv_timeline_measure_chip (GtkWidget *widget, TvChip *chip, graphene_rect_t *area)
{
  int width;
  int height;
  double x;

  lay_out_chip (widget, chip);
  pango_layout_get_pixel_size (chip->layout, &width, &height);
  width += 2 * CHIP_MARGIN;
  if (width > chip->right - chip->left)
    return FALSE;
  x = floor (CLAMP (chip->x - width / 2.0, chip->left, chip->right - width));
  *area
      = GRAPHENE_RECT_INIT ((float) x, (float) chip->y, (float) width, (float) height);
  return TRUE;
}

/* Draws a chip, unless it does not fit within its limits. */
gboolean
tv_timeline_paint_chip (GtkWidget *widget, GtkSnapshot *snapshot, TvChip *chip)
{
  GskRoundedRect outline;
  graphene_rect_t area;

  if (!tv_timeline_measure_chip (widget, chip, &area))
    return FALSE;
  gsk_rounded_rect_init_from_rect (&outline, &area, CHIP_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &chip->ground, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  tv_timeline_paint_layout (snapshot, chip->layout, area.origin.x + CHIP_MARGIN,
                            area.origin.y, &chip->ink);
  return TRUE;
}
