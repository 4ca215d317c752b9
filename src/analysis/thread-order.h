/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace.h"

G_BEGIN_DECLS

guint32 *tv_thread_order_by_id (const TvTrace *trace);

G_END_DECLS
