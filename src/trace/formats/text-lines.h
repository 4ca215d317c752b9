/* SPDX-License-Identifier: Apache-2.0 */

/* Files of text that are read line by line, without being kept. */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/data-window.h"

G_BEGIN_DECLS

/**
 * TvTextLine:
 * @text: (array length=length): the line without its line feed; no NUL is needed
 * @length: bytes of it
 * @number: 1 for the first
 * @offset: where it begins in the file
 *
 * A line of a text. The rest of a very long one is a line of its own.
 */
typedef struct
{
  const char *text;
  gsize length;
  guint64 number;
  guint64 offset;
} TvTextLine;

/**
 * TvTextLineFunc:
 * @line: a line
 * @data: of the receiver
 *
 * Receives a line.
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*TvTextLineFunc) (const TvTextLine *line, gpointer data);

gboolean tv_text_lines_read (TvDataWindow *window, const TvLoadOptions *options,
                             TvTextLineFunc func, gpointer data, GError **error);

G_END_DECLS
