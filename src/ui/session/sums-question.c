/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/sums-question.h"

TvSumsQuestion
tv_sums_question_copy (const TvSumsQuestion *question)
{
  TvSumsQuestion copy = *question;

  tv_trace_ref (copy.trace);
  if (copy.threads != NULL)
    tv_thread_set_ref (copy.threads);
  return copy;
}

void
tv_sums_question_clear (TvSumsQuestion *question)
{
  g_clear_pointer (&question->trace, tv_trace_unref);
  g_clear_pointer (&question->threads, tv_thread_set_unref);
}

/* Returns whether they are about the same part of the trace, by whatever clock. */
gboolean
tv_sums_question_is_same_part (const TvSumsQuestion *a, const TvSumsQuestion *b)
{
  if (a->in_range != b->in_range || !tv_thread_set_equal (a->threads, b->threads))
    return FALSE;
  return !a->in_range
         || (a->range.start == b->range.start && a->range.end == b->range.end);
}

gboolean
tv_sums_question_equal (const TvSumsQuestion *a, const TvSumsQuestion *b)
{
  return a->trace == b->trace && a->clock == b->clock && a->lengths == b->lengths
         && tv_sums_question_is_same_part (a, b);
}

/* Returns whether it is about all threads all the time. */
gboolean
tv_sums_question_is_whole (const TvSumsQuestion *question)
{
  return !question->in_range && question->threads == NULL;
}
