/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

char *tv_source_find_file (const TvMethod *method, const char *const *folders,
                           GError **error);
char **tv_source_command_expand (const char *command, const TvMethod *method,
                                 const char *file, GError **error);
char **tv_source_command_dup_environment (const TvMethod *method, const char *file);
gboolean tv_source_command_needs_file (const char *command);

G_END_DECLS
