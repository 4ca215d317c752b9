/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/placeholder.h"

#include "ui/widgets/later.h"

/* Milliseconds after which the user is told what takes so long */
#define PATIENCE 200

struct _TvPlaceholder
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *label;
  GtkWidget *focus; /* (nullable): in the content that a sentence hides */
  TvLater *timer;
  char *pending; /* the sentence of the timer */
};

G_DEFINE_FINAL_TYPE (TvPlaceholder, tv_placeholder, GTK_TYPE_WIDGET)

static void
tv_placeholder_dispose (GObject *object)
{
  TvPlaceholder *self = TV_PLACEHOLDER (object);

  tv_later_cancel (&self->timer);
  g_clear_pointer (&self->pending, g_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->label, gtk_widget_unparent);

  G_OBJECT_CLASS (tv_placeholder_parent_class)->dispose (object);
}

static void
tv_placeholder_class_init (TvPlaceholderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_placeholder_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "placeholder");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
tv_placeholder_init (TvPlaceholder *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->label, "dim-label");
  gtk_widget_set_can_target (self->label, FALSE);
  gtk_widget_hide (self->label);
}

/**
 * tv_placeholder_new:
 * @content: the content
 * @focus: (nullable): a widget in @content, if a sentence hides the content: it gets
 * the keyboard focus when the content is shown again
 *
 * Returns: (transfer floating): a widget that shows @content and takes all room
 */
GtkWidget *
tv_placeholder_new (GtkWidget *content, GtkWidget *focus)
{
  TvPlaceholder *self;

  g_return_val_if_fail (GTK_IS_WIDGET (content), NULL);

  self = g_object_new (TV_TYPE_PLACEHOLDER, "hexpand", TRUE, "vexpand", TRUE, NULL);
  self->focus = focus;
  self->content = content;
  gtk_widget_set_parent (content, GTK_WIDGET (self));
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

/* Hides or shows the content. The placeholder takes the focus of hidden content, so
 * that keys keep working. */
static void
set_hidden (TvPlaceholder *self, gboolean hidden)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  const gboolean has_focus
      = focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));

  if (hidden != gtk_widget_get_child_visible (self->content))
    return;
  gtk_widget_set_focusable (widget, hidden);
  gtk_widget_set_child_visible (self->content, !hidden);
  if (has_focus)
    (void) gtk_widget_grab_focus (hidden ? widget : self->focus);
}

/**
 * tv_placeholder_say:
 * @self: a placeholder
 * @sentence: (nullable): why there is nothing to show, %NULL if there is something
 */
void
tv_placeholder_say (TvPlaceholder *self, const char *sentence)
{
  g_return_if_fail (TV_IS_PLACEHOLDER (self));

  tv_later_cancel (&self->timer);
  g_clear_pointer (&self->pending, g_free);
  gtk_label_set_text (GTK_LABEL (self->label), sentence != NULL ? sentence : "");
  gtk_widget_set_visible (self->label, sentence != NULL);
  set_hidden (self, sentence != NULL && self->focus != NULL);
}

static void
on_patience_over (gpointer data)
{
  TvPlaceholder *self = data;
  g_autofree char *sentence = g_steal_pointer (&self->pending);

  tv_placeholder_say (self, sentence);
}

/**
 * tv_placeholder_say_soon:
 * @self: a placeholder
 * @sentence: what is being done
 *
 * Shows a sentence after a fifth of a second, unless another sentence or the content is
 * shown before. Until then, the previous sentence stays.
 */
void
tv_placeholder_say_soon (TvPlaceholder *self, const char *sentence)
{
  g_return_if_fail (TV_IS_PLACEHOLDER (self));
  g_return_if_fail (sentence != NULL);

  g_free (self->pending);
  self->pending = g_strdup (sentence);
  if (self->timer == NULL)
    tv_later_add (&self->timer, PATIENCE, on_patience_over, self);
}
