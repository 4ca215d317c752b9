/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMappingComment:
 * @id: (nullable): what kind of information it is
 * @version: (nullable): of a `com.android.tools.r8.mapping`
 * @file_name: (nullable): of a `sourceFile`
 * @signature: (nullable): of a `com.android.tools.r8.residualsignature`
 *
 * What R8 tells in a comment of a mapping file.
 */
typedef struct
{
  char *id;
  char *version;
  char *file_name;
  char *signature;
} TvMappingComment;

gboolean tv_mapping_comment_parse (const char *text, TvMappingComment *comment);
void tv_mapping_comment_clear (TvMappingComment *comment);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvMappingComment, tv_mapping_comment_clear)

G_END_DECLS
