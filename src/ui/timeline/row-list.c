/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/row-list.h"

#include "analysis/lookup/call-query.h"
#include <string.h>

#define MAIN_NAME "main"
#define MAIN_ID 1

/* An idle thread was active for less than this fraction of the busiest thread's
 * time. */
#define IDLE_PART 1000

/* And it made few calls: a stack that was open at the start, and some more. */
#define MAX_IDLE_CALLS 32

/* A single idle thread keeps its row: folding it would save nothing. */
#define MIN_IDLE_THREADS 2

/* Greater than any byte of UTF-8. */
#define NO_NAME_KEY '\xff'

/* Threads between two checks of the cancellable. */
#define CHECK_INTERVAL 4096

static gint64
get_activity (const TvTimelineThreads *threads, guint32 thread)
{
  if (tv_trace_has_clock (threads->trace, TV_CLOCK_THREAD_CPU))
    return tv_trace_get_thread (threads->trace, thread)
        ->root_inclusive[TV_CLOCK_THREAD_CPU];
  return threads->covered[thread];
}

/* Finds the first thread with events that has the main thread's name, or else the one
 * with the id of an app's main thread. Returns TV_THREAD_NONE if there is none. */
guint32
tv_timeline_find_main_thread (const TvTrace *trace)
{
  guint32 found = TV_THREAD_NONE;

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      if (thread->n_events == 0)
        continue;
      if (g_strcmp0 (thread->name, MAIN_NAME) == 0)
        return i;
      if (thread->id == MAIN_ID && found == TV_THREAD_NONE)
        found = i;
    }
  return found;
}

static gboolean
sum_up (TvTimelineThreads *threads, GCancellable *cancellable)
{
  guint n_threads = tv_trace_get_n_threads (threads->trace);

  for (guint32 thread = 0; thread < n_threads; thread++)
    {
      const TvThread *info = tv_trace_get_thread (threads->trace, thread);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (info->n_events == 0)
        continue;
      threads->all[threads->n_all++] = thread;
      threads->covered[thread] = tv_trace_covered_time (threads->trace, thread);
      threads->busiest = MAX (threads->busiest, get_activity (threads, thread));
      threads->most_calls = MAX (threads->most_calls, info->n_calls);
    }
  threads->main_thread = tv_timeline_find_main_thread (threads->trace);
  return TRUE;
}

/* Walks over all calls to sum covered times. Belongs in a worker for big traces. */
TvTimelineThreads *
tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (TvTimelineThreads) threads = NULL;
  guint n_threads = tv_trace_get_n_threads (trace);

  threads = g_new0 (TvTimelineThreads, 1);
  g_atomic_ref_count_init (&threads->references);
  threads->trace = tv_trace_ref (trace);
  threads->covered = g_new0 (gint64, n_threads);
  threads->all = g_new (guint32, n_threads);
  if (!sum_up (threads, cancellable))
    return NULL;
  return g_steal_pointer (&threads);
}

TvTimelineThreads *
tv_timeline_threads_ref (TvTimelineThreads *threads)
{
  g_atomic_ref_count_inc (&threads->references);
  return threads;
}

void
tv_timeline_threads_unref (TvTimelineThreads *threads)
{
  if (!g_atomic_ref_count_dec (&threads->references))
    return;
  g_free (threads->covered);
  g_free (threads->all);
  tv_trace_unref (threads->trace);
  g_free (threads);
}

/* Returns whether a thread did next to nothing: less than a thousandth of the
 * busiest thread's CPU time (of its covered time without that clock), and at most 32
 * calls or a thousandth of the highest count. The main thread is never idle. */
gboolean
tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread)
{
  gsize few;

  g_assert (thread < tv_trace_get_n_threads (threads->trace));

  few = MAX (threads->most_calls / IDLE_PART, MAX_IDLE_CALLS);
  return thread != threads->main_thread
         && get_activity (threads, thread) < threads->busiest / IDLE_PART
         && tv_trace_get_thread (threads->trace, thread)->n_calls <= few;
}

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
  g_assert (order < TV_N_THREAD_ORDERS);

  return order_names[order];
}

gboolean
tv_thread_order_from_string (const char *text, TvThreadOrder *order)
{
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

  choice->main_first = TRUE;
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
  g_free (choice->filter);
  g_array_unref (choice->pinned);
  g_hash_table_unref (choice->hidden);
  g_free (choice);
}

static void
match_pinned (GArray *pinned, const TvTraceMatch *match)
{
  for (guint i = pinned->len; i > 0; i--)
    {
      guint32 *thread = &g_array_index (pinned, guint32, i - 1);

      *thread = tv_trace_match_thread (match, *thread);
      if (*thread == TV_THREAD_NONE)
        g_array_remove_index (pinned, i - 1);
    }
}

static GHashTable *
match_hidden (GHashTable *hidden, const TvTraceMatch *match)
{
  GHashTable *matched = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, hidden);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint32 thread = tv_trace_match_thread (match, GPOINTER_TO_UINT (key));

      if (thread != TV_THREAD_NONE)
        g_hash_table_add (matched, GUINT_TO_POINTER (thread));
    }
  return matched;
}

/* For another trace: drops the choices about single threads, or keeps them for the
 * threads that match. The order stays. */
void
tv_row_choice_change_threads (TvRowChoice *choice, const TvTraceMatch *match)
{
  GHashTable *hidden = choice->hidden;

  if (match == NULL)
    {
      tv_row_choice_show_all (choice);
      g_array_set_size (choice->pinned, 0);
      choice->idle_open = FALSE;
      return;
    }
  choice->only = tv_trace_match_thread (match, choice->only);
  match_pinned (choice->pinned, match);
  choice->hidden = match_hidden (hidden, match);
  g_hash_table_unref (hidden);
}

/* Shows every thread again. */
void
tv_row_choice_show_all (TvRowChoice *choice)
{
  choice->only = TV_THREAD_NONE;
  g_clear_pointer (&choice->filter, g_free);
  g_hash_table_remove_all (choice->hidden);
}

void
tv_row_choice_hide (TvRowChoice *choice, guint32 thread)
{
  g_hash_table_add (choice->hidden, GUINT_TO_POINTER (thread));
}

static gboolean
find_pinned (const TvRowChoice *choice, guint32 thread, guint *index)
{
  for (guint i = 0; i < choice->pinned->len; i++)
    if (g_array_index (choice->pinned, guint32, i) == thread)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

void
tv_row_choice_set_pinned (TvRowChoice *choice, guint32 thread, gboolean pinned)
{
  guint index = 0;
  gboolean found = find_pinned (choice, thread, &index);

  if (pinned && !found)
    g_array_append_val (choice->pinned, thread);
  else if (!pinned && found)
    g_array_remove_index (choice->pinned, index);
}

gboolean
tv_row_choice_is_pinned (const TvRowChoice *choice, guint32 thread)
{
  guint index;

  return find_pinned (choice, thread, &index);
}

gboolean
tv_row_choice_set_filter (TvRowChoice *choice, const char *filter)
{
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
  return choice->only == TV_THREAD_NONE && choice->filter == NULL
         && g_hash_table_size (choice->hidden) == 0;
}

/* Sort key of a thread; compact, for there may be millions. */
typedef struct
{
  gint64 key; /* the lowest first; of names, where theirs begin */
  guint32 id;
  guint32 thread;
} SortItem;

typedef struct
{
  const TvTimelineThreads *threads;
  TvTrace *trace;
  const TvRowChoice *choice;
  guint32 main_thread; /* to come first, or TV_THREAD_NONE */
  char *pattern;       /* folded, if case does not matter; or NULL */
  gboolean match_case;
  GString *names; /* keys that order names, one after the other */
  GArray *active; /* of SortItem */
  GArray *idle;   /* of SortItem */
} RowChooser;

/* Appends a number so that keys compare bytewise as the numbers do: the count of
 * digits in nines and a rest, then the digits. */
static void
append_number (GString *keys, const char *digits, gsize length)
{
  gsize left = length;

  for (; left >= 9; left -= 9)
    g_string_append_c (keys, '9');
  g_string_append_c (keys, (char) ('0' + left));
  g_string_append_len (keys, digits, (gssize) length);
}

/* Appends the sort key of a name: `pool-2` sorts before `pool-10`, case is ignored,
 * threads without a name come last. A key is made once per thread; each is compared
 * about twenty times. */
static gint64
append_name_key (GString *keys, const char *name)
{
  gsize start = keys->len;

  if (name == NULL)
    g_string_append_c (keys, NO_NAME_KEY);
  while (name != NULL && *name != '\0')
    {
      gsize length;

      if (!g_ascii_isdigit (*name))
        {
          g_string_append_c (keys, g_ascii_tolower (*name++));
          continue;
        }
      name += strspn (name, "0");
      length = strspn (name, "0123456789");
      append_number (keys, name, length);
      name += length;
    }
  g_string_append_c (keys, '\0');
  return (gint64) start;
}

static gint
compare_items (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SortItem *item_a = a;
  const SortItem *item_b = b;
  const RowChooser *chooser = user_data;
  gint names = 0;

  if (chooser->choice->order == TV_THREAD_ORDER_NAME && item_a->key >= 0
      && item_b->key >= 0)
    names
        = strcmp (chooser->names->str + item_a->key, chooser->names->str + item_b->key);
  else if (item_a->key != item_b->key)
    return item_a->key < item_b->key ? -1 : 1;
  if (names != 0)
    return names;
  if (item_a->id != item_b->id)
    return item_a->id < item_b->id ? -1 : 1;
  return item_a->thread < item_b->thread ? -1 : item_a->thread > item_b->thread;
}

static gint64
get_key (RowChooser *chooser, guint32 thread)
{
  const TvThread *info = tv_trace_get_thread (chooser->trace, thread);

  if (thread == chooser->main_thread)
    return G_MININT64;
  switch (chooser->choice->order)
    {
    case TV_THREAD_ORDER_NAME:
      return append_name_key (chooser->names, info->name);
    case TV_THREAD_ORDER_ID:
      return 0;
    case TV_THREAD_ORDER_FIRST_EVENT:
      return info->axis_first;
    case TV_THREAD_ORDER_CPU:
      if (tv_trace_has_clock (chooser->trace, TV_CLOCK_THREAD_CPU))
        return -info->root_inclusive[TV_CLOCK_THREAD_CPU];
      return -chooser->threads->covered[thread];
    case TV_THREAD_ORDER_COVERED:
    default:
      return -chooser->threads->covered[thread];
    }
}

static gboolean
text_matches (const RowChooser *chooser, const char *text)
{
  g_autofree char *folded = NULL;

  if (chooser->match_case)
    return strstr (text, chooser->pattern) != NULL;
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, chooser->pattern) != NULL;
}

/* Matches the label, so that an id finds its thread too, or another name. */
static gboolean
thread_matches (const RowChooser *chooser, guint32 thread)
{
  g_autofree char *label = NULL;
  const char *const *others;

  if (chooser->pattern == NULL)
    return TRUE;
  label = tv_trace_dup_thread_label (chooser->trace, thread);
  if (text_matches (chooser, label))
    return TRUE;

  others = tv_trace_get_thread (chooser->trace, thread)->other_names;
  for (guint i = 0; others != NULL && others[i] != NULL; i++)
    if (text_matches (chooser, others[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_kept_away (const RowChooser *chooser, guint32 thread)
{
  const TvRowChoice *choice = chooser->choice;

  return (choice->only != TV_THREAD_NONE && choice->only != thread)
         || g_hash_table_contains (choice->hidden, GUINT_TO_POINTER (thread));
}

/* A filter, or a thread that is shown alone, shows idle threads too. */
static gboolean
may_fold (const TvRowChoice *choice)
{
  return choice->filter == NULL && choice->only == TV_THREAD_NONE;
}

static gboolean
choose (RowChooser *chooser, GCancellable *cancellable)
{
  const TvTimelineThreads *threads = chooser->threads;
  gboolean fold = may_fold (chooser->choice);

  for (guint i = 0; i < threads->n_all; i++)
    {
      const guint32 thread = threads->all[i];
      SortItem item;

      if (i % CHECK_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (is_kept_away (chooser, thread)
          || tv_row_choice_is_pinned (chooser->choice, thread)
          || !thread_matches (chooser, thread))
        continue;

      item.key = get_key (chooser, thread);
      item.id = tv_trace_get_thread (chooser->trace, thread)->id;
      item.thread = thread;
      if (fold && tv_timeline_threads_is_idle (chooser->threads, thread))
        g_array_append_val (chooser->idle, item);
      else
        g_array_append_val (chooser->active, item);
    }
  if (chooser->idle->len < MIN_IDLE_THREADS)
    {
      g_array_append_vals (chooser->active, chooser->idle->data, chooser->idle->len);
      g_array_set_size (chooser->idle, 0);
    }
  return TRUE;
}

static void
add_row (TvRowList *list, guint32 thread)
{
  list->threads[list->n_rows++] = thread;
}

static void
add_pinned (TvRowList *list, const RowChooser *chooser)
{
  const GArray *pinned = chooser->choice->pinned;

  for (guint i = 0; i < pinned->len; i++)
    {
      guint32 thread = g_array_index (pinned, guint32, i);
      if (!is_kept_away (chooser, thread))
        add_row (list, thread);
    }
  list->n_pinned = list->n_rows;
}

static void
add_sorted (TvRowList *list, RowChooser *chooser, GArray *items)
{
  g_array_sort_with_data (items, compare_items, chooser);
  for (guint i = 0; i < items->len; i++)
    add_row (list, g_array_index (items, SortItem, i).thread);
}

static TvRowList *
make_list (RowChooser *chooser)
{
  TvRowList *list = g_new0 (TvRowList, 1);

  list->n_all = chooser->threads->n_all;
  list->threads = g_new (guint32, (gsize) chooser->choice->pinned->len
                                      + chooser->active->len + chooser->idle->len + 1);
  add_pinned (list, chooser);
  add_sorted (list, chooser, chooser->active);
  list->n_idle = chooser->idle->len;
  list->n_shown = list->n_rows + list->n_idle;
  if (list->n_idle > 0)
    add_row (list, TV_THREAD_NONE);
  if (chooser->choice->idle_open)
    add_sorted (list, chooser, chooser->idle);
  return list;
}

/* Smart case: a capital letter makes the match case-sensitive. */
static void
set_pattern (RowChooser *chooser, const char *filter)
{
  g_autofree char *lower = g_utf8_strdown (filter, -1);

  chooser->match_case = !g_str_equal (lower, filter);
  chooser->pattern
      = chooser->match_case ? g_strdup (filter) : g_utf8_casefold (filter, -1);
}

/* Lists the rows in order: pinned threads, the others, and a line for the idle
 * threads, which follow it if it is open. The filter does not apply to pinned
 * threads. Takes O(n log n); belongs in a worker for many thousands of threads. */
TvRowList *
tv_row_list_new (const TvTimelineThreads *threads, const TvRowChoice *choice,
                 GCancellable *cancellable)
{
  RowChooser chooser = { .threads = threads, .choice = choice };
  TvRowList *list = NULL;

  chooser.trace = threads->trace;
  chooser.main_thread = choice->main_first ? threads->main_thread : TV_THREAD_NONE;
  if (choice->filter != NULL)
    set_pattern (&chooser, choice->filter);
  chooser.names = g_string_new (NULL);
  chooser.active = g_array_new (FALSE, FALSE, sizeof (SortItem));
  chooser.idle = g_array_new (FALSE, FALSE, sizeof (SortItem));

  if (choose (&chooser, cancellable))
    list = make_list (&chooser);
  g_string_free (chooser.names, TRUE);
  g_array_unref (chooser.active);
  g_array_unref (chooser.idle);
  g_free (chooser.pattern);
  return list;
}

void
tv_row_list_free (TvRowList *list)
{
  g_free (list->threads);
  g_free (list);
}
