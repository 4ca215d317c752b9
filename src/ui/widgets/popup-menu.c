/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/popup-menu.h"

/* Longer lines wrap. */
#define MAX_TEXT_CHARS 90

static gboolean
drop (gpointer data)
{
  g_autoptr (GtkWidget) popover = data;

  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/**
 * tv_popup_drop:
 * @popover: a popover that was just closed
 *
 * Unparents a popover when what closed it is done, such as the action of a menu, and
 * before the next event or frame. From these a hidden popover can get the pointer once
 * more, and GTK 4.8 crashes when it looks for the surface of an unparented one later.
 */
void
tv_popup_drop (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_HIGH, drop, g_object_ref (popover), NULL);
}

/* Resets gestures that wait for the release of the button that opened the menu: the
 * menu took it, and they would miss the next click. */
static void
reset_gestures (GtkWidget *owner)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (owner);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller
          = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE (controller))
        gtk_event_controller_reset (controller);
    }
}

static void
on_closed (GtkPopover *menu)
{
  GtkWidget *owner = gtk_widget_get_parent (GTK_WIDGET (menu));

  if (owner != NULL)
    {
      gtk_widget_set_can_target (owner, TRUE);
      reset_gestures (owner);
    }
  tv_popup_drop (GTK_WIDGET (menu));
}

static void
open_below (GtkWidget *popover, GtkWidget *owner, const GdkRectangle *place)
{
  /* A tooltip for the widget under the pointer would cover the menu. */
  gtk_widget_set_can_target (owner, FALSE);
  gtk_widget_trigger_tooltip_query (owner);
  gtk_widget_set_parent (popover, owner);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), place);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (popover, gtk_widget_get_direction (owner) == GTK_TEXT_DIR_RTL
                                      ? GTK_ALIGN_END
                                      : GTK_ALIGN_START);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/**
 * tv_popup_menu_open:
 * @owner: the widget whose menu it is
 * @model: its items
 * @place: the place of its subject, in pixels of @owner
 *
 * Opens a menu below a place, as on a secondary click. The menu is a child of @owner
 * until it is closed; @owner must present it when it is allocated.
 *
 * Returns: (transfer none): the menu
 */
GtkWidget *
tv_popup_menu_open (GtkWidget *owner, GMenuModel *model, const GdkRectangle *place)
{
  GtkWidget *menu;

  g_return_val_if_fail (GTK_IS_WIDGET (owner), NULL);
  g_return_val_if_fail (G_IS_MENU_MODEL (model), NULL);
  g_return_val_if_fail (place != NULL, NULL);

  menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  open_below (menu, owner, place);
  return menu;
}

/**
 * tv_popup_text_open:
 * @owner: the widget whose text it is
 * @text: the text
 * @place: the place of its subject, in pixels of @owner
 *
 * As tv_popup_menu_open(), with a text that can be selected and copied.
 *
 * Returns: (transfer none): the popover
 */
GtkWidget *
tv_popup_text_open (GtkWidget *owner, const char *text, const GdkRectangle *place)
{
  GtkWidget *popover;
  GtkWidget *label;

  g_return_val_if_fail (GTK_IS_WIDGET (owner), NULL);
  g_return_val_if_fail (text != NULL && place != NULL, NULL);

  label = gtk_label_new (text);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_TEXT_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), label);
  open_below (popover, owner, place);
  return popover;
}
