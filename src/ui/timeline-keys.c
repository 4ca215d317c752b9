/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline-private.h"

#define PAN_SHARE 0.1

typedef enum
{
  KEY_PAN_LEFT,
  KEY_PAN_RIGHT,
  KEY_ROW_UP,
  KEY_ROW_DOWN,
  KEY_PAGE_UP,
  KEY_PAGE_DOWN,
  KEY_TIME_START,
  KEY_TIME_END,
  KEY_FIRST_ROW,
  KEY_LAST_ROW,
  KEY_ZOOM_IN,
  KEY_ZOOM_OUT,
  KEY_ZOOM_ALL,
  KEY_ZOOM_BACK,
  KEY_ZOOM_SELECTION,
  KEY_ESCAPE
} KeyAction;

typedef struct
{
  guint key;
  GdkModifierType modifiers;
  KeyAction action;
} KeyBinding;

/* W, A, S and D are Perfetto's, and F is too. */
static const KeyBinding bindings[] = {
  { GDK_KEY_Left, 0, KEY_PAN_LEFT },
  { GDK_KEY_KP_Left, 0, KEY_PAN_LEFT },
  { GDK_KEY_a, 0, KEY_PAN_LEFT },
  { GDK_KEY_Right, 0, KEY_PAN_RIGHT },
  { GDK_KEY_KP_Right, 0, KEY_PAN_RIGHT },
  { GDK_KEY_d, 0, KEY_PAN_RIGHT },
  { GDK_KEY_Up, 0, KEY_ROW_UP },
  { GDK_KEY_KP_Up, 0, KEY_ROW_UP },
  { GDK_KEY_Down, 0, KEY_ROW_DOWN },
  { GDK_KEY_KP_Down, 0, KEY_ROW_DOWN },
  { GDK_KEY_Page_Up, 0, KEY_PAGE_UP },
  { GDK_KEY_KP_Page_Up, 0, KEY_PAGE_UP },
  { GDK_KEY_Page_Down, 0, KEY_PAGE_DOWN },
  { GDK_KEY_KP_Page_Down, 0, KEY_PAGE_DOWN },
  { GDK_KEY_Home, 0, KEY_TIME_START },
  { GDK_KEY_KP_Home, 0, KEY_TIME_START },
  { GDK_KEY_End, 0, KEY_TIME_END },
  { GDK_KEY_KP_End, 0, KEY_TIME_END },
  { GDK_KEY_Home, GDK_CONTROL_MASK, KEY_FIRST_ROW },
  { GDK_KEY_End, GDK_CONTROL_MASK, KEY_LAST_ROW },
  { GDK_KEY_plus, 0, KEY_ZOOM_IN },
  { GDK_KEY_equal, 0, KEY_ZOOM_IN },
  { GDK_KEY_KP_Add, 0, KEY_ZOOM_IN },
  { GDK_KEY_w, 0, KEY_ZOOM_IN },
  { GDK_KEY_plus, GDK_CONTROL_MASK, KEY_ZOOM_IN },
  { GDK_KEY_equal, GDK_CONTROL_MASK, KEY_ZOOM_IN },
  { GDK_KEY_KP_Add, GDK_CONTROL_MASK, KEY_ZOOM_IN },
  { GDK_KEY_minus, 0, KEY_ZOOM_OUT },
  { GDK_KEY_KP_Subtract, 0, KEY_ZOOM_OUT },
  { GDK_KEY_s, 0, KEY_ZOOM_OUT },
  { GDK_KEY_minus, GDK_CONTROL_MASK, KEY_ZOOM_OUT },
  { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, KEY_ZOOM_OUT },
  { GDK_KEY_0, 0, KEY_ZOOM_ALL },
  { GDK_KEY_KP_0, 0, KEY_ZOOM_ALL },
  { GDK_KEY_0, GDK_CONTROL_MASK, KEY_ZOOM_ALL },
  { GDK_KEY_KP_0, GDK_CONTROL_MASK, KEY_ZOOM_ALL },
  { GDK_KEY_BackSpace, 0, KEY_ZOOM_BACK },
  { GDK_KEY_Left, GDK_ALT_MASK, KEY_ZOOM_BACK },
  { GDK_KEY_f, 0, KEY_ZOOM_SELECTION },
  { GDK_KEY_Escape, 0, KEY_ESCAPE },
};

static void
go_to_time (TvTimeline *self, gboolean end)
{
  TvTimeScale scale;
  gint64 span;

  tv_timeline_get_scale (self, &scale);
  span = scale.end - scale.start;
  if (end)
    tv_time_scale_set_range (&scale, scale.full_end - span, scale.full_end);
  else
    tv_time_scale_set_range (&scale, scale.full_start, scale.full_start + span);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

/* Escape is left to others where there is nothing to give up. */
static gboolean
escape (TvTimeline *self)
{
  if (tv_timeline_cancel_drag (self))
    return GDK_EVENT_STOP;
  if (tv_trace_session_get_selected_method (self->session) == TV_METHOD_NONE)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_selection (self->session);
  return GDK_EVENT_STOP;
}

static void
move_rows (TvTimeline *self, KeyAction action)
{
  switch ((guint) action)
    {
    case KEY_ROW_UP:
      tv_timeline_scroll_rows (self, -tv_timeline_get_row_step (self));
      break;
    case KEY_ROW_DOWN:
      tv_timeline_scroll_rows (self, tv_timeline_get_row_step (self));
      break;
    case KEY_PAGE_UP:
      tv_timeline_scroll_rows (self,
                               -gtk_adjustment_get_page_increment (self->vertical));
      break;
    case KEY_PAGE_DOWN:
      tv_timeline_scroll_rows (self,
                               gtk_adjustment_get_page_increment (self->vertical));
      break;
    case KEY_FIRST_ROW:
      gtk_adjustment_set_value (self->vertical, 0);
      break;
    case KEY_LAST_ROW:
      gtk_adjustment_set_value (self->vertical,
                                gtk_adjustment_get_upper (self->vertical));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
run_key_action (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  KeyAction action = (KeyAction) g_variant_get_int32 (arguments);

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;

  switch (action)
    {
    case KEY_PAN_LEFT:
      tv_timeline_pan (self, -PAN_SHARE * self->rows_area.width);
      break;
    case KEY_PAN_RIGHT:
      tv_timeline_pan (self, PAN_SHARE * self->rows_area.width);
      break;
    case KEY_TIME_START:
      go_to_time (self, FALSE);
      break;
    case KEY_TIME_END:
      go_to_time (self, TRUE);
      break;
    case KEY_ZOOM_IN:
      tv_timeline_zoom_in (self);
      break;
    case KEY_ZOOM_OUT:
      tv_timeline_zoom_out (self);
      break;
    case KEY_ZOOM_ALL:
      tv_timeline_zoom_all (self);
      break;
    case KEY_ZOOM_BACK:
      tv_timeline_zoom_back (self);
      break;
    case KEY_ZOOM_SELECTION:
      tv_timeline_zoom_to_selection (self);
      break;
    case KEY_ESCAPE:
      return escape (self);
    case KEY_ROW_UP:
    case KEY_ROW_DOWN:
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
    case KEY_FIRST_ROW:
    case KEY_LAST_ROW:
    default:
      move_rows (self, action);
    }
  return GDK_EVENT_STOP;
}

/**
 * tv_timeline_class_init_keys:
 * @widget_class: the class of timelines
 *
 * Binds the keys.
 */
void
tv_timeline_class_init_keys (GtkWidgetClass *widget_class)
{
  g_return_if_fail (widget_class != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    gtk_widget_class_add_binding (widget_class, bindings[i].key, bindings[i].modifiers,
                                  run_key_action, "i", (gint32) bindings[i].action);
}
