/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/trace-records.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-public.h"

G_BEGIN_DECLS

/**
 * TvTraceMember: (skip)
 * @file: the member as a file, which tv_trace_load() reads
 * @name: its name as it is shown and typed behind `FILE!/`
 * @size: bytes, or -1 if the archive does not tell
 * @format_title: the name of its format for people, in English
 *
 * A trace of an archive.
 */
typedef struct
{
  GFile *file;
  char *name;
  gint64 size;
  const char *format_title;
} TvTraceMember;

TvTrace *tv_trace_load (GFile *file, guint64 memory_limit, const TvNameMapping *mapping,
                        GFileProgressCallback progress, gpointer progress_data,
                        GCancellable *cancellable, GError **error);
TvTrace *tv_trace_load_event (GFile *file, guint64 memory_limit, const char *event,
                              const TvNameMapping *mapping,
                              GFileProgressCallback progress, gpointer progress_data,
                              GCancellable *cancellable, GError **error);
TvTrace *tv_trace_load_with_records (GFile *file, guint64 memory_limit,
                                     const TvNameMapping *mapping, TvRecordFunc func,
                                     gpointer user_data, GError **error);
TvTrace *tv_trace_load_bytes (GBytes *bytes, GCancellable *cancellable, GError **error);
void tv_trace_load_async (GFile *file, guint64 memory_limit,
                          GFileProgressCallback progress, gpointer progress_data,
                          GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data);
void tv_trace_load_event_async (GFile *file, guint64 memory_limit, const char *event,
                                GFileProgressCallback progress, gpointer progress_data,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
TvTrace *tv_trace_load_finish (GAsyncResult *result, GError **error);

void tv_trace_list_members_async (GFile *file, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tv_trace_list_members_finish (GAsyncResult *result, GError **error);

GFile *tv_trace_find_file (const char *argument, GError **error);

G_END_DECLS
