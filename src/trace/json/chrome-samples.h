/* SPDX-License-Identifier: Apache-2.0 */

/* Samples in files of Chrome's trace events: profiles of V8 in pieces, and lists of
 * samples beside the events. */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/trace-input.h"
#include "trace/model/trace-public.h"

G_BEGIN_DECLS

gboolean tv_chrome_samples_read (const TvTraceInput *input,
                                 const TvLoadOptions *options, TvTrace **trace,
                                 GError **error);

G_END_DECLS
