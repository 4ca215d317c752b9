/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

void tv_many_names_add (TvTraceWriter *writer, guint n_methods);

G_END_DECLS
