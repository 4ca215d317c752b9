/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvCallCard:
 *
 * A small sheet with a heading and some lines of text that is drawn over a picture,
 * near to what it tells of and never over it.
 */
typedef struct _TvCallCard TvCallCard;

TvCallCard *tv_call_card_new (GtkWidget *widget);
void tv_call_card_free (TvCallCard *card);

void tv_call_card_set_text (TvCallCard *card, const char *heading, const char *body);
const char *tv_call_card_get_text (const TvCallCard *card);
void tv_call_card_forget_text (TvCallCard *card);
int tv_call_card_get_line_height (TvCallCard *card);
void tv_call_card_get_size (const TvCallCard *card, int *width, int *height);
gboolean tv_call_card_place (const GdkRectangle *bounds, const GdkRectangle *target,
                             double x, gboolean mirrored, GdkRectangle *area);
void tv_call_card_snapshot (const TvCallCard *card, GtkSnapshot *snapshot,
                            const GdkRectangle *area, const GdkRGBA *background,
                            const GdkRGBA *border, const GdkRGBA *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallCard, tv_call_card_free)

G_END_DECLS
