/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/find/regex-tree-private.h"

G_BEGIN_DECLS

/* An expression of more steps, such as of long counts, is left to PCRE. */
#define TV_REGEX_MAX_STEPS 512

/**
 * TvRegexStepKind:
 * @TV_REGEX_STEP_LETTER: takes a letter of a set
 * @TV_REGEX_STEP_FORK: goes on at either of two steps
 * @TV_REGEX_STEP_PLACE: goes on if the place is of the kind that is asked for
 * @TV_REGEX_STEP_MATCH: the name matches
 */
typedef enum
{
  TV_REGEX_STEP_LETTER,
  TV_REGEX_STEP_FORK,
  TV_REGEX_STEP_PLACE,
  TV_REGEX_STEP_MATCH
} TvRegexStepKind;

/**
 * TvRegexStep:
 * @kind: what is to be done
 * @next: the step after it
 * @other: of a fork, the other step after it
 * @place: of %TV_REGEX_STEP_PLACE, one of the four kinds of places of #TvRegexKind
 * @letters: of %TV_REGEX_STEP_LETTER
 *
 * A step of those that lead from the start of a match to its end.
 */
typedef struct
{
  TvRegexStepKind kind;
  guint next;
  guint other;
  TvRegexKind place;
  TvRegexLetters letters;
} TvRegexStep;

/**
 * TvRegexProgram:
 * @steps: (element-type TvRegexStep): the steps
 * @start: the first one
 *
 * An expression as steps, of which many can be at work at the same time: one after the
 * other is never tried.
 */
typedef struct
{
  GArray *steps;
  guint start;
} TvRegexProgram;

TvRegexProgram *tv_regex_program_new (const TvRegexTree *tree);
void tv_regex_program_free (TvRegexProgram *program);

static inline const TvRegexStep *
tv_regex_program_get (const TvRegexProgram *program, guint step)
{
  return &g_array_index (program->steps, TvRegexStep, step);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRegexProgram, tv_regex_program_free)

G_END_DECLS
