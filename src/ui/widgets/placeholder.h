/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPlaceholder:
 *
 * The content of a view, and a sentence above it while there is nothing to show.
 *
 * # CSS nodes
 *
 * `placeholder` with the content and a label
 */
#define TV_TYPE_PLACEHOLDER (tv_placeholder_get_type ())

G_DECLARE_FINAL_TYPE (TvPlaceholder, tv_placeholder, TV, PLACEHOLDER, GtkWidget)

GtkWidget *tv_placeholder_new (GtkWidget *content, GtkWidget *focus);
void tv_placeholder_say (TvPlaceholder *self, const char *sentence);
void tv_placeholder_say_soon (TvPlaceholder *self, const char *sentence);

G_END_DECLS
