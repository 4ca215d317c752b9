/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *tv_find_nearest (const char *word, const char *const *words);

G_END_DECLS
