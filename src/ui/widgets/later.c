/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/later.h"

struct _TvLater
{
  TvLater **field;
  gint64 due; /* microseconds on the monotonic clock, plus the skipped time */
  GSourceOnceFunc function;
  gpointer data;
  const char *name;
  guint source; /* 0 while the clock is stopped */
};

/* Delayed actions, the earliest first */
static GQueue pending = G_QUEUE_INIT;
static gboolean clock_stands;
static gint64 skipped;

static int
compare_due (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvLater *first = a;
  const TvLater *second = b;

  return first->due <= second->due ? -1 : 1;
}

static void
run (gpointer data)
{
  TvLater *later = data;
  GSourceOnceFunc function = later->function;
  gpointer owner = later->data;

  later->source = 0;
  tv_later_cancel (later->field);
  function (owner);
}

/**
 * tv_later_add_named:
 * @field: see tv_later_add()
 * @milliseconds: see tv_later_add()
 * @function: see tv_later_add()
 * @data: see tv_later_add()
 * @name: (transfer none): its name for tv_later_dup_names(); must stay valid
 *
 * Use tv_later_add(), which adds the name.
 */
void
tv_later_add_named (TvLater **field, guint milliseconds, GSourceOnceFunc function,
                    gpointer data, const char *name)
{
  TvLater *later;

  g_return_if_fail (field != NULL && function != NULL && name != NULL);

  tv_later_cancel (field);
  later = g_new (TvLater, 1);
  *later = (TvLater){
    field,    tv_later_get_time () + milliseconds * G_TIME_SPAN_MILLISECOND,
    function, data,
    name,     0
  };
  if (!clock_stands)
    later->source = g_timeout_add_once (milliseconds, run, later);
  g_queue_insert_sorted (&pending, later, compare_due, NULL);
  *field = later;
}

/**
 * tv_later_cancel:
 * @field: the owner's field, which may be empty
 *
 * Cancels the action. Clears the field.
 */
void
tv_later_cancel (TvLater **field)
{
  TvLater *later;

  g_return_if_fail (field != NULL);

  later = g_steal_pointer (field);
  if (later == NULL)
    return;
  g_clear_handle_id (&later->source, g_source_remove);
  g_queue_remove (&pending, later);
  g_free (later);
}

/**
 * tv_later_get_time:
 *
 * Returns: the time of the clock that makes actions due, in microseconds
 */
gint64
tv_later_get_time (void)
{
  return clock_stands ? skipped : g_get_monotonic_time ();
}

/**
 * tv_later_set_clock:
 * @runs: whether time passes by itself, which is the default
 *
 * Stops or starts the clock. While it is stopped, actions become due only by
 * tv_later_skip(), so that tests do not depend on time. No action may be pending.
 */
void
tv_later_set_clock (gboolean runs)
{
  g_return_if_fail (g_queue_is_empty (&pending));

  clock_stands = !runs;
}

/**
 * tv_later_skip:
 *
 * Skips the time until the next action is due, and runs it. Does nothing while the
 * clock runs.
 *
 * Returns: whether an action was run
 */
gboolean
tv_later_skip (void)
{
  TvLater *later = g_queue_peek_head (&pending);

  if (!clock_stands || later == NULL)
    return FALSE;
  skipped = later->due;
  run (later);
  return TRUE;
}

/**
 * tv_later_dup_names:
 *
 * Lists the pending actions of all windows.
 *
 * Returns: (transfer full): the names of their functions, separated by spaces, the
 *   earliest first
 */
char *
tv_later_dup_names (void)
{
  GString *names = g_string_new (NULL);

  for (const GList *link = pending.head; link != NULL; link = link->next)
    g_string_append_printf (names, names->len > 0 ? " %s" : "%s",
                            ((const TvLater *) link->data)->name);
  return g_string_free (names, FALSE);
}
