/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_user_file_read (const char *path, gsize *length, GError **error);

G_END_DECLS
