/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-rows.h"

G_BEGIN_DECLS

struct _TvProfileRows
{
  GtkWidget parent_instance;

  TvProfileTree *tree;
  GtkSelectionModel *selection; /* of the tree, %NULL without one */
  GtkAdjustment *adjustment;

  /* Those that are seen, and between two layouts also such as show no row any more. */
  GPtrArray *lines;
  GArray *places;
  int x;
  int width;
  PangoFontDescription *font; /* %NULL until ascent and descent are known */
  TvNumberGlyphs *glyphs;     /* the same */
  int ascent;
  int descent;
  int row_height; /* 0 until there is a line */

  guint binder; /* tick callback, 0 if there is nothing to bind */

  guint cursor; /* the row that keys go on from */
  guint pressed;
  guint wanted; /* the row to scroll to at the next layout, or GTK_INVALID_LIST_POSITION
                 */
  double wanted_align;

  /* A row that is to stay where it is while the rest gets another order. */
  guint32 anchor;  /* its method, or TV_METHOD_NONE */
  double anchor_y; /* pixels from the top of the view to that of the row */
  double scrolled; /* before the order changed */
};

guint tv_profile_rows_get_n (TvProfileRows *self);
guint tv_profile_rows_get_selected (TvProfileRows *self);
guint tv_profile_rows_get_n_seen (TvProfileRows *self);
void tv_profile_rows_move_cursor (TvProfileRows *self, guint position, gboolean select);
void tv_profile_rows_select (TvProfileRows *self, guint position, gboolean toggle);

void tv_profile_rows_bind_seen (TvProfileRows *self);
void tv_profile_rows_queue_lines (TvProfileRows *self);
gboolean tv_profile_rows_lack_lines (TvProfileRows *self);
TvProfileLine *tv_profile_rows_get_line (TvProfileRows *self, guint index);
TvProfileLine *tv_profile_rows_find_line (TvProfileRows *self, guint position);

guint tv_profile_rows_find_position (TvProfileRows *self, double y);
void tv_profile_rows_scroll (TvProfileRows *self, double value);

void tv_profile_rows_watch_order (TvProfileRows *self);
void tv_profile_rows_unwatch_order (TvProfileRows *self);

void tv_profile_rows_install_keys (GtkWidgetClass *widget_class);
void tv_profile_rows_add_gesture (TvProfileRows *self);

G_END_DECLS
