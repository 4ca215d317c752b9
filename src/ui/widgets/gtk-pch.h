/* SPDX-License-Identifier: Apache-2.0 */

/* Compiled once for all files of a target that draws widgets. Files must not rely on
 * it: builds with -Db_pch=false, and those by ccache, do not use it. */

#include <gtk/gtk.h>
