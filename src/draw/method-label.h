/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

char *tv_method_label_dup (const TvMethod *method);
const char *tv_method_label_shorten (const char *label);

G_END_DECLS
