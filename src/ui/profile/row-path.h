/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRowPath:
 * @kind: what kind of row it is
 * @method: index of the method that it stands under
 * @relation: the group that it is, or is in
 * @n_steps: number of relatives from there
 * @steps: (array length=n_steps): their methods
 *
 * Which row below a method a row is, by methods instead of places: so it is found again
 * in another order.
 */
typedef struct
{
  TvProfileItemKind kind;
  guint32 method;
  TvRelation relation;
  guint n_steps;
  guint32 steps[];
} TvRowPath;

TvRowPath *tv_row_path_new (TvProfileItem *row);
guint tv_row_path_hash (gconstpointer path);
gboolean tv_row_path_equal (gconstpointer a, gconstpointer b);
gboolean tv_row_path_is_step_from (const TvRowPath *path, const TvRowPath *before);
GtkTreeListRow *tv_row_path_find (const TvRowPath *path, GtkTreeListRow *method_row);

G_END_DECLS
