/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

char *tv_reference_calls (const GArray *events, guint32 thread);
char *tv_reference_waits (const GArray *events, guint32 thread);

G_END_DECLS
