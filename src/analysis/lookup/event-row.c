/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/event-row.h"

#include <string.h>

/* Longer texts are cut, in bytes. */
#define MAX_LABEL 200
#define MAX_EXPLANATION 1000

/* No trace is that long: lengths and the room beside them can be added up. */
#define TIME_LIMIT (G_MAXINT64 / 4)

struct _TvEventRow
{
  gatomicrefcount n_refs;
  char *name;
  GStringChunk *texts;
  GArray *events;       /* of TvEvent */
  GHashTable *meanings; /* method to one of the next */
  GPtrArray *texts_of;  /* of TvEvent without times */
  guint64 n_left_out;
  guint n_levels;
};

/**
 * tv_event_row_new:
 * @name: what the row is called; a session has one row of a name
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
  row->texts = g_string_chunk_new (1024);
  row->events = g_array_new (FALSE, FALSE, sizeof (TvEvent));
  row->meanings = g_hash_table_new (NULL, NULL);
  row->texts_of = g_ptr_array_new_with_free_func (g_free);
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
  g_string_chunk_free (row->texts);
  g_free (row->name);
  g_free (row);
}

static const char *
keep (TvEventRow *row, const char *text, gsize limit)
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
  return g_string_chunk_insert_const (row->texts, text);
}

/**
 * tv_event_row_add:
 * @row: a row that is being filled
 * @event: an event, whose texts are copied; its level is ignored
 *
 * Adds an event. One that ends before it begins is taken for a moment.
 */
void
tv_event_row_add (TvEventRow *row, const TvEvent *event)
{
  TvEvent kept = *event;

  g_return_if_fail (row != NULL && event->label != NULL);

  if (row->events->len == TV_EVENT_ROW_MAX)
    {
      row->n_left_out++;
      return;
    }
  kept.start = CLAMP (event->start, -TIME_LIMIT, TIME_LIMIT);
  kept.end = CLAMP (event->end, kept.start, TIME_LIMIT);
  kept.label = keep (row, event->label, MAX_LABEL);
  kept.explanation = keep (row, event->explanation, MAX_EXPLANATION);
  g_array_append_val (row->events, kept);
}

/**
 * tv_event_row_explain:
 * @row: a row that is being filled
 * @method: index of a method
 * @label: what a call of it is called
 * @explanation: (nullable): what that means
 *
 * Says what every call of a method means, also where it is no event of its own.
 */
void
tv_event_row_explain (TvEventRow *row, guint32 method, const char *label,
                      const char *explanation)
{
  const char *kept = keep (row, label, MAX_LABEL);
  const char *sentence = keep (row, explanation, MAX_EXPLANATION);
  TvEvent *meaning = NULL;

  for (guint i = 0; i < row->texts_of->len && meaning == NULL; i++)
    {
      meaning = g_ptr_array_index (row->texts_of, i);
      /* Texts are kept once. */
      if (meaning->label != kept || meaning->explanation != sentence)
        meaning = NULL;
    }
  if (meaning == NULL)
    {
      meaning = g_new0 (TvEvent, 1);
      meaning->label = kept;
      meaning->explanation = sentence;
      g_ptr_array_add (row->texts_of, meaning);
    }
  g_hash_table_insert (row->meanings, GUINT_TO_POINTER (method), meaning);
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

/**
 * tv_event_row_sort:
 * @row: a row that has all its events
 *
 * Orders the events by their start, the longer first, and puts those that overlap on
 * levels.
 */
void
tv_event_row_sort (TvEventRow *row)
{
  gint64 ends[TV_EVENT_ROW_MAX_LEVELS];

  g_array_sort (row->events, compare_events);
  row->n_levels = 0;
  for (guint i = 0; i < row->events->len; i++)
    {
      TvEvent *event = &g_array_index (row->events, TvEvent, i);
      guint level = 0;

      while (level < row->n_levels && ends[level] > event->start)
        level++;
      if (level == TV_EVENT_ROW_MAX_LEVELS)
        level--;
      if (level == row->n_levels)
        ends[row->n_levels++] = event->end;
      ends[level] = MAX (ends[level], event->end);
      event->level = level;
    }
}

/**
 * tv_event_row_get_name:
 * @row: a row
 *
 * Returns: (transfer none): what it is called
 */
const char *
tv_event_row_get_name (const TvEventRow *row)
{
  return row->name;
}

/**
 * tv_event_row_get_n:
 * @row: a row
 *
 * Returns: how many events it has
 */
guint
tv_event_row_get_n (const TvEventRow *row)
{
  return row->events->len;
}

/**
 * tv_event_row_get_n_left_out:
 * @row: a row
 *
 * Returns: how many events were added after the first %TV_EVENT_ROW_MAX
 */
guint64
tv_event_row_get_n_left_out (const TvEventRow *row)
{
  return row->n_left_out;
}

/**
 * tv_event_row_get_n_levels:
 * @row: a sorted row
 *
 * Returns: how many levels its events take, up to %TV_EVENT_ROW_MAX_LEVELS
 */
guint
tv_event_row_get_n_levels (const TvEventRow *row)
{
  return row->n_levels;
}

/**
 * tv_event_row_get:
 * @row: a sorted row
 * @index: less than tv_event_row_get_n()
 *
 * Returns: (transfer none): an event, in order of time
 */
const TvEvent *
tv_event_row_get (const TvEventRow *row, guint index)
{
  return &g_array_index (row->events, TvEvent, index);
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
