/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvFrameNames:
 *
 * What the methods of a trace are called as frames of a stack, and which of them have
 * the same name, so that outputs which know methods by nothing else can count them as
 * one.
 */
typedef struct _TvFrameNames TvFrameNames;

TvFrameNames *tv_frame_names_new (const TvTrace *trace, gboolean signatures);
void tv_frame_names_free (TvFrameNames *names);

const char *tv_frame_names_get (const TvFrameNames *names, guint32 method);
const guint32 *tv_frame_names_get_same (const TvFrameNames *names);
guint32 tv_frame_names_find (const TvFrameNames *names, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFrameNames, tv_frame_names_free)

G_END_DECLS
