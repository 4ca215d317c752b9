/* SPDX-License-Identifier: Apache-2.0 */

/* Keys, buttons, wheel and motion from the X server, through the program's own
 * connection. An event is sent once the program has received the one before. */

#include "gui/driver.h"

#include <X11/XKBlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <check.h>
#include <gdk/x11/gdkx.h>
#include <stdarg.h>
#include <stdlib.h>

/* Longer than a slow machine takes from one press to the next. */
#define DOUBLE_CLICK_MS 100000
/* Pixels between the presses of a double click; two clicks are none at a distance of 0.
 */
#define DOUBLE_CLICK_DISTANCE 5

/* The event that the driver waits for. */
typedef struct
{
  int type;   /* of XInput 2 */
  int detail; /* the key's code, or the button's number */
  gboolean seen;
  gulong handler;
} Expected;

static Display *
get_display (void)
{
  return gdk_x11_display_get_xdisplay (gdk_display_get_default ());
}

static gboolean
look_at_event (GdkDisplay *display, gpointer xevent, gpointer user_data)
{
  const XGenericEventCookie *cookie = &((const XEvent *) xevent)->xcookie;
  Expected *expected = user_data;

  if (cookie->type == GenericEvent && cookie->evtype == expected->type
      && cookie->data != NULL)
    {
      const XIDeviceEvent *event = cookie->data;

      expected->seen |= event->detail == expected->detail;
    }
  return FALSE;
}

static gboolean
is_seen (gpointer data)
{
  return ((Expected *) data)->seen;
}

/**
 * tv_gui_prepare_input:
 *
 * Makes what input does independent of time: keys do not repeat, two clicks are no
 * double click.
 */
void
tv_gui_prepare_input (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-double-click-distance", 0,
                "gtk-double-click-time", DOUBLE_CLICK_MS, NULL);
  if (GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    XAutoRepeatOff (get_display ());
}

/* Call it before the event is sent. */
static void
expect (Expected *expected)
{
  expected->handler = g_signal_connect (gdk_display_get_default (), "xevent",
                                        G_CALLBACK (look_at_event), expected);
}

/* Runs the main loop until the program has received the event. A release need not come:
 * its window may have been closed by the press. The server has handled it, so it comes
 * before the next event. */
static void
wait_for_event (Expected *expected)
{
  g_autofree char *what = g_strdup_printf ("event %d of %d to be received",
                                           expected->type, expected->detail);

  gdk_display_sync (gdk_display_get_default ());
  if (expected->type != XI_KeyRelease && expected->type != XI_ButtonRelease)
    tv_gui_wait (is_seen, expected, what);
  g_signal_handler_disconnect (gdk_display_get_default (), expected->handler);
}

static void
press_code (KeyCode code, gboolean is_press)
{
  Expected expected
      = { .type = is_press ? XI_KeyPress : XI_KeyRelease, .detail = code };

  expect (&expected);
  XTestFakeKeyEvent (get_display (), code, is_press, CurrentTime);
  wait_for_event (&expected);
}

/* What a press changed is drawn before the release: after a new layout GTK 4.8 asks the
 * server for the buttons, and drops a click whose release is on its way. */
static void
press_button (guint button, gboolean is_press)
{
  Expected expected = { .type = is_press ? XI_ButtonPress : XI_ButtonRelease,
                        .detail = (int) button };

  if (is_press)
    tv_gui_settle ();
  else
    tv_gui_draw ();
  expect (&expected);
  XTestFakeButtonEvent (get_display (), button, is_press, CurrentTime);
  wait_for_event (&expected);
}

typedef struct
{
  int x;
  int y;
} ScreenPlace;

static ScreenPlace
get_pointer (void)
{
  Window root, child;
  ScreenPlace place;
  int x, y;
  unsigned int mask;

  XQueryPointer (get_display (), DefaultRootWindow (get_display ()), &root, &child,
                 &place.x, &place.y, &x, &y, &mask);
  return place;
}

static KeyCode
find_code (KeySym symbol, gboolean *needs_shift)
{
  KeyCode code = XKeysymToKeycode (get_display (), symbol);

  ck_assert_msg (code != 0, "no key has the symbol 0x%lx", symbol);
  *needs_shift = XkbKeycodeToKeysym (get_display (), code, 0, 0) != symbol;
  return code;
}

static KeyCode
find_key (const char *name, gboolean *needs_shift)
{
  static const struct
  {
    const char *name;
    KeySym symbol;
  } modifiers[]
      = { { "alt", XK_Alt_L }, { "ctrl", XK_Control_L }, { "shift", XK_Shift_L } };
  KeySym symbol = XStringToKeysym (name);

  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (g_str_equal (name, modifiers[i].name))
      symbol = modifiers[i].symbol;
  ck_assert_msg (symbol != NoSymbol, "no key is called %s", name);
  return find_code (symbol, needs_shift);
}

static void
press_key (const char *name, gboolean is_press)
{
  gboolean needs_shift;

  press_code (find_key (name, &needs_shift), is_press);
}

static void
strike_num_lock (void)
{
  const KeyCode code = XKeysymToKeycode (get_display (), XK_Num_Lock);

  press_code (code, TRUE);
  press_code (code, FALSE);
}

/* Presses and releases a key, with Shift where its symbol is above another one, or with
 * the lock of the key pad. */
static void
strike_code (KeyCode code, gboolean is_upper)
{
  const gboolean is_pad
      = IsKeypadKey (XkbKeycodeToKeysym (get_display (), code, 0, is_upper));

  if (is_upper && is_pad)
    strike_num_lock ();
  else if (is_upper)
    press_key ("shift", TRUE);
  press_code (code, TRUE);
  press_code (code, FALSE);
  if (is_upper && is_pad)
    strike_num_lock ();
  else if (is_upper)
    press_key ("shift", FALSE);
}

/* Strikes a key with modifiers before it, such as "ctrl+shift+c". */
static void
strike_keys (const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, "+", -1);
  const guint n_modifiers = g_strv_length (names) - 1;
  gboolean needs_shift;
  KeyCode code = find_key (names[n_modifiers], &needs_shift);

  for (guint i = 0; i < n_modifiers; i++)
    press_key (names[i], TRUE);
  strike_code (code,
               needs_shift && !g_strv_contains ((const char *const *) names, "shift"));
  for (guint i = n_modifiers; i > 0; i--)
    press_key (names[i - 1], FALSE);
}

static void
type_text (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    {
      gboolean needs_shift;
      KeyCode code = find_code ((KeySym) *c, &needs_shift);

      strike_code (code, needs_shift);
    }
}

static void
input (const char *verb, const char *object)
{
  if (g_str_equal (verb, "key"))
    strike_keys (object);
  else if (g_str_equal (verb, "keydown"))
    press_key (object, TRUE);
  else if (g_str_equal (verb, "keyup"))
    press_key (object, FALSE);
  else if (g_str_equal (verb, "type"))
    type_text (object);
  else
    {
      const guint button = (guint) atoi (object);

      ck_assert (g_str_equal (verb, "click") || g_str_equal (verb, "mousedown")
                 || g_str_equal (verb, "mouseup"));
      if (!g_str_equal (verb, "mouseup"))
        press_button (button, TRUE);
      if (!g_str_equal (verb, "mousedown"))
        press_button (button, FALSE);
    }
}

/**
 * tv_gui_input:
 * @first: "key", "keydown", "keyup", "type", "click", "mousedown" or "mouseup"
 * @...: what that is done to: names of keys with "+" between them, a text, or the
 * number of a button; then further pairs, then %NULL
 *
 * Does one thing after the other with keys and buttons, where the focus and the pointer
 * are. The program has received all of it afterwards.
 */
void
tv_gui_input (const char *first, ...)
{
  const char *verb = first;
  va_list list;

  va_start (list, first);
  while (verb != NULL)
    {
      input (verb, va_arg (list, const char *));
      verb = va_arg (list, const char *);
    }
  va_end (list);
}

static Window
get_window (GtkWidget *widget)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  return gdk_x11_surface_get_xid (surface);
}

/**
 * tv_gui_keys:
 * @widget: a widget of the window that gets the keys
 * @keys: names of keys, such as `ctrl+o`
 *
 * Presses and releases @keys.
 */
void
tv_gui_keys (GtkWidget *widget, const char *keys)
{
  tv_gui_focus (widget);
  tv_gui_input ("key", keys, NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_type:
 * @widget: a widget of the window that gets the keys
 * @text: what to type, in ASCII
 *
 * Types @text.
 */
void
tv_gui_type (GtkWidget *widget, const char *text)
{
  tv_gui_focus (widget);
  tv_gui_input ("type", text, NULL);
  tv_gui_settle ();
}

/* Where a place in @widget is on the screen. */
static ScreenPlace
find_place (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  double native_x = 0.0;
  double native_y = 0.0;
  double surface_x = 0.0;
  double surface_y = 0.0;
  ScreenPlace place;
  Window child;

  ck_assert (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y,
                                               &native_x, &native_y));
  gtk_native_get_surface_transform (native, &surface_x, &surface_y);
  XTranslateCoordinates (get_display (), get_window (widget),
                         DefaultRootWindow (get_display ()),
                         (int) (native_x + surface_x), (int) (native_y + surface_y),
                         &place.x, &place.y, &child);
  return place;
}

static void
move_pointer (int x, int y)
{
  Expected expected = { .type = XI_Motion };

  expect (&expected);
  XTestFakeMotionEvent (get_display (), -1, x, y, CurrentTime);
  wait_for_event (&expected);
}

/* Moves the pointer after a widget that other events may move. */
static void
follow (GtkWidget *widget, double x, double y)
{
  ScreenPlace to = find_place (widget, x, y);
  ScreenPlace now = get_pointer ();

  while (now.x != to.x || now.y != to.y)
    {
      move_pointer (to.x, to.y);
      to = find_place (widget, x, y);
      now = get_pointer ();
    }
}

/**
 * tv_gui_move:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Moves the pointer there, and after @widget if the window puts it elsewhere meanwhile.
 */
void
tv_gui_move (GtkWidget *widget, double x, double y)
{
  const ScreenPlace to = find_place (widget, x, y);
  const ScreenPlace now = get_pointer ();

  /* The window may have come under the pointer, which is there by a motion alone. */
  if (now.x == to.x && now.y == to.y)
    move_pointer (to.x ^ 1, to.y);
  follow (widget, x, y);
}

/**
 * tv_gui_press:
 * @button: number of a button
 * @n_presses: how many times in a row, as in a double click
 *
 * Presses and releases a button of the mouse where the pointer is. However slow the
 * machine is, the presses belong together.
 */
void
tv_gui_press (guint button, guint n_presses)
{
  GtkSettings *settings = gtk_settings_get_default ();

  if (n_presses > 1)
    g_object_set (settings, "gtk-double-click-distance", DOUBLE_CLICK_DISTANCE, NULL);
  for (guint i = 0; i < n_presses; i++)
    {
      press_button (button, TRUE);
      press_button (button, FALSE);
    }
  g_object_set (settings, "gtk-double-click-distance", 0, NULL);
  tv_gui_settle ();
}

/**
 * tv_gui_turn_wheel:
 * @modifier: (nullable): a key that is down meanwhile
 * @button: the number of the button that stands for a direction of the wheel
 *
 * Turns the wheel by a notch where the pointer is.
 */
void
tv_gui_turn_wheel (const char *modifier, const char *button)
{
  if (modifier != NULL)
    tv_gui_input ("keydown", modifier, "click", button, "keyup", modifier, NULL);
  else
    tv_gui_input ("click", button, NULL);
  tv_gui_settle ();
}

/* As a hand does. What the pointer comes to may change the layout. */
static void
move_to_rest (GtkWidget *widget, double x, double y)
{
  tv_gui_move (widget, x, y);
  tv_gui_settle ();
  follow (widget, x, y);
}

/**
 * tv_gui_click:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Clicks there with the first button.
 */
void
tv_gui_click (GtkWidget *widget, double x, double y)
{
  move_to_rest (widget, x, y);
  tv_gui_press (GDK_BUTTON_PRIMARY, 1);
}

/**
 * tv_gui_click_secondary:
 * @widget: a widget that is shown
 * @x: pixels from its left side
 * @y: pixels from its top
 *
 * Clicks there with the button that opens menus, and takes the pointer away: GTK 4.8
 * closes a menu that has come under the pointer at the first click on it, unless the
 * pointer has come to it from outside.
 */
void
tv_gui_click_secondary (GtkWidget *widget, double x, double y)
{
  move_to_rest (widget, x, y);
  tv_gui_press (GDK_BUTTON_SECONDARY, 1);
  tv_gui_park ();
}

/**
 * tv_gui_click_middle:
 * @widget: a widget that is shown
 *
 * Clicks in the middle of @widget with the first button.
 */
void
tv_gui_click_middle (GtkWidget *widget)
{
  tv_gui_click (widget, gtk_widget_get_width (widget) / 2.0,
                gtk_widget_get_height (widget) / 2.0);
}

/**
 * tv_gui_drag:
 * @widget: a widget that is shown
 * @from_x: where to press
 * @from_y: where to press
 * @to_x: where to release
 * @to_y: where to release
 *
 * Drags with the first button, in several steps as a hand does.
 */
void
tv_gui_drag (GtkWidget *widget, double from_x, double from_y, double to_x, double to_y)
{
  const int n_steps = 8;

  move_to_rest (widget, from_x, from_y);
  tv_gui_input ("mousedown", "1", NULL);
  for (int i = 1; i <= n_steps; i++)
    {
      tv_gui_move (widget, from_x + (to_x - from_x) * i / n_steps,
                   from_y + (to_y - from_y) * i / n_steps);
      tv_gui_draw ();
    }
  tv_gui_input ("mouseup", "1", NULL);
  tv_gui_settle ();
}
