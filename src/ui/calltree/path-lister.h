/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"

G_BEGIN_DECLS

int tv_path_compare_nodes (gconstpointer a, gconstpointer b, gpointer question);
GArray *tv_path_list_top (const TvPathQuestion *question);
GArray *tv_path_list_under (const TvPathQuestion *question, guint tree, guint32 node);

G_END_DECLS
