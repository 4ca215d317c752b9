/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/run-builder.h"

G_BEGIN_DECLS

/**
 * TvSliceNames:
 *
 * The names of slices as a file writes them, and the builder's indexes of them. Most
 * slices have a name that came before, which is looked up without being cleaned.
 */
typedef struct _TvSliceNames TvSliceNames;

TvSliceNames *tv_slice_names_new (TvRunBuilder *builder);
void tv_slice_names_free (TvSliceNames *self);
guint32 tv_slice_names_get (TvSliceNames *self, const char *category, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSliceNames, tv_slice_names_free)

G_END_DECLS
