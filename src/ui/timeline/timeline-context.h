/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/palette.h"
#include "ui/session/trace-session.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TV_TIMELINE_MIN_LABEL_WIDTH:
 *
 * Pixels of the column of labels, at least.
 */
#define TV_TIMELINE_MIN_LABEL_WIDTH 60

/**
 * TvTimelineArea:
 * @TV_TIMELINE_AREA_NONE: the read-out, a scroll bar, outside
 * @TV_TIMELINE_AREA_ROWS: the rows' lanes
 * @TV_TIMELINE_AREA_RULER: the ruler
 * @TV_TIMELINE_AREA_LABELS: the names of the rows
 * @TV_TIMELINE_AREA_ROW_EDGE: the lower edge of a label
 * @TV_TIMELINE_AREA_DIVIDER: the line between names and lanes, and a little round it
 *
 * The areas of the widget that answer to the pointer.
 */
typedef enum
{
  TV_TIMELINE_AREA_NONE,
  TV_TIMELINE_AREA_ROWS,
  TV_TIMELINE_AREA_RULER,
  TV_TIMELINE_AREA_LABELS,
  TV_TIMELINE_AREA_ROW_EDGE,
  TV_TIMELINE_AREA_DIVIDER
} TvTimelineArea;

/**
 * TvTimelineHover:
 * @area: the area, none while the pointer is outside of the widget
 * @x: pixels from the widget's left
 * @y: pixels from its top
 * @row: the row, -1 for none
 * @call: the call, its thread %TV_THREAD_NONE for none and while something is dragged
 *
 * What is under the pointer.
 */
typedef struct
{
  TvTimelineArea area;
  double x;
  double y;
  gint row;
  TvCallRef call;
} TvTimelineHover;

/**
 * TvTimelineContext:
 * @widget: the timeline
 * @actions: its actions
 * @session: (nullable): the session it shows
 * @label_area: the names of the rows, in pixels of the widget
 * @ruler_area: the ruler
 * @rows_area: the lanes
 * @colors: colours to draw with
 * @text_color: the theme's text
 * @line_color: lines between areas
 * @accent_color: the theme's accent
 * @hover: what is under the pointer
 *
 * What the parts of a timeline have in common. The parts only read it: the widget owns
 * it and writes what it has from the session and its allocation, TvTimelineColors
 * writes the colours, and TvTimelinePointer what is under the pointer.
 */
typedef struct
{
  GtkWidget *widget;
  GActionMap *actions;
  TvTraceSession *session;
  GdkRectangle label_area;
  GdkRectangle ruler_area;
  GdkRectangle rows_area;
  TvDrawColors colors;
  GdkRGBA text_color;
  GdkRGBA line_color;
  GdkRGBA accent_color;
  TvTimelineHover hover;
} TvTimelineContext;

static inline gboolean
tv_timeline_is_mirrored (const TvTimelineContext *context)
{
  return gtk_widget_get_direction (context->widget) == GTK_TEXT_DIR_RTL;
}

static inline gboolean
tv_timeline_area_contains (const GdkRectangle *area, double x, double y)
{
  return x >= area->x && x < area->x + area->width && y >= area->y
         && y < area->y + area->height;
}

/* What the parts ask of the widget, all of it in timeline.c: to draw everything anew,
 * to bring what follows the view up to date before the next frame, and to have a screen
 * reader say something. */
void tv_timeline_redraw (const TvTimelineContext *context);
void tv_timeline_queue_update (const TvTimelineContext *context);
void tv_timeline_announce (const TvTimelineContext *context, const char *text);

/**
 * TvTimelineAction:
 * @name: its name in the group of actions; %NULL ends a table
 * @keys: (nullable): its keys while the timeline has the focus, as
 *   gtk_accelerator_parse() reads them, with blanks between
 * @run: does it for the part that the table belongs to, with a session; returns
 *   %GDK_EVENT_PROPAGATE where there was nothing to do and the key is left to others
 *
 * Something that the timeline does on a key or from a menu.
 */
typedef struct
{
  const char *name;
  const char *keys;
  gboolean (*run) (gpointer part);
} TvTimelineAction;

void tv_timeline_action_set_enabled (const TvTimelineContext *context, const char *name,
                                     gboolean enabled);
void tv_timeline_action_set_state (const TvTimelineContext *context, const char *name,
                                   GVariant *state);
void tv_timeline_action_add_stateful (const TvTimelineContext *context,
                                      const char *name, GVariant *state,
                                      GCallback change, gpointer part);

G_END_DECLS
