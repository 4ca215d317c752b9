/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/popup-menu.h"

static void
drop_menu (gpointer data)
{
  g_autoptr (GtkWidget) menu = data;

  if (gtk_widget_get_parent (menu) != NULL)
    gtk_widget_unparent (menu);
}

/* Its action runs after it is closed: only then it may go. */
static void
menu_closed (GtkPopover *menu)
{
  g_idle_add_once (drop_menu, g_object_ref (menu));
}

/**
 * tv_popup_menu_open:
 * @owner: the widget whose menu it is
 * @model: what is in it
 * @place: what it is about, in pixels of @owner
 *
 * Opens a menu below a place, as a secondary click does. It takes its leave from @owner
 * after it was closed; @owner has to present it when it is given its own place.
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

  /* A tooltip would lie over it. */
  gtk_widget_trigger_tooltip_query (owner);
  menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_parent (menu, owner);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), place);
  gtk_popover_set_position (GTK_POPOVER (menu), GTK_POS_BOTTOM);
  gtk_widget_set_halign (menu, gtk_widget_get_direction (owner) == GTK_TEXT_DIR_RTL
                                   ? GTK_ALIGN_END
                                   : GTK_ALIGN_START);
  g_signal_connect (menu, "closed", G_CALLBACK (menu_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
  return menu;
}
