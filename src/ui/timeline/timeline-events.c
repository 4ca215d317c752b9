/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-events.h"

#include "ui/timeline/row-pictures.h"
#include "ui/widgets/chart-picture.h"
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* In pixels: the space above and below the boxes of a row, the least width of a box and
 * of one with a text, and the space beside the text. */
#define ROW_MARGIN 2
#define LEAST_WIDTH 2
#define LEAST_TEXT_WIDTH 36
#define TEXT_MARGIN 4
#define OUTLINE 2

/* An event that is drawn. */
typedef struct
{
  guint index;
  GdkRectangle area; /* relative to the top left corner of its row */
} Box;

/* A row of events, as a kind of row. */
typedef struct
{
  TvRowData row;
  const TvEventRow *events;
  guint n_levels; /* number of levels that fit */
  TvTimeScale scale;
  GArray *boxes; /* of Box */
} EventData;

struct _TvTimelineEvents
{
  TvTimelineContext *context; /* it writes the text of the current event of this */
  TvTimelineView *view;
  TvTimelineRowActions *row_actions;
  GPtrArray *items; /* of GtkWidget: the rows for screen readers */
  TvRowPictures *pictures;
  GskRenderNode *node; /* the rows and their names, or NULL */
  guint n_levels;      /* the most levels that fit into a row */
  gint row;            /* of the current event, -1 for none */
  guint index;
  gint menu_row; /* the row of an open menu */
};

static GPtrArray *
get_rows (const TvTimelineEvents *self)
{
  return tv_trace_session_get_event_rows (self->context->session);
}

static const TvEventRow *
get_row (const TvTimelineEvents *self, gint row)
{
  return g_ptr_array_index (get_rows (self), (guint) row);
}

static int
get_height_of_levels (guint n)
{
  return (int) MAX (n, 1) * TV_LEVEL_HEIGHT + 2 * ROW_MARGIN;
}

static int
get_row_height (const TvTimelineEvents *self, gint row)
{
  return get_height_of_levels (MIN (get_row (self, row)->n_levels, self->n_levels));
}

/* Returns the height of all rows if none has more than @n_levels. */
static int
add_heights (const TvTimelineEvents *self, guint n_levels)
{
  int height = 0;

  for (guint i = 0; i < get_rows (self)->len; i++)
    height += get_height_of_levels (MIN (get_row (self, (gint) i)->n_levels, n_levels));
  return height;
}

/* Returns the most levels of a row with which all rows are no higher than @height. */
static guint
find_n_levels (const TvTimelineEvents *self, int height)
{
  guint n = TV_EVENT_ROW_MAX_LEVELS;

  while (n > 1 && add_heights (self, n) > height)
    n--;
  return n;
}

/* Returns the height of all rows. They leave two thirds of the place to threads, except
 * in a very low timeline, where one level may take half of it. */
int
tv_timeline_events_get_height (TvTimelineEvents *self, int available)
{
  const int most = MAX (MAX (available, 0) / 3,
                        MIN (get_height_of_levels (1), MAX (available, 0) / 2));

  if (self->context->session == NULL)
    return 0;
  return MIN (add_heights (self, find_n_levels (self, most)), most);
}

/* Returns the row at @y, and its top; -1 outside. */
static gint
find_row (const TvTimelineEvents *self, double y, int *top)
{
  const GdkRectangle *area = &self->context->events_area;

  *top = area->y;
  if (self->context->session == NULL || y < area->y || y >= area->y + area->height)
    return -1;
  for (guint i = 0; i < get_rows (self)->len; i++)
    {
      const int height = get_row_height (self, (gint) i);

      if (y < *top + height)
        return (gint) i;
      *top += height;
    }
  return -1;
}

/* Returns whether a place is in a row of events or on its name. */
gboolean
tv_timeline_events_contain (const TvTimelineEvents *self, double x, double y)
{
  int top;

  return x >= 0 && find_row (self, y, &top) >= 0;
}

/* Finds the box of an event. FALSE if it is not in view, or on a level that does not
 * fit. */
static gboolean
get_box (const TvTimeScale *scale, const TvEvent *event, guint n_levels,
         GdkRectangle *box)
{
  const double left = tv_time_scale_to_x (scale, event->start);
  const double right = tv_time_scale_to_x (scale, event->end);
  int end;

  if (event->level >= n_levels || right < 0 || left >= scale->width)
    return FALSE;
  box->x = (int) CLAMP (floor (left + 0.5), 0, scale->width - LEAST_WIDTH);
  end = (int) CLAMP (floor (right + 0.5), box->x + LEAST_WIDTH, scale->width);
  box->width = MAX (end - box->x, LEAST_WIDTH);
  box->y = ROW_MARGIN + (int) event->level * TV_LEVEL_HEIGHT;
  box->height = TV_CHART_BOX_HEIGHT;
  return TRUE;
}

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  const TvTimelineEvents *self = owner;
  EventData *data = g_new0 (EventData, 1);

  data->row = *wanted;
  data->events = get_row (self, (gint) wanted->wish.row);
  data->n_levels = self->n_levels;
  data->boxes = g_array_new (FALSE, FALSE, sizeof (Box));
  tv_timeline_view_get_scale (self->view, &data->scale);
  return &data->row;
}

/* Of several events that begin at the same pixel of a level, one is drawn only if it is
 * longer than the one before. */
static void
find_boxes (TvRowData *row)
{
  EventData *data = (EventData *) row;
  GdkRectangle last[TV_EVENT_ROW_MAX_LEVELS] = { 0 };
  Box box;

  for (box.index = 0; box.index < data->events->events->len; box.index++)
    {
      const TvEvent *event = tv_event_row_get (data->events, box.index);

      if (!get_box (&data->scale, event, data->n_levels, &box.area)
          || (box.area.x == last[event->level].x
              && box.area.width <= last[event->level].width))
        continue;
      last[event->level] = box.area;
      g_array_append_val (data->boxes, box);
    }
}

static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  return ((const EventData *) row)->n_levels
         == ((const TvTimelineEvents *) owner)->n_levels;
}

static void
event_data_free (TvRowData *row)
{
  g_array_unref (((EventData *) row)->boxes);
  g_free (row);
}

/* Finds the boxes of all rows for the range in view. */
static void
prepare (TvTimelineEvents *self)
{
  const guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  const guint n_rows = get_rows (self)->len;
  g_autofree TvRowWish *wishes = g_new0 (TvRowWish, n_rows);
  TvTimeScale scale;

  for (guint i = 0; i < n_rows; i++)
    wishes[i].row = i;
  tv_timeline_view_get_scale (self->view, &scale);
  tv_row_pictures_prepare (
      self->pictures,
      &(TvRowSpan){ scale.start, scale.end, (guint) scale.width * factor, factor },
      wishes, n_rows);
}

/* Returns the event that is drawn last at a place, or -1. */
static gint
find_event (TvTimelineEvents *self, double x, double y, gint *row)
{
  const EventData *data;
  gint found = -1;
  int top;

  *row = find_row (self, y, &top);
  if (*row < 0 || !tv_timeline_area_contains (&self->context->events_area, x, y))
    return -1;
  prepare (self);
  data = (const EventData *) tv_row_pictures_get (self->pictures, (guint32) *row, NULL);
  for (guint i = 0; i < data->boxes->len; i++)
    {
      const Box *box = &g_array_index (data->boxes, Box, i);

      if (tv_timeline_area_contains (&box->area, x - self->context->events_area.x,
                                     y - top))
        found = (gint) box->index;
    }
  return found;
}

/* Texts */

/* Says how many events lie on levels that do not fit; NULL for none. */
static char *
dup_hidden_text (const TvTimelineEvents *self, const TvEventRow *row)
{
  guint n = 0;

  for (guint i = 0; i < row->events->len; i++)
    n += tv_event_row_get (row, i)->level >= self->n_levels;
  /* Translators: events of a row that lie too deep inside others to be drawn. */
  return n > 0 ? g_strdup_printf (ngettext ("%'u hidden", "%'u hidden", n), n) : NULL;
}

static char *
dup_row_text (const TvTimelineEvents *self, const TvEventRow *row)
{
  const guint n = row->events->len;
  const guint64 n_left_out = row->n_left_out;
  g_autofree char *number
      = g_strdup_printf (ngettext ("%'u event", "%'u events", n), n);
  g_autofree char *hidden = dup_hidden_text (self, row);
  GString *text = g_string_new (NULL);

  if (n_left_out == 0)
    /* Translators: the name of a row of events, and "12 events". */
    g_string_append_printf (text, _ ("%s: %s"), row->name, number);
  else
    /* Translators: the name of a row of events, "12 events", and how many there are. */
    g_string_append_printf (text, _ ("%s: the first %s of %'" PRIu64), row->name,
                            number, n + n_left_out);
  if (hidden != NULL)
    g_string_append_printf (text, ", %s", hidden);
  return g_string_free (text, FALSE);
}

static char *
dup_event_text (const TvTimelineEvents *self, const TvEvent *event)
{
  TvTraceSession *session = self->context->session;
  g_autofree char *length
      = tv_trace_session_dup_duration (session, event->end - event->start);
  g_autofree char *start = tv_trace_session_dup_duration (session, event->start);
  GString *text = g_string_new (event->label);

  g_string_append_c (text, '\n');
  /* Translators: how long an event takes, and when it begins. */
  g_string_append_printf (text, _ ("%s at %s"), length, start);
  if (event->explanation != NULL)
    g_string_append_printf (text, "\n%s", event->explanation);
  return g_string_free (text, FALSE);
}

/* Returns a text about the event at a place, or the number of events in a row, or NULL.
 */
char *
tv_timeline_events_dup_tooltip (TvTimelineEvents *self, int x, int y)
{
  gint row;
  const gint index = find_event (self, x, y, &row);

  if (index >= 0)
    return dup_event_text (self, tv_event_row_get (get_row (self, row), (guint) index));
  return row >= 0 && !tv_timeline_area_contains (&self->context->events_area, x, y)
             ? dup_row_text (self, get_row (self, row))
             : NULL;
}

/* The picture */

static void
draw_box (TvTimelineEvents *self, GtkSnapshot *snapshot, const TvEvent *event,
          const GdkRectangle *box)
{
  const TvDrawColors *colors = &self->context->colors;
  const GdkRGBA ground = tv_color_to_rgba (
      tv_draw_colors_get_group (colors,
                                event->kind % tv_draw_colors_get_n_groups (colors)),
      1);
  const GdkRGBA ink = tv_timeline_get_luminance (&ground) > 0.45f
                          ? (GdkRGBA){ 0, 0, 0, 1 }
                          : (GdkRGBA){ 1, 1, 1, 1 };

  /* A pixel keeps neighbours apart. */
  tv_timeline_paint_box (snapshot, &ground, box->x, box->y, MAX (box->width - 1, 1),
                         box->height);
  if (box->width >= LEAST_TEXT_WIDTH)
    tv_timeline_paint_text (self->context, snapshot, event->label, &ink,
                            &(GdkRectangle){ box->x + TEXT_MARGIN, box->y,
                                             box->width - 2 * TEXT_MARGIN,
                                             box->height },
                            FALSE);
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  const EventData *data = (const EventData *) row;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  for (guint i = 0; i < data->boxes->len; i++)
    {
      const Box *box = &g_array_index (data->boxes, Box, i);

      draw_box (owner, snapshot, tv_event_row_get (data->events, box->index),
                &box->area);
    }
  return gtk_snapshot_free_to_node (snapshot);
}

static const TvRowKind event_kind = {
  .ask = ask,
  .compute = find_boxes,
  .is_current = is_current,
  .draw = draw,
  .free = event_data_free,
};

/* What is hidden stands below the name if there is room, otherwise before it. */
static void
draw_name (TvTimelineEvents *self, GtkSnapshot *snapshot, const TvEventRow *row,
           int top, int height)
{
  const TvTimelineContext *context = self->context;
  GdkRectangle area
      = { context->label_area.x + TV_TIMELINE_LABEL_MARGIN + TV_TIMELINE_TRIANGLE_WIDTH,
          top,
          context->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN
              - TV_TIMELINE_TRIANGLE_WIDTH,
          height };
  g_autofree char *hidden = dup_hidden_text (self, row);
  g_autofree char *line = NULL;

  if (hidden != NULL && height >= get_height_of_levels (2))
    {
      area.height = height / 2;
      tv_timeline_paint_text (
          context, snapshot, hidden, &context->text_color,
          &(GdkRectangle){ area.x, top + area.height, area.width, area.height }, FALSE);
    }
  else if (hidden != NULL)
    line = g_strdup_printf ("%s · %s", hidden, row->name);
  tv_timeline_paint_text (context, snapshot, line != NULL ? line : row->name,
                          &context->text_color, &area, FALSE);
}

static void
draw_rows (TvTimelineEvents *self, GtkSnapshot *snapshot)
{
  const TvTimelineContext *context = self->context;
  const int width = gtk_widget_get_width (context->widget);
  int top = context->events_area.y;

  prepare (self);
  for (guint i = 0; i < get_rows (self)->len; i++)
    {
      const TvEventRow *row = get_row (self, (gint) i);
      const int height = get_row_height (self, (gint) i);

      draw_name (self, snapshot, row, top, height);
      tv_timeline_push_clip (snapshot, context->events_area.x, top,
                             context->events_area.width, height);
      tv_row_pictures_snapshot (self->pictures, &(TvRowWish){ i, 0, 0 }, snapshot,
                                (float) context->events_area.x, (float) top);
      gtk_snapshot_pop (snapshot);
      top += height;
      tv_timeline_paint_box (snapshot, &context->line_color, 0, top - 1, width, 1);
    }
}

static void
draw_outline (TvTimelineEvents *self, GtkSnapshot *snapshot)
{
  int top = self->context->events_area.y;
  TvTimeScale scale;
  GdkRectangle box;

  if (self->row < 0)
    return;
  for (gint i = 0; i < self->row; i++)
    top += get_row_height (self, i);
  tv_timeline_view_get_scale (self->view, &scale);
  if (!get_box (&scale, tv_event_row_get (get_row (self, self->row), self->index),
                self->n_levels, &box))
    return;
  box.x += self->context->events_area.x;
  box.y += top;
  tv_timeline_paint_border (snapshot, &box, 1, 2, OUTLINE, &self->context->text_color);
}

void
tv_timeline_events_snapshot (TvTimelineEvents *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->context->events_area;

  if (self->context->session == NULL || area->height == 0)
    return;
  if (self->node == NULL)
    {
      GtkSnapshot *picture = gtk_snapshot_new ();

      draw_rows (self, picture);
      self->node = gtk_snapshot_free_to_node (picture);
    }
  tv_timeline_push_clip (snapshot, 0, area->y,
                         gtk_widget_get_width (self->context->widget), area->height);
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
  draw_outline (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

void
tv_timeline_events_forget_picture (TvTimelineEvents *self)
{
  tv_row_pictures_redraw (self->pictures);
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

/* The current event */

/* Writes the text of the current event, in the current unit. */
void
tv_timeline_events_update_text (TvTimelineEvents *self)
{
  g_clear_pointer (&self->context->event_text, g_free);
  if (self->row >= 0)
    self->context->event_text = dup_event_text (
        self, tv_event_row_get (get_row (self, self->row), self->index));
}

static void
set_current (TvTimelineEvents *self, gint row, guint index)
{
  self->row = row;
  self->index = index;
  self->menu_row = -1;
  tv_timeline_events_update_text (self);
  tv_timeline_queue_update (self->context);
  gtk_widget_queue_draw (self->context->widget);
}

/* Makes an event the current one, and selects its call. */
static const TvEvent *
choose (TvTimelineEvents *self, gint row, guint index)
{
  const TvEvent *event = tv_event_row_get (get_row (self, row), index);

  if (event->call.thread != TV_THREAD_NONE)
    tv_trace_session_select_call (self->context->session, event->call);
  else
    tv_trace_session_clear_selection (self->context->session);
  set_current (self, row, index);
  return event;
}

/* Selects the clicked event; a double click zooms to it. Returns whether there is one.
 */
gboolean
tv_timeline_events_click (TvTimelineEvents *self, double x, double y, int n_presses)
{
  gint row;
  const gint index = find_event (self, x, y, &row);
  const TvEvent *event;

  if (index < 0)
    {
      set_current (self, -1, 0);
      return row >= 0;
    }
  event = choose (self, row, (guint) index);
  if (n_presses == 2)
    tv_timeline_view_zoom_to_times (self->view, event->start, event->end);
  return TRUE;
}

/* Returns the first event in view, or the last one if @step is back. */
static guint
find_in_view (TvTimelineEvents *self, const TvEventRow *row, int step)
{
  const guint n = row->events->len;
  TvTimeScale scale;
  guint index = 0;

  tv_timeline_view_get_scale (self->view, &scale);
  while (index < n
         && tv_event_row_get (row, index)->start < (step > 0 ? scale.start : scale.end))
    index++;
  if (step > 0)
    return index < n ? index : 0;
  return index > 0 ? index - 1 : n - 1;
}

/* Goes to the next event of the row, then to the next row. */
static gboolean
step_event (gpointer data, int step)
{
  TvTimelineEvents *self = data;
  const gint n_rows = (gint) get_rows (self)->len;
  const gboolean begins = self->row < 0;
  gint row = begins ? 0 : self->row;
  gint64 index = begins ? -1 : (gint64) self->index + step;
  const TvEvent *event;

  if (begins && n_rows > 0 && get_row (self, 0)->events->len > 0)
    index = find_in_view (self, get_row (self, 0), step);
  while (row >= 0 && row < n_rows
         && (index < 0 || index >= get_row (self, row)->events->len))
    {
      row += step;
      if (row >= 0 && row < n_rows)
        index = step > 0 ? 0 : (gint64) get_row (self, row)->events->len - 1;
    }
  if (row < 0 || row >= n_rows)
    {
      tv_timeline_announce (self->context, _ ("No more events"));
      return GDK_EVENT_STOP;
    }
  event = choose (self, row, (guint) index);
  tv_timeline_view_show_stretch (self->view, event->start, event->end);
  return GDK_EVENT_STOP;
}

static gboolean
remove_row (gpointer data, int argument)
{
  TvTimelineEvents *self = data;
  const gint row = self->menu_row >= 0 ? self->menu_row : self->row;

  self->menu_row = -1;
  if (row < 0 || (guint) row >= get_rows (self)->len)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_remove_event_row (self->context->session, get_row (self, row)->name);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_event_actions[] = {
  { "next-event", "j", step_event, .argument = 1 },
  { "previous-event", "k", step_event, .argument = -1 },
  { "remove-event-row", "<Shift>x", remove_row, .argument = 0 },
  { 0 },
};

void
tv_timeline_events_open_menu (TvTimelineEvents *self, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  int top;

  tv_timeline_events_click (self, x, y, 1);
  self->menu_row = find_row (self, y, &top);
  g_menu_append (menu, _ ("_Next Event"), "timeline.next-event");
  g_menu_append (menu, _ ("_Previous Event"), "timeline.previous-event");
  g_menu_append (menu, _ ("_Remove Row"), "timeline.remove-event-row");
  tv_timeline_row_actions_open_menu (self->row_actions, G_MENU_MODEL (menu),
                                     &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

/* For screen readers */

static void
update_items (TvTimelineEvents *self)
{
  const guint n = self->context->session != NULL ? get_rows (self)->len : 0;

  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *item
          = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP,
                          "can-target", FALSE, "can-focus", FALSE, NULL);

      gtk_widget_set_parent (item, self->context->widget);
      g_ptr_array_add (self->items, item);
    }
}

void
tv_timeline_events_allocate (TvTimelineEvents *self)
{
  const GdkRectangle *area = &self->context->events_area;
  int top = area->y;

  if (self->context->session != NULL)
    self->n_levels = find_n_levels (self, area->height);
  for (guint i = 0; i < self->items->len; i++)
    {
      GtkWidget *item = g_ptr_array_index (self->items, i);
      const int height = get_row_height (self, (gint) i);
      g_autofree char *text = dup_row_text (self, get_row (self, (gint) i));

      gtk_accessible_update_property (GTK_ACCESSIBLE (item),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
      tv_timeline_place_child (item, area->x, top, area->width, height);
      top += height;
    }
}

/* The rows of the session changed, or another call is selected. */
void
tv_timeline_events_sync (TvTimelineEvents *self)
{
  TvTraceSession *session = self->context->session;

  if (self->row >= 0 && session != NULL && (guint) self->row < get_rows (self)->len
      && self->index < get_row (self, self->row)->events->len)
    {
      const TvCallRef own
          = tv_event_row_get (get_row (self, self->row), self->index)->call;
      const TvCallRef selected = tv_trace_session_get_selected_call (session);

      if (own.thread == selected.thread
          && (own.thread == TV_THREAD_NONE || own.call == selected.call))
        return;
    }
  if (self->row >= 0)
    set_current (self, -1, 0);
}

void
tv_timeline_events_rows_changed (TvTimelineEvents *self)
{
  set_current (self, -1, 0);
  update_items (self);
  tv_row_pictures_forget (self->pictures);
  tv_timeline_events_forget_picture (self);
  gtk_widget_queue_resize (self->context->widget);
}

TvTimelineEvents *
tv_timeline_events_new (TvTimelineContext *context, TvTimelineView *view,
                        TvTimelineRowActions *row_actions)
{
  TvTimelineEvents *self = g_new0 (TvTimelineEvents, 1);

  self->context = context;
  self->view = view;
  self->row_actions = row_actions;
  self->n_levels = TV_EVENT_ROW_MAX_LEVELS;
  self->row = self->menu_row = -1;
  self->pictures = tv_row_pictures_new (&event_kind, self, NULL, NULL);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  tv_timeline_actions_add (context, tv_timeline_event_actions, self);
  return self;
}

void
tv_timeline_events_free (TvTimelineEvents *self)
{
  g_ptr_array_unref (self->items);
  tv_timeline_events_forget_picture (self);
  tv_row_pictures_free (self->pictures);
  g_clear_pointer (&self->context->event_text, g_free);
  g_free (self);
}
