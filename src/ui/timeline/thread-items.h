/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* The rows in sight as a screen reader finds them: a list with an item for each, which
 * has the name, the place and the state of the row, and its area. Nothing of it is
 * drawn; keys and the pointer go to the timeline. */
typedef struct _TvThreadItems TvThreadItems;

TvThreadItems *tv_thread_items_new (GtkWidget *timeline, TvTimelineRows *rows);
void tv_thread_items_free (TvThreadItems *self);
GtkWidget *tv_thread_items_get_list (TvThreadItems *self);

void tv_thread_items_update (TvThreadItems *self);

G_END_DECLS
