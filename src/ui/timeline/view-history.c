/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/view-history.h"

/* Wheel steps closer than this belong to one movement of the hand. */
#define SAME_MOVEMENT (700 * G_TIME_SPAN_MILLISECOND)
#define MAX_VIEWS 200

typedef struct
{
  gint64 start;
  gint64 end;
} View;

struct _TvViewHistory
{
  GArray *views;  /* to go back to, the last one first to come */
  GArray *undone; /* to go forward to, likewise */
  TvViewChange last_change;
  gint64 last_time;
};

TvViewHistory *
tv_view_history_new (void)
{
  TvViewHistory *history = g_new0 (TvViewHistory, 1);
  history->views = g_array_new (FALSE, FALSE, sizeof (View));
  history->undone = g_array_new (FALSE, FALSE, sizeof (View));
  return history;
}

void
tv_view_history_free (TvViewHistory *history)
{
  if (history == NULL)
    return;
  g_array_unref (history->views);
  g_array_unref (history->undone);
  g_free (history);
}

/* Remembers a view, unless this step goes on with the movement that left the one
 * before. Only the last 200 views are kept. There is nothing to go forward to any
 * more. */
void
tv_view_history_leave (TvViewHistory *history, gint64 start, gint64 end,
                       TvViewChange change, gint64 now)
{
  View view;
  gboolean goes_on;

  g_return_if_fail (history != NULL);

  goes_on = history->views->len > 0 && change != TV_VIEW_CHANGE_JUMP
            && change == history->last_change
            && now - history->last_time < SAME_MOVEMENT;
  history->last_change = change;
  history->last_time = now;
  g_array_set_size (history->undone, 0);
  if (goes_on)
    return;

  view = (View){ start, end };
  if (history->views->len == MAX_VIEWS)
    g_array_remove_index (history->views, 0);
  g_array_append_val (history->views, view);
}

/* Takes the last view of one list and puts the present one on the other. */
static gboolean
exchange (TvViewHistory *history, GArray *from, GArray *to, gint64 *start, gint64 *end)
{
  View present = { *start, *end };
  View view;

  if (from->len == 0)
    return FALSE;

  view = g_array_index (from, View, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, present);
  *start = view.start;
  *end = view.end;
  history->last_change = TV_VIEW_CHANGE_JUMP;
  return TRUE;
}

/* Goes back a step. The present view can be gone forward to. */
gboolean
tv_view_history_go_back (TvViewHistory *history, gint64 *start, gint64 *end)
{
  g_return_val_if_fail (history != NULL && start != NULL && end != NULL, FALSE);

  return exchange (history, history->views, history->undone, start, end);
}

/* The reverse of tv_view_history_go_back(). */
gboolean
tv_view_history_go_forward (TvViewHistory *history, gint64 *start, gint64 *end)
{
  g_return_val_if_fail (history != NULL && start != NULL && end != NULL, FALSE);

  return exchange (history, history->undone, history->views, start, end);
}

void
tv_view_history_clear (TvViewHistory *history)
{
  g_return_if_fail (history != NULL);

  g_array_set_size (history->views, 0);
  g_array_set_size (history->undone, 0);
  history->last_change = TV_VIEW_CHANGE_JUMP;
}
