/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/name-layout.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvNameLabel:
 *
 * A name in the longest form that fits, with the baseline that its parent sets. In a
 * #GtkInscription the font of the ellipsis can move the baseline.
 *
 * # CSS nodes
 *
 * `name`
 */
#define TV_TYPE_NAME_LABEL (tv_name_label_get_type ())

G_DECLARE_FINAL_TYPE (TvNameLabel, tv_name_label, TV, NAME_LABEL, GtkWidget)

GtkWidget *tv_name_label_new (void);
void tv_name_label_set_baseline (TvNameLabel *self, int baseline);
void tv_name_label_set_name (TvNameLabel *self, TvNameText *name);
const char *tv_name_label_get_text (TvNameLabel *self);
int tv_name_label_measure_text (TvNameLabel *self, gboolean whole);

G_END_DECLS
