/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/flame/flame-view.h"

#include "draw/name-layout.h"
#include "ui/flame/flame-parts.h"
#include "ui/session/session-colors.h"
#include "ui/session/trace-match.h"
#include "ui/session/transform-text.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

enum
{
  PROP_ICICLE = 1,
  PROP_BY_NAME,
  PROP_PER_THREAD,
  PROP_BY_SHARE,
  N_PROPS
};

struct _TvFlameView
{
  TvView parent_instance;

  TvFlamePicture *picture;
  GtkLabel *matched;
  GtkLabel *legend; /* of a comparison */
  GtkWidget *by_share;
  GtkWidget *back;
  GtkLabel *name;
  GtkLabel *numbers;

  TvTraceSession *session; /* borrowed */
  GSignalGroup *color_signals;
  gboolean options_on[N_PROPS];
  GPtrArray *roots; /* of TvCallPath: the opened roots, the current one last */

  TvJob *job;
  TvFlameAnswer *answer; /* NULL until it is known */
};

G_DEFINE_FINAL_TYPE (TvFlameView, tv_flame_view, TV_TYPE_VIEW)

static GParamSpec *properties[N_PROPS];

static const TvFlameFrame *
get_frame (TvFlameView *self, guint32 frame)
{
  return &self->answer->layout->frames[frame];
}

static void
update_placeholder (TvFlameView *self)
{
  if (self->answer == NULL && self->job != NULL)
    tv_view_say_soon (TV_VIEW (self),
                      tv_trace_session_get_text (tv_view_get_session (TV_VIEW (self)),
                                                 N_ ("Adding up calls…")));
  else
    tv_view_say (TV_VIEW (self),
                 self->answer == NULL ? NULL
                 : self->answer->layout->n_levels == 0
                     ? tv_trace_session_get_text (tv_view_get_session (TV_VIEW (self)),
                                                  N_ ("Nothing was called here."))
                 : self->answer->layout->whole == 0 ? _ ("No time was spent here.")
                                                    : NULL);
}

/* Hits */

static gboolean
is_at (const GArray *frames, guint place, guint32 frame)
{
  return place < frames->len && g_array_index (frames, guint32, place) == frame;
}

static TvMethodSet *
get_hits (TvFlameView *self)
{
  return self->session != NULL
             ? tv_session_colors_get_hits (tv_trace_session_get_colors (self->session))
             : NULL;
}

/* Shows the share of all hits, and the number of the current frame among theirs. */
static void
update_matched (TvFlameView *self)
{
  TvMethodSet *hits = get_hits (self);
  g_autoptr (GArray) frames = NULL;
  g_autofree char *percent = NULL;
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;
  guint place;

  if (self->answer == NULL || self->answer->question->hits != hits
      || self->answer->matched < 0)
    {
      gtk_label_set_text (self->matched, "");
      return;
    }
  frames = tv_flame_list_hits (self->answer->layout, hits,
                               tv_flame_picture_get_current (self->picture), &place);
  percent = tv_percent_format (self->answer->matched, self->answer->layout->whole);
  if (is_at (frames, place, tv_flame_picture_get_current (self->picture)))
    count = g_strdup_printf (_ ("frame %'u of %'u"), place + 1, frames->len);
  else
    count = g_strdup_printf (ngettext ("%'u frame", "%'u frames", frames->len),
                             frames->len);
  text = g_strdup_printf (_ ("Matched: %s · %s"), percent, count);
  gtk_label_set_text (self->matched, text);
}

static void
update_legend (TvFlameView *self)
{
  const gboolean compares = self->answer != NULL && self->answer->other != NULL;
  g_autofree char *markup = NULL;

  gtk_widget_set_visible (self->by_share,
                          compares && !self->answer->question->by_share);
  gtk_widget_set_visible (GTK_WIDGET (self->legend), compares);
  if (!compares)
    return;
  markup = tv_flame_dup_legend (self->answer, self->session,
                                self->options_on[PROP_BY_SHARE]
                                    || self->answer->question->by_share,
                                tv_flame_picture_get_colors (self->picture));
  gtk_label_set_markup (self->legend, markup);
  gtk_widget_set_tooltip_markup (GTK_WIDGET (self->legend), markup);
}

/* The frames */

static TvCallPath *
get_root (TvFlameView *self)
{
  return self->roots->pdata[self->roots->len - 1];
}

static void
update_actions (TvFlameView *self)
{
  TvView *view = TV_VIEW (self);
  const guint32 current = tv_flame_picture_get_current (self->picture);
  const gboolean is_method
      = current != TV_FRAME_NONE
        && get_frame (self, current)->sums.method != TV_METHOD_NONE;

  gtk_widget_set_sensitive (self->back, self->roots->len > 1);
  tv_view_set_enabled (view, "back", self->roots->len > 1);
  tv_view_set_enabled (view, "open",
                       current != TV_FRAME_NONE && current != self->answer->layout->root
                           && !tv_flame_frame_is_merged (get_frame (self, current)));
  tv_view_set_enabled (view, "copy-name", is_method);
  tv_view_set_enabled (view, "copy-stack", is_method);
  tv_view_set_enabled (view, "show-in-timeline", is_method);
}

static TvNameText *
describe (TvFlameView *self, guint32 frame, char **numbers)
{
  *numbers = frame != TV_FRAME_NONE
                 ? tv_flame_dup_numbers (self->answer, self->session, frame)
                 : g_strdup ("");
  return frame != TV_FRAME_NONE ? tv_flame_make_name (self->answer, frame)
                                : tv_name_text_new_in_package ("", "");
}

/* Screen readers hear the current frame, not the one under the pointer. */
static void
on_described (TvFlameView *self)
{
  const guint32 current = tv_flame_picture_get_current (self->picture);
  g_autofree char *numbers = NULL;
  g_autofree char *heard_numbers = NULL;
  g_autoptr (TvNameText) name
      = describe (self, tv_flame_picture_get_described (self->picture), &numbers);
  g_autoptr (TvNameText) heard = describe (self, current, &heard_numbers);
  g_autoptr (PangoAttrList) attributes = tv_name_attributes_new (name);

  gtk_label_set_text (self->name, name->text);
  gtk_label_set_attributes (self->name, attributes);
  gtk_label_set_text (self->numbers, numbers);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
      current != TV_FRAME_NONE ? heard->text : _ ("Flame Graph"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, heard_numbers, -1);
  update_actions (self);
  update_matched (self);
}

static void
on_answered (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvFlameView *self = owner;

  tv_view_set_asking (TV_VIEW (self), FALSE);
  if (answer == NULL)
    return;
  g_clear_pointer (&self->answer, tv_flame_answer_unref);
  self->answer = answer;
  tv_flame_picture_set_answer (self->picture, self->answer);
  update_legend (self);
  update_placeholder (self);
}

static const TvJobType frames_job = {
  .run = (gpointer (*) (gpointer, GCancellable *, GError **)) tv_flame_question_answer,
  .done = on_answered,
  .free_question = (GDestroyNotify) tv_flame_question_free,
  .free_answer = (GDestroyNotify) tv_flame_answer_unref,
  .pace = TV_JOB_NOW,
};

/* Requests the frames for the current state of the session. */
static void
ask (TvFlameView *self)
{
  TvFlameQuestion question = { .per_thread = self->options_on[PROP_PER_THREAD],
                               .by_name = self->options_on[PROP_BY_NAME],
                               .hits = get_hits (self),
                               .root = get_root (self) };
  TvComparison by;

  if (self->session == NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  question.profile = tv_trace_session_get_profile (self->session);
  question.clock = tv_trace_session_get_primary_clock (self->session);
  question.base = tv_trace_session_get_base_profile (self->session);
  if (tv_trace_session_get_comparison (self->session, &by))
    {
      question.base_clock = by.old_clock[question.clock];
      question.by_share = by.by_share;
    }
  if (self->answer != NULL
      && tv_flame_question_equal (self->answer->question, &question))
    tv_job_cancel (&self->job);
  else if (self->job == NULL
           || !tv_flame_question_equal (tv_job_get_question (self->job), &question))
    tv_job_start (&self->job, &frames_job, tv_flame_question_copy (&question), self);
  tv_view_set_asking (TV_VIEW (self), self->job != NULL);
  update_placeholder (self);
  update_matched (self);
}

/* Keeps the roots that a reloaded trace still has. */
static void
reset_roots (TvFlameView *self, const TvTraceMatch *match)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->roots);

  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_call_path_unref);
  g_ptr_array_add (self->roots, tv_call_path_new (TV_THREAD_NONE, NULL, 0));
  for (guint i = 1; match != NULL && i < before->len; i++)
    {
      TvCallPath *root = tv_trace_match_dup_path (match, before->pdata[i]);

      if (root != NULL)
        g_ptr_array_add (self->roots, root);
    }
  update_actions (self);
}

/* Steps of the search */

static gboolean
find_step (TvView *view, TvMethodSet *hits, gboolean forward)
{
  TvFlameView *self = TV_FLAME_VIEW (view);
  g_autoptr (GArray) frames = NULL;
  guint place;

  if (self->answer == NULL)
    return FALSE;
  frames = tv_flame_list_hits (self->answer->layout, hits,
                               tv_flame_picture_get_current (self->picture), &place);
  if (frames->len == 0)
    return FALSE;
  if (!forward)
    place += frames->len - 1;
  else if (is_at (frames, place, tv_flame_picture_get_current (self->picture)))
    place++;
  tv_flame_picture_select (self->picture,
                           g_array_index (frames, guint32, place % frames->len));
  return TRUE;
}

/* Actions */

static void
go_back (TvFlameView *self)
{
  g_ptr_array_set_size (self->roots, (gint) self->roots->len - 1);
  update_actions (self);
  ask (self);
}

static void
activate_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  go_back (user_data);
}

/* Opening the previous root goes back to it. */
static void
open_frame (TvFlameView *self, guint frame)
{
  g_autoptr (TvCallPath) root = tv_flame_layout_dup_path (self->answer->layout, frame);
  const guint n = self->roots->len;

  if (root == NULL || tv_call_path_equal (root, get_root (self)))
    return;
  if (n > 1 && tv_call_path_equal (root, self->roots->pdata[n - 2]))
    g_ptr_array_set_size (self->roots, (gint) n - 1);
  else
    g_ptr_array_add (self->roots, g_steal_pointer (&root));
  update_actions (self);
  ask (self);
}

static void
open_current (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvFlameView *self = TV_FLAME_VIEW (user_data);

  open_frame (self, tv_flame_picture_get_current (self->picture));
}

static gboolean
get_target (TvView *view, TvRowTarget *target)
{
  TvFlameView *self = TV_FLAME_VIEW (view);
  const guint32 current = tv_flame_picture_get_current (self->picture);

  if (current == TV_FRAME_NONE)
    return FALSE;
  target->trace = self->answer->layout->trace;
  target->method = get_frame (self, current)->sums.method;
  target->path = tv_flame_layout_dup_path (self->answer->layout, current);
  return target->method != TV_METHOD_NONE;
}

/* The menu */

static void
open_menu_at (TvFlameView *self, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) zoom = g_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new (
      tv_trace_session_get_trace (tv_view_get_session (TV_VIEW (self))));
  double left, top;

  if (!gtk_widget_translate_coordinates (GTK_WIDGET (self->picture), GTK_WIDGET (self),
                                         x, y, &left, &top))
    return;
  g_menu_append (zoom, _ ("_Zoom In"), "flame.open");
  g_menu_append (zoom, _ ("Zoom _Out"), "flame.back");
  g_menu_append (copy, _ ("_Copy Name"), "flame.copy-name::full");
  g_menu_append (copy, _ ("Copy _Stack"), "flame.copy-stack");
  g_menu_append_submenu (rest, _ ("T_ransform"), transforms);
  g_menu_append (rest,
                 tv_trace_session_get_text (tv_view_get_session (TV_VIEW (self)),
                                            N_ ("Show Longest Call in _Timeline")),
                 "flame.show-in-timeline");
  g_menu_append (rest, _ ("Save as S_VG…"), "win.save-flame-graph");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (zoom));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  tv_popup_menu_open (GTK_WIDGET (self), G_MENU_MODEL (menu),
                      &(GdkRectangle){ (int) left, (int) top, 1, 1 });
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y,
              TvFlameView *self)
{
  const guint32 frame = tv_flame_picture_find (self->picture, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self->picture));
  if (frame == TV_FRAME_NONE)
    return;
  tv_flame_picture_select (self->picture, frame);
  open_menu_at (self, x, y);
}

static gboolean
open_menu_by_key (GtkWidget *widget, GVariant *args, gpointer unused)
{
  TvFlameView *self = TV_FLAME_VIEW (widget);
  const guint32 current = tv_flame_picture_get_current (self->picture);
  graphene_rect_t area;

  if (current == TV_FRAME_NONE
      || !tv_flame_picture_get_area (self->picture, current, &area))
    return FALSE;
  open_menu_at (self, area.origin.x + area.size.width / 2,
                area.origin.y + area.size.height);
  return TRUE;
}

/* The widget */

static void
tv_flame_view_get_property (GObject *object, guint prop_id, GValue *value,
                            GParamSpec *pspec)
{
  TvFlameView *self = TV_FLAME_VIEW (object);

  g_value_set_boolean (value, self->options_on[prop_id]);
}

static void
tv_flame_view_set_property (GObject *object, guint prop_id, const GValue *value,
                            GParamSpec *pspec)
{
  TvFlameView *self = TV_FLAME_VIEW (object);

  if (self->options_on[prop_id] == g_value_get_boolean (value))
    return;
  self->options_on[prop_id] = g_value_get_boolean (value);
  if (prop_id == PROP_PER_THREAD)
    reset_roots (self, NULL);
  tv_flame_picture_set_options (self->picture, self->options_on[PROP_ICICLE],
                                self->options_on[PROP_BY_SHARE]);
  update_legend (self);
  ask (self);
  g_object_notify_by_pspec (object, pspec);
}

static void
seen_changed (TvView *view)
{
  if (tv_view_is_seen (view))
    ask (TV_FLAME_VIEW (view));
  else
    tv_job_cancel (&TV_FLAME_VIEW (view)->job);
}

static void
session_changed (TvView *view)
{
  TvFlameView *self = TV_FLAME_VIEW (view);
  TvTraceSession *session = tv_view_get_session (view);

  self->session = session;
  tv_job_cancel (&self->job);
  g_clear_pointer (&self->answer, tv_flame_answer_unref);
  tv_flame_picture_set_session (self->picture, session);
  reset_roots (self, session != NULL ? tv_trace_session_get_match (session) : NULL);
  g_signal_group_set_target (self->color_signals,
                             session != NULL ? tv_trace_session_get_colors (session)
                                             : NULL);
  update_placeholder (self);
  ask (self);
}

static void
tv_flame_view_finalize (GObject *object)
{
  TvFlameView *self = TV_FLAME_VIEW (object);

  g_object_unref (self->color_signals);
  g_ptr_array_unref (self->roots);

  G_OBJECT_CLASS (tv_flame_view_parent_class)->finalize (object);
}

static void
install_properties (TvFlameViewClass *klass)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  static const char *const names[N_PROPS]
      = { NULL, "icicle", "by-name", "per-thread", "by-share" };

  for (guint i = 1; i < N_PROPS; i++)
    properties[i] = g_param_spec_boolean (names[i], NULL, NULL, FALSE, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "flame.back",
                                       NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, open_menu_by_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                open_menu_by_key, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK,
                                       "win.save-flame-graph", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "flame.copy-name", "s", "full");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s,
                                       GDK_CONTROL_MASK | GDK_ALT_MASK,
                                       "flame.copy-stack", NULL);
}

static void
tv_flame_view_class_init (TvFlameViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_flame_view_finalize;
  G_OBJECT_CLASS (klass)->get_property = tv_flame_view_get_property;
  G_OBJECT_CLASS (klass)->set_property = tv_flame_view_set_property;
  view_class->prefix = "flame";
  view_class->session_changed = session_changed;
  view_class->seen_changed = seen_changed;
  view_class->get_target = get_target;
  view_class->find_step = find_step;
  install_properties (klass);
  gtk_widget_class_set_css_name (widget_class, "flameview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  add_keys (widget_class);
}

static GtkWidget *
add_button (GtkWidget *options, const char *icon, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  gtk_box_append (GTK_BOX (options), button);
  return button;
}

static GtkLabel *
add_label (GtkWidget *row, gboolean wide)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (label, wide ? 0 : 1);
  gtk_widget_set_hexpand (GTK_WIDGET (label), wide);
  gtk_widget_add_css_class (GTK_WIDGET (label), "numeric");
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (label));
  return label;
}

static void
add_options (TvFlameView *self)
{
  TvView *view = TV_VIEW (self);
  GtkWidget *options = tv_view_add_options (view);

  (void) tv_view_add_toggle (view, _ ("Icicle"), _ ("Show the Roots at the Top"),
                             "icicle");
  (void) tv_view_add_toggle (view, _ ("By Name"),
                             _ ("Order by Name instead of by Time"), "by-name");
  (void) tv_view_add_toggle (view, _ ("By Thread"), _ ("Show Each Thread by Itself"),
                             "per-thread");
  self->back
      = add_button (options, "zoom-out-symbolic", _ ("Back to the Previous Root"));
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (go_back), self);
  g_menu_append (tv_view_get_menu (view), _ ("Back to the Previous Root"),
                 "flame.back");
  g_menu_append (tv_view_get_menu (view), _ ("Save as SVG"), "win.save-flame-graph");
  self->by_share = tv_view_add_toggle (
      view, _ ("By Share"), _ ("Color Changes of Shares instead of Times"), "by-share");
  gtk_actionable_set_action_name (
      GTK_ACTIONABLE (
          add_button (options, "document-save-symbolic", _ ("Save as SVG"))),
      "win.save-flame-graph");
}

static void
add_status (TvFlameView *self)
{
  GtkWidget *status = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (status, "status");
  self->name = add_label (status, TRUE);
  self->matched = add_label (status, FALSE);
  self->legend = add_label (status, FALSE);
  self->numbers = add_label (status, FALSE);
  gtk_widget_set_parent (status, GTK_WIDGET (self));
}

static void
add_picture (TvFlameView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->picture = TV_FLAME_PICTURE (tv_flame_picture_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self->picture), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (self->picture, "described", G_CALLBACK (on_described),
                            self);
  g_signal_connect_swapped (self->picture, "opened", G_CALLBACK (open_frame), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller),
                                 GTK_WIDGET (self->picture));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);

  tv_view_set_content (TV_VIEW (self),
                       tv_view_make_placeholder (TV_VIEW (self), scroller, NULL));
  tv_view_set_focus (TV_VIEW (self), GTK_WIDGET (self->picture));
}

static void
tv_flame_view_init (TvFlameView *self)
{
  static const GActionEntry entries[] = {
    { "open", open_current, NULL, NULL, NULL, { 0 } },
    { "back", activate_back, NULL, NULL, NULL, { 0 } },
  };
  TvView *view = TV_VIEW (self);

  tv_view_add_actions (view, entries, G_N_ELEMENTS (entries));
  add_options (self);
  add_picture (self);
  add_status (self);
  reset_roots (self, NULL);
  update_legend (self);
  on_described (self);
  tv_view_listen (view, "notify::ranking", G_CALLBACK (ask));
  tv_view_listen (view, "notify::primary-clock", G_CALLBACK (ask));
  tv_view_listen (view, "notify::time-unit", G_CALLBACK (on_described));
  self->color_signals = g_signal_group_new (TV_TYPE_SESSION_COLORS);
  g_signal_group_connect_swapped (self->color_signals, "hits-changed", G_CALLBACK (ask),
                                  self);
}

GtkWidget *
tv_flame_view_new (void)
{
  return g_object_new (TV_TYPE_FLAME_VIEW, NULL);
}

/**
 * tv_flame_view_get_answer:
 * @self: a flame graph
 *
 * Returns: (transfer none) (nullable): the current frames, %NULL for none
 */
TvFlameAnswer *
tv_flame_view_get_answer (TvFlameView *self)
{
  g_return_val_if_fail (TV_IS_FLAME_VIEW (self), NULL);

  return self->answer;
}
