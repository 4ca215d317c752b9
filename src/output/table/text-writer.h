/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Sign, 19 digits and a point. */
#define TV_TEXT_NUMBER_SIZE 21

/* An escape of JSON with its NUL. */
#define TV_TEXT_JSON_SIZE 7

char *tv_text_put_fixed (char *at, gint64 number, guint decimals);
gsize tv_text_put_json (char *at, const char *text);
gsize tv_text_count_letters (const char *text);

/**
 * TvTextWriter:
 *
 * Writes text to a stream through a buffer, so that millions of short fields take few
 * writes. It does not depend on the locale. After a failed write everything is dropped,
 * and tv_text_writer_finish() returns the error.
 */
typedef struct _TvTextWriter TvTextWriter;

TvTextWriter *tv_text_writer_new (GOutputStream *out, GCancellable *cancellable);
void tv_text_writer_free (TvTextWriter *writer);

void tv_text_writer_add (TvTextWriter *writer, const char *text);
void tv_text_writer_add_bytes (TvTextWriter *writer, const char *bytes, gsize length);
void tv_text_writer_add_char (TvTextWriter *writer, char character);
void tv_text_writer_add_padding (TvTextWriter *writer, gsize count);
void tv_text_writer_add_number (TvTextWriter *writer, gint64 number, guint width);
void tv_text_writer_add_fixed (TvTextWriter *writer, gint64 number, guint decimals,
                               guint width);
void tv_text_writer_add_rounded (TvTextWriter *writer, double value, guint decimals,
                                 guint width);

void tv_text_writer_add_field (TvTextWriter *writer, const char *text);
void tv_text_writer_add_tsv (TvTextWriter *writer, const char *text);
void tv_text_writer_add_csv (TvTextWriter *writer, const char *text);
void tv_text_writer_add_exact_csv (TvTextWriter *writer, const char *text);
void tv_text_writer_add_markdown (TvTextWriter *writer, const char *text);
void tv_text_writer_add_json (TvTextWriter *writer, const char *text);
void tv_text_writer_add_markup (TvTextWriter *writer, const char *text, gssize length);
void tv_text_writer_add_dot (TvTextWriter *writer, const char *text, gssize length);

guint64 tv_text_writer_get_n_bytes (const TvTextWriter *writer);
gboolean tv_text_writer_has_failed (const TvTextWriter *writer);
gboolean tv_text_writer_finish (TvTextWriter *writer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTextWriter, tv_text_writer_free)

G_END_DECLS
