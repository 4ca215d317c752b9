/* SPDX-License-Identifier: Apache-2.0 */

/* The keys of the rows, as in GTK's own lists. Each row has the keys that open and
 * close it. */

#include "ui/table/table-rows.h"

/* The arguments of a binding: the step, its unit, and whether it selects. */
#define STEP_FORMAT "(iib)"

enum
{
  BY_ROW,
  BY_PAGE,
  TO_END
};

static guint
find_destination (TvTableRows *self, int steps, int unit)
{
  const gint64 last = (gint64) tv_table_rows_get_n (self) - 1;
  gint64 position = tv_table_rows_get_cursor (self);

  switch (unit)
    {
    case BY_ROW:
      position += steps;
      break;
    case BY_PAGE:
      /* One row stays visible. */
      position += steps * MAX ((gint64) tv_table_rows_get_n_visible (self) - 1, 1);
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
  TvTableRows *self = TV_TABLE_ROWS (widget);
  int steps;
  int unit;
  gboolean select;

  if (tv_table_rows_get_n (self) == 0)
    return FALSE;
  g_variant_get (arguments, STEP_FORMAT, &steps, &unit, &select);
  tv_table_rows_move_cursor (self, find_destination (self, steps, unit), select);
  return TRUE;
}

static gboolean
activate_cursor (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  const guint cursor = tv_table_rows_get_cursor (TV_TABLE_ROWS (widget));

  if (cursor >= tv_table_rows_get_n (TV_TABLE_ROWS (widget)))
    return FALSE;
  g_signal_emit_by_name (widget, "activate", cursor);
  return TRUE;
}

static gboolean
select_cursor (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTableRows *self = TV_TABLE_ROWS (widget);
  const guint cursor = tv_table_rows_get_cursor (self);

  if (cursor >= tv_table_rows_get_n (self))
    return FALSE;
  tv_table_rows_select (self, cursor, FALSE);
  return TRUE;
}

static gboolean
unselect (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  tv_table_rows_select (TV_TABLE_ROWS (widget), GTK_INVALID_LIST_POSITION, FALSE);
  return TRUE;
}

/* With Ctrl the cursor moves and the selection stays. */
static void
add_step (GtkWidgetClass *widget_class, guint key, guint keypad_key, int steps,
          int unit)
{
  const guint keys[] = { key, keypad_key };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (widget_class, keys[i], 0, step, STEP_FORMAT, steps,
                                    unit, TRUE);
      gtk_widget_class_add_binding (widget_class, keys[i], GDK_SHIFT_MASK, step,
                                    STEP_FORMAT, steps, unit, TRUE);
      gtk_widget_class_add_binding (widget_class, keys[i], GDK_CONTROL_MASK, step,
                                    STEP_FORMAT, steps, unit, FALSE);
    }
}

void
tv_table_rows_install_keys (GtkWidgetClass *widget_class)
{
  static const guint enter[] = { GDK_KEY_Return, GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter };

  add_step (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, -1, BY_ROW);
  add_step (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, 1, BY_ROW);
  add_step (widget_class, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -1, BY_PAGE);
  add_step (widget_class, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 1, BY_PAGE);
  add_step (widget_class, GDK_KEY_Home, GDK_KEY_KP_Home, -1, TO_END);
  add_step (widget_class, GDK_KEY_End, GDK_KEY_KP_End, 1, TO_END);
  for (guint i = 0; i < G_N_ELEMENTS (enter); i++)
    gtk_widget_class_add_binding (widget_class, enter[i], 0, activate_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, select_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Space, 0, select_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_a,
                                GDK_CONTROL_MASK | GDK_SHIFT_MASK, unselect, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_backslash, GDK_CONTROL_MASK,
                                unselect, NULL);
}
