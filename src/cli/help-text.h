/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_help_text_wrap (const char *text, guint width);

G_END_DECLS
