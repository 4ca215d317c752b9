/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvReportWriter:
 *
 * Text on its way to a stream, gathered in a buffer so that a report of millions of
 * short fields costs few writes. It never looks at the locale. After a failed write
 * everything further is dropped, and tv_report_writer_finish() tells what went wrong.
 */
typedef struct _TvReportWriter TvReportWriter;

TvReportWriter *tv_report_writer_new (GOutputStream *out, GCancellable *cancellable);
void tv_report_writer_free (TvReportWriter *writer);

void tv_report_writer_add (TvReportWriter *writer, const char *text);
void tv_report_writer_add_bytes (TvReportWriter *writer, const char *bytes,
                                 gsize length);
void tv_report_writer_add_char (TvReportWriter *writer, char character);
void tv_report_writer_add_padding (TvReportWriter *writer, gsize count);
void tv_report_writer_add_number (TvReportWriter *writer, gint64 number, guint width);
void tv_report_writer_add_fixed (TvReportWriter *writer, gint64 number, guint decimals,
                                 guint width);
void tv_report_writer_add_rounded (TvReportWriter *writer, double value, guint decimals,
                                   guint width);
void tv_report_writer_add_field (TvReportWriter *writer, const char *text);

gboolean tv_report_writer_has_failed (const TvReportWriter *writer);
gboolean tv_report_writer_finish (TvReportWriter *writer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReportWriter, tv_report_writer_free)

G_END_DECLS
