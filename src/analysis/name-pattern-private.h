/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/name-pattern.h"

G_BEGIN_DECLS

/**
 * TvNeedle:
 * @bytes: a text that is to be in a name
 * @length: its bytes, at least one
 *
 * A text, folded where case does not matter.
 */
typedef struct
{
  char *bytes;
  gsize length;
} TvNeedle;

struct _TvNamePattern
{
  gboolean class_only;
  gboolean folds;  /* whether case does not matter */
  GArray *needles; /* of TvNeedle: all of them are to be in the name */
  GRegex *regex;   /* (nullable): what is to match besides */
};

G_END_DECLS
