/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-view.h"

G_BEGIN_DECLS

enum
{
  TV_WORDS_WORD,
  TV_WORDS_LENGTH,
  TV_WORDS_FIRST,
  TV_WORDS_N_COLUMNS
};

#define TV_TYPE_WORDS (tv_words_get_type ())
G_DECLARE_FINAL_TYPE (TvWords, tv_words, TV, WORDS, GObject)

/* What the table has asked of it. */
struct _TvWords
{
  GObject parent_instance;

  GtkSingleSelection *selection;
  guint n_toggles;
  guint sort_column;
  gboolean descending;
};

/**
 * TvWordsTable:
 * @window: a window
 * @table: what is in it
 * @rows: its rows
 * @group: its actions
 * @layout: its columns
 * @words: what it shows: ape and bird, and below that blackbird and owl
 *
 * A table in a window, as a view has it: a tree of words, with columns for their length
 * and their first letter.
 */
typedef struct
{
  GtkWidget *window;
  TvTableView *table;
  TvTableRows *rows;
  GActionGroup *group;
  TvColumnLayout *layout;
  TvWords *words;
} TvWordsTable;

void tv_words_table_open (TvWordsTable *self);
void tv_words_table_close (TvWordsTable *self);
const char *tv_words_table_get_text (TvWordsTable *self, guint position, guint column);

G_END_DECLS
