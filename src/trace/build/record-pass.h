/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-builder.h"
#include "trace/build/event-source.h"
#include "trace/build/trace-records.h"

G_BEGIN_DECLS

/**
 * TvRecordListener:
 * @func: (nullable): who wants the records, %NULL if nobody does
 * @user_data: for @func
 * @mapping: (nullable): names that methods get before @func sees them
 *
 * Who is told the records once the model is built.
 */
typedef struct
{
  TvRecordFunc func;
  gpointer user_data;
  const TvNameMapping *mapping;
} TvRecordListener;

gboolean tv_record_pass_run (TvTrace *trace, TvEventSource *source, GPtrArray *parts,
                             GPtrArray *starts, const TvCallBuilder *builder,
                             const TvRecordListener *listener, GError **error);

G_END_DECLS
