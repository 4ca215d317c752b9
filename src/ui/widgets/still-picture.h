/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvStillPicture:
 * @node: (nullable): what the picture is of
 * @still: (nullable): the same as one node
 *
 * What seldom changes, drawn as one node. Zero it to begin with.
 */
typedef struct
{
  GskRenderNode *node;
  GskRenderNode *still;
} TvStillPicture;

void tv_still_picture_append (TvStillPicture *picture, GtkWidget *widget,
                              GtkSnapshot *drawing, GtkSnapshot *snapshot);
void tv_still_picture_clear (TvStillPicture *picture);

G_END_DECLS
