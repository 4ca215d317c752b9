/* SPDX-License-Identifier: Apache-2.0 */

/* Keys and clicks of the rows, as in GTK's own lists. Keys that open and close a row
 * are those of its triangle. */

#include "ui/profile/profile-rows-private.h"

/* A binding's arguments: the step, in which unit, and whether it selects. */
#define STEP_FORMAT "(iib)"

enum
{
  BY_ROW,
  BY_PAGE,
  TO_END
};

static guint
find_destination (TvProfileRows *self, int steps, int unit)
{
  const gint64 last = (gint64) tv_profile_rows_get_n (self) - 1;
  gint64 position = self->cursor;

  switch (unit)
    {
    case BY_ROW:
      position += steps;
      break;
    case BY_PAGE:
      /* One row stays in sight. */
      position += steps * MAX ((gint64) tv_profile_rows_get_n_seen (self) - 1, 1);
      break;
    case TO_END:
    default:
      position = steps < 0 ? 0 : last;
      break;
    }
  return (guint) CLAMP (position, 0, last);
}

static gboolean
step (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);
  int steps;
  int unit;
  gboolean select;

  if (tv_profile_rows_get_n (self) == 0)
    return FALSE;
  g_variant_get (arguments, STEP_FORMAT, &steps, &unit, &select);
  tv_profile_rows_move_cursor (self, find_destination (self, steps, unit), select);
  return TRUE;
}

static gboolean
activate_cursor (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  if (self->cursor >= tv_profile_rows_get_n (self))
    return FALSE;
  g_signal_emit_by_name (self, "activate", self->cursor);
  return TRUE;
}

static gboolean
select_cursor (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  if (self->cursor >= tv_profile_rows_get_n (self))
    return FALSE;
  tv_profile_rows_select (self, self->cursor, FALSE);
  return TRUE;
}

static gboolean
unselect (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (widget);

  if (self->selection != NULL)
    tv_profile_tree_select (self->tree, GTK_INVALID_LIST_POSITION);
  return TRUE;
}

/* With Ctrl the focus moves and the selection stays. */
static void
add_step (GtkWidgetClass *widget_class, guint key, guint keypad_key, int steps,
          int unit)
{
  const guint keys[] = { key, keypad_key };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (widget_class, keys[i], 0, step, STEP_FORMAT, steps,
                                    unit, TRUE);
      gtk_widget_class_add_binding (widget_class, keys[i], GDK_SHIFT_MASK, step,
                                    STEP_FORMAT, steps, unit, TRUE);
      gtk_widget_class_add_binding (widget_class, keys[i], GDK_CONTROL_MASK, step,
                                    STEP_FORMAT, steps, unit, FALSE);
    }
}

/* Gives it its keys. */
void
tv_profile_rows_install_keys (GtkWidgetClass *widget_class)
{
  static const guint enter[] = { GDK_KEY_Return, GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter };
  guint i;

  add_step (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, -1, BY_ROW);
  add_step (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, 1, BY_ROW);
  add_step (widget_class, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -1, BY_PAGE);
  add_step (widget_class, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 1, BY_PAGE);
  add_step (widget_class, GDK_KEY_Home, GDK_KEY_KP_Home, -1, TO_END);
  add_step (widget_class, GDK_KEY_End, GDK_KEY_KP_End, 1, TO_END);
  for (i = 0; i < G_N_ELEMENTS (enter); i++)
    gtk_widget_class_add_binding (widget_class, enter[i], 0, activate_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, select_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Space, 0, select_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_a,
                                GDK_CONTROL_MASK | GDK_SHIFT_MASK, unselect, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_backslash, GDK_CONTROL_MASK,
                                unselect, NULL);
}

guint
tv_profile_rows_find_position (TvProfileRows *self, double y)
{
  double position;

  if (self->row_height == 0 || self->adjustment == NULL)
    return GTK_INVALID_LIST_POSITION;
  position = (y + gtk_adjustment_get_value (self->adjustment)) / self->row_height;
  return position >= 0 && position < tv_profile_rows_get_n (self)
             ? (guint) position
             : GTK_INVALID_LIST_POSITION;
}

static void
press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (user_data);
  TvProfileLine *line;

  self->pressed = tv_profile_rows_find_position (self, y);
  if (self->pressed == GTK_INVALID_LIST_POSITION)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  /* Without scrolling: the row must be where it is when the button is released. */
  self->cursor = self->pressed;
  line = tv_profile_rows_find_line (self, self->pressed);
  if (line != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (line));
  if (n_press == 2)
    g_signal_emit_by_name (self, "activate", self->cursor);
}

static void
release (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TvProfileRows *self = TV_PROFILE_ROWS (user_data);
  const GdkModifierType modifiers
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  const guint position = tv_profile_rows_find_position (self, y);

  if (position == self->pressed && position != GTK_INVALID_LIST_POSITION)
    tv_profile_rows_select (self, position, (modifiers & GDK_CONTROL_MASK) != 0);
}

/* Has a click select a row, and a second one activate it. */
void
tv_profile_rows_add_gesture (TvProfileRows *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  g_signal_connect (click, "pressed", G_CALLBACK (press), self);
  g_signal_connect (click, "released", G_CALLBACK (release), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
