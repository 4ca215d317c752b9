/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-builder.h"
#include "trace/build/event-source.h"

G_BEGIN_DECLS

gboolean tv_record_pass_run (TvTrace *trace, TvEventSource *source, GPtrArray *parts,
                             GPtrArray *starts, const TvCallBuilder *builder,
                             TvRecordFunc func, gpointer user_data, GError **error);

G_END_DECLS
