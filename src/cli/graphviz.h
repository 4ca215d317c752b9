/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GBytes *tv_graphviz_draw (GBytes *dot, const char *format, GError **error);

G_END_DECLS
