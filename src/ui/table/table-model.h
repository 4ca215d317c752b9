/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/name-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TV_TABLE_MAX_COLUMNS:
 *
 * More columns than any table has; also means no column.
 */
#define TV_TABLE_MAX_COLUMNS 33

/**
 * TV_TABLE_NAME_COLUMN:
 *
 * The column of names, with the triangle and the colour of a row. It is always shown
 * and takes the remaining width.
 */
#define TV_TABLE_NAME_COLUMN 0

/**
 * TV_TABLE_NO_ANCHOR:
 *
 * No row that could keep its place.
 */
#define TV_TABLE_NO_ANCHOR G_MAXUINT32

/**
 * TV_TABLE_SCROLL_LEAST:
 *
 * Scrolls only as far as needed to see the row.
 */
#define TV_TABLE_SCROLL_LEAST (-1.0)

/**
 * TV_TABLE_SCROLL_IF_UNSEEN:
 *
 * Leaves a visible row in its place, and puts another at %TV_TABLE_SCROLL_TOP_THIRD.
 */
#define TV_TABLE_SCROLL_IF_UNSEEN (-2.0)

/**
 * TV_TABLE_SCROLL_NOT:
 *
 * Does not scroll: only the cursor moves to the row, visible or not.
 */
#define TV_TABLE_SCROLL_NOT (-3.0)

/**
 * TV_TABLE_SCROLL_TOP_THIRD:
 *
 * Puts the row at a third of the height, with room for rows that open under it.
 */
#define TV_TABLE_SCROLL_TOP_THIRD (1.0 / 3)

/**
 * TvTableColumn:
 * @nick: its name in saved layouts
 * @title: its title, to be translated
 * @description: its meaning, to be translated
 * @views: a bit for each view of a #TvColumnLayout that shows it by default
 * @twin: the same column of another clock, 0 for none
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
 * The model of a #TvTableView: a tree of rows, and the contents of their cells. The
 * table knows columns, rows and cells; items are known to the model only.
 *
 * # Signals
 *
 * `reordering` before all rows are replaced, and `settled` afterwards, when rows are
 * open and selected again as before. `show-row` (position, and align as for
 * tv_table_rows_scroll_to()) asks the table to scroll to a row. `texts-changed`: the
 * form of titles and numbers has changed. `looks-changed`: colours or style classes
 * have changed.
 */
#define TV_TYPE_TABLE_MODEL (tv_table_model_get_type ())
G_DECLARE_INTERFACE (TvTableModel, tv_table_model, TV, TABLE_MODEL, GObject)

/**
 * TvTableModelInterface:
 * @get_selection: (transfer none): the visible rows with their selection: each a
 *   #GtkTreeListRow, or an item itself if no row can be opened
 * @select: selects a row, %GTK_INVALID_LIST_POSITION for none
 * @record_toggle: called for each row on the screen that opens or closes
 * @sort: puts the rows in the order of a column, %TV_TABLE_MAX_COLUMNS for the
 *   model's own order
 * @has_column: whether the model has a column
 * @has_amounts: whether numbers are amounts: zero is a dash, and the unit of a share
 *   stands in the title alone
 * @has_texts: whether a column has texts, which begin at its left, instead of numbers
 * @dup_title: the title of a column
 * @get_text: a translation of a title or description of a column, as the trace needs it
 * @dup_description: the meaning of a column as its numbers are now; its translated
 *   description by default
 * @dup_widest_text: a text as wide as any of a column of numbers
 * @dup_name: the name of a row
 * @dup_text: (nullable): the text of any other cell
 * @get_share: the length of the bar in a cell, from 0 to 1
 * @dup_tooltip: (nullable): a text that completes the name of a row
 * @get_color: the colour beside the name of a row. Returns %FALSE if it has none
 * @style_row: sets the style classes of a row's widget
 * @keeps_place: whether only the order of the rows changes
 * @get_anchor: a number that finds a row again in another order, or
 *   %TV_TABLE_NO_ANCHOR
 * @find_anchor: the new position of that row, or %GTK_INVALID_LIST_POSITION
 *
 * The functions of a table's model. Those of toggles, shares, tooltips, colours, styles
 * and texts are optional. A model has all columns by default.
 */
struct _TvTableModelInterface
{
  GTypeInterface parent_iface;
  gboolean has_amounts;

  GtkSingleSelection *(*get_selection) (TvTableModel *self);
  void (*select) (TvTableModel *self, guint position);
  void (*record_toggle) (TvTableModel *self, GtkTreeListRow *row);

  void (*sort) (TvTableModel *self, guint column, gboolean descending);

  gboolean (*has_column) (TvTableModel *self, guint column);
  gboolean (*has_texts) (TvTableModel *self, guint column);
  char *(*dup_title) (TvTableModel *self, guint column);
  const char *(*get_text) (TvTableModel *self, const char *text);
  char *(*dup_description) (TvTableModel *self, const TvTableColumn *about,
                            guint column);
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
const char *tv_table_model_get_text (TvTableModel *self, const char *text);
char *tv_table_model_dup_description (TvTableModel *self, const TvTableColumn *about,
                                      guint column);
void tv_table_model_step (TvTableModel *self, gboolean in);
void tv_table_model_texts_changed (TvTableModel *self);
void tv_table_model_looks_changed (TvTableModel *self);

G_END_DECLS
