/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSwatch:
 *
 * A small block of one colour, the one a method has in the timeline. Says nothing to
 * assistive technology. Its CSS name is `swatch`.
 */
#define TV_TYPE_SWATCH (tv_swatch_get_type ())

G_DECLARE_FINAL_TYPE (TvSwatch, tv_swatch, TV, SWATCH, GtkWidget)

GtkWidget *tv_swatch_new (void);
void tv_swatch_set_method (TvSwatch *self, TvTraceSession *session, guint32 method);

G_END_DECLS
