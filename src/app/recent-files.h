/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_recent_files_add (GFile *file);
GPtrArray *tv_recent_files_list (void);
char *tv_recent_files_dup_folder (GtkRecentInfo *info);

G_END_DECLS
