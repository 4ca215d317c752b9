/* SPDX-License-Identifier: Apache-2.0 */

/* The window of keyboard shortcuts. */

#include "config.h"

#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* The kind of a line: a page, a heading on it, or a shortcut, which has its keys or the
 * name of an action with keys. */
typedef enum
{
  SECTION,
  GROUP,
  KEYS,
  ACTION
} Kind;

static const struct
{
  Kind kind;
  const char *title;
  const char *value; /* the name of a page or an action, or keys */
} lines[] = {
  { SECTION, N_ ("Timeline"), "timeline" },
  { GROUP, N_ ("Zoom and Move"), NULL },
  { KEYS, N_ ("Zoom in"), "<Control>plus plus w" },
  { KEYS, N_ ("Zoom out"), "<Control>minus minus s" },
  { KEYS, N_ ("Show the whole trace"), "<Control>0 0" },
  { KEYS, N_ ("Zoom to the call"), "f" },
  { KEYS, N_ ("Previous view"), "BackSpace" },
  { KEYS, N_ ("Next view"), "<Shift>BackSpace" },
  { KEYS, N_ ("Move in time"), "Left Right a d" },
  { KEYS, N_ ("Start and end"), "Home End" },
  { KEYS, N_ ("Drag to move"), "space" },
  { KEYS, N_ ("Scroll the threads"), "Up Down" },
  { KEYS, N_ ("Scroll by a page"), "Page_Up Page_Down" },
  { KEYS, N_ ("First thread"), "<Control>Home" },
  { KEYS, N_ ("Last thread"), "<Control>End" },
  { KEYS, N_ ("Overview"), "v" },
  { KEYS, N_ ("Next coloring"), "c" },
  { KEYS, N_ ("Next palette"), "<Shift>c" },
  { ACTION, N_ ("Legend of colors"), "win.color-legend" },
  { GROUP, N_ ("Calls"), NULL },
  { KEYS, N_ ("Next and previous call"), "period comma" },
  { KEYS, N_ ("In all threads"), "greater less" },
  { KEYS, N_ ("Caller"), "<Alt>Up" },
  { KEYS, N_ ("First callee"), "<Alt>Down" },
  { KEYS, N_ ("Next and previous sibling"), "<Control>Right <Control>Left" },
  { KEYS, N_ ("Clear the selection"), "Escape" },
  { GROUP, N_ ("Call Charts"), NULL },
  { KEYS, N_ ("Open or close"), "e" },
  { KEYS, N_ ("Fold or unfold outer calls"), "u" },
  { KEYS, N_ ("Open all"), "<Shift>e" },
  { KEYS, N_ ("Close all"), "<Control><Shift>e" },
  { SECTION, N_ ("Threads and Ranges"), "threads" },
  { GROUP, N_ ("Threads"), NULL },
  { KEYS, N_ ("Previous, next thread"), "<Control>Up <Control>Down" },
  { KEYS, N_ ("Pin to the top"), "p" },
  { KEYS, N_ ("Hide"), "h" },
  { KEYS, N_ ("Show only this thread"), "o" },
  { KEYS, N_ ("Profile only this thread"), "<Shift>o" },
  { KEYS, N_ ("Show all threads"), "<Shift>h" },
  { KEYS, N_ ("Show idle threads"), "i" },
  { KEYS, N_ ("Filter by name"), "<Control><Shift>f" },
  { KEYS, N_ ("Next order"), "r" },
  { KEYS, N_ ("Main thread first"), "<Shift>r" },
  { KEYS, N_ ("Taller, shorter rows"), "<Alt>plus <Alt>minus" },
  { KEYS, N_ ("Default row height"), "<Alt>0" },
  { KEYS, N_ ("Thread menu"), "Menu <Shift>F10" },
  { GROUP, N_ ("Range and Marks"), NULL },
  { KEYS, N_ ("Drag selects a range"), "t" },
  { KEYS, N_ ("Select the visible range"), "<Shift>t" },
  { KEYS, N_ ("Select the call’s extent"), "<Shift>f" },
  { KEYS, N_ ("Zoom to the range"), "z" },
  { KEYS, N_ ("Leave the range"), "<Shift>z" },
  { KEYS, N_ ("Clear the range"), "<Shift>Escape" },
  { KEYS, N_ ("Set mark A or B"), "m" },
  { KEYS, N_ ("Select from A to B"), "<Control>m" },
  { KEYS, N_ ("Clear the marks"), "<Shift>m" },
  { GROUP, N_ ("Added Trace"), NULL },
  { KEYS, N_ ("Drag rows of a trace"), "l" },
  { KEYS, N_ ("Earlier, later"), "bracketleft bracketright" },
  { KEYS, N_ ("Reset the offset"), "<Shift>l" },
  { GROUP, N_ ("Notes and Events"), NULL },
  { KEYS, N_ ("Add a note, at the pointer"), "n <Shift>n" },
  { ACTION, N_ ("List the notes"), "win.notes" },
  { KEYS, N_ ("Next, previous, no events"), "j k <Shift>x" },
  { GROUP, N_ ("Profile Of"), NULL },
  { KEYS, N_ ("Whole trace"), "<Control>1" },
  { KEYS, N_ ("Selected range"), "<Control>2" },
  { ACTION, N_ ("Choose threads"), "scope.choose-threads" },
  { ACTION, N_ ("All threads"), "scope.all-threads" },
  { SECTION, N_ ("Table"), "table" },
  { GROUP, N_ ("Rows"), NULL },
  { KEYS, N_ ("Open or close"), "Left Right" },
  { KEYS, N_ ("Previous or next"), "Up Down" },
  { KEYS, N_ ("Menu"), "Menu <Shift>F10" },
  { KEYS, N_ ("Details"), "<Control>F1" },
  { KEYS, N_ ("Show in the timeline"), "<Control>Return" },
  { KEYS, N_ ("Next call"), "<Alt>period" },
  { KEYS, N_ ("Previous call"), "<Alt>comma" },
  { KEYS, N_ ("Show callers"), "<Control>p" },
  { ACTION, N_ ("Open the source"), "win.open-source" },
  { KEYS, N_ ("Copy the row"), "<Control>c" },
  { KEYS, N_ ("Copy with open rows"), "<Control><Shift>c" },
  { KEYS, N_ ("Copy the full name"), "<Control><Alt>c" },
  { KEYS, N_ ("Hide the package"), "<Control>h" },
  { KEYS, N_ ("Show only the package"), "<Control><Shift>h" },
  { KEYS, N_ ("Show all packages"), "<Control><Alt>h" },
  { GROUP, N_ ("Columns"), NULL },
  { KEYS, N_ ("Choose columns"), "<Control>l" },
  { KEYS, N_ ("Reset columns"), "<Shift><Control>l" },
  { KEYS, N_ ("Sort by next column"), "<Control>Page_Down" },
  { KEYS, N_ ("Sort by previous column"), "<Control>Page_Up" },
  { KEYS, N_ ("Reverse the order"), "<Control>i" },
  { KEYS, N_ ("Wider"), "<Control><Alt>plus" },
  { KEYS, N_ ("Narrower"), "<Control><Alt>minus" },
  { KEYS, N_ ("Fit to contents"), "<Control><Alt>0" },
  { KEYS, N_ ("Next time unit"), "<Control>k" },
  { KEYS, N_ ("Export the view"), "<Control>e" },
  { SECTION, N_ ("Views"), "views" },
  { GROUP, N_ ("Transforms"), NULL },
  { KEYS, N_ ("Merge into callers"), "m" },
  { KEYS, N_ ("Focus on the method"), "f" },
  { KEYS, N_ ("Focus on the path"), "<Shift>f" },
  { KEYS, N_ ("Collapse the package"), "<Shift>c" },
  { KEYS, N_ ("Collapse the library"), "<Shift>l" },
  { KEYS, N_ ("Collapse recursion"), "r" },
  { KEYS, N_ ("Drop the method"), "d" },
  { KEYS, N_ ("Undo the last one"), "<Control>z" },
  { GROUP, N_ ("Call Tree"), NULL },
  { KEYS, N_ ("Bottom up"), "b" },
  { KEYS, N_ ("Open all below"), "asterisk" },
  { KEYS, N_ ("Show in the timeline"), "<Control>Return" },
  { KEYS, N_ ("Copy the stack"), "<Control><Alt>s" },
  { KEYS, N_ ("Copy the table"), "<Control><Shift>c" },
  { GROUP, N_ ("Flame Graph"), NULL },
  { KEYS, N_ ("Another frame"), "Up Down Left Right" },
  { KEYS, N_ ("To the root"), "Home" },
  { KEYS, N_ ("Make it the root"), "Return" },
  { KEYS, N_ ("Previous root"), "Escape" },
  { KEYS, N_ ("Zoom in and out"), "plus minus" },
  { KEYS, N_ ("Copy the name"), "<Control>c" },
  { KEYS, N_ ("Copy the stack"), "<Control><Alt>s" },
  { KEYS, N_ ("Save as SVG"), "<Control>s" },
  { GROUP, N_ ("Calls"), NULL },
  { KEYS, N_ ("Another bar"), "Left Right" },
  { KEYS, N_ ("Keep some bars"), "Return <Shift>Right" },
  { KEYS, N_ ("Keep all calls"), "Escape" },
  { KEYS, N_ ("Go to the call"), "Return" },
  { KEYS, N_ ("Copy the stack"), "<Control><Alt>s" },
  { KEYS, N_ ("Copy the table"), "<Control><Shift>c" },
  { GROUP, N_ ("Query"), NULL },
  { KEYS, N_ ("Run a query"), "<Control>Return" },
  { KEYS, N_ ("Copy the table"), "<Control><Shift>c" },
  { SECTION, N_ ("General"), "general" },
  { GROUP, N_ ("Traces"), NULL },
  { ACTION, N_ ("Open"), "win.open" },
  { ACTION, N_ ("Reload"), "win.reload" },
  { ACTION, N_ ("Compare with another trace"), "win.compare" },
  { ACTION, N_ ("Compare shares"), "win.compare-by-share" },
  { ACTION, N_ ("One scale for both"), "win.one-scale" },
  { KEYS, N_ ("Cancel loading"), "Escape" },
  { ACTION, N_ ("Open a mapping"), "win.open-mapping" },
  { ACTION, N_ ("Remove the mapping"), "win.remove-mapping" },
  { ACTION, N_ ("Properties"), "win.properties" },
  { GROUP, N_ ("Find"), NULL },
  { ACTION, N_ ("Find methods"), "find.show" },
  { KEYS, N_ ("Next, previous hit"), "F3 <Shift>F3" },
  { KEYS, N_ ("Close the find bar"), "Escape" },
  { GROUP, N_ ("Window"), NULL },
  { KEYS, N_ ("Previous method visited"), "<Alt>Left" },
  { KEYS, N_ ("Next method visited"), "<Alt>Right" },
  { KEYS, N_ ("First to last view"), "<Alt>1...6" },
  { ACTION, N_ ("Side bar"), "win.side-bar" },
  { ACTION, N_ ("Timeline or view alone"), "win.maximize-part" },
  { ACTION, N_ ("JVM names"), "win.jvm-names" },
  { ACTION, N_ ("View menu"), "win.view-menu" },
  { KEYS, N_ ("Main menu"), "F10" },
  { KEYS, N_ ("Preferences"), "<Control>comma" },
  { ACTION, N_ ("New window"), "app.new-window" },
  { ACTION, N_ ("Keyboard shortcuts"), "win.show-help-overlay" },
  { ACTION, N_ ("Help"), "app.help" },
  { ACTION, N_ ("Close window"), "window.close" },
  { ACTION, N_ ("Quit"), "app.quit" },
};

static void
append_property (GString *xml, const char *name, const char *value)
{
  g_autofree char *text
      = g_markup_printf_escaped ("<property name='%s'>%s</property>", name, value);

  g_string_append (xml, text);
}

/* Appends the start of the object for a line. */
static void
append_line (GString *xml, guint line)
{
  static const char *const classes[]
      = { "GtkShortcutsSection", "GtkShortcutsGroup", "GtkShortcutsShortcut",
          "GtkShortcutsShortcut" };
  static const char *const properties[]
      = { "section-name", NULL, "accelerator", "action-name" };
  const Kind kind = lines[line].kind;

  g_string_append_printf (xml, "<child><object class='%s'>", classes[kind]);
  append_property (xml, "title", _ (lines[line].title));
  if (properties[kind] != NULL)
    append_property (xml, properties[kind], lines[line].value);
  if (kind == SECTION)
    append_property (xml, "max-height", "17");
}

/* GTK 4.8 can build such a window only from XML. */
static char *
dup_interface (void)
{
  GString *xml = g_string_new ("<interface>"
                               "<object class='GtkShortcutsWindow' id='window'>"
                               "<property name='modal'>True</property>");
  guint depth = 0; /* number of open objects */

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const guint level = MIN (lines[i].kind, KEYS);

      for (; depth > level; depth--)
        g_string_append (xml, "</object></child>");
      append_line (xml, i);
      depth++;
    }
  for (; depth > 0; depth--)
    g_string_append (xml, "</object></child>");
  g_string_append (xml, "</object></interface>");
  return g_string_free (xml, FALSE);
}

static void
show_help_overlay (TvWindow *self)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (self);

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      g_autofree char *xml = dup_interface ();
      g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (xml, -1);

      gtk_application_window_set_help_overlay (
          window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "window")));
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

/* Adds the action `show-help-overlay`. Its window takes a moment to make, so it is made
 * on first use. */
void
tv_window_init_shortcuts (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "show-help-overlay", G_CALLBACK (show_help_overlay), NULL, NULL } };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
}
