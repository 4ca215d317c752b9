/* SPDX-License-Identifier: Apache-2.0 */

/* Names of files within archives: `FILE!/MEMBER`. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_MEMBER_SEPARATOR:
 *
 * The separator between the name of an archive and the name of a member.
 */
#define TV_MEMBER_SEPARATOR "!/"

char *tv_member_name_new (const char *raw);
GFile *tv_member_file_new (GFile *container, const char *name);
GFile *tv_member_file_split (GFile *file, char **name);

G_END_DECLS
