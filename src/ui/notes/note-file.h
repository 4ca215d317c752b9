/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/notes.h"

G_BEGIN_DECLS

/**
 * TvTraceIdentity:
 * @size: bytes of the file
 * @sha256: the checksum of its contents in hexadecimal digits, %NULL while unknown
 *
 * Identifies the trace of the notes, whatever the name of its file.
 */
typedef struct
{
  guint64 size;
  char *sha256;
} TvTraceIdentity;

char *tv_notes_to_json (GPtrArray *notes, const TvTraceIdentity *trace);
GPtrArray *tv_notes_from_json (const char *text, gsize length, char **sha256,
                               guint *n_bad, GError **error);
GPtrArray *tv_notes_read (GFile *file, char **sha256, guint *n_bad, char **etag,
                          GCancellable *cancellable, GError **error);

G_END_DECLS
