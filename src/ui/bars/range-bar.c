/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/range-bar.h"

#include "ui/session/range-text.h"
#include "ui/session/trace-session.h"

#include <glib/gi18n-lib.h>

struct _TvRangeBar
{
  GtkBox parent_instance;

  /* children */
  GtkWidget *steps; /* box of buttons, from the whole trace to the selected range */
  GtkWidget *range;
  GtkWidget *range_buttons;
  GtkWidget *marks;
  GtkWidget *mark_buttons;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  guint n_steps;
};

G_DEFINE_FINAL_TYPE (TvRangeBar, tv_range_bar, GTK_TYPE_BOX)

static void
tv_range_bar_dispose (GObject *object)
{
  TvRangeBar *self = TV_RANGE_BAR (object);

  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_range_bar_parent_class)->dispose (object);
}

static void
tv_range_bar_class_init (TvRangeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_range_bar_dispose;

  gtk_widget_class_set_css_name (widget_class, "rangebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* Steps */

static GtkWidget *
build_step (guint depth)
{
  GtkWidget *step = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *button = gtk_button_new_with_label ("");

  if (depth > 0)
    {
      GtkWidget *arrow = gtk_image_new_from_icon_name ("pan-end-symbolic");

      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (step), arrow);
    }
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, depth == 0 ? _ ("Go Back to Whole Trace")
                                                  : _ ("Go Back to This Range"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", depth);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "timeline.go-back-to-range");
  gtk_box_append (GTK_BOX (step), button);
  return step;
}

/* Keeps existing buttons, so that a focused one keeps the focus. */
static void
count_steps (TvRangeBar *self, guint n)
{
  for (; self->n_steps < n; self->n_steps++)
    gtk_box_append (GTK_BOX (self->steps), build_step (self->n_steps));
  for (; self->n_steps > n; self->n_steps--)
    gtk_box_remove (GTK_BOX (self->steps), gtk_widget_get_last_child (self->steps));
}

static void
show_steps (TvRangeBar *self)
{
  const guint depth = tv_trace_session_get_range_depth (self->session);
  GtkWidget *step;
  guint i = 0;

  count_steps (self, depth > 0 ? depth + 1 : 0);
  for (step = gtk_widget_get_first_child (self->steps); step != NULL;
       step = gtk_widget_get_next_sibling (step), i++)
    {
      g_autofree char *text = tv_range_dup_step_text (self->session, i);
      GtkWidget *button = gtk_widget_get_last_child (step);

      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), text) != 0)
        gtk_button_set_label (GTK_BUTTON (button), text);
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                               PANGO_ELLIPSIZE_END);
    }
}

/* Texts */

static void
set_text (GtkWidget *line, const char *text, const char *spoken)
{
  gtk_widget_set_visible (line, text[0] != '\0');
  if (g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (line)), text) == 0)
    return;
  gtk_inscription_set_text (GTK_INSCRIPTION (line), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

/* Shows the range. The last step shows its length already, but a screen reader should
 * read everything at once. */
static void
show_range (TvRangeBar *self)
{
  g_autofree char *text = NULL;
  g_autofree char *spoken = NULL;
  gint64 start;
  gint64 end;

  if (tv_trace_session_get_range (self->session, &start, &end))
    {
      text = tv_range_dup_short_text (self->session, start, end);
      spoken = tv_range_dup_text (self->session, start, end);
    }
  else
    text = g_strdup ("");
  set_text (self->range, text, spoken != NULL ? spoken : "");
  gtk_widget_set_visible (self->range_buttons, text[0] != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken != NULL ? spoken : "", -1);
}

static void
show_marks (TvRangeBar *self)
{
  g_autofree char *text = tv_range_dup_marks_text (self->session);

  set_text (self->marks, text, text);
  gtk_widget_set_visible (self->mark_buttons, text[0] != '\0');
}

static void
update (TvRangeBar *self)
{
  gboolean has_mark = FALSE;
  gboolean has_range = FALSE;

  if (self->session != NULL)
    {
      gint64 time;

      show_steps (self);
      show_range (self);
      show_marks (self);
      has_range = tv_trace_session_get_range_depth (self->session) > 0;
      has_mark = tv_trace_session_get_mark (self->session, TV_MARK_A, &time);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), has_range || has_mark);
}

/* Widgets */

/* An inscription, because a new text in a label would cause a new layout of the window.
 */
static GtkWidget *
build_line (guint chars)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  return g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow",
                       GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "attributes", attributes,
                       "min-chars", 3, "nat-chars", chars, "hexpand", TRUE, NULL);
}

static GtkWidget *
build_button (const char *icon_name, const char *action_name, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action_name);
  return button;
}

static GtkWidget *
build_range_buttons (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_append (GTK_BOX (box),
                  build_button ("zoom-fit-best-symbolic", "timeline.zoom-to-range",
                                _ ("Zoom to Range")));
  gtk_box_append (
      GTK_BOX (box),
      build_button ("edit-clear-symbolic", "timeline.clear-range", _ ("Clear Range")));
  return box;
}

static GtkWidget *
build_mark_buttons (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_append (GTK_BOX (box), build_button ("edit-select-all-symbolic",
                                               "timeline.select-between-marks",
                                               _ ("Select from A to B")));
  gtk_box_append (
      GTK_BOX (box),
      build_button ("edit-clear-symbolic", "timeline.clear-marks", _ ("Clear Marks")));
  return box;
}

static void
tv_range_bar_init (TvRangeBar *self)
{
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->range = build_line (16);
  self->range_buttons = build_range_buttons ();
  self->marks = build_line (16);
  self->mark_buttons = build_mark_buttons ();
  gtk_box_append (GTK_BOX (self), self->steps);
  gtk_box_append (GTK_BOX (self), self->range);
  gtk_box_append (GTK_BOX (self), self->range_buttons);
  gtk_box_append (GTK_BOX (self), self->marks);
  gtk_box_append (GTK_BOX (self), self->mark_buttons);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Selected time range"), -1);

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::range-start",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::marks",
                                  G_CALLBACK (update), self);
}

GtkWidget *
tv_range_bar_new (void)
{
  return g_object_new (TV_TYPE_RANGE_BAR, NULL);
}

/**
 * tv_range_bar_set_session:
 * @self: a bar
 * @session: (nullable): the session whose range it shows, %NULL for none
 */
void
tv_range_bar_set_session (TvRangeBar *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_RANGE_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  g_signal_group_set_target (self->session_signals, session);
  g_set_object (&self->session, session);
  update (self);
}
