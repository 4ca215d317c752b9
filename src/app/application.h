/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvApplication:
 *
 * The program: its command line, one window for each open file, and the actions that
 * belong to no window.
 */
#define TV_TYPE_APPLICATION (tv_application_get_type ())

G_DECLARE_FINAL_TYPE (TvApplication, tv_application, TV, APPLICATION, GtkApplication)

TvApplication *tv_application_new (void);
struct _TvWindow *tv_application_open_file (TvApplication *self, GFile *file,
                                            GPtrArray *mappings);
guint64 tv_application_get_memory_limit (TvApplication *self);

G_END_DECLS
