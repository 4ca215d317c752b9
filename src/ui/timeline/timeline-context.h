/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/widgets/rgba.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Minimum width of the column of labels. */
#define TV_TIMELINE_MIN_LABEL_WIDTH 60

/* The areas of the widget that respond to the pointer. */
typedef enum
{
  TV_TIMELINE_AREA_NONE,     /* a scroll bar, outside */
  TV_TIMELINE_AREA_ROWS,     /* the rows' lanes */
  TV_TIMELINE_AREA_RULER,    /* the ruler */
  TV_TIMELINE_AREA_LABELS,   /* the names of the rows */
  TV_TIMELINE_AREA_ROW_EDGE, /* the lower edge of a label */
  TV_TIMELINE_AREA_DIVIDER   /* the line between names and lanes, and a little around it
                              */
} TvTimelineArea;

/* What is under the pointer. */
typedef struct
{
  TvTimelineArea area; /* the area, none while the pointer is outside of the widget */
  double x;            /* pixels from the widget's left */
  double y;            /* pixels from its top */
  gint row;            /* the row, -1 for none */
  /* its thread is TV_THREAD_NONE for none, and while something is dragged */
  TvCallRef call;
} TvTimelineHover;

/* A trace that is being moved against another one. */
typedef struct
{
  gint64 by;            /* nanoseconds; 0 for none */
  gboolean moves_calls; /* whether it is the method trace, else the system trace */
} TvTimelineMove;

/* State that the parts of a timeline share. Each member has one writer: the widget
 * writes the session and the areas, TvTimelineColors the colours, TvTimelinePointer
 * the hover, TvTimelineAlign the move, TvTimelineEvents the event. All others only
 * read. */
typedef struct
{
  GtkWidget *widget;        /* the timeline */
  GActionMap *actions;      /* its actions */
  TvTraceSession *session;  /* the session it shows, or NULL */
  GdkRectangle label_area;  /* the names of the rows, in pixels of the widget */
  GdkRectangle ruler_area;  /* the ruler */
  GdkRectangle events_area; /* rows of events, between ruler and lanes */
  GdkRectangle rows_area;   /* the lanes */
  TvDrawColors colors;      /* colours to draw with */
  GdkRGBA text_color;       /* the theme's text */
  GdkRGBA line_color;       /* lines between areas */
  GdkRGBA accent_color;     /* the theme's accent */
  TvTimelineHover hover;    /* what is under the pointer */
  TvTimelineMove move;      /* what is moved */
  char *event_text;         /* the current event, or NULL */
} TvTimelineContext;

static inline gboolean
tv_timeline_is_mirrored (const TvTimelineContext *context)
{
  return gtk_widget_get_direction (context->widget) == GTK_TEXT_DIR_RTL;
}

/* Returns whether the pointer is at a time: over the lanes or the ruler. */
static inline gboolean
tv_timeline_points_at_time (const TvTimelineContext *context)
{
  return context->hover.area == TV_TIMELINE_AREA_ROWS
         || context->hover.area == TV_TIMELINE_AREA_RULER;
}

gboolean tv_timeline_has_methods (const TvTimelineContext *context, guint32 thread);

static inline gboolean
tv_timeline_area_contains (const GdkRectangle *area, double x, double y)
{
  return x >= area->x && x < area->x + area->width && y >= area->y
         && y < area->y + area->height;
}

/* Requests of parts to the widget, in timeline.c: redraw everything, update everything
 * that depends on the view before the next frame, make a screen reader say a text, and
 * give the labels a width. And reports of rows: the choice of rows or the current row
 * changed, rows were added, removed or moved, and rows scrolled. */
void tv_timeline_redraw (const TvTimelineContext *context);
void tv_timeline_queue_update (const TvTimelineContext *context);
void tv_timeline_announce (const TvTimelineContext *context, const char *text);
void tv_timeline_set_label_width (const TvTimelineContext *context, int width);
void tv_timeline_rows_changed (const TvTimelineContext *context);
void tv_timeline_layout_changed (const TvTimelineContext *context);
void tv_timeline_rows_scrolled (const TvTimelineContext *context);

/* An action of a part, run by a key or from a menu. */
typedef struct
{
  const char *name; /* its name in the group of actions; NULL ends a table */
  /* accelerators for gtk_accelerator_parse() while the timeline has the focus,
   * separated by blanks; NULL for a choice, which is enabled without a trace, too */
  const char *keys;
  /* returns GDK_EVENT_PROPAGATE if it did nothing; NULL for a switch */
  gboolean (*run) (gpointer part, int argument);
  int argument;
  const char *state; /* the first, as text for g_variant_parse(); or NULL */
  /* changes the state; returns FALSE if it is not the requested one */
  gboolean (*change) (gpointer part, GVariant *state);
} TvTimelineAction;

void tv_timeline_actions_add (const TvTimelineContext *context,
                              const TvTimelineAction *table, gpointer part);
void tv_timeline_action_set_enabled (const TvTimelineContext *context, const char *name,
                                     gboolean enabled);
void tv_timeline_action_set_state (const TvTimelineContext *context, const char *name,
                                   GVariant *state);
void tv_timeline_actions_bind_keys (GtkWidgetClass *widget_class,
                                    GtkShortcutFunc run_by_key);
gboolean tv_timeline_actions_run (const TvTimelineContext *context,
                                  GVariant *arguments);
void tv_timeline_actions_follow (GActionGroup *group, GActionGroup *other);
void tv_timeline_actions_enable (const TvTimelineContext *context);
void tv_timeline_actions_remove (const TvTimelineContext *context);

extern const TvTimelineAction tv_timeline_widget_actions[];

/* Pixels of an icon. */
#define TV_TIMELINE_ICON_SIZE 16

/* A short text on a coloured background, drawn over a picture. */
typedef struct
{
  const char *text;    /* a few words */
  GdkRGBA ground;      /* colour of the background */
  GdkRGBA ink;         /* the colour of the text */
  double x;            /* pixels of its middle */
  double y;            /* pixels of its top */
  double left;         /* its leftmost edge */
  double right;        /* its rightmost edge */
  PangoLayout *layout; /* of the text, NULL until it is needed */
} TvChip;

float tv_timeline_get_luminance (const GdkRGBA *color);
GdkRGBA tv_timeline_mix (const GdkRGBA *a, const GdkRGBA *b, float share_of_b);
TvColor tv_timeline_to_draw_color (GdkRGBA color);
void tv_timeline_read_theme (GtkWidget *widget, GdkRGBA *text, GdkRGBA *background,
                             GdkRGBA *accent);
double tv_timeline_get_zoom_factor (double dy, GdkScrollUnit unit);

void tv_timeline_place_child (GtkWidget *child, int x, int y, int width, int height);

void tv_timeline_push_clip (GtkSnapshot *snapshot, int x, int y, int width, int height);
void tv_timeline_paint_box (GtkSnapshot *snapshot, const GdkRGBA *color, double x,
                            double y, double width, double height);
void tv_timeline_paint_border (GtkSnapshot *snapshot, const GdkRectangle *area,
                               float reach, float radius, float width,
                               const GdkRGBA *color);
void tv_timeline_paint_layout (GtkSnapshot *snapshot, PangoLayout *layout, float x,
                               float y, const GdkRGBA *color);
void tv_timeline_paint_text (const TvTimelineContext *context, GtkSnapshot *snapshot,
                             const char *text, const GdkRGBA *color,
                             const GdkRectangle *area, gboolean centered);
void tv_timeline_paint_note (const TvTimelineContext *context, GtkSnapshot *snapshot,
                             const char *text, PangoAttrList *attributes,
                             const GdkRectangle *area, gboolean centered);
void tv_timeline_paint_icon (const TvTimelineContext *context, GtkSnapshot *snapshot,
                             const char *name, int x, int y, const GdkRGBA *color);
gboolean tv_timeline_measure_chip (GtkWidget *widget, TvChip *chip,
                                   graphene_rect_t *area);
gboolean tv_timeline_paint_chip (GtkWidget *widget, GtkSnapshot *snapshot,
                                 TvChip *chip);
void tv_chip_clear (TvChip *chip);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvChip, tv_chip_clear)

G_END_DECLS
