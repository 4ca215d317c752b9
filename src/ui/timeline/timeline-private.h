/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "draw/method-colors.h"
#include "draw/ruler.h"
#include "draw/time-scale.h"
#include "ui/session/trace-session.h"
#include "ui/timeline/call-details.h"
#include "ui/timeline/chart-picture.h"
#include "ui/timeline/method-indexer.h"
#include "ui/timeline/read-out.h"
#include "ui/timeline/row-list.h"
#include "ui/timeline/timeline-charts.h"
#include "ui/timeline/timeline-labels.h"
#include "ui/timeline/timeline-lanes.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/view-history.h"

G_BEGIN_DECLS

/**
 * TvTimelineDrag:
 * @TV_TIMELINE_DRAG_NONE: no button is down
 * @TV_TIMELINE_DRAG_BAND: a range is being dragged out to zoom to
 * @TV_TIMELINE_DRAG_PAN: the view is dragged along
 * @TV_TIMELINE_DRAG_DIVIDER: the width of the labels is changed
 * @TV_TIMELINE_DRAG_RANGE: a range is being dragged out or about to be selected
 * @TV_TIMELINE_DRAG_MARK: a mark is being moved
 * @TV_TIMELINE_DRAG_ROW_EDGE: the height of the rows is changed
 *
 * What the pointer is dragging.
 */
typedef enum
{
  TV_TIMELINE_DRAG_NONE,
  TV_TIMELINE_DRAG_BAND,
  TV_TIMELINE_DRAG_PAN,
  TV_TIMELINE_DRAG_DIVIDER,
  TV_TIMELINE_DRAG_RANGE,
  TV_TIMELINE_DRAG_MARK,
  TV_TIMELINE_DRAG_ROW_EDGE
} TvTimelineDrag;

/**
 * TvTimelinePart:
 * @TV_TIMELINE_PART_NONE: the read-out, a scroll bar, outside
 * @TV_TIMELINE_PART_ROWS: the rows' lanes
 * @TV_TIMELINE_PART_RULER: the ruler
 * @TV_TIMELINE_PART_LABELS: the names of the rows
 * @TV_TIMELINE_PART_ROW_EDGE: the lower edge of a label
 * @TV_TIMELINE_PART_DIVIDER: the line between names and lanes, and a little round it
 *
 * The parts of the widget that answer to the pointer.
 */
typedef enum
{
  TV_TIMELINE_PART_NONE,
  TV_TIMELINE_PART_ROWS,
  TV_TIMELINE_PART_RULER,
  TV_TIMELINE_PART_LABELS,
  TV_TIMELINE_PART_ROW_EDGE,
  TV_TIMELINE_PART_DIVIDER
} TvTimelinePart;

/**
 * TvTimelineBand:
 * @first: the first row of which something is to be seen
 * @n_rows: how many rows are to be seen
 * @y: pixels from the widget's top to the band's
 * @height: pixels of the band, which cuts its rows off
 *
 * Rows that are next to each other on the screen.
 */
typedef struct
{
  guint first;
  guint n_rows;
  int y;
  int height;
} TvTimelineBand;

/**
 * TvTimelineRows:
 *
 * What decides which rows there are, see timeline-rows.c.
 */
typedef struct _TvTimelineRows TvTimelineRows;

/**
 * TvTimelineLevels:
 *
 * Which rows show the stack, see timeline-levels.c.
 */
typedef struct _TvTimelineLevels TvTimelineLevels;

/**
 * TV_TIMELINE_TRIANGLE_WIDTH:
 *
 * Pixels before the label of a row for what opens and closes it.
 */
#define TV_TIMELINE_TRIANGLE_WIDTH 12

/**
 * TvTimelineRange:
 *
 * How the selected range of time is being dragged, see timeline-range.c.
 */
typedef struct _TvTimelineRange TvTimelineRange;

/**
 * TvTimelineMarks:
 *
 * Which mark is being dragged, see timeline-marks.c.
 */
typedef struct _TvTimelineMarks TvTimelineMarks;

/**
 * TvTimelineAction:
 * @name: in the group of actions; %NULL ends a table
 * @keys: (nullable): its keys while the timeline has the focus, as
 *   gtk_accelerator_parse() reads them, with blanks between
 * @run: does it, with a session; returns %GDK_EVENT_PROPAGATE where there was nothing
 *   to do and the key is left to others
 *
 * Something that the timeline does on a key or from a menu.
 */
typedef struct
{
  const char *name;
  const char *keys;
  gboolean (*run) (TvTimeline *self);
} TvTimelineAction;

/**
 * TvTimelineCard:
 *
 * The card with the stack of the call under the pointer, see timeline-card.c.
 */
typedef struct _TvTimelineCard TvTimelineCard;

struct _TvTimeline
{
  GtkWidget parent_instance;

  /* children */
  GtkWidget *read_out;
  GtkWidget *overview;
  GtkWidget *horizontal_bar;
  GtkWidget *vertical_bar;
  GtkAdjustment *horizontal;
  GtkAdjustment *vertical;

  /* owned */
  GSimpleActionGroup *actions;
  TvTraceSession *session;
  GSignalGroup *session_signals;
  TvTimelineLayout *layout;
  TvTimelineRows *rows;
  TvTimelineRange *range;
  TvTimelineMarks *marks;
  TvViewHistory *history;
  double pan_rest; /* pixels, too few for a unit of the clock, that are yet to pan */
  TvMethodIndexer *method_indexer; /* NULL until it is needed */
  int step;                        /* along the selected method, asked for last */
  TvTimelineLanes *lanes;
  TvTimelineCharts *charts;
  TvTimelineLevels *levels;
  TvTimelineLabels *labels;
  TvRuler *ruler;
  GskRenderNode *picture; /* everything but what follows the pointer; or NULL */

  /* chosen colours of methods */
  TvColorMode color_mode;
  TvPalette palette;

  /* colours, valid if styled */
  gboolean styled;
  guint hits_frames; /* after which it shows other hits */
  TvDrawColors colors;
  GdkRGBA text_color;
  GdkRGBA line_color;
  GdkRGBA accent_color;

  /* where things are, in pixels */
  int label_width; /* that the user chose, 0 for one that suits the labels */
  int suitable_label_width;
  GdkRectangle ruler_area;
  GdkRectangle label_area;
  GdkRectangle rows_area;

  /* pointer */
  gboolean pointer_inside;
  double pointer_x;
  double pointer_y;
  TvTimelinePart pointer_part;
  const char *cursor_name; /* static; NULL for the usual one */
  gint hover_row;
  TvCallRef hover_call;
  TvDetailsQuery *shown_details; /* of the call in the read-out */
  TvTimelineCard *card;

  /* what is told */
  guint update;                     /* tick callback, 0 if there is nothing to do */
  TvDetailsQuery *selected_details; /* of the selected call */
  char *told_range;
  char *told_description;
  gboolean moved_by_key; /* and not told yet where to */

  /* drag, in widget coordinates */
  TvTimelineDrag drag;
  gboolean space_held;
  int n_presses;            /* clicks in a row */
  GtkGesture *drag_gesture; /* borrowed from the widget */
  double drag_start_x;
  double drag_start_y;
  double drag_x;
  double drag_y;
  TvTimeScale drag_scale;
  double drag_scroll;
  int drag_label_width;
  double drag_shift; /* how far the view has taken along where the drag began */
  guint edge_tick;
  gint64 edge_time; /* of the last frame */
  GdkModifierType edge_state;
};

/* timeline.c */
void tv_timeline_redraw (TvTimeline *self);
void tv_timeline_set_label_width (TvTimeline *self, int width);
void tv_timeline_choose_label_width (TvTimeline *self);
void tv_timeline_follow_layout (TvTimeline *self);

/* timeline-rows.c */
void tv_timeline_start_rows (TvTimeline *self, TvTrace *trace);
void tv_timeline_forget_rows (TvTimeline *self);
TvTimelineThreads *tv_timeline_get_threads (TvTimeline *self);
void tv_timeline_init_rows (TvTimeline *self);
void tv_timeline_follow_font (TvTimeline *self);
guint tv_timeline_count_threads (TvTimeline *self);
void tv_timeline_reveal_selected_call (TvTimeline *self);
void tv_timeline_drop_rows (TvTimeline *self);
void tv_timeline_free_rows (TvTimeline *self);

/* timeline-row-actions.c */
extern const TvTimelineAction tv_timeline_row_actions[];
void tv_timeline_init_row_actions (TvTimeline *self);
void tv_timeline_sync_row_actions (TvTimeline *self);

/* timeline-row-cursor.c */
void tv_timeline_draw_current_row (TvTimeline *self, GtkSnapshot *snapshot);
void tv_timeline_announce_row (TvTimeline *self, guint row);

/* timeline-row-edge.c */
gboolean tv_timeline_is_row_edge (TvTimeline *self, double y);
void tv_timeline_begin_row_drag (TvTimeline *self, double y);
void tv_timeline_drag_row (TvTimeline *self, double dy);

/* timeline-row-menu.c */
gboolean tv_timeline_has_row_menu (TvTimeline *self);
gboolean tv_timeline_click_row (TvTimeline *self, double y);
void tv_timeline_present_row_menu (TvTimeline *self);
void tv_timeline_init_row_menu (TvTimeline *self);

/* timeline-filter.c */
void tv_timeline_place_filter (TvTimeline *self);
void tv_timeline_draw_corner (TvTimeline *self, GtkSnapshot *snapshot);
void tv_timeline_draw_no_rows (TvTimeline *self, GtkSnapshot *snapshot);
void tv_timeline_snapshot_filter (TvTimeline *self, GtkSnapshot *snapshot);

/* timeline-row-marks.c */
void tv_timeline_draw_icon (TvTimeline *self, GtkSnapshot *snapshot, const char *name,
                            int x, int y, const GdkRGBA *color);
void tv_timeline_draw_pin (TvTimeline *self, GtkSnapshot *snapshot, GdkRectangle *area);
void tv_timeline_draw_idle_line (TvTimeline *self, GtkSnapshot *snapshot, int y,
                                 int height);

/* timeline-places.c */
void tv_timeline_get_bands (TvTimeline *self, TvTimelineBand bands[2]);
gint64 tv_timeline_get_row_y (TvTimeline *self, guint row);
void tv_timeline_get_label_area (TvTimeline *self, guint row, GdkRectangle *area);
gint tv_timeline_get_row_at (TvTimeline *self, double y);
gboolean tv_timeline_get_row_area (TvTimeline *self, guint row, GdkRectangle *area);
void tv_timeline_scroll_to_row (TvTimeline *self, guint row);

/* timeline-chart.c */
void tv_timeline_init_charts (TvTimeline *self);
gboolean tv_timeline_press_triangle (TvTimeline *self, double x, double y);
gboolean tv_timeline_pick_in_chart (TvTimeline *self, guint row, double x, double y,
                                    TvCallRef *call);
void tv_timeline_get_level_area (TvTimeline *self, guint row, TvCallRef call,
                                 GdkRectangle *area);
void tv_timeline_scroll_to_call (TvTimeline *self, TvCallRef call);

/* timeline-levels.c */
extern const TvTimelineAction tv_timeline_openings[];
gboolean tv_timeline_row_can_open (TvTimeline *self, guint row);
void tv_timeline_toggle_row (TvTimeline *self, guint row);
void tv_timeline_start_levels (TvTimeline *self, TvTrace *trace);
void tv_timeline_init_levels (TvTimeline *self);
void tv_timeline_free_levels (TvTimeline *self);

/* timeline-colors.c */
extern const TvTimelineAction tv_timeline_colorings[];
void tv_timeline_init_colors (TvTimeline *self);
void tv_timeline_restyle (TvTimeline *self);
void tv_timeline_follow_colors (TvTimeline *self);
void tv_timeline_forget_colors (TvTimeline *self);

/* timeline-overview.c */
extern const TvTimelineAction tv_timeline_overviews[];
void tv_timeline_init_overview (TvTimeline *self);
int tv_timeline_get_overview_height (TvTimeline *self);
void tv_timeline_place_overview (TvTimeline *self, int y);

/* timeline-snapshot.c */
void tv_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

/* timeline-view.c */
void tv_timeline_get_scale (TvTimeline *self, TvTimeScale *scale);
void tv_timeline_show_scale (TvTimeline *self, const TvTimeScale *scale,
                             TvViewChange change);
void tv_timeline_zoom_at (TvTimeline *self, double x, double factor);
void tv_timeline_pan (TvTimeline *self, double dx);
void tv_timeline_pan_step (TvTimeline *self, double n_steps);
void tv_timeline_show_call (TvTimeline *self, TvCallRef call);
void tv_timeline_scroll_rows (TvTimeline *self, double dy);
double tv_timeline_get_row_step (TvTimeline *self);
void tv_timeline_sync_horizontal (TvTimeline *self);
void tv_timeline_sync_vertical (TvTimeline *self);
void tv_timeline_init_view (TvTimeline *self);

/* timeline-pointer.c */
TvTimelinePart tv_timeline_get_part (TvTimeline *self, double x, double y);
gboolean tv_timeline_pick (TvTimeline *self, double x, double y, TvCallRef *call);
void tv_timeline_update_pointer (TvTimeline *self);
gboolean tv_timeline_query_tooltip (GtkWidget *widget, int x, int y,
                                    gboolean keyboard_mode, GtkTooltip *tooltip);

/* timeline-read-out.c */
void tv_timeline_update_read_out (TvTimeline *self);
void tv_timeline_forget_shown_call (TvTimeline *self);

/* timeline-description.c */
void tv_timeline_describe (TvTimeline *self);
void tv_timeline_queue_update (TvTimeline *self);

/* timeline-card.c */
void tv_timeline_init_card (TvTimeline *self);
void tv_timeline_free_card (TvTimeline *self);
void tv_timeline_follow_card (TvTimeline *self);
void tv_timeline_await_card (TvTimeline *self);
gboolean tv_timeline_dismiss_card (TvTimeline *self);
void tv_timeline_snapshot_card (TvTimeline *self, GtkSnapshot *snapshot);

/* timeline-input.c */
void tv_timeline_init_input (TvTimeline *self);
gboolean tv_timeline_cancel_drag (TvTimeline *self);

/* timeline-drag-edge.c */
void tv_timeline_get_band (TvTimeline *self, double *left, double *right);

/* timeline-actions.c */
void tv_timeline_class_init_actions (GtkWidgetClass *widget_class);
void tv_timeline_init_actions (TvTimeline *self);
void tv_timeline_drop_actions (TvTimeline *self);
void tv_timeline_update_actions (TvTimeline *self);

/* timeline-moves.c */
extern const TvTimelineAction tv_timeline_moves[];

/* timeline-range.c */
void tv_timeline_init_range (TvTimeline *self);
void tv_timeline_free_range (TvTimeline *self);
gboolean tv_timeline_grab_range (TvTimeline *self, TvTimelinePart part, double x,
                                 double y, GdkModifierType state);
void tv_timeline_drag_range (TvTimeline *self, GdkModifierType state);
gboolean tv_timeline_end_range_drag (TvTimeline *self);
void tv_timeline_cancel_range_drag (TvTimeline *self);
gboolean tv_timeline_is_sizing_range (TvTimeline *self);
const char *tv_timeline_get_range_cursor (TvTimeline *self);

/* timeline-range-picture.c */
GdkRGBA tv_timeline_get_background (TvTimeline *self);
void tv_timeline_snapshot_range (TvTimeline *self, GtkSnapshot *snapshot);

/* timeline-range-actions.c */
extern const TvTimelineAction tv_timeline_range_actions[];
void tv_timeline_update_range_actions (TvTimeline *self);

/* timeline-marks.c */
void tv_timeline_init_marks (TvTimeline *self);
void tv_timeline_free_marks (TvTimeline *self);
gboolean tv_timeline_grab_mark (TvTimeline *self, TvTimelinePart part, double x);
void tv_timeline_drag_mark (TvTimeline *self, GdkModifierType state);
void tv_timeline_cancel_mark_drag (TvTimeline *self);
const char *tv_timeline_get_marks_cursor (TvTimeline *self);
void tv_timeline_snapshot_marks (TvTimeline *self, GtkSnapshot *snapshot);

/* timeline-steps.c */
extern const TvTimelineAction tv_timeline_steps[];

G_END_DECLS
