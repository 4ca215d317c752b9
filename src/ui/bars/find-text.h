/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_find_text_dup_status (guint position, guint n_listed, guint n_hits,
                               int wrapped);

G_END_DECLS
