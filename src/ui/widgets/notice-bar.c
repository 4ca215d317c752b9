/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/widgets/notice-bar.h"

#include "ui/widgets/later.h"

#include <glib/gi18n-lib.h>

/* Shorter work is not mentioned. */
#define BUSY_DELAY_MS 300

/* How long a success is shown. An error stays until the user closes it. */
#define DONE_MS 6000

struct _TvNoticeBar
{
  GtkWidget parent_instance;

  GtkInfoBar *bar;
  GtkWidget *icon;
  GtkWidget *label;
  GtkWidget *spinner;
  GtkWidget *action_button; /* runs the offered action */
  GtkWidget *cancel_button;
  GCancellable *cancellable; /* of the work */
  TvLater *later;            /* shows or hides the bar */
};

G_DEFINE_FINAL_TYPE (TvNoticeBar, tv_notice_bar, GTK_TYPE_WIDGET)

static void
tv_notice_bar_dispose (GObject *object)
{
  TvNoticeBar *self = TV_NOTICE_BAR (object);
  GtkWidget *bar = GTK_WIDGET (g_steal_pointer (&self->bar));

  tv_later_cancel (&self->later);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&bar, gtk_widget_unparent);

  G_OBJECT_CLASS (tv_notice_bar_parent_class)->dispose (object);
}

static void
tv_notice_bar_class_init (TvNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_notice_bar_dispose;
  gtk_widget_class_set_css_name (widget_class, "noticebar");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
cancel (TvNoticeBar *self)
{
  g_cancellable_cancel (self->cancellable);
  tv_notice_bar_hide (self);
}

static void
tv_notice_bar_init (TvNoticeBar *self)
{
  self->bar = GTK_INFO_BAR (gtk_info_bar_new ());
  self->icon = gtk_image_new ();
  self->spinner = gtk_spinner_new ();
  /* Screen readers read this role whenever it changes. */
  self->label = g_object_new (
      GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, "wrap", TRUE,
      "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0, "hexpand", TRUE, NULL);
  self->cancel_button = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  g_signal_connect_object (self->cancel_button, "clicked", G_CALLBACK (cancel), self,
                           G_CONNECT_SWAPPED);
  self->action_button = g_object_new (GTK_TYPE_BUTTON, "use-underline", TRUE, NULL);
  g_signal_connect_object (self->action_button, "clicked",
                           G_CALLBACK (tv_notice_bar_hide), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->bar, "response", G_CALLBACK (tv_notice_bar_hide), self,
                           G_CONNECT_SWAPPED);
  gtk_info_bar_add_child (self->bar, self->icon);
  gtk_info_bar_add_child (self->bar, self->spinner);
  gtk_info_bar_add_child (self->bar, self->label);
  gtk_info_bar_add_child (self->bar, self->action_button);
  gtk_info_bar_add_child (self->bar, self->cancel_button);
  gtk_widget_set_parent (GTK_WIDGET (self->bar), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * tv_notice_bar_new:
 *
 * Returns: (transfer floating): an empty bar
 */
GtkWidget *
tv_notice_bar_new (void)
{
  return g_object_new (TV_TYPE_NOTICE_BAR, NULL);
}

/* Shows a sentence. Each look has its own icon, since many users cannot rely on colour.
 */
static void
say (TvNoticeBar *self, const char *sentence, const char *look, gboolean busy)
{
  static const struct
  {
    const char *look;
    const char *icon;
    GtkMessageType type;
  } looks[] = { { "success", "object-select-symbolic", GTK_MESSAGE_OTHER },
                { "error", "dialog-error-symbolic", GTK_MESSAGE_ERROR },
                { "info", "dialog-information-symbolic", GTK_MESSAGE_INFO } };

  tv_later_cancel (&self->later);
  gtk_label_set_label (GTK_LABEL (self->label), sentence);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (g_str_equal (look, looks[i].look))
      {
        gtk_widget_add_css_class (GTK_WIDGET (self), look);
        gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), looks[i].icon);
        gtk_info_bar_set_message_type (self->bar, looks[i].type);
      }
    else
      gtk_widget_remove_css_class (GTK_WIDGET (self), looks[i].look);
  gtk_widget_set_visible (self->icon, !busy);
  gtk_widget_set_visible (self->action_button, FALSE);
  gtk_info_bar_set_show_close_button (self->bar, !busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_widget_set_visible (self->cancel_button, busy);
  gtk_widget_set_visible (GTK_WIDGET (self), !busy);
}

static void
show_late (gpointer user_data)
{
  TvNoticeBar *self = TV_NOTICE_BAR (user_data);

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

static void
hide_late (gpointer user_data)
{
  TvNoticeBar *self = TV_NOTICE_BAR (user_data);

  tv_notice_bar_hide (self);
}

/**
 * tv_notice_bar_show_busy:
 * @self: a bar
 * @sentence: what is being done
 * @cancellable: cancelled by its button
 *
 * Shows what is being done, unless the work ends soon.
 */
void
tv_notice_bar_show_busy (TvNoticeBar *self, const char *sentence,
                         GCancellable *cancellable)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  tv_notice_bar_hide (self);
  g_set_object (&self->cancellable, cancellable);
  say (self, sentence, "info", TRUE);
  tv_later_add (&self->later, BUSY_DELAY_MS, show_late, self);
}

/**
 * tv_notice_bar_set_progress:
 * @self: a bar
 * @sentence: what is being done, and how far it is
 * @cancellable: the one given to tv_notice_bar_show_busy()
 *
 * Updates the sentence of the work, unless the bar shows another one by now.
 */
void
tv_notice_bar_set_progress (TvNoticeBar *self, const char *sentence,
                            GCancellable *cancellable)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  if (self->cancellable == cancellable
      && gtk_spinner_get_spinning (GTK_SPINNER (self->spinner)))
    gtk_label_set_label (GTK_LABEL (self->label), sentence);
}

/**
 * tv_notice_bar_show_done:
 * @self: a bar
 * @sentence: what was done
 *
 * Shows a success for some seconds.
 */
void
tv_notice_bar_show_done (TvNoticeBar *self, const char *sentence)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  say (self, sentence, "success", FALSE);
  tv_later_add (&self->later, DONE_MS, hide_late, self);
}

/**
 * tv_notice_bar_show_error:
 * @self: a bar
 * @sentence: what is wrong
 *
 * Shows an error until the user closes the bar.
 */
void
tv_notice_bar_show_error (TvNoticeBar *self, const char *sentence)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  say (self, sentence, "error", FALSE);
}

/**
 * tv_notice_bar_show_hint:
 * @self: a bar
 * @sentence: a hint
 *
 * Shows a hint until the user closes the bar.
 */
void
tv_notice_bar_show_hint (TvNoticeBar *self, const char *sentence)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  say (self, sentence, "info", FALSE);
}

/**
 * tv_notice_bar_set_action:
 * @self: a bar that shows a sentence
 * @label: with a mnemonic
 * @action: name of an action of the window
 *
 * Adds a button that runs an action and hides the bar.
 */
void
tv_notice_bar_set_action (TvNoticeBar *self, const char *label, const char *action)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  gtk_button_set_label (GTK_BUTTON (self->action_button), label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->action_button), action);
  gtk_widget_set_visible (self->action_button, TRUE);
}

/**
 * tv_notice_bar_hide:
 * @self: a bar
 *
 * Hides the bar.
 */
void
tv_notice_bar_hide (TvNoticeBar *self)
{
  g_return_if_fail (TV_IS_NOTICE_BAR (self));

  tv_later_cancel (&self->later);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_label_set_label (GTK_LABEL (self->label), "");
}

const char *
tv_notice_bar_get_sentence (TvNoticeBar *self)
{
  g_return_val_if_fail (TV_IS_NOTICE_BAR (self), NULL);

  return gtk_label_get_label (GTK_LABEL (self->label));
}
