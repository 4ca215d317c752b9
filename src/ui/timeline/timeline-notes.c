/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-notes.h"

#include "analysis/text/kind-text.h"
#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>

/* Pixels of a flag, at the bottom of the ruler. */
#define FLAG_WIDTH 8
#define FLAG_HEIGHT 8
#define BRACKET_HEIGHT 3
#define OUTLINE 2

/* The distance from a flag at which the pointer hits it. */
#define REACH 3

struct _TvTimelineNotes
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelinePicture *picture;
};

const GdkRGBA tv_timeline_note_color = { 0.90f, 0.38f, 0.0f, 1 };

static TvNotes *
get_notes (const TvTimelineNotes *self)
{
  return tv_trace_session_get_notes (self->context->session);
}

/* New notes */

/* The selected call is preferred to the selected range, and that to a moment. */
static TvNote *
new_note_of_selection (TvTraceSession *session)
{
  const TvCallRef call = tv_trace_session_get_selected_call (session);
  gint64 start;
  gint64 end;

  if (call.thread != TV_THREAD_NONE)
    return tv_note_new_for_call (tv_trace_session_get_trace (session), call);
  if (tv_trace_session_get_range (session, &start, &end))
    return tv_note_new (TV_NOTE_RANGE, start, end);
  return NULL;
}

/* The moment is at the pointer, or else at the last mark, or else in the middle. */
static TvNote *
new_note_of_time (const TvTimelineNotes *self)
{
  const TvTimelineContext *context = self->context;
  gint64 time;

  if (tv_timeline_points_at_time (context))
    time = tv_timeline_view_get_time_at (self->view, context->hover.x);
  else if (!tv_trace_session_get_mark (context->session, TV_MARK_B, &time)
           && !tv_trace_session_get_mark (context->session, TV_MARK_A, &time))
    time = tv_timeline_view_get_time_at (
        self->view, context->rows_area.x + context->rows_area.width / 2.0);
  return tv_note_new (TV_NOTE_TIME, time, time);
}

/* Asks for the text of a note, at its place in the ruler. */
void
tv_timeline_notes_ask_for (const TvTimelineNotes *self, TvNote *note)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const double x = tv_timeline_view_get_x (self->view, note->start);
  const GdkRectangle place = { (int) CLAMP (x, ruler->x, ruler->x + ruler->width),
                               ruler->y, 1, ruler->height };

  g_signal_emit_by_name (self->context->widget, "note-wanted", note, &place);
}

static gboolean
add_note (gpointer data, int at_time)
{
  const TvTimelineNotes *self = data;
  g_autoptr (TvNote) note = NULL;

  if (tv_trace_session_is_base (self->context->session))
    return GDK_EVENT_PROPAGATE;
  if (!at_time)
    note = new_note_of_selection (self->context->session);
  if (note == NULL)
    note = new_note_of_time (self);
  tv_timeline_notes_ask_for (self, note);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_note_actions[] = {
  { "add-note", "n", add_note, .argument = FALSE },
  { "add-note-at-time", "<Shift>n", add_note, .argument = TRUE },
  { 0 },
};

/* The picture */

/* Returns the place of a note's flag, and of its bracket if it has one. */
static gboolean
get_area (const TvTimelineNotes *self, const TvNote *note, double *left, double *right)
{
  const GdkRectangle *ruler = &self->context->ruler_area;

  *left = tv_timeline_view_get_x (self->view, note->start);
  *right = tv_timeline_view_get_x (self->view, note->end);
  return *right >= ruler->x && *left <= ruler->x + ruler->width;
}

static void
paint (GtkSnapshot *snapshot, double x, double y, double width, double height)
{
  tv_timeline_paint_box (snapshot, &tv_timeline_note_color, x, y, width, height);
}

static void
outline_call (const TvTimelineNotes *self, const TvNote *note, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  GdkRectangle area;
  TvCallRef call;

  if (!tv_note_find_call (note, tv_trace_session_get_trace (self->context->session),
                          &call)
      || !tv_timeline_picture_get_call_area (self->picture, call, &area))
    return;
  tv_timeline_push_clip (snapshot, lanes->x, lanes->y, lanes->width, lanes->height);
  area.width = MAX (area.width, 2 * OUTLINE);
  paint (snapshot, area.x, area.y, area.width, OUTLINE);
  paint (snapshot, area.x, area.y + area.height - OUTLINE, area.width, OUTLINE);
  paint (snapshot, area.x, area.y, OUTLINE, area.height);
  paint (snapshot, area.x + area.width - OUTLINE, area.y, OUTLINE, area.height);
  gtk_snapshot_pop (snapshot);
}

/* A flag at the start of the time of a note, and a bracket along it. */
static void
draw_note (const TvTimelineNotes *self, const TvNote *note, GtkSnapshot *snapshot)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const double bottom = ruler->y + ruler->height;
  double left;
  double right;

  if (!get_area (self, note, &left, &right))
    return;
  if (left >= ruler->x)
    {
      paint (snapshot, floor (left), ruler->y, 1, ruler->height);
      paint (snapshot, floor (left), bottom - FLAG_HEIGHT - BRACKET_HEIGHT, FLAG_WIDTH,
             FLAG_HEIGHT);
    }
  if (note->kind != TV_NOTE_TIME)
    paint (snapshot, MAX (floor (left), ruler->x), bottom - BRACKET_HEIGHT,
           MAX (MIN (right, ruler->x + ruler->width) - MAX (floor (left), ruler->x), 1),
           BRACKET_HEIGHT);
  if (note->kind == TV_NOTE_CALL)
    outline_call (self, note, snapshot);
}

void
tv_timeline_notes_snapshot (const TvTimelineNotes *self, GtkSnapshot *snapshot)
{
  TvNotes *notes = get_notes (self);

  for (guint i = 0; i < tv_notes_get_n (notes); i++)
    draw_note (self, tv_notes_get (notes, i), snapshot);
}

static gboolean
is_on_flag (const TvTimelineNotes *self, double left, double x)
{
  return left >= self->context->ruler_area.x && x >= left - REACH
         && x <= left + FLAG_WIDTH + REACH;
}

/* Returns the note whose flag or bracket is at a place, or NULL. The one drawn last is
 * on top, but a bracket hides no flag. */
const TvNote *
tv_timeline_notes_find (const TvTimelineNotes *self, double x, double y)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const gboolean on_brackets = y >= ruler->y + ruler->height - BRACKET_HEIGHT - REACH;
  const TvNote *found = NULL;
  TvNotes *notes;

  if (self->context->session == NULL || !tv_timeline_area_contains (ruler, x, y))
    return NULL;
  notes = get_notes (self);
  for (guint i = tv_notes_get_n (notes); i > 0; i--)
    {
      const TvNote *note = tv_notes_get (notes, i - 1);
      double left;
      double right;

      if (!get_area (self, note, &left, &right))
        continue;
      if (is_on_flag (self, left, x))
        return note;
      if (found == NULL && on_brackets && note->kind != TV_NOTE_TIME
          && x >= left - REACH && x <= right + REACH)
        found = note;
    }
  return found;
}

/* Returns the text of the note at a place, or NULL. */
char *
tv_timeline_notes_dup_tooltip (const TvTimelineNotes *self, int x, int y)
{
  const TvNote *note = tv_timeline_notes_find (self, x, y);

  return note != NULL ? g_strdup (note->text) : NULL;
}

/* Goes to the note whose flag or bracket was clicked, and opens its text. Returns FALSE
 * if there is none. */
gboolean
tv_timeline_notes_click (const TvTimelineNotes *self, double x, double y)
{
  const TvNote *note = tv_timeline_notes_find (self, x, y);

  return note != NULL
         && gtk_widget_activate_action (self->context->widget, "win.edit-note", "s",
                                        note->id);
}

/* The menu of lanes and ruler */

static void
append (GMenu *menu, const char *label, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static GMenuModel *
new_view_section (const TvTrace *trace, gboolean on_call)
{
  GMenu *section = g_menu_new ();

  if (on_call)
    {
      g_menu_append (section, tv_kind_text (trace, N_ ("_Zoom to Call")),
                     "timeline.zoom-to-selection");
      g_menu_append (section, tv_kind_text (trace, N_ ("Select Call’s _Extent")),
                     "timeline.select-call-extent");
      g_menu_append (section, tv_kind_text (trace, N_ ("_Next Call of Method")),
                     "timeline.next-call");
      g_menu_append (section, tv_kind_text (trace, N_ ("_Previous Call of Method")),
                     "timeline.previous-call");
    }
  else
    {
      g_menu_append (section, _ ("Show _Whole Trace"), "timeline.zoom-all");
      g_menu_append (section, _ ("_Back to Previous View"), "timeline.zoom-back");
      g_menu_append (section, _ ("Select Visible _Range"), "timeline.select-view");
    }
  return G_MENU_MODEL (section);
}

/* Where else the selected method is shown. */
static GMenuModel *
new_other_views (const TvTrace *trace)
{
  GMenu *views = g_menu_new ();

  g_menu_append (views, tv_kind_text (trace, N_ ("_Methods")), "win.view::methods");
  g_menu_append (views, _ ("Call _Tree"), "win.view::call-tree");
  g_menu_append (views, _ ("_Flame Graph"), "win.view::flame-graph");
  g_menu_append (views, tv_kind_text (trace, N_ ("C_allers & Callees")),
                 "win.view::callers-callees");
  g_menu_append (views, tv_kind_text (trace, N_ ("_Calls")), "win.view::calls");
  return G_MENU_MODEL (views);
}

/* What can be done with the method of the call. */
static GMenuModel *
new_method_section (const TvTrace *trace)
{
  g_autoptr (GMenuModel) views = new_other_views (trace);
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new (trace);
  GMenu *section = g_menu_new ();

  g_menu_append_submenu (section, _ ("_Show In"), views);
  g_menu_append_submenu (section, _ ("_Transform"), transforms);
  g_menu_append (section, _ ("_Copy Name"), "profile.copy-name::full");
  g_menu_append (section, _ ("Open Sou_rce"), "win.open-source");
  return G_MENU_MODEL (section);
}

static GMenuModel *
new_note_section (const TvTimelineNotes *self, double x, double y, gboolean on_call)
{
  const TvNote *note = tv_timeline_notes_find (self, x, y);
  const gint64 time = tv_timeline_view_get_time_at (self->view, x);
  GMenu *section = g_menu_new ();
  gint64 start;
  gint64 end;
  const gboolean has_selection
      = on_call
        || (tv_trace_session_get_selected_call (self->context->session).thread
                == TV_THREAD_NONE
            && tv_trace_session_get_range (self->context->session, &start, &end)
            && time >= start && time <= end);

  if (note != NULL)
    {
      append (section, _ ("_Edit Note…"), "win.edit-note",
              g_variant_new_string (note->id));
      append (section, _ ("_Delete Note"), "win.delete-note",
              g_variant_new_string (note->id));
    }
  if (has_selection)
    g_menu_append (section, _ ("_Add Note…"), "timeline.add-note");
  append (section, has_selection ? _ ("Add Note about a _Time…") : _ ("_Add Note…"),
          "win.add-note", g_variant_new_int64 (time));
  return G_MENU_MODEL (section);
}

/* Opens the menu of a place in the lanes or the ruler. A call at this place is
 * selected, because the menu is about it. */
void
tv_timeline_notes_open_menu (const TvTimelineNotes *self,
                             TvTimelineRowActions *row_actions, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) view = NULL;
  TvCallRef call;
  const gboolean on_call = tv_timeline_picture_pick (self->picture, x, y, &call);

  if (on_call)
    tv_trace_session_select_call (self->context->session, call);
  view
      = new_view_section (tv_trace_session_get_trace (self->context->session), on_call);
  g_menu_append_section (menu, NULL, view);
  if (on_call)
    {
      g_autoptr (GMenuModel) method
          = new_method_section (tv_trace_session_get_trace (self->context->session));

      g_menu_append_section (menu, NULL, method);
    }
  if (!tv_trace_session_is_base (self->context->session))
    {
      g_autoptr (GMenuModel) notes = new_note_section (self, x, y, on_call);

      g_menu_append_section (menu, NULL, notes);
    }
  tv_timeline_row_actions_open_menu (row_actions, G_MENU_MODEL (menu),
                                     &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

TvTimelineNotes *
tv_timeline_notes_new (const TvTimelineContext *context, TvTimelineView *view,
                       TvTimelinePicture *picture)
{
  TvTimelineNotes *self = g_new (TvTimelineNotes, 1);

  *self = (TvTimelineNotes){ context, view, picture };
  tv_timeline_actions_add (context, tv_timeline_note_actions, self);
  return self;
}
