/* SPDX-License-Identifier: Apache-2.0 */

/* The menus in the header bar. */

#include "config.h"

#include "app/window-private.h"

#include "analysis/text/kind-text.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

#define COLORS N_ ("Colo_rs")
#define COLOR_BY "timeline.color-by::"

#define MAX_DEPTH 3

/* An item, or the end of a section if it has no label, or a submenu if it has no
 * action. The items of a submenu follow it, one level deeper. */
typedef struct
{
  guint depth; /* from 1 to MAX_DEPTH */
  const char *label;
  const char *action;
  const char *accel; /* shown for an action whose key is no accelerator; or NULL */
} Line;

static const Line primary_menu[] = {
  { 1, N_ ("_New Window"), "app.new-window", NULL },
  { 1, N_ ("_Reload"), "win.reload", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Export View…"), "win.export", NULL },
  { 1, N_ ("P_roperties"), "win.properties", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Go"), NULL, NULL },
  { 2, N_ ("_Find Methods"), "find.show", NULL },
  { 2, N_ ("_Next Hit"), "find.next", NULL },
  { 2, N_ ("_Previous Hit"), "find.previous", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("Pre_vious Method"), "profile.go-back", "<Alt>Left" },
  { 2, N_ ("Ne_xt Method"), "profile.go-forward", "<Alt>Right" },
  { 2, N_ ("_Back to Previous View"), "timeline.zoom-back", "BackSpace" },
  { 2, N_ ("F_orward to Next View"), "timeline.zoom-forward", "<Shift>BackSpace" },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Call"), NULL, NULL },
  { 3, N_ ("_Next Call of Method"), "timeline.next-call", "period" },
  { 3, N_ ("_Previous Call of Method"), "timeline.previous-call", "comma" },
  { 3, N_ ("Next in _All Threads"), "timeline.next-call-of-all-threads", "greater" },
  { 3, N_ ("Previous in All _Threads"), "timeline.previous-call-of-all-threads",
    "less" },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("_Caller"), "timeline.parent-call", "<Alt>Up" },
  { 3, N_ ("_First Callee"), "timeline.first-child-call", "<Alt>Down" },
  { 3, N_ ("Ne_xt Sibling"), "timeline.next-sibling-call", "<Control>Right" },
  { 3, N_ ("P_revious Sibling"), "timeline.previous-sibling-call", "<Control>Left" },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("Clear _Selection"), "timeline.escape", "Escape" },
  { 2, N_ ("_Move"), NULL, NULL },
  { 3, N_ ("_Earlier"), "timeline.pan-left", "Left" },
  { 3, N_ ("_Later"), "timeline.pan-right", "Right" },
  { 3, N_ ("_Start of Trace"), "timeline.go-to-start", "Home" },
  { 3, N_ ("E_nd of Trace"), "timeline.go-to-end", "End" },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("Scroll _Up"), "timeline.scroll-up", "Up" },
  { 3, N_ ("Scroll _Down"), "timeline.scroll-down", "Down" },
  { 3, N_ ("_Page Up"), "timeline.page-up", "Page_Up" },
  { 3, N_ ("Pa_ge Down"), "timeline.page-down", "Page_Down" },
  { 3, N_ ("_First Thread"), "timeline.first-row", "<Control>Home" },
  { 3, N_ ("L_ast Thread"), "timeline.last-row", "<Control>End" },
  { 3, N_ ("Ne_xt Thread"), "timeline.next-thread", NULL },
  { 3, N_ ("Pre_vious Thread"), "timeline.previous-thread", NULL },
  { 2, N_ ("_Range and Marks"), NULL, NULL },
  { 3, N_ ("Drag _Selects a Range"), "timeline.select-ranges", NULL },
  { 3, N_ ("Range _Follows the View"), "timeline.follow-view", NULL },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("Select Visible _Range"), "timeline.select-view", NULL },
  { 3, N_ ("Select Call’s _Extent"), "timeline.select-call-extent", NULL },
  { 3, N_ ("Select from _A to B"), "timeline.select-between-marks", NULL },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("_Zoom to Range"), "timeline.zoom-to-range", NULL },
  { 3, N_ ("_Leave Range"), "timeline.leave-range", NULL },
  { 3, N_ ("_Clear Range"), "timeline.clear-range", NULL },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("Set _Mark"), "timeline.set-mark", NULL },
  { 3, N_ ("Clear Mar_ks"), "timeline.clear-marks", NULL },
  { 2, N_ ("_Notes and Events"), NULL, NULL },
  { 3, N_ ("_Add Note…"), "timeline.add-note", NULL },
  { 3, N_ ("Add Note about a _Time…"), "timeline.add-note-at-time", NULL },
  { 3, N_ ("_List of Notes"), "win.notes", NULL },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("_Next Event"), "timeline.next-event", NULL },
  { 3, N_ ("_Previous Event"), "timeline.previous-event", NULL },
  { 3, N_ ("_Remove Row"), "timeline.remove-event-row", NULL },
  { 2, N_ ("Prof_ile Of"), NULL, NULL },
  { 3, N_ ("_Whole Trace"), "scope.time::trace", NULL },
  { 3, N_ ("Selected _Range"), "scope.time::range", NULL },
  { 3, NULL, NULL, NULL },
  { 3, N_ ("_All Threads"), "scope.all-threads", NULL },
  { 3, N_ ("Choose _Threads…"), "scope.choose-threads", NULL },
  { 1, N_ ("Open _Mapping…"), "win.open-mapping", NULL },
  { 1, N_ ("Re_move Mapping"), "win.remove-mapping", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Second Trace"), NULL, NULL },
  { 2, N_ ("Compare _With…"), "win.compare", NULL },
  { 2, N_ ("_Swap Traces"), "win.swap-traces", NULL },
  { 2, N_ ("Compare by S_hare"), "win.compare-by-share", NULL },
  { 2, N_ ("One _Time Scale"), "win.one-scale", NULL },
  { 2, N_ ("Stop _Comparing"), "win.stop-comparing", NULL },
  { 2, N_ ("_Add Trace…"), "win.add-trace", NULL },
  { 2, N_ ("_Remove Added Trace"), "win.remove-added", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Drag Rows of a Trace"), "timeline.move-traces", NULL },
  { 2, N_ ("Added Trace _Earlier"), "timeline.added-earlier", "bracketleft" },
  { 2, N_ ("Added Trace _Later"), "timeline.added-later", "bracketright" },
  { 2, N_ ("Reset _Offset"), "timeline.reset-offset", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Preferences"), "win.source-settings", NULL },
  { 1, N_ ("_Keyboard Shortcuts"), "win.show-help-overlay", NULL },
  { 1, N_ ("_Help"), "app.help", NULL },
  { 1, N_ ("A_bout Traceview"), "app.about", NULL },
};

static const Line view_menu[] = {
  { 1, N_ ("Zoom _In"), "timeline.zoom-in", NULL },
  { 1, N_ ("Zoom _Out"), "timeline.zoom-out", NULL },
  { 1, N_ ("Show _Whole Trace"), "timeline.zoom-all", NULL },
  { 1, N_ ("_Zoom to Call"), "timeline.zoom-to-selection", "f" },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("S_how"), NULL, NULL },
  { 2, N_ ("O_verview"), "timeline.overview", NULL },
  { 2, N_ ("_Events"), "win.events", NULL },
  { 2, N_ ("_Side Bar"), "win.side-bar", NULL },
  { 2, N_ ("Timeline or _View Alone"), "win.maximize-part", NULL },
  { 1, N_ ("_JVM Names"), "win.jvm-names", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Clock"), NULL, NULL },
  { 2, N_ ("_CPU"), "win.primary-clock::cpu", NULL },
  { 2, N_ ("_Real"), "win.primary-clock::wall", NULL },
  { 2, N_ ("_Both"), "win.primary-clock::both", NULL },
  { 1, N_ ("Time Uni_t"), NULL, NULL },
  { 2, N_ ("M_icroseconds"), "profile.time-unit::us", NULL },
  { 2, N_ ("_Milliseconds"), "profile.time-unit::ms", NULL },
  { 2, N_ ("_Seconds"), "profile.time-unit::s", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Next Unit"), "profile.next-time-unit", NULL },
  { 1, N_ ("_Group By"), NULL, NULL },
  { 2, N_ ("_None"), "profile.group-by::none", NULL },
  { 2, N_ ("_Class"), "profile.group-by::class", NULL },
  { 2, N_ ("_Package"), "profile.group-by::package", NULL },
  { 2, N_ ("_Library"), "profile.group-by::library", NULL },
  { 1, N_ ("Col_umns"), NULL, NULL },
  { 2, N_ ("C_hoose Columns…"), "columns.choose-columns", NULL },
  { 2, N_ ("_Reset Columns"), "columns.reset-columns", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("Sort by the _Next Column"), "columns.sort-next", NULL },
  { 2, N_ ("Sort by the _Previous Column"), "columns.sort-previous", NULL },
  { 2, N_ ("Reverse _Order"), "columns.sort-reverse", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Wider"), "columns.wider-column", "<Control><Alt>plus" },
  { 2, N_ ("N_arrower"), "columns.narrower-column", "<Control><Alt>minus" },
  { 2, N_ ("_Fit to Contents"), "columns.fit-column", "<Control><Alt>0" },
  { 1, COLORS, NULL, NULL },
  { 2, N_ ("By _Rank"), "timeline.color-by::rank", NULL },
  { 2, N_ ("By _Class"), "timeline.color-by::class", NULL },
  { 2, N_ ("By _Package"), "timeline.color-by::package", NULL },
  { 2, N_ ("By Libr_ary"), "timeline.color-by::library", NULL },
  { 2, N_ ("By _Kind of Code"), "timeline.color-by::kind", NULL },
  { 2, N_ ("_Next"), "timeline.next-color-by", NULL },
  { 2, N_ ("L_egend"), "win.color-legend", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Soft"), "timeline.palette::soft", NULL },
  { 2, N_ ("C_lassic"), "timeline.palette::classic", NULL },
  { 2, N_ ("Color-_Blind Safe"), "timeline.palette::accessible", NULL },
  { 2, N_ ("Ne_xt Palette"), "timeline.next-palette", NULL },
};

static const Line threads_menu[] = {
  { 1, N_ ("_Pin to Top"), "timeline.pin-thread", NULL },
  { 1, N_ ("_Hide Thread"), "timeline.hide-thread", NULL },
  { 1, N_ ("Show On_ly This Thread"), "timeline.show-only-thread", NULL },
  { 1, N_ ("P_rofile Only This Thread"), "timeline.profile-only-thread", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("Show _All Threads"), "timeline.show-all-threads", NULL },
  { 1, N_ ("Show _Idle Threads"), "timeline.show-idle-threads", NULL },
  { 1, N_ ("_Filter Threads by Name"), "timeline.filter-threads", NULL },
  { 1, NULL, NULL, NULL },
  { 1, N_ ("_Order Threads By"), NULL, NULL },
  { 2, N_ ("_CPU Time"), "timeline.thread-order::cpu-time", NULL },
  { 2, N_ ("_Real Time"), "timeline.thread-order::wall-time", NULL },
  { 2, N_ ("_Name"), "timeline.thread-order::name", NULL },
  { 2, N_ ("_ID"), "timeline.thread-order::id", NULL },
  { 2, N_ ("_First Event"), "timeline.thread-order::first-event", NULL },
  { 2, NULL, NULL, NULL },
  { 2, N_ ("_Main Thread First"), "timeline.main-thread-first", NULL },
  { 2, N_ ("N_ext Order"), "timeline.order-threads-otherwise", NULL },
  { 1, N_ ("Call _Charts"), NULL, NULL },
  { 2, N_ ("Open or Close _Chart"), "timeline.toggle-row", NULL },
  { 2, N_ ("Fold or Unfold _Outer Calls"), "timeline.show-outer-calls", NULL },
  { 2, N_ ("Open _All Charts"), "timeline.open-rows", NULL },
  { 2, N_ ("Close All C_harts"), "timeline.close-rows", NULL },
  { 1, N_ ("Row H_eight"), NULL, NULL },
  { 2, N_ ("_Taller Rows"), "timeline.taller-rows", NULL },
  { 2, N_ ("_Shorter Rows"), "timeline.lower-rows", NULL },
  { 2, N_ ("_Default Row Height"), "timeline.default-row-height", NULL },
  { 1, N_ ("Thread _Menu"), "timeline.thread-menu", NULL },
};

/* Whether an item makes sense for a trace, whose methods may lack such groups. */
static gboolean
fits_trace (const Line *line, const TvTrace *trace)
{
  static const struct
  {
    const char *action;
    TvGrouping grouping;
  } items[] = { { "profile.group-by::library", TV_GROUPING_LIBRARY },
                { "timeline.color-by::library", TV_GROUPING_LIBRARY },
                { "timeline.color-by::kind", TV_GROUPING_KIND } };

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (g_strcmp0 (line->action, items[i].action) == 0)
      return trace != NULL && tv_grouping_exists (items[i].grouping, trace);
  return TRUE;
}

static char *
dup_without_mnemonic (const char *label)
{
  GString *text = g_string_new (label);

  g_string_replace (text, "_", "", 0);
  return g_string_free (text, FALSE);
}

/* Returns what decides the colours: the label of the action's state in the menu. */
static char *
dup_color_mode (TvWindow *self, const TvTrace *trace)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (
      tv_timeline_get_action_group (self->timeline), "color-by");
  const char *mode = g_variant_get_string (state, NULL);
  g_autofree char *action = g_strconcat (COLOR_BY, mode, NULL);
  const Line *chosen = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (view_menu); i++)
    if (g_strcmp0 (view_menu[i].action, action) == 0
        && fits_trace (&view_menu[i], trace))
      chosen = &view_menu[i];
    else if (chosen == NULL && g_strcmp0 (view_menu[i].action, COLOR_BY "rank") == 0)
      chosen = &view_menu[i];
  return dup_without_mnemonic (tv_kind_text (trace, chosen->label));
}

/* The submenu of colours says what decides them. */
static char *
dup_label (TvWindow *self, const Line *line, const TvTrace *trace)
{
  g_autofree char *mode = NULL;

  if (line->action != NULL || !g_str_equal (line->label, COLORS))
    return g_strdup (tv_kind_text (trace, line->label));
  mode = dup_color_mode (self, trace);
  /* Translators: a menu, and how colours are chosen, such as "By Rank" */
  return g_strdup_printf (_ ("Colo_rs: %s"), mode);
}

static GMenuModel *
build_menu (TvWindow *self, const Line *lines, guint n, const TvTrace *trace)
{
  GMenu *menus[MAX_DEPTH + 1] = { g_menu_new () };
  GMenu *sections[MAX_DEPTH + 1] = { NULL }; /* the current section, by depth */

  for (guint i = 0; i < n; i++)
    {
      const guint level = lines[i].depth - 1;
      g_autoptr (GMenuItem) item = NULL;
      g_autofree char *label = NULL;

      if (!fits_trace (&lines[i], trace))
        continue;
      if (lines[i].label == NULL)
        {
          sections[level] = NULL;
          continue;
        }
      if (sections[level] == NULL)
        {
          g_autoptr (GMenu) section = g_menu_new ();

          g_menu_append_section (menus[level], NULL, G_MENU_MODEL (section));
          sections[level] = section;
        }
      label = dup_label (self, &lines[i], trace);
      item = g_menu_item_new (label, lines[i].action);
      if (lines[i].accel != NULL)
        g_menu_item_set_attribute (item, "accel", "s", lines[i].accel);
      if (lines[i].action == NULL)
        {
          g_autoptr (GMenu) submenu = g_menu_new ();

          g_menu_item_set_submenu (item, G_MENU_MODEL (submenu));
          menus[level + 1] = submenu;
          sections[level + 1] = NULL;
        }
      g_menu_append_item (sections[level], item);
    }
  return G_MENU_MODEL (menus[0]);
}

/* The widget that had the focus may be gone, such as a row after rows were grouped.
 * Then the focus would stay in the menu, where the window's keys do not work. */
static void
leave_menu (gpointer data)
{
  g_autoptr (TvWindow) self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == NULL || !gtk_widget_get_mapped (focus))
    tv_window_focus_view (self);
}

static void
on_menu_closed (TvWindow *self)
{
  g_idle_add_once (leave_menu, g_object_ref (self));
}

static void
open_view_menu (TvWindow *self)
{
  gtk_menu_button_popup (self->view_button);
}

static void
set_menu (TvWindow *self, GtkMenuButton *button, const Line *lines, guint n,
          const TvTrace *trace)
{
  g_autoptr (GMenuModel) menu = build_menu (self, lines, n, trace);

  gtk_menu_button_set_menu_model (button, menu);
}

static void
set_menus_of_trace (TvWindow *self, const TvTrace *trace)
{
  GtkMenuButton *const buttons[]
      = { self->menu_button, self->view_button, self->threads_button };

  set_menu (self, self->view_button, view_menu, G_N_ELEMENTS (view_menu), trace);
  set_menu (self, self->menu_button, primary_menu, G_N_ELEMENTS (primary_menu), trace);
  set_menu (self, self->threads_button, threads_menu, G_N_ELEMENTS (threads_menu),
            trace);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_signal_connect_object (gtk_menu_button_get_popover (buttons[i]), "closed",
                             G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
}

static void
name_button (GtkWidget *button, const char *name)
{
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Writes the menus in the words of the trace. */
void
tv_window_update_menus (TvWindow *self)
{
  const TvTrace *trace
      = self->session != NULL ? tv_trace_session_get_trace (self->session) : NULL;
  const char *find;

  if (trace == NULL)
    return;
  find = tv_kind_text (trace, N_ ("Find Methods"));
  if (tv_trace_get_info (trace)->kind == self->menu_kind)
    return;
  self->menu_kind = tv_trace_get_info (trace)->kind;
  name_button (self->find_button, find);
  name_button (gtk_widget_get_first_child (self->history_buttons),
               tv_kind_text (trace, N_ ("Back to the Previous Method")));
  name_button (gtk_widget_get_last_child (self->history_buttons),
               tv_kind_text (trace, N_ ("Forward to the Next Method")));
  set_menus_of_trace (self, trace);
}

/* The legend of colours */

/* Shows it under the button of the menu that the colours are in. */
static void
show_legend (TvWindow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self->view_button));
  g_autofree char *mode = NULL;
  graphene_rect_t place;
  GtkWidget *legend;

  if (self->session == NULL)
    return;
  mode = dup_color_mode (self, tv_trace_session_get_trace (self->session));
  legend = tv_color_legend_new (self->session, mode);
  gtk_widget_set_parent (legend, parent);
  if (gtk_widget_compute_bounds (GTK_WIDGET (self->view_button), parent, &place))
    gtk_popover_set_pointing_to (
        GTK_POPOVER (legend),
        &(GdkRectangle){ (int) place.origin.x, (int) place.origin.y,
                         (int) place.size.width, (int) place.size.height });
  g_signal_connect (legend, "closed", G_CALLBACK (tv_popup_drop), NULL);
  gtk_popover_popup (GTK_POPOVER (legend));
}

/* Writes the menu anew when it is closed: it says what decides the colours. */
static void
update_colors (gpointer data)
{
  g_autoptr (TvWindow) self = data;

  set_menus_of_trace (
      self, self->session != NULL ? tv_trace_session_get_trace (self->session) : NULL);
}

static void
on_colors_changed (TvWindow *self)
{
  g_idle_add_once (update_colors, g_object_ref (self));
}

/* Fills the menus, and adds the actions `view-menu` and `color-legend`. */
void
tv_window_init_menus (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "view-menu", G_CALLBACK (open_view_menu), NULL, NULL },
          { "color-legend", G_CALLBACK (show_legend), NULL, NULL } };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  set_menus_of_trace (self, NULL);
  g_signal_connect_object (tv_timeline_get_action_group (self->timeline),
                           "action-state-changed::color-by",
                           G_CALLBACK (on_colors_changed), self, G_CONNECT_SWAPPED);
}
