/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/regex-tree-private.h"

G_BEGIN_DECLS

/**
 * TvRegexVerdict:
 * @TV_REGEX_HIT: the name matches
 * @TV_REGEX_MISS: the name does not match
 * @TV_REGEX_UNSURE: the name has a character that is not from space to tilde
 *
 * What a machine says of a name.
 */
typedef enum
{
  TV_REGEX_HIT,
  TV_REGEX_MISS,
  TV_REGEX_UNSURE
} TvRegexVerdict;

/**
 * TvRegexMachine:
 * @symbols: which symbol each byte is
 * @next: for each state and symbol, where the row of the next state begins; or a
 *   #TvRegexVerdict, which are less than that of any state
 * @start: where the row of the first state begins
 *
 * An expression made ready to match a name in one pass, with one look-up a letter.
 * Immutable: any thread may read it.
 */
typedef struct
{
  guint8 symbols[256];
  guint16 *next;
  guint start;
} TvRegexMachine;

TvRegexMachine *tv_regex_machine_new (const TvRegexTree *tree);
void tv_regex_machine_free (TvRegexMachine *machine);

void tv_regex_machine_match (const TvRegexMachine *machine, const char *bytes,
                             const guint32 *starts, guint n, guint8 *verdicts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRegexMachine, tv_regex_machine_free)

G_END_DECLS
