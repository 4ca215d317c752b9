/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvNameText:
 *
 * The names of all methods of a trace as people read them, laid side by side so that
 * they can be searched at every key. It takes 9 bytes a method and those of its name,
 * and once more as much for names that are not ASCII.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvNameText TvNameText;

TvNameText *tv_name_text_new (TvTrace *trace, GCancellable *cancellable,
                              GError **error);
TvNameText *tv_name_text_ref (TvNameText *text);
void tv_name_text_unref (TvNameText *text);

gsize tv_name_text_get_memory_size (const TvNameText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNameText, tv_name_text_unref)

G_END_DECLS
