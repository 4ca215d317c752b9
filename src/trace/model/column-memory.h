/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gpointer tv_column_new (gsize n, gsize size);
void tv_memory_ask_for_large_pages (gpointer start, gsize size);
void tv_column_free (gpointer column);

G_END_DECLS
