/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

int tv_output_place_find_stream (const char *path);
gboolean tv_output_place_is_device (const char *path);
char *tv_output_place_resolve (const char *path);

G_END_DECLS
