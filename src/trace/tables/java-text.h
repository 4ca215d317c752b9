/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean tv_text_is_control (gunichar character);
void tv_java_text_append (GString *text, gunichar character);
char *tv_text_dup_shown (const char *text);
char *tv_java_text_dup_utf8 (const char *bytes, gsize length);

G_END_DECLS
