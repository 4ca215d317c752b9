/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/thread-table.h"

/* A file may name a thread a million times. */
#define MAX_OTHER_NAMES 100

static void
clear_entry (gpointer data)
{
  g_clear_pointer (&((TvThreadEntry *) data)->other_names, g_ptr_array_unref);
}

/**
 * tv_thread_table_init:
 * @table: (out caller-allocates): becomes an empty table
 * @strings: the pool for names; it outlives the table
 */
void
tv_thread_table_init (TvThreadTable *table, TvStringPool *strings)
{
  table->entries = g_array_new (FALSE, TRUE, sizeof (TvThreadEntry));
  g_array_set_clear_func (table->entries, clear_entry);
  table->strings = strings;
  table->alike = NULL;
  table->id_mask = G_MAXUINT32;
  tv_id_map_init (&table->index);
  tv_id_map_init (&table->record_index);
}

/**
 * tv_thread_table_clear:
 * @table: a table
 *
 * Frees the memory of a table.
 */
void
tv_thread_table_clear (TvThreadTable *table)
{
  g_clear_pointer (&table->entries, g_array_unref);
  g_clear_pointer (&table->alike, g_free);
  tv_id_map_clear (&table->index);
  tv_id_map_clear (&table->record_index);
}

static guint32
add_entry (TvThreadTable *table, guint32 id, const char *name)
{
  TvThreadEntry entry = { .id = id, .name = name, .next_alike = TV_ID_MAP_NONE };

  tv_id_map_set (&table->index, id, table->entries->len);
  g_array_append_val (table->entries, entry);
  return table->entries->len - 1;
}

/* Moves the current name of the thread to its other names. */
static void
keep_other_name (TvThreadEntry *entry, const char *next)
{
  guint found;

  if (entry->other_names == NULL)
    entry->other_names = g_ptr_array_new ();
  if (g_ptr_array_find (entry->other_names, next, &found))
    entry->other_names->pdata[found] = (gpointer) entry->name;
  else if (entry->other_names->len < MAX_OTHER_NAMES)
    g_ptr_array_add (entry->other_names, (gpointer) entry->name);
}

/**
 * tv_thread_table_define:
 * @table: a table
 * @id: a thread id
 * @name: its name
 *
 * Adds a thread that the file names. Ids are reused: ART lists a thread that has ended
 * and the thread that got its id later. The last name is the label; up to a hundred
 * others are kept.
 *
 * Returns: whether the id was known
 */
TvDefinition
tv_thread_table_define (TvThreadTable *table, guint32 id, const char *name)
{
  guint32 index = tv_id_map_get (&table->index, id);
  const char *kept = tv_string_pool_add (table->strings, name);
  TvThreadEntry *entry;

  if (index == TV_ID_MAP_NONE)
    {
      add_entry (table, id, kept);
      return TV_DEFINITION_NEW;
    }
  entry = &g_array_index (table->entries, TvThreadEntry, index);
  if (g_str_equal (entry->name, kept))
    return TV_DEFINITION_SAME;
  keep_other_name (entry, kept);
  entry->name = kept;
  return TV_DEFINITION_CHANGED;
}

/* Chains entries whose ids have more bits than a record, by the bits of a record. */
static void
chain_alike (TvThreadTable *table)
{
  gsize n_heads = (gsize) table->id_mask + 1;

  table->alike = g_new (guint32, n_heads);
  for (gsize i = 0; i < n_heads; i++)
    table->alike[i] = TV_ID_MAP_NONE;
  /* Goes backwards, so that each chain is in the order of the file. */
  for (guint i = table->entries->len; i-- > 0;)
    {
      TvThreadEntry *entry = &g_array_index (table->entries, TvThreadEntry, i);
      guint32 *head = &table->alike[entry->id & table->id_mask];

      if (entry->id <= table->id_mask)
        continue;
      entry->next_alike = *head;
      *head = i;
    }
}

/**
 * tv_thread_table_set_id_mask:
 * @table: a table with all threads that the file names
 * @id_mask: the bits of a thread id in a record: 0xFF, 0xFFFF or all
 *
 * Sets how ids are truncated in records. Call it once, before the first record.
 */
void
tv_thread_table_set_id_mask (TvThreadTable *table, guint32 id_mask)
{
  g_return_if_fail (table->alike == NULL);
  g_return_if_fail (id_mask <= 0xFFFF || id_mask == G_MAXUINT32);

  table->id_mask = id_mask;
  if (id_mask != G_MAXUINT32)
    chain_alike (table);
}

/* Several threads may have the same id in records. Their calls cannot be told apart, so
 * the label has all their names. */
static const char *
join_alike_names (TvThreadTable *table, guint32 first)
{
  GString *names = g_string_new (NULL);
  const char *kept;

  for (guint32 i = first; i != TV_ID_MAP_NONE;)
    {
      const TvThreadEntry *entry = &g_array_index (table->entries, TvThreadEntry, i);

      if (names->len > 0)
        g_string_append (names, ", ");
      g_string_append (names, entry->name);
      i = entry->next_alike;
      /* A file may list a million such threads. */
      if (names->len > 1000 && i != TV_ID_MAP_NONE)
        {
          g_string_append (names, ", …");
          break;
        }
    }
  kept = tv_string_pool_add (table->strings, names->str);
  g_string_free (names, TRUE);
  return kept;
}

/**
 * tv_thread_table_add_record_id:
 * @table: a table with its mask set
 * @record_id: a thread id from a record, seen for the first time
 *
 * Finds the thread of a record: the thread with the same id, or else the only one with
 * the same low bits (ART until 2022 lists whole kernel ids but truncates them to 16
 * bits in records), or else a new one that the file does not list.
 *
 * Returns: index of its entry
 */
guint32
tv_thread_table_add_record_id (TvThreadTable *table, guint32 record_id)
{
  guint32 index = tv_id_map_get (&table->index, record_id);
  guint32 alike;

  if (index == TV_ID_MAP_NONE && table->id_mask == G_MAXUINT32)
    index = add_entry (table, record_id, NULL);
  else if (index == TV_ID_MAP_NONE)
    {
      alike = table->alike[record_id & table->id_mask];
      if (alike == TV_ID_MAP_NONE)
        index = add_entry (table, record_id, NULL);
      else if (g_array_index (table->entries, TvThreadEntry, alike).next_alike
               == TV_ID_MAP_NONE)
        index = alike;
      else
        index = add_entry (table, record_id, join_alike_names (table, alike));
    }
  tv_id_map_set (&table->record_index, record_id, index);
  return index;
}

/* Finds the listed thread that was announced: the thread with the same id, or else the
 * only one with the same low bits, or the first of those that has the same name. */
static guint32
find_announced (const TvThreadTable *table, const TvThreadEntry *announced)
{
  guint32 index = tv_id_map_get (&table->index, announced->id);
  guint32 first = table->alike[announced->id & table->id_mask];

  if (index != TV_ID_MAP_NONE || first == TV_ID_MAP_NONE)
    return index;
  if (g_array_index (table->entries, TvThreadEntry, first).next_alike == TV_ID_MAP_NONE)
    return first;
  for (guint32 i = first; i != TV_ID_MAP_NONE;)
    {
      const TvThreadEntry *entry = &g_array_index (table->entries, TvThreadEntry, i);

      if (entry->name == announced->name)
        return i;
      i = entry->next_alike;
    }
  return TV_ID_MAP_NONE;
}

static void
add_other_name (TvThreadEntry *entry, const char *name)
{
  if (name == NULL || *name == '\0' || name == entry->name)
    return;
  if (entry->other_names == NULL)
    entry->other_names = g_ptr_array_new ();
  g_ptr_array_add (entry->other_names, (gpointer) name);
}

/**
 * tv_thread_table_bind_record_id:
 * @table: a table with its mask set
 * @announced: a thread that the stream announced, with its id in records; its names are
 *   in the pool of @table
 *
 * Joins an announced thread with its entry in the table. The announced name becomes the
 * label unless it is empty.
 */
void
tv_thread_table_bind_record_id (TvThreadTable *table, const TvThreadEntry *announced)
{
  guint32 index;
  TvThreadEntry *entry;

  g_return_if_fail (table->alike != NULL);

  index = find_announced (table, announced);
  if (index == TV_ID_MAP_NONE)
    index = add_entry (table, announced->id, announced->name);
  tv_id_map_set (&table->record_index, announced->id, index);
  entry = &g_array_index (table->entries, TvThreadEntry, index);
  if (entry->name != announced->name && *announced->name != '\0')
    {
      const char *listed = entry->name;

      entry->name = announced->name;
      add_other_name (entry, listed);
    }
  for (guint i = 0; announced->other_names != NULL && i < announced->other_names->len;
       i++)
    add_other_name (entry, announced->other_names->pdata[i]);
}
