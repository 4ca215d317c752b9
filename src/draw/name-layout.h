/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/name-text.h"

#include <pango/pango.h>

G_BEGIN_DECLS

/**
 * TvNameLayout:
 *
 * A name that adapts to the available width. Its forms are laid out when they are
 * needed, and cached: layout is most of the cost of a text.
 */
typedef struct _TvNameLayout TvNameLayout;

PangoAttrList *tv_name_attributes_new (const TvNameText *name);

TvNameLayout *tv_name_layout_new (TvNameText *name, PangoLayout *style);
void tv_name_layout_free (TvNameLayout *self);
void tv_name_layout_set_style (TvNameLayout *self, PangoLayout *style);

const TvNameText *tv_name_layout_get_name (TvNameLayout *self);
int tv_name_layout_get_width (TvNameLayout *self);
int tv_name_layout_get_needed_width (TvNameLayout *self);
PangoLayout *tv_name_layout_fit (TvNameLayout *self, int width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameLayout, tv_name_layout_free)

G_END_DECLS
