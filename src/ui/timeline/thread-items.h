/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* The visible rows for screen readers: a list with an item for each row, which has its
 * name, position, state and area. The items are not drawn; keys and the pointer go to
 * the timeline. */
typedef struct _TvThreadItems TvThreadItems;

TvThreadItems *tv_thread_items_new (GtkWidget *timeline, TvTimelineRows *rows);
void tv_thread_items_free (TvThreadItems *self);
GtkWidget *tv_thread_items_get_list (TvThreadItems *self);

void tv_thread_items_update (TvThreadItems *self);

G_END_DECLS
