/* SPDX-License-Identifier: Apache-2.0 */

/* The lines of a text that stands in a string of JSON, which is not kept whole. */

#pragma once

#include "trace/formats/text-lines.h"

G_BEGIN_DECLS

typedef struct
{
  TvTextLineFunc func;
  gpointer data;
  GString *text;      /* of the line so far */
  gboolean has_begun; /* there is a string, which may be empty */
  guint64 number;
  guint64 offset; /* where the line begins in the file */

  gboolean is_escaped; /* a backslash came */
  guint n_digits;      /* of "\uXXXX" that are still to come */
  guint32 unit;        /* what they say so far */
  guint32 surrogate;   /* the first half of a character, or 0 */
} TvJsonLines;

void tv_json_lines_init (TvJsonLines *self, TvTextLineFunc func, gpointer data);
void tv_json_lines_clear (TvJsonLines *self);
gboolean tv_json_lines_take (const char *text, gsize length, guint64 offset,
                             gpointer data);

G_END_DECLS
