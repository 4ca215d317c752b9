/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-scan.h"

G_BEGIN_DECLS

/* A part that is being joined to those before it. */
typedef struct
{
  TvCallScan *scan;
  TvEventSource *source;
  TvEventPart *part;
  TvPartStart *start;
  const guint32
      *new_methods; /* indexes of the methods that the part was first to name */
} TvPartAddition;

void tv_call_scan_begin_thread (TvPartAddition *add, guint index);
gboolean tv_call_scan_add_threads (TvPartAddition *add, const TvPartScan *part_scan,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
