/* SPDX-License-Identifier: Apache-2.0 */

/* The parts of a timeline. Each knows only those before it. */

#pragma once

#include "analysis/lookup/call-query.h"
#include "draw/time-scale.h"
#include "ui/session/call-details.h"
#include "ui/timeline/row-list.h"
#include "ui/timeline/timeline-context.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/widgets/job.h"

G_BEGIN_DECLS

/* The colours of the timeline: those of the theme, and the user's choice of mode and
 * palette, which it passes on to the session. */
typedef struct _TvTimelineColors TvTimelineColors;

extern const TvTimelineAction tv_timeline_color_actions[];

TvTimelineColors *tv_timeline_colors_new (TvTimelineContext *context);
void tv_timeline_colors_free (TvTimelineColors *self);
void tv_timeline_colors_set_session (TvTimelineColors *self, TvTraceSession *session);
void tv_timeline_colors_forget (TvTimelineColors *self);
gboolean tv_timeline_colors_apply (TvTimelineColors *self);
gboolean tv_timeline_colors_await_hits (const TvTimelineColors *self);

/* How a view was left. */
typedef enum
{
  TV_VIEW_CHANGE_JUMP, /* one step of its own: a zoom by dragging, the whole range */
  TV_VIEW_CHANGE_ZOOM, /* one of several small steps, as a wheel makes them */
  TV_VIEW_CHANGE_PAN   /* one of several small steps to the side */
} TvViewChange;

/* The views that were left, to go back to and forward again. Small steps of one kind
 * in quick succession count as one. */
typedef struct _TvViewHistory TvViewHistory;

TvViewHistory *tv_view_history_new (void);
void tv_view_history_free (TvViewHistory *history);

void tv_view_history_leave (TvViewHistory *history, gint64 start, gint64 end,
                            TvViewChange change, gint64 now);
gboolean tv_view_history_go_back (TvViewHistory *history, gint64 *start, gint64 *end);
gboolean tv_view_history_go_forward (TvViewHistory *history, gint64 *start,
                                     gint64 *end);
void tv_view_history_clear (TvViewHistory *history);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvViewHistory, tv_view_history_free)

/* The range of time in view: zooms and pans the view of the session, keeps the
 * history of views, and has the horizontal scroll bar. */
typedef struct
{
  const TvTimelineContext *context;
  TvViewHistory *history;
  GtkAdjustment *adjustment; /* of the time */
  GtkWidget *bar;
  double pan_rest; /* pixels, too few for a unit of the clock, that are yet to pan */
} TvTimelineView;

extern const TvTimelineAction tv_timeline_view_actions[];

TvTimelineView *tv_timeline_view_new (const TvTimelineContext *context);
void tv_timeline_view_free (TvTimelineView *self);
void tv_timeline_view_forget (TvTimelineView *self);
void tv_timeline_view_sync_bar (TvTimelineView *self);

void tv_timeline_view_get_call_times (const TvTimelineView *self, TvCallRef call,
                                      gint64 *start, gint64 *end);
void tv_timeline_view_get_scale (const TvTimelineView *self, TvTimeScale *scale);
double tv_timeline_view_get_x (const TvTimelineView *self, gint64 time);
gint64 tv_timeline_view_get_time_at (const TvTimelineView *self, double x);

void tv_timeline_view_show (TvTimelineView *self, const TvTimeScale *scale,
                            TvViewChange change);
void tv_timeline_view_show_times (TvTimelineView *self, gint64 start, gint64 end,
                                  TvViewChange change);
void tv_timeline_view_show_stretch (TvTimelineView *self, gint64 start, gint64 end);
void tv_timeline_view_zoom_to_times (TvTimelineView *self, gint64 start, gint64 end);
void tv_timeline_view_show_call (TvTimelineView *self, TvCallRef call);
void tv_timeline_view_zoom_at (TvTimelineView *self, double x, double factor);
void tv_timeline_view_zoom_all (TvTimelineView *self);
void tv_timeline_view_zoom_to_selection (TvTimelineView *self);
void tv_timeline_view_pan (TvTimelineView *self, double dx);
void tv_timeline_view_pan_step (TvTimelineView *self, double n_steps);

/* Width of the triangle's column before the labels. */
#define TV_TIMELINE_TRIANGLE_WIDTH 12

/* Pixels of the triangle itself. */
#define TV_TIMELINE_TRIANGLE_SIZE 16

/* A band of adjacent rows. */
typedef struct
{
  guint first;  /* the first visible row */
  guint n_rows; /* visible rows, partly or fully */
  int y;        /* pixels from the widget's top to the band's */
  int height;   /* pixels of the band, which clips its rows */
} TvTimelineBand;

/* The rows of the timeline, their order and positions; the current row; the vertical
 * scroll bar. Pinned rows stay on top while the others scroll. When the rows change,
 * the view stays with the thread that it shows. */
typedef struct
{
  const TvTimelineContext *context;
  TvTimelineThreads *threads; /* NULL until they are summed up */
  TvJob *summing;
  TvRowChoice *choice;
  TvJob *listing;
  TvTimelineLayout *layout; /* NULL until there is a list */
  guint n_shown;            /* of the list that is laid out, see TvRowList */
  guint n_all;
  guint n_idle;

  guint text_height;   /* of a label */
  guint chosen_height; /* of a strip; labels in a large font may need more */
  guint row_height;

  GtkAdjustment *adjustment; /* of the rows that scroll */
  GtkWidget *bar;
  guint32 to_reveal; /* when the list is there, or TV_THREAD_NONE */

  gboolean has_current;
  guint32 current; /* TV_THREAD_NONE for the line of idle threads */
} TvTimelineRows;

TvTimelineRows *tv_timeline_rows_new (const TvTimelineContext *context);
void tv_timeline_rows_free (TvTimelineRows *self);
void tv_timeline_rows_start (TvTimelineRows *self);
void tv_timeline_rows_forget (TvTimelineRows *self, const TvTraceMatch *match);
void tv_timeline_rows_sync_bar (TvTimelineRows *self);

/* The caller must rearrange the rows after a change of the choice. */
void tv_timeline_rows_rearrange (TvTimelineRows *self);
void tv_timeline_rows_keep_current_in_sight (TvTimelineRows *self);
void tv_timeline_rows_set_height (TvTimelineRows *self, guint height);
void tv_timeline_rows_set_height_at (TvTimelineRows *self, guint height, guint row);
void tv_timeline_rows_set_text_height (TvTimelineRows *self, guint height);

/* Threads. The layout and the sums are NULL until they are known. */
char *tv_timeline_rows_dup_idle_text (TvTimelineRows *self);

/* Rows; there are none until the layout is known. */
guint tv_timeline_rows_get_n (TvTimelineRows *self);
guint tv_timeline_rows_get_n_pinned (TvTimelineRows *self);
TvTimelineRow tv_timeline_rows_get (TvTimelineRows *self, guint row);
gint tv_timeline_rows_find (TvTimelineRows *self, guint32 thread);
gint tv_timeline_rows_get_at (TvTimelineRows *self, double y);
void tv_timeline_rows_get_bands (TvTimelineRows *self, TvTimelineBand bands[2]);
GArray *tv_timeline_rows_list_in_sight (TvTimelineRows *self);
gint64 tv_timeline_rows_get_y (TvTimelineRows *self, guint row);
gboolean tv_timeline_rows_get_area (TvTimelineRows *self, guint row,
                                    GdkRectangle *area);
void tv_timeline_rows_get_label_area (TvTimelineRows *self, guint row,
                                      GdkRectangle *area);
GdkRectangle tv_timeline_rows_get_triangle (TvTimelineRows *self,
                                            const GdkRectangle *label);
void tv_timeline_rows_get_level_area (TvTimelineRows *self, guint row, TvCallRef call,
                                      GdkRectangle *area);

void tv_timeline_rows_scroll_by (TvTimelineRows *self, double dy);
void tv_timeline_rows_scroll_to (TvTimelineRows *self, guint row);
void tv_timeline_rows_reveal_selected (TvTimelineRows *self);

gint tv_timeline_rows_get_current (TvTimelineRows *self);
guint32 tv_timeline_rows_get_current_thread (TvTimelineRows *self);
void tv_timeline_rows_set_current (TvTimelineRows *self, guint row);
gboolean tv_timeline_rows_step_current (TvTimelineRows *self, gint step);
char *tv_timeline_rows_dup_text (TvTimelineRows *self, guint row);
void tv_timeline_rows_announce (TvTimelineRows *self, guint row);

/* The rows in sight as a screen reader finds them: a list with an item for each, which
 * has the name, the place and the state of the row, and its area. Nothing of it is
 * drawn; keys and the pointer go to the timeline. */
typedef struct
{
  TvTimelineRows *rows;
  GtkWidget *list;
  GPtrArray *items; /* of Item, for the rows in sight from the top */
} TvThreadItems;

TvThreadItems *tv_thread_items_new (GtkWidget *timeline, TvTimelineRows *rows);
void tv_thread_items_free (TvThreadItems *self);

void tv_thread_items_update (TvThreadItems *self);

/* Opens and closes rows: an open row shows all levels of the stack. The outermost calls
 * share a line where they last over all that is in view, until it is clicked. */
typedef struct _TvTimelineLevels TvTimelineLevels;

extern const TvTimelineAction tv_timeline_level_actions[];

TvTimelineLevels *tv_timeline_levels_new (const TvTimelineContext *context,
                                          TvTimelineRows *rows);
void tv_timeline_levels_free (TvTimelineLevels *self);
GArray *tv_timeline_levels_list_open (TvTimelineLevels *self,
                                      const TvTraceMatch *match);
void tv_timeline_levels_open (TvTimelineLevels *self, const GArray *threads);
void tv_timeline_levels_go_on (TvTimelineLevels *self);
void tv_timeline_levels_start (TvTimelineLevels *self, const TvTrace *trace);
gboolean tv_timeline_levels_can_open (TvTimelineLevels *self, guint row);
void tv_timeline_levels_toggle (TvTimelineLevels *self, guint row);
void tv_timeline_levels_open_first (TvTimelineLevels *self);
gboolean tv_timeline_levels_are_settled (TvTimelineLevels *self);

/* The line of outer calls that last over all that is in view. */
void tv_timeline_levels_fold (TvTimelineLevels *self);
gint tv_timeline_levels_find_fold (TvTimelineLevels *self, double y);
gboolean tv_timeline_levels_tell (TvTimelineLevels *self, int y, GtkTooltip *tooltip);
void tv_timeline_levels_toggle_fold (TvTimelineLevels *self, guint row);
char *tv_timeline_levels_dup_folded (TvTimelineLevels *self, guint row,
                                     const char *separator);

/* The corner above the labels: the number of threads, or the entry that filters them
 * by name. */
typedef struct _TvTimelineFilter TvTimelineFilter;

TvTimelineFilter *tv_timeline_filter_new (const TvTimelineContext *context,
                                          TvTimelineRows *rows);
void tv_timeline_filter_free (TvTimelineFilter *self);
void tv_timeline_filter_open (TvTimelineFilter *self);
void tv_timeline_filter_sync (TvTimelineFilter *self);
void tv_timeline_filter_update_count (TvTimelineFilter *self);
void tv_timeline_filter_allocate (TvTimelineFilter *self);
void tv_timeline_filter_snapshot (TvTimelineFilter *self, GtkSnapshot *snapshot);

/* Pixels on either side of a label. */
#define TV_TIMELINE_LABEL_MARGIN 10

/* The labels of the rows: `[id] name`, shortened in the middle so that the id and
 * the end of the name stay visible. Keeps the layouts of recent rows. */
typedef struct _TvTimelineLabels TvTimelineLabels;

TvTimelineLabels *tv_timeline_labels_new (GtkWidget *widget);
void tv_timeline_labels_free (TvTimelineLabels *labels);

void tv_timeline_labels_set_trace (TvTimelineLabels *labels, TvTrace *trace);
void tv_timeline_labels_forget (TvTimelineLabels *labels);
int tv_timeline_labels_get_text_height (TvTimelineLabels *labels);
int tv_timeline_labels_measure (TvTimelineLabels *labels, guint32 thread);
void tv_timeline_labels_snapshot (TvTimelineLabels *labels, guint32 thread,
                                  GtkSnapshot *snapshot, const GdkRectangle *area,
                                  const GdkRGBA *color);
char *tv_timeline_labels_dup_tooltip (TvTraceSession *session, guint32 thread,
                                      gint64 covered);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLabels, tv_timeline_labels_free)

/* Actions on rows: orders, hides, pins and folds them and sets their height, by
 * keys, on labels and from the menu. */
typedef struct
{
  const TvTimelineContext *context;
  TvTimelineRows *rows;
  TvTimelineLevels *levels;
  TvTimelineFilter *filter;
  GtkWidget *menu; /* or NULL */

  /* the height that is being dragged */
  guint drag_first_row;
  guint drag_row;
  guint drag_height;
} TvTimelineRowActions;

extern const TvTimelineAction tv_timeline_row_actions[];

TvTimelineRowActions *tv_timeline_row_actions_new (const TvTimelineContext *context,
                                                   TvTimelineRows *rows,
                                                   TvTimelineLevels *levels,
                                                   TvTimelineFilter *filter);
void tv_timeline_row_actions_free (TvTimelineRowActions *self);
void tv_timeline_row_actions_sync (TvTimelineRowActions *self);

void tv_timeline_row_actions_open_menu (TvTimelineRowActions *self, GMenuModel *model,
                                        const GdkRectangle *area);
void tv_timeline_row_actions_present_menu (TvTimelineRowActions *self);
void tv_timeline_row_actions_press_label (TvTimelineRowActions *self, double x,
                                          double y, guint button, gboolean wants_menu);
gboolean tv_timeline_row_actions_unfold (TvTimelineRowActions *self, double y);
gboolean tv_timeline_row_actions_click (TvTimelineRowActions *self, double y);

gboolean tv_timeline_row_actions_is_edge (TvTimelineRowActions *self, double y);
void tv_timeline_row_actions_begin_drag (TvTimelineRowActions *self, double y);
void tv_timeline_row_actions_drag (TvTimelineRowActions *self, double dy);

/* The picture of ruler, labels and rows: draws it, keeps it as one node as far as it
 * does not depend on the pointer, and finds calls in it. Owns lanes and charts. */
typedef struct _TvTimelinePicture TvTimelinePicture;

TvTimelinePicture *tv_timeline_picture_new (const TvTimelineContext *context,
                                            TvTimelineView *view, TvTimelineRows *rows,
                                            TvTimelineLevels *levels,
                                            TvTimelineFilter *filter);
void tv_timeline_picture_free (TvTimelinePicture *self);

void tv_timeline_picture_set_session (TvTimelinePicture *self, TvTraceSession *session);
void tv_timeline_picture_forget (TvTimelinePicture *self);
void tv_timeline_picture_forget_fonts (TvTimelinePicture *self);
void tv_timeline_picture_forget_names (TvTimelinePicture *self);
void tv_timeline_picture_update_colors (TvTimelinePicture *self);
void tv_timeline_picture_lead_to_call (TvTimelinePicture *self);

int tv_timeline_picture_get_ruler_height (TvTimelinePicture *self);
int tv_timeline_picture_get_text_height (TvTimelinePicture *self);
int tv_timeline_picture_measure_labels (TvTimelinePicture *self, guint n_rows);
void tv_timeline_picture_clear_ruler (TvTimelinePicture *self, GtkSnapshot *snapshot,
                                      TvChip *chip);

gboolean tv_timeline_picture_pick (TvTimelinePicture *self, double x, double y,
                                   TvCallRef *call);
gboolean tv_timeline_picture_get_call_area (TvTimelinePicture *self, TvCallRef call,
                                            GdkRectangle *area);

void tv_timeline_picture_snapshot (TvTimelinePicture *self, GtkSnapshot *snapshot);
void tv_timeline_picture_snapshot_hover (TvTimelinePicture *self,
                                         GtkSnapshot *snapshot);

/* Selects ranges of time and sets marks: by dragging, by keys and from menus. */
typedef struct _TvTimelineRange TvTimelineRange; /* g_free() frees it */

extern const TvTimelineAction tv_timeline_range_actions[];

TvTimelineRange *tv_timeline_range_new (const TvTimelineContext *context,
                                        TvTimelineView *view,
                                        TvTimelinePicture *picture);
void tv_timeline_range_sync_actions (TvTimelineRange *self);

gboolean tv_timeline_range_grab (TvTimelineRange *self, TvTimelineArea area, double x,
                                 double y, GdkModifierType state);
void tv_timeline_range_drag (TvTimelineRange *self, double x, double y,
                             GdkModifierType state);
gboolean tv_timeline_range_end_drag (TvTimelineRange *self);
void tv_timeline_range_cancel_drag (TvTimelineRange *self);
const char *tv_timeline_range_get_cursor (TvTimelineRange *self);

gboolean tv_timeline_range_grab_mark (TvTimelineRange *self, TvTimelineArea area,
                                      double x);
void tv_timeline_range_drag_mark (TvTimelineRange *self, double x, double y,
                                  GdkModifierType state);
void tv_timeline_range_cancel_mark_drag (TvTimelineRange *self);

void tv_timeline_range_snapshot (const TvTimelineRange *self, GtkSnapshot *snapshot);
void tv_timeline_range_snapshot_marks (const TvTimelineRange *self,
                                       GtkSnapshot *snapshot);
void tv_timeline_range_write_in_ruler (const TvTimelineRange *self,
                                       GtkSnapshot *snapshot, const char *text,
                                       double x);

/* Shows notes in ruler and lanes, and asks for new ones. */
typedef struct
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelinePicture *picture;
} TvTimelineNotes;

extern const TvTimelineAction tv_timeline_note_actions[];

/* The colour of notes, on light and on dark ground. */
extern const GdkRGBA tv_timeline_note_color;

void tv_timeline_notes_snapshot (const TvTimelineNotes *self, GtkSnapshot *snapshot);
const TvNote *tv_timeline_notes_find (const TvTimelineNotes *self, double x, double y);
gboolean tv_timeline_notes_tell (const TvTimelineNotes *self, int x, int y,
                                 GtkTooltip *tooltip);
gboolean tv_timeline_notes_click (const TvTimelineNotes *self, double x, double y);
void tv_timeline_notes_ask_for (const TvTimelineNotes *self, TvNote *note);
void tv_timeline_notes_open_menu (const TvTimelineNotes *self,
                                  TvTimelineRowActions *row_actions, double x,
                                  double y);

/* Rows of events between the ruler and the threads: those of the session. An event is
 * current after a click or a key; if it is a call, that is selected with it. */
typedef struct _TvTimelineEvents TvTimelineEvents;

extern const TvTimelineAction tv_timeline_event_actions[];

TvTimelineEvents *tv_timeline_events_new (TvTimelineContext *context,
                                          TvTimelineView *view,
                                          TvTimelineRowActions *row_actions);
void tv_timeline_events_free (TvTimelineEvents *self);

int tv_timeline_events_get_height (TvTimelineEvents *self, int available);
void tv_timeline_events_allocate (TvTimelineEvents *self);
void tv_timeline_events_sync (TvTimelineEvents *self);
void tv_timeline_events_rows_changed (TvTimelineEvents *self);
void tv_timeline_events_write_text (TvTimelineEvents *self);
void tv_timeline_events_forget_picture (TvTimelineEvents *self);
void tv_timeline_events_snapshot (TvTimelineEvents *self, GtkSnapshot *snapshot);
gboolean tv_timeline_events_contain (const TvTimelineEvents *self, double x, double y);
gboolean tv_timeline_events_tell (TvTimelineEvents *self, int x, int y,
                                  GtkTooltip *tooltip);
gboolean tv_timeline_events_click (TvTimelineEvents *self, double x, double y,
                                   int n_presses);
void tv_timeline_events_open_menu (TvTimelineEvents *self, double x, double y);

char *tv_timeline_dup_range_text (const TvTrace *trace, const TvTimeScale *scale);

/* The timeline in words: its accessible label and description, and announcements after
 * keys. */
typedef struct
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  GtkWidget *speaker; /* not seen: a screen reader reads its label when it changes */

  TvDetailsQuery *details; /* of the selected call */
  char *described_range;
  char *described_selection;
  gboolean moved_by_key; /* and not announced yet where to */
} TvTimelineStatus;

TvTimelineStatus *tv_timeline_status_new (const TvTimelineContext *context,
                                          TvTimelineView *view, TvTimelineRows *rows);
void tv_timeline_status_free (TvTimelineStatus *self);
void tv_timeline_status_forget (TvTimelineStatus *self);

void tv_timeline_status_describe (TvTimelineStatus *self);
void tv_timeline_status_expect_announcement (TvTimelineStatus *self);
void tv_timeline_status_announce (TvTimelineStatus *self, const char *text);
char *tv_call_dup_spoken_text (TvTraceSession *session, const TvCallDetails *call);

/* Three lines about the call under the pointer, beside its bar. It appears when the
 * pointer rests on a call. */
typedef struct _TvTimelineCard TvTimelineCard;

TvTimelineCard *tv_timeline_card_new (const TvTimelineContext *context,
                                      TvTimelineRows *rows, TvTimelinePicture *picture);
void tv_timeline_card_free (TvTimelineCard *self);
void tv_timeline_card_await (TvTimelineCard *self);
void tv_timeline_card_update (TvTimelineCard *self, gboolean allowed);
gboolean tv_timeline_card_dismiss (TvTimelineCard *self);
void tv_timeline_card_snapshot (TvTimelineCard *self, GtkSnapshot *snapshot);
const char *tv_timeline_card_get_text (const TvTimelineCard *self, GdkRectangle *area);

/* Finds an area for a card near its target, never over it. */
gboolean tv_timeline_card_locate (const GdkRectangle *bounds,
                                  const GdkRectangle *target, double x,
                                  gboolean mirrored, GdkRectangle *area);

/* Steps from the selected call to another: up and down the stack, and along the
 * calls of the selected method. */
typedef struct _TvTimelineSteps TvTimelineSteps; /* likewise */

extern const TvTimelineAction tv_timeline_step_actions[];

TvTimelineSteps *tv_timeline_steps_new (const TvTimelineContext *context,
                                        TvTimelineView *view, TvTimelineRows *rows);

/* The parts that the pointer acts on. */
typedef struct
{
  TvTimelineView *view;              /* the range of time in view */
  TvTimelineRows *rows;              /* the rows */
  TvTimelineRowActions *row_actions; /* what is done with rows */
  TvTimelineFilter *filter;          /* the corner over the labels */
  TvTimelinePicture *picture;        /* the picture of the rows */
  TvTimelineRange *range;            /* the selected range and the marks */
  TvTimelineCard *card;              /* the card of the call under the pointer */
  const TvTimelineNotes *notes;      /* in the ruler */
  TvTimelineEvents *events;          /* between ruler and lanes */
} TvTimelineParts;

/* Input by pointer, wheel, touch and the Space key: finds what is under the pointer,
 * and turns drags and clicks into calls of other parts. A drag at the left or right
 * edge of the lanes scrolls the view. */
typedef struct _TvTimelinePointer TvTimelinePointer;

extern const TvTimelineAction tv_timeline_pointer_actions[];

TvTimelinePointer *tv_timeline_pointer_new (TvTimelineContext *context,
                                            const TvTimelineParts *parts);
void tv_timeline_pointer_free (TvTimelinePointer *self);
void tv_timeline_pointer_forget (TvTimelinePointer *self);
void tv_timeline_pointer_update (TvTimelinePointer *self);
char *tv_timeline_pointer_dup_time (const TvTimelinePointer *self);
void tv_timeline_pointer_snapshot (TvTimelinePointer *self, GtkSnapshot *snapshot);

G_END_DECLS
