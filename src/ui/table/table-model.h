/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/name-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TV_TABLE_MAX_COLUMNS:
 *
 * More columns than any table has; also stands for no column.
 */
#define TV_TABLE_MAX_COLUMNS 32

/**
 * TV_TABLE_NAME_COLUMN:
 *
 * The column of names. It is always shown and takes the width that is left. A row has
 * its triangle and its colour there.
 */
#define TV_TABLE_NAME_COLUMN 0

/**
 * TV_TABLE_NO_ANCHOR:
 *
 * No row that could stay where it is.
 */
#define TV_TABLE_NO_ANCHOR G_MAXUINT32

/**
 * TV_TABLE_SCROLL_LEAST:
 *
 * Scrolls only as far as it takes to see the row.
 */
#define TV_TABLE_SCROLL_LEAST (-1.0)

/**
 * TV_TABLE_SCROLL_IF_UNSEEN:
 *
 * Leaves a row that is seen where it is, and puts another at
 * %TV_TABLE_SCROLL_TOP_THIRD.
 */
#define TV_TABLE_SCROLL_IF_UNSEEN (-2.0)

/**
 * TV_TABLE_SCROLL_NOT:
 *
 * Does not scroll: keys go on from the row, be it seen or not.
 */
#define TV_TABLE_SCROLL_NOT (-3.0)

/**
 * TV_TABLE_SCROLL_TOP_THIRD:
 *
 * Puts the row where also what opens under it is seen.
 */
#define TV_TABLE_SCROLL_TOP_THIRD (1.0 / 3)

/**
 * TvTableColumn:
 * @nick: what it is called in saved layouts
 * @title: its title, to be translated
 * @description: what it shows, to be translated
 * @views: the views of a #TvColumnLayout that show it at first, a bit each
 * @twin: the column that shows the same on another clock, 0 for none
 *
 * A column that a table may have.
 */
typedef struct
{
  const char *nick;
  const char *title;
  const char *description;
  guint views;
  guint twin;
} TvTableColumn;

/**
 * TvTableModel:
 *
 * What a #TvTableView shows: a tree of rows, and what each of them means. The table
 * knows columns, rows and cells; an item is the model's own.
 *
 * # Signals
 *
 * `reordering` before all rows are replaced, and `settled` afterwards, when what was
 * open and selected is so again. `show-row` (position, and align as for
 * tv_table_rows_scroll_to()) asks for a row to be scrolled to. `texts-changed`: titles
 * and numbers are written in another way. `looks-changed`: colours or style classes are
 * others.
 */
#define TV_TYPE_TABLE_MODEL (tv_table_model_get_type ())
G_DECLARE_INTERFACE (TvTableModel, tv_table_model, TV, TABLE_MODEL, GObject)

/**
 * TvTableModelInterface:
 * @get_selection: (transfer none): the visible rows with what is selected: each a
 *   #GtkTreeListRow, or an item itself where no row opens
 * @select: selects a row, %GTK_INVALID_LIST_POSITION for none
 * @record_toggle: called for each row on the screen that opens or closes
 * @sort: brings the rows in the order of a column, %TV_TABLE_MAX_COLUMNS for the
 *   model's own
 * @has_column: whether it has something to show in a column
 * @has_texts: whether a column has texts, which begin at its left, and no numbers
 * @dup_title: the title of a column
 * @dup_widest_text: a text as wide as any of a column of numbers
 * @dup_name: the name of a row
 * @dup_text: (nullable): the text of any other cell
 * @get_share: how much of the cell a bar fills, from 0 to 1
 * @dup_tooltip: (nullable): what the name of a row does not say
 * @get_color: the colour beside the name of a row. Returns %FALSE if it has none
 * @style_row: sets the style classes of a row's widget
 * @keeps_place: whether the same rows come in another order
 * @get_anchor: a number by which a row is found again in another order, or
 *   %TV_TABLE_NO_ANCHOR
 * @find_anchor: where that row is now, or %GTK_INVALID_LIST_POSITION
 *
 * What a model does for its table. It must do all of it but for what nothing is a good
 * answer to: toggles, shares, tooltips, colours, styles and texts. It has all columns
 * if it does not say otherwise.
 */
struct _TvTableModelInterface
{
  GTypeInterface parent_iface;

  GtkSingleSelection *(*get_selection) (TvTableModel *self);
  void (*select) (TvTableModel *self, guint position);
  void (*record_toggle) (TvTableModel *self, GtkTreeListRow *row);

  void (*sort) (TvTableModel *self, guint column, gboolean descending);

  gboolean (*has_column) (TvTableModel *self, guint column);
  gboolean (*has_texts) (TvTableModel *self, guint column);
  char *(*dup_title) (TvTableModel *self, guint column);
  char *(*dup_widest_text) (TvTableModel *self, guint column);

  TvNameText *(*dup_name) (TvTableModel *self, gpointer item);
  char *(*dup_text) (TvTableModel *self, gpointer item, guint column);
  double (*get_share) (TvTableModel *self, gpointer item, guint column);
  char *(*dup_tooltip) (TvTableModel *self, gpointer item);
  gboolean (*get_color) (TvTableModel *self, gpointer item, gboolean dark,
                         GdkRGBA *color);
  void (*style_row) (TvTableModel *self, gpointer item, GtkWidget *row);

  gboolean (*keeps_place) (TvTableModel *self);
  guint32 (*get_anchor) (TvTableModel *self, guint position);
  guint (*find_anchor) (TvTableModel *self, guint32 anchor);
};

gpointer tv_table_model_dup_item (TvTableModel *self, guint position);
void tv_table_model_step (TvTableModel *self, gboolean in);
void tv_table_model_texts_changed (TvTableModel *self);
void tv_table_model_looks_changed (TvTableModel *self);

G_END_DECLS
