/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

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
