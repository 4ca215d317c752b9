/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *tv_java_type_append (GString *text, const char *descriptor);
const char *tv_java_type_append_parameters (GString *text, const char *signature);
void tv_java_type_append_descriptor (GString *text, const char *type, gsize length);

G_END_DECLS
