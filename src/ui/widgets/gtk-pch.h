/* SPDX-License-Identifier: Apache-2.0 */

/* Compiled once for all files of a target that draws widgets. A file must not count on
 * it: builds with -Db_pch=false and those by ccache go without. */

#include <gtk/gtk.h>
