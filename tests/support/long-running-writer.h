/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvLongRunningWriter:
 *
 * Writes traces of long-running methods, good ones and broken ones: blocks of records
 * of a thread each, then names.
 */
typedef struct _TvLongRunningWriter TvLongRunningWriter;

TvLongRunningWriter *tv_long_running_writer_new (void);
void tv_long_running_writer_free (TvLongRunningWriter *writer);

void tv_long_running_writer_raw (TvLongRunningWriter *writer, gconstpointer data,
                                 gsize length);
void tv_long_running_writer_begin (TvLongRunningWriter *writer, guint32 thread);
void tv_long_running_writer_enter (TvLongRunningWriter *writer, guint64 time,
                                   guint64 method);
void tv_long_running_writer_exit (TvLongRunningWriter *writer, guint64 time);
void tv_long_running_writer_end (TvLongRunningWriter *writer);
void tv_long_running_writer_add_thread (TvLongRunningWriter *writer, guint32 id,
                                        const char *name);
void tv_long_running_writer_add_method (TvLongRunningWriter *writer, guint64 id,
                                        const char *line);
GBytes *tv_long_running_writer_to_bytes (TvLongRunningWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLongRunningWriter, tv_long_running_writer_free)

G_END_DECLS
