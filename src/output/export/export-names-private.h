/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* What stands in exports time and again, made once. */
typedef struct
{
  const TvTrace *trace;
  char **methods; /* by method, NULL until it is asked for */
} TvExportNames;

void tv_export_names_init (TvExportNames *names, const TvTrace *trace);
void tv_export_names_clear (TvExportNames *names);
const char *tv_export_names_get_method (TvExportNames *names, guint32 method);
char *tv_export_names_dup_thread (const TvTrace *trace, guint32 thread);

guint64 tv_export_find_process (const TvTrace *trace);
void tv_export_add_microseconds (TvTextWriter *writer, gint64 nanoseconds);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvExportNames, tv_export_names_clear)

G_END_DECLS
