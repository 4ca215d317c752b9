/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/mapping/mapping-line.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/string-pool.h"

G_BEGIN_DECLS

/**
 * TvMappedMethod:
 * @obfuscated: its name in the program
 * @class_name: its original class, with dots
 * @name: its name in the source
 * @type: its return type
 * @parameters: the types of its parameters, separated by commas
 * @residual: (nullable): its signature in the program, if R8 gives it
 * @frame_type: (nullable): the return type of the synthesized method around it, which
 * it replaces
 * @frame_parameters: (nullable): the parameters of that method
 * @lines: its lines in the program
 * @original_lines: its lines in the source
 *
 * An entry of the mapping: a method or some of its lines. If methods were inlined into
 * each other, this is the outermost.
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
 * @first: index of its first method
 * @n: number of methods
 * @has_residuals: whether the mapping gives every signature that was changed
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

struct _TvNameMapping
{
  gatomicrefcount references;
  TvStringPool *strings;
  GArray *classes;     /* of TvMappedClass, by obfuscated name */
  GArray *by_original; /* of guint32, indexes of classes by original name */
  GArray *methods;     /* of TvMappedMethod, within a class by obfuscated name */

  /* Used while a class is read; without a name for none */
  TvMappedMethod inlined;     /* the method inlined into the last one */
  TvMappedMethod synthesized; /* the last synthesized method */
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
 * @with_slashes: whether class names have slashes between packages
 * @class_name: (out): the original class
 * @name: (out): the original name
 * @signature: (out): the original signature
 * @file: (out) (nullable): the source file, if the mapping gives it
 * @line: (out): the line in the source file
 *
 * Finds the original names of one method at a time.
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
