/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTestFile:
 * @folder: a folder of its own
 * @path: the file in it
 *
 * A file that a test writes. It goes with its folder when it is cleared.
 */
typedef struct
{
  char *folder;
  char *path;
} TvTestFile;

char *tv_test_folder_new (void);
void tv_test_folder_remove (char *folder);

TvTestFile tv_test_file_new (const char *name);
void tv_test_file_clear (TvTestFile *file);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvTestFile, tv_test_file_clear)

G_END_DECLS
