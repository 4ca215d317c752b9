/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/event-row.h"

#include <string.h>

/* The most bytes of a text; longer ones are cut. */
#define MAX_LABEL 200
#define MAX_EXPLANATION 1000

/* No trace is that long, and sums of such times do not overflow. */
#define TIME_LIMIT (G_MAXINT64 / 4)

static void
clear_texts (gpointer data)
{
  TvEvent *event = data;

  g_clear_pointer ((char **) &event->label, g_ref_string_release);
  g_clear_pointer ((char **) &event->explanation, g_ref_string_release);
}

static void
free_texts (gpointer event)
{
  clear_texts (event);
  g_free (event);
}

/**
 * tv_event_row_new:
 * @name: its name, unique in a session
 *
 * Returns: (transfer full): an empty row
 */
TvEventRow *
tv_event_row_new (const char *name)
{
  TvEventRow *row = g_new0 (TvEventRow, 1);

  g_return_val_if_fail (name != NULL, NULL);

  g_atomic_ref_count_init (&row->n_refs);
  row->name = g_strdup (name);
  row->events = g_array_new (FALSE, FALSE, sizeof (TvEvent));
  g_array_set_clear_func (row->events, clear_texts);
  row->meanings = g_hash_table_new (NULL, NULL);
  row->texts_of = g_ptr_array_new_with_free_func (free_texts);
  return row;
}

TvEventRow *
tv_event_row_ref (TvEventRow *row)
{
  g_atomic_ref_count_inc (&row->n_refs);
  return row;
}

void
tv_event_row_unref (TvEventRow *row)
{
  if (row == NULL || !g_atomic_ref_count_dec (&row->n_refs))
    return;
  g_hash_table_unref (row->meanings);
  g_ptr_array_unref (row->texts_of);
  g_array_unref (row->events);
  g_free (row->name);
  g_free (row);
}

/* Returns a text, cut to a limit and interned. */
static const char *
keep (const char *text, gsize limit)
{
  g_autofree char *cut = NULL;

  if (text == NULL)
    return NULL;
  if (strlen (text) > limit)
    {
      cut = g_strndup (text,
                       (gsize) (g_utf8_find_prev_char (text, text + limit) - text));
      text = cut;
    }
  return g_ref_string_new_intern (text);
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const TvEvent *first = a;
  const TvEvent *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  return (first->end < second->end) - (first->end > second->end);
}

/* Drops the events after the first %TV_EVENT_ROW_MAX. */
static void
cut (TvEventRow *row)
{
  g_array_sort (row->events, compare_events);
  if (row->events->len <= TV_EVENT_ROW_MAX)
    return;
  row->n_left_out += row->events->len - TV_EVENT_ROW_MAX;
  g_array_set_size (row->events, TV_EVENT_ROW_MAX);
  row->is_full = TRUE;
}

/**
 * tv_event_row_add:
 * @row: a row that is being filled
 * @event: an event, whose texts are copied; its level is ignored
 *
 * Adds an event, in any order. An event that ends before it starts becomes a moment.
 * The row keeps the first %TV_EVENT_ROW_MAX by time.
 */
void
tv_event_row_add (TvEventRow *row, const TvEvent *event)
{
  TvEvent kept = *event;

  g_return_if_fail (row != NULL && event->label != NULL);

  kept.start = CLAMP (event->start, -TIME_LIMIT, TIME_LIMIT);
  kept.end = CLAMP (event->end, kept.start, TIME_LIMIT);
  if (row->is_full
      && compare_events (&kept, tv_event_row_get (row, TV_EVENT_ROW_MAX - 1)) >= 0)
    {
      row->n_left_out++;
      return;
    }
  kept.label = keep (event->label, MAX_LABEL);
  kept.explanation = keep (event->explanation, MAX_EXPLANATION);
  if (kept.kind == 0)
    kept.kind = g_str_hash (kept.label);
  g_array_append_val (row->events, kept);
  if (row->events->len == 2 * TV_EVENT_ROW_MAX)
    cut (row);
}

/**
 * tv_event_row_explain:
 * @row: a row that is being filled
 * @method: index of a method
 * @label: the label of its calls
 * @explanation: (nullable): what the label means
 *
 * Sets the meaning of all calls of a method, including those that are not events.
 */
void
tv_event_row_explain (TvEventRow *row, guint32 method, const char *label,
                      const char *explanation)
{
  TvEvent kept = { .label = keep (label, MAX_LABEL),
                   .explanation = keep (explanation, MAX_EXPLANATION) };
  TvEvent *meaning = NULL;

  for (guint i = 0; i < row->texts_of->len && meaning == NULL; i++)
    {
      meaning = g_ptr_array_index (row->texts_of, i);
      if (meaning->label != kept.label || meaning->explanation != kept.explanation)
        meaning = NULL;
    }
  if (meaning == NULL)
    g_ptr_array_add (row->texts_of, meaning = g_memdup2 (&kept, sizeof kept));
  else
    clear_texts (&kept);
  g_hash_table_insert (row->meanings, GUINT_TO_POINTER (method), meaning);
}

/**
 * tv_event_row_sort:
 * @row: a row that has all its events
 *
 * Sorts the events by start, longer ones first, and puts overlapping events on
 * different levels, as long as there are levels.
 */
void
tv_event_row_sort (TvEventRow *row)
{
  gint64 ends[TV_EVENT_ROW_MAX_LEVELS];

  cut (row);
  row->n_levels = 0;
  for (guint i = 0; i < row->events->len; i++)
    {
      TvEvent *event = &g_array_index (row->events, TvEvent, i);
      guint level = 0;

      while (level < row->n_levels && ends[level] > event->start)
        level++;
      event->level = level;
      if (level == TV_EVENT_ROW_MAX_LEVELS)
        continue;
      row->n_levels = MAX (row->n_levels, level + 1);
      ends[level] = event->end;
    }
}

/**
 * tv_event_row_get_meaning:
 * @row: a row
 * @method: index of a method
 * @meaning: (out): its label and explanation
 *
 * Returns: whether the row says what calls of the method mean
 */
gboolean
tv_event_row_get_meaning (const TvEventRow *row, guint32 method, TvEvent *meaning)
{
  const TvEvent *found = g_hash_table_lookup (row->meanings, GUINT_TO_POINTER (method));

  if (found != NULL)
    *meaning = *found;
  return found != NULL;
}
