/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvNameStyle:
 * @TV_NAME_STYLE_PLAIN: as tv_method_dup_display_name() says
 * @TV_NAME_STYLE_JAVA: types as in a Java source, `(int, String[]): void`
 * @TV_NAME_STYLE_RAW: as in the file, without what was found out about methods that it
 *   does not name
 *
 * How the names of methods are written.
 */
typedef enum
{
  TV_NAME_STYLE_PLAIN,
  TV_NAME_STYLE_JAVA,
  TV_NAME_STYLE_RAW
} TvNameStyle;

TvTrace *tv_trace_new_styled (TvTrace *trace, TvNameStyle style);

G_END_DECLS
