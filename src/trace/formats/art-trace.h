/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/formats/trace-reader.h"

G_BEGIN_DECLS

/* No version of a method trace. */
#define TV_ART_NO_VERSION G_MAXUINT

/* Reads a trace. Ids of its tables without 0x are decimal numbers or, with @hex_ids,
 * hexadecimal ones. If it turns out that they are hexadecimal, it sets @hex_ids and
 * returns NULL without an error: it has to be called again. */
typedef TvTrace *(*TvArtRead) (const TvTraceInput *input, const TvLoadOptions *options,
                               gboolean *hex_ids, GError **error);

TvTrace *tv_art_trace_read (TvArtRead read, const TvTraceInput *input,
                            const TvLoadOptions *options, GError **error);
gboolean tv_art_has_key_section (GBytes *start);
guint tv_art_get_version (GBytes *start);
void tv_art_set_version_error (guint version, gsize offset, GError **error);

G_END_DECLS
