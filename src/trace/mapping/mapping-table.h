/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/mapping/mapping-line.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/string-pool.h"

G_BEGIN_DECLS

/**
 * TvMappedMethod:
 * @obfuscated: its name in the program
 * @class_name: the class that it was in, with dots
 * @name: its name in the source
 * @type: what it returned
 * @parameters: the types of its parameters, with commas
 * @residual: (nullable): its signature in the program, if R8 tells
 * @frame_type: (nullable): what the method returned that the compiler made around it,
 *   and that it is shown instead of
 * @frame_parameters: (nullable): the parameters of that method
 * @lines: lines of the program that are meant
 * @original_lines: what they were in the source
 *
 * A method, or those of its lines that one entry of the mapping is about. Of frames
 * that were inlined into each other, this is the outermost, in which the others are.
 */
typedef struct
{
  const char *obfuscated;
  const char *class_name;
  const char *name;
  const char *type;
  const char *parameters;
  const char *residual;
  const char *frame_type;
  const char *frame_parameters;
  TvLineRange lines;
  TvLineRange original_lines;
} TvMappedMethod;

/**
 * TvMappedClass:
 * @obfuscated: its name in the program, with dots
 * @original: its name in the source, with dots
 * @file: (nullable): its source file
 * @first: where its methods begin
 * @n: how many there are
 * @has_residuals: whether R8 tells of each signature that is another in the program
 *
 * A class.
 */
typedef struct
{
  const char *obfuscated;
  const char *original;
  const char *file;
  guint first;
  guint n;
  gboolean has_residuals;
} TvMappedClass;

/* @inlined and @synthesized have no name where there is no such method. */
struct _TvNameMapping
{
  TvStringPool *strings;
  GArray *classes;     /* of TvMappedClass, by obfuscated name */
  GArray *by_original; /* of guint32, indexes of classes by original name */
  GArray *methods;     /* of TvMappedMethod, those of a class by obfuscated name */

  /* While a class is read */
  TvMappedMethod inlined;     /* into the last method, by itself */
  TvMappedMethod synthesized; /* the last that the compiler made */
};

gboolean tv_name_mapping_add_class (TvNameMapping *mapping, const TvMappingLine *line,
                                    gboolean has_residuals);
gboolean tv_name_mapping_add_method (TvNameMapping *mapping, const TvMappingLine *line,
                                     gboolean goes_on);
void tv_name_mapping_set_synthesized (TvNameMapping *mapping);
void tv_name_mapping_sort (TvNameMapping *mapping);

gboolean tv_mapped_method_is_same (const TvMappedMethod *a, const TvMappedMethod *b);
const TvMappedClass *tv_name_mapping_find_class (const TvNameMapping *mapping,
                                                 const char *obfuscated);
const char *tv_name_mapping_find_file (const TvNameMapping *mapping,
                                       const char *original);
const TvMappedMethod *tv_name_mapping_find_methods (const TvNameMapping *mapping,
                                                    const TvMappedClass *class,
                                                    const char *obfuscated, guint *n);

/**
 * TvRetrace:
 * @mapping: the original names
 * @with_slashes: whether classes have slashes between their packages
 * @class_name: (out): for the class
 * @name: for the method
 * @signature: for the signature
 * @file: (nullable): the source file, if the mapping tells
 * @line: the line in it
 *
 * The original names of one method after the other.
 */
typedef struct
{
  const TvNameMapping *mapping;
  gboolean with_slashes;

  GString *class_name;
  GString *name;
  GString *signature;
  const char *file;
  gint32 line;
} TvRetrace;

void tv_retrace_init (TvRetrace *retrace, const TvNameMapping *mapping,
                      gboolean with_slashes);
void tv_retrace_clear (TvRetrace *retrace);
void tv_retrace_method (TvRetrace *retrace, const TvMethod *method);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvRetrace, tv_retrace_clear)

G_END_DECLS
