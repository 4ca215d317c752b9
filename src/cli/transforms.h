/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "cli/command-line.h"

G_BEGIN_DECLS

TvTrace *tv_transforms_apply (const TvCommandLine *line, const char *file,
                              TvTrace *trace);

G_END_DECLS
