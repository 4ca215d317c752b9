/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMappingComment:
 * @id: (nullable): the kind of information
 * @version: (nullable): the version in a `com.android.tools.r8.mapping`
 * @file_name: (nullable): the name in a `sourceFile`
 * @signature: (nullable): the signature in a `com.android.tools.r8.residualsignature`
 *
 * Information of R8 in a comment of a mapping file.
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

/**
 * TvMappingLineKind:
 * @TV_MAPPING_LINE_BAD: none of the others
 * @TV_MAPPING_LINE_BLANK: only white space
 * @TV_MAPPING_LINE_COMMENT: begins with `#`
 * @TV_MAPPING_LINE_CLASS: `original -> obfuscated:`
 * @TV_MAPPING_LINE_FIELD: `type original -> obfuscated`
 * @TV_MAPPING_LINE_METHOD: `[from:[to:]]type original(types)[:from[:to]] -> obfuscated`
 *
 * The kind of a line of a mapping file.
 */
typedef enum
{
  TV_MAPPING_LINE_BAD,
  TV_MAPPING_LINE_BLANK,
  TV_MAPPING_LINE_COMMENT,
  TV_MAPPING_LINE_CLASS,
  TV_MAPPING_LINE_FIELD,
  TV_MAPPING_LINE_METHOD
} TvMappingLineKind;

/**
 * TvLineRange:
 * @is_given: whether the line has a range
 * @from: first line
 * @to: last line; @from if only one is given
 *
 * Lines of a source file, or the line numbers of an obfuscated class.
 */
typedef struct
{
  gboolean is_given;
  gint32 from;
  gint32 to;
} TvLineRange;

/**
 * TvMappingLine:
 * @original: the original name of the class or method; the name of a method may include
 *   its class
 * @obfuscated: the name in the program
 * @type: the return type of a method
 * @parameters: the types of its parameters, separated by commas
 * @lines: lines of the program
 * @original_lines: lines of the source file
 *
 * The parts of a line. The strings are in the line itself.
 */
typedef struct
{
  const char *original;
  const char *obfuscated;
  const char *type;
  const char *parameters;
  TvLineRange lines;
  TvLineRange original_lines;
} TvMappingLine;

TvMappingLineKind tv_mapping_line_parse (char *text, TvMappingLine *line);

G_END_DECLS
