/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/row-choice.h"

/* As settings and menus name them. */
static const char *const order_names[TV_N_THREAD_ORDERS] = {
  [TV_THREAD_ORDER_COVERED] = "wall-time",
  [TV_THREAD_ORDER_CPU] = "cpu-time",
  [TV_THREAD_ORDER_NAME] = "name",
  [TV_THREAD_ORDER_ID] = "id",
  [TV_THREAD_ORDER_FIRST_EVENT] = "first-event",
};

const char *
tv_thread_order_to_string (TvThreadOrder order)
{
  g_return_val_if_fail (order < TV_N_THREAD_ORDERS, NULL);

  return order_names[order];
}

gboolean
tv_thread_order_from_string (const char *text, TvThreadOrder *order)
{
  g_return_val_if_fail (text != NULL && order != NULL, FALSE);

  for (guint i = 0; i < TV_N_THREAD_ORDERS; i++)
    if (g_str_equal (order_names[i], text))
      {
        *order = (TvThreadOrder) i;
        return TRUE;
      }
  return FALSE;
}

TvRowChoice *
tv_row_choice_new (void)
{
  TvRowChoice *choice = g_new0 (TvRowChoice, 1);

  choice->only = TV_THREAD_NONE;
  choice->pinned = g_array_new (FALSE, FALSE, sizeof (guint32));
  choice->hidden = g_hash_table_new (NULL, NULL);
  return choice;
}

TvRowChoice *
tv_row_choice_copy (const TvRowChoice *choice)
{
  TvRowChoice *copy;
  GHashTableIter iter;
  gpointer thread;

  g_return_val_if_fail (choice != NULL, NULL);

  copy = g_memdup2 (choice, sizeof *choice);
  copy->filter = g_strdup (choice->filter);
  copy->pinned = g_array_copy (choice->pinned);
  copy->hidden = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, choice->hidden);
  while (g_hash_table_iter_next (&iter, &thread, NULL))
    g_hash_table_add (copy->hidden, thread);
  return copy;
}

void
tv_row_choice_free (TvRowChoice *choice)
{
  g_return_if_fail (choice != NULL);

  g_free (choice->filter);
  g_array_unref (choice->pinned);
  g_hash_table_unref (choice->hidden);
  g_free (choice);
}

/* Drops what is about the threads of one trace. The order stays. */
void
tv_row_choice_forget_threads (TvRowChoice *choice)
{
  g_return_if_fail (choice != NULL);

  tv_row_choice_show_all (choice);
  g_array_set_size (choice->pinned, 0);
  choice->idle_open = FALSE;
}

/* Shows every thread again. */
void
tv_row_choice_show_all (TvRowChoice *choice)
{
  g_return_if_fail (choice != NULL);

  choice->only = TV_THREAD_NONE;
  g_clear_pointer (&choice->filter, g_free);
  g_hash_table_remove_all (choice->hidden);
}

void
tv_row_choice_hide (TvRowChoice *choice, guint32 thread)
{
  g_return_if_fail (choice != NULL);

  g_hash_table_add (choice->hidden, GUINT_TO_POINTER (thread));
}

static gboolean
find_pinned (const TvRowChoice *choice, guint32 thread, guint *place)
{
  for (guint i = 0; i < choice->pinned->len; i++)
    if (g_array_index (choice->pinned, guint32, i) == thread)
      {
        *place = i;
        return TRUE;
      }
  return FALSE;
}

void
tv_row_choice_set_pinned (TvRowChoice *choice, guint32 thread, gboolean pinned)
{
  guint place = 0;
  gboolean found;

  g_return_if_fail (choice != NULL);

  found = find_pinned (choice, thread, &place);
  if (pinned && !found)
    g_array_append_val (choice->pinned, thread);
  else if (!pinned && found)
    g_array_remove_index (choice->pinned, place);
}

gboolean
tv_row_choice_is_pinned (const TvRowChoice *choice, guint32 thread)
{
  guint place;

  g_return_val_if_fail (choice != NULL, FALSE);

  return find_pinned (choice, thread, &place);
}

gboolean
tv_row_choice_set_filter (TvRowChoice *choice, const char *filter)
{
  g_return_val_if_fail (choice != NULL, FALSE);

  if (filter != NULL && filter[0] == '\0')
    filter = NULL;
  if (g_strcmp0 (filter, choice->filter) == 0)
    return FALSE;
  g_free (choice->filter);
  choice->filter = g_strdup (filter);
  return TRUE;
}

gboolean
tv_row_choice_is_all (const TvRowChoice *choice)
{
  g_return_val_if_fail (choice != NULL, TRUE);

  return choice->only == TV_THREAD_NONE && choice->filter == NULL
         && g_hash_table_size (choice->hidden) == 0;
}
