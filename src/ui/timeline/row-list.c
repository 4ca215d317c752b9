/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/row-list.h"

#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"

#include <string.h>

/* A single idle thread keeps its row: folding it would save nothing. */
#define MIN_IDLE_THREADS 2

/* Greater than any byte of UTF-8. */
#define NO_NAME_KEY '\xff'

/* Threads between two checks of the cancellable. */
#define CHECK_INTERVAL 4096

/* Their names in settings and menus. */
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
  choice->toggled = g_hash_table_new (NULL, NULL);
  return choice;
}

static GHashTable *
copy_set (GHashTable *set)
{
  GHashTable *copy = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer thread;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &thread, NULL))
    g_hash_table_add (copy, thread);
  return copy;
}

TvRowChoice *
tv_row_choice_copy (const TvRowChoice *choice)
{
  TvRowChoice *copy;

  copy = g_memdup2 (choice, sizeof *choice);
  copy->filter = g_strdup (choice->filter);
  copy->pinned = g_array_copy (choice->pinned);
  copy->hidden = copy_set (choice->hidden);
  copy->toggled = copy_set (choice->toggled);
  return copy;
}

void
tv_row_choice_free (TvRowChoice *choice)
{
  g_free (choice->filter);
  g_array_unref (choice->pinned);
  g_hash_table_unref (choice->hidden);
  g_hash_table_unref (choice->toggled);
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

/* Returns the same row of the other trace, TV_THREAD_NONE if there is none. */
static guint32
match_row (const TvTraceMatch *match, guint32 key)
{
  if (tv_row_key_get_kind (key) == TV_TIMELINE_ROW_THREAD)
    return tv_trace_match_thread (match, key);
  return tv_row_key_find (key, tv_trace_match_get_before (match),
                          tv_trace_match_get_now (match));
}

/* Takes the set. */
static GHashTable *
match_set (GHashTable *set, const TvTraceMatch *match)
{
  GHashTable *matched = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint32 row = match_row (match, GPOINTER_TO_UINT (key));

      if (row != TV_THREAD_NONE)
        g_hash_table_add (matched, GUINT_TO_POINTER (row));
    }
  g_hash_table_unref (set);
  return matched;
}

/* For another trace: drops the choices about single threads, or keeps them for the
 * threads that match. The order stays. */
void
tv_row_choice_change_threads (TvRowChoice *choice, const TvTraceMatch *match)
{
  if (match == NULL)
    {
      tv_row_choice_show_all (choice);
      g_array_set_size (choice->pinned, 0);
      g_hash_table_remove_all (choice->toggled);
      choice->idle_open = FALSE;
      return;
    }
  choice->only = tv_trace_match_thread (match, choice->only);
  match_pinned (choice->pinned, match);
  choice->hidden = match_set (choice->hidden, match);
  choice->toggled = match_set (choice->toggled, match);
}

/* Shows all threads again. */
void
tv_row_choice_show_all (TvRowChoice *choice)
{
  choice->only = TV_THREAD_NONE;
  g_clear_pointer (&choice->filter, g_free);
  g_hash_table_remove_all (choice->hidden);
}

void
tv_row_choice_hide (TvRowChoice *choice, guint32 key)
{
  g_hash_table_add (choice->hidden, GUINT_TO_POINTER (key));
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

/* Folds or opens a group. Its anchor identifies it, which the next trace may have, too.
 */
void
tv_row_choice_toggle_group (TvRowChoice *choice, const TvTimelineThreads *threads,
                            guint32 group)
{
  const gpointer anchor = GUINT_TO_POINTER (threads->anchors[group]);

  if (!g_hash_table_remove (choice->toggled, anchor))
    g_hash_table_add (choice->toggled, anchor);
}

/* Sort key of a thread; compact, because there may be millions. */
typedef struct
{
  gint64 key; /* the lowest comes first; the offset of the key of a name */
  guint32 id;
  guint32 thread;
} SortItem;

typedef struct
{
  const TvTimelineThreads *threads;
  TvTrace *trace;
  const TvRowChoice *choice;
  guint32 main_thread; /* the thread that comes first, or TV_THREAD_NONE */
  char *pattern;       /* folded, if case does not matter; or NULL */
  gboolean match_case;
  GString *names; /* keys that order names, one after the other */
  GArray *active; /* of SortItem */
  GArray *idle;   /* of SortItem */
  GArray *extras; /* of TvExtraRow */
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
row_matches (const RowChooser *chooser, guint32 key)
{
  const guint32 thread = key;
  g_autofree char *label = NULL;
  const char *const *others;

  if (chooser->pattern == NULL)
    return TRUE;
  label = tv_row_key_dup_label (chooser->trace, key);
  if (text_matches (chooser, label))
    return TRUE;
  if (tv_row_key_get_kind (key) != TV_TIMELINE_ROW_THREAD)
    return FALSE;

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

static void
choose_extras (RowChooser *chooser)
{
  const GArray *extras = chooser->threads->extras;

  for (guint i = 0; i < extras->len; i++)
    {
      const TvExtraRow row = g_array_index (extras, TvExtraRow, i);

      if (!is_kept_away (chooser, row.key) && row_matches (chooser, row.key))
        g_array_append_val (chooser->extras, row);
    }
}

/* Returns the row that a row stands beside: slices of a second file beside the calls of
 * their thread, and those of a file of samples beside the samples. */
static guint32
find_neighbour (const RowChooser *chooser, guint32 thread)
{
  const TvThread *row = tv_trace_get_thread (chooser->trace, thread);

  if (tv_trace_has_samples (chooser->trace))
    return row->owner;
  if (tv_trace_get_join (chooser->trace) == NULL || row->kind != TV_TRACK_THREAD)
    return thread;
  for (guint32 i = 0; i < thread; i++)
    {
      const TvThread *other = tv_trace_get_thread (chooser->trace, i);

      if (other->kind == row->kind && other->number == row->number
          && other->process == row->process)
        return i;
    }
  return thread;
}

static gboolean
choose (RowChooser *chooser, GCancellable *cancellable)
{
  const TvTimelineThreads *threads = chooser->threads;
  gboolean fold = may_fold (chooser->choice) && !threads->grouped;

  for (guint i = 0; i < threads->n_all; i++)
    {
      const guint32 thread = threads->all[i];
      guint32 neighbour;
      SortItem item;

      if (i % CHECK_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (is_kept_away (chooser, thread)
          || tv_row_choice_is_pinned (chooser->choice, thread)
          || !row_matches (chooser, thread))
        continue;

      neighbour = find_neighbour (chooser, thread);
      item.key = get_key (chooser, neighbour);
      item.id = tv_trace_get_thread (chooser->trace, neighbour)->id;
      item.thread = thread;
      if (fold && tv_timeline_threads_is_idle (chooser->threads, thread))
        g_array_append_val (chooser->idle, item);
      else
        g_array_append_val (chooser->active, item);
    }
  choose_extras (chooser);
  if (chooser->idle->len < MIN_IDLE_THREADS)
    {
      g_array_append_vals (chooser->active, chooser->idle->data, chooser->idle->len);
      g_array_set_size (chooser->idle, 0);
    }
  return TRUE;
}

static void
add_row (TvRowList *list, guint32 key)
{
  list->keys[list->n_rows++] = key;
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

/* A group that rows are in. */
typedef struct
{
  SortItem item; /* its thread is the group */
  guint first;   /* the first of its threads, in order of groups */
  guint n;
  guint first_extra; /* likewise */
  guint n_extras;
} Group;

static gint64
add_keys (gint64 a, gint64 b)
{
  return a < G_MININT64 - MIN (b, 0) ? G_MININT64 : a + b;
}

/* Adds a thread to the sort key of its group. */
static void
count_in_group (const RowChooser *chooser, const SortItem *item, Group *group)
{
  const TvThreadOrder order = chooser->choice->order;

  if (item->thread == chooser->main_thread || group->n == 0)
    group->item.key = item->key;
  else if (order == TV_THREAD_ORDER_FIRST_EVENT)
    group->item.key = MIN (group->item.key, item->key);
  else if (order != TV_THREAD_ORDER_NAME)
    group->item.key = add_keys (group->item.key, item->key);
  group->n++;
}

/* CPUs come before processes; other rows without a process come after them. */
static void
finish_group (RowChooser *chooser, Group *group)
{
  const guint32 index = group->item.thread;
  const TvProcess *process;

  if (index >= TV_N_ROW_GROUPS)
    {
      process = tv_trace_get_process (chooser->trace, index - TV_N_ROW_GROUPS);
      group->item.id = (guint32) CLAMP (process->pid, 0, G_MAXUINT32);
      if (chooser->choice->order == TV_THREAD_ORDER_NAME
          && group->item.key != G_MININT64)
        group->item.key = append_name_key (chooser->names, process->name);
      return;
    }
  group->item.id = index;
  if (index == TV_ROW_GROUP_CPUS)
    group->item.key = G_MININT64;
  else if (group->item.key != G_MININT64)
    group->item.key = chooser->choice->order == TV_THREAD_ORDER_NAME
                          ? append_name_key (chooser->names, NULL)
                          : G_MAXINT64;
}

static GArray *
list_groups (RowChooser *chooser)
{
  const TvTimelineThreads *threads = chooser->threads;
  g_autofree Group *all = g_new0 (Group, threads->n_groups);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  for (guint i = 0; i < chooser->active->len; i++)
    {
      const SortItem *item = &g_array_index (chooser->active, SortItem, i);

      count_in_group (chooser, item, &all[threads->groups[item->thread]]);
    }
  for (guint i = chooser->extras->len; i > 0; i--)
    {
      Group *group = &all[g_array_index (chooser->extras, TvExtraRow, i - 1).group];

      group->first_extra = i - 1;
      group->n_extras++;
    }
  for (guint32 group = 0; group < threads->n_groups; group++)
    if (all[group].n + all[group].n_extras > 0)
      {
        all[group].item.thread = group;
        finish_group (chooser, &all[group]);
        g_array_append_val (groups, all[group]);
      }
  g_array_sort_with_data (groups, compare_items, chooser);
  return groups;
}

/* Puts the ordered threads, or the other tracks, behind those of their groups. */
static void
append_to_groups (const RowChooser *chooser, gboolean are_threads, guint32 *sorted,
                  guint *next)
{
  for (guint i = 0; i < chooser->active->len; i++)
    {
      const guint32 thread = g_array_index (chooser->active, SortItem, i).thread;

      if ((tv_trace_get_thread (chooser->trace, thread)->kind == TV_TRACK_THREAD)
          == are_threads)
        sorted[next[chooser->threads->groups[thread]]++] = thread;
    }
}

/* Puts the ordered tracks into the order of their groups, threads first. */
static guint32 *
sort_into_groups (const RowChooser *chooser, GArray *groups)
{
  const guint n = chooser->active->len;
  guint32 *sorted = g_new (guint32, n);
  g_autofree guint *next = g_new0 (guint, chooser->threads->n_groups);
  guint first = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);

      group->first = next[group->item.thread] = first;
      first += group->n;
    }
  append_to_groups (chooser, TRUE, sorted, next);
  append_to_groups (chooser, FALSE, sorted, next);
  return sorted;
}

/* CPUs, and groups whose threads are all idle, are folded by default. All groups are
 * open during a search for threads. */
static gboolean
is_open (const RowChooser *chooser, guint32 group)
{
  const TvTimelineThreads *threads = chooser->threads;
  const gboolean at_first = threads->lively[group] && group != TV_ROW_GROUP_CPUS;

  return !may_fold (chooser->choice)
         || at_first
                != g_hash_table_contains (chooser->choice->toggled,
                                          GUINT_TO_POINTER (threads->anchors[group]));
}

static void
add_groups (TvRowList *list, RowChooser *chooser)
{
  g_autoptr (GArray) groups = NULL;
  g_autofree guint32 *sorted = NULL;

  g_array_sort_with_data (chooser->active, compare_items, chooser);
  groups = list_groups (chooser);
  sorted = sort_into_groups (chooser, groups);
  list->n_all += chooser->threads->extras->len;
  list->n_shown = list->n_rows + chooser->active->len + chooser->extras->len;
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);

      add_row (list, tv_row_key_new (TV_TIMELINE_ROW_GROUP, group->item.thread));
      if (!is_open (chooser, group->item.thread))
        continue;
      for (guint j = 0; j < group->n; j++)
        add_row (list, sorted[group->first + j]);
      for (guint j = 0; j < group->n_extras; j++)
        add_row (
            list,
            g_array_index (chooser->extras, TvExtraRow, group->first_extra + j).key);
    }
}

static TvRowList *
make_list (RowChooser *chooser)
{
  TvRowList *list = g_new0 (TvRowList, 1);

  list->n_all = chooser->threads->n_all;
  list->keys
      = g_new (guint32, (gsize) chooser->choice->pinned->len + chooser->active->len
                            + chooser->idle->len + chooser->extras->len
                            + chooser->threads->n_groups + 1);
  add_pinned (list, chooser);
  if (chooser->threads->grouped)
    {
      add_groups (list, chooser);
      return list;
    }
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
 * threads, which follow it if it is open. If there are several groups, the others are
 * under the headers of theirs, and those of folded groups have no row. The filter does
 * not apply to pinned threads. Takes O(n log n); belongs in a worker for many thousands
 * of threads. */
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
  chooser.extras = g_array_new (FALSE, FALSE, sizeof (TvExtraRow));

  if (choose (&chooser, cancellable))
    list = make_list (&chooser);
  g_string_free (chooser.names, TRUE);
  g_array_unref (chooser.active);
  g_array_unref (chooser.idle);
  g_array_unref (chooser.extras);
  g_free (chooser.pattern);
  return list;
}

void
tv_row_list_free (TvRowList *list)
{
  g_free (list->keys);
  g_free (list);
}
