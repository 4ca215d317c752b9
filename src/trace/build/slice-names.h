/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/run-builder.h"

G_BEGIN_DECLS

/**
 * TvSliceNames:
 *
 * The names of slices as a file writes them, and the builder's indexes of them. Most
 * slices have a name that came before, which is looked up without being cleaned.
 */
typedef struct _TvSliceNames TvSliceNames;

/**
 * TvFrameSpec:
 * @name: the name of a function, in any encoding
 * @library: (nullable): the file of its code, or what kind of code it is
 * @file: (nullable): the file of its source
 * @line: its first line in @file, or 0
 * @is_java: whether its name is a method's, behind its class and a dot
 * @is_slice: whether it is no frame, but a slice, whose category is @library
 *
 * What runs in a frame of a stack.
 */
typedef struct
{
  const char *name;
  const char *library;
  const char *file;
  gint32 line;
  gboolean is_java;
  gboolean is_slice;
} TvFrameSpec;

gboolean tv_is_java_file (const char *path);

TvSliceNames *tv_slice_names_new (TvRunBuilder *builder);
void tv_slice_names_free (TvSliceNames *self);
guint32 tv_slice_names_get (TvSliceNames *self, const char *category, const char *name);
guint32 tv_slice_names_get_frame (TvSliceNames *self, const TvFrameSpec *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSliceNames, tv_slice_names_free)

G_END_DECLS
