/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"

G_BEGIN_DECLS

int tv_path_compare_nodes (gconstpointer a, gconstpointer b, gpointer question);
gint64 tv_path_get_weight (const TvPathQuestion *question, const TvPathRow *row);
GArray *tv_path_list_top (const TvPathQuestion *question);
GArray *tv_path_list_under (const TvPathQuestion *question, guint tree,
                            TvPathNodes nodes);

G_END_DECLS
