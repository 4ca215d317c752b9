/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/name-pattern.h"
#include "analysis/find/regex-tree-private.h"

G_BEGIN_DECLS

/**
 * TvNeedle:
 * @bytes: a text that is to be in a name
 * @length: its bytes, at least one
 * @choice: a number that it shares with others, which follow it or are followed by it,
 *   if one of them is enough
 *
 * A text, folded where case does not matter.
 */
typedef struct
{
  char *bytes;
  gsize length;
  guint choice;
} TvNeedle;

struct _TvNamePattern
{
  gboolean class_only;
  gboolean folds;    /* whether case does not matter */
  GArray *needles;   /* of TvNeedle: one of each choice is to be in the name */
  GRegex *regex;     /* (nullable): what is to match besides */
  TvRegexTree *tree; /* (nullable): what is known of the expression */
};

G_END_DECLS
