/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvOutput:
 *
 * Where a command writes to: standard output, or a file that appears under its name
 * only when all of it is written.
 */
typedef struct _TvOutput TvOutput;

GOutputStream *tv_standard_output_new (void);

TvOutput *tv_output_open (const char *path, GError **error);
GOutputStream *tv_output_get_stream (TvOutput *output);
gboolean tv_output_finish (TvOutput *output, GError **error);
void tv_output_discard (TvOutput *output);

G_END_DECLS
