/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

GPtrArray *tv_regex_literals (const char *regex);

G_END_DECLS
